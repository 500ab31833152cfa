"""A person who plays at the terminal.

Job: show the position and what has happened, ask for decisions, read the answers, and explain what cannot be chosen.
Input: a running game and its requests. Output: legal answers. Never shows a card that the player may not see.
"""

# Values of a running game have many types, which the checker of the language has checked:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import click

from cardwright.authoring.faces.describe import Describer
from cardwright.authoring.faces.layouts import style_of
from cardwright.authoring.faces.wording import rules_text
from cardwright.cli.localization import Localization, Names
from cardwright.cli.output import ask, say
from cardwright.cli.terminal_display import TerminalDisplay
from cardwright.cli.terminal_preview import preview
from cardwright.cli.watched import eye_of, told_lines
from compiler.build import Build
from compiler.interpreter.answers import check_answer
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import place_of
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Entity, Fault, Square
from compiler.interpreter.views import HIDDEN, Asker
from compiler.interpreter.watching import Eye
from dsl.reading.yaml_tree import plain

_WIDTH = 110
_SIGNS = re.compile(r"[«»“”(),:]")


class Content:
    """The text of the author: lines of files, and cards as they are printed."""

    def __init__(self, build: Build) -> None:
        self.build, files, vocab = build, build.files, build.vocab
        self.judged = {
            kind: frozenset(name for name, field in vocab.fields_of(kind).items() if field.better == "higher")
            for kind in vocab.kinds
        }
        faces: Any = plain(files.faces) if files.faces is not None else {}
        self.has_words = vocab.words is not None
        self.labels: Names = faces.get("names", {})
        self.sources = {s.path: s for s in (*files.rules, *(card.node.source for card in files.cards))}
        self.faces: dict[str, Mapping[str, tuple[str, ...]]] = {}  # by language and card

    def line(self, path: str, line: int) -> str:
        return self.sources[path].line_text(line) if path in self.sources else ""

    def printed(self, card: str, language: str) -> tuple[str, ...]:
        """What stands on the face of a card, in lines; the name of the card first."""
        if language not in self.faces:
            pages = Describer(self.build, style_of(self.build), language, rules_text(self.build, language)).faces()
            self.faces[language] = {page.card: page.words for page in pages}
        return self.faces[language].get(card, ())


class TerminalPlayer:
    """Asks a person for decisions, in the game's words; with ``trace`` also by ids, places of rules and their lines.

    ``seats`` are the names of the players for whom the person decides; empty for all.
    """

    def __init__(self, texts: Localization, content: Content, *, interactive: bool, trace: bool) -> None:
        self.texts, self.content, self.interactive, self.trace = texts, content, interactive, trace
        self.display = TerminalDisplay(texts, content.judged, has_words=content.has_words)
        self.seen: list[str] = []
        self.shown_lines = 0  # lines of the transcript that have been shown
        self.seats = frozenset[str]()
        self.eyes: dict[int, Eye] = {}  # by player: what each is told
        self.last: Eye | None = None  # what the player who was asked last is told
        self.asked: dict[str, Any] = {}  # the words of the request that is asked
        self.told_options: list[Any] = []  # its options, as data for who is asked

    def watch(self, game: State) -> None:
        """Watches a game for each player for whom the person decides."""
        for number, player in enumerate(players_by_seat(game)):
            if not self.seats or game.test_names.get(player._id) in self.seats:
                eye = eye_of(game, Asker(number, player), self.texts.language)
                self.eyes[player._id] = eye

    def decide(self, game: State, request: Choose) -> list[int]:
        if not self.eyes or self.eyes[request.who._id] not in game.eyes:
            self.watch(game)
        self.show_new_events(game, request)
        eye = self.eyes[request.who._id]
        shown = list(self.display.position_lines(eye.outlook))
        for line in ("", *shown) if shown != self.seen else ():
            say(line)
        self.seen = shown
        path = self.texts.event_path(eye, request, self.name_of(game, request))
        for line in ("", *([path] if path else []), self.question(game, request)):
            say(line)
        self.list_options(game, request)
        hint = self.hint(game, request)
        while True:
            answer = self.prompt(hint)
            found = None if self.run_command(game, request, answer) else self.read(game, request, answer)
            if found is not None:
                return found

    def question(self, game: State, request: Choose) -> str:
        """What is asked; of whom, where the person decides for several players."""
        question = str(self.asked["question"])
        if len(self.eyes) == 1:
            return question
        return self.texts.question(self.texts.value_name(game, request.who), question)

    def name_of(self, game: State, request: Choose) -> str:
        """What the rules call that which is chosen, in a game without words that ask for it; empty for a letter."""
        if self.content.has_words or request.kind not in ("one", "some"):
            return ""
        name = str(game.program.word_keys.get(place_of(game, request.at), "")).rpartition(".")[2]
        return name if len(name) > 1 else ""

    def prompt(self, hint: str) -> str:
        try:
            answer = ask(hint)
        except click.Abort:
            raise self.leaving() from None
        if not self.interactive:  # input from a pipe is not echoed
            say(answer)
        return answer.strip()

    def leaving(self) -> click.Abort:
        return click.Abort(self.texts.sentence("left"))

    def hint(self, game: State, request: Choose) -> str:
        if request.kind == "use":
            return self.texts.sentence("ask use")
        least = max(request.least, 0 if _takes(game, request, []) else 1)
        if least == request.most == 1:
            return self.texts.sentence("ask one")
        asked = "ask some or none" if least == 0 else "ask some"
        return self.texts.sentence(asked, count=self.texts.count(least, request.most))

    # ---- answers
    def run_command(self, game: State, request: Choose, answer: str) -> bool:
        first, _, rest = answer.partition(" ")
        if first in ("quit", "q"):
            raise self.leaving()
        if first in ("help", "h"):
            say(self.texts.sentence("help"))
        elif first == "card" or (first == "?" and rest.strip().isdigit()):
            for position in self.positions(game, request, rest):
                self.show_card(self.card_of(request, position))
                if isinstance(request.options[position], Square) and request.least <= 1:
                    self.show_preview(game, request, position)
        elif first in ("why", "?"):
            self.explain_missing(game, request, rest.strip())
        else:
            return False
        return True

    def read(self, game: State, request: Choose, answer: str) -> list[int] | None:
        """The positions that an answer stands for; None after a message if it is not a legal answer."""
        if request.kind == "use" and answer in ("", "0", "pass"):
            return [-1]
        is_none = request.least == 0 and answer in ("0", "none", "")
        found = [] if is_none else self.positions(game, request, answer)
        if not is_none and len(found) < len(self.words(answer)):
            return None
        if not request.least <= len(found) <= request.most or len(set(found)) < len(found):
            count = self.texts.count(request.least, request.most)
            say(self.texts.sentence("wrong count", given=len(found), count=count))
            return None
        if not _takes(game, request, found):
            say(self.texts.sentence("not together" if found else "not none"))
            self.explain_allowed(game, request)
            return None
        return found

    def words(self, answer: str) -> list[str]:
        """The parts of an answer, separated by commas; numbers also by spaces."""
        parts = [part.strip() for part in answer.split(",")]
        return [w for part in parts for w in (part.split() if re.fullmatch(r"[\d ]+", part) else [part]) if w]

    def positions(self, game: State, request: Choose, answer: str) -> list[int]:
        """The options that an answer names; a message for each part that names none."""
        names = [_SIGNS.sub("", text).casefold() for text in self.options(request)]
        found: list[int] = []
        for word in self.words(answer):
            text = _SIGNS.sub("", word).casefold()
            fitting = [i for i, name in enumerate(names) if name == text and i not in found]
            fitting = fitting or [i for i, name in enumerate(names) if name.startswith(text) and i not in found]
            fitting = fitting or [i for i, name in enumerate(names) if _is_meant(text, name) and i not in found]
            if word.isdigit() and 0 < int(word) <= len(names):
                fitting = [int(word) - 1]
            if fitting:
                found.append(fitting[0])
                continue
            say(self.texts.sentence("no option", text=word))
            if not word.isdigit():  # a number that nothing has says of nothing why it is missing
                self.explain_missing(game, request, word)
        return found

    # ---- reasons
    def explain_missing(self, game: State, request: Choose, about: str) -> None:
        """Shows what cannot be chosen now, and why; for authors with the place of the requirement and its rows."""
        wanted = about.casefold()
        refused = self.eyes[request.who._id].refused()
        found = [row for row in refused if wanted in row["words"]["option"].casefold()]
        for row in found or (refused if not about else []):
            said = self.texts.refusal(row["words"]["option"], row["words"]["reason"])
            rows = f" [{', '.join(row['rows'])}]" if row["rows"] else ""
            say(f"  {said}" + (f" ({row['place']}){rows}" if self.trace else ""))
        if not found:
            say("  " + self.texts.sentence("nowhere" if about else "nothing", text=about))
        if request.kind != "use":
            self.explain_allowed(game, request)

    def explain_allowed(self, game: State, request: Choose) -> None:
        """Shows an author the line of the content that defines the options."""
        place = game.code.spans[request.at]
        line = self.content.line(place.path, place.line).strip()
        where = f"{place.path.rsplit('/', 1)[-1]}:{place.line}"
        if self.trace:
            say("  " + self.texts.sentence("allowed", place=where, line=line))

    # ---- display
    def options(self, request: Choose) -> list[str]:
        """The options in words, those on the board with their letters; those of the same words are counted."""
        letters = [
            self.display.letters.get(option._id) if isinstance(option, Entity) else None for option in request.options
        ]
        known = zip(request.options, self.told_options, strict=True)
        names = ["" if told == HIDDEN else self.texts.own_name(option) for option, told in known]  # it tells them apart
        said = zip(self.asked["options"], names, letters, strict=True)
        texts = [f"{name or text} {letter}" if letter else name or text for text, name, letter in said]
        counts, seen = Counter(texts), Counter[str]()
        for position, text in enumerate(texts):
            seen[text] += 1
            if counts[text] > 1:
                texts[position] += " " + self.texts.sentence("one of", number=seen[text], count=counts[text])
        return texts

    def list_options(self, game: State, request: Choose) -> None:
        texts = [f"{n}. {text}" for n, text in enumerate(self.options(request), 1)]
        if all(isinstance(option, Square) for option in request.options):
            signs = [self.display.terrain_signs(game, option) for option in request.options]
            if len(set(signs)) > 1:  # what is the same of all tells nothing
                texts = [f"{text}{sign}" for text, sign in zip(texts, signs, strict=True)]
            texts = list(_in_columns(texts))
        for text in texts:
            say(f"  {text}")

    def show_preview(self, game: State, request: Choose, position: int) -> None:
        """Shows what comes of a square, as far as who is asked can know."""
        lines = preview(self.display, game, request, [position])
        for line in lines or [f"  {self.texts.sentence('open')}"]:
            say(line)

    def card_of(self, request: Choose, position: int) -> str:
        """The card of an option, if who is asked knows it; for an ability that of its carrier."""
        told: Any = self.told_options[position]
        if isinstance(told, dict) and "ability" in told:
            told = told["by"]
        if isinstance(told, dict) and "entity" in told:
            told = self.eyes[request.who._id].told["entities"].get(told["entity"])
        return (told.get("card") if isinstance(told, dict) else None) or ""

    def show_card(self, card: str) -> None:
        """Shows what is printed on a card."""
        for number, line in enumerate(self.content.printed(card, self.texts.language) if card else ()):
            say(f"{'    ' if number else '  '}{line}")

    def show_end(self) -> None:
        """Shows what happened since the last question of a match, to its end."""
        for line in told_lines(self.last.events(None)) if self.last is not None else ():
            say(line)

    def show_new_events(self, game: State, request: Choose) -> None:
        """Shows what happened since the last question, as the player who is asked now was told it."""
        eye = self.last = self.eyes[request.who._id]
        happened = eye.events(request)
        asked = eye.asked(request)
        assert asked is not None
        self.asked, self.told_options = asked["words"], asked["options"]
        for other in self.eyes.values():
            other.happened.clear()
        if self.trace and game.trace is not None:
            lines = game.trace.lines
            for line in lines[self.shown_lines :]:
                say(line)
            self.shown_lines = len(lines)
            return
        for line in told_lines(happened):
            say(line)


def _takes(game: State, request: Choose, picked: list[int]) -> bool:
    """Whether these positions together are a legal answer."""
    work = game.work
    try:
        check_answer(request, picked)
    except Fault:
        return False
    finally:
        game.work = work  # what is looked at only is no work of the match
    return True


def _is_meant(text: str, name: str) -> bool:
    """Whether each word of a text begins a word of a name."""
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in text.split())


def _in_columns(texts: list[str]) -> Iterator[str]:
    """Short texts side by side in columns."""
    wide = max(len(text) for text in texts) + 2
    many = max(1, _WIDTH // wide)
    for start in range(0, len(texts), many):
        yield "".join(text.ljust(wide) for text in texts[start : start + many]).rstrip()

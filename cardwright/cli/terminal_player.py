"""A person who plays at the terminal.

Job: show the position and what has happened, ask for decisions, read the answers, and explain what cannot be chosen.
Input: a running game and its requests. Output: legal answers. Never shows a card that the player may not see.
"""

# Values of a running game have many types, which the checker of the language has checked:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click

from cardwright.cli.localization import Localization
from cardwright.cli.output import ask, say
from cardwright.cli.terminal_display import TerminalDisplay
from compiler.interpreter.answers import check_answer
from compiler.interpreter.offering import explain
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Entity, Fault, Square, Usable
from dsl.game.game_files import GameFiles
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import plain

_WIDTH = 110
_NUMBERED = re.compile(r"\w+#(\d+)")
_GONE = re.compile(r"\w+=\w+#\d+ ?")


class Content:
    """The text of the author: lines of files, and cards as they are printed."""

    def __init__(self, files: GameFiles, vocab: Vocabulary) -> None:
        self.judged = {
            kind: frozenset(name for name, field in vocab.fields_of(kind).items() if field.better == "higher")
            for kind in vocab.kinds
        }
        self.sources = {s.path: s for s in (*files.rules, *(card.node.source for card in files.cards))}
        self.cards = {card.id: card.node for card in files.cards}

    def line(self, path: str, line: int) -> str:
        return self.sources[path].line_text(line) if path in self.sources else ""

    def printed(self, card: str) -> dict[str, Any]:
        data: Any = plain(self.cards[card])
        return dict(data)


class TerminalPlayer:
    """Asks a person for decisions, in the game's languages and with the author's text."""

    def __init__(self, texts: Localization, content: Content, *, interactive: bool) -> None:
        self.texts, self.content, self.interactive = texts, content, interactive
        self.display = TerminalDisplay(texts, content.judged)
        self.seen: list[str] = []
        self.shown_lines = 0  # lines of the transcript that have been shown

    def decide(self, game: State, request: Choose) -> list[int]:
        self.show_new_events(game)
        shown = list(self.display.position_lines(game, request.who))
        for line in ("", *shown) if shown != self.seen else ():
            say(line)
        self.seen = shown
        for line in ("", f"[{self.texts.event_path(game, request)}]", self.texts.question(game, request)):
            say(line)
        self.list_options(game, request)
        hint = self.hint(request)
        while True:
            answer = self.prompt(hint)
            found = None if self.run_command(game, request, answer) else self.read(game, request, answer)
            if found is not None:
                return found

    def prompt(self, hint: str) -> str:
        answer = ask(hint)
        if not self.interactive:  # input from a pipe is not echoed
            say(answer)
        return answer.strip()

    def hint(self, request: Choose) -> str:
        if request.kind == "use":
            return self.texts.sentence("ask use")
        if request.least == request.most == 1:
            return self.texts.sentence("ask one")
        asked = "ask some or none" if request.least == 0 else "ask some"
        return self.texts.sentence(asked, count=self.texts.count(request))

    # ---- answers
    def run_command(self, game: State, request: Choose, answer: str) -> bool:
        first, _, rest = answer.partition(" ")
        if first in ("quit", "q"):
            raise click.Abort
        if first in ("help", "h"):
            say(self.texts.sentence("help"))
        elif first in ("why", "?"):
            self.explain_missing(game, request, rest.strip())
        elif first == "card":
            for position in self.positions(game, request, rest):
                self.show_card(request.options[position])
        else:
            return False
        return True

    def read(self, game: State, request: Choose, answer: str) -> list[int] | None:
        """The positions that an answer stands for; None after a message if it is not a legal answer."""
        if request.kind == "use" and answer in ("", "0", "pass"):
            return [-1]
        if request.least == 0 and answer in ("0", "none"):
            return []
        found = self.positions(game, request, answer)
        if len(found) < len(self.words(answer)):
            return None
        if not request.least <= len(found) <= request.most or len(set(found)) < len(found):
            say(self.texts.sentence("wrong count", given=len(found), count=self.texts.count(request)))
            return None
        try:
            check_answer(request, found)
        except Fault:
            say(self.texts.sentence("not together"))
            self.explain_allowed(game, request)
            return None
        return found

    def words(self, answer: str) -> list[str]:
        """The parts of an answer, separated by commas; numbers also by spaces."""
        parts = [part.strip() for part in answer.split(",")]
        return [w for part in parts for w in (part.split() if re.fullmatch(r"[\d ]+", part) else [part]) if w]

    def positions(self, game: State, request: Choose, answer: str) -> list[int]:
        """The options that an answer names; a message for each part that names none."""
        names = [self.option(game, option).casefold() for option in request.options]
        found: list[int] = []
        for word in self.words(answer):
            text = word.casefold()
            fitting = [i for i, name in enumerate(names) if name == text and i not in found]
            fitting = fitting or [i for i, name in enumerate(names) if name.startswith(text) and i not in found]
            fitting = fitting or [i for i, name in enumerate(names) if text in name.split() and i not in found]
            if word.isdigit() and 0 < int(word) <= len(names):
                fitting = [int(word) - 1]
            if fitting:
                found.append(fitting[0])
                continue
            say(self.texts.sentence("no option", text=word))
            self.explain_missing(game, request, word)
        return found

    # ---- reasons
    def explain_missing(self, game: State, request: Choose, about: str) -> None:
        """Shows what cannot be chosen now: the failed requirement, its place and its rules."""
        wanted = about.casefold()
        refused = [(self.texts.usable(game, usable), refusal) for usable, refusal in explain(game)]
        found = [entry for entry in refused if wanted in entry[0].casefold()] or (refused if not about else [])
        for what, refusal in found:
            reason = _NUMBERED.sub(lambda m: self.by_number(game, m), refusal.message)
            place = self.place(game, refusal.at)
            rows = f" [{', '.join(refusal.rows)}]" if refusal.rows else ""
            say(f"  {self.texts.sentence('not', what=what, why=reason)} ({place}){rows}")
        if request.kind != "use":
            self.explain_allowed(game, request)
        elif not found:
            say("  " + self.texts.sentence("nowhere" if about else "nothing", text=about))

    def explain_allowed(self, game: State, request: Choose) -> None:
        """Shows the line of the content that defines the options."""
        place = game.code.spans[request.at]
        line = self.content.line(place.path, place.line).strip()
        say("  " + self.texts.sentence("allowed", place=self.place(game, request.at), line=line))

    def place(self, game: State, at: int) -> str:
        place = game.code.spans[at]
        return f"{place.path.rsplit('/', 1)[-1]}:{place.line}"

    def by_number(self, game: State, found: re.Match[str]) -> str:
        """The name of the entity for a number in a message."""
        number = int(found[1])
        entity = next((e for held in game.kinds.values() for e in held if e._id == number), None)
        if entity is not None:
            return self.texts.value_name(game, entity)
        card = game.code.prototypes.get(found[0].partition("#")[0])  # of something that is gone
        return self.texts.card(card) if card is not None else found[0]

    # ---- display
    def option(self, game: State, option: Any) -> str:
        text = self.texts.value_name(game, option)
        letter = self.display.letters.get(option._id) if isinstance(option, Entity) else None
        return f"{text} {letter}" if letter else text

    def list_options(self, game: State, request: Choose) -> None:
        texts = [f"{n}. {self.option(game, option)}" for n, option in enumerate(request.options, 1)]
        if all(isinstance(option, Square) for option in request.options):
            texts = list(_in_columns(texts))
        for text in texts:
            say(f"  {text}")

    def show_card(self, option: Any) -> None:
        """Shows the card of an option."""
        holder = option.this if isinstance(option, Usable) else option
        card = getattr(holder, "_card", None)
        if card is None:
            return
        say(f"  {self.texts.card(card)}")
        kind = self.texts.program.kinds[self.texts.program.cards[card._id].kind]
        printed = self.content.printed(card._id)
        for name in (f.name for f in kind.fields if f.printed and f.name in printed):
            value: Any = printed[name]
            many = [self.texts.word(str(item)) for item in (value if isinstance(value, list) else [value])]
            lines = ", ".join(many).rstrip().split("\n")
            head = f"    {self.texts.word(name)}:"
            for line in (head, *(f"      {line}" for line in lines)) if len(lines) > 1 else (f"{head} {lines[0]}",):
                say(line)

    def show_new_events(self, game: State) -> None:
        """Shows the events since the last question, without choices, because their results are visible in the
        events.
        """
        lines = game.trace.lines if game.trace is not None else []
        for line in lines[self.shown_lines :]:
            verb, _, rest = line.strip().partition(" ")
            event = not rest or "=" in rest  # else an ability that is named as a verb is
            if event and verb in game.program.verbs and verb != game.program.start:
                indent = " " * (len(line) - len(line.lstrip()))
                words = _NUMBERED.sub(lambda m: self.by_number(game, m), rest)
                words = _GONE.sub("", words)  # what was laid down to measure with
                words = re.sub(r"(\w+)=", lambda m: self.texts.parameter_prefix(m[1]), words)
                say(f"{indent}{self.texts.title(verb)}" + (f": {words}" if words else ""))
        self.shown_lines = len(lines)


def _in_columns(texts: list[str]) -> Iterator[str]:
    """Short texts side by side in columns."""
    wide = max(len(text) for text in texts) + 2
    many = max(1, _WIDTH // wide)
    for start in range(0, len(texts), many):
        yield "".join(text.ljust(wide) for text in texts[start : start + many]).rstrip()

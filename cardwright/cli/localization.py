"""The words and sentences for a person at the terminal, in one language.

Job: give the names of entities, cards, verbs and fields in one language, and the sentences of questions. Input: a
compiled program, a running game and its requests. Output: texts. The names come from the content, in the languages that
it has; the sentences are here.
"""

# Values of a running game have many types, which the checker of the language has checked:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.core import ir
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Entity, Event, label
from compiler.interpreter.views import HIDDEN
from compiler.interpreter.watching import Eye

Names = Mapping[str, Mapping[str, str]]  # by name and language

_SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "between": "{least} to {most}", "exactly": "{least}",
        "ask one": "a number or a name",
        "player": "Player {number}", "game": "Game",
        "question": "{who}: {question}",
        "cell": "a character is {wide} wide and {high} high; each figure has its place and the way it faces",
        "ask some": "{count} numbers or names, separated by commas",
        "ask some or none": "{count} numbers or names, separated by commas (nothing for none)",
        "ask use": "a number or a name, 0 to pass",
        "help": "`why`: what you cannot choose, and why; `? N`: what the card or the square N brings; `quit`",
        "open": "what comes of it is open",
        "one of": "({number} of {count})",
        "no option": "`{text}` is not on the list",
        "wrong count": "you chose {given}; choose {count}",
        "not together": "these cannot be chosen together",
        "not none": "something has to be chosen here",
        "allowed": "the rule for this choice is at {place}: {line}",
        "not": "{what}: {why}",
        "text": "text", "left": "interrupted",
        "nothing": "there is nothing else to choose here", "nowhere": "nothing here is named `{text}`",
    },
    "ru": {
        "between": "от {least} до {most}", "exactly": "{least}",
        "ask one": "номер или название",
        "player": "Игрок {number}", "game": "Игра",
        "question": "{who}: {question}",
        "cell": "один знак — {wide} в ширину и {high} в высоту; у каждой фигуры её место и куда она смотрит",
        "ask some": "номера или названия через запятую ({count})",
        "ask some or none": "номера или названия через запятую ({count}; пустая строка — ничего)",
        "ask use": "номер или название, 0 — пас",
        "help": "`why` — чего здесь нет и почему, `? N` — что говорит карта или к чему приведёт клетка, `quit` — выход",
        "open": "к чему это приведёт, ещё не ясно",
        "one of": "({number} из {count})",
        "no option": "«{text}» нет в списке",
        "wrong count": "выбрано: {given}, а можно: {count}",
        "not together": "это нельзя выбрать вместе",
        "not none": "здесь нужно что-нибудь выбрать",
        "allowed": "что можно выбрать, сказано в {place}: {line}",
        "not": "{what}: {why}",
        "text": "текст", "left": "игра прервана",
        "nothing": "ничего не пропущено: это всё", "nowhere": "больше ничто здесь не зовётся «{text}»",
    },
}  # fmt: skip


class Localization:
    """The words of one program in one language. A name without a translation is shown as in the content.

    ``labels`` are names that stand on cards. ``whole``: also what has no name for people is shown; in a game that has
    words this is its machinery.
    """

    def __init__(self, program: ir.Program, language: str, labels: Names, *, whole: bool) -> None:
        self.program, self.language, self.whole = program, language, whole
        self.names: Names = {**labels, **program.names}
        self.sentences = _SENTENCES.get(language, _SENTENCES["en"])

    def sentence(self, sentence: str, **parts: object) -> str:
        return self.sentences[sentence].format(**parts)

    def refusal(self, what: str, why: str) -> str:
        """What cannot be chosen, and why."""
        return self.sentence("not", what=what, why=self.behind_colon(why))

    def question(self, who: str, question: str) -> str:
        """What a player of several at one screen is asked."""
        return self.sentence("question", who=who, question=self.behind_colon(question))

    def behind_colon(self, said: str) -> str:
        """A sentence as it stands behind a colon: in Russian without its capital, unless that is of a noun."""
        if self.language != "ru":
            return said
        first = re.split(r"\W", said, maxsplit=1)[0]
        nouns = self.program.words[self.language]["nouns"].values()
        is_name = any(first in (*noun["one"], *noun["many"]) for noun in nouns)
        return said if is_name else said[:1].lower() + said[1:]

    # ---- names
    def word(self, name: str) -> str:
        """The translation of a name of the vocabulary."""
        return self.names.get(name, {}).get(self.language) or name.replace("_", " ")

    def is_shown(self, name: str) -> bool:
        """Whether people are shown what has this name."""
        return self.whole or name in self.names

    def title(self, name: str) -> str:
        found = self.word(name)
        return found[:1].upper() + found[1:]

    def card(self, card: Any) -> str:
        declared = self.program.cards.get(card._id)
        return (declared.names.get(self.language) if declared is not None else None) or self.title(str(card._id))

    def value_name(self, game: State, value: Any) -> str:
        """A value in words; for a figure on the board with its square."""
        if isinstance(value, Entity):
            place = getattr(value, "at", None) if value._figure else None
            return self.entity(game, value) + (f" ({place})" if place is not None else "")
        if isinstance(value, str):
            return self.word(value)
        return label(value)

    def entity(self, game: State, value: Entity) -> str:
        if not isinstance(value._id, int):
            return self.card(value)
        if "player" in value._kinds:  # also one that a card made: what happens is told of seats
            return self.player(game, value)
        if value._card is not None:
            return self.card(value._card)
        called = self.program.names.get(game.test_names.get(value._id, ""), {}).get(self.language)
        if called:  # the scenario names it, and the game has words for that
            return called[:1].upper() + called[1:]
        return self.own_name(value) or self.title(value._kind)

    def own_name(self, value: Any) -> str:
        """The name of what is no card but is printed on one with an id, such as one of its attacks; else empty."""
        own = getattr(value, "id", "") if isinstance(value, Entity) and value._card is None else ""
        return self.title(own) if own and isinstance(own, str) else ""

    def player(self, game: State, player: Entity) -> str:
        """A player by their seat, or by the noun of the game for it, as they are told."""
        noun = self.program.words[self.language]["nouns"].get(game.test_names.get(player._id, ""))
        if noun is not None:
            given: str = noun["one"][0]
            return given[:1].upper() + given[1:]
        return self.sentence("player", number=players_by_seat(game).index(player) + 1)

    # ---- requests
    def count(self, least: int, most: int) -> str:
        return self.sentence("exactly" if least == most else "between", least=least, most=most)

    def event_path(self, eye: Eye, request: Choose, name: str) -> str:
        """The events around a request, outermost first, each with the first entity that it names, and the ``name`` of
        what is chosen; a line, or none.

        What who is asked was not told of is left out.
        """
        game, found = eye.game, list[str]()
        told = [event for event in game.stack if event not in eye.withheld.begun]
        events = [event for event in told if event._verb != self.program.start] or told
        for number, event in enumerate(events):
            if self.is_shown(event._verb):
                about = next((v for v in self.values(event) if isinstance(v, Entity)), None)
                is_known = about is not None and eye.outlook.reference(about) != HIDDEN
                whose = f" ({self.value_name(game, about)})" if is_known else ""
                found.append(self.title(event._verb) + whose)
            step = self.step(game, event._verb, events[number + 1] if number + 1 < len(events) else request)
            found += [self.title(step)] if step and self.is_shown(step) else []
        found += [self.word(name)] if name else []
        return f"[{' › '.join(found)}]" if found else ""

    def values(self, event: Event) -> Iterator[Any]:
        return (getattr(event, param.name, None) for param in self.program.verbs[event._verb].params)

    def step(self, game: State, verb: str, inner: Event | Choose) -> str:
        """The step of an event that contains the next inner event or the request; empty if no step does."""
        if isinstance(inner, Choose):
            used, at, called = inner.options[0] if inner.kind == "use" else None, inner.at, ""
        else:
            used, at, called = inner._use, -1, inner._verb
        classes = set(game.code.abilities[used.ability].classes or ("any",)) if used is not None else set[str]()
        for step in (n for n in self.program.verbs[verb].walk() if isinstance(n, ir.Step)):
            for node in step.walk():
                if isinstance(node, ir.Offer):
                    here = bool(classes) and (not node.classes or bool(classes & set(node.classes)))
                else:
                    here = node.at == at or (isinstance(node, ir.Emit) and node.verb == called)
                if here:
                    return step.name
        return ""

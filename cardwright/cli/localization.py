"""The words and sentences for a person at the terminal, in one language.

Job: give the names of entities, cards, verbs and fields in one language, and the sentences of questions. Input: a
compiled program, a running game and its requests. Output: texts. The names come from the content, in the languages that
it has; the sentences are here.
"""

# Values of a running game have many types, which the checker of the language has checked:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from compiler.core import ir
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Entity, Event, Square, Usable, label

_MADE_UP = re.compile(r"_\d+_\Z")  # a suffix that lowering adds to generated names
_SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "one": "{who}: choose {what}",
        "some": "{who}: choose {count}: {what}",
        "yes": "{who}: do it?",
        "mode": "{who}: choose one",
        "use": "{who}: what will you do?",
        "answer": "{who}: will you react? {timing} {event}",
        "before": "before", "after": "after", "during": "during", "instead": "instead of",
        "one of these": "one of these", "between": "{least} to {most}", "exactly": "{least}",
        "ask one": "a number or a name",
        "cell": "a character is {wide} wide and {high} high; figures by place and the way they look",
        "ask some": "{count} numbers or names, separated by commas",
        "ask some or none": "{count} numbers or names, separated by commas (nothing for none)",
        "ask use": "a number or a name, 0 to pass",
        "help": "`why`: what you cannot choose here, and by which rule; `card N`: the card of option N; `quit`",
        "no option": "`{text}` is not on the list",
        "wrong count": "you chose {given}; choose {count}",
        "not together": "these cannot be chosen together",
        "allowed": "the rule for this choice is at {place}: {line}",
        "not": "not {what}: {why}",
        "nothing": "there is nothing else to choose here", "nowhere": "nothing here is named `{text}`",
        "yes word": "yes", "no word": "no",
        "of": "{part} for {whole}", "square": "a square",
    },
    "ru": {
        "one": "{who}, выберите: {what}",
        "some": "{who}, выберите ({count}): {what}",
        "yes": "{who}: сделать это?",
        "mode": "{who}, выберите одно",
        "use": "{who}, что вы сделаете?",
        "answer": "{who}, ответите? {timing}: {event}",
        "before": "до", "after": "после", "during": "во время", "instead": "вместо",
        "one of these": "одно из этого", "between": "от {least} до {most}", "exactly": "{least}",
        "ask one": "номер или имя",
        "cell": "знак: {wide} в ширину, {high} в высоту; у фигур место и куда смотрят",
        "ask some": "номера или имена через запятую, числом: {count}",
        "ask some or none": "номера или имена через запятую, числом: {count} (пусто: ни одного)",
        "ask use": "номер или имя, 0 — пас",
        "help": "`why` — чего здесь нет и по какому правилу, `card N` — что говорит карта, `quit` — выход",
        "no option": "«{text}» нет в списке",
        "wrong count": "выбрано: {given}, а можно: {count}",
        "not together": "это нельзя выбрать вместе",
        "allowed": "что можно выбрать, сказано в {place}: {line}",
        "not": "нельзя: {what}: {why}",
        "nothing": "ничего не пропущено: это всё", "nowhere": "больше ничто здесь не зовётся «{text}»",
        "yes word": "да", "no word": "нет",
        "of": "{part} ({whole})", "square": "клетку",
    },
}  # fmt: skip


class Localization:
    """The words of one program in one language. A name without a translation is shown as in the content."""

    def __init__(self, program: ir.Program, language: str) -> None:
        self.program, self.language = program, language
        self.sentences = _SENTENCES.get(language, _SENTENCES["en"])

    def sentence(self, sentence: str, **parts: object) -> str:
        return self.sentences[sentence].format(**parts)

    # ---- names
    def word(self, name: str) -> str:
        """The translation of a name of the vocabulary."""
        return self.program.names.get(name, {}).get(self.language) or name.replace("_", " ")

    def title(self, name: str) -> str:
        found = self.word(name)
        return found[:1].upper() + found[1:]

    def card(self, card: Any) -> str:
        declared = self.program.cards.get(card._id)
        return (declared.names.get(self.language) if declared is not None else None) or self.title(str(card._id))

    def value_name(self, game: State, value: Any) -> str:
        """A value in words; for a figure on the board with its square."""
        if isinstance(value, Usable):
            return self.usable(game, value)
        if isinstance(value, Entity):
            place = getattr(value, "at", None) if value._figure else None
            return self.entity(game, value) + (f" ({place})" if place is not None else "")
        if isinstance(value, bool):
            return self.sentence("yes word" if value else "no word")
        if isinstance(value, str):
            return self.sentence(f"{value} word") if value in ("yes", "no") else self.word(value)
        return label(value)

    def entity(self, game: State, value: Entity) -> str:
        if value._card is not None:
            return self.card(value._card)
        if not isinstance(value._id, int):
            return self.title(str(value._id))
        given = game.test_names.get(value._id, "") if "player" in value._kinds else getattr(value, "id", "")
        return given or self.title(value._kind)

    def label(self, text: str) -> str:
        """The label of an ability; translated if it is a name of the vocabulary."""
        return self.program.names.get(text.lower().replace(" ", "_"), {}).get(self.language) or text

    def usable(self, game: State, value: Usable) -> str:
        """The entity that would act, with the label of the ability or the card that has it."""
        of_card = value.this is not value.me
        unlabelled = "#" in value.name
        what = self.entity(game, value.this) if of_card or unlabelled else self.label(value.name)
        if of_card and not unlabelled:
            what += f", {self.label(value.name)}"
        return what if value.this is value.me and unlabelled else f"{what}: {self.value_name(game, value.me)}"

    # ---- events
    def event(self, game: State, event: Event) -> str:
        """An event with all its operands."""
        shown: list[str] = []
        for param in self.program.verbs[event._verb].params:
            value = getattr(event, param.name, None)
            if isinstance(value, Entity | int | str) and not isinstance(value, bool):
                shown.append(self.parameter_prefix(param.name) + self.value_name(game, value))
        return self.title(event._verb) + (f" ({', '.join(shown)})" if shown else "")

    def parameter_prefix(self, name: str) -> str:
        """The name of an operand and a space; empty for a name of one or two letters."""
        return f"{self.word(name)} " if len(name) > 2 else ""

    def event_path(self, game: State, request: Choose) -> str:
        """The events around a request, outermost first, each with the first entity that it names."""
        found: list[str] = []
        events = [event for event in game.stack if event._verb != self.program.start] or list(game.stack)
        for number, event in enumerate(events):
            about = next((v for v in self.values(event) if isinstance(v, Entity)), None)
            found.append(self.title(event._verb) + (f" ({self.value_name(game, about)})" if about is not None else ""))
            step = self.step(game, event._verb, events[number + 1] if number + 1 < len(events) else request)
            found += [self.title(step)] if step else []
        return " › ".join(found)

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

    # ---- questions
    def question(self, game: State, request: Choose) -> str:
        """The request as a sentence."""
        who = self.value_name(game, request.who)
        if request.kind == "use":
            trigger = request.options[0].trigger
            if trigger is None:
                return self.sentence("use", who=who)
            timing = self.program.abilities[request.options[0].ability].timing
            return self.sentence("answer", who=who, timing=self.sentence(timing), event=self.event(game, trigger))
        return self.sentence(request.kind, who=who, what=self.choice_noun(game, request), count=self.count(request))

    def count(self, request: Choose) -> str:
        return self.sentence("exactly" if request.least == request.most else "between",
                        least=request.least, most=request.most)  # fmt: skip

    def choice_noun(self, game: State, request: Choose) -> str:
        """What is chosen: the parameter that takes it, the kind of the options, or the author's name for it."""
        node = self.choices.get(request.at)
        kinds = {o._kind for o in request.options if isinstance(o, Entity)}
        kind = self.word(kinds.pop()) if len(kinds) == 1 else ""
        if node is None:
            return kind
        inner = node.body[0] if node.body else None
        if isinstance(inner, ir.Emit):
            for param, value in inner.arguments:
                if isinstance(value, ir.Local) and value.name == node.name:
                    part = self.word(param) if len(param) > 2 else kind
                    whole = self.title(inner.verb)
                    return self.sentence("of", part=part, whole=whole) if part else whole
        name = _MADE_UP.sub("", node.name)
        if all(isinstance(o, Square) for o in request.options):
            kind = self.sentence("square")
        return kind or (self.word(name) if len(name) > 2 else self.sentence("one of these"))

    @cached_property
    def choices(self) -> dict[int, ir.Choose]:
        """Every choice of the program, by its place."""
        roots: list[ir.Node] = [*self.program.verbs.values(), *self.program.abilities, *self.program.checks]
        return {node.at: node for root in roots for node in root.walk() if isinstance(node, ir.Choose)}

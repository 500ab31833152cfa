"""Turns of automated figures in words.

Job: note while a match is played what its steps considered, as a referee is told it then; and tell each turn from these
notes. Input: a referee's eye, the words of the steps. Output: lines in one language, without ids.
"""

# Values of a running game are of any type.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from cardwright.cli.watched import told_lines
from compiler.callables.weighing import Weighed, WeighingCode
from compiler.interpreter.telling import Phrase
from compiler.interpreter.values import Choose, Remark, Trace
from compiler.interpreter.watching import Eye
from dsl.dataclass import dataclass
from dsl.syntax import ast
from dsl.syntax.unparse import unparse
from dsl.wording.steps import Place

_SENTENCES = {
    "en": {
        "acts": "{who} acts",
        "failed": "Not so: {what}.",
        "idle": "{what}, but nothing can be done about it now.",
        "idle otherwise": "Nothing of the last step can be done now.",
        "taken": "{what}, so:", "taken to": "{what}, so: {does}.",
        "taken otherwise": "Otherwise:", "taken otherwise to": "Otherwise: {does}.",
        "then": "Then: {what}.",
        "skipped": "Left out, for it cannot be done now: {what}.",
        "among": "Among {names}:", "alike": "{what}: all alike", "best": "{what}: {names} ({values})",
        "so": "so {names}", "players": "so {names}, as the players choose",
        "only": "of these the rules allow {names} alone",
        "asked": "The rules leave {names}. {who} chooses: {what}.",
        "from": "Of {count} that could be chosen:", "kept": "{what}: {names} ({value}, next {next})",
        "order": "the order that the rules give", "yes": "yes", "no": "no",
        "nothing": "Nothing is done: no step can be taken.", "vain": "Nothing comes of it.",
    },
    "ru": {
        "acts": "Ходит {who}",
        "failed": "Не так: {what}.",
        "idle": "{what}, но сделать с этим сейчас ничего нельзя.",
        "idle otherwise": "Из последнего шага сейчас ничего нельзя сделать.",
        "taken": "{what}, поэтому:", "taken to": "{what}, поэтому: {does}.",
        "taken otherwise": "Иначе:", "taken otherwise to": "Иначе: {does}.",
        "then": "Затем: {what}.",
        "skipped": "Пропущено, сейчас это невозможно: {what}.",
        "among": "Выбор: {names}.", "alike": "{what}: все равны", "best": "{what}: {names} ({values})",
        "so": "итак, {names}", "players": "итак, {names}: решают игроки",
        "only": "из них правила допускают только {names}",
        "asked": "Правила оставляют выбор: {names}. {who} выбирает: {what}.",
        "from": "Из {count} возможных:", "kept": "{what}: {names} ({value}, далее {next})",
        "order": "порядок, который дают правила", "yes": "да", "no": "нет",
        "nothing": "Ничего не происходит: ни один шаг не подошёл.", "vain": "Из этого ничего не вышло.",
    },
}  # fmt: skip
_MANY = 8  # more names than that nobody reads


class Preferred(NamedTuple):
    """What the rules kept of what may be chosen, by one preference: the value of those, and the next one."""

    place: Place
    many: int
    names: tuple[str, ...]
    value: int
    next: int | None


class Note(NamedTuple):
    """A remark, how many events had been told before it, and how its values were called then; ``decided``: what the
    rules preferred before they left these.
    """

    remark: Remark
    told: int
    names: tuple[str, ...]
    decided: tuple[Preferred, ...] = ()


@dataclass(slots=True)
class NotedTrace(Trace):
    """A trace that notes its remarks as an eye sees the game then."""

    eye: Eye = field(kw_only=True)
    code: WeighingCode | None = None  # what notes how the rules of the match weigh squares
    notes: list[Note] = field(default_factory=list[Note])

    def remark(self, form: str, text: str, at: int) -> None:
        Trace.remark(self, form, text, at)
        subject = self.entity(text) if form in ("acts", "acted") else None
        if self.code is not None and form == "acts":
            self.code.notes.clear()
        self.note(() if subject is None else (subject,))

    def weigh(self, at: int, ranks: tuple[tuple[Any, tuple[int, ...]], ...], best: tuple[Any, ...]) -> None:
        Trace.weigh(self, at, ranks, best)
        self.note([value for value, _ in ranks])

    def note(self, values: Sequence[Any]) -> None:
        names = tuple(called(self.eye, value) for value in values)
        self.notes.append(Note(self.remarks[-1], len(self.eye.happened), names))

    def asked(self, request: Choose, answer: Sequence[int]) -> None:
        """A player decided where the rules do not: who, what, and among which options."""
        if len(answer) == 1 and request.kind not in ("use", "yes"):
            remark = Remark(len(self.lines), "asked", "", request.at)
            values = [request.who, request.options[answer[0]], *request.options]
            self.choice(remark, values, request.options)

    def settled(self, at: int, found: tuple[Any, ...]) -> None:
        """The rules left one option of a choice."""
        weighed = self.code.decided(at, found) if self.code is not None else []
        if any(len(note.values) > 1 for note in weighed):
            self.choice(Remark(len(self.lines), "settled", "", at), found, found)

    def choice(self, remark: Remark, values: Sequence[Any], options: Sequence[Any]) -> None:
        decided = () if self.code is None else tuple(map(self.preferred, self.code.decided(remark.at, options)))
        names = tuple(called(self.eye, one) for one in values)
        self.notes.append(Note(remark, len(self.eye.happened), names, decided))

    def preferred(self, note: Weighed) -> Preferred:
        kept = set(note.kept)
        value = next(value for one, value in note.values if one in kept)
        others = [value for one, value in note.values if one not in kept]
        after = min(others, key=lambda other: abs(other - value)) if others else None
        return Preferred(note.place, len(note.values), tuple(called(self.eye, one) for one in note.kept), value, after)

    def entity(self, label: str) -> Any:
        number = label.rpartition("#")[2]
        return self.eye.outlook.rows.get(int(number)) if number.isdigit() else None


def called(eye: Eye, value: Any) -> str:
    """A value as it stands in a list."""
    assert eye.teller is not None
    forms: Phrase = eye.teller.phrase(eye.outlook.value(value), "")
    return forms.forms[-1]


class ToldTurn(NamedTuple):
    """One turn: the note of its beginning, those within it, and how many events had been told at its end."""

    begin: Note
    notes: tuple[Note, ...]
    end: int
    has_ended: bool = True


def turns_of(notes: Sequence[Note], now: int) -> Iterator[ToldTurn]:
    """The turns in the order in which they end, then those that last still; ``now``: how many events were told."""
    begun: list[int] = []
    for position, note in enumerate(notes):
        if note.remark.form == "acts":
            begun.append(position)
        elif note.remark.form == "acted" and begun:
            first = begun.pop()
            yield ToldTurn(notes[first], tuple(notes[first + 1 : position]), note.told)
    for first in reversed(begun):
        yield ToldTurn(notes[first], tuple(notes[first + 1 :]), now, False)


@dataclass(slots=True)
class Told:
    """Tells turns: ``spans`` are the places of the program, ``words`` those of the steps, ``happened`` all events.

    ``queries`` have the forms of what is preferred.
    """

    language: str
    spans: Sequence[Any]
    words: Mapping[Place, list[str]]
    queries: Mapping[Place, ast.Query]
    happened: Sequence[Mapping[str, Any]]

    def turn(self, turn: ToldTurn) -> Iterator[str]:
        yield self.say("acts", who=", ".join(turn.begin.names))
        before, said = turn.begin.told, False
        for note in turn.notes:
            for line in told_lines(self.happened[before : note.told]):
                yield f"      {line}"
                said = True
            before = note.told
            yield from self.note(note)
        for line in told_lines(self.happened[before : turn.end]):
            yield f"      {line}"
            said = True
        if not turn.has_ended:
            return
        if not any(note.remark.form == "taken" for note in turn.notes):
            yield f"   {self.say('nothing')}"
        elif not said:
            yield f"      {self.say('vain')}"

    def note(self, note: Note) -> Iterator[str]:
        form, text = note.remark.form, note.remark.text
        if form in ("asked", "settled"):
            yield from self.decided(note)
        if form == "settled":
            narrowed = [one for one in note.decided if one.many > 1]
            is_left = bool(narrowed) and len(narrowed[-1].names) > 1
            yield f"        {self.say('only' if is_left else 'so', names=note.names[0])}"
        if form == "asked" and len(set(note.names[2:])) > 1:
            who, what, *options = note.names
            yield f"        {self.say('asked', who=who[:1].upper() + who[1:], what=what, names=', '.join(options))}"
        elif form == "weighed":
            yield from self.choice(note) if len(note.names) > 1 else ()
        elif form in ("failed", "idle", "taken", "then", "skipped"):
            what, *does = self.words_of(note.remark) or [""]
            if form in ("then", "skipped"):
                what, does = "; ".join([what, *does]), []
            what = what or f"`{text}`"
            kind = f"{form} otherwise" if text == "otherwise" else form
            starts = form in ("idle", "taken") and not what.startswith("`")
            depth = "      " if form in ("then", "skipped") else "   "
            kind += " to" if form == "taken" and does else ""
            what = what[:1].upper() + what[1:] if starts else what
            yield depth + self.say(kind, what=what, does="; ".join(does))

    def decided(self, note: Note) -> Iterator[str]:
        """What the rules preferred, one line for each preference that had a choice."""
        narrowed = [one for one in note.decided if one.many > 1]
        if narrowed:
            yield f"        {self.say('from', count=str(narrowed[0].many))}"
        for one in narrowed:
            (what,) = self.words.get(one.place) or (self.say("order"),)
            said = {"what": what, "names": _some(one.names), "value": str(one.value), "next": str(one.next)}
            yield f"          {self.say('alike' if one.next is None else 'kept', **said)}"

    def choice(self, note: Note) -> Iterator[str]:
        """The candidates of a choice, and those that each preference left."""
        left = [(name, ranks) for name, (_, ranks) in zip(note.names, note.remark.ranks, strict=True)]
        written = self.written(note.remark)
        preferences = self.words_of(note.remark) or [f"`{text}`" for _, text in written]
        yield f"        {self.say('among', names=_listed(left))}"
        for position in range(len(left[0][1])):
            if len(left) == 1:
                break
            what = preferences[position] if position < len(preferences) else self.say("order")
            least = min(ranks[position] for _, ranks in left)
            kept = [(name, ranks) for name, ranks in left if ranks[position] == least]
            if len(kept) == len(left):
                yield f"          {self.say('alike', what=what)}"
            else:
                form = written[position][0] if position < len(written) else ""
                values = ", ".join(f"{name}: {self.value(form, ranks[position])}" for name, ranks in left)
                yield f"          {self.say('best', what=what, names=_listed(kept), values=values)}"
            left = kept
        yield f"        {self.say('players' if len(left) > 1 else 'so', names=_listed(left))}"

    def value(self, form: str, rank: int) -> str:
        """The value for a rank: a low rank is always the better one, so some ranks are negated values."""
        if form in ("having", "without"):
            return self.say("yes" if (rank == 0) == (form == "having") else "no")
        return str(-rank if form in ("most", "highest", "farthest") else rank)

    def written(self, remark: Remark) -> list[tuple[str, str]]:
        """What a choice prefers, as the author wrote it: the form of each, and its text."""
        query = self.queries.get(self.place(remark))
        if query is None:
            return []
        first = [(query.quantifier, query.quantifier)] if query.quantifier in ("nearest", "farthest") else []
        return [*first, *((one.form, unparse(one)) for one in query.preferences)]

    def words_of(self, remark: Remark) -> list[str] | None:
        return self.words.get(self.place(remark))

    def place(self, remark: Remark) -> Place:
        place = self.spans[remark.at]
        return place.path, place.line, place.column

    def say(self, sentence: str, **values: str) -> str:
        return _SENTENCES.get(self.language, _SENTENCES["en"])[sentence].format(**values)


def _some(names: Sequence[str]) -> str:
    return ", ".join([*names[:_MANY], *(["…"] if len(names) > _MANY else [])])


def _listed(found: Iterable[tuple[str, Any]]) -> str:
    return ", ".join(name for name, _ in found)

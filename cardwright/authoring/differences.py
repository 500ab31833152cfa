"""What plays otherwise in one state of a game than in another.

Job: compare two builds of a game, and say the changes of cards in sentences. Input: builds without errors. Output: a
difference. Must never read a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardwright.authoring.told_changes import Sides, told_changes
from compiler.build import Build
from compiler.core.comparison import Break, Region, breaks, core_of
from dsl.dataclass import dataclass
from dsl.difference.changes import Difference, Subject
from dsl.difference.subjects import Spans, State, difference


@dataclass(frozen=True, slots=True)
class GameDifference:
    """``state`` is compared, added or removed; ``found`` is None if there is only one side."""

    game: str
    state: str
    found: Difference | None
    breaking: tuple[Break, ...]

    @property
    def plays_otherwise(self) -> bool:
        return self.found is None or bool(self.found.subjects) or bool(self.breaking)

    @property
    def subjects(self) -> tuple[Subject, ...]:
        return self.found.subjects if self.found is not None else ()

    @property
    def texts(self) -> tuple[str, ...]:
        return self.found.texts if self.found is not None else ()


def compared(name: str, old: Build | None, new: Build | None, lang: str | None = None) -> GameDifference:
    """What is different between two states of a game; ``lang``: cards are told in this language, too."""
    if old is None or new is None:
        return GameDifference(name, "added" if old is None else "removed", None, ())
    sides = old, new
    assert old.program is not None and new.program is not None
    before, after = old.program, new.program
    left, right = (State(b.files, b.vocab, b.checked.facts) for b in sides if b.checked is not None)

    def plays_same(one: Spans, other: Spans) -> bool:
        return core_of(before, _regions(one)) == core_of(after, _regions(other))

    found = difference(left, right, plays_same)
    if lang is not None and old.checked is not None and new.checked is not None:
        told = Sides(old.checked, new.checked, lang)
        found = replace(found, subjects=tuple(_told(told, subject) for subject in found.subjects))
    return GameDifference(name, "compared", found, tuple(breaks(before, after)))


def _told(sides: Sides, subject: Subject) -> Subject:
    if subject.sort != "card" or subject.state != "changed":
        return subject
    return replace(subject, said=tuple(told_changes(sides, subject.name, subject.changes)))


def _regions(spans: Spans) -> Iterable[Region]:
    return [(s.source.path, s.source.line_column(s.start), s.source.line_column(s.end)) for s in spans]

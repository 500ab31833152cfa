"""The state of a running game: one record of plain data, and the journal that takes changes back.

Job: hold everything that a game is, at any moment. What happens to it is in functions over the record: the parts of the
interpreter, each with what it reads and changes. The record itself keeps only the journal, so that any stretch can be
undone.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.interpreter.frames import Frame
from compiler.interpreter.grid import Grid
from compiler.interpreter.linked import Linked
from compiler.interpreter.linked_rows import ModifierCode
from compiler.interpreter.values import Bounds, Effect, Entity, Event, Refusal, Square, Trace

Known = defaultdict[int, dict[Any, Any]]  # groups of answers; each is there from its first question on
Undo = tuple[str, Callable[..., Any], tuple[Any, ...]]  # what it changes, and how that is done
Sorted = dict[tuple[str, str], list[tuple[Effect, ModifierCode]]]


def nothing_known() -> Known:
    return defaultdict(dict)


@dataclass(eq=False, repr=False)
class State:
    """Everything of a running game. ``operations`` carry out rows of bodies, ``windows`` are frames that ask players:
    both belong to parts above those that use them, and `new_game` gives them.
    """

    code: Linked
    operations: Mapping[str, Callable[..., Any]]
    windows: Mapping[str, Callable[..., Frame]]

    # ---- entities and places
    kinds: dict[str, list[Entity]] = field(init=False)
    by_card: dict[str, list[Entity]] = field(default_factory=dict[str, list[Entity]])
    by_keyword: dict[str, list[tuple[Entity, Entity]]] = field(default_factory=dict[str, list[tuple[Entity, Entity]]])
    removed_players: tuple[Entity, ...] = ()  # players who were removed: they keep their seats
    game: Entity | None = None
    next_id: int = 1
    standing: dict[int, list[Entity]] = field(default_factory=dict[int, list[Entity]])
    revealed: frozenset[tuple[int, int]] = frozenset()  # ids of an entity and of a player who knows it
    drawn: Grid | None = None  # the board as its position draws it
    grid: Grid | None = None
    squares: tuple[Square, ...] = ()  # of the board; the others are also those that may come onto it
    square_names: dict[str, Square] = field(default_factory=dict[str, Square])
    square_at: dict[int, Square] = field(default_factory=dict[int, Square])
    neighbours: dict[Square, tuple[Square, ...]] = field(default_factory=dict[Square, tuple[Square, ...]])
    terrain_of: dict[Square, frozenset[str]] = field(default_factory=dict[Square, frozenset[str]])

    # ---- what lasts, and what was used
    effects: tuple[Effect, ...] = ()  # oldest first; a new tuple whenever one comes or goes
    used: dict[tuple[Any, ...], int] = field(default_factory=dict[tuple[Any, ...], int])
    started: dict[str, int] = field(default_factory=dict[str, int])

    # ---- what is being done
    frames: list[Any] = field(default_factory=list[Any])  # the innermost last
    stack: list[Event] = field(default_factory=list[Event])
    result: Any = None  # of the frame that was done last
    dirty: set[str] = field(default_factory=set[str])  # fields that were written, for state checks
    checking: set[int] = field(default_factory=set[int])  # state checks that are being carried out
    events: int = 0
    dry_run: int = 0  # how many dry runs are inside of each other
    most_offered: int | None = None  # so much of what can be used is looked for, where only some of it matters

    # ---- the journal
    journal: list[Undo] = field(default_factory=list[Undo])
    mark_of_run: tuple[int, int, int, int] = 0, 0, 0, 0  # of the journal, the stack, steps, changes when a run began

    # ---- work: ``work`` is what may still be done; below ``floor`` somebody looks
    bounds: Bounds = field(init=False)
    watch: Callable[[], bool] | None = None  # whether the game is to stop
    work: int = 0
    floor: int = 0
    most: int = 0  # what the dearest stretch so far has needed
    steps: int = 0
    changes: int = 0
    nested: int = 0
    refusals: list[Refusal] | None = None  # of what is asked with `can` from outside, while somebody listens

    # ---- what is remembered
    known: Known = field(default_factory=nothing_known)  # what was worked out of the state as it now is
    is_own: bool = True  # whether nobody else goes back to ``known``; else a change is noted in a copy of it
    named: dict[tuple[int, ...], tuple[Square, ...]] = field(default_factory=dict[tuple[int, ...], tuple[Square, ...]])
    footprints: dict[tuple[Square, int], tuple[Square, ...] | None] = field(
        default_factory=dict[tuple[Square, int], tuple[Square, ...] | None]
    )
    filed_effects: tuple[Effect, ...] | None = None  # the effects by which ``lasting_by`` is sorted
    lasting_by: Sorted = field(default_factory=dict[tuple[str, str], list[tuple[Effect, ModifierCode]]])

    # ---- what is told
    trace: Trace | None = None
    marked: set[str] | None = None
    history: list[tuple[str, Event]] | None = None  # what began: the name of the event or step, and the event
    eyes: list[Any] = field(default_factory=list[Any])  # of those who watch the match
    watcher: Any = None  # of a test: told what is offered, settled without asking, and refused
    outermost: list[Event] = field(default_factory=list[Event])
    test_names: dict[int, str] = field(default_factory=dict[int, str])

    def __post_init__(self) -> None:
        code = self.code
        self.program, self.classes, self.cards = code.program, code.classes, code.prototypes
        self.kinds = {name: [] for name in self.program.kinds}
        self.limits = {
            (kind.name, f.name): (f.minimum, f.maximum)
            for kind in self.program.kinds.values()
            for f in kind.fields
            if (f.minimum, f.maximum) != (None, None)
        }
        self.bounds, self.watch = Bounds(), code.watch
        self.work = self.bounds.work

    # ---- the journal
    def note(self, part: str, undo: Callable[..., Any], *arguments: Any) -> None:
        """Notes that a part of the state changes (``compiler/core/reads.py``), and how that is taken back."""
        self.journal.append((part, undo, arguments))
        self.forget((part,))

    def note_aside(self, undo: Callable[..., Any], *arguments: Any) -> None:
        """Notes a change of the runtime's own counters, which no expression reads: what is worked out stays true."""
        self.journal.append(("", undo, arguments))

    def back_to(self, mark: int) -> None:
        """Takes back every change since the mark."""
        parts: set[str] = set()
        while len(self.journal) > mark:
            part, undo, arguments = self.journal.pop()
            undo(*arguments)
            if part:
                parts.add(part)
        if parts:
            self.forget(parts)

    def forget(self, parts: Iterable[str]) -> None:
        """Forgets what was worked out of these parts of the state. No group is emptied, for others may look at it."""
        readers = self.code.readers
        if readers is None or not self.known:
            if self.known or not self.is_own:
                self.known, self.is_own = nothing_known(), True
            return
        if not self.is_own:
            self.known, self.is_own = self.known.copy(), True
        known = self.known
        for part in parts:
            groups = readers.get(part) or readers["*"]
            for group in [g for g in known if g in groups] if len(known) < len(groups) else groups:
                known.pop(group, None)

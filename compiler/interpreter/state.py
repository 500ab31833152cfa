"""The state of a game: entities, zones, places, and the journal that takes changes back.

Job: make, change and remove entities through primitives that keep a journal, so that any stretch can be undone.
Input: a compiled game. Never decides what happens.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from compiler.interpreter.grid import Grid
from compiler.interpreter.pictures import shown, text_hash
from compiler.interpreter.spending import Spending
from compiler.interpreter.values import (
    Duration,
    Effect,
    Entity,
    Event,
    Exhausted,
    Fault,
    Square,
    Trace,
    Zone,
    label,
    past,
)

if TYPE_CHECKING:
    from compiler.interpreter.linked import Linked


class State(Spending):
    """Entities and their values. All changes go through here, and into the journal."""

    def __init__(self, code: Linked) -> None:
        super().__init__()
        self.code = code
        self.watch = code.watch
        self.program = code.program
        self.classes = code.classes
        self.cards = code.prototypes
        self.kinds: dict[str, list[Entity]] = {name: [] for name in self.program.kinds}
        self.by_card: dict[str, list[Entity]] = {}
        self.by_keyword: dict[str, list[tuple[Entity, Entity]]] = {}
        self.standing: dict[int, list[Entity]] = {}
        self.effects: tuple[Effect, ...] = ()  # oldest first; a new tuple whenever one comes or goes
        self.used: dict[tuple[Any, ...], int] = {}
        self.started: dict[str, int] = {}
        self.journal: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
        self.dirty: set[str] = set()
        self.checking: set[int] = set()
        self.stack: list[Event] = []
        self.frames: list[Any] = []  # what is being done, the innermost last
        self.result: Any = None  # of the frame that was done last
        self.limits = {
            (kind.name, f.name): (f.minimum, f.maximum)
            for kind in self.program.kinds.values()
            for f in kind.fields
            if (f.minimum, f.maximum) != (None, None)
        }
        self.events = 0
        self.next_id = 1
        self.trial = 0
        self.trace: Trace | None = None
        self.marked: set[str] | None = None
        self.history: list[str] | None = None
        self.outermost: list[Event] = []
        self.test_names: dict[int, str] = {}
        self.revealed: frozenset[tuple[int, int]] = frozenset()  # ids of an entity and of a player who knows it
        self.terrain_of: dict[Square, frozenset[str]] = {}
        self.grid: Grid | None = None
        self.squares: tuple[Square, ...] = ()
        self.named: dict[tuple[int, ...], tuple[Square, ...]] = {}
        self._square_names: dict[str, Square] = {}
        # In a trial what is known is kept aside at the first change, for when the trial is taken back.
        self.kept_aside = True
        self.game: Entity | None = self.create("game", None, {}) if "game" in self.program.kinds else None

    # ---- the journal
    def note(self, undo: Callable[..., Any], *arguments: Any) -> None:
        self.journal.append((undo, arguments))
        if self.kept_aside:
            if self.known:
                self.known.clear()
        else:
            self.known, self.kept_aside = {}, True

    def note_aside(self, undo: Callable[..., Any], *arguments: Any) -> None:
        """Notes a change of the runtime's own counters, which no expression reads: what is worked out stays true."""
        self.journal.append((undo, arguments))

    def back_to(self, mark: int) -> None:
        """Takes back every change since the mark."""
        while len(self.journal) > mark:
            undo, arguments = self.journal.pop()
            undo(*arguments)
        if self.kept_aside:
            self.known.clear()
        else:
            self.known, self.kept_aside = {}, True

    # ---- fields
    def write(self, owner: Any, name: str, value: Any) -> None:
        """Sets a field; a number stops at the bounds that its field declares."""
        old = held(owner, name)
        least, most = self.limits.get((getattr(owner, "_kind", ""), name), (None, None))
        value = value if least is None else max(value, least)
        value = value if most is None else min(value, most)
        if old is value or (old == value and type(old) is type(value)):
            return
        if type(value) is int:
            past(value)
        self.changed()
        self.note(setattr, owner, name, old)
        setattr(owner, name, value)
        self.touch(name)

    def add(self, owner: Any, name: str, value: Any) -> None:
        old = held(owner, name)
        self.write(owner, name, self.joined(old, value) if isinstance(old, tuple) else past(old + value))

    def lessen(self, owner: Any, name: str, value: Any) -> None:
        old = held(owner, name)
        if isinstance(old, tuple):
            self.write(owner, name, self.sifted(old, value, False))
        else:
            self.write(owner, name, past(old - value))

    def joined(self, items: Any, others: Any) -> tuple[Any, ...]:
        """What is in either, each once."""
        return unique(self.sized((*items, *others)))

    def touch(self, name: str) -> None:
        """A field was written: state checks that read it are due."""
        if name in self.code.checked_fields or "*" in self.code.checked_fields:
            self.dirty.add(name)

    # ---- entities
    def of_kind(self, kind: str) -> tuple[Any, ...]:
        """All entities of a kind and the kinds below it, oldest first."""
        if kind == "square":
            return self.squares
        heirs = self.code.heirs[kind]
        if len(heirs) == 1:
            return tuple(self.kinds[kind])
        merged = [e for heir in heirs for e in self.kinds[heir]]
        merged.sort(key=lambda e: e._id)
        return tuple(merged)

    def create(self, kind: str, card: Any, values: dict[str, Any]) -> Entity:
        """A new entity; from a card it takes the printed values and the card's own kind."""
        declared = card._kind if card is not None else kind
        entity: Entity = self.classes[declared]()
        entity._id = self.next_id
        entity._card, entity._zone, entity._alive, entity._statuses = card, None, True, ()
        self.next_id += 1
        self.note_aside(setattr, self, "next_id", self.next_id - 1)
        self.check_room(declared)
        self._fill(entity, card, values)
        self.register(entity)
        self.mark_data(entity)
        return entity

    def check_room(self, kind: str) -> None:
        """Whether there may be one more of a kind."""
        self.changed()
        if len(self.kinds[kind]) >= self.bounds.entities:
            raise Exhausted(f"more than {self.bounds.entities} of {kind} were created")

    def _fill(self, entity: Entity, card: Any, values: dict[str, Any]) -> None:
        for f in self.program.kinds[entity._kind].fields:
            if f.zone:
                setattr(entity, f.name, Zone(f.name, entity, f.visible))
            elif f.name in values:
                setattr(entity, f.name, values[f.name])
            elif card is not None and f.printed:
                setattr(entity, f.name, self.printed(entity, f.part, getattr(card, f.name)))
            else:
                setattr(entity, f.name, f.default)
        if entity._figure:
            entity.at = None
        entity._keywords = self.keyword_instances(entity)

    def printed(self, entity: Entity, part: str, value: Any) -> Any:
        """A printed value; parts become entities of their own."""
        if not part:
            return value
        if isinstance(value, tuple):
            return tuple(self.make_part(entity, item) for item in value)
        return self.make_part(entity, value) if isinstance(value, dict) else value

    def make_part(self, entity: Entity, item: Any) -> Entity:
        owner = {"whole": entity} if "whole" in self.code.field_names[item["part"]] else {}
        made = self.create(item["part"], None, {**item["values"], **owner})
        return made

    def keyword_instances(self, entity: Entity) -> tuple[Entity, ...]:
        """One instance for each printed keyword, holding its values."""
        held = getattr(entity, "keywords", ()) or ()
        named = [k if isinstance(k, tuple) else (k, ()) for k in held]  # a creation names them without values
        return tuple(self.instance(name, values, entity) for name, values in named)

    def instance(self, name: str, values: tuple[Any, ...], bearer: Entity) -> Entity:
        made: Entity = self.classes[name]()
        made._id, made._card, made._zone, made._alive = self.next_id, None, None, True
        made._statuses, made._keywords = (), ()
        self.next_id += 1
        self.note_aside(setattr, self, "next_id", self.next_id - 1)
        for param, value in zip(self.program.traits[name].params, values, strict=True):
            setattr(made, param, value)
        made.bearer = bearer
        return made

    def register(self, entity: Entity) -> None:
        self.insert(self.kinds[entity._kind], entity)
        if entity._card is not None:
            self.insert(self.by_card.setdefault(entity._card._id, []), entity)
        for instance in entity._keywords:
            self.insert(self.by_keyword.setdefault(instance._kind, []), (entity, instance))
        self.touch(f"all {entity._kind}")

    def insert(self, items: list[Any], item: Any, position: int | None = None) -> None:
        where = len(items) if position is None else position
        items.insert(where, item)
        self.note(items.pop, where)

    def extract(self, items: list[Any], item: Any) -> int:
        position = next(i for i, held in enumerate(items) if held is item or held == item)
        items.pop(position)
        self.note(items.insert, position, item)
        return position

    def remove(self, entity: Entity) -> None:
        """Takes an entity out of the game, with all that lies on it."""
        if entity is None or not entity._alive:
            return
        for status in entity._statuses:
            self.drop(status)
        self.lift(entity)
        self.take(entity)
        self.changed()
        self.note(setattr, entity, "_alive", True)
        entity._alive = False
        self.extract(self.kinds[entity._kind], entity)
        if entity._card is not None:
            self.extract(self.by_card[entity._card._id], entity)
        for instance in entity._keywords:
            self.extract(self.by_keyword[instance._kind], (entity, instance))
        self.touch(f"all {entity._kind}")
        self.touch("*")

    # ---- zones and the board
    def take(self, entity: Entity) -> None:
        zone = entity._zone
        if zone is not None:
            self.changed(len(zone.items))
            self.extract(zone.items, entity)
            self.note(setattr, entity, "_zone", zone)
            entity._zone = None
            self.know(frozenset(k for k in self.revealed if k[0] != entity._id))
            self.touch(zone.name)

    def put(self, entity: Entity, zone: Zone, beside: Entity | None = None, step: int = 0) -> None:
        """Moves an entity into a zone; it leaves the board and the zone where it was. It lies at the end, or ``step``
        behind another one there."""
        self.take(entity)
        self.lift(entity)
        self.changed(len(zone.items))
        self.insert(zone.items, entity, None if beside is None else zone.items.index(beside) + step)
        self.note(setattr, entity, "_zone", None)
        entity._zone = zone
        self.touch(zone.name)

    def reveal(self, entity: Entity, player: Entity) -> None:
        """Lets a player know an entity for as long as it stays where it lies; a shuffle hides it again."""
        known = (entity._id, player._id)
        if known not in self.revealed:
            self.changed()
            self.know(self.revealed | {known})

    def know(self, revealed: frozenset[tuple[int, int]]) -> None:
        if revealed != self.revealed:
            self.note(setattr, self, "revealed", self.revealed)
            self.revealed = revealed

    def put_top(self, entity: Entity, zone: Zone) -> None:
        self.put(entity, zone, next((e for e in zone.items if e is not entity), None))

    def put_bottom(self, entity: Entity, zone: Zone) -> None:
        self.put(entity, zone)

    def put_before(self, entity: Entity, other: Entity, step: int = 0) -> None:
        if other._zone is None:
            raise Fault(f"{label(other)} is in no zone")
        if entity is not other:
            self.put(entity, other._zone, other, step)

    def put_after(self, entity: Entity, other: Entity) -> None:
        self.put_before(entity, other, 1)

    def reorder(self, zone: Zone, order: list[int]) -> None:
        old = list(zone.items)
        self.changed(len(old))
        self.note(lambda: zone.items.__setitem__(slice(None), old))
        zone.items[:] = [old[i] for i in order]
        held = {entity._id for entity in old}
        self.know(frozenset(k for k in self.revealed if k[0] not in held))

    def footprint(self, entity: Entity, square: Square) -> tuple[Square, ...] | None:
        """The squares that a figure stands on, or would, with its upper left on a square; none off the board."""
        if not entity._sized:
            return (square,)
        size = entity.size  # type: ignore[attr-defined]
        if size <= 1:
            return (square,)
        key = (square, size)
        if key not in self._footprints:
            assert self.grid is not None
            found = self.grid.footprint(square, size, size)
            self._footprints[key] = None if found is None else tuple(self.square_at[s] for s in found)
        return self._footprints[key]

    def place(self, entity: Entity, square: Square) -> None:
        squares = self.footprint(entity, square)
        if squares is None:
            raise Fault(f"{label(entity)} does not fit at {square}")
        self.take(entity)
        self.lift(entity)
        self.changed(len(squares))
        for s in squares:
            if len(self.standing.get(s, ())) >= self.bounds.crowd:
                raise Exhausted(f"more than {self.bounds.crowd} figures stand on {s}")
            self.insert(self.standing.setdefault(s, []), entity)
        self.note(setattr, entity, "at", None)
        entity.at = square
        self.touch("at")

    def lift(self, entity: Entity) -> None:
        if entity._figure and entity.at is not None:
            at = entity.at
            self.changed()
            for s in self.footprint(entity, at) or ():
                self.extract(self.standing[s], entity)
            self.note(setattr, entity, "at", at)
            entity.at = None
            self.touch("at")

    def set_board(self, grid: Grid) -> None:
        self.grid = grid
        total = grid.width * grid.height
        self.squares = tuple(Square(i, grid.square_name(i)) for i in range(total) if grid.exists[i])
        self._square_names, self.square_at = {s.name: s for s in self.squares}, {int(s): s for s in self.squares}
        self.terrain_of = {s: grid.terrain[s] for s in self.squares}
        self.neighbours = {s: tuple(self.square_at[n] for n in grid.neighbours(s)) for s in self.squares}
        self._footprints: dict[tuple[Square, int], tuple[Square, ...] | None] = {}
        for kept in (self.remembered, self.known, self.named):
            kept.clear()

    def square_named(self, name: str) -> Square | None:
        return self._square_names.get(name)

    # ---- statuses and lasting effects
    def add_status(self, name: str, values: tuple[Any, ...], bearer: Entity, duration: Duration | None) -> None:
        """Lays a status on its bearer, by the status's way of stacking."""
        if bearer is None or not bearer._alive:
            return
        self.mark(self.program.traits[name].rows)
        if len(values) != len(self.program.traits[name].params):
            raise Fault(f"`{name}` was given to {label(bearer)} without its values")
        for old in self.rivals(name, values, bearer):
            if self.outranks(old, values):
                self.renew(old, values, duration)
                return
            self.drop(old)
        self.check_room(name)
        if len(bearer._statuses) >= self.bounds.statuses:
            raise Exhausted(f"more than {self.bounds.statuses} statuses lie on {label(bearer)}")
        made = self.instance(name, values, bearer)
        self.insert(self.kinds[name], made)
        self.note(setattr, bearer, "_statuses", bearer._statuses)
        bearer._statuses = (*bearer._statuses, made)
        self.lasts(Effect(made._id, duration, status=made))
        self.touch("*")

    def status_values(self, status: Entity) -> list[Any]:
        return [getattr(status, p) for p in self.program.traits[status._kind].params]

    def rivals(self, name: str, values: tuple[Any, ...], bearer: Entity) -> list[Entity]:
        """The statuses beside which a new one cannot lie: all, or those with its value of the parameter that counts."""
        declared, same = self.program.traits[name], [s for s in bearer._statuses if s._kind == name]
        if declared.stacking in declared.params:
            index = declared.params.index(declared.stacking)
            return [s for s in same if self.status_values(s)[index] == values[index]]
        return same if declared.stacking in ("none", "highest", "lowest") else []

    def outranks(self, old: Entity, values: tuple[Any, ...]) -> bool:
        """Whether a status stays where a rival comes."""
        stacking, held = self.program.traits[old._kind].stacking, tuple(self.status_values(old))
        if stacking == "none" or held == values:
            return True
        return held < values if stacking == "lowest" else held > values

    def renew(self, status: Entity, values: tuple[Any, ...], duration: Duration | None) -> None:
        """The same status again: it lasts as long as the later one. A weaker one leaves it as it is."""
        if self.program.traits[status._kind].stacking != "none" and tuple(self.status_values(status)) != values:
            return
        for effect in self.effects:
            if effect.status is status and effect.duration is not None:
                self.note(setattr, effect, "duration", effect.duration)
                effect.duration = duration

    def drop(self, status: Any) -> None:
        """Takes a status off, or each of a collection of them."""
        for one in status if isinstance(status, tuple) else (status,):
            if one is None or not one._alive:
                continue
            self.changed()
            self.note(setattr, one, "_alive", True)
            one._alive = False
            self.extract(self.kinds[one._kind], one)
            bearer = one.bearer
            self.note(setattr, bearer, "_statuses", bearer._statuses)
            bearer._statuses = tuple(s for s in bearer._statuses if s is not one)
            self.set_effects(tuple(e for e in self.effects if e.status is not one))
            self.touch("*")

    def drop_named(self, name: str, bearer: Entity) -> None:
        for status in [s for s in bearer._statuses if s._kind == name]:
            self.drop(status)

    def lasts(self, effect: Effect) -> None:
        self.set_effects((*self.effects, effect))

    def set_effects(self, effects: tuple[Effect, ...]) -> None:
        if len(effects) != len(self.effects):
            self.changed(len(effects))
            self.note(setattr, self, "effects", self.effects)
            self.effects = effects

    # ---- what a test has carried out
    def mark(self, rows: tuple[str, ...]) -> None:
        if self.marked is not None and not self.trial:
            self.marked.update(rows)

    def mark_data(self, entity: Entity) -> None:
        if self.marked is not None and not self.trial:
            self.marked.update(self.code.rows_of_kind[entity._kind])
            if entity._card is not None:
                self.marked.update(self.program.cards[entity._card._id].rows)

    # ---- a canonical picture of the state
    def picture(self, hidden: frozenset[Entity] = frozenset()) -> str:
        """Every entity with every value, in one text; equal states give equal texts in every runtime.

        Of the ``hidden`` ones nothing is told but how many lie in a zone.
        """
        lines = []
        known = (e for held in self.kinds.values() for e in held if e not in hidden)
        for entity in sorted(known, key=lambda e: e._id):
            names = sorted(self.code.field_names[entity._kind])
            values = [f"{n}={shown(getattr(entity, n, None), hidden)}" for n in names]
            place = f" at={entity.at}" if entity._figure else ""
            zone = f" in={entity._zone!r}" if entity._zone is not None else ""
            lines.append(f"{label(entity)}{zone}{place} {' '.join(values)}")
        return "\n".join(lines)

    def view(self, player: Entity) -> str:
        """The picture of what a player may know: what was revealed, or lies where the zone's ``visible`` shows it."""
        zones = {id(e._zone): e._zone for held in self.kinds.values() for e in held if e._zone is not None}
        unseen = [z for z in zones.values() if z.visible == "none" or (z.visible == "owner" and z.owner is not player)]
        return self.picture(
            frozenset(e for zone in unseen for e in zone.items if (e._id, player._id) not in self.revealed)
        )

    def fingerprint(self) -> str:
        return text_hash(self.picture())


def unique(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items in order, each once."""
    return tuple(dict.fromkeys(items))


def held(owner: Any, name: str) -> Any:
    """The value that is about to be changed."""
    if owner is None:
        raise Fault(f"`{name}` of none cannot be set")
    return getattr(owner, name)

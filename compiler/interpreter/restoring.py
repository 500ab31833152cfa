"""Games that are made of snapshots.

Job: make the entities, zones, events and frames that a snapshot names, in a new game. Input: linked rules, and data
that may come from a stranger. Output: a game, or `Damaged` with what is wrong: nothing is believed that was not looked
at, and no value has a sort that its field does not take.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from compiler.interpreter.drawings import changed_board
from compiler.interpreter.forms import is_state
from compiler.interpreter.frames import Body, BodyCode, Frame
from compiler.interpreter.linked_rows import AbilityCode
from compiler.interpreter.modifiers import granted_instance
from compiler.interpreter.places import change_board
from compiler.interpreter.snapshots import COUNTS, FRAMES, Damaged, Data, slots_of
from compiler.interpreter.state import State
from compiler.interpreter.table import Shape, made
from compiler.interpreter.values import (
    LARGEST,
    Duration,
    Effect,
    Entity,
    Env,
    Event,
    Face,
    Fault,
    Refusal,
    Roll,
    Square,
    Usable,
    Zone,
)

_NONE = type(None)
_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,), "bool": (bool,), "text": (str,), "rules": (str,), "drawing": (str,), "enum": (str,),
    "set": (tuple,), "list": (tuple,),
}  # fmt: skip
_UNFIT = "something in it is missing, or stands where something else is needed"
_MISHAPS = (KeyError, IndexError, ValueError, TypeError, AttributeError, RecursionError, OverflowError, Fault)

# What a slot of a frame can hold; the others take any value.
_SLOTS: dict[str, type | tuple[type, ...]] = {
    "ability": AbilityCode, "acted": bool, "again": tuple, "at": int, "classes": tuple, "code": BodyCode, "count": int,
    "dice": tuple, "env": Env, "event": (Event, _NONE), "held": (Roll, _NONE), "kind": str, "least": int,
    "letters": dict, "mine": list, "most": int, "next": int, "number": int, "offers": bool, "once": bool,
    "options": tuple, "passed": int, "player": (Entity, _NONE), "players": tuple, "positions": tuple,
    "round": int, "step": str, "this": Entity, "timing": str, "trigger": (Event, _NONE), "usable": Usable,
    "use": (Usable, _NONE), "v": dict, "values": dict, "verb": str, "who": (Entity, _NONE), "zone": Zone,
}  # fmt: skip


def restore(game: State, data: Any, frames: Mapping[str, type[Frame]] = FRAMES) -> None:
    """Gives a new game, whose board is set, the state of a snapshot."""
    if not is_state(data):
        raise Damaged(_UNFIT)
    try:
        _Reader(game, data, frames).restore()
    except _MISHAPS as error:
        raise Damaged(_UNFIT) from error


def _shape(x: Any, y: Any, facing: Any, *sizes: Any) -> Shape:
    width, depth, angle, rim = map(_whole, sizes)
    return made(Shape(_whole(x), _whole(y), _whole(facing), width, depth, angle, rim))


class _Reader:
    def __init__(self, game: State, data: Data, frames: Mapping[str, type[Frame]]) -> None:
        self.game, self.code, self.data, self.kinds_of_frame = game, game.code, data, frames
        self.entities: dict[int, Entity] = {}
        self.events = [_empty(Event) for _ in data["events"]]
        self.envs = [_empty(Env) for _ in data["envs"]]
        self.faces = [self.face(*_row(row)) for row in data["faces"]]
        self.abilities = {ability.id: ability for ability in self.code.abilities}
        self.ways: dict[str, Callable[..., Any]] = {
            "entity": lambda id_: self.entities[id_],
            "card": lambda id_: self.code.prototypes[id_],
            "granted": self.granted,
            "list": lambda *items: tuple(map(self.value, items)),
            "array": lambda *items: list(map(self.value, items)),
            "set": lambda *items: set(map(_plain, items)),
            "values": lambda *pairs: {_text(key): self.value(item) for key, item in pairs},
            "rounds": lambda count: range(_whole(count)),
            "square": self.square,
            "shape": _shape,
            "zone": self.zone,
            "face": lambda number: self.faces[_position(number)],
            "roll": lambda *faces: Roll(map(self.value, faces)),
            "event": lambda number: self.events[_position(number)],
            "env": lambda number: self.envs[_position(number)],
            "use": self.usable,
            "refusal": self.refusal,
            "ability": lambda id_: self.abilities[id_],
            "body": lambda name: self.code.bodies[name],
            "duration": self.duration,
            "place": self.place,
        }

    def value(self, value: Any) -> Any:
        """A value; a number is one that every engine can hold."""
        if isinstance(value, list):
            return self.ways[value[0]](*value[1:])
        if value is None or isinstance(value, str | bool):
            return value
        return _whole(value)

    def restore(self) -> None:
        game, data = self.game, self.data
        if "board" in data:
            self.change_board(data["board"])
        for held in game.kinds.values():
            held.clear()
        game.by_card.clear()
        game.by_keyword.clear()
        game.removed_players = ()
        for kind, columns in (*data["kinds"].items(), *data["removed"].items()):
            self.make(kind, columns)
        for is_alive, part in ((True, "kinds"), (False, "removed")):
            for kind, columns in data[part].items():
                self.fill_kind(kind, columns, is_alive)
        self.register()
        for row, event in zip(data["events"], self.events, strict=True):
            self.fill_event(event, row)
        for row, env in zip(data["envs"], self.envs, strict=True):
            env.__dict__.update((_name(name), self.value(item)) for name, item in row.items())
        game.effects = tuple(self.effect(*_row(row)) for row in _row(data["effects"]))
        game.used = dict(map(_used, _row(data["used"])))
        game.started = {_text(verb): _whole(count) for verb, count in data["started"].items()}
        game.dirty, game.checking = set(map(_text, _row(data["dirty"]))), set(map(_whole, _row(data["checking"])))
        game.revealed = frozenset(
            (_whole(entity), _whole(player)) for entity, player in map(_row, _row(data["revealed"]))
        )
        game.stack = [self.value(event) for event in _row(data["stack"])]
        if any(event.__class__ is not Event for event in game.stack):
            raise Damaged("something lies among the events that is none")
        game.frames = [self.frame(*_row(row)) for row in data["frames"]]
        self.find_places()
        for name in COUNTS:
            setattr(game, name, _whole(data["counts"][name]))
        game.mark_of_run = (0, 0, *map(_whole, data["before"]))  # type: ignore[assignment]
        game.game = game.kinds["game"][0] if game.kinds.get("game") else None
        game.journal.clear()

    def change_board(self, data: Data) -> None:
        """The board on which something was laid."""
        terrain = self.code.program.terrain
        squares = [(_whole(row[0]), tuple(map(_text, row[1:]))) for row in map(_row, data["squares"])]
        walls = [(_whole(low), _whole(high)) for low, high in map(_row, data["walls"])]
        grid = changed_board(self.game.drawn, squares, walls) if self.game.drawn is not None else None
        if grid is None or any(name not in terrain for _, names in squares for name in names):
            raise Damaged("the board has squares or walls that it cannot have")
        change_board(self.game, grid)

    # ---- entities
    def make(self, kind: str, columns: Data) -> None:
        made = self.code.classes[kind]
        cards = columns.get("card") or [None] * len(columns["id"])
        for id_, card in zip(columns["id"], cards, strict=True):
            entity = self.shell(made, id_)
            entity._card = self.code.prototypes[card] if card is not None else None
            if entity._card is not None and entity._card._kind != kind:
                raise Damaged(f"the card `{card}` is no {kind}")

    def shell(self, made: Any, id_: Any) -> Entity:
        if _whole(id_) in self.entities or not 0 < id_ < self.data["counts"]["next_id"]:
            raise Damaged(f"{id_} is no number of an entity, or is one twice")
        entity: Entity = object.__new__(made)
        entity._id, entity._card, entity._zone, entity._alive = id_, None, None, True
        entity._statuses, entity._keywords = (), ()
        self.entities[id_] = entity
        return entity

    def fill_kind(self, kind: str, columns: Data, is_alive: bool) -> None:
        held = [self.entities[id_] for id_ in columns["id"]]
        for entity in held:
            entity._alive = is_alive
            if is_alive:
                self.game.kinds[kind].append(entity)
            elif "player" in entity._kinds:
                self.game.removed_players = (*self.game.removed_players, entity)
        for entity, instances in zip(held, columns.get("keywords", ()), strict=False):
            entity._keywords = tuple(self.keyword(entity, *_row(row)) for row in instances)
        for entity, ids in zip(held, columns.get("statuses", ()), strict=False):
            entity._statuses = tuple(self.entities[id_] for id_ in ids)
        for entity, at in zip(held, columns["at"] if held and held[0]._figure else (), strict=False):
            entity.at = None if at is None else self.square_below(at)
        declared = {f.name: f for f in self.code.program.kinds[kind].fields}
        if set(declared) != set(columns["fields"]):
            raise Damaged(f"a {kind} has other fields")
        for name, values in columns["fields"].items():
            for entity, value in zip(held, values, strict=True):
                setattr(entity, name, self.field(declared[name], entity, value))

    def keyword(self, bearer: Entity, id_: int, name: str, *values: Any) -> Entity:
        made = self.shell(self.code.classes[name], id_)
        made.bearer = bearer
        for param, value in zip(self.code.program.traits[name].params, values, strict=True):
            setattr(made, param, self.value(value))
        return made

    def field(self, declared: Any, entity: Entity, value: Any) -> Any:
        """A value that its field can have."""
        if declared.zone:
            zone = Zone(declared.name, entity, declared.visible)
            zone.items = [self.entities[id_] for id_ in _row(value)]
            for item in zone.items:
                if item._zone is not None:
                    raise Damaged(f"{item._id} lies in two zones")
                item._zone = zone
                if zone.is_within(item):
                    raise Damaged(f"{item._id} lies within itself")
            return zone
        found = self.value(value)
        if declared.type == "kind" and not isinstance(found, Entity | None):
            raise Damaged(f"`{declared.name}` of a {entity._kind} is of another sort")
        wanted = _TYPES.get(declared.type)
        if wanted and not (found is None and declared.default is None):
            if type(found) not in wanted:
                raise Damaged(f"`{declared.name}` of a {entity._kind} is of another sort")
            least, most = declared.minimum, declared.maximum
            if (least is not None and found < least) or (most is not None and found > most):
                raise Damaged(f"`{declared.name}` of a {entity._kind} cannot be {found}")
        return found

    def register(self) -> None:
        """What finds entities by card, keyword and square. Instances of keywords are numbered as they came."""
        game = self.game
        for held in game.kinds.values():
            for entity in held:
                if entity._card is not None:
                    game.by_card.setdefault(entity._card._id, []).append(entity)
                for instance in entity._keywords:
                    game.by_keyword.setdefault(instance._kind, []).append((entity, instance))
        for bearers in game.by_keyword.values():
            bearers.sort(key=lambda found: found[1]._id)
        game.standing = {
            self.square_below(square): [self.entities[id_] for id_ in ids]
            for square, *ids in map(_row, self.data["standing"])
        }

    # ---- values
    def granted(self, name: str, bearer: Any, values: Sequence[Any]) -> Entity:
        return granted_instance(self.game, name, tuple(map(self.value, values)), self.value(bearer))

    def square(self, index: int) -> Square:
        return self.game.square_at[_position(index)]

    def square_below(self, index: int) -> Square:
        """A square on which something stands."""
        found = self.square(index)
        if found not in self.game.terrain_of:
            raise Damaged("something stands where no square is")
        return found

    def zone(self, owner: Any, name: str) -> Zone:
        found = getattr(self.value(owner), _name(name))
        if not isinstance(found, Zone):
            raise Damaged(f"`{name}` is no zone")
        return found

    def face(self, die: str, index: int) -> Face:
        if not 0 <= _whole(index) < self.code.die_size(_text(die), 0):
            raise Damaged(f"{die} has no face {index}")
        return Face(die, index, self.code.face(die, index))

    def refusal(self, message: str, place: Sequence[Any], rows: Sequence[str]) -> Refusal:
        return Refusal(_text(message), self.place(*place), tuple(map(_text, rows)))

    def usable(self, ability: str, me: Any, this: Any, trigger: Any) -> Usable:
        found = self.abilities[ability]
        return Usable(found.index, found.label, self.value(me), self.value(this), self.value(trigger))

    def duration(self, edge: str, skip: bool, verbs: Sequence[str], until: int | None, env: Any) -> Duration:
        if until is not None and not 0 <= _whole(until) < len(self.code.untils):
            raise Damaged("a duration has no such condition")
        return Duration(_text(edge), bool(skip), tuple(map(_text, verbs)), until, self.value(env))

    def place(self, path: str, line: int, column: int) -> int:
        numbers: Mapping[tuple[str, int, int], int] = self.code.place_numbers
        return numbers.get((path, line, column), 0)

    def effect(self, number: int, duration: Any, modifiers: Sequence[int], env: Any, status: int | None) -> Effect:
        if not all(0 <= _whole(m) < len(self.code.lasting) for m in modifiers):
            raise Damaged("an effect has no such modifier")
        return Effect(
            _whole(number), self.value(duration), tuple(modifiers), self.value(env),
            self.entities[status] if status is not None else None,
        )  # fmt: skip

    def fill_event(self, event: Event, row: Data) -> None:
        verb = self.code.verbs[row["verb"]]
        event.__init__(row["verb"], self.value(row["parent"]), _whole(row["number"]))  # type: ignore[misc]
        event._outcome, event._reason = _text(row["outcome"]), self.value(row["reason"])
        event._use = self.value(row["use"])
        event._replaced = frozenset((_text(ability), this) for ability, this in row["replaced"])
        event._prevented = frozenset(map(_text, row["prevented"]))
        for name in (*(name for name, _, _ in verb.params), *verb.lets):
            setattr(event, name, None)
        for name, value in row["values"].items():
            setattr(event, _name(name), self.value(value))

    # ---- frames
    def frame(self, name: str, pc: int, values: Mapping[str, Any]) -> Frame:
        kind = self.kinds_of_frame[name]
        if set(values) != set(slots_of(kind)):
            raise Damaged(f"a frame {name} has other values")
        made: Any = object.__new__(kind)
        made.pc = _whole(pc)
        for slot, value in values.items():
            found = self.value(value)
            if not isinstance(found, _SLOTS.get(slot, object)):
                raise Damaged(f"`{slot}` of a frame {name} is of another sort")
            setattr(made, slot, found)
        if name == "Body" and not (isinstance(made.code, BodyCode) and 0 <= made.pc < len(made.code.rows)):
            raise Damaged("a body has no such row")
        return made  # type: ignore[no-any-return]

    def find_places(self) -> None:
        """Where each request stands now: lines move when something else in the file is written anew."""
        for below, frame in pairwise(self.game.frames):
            asking: Any = frame
            options = getattr(frame, "options", ())
            if options and isinstance(options[0], Usable):
                asking.at = self.code.abilities[options[0].ability].at
            elif "at" in slots_of(type(frame)) and isinstance(below, Body):
                asking.at = below.code.rows[below.pc - 1][1]


def _empty(kind: type) -> Any:
    return object.__new__(kind)


def _row(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _used(row: Any) -> tuple[tuple[str | int, ...], int]:
    """How often an ability of a carrier was used: in all, or while a verb is carried out, which is then named."""
    if len(_row(row)) not in (3, 4):
        raise Damaged("what counts a use has an ability, who carries it, maybe a verb, and a number")
    *key, count = row
    return tuple(map(_plain, key)), _whole(count)


def _whole(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and -LARGEST < value < LARGEST:
        return value
    raise Damaged(f"{value!r:.40} is no whole number")


def _position(value: Any) -> int:
    """A position in a list, which Python would count from the end below 0."""
    if _whole(value) < 0:
        raise IndexError
    return value  # type: ignore[no-any-return]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Damaged(f"{value!r:.40} is no text")
    return value


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else _whole(value)


def _name(value: Any) -> str:
    """A name of content, or `_`, which stands for none; those of the runtime begin with an underscore."""
    if _text(value).startswith("_") and value != "_":
        raise Damaged(f"{value!r:.40} is no name")
    return value  # type: ignore[no-any-return]

"""States of other rules: a snapshot made to fit the rules that there are now.

Job: keep of a snapshot what still exists, give the rest its default or leave it out, and say so in sentences. Input:
rules, a snapshot of others, and what its places were called (`saves.places_of`). Output: a snapshot that `restoring`
reads, whether what was being done has to go on first, and the report. Data may be dropped with a word; a statement
whose definition has changed is not found again, and what was being done there is broken off.
"""

# The data is of any type: it may come from a stranger.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler.interpreter.found_places import Lost, Places
from compiler.interpreter.saves import board_of
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Fault

Data = dict[str, Any]
_UNFIT = (KeyError, IndexError, ValueError, TypeError, AttributeError, RecursionError, OverflowError, Fault)
_SORTS: dict[str, tuple[type, ...]] = {
    "int": (int,), "bool": (bool,), "text": (str,), "rules": (str,), "drawing": (str,), "enum": (str,),
    "set": (list,), "list": (list,),
}  # fmt: skip
_OFFERS = ("Offering", "Window", "OfferingReplacement")
# Rows that take the result of what was done before them.
_TAKING = frozenset({"emitted", "entered", "chosen", "branch", "store"})
_ASKING = frozenset({"choose", "modes"})
_BUILDING = frozenset({"Building", "Seating"})
_ON_STACK = range(2, 9)  # where an event is while it is on the stack (`happening`)


def carried(rules: Any, snapshot: Mapping[str, Any], places: Mapping[str, Any]) -> tuple[Data, bool, list[str]]:
    """A snapshot of these rules; whether it has to go on before somebody is asked; the report."""
    try:
        return _Carrier(rules, snapshot, places).taken_over()
    except HostError:
        raise
    except _UNFIT as error:
        raise HostError(
            "the save is damaged: something in its state is missing, or stands where something else is needed"
        ) from error


class _Carrier:
    def __init__(self, rules: Any, snapshot: Mapping[str, Any], places: Mapping[str, Any]) -> None:
        self.rules, self.code, self.snapshot, self.state = rules, rules.code, dict(snapshot), snapshot["state"]
        self.places = Places(rules.code, places)
        self.word = self.places.word
        self.told: dict[str, int] = {}
        self.left_out: dict[int, str] = {}  # entities that are left out, and how they are called
        self.kind_of: dict[int, str] = {}
        self.lost: dict[tuple[str, int], str] = {}  # rows of the tables that are left out, and why
        self.is_cut = False
        self.laid: frozenset[Any] = frozenset()
        self.ways: dict[str, Callable[..., Any]] = {
            "entity": self.entity, "card": self.card, "granted": self.granted, "zone": self.zone,
            "list": lambda *items: ["list", *map(self.value, items)],
            "array": lambda *items: ["array", *map(self.value, items)],
            "roll": lambda *items: ["roll", *map(self.value, items)],
            "shape": lambda *numbers: ["shape", *numbers],
            "values": lambda *pairs: ["values", *([key, self.value(item)] for key, item in pairs)],
            "face": lambda number: self.row("faces", number), "event": lambda number: self.row("events", number),
            "env": lambda number: self.row("envs", number),
            "use": lambda id_, *parts: ["use", self.places.ability(id_), *map(self.value, parts)],
            "ability": lambda id_: ["ability", self.places.ability(id_)],
            "body": lambda name: ["body", self.places.body(name)[0]],
            "duration": lambda edge, skip, verbs, until, env: [
                "duration", edge, skip, verbs, None if until is None else self.places.until(until), self.value(env)
            ],
        }  # fmt: skip

    def tell(self, sentence: str) -> None:
        self.told[sentence] = self.told.get(sentence, 0) + 1

    def taken_over(self) -> tuple[Data, bool, list[str]]:
        state, made = self.state, dict(self.state)
        self.setup()
        if "board" in state:
            made["board"] = self.board(state["board"])
            self.laid = frozenset(square for square, *_ in made["board"]["squares"])
        for part in ("kinds", "removed"):
            for kind, columns in state[part].items():
                self.count_out(kind, columns)
        for part in ("kinds", "removed"):
            made[part] = {
                kind: self.columns(kind, columns) for kind, columns in state[part].items() if kind in self.code.classes
            }
        self.tables(made)
        made["standing"] = [
            [square, *kept]
            for square, *ids in state["standing"]
            if (kept := self.kept(ids)) and self.is_square(square, self.laid)
        ]
        made["effects"] = [row for effect in state["effects"] if (row := self.effect(*effect)) is not None]
        made["used"] = [row for used in state["used"] if (row := self.used(used)) is not None]
        made["started"] = {verb: count for verb, count in state["started"].items() if verb in self.code.verbs}
        made["revealed"] = [row for row in state["revealed"] if len(self.kept(row)) == len(row)]
        self.frames(made)
        held = {**self.snapshot, "hash": self.rules.hash, "state": made}
        report = [told if count == 1 else f"{told} ({count} times)" for told, count in self.told.items()]
        return held, self.is_cut, report or ["all of the state was taken over"]

    # ---- the setup
    def setup(self) -> None:
        setup, scenarios = dict(self.snapshot["setup"]), self.rules.scenarios
        name = setup.get("scenario", next(iter(scenarios), ""))
        if name not in scenarios:
            raise HostError(f"the rules have no scenario `{name:.60}` any more; load the save by `replay`")
        if "rosters" in setup:
            try:
                self.rules.deals.seated(setup["rosters"], name)
            except HostError as wrong:
                del setup["rosters"]
                self.tell(f"the rosters of the setup are not legal any more, and are left out of it: {wrong}")
        self.snapshot["setup"] = setup
        count = len(self.rules.scripts.positions_of(scenarios[name]))
        if self.snapshot["board"] is not None:
            is_there = 0 <= self.snapshot["board"] < count
            if not is_there or board_of(self.rules, self.snapshot) != self.places.board:
                raise HostError("the board of the scenario has another size now; load the save by `replay`")

    def board(self, board: Data) -> Data:
        """What was laid on the drawn board, without what it cannot have any more."""
        squares = [row for row in board["squares"] if self.is_square(row[0])]
        terrain = {name for _, *names in squares for name in names} - {*self.code.program.terrain}
        if len(squares) < len(board["squares"]) or terrain:
            self.tell("the drawn board cannot have all that was laid on it any more: the rest is left out")
        kept = [[square, *(name for name in names if name not in terrain)] for square, *names in squares]
        return {"squares": kept, "walls": board["walls"]}

    def is_square(self, square: Any, laid: frozenset[Any] | None = None) -> bool:
        """Whether a square of the drawn board is still there, or may be; where ``laid`` is given, it is one of these,
        or was drawn.
        """
        if self.snapshot["board"] is None:
            return True
        scenario = self.snapshot["setup"].get("scenario", next(iter(self.rules.scenarios)))
        position = self.rules.scripts.positions_of(self.rules.scenarios[scenario])[self.snapshot["board"]]
        grid = self.rules.scripts.board_of(position)[0]
        if not (type(square) is int and 0 <= square < len(grid.exists)):
            return False
        return grid.known(square) and (laid is None or square in laid or grid.exists[square])

    # ---- entities
    def count_out(self, kind: str, columns: Data) -> None:
        """Which entities of a kind cannot be taken over."""
        cards = columns.get("card") or [None] * len(columns["id"])
        for id_, card in zip(columns["id"], cards, strict=True):
            self.kind_of[id_] = kind
            shown = self.places.card_name(card) if card is not None else f"a `{self.word(kind)}`"
            if kind not in self.code.classes:
                self.left_out[id_] = shown
                self.tell(f"the rules have no kind `{self.word(kind)}` any more: what was of it is left out")
            elif card is not None and card not in self.code.prototypes:
                self.left_out[id_] = shown
                self.tell(f"the card {shown} is not in the rules any more: it is left out")
            elif card is not None and self.code.prototypes[card]._kind != kind:
                self.left_out[id_] = shown
                self.tell(f"the card {shown} is no `{self.word(kind)}` any more: it is left out")

    def kept(self, ids: list[Any]) -> list[Any]:
        return [id_ for id_ in ids if id_ not in self.left_out]

    def columns(self, kind: str, columns: Data) -> Data:
        rows = [row for row, id_ in enumerate(columns["id"]) if id_ not in self.left_out]
        made: Data = {"id": [columns["id"][row] for row in rows]}
        if "card" in columns:
            made["card"] = [columns["card"][row] for row in rows]
        if "statuses" in columns:
            made["statuses"] = [self.kept(columns["statuses"][row]) for row in rows]
        if "keywords" in columns:
            made["keywords"] = [self.keywords(columns["keywords"][row]) for row in rows]
        if self.code.classes[kind]._figure:
            made["at"] = [self.at(columns["at"][row] if "at" in columns else None) for row in rows]
        cards = made.get("card") or [None] * len(rows)
        fields, declared = columns["fields"], self.code.program.kinds[kind].fields
        for name in sorted(set(fields) - {f.name for f in declared}):
            self.tell(f"a `{self.word(kind)}` has no field `{self.word(name)}` any more: its value is left out")
        made["fields"] = {
            f.name: [
                self.field(kind, f, fields[f.name][row]) if f.name in fields else self.new_field(kind, f, card)
                for row, card in zip(rows, cards, strict=True)
            ]
            for f in declared
        }
        return made

    def at(self, square: Any) -> Any:
        if square is None or self.is_square(square, self.laid):
            return square
        self.tell("a square is not on the board any more: what stood there stands nowhere")
        return None

    def keywords(self, instances: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for id_, name, *values in instances:
            trait = self.code.program.traits.get(name)
            if trait is None or len(trait.params) != len(values):
                self.tell(
                    f"the keyword `{self.word(name)}` is not there any more, or takes other values: it is left out"
                )
            else:
                kept.append([id_, name, *map(self.value, values)])
        return kept

    def new_field(self, kind: str, declared: Any, card: str | None) -> Any:
        found = self.default(declared, card)
        self.tell(f"the field `{self.word(declared.name)}` of a `{self.word(kind)}` is new: it has its default")
        return found

    def default(self, declared: Any, card: str | None = None) -> Any:
        if declared.zone:
            return []
        return _written(getattr(self.code.prototypes[card], declared.name) if card is not None else declared.default)

    def field(self, kind: str, declared: Any, value: Any) -> Any:
        """A value that the field can have, or its default."""
        was_zone = isinstance(value, list) and not (value and isinstance(value[0], str))
        if declared.zone and was_zone:
            return self.kept(value)
        shown = f"the field `{self.word(declared.name)}` of a `{self.word(kind)}`"
        try:
            if not declared.zone and not was_zone:
                found = self.value(value)
                if self.fits(declared, found):
                    return found
            self.tell(f"{shown} takes other values now: it has its default")
        except Lost as lost:
            self.tell(f"{shown} named what is left out ({lost}): it has its default")
        return self.default(declared)

    def fits(self, declared: Any, value: Any) -> bool:
        sorts = _SORTS.get(declared.type)
        if sorts is None or (value is None and declared.default is None):
            return True
        if type(value) not in sorts or (isinstance(value, list) and value[0] != "list"):
            return False
        if declared.type == "enum":
            return any(value in values for values in self.code.program.enums.values())
        least, most = declared.minimum, declared.maximum
        return not ((least is not None and value < least) or (most is not None and value > most))

    # ---- values
    def value(self, value: Any) -> Any:
        """A value of the new rules; raises Lost for one that names what is left out."""
        if isinstance(value, list):
            way = self.ways.get(value[0])
            return way(*value[1:]) if way is not None else value
        return value

    def entity(self, id_: int) -> Any:
        if id_ in self.left_out:
            raise Lost(f"{self.left_out[id_]} is left out")
        return ["entity", id_]

    def card(self, id_: str) -> Any:
        if id_ not in self.code.prototypes:
            raise Lost(f"the card {self.places.card_name(id_)} is not in the rules any more")
        return ["card", id_]

    def granted(self, name: str, bearer: Any, values: list[Any]) -> Any:
        trait = self.code.program.traits.get(name)
        if trait is None or len(trait.params) != len(values):
            raise Lost(f"the keyword `{self.word(name)}` is not there any more, or takes other values")
        return ["granted", name, self.value(bearer), [self.value(value) for value in values]]

    def zone(self, owner: Any, name: str) -> Any:
        found = self.value(owner)
        kind = self.code.program.kinds[self.kind_of[found[1]]]
        if not any(f.name == name and f.zone for f in kind.fields):
            raise Lost(f"a `{self.word(kind.name)}` has no zone `{self.word(name)}` any more")
        return ["zone", found, name]

    def row(self, table: str, number: int) -> Any:
        if (table, number) in self.lost:
            raise Lost(self.lost[table, number])
        return [table.removesuffix("s"), number]

    # ---- what is named by position
    def tables(self, made: Data) -> None:
        """Faces, events and kept values. A row that cannot be taken over is left empty, and nothing names it."""
        state = self.state
        for number, (die, index) in enumerate(state["faces"]):
            try:
                if index >= self.code.die_size(die, 0):
                    raise Lost(f"the die `{self.word(die)}` has other faces")
            except (Lost, Fault) as lost:
                self.lost["faces", number] = str(lost)
        made["faces"] = [["d2", 0] if ("faces", n) in self.lost else row for n, row in enumerate(state["faces"])]
        for table, taken_over in (("envs", self.env), ("events", self.event)):
            found: dict[int, Data] = {}
            while True:  # what names a row that is left out is left out, too
                before = len(self.lost)
                for number, row in enumerate(state[table]):
                    if (table, number) not in self.lost:
                        try:
                            found[number] = taken_over(number, row)
                        except Lost as lost:
                            self.lost[table, number] = str(lost)
                if len(self.lost) == before:
                    break
            made[table] = [self.empty(table) if (table, n) in self.lost else found[n] for n in range(len(state[table]))]

    def empty(self, table: str) -> Data:
        if table == "envs":
            return {}
        return {
            "verb": self.code.program.start, "parent": None, "number": 0, "outcome": "", "reason": None, "use": None,
            "replaced": [], "prevented": [], "values": {},
        }  # fmt: skip

    def env(self, number: int, row: Data) -> Data:
        owner = self.places.owner_of_env(self.state, number)
        return {self.places.renamed(owner, name): self.value(value) for name, value in row.items()}

    def event(self, number: int, row: Data) -> Data:
        verb = self.code.verbs.get(row["verb"])
        if verb is None:
            raise Lost(f"the rules have no `{self.word(row['verb'])}` any more")
        names = [*(name for name, _, _ in verb.params), *verb.lets]
        if any(name not in row["values"] for name in names):
            raise Lost(f"`{self.word(row['verb'])}` has other values now")
        replaced = [[self.places.some_ability(id_), this] for id_, this in row["replaced"] if this not in self.left_out]
        return {
            **row, "parent": self.value(row["parent"]), "use": self.value(row["use"]),
            "reason": None if row["reason"] is None else self.value(row["reason"]),
            "replaced": sorted(pair for pair in replaced if pair[0] is not None),
            "values": {name: self.value(value) for name, value in row["values"].items() if name in names},
        }  # fmt: skip

    # ---- the rest
    def effect(self, number: int, duration: Any, modifiers: list[Any], env: Any, status: Any) -> list[Any] | None:
        try:
            if status is not None:
                self.entity(status)
            return [number, self.value(duration), [self.places.lasting(m) for m in modifiers], self.value(env), status]
        except Lost as lost:
            self.tell(f"a lasting effect is left out: {lost}")
            return None

    def used(self, row: list[Any]) -> list[Any] | None:
        id_, carrier, *rest = row
        found = self.places.some_ability(id_)
        if found is None:
            self.tell(f"how often {self.places.describe(f'run {id_}')} was used is not kept: it is not there any more")
        return [found, carrier, *rest] if found is not None and carrier not in self.left_out else None

    # ---- what is being done
    def frames(self, made: Data) -> None:
        kept: list[Any] = []
        lost = ""
        for frame in self.state["frames"]:
            try:
                kept.append(self.frame(*frame))
            except Lost as found:
                lost = str(found)
                break
        if lost:
            self.is_cut = True
            while kept and not self.can_resume(kept[-1]):
                kept.pop()
            if not any(name == "Body" for name, _, _ in kept):
                raise HostError(f"{lost}, and all that was being done is in it; load the save by `replay`")
            self.tell(f"{lost}: what was being done there is broken off, and the match goes on after it")
        elif kept:
            self.ask_anew(kept)
        made["frames"] = kept
        running = [values["event"] for name, pc, values in kept if name == "Happening" and pc in _ON_STACK]
        made["stack"] = [self.value(event) for event in self.state["stack"] if event in running]
        is_checking = any(frame[0] == "Checking" for frame in kept)
        made["checking"] = self.state["checking"] if is_checking else []

    def frame(self, name: str, pc: int, values: Data) -> list[Any]:
        if name == "Body":
            found, _ = self.places.body(values["code"][1])
            v = [[self.places.renamed(values["code"][1], key), self.value(item)] for key, item in values["v"][1:]]
            return [name, pc, {"code": ["body", found], "v": ["values", *v]}]
        if name == "Acting":
            raise Lost("an automated figure was acting")
        if name == "Checking" and not self.places.same_checks():
            raise Lost("the state checks have changed")
        if name in _OFFERS and pc == 2:
            values = {**values, "found": ["array"]}  # it is worked out anew
        if name == "Firing":
            values = {**values, "waiting": ["array", *self.still_waiting(values["waiting"][1:])]}
        if name == "Happening" and values["verb"] not in self.code.verbs:
            raise Lost(f"the rules have no `{self.word(values['verb'])}` any more")
        return [name, pc, {slot: self.value(value) for slot, value in values.items()}]

    def still_waiting(self, waiting: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for row in waiting:
            try:
                self.value(row)
                kept.append(row)
            except Lost as lost:
                self.tell(f"an ability that was about to be carried out is left out: {lost}")
        return kept

    def can_resume(self, frame: list[Any]) -> bool:
        """Whether a frame can go on without the result of what it waited for."""
        name, pc, values = frame
        if name == "Body":
            rows = self.code.bodies[values["code"][1]].rows
            if pc < len(rows) and rows[pc - 1][0] in _ASKING:
                frame[1] = pc - 1
                return True
            return bool(pc < len(rows) and rows[pc][0] not in _TAKING)
        if name in _BUILDING:
            return False
        return bool(pc == 2 if name in (*_OFFERS, "Firing", "Replacing") else pc > 0)

    def ask_anew(self, kept: list[Any]) -> None:
        """What is asked of a player is worked out under the new rules."""
        if len(kept) < 2:
            return
        name, pc, values = kept[-2]
        if name in _OFFERS and pc == 1:
            kept[-2:] = [[name, 0, {**values, "found": ["array"], "count": values["count"] - 1}]]
            self.is_cut = True
        elif name == "Body" and self.code.bodies[values["code"][1]].rows[pc - 1][0] in _ASKING:
            kept[-2:] = [[name, pc - 1, values]]
            self.is_cut = True


def _written(value: Any) -> Any:
    """A value of a card or a default as a snapshot has it."""
    if isinstance(value, tuple):
        return ["list", *map(_written, value)]
    return ["card", value._id] if hasattr(value, "_id") else value

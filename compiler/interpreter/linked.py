"""A rules table made ready to run.

Job: join what the rules of a game are made of, so that a running game finds it by name: classes and cards from the
data; abilities by what they answer, modifiers by what they change. Input: the data of a program and a rules table
(``docs/engines.md``). Output: Linked, shared by all games. Knows neither the core tree nor how the functions were made.
"""

# The rows of a rules table are of any type: whoever made the table knew which.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from compiler.interpreter.frames import BodyCode
from compiler.interpreter.linked_rows import (
    AbilityCode,
    CheckCode,
    EventCode,
    EventsCode,
    Fn,
    LiveCode,
    ModifierCode,
    PositionCode,
    RefusalCode,
    RosterCode,
    ScriptCode,
    StageCode,
    StatCode,
    StepCode,
    ThenCode,
    VerbCode,
)
from compiler.interpreter.values import Entity, Fault

_MOST_FACES = 10_000

Row = Mapping[str, Any]


class Linked:
    """What all games of one program share. ``program`` has the data of the rules table as attributes."""

    def __init__(self, program: Any) -> None:
        self.program = program
        self.spans: Sequence[Any] = program.spans
        self.bodies: dict[str, BodyCode] = {}
        self.marking = False  # whether its functions mark the rows of the rulebook that they carry out
        self.watch: Callable[[], bool] | None = None  # asked by each game from time to time, whether it is to stop
        self.lasting: list[ModifierCode] = []
        self.untils: list[Fn] = []  # conditions of durations: (rt, then, env)
        # The groups of what is remembered, by the form and name of a text.
        forms = "stat", "trait", "verb", "check", "walk", "carriers"
        self.group_of: dict[str, dict[Any, int]] = {form: {} for form in forms}
        self.sources = frozenset(str(place.path) for place in self.spans)  # the files that functions are from
        self.make_kinds()
        self.prototypes = {card.id: self.prototype(card) for card in program.cards.values()}
        for prototype in self.prototypes.values():
            self.link_cards(prototype)
        self.rows_of_kind = {name: self.data_rows_of(kind) for name, kind in program.kinds.items()}

    @cached_property
    def readers(self) -> Mapping[str, frozenset[int]] | None:
        """The groups that read a part of the state; under `*` those that may read any. None: nobody knows."""
        if "remembering" not in self.rules:
            return None
        texts = self.rules["remembering"]["readers"]
        own = {part: frozenset(map(int, text.split())) for part, text in texts.items()}
        return {part: own["*"] | groups for part, groups in own.items()}

    @cached_property
    def names_in_rules(self) -> frozenset[str]:
        """All names but those of cards that rules give to what is chosen: traits, abilities, values, terrain, modes."""
        program = self.program
        abilities = {name for ability in self.abilities for name in (ability.label, ability.id)}
        modes = [row[2] for body in self.bodies.values() for row in body.rows if row[0] == "modes"]
        printed = (program.traits, program.terrain, *program.enums.values())
        return frozenset(abilities).union(*printed, *modes)

    @cached_property
    def place_numbers(self) -> dict[tuple[str, int, int], int]:
        """The position of each place in the table of places."""
        return {(p.path, p.line, p.column): at for at, p in reversed(list(enumerate(self.spans)))}

    @cached_property
    def parts(self) -> Row:
        """What saves find statements by."""
        found: Row = self.rules["parts"]
        return found

    # ---- data
    def make_kinds(self) -> None:
        program = self.program
        self.classes: dict[str, Any] = {}
        self.field_names: dict[str, tuple[str, ...]] = {}
        for kind in program.kinds.values():
            names = tuple(f.name for f in kind.fields)
            attributes = {
                "__slots__": (*names, "at") if kind.figure else names,
                "_kind": kind.name,
                "_kinds": frozenset(kind.ancestors),
                "_figure": kind.figure,
                "_stands": kind.figure and program.board.get("type") != "table",  # which has no squares to stand on
                "_sized": "size" in names,
            }
            self.classes[kind.name] = type(kind.name, (Entity,), attributes)
            self.field_names[kind.name] = names
        self.heirs: dict[str, tuple[str, ...]] = {
            name: tuple(k.name for k in program.kinds.values() if name in k.ancestors) for name in program.kinds
        }

    def prototype(self, card: Any) -> Any:
        """The card itself: an entity outside of any game, with its printed values."""
        made = self.classes[card.kind]()
        made._id, made._card, made._zone, made._alive = card.id, None, None, True
        made._statuses, made._keywords = (), ()
        for f in self.program.kinds[card.kind].fields:
            setattr(made, f.name, card.values.get(f.name, f.default))
        return made

    def link_cards(self, prototype: Any) -> None:
        for f in self.program.kinds[prototype._kind].fields:
            value = getattr(prototype, f.name)
            if f.type == "card" and value is not None:
                setattr(prototype, f.name, self.prototypes[value])
            elif (
                f.type in ("set", "list") and value and all(isinstance(v, str) and v in self.prototypes for v in value)
            ):
                setattr(prototype, f.name, tuple(self.prototypes[v] for v in value))

    def data_rows_of(self, kind: Any) -> tuple[str, ...]:
        rows = self.program.data_rows
        found: list[str] = []
        for ancestor in kind.ancestors:
            found += rows.get(f"kind:{ancestor}", ())
            found += [r for f in kind.fields for r in rows.get(f"field:{ancestor}.{f.name}", ())]
        return tuple(dict.fromkeys(found))

    def die_size(self, die: str, at: int) -> int:
        faces = self.program.dice.get(die, ...)
        if faces is None:
            raise Fault(f"the faces of {die} are not known", at)
        size = int(die[1:]) if faces is ... else len(faces)
        if not 0 < size <= _MOST_FACES:
            raise Fault(f"{die} does not have from 1 to {_MOST_FACES} faces", at)
        return size

    def face(self, die: str, index: int) -> dict[str, int]:
        faces = self.program.dice.get(die)
        return faces[index] if faces is not None else {"value": index + 1}

    # ---- joining
    def link(self, rules: Row) -> None:
        """Takes over the functions of a rules table."""
        self.rules = rules
        self.take_groups_of(rules.get("remembering"))
        self.functions: dict[str, Fn] = dict(rules["functions"])
        self.stat_of: dict[tuple[str, str], StatCode] = {}
        for row in rules["stats"]:
            rows = self.program.data_rows.get(f"stat:{row['kind']}.{row['name']}", ())
            for heir in self.heirs[row["kind"]]:
                self.stat_of[heir, row["name"]] = StatCode(row["value"], row["stacking"], rows)
        self.verbs = {name: self.linked_verb(row) for name, row in rules["verbs"].items()}
        self.checks = [
            CheckCode(
                frozenset(row["reads"]),
                row["found"],
                self.body(row["body"]),
                row["rows"],
                self.group_of["check"].get(number, 0),
            )
            for number, row in enumerate(rules["checks"])
        ]
        self.checked_fields = frozenset(f for c in self.checks for f in c.reads)
        self.add_lasting_rows(rules["lasting"])
        self.untils += rules["untils"]
        self.rosters = {
            name: RosterCode(row["rows"], tuple(row["requirements"])) for name, row in rules["rosters"].items()
        }
        self.link_lives(rules["lives"])
        self.link_abilities(rules["abilities"])

    def take_groups_of(self, row: Row | None) -> None:
        """The groups of an exported table; a compiled game has its own."""
        if row is not None:
            self.group_of = {form: dict(row[form]) for form in ("stat", "trait", "verb")}
            self.group_of["check"] = dict(enumerate(row["checks"]))
            self.group_of["walk"] = {**dict(row["walked"]), "all": row["all_ways"]}
            self.group_of["carriers"] = {(form, name): group for form, name, group in row["carriers"]}

    def linked_verb(self, row: Row) -> VerbCode:
        params = tuple((p["name"], p["default"], p["optional"]) for p in row["params"])
        body = self.body(row["body"])
        return VerbCode(row["at"], params, row["lets"], row["head"], row["recheck"], body, row["rows"])

    def body(self, row: Row) -> BodyCode:
        made = self.bodies[row["name"]] = BodyCode(row["name"], row["rows"])
        return made

    def some_body(self, row: Row | None) -> BodyCode | None:
        return self.body(row) if row is not None else None

    def add_lasting_rows(self, rows: Sequence[Row]) -> None:
        self.lasting += [_modifier(row) for row in rows]

    # ---- tests and scenarios
    def scripts(self, scripts: Iterable[Any]) -> list[ScriptCode]:
        """Tests and scenarios, ready to run, from their rows; those that share a position go on sharing it."""
        known: dict[int, Any] = {}
        return [self.script(row, known) for row in scripts]

    def script(self, row: Row, known: dict[int, Any]) -> ScriptCode:
        """A script of a table; ``known`` holds by identity the positions and steps that scripts have in common."""
        foregoing = tuple(
            StageCode(
                stage["test"],
                tuple(_shared(p, self.position, known) for p in stage["positions"]),
                tuple(_shared(s, self.step, known) for s in stage["steps"]),
            )
            for stage in row["foregoing"]
        )
        return ScriptCode(
            row["name"], row["at"], row["rows"], foregoing,
            tuple(_shared(p, self.position, known) for p in row["positions"]),
            tuple(_shared(s, self.step, known) for s in row["steps"]),
            row["illegal"], _events(row["happens"]),
            (row["roster"]["name"], row["roster"]["values"]) if row["roster"] is not None else None,
        )  # fmt: skip

    def position(self, row: Row) -> PositionCode:
        build, do = self.body(row["build"]), self.body(row["do"])
        return PositionCode(row["at"], row["board"], row["letters"], build, do)

    def step(self, row: Row) -> StepCode:
        refused = tuple(
            RefusalCode(r["at"], r["because"], r["answer"], _event(r["call"]) if r["call"] is not None else None)
            for r in row["refused"]
        )
        return StepCode(
            row["at"], self.body(row["do"]), tuple(_then(t) for t in row["then"]), row["choices"], row["dice"],
            row["draws"], row["offered"], row["not_offered"], refused, _events(row["happens"]),
            tuple((n["name"], n["value"]) for n in row["named"]),
        )  # fmt: skip

    def link_lives(self, rows: Sequence[Row]) -> None:
        self.lives: list[LiveCode] = []
        self.live_of_kind: dict[str, LiveCode] = {}
        for row in rows:
            way = (row["through"]["verb"], row["through"]["values"]) if row["through"] is not None else None
            made = LiveCode(bool(row["each"]), row["subject"], row["condition"], row["needs_self"], way)
            self.lives.append(made)
            for heir in self.heirs[row["kind"]]:
                self.live_of_kind.setdefault(heir, made)

    def link_abilities(self, rows: Sequence[Row]) -> None:
        self.modifiers: dict[tuple[str, str], list[tuple[AbilityCode, ModifierCode]]] = {}
        self.forbids: dict[str, list[tuple[AbilityCode, ModifierCode]]] = {}
        self.recharges: dict[str, list[tuple[AbilityCode, Fn | None]]] = {}
        self.abilities: list[AbilityCode] = []
        for index, row in enumerate(rows):
            made = self.ability(index, row)
            self.abilities.append(made)
            for verb in row["recharged_by"]:
                self.recharges.setdefault(verb, []).append((made, row["recharged_if"]))
            for modifier in row["modifiers"]:
                self.file_modifier(made, _modifier(modifier))
            for verb in row["verbs"]:
                book = self.verbs[verb].triggers if row["form"] == "trigger" else self.verbs[verb].reactions
                key = (row["step"], row["timing"])
                book[key] = (*book.get(key, ()), made)
        self._activations: dict[tuple[str, ...], tuple[AbilityCode, ...]] = {}
        self.activations, self.ais = (
            tuple(a for a in self.abilities if a.form_of_use == form) for form in ("activation", "ai")
        )

    def ability(self, index: int, row: Row) -> AbilityCode:
        live = self.lives[row["live"]] if row["live"] is not None else None
        carrier = row["carrier"]
        bearers = carrier["form"], carrier["name"] if carrier["form"] != "card" else str(row["live"])
        return AbilityCode(
            index, row["id"], row["at"], carrier["form"], carrier["name"], row["label"], row["step"], live,
            row["condition"], row["requires"], self.some_body(row["costs"]), row["limits"], row["uses"], row["classes"],
            row["chooser"], row["feasible"], self.some_body(row["body"]), row["rows"], row["form"],
            self.group_of["carriers"].get(bearers, 0), row["costs_number"],
        )  # fmt: skip

    def file_modifier(self, ability: AbilityCode, modifier: ModifierCode) -> None:
        if modifier.form == "forbid":
            for verb in modifier.verbs:
                self.forbids.setdefault(verb, []).append((ability, modifier))
        else:
            self.modifiers.setdefault((modifier.form, modifier.stat), []).append((ability, modifier))

    def activations_of(self, classes: tuple[str, ...]) -> tuple[AbilityCode, ...]:
        """The activated abilities of some timing classes; those without a class have the class ``any``."""
        found = self._activations.get(classes)
        if found is None:
            found = tuple(a for a in self.activations if not classes or set(classes) & set(a.classes or ("any",)))
            self._activations[classes] = found
        return found


def program_of(rules: Row) -> Any:
    """What a rules table says of a program beside its functions, as attributes."""
    data = rules["data"]
    paths, owners = data["paths"], data["owners"]
    places = ({"path": paths[p], "line": line, "column": c, "owner": owners[o]} for p, line, c, o in data["spans"])
    kinds = {
        name: SimpleNamespace(**{**kind, "fields": tuple(SimpleNamespace(**f) for f in kind["fields"])})
        for name, kind in data["kinds"].items()
    }
    told = {
        **{name: rules[name] for name in ("game", "version", "start", "board", "policy")},
        **data,
        **{part: {n: SimpleNamespace(**row) for n, row in data[part].items()} for part in ("traits", "cards")},
        "kinds": kinds,
        "spans": tuple(SimpleNamespace(**place) for place in places),
    }
    return SimpleNamespace(**told)


def _modifier(row: Row) -> ModifierCode:
    return ModifierCode(
        row["at"], row["form"], row["stat"], row["verbs"], row["scope"], row["value"], tuple(row["values"]),
        row["condition"], row["rows"],
    )  # fmt: skip


def _shared(row: Row, made: Callable[[Row], Any], known: dict[int, Any]) -> Any:
    if id(row) not in known:
        known[id(row)] = made(row)
    return known[id(row)]


def _then(row: Row) -> ThenCode:
    parts = tuple(map(_then, row["parts"]))
    return ThenCode(row["text"], row["at"], row["test"], row["left"], row["right"], row["joined"], parts)


def _event(row: Row) -> EventCode:
    return EventCode(row["text"], row["at"], row["verbs"], row["step"], row["test"])


def _events(row: Row) -> EventsCode:
    return EventsCode(*(tuple(map(_event, row[part])) for part in ("events", "never", "exactly")))

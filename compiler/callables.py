"""The core program to Python functions.

Job: compile every pure function, verb, ability, modifier and check to a Python function through Python's own syntax
tree. Code objects carry the content file's name and lines, so that a traceback, a breakpoint and coverage point into
cards and rules. Expressions become pure functions, statements generators that yield requests. No text of an author is
evaluated: only nodes of the core tree become code, and no builtin is in its reach.
"""

from __future__ import annotations

import ast as py
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from compiler import ir
from compiler.fixed import fixed_functions
from compiler.interpreter.core import ENVIRONMENT
from compiler.interpreter.values import Entity, Fault
from compiler.py_expr import ExprWriter, Names
from compiler.py_loops import LoopWriter
from compiler.py_stmt import StmtWriter

Fn = Callable[..., Any]


@dataclass(slots=True)
class LiveCode:
    """A `live` line: `condition(rt, self, this)`, `subject(rt, this)`; ``through`` is a verb and its values."""

    each: bool
    subject: Fn
    condition: Fn | None
    needs_self: bool
    through: tuple[str, Fn] | None


@dataclass(slots=True)
class ModifierCode:
    """`scope(rt, it, then, self, this, env)` and likewise the others."""

    at: int
    form: str
    stat: str
    verbs: tuple[str, ...]
    scope: Fn | None
    value: Fn | None
    values: tuple[Fn, ...]
    condition: Fn | None
    rows: tuple[str, ...]


@dataclass(slots=True)
class AbilityCode:
    """An ability ready to run: every function takes (rt, self, this, trigger)."""

    index: int
    id: str
    at: int
    form: str
    name: str
    label: str
    step: str
    live: LiveCode | None
    condition: Fn | None
    requires: Fn | None
    costs: Fn | None
    limits: tuple[str, ...]
    uses: int
    classes: tuple[str, ...]
    chooser: Fn | None
    feasible: Fn | None
    body: Fn | None
    rows: tuple[str, ...]
    form_of_use: str = ""


# What answers an event: by step (empty for the event itself) and timing.
Book = dict[tuple[str, str], tuple[AbilityCode, ...]]


@dataclass(slots=True)
class VerbCode:
    """A verb: `head` and `recheck` give a failed requirement or None, `body` is a generator."""

    at: int
    params: tuple[tuple[str, Fn | None, bool], ...]
    lets: tuple[str, ...]
    head: Fn
    recheck: Fn
    body: Fn
    rows: tuple[str, ...]
    triggers: Book = field(default_factory=dict[tuple[str, str], tuple[AbilityCode, ...]])
    reactions: Book = field(default_factory=dict[tuple[str, str], tuple[AbilityCode, ...]])

    def watched(self, timing: str, step: str = "") -> bool:
        """Whether any ability of the game answers this moment."""
        return (step, timing) in self.triggers or (step, timing) in self.reactions


@dataclass(slots=True)
class CheckCode:
    """A state check: ``reads`` are fields; `found(rt)` tells whether it holds."""

    reads: frozenset[str]
    found: Fn
    body: Fn
    rows: tuple[str, ...]

    def is_due(self, written: set[str]) -> bool:
        return "*" in self.reads or bool(self.reads & written)


@dataclass(slots=True)
class StatCode:
    value: Fn | None
    stacking: str
    rows: tuple[str, ...]


class Code:
    """A program compiled for one interpreter; shared by all its games."""

    def __init__(self, program: ir.Program, *, marking: bool = False) -> None:
        self.program = program
        self.spans = list(program.spans)
        self.names = Names()
        self.pending: dict[str, list[py.stmt]] = {}
        self.space: dict[str, Any] = dict(ENVIRONMENT)
        self.marking = marking
        self.lasting: list[ModifierCode] = []
        self.rosters: dict[str, list[str]] = {}  # a function for each requirement, written when asked for
        self._lasting_nodes: list[ir.Modifier] = []
        self.kinds_and_cards()
        self.write_functions()
        self.abilities: list[AbilityCode] = []
        self.write_abilities()
        self.finish()

    # ---- data
    def kinds_and_cards(self) -> None:
        program = self.program
        self.classes: dict[str, Any] = {}
        self.field_names: dict[str, tuple[str, ...]] = {}
        for kind in program.kinds.values():
            names = tuple(f.name for f in kind.fields)
            slots = (*names, "at") if kind.figure else names
            attributes = {
                "__slots__": slots,
                "_kind": kind.name,
                "_kinds": frozenset(kind.ancestors),
                "_figure": kind.figure,
                "_stands": kind.figure and program.board.get("type") != "table",  # which has no squares to stand on
                "_sized": "size" in names,
            }
            self.classes[kind.name] = type(kind.name, (Entity,), attributes)
            self.field_names[kind.name] = names
        self.heirs = {
            name: tuple(k.name for k in program.kinds.values() if name in k.ancestors) for name in program.kinds
        }
        self.prototypes = {card.id: self.prototype(card) for card in program.cards.values()}
        for prototype in self.prototypes.values():
            self.link_cards(prototype)
        self.rows_of_kind = {name: self.data_rows_of(kind) for name, kind in program.kinds.items()}
        self.stat_of: dict[tuple[str, str], StatCode] = {}

    def prototype(self, card: ir.CardDecl) -> Any:
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

    def data_rows_of(self, kind: ir.KindDecl) -> tuple[str, ...]:
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
        return int(die[1:]) if faces is ... else len(faces)

    def face(self, die: str, index: int) -> dict[str, int]:
        faces = self.program.dice.get(die)
        return faces[index] if faces is not None else {"value": index + 1}

    # ---- writing
    def function(self, name: str, params: tuple[str, ...], body: list[py.stmt], at: int) -> None:
        """Notes a function to be compiled with the others of its file."""
        place = self.spans[at]
        arguments = py.arguments(
            posonlyargs=[], args=[py.arg(arg=p) for p in ("rt", *params)], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        made = py.FunctionDef(
            name=name, args=arguments, body=body or [py.Pass()], decorator_list=[], lineno=place.line, col_offset=0
        )
        self.pending.setdefault(place.path, []).append(made)

    def pure(self, name: str, params: tuple[str, ...], node: ir.Expr, rows: tuple[str, ...] = ()) -> str:
        """A pure function of an expression; gives its identifier."""
        identifier = self.names.fresh(name)
        writer = LoopWriter(self)
        body: list[py.stmt] = [writer.mark(rows, node.at)] if self.marking and rows else []
        body += writer.answer(node, frozenset(p.removeprefix("v_") for p in params))
        self.function(identifier, params, body, node.at)
        return identifier

    def generator(self, name: str, params: tuple[str, ...], body: tuple[ir.Stmt, ...], at: int, **how: Any) -> str:
        """A generator of statements; gives its identifier."""
        identifier = self.names.fresh(name)
        writer = StmtWriter(self, **how)
        self.function(identifier, params, writer.generator(body, at), at)
        return identifier

    def requirement(self, name: str, params: tuple[str, ...], head: tuple[Any, ...], at: int, **how: Any) -> str:
        identifier = self.names.fresh(name)
        writer = StmtWriter(self, **how)
        self.function(identifier, params, writer.requirements(head, at), at)
        return identifier

    def mapping(self, name: str, params: tuple[str, ...], pairs: tuple[tuple[str, ir.Expr], ...], at: int) -> str:
        """A pure function that gives a verb's values by parameter; gives its identifier."""
        identifier = self.names.fresh(name)
        writer = ExprWriter(self)
        self.function(identifier, params, [writer.located(py.Return(writer.mapping(pairs, at)), at)], at)
        return identifier

    def write_functions(self) -> None:
        program = self.program
        self.function_ids = {name: self.names.fresh(name) for name in program.functions}
        self.fixed = fixed_functions(program)
        for function in program.functions.values():
            self.write_function(function)
        self.stat_ids = [
            (s, self.pure(f"stat {s.name}", ("v_self",), s.value) if s.value else "") for s in program.stats
        ]
        self.verb_ids = {verb.name: self.write_verb(verb) for verb in program.verbs.values()}
        self.check_ids = [self.write_check(check) for check in program.checks]
        self.live_ids = [self.write_live(live) for live in program.lives]

    def write_function(self, function: ir.Function) -> None:
        writer = LoopWriter(self)
        if function.body is None:
            body = [writer.unknown(function.name, function.at)]
        else:
            body = [writer.mark(function.rows, function.at)] if self.marking and function.rows else []
            if function.name in self.fixed and not self.marking:
                body += writer.remembered(function)
            else:
                body += writer.answer(function.body, frozenset(function.params))
        params = tuple(f"v_{p}" for p in function.params)
        self.function(self.function_ids[function.name], params, body, function.at)

    def write_verb(self, verb: ir.Verb) -> tuple[ir.Verb, list[tuple[str, str, bool]], str, str, str]:
        params = [
            (p.name, self.pure(f"default {p.name}", (), p.default) if p.default is not None else "", p.optional)
            for p in verb.params
        ]
        head = self.requirement(f"require {verb.name}", ("v_ev",), verb.head, verb.at)
        again = self.requirement(f"recheck {verb.name}", ("v_ev",), verb.head, verb.at, lets=False)
        body = self.generator(f"do {verb.name}", ("v_ev",), verb.body, verb.at)
        return verb, params, head, again, body

    def write_check(self, check: ir.StateCheck) -> tuple[ir.StateCheck, str, str]:
        condition = check.source if check.source is not None else check.condition
        found = self.pure(f"found {check.name}", (), condition)
        body = self.generator(f"on {check.name}", (), check.body, check.at)
        return check, found, body

    def write_live(self, live: ir.Live) -> tuple[ir.Live, str, str, bool, str]:
        subject = self.pure(f"self of {live.kind}", ("v_this",), live.subject, live.rows)
        params = ("v_self", "v_this")
        condition = self.pure(f"live {live.kind}", params, live.condition) if live.condition is not None else ""
        needs = live.condition is not None and any(
            isinstance(n, ir.Local) and n.name == "self" for n in live.condition.walk()
        )
        through = ""
        if live.through is not None:
            through = self.mapping(f"through {live.kind}", params, live.through[1], live.at)
        return live, subject, condition, needs, through

    # ---- abilities
    def write_abilities(self) -> None:
        self.ability_ids = [self.write_ability(ability) for ability in self.program.abilities]

    def write_ability(self, ability: ir.Ability) -> dict[str, Any]:
        params = ("v_self", "v_this", "v_trigger")
        live = self.live_line(ability)
        ids: dict[str, Any] = {}
        recharges = ability.recharges or (live.recharges if live is not None else None)
        ids["recharged_by"] = recharges[0] if recharges is not None else ()
        nodes = {"condition": ability.condition, "chooser": ability.chooser, "feasible": ability.feasible,
                 "recharged_if": recharges[1] if recharges is not None else None}  # fmt: skip
        for part, node in nodes.items():
            ids[part] = self.pure(f"{part} {ability.id}", params, node) if node is not None else ""
        requires = (*(live.requires if live is not None else ()), *ability.requires)
        ids["requires"] = self.requirement(f"requires {ability.id}", params, requires, ability.at) if requires else ""
        costs = (*(live.costs if live is not None else ()), *ability.costs)
        ids["costs"] = self.generator(f"pay {ability.id}", params, costs, ability.at, paying=True) if costs else ""
        ids["body"] = ""
        if ability.form != "passive":
            ids["body"] = self.generator(f"run {ability.id}", params, ability.body, ability.at, step=ability.step)
        ids["modifiers"] = [self.write_modifier(m, ability.id) for m in ability.modifiers]
        return ids

    def live_line(self, ability: ir.Ability) -> ir.Live | None:
        if ability.carrier.form != "card":
            return None
        kind = self.program.cards[ability.carrier.name].kind
        for ancestor in self.program.kinds[kind].ancestors:
            for live in self.program.lives:
                if live.kind == ancestor and live.field == ability.carrier.field:
                    return live
        return None

    def write_modifier(self, node: ir.Modifier, owner: str) -> tuple[ir.Modifier, dict[str, Any]]:
        params = ("v_it", "v_then", "v_self", "v_this", "v_env")
        ids: dict[str, Any] = {"values": [self.pure(f"value {owner}", params, v) for v in node.values]}
        for part in ("scope", "value", "condition"):
            found = getattr(node, part)
            ids[part] = self.pure(f"{part} {owner}", params, found) if found is not None else ""
        return node, ids

    def add_lasting(self, node: ir.Modifier) -> int:
        """A modifier that a statement adds; statements name it by its position."""
        self._lasting_nodes.append(node)
        return len(self._lasting_nodes) - 1

    # ---- compiling and linking
    def finish(self) -> None:
        self.compile_pending()
        self.link()

    def compile_pending(self) -> None:
        """Compiles what was written since the last time, a module for each file of content."""
        fresh = [self.write_modifier(node, "lasting") for node in self._lasting_nodes[len(self.lasting) :]]
        for path, functions in self.pending.items():
            module = py.Module(body=functions, type_ignores=[])
            _fill_places(module, 1, 0)
            exec(compile(module, path, "exec"), self.space)
        self.pending = {}
        self.lasting += [self.modifier(node, ids) for node, ids in fresh]

    def fn(self, identifier: str) -> Fn | None:
        found: Fn | None = self.space[identifier] if identifier else None
        return found

    def sure(self, identifier: str) -> Fn:
        found = self.fn(identifier)
        assert found is not None
        return found

    def link(self) -> None:
        self.functions = {name: self.sure(identifier) for name, identifier in self.function_ids.items()}
        for stat, identifier in self.stat_ids:
            rows = self.program.data_rows.get(f"stat:{stat.kind}.{stat.name}", ())
            for heir in self.heirs[stat.kind]:
                self.stat_of[heir, stat.name] = StatCode(self.fn(identifier), stat.stacking, rows)
        self.verbs = {
            name: VerbCode(verb.at, tuple((p, self.fn(d), o) for p, d, o in params), verb.lets, self.sure(head),
                           self.sure(again), self.sure(body), verb.rows)
            for name, (verb, params, head, again, body) in self.verb_ids.items()
        }  # fmt: skip
        self.checks = [CheckCode(frozenset(c.reads), self.sure(f), self.sure(b), c.rows) for c, f, b in self.check_ids]
        self.checked_fields = frozenset(f for c in self.checks for f in c.reads)
        self.link_lives()
        self.link_abilities()

    def link_lives(self) -> None:
        self.lives: dict[tuple[str, str], LiveCode] = {}
        self.live_of_kind: dict[str, LiveCode] = {}
        for live, subject, condition, needs, through in self.live_ids:
            way = (live.through[0], self.sure(through)) if live.through is not None else None
            made = LiveCode(bool(live.each), self.sure(subject), self.fn(condition), needs, way)
            self.lives[live.kind, live.field] = made
            for heir in self.heirs[live.kind]:
                self.live_of_kind.setdefault(heir, made)

    def modifier(self, node: ir.Modifier, ids: dict[str, Any]) -> ModifierCode:
        return ModifierCode(
            node.at,
            node.form,
            node.stat,
            node.verbs,
            self.fn(ids["scope"]),
            self.fn(ids["value"]),
            tuple(self.sure(v) for v in ids["values"]),
            self.fn(ids["condition"]),
            node.rows,
        )

    def link_abilities(self) -> None:
        self.modifiers: dict[tuple[str, str], list[tuple[AbilityCode, ModifierCode]]] = {}
        self.forbids: dict[str, list[tuple[AbilityCode, ModifierCode]]] = {}
        self.grants: dict[str, bool] = {}
        self.recharges: dict[str, list[tuple[AbilityCode, Fn | None]]] = {}
        for index, (ability, ids) in enumerate(zip(self.program.abilities, self.ability_ids, strict=True)):
            made = self.ability(index, ability, ids)
            self.abilities.append(made)
            for node, parts in ids["modifiers"]:
                self.file_modifier(made, self.modifier(node, parts))
            for verb in ability.verbs:
                book = self.verbs[verb].triggers if ability.form == "trigger" else self.verbs[verb].reactions
                key = (ability.step, ability.timing)
                book[key] = (*book.get(key, ()), made)
        self._activations: dict[tuple[str, ...], tuple[AbilityCode, ...]] = {}
        self.activations = tuple(a for a in self.abilities if a.form_of_use == "activation")
        self.ais = tuple(a for a in self.abilities if a.form_of_use == "ai")
        for modifier in self.lasting:
            if modifier.form == "grant":
                self.grants[modifier.stat] = True

    def activations_of(self, classes: tuple[str, ...]) -> tuple[AbilityCode, ...]:
        """The activated abilities of some timing classes; those without a class have the class ``any``."""
        found = self._activations.get(classes)
        if found is None:
            wanted = set(classes)
            found = tuple(a for a in self.activations if not wanted or wanted & set(a.classes or ("any",)))
            self._activations[classes] = found
        return found

    def ability(self, index: int, ability: ir.Ability, ids: dict[str, Any]) -> AbilityCode:
        live = self.live_line(ability)
        code = self.lives[live.kind, live.field] if live is not None else None
        name = ability.label or ability.id
        limits = (*(live.limits if live is not None else ()), *ability.limits)
        classes = (*ability.classes, *(live.classes if live is not None and not ability.classes else ()))
        uses = ability.uses or (live.uses if live is not None else 0)
        made = AbilityCode(
            index, ability.id, ability.at, ability.carrier.form, ability.carrier.name, name, ability.step, code,
            self.fn(ids["condition"]), self.fn(ids["requires"]), self.fn(ids["costs"]), limits, uses, classes,
            self.fn(ids["chooser"]), self.fn(ids["feasible"]), self.fn(ids["body"]), ability.rows, ability.form,
        )  # fmt: skip
        for verb in ids["recharged_by"]:
            self.recharges.setdefault(verb, []).append((made, self.fn(ids["recharged_if"])))
        return made

    def file_modifier(self, ability: AbilityCode, modifier: ModifierCode) -> None:
        if modifier.form == "forbid":
            for verb in modifier.verbs:
                self.forbids.setdefault(verb, []).append((ability, modifier))
        else:
            self.modifiers.setdefault((modifier.form, modifier.stat), []).append((ability, modifier))
            if modifier.form == "grant":
                self.grants[modifier.stat] = True


def _fill_places(node: Any, line: int, column: int) -> None:
    """Gives every node without a place that of the node around it; each stands on one line."""
    if "lineno" in node._attributes:
        line, column = getattr(node, "lineno", None) or line, getattr(node, "col_offset", None) or column
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = column
    for child in py.iter_child_nodes(node):
        _fill_places(child, line, column)

"""The rules table of a program, which the interpreter and every target use.

Job: define which functions a game needs, their parameters, and their positions in the table that every runtime gets
(``docs/engines.md``). Input: a program, and a writer that turns nodes into functions. Output: mappings, tuples and
plain values, with a Ref for each function. Never knows how a function is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

from compiler.core import ir
from compiler.core.ir.node import without_places
from compiler.core.parts import Part
from compiler.core.reads import live_line
from compiler.core.scripts import (
    ConditionScript,
    EventScript,
    EventsScript,
    PositionScript,
    RefusalScript,
    Script,
    StepScript,
)
from dsl.dataclass import dataclass

FORMAT = 1
Table = dict[str, Any]
_THERE = ("v_self", "v_this", "v_trigger")


@dataclass(frozen=True, slots=True)
class Ref:
    """A function, by the identifier that its writer gave it."""

    identifier: str


class At(int):
    """A position in the span table; not a number of the game."""


class Writer(Protocol):
    """Writes functions. Each method takes the parameters of a function in ``params`` and returns its identifier.

    ``title`` is for people. A body is no function but ``{name, rows}`` (``compiler/core/instructions.py``); its
    ``how`` may say ``paying`` and ``step``.
    """

    def pure(self, name: str, params: tuple[str, ...], node: ir.Expr, rows: tuple[str, ...] = ()) -> str: ...

    def body_of(self, name: str, params: tuple[str, ...], body: tuple[ir.Stmt, ...], at: int, **how: Any) -> Any: ...

    def requirement(
        self, name: str, params: tuple[str, ...], head: tuple[Any, ...], at: int, *, lets: bool = True
    ) -> str: ...

    def mapping(self, name: str, params: tuple[str, ...], pairs: tuple[tuple[str, ir.Expr], ...], at: int) -> str: ...

    def game_functions(self) -> dict[str, str]: ...

    def lasting_nodes(self) -> list[ir.Modifier]: ...

    def until_nodes(self) -> list[ir.Span]: ...


class TableWriter:
    """Builds the table; functions are written in the order of the program."""

    def __init__(self, program: ir.Program, writer: Writer) -> None:
        self.program, self.writer = program, writer
        self.bodies: dict[str, int] = {}  # how many bodies have a title
        self.numbers_of_costs: dict[Any, int] = {}
        self.parts: list[Part] = []

    def table(self) -> Table:
        """All but the data, the lasting modifiers, the conditions of durations and the scripts."""
        program = self.program
        functions = {name: Ref(identifier) for name, identifier in self.writer.game_functions().items()}
        return {
            "functions": functions,
            "stats": tuple(self.stat(s) for s in program.stats),
            "verbs": {verb.name: self.verb(verb) for verb in program.verbs.values()},
            "checks": tuple(self.check(c) for c in program.checks),
            "invariants": tuple(self.invariant(i) for i in program.invariants),
            "lives": tuple(self.live(live) for live in program.lives),
            "abilities": tuple(self.ability(a) for a in program.abilities),
            "rosters": {roster.name: self.roster(roster) for roster in program.rosters.values()},
        }

    # ---- helpers
    def pure(self, name: str, params: tuple[str, ...], node: ir.Expr | None) -> Ref | None:
        return Ref(self.writer.pure(name, params, node)) if node is not None else None

    def body(self, name: str, params: tuple[str, ...], body: tuple[ir.Stmt, ...], at: int, **how: Any) -> Any:
        """A body has a name of its own, the same in every engine, by which a saved game finds it again."""
        count = self.bodies[name] = self.bodies.get(name, 0) + 1
        begun = len(self.writer.lasting_nodes()), len(self.writer.until_nodes())
        made = self.writer.body_of(f"{name} {count}" if count > 1 else name, params, body, at, **how)
        ended = len(self.writer.lasting_nodes()), len(self.writer.until_nodes())
        rows = tuple(row[0] for row in made["rows"])
        self.parts.append(Part(made["name"], body, rows, ended[0] - begun[0], ended[1] - begun[1]))
        return made

    # ---- rows
    def stat(self, node: ir.StatDecl) -> Table:
        value = self.pure(f"stat {node.name}", ("v_self",), node.value)
        return {"kind": node.kind, "name": node.name, "stacking": node.stacking, "value": value}

    def verb(self, node: ir.Verb) -> Table:
        write, event = self.writer, ("v_ev",)
        return {
            "at": At(node.at),
            "rows": node.rows,
            "params": tuple(
                {"name": p.name, "optional": p.optional, "default": self.pure(f"default {p.name}", (), p.default)}
                for p in node.params
            ),
            "lets": node.lets,
            "steps": node.steps,
            "head": Ref(write.requirement(f"require {node.name}", event, node.head, node.at)),
            "recheck": Ref(write.requirement(f"recheck {node.name}", event, node.head, node.at, lets=False)),
            "body": self.body(f"do {node.name}", event, node.body, node.at),
        }

    def check(self, node: ir.StateCheck) -> Table:
        found = node.source if node.source is not None else node.condition
        return {
            "name": node.name,
            "at": At(node.at),
            "reads": node.reads,
            "rows": node.rows,
            "found": self.pure(f"found {node.name}", (), found),
            "body": self.body(f"on {node.name}", (), node.body, node.at),
        }

    def invariant(self, node: ir.Invariant) -> Table:
        title, me = f"invariant {node.name}", ("v_self",) if node.kind else ()
        return {
            "name": node.name,
            "kind": node.kind,
            "at": At(node.at),
            "rows": node.rows,
            "broken": self.pure(title, (), node.broken),
            "told": tuple({"name": n, "value": self.pure(f"{n} of {title}", me, v)} for n, v in node.told),
        }

    def live(self, node: ir.Live) -> Table:
        subject = self.writer.pure(f"self of {node.kind}", ("v_this",), node.subject, node.rows)
        params = ("v_self", "v_this")
        through = None
        if node.through is not None:
            values = self.writer.mapping(f"through {node.kind}", params, node.through[1], node.at)
            through = {"verb": node.through[0], "values": Ref(values)}
        condition = node.condition
        return {
            "kind": node.kind,
            "field": node.field,
            "each": bool(node.each),
            "at": At(node.at),
            "rows": node.rows,
            "subject": Ref(subject),
            "condition": self.pure(f"live {node.kind}", params, condition),
            "needs_self": condition is not None and _reads(condition, "self"),
            "through": through,
        }

    def ability(self, node: ir.Ability) -> Table:
        position = live_line(self.program, node)
        live = self.program.lives[position] if position is not None else None
        recharges = node.recharges or (live.recharges if live is not None else None)
        requires = (*(live.requires if live is not None else ()), *node.requires)
        costs = (*(live.costs if live is not None else ()), *node.costs)
        body = None
        if node.form != "passive":
            body = self.body(f"run {node.id}", _THERE, node.body, node.at, step=node.step)
        return {
            "id": node.id,
            "at": At(node.at),
            "carrier": {"form": node.carrier.form, "name": node.carrier.name, "field": node.carrier.field},
            "form": node.form,
            "timing": node.timing,
            "verbs": node.verbs,
            "step": node.step,
            "label": node.label or node.id,
            "limits": (*(live.limits if live is not None else ()), *node.limits),
            "uses": node.uses or (live.uses if live is not None else 0),
            "classes": (*node.classes, *(live.classes if live is not None and not node.classes else ())),
            "rows": node.rows,
            "live": position,
            "condition": self.pure(f"condition {node.id}", _THERE, node.condition),
            "chooser": self.pure(f"chooser {node.id}", _THERE, node.chooser),
            "feasible": self.pure(f"feasible {node.id}", _THERE, node.feasible),
            "requires": Ref(self.writer.requirement(f"requires {node.id}", _THERE, requires, node.at))
            if requires
            else None,
            "costs": self.body(f"pay {node.id}", _THERE, costs, node.at, paying=True) if costs else None,
            "costs_number": self.costs_number(costs) if costs else None,
            "body": body,
            "recharged_by": recharges[0] if recharges is not None else (),
            "recharged_if": self.pure(f"recharged {node.id}", _THERE, recharges[1] if recharges else None),
            "modifiers": tuple(self.modifier(m, node.id) for m in node.modifiers),
        }

    def costs_number(self, costs: tuple[ir.Stmt, ...]) -> int:
        """The same number for costs that are the same but for their places: who can pay the one can pay the other."""
        return self.numbers_of_costs.setdefault(without_places(costs), len(self.numbers_of_costs))

    def modifier(self, node: ir.Modifier, owner: str) -> Table:
        params = ("v_it", "v_then", *_THERE[:2], "v_env")
        return {
            "at": At(node.at),
            "form": node.form,
            "stat": node.stat,
            "verbs": node.verbs,
            "rows": node.rows,
            "scope": self.pure(f"scope {owner}", params, node.scope),
            "value": self.pure(f"value {owner}", params, node.value),
            "values": tuple(self.pure(f"value {owner}", params, v) for v in node.values),
            "condition": self.pure(f"condition {owner}", params, node.condition),
        }

    def lasting(self, done: int = 0) -> tuple[Table, ...]:
        """The modifiers that statements add, from index ``done`` on."""
        return tuple(self.modifier(node, "lasting") for node in self.writer.lasting_nodes()[done:])

    def untils(self, done: int = 0) -> tuple[Ref, ...]:
        """The conditions of durations, from the position on that is given; a duration names its own by position."""
        conditions = (node.condition for node in self.writer.until_nodes()[done:])
        return tuple(Ref(self.writer.pure("until", ("v_then", "v_env"), c)) for c in conditions if c is not None)

    def roster(self, node: ir.Roster) -> Table:
        """One function for each requirement, so that all failed requirements are reported."""
        lets = tuple(item for item in node.head if isinstance(item, ir.Let))
        params = tuple(f"v_{name}" for name, _ in node.params)
        requires = [item for item in node.head if isinstance(item, ir.Require)]
        title = f"roster {node.name}"
        made = tuple(Ref(self.writer.requirement(title, params, (*lets, r), r.at)) for r in requires)
        return {"rows": node.rows, "requirements": made}

    # ---- scripts
    def scripts(self, scripts: Iterable[Script]) -> tuple[Table, ...]:
        """Scripts that share a position share one row."""
        known: dict[int, Table] = {}
        return tuple(self.script(script, known) for script in scripts)

    def script(self, node: Script, known: dict[int, Table]) -> Table:
        roster = {"name": node.roster[0], "values": node.roster[1]} if node.roster is not None else None
        foregoing = tuple(
            {
                "test": stage.test,
                "positions": tuple(self.shared(p, self.position, known) for p in stage.positions),
                "steps": tuple(self.shared(s, self.step, known) for s in stage.steps),
            }
            for stage in node.foregoing
        )
        return {
            "name": node.name,
            "at": At(node.at),
            "rows": node.rows,
            "foregoing": foregoing,
            "positions": tuple(self.shared(p, self.position, known) for p in node.positions),
            "steps": tuple(self.shared(s, self.step, known) for s in node.steps),
            "illegal": node.illegal,
            "happens": self.events(node.happens),
            "roster": roster,
        }

    def shared(self, node: Any, row: Callable[[Any], Table], known: dict[int, Table]) -> Table:
        if id(node) not in known:
            known[id(node)] = row(node)
        return known[id(node)]

    def position(self, node: PositionScript) -> Table:
        return {
            "at": At(node.at),
            "board": node.board,
            "letters": node.letters,
            "build": self.body("build", ("v_env",), node.build, node.at),
            "do": self.body("given", ("v_env",), node.do, node.at),
        }

    def step(self, node: StepScript) -> Table:
        return {
            "at": At(node.at),
            "do": self.body("when", ("v_env",), node.do, node.at),
            "then": tuple(self.condition(c) for c in node.then),
            "choices": node.choices,
            "dice": node.dice,
            "draws": node.draws,
            "offered": node.offered,
            "not_offered": node.not_offered,
            "refused": tuple(self.refusal(r) for r in node.refused),
            "happens": self.events(node.happens),
            "named": tuple({"name": n, "value": self.pure(f"as {n}", ("v_env",), v)} for n, v in node.named),
        }

    def condition(self, node: ConditionScript) -> Table:
        return {
            "text": node.text,
            "at": At(node.at),
            "test": self.pure("then", ("v_env",), node.test),
            "left": self.pure("left", ("v_env",), node.left),
            "right": self.pure("right", ("v_env",), node.right),
            "joined": node.joined,
            "parts": tuple(self.condition(part) for part in node.parts),
        }

    def events(self, node: EventsScript) -> Table:
        told = {"events": node.events, "never": node.never, "exactly": node.exactly}
        return {name: tuple(self.event(e) for e in events) for name, events in told.items()}

    def event(self, node: EventScript) -> Table:
        test = self.pure("event", ("v_env", "v_trigger"), node.test)
        return {"at": At(node.at), "text": node.text, "verbs": node.verbs, "step": node.step, "test": test}

    def refusal(self, node: RefusalScript) -> Table:
        call = self.event(node.call) if node.call is not None else None
        return {"at": At(node.at), "because": node.because, "answer": node.answer, "call": call}


def _reads(node: ir.Expr, name: str) -> bool:
    return any(isinstance(n, ir.Local) and n.name == name for n in node.walk())


def filled(value: Any, function: Callable[[str], Any], known: dict[int, Any] | None = None) -> Any:
    """A copy of a table with functions in place of identifiers; shared rows stay shared."""
    known = {} if known is None else known
    if isinstance(value, Ref):
        return function(value.identifier)
    if id(value) in known:
        return known[id(value)]
    made: Any = value
    if isinstance(value, dict):
        made = {key: filled(item, function, known) for key, item in cast(Table, value).items()}
    elif isinstance(value, tuple):
        made = tuple(filled(item, function, known) for item in cast(tuple[Any, ...], value))
    known[id(cast(object, value))] = made
    return made

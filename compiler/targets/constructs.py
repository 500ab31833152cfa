"""Constructs: names for the features of the core tree, for manifests and reports.

Job: name the construct of a node, list all constructs, and find which constructs each card and rule needs, directly or
through functions and verbs. Input: nodes and programs. Output: names such as ``Choose nearest`` or ``Core gap``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compiler.core import ir
from compiler.interpreter.core import CORE

_CHOICES = ("one", "some", "nearest", "random", "yes")
_MODIFIERS = ("adjust", "override", "least", "most", "grant", "forbid")
_ABILITIES = ("passive", "trigger", "reaction", "activation", "ai")
_WRITES = ("set", "add", "remove")
_EDGES = ("start", "end", "while")
_BOARDS = ("none", "squares", "table")
# For some classes, the field that distinguishes their constructs, and its possible values.
_KINDS: dict[type[ir.Node], tuple[str, tuple[str, ...]]] = {
    ir.Op: ("operator", ir.OPERATORS),
    ir.Core: ("function", (*CORE, "has")),
    ir.Gather: ("form", ir.FORMS),
    ir.Choose: ("how", _CHOICES),
    ir.Write: ("how", _WRITES),
    ir.Span: ("edge", _EDGES),
    ir.Primitive: ("name", ir.PRIMITIVES),
    ir.Modifier: ("form", _MODIFIERS),
    ir.Ability: ("form", _ABILITIES),
}
_PLAIN: tuple[type[ir.Node], ...] = (
    ir.Stat, ir.Card, ir.Apply, ir.FunctionName, ir.Pick, ir.Bind, ir.Entities, ir.Collection, ir.Can, ir.Let, ir.Emit,
    ir.If, ir.Each, ir.Repeat, ir.While, ir.ChooseMode, ir.Roll, ir.Reroll, ir.Step, ir.Prevent, ir.End, ir.Resolve,
    ir.Offer, ir.Create, ir.AddStatus, ir.Lasting, ir.Note, ir.Require, ir.Live, ir.StateCheck, ir.Invariant, ir.Roster,
)  # fmt: skip

CONSTRUCTS: tuple[str, ...] = tuple(
    sorted(
        {
            *(f"{cls.__name__} {value}" for cls, (_, values) in _KINDS.items() for value in values),
            *(cls.__name__ for cls in _PLAIN),
            *(f"Board {name}" for name in _BOARDS),
        }
    )
)


def construct(node: ir.Node) -> str:
    """The name of a node's construct; empty for nodes that every text has: values, names, fields."""
    told = _KINDS.get(type(node))
    if told is not None:
        return f"{type(node).__name__} {getattr(node, told[0])}"
    return type(node).__name__ if isinstance(node, _PLAIN) else ""


def constructs(nodes: Iterable[ir.Node]) -> set[str]:
    """The constructs of nodes and of all nodes below them."""
    return {construct(inner) for node in nodes for inner in node.walk()} - {""}


def board(program: ir.Program) -> str:
    """The construct of the game's type of board."""
    form = program.board.get("type")
    return f"Board {form if form in _BOARDS else 'squares' if program.board else 'none'}"


@dataclass(frozen=True, slots=True)
class Need:
    """A construct that a card needs (or the rules, if ``card`` is empty), with its place and the calls that
    lead to it.
    """

    card: str
    construct: str
    at: int
    through: tuple[str, ...]


def needs(program: ir.Program, wanted: Iterable[str]) -> Iterator[Need]:
    """For each card, the first place that needs each of the constructs; then those of the rules that no card
    reaches.
    """
    asked = frozenset(wanted)
    if not asked:
        return
    of_cards: dict[str, list[ir.Node]] = {}
    for ability in program.abilities:
        of_cards.setdefault(ability.carrier.name if ability.carrier.form == "card" else "", []).append(ability)
    rules = [*of_cards.pop("", []), *program.stats, *program.lives, *program.checks, *program.invariants]
    if program.start:
        rules.append(program.verbs[program.start])
    if board(program) in asked:
        yield Need("", board(program), 0, ())
    for card in sorted(of_cards):
        yield from _needs(program, card, of_cards[card], asked)
    yield from _needs(program, "", rules, asked)


def _needs(program: ir.Program, card: str, nodes: list[ir.Node], asked: frozenset[str]) -> Iterator[Need]:
    """Each requested construct once, by the shortest path through functions and verbs."""
    waiting = deque((node, tuple[str, ...]()) for node in nodes)
    told: set[str] = set()
    met: set[str] = set()
    while waiting:
        root, way = waiting.popleft()
        for node in root.walk():
            name = construct(node)
            if name in asked and name not in told:
                told.add(name)
                yield Need(card, name, node.at, way)
            for called, target in _called(program, node):
                if called not in met:
                    met.add(called)
                    waiting.append((target, (*way, called)))


def _called(program: ir.Program, node: ir.Node) -> Iterator[tuple[str, ir.Node]]:
    """The functions and verbs that a node calls."""
    match node:
        case ir.Apply(function=name) | ir.FunctionName(function=name):
            yield name, program.functions[name]
        case ir.Emit(verb=name) | ir.Can(verb=name):
            yield name, program.verbs[name]
        case _:
            pass

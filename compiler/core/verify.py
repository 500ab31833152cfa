"""Invariants of the core tree.

Job: check what every later stage assumes about a program, with one small function for each invariant. Input:
ir.Program. Output: problems. A problem is a fault of lowering, never of an author.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, TypeVar

from compiler.core import ir
from compiler.core.verify_names import free_locals, texts
from compiler.interpreter.core import CORE
from dsl.dataclass import dataclass

N = TypeVar("N", bound=ir.Node)

_ARITY = {"not": (1, 1), "neg": (1, 1), "and": (1, 10_000), "or": (1, 10_000)}
_FORMS = {"set", "add", "remove"}
_HOW = {"one", "some", "random", "yes"}
_MODIFIERS = {"adjust", "override", "least", "most", "grant", "forbid"}
_ABILITIES = {"passive", "trigger", "reaction", "activation", "ai"}
_TIMINGS = {"", "before", "after", "instead", "during"}


@dataclass(frozen=True, slots=True)
class Problem:
    """A broken invariant: its name, a message, and the index of the place in the span table."""

    invariant: str
    message: str
    at: int = 0


class Tree:
    """A program, and its nodes by their class: each invariant is about a few classes of many."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.nodes: dict[type[ir.Node], list[Any]] = defaultdict(list)
        for root in definitions(program):
            for node in root.walk():
                self.nodes[type(node)].append(node)

    def of(self, *classes: type[N]) -> Iterator[N]:
        return chain.from_iterable(self.nodes.get(kind, ()) for kind in classes)


def verify(program: ir.Program) -> list[Problem]:
    """Everything that is wrong with a program; nothing else is looked at where a place does not exist."""
    tree = Tree(program)
    lost = list(spans_exist(tree))
    return lost or [problem for invariant in INVARIANTS for problem in invariant(tree)]


def definitions(program: ir.Program) -> Iterator[ir.Node]:
    """The roots of the tree."""
    yield from program.stats
    yield from program.functions.values()
    yield from program.verbs.values()
    yield from program.abilities
    yield from program.lives
    yield from program.checks
    yield from program.invariants
    yield from program.rosters.values()


# ---- the invariants


def spans_exist(tree: Tree) -> Iterator[Problem]:
    places = len(tree.program.spans)
    for node in tree.of(*tree.nodes):
        if not 0 <= node.at < places:
            yield Problem("spans_exist", f"{type(node).__name__} stands at {node.at} of {places} places")


def words_are_known(tree: Tree) -> Iterator[Problem]:
    """Operators, forms and the like are those of the core's tables, with as many operands as they take."""
    for node in tree.of(
        ir.Op, ir.Gather, ir.Write, ir.Choose, ir.Primitive, ir.Span, ir.Modifier, ir.Ability, ir.Carrier
    ):
        match node:
            case ir.Op(operator=word, operands=operands):
                least, most = _ARITY.get(word, (2, 2))
                good = word in ir.OPERATORS and least <= len(operands) <= most
            case ir.Gather(form=word, value=value):
                good = word in ir.FORMS and (value is not None) == (word not in ("some", "every", "count"))
            case ir.Write(how=word):
                good = word in _FORMS
            case ir.Choose(how=word):
                good = word in _HOW
            case ir.Primitive(name=word):
                good = word in ir.PRIMITIVES
            case ir.Span(edge=word):
                good = word in ("start", "end", "while")
            case ir.Modifier(form=word):
                good = word in _MODIFIERS
            case ir.Ability(form=word, timing=timing):
                good = word in _ABILITIES and timing in _TIMINGS and bool(timing) == (word in ("trigger", "reaction"))
            case ir.Carrier(form=word):
                good = word in ("card", "every", "keyword", "status")
            case _:
                continue
        if not good:
            yield Problem("words_are_known", f"`{word}` is no {type(node).__name__}, or has wrong operands", node.at)


def core_functions_exist(tree: Tree) -> Iterator[Problem]:
    for node in tree.of(ir.Core):
        if node.function not in CORE and node.function != "has":
            yield Problem("core_functions_exist", f"the core has no `{node.function}`", node.at)


def functions_exist(tree: Tree) -> Iterator[Problem]:
    """Functions are there, and get as many values as they take."""
    program = tree.program
    for node in tree.of(ir.Apply, ir.FunctionName):
        match node:
            case ir.Apply(function=name, arguments=arguments):
                given: int | None = len(arguments)
            case ir.FunctionName(function=name):
                given = None
            case _:
                continue
        function = program.functions.get(name)
        if function is None:
            yield Problem("functions_exist", f"there is no function `{name}`", node.at)
        elif given not in (None, len(function.params)):
            yield Problem("functions_exist", f"`{name}` is given {given} values", node.at)
    order = program.policy.get("order")
    if order is not None and order not in program.functions:
        yield Problem("functions_exist", f"there is no function `{order}` that orders the players")
    for key in ("standing", "won", "allied", "in_view"):
        named = program.policy.get(key)
        if named is not None and named not in program.functions:
            yield Problem("functions_exist", f"there is no function `{named}` for `{key}`")


def verbs_exist(tree: Tree) -> Iterator[Problem]:
    """Verbs that are done, tried, watched, ended, forbidden or counted by."""
    program = tree.program
    for node in tree.of(ir.Emit, ir.Can, ir.End, ir.Span, ir.Modifier, ir.Ability, ir.Live):
        match node:
            case ir.Emit(verb=verb) | ir.Can(verb=verb):
                named: tuple[str, ...] = (verb,)
            case ir.End(frame=frame):
                named = (frame,)
            case ir.Span(verbs=verbs) | ir.Modifier(verbs=verbs):
                named = verbs
            case ir.Ability() | ir.Live():
                named = (*node.limits, *(node.recharges[0] if node.recharges is not None else ()))
                named += node.verbs if isinstance(node, ir.Ability) else (node.through[0],) if node.through else ()
            case _:
                continue
        yield from (Problem("verbs_exist", f"there is no verb `{v}`", node.at) for v in named if v not in program.verbs)
    starts = [program.start] if program.start else []
    for verb in (*starts, *(v for members in program.events.values() for v in members)):
        if verb not in program.verbs:
            yield Problem("verbs_exist", f"there is no verb `{verb}`")


def verbs_get_their_values(tree: Tree) -> Iterator[Problem]:
    """A call gives what the verb declares, and all that is needed."""
    program = tree.program
    for node in tree.of(ir.Emit, ir.Can, ir.Live):
        match node:
            case ir.Emit(verb=verb, arguments=arguments) | ir.Can(verb=verb, arguments=arguments):
                pass
            case ir.Live(through=(str(verb), arguments)):
                pass
            case _:
                continue
        declared = program.verbs.get(verb)
        given = [name for name, _ in arguments]
        if declared is None:
            continue
        known = {p.name for p in declared.params}
        needed = {p.name for p in declared.params if p.default is None and not p.optional}
        for name in sorted(needed - set(given)):
            yield Problem("verbs_get_their_values", f"`{verb}` is not given `{name}`", node.at)
        for name in sorted(name for name in set(given) if name not in known or given.count(name) > 1):
            yield Problem("verbs_get_their_values", f"`{verb}` does not take `{name}`, or takes it once", node.at)


def steps_exist(tree: Tree) -> Iterator[Problem]:
    program = tree.program
    for verb in program.verbs.values():
        for node in verb.walk():
            if isinstance(node, ir.Step) and node.name not in verb.steps:
                yield Problem("steps_exist", f"`{verb.name}` does not declare its step `{node.name}`", node.at)
    for ability in program.abilities:
        for name in ability.verbs if ability.step else ():
            watched = program.verbs.get(name)
            if watched is not None and ability.step not in watched.steps:
                yield Problem("steps_exist", f"`{name}` has no step `{ability.step}`", ability.at)


def kinds_exist(tree: Tree) -> Iterator[Problem]:
    program = tree.program
    known = {*program.kinds, "square"}
    for node in tree.of(ir.Entities, ir.Create, ir.StatDecl, ir.Live, ir.Core, ir.Carrier):
        match node:
            case ir.Entities(kind=kind) | ir.Create(kind=kind) | ir.StatDecl(kind=kind) | ir.Live(kind=kind):
                named = kind
            case ir.Core(function="is_kind", arguments=(_, ir.Const(value=str(kind)))):
                named = kind
            case ir.Carrier(form="every", name=kind):
                named = kind
            case _:
                continue
        if named not in known:
            yield Problem("kinds_exist", f"there is no kind `{named}`", node.at)
    for declared in program.kinds.values():
        for name in (*declared.ancestors, *(k for f in declared.fields for k in (f.zone, f.part) if k)):
            if name not in known:
                yield Problem("kinds_exist", f"`{declared.name}` names the kind `{name}`, which is not there")
        if declared.ancestors[:1] != (declared.name,):
            yield Problem("kinds_exist", f"the ancestors of `{declared.name}` do not begin with itself")


def traits_exist(tree: Tree) -> Iterator[Problem]:
    program = tree.program
    for node in tree.of(ir.Carrier, ir.Modifier, ir.AddStatus, ir.Core):
        match node:
            case ir.Carrier(form="keyword" | "status" as form, name=name):
                trait = program.traits.get(name)
                good = trait is not None and trait.form == form
            case ir.Modifier(form="grant", stat=name, values=values):
                trait = program.traits.get(name)
                good = trait is not None and len(trait.params) == len(values)
            case ir.AddStatus(status=ir.Const(value=str(name)), values=values):
                trait = program.traits.get(name)
                good = trait is not None and len(trait.params) == len(values)
            case ir.Core(function="has", arguments=(_, ir.Const(value=str(name)))):
                good = name in program.traits or name in program.terrain
            case ir.Core(function="instances", arguments=(_, ir.Const(value=str(name)))):
                good = name in program.traits
            case _:
                continue
        if not good:
            yield Problem("traits_exist", f"`{name}` is no trait that could stand here", node.at)
    for trait in program.traits.values():
        if trait.kind not in program.kinds or trait.name not in program.kinds:
            yield Problem("traits_exist", f"the trait `{trait.name}` has no kind of bearers or of instances")


def cards_exist(tree: Tree) -> Iterator[Problem]:
    program = tree.program
    for node in tree.of(ir.Card, ir.Carrier):
        match node:
            case ir.Card(id=name) | ir.Carrier(form="card", name=name) if name not in program.cards:
                yield Problem("cards_exist", f"there is no card `{name}`", node.at)
            case _:
                pass
    for card in program.cards.values():
        if card.kind not in program.kinds:
            yield Problem("cards_exist", f"the card `{card.id}` is of no kind")
        elif not card.values.keys() <= {f.name for f in program.kinds[card.kind].fields}:
            yield Problem("cards_exist", f"the card `{card.id}` has values that its kind does not declare")


def stats_exist(tree: Tree) -> Iterator[Problem]:
    known = {s.name for s in tree.program.stats}
    named = [(node.stat, node.at) for node in tree.of(ir.Stat)]
    named += [(node.stat, node.at) for node in tree.of(ir.Modifier) if node.form not in ("grant", "forbid")]
    for name, at in named:
        if name and name not in known:
            yield Problem("stats_exist", f"there is no stat `{name}`", at)


def fields_exist(tree: Tree) -> Iterator[Problem]:
    """Fields are of a kind, or a value of an event or of a lasting text."""
    program = tree.program
    known = {"at", "bearer", "whole"} | {f.name for k in program.kinds.values() for f in k.fields}
    known |= {name for verb in program.verbs.values() for name in (*verb.lets, *(p.name for p in verb.params))}
    named = [
        (node.field, node.at) for node in tree.of(ir.Get) if not _reads_env(node)
    ]  # `env_and_keep_agree` reads those
    for name, at in (*named, *((node.field, node.at) for node in tree.of(ir.Write))):
        if name not in known:
            yield Problem("fields_exist", f"nothing has a field `{name}`", at)


def dice_exist(tree: Tree) -> Iterator[Problem]:
    for node in tree.of(ir.Const):
        for die in node.value if isinstance(node.value, tuple) else ():
            if die not in tree.program.dice and not (die[:1] == "d" and die[1:].isascii() and die[1:].isdecimal()):
                yield Problem("dice_exist", f"there is no die `{die}`", node.at)


def modifiers_are_whole(tree: Tree) -> Iterator[Problem]:
    """Each form has the parts that it works with."""
    for node in tree.of(ir.Modifier):
        if node.form == "forbid":
            good = node.condition is not None and bool(node.verbs) and node.value is None
        elif node.form == "grant":
            good = node.value is None and not node.verbs
        else:
            good = node.value is not None and not node.verbs
        if not good:
            yield Problem("modifiers_are_whole", f"a modifier `{node.form}` lacks a part or has one too many", node.at)


def heads_are_pure(tree: Tree) -> Iterator[Problem]:
    """A head holds lets of its own event, requirements and marks."""
    for verb in tree.program.verbs.values():
        for item in verb.head:
            kind: type[ir.Node] = type(item)
            if kind not in (ir.Let, ir.Require, ir.Mark):
                yield Problem("heads_are_pure", f"the head of `{verb.name}` acts", item.at)
            elif isinstance(item, ir.Let) and item.owner is not None and item.name not in verb.lets:
                yield Problem("heads_are_pure", f"`{verb.name}` does not declare its value `{item.name}`", item.at)


def players_choose(tree: Tree) -> Iterator[Problem]:
    """Somebody is asked for every choice that chance does not make."""
    for node in tree.of(ir.ChooseMode, ir.Choose):
        match node:
            case ir.ChooseMode(player=ir.Const()):
                nobody = True
            case ir.Choose(how=how, player=ir.Const()):
                nobody = how != "random"
            case _:
                nobody = False
        if nobody:
            yield Problem("players_choose", "nobody is there to choose", node.at)


def locals_are_bound(tree: Tree) -> Iterator[Problem]:
    for text in texts(tree.program):
        for local in free_locals(text):
            yield Problem("locals_are_bound", f"`{local.name}` is not bound in {text.title}", local.at)


def env_and_keep_agree(tree: Tree) -> Iterator[Problem]:
    """What a text that lasts reads from ``env`` is what was kept for it, and nothing is kept in vain."""
    for node in tree.of(ir.Span, ir.Lasting):
        match node:
            case ir.Span(condition=condition, keep=keep):
                inside: tuple[ir.Node, ...] = (condition,) if condition is not None else ()
            case ir.Lasting(modifiers=inside, keep=keep):
                pass
            case _:
                continue
        kept = {name for name, _ in keep}
        read = {
            below.field for part in inside for below in part.walk() if isinstance(below, ir.Get) and _reads_env(below)
        }
        for name in sorted(kept ^ read):
            yield Problem("env_and_keep_agree", f"`{name}` is kept or read, and not both", node.at)


def _reads_env(node: ir.Get) -> bool:
    return isinstance(node.owner, ir.Local) and node.owner.name == "env"


INVARIANTS: tuple[Callable[[Tree], Iterator[Problem]], ...] = (
    words_are_known, core_functions_exist, functions_exist, verbs_exist, verbs_get_their_values, steps_exist,
    kinds_exist, traits_exist, cards_exist, stats_exist, fields_exist, dice_exist, modifiers_are_whole, heads_are_pure,
    players_choose, locals_are_bound, env_and_keep_agree,
)  # fmt: skip

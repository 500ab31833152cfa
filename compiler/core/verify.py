"""Invariants of the core tree.

Job: check what every later stage assumes about a program, with one small function for each invariant. Input:
ir.Program. Output: problems. A problem is a fault of lowering, never of an author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from compiler.core import ir
from compiler.core.verify_names import free_locals, texts
from compiler.interpreter.core import CORE

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


def verify(program: ir.Program) -> list[Problem]:
    """All problems of a program. If a place does not exist, only that is reported."""
    lost = list(spans_exist(program))
    return lost or [problem for invariant in INVARIANTS for problem in invariant(program)]


def definitions(program: ir.Program) -> Iterator[ir.Node]:
    """The roots of the tree."""
    yield from program.stats
    yield from program.functions.values()
    yield from program.verbs.values()
    yield from program.abilities
    yield from program.lives
    yield from program.checks
    yield from program.rosters.values()


def nodes(program: ir.Program) -> Iterator[ir.Node]:
    for root in definitions(program):
        yield from root.walk()


# ---- the invariants


def spans_exist(program: ir.Program) -> Iterator[Problem]:
    for node in nodes(program):
        if not 0 <= node.at < len(program.spans):
            yield Problem("spans_exist", f"{type(node).__name__} stands at {node.at} of {len(program.spans)} places")


def words_are_known(program: ir.Program) -> Iterator[Problem]:
    """Operators, forms and the like are in the tables of the core, and have the right number of operands."""
    for node in nodes(program):
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


def core_functions_exist(program: ir.Program) -> Iterator[Problem]:
    for node in nodes(program):
        if isinstance(node, ir.Core) and node.function not in CORE and node.function != "has":
            yield Problem("core_functions_exist", f"the core has no `{node.function}`", node.at)


def functions_exist(program: ir.Program) -> Iterator[Problem]:
    """Called functions exist, and get the right number of values."""
    for node in nodes(program):
        if not isinstance(node, ir.Apply | ir.FunctionName):
            continue
        function = program.functions.get(node.function)
        if function is None:
            yield Problem("functions_exist", f"there is no function `{node.function}`", node.at)
        elif isinstance(node, ir.Apply) and len(node.arguments) != len(function.params):
            yield Problem("functions_exist", f"`{node.function}` is given {len(node.arguments)} values", node.at)
    order = program.policy.get("order")
    if order is not None and order not in program.functions:
        yield Problem("functions_exist", f"there is no function `{order}` that orders the players")


def verbs_exist(program: ir.Program) -> Iterator[Problem]:
    """Verbs that are called, tried, watched, ended, forbidden or counted exist."""
    for node in nodes(program):
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


def verbs_get_their_values(program: ir.Program) -> Iterator[Problem]:
    """A call passes only declared parameters, and all that are required."""
    for node in nodes(program):
        calls: list[tuple[str, tuple[tuple[str, ir.Expr], ...]]] = []
        if isinstance(node, ir.Emit | ir.Can):
            calls.append((node.verb, node.arguments))
        elif isinstance(node, ir.Live) and node.through is not None:
            calls.append(node.through)
        for verb, arguments in calls:
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


def steps_exist(program: ir.Program) -> Iterator[Problem]:
    for verb in program.verbs.values():
        for node in verb.walk():
            if isinstance(node, ir.Step) and node.name not in verb.steps:
                yield Problem("steps_exist", f"`{verb.name}` does not declare its step `{node.name}`", node.at)
    for ability in program.abilities:
        for name in ability.verbs if ability.step else ():
            watched = program.verbs.get(name)
            if watched is not None and ability.step not in watched.steps:
                yield Problem("steps_exist", f"`{name}` has no step `{ability.step}`", ability.at)


def kinds_exist(program: ir.Program) -> Iterator[Problem]:
    known = {*program.kinds, "square"}
    for node in nodes(program):
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


def traits_exist(program: ir.Program) -> Iterator[Problem]:
    for node in nodes(program):
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
            case _:
                continue
        if not good:
            yield Problem("traits_exist", f"`{name}` is no trait that could stand here", node.at)
    for trait in program.traits.values():
        if trait.kind not in program.kinds or trait.name not in program.kinds:
            yield Problem("traits_exist", f"the trait `{trait.name}` has no kind of bearers or of instances")


def cards_exist(program: ir.Program) -> Iterator[Problem]:
    for node in nodes(program):
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


def stats_exist(program: ir.Program) -> Iterator[Problem]:
    known = {s.name for s in program.stats}
    for node in nodes(program):
        name = node.stat if isinstance(node, ir.Stat | ir.Modifier) else ""
        is_trait = isinstance(node, ir.Modifier) and node.form in ("grant", "forbid")
        if name and not is_trait and name not in known:
            yield Problem("stats_exist", f"there is no stat `{name}`", node.at)


def fields_exist(program: ir.Program) -> Iterator[Problem]:
    """Fields belong to a kind, or are a value of an event or of `env`."""
    known = {"at", "bearer", "whole"} | {f.name for k in program.kinds.values() for f in k.fields}
    known |= {name for verb in program.verbs.values() for name in (*verb.lets, *(p.name for p in verb.params))}
    for node in nodes(program):
        if isinstance(node, ir.Get) and isinstance(node.owner, ir.Local) and node.owner.name == "env":
            continue  # `env_and_keep_agree` checks these
        if isinstance(node, ir.Get | ir.Write) and node.field not in known:
            yield Problem("fields_exist", f"nothing has a field `{node.field}`", node.at)


def dice_exist(program: ir.Program) -> Iterator[Problem]:
    for node in nodes(program):
        for die in node.value if isinstance(node, ir.Const) and isinstance(node.value, tuple) else ():
            if die not in program.dice and not (die[:1] == "d" and die[1:].isascii() and die[1:].isdecimal()):
                yield Problem("dice_exist", f"there is no die `{die}`", node.at)


def modifiers_are_whole(program: ir.Program) -> Iterator[Problem]:
    """Each form has its parts."""
    for node in nodes(program):
        if not isinstance(node, ir.Modifier):
            continue
        if node.form == "forbid":
            good = node.condition is not None and bool(node.verbs) and node.value is None
        elif node.form == "grant":
            good = node.value is None and not node.verbs
        else:
            good = node.value is not None and not node.verbs
        if not good:
            yield Problem("modifiers_are_whole", f"a modifier `{node.form}` lacks a part or has one too many", node.at)


def heads_are_pure(program: ir.Program) -> Iterator[Problem]:
    """A head contains only lets of its own event, requirements and marks."""
    for verb in program.verbs.values():
        for item in verb.head:
            kind: type[ir.Node] = type(item)
            if kind not in (ir.Let, ir.Require, ir.Mark):
                yield Problem("heads_are_pure", f"the head of `{verb.name}` acts", item.at)
            elif isinstance(item, ir.Let) and item.owner is not None and item.name not in verb.lets:
                yield Problem("heads_are_pure", f"`{verb.name}` does not declare its value `{item.name}`", item.at)


def players_choose(program: ir.Program) -> Iterator[Problem]:
    """A choice that is not random has a player."""
    for node in nodes(program):
        match node:
            case ir.ChooseMode(player=ir.Const()):
                nobody = True
            case ir.Choose(how=how, player=ir.Const()):
                nobody = how != "random"
            case _:
                nobody = False
        if nobody:
            yield Problem("players_choose", "nobody is there to choose", node.at)


def locals_are_bound(program: ir.Program) -> Iterator[Problem]:
    for text in texts(program):
        for local in free_locals(text):
            yield Problem("locals_are_bound", f"`{local.name}` is not bound in {text.title}", local.at)


def env_and_keep_agree(program: ir.Program) -> Iterator[Problem]:
    """A lasting text reads from ``env`` exactly the values that are kept for it."""
    for node in nodes(program):
        if isinstance(node, ir.Span):
            inside: tuple[ir.Node, ...] = (node.condition,) if node.condition is not None else ()
        elif isinstance(node, ir.Lasting):
            inside = node.modifiers
        else:
            continue
        kept = {name for name, _ in node.keep}
        read = {
            below.field
            for part in inside
            for below in part.walk()
            if isinstance(below, ir.Get) and isinstance(below.owner, ir.Local) and below.owner.name == "env"
        }
        for name in sorted(kept ^ read):
            yield Problem("env_and_keep_agree", f"`{name}` is kept or read, and not both", node.at)


INVARIANTS: tuple[Callable[[ir.Program], Iterator[Problem]], ...] = (
    words_are_known, core_functions_exist, functions_exist, verbs_exist, verbs_get_their_values, steps_exist,
    kinds_exist, traits_exist, cards_exist, stats_exist, fields_exist, dice_exist, modifiers_are_whole, heads_are_pure,
    players_choose, locals_are_bound, env_and_keep_agree,
)  # fmt: skip

"""Stats and keywords that depend on themselves.

Job: report a modifier that reads what it changes, of the same entity, itself or by way of other modifiers, stats, nouns
and functions, or of what is asked of every entity of its kind; find the shortest way from a name back to it. Input: the
abilities of a carrier, which are checked. Output: diagnostics. Must never report a circle that some position does not
have: of other entities, and of conditions that exclude one another, play tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dsl.checking.context import Context
from dsl.checking.known import path_key
from dsl.checking.queries import trait_call
from dsl.dataclass import dataclass
from dsl.diagnostics import Label
from dsl.meaning.types import present
from dsl.syntax import ast

Link = tuple[str, ast.Node]  # a name that is needed, and where


@dataclass(frozen=True, slots=True)
class _Need:
    """A modifier of ``changed`` reads ``read`` at a place, while the condition with this text holds."""

    changed: str
    read: str
    place: ast.Node
    condition: str
    modifier: ast.Node


def chain_back(name: str, links: Mapping[str, Iterable[Link]]) -> list[Link]:
    """The shortest way from a name along its links back to it, with the place of each link; empty without one."""
    ways: list[list[Link]] = [[link] for link in links.get(name, ())]
    seen: set[str] = set()
    for way in ways:
        last = way[-1][0]
        if last == name:
            return way
        if last not in seen:
            seen.add(last)
            ways += [[*way, link] for link in links.get(last, ())]
    return []


def told_chain(name: str, way: list[Link]) -> list[Label]:
    """The links of a way back to a name, in order."""
    names = [name, *(to for to, _ in way)]
    return [Label(place.span, f"`{one}` needs `{to}`") for one, (to, place) in zip(names, way, strict=False)]


def check_circles(cx: Context, abilities: Iterable[ast.Node], kind: str, trait: str = "") -> None:
    """Reports what always depends on itself on who has these abilities: one of a kind, maybe by a keyword or status."""
    passives = [plain for ability in abilities if isinstance(plain := ast.plain(ability), ast.Passive)]
    if not passives or kind not in cx.vocab.kinds:
        return
    own = [need for passive in passives for need in _needs(cx, passive, kind)]
    for modifier in (ast.plain(m) for passive in passives for m in passive.modifiers):
        if isinstance(modifier, ast.Grant) and modifier.reference.name.text == trait:
            _report(cx, modifier, f"only what has `{trait}` has this text, which gives `{trait}`", [])
            own = [need for need in own if need.modifier is not modifier]
    others = [*own, *_of_all(cx, kind, passives)]
    reported: set[str] = set()
    for need in own:
        name = need.changed
        way = _certain(cx, need, others, kind) if name not in reported else []
        if len(way) == 1:
            _report(cx, need.modifier, f"this changes `{name}` of `self`, and reads it to do so", [])
        elif way:
            _report(cx, need.modifier, f"`{name}` of `self` depends on itself", told_chain(name, way))
        reported |= {to for to, _ in way}


def _report(cx: Context, node: ast.Node, told: str, labels: list[Label]) -> None:
    help = "read what no modifier changes, for example `printed(…)` or a field"
    cx.sink.add("recursive-definition", node.span, told, help=help, labels=labels)


def _certain(cx: Context, first: _Need, needs: list[_Need], kind: str) -> list[Link]:
    """The shortest way by which a need of a modifier comes back to it, while at most one condition is asked for."""
    for condition in sorted({need.condition for need in needs}) if not first.condition else [first.condition]:
        links: dict[str, list[Link]] = {}
        for need in needs:
            if need.condition in ("", condition):
                links.setdefault(need.changed, []).append((need.read, need.place))
        for stat in {need.read for need in needs}:
            _add_stat(cx, stat, kind, links)
        links[first.changed] = [(first.read, first.place)]
        if way := chain_back(first.changed, links):
            return way
    return []


def _add_stat(cx: Context, name: str, kind: str, links: dict[str, list[Link]]) -> None:
    """Adds what the expression of a stat reads of its entity, and so on."""
    stat = cx.vocab.stat_of(kind, name)
    if stat is None or stat.node.value is None:
        return
    found = list(_reads(_Reader(cx, kind, "self", frozenset()), stat.node.value))
    links.setdefault(name, []).extend(found)
    for to, _ in found:
        if to not in links:
            _add_stat(cx, to, kind, links)


def _of_all(cx: Context, kind: str, passives: list[ast.Passive]) -> Iterator[_Need]:
    """What the modifiers need that every entity of a kind has."""
    for node, _ in cx.vocab.definitions:
        if isinstance(node, ast.EveryDef) and node.kind.text in cx.vocab.ancestors(kind):
            for plain in map(ast.plain, node.abilities):
                if isinstance(plain, ast.Passive) and plain not in passives:
                    yield from _needs(cx, plain, kind)


def _needs(cx: Context, node: ast.Passive, kind: str) -> Iterator[_Need]:
    """What each modifier of `self` in a passive reads of `self`."""
    reader = _Reader(cx, kind, "self", frozenset())
    for modifier in map(ast.plain, node.modifiers):
        match modifier:
            case ast.Adjust(stat=name, scope=of, amount=given) | ast.Override(stat=name, scope=of, value=given):
                values: tuple[ast.Node, ...] = (given,)
            case ast.Grant(subject=of, reference=reference):
                name, values = reference.name, reference.arguments
            case ast.Losing(subject=of, name=name):
                values = ()
            case _:
                continue
        if of is not None and path_key(of) != "self":
            continue
        conditions = [part for part in (node.condition, modifier.condition) if part is not None]
        said = " and ".join(" ".join(part.span.text.split()) for part in conditions)
        for part, condition in [*((part, "") for part in conditions), *((value, said) for value in values)]:
            for read, place in _reads(reader, part):
                yield _Need(name.text, read, place, condition, modifier)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Looks for what is read of the entity of a ``kind`` that is called ``who``; ``seen``: definitions around.

    ``first``: only what is read of each entity that goes by that name, whatever is true of it.
    """

    cx: Context
    kind: str
    who: str
    seen: frozenset[str]
    first: bool = False


def _reads(reader: _Reader, node: ast.Node, bare: bool = True) -> Iterator[Link]:
    """The stats and keywords that are read of an entity, each with its place; ``bare``: also names without an owner."""
    if isinstance(node, ast.FunctionCall) and node.name.text == "printed":
        return
    while reader.first and isinstance(node, ast.AndAlso | ast.OrElse | ast.Ternary):
        node = node.condition if isinstance(node, ast.Ternary) else node.left
    for name, part in _asked_of_all(reader, node):
        yield from _reads(replace(reader, who=name, first=True), part, name == "it")
    if reader.first and isinstance(node, ast.Query):  # `it` is another in there
        return
    if isinstance(node, ast.Path) and (name := _stat_read(reader, node, bare)):
        yield name, node
    if isinstance(node, ast.HasTest) and path_key(node.left) == reader.who:
        call = trait_call(node.right)
        yield (call.name.text if call is not None else path_key(node.right)), node
    if isinstance(node, ast.IsTest) and path_key(node.left) == reader.who:
        yield from ((name, node) for name in _noun_reads(reader, path_key(node.right)))
    if isinstance(node, ast.FunctionCall) and not reader.first:
        yield from ((name, node) for name in _function_reads(reader, node))
    for below in node.children():
        yield from _reads(reader, below, bare and not isinstance(node, ast.Query))


def _asked_of_all(reader: _Reader, node: ast.Node) -> Iterator[tuple[str, ast.Node]]:
    """What an expression asks of every entity of a kind, the reader's own among them, and their name in it."""
    match node:
        case ast.Comprehension(name=name, source=source, condition=condition, value=value) if _is_all(reader, source):
            yield name.text, condition if condition is not None else value
        case ast.Quantified(name=name, source=source, condition=condition) if _is_all(reader, source):
            yield name.text, condition
        case ast.Query(noun=noun, filters=(), condition=ast.Node() as condition, card=False):
            if noun.text in reader.cx.vocab.ancestors(reader.kind):
                yield "it", condition
        case _:
            pass


def _is_all(reader: _Reader, source: ast.Node) -> bool:
    """Whether a collection has all entities of the reader's kind."""
    match source:
        case ast.Query(quantifier="all", noun=noun, filters=(), condition=None, card=False):
            return noun.text in reader.cx.vocab.ancestors(reader.kind)
        case _:
            return False


def _stat_read(reader: _Reader, node: ast.Path, bare: bool) -> str:
    """The stat of the entity that a path reads first."""
    if not isinstance(node.head, ast.Ident):
        return ""
    ref = reader.cx.facts.refs.get(node.head)
    if node.head.text == reader.who:
        name = node.fields[0].text if node.fields else ""
    elif ref is not None:
        name = node.head.text if (ref.form, ref.owner) == ("field", reader.who) else ""
    else:
        name = node.head.text if bare and reader.who in ("self", "it") else ""
    return name if name and reader.cx.vocab.stat_of(reader.kind, name) is not None else ""


def _noun_reads(reader: _Reader, name: str) -> Iterator[str]:
    """What the condition of a noun reads of what may be one, and those of the nouns that it is made of."""
    noun = reader.cx.vocab.nouns.get(name)
    if noun is None or name in reader.seen:
        return
    inside = _Reader(reader.cx, reader.kind, "it", reader.seen | {name})
    yield from _noun_reads(inside, noun.node.base.text)
    if noun.node.condition is not None:
        yield from (found for found, _ in _reads(inside, noun.node.condition))


def _function_reads(reader: _Reader, call: ast.FunctionCall) -> Iterator[str]:
    """What a function reads of the entity, if that is passed to it."""
    function = reader.cx.vocab.functions.get(call.name.text)
    if function is None or isinstance(function.node, ast.TableDef):
        return
    for param, argument in zip(function.params, call.arguments, strict=False):
        if path_key(argument) == reader.who and present(param.type).form == "kind":
            key = f"{function.name}({param.name})"
            if key not in reader.seen:
                inside = _Reader(reader.cx, reader.kind, param.name, reader.seen | {key})
                yield from (found for found, _ in _reads(inside, function.node.body, bare=False))

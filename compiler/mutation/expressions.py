"""Changes of expressions.

Job: list the changes of one expression node: comparisons, signs, numbers, and/or, who is meant, values of an enum,
filters, durations, tables. Input: a node, what is known of the game, who is named in the definition. Output: ``Step``s.
Never looks below the node: `compiler/mutation/mutants.py` walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from compiler.core import ir
from compiler.mutation.facts import Known, Typed
from compiler.mutation.steps import Step, locals_of, number, other_dice, shape, true
from compiler.mutation.wording import shown

_BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "!=", "!=": "=="}
_JOINED = {"and": "or", "or": "and"}
_FORMS = {
    "some": "every", "every": "some", "highest": "lowest", "lowest": "highest",
    "with_highest": "with_lowest", "with_lowest": "with_highest",
}  # fmt: skip
_KEPT = frozenset({"env", "then", "it"})
_SIGNS = {"+": "-", "-": "+"}
_EXTREMES = {"min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Scope:
    """``people``: the entities that the definition names, with their kinds; each means the same everywhere in it.

    ``unwritten``: the nodes of the definition that no author wrote, by identity.
    """

    program: ir.Program
    known: Known
    people: Sequence[tuple[str, ir.Expr]]
    unwritten: frozenset[int] = frozenset()

    def type_of(self, node: object) -> Typed:
        match node:
            case ir.Local(at=at, name=name) | ir.Get(at=at, field=name) | ir.Stat(at=at, stat=name):
                return self.known.types.get((at, name), ("", ""))
            case ir.Const(at=at, value=str(value)):
                return self.known.types.get((at, value), ("", ""))
            case _:
                return "", ""

    def others(self, node: ir.Expr) -> Iterator[ir.Expr]:
        """Whom an expression could mean instead: another of its kind whom the definition names.

        What a modifier or duration keeps while it lasts is named by no other text.
        """
        form, kind = self.type_of(node)
        if form != "kind":
            return
        seen, people = {shown(node)}, () if locals_of(node) & _KEPT else self.people
        for other, value in (*people, *self.fields_like(node, kind)):
            if self.fits(other, kind) and shown(value) not in seen:
                seen.add(shown(value))
                yield value

    def fields_like(self, node: ir.Expr, kind: str) -> Iterator[tuple[str, ir.Expr]]:
        """The other fields of the same owner with an entity of the kind, such as owner for controller."""
        if not isinstance(node, ir.Get):
            return
        form, owner = self.type_of(node.owner)
        for name, type_ in self.known.fields.get(owner, {}).items() if form == "kind" else ():
            if type_ == ("kind", kind) and name != node.field:
                yield kind, replace(node, field=name)

    def fits(self, kind: str, wanted: str) -> bool:
        """Whether an entity of a kind can stand where one of the other is wanted."""
        return kind in self.program.kinds and wanted in self.program.kinds[kind].ancestors


def changes_of_expression(node: ir.Node, scope: Scope, *, counting: bool) -> Iterator[Step]:
    """The changes of one expression; ``counting``: whether its own number is changed, as it is not in a comparison."""
    match node:
        case ir.Op():
            yield from _of_operation(node)
        case ir.Const():
            yield from _of_constant(node, scope, counting=counting)
        case ir.Local() | ir.Get():
            for other in scope.others(node):
                yield Step("who", node, node, other, f"`{shown(node)}` became `{shown(other)}`")
        case ir.Gather():
            yield from _of_gathering(node)
        case ir.Core(function=name) if name in _EXTREMES and len(node.arguments) > 1:
            new = _EXTREMES[name]
            yield Step("comparison", node, node, replace(node, function=new), f"`{name}` became `{new}`")
        case ir.Pick():
            yield Step("row", node, node, node.otherwise, f"`{shown(node.value)}` was left out")
            if isinstance(node.otherwise, ir.Const):
                yield Step("row", node, node, node.value, f"`{shown(node.otherwise)}` was left out")
        case ir.Span():
            yield from _of_duration(node)
        case ir.Can():
            for verb in verbs_like(node.verb, scope):
                yield Step("verb", node, node, replace(node, verb=verb), f"`{node.verb}` became `{verb}`")
        case ir.Collection(items=items) if len(items) > 1:
            for item in items:
                left = tuple(i for i in items if i is not item)
                yield Step("value", item, node, replace(node, items=left), f"`{shown(item)}` was left out")
        case _:
            pass


def _of_operation(node: ir.Op) -> Iterator[Step]:
    operator, operands = node.operator, node.operands
    if operator in _BOUND:
        new = _BOUND[operator]
        yield Step("comparison", node, node, replace(node, operator=new), f"`{operator}` became `{new}`")
    if operator in _TURNED:
        new = _TURNED[operator]
        said = "the comparison was turned round" if operator in ("==", "!=") else f"`{operator}` became `{new}`"
        yield Step("comparison", node, node, replace(node, operator=new), said)
    if operator == "in":
        yield Step("comparison", node, node, ir.Op(node.at, "not", (node,)), "`in` became `not in`")
    if operator in _SIGNS and len(operands) == 2:
        new = _SIGNS[operator]
        yield Step("sign", node, node, replace(node, operator=new), f"`{operator}` became `{new}`")
    if operator == "neg":
        yield Step("sign", node, node, operands[0], f"the sign of `{shown(operands[0])}` was dropped")
    if operator == "not" and not _is_equality(operands[0]):  # which is turned round itself
        yield Step("condition", node, node, operands[0], f"`not {shown(operands[0])}` lost its `not`")
    if operator in _JOINED:
        yield from _of_joined(node, operands[1:] if _is_noun(operands) else operands)


def _of_joined(node: ir.Op, operands: Sequence[ir.Expr]) -> Iterator[Step]:
    """Each part left out; and turned to or, where it is what somebody wrote."""
    if len(operands) == len(node.operands):
        new = _JOINED[node.operator]
        yield Step("and, or", node, node, replace(node, operator=new), f"`{node.operator}` became `{new}`")
    for operand in operands:
        said = f"the condition `{shown(operand)}` was dropped"
        neutral = ir.Const(operand.at, node.operator == "and")
        yield Step("condition", operand, operand, neutral, said)


def _is_noun(operands: tuple[ir.Expr, ...]) -> bool:
    """Whether these are the two halves of one noun: its kind, which nobody writes, and its condition."""
    match operands:
        case (ir.Core(function="is_kind", arguments=(value, _)), ir.Apply(arguments=(other, *_))):
            return bool(shape(value) == shape(other))
        case _:
            return False


def _is_equality(node: ir.Expr) -> bool:
    return isinstance(node, ir.Op) and node.operator in ("==", "!=")


def _of_constant(node: ir.Const, scope: Scope, *, counting: bool) -> Iterator[Step]:
    value = number(node)
    if value is not None and counting:
        yield Step("number", node, node, replace(node, value=value + 1), f"{value} became {value + 1}")
    if isinstance(node.value, bool):
        yield Step("value", node, node, replace(node, value=not node.value), f"`{shown(node)}` was turned round")
    form, name = scope.type_of(node)
    if form == "enum" and node.value in (values := scope.program.enums.get(name, ())) and len(values) > 1:
        other = values[(values.index(str(node.value)) + 1) % len(values)]
        yield Step("value", node, node, replace(node, value=other), f"`{node.value}` became `{other}`")
    if isinstance(node.value, tuple) and node.value:
        thrown = other_dice(node.value, tuple(scope.program.dice))
        said = f"`{' + '.join(node.value)}` became `{' + '.join(thrown)}`"
        yield Step("value", node, node, replace(node, value=thrown), said)


def _of_gathering(node: ir.Gather) -> Iterator[Step]:
    if node.form in _FORMS:
        new = _FORMS[node.form]
        said = f"`{node.form.replace('_', ' ')}` became `{new.replace('_', ' ')}`"
        yield Step("comparison", node, node, replace(node, form=new), said)
    if node.condition is not None and not isinstance(node.condition, ir.Const) and not _joins(node.condition):
        said = f"the filter `{shown(node.condition)}` was dropped"
        yield Step("filter", node.condition, node.condition, true(node.condition.at), said)


def _joins(node: ir.Node) -> bool:
    return isinstance(node, ir.Op) and node.operator == "and"


def _of_duration(node: ir.Span) -> Iterator[Step]:
    if node.verbs:
        edge = "start" if node.edge == "end" else "end"
        said = f"until its {node.edge} became until its {edge}"
        yield Step("how long", node, node, replace(node, edge=edge), said)
        skipped = "the next one" if not node.skip else "this one"
        new = replace(node, skip=not node.skip)
        yield Step("how long", node, node, new, f"the duration became that of {skipped}")


def verbs_like(verb: str, scope: Scope) -> Iterator[str]:
    """Verbs that take the same values under the same names: one, for each further one tells little more."""
    mine = scope.known.verbs.get(verb)
    if mine:
        same = [name for name, params in scope.known.verbs.items() if params == mine and name != verb]
        after = [name for name in same if name > verb]
        yield from (after or same)[:1]


def people_of(top: ir.Node, program: ir.Program, known: Known, always: frozenset[str]) -> list[tuple[str, ir.Expr]]:
    """The entities that a definition names by locals that are everywhere in it, with their kinds; a verb has params."""
    found: dict[object, tuple[str, ir.Expr]] = {}
    scope = Scope(program, known, ())
    for node in top.walk():
        if isinstance(node, ir.Local | ir.Get) and locals_of(node) <= always:
            form, kind = scope.type_of(node)
            if form == "kind" and _length(node) <= 2:
                found.setdefault(shape(node), (kind, node))
    for name, (form, kind) in known.verbs.get(top.name, ()) if isinstance(top, ir.Verb) else ():
        if form == "kind":
            param = ir.Get(top.at, ir.Local(top.at, "ev"), name)
            found.setdefault(shape(param), (kind, param))
    return list(found.values())


def _length(node: ir.Node) -> int:
    return 1 + _length(node.owner) if isinstance(node, ir.Get) else 1

"""Headers of abilities, and the headings that a game names.

Job: check the headers of an ability; check a named heading once, and each ability that begins with it. Input: nodes and
their scopes. Output: entries of the side tables, `Heading.self_type`, and the scope for the body of such an ability.
Must never check a body.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, assert_never

from dsl.checking.calls import check_call, check_frame
from dsl.checking.context import Context
from dsl.checking.patterns import require_whole_event, trigger_scope
from dsl.checking.results import Facts
from dsl.diagnostics import Label, Sink, wrong_count
from dsl.meaning.resolve import Ref, Scope
from dsl.meaning.types import UNKNOWN, Type, kind_of
from dsl.meaning.vocab import Heading
from dsl.suggest import listed, suggest
from dsl.syntax import ast


class LiveTexts(NamedTuple):
    """The type of `self` in the texts of a field, and whether using them goes through a verb."""

    subject: Type
    through: bool


# By kind and field, for each that a `live` line names.
Live = dict[tuple[str, str], LiveTexts]


def check_headers(cx: Context, headers: tuple[ast.Header, ...], scope: Scope) -> frozenset[str]:
    """Checks the headers of an ability; returns what is known after them."""
    known: frozenset[str] = frozenset()
    for header in headers:
        match header:
            case ast.Costs(calls=calls):
                for call in calls:
                    check_call(cx, call, scope.inner(known=known))
            case ast.Requires(condition=condition, message=message):
                known |= cx.condition(condition, scope)
                cx.message(message, scope)
            case ast.Limit(frame=frame):
                check_frame(cx, frame)
            case ast.Recharges(pattern=pattern):
                require_whole_event(cx.sink, pattern)
                trigger_scope(cx, pattern, "after", scope)
            case ast.Always(condition=condition):
                cx.condition(condition, scope)
            case ast.Uses(count=count):
                cx.bounded(count, header.span)
            case ast.TimingClass():
                pass
            case _:
                assert_never(header)
    return known


def refuse_always(cx: Context, headers: tuple[ast.Header, ...], why: str, help: str) -> None:
    """Reports `always if` where a reaction cannot happen by itself."""
    for header in headers:
        if isinstance(header, ast.Always):
            cx.sink.add("misplaced-always", header.span, why, help=help)


def check_always(
    cx: Context, ability: ast.Trigger | ast.Reaction | ast.Activation, headers: tuple[ast.Header, ...]
) -> None:
    """Reports `always if` where nobody is asked, twice, and beside a limit: those who are asked and those who are not
    count apart."""
    if isinstance(ability, ast.Trigger):
        refuse_always(cx, headers, "a trigger always happens by itself", "leave it out")
    elif isinstance(ability, ast.Activation):
        refuse_always(cx, headers, "nothing happens that an activation could answer by itself", "write a trigger")
    else:
        always = tuple(header for header in headers if isinstance(header, ast.Always))
        refuse_always(cx, always[1:], "the reaction says already who always takes it", "join the conditions by `or`")
        for header in headers if always else ():
            if isinstance(header, ast.Limit | ast.Uses | ast.Recharges):
                told = "a reaction that some always take has no count of its uses"
                help = "keep in a field whether it was used, and ask for it in `requires`"
                cx.sink.add("misplaced-always", header.span, told, help=help)


def check_heading(cx: Context, node: ast.HeadingDef, live: Live) -> None:
    """Checks a heading for the texts of its kind: `this` is of that kind, and `live` lines say what `self` is."""
    heading = cx.vocab.headings[node.kind.text, node.name.text]
    heading.self_type = _self_of(cx, heading.kind, live)
    scope = Scope(subject=("self", heading.self_type))
    scope.declare("self", Ref("local", "self"), heading.self_type)
    scope.declare("this", Ref("local", "this"), kind_of(heading.kind))
    _inside(cx, heading, scope)


def _inside(cx: Context, heading: Heading, scope: Scope) -> Scope:
    """Checks a heading in the scope of a text; returns the scope for the body, which does not see the parameters."""
    scope = scope.inner()
    for param in heading.params:
        if param.default is not None:
            cx.need(param.default, Scope(), param.type)
        scope.declare(param.name, Ref("local", param.name), param.type, param.span)
    ability = heading.node.ability
    inside = scope if isinstance(ability, ast.Activation) else trigger_scope(cx, ability.pattern, ability.timing, scope)
    inside = inside.inner(known=check_headers(cx, ability.headers, inside))
    check_always(cx, ability, ability.headers)
    for param in heading.params:
        if inside.find(param.name) != (Ref("local", param.name), param.type):
            what = f"`{param.name}` is a value of the event, too"
            cx.sink.add("duplicate-name", param.span, what, help="give the parameter another name")
    scope.names.clear()
    return inside


def _self_of(cx: Context, kind: str, live: Live) -> Type:
    """What `self` is in the texts of a kind and of those below it; the kind itself if it has no text."""
    found: list[Type] = []
    for heir in cx.vocab.heirs(kind):
        texts = [f.name for f in cx.vocab.fields_of(heir).values() if f.type.form == "rules"]
        found += [live[k, text].subject for text in texts for k in cx.vocab.ancestors(heir) if (k, text) in live]
    wider = [kind_of(name) for name in cx.vocab.ancestors(found[0].name)] if found else [kind_of(kind)]
    return next((t for t in wider if all(cx.fits(other, t) for other in found)), found[0] if found else wider[0])


def check_headed(cx: Context, node: ast.Headed, scope: Scope) -> tuple[Heading, Scope] | None:
    """Checks that an ability may begin with the heading that it names; returns it and the scope of the body."""
    name = node.heading.name
    this, self_ = scope.find("this"), scope.find("self")
    kind = this[1].name if this is not None and this[1].form == "kind" else ""
    heading = cx.vocab.named_heading(kind, name.text)
    if heading is None:
        known = [h for k, h in cx.vocab.headings if k in cx.vocab.ancestors(kind)]
        help = suggest(name.text, known) or listed("headings:", known) or "write `heading … of …` in the rules"
        cx.sink.add("unknown-name", name.span, f"no heading of {kind_of(kind)} is named `{name.text}`", help=help)
        return None
    given = self_[1] if self_ is not None else UNKNOWN
    if not cx.fits(given, heading.self_type):
        what = f"`self` is {given} here, but {heading.self_type} in this heading"
        cx.sink.add("wrong-operand", name.span, what, labels=[Label(heading.span, "declared here")])
        return None
    cx.facts.headings[node] = heading
    if node.headers:
        check_always(cx, heading.node.ability, (*heading.node.ability.headers, *node.headers))
    _arguments(cx, node, heading, scope)
    # The heading itself is checked where it is declared: here only the scope of the body is wanted.
    return heading, _inside(replace(cx, facts=Facts(cx.vocab), sink=Sink()), heading, scope)


def _arguments(cx: Context, node: ast.Headed, heading: Heading, scope: Scope) -> None:
    given, wanted = node.heading.arguments, heading.params
    least = sum(param.default is None for param in wanted)
    if not least <= len(given) <= len(wanted):
        code = "missing-operand" if len(given) < least else "extra-operand"
        labels = [Label(heading.span, "declared here")]
        cx.sink.add(code, node.heading.span, wrong_count(heading.name, len(wanted), len(given)), labels=labels)
    for argument, param in zip(given, wanted, strict=False):
        cx.need(argument, scope, param.type)

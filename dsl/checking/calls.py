"""Calls of verbs.

Job: check a call of a verb against its declaration, and record which operand each parameter gets. Input: a call and its
scope. Output: ``facts.bindings``, references and choosers. Must never check functions, which `functions` does.
"""

from __future__ import annotations

import re

from dsl.checking.choosers import check_chooser
from dsl.checking.context import Context, short
from dsl.checking.laid_statuses import check_added
from dsl.checking.names import bind
from dsl.checking.patterns import bound_operands, check_duration
from dsl.checking.queries import CHOOSING, check_collection, check_query
from dsl.checking.results import Binding
from dsl.diagnostics import Label
from dsl.meaning.resolve import Ref, Scope, constants_named, noun_named
from dsl.meaning.types import DICE, ROLL, UNKNOWN, Type, kind_of, present
from dsl.meaning.vocab import Param, Verb, Vocabulary
from dsl.suggest import listed, nearest, suggest
from dsl.syntax import ast
from dsl.syntax.habits import ENDS_ITSELF, call_habit, deed_habit, habit, line_around, name_habit

_STATEMENTS = ("let", "set", "increase", "decrease", "require", "prevent", "if", "else", "each", "repeat", "while",
               "choose", "option", "create", "remove", "shuffle", "reveal", "place", "lift", "put", "take", "add",
               "drop", "copy", "offer", "reroll", "resolve", "nothing")  # fmt: skip


def check_call(cx: Context, call: ast.Call, scope: Scope, *, trying: bool = False) -> None:
    """Checks a call of a verb; ``trying``: the call is inside `can (…)`, where nobody chooses."""
    verb = cx.vocab.verbs.get(call.verb.text)
    if verb is None:
        _unknown_verb(cx, call, scope)
        return
    cx.facts.refs[call.verb] = Ref("verb", verb.name)
    if _foreign(cx, call, scope):
        return
    if verb.resolves and not trying and not scope.may_resolve():
        told = f"`{verb.name}` runs the text that is being used, and here it would find none but what calls it"
        cx.sink.add("outside-event", call.verb.span, told, labels=[Label(verb.span, "runs it with `resolve`")],
                    help="let a player use that text: `offer CLASS to PLAYER for WHO` asks for it")  # fmt: skip
        return
    bound, surplus = bound_operands(call, verb)
    given = [(param, _operand(cx, bound[param.name], param, scope, trying)) for param in _params(verb, bound)]
    for param in _params(verb, bound):
        check_added(cx, bound[param.name], param, verb)
    _report_wrong(cx, verb, bound, [(param, type_) for param, type_ in given if type_ is not None])
    lacking = [param for param in verb.params if _is_lacking(param, call, bound)]
    for one in surplus:
        _surplus(cx, one, call, scope, lacking[0] if len(lacking) == len(surplus) == 1 else None)
    _duration(cx, call, verb, scope)
    if not (len(lacking) == len(surplus) == 1 and isinstance(surplus[0], ast.Argument) and lacking[0].preposition):
        _missing(cx, call, verb, lacking)
    until = next((p for p in verb.params if p.preposition == "until"), None)
    ordered = tuple((p.name, bound[p.name]) for p in verb.params if p.name in bound)
    cx.facts.bindings[call] = Binding(verb.name, ordered, until.name if until and call.duration else "")


def _params(verb: Verb, bound: dict[str, ast.Expr]) -> list[Param]:
    """The parameters with an operand, in the order of the operands."""
    by_name = {param.name: param for param in verb.params}
    return [by_name[name] for name in bound]


def _is_lacking(param: Param, call: ast.Call, bound: dict[str, ast.Expr]) -> bool:
    has_it = param.name in bound or (param.preposition == "until" and call.duration is not None)
    return not has_it and param.default is None and param.type.form != "optional"


def _report_wrong(cx: Context, verb: Verb, bound: dict[str, ast.Expr], wrong: list[tuple[Param, Type]]) -> None:
    """Reports operands of wrong types: two that stand in each other's place as one slip."""
    if len(wrong) == 2:
        (one, first), (other, second) = wrong
        if cx.fits(first, other.type) and cx.fits(second, one.type):
            swapped = {**bound, one.name: bound[other.name], other.name: bound[one.name]}
            words = [verb.name]
            for param in (param for param in verb.params if param.name in swapped):
                words.append(f"{param.preposition} {short(swapped[param.name].span.text)}".strip())
            help = f"these two stand in each other's place: write `{' '.join(words)}`"
            cx.wrong(bound[one.name], str(one.type), first, help)
            return
    for param, given in wrong:
        operand = bound[param.name]
        is_wider = given.form in ("kind", "optional") and cx.fits(param.type, present(given))
        is_card = given.form == "card" and cx.fits(kind_of(given.name), param.type)
        has_help = given in (DICE, ROLL) or given.is_collection or isinstance(operand, ast.TextLiteral)
        has_help = has_help or is_wider or is_card
        cx.wrong(operand, str(param.type), given, "" if has_help else f"it is written `{form_of(verb)}`")


def _unknown_verb(cx: Context, call: ast.Call, scope: Scope) -> None:
    """Reports a verb that is none. Operands are checked only where the verb seems misspelt: else they are none."""
    name = call.verb.text
    known = call_habit(*line_around(call.verb.span)) or _opposite(cx.vocab, name)
    near = _like(cx.vocab, name)
    for operand in [*call.operands, *(a.operand for a in call.arguments)] if near and not known else []:
        if not isinstance(operand, ast.Query):
            cx.check(operand, scope)
    if name in cx.vocab.events:
        near = f"`{name}` is a class of events: it can be watched, not done"
    elif name in scope.all_names():
        found = habit(*line_around(call.verb.span))
        near = found.help if found else f"a statement begins with its verb, and `{name}` is none"
        near = _gained(cx.vocab, near) or near
    near = near if known or name not in cx.vocab.traits else _as_status(cx.vocab, call, name)
    near = near or _of_field(cx.vocab, name) or deed_habit(name)
    help = known or near or f"{listed('verbs:', cx.vocab.verbs)}; or declare it: `verb {name}(…): …`"
    cx.sink.add("unknown-verb", call.verb.span, f"no verb is named `{name}`", help=help)


def _like(vocab: Vocabulary, name: str) -> str:
    """The help for a verb that is like one of the game, or has its name as a part of it, or is like a statement."""
    parts = sorted(verb for verb in vocab.verbs if name in verb.split("_"))
    near = nearest(name, vocab.verbs) or (parts[0] if parts else nearest(name, _STATEMENTS, likeness=0.75))
    return f"did you mean `{near}`?" if near else ""


def _as_status(vocab: Vocabulary, call: ast.Call, name: str) -> str:
    """The help for a status or keyword in the place of a verb."""
    if vocab.traits[name].form == "keyword":
        return f"a keyword is gained in `passive: … gains {name}`, or for a time in the block of `until end of …:`"
    who = next((short(one.operand.span.text) for one in call.arguments if one.preposition in ("to", "on")), "…")
    return f"`{name}` is a status: write `add {name} to {who}`"


def _of_field(vocab: Vocabulary, name: str) -> str:
    """The help for a field in the place of a verb: with the verb that takes of it, if there is one."""
    kinds = [kind.name for kind in vocab.kinds.values() if name in kind.fields]
    changes = ((verb.name, node) for verb in vocab.verbs.values() for node in verb.node.walk())
    takers = [
        verb
        for verb, node in changes
        if isinstance(node, ast.ChangeStmt) and node.sign < 0 and [f.text for f in node.place.fields][-1:] == [name]
    ]
    taken = f", of which `{takers[0]}` takes: write `{form_of(vocab.verbs[takers[0]])}`" if takers else ""
    return f"`{name}` is a field of {kinds[0]}{taken or '; name the verb that changes it'}" if kinds else ""


def _gained(vocab: Vocabulary, help: str) -> str:
    """The help where another one says to add what is no status, but a keyword."""
    added = re.match(r"write `add (\w+) ", help)
    trait = vocab.traits.get(added[1]) if added else None
    if trait is None or trait.form == "status":
        return ""
    return f"a keyword is gained in `passive: … gains {trait.name}`, or for a time in the block of `until end of …:`"


def _opposite(vocab: Vocabulary, name: str) -> str:
    """The help for a word such as `untap`, whose verb `tap` is known: the nearest name would be its opposite."""
    verb = name.removeprefix("un").removeprefix("_")
    told = f"nothing undoes `{verb}`: declare it, `verb {name}(…): …`, or write `set … to …`"
    return told if verb != name and verb in vocab.verbs else ""


def _foreign(cx: Context, call: ast.Call, scope: Scope) -> bool:
    """Reports a word of another language among the operands, if there is one; the others are no operands then."""
    for operand in [*call.operands, *(a.operand for a in call.arguments)]:
        head = operand.head if isinstance(operand, ast.Path) else operand
        word = head.text if isinstance(head, ast.Ident) else ""
        if name_habit(word) and word not in scope.all_names() and not constants_named(cx.vocab, word):
            cx.check(operand, scope)
            return True
    return False


def _surplus(
    cx: Context, surplus: ast.Argument | ast.Expr, call: ast.Call, scope: Scope, lacking: Param | None
) -> None:
    """Reports what is the operand of no parameter; ``lacking`` is the only parameter without an operand."""
    operand = surplus.operand if isinstance(surplus, ast.Argument) else surplus
    verb, queries = cx.vocab.verbs[call.verb.text], [one for one in call.operands if isinstance(one, ast.Query)]
    if any(noun_named(cx.vocab, one.noun.text) is None for one in queries):
        return  # the noun is told, and what stands behind it may belong to it
    word = operand.head.text if isinstance(operand, ast.Path) and isinstance(operand.head, ast.Ident) else ""
    is_word = bool(word) and word not in scope.all_names() and not constants_named(cx.vocab, word)
    if not isinstance(operand, ast.Query) and not is_word:  # a word that is no name is told here alone
        cx.check(operand, scope)
    place, what, help = operand.span, "this operand", f"it is written `{form_of(verb)}`"
    if isinstance(surplus, ast.Argument):
        place = surplus.span.source.span(surplus.span.start, surplus.span.start + len(surplus.preposition))
        what = f"`{surplus.preposition}`"
        if lacking is not None and lacking.preposition:
            help = f"write `{lacking.preposition} {short(operand.span.text)}`"
        is_zone = cx.facts.types.get(operand, UNKNOWN).form == "zone"
        if queries and is_zone and surplus.preposition in ("from", "of", "at"):
            help = f"what lies in a zone is found there: `{short(queries[-1].span.text)} in {short(operand.span.text)}`"
    labels = [Label(verb.span, "declared here")]
    cx.sink.add("extra-operand", place, f"`{verb.name}` does not take {what}", labels=labels, help=help)


def _duration(cx: Context, call: ast.Call, verb: Verb, scope: Scope) -> None:
    """Checks the duration of a call."""
    if call.duration is None:
        return
    if all(param.preposition != "until" for param in verb.params):
        labels, help = [Label(verb.span, "declared here")], f"leave it out: it is written `{form_of(verb)}`"
        told = f"`{verb.name}` takes no duration"
        cx.sink.add("extra-operand", call.duration.span, told, labels=labels, help=help)
    check_duration(cx, call.duration, scope)


def _missing(cx: Context, call: ast.Call, verb: Verb, lacking: list[Param]) -> None:
    """Reports parameters without an operand."""
    for param in lacking:
        needed = f"`{param.preposition} …` ({param.type})" if param.preposition else f"{param.type}"
        cx.sink.add(
            "missing-operand",
            call.verb.span,
            f"`{verb.name}` needs {needed}",
            labels=[Label(param.span, "declared here")],
            help=f"it is written `{form_of(verb)}`, with a value for each name",
        )


def form_of(verb: Verb) -> str:
    """How a call of a verb is written: its parameters in their order, what may be left out stands in brackets."""
    words = [verb.name]
    for param in verb.taken:
        word = f"{param.preposition} {param.name}" if param.preposition else param.name
        words.append(word if param.default is None and param.type.form != "optional" else f"[{word}]")
    return " ".join(words)


_CHOSEN_BEFORE = "choose before the call: `choose x from all … by` and a player"


def _operand(cx: Context, node: ast.Expr, param: Param, scope: Scope, trying: bool) -> Type | None:
    """Checks an operand; gives its type if that is wrong, which is not yet reported.

    It may also be a set (then the verb happens for each member) or a query that chooses.
    """
    if isinstance(node, ast.Query):
        given = check_query(cx, node, scope, operand=True)
        cx.facts.types[node] = given
        if node.quantifier in ("any", "no", "count") and param.type.form in ("kind", "square", "card"):
            cx.sink.add(
                "wrong-operand",
                node.span,
                f"`{node.quantifier}` gives no entity here",
                help=f"write `one {node.noun.text}` to choose, `all {node.noun.text}` for all of them",
            )
            return None
        if node.quantifier in CHOOSING and node.quantifier != "random" and not trying:
            check_chooser(cx, node, None, scope, _CHOSEN_BEFORE)
    elif isinstance(node, ast.RandomOf):
        given = cx.facts.types[node] = check_collection(cx, node.source, scope)
    else:
        given = cx.check(node, scope, param.type)
        cx.note_set(node, param.type)
    if given.form == "optional" and cx.fits(present(given), param.type):
        return None  # with none, the call is illegal
    over = given.is_collection and not param.type.is_collection and present(param.type).form != "optional"
    return None if cx.fits(given.element if over else given, param.type) else given


def check_single(cx: Context, call: ast.Call) -> None:
    """Reports a call that happens several times, of which a text says what is done then, or names its result."""
    binding = cx.facts.bindings.get(call)
    for name, operand in binding.operands if binding is not None else ():
        param = cx.vocab.verbs[call.verb.text].param(name)
        given = cx.facts.types.get(operand)
        several = given is not None and param is not None and given.is_collection and not param.type.is_collection
        chosen = isinstance(operand, ast.Query) and operand.quantifier in CHOOSING and operand.quantifier != "up"
        if several and not chosen:
            told = f"`{call.verb.text}` happens for each of these, so it is not one call that is refused or gives"
            cx.sink.add("wrong-operand", operand.span, told, help="go over them with `each`, and write it in there")


def bind_result(cx: Context, call: ast.Call, scope: Scope, *, is_sure: bool = False) -> None:
    """Declares the name for what a call gives; ``is_sure``: it is there, or this place is not reached."""
    verb = cx.vocab.verbs.get(call.verb.text)
    if call.result is None or verb is None:
        return
    if verb.result is None:
        cx.sink.add(
            "extra-operand",
            call.result.span,
            f"`{verb.name}` gives nothing",
            labels=[Label(verb.span, "declared here")],
            help="what a verb gives stands in its first line: `verb draw(by p: player) gives drawn: card:`",
        )
    given = verb.result.type if verb.result is not None else UNKNOWN
    bind(cx, call.result, present(given) if is_sure else given, scope)


def bind_target(vocab: Vocabulary, call: ast.Call, scope: Scope) -> None:
    """Declares `target` after a call whose verb has a parameter `target`: its value at the end of the event."""
    verb = vocab.verbs.get(call.verb.text)
    param = verb.param("target") if verb else None
    if param is not None and scope.enclosing_verb() is None:
        scope.declare("target", Ref("local", "target", value=call), param.type)


def _frames(vocab: Vocabulary, name: str) -> str:
    """The help where nothing like the name is known: verbs, which alone begin and end."""
    if vocab.start and name == "game":
        return f"`{vocab.start}` is the whole match"
    others = sorted(vocab.verbs.keys() - {vocab.start})
    if not vocab.start:
        return listed("verbs:", others)
    some = f" another verb, such as `{others[0]}`, is shorter;" if others else ""
    return f"name the verb that it is:{some} `{vocab.start}` is the whole match"


def check_frame(cx: Context, frame: ast.Ident, around: Verb | None = None) -> None:
    """Checks the name of a verb or flow after `end` or in a limit; ``around``: the verb in which `end` stands."""
    if frame.text not in cx.vocab.verbs:
        cx.sink.add(
            "unknown-frame",
            frame.span,
            f"no verb or flow is named `{frame.text}`",
            help=(ENDS_ITSELF if frame.text in _STATEMENTS else "")
            or suggest(frame.text, cx.vocab.verbs)
            or _frames(cx.vocab, frame.text),
        )
    else:
        cx.facts.refs[frame] = Ref("verb", frame.text, owner=around.name if around is not None else "")

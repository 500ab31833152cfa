"""Conditions as clauses.

Job: the clause of an expression that holds or does not. Input: an expression, and whether it is denied. Output: a text
without capital and point. Never writes a sentence.
"""

from __future__ import annotations

from dsl.syntax import ast
from dsl.wording.joined import joining, operands
from dsl.wording.phrase import AGAIN, END, HELD, NAMED, OR, RELATIVE, Phrase
from dsl.wording.values import arguments, game_function, is_event, member, members, trait_phrase, trait_values
from dsl.wording.writer import Values, Writer

_WORDS = {"==": "equal", "!=": "differs", "<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def condition(w: Writer, node: ast.Expr, negated: bool = False) -> str:
    """The clause of a condition, or of its opposite."""
    match node:
        case ast.AndAlso(left=left, right=right):
            return _joined(w, "or" if negated else "and", (left, right), negated)
        case ast.OrElse(left=left, right=right):
            return _joined(w, "and" if negated else "or", (left, right), negated)
        case ast.Negation(operand=operand):
            return condition(w, operand, not negated)
        case ast.Comparison(left=left, operator=operator, right=right):
            return _comparison(w, left, _OPPOSITE[operator] if negated else operator, right)
        case ast.IsTest(left=left, negated=is_not, right=right):
            return _is(w, left, is_not != negated, right)
        case ast.HasTest(left=left, negated=lacks, right=right):
            return _has(w, left, lacks != negated, right)
        case ast.InTest(left=left, negated=is_not, right=right):
            return _in(w, left, is_not != negated, right)
        case ast.AdjacentTest(left=left, right=right):
            return w.say("is_adjacent", left=w.value(left), right=w.value(right), **{"not": negated})
        case ast.WithinTest(left=left, range=range_, right=right):
            reach = distance(w, range_)
            return w.say("is_within", left=w.value(left), range=reach, right=w.value(right), **{"not": negated})
        case ast.Quantified():
            return _quantified(w, node, negated)
        case ast.CanTest(call=call):
            return w.parts.call(w, call, "can not" if negated else "can")
        case ast.Query(quantifier="any" | "no" as quantifier):
            key = "exists_not" if (quantifier == "no") != negated else "exists"
            return w.say(key, what=w.parts.query(w, node))
        case ast.Ternary(value=first, condition=asked, otherwise=otherwise):
            clauses = {"first": condition(w, first, negated), "second": condition(w, otherwise, negated)}
            return w.say("ternary_clause", condition=condition(w, asked), **clauses)
        case ast.BoolLiteral(value=truth):
            return w.say("always" if truth != negated else "never")
        case _:
            return _truth(w, node, negated)


def distance(w: Writer, node: ast.Expr) -> Phrase:
    """A distance with what it is counted in."""
    number = w.value(node)
    name = w.lexicon.distance
    if not name:
        w.lack(node, "the words do not say what distances count", "write `style: {distance: …}` with a noun")
        return number
    return w.grammar.quantity(number, w.noun_named(node, name))


def _joined(w: Writer, word: str, nodes: tuple[ast.Expr, ...], negated: bool) -> str:
    """``a, b and c``; in brackets what the other word joins."""
    parts: list[str] = []
    for node, denied in (part for one in nodes for part in operands(one, negated, word)):
        said = condition(w, node, denied)
        said = f"({said})" if joining(node, denied) else said
        parts.append(AGAIN + said if parts and said.startswith(RELATIVE) else said)
    return w.grammar.listed(parts, word)


def _comparison(w: Writer, left: ast.Expr, operator: str, right: ast.Expr) -> str:
    type_ = w.checked.facts.types.get(left)
    if type_ is not None and type_.form != "int" and operator in ("==", "!="):
        return _is(w, left, operator == "!=", right)
    subject = w.value(left)
    said = w.say(_WORDS[operator], left=subject, right=w.value(right))
    return HELD + said if subject.text().find(RELATIVE) > 0 else said


def _is(w: Writer, left: ast.Expr, negated: bool, right: ast.Expr) -> str:
    told = {"not": negated}
    if isinstance(right, ast.NoneLiteral):
        if (owned := field_of(w, left)) is not None:
            found: Values = {"of": owned[1], "not": not negated}
            template = w.fitting(w.templates("fields", "has", owned[0]), found)
            if template is not None:
                return w.filled(template, found)
        told = {"not": not negated}
        if (template := w.fitting(w.templates("fields", "has", left.span.text), told)) is not None:
            return w.filled(template, told)
        return w.say("is_some" if negated else "is_none", left=w.value(left))
    ref = (
        w.checked.facts.refs.get(right.head)
        if isinstance(right, ast.Path) and isinstance(right.head, ast.Ident)
        else None
    )
    if ref is not None and ref.form in ("noun", "kind"):
        kind = w.grammar.noun(w.noun_named(right, ref.name), "a")
        return w.say("is_kind", left=w.value(left), right=kind, **told)
    field, value = field_of(w, left), w.value(right)
    if field is not None:
        name, owner = field
        if owner.role == "which" and not negated:
            template = w.fitting(w.templates("fields", "which", name), {"value": value})
            if template is not None:
                return f"{RELATIVE}{w.say('which')}{OR}{END}{w.filled(template, {'value': value})}"
        values: Values = {"of": owner, "value": value, **told}
        template = w.fitting(w.templates("fields", "is", name), values)
        if template is not None:
            return w.filled(template, values)
    key = "is_name" if value.role == "name" else "is"
    return w.say(key, left=w.value(left), right=value, **told)


def field_of(w: Writer, node: ast.Expr) -> tuple[str, Phrase] | None:
    """The field that a path ends in, with the phrase of its owner; None for what is no field."""
    if not isinstance(node, ast.Path) or not isinstance(node.head, ast.Ident):
        return None
    if node.fields:
        ref = w.checked.facts.refs.get(node.head)
        if ref is not None and (ref.form == "singleton" or is_event(ref)) and len(node.fields) == 1:
            return None
        return node.fields[-1].text, w.value(ast.Path(node.span, node.head, node.fields[:-1]))
    ref = w.checked.facts.refs.get(node.head)
    if ref is None or ref.form != "field":
        return None
    owner = ast.Ident(node.head.span, ref.owner)
    w.checked.facts.refs[owner] = type(ref)("local", ref.owner)
    found = w.value(owner)
    del w.checked.facts.refs[owner]
    return ref.name, found


def _has(w: Writer, left: ast.Expr, negated: bool, right: ast.Expr) -> str:
    name, values = trait_values(w, right)
    given = {"of": w.value(left), **values}
    template = w.fitting(w.templates("traits", "has", name), given)
    if template is not None:
        return w.filled(template, {**given, "not": negated})
    return w.say("has", left=given["of"], right=trait_phrase(w, right, (name, values)), **{"not": negated})


def _in(w: Writer, left: ast.Expr, negated: bool, right: ast.Expr) -> str:
    if isinstance(right, ast.ListLiteral):
        options = w.grammar.joined([w.value(item) for item in right.items], "or")
        return w.say("is", left=w.value(left), right=options, **{"not": negated})
    field, value = field_of(w, right), w.value(left)
    if field is not None:
        name, owner = field
        values: Values = {"of": owner, "value": value, "not": negated}
        template = w.fitting(w.templates("fields", "in", name), values)
        if template is not None:
            return w.filled(template, values)
    among, type_ = w.value(right), w.checked.facts.types.get(right)
    in_zone = type_ is not None and type_.form == "zone"
    key = "is_in_zone" if in_zone else "is_in" if among.many else "is_in_one"
    return w.say(key, left=value, right=among, **{"not": negated})


def _quantified(w: Writer, node: ast.Quantified, negated: bool) -> str:
    """``one of them is …``, ``each of them is …``."""
    name = node.name.text
    source, type_ = members(w, node.source), w.checked.facts.types.get(node.source)
    like = member(w, node.source, source)
    is_some = (node.word == "some") != negated
    in_zone = is_some and type_ is not None and type_.form == "zone"
    with w.inside(like, joins=not in_zone):
        if in_zone and type_ is not None:
            w.names[name] = w.grammar.pronoun("which", like)
            which = w.grammar.related([condition(w, part, negated) for part in _parts(node.condition, negated)])
            found = w.grammar.noun(
                w.noun_named(node, type_.name), "a", False, w.say("filter_in", what=w.value(node.source)) + " " + which
            )
            return w.say("exists", what=found)
        one = w.names[name] = w.grammar.one_of(source, like, "one" if is_some else "each")
        text = condition(w, node.condition, negated)
    if NAMED not in text:  # it is only mentioned afar
        text = w.say("for_one", one=one, clause=text)
    return w.grammar.mentioned(text)


def _parts(node: ast.Expr, negated: bool) -> list[ast.Expr]:
    """The conditions that must all hold."""
    if isinstance(node, ast.AndAlso) and not negated:
        return [*_parts(node.left, False), *_parts(node.right, False)]
    return [node]


def _truth(w: Writer, node: ast.Expr, negated: bool) -> str:
    """A condition of one name: a relation of the game, or a field that is yes or no."""
    head = node.head if isinstance(node, ast.Path) and not node.fields else node
    if isinstance(head, ast.FunctionCall):
        return _relation(w, head, negated)
    field = field_of(w, node)
    if field is not None:
        name, owner = field
        values: Values = {"of": owner, "not": negated}
        template = w.fitting(w.templates("fields", "is", name), values)
        if template is None:
            return w.lack(node, f"there is no clause for the field `{name}`", w.remedy("fields", "is", name, values))
        return w.filled(template, values)
    if isinstance(head, ast.Path | ast.Ident):
        template = w.fitting(w.templates("fields", "is", node.span.text), {"not": negated})
        if template is not None:
            return w.filled(template, {"not": negated})
    return w.say("holds", what=w.value(node), **{"not": negated})


def _relation(w: Writer, call: ast.FunctionCall, negated: bool) -> str:
    name = call.name.text
    function = w.checked.vocab.functions.get(name)
    if function is None:
        values: dict[str, Phrase | str | bool] = {
            f"v{'abcde'[i]}": w.value(a) for i, a in enumerate(call.arguments) if not isinstance(a, ast.NamedArgument)
        }
        return w.say(f"core_{name}", **values, **{"not": negated})
    if function.result.form != "bool":
        return w.say("holds", what=game_function(w, call), **{"not": negated})
    given = arguments(w, call)
    template = w.fitting(w.templates("functions", "is", name), given)
    if template is None:
        return w.lack(call, f"there is no clause for `{name}`", w.remedy("functions", "is", name, given))
    return w.filled(template, {**given, "not": negated})

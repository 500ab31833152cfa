"""Statements as clauses.

Job: the clauses of a block, in order. Input: statements. Output: texts without capital and point. In a block within a
sentence they are parted by semicolons; in a block within such a block by `then`, or they stand in brackets where one of
them has parts of its own. So do clauses within which, or behind which, an `otherwise` could be taken for that of
others: it is never open how far an `if` reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeGuard

from dsl.meaning.types import Type
from dsl.syntax import ast
from dsl.wording.calls import event_noun
from dsl.wording.conditions import field_of
from dsl.wording.joined import clauses_of
from dsl.wording.modifiers import modifiers
from dsl.wording.phrase import CHOSEN, ELSE, IF, NONE, Phrase, bracketed
from dsl.wording.values import local_phrase, member, members, one_of, trait_phrase, trait_values
from dsl.wording.writer import Writer


def clauses(w: Writer, statements: tuple[ast.Statement, ...]) -> list[str]:
    """One text for each statement of a block."""
    return [statement(w, ast.plain(one)) for one in statements]


def block(w: Writer, node: ast.Block) -> str:
    """A block within a sentence."""
    w.depth += 1
    said = clauses(w, node.statements)
    w.depth -= 1
    if len(said) < 2 or not w.depth:
        return "; ".join(said)
    is_plain = not any(mark in text for text in said for mark in (*";:,", IF, ELSE, CHOSEN, NONE))
    return w.say("then").join(said) if is_plain else bracketed("; ".join(said))


def _before(w: Writer, node: ast.Block, otherwise: ast.Block | None, marks: tuple[str, str] = (IF, ELSE)) -> str:
    """A block behind which an `otherwise` may stand; in brackets where it could be read as part of the block, or one
    of the block as that.
    """
    text, (open_, closed) = block(w, node), marks
    return bracketed(text) if closed in text or (_does(otherwise) and open_ in text) else text


def only_if(node: ast.Block) -> ast.IfStmt | None:
    """The `if` that is all that a block holds, without an `otherwise`: its condition is said with one before it."""
    only = ast.plain(node.statements[0]) if len(node.statements) == 1 else None
    return only if isinstance(only, ast.IfStmt) and only.otherwise is None else None


def _does(otherwise: ast.Block | None) -> TypeGuard[ast.Block]:
    """Whether there is something to do otherwise."""
    return otherwise is not None and any(not isinstance(ast.plain(s), ast.NothingStmt) for s in otherwise.statements)


def _branched(w: Writer, key: str, node: ast.Block, otherwise: ast.Block | None, **given: Phrase | str | bool) -> str:
    """What is done if something holds or is done, and what otherwise."""
    then = _before(w, node, otherwise)
    if _does(otherwise):
        return w.say(f"{key}_else", then=then, otherwise=block(w, otherwise), **given) + ELSE
    return w.say(key, then=then, **given) + IF


def statement(w: Writer, node: ast.Statement) -> str:
    write: Callable[[Writer, Any], str] = STATEMENTS[type(node)]
    return write(w, node)


# ---- calls
def _call(w: Writer, node: ast.CallStmt) -> str:
    said = w.parts.call(w, node.call, "do")
    _take_result(w, node.call)
    return w.say("or_stop", do=said) + IF if node.stops else said


def _call_block(w: Writer, node: ast.CallBlock) -> str:
    said = w.parts.call(w, node.call, "do")
    _take_result(w, node.call)
    inner = only_if(node.body) if node.otherwise is None else None
    if inner is not None:
        return w.say("if_done_and", do=said, condition=w.condition(inner.condition), then=block(w, inner.body)) + IF
    return _branched(w, "if_done", node.body, node.otherwise, do=said)


def _call_else(w: Writer, node: ast.CallElse) -> str:
    said = w.parts.call(w, node.call, "do")
    _take_result(w, node.call)
    return w.say("if_not_done", do=said, otherwise=block(w, node.otherwise)) + IF


def _take_result(w: Writer, call: ast.Call) -> None:
    if call.result is not None:
        verb = w.checked.vocab.verbs[call.verb.text]
        type_ = verb.result.type if verb.result is not None else None
        w.names[call.result.text] = local_phrase(w, call.result, call.result.text, type_, "that")


# ---- values
def _let(w: Writer, node: ast.LetStmt) -> str:
    value = w.value(node.value)
    w.names[node.name.text] = local_phrase(w, node.name, node.name.text, w.checked.facts.types.get(node.value))
    key = "let_noted" if isinstance(node.value, ast.Path) and isinstance(node.value.head, ast.Ident) else "let"
    return w.say(key, name=w.names[node.name.text], value=value)


def _roll(w: Writer, node: ast.RollStmt) -> str:
    w.names[node.name.text] = w.phrase("roll")
    return w.say("do_roll", dice=w.value(node.dice))


def _reroll(w: Writer, node: ast.RerollStmt) -> str:
    if node.dice.span.text == node.place.span.text:
        return w.say("reroll_all", roll=w.value(node.place))
    return w.say("reroll", dice=w.value(node.dice), roll=w.value(node.place))


def _set(w: Writer, node: ast.SetStmt) -> str:
    values: dict[str, Phrase | str | bool]
    bounded = _bounded(w, node)
    if bounded:
        return bounded
    added = _added(w, node)
    if added is not None:
        return w.say("add_to", place=w.value(node.place), amount=w.value(added))
    field = field_of(w, node.place)
    truth = node.value.value if isinstance(node.value, ast.BoolLiteral) else None
    if field is not None or truth is not None:
        name = field[0] if field is not None else node.place.span.text
        values = {}
        if field is not None:
            values["of"] = field[1]
        if truth is None:
            values["value"] = w.value(node.value)
        else:
            values["not"] = not truth
        template = w.fitting(w.templates("fields", "set", name), values)
        if template is not None:
            return w.filled(template, values)
        if truth is not None and (template := w.fitting(w.templates("fields", "is", name), values)) is not None:
            return w.say("now", clause=w.filled(template, values))
    type_ = w.checked.facts.types.get(node.value)
    key = "becomes_equal" if type_ is not None and type_.form == "int" else "becomes"
    return _decided(w, node) or w.say(key, place=w.value(node.place), value=w.value(node.value))


def _decided(w: Writer, node: ast.SetStmt) -> str:
    """``set x to a > b``: one clause where the condition holds, one where it does not; empty where neither is told."""
    type_ = w.checked.facts.types.get(node.value)
    if type_ is None or type_.form != "bool" or not w.templates("fields", "set", node.place.span.text):
        return ""
    asked = w.condition(node.value)
    then, otherwise = (_set(w, replace(node, value=ast.BoolLiteral(node.value.span, one))) for one in (True, False))
    return w.say("if_else", condition=asked, then=then, otherwise=otherwise) + ELSE


def _added(w: Writer, node: ast.SetStmt) -> ast.Expr | None:
    """The dice that ``set pool to pool + die`` adds."""
    value = node.value.head if isinstance(node.value, ast.Path) and not node.value.fields else node.value
    type_ = w.checked.facts.types.get(node.place)
    if not isinstance(value, ast.Arithmetic) or value.operator != "+" or type_ is None or type_.form != "dice":
        return None
    return value.right if value.left.span.text == node.place.span.text else None


def _bounded(w: Writer, node: ast.SetStmt) -> str:
    """``set x to max(0, x - 20)``, ``set x to min(most, x + 1)``, ``set x to max(x, 5)``: how far it goes down or up;
    empty for anything else.
    """
    value = node.value.head if isinstance(node.value, ast.Path) and not node.value.fields else node.value
    if not isinstance(value, ast.FunctionCall) or value.name.text not in ("max", "min") or len(value.arguments) != 2:
        return ""
    place, operator = _bare(node.place), "-" if value.name.text == "max" else "+"
    for bound, other in (value.arguments, value.arguments[::-1]):
        if isinstance(other, ast.NamedArgument) or isinstance(bound, ast.NamedArgument):
            continue
        changed = other.head if isinstance(other, ast.Path) and not other.fields else other
        if isinstance(changed, ast.Arithmetic) and changed.operator == operator and _bare(changed.left) == place:
            given = {"place": w.value(node.place), "amount": w.value(changed.right), "bound": w.value(bound)}
            return w.say("lessen" if operator == "-" else "increase_to", **given)
        if _bare(other) == place:
            found = w.value(node.place)
            again = w.grammar.pronoun("it", found)
            return w.say(f"set_{value.name.text}", place=found, again=again, bound=w.value(bound))
    return ""


def _bare(node: ast.Expr) -> str:
    """A value of the event has one name, with `event.` and without."""
    return node.span.text.removeprefix("event.")


def _change(w: Writer, node: ast.ChangeStmt) -> str:
    type_ = w.checked.facts.types.get(node.place)
    is_set = type_ is not None and type_.is_collection
    key = ("add_to" if node.sign > 0 else "take_from") if is_set else "increase" if node.sign > 0 else "decrease"
    return w.say(key, place=w.value(node.place), amount=w.value(node.amount))


def _require(w: Writer, node: ast.RequireStmt) -> str:
    return w.say("only_if", condition=w.condition(node.condition))


# ---- the course of events
def _prevent(w: Writer, node: ast.PreventStmt) -> str:
    return w.say("prevent")


def _end(w: Writer, node: ast.EndStmt) -> str:
    return w.say("end", event=event_noun(w, node.frame, node.frame.text, {}))


def _resolve(w: Writer, node: ast.ResolveStmt) -> str:
    return w.say("resolve") if node.subject is None else w.say("resolve_ai", of=w.value(node.subject))


def _nothing(w: Writer, node: ast.NothingStmt) -> str:
    return w.say("nothing_happens")


def _offer(w: Writer, node: ast.OfferStmt) -> str:
    named = [w.grammar.noun(w.noun_named(one, one.text)) for one in node.classes]
    values: dict[str, Phrase | str | bool] = {"player": w.value(node.player), "classes": w.grammar.joined(named, "or")}
    if node.subject is not None:
        values["subject"] = w.value(node.subject)
    return w.say("offer_once" if node.once else "offer", **{"subject": "", **values})


def _step(w: Writer, node: ast.StepStmt) -> str:
    return block(w, node.body)


# ---- entities, zones, the board
def _create(w: Writer, node: ast.CreateStmt) -> str:
    what = w.grammar.noun(w.noun_named(node.kind, node.kind.text), "a")
    said = [
        w.say("with_value", field=w.grammar.noun(w.noun_named(v.field, v.field.text)), value=w.value(v.value))
        for v in node.values
    ]
    w.names[node.name.text] = local_phrase(w, node.name, node.name.text, None)
    card = w.value(node.card) if node.card is not None else ""
    return w.say("create", what=what, card=card, values=", ".join(said))


def _put(w: Writer, node: ast.PutStmt) -> str:
    end = "lowest" if node.span.text.split()[-2:] == ["at", "bottom"] else node.end  # without words: into it
    return w.say(f"put_{end}", what=w.value(node.entity), place=w.value(node.place))


def _with_entity(key: str) -> Callable[[Writer, Any], str]:
    return lambda w, node: w.say(key, what=w.value(node.entity))


def _place(w: Writer, node: ast.PlaceStmt) -> str:
    return w.say("place", what=w.value(node.entity), square=w.value(node.square))


def _reveal(w: Writer, node: ast.RevealStmt) -> str:
    return w.say("reveal", what=w.value(node.entity), player=w.value(node.player))


# ---- statuses
def _add(w: Writer, node: ast.AddStmt) -> str:
    name, values = trait_values(w, node.reference)
    time = w.parts.duration(w, node.duration) if node.duration is not None else ""
    given = {"of": w.value(node.target), **values, **({"time": time} if time else {})}
    template = w.fitting(w.templates("traits", "gets", name), given)
    if template is not None:
        return w.filled(template, given)
    return w.say("gets", of=given["of"], what=trait_phrase(w, node.reference, (name, values)), time=time)


def _status(w: Writer, node: ast.Expr) -> Phrase:
    if isinstance(node, ast.Query):
        return w.parts.query(w, node)
    return trait_phrase(w, node)


def _drop(w: Writer, node: ast.DropStmt) -> str:
    if node.target is None:
        return w.say("drop", what=_status(w, node.status))
    return w.say("drop_from", what=_status(w, node.status), target=w.value(node.target))


def _copy(w: Writer, node: ast.CopyStmt) -> str:
    return w.say("copy", what=_status(w, node.status), source=w.value(node.source), target=w.value(node.target))


# ---- conditions and loops
def _if(w: Writer, node: ast.IfStmt) -> str:
    inner = only_if(node.body) if node.otherwise is None else None
    if inner is not None:
        both = ast.AndAlso(node.condition.span, node.condition, inner.condition)
        return _if(w, replace(inner, condition=both))
    return _branched(w, "if", node.body, node.otherwise, condition=w.condition(node.condition))


def _each(w: Writer, node: ast.EachStmt) -> str:
    source = w.value(node.source) if isinstance(node.source, ast.Query) else members(w, node.source)
    like = member(w, node.source, source)
    with w.inside(like):
        w.names[node.name.text] = w.grammar.pronoun("it", like)
        done = block(w, node.body)
    if isinstance(node.source, ast.Query):
        return w.say("for_each", source=source, do=done)
    return w.say("for_each_of", source=source, like=like, do=done)


def _repeat(w: Writer, node: ast.RepeatStmt) -> str:
    key = "repeat" if isinstance(node.times, ast.IntLiteral) else "repeat_equal"
    return w.say(key, times=w.value(node.times), do=block(w, node.body))


def _while(w: Writer, node: ast.WhileStmt) -> str:
    asked = w.condition(node.condition)
    return w.say("while", condition=asked, bound=w.value(node.bound), do=block(w, node.body))


# ---- choices
def _player(w: Writer, node: ast.Expr | None) -> Phrase:
    return w.grammar.pronoun("you") if node is None else w.value(node)


def _chooser(w: Writer, node: ast.Expr | None) -> dict[str, Phrase | str | bool]:
    """Who chooses: named, unless it is the reader."""
    player = _player(w, node)
    return {"player": player, "who": "" if player.role == "you" else player.text()}


def _may(w: Writer, node: ast.MayStmt) -> str:
    only = ast.plain(node.body.statements[0]) if len(node.body.statements) == 1 else None
    if isinstance(only, ast.CallStmt) and not only.stops and only.call.result is None:
        name = only.call.verb.text
        if w.lexicon.entry("verbs", name) is not None and w.templates("verbs", "to", name):
            return w.say("may", player=_player(w, node.player), to=w.parts.call(w, only.call, "to"))
    return w.say("may_do", player=_player(w, node.player), do=block(w, node.body))


def _may_often(w: Writer, node: ast.MayOften) -> str:
    condition = w.condition(node.condition) if node.condition is not None else ""
    return w.say("may_often", player=_player(w, node.player), condition=condition, do=block(w, node.body))


def _choose(w: Writer, node: ast.ChooseStmt) -> str:
    single = _single(w, node)
    if single is not None:
        return single
    type_ = w.checked.facts.types.get(node.source)
    if _is_reroll(node):
        return _reroll_chosen(w, node)
    source = members(w, node.source)
    values: dict[str, Phrase | str | bool] = {**_chooser(w, node.player), "source": source}
    form = node.amount.form if node.amount is not None else "one"
    if node.amount is not None and node.amount.limit is not None:
        values["most"] = w.value(node.amount.limit)
    if node.amount is not None and node.amount.least is not None:
        values["least"] = w.value(node.amount.least)
    many = form not in ("one", "random")
    element = type_.element if type_ is not None and type_.is_collection else None
    if not many:
        _name_chosen(w, node, source, element)
    key = f"choose_{form}"
    if type_ is not None and type_.form == "zone" and not many:
        key, values["source"] = f"choose_{form}_zone", w.value(node.source)
        values["what"] = w.grammar.noun(w.noun_named(node, type_.name), "one")
    elif form == "one" and isinstance(node.source, ast.Query) and node.source.quantifier == "all":
        key, values["what"] = "choose_what", w.parts.query(w, replace(node.source, quantifier="one"))
    elif not many:
        values["one"] = one_of(w, node.source)
    related = "" if many else _which(w, node, source)
    if related:
        what = "what" if "what" in values else "one"
        chosen = values[what]
        assert isinstance(chosen, Phrase)
        values[what] = w.grammar.tailed(chosen, related)
    said = w.say(key, **values)
    if many:
        w.names[node.name.text] = w.grammar.those_chosen(source)
    if node.such_that is not None and not related:
        said = w.say("such_that", choose=said, condition=w.condition(node.such_that))
    if node.body is not None:
        said = w.say("chosen", choose=said, then=_before(w, node.body, node.otherwise, (CHOSEN, NONE)))
        w.names.pop(node.name.text, None)  # it is out of sight
    if _does(node.otherwise):
        return w.say("none_to_choose", choose=said, otherwise=block(w, node.otherwise)) + NONE + IF
    return said + CHOSEN


def _which(w: Writer, node: ast.ChooseStmt, source: Phrase) -> str:
    """What is asked of the one that is chosen, as clauses behind its noun; empty where they cannot stand there, or
    where other clauses do.
    """
    among = node.source.head if isinstance(node.source, ast.Path) and not node.source.fields else node.source
    has_clauses = isinstance(among, ast.Query | ast.Comprehension) and among.condition is not None
    if node.such_that is None or has_clauses:
        return ""
    named = w.names[node.name.text]
    w.names[node.name.text] = w.grammar.pronoun("which", member(w, node.source, source))
    said = clauses_of(w, node.such_that)
    w.names[node.name.text] = named
    return w.grammar.related(said) if all(w.grammar.is_relative(one) for one in said) else ""


def _name_chosen(w: Writer, node: ast.ChooseStmt, source: Phrase, element: Type | None) -> None:
    """``the chosen creature``; beside another one, each is called as what it was chosen from: ``the chosen enemy``."""
    named = local_phrase(w, node.name, node.name.text, element, "chosen")
    noun = member(w, node.source, source)
    if noun.role == "long":
        noun = local_phrase(w, node.name, node.name.text, element, "")
    other = next((name for name, one in w.names.items() if one.noun is not None and one.text() == named.text()), "")
    if other and (before := w.names[other].noun) is not None and other != node.name.text:
        first, last = ("first chosen", "last chosen") if before.text() == noun.text() else ("chosen", "chosen")
        w.names[other] = w.grammar.demonstrated(before, first)
        named = w.grammar.demonstrated(noun, last)
    w.names[node.name.text] = named.but(noun=noun)


def _reroll_chosen(w: Writer, node: ast.ChooseStmt) -> str:
    values = {**_chooser(w, node.player), "source": members(w, node.source), "one": one_of(w, node.source)}
    return w.say("reroll_one" if node.amount is None else "reroll_any_number", **values)


def _is_reroll(node: ast.ChooseStmt) -> bool:
    """``choose die from hits: reroll die in hits``: what is chosen is only rerolled."""
    if node.body is None or len(node.body.statements) != 1 or node.such_that is not None or node.otherwise is not None:
        return False
    if node.amount is not None and node.amount.form != "any_number":
        return False
    only, source = ast.plain(node.body.statements[0]), node.source
    source = source.head if isinstance(source, ast.Path) and not source.fields else source
    if isinstance(source, ast.Comprehension) and source.value.span.text == source.name.text:
        source = source.source
    return (
        isinstance(only, ast.RerollStmt)
        and only.dice.span.text == node.name.text
        and only.place.span.text == source.span.text
    )


def _single(w: Writer, node: ast.ChooseStmt) -> str | None:
    """A choice from a field that never has more than one, for its noun has no plural: that one is meant."""
    source: ast.Node = node.source.head if isinstance(node.source, ast.Path) and not node.source.fields else node.source
    asked: ast.Expr | None = None
    bound = ""
    if isinstance(source, ast.Comprehension) and source.value.span.text == source.name.text:
        asked, bound, source = source.condition, source.name.text, source.source
        w.names.pop(bound, None)
    if not isinstance(source, ast.Path) or not source.fields or node.amount is not None or node.body is None:
        return None
    word = w.lexicon.noun(source.fields[-1].text)
    type_ = w.checked.facts.types.get(source)
    if word is None or word.forms[w.grammar.language].many or type_ is None or type_.form not in ("set", "list"):
        return None
    w.used.add(f"nouns.{word.name}")
    phrase = w.grammar.noun(word, "the")
    said = ""
    if asked is not None:
        w.names[bound] = phrase
        said = w.condition(asked)
        del w.names[bound]
    w.names[node.name.text] = phrase
    if not said and not _does(node.otherwise):
        return block(w, node.body)
    return _branched(w, "if", node.body, node.otherwise, condition=said or w.say("is_some", left=phrase))


def _choose_one(w: Writer, node: ast.ChooseOne) -> str:
    said: list[str] = []
    for option in node.options:
        text = block(w, option.body)
        if option.condition is not None:
            key = "option_or_if" if said else "option_if"
            text = w.say(key, condition=w.condition(option.condition), do=text)
        said.append(text)
    return w.say("choose_option", **_chooser(w, node.player), options=w.say("or_option").join(said))


def _lasting(w: Writer, node: ast.LastingStmt) -> str:
    what = modifiers(w, node.modifiers)
    return w.say("lasting", time=w.parts.duration(w, node.duration), what=what)


STATEMENTS: dict[type[ast.Node], Callable[[Writer, Any], str]] = {
    ast.CallStmt: _call, ast.CallBlock: _call_block, ast.CallElse: _call_else, ast.LetStmt: _let, ast.RollStmt: _roll,
    ast.RerollStmt: _reroll, ast.SetStmt: _set, ast.ChangeStmt: _change, ast.RequireStmt: _require,
    ast.PreventStmt: _prevent, ast.EndStmt: _end, ast.ResolveStmt: _resolve, ast.NothingStmt: _nothing,
    ast.OfferStmt: _offer, ast.CreateStmt: _create, ast.PutStmt: _put, ast.TakeStmt: _with_entity("take"),
    ast.PlaceStmt: _place, ast.LiftStmt: _with_entity("lift"), ast.RemoveStmt: _with_entity("remove"),
    ast.ShuffleStmt: lambda w, node: w.say("shuffle", zone=w.value(node.zone)),
    ast.RevealStmt: _reveal, ast.AddStmt: _add, ast.DropStmt: _drop, ast.CopyStmt: _copy,
    ast.IfStmt: _if, ast.EachStmt: _each, ast.RepeatStmt: _repeat, ast.WhileStmt: _while, ast.MayStmt: _may,
    ast.MayOften: _may_often, ast.ChooseStmt: _choose, ast.ChooseOne: _choose_one, ast.StepStmt: _step,
    ast.LastingStmt: _lasting,
}  # fmt: skip

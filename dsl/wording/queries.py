"""Queries as noun phrases, with what narrows them behind the noun.

Job: the phrase of a query or of an operand of a pattern. Input: nodes. Output: a `Phrase`.
"""

from __future__ import annotations

from dsl.meaning.lexicon import WordNoun
from dsl.syntax import ast
from dsl.wording.conditions import distance
from dsl.wording.joined import clauses_of
from dsl.wording.phrase import Phrase
from dsl.wording.values import one_of, trait_phrase
from dsl.wording.writer import Writer

_DETERMINERS = {
    "one": "one", "all": "each", "any": "", "no": "", "the": "only", "the one": "only", "nearest": "nearest",
    "farthest": "farthest", "random": "random", "each": "each",
}  # fmt: skip
# Filters that tell where something is. Beside a condition they are clauses, so that it is clear what each is about.
_PLACES = ("within", "adjacent", "in")


def query(w: Writer, node: ast.Query, noun: str = "") -> Phrase:
    """``noun``: how what is chosen is called, where that is not the noun of the query."""
    word = w.noun_named(node.noun, noun or node.noun.text)
    determiner = _DETERMINERS.get(node.quantifier, "")
    several = node.quantifier in ("several", "count") or (node.quantifier == "up" and node.limit != 1)
    tail = tail_of(w, w.grammar.noun(word, "", several), node.filters, node.condition)
    preferred = _preferred(w, word, node.preferences)
    if node.card:
        tail = f"{w.say('as_card')} {tail}"
    if node.quantifier == "up":
        found = w.grammar.at_most(node.limit, word, tail)
    elif node.quantifier == "several":
        return w.grammar.noun(word, "", True, tail)
    elif node.quantifier == "count":
        return w.phrase("count", of=w.grammar.noun(word, "", True, tail))
    elif node.quantifier in ("any", "no"):
        return w.grammar.noun(word, "a" if node.quantifier == "any" else "", False, tail)
    else:
        found = w.grammar.noun(word, determiner, False, tail)
    return w.grammar.tailed(found, preferred)


def operand(w: Writer, node: ast.PatternOperand, how: str) -> Phrase:
    """What an operand of a pattern says of the value: ``an enemy within 2 squares``, ``this creature``."""
    path = node.value
    if how == "noun" and isinstance(path, ast.Path) and isinstance(path.head, ast.Ident):
        word = w.noun_named(path, path.head.text)
        return w.grammar.noun(word, "a", False, tail_of(w, w.grammar.noun(word), node.filters, None))
    found = w.value(path)
    if how == "member":
        found = w.phrase("one_of", one=one_of(w, path))
    return w.grammar.tailed(found, tail_of(w, found, node.filters, None))


def tail_of(w: Writer, head: Phrase, filters: tuple[ast.Filter, ...], condition: ast.Expr | None) -> str:
    """What stands behind the noun: its filters, then its conditions as relative clauses."""
    if condition is None:
        return " ".join(_filter(w, one) for one in filters)
    which = w.grammar.pronoun("which", head)
    where = [one for one in filters if one.form in _PLACES]
    texts = [_filter(w, one) for one in filters if one not in where]
    clauses = [w.say("is_filter", left=which, filter=_filter(w, one)) for one in where]
    with w.inside():
        w.it.append(which)
        texts.append(w.grammar.related([*clauses, *clauses_of(w, condition, bool(clauses))]))
    return " ".join(texts).replace(" ,", ",")


def _filter(w: Writer, node: ast.Filter) -> str:
    match node.form:
        case "within":
            assert node.range is not None
            return w.say("filter_within", range=distance(w, node.range), of=w.value(node.value))
        case "having" | "without":
            return w.say(f"filter_{node.form}", what=trait_phrase(w, node.value))
        case "in":
            type_ = w.checked.facts.types.get(node.value)
            in_zone = type_ is not None and type_.form == "zone"
            return w.say("filter_in" if in_zone else "filter_among", what=w.value(node.value))
        case _:
            return w.say(f"filter_{node.form}", what=w.value(node.value))


def _preferred(w: Writer, word: WordNoun, preferences: tuple[ast.Preference, ...]) -> str:
    said = preferred(w, word, preferences)
    return w.say("preferring", what=w.say("then").join(said)) if said else ""


def preferred(w: Writer, word: WordNoun, preferences: tuple[ast.Preference, ...]) -> list[str]:
    """Each of the preferences: ``the nearest``, ``with the most wounds``."""
    like = w.grammar.noun(word)
    said: list[str] = []
    for one in preferences:
        if one.form in ("nearest", "farthest"):
            said.append(w.say(f"prefer_{one.form}"))
        elif one.form in ("having", "without"):
            named = one.value if one.value is not None else one.name
            assert named is not None
            said.append(w.say(f"filter_{one.form}", what=trait_phrase(w, named)))
        else:
            with w.inside():
                w.it.append(w.grammar.pronoun("it", like))
                if one.value is not None:
                    measure = w.value(one.value)
                else:
                    assert one.name is not None
                    measure = w.grammar.noun(w.noun_named(one.name, one.name.text))
            said.append(w.say(f"with_{one.form}", value=measure))
    return said

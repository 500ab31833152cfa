"""Completion: the words that may be written at a place.

Job: put a placeholder at the cursor, check the text with it, and list the words that fit its node and type. Input: a
LiveGame, a path, an offset. Output: `Offer`s. Does not change the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.authoring.server.hover import signature
from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.offering import (
    Offer,
    cards,
    classes,
    frames,
    headings,
    nouns,
    offer_classes,
    traits,
    verbs,
)
from cardwright.authoring.server.test_entries import rows_of_tests
from cardwright.authoring.server.text_before import within_text, words_here
from cardwright.authoring.server.unfinished_cards import filled
from cardwright.authoring.server.words import DEFINE, VALUE, core_signature, words_at, words_behind
from cardwright.authoring.server.yaml_completion import yaml_offers
from cardwright.authoring.server.yaml_places import MARKER, place_at
from dsl.checking.results import Facts
from dsl.meaning.builtins import BUILTINS
from dsl.meaning.resolve import field_names, field_type, noun_named
from dsl.meaning.types import INT, Type, present
from dsl.meaning.vocab import Param, Vocabulary
from dsl.syntax import ast

_BEFORE = re.compile(r"[a-z_0-9]*\Z")
_AFTER = re.compile(r"^[a-z_0-9]*")
# What may be missing at the end of a line that is not written to its end yet.
_RESTS = "", " nothing", " to 1", " by 1", ": nothing", ":", " at most 1 times: nothing", f": self loses {MARKER}s"


def offers(game: LiveGame, inside: str, offset: int) -> list[Offer]:
    """The words for an offset, each once, by name."""
    text = game.source(inside).text
    before = _BEFORE.search(text[:offset])
    after = _AFTER.search(text[offset:])
    start = before.start() if before else offset
    end = offset + (after.end() if after else 0)
    found = _in_yaml(game, inside, (text, start, end)) if inside.endswith(".yaml") else None
    if found is None:
        marked = text[:start] + MARKER + text[end:]
        found = [*_in_text(game, inside, marked, text[:start])]
    return sorted({offer.label: offer for offer in found}.values(), key=lambda offer: offer.label)


def _in_yaml(game: LiveGame, inside: str, word: tuple[str, int, int]) -> list[Offer] | None:
    """The keys or values for a word in a YAML file; None if it stands in a text of the language."""
    text, start, end = word
    if inside.startswith("tests/"):
        rows = rows_of_tests(game, text, start)
        if rows:
            return [Offer(name, sort, detail, f"{name}: " * (sort == "key")) for name, sort, detail in rows]
    if within_text(text[:start]):
        return None
    place = place_at(text, start, end)
    return yaml_offers(game, inside, place) if place is not None else []


# ---- texts of the language
def _in_text(game: LiveGame, inside: str, marked: str, before: str) -> Iterator[Offer]:
    if _in_definition(before):
        yield from (Offer(word.text, "word", word.said, word.insert) for word in words_at(DEFINE))
    end = marked.find("\n", len(before))
    end = len(marked) if end < 0 else end
    for rest in _RESTS if re.search(r"\S *\Z", before.rsplit("\n", 1)[-1]) else _RESTS[:1]:
        whole, place = marked[:end] + rest + marked[end:], len(before)
        if inside.startswith("cards/"):
            whole, place = filled(game.vocab, whole, place)
        roots, facts = game.around(inside, place, whole)
        for root in roots:
            nodes = list(root.walk())
            here = next((n for n in nodes if isinstance(n, ast.Ident) and n.text == MARKER), None)
            if here is not None:
                above = {below: node for node in nodes for below in node.children()}
                yield from _at_node(game.vocab, here, above, facts)
                if isinstance(above.get(here), ast.Call):
                    yield from _words(words_here(inside, before))
                return
    yield from _by_line(game.vocab, inside, before)


def _at_node(vocab: Vocabulary, here: ast.Ident, above: dict[ast.Node, ast.Node], facts: Facts) -> Iterator[Offer]:
    parent = above.get(here)
    match parent:
        case ast.Path(head=head, fields=fields) if here in fields:
            chain = (head, *fields)
            owner = facts.types.get(chain[chain.index(here) - 1])
            yield from _changing(vocab, owner) if _is_changed(parent, above) else _fields(vocab, owner)
        case ast.Call() | ast.Pattern():
            yield from verbs(vocab)
        case ast.Limit() | ast.EndStmt():
            yield from frames(vocab)
        case ast.TimingClass():
            yield from (offer for offer in offer_classes(vocab) if offer.label != MARKER)
        case ast.OfferStmt(classes=named) if here in named:
            yield from (offer for offer in offer_classes(vocab) if offer.label != MARKER)
        case ast.Path() if _is_trait(parent, above):
            yield from traits(vocab, ("keyword", "status"))
            yield from classes(vocab)
            yield from (Offer(name, "name", "terrain") for name in vocab.terrain)
        case ast.Adjust() | ast.Override():
            yield from (Offer(name, "field", f"stat of {kind}") for kind, name in vocab.stats)
        case ast.Reference() if isinstance(above.get(parent), ast.Headed):
            yield from headings(vocab)
        case ast.Reference():
            forms = ("status",) if isinstance(above.get(parent), ast.AddStmt) else ("keyword", "status")
            yield from traits(vocab, forms)
        case ast.Query() | ast.NounDef():
            yield from nouns(vocab)
        case ast.InvariantDef(noun=noun) if noun is here:
            yield from nouns(vocab)
        case ast.TypeRef():
            yield from nouns(vocab)
            yield from (Offer(name, "name", "enum") for name in vocab.enums)
        case _:
            yield from _values(vocab, here, above, facts)


def _is_changed(path: ast.Path, above: dict[ast.Node, ast.Node]) -> bool:
    """Whether a path stands where a field is named that a statement changes."""
    match above.get(path):
        case ast.SetStmt(place=place) | ast.ChangeStmt(place=place):
            return place is path
        case _:
            return False


def _is_trait(path: ast.Path, above: dict[ast.Node, ast.Node]) -> bool:
    """Whether a path stands where a keyword or status is named: behind `has`, `lacks`, `having` and `without`."""
    match above.get(path):
        case ast.HasTest(right=right):
            return right is path
        case ast.Filter(form="having" | "without"):
            return True
        case _:
            return False


def _values(vocab: Vocabulary, here: ast.Ident, above: dict[ast.Node, ast.Node], facts: Facts) -> Iterator[Offer]:
    """Values of the expected type; values of any type if none is expected."""
    wanted = _wanted(vocab, here, above, facts)
    if wanted is not None and wanted.form == "enum":
        yield from (Offer(value, "value", wanted.name) for value in vocab.enums[wanted.name].values)
        return
    if wanted is not None and wanted.form in ("status", "keyword"):
        yield from traits(vocab, (wanted.form,))
        return
    if wanted is not None and wanted.form == "card":
        yield from cards(vocab, wanted)
        return
    yield from _locals(here, above, facts, wanted)
    yield from (Offer(word.text, "word", word.said, word.insert) for word in words_at(VALUE))
    here_is = "", str(vocab.board.get("type", ""))
    core = [b for b in BUILTINS.values() if b.board in here_is and _gives(b.result, wanted)]
    yield from (Offer(b.name, "function", f"{core_signature(b)}: {b.doc}", f"{b.name}($1)") for b in core)
    functions = [f for f in vocab.functions.values() if _leads_to(f.result, wanted)]
    yield from (Offer(f.name, "function", signature("", f.name, f.params).strip()) for f in functions)
    for owner in (_self(above, here, facts), _candidate(vocab, above, here)):
        yield from _fields(vocab, owner, wanted)
    if wanted is not None and wanted.form == "bool":
        yield from _words({"true", "false"})
    if wanted is None or wanted.form == "kind":
        yield from (Offer(f"{word} {offer.label}", "name") for word in ("one", "all") for offer in nouns(vocab))


def _leads_to(given: Type | None, wanted: Type | None) -> bool:
    """Whether a value is of the wanted type, or has fields that may be."""
    return wanted is None or given is None or present(given).form in (wanted.form, "kind", "unknown")


def _gives(result: str, wanted: Type | None) -> bool:
    """Whether a function of the core, with that word for its result, may give the wanted type."""
    return wanted is None or result.rstrip("?") in (wanted.form, "element") or wanted.form in result.split()[:1]


def _wanted(vocab: Vocabulary, here: ast.Ident, above: dict[ast.Node, ast.Node], facts: Facts) -> Type | None:
    """The expected type at the place."""
    node: ast.Node = here
    parent = above.get(node)
    if isinstance(parent, ast.Path):
        node, parent = parent, above.get(parent)
    match parent:
        case ast.Call():
            return _operand(vocab, parent, node)
        case ast.Argument() if isinstance(call := above.get(parent), ast.Call):
            return _operand(vocab, call, parent)
        case ast.IsTest(left=left) | ast.Comparison(left=left) if left is not node:
            given = facts.types.get(left)
            is_order = isinstance(parent, ast.Comparison) and parent.operator not in ("==", "!=")
            return INT if is_order else present(given) if given is not None else None
        case ast.SetStmt(place=place) if place is not node:
            return facts.types.get(place)
        case ast.AddStmt() | ast.DropStmt() if getattr(parent, "target", None) is node:
            return Type("kind")
        case _:
            return None


def _operand(vocab: Vocabulary, call: ast.Call, node: ast.Node) -> Type | None:
    """The type of the parameter for an operand of a call, by preposition or by position."""
    verb = vocab.verbs.get(call.verb.text)
    if verb is None:
        return None
    param: Param | None = None
    if isinstance(node, ast.Argument):
        param = next((p for p in verb.params if p.preposition == node.preposition), None)
    elif node in call.operands:
        bare = [p for p in verb.params if not p.preposition]
        index = call.operands.index(node)
        param = bare[index] if index < len(bare) else None
    return present(param.type) if param is not None else None


def _candidate(vocab: Vocabulary, above: dict[ast.Node, ast.Node], here: ast.Node) -> Type | None:
    """The type of the candidate of a query or noun, in its condition; its fields are bare names there."""
    node, parent = here, above.get(here)
    while parent is not None:
        if isinstance(parent, ast.Query | ast.NounDef) and parent.condition is node:
            noun = parent.noun if isinstance(parent, ast.Query) else parent.base
            found = noun_named(vocab, noun.text)
            return found[1] if found is not None else None
        node, parent = parent, above.get(parent)
    return None


def _self(above: dict[ast.Node, ast.Node], here: ast.Node, facts: Facts) -> Type | None:
    """The type of `self` in the ability or invariant."""
    line = {here}
    node = above.get(here)
    while node is not None:
        line.add(node)
        node = above.get(node)
    of = next((n.noun for n in line if isinstance(n, ast.InvariantDef) and n.noun is not None), None)
    if of is not None:
        found = noun_named(facts.vocab, of.text)
        return found[1] if found is not None else None
    unit = next((u for u in facts.units if any(ability in line for ability in u.abilities)), None)
    return unit.carrier.self_type if unit is not None else None


def _locals(here: ast.Ident, above: dict[ast.Node, ast.Node], facts: Facts, wanted: Type | None) -> Iterator[Offer]:
    """The local names that the text declares before the place."""
    for node in above:
        name = getattr(node, "name", None)
        if isinstance(node, ast.LetStmt | ast.RollStmt | ast.ChooseStmt | ast.EachStmt | ast.Param | ast.CreateStmt):
            given = facts.types.get(name) if isinstance(name, ast.Node) else None
            fits = _leads_to(given, wanted)
            if isinstance(name, ast.Ident) and name.span.start < here.span.start and fits:
                yield Offer(name.text, "local", str(given or ""))
    if wanted is None or wanted.form == "kind" or _self(above, here, facts) is not None:
        yield from _words({"self", "this"})


def _words(words: set[str]) -> Iterator[Offer]:
    for word in sorted(words - {"NAME"}):
        yield Offer("instead of" if word == "instead" else word, "word")


def _by_line(vocab: Vocabulary, inside: str, before: str) -> Iterator[Offer]:
    """The words for a text that cannot be parsed: those that the grammar accepts behind what stands before the cursor,
    and names by the words before it on its line.
    """
    accepted = words_here(inside, before)
    yield from _words(accepted)
    yield from (Offer(w.text, "word", w.said, w.insert) for w in words_behind(before.rsplit("\n", 1)[-1]))
    line = before.rsplit("\n", 1)[-1].strip()
    last = line.split(" ")[-1] if line else ""
    if last in ("all", "one", "any", "each"):
        yield from nouns(vocab)
    elif last in ("after", "before", "of", "during", "recharges"):
        yield from verbs(vocab)
    elif last in ("add", "has"):
        yield from traits(vocab, ("keyword", "status"))
        yield from classes(vocab) if last == "has" else ()
    elif last in ("gains", "loses"):
        yield from traits(vocab, ("keyword",))
    elif last in ("copy", "drop"):
        yield from traits(vocab, ("status",))
        yield from (Offer(f"all {offer.label}", offer.sort, offer.detail) for offer in classes(vocab))
    elif (not line or line.endswith(":")) and "NAME" in accepted:
        yield from headings(vocab) if "passive" in accepted else verbs(vocab)


def _in_definition(before: str) -> bool:
    """Whether a line begins in the body of a `define`, `relation` or `invariant`."""
    *above, line = before.split("\n")
    head = next((text for text in reversed(above) if text and not text[0].isspace() and text[0] not in "#@"), "")
    is_body = re.match(r"(?:define|relation|invariant) .*:\s*(?:#.*)?$", head) is not None
    return bool(line) and line.isspace() and is_body


def _changing(vocab: Vocabulary, owner: Type | None) -> Iterator[Offer]:
    """The fields of an owner that a statement may change, and those that lead to others."""
    kind = present(owner).name if owner is not None else ""
    for offer in _fields(vocab, owner):
        field = vocab.field_of(kind, offer.label)
        if field is not None and not field.zone and (not field.printed or present(field.type).form == "kind"):
            yield offer


def _fields(vocab: Vocabulary, owner: Type | None, wanted: Type | None = None) -> Iterator[Offer]:
    """The fields of an owner that are of the wanted type, or lead to one."""
    if owner is None:
        return
    given = present(owner)
    for name in sorted(field_names(vocab, given)):
        type_ = field_type(vocab, given, name)
        if _leads_to(type_, wanted):
            yield Offer(name, "field", str(type_ or ""))

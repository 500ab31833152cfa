"""What the rules of a card say, as far as a printed text has to say it too.

Job: collect from abilities their numbers, choices, times, durations, and whom they mean. Input: trees, the tables of
the checker. Output: `RuleFacts`. What only stands in definitions that the abilities name need not be printed, but may
be: it is in `Named`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from dsl.checking.results import Facts
from dsl.dataclass import dataclass
from dsl.source import Span
from dsl.syntax import ast

if TYPE_CHECKING:
    from dsl.meaning.vocab import Vocabulary

_CHOOSING = (ast.ChooseStmt, ast.BestOf, ast.Comprehension, ast.Quantified, ast.RandomOf)
_EXCLUSIVE = {">=": -1, "<=": 1}  # `>= 3` may be printed as "more than 2"
_INCLUSIVE = {">": 1, "<": -1}  # `> 2` may be printed as "3 or more"


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """``exclusive`` and ``inclusive`` are the numbers with which a comparison may be printed, too; -1: none."""

    value: int
    span: Span
    exclusive: int = -1
    inclusive: int = -1


@dataclass(slots=True)
class RuleFacts:
    """``choices``: where a player may do something or not. ``open``: a player decides something else. ``everyone``:
    what is meant by `all`, but not to choose from it; ``several``: there is an `all` at all. ``about_self``: a
    condition tells who is meant. ``verbs``: the events that are reacted to.
    """

    abilities: tuple[ast.Node, ...] = ()
    numbers: list[RuleNumber] = field(default_factory=list[RuleNumber])
    choices: list[Span] = field(default_factory=list[Span])
    open: bool = False
    timings: dict[str, Span] = field(default_factory=dict[str, Span])
    durations: list[ast.Node] = field(default_factory=list[ast.Node])
    edges: set[str] = field(default_factory=set[str])
    limits: list[Span] = field(default_factory=list[Span])
    nouns: dict[str, Span] = field(default_factory=dict[str, Span])
    everyone: dict[str, Span] = field(default_factory=dict[str, Span])
    several: bool = False
    about_self: bool = False
    while_true: bool = False
    verbs: dict[str, Span] = field(default_factory=dict[str, Span])
    named: set[str] = field(default_factory=set[str])

    @property
    def span(self) -> Span | None:
        return self.abilities[0].span.to(self.abilities[-1].span) if self.abilities else None


def facts_of(abilities: Iterable[ast.Node], facts: Facts) -> RuleFacts:
    """The facts of some abilities; a heading counts as written out."""
    found = RuleFacts(tuple(abilities))
    for ability in found.abilities:
        chosen_from = {node.source for node in ability.walk() if isinstance(node, _CHOOSING)}
        for node in ability.walk():
            if isinstance(node, ast.Query) and node.quantifier == "all" and node not in chosen_from:
                found.everyone.setdefault(node.noun.text, node.span)
            _take(node, found, facts)
            heading = facts.headings.get(node) if isinstance(node, ast.Headed) else None
            if heading is not None:
                inner = facts_of((heading.node.ability,), facts)
                found.timings |= inner.timings
                found.verbs |= inner.verbs
                found.open = found.open or inner.open
                found.named |= {heading.name, *inner.named}
    return found


def _take(node: ast.Node, found: RuleFacts, facts: Facts) -> None:
    """Notes what one node says."""
    match node:
        case ast.MayStmt() | ast.MayOften():
            found.choices.append(node.span.source.span(node.span.start, node.body.span.start))
        case ast.Activation() | ast.ChooseStmt() | ast.ChooseOne() | ast.OfferStmt():
            found.open = True
        case ast.Trigger(timing=timing, pattern=pattern) | ast.Reaction(timing=timing, pattern=pattern):
            found.timings.setdefault(timing, pattern.span)
            found.open = found.open or isinstance(node, ast.Reaction)
            known = facts.patterns.get(pattern)
            found.verbs |= dict.fromkeys(known.verbs if known is not None else (), pattern.span)
        case ast.UntilEvent() | ast.UntilValue() | ast.WhileTrue():
            found.durations.append(node)
            found.edges |= {node.edge} if isinstance(node, ast.UntilEvent) else set()
        case ast.Limit() | ast.Uses():
            found.limits.append(node.span)
            if isinstance(node, ast.Uses):
                found.numbers.append(RuleNumber(node.count, node.span))
        case ast.EachStmt():
            found.several = True
        case ast.Passive(condition=condition):
            found.while_true = found.while_true or condition is not None
        case ast.Ident(text=name):
            found.named.add(name)
        case ast.Call():
            _take_chosen(node, found, facts)
        case _:
            _take_value(node, found, facts.vocab)


def _take_chosen(node: ast.Call, found: RuleFacts, facts: Facts) -> None:
    """What the game calls that which is chosen for a parameter."""
    binding, words = facts.bindings.get(node), facts.vocab.words
    if binding is None or words is None:
        return
    for name, given in binding.operands:
        noun = words.noun_chosen(f"{binding.verb}.{name}", given, facts.vocab.kinds)
        if noun:
            found.nouns.setdefault(noun, given.span)


def _take_value(node: ast.Node, found: RuleFacts, vocab: Vocabulary) -> None:
    match node:
        case ast.IntLiteral(value=value):
            found.numbers.append(RuleNumber(value, node.span))
        case ast.DiceLiteral(text=text):
            found.numbers += [RuleNumber(int(one), node.span) for one in re.findall(r"[0-9]+", text)]
        case ast.Query(quantifier=quantifier, limit=limit, noun=noun):
            if quantifier == "up":
                found.numbers.append(RuleNumber(limit, node.span))
                found.open = True
            found.several = found.several or quantifier == "all"
            _name(noun, found, vocab)
        case ast.Path(head=ast.Ident() as head, fields=()):
            _name(head, found, vocab)
        case ast.Comparison(operator=operator, right=ast.IntLiteral(value=value)):
            _compare(found, node, value, operator)
        case ast.IsTest() | ast.Negation():
            found.about_self = found.about_self or _is_about_self(node)
        case _:
            pass


def _compare(found: RuleFacts, node: ast.Comparison, value: int, operator: str) -> None:
    exclusive, inclusive = (value + step[operator] if operator in step else -1 for step in (_EXCLUSIVE, _INCLUSIVE))
    found.numbers.append(RuleNumber(value, node.right.span, exclusive, inclusive))
    found.about_self = found.about_self or _is_about_self(node)


def _is_about_self(node: ast.Node) -> bool:
    return any(isinstance(inner, ast.Ident) and inner.text in ("self", "this") for inner in node.walk())


def _name(name: ast.Ident, found: RuleFacts, vocab: Vocabulary) -> None:
    if name.text in vocab.nouns or name.text in vocab.kinds:
        found.nouns.setdefault(name.text, name.span)


# ---- what the abilities name
def definitions_named(found: RuleFacts, vocab: Vocabulary) -> tuple[RuleFacts, set[str]]:
    """The facts of the definitions that abilities name, and all their names: they may be printed, and need not.

    Of definitions that only these name, it counts whether they leave a choice, and the names.
    """
    near, far = RuleFacts(), RuleFacts()
    for tree in _definitions(found.named, vocab):
        _take_all(tree, near, vocab)
    for tree in _definitions(near.named - found.named, vocab):
        _take_all(tree, far, vocab)
    near.open = near.open or far.open or bool(far.choices)
    return near, {*found.named, *near.named, *far.named}


def _take_all(tree: ast.Node, found: RuleFacts, vocab: Vocabulary) -> None:
    facts = Facts(vocab)
    for node in tree.walk():
        _take(node, found, facts)


def _definitions(names: Iterable[str], vocab: Vocabulary) -> Iterator[ast.Node]:
    for name in sorted(names):
        for table in (vocab.verbs, vocab.functions, vocab.traits, vocab.nouns):
            if name in table:
                yield table[name].node

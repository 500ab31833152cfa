"""Systematic mistakes in valid content.

Job: find every place of a game where a mistake of some sort can be made, and its text. Input: a game without errors.
Output: ``Mistake``s by sort. Some sorts cannot be found by any checker (two numbers swapped); their names say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import combinations
from random import Random

from compiler.build import Build
from dsl.meaning.builtins import BUILTINS, COMPREHENSIONS, RESERVED
from dsl.meaning.types import BOOL, INT, TEXT, Type, assignable, present
from dsl.meaning.vocab import Param
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.source import Span
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PREPOSITIONS = ("to", "from", "on", "with", "by", "at", "into", "onto", "toward", "for", "against", "using")
# Fields that declare a name; a misspelt declaration is another name, and the error is where the old name is used.
_DECLARING = {
    (node, "name")
    for node in (
        ast.NounDef, ast.RelationDef, ast.DefineDef, ast.TableDef, ast.VerbDef, ast.EventsDef, ast.KeywordDef,
        ast.StatusDef, ast.RosterDef, ast.InvariantDef, ast.Param, ast.LetStmt, ast.RollStmt, ast.CreateStmt,
        ast.EachStmt, ast.LiveEach, ast.ChooseStmt, ast.Quantified, ast.Comprehension, ast.StepStmt,
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mistake:
    """``text`` replaces the text at ``span``; ``item`` contains it, so that no two mistakes are made in one item."""

    sort: str
    span: Span
    text: str
    item: str

    def description(self) -> str:
        line, _ = self.span.line_column()
        was = " ".join(self.span.text.split())[:60]
        return f"{self.span.source.path}:{line}: `{was}` became `{' '.join(self.text.split())[:60]}`"


def mistakes(build: Build, random: Random) -> dict[str, list[Mistake]]:
    """Every mistake that can be made in a game, by sort."""
    seeding = _Seeding(build, random)
    found: dict[str, list[Mistake]] = {sort: [] for sort in SORTS}
    for mistake in (*seeding.in_trees(), *seeding.in_data()):
        found[mistake.sort].append(mistake)
    return found


SORTS = (
    "misspelt name",
    "operand of another type",
    "misapplied operand",
    "swapped operands",
    "dangling reference",
    "value of a wrong type",
    "wrong table",
    "dropped condition",
    "swapped operands of one type",
)


class _Seeding:
    def __init__(self, build: Build, random: Random) -> None:
        assert build.checked is not None
        self.build, self.vocab, self.facts = build, build.vocab, build.checked.facts
        self.random = random
        texts = {s.path: s.text for s in _sources(build)}
        self.known = {*BUILTINS, *COMPREHENSIONS, *RESERVED} | {w for t in texts.values() for w in WORD.findall(t)}

    # ---- the language
    def in_trees(self) -> Iterator[Mistake]:
        for root in self.roots():
            item = str(root.span)
            for node in root.walk():
                yield from self.names(node, item)
                yield from self.calls(node, item)
                yield from self.conditions(node, item)
                if isinstance(node, ast.TableDef):
                    yield from self.tables(node, item)

    def roots(self) -> Iterator[ast.Node]:
        yield from (node for node, _ in self.vocab.definitions)
        for card in self.vocab.cards.values():
            yield from (ability for text in card.texts for ability in text.abilities)
        for test in self.build.tests:
            yield from (node for step in test.steps for node in (*step.statements, *step.then))

    def names(self, node: ast.Node, item: str) -> Iterator[Mistake]:
        for field in fields(node):
            held = getattr(node, field.name)
            if (type(node), field.name) in _DECLARING or (isinstance(node, ast.StatDef) and node.value is not None):
                continue
            for name in held if isinstance(held, tuple) else (held,):
                if isinstance(name, ast.Ident) and name.span.text == name.text:
                    wrong = self.misspelt(name.text)
                    if wrong:
                        yield Mistake("misspelt name", name.span, wrong, item)

    def misspelt(self, name: str) -> str:
        """The name with one typing error, so that it is not another name of the game."""
        for _ in range(20):
            at = self.random.randrange(len(name))
            letter = self.random.choice("abcdefghijklmnopqrstuvwxyz")
            ways = [name[:at] + letter + name[at + 1 :], name[:at] + letter + name[at:], name[: at + 1] + name[at:]]
            if len(name) > 2:
                ways += [name[:at] + name[at + 1 :], name[:at] + name[at : at + 2][::-1] + name[at + 2 :]]
            wrong = self.random.choice(ways)
            if wrong not in self.known and wrong[0].isalpha() and not re.fullmatch(r"[a-z]\d+|\d*d\d+", wrong):
                return wrong
        return ""

    def calls(self, node: ast.Node, item: str) -> Iterator[Mistake]:
        if isinstance(node, ast.Call) and node in self.facts.bindings:
            binding = self.facts.bindings[node]
            verb = self.vocab.verbs[binding.verb]
            given = [(param, operand) for name, operand in binding.operands if (param := verb.param(name))]
            yield from self.operands(given, item)
            yield from self.misapplied(node, item)
        elif isinstance(node, ast.FunctionCall) and node.name.text in self.vocab.functions:
            params = self.vocab.functions[node.name.text].params
            yield from self.operands(list(zip(params, node.arguments, strict=False)), item)  # type: ignore[arg-type]

    def operands(self, given: list[tuple[Param, ast.Expr]], item: str) -> Iterator[Mistake]:
        literals = (("7", INT), ("true", BOOL), ('"word"', TEXT))
        for param, operand in given:
            wrong = [text for text, type_ in literals if not self.fits(type_, param.type)]
            if wrong and param.type.form != "unknown":
                text = self.random.choice(wrong) + "\n" * operand.span.text.count("\n")
                yield Mistake("operand of another type", operand.span, text, item)
        for (one, left), (two, right) in combinations(given, 2):
            types = self.facts.types.get(left), self.facts.types.get(right)
            if None in types or unparse(left) == unparse(right) or "\n" in left.span.to(right.span).text:
                continue
            first, second = sorted((left.span, right.span), key=lambda span: span.start)
            between = first.source.text[first.end : second.start]
            text = f"({second.text}){between}({first.text})"
            if isinstance(left, ast.Query) or isinstance(right, ast.Query):
                continue  # a choice in brackets is not an operand that chooses
            apart = not self.fits(types[0], two.type) or not self.fits(types[1], one.type)  # type: ignore[arg-type]
            sort = "swapped operands" if apart else "swapped operands of one type"
            yield Mistake(sort, first.to(second), text, item)

    def fits(self, given: Type, wanted: Type) -> bool:
        return assignable(given, wanted, self.vocab.ancestors) or present(given).form == "unknown"

    def misapplied(self, call: ast.Call, item: str) -> Iterator[Mistake]:
        """One operand too many, one missing, and one after a preposition that the verb does not have."""
        verb = self.vocab.verbs[call.verb.text]
        end = call.verb.span.end
        extra = call.verb.span.source.span(end, end)
        if not any(p.type.form == "int" for p in verb.params if not p.preposition) or call.operands:
            yield Mistake("misapplied operand", extra, " 7 7 7", item)
        known = {p.preposition for p in verb.params}
        for argument in call.arguments:
            span = argument.span.source.span(argument.span.start, argument.span.start + len(argument.preposition))
            wrong = [p for p in PREPOSITIONS if p not in known]
            if wrong and span.text == argument.preposition:
                yield Mistake("misapplied operand", span, self.random.choice(wrong), item)
            needed = next((p for p in verb.params if p.preposition == argument.preposition), None)
            is_needed = needed is not None and needed.default is None and needed.type.form != "optional"
            if is_needed and "\n" not in argument.span.text and needed is not verb.actor:
                yield Mistake("misapplied operand", argument.span, "", item)

    def conditions(self, node: ast.Node, item: str) -> Iterator[Mistake]:
        condition = getattr(node, "condition", None)
        if not isinstance(condition, ast.Node):
            return
        before = condition.span.source.text[node.span.start : condition.span.start]
        word = re.search(r"(\s+(where|while|requires))\s+$", before)
        if word and "\n" not in condition.span.text and not isinstance(node, ast.WhileStmt | ast.Comprehension):
            start = node.span.start + word.start()
            yield Mistake("dropped condition", node.span.source.span(start, condition.span.end), "", item)
        elif isinstance(node, ast.IfStmt | ast.RequireStmt):
            text = "true" + "\n" * condition.span.text.count("\n")
            yield Mistake("dropped condition", condition.span, text, item)

    def tables(self, node: ast.TableDef, item: str) -> Iterator[Mistake]:
        rows = node.rows or ()
        if len(rows) < 2:
            return
        yield Mistake("wrong table", rows[-1].span, "", item)  # the cases of the last row then have no row
        first, second = rows[0], rows[1]
        if first.case is not None and second.case is not None:
            yield Mistake("wrong table", second.case.span, first.case.span.text, item)  # two rows with the same case
        wrong = '"word"' if self.vocab.functions[node.name.text].result.form == "int" else "7"
        yield Mistake("wrong table", rows[-1].value.span, wrong, item)

    # ---- data
    def in_data(self) -> Iterator[Mistake]:
        for card in self.build.files.cards:
            for key, value in card.node.entries:
                field = self.vocab.field_of(card.kind, key.text)
                if field is not None and field.printed:
                    yield from self.key(key, card.id)
                    yield from self.typed(value, present(field.type), card.id)
        files = self.build.files
        for entry in (*files.tests, *files.scenarios, *files.rosters):
            yield from self.references(entry, str(entry.span))
        for node, _ in self.vocab.definitions:
            for below in node.walk() if self.build.files.rulebook is not None else ():
                if isinstance(below, ast.Row):
                    yield Mistake("dangling reference", below.span, below.span.text + "-X9", str(node.span))

    def key(self, key: Scalar, item: str) -> Iterator[Mistake]:
        wrong = self.misspelt(key.text)
        if wrong:
            yield Mistake("misspelt name", key.span, wrong, item)

    def typed(self, value: Node, wanted: Type, item: str) -> Iterator[Mistake]:
        if isinstance(value, Sequence):
            for one in value.items if wanted.inner is not None else ():
                yield from self.typed(one, wanted.inner, item)  # type: ignore[arg-type]
        if not isinstance(value, Scalar) or "\n" in value.span.text:
            return
        wrong = {"int": ("lots", "[3]"), "bool": ("7", "perhaps"), "enum": ("[odd]", "{odd: 1}"), "dice": ("[3]",)}
        if wanted.form in wrong:
            yield Mistake("value of a wrong type", value.span, self.random.choice(wrong[wanted.form]), item)
        if wanted.form in ("enum", "card", "terrain") and value.style == "plain":
            sort = "dangling reference" if wanted.form == "card" else "misspelt name"
            bad = self.misspelt(value.text)
            yield from (Mistake(sort, value.span, text, item) for text in [bad] if text)
        if wanted.form in ("keyword", "status") and (name := WORD.match(value.span.text)):
            span = value.span.source.span(value.span.start, value.span.start + name.end())
            yield Mistake("dangling reference", span, name[0] + "_gone", item)

    def references(self, node: Node, item: str, inside: str = "") -> Iterator[Mistake]:
        """Cards, scenarios and rows that files name."""
        if isinstance(node, Mapping):
            for key, value in node.entries:
                if key.text in self.vocab.cards and inside == "cards":
                    yield Mistake("dangling reference", key.span, key.text + "_gone", item)
                if key.text == "rows" and isinstance(value, Sequence) and self.build.files.rulebook is not None:
                    for row in value.items:
                        yield Mistake("dangling reference", row.span, row.span.text + "-X9", item)
                elif key.text == "dice":
                    yield from self.faces(value, item)
                elif key.text == "card" or (key.text == "scenario" and isinstance(value, Scalar)):
                    if isinstance(value, Scalar):
                        yield Mistake("dangling reference", value.span, value.text + "_gone", item)
                else:
                    yield from self.references(value, item, key.text)
        elif isinstance(node, Sequence):
            for one in node.items:
                yield from self.references(one, item, inside)

    def faces(self, node: Node, item: str) -> Iterator[Mistake]:
        """The symbols of dice in the answers of a test."""
        below = node.items if isinstance(node, Sequence) else ()
        for key, _ in node.entries if isinstance(node, Mapping) else ():
            yield from self.key(key, item)
        for one in below:
            yield from self.faces(one, item)


def _sources(build: Build) -> Iterator[object]:
    files = build.files
    nodes = [files.ruleset, *(card.node for card in files.cards), *files.tests, *files.scenarios, *files.rosters]
    yield from files.rules
    yield from (node.source for node in nodes if node is not None)

"""Text to trees: places are true, one fault hides nothing else, and the grammar has no ambiguity."""

from __future__ import annotations

from pathlib import Path

import interegular
import pytest
from lark import Lark

import dsl.syntax.parse
from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import ast
from dsl.syntax.parse import parse_abilities, parse_expression, parse_rules, parse_statements
from dsl.syntax.unparse import unparse

RULES = """\
# A comment with ё and 🐻 above everything.
@AB-C-01 @AB-C-02
verb deal(amount: int, to target: creature = none):
  require amount > 0 "costs {amount + 1} points"
  step apply:
    increase target.damage by amount

table t(n: int) -> int:
  n > 2: 1
  otherwise: 2

status slowed(by who: creature) of creature stacks by source:
  after deal.apply to ally within 2 of self where amount >= 2 once per turn costs tap self, draw 1:
    if self.tapped:
      draw 1
    else if amount == 2:
      draw 2
    else:
      choose up to 2 helpers from all ally other than self by self.owner such that size(helpers) > 0:
        each h in helpers:
          tap h
"""


def parsed(text: str) -> tuple[ast.Node, ...]:
    sink = Sink()
    found = parse_rules(Source("a.rules", text), sink)
    assert [(str(d.span), d.message) for d in sink.items] == []
    return found


def expression(text: str) -> ast.Expr:
    sink = Sink()
    found = parse_expression(Source("e", text).span(0, len(text)), sink)
    assert found is not None, sink.items
    return found


def test_the_grammar_is_lalr_without_a_conflict() -> None:
    grammar = (Path(dsl.syntax.parse.__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    starts = ["rules_file", "ability_file", "statement_file", "expression_file", "line_file"]
    built = Lark(grammar, parser="lalr", start=starts, strict=True, maybe_placeholders=True)
    assert {rule.origin.name for rule in built.rules} >= set(starts)
    assert interegular.parse_pattern("a") is not None  # without it Lark would check less


def test_every_name_and_number_stands_where_its_span_says() -> None:
    checked = 0
    for definition in parsed(RULES):
        for node in definition.walk():
            if isinstance(node, ast.Ident | ast.DiceLiteral):
                assert node.span.text == node.text
                checked += 1
            elif isinstance(node, ast.IntLiteral):
                assert node.span.text == str(node.value)
                checked += 1
            elif isinstance(node, ast.Row):
                assert node.span.text == f"@{node.text}"
                checked += 1
    assert checked > 60


def test_every_node_holds_the_nodes_below_it_and_no_space_around() -> None:
    for definition in parsed(RULES):
        for node in definition.walk():
            assert node.span.text == node.span.text.strip()
            assert node.span.start < node.span.end
            for below in node.children():
                assert node.span.start <= below.span.start
                assert below.span.end <= node.span.end


def test_expressions_in_a_message_stand_in_the_file() -> None:
    (message,) = [n for d in parsed(RULES) for n in d.walk() if isinstance(n, ast.Message)]
    text, inner, rest = message.parts
    assert (text, rest) == ("costs ", " points")
    assert isinstance(inner, ast.Arithmetic)
    assert inner.span.text == "amount + 1"
    assert inner.span.line_column() == (4, 30)


def test_else_if_is_an_if_in_the_else() -> None:
    (outer,) = [n for d in parsed(RULES) for n in d.walk() if isinstance(n, ast.IfStmt)][:1]
    assert outer.otherwise is not None
    (inner,) = outer.otherwise.statements
    assert isinstance(inner, ast.IfStmt)
    assert inner.span.text.startswith("else if amount == 2:")
    assert inner.otherwise is not None


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("a + b * c", "a + b * c"),
        ("(a + b) * c", "(a + b) * c"),
        ("((a))", "a"),
        ("not a and b or c", "not a and b or c"),
        ("not (a and (b or c))", "not (a and (b or c))"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("count of enemy within 2 of self > 3", "count of enemy within 2 of self > 3"),
        ("(any enemy where a) and b", "(any enemy where a) and b"),
        ("any enemy where a and b", "any enemy where a and b"),
        ("a if b else c if d else e", "a if b else c if d else e"),
        ("sum(c.level for c in all ally where c.tapped)", "sum(c.level for c in all ally where c.tapped)"),
        ("some c in (all ally) satisfies c.tapped", "some c in all ally satisfies c.tapped"),
        ("a is not none", "a is not none"),
        ("fire not in self.immune", "fire not in self.immune"),
        ("can (attack target with 2)", "can (attack target with 2)"),
        ("f(a, to: 5).b", "f(a, to: 5).b"),
        ("[ ]", "[]"),
        ("--a", "--a"),
    ],
)
def test_brackets_stand_only_where_the_meaning_needs_them(text: str, shape: str) -> None:
    assert unparse(expression(text)) == shape


def test_a_fault_hides_no_other_definition() -> None:
    sink = Sink()
    found = parse_rules(Source("a.rules", "noun a = b\nnoun c d\n@AB-C-01\nnoun e = f\nnown g = h\n"), sink)
    assert [unparse(node) for node in found] == ["noun a = b", "@AB-C-01\nnoun e = f"]
    assert [item.span.line_column()[0] for item in sink.items] == [2, 5]


def test_a_step_of_one_statement_may_stand_on_the_line_of_its_condition() -> None:
    text = "ai:\n  when tapped: heal 1 to self\n  when hurt:\n    tap self\n    read on\n  otherwise: nothing\n"
    sink = Sink()
    (found,) = parse_abilities(Source("c.yaml", text).span(0, len(text)), 0, sink)
    assert sink.items == []
    deep = text.replace(": heal", ":\n    heal").replace(": nothing", ":\n    nothing")
    assert unparse(found) == deep.rstrip()


def test_the_margin_of_a_card_text_is_taken_off() -> None:
    text = "rules: |\n    passive:\n      +1 level\n    activate:\n      draw 1\n"
    start = text.index("passive")
    sink = Sink()
    found = parse_abilities(Source("c.yaml", text).span(start, len(text)), 4, sink)
    assert sink.items == []
    assert [node.span.line_column() for node in found] == [(2, 5), (4, 5)]


def test_statements_are_all_or_nothing() -> None:
    sink = Sink()
    text = "draw 1\ndraw ,\n"
    assert parse_statements(Source("t", text).span(0, len(text)), 0, sink) is None
    assert [item.code for item in sink.items] == ["syntax"]


def test_nothing_but_comments_is_nothing() -> None:
    assert parsed("# only\n\n  # this\n") == ()


def test_line_ends_of_other_systems_change_no_tree() -> None:
    assert [unparse(n) for n in parsed(RULES.replace("\n", "\r\n"))] == [unparse(n) for n in parsed(RULES)]


def test_a_formatted_text_stays_as_it_is() -> None:
    text = "\n".join(unparse(node) for node in parsed(RULES))
    assert "\n".join(unparse(node) for node in parsed(text)) == text


def test_a_comment_before_a_faulty_text_is_no_fault() -> None:
    source = Source("card", "# why\npassive +2 armour\nactivate: nothing\n")
    sink = Sink()
    abilities = parse_abilities(source.span(0, len(source.text)), 0, sink)
    assert [item.span.line_column() for item in sink.items] == [(2, 9)]
    assert len(abilities) == 1


@pytest.mark.parametrize("remark", ["# last", "  # last", "    # last"])
def test_a_remark_may_end_a_text(remark: str) -> None:
    sink = Sink()
    assert len(parse_rules(Source("a.rules", f"verb a():\n  b\n{remark}"), sink)) == 1
    text = f"rules: |\n  after a:\n    b\n  {remark}"
    source = Source("a.yaml", text)
    assert len(parse_abilities(source.span(11, len(text)), 2, sink)) == 1
    assert sink.items == []

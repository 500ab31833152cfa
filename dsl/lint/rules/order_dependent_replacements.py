"""Two abilities replace the same event and change the same value, and at least one of them sets it.

The result depends on their order, and the ruleset does not define it. Write one ability instead of two, add to the
value in both, give them conditions that exclude each other (`where …`), or let the players choose the order
(`policy: {ties: choose}` or `{ties: first_player}` in the ruleset).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.replacements import Replacement, may_meet, order_matters
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("order-dependent-replacements")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for unit in context.facts.units:
        replacing = [a for a in map(ast.plain, unit.abilities) if isinstance(a, ast.Trigger) and a.timing == "instead"]
        for one, other in combinations(replacing, 2):
            if unparse(one.pattern) != unparse(other.pattern):
                continue
            left, right = _changes(one), _changes(other)
            for place in left.keys() & right.keys():
                if ast.SetStmt in (left[place], right[place]):
                    label = Label(one.span, "the other one")
                    yield FOUND(
                        other, f"this and another ability change `{place}`, and their order matters", labels=(label,),
                        help="make one ability of both",
                    )  # fmt: skip


def whole(context: LintContext) -> Iterator[Diagnostic]:
    """Abilities of different texts, where the ruleset leaves their order to chance."""
    if context.vocab.policy.get("ties") in ("choose", "first_player"):
        return
    words = frozenset(value for enum in context.vocab.enums.values() for value in enum.values)
    notes = [(path, Replacement(*row)) for path, file in context.summary.files.items() for row in file.replacements]
    for (path, one), (second, other) in combinations(notes, 2):
        is_one_text = one.carrier == other.carrier
        if is_one_text or one.place != other.place or not _same_event(context, one.verb, other.verb):
            continue
        if order_matters(one, other) and may_meet(one, other, words):
            label = Label(context.summary.place(path, one.start, one.end, one.owner).span, "the other one")
            place = context.summary.place(second, other.start, other.end, other.owner)
            message = f"this and an ability of another text change `{one.place}`, and their order matters"
            yield FOUND(place, message, labels=(label,), help="ask for different things, or add in both")


def _same_event(context: LintContext, one: str, other: str) -> bool:
    """Whether two patterns can watch the same event, or the same step of it."""
    (left, _, step), (right, _, other_step) = one.partition("."), other.partition(".")
    verbs = {*context.vocab.verbs_named(left)} & {*context.vocab.verbs_named(right)}
    return bool(verbs) and step == other_step


def _changes(ability: ast.Trigger) -> dict[str, type[ast.Node]]:
    """The values that a replacement changes whatever happens, and how."""
    found: dict[str, type[ast.Node]] = {}
    for statement in map(ast.plain, ability.body.statements):
        if isinstance(statement, ast.SetStmt | ast.ChangeStmt):
            found[unparse(statement.place)] = type(statement)
    return found


RULE = Rule(
    "order-dependent-replacements",
    "interaction",
    "two replacements whose order matters",
    __doc__,
    bad={
        "ability": """\
instead of heal to self: set amount to 1
instead of heal to self: increase amount by 2
""",
    },
    good={
        "ability": """\
instead of heal to self: increase amount by 1
instead of heal to self: increase amount by 2
""",
    },
    check=check,
    whole=whole,
)

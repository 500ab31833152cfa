"""What is declared and never named again.

Job: the words that rules, cards, tests and data of a game use, so that a declaration without a use can be told. Input:
a LintContext. Output: diagnostics, or the words. A word counts as a use wherever it stands, whatever it means there:
what is told as unused is certain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from dsl import ast
from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext
from dsl.source import Span
from dsl.yaml_tree import Mapping, Node, Scalar, Sequence

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
# Texts for people, and declarations: a word in them is no use of it.
_ASIDE = frozenset({"name", "names", "doc", "source", "note", "enums", "dice", "id"})
_NAMING = (
    ast.NounDef, ast.RelationDef, ast.DefineDef, ast.TableDef, ast.VerbDef, ast.EventsDef, ast.KeywordDef,
    ast.StatusDef, ast.StatDef, ast.RosterDef,
)  # fmt: skip


def unused(
    context: LintContext, found: Finder, what: str, declared: Iterable[tuple[str, Span]]
) -> Iterator[Diagnostic]:
    """A diagnostic for each declared name that stands nowhere else."""
    words = mentioned(context)
    for name, span in declared:
        if name not in words:
            yield found(span, f"nothing uses the {what} `{name}`", help="use it, or leave it out")


@lru_cache(maxsize=1)
def mentioned(context: LintContext) -> frozenset[str]:
    """Every word that stands somewhere beside the place that declares it."""
    trees: Counter[str] = Counter()
    for root in context.roots:
        for node in root.walk():
            trees.update(_words(node))
        if isinstance(root, _NAMING):
            trees[root.name.text] -= 1
    for node in context.test_nodes:
        trees.update(_words(node))
    files = context.files
    data = [files.ruleset, *(card.node for card in files.cards), *files.tests, *files.scenarios, *files.rosters]
    return frozenset(+trees) | {word for node in data if node is not None for word in _data_words(node)}


def _words(node: ast.Node) -> tuple[str, ...]:
    if isinstance(node, ast.Ident):
        return (node.text,)
    return tuple(_WORD.findall(node.text)) if isinstance(node, ast.DiceLiteral) else ()


def _data_words(node: Node) -> Iterator[str]:
    """The words of values; keys name what they give a value to, which is no use."""
    match node:
        case Mapping():
            for key, value in node.entries:
                if key.text not in _ASIDE:
                    yield from _data_words(value)
        case Sequence():
            for item in node.items:
                yield from _data_words(item)
        case Scalar():
            yield from _WORD.findall(node.text)

"""The names and texts of one entry in a test or scenario file.

Job: hold the local values that an entry has declared so far; parse and check its texts by the same rules as cards.
Input: YAML nodes. Output: checked statements and expressions; local values in the scope of later texts. Must never run
anything.
"""

from __future__ import annotations

from dataclasses import field

from dsl.checking.context import Context
from dsl.checking.laid_statuses import check_locals
from dsl.checking.rosters import RosterData
from dsl.checking.statements import check_statements
from dsl.dataclass import dataclass
from dsl.diagnostics import Label, Sink
from dsl.meaning.builtins import COMPILED_NAMES, RESERVED
from dsl.meaning.resolve import Ref, Scope
from dsl.meaning.types import Type
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, text_slice
from dsl.source import Span
from dsl.syntax import ast
from dsl.syntax.parse import parse_expression, parse_statements

ON_ITS_LINE = "write it on the line of its key, without `|` or `>`"


@dataclass(frozen=True, slots=True)
class EntryContext:
    """The state of the check of one test or scenario; ``names`` are the local values of its texts, in order."""

    cx: Context
    rosters: dict[str, RosterData]
    scope: Scope = field(default_factory=Scope)
    names: list[tuple[str, Type]] = field(default_factory=list[tuple[str, Type]])

    @property
    def vocab(self) -> Vocabulary:
        return self.cx.vocab

    @property
    def sink(self) -> Sink:
        return self.cx.sink


def declare(entry: EntryContext, name: str, given: Type, span: Span) -> None:
    """Declares the name of an entity; does nothing if it is empty or begins with `_`."""
    if not name or name[0] == "_":
        return
    if name in RESERVED | COMPILED_NAMES:
        entry.sink.add("reserved-name", span, f"`{name}` is a reserved name", help="choose another name")
        return
    if entry.scope.find(name) is not None:
        first = entry.scope.place_of(name)
        entry.sink.add(
            "duplicate-name",
            span,
            f"`{name}` names two things here",
            help="give one a `name:` of its own",
            labels=[Label(first, "first used here")] if first is not None else [],
        )
        return
    entry.scope.declare(name, Ref("local", name), given, span)
    entry.names.append((name, given))


# ---- texts


def read_statements(entry: EntryContext, node: Node | None) -> tuple[ast.Statement, ...]:
    """The statements of a text; later texts can use the values that they name."""
    if not isinstance(node, Scalar):
        return ()
    piece = text_slice(node, entry.sink)
    if piece is None:
        return ()
    parsed = parse_statements(piece.source.span(piece.start, piece.end), piece.indent, entry.sink)
    if parsed:
        check_statements(entry.cx, parsed, entry.scope)
        check_locals(entry.cx, parsed)
        own = {
            n: t for n, (r, t) in entry.scope.names.items() if r.form == "local" and n not in RESERVED | COMPILED_NAMES
        }
        entry.names.extend(pair for pair in own.items() if pair not in entry.names)
    return parsed or ()


def read_expression(entry: EntryContext, node: Node, wanted: Type | None) -> ast.Expr | None:
    """A YAML value as an expression; a YAML list is a list literal."""
    if isinstance(node, Sequence):
        items = [read_expression(entry, i, wanted.element if wanted is not None else None) for i in node.items]
        made = ast.ListLiteral(node.span, tuple(i for i in items if i is not None))
        entry.cx.need(made, entry.scope, wanted) if wanted is not None else None
        return made
    if not isinstance(node, Scalar) or node.style not in ("plain", "single", "double"):
        entry.sink.add("wrong-type", node.span, "a value in one line is needed here", help=ON_ITS_LINE)
        return None
    if node.style == "plain" and node.text.count("(") > node.text.count(")"):
        entry.sink.add("syntax", node.span, "a `(` is not closed",
                       help="put quotes around it: in `[…]` a comma ends an item")  # fmt: skip
        return None
    expr = parse_expression(node.inside, entry.sink)
    if expr is not None and wanted is not None:
        entry.cx.need(expr, entry.scope, wanted)
    return expr


def read_path(entry: EntryContext, span: Span, head: str, *fields: str) -> ast.Expr:
    """A path that the file does not contain, checked as if it did."""
    path = ast.Path(span, ast.Ident(span, head), tuple(ast.Ident(span, name) for name in fields))
    entry.cx.check(path, entry.scope)
    return path


# ---- values of a mapping


def text_of(node: Mapping, key: str) -> str:
    """The text of a key; empty if it is missing."""
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else ""


def place_of(node: Mapping, key: str) -> Span:
    """The place of the value of a key; the whole mapping if it is missing."""
    value = node.get(key)
    return value.span if value is not None else node.span

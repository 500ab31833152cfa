"""The parser: from text to the surface tree.

Job: `parse_rules` (a ``.rules`` file), `parse_abilities` (ability text of a card), `parse_statements` and
`parse_expression` (tests). Input: a range of a Source. Output: nodes of ``dsl.syntax.ast``, whose spans are offsets in
the file. A syntax error in one definition or ability is reported, and the others are still parsed. Never evaluates
anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any

from dsl.diagnostics import Sink
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.driver import Driver, Unread
from dsl.syntax.parser_tables import made_from, shipped, written
from dsl.syntax.tree_builder import Builder
from dsl.visible import TAB, character_name

if TYPE_CHECKING:
    from dsl.syntax.lark_parser import LarkParser

# The limit for nested brackets and for the depth of the tree, for example of a long sum: later passes recurse as deep,
# and Lua cannot parse text that is nested much deeper.
MAX_NESTING = 60
MAX_BLOCKS = 16  # Python, to which texts are compiled, allows at most 20 nested loops
# The start of a definition, whether or not the definition can be parsed.
_DEFINED = re.compile(
    r"^(?:noun|relation|define|table|stat|verb|flow|events|keyword|status|roster) +([a-z_][a-z0-9_]*)", re.MULTILINE
)
_NESTING = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]|\n *(?=[^\s#])')
_QUOTED = re.compile(r'"[^"\n]*"|#[^\n]*')


class _Parser:
    """The reader of sound texts, and Lark for all others."""

    def __init__(self) -> None:
        try:
            self.driver = Driver(_tables(), Builder(_inner_expression))
        except (LookupError, TypeError, AttributeError):  # the file of tables is damaged
            self.driver = Driver(_computed_tables(_grammar()), Builder(_inner_expression))

    @cached_property
    def by_lark(self) -> LarkParser:
        from dsl.syntax.lark_parser import LarkParser  # the library is slow to import, and most texts are sound

        return LarkParser(_grammar(), _tables(), Builder(_inner_by_lark))


def _grammar() -> str:
    return (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")


class _Parsers(local):
    """The parsers of a thread: a parser keeps state while it reads, so that two threads cannot share one."""

    def __init__(self) -> None:
        self.made: dict[int, _Parser] = {}


_PARSERS = _Parsers()


def _parser(level: int = 0) -> _Parser:
    """The parser of texts, or that of expressions inside messages (level 1): both keep state while they read."""
    made = _PARSERS.made
    if level not in made:
        made[level] = _Parser()
    return made[level]


@cache
def kept_tables() -> dict[str, Any] | None:
    """The stored tables of the grammar; None if they are of another grammar."""
    return shipped(made_from(_grammar()))


@cache
def _computed_tables(grammar: str) -> dict[str, Any]:
    from dsl.syntax.lark_parser import computed_tables

    return computed_tables(grammar)


def _tables() -> dict[str, Any]:
    return kept_tables() or _computed_tables(_grammar())


def tables_text() -> str:
    """The content for the file of tables, computed from the grammar."""
    return written(made_from(_grammar()), _computed_tables(_grammar()))


def _inner_expression(source: Source, start: int, end: int) -> ast.Expr:
    """Parses an expression inside a running parse."""
    inner = _parser(1).driver
    expr: ast.Expr = inner.read(source.span(start, end), 0, "expression_file")
    _parser(0).driver.builder.made += inner.builder.made
    return expr


def _inner_by_lark(source: Source, start: int, end: int) -> ast.Expr:
    expr: ast.Expr = _parser(1).by_lark.run(source.span(start, end), 0, "expression_file")
    return expr


def parse_rules(source: Source, sink: Sink) -> tuple[Any, ...]:
    """The definitions of a ``.rules`` file; those with syntax errors are reported and left out."""
    return parse_definitions(source.span(0, len(source.text)), sink)


def parse_definitions(span: Span, sink: Sink) -> tuple[Any, ...]:
    """The definitions in a part of a ``.rules`` file, whose first line begins at the margin."""
    return _parse(span, 0, "rules_file", sink)


def definition_span(source: Source, offset: int) -> Span:
    """The part of a ``.rules`` file with the definition at an offset: its lines, and those that belong to it."""
    before = [chunk for chunk in definition_spans(source) if chunk.start <= offset]
    return before[-1] if before else source.span(0, 0)


def definition_spans(source: Source) -> Iterator[Span]:
    """The parts of a ``.rules`` file with one definition each, sound or not."""
    return _chunks(source.span(0, len(source.text)), 0)


def grammar_words() -> set[str]:
    """The words of the grammar. None of them is read as a name everywhere."""
    return _parser(0).by_lark.words()


def words_after(span: Span, margin: int, start: str) -> set[str]:
    """The words of the language that the grammar accepts behind a text; `NAME` among them if a name may stand there.

    ``start`` is what the text is a part of, such as ``rules_file``. The set is empty if the text itself is unsound.
    """
    return _parser(0).by_lark.words_after(span, margin, start)


def unread_names(source: Source, definitions: tuple[Any, ...]) -> set[str]:
    """The names of the definitions of a ``.rules`` file that could not be parsed."""
    plain = [ast.plain(node) for node in definitions]
    named: list[Any] = [getattr(node, "name", None) for node in plain]
    return set(_DEFINED.findall(source.text)) - {name.text for name in named if name is not None}


def parse_abilities(span: Span, margin: int, sink: Sink) -> tuple[Any, ...]:
    """The abilities of a card's text; ``margin`` is the column at which its lines begin."""
    return _parse(span, margin, "ability_file", sink)


def parse_statements(span: Span, margin: int, sink: Sink) -> tuple[Any, ...] | None:
    """The statements of a test, or None after a syntax error."""
    before = len(sink.items)
    statements = _parse(span, margin, "statement_file", sink)
    return None if len(sink.items) > before else statements


def parse_expression(span: Span, sink: Sink) -> ast.Expr | None:
    """One expression, or None after a syntax error."""
    result = _try(span, 0, "expression_file", sink)
    return result if isinstance(result, ast.Node) else None  # type: ignore[return-value]


def parse_line(span: Span, sink: Sink) -> ast.Line | None:
    """A line as it is printed on a card, or None after a syntax error."""
    result = _try(span, 0, "line_file", sink)
    return result if isinstance(result, ast.Line) else None


def parse_pattern(span: Span, sink: Sink) -> ast.Pattern | None:
    """The event that a test names, or None after a syntax error."""
    result = _try(span, 0, "pattern_file", sink)
    return result if isinstance(result, ast.Pattern) else None


def _parse(span: Span, margin: int, start: str, sink: Sink) -> tuple[Any, ...]:
    if _says_nothing(span):
        return ()
    trial = Sink()
    result = _try(span, margin, start, trial)
    if result is not None:
        return result  # type: ignore[no-any-return]
    good: list[Any] = []
    parts = Sink(owner=sink.owner)
    for chunk in _chunks(span, margin):
        good.extend(_try(chunk, margin, start, parts) or ())
    for fault in (parts if parts.items else trial).items:  # parts that parse alone may still not fit together
        sink.put(fault)
    return tuple(good)


def _try(span: Span, margin: int, start: str, sink: Sink) -> Any:
    if not (_nesting_ok(span, sink) and _quoted_ok(span, sink)):
        return None
    parser = _parser(0)
    try:
        result = parser.driver.read(span, margin, start)
        # A rule adds two levels at most, and a name one below it.
        is_flat = 2 * parser.driver.builder.made + 2 < MAX_NESTING
    except Unread:
        result, is_flat = parser.by_lark.read(span, margin, start, sink), False
    return result if result is not None and (is_flat or _depth_ok(result, sink)) else None


def _chunks(span: Span, margin: int) -> Iterator[Span]:
    """Splits a text at the lines at its margin. Row ids and the line that opens a block stay with what follows them."""
    source, starts, belongs_above = span.source, [span.start], False
    position = span.start
    for line in span.text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        text = line.strip()
        at_margin = indent == margin or position == span.start
        begins = at_margin and text and not text.startswith(("#", "else", ")", "]"))
        if begins and not belongs_above and position != span.start:
            starts.append(position + indent)
        if text and not text.startswith("#"):
            belongs_above = text.startswith("@") or text.partition(" #")[0].rstrip().endswith(":")
        position += len(line) + 1
    for begin, end in zip(starts, [*starts[1:], span.end], strict=True):
        chunk = source.span(begin, end)
        if not _says_nothing(chunk):
            yield chunk


def _says_nothing(span: Span) -> bool:
    """Whether a text holds only comments and blank lines."""
    return all(line.lstrip().startswith("#") for line in span.text.split("\n") if line.strip())


def _nesting_ok(span: Span, sink: Sink) -> bool:
    """Reports deep nesting with its place, because later passes would exceed the recursion limit."""
    depth, blocks = 0, [0]
    for match in _NESTING.finditer(span.text):
        piece = match.group()
        if piece in "([":
            depth += 1
        elif piece in ")]":
            depth -= 1
        elif piece[0] == "\n" and depth <= 0:
            while len(piece) <= blocks[-1]:
                blocks.pop()
            blocks.append(len(piece))
        if depth > MAX_NESTING or len(blocks) > MAX_BLOCKS + 2:
            place = span.source.span(span.start + match.start(), span.start + match.end())
            if depth > MAX_NESTING:
                _too_deep(place, MAX_NESTING, "give a part of it a name of its own, with `let` or `define`", sink)
            else:
                _too_deep(place, MAX_BLOCKS, "give the inner blocks a verb of their own", sink)
            return False
    return True


def _quoted_ok(span: Span, sink: Sink) -> bool:
    """Whether no text in quotes holds a tab: people read it as one line, as they read the name of a card."""
    for match in _QUOTED.finditer(span.text if TAB in span.text else ""):
        at = match.group().find(TAB) + match.start()
        if match.group()[0] == '"' and at >= match.start():
            message = f"a text in quotes is one line, but the character {character_name(TAB)} stands in it"
            place = span.source.span(span.start + at, span.start + at + 1)
            sink.add("forbidden-character", place, message, help="write it in one line, without tabs")
            return False
    return True


def _depth_ok(result: Any, sink: Sink) -> bool:
    """Whether the tree is not too deep. A sum of a thousand numbers is one line, but a tree a thousand nodes deep."""
    level: list[ast.Node] = list(result) if isinstance(result, tuple) else [result]
    for _ in range(MAX_NESTING):
        level = [below for node in level for below in node.children()]
        if not level:
            return True
    help = "give a part of it a name of its own, with `let`, `define` or `verb`"
    _too_deep(level[0].span, MAX_NESTING, help, sink)
    return False


def _too_deep(place: Span, most: int, help: str, sink: Sink) -> None:
    sink.add("nesting-too-deep", place, f"nested more than {most} levels deep", help=help)

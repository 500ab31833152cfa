"""The parser: from text to the surface tree. Only this module and `dsl.syntax.tree_builder` import Lark.

Job: `parse_rules` (a ``.rules`` file), `parse_abilities` (ability text of a card), `parse_statements` and
`parse_expression` (tests). Input: a range of a Source. Output: nodes of ``dsl.syntax.ast``, whose spans are offsets in
the file. A syntax error in one definition or ability is reported, and the others are still parsed. Never evaluates
anything.
"""

# pyright: basic, reportAssignmentType=false, reportIncompatibleMethodOverride=false
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from operator import itemgetter
from pathlib import Path
from threading import local
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, VisitError
from lark.indenter import DedentError, Indenter
from lark.utils import TextSlice

from dsl.diagnostics import Sink
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.driver import Driver, Unread
from dsl.syntax.parser_tables import made_from, parser_of, shipped, tables_of, written
from dsl.syntax.syntax_errors import report_dedent, report_unexpected
from dsl.syntax.tree_builder import Builder
from dsl.visible import TAB, character_name

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
_LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_NOWHERE = (None, None)
_STARTS = ["rules_file", "ability_file", "statement_file", "expression_file", "line_file", "pattern_file"]


class _Layout(Indenter):
    """Counts indentation from the margin of the block, and adds a line end if the text has none."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - Lark's interface
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    margin = 0

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.paren_level = 0
        self.indent_level = [0]
        found: Iterator[Token] = self._process(self._ended(stream))  # type: ignore[no-untyped-call]
        return found

    def handle_NL(self, token: Token) -> Iterator[Token]:
        # The margin of a YAML block does not belong to the text, so it is removed before counting.
        before, _, indent = token.rpartition("\n")
        if "#" in indent:  # a comment ends the text, and nothing follows it
            indent = ""
        inner = indent[self.margin :] if len(indent) >= self.margin else ""
        return super().handle_NL(Token.new_borrow_pos(token.type, f"{before}\n{inner}", token))

    def _ended(self, stream: Iterator[Token]) -> Iterator[Token]:
        last = None
        for token in stream:
            last = token
            yield token
        if last is not None and last.type != self.NL_type:
            end = last.end_pos
            yield Token(self.NL_type, "\n" + " " * self.margin, end, last.end_line, last.end_column, end_pos=end)


class _Parser:
    """Lark with our builder: one parser for texts, one for expressions inside messages."""

    def __init__(self, tables: dict[str, Any] | None) -> None:
        self.layout = _Layout()
        self.builder = Builder(_inner_expression)
        self.lark = self._made(tables)
        # Lark gives positions only to trees, and building a tree for each node would halve the speed. Its callbacks see
        # each child with its tokens, so they can compute the span of the rule for the builder.
        callbacks = self.lark._callbacks
        for rule, callback in callbacks.items():
            rule.origin.name = str(rule.origin.name)  # with a Token there, each look-up in the table would call Python
            callbacks[rule] = itemgetter(0) if _passes_on(rule) else self._placed(callback)
        self.driver = Driver(self.lark, self.builder, _passes_on)

    def _made(self, tables: dict[str, Any] | None) -> Lark:
        if tables is not None:
            with suppress(ValueError):
                return parser_of(tables, postlex=self.layout, transformer=self.builder)
        return Lark(
            _grammar(),
            parser="lalr",
            postlex=self.layout,
            start=_STARTS,
            transformer=self.builder,
            maybe_placeholders=True,
        )

    def _placed(self, callback: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        builder = self.builder

        def call(children: list[Any]) -> Any:
            start = end = None
            for child in children:
                start, end = _place_of(child)
                if start is not None:
                    break
            for child in children[:0:-1]:
                _, last = _place_of(child)
                if last is not None:
                    end = last
                    break
            builder.start, builder.end = start or 0, end or 0
            result = callback(children)
            if type(result) is Tree:
                result.place = (start, end)  # type: ignore[attr-defined]
            return result

        return call

    def run(self, span: Span, margin: int, start: str) -> Any:
        """What the builder makes of a text. Lark reads it only to say what is wrong."""
        self.builder.source = span.source
        with suppress(Unread):
            return self.driver.read(span, margin, start)
        self.layout.margin, self.builder.made = margin, MAX_NESTING  # nothing is counted here
        return self.lark.parse(TextSlice(span.source.text, span.start, span.end), start=start)


def _place_of(child: Any) -> tuple[int | None, int | None]:
    """The start and end of a child in a running parse; layout and empty parts have neither."""
    if child is None:
        return _NOWHERE
    kind = type(child)
    if kind is Token:
        return _NOWHERE if child.type in _LAYOUT else (child.start_pos, child.end_pos)
    if kind is Tree:
        place: tuple[int | None, int | None] = getattr(child, "place", _NOWHERE)
        return place
    if kind is tuple or kind is list:
        return _NOWHERE
    span = child.span
    return span.start, span.end


def _passes_on(rule: Any) -> bool:
    """Whether a rule only passes on its single child (``?atom: path``, ``operand: atom``), as most reductions do."""
    only = rule.expansion[0].name if len(rule.expansion) == 1 else "_"
    stands = rule.options.expand1 or rule.origin.name in ("operand", "scope")
    return stands and rule.alias is None and not only.startswith("_") and only.islower()


def _grammar() -> str:
    return (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")


class _Parsers(local):
    """The parsers of a thread: a parser keeps state while it reads, so that two threads cannot share one."""

    def __init__(self) -> None:
        self.made: dict[int, _Parser] = {}


_PARSERS = _Parsers()


def _parser(level: int = 0) -> _Parser:
    made = _PARSERS.made
    if level not in made:
        made[level] = _Parser(kept_tables() or (tables_of(_parser(0).lark) if level else None))
    return made[level]


@cache
def kept_tables() -> dict[str, Any] | None:
    """The stored tables of the grammar: a parser made from them is ready ten times as fast.

    None if another version of Lark made them; then the parser is made from the grammar.
    """
    return shipped(made_from(_grammar(), _STARTS))


def tables_text() -> str:
    """The content for the file of tables, computed from the grammar."""
    return written(made_from(_grammar(), _STARTS), tables_of(_Parser(None).lark))


def _inner_expression(source: Source, start: int, end: int) -> ast.Expr:
    """Parses an expression inside a running parse. It needs a second parser, because the layout keeps state."""
    inner = _parser(1)
    expr: ast.Expr = inner.run(source.span(start, end), 0, "expression_file")
    _parser(0).builder.made += inner.builder.made
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
    patterns = [terminal.pattern for terminal in _parser(0).lark.terminals]
    return {pattern.value for pattern in patterns if pattern.type == "str" and pattern.value.isalpha()}


def words_after(span: Span, margin: int, start: str) -> set[str]:
    """The words of the language that the grammar accepts behind a text; `NAME` among them if a name may stand there.

    ``start`` is what the text is a part of, such as ``rules_file``. The set is empty if the text itself is unsound.
    """
    parser = _parser(0)
    parser.layout.margin = margin
    mark = "zz_here"  # a name, so that what comes before it is read to its end
    parser.builder.source = source = Source("", span.text + mark)
    state = parser.lark.parse_interactive(source.text, start=start)
    is_sound = True
    try:
        for token in state.iter_parse():
            if token == mark:
                break
    except UnexpectedInput as error:
        is_sound = (error.pos_in_stream or 0) >= len(span.text)  # the mark itself may not fit
    except (VisitError, DedentError):
        is_sound = False
    if not is_sound:
        return set()
    patterns = {terminal.name: terminal.pattern for terminal in parser.lark.terminals}
    accepted = {name: patterns[name] for name in cast("Any", state).accepts() if name in patterns}
    words = {str(pattern.value) for pattern in accepted.values() if pattern.type == "str"}
    return {word for word in words if word.isalpha()} | (accepted.keys() & {"NAME"})


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
        result = parser.run(span, margin, start)
        # A rule adds two levels at most, and a name one below it.
        return result if 2 * parser.builder.made + 2 < MAX_NESTING or _depth_ok(result, sink) else None
    except VisitError as error:
        if isinstance(error.orig_exc, UnexpectedInput):
            report_unexpected(error.orig_exc, span, sink)
            return None
        raise error.orig_exc from error
    except UnexpectedInput as error:
        report_unexpected(error, span, sink)
    except DedentError:
        report_dedent(span, margin, sink)
    return None


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

"""Lark, for texts that are not of the language, and for what may stand at a place.

Job: parse with Lark, whose exceptions say where a text fails and what may stand there; make the tables of the grammar.
Input: a range of a Source; a grammar. Output: what the builder makes, or Lark's exceptions. It is imported when it is
needed: sound texts are read by `dsl.syntax.driver`.
"""

# pyright: basic, reportAssignmentType=false, reportIncompatibleMethodOverride=false
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import itemgetter
from typing import Any, cast

import lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, VisitError
from lark.indenter import DedentError, Indenter
from lark.utils import TextSlice

from dsl.diagnostics import Sink
from dsl.source import Source, Span
from dsl.syntax.driver import passes_on
from dsl.syntax.parser_tables import parser_of, tables_of
from dsl.syntax.syntax_errors import report_dedent, report_unexpected
from dsl.syntax.tree_builder import Builder

STARTS = ["rules_file", "ability_file", "statement_file", "expression_file", "line_file", "pattern_file"]
_LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_NOWHERE = (None, None)


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


def _made(grammar: str, layout: _Layout, builder: Builder | None) -> Lark:
    return Lark(
        grammar, parser="lalr", postlex=layout, start=STARTS, transformer=cast("Any", builder), maybe_placeholders=True
    )


def computed_tables(grammar: str) -> dict[str, Any]:
    """The tables of a grammar, which take a second to compute."""
    return tables_of(_made(grammar, _Layout(), None))


class LarkParser:
    """Lark with a builder, made of the tables if this version of Lark made them."""

    def __init__(self, grammar: str, tables: dict[str, Any], builder: Builder) -> None:
        self.layout = _Layout()
        self.builder = builder
        self.lark = self._lark(grammar, tables)
        # Lark gives positions only to trees, and building a tree for each node would halve the speed. Its callbacks see
        # each child with its tokens, so they can compute the span of the rule for the builder.
        callbacks = self.lark._callbacks
        for rule, callback in callbacks.items():
            names = [symbol.name for symbol in rule.expansion]
            is_passing = passes_on(rule.origin.name, names, rule.options.expand1 and rule.alias is None)
            callbacks[rule] = itemgetter(0) if is_passing else self._placed(callback)

    def _lark(self, grammar: str, tables: dict[str, Any]) -> Lark:
        if tables.get("lark") == lark.__version__:
            with suppress(ValueError):
                return parser_of(tables, postlex=self.layout, transformer=self.builder)
        return _made(grammar, self.layout, self.builder)

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
        """What the builder makes of a text; raises Lark's exceptions."""
        self.layout.margin, self.builder.source = margin, span.source
        return self.lark.parse(TextSlice(span.source.text, span.start, span.end), start=start)

    def read(self, span: Span, margin: int, start: str, sink: Sink) -> Any:
        """What the builder makes of a text; None if it is unsound, which is reported."""
        try:
            return self.run(span, margin, start)
        except VisitError as error:
            if not isinstance(error.orig_exc, UnexpectedInput):
                raise error.orig_exc from error
            report_unexpected(error.orig_exc, span, sink, start)
        except UnexpectedInput as error:
            report_unexpected(error, span, sink, start)
        except DedentError:
            report_dedent(span, margin, sink)
        return None

    def words(self) -> set[str]:
        """The words of the grammar."""
        patterns = [terminal.pattern for terminal in self.lark.terminals]
        return {str(pattern.value) for pattern in patterns if pattern.type == "str" and pattern.value.isalpha()}

    def words_after(self, span: Span, margin: int, start: str) -> set[str]:
        """The words that the grammar accepts behind a text; `NAME` among them if a name may stand there."""
        mark = "zz_here"  # a name, so that what comes before it is read to its end
        self.builder.source = source = Source("", span.text + mark)
        self.layout.margin = margin
        state = self.lark.parse_interactive(source.text, start=start)
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
        patterns = {terminal.name: terminal.pattern for terminal in self.lark.terminals}
        accepted = {name: patterns[name] for name in cast("Any", state).accepts() if name in patterns}
        words = {str(pattern.value) for pattern in accepted.values() if pattern.type == "str"}
        return {word for word in words if word.isalpha()} | (accepted.keys() & {"NAME"})


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

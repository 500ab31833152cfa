"""Lark's exceptions to diagnostics in words; never shows a token name of the grammar.

Job: say what is wrong at this place of this text, what may stand there, and what helps.
"""

from __future__ import annotations

from typing import Any

from dsl.diagnostics import Sink
from dsl.source import Span
from dsl.suggest import nearest

# What a designer calls the terminals; those not here are shown as their own word.
_WORDS = {
    "NAME": "a name",
    "FUNC": "a function",
    "INT": "a number",
    "DICE": "dice",
    "STRING": "a text in quotes",
    "ROW": "a rulebook row",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "ADD": "`+` or `-`",
    "MINUS": "`-`",
    "MUL": "`*`",
    "CMP": "a comparison",
    "QMARK": "`?`",
    "__ANON_0": "`->`",
}


def report_unexpected(error: Any, span: Span, sink: Sink) -> None:
    """Adds the diagnostic for a token or character that cannot stand where it does."""
    token = getattr(error, "token", None)
    expected = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", ()))
    if token is None:
        _report_character(error, span, sink)
        return
    start = min(max(token.start_pos or 0, span.start), span.end)
    end = max(token.end_pos or start, start)
    place = span.source.span(start, end)
    if token.type == "$END":
        sink.add("syntax", span.source.span(span.end, span.end), "the text ends too early", help=_expected(expected))
    elif token.type == "_NL":
        place = span.source.span(start, start)
        sink.add("syntax", place, "the line ends too early", help=_expected(expected))
    elif token.type == "_INDENT":
        place = _line_of(span, end)
        sink.add("indentation", place, "this line is indented, but nothing above opens a block",
                 help="a block opens with `:` at the end of the line above")
    elif token.type == "_DEDENT":
        sink.add("indentation", place, "the block ends too early", help=_expected(expected))
    else:
        words = {t.lower() for t in expected if t not in _WORDS and not t.startswith("_")}
        near = nearest(str(token), words)
        help_text = f"did you mean `{near}`?" if near else _expected(expected)
        sink.add("syntax", place, f"`{token}` cannot stand here", help=help_text)


def report_dedent(span: Span, margin: int, sink: Sink) -> None:
    """Adds the diagnostic for a line whose indentation matches no open block."""
    levels = [margin]
    position = span.start
    for number, line in enumerate(span.text.split("\n")):
        text = line.strip()
        if text and not text.startswith("#"):
            indent = margin if number == 0 else len(line) - len(line.lstrip(" "))
            while indent < levels[-1]:
                levels.pop()
                if not levels or indent > levels[-1]:
                    place = span.source.span(position, position + indent)
                    sink.add("indentation", place, "the indentation of this line fits no block above",
                             help="indent it like the lines it belongs with")
                    return
            if indent > levels[-1]:
                levels.append(indent)
        position += len(line) + 1
    sink.add("indentation", span.source.span(span.start, span.start), "the indentation fits no block")


def _report_character(error: Any, span: Span, sink: Sink) -> None:
    position = min(error.pos_in_stream, max(span.end - 1, span.start))
    char = span.source.text[position]
    place = span.source.span(position, position + 1)
    if char == '"':
        sink.add("syntax", place, "a text in quotes is not closed on its line", help='end it with `"`')
    elif char.isupper():
        sink.add("syntax", place, f"`{char}` is a capital letter", help="names are written in small letters with `_`")
    elif char.isalpha():
        sink.add("syntax", place, f"`{char}` is not a letter of the English alphabet",
                 help="names are written in small English letters, digits and `_`")
    else:
        expected = set(getattr(error, "allowed", ()) or ())
        sink.add("syntax", place, f"`{char}` cannot stand here", help=_expected(expected))


def _line_of(span: Span, position: int) -> Span:
    text = span.source.text
    end = text.find("\n", position)
    return span.source.span(position, end if end >= 0 else len(text))


def _expected(terminals: set[str]) -> str:
    """At most six things that may stand there, the general ones first."""
    general = [_WORDS[t] for t in _WORDS if t in terminals and t not in ("_DEDENT",)]
    words = sorted(f"`{t.lower()}`" for t in terminals if t not in _WORDS and not t.startswith(("_", "$")))
    shown = (general + words)[:6]
    return "expected " + _list(shown) if shown else ""


def _list(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " or " + items[-1]

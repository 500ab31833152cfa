"""The form of diagnostics for people and for programs.

Job: turn diagnostics into text (place, message, source line with a caret, related places, help) or into data valid by
``schemas/diagnostics.schema.json``. Input: diagnostics. Output: text or plain data. Must never print or change them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import click

from cardwright.cli.output import EscapedText, escaped, pieces
from dsl.counts import numbered
from dsl.diagnostics import Diagnostic, Severity
from dsl.source import Span
from dsl.visible import in_one_line

FORMAT = 1
_WIDEST, _LEAD = 240, 80  # characters of a line that are shown, and of these before the place
_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


# ---- text
def as_text(fault: Diagnostic) -> EscapedText:
    """One diagnostic as several lines, without a final line end."""
    head = click.style(f"{fault.severity.value}[{fault.code}]", fg=_COLOURS[fault.severity], bold=True)
    lines = [f": {in_one_line(fault.message)}"]
    width = len(str(fault.span.line_column()[0]))
    lines += _excerpt(fault.span, width)
    if fault.owner:
        lines.append(f"{' ' * width} = in {_owner(fault)}")
    lines += [f"{' ' * width} = {in_one_line(label.text)}: {place(label.span)}" for label in fault.labels]
    if fault.help:
        below = "\n" + " " * (width + 3)
        lines.append(f"{' ' * width} = help: {fault.help.replace(chr(10), below)}")
    return EscapedText(escaped(f"{place(fault.span)}: ") + head + escaped("\n".join(lines)))


def place(span: Span) -> str:
    """``path:line:column``, or only the path for a whole file."""
    return in_one_line(str(span) if span.source.text else span.source.path)


def counted(faults: Iterable[Diagnostic]) -> str:
    """``2 errors, 1 warning``; empty if there are none."""
    found = [fault.severity for fault in faults]
    counts = [(found.count(severity), severity.value) for severity in Severity]
    return ", ".join(numbered(n, word) for n, word in counts if n)


def _excerpt(span: Span, width: int) -> list[str]:
    """The first line of the span, and carets below the part of the span in it."""
    line, column = span.line_column()
    signs = pieces(span.source.line_text(line))
    if not signs:
        return []
    signs, first = _window(signs, column - 1)
    before, meant = signs[:first], signs[first : first + max(1, span.end - span.start)]
    blank = "".join(sign if sign == "\t" else " " * columns(sign) for sign in before)
    carets = "^" * max(1, sum(map(columns, meant)))
    return [f"{line} | {''.join(signs)}", f"{' ' * width} | {blank}{carets}"]


def _window(signs: list[str], first: int) -> tuple[list[str], int]:
    """The part of a very long line around a place, and where in it the place is: nobody finds carets under the rest."""
    begin = max(0, min(first - _LEAD, len(signs) - _WIDEST))
    if len(signs) <= _WIDEST:
        return signs, first
    part = signs[begin : begin + _WIDEST]
    if begin:
        part[0] = "…"
    if begin + _WIDEST < len(signs):
        part[-1] = "…"
    return part, first - begin


def columns(sign: str) -> int:
    """The number of terminal columns of a character."""
    if len(sign) > 1:
        return len(sign)
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _owner(fault: Diagnostic) -> str:
    """``card "x"``: the word for an owner follows from the folder of its file."""
    folder = fault.span.source.path.rpartition("/")[0].rpartition("/")[2]
    return in_one_line(f'{folder.removesuffix("s") or "entry"} "{fault.owner}"')


# ---- data
def as_data(games: Sequence[str], faults: Sequence[Diagnostic]) -> dict[str, Any]:
    """All diagnostics of a run, valid by the schema ``diagnostics``."""
    return {
        "format": FORMAT,
        "games": list(games),
        "errors": sum(fault.severity is Severity.ERROR for fault in faults),
        "warnings": sum(fault.severity is Severity.WARNING for fault in faults),
        "diagnostics": [_fault_data(fault) for fault in faults],
    }


def _fault_data(fault: Diagnostic) -> dict[str, Any]:
    fix = fault.fix
    return {
        "code": fault.code,
        "severity": fault.severity.value,
        "message": fault.message,
        "help": fault.help,
        "owner": fault.owner,
        "span": _span_data(fault.span),
        "labels": [{"text": label.text, "span": _span_data(label.span)} for label in fault.labels],
        "fix": fix and {"span": _span_data(fix.span), "replacement": fix.replacement, "safe": fix.safe},
    }


def _span_data(span: Span) -> dict[str, Any]:
    return {
        "file": span.source.path,
        "start": _position(span, span.start),
        "end": _position(span, span.end),
    }


def _position(span: Span, offset: int) -> dict[str, int]:
    line, column = span.source.line_column(offset)
    return {"offset": offset, "line": line, "column": column}

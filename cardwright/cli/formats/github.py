"""For GitHub Actions: one workflow command for each finding, which GitHub shows in the pull request."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.cli.games import Reading
from cardwright.cli.output import EscapedText, escaped
from dsl.diagnostics import Diagnostic

# The characters that workflow commands must escape: in a message, and in a property.
_MESSAGE = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_MESSAGE, ":": "%3A", ",": "%2C"}


def show(readings: Sequence[Reading]) -> str:
    return EscapedText("\n".join(_line(fault) for reading in readings for fault in reading.findings))


def _line(fault: Diagnostic) -> str:
    line, column = fault.span.line_column()
    last, end = fault.span.source.line_column(fault.span.end)
    properties = {
        "file": fault.span.source.path, "line": line, "col": column, "endLine": last, "endColumn": end,
        "title": fault.code,
    }  # fmt: skip
    given = ",".join(f"{key}={_written(str(value), _PROPERTY)}" for key, value in properties.items())
    message = fault.message + (f" ({fault.help})" if fault.help else "")
    return f"::{fault.severity.value} {given}::{_written(message, _MESSAGE)}"


def _written(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(char, char) for char in escaped(text))

"""Comments in the text that suppress a finding: ``# allow: CODE reason``.

Job: find these comments in a source, and the lines that each covers. Input: a Source. Output: `Allow`s. A comment at
the end of a line covers that line; a comment on its own line covers everything down to the next line with content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.lint.base import Allow
from dsl.source import Source

_ALLOW = re.compile(r"#[ \t]*allow:[ \t]*([a-z0-9-]+)[ \t]*([^\r\n]*)")
_ASIDE = re.compile(r"\s*(#.*|@.*)?$")


def allows(source: Source) -> Iterator[Allow]:
    """The ``# allow:`` comments of a source, in order."""
    lines = source.text.split("\n")
    for match in _ALLOW.finditer(source.text):
        line, column = source.line_column(match.start())
        last = line
        if not lines[line - 1][: column - 1].strip():
            last = next((n for n in range(line + 1, len(lines) + 1) if not _ASIDE.match(lines[n - 1])), line)
        span = source.span(match.start(), match.end())
        yield Allow(span, match.group(1), match.group(2).strip(), (line, last))

"""The rulebook of a game as a page: each row beside the rules that carry it and the tests that prove it.

Job: write one HTML file that needs nothing else: no scripts, no styles or pictures from elsewhere; links lead into the
sources beside it. Input: a game and its coverage. Output: a text. All text of a game is escaped.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from cardwright.cli.games import Reading
from cardwright.cli.row_levels import LEVELS, Change, Coverage, Row, level_of
from dsl.meaning.rulebook import Rulebook
from dsl.source import Span
from dsl.visible import visible

_STYLE = """
body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #222 }
section { display: grid; grid-template-columns: 1fr 1.4fr 1fr; gap: 0 1.5em; border-top: 1px solid #ccc }
section { padding: .7em 0 } h2 { margin: 1.6em 0 .4em } h3 { margin: 0; font-size: 1em } p { margin: .2em 0 }
ul { margin: .2em 0; padding-left: 1.2em }
pre { margin: .2em 0 .6em; padding: .5em; background: #f4f4f4; overflow-x: auto; white-space: pre-wrap }
.level { font-size: .85em; padding: 0 .4em; border: 1px solid } .proven { color: #165d26 } .shown { color: #7a5200 }
.run, .carried, .missing { color: #9b1c1c } .excused { color: #555 }
@media (max-width: 60em) { section { display: block } }
@media print { section { break-inside: avoid } }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_MOST_LINES = 30
_WRITTEN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def proof_page(reading: Reading, coverage: Coverage, path: Path) -> str:
    """The page, as it stands at ``path``."""
    assert reading.build is not None
    return "".join(_Page(reading, reading.build.rulebook, coverage, path).parts())


def _text(text: str) -> str:
    """A text of a game within the page, in quotes or outside."""
    return visible(text).translate(_WRITTEN)


class _Page:
    def __init__(self, reading: Reading, book: Rulebook, coverage: Coverage, path: Path) -> None:
        assert reading.build is not None
        self.book, self.coverage = book, coverage
        self.folder, self.shown = reading.folder, reading.shown
        self.base = path.absolute().parent
        self.places = {test.name: test.span for test in reading.build.tests}

    def parts(self) -> Iterator[str]:
        title = f"The rules of {_text(self.coverage.game)}, and what proves them"
        yield f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        yield f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style></head>\n<body>\n'
        yield f"<h1>{title}</h1>\n<p>{self.counts()}</p>\n"
        heading = None
        for row in self.book.rows.values():
            if row.heading != heading:
                heading = row.heading
                yield f"<h2>{_text(heading)}</h2>\n"
            yield from self.section(self.coverage.told[row.id])
        yield "</body></html>\n"

    def counts(self) -> str:
        found = [f"{len(getattr(self.coverage, level))} {level}" for level in LEVELS]
        return ", ".join((f"{len(self.coverage.rows)} rows", *found, f"{len(self.coverage.excused)} excused"))

    def section(self, row: Row) -> Iterator[str]:
        told = self.book.rows[row.id]
        level = level_of(self.coverage, row.id)
        yield f'<section id="{_text(row.id)}"><div><h3>{_text(row.id)} '
        yield f'<span class="level {level.split(",")[0]}">{_text(level)}</span></h3>\n<p>{_text(told.statement)}</p>'
        excuse = self.book.excused.get(row.id)
        yield f"<p>{_text(excuse.note)}</p></div>\n<div>" if excuse is not None else "</div>\n<div>"
        for span in self.book.carried.get(row.id, ()):
            yield f"<p>{self.link(span)}</p>\n<pre>{_text(_lines(span))}</pre>\n"
        yield "</div>\n<div>"
        yield from self.proofs(row)
        yield "</div></section>\n"

    def proofs(self, row: Row) -> Iterator[str]:
        if row.tests:
            items = "".join(f"<li>{self.test(name)}</li>" for name in row.tests)
            yield f"<ul>{items}</ul>\n"
        if row.changes:
            noticed = sum(bool(change.by) for change in row.changes)
            yield f"<p>{noticed} of {len(row.changes)} changes noticed</p>\n"
        left = [change for change in row.changes if not change.by]
        if left:
            yield f"<details><summary>{len(left)} others</summary><ul>"
            yield from (f"<li>{_text(_change(change))}</li>" for change in left)
            yield "</ul></details>\n"

    def test(self, name: str) -> str:
        span = self.places.get(name)
        return self.link(span, name) if span is not None else _text(name)

    def link(self, span: Span, text: str = "") -> str:
        """A link to the file of a place; its line stands behind it, because browsers find no lines."""
        inside = span.source.path.removeprefix(self.shown).lstrip("/")
        line, _ = span.line_column()
        place = Path(os.path.relpath(self.folder.absolute() / inside, self.base)).as_posix()
        return f'<a href="{_text(quote(place))}#L{line}">{_text(text or inside)}</a>:{line}'


def _change(change: Change) -> str:
    return f"{change.mutant.key}: " + (f"equivalent, {change.excuse}" if change.excuse else change.outcome)


def _lines(span: Span) -> str:
    """The text of what carries a row: its lines, not too many."""
    text = span.source.text
    begin = text.rfind("\n", 0, span.start) + 1
    lines = text[begin : max(span.end, span.start)].split("\n")
    return "\n".join(lines[:_MOST_LINES] + (["…"] if len(lines) > _MOST_LINES else []))

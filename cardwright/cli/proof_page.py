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


_ENGLISH = {
    "rows": "rows", "excused": "excused",
    "noticed": "{} of {} changes noticed", "others": "{} others",
    **{level: level for level in (*LEVELS, "missing")},
}  # fmt: skip
_RUSSIAN = {
    "rows": "правил", "excused": "освобождено",
    "noticed": "замечено изменений: {} из {}", "others": "прочие: {}", "missing": "нет", "carried": "есть в коде",
    "run": "выполнено", "shown": "показано", "proven": "доказано",
}  # fmt: skip
WORDS = {"en": _ENGLISH, "ru": _RUSSIAN}


def proof_page(reading: Reading, coverage: Coverage, path: Path) -> str:
    """The page, as it stands at ``path``."""
    parts = _Page(reading, coverage, path.absolute().parent, _ENGLISH)
    title = f"The rules of {_text(coverage.game)}, and what proves them"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style></head>\n<body>\n'
        f"<h1>{title}</h1>\n{''.join(parts.rows())}</body></html>\n"
    )


def rulebook_rows(reading: Reading, coverage: Coverage, language: str) -> str:
    """The rows as elements of another page, without links to files."""
    return "".join(_Page(reading, coverage, None, WORDS.get(language, _ENGLISH)).rows())


def _text(text: str) -> str:
    """A text of a game within the page, in quotes or outside."""
    return visible(text).translate(_WRITTEN)


class _Page:
    """The rows; links lead from the folder ``base``, if there is one."""

    def __init__(self, reading: Reading, coverage: Coverage, base: Path | None, words: dict[str, str]) -> None:
        assert reading.build is not None
        self.book, self.coverage, self.words = reading.build.rulebook, coverage, words
        self.folder, self.shown, self.base = reading.folder, reading.shown, base
        self.places = {test.name: test.span for test in reading.build.tests}

    def rows(self) -> Iterator[str]:
        yield f"<p>{self.counts()}</p>\n"
        heading = None
        for row in self.book.rows.values():
            if row.heading != heading:
                heading = row.heading
                yield f"<h2>{_text(heading)}</h2>\n"
            yield from self.section(self.coverage.told[row.id])

    def counts(self) -> str:
        found = [(len(getattr(self.coverage, level)), level) for level in LEVELS]
        counts = [(len(self.coverage.rows), "rows"), *found, (len(self.coverage.excused), "excused")]
        return ", ".join(f"{count} {self.words[what]}" for count, what in counts)

    def level(self, level: str) -> str:
        """A level in the words of the page; what stands behind a comma is the reason of an excuse."""
        name, comma, reason = level.partition(",")
        return self.words.get(name, name) + comma + reason

    def section(self, row: Row) -> Iterator[str]:
        told = self.book.rows[row.id]
        level = level_of(self.coverage, row.id)
        yield f'<section id="{_text(row.id)}"><div><h3>{_text(row.id)} '
        yield f'<span class="level {level.split(",")[0]}">{_text(self.level(level))}</span></h3>\n'
        yield f"<p>{_text(told.statement)}</p>"
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
            yield f"<p>{self.words['noticed'].format(noticed, len(row.changes))}</p>\n"
        left = [change for change in row.changes if not change.by]
        if left:
            yield f"<details><summary>{self.words['others'].format(len(left))}</summary><ul>"
            yield from (f"<li>{_text(_change(change))}</li>" for change in left)
            yield "</ul></details>\n"

    def test(self, name: str) -> str:
        span = self.places.get(name)
        return self.link(span, name) if span is not None else _text(name)

    def link(self, span: Span, text: str = "") -> str:
        """A link to the file of a place; its line stands behind it, because browsers find no lines."""
        inside = span.source.path.removeprefix(self.shown).lstrip("/")
        line, _ = span.line_column()
        if self.base is None:
            return f"{_text(text)}{' · ' if text else ''}<code>{_text(inside)}:{line}</code>"
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

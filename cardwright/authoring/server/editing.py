"""Diagnostics and edits in the form of the protocol: fixes and formatting.

Job: make diagnostics and text edits for one file. Input: a LiveGame. Output: values of the protocol. Writes
nothing: the editor applies the edits.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path

from lsprotocol import types as lsp

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.positions import range_of
from dsl.diagnostics import Diagnostic, Severity
from dsl.source import Source, Span
from dsl.syntax.layout import formatted_abilities, formatted_rules
from dsl.visible import visible

_SEVERITIES = {Severity.ERROR: lsp.DiagnosticSeverity.Error, Severity.WARNING: lsp.DiagnosticSeverity.Warning}


_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_MOST_TEXT, _MOST_LABELS = 2000, 20  # characters of a message, and related places of a diagnostic


def file_diagnostics(game: LiveGame, inside: str) -> list[lsp.Diagnostic]:
    """The diagnostics of a file for an editor; if there are too many, the last one says how many are left out."""
    found, more = lsp_diagnostics(game.found.get(inside, [])), game.more.get(inside, 0)
    last = remark(f"{more} more findings of this file are not shown; `cardwright check` tells all")
    return [*found, last] if more else found


def remark(text: str, code: str = "more", severity: Severity | None = None) -> lsp.Diagnostic:
    """A message about a file as a whole; by default it is information, not an error."""
    start = lsp.Position(0, 0)
    kind = _SEVERITIES[severity] if severity is not None else lsp.DiagnosticSeverity.Information
    return lsp.Diagnostic(lsp.Range(start, start), text, kind, code, source="cardwright")


def lsp_diagnostics(found: list[Diagnostic]) -> list[lsp.Diagnostic]:
    """Diagnostics in the form of the protocol."""
    return [
        lsp.Diagnostic(
            range_of(item.span),
            _short(f"{item.message}\n{item.help}" if item.help else item.message),
            _SEVERITIES[item.severity],
            item.code,
            source="cardwright",
            related_information=[
                lsp.DiagnosticRelatedInformation(location(label.span), _short(label.text))
                for label in item.labels[:_MOST_LABELS]
            ],
        )
        for item in found
    ]


def _short(text: str) -> str:
    """The beginning of a text, with invisible characters escaped."""
    return visible(text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…")


def location(span: Span) -> lsp.Location:
    return lsp.Location(Path(span.source.path).as_uri(), range_of(span))


def fixes(game: LiveGame, inside: str, start: int, end: int) -> list[lsp.CodeAction]:
    """The fixes for findings in a range."""
    return [
        lsp.CodeAction(
            f"replace by `{item.fix.replacement}`" if item.fix.replacement.strip() else "leave it out",
            lsp.CodeActionKind.QuickFix,
            lsp_diagnostics([item]),
            is_preferred=item.fix.safe,
            edit=edits([(item.fix.span, item.fix.replacement)]),
        )
        for item in game.found.get(inside, ())
        if item.fix is not None and item.span.start <= end and start <= item.span.end
    ]


def edits(changes: list[tuple[Span, str]]) -> lsp.WorkspaceEdit:
    by_uri: dict[str, list[lsp.TextEdit]] = {}
    for span, text in changes:
        place = location(span)
        by_uri.setdefault(place.uri, []).append(lsp.TextEdit(place.range, text))
    return lsp.WorkspaceEdit(changes=by_uri)


def laid_out(game: LiveGame, inside: str, within: lsp.Range | None = None) -> list[lsp.TextEdit]:
    """The edits that format a file: a `.rules` file as a whole, each text in a card file. With ``within``, only those
    that touch these lines.
    """
    source = game.source(inside)
    found: list[lsp.TextEdit] = []
    if inside.endswith(".rules"):
        text = formatted_rules(source)
        if text is not None and text != source.text:
            found = _by_lines(source, text) if within is not None else [_edit(source.span(0, len(source.text)), text)]
    context = game.view(inside) if inside.startswith("cards/") else None
    for part in (part for card in context.cards for part in card.texts) if context is not None else ():
        text = formatted_abilities(part.span)
        if text is not None and text != part.span.text:
            found.append(_edit(part.span, text))
    if within is None:
        return found
    first, last = within.start.line, within.end.line
    return [edit for edit in found if edit.range.start.line <= last and first <= _last_line(edit.range)]


def _last_line(place: lsp.Range) -> int:
    """The last line of which something is in a range: one that ends before a line does not touch it."""
    is_before = place.end.character == 0 and place.end.line > place.start.line
    return place.end.line - is_before


def _edit(span: Span, text: str) -> lsp.TextEdit:
    return lsp.TextEdit(range_of(span), text)


def _by_lines(source: Source, text: str) -> list[lsp.TextEdit]:
    """The lines that differ, each run of them as one edit; the end of a line belongs to it."""
    old, new = (_LINE.findall(each) for each in (source.text, text))
    starts = [0, *accumulate(map(len, old))]
    return [
        _edit(source.span(starts[a], starts[b]), "".join(new[c:d]))
        for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if what != "equal"
    ]

"""Edits and lists for an editor: fixes, formatting, renaming, and the outline of a file.

Job: make text edits and lists for one file or for a game. Input: a LiveGame. Output: values of the protocol. Writes
nothing: the editor applies the edits.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.positions import range_of
from cardwright.authoring.server.symbols import Mention, uses
from dsl.diagnostics import Diagnostic, Severity
from dsl.source import Span
from dsl.syntax import ast
from dsl.syntax.layout import formatted_abilities, formatted_rules
from dsl.visible import visible

_SEVERITIES = {Severity.ERROR: lsp.DiagnosticSeverity.Error, Severity.WARNING: lsp.DiagnosticSeverity.Warning}


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


def renamed(game: LiveGame, inside: str, mention: Mention, name: str) -> lsp.WorkspaceEdit:
    """The edits that rename a symbol at every place in the game."""
    return edits([(found.span, name) for _, found in uses(game, mention.symbol, inside)])


def why_not_renamed(game: LiveGame, mention: Mention) -> str:
    """Why a symbol cannot be renamed safely; empty if it can."""
    symbol, vocab = mention.symbol, game.vocab
    declaring = [kind.name for kind in vocab.kinds.values() if symbol.name in kind.fields]
    roots = {vocab.ancestors(kind)[-1] for kind in declaring}
    if symbol.sort == "field" and len(roots) != 1:
        return f"`{symbol.name}` is a field of {len(roots)} kinds, or of none"
    if symbol.sort == "value" and len(vocab.enums_with(symbol.name)) != 1:
        return f"`{symbol.name}` is a value of several enums"
    if symbol.sort == "local" and "/tests/" in mention.span.source.path:
        return f"`{symbol.name}` stands for one thing in several texts of a test"
    events = {name for verb in vocab.verbs.values() for name in (*verb.lets, *(p.name for p in verb.params))}
    if symbol.sort == "local" and symbol.name in events:
        return f"`{symbol.name}` is a value of a verb, which other texts may read"
    core = symbol.name in ("game", "player") or (symbol.sort == "name" and symbol.name in vocab.terrain)
    return f"`{symbol.name}` is given by the core or the board" if core else ""


def laid_out(game: LiveGame, inside: str) -> list[lsp.TextEdit]:
    """The edits that format a file: a `.rules` file as a whole, each text in a card file."""
    source = game.source(inside)
    if inside.endswith(".rules"):
        text = formatted_rules(source)
        whole = source.span(0, len(source.text))
        return [lsp.TextEdit(range_of(whole), text)] if text is not None and text != source.text else []
    context = game.view(inside) if inside.startswith("cards/") else None
    found: list[lsp.TextEdit] = []
    for part in (part for card in context.cards for part in card.texts) if context is not None else ():
        text = formatted_abilities(part.span)
        if text is not None and text != part.span.text:
            found.append(lsp.TextEdit(range_of(part.span), text))
    return found


_KINDS: dict[type[Any], lsp.SymbolKind] = {
    ast.VerbDef: lsp.SymbolKind.Method, ast.NounDef: lsp.SymbolKind.Class, ast.KeywordDef: lsp.SymbolKind.Interface,
    ast.StatusDef: lsp.SymbolKind.Interface, ast.TableDef: lsp.SymbolKind.Array, ast.EventsDef: lsp.SymbolKind.Event,
    ast.StatusesDef: lsp.SymbolKind.Enum,
    ast.StatDef: lsp.SymbolKind.Property, ast.RosterDef: lsp.SymbolKind.Struct,
    ast.HeadingDef: lsp.SymbolKind.Interface,
}  # fmt: skip


def outline(game: LiveGame, inside: str) -> list[lsp.DocumentSymbol]:
    """The definitions in a `.rules` file, or the cards or tests in a YAML file."""
    found: list[lsp.DocumentSymbol] = []
    if inside.endswith(".rules"):
        for node in game.roots(inside)[0]:
            name = getattr(node, "name", None)
            if isinstance(name, ast.Ident):
                kind = _KINDS.get(type(node), lsp.SymbolKind.Function)
                found.append(lsp.DocumentSymbol(name.text, kind, range_of(node.span), range_of(name.span)))
        return found
    context = game.view(inside) if inside.startswith(("cards/", "tests/")) else None
    if context is None:
        return []
    cards = [(entry.id, entry.node.span, entry.span) for entry in context.files.cards]
    tests = [(test.name, test.span, test.span) for test in context.tests]
    return [
        lsp.DocumentSymbol(name, lsp.SymbolKind.Object, range_of(whole), range_of(span))
        for name, whole, span in (*cards, *tests)
    ]

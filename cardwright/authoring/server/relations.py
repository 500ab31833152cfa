"""Who does a verb, who answers an event, which tests use a name, and which rows are proven.

Job: look through the texts of a game for calls and patterns, and through its tests and its proof for names. Input: a
LiveGame. Output: entries, counts. Between two files, other requests are answered. Changes nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.outline import Entry, entries
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.game.game_files import PROOF
from dsl.meaning.builtins import is_name
from dsl.source import Span
from dsl.syntax import ast

_BLOCK = re.compile(r"^(\S.*) digest \S+$", re.MULTILINE)
_ROWS = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")


@dataclass(frozen=True, slots=True)
class Use:
    """A place where an entry of a file does a verb (``form`` is `does`) or answers it (`answers`)."""

    inside: str
    entry: Entry
    place: Span
    form: str


async def users(game: LiveGame, name: str) -> AsyncIterator[Use]:
    """Who does a verb, and who answers it as an event."""
    for inside in game.files() if is_name(name) else ():
        if re.search(rf"\b{name}\b", game.source(inside).text):
            around = list(entries(game, inside))
            for node, form in _named(game, inside, name):
                entry = next((e for e in around if e.span.start <= node.span.start < e.span.end), None)
                if entry is not None:
                    yield Use(inside, entry, node.span, form)
            await asyncio.sleep(0)


def _named(game: LiveGame, inside: str, name: str) -> list[tuple[ast.Ident, str]]:
    found: list[tuple[ast.Ident, str]] = []
    for root in game.roots(inside)[0]:
        for node in root.walk():
            if isinstance(node, ast.Call) and node.verb.text == name:
                found.append((node.verb, "does"))
            elif isinstance(node, ast.Pattern) and node.verb.text == name:
                found.append((node.verb, "answers"))
    return found


def done_by(game: LiveGame, inside: str, at: int) -> list[ast.Ident]:
    """The verbs that the definition, card or test at an offset does."""
    nodes = (node for root in game.around(inside, at)[0] for node in root.walk())
    return [node.verb for node in nodes if isinstance(node, ast.Call) and node.verb.text in game.vocab.verbs]


class Tests:
    """How many tests of a game use each word."""

    __test__ = False  # tells pytest that this is not a class of tests

    def __init__(self, game: LiveGame) -> None:
        self.counts: dict[str, int] = {}
        for inside in game.folder.files("tests"):
            for text in re.split(r"^ *- name:", game.source(inside).text, flags=re.MULTILINE)[1:]:
                for word in set(re.findall(r"[a-z_][a-z0-9_]*", text)):
                    self.counts[word] = self.counts.get(word, 0) + 1


def proven_rows(game: LiveGame, entry: Entry) -> dict[str, bool] | None:
    """The rulebook rows of an entry, and whether each is proven; None without a proof of it.

    A row is proven here if each change of the entry is noticed by a test that names it.
    """
    rows = set(_ROWS.findall(entry.span.text))
    source = game.folder.source(PROOF, Sink()) if (game.path / PROOF).is_file() else None
    if source is None or not rows:
        return None
    blocks = list(_BLOCK.finditer(source.text))
    for n, block in enumerate(blocks):
        if block[1].split(" ")[-1] == entry.name:
            end = blocks[n + 1].start() if n + 1 < len(blocks) else len(source.text)
            changes = re.split(r"^  (?! )", source.text[block.end() : end], flags=re.MULTILINE)[1:]
            named = [set(_ROWS.findall(" ".join(re.findall(r"^    (.*?): ", c, re.MULTILINE)))) for c in changes]
            proven = set[str].intersection(*named) if named else set[str]()
            return {row: row in proven for row in sorted(rows)}
    return None

"""What else of a game is about the entry under the cursor.

Job: find the cards, tests, lists and rules that name an entry, and the rows that it carries. Input: a LiveGame, the
path of a file, an offset. Output: plain data. It looks for the name as a word, so that a broken game is searched, too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.outline import Entry, entries
from cardwright.authoring.server.relations import proven_rows
from dsl.dataclass import dataclass
from dsl.game.game_files import FACES, WORDS

_NAMES = (WORDS, FACES)  # they give names and looks to everything
MOST = 200  # places that are listed
_WORD = re.compile(r"[\w-]+")
_ROWS = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")


@dataclass(frozen=True, slots=True)
class Place:
    """An entry that names another one."""

    path: str
    line: int
    sort: str
    name: str


def entry_at(game: LiveGame, inside: str, at: int) -> Entry | None:
    """The definition, card or test at an offset."""
    return next((entry for entry in entries(game, inside) if entry.span.start <= at <= entry.span.end), None)


async def users_of(game: LiveGame, wanted: Entry) -> AsyncIterator[Place]:
    """The entries of other places that name an entry. Between two files, other requests are answered."""
    for inside in game.files():
        source = game.source(inside)
        if wanted.name not in source.text or inside in _NAMES:
            continue
        found = [match.start() for match in _WORD.finditer(source.text) if match[0] == wanted.name]
        around = [*entries(game, inside)]
        for entry in around:
            here = [at for at in found if entry.span.start <= at < entry.span.end and at != entry.at.start]
            if here and (entry.name, entry.sort) != (wanted.name, wanted.sort):
                yield Place(inside, source.line_column(here[0])[0], entry.sort, entry.name)
        if found and not around:
            yield Place(inside, source.line_column(found[0])[0], inside.partition("/")[0], inside)
        await asyncio.sleep(0)


async def touching(game: LiveGame, inside: str, at: int) -> dict[str, Any]:
    """What the page lists for the entry at an offset."""
    wanted = entry_at(game, inside, at)
    if wanted is None:
        return {"name": "", "sort": "", "rows": [], "places": [], "more": 0}
    book = game.worker.shared.book.rows
    proven = proven_rows(game, wanted)
    rows = [
        {"row": row, "says": book[row].statement if row in book else "", "proven": proven[row] if proven else None}
        for row in dict.fromkeys(_ROWS.findall(wanted.span.text))
    ]
    places = [asdict(place) async for place in users_of(game, wanted)] if wanted.sort != "test" else []
    return {
        "name": wanted.name,
        "sort": wanted.sort,
        "rows": rows,
        "proven": [sum(proven.values()), len(proven)] if proven else None,
        "places": places[:MOST],
        "more": max(0, len(places) - MOST),
    }

"""Programs against the types of games: right ones, wrong ones, and views as matches give them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

from cardwright.authoring.exported import exported
from compiler.targets.export import TARGETS, export_code
from tests.content_games import built, rules

# Between them, these have a board with walls, hidden hands, keywords and statuses with values, and rosters.
GAMES = ("dungeon_command", "ddm")


def package(game: str, target: str, *, tests: bool = False) -> dict[str, str]:
    return export_code(exported(built(game), f"content/{game}"), TARGETS[target](), tests=tests)


def views(game: str) -> Iterator[str]:
    """Views of a match as JSON: of a referee, a player and a spectator, now and then."""
    match, chance = rules(game).new_game(None, 5), random.Random(1)
    for _ in range(8):
        told = match.step()
        while told["type"] == "event":
            told = match.step()
        yield from (json.dumps(match.view(viewer)) for viewer in ("all", 0, None))
        if told["type"] == "result":
            break
        for _ in range(3):
            match.step(chance.choice(match.legal())["answer"])
            match.skip()


def marked(program: str) -> set[int]:
    """The lines of a program that say that they are wrong."""
    return {number for number, line in enumerate(program.split("\n"), 1) if re.search(r"(#|//) wrong$", line)}


def events(game: str) -> Iterator[str]:
    """What watchers of a match are told, as JSON: a list for each, in turn."""
    match, chance = rules(game).new_game(None, 5), random.Random(1)
    watchers = [match.watch(viewer) for viewer in ("all", 0, None)]
    for _ in range(12):
        match.skip()
        told = match.step()
        yield from (json.dumps(watcher.events()) for watcher in watchers)
        if told["type"] == "result":
            break
        match.step(chance.choice(match.legal())["answer"])

"""A small sound game that every command accepts, to be damaged."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

from cardwright.cli.main import main

SECRET = "token_4711_of_somebody_else"
CARD = "cards:\n  - {{id: {id}, kind: action, name: {{en: {name}}}, provenance: house, worth: 1}}\n"
BROKEN = CARD.format(id="gift", name="Gift").replace("worth: 1", "worht: 1")


def make_game(folder: Path, name: str = "market") -> Path:
    """A game with rules, cards, a scenario, tests, a rulebook, a roster and words of other tools."""
    assert main(["new", name, "--into", str(folder)]) == 0
    game = folder / name
    write(game / "rosters" / "hand.yaml", "roster: hand\nname: A hand\ncards: [feast, harvest]\n")
    write(game / "rules" / "hand.rules", 'roster hand(cards: list of action card):\n  require size(cards) > 1 "more"\n')
    write(game / "locale" / "en" / "words.ftl", "x = y\n")
    return game


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _outside(game: Path, name: str, text: str) -> Path:
    path = game.parent.parent / "outside" / name
    write(path, text)
    return path


def _sound_link(game: Path, inside: str) -> None:
    text = CARD.format(id="gift", name=SECRET)
    (game / inside).symlink_to(_outside(game, "gift.yaml", text))


def _linked_folder(game: Path, inside: str) -> None:
    """The folder is moved out of the game, and a link to it takes its place."""
    outside = game.parent.parent / "outside"
    outside.mkdir(exist_ok=True)
    (game / inside).rename(outside / inside)
    (game / inside).symlink_to(outside / inside)


def _link(target: str, inside: str = "cards/more.yaml") -> Callable[[Path], None]:
    return lambda game: (game / inside).symlink_to(target)


def _socket(game: Path) -> None:
    here = Path.cwd()
    os.chdir(game / "cards")  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("more.yaml")
    finally:
        os.chdir(here)


# What is done to a game, and where the fault is told.
DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a broken file": (lambda game: write(game / "cards" / "more.yaml", BROKEN), "cards/more.yaml"),
    "a link to a broken file outside": (
        lambda game: (game / "cards" / "more.yaml").symlink_to(_outside(game, "broken.yaml", BROKEN)), "cards/more.yaml",
    ),
    "a link to a sound file outside": (lambda game: _sound_link(game, "cards/more.yaml"), "cards/more.yaml"),
    "a link to the environment": (_link("/proc/self/environ"), "cards/more.yaml"),
    "a link to an endless device": (_link("/dev/zero"), "cards/more.yaml"),
    "a link to itself": (_link("more.yaml"), "cards/more.yaml"),
    "a link to nothing": (_link("nowhere"), "cards/more.yaml"),
    "a link to a file beside it": (_link("actions.yaml"), "cards/more.yaml"),
    "a link with another ending": (_link("/proc/self/environ", "cards/notes.txt"), "cards/notes.txt"),
    "a link in place of a folder": (lambda game: _linked_folder(game, "cards"), "cards"),
    "a link in place of the rules": (lambda game: _linked_folder(game, "rules"), "rules"),
    "a link among rules": (_link("/proc/self/environ", "rules/more.rules"), "rules/more.rules"),
    "a link among tests": (_link("/proc/self/environ", "tests/more.yaml"), "tests/more.yaml"),
    "a link among scenarios": (_link("/proc/self/environ", "scenarios/more.yaml"), "scenarios/more.yaml"),
    "a link among rosters": (_link("/proc/self/environ", "rosters/more.yaml"), "rosters/more.yaml"),
    "a link for the rulebook": (_link("/proc/self/environ", "rulebook.yaml"), "rulebook.yaml"),
    "a link for the words": (_link("/proc/self/environ", "words.yaml"), "words.yaml"),
    "a link for the read-me": (
        lambda game: ((game / "README.md").unlink(), _link("/proc/self/environ", "README.md")(game)), "README.md",
    ),
    "a link among the words of other tools": (_link("/proc/self/environ", "locale/en/more.ftl"), "locale/en/more.ftl"),
    "a pipe": (lambda game: os.mkfifo(game / "cards" / "more.yaml"), "cards/more.yaml"),
    "a socket": (_socket, "cards/more.yaml"),
    "a name that is no UTF-8": (
        lambda game: (game / "cards" / os.fsdecode(b"m\xffre.yaml")).write_bytes(b"cards: []\n"), "cards/m\\xffre.yaml",
    ),
    "a name with a line end": (
        lambda game: write(game / "cards" / "more\n::error::x.yaml", BROKEN), "cards/more\\n::error::x.yaml",
    ),
    "a name that turns its direction": (
        lambda game: write(game / "cards" / "more\u202ex.yaml", BROKEN), "cards/more\\u202ex.yaml",
    ),
    "too large a file": (
        lambda game: write(game / "cards" / "more.yaml", "#" * (5 * 1024 * 1024 + 1)), "cards/more.yaml",
    ),
}  # fmt: skip
# The commands that read games: `GAME` is the damaged one, `SOUND` another state of it, `OUT` a folder to write into.
COMMANDS = {
    "check": "check GAME",
    "check one file": "check GAME/cards/actions.yaml",
    "check for GitHub": "check GAME --format github",
    "check without lints": "check GAME --no-lint --no-cache",
    "check, with what would be mended": "check GAME/rules --diff",
    "test": "test GAME",
    "test one file": "test GAME/tests/actions.yaml",
    "test nothing": "test GAME -k nothing_is_called_so",
    "mutate": "mutate GAME --limit 1 --jobs 1 --fail-under 0",
    "play": "play GAME",
    "coverage": "coverage GAME",
    "strict coverage": "coverage GAME --strict",
    "roster": "roster GAME/rosters/hand.yaml",
    "export": "export GAME --target json --out OUT",
    "export for conformance": "export GAME --conformance --matches 1 --out OUT",
    "diff from it": "diff GAME SOUND",
    "diff to it": "diff SOUND GAME",
    "layout, only looked at": "fmt GAME --check",
    "layout of one file": "fmt GAME/rules/match.rules",
    "schema": "schema GAME",
    "dump": "dump GAME/rules/match.rules",
    "debug": "debug GAME",
    "why automated figures act": "explain-turn GAME",
    "simulate": "simulate GAME --matches 1 --jobs 1",
    "watched matches": "simulate GAME --matches 1 --watch OUT/broken.json",
    "compare from it": "compare GAME SOUND --matches 1 --jobs 1",
    "compare to it": "compare SOUND GAME --matches 1 --jobs 1",
    "sweep": "sweep GAME harvest.worth 1..2 --matches 1 --jobs 1",
    "search": "search GAME harvest.worth 1..2 --matches 6 --jobs 1 --goal p2=50%",
    "blank": "blank GAME feast --matches 1 --jobs 1",
    "ratings": "ratings GAME --matches 1 --jobs 1",
    "picture": "picture GAME first",
    "graph": "graph GAME --events",
    "odds": "odds GAME first --of 1",
    "text": "text GAME",
    "cards": "cards GAME --format json",
    "errata": "errata GAME",
    "check of a day": "check GAME --as-of 2026-01-31",
    "pages": "site GAME --no-pictures --out OUT",
}
# There is nobody automated in the game, no test of that name, no invariant, no roster of a
# player, no word, and no chance: each is told.
SOUND_CODES = dict.fromkeys(COMMANDS, 0) | {
    "why automated figures act": 2, "test nothing": 1, "watched matches": 2, "ratings": 2, "odds": 2, "text": 2,
}  # fmt: skip

"""The games of ``content/`` in environments, each read once in a process, and one small game that asks everything."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

import cardwright
from cardwright.cli.main import main
from cardwright.envs.openspiel import _common
from cardwright.envs.playing import Play
from tests.content_games import CONTENT

# Duels, so that a match is short.
SCENARIOS = {
    "ddm": "skirmish", "descent": "hall", "dungeon_command": "duel", "middara": "skirmish", "warhammer": "meadow",
}  # fmt: skip
MATCHES = int(os.environ.get("MATCHES", "0"))  # whole matches of each game, for the long form: `make environments`

RULES = """
verb gain(amount: int, by who: player):
  increase who.score by amount

flow match():
  each who in all player: turn by who

flow turn(by who: player):
  choose any number of kept from who.hand by who such that sum(c.worth for c in kept) <= 4:
    each c in kept:
      put c into who.pile
      gain c.worth by who
  choose number from [-7, 3, 900, 901] by who: gain (1 if number > 0 else 2) by who
  may by who: gain 1 by who
  choose one by who:
    option "Rest": gain 0 by who
    option "Run": gain 1 by who
  choose up to 2 lost from who.hand by who:
    each c in lost: put c into who.pile
  offer any to who

every player:
  activate "Count" requires not self.counted "counted already":
    set self.counted to true
    gain 1 by self

relation has_won(p: player) = p.score > 0 and every o in all player satisfies o.score <= p.score
"""


@cache
def rules_of(game: str) -> cardwright.Rules:
    return _common(str(CONTENT / game), SCENARIOS[game])[0].setting.rules


def play_of(game: str, seed: int = 1, chance: str = "own") -> Play:
    actions, layout = _common(str(CONTENT / game), SCENARIOS[game])
    return Play(actions, layout, actions.setting.new(seed, chance), 20_000, story=True)


def go_on(play: Play, chosen: Random) -> None:
    """One random step of players or chance."""
    if play.asks_chance:
        play.give_chance(chosen.choice(play.chances()))
    else:
        play.act(chosen.choice(play.legal()))


def small_game(folder: Path) -> Path:
    """The game that `cardwright new` writes, with rules that ask for several, numbers, yes, modes and abilities."""
    assert main(["new", "market", "--into", str(folder / "content")]) == 0
    game = folder / "content" / "market"
    ruleset = game / "ruleset.yaml"
    text = ruleset.read_text(encoding="utf-8").replace("policy: {standing: lead, won: ahead}", "policy: {won: has_won}")
    ruleset.write_text(text.replace("      pile:", "      counted: bool\n      pile:"), encoding="utf-8")
    (game / "rules" / "match.rules").write_text(RULES, encoding="utf-8")
    (game / "tests" / "actions.yaml").unlink()
    (game / "cards" / "actions.yaml").write_text(
        "cards:\n"
        "  - {id: feast, kind: action, name: {en: Feast}, provenance: house, worth: 3}\n"
        "  - {id: harvest, kind: action, name: {en: Harvest}, provenance: house, worth: 2}\n",
        encoding="utf-8",
    )
    return game

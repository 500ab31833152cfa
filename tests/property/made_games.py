"""Small games made at random, in which players choose, roll, draw, shuffle, reveal and hide.

Job: strategies of `hypothesis` for games. Input: none. Output: the text of rules and zones; `made` builds a game once.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

import cardwright
from tests.small_game import KINDS, write_game

# What a turn may do. Together they ask for each kind of request, and use each kind of chance.
STEPS = (
    "may by who: earn 1 by who",
    "choose up to 2 picked from all card in who.hand by who: discard picked by who",
    "choose picked from all card in who.hand by who: discard picked by who",
    'choose one by who:\n    option "earn": earn 2 by who\n    option "shuffle": shuffle who.deck',
    "shuffle who.deck",
    "choose random picked from all card in who.hand:\n    put picked into who.deck at bottom",
    "let r = roll d6\n  earn (total(r)) by who",
    "draw by who",
    "choose picked from all card in who.hand by who:\n    each other in all player: reveal picked to other",
    "choose picked from all card by who:\n    until end of turn by who: +1 cost for picked",
    "offer any to who",
    "let old = first(who.pile)\n  if old is not none: put old into who.hand",
)
RULES = """\
live card for owner while this in owner.hand
stat cost of card
verb earn(amount: int, by who: player): increase who.score by amount
verb discard(picked: card, by who: player):
  put picked into who.pile
  earn picked.cost by who
verb draw(by who: player):
  let top = first(who.deck)
  if top is not none: put top into who.hand
verb turn(by who: player):
  {steps}
flow match():
  repeat {rounds} times:
    each p in all player: turn by p
"""
CARDS = """\
- {id: plain, kind: card, name: {en: Plain}, provenance: house, cost: 1}
- {id: dear, kind: card, name: {en: Dear}, provenance: house, cost: 2}
- id: able
  kind: card
  name: {en: Able}
  provenance: house
  rules: |
    activate: discard this by self
- id: alert
  kind: card
  name: {en: Alert}
  provenance: house
  rules: |
    react after discard where who is not self: discard this by self
"""
ZONES = "hand: {zone: card}, pile: {zone: card}"
VISIBLE = ("owner", "none", "all")


@dataclass(frozen=True)
class MadeGame:
    """What differs between the games: the steps of a turn, rounds, who sees hands and decks, and the cards of each."""

    steps: tuple[str, ...]
    rounds: int
    hand: str
    deck: str
    cards: tuple[str, ...]


GAMES = st.builds(
    MadeGame,
    st.lists(st.sampled_from(STEPS), min_size=2, max_size=6, unique=True).map(tuple),
    st.integers(1, 3),
    st.sampled_from(VISIBLE),
    st.sampled_from(VISIBLE),
    st.lists(st.sampled_from(["plain", "dear", "able", "alert"]), min_size=3, max_size=6).map(tuple),
)


@cache
def made(game: MadeGame) -> cardwright.Rules:
    """The rules of a made game."""
    zones = (
        f"hand: {{zone: card, visible: {game.hand}}}, deck: {{zone: card, visible: {game.deck}}}, pile: {{zone: card}}"
    )
    scenario = ["id: table", "name: Table", "players: [p1, p2]", "create:"]
    for number, card in enumerate(game.cards):
        for player in ("p1", "p2"):
            zone = "hand" if number % 2 else "deck"
            scenario.append(
                f"  - {{name: {player}_{number}, kind: card, card: {card}, owner: {player}, zone: {player}.{zone}}}"
            )
    with tempfile.TemporaryDirectory() as home:
        folder = write_game(
            Path(home), RULES.format(steps="\n  ".join(game.steps), rounds=game.rounds), start="match",
            kinds=KINDS.replace(ZONES, zones), cards=CARDS, scenario="\n".join(scenario) + "\n",
        )  # fmt: skip
        try:
            return cardwright.load(folder)
        except cardwright.ContentError as error:
            raise AssertionError("\n".join(map(str, error.diagnostics))) from error

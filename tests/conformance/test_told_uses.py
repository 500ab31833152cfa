"""An ability that is used is told in the words of its offer, where they have a phrase for it, in every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.authoring.exported import exported, rules_from
from tests.conformance.matches import ENGINES, engine_of, give
from tests.folded import as_json
from tests.small_game import build_small

KINDS = """\
kinds:
  game: {}
  player: {fields: {hand: {zone: note, visible: owner}}}
  note:
    card: true
    fields: {owner: player, rules: {type: rules, printed: true, default: ""}}
"""
RULES = """\
live note for this.owner while this in this.owner.hand
verb rest(by p: player): nothing
every player:
  activate "Doze" as main: rest by self
  activate "Wave" as main: rest by self
flow match():
  each p in all player: offer main to p
"""
CARDS = """\
- id: song
  kind: note
  name: {en: Song}
  provenance: house
  rules: |
    activate as main: rest by self
- id: sigh
  kind: note
  name: {en: Sigh}
  provenance: house
  rules: |
    activate as main: rest by self
"""
WORDS = """\
style: {silent: [rest]}
nouns:
  note:
    en: {one: note, many: notes}
    ru: {gender: feminine, one: [записка, записки, записке, записку, запиской, записке]}
offers:
  doze:
    en: {offer: "{self} dozes", told: "{self} {self|dozes|doze}"}
    ru: {offer: "{self} дремлет", told: "{self} {self|дремлет|дремлют|дремлете}"}
  wave: {en: {offer: "{self} waves"}, ru: {offer: "{self} машет"}}
  note.rules:
    en: {offer: "{self} plays {this}", told: "{self} {self|plays|play} {this}"}
    ru: {offer: "{self} играет: {this}", told: "{self} {self|играет|играют|играете}: {this}"}
  sigh: {en: {offer: "{self} sighs"}, ru: {offer: "{self} вздыхает"}}
"""
SCENARIO = """\
id: desk
name: Desk
players: [p1, p2]
create:
  - {card: song, owner: p1, zone: p1.hand}
  - {card: sigh, owner: p1, zone: p1.hand}
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_used_ability_is_told_where_its_offer_says_so(engine: str, tmp_path: Path) -> None:
    """By the same entry as it is offered; what another entry says of it does not count. What is hidden is not told."""
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "words.yaml").write_text(WORDS, encoding="utf-8")
    small = build_small(tmp_path, RULES, start="match", kinds=KINDS, cards=CARDS, scenario=SCENARIO)
    made = exported(small.build)
    other, match = engine_of(engine, made, tmp_path), rules_from(made).new_game(seed=1)
    other.tell("new", {}, 1)
    seats = [0, 1, None]
    watchers = [match.watch(seat, "en") for seat in seats]
    other.tell("watch", seats, "en")
    for answer in range(4):
        give(match, [answer])
        other.tell("play", [answer])
    told = as_json([watcher.events() for watcher in watchers])
    assert other.tell("watched", [])["events"] == told
    said = [[event["words"] for event in events if event["what"] == "use" and event["words"]] for events in told]
    assert said == [["You doze.", "You play Song."], ["Player 1 dozes."], ["Player 1 dozes."]]
    other.close()

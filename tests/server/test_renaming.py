"""Renaming across every file of a game: what is renamed is renamed wherever it is named, or not at all."""

from __future__ import annotations

import pytest

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.naming import Mention
from cardwright.authoring.server.renaming import why_not_renamed
from cardwright.authoring.server.symbols import declared_at, mention_at, mentions
from tests.changing_game import at_once
from tests.lint_game import write_example
from tests.live_game import live_game

NAMES = "gold: {en: Gold, ru: Золото}\n  cold: {en: Cold, ru: Холод}"
KINDS = """\
shot:
    part: true
    line: ["{power} far[; {kind}]"]
    fields: {power: {type: int, printed: true}, kind: {type: element, printed: true}}
  crate:
    card: true
    fields: {rules: {type: rules, printed: true, default: ""}, keeper: "unit?", size: int}
"""
RULES = """\
define cost(u: unit, a: square, b: square) -> int? = 1
relation halts(u: unit, s: square) = false
define depth(u: unit, s: square) -> int = s.row + u.row
define worth(u: unit, twice: bool = false) -> int = u.level * 2 if twice else u.level

status dazed of unit:
  passive: -1 armor

keyword stout(n: int) of unit:
  passive while n > 1: +n armor

verb look(for target: unit) gives seen: unit:
  set seen to target

every unit:
  activate as action requires some mate in all unit satisfies mate.level > 2:
    look for self giving found or stop
    tap found

live crate for keeper while keeper is not none

roster band(fighters: list of unit card, sort: element = fire):
  require size(fighters) >= 1 "{size(fighters)} of at least one"
  require sort is cold "all are cold"

verb rest(target: unit):
  require worth(target, twice: true) > 1 "{target} is too green"
  set target.damage to 0
  if target.tapped: end turn

verb march(target: unit, to goal: square):
  each s in route(target, goal, 3, cost, halts): place target at s
"""
SHOTS = "shots: {type: list of shot, printed: true, default: []}\n      row: {type: int, printed: true, default: 0}"
WORDS = """\
style:
  silent: [rest]
  you: [controller]
  values: {march.goal: armor}
nouns:
  armor: {en: {one: armour}, ru: {gender: feminine, one: [броня, брони, броне, броню, бронёй, броне]}}
  unit: {en: {one: unit}, ru: {gender: masculine, one: [отряд, отряда, отряду, отряд, отрядом, отряде]}}
verbs:
  deal: {en: {do: "{target} loses {amount#unit}"}, ru: {do: "{target} теряет {amount#unit}"}}
  turn: {en: {noun: "{=unit@p}"}, ru: {noun: "{=unit@p}"}}
functions:
  halts: {en: {is: "{u} halts"}, ru: {is: "{u} стоит"}}
fields:
  unit.damage: {en: {is: "{of} has {value}"}, ru: {is: "{of} имеет {value}"}}
traits:
  dazed: {en: {reminder: "{of} is slow"}, ru: {reminder: "{of} медлит"}}
choices:
  foe: {en: {ask: "whom?"}, ru: {ask: "кого?"}}
"""
FACES = """\
names: {level: {en: L, ru: У}, fire: {en: F, ru: О}}
icons: {hp: heart, dazed: star}
colours: {cold: "#0000aa"}
lines: {shot: {ru: ["{power}[; {kind}]"]}}
layouts:
  - kinds: [unit]
    left: level
    blocks: [{numbers: [hp]}, {lines: shots}, {text: rules}]
"""
MARKSMEN = """\
cards:
  - id: marksman
    kind: unit
    name: {en: Marksman, ru: Стрелок}
    provenance: house
    level: 2
    hp: 2
    shots: [3 far, 2 far; cold]
"""
SCENARIO = """\
id: first
name: First
players: [{name: p1, roster: band}]
create: [{name: chief, card: chief, owner: p1, controller: p1}]
do: tap chief
"""
CASES = """\
- name: a thing has the name of its card
  given: {scenario: first}
  when: rest chief
  then: [chief.damage == 0]
- name: a list of one
  roster: {roster: band, sort: cold, fighters: {chief: 1}}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> LiveGame:
    parts = {"names": NAMES, "kinds": KINDS, "rules": RULES, "fields": SHOTS, "words": WORDS, "scenario": SCENARIO,
             "player_fields": "deck: {zone: unit, roster: fighters}", "tests": CASES}  # fmt: skip
    folder = write_example(tmp_path_factory.mktemp("game"), parts)
    for name, text in (
        ("faces.yaml", FACES),
        ("cards/marksmen.yaml", MARKSMEN),
        ("rosters/band.yaml", "roster: band\nname: One\nsort: cold\nfighters: {chief: 1}\n"),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return live_game(folder)


@pytest.fixture(scope="module")
def sound(game: LiveGame) -> list[str]:
    return codes(game)


def codes(game: LiveGame) -> list[str]:
    """What is found in the game as it is on the disk."""
    return sorted(finding["code"] for finding in at_once(game.path)[:-2])


def mention(game: LiveGame, inside: str, piece: str) -> Mention:
    """The name at the `~` of a piece of a file."""
    at = game.source(inside).text.index(piece.replace("~", "")) + piece.index("~")
    found = mention_at(game, inside, at)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("inside", "piece"),
    [
        ("rules/play.rules", "verb ~deal"),
        ("rules/play.rules", "flow ~turn"),
        ("rules/example.rules", "verb ~rest"),
        ("rules/example.rules", "verb ~march"),
        ("rules/example.rules", "define ~cost"),
        ("rules/example.rules", "relation ~halts"),
        ("rules/example.rules", "status ~dazed"),
        ("rules/example.rules", "roster ~band"),
        ("rosters/band.yaml", "roster: ~band"),
        ("words.yaml", "silent: [~rest"),
        ("words.yaml", "#~unit"),
        ("faces.yaml", "left: ~level"),
        ("ruleset.yaml", "{~power: {"),
        ("ruleset.yaml", "  ~unit:"),
        ("ruleset.yaml", "~row: {type"),
        ("ruleset.yaml", "~keeper: "),
        ("rules/example.rules", "live crate for ~keeper"),
        ("rules/example.rules", "stout(~n"),
        ("rules/example.rules", "some ~mate in"),
        ("rules/example.rules", "giving ~found"),
        ("ruleset.yaml", "[~fire, cold]"),
        ("cards/units.yaml", "id: ~chief"),
    ],
)
def test_the_game_is_as_sound_with_another_name(game: LiveGame, sound: list[str], inside: str, piece: str) -> None:
    found = mention(game, inside, piece)
    assert not why_not_renamed(game, found)
    places = [(name, use.span) for name in game.files() for use in mentions(game, name) if use.symbol == found.symbol]
    before = {name: game.source(name).text for name, _ in places}
    after = dict(before)
    for name, span in sorted(places, key=lambda place: -place[1].start):
        after[name] = after[name][: span.start] + "brand_new" + after[name][span.end :]
    try:
        for name, text in after.items():
            (game.path / name).write_text(text, encoding="utf-8")
        assert codes(game) == sound
    finally:
        for name, text in before.items():
            (game.path / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("inside", "piece", "reason"),
    [
        ("rules/example.rules", "roster band(~fighters", "`fighters` is a parameter, which other texts may name"),
        ("rules/example.rules", "unit, ~twice", "`twice` is a parameter, which other texts may name"),
        ("rules/example.rules", "halts(~u", "`u` is a parameter, which other texts may name"),
        ("rules/example.rules", "cost(~u", ""),
        ("ruleset.yaml", "[fire, ~cold", "`cold` stands in a printed line: cards/marksmen.yaml, line 8"),
        ("ruleset.yaml", "~size: int", "`size` is a field that the core reads by its name"),
        ("scenarios/first.yaml", "tap ~chief", "`chief` stands for one thing in several texts of a test"),
        ("rules/play.rules", "choose ~foe", "`foe` has a question of its own in `words.yaml`"),
    ],
)
def test_what_others_name_by_its_name_is_refused(game: LiveGame, inside: str, piece: str, reason: str) -> None:
    assert why_not_renamed(game, mention(game, inside, piece)) == reason


def test_what_is_made_of_data_is_named_nowhere(game: LiveGame) -> None:
    """The roster of a player is a file, and no place that names the player."""
    text = game.source("scenarios/first.yaml").text
    spans = [use.span for use in mentions(game, "scenarios/first.yaml")]
    assert "roster: band" in text and "band" not in [text[span.start : span.end] for span in spans]


def test_a_test_in_a_scenario_has_no_names_of_the_file_of_the_scenario(game: LiveGame) -> None:
    for inside in game.files():
        paths = {use.span.source.path for use in mentions(game, inside)}
        paths |= {tree.span.source.path for tree in game.around(inside, 0)[0]}
        assert paths <= {game.folder.shown_path(inside)}


def test_a_name_that_is_being_written_is_declared_nowhere(game: LiveGame) -> None:
    text = game.source("scenarios/first.yaml").text
    game.edit("scenarios/first.yaml", text.replace("card: chief", "card: chi(ef"))
    found = mention(game, "scenarios/first.yaml", "card: ~chi(ef")
    assert declared_at(game, "scenarios/first.yaml", found) is None
    game.edit("scenarios/first.yaml", None)


def test_a_thing_with_the_name_of_its_card_keeps_it(game: LiveGame) -> None:
    card = mention(game, "cards/units.yaml", "id: ~chief").symbol
    text = game.source("scenarios/first.yaml").text
    spans = [use.span for use in mentions(game, "scenarios/first.yaml") if use.symbol == card]
    assert [text[span.start - 6 : span.end] for span in spans] == ["card: chief"]

"""Options of a field that nothing reads, and numbers that its bounds never let be, are told before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_game import KINDS, try_small

FIELD = "      tapped: bool\n"
BOUNDED = KINDS.replace("{score: int,", "{score: {type: int, default: 3, min: 0, max: 3},")


def told(folder: Path, rules: str = "noun hurt = unit where damage > 0", **files: str) -> list[str]:
    return [line.rpartition(" (")[0] for line in try_small(folder, rules, **files)[1]]


@pytest.mark.parametrize(("options", "message"), [
    ("type: int, default: 4, max: 3", "wrong-value: `luck` is at most 3, so never 4"),
    ("type: int, default: 0, min: 1", "wrong-value: `luck` is at least 1, so never 0"),
    ('type: "int?", default: 0, min: 1', "wrong-value: `luck` is at least 1, so never 0"),
    ("type: int, min: 1", "wrong-value: `luck` is 0 where nothing is given, and it is at least 1"),
    ("type: int, max: -1", "wrong-value: `luck` is 0 where nothing is given, and it is at most -1"),
    ("type: int, default: 4, min: 5, max: 3", "wrong-value: no number is at least 5 and at most 3"),
    ("type: bool, min: 2", "unknown-key: `luck` is yes or no, and only a number has `min`"),
    ("type: list of int, max: 2", "unknown-key: `luck` is a list of numbers, and only a number has `max`"),
    ("zone: card, type: int", "unknown-key: `luck` is a zone, and nothing reads `type` of a zone"),
    ("zone: card, printed: true", "unknown-key: `luck` is a zone, and nothing reads `printed` of a zone"),
])  # fmt: skip
def test_what_a_field_says_in_vain(options: str, message: str, tmp_path: Path) -> None:
    assert told(tmp_path, kinds=KINDS.replace(FIELD, f"{FIELD}      luck: {{{options}}}\n", 1)) == [message]


@pytest.mark.parametrize("options", [
    "type: int, default: 3, min: 3, max: 3", "type: int, min: 0", "type: int, printed: true, default: 1, min: 1",
    'type: "int?", min: 1', 'type: "int?", default: none, min: 1', "zone: card, visible: none, doc: a pouch",
])  # fmt: skip
def test_what_it_may_say(options: str, tmp_path: Path) -> None:
    assert told(tmp_path, kinds=KINDS.replace(FIELD, f"{FIELD}      luck: {{{options}}}\n", 1)) == []


def test_a_position_begins_within_the_bounds(tmp_path: Path) -> None:
    tests = """
    - name: too many
      given: {players: [{name: p1, score: 4}, {name: p2, score: -1}, {name: p3, score: 0}]}
      when: nothing
      then: [p1.score == 3]
    """
    found = told(tmp_path, kinds=BOUNDED, tests=tests)
    assert found == [
        f"wrong-value: `score` is {bound}" for bound in ("at most 3, so never 4", "at least 0, so never -1")
    ]


def test_what_is_made_begins_within_the_bounds(tmp_path: Path) -> None:
    rules = "verb join(score: int):\n  create a = purse with score = 4\n  create b = purse with score = score\n"
    purse = "  purse: {fields: {score: {type: int, default: 3, max: 3}}}\n"
    assert told(tmp_path, rules, kinds=KINDS + purse) == ["wrong-value: `score` is at most 3, so never 4"]


def test_a_symbol_means_one_terrain(tmp_path: Path) -> None:
    kinds = KINDS.replace('mud: "~"', 'mud: "~", reeds: {symbol: "~"}')
    assert told(tmp_path, kinds=kinds) == ["duplicate-name: `~` is the symbol of `mud` already"]


@pytest.mark.parametrize(("field", "message"), [
    ("damage: bool", "`damage` is yes or no here, and a number in unit"),
    ("damage: {zone: card}", "`damage` is a zone of card here, and a number in unit"),
    ("damage: {type: int, printed: true}", "`damage` is printed, a number here, and a number in unit"),
    ("hp: {type: int, default: 3}", "`hp` is a number here, and printed, a number in unit"),
    ("hp: {type: int, printed: true, default: 3}", ""),
])  # fmt: skip
def test_a_field_is_what_it_is_in_the_kind_above(field: str, message: str, tmp_path: Path) -> None:
    kinds = f"{KINDS}  giant: {{is: unit, fields: {{{field}}}}}\n"
    assert told(tmp_path, kinds=kinds) == [f"wrong-type: {message}"] * bool(message)


@pytest.mark.parametrize(("old", "new"), [
    ("  card:\n", "  round_two: {is: game}\n  card:\n"), ("  game: {", "  game: {card: true, "),
])  # fmt: skip
def test_there_is_one_game(old: str, new: str, tmp_path: Path) -> None:
    message = "wrong-value: there is one `game`: no other kind is below it, and no card or part of one is it"
    assert told(tmp_path, kinds=KINDS.replace(old, new, 1)) == [message]


@pytest.mark.parametrize(("old", "new"), [
    ("  card:\n", "  dealer: {is: player}\n  card:\n"), ("  player: {", "  player: {card: true, "),
])  # fmt: skip
def test_what_a_scenario_seats_is_a_player_and_nothing_else(old: str, new: str, tmp_path: Path) -> None:
    message = (
        "wrong-value: scenarios seat a `player` alone: no other kind is below it, and no card or part of one is it"
    )
    assert told(tmp_path, kinds=KINDS.replace(old, new, 1)) == [message]


@pytest.mark.parametrize(("rules", "message"), [
    ("stat tapped of unit", "wrong-type: `tapped` of unit is yes or no, and modifiers change numbers"),
    ("stat owner of unit", "wrong-type: `owner` of unit is a player, and modifiers change numbers"),
    ("stat hp of unit\nstat hp of unit stacks highest", "duplicate-name: `hp` of unit is declared twice"),
    ("live unit.rules for this\nlive card for owner\nlive unit.rules for controller",
     "duplicate-name: the texts of `unit.rules` have a `live` line already"),
    ("live card for owner\nlive card for this", "duplicate-name: the texts of `card` have a `live` line already"),
    ("stat hp of unit\nlive unit for this\nlive unit.rules for this\nlive card for owner", ""),
])  # fmt: skip
def test_a_stat_is_a_number_and_a_line_says_it_once(rules: str, message: str, tmp_path: Path) -> None:
    assert told(tmp_path, rules) == [message] * bool(message)


def test_a_kind_that_begins_with_a_vowel_is_told_of_with_an(tmp_path: Path) -> None:
    kinds = KINDS + "  order: {fields: {worth: int, owner: player}}\n"
    tests = """
    - name: an order without an owner
      given: {players: [p1], create: [{name: o, kind: order, price: 3}]}
      when: nothing
      then: [o.worth == 0]
    """
    rules = "heading hot of order = activate\nheading hot of order = activate"
    assert set(told(tmp_path, rules, kinds=kinds)) == {"duplicate-name: an order has a heading `hot` already"}
    assert told(tmp_path, kinds=kinds, tests=tests) == [
        "missing-key: an order needs `owner`",
        "unknown-field: an order has no `price`",
    ]


@pytest.mark.parametrize(("field", "player", "lacks"), [
    ("colour", "p1", True), ("colour", "{name: p1}", True), ("colour", "{name: p1, side: red}", False),
    ('"colour?"', "p1", False), ("{type: colour, default: red}", "p1", False), ("unit", "p1", True),
])  # fmt: skip
def test_a_player_has_what_may_not_be_none(field: str, player: str, lacks: bool, tmp_path: Path) -> None:
    kinds = KINDS.replace("player: {fields: {", f"player: {{fields: {{side: {field}, ", 1)
    tests = f"""
    - name: nothing happens
      given: {{players: [{player}]}}
      when: nothing
      then: [count of player > 0]
    """
    assert told(tmp_path, kinds=kinds, tests=tests) == ["missing-key: a player needs `side`"] * lacks

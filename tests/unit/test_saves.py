"""Saves under the same rules, under rules that read otherwise, and under rules that play otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import cardwright
from tests.small_game import KINDS, write_game

SCHEMAS = Path(__file__).parents[2] / "schemas"
SCENARIO = """\
id: field
name: Field
board: |
  A . .
  . . B
legend:
  A: {card: guard, owner: p1, controller: p1, name: a}
  B: {card: scout, owner: p2, controller: p2, name: b}
players: [p1, p2]
create:
  - {name: coin, kind: card, card: coin, owner: p1, zone: p1.hand}
"""
CARDS = """\
- id: guard
  kind: unit
  name: {en: Old Guard}
  provenance: house
  hp: 9
  keywords: [brave(1)]
  rules: |
    activate requires self.damage < 9 "too weak": hurt 1 to self
- {id: scout, kind: unit, name: {en: Scout}, provenance: house, hp: 3}
- {id: coin, kind: card, name: {en: Lucky Coin}, provenance: house, cost: 2}
"""
RULES = """\
live unit for this
stat armor of unit
keyword brave(n: int) of unit: passive: +n armor
verb hurt(amount: int, to target: unit): increase target.damage by amount
verb shield(target: unit, by who: player):
  until end of turn by who: +1 armor for target
verb turn(by who: player):
  choose prey from all unit by who:
    hurt 1 to prey
    shield prey by who
  offer any to who
  increase who.score by 1
flow match():
  repeat 3 times:
    each p in all player: turn by p
"""


def rules_of(home: Path, *edits: tuple[str, str]) -> cardwright.Rules:
    """The small game with some of its texts changed."""
    home.mkdir()
    texts = {"rules": RULES, "cards": CARDS, "scenario": SCENARIO, "kinds": KINDS}
    for old, new in edits:
        assert any(old in text for text in texts.values()), old
        texts = {name: text.replace(old, new) for name, text in texts.items()}
    folder = write_game(home, texts.pop("rules"), start="match", **texts)
    try:
        return cardwright.load(folder)
    except cardwright.ContentError as error:
        raise AssertionError("\n".join(map(str, error.diagnostics))) from error


def played(rules: cardwright.Rules, *answers: int) -> cardwright.Match:
    match = rules.new(seed=3)
    for answer in answers:
        match.answer([answer])
    return match


def saved(match: cardwright.Match) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(match.save()))
    return found


def to_the_end(match: cardwright.Match) -> cardwright.Match:
    while match.request is not None:
        match.answer(match.legal()[0])
    assert match.outcome == "ended", match.message
    return match


@pytest.fixture
def rules(tmp_path: Path) -> cardwright.Rules:
    return rules_of(tmp_path / "before")


# ---- the form
def test_a_save_has_the_shape_of_its_schema(rules: cardwright.Rules) -> None:
    held = {name: json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8")) for name in ("save", "snapshot")}
    registry: Registry[Any] = Registry().with_resource("snapshot.schema.json", Resource.from_contents(held["snapshot"]))
    schema = Draft202012Validator(held["save"], registry=registry)
    matches = [played(rules), played(rules, 0), played(rules, 0, 0), rules.restore(played(rules, 0).snapshot())]
    for match in [*matches, matches[2].branch(5)]:
        assert [error.message for error in schema.iter_errors(saved(match))] == []
    places = saved(matches[1])["places"]
    assert places["board"] == [3, 2] and places["cards"]["guard"] == "Old Guard"
    assert {"do match", "do turn", "do shield", "run guard.rules#1"} <= set(places["bodies"])
    assert list(places["lasting"].values()) == [["do shield", 0]]


# ---- the same rules
def test_a_match_is_loaded_where_it_was_and_taken_back_from_there(rules: cardwright.Rules) -> None:
    match = played(rules, 0, 0, -1, 1)
    again = rules.load(saved(match))
    assert (again.hash, again.request, again.answers) == (match.hash, match.request, match.answers)
    assert again.report == []
    again.answer([0])
    for _ in range(5):
        again.undo()
    assert (again.hash, again.request) == (rules.new(seed=3).hash, rules.new(seed=3).request)
    while len(again.answers) < 4:
        again.redo()
    assert (again.hash, again.events()) == (match.hash, match.events())


def test_the_save_of_a_branch_tells_its_own_dice(rules: cardwright.Rules) -> None:
    branch = played(rules, 0, 0).branch(11)
    branch.answer([-1])
    for by in (None, "replay"):
        again = rules.load(saved(branch), by=by)
        assert (again.snapshot(), again.hash) == (branch.snapshot(), branch.hash)


def test_answers_that_lead_elsewhere_than_the_snapshot_are_told(rules: cardwright.Rules) -> None:
    again = rules.load({**saved(played(rules, 0, -1)), "answers": [[1], [-1]]})
    assert again.request is not None
    with pytest.raises(cardwright.HostError, match="the answers of the save do not lead to its snapshot"):
        again.undo()
    with pytest.raises(cardwright.HostError, match="do not lead to its snapshot"):
        again.events()


def test_an_older_save_has_answers_alone(rules: cardwright.Rules) -> None:
    match = played(rules, 0, 0, -1)
    save = {"format": 1, "game": "small", "hash": rules.hash, "setup": {}, "seed": 3, "answers": match.answers}
    again = rules.load(save)
    assert (again.hash, again.answers) == (match.hash, match.answers)
    with pytest.raises(cardwright.HostError, match="the save has no snapshot; load it by `replay`"):
        rules.load({**save, "hash": "0" * 16}, by="state")


# ---- rules that read otherwise
def test_what_is_only_read_refuses_no_save(rules: cardwright.Rules, tmp_path: Path) -> None:
    match = played(rules, 0, 0)
    edits = ("Old Guard", "Ancient Guard"), ("too weak", "too tired"), ("flow match", "# A remark.\n\nflow match")
    other = rules_of(tmp_path / "after", *edits, ("live unit for this", "# More.\nlive unit for this"))
    assert other.hash == rules.hash
    again = other.load(saved(match))
    assert again.hash == match.hash and again.report == []
    fresh = played(other, 0, 0)
    assert again.request == fresh.request, "a place has moved with its lines"
    assert saved(again)["reads"] != saved(match)["reads"]
    for match in (played(rules, 0), played(rules)):
        assert (asked := other.load(saved(match)).request) == played(other, *(a[0] for a in match.answers)).request
        assert asked is not None and "after" in asked.place


# ---- other rules
def test_other_rules_are_refused_and_two_ways_offered(rules: cardwright.Rules, tmp_path: Path) -> None:
    other = rules_of(tmp_path / "after", ("hp: 9", "hp: 8"))
    save = saved(played(rules, 0))
    with pytest.raises(cardwright.HostError) as refused:
        other.load(save)
    assert str(refused.value) == (
        f"the save is of other rules than small {other.hash}; the command and the Python package can load it by `replay`, "
        "which gives its answers again as far as they are legal, or by `state`, which takes over what still exists"
    )
    with pytest.raises(cardwright.HostError, match="a save is loaded by replay or state, and not by `magic`"):
        other.load(save, by="magic")


def test_replay_gives_all_answers_that_are_legal(rules: cardwright.Rules, tmp_path: Path) -> None:
    match = played(rules, 0, 0, -1, 1)
    other = rules_of(tmp_path / "after", ("cost: 2", "cost: 3"))
    again = other.load(saved(match), by="replay")
    assert again.answers == match.answers
    assert again.report == [
        "all 4 answers were given again",
        "what is in play differs from what was saved",
        "an answer is a position among options, so under other rules it may mean something else",
    ]
    to_the_end(again)


def test_replay_says_at_which_answer_it_ends_and_why(rules: cardwright.Rules, tmp_path: Path) -> None:
    match = played(rules, 0, 0, -1, 1)
    other = rules_of(tmp_path / "after", ("damage < 9", "damage < 1"))
    again = other.load(saved(match), by="replay")
    assert again.answers == [[0], [0]]
    assert again.report[:2] == [
        "the first 2 of 4 answers were given again",
        "answer 3 does not fit what p1 is asked in `turn`: to pass is not possible",
    ]
    ended = rules_of(tmp_path / "short", ("repeat 3", "repeat 1")).load(
        saved(played(rules, *[0, -1, 0] * 2)), by="replay"
    )
    assert "the match has ended before answer" in ended.report[1]


def test_replay_stops_before_a_fault(rules: cardwright.Rules, tmp_path: Path) -> None:
    endless = "increase target.damage by amount\n  repeat (amount * 14000) times: increase target.damage by 1"
    other = rules_of(tmp_path / "after", ("increase target.damage by amount", f"\n  {endless}"))
    again = other.load(saved(played(rules, 0, 0)), by="replay")
    assert again.answers == [] and again.request is not None
    assert again.report[1].startswith("answer 1 led to a fault of the rules (")


def test_a_report_has_the_words_of_the_game(rules: cardwright.Rules, tmp_path: Path) -> None:
    names = "names: {tapped: {en: Exhausted}, unit: {en: Warrior}}\nboard: {type"
    other = rules_of(tmp_path / "after", ("tapped: bool", "tapped: text"), ("board: {type", names))
    assert other.load(saved(played(rules, 0)), by="state").report == [
        "the field `Exhausted` of a `Warrior` takes other values now: it has its default (2 times)"
    ]


def test_a_fault_of_a_replay_names_things_as_people_do(rules: cardwright.Rules, tmp_path: Path) -> None:
    line = "  each c in all card:\n    take c out\n    put c after c\n  offer any to who\n"
    other = rules_of(tmp_path / "after", ("  offer any to who\n", line))
    told = other.load(saved(played(rules, 0)), by="replay").report[1]
    assert told == "answer 1 led to a fault of the rules (Lucky Coin is in no zone); the match waits before it"


# ---- by its state
def carried(rules: cardwright.Rules, match: cardwright.Match) -> cardwright.Match:
    """A match taken over by other rules; its save leaves the first one as it is."""
    save = saved(match)
    text = json.dumps(save)
    made = rules.load(save, by="state")
    assert json.dumps(save) == text
    assert rules.load(saved(made)).hash == made.hash
    return made


def test_the_state_is_taken_over_whole_where_all_of_it_exists(rules: cardwright.Rules, tmp_path: Path) -> None:
    """Bodies, generated locals, modifiers and abilities have other numbers, and are found."""
    match = played(rules, 0, 0)
    more = """
verb nap(target: unit):
  until end of turn: +2 armor for target
verb poke(u: unit):
  choose v from all unit by u.controller: hurt 2 to v
verb shield("""
    card = "    activate: poke self\n    activate requires"
    other = rules_of(tmp_path / "after", ("verb shield(", more), ("    activate requires", card))
    assert other.hash != rules.hash
    made = carried(other, match)
    assert made.report == ["all of the state was taken over"]
    assert [option.partition(" of ")[0] for option in made.request.options if made.request] == [
        "guard.rules#1", "guard.rules#2",
    ]  # fmt: skip
    assert made.view(0)["entities"] == match.view(0)["entities"]
    made.answer([-1])
    match.answer([-1])
    assert made.view(0)["entities"] == match.view(0)["entities"]
    to_the_end(made)


def test_a_statement_whose_definition_has_changed_is_not_found(rules: cardwright.Rules, tmp_path: Path) -> None:
    match = played(rules, 0)
    other = rules_of(tmp_path / "after", ("increase who.score by 1", "increase who.score by 2"))
    made = carried(other, match)
    assert made.report == [
        "`turn` has changed: what was being done there is broken off, and the match goes on after it"
    ]
    assert made.request is not None and made.request.who == "player#3"
    view = to_the_end(made).view(0)
    assert 4 in [view["entities"][player]["fields"]["score"] for player in view["players"]]
    with pytest.raises(cardwright.HostError, match=r"`match` has changed, and all that was being done is in it"):
        rules_of(tmp_path / "other", ("repeat 3", "repeat 4")).load(saved(match), by="state")


def test_what_is_gone_is_left_out_and_told(rules: cardwright.Rules, tmp_path: Path) -> None:
    match = played(rules, 0)
    other = rules_of(
        tmp_path / "after",
        ("- {id: coin, kind: card, name: {en: Lucky Coin}, provenance: house, cost: 2}\n", ""),
        ("create:\n  - {name: coin, kind: card, card: coin, owner: p1, zone: p1.hand}\n", ""),
        ("keywords: [brave(1)]", "armor: 1"),
        ("keyword brave(n: int) of unit: passive: +n armor\n", ""),
        ("      tapped: bool\n", "      sleepy: {type: bool, default: true}\n"),
        ("fields: {score: int,", "fields: {score: {type: int, max: 0},"),
        ("fields: {round: int, count: int}", "fields: {round: int, count: text}"),
    )
    made = carried(other, match)
    assert sorted(made.report) == [
        "a `unit` has no field `tapped` any more: its value is left out",
        "the card Lucky Coin is not in the rules any more: it is left out",
        "the field `count` of a `game` takes other values now: it has its default",
        "the field `sleepy` of a `unit` is new: it has its default (2 times)",
        "the keyword `brave` is not there any more, or takes other values: it is left out",
    ]
    view = made.view(0)
    units = [entity for entity in view["entities"].values() if entity["kind"] == "unit"]
    assert [unit["fields"]["sleepy"] for unit in units] == [True, True]
    assert {"count": 0, "entities": []} in [zone for name, zone in view["zones"].items() if name.endswith(".hand")]
    to_the_end(made)


def test_an_effect_whose_text_has_changed_is_left_out(rules: cardwright.Rules, tmp_path: Path) -> None:
    other = rules_of(tmp_path / "after", ("+1 armor for", "+2 armor for"))
    made = carried(other, played(rules, 0))
    assert made.report == ["a lasting effect is left out: `shield` has changed"]
    to_the_end(made)


def test_a_board_of_another_size_and_a_scenario_that_is_gone_are_refused(
    rules: cardwright.Rules, tmp_path: Path
) -> None:
    save = saved(played(rules, 0))
    with pytest.raises(cardwright.HostError, match="the board of the scenario has another size now"):
        rules_of(tmp_path / "wide", ("  A . .\n  . . B", "  A . . .\n  . . B .")).load(save, by="state")
    save = saved(rules.new("field"))
    with pytest.raises(cardwright.HostError, match="the rules have no scenario `field` any more; load the save by"):
        rules_of(tmp_path / "named", ("id: field", "id: meadow")).load(save, by="state")

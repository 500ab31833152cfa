"""A match that is played by the ids of actions, whatever it asks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from cardwright.envs.actions import Actions
from cardwright.envs.observing import Layout
from cardwright.envs.playing import Play
from cardwright.envs.setting import setting_of
from cardwright.envs.sizes import EnvError, sizes_of
from tests.envs.tables import SCENARIOS, go_on, play_of, small_game
from tests.small_game import KINDS, write_game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_game(tmp_path_factory.mktemp("game"))


def play(folder: Path, length: int = 100, **sizes: int) -> Play:
    setting = setting_of(folder, None, sizes_of(sizes))
    return Play(Actions(setting), Layout(setting), setting.new(1), length)


def offered(match: Play) -> list[str]:
    return [match.actions.meaning(action) for action in match.legal()]


def take(match: Play, *meanings: str) -> None:
    for meaning in meanings:
        match.act(next(action for action in match.legal() if match.actions.meaning(action) == meaning))


def test_every_sort_of_request_is_asked_one_pick_at_a_time(folder: Path) -> None:
    match = play(folder)
    assert match.seats == ("p1", "p2") and match.seat == 0
    feast, harvest, other = (f"entity card {name}" for name in ("feast 1", "harvest 1", "harvest 2"))
    assert offered(match) == ["done", feast, harvest, other]
    take(match, harvest)
    assert offered(match) == ["done", other], "a harvest and a feast are worth too much together"
    take(match, other)
    assert offered(match) == ["done"]
    take(match, "done")
    assert offered(match) == ["number -7", "number 3", "other 1", "other 2"], "901 is beyond the numbers with ids"
    take(match, "number -7")
    assert offered(match) == ["word no", "word yes"]
    take(match, "word yes")
    assert offered(match) == ["word Rest", "word Run"]
    take(match, "word Run")
    assert offered(match) == ["done", feast]
    take(match, feast)
    assert offered(match) == ["done", "ability player#1 1"], "one was as many as could be picked"
    take(match, "ability player#1 1")
    assert match.match.answers == [[1, 2], [0], [0], [1], [0], [0]] and match.seat == 1
    take(match, "done", "number 3", "word no", "word Rest", "done", "done")
    assert match.match.outcome == "ended" and match.has_stopped and match.legal() == []
    assert match.rewards() == [1.0, -1.0]


def test_what_is_not_legal_is_refused_and_changes_nothing(folder: Path) -> None:
    match = play(folder)
    before = match.match.hash
    for action, said in (
        (match.actions.ids([3], {})[0], "not legal now: number 3"),
        (-1, "from 0 to"),
        (10**9, "from 0 to"),
    ):
        with pytest.raises(EnvError, match=said):
            match.act(action)
    with pytest.raises(EnvError, match="chance is not asked now"):
        match.give_chance(0)
    assert match.match.hash == before and match.count == 0


def test_more_options_than_there_are_ids_are_told(folder: Path) -> None:
    match = play(folder, numbers=2, others=3)
    take(match, "done")
    with pytest.raises(EnvError, match="a request has 4 options, and more of them than `others` allows, which is 3"):
        match.legal()


def test_copies_past_their_bound_take_other_ids(folder: Path) -> None:
    assert offered(play(folder, copies=1)) == ["done", "entity card feast", "entity card harvest", "other 1"]


def test_a_match_can_be_cut_off_and_has_no_winner_then(folder: Path) -> None:
    match = play(folder, length=1)
    take(match, "done")
    assert match.has_stopped and match.is_cut_off and match.rewards() == [0.0, 0.0] and match.seat is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"entites": 3}, "there is no size `entites`; did you mean `entities`"),
        ({"entities": 0}, "the size `entities` is a whole number from 1"),
        ({"copies": True}, "the size `copies` is a whole number"),
        ({"value": 2**25}, "the size `value` is a whole number from 1 to 16777216"),
    ],
)
def test_sizes_that_are_none_are_refused(given: dict[str, int], said: str) -> None:
    with pytest.raises(EnvError, match=said):
        sizes_of(given)


def test_what_is_not_there_is_refused(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(EnvError, match="there is no folder"):
        setting_of(tmp_path / "nowhere", None, sizes_of(None))
    with pytest.raises(EnvError, match="there is no scenario `second`; there are: first"):
        setting_of(folder, "second", sizes_of(None))
    (tmp_path / "ruleset.yaml").write_text("id: 3\n", encoding="utf-8")
    with pytest.raises(EnvError, match="the game has errors"):
        setting_of(tmp_path, None, sizes_of(None))


# ---- observations


def test_a_table_has_what_the_view_has(folder: Path) -> None:
    match = play(folder)
    setting, view, found = match.actions.setting, match.view(0), match.observed(0)
    assert view is not None and found.left_out == {}
    entities = found.tables["entities"]
    assert np.count_nonzero(entities[:, 0]) == len(view["entities"])
    for row, data in enumerate(view["entities"].values()):
        assert entities[row, 0] == setting.kinds[data["kind"]] + 1
        if "worth" in data["fields"]:
            column = 6 + 2 * setting.columns["action"]["worth"]
            assert list(entities[row, column : column + 2]) == [1, data["fields"]["worth"]]
    options = found.tables["options"]
    assert list(options[:3, 0]) == [action + 1 for action in match.ids()] and not options[3:].any()
    assert not match.observed(1).tables["options"].any(), "the other is not told what is offered"
    zones = {tuple(row) for row in found.tables["zones"]}
    owner = list(view["entities"]).index(view["players"][1]) + 1
    assert (owner, setting.zones["hand"] + 1, 3) in zones, "a hidden hand is counted"
    vector = match.layout.vector(found)
    assert vector.shape == (match.layout.size,)
    start = match.layout.first["zones"]
    assert np.array_equal(vector[start : start + found.tables["zones"].size], found.tables["zones"].ravel())


def test_what_has_no_place_is_counted(folder: Path) -> None:
    match = play(folder, entities=4, options=1, value=2)
    found = match.observed(0)
    entities = len(match.view(0)["entities"])  # type: ignore[index]
    assert found.left_out["entities"] == entities - 4 and found.left_out["options"] == 2
    assert found.left_out["value"] > 0, "a worth of 3 is cut to 2"
    assert found.tables["left_out"][0] == sum(found.left_out.values())
    assert abs(match.layout.vector(found)[1:]).max() > 0


@pytest.mark.parametrize("game", SCENARIOS)
def test_the_usual_sizes_hold_slow(game: str) -> None:
    chosen = Random(5)
    match = play_of(game, seed=5)
    for turn in range(60):
        if match.has_stopped:
            break
        if turn % 6 == 0:
            assert all(match.observed(seat).left_out == {} for seat in range(len(match.seats)))
        other = match.actions.blocks["other"][0]
        assert not [action for action in match.ids() if action >= other], "each option has an id of its own"
        go_on(match, chosen)


def test_a_clone_is_independent_and_has_the_same_future() -> None:
    match, chosen = play_of("dungeon_command"), Random(2)
    for _ in range(30):
        go_on(match, chosen)
    one, other = match.clone(), match.clone()
    before = match.match.hash, match.information(0)
    for twin, seed in ((one, 3), (other, 3)):
        again = Random(seed)
        for _ in range(30):
            go_on(twin, again)
    assert one.match.hash == other.match.hash and one.information(1) == other.information(1)
    assert (match.match.hash, match.information(0)) == before != (one.match.hash, one.information(0))


@pytest.mark.parametrize("game", ["dungeon_command", "middara"])
def test_what_players_were_told_does_not_depend_on_clones(game: str) -> None:
    """Also between the dice of one event, where nobody is told anything yet."""
    straight, cloned = play_of(game, chance="host"), play_of(game, chance="host")
    one, other = Random(6), Random(6)
    for _ in range(200):
        if straight.has_stopped:
            break
        cloned = cloned.clone()
        go_on(straight, one)
        go_on(cloned, other)
        assert [cloned.information(seat) for seat in (0, 1)] == [straight.information(seat) for seat in (0, 1)]
    assert straight.count > 5


SECRETS = """
live card.rules for owner while true
flow match():
  repeat 2 times:
    each p in all player: turn by p
verb turn(by p: player): nothing
verb brood(on c: card):
  each q in all player: guess by q
  each q in all player: reveal c to q
  each q in all player: guess by q
verb guess(by q: player):
  choose one by q:
    option "one": increase q.score by 1
    option "two": nothing
"""
BROODER = """
- id: brooder
  kind: card
  name: {en: Brooder}
  provenance: house
  rules: |
    after turn: brood on this
"""
DESK = """\
id: desk
name: Desk
players: [p1, p2]
create: [{card: brooder, owner: p1, zone: p1.hand}]
"""


def test_a_clone_is_told_no_more_of_what_is_going_on_in_hiding(tmp_path: Path) -> None:
    """Also where it is known since whose doing it is: the end of what was not told is not told."""
    kinds = KINDS.replace("hand: {zone: card}", "hand: {zone: card, visible: owner}")
    root = write_game(tmp_path, SECRETS, start="match", kinds=kinds, cards=BROODER, scenario=DESK)
    setting = setting_of(root, "desk", sizes_of(None))
    match = setting.new(1, "host")
    straight = Play(Actions(setting), Layout(setting), match, 100, story=True)
    cloned, chosen, asked = straight.clone(), Random(1), 0
    while not straight.has_stopped:
        action = chosen.choice(straight.legal())
        straight.act(action)
        cloned = cloned.clone()
        cloned.act(action)
        assert [cloned.information(seat) for seat in (0, 1)] == [straight.information(seat) for seat in (0, 1)]
        asked += 1
    assert asked == 16


def test_a_match_that_a_fault_ends_is_cut_off(tmp_path: Path) -> None:
    game = small_game(tmp_path)
    rules = game / "rules" / "match.rules"
    text = rules.read_text(encoding="utf-8").replace("1 if number > 0 else 2", "number * 9007199254740990")
    rules.write_text(text, encoding="utf-8")
    match = play(game)
    take(match, "done", "number 3")
    assert match.has_stopped and match.match.outcome == "fault" and match.rewards() == [0.0, 0.0]
    assert match.observed(0).left_out == {} and match.legal() == []

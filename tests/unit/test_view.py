"""What somebody may know of a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.cli.main import main
from compiler.interpreter.entities import create, of_kind
from compiler.interpreter.match import Match
from compiler.interpreter.places import put_bottom, put_top, reorder, reveal, take
from compiler.interpreter.values import Entity


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """The game that `cardwright new` writes, at its start: each player's hand is seen by its owner alone."""
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    return cardwright.load(tmp_path / "market").new()._match  # pyright: ignore[reportPrivateUsage]


def players(match: Match) -> tuple[Any, Any]:
    one, other = of_kind(match.game, "player")
    return one, other


def hand(view: dict[str, Any], seat: int) -> list[Any]:
    """The cards of a hand, by their ids; what lies hidden is none."""
    held = view["zones"][f"{view['players'][seat]}.hand"]["entities"]
    return [None if name is None else view["entities"][name]["card"] for name in held]


def test_a_player_sees_the_own_hand_and_counts_the_other(match: Match) -> None:
    one, other, none = match.view(0), match.view(1), match.view()
    assert (hand(one, 0), hand(one, 1)) == (["feast", "harvest", "harvest"], [None] * 3)
    assert (hand(other, 0), hand(other, 1)) == ([None] * 3, ["harvest"] * 3)
    assert (hand(none, 0), hand(none, 1)) == ([None] * 3, [None] * 3)
    assert [view["for"] for view in (one, other, none)] == [0, 1, None]
    assert {entity["kind"] for entity in none["entities"].values()} == {"game", "player"}


def test_nothing_is_hidden_from_a_referee(match: Match) -> None:
    seen = match.view("all")
    assert (hand(seen, 0), hand(seen, 1)) == (["feast", "harvest", "harvest"], ["harvest"] * 3)
    assert set(seen["entities"]) == {str(e._id) for held in match.game.kinds.values() for e in held}, "its own numbers"


def test_only_who_is_asked_knows_what_is_asked(match: Match) -> None:
    one, other = match.view(0)["request"], match.view(1)["request"]
    assert one["kind"] == "some" and len(one["options"]) == 3
    assert set(other) == {"who"}


def test_what_is_revealed_is_known_until_it_moves(match: Match) -> None:
    one, other = players(match)
    crop = other.hand.items[1]
    reveal(match.game, crop, one)
    assert hand(match.view(0), 1) == ["harvest", None, None], "its place in a hand tells nothing"
    seen = next(e for e in match.view(0)["entities"].values() if e["zone"] == f"{match.view(0)['players'][1]}.hand")
    assert seen["place"] is None
    put_bottom(match.game, crop, other.hand)
    assert hand(match.view(0), 1) == [None] * 3


def test_a_shuffle_hides_what_was_revealed(match: Match) -> None:
    one, other = players(match)
    before = len(match.game.journal)
    reveal(match.game, other.hand.items[0], one)
    reorder(match.game, other.hand, [2, 1, 0])
    assert hand(match.view(0), 1) == [None] * 3
    match.game.back_to(before + 1)
    assert hand(match.view(0), 1) == ["harvest", None, None]


# ---- names


def name_of(watcher: Any, match: Match, entity: Entity, zone: str) -> str | None:
    """The name by which a watcher knows what lies at the end of the second player's zone."""
    view = watcher.view()
    found: str | None = view["zones"][f"{view['players'][1]}.{zone}"]["entities"][-1]
    return found


def test_a_watcher_keeps_the_name_of_what_stays_in_sight(match: Match) -> None:
    _, other = players(match)
    watcher, crop = match.watch(0), other.hand.items[0]
    put_bottom(match.game, crop, other.pile)
    first = name_of(watcher, match, crop, "pile")
    put_top(match.game, other.hand.items[0], other.pile)
    assert first is not None and name_of(watcher, match, crop, "pile") == first


def test_what_lay_in_no_zone_and_is_no_figure_is_told_to_go_into_one(match: Match) -> None:
    _, other = players(match)
    crop = other.hand.items[0]
    take(match.game, crop)
    watcher = match.watch(0)
    put_top(match.game, crop, other.pile)
    assert name_of(watcher, match, crop, "pile") is not None


def test_nothing_is_followed_through_a_hidden_place(match: Match) -> None:
    """Also where nobody looked while it was hidden."""
    _, other = players(match)
    watcher, own, crop = match.watch(0), match.watch(1), other.hand.items[0]
    put_bottom(match.game, crop, other.pile)
    first, theirs = name_of(watcher, match, crop, "pile"), name_of(own, match, crop, "pile")
    put_bottom(match.game, crop, other.hand)
    put_bottom(match.game, crop, other.pile)
    assert name_of(watcher, match, crop, "pile") not in (None, first)
    assert name_of(own, match, crop, "pile") == theirs, "its owner saw it all the time"


def test_names_tell_no_age(match: Match) -> None:
    """Two cards that cannot be told apart have the same names, whichever of them was made first."""
    _, other = players(match)
    twin = match.clone()
    first, last = other.hand.items[0], of_kind(twin.game, "player")[1].hand.items[2]
    put_bottom(match.game, first, other.pile)
    put_bottom(twin.game, last, of_kind(twin.game, "player")[1].pile)
    assert match.view(0) == twin.view(0)
    assert match.view("all") != twin.view("all")


def test_names_follow_what_is_seen_where_the_younger_comes_first(match: Match) -> None:
    one, other = players(match)
    old, feast = other.hand.items[0], one.hand.items[0]._card
    young = create(match.game, "action", feast, {"owner": one})
    take(match.game, old)
    rows = match.view(0)["entities"].items()
    names = {row["card"]: int(name) for name, row in rows if row["kind"] == "action" and row["zone"] is None}
    assert old._id < young._id and names["feast"] < names["harvest"]


def test_who_is_no_player_is_refused(match: Match) -> None:
    for call in (match.view, match.watch):
        with pytest.raises(cardwright.HostError, match="there is no such player; players count from 0 and are 2"):
            call("some")
        with pytest.raises(cardwright.HostError, match="there is no player 2; players count from 0 and are 2"):
            call(2)

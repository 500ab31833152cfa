"""Squads of Dungeon Command: what is legal, what is not and why, and the shortest way to mend it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from compiler.interpreter.linked import Linked
from compiler.interpreter.repairs import Change, repair
from compiler.interpreter.rosters import check_roster
from dsl.checking.rosters import RosterData, fitting_cards, read_roster
from dsl.diagnostics import Sink
from tests.content_games import built, loaded, rules


def code() -> Linked:
    return rules("dungeon_command").code


@cache
def squads() -> dict[str, RosterData]:
    build = built("dungeon_command")
    read = {Path(n.source.path).stem: read_roster(build.vocab, n, Sink()) for n in build.files.rosters}
    return {name: data for name, data in read.items() if data is not None}


def wrong(definition: str, values: dict[str, Any]) -> list[str]:
    return [refusal.message for refusal in check_roster(code(), definition, tuple(values.items()))]


def mended(definition: str, values: dict[str, Any]) -> tuple[Change, ...] | None:
    return repair(code(), definition, values.items(), fitting_cards(built("dungeon_command").vocab, definition))


def warband(**changes: Any) -> dict[str, Any]:
    return {**dict(squads()["two_banners"].values), **changes}


@pytest.mark.parametrize("name", ["cormyr", "lolth", "gold", "silver", "two_banners"])
def test_every_squad_of_the_game_is_legal(name: str) -> None:
    squad = squads()[name]
    assert wrong(squad.definition, dict(squad.values)) == []


@pytest.mark.parametrize("name", ["cormyr", "lolth"])
def test_a_pack_with_either_of_its_commanders_is_a_legal_warband(name: str) -> None:
    pack = dict(squads()[name].values)
    assert (len(pack["commanders"]), len(pack["creatures"]), len(pack["orders"])) == (2, 12, 36)
    for commander in pack["commanders"]:
        squad = {"commanders": (commander,), "creatures": pack["creatures"], "orders": pack["orders"]}
        assert wrong("warband", squad) == []


@pytest.mark.parametrize(
    ("changes", "reasons", "shortest"),
    [
        ({"creatures": ("drider",) * 4 + ("war_wizard",) * 4 + ("elf_archer",) * 3}, ["11 creatures of at least 12"], 1),
        ({"orders": ("parry",) * 4 + ("rally",) * 4 + ("shove",) * 4 + ("guard",) * 4 + ("charge",) * 4 + ("web",) * 4
          + ("sidestep",) * 4}, ["28 orders of at least 30"], 2),
        ({"creatures": ("drider",) * 6 + ("war_wizard",) * 4 + ("elf_archer",) * 4}, ["more than 4 of [drider]"], 2),
        ({"creatures": ("drider",) * 5 + ("war_wizard",) * 4 + ("elf_archer",) * 3}, ["more than 4 of [drider]"], 1),
        ({"creatures": ("drider",) * 5 + ("war_wizard",) * 4}, ["9 creatures of at least 12", "more than 4 of [drider]"], 4),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_and_mended_with_few_changes(
    changes: dict[str, Any], reasons: list[str], shortest: int
) -> None:
    squad = warband(**changes)
    assert wrong("warband", squad) == reasons
    way = mended("warband", squad)
    assert way is not None
    assert len(way) == shortest
    for change in way:
        cards = list(squad[change.param])
        if change.take:
            cards.remove(change.take)
        squad[change.param] = (*cards, change.bring) if change.bring else tuple(cards)
    assert wrong("warband", squad) == []


def test_a_squad_of_ones_own_plays_against_a_pack() -> None:
    chosen = Random(1)
    match = loaded("dungeon_command").new("duel", seed=3, rosters={"p1": "two_banners"})
    names = json.dumps(match.view("all"))
    assert "drow_captain" in names and "matron_of_spiders" in names and "valnar_trueblade" not in names
    while match.request is not None:
        match.answer(chosen.choice(match.legal()))
    assert (match.outcome, match.message) == ("ended", "")

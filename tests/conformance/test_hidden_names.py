"""What names something that lies hidden is told as hidden: a field, a status, an event, in every engine."""

# Views are data of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardwright.authoring.exported import exported, rules_from
from compiler.interpreter.watching import Watcher
from tests.conformance.test_match_values import ENGINES, engine_of, give
from tests.folded import as_json, fold
from tests.small_game import build_small

KINDS = """\
kinds:
  game: {}
  player:
    fields:
      kept: letter?
      hand: {zone: letter, visible: owner}
  letter: {card: true, fields: {owner: player}}
"""
RULES = """\
status bound_to(held: letter) of player

verb point(to held: letter, by p: player): nothing
flow match():
  each p in all player:
    each c in p.hand: keep c by p
    choose c from p.hand by p: point to c by p
verb keep(held: letter, by p: player):
  set p.kept to held
  add bound_to(held) to p
  point to held by p
"""
CARDS = "- {id: note, kind: letter, name: {en: Note}, provenance: house}\n"
LETTERS = ", ".join(f"{{card: note, owner: {p}, zone: {p}.hand}}" for p in ("p1", "p1", "p2"))
SCENARIO = f"id: desk\nname: Desk\nplayers: [p1, p2]\ncreate: [{LETTERS}]\n"
HIDDEN = {"hidden": True}


def named(value: Any) -> Iterator[str]:
    """The names of entities in a value."""
    if isinstance(value, dict):
        if isinstance(value.get("entity"), str):
            yield value["entity"]
        for part in value.values():
            yield from named(part)
    elif isinstance(value, list):
        for part in value:
            yield from named(part)


def watched(watchers: list[Watcher]) -> dict[str, Any]:
    events = as_json([watcher.events() for watcher in watchers])
    return {"events": events, "views": as_json([watcher.view() for watcher in watchers])}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_name_of_what_lies_hidden_is_told_to_nobody(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = build_small(tmp_path, RULES, start="match", kinds=KINDS, cards=CARDS, scenario=SCENARIO)
    made = exported(small.build)
    other, match = engine_of(engine, made, tmp_path, monkeypatch), rules_from(made).new_game(seed=1)
    other.tell("new", {}, 1)
    viewers = [0, 1, None]
    watchers = [match.watch(viewer) for viewer in viewers]
    other.tell("watch", viewers)
    before = watched(watchers)["views"]
    assert other.tell("watched", [])["views"] == before
    give(match, [1])
    other.tell("play", [1])
    told, seen = other.tell("watched", []), watched(watchers)
    assert {part: told[part] for part in seen} == seen
    for seat, view, happened in zip(viewers, told["views"], told["events"], strict=True):
        player = view["entities"][view["players"][0]]
        assert (player["fields"]["kept"] == HIDDEN) is (seat != 0)
        assert any(event["what"] == "begin" and HIDDEN in event["values"].values() for event in happened)
        assert set(named(view)) <= set(view["entities"])
    for view, happened in zip(before, told["events"], strict=True):
        for event in happened:
            after = fold(view, [event])
            assert set(named(event)) <= set(view["entities"]) | set(after["entities"])
            view = after
    other.close()

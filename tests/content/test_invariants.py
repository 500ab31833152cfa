"""The invariants of the five games: each is broken by a change that no rule would make, and by no other than its own."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from compiler.interpreter.agents import random_agent
from compiler.interpreter.copies import copy_of
from compiler.interpreter.entities import create, of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.invariants import broken_invariants
from compiler.interpreter.places import place
from compiler.interpreter.state import State, nothing_known
from compiler.interpreter.values import Choose, Env
from tests.content_games import GAMES, program, table


class _Enough(Exception):
    """The match has been played far enough."""


@cache
def running(game: str) -> State:
    """A match in which so many decisions were made."""
    made = table(game, SCENARIO[game])
    state, agent, asked = new_game(made.code), random_agent(3), 0

    def decide(rt: State, request: Choose) -> list[int]:
        nonlocal asked
        asked += 1
        if asked > 40:
            raise _Enough
        return agent(rt, request)

    driver = Driver(decide, 3)
    made.scripts.start(made.script, state, Env({}), driver)
    with pytest.raises(_Enough):
        play(state, driver)
    return state


SCENARIO = {
    "ddm": "skirmish",
    "descent": "hall",
    "dungeon_command": "duel",
    "middara": "skirmish",
    "warhammer": "plain",
}


def fielded(game: State, kind: str) -> Any:
    return next(one for one in of_kind(game, kind) if one.at is not None)


def on_one_square(game: State, kind: str) -> None:
    one, *others = (f for f in of_kind(game, kind) if f.at is not None)
    place(game, others[-1], one.at)


def make_another(game: State, kind: str) -> None:
    """One more, which lies nowhere."""
    like = of_kind(game, kind)[0]
    create(game, kind, like._card, {"owner": like.owner, "controller": like.owner})


def changed(game: str, kind: str, **values: Any) -> Any:
    def change(rt: State) -> None:
        one = of_kind(rt, kind)[0]
        for name, value in values.items():
            setattr(one, name, value(one) if callable(value) else value)

    return game, change


# By the name of an invariant, the game and what breaks it.
BREAKING: dict[str, tuple[str, Any]] = {
    "wholly_on_the_map of ddm": changed("ddm", "creature", size=9),
    "wholly_on_the_map of middara": changed("middara", "hero", size=9),
    "room_to_stand of middara": ("middara", lambda rt: beside_a_foe(rt)),
    "damage_in_tokens": changed("dungeon_command", "creature", damage=5),
    "levels_within_leadership": ("dungeon_command", lambda rt: setattr(fielded(rt, "creature").controller, "leadership", 0)),
    "room_to_stand": ("dungeon_command", lambda rt: on_one_square(rt, "creature")),
    "creatures_in_one_place": ("dungeon_command", lambda rt: make_another(rt, "creature")),
    "orders_in_one_place": ("dungeon_command", lambda rt: make_another(rt, "order")),
    "damage_by_fives": changed("ddm", "creature", damage=3),
    "commands_within_rating": changed("ddm", "creature", commands=9),
    "lines_within_uses": ("ddm", lambda rt: spend_a_line(rt)),
    "one_passes_at_most": ("ddm", lambda rt: two_pairs(rt)),
    "points_for_the_fallen": ("ddm", lambda rt: award(rt)),
    "supplies_not_below_nothing": changed("descent", "hero", movement=-1),
    "two_actions_at_most": changed("descent", "hero", actions=3),
    "fatigue_within_stamina": changed("descent", "hero", fatigue=99),
    "no_more_damage_than_health": changed("descent", "hero", damage=99, knocked_out=False),
    "heroes_on_the_map": changed("descent", "hero", at=None, token=None),
    "plots_in_piles": ("descent", lambda rt: make_another(rt, "plot")),
    "stamina_within_bounds": changed("middara", "hero", sp=50),
    "effects_do_not_pile_up": ("middara", lambda rt: pile_up(rt)),
    "backpack_holds_three": ("middara", lambda rt: pack(rt, 4, owner=True)),
    "worn_within_limits": ("middara", lambda rt: pack(rt, 9, owner=False)),
    "item_in_one_place": ("middara", lambda rt: wear_and_stash(rt)),
    "queue_of_those_in_play": ("middara", lambda rt: nobody_in_queue(rt)),
    "models_within_strength": changed("warhammer", "unit", full=0),
    "wounds_on_one_model": changed("warhammer", "unit", wounds=9),
    "front_as_wide_as_its_models": changed("warhammer", "unit", width=7),
    "facing_in_degrees": changed("warhammer", "unit", facing=360),
    "hero_within_its_unit": ("warhammer", lambda rt: setattr(of_kind(rt, "unit")[0], "host", of_kind(rt, "unit")[-1])),
    "points_not_below_nothing": changed("warhammer", "player", points=-1),
}  # fmt: skip


def spend_a_line(game: State) -> None:
    line = of_kind(game, "creature")[0].attacks[0]
    line.uses, line.spent = 1, 2


def two_pairs(game: State) -> None:
    """Four creatures on two squares: no single one passes through."""
    a, b, c, d = [one for one in of_kind(game, "creature") if one.at is not None and one.size == 1][:4]
    place(game, b, a.at)
    place(game, d, c.at)


def award(game: State) -> None:
    """A trophy for which its holder got no points."""
    holder = of_kind(game, "player")[0]
    made = create(game, "trophy", None, {"holder": holder})
    made.points = 999  # type: ignore[attr-defined]


def beside_a_foe(game: State) -> None:
    place(game, fielded(game, "hero"), fielded(game, "character").at)


def pile_up(game: State) -> None:
    hero = of_kind(game, "hero")[0]
    made: Any = create(game, "doomed", None, {"bearer": hero})
    hero._statuses = (*hero._statuses, made, made)


def pack(game: State, many: int, *, owner: bool) -> None:
    hero = of_kind(game, "hero")[0]
    for _ in range(many):
        made: Any = create(game, "gear", next(iter(of_kind(game, "item")))._card, {})
        made.owner, made.bearer, made.stashed = (hero, None, False) if owner else (None, hero, False)


def wear_and_stash(game: State) -> None:
    item = next(one for one in of_kind(game, "item") if one.bearer is not None or one.owner is not None)
    item.stashed = True


def nobody_in_queue(game: State) -> None:
    card = game.game.queue.items[0]  # type: ignore[union-attr]
    card.group = 0
    card.bearer.at = None


def test_every_invariant_of_every_game_is_broken_here() -> None:
    declared = sorted(f"{game} {invariant.name}" for game in GAMES for invariant in program(game).invariants)
    assert sorted(f"{game} {name.partition(' ')[0]}" for name, (game, _) in BREAKING.items()) == declared


@pytest.mark.parametrize("name", BREAKING)
def test_a_change_breaks_it(name: str) -> None:
    game, change = BREAKING[name]
    state = copy_of(running(game))
    assert not broken_invariants(state)
    change(state)
    state.known = nothing_known()  # what was changed behind its back is worked out again
    assert name.partition(" ")[0] in {broken["name"] for broken in broken_invariants(state)}

"""Saves: what of a match is kept so that it outlives a change of rules.

Job: write the setup, the seed, the answers and the state of a match, with the hashes and versions of its rules and with
what the places of the state are called; make sure of a save that a host gives. Input: a match, or a value of any type.
Output: data of ``schemas/save.schema.json``, or HostError. Saves of format 1, which have answers alone, are read too.
"""

# What a host gives is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from compiler.interpreter.setups import (
    FORMAT,
    MOST_ANSWERS,
    HostError,
    items,
    members,
    plain,
    sound_setup,
    sound_snapshot,
    text,
    unknown,
    whole,
)

SAVE_FORMAT = 2
_NEEDED = {1: ("format", "game", "hash", "setup", "seed", "answers"),
           SAVE_FORMAT: ("format", "game", "plays", "setup", "seed", "answers")}  # fmt: skip
_MAY = {1: (), SAVE_FORMAT: ("reads", "versions", "chance", "reseeded", "origin", "snapshot", "places")}
_MOST_RESEEDED = 10_000


@dataclass(frozen=True, slots=True)
class Save:
    """A save whose members were looked at; what they say of the match is tried when it is made.

    ``origin`` is the snapshot from which the match began, if not from its setup: ``answers`` are those since it.
    """

    plays: str
    reads: str
    setup: dict[str, Any]
    seed: Any
    answers: list[Any]
    chance: str | None
    reseeded: list[tuple[int, int]]
    origin: Mapping[str, Any] | None
    snapshot: dict[str, Any] | None
    places: Mapping[str, Any]


# ---- writing
def save_of(match: Any) -> dict[str, Any]:
    """A match as JSON data, for `load` in any engine."""
    rules, snapshot = match.rules, match.snapshot()
    return {
        "format": SAVE_FORMAT, "game": rules.code.program.game, "plays": rules.hash, "reads": rules.reads,
        "versions": {"game": rules.code.program.version, "snapshot": FORMAT},
        "setup": deepcopy(match.setup), "seed": match.seed, "chance": "host" if match.asks_chance else "own",
        "reseeded": [list(row) for row in reseeded_so_far(match)], "answers": deepcopy(match.answers[match.started :]),
        "origin": deepcopy(match.origin), "snapshot": snapshot, "places": places_of(rules, snapshot),
    }  # fmt: skip


def reseeded_so_far(match: Any) -> list[tuple[int, int]]:
    """After how many answers a match took which seed, without those that are taken back: they may be given again."""
    return [row for row in match.reseeded if row[0] <= len(match.answers)]


def places_of(rules: Any, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """What the places of a state are called, so that they can be found under other rules (`Linked.parts`)."""
    parts, state, found = rules.code.parts, snapshot["state"], Named()
    found.walk(state)
    bodies, abilities = dict(parts["bodies"]), {row[0] for row in state["used"]} | found.abilities
    names = found.bodies | {f"run {ability}" for ability in abilities}
    effects = {str(position) for effect in state["effects"] for position in effect[2]}
    lasting = {position: list(parts["lasting"][int(position)]) for position in sorted(effects)}
    untils = {str(position): list(parts["untils"][position]) for position in sorted(found.untils)}
    names |= {body for body, _ in (*lasting.values(), *untils.values())}
    if any(frame[0] == "Checking" for frame in state["frames"]):
        names |= {name for name in bodies if name.startswith("on ")}
    cards = {card for columns in state["kinds"].values() for card in columns.get("card", ()) if card is not None}
    told = rules.code.program.cards
    return {
        "bodies": {name: list(bodies[name]) for name in sorted(names) if name in bodies},
        "lasting": lasting, "untils": untils, "board": board_of(rules, snapshot),
        "cards": {card: next(iter(told[card].names.values()), card) for card in sorted(cards)},
    }  # fmt: skip


def board_of(rules: Any, snapshot: Mapping[str, Any]) -> list[int] | None:
    """The width and height of the drawn board on which a snapshot stands."""
    if snapshot["board"] is None:
        return None
    scenario = snapshot["setup"].get("scenario", next(iter(rules.scenarios), ""))
    positions = rules.scripts.positions_of(rules.scenarios[scenario])
    grid = rules.scripts.board_of(positions[snapshot["board"]])[0]
    return [grid.width, grid.height]


class Named:
    """What the values of a state name of the rules."""

    def __init__(self) -> None:
        self.bodies: set[str] = set()
        self.abilities: set[str] = set()
        self.untils: set[int] = set()

    def walk(self, value: Any) -> None:
        if isinstance(value, dict):
            for item in value.values():
                self.walk(item)
        elif isinstance(value, list) and value:
            if value[0] == "body":
                self.bodies.add(value[1])
            elif value[0] in ("ability", "use"):
                self.abilities.add(value[1])
            elif value[0] == "duration" and value[4] is not None:
                self.untils.add(value[4])
            for item in value:
                if isinstance(item, list | dict):
                    self.walk(item)


# ---- reading
def sound_save(save: Any, game: str) -> Save:
    """A save of a game, of whichever rules."""
    held = members(save)
    number = whole(held.get("format")) if held is not None else None
    needed = _NEEDED.get(number or 0, _NEEDED[SAVE_FORMAT])
    if held is None or any(name not in held for name in needed[:1]):
        raise HostError(f"this is no save: it needs {', '.join(needed[:-1])} and {needed[-1]}")
    if number not in _NEEDED:
        raise HostError(f"this is no save of format 1 or {SAVE_FORMAT}")
    if any(name not in held for name in needed):
        raise HostError(f"this is no save: it needs {', '.join(needed[:-1])} and {needed[-1]}")
    wrong = unknown(held, (*needed, *_MAY[number]))
    if wrong is not None:
        raise HostError(f"a save has no `{wrong}`")
    if text(held["game"]) != game:
        raise HostError(f"this is no save of {game}")
    answers = items(held["answers"], MOST_ANSWERS)
    if answers is None:
        raise HostError("the answers of a save are an array")
    if len(answers) > MOST_ANSWERS:
        raise HostError(f"a save has at most {MOST_ANSWERS} answers")
    plays = text(held["hash" if number == 1 else "plays"])
    chance = held.get("chance")
    if plays is None or chance not in (None, "own", "host"):
        raise HostError(
            "the `chance` of a save is own or host" if plays is not None else "the hash of a save is a text"
        )
    origin, snapshot = (_snapshot(held.get(name), game) for name in ("origin", "snapshot"))
    return Save(
        plays, text(held.get("reads")) or "", sound_setup(held["setup"]), held["seed"], answers, chance,
        _reseeded(held.get("reseeded")), origin, snapshot, members(plain(held.get("places", {}))) or {},
    )  # fmt: skip


def _snapshot(snapshot: Any, game: str) -> dict[str, Any] | None:
    """A snapshot in a save, which is of the rules of the save."""
    if snapshot is None:
        return None
    try:
        return sound_snapshot(snapshot, game, None)
    except HostError as wrong:
        raise HostError(f"the save is damaged: {wrong}") from wrong


def _reseeded(rows: Any) -> list[tuple[int, int]]:
    """After how many answers a branch took which other seed."""
    given = items([] if rows is None else rows, _MOST_RESEEDED)
    found = [[whole(item) for item in items(row, 2) or ()] for row in given or ()]
    numbers = [(row[0], row[1]) for row in found if len(row) == 2 and row[0] is not None and row[1] is not None]
    if given is None or len(numbers) < len(given):
        raise HostError("the `reseeded` of a save are pairs of whole numbers")
    return numbers

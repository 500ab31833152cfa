"""Matches of saves.

Job: make the match of a save: from its snapshot where its rules are ours; under other rules, where the host asks for
it, by replay of its answers or by its state; and tell in sentences what did not fit. Input: rules, a save, limits.
Output: a match with its `report`, or HostError.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from compiler.interpreter.carrying import carried
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.found_places import word
from compiler.interpreter.game import go_on
from compiler.interpreter.match import Match
from compiler.interpreter.match_setup import Ruleset
from compiler.interpreter.saves import Save, sound_save
from compiler.interpreter.setups import HostError, members, plain, shown, sound_answer, sound_limits, sound_seed, text
from compiler.interpreter.snapshots import Damaged
from compiler.interpreter.values import Choose, Entity, label

WAYS = ("replay", "state")
_LABEL = re.compile(r"\w+#\d+")


def load(rules: Ruleset, given: Any, limits: Any = None, by: Any = None) -> Match:
    """The match of a save. ``by``: `replay` or `state`, the way to take a save of other rules."""
    if by is not None and text(by) not in WAYS:
        raise HostError(f"a save is loaded by replay or state, and not by `{shown(str(by))}`")
    game = rules.code.program.game
    save, allowed = sound_save(given, game), dict(sound_limits(limits))
    if save.chance is not None:
        allowed["chance"] = save.chance
    is_ours = save.plays == rules.hash
    if not is_ours and by is None:
        raise HostError(
            f"the save is of other rules than {game} {rules.hash}; the command and the Python package can load it by "
            "`replay`, which gives its answers again as far as they are legal, or by `state`, which takes over what "
            "still exists"
        )
    if is_ours and by != "replay" and save.snapshot is not None:
        return resumed(rules, save, allowed)
    if by == "state" and not is_ours:
        return of_state(rules, save, allowed)
    if save.origin is not None:
        raise HostError(
            "the match of the save began from a snapshot, so its answers do not tell it; load it by `state`"
        )
    return replayed(rules, save, allowed, strictly=is_ours)


# ---- under the same rules
def resumed(rules: Ruleset, save: Save, limits: Mapping[str, Any]) -> Match:
    """The match from its snapshot; the answers are kept for going back."""
    answers = [_sound(number, answer) for number, answer in enumerate(save.answers, 1)]
    assert save.snapshot is not None
    if not _is_of(save, save.snapshot):
        raise HostError("the save is damaged: its snapshot is of another setup or seed than the save")
    made = _restored(rules, save.snapshot, limits)
    if save.origin is None:
        made.origin, made.started, made.answers = None, 0, answers
        made.setup, made.seed = {**made.setup}, sound_seed(save.seed)
    else:
        begun = _restored(rules, save.origin, limits)
        made.origin, made.started, made.answers = save.origin, begun.started, [*begun.answers, *answers]
    made.first, made.is_resumed, made.reseeded = len(made.answers), True, save.reseeded
    if made.points:
        made.points = [made.point()]
    return made


def _is_of(save: Save, snapshot: Mapping[str, Any]) -> bool:
    """Whether a snapshot is of the setup and seed of its save."""
    one, other = (json.dumps(setup, sort_keys=True) for setup in (plain(save.setup), snapshot["setup"]))
    return one == other and sound_seed(save.seed) == snapshot["seed"]


def _restored(rules: Ruleset, snapshot: Mapping[str, Any], limits: Mapping[str, Any]) -> Match:
    if snapshot["hash"] != rules.hash:
        raise HostError("the save is damaged: its snapshot is of other rules than the save")
    try:
        return Match.restored(rules, snapshot, limits)
    except Damaged as wrong:
        raise HostError(f"the snapshot of the save is damaged: {wrong}") from wrong


def _sound(number: int, answer: Any) -> list[int]:
    try:
        return sound_answer(answer)
    except HostError as refused:
        raise HostError(f"answer {number} of the save: {refused}") from refused


# ---- by its answers
def replayed(rules: Ruleset, save: Save, limits: Mapping[str, Any], *, strictly: bool) -> Match:
    """The match played again. Under other rules it stops before the first answer that does not fit."""
    made = Match(rules, dict(save.setup), sound_seed(save.seed), limits)
    made.skip()
    told = ""
    for number, answer in enumerate(save.answers, 1):
        _reseed(made, save, number - 1)
        try:
            made.answer(answer)
        except HostError as refused:
            if strictly:
                raise HostError(f"answer {number} of the save: {refused}") from refused
            told = _why_it_ends(made, number, answer, refused)
            break
        made.skip()
        if made.result is not None and made.result["outcome"] != "ended" and not strictly:
            message = _in_words(made, made.result["message"])
            told = f"answer {number} led to a fault of the rules ({message}); the match waits before it"
            made.undo()
            made.taken_back.clear()
            break
    _reseed(made, save, len(made.answers))
    if not strictly:
        made.report = _report_of_replay(made, save, told)
    return made


def _reseed(made: Match, save: Save, count: int) -> None:
    if made.points:
        made.reseed(count, save.reseeded)
    made.reseeded = [row for row in save.reseeded if row[0] <= count]


def _why_it_ends(made: Match, number: int, answer: Any, refused: HostError) -> str:
    request = made.request
    if request is None:
        return f"the match has ended before answer {number}"
    if not isinstance(request, Choose):
        return f"answer {number} does not fit what is asked there: {refused}"
    verb = word(made.rules.code.program, made.game.stack[-1]._verb) if made.game.stack else ""
    asked = f" in `{verb}`" if verb else ""
    given = "to pass is not possible" if answer == [-1] else str(refused)
    return f"answer {number} does not fit what {_name(made, request.who)} is asked{asked}: {given}"


def _name(made: Match, entity: Entity) -> str:
    """An entity as people call it: a player as the scenario does, a card by its name, anything else by its kind."""
    program = made.rules.code.program
    if "player" in entity._kinds:
        names = _players(made)
        seat = players_by_seat(made.game).index(entity)
        if seat < len(names):
            return names[seat]
    card = program.cards.get(entity._card._id) if entity._card is not None else None
    return next(iter(card.names.values()), card.id) if card is not None else word(program, entity._kind)


def _players(made: Match) -> list[str]:
    """The names that the scenario gives to players, in order."""
    kinds, found = made.rules.code.program.kinds, list[str]()
    for position in made.rules.scripts.positions_of(made.rules.scenarios[made.scenario]):
        rows = position.build.rows
        for row, after in pairwise(rows):
            if row[0] == "create" and "player" in kinds[row[2]].ancestors and after[0] == "store":
                found.append(after[3])
    return found


def _in_words(made: Match, message: str) -> str:
    """A message with names of entities in place of their labels."""
    by_label = {label(e): e for held in made.game.kinds.values() for e in held}
    return _LABEL.sub(lambda m: _name(made, by_label[m[0]]) if m[0] in by_label else m[0], message)


def _report_of_replay(made: Match, save: Save, told: str) -> list[str]:
    given, count = len(made.answers), len(save.answers)
    if not told:
        found = [f"all {count} answers were given again" if count != 1 else "the one answer was given again"]
    else:
        found = [f"the first {given} of {count} answers were given again", told]
    if save.snapshot is not None and not told:
        is_same = made.snapshot()["state"]["kinds"] == (members(save.snapshot["state"]) or {}).get("kinds")
        found.append("what is in play is as it was saved" if is_same else "what is in play differs from what was saved")
    found.append("an answer is a position among options, so under other rules it may mean something else")
    return found


# ---- by its state
def of_state(rules: Ruleset, save: Save, limits: Mapping[str, Any]) -> Match:
    """The match of the snapshot, as far as what it names still exists."""
    if save.snapshot is None:
        raise HostError("the save has no snapshot; load it by `replay`")
    held, is_cut, report = carried(rules, save.snapshot, save.places)
    try:
        made = Match.restored(rules, held, limits, asks=not is_cut)
    except Damaged as wrong:
        raise HostError(f"the state of the save does not fit these rules: {wrong}; load it by `replay`") from wrong
    made.is_carried, made.report = True, report
    if is_cut:
        made.points.clear()
        made.go_on(lambda: go_on(made.game, None))
        made.skip()
        if made.result is not None and made.result["outcome"] != "ended":
            raise HostError(
                f"the rules cannot go on from the state of the save ({_in_words(made, made.result['message'])}); "
                "load it by `replay`"
            )
        made.origin = made.snapshot()
    return made

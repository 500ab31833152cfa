"""What a host gives: setups, seeds, answers and saves, made sure of before anything is done with them.

Job: take what a program handed over, refuse what is none with a sentence that every runtime has in common, and give the
rest as plain values. Input: values of any type. Output: the same as data that a save can hold, or HostError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard, cast

FORMAT = 1
LARGEST = 2**53
_SETUP = ("scenario", "rosters")
_LIMITS = ("work", "watch")
_SAVE = ("format", "game", "hash", "setup", "seed", "answers")


class HostError(ValueError):
    """What a host asked for cannot be: an unknown scenario, an illegal answer, a save of other rules."""


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether a value is a number; a truth value is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def sound_seed(seed: Any) -> int:
    """A seed, 1 where none is given."""
    if seed is None:
        return 1
    if not is_whole(seed) or abs(seed) > LARGEST:
        raise HostError(f"a seed is a whole number from -{LARGEST} to {LARGEST}")
    return seed


def sound_setup(setup: Any, scenarios: Iterable[str]) -> dict[str, Any]:
    """A setup with what it names, and nothing that it leaves open; its rosters are read when its scenario is known."""
    if setup is None:
        return {}
    if not isinstance(setup, Mapping):
        raise HostError("a setup is an object")
    given = cast(Mapping[Any, Any], setup)
    for name in sorted(given.keys() - _SETUP):
        raise HostError(f"a setup has no `{name}`")
    found = {name: given[name] for name in _SETUP if given.get(name) is not None}
    if "scenario" in found:
        sound_scenario(found["scenario"], scenarios)
    return found


def sound_limits(limits: Any) -> Mapping[str, Any]:
    """What a host allows: ``work``, a number above 0, and ``watch``, which can be called."""
    if limits is None:
        return {}
    if not isinstance(limits, Mapping):
        raise HostError("limits are an object")
    given = cast(Mapping[Any, Any], limits)
    for name in sorted(given.keys() - _LIMITS):
        raise HostError(f"limits have no `{name}`")
    work, watch = given.get("work"), given.get("watch")
    if work is not None and (not is_whole(work) or not 0 < work <= LARGEST):
        raise HostError("`work` is a whole number above 0")
    if watch is not None and not callable(watch):
        raise HostError("`watch` is a function")
    return given


def sound_scenario(name: Any, scenarios: Iterable[str]) -> str:
    if not isinstance(name, str):
        raise HostError("a scenario is named by a text")
    known = tuple(scenarios)
    if name not in known:
        raise HostError(f"there is no scenario `{name}`; there are: {', '.join(known) or 'none'}")
    return name


def sound_answer(answer: Any) -> list[int]:
    """An answer as an array of positions; whether it is a legal one is the request's to say."""
    items: list[Any] = list(cast("list[Any]", answer)) if isinstance(answer, list | tuple) else [None]
    if not all(is_whole(item) for item in items):
        raise HostError("this is no legal answer: an answer is an array of positions")
    return items


def sound_save(save: Any, game: str, rules_hash: str) -> Mapping[str, Any]:
    """A save of these rules; its setup, seed and answers are tried when they are used."""
    held = cast("Mapping[str, Any]", save if isinstance(save, Mapping) else {})
    if any(name not in held for name in _SAVE):
        raise HostError("this is no save: it needs format, game, hash, setup, seed and answers")
    if not is_whole(held["format"]) or held["format"] != FORMAT:
        raise HostError(f"this is no save of format {FORMAT}")
    if held["game"] != game:
        raise HostError(f"this is no save of {game}")
    if held["hash"] != rules_hash:
        raise HostError(f"the save is of other rules than {game} {rules_hash}")
    if not isinstance(held["answers"], list | tuple):
        raise HostError("the answers of a save are an array")
    return held

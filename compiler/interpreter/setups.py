"""What a host gives: setups, seeds, answers and saves, made sure of before anything is done with them.

Job: take what a program handed over, refuse what is none with a sentence that every runtime has in common, and give the
rest as plain values. Input: values of any type. Output: the same as data that a save can hold, or HostError.

Each level is read once, into a value of our own: what is given may change, or answer otherwise, while it is read.
"""

# What a host gives is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

# pyright sees something unknown where mypy sees Any:
# mypy: no-warn-redundant-casts

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

FORMAT = 1
LARGEST = 2**53 - 1  # above it a float, which is all that some hosts have, stands for more than one number
MOST_ANSWERS = 100_000
MOST_POSITIONS = 10_000
SHOWN = 60
_SHOWN_POSITIONS = 20
_SETUP = ("scenario", "rosters")
_LIMITS = ("work", "watch", "chance")
_SNAPSHOT = ("format", "game", "hash", "setup", "seed", "chance", "opening", "board", "result", "state")
_MOST_VALUES, _DEEPEST = 1_000_000, 60
MOST_LETTERS = 40
# What no name has, as first and last of each range: what is not seen, stands over its neighbours, or turns a line.
_UNSEEN = (
    0x0, 0x1F, 0x7F, 0xA0, 0xAD, 0xAD, 0x300, 0x36F, 0x61C, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F,
    0x1AB0, 0x1AFF, 0x1DC0, 0x1DFF, 0x2000, 0x200F, 0x2028, 0x202F, 0x205F, 0x206F, 0x20D0, 0x20FF, 0x2800, 0x2800,
    0x3000, 0x3000, 0x3164, 0x3164, 0xD800, 0xF8FF, 0xFE00, 0xFE0F, 0xFE20, 0xFE2F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0,
    0xFFF0, 0xFFFF, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0x10FFFF,
)  # fmt: skip
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_PLAIN = re.compile(r"[^ -~]+")


class HostError(ValueError):
    """What a host asked for cannot be: an unknown scenario, an illegal answer, a save of other rules."""


# ---- values of any type
def whole(value: Any) -> int | None:
    """A whole number, or None for anything else; a truth value is none, and 3.0 is 3, as it is in other hosts."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not float.is_integer(value):
        return None
    number = float.__int__(value) if isinstance(value, float) else int.__int__(value)
    return number if -LARGEST <= number <= LARGEST else None


def text(value: Any) -> str | None:
    """A text, or None for anything else."""
    return str.__str__(value) if isinstance(value, str) else None


def members(value: Any) -> dict[str, Any] | None:
    """The members of an object that are not none, or None for what is no object.

    An array with nothing in it is an object with nothing in it: Lua cannot tell them apart.
    """
    try:
        if isinstance(value, list | tuple):
            return None if len(cast("list[Any]", value)) else {}
        held = dict(cast("Mapping[Any, Any]", value)) if isinstance(value, Mapping) else None
    except Exception:  # a mapping of the host's own may do anything
        return None
    if held is None or not all(isinstance(name, str) for name in held):
        return None
    return {str.__str__(name): item for name, item in held.items() if item is not None}


def items(value: Any, most: int) -> list[Any] | None:
    """What an array holds, or None for what is no array; of a longer one so many, and one more."""
    if isinstance(value, list):
        return list.__getitem__(cast("list[Any]", value), slice(0, most + 1))
    if isinstance(value, tuple):
        return list(tuple.__getitem__(cast("tuple[Any, ...]", value), slice(0, most + 1)))
    return [] if members(value) == {} else None


def visible(name: str) -> str:
    """A text of a host as a message and an order may have it: what is not plain ASCII is a question mark."""
    return _NOT_PLAIN.sub("?", name)


def shown(name: str) -> str:
    """The beginning of a text of a host, for a message."""
    seen = visible(name)
    return seen if len(seen) <= SHOWN else f"{seen[:SHOWN]}..."


def unknown(given: Iterable[str], known: Iterable[str]) -> str | None:
    """The first name, as messages show it, that is not among those that are known."""
    return min((shown(name) for name in set(given) - set(known)), default=None)


# ---- what is given
def sound_seed(seed: Any) -> int:
    """A seed, 1 where none is given."""
    found = 1 if seed is None else whole(seed)
    if found is None:
        raise HostError(f"a seed is a whole number from -{LARGEST} to {LARGEST}")
    return found


def sound_limits(limits: Any) -> Mapping[str, Any]:
    """What a host allows: ``work``, a number above 0, and ``watch``, which can be called."""
    given = {} if limits is None else members(limits)
    if given is None:
        raise HostError("limits are an object")
    wrong = unknown(given, _LIMITS)
    if wrong is not None:
        raise HostError(f"limits have no `{wrong}`")
    if given.get("chance", "own") not in ("own", "host"):
        raise HostError("`chance` is own or host")
    work, watch = given.get("work"), given.get("watch")
    if work is not None:
        given["work"] = found = whole(work)
        if found is None or not 0 < found <= LARGEST:
            raise HostError("`work` is a whole number above 0")
    if watch is not None and not callable(watch):
        raise HostError("`watch` is a function")
    return given


def sound_setup(setup: Any) -> dict[str, Any]:
    """A setup without what it leaves open; its scenario and rosters are tried when they are used."""
    given = {} if setup is None else members(setup)
    if given is None:
        raise HostError("a setup is an object")
    wrong = unknown(given, _SETUP)
    if wrong is not None:
        raise HostError(f"a setup has no `{wrong}`")
    return given


def sound_scenario(name: Any, scenarios: Iterable[str]) -> str:
    found = text(name)
    if found is None:
        raise HostError("a scenario is named by a text")
    known = tuple(scenarios)
    if found not in known:
        raise HostError(f"there is no scenario `{shown(found)}`; there are: {', '.join(known) or 'none'}")
    return found


def sound_names(names: Any, seats: int) -> list[str]:
    """How a host calls the players, in the order of their seats; empty where it gives a player no name."""
    given = [] if names is None else items(names, seats)
    if given is None or len(given) > seats:
        raise HostError(f"names of players are an array of at most {seats} texts")
    return ["" if name is None else _sound_name(name) for name in given]


def _sound_name(name: Any) -> str:
    found = text(name)
    codes = [ord(letter) for letter in found[: MOST_LETTERS + 1]] if found is not None else None
    seen = codes is not None and not any(_UNSEEN[i] <= c <= _UNSEEN[i + 1] for c in codes
                                         for i in range(0, len(_UNSEEN), 2))  # fmt: skip
    if codes is None or not seen or len(codes) > MOST_LETTERS or (codes and 0x20 in (codes[0], codes[-1])):
        raise HostError(
            f"a name of a player has at most {MOST_LETTERS} characters, each to be seen, and no space at its ends"
        )
    return found or ""


def sound_answer(answer: Any) -> list[int]:
    """An answer as an array of positions; whether it is a legal one is the request's to say."""
    given = items(answer, MOST_POSITIONS)
    if given is not None and len(given) > MOST_POSITIONS:
        raise HostError(f"this is no legal answer: it has more than {MOST_POSITIONS} positions")
    positions = [whole(item) for item in given or ()]
    found = [position for position in positions if position is not None]
    if given is None or len(found) < len(given):
        raise HostError("this is no legal answer: an answer is an array of positions")
    return found


def shown_answer(positions: list[int]) -> str:
    """The beginning of an answer, for a message."""
    more = ", ..." if len(positions) > _SHOWN_POSITIONS else ""
    return f"[{', '.join(map(str, positions[:_SHOWN_POSITIONS]))}{more}]"


def sound_snapshot(snapshot: Any, game: str, rules_hash: str | None) -> dict[str, Any]:
    """A snapshot of these rules, or of any; what it says of the state is looked at when the game is made."""
    held = plain(snapshot)
    if not isinstance(held, dict) or held.keys() != set(_SNAPSHOT):
        raise HostError(f"this is no snapshot: it needs {', '.join(_SNAPSHOT[:-1])} and {_SNAPSHOT[-1]}, nothing else")
    if whole(held["format"]) != FORMAT:
        raise HostError(f"this is no snapshot of format {FORMAT}")
    if held["game"] != game:
        raise HostError(f"this is no snapshot of {game}")
    if rules_hash is not None and held["hash"] != rules_hash:
        raise HostError(f"the snapshot is of other rules than {game} {rules_hash}")
    held["setup"], held["seed"] = sound_setup(held["setup"]), sound_seed(held["seed"])
    if whole(held["chance"]) is None or not 0 < held["chance"] < 2**31 - 1:
        raise HostError("the `chance` of a snapshot is a number from 1 to 2147483646")
    if not (held["opening"] is None or isinstance(held["opening"], list)):
        raise HostError("the `opening` of a snapshot is an array of answers, or none")
    if not (held["board"] is None or whole(held["board"]) is not None):
        raise HostError("the `board` of a snapshot is a number, or none")
    return held


def plain(value: Any) -> Any:
    """A copy of JSON data, of a bounded size and depth; HostError for anything else."""
    return _plain(value, [_MOST_VALUES], _DEEPEST)


def _plain(value: Any, left: list[int], depth: int) -> Any:
    left[0] -= 1
    if left[0] < 0 or depth < 0:
        raise HostError("the snapshot is too large, or too deep")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise HostError("a text of the snapshot is no Unicode")
        return value
    if isinstance(value, int | float):
        found = whole(value)
        if found is None:
            raise HostError("a number of the snapshot is not whole")
        return found
    if isinstance(value, list):
        return [_plain(item, left, depth - 1) for item in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {_plain(key, left, depth): _plain(item, left, depth - 1) for key, item in value.items()}
    raise HostError("the snapshot is no JSON data")

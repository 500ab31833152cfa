"""The agents, by name.

Job: make the agents that a command line names: `random`, `first`, `greedy` and `mcts`, these two with a budget, or a
function of the user's own. Input: a text and a seed. Output: an agent. No agent is ever named by content: a function of
the user's own is code, and runs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from cardwright.lab.greedy import Greedy
from cardwright.lab.rollouts import Rollouts
from cardwright.lab.turn import PASS, Agent, Turn
from compiler.interpreter.game import Minstd

Policy = Callable[[dict[str, Any], list[list[int]]], Any]
_TRIES = re.compile(r"[0-9]{1,2}")
_BUDGET = re.compile(r"[0-9]{1,10}|[0-9]{0,10}\.?[0-9]{1,10}s")
_MOST_TRIES = 64  # no more answers are listed
SEEKING = ("greedy", "mcts")  # they need a ruleset that says how players stand, or who has won


class UnknownAgent(ValueError):
    """A text names no agent; its message says why."""


class RandomAgent:
    """Every legal answer is equally likely, of the first 64; of a large choice a subset is drawn."""

    def __init__(self, seed: int) -> None:
        self.chance = Minstd(seed * 7919 + 17)

    def answer(self, turn: Turn) -> list[int]:
        return turn.drawn(self.chance)


class FirstAgent:
    """Always the first legal answer; of an offer the first thing that can be used."""

    def answer(self, turn: Turn) -> list[int]:
        answers = turn.legal(2)
        return answers[1] if answers[0] == PASS and len(answers) > 1 else answers[0]


class LoadedAgent:
    """A function that is given what the player sees and the legal answers, and gives one of them."""

    def __init__(self, name: str, policy: Policy) -> None:
        self.name, self.policy = name, policy

    def answer(self, turn: Turn) -> list[int]:
        legal = turn.legal()
        found = self.policy(turn.view(), [list(answer) for answer in legal])
        if found not in legal:
            raise UnknownAgent(f"`{self.name}` gave {found!r}, which is none of the legal answers")
        return list(found)


def agent_of(text: str, seed: int) -> Agent:
    """The agent that a text names: a name, `greedy:TRIES`, `mcts:RUNS`, `mcts:SECONDSs`, or `module:function`."""
    name, _, rest = text.partition(":")
    if not rest and name in _PLAIN:
        return _PLAIN[name](seed)
    if name == "greedy":
        return Greedy(seed, _tries(rest))
    if name == "mcts":
        return _search(rest, seed)
    if rest and name not in _PLAIN:
        return LoadedAgent(text, _loaded(name, rest))
    known = ", ".join([*_PLAIN, "greedy:TRIES", "mcts", "mcts:RUNS", "mcts:SECONDSs"])
    raise UnknownAgent(f"no agent is named `{text}`; there are {known}, and `module:function`")


def lacks(text: str, policy: Mapping[str, str]) -> str:
    """What a ruleset with this ``policy`` lacks for an agent, as a sentence; empty if nothing."""
    if text.partition(":")[0] not in SEEKING or not policy.keys().isdisjoint(("standing", "won")):
        return ""
    return (
        f"`{text}` needs a ruleset that says how well a player stands, or who has won: "
        "give it `policy: standing` or `policy: won`"
    )


def _tries(budget: str) -> int:
    tries = int(budget) if _TRIES.fullmatch(budget) else 0
    if not 2 <= tries <= _MOST_TRIES:
        raise UnknownAgent(f"the budget of `greedy` is a number of tries from 2 to {_MOST_TRIES}, and not `{budget}`")
    return tries


def _search(budget: str, seed: int) -> Agent:
    if not budget:
        return Rollouts(seed)
    number = float(budget.removesuffix("s")) if _BUDGET.fullmatch(budget) else 0
    if not 0 < number < 1e9:
        raise UnknownAgent(f"the budget of `mcts` is a number of runs, or of seconds as `0.5s`, and not `{budget}`")
    return Rollouts(seed, seconds=number) if budget.endswith("s") else Rollouts(seed, int(number))


def _loaded(module: str, name: str) -> Policy:
    sys.path.append("")  # the working folder, last
    try:
        held: Any = import_module(module)
    except ImportError as fault:
        raise UnknownAgent(f"`{module}` cannot be imported: {fault}") from fault
    finally:
        sys.path.remove("")
    policy: Policy | None = getattr(held, name, None)
    if policy is None or not callable(policy):
        raise UnknownAgent(f"`{module}` has no function `{name}`")
    return policy


_PLAIN: dict[str, Callable[[int], Agent]] = {
    "random": RandomAgent, "first": lambda _seed: FirstAgent(), "greedy": Greedy,
}  # fmt: skip

"""How often each agent beats another, by game: with seats changed, equal seeds, and intervals of 95 %.

    bench_agents.py [GAME SCENARIO] [--matches N] [--seconds N] [--pairs A+B,C+D] [--engine node] [--jobs N]

Matches are played until it is shown that one agent is the stronger, or time or matches are out. To look after each
match and to stop when one likes is no mistake here: what is compared is how likely the wins so far are if the agent
wins with some rate over one half, all equally likely, and if it wins every other match. Twenty times as likely counts
as shown (a claim is wrong in one of twenty such runs at most). The interval is that of Wilson, and knows nothing of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from math import comb
from pathlib import Path
from time import perf_counter
from typing import Any

from cardwright.authoring.exported import exported, rules_of
from cardwright.lab.batches import Plan
from cardwright.lab.node_engine import play_by_node
from cardwright.lab.pool import Source, play_all
from cardwright.lab.report import by_part, percent
from compiler.build import build_game
from compiler.garbage_collection import spare_the_program
from dsl.diagnostics import Sink

CONTENT = Path(__file__).parents[1] / "content"
SCENARIOS = (("dungeon_command", "duel"), ("ddm", "skirmish"), ("middara", "skirmish"), ("descent", "watch"),
             ("warhammer", "patrols"))  # fmt: skip
SHOWN = 20


def times_as_likely(won: int, of: int) -> float:
    """How many times as likely so many wins are with a rate over one half, all equally likely, as with one half."""
    return sum(comb(of + 1, k) for k in range(won + 1)) / ((of + 1) * comb(of, won))


def conclusion(won: int, of: int) -> str:
    if times_as_likely(won, of) >= SHOWN:
        return "the first is stronger"
    return "the second is stronger" if times_as_likely(of - won, of) >= SHOWN else ""


def measure(game: str, scenario: str, pairs: list[tuple[str, ...]], given: Any) -> None:
    build = build_game(CONTENT / game, Sink(), game)
    if build is None or build.program is None:
        raise SystemExit(f"{game}: cannot be played")
    source = Source(rules_of(build), lambda: exported(build))
    spare_the_program()
    for pair in pairs:
        rows: list[dict[str, Any]] = []
        begun, found = perf_counter(), ""
        for played in matches(source, Plan((scenario,), given.matches, given.seed, pair), given):
            rows += played
            wins = next((row["wins"] for row in by_part(rows, "agents") if row["name"] == pair[0]), None)
            found = conclusion(wins["count"], wins["of"]) if wins else ""
            if found or perf_counter() - begun > given.seconds:
                break
        spent = (perf_counter() - begun) / len(rows)
        told = f"{percent(wins)} of {wins['of']} ({by_place(rows, pair[0])})" if wins else "nobody has won"
        told += f", {len(rows)} played; {found or 'nothing is shown'}; {spent:.1f} s a match"
        print(f"{game} {scenario}: {pair[0]} against {pair[1]}: {told}", flush=True)


def by_place(rows: list[dict[str, Any]], agent: str) -> str:
    """How often an agent wins as each of the sides: where one side has nothing to decide, half of all says nothing."""
    found: dict[int, list[bool]] = {}
    for row in rows:
        for place, side in enumerate(row["sides"], 1):
            if row["agents"][side[0]] == agent and row["winners"]:
                found.setdefault(place, []).append(side[0] in row["winners"])
    return ", ".join(f"{sum(won)} of {len(won)} as side {place}" for place, won in sorted(found.items()))


def matches(source: Source, plan: Plan, given: Any) -> Iterator[list[dict[str, Any]]]:
    """What became of the matches, two at a time: each agent on each side."""
    play = play_by_node if given.engine == "node" else play_all
    batches = [(plan.scenarios[0], start, min(start + 2, plan.matches)) for start in range(0, plan.matches, 2)]
    with closing(play(source, plan, given.jobs, batches)) as played:  # type: ignore[type-var]  # they are generators
        for _, sums in played:
            yield sums["rows"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--pairs", default="greedy+random,mcts:60+random,mcts:60+greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=["python", "node"], default="node")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    pairs = [tuple(pair.split("+")) for pair in given.pairs.split(",")]
    for game, scenario in [(given.game, given.scenario)] if given.scenario else SCENARIOS:
        measure(game, scenario, pairs, given)


if __name__ == "__main__":
    main()

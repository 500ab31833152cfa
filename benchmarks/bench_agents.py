"""How often each agent beats another, by game: with seats changed, equal seeds, and intervals of 95 %.

    bench_agents.py [GAME SCENARIO] [--matches N] [--pairs A+B,C+D] [--jobs N]

An agent that searches takes seconds for a decision, so few matches are usual. What an interval that holds 50 % says is
that nothing is shown.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter
from typing import Any

from cardwright.authoring.exported import exported, rules_of
from cardwright.lab.batches import Plan, added
from cardwright.lab.pool import Source, play_all
from cardwright.lab.report import by_part, percent
from compiler.build import build_game
from compiler.garbage_collection import spare_the_program
from dsl.diagnostics import Sink

CONTENT = Path(__file__).parents[1] / "content"
SCENARIOS = (("dungeon_command", "duel"), ("ddm", "skirmish"), ("middara", "skirmish"), ("descent", "watch"),
             ("warhammer", "meadow"))  # fmt: skip


def measure(game: str, scenario: str, pairs: list[tuple[str, ...]], given: Any) -> None:
    build = build_game(CONTENT / game, Sink(), game)
    if build is None or build.program is None:
        raise SystemExit(f"{game}: cannot be played")
    source = Source(rules_of(build), lambda: exported(build))
    spare_the_program()
    for pair in pairs:
        begun = perf_counter()
        plan = Plan((scenario,), given.matches, given.seed, pair)
        rows = added([sums for _, sums in play_all(source, plan, given.jobs, list(plan.batches()))])["rows"]
        spent = (perf_counter() - begun) / given.matches
        found = {row["name"]: row["wins"] for row in by_part(rows, "agents")}
        wins = found.get(pair[0])
        told = f"{percent(wins)} of {wins['of']}" if wins else "nobody has won"
        print(f"{game} {scenario}: {pair[0]} against {pair[1]}: {told}; {spent:.1f} s a match", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--pairs", default="greedy+random,mcts:60+random,mcts:60+greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    pairs = [tuple(pair.split("+")) for pair in given.pairs.split(",")]
    for game, scenario in [(given.game, given.scenario)] if given.scenario else SCENARIOS:
        measure(game, scenario, pairs, given)


if __name__ == "__main__":
    main()

"""How far the engine is from the same game written by hand: the game that ``cardwright new`` makes, in plain Python.

    bench_floor.py [--games N] [--repeat N]

The hand-written game draws the same answers, and goes through the same events with the same scores at the end, which
is compared for each seed. It has nothing else of a match: no undo, copies, saves, bounds or places of the text.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_play import Table, table_of
from compiler.build import build_game
from compiler.garbage_collection import spare_the_program
from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, Minstd, new_game, play
from compiler.interpreter.values import Env
from dsl.diagnostics import Sink

HANDS = ("feast", "harvest", "harvest"), ("harvest", "harvest", "harvest")
WORTH = {"harvest": 3, "feast": 1}
Played = tuple[list[str], list[int]]  # the events in their order, and the scores


class Seat:
    """A player of the game written by hand."""

    def __init__(self, hand: tuple[str, ...]) -> None:
        self.hand, self.pile, self.score = list(hand), list[str](), 0


class Match:
    """A match of the game written by hand: its events are methods."""

    def __init__(self, seed: int) -> None:
        self.generator = Minstd(seed * 7919 + 17)  # as the agent `random` draws
        self.seats = [Seat(hand) for hand in HANDS]
        self.events: list[str] = []

    def play(self) -> Played:
        self.events.append("match")
        for _ in range(3):
            for seat in self.seats:
                self.turn(seat)
        return self.events, [seat.score for seat in self.seats]

    def turn(self, seat: Seat) -> None:
        self.events.append("turn")
        self.events.append("turn.act")
        if seat.hand:
            drawn = self.generator.below(1 + len(seat.hand))
            if drawn:
                self.play_card(seat, drawn - 1)

    def play_card(self, seat: Seat, position: int) -> None:
        self.events.append("play")
        card, lying = seat.hand.pop(position), "feast" in seat.pile
        seat.pile.append(card)
        self.gain(seat, WORTH[card])
        if lying:
            self.gain(seat, 1)

    def gain(self, seat: Seat, amount: int) -> None:
        self.events.append("gain")
        seat.score = min(seat.score + amount, 1000)


def ready() -> Table:
    """The game that the command makes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardwright.cli.main", "new", "first_game", "--into", folder]
        subprocess.run(command, capture_output=True, check=True)
        build = build_game(Path(folder) / "first_game", Sink(), "first_game")
    assert build is not None
    return table_of(build, "first")


def engine(table: Table, seed: int, *, telling: bool) -> Played:
    game = new_game(table.code)
    driver = Driver(random_agent(seed), seed)
    table.scripts.start(table.script, game, Env({}), driver)
    game.history = [] if telling else None
    play(game, driver)
    return [name for name, _ in game.history or ()], [player.score for player in game.kinds["player"]]  # type: ignore[attr-defined]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    table, seeds = ready(), range(1, given.games + 1)
    events = 0
    for seed in seeds:
        by_hand = Match(seed).play()
        if by_hand != engine(table, seed, telling=True):
            raise SystemExit(f"seed {seed}: the hand-written game goes another way")
        events += len(by_hand[0])
    spare_the_program()
    ours: list[float] = []
    floor: list[float] = []
    for _ in range(given.repeat):
        start = process_time()
        for seed in seeds:
            engine(table, seed, telling=False)
        middle = process_time()
        for seed in seeds:
            Match(seed).play()
        ours.append(middle - start)
        floor.append(process_time() - middle)
    ratio = median(a / b for a, b in zip(ours, floor, strict=True))
    each, least = (1e6 * median(times) / events for times in (ours, floor))
    print(f"{given.games} matches of {events / given.games:.1f} events, the same in both")
    print(f"an event: {each:.1f} µs, by hand {least:.2f} µs: {ratio:.0f} times as long")


if __name__ == "__main__":
    main()

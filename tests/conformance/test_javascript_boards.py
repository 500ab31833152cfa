"""Boards, tables, roundings, chance and hashes: the JavaScript runtime answers to the digit as the interpreter does."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from compiler.interpreter.board_text import BoardTextError, parse_board
from compiler.interpreter.core import CORE
from compiler.interpreter.game import Minstd
from compiler.interpreter.grid import Grid, Metric, Walk
from compiler.interpreter.pictures import text_hash
from compiler.interpreter.table import Shape
from compiler.interpreter.values import Fault

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "compiler" / "targets" / "runtime" / "rt.js"
SCRIPT = Path(__file__).parent / "javascript" / "boards.mjs"
METRICS: tuple[Metric, ...] = ("chebyshev", "manhattan", "alternating")
Question = tuple[Any, ...]
Asked = tuple[Question, Any]


def test_a_board_of_squares_answers_alike() -> None:
    compare([asked for seed in range(12) for asked in on_a_board(random.Random(seed))])


def test_a_table_answers_alike() -> None:
    compare(list(on_a_table(random.Random(7))))


def test_numbers_and_chance_are_alike() -> None:
    compare(list(about_numbers(random.Random(3))))


def test_drawn_boards_and_their_faults_are_alike() -> None:
    boards = [
        [". .|#", "  -", ". . ."], ["a b c", "", "d"], [".", "-"], ["-", "."], [". . . .", "- +"], [".x."],
        [".|"], ["é . 😀", ". ."], [". -", ". ."], [" . .", ". ."], [""], ["."] * 65,
    ]  # fmt: skip
    compare([(("drawn", board), drawn(board)) for board in boards])


def test_each_function_of_the_core_is_there() -> None:
    assert set(CORE) <= set(answers_to([("names",)])[0])


def compare(asked: list[Asked]) -> None:
    answers = answers_to([question for question, _ in asked])
    for (question, expected), answer in zip(asked, answers, strict=True):
        assert answer == json.loads(json.dumps(expected)), question


def answers_to(questions: list[Question]) -> list[Any]:
    done = subprocess.run(
        ["node", str(SCRIPT), str(RUNTIME)], input=json.dumps(questions), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


# ---- what is asked


def on_a_board(chance: random.Random) -> Iterator[Asked]:
    width, height, metric = chance.randint(2, 9), chance.randint(2, 9), chance.choice(METRICS)
    count = width * height
    exists = [chance.random() < 0.9 for _ in range(count)]
    edges = [(s, s + 1) for s in range(count) if (s + 1) % width] + [(s, s + width) for s in range(count - width)]
    walls = chance.sample(edges, len(edges) // 5)
    grid = Grid(width, height, metric, exists, [], [], frozenset(walls))
    question = ("board", width, height, metric, exists, walls)
    yield question, [grid.square_name(count - 1), grid.square_named("b2")]

    def square() -> int:
        return chance.randrange(count)

    def point() -> tuple[int, int]:
        return chance.randint(0, 2 * width), chance.randint(0, 2 * height)

    for _ in range(60):
        a, b, p, q = square(), square(), point(), point()
        yield ("distance", a, b), grid.distance(a, b)
        size = chance.randint(1, 3)
        yield ("footprint", a, size, size), grid.footprint(a, size, size)
        if b in grid.neighbours(a):
            yield ("step_blocked", a, b), grid.step_blocked(a, b)
        lines = grid.crossed_squares(p, q), grid.touched_squares(p, q), grid.crosses_wall(p, q), grid.touches_wall(p, q)
        yield ("lines", p, q), lines
        closed = {square() for _ in range(count // 4)}
        found = grid.path_distance([a], [b], lambda s: s not in closed, 40)  # noqa: B023 (asked at once)
        yield ("path_distance", [a], [b], sorted(closed)), found
    for _ in range(10):
        start, goal = (chance.choice([s for s in range(count) if exists[s]]) for _ in range(2))
        prices, stops = [chance.randint(0, 3) for _ in range(count)], [square() for _ in range(3)]
        size, budget = (chance.randint(1, 2),) * 2, chance.randint(0, 9)
        walk = Walk(size, budget, priced(grid, prices), set(stops).__contains__)
        yield ("reachable", start, size, budget, prices, stops), list(grid.reachable(start, walk).items())
        yield ("route", start, goal, size, budget, prices, stops), grid.route(start, goal, walk)


def priced(grid: Grid, prices: list[int]) -> Callable[[int, int], int | None]:
    return lambda a, b: None if grid.step_blocked(a, b) else prices[b]


def on_a_table(chance: random.Random) -> Iterator[Asked]:
    def asked(name: str, *values: Any) -> Asked:
        """What a function of the table gives, or how it refuses these values."""
        try:
            return ("table", name, *values), CORE[name](None, *values)
        except Fault as fault:
            return ("table", name, *values), str(fault)

    def shape() -> Shape:
        spread = chance.choice((300, 7_200, 40_000))
        size = chance.choice((98, 157, 2_400))
        x, y = chance.randint(0, spread), chance.randint(0, spread)
        facing = chance.choice((chance.randint(-400, 400), 90, 180))
        box = CORE["rectangle"](None, x, y, facing, size, chance.choice((98, 500)))
        forms = (box, CORE["disc"](None, x, y, size), CORE["arc"](None, box, chance.randint(0, 80), spread))
        found: Shape = chance.choice(forms)
        return found

    for _ in range(400):
        a, b = shape(), shape()
        first, second = (chance.randint(*chance.choice(((-900, 9_000), (0, 80)))) for _ in range(2))
        for name in ("gap", "meets", "bearing"):
            yield asked(name, a, b)
        yield asked("gap", a, b, chance.choice((0, 100, chance.randint(0, 40_000))))
        yield asked("in_arc", a, b, chance.randint(-9, 190))
        yield asked("turned", a, first)
        yield asked("lane", a, first)
        for name in ("moved", "resized", "arc"):
            yield asked(name, a, first, second)
        yield asked("measure", a, chance.choice(("x", "y", "facing", "width", "depth")))
        ahead = chance.randint(0, 80)
        gap = CORE["gap"](None, CORE["moved"](None, a, ahead, 0), CORE["moved"](None, b, 0, ahead))
        yield ("gaps", a, b, ahead), [gap, gap]
    for far in (10**6, 10**6 + 1, -(10**6), 2**53 - 1, -(2**53) + 1):
        yield asked("rectangle", far, 0, far, 1, 1)
        yield asked("disc", 0, far, 9)
        yield asked("disc", 0, 9, far)
        yield asked("moved", Shape(0, 0, 45, 1, 1), far, -far)
        yield asked("turned", Shape(0, 0, 45, 1, 1), far)
        yield asked("gap", Shape(10**6, -(10**6), 45, 10**6, 10**6), Shape(-(10**6), 10**6, 17, 1, 10**6, 80))
    for degrees in range(-360, 720, 7):
        yield ("sine", degrees), [CORE["sine"](None, degrees), CORE["cosine"](None, degrees)]


def about_numbers(chance: random.Random) -> Iterator[Asked]:
    for _ in range(300):
        a, b, to = chance.randint(-(2**40), 2**40), chance.choice((1, 2, 3, 7, -4, 1_000_003)), chance.randint(1, 3)
        rounded = [CORE[f"round_{way}"](None, a, b, to) for way in ("down", "up", "near")]
        yield ("rounded", a, b, to), [*rounded, CORE["remainder"](None, a, b)]
    for seed in (0, 1, 5, 2**31 - 1, -3, 10**12):
        generator = Minstd(seed)
        size = chance.randint(1, 60)
        yield ("drawing", seed, size), [generator.below(size), generator.permutation(size), generator.below(6)]
    for text in ("", "a", "é 😀\n", "x" * 5_000):
        yield ("hash", text), text_hash(text)


def drawn(lines: list[str]) -> Any:
    try:
        board = parse_board(lines)
    except BoardTextError as error:
        return f"board line {error.line + 1}, column {error.column + 1}: {error.message}"
    return [board.width, board.height, board.letters, sorted(board.walls)]

"""Every form of an expression and every function of the core, with values of every type that the checker takes.

Each is tried with figures on the board, off it and removed, on each sort of board and on none; numbers are negative,
zero and as large as numbers are. What comes of it is a value or a fault of the content, and the same in every engine.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from random import Random

import pytest

from compiler.build import build_game
from compiler.targets.export import content_of
from dsl.diagnostics import Severity, Sink
from dsl.meaning.builtins import BUILTINS, COMPREHENSIONS
from tests.conformance.engines import ENGINES, Interpreter
from tests.fuzz.games import ARENA_CARDS, ARENA_RULES, ARENA_SCENARIO, Files, write
from tests.fuzz.typed import FORMS, Typed
from tests.small_game import HEAD, KINDS, START, build_small

SIGHT = (("u", "unit"), ("s", "square"), ("p", "player"), ("c", "card"))
TYPES = {
    "int": "int", "bool": "bool", "units": "set of unit", "squares": "set of square", "ints": "set of int",
    "points": "set of point", "colours": "set of colour", "cards": "set of card", "unit": "unit", "square": "square",
    "player": "player", "card": "card", "place": "", "point": "point", "colour": "colour", "text": "text", "dice": "dice",
}  # fmt: skip
POSITIONS = {
    "on the board": "nothing", "off the board": "lift mara", "removed": "remove mara", "dazed": "add dazed to mara",
}  # fmt: skip
BOARD = """\
    board: |
      A . ~ .
        -
      . #|. .
      . . . B
"""
TEST = """\
- name: {name} {position}
  given:
    players: [north, south]
{board}    legend:
{units}
    create: [{{name: gem, card: gem, owner: north, zone: north.hand}}, {{name: ore, card: gem, owner: north, zone: north.pile}}]
    do: |
      {do}
  when: look_{number} mara at {square} by north with gem
  then: [game.round == 0]
"""
UNIT = "{{name: {name}, card: {card}, owner: {player}, controller: {player}}}"
PAIRS = (("A", "mara", "wolf", "north"), ("B", "grok", "bear", "south"))


def forms() -> list[tuple[str, str]]:
    return [(type_, form) for type_, many in FORMS.items() if TYPES[type_] for form in many]


def rules(seed: int) -> tuple[str, list[str]]:
    """A verb for each form that shows what the form is worth; and the forms, filled."""
    chance = Random(seed)
    seen = [f"verb see_{t}(what: {name}): nothing\n" for t, name in TYPES.items() if name]
    looks, written = [], []
    for type_, form in forms():
        text = Typed(chance).filled(form, SIGHT, 2)
        head = f"verb look_{len(written)}(u: unit, at s: square, by p: player, with c: card):\n"
        looks.append(f"{head}  see_{type_} ({text})\n")
        written.append(text)
    return ARENA_RULES + "".join(seen + looks), written


def asking(count: int, position: str) -> str:
    """A test for each form."""
    made = ""
    for number in range(count):
        units = [UNIT.format(name=n, card=k, player=p) for _, n, k, p in PAIRS]
        lines = "\n".join(f"      {letter}: {unit}" for (letter, *_), unit in zip(PAIRS, units, strict=True))
        square = "abcd"[number % 4] + str(1 + number % 3)
        made += TEST.format(name=f"form {number}", position=position, board=BOARD, units=lines,
                            do=POSITIONS[position], number=number, square=square)  # fmt: skip
    return made


@pytest.mark.parametrize(
    ("metric", "position"),
    [
        ("chebyshev", "on the board"),
        ("manhattan", "off the board"),
        ("alternating", "removed"),
        ("alternating", "dazed"),
    ],
)
def test_every_form_is_worth_the_same_in_every_engine(metric: str, position: str, tmp_path: Path) -> None:
    texts, written = rules(len(metric) + len(position))
    kinds = KINDS.replace("chebyshev", metric)
    small = build_small(
        tmp_path, texts, kinds=kinds, start="match", cards=re.sub("^cards:\n", "", ARENA_CARDS).replace("\n  ", "\n")[2:],
        tests=asking(len(written), position),
    )  # fmt: skip
    content = content_of(small.program, small.build.scripts)
    cases = [("test", n) for n in range(len(written))]
    wanted = Interpreter(content, tmp_path / "interpreter").run(cases)
    unsound = [line for lines in wanted for line in lines if "was none" in line]
    assert unsound == []
    for engine in ("python", "javascript", "lua54"):
        there = tmp_path / f"{engine}_{metric}_{position.replace(' ', '_')}"
        there.mkdir()
        found = ENGINES[engine](content, there).run(cases)
        for text, ours, theirs in zip(written, wanted, found, strict=True):
            assert theirs == ours, (engine, text)


def test_every_function_of_the_core_is_among_the_forms() -> None:
    text = " ".join(form for many in FORMS.values() for form in many)
    named = {name for name in (*BUILTINS, *COMPREHENSIONS) if f"{name}(" in text}
    tables = {  # boards that are measured
        "rectangle", "disc", "shape_of", "moved", "turned", "resized", "lane", "arc", "gap", "meets", "in_arc", "bearing",
        "sine", "cosine",
    }  # fmt: skip
    laid = {"rotated", "edges_match", "vacant_squares"}  # boards that are laid: `tests/laid_game.py`
    rolled = {"total"}  # what is rolled is no expression
    assert {*BUILTINS, *COMPREHENSIONS} - named == tables | laid | rolled | ({"first", "last"} - named)


# ---- divisions of the largest numbers
LARGE = 2**53 - 1
ROUNDINGS = {
    "round_down": floor, "round_up": ceil, "round_near": lambda ratio: floor(ratio + Fraction(1, 2)),
}  # fmt: skip


def divisions() -> list[tuple[str, int]]:
    """Divisions whose result is within the bound: with numbers that are known beforehand, and with fields."""
    made: list[tuple[str, int]] = []
    for above in (LARGE + 1, LARGE, LARGE - 2, 6, 0, -6, 2 - LARGE, -LARGE, -LARGE - 1):
        for below in (2, 3, 4, 5, 7, LARGE - 1, LARGE, -3, -4, 1 - LARGE):
            found = [(name, how(Fraction(above, below))) for name, how in ROUNDINGS.items()]
            made += [(f"{name}({above} / {below})", value) for name, value in found]
            made += [
                (f"{name}((game.round + {above}) / {below})", value) for name, value in found if abs(above) <= LARGE
            ]
            made.append((f"remainder({above}, {below})", above % below))
    return made


@pytest.mark.parametrize("engine", ["python", "javascript", *(f"lua5{n}" for n in range(1, 5))])
def test_divisions_of_the_largest_numbers_are_exact(engine: str, tmp_path: Path) -> None:
    wanted = divisions()
    rules = "verb see(what: int): nothing\nverb go():\n" + "".join(f"  see ({text})\n" for text, _ in wanted)
    small = build_small(
        tmp_path, rules, tests="- {name: all, given: {players: [north]}, when: go, then: [game.round == 0]}\n"
    )
    content = content_of(small.program, small.build.scripts)
    there = tmp_path / f"divisions_{engine}"  # a package is imported once by its name
    there.mkdir()
    for made in (Interpreter(content, tmp_path), ENGINES[engine](content, there)):
        (lines,) = made.run([("test", 0)])
        seen = [line.partition("what=")[2] for line in lines if "what=" in line]
        assert list(zip((text for text, _ in wanted), seen, strict=True)) == [(t, str(v)) for t, v in wanted]


# ---- statements: each with things that are off the board, removed, in a zone, or none at all
STATEMENTS = (
    "set game.round to {int}", "increase game.count by {int}", "decrease {any unit}.damage by {int}",
    "increase {any unit}.marks by {colours}", "decrease {any unit}.marks by {colour}", "set {any unit}.marks to {colours}",
    "set {any unit}.controller to {player}", "place {unit} at {square}", "lift {unit}", "remove {unit}", "remove {card}",
    "take {card} out", "put {card} into {player_}.hand", "put {card} into {player_}.pile at top",
    "put {card} into {player_}.pile at bottom", "shuffle {player_}.hand", "reveal {card} to {player}", "reveal {unit} to {player}",
    "add dazed to {unit}", "add burning({int}) to {units}", "add dazed to {unit} until end of round",
    "add burning({int}) to {unit} until start of next round", "drop dazed from {unit}", "drop all burning",
    "drop all burning where bearer is {unit}", "let r = roll {dice}\n  see_int (total(r))", "let r = roll {dice}\n  reroll r in r",
    "let r = roll {dice}\n  let f = highest(r)\n  see_bool (f is none)", "let r = roll {dice}\n  see_int (size(r))",
    "each y in {units}:\n    remove y", "each y in {cards}:\n    put y into {player_}.pile at top", "each y in {squares}:\n    go {unit} to y",
    "repeat {small} times:\n    increase game.count by 1", "while {bool} at most {small} times:\n    increase game.count by 1",
    "choose y from {units} by {player}:\n    remove y\n  else: nothing", "choose up to {small} ys from {units} by {player}:\n    see_int (size(ys))",
    "choose exactly {small} ys from {squares} by {player}:\n    see_int (size(ys))",
    "choose any number of ys from {units} by {player} such that size(ys) < {small}:\n    see_units (ys)",
    "choose exactly (0 - 3) ys from {units} by {player}:\n    see_units (ys)\n  else: increase game.count by 3",
    "choose y from {ints} by {player}\n  see_int (y)", "choose y from {player_}.hand by {player}\n  remove y",
    "may by {player}: remove {unit}", "choose one by {player}:\n    option \"a\" if {bool}: remove {unit}\n    option \"b\": nothing",
    "offer act to {player}", "offer act to {player} for {unit} once", "hurt {int} to {unit}", "strike to {unit} by {unit}",
    "strike to {units} by {unit}", "go {unit} to {square}", "play {card} by {player}", "draw by {player}", "round",
    "until end of round: +({int}) armor for {unit}", "until start of next round: armor of {unit} is {int}",
    "while {bool}: armor of all unit is at most {int}", "until end of round: all sturdy gains tough({int})",
    "until end of round: {any unit} gains flying while {bool}", "until end of round: {any unit} cannot strike",
    "until end of round: all sturdy cannot strike to {any unit} while {bool} \"no\"",
    "create y = unit with owner = {player}, controller = {player}\n  see_unit y", "end look", "if {bool}: end look\n  else: remove {unit}",
    "create y = unit from wolf with owner = {player}, controller = {player}\n  place y at {square}",
    "create y = card with owner = {player}, cost = {int}\n  put y into {player_}.hand", "hurt {int} to {unit}: remove {unit}",
    "remove {unit}\n  place u at {square}", "remove {unit}\n  add dazed to u", "remove {card}\n  put c into p.hand",
    "place u at {square}\n  remove u\n  see_squares (squares_of(u))", "remove u\n  strike to u by u", "remove p\n  draw by p",
    "remove u\n  set u.damage to 3\n  see_int (u.damage)", "remove c\n  take c out\n  see_bool (c.in_play)",
)  # fmt: skip
MORE = {
    "small": ("0", "1", "2", "(0 - 1)", "{int}"), "player_": ("{any player}",),
}  # fmt: skip
SCENE = ARENA_SCENARIO.replace("id: yard", "id: scene_{number}") + "do: |\n  set game.round to {number}\n  {do}\n"


def statement_game(position: str, seed: int) -> tuple[Files, list[str]]:
    """A game whose scenario number N begins with statement N; and the statements."""
    typed = Typed(Random(seed), {**FORMS, **MORE})
    head, _, rest = ARENA_RULES.partition("flow match():")
    made = head + "flow round():" + rest.partition("flow round():")[2]
    made += "".join(f"verb see_{t}(what: {name}): nothing\n" for t, name in TYPES.items() if name)
    looks, written = "", []
    for number, form in enumerate(STATEMENTS):
        text = typed.filled(form, SIGHT, 2).replace("end look", f"end look_{number}")
        made += f"verb look_{number}(u: unit, at s: square, by p: player, with c: card):\n  {text}\n"
        square = f"{'abcd'[number % 4]}{1 + number % 3}"
        looks += f"      if game.round == {number}: look_{number} u at {square} by u.controller with c\n"
        written.append(text)
    made += "flow match():\n  each u in list(x for x in all unit where x.card is wolf):\n"
    made += f"    each c in list(x for x in all card where x.owner is u.owner):\n{looks}  round\n"
    files = {
        "ruleset.yaml": HEAD.format(name="arena") + START.format(start="match") + KINDS,
        "rules/arena.rules": made, "cards/arena.yaml": ARENA_CARDS,
    }  # fmt: skip
    do = POSITIONS[position]
    for number in range(len(written)):
        files[f"scenarios/s{number}.yaml"] = SCENE.replace("{number}", str(number)).replace("{do}", do)
    return files, written


@pytest.mark.parametrize("position", [p for p in POSITIONS if p != "removed"])
def test_every_statement_does_the_same_in_every_engine(position: str, tmp_path: Path) -> None:
    files, written = statement_game(position, len(position))
    write(files, tmp_path / "arena")
    sink = Sink()
    build = build_game(tmp_path / "arena", sink, "arena")
    assert [f"{d.span}: {d.message}" for d in sink.sorted() if d.severity is Severity.ERROR] == []
    assert build is not None and build.program is not None
    content = content_of(build.program, build.scripts)
    cases = [("match", f"scene_{n}", n) for n in range(len(written))]
    wanted = Interpreter(content, tmp_path / "interpreter").run(cases)
    assert [line for lines in wanted for line in lines if "was none" in line] == []
    for engine in ("python", "javascript", "lua54"):
        there = tmp_path / f"{engine}_{position.replace(' ', '_')}"
        there.mkdir()
        found = ENGINES[engine](content, there).run(cases)
        for text, ours, theirs in zip(written, wanted, found, strict=True):
            assert theirs == ours, (engine, text)

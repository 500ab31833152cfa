"""Every form of an expression and every function of the core, with values of every type that the checker takes.

Each is tried with figures on the board, off it and removed, on each sort of board and on none; numbers are negative,
zero and as large as numbers are. What comes of it is a value or a fault of the content, and the same in every engine.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from compiler.targets.export import content_of
from dsl.builtins import BUILTINS, COMPREHENSIONS
from tests.conformance.engines import ENGINES, Interpreter
from tests.fuzz.games import ARENA_CARDS, ARENA_RULES
from tests.fuzz.typed import FORMS, Typed
from tests.small_game import KINDS, build_small

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
    [("chebyshev", "on the board"), ("manhattan", "off the board"), ("alternating", "removed"), ("alternating", "dazed")],
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
    tables = {"gap", "in_arc", "gap_at", "bearing", "disc_touches", "sine", "cosine"}  # boards that are measured
    rolled = {"total"}  # what is rolled is no expression
    assert {*BUILTINS, *COMPREHENSIONS} - named == tables | rolled | ({"first", "last"} - named)

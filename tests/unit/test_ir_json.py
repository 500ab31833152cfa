"""The core program as JSON: it reads back, and what is no program is refused with its place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from compiler.callables.code import Code
from compiler.core import ir
from compiler.core.ir_json import TAG, VERSION, IrError, from_json, to_json
from compiler.interpreter.scripts import Scripts
from dsl.reading import schemas
from tests.small_game import Small, build_small

RULES = """
noun hurt = unit where damage > 0
relation beside(a: unit, b: unit) = distance(a, b) == 1
define worth(u: unit) -> int = round_down(u.hp / 2) if u is hurt else 3
table cost(n: int) -> int:
  n < 2: 1
  otherwise: 4
table secret(n: int) -> int: unknown
stat armor of unit stacks highest
verb hit(amount: int = 1, to target: unit, by source: unit):
  require target is not hurt or worth(target) > 1 "it has {target.damage}"
  let faces = roll 2d6
  step damage:
    increase target.damage by amount + total(faces)
  until end of next hit to target:
    +(amount) armor for target
  while target.damage > 3 at most 5 times:
    decrease target.damage by 1
keyword tough(n: int) of unit: passive: +(n) armor
status slow of unit stacks none:
  passive: self cannot hit
every unit:
  before hit.damage to self where amount > 1:
    prevent
  react after hit to self costs hit 1 to self by self uses 1 recharges hit:
    choose one:
      option "more": hit 1 to one unit adjacent to self by self
      option "less": add slow to self until end of hit
verb go(by u: unit):
  hit 2 to one unit other than u preferring most damage by u:
    add slow to u
whenever each u in all unit where u.damage > 9:
  remove u
roster band(units: list of unit card):
  require size(units) < 3 "too many"
"""
TESTS = """
- name: nothing much
  given:
    players: [p1]
    board: |
      A B
    legend:
      A: {card: guard, owner: p1, controller: p1}
      B: {kind: unit, owner: p1, controller: p1}
  choices: [pass]
  when: hit 1 to b by a
  dice: [[3, 4]]
  then: ["b.damage == 3", "b.armor == 1", "a.armor == 2"]
"""
CARDS = """
- id: guard
  kind: unit
  name: {en: Guard}
  provenance: house
  keywords: [tough(2)]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return build_small(tmp_path_factory.mktemp("json"), RULES, tests=TESTS, cards=CARDS)


def test_a_program_reads_back(made: Small) -> None:
    text = to_json(made.program)
    again = from_json(text)
    assert again == made.program
    assert to_json(again) == text
    assert text.isascii() and text.endswith("}\n") and "\r" not in text


def test_what_was_read_back_runs_alike(made: Small) -> None:
    outcomes = []
    for program in (made.program, from_json(to_json(made.program))):
        runner = Scripts(Code(program), made.build.scripts)
        outcomes.append(runner.run_test(made.build.scripts["test 0"], tracing=True))
    assert outcomes[0].failures == outcomes[1].failures == []
    assert outcomes[0].trace == outcomes[1].trace != []


def test_the_schema_fits_and_names_every_class(made: Small) -> None:
    schema = schemas.load("ir")
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(json.loads(to_json(made.program)))) == []
    classes = {
        c.__name__: {f.name for f in c.__dataclass_fields__.values()}
        for c in vars(ir).values()
        if isinstance(c, type) and hasattr(c, "__dataclass_fields__") and c is not ir.Node
    }
    named = {
        name: set(row["required"]) - {TAG}
        for name, row in schema["$defs"].items()
        if "const" in row.get("properties", {}).get(TAG, {})
    }
    assert named == {name: fields for name, fields in classes.items() if name != "Program"}
    assert set(schema["required"]) - {TAG, VERSION} == classes["Program"]


def broken(made: Small, *path: str | int, value: Any) -> str:
    """What is said of a program with another value at a path."""
    data = json.loads(to_json(made.program))
    held = data
    for key in path[:-1]:
        held = held[key]
    if value is ...:
        del held[path[-1]]
    else:
        held[path[-1]] = value
    text = json.dumps(data)
    with pytest.raises(IrError) as caught:
        from_json(text)
    return str(caught.value)


def test_another_version_is_refused(made: Small) -> None:
    assert broken(made, VERSION, value=999) == f"program: the {VERSION} is 999, and this reads {ir.VERSION}"
    assert broken(made, VERSION, value=...) == f"program: the {VERSION} is None, and this reads {ir.VERSION}"


def test_another_shape_is_refused_with_its_place(made: Small) -> None:
    verb = ("verbs", "hit")
    assert broken(made, *verb, "name", value=7) == "verbs.hit.name: 7 stands where str is needed"
    assert broken(made, *verb, "at", value=True) == "verbs.hit.at: true stands where int is needed"
    assert broken(made, *verb, "at", value=2**60) == f"verbs.hit.at: {2**60} stands where int is needed"
    assert broken(made, *verb, "body", value={}) == "verbs.hit.body: an array is needed"
    assert broken(made, *verb, "rows", value=...) == "verbs.hit: `rows` is missing"
    assert broken(made, *verb, "colour", value=1) == "verbs.hit: a Verb has no `colour`"
    assert broken(made, *verb, value=[]) == "verbs.hit: an array stands where a Verb is needed"
    assert (
        broken(made, "functions", "worth", "body", value={TAG: "Roll"})
        == "functions.worth.body: a Roll cannot stand here"
    )
    assert broken(made, "functions", value=[]) == "functions: an object of names is needed"
    assert broken(made, "functions", "worth", "body", "at", value=1.5) == "program: 1.5 is no whole number"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is no JSON"),
        ("[]", "this is no object"),
        ("[" * 100_000, "this is no JSON"),
        ('{"a": 1, "a": 2}', "`a` stands twice"),
        ('{"a": NaN}', "NaN is no whole number"),
    ],
)
def test_what_is_no_program_is_refused(text: str, said: str) -> None:
    with pytest.raises(IrError, match=said):
        from_json(text)


def test_only_data_is_written(made: Small) -> None:
    with pytest.raises(TypeError, match="no data of the core"):
        to_json(replace(made.program, start=1.5))  # type: ignore[arg-type]


def test_the_path_of_a_game_is_no_part_of_it(tmp_path: Path, made: Small) -> None:
    assert str(tmp_path.parent) not in to_json(made.program)

"""What once passed the check and ended a run with a traceback: refused in words, or played to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.targets.export import content_of
from tests.conformance.engines import ENGINES, Interpreter
from tests.small_game import KINDS, Small, build_small, try_small

POSITION = """\
- name: it goes
  given:
    players: [north, south]
    board: |
      . . .
      . A ~
      . . .
    legend:
      A: {name: mara, kind: unit, owner: north, controller: north}
  when: go by north
  then: [game.round == 0]
"""
LETTERS = "bcdefghijklmnopqrstuvwxyz"


def going(*lines: str, more: str = "") -> str:
    """Rules whose verb `go` does these statements."""
    return f"{more}\nverb go(by a: player):\n" + "".join(f"  {line}\n" for line in lines)


def blocks(count: int, head: str) -> str:
    """So many blocks in blocks; `{}` of the head is a letter of its own."""
    lines = ["  " * n + head.replace("{}", LETTERS[n]) for n in range(count)]
    return going(*lines, "  " * count + "nothing")


def named(count: int) -> str:
    """So many names in sight at the end; the player is one of them."""
    return going(*(f"let n{n} = {n}" for n in range(1, count)), f"set game.round to n{count - 1} - {count - 1}")


def valued(type_: str, text: str) -> str:
    """Rules with a define of this value, which `go` asks for."""
    return going("let asked = value()", "if asked == asked: nothing", more=f"define value() -> {type_} = {text}")


FLYING = "keyword flying of unit"
NINES = "9" * 62_000
# Rules, and how their first error begins.
REFUSED = {
    "who has something is a value of an enum": (
        going("if red lacks flying: nothing", more=FLYING), "wrong-operand: `red` is a colour"),
    "who has something is a text": (going('if "a" has flying: nothing', more=FLYING), "wrong-operand: `\"a\"` is a text"),
    "who has something is a number": (going("if 3 lacks flying: nothing", more=FLYING), "wrong-operand: `3` is a number"),
    "who has something is nobody": (going("if none has flying: nothing", more=FLYING), "wrong-operand: `none` is none"),
    "who has something are many": (
        going("if (all unit) has flying: nothing", more=FLYING), "wrong-operand: `all unit` is a set of unit"),
    "a keyword that a status is given": (
        "status given(what: keyword) of unit:\n  passive: self gains what\n"
        + going("add given(flying) to all unit", more=FLYING),
        "wrong-operand: `what` stands for a keyword"),
    "more names than are in sight": (named(61), "out-of-bounds: `n60` is one more than the 60 names"),
    "a die without sides": (going("let r = roll d0", "if total(r) > 0: nothing"), "out-of-bounds: a die has from 1"),
    "a die of too many sides": (
        going("let r = roll d4000000000", "if total(r) > 0: nothing"), "out-of-bounds: a die has from 1"),
    "a die of a long number": (going(f"let r = roll d{NINES}", "if total(r) > 0: nothing"), "out-of-bounds: a die has"),
    "no dice": (going("let r = roll 0d6", "if total(r) > 0: nothing"), "out-of-bounds: from 1 to 100 dice"),
    "more dice than are rolled": (going("let r = roll 101d6", "if total(r) > 0: nothing"), "out-of-bounds: from 1 to 100"),
    "a long number": (valued("int", NINES), "number-too-large: "),
    "a long number of uses": (
        f'every unit:\n  activate "A" uses {NINES}: nothing\n' + going("nothing"), "number-too-large: "),
    "a long number of those chosen": (
        "verb hit(to target: unit): nothing\n" + going(f"hit to up to {NINES} unit"), "number-too-large: "),
    "a step in a step": (going("step first:", "  step second: nothing"), "outside-event: the step `second`"),
    "a step in a block": (going("if true:", "  step second: nothing"), "outside-event: the step `second`"),
    "a step in an ability": (
        'every unit:\n  activate "A":\n    step second: nothing\n' + going("nothing"), "outside-event: the step `second`"),
    "loops in loops": (blocks(17, "each {} in all unit:"), "nesting-too-deep: nested more than 16 levels"),
    "conditions in conditions": (blocks(17, "if mara_{} > 1:"), "nesting-too-deep: nested more than 16 levels"),
    "a sum of three hundred": (valued("int", " + ".join(["1"] * 300)), "nesting-too-deep: nested more than 60 levels"),
    "a sum of ten thousand": (valued("int", " + ".join(["1"] * 10_000)), "nesting-too-deep: nested more than 60 levels"),
    "no, no, no": (valued("bool", "not " * 300 + "true"), "nesting-too-deep: nested more than 60 levels"),
    "both, and more": (valued("bool", " and ".join(["true"] * 3000)), "nesting-too-deep: nested more than 60 levels"),
    "signs": (valued("int", "-" * 3000 + "1"), "nesting-too-deep: nested more than 60 levels"),
    "else, if, else": (
        going("if true: nothing", *(f"else if game.round == {n}: nothing" for n in range(300))),
        "nesting-too-deep: nested more than 60 levels"),
    "a keyword is removed": (
        "keyword tough of unit:\n  after hit to self: remove this\nverb hit(to target: unit): nothing\n" + going("hit to all unit"),
        "wrong-operand: `tough` is a keyword"),
    "statuses that nothing ranks": (
        "status hexed(who: unit) of unit stacks highest\n" + going("nothing"), "wrong-operand: `who` is a unit"),
    "statuses ranked by a number or none": (
        "status hexed(n: int?, by_what: int) of unit stacks by_what\n" + going("nothing"), "wrong-operand: `n` is a number or none"),
    "who controls a status is a number": (
        "status hexed(controller: int) of unit\n" + going("nothing"), "wrong-operand: the core reads `controller` as a player"),
    "white space that would be read anew from each of its signs": (
        going("nothing", "if some u in all unit satisfies true and u.score > 1" + " " * 200_000 + ": nothing"),
        "unknown-name: nothing here is named `u`"),
    "what may be none, with signs that mean something in a pattern": (
        going("let z = 1", "increase a.score by (first([z-a.score]) if a.score > 0 else 1)"),
        "maybe-none: `first([z-a.score]) if a.score > 0 else 1` may be none"),
    "a sum in a sentence": (
        going("require true " + f'"{{{" + ".join(["1"] * 300)}}}"'), "nesting-too-deep: nested more than 60 levels"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_words(name: str, tmp_path: Path) -> None:
    rules, begins = REFUSED[name]
    _, told = try_small(tmp_path, rules, tests=POSITION)
    assert told
    assert told[0].startswith(begins), told[0][:300]


# ---- what is as deep as may be goes through every stage, and through every engine
DEEP = {
    "as many names as may be in sight": named(60),
    "each": blocks(15, "each {} in all unit:"),
    "while": blocks(15, "while game.round < 1 at most 1 times:"),
    "choices": blocks(15, "choose {} from all unit by a:"),
    "conditions": blocks(15, "if game.round == 0:"),
    "sums": valued("int", " + ".join(["1"] * 56)),
    "negations": valued("bool", "not " * 56 + "true"),
    "alternatives": valued("bool", " or ".join(["game.round == 1"] * 56)),
    "either": valued("int", "1 if game.round == 1 else " * 56 + "2"),
    "quantified": valued("bool", "".join(f"some u{n} in all unit satisfies " for n in range(56)) + "true"),
    "functions": going("let x = " + "min(2, " * 26 + "1" + ")" * 26, "if x > 0: nothing"),
    "else if": going("if true: nothing", *(f"else if game.round == {n}: nothing" for n in range(26))),
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_texts_play_in_every_engine(name: str, tmp_path: Path) -> None:
    plays_alike(build_small(tmp_path, DEEP[name], tests=POSITION), tmp_path, name)


# ---- what cannot be told before play ends it with a fault, alike in every engine
FAULTS = {
    "a step that costs less than nothing": (
        going(
            "each u in all unit:", "  let found = reachable(u, 3, price, halts)", "  if size(found) > 0: nothing",
            more="define price(u: unit, a: square, b: square) -> int? = 0 - 1\n"
            "relation halts(u: unit, a: square) = false",
        ),
        "the step from b2 to a1 costs -1, and none costs less than nothing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_it_is_a_fault_of_the_content(name: str, tmp_path: Path) -> None:
    rules, told = FAULTS[name]
    lines = plays_alike(build_small(tmp_path, rules, tests=POSITION), tmp_path, name)
    assert any(told in line for line in lines), lines


def plays_alike(small: Small, folder: Path, name: str) -> list[str]:
    """Plays a game's first test in every engine; gives its transcript, which is the same everywhere."""
    content = content_of(small.program, small.build.scripts)
    (wanted,) = Interpreter(content, folder / "interpreter").run([("test", 0)])
    for engine, made in ENGINES.items():
        there = folder / f"{engine}_{abs(hash(name))}"
        there.mkdir()
        (found,) = made(content, there).run([("test", 0)])
        assert found == wanted, engine
    return wanted


def test_no_board_is_far_from_everything(tmp_path: Path) -> None:
    rules = going(
        "each u in all unit:", "  shown size(corners(u)) (path_distance(u, u, is_open) is none)",
        more="relation is_open(s: square) = true\nverb shown(n: int, nowhere: bool): nothing",
    )  # fmt: skip
    create = "    create: [{name: mara, kind: unit, owner: north, controller: north}]\n"
    tests = POSITION.partition("    board")[0] + create + "  when: go" + POSITION.partition("when: go")[2]
    lines = plays_alike(build_small(tmp_path, rules, tests=tests), tmp_path, "nowhere")
    assert "  shown n=0 nowhere=true" in lines


FIELDS = {"size": ("text", "a"), "keywords": ("int", "3"), "controller": ("colour", "red")}


@pytest.mark.parametrize("name", FIELDS)
def test_fields_that_the_core_reads_have_its_types(name: str, tmp_path: Path) -> None:
    type_, value = FIELDS[name]
    kinds = "\n".join(line for line in KINDS.split("\n") if not line.startswith(f"      {name}:"))
    kinds = kinds.replace(
        "      damage: int\n", f"      damage: int\n      {name}: {{type: {type_}, default: {value}}}\n"
    )
    _, told = try_small(tmp_path, going("nothing"), kinds=kinds)
    assert told
    assert told[0].startswith(f"wrong-operand: the core reads `{name}` as "), told


def test_figures_on_a_measured_board_have_all_measures(tmp_path: Path) -> None:
    kinds = """\
board: {type: table}
kinds:
  game: {fields: {round: int}}
  block: {figure: true, fields: {x: int, y: int, facing: dice, width: int}}
"""
    _, told = try_small(tmp_path, "verb go(): nothing\n", kinds=kinds)
    assert [line.partition(" (")[0] for line in told] == [
        "missing-key: a figure on a measured board needs `depth`, which block does not have",
        "wrong-operand: the core reads `facing` as a number",
    ]


# ---- wrong values in files beside the rules
def test_players_need_a_kind(tmp_path: Path) -> None:
    kinds = "kinds:\n  game: {fields: {round: int}}\n"
    tests = "- {name: t, given: {players: [north]}, when: go, then: [game.round == 0]}\n"
    _, told = try_small(tmp_path, "verb go(): nothing\n", kinds=kinds, tests=tests)
    assert [line.partition(": ")[0] for line in told] == ["unknown-kind"], told


ROSTER = 'roster band(what: {}, all_of: list of unit card):\n  require size(all_of) < 5 "{{what}}"\n' + going("nothing")
VALUES = {
    "int": ("3", "-3"), "bool": ("true", "false"), "text": ("words", '"7"', "nan", "1.5"), "colour": ("red",),
}  # fmt: skip
WRONG = {
    "int": ("words", '"7"', "true", "1.5", "null", "[1]", "{a: 1}"),
    "bool": ("yes", "1", '"true"', "null", "[true]"),
    "text": ("3", "true", "null", "[words]"),
    "colour": ("green", "3", "true", "null", "[red]"),
}


@pytest.mark.parametrize(("type_", "value"), [(t, v) for t, many in WRONG.items() for v in many])
def test_a_roster_has_values_of_the_type_that_is_declared(type_: str, value: str, tmp_path: Path) -> None:
    tests = POSITION + f"- {{name: r, roster: {{roster: band, what: {value}, all_of: []}}}}\n"
    _, told = try_small(tmp_path, ROSTER.format(type_), tests=tests)
    assert [line.partition(": ")[0] for line in told if "what" in line or "colour" in line] in (
        ["wrong-type"], ["wrong-value"]), told  # fmt: skip


@pytest.mark.parametrize(("type_", "value"), [(t, v) for t, many in VALUES.items() for v in many])
def test_right_values_of_a_roster_are_judged(type_: str, value: str, tmp_path: Path) -> None:
    tests = f"- {{name: r, roster: {{roster: band, what: {value}, all_of: []}}}}\n" + POSITION
    outcome = build_small(tmp_path, ROSTER.format(type_), tests=tests).test()
    assert outcome.failures == []


@pytest.mark.parametrize(
    "type_", ["unit", "square", "dice", "int?", "list of int", "set of colour", "duration", "status"]
)
def test_a_roster_lists_what_a_file_can_name(type_: str, tmp_path: Path) -> None:
    _, told = try_small(tmp_path, ROSTER.format(type_), tests=POSITION)
    assert [line.partition(": ")[0] for line in told] == ["wrong-operand"], told


DEFAULTS = {
    "int": ("3", "-3"), "bool": ("true",), "text": ("words", '""'), "rules": ('""',), "colour": ("red",), "dice": ("2d6",),
    "int?": ("none", "3"), "set of int": ("[]", "[1]"), "set of keyword": ("[]",), "list of text": ("[a]",),
}  # fmt: skip
NO_DEFAULTS = {
    "int": ("none", '"3"', "true", "[]", "{}", "words", "1.5", "null"), "bool": ("1", "yes", "none", "[]"),
    "text": ("3", "[]", "{a: 1}", "null"), "rules": ("words", "[]", "{type: rules}", "3"), "colour": ("green", "[red]", "null"),
    "dice": ("3", "[d6]", "d0", "0d6", "101d6", f"{'9' * 5000}d6", "nothing"), "set of int": ("3", "true", "{}", "{a: 1}", "[a]"),
    "unit": ("mara", "none", "3"), "square": ("a1", "3"), "roll": ("[]",), "duration": ("3",), "unit card": ("wolf",),
    "set of keyword": ("[3]", "[unknown]", "5"), "verb": ("go",), "point": ("[1, 2]",),
}  # fmt: skip


@pytest.mark.parametrize(("type_", "value"), [(t, v) for t, many in DEFAULTS.items() for v in many])
def test_a_field_has_a_default_of_its_type(type_: str, value: str, tmp_path: Path) -> None:
    _, told = try_small(tmp_path, going("nothing"), kinds=with_field(type_, value), tests=POSITION)
    assert told == []


@pytest.mark.parametrize(("type_", "value"), [(t, v) for t, many in NO_DEFAULTS.items() for v in many])
def test_a_default_of_another_type_is_refused(type_: str, value: str, tmp_path: Path) -> None:
    _, told = try_small(tmp_path, going("nothing"), kinds=with_field(type_, value), tests=POSITION)
    assert told
    assert {line.partition(": ")[0] for line in told} <= {
        "wrong-type",
        "wrong-value",
        "unknown-name",
        "out-of-bounds",
    }, told


def with_field(type_: str, value: str) -> str:
    return KINDS.replace(
        "      damage: int\n", f'      damage: int\n      held: {{type: "{type_}", default: {value}}}\n'
    )


@pytest.mark.parametrize(
    "keywords", ["[null]", "[flying, ~]", "[tough(99999999999999999999)]", "[tough(-99999999999999999999)]"]
)
def test_keywords_of_a_card_are_keywords(keywords: str, tmp_path: Path) -> None:
    cards = f"- {{id: wolf, kind: unit, name: {{en: Wolf}}, provenance: house, keywords: {keywords}}}\n"
    rules = "keyword flying of unit\nkeyword tough(n: int) of unit\n" + going("nothing")
    _, told = try_small(tmp_path, rules, cards=cards, tests=POSITION)
    assert [line.partition(": ")[0] for line in told] in (["unknown-name"], ["wrong-operand"]), told


@pytest.mark.parametrize(
    ("entity", "message"),
    [("kind: card, owner: north", "is no figure"), ("kind: player", "nobody would play this player")],
)
def test_only_figures_stand_on_a_board(entity: str, message: str, tmp_path: Path) -> None:
    tests = POSITION.replace("kind: unit, owner: north, controller: north", entity)
    _, told = try_small(tmp_path, going("nothing"), tests=tests)
    assert len(told) == 1
    assert told[0].startswith("wrong-operand: ")
    assert message in told[0]


@pytest.mark.parametrize(
    "die", ["{}", "{sides: 0}", "{sides: 4000000000}", "{sides: a}", "{faces: 3}", "{faces: [3]}", "{faces: [[a]]}"]
)
def test_a_die_of_the_ruleset_has_sides_or_faces(die: str, tmp_path: Path) -> None:
    _, told = try_small(tmp_path, going("nothing"), kinds=f"dice:\n  ruby: {die}\n{KINDS}", tests=POSITION)
    assert told
    assert {line.partition(": ")[0] for line in told} <= {"missing-key", "wrong-type", "wrong-value"}, told


def test_a_deck_has_so_many_cards_and_no_more(tmp_path: Path) -> None:
    scenario = "id: yard\nname: Yard\nplayers: [north]\ndecks: [{zone: north.pile, owner: north, cards: {gem: 9007199254740992}}]\n"
    cards = "- {id: gem, kind: card, name: {en: Gem}, provenance: house}\n"
    _, told = try_small(tmp_path, "flow go(): nothing\n", start="go", cards=cards, scenario=scenario)
    assert [line.partition(": ")[0] for line in told] == ["wrong-value"], told

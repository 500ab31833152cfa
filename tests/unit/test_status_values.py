"""Statuses as values: a card names what it lays on others, with or without values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.build import build_game
from compiler.interpreter.entities import create, of_kind
from compiler.interpreter.modifiers import has, stat
from compiler.interpreter.statuses import add_status
from compiler.interpreter.values import Fault
from dsl.diagnostics import Sink
from tests.small_game import KINDS, Small, build_small, do, one, try_small, write_game

Make = Callable[..., Small]

RULES = """
status slowed of unit
status burning(n: int) of unit
verb curse(by source: hex, to target: unit):
  each effect in source.lays:
    add effect to target until end of lift_curse from effect
verb lift_curse(from effect: status):
  nothing
verb lift_slowness():
  lift_curse from slowed
"""
HEX = """\
  hex:
    is: unit
    card: true
    fields: {lays: {type: set of status, printed: true}}
"""
WITCH = '- {id: witch, kind: hex, name: {en: Witch}, provenance: house, lays: [slowed, "burning(3)"]}'


def test_a_card_names_statuses_that_it_lays(small: Make) -> None:
    game = small(RULES, kinds=KINDS + HEX, cards=WITCH).game()
    witch, unit = create(game, "hex", game.cards["witch"], {}), one(game, "unit")
    do(game, "curse", source=witch, target=unit)
    assert has(game, unit, "slowed") and of_kind(game, "burning")[0].n == 3
    do(game, "lift_slowness")
    assert not has(game, unit, "slowed") and has(game, unit, "burning")


def test_a_status_that_a_card_prints_is_asked_for_and_dropped_with_its_values(small: Make) -> None:
    rules = """
verb absolve(by source: hex, to target: unit):
  each effect in source.lays:
    if target has effect: increase game.count by 1
    drop effect from target
"""
    game = small(RULES + rules, kinds=KINDS + HEX, cards=WITCH).game()
    witch, unit = create(game, "hex", game.cards["witch"], {}), one(game, "unit")
    add_status(game, "burning", (2,), unit, None)
    do(game, "absolve", source=witch, target=unit)
    assert game.game.count == 0 and has(game, unit, "burning")
    do(game, "curse", source=witch, target=unit)
    do(game, "absolve", source=witch, target=unit)
    assert game.game.count == 2 and [b.n for b in of_kind(game, "burning")] == [2]


NAMED = """
status slowed of unit
status burning(n: int) of unit
keyword swift of unit
keyword reach(n: int) of unit
verb inflict(what: status, on target: unit):
  add what to target
verb learn(what: keyword, by target: unit):
  nothing
verb tick(by target: unit):
  increase game.count by 1
verb haunt(by source: hex, on target: unit):
  each effect in source.lays:
    inflict effect on target
  each word in source.card.keywords:
    learn word by target
every unit:
  after inflict {pattern} on self: tick by self
  after inflict on self where {condition}: tick by self
"""


@pytest.mark.parametrize(
    ("status", "count"), [("burning", 1), ("[burning]", 1), ("slowed", 1), ("[slowed, burning]", 2)]
)
def test_what_a_card_prints_with_values_is_answered_by_its_name(small: Make, status: str, count: int) -> None:
    condition = f"what in {status}" if "[" in status else f"what is {status}"
    rules = NAMED.format(pattern=status, condition=condition)
    game = small(rules, kinds=KINDS + HEX, cards=WITCH).game()
    witch, unit = create(game, "hex", game.cards["witch"], {}), one(game, "unit")
    do(game, "haunt", source=witch, target=unit)
    assert game.game.count == 2 * count


def test_statuses_and_keywords_are_compared_by_name_where_one_has_no_values(small: Make) -> None:
    rules = (
        NAMED.format(pattern="burning", condition="is_burning(what)")
        + """
relation is_burning(what: status):
  let named = burning
  what == named and named in [what] and what not in [slowed] and what is not slowed
verb compare(by source: hex):
  if burning in source.lays and slowed in source.lays: increase game.count by 10
  if first(list(e for e in source.lays)) is slowed: increase game.count by 100
  if some e in source.lays satisfies (some f in source.lays satisfies (e is burning and e is f)):
    increase game.count by 1000
every unit:
  after learn swift by self: increase game.count by 10000
  after learn by self where what is reach: increase game.count by 100000
"""
    )
    cards = WITCH.replace("lays:", 'keywords: ["reach(2)", swift], lays:')
    game = small(rules, kinds=KINDS + HEX, cards=cards).game()
    witch, unit = create(game, "hex", game.cards["witch"], {}), one(game, "unit")
    do(game, "haunt", source=witch, target=unit)
    do(game, "compare", source=witch)
    assert game.game.count == 111112


def test_a_keyword_that_is_lost_is_not_found_by_what_a_card_prints(small: Make) -> None:
    rules = """
keyword swift of unit
keyword reach(n: int) of unit
verb look(by source: unit):
  increase game.count by (count(k for k in source.card.keywords where source has k))
verb tire(by source: unit):
  set source.tapped to true
every unit:
  passive while self.tapped: self loses reach
"""
    cards = '- {id: rook, kind: unit, name: {en: Rook}, provenance: house, keywords: ["reach(2)", swift]}'
    game = small(rules, cards=cards).game()
    rook = create(game, "unit", game.cards["rook"], {})
    do(game, "look", source=rook)
    assert game.game.count == 2
    do(game, "tire", source=rook)
    do(game, "look", source=rook)
    assert game.game.count == 2 + 1


def test_values_cut_off_by_a_comma_are_told_with_the_remedy(tmp_path: Path) -> None:
    rules = "keyword guard(points: int, kind: colour) of unit\n"
    cards = "- {id: rook, kind: unit, name: {en: Rook}, provenance: house, keywords: [guard(3, red)]}"
    _, told = try_small(tmp_path, rules, cards=cards)
    assert any(line.startswith("syntax: its values are not closed") for line in told)


def test_a_status_that_another_drops_answers_no_more(small: Make) -> None:
    game = small("""
status fear of unit:
  after wake to self:
    increase game.count by 1
    drop fear from self
verb wake(to target: unit):
  set target.tapped to false
verb scare(target: unit):
  add fear to target
""").game()
    unit = one(game, "unit")
    do(game, "scare", target=unit)
    do(game, "scare", target=unit)
    do(game, "wake", target=unit)
    assert game.game.count == 1


def test_who_cannot_is_found_in_each_event_of_a_class(tmp_path: Path) -> None:
    """The events may name who acts in their own way."""
    rules = """
verb walk(by who: unit):
  set who.tapped to true
verb run(by {runner}: unit):
  set {runner}.tapped to true
events going = walk, run
status stuck of unit:
  passive: self cannot going
"""
    for runner in ("who", "racer"):
        _, told = try_small(tmp_path, rules.format(runner=runner))
        assert told == []


LINES = """\
  spell_line:
    part: true
    line: ["{id}", {before: ":", list: ["{lays}"]}]
    fields: {id: {type: text, printed: true}, lays: {type: set of status, printed: true, default: []}}
  hexer:
    is: unit
    card: true
    fields: {spells: {type: list of spell_line, printed: true, default: []}}
"""
LINE_RULES = """
status slowed of unit
status burning(n: int) of unit
"""
HEXER = '- {{id: hag, kind: hexer, name: {{en: Hexer}}, provenance: house, spells: ["glare: {lays}"]}}'


def test_a_printed_line_names_statuses_with_their_values(small: Make) -> None:
    game = small(LINE_RULES, kinds=KINDS + LINES, cards=HEXER.format(lays="burning 3, slowed")).game()
    hexer = create(game, "hexer", game.cards["hag"], {})
    (spell,) = hexer.spells  # type: ignore[attr-defined]
    assert spell.lays == (("burning", (3,)), "slowed")


def test_a_wrong_name_among_statuses_is_no_keyword(tmp_path: Path) -> None:
    rules = "status hexed of unit\nkeyword hexes of unit\n"
    cards = WITCH.replace('lays: [slowed, "burning(3)"]', "lays: [hexd], keywords: [hexez]")
    sink = Sink()
    build_game(write_game(tmp_path, rules, kinds=KINDS + HEX, cards=cards), sink, "small")
    told = {(item.message, item.help) for item in sink.items if item.code == "unknown-name"}
    assert told == {
        ("no status is named `hexd`", "did you mean `hexed`?"),
        ("no keyword is named `hexez`", "did you mean `hexes`?"),
    }


def test_a_keyword_among_statuses_is_refused_and_a_status_among_keywords(tmp_path: Path) -> None:
    rules = "status hexed of unit\nkeyword hexes of unit\n"
    cards = WITCH.replace('lays: [slowed, "burning(3)"]', "lays: [hexed, hexes], keywords: [hexes, hexed]")
    sink = Sink()
    build_game(write_game(tmp_path, rules, kinds=KINDS + HEX, cards=cards), sink, "small")
    assert {(item.code, item.message, item.help) for item in sink.items} == {
        ("wrong-operand", "`hexes` is a keyword, but a status is needed", "it is one of: `hexed`"),
        ("wrong-operand", "`hexed` is a status, but a keyword is needed", "it is one of: `hexes`"),
    }


@pytest.mark.parametrize(
    ("lays", "message"),
    [
        ("burning much", "wrong-operand: `much` does not fit"),
        ("burning", "missing-operand: "),
        ("slowed 2", "extra-operand: "),
        ("burned 3", "unknown-name: no status is named `burned`"),
    ],
)
def test_values_in_a_printed_line_are_checked(tmp_path: Path, lays: str, message: str) -> None:
    _, told = try_small(tmp_path, LINE_RULES, kinds=KINDS + LINES, cards=HEXER.format(lays=lays))
    assert len(told) == 1 and told[0].startswith(message)


GIVES = """
status slowed of unit
status burning(n: int) of unit
define mark(u: unit) -> status = burning if u.tapped else slowed
verb hand(what: status, to target: unit):
  lay_down what onto target
verb lay_down(what: status, onto target: unit):
  add what to target
verb ease(what: status, from target: unit):
  drop what from target
verb curse(to target: unit):
"""
KEEPING = KINDS.replace("      damage: int\n", "      damage: int\n      kept: {type: set of status, default: []}\n")
ADDED = [
    "let s = burning\nadd s to target",
    "let s = burning if target.tapped else slowed\nadd s to target",
    "let s = slowed\nset s to burning\nadd s to target",
    "let s = slowed\nlet n = slowed\nwhile target has s at most 3 times:\n  add n to target\n  set n to s\n  set s to burning",
    "let s = mark(target)\nadd s to target",
    "each s in [slowed, burning]:\n  add s to target",
    "choose s from [slowed, burning] by target.owner\nadd s to target",
    "let s = burning\nhand s to target",
    "hand burning to target",
    "increase target.kept by burning",
    "set target.kept to [burning]",
    "step first:\n  let s = burning\nstep second:\n  add s to target",
]
COMPARED = [
    "let s = burning\nif target has s:\n  drop s from target",
    "let s = mark(target)\nease s from target",
    "let s = slowed\nset s to burning\nease s from target",
    "hand (slowed if target has burning else slowed) to target",
    "set target.kept to [slowed]",
    "each s in target.kept:\n  add s to target",
]


def told_of(folder: Path, body: str) -> list[str]:
    lines = "\n".join("  " + line for line in body.split("\n")) + "\n"
    return try_small(folder, GIVES + lines, kinds=KEEPING)[1]


@pytest.mark.parametrize("body", ADDED)
def test_a_status_without_its_values_is_told_wherever_it_is_added(tmp_path: Path, body: str) -> None:
    """By way of a local name, a function, a verb or a field: nothing is left to find in play."""
    (told,) = told_of(tmp_path, body)
    assert told.startswith("missing-operand: `burning` has no value for its `n` here, and `")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("if s is not none: add s to target", []),
        ("if s is not none: drop s from target", []),
        ("add s to target", ["maybe-none: `s` may be none here"]),
        ("if s is none: add s to target", ["maybe-none: `s` may be none here"]),
    ],
)
def test_a_status_that_may_be_none_is_added_where_it_is_there(tmp_path: Path, body: str, told: list[str]) -> None:
    found = told_of(tmp_path, "let s = first(target.kept)\n" + body.replace(": ", ":\n  "))
    assert [line.partition(" (")[0] for line in found] == told


@pytest.mark.parametrize("body", COMPARED)
def test_a_status_that_is_only_compared_needs_no_values(tmp_path: Path, body: str) -> None:
    assert told_of(tmp_path, body) == []


LAID = (
    GIVES
    + "  announce burning to target\nverb announce(what: status, to target: unit):\n  {body}\nevery unit:\n  {ability}\n"
)
ANSWERS = [
    ("nothing", "after announce to self: add what to self"),
    ("nothing", 'react "take" after announce to self:\n    add what to self'),
    ("nothing", "after announce to self: hand what to self"),
    ("nothing", "after announce to self:\n    let worst = event.what\n    add worst to self"),
    ("let worst = what", "after announce to self: add worst to self"),
    ("tell what to target", "after tell to self: add what to self"),
    ("nothing", "after announce to self: tell what to self\n  after tell to self: add what to self"),
    ("nothing", "after either to self: add what to self"),
]
HARMLESS = [
    ("nothing", "after announce to self: drop what from self"),
    ("nothing", "after announce to self: ease what from self"),
    ("ease what from target", "after tell to self: add what to self"),
    ("nothing", "after announce to self: set self.tapped to self has what"),
]
LIVE = "live unit.rules for this while in_play\n"
TELL = "verb tell(what: status, to target: unit): nothing\nevents either = announce, tell\n"


def laid_by(folder: Path, body: str, ability: str) -> list[str]:
    return try_small(folder, LAID.format(body=body, ability=ability) + TELL)[1]


@pytest.mark.parametrize(("body", "ability"), ANSWERS)
def test_a_status_that_an_answer_to_the_verb_adds_has_its_values(tmp_path: Path, body: str, ability: str) -> None:
    (told,) = laid_by(tmp_path, body, ability)
    assert told.startswith("missing-operand: `burning` has no value for its `n` here, and what answers `")


@pytest.mark.parametrize(("body", "ability"), HARMLESS)
def test_an_answer_that_adds_nothing_needs_no_values(tmp_path: Path, body: str, ability: str) -> None:
    assert laid_by(tmp_path, body, ability) == []


def test_an_answer_of_a_card_adds_what_rules_name(tmp_path: Path) -> None:
    card = "- id: a\n  kind: unit\n  name: {{en: A}}\n  provenance: house\n  rules: |\n    after announce to self: {}\n"
    rules = LAID.format(body="nothing", ability="after tell to self: nothing") + TELL + LIVE
    for number, (does, count) in enumerate([("add what to self", 1), ("drop what from self", 0)]):
        assert len(try_small(tmp_path / str(number), rules, cards=card.format(does))[1]) == count
    named = rules + "heading told of unit = after announce to self\n"
    (told,) = try_small(
        tmp_path / "named", named, cards=card.replace("after announce to self", "told").format("hand what to self")
    )[1]
    assert "what answers `announce` adds its `what`" in told


def test_what_an_event_is_changed_to_is_added_where_its_verb_adds_it(tmp_path: Path) -> None:
    rules = GIVES + "  nothing\nevery unit:\n  before {verb} to self:\n    set what to burning\n"
    (told,) = try_small(tmp_path / "a", rules.replace("{verb} to", "hand to"))[1]
    assert "and `what` is added" in told
    assert try_small(tmp_path / "b", rules.replace("{verb} to", "ease from"))[1] == []


def test_the_status_that_a_verb_takes_by_default_has_its_values(tmp_path: Path) -> None:
    rules = GIVES + "  nothing\nverb mark_all(what: status = burning):\n  each u in all unit: lay_down what onto u\n"
    (told,) = try_small(tmp_path, rules)[1]
    assert told.startswith("missing-operand: `burning`")


def test_a_status_with_values_has_no_name(tmp_path: Path) -> None:
    (told,) = told_of(tmp_path, "let s = burning(3)\nadd s to target")
    assert told.startswith("unknown-function: no function is named `burning`")


def test_a_program_that_no_check_has_seen_ends_with_a_fault(tmp_path: Path) -> None:
    """What `check` refuses can still come in an export that was changed."""
    game = build_small(tmp_path, "status burning(n: int) of unit").game()
    with pytest.raises(Fault, match=r"`burning` was given to .* without its values"):
        add_status(game, "burning", (), one(game, "unit"), None)


STRONG = """
keyword strong(n: int, m: int = 4, c: colour = red) of unit:
  passive: +(n * 10 + m) might
keyword odd(n: int = 1, m: int) of unit
stat might of unit = 0
verb strengthen(u: unit):
  until end of match: u gains strong(2)
flow match(): note
verb note(): nothing
"""


def test_a_keyword_may_leave_out_values_that_have_a_default(small: Make) -> None:
    cards = """\
- {id: ann, kind: unit, name: {en: Ann}, provenance: house, keywords: ["strong(3)"]}
- {id: bob, kind: unit, name: {en: Bob}, provenance: house, keywords: ["strong(3, 5)"]}
- {id: cat, kind: unit, name: {en: Cat}, provenance: house}
"""
    game = small(STRONG, cards=cards).game()
    units = [create(game, "unit", game.cards[name], {}) for name in ("ann", "bob", "cat")]
    do(game, "strengthen", u=units[2])
    assert [stat(game, unit, "might") for unit in units] == [34, 35, 24]


@pytest.mark.parametrize(
    ("keyword", "told"),
    [
        ("strong", "missing-operand: `strong` takes 3 values, and 0 are given"),
        ("strong(1, 2, red, 4)", "extra-operand: `strong` takes 3 values, and 4 are given"),
        ("odd(1)", "missing-operand: `odd` takes 2 values, and 1 is given"),
    ],
)
def test_values_without_a_default_are_still_needed(tmp_path: Path, keyword: str, told: str) -> None:
    cards = f'- {{id: ann, kind: unit, name: {{en: Ann}}, provenance: house, keywords: ["{keyword}"]}}'
    assert [line.partition(" (")[0] for line in try_small(tmp_path, STRONG, cards=cards)[1]] == [told]
    granted = STRONG.replace("strong(2)", keyword)
    assert {line.partition(" (")[0] for line in try_small(tmp_path, granted)[1]} == {told}

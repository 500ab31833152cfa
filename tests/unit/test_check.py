"""Types of expressions, and what is known not to be none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from compiler.build import build_game
from dsl.checking.check import check
from dsl.diagnostics import Diagnostic, Sink
from dsl.meaning.declare import declare
from dsl.source import Source
from dsl.syntax import ast
from tests.golden.language import findings, fixture
from tests.small_game import KINDS, build_small, do, one, try_small, write_game


def type_of(text: str, params: str = "c: creature, p: player, n: int, r: roll, e: element") -> str:
    """The type that the checker infers, read off a `let` in a verb."""
    rules = f"verb probe({params}):\n  let found = {text}\n"
    files = replace(fixture(), rules=(*fixture().rules, Source("chunk.rules", rules)))
    sink = Sink()
    checked = check(declare(files, sink), sink)
    assert checked is not None, [d.message for d in sink.items]
    (let,) = [n for n in checked.vocab.verbs["probe"].node.body.walk() if isinstance(n, ast.LetStmt)]
    return str(checked.facts.types[let.value])


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("n + 2 * -n", "a number"),
        ("n > 2 and not c.tapped", "yes or no"),
        ("2d6 + 1d20", "dice"),
        ("red", "dice"),
        ("fire", "an element"),
        ("c.owner", "a player"),
        ("c.bearer", "a creature or none"),
        ("c.abilities", "a set of ability"),
        ("c.owner.hand", "a zone of order"),
        ("all creature", "a set of creature"),
        ("all bloodied", "a set of creature"),
        ("count of creature where level > 2", "a number"),
        ("any creature within 2 of c", "yes or no"),
        ("sum(d.level for d in all creature)", "a number"),
        ("set(d.owner for d in all creature)", "a set of player"),
        ("list(d.level for d in all creature)", "a list of numbers"),
        ("first(c.owner.hand)", "an order or none"),
        ("highest(r)", "a face or none"),
        ("total(r)", "a number"),
        ("half(n)", "a number"),
        ("near(c, c)", "yes or no"),
        ("c if n > 2 else none", "a creature or none"),
        ("c.at", "a square or none"),
        ("a1", "a square"),
        ("neighbours(a1)", "a set of squares"),
        ("wolf", "a creature card"),
        ("c.card", "a creature card"),
        ("[fire, cold]", "a set of element"),
        ("can (tap c)", "yes or no"),
        ("printed(c.level)", "a number"),
    ],
)
def test_inference(text: str, type_: str) -> None:
    assert type_of(text) == type_


KNOWN = [
    "if c.bearer is not none: tap c.bearer.owner",
    "if c.bearer != none: tap c.bearer.owner",
    "if not c.bearer is none: tap c.bearer.owner",
    "if c.bearer is none: nothing\n  else: tap c.bearer.owner",
    "if c.bearer is not none and c.bearer.tapped: nothing",
    "if c.bearer is none or c.bearer.tapped: nothing",
    "if not (c.bearer is none or c.tapped): tap c.bearer.owner",
    "if c.bearer is wolfish: tap c.bearer.owner",
    "if c.bearer has flying: tap c.bearer.owner",
    "require c.bearer is not none\n  tap c.bearer.owner",
    "let n = c.bearer.level if c.bearer is not none else 0",
    "while c.bearer is not none at most 3 times: tap c.bearer.owner",
    "if c.bearer is not none:\n    if c.bearer.bearer is not none: tap c.bearer.bearer.owner",
]
NOT_KNOWN = [
    "tap c.bearer.owner",
    "if c.bearer is none: tap c.bearer.owner",
    "if c.bearer is not none or c.tapped: tap c.bearer.owner",
    "if not c.bearer is not none: tap c.bearer.owner",
    "if c.bearer is not none: nothing\n  else: tap c.bearer.owner",
    "if c.bearer is not none: nothing\n  tap c.bearer.owner",
    "if d.bearer is not none: tap c.bearer.owner",
    "if c.bearer lacks flying: tap c.bearer.owner",
    "if c.bearer is not none: tap c.bearer.bearer.owner",
    "if c.bearer.tapped and c.bearer is not none: nothing",
]


def codes(body: str) -> set[str]:
    # `owner` is a player: what is reached through it shows whether the bearer may be none, and nothing else.
    text = body.replace("tap c.bearer.owner", "increase c.bearer.damage by 1")
    text = text.replace("tap c.bearer.bearer.owner", "increase c.bearer.bearer.damage by 1")
    rules = f"noun wolfish = creature where level > 2\nverb probe(c: creature, d: creature):\n  {text}\n"
    return {item.code for item in findings(rules) if item.code != "unread-value"}


@pytest.mark.parametrize("body", KNOWN)
def test_what_was_tested_is_there(body: str) -> None:
    assert codes(body) == set()


FOUND = "if c.bearer is not none:\n    {}\n      increase c.bearer.damage by 1\n      {}"
ROUNDS = [
    ("each e in all creature:", "set c.bearer to e.bearer", True),
    ("repeat 2 times:", "set c.bearer to none", True),
    ("while c.tapped at most 9 times:", "if c.level > 2: set c.bearer to none", True),
    ("may any number of times by c.owner:", "repeat 2 times: set c.bearer to none", True),
    ("while c.bearer.tapped at most 9 times:", "set c.bearer to none", True),
    # one loses its value in the round after another has lost its own
    ("repeat 3 times:", "set c.bearer to kept\n      set kept to d.bearer", True),
    ("each e in all creature:", "set c.bearer to e", False),
    ("while c.bearer is not none at most 9 times:", "set c.bearer to none", False),
    ("repeat 2 times:", "set d.bearer to none", False),
]


@pytest.mark.parametrize(("loop", "change", "told"), ROUNDS)
def test_what_a_round_changes_is_not_known_in_the_next(loop: str, change: str, told: bool) -> None:
    kept = "let kept = c.bearer\n  if kept is not none:\n   " if "kept" in change else ""
    found = codes(kept + FOUND.format(loop, change).replace("\n", "\n " if kept else "\n"))
    assert found == ({"maybe-none"} if told else set())


@pytest.mark.parametrize("body", NOT_KNOWN)
def test_what_was_not_tested_may_be_none(body: str) -> None:
    assert codes(body) == {"maybe-none"}


ABILITIES = [
    ("after deal to self:\n    increase self.damage by amount", set()),
    ("after deal.reduce to self:\n    increase self.damage by left", set()),
    ("before deal.reduce to self:\n    increase self.damage by left", {"unknown-name"}),
    ("after harm to self:\n    tap target", set()),
    ("after harm to self:\n    tap attacker", {"unknown-name"}),
    ("passive while bearer is not none: level is bearer.level", set()),
    ("passive: level is bearer.level", {"maybe-none"}),
    ("passive: level is bearer.level while bearer is not none", set()),
    ("activate requires bearer is not none:\n    increase bearer.damage by 1", set()),
    ("activate:\n    tap one enemy\n    increase target.damage by 1", set()),
    ("activate:\n    increase target.damage by 1", {"unknown-name"}),
]


@pytest.mark.parametrize(("ability", "wanted"), ABILITIES)
def test_what_an_ability_sees(ability: str, wanted: set[str]) -> None:
    assert {item.code for item in findings(f"every creature:\n  {ability}\n")} == wanted


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("bearer is not none and bearer.bearer is not none", False),
        ("bearer is not none", False),
        ("not tapped", True),
    ],
)
def test_the_subject_of_a_live_line_is_read_under_its_condition(condition: str, told: bool) -> None:
    found = findings(f"live creature.rules for bearer.bearer while {condition}\n")
    assert any(item.code == "maybe-none" for item in found) is told


HURT = """verb hurt(n: int, to target: creature, by source: creature? = none):
  increase target.damage by n
flow hunt(c: creature): hurt 1 to c by c
every creature:
  before hurt to self by creature:
"""
SET = [
    ("set source to none; increase source.damage by n", True),
    ("set event.source to self.bearer; increase source.damage by n", True),
    ("set source to none; increase event.source.damage by n", True),
    ("set source to self; increase source.damage by n", False),
    ("if bearer is not none: set bearer to none; increase bearer.damage by n", True),
    ("if self.bearer is not none: set self.bearer to none; increase self.bearer.damage by n", True),
    ("if self.bearer is not none: set self.bearer to self; increase self.bearer.damage by n", False),
    ("if source.bearer is not none: set source to self; increase source.bearer.damage by n", True),
]
LASTING = [
    ("if self.bearer is not none: until end of draw: level is self.bearer.level", True),
    ("if bearer is not none: until end of draw: level is bearer.level", True),
    ("if bearer is not none: until end of draw: -1 level for bearer", True),
    ("if self.bearer is not none: while self.bearer.tapped: level is n", True),
    ("if self.bearer is not none: add slowed to self until end of tap where self.bearer.tapped", True),
    ("if self.bearer is not none: until end of draw: level is self.bearer.level if self.bearer is not none else 2", False),
    ("let b = self.bearer; if b is not none: until end of draw: level is b.level", False),
    ("until end of draw: level is source.level + event.source.level", False),
]  # fmt: skip


def laid_out(line: str) -> str:
    """The statements of a line, each in a line of its own, and deeper below an `if`."""
    written: list[str] = []
    depth = 4
    for statement in line.split("; "):
        head, colon, rest = statement.partition("none: ")
        if statement.startswith("if ") and colon:
            written.append(" " * depth + head + "none:")
            depth, statement = depth + 2, rest
        written.append(" " * depth + statement)
    return "\n".join(written) + "\n"


@pytest.mark.parametrize(("line", "told"), [*SET, *LASTING])
def test_what_may_have_become_none_is_not_known(line: str, told: bool) -> None:
    found = [item for item in findings(HURT + laid_out(line)) if item.code != "unread-value"]
    assert [item.code for item in found] == ["maybe-none"] * told, [item.message for item in found]


def test_what_lasts_is_told_to_keep_a_value() -> None:
    (found,) = findings(HURT + laid_out(LASTING[0][0]))
    assert (found.message, found.help) == (
        "`self.bearer` may be none here",
        "it is read again while this lasts: keep it first, by `let kept = self.bearer`, and test `kept`",
    )


SEATS = "define seats() -> list of player = list(p for p in all player)\n"


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("seats", []),
        ("seat", ["unknown-name: no define is named `seat`"]),
        ("best", ["wrong-operand: `best` must return the players in their order"]),
    ],
)
def test_the_order_of_players_is_a_define_that_gives_them(tmp_path: Path, policy: str, told: list[str]) -> None:
    rules = SEATS + "define best() -> list of int = list(p.score for p in all player)\n"
    assert [t.partition(" (")[0] for t in try_small(tmp_path, rules, more=f"policy: {{order: {policy}}}\n")[1]] == told


@pytest.mark.parametrize(
    ("start", "told"),
    [
        ("match", []),
        ("mach", ["unknown-verb: no flow is named `mach`"]),
        ("turn", ["missing-operand: `turn` needs values, and nobody gives them at the start of a match"]),
        ("play", ["outside-event: `play` runs the text that is being used, and none is at the start of a match"]),
    ],
)
def test_a_match_begins_with_a_flow_that_needs_nothing(tmp_path: Path, start: str, told: list[str]) -> None:
    rules = "flow match():\n  each p in all player: turn by p\nflow turn(by who: player):\n  nothing\n"
    rules += "flow play():\n  resolve\nlive unit for this through play\n"
    assert [t.partition(" (")[0] for t in try_small(tmp_path, rules, start=start)[1]] == told


def test_a_verb_that_runs_a_text_is_one_that_texts_are_used_through(tmp_path: Path) -> None:
    rules = "verb play(u: unit):\n  end_it\nverb end_it():\n  resolve\n"
    found = try_small(tmp_path / "1", rules)[1]
    assert [t.partition(" (")[0] for t in found] == [
        "outside-event: no text is used through `end_it`, so there is none to run"
    ]
    assert not try_small(tmp_path / "2", rules + "live unit for this through play this\n")[1]


def test_a_scenario_runs_no_text_that_nobody_uses(tmp_path: Path) -> None:
    rules = "verb play(by who: player):\n  resolve\nlive unit for this through play by this.controller\n"
    scenario = "id: first\nname: First\nplayers: [p1]\ndo: play by p1\n"
    found = try_small(tmp_path, rules, scenario=scenario)[1]
    assert [t.partition(":")[0] for t in found] == ["outside-event"]


def test_after_a_text_that_cannot_be_read_nothing_is_called_missing(tmp_path: Path) -> None:
    card = (
        "- id: a\n  kind: unit\n  name: {en: A}\n  provenance: house\n  rules: |\n    after unheard by self: nothing\n"
    )
    rules = "verb unheard(by u: unit): nothing\n{live}"
    spoilt = try_small(tmp_path / "1", rules.format(live="live unit for for this\n"), cards=card)[1]
    assert [told.partition(":")[0] for told in spoilt] == ["syntax"]
    without = try_small(tmp_path / "2", rules.format(live=""), cards=card)[1]
    assert [told.partition(":")[0] for told in without] == ["never-live"]


@pytest.mark.parametrize(
    ("given", "told"),
    [("[swift]", []), ("[swift, reach]", ["missing-operand: `reach` has no value for its `n` here"])],
)
def test_a_new_thing_has_no_keyword_without_its_values(tmp_path: Path, given: str, told: list[str]) -> None:
    rules = (
        "keyword swift of unit\nkeyword reach(n: int) of unit\n"
        f"verb call(by p: player):\n  create u = unit with owner = p, controller = p, keywords = {given}\n"
    )
    assert [t.partition(" (")[0] for t in try_small(tmp_path, rules)[1]] == told


STATS = """
stat might of unit = 0
stat grit of unit = 0
stat weight of unit = self.might + 1
noun big = unit where might > 2
define heft(u: unit) -> int = u.weight
"""
CIRCLES = {
    "keyword stone of unit:\n  passive: +self.grit might\n  passive: +self.might grit\n": ["grit", "might"],
    "keyword stone of unit:\n  passive: +self.weight might\n": ["weight", "might"],
    "keyword stone of unit:\n  passive: +heft(self) might\n": ["weight", "might"],
    "every unit:\n  passive: +self.grit might\n  passive while self.weight > 2: +1 grit\n": ["grit", "weight", "might"],
    "every unit:\n  passive: +self.grit might\nkeyword stone of unit:\n  passive: +self.weight grit\n": [
        "weight",
        "might",
        "grit",
    ],
    "every unit:\n  passive: +self.grit might\n  passive while self is big: +1 grit\n": ["grit", "might"],
    "every unit:\n  passive: +highest(u.grit for u in all unit) might\n  passive: +self.might grit\n": [
        "grit",
        "might",
    ],
    "every unit:\n  passive: +self.grit might\n  passive while any unit where might > 2: +1 grit\n": ["grit", "might"],
}
STRAIGHT = [
    "keyword stone of unit:\n  passive: +self.grit might\nkeyword sand of unit:\n  passive: +self.might grit\n",
    "every unit:\n  passive while self.tapped: +self.grit might\n  passive while not self.tapped: +self.might grit\n",
    "every unit:\n  passive: +highest(u.grit for u in all unit where u is not self) might\n  passive: +self.might grit\n",
    "every unit:\n  passive while any unit where it is not self and might > 2: +1 might\n",
    "every unit:\n  passive while any unit within 2 of self where might > 2: +1 might\n",
    "every unit:\n  passive: +sum(0 if u is self else u.might for u in all unit) might\n",
    "every unit:\n  passive: +printed(self.hp) might\n  passive: +self.might grit\n",
]


def circles(folder: Path, rules: str) -> list[Diagnostic]:
    sink = Sink()
    build_game(write_game(folder, STATS + rules), sink, "small")
    return [found for found in sink.sorted() if found.code == "recursive-definition"]


@pytest.mark.parametrize("rules", CIRCLES)
def test_a_stat_that_reaches_itself_is_told_with_the_whole_chain(tmp_path: Path, rules: str) -> None:
    """Each link has its place: what is read there is written there."""
    (found,) = circles(tmp_path, rules)
    names = CIRCLES[rules]
    assert [label.text for label in found.labels] == [
        f"`{one}` needs `{other}`" for one, other in zip([names[-1], *names], names, strict=False)
    ]
    assert found.message == f"`{names[-1]}` of `self` depends on itself"
    for label, read in zip(found.labels, names, strict=True):
        assert read in label.span.text or label.span.text in ("heft(self)", "self is big")


@pytest.mark.parametrize("rules", STRAIGHT)
def test_what_need_not_be_a_circle_is_none(tmp_path: Path, rules: str) -> None:
    """Of two keywords, two entities, and conditions that exclude one another, play tells."""
    assert circles(tmp_path, rules) == []


def test_stats_by_way_of_others_are_told_in_the_order_of_the_chain(tmp_path: Path) -> None:
    (found,) = circles(
        tmp_path, "stat one of unit = self.two\nstat two of unit = three\nstat three of unit = self.one\n"
    )
    assert [(label.text, label.span.text) for label in found.labels] == [
        ("`one of unit` needs `two of unit`", "self.two"),
        ("`two of unit` needs `three of unit`", "three"),
        ("`three of unit` needs `one of unit`", "self.one"),
    ]


def test_a_value_is_meant_where_the_field_of_its_name_cannot_be_one(tmp_path: Path) -> None:
    """Players have numbers that are named as the goods are."""
    small = build_small(
        tmp_path,
        """
        verb gain(amount: int, what: colour, by who: player): increase who.score by amount
        every player:
          after gain 2 red by self: increase self.red by 1
          after gain by self where what is red: increase self.blue by amount + red
        """,
        kinds=KINDS.replace("score: int", "score: int, red: int, blue: int"),
    )
    game = small.game()
    who = one(game, "player")
    do(game, "gain", amount=2, what="red", who=who)
    do(game, "gain", amount=2, what="blue", who=who)
    assert (who.score, who.red, who.blue) == (4, 1, 3)

"""What tests can say: each test of a small game passes, or fails with these messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.authoring.debugger.debuggees import DebuggedTest
from cardwright.authoring.debugger.session import Session
from compiler.build import Build, build_game
from compiler.callables.code import Code
from compiler.interpreter.scripts import Outcome, Scripts
from dsl.diagnostics import Sink
from tests.lint_game import write_example
from tests.scripted_game import ALL, CARDS, RULES, entry, written
from tests.small_game import Small, build_small, write_game

Make = Callable[..., Small]


def outcomes(made: Small) -> list[Outcome]:
    scripts = Scripts(made.code, made.build.scripts)
    return [scripts.run_test(script) for key, script in made.build.scripts.items() if key.startswith("test ")]


def test_each_test_says_what_is_wrong(small: Make) -> None:
    made = small(RULES, cards=CARDS, tests=written())
    found = [(outcome.name, *(failure.message for failure in outcome.failures)) for outcome in outcomes(made)]
    assert found == [(name, *messages) for name, _, messages in ALL]


def test_a_fault_of_a_claim_stands_at_the_claim(small: Make) -> None:
    claim = "round_down(owl.damage / ann.score) == 1"
    made = small(RULES, cards=CARDS, tests=entry("wrong", f"when: hit 1 to owl\n  then: [owl.damage == 1, {claim}]"))
    (outcome,) = outcomes(made)
    ((message, at),) = [(failure.message, failure.at) for failure in outcome.failures]
    span = made.code.spans[at]
    assert message == "a number was divided by zero"
    file = made.build.files.folder / Path(span.path).relative_to("small")
    assert file.read_text(encoding="utf-8").splitlines()[span.line - 1][span.column - 1 :].startswith(claim)


# What the checker says of wrong tests: keys of a test after one named `first`, and the whole message with its remedy.
WRONG = {
    "when: hit 1 to owl\n  never: [hid]":
        "unknown-verb: no event is named `hid` (did you mean `hit`?)",
    "when: hit 1 to owl\n  exactly: [hit to ovl]":
        "unknown-name: nothing here is named `ovl` (did you mean `owl`?)",
    "when: hit 1 to owl\n  exactly: [hit.twice]":
        "unknown-step: `hit` has no step `twice` ()",
    "when: hit 1 to owl\n  refused: {because: down}":
        "test-setup: this names no call or answer, or both "
        "(write `call:` for what `when` does, or `answer:` for what a player would choose)",
    "when: hit 1 to owl\n  refused: {call: hit, answer: Strike, because: down}":
        "test-setup: this names no call or answer, or both "
        "(write `call:` for what `when` does, or `answer:` for what a player would choose)",
    "when: hit 1 to owl\n  as: {cub: game.round}\n  then: [owl.damage == 1]":
        "wrong-type: only a thing can have a name, and this is a number ()",
    "when: hit 1 to owl\n  as: {owl: first(all unit)}\n  then: [owl.damage == 1]":
        "duplicate-name: `owl` names two things here (give one a `name:` of its own)",
    "when: hit 1 to owl\n  as: {cub: one unit}\n  then: [owl.damage == 1]":
        "choice-in-expression: `one unit` is a choice "
        "(choose on a line above: `choose x from all unit`, and write `x` here; of a single one, `the one unit`)",
    "when: hit 1 to owl\n  not offerd: [Rest]":
        'unknown-key: nothing reads the key "not offerd" of test "second" (did you mean `not offered`?)',
    "when: hit 1 to owl\n  draws: [owl]":
        "test-setup: this test expects nothing, so it cannot fail "
        "(give it `when:` and `then:`, `illegal:` or `events:`; or a `roster:`)",
    **dict.fromkeys(
        (
            *(f"when: hit 1 to owl\n  {key}: []" for key in ("then", "events", "never", "refused")),
            "when: nothing\n  never: [hit]",
            "when:\n    - {do: nothing, never: [hit]}",
        ),
        "test-setup: this test expects nothing, so it cannot fail "
        "(give it `when:` and `then:`, `illegal:` or `events:`; or a `roster:`)",
    ),
    "when: throw to owl\n  dice: [{stars: 1}]\n  then: [owl.damage == 1]":
        "unknown-name: no die of the game shows `stars` (write the number alone)",
    "given: {test: frist}\n  when: hit 1 to owl\n  then: [owl.damage == 1]":
        "unknown-name: no test before this one is named `frist` (did you mean `first`?)",
    "given: {test: second}\n  when: hit 1 to owl\n  then: [owl.damage == 1]":
        "unknown-name: no test before this one is named `second` (it stands before this one, in the same file, and has "
        "no errors)",
    "given: {test: first, steps: 9}\n  when: hit 1 to owl\n  then: [owl.damage == 1]":
        "test-setup: the test `first` has no step 9; it has 1 ()",
    "given: {test: first, scenario: duel}\n  when: hit 1 to owl\n  then: [owl.damage == 1]":
        "test-setup: this begins with a scenario and with another test "
        "(leave one of them out: what the other test begins with is there)",
}  # fmt: skip
FIRST = entry("first", "when: hit 1 to owl\n  then: [owl.damage == 1]")


@pytest.mark.parametrize("keys", WRONG)
def test_the_checker_says_what_is_wrong(keys: str, tmp_path: Path) -> None:
    sink = Sink()
    folder = write_game(tmp_path, RULES, cards=CARDS, tests=FIRST + entry("second", keys))
    build = build_game(folder, sink, "small")
    assert [f"{d.code}: {d.message} ({d.help})" for d in sink.sorted()] == [WRONG[keys]]
    assert build is not None and [test.name for test in build.tests] == ["first"], "the other test is run"


def test_a_player_may_be_asked_often_in_a_step(tmp_path: Path) -> None:
    """The loop that this is made of keeps its own names, which are none of the test's."""
    tests = """\
- name: again and again
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1, damage: 3}]
  when: |
    may any number of times by p1 while g.damage > 0: heal 1 to g
  choices: [yes, yes, no]
  then: [g.damage == 1]
"""
    sink = Sink()
    build = build_game(write_example(tmp_path, {"tests": tests}), sink, "example")
    assert build is not None and build.program is not None and not sink.errors
    runner = Scripts(Code(build.program), build.scripts)
    (script,) = (script for script in build.scripts.values() if script.name == "again and again")
    outcome = runner.run_test(script)
    assert (outcome.passed, outcome.broken) == (True, None)


@pytest.mark.parametrize("name", [name for name, _, _ in ALL])
def test_the_debugger_says_the_same(name: str, debugged: Build) -> None:
    session = Session(DebuggedTest(debugged, name))
    session.run()
    (messages,) = (messages for known, _, messages in ALL if known == name)
    if session.reason is not None:  # a fault stops where it was met
        assert session.reason.kind == "fault"
        session.run()
    else:
        assert session.ended == ("; ".join(messages) or "the test passes")


@pytest.fixture(scope="module")
def debugged(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build_small(tmp_path_factory.mktemp("debugged"), RULES, cards=CARDS, tests=written()).build

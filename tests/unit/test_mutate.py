"""Mutants: what is changed, that a test that looks notices it, and that nothing is left of it afterwards."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright.cli import mutation_known, mutation_record
from cardwright.cli.main import main
from cardwright.cli.mutation_digest import Digests
from cardwright.cli.mutation_facts import known_of
from cardwright.cli.mutation_run import (
    ENDLESS,
    NOTHING_SETTLED,
    NOTICED,
    SAME,
    SURVIVED,
    UNSOUND,
    UNTOUCHED,
    MutationRun,
    Settled,
    Verdict,
)
from cardwright.cli.proof_file import read_proof
from compiler.mutation.mutants import SORTS, Mutant, changed_definition, mutants, reads_no_more
from dsl.incremental.store import Store
from tests.content_games import built
from tests.small_game import KINDS, build_small, write_game

RULES = """
verb hurt(amount: int, to target: unit):
  require target.hp > 0 and not target.tapped "it cannot be hurt"
  increase target.damage by amount
verb swap(first: unit, with second: unit): hurt 1 to first
verb daze(target: unit): add dazed to target until end of rest
verb watch(target: unit): nothing
flow rest(): nothing
status dazed of unit: passive: -2 armor
stat armor of unit
every unit:
  activate "hit" as action once per rest: hurt 2 to self
live unit for this
"""
CARDS = "- {id: ann, kind: unit, name: {en: Ann}, provenance: house}"
GIVEN = (
    "given: {players: [p], create: [{name: a, card: ann, owner: p, controller: p}, "
    "{name: b, card: ann, owner: p, controller: p}]}"
)
TESTS = f"""
- name: it hurts
  {GIVEN}
  when: hurt 2 to a
  then: ["a.damage == 2", "b.damage == 0"]
- name: a swap hurts the first
  {GIVEN}
  when: swap a with b
  then: ["a.damage == 1"]
"""


def run(folder: Path, tests: str = TESTS, rules: str = RULES) -> MutationRun:
    return MutationRun(build_small(folder, rules, cards=CARDS, tests=tests).build)


def outcomes(made: MutationRun) -> list[tuple[str, str, str]]:
    return [(m.owner, m.description, made.verdict(m).outcome) for m in made.mutants]


def outcome(made: MutationRun, owner: str, description: str) -> str:
    mutant = next(m for m in made.mutants if (m.owner, m.description) == (owner, description))
    return made.verdict(mutant).outcome


def test_what_is_changed_and_noticed(tmp_path: Path) -> None:
    found = outcomes(run(tmp_path))
    assert ("hurt", "`>` became `>=`", SURVIVED) in found
    assert ("hurt", "`>` became `<`", NOTICED) in found
    assert ("hurt", "the condition `target.hp > 0` was dropped", SURVIVED) in found
    assert ("hurt", "the condition `not target.tapped` was dropped", SURVIVED) in found
    assert ("hurt", "`and` became `or`", SURVIVED) in found
    assert ("hurt", "the requirement “it cannot be hurt” was left out", SURVIVED) in found
    assert ("hurt", "`add damage` was left out", NOTICED) in found
    assert ("hurt", "`add` became `remove`", NOTICED) in found
    assert ("swap", "1 became 2", NOTICED) in found
    assert ("swap", "`first` became `second`", NOTICED) in found
    assert ("swap", "`hurt` was left out", NOTICED) in found
    assert ("daze", "until its end became until its start", UNTOUCHED) in found
    assert ("daze", "the duration became that of the next one", UNTOUCHED) in found
    assert ("daze", "the duration was dropped", UNTOUCHED) in found
    assert ("every unit", "`once per rest` was dropped", UNTOUCHED) in found
    assert ("status dazed", "2 became 3", UNTOUCHED) in found


@pytest.mark.slow
def test_each_sort_of_change_is_made_somewhere() -> None:
    found: Counter[str] = Counter()
    for name in ("dungeon_command", "descent"):
        build = built(name)
        assert build.program is not None
        found.update(m.sort for m in mutants(build.program, known_of(build)))
    assert {sort for sort in SORTS if not found[sort]} == set()


def test_a_test_that_looks_notices(tmp_path: Path) -> None:
    given = GIVEN.replace("controller: p}]", "controller: p, tapped: true}]")
    looks = TESTS + f"- name: refused\n  {given}\n  when: hurt 1 to b\n  illegal: cannot be hurt\n"
    made = run(tmp_path, looks)
    assert outcome(made, "hurt", "the condition `not target.tapped` was dropped") == NOTICED
    assert outcome(made, "hurt", "the condition `target.hp > 0` was dropped") == SURVIVED
    assert outcome(made, "hurt", "the requirement “it cannot be hurt” was left out") == NOTICED


def test_what_nobody_wrote_is_not_changed(tmp_path: Path) -> None:
    """The kind of a noun is no condition of its own, and that a `may` can be answered with yes no value."""
    rules = RULES + (
        "noun fresh = unit where not tapped\n"
        "verb offer_rest(who: unit):\n  may by who.controller: set who.damage to 0\n"
        "every unit:\n  after hurt to fresh: rest\n"
    )
    found = [m.description for m in run(tmp_path, rules=rules).mutants]
    assert not any("is_kind" in description for description in found)
    assert "the condition `fresh(target)` was dropped" in found
    assert "`true` was turned round" not in found


def test_whether_a_step_of_an_ai_can_be_carried_out_is_not_changed(tmp_path: Path) -> None:
    """The compiler asks it by itself; what the author says of a step is changed."""
    rules = (
        "live unit for this while in_play\n"
        "flow match():\n  each u in all unit: resolve ai of u\n"
        'verb hit(target: unit, by striker: unit):\n  require target.armor < 3 "{target} feels nothing"\n  tap target\n'
        "verb tap(target: unit): set target.tapped to true\n"
    )
    card = (
        "- id: hound\n  kind: unit\n  name: {en: Hound}\n  provenance: house\n  rules: |\n    ai:\n      when self.hp > 1:\n"
        "        hit one unit by self\n        then hit self by self\n      otherwise:\n        nothing\n"
    )
    build = build_small(tmp_path, rules, start="match", cards=card).build
    assert build.program is not None
    found = [m.description for m in mutants(build.program, known_of(build)) if m.owner == "card hound"]
    assert "the condition `self.hp > 1` was dropped" in found
    assert found.count("`hit` was left out") == 2 and "`if can hit` was left out" in found
    assert not [told for told in found if told.startswith("the condition") and "can hit" in told]


def test_what_no_step_of_an_ai_could_tell_is_not_changed(tmp_path: Path) -> None:
    """That no step before the first was taken, and what the last one notes for none after it."""
    rules = (
        "live unit for this while in_play\nflow match(): nothing\nverb tap(target: unit): set target.tapped to true\n"
    )
    card = (
        "- id: hound\n  kind: unit\n  name: {en: Hound}\n  provenance: house\n  rules: |\n    ai:\n"
        "      when self.hp > 1:\n        tap self\n        read on\n      when self.hp > 2:\n        tap self\n"
        "      when self.hp > 3:\n        tap self\n      otherwise:\n        tap self\n"
    )
    build = build_small(tmp_path, rules, start="match", cards=card).build
    assert build.program is not None
    found = [m for m in mutants(build.program, known_of(build)) if m.owner == "card hound"]
    at = {m.line for m in found if m.description == "the condition `not taken` was dropped"}
    assert at == {"when self.hp > 3:", "otherwise:"}
    at = {m.line for m in found if m.description == "`true` was turned round"}
    assert at == {"when self.hp > 2:", "when self.hp > 3:"}
    assert "`false` was turned round" not in {m.description for m in found}


def test_the_game_is_there_in_every_test(tmp_path: Path) -> None:
    made = run(tmp_path)
    assert all("game" in record.kinds for record in made.records)


def test_nothing_is_left_of_a_mutant(tmp_path: Path) -> None:
    made = run(tmp_path)
    first = outcomes(made)
    assert all(made.runner.run_test(test).passed for test in made.tests)
    assert outcomes(made) == first
    assert len({m.key for m in made.mutants}) == len(made.mutants)


@pytest.mark.slow
def test_what_a_change_does_not_read_may_be_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What becomes of a change is the same where nothing that was worked out is kept."""
    made = MutationRun(built("dungeon_command"))
    keeping = [mutant for mutant in made.mutants if mutant.old is not None and reads_no_more(mutant)]
    assert len(made.mutants) // 2 < len(keeping) < len(made.mutants)
    assert not any(reads_no_more(m) for m in made.mutants if m.sort == "verb" and m.old is not None)
    chosen = Random(1).sample(keeping, 40)
    found = [made.verdict(mutant) for mutant in chosen]
    monkeypatch.setattr("cardwright.cli.mutation_run.reads_no_more", lambda _: False)
    assert [made.verdict(mutant) for mutant in chosen] == found


def test_no_change_is_named_by_a_generated_number() -> None:
    """Another definition would change the number, and with it what a proof or an excuse says of the change."""
    game = built("dungeon_command")
    assert game.program is not None
    made = mutants(game.program, known_of(game))
    assert any("some it in " in mutant.key for mutant in made)
    assert not [mutant.key for mutant in made if re.search(r"[a-z]_\d+_", mutant.key)]


def test_a_change_that_changes_nothing_is_never_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one that gives the same tree, nor one that was not applied."""
    made = run(tmp_path)
    for mutant in made.mutants:
        if mutant.old is not None:
            table, name = mutant.top
            assert changed_definition(made.program, mutant) != getattr(made.program, table)[name], mutant.key
    top = next(m.top for m in made.mutants if m.owner == "hurt")
    with made.swapper.swapped(top, made.program.verbs["hurt"]) as differs:
        assert not differs
    unchanged = next(m for m in made.mutants if m.owner == "hurt")
    monkeypatch.setattr(made.swapper, "put_in", lambda _top, _new: None)
    assert made.verdict(unchanged).outcome == SAME


def test_a_list_of_cards_that_gives_the_same_is_never_counted(tmp_path: Path) -> None:
    """What a card prints is the same in each match, so that what is worked out of it alone can be compared."""
    rules = RULES + "define strong() -> set of unit card = (all unit card where hp > 2)\n"
    rules += "define strong_in(of someone: unit) -> set of unit card = (all unit card where hp >= someone.hp)\n"
    cards = CARDS + "\n- {id: bob, kind: unit, name: {en: Bob}, provenance: house, hp: 1}\n"
    cards += "- {id: cid, kind: unit, name: {en: Cid}, provenance: house, hp: 4}\n"
    rules += "verb weigh(target: unit):\n"
    rules += "  increase target.damage by size(strong())\n  increase target.damage by size(strong_in(target))\n"
    test = f"- name: two are strong, and one is in this company\n  {GIVEN}\n  when: weigh a\n  then: [a.damage == 3]\n"
    made = MutationRun(build_small(tmp_path, rules, cards=cards, tests=TESTS + test).build)
    assert outcome(made, "strong", "`bob` was left out") == SAME
    assert outcome(made, "strong", "`cid` was left out") == NOTICED
    assert outcome(made, "strong", "the filter `it.hp > 2` was dropped") == NOTICED
    assert outcome(made, "strong_in", "`bob` was left out") == SURVIVED


def test_a_list_of_cards_that_cannot_be_worked_out_any_more_is_left_to_the_tests(tmp_path: Path) -> None:
    mate = '      mate: {type: "unit card?", printed: true, default: none}\n'
    kinds = KINDS.replace("      hp:", mate + "      hp:")
    rules = RULES + "define paired() -> set of unit card = (all unit card where mate is not none and mate.hp > 2)\n"
    rules += "verb weigh(target: unit): increase target.damage by size(paired())\n"
    cards = CARDS + "\n- {id: bob, kind: unit, name: {en: Bob}, provenance: house, mate: ann}\n"
    test = f"- name: one has a mate\n  {GIVEN}\n  when: weigh a\n  then: [a.damage == 1]\n"
    made = MutationRun(build_small(tmp_path, rules, cards=cards, tests=TESTS + test, kinds=kinds).build)
    assert outcome(made, "paired", "the condition `not it.mate is none` was dropped") == "unsound"
    assert outcome(made, "paired", "`bob` was left out") == NOTICED


def test_dice_membership_and_bounds_are_changed(tmp_path: Path) -> None:
    dice = "dice: {weak: {faces: [{value: 1}, {value: 2}]}, strong: {faces: [{value: 2}, {value: 3}]}}\n"
    rules = RULES + "relation marked(u: unit) = red in u.marks\n"
    rules += "verb throw(target: unit):\n  let r = roll strong + strong\n"
    rules += "  increase target.damage by min(total(r), 5)\n  let again = roll 2d6\n"
    said = "then: [a.damage == 5, not marked(a), ann.aim == weak + strong]"
    kinds = dice + KINDS.replace("      hp:", "      aim: {type: dice, printed: true, default: weak}\n      hp:")
    cards = CARDS.replace("provenance", "aim: weak + strong, provenance")
    test = f"- name: at most five\n  {GIVEN}\n  when: throw a\n  dice: [[3, 3], [1, 1]]\n  {said}\n"
    made = MutationRun(build_small(tmp_path, rules, cards=cards, tests=TESTS + test, kinds=kinds).build)
    assert outcome(made, "card ann", "aim: [weak, strong] became [weak, weak]") == NOTICED
    assert outcome(made, "kind unit", "aim begins with [strong], not [weak]") == SURVIVED
    assert outcome(made, "throw", "`strong` became `weak`") == NOTICED
    assert outcome(made, "throw", "`min` became `max`") == NOTICED
    assert outcome(made, "throw", "`d6 + d6` became `d6 + d6 + d6`") == NOTICED
    assert outcome(made, "marked", "`in` became `not in`") == NOTICED


def test_rules_that_come_to_no_end_are_noticed(tmp_path: Path) -> None:
    """By bounds that every engine has, and no clock; a test says that its steps come to an end."""
    rules = RULES + "whenever (some u in all unit satisfies u.damage > 2): mend\n"
    rules += "verb mend():\n  each u in all unit where damage > 2: set u.damage to 0\n"
    tests = TESTS + f"- name: it is mended\n  {GIVEN}\n  when: hurt 2 to a\n  then: [a.damage == 2]\n"
    made = run(tmp_path, tests + tests[len(TESTS) :].replace("hurt 2", "hurt 3").replace("== 2", "== 0")
               .replace("mended", "mended at once"), rules)  # fmt: skip
    assert outcome(made, "mend", "`each` was left out") == NOTICED


def test_what_is_set_of_nobody_is_never_counted(tmp_path: Path) -> None:
    """The checker refuses it: it is no rule that somebody could have written."""
    rules = RULES + "verb strike(target: unit, by striker: unit?): set target.damage to 3\n"
    tests = TESTS + f"- name: struck\n  {GIVEN}\n  when: strike a by none\n  then: [a.damage == 3]\n"
    made = run(tmp_path, tests, rules)
    assert outcome(made, "strike", "`target` became `striker`") == "unsound"


@pytest.mark.slow
def test_a_change_that_never_ends_is_bounded_by_work_and_is_not_noticed(tmp_path: Path) -> None:
    """The inner loop comes to its bound in each round of the outer one: two million times where a thousand are needed.
    A loop that comes to its bound once goes on, and the test notices what it says.
    """
    rules = (
        RULES
        + """
verb count(target: unit):
  let rounds = 0
  while rounds < 200 at most 10000 times:
    let rest = 0
    while rest < 5 at most 10000 times: increase rest by 1
    increase rounds by 1
  set target.damage to rounds - 197
"""
    )
    tests = TESTS + f"- name: it counts\n  {GIVEN}\n  when: count a\n  then: [a.damage == 3]\n"
    made = run(tmp_path, tests, rules)
    turned = [m for m in made.mutants if m.owner == "count" and m.description == "`+` became `-`"]
    found = {m.line.split(": ")[-1].strip(): made.verdict(m).outcome for m in turned}
    assert found == {"increase rest by 1": ENDLESS, "increase rounds by 1": NOTICED}


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    code = main(["mutate", *arguments, "--format", "json"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else err


@pytest.mark.slow
def test_processes_limits_and_resuming_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(write_game(tmp_path, RULES, cards=CARDS, tests=TESTS))
    code, whole = ran(capsys, game, "--no-cache", "--jobs", "1")
    assert code == 1
    assert whole["mutants"] == whole["noticed"] + len(whole["survivors"])
    assert ran(capsys, game, "--no-cache", "--jobs", "2") == (1, whole)
    part = ran(capsys, game, "--limit", "4", "--jobs", "1")[1]
    assert part["mutants"] == 4
    assert ran(capsys, game, "--jobs", "1") == (1, whole)
    assert Store(Path(game)).get("mutants") is not None
    assert ran(capsys, game, "--jobs", "1") == (1, whole)
    assert ran(capsys, game, "--fail-under", "1")[0] == 0
    chosen = ran(capsys, game, "-k", "dazed")[1]
    assert {s["owner"] for s in chosen["survivors"]} == {"status dazed"}


def test_what_tests_execute_is_the_same_in_several_processes(tmp_path: Path) -> None:
    """A test that fails is among them: what it fails by is told in either way."""
    some = "".join(
        f"- name: blow {n}\n  {GIVEN}\n  when: hurt {n % 5} to {'ab'[n % 2]}\n  then: [a.damage < 4]\n"
        for n in range(40)
    )
    build = build_small(tmp_path, RULES, cards=CARDS, tests=TESTS + some).build
    alone, several = MutationRun(build), MutationRun(build, jobs=2)
    assert several.records == alone.records
    assert {record.test.name for record in several.failing} == {f"blow {n}" for n in range(4, 40, 10)}
    assert len({frozenset(record.lines) for record in several.records}) > 2


def killed_at(number: int, work: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The work of a process that is killed when it comes to an item with this number."""

    def done(item: Any) -> Any:
        if getattr(item, "number", item) == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return work(item)

    return done


def test_what_a_killed_process_has_not_recorded_is_recorded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = "".join(f"- name: blow {n}\n  {GIVEN}\n  when: hurt 1 to a\n  then: [a.damage == 1]\n" for n in range(40))
    build = build_small(tmp_path, RULES, cards=CARDS, tests=TESTS + some).build
    alone = MutationRun(build)
    monkeypatch.setattr(mutation_record, "record_passing", killed_at(20, mutation_record.record_passing))
    assert MutationRun(build, jobs=2).records == alone.records


def test_a_process_that_is_killed_ends_the_command_and_what_was_tried_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS)
    monkeypatch.setattr(mutation_known, "_AT_ONCE", 1)
    monkeypatch.setattr(mutation_known, "try_one", killed_at(3, mutation_known.try_one))
    assert main(["mutate", str(game), "--jobs", "2"]) == 2
    told = capsys.readouterr().err
    assert "a process of this command ended before its work was done" in told and "run the command again" in told
    kept = Store(game).get("mutants")
    assert kept is not None and kept["verdicts"]


def test_what_was_kept_is_not_believed_of_other_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS)
    first = ran(capsys, str(game))[1]
    tests = game / "tests" / "tests.yaml"
    tests.write_text(tests.read_text(encoding="utf-8").replace("a.damage == 1", "a.damage >= 1"), encoding="utf-8")
    assert ran(capsys, str(game))[1]["noticed"] < first["noticed"]
    kept = Store(game).folder
    assert kept is not None
    shutil.rmtree(kept)
    assert ran(capsys, str(game))[1]["noticed"] < first["noticed"]


def test_a_row_named_or_moved_opens_only_what_carries_it(tmp_path: Path) -> None:
    """What a test executes and says is the same, whatever it names; who names a row is part of what is kept."""

    def digests(name: str, tests: str = TESTS, rules: str = RULES) -> dict[str, str]:
        made = run(tmp_path / name, tests, rules)
        return {mutant.key: Digests(made).of(mutant) for mutant in made.mutants}

    tagged = RULES.replace("verb swap", "@X-1\nverb swap").replace("  increase", "  @X-2\n  increase")
    plain, carried = digests("plain"), digests("tagged", rules=tagged)
    changed = {key for key in plain if plain[key] != carried[key]}
    assert {key.split(" | ")[0] for key in changed} == {"hurt", "swap"}
    assert "hurt | verb hurt(amount: int, to target: unit): | `>` became `>=`" not in changed
    named = digests("named", TESTS.replace("- name: it hurts\n", "- name: it hurts\n  rows: [X-2]\n"), tagged)
    changed = {key for key in plain if carried[key] != named[key]}
    assert changed and {key.split(" | ")[1] for key in changed} == {"increase target.damage by amount"}


def test_a_test_that_is_removed_opens_what_it_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS)
    main(["mutate", str(game), "--write"])
    capsys.readouterr()
    assert read_proof(game)
    tests = game / "tests" / "tests.yaml"
    text = tests.read_text(encoding="utf-8")
    tests.write_text(text[: text.index("- name: a swap")], encoding="utf-8")
    found = ran(capsys, str(game))[1]
    assert "`hurt` was left out" in {s["change"] for s in found["survivors"] if s["owner"] == "swap"}


def test_a_changed_test_opens_only_what_rests_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another test notices stays noticed. What this one noticed is tried again, and what none has, by this one."""
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS)
    first = run(tmp_path / "first")
    before = {mutant.key: first.verdict(mutant) for mutant in first.mutants}
    names = [record.test.name for record in first.records]
    touched = {mutant.key: {names[n] for n in first.touching(mutant)} for mutant in first.mutants}
    missed = {key for key, verdict in before.items() if verdict.outcome == SURVIVED}
    swaps = {key for key, tests in touched.items() if "a swap hurts the first" in tests}
    ran(capsys, str(game), "--jobs", "1")
    tried: dict[str, set[str]] = {}
    verdict, one = MutationRun.verdict, MutationRun._tried

    def noting(
        self: MutationRun, mutant: Mutant, hints: Iterable[str] = (), settled: Settled = NOTHING_SETTLED
    ) -> Verdict:
        tried[mutant.key] = set()
        return verdict(self, mutant, hints, settled)

    def noting_one(self: MutationRun, number: int, *, thorough: bool) -> str:
        tried[list(tried)[-1]].add(self.tests[number].name)
        return one(self, number, thorough=thorough)

    monkeypatch.setattr(MutationRun, "verdict", noting)
    monkeypatch.setattr(MutationRun, "_tried", noting_one)
    tests = game / "tests" / "tests.yaml"
    text = tests.read_text(encoding="utf-8")
    tests.write_text(text.replace('"a.damage == 1"', '"a.damage == 1", "b.damage == 0"'), encoding="utf-8")
    found = ran(capsys, str(game), "--jobs", "1")
    assert set(tried) == {key for key in swaps if before[key].by != "it hurts"}
    assert any(before[key].by == "it hurts" for key in swaps)
    assert all(tried[key] == {"a swap hurts the first"} for key in missed & swaps)
    assert any(len(touched[key]) == 2 for key in missed & swaps)
    tried.clear()
    assert ran(capsys, str(game), "--jobs", "1") == found and not tried
    assert ran(capsys, str(game), "--no-cache", "--jobs", "1") == found and tried


STRIKES = f"""
- name: struck by nobody
  {GIVEN}
  when: strike a by none
  then: ["a.damage == 3"]
- name: struck by itself
  {GIVEN}
  when: strike a by a
  then: ["a.damage == 3"]
"""
NOBODY, ITSELF = STRIKES.split("- name")[1:]


@pytest.mark.parametrize(
    ("edited", "tried", "outcome"),
    [
        (NOBODY + "- name" + ITSELF.replace("== 3", "> 2"), {"struck by itself"}, UNSOUND),
        (NOBODY + "- name" + ITSELF.replace("by a", "by b"), {"struck by itself"}, NOTICED),
        (NOBODY.replace("== 3", "> 2") + "- name" + ITSELF, {"struck by nobody"}, UNSOUND),
        (ITSELF, set[str](), SURVIVED),
        (NOBODY, set[str](), UNSOUND),
        (NOBODY + "- name" + ITSELF.replace("itself", "another"), {"struck by another"}, UNSOUND),
    ],
)
def test_a_test_that_met_no_sound_game_is_not_tried_again(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    edited: str,
    tried: set[str],
    outcome: str,
) -> None:
    """What is known of a test stays known while it is the same; the verdict is that of trying everything anew."""
    rules = RULES + "verb strike(target: unit, by striker: unit?): set target.damage to 3\n"
    game = write_game(tmp_path, rules, cards=CARDS, tests=STRIKES)
    ran(capsys, str(game), "--jobs", "1")
    judged, one = MutationRun._judged, MutationRun._tried
    mutant: list[str] = []
    found: dict[str, set[str]] = {}

    def noting(self: MutationRun, of: Mutant, tests: Sequence[int], settled: Settled) -> Verdict:
        mutant.append(of.key)
        found[of.key] = set()
        return judged(self, of, tests, settled)

    def noting_one(self: MutationRun, number: int, *, thorough: bool) -> str:
        found[mutant[-1]].add(self.tests[number].name)
        return one(self, number, thorough=thorough)

    monkeypatch.setattr(MutationRun, "_judged", noting)
    monkeypatch.setattr(MutationRun, "_tried", noting_one)
    write_game(tmp_path, rules, cards=CARDS, tests=f"\n- name{edited}")
    shown = ran(capsys, str(game), "--jobs", "1", "--write")
    proof = read_proof(game)
    (key,) = (key for key in proof if key.startswith("strike ") and "`target` became `striker`" in key)
    assert (found.get(key, set()), proof[key][1].outcome) == (tried, outcome)
    found.clear()
    assert ran(capsys, str(game), "--jobs", "1") == shown and not found
    assert ran(capsys, str(game), "--no-cache", "--jobs", "1") == shown and found


def test_a_test_that_was_not_tried_for_many_faults_is_not_taken_for_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After five faults no more tests are tried; when some of these tests are gone, the others have their turn."""
    rules = RULES + "verb strike(target: unit, by striker: unit?): set target.damage to 3\n"

    def outcome(faults: int) -> str:
        struck = ["- name" + NOBODY.replace("nobody", f"nobody {n}") for n in range(faults)]
        seen = "- name" + ITSELF.replace("by a", "by b")
        game = write_game(tmp_path, rules, cards=CARDS, tests="\n" + "".join([*struck, seen]))
        ran(capsys, str(game), "--jobs", "1", "--write")
        proof = read_proof(game)
        return next(
            v.outcome for key, (_, v) in proof.items() if key.startswith("strike ") and "became `striker`" in key
        )

    assert outcome(5) == UNSOUND
    assert outcome(4) == NOTICED


TAGGED = """
verb find(for who: unit) gives found: unit:
  set found to who
verb hunt(target: unit):
  @X-1
  find for target giving got or stop
  hurt 1 to got
verb chase(target: unit):
  @X-2
  find for target giving got:
    hurt 2 to got
  else: hurt 3 to target
verb press(target: unit):
  @X-3
  may any number of times by target.controller while target.damage < 3: hurt 4 to target
  @X-4
  hurt 5 to target:
    hurt 6 to target
  else: hurt 7 to target
  hurt 8 to target
every unit:
  activate "search" as action:
    hurt 1 to one unit
    @X-5
    find for target giving got or stop
    hurt 9 to got
"""


def test_a_tag_above_a_statement_is_carried_by_all_of_it(tmp_path: Path) -> None:
    """The compiler makes several steps of some statements; what stands behind one belongs to no tag above it."""
    made = run(tmp_path, rules=RULES + TAGGED)
    rows = {(m.owner, m.description): m.rows for m in made.mutants}
    assert rows["hunt", "`find` was left out"] == ("X-1",)
    assert rows["every unit", "`find` was left out"] == ("X-5",)
    assert rows["every unit", "9 became 10"] == ()
    amounts = {owner: [rows[owner, f"{n} became {n + 1}"] for n in amounts] for owner, amounts in
               (("hunt", (1,)), ("chase", (2, 3)), ("press", (4, 5, 6, 7, 8)))}  # fmt: skip
    of_press = [("X-3",), *(("X-4",) for _ in (5, 6, 7)), ()]
    assert amounts == {"hunt": [()], "chase": [("X-2",), ("X-2",)], "press": of_press}


def test_a_row_that_nothing_proves_yet_stays_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A change that one test has noticed is tried by another that names its row, when that one is sharpened."""
    rules = RULES.replace("  increase", "  @X-2\n  increase")
    named = TESTS.replace("- name: a swap hurts the first\n", "- name: a swap hurts the first\n  rows: [X-2]\n")
    game = write_game(tmp_path, rules, cards=CARDS, tests=named.replace('"a.damage == 1"', '"a.damage >= 0"'))
    tests = game / "tests" / "tests.yaml"

    def rows() -> dict[str, str]:
        main(["mutate", str(game), "--write", "--jobs", "1"])
        capsys.readouterr()
        verdict = next(held for key, (_, held) in read_proof(game).items() if "`add damage` was left" in key)
        assert verdict.by == "it hurts"
        return verdict.rows

    assert rows() == {}
    tests.write_text(tests.read_text(encoding="utf-8").replace(">= 0", "== 1"), encoding="utf-8")
    assert rows() == {"X-2": "a swap hurts the first"}


def test_the_proof_file_says_what_was_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS)
    main(["mutate", str(game), "--write", "--jobs", "1"])
    first = (game / "proof.txt").read_text(encoding="utf-8")
    assert "  `hurt` was left out" not in first
    assert "hurt 1 to first | `hurt` was left out\n    : a swap hurts the first\n" in first
    shutil.rmtree(Store(game).folder or game / "nothing", ignore_errors=True)
    main(["mutate", str(game), "--write", "--jobs", "1"])
    assert (game / "proof.txt").read_text(encoding="utf-8") == first
    capsys.readouterr()
    assert main(["check", str(game)]) == 0


@pytest.mark.slow
def test_since_a_revision_only_what_was_touched_is_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS)
    monkeypatch.chdir(tmp_path)
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    inside = str(game.relative_to(tmp_path))
    for path in (inside, f"{inside}/cards", f"{inside}/ruleset.yaml"):
        assert ran(capsys, path, "--since", "HEAD")[1]["mutants"] == 0
    rules = next((game / "rules").iterdir())
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("passive: -2", "passive: -3"), encoding="utf-8")
    found = ran(capsys, inside, "--since", "HEAD")[1]
    assert {s["owner"] for s in found["survivors"]} == {"status dazed"}


def test_a_game_whose_tests_fail_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS.replace("damage == 2", "damage == 3"))
    code, said = ran(capsys, str(game))
    assert code == 2
    assert "1 test fails before anything is changed: `it hurts`" in said

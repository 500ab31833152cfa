"""Rows of a rulebook: carried, run, shown, proven, excused, missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.cli.coverage import Options, measure
from cardwright.cli.games import read_game
from cardwright.cli.main import main
from cardwright.cli.mutation_run import NOTICED, SAME, Verdict
from cardwright.cli.proof_file import read_proof
from cardwright.cli.row_levels import Coverage, coverage_of
from compiler.core.scripts import Script
from compiler.mutation.mutants import Mutant

BOOK = """\
rows:
  - {id: X-GAIN-01, kind: rule, statement: "a card gives what it is worth"}
  - {id: X-EX-01, kind: example, statement: "a harvest gives three"}
  - {id: X-EX-02, kind: example, statement: "a feast gives one"}
  - {id: X-BOX-01, kind: data, statement: "the box holds cards"}
  - {id: X-END-01, kind: rule, statement: "the game ends"}
excused:
  - {id: X-BOX-01, reason: not-mechanical, note: "contents of the box"}
"""


STRICT = Options(60, True, "proven", rows=False, form="text", jobs=1, page=None, no_cache=False)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "market"
    (folder / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    edit(folder / "rules" / "match.rules", "verb gain(", "@X-GAIN-01\nverb gain(")
    edit(folder / "tests" / "actions.yaml", "worth\n    given", "worth\n    rows: [X-EX-01]\n    given")
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def coverage(folder: Path) -> Coverage:
    measured = measure(read_game(folder))
    assert measured is not None
    return measured


def scripts_of(folder: Path) -> dict[str, Script]:
    build = read_game(folder).build
    assert build is not None
    return dict(build.scripts)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["coverage", *arguments])
    return code, capsys.readouterr().out


def test_a_row_is_run_by_what_a_passing_test_carries_out_and_shown_by_a_test_that_names_it(game: Path) -> None:
    measured = coverage(game)
    assert measured.carried == {"X-GAIN-01", "X-EX-01"}
    assert measured.run == measured.carried
    assert measured.shown == {"X-EX-01"}
    assert measured.proven == frozenset()
    assert measured.excused == {"X-BOX-01": "not-mechanical"}
    assert measured.missing == ("X-EX-02", "X-END-01")
    edit(game / "tests" / "actions.yaml", "[X-EX-01]", "[X-EX-01, X-GAIN-01]")
    assert coverage(game).shown == {"X-EX-01", "X-GAIN-01"}


def test_a_row_that_is_tagged_onto_the_flow_of_a_match_is_not_shown(game: Path) -> None:
    """Every test runs the flow, and none of them is about the row."""
    edit(game / "rulebook.yaml", "rows:\n", 'rows:\n  - {id: X-NEW-01, kind: rule, statement: "anything"}\n')
    edit(game / "rules" / "match.rules", "flow turn(", "@X-NEW-01\nflow turn(")
    measured = coverage(game)
    assert "X-NEW-01" in measured.carried
    assert "X-NEW-01" not in measured.shown
    assert "X-NEW-01" in measured.unshown


def test_naming_a_row_of_the_flow_does_not_prove_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(game / "rulebook.yaml", "rows:\n", 'rows:\n  - {id: X-NEW-01, kind: rule, statement: "anything"}\n')
    edit(
        game / "rules" / "match.rules", "  increase who.score", "  @X-NEW-01\n  if true: nothing\n  increase who.score"
    )
    edit(game / "tests" / "actions.yaml", "[X-EX-01]", "[X-EX-01, X-NEW-01]")
    code, out = said(capsys, str(game), "--strict", "--jobs", "1")
    assert code == 1
    assert "shown, not proven: X-NEW-01" in out


def test_a_row_is_proven_when_a_test_that_names_it_notices_each_change(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game / "rulebook.yaml").write_text(
        'rows:\n  - {id: X-GAIN-01, kind: rule, statement: "worth"}\n  - {id: X-EX-01, kind: example, statement: "3"}\n',
        encoding="utf-8",
    )
    code, out = said(capsys, str(game), "--strict", "--jobs", "1")
    assert code == 1
    assert "2 rows, 2 carried, 1 shown, 1 proven, 0 excused" in out
    edit(game / "tests" / "actions.yaml", "[X-EX-01]", "[X-EX-01, X-GAIN-01]")
    code, out = said(capsys, str(game), "--strict", "--rows", "--jobs", "1")
    left = [line.strip().removesuffix(": not noticed") for line in out.splitlines() if ": not noticed" in line]
    excuses = "".join(f'  - {{change: "{change}", reason: "the same"}}\n' for change in left)
    if left:
        assert code == 1
        with (game / "rulebook.yaml").open("a", encoding="utf-8") as file:
            file.write(f"equivalent:\n{excuses}")
        code, out = said(capsys, str(game), "--strict", "--jobs", "1")
    assert "2 rows, 2 carried, 2 shown, 2 proven, 0 excused" in out
    assert code == 0
    edit(game / "tests" / "actions.yaml", '"p1.score == 3"', '"p1.score >= 0"')
    code, out = said(capsys, str(game), "--strict", "--jobs", "1")
    assert code == 1


def test_an_example_is_proven_though_other_tests_notice_its_changes_first(game: Path) -> None:
    tests = game / "tests" / "actions.yaml"
    edit(
        tests,
        "  - name: a feast in the pile makes",
        """\
  - name: two harvests give six
    rows: [X-EX-02]
    given:
      players: [p1]
      create:
        - {name: crop, card: harvest, owner: p1, zone: p1.hand}
        - {name: more, card: harvest, owner: p1, zone: p1.hand}
    when: |
      play crop by p1
      play more by p1
    then: ["p1.score == 6"]
  - name: a feast in the pile makes""",
    )
    measured = measure(read_game(game), options=STRICT)
    assert measured is not None
    assert {"X-EX-01", "X-EX-02"} <= measured.proven
    edit(tests, '"p1.score == 6"', '"p1.score <= 6"')  # which no change of what is gained makes untrue
    edit(tests, "play crop by p1\n      play more by p1", "gain 1 by p1")
    measured = measure(read_game(game), options=STRICT)
    assert measured is not None
    assert "X-EX-01" in measured.proven and "X-EX-02" not in measured.proven


def test_a_test_that_fails_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(game / "tests" / "actions.yaml", '"p1.score == 3"', '"p1.score == 4"')
    name = next(script.name for key, script in scripts_of(game).items() if key.startswith("test ") and script.rows)
    code, out = said(capsys, str(game), "--strict", "--jobs", "1")
    assert code == 1
    assert f"the test `{name}` fails, so that it shows nothing: `p1.score == 4` does not hold (it is 3)" in out
    code, out = said(capsys, str(game), "--format", "json")
    assert json.loads(out)[0]["failing"] == [name]


def test_an_excuse_of_a_change_that_there_is_not_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(game / "rulebook.yaml", "excused:", 'equivalent:\n  - {change: "gain | no", reason: "the same"}\nexcused:')
    code, out = said(capsys, str(game), "--strict", "--jobs", "1")
    assert code == 1
    assert "excused as equivalent, and there is no such change: gain | no" in out


def test_an_excuse_that_is_not_needed_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a change that a test notices, and of one that is never counted."""
    main(["mutate", str(game), "--write", "--jobs", "1"])
    found = read_proof(game)
    noticed = next(change for change, (_, verdict) in found.items() if verdict.outcome == NOTICED)
    edit(game / "rulebook.yaml", "excused:", f"equivalent:\n  - {{change: {json.dumps(noticed)}, reason: x}}\nexcused:")
    code, out = said(capsys, str(game), "--strict", "--jobs", "1")
    assert code == 1 and f"excused as equivalent, and a test notices it: {noticed}" in out
    build = read_game(game).build
    assert build is not None
    mutant = Mutant(noticed, "", "", ("verbs", ""), 0, "", "", (), None, None)
    assert coverage_of("market", build.rulebook, (), [(mutant, Verdict(SAME))]).stale == (
        (noticed, "it is never counted"),
    )


def test_what_is_known_is_counted_without_trying_anything(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["mutate", str(game), "--write", "--jobs", "1"])
    edit(game / "tests" / "actions.yaml", "[X-EX-01]", "[X-EX-01, X-GAIN-01]")
    out = said(capsys, str(game))[1]
    assert "changes were not tried" in out
    main(["mutate", str(game), "--write", "--jobs", "1"])
    assert "not tried" not in said(capsys, str(game))[1]


def test_a_tag_of_many_rows_and_a_carrier_that_every_test_runs_are_told(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f'  - {{id: X-R-0{n}, kind: rule, statement: "anything"}}\n' for n in range(4))
    edit(game / "rulebook.yaml", "rows:\n", f"rows:\n{rows}")
    edit(game / "rules" / "match.rules", "@X-GAIN-01\n", "@X-GAIN-01 @X-R-00 @X-R-01 @X-R-02 @X-R-03\n")
    out = said(capsys, str(game), "--rows")[1]
    assert "one tag carries 5 rows: X-GAIN-01 X-R-00 X-R-01 X-R-02 X-R-03" in out


def test_rows_are_told_as_data_with_their_places(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (told,) = json.loads(said(capsys, str(game), "--rows", "--format", "json")[1])
    rows = {row["row"]: row for row in told["book"]}
    assert list(rows) == ["X-GAIN-01", "X-EX-01", "X-EX-02", "X-BOX-01", "X-END-01"]
    (place,) = rows["X-GAIN-01"]["carried"]
    line = (game / "rules" / "match.rules").read_text(encoding="utf-8").split("\n")[place["line"] - 1]
    assert place["path"] == "rules/match.rules" and line.startswith("verb gain(")
    (test,) = rows["X-EX-01"]["tests"]
    assert test["path"] == "tests/actions.yaml" and "worth" in test["name"]
    assert rows["X-EX-01"]["level"] == "shown" and rows["X-BOX-01"]["note"] == "contents of the box"
    (plain,) = json.loads(said(capsys, str(game), "--format", "json")[1])
    assert "book" not in plain


def test_a_failing_test_shows_nothing(game: Path) -> None:
    edit(game / "tests" / "actions.yaml", '"p1.score == 3"', '"p1.score == 4"')
    measured = coverage(game)
    assert "X-EX-01" in measured.unshown
    assert "X-EX-01" not in measured.shown


def test_a_test_cannot_name_a_row_that_is_not_there(game: Path) -> None:
    edit(game / "tests" / "actions.yaml", "X-EX-01", "X-EX-09")
    found = [(fault.code, fault.message) for fault in read_game(game).findings]
    assert ("unknown-row", "the rulebook has no row `X-EX-09`") in found


def test_the_page_shows_each_row_beside_its_rule_and_its_tests(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = "<script>alert(1)</script>"
    edit(game / "rulebook.yaml", "a card gives what it is worth", f"a card gives {odd} & more")
    edit(game / "tests" / "actions.yaml", "[X-EX-01]", "[X-EX-01, X-GAIN-01]")
    edit(game / "tests" / "actions.yaml", "name: a card gives", 'name: <img src=x onerror="a"> gives')
    page = tmp_path / "page.html"
    assert said(capsys, str(game), "--page", str(page))[0] == 0
    text = page.read_text(encoding="utf-8")
    assert odd not in text and "<script" not in text and "<img" not in text
    assert "a card gives &lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in text
    assert '<section id="X-GAIN-01">' in text
    assert '<a href="market/rules/match.rules#L4">rules/match.rules</a>:4' in text
    assert "verb gain(amount: int, by who: player):" in text
    assert "market/tests/actions.yaml#L" in text
    assert "http" not in text.replace("http-equiv", "")

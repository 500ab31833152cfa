"""Many matches of a small game: the same report whoever plays them, also after a stop or the death of a process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import jsonschema
import pytest
from pyarrow import parquet

from cardwright import HostError, load
from cardwright.cli.compare import ended_alike
from cardwright.cli.lab_run import Progress
from cardwright.cli.main import main
from cardwright.lab.report import headline
from cardwright.lab.report_page import page_of
from cardwright.studio.session import _FAR
from dsl.reading import schemas
from tests.small_game import KINDS, build_small

Report = dict[str, Any]


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game that `cardwright new` makes."""
    into = tmp_path_factory.mktemp("lab")
    main(["new", "garden", "--into", str(into)])
    return into / "garden"


@pytest.fixture
def simulate(garden: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*options: str, code: int = 0, game: Path = garden) -> Report:
        capsys.readouterr()
        given = ["simulate", str(game), "--format", "json", *options]
        assert main(given) == code, capsys.readouterr().err
        report: Report = json.loads(capsys.readouterr().out)
        jsonschema.validate(report, schemas.load("simulation"))
        return report

    return run


def test_the_report_is_the_same_with_more_processes(simulate: Any) -> None:
    alone = simulate("--matches", "20", "--jobs", "1", "--agents", "random,first")
    assert simulate("--matches", "20", "--jobs", "3", "--agents", "random,first") == alone
    assert simulate("--matches", "20", "--jobs", "1", "--agents", "random,first", "--seed", "2") != alone


def test_a_run_goes_on_where_it_stopped(simulate: Any, tmp_path: Path) -> None:
    kept = str(tmp_path / "record")
    whole = simulate("--matches", "21", "--jobs", "1")
    simulate("--matches", "5", "--jobs", "1", "--record", kept)
    (tmp_path / "record" / "batches" / "first-00000000-00000005.json").rename(tmp_path / "moved")
    simulate("--matches", "17", "--jobs", "1", "--record", kept)
    assert simulate("--matches", "21", "--jobs", "1", "--record", kept) == whole
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "record").rglob("*.json")}
    assert simulate("--matches", "21", "--jobs", "1", "--record", kept) == whole
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "record").rglob("*.json")} == files


def test_batches_of_two_runs_that_overlap_count_once(simulate: Any, tmp_path: Path) -> None:
    """Two runs that went on at the same time do not know what the other has played."""
    for matches in ("12", "21"):
        simulate("--matches", matches, "--jobs", "1", "--record", str(tmp_path / matches))
    copytree(tmp_path / "12", tmp_path / "21", dirs_exist_ok=True)
    names = {path.name for path in (tmp_path / "21" / "batches").iterdir()}
    assert {"first-00000008-00000012.json", "first-00000008-00000016.json"} <= names
    for matches in ("21", "12", "23"):
        found = simulate("--matches", matches, "--jobs", "1", "--record", str(tmp_path / "21"))
        assert found == simulate("--matches", matches, "--jobs", "1")


def test_a_report_of_fewer_matches_than_were_played_has_no_more(simulate: Any, tmp_path: Path) -> None:
    kept = str(tmp_path / "record")
    whole = simulate("--matches", "21", "--jobs", "1", "--record", kept)
    for matches in ("3", "11"):
        found = simulate("--matches", matches, "--jobs", "1", "--record", kept)
        assert found == simulate("--matches", matches, "--jobs", "1")
    files = {*(tmp_path / "record").rglob("*.json")}
    assert simulate("--matches", "21", "--jobs", "1", "--record", kept) == whole
    assert {*(tmp_path / "record").rglob("*.json")} == files


def test_a_record_of_another_run_is_refused(
    garden: Path, tmp_path: Path, simulate: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate("--matches", "2", "--jobs", "1", "--record", str(tmp_path / "record"))
    options = ["--matches", "2", "--jobs", "1", "--record", str(tmp_path / "record"), "--seed", "2"]
    assert main(["simulate", str(garden), *options]) == 2
    assert "is the record of another run: run of it differ" in capsys.readouterr().err


def changed(batch: str, *places: str | int, to: Any) -> str:
    """The text of a batch with another value at a place."""
    data = json.loads(batch)
    held = data
    for place in places[:-1]:
        held = held[place]
    held[places[-1]] = to
    return json.dumps(data)


DAMAGES: dict[str, Callable[[str], str]] = {
    "no JSON": lambda batch: batch[:-9],
    "a number with more digits than Python reads": lambda batch: changed(batch, "verbs", to={"x": 7}).replace(
        "7", "7" * 5000
    ),
    "an array": lambda batch: "[]",
    "nothing": lambda batch: "{}",
    "rows alone": lambda batch: changed("{}", "rows", to=json.loads(batch)["rows"]),
    "no rows": lambda batch: changed(batch, "rows", to=[]),
    "a row of nothing": lambda batch: changed(batch, "rows", 0, to={}),
    "a row that is none": lambda batch: changed(batch, "rows", 0, to=3),
    "rows of other matches": lambda batch: changed(batch, "rows", 0, "number", to=7),
    "rows of another scenario": lambda batch: changed(batch, "rows", 0, "scenario", to="second"),
    "a text for a number": lambda batch: changed(batch, "rows", 0, "events", to="13"),
    "a truth value for a number": lambda batch: changed(batch, "rows", 0, "seed", to=True),
    "a fraction": lambda batch: changed(batch, "rows", 0, "lead_changes", to=0.5),
    "a number that no engine has": lambda batch: changed(batch, "rows", 0, "events", to=2**60),
    "a number for a text": lambda batch: changed(batch, "rows", 0, "outcome", to=1),
    "a text for winners": lambda batch: changed(batch, "rows", 0, "winners", to="p1"),
    "a side without players": lambda batch: changed(batch, "rows", 0, "sides", to=[[], [0], [1]]),
    "a side of nobody": lambda batch: changed(batch, "rows", 0, "sides", to=[[0], [9]]),
    "a decision too few": lambda batch: changed(batch, "rows", 0, "decisions", to=[3]),
    "a roster that is a number": lambda batch: changed(batch, "rows", 0, "rosters", to=[3, 4]),
    "verbs without counts": lambda batch: changed(batch, "verbs", to=["match"]),
    "a count in words": lambda batch: changed(batch, "offered", to={"match": "often"}),
    "half of a cell": lambda batch: changed(batch, "cards", "feast", "first 0 had", to=[3, 3]),
    "a cell of nowhere": lambda batch: changed(batch, "cards", "feast", "had", to=[3, 3, 3, 2]),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_batch_is_refused(
    damage: Callable[[str], str], garden: Path, tmp_path: Path, simulate: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--matches", "3", "--jobs", "1", "--record", str(tmp_path / "record")]
    simulate(*options)
    batch = tmp_path / "record" / "batches" / "first-00000000-00000003.json"
    batch.write_text(damage(batch.read_text(encoding="utf-8")), encoding="utf-8")
    assert main(["simulate", str(garden), *options]) == 2
    assert capsys.readouterr().err == f"Error: `{batch}` is no file of a record\n"


@pytest.mark.parametrize("name", ["mine", "first-a-b", "first-00000003-00000003", "first-00000000-99999999999"])
def test_a_batch_whose_name_tells_other_matches_is_refused(
    name: str, garden: Path, tmp_path: Path, simulate: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--matches", "3", "--jobs", "1", "--record", str(tmp_path / "record")]
    simulate(*options)
    batches = tmp_path / "record" / "batches"
    (batches / "first-00000000-00000003.json").rename(batches / f"{name}.json")
    assert main(["simulate", str(garden), *options]) == 2
    assert "is no file of a record" in capsys.readouterr().err


def policy(folder: Path, body: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an agent with a body of its own."""
    (folder / "own_policies.py").write_text(f"import os, pathlib\ndef decide(view, legal):\n{body}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(__import__("sys").modules, "own_policies", raising=False)
    return "own_policies:decide"


def test_a_process_that_dies_loses_nothing(simulate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        f"    flag = pathlib.Path({str(tmp_path / 'died')!r})\n"
        "    if view['request']['who'] == {'entity': '2'} and not flag.exists():\n"
        "        flag.touch()\n"
        "        os._exit(1)\n"
        "    return legal[-1]\n"
    )
    name = policy(tmp_path, body, monkeypatch)
    died = simulate("--matches", "40", "--jobs", "2", "--agents", name)
    assert (tmp_path / "died").exists()
    assert died == simulate("--matches", "40", "--jobs", "2", "--agents", name)
    assert died["outcomes"] == {"ended": 40}


def test_a_match_that_ends_every_process_is_found(
    simulate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = policy(tmp_path, "    os._exit(1)\n", monkeypatch)
    found = simulate("--matches", "3", "--jobs", "2", "--agents", name, code=1)
    assert found["outcomes"] == {"crashed": 3}
    assert [row["number"] for row in found["troubles"]] == [0, 1, 2]


def test_a_match_without_end_is_told_and_saved(
    garden: Path, simulate: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = simulate("--matches", "2", "--jobs", "1", "--most", "3", "--record", str(tmp_path / "record"), code=1)
    assert found["outcomes"] == {"endless": 2}
    save = tmp_path / "record" / found["troubles"][0]["saved"]
    assert main(["play", str(garden), "--load", str(save)]) == 0, capsys.readouterr().err


def test_greedy_beats_random_and_changes_sides(simulate: Any) -> None:
    found = simulate("--matches", "60", "--jobs", "1", "--agents", "greedy,random")
    rates = {row["name"]: row["wins"] for row in found["agents"]}
    assert rates["greedy"]["low"] > 0.5 > rates["random"]["high"]
    assert rates["greedy"]["of"] == rates["random"]["of"] == found["scenarios"][0]["decided"]


def test_a_search_beats_random(simulate: Any) -> None:
    found = simulate("--matches", "20", "--jobs", "1", "--agents", "mcts:20,random")
    assert next(row["wins"]["rate"] for row in found["agents"] if row["name"] == "mcts:20") > 0.6


BAIT = """
define lead(p: player) -> int = 2 * p.score - sum(q.score for q in all player)
relation ahead(p: player) = lead(p) > 0

flow match():
  repeat 3 times:
    each p in all player: offer any to p once

verb score(n: int, by p: player):
  increase p.score by n
  set game.count to n

every player:
  activate: score 1 by self
  activate: score 3 by self
  activate requires game.count == 3: score 9 by self
"""


def test_a_search_sees_what_others_make_of_its_answer(tmp_path: Path, simulate: Any) -> None:
    """Who takes 3 lets the next player take 9: who looks at their own turn alone takes the bait each time."""
    build_small(tmp_path, BAIT, start="match", scenario=TABLE, more="policy: {standing: lead, won: ahead}\n")
    found = simulate("--matches", "8", "--jobs", "1", "--agents", "mcts:12,greedy", game=tmp_path / "small")
    assert {row["name"]: row["wins"]["count"] for row in found["agents"]} == {"mcts:12": 8, "greedy": 0}
    again = simulate("--matches", "8", "--jobs", "1", "--agents", "mcts:12,greedy", game=tmp_path / "small")
    assert again == found


def test_what_becomes_of_cards(simulate: Any) -> None:
    found = simulate("--matches", "30", "--jobs", "1")
    cards = {card["card"]: card for card in found["cards"]}
    assert cards["harvest"]["what"]["drawn"] == 5 and cards["feast"]["what"]["drawn"] == 1
    assert 0 < cards["feast"]["what"]["to pile"] < 1
    assert found["unused"]["cards"] == [] and found["unused"]["verbs"] == []
    assert found["scenarios"][0]["decisions"]["mean"] == 6


@pytest.mark.parametrize(
    ("agents", "told"),
    [
        ("nobody", "no agent is named `nobody`"),
        ("greedy:1", "the budget of `greedy` is a number of tries from 2 to 64"),
        ("greedy:65", "the budget of `greedy`"),
        ("greedy:0x3", "the budget of `greedy`"),
        ("mcts:0", "the budget of `mcts`"),
        ("mcts:1_0", "the budget of `mcts`"),  # Python alone takes it for a number
        ("nowhere:decide", "`nowhere` cannot be imported"),
        ("json:nothing", "`json` has no function `nothing`"),
    ],
)
def test_an_agent_that_there_is_not(garden: Path, capsys: pytest.CaptureFixture[str], agents: str, told: str) -> None:
    assert main(["simulate", str(garden), "--agents", agents, "--matches", "1"]) == 2
    assert told in capsys.readouterr().err


def test_an_answer_of_a_function_that_is_not_legal(
    garden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = policy(tmp_path, "    return [77]\n", monkeypatch)
    assert main(["simulate", str(garden), "--agents", name, "--matches", "1", "--jobs", "1"]) == 2
    assert "gave [77], which is none of the legal answers" in capsys.readouterr().err


def test_one_of_a_thing_is_no_plural(simulate: Any) -> None:
    found = simulate("--matches", "1", "--jobs", "1")
    assert "<h1>garden 0.1.0: 1 match</h1>" in page_of(found)
    assert any(line.endswith(" of 1 match; chance alone could make such a difference") for line in found["headline"])
    scenario = {**found["scenarios"][0], "decided": 0, "decisions": {"median": 1, "least": 1, "most": 1}}
    card = {"card": "feast", "adds": [{"significant": True}]}
    told = list(headline({**found, "scenarios": [scenario], "cards": [card]}))
    assert told[0] == "first: 1 of 1 match has no winner"
    assert told[1].startswith("first: 1 decision in the middle match")
    assert told[3] == "1 of 1 card comes with other chances to win: feast"
    assert [ended_alike(*n) for n in ((1, 1), (0, 2))] == [
        "alike at the end: 1 of 1 match",
        "alike at the end: 0 of 2 matches",
    ]


@pytest.mark.parametrize("count", [1, 2])
def test_the_studio_reads_how_far_a_run_is(count: int, capsys: pytest.CaptureFixture[str]) -> None:
    Progress(count, 0).add(1)
    assert _FAR.findall(capsys.readouterr().err) == [("1", str(count))]


def test_the_page_needs_no_network_and_escapes_what_content_says(simulate: Any) -> None:
    found = simulate("--matches", "30", "--jobs", "1", "--agents", "random,first")
    found["game"] = "<script>alert(1)</script>"
    found["scenarios"][0]["scenario"] = '"><img src=x>'
    page = page_of(found)
    assert "<script" not in page and "<img" not in page
    assert "http:" not in page and "https:" not in page
    assert page.count("<svg") >= 3 and page.index(found["headline"][-1][:20]) < page.index("<svg")


def compared(capsys: pytest.CaptureFixture[str], old: Path, new: Path, *options: str) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = main(["compare", str(old), str(new), "--format", "json", "--jobs", "1", *options])
    told = capsys.readouterr()
    assert code < 2, told.err
    return code, json.loads(told.out)


def test_the_same_rules_compare_as_the_same(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = compared(capsys, garden, garden, "--matches", "20")
    assert (code, found["alike"]) == (0, 20)
    assert {row["change"] for row in found["rows"]} == {0}


def test_a_change_of_cards_is_found(garden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first player alone has the card that becomes better."""
    new = tmp_path / "garden"
    copytree(garden, new)
    cards = new / "cards" / "actions.yaml"
    text = cards.read_text(encoding="utf-8").replace("worth: 1", "worth: 7")
    cards.write_text(text, encoding="utf-8")
    code, found = compared(capsys, garden, new, "--matches", "30", "--agents", "greedy")
    changes = {row["what"]: row for row in found["rows"]}
    assert code == 1 and changes["p1 won"]["significant"] and changes["p1 won"]["low"] > 0
    assert not changes["decisions"]["significant"]
    assert (
        main(["compare", str(garden), str(new), "--matches", "30", "--agents", "greedy", "--format", "markdown"]) == 1
    )
    assert capsys.readouterr().out.startswith("| scenario | what | old | new |")


def test_a_number_of_a_card_is_varied(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (garden / "cards" / "actions.yaml").read_bytes()
    options = ["--matches", "20", "--jobs", "1", "--agents", "greedy", "--format", "json"]
    capsys.readouterr()
    assert main(["sweep", str(garden), "feast.worth", "1..3", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    rates = [row["sides"][0]["wins"]["rate"] for row in found["values"]]
    assert [row["value"] for row in found["values"]] == [1, 2, 3] and found["printed"] == 1
    assert rates[0] < rates[2] and not found["values"][0]["significant"] and found["values"][2]["significant"]
    assert (garden / "cards" / "actions.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("number", "values", "told"),
    [
        ("feats.worth", "1..2", "there is no card `feats`; did you mean `feast`?"),
        ("feast.cost", "1..2", "`feast` has no printed number `cost`"),
        ("feast", "1..2", "say which number of `feast`; it has worth"),
        ("feast.worth", "3..1", "`3..1` names no values"),
        ("feast.worth", "-1..1", "`worth` is at least 0, and not -1"),
        ("feast.worth", "1..60", "`1..60` are 60 values; at most 50 are tried"),
        ("feast.worth", "1..9007199254740992", "`1..9007199254740992` are 9007199254740992 values"),
        ("feast.worth", "9007199254740992..9007199254740993", "goes beyond 2^53"),
        ("feast.worth", "-9007199254740993..1", "goes beyond 2^53"),
        ("feast.worth", "1..99999999999999999999", "goes beyond 2^53"),
        ("feast.worth", f"1..{'9' * 5000}", "goes beyond 2^53"),
    ],
)
def test_a_number_that_cannot_be_varied(
    garden: Path, capsys: pytest.CaptureFixture[str], number: str, values: str, told: str
) -> None:
    assert main(["sweep", str(garden), number, "--", values]) == 2
    assert told in capsys.readouterr().err


def test_the_number_for_a_goal_is_searched(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--matches", "20", "--jobs", "1", "--goal", "p1 60 %", "--format", "json"]
    capsys.readouterr()
    assert main(["search", str(garden), "feast.worth", "0..40", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    played = [row["value"] for row in found["values"]]
    best = found["goal"]["nearest"]
    assert {0, 20, 40} < set(played) and len(played) < 20
    assert {best - 1, best, best + 1} <= set(played)


@pytest.fixture
def dividing(garden: Path, tmp_path: Path) -> Path:
    """The game, but it divides by zero when somebody gains 3; a harvest is worth 1."""
    game = tmp_path / "garden"
    copytree(garden, game)
    for path, old, new in (
        ("rules/match.rules", "who.score by amount", "who.score by amount + round_down(6 / (3 - amount))"),
        ("cards/actions.yaml", "worth: 3", "worth: 1"),
    ):
        text = (game / path).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (game / path).write_text(text.replace(old, new), encoding="utf-8")
    return game


VARIED = ("harvest.worth", "2..3", "--matches", "4", "--jobs", "1")
FAULTS = """\
worth 3: 4 of 4 matches did not end as they should: 4 fault
first 0 (seed 700762202): fault: a number was divided by zero
"""


def test_matches_that_a_number_keeps_from_ending_are_told(dividing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["sweep", str(dividing), *VARIED]) == 1
    table, told = capsys.readouterr().out.split("\n\n")
    assert " ".join(table.splitlines()[-1].split()) == "3 no match decided no match decided"
    assert told == FAULTS
    assert main(["sweep", str(dividing), *VARIED, "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [row["outcomes"] for row in found["values"]] == [{"ended": 4}, {"fault": 4}]
    assert [len(row["troubles"]) for row in found["values"]] == [0, 4] and found["values"][1]["decisions"] is None


def test_a_search_tells_matches_that_did_not_end(dividing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = ("--goal", "p1 50 %")
    capsys.readouterr()
    assert main(["search", str(dividing), *VARIED, *goal]) == 1
    told = capsys.readouterr().out
    assert "\n3      no match decided\n" in told and told.endswith(f"2 of 2 values were played\n\n{FAULTS}")
    assert main(["search", str(dividing), *VARIED, *goal, "--format", "json"]) == 1
    assert [row["outcomes"] for row in json.loads(capsys.readouterr().out)["values"]] == [{"ended": 4}, {"fault": 4}]
    assert main(["search", str(dividing), "harvest.worth", "3..3", *VARIED[2:], *goal]) == 2
    told = capsys.readouterr().err
    assert told == "Error: no match had a winner; worth 3: 4 of 4 matches did not end as they should: 4 fault\n"


def test_a_number_that_ends_every_process_is_told(
    garden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agents = ("--agents", policy(tmp_path, "    os._exit(1)\n", monkeypatch))
    options = (str(garden), "feast.worth", "1..1", "--matches", "1", "--jobs", "2", *agents)
    capsys.readouterr()
    assert main(["sweep", *options]) == 1
    assert "worth 1: 1 of 1 match did not end as they should: 1 crashed" in capsys.readouterr().out
    assert (
        main(["search", str(garden), "feast.worth", "1..1", "--matches", "1", "--jobs", "1", "--goal", "p1 50 %"]) == 0
    )
    assert "1 of 1 value was played" in capsys.readouterr().out
    assert main(["search", *options, "--goal", "p1 50 %"]) == 2
    assert "no match had a winner; worth 1: 1 of 1 match did" in capsys.readouterr().err


def test_a_goal_of_somebody_else_is_refused_before_a_match(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(garden), "feast.worth", "0..4", "--goal", "p9 60 %", "--matches", "1000000"]) == 2
    assert "nobody is named `p9`; there are p1, p2" in capsys.readouterr().err


def test_a_rate_beyond_all_matches_is_no_goal(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(garden), "feast.worth", "0..4", "--goal", "p1 150 %", "--matches", "1000000"]) == 2
    assert "nobody wins 150 % of all matches; write a rate of at most 100 %" in capsys.readouterr().err


def test_what_a_card_adds_is_what_is_lost_without_it(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without what its one card does, the first player cannot win by it."""
    capsys.readouterr()
    assert main(["blank", str(garden), "feast", "--matches", "20", "--jobs", "1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert 0 < found["alike"] < 20 and found["card"] == "feast"
    assert main(["blank", str(garden), "feats", "--matches", "1"]) == 2
    assert "there is no card `feats`; did you mean `feast`?" in capsys.readouterr().err


def test_matches_as_parquet(garden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "matches.parquet"
    options = ["--matches", "9", "--jobs", "1", "--format", "parquet"]
    assert main(["simulate", str(garden), *options, "--out", str(out)]) == 0
    rows = parquet.read_table(out).to_pylist()
    assert [row["number"] for row in rows] == [*range(9)]
    assert {tuple(row["agents"]) for row in rows} == {("random", "random")} and rows[0]["sides"] == [[0], [1]]
    assert main(["simulate", str(garden), *options]) == 2
    assert "name it with --out" in capsys.readouterr().err


def test_a_match_that_faults_is_told_and_saved(garden: Path, tmp_path: Path, simulate: Any) -> None:
    game = tmp_path / "garden"
    copytree(garden, game)
    rules = game / "rules" / "match.rules"
    text = rules.read_text(encoding="utf-8").replace(
        "      play picked by who\n", "      play picked by who\n      spin\n"
    )
    rules.write_text(text + "\nverb spin():\n  spin\n", encoding="utf-8")
    record = tmp_path / "record"
    found = simulate(
        "--matches", "4", "--jobs", "1", "--agents", "first,random", "--record", str(record), code=1, game=game
    )
    assert found["outcomes"]["fault"] + found["outcomes"].get("ended", 0) == 4
    assert all("nested" in row["message"] and (record / row["saved"]).exists() for row in found["troubles"])


# ---- a ruleset whose policies fail
FAILING = """
define much(p: player) -> int = (p.score + 2) * 4000000000000000
define ahead(p: player) -> bool = much(p) > 0

flow match():
  repeat 5 times:
    each p in all player: turn by p

flow turn(by p: player):
  choose n from [1, 2, 3] by p: set p.score to n
"""
TABLE = "id: table\nname: {en: Table}\nplayers: [p1, p2]\n"


@pytest.mark.parametrize("policy", ["standing: much", "won: ahead"])
def test_a_policy_that_passes_a_bound_is_a_fault_of_the_match(
    policy: str, tmp_path: Path, simulate: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    build_small(tmp_path, FAILING, start="match", scenario=TABLE, more=f"policy: {{{policy}}}\n")
    game = tmp_path / "small"
    report = simulate("--matches", "2", code=1, game=game)
    assert report["outcomes"] == {"fault": 2}
    assert {row["message"] for row in report["troubles"]} == {"a number passed 2^53"}
    assert main(["play", str(game), "--agents", "greedy"]) == 1
    assert "a fault: a number passed 2^53" in capsys.readouterr().err


def test_play_tells_the_place_of_a_fault_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = "flow match():\n  let many = 20000 * size(all player)\n  repeat many times: nothing\n"
    build_small(tmp_path, rules, start="match", scenario=TABLE)
    assert main(["play", str(tmp_path / "small")]) == 1
    told = capsys.readouterr().err
    assert "a loop of more than 10,000 rounds at " in told, told
    assert told.count(".rules:3") == 1, told


def test_a_policy_that_fails_is_told_to_the_host(tmp_path: Path) -> None:
    build_small(tmp_path, FAILING, start="match", scenario=TABLE, more="policy: {won: ahead}\n")
    match = load(tmp_path / "small").new("table", seed=1)
    while match.request is not None:
        match.answer([2])
    with pytest.raises(HostError, match="`policy: won` fails: a number passed"):
        _ = match.winners


DEALT_SIDES = """
relation together(p: player, q: player) = p.score == q.score
relation first_wins(p: player) = p.score == 1

flow match():
  choose random mate from all player where it is not first(list(p for p in all player))
  set mate.score to 1
  each p in all player where it is first(list(p for p in all player)): set p.score to 1
  each p in all player:
    choose n from [1, 2] by p: set game.count to n
"""


def test_players_are_counted_alone_where_a_match_deals_who_plays_with_whom(tmp_path: Path, simulate: Any) -> None:
    policy = "policy: {won: first_wins, allied: together}\n"
    table = TABLE.replace("[p1, p2]", "[p1, p2, p3]")
    build_small(tmp_path, DEALT_SIDES, start="match", scenario=table, more=policy)
    (found,) = simulate("--matches", "8", game=tmp_path / "small")["scenarios"]
    assert [side["players"] for side in found["sides"]] == [["p1"], ["p2"], ["p3"]]
    wins = [side["wins"]["count"] for side in found["sides"]]
    assert wins[0] == 8 and sum(wins) == 16


def test_a_card_of_nobody_is_in_the_match(tmp_path: Path, simulate: Any) -> None:
    kinds = KINDS.replace("count: int}", "row: {zone: card}}").removesuffix("player\n") + "player?\n"
    cards = "".join(
        f"- {{id: {i}, kind: card, name: {{en: {i.title()}}}, provenance: house}}\n" for i in ("ace", "two")
    )
    rules = "flow match():\n  each p in all player:\n    choose n from [1, 2] by p: set p.score to n\n"
    table = f"{TABLE}decks: [{{zone: game.row, cards: {{ace: 1}}}}]\n"
    build_small(
        tmp_path, rules, start="match", kinds=kinds, cards=cards, scenario=table,
    )  # fmt: skip
    report = simulate("--matches", "1", "--jobs", "1", game=tmp_path / "small")
    assert report["unused"]["cards"] == ["two"] and report["cards"] == []

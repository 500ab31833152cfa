"""The formats for programs say the same findings, each in the form that its readers demand."""

from __future__ import annotations

import html
import io
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import fromstring

import jsonschema
import pytest

from cardwright.cli.formats import FORMATS
from cardwright.cli.main import main
from dsl.reading import schemas
from tests.lint_game import write_example

GOLDEN = Path(__file__).parents[1] / "golden"
# The schema of the standard itself, as it is published.
SARIF = jsonschema.Draft4Validator(
    json.loads((GOLDEN / "sarif-2.1.0.schema.json").read_text(encoding="utf-8")),
    format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER,
)
BAD = {
    "ability": "after tap self: increase self.damage by -2\npassive: +0 armor\npassive while tapped and tapped: +1 armor\n"
}
CODES = ["negated-change", "change-by-zero", "duplicate-condition"]


@pytest.fixture(params=["warnings", "errors", "clean"])
def game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    example = {"warnings": BAD, "errors": {"ability": "after tpa self: heal 1 to self\n"}, "clean": {}}
    write_example(tmp_path, example[request.param])
    monkeypatch.chdir(tmp_path)
    return str(request.param)


def output_of(form: str, capsys: pytest.CaptureFixture[str]) -> str:
    main(["check", "example", "--format", form])
    return capsys.readouterr().out


def expected(game: str) -> list[str]:
    return {"warnings": CODES, "errors": ["unknown-verb"], "clean": []}[game]


def test_every_format_has_a_module_and_the_reverse() -> None:
    folder = Path(__file__).parents[2] / "cardwright" / "cli" / "formats"
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == set(FORMATS)


def test_json(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output_of("json", capsys))
    jsonschema.validate(data, schemas.load("diagnostics"))
    assert [item["code"] for item in data["diagnostics"]] == expected(game)


def test_sarif(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output_of("sarif", capsys))
    SARIF.validate(data)
    (run,) = data["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [result["ruleId"] for result in run["results"]] == expected(game)
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == expected(game)
    assert all(rule["help"]["markdown"].startswith(f"# {rule['id']}") for rule in rules)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
@pytest.mark.parametrize("form", ["json", "sarif", "gitlab", "junit", "tests"])
def test_programs_read_each_character_whatever_the_encoding_of_stdout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, encoding: str
) -> None:
    """A pipe on Windows has a code page; JSON is UTF-8, and so is the XML that says so."""
    write_example(tmp_path, {"ability": 'activate requires self.damage > 0 "né, да 😀": hael 1 to self\n'})
    (tmp_path / "example" / "cards" / "né.yaml").write_text("cards: [{id: né_да_😀}]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    stdout = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    monkeypatch.setattr(sys, "stdout", stdout)
    main(["test", "example", "--format", "junit"] if form == "tests" else ["check", "example", "--format", form])
    stdout.flush()
    written = stdout.buffer.getvalue()
    if form in ("junit", "tests"):
        told = "".join(case.attrib["name"] + str(case[0].attrib) for case in fromstring(written).iter("testcase"))
    else:
        told = unquote(str(json.loads(written.decode("utf-8"))))
    assert "né_да_😀" in told and "cards/né.yaml" in told


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("graph content/game --events", "né да"),
        ("picture content/game", "né да"),
        ("simulate content/game --matches 1 --jobs 1 --format html --lang ru", "партий"),
    ],
)
def test_pictures_and_pages_keep_each_character_whatever_the_encoding_of_stdout(
    words: str, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game"]) == 0
    for path in Path("content/game").rglob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace("{en: Feast}", "{en: né да}").replace("A first game", "né да")
        path.write_text(text, encoding="utf-8")
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="")
    monkeypatch.setattr(sys, "stdout", stdout)
    main(words.split())
    stdout.flush()
    assert wanted in html.unescape(stdout.buffer.getvalue().decode("utf-8"))


def test_sarif_places_and_fixes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_example(tmp_path, BAD)
    monkeypatch.chdir(tmp_path)
    data: Any = json.loads(output_of("sarif", capsys))
    SARIF.validate(data)
    first, _, third = data["runs"][0]["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "example/cards/units.yaml"
    assert place["region"] == {"startLine": 11, "startColumn": 23, "endLine": 11, "endColumn": 49}
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "decrease self.damage by 2"}
    assert third["relatedLocations"][0]["message"] == {"text": "first here"}


def test_the_schema_of_sarif_is_the_whole_one() -> None:
    assert len(SARIF.schema["definitions"]) > 40
    assert not SARIF.is_valid({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "odd": 1}]})
    assert not SARIF.is_valid({"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]})


def test_github(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of("github", capsys).splitlines()
    assert [line.partition("title=")[2].partition("::")[0] for line in lines] == expected(game)
    if game == "warnings":
        assert lines[0] == (
            "::warning file=example/cards/units.yaml,line=11,col=23,endLine=11,endColumn=49,title=negated-change"
            "::the number is negative (write `decrease self.damage by 2`)"
        )


def test_junit(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    root = fromstring(output_of("junit", capsys))
    (suite,) = root
    found = [case.get("name", "").partition(" ")[0] for case in suite if case.find("failure") is not None]
    assert found == expected(game)
    assert (root.get("failures"), suite.get("tests")) == (str(len(found)), str(max(1, len(found))))


def test_gitlab(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    issues = json.loads(output_of("gitlab", capsys))
    assert [issue["check_name"] for issue in issues] == expected(game)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert all(set(i) == {"description", "check_name", "fingerprint", "severity", "location"} for i in issues)
    assert all(issue["location"]["lines"]["begin"] == 11 + n for n, issue in enumerate(issues))


def test_gitlab_tells_equal_findings_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_example(tmp_path, {"ability": "passive: +0 armor\npassive while tapped:\n  +0 armor\n  +0 armor\n"})
    monkeypatch.chdir(tmp_path)
    marks = [issue["fingerprint"] for issue in json.loads(output_of("gitlab", capsys))]
    assert len(marks) == len(set(marks)) == 3

"""What is shown: content with hidden characters is refused, and no output is more than text, whatever stands in a game."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cardwright.authoring.hosts.sheets import read_text, written_text
from cardwright.cli.apply_fixes import as_difference
from cardwright.cli.diff_formats import GameDifference, as_markdown, as_text
from cardwright.cli.formats import FORMATS, shown_as
from cardwright.cli.main import main
from cardwright.cli.markdown import cell, code, prose
from cardwright.cli.output import as_json, escaped, say
from compiler.core.comparison import Break
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.difference.changes import Change, Difference, Subject
from dsl.game.game_files import load_game_files
from dsl.lint.allows import allows
from dsl.reading.files import source_of
from dsl.source import Source
from dsl.visible import HIDDEN, HIDDEN_IN_LINES, in_one_line, visible
from tests.hostile.shown_game import WORDS, write, write_hostile
from tests.small_game import try_small

ROOT = Path(__file__).parents[2]
HIDDEN_CHARS = "\x00\x07\x08\x1b\x7f\x85\x9b\u00ad\u034f\u061c\u200b\u200d\u202e\u2028\u2029\u2066\u2069\u3164\ufeff\ufffe\U000e0041\U000e0101"
# No byte below a blank but a line feed and a tab, which source lines may hold, nor a control of the second set.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")
COMMAND = re.compile(r"^[^\S\n]*::|##\w*\[", re.MULTILINE)
OURS = re.compile(
    r"^::(error|warning) file=[^\n:,]+,line=\d+,col=\d+,endLine=\d+,endColumn=\d+,title=[a-z0-9-]+::", re.MULTILINE
)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sound game, one whose tests fail, and the sound one before a change."""
    folder = tmp_path_factory.mktemp("::error::games")
    write_hostile(folder / "sound")
    write_hostile(folder / "failing", failing=True)
    write_hostile(folder / "before")
    for path in (folder / "before").rglob("##*.yaml"):
        text = path.read_text(encoding="utf-8")
        write(path, re.sub(r"flavour: .*", 'flavour: "|`@x` <b>|"', text).replace("worth: -1", "worth: 4"))
    rules = folder / "before" / "hostile" / "rules" / "-error forged.rules"
    write(rules, rules.read_text(encoding="utf-8").replace("if who", "if  who").replace("option ", "option   "))
    return folder


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints; it must not be a fault of ours."""
    assert main(arguments) != 3, capsys.readouterr().err
    return "\n".join(capsys.readouterr())


def assert_is_text(output: str) -> None:
    assert output.strip()
    assert CONTROL.findall(output) == []
    assert COMMAND.findall(output) == []


# ---- every command over content that is allowed
COMMANDS = [
    *(["check", "failing", "--no-cache", "--format", form] for form in FORMATS if form != "github"),
    ["test", "failing", "--trace"], ["test", "sound"], ["test", "failing", "-k", "\x1b[31m\n::error::x"],
    ["coverage", "sound"], ["coverage", "sound", "--format", "json"],
    ["mutate", "sound/hostile", "--limit", "3", "--jobs", "1", "--no-cache"],
    ["mutate", "sound/hostile", "--limit", "3", "--jobs", "1", "--no-cache", "--format", "json"],
    ["mutate", "failing/hostile"],
    ["play", "sound/hostile", "--trace"], ["play", "sound/hostile", "--agents", "human"],
    ["play", "sound/hostile", "\n::error::x"], ["play", "sound/hostile", "--as", "##[error]x"],
    ["play", "sound/hostile", "--language", "\n::error::x"],
    ["debug", "sound/hostile"], ["explain-turn", "sound/hostile"], ["explain-turn", "sound/hostile", "--of", "x"],
    *(["diff", "before", "failing", "--format", form] for form in ("text", "json", "markdown")),
    ["diff", "\n::error::x", "sound"],
    ["fmt", "before", "--diff"], ["fmt", "before", "--check"], ["schema", "sound/hostile"],
    *(["dump", "sound/hostile/rules/-error forged.rules", "--stage", stage] for stage in ("ast", "resolved", "ir")),
    ["dump", "sound/hostile/cards/=1+1.yaml"],
    ["export", "sound/hostile", "--target", "csv", "--out", "out", "--cards", "\n::error::x"],
    ["export", "sound/hostile", "--target", "lua", "--out", "out/\u202e##[x]"],
    ["roster", "sound/hostile/ruleset.yaml"],
    ["explain", "\n::error::x"], ["new", "\n::error::x"], ["\n::error::x"], ["check", "a\n##[error]x"],
    ["check", "sound", "--select", "\n::error::x"], ["check", "sound", "--format", "\n::error::x"],
    ["check", "sound", "--baseline", "sound/hostile/ruleset.yaml"],
    *(["simulate", "sound/hostile", "--matches", "2", "--jobs", "1", "--format", form] for form in ("text", "json", "html")),
    ["simulate", "sound/hostile", "\n::error::x"], ["simulate", "sound/hostile", "--agents", "\n::error::x"],
    ["simulate", "sound/hostile", "--watch", "\n::error::x/y"],
    ["compare", "sound/hostile", "sound/hostile", "--matches", "2", "--jobs", "1"],
    ["sweep", "sound/hostile", "\n::error::x.y", "1..2"], ["sweep", "sound/hostile", "x.\x1b[31m", "1..2"],
    ["search", "sound/hostile", "\n::error::x.y", "1..2", "--goal", "\n::error::x 50 %"],
    ["search", "sound/hostile", "x.y", "1..2", "--goal", "\n::error::x"], ["blank", "sound/hostile", "\n::error::x"],
    ["ratings", "sound/hostile", "--rosters", "\n::error::x"], ["ratings", "sound/hostile", "\n::error::x"],
    ["picture", "sound/hostile", "\n::error::x"], ["graph", "sound/hostile", "--events"],
    *(["graph", "sound/hostile", "--events", "--format", form] for form in ("dot", "json")),
    ["graph", "sound/hostile", "--ai", "\n::error::x"], ["odds", "sound/hostile", "\n::error::x", "--of", "1"],
    ["text", "sound/hostile"], ["text", "sound/hostile", "\n::error::x"], ["cards", "sound/hostile", "--format", "json"],
    ["errata", "sound/hostile"], ["errata", "sound/hostile", "--lang", "\n::error::x"],
    ["check", "sound/hostile", "--as-of", "\n::error::x"], ["play", "sound/hostile", "--as-of", "##[error]x"],
    ["cards", "sound/hostile", "--card", "\n::error::x", "--format", "json"],
    ["site", "sound/hostile", "--no-pictures", "--out", "out/\u202e##[site]"],
    ["studio", "\n::error::x", "--no-open"],
]  # fmt: skip


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: ascii(" ".join(arguments))[:80])
def test_no_output_is_more_than_text(
    arguments: list[str], games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(games)
    monkeypatch.setattr(sys, "stdin", io.StringIO("why\nwhy x\ncard 1\n1\n\x1b]0;x\n0\nquit\n"))
    output = ran(capsys, *arguments)
    assert_is_text(output)
    # What was typed with a line end stays in the line that tells of it.
    assert not re.search(r"^\s*\\?::error::x", output, re.MULTILINE)


def test_a_line_is_one_whatever_stands_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\n::error::x\r\n b\u2028c")
    assert capsys.readouterr().out == "a\\n::error::x\\r\\n b\\u2028c\n"


def test_every_command_is_tried() -> None:
    from cardwright.cli.main import COMMANDS as known

    quiet = {"lsp", "lints", "conformance"}  # one speaks a protocol, one prints only our words, one stands below
    assert {arguments[0] for arguments in COMMANDS} >= {name for name, _ in known} - quiet


def test_transcripts_of_other_engines_are_shown_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = {
        "name": "\n::error::x",
        "place": "##[error]x",
        "constructs": ["\x1b[1m"],
        "transcript": ["a", "\n::error::x"],
    }
    (tmp_path / "suite.json").write_text(json.dumps({"format": 1, "cases": [case]}), encoding="utf-8")
    (tmp_path / "lines.json").write_text(json.dumps({case["name"]: ["a", "\u2028##vso[x]"]}), encoding="utf-8")
    output = ran(capsys, "conformance", str(tmp_path / "suite.json"), str(tmp_path / "lines.json"))
    assert_is_text(output)
    assert "\\u2028" in output


def test_paths_from_an_argument_are_shown(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Below a folder that is named like a command, every line of findings begins with it."""
    folder = tmp_path / "::error::x"
    write_hostile(folder, failing=True)
    monkeypatch.chdir(tmp_path)
    for arguments in (["check", "::error::x", "--no-cache"], ["test", "::error::x"]):
        assert_is_text(ran(capsys, *arguments))
    github = ran(capsys, "check", "::error::x", "--no-cache", "--format", "github")
    lines = github.strip().split("\n")
    assert lines and all(OURS.match(line) for line in lines)
    assert not re.search(r"##\w*\[", github)


# ---- formats of programs
def test_the_format_for_github_has_a_line_for_each_finding(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(games)
    data = json.loads(ran(capsys, "check", "sound", "--no-cache", "--format", "json"))
    assert data["warnings"] > 20
    output = ran(capsys, "check", "sound", "--no-cache", "--format", "github").strip()
    assert output.count("\n") + 1 == len(OURS.findall(output)) == data["warnings"]
    assert "%3A%3Aerror" not in output.partition("file=")[0]
    assert not CONTROL.search(output) and not re.search(r"##\w*\[", output)


def broken(path: str, message: str) -> Diagnostic:
    return Diagnostic("syntax", Source(path, f"{message}\n").span(0, 3), message, help=message, owner=message)


HOSTILE_TEXTS = (
    *WORDS,
    "a\n::error::x",
    "a\r\n##[error]x",
    "\x1b]0;x\x07",
    "\u202e\u2066",
    "\udcff",
    "\ufffe",
    "%0A::x,y:z",
)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=ascii)
def test_every_format_shows_every_text(form: str, text: str) -> None:
    from cardwright.cli.games import Reading

    fault = broken(f"g/cards/{text}.yaml", text)
    reading = Reading(Path(f"g{text}"), f"g{text}", None, (fault,), (), (1, 1))
    output = str(escaped(shown_as(form, [reading])))
    plain = re.sub(r"\x1b\[\d*m", "", output)  # the colours of a heading, which no pipe gets
    assert not CONTROL.search(plain.replace("\r\n", "\n")), ascii(output)
    assert not re.search(r"##\w*\[", plain)
    assert plain.encode("utf-8")
    if form == "github":
        assert plain.count("\n") == 0 and OURS.match(plain)
    else:
        assert not COMMAND.search(plain)
    if form == "text":
        assert plain.rpartition("\n")[2].startswith("g")  # what is told of the game is one line
    if form in ("json", "gitlab", "sarif"):
        assert_no_hidden(json.loads(plain))
    if form == "junit":
        (failure,) = ElementTree.fromstring(plain).findall("testsuite/testcase/failure")
        assert "\n" not in failure.attrib["message"]


def assert_no_hidden(data: Any) -> None:
    if isinstance(data, dict):
        data = [*data, *data.values()]
    if isinstance(data, list):
        for item in data:
            assert_no_hidden(item)
    if isinstance(data, str):
        assert not HIDDEN_IN_LINES.search(data), ascii(data)


def test_data_keeps_what_can_be_seen() -> None:
    assert json.loads(as_json({"a": ["##[x]", "é\n", 1, None]})) == {"a": ["##[x]", "é\n", 1, None]}


# ---- Markdown
@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=ascii)
def test_markdown_shows_content_as_text(text: str) -> None:
    for made in (code(text), cell(text), prose(text)):
        bare = without_code(made)
        assert re.fullmatch(r"(?!.*www\.)[\w ,.;?()-]*", bare, re.IGNORECASE), ascii(made)
        assert "\n" not in made and not CONTROL.search(made)
    for bars in re.findall(r"(\\*)\|", cell(text)):
        assert len(bars) % 2 == 1


def test_code_in_markdown_reads_back() -> None:
    for text in WORDS:
        made = code(text)
        fence = re.match(r"`+", made)
        assert fence is not None
        inside = made[len(fence[0]) : -len(fence[0])]
        assert fence[0] not in re.findall(r"`+", inside)
        stripped = inside[1:-1] if inside[:1] == inside[-1:] == " " and inside.strip() else inside
        assert stripped == text


@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=ascii)
def test_every_place_of_a_difference_shows_every_text(text: str) -> None:
    change = Change("value", text, text, text)
    subjects = Subject("card", text, "changed", text, 1, (change, change)), Subject("card", text, "added", text, 1)
    game = GameDifference(
        text,
        "compared",
        Difference(subjects, (text,)),
        (Break("field", text, text), Break("field", text, f"is now `{text}`")),
    )
    lines = as_markdown((text, text), [game]).split("\n")
    assert len(lines) == 18
    for line in lines:
        assert not re.search(r"[@\[\]<>`!=\\]|www\.|://", without_code(line).replace("->", "")), ascii(line)
        if line.startswith("|"):
            assert len(re.split(r"(?<!\\)(?:\\\\)*\|", line)) == 5
    shown_lines = as_text((text, text), [game]).split("\n")
    assert len(shown_lines) == 8


def without_code(text: str) -> str:
    return re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", "", text)


def test_a_difference_in_markdown_has_only_our_structure(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(games)
    output = ran(capsys, "diff", "before", "failing", "--format", "markdown")
    lines = output.strip().split("\n")
    assert [line for line in lines if line.startswith("#")] == [
        "## What changes in play: `before` to `failing`", "### hostile",
    ]  # fmt: skip
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) > 20
    for line in rows:
        assert len(re.split(r"(?<!\\)(?:\\\\)*\|", line)) == 5, line
    for line in lines:
        assert not re.search(r"[@\[\]<>`]|www\.|://", without_code(line).replace("->", "")), line


# ---- sheets
def test_no_cell_of_a_sheet_begins_a_formula(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(games)
    ran(capsys, "export", "sound/hostile", "--target", "csv", "--out", str(tmp_path))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "action.csv").read_text(encoding="utf-8"))))
    assert len(rows) == len(WORDS)
    for row in rows:
        number = int(row["id"].removeprefix("card_"))
        assert read_text(row["name_en"]) == WORDS[number]
        assert read_text(row["flavour"]) == WORDS[(number + 1) % len(WORDS)].strip()
        assert row["worth"] == str(-number % 3 - 1)
        for cell_text in (row["name_en"], row["flavour"]):
            assert not re.search(r"(^|[;\t\r\n])\s*[=+@-]", cell_text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1", "'=1"), ("+2 armour", "'+2 armour"), ("-x", "'-x"), ("@x", "'@x"), ("\t=1", "\t'=1"), ("a; =1", "a; '=1"),
        ("\uff1d1", "'\uff1d1"), ("'=1", "''=1"), ("-1", "-1"), ("+2.5", "+2.5"), ("a=1", "a=1"), ("'tis", "'tis"),
    ],
)  # fmt: skip
def test_texts_in_cells(text: str, written: str) -> None:
    assert written_text(text) == written
    assert read_text(written) == text


# ---- hidden characters are refused in content
ESCAPES = [
    ("\\e", "U+001B"), ("\\x1B", "U+001B"), ("\\0", "U+0000"), ("\\x00", "U+0000"), ("\\a", "U+0007"), ("\\r", "U+000D"),
    ("\\u202e", "U+202E"), ("\\u2066", "U+2066"), ("\\u200b", "U+200B"), ("\\N", "U+0085"), ("\\L", "U+2028"),
    ("\\P", "U+2029"), ("\\U000e0041", "U+E0041"), ("\\uFEFF", "U+FEFF"), ("\\u3164", "U+3164"), ("\\x9b", "U+009B"),
    ("\\uFFFE", "U+FFFE"), ("\\U000E0101", "U+E0101"),
]  # fmt: skip


def findings(game: Path) -> list[Diagnostic]:
    sink = Sink()
    load_game_files(game, sink, "g")
    return [fault for fault in sink.sorted() if fault.severity is Severity.ERROR]


def edited(folder: Path, inside: str, old: str, new: str) -> list[Diagnostic]:
    """The errors of the game once a text in one of its files is another one."""
    game = write_hostile(folder)
    (path,) = game.glob(inside)
    text = path.read_text(encoding="utf-8")
    assert old in text
    write(path, text.replace(old, new, 1))
    return findings(game)


@pytest.mark.parametrize(("escape", "named"), ESCAPES)
def test_an_escape_of_a_hidden_character_is_refused_at_its_place(tmp_path: Path, escape: str, named: str) -> None:
    faults = edited(tmp_path, "scenarios/first.yaml", 'name: "::error::forged"', f'name: "x\\\\ {escape}y"')
    (fault,) = faults
    assert (fault.code, fault.span.text) == ("forbidden-character", escape)
    assert f"this escape is the character {named} " in fault.message
    assert fault.span.line_column()[0] == 2


@pytest.mark.parametrize("escape", ["\\uD800", "\\uDFFF", "\\ud83d\\ude00"])
def test_halves_of_surrogate_pairs_are_refused(tmp_path: Path, escape: str) -> None:
    (fault, *_) = edited(tmp_path, "scenarios/first.yaml", 'name: "::error::forged"', f'name: "x{escape}"')
    assert fault.code in ("yaml-syntax", "forbidden-character")


def test_escapes_that_can_be_seen_are_read(tmp_path: Path) -> None:
    text = 'name: "\\u00e9 \\x41 \\" \\/ \\_ \\U0001F600 \\u2600\\ufe0f"'
    assert edited(tmp_path, "scenarios/first.yaml", 'name: "::error::forged"', text) == []


ONE_LINE = [
    ("ruleset.yaml", "name: {en: "), ("ruleset.yaml", "source: "), ("ruleset.yaml", "terrain: {mud: "),
    ("rulebook.yaml", "heading: "), ("cards/##*.yaml", "name: {en: "), ("cards/##*.yaml", "source: "),
    ("tests/@*.yaml", "- name: "), ("tests/@*.yaml", "illegal: "), ("scenarios/first.yaml", "name: "),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "key"), ONE_LINE)
@pytest.mark.parametrize("escape", ["\\n", "\\t"])
def test_what_people_read_as_one_line_is_one(tmp_path: Path, inside: str, key: str, escape: str) -> None:
    game = write_hostile(tmp_path)
    (path,) = game.glob(inside)
    text = path.read_text(encoding="utf-8")
    write(path, re.sub(re.escape(key) + r'"(?:[^"\\]|\\.)*"', lambda _: f'{key}"{escape}"', text, count=1))
    (fault,) = findings(game)
    is_sign = key.startswith("terrain")  # a single character, whose pattern is narrower than that of a line
    wanted = ("wrong-value", f'"{escape}"') if is_sign else ("forbidden-character", escape)
    assert (fault.code, fault.span.text) == wanted


TABBED = "U+0009 TABULATION stands in it"
LABEL = 'verb go(n: int):\n  require n > 3 "{text}"\n  increase game.count by n\n'


def test_a_tab_in_one_line_is_refused_in_files_and_in_rules(tmp_path: Path) -> None:
    """It may stand between words and in a remark."""
    rules, test = (
        LABEL.replace(" by n", "\tby n # a\tremark").replace("{text}", "too few"),
        "- {{name: {name}, when: go 4, then: [{then}]}}\n",
    )
    cases = (
        (rules, test.format(name="ab", then="game.count == 4"), None),
        (LABEL.replace("{text}", "too\tfew"), test.format(name="ab", then="game.count == 4"), "rules.rules:2:21"),
        (rules, test.format(name="a\tb", then="game.count == 4"), "tests.yaml:2:13"),
        (rules, test.format(name='"a\tb"', then="game.count == 4"), "tests.yaml:2:14"),
        (rules, test.format(name='"a\\tb"', then="game.count == 4"), "tests.yaml:2:14"),
        (rules, test.format(name="ab", then='\'"a\tb" == "a"\''), "tests.yaml:2:38"),
    )
    for number, (text, tests, place) in enumerate(cases):
        _, told = try_small(tmp_path / str(number), text, tests=tests)
        assert [TABBED in line and line.endswith(f"{place})") for line in told] == [True] * (place is not None), told


def test_a_block_is_no_name(tmp_path: Path) -> None:
    (fault,) = edited(tmp_path, "scenarios/first.yaml", 'name: "::error::forged"', "name: |\n  a\n  ::error::b")
    assert fault.code == "forbidden-character" and "U+000A LINE FEED" in fault.message


@pytest.mark.parametrize("text", ['"a\\nb"', "|\n      a\n\n      b", '"a\\tb"'])
def test_remarks_for_readers_may_have_several_lines(tmp_path: Path, text: str) -> None:
    assert edited(tmp_path, "cards/##*.yaml", 'doc: "##[error]forged"', f"doc: {text}") == []


@pytest.mark.parametrize("char", HIDDEN_CHARS, ids=ascii)
def test_hidden_characters_are_refused_as_they_stand(char: str) -> None:
    sink = Sink()
    assert source_of(f"a: x{char}\n".encode("utf-8", "surrogatepass"), sink, "a.yaml") is None
    assert [fault.code for fault in sink.items] == ["forbidden-character"]


def test_a_sign_in_colour_is_no_hidden_character() -> None:
    sink = Sink()
    assert source_of("a: ☀️ ⚔︎ 1️⃣\n".encode(), sink, "a.yaml") is not None
    assert source_of("a: x\ufe0f\n".encode(), sink, "a.yaml") is None
    assert source_of("a: ☀️\ufe0f\n".encode(), sink, "a.yaml") is None


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "a\u202eb", "a\tb", "a\u2028b", "a\udcffb"], ids=ascii)
@pytest.mark.parametrize("folder", ["cards", "rules", "tests", "scenarios", ""])
def test_names_of_files_can_be_seen(tmp_path: Path, folder: str, name: str) -> None:
    game = write_hostile(tmp_path)
    suffix = ".rules" if folder == "rules" else ".yaml"
    write(game / folder / f"{name}{suffix}", "# nothing\n")
    code, told = (
        ("invalid-utf8", "is not valid UTF-8") if "\udcff" in name else ("forbidden-character", "stands in this name")
    )
    faults = [fault for fault in findings(game) if fault.code == code]
    assert [fault.message for fault in faults] and told in faults[0].message


@pytest.mark.parametrize("arguments", [["check", "--no-cache", "--format", form] for form in FORMATS] + [
    ["check"], ["test"], ["coverage"], ["fmt", "--check"],
], ids=" ".join)  # fmt: skip
def test_broken_games_are_shown(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game in which everything that is refused stands: raw, as escapes, in names of files."""
    game = write_hostile(tmp_path)
    write(game / "cards" / "raw.yaml", "cards: # \x1b]0;x\x07 \u202e \u2028::error::x \x9b31m\n  - id: ##[error]\x00\n")
    write(game / "cards" / "escape.yaml", 'cards:\n  - {id: "\\e[31m\\n::error::x", kind: "\\u202e"}\n')
    write(
        game / "cards" / "line.yaml", 'cards:\n  - {id: "x\\n::error::x", kind: "\\n::error::x", "\\n::error::y": 1}\n'
    )
    write(game / "tests" / "a\n::error::x\x1b[31m\udcff.yaml", "tests: 1\n")
    write(game / "\n##[error]x", "")
    (game / "rules" / "bytes.rules").write_bytes(b"verb x():\xff\x1b[31m\n")
    monkeypatch.chdir(tmp_path)
    output = ran(capsys, *arguments[:1], "hostile", *arguments[1:])
    if "github" in arguments:
        lines = output.strip().split("\n")
        assert len(lines) > 5
        assert [line for line in lines if not OURS.match(line)] == []
        assert not CONTROL.search(output)
    elif arguments[0] != "fmt":
        assert_is_text(output)


@pytest.mark.parametrize("setting", ['select = ["\\u001b[31m"]', '"\\u202e" = 1', '[lint.per-path]\n"a\\nb" = []'])
def test_settings_can_be_seen(
    setting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_hostile(tmp_path)
    write(tmp_path / "cardwright.toml", f"[lint]\n{setting}\n")
    monkeypatch.chdir(tmp_path)
    output = ran(capsys, "check", "hostile", "--no-cache")
    assert_is_text(output)
    assert "holds the character U+" in output


# ---- every stream can show every text
@pytest.mark.parametrize(
    "variables", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
@pytest.mark.parametrize("form", ["text", "sarif"])
def test_names_that_are_no_text_can_be_shown_anywhere(tmp_path: Path, variables: dict[str, str], form: str) -> None:
    game = write_hostile(tmp_path)
    with open(os.fsencode(game) + b"/cards/\xff\xe9.yaml", "wb") as file:
        file.write("cards: [имя]\n".encode())
    command = [sys.executable, "-m", "cardwright.cli.main", "check", str(game), "--format", form]
    variables = {**os.environ, **variables, "PYTHONPATH": str(ROOT)}
    for _ in range(2):  # the second time from what was kept
        done = subprocess.run(command, capture_output=True, env=variables, cwd=tmp_path, timeout=60, check=False)
        assert done.returncode == 1, done.stderr
        assert b"Traceback" not in done.stderr
        assert (b"%5Cxff%5Cxe9" if form == "sarif" else b"\\xff\\xe9") in done.stdout
        done.stdout.decode("ascii" if "PYTHONIOENCODING" in variables else "utf-8")


def test_a_baseline_can_be_written_of_any_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_hostile(tmp_path)
    write(game / "cards" / "a\udcff\n.yaml", "cards: 1\n")
    baseline = tmp_path / "known.json"
    ran(capsys, "check", str(game), "--no-cache", "--baseline", str(baseline), "--write-baseline")
    assert_no_hidden(json.loads(baseline.read_text(encoding="utf-8")))
    assert main(["check", str(game), "--no-cache", "--baseline", str(baseline)]) == 0


# ---- lines
BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def test_only_line_feeds_end_lines() -> None:
    text = f"a{BREAKS}b\r\n# allow: syntax x\nc\n"
    source = Source("a.rules", text)
    (allow,) = allows(source)
    assert allow.lines == (2, 3)
    assert as_difference(source, text.replace("c", "d")).count("\n") == 3 + 4


def test_a_shown_line_is_one_line() -> None:
    for char in (*HIDDEN_CHARS, *BREAKS, "\r", "\n", "\udcff"):
        assert len(in_one_line(f"a{char}b").splitlines()) == 1
        assert not HIDDEN.search(visible(f"a{char}b"))
    assert str(escaped(str(escaped("##[x]\n  ::y")))) == "#\\#[x]\n  \\::y"

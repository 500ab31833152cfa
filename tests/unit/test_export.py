"""Exports: what is written and when nothing is, that it is the same every time, and what stays of some cards."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from cardwright.cli.export_folder import RECORD
from cardwright.cli.main import main
from compiler.build import Build, build_game
from compiler.core import ir
from compiler.core.ir_json import IrError
from compiler.targets.constructs import CONSTRUCTS, construct, needs
from compiler.targets.export import TARGETS, Content, content_of, export_code, rules_hash
from compiler.targets.functions import FunctionPrinter
from compiler.targets.json_export import export_json, input_hash, read_export
from compiler.targets.manifest import BUILT_IN, Manifest, ManifestError, obstacles, read_manifest
from compiler.targets.printer import Printer
from compiler.targets.subset import only_cards
from dsl.diagnostics import Sink
from dsl.game.game_files import GameFolder
from dsl.reading import schemas

Shown = pytest.CaptureFixture[str]
ALL = ["json", *TARGETS]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    assert main(["new", "moon_market", "--into", str(folder)]) == 0
    return folder / "moon_market"


@pytest.fixture(scope="module")
def build(game: Path) -> Build:
    made = build_game(game, Sink())
    assert made is not None
    return made


@pytest.fixture(scope="module")
def content(build: Build) -> Content:
    assert build.program is not None
    return content_of(build.program, build.scripts)


def contents(folder: Path) -> dict[str, bytes]:
    """The exported files, without the record of what exports wrote."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != RECORD]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


# ---- the names that hosts import
def named_modules() -> Iterator[tuple[str, str, str]]:
    """Of the page on engines: target, file, and what it exports (empty: what the file returns)."""
    page = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
    code = r"`(\w+)` in `(\S+)`"
    rows = re.findall(rf"^\| `\w+` \| {code} \| {code} \| what `(\S+)` returns \| {code} \|$", page, re.M)
    for python, python_file, javascript, javascript_file, lua_file, csharp, csharp_file in rows:
        yield "python", python_file, python
        yield "javascript", javascript_file, javascript
        yield "lua", lua_file, ""
        yield "csharp", csharp_file, csharp


@pytest.mark.parametrize(("target", "file", "name"), list(named_modules()))
def test_a_module_exports_what_the_page_on_engines_says(target: str, file: str, name: str, content: Content) -> None:
    text = export_code(content, TARGETS[target](), tests=True)[file]
    begin = {"python": f"\n{name} = ", "javascript": f"\nexport const {name} = ", "lua": "\nreturn "}
    begin["csharp"] = f"\npublic static class {name}\n"
    assert text.count(begin[target]) == 1


def test_the_page_on_engines_names_every_module() -> None:
    assert [file for _, file, _ in named_modules()] == [
        f"{module}.{suffix}" for module in ("data", "rules", "tests") for suffix in ("py", "js", "lua", "cs")
    ]


# ---- the same bytes
EACH_TARGET = """
import sys
from collections.abc import Iterator
from cardwright.cli.main import main
game, out, *targets = sys.argv[1:]
for target in targets:
    if main(["export", game, "--target", target, "--conformance", "--matches", "2", "--out", f"{out}/{target}"]):
        sys.exit(f"no export for {target}")
"""


@pytest.fixture(scope="module")
def exports(game: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders in which two processes wrote the exports for every target."""
    folders = []
    for seed in ("1", "2"):
        folders.append(tmp_path_factory.mktemp("process"))
        command = [sys.executable, "-c", EACH_TARGET, str(game), str(folders[-1]), *ALL]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed})
    return folders


@pytest.mark.slow
@pytest.mark.parametrize("target", ALL)
def test_an_export_is_the_same_in_every_process(exports: list[Path], target: str) -> None:
    folders = [contents(folder / target) for folder in exports]
    assert folders[0] == folders[1]
    assert "conformance.json" in folders[0] and len(folders[0]) > 1
    for path, data in folders[0].items():
        assert b"\r" not in data and data.endswith(b"\n"), path


def test_the_runtime_of_python_has_every_module_that_it_names(content: Content) -> None:
    files = export_code(content, TARGETS["python"]())
    named = {
        (path, name)
        for path, text in files.items()
        if path.startswith("rt/")
        for name in re.findall(r"^ *from \.(\w+) import", text, re.MULTILINE)
    }
    assert len(named) > 20
    assert [(path, name) for path, name in sorted(named) if f"rt/{name}.py" not in files] == []
    assert "compiler" not in "".join(re.findall(r"^(?:from|import) .*", "\n".join(files.values()), re.MULTILINE))


def hashed(folder: Path) -> str:
    return input_hash(GameFolder(folder, "").everything())


def test_hashes_follow_from_what_they_are_of(game: Path, content: Content, tmp_path: Path) -> None:
    assert hashed(game) == hashed(game)
    other = tmp_path / "other"
    other.mkdir()
    (other / "a").write_text("one", encoding="utf-8")
    before = hashed(other)
    (other / "b").write_text("", encoding="utf-8")
    assert hashed(other) != before
    fewer = only_cards(content, ["harvest"])
    told = {json.loads(export_json(made, before)["rules.json"])["hash"] for made in (content, fewer)}
    assert len(told) == 2


def test_an_export_is_the_same_wherever_the_game_lies(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Places are told from the game's own folder: who calls the command from where is nothing of the game."""
    shutil.copytree(game, tmp_path / "elsewhere" / "moon_market")
    for number, (folder, name) in enumerate(
        ((game.parent, game.name), (game, "."), (tmp_path, "elsewhere/moon_market"))
    ):
        monkeypatch.chdir(folder)
        out = tmp_path / str(number)
        assert main(["export", name, "--target", "javascript", "--conformance", "--out", str(out)]) == 0
    assert contents(tmp_path / "0") == contents(tmp_path / "1") == contents(tmp_path / "2")
    suite = json.loads((tmp_path / "0" / "conformance.json").read_text(encoding="utf-8"))
    assert {case["place"].split(":")[0] for case in suite["cases"]} == {"scenarios/first.yaml", "tests/actions.yaml"}


def test_the_hash_is_of_the_scenarios_too(content: Content) -> None:
    """A save goes on in what its scenario builds, which may change while the rules do not."""
    (name, script), *_ = content.scenarios.items()
    (position,) = script.positions
    assert position.build
    fewer = replace(script, positions=(replace(position, build=position.build[:-1]),))
    assert rules_hash(replace(content, scenarios={name: fewer})) != rules_hash(content)


def test_the_hash_stays_while_nothing_that_is_played_changes(game: Path, tmp_path: Path) -> None:
    """A remark, a further test, a corrected name or another version takes no saved game from anybody."""
    folder = tmp_path / "moon_market"
    shutil.copytree(game, folder)

    def exported_hash() -> str:
        assert main(["export", str(folder), "--target", "json", "--out", str(tmp_path / "out")]) == 0
        return str(json.loads((tmp_path / "out" / "rules.json").read_text(encoding="utf-8"))["hash"])

    before = exported_hash()
    rules, tests = folder / "rules" / "match.rules", folder / "tests" / "actions.yaml"
    rules.write_text("# A remark.\n\n" + rules.read_text(encoding="utf-8"), encoding="utf-8")
    more = tests.read_text(encoding="utf-8").replace("name: a ", "name: once more a ")
    assert more != tests.read_text(encoding="utf-8")
    (folder / "tests" / "more.yaml").write_text(more, encoding="utf-8")
    assert exported_hash() == before
    cards, ruleset = folder / "cards" / "actions.yaml", folder / "ruleset.yaml"
    cards.write_text(cards.read_text("utf-8").replace("{en: Feast}", "{en: Banquet}"), encoding="utf-8")
    ruleset.write_text(ruleset.read_text("utf-8").replace("version: 0.1.0", "version: 0.2.0"), encoding="utf-8")
    assert "Banquet" in cards.read_text("utf-8") and "0.2.0" in ruleset.read_text("utf-8")
    assert exported_hash() == before, "a corrected name changes no play"
    rules.write_text(rules.read_text("utf-8").replace("it is not in your hand", "it is not yours"), encoding="utf-8")
    assert exported_hash() == before, "nor does another message"
    assert "repeat 3 times" in rules.read_text("utf-8")
    rules.write_text(rules.read_text("utf-8").replace("repeat 3 times", "repeat 4 times"), encoding="utf-8")
    assert exported_hash() != before


def test_the_usual_scenario_is_the_first(game: Path, tmp_path: Path) -> None:
    copy = tmp_path / "moon_market"
    shutil.copytree(game, copy)
    text = (copy / "scenarios" / "first.yaml").read_text(encoding="utf-8")
    (copy / "scenarios" / "late.yaml").write_text(text.replace("id: first", "id: late"), encoding="utf-8")
    ruleset = copy / "ruleset.yaml"
    ruleset.write_text(ruleset.read_text("utf-8").replace("start: match", "start: match\nscenario: late"), "utf-8")
    assert main(["export", str(copy), "--target", "json", "--out", str(tmp_path / "out")]) == 0
    rules = json.loads((tmp_path / "out" / "rules.json").read_text(encoding="utf-8"))
    assert [script["name"] for script in rules["scenarios"]] == ["late", "first"]


# ---- JSON
def test_json_reads_back_and_fits_its_schema(game: Path, content: Content) -> None:
    text = export_json(content, hashed(game))["rules.json"]
    again = read_export(text)
    assert again.program == content.program and again.scenarios == content.scenarios
    assert list(again.scenarios) == list(content.scenarios)
    assert errors("export", json.loads(text)) == []


def test_the_suite_fits_its_schema(game: Path, tmp_path: Path) -> None:
    assert main(["export", str(game), "--conformance", "--out", str(tmp_path)]) == 0
    assert errors("conformance", json.loads((tmp_path / "conformance.json").read_text(encoding="utf-8"))) == []
    assert list(contents(tmp_path)) == ["conformance.json"]


def errors(name: str, data: Any) -> list[str]:
    names = ("ir", "export", "conformance")
    registry: Registry[Any] = Registry().with_resources(
        (f"{n}.schema.json", Resource.from_contents(schemas.load(n))) for n in names
    )
    checked = Draft202012Validator({"$ref": f"{name}.schema.json"}, registry=registry)
    return [error.message[:200] for error in checked.iter_errors(data)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(format=2), "the format is 2"),
        (lambda data: data.pop("inputs"), "an export has the keys"),
        (lambda data: data.update(hash="0" * 16), "not the one that the hash is of"),
        (lambda data: data["program"].update(start="another"), "not the one that the hash is of"),
        (lambda data: data["scenarios"][0].pop("steps"), "`steps` is missing"),
    ],
)
def test_what_is_no_export_is_refused(content: Content, change: Any, told: str) -> None:
    data = json.loads(export_json(content, "0" * 64)["rules.json"])
    change(data)
    with pytest.raises(IrError, match=told):
        read_export(json.dumps(data))


# ---- code
@pytest.mark.parametrize("target", list(TARGETS))
def test_generated_code_leads_back_to_cards(content: Content, target: str) -> None:
    files = export_code(content, TARGETS[target]())
    rules = next(text for path, text in files.items() if Path(path).stem == "rules")
    comment = TARGETS[target].comment.removesuffix("$words")
    for ability in content.program.abilities:
        place = content.program.spans[ability.at]
        assert f"{ability.id} ({place.path}:{place.line})" in rules
    assert rules.count(f"\n{comment}") >= len(content.program.abilities)
    assert max(len(line) for line in rules.split("\n")) < 400
    assert not any(Path(path).stem == "tests" for path in files)


@pytest.mark.parametrize("target", list(TARGETS))
def test_generated_lines_lead_back_to_theirs(content: Content, target: str) -> None:
    files = export_code(content, TARGETS[target](), tests=True)
    maps: dict[str, list[list[Any]]] = json.loads(files["lines.json"])
    assert sorted(Path(path).stem for path in maps) == ["rules", "tests"]
    for path, rows in maps.items():
        lines = files[path].split("\n")
        comment = re.compile(re.escape(TARGETS[target].comment.removesuffix("$words")) + r".+ \((.+):(\d+)\)")
        found = {number: match for number, line in enumerate(lines, 1) if (match := comment.fullmatch(line))}
        assert len(found) > 5
        for number, match in found.items():
            row = max((r for r in rows if r[0] <= number), key=lambda r: r[0])
            assert row[1:] == [match[1], int(match[2])]


@pytest.mark.parametrize("target", list(TARGETS))
def test_every_construct_has_its_words(target: str) -> None:
    """What no game at hand may happen to use is printed, too."""
    printer = Printer(small(), TARGETS[target]())
    writer = FunctionPrinter(printer)
    one, two, here = ir.Const(0, 1), ir.Const(0, "two"), ir.Local(0, "here")
    for operator in ir.OPERATORS:
        assert writer.told(ir.Op(0, operator, (here,) if operator in ("not", "neg") else (here, one)))
    for form in ir.FORMS:
        for test in (None, ir.Op(0, ">", (here, one))):
            assert "all" in writer.told(ir.Gather(0, form, "here", ir.Local(0, "all"), test, here))
    for other in (ir.Const(0, None), one, two, here):
        same = writer.told(ir.Op(0, "==", (here, other)))
        assert same != writer.told(ir.Op(0, "!=", (here, other)))
    body = (
        ir.Let(0, here, "end", one),
        ir.Let(0, here, "class", ir.Get(0, here, "lambda")),
        ir.While(0, here, one, (ir.Repeat(0, one, ()),)),
        ir.Each(0, "all", here, (ir.Let(0, None, "class", ir.Local(0, "__proto__")),)),
        ir.If(0, here, (), (ir.End(0, "turn"),)),
        ir.ChooseMode(0, here, (ir.Mode(0, "a", None, ()), ir.Mode(0, "b", here, (ir.Prevent(0),)))),
        ir.Choose(0, "some", None, "x", here, one, None, here, here, (one,), (), (ir.Note(0, "f", "t"),)),
        ir.Reroll(0, here, "roll", here),
        ir.Step(0, "s", ()),
    )
    table = printer.literal({"body": printer.body_of("everything", ("v_here",), body, 0)})
    assert "$" not in table + "".join(line.text for lines in printer.module.functions for line in lines)


def small() -> ir.Program:
    return ir.Program(
        "small", "1", "", {}, {}, {}, {}, {}, (), {}, {}, {}, (), {}, {}, {}, (), (), (), {}, {},
        (ir.Place("a.rules", 1, 1),),
    )  # fmt: skip


# ---- some cards
def test_some_cards_come_with_what_they_need(content: Content) -> None:
    chosen = only_cards(content, ["harvest"])
    assert "harvest" in chosen.program.cards
    assert len(chosen.program.cards) < len(content.program.cards)
    kept = {a.carrier.name for a in chosen.program.abilities if a.carrier.form == "card"}
    assert kept <= chosen.program.cards.keys()
    assert chosen.program.verbs == content.program.verbs
    named = {n.id for script in chosen.tests for n in nodes(script) if isinstance(n, ir.Card)}
    assert named <= chosen.program.cards.keys()
    whole = only_cards(content, content.program.cards)
    assert whole == content


def nodes(script: Any) -> list[ir.Node]:
    statements = [s for p in script.positions for s in (*p.build, *p.do)] + [s for t in script.steps for s in t.do]
    return [node for statement in statements for node in statement.walk()]


@pytest.mark.parametrize("cards", ["", " , "])
def test_no_card_is_not_some_cards(game: Path, cards: str, tmp_path: Path, capsys: Shown) -> None:
    """An empty list is a slip, such as a variable that was not set."""
    out = tmp_path / "out"
    assert main(["export", str(game), "--target", "lua", "--cards", cards, "--out", str(out)]) == 2
    assert "--cards names no card" in capsys.readouterr().err
    assert not out.exists()


def test_other_files_stay_where_they_are(game: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert main(["export", str(game), "--target", "lua", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_nothing_is_written_where_a_file_cannot_be(game: Path, tmp_path: Path, capsys: Shown) -> None:
    (tmp_path / "rt.lua").mkdir()
    assert main(["export", str(game), "--target", "lua", "--out", str(tmp_path)]) == 2
    assert "rt.lua" in capsys.readouterr().err
    assert list(contents(tmp_path)) == []


@pytest.mark.parametrize(("inside", "code"), [("", 2), ("cards/lua", 2), ("build", 2), (".build", 0), ("../lua", 0)])
def test_nothing_is_written_into_a_game(game: Path, tmp_path: Path, capsys: Shown, inside: str, code: int) -> None:
    """A game whose folder has such files is none any more: nothing reads them there."""
    own = tmp_path / game.name
    shutil.copytree(game, own)
    before = contents(own)
    assert main(["export", str(own), "--target", "lua", "--out", f"{own}/{inside}"]) == code
    assert ("lies in the game" in capsys.readouterr().err) == (code == 2)
    assert code == 0 or contents(own) == before
    assert main(["check", str(own)]) == 0


def test_an_unknown_card_is_told(game: Path, tmp_path: Path, capsys: Shown) -> None:
    out = tmp_path / "out"
    assert main(["export", str(game), "--target", "lua", "--cards", "harvst", "--out", str(out)]) == 2
    assert "there is no card `harvst`; did you mean `harvest`?" in capsys.readouterr().err
    assert not out.exists()


# ---- what a host cannot do
def test_nothing_is_written_where_a_card_needs_what_the_host_cannot(
    game: Path, content: Content, tmp_path: Path, capsys: Shown
) -> None:
    need = next(n for n in needs(content.program, ["Choose some", "Emit"]) if n.card)
    manifest, out = tmp_path / "host.json", tmp_path / "out"
    manifest.write_text(json.dumps({"name": "stone", "cannot": {need.construct: "stones do not move"}}), "utf-8")
    arguments = ["export", str(game), "--target", "python", "--manifest", str(manifest), "--out", str(out)]
    assert main(arguments) == 1
    told = capsys.readouterr().err
    place = content.program.spans[need.at]
    assert f":{place.line}:{place.column}: card `{need.card}` needs `{need.construct}`" in told
    assert "stone: stones do not move" in told and told.endswith("nothing was written\n")
    assert not out.exists()


def test_a_need_is_found_through_what_a_card_calls(content: Content) -> None:
    """Whoever emits a verb needs all that the verb does."""
    found = [n for n in needs(content.program, ["Write add"]) if n.card and n.through]
    assert found
    for need in found:
        last = need.through[-1]
        body = content.program.verbs.get(last) or content.program.functions[last]
        assert any(construct(node) == "Write add" for node in body.walk())


def test_a_board_of_another_kind_is_told() -> None:
    program = small()
    assert [o.message for o in obstacles(program, BUILT_IN["cards"])] == []
    table = ir.Program(**{**{n: getattr(program, n) for n in program.__slots__}, "board": {"type": "table"}})
    told = [o.message for o in obstacles(table, BUILT_IN["squares"])]
    assert told == ["the rules need `Board table`: squares: there is no table to stand on"]
    assert obstacles(table, BUILT_IN["table"]) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "this is no JSON"),
        ("[]", "a manifest is an object"),
        ('{"name": "x", "cannot": {}, "more": 1}', "a manifest is an object"),
        ('{"name": "x", "cannot": {"Juggle": "no hands"}}', "there is no construct `Juggle`"),
        ('{"name": "x", "cannot": {"Emit": ""}}', "needs a sentence"),
    ],
)
def test_what_is_no_manifest_is_refused(text: str, told: str) -> None:
    with pytest.raises(ManifestError, match=told):
        read_manifest(text)


def test_manifests_name_constructs() -> None:
    assert read_manifest('{"name": "x", "cannot": {"Emit": "no"}}') == Manifest("x", {"Emit": "no"})
    assert {name for manifest in BUILT_IN.values() for name in manifest.cannot} <= set(CONSTRUCTS)
    assert all(BUILT_IN[target].cannot == {} for target in ALL)


def test_a_target_or_the_suite_must_be_named(game: Path, tmp_path: Path, capsys: Shown) -> None:
    assert main(["export", str(game), "--out", str(tmp_path)]) == 2
    assert "--target" in capsys.readouterr().err

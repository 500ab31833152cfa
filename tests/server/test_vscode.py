"""The extension for Visual Studio Code: its package is complete, its grammar knows the language, its client works."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from subprocess import run
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from editors.vscode.pack import HERE, pack

GRAMMAR = Path(__file__).parents[2] / "dsl" / "syntax" / "grammar.lark"
# A stub of the editor's interface; the messages in these tests need no more of it.
STUB = """
const Module = require("node:module");
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? { DiagnosticSeverity: {} } : load(name, ...rest);
"""
TALK = """
const { Connection } = require(process.argv[2]);
const told = [];
const server = new Connection(JSON.parse(process.argv[3]), (m, p) => told.push([m, p]), (e) => { throw e; });
(async () => {
  const begun = await server.request("initialize", { processId: null, rootUri: null, capabilities: {} });
  server.notify("initialized", {});
  const refused = await server.request("nothing/like/this", {}).catch((e) => e.message);
  await server.request("shutdown");
  server.notify("exit");
  console.log(JSON.stringify({ name: begun.serverInfo.name, able: begun.capabilities, refused }));
})();
"""


def loaded(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def test_the_package_has_its_parts_and_both_manifests(tmp_path: Path) -> None:
    made = pack(tmp_path)
    package = loaded("package.json")
    assert made.name == f"cardwright-{package['version']}.vsix"
    with ZipFile(made) as archive:
        names = set(archive.namelist())
        manifest = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
        types = ElementTree.fromstring(archive.read("[Content_Types].xml"))
    space = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
    identity = manifest.find("v:Metadata/v:Identity", space)
    assert identity is not None
    assert (identity.get("Id"), identity.get("Version"), identity.get("Publisher")) == (
        package["name"], package["version"], package["publisher"],
    )  # fmt: skip
    assets = {asset.get("Path") for asset in manifest.findall("v:Assets/v:Asset", space)}
    contributed = package["contributes"]
    named = {g["path"] for g in contributed["grammars"]} | {e["configuration"] for e in contributed["languages"]}
    wanted = {f"extension/{name.removeprefix('./')}" for name in {*named, package["main"]}} | assets
    assert wanted <= names
    known = {row.get("Extension") for row in types}
    assert {Path(name).suffix for name in names if name != "[Content_Types].xml"} <= known


def test_the_same_files_are_packed_alike(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    assert pack(tmp_path).read_bytes() == pack(tmp_path / "again").read_bytes()


def test_every_word_of_the_language_has_a_colour() -> None:
    words = set(re.findall(r'"([a-z]+)"', GRAMMAR.read_text(encoding="utf-8")))
    rows = loaded("syntaxes/cardwright.tmLanguage.json")["repository"]["word"]["patterns"]
    uncoloured = {word for word in words if not any(re.fullmatch(row["match"], word) for row in rows)}
    assert uncoloured == set()
    twice = {word for word in words if sum(bool(re.fullmatch(row["match"], word)) for row in rows) > 1}
    assert twice == set()


@pytest.mark.parametrize(
    ("text", "scope", "found"),
    [("heal 1 to self # why", "comment", "# why"), ("@EX-01", "row", "@EX-01"), ("2d6 + d20", "dice", "2d6"),
     ("min(a, 2)", "function", "min"), ("not(a)", "function", None), ("verb tap(x: unit):", "definition", "verb tap"),
     ("a >= 12", "number", "12")],
)  # fmt: skip
def test_signs_are_told_apart(text: str, scope: str, found: str | None) -> None:
    match = re.search(loaded("syntaxes/cardwright.tmLanguage.json")["repository"][scope]["match"], text)
    assert (match.group() if match else None) == found


def test_texts_in_cards_are_coloured_as_far_as_they_go_in() -> None:
    (block,) = loaded("syntaxes/yaml-injection.tmLanguage.json")["patterns"]
    begin = re.match(block["begin"], "    rules: |")
    assert begin is not None and begin.group(2) == "rules"
    goes_on = block["while"].replace("\\1", begin.group(1))
    assert re.match(goes_on, "      after tap self: heal 1 to self") and re.match(goes_on, "")
    assert not re.match(goes_on, "    hp: 5") and not re.match(goes_on, "  - id: next")


def test_the_client_speaks_with_the_server(tmp_path: Path) -> None:
    (tmp_path / "stub.js").write_text(STUB, encoding="utf-8")
    (tmp_path / "talk.js").write_text(TALK, encoding="utf-8")
    command = json.dumps([sys.executable, "-m", "cardwright.cli.main", "lsp"])
    node = ["node", "--require", str(tmp_path / "stub.js"), str(tmp_path / "talk.js"), str(HERE / "client.js"), command]
    done = run(node, capture_output=True, text=True, timeout=60, check=True, cwd=GRAMMAR.parents[1])
    answer = json.loads(done.stdout)
    assert answer["name"] == "cardwright"
    able = {"completionProvider", "hoverProvider", "definitionProvider", "referencesProvider", "renameProvider",
            "codeActionProvider", "documentFormattingProvider", "documentSymbolProvider"}  # fmt: skip
    assert able <= answer["able"].keys()
    assert "nothing/like/this" in answer["refused"]


DEBUG = """
const Module = require("node:module");
const load = Module._load;
class DebugAdapterExecutable { constructor(command, args) { Object.assign(this, { command, args }); } }
const settings = { get: () => ["cardwright", "debug", "--dap"] };
const vscode = { DiagnosticSeverity: {}, DebugAdapterExecutable, workspace: { getConfiguration: () => settings } };
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
const { debuggerFactory } = require(process.argv[2]);
console.log(JSON.stringify(debuggerFactory().createDebugAdapterDescriptor()));
"""


def test_the_client_names_the_debugger(tmp_path: Path) -> None:
    (tmp_path / "debug.js").write_text(DEBUG, encoding="utf-8")
    done = run(
        ["node", str(tmp_path / "debug.js"), str(HERE / "client.js")],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout) == {"command": "cardwright", "args": ["debug", "--dap"]}


def test_the_launch_configuration_is_what_the_debugger_takes() -> None:
    contributed = loaded("package.json")["contributes"]
    (offered,) = contributed["debuggers"]
    taken = set(re.findall(r'given\.get\("(\w+)"', (GRAMMAR.parents[2] / "cardwright/cli/debug.py").read_text("utf-8")))
    assert set(offered["configurationAttributes"]["launch"]["properties"]) == taken | {"stopOnEntry"}
    assert {"language": "yaml"} in contributed["breakpoints"]  # texts of cards stand there

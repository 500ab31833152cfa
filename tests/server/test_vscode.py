"""The extension for Visual Studio Code: its package is complete, its grammar knows the language, its client works."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from subprocess import run
from typing import Any
from zipfile import ZipFile

import pytest

from tests.changing_game import write_changing

GRAMMAR = Path(__file__).parents[2] / "dsl" / "syntax" / "grammar.lark"
HERE = Path(__file__).parents[2] / "editors" / "vscode"
# What is loaded here asks the editor for nothing but its settings; every other name of its interface is an empty class.
STUB = """
const Module = require("node:module");
const load = Module._load;
const settings = { program: ["cardwright"], command: ["cardwright", "lsp"], debugCommand: ["cardwright", "debug", "--dap"] };
class Kept { constructor(...given) { this.given = given; } }
const workspace = { getConfiguration: () => ({ get: (name) => settings[name] }), isTrusted: false };
const vscode = new Proxy({ workspace }, { get: (has, name) => has[name] || (has[name] = class extends Kept {}) });
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
"""
TALK = """
const { spawn } = require("node:child_process");
const protocol = require("vscode-languageserver-protocol/node");
const [program, ...args] = JSON.parse(process.argv[2]);
const child = spawn(program, args);
const reader = new protocol.StreamMessageReader(child.stdout);
const connection = protocol.createProtocolConnection(reader, new protocol.StreamMessageWriter(child.stdin));
connection.listen();
(async () => {
  const begun = await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const refused = await connection.sendRequest("nothing/like/this", {}).catch((e) => e.message);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  console.log(JSON.stringify({ name: begun.serverInfo.name, able: begun.capabilities, refused }));
})();
"""


FAILING = """\
  - name: 'a "sound" < test fails'
    given:
      test: card_0 is tapped
    when: tap u
    then: [not u.tapped]
"""


def node(tmp_path: Path, code: str, *given: str) -> Any:
    """What a program in JavaScript says that can load the extension."""
    (tmp_path / "stub.js").write_text(STUB, encoding="utf-8")
    command = ["node", "--require", str(tmp_path / "stub.js"), "-e", code, str(HERE / "client.js"), *given]
    done = run(command, capture_output=True, text=True, timeout=60, check=True, cwd=HERE)
    return json.loads(done.stdout)


def loaded(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The extension as its own script packs it, and what was said on the way."""
    made = tmp_path_factory.mktemp("packed") / "cardwright.vsix"
    done = run(["npm", "run", "--silent", "package", "--", "--out", str(made)], capture_output=True, text=True, timeout=120,
               check=True, cwd=HERE)  # fmt: skip
    return made, done.stdout + done.stderr


def test_it_is_packed_without_warnings(packed: tuple[Path, str]) -> None:
    assert "WARNING" not in packed[1] and "ERROR" not in packed[1] and "DONE" in packed[1]


def test_the_package_has_what_its_manifest_names(packed: tuple[Path, str]) -> None:
    package = loaded("package.json")
    with ZipFile(packed[0]) as archive:
        names = set(archive.namelist())
    contributed = package["contributes"]
    named = {g["path"] for g in contributed["grammars"]} | {e["configuration"] for e in contributed["languages"]}
    assert {f"extension/{name.removeprefix('./')}" for name in {*named, package["main"]}} <= names
    assert not any("node_modules" in name for name in names)


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


def test_the_generic_client_speaks_with_the_server(tmp_path: Path) -> None:
    command = json.dumps([sys.executable, "-m", "cardwright.cli.main", "lsp"])
    (tmp_path / "talk.js").write_text(TALK, encoding="utf-8")
    environ = {**os.environ, "NODE_PATH": str(HERE / "node_modules")}
    done = run(["node", str(tmp_path / "talk.js"), command], capture_output=True, text=True, timeout=60, check=True,
               cwd=GRAMMAR.parents[2], env=environ)  # fmt: skip
    answer = json.loads(done.stdout)
    assert answer["name"] == "cardwright"
    able = {"completionProvider", "hoverProvider", "definitionProvider", "referencesProvider", "renameProvider",
            "codeActionProvider", "documentFormattingProvider", "documentRangeFormattingProvider",
            "documentSymbolProvider", "workspaceSymbolProvider", "signatureHelpProvider", "semanticTokensProvider",
            "inlayHintProvider", "foldingRangeProvider", "callHierarchyProvider", "codeLensProvider"}  # fmt: skip
    assert able <= answer["able"].keys()
    assert "nothing/like/this" in answer["refused"]


def test_the_client_names_server_debugger_and_tasks(tmp_path: Path) -> None:
    code = """
    const { serverCommand, debuggerFactory, taskProvider } = require(process.argv[1]);
    const tasks = taskProvider.provideTasks().map((task) => task.given[4].given);
    console.log(JSON.stringify({ server: serverCommand(), debug: debuggerFactory().createDebugAdapterDescriptor().given, tasks }));
    """
    told = node(tmp_path, code)
    assert told["server"] == ["cardwright", "lsp"], "rules in Python do not run in a workspace that nobody trusts"
    assert told["debug"] == ["cardwright", ["debug", "--dap"]]
    assert told["tasks"] == [["cardwright", [task, "."]] for task in ("check", "test", "fmt")]


def test_the_test_explorer_reads_tests_and_reports(tmp_path: Path) -> None:
    game = write_changing(tmp_path)
    file = game / "tests" / "more_0.yaml"
    file.write_text(file.read_text(encoding="utf-8") + FAILING, encoding="utf-8")
    report = run([sys.executable, "-m", "cardwright.cli.main", "test", str(file), "--format", "junit"],
                 capture_output=True, text=True, timeout=60, check=False, cwd=GRAMMAR.parents[2]).stdout  # fmt: skip
    code = """
    const { testNames, resultsOf } = require(process.argv[1]);
    const [, , text, report] = process.argv;
    console.log(JSON.stringify({ names: testNames(text), results: [...resultsOf(report)] }));
    """
    told = node(tmp_path, code, file.read_text(encoding="utf-8"), report)
    assert [test["name"] for test in told["names"]] == ["card_0 is tapped", 'a "sound" < test fails']
    results = dict(told["results"])
    assert results["card_0 is tapped"] == "" and "more_0.yaml:8" in results['a "sound" < test fails']


def test_problems_of_the_check_are_matched() -> None:
    (matcher,) = loaded("package.json")["contributes"]["problemMatchers"]
    line = "example/cards/more_0.yaml:17:37: error[unknown-verb]: no verb is named `hael`"
    found = re.match(matcher["pattern"]["regexp"], line)
    assert found is not None and found.groups() == (
        "example/cards/more_0.yaml", "17", "37", "error", "unknown-verb", "no verb is named `hael`",
    )  # fmt: skip


def test_yaml_is_not_coloured_outside_of_games() -> None:
    assert [g["language"] for g in loaded("package.json")["contributes"]["grammars"]] == ["cardwright"]


def test_the_launch_configuration_is_what_the_debugger_takes() -> None:
    contributed = loaded("package.json")["contributes"]
    (offered,) = contributed["debuggers"]
    taken = set(re.findall(r'given\.get\("(\w+)"', (GRAMMAR.parents[2] / "cardwright/cli/debug.py").read_text("utf-8")))
    assert set(offered["configurationAttributes"]["launch"]["properties"]) == taken | {"stopOnEntry"}
    assert {"language": "yaml"} in contributed["breakpoints"]  # texts of cards stand there

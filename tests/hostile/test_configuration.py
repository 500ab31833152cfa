"""Settings that come with content run nothing, hide nothing outside of what they may, and can be left unread."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

from cardwright.cli.main import main
from dsl.lint.config import CommandSettings, ConfigError, read_config
from tests.hostile.gate_game import BROKEN, SECRET, make_game, write

Shown = pytest.CaptureFixture[str]
HERE = Path(__file__).parents[2] / "editors" / "vscode"
# A rule that leaves a trace when it is loaded, and one when it runs.
RULE = """
from pathlib import Path

from dsl.lint.base import Finder, Rule

HERE = Path(__file__).parent
(HERE / "loaded").write_text("x")
FOUND = Finder("loud-card")


def check(context):
    (HERE / "ran").write_text("x")
    return [FOUND(card.span, "it is loud") for card in context.vocab.cards.values()]


RULE = Rule("loud-card", "text", "a loud card", "A loud card.", {}, {}, check)
"""
NAMED = '[lint]\nrules = ["loud.py"]\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return make_game(tmp_path / "content")


@pytest.mark.parametrize("place", [".", "content", "content/market"])
@pytest.mark.parametrize("more", [[], ["--no-cache"], ["--select", "all"], ["--fix"], ["--diff"]])
def test_rules_of_content_are_refused_and_not_loaded(place: str, more: list[str], game: Path, capsys: Shown) -> None:
    write(Path(place) / "loud.py", RULE)
    write(Path(place) / "cardwright.toml", NAMED)
    assert main(["check", "content", *more]) == 2
    shown = capsys.readouterr().err
    assert "names rules in Python" in shown and "--allow-rules" in shown
    assert not list(Path.cwd().rglob("loaded")) and not list(Path.cwd().rglob("__pycache__"))


def test_rules_run_where_the_person_says_so(game: Path, capsys: Shown) -> None:
    write(Path("loud.py"), RULE)
    write(Path("cardwright.toml"), NAMED)
    assert main(["check", "content", "--allow-rules"]) == 0
    assert capsys.readouterr().out.count("warning[loud-card]: it is loud") == 2
    assert Path("ran").exists()


@pytest.mark.parametrize("command", ["test content", "coverage content", "fmt content --check", "play market",
                                     "mutate content --limit 1 --jobs 1 --fail-under 0", "check content --no-lint"])  # fmt: skip
def test_other_commands_load_nothing(command: str, game: Path) -> None:
    write(Path("loud.py"), RULE)
    write(Path("cardwright.toml"), NAMED)
    assert main(command.split()) == 0
    assert not Path("loaded").exists()


# ---- which settings
def test_the_settings_that_rule_are_named(game: Path, capsys: Shown) -> None:
    assert main(["check", "content"]) == 0
    assert capsys.readouterr().err == ""
    write(Path("content/cardwright.toml"), '[lint]\nignore = ["all"]\n')
    assert main(["check", "content", "--format", "json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == "settings: content/cardwright.toml\n" and json.loads(shown.out)["errors"] == 0


def test_a_file_named_by_the_person_stands_for_all_others(game: Path, tmp_path: Path, capsys: Shown) -> None:
    write(game / "rules" / "odd.rules", "verb odd(by who: player): increase who.score by 0\n")
    write(Path("content/cardwright.toml"), NAMED + 'ignore = ["all"]\n')
    base = tmp_path / "base" / "settings.toml"
    write(base, '[lint.levels]\nchange-by-zero = "error"\n')
    assert main(["check", "content", "--config", str(base)]) == 1
    shown = capsys.readouterr()
    assert "error[change-by-zero]" in shown.out and shown.err == "settings: base/settings.toml\n"
    write(base, '[lint.per-path]\n"content/market/rules/*" = ["change-by-zero"]\n')  # as from the working folder
    assert main(["check", "content", "--config", str(base), "--fail-level", "warning", "--ignore", "unused-verb"]) == 0
    write(base, "")
    assert main(["check", "content", "--config", str(base), "--fail-level", "warning"]) == 1
    assert main(["check", "content", "--config", str(tmp_path / "none.toml")]) == 2


def test_rules_named_by_the_persons_file_lie_beside_it(game: Path, tmp_path: Path) -> None:
    """With settings of the base, rules of the base: not those that the working folder has under the same path."""
    write(Path("loud.py"), "raise SystemExit('the wrong one')")
    write(tmp_path / "base" / "loud.py", RULE)
    write(tmp_path / "base" / "settings.toml", NAMED)
    assert main(["check", "content", "--config", "base/settings.toml"]) == 2
    assert not Path("base/loaded").exists()
    assert main(["check", "content", "--config", "base/settings.toml", "--allow-rules"]) == 0
    assert Path("base/ran").exists()


def test_settings_in_a_game_are_an_error_that_says_where_they_belong(game: Path, capsys: Shown) -> None:
    """They are found there, so it is not said that nothing reads them."""
    write(game / "cardwright.toml", '[lint]\nignore = ["all"]\n')
    assert main(["check", "content"]) == 1
    shown = capsys.readouterr()
    assert "unexpected-file" in shown.out and "move it out of the game, to a folder above" in shown.out
    assert "nothing reads" not in shown.out and shown.err == "settings: content/market/cardwright.toml\n"


@pytest.mark.parametrize("place", [".", "content", "content/market"])
@pytest.mark.parametrize(
    "target", ["secret.toml", "/proc/self/environ", "/dev/zero", "cardwright.toml", "nowhere", "sub"]
)
def test_settings_behind_a_link_are_not_read(
    place: str, target: str, game: Path, tmp_path: Path, capsys: Shown
) -> None:
    write(tmp_path / "secret.toml", f"{SECRET} = 3\n")
    (tmp_path / "sub").mkdir()
    (Path(place) / "cardwright.toml").symlink_to(tmp_path / target if target in ("secret.toml", "sub") else target)
    assert main(["check", "content"]) == 2
    shown = capsys.readouterr()
    assert "cardwright.toml` is a link, " in shown.err
    assert SECRET not in shown.out + shown.err and "PATH=" not in shown.out + shown.err


@pytest.mark.parametrize(
    "text", [b"\xff", b"a = " + b"9" * 5000, b"[" * 100_000, b"#" * (1024 * 1024 + 1), b"a = " + b"[" * 5000]
)
def test_settings_that_cannot_be_read_are_told(text: bytes, game: Path, capsys: Shown) -> None:
    Path("cardwright.toml").write_bytes(text)
    assert main(["check", "content"]) == 2
    assert "cardwright.toml`" in capsys.readouterr().err


def test_settings_may_have_a_byte_order_mark(game: Path, capsys: Shown) -> None:
    """Editors on Windows write one."""
    Path("cardwright.toml").write_bytes(b'\xef\xbb\xbf[lint]\nignore = ["all"]\n')
    assert main(["check", "content"]) == 0 and capsys.readouterr().err == "settings: cardwright.toml\n"


def test_settings_do_not_make_an_error_less(game: Path, capsys: Shown) -> None:
    write(game / "cards" / "more.yaml", BROKEN)
    for text in ('[lint]\nignore = ["all", "unknown-key"]\n', '[lint.per-path]\n"*" = ["unknown-key", "all"]\n',
                 '[lint]\nselect = ["style"]\n'):  # fmt: skip
        write(Path("cardwright.toml"), text)
        assert main(["check", "content"]) == 1
        assert "error[unknown-key]" in capsys.readouterr().out
    write(Path("cardwright.toml"), '[lint.levels]\nunknown-key = "warning"\n')
    assert main(["check", "content"]) == 1


def test_the_door_is_shut_unless_it_is_opened(game: Path) -> None:
    write(Path("loud.py"), RULE)
    write(Path("cardwright.toml"), NAMED)
    for settings in (None, CommandSettings(), CommandSettings(Path("cardwright.toml"))):
        with pytest.raises(ConfigError, match="names rules in Python"):
            read_config(game, settings)
    assert [rule.code for rule in read_config(game, CommandSettings(allow_rules=True)).rules][-1] == "loud-card"


# ---- the editor
async def told(client: LanguageClient, game: Path) -> list[str]:
    """What a server says to an editor that opens a file of the game: codes of findings, and messages."""
    path = game / "cards" / "actions.yaml"
    item = lsp.TextDocumentItem(path.as_uri(), "yaml", 1, path.read_text(encoding="utf-8"))
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    for _ in range(3000):
        if path.as_uri() in client.diagnostics:
            break
        await asyncio.sleep(0.01)
    return [*(str(d.code) for d in client.diagnostics[path.as_uri()]), *(m.message for m in client.messages)]


def server(*more: str) -> ClientServerConfig:
    return ClientServerConfig(server_command=[sys.executable, "-m", "cardwright.cli.main", "lsp", *more])


@pytest_lsp.fixture(config=server())
async def careful(lsp_client: LanguageClient) -> Any:
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=server("--allow-rules"))
async def trusting(lsp_client: LanguageClient) -> Any:
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_the_editor_loads_no_rules_by_itself(careful: LanguageClient, tmp_path: Path) -> None:
    game = make_game(tmp_path)
    write(tmp_path / "loud.py", RULE)
    write(tmp_path / "cardwright.toml", NAMED)
    found = await told(careful, game)
    assert "loud-card" not in found and any("names rules in Python" in message for message in found)
    assert not (tmp_path / "loaded").exists()


@pytest.mark.asyncio
async def test_the_editor_runs_rules_where_its_user_says_so(trusting: LanguageClient, tmp_path: Path) -> None:
    game = make_game(tmp_path)
    write(tmp_path / "loud.py", RULE)
    write(tmp_path / "cardwright.toml", NAMED)
    assert "loud-card" in await told(trusting, game)


def test_what_starts_programs_is_not_set_by_an_untrusted_workspace() -> None:
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    trust = package["capabilities"]["untrustedWorkspaces"]
    properties = package["contributes"]["configuration"]["properties"]
    assert trust["supported"] == "limited" and trust["description"]
    assert set(trust["restrictedConfigurations"]) == set(properties)
    assert set(properties) == {
        "cardwright.command",
        "cardwright.program",
        "cardwright.debugCommand",
        "cardwright.allowRules",
    }
    assert properties["cardwright.allowRules"]["default"] is False


@pytest.mark.parametrize(
    ("is_trusted", "allows", "wanted"),
    [(True, True, ["a", "lsp", "--allow-rules"]), (True, False, ["a", "lsp"]), (False, True, ["a", "lsp"])],
)
def test_the_extension_allows_rules_in_trusted_workspaces_only(
    is_trusted: bool, allows: bool, wanted: list[str], tmp_path: Path
) -> None:
    given = {"command": ["a", "lsp"], "allowRules": allows}
    stub = f"""
const Module = require("node:module");
const load = Module._load;
const given = {json.dumps(given)};
const workspace = {{ isTrusted: {json.dumps(is_trusted)}, getConfiguration: () => ({{ get: (name) => given[name] }}) }};
const vscode = new Proxy({{ workspace }}, {{ get: (has, name) => has[name] || (has[name] = class {{}}) }});
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
console.log(JSON.stringify(require(process.argv[2]).serverCommand()));
"""
    (tmp_path / "stub.js").write_text(stub, encoding="utf-8")
    done = run(["node", str(tmp_path / "stub.js"), str(HERE / "client.js")], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == wanted

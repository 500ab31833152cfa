"""What CI is given works: hooks and workflow are sound, and each of their commands runs and means what is said of it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardwright import __version__
from cardwright.cli.main import COMMANDS, main
from dsl.diagnostics import Sink
from dsl.incremental.store import WHERE
from dsl.reading.yaml_tree import parse_yaml, plain
from dsl.source import Source
from tests.lint_game import write_example

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
# What the manifest of a hook must and may say: https://pre-commit.com/#creating-new-hooks
NEEDED = {"id", "name", "entry", "language"}
KNOWN = NEEDED | {"description", "files", "require_serial", "pass_filenames", "types", "args"}
INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


def data(path: str | Path, text: str = "") -> Any:
    sink = Sink()
    node = parse_yaml(Source(str(path), text or (ROOT / path).read_text(encoding="utf-8")), sink)
    assert node is not None and not sink.items, [item.message for item in sink.items]
    return plain(node)


HOOKS: list[dict[str, Any]] = data(".pre-commit-hooks.yaml")
WORKFLOW: dict[str, Any] = data(".github/workflows/cards.yml")
SCANNING: dict[str, Any] = data(".github/workflows/scanning.yml")
STEPS: list[dict[str, Any]] = WORKFLOW["jobs"]["cards"]["steps"]


def blocks() -> dict[str, Any]:
    """The configuration files on the page."""
    found = re.findall(r"^```yaml (\.\S+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return {path: data(path, text) for path, text in found}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one clean game, its first state known as `origin/main`."""
    write_example(tmp_path / "content", {})
    monkeypatch.chdir(tmp_path)
    who = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    for arguments in (["init", "-q", "-b", "main"], ["add", "."], [*who, "commit", "-qm", "first"],
                      ["update-ref", "refs/remotes/origin/main", "HEAD"]):  # fmt: skip
        subprocess.run(["git", *arguments], check=True)
    return tmp_path


# ---- hooks
@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_is_sound(hook: dict[str, Any], repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert hook.keys() >= NEEDED and hook.keys() <= KNOWN
    program, *arguments = shlex.split(hook["entry"])
    assert program == "cardwright" and arguments[0] in dict(COMMANDS)
    files = [p.relative_to(repository).as_posix() for p in repository.rglob("*") if p.is_file()]
    given = [name for name in files if re.search(hook["files"], name)]
    assert {Path(name).suffix for name in given} == {".rules", ".yaml"}
    assert main([*arguments, *given]) == 0, capsys.readouterr()
    cards = repository / "content" / "example" / "cards" / "units.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: 3", "level: three"), encoding="utf-8")
    rules = repository / "content" / "example" / "rules" / "play.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("stat armor", "stat  armor"), encoding="utf-8")
    before = rules.read_bytes()
    is_noticed = main([*arguments, *given]) != 0 or rules.read_bytes() != before  # either makes pre-commit fail
    assert is_noticed


def test_every_file_of_the_content_is_seen_by_the_hooks() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "content").glob("*/*/*") if path.is_file()]
    read = [name for name in files if name.endswith((".rules", ".yaml"))]
    assert read
    assert all(re.search(hook["files"], name) for hook in HOOKS for name in read)
    assert not any(re.search(hook["files"], "docs/ci.md") for hook in HOOKS)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
@pytest.mark.parametrize("home", ["", "games/old"])
def test_a_hook_finds_a_game_wherever_its_ruleset_is(
    hook: dict[str, Any], home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is in some folder of the repository, or is the repository; other files of the commit are none of it."""
    game = write_example(tmp_path / home, {})
    monkeypatch.chdir(tmp_path if home else game)
    cards = Path(home, "example" if home else "", "cards", "units.yaml")
    others = ["deploy.yaml"] if home else []  # in a game, nothing else may be
    for name in others:
        Path(name).write_text("x: {{\n", encoding="utf-8")
    given = [name for name in (*others, cards.as_posix()) if re.search(hook["files"], name)]
    assert len(given) == len(others) + 1
    arguments = shlex.split(hook["entry"])[1:]
    assert main([*arguments, *given]) == 0, capsys.readouterr()
    assert main([*arguments, *others]) == 0 or not others
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: 3", "level: three"), encoding="utf-8")
    assert main([*arguments, *given]) == 1


def test_the_page_names_hooks_that_are() -> None:
    (repo,) = blocks()[".pre-commit-config.yaml"]["repos"]
    assert {hook["id"] for hook in repo["hooks"]} <= {hook["id"] for hook in HOOKS}


# ---- workflow
def test_the_workflow_can_be_called_and_uses_every_input() -> None:
    inputs = WORKFLOW["on"]["workflow_call"]["inputs"]
    text = (ROOT / ".github/workflows/cards.yml").read_text(encoding="utf-8")
    used = set(INPUT.findall(text)) | set(re.findall(r"(?<!\{ )inputs\.([\w-]+)", text))
    assert used == set(inputs)
    assert all(value["type"] in ("string", "boolean") for value in inputs.values())
    called = blocks()[".github/workflows/content.yml"]["jobs"]["cards"]
    assert called["uses"].split("/", 2)[2].startswith(".github/workflows/cards.yml@")
    assert set(called["with"]) <= set(inputs)


def test_nothing_from_outside_is_pasted_into_a_command() -> None:
    """An input reaches a shell through the environment, where it cannot become a command."""
    assert not [step["run"] for step in STEPS if "${{" in step.get("run", "")]


def test_every_step_either_uses_or_runs_something() -> None:
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert all(re.fullmatch(r"[\w-]+/[\w/-]+@v\d+", step["uses"]) for step in STEPS if "uses" in step)


def rights(workflow: dict[str, Any]) -> dict[str, dict[str, str]]:
    """What each job of a workflow may do."""
    return {name: job.get("permissions", workflow.get("permissions")) for name, job in workflow["jobs"].items()}


def test_only_the_job_that_uploads_may_write() -> None:
    caller = blocks()[".github/workflows/content.yml"]
    for workflow in (WORKFLOW, SCANNING, caller):
        assert workflow["permissions"] == {}
        for name, job in workflow["jobs"].items():
            uploads = "scanning.yml@" in job.get("uses", "") or "upload-sarif@" in str(job.get("steps"))
            written = {right for right, level in job["permissions"].items() if level == "write"}
            assert written == ({"security-events"} if uploads else set()), name
    assert not [step for step in SCANNING["jobs"]["upload"]["steps"] if "run" in step or "checkout" in step["uses"]]


def test_a_caller_grants_what_the_workflow_that_it_calls_asks_for() -> None:
    """GitHub refuses a run whose called workflow asks for more, even in a job that would not run."""
    called = {"cards.yml": WORKFLOW, "scanning.yml": SCANNING}
    for job in blocks()[".github/workflows/content.yml"]["jobs"].values():
        workflow = called[job["uses"].split("/")[-1].partition("@")[0]]
        asked = {right: level for each in rights(workflow).values() for right, level in each.items()}
        assert job["permissions"] == asked


def test_caches_are_kept_between_runs() -> None:
    kept = {
        step["with"]["path"]: step["with"]["key"] for step in STEPS if step.get("uses", "").startswith("actions/cache@")
    }
    assert set(kept) == {"~/.cache/pip", "${{ runner.temp }}/cardwright"}
    (named,) = [step["run"] for step in STEPS if "CARDWRIGHT_CACHE" in step.get("run", "")]
    assert named == f'echo "{WHERE}=$RUNNER_TEMP/cardwright" >> "$GITHUB_ENV"'
    first = next(n for n, step in enumerate(STEPS) if step.get("run", "").startswith("cardwright"))
    assert all(n < first for n, step in enumerate(STEPS) if "cache" in step.get("uses", ""))


def test_the_results_of_the_tests_are_kept() -> None:
    (ran,) = [n for n, step in enumerate(STEPS) if step.get("run", "").startswith("cardwright test")]
    assert STEPS[ran]["run"].endswith('--report "$RUNNER_TEMP/tests.xml"')
    assert STEPS[ran + 1]["with"]["path"] == "${{ runner.temp }}/tests.xml"
    assert STEPS[ran + 1]["if"] == "success() || failure()"


def test_a_stranger_gets_no_token_and_installs_nothing_of_theirs() -> None:
    by_hand = blocks()[".github/workflows/by-hand.yml"]
    for jobs in (WORKFLOW, by_hand):
        assert rights(jobs) == {"cards": {"contents": "read"}}
        steps = jobs["jobs"]["cards"]["steps"]
        (checkout,) = [n for n, step in enumerate(steps) if step.get("uses", "").startswith("actions/checkout@")]
        assert steps[checkout]["with"]["persist-credentials"] in (False, "false")
        (install,) = [n for n, step in enumerate(steps) if "pip" in step.get("run", "")]
        assert install < checkout and steps[install]["run"].startswith("pip install ")
        checks = [step["run"] for step in steps if step.get("run", "").startswith("cardwright check")]
        assert checks and all('--config "$RUNNER_TEMP/settings.toml"' in line for line in checks)
    assert WORKFLOW["on"]["workflow_call"]["inputs"]["package"]["default"] == f"cardwright=={__version__}"
    assert "pull_request_target" not in [*blocks()[".github/workflows/content.yml"]["on"], by_hand["on"]]


def settings_steps() -> list[str]:
    by_hand = blocks()[".github/workflows/by-hand.yml"]["jobs"]["cards"]["steps"]
    return [step["run"] for step in (*STEPS, *by_hand) if step.get("run", "").startswith("git show")]


@pytest.mark.parametrize("line", settings_steps())
def test_settings_come_from_the_branch_that_a_change_is_for(line: str, repository: Path) -> None:
    environ = {**os.environ, "BASE": "origin/main", "SETTINGS": "cardwright.toml", "GITHUB_BASE_REF": "main",
               "RUNNER_TEMP": str(repository / "temp")}  # fmt: skip
    made = repository / "temp" / "settings.toml"
    made.parent.mkdir()
    who = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    for text, branch in (("", "elsewhere"), ("# of the base\n", "main"), ("# of the change\n", "elsewhere")):
        if text:
            (repository / "cardwright.toml").write_text(text, encoding="utf-8")
            subprocess.run(["git", "add", "cardwright.toml"], check=True)
            subprocess.run(["git", *who, "commit", "-qm", "more"], check=True)
        if branch == "main":
            subprocess.run(["git", "update-ref", "refs/remotes/origin/main", "HEAD"], check=True)
        subprocess.run(["bash", "-e", "-c", line], check=True, env=environ)
        assert made.read_text(encoding="utf-8") == ("# of the base\n" if text else "")


def commands() -> list[str]:
    return [step["run"] for step in STEPS if step.get("run", "").startswith("cardwright ")]


@pytest.mark.parametrize("line", commands(), ids=lambda line: " ".join(line.split()[:2]))
def test_a_step_runs(line: str, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "settings.toml").write_text("", encoding="utf-8")
    values = {"CONTENT": "content", "LEVEL": "warning", "BASE": "origin/main", "RUNNER_TEMP": "."}
    plain_line = re.sub(r"\$(\w+)", lambda found: values.get(found[1], found[0]), line)
    command = re.split(r" >>? ", plain_line)[0]
    tolerates_findings = plain_line.endswith("|| test $? -eq 1")
    arguments = shlex.split(command.replace(" || test $? -eq 1", ""))[1:]
    assert main(arguments) == 0, capsys.readouterr()
    rules = repository / "content" / "example" / "rules" / "play.rules"
    text = rules.read_text(encoding="utf-8").replace("heal", "mend").replace("stat armor", "stat  armor")
    rules.write_text(text + "verb odd(target: unit): increase target.damage by 0\n", encoding="utf-8")
    tests = repository / "content" / "example" / "tests" / "units.yaml"
    tests.write_text(tests.read_text(encoding="utf-8").replace("damage == 4", "damage == 5"), encoding="utf-8")
    assert main(arguments) == (0 if "sarif" in line else 1)  # warnings alone fail only where that is asked for
    assert tolerates_findings == (">" in line)


def test_the_lines_of_other_servers_are_commands_that_are() -> None:
    for line in blocks()[".gitlab-ci.yml"]["cards"]["script"]:
        if line.startswith("cardwright"):
            assert line.split()[1] in dict(COMMANDS)

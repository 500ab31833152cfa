"""The package in JavaScript: npm installs it, and every usual engine, bundler and compiler takes it."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cardwright.cli.main import main
from tests.chromium import program
from tests.packages.clients import last_line, new_game_folder, program_of, ran

GAME, NAME = "moon_market", "moon-market"
TOOLS = Path(__file__).parent / "node_modules" / ".bin"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game_folder(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def folder(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export, as its owner has it."""
    out = tmp_path_factory.mktemp("npm") / GAME
    assert main(["export", str(game), "--target", "javascript", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def project(folder: Path) -> Path:
    """A fresh project with the packed package installed."""
    place = folder.parent / "project"
    place.mkdir()
    (place / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    ran(place, "npm", "pack", "--silent", str(folder))
    (packed,) = place.glob("*.tgz")
    ran(place, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", f"./{packed.name}")
    program = program_of((place / "node_modules" / NAME / "README.md").read_text(encoding="utf-8"), "js")
    (place / "play.js").write_text(program, encoding="utf-8")
    return place


def shipped(pattern: str) -> str:
    """The program of a package that is made for this machine."""
    return str(sorted(TOOLS.parent.glob(pattern))[0])


def test_npm_packs_all_that_was_exported(folder: Path, project: Path) -> None:
    (packed,) = project.glob("*.tgz")
    assert packed.name == f"{NAME}-0.1.0.tgz"
    with tarfile.open(packed) as held:
        names = {name.removeprefix("package/") for name in held.getnames()}
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert names == written - {".cardwright-export.json"}
    assert json.loads((folder / "package.json").read_text(encoding="utf-8"))["license"] == "SEE LICENSE IN LICENSE"


def test_npm_installs_the_folder(folder: Path, tmp_path: Path) -> None:
    ran(tmp_path, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", str(folder))
    (tmp_path / "one.mjs").write_text(f'import {{ rules }} from "{NAME}"; console.log(rules.game);\n', encoding="utf-8")
    assert ran(tmp_path, "node", "one.mjs") == f"{GAME}\n"


def test_the_program_of_its_page_plays_alike_everywhere(game: Path, project: Path) -> None:
    wanted = last_line(game)
    common = program_of((project / "play.js").read_text(encoding="utf-8"))
    common = common.replace(f'import {{ new_game }} from "{NAME}"', f'const {{ new_game }} = require("{NAME}")')
    (project / "play.cjs").write_text(common, encoding="utf-8")
    bundled = ["--bundle", "--format=iife", "--outfile=bundle.cjs", "--log-level=warning"]
    ran(project, str(TOOLS / "esbuild"), "play.js", *bundled)
    for command in (
        ["node", "play.js"],
        ["node", "play.cjs"],
        ["node", "bundle.cjs"],
        [shipped("node-*/bin/node"), "play.js"],  # the oldest that the package names
        [shipped("node-*/bin/node"), "play.cjs"],
        [shipped("@oven/*/bin/bun"), "play.js"],
        [shipped("@deno/*/deno"), "run", "--no-remote", "--cached-only", "play.js"],
    ):
        assert ran(project, *command).splitlines()[-1] == wanted, command


# The words of the console become text of the page.
PAGE = """<!doctype html><body></body>
<script>console.log = (...words) => document.body.append(words.join(" ") + "\\n");</script>
<script type="importmap">{"imports": {"NAME": "/node_modules/NAME/index.js"}}</script>
<script type="module" src="/play.js"></script>
"""


def test_a_browser_plays_its_modules_and_what_vite_makes_of_them(game: Path, project: Path) -> None:
    (project / "modules.html").write_text(PAGE.replace("NAME", NAME), encoding="utf-8")
    (project / "index.html").write_text(re.sub(".*importmap.*", "", PAGE), encoding="utf-8")
    ran(project, str(TOOLS / "vite"), "build", "--base", "/dist/", "--logLevel", "error")
    with served(project) as address:
        for page in ("modules.html", "dist/index.html"):
            shown = ran(project, program(), *HEADLESS, f"{address}/{page}")
            assert last_line(game) in shown, shown[-2000:]


HEADLESS = ("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of a folder's files, which only this machine reaches."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_bundlers_leave_out_what_nobody_imports(project: Path) -> None:
    (project / "small.js").write_text(f'import {{ AGENTS }} from "{NAME}/rt.js"; console.log(AGENTS);\n', "utf-8")
    ran(project, str(TOOLS / "esbuild"), "small.js", "--bundle", "--outfile=small.cjs", "--log-level=warning")
    assert (project / "small.cjs").stat().st_size < 20_000


@pytest.mark.parametrize("module", ["rules.js", "index.cjs"])
def test_its_source_maps_lead_to_the_content(game: Path, project: Path, module: str) -> None:
    """Each line of each function, as Node reads the maps, and by `lines.json`."""
    package = project / "node_modules" / NAME
    script = """
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
const map = new SourceMap(JSON.parse(readFileSync(process.argv[2], "utf8")));
const found = [];
for (let line = 0; line < process.argv[3]; line++) {
  const { originalSource: path, originalLine } = map.findEntry(line, 2);
  found.push(path === undefined ? null : [path, originalLine + 1]);
}
console.log(JSON.stringify(found));
"""
    (project / "maps.mjs").write_text(script, encoding="utf-8")
    lines = (package / module).read_text(encoding="utf-8").split("\n")
    found: list[Any] = json.loads(ran(project, "node", "maps.mjs", str(package / f"{module}.map"), str(len(lines))))
    rows = json.loads((package / "lines.json").read_text(encoding="utf-8"))["rules.js"]
    plain = (package / "rules.js").read_text(encoding="utf-8").split("\n")
    shift = lines.index(plain[rows[0][0] - 1]) - rows[0][0] + 1
    for number, path, line in rows:
        assert lines[number - 1 + shift] == plain[number - 1]
        assert found[number - 1 + shift] == [path, line]
        assert (game / path).is_file()
    assert lines[-2] == f"//# sourceMappingURL={module}.map"


def test_an_error_names_the_line_of_the_content(project: Path) -> None:
    (project / "error.js").write_text(
        f'import {{ new_game, rules }} from "{NAME}";\nrules.verbs.play.head(null, null);\nnew_game();\n', "utf-8"
    )
    command = ["node", "--enable-source-maps", "error.js"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "rules/match.rules:" in done.stderr, done.stderr

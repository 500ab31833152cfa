"""Names and versions of a stranger's game in the files of packages: each reader finds there what was said, or nothing."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import lupa.lua51
import lupa.lua54
import pytest

from compiler.targets.export import TARGETS
from compiler.targets.package import Package
from dsl.reading.files import visible
from tests.hostile.games import Texts, judged, quoted
from tests.hostile.names import TEXTS
from tests.hostile.test_generated import nothing_ran as nothing_ran

TAKEN = (
    "random",
    "json",
    "class",
    "fs",
    "string",
    "test",
    "print",
    "node_modules",
    "constructor",
    "con",
    "a_",
    "x" * 150,
)


MODULES = {
    "javascript": {"index.js": "\n"}, "python": {"rules.py": "\n"}, "lua": {"game.lua": "\n"}, "csharp": {"game.cs": "\n"}
}  # fmt: skip


def described(package: Package) -> dict[str, dict[str, Any]]:
    """What the reader of each registry finds: a name, a version and a sentence."""
    made = {name: TARGETS[name]().package(package, MODULES[name]) for name in TARGETS}
    (rockspec,) = (text for path, text in made["lua"].items() if path.endswith(".rockspec"))
    told = [read_rockspec(dialect, rockspec) for dialect in (lupa.lua51, lupa.lua54)]
    assert rockspec.isascii() and made["python"]["pyproject.toml"].isascii() and told[0] == told[1]
    return {
        "javascript": json.loads(made["javascript"]["package.json"]),
        "python": tomllib.loads(made["python"]["pyproject.toml"])["project"],
        "lua": told[0],
        "csharp": {part: json.loads(made["csharp"]["package.json"])[part] for part in told[0]},
    }


def read_rockspec(dialect: Any, text: str) -> dict[str, Any]:
    lua = dialect.LuaRuntime()
    lua.execute(text)
    held = lua.globals()
    return {"name": held.package, "version": held.version, "description": held.description.summary}


def test_a_title_is_a_text_and_nothing_else() -> None:
    plain = described(Package("small", "0.1.0", "", {}))
    for title in TEXTS:
        told = "".join(c if c.isprintable() else " " for c in title) or "small"
        for target, facts in described(Package("small", "0.1.0", title, {})).items():
            wanted = {**plain[target], "description": f"The rules of {told}, compiled by Cardwright"}
            assert facts == wanted, (target, ascii(title))


def test_a_version_or_name_that_no_client_takes_makes_no_package() -> None:
    for text in ("", "1", "1.2", "01.2.3", "1.2.3\n", "1.2.3-x", "١.2.3", '1.2.3"', "9999999999.0.0", "../x"):
        with pytest.raises(ValueError, match="no package can be called"):
            Package("small", text, "", {})
        with pytest.raises(ValueError, match="no package can be called"):
            Package(text.replace("1.2", "."), "1.2.3", "", {})


def test_check_refuses_such_versions(tmp_path: Path) -> None:
    files = Texts().files()
    for version, is_fine in (("0.1.0", True), ("10.20.30", True), ("01.2.3", False), ("1.2.3\n", False), ("1.2", False),
                             ("9999999999.0.0", False), ("1.2.3-x", False), ('1.2.3"', False)):  # fmt: skip
        text = files["ruleset.yaml"].replace("version: 0.1.0", f"version: {quoted(version)}")
        _, errors = judged({**files, "ruleset.yaml": text}, tmp_path / "small")
        assert (not errors) == is_fine, (visible(version), errors)


def test_a_game_that_is_called_as_a_module_of_the_language_can_be_imported() -> None:
    for game in TAKEN:
        for target, facts in described(Package(game, "0.1.0", "", {})).items():
            assert not facts["name"].endswith(("-", "_")), (target, facts["name"])
    names = {
        game: [facts["name"] for facts in described(Package(game, "0.1.0", "", {})).values()]
        for game in ("random", "fs", "string", "class")
    }
    assert names == {
        "random": ["random", "random-rules", "random", "cardwright.rules.random"],
        "fs": ["fs-rules", "fs", "fs", "cardwright.rules.fs"],
        "string": ["string", "string-rules", "string-rules", "cardwright.rules.string"],
        "class": ["class", "class-rules", "class", "cardwright.rules.class"],
    }

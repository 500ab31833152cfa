"""The package in C#: a compiler takes it, the programs of its pages play, and a slip does not compile."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from cardwright.cli.main import main
from compiler.targets.csharp_package import SAMPLE
from tests.conformance.engines import CSHARP_COMPILER, HAS_CSHARP, write
from tests.packages.clients import last_line, new_game_folder, program_of, ran
from tests.packages.typed_games import marked, package

pytestmark = pytest.mark.skipif(not HAS_CSHARP, reason="this machine has no C# compiler (mono-mcs)")
GAME = "moon_market"
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game_folder(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def folder(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export, as its owner has it, with what a compiler made of it."""
    out = tmp_path_factory.mktemp("csharp") / GAME
    assert main(["export", str(game), "--target", "csharp", "--out", str(out)]) == 0
    return compiled(out)


@pytest.fixture(scope="module")
def dungeon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of a game with scenarios, rosters and kinds."""
    out = tmp_path_factory.mktemp("csharp") / "dungeon_command"
    write(package("dungeon_command", "csharp"), out)
    return compiled(out)


def compiled(folder: Path) -> Path:
    ran(folder, *CSHARP_COMPILER, "-target:library", f"-out:{folder.parent / 'game.dll'}", *sources(folder))
    return folder


def sources(folder: Path) -> list[str]:
    """The files that a compiler takes: those of samples lie in a folder that Unity does not look into."""
    return [str(path) for path in sorted([*folder.glob("*.cs"), *folder.glob("rt/*.cs")])]


def played(folder: Path, name: str, *texts: str, define: str = "NONE") -> list[str]:
    """The lines of a program that uses the compiled package."""
    place = folder.parent
    write({f"{name}{number}.cs": text for number, text in enumerate(texts)}, place)
    programs = [f"{name}{number}.cs" for number in range(len(texts))]
    ran(place, *CSHARP_COMPILER, f"-define:{define}", f"-out:{name}.exe", "-r:game.dll", *programs)
    return ran(place, "mono", f"{name}.exe").splitlines()


def test_the_program_of_its_page_plays(game: Path, folder: Path) -> None:
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert played(folder, "page", program_of(page, "csharp"))[-1] == last_line(game)


def test_the_host_of_the_page_on_engines_plays(game: Path, folder: Path) -> None:
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    lines = played(folder, "host", program_of(page, "csharp"))
    assert lines[-1] == last_line(game) and " begin" in lines and " choose" in "\n".join(lines)


UNITY = """
using System;
using System.Collections;
using System.Reflection;

namespace UnityEngine
{
    public class MonoBehaviour { }
    public class WaitForSeconds { public WaitForSeconds(float seconds) { } }
    public static class Debug { public static void Log(object told) { Console.WriteLine(told); } }
}

public static class Scene
{
    public static void Main()
    {
        object script = new SPACE.Samples.PlayMatch();
        MethodInfo start = script.GetType().GetMethod("Start", BindingFlags.NonPublic | BindingFlags.Instance);
        IEnumerator routine = (IEnumerator)start.Invoke(script, null);
        while (routine.MoveNext()) { }
    }
}
"""


def test_the_sample_plays_where_unity_would_call_it(game: Path, folder: Path, dungeon: Path) -> None:
    for place, source in ((folder, game), (dungeon, ROOT / "content" / "dungeon_command")):
        sample = (place / SAMPLE).read_text(encoding="utf-8")
        (space,) = re.findall(r"^namespace (\w+)\.Samples$", sample, re.M)
        scene = UNITY.replace("SPACE", space)
        lines = played(place, "sample", sample, scene, define="UNITY_5_3_OR_NEWER")
        assert lines[-1] == last_line(source)
        assert any(" goes to " in line for line in lines)
    assert played(folder, "empty", sample, "public static class None { public static void Main() { } }") == []


def test_unity_finds_what_it_looks_for(folder: Path) -> None:
    manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    assert (manifest["name"], manifest["version"]) == ("cardwright.rules.moon-market", "0.1.0")
    assert all((folder / sample["path"]).is_dir() for sample in manifest["samples"])
    definition = json.loads((folder / "MoonMarketRules.asmdef").read_text(encoding="utf-8"))
    assert definition["name"] == "MoonMarketRules"
    seen = [path for path in folder.rglob("*") if not path.name.startswith(".") and "~" not in path.as_posix()]
    bare = {path for path in seen if path.suffix != ".meta"}
    assert {path.with_name(f"{path.name}.meta") for path in bare} == set(seen) - bare
    guids = [re.findall(r"^guid: ([0-9a-f]{32})$", path.read_text(encoding="utf-8"), re.M) for path in set(seen) - bare]
    assert all(len(found) == 1 for found in guids) and len({found[0] for found in guids}) == len(guids)


def test_what_runs_is_known_when_it_is_compiled(folder: Path) -> None:
    """No reflection, `dynamic`, or code that is made while it runs: IL2CPP takes none of these."""
    for path in sources(folder):
        text = Path(path).read_text(encoding="utf-8")
        assert not re.search(r"System\.Reflection|\bdynamic\b|Activator|Emit|Linq\.Expressions|\bunsafe\b", text), path


PROGRAM = """\
using Cardwright;
using DungeonCommandRules;

public static class Program
{
    public static void Main()
    {
        Setup setup = new Setup { Scenario = Scenarios.duel }.Bring(Seats.p1, RosterNames.lolth);
        Play match = Rules.NewGame(setup, 7);
        Rules.NewGame(new Setup { Scenario = Scenarios.duell }); // wrong
        Rules.NewGame(new Setup().Bring(Seats.p1, RosterNames.lolt)); // wrong
        Rules.NewGame(new Setup().Bring(Seats.p9, RosterNames.lolth)); // wrong
        Roster_faction_pack pack = new Roster_faction_pack();
        pack.creatures = Bag.of(Cards_creature.elf_archer, 12L);
        pack.creatures = Bag.of(Cards_creature.elf_archr, 12L); // wrong
        pack.creatures = Seq.of(Cards_creature.shove); // wrong
        pack.creature = null; // wrong
        Bag entities = match.View(0).bag("entities");
        foreach (string name in entities.Keys)
        {
            if (entities.bag(name).text("kind") != Kinds.creature) continue;
            Entity_creature creature = new Entity_creature(entities.bag(name));
            long damage = creature.damage;
            damage = creature.damge; // wrong
            bool is_archer = creature.Card == Cards.elf_archer && !creature.tapped;
            is_archer = creature.Card == Cards.elf_archr; // wrong
            System.Console.WriteLine(is_archer ? damage : 0);
        }
        string verb = Verbs.strike + Options.go_first + Enum_side.outdoor;
        verb = Verbs.strke; // wrong
        verb = Options.go_fist; // wrong
        verb = Enum_side.outdor; // wrong
        Watcher watcher = match.Watch(0);
        foreach (object told in watcher.Events())
        {
            Bag row = (Bag)told;
            if (!SeenEvent.Is(row, Verbs.strike)) continue;
            Event_strike strike = new Event_strike(row);
            string target = strike.target;
            target = strike.targt; // wrong
            System.Console.WriteLine(target + (strike.What == SeenEvent.BEGIN) + FieldNames.damage);
            target = FieldNames.damge; // wrong
            Event_strke other = null; // wrong
        }
        match.Skip();
        match.Step(new[] { 0 });
        match.Stp(0); // wrong
        System.Console.WriteLine(verb + setup.Scenario + match.Legal().Count);
    }
}
"""


def test_a_slip_does_not_compile(dungeon: Path) -> None:
    place = dungeon.parent
    write({"program.cs": PROGRAM}, place)
    command = [*CSHARP_COMPILER, "-r:game.dll", "-out:program.exe", "program.cs"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert {int(n) for n in re.findall(r"program\.cs\((\d+),\d+\): error", done.stdout + done.stderr)} == marked(
        PROGRAM
    )
    right = "\n".join(line for line in PROGRAM.split("\n") if not line.endswith("// wrong"))
    assert played(dungeon, "right", right)

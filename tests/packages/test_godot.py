"""The export for Godot: its scripts are read by a parser of GDScript, and its node plays where Godot would call it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from cardwright.cli.main import main
from tests.conformance.engines import CSHARP_COMPILER, HAS_CSHARP, write
from tests.packages.clients import last_line, new_game_folder, ran

ROOT = Path(__file__).parents[2]
GAME = ROOT / "content" / "dungeon_command"
GDPARSE = Path(__file__).parent / ".gdtoolkit" / "bin" / "gdparse"
# What the node uses of Godot, as its documentation has it.
GODOT = """
using System.Collections.Generic;

namespace Godot
{
    public class Node { }
    public struct Variant
    {
        public object held;
        public static implicit operator Variant(bool value) { return new Variant { held = value }; }
        public static implicit operator Variant(long value) { return new Variant { held = value }; }
        public static implicit operator Variant(string value) { return new Variant { held = value }; }
        public static implicit operator Variant(Collections.Array value) { return new Variant { held = value }; }
        public static implicit operator Variant(Collections.Dictionary value) { return new Variant { held = value }; }
        public static implicit operator Variant(double value) { return new Variant { held = value }; }
        public enum Type { Nil, Bool, Int, Float, String, Dictionary = 27, Array }
        public Type VariantType
        {
            get
            {
                if (held is long) return Type.Int;
                if (held is double) return Type.Float;
                return held is bool ? Type.Bool : held is string ? Type.String : Type.Nil;
            }
        }
        public long AsInt64() { return held is long ? (long)held : held is double ? (long)(double)held : 0; }
        public double AsDouble() { return held is double ? (double)held : AsInt64(); }
    }
}

namespace Godot.Collections
{
    public class Array : List<Variant> { }
    public class Dictionary : Dictionary<Variant, Variant> { }
}
"""
# `play_match.gd`, line by line.
SCENE = """
using System;
using Godot.Collections;
using SPACE;

public static class Scene
{
    public static void Main()
    {
        CardwrightMatch rules = new CardwrightMatch();
        Console.WriteLine(rules.Request()["message"].held);
        Console.WriteLine(rules.NewGame("nowhere", 7)["message"].held);
        Dictionary told = rules.NewGame("", 7);
        foreach (Godot.Variant wrong in new Godot.Variant[] { "x", "0", true, 0.5, default(Godot.Variant) })
            Console.WriteLine(rules.Answer(new Godot.Collections.Array { wrong })["message"].held);
        Console.WriteLine(((Dictionary)rules.Events(9)[0].held)["message"].held);
        Console.WriteLine(rules.LoadGame("{")["message"].held);
        int events = 0;
        string save = "";
        while ((string)told["type"].held == "request")
        {
            foreach (Godot.Variant happened in rules.Events(-1))
                if (((Dictionary)happened.held).ContainsKey("what")) events += 1;
            Godot.Collections.Array legal = rules.Legal();
            if (save == "" && events > 20)
            {
                save = rules.Save();
                Console.WriteLine(rules.Answer(new Godot.Collections.Array { 99L })["type"].held);
                told = rules.LoadGame(save);
                Console.WriteLine(((Dictionary)rules.View(0)["entities"].held).Count > 0 && rules.View(9).Count == 2);
            }
            told = rules.Answer((Godot.Collections.Array)((Dictionary)legal[legal.Count - 1].held)["answer"].held);
        }
        Console.WriteLine(told["outcome"].held + " " + told["state"].held);
    }
}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game_folder(tmp_path_factory.mktemp("games"))


def exported(game: Path, folder: Path) -> Path:
    assert main(["export", str(game), "--target", "godot", "--out", str(folder)]) == 0
    return folder


def test_its_scripts_are_gdscript(tmp_path: Path) -> None:
    assert GDPARSE.exists(), "this needs gdparse: `make tests/packages/.gdtoolkit/installed` installs it"
    folder = exported(GAME, tmp_path / "game")
    page = (folder / "README.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```gdscript\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    write({f"page{number}.gd": text for number, text in enumerate(programs)}, folder)
    scripts = sorted(str(path) for path in folder.glob("*.gd"))
    assert len(scripts) == 3
    ran(folder, str(GDPARSE), *scripts)
    wrong = scripts[0] + ".wrong.gd"
    Path(wrong).write_text("func f(:\n", encoding="utf-8")
    assert subprocess.run([str(GDPARSE), wrong], capture_output=True, check=False).returncode != 0


def test_each_card_has_its_sentences(tmp_path: Path) -> None:
    folder = exported(GAME, tmp_path / "game")
    words = json.loads((folder / "words.json").read_text(encoding="utf-8"))
    cards = json.loads((folder / "cards.json").read_text(encoding="utf-8"))
    ids = [card["id"] for many in cards.values() for card in many]
    assert sorted(ids) == sorted(words) and all(set(said) == {"en", "ru"} for said in words.values())
    assert "makes a ranged attack" in " ".join(words["aimed_shot"]["en"])


def test_its_page_names_what_is_there(game: Path, tmp_path: Path) -> None:
    folder = exported(game, tmp_path / "game")
    page = (folder / "README.md").read_text(encoding="utf-8")
    node = (folder / "CardwrightMatch.cs").read_text(encoding="utf-8")
    calls = re.findall(r"`(\w+)\(", page.partition("| call |")[2].partition("\n\n")[0])
    assert calls == ["NewGame", "Request", "Legal", "Answer", "Events", "View", "Save", "LoadGame"]
    assert all(re.search(rf"public \S+ {call}\(", node) for call in calls)
    named = re.findall(r"`([\w/]+\.(?:gd|cs|json|md|yaml))`", page)
    assert {name for name in named if name != "words.yaml" and not (folder / name).is_file()} == set()
    assert "$" not in re.sub(r"```.*?```", "", page, flags=re.DOTALL)


@pytest.mark.skipif(not HAS_CSHARP, reason="this machine has no C# compiler (mono-mcs)")
def test_its_node_plays_where_godot_would_call_it(game: Path, tmp_path: Path) -> None:
    """All C# of the folder is compiled, as Godot does; without Godot the node is empty."""
    folder = exported(game, tmp_path / "game")
    files = [str(path) for path in sorted(folder.rglob("*.cs"))]
    ran(folder, *CSHARP_COMPILER, "-target:library", "-out:empty.dll", *files)
    (space,) = re.findall(r"^namespace (\w+)$", (folder / "CardwrightMatch.cs").read_text(encoding="utf-8"), re.M)
    write({"godot.cs": GODOT, "scene.cs": SCENE.replace("SPACE", space)}, tmp_path)
    ran(tmp_path, *CSHARP_COMPILER, "-define:GODOT", "-out:scene.exe", *files, "godot.cs", "scene.cs")
    refused, unknown, *told, wrong, seen, last = ran(tmp_path, "mono", "scene.exe").splitlines()
    assert told[:5] == ["this is no legal answer: an answer is an array of positions"] * 5
    assert told[5] == "there is no player 9; players count from 0 and are 2"
    assert len(told) == 7 and told[6].startswith("this is no save: it needs ")
    assert refused == "no match has begun" and unknown.startswith("there is no scenario `nowhere`")
    assert (wrong, seen, last) == ("refused", "True", last_line(game))

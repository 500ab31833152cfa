"""The types of a game in Python: what a match gives has them, and mypy refuses a slip."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.conformance.engines import write
from tests.packages.typed_games import events, marked, package, views

GAME = "dungeon_command"
PROGRAM = """\
import dungeon_command as game
from dungeon_command.types import CardId, Entity, Entity_creature, Event, Option, Verb

match = game.new_game({"scenario": "duel", "rosters": {"p1": "lolth"}}, 7)
game.new_game({"scenario": "duell"})  # wrong
game.new_game({"rosters": {"p1": "lolt"}})  # wrong
game.new_game({"rosters": {"p9": "lolth"}})  # wrong
game.check_roster({"roster": "faction_pack", "commanders": ["valnar_trueblade"], "creatures": {"elf_archer": 12}})
game.check_roster({"roster": "faction_pack", "creatures": {"elf_archr": 12}})  # wrong


def hurt(c: Entity_creature) -> int:
    return c["fields"]["damage"]


def hurts(c: Entity_creature) -> int:
    return c["fields"]["damge"]  # wrong


print(game.cards["elf_archer"]["names"]["en"])
print(game.cards["elf_archr"])  # wrong
card: CardId = "elf_archer"
other: CardId = "elf archer"  # wrong
for entity in match.clone().view(0)["entities"].values():
    if entity["kind"] == "creature":
        print(hurt(entity), entity["fields"]["tapped"])
        print(entity["fields"]["morale"])  # wrong
verb: Verb = "strike"
worse: Verb = "strke"  # wrong
option: Option = "go first"
neither: Option = "go frst"  # wrong
match.stp([0])  # wrong


def told(event: Event) -> object:
    if event["what"] == "end":
        return event["verb"] == "strke"  # wrong
    if event["what"] == "change":
        return event["field"] if event["field"] != "damge" else None  # wrong
    if event["what"] == "beginn":  # wrong
        return event
    if event["what"] == "use" or event["what"] == "status":
        return event["ability"] if event["what"] == "use" else event["status"]["kind"]
    if event["what"] == "move" and event["from"] is not None:
        return event["fro"]  # wrong
    if event["what"] == "begin" and event["verb"] == "strike":
        target: dict[str, str] | object = event["values"]["target"]
        return (event["values"]["targt"], target)  # wrong
    return event["what"] == "refused" and event["values"]


for happened in match.watch(0).events():
    print(told(happened))
print(match.legal()[0]["answer"], match.save()["seed"])
"""


def in_python(text: str) -> str:
    """JSON as an expression of Python."""
    return repr(json.loads(text))


def test_views_have_their_types_and_slips_do_not(tmp_path: Path) -> None:
    """All of the package is checked, too."""
    write(package(GAME, "python", tests=True), tmp_path / GAME)
    view = in_python(next(views(GAME)))
    (tmp_path / "view.py").write_text(f"from {GAME}.types import View\n\nview: View = {view}\n", encoding="utf-8")
    lines = [f"told{n}: list[Event] = {in_python(rows)}" for n, rows in enumerate(events(GAME)) if rows != "[]"]
    assert len(lines) > 10
    text = "\n".join([f"from {GAME}.types import Event", "", *lines, ""])
    (tmp_path / "events.py").write_text(text, encoding="utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-error-summary",
        GAME,
        "program.py",
        "view.py",
        "events.py",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = re.findall(r"^(\S+?):(\d+): error", done.stdout, re.MULTILINE)
    assert {path for path, _ in found} == {"program.py"}, done.stdout[:4000]
    assert {int(line) for _, line in found} == marked(PROGRAM), done.stdout[:4000]

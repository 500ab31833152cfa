"""The types of a game in TypeScript: what a match gives has them, and a slip does not compile."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.conformance.engines import write
from tests.packages.typed_games import GAMES, events, marked, package, views

TSC = Path(__file__).parent / "node_modules" / ".bin" / "tsc"
OPTIONS = {"strict": True, "noEmit": True, "module": "nodenext", "target": "es2022", "types": []}
PROGRAM = """\
import { cards, check_roster, new_game, type CardId, type Entity, type EntityOf, type Option, type SeenEvent, type Verb } from "./index.js";
import { AGENTS } from "./rt.js";

const match = new_game({ scenario: "duel", rosters: { p1: "lolth" } }, 7);
new_game({ scenario: "duell" }); // wrong
new_game({ rosters: { p1: "lolt" } }); // wrong
new_game({ rosters: { p9: "lolth" } }); // wrong
check_roster({ roster: "faction_pack", commanders: ["valnar_trueblade"], creatures: { elf_archer: 12 } });
check_roster({ roster: "faction_pack", creatures: { elf_archr: 12 } }); // wrong
check_roster({ roster: "faction_pack", creatures: ["shove"] }); // wrong

const hurt = (c: EntityOf<"creature">): number => c.fields.damage;
const hurts = (c: EntityOf<"creature">): number => c.fields.damge; // wrong
const speed: number | undefined = cards.elf_archer.values.speed;
const slow = cards.elf_archr; // wrong
const fast = cards.elf_archer.values.sped; // wrong
const id: CardId = "elf_archer";
const other: CardId = "elf archer"; // wrong

for (const entity of Object.values(match.clone().view(0).entities)) {
  if (entity.kind === "creature") console.log(hurt(entity), entity.fields.tapped === false, entity.card === "elf_archer");
  if (entity.kind === "creature") console.log(entity.fields.morale); // wrong
  if (entity.kind === "game") console.log(entity.fields.side === "outdoor");
  if (entity.kind === "game") console.log(entity.fields.side === "outdor"); // wrong
  if (entity.kind === "creatur") console.log(entity); // wrong
}
const icons: Partial<Record<Verb, string>> = { strike: "sword", heal: "cross" };
const worse: Partial<Record<Verb, string>> = { strke: "sword" }; // wrong
const say: Record<Option, string> = { "go first": "1", "go second": "2", "as printed": "3", turned: "4" };
const both: Record<Option, string> = { "go first": "1" }; // wrong
const kinds: Entity["kind"][] = ["creature", "order"];
const told = (event: SeenEvent): unknown => {
  if (event.what === "begin" && event.verb === "strike") return event.values.target;
  if (event.what === "begin" && event.verb === "strike") return event.values.targt; // wrong
  if (event.what === "begin" && event.verb === "strke") return event; // wrong
  if (event.what === "end") return event.verb === "strke"; // wrong
  if (event.what === "change") return event.field === "damage" && event.before;
  if (event.what === "change") return event; else if (event.what === "beginn") return event; // wrong
  if (event.what === "status") return event.status.kind;
  return event.what === "move" ? event.from : event.what === "use" ? event.ability : event.seq;
};
const fields = (event: SeenEvent): boolean => event.what === "change" && event.field === "damge"; // wrong
console.log(match.watch(0).events().map(told), fields);
match.step([0]);
match.stp([0]); // wrong
console.log(AGENTS.first, hurts, speed, slow, fast, id, other, icons, worse, say, both, kinds, match.save().seed);
"""


def compiled(folder: Path) -> dict[str, list[int]]:
    """The lines of each file that do not compile."""
    (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    config = {"compilerOptions": OPTIONS, "include": ["*.ts", "*.cts"]}
    (folder / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    done = subprocess.run([str(TSC), "-p", "."], cwd=folder, capture_output=True, text=True, check=False)
    found: dict[str, list[int]] = {}
    for path, line in re.findall(r"^(\S+?)\((\d+),\d+\): error", done.stdout, re.MULTILINE):
        found.setdefault(path, []).append(int(line))
    assert bool(found) == bool(done.returncode), done.stdout + done.stderr
    return found


def typed(game: str, folder: Path) -> Path:
    files = package(game, "javascript")
    write({path: text for path, text in files.items() if path.endswith((".d.ts", ".d.cts"))}, folder)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_views_have_their_types(game: str, tmp_path: Path) -> None:
    lines = [f"export const view{n}: View = {view};" for n, view in enumerate(views(game))]
    assert len(lines) > 20
    text = "\n".join(['import type { View } from "./index.js";', *lines]) + "\n"
    (typed(game, tmp_path) / "views.ts").write_text(text, encoding="utf-8")
    assert compiled(tmp_path) == {}


@pytest.mark.parametrize("game", GAMES)
def test_events_have_their_types(game: str, tmp_path: Path) -> None:
    lines = [f"export const told{n}: SeenEvent[] = {rows};" for n, rows in enumerate(events(game))]
    assert len(lines) > 20
    text = "\n".join(['import type { SeenEvent } from "./index.js";', *lines]) + "\n"
    (typed(game, tmp_path) / "events.ts").write_text(text, encoding="utf-8")
    assert compiled(tmp_path) == {}


def test_what_is_misspelt_does_not_compile(tmp_path: Path) -> None:
    (typed("dungeon_command", tmp_path) / "program.ts").write_text(PROGRAM, encoding="utf-8")
    common = PROGRAM.replace('.js"', '.cjs"').replace(
        'import { AGENTS } from "./rt.cjs";', "const AGENTS = { first: 1 };"
    )
    (tmp_path / "common.cts").write_text(common, encoding="utf-8")
    wrong = sorted(marked(PROGRAM))
    assert len(wrong) > 12
    assert {path: sorted(set(lines)) for path, lines in compiled(tmp_path).items()} == {
        "program.ts": wrong, "common.cts": wrong,
    }  # fmt: skip

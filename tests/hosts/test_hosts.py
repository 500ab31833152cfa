"""Each ready-made host is written and run: sheets read, decks opened, matches played to their end."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from lupa import lua52

from cardwright.authoring.card_facts import card_facts, plain_value
from cardwright.authoring.exported import exported
from cardwright.authoring.hosts.sheets import read_text
from cardwright.authoring.hosts.table import HOSTS
from cardwright.cli.export_folder import RECORD
from cardwright.cli.main import main
from compiler.build import Build, build_game
from compiler.targets.export import Content, export_code
from compiler.targets.python import Python
from dsl.diagnostics import Sink
from tests.content_games import built, read_once
from tests.content_games import content as contents_of
from tests.small_game import KINDS, build_small

ROOT = Path(__file__).parents[2]
GAME, SCENARIO = "dungeon_command", "duel"


@pytest.fixture(scope="module")
def build() -> Build:
    return built(GAME)


@pytest.fixture(scope="module")
def content() -> Content:
    return contents_of(GAME)


def written(files: dict[str, str], folder: Path) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


# ---- cards


def test_sheets_have_a_row_for_every_card(build: Build, content: Content) -> None:
    sheets = HOSTS["csv"].export(build, content)
    read = (row for text in sheets.values() for row in csv.DictReader(io.StringIO(text)))
    rows = {row["id"]: {name: read_text(cell) for name, cell in row.items()} for row in read}
    faces = card_facts(build, content.program)
    assert len(faces) > 50 and rows.keys() == {face.id for face in faces}
    compared = 0
    for face in faces:
        row = rows[face.id]
        assert (row["name_en"], row["name_ru"]) == (face.names["en"], face.names["ru"])
        assert {name: row[name] for name in face.texts} == face.texts
        numbers = {k: v for k, v in face.values.items() if isinstance(v, int) and not isinstance(v, bool)}
        assert {k: int(row[k]) for k in numbers} == numbers
        compared += len(numbers)
    assert compared > 100


def test_the_profile_for_godot_names_every_whole_number(build: Build, content: Content) -> None:
    files = HOSTS["godot"].export(build, content)
    cards, schema = json.loads(files["cards.json"]), json.loads(files["cards.schema.json"])
    jsonschema.validate(cards, schema)
    floats: dict[str, list[dict[str, Any]]] = json.loads(files["cards.json"], parse_int=float)  # as Godot reads them
    assert as_typed(floats, schema) == cards
    kinds = {key: {card["id"]: card for card in many} for key, many in cards.items()}
    for face in card_facts(build, content.program):
        assert kinds[face.kind][face.id] == {
            "id": face.id, "name": face.names, **{k: plain_value(v) for k, v in face.values.items()}, **face.texts,
        }  # fmt: skip
    assert '"number"' not in files["cards.schema.json"]


def as_typed(value: Any, schema: dict[str, Any]) -> Any:
    """What the loader in GDScript does, line by line: a float is whole where an integer is wanted."""
    if isinstance(value, list):
        return [as_typed(item, one_for(schema, "array").get("items", {})) for item in value]
    if isinstance(value, dict):
        fields = one_for(schema, "object").get("properties", {})
        return {key: as_typed(item, fields.get(key, {})) for key, item in value.items()}
    if isinstance(value, float) and one_for(schema, "integer").get("type") == "integer":
        return int(value)
    assert not isinstance(value, float)
    return value


def one_for(schema: dict[str, Any], wanted: str) -> dict[str, Any]:
    return next((other for other in schema.get("anyOf", ()) if other.get("type") == wanted), schema)


# ---- Tabletop Simulator


class TabletopTable:
    """The tile's script in the Lua of the program, with what the program offers and nothing of what it lacks."""

    def __init__(self, script: str) -> None:
        self.said: list[str] = []
        self.heard: list[tuple[str, str]] = []  # by whom, where it was whispered
        self.lua = lua = lua52.LuaRuntime(unpack_returned_tuples=True)
        lua.execute('collectgarbage("setpause", 1000)')  # less work for more memory
        for missing in ("io", "os", "debug", "require", "package", "dofile", "loadfile"):
            lua.execute(f"{missing} = nil")
        self.globals = lua.globals()
        self.public: list[str] = []
        self.globals.printToAll = lambda text, _tint: (self.said.append(text), self.public.append(text))
        self.globals.printToColor = lambda text, colour, _tint: self.hear(text, colour)
        lua.execute(script)

    def hear(self, text: str, colour: str) -> None:
        self.said.append(text)
        self.heard.append((colour, text))

    def says(self, message: str, colour: str = "Red", host: bool = True) -> Any:
        del self.said[:], self.heard[:], self.public[:]
        return self.globals.onChat(message, self.lua.table_from({"color": colour, "host": host}))

    def options(self) -> list[str]:
        return [line for line in self.said if re.match(r"\d+\. ", line)]

    @property
    def over(self) -> bool:
        return bool(self.said) and self.said[-1].startswith("The game is over: ended")


@pytest.fixture(scope="module")
def saved_object(build: Build, content: Content) -> dict[str, Any]:
    files = HOSTS["tabletop"].export(build, content)
    assert list(files) == [f"{GAME}.json"]
    return dict(json.loads(files[f"{GAME}.json"]))


def test_the_deck_has_every_card_with_notes_for_scripts(
    build: Build, content: Content, saved_object: dict[str, Any]
) -> None:
    deck = saved_object["ObjectStates"][1]
    assert deck["Name"] == "Deck" and len(deck["DeckIDs"]) == len(deck["ContainedObjects"])
    notes = [json.loads(card["GMNotes"]) for card in deck["ContainedObjects"]]
    faces = card_facts(build, content.program)
    assert [(note["id"], note["kind"]) for note in notes] == [(face.id, face.kind) for face in faces]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == [face.names["en"] for face in faces]


def test_a_match_is_played_by_chat(saved_object: dict[str, Any]) -> None:
    script = saved_object["ObjectStates"][0]["LuaScript"]
    table, other = TabletopTable(script), TabletopTable(script)
    table.globals.onLoad("")
    assert table.says("hello there") is True and table.said == []
    assert table.says("!3") is False and table.said == ["Begin with !new"]
    table.says(f"!new {SCENARIO} 7")
    assert table.said == ["Player 1 is asked, and nobody sits there: !sit 1"]
    table.says("!sit 1 2")
    assert table.options()
    table.says("!999")
    assert table.said == ["There is no option 999"]
    table.says("!again")
    asked = list(table.said)
    other.globals.onLoad(table.globals.onSave())
    assert other.said == asked
    answers = 0
    while not table.over:
        for one in (table, other):
            one.says("!1")
        assert table.said == other.said
        answers += 1
    assert answers > 20


def told_by(table: TabletopTable, message: str) -> list[str]:
    assert table.says(message) is False
    return list(table.said)


def test_what_cannot_be_is_told_in_the_chat_and_the_game_goes_on(saved_object: dict[str, Any]) -> None:
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    table.globals.onLoad("")
    (told,) = told_by(table, "!new nowhere")
    assert told.startswith("there is no scenario `nowhere`; there are: duel, ")
    for seed in ("7.5", "1e300"):
        (told,) = told_by(table, f"!new {SCENARIO} {seed}")
        assert told.startswith("a seed is a whole number")
    assert told_by(table, "!again") == ["Begin with !new"]
    told_by(table, f"!new {SCENARIO} 7")
    told_by(table, "!sit 1 2")
    question = told_by(table, "!again")
    assert question[0] == "Player 1 is asked"
    assert told_by(table, "!sit 3") == ["There is no seat 3"]
    for wrong in ("!0", "!-1", "!1.5", "!99"):
        assert told_by(table, wrong) == [f"There is no option {wrong[1:]}"]
    assert told_by(table, "!jump") == ["There is no command jump"]
    while "pass" in " ".join(table.options()):
        told_by(table, "!1")
    assert told_by(table, "!pick 1 1") == ["[0, 0] is no legal answer"]
    assert told_by(table, "!pick x") == ["There is no option x"]
    assert told_by(table, "!again") == question


def test_a_match_without_a_seed_has_one_that_nobody_knows(saved_object: dict[str, Any]) -> None:
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    seeds: list[int] = []
    for _ in range(3):
        table.says(f"!new {SCENARIO}")
        seeds.append(json.loads(table.globals.onSave())["match"]["seed"])
    assert len(set(seeds)) == 3 and all(0 < seed < 2**31 for seed in seeds)
    table.says(f"!new {SCENARIO} 7")
    assert json.loads(table.globals.onSave())["match"]["seed"] == 7


def test_only_the_seat_that_is_asked_answers_and_sees_the_question(saved_object: dict[str, Any]) -> None:
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    table.says(f"!new {SCENARIO} 7", "Blue", host=False)
    assert table.heard == [("Blue", "A game is begun by the host")]
    table.says(f"!new {SCENARIO} 7")
    table.says("!sit 1")
    assert table.options() and {colour for colour, _ in table.heard} == {"Red"}
    table.says("!sit 1", "Blue", host=False)
    assert table.heard == [("Blue", "Red sits there")]
    table.says("!sit 2", "Blue", host=False)
    assert table.said == ["Blue is player 2"]
    for message in ("!1", "!pass", "!pick 1", "!why", "!again"):
        table.says(message, "Blue", host=False)
        assert table.heard == [("Blue", "You are not asked")] and len(table.said) == 1
    asked = {"Player 1 is asked": "Red", "Player 2 is asked": "Blue"}
    table.says("!again")
    for _ in range(30):
        colour = asked[next(line for line in table.said if line in asked)]
        table.says("!1", colour, host=False)
        if table.over:
            break
        now = asked[next(line for line in table.said if line in asked)]
        assert {heard for heard, line in table.heard if re.match(r"\d+\. ", line)} == {now}
        assert not any("#" in line for line in table.said), "numbers of entities tell their age"


def test_who_has_no_colour_of_their_own_takes_no_seat(saved_object: dict[str, Any]) -> None:
    """All spectators are grey: they would answer for each other, and read what one of them is whispered."""
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    table.says(f"!new {SCENARIO} 7")
    for host in (False, True):
        table.says("!sit 1 2", "Grey", host=host)
        assert table.said == ["Take a colour at the table first"]
        assert json.loads(table.globals.onSave())["seats"] == ["", ""]
    table.says("!sit 1", "Blue", host=False)
    assert table.options()


MACHINE = re.compile(r"\w_\w|#\d|\(\d+\)|[{}\[\]]|\.rules")  # signs of ids, verbs, places, and names of views


@pytest.mark.parametrize(("language", "said"), [("en", "You summon "), ("ru", "Вы призываете существо «")])
def test_seats_are_told_in_the_words_of_the_game(saved_object: dict[str, Any], language: str, said: str) -> None:
    """Each as its player may know it: who summons reads *you*, and the other seat reads who it was."""
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    table.says(f"!new {SCENARIO} 7")
    table.says("!sit 2")
    table.says("!sit 1", "Blue", host=False)
    assert told_by(table, "!language tlh") == ["The game has words in en, ru"]
    told_by(table, f"!language {language}")
    again = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    again.globals.onLoad(table.globals.onSave())
    assert again.said == table.said, "the language is kept with the table"
    lines: list[tuple[str, str]] = []
    for turn in range(30):
        colour = "Red" if "Player 2 is asked" in table.said else "Blue"
        table.says("!why", colour)
        lines += table.heard
        table.says(f"!{1 + turn % 2}" if len(table.options()) > 1 else "!1", colour)
        lines += table.heard
        if table.over:
            break
        assert [re.sub(r"\d", "N", line) for line in table.public] == ["Player N is asked"]
    assert {colour for colour, line in lines if said in line} == {"Red", "Blue"}
    assert len(lines) > 200 and [line for _, line in lines if MACHINE.search(line) or not line.strip()] == []
    russian = sum(bool(re.search("[а-я]", line)) for _, line in lines)
    assert russian > 100 if language == "ru" else russian == 0


def test_nobody_looks_on_in_a_language_that_was_left(saved_object: dict[str, Any]) -> None:
    """Who watches costs work with each change, so a table may be told in another language as often as it likes."""
    script = saved_object["ObjectStates"][0]["LuaScript"]
    assert script.count("local match = nil\n") == 1
    table = TabletopTable(script.replace("local match = nil\n", "match = nil\n"))
    table.says(f"!new {SCENARIO} 7")
    table.says("!sit 1 2")
    for language in ("ru", "en", "ru"):
        table.says(f"!language {language}")
        assert len(table.globals.match.game.eyes) == 2
    table.says("!1")
    assert any(re.search("[а-я]", line) for line in table.said)


def test_a_player_who_left_the_table_holds_up_nobody(
    saved_object: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their seat stays theirs until the host frees it; others are told what happens, and who is asked."""
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    table.says(f"!new {SCENARIO} 7")
    table.says("!sit 1")
    table.says("!sit 2", "Blue", host=False)
    heard = table.hear

    def hear(text: str, colour: str) -> None:
        if colour == "Blue":
            raise ValueError("nobody has this colour")
        heard(text, colour)

    monkeypatch.setattr(table, "hear", hear)
    while "Player 2 is asked" not in table.said:
        table.says("!1")
    table.says("!sit 2")
    assert "Red is player 2" in table.said
    table.says("!1")
    assert table.options() or "Player 1 is asked" in table.said


def test_a_table_that_keeps_an_older_game_begins_anew(saved_object: dict[str, Any]) -> None:
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    for saved in (
        '{"format": 1}',
        "{",
        '{"answers":[],"format":1,"game":"dungeon_command","hash":"0","seed":1,"setup":{}}',
    ):
        table.globals.onLoad(saved)
        assert table.said[-1] == "Begin with !new" and "save" in table.said[-2] + "JSON save"
        assert table.globals.onSave() == ""


def test_players_bring_rosters_by_chat(saved_object: dict[str, Any]) -> None:
    table = TabletopTable(saved_object["ObjectStates"][0]["LuaScript"])
    told_by(table, "!new duel 7 lolth")
    assert table.said == ["Player 1 is asked, and nobody sits there: !sit 1"]
    assert '"rosters":{"p1":"lolth"}' in table.globals.onSave()
    (told,) = told_by(table, "!new duel 7 lolth silk")
    assert told.startswith("the roster of p2: no roster is named `silk`")
    (told,) = told_by(table, "!new duel 7 lolth cormyr gold")
    assert told == "There is no player for gold"
    (told,) = told_by(table, "!new nowhere 7 lolth")
    assert told.startswith("there is no scenario `nowhere`; there are: duel, ")


# ---- a choice among more than are listed


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A game whose first player chooses one of 70 cards."""
    folder = tmp_path_factory.mktemp("crowded")
    assert main(["new", "moon_market", "--into", str(folder)]) == 0
    first = folder / "moon_market" / "scenarios" / "first.yaml"
    text = first.read_text(encoding="utf-8")
    assert "{feast: 1, harvest: 2}" in text
    first.write_text(text.replace("{feast: 1, harvest: 2}", "{harvest: 70}"), encoding="utf-8")
    sink = Sink()
    found = build_game(folder / "moon_market", sink)
    assert found is not None and found.program is not None, [f.message for f in sink.sorted()]
    return found


def test_every_option_can_be_picked_at_a_table(crowded: Build) -> None:
    saved = json.loads(HOSTS["tabletop"].export(crowded, exported(crowded))["moon_market.json"])
    table = TabletopTable(saved["ObjectStates"][0]["LuaScript"])
    told_by(table, "!new")
    told = told_by(table, "!sit 1")
    assert len(table.options()) == 64 and told[-71].startswith("More can be picked") and told[-1].startswith("(70) ")
    told_by(table, "!pick 70")
    assert "[69]" in table.globals.onSave()


def test_every_option_can_be_picked_on_boardgame_io(crowded: Build, tmp_path: Path) -> None:
    folder = written(HOSTS["boardgame.io"].export(crowded, exported(crowded)), tmp_path)
    command = ["node", "many.mjs", folder.as_posix()]
    ran = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1]) == {"refused": [True] * 5, "answers": [[69]]}


# ---- boardgame.io


HIDING = """\
kinds:
  game: {}
  player: {fields: {score: int, hand: {zone: letter, visible: owner}}}
  letter: {card: true, fields: {owner: player}}
"""
SEALING = """\
status sealed of letter
flow match():
  each p in all player:
    choose one by p:
      option "one": increase p.score by 1
      option "two": nothing
    each c in p.hand:
      repeat 5000 times: add sealed to c
"""
NOTE = "- {id: secret_note, kind: letter, name: {en: Note}, provenance: house}\n"
DESK = "id: desk\nname: Desk\nplayers: [p1, p2]\ncreate: [{card: secret_note, owner: p1, zone: p1.hand}]\n"


def test_clients_of_boardgame_io_are_not_told_on_which_hidden_card_a_match_fails(tmp_path: Path) -> None:
    small = build_small(tmp_path, SEALING, start="match", kinds=HIDING, cards=NOTE, scenario=DESK)
    folder = written(HOSTS["boardgame.io"].export(small.build, exported(small.build)), tmp_path / "exported")
    command = ["node", "faults.mjs", folder.as_posix()]
    ran = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    said = {"outcome": "fault", "message": "more than 500 statuses lie on something"}
    assert json.loads(ran.stdout.splitlines()[-1]) == [said] * 4


@pytest.fixture(scope="module")
def boardgame(build: Build, content: Content, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(HOSTS["boardgame.io"].export(build, content), tmp_path_factory.mktemp("boardgame"))


def in_node(script: str, *values: str) -> Any:
    """What a script of this folder prints last."""
    command = ["node", script, *values]
    ran = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


@pytest.mark.parametrize("seed", [("7",), ()], ids=["with a seed", "with chance of the server"])
def test_bots_play_a_match_on_boardgame_io(boardgame: Path, seed: tuple[str, ...]) -> None:
    told = in_node("bots.mjs", boardgame.as_posix(), SCENARIO, *seed)
    assert told["early"] and told["once"] and told["refused"] and told["unknown"] and told["answers"] > 20
    assert told["follows"] == [], "it is the turn of the player who is asked"
    assert (told["deals"] == 1) == bool(seed), "without a seed nobody knows what is dealt"
    assert told["gameover"]["outcome"] == "ended"
    assert told["gameover"] == told["replayed"]


def test_states_of_boardgame_io_stand_for_themselves(boardgame: Path) -> None:
    """A state may be answered again and in another way, as bots do; and who is not asked does nothing."""
    told = in_node("states.mjs", boardgame.as_posix())
    assert told["alike"] == [True] * 3 and told["apart"] == 2
    assert told["begun"] == [True, True, False, False, False]
    rights = told["rights"]
    assert rights["wrong"] == ["INVALID_MOVE"] * 5 and rights["listed"] == [0, rights["legal"]]
    assert rights["undo"] and rights["moves"] == [False, False]
    assert told["ended"] == told["asked"] > 3, "a turn ends where another player is asked"


CHANCE = """\
flow match():
  let faces = roll d6
  choose random third from game.pool
  shuffle game.pool
  each p in all player:
    choose one by p:
      option "first": increase p.score by total(faces)
      option "second": put third into p.hand
"""
POOL = "".join(f"  - {{name: c{i}, card: coin, zone: game.pool}}\n" for i in range(4))


def test_chance_of_the_server_gives_all_that_can_come(tmp_path: Path) -> None:
    """Rolls, draws and shuffles: each of them comes, and no other."""
    kinds = KINDS.replace("count: int", "count: int, pool: {zone: card}").replace("      owner: player\n", "")
    small = build_small(
        tmp_path, CHANCE, start="match", kinds=kinds, cards="- {id: coin, kind: card, name: {en: Coin}, provenance: house}",
        scenario=f"id: desk\nname: Desk\nplayers: [p1, p2]\ncreate:\n{POOL}",
    )  # fmt: skip
    folder = written(HOSTS["boardgame.io"].export(small.build, exported(small.build)), tmp_path / "host")
    told = in_node("chance.mjs", folder.as_posix(), "500")
    rolls, draws, orders = ({json.dumps(answer) for answer in answers} for answers in zip(*told, strict=True))
    assert rolls == {json.dumps([n]) for n in range(6)}
    assert draws == {json.dumps([n]) for n in range(4)}
    assert orders == {json.dumps([*order]) for order in permutations(range(4))}


@pytest.mark.parametrize("master", ["local", "socket"])
def test_no_client_of_boardgame_io_is_sent_what_its_player_cannot_know(boardgame: Path, master: str) -> None:
    """Whatever reaches a client is searched for the names of cards that lie hidden from its player then."""
    told = in_node("secrets.mjs", boardgame.as_posix(), SCENARIO, master)
    assert told["leaks"] == []
    assert told["searched"] > 90 and told["hidden"] > 5_000 and told["answers"] == 30


def test_a_whole_client_of_boardgame_io_runs_as_it_is_shown(boardgame: Path) -> None:
    """The client of the page plays a match in Node; a bundler finds the modules of boardgame.io by shorter names."""
    page = (ROOT / "docs" / "hosts.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```js\n(.*?)```", page, re.DOTALL)
    assert len(code.splitlines()) <= 40
    modules = Path(__file__).parent / "node_modules" / "boardgame.io" / "dist" / "cjs"
    found = re.sub(r'import \{ (\w+) \} from "boardgame.io/(\w+)";',
                   rf'import from_\2 from "{modules.as_uri()}/\2.js";\nconst {{ \1 }} = from_\2;', code)  # fmt: skip
    (boardgame / "client.js").write_text(found, encoding="utf-8")
    command = ["node", str(boardgame / "client.js")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    *lines, first, second = ran.stdout.splitlines()
    assert {first, second} == {"player 0 sees: ended", "player 1 sees: ended"}
    asked = [line for line in lines if line.startswith("player ")]
    assert len(asked) > 20 and not [line for line in asked if "undefined" in line]
    assert any("What do you do? [" in line for line in asked)
    assert sum(len(line.split()) == 12 for line in lines) >= 8 * len(asked), "a board of twelve by eight before each"


def test_the_types_of_the_game_for_boardgame_io(boardgame: Path, tmp_path: Path) -> None:
    tsc = ROOT / "tests" / "packages" / "node_modules" / ".bin" / "tsc"
    for path in (*boardgame.rglob("*.d.ts"), boardgame / "package.json"):
        copy = tmp_path / path.relative_to(boardgame)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "node_modules").symlink_to(Path(__file__).parent / "node_modules")
    lines = [
        'import { game_of, type Told } from "./game.js";',
        'const game = game_of({ scenario: "duel" }, 7, "en");',
        'game_of({ scenario: "duell" }); // wrong',
        "const told = (G: Told): number => G.legal?.length ?? Object.keys(G.view?.entities ?? {}).length;",
        "const more = (G: Told): unknown => G.save; // wrong",
        "console.log(game.name, told, more);",
    ]
    (tmp_path / "program.ts").write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler",
               "--target", "es2022", "--types", ""]  # fmt: skip
    done = subprocess.run([str(tsc), *options, "program.ts"], cwd=tmp_path, capture_output=True, text=True, check=False)
    wrong = re.findall(r"^(\S+?)\((\d+),\d+\): error", done.stdout, re.MULTILINE)
    assert wrong == [("program.ts", "3"), ("program.ts", "5")], done.stdout


# ---- Python


@pytest.fixture
def package(content: Content, tmp_path: Path) -> Path:
    written(export_code(content, Python()), tmp_path / GAME)
    return tmp_path


def test_thirty_lines_embed_an_exported_game(package: Path) -> None:
    page = (ROOT / "docs" / "hosts.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(code.splitlines()) <= 30
    ran = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(package)!r})\n{code}"],
                         capture_output=True, text=True, timeout=120, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^ended after \d+ events, \d+ answers, state [0-9a-f]{16}$", ran.stdout, re.MULTILINE)


# ---- the command


@pytest.mark.parametrize("host", HOSTS)
def test_the_command_writes_every_host(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.cli.export.read_game", read_once)
    out = tmp_path / "out"
    assert main(["export", GAME, "--target", host, "--out", str(out), "--cards", "killing_strike"]) == 0
    told = capsys.readouterr().out
    files = [path for path in out.rglob("*") if path.is_file() and path.name != RECORD]
    assert f"{len(files)} file" in told and files
    texts = "".join(path.read_text(encoding="utf-8") for path in files)
    assert "killing_strike" in texts and "war_cry" not in texts

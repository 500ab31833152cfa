"""A whole game folder: fixed order, nothing silently skipped, and no bad file that hides a good one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import Sink
from dsl.game.game_files import GameFiles, find_games, load_game_files
from dsl.reading.yaml_tree import plain

RULESET = """\
id: skirmish
name: {en: Skirmish}
version: 0.1.0
language: 1
source: a book
languages: [en]
kinds:
  player: {}
  creature:
    card: true
    fields: {level: {type: int, printed: true}}
"""
CARD = "  - {{id: {id}, kind: {kind}, name: {{en: X}}, provenance: house, level: {level}}}\n"


def card(id: str, kind: str = "creature", level: str = "1") -> str:
    return CARD.format(id=id, kind=kind, level=level)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "skirmish"
    write(folder, "ruleset.yaml", RULESET)
    write(folder, "rules/b.rules", "noun b = figure\n")
    write(folder, "rules/a.rules", "noun a = figure\n")
    write(folder, "cards/b.yaml", "cards:\n" + card("bob"))
    write(folder, "cards/a.yaml", "cards:\n" + card("ann") + card("abe"))
    write(folder, "tests/t.yaml", "tests:\n  - {name: it works, when: prevent}\n")
    write(folder, "scenarios/s.yaml", "id: duel\nname: Duel\nplayers: [p1, p2]\n")
    write(folder, "rosters/r.yaml", "roster: warband\nname: Mine\ncards: {ann: 2}\n")
    write(folder, "rulebook.yaml", "rows: [{id: SK-A-01, statement: x}]\n")
    write(folder, "README.md", "x")
    write(folder, "locale/en.ftl", "x = y")
    return folder


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def load(folder: Path) -> tuple[GameFiles, Sink]:
    sink = Sink()
    files = load_game_files(folder, sink, "content/skirmish")
    assert files is not None
    return files, sink


def test_a_sound_game(game: Path) -> None:
    files, sink = load(game)
    assert not sink.items
    assert files.id == "skirmish" and files.ruleset is not None and files.rulebook is not None
    assert [source.path for source in files.rules] == [
        "content/skirmish/rules/a.rules",
        "content/skirmish/rules/b.rules",
    ]
    assert [(c.id, c.kind) for c in files.cards] == [("ann", "creature"), ("abe", "creature"), ("bob", "creature")]
    assert str(files.cards[0].span) == "content/skirmish/cards/a.yaml:2:10"
    assert files.tests[0].span.source.path == "content/skirmish/tests/t.yaml"
    assert len(files.scenarios) == len(files.rosters) == 1


def test_a_bad_file_hides_no_other(game: Path) -> None:
    write(game, "cards/a.yaml", "cards: [\n")
    write(game, "cards/c.yaml", "cards:\n" + card("cid", level="five") + card("dan"))
    (game / "rules" / "a.rules").write_bytes(b"\xff")
    files, sink = load(game)
    assert [f.code for f in sink.sorted()] == ["yaml-syntax", "wrong-type", "invalid-utf8"]
    assert [c.id for c in files.cards] == ["bob", "dan"]
    assert len(files.rules) == 1
    fault = next(f for f in sink.items if f.code == "wrong-type")
    assert fault.owner == "cid"
    assert fault.message == '`level` is a text ("five"), but a whole number is needed'


def test_an_id_stands_for_one_card(game: Path) -> None:
    write(game, "cards/c.yaml", "cards:\n" + card("ann"))
    files, sink = load(game)
    (fault,) = sink.items
    assert fault.code == "duplicate-id" and fault.span.source.path.endswith("cards/c.yaml")
    assert fault.labels[0].span.source.path.endswith("cards/a.yaml")
    assert len(files.cards) == 3


def test_unknown_kinds(game: Path) -> None:
    write(game, "cards/c.yaml", "cards:\n" + card("cid", "creture") + card("dan", "player"))
    _, sink = load(game)
    near, without = sink.items
    assert near.code == without.code == "unknown-kind"
    assert near.span.text == "creture" and near.help == "did you mean `creature`?"
    assert without.labels[0].span.text == "player"


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("card/x.yaml", "did you mean `cards`?"),
        ("cards/x.yml", "this folder holds files named `*.yaml`: rename it to `x.yaml`"),
        ("cards/more/x.yaml", "this folder holds files named `*.yaml`"),
        ("ruleset.yml", "did you mean `ruleset.yaml`?"),
        ("rules/x.yaml", "this folder holds files named `*.rules`"),
    ],
)
def test_files_that_nothing_reads(game: Path, name: str, help: str) -> None:
    write(game, name, "x")
    _, sink = load(game)
    (fault,) = sink.items
    assert (fault.code, fault.help) == ("unexpected-file", help)


def test_the_id_is_the_name_of_the_folder(game: Path) -> None:
    write(game, "ruleset.yaml", RULESET.replace("id: skirmish", "id: other"))
    _, sink = load(game)
    (fault,) = sink.items
    assert (fault.code, fault.span.text) == ("wrong-value", "other")


def test_without_a_ruleset_the_cards_are_still_read(game: Path) -> None:
    (game / "ruleset.yaml").unlink()
    write(game, "cards/c.yaml", "cards:\n  - {id: cid, kind: any}\n")
    files, sink = load(game)
    assert [f.code for f in sink.sorted()] == ["missing-key", "missing-file"]
    assert files.ruleset is None and len(files.cards) == 3


def test_scenarios_and_rows_have_ids_of_their_own(game: Path) -> None:
    write(game, "scenarios/t.yaml", "id: duel\nname: Again\nplayers: [p1]\n")
    write(game, "rulebook.yaml", "rows: [{id: SK-A-01, statement: x}, {id: SK-A-01, statement: y}]\n")
    _, sink = load(game)
    assert sorted(f.code for f in sink.items) == ["duplicate-id", "duplicate-id"]


def test_tests_are_checked_one_by_one(game: Path) -> None:
    write(
        game,
        "tests/t.yaml",
        "tests:\n  - {name: a, wen: x}\n  - {name: b, choices: [yes, [a1, b2]], dice: [5, [3, 4], {hearts: 2}]}\n",
    )
    files, sink = load(game)
    (fault,) = sink.items
    assert fault.code == "unknown-key" and fault.help == "did you mean `when`?"
    assert len(files.tests) == 1


def test_games_are_found_from_above_and_from_within(game: Path) -> None:
    sink = Sink()
    assert find_games([game.parent], sink) == (game,)
    assert find_games([game], sink) == (game,)
    assert find_games([game / "cards" / "a.yaml", game], sink) == (game,)
    assert not sink.items
    assert find_games([game.parent / "none"], sink) == ()
    (game.parent / "empty").mkdir()
    assert find_games([game.parent / "empty"], sink) == ()
    assert [f.code for f in sink.items] == ["missing-file", "missing-file"]


def test_a_game_has_its_name_by_any_path(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game / "cards")
    assert find_games([Path("..")], Sink()) == (game,)
    files, sink = load(Path(".."))
    assert (files.id, sink.items) == (game.name, [])


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    sink = Sink()
    assert load_game_files(tmp_path / "none", sink) is None
    assert [f.code for f in sink.items] == ["missing-file"]


def test_what_a_file_says_of_all_its_cards(game: Path) -> None:
    cards = "  - {id: cat, name: {en: Cat}}\n  - {id: cow, name: {en: Cow}, level: 3, provenance: rulebook}\n"
    write(game, "cards/c.yaml", "all: {kind: creature, provenance: house, level: 2}\ncards:\n" + cards)
    files, sink = load(game)
    assert sink.items == []
    given = {c.id: plain(c.node) for c in files.cards if c.id in ("cat", "cow")}
    assert given["cat"] == {"id": "cat", "name": {"en": "Cat"}, "kind": "creature", "provenance": "house", "level": 2}
    assert (given["cow"]["level"], given["cow"]["provenance"]) == (3, "rulebook")


def test_a_fault_in_what_all_cards_share_is_told_once(game: Path) -> None:
    cards = "  - {id: cat, name: {en: Cat}}\n  - {id: cow, name: {en: Cow}}\n"
    write(game, "cards/c.yaml", "all: {kind: creature, provenance: house, level: high}\ncards:\n" + cards)
    _, sink = load(game)
    assert [(d.code, d.span.text) for d in sink.items] == [("wrong-type", "high")]


def test_the_code_holds_no_game() -> None:
    """The template of `cardwright new` is none, so that commands at the root of the repository do not read it as one."""
    root, sink = Path(__file__).parents[2], Sink()
    assert find_games([root / "cardwright"], sink) == ()
    assert [d.message for d in sink.items] == [f"there is no game in `{(root / 'cardwright').as_posix()}`"]

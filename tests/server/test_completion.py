"""Completion in every file of a game: what may stand at a place, and nothing that the checker would refuse there."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from cardwright.authoring.server.answers import item_of
from cardwright.authoring.server.completion import offers
from cardwright.authoring.server.editing import laid_out
from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.offering import Offer
from cardwright.authoring.server.positions import offset_of
from cardwright.authoring.server.server import make_server
from tests.changing_game import write_changing
from tests.live_game import live_game

CARD = "cards:\n  - id: a\n"
ALL = "all: {kind: unit}\n" + CARD
STATEMENTS = {"if", "let", "each", "heal", "tap"}
ABILITIES = {"activate", "after", "react", "passive", "instead of"}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> LiveGame:
    folder = write_changing(tmp_path_factory.mktemp("game"))
    keyword = "keyword rich(n: int) of player:\n  after tap unit: heal n to target\n"
    (folder / "rules" / "rich.rules").write_text(keyword, encoding="utf-8")
    return live_game(folder)


def offered(game: LiveGame, inside: str, text: str) -> dict[str, str]:
    """What is offered at the `~` of a text: words and their sorts."""
    at = text.index("~")
    game.edit(inside, text.replace("~", ""))
    found = {offer.label: offer.sort for offer in offers(game, inside, at)}
    game.edit(inside, None)
    return found


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("~\n", {"all", "cards"}, {"if", "kind"}),
        ("all:\n  ~\n" + CARD, {"kind"}, {"if", "heal"}),
        ("all:\n  kind: unit\n  ~\n" + CARD, {"hp", "level", "keywords", "provenance"}, {"kind", "damage", "if"}),
        ("all: {kind: ~}\n" + CARD, {"unit"}, {"player", "if"}),
        (ALL + "    ~\n", {"hp", "level", "name", "kind"}, {"id", "damage", "if"}),
        (ALL + "    keywords: [~]\n", {"steady"}, {"rich", "dazed", "if"}),
        (ALL + "    ally: ~\n", {"grunt"}, {"if", "heal"}),
        (ALL + "    rules: |\n      ~\n", ABILITIES, {"if", "heal", "step"}),
        (ALL + "    rules: |\n      after tap self:\n        ~\n", STATEMENTS, {"activate", "passive", "step"}),
    ],
)
def test_card_files(game: LiveGame, text: str, some: set[str], none: set[str]) -> None:
    found = offered(game, "cards/made.yaml", text)
    assert some <= found.keys() and not none & found.keys(), found


def test_names_and_numbers_offer_nothing(game: LiveGame) -> None:
    for key in ("name: ", "hp: ", "source: ", "rows: ["):
        assert not offered(game, "cards/made.yaml", ALL + f"    {key}~\n")


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("activate as minor requires self.~", {"damage", "level"}, {"tap", "or stop"}),
        ("activate as minor requires self.~: tap self", {"damage", "level"}, {"tap", "or stop"}),
        ("activate as minor costs ~: tap self", {"tap", "spend"}, {"self", "or stop"}),
        ("activate as minor: heal 1 to ~", {"all unit", "one unit", "self"}, {"tap", "or stop"}),
        ("passive: +1 ~", {"armor"}, {"tap", "or stop"}),
    ],
)
def test_cards_that_lack_keys(game: LiveGame, text: str, some: set[str], none: set[str]) -> None:
    for head in (CARD + "    kind: unit\n", "all: {kind: unit}\ncards:\n  - name: {en: An A, ru: А}\n"):
        found = offered(game, "cards/made.yaml", f"{head}    rules: |\n      {text}\n  - id: b\n")
        assert some <= found.keys() and not none & found.keys(), found


@pytest.mark.parametrize(
    ("inside", "text", "some", "none"),
    [
        ("scenarios/made.yaml", "id: made\n~\n", {"players", "create", "legend", "do"}, {"id", "if"}),
        ("scenarios/made.yaml", "id: made\ncreate:\n  - {card: ~}\n", {"grunt"}, {"if", "heal"}),
        ("scenarios/made.yaml", "id: made\ncreate:\n  - {card: grunt, ~}\n", {"damage", "owner"}, {"card", "gold"}),
        ("scenarios/made.yaml", "id: made\ndo: |\n  ~\n", STATEMENTS, {"passive", "step"}),
        ("rosters/made.yaml", "~\n", {"roster", "name"}, {"if"}),
        ("rosters/made.yaml", "roster: x\nunits: [~]\n", {"grunt"}, {"if"}),
        ("tests/made.yaml", "tests:\n  - name: a\n    when: ~\n", STATEMENTS, {"passive", "hp"}),
        ("tests/made.yaml", "tests:\n  - name: a\n    rows: [~]\n", set(), {"if", "heal", "passive"}),
        ("rulebook.yaml", "rows:\n  - {id: EX-01, ~}\n", {"kind", "heading", "statement"}, {"id", "if"}),
    ],
)  # fmt: skip
def test_other_yaml(game: LiveGame, inside: str, text: str, some: set[str], none: set[str]) -> None:
    found = offered(game, inside, text)
    assert some <= found.keys() and not none & found.keys(), found


def test_the_ruleset(game: LiveGame) -> None:
    text = (game.path / "ruleset.yaml").read_text(encoding="utf-8")
    keys = offered(game, "ruleset.yaml", text + "~\n")
    assert "scenario" in keys and not {"kinds", "if"} & keys.keys()
    kinds = text.replace("kinds:\n", "kinds:\n  made: {fields: {a: ~}}\n", 1)
    assert {"int", "bool", "element", "unit"} <= offered(game, "ruleset.yaml", kinds).keys()
    assert {"is", "fields", "card"} <= offered(
        game, "ruleset.yaml", text.replace("kinds:\n", "kinds:\n  made: {~}\n", 1)
    ).keys()
    assert {"heal", "match"} <= offered(game, "ruleset.yaml", text.replace("start: match", "start: ~")).keys()


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("~", {"verb", "keyword", "noun"}, {"if", "heal", "after"}),
        ("verb made():\n  ~", {*STATEMENTS, "step", "require"}, {"verb", "passive"}),
        ("verb made():\n  if 1 == 1:\n    ~", STATEMENTS, {"step", "require"}),
        ("every unit:\n  ~", ABILITIES, {"if", "verb"}),
        ("every unit:\n  after tap self:\n    ~", STATEMENTS, {"step", "activate"}),
        ("define made() -> int:\n  ~", {"when", "otherwise", "let"}, {"if", "verb"}),
    ],
)
def test_rules(game: LiveGame, text: str, some: set[str], none: set[str]) -> None:
    before = (game.path / "rules" / "rich.rules").read_text(encoding="utf-8")
    found = offered(game, "rules/rich.rules", before + text)
    assert some <= found.keys() and not none & found.keys(), found


COMPLETE = ALL + "    name: {en: A, ru: Б}\n    provenance: house\n    level: 3\n    hp: 4\n    rules: |\n"
NUMBERS = {"hp", "damage", "level", "armor", "owner", "self", "max"}
OTHERS = {"tapped", "rules", "at", "squares_of", "fits", "lane", "one unit"}


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("after tap self:\n  if self.hp > ~", NUMBERS, OTHERS),
        ("after tap self:\n  if self.hp > ~:\n    tap self", NUMBERS, OTHERS),
        ("after tap self:\n  if self.hp > ~\n    tap self", NUMBERS, OTHERS),
        ("after tap self:\n  while 2 + self.hp <= ~", NUMBERS, OTHERS),
        ("after tap self where damage >= ~", NUMBERS, OTHERS),
        ("passive while self.hp < ~", NUMBERS, OTHERS),
        ("activate requires self.hp > ~", NUMBERS, OTHERS),
        ("after tap self:\n  let big = self.hp > ~", NUMBERS, OTHERS),
        ("after tap self:\n  if self.~", {"hp", "tapped", "owner"}, {"tap", "if"}),
        ("after tap self:\n  if self.owner is ~", {"controller", "self"}, {"hp", "tapped", "size"}),
        ("after tap self:\n  if self.tapped == ~", {"true", "false", "tapped"}, {"hp", "size"}),
        ("after tap self:\n  if any unit where hp > ~", {"damage", "level"}, {"tapped"}),
        ("after tap self:\n  if self.~:", {"hp", "tapped", "owner"}, {"tap", "if"}),
        ("after tap self:\n  each u in all unit:\n    if u.owner.~:", {"gold", "hand"}, {"tap", "hp"}),
        ("after tap self:\n  set self.~", {"tapped", "damage", "owner"}, {"hp", "rules", "card", "tap"}),
        ("after tap self:\n  increase self.owner.~", {"gold"}, {"hand", "in_play"}),
        ("after tap self:\n  end ~", {"turn", "match"}, {"hp", "self", "all unit"}),
        ("after tap self:\n  if self has ~", {"dazed", "steady"}, {"hp", "self", "tap"}),
        ("after tap self:\n  offer ~", {"action"}, {"hp", "self", "tap"}),
        ("activate as ~", {"action"}, {"hp", "self", "all unit"}),
        ("activate as ~: tap self", {"action"}, {"hp", "self", "all unit"}),
        ("activate as action once per ~", {"turn", "match"}, {"hp", "self", "all unit"}),
        ("activate as action once per ~: tap self", {"turn", "match"}, {"hp", "self", "all unit"}),
        ("passive: +1 armor for all unit adjacent ~", {"to"}, {"hp", "self"}),
        ("activate as action: heal 1 to one unit within 2 ~", {"of"}, {"hp", "self"}),
        ("activate as action: heal 1 to one unit having ~", {"dazed", "steady"}, {"hp", "self"}),
    ],
)
def test_a_line_that_is_not_written_to_its_end(game: LiveGame, text: str, some: set[str], none: set[str]) -> None:
    found = offered(game, "cards/made.yaml", COMPLETE + "".join(f"      {line}\n" for line in text.split("\n")))
    assert some <= found.keys() and not none & found.keys(), found


def test_a_noun_that_is_not_written_to_its_end(game: LiveGame) -> None:
    found = offered(game, "rules/rich.rules", "noun big = unit where hp > ~")
    assert {"damage", "level"} <= found.keys() and not {"self", "tapped"} & found.keys()


def test_an_editor_without_placeholders_gets_what_stands_before_them() -> None:
    offers_of = (("heal", "heal ${1:amount} to ${2:target}"), ("abs", "abs($1)"), ("tap", ""), ("at once", ""))
    given = [item_of(Offer(label, "word", "", insert), fills=False) for label, insert in offers_of]
    assert [item.insert_text for item in given] == ["heal", "abs(", "tap", "at once"]
    assert {item.insert_text_format for item in given} == {lsp.InsertTextFormat.PlainText}


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n", "  \n", "\r\n"])
def test_a_range_at_the_end_of_a_file_is_laid_out_as_the_file(game: LiveGame, end: str) -> None:
    game.edit("rules/made.rules", f"define made() -> int =  1{end}")
    source = game.source("rules/made.rules")
    text = source.text
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(9, 0))
    for edit in reversed(laid_out(game, "rules/made.rules", whole)):
        text = text[: offset_of(source, edit.range.start)] + edit.new_text + text[offset_of(source, edit.range.end) :]
    game.edit("rules/made.rules", None)
    assert text.replace("\r", "") == "define made() -> int = 1\n"


@pytest.mark.parametrize("liked", [["utf-8", "utf-16"], ["utf-32", "utf-8"], []])
def test_places_are_counted_in_utf_16_whatever_an_editor_likes_better(liked: list[str]) -> None:
    """Neovim and Helix name UTF-8 first; every editor knows UTF-16."""
    server = make_server("1")
    general = lsp.GeneralClientCapabilities(position_encodings=liked)
    list(server.protocol.lsp_initialize(lsp.InitializeParams(lsp.ClientCapabilities(general=general))))
    assert server.protocol.server_capabilities.position_encoding == server.workspace.position_encoding == "utf-16"


@pytest.mark.parametrize("may_ask", [True, False, None])
def test_an_editor_is_asked_to_tell_of_files_that_change_beside_it(
    may_ask: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where it says that it can be asked; one that refuses is served all the same."""
    asked: list[lsp.Registration] = []

    async def refuse(params: lsp.RegistrationParams) -> None:
        asked.extend(params.registrations)
        raise JsonRpcInvalidParams

    server = make_server("1")
    monkeypatch.setattr(server, "client_register_capability_async", refuse)
    watched = lsp.DidChangeWatchedFilesClientCapabilities(dynamic_registration=may_ask)
    known = lsp.ClientCapabilities(workspace=lsp.WorkspaceClientCapabilities(did_change_watched_files=watched))
    list(
        server.protocol.lsp_initialize(lsp.InitializeParams(known if may_ask is not None else lsp.ClientCapabilities()))
    )
    asyncio.run(server.protocol.fm.features[lsp.INITIALIZED](lsp.InitializedParams()))
    assert [each.method for each in asked] == [lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES] * (may_ask is True)

"""Lines of parts as people read them, in the form of `lines:` of faces.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.authoring.faces.describe import Describer
from cardwright.authoring.faces.layouts import style_of
from compiler.build import Build, build_game
from dsl.diagnostics import Sink
from dsl.game.game_files import GameFolder
from dsl.game.line_forms import LineForm, people_line, people_lines
from dsl.incremental.check import check_game
from dsl.incremental.store import Store
from tests.small_game import KINDS, write_game
from tests.unit.test_lines import RULESET, ruleset

LINES = """\
lines:
  blow:
    ru:
      - "«{id}»"
      - {before: " (", list: ["дальность {range}", "раз: {times}", "однажды{rare}"], between: ", ", after: ")"}
      - " {+bonus} против {guard}"
      - before: "; "
        list: ["{harm}[ +{more}][ ({colour})]", "{leaves}", "{lasting} (надолго)"]
        between: " и "
"""
NAMES = {"knife": "нож", "mist": "мгла", "vigour": "сила", "hide": "шкура", "red": "красный", "slow": "медленно",
         "burning": "пламя", "hex-bolt": "сглаз-заряд"}  # fmt: skip


def form(text: str = LINES) -> LineForm:
    sink = Sink()
    found = people_lines(ruleset(RULESET), ruleset(text), sink)
    assert not sink.items, [item.message for item in sink.items]
    return found["blow"]["ru"]


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ({"id": "knife", "bonus": 4}, "«нож» +4 против шкура"),
        (
            {"id": "knife", "range": 10, "times": 3, "bonus": -2, "guard": "vigour", "harm": 25, "colour": "red"},
            "«нож» (дальность 10, раз: 3) −2 против сила; 25 (красный)",
        ),
        ({"id": "knife", "rare": True, "bonus": 0}, "«нож» (однажды) +0 против шкура"),
        (
            {"id": "mist", "bonus": 3, "lasting": (("burning", (5, "red")), "slow")},
            "«мгла» +3 против шкура; пламя 5 (красный), медленно (надолго)",
        ),
        (
            {"id": "hex-bolt", "bonus": 3, "harm": 5, "leaves": ("slow",)},
            "«сглаз-заряд» +3 против шкура; 5 и медленно",
        ),
        ({"id": "knife", "bonus": 4, "leaves": (), "lasting": ()}, "«нож» +4 против шкура"),
    ],
)
def test_a_part_is_told_in_the_form_of_the_language(values: dict[str, Any], line: str) -> None:
    assert people_line(values, form(), NAMES.__getitem__) == line


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (LINES.replace("blow", "blew"), "no part of a card is of the kind `blew`"),
        (LINES.replace("{times}", "{tims}"), "there is no printed field `tims` to show here"),
        (LINES.replace(', "раз: {times}"', ""), "the line does not show `times`"),
        (LINES.replace("{+bonus}", ""), "the line does not show `bonus`, which has no default"),
        (LINES.replace("«{id}»", "«{id}"), ""),
        (LINES.replace("[ +{more}]", "[ +{more}"), "`[` and `]` do not stand in pairs"),
    ],
)
def test_what_is_wrong_with_a_form_is_found(lines: str, message: str) -> None:
    sink = Sink()
    people_lines(ruleset(RULESET), ruleset(lines), sink)
    assert ([item.message for item in sink.items] or [""])[0] == message


# ---- in a game
PARTS = """\
  blow:
    part: true
    line: ["{id} {+bonus}"]
    fields:
      id: {type: text, printed: true}
      bonus: {type: int, printed: true}
"""
BLOWS = "      blows: {type: list of blow, printed: true, default: []}\n      keywords:"
FACES = """\
names: {bite: {ru: укус}}
lines: {blow: {ru: ["{id}: {+bonus}"]}}
layouts: [{kinds: [unit], blocks: [{lines: blows}]}]
"""
CARD = "- {id: scout, kind: unit, name: {en: Scout}, provenance: house, blows: [bite +4, dark_word -1]}\n"


def game(folder: Path, faces: str) -> tuple[Build, list[str]]:
    """A small game whose scout bites; its build and its findings."""
    kinds = (KINDS + PARTS).replace("      keywords:", BLOWS, 1)
    here = write_game(folder, "live unit.rules for this\n", kinds=kinds, cards=CARD)
    (here / "faces.yaml").write_text(faces, encoding="utf-8")
    sink = Sink()
    build = build_game(here, sink, "small")
    assert build is not None
    return build, [f"{item.code}: {item.message}" for item in sink.items]


def lines_of(build: Build, language: str) -> tuple[list[str], set[str]]:
    """The lines on the face of the scout, and the words that have no name."""
    describer = Describer(build, style_of(build), language)
    (face,) = describer.faces()
    (block,) = (block for block in face.data["blocks"] if block["form"] == "lines")
    return [item["text"] for item in block["items"]], describer.unnamed - {"unit"}


def test_a_face_has_the_line_of_its_language(tmp_path: Path) -> None:
    build, found = game(tmp_path, FACES)
    assert found == []
    assert lines_of(build, "ru") == (["укус: +4", "dark word: −1"], {"dark_word"})
    assert lines_of(build, "en") == (["bite +4", "dark word −1"], set())


def test_a_line_in_words_of_another_language_is_told(tmp_path: Path) -> None:
    build, _ = game(tmp_path, "layouts: [{kinds: [unit], blocks: [{lines: blows}]}]\n")
    assert lines_of(build, "ru") == (["bite +4", "dark word −1"], {"blow"})


def test_names_are_for_texts_that_parts_have(tmp_path: Path) -> None:
    _, found = game(tmp_path, FACES.replace("bite:", "byte:"))
    assert found == ["unknown-name: nothing of the game is named `byte`"]
    told = check_game(GameFolder(tmp_path / "small", "small"), None, Store(tmp_path, enabled=False)).findings
    assert [f"{item.code}: {item.message}" for item in told] == found


def test_a_changed_card_is_noticed_by_the_next_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game(tmp_path, FACES)
    folder = tmp_path / "small"
    store = Store(folder)
    assert store.folder is not None and not check_game(GameFolder(folder, "small"), None, store).findings
    (folder / "cards" / "cards.yaml").write_text("cards:\n  " + CARD.replace("bite", "gnaw"), encoding="utf-8")
    (found,) = check_game(GameFolder(folder, "small"), None, store).findings
    assert found.message == "nothing of the game is named `bite`"

"""Pictures: what a player may know, legible text, and no text of a game that becomes markup."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardwright.authoring.exported import rules_of
from cardwright.cli.picture import drawn, position_of_scenario, position_of_test
from compiler.build import Build
from tests.small_game import build_small

SVG = "{http://www.w3.org/2000/svg}"
KINDS = """\
board: {type: grid, metric: chebyshev, terrain: {wall: "#", mud: "~"}}
kinds:
  player: {fields: {hand: {zone: card, visible: owner}, deck: {zone: card, visible: none}, score: int}}
  unit:
    figure: true
    card: true
    fields:
      hp: {type: int, printed: true, better: higher, default: 5}
      size: {type: int, printed: true, default: 1}
      damage: int
      owner: player
      controller: player
  card: {card: true, fields: {owner: player}}
"""
CARDS = """\
- {id: ogre, kind: unit, name: {en: Ogre}, provenance: house, size: 2, hp: 9}
- {id: secret, kind: card, name: {en: Secret Plan}, provenance: house}
- {id: open, kind: card, name: {en: Open Plan}, provenance: house}
- {id: bad, kind: card, name: {en: "<script>alert(1)</script> & \\"quoted\\""}, provenance: house}
"""
TESTS = """\
- name: an ogre
  given:
    players: [p1, p2]
    board: |
      A . . #
      . . B .
      . . . ~
    legend:
      A: {card: ogre, name: a, owner: p1, controller: p1}
      B: {kind: unit, name: b, owner: p2, controller: p2}
    create:
      - {card: secret, owner: p1, zone: p1.deck}
      - {card: secret, owner: p2, zone: p2.hand}
      - {card: open, owner: p1, zone: p1.hand}
      - {card: bad, owner: p1, zone: p1.hand}
  when: set a.damage to 3
  then: ["a.damage == 3"]
"""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build_small(
        tmp_path_factory.mktemp("pictures"),
        "verb win(by p: player): set p.score to 1\n",
        kinds=KINDS,
        cards=CARDS,
        tests=TESTS,
    ).build


def picture(build: Build, viewer: str | None, steps: int = 0) -> str:
    return drawn(build, position_of_test(build, "test 0", steps, None), "an ogre", viewer, "en")


def test_a_picture_tells_a_player_no_more_than_a_view(build: Build) -> None:
    for viewer, seen in (("p1", ["Open Plan"]), ("p2", ["Secret Plan"]), ("spectator", [])):
        told = picture(build, viewer)
        found = [name for name in ("Open Plan", "Secret Plan") if name in told]
        assert found == seen
        assert "hidden" in told
        assert "secret" not in told
    assert all(name in picture(build, None) for name in ("Open Plan", "Secret Plan"))


def test_the_same_position_gives_the_same_picture(build: Build) -> None:
    assert picture(build, "p1") == picture(build, "p1")
    assert picture(build, "p1") != picture(build, "p1", 1)


def test_figures_have_their_size_side_and_numbers(build: Build) -> None:
    svg = picture(build, None, 1)
    root = ElementTree.fromstring(svg)
    groups = {g.find(f"{SVG}title").text: g.find(f"{SVG}rect") for g in root.iter(f"{SVG}g")}  # type: ignore[union-attr]
    ogre, unit = groups["2 Ogre: hp 9, damage 3"], groups["1 Unit"]
    assert ogre is not None
    assert unit is not None
    assert float(ogre.attrib["width"]) > 1.9 * float(unit.attrib["width"])
    assert ogre.attrib["stroke-dasharray"] != unit.attrib["stroke-dasharray"], "sides differ without colours, too"


def test_names_of_strangers_are_text_and_nothing_else(build: Build) -> None:
    svg = picture(build, None)
    assert "<script" not in svg
    assert "&lt;script&gt;" in svg
    root = ElementTree.fromstring(svg)
    assert not [node for node in root.iter() if node.tag in (f"{SVG}script", f"{SVG}a", f"{SVG}image", f"{SVG}use")]
    assert not [name for node in root.iter() for name in node.attrib if name.startswith("on") or name.endswith("href")]


def test_a_picture_says_in_words_what_it_shows(build: Build) -> None:
    root = ElementTree.fromstring(picture(build, "p2"))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "an ogre"
    assert description is not None
    assert description.text is not None
    assert "2 Ogre (a1, p1): hp 9." in description.text
    assert "p1, hand: 2 hidden." in description.text
    assert root.attrib["role"] == "img"


def test_a_table_is_drawn_to_scale(tmp_path: Path) -> None:
    kinds = """\
board: {type: table}
kinds:
  player: {fields: {score: int}}
  block: {figure: true, fields: {x: int, y: int, facing: int, width: int, depth: int, controller: player}}
"""
    scenario = """\
id: yard
name: Yard
players: [p1, p2]
create:
  - {name: wide, kind: block, x: 0, y: 0, facing: 90, width: 400, depth: 200, controller: p1}
  - {name: narrow, kind: block, x: 800, y: 300, width: 200, depth: 200, controller: p2}
"""
    build = build_small(tmp_path, "verb win(by p: player): set p.score to 1\n", kinds=kinds, scenario=scenario).build
    root = ElementTree.fromstring(drawn(build, position_of_scenario(rules_of(build), "yard", 1), "yard", None, "en"))
    sizes = []
    for polygon in root.iter(f"{SVG}polygon"):
        points = [tuple(map(float, point.split(","))) for point in polygon.attrib["points"].split()]
        sizes.append([max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1)])
    (wide, narrow) = sorted(sizes, key=lambda size: -size[1])
    assert wide[1] / wide[0] == pytest.approx(2, abs=0.01), "it looks to the right, so it is as high as it is wide"
    assert narrow[0] / narrow[1] == pytest.approx(1, abs=0.01)
    assert wide[0] / narrow[0] == pytest.approx(1, abs=0.01)

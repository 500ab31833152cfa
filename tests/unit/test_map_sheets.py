"""Maps on sheets of paper: every square once, at its size, and nothing of others than data."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardwright.authoring.drawing.maps import Part, draw_part, parts_of
from cardwright.authoring.faces.maps import map_page
from cardwright.cli.main import main
from tests.small_game import KINDS, write_game

MUD = 'Mud</text><script>"#read(1)'
SCENARIO = """\
id: field
name: "Field <b>#read('x')"
players: [p1, p2]
board: |
{board}
legend:
  U: {{card: scout, owner: p1, controller: p1, name: u}}
"""


def board(across: int, down: int) -> dict[str, object]:
    names = [chr(ord("a") + column) for column in range(across)]
    squares: list[dict[str, object]] = [
        {"at": f"{name}{row}", "terrain": [], "elevation": 0} for row in range(1, down + 1) for name in names
    ]
    return {"width": across, "height": down, "squares": squares, "walls": [["a1", "b1"], ["b1", "b2"]]}


@pytest.mark.parametrize(("across", "down"), [(7, 10), (3, 3), (1, 1), (26, 26)])
def test_the_parts_have_each_square_once(across: int, down: int) -> None:
    parts = parts_of(board(12, 11), across, down)
    squares = [(x, y) for part in parts for x in range(part.column, part.column + part.across)
               for y in range(part.row, part.row + part.down)]  # fmt: skip
    assert sorted(squares) == [(x, y) for x in range(12) for y in range(11)]


def test_a_part_is_as_large_as_its_squares_and_has_the_walls_at_its_edges() -> None:
    view = {"board": board(4, 4)}
    for part, squares, walls in ((Part(0, 0, 1, 1), 1, 1), (Part(1, 0, 3, 2), 6, 2), (Part(0, 2, 4, 2), 8, 0)):
        root = ElementTree.fromstring(draw_part(view, (), part))
        cell = float(root.attrib["width"]) / part.across
        assert (float(root.attrib["height"]), root.attrib["viewBox"].split()[:2]) == (cell * part.down, ["0", "0"])
        boxes = [box for box in root.iter() if box.tag.endswith("rect") and box.get("stroke") == "#777"]
        assert len(boxes) == squares and len([line for line in root.iter() if line.tag.endswith("polyline")]) == walls
        assert all(0 <= float(box.attrib["x"]) < cell * part.across for box in boxes)


def test_a_page_for_browsers_loads_and_runs_nothing() -> None:
    page = map_page([b"<svg/>", b"<svg/>"], 'A "map" </title><script>', "en").decode()
    assert page.count("<img ") == 2 and "<script" not in page and "default-src 'none'" in page
    assert set(re.findall(r'src="([a-z]+:)', page)) == {"data:"}


# ---- the command
@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = "\n".join(["  U" + " ." * 11, *["  ." + " ." * 11] * 7])
    card = "- {id: scout, kind: unit, name: {en: Scout}, provenance: house}\n"
    names = f"names: {{mud: {{en: {MUD!r}}}}}\n"
    return write_game(tmp_path, "live unit.rules for this\n", kinds=KINDS, cards=card, more=names,
                      scenario=SCENARIO.format(board=rows))  # fmt: skip


def sheets(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.svg"))


def test_a_board_is_printed_on_as_few_sheets_as_can_be(game: Path, tmp_path: Path) -> None:
    arguments = ["picture", str(game), "field", "--sheets", "svg", "--out"]
    assert main([*arguments, "inch"]) == 0
    assert sheets(tmp_path / "inch") == ["sheet_1.svg", "sheet_2.svg", "sheet_3.svg"]  # 8 inches across A4 upright
    assert main([*arguments, "brief", "--square", "20"]) == 0
    assert sheets(tmp_path / "brief") == ["sheet_1.svg", "sheet_2.svg"]
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', (tmp_path / "brief" / "sheet_1.svg").read_text())
    assert size is not None and [round(float(one) / 72 * 25.4) for one in size.groups()] == [297, 210]


def test_a_map_is_one_pdf_or_one_page_and_the_same_each_time(game: Path, tmp_path: Path) -> None:
    for form, begins in (("pdf", b"%PDF"), ("html", b"<!doctype html>")):
        made: list[bytes] = []
        for _ in range(2):
            arguments = ["picture", str(game), "field", "--sheets", form, "--out", f"map.{form}", "--overwrite"]
            assert main(arguments) == 0
            made.append((tmp_path / f"map.{form}").read_bytes())
        assert made[0].startswith(begins) and made[0] == made[1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--sheets", "pdf"], "`--sheets` needs `--out`"),
        (["--square", "20"], "`--square` has no effect here"),
        (["--paper", "letter", "--out", "a.svg"], "`--paper` has no effect here"),
        (["--sheets", "pdf", "--out", "there.pdf"], "`there.pdf` is there already"),
    ],
)
def test_what_cannot_be_done_is_refused(
    game: Path, tmp_path: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there.pdf").write_text("mine")
    assert main(["picture", str(game), "field", *arguments]) != 0
    assert told in capsys.readouterr().err
    assert (tmp_path / "there.pdf").read_text() == "mine"

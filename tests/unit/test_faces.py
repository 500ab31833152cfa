"""Printed cards: what faces.yaml may say, what stands on a face, where cards lie on pages, what strangers may write."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from textwrap import dedent

import pytest
from PIL import Image, ImageChops

from cardwright.authoring.faces import hand_written, icons
from cardwright.authoring.faces.describe import Describer, Face
from cardwright.authoring.faces.gallery import gallery
from cardwright.authoring.faces.layouts import SIZES, style_of
from cardwright.authoring.faces.printing import Job, deck_files, findings, picture_files, resized, sheet_file
from cardwright.authoring.faces.sheets import PAPERS, DoesNotFit, Page, Paper, decks, sheets, single
from cardwright.authoring.faces.typesetting import Look, faults, shortened, typeset
from cardwright.cli.main import main
from compiler.build import Build, build_game
from dsl.diagnostics import Diagnostic, Sink
from dsl.reading import schemas
from dsl.source import Source

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "faces"
NOWHERE = Source("", "").whole()
TOLERANCE = 24.0
LOOK = Look("Shapes", "en")

RULESET = """
id: shapes
name: {en: Shapes, ru: Фигуры}
version: 0.1.0
language: 1
source: house
languages: [en, ru]
enums:
  hue: [red, blue]
dice:
  bone: {faces: [{}, {hits: 1}, {hits: 1}, {hits: 2}, {hits: 1, value: 3}, {hits: 5}]}
  coin: {faces: [{hits: 1}, {}]}
kinds:
  game: {fields: {count: int}}
  player:
    fields:
      pile: {zone: thing, roster: things}
  thing:
    card: true
    fields:
      cost: {type: int, printed: true, default: 0}
      power: {type: int, printed: true}
      hue: {type: hue, printed: true, default: red}
      throw: {type: dice, printed: true, default: bone}
      motto: {type: text, printed: true, default: ""}
      keywords: {type: set of keyword, printed: true, default: []}
      rules: {type: rules, printed: true, default: ""}
      owner: player
  place:
    card: true
    fields:
      across: {type: int, printed: true}
      down: {type: int, printed: true}
names:
  power: {en: power, ru: сила}
"""
RULES = """
live thing.rules for this
keyword keen(n: int) of thing
stat power of thing
roster bag(things: list of thing card):
  require size(things) < 9 "too many"
"""
CARDS = """
cards:
  - {id: cube, kind: thing, name: {en: Cube, ru: Куб}, provenance: house, cost: 2, power: 3, keywords: [keen(2)]}
  - {id: ball, kind: thing, name: {en: Ball, ru: Шар}, provenance: house, power: 0, hue: blue, throw: bone + bone}
  - {id: yard, kind: place, name: {en: Yard, ru: Двор}, provenance: house, across: 3, down: 2}
"""
FACES = """
names:
  thing: {en: thing, ru: вещь}
  keen: {en: Keen, ru: Острота}
icons: {power: fist, hits: star, red: flame, blue: drop}
colours: {red: "#aa2222", blue: "#2244aa", bone: "#eeeecc"}
layouts:
  - kinds: [thing]
    colour_by: hue
    emblem: gem
    emblem_by: hue
    right: cost
    line: [hue]
    blocks:
      - numbers: [power]
      - dice: [throw]
      - words: [keywords]
      - words: [motto]
      - text: rules
"""


@dataclass(frozen=True)
class Small:
    """A small game with its findings."""

    build: Build | None
    found: tuple[Diagnostic, ...]

    def describer(self, language: str = "en") -> Describer:
        assert self.build is not None and not self.found, [(item.code, item.message) for item in self.found]
        return Describer(self.build, style_of(self.build), language)

    def faces(self, language: str = "en") -> tuple[Face, ...]:
        return self.describer(language).faces()


def shapes(folder: Path, faces: str = FACES, cards: str = CARDS, roster: str = "") -> Small:
    """A game of two kinds of cards."""
    game = folder / "shapes"
    files = {"ruleset.yaml": RULESET, "rules/all.rules": RULES, "cards/all.yaml": cards, "faces.yaml": faces}
    for name, text in (files | ({"rosters/mine.yaml": roster} if roster else {})).items():
        if text:
            (game / name).parent.mkdir(parents=True, exist_ok=True)
            (game / name).write_text(dedent(text).lstrip(), encoding="utf-8")
    sink = Sink()
    build = build_game(game, sink, "shapes")
    return Small(build, tuple(sink.sorted()))


def card(name: str, motto: str = "") -> str:
    """A file with one card of this name and motto."""
    quoted = json.dumps(name, ensure_ascii=False), json.dumps(motto, ensure_ascii=False)
    return (
        f"cards:\n  - {{id: odd, kind: thing, name: {{en: {quoted[0]}, ru: {quoted[0]}}}, provenance: house, "
        f"power: 1, motto: {quoted[1]}}}\n"
    )


# ---- what faces.yaml may say
@pytest.mark.parametrize(
    ("faces", "code", "place"),
    [
        ("layouts: [{kinds: [things]}]", "unknown-kind", "things"),
        ("layouts: [{kinds: [player]}]", "unknown-kind", "player"),
        ("layouts: [{kinds: [thing]}, {kinds: [place, thing]}]", "duplicate-name", "thing"),
        ("layouts: [{kinds: [thing], line: [hues]}]", "unknown-field", "hues"),
        ("layouts: [{kinds: [thing], right: owner}]", "unknown-field", "owner"),
        ("layouts: [{kinds: [thing, place], blocks: [{numbers: [power]}]}]", "unknown-field", "power"),
        ("layouts: [{kinds: [thing], blocks: [{numbers: [throw]}]}]", "wrong-operand", "throw"),
        ("layouts: [{kinds: [thing], side: [{dice: [power]}]}]", "wrong-operand", "power"),
        ("layouts: [{kinds: [thing], blocks: [{text: motto}]}]", "wrong-operand", "motto"),
        ("layouts: [{kinds: [place], blocks: [{plan: {across: across, down: deep}}]}]", "unknown-field", "deep"),
        (
            "layouts: [{kinds: [place], blocks: [{plan: {across: across, down: down, closed: shut}}]}]",
            "unknown-name",
            "shut",
        ),
        ("icons: {powers: fist}", "unknown-name", "powers"),
        ("colours: {rouge: '#aa0000'}", "unknown-name", "rouge"),
        ("names: {thingy: {en: Thing}}", "unknown-name", "thingy"),
        ("icons: {power: fists}", "wrong-value", "fists"),
        ("colours: {red: red}", "wrong-value", "red"),
        ("layouts: [{kinds: [thing], size: huge}]", "wrong-value", "huge"),
        ("layouts: [{kinds: [thing], blocks: [{picture: power}]}]", "unknown-key", "picture"),
        ("fonts: {a: b}", "unknown-key", "fonts"),
    ],
)
def test_what_the_game_does_not_have_is_found(tmp_path: Path, faces: str, code: str, place: str) -> None:
    found = shapes(tmp_path, faces).found
    assert [(item.code, item.span.text.strip("'\"")) for item in found] == [(code, place)]
    assert found[0].span.source.path == "shapes/faces.yaml"


def test_check_reads_the_file_and_its_cache_notices_a_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shapes(tmp_path)
    game = tmp_path / "shapes"
    assert main(["check", str(game), "--no-lint"]) == 0, capsys.readouterr().out
    (game / "faces.yaml").write_text("icons: {powers: fist}\n", encoding="utf-8")
    assert main(["check", str(game), "--no-lint"]) == 1
    assert "nothing of the game is named `powers`" in capsys.readouterr().out


def test_the_schema_names_the_icons_and_sizes_that_there_are() -> None:
    schema = schemas.load("faces")
    assert schema["$defs"]["icon"]["enum"] == list(icons())
    assert schema["$defs"]["layout"]["properties"]["size"]["enum"] == list(SIZES)
    for name, text in icons().items():
        assert re.fullmatch(
            r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">(<path [^<>]+/>)+</svg>\n', text
        ), name
        assert text.count("#000") == text.count("<path")


# ---- what stands on a face
def test_a_face_shows_what_the_layout_names(tmp_path: Path) -> None:
    ball, cube, yard = shapes(tmp_path).faces()
    assert cube.words == ("Cube", "Thing · red", "cost 2", "power 3", "throw: bone", "Keen 2")
    assert ball.words == ("Ball", "Thing · blue", "power 0", "throw: bone, bone")
    assert (cube.data["colour"], ball.data["colour"]) == ("#aa2222", "#2244aa")
    assert (cube.data["emblem"], ball.data["emblem"]) == ("flame", "drop")
    assert cube.data["back"] == ball.data["back"] and cube.data["emblem-back"] == "gem"  # a back tells nothing
    assert yard.words == ("Yard", "Place", "across 3, down 2")


def test_names_are_those_of_the_language(tmp_path: Path) -> None:
    small = shapes(tmp_path)
    describer = small.describer("ru")
    faces = {face.card: face for face in describer.faces()}
    assert faces["cube"].words[:2] == ("Куб", "Вещь · red")
    assert "сила 3" in faces["cube"].words and "Острота 2" in faces["cube"].words
    assert describer.unnamed == {"red", "blue", "cost", "throw", "bone", "place", "across", "down"}


def test_a_game_without_layouts_shows_every_printed_field(tmp_path: Path) -> None:
    ball, cube, _ = shapes(tmp_path, "").faces()
    assert cube.words == ("Cube", "Thing · red", "cost 2, power 3", "throw: bone", "keen 2")
    assert ball.words == ("Ball", "Thing · blue", "power 0", "throw: bone, bone")


def test_sentences_stand_where_a_layout_has_a_text(tmp_path: Path) -> None:
    cards = "cards:\n  - id: cube\n    kind: thing\n    name: {en: Cube, ru: Куб}\n    provenance: house\n    power: 3\n    rules: |\n      passive: +1 power\n"
    small = shapes(tmp_path, cards=cards)
    (silent,) = small.faces()
    assert silent.silent and silent.words[-1] == "throw: bone"
    describer = small.describer()
    describer.rules_text = lambda card, field: (("Grow.", f"{card} {field}"),) if field == "rules" else ()
    (told,) = describer.faces()
    assert not told.silent and told.words[-1] == "Grow. cube rules"


# ---- where cards lie
def one_of(size: str) -> Face:
    return Face("one", "thing", SIZES[size], {}, (), NOWHERE)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", SIZES)
def test_cards_lie_on_the_paper_and_not_on_each_other(paper: str, size: str) -> None:
    faces = [one_of(size)]
    many = 23
    made = sheets(faces, [0] * many, Paper(paper, bleed=1.0, backs=True))
    fronts, backs = made[::2], made[1::2]
    assert sum(len(page.items) for page in fronts) == sum(len(page.items) for page in backs) == many
    width, height = SIZES[size]
    for page in made:
        assert sorted(page.size) == sorted(PAPERS[paper])
        for item in page.items:
            x, y = item.at
            assert (
                x - 1 >= 4 and x + width + 1 <= page.size[0] - 4 and y - 1 >= 4 and y + height + 1 <= page.size[1] - 4
            )
        boxes = [(*item.at, item.at[0] + width, item.at[1] + height) for item in page.items]
        assert not any(
            a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for n, a in enumerate(boxes) for b in boxes[:n]
        )
        for x1, y1, x2, y2 in page.marks:  # no mark crosses a card
            assert not any(
                min(x2, box[2]) - max(x1, box[0]) >= 0
                and min(y2, box[3]) - max(y1, box[1]) > 1e-6
                and box[0] < x1 < box[2]
                for box in boxes
            )
            assert min(x1, y1) >= 0 and x2 <= page.size[0] and y2 <= page.size[1]


def test_nine_poker_cards_fit_on_a_sheet() -> None:
    assert [len(sheets([one_of("poker")], [0] * 9, Paper(name))) for name in PAPERS] == [1, 1]


def test_a_back_lies_behind_its_front() -> None:
    faces = [one_of("poker")]
    front, back = sheets(faces, [0, 0], Paper(backs=True))
    for over, under in zip(front.items, back.items, strict=True):
        assert over.at[0] + 63 + under.at[0] == pytest.approx(front.size[0]) and over.at[1] == under.at[1]
        assert under.back and not over.back
    assert back.marks == ()
    _, moved = sheets(faces, [0, 0], Paper(backs=True, offset=(0.5, -1.0)))
    assert moved.items[0].at == pytest.approx((back.items[0].at[0] + 0.5, back.items[0].at[1] - 1.0))
    assert "long edge" in back.note and "100 %" in front.note


def test_a_card_that_is_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(DoesNotFit, match="300 × 20 mm"):
        sheets([Face("one", "thing", (300, 20), {}, (), NOWHERE)], [0], Paper())


def test_each_size_has_sheets_of_its_own() -> None:
    faces = [one_of("poker"), one_of("mini")]
    assert [{item.card for item in page.items} for page in sheets(faces, [0, 1, 0, 1], Paper())] == [{0}, {1}]


def test_a_deck_has_at_most_69_cards_and_its_back_in_the_last_place() -> None:
    first, second = decks([one_of("poker")], [0] * 70)
    assert (first.columns, first.rows, len(first.cards)) == (10, 7, 69)
    assert first.page.items[-1].back and first.page.items[-1].at == (9 * 63, 6 * 88)
    assert (second.columns, second.rows, len(second.cards)) == (2, 2, 1)


# ---- what is drawn
def test_each_card_is_one_page_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    faces = shapes(tmp_path).faces("ru")
    pages = [single(faces, number) for number in range(3)]
    for form in ("png", "svg", "pdf"):
        first, again = (typeset(faces, pages, LOOK, form, 40) for _ in range(2))
        assert first == again
        assert len(first) == (1 if form == "pdf" else 3)
    (pdf,) = typeset(faces, pages, LOOK, "pdf")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) in (0, 3)  # 0 where the pages lie in packed objects
    with Image.open(io.BytesIO(typeset(faces, pages[:1], LOOK, "png", 254)[0])) as picture:
        assert picture.size == (630, 880)


@pytest.mark.parametrize("name", ["cube", "ball", "yard", "back"])
def test_pictures_look_as_they_did(tmp_path: Path, name: str, update_golden: bool) -> None:
    """Compared with a tolerance: another system may round an edge otherwise."""
    faces = shapes(tmp_path).faces()
    number = {"ball": 0, "cube": 1, "yard": 2, "back": 1}[name]
    (made,) = typeset(faces, [single(faces, number, back=name == "back")], LOOK, "png", 60)
    golden = GOLDEN / f"{name}.png"
    if update_golden:
        golden.write_bytes(made)
    assert difference(made, golden.read_bytes()) < TOLERANCE


def difference(one: bytes, other: bytes) -> float:
    """The difference of two pictures where it is greatest, as the mean of 4 by 4 points in steps of 255."""
    with Image.open(io.BytesIO(one)) as first, Image.open(io.BytesIO(other)) as second:
        if first.size != second.size:
            return 255.0
        changed = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L").reduce(4)
        return float(changed.getextrema()[1])


def test_the_tolerance_sees_another_number(tmp_path: Path) -> None:
    faces = shapes(tmp_path).faces()
    pages = [single(faces, 0), single(faces, 1)]
    first, second = typeset(faces, pages, LOOK, "png", 60)
    assert difference(first, second) > TOLERANCE
    changed = shapes(tmp_path, cards=CARDS.replace("power: 3", "power: 8")).faces()
    assert difference(typeset(changed, [single(changed, 1)], LOOK, "png", 60)[0], second) > 0.05


# ---- what is wrong with a face
def test_a_text_that_does_not_fit_is_found_at_its_card(tmp_path: Path) -> None:
    long = "wide words of a motto " * 80
    small = shapes(tmp_path, cards=CARDS + card("Odd", long).removeprefix("cards:\n"))
    faces = small.faces()
    wrong = faults(faces, LOOK)
    assert (wrong.overfull, wrong.glyphs) == (("odd",), {})
    (found,) = findings(faces, wrong)
    assert (found.code, found.span.source.path, found.owner) == ("overfull-face", "shapes/cards/all.yaml", "odd")
    assert found.span.line_column()[0] == 5
    assert faults(resized(faces, SIZES["large"]), LOOK).overfull == ()


def test_a_text_of_a_megabyte_is_found_at_once_and_cut(tmp_path: Path) -> None:
    faces = shapes(tmp_path, cards=card("Odd", "a " * 500_000)).faces()
    assert faults(faces, LOOK).overfull == ("odd",)
    cut = shortened(faces)
    assert len(typeset(cut, [single(cut, 0)], LOOK, "png", 40)) == 1


def test_a_character_that_no_font_has_is_found_at_its_card(tmp_path: Path) -> None:
    small = shapes(tmp_path, cards=CARDS.replace("en: Cube", "en: Cube 炎").replace("en: Yard", "en: 炎ก Yard"))
    faces = small.faces()
    wrong = faults(faces, LOOK)
    assert wrong.overfull == () and wrong.glyphs == {"cube": ("炎",), "yard": ("ก", "炎")}
    codes = [(found.code, found.owner, found.message) for found in findings(faces, wrong)]
    assert codes[0][:2] == ("missing-glyph", "cube") and "U+708E" in codes[0][2]
    assert len(codes) == 3


def test_letters_of_the_languages_and_usual_signs_are_there(tmp_path: Path) -> None:
    signs = "ЁёЪъЫыЭэЯя ÄÖÜß éèêç ŁłŻż — – « » “ ” … × − ± ½ • → № † ★ ♥"
    faces = shapes(tmp_path, cards=card("Odd", signs)).faces()
    assert faults(faces, LOOK).glyphs == {}


STRANGE = [
    '#read("/etc/passwd")', '#eval("1+1")', "$ integral_0 $", "*bold* _slanted_ `raw`", "= Heading", "#panic()",
    "]#import \"x.typ\"", "\\u{41}", "<label> @label", "<script>alert(1)</script>", "\"></li><script>", "/* // ~ --- -?",
    "${x} {{x}} %s",
]  # fmt: skip


@pytest.mark.parametrize("text", STRANGE)
def test_text_of_strangers_is_set_as_it_stands(tmp_path: Path, text: str) -> None:
    faces = shapes(tmp_path, cards=card(text, text)).faces()
    assert faces[0].data["title"] == text
    assert faults(faces, LOOK).overfull == ()
    (drawn,) = typeset(faces, [single(faces, 0)], LOOK, "png", 60)
    plain = shapes(tmp_path, cards=card("x", "x")).faces()
    assert difference(drawn, typeset(plain, [single(plain, 0)], LOOK, "png", 60)[0]) > 0
    page = gallery("t", "en", faces, [b"<svg/>"])
    assert page.count("<script>") == 1 and page.count("</li>") == 1 + page.count("<li>")


def test_templates_read_nothing_and_run_no_text() -> None:
    for name in ("pages.typ", "extras.typ", "maps.typ"):
        text = hand_written(name)
        for word in ("eval(", "read(", "include", "import", "plugin(", "yaml(", "xml(", "csv(", "toml("):
            assert word not in text, f"{name}: {word}"
        assert "SPDX-License-Identifier: MIT" in text.split("\n")[0]


# ---- a gallery
class Reader(HTMLParser):
    """The addresses that a page loads, and its texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.handlers: list[str] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [
            value
            for name, value in ((name, value or "") for name, value in attrs)
            if name in ("src", "href", "xlink:href") and value[:1] != "#"
        ]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_gallery_loads_nothing_and_lets_no_other_script_run(tmp_path: Path) -> None:
    faces = shapes(tmp_path).faces("ru")
    pictures = typeset(faces, [single(faces, number) for number in range(3)], LOOK, "svg")
    page = gallery("Фигуры <1>", "ru", faces, pictures)
    read = Reader(page)
    assert {address.partition(",")[0] for address in read.loads} == {"data:image/svg+xml;base64"}
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len(set(names)) and {name[1:] for name in re.findall(r'href="(#[^"]+)"', page)} <= set(names)
    assert " style=" not in page and page.count("<svg ") == 4
    assert read.handlers == [] and "Фигуры <1>" in read.texts
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    for kind, tag in (("script", "script"), ("style", "style")):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert {"Куб", "Шар", "Двор", "сила 3"} <= set(read.texts)
    assert page.startswith('<!DOCTYPE html>\n<html lang="ru">') and 'aria-live="polite"' in page


# ---- the command
@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    roster = "roster: bag\nname: {en: Mine, ru: Моё}\nthings: {cube: 3, ball: 1}\n"
    shapes(tmp_path, roster=roster)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "shapes"


def test_a_roster_says_how_many_of_each_are_printed(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "shapes", "--roster", "mine", "--format", "png", "--out", "out", "--ppi", "40"]) == 0
    rows = json.loads((game.parent / "out" / "cards.json").read_text(encoding="utf-8"))["cards"]
    assert [(row["id"], row["copies"], row["file"]) for row in rows] == [
        ("ball", 1, "ball.png"),
        ("cube", 3, "cube.png"),
    ]
    assert (game.parent / "out" / "cube.png").read_bytes().startswith(b"\x89PNG")
    assert main(["cards", "shapes", "--roster", "shapes/rosters/mine.yaml", "--backs"]) == 0
    assert (game.parent / "shapes-cards.pdf").read_bytes().startswith(b"%PDF")
    assert main(["cards", "shapes", "--roster", "mine", "--sheet", "list", "--lang", "ru", "--out", "list.pdf"]) == 0
    assert main(["cards", "shapes", "--roster", "yours"]) == 2
    assert "the game has no roster `yours`" in capsys.readouterr().err


def test_files_that_are_there_are_not_replaced_unasked(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = game.parent / "mine.html"
    there.write_text("mine", encoding="utf-8")
    assert main(["cards", "shapes", "--format", "html", "--out", "mine.html"]) == 2
    assert "is there already" in capsys.readouterr().err and there.read_text(encoding="utf-8") == "mine"
    assert main(["cards", "shapes", "--format", "html", "--out", "mine.html", "--overwrite"]) == 0
    assert "Cube" in there.read_text(encoding="utf-8")


def test_decks_for_a_table_on_the_screen(game: Path) -> None:
    arguments = ["cards", "shapes", "--format", "png", "--sheet", "tabletop", "--out", "decks", "--roster", "mine"]
    assert main(arguments) == 0
    (deck,) = json.loads((game.parent / "decks" / "decks.json").read_text(encoding="utf-8"))["decks"]
    assert deck["cards"] == ["ball", "cube", "cube", "cube"] and (deck["columns"], deck["rows"]) == (5, 2)
    with Image.open(game.parent / "decks" / deck["file"]) as picture:
        assert max(picture.size) <= 4096
    assert main([*arguments[:2], "--sheet", "tabletop"]) == 2  # not as PDF


def test_findings_are_told_and_the_cards_printed_all_the_same(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = game / "cards" / "all.yaml"
    file.write_text(CARDS.lstrip().replace("en: Cube", "en: 炎"), encoding="utf-8")
    assert main(["cards", "shapes", "--format", "svg", "--card", "cube", "--out", "out"]) == 1
    said = capsys.readouterr()
    assert (
        "shapes/cards/all.yaml:2:10: error[missing-glyph]" in said.err and (game.parent / "out" / "cube.svg").is_file()
    )
    assert main(["cards", "shapes", "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [(item["code"], item["owner"]) for item in report["diagnostics"]] == [("missing-glyph", "cube")]
    assert main(["cards", "shapes", "--format", "json", "--kind", "place"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--kind", "thin"], "there is no kind with cards `thin`; did you mean `thing`?"),
        (["--card", "cub"], "there is no card `cub`; did you mean `cube`?"),
        (["--lang", "de"], "the game has no names in `de`; it has en, ru"),
        (["--sheet", "list"], "--sheet list needs a --roster"),
        (["--format", "json", "--out", "found"], "`--out` has no effect here: `--format json` only lists the findings"),
        (["--ppi", "90"], "`--ppi` has no effect here: only single pictures as png have points"),
        (["--format", "png", "--sheet", "tabletop", "--ppi", "90"], "`--ppi` has no effect here"),
        (["--format", "html", "--paper", "letter"], "`--paper` has no effect here: only sheets to print"),
        (["--format", "html", "--backs"], "`--backs` has no effect here: a gallery has none"),
        (["--sheet", "dice", "--bleed", "2"], "`--bleed` has no effect here: `--sheet dice` has none"),
        (["--sheet", "dice", "--size", "poker"], "`--size` has no effect here: `--sheet dice` prints no cards"),
        (["--back-offset", "1", "1"], "`--back-offset` has no effect here: it moves the backs of sheets"),
    ],
)
def test_what_is_not_there_is_refused(
    game: Path, capsys: pytest.CaptureFixture[str], arguments: Sequence[str], said: str
) -> None:
    assert main(["cards", "shapes", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert sorted(path.name for path in game.parent.iterdir()) == ["shapes"]


def test_dice_are_printed_where_they_have_six_faces(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "shapes", "--sheet", "dice", "--out", "dice.pdf"]) == 0
    assert "left out: the die `coin`" in capsys.readouterr().err
    assert (game.parent / "dice.pdf").read_bytes().startswith(b"%PDF")


def test_without_the_packages_the_command_says_which_to_install(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.authoring.faces.typesetting.find_spec", lambda name: None)
    assert main(["cards", "shapes"]) == 2
    assert "pip install cardwright[cards]" in capsys.readouterr().err


def test_files_for_hosts(tmp_path: Path) -> None:
    faces = shapes(tmp_path).faces()
    job = Job(faces, {face.card: 1 for face in faces}, "Shapes", "en")
    pictures = picture_files(job, "svg", 40, 0, backs=True)
    assert sorted(pictures) == [
        "ball.svg", "cards.json", "cube.svg", "place_back.svg", "thing_back.svg", "yard.svg"
    ]  # fmt: skip
    assert b"<text" not in pictures["cube.svg"] and b"<script" not in pictures["cube.svg"]
    assert sheet_file(job, Paper("letter", backs=True)) == sheet_file(job, Paper("letter", backs=True))
    assert sorted(deck_files(job)) == ["decks.json", "place.png", "thing.png"]


def test_pages_are_plain_data() -> None:
    page = Page((1.0, 2.0), ())
    assert page.data() == {"size": [1.0, 2.0], "items": [], "marks": [], "note": ""}

"""Pictures of all scenarios of the games of ``content/``, and graphs of their events and automated figures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardwright.authoring.charts import board_graph, boards, event_graph
from cardwright.authoring.drawing.graph import draw_graph
from cardwright.authoring.odds.question import Question, of_script, usual_questions
from cardwright.cli.graph import ANSWERS, FLOW
from cardwright.cli.odds_formats import Told, as_svg
from cardwright.cli.picture import drawn, position_of_scenario
from cardwright.cli.subjects import script_key
from compiler.callables.code import Code
from tests.content_games import GAMES, built, rules

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
FACES = PICTURES.parent / "faces.md"  # the page on printed cards has pictures of its own
SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = [(game, name.removeprefix("scenario ")) for game in GAMES for name in built(game).scripts
             if name.startswith("scenario ")]  # fmt: skip


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_has_a_picture(game: str, scenario: str) -> None:
    build = built(game)
    position = position_of_scenario(rules(game), scenario, 1)
    for viewer in (None, next(iter(position.test_names.values()))):
        root = ElementTree.fromstring(drawn(build, position, scenario, viewer, build.vocab.languages[-1]))
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        assert root.find(f"{SVG}title") is not None
        for box in root.iter(f"{SVG}rect"):
            if "x" in box.attrib:
                assert 0 <= float(box.attrib["x"]) <= width - float(box.attrib["width"])
                assert 0 <= float(box.attrib["y"]) <= height - float(box.attrib["height"])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_graph_of_its_events(game: str) -> None:
    build = built(game)
    graph = event_graph(build, "en")
    assert {edge.source for edge in graph.edges} | {edge.target for edge in graph.edges} == {n.id for n in graph.nodes}
    assert build.program is not None
    answering = {f"{a.carrier.form} {a.carrier.name}" for a in build.program.abilities if a.verbs and a.timing}
    assert answering <= {node.id for node in graph.nodes}
    ElementTree.fromstring(draw_graph(graph, "told"))
    assert draw_graph(graph, "told") == draw_graph(event_graph(build, "en"), "told")


def test_every_automated_figure_has_a_chart() -> None:
    build = built("middara")
    charts = [board_graph(build, card, "en") for card in boards(build.vocab)]
    assert len(charts) > 10
    for card, chart in zip(boards(build.vocab), charts, strict=True):
        questions = [node for node in chart.nodes if node.sort == "question"]
        assert len(questions) == len(boards(build.vocab)[card].steps)
        ElementTree.fromstring(draw_graph(chart, "told"))


def _scenario(game: str, name: str, viewer: str | None) -> str:
    build = built(game)
    return drawn(build, position_of_scenario(rules(game), name, 1), name, viewer, "en")


def _odds(game: str, name: str) -> str:
    build = built(game)
    key = script_key(build, name)
    question = usual_questions(build, key, Question())
    code = rules(game).code
    assert isinstance(code, Code)
    return as_svg(Told(name, question, of_script(build, key, question, code).exact(1000)))


# The pictures of the documentation, each as the command beside it there makes it.
DRAWN = {
    "skirmish": lambda: _scenario("middara", "skirmish", None),
    "meadow": lambda: _scenario("warhammer", "meadow", None),
    "first_game": lambda: _scenario("dungeon_command", "first_game", "gold"),
    "answers": lambda: draw_graph(event_graph(built("dungeon_command"), "en"), ANSWERS),
    "lie_in_wait": lambda: draw_graph(event_graph(built("dungeon_command"), "en", "lie_in_wait"), ANSWERS),
    "chain_warden": lambda: draw_graph(board_graph(built("middara"), "chain_warden", "en"), FLOW),
    "guard": lambda: _odds("descent", "demonhide guards with a grey die"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_documentation_shows_what_is_drawn(name: str, update_golden: bool) -> None:
    file = PICTURES / f"{name}.svg"
    made = DRAWN[name]()
    if update_golden:
        file.write_text(made, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == made


def test_the_documentation_has_these_pictures_and_no_others() -> None:
    assert {path.stem for path in PICTURES.glob("*.svg")} == {*DRAWN}
    shown = set(re.findall(r"\(pictures/([a-z_]+\.png)\)", FACES.read_text(encoding="utf-8")))
    assert {path.name for path in PICTURES.iterdir() if path.suffix != ".svg"} == shown != set()

"""The page in which the studio plays a game as its files stand now.

Job: build the game, export its rules, and take a match that runs over to them. Input: a game's folder, what is played
(its scenarios, or one test), and the save of a running match. Output: plain data: a page as `cardwright site` has it,
and what became of the match; or the errors of the game. Runs in a process of its own (`apart`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardwright.authoring.exported import exported, rules_from
from cardwright.authoring.faces.describe import name_of
from cardwright.studio.site.play_page import facts, rules_script
from cardwright.studio.site.shell import Page, Site, hand_written, safe, whole
from compiler.build import Build, build_game
from compiler.core import ir
from compiler.core.scripts import PositionScript, Script
from compiler.interpreter.setups import HostError
from compiler.targets.export import Content
from dsl.diagnostics import Severity, Sink
from dsl.game.wanted_tests import NO_TESTS, WantedTests
from dsl.visible import visible

_MOST_FAULTS = 20
_END = "end_of_test"  # the event with which a played test ends; it does nothing


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be played: all scenarios, or the test of this name; ``save`` is a match that is to go on."""

    folder: Path
    test: str = ""
    save: Any = None


def match_page(wanted: Wanted) -> dict[str, Any]:
    """`page`: its bytes; or `faults` of the game, or `refused`: why it cannot be played.

    With a save also `by`: how the match goes on, `same` (nothing that plays has changed), `state` or `none`;
    `save`: the match under these rules; `report`: what did not fit, or why it cannot go on.
    """
    sink = Sink()
    tests = WantedTests(lambda _path: True, wanted.test) if wanted.test else NO_TESTS
    build = build_game(wanted.folder, sink, "", tests)
    faults = [fault for fault in sink.sorted() if fault.severity is Severity.ERROR]
    if faults or build is None or build.program is None:
        return {"faults": [_told(fault) for fault in faults[:_MOST_FAULTS]], "more": max(0, len(faults) - _MOST_FAULTS)}
    content = exported(build)
    if wanted.test:
        found = next((s for s in content.tests if s.name == wanted.test and s.positions), None)
        if found is None:
            return {"refused": f"there is no test `{visible(wanted.test)}` with a position"}
        content = of_test(content, found)
    if not content.program.start or not content.scenarios:
        return {"refused": "the game has no scenario that can be played"}
    taken = _taken_over(content, wanted.save) if wanted.save is not None else {}
    return {"page": _page(build, content), "scenarios": [*content.scenarios], **taken}


def _told(fault: Any) -> dict[str, Any]:
    help = f" ({fault.help})" if fault.help else ""
    path, line = fault.span.source.path, fault.span.line_column()[0]
    return {"path": path.lstrip("/"), "line": line, "message": visible(f"{fault.message}{help}")}


def of_test(content: Content, test: Script) -> Content:
    """Content with one scenario: the position of a test. Its steps are done with the answers of who plays."""
    program = content.program
    ending = _END
    while ending in program.verbs:
        ending += "_"
    stages = [(stage.positions, stage.steps) for stage in test.foregoing]
    positions = [
        position
        for given, steps in [*stages, (test.positions, test.steps)]
        for position in (*given, *(PositionScript(step.at, (), (), (), step.do) for step in steps))
    ]
    scenario = replace(test, positions=tuple(positions), steps=(), foregoing=(), rows=(), illegal="", roster=None)
    verbs = {**program.verbs, ending: ir.Verb(test.at, ending, (), (), (), (), (), ())}
    program = replace(program, start=ending, verbs=verbs)
    return replace(content, program=program, scenarios={test.name: scenario}, tests=())


def _taken_over(content: Content, save: Any) -> dict[str, Any]:
    """A match under these rules, as far as it can go on."""
    try:
        rules = rules_from(content)
        match = rules.load(save, None, "state")
        return {"by": "state" if match.is_carried else "same", "save": match.save(), "report": match.report}
    except HostError as refused:
        return {"by": "none", "save": None, "report": [visible(str(refused))]}


def _page(build: Build, content: Content) -> bytes:
    """The page: only what plays, in the frame of the studio."""
    assert build.files.ruleset is not None
    languages = tuple(build.vocab.languages)
    site = Site({language: name_of(build.files.ruleset, language) for language in languages}, languages, ("play",))
    title = site.names[languages[0]]
    body = f"<h1 class='hidden-note'>{safe(title)}</h1><div id='play'></div>"
    styles, scripts = (hand_written("framed.css"),), (rules_script(content), hand_written("framed.js"))
    told = facts(build, content, title)
    return whole(site, Page("play", languages[0], title, body, styles, scripts, told, above="\n"))

"""The page in which the studio plays a game as its files stand now.

Job: build the game, export its rules, take a match that runs over to them, and say what has changed since. Input: a
game's folder, what is played (its scenarios, or one test), the save of a running match, and the files that it ran with.
Output: plain data: a page as `cardwright site` has it, and what became of the match; or the errors of the game. Runs in
a process of its own (`apart`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardwright.authoring.differences import compared
from cardwright.authoring.exported import exported, of_test, rules_from
from cardwright.authoring.faces.describe import name_of
from cardwright.studio.refusing import NotRun, refused
from cardwright.studio.site.play_page import facts, rules_script
from cardwright.studio.site.shell import Page, Site, hand_written, safe, whole
from compiler.build import Build, build_game
from compiler.interpreter.saves import sound_save
from compiler.interpreter.setups import HostError
from compiler.targets.export import Content, hashes_of
from dsl.dataclass import dataclass
from dsl.diagnostics import Severity, Sink
from dsl.difference.changes import Change
from dsl.game.wanted_tests import NO_TESTS, WantedTests
from dsl.meaning.lexicon import LANGUAGES
from dsl.visible import visible

_MOST_FAULTS = 20
_MOST_CHANGES = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be played: all scenarios, or the test of this name; ``save`` is a match that is to go on.

    ``before`` has the files of its page where they were others: changes since are said in ``language``.
    """

    folder: Path
    test: str = ""
    save: Any = None
    before: Path | None = None
    language: str = ""


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
        found = of_test(content, wanted.test)
        if found is None:
            return refused(
                NotRun(f"there is no test `{wanted.test}` with a position", f"нет проверки `{wanted.test}` с позицией")
            )
        content = found
    if not content.program.start or not content.scenarios:
        return refused(
            NotRun("the game has no scenario that can be played", "в игре нет сценария, в который можно играть")
        )
    taken = _taken_over(content, wanted.save) if wanted.save is not None else {}
    changes = _changes(wanted, build) if wanted.before is not None else []
    told = {"scenarios": [*content.scenarios], "languages": [*build.vocab.languages], "changes": changes}
    return {"page": _page(build, content), **told, **taken}


def _changes(wanted: Wanted, build: Build) -> list[str]:
    """What plays otherwise than in the files of before, a sentence for each change."""
    assert wanted.before is not None
    old = build_game(wanted.before, Sink(), "", NO_TESTS)
    if old is None or old.program is None:
        return []
    language = wanted.language if wanted.language in LANGUAGES else LANGUAGES[0]
    told = compared(wanted.folder.name, old, build, language)
    found: list[str] = []
    for subject in told.subjects:
        said = subject.said or [_change(change) for change in subject.changes]
        found += [f"{subject.name}: {one}" for one in said] or [f"{subject.name}: {subject.state}"]
    return [visible(sentence) for sentence in found[:_MOST_CHANGES]]


def _change(change: Change) -> str:
    where = f"{change.where}: " if change.where else ""
    return f"{where}{change.old or '–'} → {change.new or '–'}"


def _told(fault: Any) -> dict[str, Any]:
    help = f" ({fault.help})" if fault.help else ""
    path, line = fault.span.source.path, fault.span.line_column()[0]
    return {"path": path.lstrip("/"), "line": line, "message": visible(f"{fault.message}{help}")}


def _taken_over(content: Content, save: Any) -> dict[str, Any]:
    """A match under these rules, as far as it can go on; one of the same rules is taken by the page alone."""
    try:
        if sound_save(save, content.program.game).plays == hashes_of(content)[0]:
            return {"by": "same", "save": save, "report": []}
        match = rules_from(content).load(save, None, "state")
        return {"by": "state", "save": match.save(), "report": match.report}
    except HostError as fault:
        return {"by": "none", "save": None, "report": [visible(str(fault))]}


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

"""From a game's folder to its core program.

Job: run the passes in order, each with the output of the one before. If a pass finds errors, the passes after it do not
run, but the others of the same stage do. Input: a folder. Output: Build. Beside lowering, the only module with both
trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from compiler.core import ir
from compiler.core.scripts import Script
from compiler.core.verify import verify
from compiler.garbage_collection import without_garbage_collection
from compiler.lowering.program import Lowered, lower
from compiler.lowering.scripts import lower_scripts
from compiler.lowering.told import with_words
from dsl.checking.check import check
from dsl.checking.faces import check_faces
from dsl.checking.keeps import check_keeps
from dsl.checking.names_in_words import check_cards_in_words
from dsl.checking.positions import CheckedPosition, check_scenarios
from dsl.checking.results import Checked
from dsl.checking.rosters import check_rosters
from dsl.checking.tests import CheckedTest, check_tests
from dsl.diagnostics import InternalError, Sink
from dsl.game.game_files import GameFiles, KeptSources, load_game_files
from dsl.game.wanted_tests import WantedTests
from dsl.meaning.declare import declare
from dsl.meaning.rulebook import Rulebook, read_rulebook
from dsl.meaning.vocab import Vocabulary


@dataclass(slots=True)
class Build:
    """The results for a game; a part is None if an earlier one has errors."""

    files: GameFiles
    vocab: Vocabulary
    rulebook: Rulebook
    checked: Checked | None = None
    program: ir.Program | None = None
    scenarios: dict[str, CheckedPosition] = field(default_factory=dict[str, CheckedPosition])
    tests: tuple[CheckedTest, ...] = ()
    scripts: dict[str, Script] = field(default_factory=dict[str, Script])

    @property
    def seats(self) -> frozenset[str]:
        """The names that scenarios give to players."""
        return frozenset(e.name for one in self.scenarios.values() for e in one.entities if e.kind == "player")


@without_garbage_collection()
def build_game(
    folder: Path,
    sink: Sink,
    shown: str | None = None,
    wanted: WantedTests | None = None,
    kept: KeptSources | None = None,
) -> Build | None:
    """Reads, checks and lowers a game with all its tests, or those that are ``wanted``; None if there is no game.

    ``kept``: sources that were read already, by relative path.
    """
    files = load_game_files(folder, sink, shown, wanted, kept)
    if files is None:
        return None
    before = sink.errors
    vocab = declare(files, sink)
    build = Build(files, vocab, read_rulebook(files, vocab, sink))
    checked = check(vocab, sink) if files.ruleset is not None else None
    if checked is None:
        return build
    build.checked = checked
    check_keeps(vocab, files.scenarios, sink)
    check_faces(vocab, files.ruleset, files.faces, sink)
    check_cards_in_words(vocab, sink)
    rosters = check_rosters(vocab, files.rosters, sink)
    build.scenarios = check_scenarios(checked, files.scenarios, rosters, sink)
    broken = sink.errors > before or bool(sink.broken)
    build.tests = check_tests(checked, files.tests, (build.scenarios, rosters), sink)
    if broken:
        return build
    lowered: Lowered = lower(checked)
    program, build.scripts = lower_scripts(lowered, build.scenarios, build.tests)
    build.program = with_words(checked, program, build.seats)
    problems = verify(build.program)
    if problems:
        first, place = problems[0], build.program.spans[problems[0].at]
        raise InternalError(f"{place.path}:{place.line}: {first.invariant}: {first.message}")
    return build

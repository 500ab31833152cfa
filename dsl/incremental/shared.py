"""The files on which every card and test of a game depends.

Job: read ruleset, rulebook, rules, scenarios and rosters, declare them, and check them when the ids of all cards are
known. Input: a GameFolder, then OtherFiles. Output: `Shared`, and `SharedChecked` with digests of all input.
"""

from __future__ import annotations

import json
from copy import copy
from dataclasses import replace

from dsl.checking.definitions import check_definitions
from dsl.checking.expressions import context_of
from dsl.checking.faces import check_faces
from dsl.checking.headings import Live
from dsl.checking.keeps import check_keeps
from dsl.checking.names_in_words import check_cards_in_words
from dsl.checking.positions import CheckedPosition, check_scenarios
from dsl.checking.results import Checked, Facts
from dsl.checking.rosters import RosterData, check_rosters
from dsl.checking.whole_game import VerbUse, verb_uses
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game.entries import CardEntries, TestEntries
from dsl.game.game_files import GameFolder, Loader
from dsl.incremental.store import digest
from dsl.meaning.declare import Declarer
from dsl.meaning.other_files import Cards, OtherFiles
from dsl.meaning.rulebook import Rulebook, read_rulebook
from dsl.meaning.types import UNKNOWN
from dsl.source import Source

_DECLARING = ("ruleset.yaml", "rulebook.yaml", "words.yaml", "rules/")


@dataclass(slots=True)
class SharedChecked:
    """The result of the check: side tables, findings by stage, and the start positions for tests.

    ``cards`` and ``tests`` are digests of everything here on which cards and tests depend. ``fits``: the definitions
    have no errors, so tests can be checked. ``sound``: no declaration has an error, so lints can run. ``broken``: names
    of declarations with errors. ``questions``: what was asked about other files, with the answers.
    """

    facts: Facts
    faults: list[Diagnostic]
    later_faults: list[Diagnostic]
    verb_uses: dict[Source, VerbUse]
    scenarios: dict[str, CheckedPosition]
    rosters: dict[str, RosterData]
    cards: str
    tests: str
    sound: bool
    fits: bool
    live: Live
    broken: set[str]
    questions: dict[str, str]


class Shared:
    """The files on which all others depend, read and declared. ``book`` is the rulebook of an earlier reading, if it
    need not be read again.
    """

    def __init__(self, folder: GameFolder, book: Rulebook | None = None) -> None:
        self.folder = folder
        self.key = shared_key(folder)
        sink = Sink()
        self.files = Loader(folder, sink).load_shared()
        self.card_entries = CardEntries(self.files.ruleset, sink)
        self.test_entries = TestEntries()
        self.declarer = Declarer(self.files, sink)
        self.vocab = self.declarer.shared()
        self.book = book if book is not None else read_rulebook(self.files, self.vocab, sink)
        self.faults = sink.items
        self.broken = sink.broken

    def __reduce__(self) -> tuple[type[Shared], tuple[GameFolder]]:
        """Leaves out what cannot be sent to another process, which reads the same bytes again: the compiled schemas."""
        return Shared, (self.folder,)

    def in_folder(self, folder: GameFolder) -> Shared:
        """The same files, with the cards and tests of another folder."""
        other = copy(self)
        other.folder = folder
        return other

    def sources(self) -> list[Source]:
        """The sources of the shared files."""
        files = self.files
        nodes = [files.ruleset, files.rulebook, files.words, files.faces, *files.scenarios, *files.rosters]
        return [*files.rules, *(node.source for node in nodes if node is not None)]

    def check(self, other_files: OtherFiles) -> SharedChecked:
        """Checks definitions, then rosters and scenarios, for the given cards of the game."""
        for verb in self.vocab.verbs.values():
            verb.lets = {name: (UNKNOWN, step) for name, (_, step) in verb.lets.items()}
        other_files.take_questions()
        facts = Facts(replace(self.vocab, cards=Cards(other_files, {})))
        broken = self.broken | other_files.invalid_cards
        sink = Sink(broken=broken)
        live = check_definitions(context_of(facts, sink))
        uses = verb_uses(facts)
        questions = other_files.take_questions()
        fits = not sink.errors and self.files.ruleset is not None
        later = Sink(broken=broken)
        rosters: dict[str, RosterData] = {}
        scenarios: dict[str, CheckedPosition] = {}
        if fits:
            check_keeps(facts.vocab, self.files.scenarios, later)
            check_faces(facts.vocab, self.files.ruleset, self.files.faces, later)
            check_cards_in_words(facts.vocab, later)
            rosters = check_rosters(facts.vocab, self.files.rosters, later)
            scenarios = check_scenarios(Checked(facts.vocab, facts), self.files.scenarios, rosters, later)
        declared = [self.folder.shown_path(name) for name in _DECLARING]
        errors = [f.span.source.path for f in self.faults if f.severity is Severity.ERROR]
        sound = fits and not any(path.startswith(name) for path in errors for name in declared)
        cards = digest(shared_digest(self.folder), _text(questions))
        more = other_files.take_questions()
        tests = digest(cards, shared_digest(self.folder, whole=True), _text(more))
        return SharedChecked(facts, sink.items, later.items, uses, scenarios, rosters, cards, tests, sound, fits, live,
                             broken, {**questions, **more})  # fmt: skip


def shared_key(folder: GameFolder) -> str:
    """Everything on which `Shared` depends: the text of its files, and the names of all others."""
    return digest(shared_digest(folder, whole=True), folder.shown, *folder.listing())


def shared_digest(folder: GameFolder, *, whole: bool = False) -> str:
    """The text of the files with declarations, or of all files except cards and tests."""
    sink = Sink()
    names = [n for n in folder.all_files() if not n.startswith(("cards/", "tests/"))]
    read = [(n, folder.bytes(n, sink) or b"") for n in names if whole or n.startswith(_DECLARING)]
    return digest(folder.path.name, *(part for entry in read for part in entry))


def _text(questions: dict[str, str]) -> str:
    return json.dumps(questions, sort_keys=True)

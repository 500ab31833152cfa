"""Facts about each file, for rules that compare files.

Job: hold the few facts that such rules need (`FileSummary`), so that they can check a game of many files without its
trees, and combine them (`GameSummary`). Input: facts from ``dsl.lint.summarize``. Output: plain data. Must never read a
tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, NamedTuple

from dsl.dataclass import dataclass
from dsl.source import Source, Span

# The lists of a summary that are sorted, each name once.
SORTED_LISTS = (
    "names_in_tests",
    "cards_in_tests",
    "scenarios_in_tests",
    "modified_stats",
    "set_fields",
    "labels",
    "passed_functions",
    "open_offers",
    "free_uses",
    "stopping",
    "headings",
    "cost_verbs",
    "called_verbs",
    "queried_cards",
    "listed_cards",
    "silent_cards",
    "kinds_with_ai",
)


@dataclass(slots=True)
class FileSummary:
    """The facts of one file as plain data, which can be stored as JSON. Offsets are those in the file.

    cards: id, kind, one name, all names, start, end. tests: name, start, end. words: names used outside
    declarations. tree_counts: the number of trees in which a name occurs. names_in_tests, cards_in_tests,
    scenarios_in_tests: what tests use. modified_stats: stats that modifiers change. set_fields: what rules, cards
    and tests set, or name as a key. labels: timings, labels of abilities, and ids of parts of cards.
    passed_functions: functions passed by name. headings: kind and name of those that abilities begin with.
    certain_calls: the event that a trigger answers, and those that it always causes
    (start, end, owner, event), as `loops.event_key` has them. self_causing_verbs: verbs that cause themselves.
    offered_classes: start, end, owner and name of the classes that an `offer` names, and the topmost kind of whom it
    names with `for`. ability_classes: the same of those that abilities have, and of whose they are. Empty where that is
    not known. open_offers: classes that rules offer until a player passes. free_uses: start, end, owner and class of
    what players may do without end, and the verbs on which that rests. stopping: verbs that something may stop, and an
    empty name where it may end more. cost_verbs: verbs that are costs. called_verbs: verbs that rules and cards call.
    queried_cards: kinds whose cards a query finds. listed_cards: keys in scenarios and rosters. silent_cards: those
    without a text or a keyword, of kinds that may have one. kinds_with_ai: kinds of the cards with an `ai:` block, and
    an empty name for one in the rules. resolved_ais: start, end, owner and kind of whom `resolve ai of` names.
    unanswered_calls: start, end, owner and verb of calls that may be refused while the text goes on. numbers: a
    ``Number`` each, the smallest and the largest of every field. number_counts: how many cards print one.
    replacements: a ``Replacement`` each.
    """

    cards: list[tuple[str, str, str, str, int, int]] = field(default_factory=list[tuple[str, str, str, str, int, int]])
    tests: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    words: list[str] = field(default_factory=list[str])
    tree_counts: dict[str, int] = field(default_factory=dict[str, int])
    names_in_tests: list[str] = field(default_factory=list[str])
    cards_in_tests: list[str] = field(default_factory=list[str])
    scenarios_in_tests: list[str] = field(default_factory=list[str])
    modified_stats: list[str] = field(default_factory=list[str])
    set_fields: list[str] = field(default_factory=list[str])
    labels: list[str] = field(default_factory=list[str])
    passed_functions: list[str] = field(default_factory=list[str])
    headings: list[str] = field(default_factory=list[str])
    certain_calls: list[tuple[str, list[tuple[int, int, str, str]]]] = field(
        default_factory=list[tuple[str, list[tuple[int, int, str, str]]]]
    )
    self_causing_verbs: list[str] = field(default_factory=list[str])
    called_verbs: list[str] = field(default_factory=list[str])
    queried_cards: list[str] = field(default_factory=list[str])
    listed_cards: list[str] = field(default_factory=list[str])
    silent_cards: list[str] = field(default_factory=list[str])
    offered_classes: list[tuple[int, int, str, str, str]] = field(default_factory=list[tuple[int, int, str, str, str]])
    ability_classes: list[tuple[int, int, str, str, str]] = field(default_factory=list[tuple[int, int, str, str, str]])
    kinds_with_ai: list[str] = field(default_factory=list[str])
    resolved_ais: list[tuple[int, int, str, str]] = field(default_factory=list[tuple[int, int, str, str]])
    open_offers: list[str] = field(default_factory=list[str])
    free_uses: list[tuple[int, int, str, str, str]] = field(default_factory=list[tuple[int, int, str, str, str]])
    stopping: list[str] = field(default_factory=list[str])
    cost_verbs: list[str] = field(default_factory=list[str])
    unanswered_calls: list[tuple[int, int, str, str]] = field(default_factory=list[tuple[int, int, str, str]])
    numbers: list[tuple[str, int, int, int, str]] = field(default_factory=list[tuple[str, int, int, int, str]])
    number_counts: dict[str, int] = field(default_factory=dict[str, int])
    replacements: list[tuple[int, int, str, str, str, str, str, str]] = field(
        default_factory=list[tuple[int, int, str, str, str, str, str, str]]
    )


@dataclass(frozen=True, slots=True)
class Place:
    """A range, and the card or test that contains it."""

    span: Span
    owner: str


class CardSummary(NamedTuple):
    """A card: one of its names, and all of its names in one text."""

    game: GameSummary
    path: str
    id: str
    kind: str
    name: str
    names: str
    start: int
    end: int

    @property
    def place(self) -> Place:
        return self.game.place(self.path, self.start, self.end, self.id)


class GameSummary:
    """The facts of all files, in the order rules, cards, tests."""

    def __init__(self, files: Mapping[str, FileSummary], source: Callable[[str], Source]) -> None:
        self.files = files
        self.source = source
        self.all_cards: list[CardSummary] | None = None

    def behind(self, first: Mapping[str, FileSummary]) -> GameSummary:
        """The facts of these files, and of some that come before them."""
        return GameSummary({**first, **self.files}, self.source)

    def place(self, path: str, start: int, end: int, owner: str) -> Place:
        return Place(self.source(path).span(start, end), owner)

    def cards(self) -> Sequence[CardSummary]:
        """Every card of the game; made once, for several rules look at all of them."""
        if self.all_cards is None:
            files = self.files.items()
            self.all_cards = [CardSummary(self, path, *card) for path, file in files for card in file.cards]
        return self.all_cards

    def tests(self) -> Iterator[Place]:
        """The place of every test; its owner is its name."""
        for path, file in self.files.items():
            for name, start, end in file.tests:
                yield self.place(path, start, end, name)

    def names_in(self, what: str) -> frozenset[str]:
        """One list of names, for all files together."""
        return frozenset(name for file in self.files.values() for name in getattr(file, what))

    @cached_property
    def words(self) -> frozenset[str]:
        return self.names_in("words")

    @cached_property
    def mentions(self) -> Counter[str]:
        """The number of trees in which each name occurs; all tests together count as one tree."""
        found: Counter[str] = Counter(self.names_in("names_in_tests"))
        for file in self.files.values():
            found.update(file.tree_counts)
        return found

    def is_mentioned_twice(self, name: str) -> bool:
        """Whether a name occurs in more than one tree."""
        return self.mentions[name] > 1


def as_data(file: FileSummary) -> dict[str, Any]:
    """The facts as JSON data, without empty values."""
    return {name: value for name in FileSummary.__slots__ if (value := getattr(file, name))}


def _no_source(path: str) -> Source:
    raise KeyError(path)


NO_SUMMARY = GameSummary({}, _no_source)
"""Of a context whose rules look at single files only."""

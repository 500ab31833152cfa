"""A game of several files with random edits, and its findings from each way of checking."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardwright.cli.render import as_data
from cardwright.cli.worker_pool import ProcessPool
from compiler.build import build_game
from compiler.garbage_collection import without_garbage_collection
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game.game_files import GameFolder
from dsl.incremental.check import check_game
from dsl.incremental.run import WorkerPool, single_process
from dsl.incremental.store import Store
from dsl.incremental.worker import Worker
from dsl.lint.base import LintContext
from dsl.lint.config import LintConfig
from dsl.lint.runner import run_lints
from tests.lint_game import write_example

SHOWN = "example"
CONFIG = LintConfig()
RULES = """\
status dazed of unit:
  passive: -1 armor

keyword steady(n: int) of unit:
  after deal to self where hurt > n once per turn: heal 1 to self

verb daze(target: unit):
  require not target.tapped "it is tapped already"
  add dazed to target until end of turn

verb promote(target: unit, into who: unit card):
  require target.level > 1 "it is too green"
  increase target.damage by who.level
"""
FIELDS = 'keywords: {type: set of keyword, printed: true, default: []}\n      ally: {type: "unit card?", printed: true, default: none}'
CARDS = """\
  - id: {id}
    kind: unit
    name: {{en: {name}, ru: Карта {n}}}
    provenance: house
    level: {level}
    hp: {hp}
    rules: |
      {text}
"""
TEXTS = (
    "passive while level > 2: +1 armor",
    "after tap self once per turn: heal 1 to self",
    'activate "aim" as action: promote self into grunt',
    'activate "aim" as action: promote self into card_1',
    "after daze self once per turn: heal 2 to self",
    "before deal to self where type is fire: daze self",
    "passive while level > 2 and level > 2: +1 armor  # allow: duplicate-condition it is an example",
    "# allow: change-by-zero nothing of the sort\n      passive: +2 armor",
    'activate "all" as action:\n        each foe in all enemy where level > 3: deal 1 cold to foe',
    "after heal to self: heal 1 to self",
)
TEST = """\
tests:
  - name: {id} is tapped
    given:
      players: [p1]
      create: [{{name: u, card: {id}, owner: p1, controller: p1}}]
    when: tap u
    then: [u.tapped]
"""
SCENARIO = """\
id: first
name: {en: First, ru: Первая}
players: [p1]
create: [{name: g, card: grunt, owner: p1, controller: p1}]
"""
SCENARIO_TEST = """\
tests:
  - name: from a scenario
    given: {scenario: first}
    when: tap g
    then: [g.tapped]
"""


def write_changing(folder: Path) -> Path:
    """Writes the game: three files of cards, three of tests, and a scenario."""
    game = write_example(folder, {"rules": RULES, "fields": FIELDS, "scenario": SCENARIO})
    for n in range(3):
        cards = "".join(card(3 * n + k, TEXTS[3 * n + k]) for k in range(3))
        (game / "cards" / f"more_{n}.yaml").write_text("cards:\n" + cards, encoding="utf-8")
        (game / "tests" / f"more_{n}.yaml").write_text(TEST.format(id=f"card_{3 * n}"), encoding="utf-8")
    (game / "tests" / "scenario.yaml").write_text(SCENARIO_TEST, encoding="utf-8")
    return game


def card(n: int, text: str, name: str = "") -> str:
    return CARDS.format(id=f"card_{n}", n=n, name=name or f"Card {n}", level=n % 8 + 1, hp=5, text=text)


# ---- findings
@without_garbage_collection()
def by_file(game: Path, store: Store | None = None, *, workers: bool = False) -> list[Any]:
    """The findings of a check file by file; with ``workers`` in two processes."""

    def start_workers(worker: Worker, size: int) -> WorkerPool:
        return ProcessPool(worker, 2, lambda done, of: None) if workers else single_process(worker, size)

    kept = store or Store(game, enabled=False)
    result = check_game(GameFolder(game, SHOWN), CONFIG, kept, start_workers)
    return [*shown(result.findings), result.cards, result.tests]


def at_once(game: Path) -> list[Any]:
    """The findings of a check of the whole game."""
    sink = Sink()
    build = build_game(game, sink, SHOWN)
    assert build is not None
    found = sink.sorted()
    if build.checked is not None and not any(item.severity is Severity.ERROR for item in found):
        context = LintContext(build.files, build.vocab, build.checked.facts, build.scenarios, build.tests)
        found = run_lints(context, CONFIG, SHOWN, found)
    return [*shown(found), len(build.files.cards), len(build.files.tests)]


def shown(found: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[Any]:
    """All the data of findings that people and programs see."""
    return list(as_data([SHOWN], list(found))["diagnostics"])


# ---- edits
def edit(game: Path, numbers: random.Random) -> str:
    """Makes one random edit; returns its name."""
    name = numbers.choice(sorted(EDITS))
    EDITS[name](game, numbers)
    return name


def _replaced(pattern: str, new: str, where: str) -> Callable[[Path, random.Random], None]:
    """An edit of one random match of a pattern, in a random file."""

    def change(game: Path, numbers: random.Random) -> None:
        path = _drawn(game, where, numbers)
        if path is None:
            return
        text = path.read_bytes().decode("utf-8", errors="surrogateescape")
        found = list(re.finditer(pattern, text))
        if found:
            match = numbers.choice(found)
            made = match.expand(new).replace("%n", str(numbers.randint(0, 9)))
            path.write_bytes((text[: match.start()] + made + text[match.end() :]).encode(errors="surrogateescape"))

    return change


def _drawn(game: Path, where: str, numbers: random.Random) -> Path | None:
    files = sorted(game.glob(where))
    return numbers.choice(files) if files else None


def _delete(game: Path, numbers: random.Random) -> None:
    path = _drawn(game, "[ct][ae]*/*.yaml", numbers)
    if path is not None:
        path.unlink()


def _added(game: Path, numbers: random.Random) -> None:
    n = numbers.randint(0, 12)
    text = "cards:\n" + card(n, numbers.choice(TEXTS), numbers.choice(("Card 1", "")))
    (game / "cards" / f"new_{numbers.randint(0, 3)}.yaml").write_text(text, encoding="utf-8")


def _bytes(game: Path, numbers: random.Random) -> None:
    path = _drawn(game, "*/*.*", numbers)
    if path is not None:
        path.write_bytes(
            path.read_bytes() + numbers.choice((b"\xff\n", b"  - {\n", b"\t- x\n", b"# a remark\n", b"@\n"))
        )


def _mended(game: Path, numbers: random.Random) -> None:
    """Restores the original game, so that old stored results are valid again."""
    for path in (*game.glob("*/*.yaml"), *game.glob("*/*.rules")):
        path.unlink()
    write_changing(game.parent)


def _lost(game: Path, numbers: random.Random) -> None:
    (game / "cards" / f"lost_{numbers.randint(0, 1)}.yml").write_text("cards: []\n", encoding="utf-8")


CARD_FILES, TEST_FILES, RULE_FILES = "cards/*.yaml", "tests/*.yaml", "rules/*.rules"
EDITS: dict[str, Callable[[Path, random.Random], None]] = {
    "rename a card": _replaced(r"card_\d", "card_%n", CARD_FILES),
    "change a number": _replaced(r"level: \d", "level: %n", CARD_FILES),
    "change a text": _replaced(r"heal \d", "heal %n", CARD_FILES),
    "misspell a verb": _replaced(r"\b(tap|heal|deal|promote)\b", r"\1x", CARD_FILES),
    "misspell a card": _replaced(r"into (grunt|card_\d)", r"into \1x", CARD_FILES),
    "refer to a card": _replaced(r"    hp: 5\n(?!    ally)", "    hp: 5\n    ally: card_%n\n", CARD_FILES),
    "write a remark": _replaced(r"    hp: 5\n", "    hp: 5 # allow: untested-card so it is\n", CARD_FILES),
    "rename to another's name": _replaced(r"en: Card \d", "en: Card %n", CARD_FILES),
    "rename a verb": _replaced(r"^(verb|flow) (\w+)", r"\1 \2x", RULE_FILES),
    "change a rule": _replaced(r"by \d", "by %n", RULE_FILES),
    "use a card in the rules": _replaced(r"require target.level > 1", "require target.card is not card_%n", RULE_FILES),
    "call a verb less": _replaced(r"    heal 1 to u\n", "", RULE_FILES),
    "rename a field": _replaced(r"damage: \{", "damages: {", "ruleset.yaml"),
    "drop a value": _replaced(r"fire, cold\]", "fire]", "ruleset.yaml"),
    "bound a field": _replaced(r"max: 9", "max: %n", "ruleset.yaml"),
    "test another card": _replaced(r"card: \w+", "card: card_%n", TEST_FILES),
    "check another value": _replaced(r"\.tapped\]", ".tapped, u.tapped]", TEST_FILES),
    "rename in a scenario": _replaced(r"name: [gh]\b", "name: h", "scenarios/*.yaml"),
    "delete a file": _delete,
    "add a card": _added,
    "break a file": _bytes,
    "as at the beginning": _mended,
    "leave a file that nothing reads": _lost,
}

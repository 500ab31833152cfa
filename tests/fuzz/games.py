"""The games that the fuzzer changes: all of the content, those of the reference, and small ones.

Job: give each as texts by path. Large games come as slices: all rules and cards, and few of the tests.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path, PurePosixPath
from string import Template

from cardwright.cli.new import template_of
from dsl.diagnostics import Sink
from dsl.reading.yaml_tree import Mapping, Sequence, parse_yaml
from dsl.source import Source
from tests.docs.pages import write_game
from tests.small_game import HEAD, KINDS, START

ROOT = Path(__file__).parents[2]
Files = dict[str, str]
KEPT_TESTS = 3  # of each file of a large game
LARGE = ("ddm", "descent", "dungeon_command", "middara", "warhammer")
SMALL = ("skirmish", "march", "fixture", "template", "arena")
ARENA_RULES = """\
noun foe = unit where controller is not self.controller
noun sturdy = unit where armor > 0
keyword flying of unit
keyword tough(n: int) of unit: passive: +(n) armor
status dazed of unit stacks none: passive: self cannot strike
status burning(n: int) of unit stacks highest:
  after round: hurt n to self
stat armor of unit
stat hp of unit
define price(u: unit, a: square, b: square) -> int? = none if step_blocked(a, b) or b has wall else (2 if b has mud else 1)
relation halts(u: unit, s: square) = some o in standing_on(s) satisfies o.controller is not u.controller
relation is_open(s: square) = not (s has wall)
table worth(n: int) -> int:
  n > 3: 2
  otherwise: 1
verb hurt(amount: int, to target: unit):
  require amount > 0 "nothing is left"
  step apply: increase target.damage by amount
verb strike(to target: unit, by u: unit):
  require target within 6 of u "{target} is too far away"
  let r = roll 2d6
  if total(r) > target.armor + 6: hurt worth(total(r)) to target
verb go(u: unit, to s: square):
  require s in reachable(u, 3, price, halts) "{u} cannot come there"
  place u at s
verb draw(by p: player):
  let top = first(p.pile)
  if top is not none: put top into p.hand
verb play(c: card, by p: player):
  require c in p.hand "it is not in hand"
  increase p.score by c.cost
  put c into p.pile at bottom
verb fall(u: unit):
  remove u
events pain = hurt, strike
whenever each u in all unit where u.damage >= u.hp: fall u
live unit.rules for this while in_play
every unit:
  activate "Strike" as act: strike to one foe by self
  activate "Go" as act once per round:
    choose s from reachable(self, 3, price, halts): go self to s
  react after hurt to self once per round: add burning(1) to self until end of next round
flow match():
  while game.round < 3 at most 4 times:
    increase game.round by 1
    round
flow round():
  each p in all player:
    draw by p
    choose c from p.hand by p: play c by p
    offer act to p
"""
ARENA_CARDS = """\
cards:
  - id: wolf
    kind: unit
    name: {en: Wolf}
    provenance: house
    hp: 4
    keywords: [flying, tough(1)]
    rules: |
      after strike by self where target.damage > 1: add dazed to target until end of round
  - {id: bear, kind: unit, name: {en: Bear}, provenance: house, armor: 2}
  - {id: gem, kind: card, name: {en: Gem}, provenance: house, cost: 2}
"""
ARENA_SCENARIO = """\
id: yard
name: Yard
players: [north, south]
board: |
  A . ~ .
    -
  . #|. .
  . . . B
legend:
  A: {name: mara, card: wolf, owner: north, controller: north}
  B: {name: grok, card: bear, owner: south, controller: south}
decks:
  - {zone: north.pile, owner: north, cards: {gem: 3}}
  - {zone: south.pile, owner: south, cards: {gem: 1}}
"""
ARENA_TESTS = """\
tests:
  - name: a blow
    given: {scenario: yard}
    when: strike to grok by mara
    dice: [[6, 6]]
    then: [grok.damage == 2, size(north.pile) == 3]
  - name: a turn
    given: {scenario: yard}
    when: round
    choices: [gem, pass, gem, pass]
    then: [north.score == 2]
"""


@cache
def game(name: str) -> Files:
    """The texts of a game by path."""
    if name in LARGE:
        return _slice(_texts(ROOT / "content" / name))
    if name == "arena":
        return {
            "ruleset.yaml": HEAD.format(name="arena") + START.format(start="match") + KINDS,
            "rules/arena.rules": ARENA_RULES, "cards/arena.yaml": ARENA_CARDS,
            "scenarios/yard.yaml": ARENA_SCENARIO, "tests/arena.yaml": ARENA_TESTS,
        }  # fmt: skip
    if name == "fixture":
        return _texts(ROOT / "tests/golden/fixture")
    if name == "template":
        told = {"id": "template", "title": "Template"}
        found = {str(path): text for path, text in template_of(ROOT / "cardwright/cli/template", PurePosixPath())}
        return {path: Template(text).substitute(told) for path, text in found.items() if path != "README.md"}
    with tempfile.TemporaryDirectory() as folder:
        write_game(ROOT / "docs" / {"skirmish": "language.md", "march": "tables.md"}[name], Path(folder))
        return _texts(Path(folder))


def _texts(folder: Path) -> Files:
    files = sorted(p for p in folder.rglob("*") if p.is_file() and ".cardwright_cache" not in p.parts)
    return {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in files if p.suffix in (".yaml", ".rules")}


def _slice(files: Files) -> Files:
    """The first tests of every file only: most of the time of a large game goes into the rest."""
    return {path: _few(text) if path.startswith("tests/") else text for path, text in files.items()}


def _few(text: str) -> str:
    root = parse_yaml(Source("tests", text), Sink())
    tests = root.get("tests") if isinstance(root, Mapping) else None
    if not isinstance(tests, Sequence) or len(tests.items) <= KEPT_TESTS:
        return text
    return text[: text.rindex("\n", 0, tests.items[KEPT_TESTS].start) + 1]


def write(files: Files, folder: Path) -> None:
    """Writes files below a folder."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", errors="surrogatepass")

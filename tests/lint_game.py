"""The small valid game of the lint tests, to which the examples of a rule are added."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import indent

from compiler.build import build_game
from dsl.diagnostics import Diagnostic, Sink
from dsl.lint.base import LintContext
from dsl.lint.config import LintConfig
from dsl.lint.runner import run_lints

RULESET = """\
id: example
name: {en: An example, ru: Пример}
version: 0.1.0
language: 1
source: written for the lints
languages: [en, ru]
start: match
board: {type: grid, metric: chebyshev}
policy:
  ties: oldest
  %policy
enums:
  element: [fire, cold]
  %enums
dice:
  red: {faces: [{hearts: 1}, {hearts: 2}]}
  %dice
kinds:
  game: {fields: {round: int}}
  player:
    fields:
      gold: {type: int, min: 0, max: 20}
      hand: {zone: unit, visible: owner}
      %player_fields
  unit:
    figure: true
    card: true
    fields:
      level: {type: int, printed: true, min: 1, max: 9}
      hp: {type: int, printed: true, min: 1}
      damage: {type: int, min: 0}
      tapped: bool
      rules: {type: rules, printed: true, default: ""}
      owner: player
      controller: player
      %fields
  %kinds
names:
  fire: {en: Fire, ru: Огонь}
  %names
"""
RULES = """\
noun enemy = unit where controller is not self.controller
stat armor of unit = 0

flow match():
  each p in all player: turn by p

flow turn(by p: player):
  increase game.round by 1
  each u in p.hand:
    put u into p.hand
  each u in all unit where controller is p:
    tap u
    deal 2 cold to u
    heal 1 to u
  offer action to p

verb tap(target: unit):
  require not target.tapped "it is tapped"
  set target.tapped to true

verb spend(amount: int, by who: player):
  require who.gold >= amount "there is not enough gold"
  decrease who.gold by amount

verb deal(amount: int, type: element = fire, to target: unit):
  require amount > target.armor "it does not hurt"
  let hurt = amount + 1 if type is cold else amount
  increase target.damage by hurt

verb heal(amount: int, to target: unit):
  decrease target.damage by min(amount, target.damage)

whenever each u in all unit where u.damage >= u.hp: remove u

every unit:
  passive while level > 5: +1 armor
  activate "strike" as action costs spend 1 by self.controller:
    choose foe from all enemy:
      let r = roll red
      deal r.hearts fire to foe

live unit for this while in_play
"""
CARDS = """\
cards:
  - {id: grunt, kind: unit, name: {en: Grunt, ru: Боец}, provenance: house, level: 3, hp: 5}
  - {id: chief, kind: unit, name: {en: Chief, ru: Вождь}, provenance: house, level: 7, hp: 9}
"""
ABILITY = """\
  - id: hero
    kind: unit
    name: {en: Hero, ru: Герой}
    provenance: house
    level: 4
    hp: 4
    rules: |
"""
TESTS = """\
tests:
  - name: a hit hurts
    given:
      players: [p1]
      create: [{name: g, card: grunt, owner: p1, controller: p1}, {name: c, card: chief, owner: p1, controller: p1}]
    when: deal 3 cold to g
    then: ["g.damage == 4", "c.damage == 0"]
"""
HERO_TEST = """\
  - name: a hero is tapped
    given:
      players: [p1]
      create: [{name: h, card: hero, owner: p1, controller: p1}]
    when: tap h
    then: [h.tapped]
"""


def write_example(folder: Path, example: Mapping[str, str]) -> Path:
    """Writes the game with an example added to it."""
    game = folder / "example"
    ruleset = RULESET
    for section in ("enums", "dice", "player_fields", "fields", "kinds", "names", "policy"):
        ruleset = ruleset.replace(f"%{section}", example.get(section, "").strip())
    if "board" in example:
        ruleset = re.sub(r"board: .*\n", lambda _: example["board"], ruleset)
    cards = CARDS + indent(example.get("cards", ""), "  ")
    tests = TESTS + indent(example.get("tests", ""), "  ")
    if "ability" in example:
        cards += ABILITY + indent(example["ability"], " " * 6)
        tests += HERO_TEST
    files = {"ruleset.yaml": ruleset, "rules/play.rules": RULES, "cards/units.yaml": cards, "tests/units.yaml": tests}
    if "rules" in example:
        files["rules/example.rules"] = example["rules"]
    if "words" in example:
        files["words.yaml"] = example["words"]
    if "scenario" in example:
        files["scenarios/first.yaml"] = example["scenario"]
    for name, text in files.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text, encoding="utf-8")
    return game


def linted(game: Path, config: LintConfig | None = None) -> list[Diagnostic]:
    """Every finding in a game; if it has errors, the rules do not run."""
    sink = Sink()
    build = build_game(game, sink, "example")
    if build is None or build.checked is None or sink.errors:
        return sink.sorted()
    context = LintContext(build.files, build.vocab, build.checked.facts, build.scenarios, build.tests)
    return run_lints(context, config or LintConfig(), "example", sink.sorted())

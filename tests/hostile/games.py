"""Small games with something hostile at a place where people write, and what becomes of them.

`Place` is such a place: it takes a text and gives the files of a game that has it there. A game is refused with a
diagnostic, or sound.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from compiler.build import Build, build_game
from dsl.diagnostics import Severity, Sink

RULESET = """\
id: {game}
name: {{en: {title}}}
version: 0.1.0
language: 1
source: {source}
languages: [en]
doc: {doc}
start: match
kinds:
  game:
    doc: {doc}
    fields: {{round: int, total: int{game_fields}}}
  player:
    fields:
      score: {{type: int, min: 0, max: 100000}}
      hand: {{zone: action, visible: owner}}
      pile: {{zone: action}}
  action:
    card: true
    fields:
      worth: {{type: int, printed: true, min: 0, doc: {doc}}}
      flavour: {{type: text, printed: true, default: {default}}}
      said: {{type: list of text, printed: true, default: []}}
      rules: {{type: rules, printed: true, default: ""}}
      owner: player
{more}"""
RULES = """\
verb gain(amount: int, by who: player):
  increase who.score by amount

verb play(played: action, by who: player):
  require played in who.hand "{message}"
  put played into who.pile
  gain played.worth by who
  may by who:
    gain 1 by who

flow match():
  repeat 2 times:
    increase game.round by 1
    each who in all player:
      turn by who
{calls}
flow turn(by who: player):
  step act:
    choose one by who:
      option "{label}":
        gain 1 by who
      option "other":
        gain 2 by who
    choose up to 1 picked from who.hand by who:
      play picked by who

live action for owner while this in owner.pile
{rules}"""
SCENARIO = """\
id: first
name: {title}
doc: {doc}
players: [{p1}, {p2}]
decks:
  - {{zone: {p1}.hand, owner: {p1}, cards: {{feast: 1, harvest: 2}}}}
  - {{zone: {p2}.hand, owner: {p2}, cards: {{harvest: 3}}}}
"""
CARDS = """\
cards:
  - id: harvest
    kind: action
    name: {{en: {title}}}
    provenance: house
    source: {source}
    worth: 3
    flavour: {flavour}
    said: [{flavour}]
  - id: feast
    kind: action
    name: {{en: Feast}}
    provenance: house
    worth: 1
    rules: |
      after play by self where played is not this:
        gain 1 by self
{cards}"""
TESTS = """\
tests:
  - name: {test}
    doc: {doc}
    given:
      players: [p1]
      create:
        - {{name: crop, card: harvest, owner: p1, zone: p1.hand}}
    when: play crop by p1
    choices: [no]
    then: ["p1.score == 3", "crop in p1.pile"]
    events: [play, gain]
  - name: refused
    given:
      players: [p1]
      create:
        - {{name: crop, card: harvest, owner: p1, zone: p1.pile}}
    when: play crop by p1
    illegal: {illegal}
"""
RULEBOOK = """\
rows:
  - {{id: SM-ONE-01, kind: procedure, statement: {doc}, heading: {title}}}
excuses: []
"""


def quoted(text: str) -> str:
    """A text in the double quotes of YAML, with escapes for what may not stand there as it is."""
    return '"' + "".join(json.dumps(c)[1:-1] if ord(c) < 0x10000 else f"\\U{ord(c):08x}" for c in text) + '"'


@dataclass
class Texts:
    """What stands where a text may; YAML's are quoted, those of the language stand as they are."""

    yaml: dict[str, str] = field(default_factory=dict[str, str])
    raw: dict[str, str] = field(default_factory=dict[str, str])

    def files(self) -> dict[str, str]:
        texts = {name: quoted(self.yaml.get(name, "plain")) for name in YAML_PLACES}
        raw = {"message": "not there", "label": "one", "calls": "", "rules": "", "more": "", "cards": "",
               "game_fields": "", "game": "small", "p1": "p1", "p2": "p2", **self.raw}  # fmt: skip
        holes = {**texts, "illegal": quoted(raw["message"]), **raw}
        return {
            "ruleset.yaml": RULESET.format(**holes),
            "rules/match.rules": RULES.format(**holes),
            "scenarios/first.yaml": SCENARIO.format(**holes),
            "cards/actions.yaml": CARDS.format(**holes),
            "tests/actions.yaml": TESTS.format(**holes),
        }


YAML_PLACES = ("title", "source", "doc", "default", "flavour", "test")
RAW_PLACES = ("message", "label")


def write(files: dict[str, str], folder: Path) -> Path:
    """Writes a game; names may be any that the system takes."""
    for name, text in files.items():
        path = os.path.join(os.fsencode(folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
    return folder


def built(folder: Path) -> tuple[Build | None, list[str]]:
    """A game as `check` sees it, and its errors; any other exception is a fault of ours and rises."""
    sink = Sink()
    build = build_game(folder, sink, folder.name)
    errors = [f"{d.code}: {d.message} ({d.span})" for d in sink.sorted() if d.severity is Severity.ERROR]
    assert build is None or build.program is not None or errors, "refused without a word"
    return (build, errors) if not errors else (None, errors)


def judged(files: dict[str, str], folder: Path) -> tuple[Build | None, list[str]]:
    return built(write(files, folder))


_PLACE = re.compile(r"\(\w+/(.+):(\d+):\d+\)\Z", re.DOTALL)
_MARK = re.compile(r"# e(\d+)$")
Make = Callable[[dict[int, str]], dict[str, str]]


def sound(make: Make, texts: Iterable[str], folder: Path) -> tuple[Build, dict[int, str]]:
    """The game of those texts that are not refused, and why the others are, by number.

    ``make`` gives the files of a game with some of the texts; each line with a text ends with its number: `# e17`.
    """
    left = dict(enumerate(texts))
    told: dict[int, str] = {}
    for _ in range(60):
        files = make(left)
        build, errors = judged(files, folder)
        if build is not None:
            return build, told
        lines = {path: text.split("\n") for path, text in files.items()}
        refused: dict[int, str] = {}
        for error in errors:
            place = _PLACE.search(error)
            assert place is not None, error
            mark = _MARK.search(lines[place[1]][int(place[2]) - 1])
            if mark is not None:
                refused.setdefault(int(mark[1]), error)
        assert refused, errors[:5]
        told |= refused
        left = {number: text for number, text in left.items() if number not in refused}
    raise AssertionError("there is no end of what is refused")

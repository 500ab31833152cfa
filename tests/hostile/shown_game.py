"""A game without a fault in which every place for words holds what a reader of the output could take for more."""

from __future__ import annotations

import json
from pathlib import Path

# What content allows: commands to services that run checks, formulas, Markdown, HTML, mentions, addresses.
WORDS = (
    "::error::forged", "\u00a0::add-mask::forged", "##[error]forged", "###[command]forged", "##vso[task.setvariable x=y]z",
    "##teamcity[message text='x']", "=1+1", "+SUM(A1)", "-1+1", "@everyone", "# heading", "[a](javascript:x)",
    "![a](http://evil.example/x.png)", "<img src=x onerror=y>", "`a` ``b``", "a | b \\| c", "`", "www.evil.example",
    "]]><x>&amp;", "%0A::error::forged", "x\\", "=1+1;=2+2", "'=1",
)  # fmt: skip
# Names of files, too; some signs are refused in these, and shown all the same.
FILES = ("-error forged", "##[error]forged", "=1+1", "@everyone [a](javascript)", "`a` b", "##vso[x]", "%0A,title=x")


def word(number: int) -> str:
    return WORDS[number % len(WORDS)]


def quoted(number: int) -> str:
    """A text for YAML, in double quotes."""
    return json.dumps(word(number), ensure_ascii=False)


RULESET = """\
id: {id}
name: {{en: {title}}}
version: 0.1.0
language: 1
source: {source}
languages: [en]
start: match
scenario: first
doc: {title}
names: {{score: {{en: {source}}}, play: {{en: {title}}}}}
board: {{type: grid, metric: chebyshev, terrain: {{mud: ":"}}}}
kinds:
  game: {{fields: {{round: int}}}}
  player:
    doc: {title}
    fields:
      score: {{type: int, min: 0, max: 1000}}
      hand: {{zone: action, visible: owner}}
      pile: {{zone: action}}
  action:
    card: true
    fields:
      worth: {{type: int, printed: true, min: -5}}
      flavour: {{type: text, printed: true}}
      rules: {{type: rules, printed: true, default: ""}}
      owner: player
  beast:
    card: true
    figure: true
    fields:
      rules: {{type: rules, printed: true, default: ""}}
      owner: player
      controller: player
"""
RULES = """\
# allow: ::error::forged
verb gain(amount: int, by who: player):
  increase who.score by amount

@DC-CARD-01
verb play(played: action, by who: player):
  require played in who.hand "{message}"
  put played into who.pile
  choose one by who:
    option "{one}":
      gain (played.worth + 5) by who
    option "{two}":
      nothing

flow match():
  repeat 2 times:
    increase game.round by 1
    each u in all beast: resolve ai of u
    each who in all player: turn by who

flow turn(by who: player):
  step act:
    choose up to 1 picked from who.hand by who:
      play picked by who
  offer action to who

live action for owner while this in owner.pile
live beast for this while in_play
"""
RULEBOOK = """\
rows:
  - {{id: DC-CARD-01, statement: {text}, heading: {title}}}
  - {{id: DC-CARD-02, statement: {text}}}
"""
BEAST = """\
  - id: hound
    kind: beast
    name: {en: %s}
    provenance: house
    rules: |
      ai:
        when self.controller.score > 3:
          gain 1 by self.controller
        otherwise:
          gain 2 by self.controller
      activate "%s" as action:
        gain 1 by self.controller
"""


def card(number: int) -> str:
    return "".join((
        f"  - id: card_{number}\n    kind: action\n    name: {{en: {quoted(number)}}}\n    provenance: published\n",
        f"    source: {quoted(number)}\n    worth: {-number % 3 - 1}\n    flavour: {quoted(number + 1)}\n",
        f"    doc: {quoted(number + 2)}\n",
    ))  # fmt: skip


def test(number: int, then: str) -> str:
    """A test of the game that holds, or does not."""
    return "\n".join((
        f"  - name: {quoted(number)}", f"    doc: {quoted(number)}", "    rows: [DC-CARD-01]", "    given:",
        "      players: [p1]", "      create:", "        - {name: crop, card: card_1, owner: p1, zone: p1.hand}",
        f"    choices: [{quoted(0)}]", "    when: play crop by p1", f"    then: [{json.dumps(then)}]", "",
    ))  # fmt: skip


def refused_test(number: int) -> str:
    return "\n".join((
        f"  - name: {quoted(number)}", "    given:", "      players: [p1]", "      create:",
        "        - {name: crop, card: card_1, owner: p1, zone: p1.pile}", "    when: play crop by p1",
        f"    illegal: {quoted(number)}", "",
    ))  # fmt: skip


def in_rules(number: int) -> str:
    """A word in a text of the language, which has neither quotes nor braces."""
    return word(number).replace('"', "'")


def write_hostile(folder: Path, name: str = "hostile", *, failing: bool = False) -> Path:
    """The game; with ``failing``, most of its tests do not hold."""
    game = folder / name
    for inside in ("rules", "cards", "tests", "scenarios", "rosters"):
        (game / inside).mkdir(parents=True)
    write(game / "ruleset.yaml", RULESET.format(id=name, title=quoted(0), source=quoted(2)))
    rules = RULES.format(message=in_rules(0), one=in_rules(0), two=in_rules(2))
    write(game / "rules" / f"{FILES[0]}.rules", rules)
    write(game / "rulebook.yaml", RULEBOOK.format(text=quoted(0), title=quoted(2)))
    write(game / "cards" / f"{FILES[1]}.yaml", "cards:\n" + "".join(map(card, range(len(WORDS)))))
    write(game / "cards" / f"{FILES[2]}.yaml", "cards:\n" + BEAST % (quoted(0), in_rules(0)))
    tests = [refused_test(0), test(1, "p1.score == 6")]
    if failing:
        tests += [test(number, "p1.score == 99") for number in range(len(WORDS))]
        tests += [refused_test(number) for number in range(1, len(WORDS))]
    write(game / "tests" / f"{FILES[3]}.yaml", "tests:\n" + "".join(tests))
    scenario = f"id: first\nname: {quoted(0)}\nplayers: [p1, p2]\nboard: |\n  b :\n"
    scenario += "legend:\n  b: {card: hound, name: rex, owner: p1, controller: p1}\n"
    decks = "decks:\n  - {zone: p1.hand, owner: p1, cards: {card_0: 1, card_2: 2}}\n"
    write(game / "scenarios" / "first.yaml", scenario + decks)
    return game


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")

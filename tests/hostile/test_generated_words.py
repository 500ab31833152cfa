"""Every word that a runtime or a language of a host knows is fine as a name of a game, or refused in words.

A game has all words at one sort of place; what `check` refuses is left out, and the rest is played in every engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.meaning.builtins import COMPILED_NAMES, NO_VARIABLE, RESERVED, is_name
from tests.hostile.games import Texts, sound
from tests.hostile.names import NO_NAMES, WORDS
from tests.hostile.test_generated import nothing_ran as nothing_ran
from tests.hostile.test_generated import played_alike
from tests.small_game import try_small

ROOT = Path(__file__).parents[2]
Words = dict[int, str]
TELL = "\nverb tell(n: int):\n  increase game.total by n\n"
REFUSED = {
    "reserved-name", "duplicate-name", "duplicate-key", "duplicate-id", "syntax", "wrong-value", "ambiguous-name",
    "extra-operand", "unknown-field", "unknown-name", "unknown-type", "wrong-operand", "wrong-type", "require-too-late",
}  # fmt: skip
# Names that the game itself has at a place.
_TAKEN = ("player", "action", "game", "harvest", "feast", "tell", "gain", "play", "turn", "match")
OWN = dict.fromkeys(("verbs", "values", "cards", "kinds", "statuses", "nouns", "dice", "functions"), _TAKEN)
SLOW = ("statuses", "players", "cards", "loops", "choices", "values", "verbs", "nouns", "arguments")
OWN["printed"] = ("id", "kind", "name", "provenance")


def game(words: Words, calls: str, rules: str = "", more: str = "", **others: str) -> dict[str, str]:
    """A game of which the flow does some calls, each for one word."""
    flow = "  each who in all player:\n" + "".join(calls.format(n=n, w=w) for n, w in words.items())
    made = "".join(rules.format(n=n, w=w) for n, w in words.items())
    return Texts(raw={"calls": flow, "rules": TELL + made, "more": more, **others}).files()


def lines_of(words: Words, line: str) -> str:
    return "".join(line.format(n=n, w=w) for n, w in words.items())


def fields(words: Words) -> dict[str, str]:
    more = "  thing:\n    fields:\n" + lines_of(words, "      {w}: {{type: int, default: {n}}} # e{n}\n")
    rules = "\nverb put{n}(made: thing): # e{n}\n  set made.{w} to made.{w} + 1 # e{n}\n  tell made.{w} # e{n}\n"
    files = game(words, "    put{n} made # e{n}\n", rules, more)
    rows = files["rules/match.rules"].replace(
        "  each who in all player:\n    put", "  create made = thing\n  each who in all player:\n    put"
    )
    return {**files, "rules/match.rules": rows}


def printed(words: Words) -> dict[str, str]:
    more = "  gem:\n    card: true\n    fields:\n" + lines_of(
        words, "      {w}: {{type: int, printed: true, default: 0}} # e{n}\n"
    )
    cards = "  - id: ruby\n    kind: gem\n    name: {en: Ruby}\n    provenance: house\n" + lines_of(
        words, "    {w}: {n} # e{n}\n"
    )
    return game(words, "    tell ruby.{w} # e{n}\n", more=more, cards=cards)


def verbs(words: Words) -> dict[str, str]:
    return game(words, "    {w} {n} # e{n}\n", "\nverb {w}(n: int): # e{n}\n  tell n # e{n}\n")


def steps(words: Words) -> dict[str, str]:
    return game(words, "    s{n} # e{n}\n", "\nverb s{n}(): # e{n}\n  step {w}: # e{n}\n    tell {n} # e{n}\n")


def parameters(words: Words) -> dict[str, str]:
    return game(words, "    p{n} {n} # e{n}\n", "\nverb p{n}({w}: int): # e{n}\n  tell max({w}, 0) # e{n}\n")


def lets(words: Words) -> dict[str, str]:
    rules = "\nverb l{n}(given: int): # e{n}\n  let {w} = given + 2 # e{n}\n  tell {w} # e{n}\n"
    return game(words, "    l{n} {n} # e{n}\n", rules)


def payloads(words: Words) -> dict[str, str]:
    """Values of an event as who answers it reads them."""
    rules = "\nverb p{n}({w}: int): # e{n}\n  tell 1 # e{n}\n\nevery player: # e{n}\n  after p{n}: # e{n}\n    tell {w} # e{n}\n"
    return game(words, "    p{n} {n} # e{n}\n", rules)


def locals_(words: Words) -> dict[str, str]:
    """Names of loops, choices and lets within an ability, whose event is another."""
    rules = (
        "\nverb q{n}(): # e{n}\n  tell 1 # e{n}\n\nevery player: # e{n}\n  after q{n}: # e{n}\n    let {w} = {n} # e{n}\n"
        "    tell {w} # e{n}\n"
    )
    return game(words, "    q{n} # e{n}\n", rules)


def loops(words: Words) -> dict[str, str]:
    calls = "    tell sum({w}.score for {w} in all player) # e{n}\n"
    return game(words, calls, "\nverb r{n}(): # e{n}\n  each {w} in all player: # e{n}\n    tell {w}.score # e{n}\n")


def choices(words: Words) -> dict[str, str]:
    rules = (
        "\nverb ch{n}(by who: player): # e{n}\n  choose {w} from all player by who: # e{n}\n    tell {w}.score # e{n}\n"
    )
    return game(words, "    ch{n} by who # e{n}\n", rules)


def functions(words: Words) -> dict[str, str]:
    return game(words, "    tell {w}({n}) # e{n}\n", "\ndefine {w}(n: int) -> int = n + 1 # e{n}\n")


def arguments(words: Words) -> dict[str, str]:
    return game(words, "    tell fn{n}({n}) # e{n}\n", "\ndefine fn{n}({w}: int) -> int = {w} + 1 # e{n}\n")


def values(words: Words) -> dict[str, str]:
    more = "enums:\n  sort:\n" + lines_of(words, "    - {w} # e{n}\n")
    files = game(words, "    show {w} # e{n}\n", more="")
    rules = files["rules/match.rules"] + "\nverb show(what: sort):\n  tell 1\n"
    return {
        **files,
        "rules/match.rules": rules,
        "ruleset.yaml": files["ruleset.yaml"].replace("kinds:\n", more + "kinds:\n", 1),
    }


def cards(words: Words) -> dict[str, str]:
    made = lines_of(
        words, "  - id: {w} # e{n}\n    kind: action\n    name: {{en: Card}}\n    provenance: house\n    worth: {n}\n"
    )
    return game(words, "    tell {w}.worth # e{n}\n", cards=made)


def kinds(words: Words) -> dict[str, str]:
    more = lines_of(words, "  {w}: {{fields: {{n: int}}}} # e{n}\n")
    rules = "\nverb k{n}(): # e{n}\n  create made = {w} # e{n}\n  tell size(all {w}) # e{n}\n"
    return game(words, "    k{n} # e{n}\n", rules, more)


def statuses(words: Words) -> dict[str, str]:
    rules = (
        "\nstat wit{n} of player = 1 # e{n}\nstatus {w} of player: # e{n}\n  passive: # e{n}\n    +1 wit{n} # e{n}\n"
    )
    return game(words, "    add {w} to who # e{n}\n    tell who.wit{n} # e{n}\n", rules)


def nouns(words: Words) -> dict[str, str]:
    return game(words, "    tell size(all {w}) # e{n}\n", "\nnoun {w} = player where score > 0 # e{n}\n")


def dice(words: Words) -> dict[str, str]:
    rules = "\nverb k{n}(): # e{n}\n  let r = roll {w} # e{n}\n  tell total(r) # e{n}\n"
    files = game(words, "    k{n} # e{n}\n", rules)
    made = "dice:\n" + lines_of(words, "  {w}: {{sides: 6}} # e{n}\n") + "kinds:\n"
    return {**files, "ruleset.yaml": files["ruleset.yaml"].replace("kinds:\n", made, 1)}


def symbols(words: Words) -> dict[str, str]:
    rules = "\nverb k{n}(): # e{n}\n  let r = roll odd # e{n}\n  tell r.{w} # e{n}\n"
    files = game(words, "    k{n} # e{n}\n", rules)
    face = lines_of(words, "        {w}: {n} # e{n}\n")
    made = f"dice:\n  odd:\n    faces:\n      -\n{face}      -\n{face}kinds:\n"
    return {**files, "ruleset.yaml": files["ruleset.yaml"].replace("kinds:\n", made, 1)}


def players(words: Words) -> dict[str, str]:
    """Names of entities in tests, and of seats in scenarios."""
    tests = "tests:\n" + lines_of(
        words,
        "  - name: test {n}\n    given:\n      players:\n        - {w} # e{n}\n    when: gain 2 by {w} # e{n}\n"
        "    then:\n      - {w}.score == 2 # e{n}\n",
    )
    made = {
        f"scenarios/s{n}.yaml": f"id: {w} # e{n}\nname: One\nplayers:\n  - {w} # e{n}\n"
        for n, w in words.items()
        if n % 8 == 0
    }
    every = {f"scenarios/s{n}.yaml": f"id: left_out_{n}\nname: One\nplayers: [p1]\n" for n in range(0, 400, 8)}
    return {**game(words, "    tell {n}\n"), "tests/more.yaml": tests, **every, **made}


PLACES: dict[str, Callable[[Words], dict[str, str]]] = {
    made.__name__: made
    for made in (fields, printed, verbs, steps, parameters, lets, payloads, locals_, loops, choices, functions, arguments,
                 values, cards, kinds, statuses, nouns, dice, symbols, players)
}  # fmt: skip


def test_the_words_of_compiled_texts_are_all_refused() -> None:
    """Whatever a compiled text calls something of its own, no text of a game can call something so."""
    paths = [*ROOT.glob("compiler/lowering/*.py"), *ROOT.glob("compiler/callables/*.py"), ROOT / "compiler/core/rewrite.py",
             ROOT / "compiler/core/rules_table.py", *ROOT.glob("compiler/targets/*.py")]  # fmt: skip
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    made = r'(?:ir\.Local\([^()"]*(?:\(node\))?, ?|local\(|assign\(|replace_local\([^"\n]*, )"(\w+)"|"v_(\w*)"'
    used = {(a or b).removeprefix("v_") for a, b in re.findall(made, text)}
    assert {"ev", "trigger", "then", "env", "it", "found_"} <= used
    assert {name for name in used if is_name(name)} <= RESERVED | COMPILED_NAMES


@pytest.mark.parametrize("place", PLACES)
def test_words_are_names_or_refused(place: str, tmp_path: Path) -> None:
    some = WORDS[::2] if place in SLOW else WORDS
    words = [w for w in dict.fromkeys((*some, *NO_NAMES)) if "\n" not in w and w not in OWN.get(place, ())]
    build, refused = sound(PLACES[place], words, tmp_path / "small")
    assert {error.partition(":")[0] for error in refused.values()} <= REFUSED, refused
    assert len(refused) < 160
    transcripts = played_alike(build, tmp_path, ("python", "javascript", "lua51"))
    assert max(map(len, transcripts)) > 30


# ---- reserved names: each place in which a text of a game gives a name to a value
VARIABLES = (
    "verb go{n}(a: int):\n  let {w} = a\n",
    "verb go{n}():\n  let {w} = roll d6\n",
    "verb go{n}({w}: int):\n  increase game.count by 1\n",
    "verb go{n}(by p: player):\n  create {w} = unit with owner = p, controller = p\n",
    "verb go{n}():\n  each {w} in all unit: remove {w}\n",
    "verb go{n}(by p: player):\n  choose {w} from all unit by p: remove {w}\n",
    "verb go{n}(by p: player):\n  choose up to 2 {w} from all unit by p: increase game.count by 1\n",
    "define f{n}(a: int) -> int = sum({w}.hp for {w} in all unit)\n",
    "define f{n}({w}: int) -> int = {w}\n",
    "relation f{n}(a: int) = some {w} in all unit satisfies {w}.hp > a\n",
    "whenever each {w} in all unit where {w}.damage > 100: remove {w}\n",
    "keyword k{n}({w}: int) of unit\n",
)
ENTITIES = (
    "- name: test {n}\n  given: {{players: [{w}]}}\n",
    "- name: test {n}\n  given: {{players: [p], create: [{{name: {w}, kind: unit, owner: p, controller: p}}]}}\n",
    "- name: test {n}\n  given:\n    players: [p]\n    board: |\n      A\n"
    "    legend:\n      A: {{name: {w}, kind: unit, owner: p, controller: p}}\n",
    "- name: test {n}\n  given:\n    players: [p]\n    do: |\n      let {w} = 1\n      set game.count to {w}\n",
)


def refused(told: list[str], place: str, names: list[str], begins: int) -> set[str]:
    """The names that are refused where they are given: reserved or, at some places, words of the grammar."""
    found: set[str] = set()
    for code, line in (re.findall(r"^([a-z-]+): .*:(\d+):\d+\)$", one)[0] for one in told):
        if code in ("reserved-name", "syntax"):
            found.update(names[(int(line) - begins) // place.count("\n") :][:1])  # verbs that `try_small` adds follow
    return found


@pytest.mark.parametrize("place", VARIABLES)
def test_no_variable_has_a_reserved_name(place: str, tmp_path: Path) -> None:
    assert not try_small(tmp_path / "fine", place.format(n=0, w="fine"))[1]
    names = sorted(NO_VARIABLE)
    rules = "".join(place.format(n=n, w=w) for n, w in enumerate(names))
    assert refused(try_small(tmp_path, rules)[1], place, names, 1) == NO_VARIABLE


@pytest.mark.parametrize("place", ENTITIES)
def test_nothing_of_a_test_has_a_reserved_name(place: str, tmp_path: Path) -> None:
    place += "  when: look\n  then: [game.count == 1]\n"
    rules = "verb look():\n  increase game.count by 1\n"
    assert not try_small(tmp_path / "fine", rules, tests=place.format(n=0, w="fine"))[1]
    names = sorted(NO_VARIABLE if "let" in place else RESERVED | COMPILED_NAMES)
    tests = "".join(place.format(n=n, w=w) for n, w in enumerate(names))
    assert refused(try_small(tmp_path, rules, tests=tests)[1], place, names, 2) == set(names)

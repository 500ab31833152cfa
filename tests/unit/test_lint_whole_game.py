"""What lints know of a whole game: numbers, verbs and cards, each with its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dsl.game.game_files import GameFolder
from dsl.incremental.check import check_game
from dsl.incremental.store import Store
from dsl.lint.base import Rule
from dsl.lint.config import LintConfig
from dsl.lint.rules import RULES, outlying_number, silent_card, uncalled_verb, unreached_card
from tests.lint_game import linted, write_example

ALL = LintConfig(given=tuple(replace(rule, on=True) for rule in RULES))


def found(folder: Path, code: str, example: Mapping[str, str]) -> list[str]:
    items = linted(write_example(folder, example), ALL)
    return [f"{item.owner}: {item.message} | {item.help}" for item in items if item.code == code]


# ---- numbers
def crates(*weights: int, parts: bool = False) -> dict[str, str]:
    form = "- {{id: c{n}, kind: crate, name: {{en: Crate {n}, ru: Ящик {n}}}, provenance: house, {printed}}}\n"
    written = [f"lid: {{weight: {w}}}" if parts else f"weight: {w}" for w in weights]
    kinds = "crate:\n    card: true\n    fields: {weight: {type: int, printed: true}}\n"
    if parts:
        kinds = (
            "lid:\n    part: true\n    fields: {weight: {type: int, printed: true}}\n"
            "  crate:\n    card: true\n    fields: {lid: {type: lid, printed: true}}\n"
        )
    cards = "".join(form.format(n=n, printed=printed) for n, printed in enumerate(written))
    return {"kinds": kinds, "cards": cards}


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ((150, 180, 200, 210, 220, 260, 300, 20), "c7: `weight` of `c7` is 20, far from that of every other crate | "
         "nearest are 150 (`c0`) and 180 (`c1`); if it is meant, write `# allow: outlying-number` and why behind it"),
        ((15, 18, 20, 21, 22, 26, 30, 300), "c7: `weight` of `c7` is 300, far from that of every other crate | "
         "nearest are 30 (`c6`) and 26 (`c5`); if it is meant, write `# allow: outlying-number` and why behind it"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("parts", [False, True])
def test_a_number_far_from_all_others(weights: tuple[int, ...], said: str, parts: bool, tmp_path: Path) -> None:
    wanted = said.replace("other crate", "other lid") if parts else said
    assert found(tmp_path, "outlying-number", crates(*weights, parts=parts)) == [wanted]


@pytest.mark.parametrize(
    "weights",
    [
        (150, 180, 200, 210, 220, 260, 20),  # too few to tell
        (150, 180, 200, 210, 220, 260, 300, 31),  # not so far
        (150, 180, 200, 210, 220, 20, 260, 300, 20),  # two of them
        (0, 1, 2, 3, 4, 3, 2, 1, 2),  # none is a number of its own
        (1, 5, 25, 125, 625, 3000, 15000, 15000),  # the smallest is far here too, but
    ],
)
def test_numbers_that_are_not_far(weights: tuple[int, ...], tmp_path: Path) -> None:
    wanted = 1 if weights[0] == 1 else 0
    assert len(found(tmp_path, "outlying-number", crates(*weights))) == wanted


@pytest.mark.parametrize(
    ("ability", "many"),
    [
        ("activate as action requires level > 9: heal 1 to self\n", 0),  # never, whatever is printed: another rule
        ("activate as action requires level > 7: heal 1 to self\n", 1),
        ("activate as action requires self.level >= 7: heal 1 to self\n", 0),
        ("activate as action:\n  choose u from all enemy:\n    if u.level == 8: heal 1 to u\n    tap u\n", 1),
        ("activate as action:\n  choose u from all enemy:\n    if u.damage == 8: heal 1 to u\n    tap u\n", 0),
        ("activate as action requires self.armor > 9: heal 1 to self\n", 0),  # modifiers change it
    ],
)
def test_a_number_that_no_card_prints(ability: str, many: int, tmp_path: Path) -> None:
    said = found(tmp_path, "unmet-number", {"ability": ability})
    assert said == ["hero: no unit prints such a `level` | compare with a printed number"] * many


# ---- verbs and cards
def test_a_verb_of_the_rulebook_that_only_tests_call(tmp_path: Path) -> None:
    wanted = "only tests call `rest`, which carries out EX-REST-01 | call it where the book says that it happens"
    assert found(tmp_path, "uncalled-verb", uncalled_verb.RULE.bad) == [f": {wanted}"]


def test_a_verb_without_a_row_or_that_a_live_line_calls_is_called(tmp_path: Path) -> None:
    bad = dict(uncalled_verb.RULE.bad)
    assert found(tmp_path / "a", "uncalled-verb", {**bad, "rules": bad["rules"].split("\n", 1)[1]}) == []
    through = bad["rules"] + "status worn of unit:\n  activate as action: rest by self\n"
    assert found(tmp_path / "b", "uncalled-verb", {**bad, "rules": through}) == []


def test_a_card_that_nothing_brings_into_play(tmp_path: Path) -> None:
    bad = dict(unreached_card.RULE.bad)
    wanted = "scout: no list, query, scenario or roster reaches `scout` | name it where it comes into play"
    assert found(tmp_path / "a", "unreached-card", bad) == [wanted]
    query = "define known() -> int = count of unit card\nverb tell(): increase game.round by known()\n"
    roster = 'roster band(units: list of unit card):\n  require size(units) > 0 "it is empty"\n'
    named = "verb call_scout(by who: player): create s = unit from scout with owner = who, controller = who\n"
    for number, rules in enumerate((query, roster, named)):
        assert found(tmp_path / str(number), "unreached-card", {**bad, "rules": rules}) == []
    assert found(tmp_path / "b", "unreached-card", {key: bad[key] for key in ("cards",)}) == []


@pytest.mark.parametrize("where", ["rules", "tests"])
def test_an_offer_of_a_class_that_no_ability_has(where: str, tmp_path: Path) -> None:
    offers = {
        "rules": "verb rest(by p: player): offer CLASS to p\n",
        "tests": "- {name: nothing to do, given: {players: [p1]}, when: offer CLASS to p1, then: [game.round == 0]}\n",
    }
    ability = {"ability": "activate as action: heal 1 to self\n"}

    def told(name: str) -> list[str]:
        return found(tmp_path / name, "unoffered-class", {**ability, where: offers[where].replace("CLASS", name)})

    assert told("action") == [] and told("any") == []
    owner = "" if where == "rules" else "nothing to do"
    said = "no ability has the class `acton`, so nothing of it is ever offered"
    assert told("acton") == [f"{owner}: {said} | did you mean `action`?"]


def test_an_ability_without_a_class(tmp_path: Path) -> None:
    """Only `offer any` offers it, or a `live` line gives its text a class."""

    def told(name: str, rules: str) -> list[str]:
        return found(tmp_path / name, "unoffered-class", {"ability": "activate: heal 1 to self\n", "rules": rules})

    said = "this ability has no class, and nothing offers `any`"
    help = "give it a class that is offered, behind `as`: `action`"
    assert told("none", "noun big = unit where level > 5\n") == [f"hero: {said} | {help}"]
    assert told("any", "verb rest(by p: player): offer any to p\n") == []
    deeds = "deed:\n    card: true\n    fields: {rules: {type: rules, printed: true}, owner: player}\n"
    more = {
        "kinds": deeds,
        "player_fields": "deeds: {zone: deed, visible: owner}\n",
        "cards": """\
- id: ruse
  kind: deed
  name: {en: Ruse, ru: Уловка}
  provenance: house
  rules: |
    activate: increase self.gold by 1
""",
    }
    for live, count in (("as action", 0), ("", 1)):
        rules = {"rules": f"live deed for owner while this in owner.deeds {live}\n"}
        assert len(found(tmp_path / f"deeds{count}", "unoffered-class", {**more, **rules})) == count


def test_an_offer_for_what_has_no_ability_of_the_class(tmp_path: Path) -> None:
    """Only a unit has one in the first game; a heading, or an ability of every player, may be one of the player's."""

    def told(name: str, whose: str, more: str = "") -> list[str]:
        rules = f"verb rest(by p: player, to u: unit): offer action to p for {whose}\n{more}"
        return found(
            tmp_path / name, "unoffered-class", {"ability": "activate as action: heal 1 to self\n", "rules": rules}
        )

    said = "no ability of the class `action` is one of whom `for` names, so nothing of it is ever offered"
    assert told("player", "p") == [f": {said} | leave `for` out, or name whose abilities are meant"]
    assert told("unit", "u") == []
    assert told("every", "p", "every player:\n  activate as action: spend 1 by self\n") == []
    assert told("heading", "p", "heading rested of unit = activate as action\n") == []


def test_a_card_is_silent_only_if_every_other_speaks(tmp_path: Path) -> None:
    example = dict(silent_card.RULE.bad)
    assert len(found(tmp_path / "one", "silent-card", example)) == 1
    named = example["tests"].replace('== 8"', '== 8", "(count of deed card where it is truce) == 1"')
    assert found(tmp_path / "named", "silent-card", {**example, "tests": named}) == []
    text = "  rules: |\n    after turn by self: increase self.gold by 7\n"
    assert text in example["cards"]
    two = {**example, "cards": example["cards"].replace(text, "")}
    assert found(tmp_path / "two", "silent-card", two) == []
    assert found(tmp_path / "both", "silent-card", {**two, "tests": named}) == []  # the other is not the only one


@pytest.mark.parametrize("rule", [outlying_number.RULE, uncalled_verb.RULE, unreached_card.RULE])
def test_stored_facts_give_the_same_findings(rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an edit of one file the facts of the others come from the cache."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    game = write_example(tmp_path, rule.bad)
    first = check_game(GameFolder(game, "example"), ALL, Store(game))
    (game / "rules" / "play.rules").open("a", encoding="utf-8").write("# a comment\n")
    second = check_game(GameFolder(game, "example"), ALL, Store(game))
    assert [item.sort_key() for item in first.findings] == [item.sort_key() for item in second.findings]
    assert first.findings

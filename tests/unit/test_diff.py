"""What changed in play: by card and definition, judged where it is certain, apart from texts and from what breaks."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cardwright.cli.main import main
from dsl.reading import schemas
from tests.small_game import KINDS, write_game

RULES = """
flow outing(): nothing
noun near = unit where distance(it, self) <= 2
verb hurt(amount: int, to target: unit): increase target.damage by amount
verb pay(amount: int, by who: player):
  require who.score >= amount "too little"
  decrease who.score by amount
every unit: activate as action: hurt 1 to self
keyword tough of unit: passive: +1 armor
stat armor of unit
live unit for this
"""
JUDGED = KINDS.replace("armor: {type: int, printed: true", "armor: {type: int, printed: true, better: higher").replace(
    "hp: {type: int, printed: true", "hp: {type: int, printed: true, better: higher"
)
TEXT = """\
passive: +1 armor
activate "hit" as action costs pay 2 by self.controller once per outing requires self.hp >= 3:
  choose foe from all unit where not tapped:
    hurt 2 to foe
after hurt to self:
  hurt 1 to target
"""


def card(text: str = TEXT, more: str = "hp: 5") -> str:
    block = "".join(f"    {line}\n" for line in text.splitlines())
    return f"- id: ann\n  kind: unit\n  name: {{en: Ann}}\n  provenance: house\n  {more}\n  rules: |\n{block}"


def compared(folder: Path, capsys: pytest.CaptureFixture[str], **sides: dict[str, Any]) -> dict[str, Any]:
    """The difference of two small games, as data that is valid by its schema."""
    for name, files in sides.items():
        given = {"rules": RULES, "kinds": JUDGED, "cards": card(), **files}
        write_game(folder / name, given.pop("rules"), **given)
    code = main(["diff", str(folder / "old"), str(folder / "new"), "--format", "json"])
    out, err = capsys.readouterr()
    assert not err
    data = json.loads(out)
    jsonschema.validate(data, schemas.load("diff"))
    (game,) = data["games"]
    assert code == (1 if game["subjects"] or game["breaking"] else 0)
    return game


CASES = {
    "a number that is better higher": (card(), card(more="hp: 6"), [("number", "hp", "buff")]),
    "a number that is worse lower": (card(), card(more="hp: 4"), [("number", "hp", "nerf")]),
    "a default left out": (card(more="armor: 0"), card(more="hp: 5"), []),
    "a field without a direction": (
        card(more="marks: []").replace("marks: []", "hp: 5"), card(more="keywords: [tough]"), [("added", "keywords", "unclear")]
    ),
    "a lower price": (card(), card(TEXT.replace("pay 2", "pay 1")), [("cost", "rules", "buff")]),
    "a higher price": (card(), card(TEXT.replace("pay 2", "pay 3")), [("cost", "rules", "nerf")]),
    "no price": (card(), card(TEXT.replace(" costs pay 2 by self.controller", "")), [("cost", "rules", "buff")]),
    "no limit": (card(), card(TEXT.replace(" once per outing", "")), [("timing", "rules", "buff")]),
    "a limit more": (card(), card(TEXT.replace("as action", "as action uses 2")), [("timing", "rules", "nerf")]),
    "a weaker requirement": (card(), card(TEXT.replace("hp >= 3", "hp >= 2")), [("condition", "rules", "buff")]),
    "a stronger requirement": (card(), card(TEXT.replace("hp >= 3", "hp >= 4")), [("condition", "rules", "nerf")]),
    "another requirement": (card(), card(TEXT.replace("hp >= 3", "hp <= 3")), [("condition", "rules", "unclear")]),
    "a number in an effect": (card(), card(TEXT.replace("hurt 2", "hurt 3")), [("number", "rules", "unclear")]),
    "who is hurt": (card(), card(TEXT.replace("to target", "to self")), [("target", "rules", "unclear")]),
    "who may be chosen": (card(), card(TEXT.replace(" where not tapped", "")), [("target", "rules", "unclear")]),
    "when": (card(), card(TEXT.replace("after hurt", "before hurt")), [("timing", "rules", "unclear")]),
    "an own modifier": (card(), card(TEXT.replace("+1 armor", "+2 armor")), [("number", "rules", "buff")]),
    "a modifier of others": (
        card(TEXT.replace("+1 armor", "+1 armor for all near")), card(TEXT.replace("+1 armor", "+2 armor for all near")),
        [("number", "rules", "unclear")],
    ),
    "an option more": (card(), card(TEXT + 'activate "rest" as action: hurt 0 to self\n'), [("added", "rules", "buff")]),
    "an option less": (card(TEXT + 'activate "rest" as action: hurt 0 to self\n'), card(), [("removed", "rules", "nerf")]),
    "layout and remarks": (card(), card(TEXT.replace("+1 armor", "+1   armor  # it is tough")), []),
    "brackets": (card(), card(TEXT.replace("self.hp >= 3", "(self.hp >= 3)")), []),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_changes_of_a_card(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, wanted = CASES[case]
    game = compared(tmp_path, capsys, old={"cards": old}, new={"cards": new})
    found = [(c["sort"], c["where"], c["verdict"]) for subject in game["subjects"] for c in subject["changes"]]
    assert found == wanted
    assert [s["name"] for s in game["subjects"]] == (["ann"] if wanted else [])
    assert game["only_text"] == ([] if wanted else ["card ann"])


def test_better_here_and_worse_there_is_unclear(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = card(TEXT.replace("pay 2", "pay 3"), "hp: 9")
    (subject,) = compared(tmp_path, capsys, old={}, new={"cards": new})["subjects"]
    assert [c["verdict"] for c in subject["changes"]] == ["buff", "nerf"]
    assert subject["verdict"] == "unclear"


def test_a_name_is_only_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = compared(tmp_path, capsys, old={}, new={"cards": card().replace("{en: Ann}", "{en: Anna}")})
    assert (game["subjects"], game["breaking"], game["only_text"]) == ([], [], ["card ann"])


def test_cards_that_come_and_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = compared(tmp_path, capsys, old={}, new={"cards": card().replace("id: ann", "id: bob")})
    assert [(s["name"], s["state"], s["verdict"]) for s in game["subjects"]] == [
        ("ann", "removed", ""),
        ("bob", "added", ""),
    ]
    assert ("card", "ann", "is gone") in [(b["sort"], b["name"], b["message"]) for b in game["breaking"]]


HEADING = "heading act(n: int) of unit = activate as action costs pay n by self.controller once per outing\n"
NAMED = TEXT.replace("activate", "act(2)").replace(" as action costs pay 2 by self.controller once per outing", "")


def test_a_named_heading_is_only_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = compared(tmp_path, capsys, old={}, new={"rules": RULES + HEADING, "cards": card(NAMED)})
    assert (game["subjects"], game["breaking"], game["only_text"][:1]) == ([], [], ["card ann"])


def test_another_heading_changes_what_begins_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = RULES + HEADING, RULES + HEADING.replace("pay n", "pay (n + 1)")
    sides = {name: {"rules": rules, "cards": card(NAMED)} for name, rules in (("old", old), ("new", new))}
    (subject,) = compared(tmp_path, capsys, **sides)["subjects"]
    assert (subject["name"], [c["sort"] for c in subject["changes"]]) == ("ann", ["cost"])


def test_another_value_of_a_heading_changes_the_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sides = {name: {"rules": RULES + HEADING, "cards": card(NAMED.replace("act(2)", f"act({price})"))}
             for name, price in (("old", 2), ("new", 1))}  # fmt: skip
    (subject,) = compared(tmp_path, capsys, **sides)["subjects"]
    assert [(c["sort"], c["old"], c["new"]) for c in subject["changes"]] == [
        ("cost", "costs pay 2 by self.controller", "costs pay 1 by self.controller")
    ]


DEFINITIONS = {
    "noun near": ("<= 2", "<= 3", "condition"),
    "every unit": ("hurt 1 to self", "hurt 2 to self", "number"),
    "keyword tough": ("passive: +1", "passive: +2", "number"),
    "verb hurt": ("by amount\nverb pay", "by amount + 1\nverb pay", "effect"),
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_changes_of_a_definition(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, sort = DEFINITIONS[name]
    assert old in RULES
    game = compared(tmp_path, capsys, old={}, new={"rules": RULES.replace(old, new)})
    (subject,) = game["subjects"]
    assert (subject["name"], [c["sort"] for c in subject["changes"]]) == (name, [sort])
    assert subject["verdict"] == ("buff" if name == "keyword tough" else "unclear")


# What no core tree of the definition itself holds: the whole game is told of it, or the texts that name it have it.
DECLARED = {
    "events harm": ("= hurt, pay", "= hurt"),
    "statuses woe": ("= dazed, slow", "= dazed"),
    "status dazed": ("stacks none", "stacks all"),
    "status slow": ("stacks highest", ""),
    "status weak": ("n: int = 1", "n: int = 2"),
    "keyword stout": ("n: int = 1", "n: int = 2"),
    "keyword bold": ("of unit", "of card"),
    "define more": ("b: int = 1", "b: int = 2"),
    "verb storm": (" at once", ""),
}
DECLARING = """
events harm = hurt, pay
status dazed of unit stacks none: passive: +1 armor
status slow(n: int) of unit stacks highest: passive: +n armor
status weak(n: int = 1) of unit: passive: +n armor
statuses woe = dazed, slow
keyword stout(n: int = 1) of unit: passive: +n armor
keyword bold of unit: after pay: storm 1
define more(a: int, b: int = 1) -> int = a + b
verb storm(amount: int) at once: increase game.count by amount
"""


@pytest.mark.parametrize("name", DECLARED)
def test_what_the_texts_around_take_from_a_definition(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = next(line for line in DECLARING.splitlines() if line.startswith(name))
    changed = DECLARING.replace(line, line.replace(*DECLARED[name]))
    assert changed != DECLARING
    game = compared(tmp_path, capsys, old={"rules": RULES + DECLARING}, new={"rules": RULES + changed})
    found = [subject["name"] for subject in game["subjects"] if "cause_" not in subject["name"]]
    assert (found, game["only_text"]) == ([name], [])


@pytest.mark.parametrize(
    ("old", "new"),
    [("= hurt, pay", "= pay, hurt"), ("= 1) of unit: passive: +n", "= 1) of unit stacks all: passive: +n")],
)
def test_what_says_the_same_is_only_text(
    old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = DECLARING.replace(old, new, 1)
    assert changed != DECLARING
    game = compared(tmp_path, capsys, old={"rules": RULES + DECLARING}, new={"rules": RULES + changed})
    assert (game["subjects"], len(game["only_text"])) == ([], 1)


def test_a_moved_file_is_no_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = RULES.replace("noun near", "\n\n# who is close\nnoun near")
    game = compared(tmp_path, capsys, old={}, new={"rules": lines})
    assert (game["subjects"], game["only_text"]) == ([], ["file rules/rules.rules"])


BREAKS = {
    "a field": ({"kinds": JUDGED.replace("      tapped: bool\n", "      tapped: int\n")}, ("field", "unit.tapped", "was bool, and is int")),
    "a word": ({"kinds": JUDGED.replace("[red, blue]", "[red]")}, ("word", "colour.blue", "is gone")),
    "a terrain": ({"kinds": JUDGED.replace(', mud: "~"', "")}, ("terrain", "mud", "is gone")),
    "a verb": ({"rules": RULES.replace("verb hurt(amount: int, to", "verb hurt(amount: int, odd: bool = true, to")}, None),
    "a value of a verb": (
        {"rules": RULES.replace("verb pay(amount: int", "verb pay(much: int").replace(">= amount", ">= much").replace("by amount\nev", "by much\nev")},
        ("verb", "pay", "no longer takes `amount`"),
    ),
    "an ability that moves": ({"cards": card('activate "rest" as action: hurt 0 to self\n' + TEXT)}, ("ability", "ann.rules#1", "is now `ann.rules#2`")),
}  # fmt: skip


@pytest.mark.parametrize("case", BREAKS)
def test_what_breaks_saves_and_engines(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new, wanted = BREAKS[case]
    old: dict[str, Any] = {"cards": card(TEXT.replace(" where not tapped", ""))} if case == "a field" else {}
    game = compared(tmp_path, capsys, old=old, new={**old, **new})
    found = [(b["sort"], b["name"], b["message"]) for b in game["breaking"]]
    assert wanted in found if wanted else found == []


@pytest.fixture
def committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a repository, which is the working folder."""
    repository = tmp_path / "repository"
    repository.mkdir()
    monkeypatch.chdir(repository)
    game = write_game(repository / "content", RULES, kinds=JUDGED, cards=card())
    who = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    for arguments in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *arguments], check=True, capture_output=True)
    return game


def stronger(game: Path) -> None:
    """A change in play."""
    cards = game / "cards" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("hp: 5", "hp: 6"), encoding="utf-8")


def test_revisions_of_git(committed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for old in ("HEAD", "HEAD:content", "HEAD:content/small"):
        assert main(["diff", old]) == 0
    assert "no difference" in capsys.readouterr().out
    stronger(committed)
    for arguments in (["HEAD"], ["HEAD", "content/small"], ["HEAD:content/small", "content"]):
        assert main(["diff", *arguments]) == 1
        assert "~ card ann: buff (content/small/cards/cards.yaml:2)" in capsys.readouterr().out
    assert main(["diff", "HEAD", "--fail-on", "breaking"]) == 0


@pytest.mark.parametrize("inside", ["cards", "cards/cards.yaml", "ruleset.yaml"])
def test_a_path_in_a_game_stands_for_the_game(inside: str, committed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stronger(committed)
    path = f"content/small/{inside}"
    for arguments, code in (([path, path], 0), (["HEAD", path], 1), ([f"HEAD:{path}", "content"], 1)):
        assert main(["diff", *arguments]) == code
        assert ("~ card ann: buff (content/small/cards/cards.yaml:2)" in capsys.readouterr().out) is bool(code)
    (committed / "cards" / "new.yaml").write_text("cards: []\n", encoding="utf-8")
    assert main(["diff", "HEAD", "content/small/cards/new.yaml"]) == 2
    assert "there was no folder `content/small/cards/new.yaml` in `HEAD`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("here", "path"),
    [("docs", "../content/small"), ("content/small", "../small"), (".", "docs/../content/small"),
     (".", "{linked}/content/small"), ("{linked}", "content/small"), ("{linked}/docs", "../content/small")],
)  # fmt: skip
def test_a_path_in_a_revision_may_go_any_way(
    here: str, path: str, committed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = committed.parents[1]
    (repository / "docs").mkdir()
    linked = repository.parent / "linked"
    linked.symlink_to(repository, target_is_directory=True)
    stronger(committed)
    monkeypatch.chdir(repository / here.format(linked=linked))
    assert main(["diff", "HEAD", path.format(linked=linked)]) == 1
    assert "~ card ann: buff" in capsys.readouterr().out


def test_a_path_in_a_revision_does_not_lead_out_of_it(committed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outside = write_game(committed.parents[2] / "outside", RULES, kinds=JUDGED, cards=card())
    link = committed.parent / "linked"
    link.symlink_to(outside, target_is_directory=True)
    for path in ("content/linked", "content/linked/cards", "../outside/small", str(outside)):
        assert main(["diff", "HEAD", path]) == 2
        assert "there was no folder" in capsys.readouterr().err


def test_what_is_a_link_now_was_a_folder(committed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = committed.parents[2] / "small"
    committed.rename(moved)
    committed.symlink_to(moved, target_is_directory=True)
    stronger(moved)
    assert main(["diff", "HEAD", str(committed)]) == 1
    assert "~ card ann: buff" in capsys.readouterr().out


@pytest.mark.parametrize(("old", "said"), [("elsewhere", "neither a folder nor a revision"), ("bad", "1 error; first")])
def test_what_cannot_be_compared(
    old: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "new", RULES, kinds=JUDGED, cards=card())
    write_game(tmp_path / "bad", RULES.replace("by amount\nev", "by amoun\nev"), kinds=JUDGED, cards=card())
    assert main(["diff", old, "new"]) == 2
    assert said in capsys.readouterr().err


NOUNS = RULES + (
    "noun enemy = unit where controller is not self.controller\nnoun friend = unit where controller is self.controller\n"
)


HURTS = "activate:\n  choose foe from all {}:\n    {} to foe\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (("unit", "hurt 2"), ("unit", "hurt 3"), "Now “3 to” instead of “2 to”."),
        (("unit", "hurt 2"), ("enemy", "hurt 2"), "No longer affects friend."),
        (("enemy", "hurt 2"), ("unit", "hurt 2"), "Now also affects friend."),
        (("unit", "hurt 2"), ("unit", "may: hurt 2"), "Is now up to the player."),
        (("unit", "may: hurt 2"), ("unit", "hurt 2"), "Is no longer up to the player."),
    ],
)
def test_changes_are_said_for_players(
    tmp_path: Path, old: tuple[str, str], new: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, words, points in (("old", old, 5), ("new", new, 7)):
        write_game(tmp_path / name, NOUNS, kinds=JUDGED, cards=card(HURTS.format(*words), f"hp: {points}"))
    arguments = ["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--lang", "en"]
    assert main([*arguments, "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, schemas.load("diff"))
    (subject,) = data["games"][0]["subjects"]
    assert {"Hp is now 7 (before: 5).", said} <= set(subject["said"]), subject["said"]
    for form in ("text", "markdown"):
        main([*arguments, "--format", form])
        assert said in capsys.readouterr().out

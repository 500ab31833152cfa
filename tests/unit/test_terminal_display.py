"""What a person at the terminal sees of a position: what figures can do, what they carry, what may be left out."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from cardwright.cli.main import main
from tests.small_game import KINDS, write_game

RULES = """
live card.rules for bearer while bearer is not none
stat hp of unit
flow match():
  each p in all player:
    choose 1 to 2 many from all unit by p:
      each u in many: increase u.damage by 1
    choose up to 1 others from all unit by p:
      each u in others: increase u.damage by 1
"""
CARDS = """
- {id: guard, kind: unit, name: {en: Guard}, provenance: house, hp: 7, armor: 2}
- {id: plain, kind: unit, name: {en: Plain}, provenance: house}
- id: charm
  kind: card
  name: {en: Charm}
  provenance: house
  rules: |
    passive: +3 hp
- {id: letter, kind: card, name: {en: Letter}, provenance: house}
"""
SCENARIO = """\
id: field
name: Field
players: [p1]
board: |
  G P H .
  . . . .
legend:
  H: {kind: unit, owner: p1, controller: p1, name: heap}
  G: {card: guard, owner: p1, controller: p1, name: guard}
  P: {card: plain, owner: p1, controller: p1, name: plain, tapped: true}
create:
  - {name: charm, card: charm, bearer: guard, owner: p1}
  - {name: other, card: charm, owner: p1}
  - {name: letter, card: letter, bearer: plain, owner: p1, zone: p1.hand}
"""


def without_charm(folder: Path, rules: str) -> Path:
    """A game with rules of its own, in which nobody has a charm."""
    cards, scenario = CARDS.split("- id: charm")[0], SCENARIO.split("create:")[0]
    return write_game(folder, rules, start="match", kinds=KINDS, cards=cards, scenario=scenario)


def seen(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    kinds = KINDS.replace("hp: {type: int, printed: true,", "hp: {type: int, printed: true, better: higher,").replace(
        'rules: {type: rules, printed: true, default: ""}\n      owner: player\n',
        'rules: {type: rules, printed: true, default: ""}\n      owner: player\n      bearer: "unit?"\n',
    )
    kinds += "names: {heap: {en: heap of gold}}\n"
    root = write_game(folder, RULES, start="match", kinds=kinds, cards=CARDS, scenario=SCENARIO)
    monkeypatch.setattr("sys.stdin", io.StringIO("1, 2\n0\n"))
    print(main(["play", str(root), "field", "--agents", "human"]))
    return capsys.readouterr().out.splitlines()


def test_a_figure_is_shown_with_what_it_can_do_and_carries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = seen(tmp_path, monkeypatch, capsys)
    assert "  G Guard (a1): Player 1, Charm [hp 10]" in lines  # with what changes it; armor is not judged
    assert "  P Plain (b1): Player 1, tapped" in lines  # as usual, and its letter lies in a zone
    assert "  U Heap of gold (c1): Player 1" in lines  # what has no card by its name in the scenario, if that has words
    assert any(line.endswith(". Heap of gold (c1) U") for line in lines), "also among the options"


def test_nothing_is_offered_only_where_nothing_may_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [line.split(" >")[0] for line in seen(tmp_path, monkeypatch, capsys) if " > " in line]
    assert asked == [
        "1 to 2 numbers or names, separated by commas",
        "0 to 1 numbers or names, separated by commas (nothing for none)",
    ]


def test_nothing_is_refused_where_the_whole_must_not_be_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = """
flow match():
  each p in all player:
    choose up to 2 hit from all unit by p such that size(hit) > 0:
      each u in hit: increase u.damage by 1
"""
    root = without_charm(tmp_path, rules)
    monkeypatch.setattr("sys.stdin", io.StringIO("0\n\nguard\n"))
    assert main(["play", str(root), "field", "--as", "p1"]) == 0
    told = capsys.readouterr().out
    assert told.count("1 to 2 numbers or names, separated by commas > ") == 3  # not: nothing for none
    assert told.count("something has to be chosen here") == 2


def test_what_happens_after_the_last_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = """
flow match():
  each p in all player:
    choose u from all unit by p: strike_down u
verb strike_down(u: unit): nothing
"""
    root = without_charm(tmp_path, rules)
    monkeypatch.setattr("sys.stdin", io.StringIO("guard\n"))
    assert main(["play", str(root), "field", "--as", "p1"]) == 0
    told = capsys.readouterr().out.partition("a number or a name >")[2]
    assert "Guard (a1): strike down." in told


def test_what_lies_hidden_is_not_named_by_its_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = "flow match():\n  each p in all player:\n    choose c from p.hand by p: increase p.score by 1\n"
    letters = ", ".join(["{card: letter, owner: p1, zone: p1.hand}"] * 2)
    scenario = f"id: field\nname: Field\nplayers: [p1]\ncreate: [{letters}]\n"
    for visible, said in (("owner", True), ("none", False)):
        kinds = KINDS.replace("hand: {zone: card}", f"hand: {{zone: card, visible: {visible}}}")
        cards = "- {id: letter, kind: card, name: {en: Letter}, provenance: house, cost: 3}\n"
        root = write_game(tmp_path / visible, rules, start="match", kinds=kinds, cards=cards, scenario=scenario)
        monkeypatch.setattr("sys.stdin", io.StringIO("? 1\n1\n"))
        main(["play", str(root), "field", "--as", "p1"])
        told = capsys.readouterr().out.partition("state ")[0]
        assert ("cost 3" in told, "Letter" in told) == (said, said), told


MARKET = """
flow match():
  each p in all player:
    choose first_bought from all card in game.market by p: buy first_bought by p
  each p in all player:
    choose c from all card in game.market by p: buy c by p
verb buy(c: card, by p: player):
  put c into p.pile
  increase p.sorts by red
  set game.last to p
  set p.done_once to true
"""


def test_what_belongs_to_nobody_is_shown_and_open_cards_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = KINDS.replace(
        "count: int}", 'count: int, last: "player?", market: {zone: card}, bag: {zone: card, visible: none}}'
    )
    kinds = kinds.replace("score: int,", "score: int, done_once: bool, sorts: {type: list of colour},")
    scenario = """\
id: field
name: Field
players: [p1, p2]
create: [{card: letter, owner: p1, zone: p1.hand}]
decks:
  - {zone: game.market, owner: p1, cards: {letter: 2, plan: 3}}
  - {zone: game.bag, owner: p1, cards: {plan: 2}}
"""
    cards = "".join(
        f"- {{id: {n}, kind: card, name: {{en: {n.title()}}}, provenance: house}}\n" for n in ("letter", "plan")
    )
    root = write_game(tmp_path, MARKET, start="match", kinds=kinds, cards=cards, scenario=scenario)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\n1\n"))
    assert main(["play", str(root), "field", "--agents", "human"]) == 0
    told = capsys.readouterr().out
    assert "  Game: market 5, bag 2\n    market: Letter ×2, Plan ×3\n  Player 1: hand 1\n" in told
    after = "  Game: last Player 1, market 4, bag 2\n    market: Letter, Plan ×3\n"
    mine = "  Player 1: done once, hand 1, pile 1\n    sorts: red\n    hand: Letter\n    pile: Letter\n"
    assert after + mine in told
    assert "[Match › first bought]\nPlayer 1: Choose a card.\n" in told and told.count("[Match]\n") == 2
    assert "bag: " not in told, "nobody sees what lies there"
    assert "  Game: last Player 2" in told.rpartition("> ")[2], "also how it ended"


def test_who_stops_reading_is_no_fault(tmp_path: Path) -> None:
    """The output may be closed while a match is played: `cardwright play … | head`."""
    root = without_charm(
        tmp_path, "flow match():\n  each p in all player:\n    choose u from all unit by p: remove u\n"
    )
    script = "import sys; from cardwright.cli.main import main; sys.exit(main(sys.argv[1:]))"
    run = [sys.executable, "-c", script, "play", str(root), "field", "--agents", "human"]
    with Popen(run, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as playing:
        assert playing.stdout is not None and playing.stderr is not None and playing.stdin is not None
        playing.stdout.close()
        playing.stdin.close()
        assert "at fault" not in (told := playing.stderr.read()), told


STEP = """
flow match():
  each p in all player:
    choose goal from all square by p: step_to goal by the one unit
verb step_to(goal: square, by u: unit):
  place u at goal
  if goal has mud: increase u.damage by 2
  let top = first(u.owner.pile)
  if top is not none: put top into u.owner.hand
"""
SECRETS = """\
id: field
name: Field
players: [p1]
board: |
  . ~ G
legend: {G: {card: guard, owner: p1, controller: p1, name: guard}}
create:
"""
TOP = "  - {{name: {0}, card: {0}, owner: p1, zone: p1.pile}}\n"


def test_what_comes_of_a_square_is_told_before_it_is_chosen_and_not_what_lies_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = KINDS.replace("pile: {zone: card}", "pile: {zone: card, visible: none}").replace(
        "hand: {zone: card}", "hand: {zone: card, visible: owner}"
    )
    told: list[list[str]] = []
    for order in (("charm", "letter"), ("letter", "charm")):
        scenario = SECRETS + "".join(TOP.format(card) for card in order)
        root = write_game(tmp_path / order[0], STEP, start="match", kinds=kinds, cards=CARDS.replace(
            "  rules: |\n    passive: +3 hp\n", ""), scenario=scenario)  # fmt: skip
        monkeypatch.setattr("sys.stdin", io.StringIO("? 1\n? 2\n2\n"))
        assert main(["play", str(root), "field", "--agents", "human"]) == 0, capsys.readouterr().err
        told.append(capsys.readouterr().out.split("a number or a name > "))
    assert told[0][1:3] == told[1][1:3]
    assert "damage" not in told[0][1] and "damage 2" in told[0][2]
    assert "hand 1, pile 1" in told[0][1], "that a card is drawn is known, and not which"


KEPT = """
live card.rules for owner while true
flow match():
  each p in all player:
    each c in p.hand: keep c by p
  each q in all player:
    choose u from all unit by q: increase q.score by 1
verb keep(c: card, by p: player):
  set p.kept to c
  each q in all player where it is not p: consider c by q
verb consider(c: card, by q: player):
  choose u from all unit by q: increase q.score by 1
verb brood(on c: card):
  each q in all player where it.kept is none:
    choose u from all unit by q: increase q.score by 1
"""
KEEPERS = """\
id: field
name: Field
players: [p1, p2]
board: |
  G P
legend:
  G: {card: guard, owner: p1, controller: p1, name: guard}
  P: {card: guard, owner: p2, controller: p2, name: other}
create:
  - {card: letter, owner: p1, zone: p1.hand}
  - {card: note, owner: p1, zone: guard.pocket}
  - {card: map, owner: p1, zone: guard.chest}
"""
KEPT_CARDS = """
- {id: guard, kind: unit, name: {en: Guard}, provenance: house}
- {id: note, kind: card, name: {en: Note}, provenance: house}
- {id: map, kind: card, name: {en: Map}, provenance: house}
- id: letter
  kind: card
  name: {en: Letter}
  provenance: house
  rules: |
    after keep: brood on this
"""


@pytest.mark.parametrize(("seat", "knows"), [("p1", True), ("p2", False)])
def test_what_lies_hidden_is_named_by_nothing_else(
    seat: str, knows: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By no field, no figure that holds it, no event in which something is asked; at the end of a match neither."""
    zones = "damage: int\n      pocket: {zone: card, visible: none}\n      chest: {zone: card}\n"
    kinds = KINDS.replace("damage: int\n", zones, 1)
    kinds = kinds.replace("hand: {zone: card}", 'kept: "card?", hand: {zone: card, visible: owner}')
    root = write_game(tmp_path, KEPT, start="match", kinds=kinds, cards=KEPT_CARDS, scenario=KEEPERS)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 9))
    assert main(["play", str(root), "field", "--as", seat, "--agents", "first"]) == 0
    told = capsys.readouterr().out
    assert ("kept Letter" in told, "Letter" in told) == (knows, knows)
    assert "Guard (a1): Player 1, pocket 1, Map" in told and "Note" not in told
    assert told.count("[Keep › Consider]") == (not knows)
    assert told.count("[Keep]") == (not knows), "that it broods is not told"
    assert "Letter" not in told.rpartition("a number or a name >")[2]


TABLE = """\
board: {type: table}
kinds:
  game: {}
  player: {fields: {score: int, reserve: {zone: block, visible: none}}}
  block:
    figure: true
    fields: {x: int, y: int, facing: int, width: int, depth: int, controller: player}
"""
RESERVE = """\
id: field
name: Field
players: [p1, p2]
create:
  - {kind: block, controller: p1, x: 0, y: 0, width: 200, depth: 200}
  - {kind: block, controller: p2, x: 900, y: 900, width: 200, depth: 200, zone: p2.reserve}
"""


def test_what_is_hidden_in_reserve_is_not_drawn_on_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = """
flow match():
  each p in all player:
    choose one by p:
      option "one": increase p.score by 1
      option "two": increase p.score by 2
"""
    root = write_game(tmp_path, rules, start="match", kinds=TABLE, scenario=RESERVE)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert main(["play", str(root), "field", "--as", "p1"]) == 0
    told = capsys.readouterr().out
    assert told.count("Block (") == 1 and "reserve 1" in told


TOKENS = """\
kinds:
  game: {}
  player: {fields: {score: int, pile: {zone: token, visible: none}}}
  token: {fields: {id: text, worth: int}}
"""
PILE = """\
id: field
name: Field
players: [p1]
create:
  - {kind: token, id: '"gold"', worth: 3, zone: p1.pile}
  - {kind: token, id: '"dust"', worth: 0, zone: p1.pile}
"""


def test_a_thing_that_lies_hidden_is_not_named_by_what_is_written_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for visible, said in (("all", True), ("none", False)):
        rules = "flow match():\n  each p in all player:\n    choose t from p.pile by p: increase p.score by t.worth\n"
        kinds = TOKENS.replace("visible: none", f"visible: {visible}")
        root = write_game(tmp_path / visible, rules, start="match", kinds=kinds, scenario=PILE)
        monkeypatch.setattr("sys.stdin", io.StringIO("2\n"))
        assert main(["play", str(root), "field", "--as", "p1"]) == 0, capsys.readouterr().err
        told = capsys.readouterr().out
        assert ("Gold" in told) == said, told


def test_options_of_the_same_words_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name alone means the first that is not chosen yet."""
    rules = (
        "flow match():\n  each p in all player:\n    choose exactly 2 cs from p.hand by p:\n"
        "      each c in cs: put c into p.pile\n"
    )
    cards = "- {id: bolt, kind: card, name: {en: Bolt}, provenance: house}\n"
    cards += "- {id: mend, kind: card, name: {en: Mend}, provenance: house}\n"
    scenario = "id: table\nname: Table\nplayers: [p1]\ndecks: [{zone: p1.hand, owner: p1, cards: {bolt: 2, mend: 1}}]\n"
    game = write_game(tmp_path, rules, start="match", cards=cards, scenario=scenario)
    for answer in ("bolt, bolt", "2, mend"):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\n"))
        assert main(["play", str(game), "--as", "p1"]) == 0, capsys.readouterr().err
        told = capsys.readouterr().out
        for line in ("  1. Bolt (1 of 2)", "  2. Bolt (2 of 2)", "  3. Mend"):
            assert line in told.splitlines(), told
        assert "hand 1" in told


def test_who_was_shown_a_card_in_a_hidden_place_still_sees_it_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = """
flow match():
  each p in all player:
    let top = first(p.hand)
    if top is not none:
      reveal top to first_of_all()
  each p in all player:
    may by p: increase p.score by 1
    shuffle p.hand
define first_of_all() -> player = the one player where score == 5
"""
    kinds = KINDS.replace("hand: {zone: card}", "hand: {zone: card, visible: none}")
    cards = "- {id: bolt, kind: card, name: {en: Bolt}, provenance: house}\n"
    cards += "- {id: mend, kind: card, name: {en: Mend}, provenance: house}\n"
    decks = "decks: [{zone: p2.hand, owner: p2, cards: {bolt: 1, mend: 2}}]\n"
    scenario = f"id: table\nname: Table\nplayers: [{{name: p1, score: 5}}, p2]\n{decks}"
    game = write_game(tmp_path, rules, start="match", kinds=kinds, cards=cards, scenario=scenario)
    for who, lines in (("p1", {"    hand: Bolt"}), ("p2", set[str]())):
        monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
        assert main(["play", str(game), "--as", who, "--agents", "first"]) == 0, capsys.readouterr().err
        told = capsys.readouterr().out
        assert {line for line in told.splitlines() if line.startswith("    hand")} == lines, told
        assert "hand 3" in told


PORT = """
flow match():
  each p in all player:
    offer any to p once
verb paint(c: colour, on pier: card, by who: player):
  increase who.score by 1
  increase pier.load by 2
every player:
  activate "Paint":
    choose pier from all card by self: paint red on pier by self
verb count_up(amount: int, c: colour, by who: player): increase who.score by amount
after paint: count_up 2 blue by who
"""


def test_things_that_lie_nowhere_are_shown_and_what_is_made_from_names_says_of_which_sort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = PORT.replace("after paint:", "every player:\n  after paint by self:")
    kinds = KINDS.replace("cost: {", "load: int\n      beside: set of card\n      cost: {").replace(
        "owner: player\n", "owner: player?\n"
    )
    cards = "".join(
        f"- {{id: {n}, kind: card, name: {{en: {n.title()}}}, provenance: house, cost: 7}}\n" for n in ("jetty", "mole")
    )
    scenario = (
        "id: port\nname: Port\nplayers: [p1]\ncreate: [{card: jetty, name: j}, {card: mole, beside: [j], load: 1}]\n"
    )
    root = write_game(tmp_path, rules, start="match", kinds=kinds, cards=cards, scenario=scenario)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n"))
    assert main(["play", str(root), "port", "--as", "p1"]) == 0
    told = capsys.readouterr().out
    assert "  Mole: load 1\n    beside: Jetty\n  Player 1\n" in told and "cost" not in told
    assert "  Jetty: load 2\n  Mole: load 1\n    beside: Jetty\n  Player 1: score 3\n" in told
    assert "  1. Paint\n" in told and "You: paint red, Jetty.\n" in told and "You: count up 2 blue.\n" in told

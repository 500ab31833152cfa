"""All that is done with what lies hidden, in a game made for it: what is told of it is nothing, in every engine.

Python is held to it by what may be named, and by pairs of matches that differ only in what a viewer cannot know; the
others are held to what Python tells.
"""

# Views are data of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright.authoring.exported import exported, rules_from
from compiler.build import build_game
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.views import HIDDEN
from dsl.diagnostics import Severity, Sink
from tests.conformance.matches import ENGINES, SNAPSHOT, alike, data_of, engine_of, give
from tests.folded import as_json, fold
from tests.poisoned import of_other_ages, poisoned
from tests.small_game import build_small, write_game

KINDS = """\
kinds:
  game:
    fields:
      vault: {zone: letter, visible: none}
      table: {zone: letter}
  player:
    fields:
      best: letter?
      some: {type: set of letter, default: []}
      hand: {zone: letter, visible: owner}
      deck: {zone: letter, visible: none}
  letter:
    card: true
    fields:
      owner: player
      controller: player
      worth: {type: int, printed: true, default: 0}
      stamps: int
      other: letter?
      pocket: {zone: letter}
      keywords: {type: set of keyword, printed: true, default: []}
      rules: {type: rules, printed: true, default: ""}
"""
RULES = """\
stat worth of letter
live letter.rules for this.controller while true

status sealed(what: letter, n: int) of letter
status watched(what: letter) of player
keyword urgent(n: int) of letter:
  after stamp to self: note
keyword sweet of letter

verb note(): nothing
verb brood(to held: letter): nothing
verb stamp(to held: letter):
  increase held.stamps by 1
verb point(to held: letter, with many: set of letter, by p: player): nothing
verb check(to held: letter, by p: player):
  require held.stamps > 0 "{held} has no stamp of {p}"
  nothing
verb turn(by p: player): nothing

flow match():
  repeat 3 times:
    each p in all player: act by p
verb act(by p: player):
  shuffle p.deck
  shuffle p.hand
  let first_one = first(p.deck)
  if first_one is not none: put first_one into p.deck at bottom
  choose c from p.hand by p
  stamp to c
  let shown = last(p.hand)
  if shown is not none and shown != c: reveal shown to following(p, all player)
  choose k from instances(c, urgent) by p:
    increase c.stamps by k.n
  set p.best to c
  set p.some to set(l for l in p.hand)
  point to c with p.hand by p
  point to c with c.pocket by p
  add sealed(c, 0) to c
  each s in instances(c, sealed): increase s.n by 1
  let laid = first(game.table)
  if laid is not none: put laid into c.pocket
  each v in game.vault: put v into c.pocket
  shuffle c.pocket
  each v in c.pocket: put v into game.vault
  add watched(c) to p until end of act
  each x in p.hand:
    until end of act: +(x.stamps) worth for all letter in x.pocket
  turn by p
  let top = first(p.deck)
  if top is not none:
    set top.other to c
    add sealed(top, 0) to top
    each s in instances(top, sealed): increase s.n by 1
    point to top with p.deck by p
    put top into game.vault
    stamp to top
    drop sealed from top
    shuffle game.vault
  let low = last(p.deck)
  if low is not none:
    reveal low to p
    set c.other to low
  choose e from (p.hand + p.deck) by p such that can (check to e by p):
    set p.best to e
  choose one by p:
    option "tuck" if size(p.hand) > 1:
      choose d from (p.hand - [c]) by p
      put d into c.pocket
      shuffle c.pocket
      stamp to d
    option "bury": put c into game.vault
    option "make":
      create made = letter from plain with owner = p, controller = p
      put made into p.hand
      stamp to made
    option "lose": remove c
    option "lay": put c into game.table
    option "hand out": take c out
  offer read to p
"""
# All of a hand is shown.
SHOWN = RULES.replace("  stamp to c\n", "  stamp to c\n  each x in p.hand: reveal x to following(p, all player)\n")
# What broods asks somebody, and so does what is blunt.
BROODING = RULES.replace(
    "verb brood(to held: letter): nothing\n",
    """\
verb brood(to held: letter):
  each q in all player: guess by q
verb guess(by q: player):
  choose one by q:
    option "one": note
    option "two": nothing
""",
)
BROODERS = """\
- id: brooding
  kind: letter
  name: {en: Brooding letter}
  provenance: house
  rules: |
    after turn: brood to this
- id: blunt
  kind: letter
  name: {en: Blunt letter}
  provenance: house
  rules: |
    after turn:
      each q in all player: guess by q
"""
# The last two do nothing by themselves.
CARDS = """\
- id: loud
  kind: letter
  name: {en: Loud letter}
  provenance: house
  worth: 2
  keywords: ["urgent(1)", "urgent(2)"]
  rules: |
    passive: +1 worth for all letter in self.hand
    activate "Read aloud" as read once per act: stamp to this
    activate "Burn" as read requires this.stamps > 100 "{this} of {self} is fresh": note
    after point: stamp to this
    react before stamp to this once per act: note
- id: kept
  kind: letter
  name: {en: Kept letter}
  provenance: house
  worth: 1
  keywords: [sweet]
  rules: |
    activate "Answer" as read requires this.other is not none "{this} is no answer": stamp to this
- id: mute
  kind: letter
  name: {en: Mute letter}
  provenance: house
- id: muttering
  kind: letter
  name: {en: Muttering letter}
  provenance: house
  rules: |
    after turn: note
    after turn: brood to this
    before brood to this: note
- id: echo
  kind: letter
  name: {en: Echo}
  provenance: house
  rules: |
    after brood: note
- id: plain
  kind: letter
  name: {en: Plain letter}
  provenance: house
  rules: |
    activate "Answer" as read requires this.stamps > 1 "{this} is no answer": stamp to this
"""


def lying(zone: str, owner: str, *cards: str) -> str:
    return "".join(f"  - {{card: {card}, owner: {owner}, controller: {owner}, zone: {zone}}}\n" for card in cards)


def scenario(name: str, hand: list[str], deck: list[str]) -> str:
    lines = [lying(f"{p}.{zone}", p, *cards) for p in ("p1", "p2") for zone, cards in (("hand", hand), ("deck", deck))]
    lines += [
        f"  - {{card: {card}, owner: p1, controller: p1}}\n" for card in ("plain", "kept")
    ]  # the older is the last
    lines += [lying(f"game.{zone}", "p2", "plain", "plain") for zone in ("vault", "table")]
    return f"id: {name}\nname: Desk\nplayers: [p1, p2]\ncreate:\n{''.join(lines)}"


LOUD = scenario("loud", ["plain", "loud", "kept"], ["loud", "plain", "kept", "plain"])
QUIET = scenario("quiet", ["plain", "kept", "plain"], ["kept", "plain", "kept", "plain"])
MUTE = scenario("mute", ["plain", "mute", "plain"], ["plain", "mute"])
VIEWERS = [0, 1, None, "all"]


def rules_of(folder: Path, desk: str, rules: str = RULES) -> Any:
    cards = CARDS + (BROODERS if rules is BROODING else "")
    small = build_small(folder, rules, start="match", kinds=KINDS, cards=cards, scenario=desk)
    return exported(small.build)


def waits(match: Match) -> bool:
    match.skip()
    return match.request is not None


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_tells_of_it_the_same(engine: str, tmp_path: Path) -> None:
    """And holds it alike: also a card that is lost with its keywords, and still named."""
    made = rules_of(tmp_path, LOUD, SHOWN)
    other, match, chosen = engine_of(engine, made, tmp_path), rules_from(made).new_game(seed=2), Random(2)
    other.tell("new", {}, 2)
    watchers = [match.watch(viewer, "en") for viewer in VIEWERS]
    other.tell("watch", VIEWERS, "en")
    hidden = 0
    while match.request is not None:
        told = other.tell("watched", [[0], [1, 0], [2]])
        seen = {
            "events": as_json([watcher.events() for watcher in watchers]),
            "views": as_json([watcher.view() for watcher in watchers]),
            "refused_of": as_json([watcher.refused() for watcher in watchers]),
        }
        for part, ours in seen.items():
            assert told[part] == ours, part
        assert other.tell("views", VIEWERS)["views"] == as_json([match.view(viewer) for viewer in VIEWERS])
        hidden += json.dumps(seen).count('{"hidden": true}')
        answer = chosen.choice(match.legal())["answer"]
        give(match, answer)
        assert alike(other.tell("play", answer, want=SNAPSHOT)["snapshot"], data_of(match))
    assert hidden > 800
    other.close()


def test_what_is_told_names_nothing_that_lies_hidden(tmp_path: Path) -> None:
    """Nor does it tell of a place in it; and what went out of sight comes back under another name."""
    match, chosen = rules_from(rules_of(tmp_path, LOUD)).new_game(seed=3), Random(3)
    watchers = [match.watch(viewer, "en") for viewer in VIEWERS[:3]]
    views = [as_json(watcher.view()) for watcher in watchers]
    gone: list[set[str]] = [set() for _ in watchers]
    removed: list[set[str]] = [set() for _ in watchers]
    told = 0
    while waits(match):
        for seat, watcher in enumerate(watchers):
            for event in as_json(watcher.events()):
                after = fold(views[seat], [event])
                removed[seat] |= {event["entity"]} if event["what"] == "remove" else set()
                names_known(event, removed[seat], views[seat], after)
                assert "#" not in event["words"]
                has_moved = event["what"] == "move" and event["from"] != event["to"]
                assert event.get("entity", "") is not None or event["changes"] or has_moved, event
                assert event["what"] != "use" or "ability" in event
                gone[seat] |= set(views[seat]["entities"]) - set(after["entities"])
                assert not gone[seat] & set(after["entities"]), event
                views[seat], told = after, told + 1
            request, refused = views[seat]["request"], as_json(watcher.refused())
            own = views[seat]["players"][seat] if seat < 2 else None
            is_asked = request is not None and request["who"] == {"entity": own}
            assert is_asked or ((request or {}).keys() <= {"who"} and not refused)
            for row in refused:
                assert row["option"] != HIDDEN and "#" not in json.dumps([row["reason"], row["words"]])
                names_known(row, removed[seat], views[seat])
        give(match, chosen.choice(match.legal())["answer"])
    assert told > 1000 and gone[0] and gone[1]


def names_known(told: Any, removed: set[str], *views: Any) -> None:
    """Whatever it names is in one of the views, and what carries an ability or a keyword is not hidden.

    What was seen to be removed keeps its name.
    """
    if isinstance(told, list):
        for part in told:
            names_known(part, removed, *views)
    elif isinstance(told, dict):
        assert told.get("of") != HIDDEN and told.get("by") != HIDDEN, told
        name, zone = told.get("entity"), told.get("zone")
        assert name is None or name in removed or any(name in named(view) for view in views), told
        assert zone is None or any(zone in view["zones"] for view in views), told
        for part in told.values():
            names_known(part, removed, *views)


def named(view: Any) -> set[str]:
    """The names of entities, and of the statuses on them."""
    return {*view["entities"], *(s["name"] for row in view["entities"].values() for s in row["statuses"])}


def test_pairs_that_differ_in_what_is_hidden_are_told_of_alike(tmp_path: Path) -> None:
    """After an answer, too, up to where something is shown that was hidden."""
    made = rules_of(tmp_path, QUIET)
    rules = rules_from(made)
    match, chosen, kinds = rules.new_game(seed=1), Random(1), rules.code.program.kinds
    differ = whole = 0
    while waits(match):
        data, answer = as_json(match.snapshot()), chosen.choice(match.legal())["answer"]
        for viewer in (0, 1, None):
            one = rules.restore(poisoned(kinds, data, viewer, chosen, can_go_on=True))
            two = rules.restore(data)
            three = rules.restore(of_other_ages(kinds, poisoned(kinds, data, viewer, chosen), chosen))
            assert json.dumps(one.view(viewer)) == json.dumps(two.view(viewer)) == json.dumps(three.view(viewer))
            told = [*zip(*(happened(each, viewer, answer) for each in (one, two)), strict=False)]
            shown = next((n for n, (event, _) in enumerate(told) if shows(event)), None)
            for mine, theirs in told[:shown]:
                assert mine == theirs
            whole += shown is None
            differ += one.snapshot() != two.snapshot()
        give(match, answer)
    assert whole > 40 and differ > 40


def test_names_do_not_follow_an_order_that_lies_hidden(tmp_path: Path) -> None:
    """Of several known cards in the hand of another nobody knows which lies first."""
    rules = rules_from(rules_of(tmp_path, LOUD, SHOWN))
    match, chosen, kinds = rules.new_game(seed=4), Random(4), rules.code.program.kinds
    several = 0
    while waits(match):
        data = as_json(match.snapshot())
        for viewer in (0, 1):
            view = match.view(viewer)
            hand = view["zones"][f"{view['players'][1 - viewer]}.hand"]["entities"]
            cards = {view["entities"][name]["card"] for name in hand if name is not None}
            several += len(cards) > 1
            assert rules.restore(poisoned(kinds, data, viewer, chosen)).view(viewer) == view
        give(match, chosen.choice(match.legal())["answer"])
    assert several > 5


def test_what_a_hidden_card_does_with_itself_is_told_to_nobody(tmp_path: Path) -> None:
    """A match in which hidden cards do something is told to a spectator as one in which they do nothing."""
    made = [tmp_path / name for name in ("mute", "muttering")]
    desks = (MUTE, MUTE.replace("card: mute", "card: muttering"))
    mute, muttering = (
        rules_from(rules_of(folder, desk)).new_game(seed=6) for folder, desk in zip(made, desks, strict=True)
    )
    matches, chosen, whole = (mute, muttering), Random(6), 0
    referees = [match.watch("all") for match in matches]
    watchers = [match.watch(None, "en") for match in matches]
    done = [0, 0]
    while waits(mute) and waits(muttering):
        told = [watcher.events() for watcher in watchers]
        happened = [referee.events() for referee in referees]
        done = [count + len(events) for count, events in zip(done, happened, strict=True)]
        shown = next((n for n, event in enumerate(told[0]) if shows(event)), None)
        assert as_json(told[0][:shown]) == as_json(told[1][:shown])
        if shown is not None:
            break
        whole += len(told[0])
        answer = chosen.choice(mute.legal())["answer"]
        for match in matches:
            give(match, answer)
    assert whole > 40 and done[1] > done[0] + 10


@pytest.mark.parametrize("engine", ["python", *ENGINES])
def test_what_is_seen_to_answer_a_hidden_card_is_told(engine: str, tmp_path: Path) -> None:
    """What the card on the table does is told with what it did; of what it answers nothing."""
    desk = MUTE.replace("card: mute", "card: muttering") + lying("game.table", "p2", "echo")
    made = rules_of(tmp_path, desk)
    match, chosen = rules_from(made).new_game(seed=6), Random(6)
    other = engine_of(engine, made, tmp_path) if engine != "python" else None
    watcher, told = match.watch(None), list[Any]()
    if other is not None:
        other.tell("new", {}, 6)
        other.tell("watch", [None], None)
    while waits(match) and len(told) < 300:
        events = as_json(watcher.events())
        if other is not None:
            assert other.tell("watched", [[0]])["events"] == [events]
        told += events
        answer = chosen.choice(match.legal())["answer"]
        give(match, answer)
        if other is not None:
            other.tell("play", answer)
    begun = [event.get("verb") for event in told if event["what"] == "begin"]
    assert "brood" not in begun and begun.count("note") > 3


def test_nobody_is_told_how_deep_in_something_hidden_it_is_done(tmp_path: Path) -> None:
    """What is seen of a hidden card that asks at once, and of one that does so in an event of its own, is the same."""
    desks = [MUTE.replace("card: mute", f"card: {card}") for card in ("brooding", "blunt")]
    made = [rules_of(tmp_path / str(n), desk, BROODING) for n, desk in enumerate(desks)]
    matches, chosen, guesses = [rules_from(each).new_game(seed=6) for each in made], Random(6), 0
    watchers = [match.watch(None, "en") for match in matches]
    while waits(matches[0]) and waits(matches[1]):
        told = [as_json(watcher.events()) for watcher in watchers]
        shown = next((n for n, event in enumerate(told[0]) if shows(event)), None)
        assert told[0][:shown] == told[1][:shown]
        if shown is not None:
            break
        guesses += sum(event.get("verb") == "guess" for event in told[0])
        answer = chosen.choice(matches[0].legal())["answer"]
        for match in matches:
            give(match, answer)
    assert guesses > 3


@pytest.mark.parametrize("engine", ENGINES)
def test_who_comes_later_is_told_no_more_of_what_hidden_cards_do(engine: str, tmp_path: Path) -> None:
    """Nor who is told anew, as where an answer is taken back while something hidden is at work."""
    made = rules_of(tmp_path, MUTE.replace("card: mute", "card: brooding"), BROODING)
    other, match, chosen = engine_of(engine, made, tmp_path), rules_from(made).new_game(seed=6), Random(6)
    other.tell("new", {}, 6)
    steady, guesses = match.watch(None), 0
    while waits(match) and guesses < 12:
        late, told = match.watch(None), []
        other.tell("watch", [None], None)
        answer = chosen.choice(match.legal())["answer"]
        for _ in range(2):
            give(match, answer)
            waits(match)
            other.tell("play", answer)
            told.append(as_json(late.events()))
            assert other.tell("watched", [[0]])["events"][-1] == told[-1]
            match.undo()
            other.tell("undo")
        give(match, answer)
        other.tell("play", answer)
        waits(match)
        heard = outline(as_json(steady.events()))
        anew = max(n for n, event in enumerate(told[1]) if event["what"] == "anew")
        first = outline(told[0])
        assert first == outline(told[1][anew + 1 :]) == heard[-len(first) :]
        guesses += sum(verb == "guess" for _, verb, _ in first)
    assert guesses >= 12
    other.close()


def outline(told: list[Any]) -> list[Any]:
    """What happened, without names."""
    return [[event["what"], event.get("verb"), event["depth"]] for event in told if event["what"] != "ask"]


def happened(match: Match, viewer: int | None, answer: list[int]) -> list[Any]:
    """All that is told of an answer, and then what is seen."""
    watcher = match.watch(viewer, "en")
    first: list[Any] = [*watcher.refused()]
    try:
        give(match, answer)
    except HostError:
        return first
    return [*first, *watcher.events(), watcher.view()]


def shows(told: Any) -> bool:
    """Whether something is seen anew: a row of the view is another, or new."""
    return any(len(path) == 2 and path[0] == "entities" and value for path, *value in told.get("changes", ()))


# Two letters that do the same in hiding, and differ in what they call it.
CALLING = """\
- id: {0}
  kind: letter
  name: {{en: {0}}}
  provenance: house
  rules: |
    after turn:
      let die = roll d6
      choose one by self:
        option "{0} left": nothing
        option "{0} right": nothing
"""
CALLED = """\
rolls:
  amber.die: {en: {told: "for amber, {dice}"}, ru: {told: "янтарь: {dice}"}}
  beryl.die: {en: {told: "for beryl, {dice}"}, ru: {told: "берилл: {dice}"}}
nouns:
  letter:
    en: {one: letter, many: letters}
    ru: {gender: neuter, one: [письмо, письма, письму, письмо, письмом, письме]}
"""


def hiding(folder: Path, card: str) -> Any:
    """The rules of a desk at which each player has such a letter in hiding."""
    cards, desk = CARDS + CALLING.format("amber") + CALLING.format("beryl"), MUTE.replace("card: mute", f"card: {card}")
    game = write_game(folder, RULES, start="match", kinds=KINDS, cards=cards, scenario=desk)
    (game / "words.yaml").write_text(CALLED, encoding="utf-8")
    sink = Sink()
    build = build_game(game, sink, "small")
    assert build is not None and not [fault.message for fault in sink.items if fault.severity is Severity.ERROR]
    return exported(build)


@pytest.mark.parametrize("engine", ["python", *ENGINES])
def test_the_text_of_a_hidden_card_is_told_to_nobody(engine: str, tmp_path: Path) -> None:
    """That it rolls and that somebody chooses is told, and not in its words; who chooses is told what."""
    heard: list[list[Any]] = []
    for card in ("amber", "beryl"):
        made = hiding(tmp_path / card, card)
        match, told = rules_from(made).new_game(seed=6), list[Any]()
        watchers = [match.watch(viewer, "en") for viewer in (0, None)]
        other = engine_of(engine, made, tmp_path / card) if engine != "python" else None
        if other is not None:
            other.tell("new", {}, 6)
            other.tell("watch", [0, None], "en")
        while waits(match) and len(told) < 200:
            events = as_json([watcher.events() for watcher in watchers])
            if other is not None:
                assert other.tell("watched", [[0]])["events"] == events
            own, seen = (json.dumps([e for e in each if e["what"] in ("roll", "choose")]) for each in events)
            assert card not in seen
            told += [[own.replace("amber", "beryl"), seen]]
            give(match, [0])
            if other is not None:
                other.tell("play", [0])
        heard.append(told)
    assert heard[0] == heard[1]
    assert any("For beryl, " in own and "beryl left" in own for own, _ in heard[0]), "who has it is told in its words"

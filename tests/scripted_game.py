"""A small game whose tests use everything that tests can say: some pass, the others fail with the messages given."""

from __future__ import annotations

RULES = """
verb hit(amount: int, to target: unit):
  require target.damage < target.hp "{target} is down"
  increase target.damage by amount
verb mend(to target: unit):
  require target.damage > 0 "{target} is whole"
  set target.damage to 0
verb summon(by who: player):
  create pup = unit from wolf with owner = who, controller = who
verb aim(by who: player):
  choose u from all unit where damage < hp by who:
    hit 1 to u
verb pull():
  hit 1 to random unit
verb draw(by who: player):
  shuffle who.pile
  let top = first(who.pile)
  if top is not none: put top into who.hand
verb decide(by who: player):
  choose one by who:
    option "Cheer": increase who.score by 1
    option "Weep" if who.score > 0: set who.score to 0
verb throw(to target: unit):
  let faces = roll 2d6
  hit total(faces) to target
verb turn(by who: player):
  offer any to who
verb haste(to target: unit):
  may by target.controller:
    set target.tapped to true
every unit:
  activate "Strike": hit 1 to one unit other than self
  activate "Rest": mend to self
verb cast(played: card, by who: player):
  increase who.score by 1
  put played into who.pile
  resolve
live card for each u in all unit while this in u.controller.hand through cast this by u.controller
verb rally(by who: player):
  choose exactly 2 us from all unit by who: hit 1 to us
"""
CARDS = """
- {id: wolf, kind: unit, name: {en: Wolf}, provenance: house, hp: 2}
- {id: ace, kind: card, name: {en: Ace}, provenance: house}
- {id: king, kind: card, name: {en: King}, provenance: house}
- id: ode
  kind: card
  name: {en: Ode}
  provenance: house
  rules: |
    activate: increase controller.score by 4
"""
# The first holds, and then nobody looks at the second, which divides by 0.
EITHER = "owl.damage == 1 or round_down(owl.damage / ann.score) > 2"
GIVEN = """\
  given:
    players: [ann, bob]
    board: |
      A B .
    legend:
      A: {kind: unit, name: fox, owner: ann, controller: ann}
      B: {kind: unit, name: owl, owner: bob, controller: bob}
    create:
      - {name: first_ace, card: ace, owner: ann, zone: ann.pile}
      - {name: second_ace, card: ace, owner: ann, zone: ann.pile}
      - {name: lord, card: king, owner: ann, zone: ann.pile}
"""
# Name, keys beside `given`, and the message of each failure: nothing where the test passes.
TESTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # ---- offered, not offered
    ("what is offered", "when: turn by ann\n  choices: [pass]\n  offered: [Strike of fox]\n  not offered: [Rest]", ()),
    ("nothing of the kind is offered", "when: turn by ann\n  choices: [pass]\n  offered: [Rest of fox]",
     ("`Rest of fox` is not offered",)),
    ("it is offered after all", "when: turn by ann\n  choices: [pass]\n  not offered: [Strike of fox]",
     ("`Strike of fox` is offered",)),
    ("nobody is asked", "when: hit 1 to owl\n  then: [owl.damage == 1]\n  not offered: [Rest]",
     ("nobody is offered anything here, so `not offered` says nothing",)),
    ("a misspelt name", "when: turn by ann\n  choices: [pass]\n  not offered: [Wrest of fox]",
     ("`Wrest of fox` is not offered because nothing has this name: no thing, square, card, ability or label",)),
    ("at an answer", "when: aim by ann\n  choices: [{answer: owl, offered: [fox], not offered: [king]}]", ()),
    ("at an answer, wrongly", "when: aim by ann\n  choices: [{answer: owl, offered: [king], not offered: [fox]}]",
     ("`king` is not offered", "`fox` is offered")),
    ("at an answer, misspelt", "when: aim by ann\n  choices: [{answer: owl, not offered: [ovl]}]",
     ("`ovl` is not offered because nothing has this name: no thing, square, card, ability or label",)),
    ("at an answer where only one is possible",
     "given:\n      do: set owl.damage to 9\n  when: aim by ann\n  choices: [{answer: fox, not offered: [owl]}]", ()),
    ("at an answer where only all are possible",
     "when: rally by ann\n  choices: [{answer: [owl, fox], not offered: [king]}]\n  then: [owl.damage == 1]", ()),
    ("at an answer where only all are possible, too few", "when: rally by ann\n  choices: [[owl]]\n  then: [owl.damage == 1]",
     ("choices were never asked for: [[owl]]",)),
    # ---- refused
    ("an answer is refused",
     "when: turn by ann\n  choices: [pass]\n  refused: {answer: Rest of fox, because: nothing of it}", ()),
    ("an answer is refused for another reason",
     "when: turn by ann\n  choices: [pass]\n  refused: {answer: Rest of fox, because: too tired}",
     ("`Rest of fox` is refused for another reason: nothing of it could be done",)),
    ("an answer is not refused", "when: turn by ann\n  choices: [pass]\n  refused: {answer: Strike of fox, because: x}",
     ("`Strike of fox` was to be refused, and is offered",)),
    ("an answer that nobody could give", "when: turn by ann\n  choices: [pass]\n  refused: {answer: Rust, because: x}",
     ("`Rust` was to be refused, and is nothing that could be offered here",)),
    ("a call is refused", "when: |\n    hit 1 to owl\n    mend to fox\n  refused: {call: mend, because: fox is whole}", ()),
    ("a call is refused for another reason", "when: mend to fox\n  refused: {call: mend to fox, because: too late}",
     ("`mend to fox` is refused for another reason: fox is whole",)),
    ("a call is legal", "when: hit 1 to fox\n  refused: {call: hit, because: down}",
     ("`hit` was to be refused, and is legal",)),
    ("a call is not made", "when: hit 1 to fox\n  refused: [{call: mend, because: whole}]",
     ("`mend` was to be refused, and is not called",)),
    ("a second call is refused unexpectedly", "when: |\n    hit 1 to owl\n    mend to fox\n  then: [owl.damage == 1]",
     ("mend is illegal: fox is whole",)),
    # ---- events
    ("it never happens", "when: hit 1 to owl\n  never: [mend, hit to fox, hit where amount > 1]", ()),
    ("it happens", "when: hit 1 to owl\n  never: [hit to owl]",
     ("`hit to owl` was not to happen: hit amount=1 target=owl",)),
    ("exactly these", "when: |\n    hit 1 to owl\n    hit 2 to fox\n  exactly: [hit 1 to owl, hit 2 to fox]", ()),
    ("one too many", "when: |\n    hit 1 to owl\n    hit 2 to fox\n  exactly: [hit to owl]",
     ("exactly this was to happen: hit to owl (what happened: hit amount=1 target=owl; hit amount=2 target=fox)",)),
    ("not in this order", "when: |\n    hit 1 to owl\n    hit 2 to fox\n  exactly: [hit to fox, hit to owl]",
     ("exactly this was to happen: hit to fox, hit to owl (what happened: hit amount=1 target=owl; hit amount=2 target=fox)",)),
    ("one does not follow", "when: |\n    hit 1 to owl\n    hit 2 to fox\n  events: [hit to fox, hit to owl]",
     ("the event hit to owl did not follow (what happened: hit, hit)",)),
    ("none of it", "when: hit 1 to owl\n  exactly: [mend]",
     ("exactly this was to happen: mend (what happened: nothing of it)",)),
    # ---- chance
    ("whom chance picks", "when: pull\n  draws: [owl]\n  then: [owl.damage == 1]", ()),
    ("chance without a script", "when: pull\n  then: [owl.damage == 1]",
     ("a random pick is not scripted: add `draws:`, one of fox, owl",)),
    ("whom chance cannot pick", "when: pull\n  draws: [lord]\n  then: [owl.damage == 1]",
     ("lord cannot be picked: one of fox, owl (after 0 of 1 draws)",)),
    ("draws that nobody makes", "when: hit 1 to owl\n  draws: [owl]\n  then: [owl.damage == 1]",
     ("draws were never asked for: [owl]",)),
    ("what comes up", "when: draw by ann\n  draws: [[lord]]\n  then: [lord in ann.hand]", ()),
    ("what cannot come up", "when: draw by ann\n  draws: [[owl]]\n  then: [lord in ann.hand]",
     ("owl is not among what is shuffled: first_ace, second_ace, lord (after 1 of 1 draws)",)),
    ("an order that matters", "when: draw by ann\n  then: [size(ann.hand) == 1, lord in ann.hand]",
     ("`lord in ann.hand` does not hold if another order of ann.pile is taken, which the test leaves open: "
      "answer it (`pass` and `no` decline it), or say that it is `not offered`",)),
    # ---- answers
    ("the only possible answer", "given:\n      do: set owl.damage to 9\n  when: aim by ann\n  choices: [fox]\n"
     "  then: [fox.damage == 1]", ()),
    ("not the only possible answer", "given:\n      do: set owl.damage to 9\n  when: aim by ann\n  choices: [owl]\n"
     "  then: [fox.damage == 1]", ("choices were never asked for: [owl]",)),
    ("the only possible answer is offered, too", "given:\n      do: set owl.damage to 9\n  when: aim by ann\n"
     "  offered: [fox]\n  not offered: [owl]", ()),
    ("the only possible way", "when: decide by ann\n  choices: [Cheer]\n  then: [ann.score == 1]", ()),
    ("an answer that fits two", "when: aim by ann\n  choices: [unit]\n  then: [owl.damage == 1]",
     ("unit is no option: one of fox, owl (after 0 of 1 choices)",)),
    ("an answer that fits two abilities", "when: |\n    set owl.controller to ann\n    turn by ann\n  choices: [Strike]\n"
     "  then: [owl.damage == 0]",
     ("`Strike` fits 2 options: name `fox` or `owl` (after 0 of 1 choices)",)),
    ("an answer that fits two things", "when: |\n    summon by ann\n    summon by ann\n    hit 1 to first(all unit where hp == 2)\n"
     "    aim by ann\n  choices: [wolf]\n  then: [owl.damage == 0]",
     ("`wolf` fits 2 options: name `wolf#9` or `wolf#10` (after 0 of 1 choices)",)),
    ("no answer", "when: aim by ann\n  then: [owl.damage == 1]", ("a choice is not scripted: one of fox, owl",)),
    ("a list is no answer to an offer", "when: |\n    turn by ann\n    aim by ann\n  choices: [[fox]]\n"
     "  then: [fox.damage == 1]", ()),
    ("who is asked", "when: aim by ann\n  choices: [{answer: owl, asked: ann, refused: [[owl, fox], []]}]\n"
     "  then: [owl.damage == 1]", ()),
    ("who is not asked, and what is taken", "when: aim by ann\n  choices: [{answer: owl, asked: bob, refused: [[fox], [ann]]}]\n"
     "  then: [owl.damage == 1]",
     ("ann is asked, not `bob`", "`[fox]` is taken, or names what is no option",
      "`[ann]` is taken, or names what is no option")),
    ("an order of dice", "when: throw to owl\n  dice: [[2, 1]]\n  then: [owl.damage == 3]", ()),
    ("too few dice", "when: throw to owl\n  dice: [2]\n  then: [owl.damage == 3]",
     ("2 dice are rolled, and 1 are scripted (after 1 of 1 dice)",)),
    (
        "answers of every sort that nobody asks for",
        "when: hit 1 to owl\n  choices: [yes, 1, [fox, owl], {answer: owl, offered: [fox]}]\n"
        "  dice: [3, [4, 5], {value: 2}]\n  draws: [fox, [lord]]\n  then: [owl.damage == 1]",
        (
            "choices were never asked for: [yes, 1, [fox, owl], owl]",
            "dice were never asked for: [3, [4, 5], {value: 2}]",
            "draws were never asked for: [fox, [lord]]",
        ),
    ),
    ("a face that no die has", "when: throw to owl\n  dice: [[2, {value: 9}]]\n  then: [owl.damage == 3]",
     ("d6 has no face {value: 9} (after 1 of 1 dice)",)),
    ("no dice", "when: throw to owl\n  then: [owl.damage == 3]", ("a roll of d6, d6 is not scripted: add `dice:`",)),
    # ---- names of what is made
    ("a thing has a name", "when:\n    - {do: summon by ann, as: {cub: first(all unit where hp == 2)}}\n    - do: aim by ann\n"
     "      choices: [cub]\n  then: [cub.damage == 1]", ()),
    ("a name in messages", "when:\n    - {do: summon by ann, as: {cub: first(all unit where hp == 2)}}\n    - do: hit 2 to cub\n"
     "    - do: hit 1 to cub\n  then: [cub.damage == 1]",
     ("hit is illegal: cub is down", "`cub.damage == 1` does not hold (it is 2)")),
    ("nothing to name", "when:\n    - {do: hit 1 to owl, as: {cub: first(all unit where hp == 2)}}\n  then: [owl.damage == 1]",
     ("nothing is there to be named `cub` (in step 1 of 2)",)),
    # ---- conditions
    ("what does not hold", "when: hit 1 to owl\n  then: [owl.damage == 1 and fox.damage > 0 and ann.score == 0]",
     ("`owl.damage == 1 and fox.damage > 0 and ann.score == 0` does not hold: `owl.damage == 1` holds (it is 1), "
      "`fox.damage > 0` does not (it is 0)",)),
    ("neither holds", "when: hit 1 to owl\n  then: [owl.damage == 2 or owl.controller is ann]",
     ("`owl.damage == 2 or owl.controller is ann` does not hold: `owl.damage == 2` does not (it is 1), "
      "`owl.controller is ann` does not (it is bob)",)),
    ("one is enough", f"when: hit 1 to owl\n  then: ['({EITHER}) and fox.tapped']",
     (f"`({EITHER}) and fox.tapped` does not hold: `{EITHER}` holds: `owl.damage == 1` holds (it is 1), "
      "`fox.tapped` does not",)),
    ("what is denied", f"when: hit 1 to owl\n  then: ['not ({EITHER})', not (owl.tapped and fox.tapped)]",
     (f"`not ({EITHER})` does not hold: `{EITHER}` holds: `owl.damage == 1` holds (it is 1)",)),
    ("a bracket at the end", "when: hit 1 to owl\n  then: [owl.damage == (1 + 1)]",
     ("`owl.damage == 1 + 1` does not hold (it is 1)",)),
    ("what does not hold on both sides",
     "when: |\n    let most = 3\n    hit 1 to owl\n  then:\n"
     "    [owl.damage == fox.damage + 2, owl.damage > most, owl.controller is fox.controller]",
     ("`owl.damage == fox.damage + 2` does not hold (it is 1, against 2)",
      "`owl.damage > most` does not hold (it is 1, against 3)",
      "`owl.controller is fox.controller` does not hold (it is bob, against ann)")),
    # ---- what is left open
    ("a may that matters", "when: haste to fox\n  then: [not fox.tapped]",
     ("`not fox.tapped` does not hold if yes at haste (rules.rules:29) is taken, which the test leaves open: "
      "answer it (`pass` and `no` decline it), or say that it is `not offered`",)),
    ("a may that is declined", "when: haste to fox\n  choices: [no]\n  then: [not fox.tapped]", ()),
    ("a may that does not matter", "when: haste to fox\n  then: [fox.damage == 0]", ()),
    ("an offer that matters", "when: turn by ann\n  then: [owl.damage == 0]",
     ("`owl.damage == 0` does not hold (it is 1) if Strike of fox is taken, which the test leaves open: "
      "answer it (`pass` and `no` decline it), or say that it is `not offered`",)),
    # ---- a text that is used through a verb
    ("a text runs where it is used", "given:\n      do: |\n        create song = card from ode with owner = ann\n"
     "        put song into ann.hand\n  when: turn by ann\n  choices: [ode of fox, pass]\n  then: [ann.score == 5]", ()),
    ("a verb that runs the text which is used, and none is", "when: cast lord by ann\n  then: [ann.score == 0]",
     ("`resolve` runs the text that is being used, and none is",)),
    # ---- another test
    ("a test to begin with", "when:\n    - {do: hit 1 to owl, then: [owl.damage == 1]}\n"
     "    - {do: summon by ann, as: {cub: first(all unit where hp == 2)}}\n  then: [cub.damage == 0]", ()),
)  # fmt: skip
# These begin in the last of the tests above.
LATER: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("where another ends", "given: {test: a test to begin with}\n  when: hit 1 to cub\n"
     "  then: [owl.damage == 1, cub.damage == 1]\n  exactly: [hit to cub]", ()),
    ("where another is after one step", "given: {test: a test to begin with, steps: 1, do: hit 1 to owl}\n"
     "  when: hit 1 to owl\n  then: [owl.damage == 1]",
     ("`owl.damage == 1` does not hold (it is 3)",)),
    ("before the first step", "given: {test: a test to begin with, steps: 0}\n  when: hit 1 to fox\n"
     "  then: [owl.damage == 0]", ()),
)  # fmt: skip
ALL = (*TESTS, *LATER)


def written() -> str:
    """The file of the tests."""
    return "".join(entry(name, keys) for name, keys, _ in ALL)


def entry(name: str, keys: str) -> str:
    """An entry of a file of tests; it begins in the usual position, unless its first key is a `given` of its own."""
    head = f"- name: {name}\n"
    own = keys.removeprefix("given:\n      ")
    if own != keys:
        more, _, rest = own.partition("\n")
        return f"{head}{GIVEN}    {more}\n{rest}\n"
    return f"{head}  {keys}\n" if keys.startswith("given") else f"{head}{GIVEN}  {keys}\n"

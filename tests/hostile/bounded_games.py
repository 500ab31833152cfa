"""Games that never end, or grow without end: each passes `check`, and each is ended by a bound of the language.

A row is the rules beside those that all have, and the fault that its test meets in every engine.
"""

from __future__ import annotations

from dataclasses import dataclass

# So much work may a run of these games do: enough for each of them to meet the bound that it is about. A few need more.
LOWERED = 50_000
MORE = 150_000


@dataclass(frozen=True, slots=True)
class Hostile:
    """``fault`` is what is told, to its end or to the place; ``work`` is how much of it a run may do."""

    rules: str
    fault: str
    work: int = LOWERED


WORK = f"more than {LOWERED} units of work were needed, at rules.rules:"
ALL = """\
verb note():
  increase game.count by 1
verb pay(amount: int, by who: player):
  require who.score >= amount "too poor"
  decrease who.score by amount
"""
LEVELS = "define f0(n: int) -> int = abs(n)\n" + "".join(
    f"define f{i}(n: int) -> int = max(f{i - 1}(n), f{i - 1}(n + 1))\n" for i in range(1, 39)
)
SAME = "define f0(n: int) -> int = count(p for p in all player where p.score == n)\n" + "".join(
    f"define f{i}(n: int) -> int = max(f{i - 1}(n), f{i - 1}(n))\n" for i in range(1, 39)
)

GAMES = {
    "forty functions that each call the one before twice": Hostile(
        LEVELS + "verb go(n: int, by who: player):\n  set game.count to f38(n)\n", WORK
    ),
    "forty functions whose answers are remembered": Hostile(
        SAME + "verb go(n: int, by who: player):\n  set game.count to f38(n)\n", WORK
    ),
    "three nested repeats": Hostile(
        "verb go(n: int, by who: player):\n"
        "  repeat n times:\n    repeat n times:\n      repeat n times: set game.round to game.round\n",
        WORK,
    ),
    "nested repeats in two verbs": Hostile(
        "verb inner(n: int):\n  repeat n times: set game.round to n\n"
        "verb go(n: int, by who: player):\n  repeat n times: inner n\n",
        WORK,
    ),
    "a while around a set": Hostile(
        "verb go(n: int, by who: player):\n  while true at most n times:\n"
        "    while game.round == 0 at most n times: set game.count to game.count + 1\n",
        WORK,
    ),
    "an each over each over each": Hostile(
        "verb go(n: int, by who: player):\n  each a in all square:\n    each b in all square:\n"
        "      each c in all square: set game.round to 1\n",
        WORK,
    ),
    "sums of sums": Hostile(
        "verb go(n: int, by who: player):\n  set game.count to sum(sum(sum(sum(sum(a.row - e.row for e in all square)\n"
        "    for d in all square) for c in all square) for b in all square) for a in all square)\n",
        WORK,
    ),
    "quantifiers of quantifiers": Hostile(
        "relation far(n: int) = every a in all square satisfies (every b in all square satisfies\n"
        "  (every c in all square satisfies (some d in all square satisfies d == c)))\n"
        "verb go(n: int, by who: player):\n  if far(n): note\n",
        WORK,
    ),
    "squaring": Hostile(
        "verb go(n: int, by who: player):\n  let x = n\n  repeat 100 times: set x to x * x\n", "a number passed 2^53"
    ),
    "doubling": Hostile(
        "verb go(n: int, by who: player):\n  let x = n\n  repeat 100 times: set x to x + x\n", "a number passed 2^53"
    ),
    "numbers below nothing": Hostile(
        "verb go(n: int, by who: player):\n  let x = 0 - n\n  repeat 100 times: set x to x + x - 1\n",
        "a number passed 2^53",
    ),
    "a sum of great numbers": Hostile(
        "define great(n: int) -> int = n * n * n\n"
        "verb go(n: int, by who: player):\n"
        "  set game.count to sum(great(n) * n - s.row for s in all square)\n",
        "a number passed 2^53",
    ),
    "a rounded product": Hostile(
        "verb go(n: int, by who: player):\n  set game.count to round_near(n / 2, to: n * n * n * n)\n",
        "a number passed 2^53",
    ),
    "a list that doubles": Hostile(
        "verb go(n: int, by who: player):\n  let xs = list(s for s in all square)\n"
        "  repeat 40 times: set xs to xs + xs\n",
        "a collection of more than 10000",
    ),
    "a set that grows": Hostile(
        "verb go(n: int, by who: player):\n  let xs = set(i for i in [1, 2])\n"
        "  repeat n times: set xs to xs + [game.count, game.count + 1, n]\n"
        "  repeat n times:\n    increase game.count by 1\n    set xs to xs + [game.count]\n",
        f"more than {MORE} units of work were needed, at rules.rules:",
        MORE,
    ),
    "what is in two great lists": Hostile(
        "verb go(n: int, by who: player):\n  let xs = list(s for s in all square)\n"
        "  repeat 6 times: set xs to xs + xs\n  repeat n times: set game.count to size(common(xs, xs))\n",
        WORK,
    ),
    "a verb within itself": Hostile(
        "verb go(n: int, by who: player):\n  go n by who\n", "events are nested more than 60 deep: go > go"
    ),
    "abilities that answer each other": Hostile(
        "verb here(by who: player):\n  note\nverb there(by who: player):\n  note\n"
        "every player:\n  after here by self: there by self\n  after there by self: here by self\n"
        "verb go(n: int, by who: player):\n  here by who\n",
        "events are nested more than 60 deep: ",
    ),
    "verbs that ask whether the other can be done": Hostile(
        'verb here():\n  require can (there) "no"\n  note\nverb there():\n  require can (here) "no"\n  note\n'
        "verb go(n: int, by who: player):\n  here\n",
        "whether there can be done depends on itself",
    ),
    "a replacement that asks about what it replaces": Hostile(
        "verb calm():\n  note\nevery unit:\n  instead of calm where can (calm): note\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n  place u at a1\n  calm\n",
        "whether calm can be done depends on itself",
    ),
    "a stat that needs itself": Hostile(
        "stat armor of unit\nnoun bare = unit where armor == 0\n"
        "every unit:\n  passive while some u in all unit satisfies (u is not self and u is bare): +1 armor\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n  place u at a1\n"
        "  create v = unit with owner = who, controller = who\n  place v at a2\n"
        "  set game.count to u.armor\n",
        "`armor` depends on itself through modifiers",
    ),
    "a keyword that others give back": Hostile(
        "keyword flying of unit\nevery unit:\n"
        "  passive while self has flying: all unit where it is not self gains flying\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n  place u at a1\n"
        "  create v = unit with owner = who, controller = who\n  place v at a2\n"
        "  if u has flying: note\n",
        "`flying` depends on itself through modifiers",
    ),
    "a condition that is never met, over many": Hostile(
        "verb go(n: int, by who: player):\n  choose any number of us from all square by who such that "
        "sum(u.row for u in us) < 0 - n: note\n",
        f"more than {LOWERED} units of work were needed",
    ),
    "a choice among what is dear to find": Hostile(
        "define dear(s: square) -> int = sum(a.row for a in all square where (some b in all square satisfies b.row > 90))\n"
        "verb go(n: int, by who: player):\n"
        "  repeat n times:\n    choose s from set(t for t in all square where dear(t) > n) by who: note\n",
        WORK,
    ),
    "a walk with a costly price": Hostile(
        "define price(u: unit, a: square, b: square) -> int? = count(s for s in all square where\n"
        "  (some t in all square satisfies (t.row == s.row and t.column > 90)))\n"
        "relation stop(u: unit, s: square) = false\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n  place u at a1\n"
        "  set game.count to size(reachable(u, n, price, stop))\n",
        WORK,
    ),
    "ways to everywhere from everywhere": Hostile(
        "define price(u: unit, a: square, b: square) -> int? = 1\n"
        "relation stop(u: unit, s: square) = false\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n"
        "  repeat n times:\n    each s in all square:\n      place u at s\n"
        "      each t in all square: set game.count to size(route(u, t, n, price, stop))\n",
        WORK,
    ),
    "state checks that never settle": Hostile(
        "whenever game.count > 0:\n  increase game.count by 1\nverb go(n: int, by who: player):\n  note\n",
        "state checks did not settle in 200 rounds",
    ),
    "two triggers that answer each other": Hostile(
        "verb ping():\n  note\nverb pong():\n  note\nevery unit:\n  after ping: pong\n  after pong: ping\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n  place u at a1\n  ping\n",
        "events are nested more than 60 deep: p",
    ),
    "a cost that nobody can pay, sought for long": Hostile(
        "verb toil(n: int, by who: player):\n  repeat n times:\n    repeat n times: set game.round to n\n"
        "every unit:\n  after note costs toil 9000 by self.controller: note\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n  place u at a1\n  note\n",
        WORK,
    ),
    "a crowd on one square": Hostile(
        "verb go(n: int, by who: player):\n  repeat n times:\n"
        "    create u = unit with owner = who, controller = who\n    place u at a1\n",
        "more than 100 figures stand on a1",
    ),
    "statuses without end": Hostile(
        "status burn of unit\n"
        "verb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n"
        "  repeat n times: add burn to u\n",
        "more than 500 statuses lie on unit#",
        MORE,
    ),
    "units without end": Hostile(
        "verb go(n: int, by who: player):\n  repeat n times: create u = unit with owner = who, controller = who\n",
        "more than 5000 of unit were created",
    ),
    "dice without end": Hostile(
        "verb go(n: int, by who: player):\n  let r = roll times(n, d6)\n  set game.count to total(r)\n",
        "more than 1000 dice",
    ),
    "dice that double": Hostile(
        "verb go(n: int, by who: player):\n  let many = 1d6\n  repeat 60 times: set many to many + many\n",
        "more than 1000 dice",
    ),
    "a loop of too many rounds": Hostile(
        "verb go(n: int, by who: player):\n  repeat (n * n) times: note\n",
        "a loop of more than 10,000 rounds, at rules.rules:",
    ),
    "modifiers for ever": Hostile(
        "stat armor of unit\nverb go(n: int, by who: player):\n  create u = unit with owner = who, controller = who\n"
        "  place u at a1\n  repeat n times:\n    until end of go: +1 armor for u\n    set game.count to u.armor\n",
        WORK,
    ),
}

"""A small game whose board is laid while it is played, for the tests of the interpreter and of all engines.

Its tests are content: every engine runs them. `SCENARIO` is a match in which a player lays plates where they fit.
"""

from __future__ import annotations

from pathlib import Path

from tests.small_game import Small, build_small

KINDS = """\
board: {type: grid, metric: chebyshev, terrain: {wall: "#", mud: "~", far: "\u00e9"}}
kinds:
  game: {fields: {round: int, count: int}}
  player: {fields: {score: int}}
  unit: {figure: true, fields: {size: {type: int, default: 1}, owner: player, controller: player}}
  plate:
    card: true
    fields:
      shape: {type: drawing, printed: true}
      quarters: int
      owner: player
      lies: set of square
      shown: "drawing?"
"""
CARDS = """\
- id: bend
  kind: plate
  name: {en: Bend}
  provenance: house
  shape: |
    +-+-+
    |. ~
    + +-+
    |.
    + +
- id: strip
  kind: plate
  name: {en: Strip}
  provenance: house
  shape: |
    +-+-+-+
     . .|\u00e9|
    + + + +
- id: patch
  kind: plate
  name: {en: Patch}
  provenance: house
  shape: |
    + +
     ~
    + +
"""
RULES = """\
define drawn(p: plate) -> drawing = rotated(p.shape, p.quarters)
relation has_place(p: plate) = some s in vacant_squares() satisfies fits(drawn(p), s)
# What these say hangs on the board alone, so that engines remember it.
define muddy(s: square) -> int = count(n for n in neighbours(s) where n has mud)
define borders(s: square) -> int = count(n for n in all square where distance(s, n) == 1) * 10 + muddy(s)
relation is_free(s: square) = not (s has mud)
relation open_square(s: square) = s lacks wall
define price(u: unit, a: square, b: square) -> int? = none if step_blocked(a, b) else (2 if b has mud else 1)
relation halts(u: unit, s: square) = s has far
define steps(u: unit) -> int = size(reachable(u, 9, price, halts))

verb note(n: int):
  set game.count to game.count * 10 + n
verb lay(p: plate, at s: square):
  require edges_match(drawn(p), s) "the edges do not match"
  set p.lies to footprint(drawn(p), s)
  place drawn(p) at s
verb paint(p: plate, at s: square):
  place p.shape at s
verb step_on(u: unit, to s: square):
  place u at s
# The price is tried before it is offered, and taken back: a patch is laid, and walked on, and then too much is asked.
verb lay_patch(u: unit):
  choose p from set(p for p in all plate where p.owner is u.owner and has_place(p)) by u.owner:
    choose s from set(s for s in vacant_squares() where fits(drawn(p), s) and edges_match(drawn(p), s)) by u.owner: lay p at s
verb go_far(u: unit, to most: int):
  require steps(u) >= most "it cannot go so far"
  note steps(u)
every unit:
  activate "Dig" costs lay_patch self, go_far self to 9: note 9
  activate "Dig a little" costs lay_patch self, go_far self to 4: note 4

verb dig(u: unit):
  offer any to u.owner

flow match():
  note size(vacant_squares())
  each p in all plate:
    if has_place(p):
      choose n from [0, 1, 2, 3] by p.owner: set p.quarters to n
      choose s from set(s for s in vacant_squares() where fits(drawn(p), s)) by p.owner:
        if edges_match(drawn(p), s): lay p at s
    note muddy(a1)
    each u in all unit: note steps(u)
  each u in all unit:
    dig u
    choose s from reachable(u, 9, price, halts) by u.owner: step_on u to s
    if u.at is not none: note borders(u.at)
"""
SCENARIO = """\
id: first
name: First
players: [p1, p2]
board: |
  A .|. _ _
    -
  . # _ _ _
  . _ _ _ _
legend:
  A: {kind: unit, owner: p1, controller: p1}
create:
  - {name: ell, card: bend, owner: p1}
  - {name: bar, card: strip, owner: p1}
  - {name: dot, card: patch, owner: p1}
  - {name: ell_too, card: bend, owner: p1}
"""
TESTS = """\
- name: squares come onto the board, with their terrain and walls
  given: {scenario: first}
  when: lay dot at d1
  then:
    - d1 in dot.lies
    - d1 has mud
    - c1 in neighbours(d1)
    - d1 not in vacant_squares()
    - distance(d1, a1) == 3
    - count of square == 7
- name: what is vacant has a name, neighbours on the board and no terrain
  given: {scenario: first}
  when: note 1
  then:
    - size(vacant_squares()) == 9
    - d1 lacks mud
    - neighbours(d1) == [c1]
    - neighbours(c1) == [b1, b2]
    - "not (d1 in set(s for s in all square where true))"
- name: a drawing is turned to the right
  given: {scenario: first}
  when: note 1
  then:
    - footprint(rotated(ell.shape, 0), c2) == [c2, d2, c3]
    - footprint(rotated(ell.shape, 1), c2) == [c2, d2, d3]
    - footprint(rotated(ell.shape, 2), c2) == [d2, c3, d3]
    - footprint(rotated(ell.shape, 3), c2) == [c2, c3, d3]
    - rotated(ell.shape, 4) == ell.shape
    - rotated(rotated(bar.shape, 1), -1) == bar.shape
    - rotated(ell.shape, 9007199254740991) == rotated(ell.shape, 3)
    - rotated(ell.shape, -9007199254740991) == rotated(ell.shape, 1)
    - footprint(bar.shape, c3) == [c3, d3, e3]
    - footprint(rotated(bar.shape, 1), c2) == []
- name: it fits where no square is, and nowhere beside the area
  given: {scenario: first}
  when: note 1
  then:
    - fits(ell.shape, c2)
    - fits(ell.shape, d2)
    - not fits(ell.shape, e2)
    - not fits(ell.shape, b2)
    - not fits(ell.shape, c1)
    - footprint(ell.shape, c1) == [c1, d1, c2]
    - set(s for s in vacant_squares() where fits(bar.shape, s)) == [c2, b3, c3]
- name: walls meet walls, and open edges open ones
  given: {scenario: first, do: lay dot at d1}
  when: note 1
  then:
    - edges_match(dot.shape, c2)
    - not edges_match(ell.shape, c2)
    - not edges_match(bar.shape, c2)
    - edges_match(bar.shape, c3)
- name: the edges of a laid drawing are walls of the board
  given: {scenario: first, do: paint ell at d1}
  when: note 1
  then:
    - step_blocked(c1, d1)
    - step_blocked(d2, e1)
    - not step_blocked(d1, d2)
    - step_blocked(d1, e2) or not (e2 in set(s for s in all square where true))
    - e1 has mud
    - not edges_match(dot.shape, e2)
    - edges_match(dot.shape, d3)
- name: what is laid on squares replaces them, and the walls between them
  given: {scenario: first, do: paint bar at a1}
  when: note 1
  then:
    - step_blocked(b1, c1)
    - c1 has far
    - b1 lacks mud
    - a1 lacks mud
    - step_blocked(b1, b2)
    - not step_blocked(a1, b1)
- name: what was worked out of the board is worked out anew
  given:
    scenario: first
    do: |
      note muddy(c1)
      note size(vacant_squares())
      note (borders(c1) - 20)
  when: |
    lay dot at d1
    note muddy(c1)
    note size(vacant_squares())
    note (borders(c1) - 29)
  then: [game.count == 90182]
- name: a way leads over what was laid
  given:
    scenario: first
    do: note size(reachable(a, 9, price, halts))
  when: |
    lay dot at c2
    note size(reachable(a, 9, price, halts))
    note (1 if path_distance(a, c2, open_square) == 2 else 0)
    lay ell_too at c3
    note size(reachable(a, 9, price, halts))
  refused: {call: lay, because: the edges do not match}
  then: [c2 has mud]
- name: what is only tried is taken back, and so is what was worked out meanwhile
  given: {scenario: first}
  when: |
    note steps(a)
    dig a
    note size(vacant_squares())
  not offered: [Dig]
  then: [c2 in vacant_squares()]
- name: a figure stands on what was laid, and nowhere else
  given: {scenario: first, do: lay dot at d1}
  when: |
    note (1 if fits(a, d1) else 0)
    note (1 if fits(a, e1) else 0)
    note size(footprint(a, e1))
    step_on a to d1
  then: [game.count == 100, a.at == d1]
- name: a drawing is a value
  given: {scenario: first}
  when: |
    set ell.shown to rotated(bar.shape, 1)
    note (3 if ell.shown is not none else 0)
  then: ["game.count == 3", "rotated(bar.shape, 1) == ell.shown"]
"""


def built(folder: Path) -> Small:
    return build_small(folder, RULES, start="match", kinds=KINDS, cards=CARDS, scenario=SCENARIO, tests=TESTS)

"""What content seldom shows: ends, preventions, dry runs and faults, in every engine as in the interpreter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler.callables.code import Code
from compiler.targets.export import content_of
from tests.conformance.bare_lua import BareLua
from tests.conformance.engines import Interpreter, engines_of
from tests.scripted_game import ALL, RULES, written
from tests.scripted_game import CARDS as SCRIPTED_CARDS
from tests.small_game import KINDS, build_small

SCENARIO = """
id: first
name: First
players: [p1, p2]
board: |
  A . B
    -
  . #|.
  C . D
legend:
  A: {kind: unit, owner: p1, controller: p1, hp: 9}
  B: {kind: unit, owner: p1, controller: p1}
  C: {kind: unit, owner: p2, controller: p2}
  D: {kind: unit, owner: p2, controller: p2}
decks:
  - {zone: p1.hand, owner: p1, cards: {blank: 5}}
  - {zone: p2.pile, owner: p2, cards: {blank: 2}}
"""
CARDS = """
- {id: blank, kind: card, name: {en: Blank}, provenance: house}
- {id: wolf, kind: unit, name: {en: Wolf}, provenance: house, keywords: [swift, "reach(2)"]}
- {id: calf, kind: unit, name: {en: Calf}, provenance: house}
"""
BASE = """
keyword swift of unit
keyword reach(n: int) of unit
verb note():
  increase game.count by 1
verb hit(amount: int, to target: unit):
  require target.damage < target.hp "{target} is down, by {amount}"
  increase target.damage by amount
verb mend(to target: unit):
  require target.damage > 0 "{target} is whole"
  set target.damage to 0
"""
HOWLER = """
- id: howler
  kind: unit
  name: {en: Howler}
  provenance: house
  keywords: ["fierce(3)"]
  rules: |
    passive: +1 speed
    passive while self.damage > 3: all unit other than self loses rules
    activate "Howl" as tame once per turn: hit 1 to self
    after mend to self: note
    react before hit to self once per turn: increase damage by 1
    ai:
      when damage > 2:
        mend self
      otherwise:
        hit 1 to self
"""
LAYS = "      lays: {type: set of status, printed: true, default: []}\n"
WITCH = '- {id: witch, kind: unit, name: {en: Witch}, provenance: house, lays: [sore, "ward(red, 2)"]}\n'
# Each is a game whose start is `match`; some end with a fault.
GAMES = {
    "ends": """
        verb outer(to target: unit):
          middle to target
          increase target.damage by 1
        verb middle(to target: unit):
          inner to target
          increase target.damage by 10
        verb inner(to target: unit):
          increase target.damage by 100
          end middle
        every unit:
          after inner to self:
            hit 1 to self
          after middle to self:
            end match
        flow match():
          each u in all unit: outer to u
        """,
    "an end inside of a state check": """
        whenever each u in all unit where u.damage >= u.hp:
          note
          end turn
        flow match():
          repeat 3 times: turn
        flow turn():
          each u in all unit: hit 4 to u
        """,
    "prevented before, in a step and instead": """
        verb act(to target: unit):
          step first:
            increase target.damage by 1
          step second:
            increase target.damage by 10
        every unit:
          before act.first to self where hp > 5:
            prevent
          before act.second to self where damage > 0:
            note
          before act to self where damage > 15:
            prevent
          instead of hit to self where damage > 3:
            note
            prevent
        flow match():
          repeat 3 times:
            each u in all unit: act to u
          each u in all unit: hit 1 to u
        """,
    "nobody reacts to what has been prevented": """
        verb act(to target: unit):
          step first:
            increase target.damage by 1
          step second:
            increase target.damage by 2
        every unit:
          react "Refuse" before act to self: prevent
          react "Note" before act to self: note
          react "Turn" before act.first to self: prevent
          react "Shout" before act.first: note
          react "Bow" during act.second to self: increase damage by 4
        flow match():
          repeat 3 times:
            each u in all unit: act to u
        """,
    "dry runs that choose": """
        verb pay(by who: player):
          require size(who.hand) > 0 "nothing is left"
          choose c from who.hand by who:
            remove c
        every unit:
          activate costs pay by self.controller: hit 2 to one unit other than self
          activate "Options":
            choose one:
              option "rest" if damage > 1: mend self
              option "strike": hit 1 to one unit other than self where damage > 1
          activate "Rounds" requires game.count < 9:
            repeat damage times: note
        flow match():
          repeat 6 times:
            each who in all player: offer any to who
        """,
    "dry runs that try again": """
        verb gamble(by who: player):
          let faces = roll 1d6
          shuffle who.hand
          create extra = card from blank with owner = who
          put extra into who.pile at top
          increase who.score by total(faces)
        verb lean(to target: unit):
          require target.damage > 2 "{target} stands firm"
          set target.tapped to not target.tapped
        every unit:
          activate once per turn costs mend to one unit, gamble by self.controller: hit 2 to up to 2 unit
          activate "Lean" once per turn costs lean to one unit, lean to one unit where tapped:
            choose u from all unit where damage > 3 and tapped by self.controller: remove u
          activate "Never" costs hit 9 to one unit, mend to one unit where damage > 99: note
        flow match():
          repeat 3 times:
            each who in all player: turn by who
        flow turn(by who: player):
          each u in all unit where controller is who: hit 1 to u
          offer any to who
        """,
    "reactions": """
        every unit:
          react before hit to self once per hit:
            mend to self
          react after hit once per match:
            hit 1 to one unit where damage < hp
          react instead of hit to self once per match:
            note
            prevent
        flow match():
          repeat 2 times:
            each u in all unit: hit 3 to u
        """,
    "reactions that some always take": """
        verb strike(to target: unit):
          step land: hit 1 to target
        every unit:
          react "shout" before strike to self always if self.tapped requires self.damage < 3:
            increase damage by 1
          react "duck" during strike.land to self costs mend self always if self.tapped: note
          react "turn" instead of strike to self where damage > 2 always if (self has swift) or tapped: mend self
          react after strike always if (self is not target and tapped) requires damage < 4: hit 1 to self
        flow match():
          each u in all unit:
            repeat 3 times: strike u
            set u.tapped to true
            repeat 3 times: strike u
        """,
    "classes of statuses, and copies": """
        statuses bad = slow, sore, ill
        status slow(n: int) of unit stacks highest
        status sore of unit
        status ill(c: colour, n: int) of unit stacks by c
        status blessed of unit
        events deed:
          walk, push
          strike
        verb walk(by walker: unit): hit 1 to walker
        verb push(to target: unit, by pusher: unit): hit 2 to target
        verb strike(striker: unit): increase striker.damage by 1
        every unit:
          passive while self has bad: self cannot deed
          passive: all unit having bad cannot deed while self.damage > 6 "not while {self} is hurt"
        verb pass_on(from giver: unit, to target: unit):
          copy all bad from giver to target
          copy blessed from giver to target
          copy slow(3) from giver to giver
        verb tell(u: unit):
          if u has bad: increase game.round by 1
          if u lacks bad: note
          increase game.round by 10 * stacks(u, slow) + 100 * stacks(u, ill) + 1000 * stacks(u, sore)
        flow turn(by who: player):
          each u in all unit where controller is who:
            add slow(3) to u until end of turn by who
            add slow(2) to u
            add sore to u until end of next walk
            add sore to u
            add ill(red, 1) to u while u.damage < 3
            add ill(blue, 2) to u
            add blessed to u until start of turn
            choose v from all unit where it is not u
            pass_on from u to v
            tell v
            walk by u
            push v by u
            strike u
            if u.damage > 4: drop all bad from v
            walk by v
            push u by v
            strike v
            if any unit without bad: note
        flow match():
          repeat 2 times:
            each p in all player: turn by p
        """,
    "what is lost": """
        keyword fierce(n: int) of unit:
          after hit to self: increase controller.score by n
          activate "Rage" as wild: hit 1 to self
        keyword plain of unit
        live unit.rules for this
        stat speed of unit = 3 + armor
        status muted of unit stacks none: passive: self loses rules while damage > 1
        status oath(what: keyword) of unit:
          passive while self has what: +10 speed
          after mend to self where self lacks what: note
        verb ask(u: unit, of what: keyword):
          add oath(what) to u until end of ask
          add oath(swift) to u until end of turn
          increase game.round by 100000 * u.speed
          if u has what: increase game.round by 1
          if u has fierce(2): increase game.round by 10
          increase game.round by 100 * sum(f.n for f in instances(u, fierce))
          increase game.round by 10000 * count(i for i in instances(u, swift))
        every unit:
          passive while self.tapped: all unit other than self loses fierce
          passive: self gains fierce(2) while self.damage < 4
        flow turn(by who: player):
          each u in all unit where controller is who:
            create w = unit from howler with owner = who, controller = who
            create q = unit from wolf with owner = who, controller = who
            ask w of fierce
            ask q of swift
            hit 1 to w
            hit 1 to u
            if u.damage > 1: set u.tapped to true
            until end of turn by who: q loses swift while q.damage < 2
            ask q of swift
            ask q of fierce
            offer wild, tame to who
            add muted to w until end of turn
            hit 1 to w
            hit 1 to q
            ask w of plain
            offer tame to who
            resolve ai of w
            if any unit having fierce: note
        flow match():
          repeat 2 times:
            each p in all player: turn by p
        """,
    "several at once": """
        verb fall(u: unit):
          set u.damage to 0
          increase u.controller.score by 1
          if any unit where damage >= hp: increase game.round by 1
        whenever each u in all unit where u.damage >= u.hp: fall u
        whenever game.count > 3: set game.count to 0
        verb volley(amount: int, at squad: set of unit, by who: player) at once:
          step land:
            hit amount to all unit where it in squad
          note
          choose x from squad by who
          hit 1 to x
        verb barrage(by who: player) at once:
          volley 5 at all unit by who
          volley 9 at (all unit where hp > 5) by who
          note
          end volley
        every unit:
          after hit to self where damage > 4 once per turn: note
          after volley where self in squad and tapped: hit 2 to self
          before fall self: set tapped to true
          after barrage by controller: volley 3 at [self] by controller
        flow turn(by who: player):
          volley 4 at (all unit where controller is who) by who
          volley 5 at all unit by who
          barrage by who
        flow match():
          repeat 2 times:
            each p in all player: turn by p
        """,
    "what lasts": """
        stat armor of unit
        status slow(n: int) of unit stacks highest:
          passive: +(n) armor
          passive while n > 5: cannot mend to self "it is slow by {n}"
        verb slacken(n: int, to target: unit, until d: duration):
          add slow(n) to target until d
        verb hinder(n: int, to target: unit):
          slacken n to target until end of next turn
        every unit:
          passive while self.damage > 2: +1 armor for all unit other than self
          activate: hinder self.hp to one unit
          activate once per turn: hit 3 to one unit where armor < 6
          activate: mend to one unit
        verb strengthen(to target: unit):
          until end of turn by target.controller:
            +2 armor for target
        flow match():
          repeat 3 times:
            each who in all player: turn by who
        flow turn(by who: player):
          offer any to who
          each u in all unit where armor < 4: strengthen to u
        """,
    "choices of many": """
        flow match():
          repeat 4 times:
            each who in all player:
              choose up to 2 us from all unit where damage < hp by who:
                each u in us: hit 1 to u
              choose any number of us from all unit by who such that sum(u.hp for u in us) > 8:
                each u in us: hit 1 to u
              choose exactly 3 us from all unit by who:
                each u in us: set u.tapped to not u.tapped
              shuffle who.hand
              let faces = roll 3d6
              reroll lowest(faces) in faces
              increase who.score by total(faces)
        """,
    "choices of all or none": """
        flow match():
          let few = 2
          each who in all player:
            choose exactly 4 us from all unit by who:
              each u in us: hit 1 to u
            choose 4 to 9 us from all unit by who such that sum(u.damage for u in us) > 4:
              each u in us: hit 2 to u
            else: note
            choose up to (few - 2) us from all unit by who:
              increase who.score by 1 + size(us)
            choose exactly (few - 2) us from all unit by who such that size(us) > 0: note
            else: increase who.score by 10
            choose exactly few us from all unit where controller is who by who:
              each u in us: hit 1 to u
        """,
    "bonuses that do not add up": """
        stat armor of unit stacks highest
        stat hp of unit stacks lowest
        stat reach of unit = 1 stacks none
        stat sight of unit = 9 stacks by source
        keyword strong of unit:
          passive: +2 armor for all unit
          passive: -1 hp for all unit
        keyword weak of unit:
          passive while self.damage > 0: -3 armor for all unit
          passive while self.damage > 0: -2 hp for all unit
          passive: -1 sight for all unit other than self
          passive: sight is at least 7
        every game:
          passive: +1 armor for all unit
          passive: +1 reach for all unit
          passive: +2 reach for all unit
          passive while game.count > 1: reach of all unit is 4
          passive while game.count > 2: all unit gains strong
        flow match():
          each u in all unit: hit (u.armor + u.reach) to u
          each u in all unit:
            note
            mend to u
            hit (u.sight - u.hp) to u
        """,
    "uses that come back": """
        every unit:
          activate "Strike" uses 2 recharges turn by self.controller: hit 1 to one unit other than self
          activate "Rest" uses 1: mend to self
          after hit to self uses 1 recharges mend to self: note
        flow match():
          repeat 3 times:
            each who in all player: turn by who
        flow turn(by who: player):
          offer any to who
          each u in all unit where controller is who and damage > 3: mend to u
        """,
    "what several texts replace": """
        verb act(n: int, to target: unit):
          step first:
            hit n to target
          step second:
            mend to target
        every unit:
          instead of hit to self where amount > 1 once per match: set amount to amount - 1
          instead of hit to self where amount > 2: set amount to 2
          instead of act.second to self where damage > 1 once per act:
            note
            prevent
          react during act to self once per act: note
          react instead of act to self once per match:
            hit 1 to one unit other than self
        flow match():
          repeat 3 times:
            each u in all unit: act 4 to u
        """,
    "statuses beside each other": """
        stat armor of unit
        status charm(n: int) of unit stacks lowest: passive: +(n) armor
        status ward(c: colour, n: int) of unit stacks by c:
          instead of hit to self: set amount to amount - n
        status dazed of unit stacks none: passive: all unit cannot mend to self "it is dazed"
        status sore of unit
        verb enchant(n: int, to target: unit):
          add charm(n) to target until end of next turn
          add sore to target
          add dazed to target until end of turn
          add ward(red, n) to target until end of next turn
          add ward(blue, 1) to target
        flow match():
          repeat 3 times:
            each who in all player: turn by who
        flow turn(by who: player):
          note
          each u in all unit where controller is who:
            enchant (game.count + u.armor) to u
            hit (stacks(u, sore) + 2) to u
            mend to u
          each u in all unit where controller is who and damage > 4: drop sore from u
        """,
    "what is hidden and drawn": """
        verb draw(by who: player):
          require size(who.pile) > 0 "the pile is empty"
          let top = first(who.pile)
          if top is not none:
            put top into who.hand
            reveal top to who
        flow match():
          each who in all player:
            each c in who.hand: put c into who.pile at bottom
          repeat 3 times:
            each who in all player:
              draw by who
              shuffle who.pile
              choose c from who.hand by who:
                each other in all player: reveal c to other
              offer any to who
        every unit:
          activate "Strike" once per draw:
            hit 1 to random unit
            hit 1 to nearest unit other than self
          activate "Choose" once per draw:
            hit 1 to one unit preferring highest hp then lowest damage then nearest
        """,
    "whom earlier calls affected, and calls that affected nobody": """
        verb tap(u: unit):
          require not u.tapped "it is tapped"
          set u.tapped to true
        verb look(at u: unit) gives seen: int:
          set seen to u.damage + 1
        every unit:
          after note:
            hit 1 to one unit where damage == game.count
            let lost = target.damage
            let faces = roll times(target.damage, d6)
            create spare = card from blank with owner = target.owner
            look at target giving seen
            each u in all unit where damage > target.damage: hit 1 to u
            if lost > 1: hit 2 to one unit where damage > 3
            tap target or else: increase game.round by 1
            increase game.round by lost + total(faces)
            if seen is not none: increase game.round by seen
            put spare into target.owner.hand
            may by controller:
              hit 1 to one unit where damage > 5
              tap target
              mend to one unit where tapped
            choose one by controller:
              option "hit": hit 3 to target
              option "note": increase game.count by 1
            choose u from all unit where damage > target.damage by controller:
              until end of turn: +1 armor for target
            else: increase game.round by 10
            tap target: mend to target
            else: increase game.round by 100
          activate "Strike" once per turn:
            hit 1 to one unit where damage > 2
            tap one unit where it.tapped
            mend to target
            let most = self.damage
            if most > 1: tap self
        stat armor of unit
        flow match():
          repeat 2 times:
            each who in all player: turn by who
        flow turn(by who: player):
          note
          offer any to who
        """,
    "what is printed on cards": """
        flow match():
          each c in [wolf, calf]:
            if c has swift: note
            if c lacks reach: hit 1 to all unit
          each p in all player:
            create w = unit from wolf with owner = p, controller = p
            if w has reach: note
    """,
    "nested too deep": """
        verb again(to target: unit):
          hit 1 to target
          mend to target
          again to target
        flow match():
          each u in all unit: again to u
        """,
    "replaced by what is replaced": """
        verb strike(to target: unit):
          hit 1 to target
        every unit:
          instead of hit to self: strike self
          instead of strike to self: hit 1 to self
        flow match():
          note
          each u in all unit: hit 1 to u
        """,
    "a number too large": """
        flow match():
          note
          increase game.round by 9007199254740992
          note
          increase game.round by 9007199254740992
        """,
    "a number too large that is worked out": """
        flow match():
          note
          set game.round to 9007199254740992 * game.count
          set game.round to game.round * 3
        """,
    "too many rounds": """
        flow match():
          note
          let many = 10000 + 1
          repeat many times: note
        """,
    "divided by nothing": """
        flow match():
          note
          set game.round to round_down(7 / (game.count - 1))
        """,
    "state checks that never settle": """
        whenever game.count > 0:
          note
        flow match():
          note
        """,
    "a stat that depends on itself by way of another": """
        stat armor of unit
        stat hp of unit
        every unit:
          passive while some u in all unit satisfies (u is not self and u.hp > 0): +1 armor
          passive while some u in all unit satisfies (u is not self and u.armor > 0): +1 hp
        flow match():
          note
          each u in all unit where armor > 0: note
        """,
    "a keyword granted more than once": """
        keyword ward(n: int) of unit:
          after note once per match: hit n to self
        keyword bright of unit:
          after note: hit 20 to self
        every unit:
          passive: self gains ward(1)
          passive while game.count > 0: self gains ward(3)
          passive while game.round == 0: self gains ward(1)
          passive: self gains bright
          passive while game.count > 1: self gains bright
        flow match():
          note
          note
        """,
    "a dry run before anything is known": """
        stat armor of unit
        every unit:
          passive while game.count > 0: +1 armor
          activate "arm" costs note, arm by self: hit 1 to self
          activate "rest" requires self.armor == 0: hit 2 to self
        verb arm(by u: unit):
          require u.armor > 0 "{u} is bare"
        flow match():
          each who in all player:
            increase game.round by 1
            offer any to who
        """,
    "bodies of functions": """
        define worth(u: unit, n: int) -> int:
          let lost = u.damage + n
          when lost > 12: past(lost)
          when lost > 5:
            let twice = lost * 2
            let seen = count(x for x in all unit where x.damage + lost > twice)
            when seen > 0: twice + seen
            otherwise: 0 - twice
          let few = sum(x.damage for x in all unit where x.damage < lost)
          otherwise: few
        define past(n: int) -> int:
          let much = n * 1000
          round_down(much / (n - 13))
        relation frail(u: unit):
          let most = highest(x.damage for x in all unit)
          let spare = u.hp - most
          spare < 3 and (some x in all unit satisfies x.damage + spare > most)
        define shielder(u: unit) -> unit?:
          when u.at is none: none
          let near = set(x for x in all unit where x is not u and x.damage < u.damage)
          when size(near) == 0: none
          otherwise: first(near)
        flow match():
          repeat 4 times:
            each u in all unit:
              increase u.damage by 1 + round_down(worth(u, u.damage) / 7)
              if frail(u): note
              let by_whom = shielder(u)
              if by_whom is not none: increase game.round by by_whom.damage
          each u in all unit:
            set u.damage to 0
            increase game.count by worth(u, 9 + game.count)
        """,
    "the best of many, ranges and places": """
        flow match():
          each u in 1 to game.count + 3:
            each v in all unit:
              set v.damage to remainder(v.damage * 7 + u, 5)
          let hurt = those of all unit with the highest damage then the lowest hp - it.armor
          each u in hurt: hit 1 to u
          each u in those of hurt with the lowest position(it, all unit): note
          each n in those of (1 to 9) with the lowest remainder(it * 4, 7) then the highest it: increase game.round by n
          each u in those of (all unit where damage > 99) with the lowest hp: note
          each who in all player:
            let top = nth(2, who.hand)
            if top is not none:
              let fourth = nth(4, who.hand)
              if fourth is not none: put top after fourth
              let least = nth(1, who.hand)
              if least is not none: put top before least
              put top before top
            let low = nth(position(top, who.hand) + 1, who.hand)
            if low is not none and top is not none:
              put low after top
              put low before top
              increase who.score by position(low, who.hand) * 100 + position(top, who.hand)
            if nth(0, who.hand) is none and nth(0 - 1, who.hand) is none and nth(99, who.pile) is none: note
            increase who.score by size((5 to game.count)) + sum(n for n in 0 - 2 to 7 where n > 4)
        """,
    "a card beside one that is in no zone": """
        flow match():
          note
          each who in [the one player where it is first(all player)]:
            each top in those of who.hand with the lowest position(it, who.hand):
              create loose = card from blank with owner = who
              put loose before top
              take loose out
              note
              put top after loose
        """,
    "a square that is none by then": """
        define taken(u: unit, s: square) -> int = size(footprint(u, s))
        verb leave(u: unit):
          require u.at is not none "it is away"
          let here = u.at
          if taken(u, here) == 1: note
          lift u
          let there = u.at
          if taken(u, there) == 0: note
        flow match():
          each u in all unit where it.hp == 9: leave u
        """,
    "a range without end": """
        flow match():
          note
          each n in game.count to 9007199254740991: note
        """,
    "the one of none": """
        flow match():
          note
          let who = the one unit where damage > 99
          hit 1 to who
        """,
    "the one of several": """
        flow match():
          let who = the one player where it is first(all player)
          increase who.score by 1
          let u = the one unit where damage < 99
          hit 1 to u
        """,
    "cards by what is printed on them": """
        verb grow(c: unit card, by who: player):
          create made = unit from c with owner = who, controller = who
          hit size(made.keywords) to made
        flow match():
          each who in all player:
            choose random c from all unit card where hp > 4: grow c by who
            grow random unit card having swift by who
          let plain = the one unit card having reach
          set game.round to (count of card card) * 10 + (count of unit card other than wolf)
          choose random u from those of all unit with the highest damage: hit 1 to u
          choose random u from all unit where damage > 99: note
          else: note
          if any unit card where hp > 99 or it in [wolf]: note
          increase game.round by plain.hp
        """,
    "calls that are refused": """
        verb careful(by u: unit):
          mend u or stop
          increase game.round by 1
        verb rash(by u: unit):
          mend u or else:
            increase game.round by 10
            hit 1 to u
          hit 2 to u:
            increase game.round by 100
          else: increase game.round by 1000
          if u.damage < 7:
            mend u or stop
            hit 1 to u or else: note
            increase game.round by 10000
          note
        flow match():
          each u in all unit:
            careful by u
            rash by u
            set u.damage to u.hp
            rash by u
            careful by u
          mend random unit where damage > 99 or else: increase game.round by 100000
          mend random unit where damage > 99 or stop
          note
        """,
    "what a call gives": """
        verb search(n: int, by p: player) gives found: card:
          require n > 0 "nothing to find"
          step look:
            if n > 1: set found to first(p.hand)
        verb burn(n: int, by p: player) gives left: int:
          if n == 3: end burn
          set left to n * 2
        verb total_of(by p: player) gives sum_of_both: int:
          burn 4 by p giving one_part
          step second:
            burn 5 by p giving other_part or stop
            if one_part is not none: set sum_of_both to one_part + other_part
        verb tell(what: int): increase game.count by what
        verb match():
          each p in all player:
            search 2 by p giving taken or stop
            put taken into p.pile
            burn 1 by p giving few
            if few is not none: tell few
            burn 3 by p giving nothing_left or else: tell 1000
            if nothing_left is none: tell 2000
            search 1 by p giving missed: tell 4000
            else: tell 8000
            search 0 by p giving refused or else: tell 16000
            total_of by p giving both: tell both
            hit 1 to random unit where controller is p
            burn 3 by random player where it is p giving stopped or stop
            tell 1000000
        every unit:
          after burn where left is not none and left > 2 once per total_of: hit 1 to self
          before total_of.second where one_part is not none and one_part == 8: set one_part to one_part + 100
        """,
    "headings whose reactions some always take": """
        heading shield(n: int) of unit = react before hit to self always if controller.score > n requires damage < 9
        heading jump of unit = react "Jump" after mend to self
        verb match():
          each p in all player:
            set p.score to p.score + 2
            each u in all unit where controller is p: hit 1 to u
            each u in all unit: mend u
        every unit:
          shield(3): note
          shield(1) "Block" requires damage < 4: increase damage by 1
          jump always if controller.score > 1: note
        """,
    "a card or none": """
        verb pick(what: unit card?, by p: player) gives same: unit card:
          require what is none or what.hp > 0 "it is dead"
          set same to what
          if what is not none and what has swift: increase game.count by what.hp
        define tough(n: int) -> unit card? = first(list(c for c in all unit card where c.hp > n))
        verb match():
          each p in all player:
            each n in 4 to 5:
              pick tough(n) by p giving found or else: increase game.count by 100
              if found is not none: hit found.hp to random unit
            each c in all unit card:
              pick c by p giving other: hit other.hp to random unit
            pick none by p
        """,
    "what a pattern says of a value": """
        noun hurt = unit where damage > 0
        noun foe = unit where controller is not self.controller
        verb clash(to target: unit? = none, by fighter: unit? = none, with c: card? = none):
          increase game.count by 1
        verb match():
          each u in all unit:
            clash by u
            clash to u
            clash to u by u
            hit 1 to u
            clash to u by u
        every unit:
          before clash by hurt where fighter.damage < 3: increase game.count by fighter.damage
          after clash to foe by self where target.damage > 0 and fighter.hp > 0: hit 1 to target
          after clash to foe: increase target.damage by 1
          after clash to self by foe:
            set event.fighter to none
            if fighter is none: increase game.count by target.damage
        """,
    "keywords and statuses by their values": """
        status ward(what: colour, n: int) of unit
        status sore of unit
        every unit:
          passive while damage > 0: self gains reach(damage + 2)
        verb tell(held: int, carried: int, left: int): note
        verb mark_with(what: status, onto target: unit):
          require target.damage < 5
          nothing
        every unit:
          after mark_with ward onto self: hit 1 to self
          after mark_with [sore, ward] onto self: note
        define held(w: unit, u: unit) -> int = count(s for s in w.lays where u has s)
        define printed_on(u: unit) -> int = count(k for k in wolf.keywords where u has k)
        define same_of(w: unit) -> int = (
          count(s for s in w.lays where s is ward) + 10 * count(s for s in w.lays where s != ward)
          + (100 if ward in w.lays and sore in w.lays else 0) + 1000 * count(k for k in wolf.keywords where k is reach)
          + 10000 * count(k for k in wolf.keywords where k in [swift]) + 100000 * count(s for s in w.lays where s in w.lays)
        )
        verb grow(by who: player):
          create made = unit from wolf with owner = who, controller = who
          if made has reach(2) and made lacks reach(3): hit 1 to made
          if made has reach(n: 3) and made has reach: note
          set who.score to sum(r.n for r in instances(made, reach))
        flow match():
          each who in all player: grow by who
          each c in all unit card having reach(2): increase game.round by 1
          each c in all unit card without reach(3): increase game.round by 10
          each u in all unit where damage == 0:
            add ward(red, 1) to u
            add ward(red, 2) to u
            add ward(blue, 2) to u
          choose random u from all unit having ward(what: red, n: 2):
            drop ward(n: 2) from u
            if u has ward(red) and u lacks ward(blue): hit size(instances(u, ward)) to u
            drop instances(u, ward)
          choose random u from those of all unit without ward(red) with the lowest damage: hit 1 to u
          each who in all player:
            create w = unit from witch with owner = who, controller = who
            each u in all unit where controller is who: curse u by w
        verb curse(u: unit, by w: unit):
          add ward(red, 1) to u
          tell held(w, u) printed_on(u) size(instances(u, ward))
          each s in w.lays:
            add s to u
            mark_with s onto u
          tell same_of(w) 0 0
          tell held(w, u) printed_on(u) size(instances(u, ward))
          each s in w.lays: drop s from u
          tell held(w, u) printed_on(u) size(instances(u, ward))
        """,
    "more offers than there may be": """
        every unit:
          activate: note
        flow match():
          each who in all player: offer any to who
        """,
    "any number of times, and until nothing is left": """
        verb burn(u: unit):
          require u.damage < 4 "it is burnt"
          increase u.damage by 1
        flow match():
          each u in all unit:
            may any number of times by u.controller: burn u
            may any number of times by u.controller while u.damage > 1:
              burn u or stop
              set u.damage to 0
            note
        """,
    "only what the call allows, of one operand and of two": """
        verb swap(a: unit, with b: unit):
          require a.damage > b.damage "{a} is no worse"
          set a.damage to b.damage
        verb bless(to target: unit): note
        every unit:
          passive while self.damage > 1: self cannot bless
        flow match():
          let n = 0
          each u in all unit:
            increase u.damage by n
            increase n by 1
          each who in all player: turn by who
        flow turn(by who: player):
          mend one unit
          swap one unit with one unit
          hit 1 to up to 2 unit
          bless random unit
          mend random of all unit
          swap random of all unit with random of all unit
          choose 1 to 3 us from all unit by who:
            each u in us: hit 1 to u
          choose 4 to 6 us from all unit where damage > 1 by who: note
          else: mend one unit
        """,
    "headings with values, and what stands behind them": """
        verb strain(n: int, u: unit):
          require u.damage + n < u.hp
          increase u.damage by n
        heading drill(n: int, most: int = 2) of unit = activate costs strain n self once per turn requires self.damage < most
        heading answer(n: int) of unit = react after mend to self where self.damage > n
        every unit:
          drill(2): increase self.damage by 1
          drill(1, 9) "more" uses 1: mend self
          answer(0): increase self.damage by 2
        flow match():
          each who in all player: turn by who
        flow turn(by who: player):
          offer any to who
        """,
}


# Where a player decides what comes next of things that happen at once.
TIED = """
        every unit:
          after mend to self:
            increase self.damage by 1
          after mend to self:
            increase self.damage by 10
          after mend to self:
            note
        flow match():
          each u in all unit:
            hit 1 to u
            mend u
        """


# Units and cards of both players answer, some of them from places that the first player does not see.
TIED_HIDDEN = """
        live card for this while true
        every unit:
          after mend where target.damage == 0 and target is not self:
            increase self.damage by 1
        every card:
          after mend where target.hp == 9:
            note
        """


LATER = """
        stat speed of unit = 7
        status slowed of unit: passive: speed is 12
        status hasted(n: int) of unit: passive: +(n) speed
        keyword brisk of unit: passive: speed is 3
        verb tell(what: int): increase game.count by what
        verb match():
          choose random u from all unit where controller.score == 0:
            until end of match: +1 speed for u
            add slowed to u
            add hasted(1) to u
            drop hasted from u
            tell u.speed
            until end of match: u gains brisk
            tell u.speed
            add hasted(2) to u
            until end of match: +5 speed for u
            tell u.speed
        """


@pytest.mark.parametrize("name", GAMES)
def test_hard_mechanics_and_faults_are_alike(name: str, tmp_path: Path) -> None:
    play_alike(GAMES[name], tmp_path, list(GAMES).index(name))


@pytest.mark.parametrize("ties", ["choose", "first_player"])
def test_each_ability_of_a_tie_is_used_once(ties: str, tmp_path: Path) -> None:
    policy = f"policy: {{ties: {ties}}}\n"
    if ties == "choose":
        play_alike(TIED, tmp_path, len(GAMES), more=policy)
    else:
        kinds = KINDS.replace("hand: {zone: card}", "hand: {zone: card, visible: owner}")
        kinds = kinds.replace("pile: {zone: card}", "pile: {zone: card, visible: none}")
        kinds = kinds.replace("cost: {", "controller: player\n      cost: {")
        dealt = re.sub(r"(owner: (p.), cards)", r"controller: \2, \1", SCENARIO)
        play_alike(TIED + TIED_HIDDEN, tmp_path, len(GAMES) + 3, more=policy, kinds=kinds, scenario=dealt)


@pytest.mark.parametrize(("policy", "speeds"), [("", "13 13 20"), ("policy: {bonuses: later}\n", "12 12 19")])
def test_bonuses_count_by_form_or_by_time(tmp_path: Path, policy: str, speeds: str) -> None:
    play_alike(LATER, tmp_path, len(GAMES) + 1 + bool(policy), more=policy)
    rules = BASE + "\n" + _plain(LATER)
    small = build_small(tmp_path / "own", rules, start="match", scenario=SCENARIO, cards=CARDS, more=policy)
    (told,) = Interpreter(content_of(small.program, small.build.scripts), tmp_path).run([("match", "first", 1)])
    assert [line.split("=")[1] for line in told if line.strip().startswith("tell ")] == speeds.split()


@pytest.mark.parametrize(("change", "notes", "told"), [
    ("lift u\n  set u.size to 2\n  place u at s", 7 + 3, "grow u=unit#4 s=a1"),
    ("set u.size to 2", 0, "the size of unit#4 cannot change while it stands on a1: lift it first"),
])  # fmt: skip
def test_a_figure_changes_its_size_off_the_board(change: str, notes: int, told: str, tmp_path: Path) -> None:
    """Each note is a square on which somebody stands: before the large one is lifted, and after."""
    kinds = KINDS.replace("      damage: int\n", "      damage: int\n      size: {type: int, default: 1}\n", 1)
    rules = f"""
verb grow(u: unit, at s: square):
  {change}
flow match():
  each u in all unit where it.hp == 9: grow u at a1
  each s in all square where size(standing_on(it)) > 0: note
  each u in all unit where it.hp == 9: lift u
  each s in all square where size(standing_on(it)) > 0: note
"""
    board = SCENARIO.replace("  . #|.\n", "  . . .\n").replace("    -\n", "")
    small = build_small(tmp_path, BASE + rules, start="match", scenario=board, cards=CARDS, kinds=kinds)
    content = content_of(small.program, small.build.scripts)
    expected = Interpreter(content, tmp_path).run([("match", "first", 1)])
    assert any(told in line for line in expected[0]), expected
    assert [line.strip() for line in expected[0]].count("note") == notes
    for engine, made in engines_of(content, tmp_path, f"sizes_{notes}"):
        assert made.run([("match", "first", 1)]) == expected, engine


def test_what_was_removed_goes_nowhere_and_nothing_lies_within_itself(tmp_path: Path) -> None:
    """What was removed would stand on a square and be nowhere in play; who lies in itself is in nobody's sight."""
    kinds = KINDS.replace("      damage: int\n", "      damage: int\n      crew: {zone: unit}\n", 1)
    rules = """
verb tell(standing: int, lying: int): note
flow match():
  choose random large from all unit where hp == 9:
    each u in all unit where hp < 9:
      remove u
      place u at b2
      lift u
      put u into large.crew
      take u out
      tell size(standing_on(b2)) size(large.crew)
    create small = unit with owner = large.owner, controller = large.owner
    put small into large.crew
    put small before small
    tell size(standing_on(b2)) size(large.crew)
    put large into small.crew
"""
    small = build_small(tmp_path, BASE + rules, start="match", scenario=SCENARIO, cards=CARDS, kinds=kinds)
    content = content_of(small.program, small.build.scripts)
    (expected,) = Interpreter(content, tmp_path).run([("match", "first", 1)])
    told = [line.strip() for line in expected if "tell" in line]
    assert told == ["tell standing=0 lying=0"] * 3 + ["tell standing=0 lying=1"]
    assert expected[-2].startswith("fault: ") and "unit#4 cannot lie within itself" in expected[-2]
    for engine, made in engines_of(content, tmp_path, "within"):
        assert made.run([("match", "first", 1)]) == [expected], engine


def test_a_list_keeps_what_it_holds_twice(tmp_path: Path) -> None:
    """`increase` adds to a list as `+` does: behind what it holds. Where a set is needed, each value is there once."""
    kinds = KINDS.replace("count: int}", "count: int, rolls: list of int, seen: set of int}", 1)
    rules = """
verb tell(rolls: int, seen: int): note
verb remember(what: list of int):
  let held = what
  increase held by what
  tell size(held) 0
  increase held by 7
  tell size(held) 0
flow match():
  each n in list(1 for m in 1 to 3) + [2]:
    increase game.rolls by n
    increase game.seen by n
  tell size(game.rolls) size(game.seen)
  increase game.rolls by [2, 2]
  tell sum(n for n in game.rolls) size(game.seen)
  decrease game.rolls by 1
  tell size(game.rolls) size(game.seen)
  remember game.rolls
  set game.seen to game.rolls
  tell 0 size(game.seen)
  set game.rolls to [4, 4] + [4, 5] - [4]
  tell size(game.rolls) 0
  set game.rolls to [4, 4] + [5]
  weigh game.rolls
  weigh (game.rolls if size(game.rolls) > 2 else [4])
  tell size(once_each()) in_sum(game.rolls)
  each p in all player: pick from game.rolls by p
  let either = game.seen if size(game.seen) > 9 else game.rolls
  tell size(either) sum(n for n in either)
verb pick(from what: list of int, by p: player):
  choose exactly 2 found from what by p: tell size(found) sum(n for n in found)
  choose exactly 3 more from what by p: tell 0 sum(n for n in more)
  else: tell size(what) 0
verb weigh(what: set of int): tell size(what) sum(n for n in what)
define once_each() -> set of int = game.rolls
define in_sum(what: set of int) -> int = sum(n for n in what)
"""
    small = build_small(tmp_path, BASE + rules, start="match", scenario=SCENARIO, cards=CARDS, kinds=kinds)
    content = content_of(small.program, small.build.scripts)
    (expected,) = Interpreter(content, tmp_path).run([("match", "first", 1)])
    told = [line.strip().removeprefix("tell ") for line in expected if "tell" in line]
    assert told == [
        "rolls=4 seen=2",
        "rolls=9 seen=2",
        "rolls=3 seen=2",
        "rolls=6 seen=0",
        "rolls=7 seen=0",
        "rolls=0 seen=1",
        "rolls=1 seen=0",
        *["rolls=2 seen=9"] * 3,
        *["rolls=2 seen=9", "rolls=3 seen=0"] * 2,
        "rolls=2 seen=9",
    ]
    for engine, made in engines_of(content, tmp_path, "lists"):
        assert made.run([("match", "first", 1)]) == [expected], engine


def test_what_a_zone_held_is_a_value(tmp_path: Path) -> None:
    """Given where a set is needed, it stays what it was while cards move. By a name of its own the zone is meant."""
    rules = """
verb tell(held: int, left: int): note
verb discard(what: set of card, by p: player):
  each c in what: put c into p.pile
  tell size(what) size(p.hand)
define in_hand(p: player) -> set of card = p.hand
flow match():
  each p in all player:
    let before = in_hand(p)
    discard p.hand by p
    tell size(before) size(p.pile)
    discard (p.hand if size(p.hand) > 0 else p.pile) by p
    let zone = p.hand
    set zone to p.pile
    each c in before: put c into zone
    tell size(before) size(zone)
"""
    small = build_small(tmp_path, BASE + rules, start="match", scenario=SCENARIO, cards=CARDS)
    content = content_of(small.program, small.build.scripts)
    (expected,) = Interpreter(content, tmp_path).run([("match", "first", 1)])
    told = [line.strip().removeprefix("tell ") for line in expected if "tell" in line]
    assert told == [
        *["held=5 left=0", "held=5 left=5", "held=5 left=0", "held=5 left=5"],
        *["held=0 left=0", "held=0 left=2", "held=2 left=0", "held=0 left=2"],
    ]
    for engine, made in engines_of(content, tmp_path, "zones"):
        assert made.run([("match", "first", 1)]) == [expected], engine


def test_a_number_stops_at_its_bounds_however_it_is_set(tmp_path: Path) -> None:
    """Also where something is made with it, for a save with a number beyond them is refused; none has no bounds."""
    fields = '      vigour: {type: int, default: 2, min: 1, max: 3}\n      luck: {type: "int?", min: 1, max: 3}\n'
    rules = """
verb tell(vigour: int, luck: int): note
flow match():
  let many = 9
  each who in all player:
    create large = unit with vigour = many, luck = many, owner = who, controller = who
    create small = unit with vigour = -many, luck = -many, owner = who, controller = who
    each u in [large, small]:
      tell u.vigour (u.luck if u.luck is not none else 0)
      set u.luck to none
      increase u.vigour by 1
      tell u.vigour (u.luck if u.luck is not none else 0)
"""
    kinds = KINDS.replace("      damage: int\n", f"      damage: int\n{fields}", 1)
    small = build_small(tmp_path, BASE + rules, start="match", scenario=SCENARIO, cards=CARDS, kinds=kinds)
    content = content_of(small.program, small.build.scripts)
    (expected,) = Interpreter(content, tmp_path).run([("match", "first", 1)])
    told = ["tell vigour=3 luck=3", "tell vigour=3 luck=0", "tell vigour=1 luck=1", "tell vigour=2 luck=0"]
    assert [line.strip() for line in expected if "tell" in line] == told * 2
    for engine, made in engines_of(content, tmp_path, "bounds"):
        assert made.run([("match", "first", 1)]) == [expected], engine


def test_all_that_tests_say_is_alike(tmp_path: Path) -> None:
    small = build_small(tmp_path, RULES, cards=SCRIPTED_CARDS, tests=written())
    content = content_of(small.program, small.build.scripts)
    cases = [("test", number) for number in range(len(ALL))]
    expected = Interpreter(content, tmp_path).run(cases)
    for engine, made in engines_of(content, tmp_path, "tests"):
        found = made.run(cases)
        for (name, _, _), wanted, given in zip(ALL, expected, found, strict=True):
            assert given == wanted, (engine, name)


def play_alike(rules: str, tmp_path: Path, number: int, **other: str) -> None:
    """Plays a game in every engine; of ``other`` parts of the game, ``more`` is added to the ruleset."""
    cards = CARDS + HOWLER.strip() + "\n" if "fierce" in rules else CARDS
    if "w.lays" in rules:
        cards, other = cards + WITCH, {"kinds": KINDS.replace("      marks:", f"{LAYS}      marks:", 1), **other}
    given = {"start": "match", "scenario": SCENARIO, "cards": cards, **other}
    small = build_small(tmp_path, BASE + "\n" + _plain(rules), code=Code, **given)
    content = content_of(small.program, small.build.scripts)
    cases = [("match", "first", seed) for seed in range(1, 6)]
    expected = Interpreter(content, tmp_path).run(cases)
    for engine, made in engines_of(content, tmp_path, str(number)):
        assert made.run(cases) == expected, engine
    folder = tmp_path / f"lua_{number}"
    files = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.lua")}
    bare = BareLua("lua52", files)
    for (_, scenario, seed), transcript in zip(cases, expected, strict=True):
        told = bare.rt.transcript_of_match(bare.require("rules"), scenario, seed)
        assert list(told.values()) == transcript, "a bare host, which raises texts alone"


def _plain(rules: str) -> str:
    return "\n".join(line.removeprefix("        ") for line in rules.splitlines())

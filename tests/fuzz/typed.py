"""Expressions of a type: every function of the core and every form, given values of every type that it takes.

Job: make an expression of a wanted type, closed but for the variables in sight, that the checker should accept in a
game with a board, figures (`unit`), players and cards. Input: a generator of chance. Output: text.
"""

from __future__ import annotations

import re
from random import Random

Sight = tuple[tuple[str, str], ...]  # variables and their types

# For each type, how a value of it can be written; `{int}` is any expression of that type.
FORMS: dict[str, tuple[str, ...]] = {
    "int": (
        "0",
        "1",
        "2",
        "7",
        "100",
        "1000",
        "9007199254740992",
        "9007199254740991",
        "(-9007199254740991)",
        "(-9007199254740992)",
        "(-1)",
        "(0 - 3)",
        "({int} + {int})",
        "({int} - {int})",
        "({int} * {int})",
        "(-{int})",
        "min({int}, {int})",
        "max({int}, {int}, {int})",
        "abs({int})",
        "clamp({int}, {int}, {int})",
        "remainder({int}, {int})",
        "round_down({int} / {int})",
        "round_up({int} / {int}, to: {int})",
        "round_near({int} / {int}, to: {int})",
        "round_down({int} / 2)",
        "round_up({int} / 3)",
        "round_near({int} / 7)",
        "round_down(({int} / {int}), to: (1 - 1))",
        "size({units})",
        "size({squares})",
        "size({ints})",
        "size({cards})",
        "size({points})",
        "size({colours})",
        "highest({ints})",
        "lowest({ints})",
        "sum({ints})",
        "sum(x.hp for x in {units})",
        "count(x for x in {units} where {bool})",
        "highest(x.armor for x in {units} where {bool})",
        "lowest({int} for x in {ints})",
        "(count of unit where {bool})",
        "distance({place}, {place})",
        "stacks({unit}, dazed)",
        "sum(x.n for x in instances({unit}, tough))",
        "{path unit}.hp",
        "{path unit}.armor",
        "{path unit}.damage",
        "printed({path unit}.hp)",
        "{path unit}.card.hp",
        "wolf.hp",
        "{path square}.column",
        "{path square}.row",
        "{path square}.elevation",
        "game.round",
        "{path player}.score",
        "{path card}.cost",
        "worth({int})",
        "({int} if {bool} else {int})",
        "highest([{int}])",
        "position({unit}, {units})",
        "position({int}, {ints})",
    ),
    "bool": (
        "true",
        "false",
        "({bool} and {bool})",
        "({bool} or {bool})",
        "(not {bool})",
        "({int} < {int})",
        "({int} == {int})",
        "({int} != {int})",
        "({unit} is {unit})",
        "({unit} is sturdy)",
        "({unit} is not unit)",
        "({int} in {ints})",
        "({unit} in {units})",
        "({square} in {squares})",
        "({square} not in {squares})",
        "({colour} in {colours})",
        "({colour} == {colour})",
        "({unit} has flying)",
        "({unit} lacks dazed)",
        "({unit} has tough)",
        "({unit} has tough({int}))",
        "({unit} lacks burning(n: {int}))",
        "(wolf has tough({int}))",
        "({square} has mud)",
        "(wolf has flying)",
        "({path unit}.card has tough)",
        "({unit} within {int} of {place})",
        "({unit} adjacent to {place})",
        "({square} within {int} of {place})",
        "({square} adjacent to {place})",
        "(some x in {units} satisfies {bool})",
        "(every x in {squares} satisfies {bool})",
        "(any unit where {bool})",
        "(no unit within {int} of {place})",
        "(no sturdy)",
        "fits({unit}, {square})",
        "step_blocked({square}, {square})",
        "crosses_wall({point}, {point})",
        "touches_wall({point}, {point})",
        "is_open({square})",
        "halts({unit}, {square})",
        "{path unit}.in_play",
        "{path card}.in_play",
        "({path unit}.at is none)",
        "({path unit}.at == {square})",
        "(first({units}) is none)",
        "(can (go {unit} to {square}))",
        "(can (strike to {unit} by {unit}))",
        "({units} == {units})",
        "({points} == {points})",
        "({path unit}.card is wolf)",
        "(path_distance({place}, {place}, is_open) is none)",
        "({card} in {path player}.hand)",
        "({path unit}.tapped)",
        "({text} == {text})",
        "(nth({int}, {units}) is none)",
        "({dice} == {dice})",
    ),
    "units": (
        "(all unit)",
        "(all sturdy)",
        "(all unit where {bool})",
        "(all unit within {int} of {place})",
        "[{unit}]",
        "[{unit}, {unit}]",
        "standing_on({square})",
        "union({units}, {units})",
        "common({units}, {units})",
        "({units} - {units})",
        "({units} + [{unit}])",
        "({units} - {unit})",
        "set(x for x in {units} where {bool})",
        "({units} if {bool} else {units})",
        "(all unit other than {unit})",
        "(all unit adjacent to {place})",
        "(all unit having flying)",
        "(all unit without dazed)",
        "(all unit in {units})",
        "(those of {units} with the lowest it.damage)",
        "(those of {units} with the highest hp then the lowest {int})",
    ),
    "squares": (
        "squares_of({unit})",
        "footprint({unit}, {square})",
        "neighbours({square})",
        "reachable({unit}, {int}, price, halts)",
        "route({unit}, {square}, {int}, price, halts)",
        "crossed({point}, {point})",
        "touched({point}, {point})",
        "[{square}]",
        "union({squares}, {squares})",
        "common({squares}, {squares})",
        "(all square)",
        "(all square having mud)",
        "set(x for x in {squares} where {bool})",
        "({squares} - {squares})",
    ),
    "ints": (
        "[{int}]",
        "[{int}, {int}, {int}]",
        "set({int} for x in {units})",
        "list({int} for x in {squares})",
        "([1] - [1])",
        "(1 to 6)",
        "(clamp({int}, -9, 9) to 7)",
        "(those of {ints} with the lowest it * it)",
    ),
    "points": ("corners({place})", "[centre({square})]", "corners({unit})"),
    "colours": (
        "[red]",
        "[red, blue]",
        "{path unit}.marks",
        "({path unit}.marks + red)",
        "({path unit}.marks - {colours})",
    ),
    "cards": ("{path player}.hand", "{path player}.pile", "(all card in {path player}.hand)", "(all card)"),
    "unit": ("{any unit}", "following({unit}, {units})", "({unit} if {bool} else {unit})"),
    "square": ("a1", "b2", "c3", "following({square}, {squares})"),
    "player": ("{any player}", "following({player}, all player)", "{path unit}.controller", "{path unit}.owner"),
    "card": ("{any card}", "following({card}, all card)"),
    "place": ("{unit}", "{square}"),
    "point": ("centre({square})", "following({point}, {points})"),
    "colour": ("red", "blue"),
    "text": ('"a"', '""'),
    "dice": ("d6", "2d4", "(d6 + d6)", "times({int}, d6)", "times({int}, {dice})", "({dice} if {bool} else d4)"),
}
MANY = {"unit": "{units}", "player": "all player", "card": "all card", "square": "{squares}"}


class Typed:
    """Writes expressions; ``sight`` are the variables that may be named."""

    def __init__(self, chance: Random, forms: dict[str, tuple[str, ...]] | None = None) -> None:
        self.chance, self.forms, self.bound = chance, forms or FORMS, 0

    def write(self, wanted: str, sight: Sight, depth: int = 3) -> str:
        named = [name for name, type_ in sight if type_ == wanted]
        if named and self.chance.random() < (0.35 if depth > 0 else 0.9):
            return self.chance.choice(named)
        forms = self.forms[wanted]
        if depth <= 0:
            forms = tuple(f for f in forms if f.count("{") == 0) or min(forms, key=lambda f: f.count("{")).split("\0")
        return self.filled(self.chance.choice(list(forms)), sight, depth)

    def filled(self, form: str, sight: Sight, depth: int) -> str:
        """A form with its holes filled; inside of `x in …` the variable is in sight."""
        self.bound += 1
        form = re.sub(r"\bx\b", f"x{self.bound}", form)
        done = ""
        while "{" in form:
            before, _, rest = form.partition("{")
            hole, _, form = rest.partition("}")
            done += before
            if hole.startswith(("any ", "path ")):
                how, _, type_ = hole.partition(" ")
                named = [name for name, its in sight if its == type_] or ["a1"]
                way = self.filled(f"following({{{type_}}}, {MANY[type_]})", sight, depth - 1)
                done += way if how == "path" and depth > 0 and self.chance.random() < 0.3 else self.chance.choice(named)
            else:
                done += self.write(hole, sight, depth - 1)
        return done + form

"""The functions of the core: few, pure, and about numbers, collections, dice and geometry only.

Job: one row for each function with its parameters, its result and a sentence about it. The checker reads the types,
lowering copies the name, and each runtime implements every function. Knows no game.

The words for parameters are: int, bool, collection (set, list, zone or roll), element, entity, figure, place (figure or
square), piece (figure or drawing), shape (shape or figure), drawing, square, point, dice, roll, trait (the name of a
keyword or status); ``name:int`` is an optional named parameter; ``fn:NAME`` is the name of a relation or define of the
game: cost(figure, square, square) -> int?, stop(figure, square) -> bool, open(square) -> bool. The words for results
are: int, bool, element, element?, set, int?, or the form of a type.
"""

from __future__ import annotations

import re

from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Builtin:
    """A core function; ``variadic`` repeats the last parameter; ``board`` is the type of board that it needs."""

    name: str
    params: tuple[str, ...]
    result: str
    doc: str
    variadic: bool = False
    board: str = ""


_ROWS = (
    Builtin("min", ("int", "int"), "int", "the smallest of the numbers", variadic=True),
    Builtin("max", ("int", "int"), "int", "the largest of the numbers", variadic=True),
    Builtin("abs", ("int",), "int", "the number without its sign"),
    Builtin("clamp", ("int", "int", "int"), "int", "the number, but at least the second and at most the third"),
    Builtin("remainder", ("int", "int"), "int", "what is left after whole division (floor)"),
    Builtin("round_down", ("ratio", "to:int"), "int", "a division rounded down, to a multiple where `to` is given"),
    Builtin("round_up", ("ratio", "to:int"), "int", "a division rounded up, to a multiple where `to` is given"),
    Builtin("round_near", ("ratio", "to:int"), "int", "a division rounded to the nearest, halves up"),
    Builtin("size", ("collection",), "int", "how many are in it"),
    Builtin("first", ("collection",), "element?", "the first of an ordered collection (the top of a zone)"),
    Builtin("last", ("collection",), "element?", "the last of an ordered collection (the bottom of a zone)"),
    Builtin("nth", ("int", "collection"), "element?", "the one at that place, from 1; none where there is none"),
    Builtin("position", ("element", "collection"), "int", "the place of it, from 1; 0 where it is not in it"),
    Builtin("following", ("element", "collection"), "element", "the one after it, around the collection"),
    Builtin("union", ("collection", "collection"), "set", "what is in either"),
    Builtin("common", ("collection", "collection"), "set", "what is in both"),
    Builtin("total", ("roll",), "int", "the sum of the numbers rolled"),
    Builtin("times", ("int", "dice"), "dice", "so many of these dice"),
    Builtin("stacks", ("entity", "status"), "int", "how many of the status it has"),
    Builtin("instances", ("entity", "trait"), "set trait", "the keyword or status, as often as it has it"),
    Builtin("distance", ("place", "place"), "int", "squares between, by the board's metric", board="grid"),
    Builtin("path_distance", ("place", "place", "fn:open"), "int?", "steps through open squares", board="grid"),
    Builtin("squares_of", ("figure",), "set square", "the squares that it stands on", board="grid"),
    Builtin("footprint", ("piece", "square"), "set square", "the squares it would take there", board="grid"),
    Builtin("fits", ("piece", "square"), "bool", "whether it would stand wholly on the board there; whether a drawing"
            " would come wholly where no square is yet", board="grid"),
    Builtin("rotated", ("drawing", "int"), "drawing", "the drawing turned to the right by so many quarters",
            board="grid"),
    Builtin("edges_match", ("drawing", "square"), "bool", "whether its outer edges would meet those of the board there,"
            " a wall a wall, and no wall none", board="grid"),
    Builtin("vacant_squares", (), "set square", "the squares that may still come onto the board", board="grid"),
    Builtin("neighbours", ("square",), "set square", "the up to eight squares around", board="grid"),
    Builtin("step_blocked", ("square", "square"), "bool", "whether a wall edge parts two neighbours", board="grid"),
    Builtin("standing_on", ("square",), "set figure", "the figures on the square", board="grid"),
    Builtin("reachable", ("figure", "int", "fn:cost", "fn:stop"), "set square", "where it can go for so much",
            board="grid"),
    Builtin("route", ("figure", "square", "int", "fn:cost", "fn:stop"), "list square",
            "the cheapest way there, without the start", board="grid"),
    Builtin("corners", ("place",), "set point", "the corners of its squares", board="grid"),
    Builtin("centre", ("square",), "point", "the middle of the square", board="grid"),
    Builtin("crossed", ("point", "point"), "set square", "squares whose inside the line passes", board="grid"),
    Builtin("touched", ("point", "point"), "set square", "squares that the line passes or touches", board="grid"),
    Builtin("crosses_wall", ("point", "point"), "bool", "whether the line passes a wall edge", board="grid"),
    Builtin("touches_wall", ("point", "point"), "bool", "whether the line meets a wall edge at all", board="grid"),
    Builtin("rectangle", ("int", "int", "int", "int", "int"), "shape", "a rectangle about x, y with that facing, width"
            " and depth", board="table"),
    Builtin("disc", ("int", "int", "int"), "shape", "a disc about x, y with that radius", board="table"),
    Builtin("shape_of", ("figure",), "shape", "the base of the figure where it stands now", board="table"),
    Builtin("moved", ("shape", "int", "int"), "shape", "the shape so far ahead, and so far to its right",
            board="table"),
    Builtin("turned", ("shape", "int"), "shape", "the shape turned about its centre by so many degrees", board="table"),
    Builtin("resized", ("shape", "int", "int"), "shape", "the shape with that width and depth", board="table"),
    Builtin("lane", ("shape", "int"), "shape", "where the shape stands and what it passes over as it goes so far ahead",
            board="table"),
    Builtin("arc", ("shape", "int", "int"), "shape", "what lies before the front of the shape: it widens by so many"
            " degrees at each side, and ends so far ahead", board="table"),
    Builtin("gap", ("shape", "shape"), "int", "free space between two, in hundredths", board="table"),
    Builtin("meets", ("shape", "shape"), "bool", "whether two have a point in common", board="table"),
    Builtin("in_arc", ("shape", "shape", "int"), "bool", "whether the centre of the second is in the first's front arc"
            " of so many degrees to each side", board="table"),
    Builtin("bearing", ("shape", "shape"), "int", "the facing that looks from the first to the second", board="table"),
    Builtin("sine", ("int",), "int", "a thousand times the sine of so many degrees, rounded"),
    Builtin("cosine", ("int",), "int", "a thousand times the cosine of so many degrees, rounded"),
)  # fmt: skip

BUILTINS: dict[str, Builtin] = {row.name: row for row in _ROWS}

# Functions over `EXPR for NAME in SOURCE where CONDITION`; their result depends on the type of EXPR.
COMPREHENSIONS = ("sum", "count", "highest", "lowest", "set", "list")

# Reserved names, which a game cannot declare. RESERVED are those of the language. COMPILED_NAMES are those that
# compiled texts use: for the running event, the event that a text reacts to or looks ahead to, the values that an
# effect keeps, and the result of a call.
COMPILED_NAMES = frozenset({"ev", "trigger", "then", "env", "done"})
RESERVED = frozenset(
    {"self", "this", "it", "target", "event", "none", "true", "false", "printed", "game", "square", "stop"}
)
# No parameter and no variable has one of these names; `target` is a value of an event like others.
NO_VARIABLE = (RESERVED | COMPILED_NAMES) - {"target"}

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_+[a-z0-9]+)*", re.ASCII)  # as in the grammar

# Fields that the runtime gives to every entity; no kind, keyword or status may declare them.
FIELDS = frozenset({"card", "at", "in_play"})


def is_name(text: str) -> bool:
    """Whether a text is a valid name in the language."""
    return _NAME.fullmatch(text) is not None

"""Options of a field: which are read for a field of its type, and whether its bounds and its default agree.

Job: report options that nothing reads, bounds that no number is within, numbers that are beyond them, fields that are
something else than in the kind above, and stats of what is no number. Input: a field and its mapping in the ruleset,
all kinds, or the definition of a stat. Output: diagnostics. Must never change a field.
"""

from __future__ import annotations

from dsl.diagnostics import Label, Sink
from dsl.meaning.types import INT, UNKNOWN, present
from dsl.meaning.vocab import Field, Stat, Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, plain
from dsl.source import Span
from dsl.syntax import ast

_OF_ZONES = ("zone", "visible", "roster", "rows", "doc", "default")  # for a default there is a message of its own
_OF_NUMBERS = ("min", "max")
NO_SEAT = "nobody would play this player: only who is named below `players:` has a seat"


def check_options(field: Field, node: Node, sink: Sink) -> None:
    """Reports what the options of a field say in vain, or against each other."""
    if not isinstance(node, Mapping):
        return
    for key, _ in node.entries:
        if key.text == "visible" and not field.zone:
            told = f"everybody sees the value of `{field.name}`: `visible` is read only for a zone"
            sink.add("unknown-key", key.span, told, help="keep what is hidden in a zone, or leave this out")
        elif field.zone and key.text not in _OF_ZONES:
            told = f"`{field.name}` is a zone, and nothing reads `{key.text}` of a zone"
            sink.add("unknown-key", key.span, told, help="leave this out, or declare a field beside the zone")
        elif key.text in _OF_NUMBERS and not field.zone and present(field.type) not in (INT, UNKNOWN):
            told = f"`{field.name}` is {field.type}, and only a number has `{key.text}`"
            sink.add("unknown-key", key.span, told, help="leave this out")
    if not field.zone and present(field.type) == INT:
        _check_bounds(field, node, sink)


def _check_bounds(field: Field, node: Mapping, sink: Sink) -> None:
    least, most = field.minimum, field.maximum
    if least is not None and most is not None and least > most:
        place = node.get("max") or node
        told = f"no number is at least {least} and at most {most}"
        sink.add("wrong-value", place.span, told, help="write the lower bound as `min`, the higher as `max`")
        return
    default = node.get("default")
    if default is not None:
        given = plain(default)
        if isinstance(given, int):
            check_within(field, given, default.span, sink)
    elif field.has_default and field.type == INT and (beyond := _beyond(field, 0)):
        told = f"`{field.name}` is 0 where nothing is given, and it is {beyond}"
        sink.add("wrong-value", field.span, told, help="give it a `default`")


def check_inherited(vocab: Vocabulary, sink: Sink) -> None:
    """Reports kinds below `game` or `player`, a field that is something else than in a kind above, as which texts read
    it, and zones whose owner is no player.
    """
    for kind in vocab.kinds.values():
        above = kind.parent
        if "game" in vocab.ancestors(above) or (kind.name == "game" and (kind.card or kind.part)):
            told = "there is one `game`: no other kind is below it, and no card or part of one is it"
            sink.add("wrong-value", kind.span, told, help="leave `is`, `card` and `part` out here")
            continue
        if "player" in vocab.ancestors(above) or (kind.name == "player" and (kind.card or kind.part)):
            told = "scenarios seat a `player` alone: no other kind is below it, and no card or part of one is it"
            help = "leave `is`, `card` and `part` out here; let a field of `player` say how one differs from the others"
            sink.add("wrong-value", kind.span, told, help=help)
            continue
        for field in kind.fields.values() if "player" not in vocab.ancestors(kind.name) else ():
            if field.visible == "owner":
                told = f"`{field.name}` belongs to {kind.name}, which is no player, so nobody sees what lies in it"
                help = "write `visible: none` where that is meant, or let the zone be one of a player"
                sink.add("wrong-value", field.span, told, help=help)
        for field in kind.fields.values() if above else ():
            other = vocab.field_of(above, field.name)
            if other is None or (other.type, other.printed) == (field.type, field.printed):
                continue
            one, two = (f"{'printed, ' * f.printed}{f.type}" for f in (field, other))
            told = f"`{field.name}` is {one} here, and {two} in {above}"
            labels = [Label(other.span, "declared here")]
            sink.add("wrong-type", field.span, told, help="give one of them another name", labels=labels)


def report_stat(node: ast.StatDef, field: Field | None, other: Stat | None, sink: Sink) -> None:
    """Reports a stat that is declared twice, or one of a field that is no number."""
    name, kind = node.name.text, node.kind.text
    if other is not None:
        labels = [Label(other.span, "first declared here")]
        told = f"`{name}` of {kind} is declared twice"
        sink.add("duplicate-name", node.name.span, told, help="keep one of the two", labels=labels)
    elif field is not None:
        labels = [Label(field.span, "declared here")]
        told = f"`{name}` of {kind} is {field.type}, and modifiers change numbers"
        sink.add("wrong-type", node.name.span, told, help="let something gain a keyword or status", labels=labels)


def place_of_type(node: Node) -> Span:
    """Where a field says its type, or what it holds: the whole of a field that says nothing else."""
    given = (node.get("zone") or node.get("type")) if isinstance(node, Mapping) else None
    return (given or node).span


def check_within(field: Field, number: int, place: Span, sink: Sink) -> None:
    """Reports a number with which a field cannot begin: it would stop at the bound."""
    if beyond := _beyond(field, number):
        labels = [Label(field.span, "declared here")]
        help = "write a number within the bounds, or change the bound"
        sink.add("wrong-value", place, f"`{field.name}` is {beyond}, so never {number}", help=help, labels=labels)


def _beyond(field: Field, number: int) -> str:
    """The bound that a number is beyond; empty if it is within."""
    if field.minimum is not None and number < field.minimum:
        return f"at least {field.minimum}"
    return f"at most {field.maximum}" if field.maximum is not None and number > field.maximum else ""

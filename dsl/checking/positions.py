"""The start positions of tests and scenarios.

Job: check the entities, boards, decks and rosters of a position, and the statements that prepare it. Input: mappings of
test and scenario files, valid by schema. Output: CheckedPosition, whose nodes are in the side tables of the game. Must
never run anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from dsl.checking.changes import whole_keywords
from dsl.checking.context import Context
from dsl.checking.entries import EntryContext, declare, place_of, read_expression, read_path, read_statements, text_of
from dsl.checking.expressions import context_of
from dsl.checking.results import Checked
from dsl.checking.rosters import RosterData, card_params
from dsl.checking.squares import check_letters, check_squares, place_named
from dsl.dataclass import dataclass
from dsl.diagnostics import Label, Sink
from dsl.meaning.bounds import integer_literal
from dsl.meaning.field_options import NO_SEAT, check_within
from dsl.meaning.types import UNKNOWN, Type, kind_of
from dsl.meaning.vocab import Field, Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, data_of, text_slice
from dsl.source import Span
from dsl.suggest import listed, suggest
from dsl.syntax import ast

_KEYS = ("name", "card", "kind", "zone", "cards")


@dataclass(frozen=True, slots=True)
class Placed:
    """An entity of a position: ``values`` by field; ``letter`` is its letter on the drawn board."""

    name: str
    span: Span
    kind: str
    card: str
    values: tuple[tuple[str, ast.Expr], ...]
    zone: ast.Expr | None
    letter: str = ""
    how_many: int = 1


@dataclass(frozen=True, slots=True)
class CheckedPosition:
    """A start position: first players, then entities in order, then statements. ``board``: the lines of the drawing."""

    name: str
    span: Span
    board: tuple[str, ...]
    board_span: Span | None
    entities: tuple[Placed, ...]
    statements: tuple[ast.Statement, ...]
    names: tuple[tuple[str, Type], ...]


def check_scenarios(
    checked: Checked, scenarios: tuple[Mapping, ...], rosters: dict[str, RosterData], sink: Sink
) -> dict[str, CheckedPosition]:
    """The scenarios by id. One with errors is reported, left out, and added to the broken names."""
    found: dict[str, CheckedPosition] = {}
    for node in scenarios:
        cx = context_of(checked.facts, sink)
        before = sink.errors
        position = read_position(EntryContext(cx, rosters), node, text_of(node, "id"))
        check_named_squares(cx, [position], [])
        if sink.errors == before:
            found[position.name] = position
        else:
            sink.broken.add(position.name)
    place, usual = checked.vocab.places.get("scenario"), checked.vocab.scenario
    known = {text_of(node, "id") for node in scenarios}
    if place is not None and usual not in known:
        sink.add("unknown-name", place, f"no scenario is named `{usual}`", help=suggest(usual, known))
    return found


def read_position(entry: EntryContext, node: Mapping, name: str) -> CheckedPosition:
    """A checked position. Its names are in the scope of the entry's later texts."""
    entities: list[Placed] = []
    players = node.get("players")
    if players is not None and "player" not in entry.vocab.kinds:
        help = "declare `player: {fields: {}}` among its `kinds`, or leave the players out"
        entry.sink.add("unknown-kind", players.span, "the ruleset declares no kind `player`", help=help)
        players = None
    for item in players.items if isinstance(players, Sequence) else ():
        entities.append(_player(entry, item))
    for placed in entities:
        declare(entry, placed.name, kind_of("player"), placed.span)
    for item in players.items if isinstance(players, Sequence) else ():
        if isinstance(item, Mapping) and isinstance(roster := item.get("roster"), Scalar):
            entities += _dealt(entry, roster, text_of(item, "name"))
    waiting: list[tuple[str, Scalar | None, Mapping]] = []
    legend = node.get("legend")
    for letter_key, value in legend.entries if isinstance(legend, Mapping) else ():
        if isinstance(value, Mapping):
            waiting.append((letter_key.text, letter_key, value))
    create = node.get("create")
    waiting += [("", None, item) for item in getattr(create, "items", ()) if isinstance(item, Mapping)]
    for letter, key, value in waiting:
        entities.append(_entity(entry, letter, key, value))
    decks = node.get("decks")
    for item in decks.items if isinstance(decks, Sequence) else ():
        if isinstance(item, Mapping):
            entities += _deck(entry, item)
    statements = read_statements(entry, node.get("do"))
    board = node.get("board")
    lines, board_span = _board(entry.sink, board)
    if isinstance(board, Scalar) and board.style == "literal":
        meanings: dict[str, Span | None] = dict.fromkeys(entry.vocab.terrain_letters().values())
        check_letters(board, meanings | {key.text: key.span for _, key, _ in waiting if key}, entry.sink)
    return CheckedPosition(name, node.span, lines, board_span, tuple(entities), statements, tuple(entry.names))


def check_named_squares(cx: Context, positions: list[CheckedPosition], nodes: list[ast.Node]) -> None:
    """Reports named squares that are not on the board, which is the last one drawn."""
    boards = [position.board for position in positions if position.board]
    if boards:
        for position in positions[-1:]:
            nodes += [*position.statements, *(value for entity in position.entities for _, value in entity.values)]
        check_squares(cx.facts, boards[-1], nodes, cx.sink)


def _board(sink: Sink, node: Node | None) -> tuple[tuple[str, ...], Span | None]:
    if not isinstance(node, Scalar):
        return (), None
    piece = text_slice(node, sink)
    if piece is None:
        return (), node.span
    return tuple(node.text.rstrip("\n").split("\n")), node.span


# ---- entities


def _player(entry: EntryContext, node: Node) -> Placed:
    _needed(entry.cx, node, "player", is_printed=True)
    if isinstance(node, Scalar):
        return Placed(node.text, node.span, "player", "", (), None)
    assert isinstance(node, Mapping)
    values = _values(entry, node, "player", {"name", "roster"})
    return Placed(text_of(node, "name"), node.span, "player", "", values, None)


def _entity(entry: EntryContext, letter: str, key: Scalar | None, node: Mapping) -> Placed:
    card, kind = text_of(node, "card"), _kind(entry.vocab, entry.sink, node)
    span = key.span if key is not None else node.span
    name = text_of(node, "name") or letter.lower()
    if letter and kind and not entry.vocab.is_figure(kind):
        help = "declare `figure: true` on its kind, or let it stand in `create:`"
        entry.sink.add("wrong-operand", span, f"{kind_of(kind)} is no figure, and stands on no board", help=help)
    values = _values(entry, node, kind, {"name", "card", "kind", "zone"})
    zone = _zone(entry, node, kind)
    _needed(entry.cx, node, kind, is_printed=bool(card))
    declare(entry, name, kind_of(kind) if kind else UNKNOWN, span)
    return Placed(name, span, kind, card, values, zone, letter)


def _kind(vocab: Vocabulary, sink: Sink, node: Mapping) -> str:
    """The kind of an entity: that of its card, or the value of `kind`; empty if unknown."""
    card, kind = text_of(node, "card"), text_of(node, "kind")
    if card and card not in vocab.cards:
        sink.add("unknown-name", place_of(node, "card"), f"no card is named `{card}`", help=suggest(card, vocab.cards))
        return ""
    if card:
        return vocab.cards[card].kind
    if kind == "player":
        sink.add("wrong-operand", place_of(node, "kind"), NO_SEAT, help="name it below `players:`, with its values")
        return ""
    if not kind:
        sink.add("missing-key", node.span, "this says neither `card` nor `kind`")
        return ""
    if kind not in vocab.kinds:
        sink.add("unknown-type", place_of(node, "kind"), f"no kind is named `{kind}`", help=suggest(kind, vocab.kinds))
        return ""
    return kind


def _values(entry: EntryContext, node: Mapping, kind: str, own: Collection[str]) -> tuple[tuple[str, ast.Expr], ...]:
    """The values of the entity's fields. Keys that every entry has are not fields, even if a field has that name."""
    found: list[tuple[str, ast.Expr]] = []
    for key, value in node.entries:
        if key.text in own:
            continue
        declared = entry.vocab.field_of(kind, key.text) if kind else None
        if declared is None:
            if kind:
                entry.sink.add(
                    "unknown-field",
                    key.span,
                    f"{kind_of(kind)} has no `{key.text}`",
                    help=_known(entry.vocab, kind, key.text),
                )
            continue
        if not _may_be(entry, key, value, declared):
            continue
        expr = read_expression(entry, value, declared.type)
        if expr is not None:
            whole_keywords(entry.cx, expr, declared.type)
            if (number := integer_literal(expr)) is not None:
                check_within(declared, number, value.span, entry.sink)
            found.append((key.text, expr))
    return tuple(found)


def _may_be(entry: EntryContext, key: Scalar, value: Node, declared: Field) -> bool:
    """Whether a value may stand for a field: not one of a zone, nor a player whom nobody named."""
    if declared.zone:
        help = "write `decks: [{zone: …, cards: {…}}]`, or name each below `create:`, with `zone: …`"
        told = f"`{key.text}` is a zone, and what lies in it stands elsewhere"
        entry.sink.add("wrong-operand", key.span, told, help=help)
        return False
    is_name = isinstance(value, Scalar) and place_named(value.text) is not None
    if declared.type != kind_of("player") or not is_name or entry.scope.find(value.span.text) is not None:
        return True  # of all words that are no names, only those of squares are read as something else
    players = [name for name, given in entry.names if given == kind_of("player")]
    help = suggest(value.span.text, players) or listed("players:", players) or "name them below `players:`"
    entry.sink.add("unknown-name", value.span, f"no player is named `{value.span.text}`", help=help)
    return False


def _zone(entry: EntryContext, node: Mapping, kind: str) -> ast.Expr | None:
    value = node.get("zone")
    if not isinstance(value, Scalar):
        return None
    expr = read_expression(entry, value, None)
    if expr is None:
        return None
    given = entry.cx.check(expr, entry.scope)
    holds = kind_of(given.name) if given.form == "zone" else given
    if given.form not in ("zone", "unknown") or (kind and not entry.cx.fits(kind_of(kind), holds)):
        entry.sink.add(
            "wrong-operand",
            value.span,
            f"`{value.text}` is no zone for a {kind or 'card'}",
            help="name a zone, for example `p1.hand`",
        )
    return expr


def _known(vocab: Vocabulary, kind: str, name: str) -> str:
    """The help for a field that a kind does not have."""
    if name == "at" and vocab.is_figure(kind):
        return "draw it on the `board:`, or write `do: place … at …`"
    if name in ("in", "place", "location", "where"):
        return "say the zone in which it lies: `zone: …`"
    if name in ("count", "copies", "amount", "number", "quantity"):
        return "each stands on its own below `create:`; several of a card lie in a zone with `decks:`"
    fields = vocab.fields_of(kind)
    return suggest(name, fields) or listed("it has:", fields)


def _needed(cx: Context, node: Node, kind: str, *, is_printed: bool) -> None:
    """Reports fields without a default that neither the entry nor its card, if it has one, sets, be it wrongly."""
    for name, field in cx.vocab.fields_of(kind).items() if kind else ():
        given = isinstance(node, Mapping) and node.key(name) is not None and name not in _KEYS
        unread = field.type == UNKNOWN  # told where it is declared
        if not (given or unread or field.has_default or (field.printed and is_printed)):
            labels, told = [Label(field.span, "declared here")], f"{kind_of(kind)} needs `{name}`"
            help = f"add `{name}: …`"
            if field.printed:
                help = "name the card on which it is printed: `card: …`"
            elif field.type.form in ("kind", "enum", "square", "card"):
                help += f", or let it be none until it is set: `{field.type.name or field.type}?` in the ruleset"
            cx.sink.add("missing-key", node.span, told, help=help, labels=labels)


# ---- decks and rosters


def _deck(entry: EntryContext, node: Mapping) -> list[Placed]:
    found: list[Placed] = []
    for card, span, copies in _counted(node.get("cards")):
        if card not in entry.vocab.cards:
            entry.sink.add("unknown-name", span, f"no card is named `{card}`", help=suggest(card, entry.vocab.cards))
            continue
        kind = entry.vocab.cards[card].kind
        values = _values(entry, node, kind, {"zone", "cards"})
        _needed(entry.cx, node, kind, is_printed=bool(card))
        found.append(Placed("", node.span, kind, card, values, _zone(entry, node, kind), how_many=copies))
    return found


def _dealt(entry: EntryContext, node: Scalar, player: str) -> list[Placed]:
    """The cards of a player's roster, in the zones that hold them; the player is their owner and controller."""
    roster = entry.rosters.get(node.text)
    if roster is None:
        help = suggest(node.text, entry.rosters) or "a roster is named after its file in `rosters/`"
        entry.sink.add("unknown-name", node.span, f"no roster is named `{node.text}`", help=help)
        return []
    zones = {f.roster: f.name for f in entry.vocab.fields_of("player").values() if f.roster}
    found: list[Placed] = []
    values = dict(roster.values)
    for param in card_params(entry.vocab, roster.definition):
        if param not in zones:
            message = f"no zone of a player takes the `{param}` of a roster"
            entry.sink.add("missing-key", node.span, message, help="write `roster:` at the zone, in ruleset.yaml")
            continue
        held = values[param] if isinstance(values[param], tuple) else (values[param],)
        zone = read_path(entry, node.span, player, zones[param])
        found += [_mine(entry, node.span, card, (player, zone), held.count(card)) for card in dict.fromkeys(held)]
    return found


def _mine(entry: EntryContext, span: Span, card: str, where: tuple[str, ast.Expr], copies: int) -> Placed:
    kind = entry.vocab.cards[card].kind
    whose = [n for n, f in entry.vocab.fields_of(kind).items() if f.type == kind_of("player") and not f.has_default]
    values = tuple((name, read_path(entry, span, where[0])) for name in whose)
    return Placed("", span, kind, card, values, where[1], how_many=copies)


def _counted(node: Node | None) -> Iterator[tuple[str, Span, int]]:
    """The cards of a deck with their places and numbers; in a list, each item is one card."""
    if isinstance(node, Mapping):
        copies = data_of(node)
        yield from ((key.text, key.span, int(copies[key.text])) for key, _ in node.entries)
        return
    items = node.items if isinstance(node, Sequence) else (node,)
    named = {item.text: item for item in items if isinstance(item, Scalar)}
    yield from ((card, item.span, 1) for card, item in named.items())

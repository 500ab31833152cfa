"""Tests and scenarios: their entities, statements and expectations, checked.

Job: check what content tests and scenarios name and say, with the same rules as cards. Input: the mappings of test and
scenario files, valid by schema, and a Checked game. Output: CheckedPosition and CheckedTest, whose nodes lie in the
same side tables. Never runs anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from dsl import ast
from dsl.check import Checker
from dsl.check_rosters import RosterData, card_params, read_roster
from dsl.check_squares import check_letters, check_squares
from dsl.checked import Checked
from dsl.diagnostics import Label, Sink
from dsl.parse import parse_expression, parse_statements
from dsl.resolve import Ref, Scope
from dsl.source import Span
from dsl.suggest import suggest
from dsl.types import UNKNOWN, Type, kind_of
from dsl.yaml_tree import Mapping, Node, Scalar, Sequence, data_of, plain, text_slice


@dataclass(frozen=True, slots=True)
class Placed:
    """An entity of a position: ``values`` by field; ``letter`` where it stands on the drawn board."""

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
    """A starting position: players first, then entities in order, then statements. ``board`` are the drawn lines."""

    name: str
    span: Span
    board: tuple[str, ...]
    board_span: Span | None
    entities: tuple[Placed, ...]
    statements: tuple[ast.Statement, ...]
    names: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """Statements, what must then hold, and the answers meant for them."""

    span: Span
    statements: tuple[ast.Statement, ...]
    then: tuple[ast.Expr, ...]
    choices: tuple[Any, ...]
    dice: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class CheckedTest:
    name: str
    span: Span
    rows: tuple[str, ...]
    positions: tuple[CheckedPosition, ...]
    steps: tuple[CheckedStep, ...]
    illegal: str
    events: tuple[str, ...]
    roster: RosterData | None = None


def check_scenarios(
    checked: Checked, scenarios: tuple[Mapping, ...], rosters: dict[str, RosterData], sink: Sink
) -> dict[str, CheckedPosition]:
    """The scenarios by id; faulty ones are reported and left out, and count as broken names."""
    found: dict[str, CheckedPosition] = {}
    for node in scenarios:
        reader = _Reader(checked, rosters, sink)
        before = sink.errors
        position = reader.position(node, _text(node, "id"))
        reader.squares([position], [])
        if sink.errors == before:
            found[position.name] = position
        else:
            sink.broken.add(position.name)
    place, usual = checked.vocab.places.get("scenario"), checked.vocab.scenario
    known = {_text(node, "id") for node in scenarios}
    if place is not None and usual not in known:
        sink.add("unknown-name", place, f"no scenario is named `{usual}`", help=suggest(usual, known))
    return found


def check_tests(
    checked: Checked,
    tests: tuple[Mapping, ...],
    given: tuple[dict[str, CheckedPosition], dict[str, RosterData]],
    sink: Sink,
) -> tuple[CheckedTest, ...]:
    """The tests that can be run, with the scenarios and rosters given; faulty ones are reported and left out."""
    scenarios, rosters = given
    found: list[CheckedTest] = []
    for node in tests:
        before = sink.errors
        test = _Reader(checked, rosters, sink).test(node, scenarios)
        if test is not None and sink.errors == before:
            found.append(test)
    sink.owner = ""
    return tuple(found)


class _Reader:
    """Reads one test or scenario; its names are the locals of its texts."""

    def __init__(self, checked: Checked, rosters: dict[str, RosterData], sink: Sink) -> None:
        self.vocab = checked.vocab
        self.rosters = rosters
        self.sink = sink
        self.checker = Checker(checked.facts, sink)
        self.scope = Scope()
        self.names: list[tuple[str, Type]] = []

    def declare(self, name: str, given: Type, span: Span) -> None:
        if not name or name[0] == "_":
            return
        if self.scope.find(name) is not None:
            first = self.scope.place_of(name)
            self.sink.add(
                "duplicate-name",
                span,
                f"`{name}` names two things here",
                help="give one a `name:` of its own",
                labels=[Label(first, "first used here")] if first is not None else [],
            )
            return
        self.scope.declare(name, Ref("local", name), given, span)
        self.names.append((name, given))

    # ---- tests
    def test(self, node: Mapping, scenarios: dict[str, CheckedPosition]) -> CheckedTest | None:
        """The test; None where its scenario is not known, for then nothing is known of its names."""
        name = _text(node, "name")
        self.sink.owner = name
        data: Any = plain(node)
        positions: list[CheckedPosition] = []
        given = node.get("given")
        scenario = given.get("scenario") if isinstance(given, Mapping) else None
        if isinstance(scenario, Scalar):
            start = self.from_scenario(scenario, scenarios)
            if start is None:
                return None
            positions.append(start)
        if isinstance(given, Mapping):
            positions.append(self.position(given, name))
        steps = tuple(self.steps(node))
        self.squares(positions, [n for step in steps for n in (*step.statements, *step.then)])
        listed = node.get("roster")
        roster = read_roster(self.vocab, listed, self.sink) if isinstance(listed, Mapping) else None
        asks = data.get("illegal") or data.get("events") or any(s.then for s in steps)
        if listed is None and not (steps and asks) and node.get("then") is None:  # a `then` that is wrong is told
            self.sink.add(
                "test-setup",
                node.span,
                "this test says nothing that could fail",
                help="give it `when:` and `then:`, `illegal:` or `events:`; or a `roster:`",
            )
        events = node.get("events")
        for item in events.items if isinstance(events, Sequence) else ():
            if isinstance(item, Scalar) and item.text.split(".")[0] not in self.vocab.verbs:
                self.sink.add(
                    "unknown-verb",
                    item.span,
                    f"no verb is named `{item.text}`",
                    help=suggest(item.text, self.vocab.verbs),
                )
        return CheckedTest(
            name,
            node.span,
            tuple(data.get("rows", ())),
            tuple(positions),
            steps,
            str(data.get("illegal", "")),
            tuple(str(e) for e in data.get("events", ())),
            roster,
        )

    def squares(self, positions: list[CheckedPosition], nodes: list[ast.Node]) -> None:
        """The squares that are named must be on the board, which is the last one drawn."""
        boards = [position.board for position in positions if position.board]
        if boards:
            for position in positions[-1:]:
                nodes += [*position.statements, *(value for entity in position.entities for _, value in entity.values)]
            check_squares(self.checker.facts, boards[-1], nodes, self.sink)

    def from_scenario(self, node: Scalar, scenarios: dict[str, CheckedPosition]) -> CheckedPosition | None:
        found = scenarios.get(node.text)
        if found is None:
            self.sink.add(
                "unknown-name", node.span, f"no scenario is named `{node.text}`", help=suggest(node.text, scenarios)
            )
            return None
        for name, given in found.names:
            self.declare(name, given, node.span)
        return found

    def steps(self, node: Mapping) -> list[CheckedStep]:
        """One step for `when: |`, several for a list; what stands beside `when` belongs to the last."""
        when = node.get("when")
        if isinstance(when, Sequence):
            steps = [self.step(item, item.get("do")) for item in when.items if isinstance(item, Mapping)]
            last = self.step(node, None)
            return [*steps, last] if last.then or last.dice or last.choices else steps
        if when is None and node.get("then") is None:
            return []
        return [self.step(node, when)]

    def step(self, node: Mapping, text: Node | None) -> CheckedStep:
        statements = self.statements(text)
        then = node.get("then")
        checks: list[ast.Expr] = []
        for item in then.items if isinstance(then, Sequence) else ([then] if then is not None else []):
            expr = self.expression(item, None) if isinstance(item, Scalar) else None
            if expr is not None:
                self.checker.condition(expr, self.scope)
                checks.append(expr)
        choices, dice = node.get("choices"), node.get("dice")
        self.faces(dice)
        return CheckedStep(node.span, statements, tuple(checks), _answers(choices), _answers(dice))

    def faces(self, node: Node | None) -> None:
        """The symbols of dice that are answered must be on some die."""
        match node:
            case Sequence(items=items):
                for item in items:
                    self.faces(item)
            case Mapping(entries=entries):
                known = self.vocab.symbols()
                for key, _ in entries:
                    if key.text != "value" and key.text not in known:
                        message = f"no die of the game shows `{key.text}`"
                        self.sink.add("unknown-name", key.span, message, help=suggest(key.text, known))
            case _:
                pass

    # ---- positions
    def position(self, node: Mapping, name: str) -> CheckedPosition:
        entities: list[Placed] = []
        players = node.get("players")
        if players is not None and "player" not in self.vocab.kinds:
            help = "declare `player: {fields: {}}` among its `kinds`, or leave the players out"
            self.sink.add("unknown-kind", players.span, "the ruleset declares no kind `player`", help=help)
            players = None
        for item in players.items if isinstance(players, Sequence) else ():
            entities.append(self.player(item))
        for placed in entities:
            self.declare(placed.name, kind_of("player"), placed.span)
        for item in players.items if isinstance(players, Sequence) else ():
            if isinstance(item, Mapping) and isinstance(roster := item.get("roster"), Scalar):
                entities += self.dealt(roster, _text(item, "name"))
        waiting: list[tuple[str, Scalar | None, Mapping]] = []
        legend = node.get("legend")
        for letter_key, value in legend.entries if isinstance(legend, Mapping) else ():
            if isinstance(value, Mapping):
                waiting.append((letter_key.text, letter_key, value))
        create = node.get("create")
        waiting += [("", None, item) for item in getattr(create, "items", ()) if isinstance(item, Mapping)]
        for letter, key, value in waiting:
            entities.append(self.entity(letter, key, value))
        decks = node.get("decks")
        for item in decks.items if isinstance(decks, Sequence) else ():
            if isinstance(item, Mapping):
                entities += self.deck(item)
        statements = self.statements(node.get("do"))
        board = node.get("board")
        lines, board_span = self.board(board)
        if isinstance(board, Scalar) and board.style == "literal":
            meanings: dict[str, Span | None] = dict.fromkeys(self.vocab.terrain_letters().values())
            check_letters(board, meanings | {key.text: key.span for _, key, _ in waiting if key}, self.sink)
        return CheckedPosition(name, node.span, lines, board_span, tuple(entities), statements, tuple(self.names))

    def board(self, node: Node | None) -> tuple[tuple[str, ...], Span | None]:
        if not isinstance(node, Scalar):
            return (), None
        piece = text_slice(node, self.sink)
        if piece is None:
            return (), node.span
        return tuple(node.text.rstrip("\n").split("\n")), node.span

    def player(self, node: Node) -> Placed:
        if isinstance(node, Scalar):
            return Placed(node.text, node.span, "player", "", (), None)
        assert isinstance(node, Mapping)
        values = self.values(node, "player", {"name", "roster"})
        return Placed(_text(node, "name"), node.span, "player", "", values, None)

    def entity(self, letter: str, key: Scalar | None, node: Mapping) -> Placed:
        card, kind = _text(node, "card"), _text(node, "kind")
        span = key.span if key is not None else node.span
        kind = self.kind(node, card, kind)
        name = _text(node, "name") or letter.lower()
        if letter and kind and not self.vocab.is_figure(kind):
            help = "declare `figure: true` on its kind, or let it stand in `create:`"
            self.sink.add("wrong-operand", span, f"a {kind} is no figure, and stands on no board", help=help)
        values = self.values(node, kind, {"name", "card", "kind", "zone"})
        zone = self.zone(node, kind)
        self.needed(node, kind, card, {v for v, _ in values})
        self.declare(name, kind_of(kind) if kind else UNKNOWN, span)
        return Placed(name, span, kind, card, values, zone, letter)

    def kind(self, node: Mapping, card: str, kind: str) -> str:
        if card and card not in self.vocab.cards:
            self.sink.add(
                "unknown-name", _span(node, "card"), f"no card is named `{card}`", help=suggest(card, self.vocab.cards)
            )
            return ""
        if card:
            return self.vocab.cards[card].kind
        if not kind:
            self.sink.add("missing-key", node.span, "this says neither `card` nor `kind`")
            return ""
        if kind not in self.vocab.kinds:
            self.sink.add(
                "unknown-type", _span(node, "kind"), f"no kind is named `{kind}`", help=suggest(kind, self.vocab.kinds)
            )
            return ""
        return kind

    def values(self, node: Mapping, kind: str, own: Collection[str]) -> tuple[tuple[str, ast.Expr], ...]:
        """The fields that are given; the keys of the entry's own are none, whatever the fields are named."""
        found: list[tuple[str, ast.Expr]] = []
        for key, value in node.entries:
            if key.text in own:
                continue
            declared = self.vocab.field_of(kind, key.text) if kind else None
            if declared is None:
                if kind:
                    self.sink.add(
                        "unknown-field",
                        key.span,
                        f"a {kind} has no `{key.text}`",
                        help=suggest(key.text, self.vocab.fields_of(kind)),
                    )
                continue
            expr = self.expression(value, declared.type)
            if expr is not None:
                self.checker.whole_keywords(expr, declared.type)
                found.append((key.text, expr))
        return tuple(found)

    def zone(self, node: Mapping, kind: str) -> ast.Expr | None:
        value = node.get("zone")
        if not isinstance(value, Scalar):
            return None
        expr = self.expression(value, None)
        if expr is None:
            return None
        given = self.checker.check(expr, self.scope)
        holds = kind_of(given.name) if given.form == "zone" else given
        if given.form not in ("zone", "unknown") or (kind and not self.checker.fits(kind_of(kind), holds)):
            self.sink.add(
                "wrong-operand",
                value.span,
                f"`{value.text}` is no zone for a {kind or 'card'}",
                help="name a zone, for example `p1.hand`",
            )
        return expr

    def needed(self, node: Mapping, kind: str, card: str, given: set[str]) -> None:
        for name, field in self.vocab.fields_of(kind).items() if kind else ():
            if name not in given and not field.has_default and not (field.printed and card):
                self.sink.add(
                    "missing-key", node.span, f"a {kind} needs `{name}`", labels=[Label(field.span, "declared here")]
                )

    def deck(self, node: Mapping) -> list[Placed]:
        found: list[Placed] = []
        for card, span, copies in _counted(node.get("cards")):
            if card not in self.vocab.cards:
                self.sink.add("unknown-name", span, f"no card is named `{card}`", help=suggest(card, self.vocab.cards))
                continue
            kind = self.vocab.cards[card].kind
            values = self.values(node, kind, {"zone", "cards"})
            self.needed(node, kind, card, {v for v, _ in values})
            found.append(Placed("", node.span, kind, card, values, self.zone(node, kind), how_many=copies))
        return found

    def dealt(self, node: Scalar, player: str) -> list[Placed]:
        """The cards of a player's roster, in the zones that take them; the player is whose they are in every way."""
        roster = self.rosters.get(node.text)
        if roster is None:
            help = suggest(node.text, self.rosters) or "a roster is named after its file in `rosters/`"
            self.sink.add("unknown-name", node.span, f"no roster is named `{node.text}`", help=help)
            return []
        zones = {f.roster: f.name for f in self.vocab.fields_of("player").values() if f.roster}
        found: list[Placed] = []
        values = dict(roster.values)
        for param in card_params(self.vocab, roster.definition):
            if param not in zones:
                message = f"no zone of a player takes the `{param}` of a roster"
                self.sink.add("missing-key", node.span, message, help="write `roster:` at the zone, in ruleset.yaml")
                continue
            held = values[param] if isinstance(values[param], tuple) else (values[param],)
            zone = self.known(node.span, player, zones[param])
            found += [self.mine(node.span, card, (player, zone), held.count(card)) for card in dict.fromkeys(held)]
        return found

    def mine(self, span: Span, card: str, where: tuple[str, ast.Expr], copies: int) -> Placed:
        kind = self.vocab.cards[card].kind
        whose = [n for n, f in self.vocab.fields_of(kind).items() if f.type == kind_of("player") and not f.has_default]
        values = tuple((name, self.known(span, where[0])) for name in whose)
        return Placed("", span, kind, card, values, where[1], how_many=copies)

    def known(self, span: Span, head: str, *fields: str) -> ast.Expr:
        """A path that the file does not write, checked like one that it does."""
        path = ast.Path(span, ast.Ident(span, head), tuple(ast.Ident(span, name) for name in fields))
        self.checker.check(path, self.scope)
        return path

    # ---- texts
    def statements(self, node: Node | None) -> tuple[ast.Statement, ...]:
        if not isinstance(node, Scalar):
            return ()
        piece = text_slice(node, self.sink)
        if piece is None:
            return ()
        parsed = parse_statements(piece.source.span(piece.start, piece.end), piece.indent, self.sink)
        if parsed:
            self.checker.statements(parsed, self.scope)
            self.names += [
                (n, t) for n, (r, t) in self.scope.names.items() if (n, t) not in self.names and r.form == "local"
            ]
        return parsed or ()

    def expression(self, node: Node, wanted: Type | None) -> ast.Expr | None:
        """A YAML value as an expression; a list becomes a list of its items."""
        if isinstance(node, Sequence):
            items = [self.expression(i, wanted.element if wanted is not None else None) for i in node.items]
            made = ast.ListLiteral(node.span, tuple(i for i in items if i is not None))
            self.checker.need(made, self.scope, wanted) if wanted is not None else None
            return made
        if not isinstance(node, Scalar) or node.style not in ("plain", "single", "double"):
            self.sink.add("wrong-type", node.span, "a value in one line is needed here")
            return None
        if node.style == "plain" and node.text.count("(") > node.text.count(")"):
            self.sink.add("syntax", node.span, "a `(` is not closed",
                          help="put quotes around it: in `[…]` a comma ends an item")  # fmt: skip
            return None
        expr = parse_expression(node.inside, self.sink)
        if expr is not None and wanted is not None:
            self.checker.need(expr, self.scope, wanted)
        return expr


def _answers(node: Node | None) -> tuple[Any, ...]:
    """Answers as a list of plain values; texts stay texts (`yes`, `a1`)."""
    if node is None:
        return ()
    value: Any = plain(node)
    return tuple(value) if isinstance(node, Sequence) else (value,)


def _counted(node: Node | None) -> Iterator[tuple[str, Span, int]]:
    """The cards of a deck, where each is named, and how many of it there are; of a list each is there once."""
    if isinstance(node, Mapping):
        copies = data_of(node)
        yield from ((key.text, key.span, int(copies[key.text])) for key, _ in node.entries)
        return
    items = node.items if isinstance(node, Sequence) else (node,)
    named = {item.text: item for item in items if isinstance(item, Scalar)}
    yield from ((card, item.span, 1) for card, item in named.items())


def _text(node: Mapping, key: str) -> str:
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _span(node: Mapping, key: str) -> Span:
    value = node.get(key)
    return value.span if value is not None else node.span

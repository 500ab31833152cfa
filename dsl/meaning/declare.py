"""From the files of a game to its vocabulary.

Job: declare each name of ``ruleset.yaml``, the ``.rules`` files and the cards once, with its place. Input: GameFiles
that are valid by schema. Output: a Vocabulary. A declaration with an error is reported and left out. Does not check
bodies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any, cast

from dsl.diagnostics import Label, Sink, made_once
from dsl.game.entries import CardEntry
from dsl.game.game_files import GameFiles
from dsl.meaning.bounds import FACES
from dsl.meaning.builtins import BUILTINS, COMPREHENSIONS, FIELDS, NO_VARIABLE, RESERVED
from dsl.meaning.declare_cards import check_card_keys, check_references, declare_card, declared_default, numbered_dice
from dsl.meaning.declare_headings import declare_heading
from dsl.meaning.drawings import check_symbols
from dsl.meaning.field_options import check_inherited, check_options, place_of_type, report_stat
from dsl.meaning.keeps import read_keeps
from dsl.meaning.nouns import find_kinds_of_nouns
from dsl.meaning.resolving import find_resolving
from dsl.meaning.types import BOOL, PLAIN, UNKNOWN, Type, kind_of, list_of, optional, set_of
from dsl.meaning.vocab import (
    Card,
    Die,
    Enum,
    Events,
    Field,
    Function,
    Invariant,
    Kind,
    Noun,
    Param,
    Roster,
    Stat,
    Statuses,
    Trait,
    Verb,
    Vocabulary,
)
from dsl.meaning.words import read_words
from dsl.reading.yaml_tree import Mapping, Node, Scalar, data_of, plain
from dsl.source import Span
from dsl.suggest import listed, suggest
from dsl.syntax import ast
from dsl.syntax.habits import type_habit
from dsl.syntax.parse import parse_rules, unread_names

_STATS_STACK = ("sum", "highest", "lowest", "none", "source")
# The values of fields that no file sets.
_EMPTY = {"int": 0, "bool": False, "text": "", "rules": "", "set": (), "list": (), "dice": (), "optional": None}
_STATUSES_STACK = ("all", "none", "highest", "lowest")


def declare(files: GameFiles, sink: Sink) -> Vocabulary:
    """The vocabulary of a game."""
    declarer = Declarer(files, sink)
    vocab = declarer.shared()
    vocab.cards = declarer.cards(files.cards, sink)
    check_references(vocab, vocab.cards.values(), sink)
    return vocab


class Declarer:
    """Declares the names of the ruleset and the rules, then cards: all cards, or those of one file."""

    def __init__(self, files: GameFiles, sink: Sink) -> None:
        self.files = files
        self.sink = sink
        self.vocab = Vocabulary(files.id)
        self.taken: dict[str, tuple[str, Span]] = {}
        self.defaults: list[tuple[Field, Node]] = []

    def shared(self) -> Vocabulary:
        """The vocabulary without its cards. It is empty if the ruleset is invalid, because all else depends on it."""
        if self.files.ruleset is None:
            return self.vocab
        self.ruleset(self.files.ruleset)
        parsed: list[Any] = []
        for source in self.files.rules:
            definitions = made_once(source, "rules", self.sink, partial(parse_rules, source))
            self.sink.broken |= unread_names(source, definitions)
            parsed += definitions
        self.vocab.definitions = tuple((ast.plain(node), ast.rows_above(node)) for node in parsed)
        for node, rows in self.vocab.definitions:
            self.declare_types(node, rows)
        for node, rows in self.vocab.definitions:
            self.declare_others(node, rows)
        self.vocab.definitions = tuple(entry for entry in self.vocab.definitions if self.is_declared(entry[0]))
        find_kinds_of_nouns(self.vocab, self.sink)
        find_resolving(self.vocab.verbs.values())
        for field, written in self.defaults:
            field.default = declared_default(written, field, self.vocab, self.sink)
        if self.files.words is not None:
            self.vocab.words = read_words(self.files.words, self.vocab, self.sink)
        return self.vocab

    def cards(self, entries: Iterable[CardEntry], sink: Sink) -> dict[str, Card]:
        """The cards of entries with different ids. A card whose id is already taken is left out."""
        found: dict[str, Card] = {}
        for entry in entries:
            sink.owner = entry.id
            if self.is_free(entry.id, "card", entry.span, sink):
                found[entry.id] = declare_card(entry, self.vocab, sink)
            else:
                sink.broken.add(entry.id)
        sink.owner = ""
        return found

    def is_declared(self, node: ast.Item) -> bool:
        """Whether the definition was declared; if its name was already taken, it is not checked further."""
        match node:
            case ast.NounDef():
                found: Any = self.vocab.nouns.get(node.name.text)
            case ast.RelationDef() | ast.DefineDef() | ast.TableDef():
                found = self.vocab.functions.get(node.name.text)
            case ast.StatDef():
                found = self.vocab.stats.get((node.kind.text, node.name.text))
            case ast.VerbDef():
                found = self.vocab.verbs.get(node.name.text)
            case ast.KeywordDef() | ast.StatusDef():
                found = self.vocab.traits.get(node.name.text)
            case ast.RosterDef():
                found = self.vocab.rosters.get(node.name.text)
            case ast.InvariantDef():
                found = self.vocab.invariants.get(node.name.text)
            case ast.HeadingDef():
                found = self.vocab.headings.get((node.kind.text, node.name.text))
            case _:
                return True
        return found is not None and found.node is node

    # ---- names
    def claim(self, name: str, what: str, span: Span) -> bool:
        """Takes a name in the name space of nouns, kinds, constants and cards."""
        free = self.is_free(name, what, span, self.sink)
        if free:
            self.taken[name] = (what, span)
        return free

    def is_free(self, name: str, what: str, span: Span, sink: Sink) -> bool:
        """Whether a name can be declared; reports why not."""
        is_type = what in ("kind", "enum") and name in (*PLAIN, "die", "rules")
        if is_type or (name in RESERVED and not (what == "kind" and name == "game")):
            sink.add("reserved-name", span, f"`{name}` is a reserved name", help="choose another name")
            return False
        if name in self.taken:
            other, first = self.taken[name]
            sink.add(
                "duplicate-name",
                span,
                f"`{name}` already names a {other}",
                labels=[Label(first, "first declared here")],
                help="give one of them another name",
            )
            return False
        return True

    def is_first(self, name: ast.Ident, table: dict[str, Any]) -> bool:
        """Whether no earlier definition of the same sort has the name."""
        first = table.get(name.text)
        if first is not None:
            self.sink.add(
                "duplicate-name",
                name.span,
                f"`{name.text}` is declared twice",
                labels=[Label(first.span, "first declared here")],
                help="give one of them another name",
            )
        return first is None

    def type_named(self, text: str, span: Span) -> Type:
        """The type for its text in ``ruleset.yaml`` (``set of ability``, ``creature?``, ``order card``)."""
        text = text.strip()
        if text.endswith("?"):
            return optional(self.type_named(text[:-1], span))
        collection = re.fullmatch(r"(set|list) of (.+)", text)
        if collection:
            inner = self.type_named(collection.group(2), span)
            return set_of(inner) if collection.group(1) == "set" else list_of(inner)
        if text.endswith(" card"):
            name = text.removesuffix(" card").strip()
            return Type("card", name) if name in self.vocab.kinds else self.unknown_type(name, span)
        if text == "die":
            return PLAIN["dice"]
        if text == "rules" or text in PLAIN:
            return Type("rules") if text == "rules" else PLAIN[text]
        if text in self.vocab.enums:
            return Type("enum", text)
        if text in self.vocab.kinds:
            return kind_of(text)
        return self.unknown_type(text, span)

    def unknown_type(self, name: str, span: Span) -> Type:
        known = {*PLAIN, *self.vocab.enums, *self.vocab.kinds, "die", "rules"}
        help = type_habit(name) or suggest(name, known)
        help = help or listed("kinds:", self.vocab.kinds) + "; or `int`, `bool`, `text`, an enum"
        self.sink.add("unknown-type", span, f"no type is named `{name}`", help=help)
        return UNKNOWN

    def type_ref(self, node: ast.TypeRef) -> Type:
        """The type for its node in the language."""
        form, _, card = node.form.partition("-")
        inner = self.type_named(node.name.text + (" card" if card or form == "card" else ""), node.name.span)
        match form:
            case "optional":
                return optional(inner)
            case "set":
                return set_of(inner)
            case "list":
                return list_of(inner)
            case _:
                return inner

    def params(self, params: tuple[ast.Param, ...], taken: frozenset[str] = frozenset()) -> tuple[Param, ...]:
        """The declared parameters; ``taken`` are names that have another meaning there."""
        found: list[Param] = []
        for param in params:
            if any(p.name == param.name.text for p in found):
                message = f"`{param.name.text}` stands twice"
                self.sink.add("duplicate-name", param.name.span, message, help="give one of them another name")
            if param.name.text in NO_VARIABLE | taken:
                self.sink.add(
                    "reserved-name",
                    param.name.span,
                    f"`{param.name.text}` is a reserved name",
                    help="choose another name",
                )
            if param.preposition and any(p.preposition == param.preposition for p in found):
                self.sink.add(
                    "duplicate-name",
                    param.span,
                    f"`{param.preposition}` stands twice",
                    help="an operand is found by its preposition: give each its own",
                )
            type_ = self.type_ref(param.type)
            if param.preposition == "gives":
                type_ = optional(type_)
            found.append(Param(param.name.text, type_, param.preposition, param.default, param.name.span))
        return tuple(found)

    # ---- ruleset.yaml
    def ruleset(self, node: Mapping) -> None:
        data = data_of(node)
        vocab = self.vocab
        vocab.start = str(data.get("start", ""))
        vocab.version = str(data.get("version", ""))
        vocab.languages = tuple(data.get("languages", ()))
        chosen: dict[str, Any] = data.get("policy") or {}
        vocab.policy = {key: str(value) for key, value in chosen.items()}
        policy = node.get("policy")
        keys = ("order", "priority", "standing", "won", "allied", "in_view")
        named = {key: policy.get(key) for key in keys} if isinstance(policy, Mapping) else {}
        vocab.scenario = str(data.get("scenario", ""))
        named |= {"start": node.get("start"), "scenario": node.get("scenario")}
        vocab.places = {key: value.span for key, value in named.items() if value is not None}
        vocab.names = data.get("names") or {}
        vocab.board = data.get("board") or {}
        terrain: dict[str, Any] = vocab.board.get("terrain") or {}
        for name, options in terrain.items():  # a letter alone names no rulebook rows
            vocab.terrain[name] = tuple(_mapping(options).get("rows", ()))
            self.claim(name, "terrain", node.span)
        check_symbols(board.get("terrain") if isinstance(board := node.get("board"), Mapping) else None, self.sink)
        self.enums(node.get("enums"))
        self.dice(node.get("dice"))
        kinds = node.get("kinds")
        for key, value in kinds.entries if isinstance(kinds, Mapping) else ():
            if self.claim(key.text, "kind", key.span):
                self.kind(key, value)
        for key, value in kinds.entries if isinstance(kinds, Mapping) else ():
            if key.text in vocab.kinds:
                self.fields(vocab.kinds[key.text], value)
        check_inherited(vocab, self.sink)
        vocab.kept_rosters = read_keeps(node.get("kept_rosters"))
        check_card_keys(self.vocab, self.sink)

    def enums(self, node: Node | None) -> None:
        for key, value in node.entries if isinstance(node, Mapping) else ():
            values = value.get("values") if isinstance(value, Mapping) else value
            rows = plain(value.get("rows")) if isinstance(value, Mapping) and value.get("rows") else ()  # type: ignore[arg-type]
            spans = {item.text: item.span for item in getattr(values, "items", ())}
            if self.claim(key.text, "enum", key.span):
                self.vocab.enums[key.text] = Enum(key.text, key.span, spans, tuple(rows))  # type: ignore[arg-type]

    def dice(self, node: Node | None) -> None:
        for key, value in node.entries if isinstance(node, Mapping) else ():
            data = data_of(value)
            faces: tuple[dict[str, int], ...] | None = None
            sides, printed = data.get("sides"), data.get("faces")
            if isinstance(sides, int):
                numbered_dice("", str(sides), key.span, self.sink)
                faces = tuple({"value": n} for n in range(1, min(sides, FACES) + 1))
            elif isinstance(printed, list):
                faces = tuple(_mapping(face) for face in cast("list[Any]", printed))
            elif not {"sides", "faces"} & data.keys():
                help = "write `faces: unknown` where the source does not show them"
                self.sink.add("missing-key", key.span, f"the die `{key.text}` has neither sides nor faces", help=help)
            if self.claim(key.text, "die", key.span):
                self.vocab.dice[key.text] = Die(key.text, key.span, faces, tuple(data.get("rows", ())))

    def kind(self, key: Scalar, node: Node) -> None:
        data = data_of(node)
        self.vocab.kinds[key.text] = Kind(
            key.text, key.span, str(data.get("is", "")), bool(data.get("figure")), bool(data.get("card")),
            bool(data.get("part")), rows=tuple(data.get("rows", ())),
        )  # fmt: skip

    def fields(self, kind: Kind, node: Node) -> None:
        if kind.parent and (kind.parent not in self.vocab.kinds or kind.name in self.vocab.ancestors(kind.parent)):
            self.sink.add(
                "unknown-type",
                kind.span,
                f"`{kind.name}` is a `{kind.parent}`, which is no kind above it",
                help=suggest(kind.parent, self.vocab.kinds) or "name a kind above it, or leave `is` out",
            )
            kind.parent = ""
        fields = node.get("fields") if isinstance(node, Mapping) else None
        for key, value in fields.entries if isinstance(fields, Mapping) else ():
            kind.fields[key.text] = self.field(key, value)
            check_options(kind.fields[key.text], value, self.sink)
            default = value.get("default") if isinstance(value, Mapping) else None
            may_be_none = kind.fields[key.text].type.form == "optional"
            if default is not None and not (may_be_none and plain(default) == "none"):
                self.defaults.append((kind.fields[key.text], default))

    def field(self, key: Scalar, node: Node) -> Field:
        data = data_of(node) or {"type": getattr(node, "text", "")}
        if key.text in RESERVED | FIELDS:
            help = "leave it out: it is there without being declared" if key.text in FIELDS else "choose another name"
            self.sink.add("reserved-name", key.span, f"`{key.text}` is a reserved name", help=help)
        if "zone" in data:
            holds = str(data["zone"])
            if holds not in self.vocab.kinds:
                self.unknown_type(holds, place_of_type(node))
            return Field(
                key.text,
                Type("zone", holds),
                key.span,
                zone=holds,
                has_default=True,
                visible=str(data.get("visible", "all")),
                roster=str(data.get("roster", "")),
                rows=tuple(data.get("rows", ())),
            )
        type_ = self.type_named(str(data["type"]), place_of_type(node))
        default, has_default = _default(type_, data)
        return Field(
            key.text,
            type_,
            key.span,
            bool(data.get("printed")),
            default,
            has_default,
            minimum=data.get("min"),
            maximum=data.get("max"),
            better=str(data.get("better", "")),
            roster=str(data.get("roster", "")),
            rows=tuple(data.get("rows", ())),
        )

    # ---- definitions: first those that types name, then the others
    def declare_types(self, node: ast.Item, rows: tuple[str, ...]) -> None:
        match node:
            case ast.NounDef(name=name) if self.claim(name.text, "noun", name.span):
                self.vocab.nouns[name.text] = Noun(name.text, name.span, node, UNKNOWN, rows=rows)
            case ast.KeywordDef(name=name, kind=kind) | ast.StatusDef(name=name, kind=kind):
                form = "keyword" if isinstance(node, ast.KeywordDef) else "status"
                if kind.text not in self.vocab.kinds:
                    self.unknown_type(kind.text, kind.span)
                    self.sink.broken.add(name.text)
                elif self.claim(name.text, form, name.span):
                    self.trait(node, form, rows)
            case _:
                pass

    def trait(self, node: ast.KeywordDef | ast.StatusDef, form: str, rows: tuple[str, ...]) -> None:
        stacking = node.stacking.text if isinstance(node, ast.StatusDef) and node.stacking else "all"
        params = self.params(node.params, FIELDS | {"bearer"})
        place = node.stacking if isinstance(node, ast.StatusDef) and node.stacking else node.name
        self._stacking_known(stacking, place, (*_STATUSES_STACK, *(p.name for p in params)))
        name = node.name.text
        self.vocab.traits[name] = Trait(name, node.name.span, form, node, params, node.kind.text, stacking, rows)
        # An instance is an entity. Its values are fields, so that rules can read them.
        instance = Kind(name, node.name.span)
        for param in params:
            instance.fields[param.name] = Field(
                param.name, param.type, param.span, printed=form == "keyword", has_default=True
            )
        bearer = kind_of(node.kind.text)
        instance.fields["bearer"] = Field("bearer", bearer, node.kind.span, printed=True, has_default=True)
        self.vocab.kinds[name] = instance

    def _stacking_known(self, word: str, node: ast.Node, known: tuple[str, ...]) -> None:
        if word not in known:
            help = suggest(word, known) or "there are " + ", ".join(known)
            self.sink.add("unknown-name", node.span, f"`{word}` is no way to stack", help=help)

    def declare_others(self, node: ast.Item, rows: tuple[str, ...]) -> None:
        match node:
            case ast.RelationDef(name=name, params=params):
                self.function(node, name, params, BOOL, rows)
            case ast.DefineDef(name=name, params=params) | ast.TableDef(name=name, params=params):
                self.function(node, name, params, self.type_ref(node.result), rows)
            case ast.StatDef():
                self.stat(node, rows)
            case ast.VerbDef():
                self.verb(node, rows)
            case ast.EventsDef(name=name, members=members) if self.is_first(name, self.vocab.events):
                self.vocab.events[name.text] = Events(name.text, name.span, tuple(m.text for m in members))
            case ast.StatusesDef(name=name) if self.claim(name.text, "class of statuses", name.span):
                named = tuple(member.text for member in node.members)
                self.vocab.statuses[name.text] = Statuses(name.text, name.span, named, rows)
            case ast.RosterDef(name=name, params=params) if self.is_first(name, self.vocab.rosters):
                self.vocab.rosters[name.text] = Roster(name.text, name.span, node, self.params(params), rows)
            case ast.InvariantDef(name=name) if self.is_first(name, self.vocab.invariants):
                self.vocab.invariants[name.text] = Invariant(name.text, name.span, node, rows)
            case ast.HeadingDef():
                declare_heading(self, node, rows)
            case _:
                pass

    def function(
        self, node: Any, name: ast.Ident, params: tuple[ast.Param, ...], result: Type, rows: tuple[str, ...]
    ) -> None:
        if (name.text in BUILTINS and name.text != "distance") or name.text in (*COMPREHENSIONS, "printed"):
            self.sink.add(
                "reserved-name", name.span, f"`{name.text}` is a function of the core", help="choose another name"
            )
        elif self.is_first(name, self.vocab.functions):
            self.vocab.functions[name.text] = Function(name.text, name.span, node, self.params(params), result, rows)

    def stat(self, node: ast.StatDef, rows: tuple[str, ...]) -> None:
        kind, name = node.kind.text, node.name.text
        if kind not in self.vocab.kinds:
            self.unknown_type(kind, node.kind.span)
            self.sink.broken.add(name)
            return
        declared = self.vocab.field_of(kind, name)
        if declared is None and node.value is None:
            self.sink.add(
                "unknown-field",
                node.name.span,
                f"{kind} has no `{name}` for modifiers to change",
                help=suggest(name, self.vocab.fields_of(kind)) or "declare the field, or write `= …`",
            )
            return
        if (kind, name) in self.vocab.stats or (declared is not None and declared.type != PLAIN["int"]):
            report_stat(node, declared, self.vocab.stats.get((kind, name)), self.sink)
            return
        stacking = node.stacking.text if node.stacking else "sum"
        self._stacking_known(stacking, node.stacking or node.name, _STATS_STACK)
        self.vocab.stats[kind, name] = Stat(name, kind, node.name.span, node, PLAIN["int"], stacking, rows)

    def verb(self, node: ast.VerbDef, rows: tuple[str, ...]) -> None:
        name = node.name
        if not self.is_first(name, self.vocab.verbs):
            return
        steps: list[str] = []
        lets: dict[str, tuple[Type, int]] = {}
        for statement in node.body.statements:
            inner = ast.plain(statement)
            if isinstance(inner, ast.StepStmt):
                steps.append(inner.name.text)
                for below in inner.body.statements:
                    _note_let(below, lets, len(steps))
            else:
                _note_let(statement, lets, len(steps))
        params = self.params(node.params)
        self.vocab.verbs[name.text] = Verb(name.text, name.span, node, params, tuple(steps), lets, rows)


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _note_let(statement: ast.Node, lets: dict[str, tuple[Type, int]], step: int) -> None:
    inner = ast.plain(statement)
    if isinstance(inner, ast.LetStmt | ast.RollStmt | ast.CreateStmt) or (
        isinstance(inner, ast.ChooseStmt) and inner.body is None
    ):
        lets[inner.name.text] = (UNKNOWN, step)
    if isinstance(inner, ast.CallStmt | ast.CallElse) and inner.call.result is not None:
        lets[inner.call.result.text] = (UNKNOWN, step)


def _default(type_: Type, data: dict[str, Any]) -> tuple[Any, bool]:
    """The default value of a field, and whether it has one."""
    if "default" in data:
        value = data["default"]  # read later, when all names that it may contain are declared
        return (None if value == "none" and type_.form == "optional" else value), True
    if data.get("printed"):
        return (None, True) if type_.form == "optional" else (None, False)
    return _EMPTY.get(type_.form), type_.form in _EMPTY

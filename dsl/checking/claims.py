"""What a test says about its steps: events, offers, refusals, names of things made in play, and answers.

Job: check these entries by the same rules as cards. Input: the mappings of test files, valid by schema, and the entry
with its names so far. Output: nodes in the side tables of the game, and plain values. Must never run anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from dsl.checking.entries import ON_ITS_LINE, EntryContext, declare, read_expression
from dsl.checking.patterns import check_pattern
from dsl.dataclass import dataclass
from dsl.meaning.types import present
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, plain
from dsl.source import Span
from dsl.suggest import listed, suggest
from dsl.syntax import ast
from dsl.syntax.parse import parse_pattern

_NEEDS_QUOTES = "put quotes around it: in `[…]` a comma ends an item"


@dataclass(frozen=True, slots=True)
class CheckedEvents:
    """``events`` happen in this order, ``never`` do not happen, ``exactly`` are all of their verbs."""

    events: tuple[ast.Pattern, ...] = ()
    never: tuple[ast.Pattern, ...] = ()
    exactly: tuple[ast.Pattern, ...] = ()

    @property
    def patterns(self) -> tuple[ast.Pattern, ...]:
        return (*self.events, *self.never, *self.exactly)

    def can_fail(self, done: Iterable[ast.Statement]) -> bool:
        """Whether what is done could be otherwise: where nothing is done, nothing happens."""
        return bool(
            self.events or self.exactly or (self.never and not all(isinstance(s, ast.NothingStmt) for s in done))
        )


NO_EVENTS = CheckedEvents()


@dataclass(frozen=True, slots=True)
class CheckedRefusal:
    """A call that is refused, or an answer that is not offered, for a reason."""

    span: Span
    because: str
    answer: str
    call: ast.Pattern | None


@dataclass(frozen=True, slots=True)
class Answers:
    """What a step gives to those who ask, and what it says of what they are offered."""

    choices: tuple[Any, ...] = ()
    dice: tuple[Any, ...] = ()
    draws: tuple[Any, ...] = ()
    offered: tuple[str, ...] = ()
    not_offered: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.choices or self.dice or self.draws or self.offered or self.not_offered)


def read_answers(entry: EntryContext, node: Mapping) -> Answers:
    dice = node.get("dice")
    _faces(entry.vocab, entry.sink, dice)
    return Answers(
        tuple(_choice(item) for item in answers_of(node.get("choices"))),
        answers_of(dice),
        answers_of(node.get("draws")),
        tuple(str(name) for name in answers_of(node.get("offered"))),
        tuple(str(name) for name in answers_of(node.get("not offered"))),
    )


def _choice(item: Any) -> Any:
    """An answer; one that says what is asked where it is given has all parts."""
    if not isinstance(item, dict):
        return item
    held = cast("dict[str, Any]", item)
    return {
        "answer": held["answer"],
        "offered": [str(name) for name in held.get("offered", ())],
        "not_offered": [str(name) for name in held.get("not offered", ())],
        "asked": held.get("asked", ""),
        "refused": [[str(name) for name in answer] for answer in held.get("refused", ())],
    }


def answers_of(node: Node | None) -> tuple[Any, ...]:
    """Answers as a list of plain values; texts such as `yes` and `a1` stay texts."""
    if node is None:
        return ()
    value: Any = plain(node)
    return tuple(value) if isinstance(node, Sequence) else (value,)


def _faces(vocab: Vocabulary, sink: Any, node: Node | None) -> None:
    """Reports symbols in the answers for dice that are on no die."""
    match node:
        case Sequence(items=items):
            for item in items:
                _faces(vocab, sink, item)
        case Mapping(entries=entries):
            known = vocab.symbols()
            for key, _ in entries:
                if key.text != "value" and key.text not in known:
                    message = f"no die of the game shows `{key.text}`"
                    is_die = key.text in vocab.dice or re.fullmatch(r"\d*d\d+", key.text)
                    help = "write what the die shows alone, without its name" if is_die else suggest(key.text, known)
                    help = help or listed("dice show:", known - {"value"}) or "write the number alone"
                    sink.add("unknown-name", key.span, message, help=help)
        case _:
            pass


# ---- events
def read_events(entry: EntryContext, node: Mapping) -> CheckedEvents:
    parts = (node.get(key) for key in ("events", "never", "exactly"))
    return CheckedEvents(*(tuple(_patterns(entry, part)) for part in parts))


def _patterns(entry: EntryContext, node: Node | None) -> Iterator[ast.Pattern]:
    for item in _items(node):
        pattern = _pattern(entry, item)
        if pattern is not None:
            yield pattern


def _pattern(entry: EntryContext, node: Node | None) -> ast.Pattern | None:
    """An event as tests name it: as in `after …`, in the scope of the test."""
    if not isinstance(node, Scalar) or node.style not in ("plain", "single", "double"):
        if node is not None:
            entry.sink.add("wrong-type", node.span, "an event in one line is needed here", help=ON_ITS_LINE)
        return None
    if node.style == "plain" and node.text.count("(") > node.text.count(")"):
        entry.sink.add("syntax", node.span, "a `(` is not closed", help=_NEEDS_QUOTES)
        return None
    pattern = parse_pattern(node.inside, entry.sink)
    if pattern is not None:
        inside = check_pattern(entry.cx, pattern, entry.scope)
        if pattern.condition is not None:
            entry.cx.condition(pattern.condition, inside)
        if pattern not in entry.cx.facts.patterns:
            return None  # it is reported, or no verb is of this class of events
    return pattern


# ---- refusals
def read_refusals(entry: EntryContext, node: Mapping) -> tuple[CheckedRefusal, ...]:
    found: list[CheckedRefusal] = []
    for item in _items(node.get("refused")):
        if not isinstance(item, Mapping):
            continue
        answer, because, called = item.get("answer"), item.get("because"), item.get("call")
        if (answer is None) == (called is None):
            help = "write `call:` for what `when` does, or `answer:` for what a player would choose"
            entry.sink.add("test-setup", item.span, "this names no call or answer, or both", help=help)
            continue
        call = _pattern(entry, called)
        if isinstance(because, Scalar) and (call is not None or called is None):
            wanted = answer.text if isinstance(answer, Scalar) else ""
            found.append(CheckedRefusal(item.span, because.text, wanted, call))
    return tuple(found)


# ---- names of things made in play
def read_names(entry: EntryContext, node: Mapping) -> tuple[tuple[str, ast.Expr], ...]:
    """The names of `as:` with the expressions that find the things."""
    found: list[tuple[str, ast.Expr]] = []
    named = node.get("as")
    for key, value in named.entries if isinstance(named, Mapping) else ():
        expr = read_expression(entry, value, None)
        if expr is None:
            continue
        given = present(entry.cx.check(expr, entry.scope))
        if given.form not in ("kind", "unknown"):
            entry.sink.add("wrong-type", value.span, f"only a thing can have a name, and this is {given}")
        declare(entry, key.text, given, key.span)
        found.append((key.text, expr))
    return tuple(found)


def _items(node: Node | None) -> tuple[Node, ...]:
    return tuple(node.items) if isinstance(node, Sequence) else (node,) if node is not None else ()

"""The names in the YAML files of a game.

Job: find each key and value of data that names something of the game. Input: a vocabulary, the scenarios, the tree of a
file. Output: `Mention`s. Changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Table
from dataclasses import replace

from cardwright.authoring.server.naming import Mention, Symbol, is_known_name, sorts_of
from dsl.checking.positions import CheckedPosition
from dsl.game.game_files import FACES, RULESET, WORDS
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.source import Source, Span

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_TYPE = re.compile(r"(?:(?:set|list) of )?[a-z][a-z0-9_]*(?: card)?\??")  # a type, which stands in quotes for its `?`
_SHOWN = re.compile(r"\{\+?([a-z][a-z0-9_]*)")  # a field in the printed line of a part
_NOUN = re.compile(r"\{=([a-z][a-z0-9_]*)|#([a-z][a-z0-9_]*)")  # a noun in a phrase of the words
_CARD_KEYS = ("card", "cards", "id", "kind")
_PLAIN = ("name", "doc", "source", "note", "title")
# Of each part of the words: what the key names, and what stands behind its dot.
_WORDS = {
    "verbs": ("verb", ""), "fields": ("", "field"), "headings": ("heading", ""), "functions": ("function", ""),
    "traits": ("name", ""), "parts": ("name", ""), "offers": ("name", "field"), "rolls": ("", ""),
    "choices": ("", ""), "nouns": ("", ""), "names": ("", ""),
}  # fmt: skip


class Names:
    """What keys and values of data may name; ``taken`` are the names of things in a test or scenario."""

    def __init__(self, vocab: Vocabulary, scenarios: Table[str, CheckedPosition]) -> None:
        self.vocab = vocab
        self.scenarios = scenarios
        self.fields = {name for kind in vocab.kinds.values() for name in kind.fields}
        self.cards = set(vocab.cards)
        self.taken: set[str] = set()


def names_in_data(node: Node, names: Names, inside: str) -> Iterator[Mention]:
    """The names in a YAML file: keys that are fields, and values that are names of the game."""
    folder = inside.partition("/")[0]
    if not isinstance(node, Mapping):
        return
    if folder == "cards":
        shared, entries = node.get("all"), node.get("cards")
        for entry in (shared, *(entries.items if isinstance(entries, Sequence) else ())):
            yield from _in_entry(entry, names) if entry is not None else ()
    elif folder == "tests":
        entries = node.get("tests")
        for entry in entries.items if isinstance(entries, Sequence) else ():
            names.taken = {*_things(entry), *_of_scenario(entry, names)}
            yield from _in_position(entry, names)
    elif folder in ("scenarios", "rosters"):
        names.taken = set(_things(node)) if folder == "scenarios" else set()
        yield from _in_position(node, names)
    elif inside == RULESET:
        yield from _in_ruleset(node, names)
    elif inside == WORDS:
        yield from _in_words(node, names)
    elif inside == FACES:
        yield from _in_faces(node, names)


def _in_entry(node: Node, names: Names) -> Iterator[Mention]:
    for key, value in node.entries if isinstance(node, Mapping) else ():
        if key.text in _CARD_KEYS and isinstance(value, Scalar):
            yield _word(value, "name")
        elif key.text in names.fields:
            yield _word(key, "field")
            yield from _in_value(value, names)


def _in_value(node: Node, names: Names) -> Iterator[Mention]:
    """The names in printed values: cards, keywords and statuses, values of enums; also those inside parts."""
    match node:
        case Mapping():
            yield from _in_entry(node, names)
        case Sequence(items=items):
            for item in items:
                yield from _in_value(item, names)
        case Scalar(style=style) if style not in ("literal", "folded"):
            name = node.text.partition("(")[0].strip()
            if names.vocab.enums_with(name):
                yield Mention(_at(node, name), Symbol("value", name))
            elif is_known_name(names.vocab, name):
                yield Mention(_at(node, name), Symbol("name", name))
        case _:
            pass


# ---- tests, scenarios and rosters
def _things(node: Node) -> Iterator[str]:
    """The names of things in a position."""
    match node:
        case Mapping(entries=entries):
            for key, value in entries:
                if key.text == "name" and isinstance(value, Scalar):
                    yield value.text
                yield from _things(value)
        case Sequence(items=items):
            for item in items:
                yield from _things(item)
        case _:
            pass


def _of_scenario(entry: Node, names: Names) -> Iterator[str]:
    given = entry.get("given") if isinstance(entry, Mapping) else None
    scenario = given.get("scenario") if isinstance(given, Mapping) else None
    position = names.scenarios.get(scenario.text) if isinstance(scenario, Scalar) else None
    yield from (name for name, _ in position.names) if position is not None else ()


def _in_position(node: Node, names: Names, above: str = "") -> Iterator[Mention]:
    """The names in tests, scenarios and rosters: cards, rosters, and what is given to entities. The roster of a player
    is a file.
    """
    match node:
        case Mapping(entries=entries):
            is_thing = any(key.text in ("card", "kind") for key, _ in entries)
            is_list = above != "players" and any(key.text == "roster" and isinstance(v, Scalar) for key, v in entries)
            for key, value in entries:
                if key.text in ("card", "kind") and isinstance(value, Scalar):
                    yield _word(value, "name")
                elif is_list and key.text == "roster":
                    yield from _any(value, names.vocab, "roster") if isinstance(value, Scalar) else ()
                elif key.text == "name" and isinstance(value, Scalar):
                    continue
                elif is_list and isinstance(value, Scalar):
                    yield from _in_value(value, names)
                elif is_thing and key.text in names.fields:
                    yield _word(key, "field")
                    yield from _in_value(value, names) if not _is_taken(value, names) else ()
                else:
                    if key.text in names.cards:
                        yield _word(key, "name")
                    elif key.text in names.fields:
                        yield _word(key, "field")
                    yield from _in_position(value, names, key.text)
        case Sequence(items=items):
            for item in items:
                yield from _in_position(item, names, above)
        case Scalar(text=text) if text in names.cards and text not in names.taken:
            yield _word(node, "name")
        case _:
            pass


def _is_taken(node: Node, names: Names) -> bool:
    return isinstance(node, Scalar) and node.text in names.taken


# ---- the ruleset
def _in_ruleset(node: Mapping, names: Names) -> Iterator[Mention]:
    for key, value in node.entries:
        if key.text == "kinds":
            for name, kind in value.entries if isinstance(value, Mapping) else ():
                yield _word(name, "name")
                fields = kind.get("fields") if isinstance(kind, Mapping) else None
                for field, _ in fields.entries if isinstance(fields, Mapping) else ():
                    yield _word(field, "field")
                yield from _in_lines(kind.get("line"), names) if isinstance(kind, Mapping) else ()
        elif key.text in ("enums", "dice"):
            for name, _ in value.entries if isinstance(value, Mapping) else ():
                yield _word(name, "name")
        elif key.text == "start" and isinstance(value, Scalar):
            yield _word(value, "verb")
        elif key.text == "kept_rosters":
            yield from _in_position(value, names)
    yield from _scalars(node, names)


def _scalars(node: Node, names: Names) -> Iterator[Mention]:
    """Types, values of enums, and keys below `names`."""
    match node:
        case Mapping(entries=entries):
            for key, value in entries:
                if key.text == "names" and isinstance(value, Mapping):
                    for name, _ in value.entries:
                        yield from _any(name, names.vocab)
                elif key.text not in _PLAIN:
                    yield from _scalars(value, names)
        case Sequence(items=items):
            for item in items:
                yield from _scalars(item, names)
        case Scalar(style=style):
            if style == "plain" or _TYPE.fullmatch(node.inside.text):
                yield from _words(node, names)
        case _:
            pass


def _words(node: Scalar, names: Names) -> Iterator[Mention]:
    for match in _WORD.finditer(node.text):
        start = node.inside.start
        span = node.source.span(start + match.start(), start + match.end())
        word = match.group()
        if is_known_name(names.vocab, word):
            yield Mention(span, Symbol("name", word))
        elif word == node.text and names.vocab.enums_with(word):
            yield Mention(span, Symbol("value", word))
        elif word == node.text and word in names.vocab.functions:
            yield Mention(span, Symbol("function", word))


# ---- words and faces
def _in_words(node: Mapping, names: Names) -> Iterator[Mention]:
    """The keys of the words, and the nouns in their phrases."""
    for part, entries in node.entries:
        if part.text == "style" and isinstance(entries, Mapping):
            yield from _in_style(entries, names)
        elif part.text in _WORDS and isinstance(entries, Mapping):
            first, second = _WORDS[part.text]
            for key, value in entries.entries:
                yield from _dotted(key, names, first, second)
                yield from _in_phrases(value, names) if part.text not in ("nouns", "names") else ()
        elif part.text == "reasons":
            yield from _in_phrases(entries, names)


def _in_style(node: Mapping, names: Names) -> Iterator[Mention]:
    for key, value in node.entries:
        match value:
            case Sequence(items=items):
                sort = {"silent": "verb", "you": "field", "plural": "name"}.get(key.text, "")
                yield from (_word(item, sort) for item in items if sort and isinstance(item, Scalar))
            case Scalar():
                yield from _any(value, names.vocab)
            case Mapping(entries=entries):
                for name, noun in entries:
                    if key.text != "symbols":
                        yield from _dotted(name, names, "", "field" if key.text == "self" else "")
                    yield from _any(noun, names.vocab) if isinstance(noun, Scalar) else ()
            case _:
                pass


def _dotted(key: Scalar, names: Names, first: str, second: str) -> Iterator[Mention]:
    """A key of the words, ``name`` or ``name.part``."""
    name, dot, part = key.text.partition(".")
    if dot or not first:
        yield from _any(replace(key, text=name), names.vocab)
    elif first in sorts_of(names.vocab, name):
        yield _word(key, first)
    if part and second and part in names.fields:
        start = key.inside.start + len(name) + 1
        yield Mention(key.source.span(start, start + len(part)), Symbol(second, part))


def _in_phrases(node: Node, names: Names) -> Iterator[Mention]:
    """The nouns in phrases: `{=turn@who}`, `{n#order}`."""
    yield from _patterned(node, _NOUN, lambda name: next(iter(sorts_of(names.vocab, name)), ""))


def _in_lines(node: Node | None, names: Names) -> Iterator[Mention]:
    """The fields in the printed line of a part: `range {range}`."""
    yield from _patterned(node, _SHOWN, lambda name: "field" if name in names.fields else "")


def _patterned(node: Node | None, pattern: re.Pattern[str], sort_of: Callable[[str], str]) -> Iterator[Mention]:
    match node:
        case Mapping(entries=entries):
            for _, value in entries:
                yield from _patterned(value, pattern, sort_of)
        case Sequence(items=items):
            for item in items:
                yield from _patterned(item, pattern, sort_of)
        case Scalar():
            for found in pattern.finditer(node.span.text):
                group = found.lastindex or 0
                sort = sort_of(found[group])
                if sort:
                    place = node.source.span(node.start + found.start(group), node.start + found.end(group))
                    yield Mention(place, Symbol(sort, found[group]))
        case _:
            pass


def _in_faces(node: Mapping, names: Names) -> Iterator[Mention]:
    for part, entries in node.entries:
        if part.text in ("names", "icons", "colours") and isinstance(entries, Mapping):
            for key, _ in entries.entries:
                yield from _any(key, names.vocab)
        elif part.text == "lines" and isinstance(entries, Mapping):
            for key, value in entries.entries:
                yield from _any(key, names.vocab)
                yield from _in_lines(value, names)
        elif part.text == "layouts":
            yield from _in_layout(entries, names, "")


def _in_layout(node: Node, names: Names, above: str) -> Iterator[Mention]:
    """The kinds and fields that a layout names; the rest are words of layouts."""
    match node:
        case Mapping(entries=entries):
            for key, value in entries:
                yield from _in_layout(value, names, key.text)
        case Sequence(items=items):
            for item in items:
                yield from _in_layout(item, names, above)
        case Scalar(text=text) if above not in ("size", "colour", "emblem"):
            sort = {"kinds": "name", "closed": "value"}.get(above, "field")
            if sort in sorts_of(names.vocab, text):
                yield _word(node, sort)
        case _:
            pass


def _any(node: Scalar, vocab: Vocabulary, wanted: str = "") -> Iterator[Mention]:
    """A word that is a name of the game, whatever it names, or of a wanted sort."""
    sort = next((sort for sort in sorts_of(vocab, node.text) if wanted in ("", sort)), "")
    if sort:
        yield _word(node, sort)


def _word(node: Scalar, sort: str) -> Mention:
    return Mention(_at(node, node.text), Symbol(sort, node.text))


def _at(node: Scalar, name: str) -> Span:
    """The range of a name at the beginning of a scalar, without quotes."""
    source: Source = node.source
    start = node.inside.start
    return source.span(start, min(start + len(name), node.end))

"""Which names an editor may change, and to what.

Job: say why a symbol cannot be renamed, or why it cannot have a certain name. Input: a LiveGame, a mention, a new name.
Output: a sentence, empty if nothing speaks against it. Changes nothing.
"""

from __future__ import annotations

import re

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.naming import Mention, Symbol, is_known_name, sorts_of
from cardwright.authoring.server.outline import yaml_of
from dsl.game.game_files import FACES, RULESET, WORDS
from dsl.meaning.builtins import BUILTINS, COMPREHENSIONS, FIELDS, NO_VARIABLE, RESERVED, is_name
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.syntax import ast
from dsl.syntax.parse import grammar_words

_TABLES = ("names", "nouns", "icons", "colours")  # a key of them is a name, whatever it names


# Fields that the core reads by their names in whatever kind has them.
_OF_THE_CORE = frozenset({"keywords", "controller", "size", "id", "whole", "x", "y", "facing", "width", "depth"})


def why_not_renamed(game: LiveGame, mention: Mention) -> str:
    """Why a symbol cannot be renamed safely; empty if it can."""
    symbol, vocab = mention.symbol, game.vocab
    name = symbol.name
    if name in RESERVED or (symbol.sort == "function" and name not in vocab.functions):
        return f"`{name}` is a word of the language"
    if symbol.sort == "field" and name in _OF_THE_CORE:
        return f"`{name}` is a field that the core reads by its name"
    declaring = [kind.name for kind in vocab.kinds.values() if name in kind.fields]
    roots = {vocab.ancestors(kind)[-1] for kind in declaring}
    if symbol.sort == "field" and (name in FIELDS or len(roots) != 1):
        return f"`{name}` is a field of {len(roots)} kinds, or of none"
    if symbol.sort == "value" and len(vocab.enums_with(name)) != 1:
        return f"`{name}` is a value of several enums"
    if symbol.sort in ("value", "name") and (line := _in_a_line(game, name)):
        return f"`{name}` stands in a printed line: {line}"
    inside = mention.span.source.path.removeprefix(f"{game.path.as_posix()}/")
    if symbol.sort == "local" and inside.startswith(("tests/", "scenarios/")):
        return f"`{name}` stands for one thing in several texts of a test"
    events = {name for verb in vocab.verbs.values() for name in (*verb.lets, *(p.name for p in verb.params))}
    if symbol.sort == "local" and name in events:
        return f"`{name}` is a value of a verb, which other texts may read"
    if symbol.sort == "local" and _is_named_elsewhere(game, symbol):
        return f"`{name}` is a parameter, which other texts may name"
    if symbol.sort == "local" and name in _asked(vocab):
        return f"`{name}` has a question of its own in `{WORDS}`"
    if symbol.sort != "local" and len(sorts_of(vocab, name)) > 1 and name in _labelled(game):
        return f"`{name}` names several things, and the words for it are theirs together"
    core = name == "player" or (symbol.sort == "name" and name in vocab.terrain)
    return f"`{name}` is given by the core or the board" if core else ""


def _in_a_line(game: LiveGame, name: str) -> str:
    """The place of a part of a card that is written as a line with this word in it; empty if there is none."""
    vocab = game.vocab
    word = re.compile(rf"\b{name}\b")
    for inside in game.files():
        root = yaml_of(game.source(inside)) if inside.startswith("cards/") else None
        cards = root.get("cards") if isinstance(root, Mapping) else None
        for card in cards.items if isinstance(cards, Sequence) else ():
            for key, value in card.entries if isinstance(card, Mapping) else ():
                types = [kind.fields[key.text].type for kind in vocab.kinds.values() if key.text in kind.fields]
                held = {(type_.element if type_.is_collection else type_).name for type_ in types}
                is_part = any(kind.part for kind in vocab.kinds.values() if kind.name in held)
                for line in _lines(value) if is_part else ():
                    if word.search(line.text):
                        return f"{inside}, line {line.span.line_column()[0]}"
    return ""


def _lines(value: Node) -> list[Scalar]:
    """The parts of a card that are written as lines."""
    parts = value.items if isinstance(value, Sequence) else (value,)
    return [part for part in parts if isinstance(part, Scalar)]


def _is_named_elsewhere(game: LiveGame, symbol: Symbol) -> bool:
    """Whether a local is a parameter that a list of cards, a phrase of the words or a call names."""
    nodes = (node for node, _ in game.vocab.definitions)
    node = next((n for n in nodes if f"{n.span.source.path}:{n.span.start}" == symbol.within), None)
    params: tuple[ast.Param, ...] = getattr(node, "params", ())
    if not any(param.name.text == symbol.name for param in params):
        return False
    words = game.vocab.words.entries if game.vocab.words is not None else ()
    own = getattr(getattr(node, "name", None), "text", "")
    by_name = re.compile(rf"\b{own}\([^\n]*\b{symbol.name}:")  # its own first line is one of them
    called = sum(len(by_name.findall(game.source(inside).text)) for inside in game.files())
    return isinstance(node, ast.RosterDef) or any(key == own for _, key in words) or called > 1


def _asked(vocab: Vocabulary) -> set[str]:
    """The names of which the words say what is asked, or who rolls: of every text that has such a name."""
    told = vocab.words.entries if vocab.words is not None else ()
    return {key.rpartition(".")[2] for section, key in told if section in ("choices", "rolls")}


def _labelled(game: LiveGame) -> set[str]:
    """The names in tables that may name anything."""
    files = [yaml_of(game.source(inside)) for inside in (RULESET, WORDS, FACES)]
    tables = [node.get(key) for node in files if isinstance(node, Mapping) for key in _TABLES]
    return {key.text for table in tables if isinstance(table, Mapping) for key, _ in table.entries}


def why_no_name(game: LiveGame, mention: Mention, name: str) -> str:
    """Why a symbol cannot have another name; empty if it can. Whether texts clash, `clash` says."""
    if not is_name(name):
        return f"`{name}` is no name: small letters, digits and `_`"
    if name in NO_VARIABLE | FIELDS or name in grammar_words():
        return f"`{name}` is a word of the language"
    if mention.symbol.sort == "field" and name in _OF_THE_CORE:
        return f"`{name}` is a field that the core reads by its name"
    other = _named(game.vocab, mention.symbol, name)
    return f"`{name}` already names {other}" if other else ""


def clash(game: LiveGame, use: Mention, name: str) -> str:
    """Why a name cannot stand at the place of a use: the text around it has the name already."""
    inside = use.span.source.path.removeprefix(f"{game.path.as_posix()}/")
    for root in game.roots(inside)[0]:
        is_around = root.span.start <= use.span.start and use.span.end <= root.span.end
        if is_around and any(isinstance(node, ast.Ident) and node.text == name for node in root.walk()):
            line = use.span.line_column()[0]
            return f"`{name}` already stands in the text that names `{use.symbol.name}`: {inside}, line {line}"
    return ""


def _named(vocab: Vocabulary, symbol: Symbol, name: str) -> str:
    """What has the name already, where a symbol of this sort cannot have the same."""
    match symbol.sort:
        case "verb":
            return "a verb" if name in vocab.verbs else "events" if name in vocab.events else ""
        case "function":
            core = name in BUILTINS or name in COMPREHENSIONS
            return "a function" if core or name in vocab.functions else ""
        case "roster":
            return "a roster" if name in vocab.rosters else ""
        case "invariant":
            return "an invariant" if name in vocab.invariants else ""
        case "heading":
            return "a heading" if any(name == heading for _, heading in vocab.headings) else ""
        case "field":
            kinds = [kind.name for kind in vocab.kinds.values() if name in kind.fields]
            stats = any(name == stat for _, stat in vocab.stats)
            return f"a field of `{kinds[0]}`" if kinds else "a stat" if stats else ""
        case "value" | "name":
            enums = vocab.enums_with(name)
            return f"a value of `{enums[0]}`" if enums else "something else" if is_known_name(vocab, name) else ""
        case _:
            return ""

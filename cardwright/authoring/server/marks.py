"""Colours, hints and signatures: what an editor shows between and upon the words of a text.

Job: tell for each name its sort, for each bare operand its parameter, for each text who `self` is, and for a call being
written its operands. Input: a LiveGame, a path, an entry. Output: values of the protocol. Changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as lsp

from cardwright.authoring.server.hover import signature
from cardwright.authoring.server.live import LiveGame, Trees
from cardwright.authoring.server.naming import Mention
from cardwright.authoring.server.outline import Entry
from cardwright.authoring.server.positions import position_of
from cardwright.authoring.server.symbols import mentions
from cardwright.authoring.server.words import SAID
from dsl.checking.results import Facts
from dsl.dataclass import dataclass
from dsl.meaning.builtins import BUILTINS
from dsl.meaning.vocab import Vocabulary
from dsl.source import Source, Span
from dsl.syntax import ast

_TYPES = lsp.SemanticTokenTypes
TOKENS = tuple(
    kind.value
    for kind in (
        _TYPES.Method, _TYPES.Function, _TYPES.Property, _TYPES.EnumMember, _TYPES.Class, _TYPES.Variable,
        _TYPES.Interface, _TYPES.Struct, _TYPES.Keyword, _TYPES.Number, _TYPES.String, _TYPES.Comment,
    )
)  # fmt: skip
_SIGN = re.compile(r"""(#.*)|("[^"\n]*")|\b(\d+)\b|(?<![\w.])([a-z]+)(?![\w(])""")
_SIGNS = {1: 11, 2: 10, 3: 9, 4: 8}  # by group: the place in TOKENS
_SORTS = {
    "verb": 0, "function": 1, "field": 2, "value": 3, "name": 4, "local": 5, "heading": 6, "roster": 7, "invariant": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Colour:
    """A name with its sort; ``start`` counts from the beginning of its entry."""

    start: int
    length: int
    sort: int


def colours(game: LiveGame, inside: str, entry: Entry | None) -> list[Colour]:
    """The names in an entry, or in a whole file. Those of an entry whose text is known are not looked for again."""
    if entry is None:
        return [_colour(mention, 0) for mention in mentions(game, inside)]
    known = game.colours.setdefault(inside, {})
    text = entry.span.text
    if text not in known:
        at = entry.at.start
        trees = game.around(inside, at)
        found = mentions(game, inside, trees, at)
        start, end = entry.span.start, entry.span.end
        named = [_colour(m, start) for m in found if start <= m.span.start and m.span.end <= end]
        known[text] = [*named, *(_signs(trees, named, start) if inside.endswith(".yaml") else ())]
    return known[text]


def _signs(trees: Trees, named: list[Colour], start: int) -> Iterator[Colour]:
    """Words of the language, numbers, messages and comments in its texts, which an editor does not know in YAML."""
    taken = {place for colour in named for place in range(colour.start, colour.start + colour.length)}
    for root in trees[0]:
        for found in _SIGN.finditer(root.span.text):
            group = found.lastindex or 0
            at = root.span.start + found.start() - start
            if at not in taken and (group != 4 or found[4] in SAID):
                taken.update(range(at, at + len(found[0])))
                yield Colour(at, len(found[0]), _SIGNS[group])


def _colour(mention: Mention, start: int) -> Colour:
    span = mention.span
    return Colour(span.start - start, span.end - span.start, _SORTS.get(mention.symbol.sort, 5))


def encoded(source: Source, found: list[tuple[int, Colour]]) -> list[int]:
    """Colours as numbers of the protocol: each place counts from the one before it."""
    data: list[int] = []
    line = character = 0
    for base, colour in sorted(found, key=lambda pair: pair[0] + pair[1].start):
        start = position_of(source, base + colour.start)
        end = position_of(source, base + colour.start + colour.length)
        if end.line != start.line:
            continue
        delta = start.line - line
        data += [delta, start.character - (0 if delta else character), end.character - start.character, colour.sort, 0]
        line, character = start.line, start.character
    return data


# ---- hints
def hints(trees: Trees, within: range) -> Iterator[lsp.InlayHint]:
    """The parameters of bare operands, and who `self` is, in a range of offsets."""
    roots, facts = trees
    for unit in facts.units:
        for ability in unit.abilities:
            if ability in roots and ability.span.start in within:
                yield _hint(ability.span, f"self: {unit.carrier.self_type}", "self is what has this text")
    calls = (node for root in roots for node in root.walk() if isinstance(node, ast.Call))
    for call in (call for call in calls if call.span.start in within):
        yield from _operand_hints(call, facts)


def _operand_hints(call: ast.Call, facts: Facts) -> Iterator[lsp.InlayHint]:
    binding = facts.bindings.get(call)
    verb = facts.vocab.verbs.get(call.verb.text)
    names = {id(operand): name for name, operand in binding.operands} if binding is not None else {}
    for operand in call.operands:
        name = names.get(id(operand), "")
        if name and verb is not None and operand.span.text != name:
            yield _hint(operand.span, f"{name}:", signature(verb.node.word, verb.name, verb.params))


def _hint(span: Span, label: str, said: str) -> lsp.InlayHint:
    place = position_of(span.source, span.start)
    return lsp.InlayHint(place, label, lsp.InlayHintKind.Parameter, tooltip=said, padding_right=True)


# ---- signatures
_WORD = re.compile(r"[a-z_][a-z0-9_]*|[(),:]")


def signature_at(vocab: Vocabulary, before: str) -> lsp.SignatureHelp | None:
    """The verb or function whose operands are being written at the end of a line, and the operand that is next."""
    words = _WORD.findall(before.rsplit("\n", 1)[-1])
    at = _open_function(words, vocab)
    if at is not None:
        return _function_help(vocab, words[at], words[at + 2 :].count(","))
    at = next((n for n in range(len(words) - 1, -1, -1) if words[n] in vocab.verbs or words[n] == ":"), None)
    if at is None or words[at] not in vocab.verbs:
        return None
    verb, behind = vocab.verbs[words[at]], words[at + 1 :]
    last = next((word for word in reversed(behind) if any(p.preposition == word for p in verb.params)), "")
    bare = [n for n, param in enumerate(verb.params) if not param.preposition]
    numbers = len(re.findall(r"\S+", before.rsplit(words[at], 1)[-1])) - (not before.endswith(" "))
    active = next((n for n, p in enumerate(verb.params) if last and p.preposition == last), None)
    if active is None:
        active = bare[min(max(numbers, 0), len(bare) - 1)] if bare else 0
    shown = signature(verb.node.word, verb.name, verb.params)
    return _help(shown, [f"{p.preposition} {p.name}: {p.type}".strip() for p in verb.params], active)


def _open_function(words: list[str], vocab: Vocabulary) -> int | None:
    depth = 0
    for n in range(len(words) - 1, 0, -1):
        depth += (words[n] == ")") - (words[n] == "(")
        if depth < 0:
            return n - 1 if words[n - 1] in vocab.functions or words[n - 1] in BUILTINS else None
    return None


def _function_help(vocab: Vocabulary, name: str, active: int) -> lsp.SignatureHelp:
    if name in vocab.functions:
        function = vocab.functions[name]
        parts = [f"{p.name}: {p.type}" for p in function.params]
        return _help(f"{name}({', '.join(parts)}): {function.result}", parts, active)
    core = BUILTINS[name]
    return _help(f"{name}({', '.join(core.params)}): {core.result}", list(core.params), active)


def _help(label: str, parts: list[str], active: int) -> lsp.SignatureHelp:
    params = [lsp.ParameterInformation(part) for part in parts]
    shown = lsp.SignatureInformation(label, parameters=params)
    return lsp.SignatureHelp([shown], 0, min(active, max(len(parts) - 1, 0)))

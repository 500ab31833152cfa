"""The kinds of nouns.

Job: find for each declared noun its kind, and whether it depends on `self`. Input: a vocabulary whose nouns have none
yet. Output: the fields of the nouns. Nouns that depend on themselves are left to the checker.
"""

from __future__ import annotations

from dsl.diagnostics import Sink
from dsl.meaning.resolve import noun_named
from dsl.meaning.vocab import Noun, Vocabulary
from dsl.suggest import suggest
from dsl.syntax import ast


def find_kinds_of_nouns(vocab: Vocabulary, sink: Sink) -> None:
    """Finds the kind of each noun, and which nouns use `self`."""
    for noun in vocab.nouns.values():
        base, seen = noun.node.base, {noun.name}
        while base.text in vocab.nouns and base.text not in seen:
            seen.add(base.text)
            base = vocab.nouns[base.text].node.base
        found = noun_named(vocab, base.text)
        if base.text in seen:
            continue  # the checker reports nouns that depend on themselves
        if found is None:
            help = suggest(base.text, {*vocab.nouns, *vocab.kinds})
            sink.add("unknown-name", base.span, f"no noun is named `{base.text}`", help=help)
        else:
            noun.kind = found[1]
    changed = True
    while changed:
        changed = False
        for noun in vocab.nouns.values():
            if not noun.relative and _uses_self(vocab, noun):
                noun.relative = changed = True


def _uses_self(vocab: Vocabulary, noun: Noun) -> bool:
    relative = {n.name for n in vocab.nouns.values() if n.relative} | {"self"}
    return any(isinstance(n, ast.Ident) and n.text in relative for n in noun.node.walk() if n is not noun.node.name)

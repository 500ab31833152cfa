"""What the changes of a game need to know beside its core tree.

Job: take types and lines of text from a build. Input: a build without errors. Output: ``Known``. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.build import Build
from compiler.core import ir
from compiler.mutation.facts import Known, Typed
from dsl.meaning.types import Type, present
from dsl.syntax import ast


def known_of(build: Build) -> Known:
    """What is known of the types and lines of a game."""
    assert build.program is not None and build.checked is not None
    vocab = build.checked.vocab
    fields = {kind: {name: _typed(f.type) for name, f in vocab.fields_of(kind).items()} for kind in vocab.kinds}
    verbs = {v.name: tuple((p.name, _typed(p.type)) for p in v.params) for v in vocab.verbs.values()}
    files = build.files
    sources = {s.path: s for s in (*files.rules, *(card.node.source for card in files.cards))}
    spans = build.program.spans

    def line(at: int) -> str:
        source = sources.get(spans[at].path)
        return source.line_text(spans[at].line).rstrip() if source is not None else ""

    return Known(_types(build, build.program), fields, verbs, line)


def _typed(type_: Type) -> Typed:
    made = present(type_)
    if made.is_collection and made.form != "roll":
        return made.form, made.element.name
    return made.form, made.name


def _types(build: Build, program: ir.Program) -> dict[tuple[int, str], Typed]:
    """The types of expressions by their place and last name."""
    assert build.checked is not None
    named: dict[tuple[str, int, int], dict[str, Typed]] = {}
    for node, type_ in build.checked.facts.types.items():
        made = _typed(type_)
        if made[0] in ("kind", "enum"):
            place = (node.span.source.path, *node.span.line_column())
            for name in _names(node):
                named.setdefault(place, {})[name] = made
    found: dict[tuple[int, str], Typed] = {}
    for at, span in enumerate(program.spans):
        for name, made in named.get((span.path, span.line, span.column), {}).items():
            found[at, name] = made
    return found


def _names(node: ast.Node) -> Iterator[str]:
    """The name by which the core tree reads an expression."""
    match node:
        case ast.Ident(text=text):
            yield text
        case ast.Path():
            names = [below.text for below in node.walk() if isinstance(below, ast.Ident)]
            yield from names[-1:]
        case _:
            pass

"""The steps of automated figures in words, part by part.

Job: write each condition, each instruction after `then`, and each preference of a text for automated figures. Input: a
writer. Output: texts by the places of their nodes; what has no words is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from dsl.checking.results import Unit
from dsl.syntax import ast
from dsl.wording.phrase import MissingForm
from dsl.wording.queries import preferred
from dsl.wording.statements import clauses
from dsl.wording.values import arguments
from dsl.wording.writer import Writer

Place = tuple[str, int, int]  # a file, a line and a column


def step_words(w: Writer, unit: Unit) -> dict[Place, list[str]]:
    """By the place of a step its condition and its first instructions; of an instruction after `then`, that; of a
    query, its preferences. The names of the text are in sight.
    """
    found: dict[Place, list[str]] = {}
    for written in unit.abilities:
        node = ast.plain(written)
        for step in node.steps if isinstance(node, ast.Ai) else ():
            for part, write in _parts(w, step):
                said = _tried(w, write)
                if said is not None:
                    found[part.span.source.path, *part.span.line_column()] = said
    return found


def _parts(w: Writer, step: ast.AiStep) -> Iterator[tuple[ast.Node, Callable[[], list[str]]]]:
    asked, done = step.condition, _tried(w, lambda: clauses(w, step.body))
    if asked is not None or done is not None:
        yield step, lambda: ["" if asked is None else w.condition(asked), *(done or ())]
    for then in step.thens:
        yield then, partial(clauses, w, (then,))
    for node in step.walk():
        if isinstance(node, ast.Query):
            yield node, partial(_preferences, w, node)


def measure_words(w: Writer) -> dict[Place, list[str]]:
    """By the place of what the rules prefer (`with the lowest distance(it, foe)`) the words for it."""
    found: dict[Place, list[str]] = {}
    for definition, _ in w.checked.vocab.definitions:
        w.names, w.it, w.verbs = {}, [], ()
        for node in (below for below in definition.walk() if isinstance(below, ast.BestOf)):
            for one in node.measures:
                said = _tried(w, partial(_measure, w, one, node.source))
                if said is not None:
                    found[one.span.source.path, *one.span.line_column()] = said
    return found


def _measure(w: Writer, node: ast.Measure, source: ast.Expr) -> list[str]:
    """A function's own words for it go before those that its value has in texts; a field of what is chosen among is
    its noun.
    """
    field = _own_field(node.value)
    if field is not None:
        return [w.say(f"measured_{node.form}", value=w.grammar.noun(w.noun_named(field, field.text)))]
    type_ = w.checked.facts.types[source].element
    word = w.noun_named(node, type_.name or type_.form)
    called = node.value.head if isinstance(node.value, ast.Path) and not node.value.fields else node.value
    told = w.templates("functions", "told", called.name.text) if isinstance(called, ast.FunctionCall) else ()
    w.it.append(w.grammar.pronoun("it", w.grammar.noun(word)))
    value = (
        w.filled(told[0], arguments(w, called))
        if told and isinstance(called, ast.FunctionCall)
        else w.value(node.value)
    )
    w.it.pop()
    return [w.say(f"measured_{node.form}", value=value)]


def _own_field(node: ast.Expr) -> ast.Ident | None:
    """The field of `it.field`."""
    is_own = isinstance(node, ast.Path) and isinstance(node.head, ast.Ident) and node.head.text == "it"
    return node.fields[0] if is_own and isinstance(node, ast.Path) and len(node.fields) == 1 else None


def _preferences(w: Writer, node: ast.Query) -> list[str]:
    """What a query prefers; that it takes the nearest is the first of it."""
    word = w.noun_named(node.noun, node.noun.text)
    first = [w.say(f"prefer_{node.quantifier}")] if node.quantifier in ("nearest", "farthest") else []
    return [*first, *preferred(w, word, node.preferences)]


def _tried(w: Writer, write: Callable[[], list[str]]) -> list[str] | None:
    """What is written, if there are words for all of it."""
    before, depth = len(w.findings), w.depth
    try:
        said = write()
    except MissingForm:
        said = None
    is_whole = len(w.findings) == before
    del w.findings[before:]
    w.depth = depth
    return [as_clause(w, text) for text in said] if is_whole and said is not None else None


def as_clause(w: Writer, text: str) -> str:
    """A text within a sentence: with what the grammar does to whole ones, but their capital and their full stop."""
    return text[:1] + w.grammar.finished(text)[1:].removesuffix(".") if text else ""

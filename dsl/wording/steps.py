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
from dsl.wording.writer import Writer

Place = tuple[str, int, int]  # a file, a line and a column


def step_words(w: Writer, unit: Unit) -> dict[Place, list[str]]:
    """By the place of a step its condition; of an instruction after `then`, that; of a query, its preferences.

    The names of the text are in sight.
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
    asked = step.condition
    if asked is not None:
        yield step, lambda: [w.condition(asked)]
    for then in step.thens:
        yield then, partial(clauses, w, (then,))
    for node in step.walk():
        if isinstance(node, ast.Query):
            yield node, partial(_preferences, w, node)


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
    return said if is_whole else None

"""Fixes that replace a whole node.

Job: make the fix that replaces a node by a text. Input: a node and its new text. Output: a Fix, or None if the range is
uncertain. Brackets around an operand belong to no node, so the range of a node may lack a bracket at its end; it is
extended until its brackets match.
"""

from __future__ import annotations

import re

from dsl.diagnostics import Fix
from dsl.source import Span
from dsl.syntax import ast

_STRING = re.compile(r'"[^"\n]*"')


def replaced(node: ast.Node, text: str) -> Fix | None:
    """The fix that replaces the node by ``text``; None if a comment inside it would be lost."""
    span = _even(node.span)
    return Fix(span, text) if span is not None and "#" not in _STRING.sub("", span.text) else None


def _even(span: Span) -> Span | None:
    """The range, extended to the brackets that match those inside it."""
    text, start, end = span.source.text, span.start, span.end
    depth = lowest = 0
    for char in _STRING.sub("", span.text):
        depth += (char in "([") - (char in ")]")
        lowest = min(lowest, depth)
    for _ in range(-lowest):
        start = len(text[:start].rstrip()) - 1
        if start < 0 or text[start] not in "([":
            return None
    for _ in range(depth - lowest):
        end += len(text[end:]) - len(text[end:].lstrip())
        if text[end : end + 1] not in (")", "]"):
            return None
        end += 1
    return span.source.span(start, end)

"""How a value of the wrong form is written right.

Job: the help for a value whose type is wrong, and the change of the text where it is certain. Input: the node, the
types that the schema wants, its description and the key. Output: a sentence and perhaps a ``Fix``.
"""

from __future__ import annotations

import re
from typing import Any

from dsl.diagnostics import Fix
from dsl.reading.yaml_tree import Mapping, Node, Scalar

_WHOLE = re.compile(r"-?\d{1,15}")
_FRACTION = re.compile(r"-?\d+[.,]\d+")
_PLAIN = re.compile(r"[\w.]+(?: [\w.]+)*")


def remedy(
    node: Node, wanted: list[str], described: str, key: Scalar | None, schema: dict[str, Any]
) -> tuple[str, Fix | None]:
    """The help and the fix for a node; ``described`` is the description of the schema."""
    if "integer" in wanted:
        return _as_number(node)
    if "string" in wanted and isinstance(node, Mapping) and key is not None and "pattern" not in schema:
        return _as_block(key, described)
    if "array" in wanted and isinstance(node, Scalar) and node.text and "\n" not in node.text:
        return _as_list(node, described)
    if "object" in wanted and isinstance(node, Scalar) and node.text and schema.get("required"):
        first, *rest = (str(name) for name in schema["required"])
        form = ", ".join([f"{first}: {node.text}", *(f"{name}: …" for name in rest)])
        return f"{described}: write `{{{form}}}`", None
    return described, None


def as_id(text: str) -> str:
    """A name as an id is written: in small letters, with `_` for spaces and hyphens."""
    return re.sub(r"[\s-]+", "_", text.strip().lower())


def _as_number(node: Node) -> tuple[str, Fix | None]:
    text = node.text if isinstance(node, Scalar) else ""
    if _FRACTION.fullmatch(text):
        return "numbers are whole", None
    fix = (
        Fix(node.span, text) if isinstance(node, Scalar) and node.style != "plain" and _WHOLE.fullmatch(text) else None
    )
    return "write it in digits, without quotes", fix


def _as_block(key: Scalar, described: str) -> tuple[str, Fix | None]:
    """A text that YAML reads as a mapping, because it holds `: `."""
    source, end = key.source, key.end
    line = source.text[end : source.text.find("\n", end)]
    fix = Fix(source.span(end, end + len(line)), ": |") if line.strip() == ":" else None
    return f"{described}: write `{key.text}: |`, and the text on indented lines below", fix


def _as_list(node: Scalar, described: str) -> tuple[str, Fix | None]:
    fix = Fix(node.span, f"[{node.text}]") if node.style == "plain" and _PLAIN.fullmatch(node.text) else None
    written = f"[{node.text}]" if fix else '["…"]'
    return f"{described}: write `{written}`", fix

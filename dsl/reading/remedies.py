"""How a value of the wrong form is written right.

Job: the help for a value whose type is wrong, and the change of the text where it is certain. Input: the node, the
types that the schema wants, its description and the key. Output: a sentence and perhaps a ``Fix``.
"""

from __future__ import annotations

import re
from typing import Any

from dsl.diagnostics import Fix
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence
from dsl.suggest import in_digits

_WHOLE = re.compile(r"-?\d{1,15}")
_FRACTION = re.compile(r"(-?\d{1,15})[.,]\d+")
_PLAIN = re.compile(r"[\w.]+(?: [\w.]+)*")


def remedy(
    node: Node, wanted: list[str], described: str, key: Scalar | None, schema: dict[str, Any]
) -> tuple[str, Fix | None]:
    """The help and the fix for a node; ``described`` is the description of the schema."""
    if "integer" in wanted:
        return _as_number(node, key)
    if "string" in wanted and isinstance(node, Mapping) and key is not None and "pattern" not in schema:
        return _as_block(key, described)
    if "string" in wanted and isinstance(node, Sequence) and key is not None and "pattern" not in schema:
        return f"{described}: write `{key.text}: |`, and the text on indented lines below", None
    if "array" in wanted and (isinstance(node, Mapping) or _is_no_item(node, schema)):
        return f"{described}: write a list, such as `[…, …]`", None
    if "array" in wanted and isinstance(node, Scalar) and node.text and "\n" not in node.text:
        return _as_list(node, described)
    if "object" in wanted and isinstance(node, Sequence) and len(schema.get("required", ())) == 1:
        return f"write `{schema['required'][0]}:` on a line above the list", None
    if "object" in wanted and isinstance(node, Scalar) and node.text and schema.get("required"):
        first, *rest = (str(name) for name in schema["required"])
        form = ", ".join([f"{first}: {node.text}", *(f"{name}: …" for name in rest)])
        return f"{described}: write `{{{form}}}`", None
    return described, None


def _is_no_item(node: Node, schema: dict[str, Any]) -> bool:
    """Whether a number stands where a list of other things is wanted: it is no item that lacks its brackets."""
    items = schema.get("items", {})
    return isinstance(node, Scalar) and bool(_WHOLE.fullmatch(node.text)) and "integer" not in str(items.get("type"))


# Keys of other tools and formats, and the same here.
_KEYS = {
    "expect": "then", "expects": "then", "assert": "then", "should": "then", "setup": "given",
    "title": "name", "description": "doc", "comment": "doc", "type": "kind",
} | {
    key: meant
    for meant, keys in {
        "rules": ("effect", "effects", "ability", "abilities"),
        "is": ("extends", "inherits", "parent", "base"),
        "illegal": ("fails", "error", "throws", "raises"),
        "fields": ("properties", "attributes", "members"),
        "given": ("arrange", "background"),
    }.items()
    for key in keys
}  # fmt: skip


def as_key(text: str, known: list[str]) -> str:
    """The key that a key of another format stands for, if it is known; else an empty string."""
    meant = _KEYS.get(text, "")
    return meant if meant in known else ""


def without_bar(node: Node, wanted: list[str], key: Scalar | None) -> bool:
    """Whether a value was meant as lines of text, and only the `|` before them is missing."""
    return "string" in wanted and isinstance(node, Mapping) and key is not None and _after(key) == ":"


def _after(key: Scalar) -> str:
    """What stands behind a key on its line."""
    return key.source.text[key.end : key.source.text.find("\n", key.end)].strip()


def as_id(text: str) -> str:
    """A name as an id is written: in small letters, with `_` for spaces and hyphens."""
    return re.sub(r"[\s-]+", "_", text.strip().lower())


def _as_number(node: Node, key: Scalar | None) -> tuple[str, Fix | None]:
    name = f"{key.text}: " if key is not None else ""
    if isinstance(node, Mapping):
        first = node.entries[0][1] if node.entries else None
        inside = first.text if isinstance(first, Scalar) and _WHOLE.fullmatch(first.text) else "…"
        return f"write the number alone: `{name}{inside}`", None
    text = node.text if isinstance(node, Scalar) else ""
    if fraction := _FRACTION.fullmatch(text):
        low = int(fraction[1]) - text.startswith("-")
        return f"numbers are whole: write `{name}{low}` or `{name}{low + 1}`", None
    if isinstance(node, Scalar) and node.style != "plain" and _WHOLE.fullmatch(text):
        return f"write it without quotes: `{name}{text}`", Fix(node.span, text)
    if not text:
        return f"write a number behind it, such as `{name}1`", None
    digits = in_digits(text.lower())
    return f"write it in digits: `{name}{digits or '…'}`", None


def _as_block(key: Scalar, described: str) -> tuple[str, Fix | None]:
    """A text that YAML reads as a mapping, because it holds `: `."""
    source, end = key.source, key.end
    line = source.text[end : source.text.find("\n", end)]
    fix = Fix(source.span(end, end + len(line)), ": |") if _after(key) == ":" else None
    return f"write `{key.text}: |`, and the text on indented lines below: {described}", fix


def _as_list(node: Scalar, described: str) -> tuple[str, Fix | None]:
    fix = Fix(node.span, f"[{node.text}]") if node.style == "plain" and _PLAIN.fullmatch(node.text) else None
    text = node.text.replace("\\", "\\\\").replace('"', '\\"')
    written = f"[{node.text}]" if fix else f'["{text}"]'
    return f"{described}: write `{written}`", fix

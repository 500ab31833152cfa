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
_SIDES = re.compile(r"[dD]?(\d{1,4})")
_YES_OR_NO = {"yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false"}
_NOTHING = ("blank", "none", "nothing", "empty", "miss")
_BARS = {"literal": "|", "folded": ">"}
_PLAIN = re.compile(r"[\w.]+(?: [\w.]+)*")


def remedy(
    node: Node, wanted: list[str], described: str, key: Scalar | None, schema: dict[str, Any]
) -> tuple[str, Fix | None]:
    """The help and the fix for a node; ``described`` is the description of the schema."""
    if "null" in wanted and isinstance(node, Scalar) and node.text in _NOTHING and key is not None:
        return f"write `{key.text}: null`", Fix(node.span, "null")
    if wanted[0] == "boolean" and isinstance(node, Scalar) and node.text in ("true", "false"):
        return f"write it without quotes: `{node.text}`", Fix(node.span, node.text)
    if wanted[0] == "boolean" and isinstance(node, Scalar) and (meant := _YES_OR_NO.get(node.text.lower())):
        return f"write `{meant}`", Fix(node.span, meant)
    if "integer" in wanted and "object" in wanted and isinstance(node, Scalar) and node.text.isidentifier():
        return f"a face with symbols says how many of each it has: write `{{{node.text}: 1}}`", None
    if "integer" in wanted and "string" not in wanted:
        return _as_number(node, key)
    is_text = "string" in wanted and not {"pattern", "enum"} & schema.keys()
    if is_text and isinstance(node, Mapping) and key is not None:
        return _as_block(key, described)
    if is_text and isinstance(node, Sequence) and key is not None:
        return f"{described}: write `{key.text}: |`, and the text on indented lines below", None
    if "string" in wanted and isinstance(node, Mapping) and "an expression" in described and node.entries:
        return f"{described}: write `{_as_claim(node)}`", None
    if "array" in wanted and isinstance(node, Mapping):
        return f"{described}: write {_as_items(node, schema.get('items', {}))}", None
    if "array" in wanted and _is_no_item(node, schema):
        return f"{described}: write a list, such as `[…, …]`", None
    if described.startswith(_A_TYPE) and isinstance(node, Sequence):
        return _as_one_of(node), None
    if "string" in wanted and isinstance(node, Sequence | Mapping) and key is not None and _is_name(schema):
        return _as_one_name(node, described, key)
    needs = [str(name) for name in schema.get("required", ())] if "object" in wanted else []
    of_texts = bool(needs) and all(schema["properties"].get(name, {}).get("type") == "string" for name in needs)
    if "array" in wanted and not of_texts and isinstance(node, Scalar) and node.text and "\n" not in node.text:
        return _as_list(node, described)
    if "array" in wanted and "object" not in wanted and isinstance(node, Scalar) and (several := as_items(node)):
        return f"{described}: {several}", None
    if "object" in wanted and isinstance(node, Sequence) and len(schema.get("required", ())) == 1:
        return f"write `{schema['required'][0]}:` on a line above the list", None
    if needs and isinstance(node, Scalar) and node.text:
        about = [name for name in schema.get("properties", {}) if name not in needs][:1] if "array" in wanted else []
        first, rest = (about + needs)[0], (about + needs)[1:]
        given = "…" if "\n" in node.text else node.text
        form = ", ".join([f"{first}: {given}", *(f"{name}: …" for name in rest)])
        return f"{described}: write `{{{form}}}`", None
    short = _as_mapping(node, schema) if "object" in wanted else ""
    return (f"{described}: write `{short}`" if short else described), None


def _is_name(schema: dict[str, Any]) -> bool:
    """Whether a value is a name and no text: one of a few, or on one line; and no list of them is meant as well."""
    return ("enum" in schema or "pattern" in schema) and "items" not in schema


def _as_one_name(node: Sequence | Mapping, described: str, key: Scalar) -> tuple[str, Fix | None]:
    """The help for a list or a mapping where one name stands alone."""
    inside = node.items if isinstance(node, Sequence) else tuple(name for name, _ in node.entries)
    first = inside[0] if inside else None
    if not isinstance(first, Scalar):
        return described, None
    fix = Fix(node.span, first.text) if len(inside) == 1 and isinstance(node, Sequence) else None
    return f"{described}: write it alone, `{key.text}: {first.text}`", fix


def _as_mapping(node: Node, schema: dict[str, Any]) -> str:
    """A number, a word or a list of words as the mapping that it is short for; empty where that is not known."""
    properties: dict[str, Any] = schema.get("properties", {})
    others: Any = schema.get("additionalProperties")
    counted = isinstance(others, dict) and schema["additionalProperties"].get("type") == "integer"
    if isinstance(node, Sequence):
        words = [item.text for item in node.items if isinstance(item, Scalar)]
        if not isinstance(others, dict) or len(words) < len(node.items) or not words:
            return ""
        held = {word: str(words.count(word)) if counted else "…" for word in words}
        return "{" + ", ".join(f"{word}: {value}" for word, value in held.items()) + "}"
    text = node.text if isinstance(node, Scalar) else ""
    number = _SIDES.fullmatch(text)
    numbers = [name for name, one in properties.items() if one.get("type") == "integer"] if number else []
    if number and numbers:
        return f"{{{numbers[0]}: {number[1]}}}"
    if counted and _PLAIN.fullmatch(text):
        return "{}" if text in _NOTHING else f"{{{as_id(text)}: 1}}"
    return f"{{card: {as_id(text)}, …}}" if "card" in properties and _PLAIN.fullmatch(text) else ""


def _as_items(node: Mapping, items: dict[str, Any]) -> str:
    """A mapping as the list that is needed in its place."""
    if not node.entries:
        return "`[]`"
    key, value = node.entries[0]
    text = value.text if isinstance(value, Scalar) and value.text else "…"
    if key.text in items.get("properties", {}):
        return f"`[{{{key.text}: {text}{', …' * (len(node.entries) > 1)}}}]`, one `{{…}}` for each"
    if required := items.get("required"):
        first, *rest = (str(name) for name in required)
        return f"`[{{{first}: {key.text}, {f'{rest[0]}: ' if rest else ''}…}}]`, one `{{…}}` for each"
    if "expression" in str(items.get("description")):
        return f"`[{_as_claim(node)}]`"
    return "a list, such as `[…, …]`"


def as_items(node: Scalar) -> str:
    """The help for a block of text where a list is needed; empty for any other value."""
    bar = _BARS.get(node.style)
    return f"leave out the `{bar}`, and begin each line with `- `" if bar else ""


def _as_claim(node: Mapping) -> str:
    """A key and its value as the text of a condition."""
    key, value = node.entries[0]
    text = value.text if isinstance(value, Scalar) and value.text else "…"
    return '"' + {"true": key.text, "false": f"not {key.text}"}.get(text, f"{key.text} == {text}") + '"'


def as_listed(node: Node, schema: dict[str, Any]) -> str:
    """The help for a mapping that holds none of the keys of its schema, where a list of its keys may stand as well."""
    if not isinstance(node, Mapping) or not node.entries or "array" not in schema.get("type", ()):
        return ""
    keys = [key.text for key, _ in node.entries]
    known = schema.get("properties", {})
    return "" if any(key in known for key in keys) else f"write the list alone: `[{', '.join(keys)}]`"


# What the descriptions of types begin with, in the schemas.
_A_TYPE = "a field type"
_OPTIONAL = re.compile(r"(?:optional |maybe )(\w+)|(\w+) ?(?:or|\|) ?(?:none|null)|(?:none|null) ?(?:or|\|) ?(\w+)")
_MAPS = re.compile(r"(?:map|mapping|dict|dictionary)\b")
_HOLDS = re.compile(r"(set|list|array)s? ?[\[(<] ?(\w+) ?[\])>]")
_BEGINS = re.compile(r"(\w+) ?= ?(\S+)|(-?\d+)")


def as_type(text: str, described: str) -> str:
    """The help for a text that is no type, where one is needed (which its description says); else an empty string."""
    if not described.startswith(_A_TYPE):
        return ""
    if found := _OPTIONAL.fullmatch(text):
        return f"write `{found[1] or found[2] or found[3]}?`, which may be none"
    if found := re.fullmatch(r"zone (?:of )?(\w+)", text):
        return f"a zone says what it holds: write `{{zone: {found[1]}}}`"
    if _MAPS.match(text):
        return "no field holds values by key: write a field for each key, or a kind with a field for both"
    if found := _HOLDS.fullmatch(text):
        return f"write `{'set' if found[1] == 'set' else 'list'} of {found[2]}`"
    if found := _BEGINS.fullmatch(text):
        return f"write `{{type: {found[1] or 'int'}, default: {found[2] or found[3]}}}`"
    return ""


def _as_one_of(node: Sequence) -> str:
    """The help for a list where a type is needed."""
    words = [item.text for item in node.items if isinstance(item, Scalar)]
    if len(words) == 1:
        return f"write `list of {words[0]}` or `set of {words[0]}`"
    return f"declare the values under `enums:`, `…: [{', '.join(words)}]`, and name that enum here"


def _is_no_item(node: Node, schema: dict[str, Any]) -> bool:
    """Whether a number stands where a list of other things is wanted: it is no item that lacks its brackets."""
    items = schema.get("items", {})
    return isinstance(node, Scalar) and bool(_WHOLE.fullmatch(node.text)) and "integer" not in str(items.get("type"))


# Keys of other tools and formats, and the same here.
_KEYS = {
    "expect": "then", "expects": "then", "assert": "then", "should": "then", "setup": "given",
    "title": "name", "description": "doc", "comment": "doc", "type": "kind", "do": "when", "when": "do",
    "flavor": "doc", "flavour": "doc", "note": "doc", "notes": "doc",
} | {
    key: meant
    for meant, keys in {
        "rules": ("effect", "effects", "ability", "abilities"),
        "is": ("extends", "inherits", "parent", "base"),
        "illegal": ("fails", "error", "throws", "raises"),
        "fields": ("properties", "attributes", "members"),
        "given": ("arrange", "background"),
        "dice": ("roll", "rolls"),
        "choices": ("answer", "answers", "choose", "picks"),
    }.items()
    for key in keys
}  # fmt: skip


def as_key(text: str, known: list[str]) -> str:
    """The key that a key of another format stands for, if it is known; else an empty string."""
    meant = _KEYS.get(text, "")
    return meant if meant in known else ""


# Words for one of a few values, and the same here.
_VALUES = {
    word: meant
    for meant, words in {
        "none": ("hidden", "nobody", "no"),
        "owner": ("private", "self", "player", "controller", "mine"),
        "all": ("public", "open", "everyone", "everybody", "yes"),
        "grid": ("square", "squares"),
        "chebyshev": ("diagonal", "king"),
        "manhattan": ("orthogonal", "taxicab"),
    }.items()
    for word in words
}


def as_value(text: str, allowed: list[str]) -> str:
    """The value that another word stands for, if it is allowed; else an empty string."""
    meant = _VALUES.get(text.lower(), "")
    return meant if meant in allowed else ""


# What keys of other tools say is said here in other ways: the keys, one that is known beside them, and the help.
_ABOUT = (
    (("optional", "nullable", "null"), "printed", "what may be none has a `?` behind its type: `type: …?`"),
    (("required", "mandatory"), "printed", "leave it out: a field without a `default` must be given"),
    (("values", "options", "enum"), "printed", "declare the values under `enums:`, and name that enum as the type"),
    (("size", "limit", "capacity"), "visible", "rules keep a zone small: `require size(…) < …`"),
    (("size", "width", "height", "rows", "columns"), "metric", "a board is drawn where a match begins: `board: |`"),
    (("count", "copies", "quantity", "amount", "number"), "provenance", "a roster or `decks:` says how many of a card"),
    (("decks", "deck"), "steps", "decks stand in scenarios: name one here, or put each card below `create:`"),
    (("shuffle", "shuffled", "random", "shuffling"), "zone", "rules shuffle it: `shuffle …` where the match begins"),
    (("diagonal", "diagonals"), "metric", "`metric: chebyshev` counts a diagonal step as one, `manhattan` as two"),
)


def about_key(text: str, known: list[str]) -> str:
    """The help for a key of another format for which there is no key here; else an empty string."""
    found = next((help for keys, beside, help in _ABOUT if text in keys and beside in known), "")
    is_kind = "fields" in known and "figure" in known
    return found or ("a field of a kind stands below `fields:`" if is_kind else "")


def as_step(node: Node, key: Scalar, known: list[str]) -> tuple[str, Fix | None]:
    """The help for a key that only a whole test has, or that is a field of a player; and its change, where certain."""
    value = node.get(key.text) if isinstance(node, Mapping) else None
    given = value.text if isinstance(value, Scalar) and "\n" not in value.text else "…"
    owner, dot, name = key.text.partition(".")
    if dot and owner and name and "players" in known:
        return f"fields of a player stand beside the name: `players: [{{name: {owner}, {name}: {given}}}]`", None
    done = node.get("do") if isinstance(node, Mapping) and key.text == "illegal" and "refused" in known else None
    if not isinstance(done, Scalar) or value is None:
        return "", None
    call = done.text.strip()
    is_certain = _CALL.fullmatch(call) is not None and given not in ("…", "") and not {*given} & {*'"\\'}
    reason = "…" if given in ("…", "") or "\\" in given else given.replace('"', "'")
    written = f'refused: {{call: {call if is_certain else "…"}, because: "{reason}"}}'
    fix = Fix(key.source.span(key.start, value.end), written) if is_certain else None
    return f"a step names the call that is refused in it: write `{written}`", fix


def as_refusal(node: Node, wanted: dict[str, Any], beside: Node) -> str:
    """The help for a reason or a call alone, where both stand in a mapping; empty for anything else."""
    if not isinstance(node, Scalar) or not {"call", "because"} <= wanted.get("properties", {}).keys():
        return ""
    done = [beside.get(key) for key in ("do", "when")] if isinstance(beside, Mapping) else []
    texts = [one.text for one in done if isinstance(one, Scalar)]
    if node.text and any(node.text in text for text in texts):
        return ""
    call = texts[0] if texts and _CALL.fullmatch(texts[0]) else "…"
    return f"name the call that is refused, and why: write `{{call: {call}, because: {node.text}}}`"


_CALL = re.compile(r"[a-z][\w.() +*-]*")


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
    plain = node.style == "plain" and all(_PLAIN.fullmatch(part) for part in re.split(r", *", node.text))
    fix = Fix(node.span, f"[{node.text}]") if plain else None
    text = node.text.replace("\\", "\\\\").replace('"', '\\"')
    written = f"[{node.text}]" if fix else f'["{text}"]'
    return f"{described}: write `{written}`", fix

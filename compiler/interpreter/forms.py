"""The forms of snapshots: of what sort each part of a state is, before anything is made of it.

Job: tell whether data has the form that every engine writes. Input: plain data, as JSON has it. Output: yes or no. What
the names and numbers in it stand for is not looked at here. Every engine has the same tables, so that all refuse alike.

A form is a name; ``?`` behind it means none, too, ``*`` an array of such, ``:`` an object whose members are such. Parts
stand side by side; ``...`` means any number of the last.
"""

# What is given is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# What stands behind the sort of a value.
_SORTS = {
    "ability": "text", "array": "value...", "body": "text", "card": "text", "duration": "text truth text* count? env?",
    "entity": "count", "env": "count", "event": "count", "face": "count", "granted": "text being value*",
    "list": "value...", "place": "text number number", "refusal": "text written text*", "roll": "face...",
    "rounds": "count", "set": "plain...", "shape": "number number number number number number number",
    "square": "count", "use": "text value being? event?", "values": "named...", "zone": "being text",
}  # fmt: skip
# Arrays of other parts.
_ROWS = {
    "die": "text count", "effect": "number duration? count* env? count?",
    "keyword": "count text value...", "laid": "count text...", "named": "text value", "pair": "number number",
    "replaced": "text plain", "written": "text number number", "standing": "count count...", "used": "plain...",
    "texts": "text text...", "uses": "text use...",
}  # fmt: skip
_OBJECTS = {
    "board": {"squares": "laid*", "walls": "number**"},
    "counts": {"changes": "number", "events": "number", "next_id": "number", "steps": "number"},
    "happened": {
        "number": "number", "outcome": "text", "parent": "event?", "prevented": "text*", "reason": "refusal?",
        "replaced": "replaced*", "use": "use?", "values": "value:", "verb": "text",
    },
    "state": {
        "before": "pair", "board?": "board", "checking": "number*", "counts": "counts", "dirty": "text*",
        "effects": "effect*", "envs": "value:*", "events": "happened*", "faces": "die*", "frames": "frame*",
        "kinds": "columns:", "removed": "columns:", "revealed": "pair*", "stack": "value*", "standing": "standing*",
        "started": "number:", "used": "used*",
    },
    # Each is an array with something for each entity.
    "columns": {
        "at?": "count?*", "card?": "text?*", "fields": "cell*:", "id": "number*", "keywords?": "keyword**",
        "statuses?": "count**",
    },
}  # fmt: skip
# What some values of frames are; in one of them another than in the rest.
_SLOTS = {
    "at": "place", "classes": "texts", "count": "count", "due": "set", "found": "uses", "least": "count",
    "most": "count", "next": "count", "number": "count", "passed": "count", "round": "count", "waiting": "array",
    "Checking waiting": "set",
}  # fmt: skip
_BEINGS = ("card", "entity", "granted")


def is_state(value: Any) -> bool:
    """Whether data has the form of a state."""
    return _is(value, "state")


def _is(value: Any, form: str) -> bool:
    last, before = form[-1], form[:-1]
    if last == "?":
        return value is None or _is(value, before)
    if last == "*":
        return isinstance(value, list) and all(_is(item, before) for item in value)
    if last == ":":
        return isinstance(value, dict) and all(_is(item, before) for item in value.values())
    if form in _PLAIN:
        return _PLAIN[form](value)
    if form in _ROWS:
        return isinstance(value, list) and _has_parts(value, _ROWS[form])
    if form in _OBJECTS:
        return isinstance(value, dict) and _has_members(value, _OBJECTS[form]) and (
            form != "columns" or _is_even(value))  # fmt: skip
    return _is_of(value, (form,))


def _has_parts(items: list[Any], parts: str) -> bool:
    forms = parts.removesuffix("...").split(" ")
    if parts.endswith("..."):
        forms = [*forms[:-1], *[forms[-1]] * (len(items) - len(forms) + 1)]
    return len(items) == len(forms) and all(_is(item, form) for item, form in zip(items, forms, strict=True))


def _has_members(value: dict[str, Any], forms: dict[str, str]) -> bool:
    count = 0
    for key, form in forms.items():
        name = key.removesuffix("?")
        if name in value:
            count += 1
            if not _is(value[name], form):
                return False
        elif name == key:
            return False
    return count == len(value)


def _is_even(columns: dict[str, Any]) -> bool:
    """Whether all columns are of one length."""
    each = [items for name, items in columns.items() if name != "fields"]
    return all(len(items) == len(columns["id"]) for items in (*each, *columns["fields"].values()))


def _is_of(value: Any, sorts: tuple[str, ...]) -> bool:
    """Whether a value is of one of these sorts."""
    return isinstance(value, list) and bool(value) and value[0] in sorts and _is(value, "value")


def _is_value(value: Any) -> bool:
    if not isinstance(value, list):
        return not isinstance(value, dict)
    sort = value[0] if value and isinstance(value[0], str) else ""
    if sort == "list" and len(value) > 1 and _is_of(value[1], ("rounds",)):  # a loop that counts
        return len(value) == 3 and _is_count(value[2])
    return sort in _SORTS and _has_parts(value[1:], _SORTS[sort])


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_cell(value: Any) -> bool:
    """A value; of a zone, the numbers of what lies in it."""
    is_zone = isinstance(value, list) and (not value or _is_number(value[0]))
    return _is(value, "number*" if is_zone else "value")


def _is_frame(value: Any) -> bool:
    if not (isinstance(value, list) and len(value) == 3 and isinstance(value[0], str) and _is_count(value[1])):
        return False
    name, slots = value[0], value[2]
    return _is(slots, "value:") and all(
        _is(slots[slot], _SLOTS.get(f"{name} {slot}", form)) for slot, form in _SLOTS.items() if slot in slots
    )


_PLAIN: dict[str, Callable[[Any], bool]] = {
    "being": lambda value: _is_of(value, _BEINGS), "cell": _is_cell, "count": _is_count, "frame": _is_frame,
    "number": _is_number, "plain": lambda value: isinstance(value, str) or _is_number(value),
    "text": lambda value: isinstance(value, str), "truth": lambda value: isinstance(value, bool), "value": _is_value,
}  # fmt: skip

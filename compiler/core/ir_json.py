"""The core program as JSON: writing and reading.

Job: write a program for other runtimes, so that equal programs give equal bytes; read it back, and refuse any other
text. Objects of the core tree carry their class under ``$``; tuples are arrays; mappings are objects. All numbers are
whole. Input and output: ir.Program and text.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from compiler.core import ir

TAG = "$"
VERSION = "version of the core tree"
_LARGEST = 2**53
_T = TypeVar("_T")


class IrError(ValueError):
    """The text is not a program of this version; ``where`` is the path of keys to the error."""

    def __init__(self, message: str, where: tuple[str, ...] = ()) -> None:
        super().__init__(f"{'.'.join(where) or 'program'}: {message}")
        self.message, self.where = message, where


def to_json(program: ir.Program) -> str:
    """The text of a program: one line for each key, sorted keys, ASCII, a line feed at the end."""
    return lines_of(data_of_program(program)) + "\n"


def data_of_program(program: ir.Program) -> dict[str, Any]:
    """A program as objects, arrays and plain values."""
    return {VERSION: ir.VERSION, **data_of(program)}


def lines_of(whole: dict[str, Any]) -> str:
    """An object as JSON with one line for each key; equal objects give equal texts."""
    lines = [f"{json.dumps(key)}:{_compact(value)}" for key, value in sorted(whole.items())]
    return "{\n" + ",\n".join(lines) + "\n}"


def items_of(items: list[Any]) -> str:
    """An array as JSON with one line for each item."""
    return "[\n" + ",\n".join(_compact(item) for item in items) + "\n]" if items else "[]"


def from_json(text: str) -> ir.Program:
    """The program in a text; IrError if it is invalid."""
    return program_of(object_of(text))


def object_of(text: str) -> dict[str, Any]:
    """The object in a text; IrError for fractions, duplicate keys and anything that is not an object."""
    try:
        data = json.loads(text, parse_float=_no_fraction, parse_constant=_no_fraction, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, IrError) else IrError(f"this is no JSON ({error})") from error
    if not isinstance(data, dict):
        raise IrError("this is no object")
    return _object(data)


def program_of(data: dict[str, Any]) -> ir.Program:
    """The program in an object; IrError if it is invalid."""
    whole = dict(data)
    version = whole.pop(VERSION, None)
    if version != ir.VERSION:
        raise IrError(f"the {VERSION} is {version}, and this reads {ir.VERSION}")
    return value_of(ir.Program, whole)


def value_of(cls: type[_T], data: Any) -> _T:
    """The value of a class of the core tree, or of scripts, from the result of `data_of`."""
    return cast(_T, _read(cls, data, ()))


def _compact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def data_of(value: Any) -> Any:
    """A value of the core tree as objects, arrays and plain values."""
    names = _field_names(value)
    if names is not None:
        return {TAG: type(value).__name__, **{name: data_of(getattr(value, name)) for name in names}}
    if isinstance(value, tuple | list):
        return [data_of(item) for item in _array(value)]
    if isinstance(value, dict):
        return {str(key): data_of(item) for key, item in _object(value).items()}
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{value!r} is no data of the core")


_FIELDS: dict[type[object], tuple[str, ...] | None] = {}


def _field_names(value: object) -> tuple[str, ...] | None:
    """The names of the fields of a value's class, none where it is no dataclass. Cached, for every value is asked."""
    kind = type(value)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(value)) if is_dataclass(value) else None
    return _FIELDS[kind]


def _no_fraction(text: str) -> Any:
    raise IrError(f"{text} is no whole number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1)
        raise IrError(f"`{twice}` stands twice")
    return found


# ---- reading values by their declared types


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {f.name: hints[f.name] for f in fields(cls)}


def _read(hint: Any, data: Any, where: tuple[str, ...]) -> Any:
    """The value of a declared type."""
    if hint is Any or hint is object:
        return _free(data, where)
    if is_dataclass(hint):
        return _record(_class(hint), data, where)
    origin = get_origin(hint)
    if origin is UnionType:
        return _read(_one_of(get_args(hint), data, where), data, where)
    if origin is tuple:
        return _tuple(get_args(hint), data, where)
    if origin is dict:
        if not isinstance(data, dict) or TAG in data:
            raise IrError("an object of names is needed", where)
        held = _object(data)
        return {key: _read(get_args(hint)[1], value, (*where, key)) for key, value in held.items()}
    if type(data) is not hint or (hint is int and abs(data) > _LARGEST):
        raise IrError(f"{_shown(data)} stands where {hint.__name__} is needed", where)
    return data


def _record(cls: type, data: Any, where: tuple[str, ...]) -> Any:
    if _tag(data) != cls.__name__:
        raise IrError(f"{_shown(data)} stands where a {cls.__name__} is needed", where)
    held, hints = _object(data), _hints(cls)
    for key in sorted(hints.keys() ^ (held.keys() - {TAG})):
        raise IrError(f"`{key}` is missing" if key in hints else f"a {cls.__name__} has no `{key}`", where)
    return cls(**{key: _read(hint, held[key], (*where, key)) for key, hint in hints.items()})


def _one_of(options: tuple[Any, ...], data: Any, where: tuple[str, ...]) -> Any:
    """The member of a union type that fits a value."""
    for option in options:
        if is_dataclass(option):
            fits = _tag(data) == _class(option).__name__
        elif option is NoneType:
            fits = data is None
        else:
            fits = type(data) is {tuple: list}.get(get_origin(option), option)
        if fits:
            return option
    raise IrError(f"{_shown(data)} cannot stand here", where)


def _tuple(items: tuple[Any, ...], data: Any, where: tuple[str, ...]) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise IrError("an array is needed", where)
    held = _array(data)
    if len(items) == 2 and items[1] is ...:
        return tuple(_read(items[0], item, (*where, str(i))) for i, item in enumerate(held))
    if len(held) != len(items):
        raise IrError(f"{len(items)} values are needed here, and there are {len(held)}", where)
    return tuple(_read(hint, item, (*where, str(i))) for i, (hint, item) in enumerate(zip(items, held, strict=True)))


def _free(data: Any, where: tuple[str, ...]) -> Any:
    """Values of cards: numbers, truth values, texts, none, and arrays and objects of them."""
    if isinstance(data, list):
        return tuple(_free(item, (*where, str(i))) for i, item in enumerate(_array(data)))
    if isinstance(data, dict):
        return {key: _free(item, (*where, key)) for key, item in _object(data).items()}
    return data


def _tag(data: Any) -> Any:
    """The class named in an object; None if the data has none."""
    return _object(data).get(TAG) if isinstance(data, dict) else None


def _shown(data: Any) -> str:
    if isinstance(data, dict):
        return f"a {_tag(data) or 'plain object'}"
    return "an array" if isinstance(data, list) else json.dumps(data)


# ---- types that are certain at this point, stated for the type checkers


def _object(data: Any) -> dict[str, Any]:
    return data  # type: ignore[no-any-return]


def _array(data: Any) -> tuple[Any, ...]:
    return tuple(data)


def _class(hint: Any) -> type:
    return hint  # type: ignore[no-any-return]

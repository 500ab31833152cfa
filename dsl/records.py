"""Data classes that cost little to define.

Job: what `dataclasses` does, in a fraction of the time. `dataclasses` compiles up to six methods for each class when
its module is imported: a fifth of the start of a command. Here `__init__` is compiled when the first object is made,
and sets slots by their descriptors; the other methods are made without a compiler. Type checkers see `dataclasses`
itself, whose `fields` and `replace` work here, too. Not offered: order, keyword-only fields, `InitVar`.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

__all__ = ["asdict", "dataclass", "field", "fields", "is_dataclass", "replace"]

if TYPE_CHECKING:
    from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
else:
    from dataclasses import asdict, field, fields, is_dataclass, replace

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, repr=True):
        """A class whose annotated names are the fields of its objects."""

        def made(kind):
            return _processed(kind, frozen, slots, eq, repr)

        return made if cls is None else made(cls)


# By these, the functions of `dataclasses` know these classes, and its own classes can be built on them.
_FIELDS, _PARAMETERS = "__dataclass_fields__", "__dataclass_params__"
_KIND_OF_FIELD: Any = dataclasses._FIELD  # type: ignore[attr-defined]
_MISSING = dataclasses.MISSING
_FIELD: Any = dataclasses.Field
_new_field: Any = field


def _processed(cls: type[Any], frozen: bool, slots: bool, eq: bool, shown: bool) -> type[Any]:
    declared = _fields_of(cls)
    setattr(cls, _FIELDS, declared)
    setattr(cls, _PARAMETERS, SimpleNamespace(frozen=frozen))
    taken = [one.name for one in declared.values() if one.init]
    methods: dict[str, Any] = {"__match_args__": tuple(taken)}
    if shown:
        methods["__repr__"] = _repr
    if eq:
        methods["__eq__"], methods["__hash__"] = _comparing(tuple(one.name for one in declared.values() if one.compare))
        if not frozen:
            methods["__hash__"] = None
    if frozen:
        methods["__setattr__"], methods["__delattr__"] = _set_refused, _delete_refused
    if frozen and slots:
        methods["__getstate__"], methods["__setstate__"] = _state, _set_state
    own = cls.__dict__
    for name, method in methods.items():
        # Python itself sets `__hash__` to None in a class that has an `__eq__`.
        if name not in own or (name == "__hash__" and own[name] is None):
            setattr(cls, name, method)
    if slots:
        cls = _with_slots(cls, declared)
    if "__init__" not in cls.__dict__:
        cls.__init__ = _first_init(cls, frozen, slots)
    return cls


def _fields_of(cls: type[Any]) -> dict[str, Any]:
    """The fields of a class: those of its bases, then its own; its own defaults stay in the class."""
    declared: dict[str, Any] = {}
    for base in cls.__mro__[-1:0:-1]:
        declared.update(base.__dict__.get(_FIELDS, ()))
    for name, written in cls.__annotations__.items():
        if not isinstance(written, str):
            raise TypeError(f"{cls.__module__} needs `from __future__ import annotations`")
        if written.startswith(("ClassVar", "typing.ClassVar")):
            continue
        default: Any = cls.__dict__.get(name, _MISSING)
        given = isinstance(default, _FIELD)
        one: Any = default if given else _new_field(default=default)
        if one.default is not _MISSING:
            setattr(cls, name, one.default)
        elif given:
            delattr(cls, name)
        one.name, one.type, one.kw_only, one._field_type = name, written, False, _KIND_OF_FIELD
        declared[name] = one
    return declared


def _with_slots(cls: type[Any], declared: dict[str, Any]) -> type[Any]:
    """The same class with slots: Python takes them only when it makes a class."""
    body = dict(cls.__dict__)
    inherited = {name for base in cls.__mro__[1:] for name in _slots_of(base)}
    body["__slots__"] = tuple(name for name in declared if name not in inherited)
    for name in declared:
        body.pop(name, None)
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    metaclass: Any = type(cls)
    made: type[Any] = metaclass(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _slots_of(base: type[Any]) -> tuple[str, ...]:
    slots = base.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _first_init(cls: type[Any], frozen: bool, slots: bool) -> Any:
    """An `__init__` that compiles the right one when it is first called."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        made: Any = _compiled_init(cls, frozen, slots)
        cls.__init__ = made
        made(self, *args, **kwargs)

    return __init__


def _compiled_init(cls: type[Any], frozen: bool, slots: bool) -> Any:
    given: dict[str, Any] = {"MISSING": _MISSING, "set_by_name": object.__setattr__}
    parameters, lines = ["self"], list[str]()
    for one in fields(cls):
        name, value = one.name, one.name
        if one.default_factory is not _MISSING:
            given[f"make_{name}"], default = one.default_factory, "MISSING"
            value = f"make_{name}() if {name} is MISSING else {name}" if one.init else f"make_{name}()"
        elif one.default is not _MISSING:
            given[f"default_{name}"] = one.default
            default = f"default_{name}"
            value = name if one.init else default
        else:
            default = ""
        if one.init:
            parameters.append(f"{name}={default}" if default else name)
        elif not default:
            continue
        if not frozen:
            lines.append(f"self.{name} = {value}")
        elif slots:
            given[f"set_{name}"] = getattr(cls, name).__set__
            lines.append(f"set_{name}(self, {value})")
        else:
            lines.append(f"set_by_name(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    made: dict[str, Any] = {}
    exec(f"def __init__({', '.join(parameters)}):\n  " + "\n  ".join(lines or ["pass"]), given, made)
    made["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return made["__init__"]


def _comparing(names: tuple[str, ...]) -> tuple[Any, Any]:
    """What compares two objects of one class, and their hash."""
    values: Any = attrgetter(*names) if len(names) > 1 else lambda it: tuple(getattr(it, name) for name in names)  # pyright: ignore

    def __eq__(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __eq__, __hash__


def _repr(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _set_refused(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete_refused(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)

"""`dataclass` for classes with slots, which are made in a fraction of the time.

Job: be what `dataclasses.dataclass` is. A command makes hundreds of classes before it does anything, and objects of a
few of them. The library writes and compiles up to six functions for each class; here `__init__` is written when the
first object is made, and the others are the same for all classes. `field`, `fields`, `replace` and patterns are the
library's. Type checkers see the library's decorator.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as plain_dataclass
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True) -> Callable[[type], type]:
        """The decorator. Where ``eq`` is false, an object equals itself alone.

        Raises `TypeError` where ``slots`` is false, or where a field is not given to `__init__`.
        """
        if not slots:
            raise TypeError("a class without slots is made by `dataclasses.dataclass`")

        def made(kind: type) -> type:
            return _completed(plain_dataclass(kind, init=False, repr=False, eq=False, slots=True), frozen, eq)

        return made


def _completed(kind: type, frozen: bool, eq: bool) -> type:
    """A class that has its fields, with its methods; what it defines by itself stays."""
    given: tuple[Field[Any], ...] = fields(kind)
    if not all(field.init for field in given):
        raise TypeError(f"a field of `{kind.__qualname__}` is not given to `__init__`")
    made: dict[str, Any] = {"__init__": _first_init(kind, given, frozen), "__repr__": _repr}
    if eq:
        made["__eq__"], made["__hash__"] = _comparison([field.name for field in given if field.compare])
        if not frozen:
            made["__hash__"] = None
    if frozen:
        made |= {"__setattr__": _refuse, "__delattr__": _refuse, "__getstate__": _state, "__setstate__": _restore}
    own = {name for name, value in kind.__dict__.items() if not (name == "__hash__" and value is None)}
    for name, function in made.items():
        if name not in own:
            setattr(kind, name, function)
    return kind


def _first_init(kind: type, given: tuple[Field[Any], ...], frozen: bool) -> Callable[..., None]:
    """An `__init__` that writes the real one when it is first called, and gives way to it."""

    def __init__(self: Any, *args: Any, **named: Any) -> None:
        if kind.__init__ is __init__:  # type: ignore[misc]
            kind.__init__ = _written_init(kind, given, frozen)  # type: ignore[misc]
        kind.__init__(self, *args, **named)  # type: ignore[misc]

    return __init__


def _written_init(kind: type, given: tuple[Field[Any], ...], frozen: bool) -> Callable[..., None]:
    """Sets each field; those of frozen objects by the descriptors of their slots, which are quicker than a look-up."""
    space: dict[str, Any] = {"missing": MISSING}
    params, named, lines = ["self"], list[str](), list[str]()
    for field in given:
        name, value = field.name, field.name
        param = name
        if field.default is not MISSING:
            param, space[f"default_{name}"] = f"{name}=default_{name}", field.default
        elif field.default_factory is not MISSING:
            param, space[f"make_{name}"] = f"{name}=missing", field.default_factory
            value = f"make_{name}() if {name} is missing else {name}"
        (named if field.kw_only else params).append(param)
        space[f"set_{name}"] = getattr(kind, name).__set__
        lines.append(f"    set_{name}(self, {value})" if frozen else f"    self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        lines.append("    self.__post_init__()")
    both = [*params, "*", *named] if named else params
    exec(f"def __init__({', '.join(both)}):\n" + ("\n".join(lines) or "    pass"), space)
    init: Callable[..., None] = space["__init__"]
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    return init


def _comparison(names: list[str]) -> tuple[Callable[[Any, Any], Any], Callable[[Any], int]]:
    """Objects of one class are equal where these fields are."""
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __eq__, __hash__


@recursive_repr()
def _repr(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse(self: Any, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)

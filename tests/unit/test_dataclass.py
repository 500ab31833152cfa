"""Classes of `dsl.dataclass` are what those of the library are."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any, ClassVar

import pytest

from dsl import dataclass as own


def shape(dataclass: Callable[..., Any]) -> tuple[Any, Any, Any]:
    """The same three classes, made by a decorator."""

    @dataclass(frozen=True, slots=True)
    class Point:
        """Frozen, with every sort of field."""

        here: ClassVar[int] = 7
        x: int
        y: int = 2
        tags: tuple[str, ...] = field(default_factory=lambda: ("a",))
        hidden: int = field(default=0, repr=False, compare=False)
        last: int = field(default=5, kw_only=True)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("below nothing")

    @dataclass(frozen=True, slots=True)
    class Placed(Point):
        name: str = "none"

    @dataclass(slots=True)
    class Changing:
        many: list[Any] = field(default_factory=list[Any])
        other: Any = None

    for kind in (Point, Placed, Changing):
        kind.__qualname__ = kind.__name__
    return Point, Placed, Changing


OWN, LIBRARY = shape(own.dataclass), shape(dataclasses.dataclass)


def told(kinds: tuple[Any, Any, Any], ask: Callable[[Any, Any, Any], Any]) -> Any:
    """What is answered, or what is raised."""
    try:
        return ask(*kinds)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)


ASKED: dict[str, Callable[[Any, Any, Any], Any]] = {
    "all defaults": lambda p, _q, _c: repr(p(1)),
    "all given": lambda p, _q, _c: repr(p(1, 3, ("b",), 4, last=6)),
    "by name": lambda p, _q, _c: repr(p(y=3, x=1)),
    "what is not shown is there": lambda p, _q, _c: p(1, hidden=9).hidden,
    "one too few": lambda p, _q, _c: p(),
    "one too many": lambda p, _q, _c: p(1, 2, (), 4, 5),
    "an unknown name": lambda p, _q, _c: p(1, z=1),
    "twice": lambda p, _q, _c: p(1, x=1),
    "checked when made": lambda p, _q, _c: p(-1),
    "equal": lambda p, _q, _c: (p(1) == p(1), p(1) == p(2), p(1, hidden=1) == p(1, hidden=2)),
    "hash": lambda p, _q, _c: (hash(p(1)) == hash(p(1)), len({p(1), p(1), p(2)})),
    "of another class": lambda p, q, _c: (p(1) == q(1), p(1) == 1, p(1) != "none"),
    "of a class below": lambda _p, q, _c: (repr(q(1)), q(1) == q(1, name="none"), q(1, name="x").name),
    "set": lambda p, _q, _c: setattr(p(1), "x", 2),
    "deleted": lambda p, _q, _c: delattr(p(1), "x"),
    "replaced": lambda p, q, _c: (repr(replace(p(1), y=8)), repr(replace(q(1), name="y"))),
    "replaced by an unknown name": lambda p, _q, _c: replace(p(1), z=1),
    "fields": lambda p, q, c: [[f.name for f in fields(kind)] for kind in (p, q, c)],
    "slots": lambda p, q, c: [kind.__slots__ for kind in (p, q, c)],
    "patterns": lambda p, q, c: [kind.__match_args__ for kind in (p, q, c)],
    "of the class": lambda p, _q, _c: (p.here, p(1).here),
    "copied": lambda p, q, _c: (copy.copy(p(1)) == p(1), repr(copy.deepcopy(q(1, name="x")))),
    "a list of its own": lambda _p, _q, c: (c().many is c().many, repr(c([1], 2))),
    "changed": lambda _p, _q, c: [setattr(made := c(), "other", 3), repr(made), made == c(other=3)],
    "changing has no hash": lambda _p, _q, c: hash(c()),
    "changing, an unknown name": lambda _p, _q, c: setattr(c(), "z", 1),
    "in itself": lambda _p, _q, c: [setattr(made := c(), "other", made), repr(made)],
}


@pytest.mark.parametrize("asked", ASKED)
def test_it_is_as_the_library_s(asked: str) -> None:
    assert told(OWN, ASKED[asked]) == told(LIBRARY, ASKED[asked])


@own.dataclass(frozen=True, slots=True, eq=False)
class Alone:
    """Known by its place in this module, so that it can be pickled."""

    value: int


def test_what_is_frozen_is_pickled() -> None:
    assert pickle.loads(pickle.dumps(Alone(3))).value == 3


def test_what_is_not_compared_equals_itself_alone() -> None:
    one = Alone(3)
    assert one == one and one != Alone(3) and len({one, Alone(3)}) == 2


@pytest.mark.parametrize("name", ["value", "other"])
def test_nothing_is_set_in_what_is_frozen(name: str) -> None:
    with pytest.raises(FrozenInstanceError, match=f"cannot change field '{name}'"):
        setattr(Alone(3), name, 4)


def test_own_methods_stay() -> None:
    @own.dataclass(frozen=True, slots=True)
    class Named:
        name: str

        def __repr__(self) -> str:
            return self.name

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Named) and self.name.lower() == other.name.lower()

        def __hash__(self) -> int:
            return 1

    assert repr(Named("a")) == "a" and Named("a") == Named("A") and hash(Named("a")) == 1


def test_what_only_the_library_makes_is_refused() -> None:
    with pytest.raises(TypeError, match="without slots"):
        own.dataclass(slots=False)
    with pytest.raises(TypeError, match="Later` is not given to `__init__`"):

        @own.dataclass(slots=True)
        class Later:
            value: int = field(init=False)

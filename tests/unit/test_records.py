"""Data classes of `dsl.records` are what `dataclasses` makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from dsl import records

T = TypeVar("T")


@records.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0
    tags: tuple[str, ...] = records.field(default=(), compare=False, repr=False)
    seen: list[int] = records.field(default_factory=list[int], compare=False)
    limit: ClassVar[int] = 9


@records.dataclass(frozen=True, slots=True)
class Named(Point, Generic[T]):
    name: str = "p"


@records.dataclass(slots=True)
class Counter:
    start: int
    total: int = records.field(init=False)
    steps: dict[str, int] = records.field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        self.total = self.start * 2


def twins() -> list[tuple[type[Any], type[Any]]]:
    """Classes with the same body: one made here, one by `dataclasses`."""

    def both(**given: bool) -> tuple[type[Any], type[Any]]:
        def body(make: Callable[..., Any]) -> type[Any]:
            @make(**given)
            class Body:
                first: int
                second: str = "b"
                third: list[int] = records.field(default_factory=list[int], compare=False)
                fourth: int = records.field(default=4, repr=False)

            return Body

        return body(records.dataclass), body(dataclasses.dataclass)

    flags = (False, True)
    return [both(frozen=f, slots=s, eq=e, repr=r) for f in flags for s in flags for e in flags for r in flags]


@pytest.mark.parametrize(("ours", "theirs"), twins())
def test_a_class_is_as_dataclasses_makes_it(ours: type[Any], theirs: type[Any]) -> None:
    makes: list[Callable[[type[Any]], Any]] = [
        lambda kind: kind(1) == kind(1), lambda kind: kind(1) == kind(2), lambda kind: kind(1) != kind(1, "c"),
        lambda kind: kind(1, third=[2]) == kind(1), lambda kind: kind(1) == 1, lambda kind: kind.__hash__ is None,
        lambda kind: kind.__match_args__, lambda kind: [f.name for f in dataclasses.fields(kind)],
        lambda kind: dataclasses.asdict(kind(1, third=[3])), lambda kind: dataclasses.replace(kind(1), first=5).first,
        lambda kind: kind(1).third is kind(1).third, lambda kind: hasattr(kind(1), "__dict__"),
        lambda kind: kind.__eq__ is object.__eq__, lambda kind: kind.__hash__ is object.__hash__,
        lambda kind: (kind.__repr__ is object.__repr__) or repr(kind(1, third=[3])), lambda kind: kind(7, "z", [1], 2).fourth,
    ]  # fmt: skip
    for make in makes:
        assert make(ours) == make(theirs)
    for kind in (ours, theirs):
        for given, named in (((), {}), ((1, 2, 3, 4, 5), {}), ((1,), {"other": 2})):
            with pytest.raises(TypeError):
                kind(*given, **named)


def test_equal_objects_have_equal_hashes() -> None:
    assert hash(Point(1, 2)) == hash(Point(1, 2, ("a",)))
    assert len({Point(1), Point(1, 0), Point(2)}) == 2
    assert Point(1) != Named[int](1)


def test_frozen_objects_refuse_changes() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x  # pyright: ignore[reportAttributeAccessIssue]


def test_fields_of_bases_come_first_and_have_no_second_slot() -> None:
    named = Named[int](1, name="n")
    assert [field.name for field in records.fields(named)] == ["x", "y", "tags", "seen", "name"]
    assert Named.__slots__ == ("name",)  # type: ignore[attr-defined] # pyright: ignore
    assert not hasattr(named, "__dict__")
    assert repr(named) == "Named(x=1, y=0, seen=[], name='n')"
    assert Point.limit == 9


def test_objects_are_copied_and_pickled() -> None:
    for value in (Point(1, 2, ("t",), [3]), Named[int](1, name="n"), Counter(2)):
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value
            assert repr(twin) == repr(value)


def test_what_follows_init_runs() -> None:
    counter = Counter(3)
    assert (counter.total, counter.steps) == (6, {})
    with pytest.raises(TypeError):
        Counter(3, total=1)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]


def test_a_pattern_takes_fields_by_place() -> None:
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_a_class_of_dataclasses_may_be_built_on_one() -> None:
    @dataclasses.dataclass(frozen=True)
    class Further(Point):
        more: str = "m"

    assert Further(1, 2, more="x") == Further(1, 2, more="x") != Further(1, 2)
    assert [field.name for field in dataclasses.fields(Further)] == ["x", "y", "tags", "seen", "more"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Further(1).more = "n"  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]


def test_annotations_must_be_texts() -> None:
    kind = type("Kind", (), {"__annotations__": {"x": int}})
    with pytest.raises(TypeError, match="needs `from __future__ import annotations`"):
        records.dataclass(kind)

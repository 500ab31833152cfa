"""Changes of data: printed values of cards, and the values with which fields begin.

Job: list the changes of one card or kind; each is a whole declaration with one value changed. Input: declarations of
the program and what is known of their fields. Output: ``DataStep``s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from compiler.core import ir
from compiler.mutation.facts import Typed
from compiler.mutation.steps import other_dice


@dataclass(frozen=True, slots=True)
class DataStep:
    """``new`` takes the place of a declaration; ``field`` is what changed in it."""

    sort: str
    field: str
    new: ir.CardDecl | ir.KindDecl
    description: str


def changes_of_card(card: ir.CardDecl, program: ir.Program, fields: Mapping[str, Typed]) -> Iterator[DataStep]:
    """Each printed value changed by a little; texts are nobody's rule."""
    for name, value in card.values.items():
        type_ = fields.get(name, ("", ""))
        if name == "keywords":
            yield from _of_keywords(card, value)
        elif (other := _other(value, type_, program)) is not None:
            values = {**card.values, name: other}
            yield DataStep(
                "printed", name, replace(card, values=values), f"{name}: {_told(value)} became {_told(other)}"
            )


def _of_keywords(card: ir.CardDecl, value: Any) -> Iterator[DataStep]:
    """Each keyword left out, and each of its numbers changed."""
    held = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else ()
    for position, keyword in enumerate(held):
        name, given = _named(keyword)
        left = (*held[:position], *held[position + 1 :])
        yield _printed(card, left, f"the keyword {name} was left out")
        for number, item in enumerate(given):
            if isinstance(item, int) and not isinstance(item, bool):
                made = (name, (*given[:number], item + 1, *given[number + 1 :]))
                changed = (*held[:position], made, *held[position + 1 :])
                yield _printed(card, changed, f"{name}({item}) became {name}({item + 1})")


def _named(keyword: Any) -> tuple[str, tuple[Any, ...]]:
    """A keyword and its values."""
    return cast("tuple[str, tuple[Any, ...]]", keyword) if isinstance(keyword, tuple) else (str(keyword), ())


def _printed(card: ir.CardDecl, keywords: tuple[Any, ...], description: str) -> DataStep:
    return DataStep("printed", "keywords", replace(card, values={**card.values, "keywords": keywords}), description)


def changes_of_kind(kind: ir.KindDecl, own: Mapping[str, Typed], program: ir.Program) -> Iterator[DataStep]:
    """The values with which the fields of a kind begin; ``own`` are the fields that it declares itself."""
    for field in kind.fields:
        if field.name in own and field.default is not None and not field.zone:
            other = _other(field.default, own[field.name], program)
            if other is not None:
                fields = tuple(replace(f, default=other) if f is field else f for f in kind.fields)
                said = f"{field.name} begins with {_told(other)}, not {_told(field.default)}"
                yield DataStep("default", field.name, replace(kind, fields=fields), said)


def _other(value: Any, type_: Typed, program: ir.Program) -> Any:
    """Another value of the same type, as near as can be; None where nothing is known."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if type_[0] == "enum" and isinstance(value, str):
        values = program.enums.get(type_[1], ())
        return values[(values.index(value) + 1) % len(values)] if value in values and len(values) > 1 else None
    if isinstance(value, tuple) and value and type_[0] == "dice":
        return other_dice(cast("tuple[str, ...]", value), tuple(program.dice))
    if isinstance(value, tuple) and value and type_[0] in ("set", "list"):
        return cast("tuple[Any, ...]", value)[:-1]
    return None


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(str, cast('Sequence[Any]', value)))}]"
    return str(value)

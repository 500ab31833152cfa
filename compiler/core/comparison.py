"""Whether two texts have the same core tree, and which changes of a program break saves or engines.

Job: compare core trees without places, rows, messages, labels and generated names; list the changes that break saves
and engines. Input: programs. Output: a truth value, or ``Break``s. Knows only the core tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from compiler.core import ir
from compiler.core.rewrite import replace_local
from dsl.dataclass import dataclass

# The path of a text, and its first and last place as line and column.
Region = tuple[str, tuple[int, int], tuple[int, int]]

_ASIDE = frozenset({"at", "rows", "message", "label", "id"})
_MADE = re.compile(r"([a-z]+)_(\d+)_", re.ASCII)


@dataclass(frozen=True, slots=True)
class Break:
    """A changed item: its sort, its name, and the end of the sentence that describes the change."""

    sort: str
    name: str
    message: str


def core_of(program: ir.Program, regions: Iterable[Region]) -> tuple[Any, ...]:
    """The core trees of texts, in order, without what has no effect in play."""
    found: list[tuple[ir.Place, ir.Node]] = []
    wanted = list(regions)
    for node in _tops(program):
        place = program.spans[node.at]
        if any(path == place.path and first <= (place.line, place.column) < last for path, first, last in wanted):
            found.append((place, node))
    found.sort(key=lambda entry: (entry[0].path, entry[0].line, entry[0].column))
    return tuple(bare(node) for _, node in found)


def _tops(program: ir.Program) -> Iterator[ir.Node]:
    yield from program.functions.values()
    yield from program.verbs.values()
    yield from program.rosters.values()
    yield from (*program.stats, *program.abilities, *program.lives, *program.checks, *program.invariants)


def bare(node: ir.Node) -> Any:
    """A core tree as nested tuples, with its generated names numbered from the start."""
    return _bare(node, {})


def bare_with_names(body: tuple[ir.Node, ...]) -> tuple[Any, list[int]]:
    """The core trees of statements, and the numbers in their generated names."""
    names: dict[str, str] = {}
    made = _bare(body, names)
    return made, [int(found[2]) for found in map(_MADE.fullmatch, names) if found is not None]


def _bare(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, ir.Bind):  # a name for a pure value changes nothing in play
        return _bare(replace_local(value.body, value.name, value.value), names)
    if isinstance(value, ir.Node):
        own = (_bare(getattr(value, f.name), names) for f in fields(value) if f.name not in _ASIDE)
        return (type(value).__name__, *own)
    if _is_many(value):
        return tuple(_bare(item, names) for item in value if not isinstance(item, ir.Mark | ir.Note))
    made = _MADE.fullmatch(value) if isinstance(value, str) else None
    return names.setdefault(value, f"{made[1]}_{len(names)}") if made else value


def _is_many(value: object) -> bool:
    return isinstance(value, tuple)


# ---- changes that break saves and engines
def breaks(old: ir.Program, new: ir.Program) -> list[Break]:
    """The changes that break saves and engines made with the old program."""
    found = [*_cards(old, new), *_abilities(old, new), *_kinds(old, new), *_words(old, new), *_calls(old, new)]
    rows = _rows(old) - _rows(new)
    return found + [Break("row", row, "nothing carries it out any more") for row in sorted(rows)]


def _gone(what: str, old: Iterable[str], new: Iterable[str]) -> list[Break]:
    left = frozenset(new)
    return [Break(what, name, "is gone") for name in old if name not in left]


def _cards(old: ir.Program, new: ir.Program) -> Iterator[Break]:
    for name, card in old.cards.items():
        now = new.cards.get(name)
        if now is None:
            yield Break("card", name, "is gone")
        elif now.kind != card.kind:
            yield Break("card", name, f"was a {card.kind}, and is a {now.kind}")


def _abilities(old: ir.Program, new: ir.Program) -> Iterator[Break]:
    """An ability id that no longer exists, or that now belongs to another ability of the same text."""
    before, after = ({a.id: bare(a) for a in program.abilities} for program in (old, new))
    places: dict[Any, str] = {}
    for name, core in after.items():
        places.setdefault((name.rpartition("#")[0], core), name)
    for name, core in before.items():
        now = places.get((name.rpartition("#")[0], core))
        if after.get(name) == core:
            continue
        if now is not None:
            yield Break("ability", name, f"is now `{now}`")
        elif name not in after:
            yield Break("ability", name, "is gone")


def _kinds(old: ir.Program, new: ir.Program) -> Iterator[Break]:
    yield from _gone("kind", old.kinds, new.kinds)
    for name in old.kinds.keys() & new.kinds.keys():
        now = {f.name: f for f in new.kinds[name].fields}
        inherited = {f.name for a in old.kinds[name].ancestors[1:] if a in old.kinds for f in old.kinds[a].fields}
        for field in old.kinds[name].fields:
            if field.name in inherited:
                continue
            if field.name not in now:
                yield Break("field", f"{name}.{field.name}", "is gone")
            elif (was := _type(field)) != (is_ := _type(now[field.name])):
                yield Break("field", f"{name}.{field.name}", f"was {was}, and is {is_}")


def _type(field: ir.FieldDecl) -> str:
    return f"a zone of {field.zone}" if field.zone else " ".join(filter(None, [field.type, field.part]))


def _words(old: ir.Program, new: ir.Program) -> Iterator[Break]:
    for name, values in old.enums.items():
        yield from _gone("word", (f"{name}.{v}" for v in values), (f"{name}.{v}" for v in new.enums.get(name, ())))
    yield from _gone("symbol", old.symbols, new.symbols)
    yield from _gone("terrain", old.terrain, new.terrain)
    yield from _gone("die", old.dice, new.dice)
    for name in old.dice.keys() & new.dice.keys():
        if old.dice[name] != new.dice[name]:
            yield Break("die", name, "has other faces")


def _calls(old: ir.Program, new: ir.Program) -> Iterator[Break]:
    """The definitions that are called by name, with the names of their parameters."""
    yield from _gone("verb", old.verbs, new.verbs)
    for name in old.verbs.keys() & new.verbs.keys():
        yield from _parameters("verb", name, _params(old.verbs[name]), _params(new.verbs[name]))
    for what, before, after in (("keyword or status", old.traits, new.traits), ("roster", old.rosters, new.rosters)):
        yield from _gone(what, before, after)
        for name in before.keys() & after.keys():
            if _values(before[name]) != _values(after[name]):
                was, is_ = _listed(_values(before[name])), _listed(_values(after[name]))
                yield Break(what, name, f"took {was}, and takes {is_}")


def _params(verb: ir.Verb) -> dict[str, bool]:
    return {param.name: param.optional for param in verb.params}


def _parameters(what: str, name: str, old: dict[str, bool], new: dict[str, bool]) -> Iterator[Break]:
    for param in old.keys() - new.keys():
        yield Break(what, name, f"no longer takes `{param}`")
    for param, optional in new.items():
        if not optional and old.get(param, True):
            yield Break(what, name, f"needs `{param}`")


def _values(named: Any) -> tuple[str, ...]:
    return tuple(param if isinstance(param, str) else param[0] for param in named.params)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "nothing"


def _rows(program: ir.Program) -> set[str]:
    found = {row for node in _tops(program) for below in node.walk() for row in getattr(below, "rows", ())}
    for held in (program.cards, program.traits, program.kinds):
        found |= {row for one in held.values() for row in one.rows}
    return found | {row for rows in program.data_rows.values() for row in rows}

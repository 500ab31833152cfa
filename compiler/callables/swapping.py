"""One definition of a compiled game exchanged for another, and put back: no other is compiled again.

Job: write the functions of one changed definition into a game that is compiled already, let the game run with them, and
restore it. Input: a definition of the core tree, or a changed declaration of a card or kind. Output: a game that plays
by it for a while, and whether anything in it differs. Afterwards nothing is left of it.
"""

# Rows of a rules table are of any type: whoever made the table knew which.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import fields, replace
from types import FunctionType
from typing import Any

from compiler.callables.code import Code
from compiler.core import ir
from compiler.core.rules_table import filled
from compiler.interpreter.linked_rows import StatCode

Top = tuple[str, str | int]
_OF_ABILITIES = ("modifiers", "forbids", "recharges", "abilities", "_activations", "activations", "ais")


class Swapper:
    """A compiled game whose definitions can be exchanged one at a time."""

    def __init__(self, code: Code) -> None:
        self.code, self.program = code, code.program
        self.undo: list[Callable[[], object]] = []
        self.differs = False

    @contextmanager
    def swapped(self, top: Top, new: Any, *, reads_no_more: bool = False) -> Generator[bool]:
        """The game with another definition at ``top`` (None: without it); gives whether the game differs at all.

        Unless it is known to read nothing of the state that the old one does not, any change forgets all answers.
        """
        self.undo, self.differs = [], False
        try:
            self.remember_sizes()
            if not reads_no_more:
                self.set(self.code, "readers", None)
            self.put_in(top, new)
            self.add_lasting()
            yield self.differs
        finally:
            for step in reversed(self.undo):
                step()

    # ---- what is put back
    def remember_sizes(self) -> None:
        """Whatever grows while a definition is written shrinks again."""
        code = self.code
        taken, bodies, counts = set(code.names.taken), set(code.bodies), dict(code.tables.bodies)
        lists: tuple[list[Any], ...] = (
            code.lasting, code.untils, code.lasting_nodes(), code.until_nodes(), code.tables.parts,
        )  # fmt: skip
        sizes = [len(held) for held in lists]

        def shrink() -> None:
            for name in code.names.taken - taken:
                code.space.pop(name, None)
            code.names.taken = taken
            for name in code.bodies.keys() - bodies:
                del code.bodies[name]
            code.tables.bodies = counts
            for held, size in zip(lists, sizes, strict=True):
                del held[size:]

        self.undo.append(shrink)

    def set(self, owner: Any, name: str, value: Any) -> None:
        before = getattr(owner, name)
        self.undo.append(lambda: setattr(owner, name, before))
        setattr(owner, name, value)

    def put(self, held: dict[Any, Any], key: Any, value: Any) -> None:
        before = held[key]
        self.undo.append(lambda: held.__setitem__(key, before))
        held[key] = value

    def patch(self, old: Any, new: Any, names: Iterable[str]) -> None:
        """An object goes on with the values of another."""
        for name in names:
            self.set(old, name, getattr(new, name))

    # ---- what is exchanged
    def put_in(self, top: Top, new: Any) -> None:
        table, name = top
        match table:
            case "functions":
                self.function(new)
            case "abilities":
                self.abilities({int(name): new})
            case "lives":
                self.live(int(name), new)
            case "cards":
                self.card(new)
            case "kinds":
                self.kind(new)
            case _:
                self.other(table, name, new)

    def written(self, row: Any) -> Any:
        self.code.compile_pending()
        return filled(row, self.code.space.__getitem__)

    def function(self, node: ir.Function) -> None:
        """Everyone calls the same function object, so that it is given other code."""
        name = self.code.function_ids[node.name]
        mine: FunctionType = self.code.space[name]
        self.code.write_function(node)
        self.code.compile_pending()
        other: FunctionType = self.code.space[name]
        self.code.space[name] = mine
        self.differs = mine.__code__ != other.__code__
        self.set(mine, "__code__", other.__code__)

    def abilities(self, changed: dict[int, ir.Ability | None]) -> None:
        code, rows = self.code, list(self.code.rules["abilities"])
        for index, node in changed.items():
            row = self.written(code.tables.ability(node)) if node is not None else None
            self.differs = self.differs or row is None or not _same(row, rows[index])
            rows[index] = row
        for verb in code.verbs.values():
            self.set(verb, "triggers", {})
            self.set(verb, "reactions", {})
        for name in _OF_ABILITIES:
            self.set(code, name, getattr(code, name))
        code.link_abilities([row for row in rows if row is not None])

    def live(self, index: int, node: ir.Live) -> None:
        """A line about a card's text has a part in the rows of all such texts."""
        code = self.code
        lives = list(self.program.lives)
        lives[index] = node
        self.set(code.tables, "program", replace(self.program, lives=tuple(lives)))
        row = self.written(code.tables.live(node))
        self.differs = not _same(row, code.rules["lives"][index])
        self.set(code.lives[index], "condition", row["condition"])
        self.set(code.lives[index], "subject", row["subject"])
        self.set(code.lives[index], "needs_self", row["needs_self"])
        if row["through"] is not None:
            self.set(code.lives[index], "through", (row["through"]["verb"], row["through"]["values"]))
        old = self.program.lives[index]
        if any(getattr(old, n) != getattr(node, n) for n in ("requires", "costs", "limits", "uses", "recharges")):
            rows = enumerate(code.rules["abilities"])
            self.abilities({i: self.program.abilities[i] for i, row in rows if row["live"] == index})

    def card(self, card: ir.CardDecl) -> None:
        mine, other = self.code.prototypes[card.id], self.code.prototype(card)
        self.code.link_cards(other)
        for f in self.program.kinds[card.kind].fields:
            self.differs = self.differs or getattr(mine, f.name) != getattr(other, f.name)
            self.set(mine, f.name, getattr(other, f.name))

    def kind(self, kind: ir.KindDecl) -> None:
        """The fields of a kind begin otherwise, and so do those of the kinds below it."""
        old = {f.name: f for f in self.program.kinds[kind.name].fields}
        new = {f.name: f for f in kind.fields if f != old[f.name]}
        self.differs = bool(new)
        kinds = dict(self.program.kinds)
        for name, held in kinds.items():
            if kind.name in held.ancestors:
                made = tuple(new[f.name] if f == old.get(f.name) and f.name in new else f for f in held.fields)
                kinds[name] = replace(held, fields=made)
        self.set(self.code, "program", replace(self.program, kinds=kinds))
        for card in self.program.cards.values():
            if kind.name in kinds[card.kind].ancestors:
                self.card(card)

    def other(self, table: str, name: str | int, node: Any) -> None:
        code = self.code
        if node is None:
            assert table == "checks"
            self.differs = True
            self.set(code, "checks", [check for i, check in enumerate(code.checks) if i != name])
            return
        write: Any = getattr(code.tables, table.removesuffix("s"))
        row = self.written(write(node))
        rules = code.rules[table]
        self.differs = not _same(row, rules[name])
        match table:
            case "verbs":
                made = code.linked_verb(row)
                kept = ("triggers", "reactions")
                self.patch(code.verbs[str(name)], made, (f.name for f in fields(made) if f.name not in kept))
            case "checks":
                check = code.checks[int(name)]
                self.set(check, "found", row["found"])
                self.set(check, "body", code.body(row["body"]))
            case "rosters":
                self.set(code.rosters[str(name)], "requirements", tuple(row["requirements"]))
            case _:
                for heir in code.heirs[row["kind"]]:
                    before = code.stat_of[heir, row["name"]]
                    self.put(code.stat_of, (heir, row["name"]), StatCode(row["value"], row["stacking"], before.rows))

    def add_lasting(self) -> None:
        """The modifiers and conditions of durations that the new definition adds."""
        code = self.code
        lasting, untils = code.tables.lasting(len(code.lasting)), code.tables.untils(len(code.untils))
        lasting, untils = self.written((lasting, untils))
        code.add_lasting_rows(lasting)
        code.untils += untils


def _same(one: Any, other: Any) -> bool:
    """Whether two rows run alike; the names of functions and bodies do not count, nor does where they stand."""
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        return _same_code(one.__code__, other.__code__)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[k], other[k]) for k in one if k not in ("name", "at"))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and one == other


def _same_code(one: Any, other: Any) -> bool:
    if not (hasattr(one, "co_code") and hasattr(other, "co_code")):
        return type(one) is type(other) and one == other
    parts = ("co_code", "co_names", "co_varnames", "co_freevars")
    if any(getattr(one, part) != getattr(other, part) for part in parts):
        return False
    return len(one.co_consts) == len(other.co_consts) and all(map(_same_code, one.co_consts, other.co_consts))

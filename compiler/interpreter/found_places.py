"""Where the statements of a save stand in the rules that there are now.

Job: find bodies, abilities, lasting modifiers and conditions of durations by what a save says of them; call them by
names that a reader of the rules knows. Input: linked rules and the `places` of a save. Output: their names and
positions now, or Lost, with the reason. A body is found under its name if its digest is the same, or else as the only
one with that digest in its definition.
"""

# The data is of any type: it may come from a stranger.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NUMBER = re.compile(r"[# ][0-9]+\Z")
_GENERATED = re.compile(r"([a-z]+)_([0-9]+)_\Z")


def word(program: Any, name: str) -> str:
    """A name of the vocabulary in the game's first language; as it is written where it has no translation."""
    return next(iter(program.names.get(name, {}).values()), name.replace("_", " "))


class Lost(Exception):
    """Something that the rules do not have any more, with the sentence that says so."""


class Places:
    """Names in a save, and what they stand for now."""

    def __init__(self, code: Any, held: Mapping[str, Any]) -> None:
        self.code, self.held = code, held
        self.bodies: Mapping[str, Any] = held.get("bodies") or {}
        self.board: Any = held.get("board")
        self.now = code.parts
        self.ids = {ability.id for ability in code.abilities}

    def find(self, name: str) -> str | None:
        """The name of a body now; none where no body is the same."""
        if name not in self.bodies:
            return None
        digest, family = self.bodies[name][0], _NUMBER.sub("", name)
        now = self.now["bodies"]
        if name in now and now[name][0] == digest:
            return name
        found = [other for other in now if now[other][0] == digest and _NUMBER.sub("", other) == family]
        return found[0] if len(found) == 1 else None

    def body(self, name: str) -> tuple[str, int]:
        """A body now, and by how much the numbers of its generated locals differ."""
        found = self.find(name)
        if found is None:
            raise Lost(f"{self.describe(name)} has changed")
        return found, self.now["bodies"][found][1] - self.bodies[name][1]

    def ability(self, id_: str) -> str:
        """An ability whose text is the same."""
        if id_ in self.ids and f"run {id_}" not in self.now["bodies"]:
            return id_  # it has no body
        return self.body(f"run {id_}")[0].removeprefix("run ")

    def some_ability(self, id_: str) -> str | None:
        """An ability, of whichever text, for counting how often it was used; none where there is none."""
        found = self.find(f"run {id_}")
        if found is not None:
            return found.removeprefix("run ")
        taken = {self.find(name) for name in self.bodies}
        return id_ if id_ in self.ids and f"run {id_}" not in taken else None

    def lasting(self, position: int) -> int:
        return self._position("lasting", position)

    def until(self, position: int) -> int:
        return self._position("untils", position)

    def _position(self, table: str, position: int) -> int:
        body, number = self.held[table][str(position)]
        return list(map(list, self.now[table])).index([self.body(body)[0], number])

    def owner_of_env(self, state: Mapping[str, Any], number: int) -> str:
        """The body in which kept values began; empty where nothing tells."""
        for _, duration, modifiers, env, _ in state["effects"]:
            if modifiers and env == ["env", number]:
                return str(self.held["lasting"][str(modifiers[0])][0])
            if duration is not None and duration[4] is not None and duration[5] == ["env", number]:
                return str(self.held["untils"][str(duration[4])][0])
        return ""

    def renamed(self, body: str, name: str) -> str:
        """A local of a body, as it is called now."""
        made = _GENERATED.match(name)
        if made is None or body not in self.bodies:
            return name
        return f"{made[1]}_{int(made[2]) + self.body(body)[1]}_"

    def same_checks(self) -> bool:
        """Whether the state checks are the same, in the same order."""
        both = self.bodies, self.now["bodies"]
        was, now = ({name: row[0] for name, row in held.items() if name.startswith("on ")} for held in both)
        return was == now

    # ---- words
    def card_name(self, id_: str) -> str:
        """A card by its name, as it is now or as it was."""
        card = self.code.program.cards.get(id_)
        names = list(card.names.values()) if card is not None else []
        return str(names[0] if names else (self.held.get("cards") or {}).get(id_, id_))[:100]

    def word(self, name: str) -> str:
        return word(self.code.program, name)

    def describe(self, name: str) -> str:
        """A body, as a reader of the rules knows it."""
        form, _, rest = name.partition(" ")
        if form == "do":
            return f"`{self.word(rest)}`"
        if form in ("run", "pay"):
            owner = rest.partition("#")[0].partition(".")
            return f"the text of {self.card_name(owner[0])}" if owner[1] else f"an ability of `{self.word(owner[0])}`"
        return "a state check" if form == "on" else "the position of the scenario"

"""Actions: a number for each option that any request of a game can have.

Job: give each option of a request an id that means the same at every request, and say what an id means. Input: the
options as a view has them. Output: ids. Knows no match, and nothing that is not in the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.envs.setting import Setting
from cardwright.envs.sizes import EnvError

DONE = 0


class Actions:
    """The action ids of a setting: blocks of numbers, one for each sort of option.

    ``blocks``: for each sort its first id, how many things it has, and how many ids each of them has.
    """

    def __init__(self, setting: Setting) -> None:
        sizes = setting.sizes
        self.setting, self.copies, self.most = setting, sizes.copies, sizes.numbers
        self.made_of = {f"card {name}": n for name, n in setting.cards.items()}
        for name in setting.kinds:
            self.made_of[f"kind {name}"] = len(self.made_of)
        self.blocks: dict[str, tuple[int, int, int]] = {}
        self.count = 0
        for sort, things, copies in (
            ("done", 1, 1),
            ("number", 2 * sizes.numbers + 1, 1),
            ("word", len(setting.words), 1),
            ("square", len(setting.squares), 1),
            ("printed", len(setting.cards), 1),
            ("face", setting.face_count, self.copies),
            ("entity", len(self.made_of), self.copies),
            ("ability", len(setting.abilities), self.copies),
            ("other", 1, sizes.others),
        ):
            self.blocks[sort] = (self.count, things, copies)
            self.count += things * copies

    def ids(self, options: Sequence[Any], entities: Mapping[str, Any]) -> list[int]:
        """The ids of the options of one request. ``entities`` are those of the view that has the options."""
        used: Counter[tuple[str, int]] = Counter()
        found: list[int] = []
        for option in options:
            entry = self.entry(option, entities)
            if used[entry] >= self.blocks[entry[0]][2]:
                entry = ("other", 0)
            first, _, copies = self.blocks[entry[0]]
            if used[entry] >= copies:
                raise EnvError(
                    f"a request has {len(options)} options, and more of them than `others` allows, which is {copies}, "
                    f"have no id of their own; the first of these is {self.text(option)}: give larger sizes"
                )
            found.append(first + entry[1] * copies + used[entry])
            used[entry] += 1
        return found

    def entry(self, option: Any, entities: Mapping[str, Any]) -> tuple[str, int]:
        """The sort of an option, and its number among those of the sort."""
        setting = self.setting
        match option:
            case bool():
                return ("number", self.most + option)
            case int() if abs(option) <= self.most:
                return ("number", self.most + option)
            case str() if option in setting.words:
                return ("word", setting.words[option])
            case {"square": name} if name in setting.squares:
                return ("square", setting.squares[name])
            case {"card": name} if name in setting.cards:
                return ("printed", setting.cards[name])
            case {"die": die, "face": face} if die in setting.faces:
                return ("face", setting.faces[die] + face)
            case {"ability": name} if name in setting.abilities:
                return ("ability", setting.abilities[name])
            case {"entity": name} if name in entities:
                row = entities[name]
                made_of = f"card {row['card']}" if row["card"] is not None else f"kind {row['kind']}"
                return ("entity", self.made_of[made_of])
            case _:
                return ("other", 0)

    def meaning(self, action: int) -> str:
        """What an id stands for: its sort and its name, with the copy where there are several."""
        for sort, (first, things, copies) in self.blocks.items():
            if first <= action < first + things * copies:
                thing, copy = divmod(action - first, copies)
                name = self.name(sort, thing)
                return " ".join(part for part in (sort, name, str(copy + 1) if copies > 1 else "") if part)
        raise EnvError(f"an action is a number from 0 to {self.count - 1}")

    def name(self, sort: str, thing: int) -> str:
        setting = self.setting
        names = {
            "word": setting.words, "square": setting.squares, "printed": setting.cards,
            "entity": self.made_of, "ability": setting.abilities,
        }.get(sort)  # fmt: skip
        if names is not None:
            return next(name for name, number in names.items() if number == thing)
        if sort == "number":
            return str(thing - self.most)
        if sort == "face":
            die = max((first, die) for die, first in setting.faces.items() if first <= thing)
            return f"{die[1]} {thing - die[0] + 1}"
        return ""

    def text(self, option: Any) -> str:
        return option if isinstance(option, str) else repr(option)

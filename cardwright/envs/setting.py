"""What an environment is made of: the rules of a game, one scenario, and a number for each of its names.

Job: find the names that observations and actions number, in an order that depends on the rules alone. Input: a folder
or rules, and a scenario. Output: `Setting`; `EnvError` for what is not there. Knows no match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardwright.api import ContentError, Match, Rules, load
from cardwright.envs.sizes import EnvError, Sizes
from compiler.core import ir
from compiler.interpreter.setups import HostError
from compiler.targets.export import seats_of

Numbers = Mapping[str, int]


_ASKED = ("one", "some", "yes", "mode", "use", "order")  # the kinds of requests
_SIDES = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}  # north, east, south, west


@dataclass(frozen=True)
class Setting:
    """A game, a scenario and the numbers of its names, each from 0. ``columns``: those of the fields, by kind."""

    rules: Rules
    scenario: str
    rosters: Mapping[str, Any] | None
    sizes: Sizes
    seats: tuple[str, ...]
    kinds: Numbers
    cards: Numbers
    words: Numbers
    abilities: Numbers
    traits: Numbers
    zones: Numbers
    terrain: Numbers
    squares: Numbers
    faces: Mapping[str, int]  # the first number of each die's faces
    face_count: int
    places: Numbers
    columns: Mapping[str, Numbers]
    width: int

    @property
    def asked(self) -> Numbers:
        return _numbered(_ASKED)

    @property
    def sides(self) -> Mapping[tuple[int, int], int]:
        return _SIDES

    def new(self, seed: int, chance: str = "own") -> Match:
        """A match of the scenario."""
        try:
            return self.rules.new(self.scenario, seed=seed, rosters=self.rosters, chance=chance)
        except HostError as wrong:
            raise EnvError(str(wrong)) from wrong


def setting_of(
    game: str | Path | Rules, scenario: str | None, sizes: Sizes, rosters: Mapping[str, Any] | None = None
) -> Setting:
    """The setting of a game that is in a folder or was loaded; without a scenario, its usual one."""
    rules = game if isinstance(game, Rules) else _loaded(Path(game))
    if not rules.scenarios:
        raise EnvError(f"`{rules.game}` has no scenario")
    name = scenario or rules.scenarios[0]
    if name not in rules.scenarios:
        raise EnvError(f"there is no scenario `{name}`; there are: {', '.join(rules.scenarios)}")
    inner = rules._rules
    program: ir.Program = inner.code.program
    if not program.start:
        raise EnvError(f"`{rules.game}` cannot be played: its ruleset names no `start`")
    columns = {kind: _columns(row) for kind, row in program.kinds.items()}
    faces, count = _faces(program)
    return Setting(
        rules, name, rosters, sizes,
        seats=seats_of(program, inner.scenarios)[name],
        kinds=_numbered(sorted(program.kinds)),
        cards=_numbered(sorted(program.cards)),
        words=_numbered(_words(program)),
        abilities=_numbered(sorted({ability.id for ability in program.abilities})),
        traits=_numbered(sorted(program.traits)),
        zones=_numbered(sorted({f.name for kind in program.kinds.values() for f in kind.fields if f.zone})),
        terrain=_numbered(sorted(program.terrain)),
        squares=_numbered(_squares(rules, name)),
        faces=faces,
        face_count=count,
        places=_numbered(dict.fromkeys(f"{at.path}:{at.line}:{at.column}" for at in program.spans)),
        columns=columns,
        width=max((len(held) for held in columns.values()), default=0),
    )  # fmt: skip


def _loaded(folder: Path) -> Rules:
    if not folder.is_dir():
        raise EnvError(f"there is no folder `{folder}`")
    try:
        return load(folder)
    except ContentError as wrong:
        raise EnvError(f"the game has errors: {wrong}") from wrong


def _numbered(names: Iterable[str]) -> Numbers:
    return {name: number for number, name in enumerate(names)}


def _columns(kind: ir.KindDecl) -> Numbers:
    """The columns of a kind's fields; a text of rules is that of the card, and has none."""
    return _numbered(sorted(f.name for f in kind.fields if not f.zone and f.type != "rules"))


def _words(program: ir.Program) -> list[str]:
    """Every word that can be the value of a field or an option."""
    modes = {node.label for root in _bodies(program) for node in root.walk() if isinstance(node, ir.Mode)}
    values = {value for held in program.enums.values() for value in held}
    named = {*program.dice, *program.terrain, *program.traits, *program.verbs, *program.symbols, "yes", "no"}
    return sorted({*modes, *values, *named})


def _bodies(program: ir.Program) -> list[ir.Node]:
    return [*program.verbs.values(), *program.abilities, *program.checks]


def _faces(program: ir.Program) -> tuple[Numbers, int]:
    first: dict[str, int] = {}
    count = 0
    for die, faces in sorted(program.dice.items()):
        first[die] = count
        count += len(faces or ())
    return first, count


def _squares(rules: Rules, scenario: str) -> list[str]:
    """The names of the squares of all boards of a scenario."""
    scripts = rules._rules.scripts
    names: dict[str, None] = {}
    for position in scripts.positions_of(rules._rules.scenarios[scenario]):
        if position.board:
            grid, _ = scripts.board_of(position)
            names |= dict.fromkeys(grid.square_name(square) for square in range(grid.width * grid.height))
    return list(names)

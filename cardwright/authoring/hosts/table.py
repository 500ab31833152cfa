"""The list of hosts for which Cardwright makes files."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.authoring.hosts.boardgame import export_boardgame
from cardwright.authoring.hosts.godot import export_godot
from cardwright.authoring.hosts.sheets import export_sheets
from cardwright.authoring.hosts.tabletop import export_tabletop
from compiler.build import Build
from compiler.targets.export import Content
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Host:
    """``export`` returns texts by path; ``target`` is the language of the rules, empty if only cards are exported."""

    export: Callable[[Build, Content], dict[str, str]]
    target: str = ""


HOSTS: dict[str, Host] = {
    "csv": Host(export_sheets),
    "godot": Host(export_godot, "csharp"),
    "tabletop": Host(export_tabletop, "lua"),
    "boardgame.io": Host(export_boardgame, "javascript"),
}

"""The ready-made hosts by name."""

from __future__ import annotations

from collections.abc import Callable

from authoring.hosts.boardgame import export_boardgame
from authoring.hosts.godot import export_godot
from authoring.hosts.sheets import export_sheets
from authoring.hosts.tabletop import export_tabletop
from compiler.build import Build

HOSTS: dict[str, Callable[[Build], dict[str, str]]] = {
    "csv": export_sheets,
    "godot": export_godot,
    "tabletop": export_tabletop,
    "boardgame.io": export_boardgame,
}

"""A game for boardgame.io, in Node or a browser.

Job: make a package with the exported rules and the game object for boardgame.io: state, moves, end of the match, and
enumeration for bots. Input: the contents of an export. Output: texts by path.
"""

from __future__ import annotations

import json

from cardwright.authoring.hosts import hand_written
from compiler.build import Build
from compiler.targets.export import Content, export_code
from compiler.targets.javascript import JavaScript


def export_boardgame(_build: Build, content: Content) -> dict[str, str]:
    """``game.js`` with its types, ``package.json`` and the rules in ``rules/``."""
    program = content.program
    modules = export_code(content, JavaScript())
    package = {
        "name": program.game.replace("_", "-"),
        "version": program.version,
        "private": True,
        "type": "module",
        "main": "game.js",
        "types": "game.d.ts",
        "peerDependencies": {"boardgame.io": "^0.50.2"},
    }
    return {
        **{f"rules/{path}": text for path, text in modules.items()},
        "game.js": hand_written("boardgame.mjs"),
        "game.d.ts": hand_written("boardgame.d.ts"),
        "package.json": json.dumps(package, indent=2) + "\n",
    }

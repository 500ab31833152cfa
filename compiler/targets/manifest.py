"""Manifests: what a target or a host cannot do.

Job: read a manifest, and find what of a program it forbids before anything is written. Input: JSON text
``{"name": …, "cannot": {construct: why}}`` and a program. Output: sentences with places. A manifest of its own for a
host is a file; those of the built-in targets stand in `BUILT_IN`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from compiler.core import ir
from compiler.targets.constructs import CONSTRUCTS, needs


class ManifestError(ValueError):
    """A text that is no manifest."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """``cannot`` maps a construct to the sentence that says why."""

    name: str
    cannot: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What a program needs and a manifest forbids, as one sentence; ``at`` is its place in the span table."""

    message: str
    at: int


_NO_TABLE = {
    **{f"Core {name}": "there is no table to measure on" for name in
       ("gap", "gap_at", "in_arc", "bearing", "disc_touches")},
    "Board table": "there is no table to stand on",
}  # fmt: skip
_NO_SQUARES = {
    **{f"Core {name}": "there are no squares" for name in
       ("distance", "path_distance", "reachable", "route", "crossed", "touched", "crosses_wall", "touches_wall")},
    "Board squares": "there are no squares to stand on",
}  # fmt: skip
# The targets do everything; hosts that lack a board of some kind are named after what they have.
BUILT_IN: dict[str, Manifest] = {
    "json": Manifest("json"),
    "python": Manifest("python"),
    "javascript": Manifest("javascript"),
    "lua": Manifest("lua"),
    "squares": Manifest("squares", _NO_TABLE),
    "table": Manifest("table", _NO_SQUARES),
    "cards": Manifest("cards", {**_NO_TABLE, **_NO_SQUARES}),
}


def read_manifest(text: str) -> Manifest:
    """A manifest's text; ManifestError where it is none."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"this is no JSON ({error})") from error
    held = cast(dict[str, Any], data) if isinstance(data, dict) else {}
    cannot: Any = held.get("cannot")
    if set(held) != {"name", "cannot"} or not isinstance(held["name"], str) or not isinstance(cannot, dict):
        raise ManifestError("a manifest is an object with `name`, a text, and `cannot`, an object of constructs")
    reasons = cast(dict[str, Any], cannot)
    for name, why in reasons.items():
        if name not in CONSTRUCTS:
            raise ManifestError(f"there is no construct `{name}`")
        if not isinstance(why, str) or not why:
            raise ManifestError(f"`{name}` needs a sentence that says why")
    return Manifest(held["name"], reasons)


def obstacles(program: ir.Program, manifest: Manifest) -> list[Obstacle]:
    """What stands against exporting a program, cards first by id."""
    found: list[Obstacle] = []
    for need in needs(program, manifest.cannot):
        who = f"card `{need.card}`" if need.card else "the rules"
        way = f" through {' and '.join(f'`{name}`' for name in need.through)}" if need.through else ""
        verb = "needs" if need.card else "need"
        why = manifest.cannot[need.construct]
        found.append(Obstacle(f"{who} {verb} `{need.construct}`{way}: {manifest.name}: {why}", need.at))
    return found

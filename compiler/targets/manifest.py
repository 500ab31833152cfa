"""Manifests: which constructs a target or host does not support.

Job: read a manifest, and find the unsupported constructs of a program before anything is written. Input: JSON text
``{"name": …, "cannot": {construct: why}}`` and a program. Output: sentences with places. The manifests of the built-in
targets are in `BUILT_IN`; a manifest for any other host is a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from compiler.core import ir
from compiler.targets.constructs import CONSTRUCTS, needs


class ManifestError(ValueError):
    """The text is not a valid manifest."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """``cannot`` maps an unsupported construct to a sentence that says why."""

    name: str
    cannot: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An unsupported construct that a program needs, as a sentence; ``at`` is its place in the span table."""

    message: str
    at: int


_NO_TABLE = {
    **{f"Core {name}": "there is no table to measure on" for name in
       ("rectangle", "disc", "shape_of", "moved", "turned", "resized", "lane", "arc", "gap", "meets", "in_arc",
        "bearing")},
    "Board table": "there is no table to stand on",
}  # fmt: skip
_NO_SQUARES = {
    **{f"Core {name}": "there are no squares" for name in
       ("distance", "path_distance", "reachable", "route", "crossed", "touched", "crosses_wall", "touches_wall")},
    "Board squares": "there are no squares to stand on",
}  # fmt: skip
# Targets support everything; a host without a board of some type is named after the boards that it has.
BUILT_IN: dict[str, Manifest] = {
    "json": Manifest("json"),
    "python": Manifest("python"),
    "javascript": Manifest("javascript"),
    "lua": Manifest("lua"),
    "csharp": Manifest("csharp"),
    "squares": Manifest("squares", _NO_TABLE),
    "table": Manifest("table", _NO_SQUARES),
    "cards": Manifest("cards", {**_NO_TABLE, **_NO_SQUARES}),
}


def read_manifest(text: str) -> Manifest:
    """The manifest in a text; ManifestError if it is invalid."""
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
    """The obstacles to exporting a program, those of cards first, by id."""
    found: list[Obstacle] = []
    for need in needs(program, manifest.cannot):
        who = f"card `{need.card}`" if need.card else "the rules"
        way = f" through {' and '.join(f'`{name}`' for name in need.through)}" if need.through else ""
        verb = "needs" if need.card else "need"
        why = manifest.cannot[need.construct]
        found.append(Obstacle(f"{who} {verb} `{need.construct}`{way}: {manifest.name}: {why}", need.at))
    return found

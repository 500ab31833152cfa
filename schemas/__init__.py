"""The hand-written JSON Schemas of content files.

Job: give a schema by its name. Input: a name such as ``ruleset``; output: plain data. Must never change a schema.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def load(name: str) -> dict[str, Any]:
    """The schema ``<name>.schema.json`` of this folder, read anew, so that a caller may extend its copy."""
    schema: dict[str, Any] = json.loads(files("schemas").joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema

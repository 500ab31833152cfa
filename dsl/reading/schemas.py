"""The hand-written JSON Schemas of content files.

Job: give a schema by its name. Input: a name such as ``ruleset``; output: plain data. The files are in the folder
``schemas`` of the repository; an installed package has a copy of them. Must never change a schema.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parents[1]


def folder() -> Path:
    """Where the schemas lie."""
    installed = _PACKAGE / "schemas"
    return installed if installed.is_dir() else _PACKAGE.parent / "schemas"


def load(name: str) -> dict[str, Any]:
    """The schema ``<name>.schema.json``, read anew, so that a caller may extend its copy."""
    schema: dict[str, Any] = json.loads((folder() / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema

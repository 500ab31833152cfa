"""The hand-written JSON Schemas of content files.

Job: load a schema by its name. Input: a name such as ``ruleset``. Output: plain data. The files are in the folder
``schemas`` of the repository; an installed package contains a copy. Must never change a schema.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parents[1]


def folder() -> Path:
    """The folder of the schemas."""
    installed = _PACKAGE / "schemas"
    return installed if installed.is_dir() else _PACKAGE.parent / "schemas"


def text(name: str) -> str:
    """The text of ``<name>.schema.json``."""
    return (folder() / f"{name}.schema.json").read_text(encoding="utf-8")


def load(name: str) -> dict[str, Any]:
    """The content of ``<name>.schema.json``, read anew for each call, so that a caller may change its copy."""
    schema: dict[str, Any] = json.loads(text(name))
    return schema

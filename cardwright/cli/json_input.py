"""JSON files that the user gives to a command. Any program may have written them.

Job: read one, whatever it is. Input: a path. Output: its object, or a ClickException with what is wrong in words.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import click

from dsl.game.named_files import read_named


def read_object(path: Path) -> dict[str, Any]:
    """The object that a file of JSON holds."""
    try:
        data: Any = json.loads(read_named(path).decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise click.ClickException(f"`{path}` is no JSON") from fault
    if not isinstance(data, dict):
        raise click.ClickException(f"`{path}` is no object")
    return cast("dict[str, Any]", data)

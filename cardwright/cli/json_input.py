"""JSON files that the user gives to a command. Any program may have written them.

Job: read one file up to a maximum size. Input: a path. Output: its object, or a ClickException that says what is wrong.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import click

MOST_BYTES = 2**28  # bytes; a suite of 200 matches has a tenth of this. The limit also stops an endless pipe


def read_object(path: Path, most: int = MOST_BYTES) -> dict[str, Any]:
    """The object in a JSON file."""
    with path.open("rb") as file:
        held = file.read(most + 1)
    if len(held) > most:
        raise click.ClickException(f"`{path}` is longer than {most} bytes")
    try:
        data: Any = json.loads(held.decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise click.ClickException(f"`{path}` is no JSON") from fault
    if not isinstance(data, dict):
        raise click.ClickException(f"`{path}` is no object")
    return cast("dict[str, Any]", data)

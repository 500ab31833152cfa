"""Files of JSON that a command is given: written by another program, or by anybody.

Job: read one, no longer than a bound, whatever it is. Input: a path. Output: its object, or a ClickException with what
is wrong in words.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import click

MOST_BYTES = 2**28  # a suite of 200 matches is a tenth of it; a pipe that never ends is cut here


def read_object(path: Path, most: int = MOST_BYTES) -> dict[str, Any]:
    """The object that a file of JSON holds."""
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

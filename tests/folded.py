"""What a host does with events: each changes the view that it has."""

# Views are data of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def fold(view: Any, events: Sequence[Any]) -> Any:
    """The view after these events."""
    view = as_json(view)
    for event in events:
        for path, *value in as_json(event["changes"]):
            held = view
            for part in path[:-1]:
                held = held[part]
            if value:
                held[path[-1]] = value[0]
            else:
                del held[path[-1]]
    return view

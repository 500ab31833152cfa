"""Cardwright: rules of tabletop and card games as data.

This package is the public interface: the names in ``__all__`` follow semantic versioning, everything else is private.

    import cardwright

    rules = cardwright.load("content/dungeon_command")
    match = rules.new("duel", seed=7)
    while match.request is not None:
        match.answer(match.legal()[-1])
    print(match.outcome, match.hash)

``docs/python.md`` describes the package with examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.api import (
        ContentError,
        Diagnostic,
        Event,
        HostError,
        Match,
        Request,
        Rules,
        View,
        Watcher,
        check,
        load,
    )

__all__ = [
    "ContentError", "Diagnostic", "Event", "HostError", "Match", "Request", "Rules", "View", "Watcher", "__version__",
    "check", "load",
]  # fmt: skip
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Loads the compiler when one of its names is first used, so that the command starts without it."""
    if name not in __all__:
        raise AttributeError(f"module 'cardwright' has no attribute {name!r}")
    from cardwright import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted(__all__)

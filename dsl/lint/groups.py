"""The groups of lint rules: by them, a configuration selects rules."""

from __future__ import annotations

GROUPS = ("correctness", "dead", "interaction", "tables", "ai", "text", "style", "tests")

# Groups about what nothing uses or tests: they wait while a game is being built. The version from which on it is whole.
WAITING, WHOLE = frozenset({"dead", "tests"}), "0.1.0"

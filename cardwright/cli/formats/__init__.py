"""Formats for findings: one module each, with ``show(readings) -> str``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.cli.formats import github, gitlab, json, junit, sarif, text
from cardwright.cli.games import Reading

FORMATS: dict[str, Callable[[Sequence[Reading]], str]] = {
    "text": text.show,
    "json": json.show,
    "github": github.show,
    "sarif": sarif.show,
    "junit": junit.show,
    "gitlab": gitlab.show,
}

"""Baselines: the findings that a set has already, so that only new ones count.

Job: tell the same finding again when lines around it have moved, and keep such marks in a file. Input: findings;
output: marks, or the findings that are new. A mark holds no line number, so it outlives edits elsewhere in the file.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, cast

from dsl.diagnostics import Diagnostic
from dsl.visible import visible

FORMAT = 1


def fingerprint(found: Diagnostic) -> str:
    """What makes a finding this one: file, code, card, sentence, and the line it stands on without its indentation."""
    span = found.span
    line = span.source.line_text(span.line_column()[0]).strip()
    parts = (span.source.path, found.code, found.owner, found.message, line)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def as_baseline(found: Iterable[Diagnostic]) -> str:
    """The text of a baseline file: a line a finding, sorted, so that changes to it read well."""
    items = sorted(found, key=Diagnostic.sort_key)
    entries = [
        {"fingerprint": mark, "code": i.code, "file": visible(i.span.source.path), "message": visible(i.message)}
        for i, mark in zip(items, map(fingerprint, items), strict=True)
    ]
    return json.dumps({"format": FORMAT, "findings": entries}, indent=1, ensure_ascii=False) + "\n"


def read_baseline(text: str) -> Counter[str]:
    """How often each mark stands in a baseline file; a ValueError says what is wrong with it."""
    data: Any = json.loads(text)
    if not isinstance(data, dict) or cast("dict[str, Any]", data).get("format") != FORMAT:
        raise ValueError(f"it is no baseline of format {FORMAT}")
    entries = cast("dict[str, Any]", data).get("findings", [])
    return Counter(str(entry["fingerprint"]) for entry in entries)


def new_findings(found: Iterable[Diagnostic], baseline: Counter[str]) -> list[Diagnostic]:
    """The findings that the baseline does not have; each mark hides one."""
    left = baseline.copy()
    new: list[Diagnostic] = []
    for item in found:
        mark = fingerprint(item)
        if left[mark] > 0:
            left[mark] -= 1
        else:
            new.append(item)
    return new

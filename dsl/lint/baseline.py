"""Baselines: known findings, so that only new ones count.

Job: recognize a finding again after lines around it have moved, and store such marks in a file. Input: findings.
Output: marks, or the new findings. A mark contains no line number, so edits elsewhere in the file do not change it.
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
    """The mark of a finding: file, code, card, message, and the text of its line without indentation."""
    span = found.span
    line = span.source.line_text(span.line_column()[0]).strip()
    parts = (span.source.path, found.code, found.owner, found.message, line)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def as_baseline(found: Iterable[Diagnostic]) -> str:
    """The text of a baseline file: one line for each mark, sorted, so that its diffs are readable."""
    items = sorted(found, key=Diagnostic.sort_key)
    entries = [
        {"fingerprint": mark, "code": i.code, "file": visible(i.span.source.path), "message": visible(i.message)}
        for i, mark in zip(items, map(fingerprint, items), strict=True)
    ]
    return json.dumps({"format": FORMAT, "findings": entries}, indent=1, ensure_ascii=False) + "\n"


def read_baseline(text: str) -> Counter[str]:
    """How often each mark occurs in a baseline file; ValueError says what is wrong with the file."""
    data: Any = json.loads(text)
    if not isinstance(data, dict) or cast("dict[str, Any]", data).get("format") != FORMAT:
        raise ValueError(f"it is no baseline of format {FORMAT}")
    entries = cast("dict[str, Any]", data).get("findings", [])
    return Counter(str(entry["fingerprint"]) for entry in entries)


def new_findings(found: Iterable[Diagnostic], baseline: Counter[str]) -> list[Diagnostic]:
    """The findings that are not in the baseline; each mark removes one finding."""
    left = baseline.copy()
    new: list[Diagnostic] = []
    for item in found:
        mark = fingerprint(item)
        if left[mark] > 0:
            left[mark] -= 1
        else:
            new.append(item)
    return new

"""A game's rules as JSON: the core tree with its scenarios in one file.

Job: write the file for engines that interpret the core tree, and read it back. Input and output: a content and JSON
text with sorted keys, whole numbers, ASCII and LF. Equal contents give equal bytes. The program has the form of
``schemas/ir.schema.json``, the file that of ``schemas/export.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, cast

from compiler.core.ir_json import IrError, data_of, data_of_program, items_of, lines_of, object_of, program_of, value_of
from compiler.core.rules_table import FORMAT
from compiler.core.scripts import Script
from compiler.targets.export import Content, errata_of, rules_hash
from compiler.targets.printer import plain_data

FILE = "rules.json"
_KEYS = frozenset({"deals", "errata", "format", "game", "hash", "inputs", "program", "scenarios"})


def input_hash(files: Iterable[tuple[str, bytes]]) -> str:
    """The SHA-256 of files, sorted by path: for each its path, a zero byte, its length, a zero byte and its bytes."""
    held = sha256()
    for path, data in sorted(files):
        held.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return held.hexdigest()


def export_json(content: Content, inputs: str) -> dict[str, str]:
    """The files of the target, by path."""
    program = content.program
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": program.game,
        "hash": rules_hash(content),
        "inputs": inputs,
    }
    parts = {
        "program": lines_of(data_of_program(program)),
        "deals": lines_of(plain_data(content.deals)),
        "errata": lines_of(errata_of(content)),
        "scenarios": items_of([data_of(script) for script in content.scenarios.values()]),
    }
    lines = list(lines_of(head).split("\n")[1:-1])
    lines[-1] += ","
    body = ",\n".join(f'"{name}":{text}' for name, text in sorted(parts.items()))
    return {FILE: "\n".join(["{", *lines, body, "}"]) + "\n"}


def read_export(text: str) -> Content:
    """The content of a file; IrError if the file is invalid or does not match its hash."""
    data = object_of(text)
    if data.keys() != _KEYS:
        raise IrError(f"an export has the keys {', '.join(sorted(_KEYS))}")
    if data["format"] != FORMAT:
        raise IrError(f"the format is {data['format']}, and this reads {FORMAT}")
    program = program_of(data["program"])
    scenarios = [value_of(Script, script) for script in data["scenarios"]]
    as_of, errata = _errata(data["errata"])
    known = {script.name: script for script in scenarios}
    content = Content(program, known, deals=data["deals"], as_of=as_of, errata=errata)
    if rules_hash(content) != data["hash"] or program.game != data["game"]:
        raise IrError("the program is not the one that the hash is of")
    return content


def _errata(data: Any) -> tuple[str, dict[str, str]]:
    held = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    as_of, cards = held.get("as_of"), held.get("cards")
    known = cast("dict[str, Any]", cards) if isinstance(cards, dict) else None
    if isinstance(as_of, str) and known is not None and all(isinstance(since, str) for since in known.values()):
        return as_of, known
    raise IrError("`errata` has a day `as_of`, and `cards` with a day for each")

"""Joins the printed parts of a language to one text, with the tables of verbs and abilities that each form runs on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import forms
import lower

HERE = Path(__file__).parent
FORMS = ("generators", "flat", "cut")
FILES = {
    "python": (), "javascript": ("runtime.js", "machine.js", "bench.js"),
    "lua": ("runtime.lua", "generators.lua", "machine.lua", "bench.lua"),
}  # fmt: skip
# Positions of the operands that are expressions, by operation.
EXPRESSIONS = {
    "let": (3,), "put": (2, 4), "do": (2,), "unless": (2,), "each": (3,), "emit": (3,), "choose": (2,),
    "roll": (2,),
}  # fmt: skip
SIGNS = {
    "python": ("Code({})", "{}={}", "[{}]"),
    "javascript": ("{{{}}}", "{}: {}", "[{}]"),
    "lua": ("{{{}}}", "{} = {}", "{{{}}}"),
}


def record(language: str, pairs: dict[str, str], *, plain: bool = False) -> str:
    made, pair, _ = SIGNS[language]
    made, pair = ("{{{}}}", '"{}": {}') if plain and language == "python" else (made, pair)
    return made.format(", ".join(pair.format(*p) for p in pairs.items()))


def listed(language: str, items: list[str]) -> str:
    return SIGNS[language][2].format(", ".join(items))


def row(language: str, given: list[Any]) -> str:
    op = lower.OPS[given[0]]
    first = 1 if language == "lua" else 0
    cells = [f"F[{g + first}]" if i in EXPRESSIONS.get(op, ()) else json.dumps(g) for i, g in enumerate(given)]
    return listed(language, cells)


def table(language: str, form: str, rows: dict[str, Any]) -> str:
    """The verbs by name, and under `before` the abilities by the step that they come before."""
    bodies = sorted(lower.read(), key=lambda b: b.form)  # abilities first: verbs hold theirs
    codes: dict[str, str] = {}
    for body in bodies:
        codes[body.name] = record(language, {
            "holds": f"c_{body.name}",
            **({"body": f"g_{body.name}"} if form == "generators" else {}),
            **({"step": f"k_{body.name}"} if form == "cut" else {}),
            **({"step": "rows" if language != "lua" else "M.rows"} if form == "flat" else {}),
            "rows": listed(language, [row(language, r) for r in rows[body.name]["rows"] if form == "flat"]),
            "width": str(max(len(rows[body.name]["locals"]), 2) + 1),
            "after": listed(language, [codes[a.name] for a in bodies if (a.form, a.event) == ("after", body.name)]),
        })  # fmt: skip
    steps = {b.event: listed(language, [codes[b.name]]) for b in bodies if b.form == "before"}
    return record(language, {**codes, "before": record(language, steps, plain=True)}, plain=True)


def program(language: str) -> str:
    parts = forms.text(language, lower.read())
    rows = {r["name"]: r for r in map(json.loads, parts["rows"])}
    last = {"python": "", "javascript": "const ", "lua": ""}[language]
    tables = [f"{last}{form.upper()} = {table(language, form, rows)}" for form in FORMS]
    functions = f"{last}F = {listed(language, parts['functions'])}"
    made = [*parts["conditions"], *parts["generators"], *parts["cut"], functions, *tables]
    files = [(HERE / name).read_text(encoding="utf-8") for name in FILES[language]]
    return "\n".join([*files[:-1], *made, *files[-1:]])

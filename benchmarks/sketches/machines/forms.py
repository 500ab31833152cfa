"""The three forms of a body as text: a generator; flat rows with functions for expressions; a function cut at waits."""

from __future__ import annotations

import ast
import json
from typing import Any

import lower
from printing import PARAMS, WORDS, Printer

SHORT = {name: number for number, name in enumerate(lower.OPS)}


def _names(body: lower.Body) -> set[str]:
    nodes = [n for s in body.statements for n in ast.walk(s)]
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return {f"v_{name}" for name in stored | ({"done"} if any(isinstance(n, ast.With) for n in nodes) else set())}


def generator(language: str, body: lower.Body) -> str:
    words, printer = WORDS[language], Printer(WORDS[language], body, framed=False)
    made = sorted(_names(body))
    head = words["generator"].format(f"g_{body.name}", ", ".join(["rt", *(f"v_{p}" for p in PARAMS[body.form])]))
    declared = [" " + words["locals"].format(", ".join(made))] if made and words["locals"] else []
    lines = [head, *declared, *printer.block(body.statements), words["end"].format()]
    return "\n".join(line for line in lines if line)


def condition(language: str, body: lower.Body) -> str:
    """What a verb requires, or when an ability or a state check applies; the same in all forms."""
    words, printer = WORDS[language], Printer(WORDS[language], body, framed=False)
    params = ", ".join(["rt", *(f"v_{p}" for p in PARAMS[body.form])])
    test = printer.expr(body.condition) if body.condition is not None else words["true"]
    head, end = words["def"].format(f"c_{body.name}", params), words["end"].format()
    return f"{head}\n return {test}\n{end}"


class Flat:
    """Rows of all bodies. Equal expressions are one function."""

    def __init__(self, language: str) -> None:
        self.language, self.functions = language, dict[str, int]()

    def rows(self, body: lower.Body) -> dict[str, Any]:
        printer = Printer(WORDS[self.language], body, framed=True)
        rows = [self.row(printer, row) for row in lower.lowered(body, "flat")]
        return {"name": body.name, "locals": list(printer.slots), "rows": rows}

    def row(self, printer: Printer, row: lower.Row) -> list[Any]:
        op, at, *given = row
        if op in ("each", "next"):
            given[0] = (printer.slot(given[0]), printer.slot("at" + given[0]))[0]
        if op in ("let", "rolled", "chosen"):
            given[0] = printer.slot(given[0])
        if op == "next":
            given[1] = printer.slot(given[1])
        return [SHORT[op], at, *(self.operand(printer, g) for g in given)]

    def operand(self, printer: Printer, given: Any) -> Any:
        if isinstance(given, int | str):
            return given
        if isinstance(given, ast.stmt):  # one call of the runtime, which is an expression
            text = printer.statement(given)[0]
        else:
            text = printer.mapping(given) if isinstance(given, list) else printer.expr(given)
        return self.functions.setdefault(text, len(self.functions))

    def function(self, text: str) -> str:
        text = f"({text})" if self.language == "javascript" and text.startswith("{") else text
        return WORDS[self.language]["function"].format("rt, v", text)


def cut(language: str, body: lower.Body) -> str:
    rows, words = lower.lowered(body, "cut"), WORDS[language]
    ends = ("unless", "jump", "next", "emit", "emitted", "choose", "chosen", "roll", "step", "close", "end", "stop")
    targets = {row[-1] for row in rows if row[0] in lower.JUMPS}
    leaders = sorted(targets | {0} | {i + 1 for i, row in enumerate(rows[:-1]) if row[0] in ends})
    piece = {row: number for number, row in enumerate(leaders)}
    printer, lines = Printer(words, body, framed=True), list[str]()
    for start, stop in zip(leaders, [*leaders[1:], len(rows)], strict=True):
        lines.append("  " + words["piece"].format(piece[start]))
        for row in rows[start:stop]:
            lines += ["   " + line for line in _cut_row(printer, row, piece, piece.get(stop, 0))]
        if rows[stop - 1][0] not in ends and language != "javascript":
            lines.append("   " + words["go"].format(piece[stop]))
        lines += ["  end"] if language == "lua" else []
    close = {"python": "", "javascript": " }\n}", "lua": " end\nend"}[language]
    return "\n".join([words["def"].format(f"k_{body.name}", "rt, f"), " " + words["switch"].format(), *lines, close])


def _cut_row(printer: Printer, row: lower.Row, piece: dict[int, int], after: int) -> list[str]:
    words, e = printer.words, printer.expr
    op, _, *given = row

    def wait(call: str) -> list[str]:
        return words["wait_if"].format(after, call).split("\n")

    def skip(test: str) -> list[str]:
        """Goes on behind, unless the test holds; then with the next piece."""
        if words is WORDS["javascript"]:
            return [f"if (!({test})) {{ " + words["go"].format(piece[given[-1]]) + " }"]
        on, off = (" " + words["go"].format(number) for number in (after, piece[given[-1]]))
        lines = [words["if"].format(test), on, words["else"].format(), off, words["end"].format()]
        return [line for line in lines if line]

    match op:
        case "native":
            return printer.statement(given[0])
        case "unless":
            return skip(e(given[0]))
        case "jump":
            return [words["go"].format(piece[given[0]])]
        case "each":
            slot = (printer.slot(given[0]), printer.slot("at" + given[0]))[0]
            return [f"core.each(v, {slot}, {e(given[1])})"]
        case "next":
            return skip(f"core.next(v, {printer.slot(given[0])}, {printer.slot(given[1])})")
        case "emit":
            return wait(f'rt.emit("{given[0]}", {printer.mapping(given[1])})')
        case "emitted":
            return skip("rt.value.done")
        case "choose" | "roll":
            return wait(f"rt.{op}({e(given[0])})")
        case "chosen":
            return [f"{printer.local(given[0])} = rt.value", *skip(f"rt.value {words['!=']} {words['none']}")]
        case "rolled":
            return [f"{printer.local(given[0])} = rt.value"]
        case "step" | "close":
            return wait(f'rt.{op}("{given[0]}", {printer.local("ev")})')
        case "end":
            return wait(f'rt.end_frame("{given[0]}")')
        case _:
            return [words["leave"].format()]


def text(language: str, bodies: list[lower.Body]) -> dict[str, list[str]]:
    """The printed parts of each form, and the conditions that all share; of `flat`, the rows and the functions."""
    flat = Flat(language)
    rows = [json.dumps(flat.rows(b), separators=(",", ":")) for b in bodies]
    functions = [flat.function(f) for f in flat.functions]
    return {
        "generators": [generator(language, b) for b in bodies],
        "cut": [cut(language, b) for b in bodies],
        "rows": rows,
        "functions": functions,
        "conditions": [condition(language, b) for b in bodies],
    }  # fmt: skip

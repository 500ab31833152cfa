"""How long a module and a function may be, and how many parameters it may have.

What stands above a ceiling is named with its size: it may shrink, never grow, and its line goes once it fits.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house.sources import modules

CEILINGS = {"module": 500, "function": 50, "parameters": 5}
RUNTIME = Path(__file__).parents[2] / "compiler" / "targets" / "runtime"
LONGEST_LINE = 120  # ruff holds it for Python

ALLOWED: dict[tuple[str, str], int] = {
    # Tables of the language: a row or a case for each construct, and no logic between them.
    ("function", "compiler/lowering/expressions.py:as_written"): 65,
    ("function", "compiler/lowering/statements.py:statement"): 80,
    # To be split.
    ("parameters", "compiler/lowering/statements.py:_modifier"): 6,
    # Three of them by name only, and usually left out.
    ("parameters", "dsl/diagnostics.py:add"): 6,
}


def test_nothing_is_above_its_ceiling() -> None:
    sizes = {where: size for where, size in measured().items() if size > CEILINGS[where[0]]}
    grown = {where: size for where, size in sizes.items() if size > ALLOWED.get(where, 0)}
    assert not grown, "split these:\n" + "\n".join(f"{what} {name}: {n}" for (what, name), n in grown.items())


def test_the_list_of_exceptions_shrinks() -> None:
    sizes = measured()
    fitting = [where for where in ALLOWED if sizes.get(where, 0) <= CEILINGS[where[0]]]
    assert not fitting, f"these fit now, delete their lines: {fitting}"


def test_something_is_measured() -> None:
    assert ("function", "cardwright/cli/main.py:main") in measured()


def test_lines_of_the_runtimes_are_short() -> None:
    paths = [path for path in RUNTIME.rglob("*") if path.suffix in {".cs", ".js", ".lua", ".ts"}]
    assert len({path.suffix for path in paths}) == 4
    long = [
        f"{path.name}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_lines_of_rules_and_cards_fit_a_page() -> None:
    content = Path(__file__).parents[2] / "content"
    paths = [*content.glob("*/rules/**/*.rules"), *content.glob("*/cards/**/*.yaml")]
    assert len(paths) > 100
    long = [
        f"{path.relative_to(content)}:{number}"
        for path in sorted(paths)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def measured() -> dict[tuple[str, str], int]:
    """Sizes by what is measured and where: modules and functions in lines, parameters by count (without self)."""
    found: dict[tuple[str, str], int] = {}
    for module in modules():
        found["module", module.name] = len(module.text.splitlines())
        for node in module.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                where, given = f"{module.name}:{node.name}", node.args
                names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                found["function", where] = max(lines, found.get(("function", where), 0))
                count = len([n for n in names if n not in ("self", "cls")])
                found["parameters", where] = max(count, found.get(("parameters", where), 0))
    return found

"""Pages of the documentation as games.

Job: combine the code blocks of a page into one game, so that every example is checked and run. Input: a page. Output:
the folder of the game, its blocks, and the values of its expressions. Blocks keep their line numbers, so that a
diagnostic names the line of the page.

``yaml PATH``   a file of the game, whole
``rules``       definitions
``card``        entries of a card file
``test``        entries of a test file
``statements``  statements, and below a line ``---`` what answers them and what then holds, as in a test; they run from
                the scenario ``yard``
``expr``        an expression a line, and behind ``#`` its value there
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiler.build import Build, build_game
from compiler.callables.code import Code
from compiler.core.scripts import Script
from compiler.interpreter.agents import first_agent
from compiler.interpreter.game import Driver, new_game
from compiler.interpreter.scripts import Outcome, Scripts
from compiler.interpreter.state import State
from compiler.interpreter.values import Entity, Env, label
from dsl.diagnostics import Severity, Sink
from dsl.game.lines import written_lines
from dsl.syntax import ast
from tests.golden.test_cli import FENCE

ANSWERS = re.compile(r"^---\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A code block; ``line`` is the line of the page on which its text begins."""

    form: str
    path: str
    body: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found["language"], found["path"] or "", found["body"], text.count("\n", 0, found.start("body")) + 1)
        for found in FENCE.finditer(text)
    ]


def values(block: Block) -> Iterator[tuple[int, str, str]]:
    """The expressions of a block: line, text and the value on the page."""
    for number, line in enumerate(block.body.splitlines(), block.line):
        text, _, value = line.partition("#")
        if text.strip():
            yield number, text.strip(), value.strip()


def write_game(page: Path, folder: Path) -> None:
    """Writes the game of a page."""
    found = blocks(page)
    for block in found:
        if block.path:
            _write(folder / block.path, block.body)
    for form, path, head in (("rules", "rules/page.rules", ""), ("card", "cards/page.yaml", "cards:"),
                             ("test", "tests/page.yaml", "tests:")):  # fmt: skip
        if any(block.form == form for block in found):
            _write(folder / path, _in_place(found, form, head))
    _write(folder / "tests/statements.yaml", "tests:\n" + "".join(_test(b) for b in found if b.form == "statements"))
    (yard,) = [b.body for b in found if b.path == "scenarios/yard.yaml"]
    lets = [f"  let value_{n} = {text}\n" for b in found if b.form == "expr" for n, text, _ in values(b)]
    _write(folder / "scenarios/values.yaml", yard.replace("id: yard", "id: values") + "do: |\n" + "".join(lets))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _in_place(found: list[Block], form: str, head: str) -> str:
    """All blocks of a form as one file, each on the same lines as on the page."""
    lines = [head]
    for block in found:
        if block.form == form:
            lines += [""] * (block.line - 1 - len(lines)) + block.body.splitlines()
    return "\n".join(lines) + "\n"


def _test(block: Block) -> str:
    """A block of statements as an entry of a test file."""
    when, *answers = ANSWERS.split(block.body)
    body = "".join(f"      {line}\n" for line in when.splitlines())
    rest = "".join(f"    {line}\n" for answer in answers for line in answer.splitlines())
    given = "" if "given:" in rest else "    given: {scenario: yard}\n"
    return f"  - name: line {block.line}\n{given}    when: |\n{body}{rest}"


@dataclass(slots=True)
class Page:
    """The game of a page, built; ``faults`` are its errors. Unused definitions are not errors here."""

    build: Build | None
    faults: list[str]

    def outcomes(self) -> list[Outcome]:
        build = self.build
        assert build is not None and build.program is not None
        runner = Scripts(Code(build.program), build.scripts)
        return [runner.run_test(script) for key, script in build.scripts.items() if key.startswith("test ")]

    def worth(self) -> dict[int, str]:
        """The values of the page's expressions, by line."""
        build = self.build
        assert build is not None and build.program is not None
        code = Code(build.program)
        script: Script = build.scripts["scenario values"]
        game, env = new_game(code), Env({})
        Scripts(code, {"scenario values": script}).start(script, game, env, Driver(first_agent(1)))
        found = {name: value for name, value in vars(env).items() if name.startswith("value_")}
        return {int(name.removeprefix("value_")): value_text(game, value) for name, value in found.items()}


def value_text(game: State, value: Any) -> str:
    """A value as the page writes it; entities by their names in the scenario."""
    if isinstance(value, tuple) and not hasattr(value, "die"):
        return "[" + ", ".join(value_text(game, v) for v in value) + "]"
    if isinstance(value, Entity):
        return game.test_names.get(value._id, label(value))
    return label(value)


def read_page(page: Path, folder: Path) -> Page:
    write_game(page, folder)
    sink = Sink()
    build = build_game(folder, sink, folder.name)
    errors = [d for d in sink.sorted() if d.severity is Severity.ERROR]
    return Page(build, [f"{d.span.source.path}:{d.span.line_column()[0]}: {d.message} ({d.help})" for d in errors])


def nodes(build: Build) -> Iterator[ast.Node]:
    """Every node of every example: definitions, texts of cards, tests and expressions."""
    for definition, _ in build.vocab.definitions:
        yield from definition.walk()
    for card in build.vocab.cards.values():
        for part in card.texts:
            for ability in part.abilities:
                yield from ability.walk()
    for entry in build.files.cards:
        for line in written_lines(entry.node):
            yield from line.tree.walk()
    for step in (step for test in build.tests for step in test.steps):
        for item in (*step.statements, *step.then):
            yield from item.walk()
    for position in build.scenarios.values():
        for statement in position.statements:
            yield from statement.walk()

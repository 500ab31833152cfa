"""``cardwright dump``: shows a file as a stage of the compiler sees it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from cardwright.cli.games import games_at, read_game, report_errors
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import show
from cardwright.cli.render import as_text
from compiler.build import Build
from compiler.core.ir_text import program_text
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast


@click.command("dump")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--stage", type=click.Choice(["ast", "resolved", "ir"]), default="ast", show_default=True)
def command(file: Path, stage: str) -> int:
    """Show FILE as a stage of the compiler sees it.

    ast: the text as a syntax tree. resolved: the meaning of each name and the type of each expression. ir: the core
    tree.
    """
    folder = games_at([file])[0]
    reading = read_game(folder, [file.absolute()])
    for fault in reading.findings:
        show(as_text(fault), err=True)
    path = f"{reading.shown}/{Path(os.path.relpath(file.resolve(), folder.resolve())).as_posix()}"  # as in places
    text = "" if reading.build is None else "".join(_STAGES[stage](reading.build, path))
    if not text and not reading.findings:
        raise click.ClickException(_why_nothing(reading.build, path, stage))
    show(text, nl=False)
    if not reading.findings:
        return FINDINGS if report_errors(reading) else CLEAN
    return FINDINGS


def _why_nothing(build: Build | None, file: str, stage: str) -> str:
    if build is not None and list(_texts(build.vocab, file)):
        why = "there is no core tree of it yet" if build.checked else "the game has errors elsewhere"
        return f"there is no stage {stage} of `{file}`: {why}"
    return f"there is no text of the language in `{file}`"


def _texts(vocab: Vocabulary, file: str) -> Iterator[tuple[str, ast.Item]]:
    """Each definition and ability in the file, with a title."""
    for node, rows in vocab.definitions:
        if node.span.source.path == file:
            yield " ".join(("definition", *rows)), node
    for card in vocab.cards.values():
        for text in card.texts:
            if text.span.source.path == file:
                yield from ((f"card {card.id} {text.field}", ability) for ability in text.abilities)


def _ast(build: Build, file: str) -> Iterator[str]:
    for title, node in _texts(build.vocab, file):
        yield f"# {title}\n{ast.dump(node)}"


def _resolved(build: Build, file: str) -> Iterator[str]:
    """One line for each node with facts: its place and text, its meaning, its type."""
    if build.checked is None:
        return
    facts = build.checked.facts
    for title, node in _texts(build.vocab, file):
        yield f"# {title}\n"
        for below in node.walk():
            ref, type_ = facts.refs.get(below), facts.types.get(below)
            if ref is None and type_ is None:
                continue
            line, column = below.span.line_column()
            meaning = f" = {ref.form} {ref.owner + '.' if ref.owner else ''}{ref.name}" if ref else ""
            text = " ".join(below.span.text.split())
            yield f"{line}:{column} `{text}`{meaning}{f': {type_}' if type_ else ''}\n"


def _ir(build: Build, file: str) -> Iterator[str]:
    """Every part of the program that comes from the file."""
    if build.program is not None:
        yield program_text(build.program, file)


_STAGES: dict[str, Callable[[Build, str], Iterator[str]]] = {"ast": _ast, "resolved": _resolved, "ir": _ir}

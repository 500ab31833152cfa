"""``cardwright fmt``: formats rules and the texts of cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from cardwright.cli.apply_fixes import as_difference, file_of, write
from cardwright.cli.games import Reading, games_at, hook_option, read_game, requested_filter
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import say, show
from cardwright.cli.paths import CONTENT, GamePath
from compiler.build import Build
from dsl.codes import CODES
from dsl.counts import numbered
from dsl.diagnostics import Fix
from dsl.fixes import with_fixes
from dsl.game.line_forms import print_line
from dsl.game.lines import written_lines
from dsl.source import Source, Span
from dsl.syntax.layout import formatted_abilities, formatted_rules

_REFUSED = "not laid out, since it cannot be read; `cardwright check` says why"
_READING = ("file", "schema", "syntax")  # stages whose errors mean that a text could not be parsed


@click.command("fmt")
@click.argument("paths", nargs=-1, type=GamePath())
@click.option("--check", "only", is_flag=True, help="List the files that would change, without changing them.")
@click.option("--diff", is_flag=True, help="Show the changes, without making them.")
@hook_option
def command(paths: tuple[Path, ...], only: bool, diff: bool) -> int:
    """Format `.rules` files, the texts of cards and their printed lines. The meaning never changes.

    Comments and line breaks stay. A text that cannot be read is not changed, and makes the exit code 1, wherever in a
    game it is.
    """
    requested = [path.absolute() for path in paths or (CONTENT,)]
    done: dict[str, int] = {}  # how many files of each game are written
    changed = refused = total = 0
    for folder in games_at(paths):
        texts: dict[Source, str] = {}
        reading, wanted = read_game(folder), requested_filter(folder, requested)
        laid_out = dict(_laid_out(reading.build)) if reading.build is not None else {}
        refused += _report_unread(reading, {source.path for source, text in laid_out.items() if text is None})
        for source, text in laid_out.items():
            file = file_of(reading, source)
            if not wanted(file.relative_to(folder).as_posix()):
                continue
            total += 1
            if text is None:
                refused += 1
                say(f"{source.path}: {_REFUSED}")
            elif text != source.text:
                changed += 1
                if diff:
                    show(as_difference(source, text), nl=False)
                elif only:
                    say(f"{source.path}: not laid out")
                else:
                    texts[source] = text
        _write(reading, texts, done)
    if not diff:
        say(f"{changed} of {total} files {'to be laid out' if only else 'laid out'}")
    return FINDINGS if refused or (changed and (only or diff)) else CLEAN


def _write(reading: Reading, texts: dict[Source, str], done: dict[str, int]) -> None:
    """Writes the files of a game; a fault comes with what was written of the games before."""
    try:
        write(reading, texts)
    except OSError:
        for shown, count in done.items():
            say(f"{shown}: {numbered(count, 'file')} laid out", err=True)
        raise
    if texts:
        done[reading.shown] = len(texts)


def _report_unread(reading: Reading, known: set[str]) -> int:
    """The number of files with such errors that are not reported elsewhere: their layout cannot be checked."""
    unread = {f.span.source.path for f in reading.errors if CODES[f.code].stage in _READING} - known
    for path in sorted(unread):
        say(f"{path}: {_REFUSED}")
    return len(unread)


def _laid_out(build: Build) -> Iterator[tuple[Source, str | None]]:
    """Every file with text of the language, and its new text; None if it cannot be parsed."""
    for source in build.files.rules:
        yield source, formatted_rules(source)
    sources: dict[str, tuple[Source, list[tuple[Fix, bool]]]] = {}
    for span, text in [*_texts(build), *_lines(build)]:
        pieces = sources.setdefault(span.source.path, (span.source, []))[1]
        pieces.append((Fix(span, text or ""), text is not None))
    for source, pieces in sources.values():
        sound = all(is_sound for _, is_sound in pieces)
        yield source, with_fixes(source, [fix for fix, _ in pieces])[0] if sound else None


def _texts(build: Build) -> Iterator[tuple[Span, str | None]]:
    for card in build.vocab.cards.values():
        for part in card.texts:
            yield part.span, formatted_abilities(part.span)


def _lines(build: Build) -> Iterator[tuple[Span, str | None]]:
    for entry in build.files.cards:
        for line in written_lines(entry.node):
            yield line.line.inside, print_line(line, line.form)

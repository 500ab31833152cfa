"""``cardwright roster``: checks a list of cards against the rules for such lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from cardwright.cli.games import Reading, games_at, read_rules, requested_filter
from cardwright.cli.limits import Clock, time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import say, show
from cardwright.cli.render import as_text, counted
from compiler.callables.code import Code
from compiler.interpreter.repairs import Change, repair
from compiler.interpreter.rosters import check_roster
from compiler.interpreter.values import Fault, Stopped
from dsl.checking.rosters import RosterData, fitting_cards, read_roster
from dsl.diagnostics import Sink


@click.command("roster")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@time_limit
def command(file: Path, time_limit: float) -> int:
    """Check the roster in FILE (in the folder rosters/ of a game) against the definition that it names."""
    folder = games_at([file])[0]
    reading = read_rules(folder)
    for fault in reading.errors:
        show(as_text(fault), err=True)
        say("", err=True)
    build = reading.build
    if reading.errors:
        say(f"{file.as_posix()}: it cannot be judged: {reading.shown} has {counted(reading.errors)}")
    if reading.errors or build is None or build.program is None:
        return FINDINGS
    is_file, inside = requested_filter(folder, [file]), len(reading.shown) + 1
    node = next((r for r in build.files.rosters if is_file(r.span.source.path[inside:])), None)
    if node is None:
        raise click.ClickException(f"`{file}` is no sound roster of {reading.shown}")
    data = read_roster(build.vocab, node, Sink())
    if data is None:
        return FINDINGS  # already reported with the findings above
    code = Code(build.program)
    code.watch = clock = Clock(time_limit)
    try:
        with clock.running():
            return _judge(reading, file, code, data)
    except Stopped as stop:
        raise click.ClickException(f"`{file}`: {stop}") from stop


def _judge(reading: Reading, file: Path, code: Code, data: RosterData) -> int:
    """Prints the faults of a roster and a way to repair it."""
    build = reading.build
    assert build is not None and build.program is not None
    try:
        wrong = check_roster(code, data.definition, data.values)
    except Fault as fault:
        say(f"{file.as_posix()}: it cannot be judged: {fault.message}")
        return FINDINGS
    for refusal in wrong:
        place = build.program.spans[refusal.at]
        rows = f" [{', '.join(refusal.rows)}]" if refusal.rows else ""
        say(f"{file.as_posix()}: {refusal.message} ({place.path}:{place.line}){rows}")
    say(f"{file.as_posix()}: {len(wrong)} broken" if wrong else f"{file.as_posix()}: legal")
    if wrong:
        changes = repair(code, data.definition, data.values, fitting_cards(build.vocab, data.definition))
        words = ", ".join(_in_words(changes)) if changes is not None else "none that the search finds"
        say(f"a way to mend it: {words}")
    return FINDINGS if wrong else CLEAN


def _in_words(changes: tuple[Change, ...]) -> Iterator[str]:
    """The changes in words, equal ones together."""
    for change, many in Counter(changes).items():
        if change.take and change.bring:
            yield f"exchange {many} `{change.take}` for `{change.bring}` in `{change.param}`"
        elif change.take:
            yield f"take {many} `{change.take}` out of `{change.param}`"
        else:
            yield f"add {many} `{change.bring}` to `{change.param}`"

"""``cardwright test``: runs the content tests of games."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright.cli.faults import fault_message
from cardwright.cli.games import Reading, elsewhere, read_games
from cardwright.cli.limits import EACH, Clock, time_limit
from cardwright.cli.main import CLEAN, FAULT, FINDINGS
from cardwright.cli.output import say, show, status
from cardwright.cli.render import as_text
from compiler.callables.code import Code
from compiler.core.scripts import Script
from compiler.interpreter.scripts import Failure, Outcome, Scripts
from compiler.interpreter.values import Stopped
from dsl.diagnostics import Severity


@click.command("test")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@time_limit
@click.option("-k", "wanted", metavar="TEXT", default="", help="Run only tests whose name or file contains this text.")
@click.option("--trace", is_flag=True, help="Show the events of each test.")
def command(paths: tuple[Path, ...], wanted: str, trace: bool, time_limit: float) -> int:
    """Run the content tests of the games at PATHS (default: content/).

    The last line is `N passed, N failed`; for a game with errors it says how many tests did not run. The exit code is 1
    if a test fails or does not run, or if a game has errors.
    """
    passed = failed = left = 0
    broken, ours, clock = False, False, Clock(time_limit)
    for reading in read_games(paths):
        broken = broken or bool(reading.errors)
        for fault in (f for f in reading.findings if f.severity is Severity.ERROR):
            show(as_text(fault))
            say("")
        if any(f.severity is Severity.ERROR for f in reading.elsewhere):
            show(f"{reading.shown}: {elsewhere(reading)}\n")
        left += _not_run(reading)
        for outcome in run_tests(reading, wanted, tracing=trace, clock=clock):
            passed, failed = passed + outcome.passed, failed + (not outcome.passed)
            ours = ours or outcome.broken is not None
            _show(reading, outcome, trace)
    say(f"{passed} passed, {failed} failed" + (f", {left} not run" if left else ""))
    return FAULT if ours else FINDINGS if failed or broken or left else CLEAN


def run_tests(
    reading: Reading, wanted: str = "", *, tracing: bool = False, clock: Clock | None = None
) -> list[Outcome]:
    """The outcomes of a game's tests, in the order of the files; one that takes too long has failed."""
    build = reading.build
    if build is None or build.program is None:
        return []
    code = Code(build.program, marking=True)
    code.watch = clock = clock or Clock(EACH)
    runner = Scripts(code, build.scripts)
    outcomes = []
    chosen = [s for key, s in build.scripts.items() if key.startswith("test ")]
    for number, script in enumerate(chosen, 1):
        if wanted in script.name or wanted in code.spans[script.at].path:
            outcomes.append(_run(runner, script, clock, tracing))
        if number % 25 == 0:
            status(f"{reading.folder.name}: {number} of {len(chosen)}")
    status("")
    return outcomes


def _run(runner: Scripts, script: Script, clock: Clock, tracing: bool) -> Outcome:
    try:
        with clock.running():
            return runner.run_test(script, tracing=tracing)
    except Stopped as stop:  # stopped before it began, or by the signal
        return Outcome(script.name, script.at, script.rows, [Failure(str(stop), script.at)])


def _not_run(reading: Reading) -> int:
    """The number of tests that cannot run because the game has errors."""
    build = reading.build
    return len(build.files.tests) if build is not None and build.program is None else 0


def _show(reading: Reading, outcome: Outcome, trace: bool) -> None:
    assert reading.build is not None and reading.build.program is not None
    spans = reading.build.program.spans
    if trace:
        say(f"{'ok' if outcome.passed else 'FAILED'} {outcome.name}")
        for line in outcome.trace:
            say(f"    {line}")
    if outcome.broken is not None:
        at = spans[outcome.at]
        show(f"{at.path}:{at.line}:{at.column}: {outcome.name}: {fault_message(outcome.broken)}")
    for failure in outcome.failures:
        place = spans[failure.at]
        say(f"{place.path}:{place.line}:{place.column}: test-failed: {outcome.name}: {failure.message}")

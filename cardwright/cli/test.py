"""``cardwright test``: runs the content tests of games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cardwright.cli.days import day_option
from cardwright.cli.faults import fault_message
from cardwright.cli.games import Reading, elsewhere, hook_option, read_games, wanted_tests
from cardwright.cli.limits import EACH, Clock, time_limit
from cardwright.cli.main import CLEAN, FAULT, FINDINGS
from cardwright.cli.output import escaped, say, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.render import as_text
from cardwright.cli.watch import watch_option, watching
from compiler.callables.code import Code
from compiler.core.scripts import Script
from compiler.interpreter.scripts import Failure, Outcome, Scripts
from compiler.interpreter.values import Stopped
from dsl.dataclass import dataclass
from dsl.diagnostics import Severity
from dsl.writing import write_text


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tests are to run: those of these files or folders, whose name or file contains a text; with the cards as
    they were on a day.
    """

    paths: tuple[Path, ...] = ()
    text: str = ""
    day: str = ""


_ALL = Wanted()


@click.command("test")
@click.argument("paths", nargs=-1, type=GamePath())
@time_limit
@click.option("-k", "wanted", metavar="TEXT", default="", help="Run only tests whose name or file contains this text.")
@click.option("--trace", is_flag=True, help="Show the events of each test.")
@click.option("--format", "form", type=click.Choice(["text", "junit"]), default="text", show_default=True,
              help="How to report: lines of text, or XML as JUnit writes it.")  # fmt: skip
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Also write the results into FILE, as `--format junit` shows them.")  # fmt: skip
@day_option
@watch_option
@hook_option
def command(paths: tuple[Path, ...], wanted: str, time_limit: float, watch: bool, **how: Any) -> int:
    """Run the content tests at PATHS (default: content/): games by path or name, folders, or files of tests.

    The last line is `N passed, N failed`; for a game with errors it says how many tests did not run. A test with errors
    does not stop the others. The exit code is 1 if a test fails or does not run, if no test is found, or if a game has
    errors.
    """
    chosen = Wanted(paths, wanted, how.pop("day"))
    return watching(chosen.paths, lambda: _run_all(chosen, time_limit, **how), again=watch)


def _run_all(chosen: Wanted, time_limit: float, *, trace: bool, form: str, report: Path | None) -> int:
    passed = failed = left = 0
    broken, ours, clock = False, False, Clock(time_limit)
    suites: list[tuple[Reading, list[Outcome]]] = []
    for reading in read_games(chosen.paths, chosen.text, chosen.day):
        broken = broken or bool(reading.errors)
        if form == "text":
            _show_errors(reading)
        left += _not_run(reading)
        outcomes = run_tests(reading, chosen, tracing=trace, clock=clock)
        suites.append((reading, outcomes))
        for outcome in outcomes:
            passed, failed = passed + outcome.passed, failed + (not outcome.passed)
            ours = ours or outcome.broken is not None
            if form == "text":
                _show(reading, outcome, trace)
    nothing = not (passed or failed or left or broken)
    if form == "text":
        say(f"{passed} passed, {failed} failed" + (f", {left} not run" if left else ""))
        if nothing and chosen.text:
            say(f"no test has {chosen.text!r} in its name", err=True)
        elif nothing:
            say("no test was run: nothing shows that the rules do what they say", err=True)
    if form == "junit" or report is not None:
        _report(suites, form, report)
    return FAULT if ours else FINDINGS if failed or broken or left or nothing else CLEAN


def _report(suites: list[tuple[Reading, list[Outcome]]], form: str, report: Path | None) -> None:
    """The results as JUnit writes them: shown, into a file, or both."""
    from cardwright.cli.junit_tests import as_junit

    text = as_junit(suites)
    if form == "junit":
        show(text)
    if report is not None:
        write_text(report, escaped(text) + "\n")


def _show_errors(reading: Reading) -> None:
    for fault in (f for f in reading.findings if f.severity is Severity.ERROR):
        show(as_text(fault))
        say("")
    if any(f.severity is Severity.ERROR for f in reading.elsewhere):
        show(f"{reading.shown}: {elsewhere(reading)}\n")


def run_tests(
    reading: Reading, wanted: Wanted = _ALL, *, tracing: bool = False, clock: Clock | None = None, marking: bool = False
) -> list[Outcome]:
    """The outcomes of a game's tests, in the order of the files; one that takes too long has failed.

    ``marking``: with the rows that they carried out, which takes longer.
    """
    build = reading.build
    if build is None or build.program is None:
        return []
    code = Code(build.program, marking=marking)
    code.watch = clock = clock or Clock(EACH)
    chosen = list(_chosen(reading, wanted))
    runner = Scripts(code, {str(number): script for number, script in enumerate(chosen)}, judging=True)
    outcomes = []
    for number, script in enumerate(chosen, 1):
        doing = f"{reading.folder.name}: test {number} of {len(chosen)}"
        outcomes.append(_run(runner, script, clock, doing, tracing))
    status("")
    return outcomes


def _chosen(reading: Reading, wanted: Wanted) -> Iterator[Script]:
    """The tests that are asked for; no others are compiled."""
    assert reading.build is not None and reading.build.program is not None
    spans, asked = reading.build.program.spans, wanted_tests(reading.folder, wanted.paths, wanted.text)
    for key, script in reading.build.scripts.items():
        if key.startswith("test ") and asked.takes(script.name, spans[script.at].path):
            yield script


def _run(runner: Scripts, script: Script, clock: Clock, doing: str, tracing: bool) -> Outcome:
    try:
        with clock.running(lambda: doing):
            return runner.run_test(script, tracing=tracing)
    except Stopped as stop:  # stopped before it began, or by the signal
        return Outcome(script.name, script.at, script.rows, [Failure(str(stop), script.at)])


def _not_run(reading: Reading) -> int:
    """The number of tests that cannot run because they, or all of the game, have errors."""
    build = reading.build
    if build is None:
        return 0
    return len(build.files.tests) - (len(build.tests) if build.program is not None else 0)


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

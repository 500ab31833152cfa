"""What a command is about: a test, a scenario or a save.

Job: find the script that a person names. Input: a build and a name. Output: the key of a script, or a ClickException
that says which there are.
"""

from __future__ import annotations

from pathlib import Path

import click

from compiler.build import Build
from dsl.suggest import suggest

SAVED = click.Path(path_type=Path, exists=True, dir_okay=False)


def usual_scenario(build: Build) -> str:
    """The scenario that is meant where none is named: the ruleset's, or the only one; empty if there is neither."""
    if build.vocab.scenario:
        return build.vocab.scenario
    scenarios = [key.removeprefix("scenario ") for key in build.scripts if key.startswith("scenario ")]
    return scenarios[0] if len(scenarios) == 1 else ""


def script_key(build: Build, name: str | None) -> str:
    """The key of a scenario or test among the scripts; without a name, of the usual scenario."""
    scenarios = [key.removeprefix("scenario ") for key in build.scripts if key.startswith("scenario ")]
    wanted = name or usual_scenario(build)
    if wanted in scenarios:
        return f"scenario {wanted}"
    tests = {script.name: key for key, script in build.scripts.items() if key.startswith("test ")}
    if wanted in tests:
        return tests[wanted]
    if not wanted:
        raise click.ClickException(f"the game has no usual scenario; name one of {', '.join(scenarios) or 'none'}")
    near = suggest(wanted, [*scenarios, *tests])
    raise click.ClickException(
        f"there is no scenario or test `{wanted}`; {near or 'the scenarios are ' + (', '.join(scenarios) or 'none')}"
    )

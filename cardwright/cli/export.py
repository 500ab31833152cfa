"""``cardwright export``: writes the compiled rules of a game for another program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.authoring.exported import exported
from cardwright.authoring.hosts.table import HOSTS
from cardwright.cli.days import day_option
from cardwright.cli.export_folder import write_export
from cardwright.cli.games import games_at, read_game
from cardwright.cli.limits import SEVERAL, Clock, time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import say, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.render import as_text
from compiler.core import ir
from compiler.interpreter.values import Stopped
from compiler.targets.export import TARGETS, Content, export_code
from compiler.targets.json_export import export_json, input_hash
from compiler.targets.manifest import BUILT_IN, Manifest, ManifestError, obstacles, read_manifest
from compiler.targets.subset import only_cards
from compiler.targets.suite import FILE, suite
from dsl.counts import numbered
from dsl.diagnostics import Severity
from dsl.game.game_files import GameFolder
from dsl.game.named_files import read_named
from dsl.suggest import suggest


@click.command("export")
@click.argument("game", type=GamePath())
@click.option("--target", type=click.Choice(["json", *TARGETS, *HOSTS]), help="The language or host to export for.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The output folder.")
@click.option("--cards", metavar="IDS", help="Only these cards (ids with commas between them), and what they need.")
@click.option("--manifest", metavar="FILE", help="What the host cannot do: a JSON file, or squares, table or cards.")
@click.option("--conformance", is_flag=True, help="Also write the suite that tests other engines.")
@click.option("--overwrite", is_flag=True, help="Also replace files that no export wrote, or that were changed since.")
@time_limit
@click.option("--matches", type=click.IntRange(0), default=3, show_default=True, help="Number of matches in the suite.")
@day_option
def command(game: Path, target: str | None, out: Path, **options: Any) -> int:
    """Write the compiled rules of GAME for another program.

    If a card needs something that the target or the manifest does not support, nothing is written. Besides programming
    languages, the targets include hosts that show or play cards: sheets (csv), godot, tabletop and boardgame.io.
    """
    if target is None and not options["conformance"]:
        raise click.UsageError("name a --target, or ask for the suite with --conformance")
    reading = read_game(games_at([game])[0], day=options["day"])
    errors = [f for f in reading.findings if f.severity is Severity.ERROR]
    for fault in errors:
        show(as_text(fault), err=True)
        say("", err=True)
    if errors or reading.build is None or reading.build.program is None:
        return FINDINGS
    content = _chosen(exported(reading.build, reading.shown, options["day"]), options["cards"])
    compiled = HOSTS[target].target if target in HOSTS else target
    manifests = [BUILT_IN[compiled]] if compiled else []
    if options["manifest"] is not None:
        manifests.append(_manifest(options["manifest"]))
    if _refused(content.program, reading.build.program, manifests):
        return FINDINGS
    if target in HOSTS:
        files = HOSTS[target].export(reading.build, content)
    else:
        files = _files(content, target, (reading.folder, options["day"]), tests=options["conformance"])
    if options["conformance"]:
        try:
            files[FILE] = _suite(content, options["matches"], Clock(options["time_limit"] * SEVERAL, several=0))
        except Stopped as stop:
            raise click.ClickException(f"the suite was {stop}; nothing was written") from stop
    total = write_export(files, out, overwrite=options["overwrite"])
    say(f"{numbered(len(files), 'file')}, {(total + 1023) // 1024} KiB, in {out}")
    return CLEAN


def _files(content: Content, target: str | None, read: tuple[Path, str], *, tests: bool) -> dict[str, str]:
    """``read``: the folder of the game, and the day of its cards."""
    if target is None:
        return {}
    if target == "json":
        folder, day = read
        whole = GameFolder(folder, "").everything()
        return export_json(content, input_hash([*whole, ("as of", day.encode())] if day else whole))
    return export_code(content, TARGETS[target](), tests=tests)


def _chosen(content: Content, cards: str | None) -> Content:
    """All cards, or the requested ones; reports which scenarios are left out."""
    if cards is None:
        return content
    ids = [id_.strip() for id_ in cards.split(",") if id_.strip()]
    known = content.program.cards
    if not ids:
        raise click.ClickException("--cards names no card")
    for id_ in ids:
        if id_ not in known:
            near = suggest(id_, known)
            raise click.ClickException(f"there is no card `{id_}`" + (f"; {near}" if near else ""))
    chosen = only_cards(content, ids)
    for scenario in (name for name in content.scenarios if name not in chosen.scenarios):
        say(f"left out: the scenario {scenario}, which has other cards", err=True)
    return chosen


def _suite(content: Content, matches: int, clock: Clock) -> str:
    """The conformance suite; on a terminal it is told how far it is."""
    doing = [""]

    def begun(name: str) -> None:
        doing[0] = name

    try:
        with clock.running(lambda: doing[0]):
            return suite(content, matches, clock, begun)
    finally:
        status("")


def _manifest(name: str) -> Manifest:
    if name in BUILT_IN:
        return BUILT_IN[name]
    try:
        return read_manifest(read_named(Path(name)).decode("utf-8"))
    except (ManifestError, UnicodeDecodeError) as fault:
        raise click.ClickException(f"`{name}`: {fault}") from fault


def _refused(program: ir.Program, read: ir.Program, manifests: list[Manifest]) -> bool:
    """Reports the obstacles to the export, with their places; whether there are any."""
    found = [obstacle for manifest in manifests for obstacle in obstacles(program, manifest)]
    for obstacle in found:
        place = read.spans[obstacle.at]
        where = f"{place.path}:{place.line}:{place.column}: " if obstacle.at else ""
        say(f"{where}{obstacle.message}", err=True)
    if found:
        say("nothing was written", err=True)
    return bool(found)

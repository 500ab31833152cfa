"""``cardwright cards``: prints the cards of a game: sheets to cut out, pictures, a gallery."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from cardwright.authoring.faces.describe import Describer, Face, name_of
from cardwright.authoring.faces.extras import dice_file, list_file, odd_dice
from cardwright.authoring.faces.layouts import SIZES, style_of
from cardwright.authoring.faces.printing import (
    Job,
    chosen,
    copies,
    deck_files,
    findings,
    gallery_file,
    picture_files,
    resized,
    sheet_file,
)
from cardwright.authoring.faces.sheets import PAPERS, DoesNotFit, Paper
from cardwright.authoring.faces.typesetting import Missing, faults, shortened
from cardwright.authoring.faces.wording import rules_text
from cardwright.cli.days import day_option
from cardwright.cli.export_folder import write_export
from cardwright.cli.formats import shown_as
from cardwright.cli.games import Reading, games_at, read_rules
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.options import Measure, chosen_language, language_option, refuse_given
from cardwright.cli.output import doing, say, show
from cardwright.cli.paths import GamePath
from cardwright.cli.render import as_text
from compiler.build import Build
from dsl.checking.rosters import read_roster
from dsl.counts import numbered
from dsl.diagnostics import Diagnostic, Sink
from dsl.reading.yaml_tree import Mapping
from dsl.suggest import suggest
from dsl.writing import write_files

_FORMS = ("pdf", "png", "svg", "html", "json")
_SHEETS = {"paper": "", "tabletop": "png", "dice": "pdf", "list": "pdf"}  # and the format that each needs
_NAMED = 5  # words without a name, in a message


@click.command("cards")
@click.argument("game", type=GamePath())
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default="pdf",
    show_default=True,
    help="Sheets to cut out, a picture of each card, a gallery; json: only the findings.",
)
@click.option("--out", type=click.Path(path_type=Path), help="The file, or for pictures the folder.")
@language_option
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only the cards of this kind.")
@click.option("--card", "cards", multiple=True, metavar="ID", help="Only this card.")
@click.option("--roster", metavar="NAME", help="As many of each card as this roster of the game has.")
@click.option("--size", type=click.Choice(list(SIZES)), help="Another size than the layouts have.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The paper of sheets.")
@click.option("--bleed", type=Measure(0, 5), metavar="MM", help="Colour beyond the cut: 1 on sheets, else 0.")
@click.option("--backs", is_flag=True, help="Also the backs: on sheets mirrored, for printing on both sides.")
@click.option(
    "--back-offset",
    type=(Measure(), Measure()),
    default=(0.0, 0.0),
    metavar="X Y",
    help="Move the backs right and down, in mm, for a printer that does not meet the front.",
)
@click.option(
    "--sheet",
    type=click.Choice(list(_SHEETS)),
    default="paper",
    show_default=True,
    help="dice: paper dice; list: the roster as a table; tabletop (png): decks for Tabletop Simulator.",
)
@click.option("--ppi", type=Measure(30, 600), default=300, show_default=True, help="Points of a png per inch.")
@click.option("--overwrite", is_flag=True, help="Also replace files that are there already.")
@day_option
def command(game: Path, form: str, **options: Any) -> int:  # fmt: skip
    """Print the cards of GAME.

    How cards look stands in the game's faces.yaml; kinds without a layout get one. A card whose texts do not fit, or
    with a character that no font has, is a finding: it is printed all the same, and the exit code is 1. It needs the
    packages of `pip install cardwright[cards]`.
    """
    sheet = options["sheet"]
    if _SHEETS[sheet] not in ("", form):
        raise click.UsageError(f"--sheet {sheet} needs --format {_SHEETS[sheet]}")
    if sheet == "list" and options["roster"] is None:
        raise click.UsageError("--sheet list needs a --roster")
    refuse_given(_unheeded(form, sheet, backs=options["backs"]))
    reading = read_rules(games_at([game])[0], day=options["day"])
    build = reading.build
    if reading.errors or build is None or build.program is None:
        return _refused(reading, form)
    language = chosen_language(build.vocab.languages, options["language"])
    describer = Describer(build, style_of(build), language, rules_text(build, language))
    job, found = _job(describer, options)
    if form == "json":
        show(shown_as("json", [replace(reading, findings=tuple(found))]))
        return FINDINGS if found else CLEAN
    for fault in found:
        show(as_text(fault), err=True)
        say("", err=True)
    if options["sheet"] in ("paper", "tabletop"):
        _tell(describer, job)
    with doing("drawing"):
        files = _files(describer, job, form, options)
    _write(files, options["out"] or _usual_place(reading, form), overwrite=options["overwrite"])
    return FINDINGS if found else CLEAN


def _unheeded(form: str, sheet: str, *, backs: bool) -> dict[str, str]:
    """The options that have no effect on what is made, each with the reason."""
    if form == "json":
        made = ("out", "bleed", "backs", "back_offset", "sheet", "ppi", "paper", "overwrite")
        return dict.fromkeys(made, "`--format json` only lists the findings")
    found: dict[str, str] = {}
    if form != "png" or sheet == "tabletop":
        found["ppi"] = "only single pictures as png have points"
    if form != "pdf":
        found["paper"] = "only sheets to print, which are pdf, have a paper"
    if sheet != "paper":
        found |= dict.fromkeys(("bleed", "backs"), f"`--sheet {sheet}` has none")
    elif form == "html":
        found |= dict.fromkeys(("bleed", "backs"), "a gallery has none")
    if sheet in ("dice", "list"):
        found["size"] = f"`--sheet {sheet}` prints no cards"
    if not backs or form != "pdf":
        found["back_offset"] = "it moves the backs of sheets, which `--backs` with `--format pdf` prints"
    return found


def _refused(reading: Reading, form: str) -> int:
    """Reports why a game cannot be printed."""
    if form == "json":
        show(shown_as("json", [reading]))
        return FINDINGS
    for fault in reading.errors:
        show(as_text(fault), err=True)
        say("", err=True)
    return FINDINGS


def _job(describer: Describer, options: dict[str, Any]) -> tuple[Job, list[Diagnostic]]:
    """The cards that are asked for, and what is wrong with them."""
    build = describer.build
    faces = _chosen(describer.faces(), options)
    counts = {face.card: 1 for face in faces}
    if options["roster"] is not None:
        counts = _roster(build, options["roster"])
        faces = tuple(face for face in faces if face.card in counts)
    if not faces:
        raise click.ClickException("no card is left to print")
    if options["size"] is not None:
        faces = resized(faces, SIZES[options["size"]])
    job = Job(faces, counts, describer.game(), describer.language)
    try:
        with doing("measuring"):
            wrong = faults(faces, job.look())
    except Missing as missing:
        raise click.ClickException(str(missing)) from missing
    found = list(findings(faces, wrong))
    return replace(job, faces=tuple(shortened(faces))), found


def _chosen(faces: tuple[Face, ...], options: dict[str, Any]) -> tuple[Face, ...]:
    for what, given, known in (
        ("kind with cards", options["kinds"], {face.kind for face in faces}),
        ("card", options["cards"], {face.card for face in faces}),
    ):
        for name in given:
            if name not in known:
                near = suggest(name, known)
                raise click.ClickException(f"there is no {what} `{name}`" + (f"; {near}" if near else ""))
    return chosen(faces, options["kinds"], options["cards"])


def _dice(describer: Describer, paper: str) -> bytes:
    made = dice_file(describer, paper)
    if made is None:
        raise click.ClickException("the game names no dice with six faces that are known")
    for name in odd_dice(describer):
        say(f"left out: the die `{name}`, which has not six faces that are known", err=True)
    return made


def _roster(build: Build, name: str) -> dict[str, int]:
    """How many of each card a roster has."""
    data = read_roster(build.vocab, _roster_node(build, name), Sink())
    assert data is not None  # the game has no errors
    return copies(data, list(build.vocab.cards))


def _roster_node(build: Build, name: str) -> Mapping:
    """A roster of the game, named by its file, with or without path and ending."""
    stem = Path(name).stem
    by_name = {Path(node.span.source.path).stem: node for node in build.files.rosters}
    if stem not in by_name:
        near = suggest(stem, by_name)
        raise click.ClickException(f"the game has no roster `{stem}`" + (f"; {near}" if near else ""))
    return by_name[stem]


def _tell(describer: Describer, job: Job) -> None:
    """Says what the faces lack."""
    unnamed = sorted(describer.unnamed)
    if unnamed and describer.language != describer.vocab.languages[0]:
        more = ", …" if len(unnamed) > _NAMED else ""
        words = ", ".join(unnamed[:_NAMED]) + more
        say(f"words without a name in {describer.language}, which stand as they are: {words}", err=True)
    silent = sum(1 for face in job.faces if face.silent)
    if silent:
        has, their = ("card has", "its face lacks") if silent == 1 else ("cards have", "their faces lack")
        say(f"{silent} {has} ability text that the game has no words for yet; {their} it", err=True)


def _files(describer: Describer, job: Job, form: str, options: dict[str, Any]) -> dict[str, bytes] | bytes:
    if options["sheet"] == "dice":
        return _dice(describer, options["paper"])
    if options["sheet"] == "list":
        node = _roster_node(describer.build, options["roster"])
        return list_file(describer, job, name_of(node, job.language), options["paper"])
    if form == "pdf":
        bleed = 1.0 if options["bleed"] is None else options["bleed"]
        paper = Paper(options["paper"], bleed, options["backs"], options["back_offset"], job.language)
        try:
            return sheet_file(job, paper)
        except DoesNotFit as fault:
            raise click.ClickException(f"{fault}; take another --size or --bleed") from fault
    if form == "html":
        return gallery_file(job)
    if options["sheet"] == "tabletop":
        return deck_files(job)
    return picture_files(job, form, options["ppi"], options["bleed"] or 0, backs=options["backs"])


def _usual_place(reading: Reading, form: str) -> Path:
    """In the working folder; where that is in the game, which holds nothing else, beside the game."""
    within = Path.cwd().is_relative_to(reading.folder.resolve())
    name = f"{reading.folder.name}-cards" + (f".{form}" if form in ("pdf", "html") else "")
    return reading.folder.resolve().parent / name if within else Path(name)


def _write(files: dict[str, bytes] | bytes, out: Path, *, overwrite: bool) -> None:
    if isinstance(files, dict):
        total = write_export(files, out, overwrite=overwrite)
        say(f"{numbered(len(files), 'file')}, {(total + 1023) // 1024} KiB, in {out}")
        return
    if os.path.lexists(out) and not overwrite:
        raise click.ClickException(f"`{out}` is there already; take another name, or say --overwrite")
    write_files({out: files}, out.parent)
    say(f"{out}: {(len(files) + 1023) // 1024} KiB")

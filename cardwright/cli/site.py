"""``cardwright site``: writes a game as pages for any web host: cards, rulebook, graph, and scenarios to play."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from cardwright.authoring.faces.describe import Describer, Face, name_of
from cardwright.authoring.faces.gallery import gallery
from cardwright.authoring.faces.layouts import style_of
from cardwright.authoring.faces.sheets import single
from cardwright.authoring.faces.typesetting import Look, Missing, shortened, typeset
from cardwright.authoring.faces.wording import rules_text
from cardwright.cli.coverage import Options, measure
from cardwright.cli.errata import errata_of
from cardwright.cli.export_folder import write_export
from cardwright.cli.games import Reading, games_at, read_game, report_errors
from cardwright.cli.lab_run import table_of
from cardwright.cli.limits import Clock, time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import doing, say
from cardwright.cli.paths import GamePath
from cardwright.cli.proof_page import rulebook_rows
from cardwright.lab.one_match import MOST
from cardwright.lab.report_page import STYLE, body_of, title_of
from cardwright.studio.site.pages import errata_page, graph_page, home_page, texts_page
from cardwright.studio.site.play_page import card_texts, play_page
from cardwright.studio.site.shell import Page, Site, hand_written, page_words, safe, whole
from compiler.build import Build
from dsl.counts import numbered
from dsl.meaning.lexicon import LANGUAGES


@click.command("site")
@click.argument("game", type=GamePath())
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The output folder.")
@click.option("--no-pictures", is_flag=True, help="Cards as texts alone; it needs no further packages.")
@click.option(
    "--matches",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Also play N matches of agents with random moves, and report on them (`cardwright simulate`).",
)
@click.option("--overwrite", is_flag=True, help="Also replace files that no export wrote, or that were changed since.")
@time_limit
def command(game: Path, out: Path, **options: Any) -> int:
    """Write GAME as pages that any web host serves, and that a browser opens from the folder.

    The pages are a gallery of the cards, their texts and errata, the rulebook with its proof, what answers which event,
    and the scenarios, to be played against agents. They need no server and no network, and run no script but their own.
    Pictures of cards need the packages of `pip install cardwright[cards]`.
    """
    reading = read_game(games_at([game])[0])
    build = reading.build
    if report_errors(reading) or build is None or build.program is None:
        return FINDINGS
    report = _report(game, options["matches"]) if options["matches"] else None
    clock = Clock(options["time_limit"])
    files = site_files(reading, pictures=not options["no_pictures"], clock=clock, report=report)
    total = write_export(files, out, overwrite=options["overwrite"])
    say(f"{numbered(len(files), 'file')}, {(total + 1023) // 1024} KiB, in {out}: open {out / 'index.html'}")
    return CLEAN


def _report(game: Path, matches: int) -> Mapping[str, Any]:
    """The report of so many matches in the usual scenario, as `cardwright simulate` makes it."""
    options = {"matches": matches, "seed": 1, "jobs": os.cpu_count() or 1, "on": None, "engine": "python",
               "agents": "random", "most": MOST}  # fmt: skip
    table = table_of(game, (), options)
    assert table is not None  # the game has no errors
    return table.report(table.played(None))


def site_files(
    reading: Reading, *, pictures: bool, clock: Clock, report: Mapping[str, Any] | None = None
) -> dict[str, bytes]:
    """All pages by path; ``report``: of many matches."""
    build = reading.build
    assert build is not None
    site, texts = _site_of(build, has_report=report is not None), card_texts(build)
    coverage = None
    if "rules" in site.pages:
        with doing("testing"):
            coverage = measure(reading, clock, _KNOWN)
    pages: list[Page] = []
    found: dict[str, bytes] = {}
    for language in site.languages:
        pages += [home_page(site, build, language), texts_page(site, build, texts, language)]
        pages.append(graph_page(site, build, language))
        if coverage is not None:
            title = f"{site.names[language]}: {page_words(language)['rules']}"
            rows = rulebook_rows(reading, coverage, language)
            pages.append(Page("rules", language, title, f"<h1>{page_words(language)['rules']}</h1>\n{rows}"))
        if report is not None:
            pages.append(_report_page(site, report, language))
        if "errata" in site.pages:
            told = language if language in LANGUAGES else LANGUAGES[0]
            pages.append(errata_page(site, errata_of(reading.folder, build, told), language))
        if "cards" in site.pages:
            found[site.path("cards", language)] = _gallery(site, build, language, pictures=pictures)
    if "play" in site.pages:
        pages.append(play_page(site, build))
    found.update({site.path(page.name, page.language): whole(site, page) for page in pages})
    return dict(sorted({**found, "licences.txt": hand_written("site_licences.txt").encode("utf-8")}.items()))


# What is known of the proof is shown; nothing is tried for it.
_KNOWN = Options(0, strict=False, level="", rows=False, form="text", jobs=1, page=None, no_cache=False)


def _site_of(build: Build, *, has_report: bool) -> Site:
    """The pages that this game has something for."""
    assert build.program is not None and build.files.ruleset is not None
    languages = tuple(build.vocab.languages)
    has = {"cards": build.vocab.cards, "rules": build.rulebook.rows, "play": build.program.start and build.scenarios,
           "errata": any(entry.states for entry in build.files.cards), "matches": has_report}  # fmt: skip
    order = ("home", "play", "cards", "texts", "errata", "rules", "graph", "matches")
    pages = tuple(name for name in order if has.get(name, True))
    return Site({language: name_of(build.files.ruleset, language) for language in languages}, languages, pages)


def _report_page(site: Site, report: Mapping[str, Any], language: str) -> Page:
    """What many matches of agents say about the game."""
    title = page_words(language)["matches"]
    about = f"<p>{safe(title_of(report, language))}</p>"
    body = f"<h1>{title}</h1>\n{about}\n{body_of(report, language)}"
    return Page("matches", language, f"{site.names[language]}: {title}", body, (STYLE,))


def _gallery(site: Site, build: Build, language: str, *, pictures: bool) -> bytes:
    """The cards in a language, as `cardwright cards --format html` has them."""
    describer = Describer(build, style_of(build), language, rules_text(build, language))
    faces = tuple(shortened(describer.faces()))
    title = site.names[language]
    try:
        with doing("drawing"):
            drawn = _pictures(faces, Look(title, language)) if pictures else ()
    except Missing as missing:
        raise click.ClickException(f"{missing}; or say --no-pictures") from missing
    return gallery(title, language, faces, drawn, site.links("cards", language)).encode("utf-8")


def _pictures(faces: tuple[Face, ...], look: Look) -> list[bytes]:
    return typeset(faces, [single(faces, number) for number in range(len(faces))], look, "svg")

"""A report as one page of HTML, with plots, that needs nothing from a network.

Job: print the data of a report as a page. Input: a report. Output: HTML; every text of content is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from cardwright.lab.report import headline, percent
from cardwright.lab.report_words import filled, words_of

_WIDE, _ROW, _LEFT = 640, 22, 200
_MOST = 25
_PAGE = """
body{font:16px/1.45 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem;color:#1c2530;background:#fff}
:root{color-scheme:light dark}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;font-size:.9rem}
td,th{padding:.15rem .7rem .15rem 0;text-align:left;border-bottom:1px solid #d8dde3}
@media(prefers-color-scheme:dark){body{color:#e3e7ec;background:#14191f}td,th{border-color:#39424d}}
"""
# What stands in a report, in whichever page.
STYLE = """
ul.first{font-size:1.1rem;padding-left:1.2rem;overflow-wrap:anywhere}.note{color:#566270;font-size:.9rem}
.wide{overflow:auto}svg{max-width:100%;height:auto}svg text{font:13px system-ui,sans-serif;fill:#1c2530}
.bar{fill:#7aa6d1}.dot{fill:#1f5a93}.sure{fill:#b3361b}.line{stroke:#1f5a93;stroke-width:2}.axis{stroke:#9aa4af}
@media(prefers-color-scheme:dark){svg text{fill:#e3e7ec}.bar{fill:#41678c}
.note{color:#a9b4c0}.line{stroke:#7fb2e5}.dot{fill:#7fb2e5}.sure{fill:#f08a6c}}
"""


def page_of(report: Mapping[str, Any], language: str = "en") -> str:
    """The whole page."""
    title = title_of(report, language)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{_PAGE}{STYLE}</style>\n<main>\n<h1>{escape(title)}</h1>\n"
        + body_of(report, language)
        + "\n</main>\n</html>\n"
    )


def title_of(report: Mapping[str, Any], language: str) -> str:
    words = words_of(language)
    return filled(words["title"], game=report["game"], version=report["version"], count=report["matches"])


def body_of(report: Mapping[str, Any], language: str) -> str:
    """What stands in a page below its heading; every text is escaped."""
    return "\n".join(_parts(report, language))


def _parts(report: Mapping[str, Any], language: str) -> Iterator[str]:
    run, words = report["run"], words_of(language)
    yield '<ul class="first">' + "".join(f"<li>{escape(line)}</li>" for line in headline(report, language)) + "</ul>"
    about = {name: report[name] for name in ("rules", "cardwright")}
    told = filled(words["run"], agents=", ".join(run["agents"]), seed=run["seed"], **about)
    yield f'<p class="note">{escape(told)}</p>'
    for scenario in report["scenarios"]:
        yield from _scenario(scenario, language)
    for part in ("agents", "rosters"):
        if report[part]:
            rows = [(row["name"], row["wins"]) for row in report[part]]
            yield f"<h2>{words[f'of_{part}']}</h2>" + rates(rows, 0.5, language)
    yield from _cards(report["cards"], words)
    yield from _unused(report["unused"], words)
    if report["troubles"]:
        columns = ("scenario", "number", "seed", "outcome", "message", "saved")
        yield f"<h2>{words['troubles']}</h2>" + table(
            [words[column] for column in columns],
            [[str(row.get(column, "")) for column in columns] for row in report["troubles"]],
        )


def _scenario(scenario: Mapping[str, Any], language: str) -> Iterator[str]:
    words = words_of(language)
    yield f"<h2>{escape(scenario['scenario'])}</h2>"
    if scenario["decided"]:
        rows = [(words["and"].join(side["players"]), side["wins"]) for side in scenario["sides"]]
        yield rates(rows, 1 / max(len(rows), 1), language)
    if scenario["lengths"]:
        length = scenario["decisions"]
        told = filled(words["decisions"], mean=length["mean"], least=length["least"], most=length["most"])
        yield f"<p>{told}</p>"
        yield histogram(scenario["lengths"], words)


def _cards(cards: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> Iterator[str]:
    effects = [(card["card"], effect) for card in cards for effect in card["adds"]]
    effects.sort(key=lambda row: (row[1]["p"], row[0]))
    if effects:
        yield f"<h2>{words['adds']}</h2>"
        yield f'<p class="note">{words["adds_note"]}</p>'
        rows = [(f"{card}: {words.get(effect['what'], effect['what'])}", effect) for card, effect in effects[:_MOST]]
        yield differences(rows, words)
    if cards:
        names = sorted({what for card in cards for what in card["what"]})
        rows_of = [
            [c["card"], str(c["in_matches"]), *(f"{c['what'].get(name, 0):.2f}" for name in names)] for c in cards
        ]
        yield f"<details><summary>{words['becomes']}</summary>"
        yield table([words["card"], words["in_matches"], *(words.get(n, n) for n in names)], rows_of) + "</details>"


def _unused(unused: Mapping[str, Sequence[Any]], words: Mapping[str, str]) -> Iterator[str]:
    for part in ("offered_only", "abilities", "verbs", "cards"):
        if unused[part]:
            names = [one if isinstance(one, str) else f"{one['name']} ({one['place']})" for one in unused[part]]
            items = "".join(f"<li>{escape(name)}</li>" for name in names)
            title = filled(words[f"list_{part}"], count=len(names))
            yield f"<details><summary>{title}</summary><ul>{items}</ul></details>"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; every text is escaped."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><tr>{head}</tr>{body}</table></div>'


# ---- plots
def _plot(height: int, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDE} {height}" width="{_WIDE}" height="{height}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def rates(rows: Sequence[tuple[str, Mapping[str, Any]]], even: float, language: str) -> str:
    """Rates as bars with their intervals; a line where all would win as often."""
    span = _WIDE - _LEFT - 190
    at = _LEFT + even * span
    parts = [f'<line class="axis" x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{len(rows) * _ROW}" stroke-dasharray="4 3"/>']
    for number, (name, rate) in enumerate(rows):
        y = number * _ROW
        low, high = _LEFT + rate["low"] * span, _LEFT + rate["high"] * span
        parts += [
            f'<text x="0" y="{y + 15}">{escape(_short(name))}</text>',
            f'<rect class="bar" x="{_LEFT}" y="{y + 4}" width="{rate["rate"] * span:.1f}" height="{_ROW - 8}"/>',
            f'<line class="line" x1="{low:.1f}" x2="{high:.1f}" y1="{y + 11}" y2="{y + 11}"/>',
            f'<text x="{_LEFT + span + 8}" y="{y + 15}">{percent(rate, language)}</text>',
        ]
    return _plot(len(rows) * _ROW, parts, words_of(language)["plot_wins"])


def differences(rows: Sequence[tuple[str, Mapping[str, Any]]], words: Mapping[str, str]) -> str:
    """Differences as dots with their intervals, around a line for none."""
    span = (_WIDE - _LEFT - 150) / 2
    most = max(max(abs(row["low"]), abs(row["high"])) for _, row in rows) or 1.0
    zero = _LEFT + 60 + span

    def at(value: float) -> float:
        return zero + value / most * span

    parts = [f'<line class="axis" x1="{zero:.1f}" x2="{zero:.1f}" y1="0" y2="{len(rows) * _ROW}"/>']
    for number, (name, row) in enumerate(rows):
        y = number * _ROW + 11
        parts += [
            f'<text x="0" y="{y + 4}">{escape(_short(name, 34))}</text>',
            f'<line class="line" x1="{at(row["low"]):.1f}" x2="{at(row["high"]):.1f}" y1="{y}" y2="{y}"/>',
            f'<circle class="{_sure(row)}" cx="{at(row["difference"]):.1f}" cy="{y}" r="4"/>',
            f'<text x="{_WIDE - 70}" y="{y + 4}">{row["difference"] * 100:+.1f} %</text>',
        ]
    return _plot(len(rows) * _ROW, parts, words["plot_adds"])


def histogram(rows: Sequence[Sequence[int]], words: Mapping[str, str]) -> str:
    """How many matches are how long."""
    height, wide = 90, _WIDE / len(rows)
    most = max(count for _, count in rows)
    parts: list[str] = []
    for number, (first, count) in enumerate(rows):
        tall, told = count / most * height, filled(words["from"], first=first, count=count)
        parts.append(
            f'<rect class="bar" x="{number * wide + 1:.1f}" y="{height - tall:.1f}" width="{max(wide - 2, 1):.1f}" '
            f'height="{tall:.1f}"><title>{told}</title></rect>'
        )
    parts += [f'<text x="0" y="{height + 16}">{rows[0][0]}</text>',
              f'<text x="{_WIDE}" y="{height + 16}" text-anchor="end">{rows[-1][0]}</text>']  # fmt: skip
    return _plot(height + 20, parts, words["plot_lengths"])


def _sure(row: Mapping[str, Any]) -> str:
    return "sure" if row["significant"] else "dot"


def _short(name: str, most: int = 26) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"

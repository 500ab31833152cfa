"""A report as lines for people at a terminal.

Job: print the data of a report in lines and tables. Input: a report. Output: lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.lab.report import percent
from dsl.counts import numbered

_MOST = 12  # cards that are told of


def lines_of(report: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a report: what is asked first, then who wins, cards, and what never happens."""
    run = report["run"]
    count = numbered(report["matches"], "match", "matches")
    yield (
        f"{report['game']} {report['version']}, rules {report['rules']}: {count}, "
        f"seed {run['seed']}, played by {', '.join(run['agents'])}"
    )
    yield "These agents are no people: what holds among them may not hold among players."
    yield ""
    yield from report["headline"]
    yield ""
    rows = [("scenario", "players", "wins", "of")]
    for scenario in report["scenarios"]:
        for side in scenario["sides"] if scenario["decided"] else ():
            wins = side["wins"]
            rows.append((scenario["scenario"], " ".join(side["players"]), percent(wins), str(wins["of"])))
    yield from table(rows) if len(rows) > 1 else ()
    yield from cards(report["cards"])
    for part, title in (
        ("offered_only", "Offered and never used:"), ("abilities", "Never used, nor offered:"),
        ("verbs", "Verbs that never happen:"), ("cards", "Cards in no match:"),
    ):  # fmt: skip
        yield from _listed(title, [_name(one) for one in report["unused"][part]])
    yield from map(trouble_told, report["troubles"])


def trouble_told(trouble: Mapping[str, Any]) -> str:
    """The line of a match that did not end as it should."""
    saved = f"; {trouble['saved']}" if "saved" in trouble else ""
    at = f"{trouble['scenario']} {trouble['number']} (seed {trouble['seed']})"
    return f"{at}: {trouble['outcome']}: {trouble['message']}{saved}"


def cards(held: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What cards add to winning, the surest first."""
    effects = [(card["card"], effect) for card in held for effect in card["adds"]]
    effects.sort(key=lambda row: (row[1]["p"], row[0]))
    if not effects:
        return
    yield ""
    yield "Chances to win with a card, less those without (`*`: surer than chance among so many cards):"
    rows = [("card", "when it is", "more wins", "interval", "matches with", "without", "")]
    for card, effect in effects[:_MOST]:
        rows.append((
            card, effect["what"], f"{effect['difference']:+.1%}".replace("%", " %"),
            f"{effect['low']:+.1%} to {effect['high']:+.1%}".replace("%", " %"), str(effect["with"]),
            str(effect["without"]), "*" if effect["significant"] else "",
        ))  # fmt: skip
    yield from table(rows)


def table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows with their columns below each other."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _listed(title: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield ""
        yield title
        for name in names[: 2 * _MOST]:
            yield f"  {name}"
        if len(names) > 2 * _MOST:
            yield f"  and {len(names) - 2 * _MOST} more"


def _name(one: Any) -> str:
    return one if isinstance(one, str) else f"{one['name']} ({one['place']})"

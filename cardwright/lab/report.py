"""What a run says about a game, as data (``schemas/simulation.schema.json``).

Job: count who wins, how long matches take, what cards do and what is never used, each with how sure that is. Input: the
plan of a run and its sums. Output: JSON data. The same for the same run, whatever played it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from cardwright.lab.batches import Plan, Sums
from cardwright.lab.noting import DRAWN, HAD
from cardwright.lab.one_match import ENDED, common_sides
from cardwright.lab.report_words import filled, words_of
from cardwright.lab.statistics import Rate, discoveries, rate_of, spread, stratified

FORMAT = 1
_SOME = 8  # cards that are named
_FEWEST = 10  # matches with and without, from which it is said what something of a card adds to winning
Row = dict[str, Any]


def report_of(about: Mapping[str, Any], plan: Plan, sums: Sums, declared: Mapping[str, Any]) -> dict[str, Any]:
    """The report of a run. ``about`` says what was played; ``declared`` what the game has, by its parts.

    ``declared`` has `verbs`, `abilities` (each with its name, place and card), `cards`, and the names of `players` by
    scenario.
    """
    rows: list[Row] = sums["rows"]
    found: dict[str, Any] = {
        "format": FORMAT, **about, "matches": len(rows),
        "outcomes": dict(sorted(Counter(row["outcome"] for row in rows).items())),
        "scenarios": [_scenario(name, rows, declared) for name in plan.scenarios],
        "agents": by_part(rows, "agents") if len(plan.agents) > 1 else [],
        "rosters": by_part(rows, "rosters"),
        "cards": _cards(sums["cards"], len(rows)),
        "unused": _unused(sums, declared),
        "troubles": [
            {key: row[key] for key in ("scenario", "number", "seed", "outcome", "message", "saved") if key in row}
            for row in rows if row["outcome"] != ENDED
        ],
    }  # fmt: skip
    found["headline"] = list(headline(found))
    return found


def has_winner(row: Row) -> bool:
    """Whether a match has ended, and somebody has won."""
    return row["outcome"] == ENDED and bool(row["winners"])


def shown_rate(rate: Rate) -> dict[str, Any]:
    """A rate as data, in shares of 1."""
    return {"count": rate.count, "of": rate.of, **{k: round(getattr(rate, k), 5) for k in ("rate", "low", "high")}}


def by_seed(rows: Iterable[Row], counted: Callable[[Row], tuple[int, int]]) -> list[tuple[int, int]]:
    """For each seed, how many of its matches count, and of how many; ``counted`` gives both for a row."""
    groups: dict[tuple[str, int], list[int]] = {}
    for row in rows:
        count, of = counted(row)
        group = groups.setdefault((row["scenario"], row["seed"]), [0, 0])
        group[0] += count
        group[1] += of
    return [(count, of) for count, of in groups.values()]


# ---- who wins
def _scenario(name: str, rows: Sequence[Row], declared: Mapping[str, Any]) -> dict[str, Any]:
    here = [row for row in rows if row["scenario"] == name]
    decided = [row for row in here if has_winner(row)]
    ended = [row for row in here if row["outcome"] == ENDED]
    names: Sequence[str] = declared["players"][name]
    return {
        "scenario": name, "matches": len(here), "ended": len(ended), "decided": len(decided),
        "says_who_won": not ended or ended[0]["winners"] is not None,
        "sides": [
            {
                "players": [names[seat] if seat < len(names) else str(seat) for seat in side],
                "wins": shown_rate(rate_of(by_seed(decided, partial(_won_by, side)))),
            }
            for side in common_sides(here)
        ],
        "decisions": spread([sum(row["decisions"]) for row in ended]),
        "decisions_by_player": [
            round(sum(row["decisions"][seat] for row in ended) / len(ended), 2)
            for seat in range(len(names)) if ended and seat < len(ended[0]["decisions"])
        ],
        "events": spread([row["events"] for row in ended]),
        "lead_changes": spread([row["lead_changes"] for row in ended]),
        "lengths": _histogram([sum(row["decisions"]) for row in ended]),
    }  # fmt: skip


def _won_by(side: Sequence[int], row: Row) -> tuple[int, int]:
    return _wins(row, side), 1


def _wins(row: Row, side: Sequence[int]) -> bool:
    return not set(side).isdisjoint(row["winners"])


def _histogram(values: Sequence[int], most: int = 20) -> list[list[int]]:
    """How many values lie in each stretch: [first, number]."""
    if not values:
        return []
    least = min(values)
    width = max(1, -(-(max(values) + 1 - least) // most))
    held = Counter((value - least) // width for value in values)
    return [[least + index * width, held[index]] for index in range(max(held) + 1)]


def by_part(rows: Sequence[Row], part: str) -> list[dict[str, Any]]:
    """How often each agent, or each roster, wins: of the sides that it plays, where sides differ in it."""

    def of_row(name: str, row: Row) -> tuple[int, int]:
        played = [side for side in row["sides"] if row[part][side[0]] == name]
        is_mixed = len({row[part][side[0]] for side in row["sides"]}) > 1
        return (sum(_wins(row, side) for side in played), len(played)) if is_mixed else (0, 0)

    decided = [row for row in rows if has_winner(row) and row.get(part)]
    names = sorted({name for row in decided for name in row[part]})
    found = [(name, rate_of(by_seed(decided, partial(of_row, name)))) for name in names]
    return [{"name": name, "wins": shown_rate(rate)} for name, rate in found if rate.of]


# ---- cards
def _cards(cards: Mapping[str, Mapping[str, Sequence[int]]], matches: int) -> list[dict[str, Any]]:
    """What becomes of each card that somebody had in a match, and what that adds to winning."""
    found: list[dict[str, Any]] = []
    effects: list[dict[str, Any]] = []
    for card, cells in sorted((card, cells) for card, cells in cards.items() if cells):
        by_what: dict[str, dict[str, Sequence[int]]] = {}
        for key, cell in cells.items():
            scenario, seat, what = key.split(" ", 2)
            by_what.setdefault(what, {})[f"{scenario} {seat}"] = cell
        held = by_what.pop(HAD, {})
        row: dict[str, Any] = {"card": card, "in_matches": max((cell[1] for cell in held.values()), default=0)}
        row["what"] = {
            what: round(sum(cell[0] for cell in by_what[what].values()) / max(matches, 1), 4)
            for what in sorted(by_what, key=_order)
        }
        adding = [_effect(what, by_what[what], held) for what in row["what"]]
        row["adds"] = [effect for effect in adding if effect is not None]
        effects += row["adds"]
        found.append(row)
    for effect, is_believed in zip(effects, discoveries([effect["p"] for effect in effects]), strict=True):
        effect["significant"] = is_believed
    return found


def _order(what: str) -> tuple[bool, str]:
    return what != DRAWN, what


def _effect(what: str, cells: Mapping[str, Sequence[int]], held: Mapping[str, Sequence[int]]) -> dict[str, Any] | None:
    """How much oftener those win of whose card this became, than those who had it as well and of whose it did not."""
    nothing = (0, 0, 0, 0)
    strata = [
        (cells.get(key, nothing)[3], cells.get(key, nothing)[2],
         had[3] - cells.get(key, nothing)[3], had[2] - cells.get(key, nothing)[2])
        for key, had in held.items()
    ]  # fmt: skip
    strata = [row for row in strata if row[1] >= _FEWEST and row[3] >= _FEWEST]
    found = stratified(strata)
    if found is None:
        return None
    return {
        "what": what, "with": sum(row[1] for row in strata), "without": sum(row[3] for row in strata),
        "difference": round(found.value, 5), "low": round(found.low, 5), "high": round(found.high, 5),
        "p": float(f"{found.p:.3g}"), "significant": False,
    }  # fmt: skip


# ---- what is never used
def _unused(sums: Sums, declared: Mapping[str, Any]) -> dict[str, Any]:
    """What the game has and no match came to. Abilities of cards that no match had are not told: the cards are."""
    present = set(sums["cards"])
    abilities = {
        ability: about for ability, about in declared["abilities"].items()
        if ability not in sums["abilities"] and about["card"] in (*present, "")
    }  # fmt: skip
    return {
        "verbs": sorted(set(declared["verbs"]) - set(sums["verbs"])),
        "offered_only": [_told(a, about) for a, about in abilities.items() if a in sums["offered"]],
        "abilities": [_told(a, about) for a, about in abilities.items() if a not in sums["offered"]],
        "cards": sorted(set(declared["cards"]) - present),
    }


def _told(ability: str, about: Mapping[str, str]) -> dict[str, str]:
    return {"ability": ability, "name": about["name"], "place": about["place"]}


# ---- what is asked first
_UNUSED = ("offered_only", "cards", "verbs", "abilities")


def percent(rate: Mapping[str, Any], language: str = "en") -> str:
    """A rate with its interval, in words."""
    shares = {part: f"{rate[part]:.1%}".replace("%", " %") for part in ("rate", "low", "high")}
    return filled(words_of(language)["rate"], **shares)


def headline(report: Mapping[str, Any], language: str = "en") -> Iterator[str]:
    """What a designer asks first, in sentences."""
    words = words_of(language)
    for row in report["scenarios"]:
        yield from _of_scenario(row, language)
    for part in ("agents", "rosters"):
        for row in report[part]:
            yield filled(words[part], name=row["name"], rate=percent(row["wins"], language))
    yield not_ended(report, language) or words["ended"]
    adding = [card["card"] for card in report["cards"] if any(effect["significant"] for effect in card["adds"])]
    if adding:
        some = ", ".join(adding[:_SOME])
        some += filled(words["more"], count=len(adding) - _SOME) if len(adding) > _SOME else ""
        yield filled(words["adding"], count=len(adding), of=len(report["cards"]), some=some)
    for part in _UNUSED:
        if report["unused"][part]:
            yield filled(words[part], count=len(report["unused"][part]))


def not_ended(held: Mapping[str, Any], language: str = "en") -> str:
    """How many of the matches did not end as they should, in words; nothing where all did."""
    bad = held["matches"] - held["outcomes"].get(ENDED, 0)
    told = ", ".join(f"{count} {name}" for name, count in held["outcomes"].items() if name != ENDED)
    return filled(words_of(language)["bad"], bad=bad, of=held["matches"], told=told) if bad else ""


def _of_scenario(row: Mapping[str, Any], language: str) -> Iterator[str]:
    name, words = row["scenario"], words_of(language)
    if not row["says_who_won"]:
        yield filled(words["no_policy"], name=name)
    elif row["decided"]:
        best = max(row["sides"], key=lambda side: side["wins"]["rate"])
        are_several = len(row["sides"]) > 1
        is_seat = are_several and len(best["players"]) == 1
        is_even = best["wins"]["low"] <= 1 / len(row["sides"])
        yield filled(
            words["won"], name=name, who=words["and"].join(best["players"]),
            rate=percent(best["wins"], language), of=row["decided"],
            place=filled(words["place"], number=row["sides"].index(best) + 1) if is_seat else "",
            sure=words["sure"] if is_even and are_several else "",
        )  # fmt: skip
    if row["ended"] > row["decided"] and row["says_who_won"]:
        yield filled(words["no_winner"], name=name, count=row["ended"] - row["decided"], of=row["ended"])
    if row["ended"]:
        length, leads = row["decisions"], row["lead_changes"]
        yield filled(
            words["length"], name=name, median=length["median"], least=length["least"], most=length["most"],
            leads=leads["mean"],
        )  # fmt: skip

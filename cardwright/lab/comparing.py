"""Two runs of the same matches under two sets of rules: what differs, and whether that is surer than chance.

Job: pair matches by scenario and number, so that seeds, agents and seats are the same, and compare what is counted of
them. Input: rows of two runs. Output: JSON data. Matches of one seed count as one; of all that is called significant,
with a chance of one in twenty at most any is not (Holm).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardwright.lab.one_match import ENDED, common_sides
from cardwright.lab.statistics import holm, mean_of, sign_test

Row = Mapping[str, Any]
Value = Callable[[Row], float | None]


def compared(
    old: Iterable[Row], new: Iterable[Row], players: Mapping[str, Sequence[str]]
) -> tuple[list[dict[str, Any]], int]:
    """What is counted of both runs, by scenario, and how many matches ended alike; ``players`` are their names."""
    before = {(row["scenario"], row["number"]): row for row in old}
    pairs = [
        (before[key], row) for row in new
        if (key := (row["scenario"], row["number"])) in before
    ]  # fmt: skip
    found: list[dict[str, Any]] = []
    for scenario, names in players.items():
        here = [pair for pair in pairs if pair[0]["scenario"] == scenario]
        found += [_measured(scenario, what, value, here) for what, value in _values(here, names)]
    for row, is_believed in zip(found, holm([row["p"] for row in found]), strict=True):
        row["significant"] = is_believed
    return found, sum(a["state"] == b["state"] and a["events"] == b["events"] for a, b in pairs)


def _values(pairs: Sequence[tuple[Row, Row]], names: Sequence[str]) -> list[tuple[str, Value]]:
    """What is counted of each match; a match that did not end has no value, but for that."""
    sides = common_sides(row for row, _ in pairs)
    found: list[tuple[str, Value]] = [
        (f"{' and '.join(_name(seat, names) for seat in side)} won", _won(side)) for side in sides
    ]
    agents = sorted({agent for row, _ in pairs for agent in row["agents"]})
    found += [(f"{agent} won", _agent_won(agent)) for agent in agents if len(agents) > 1]
    return [
        *found,
        ("no winner", lambda row: float(not row["winners"])),
        ("decisions", lambda row: float(sum(row["decisions"]))),
        ("lead changes", lambda row: float(row["lead_changes"])),
        ("did not end", lambda row: float(row["outcome"] != ENDED)),
    ]


def _name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else str(seat)


def _won(side: Sequence[int]) -> Value:
    return lambda row: float(not set(side).isdisjoint(row["winners"] or ()))


def _agent_won(agent: str) -> Value:
    def value(row: Row) -> float | None:
        played = [side for side in row["sides"] if row["agents"][side[0]] == agent]
        won = [not set(side).isdisjoint(row["winners"] or ()) for side in played]
        return sum(won) / len(won) if won else None

    return value


def _measured(scenario: str, what: str, value: Value, pairs: Sequence[tuple[Row, Row]]) -> dict[str, Any]:
    by_seed: dict[int, list[tuple[float, float]]] = {}
    for a, b in pairs:
        whole = what == "did not end" or (a["outcome"] == ENDED and b["outcome"] == ENDED)
        before, after = (value(a), value(b)) if whole else (None, None)
        if before is not None and after is not None:
            by_seed.setdefault(a["seed"], []).append((before, after))
    every = [pair for held in by_seed.values() for pair in held]
    changes = [sum(after - before for before, after in held) / len(held) for held in by_seed.values()]
    mean = mean_of(changes)
    count = max(len(every), 1)
    return {
        "scenario": scenario, "what": what, "of": len(every),
        "old": round(sum(before for before, _ in every) / count, 5),
        "new": round(sum(after for _, after in every) / count, 5),
        "change": round(mean.value, 5),
        "low": round(mean.low, 5) if len(changes) > 1 else None,
        "high": round(mean.high, 5) if len(changes) > 1 else None,
        "p": float(f"{sign_test(sum(c > 0 for c in changes), sum(c < 0 for c in changes)):.3g}"), "significant": False,
    }  # fmt: skip


def is_share(what: str) -> bool:
    """Whether a value is a share of matches, and no count."""
    return what not in ("decisions", "lead changes")


def shown(row: Mapping[str, Any]) -> tuple[str, str, str, str]:
    """Old, new, change and interval, as texts."""

    def text(value: float, sign: str = "") -> str:
        if not is_share(row["what"]):
            return f"{value:{sign}.1f}"
        return f"{value:{sign}.1%}".replace("%", " %")

    interval = f"{text(row['low'], '+')} to {text(row['high'], '+')}" if row["low"] is not None else "unknown"
    return text(row["old"]), text(row["new"]), text(row["change"], "+"), interval

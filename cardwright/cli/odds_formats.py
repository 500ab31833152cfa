"""Odds as text, as JSON and as a plot.

Job: show each question with its outcomes, how likely each is, and whether that is exact. Input: odds. Output: texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

from cardwright.authoring.drawing.plot import Bar, Plot, draw_plots
from cardwright.authoring.odds.question import Question
from cardwright.authoring.odds.walk import Odds
from cardwright.cli.output import as_json
from dsl.counts import numbered
from dsl.dataclass import dataclass

_WIDE = 24  # characters of a bar
_LONG = 12  # digits of a fraction that is shown in text


@dataclass(frozen=True, slots=True)
class Told:
    title: str
    question: Question
    odds: Odds

    @property
    def how(self) -> str:
        """Whether the odds are exact."""
        number = self.odds.number
        if self.odds.exact:
            return f"exact, {numbered(number, 'way of chance', 'ways of chance')}"
        return f"simulated, {number} times; in brackets where the truth lies, at 95 %"

    @property
    def remarks(self) -> list[str]:
        """What the numbers alone do not say: which answers were made up, which nobody asked for, what was refused."""
        places, answers = ", ".join(self.odds.unanswered), ", ".join(self.odds.unused)
        return [
            *([f"nobody says how players answer at {places}: the first answer is taken"] if places else []),
            *([f"answers that no choice takes: {answers}"] if answers else []),
            *self.odds.refused,
        ]

    def by_question(self) -> Iterator[tuple[str, list[tuple[Any, Fraction]]]]:
        """Each question with its values, numbers in their order, and the share of each."""
        for place, name in enumerate(self.question.names):
            found = Counter[Any]()
            for outcome, share in self.odds.by_outcome.items():
                found[outcome[place] if place < len(outcome) else outcome[0]] += share  # type: ignore[assignment]
            yield name, sorted(((v, Fraction(s)) for v, s in found.items()), key=lambda pair: _order(pair[0]))


def _order(value: Any) -> tuple[bool, int, str]:
    is_number = isinstance(value, int)
    return not is_number, value if is_number else 0, str(value)


def shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _moments(values: list[tuple[Any, Fraction]]) -> tuple[Fraction, float] | None:
    """The mean and standard deviation of numbers."""
    if not all(type(value) is int for value, _ in values):
        return None
    mean = sum((value * share for value, share in values), Fraction(0))
    return mean, sqrt(sum((value - mean) ** 2 * share for value, share in values))


def _summary(values: list[tuple[Any, Fraction]]) -> str:
    found = _moments(values)
    return f"mean {float(found[0]):.3f}, standard deviation {found[1]:.3f}" if found and len(values) > 1 else ""


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _share(odds: Odds, share: Fraction) -> str:
    """A share in words, with its fraction or its interval."""
    if not odds.exact:
        low, high = odds.interval(share)
        return f"{_percent(float(share))} [{100 * low:.2f} to {100 * high:.2f}]"
    told = str(share)
    return _percent(float(share)) + (f" ({told})" if len(told) <= _LONG and share != 1 else "")


# ---- formats
def as_text(told: Told) -> str:
    lines = [f"{told.title}: {told.how}"]
    lines += told.remarks
    for name, values in told.by_question():
        lines += ["", name]
        wide = max(len(shown(value)) for value, _ in values)
        shares = [_share(told.odds, share) for _, share in values]
        wide_share = max(map(len, shares))
        is_number = all(type(value) is int for value, _ in values)
        left, most = Fraction(1), max(share for _, share in values)
        for (value, share), words in zip(values, shares, strict=True):
            bar = "#" * max(round(_WIDE * share / most), 1)
            least = f"  at least {_percent(float(left))}" if is_number and len(values) > 2 else ""
            lines.append(f"  {shown(value):>{wide}}  {words:<{wide_share}}  {bar:<{_WIDE}}{least}".rstrip())
            left -= share
        lines += [f"  {_summary(values)}"] if _summary(values) else []
    return "\n".join(lines) + "\n"


def json_of(told: Told) -> str:
    questions: list[dict[str, Any]] = []
    for name, values in told.by_question():
        rows: list[dict[str, Any]] = []
        for value, share in values:
            low, high = told.odds.interval(share)
            rows.append({"value": value, "fraction": str(share), "probability": float(share), "low": low, "high": high})
        found = _moments(values)
        mean, deviation = (float(found[0]), found[1]) if found else (None, None)
        questions.append({"question": name, "outcomes": rows, "mean": mean, "deviation": deviation})
    data = {
        "subject": told.title, "exact": told.odds.exact, "number": told.odds.number,
        "unanswered": list(told.odds.unanswered), "unused": list(told.odds.unused),
        "refused": list(told.odds.refused), "questions": questions,
    }  # fmt: skip
    return as_json(data) + "\n"


def as_svg(told: Told) -> str:
    plots: list[Plot] = []
    for name, values in told.by_question():
        bars: list[Bar] = []
        for value, share in values:
            bars.append(Bar(shown(value), float(share), *told.odds.interval(share), told=_share(told.odds, share)))
        plots.append(Plot(name, bars, _summary(values)))
    return draw_plots(told.title, "; ".join((told.how, *told.remarks)), plots)


FORMATS: dict[str, Callable[[Told], str]] = {"json": json_of, "svg": as_svg, "text": as_text}

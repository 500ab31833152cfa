"""The states of a card by date.

Job: make from a card with `errata:` the card as it was before each erratum. Input: the mapping of a card. Output: its
states, newest first, and faults of the dates. Reads no clock: without a date the newest state is taken.
"""

from __future__ import annotations

from collections.abc import Sequence as Many
from dataclasses import replace
from datetime import date

from dsl.dataclass import dataclass
from dsl.diagnostics import Label, Sink
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence

ERRATA = "errata"
_FIXED = ("id", "kind", ERRATA)
_ALWAYS = (ERRATA, "text")  # keys that an earlier state does not take from a later one


@dataclass(frozen=True, slots=True)
class State:
    """A card as it has been since a date; the oldest state has none."""

    since: str
    node: Mapping
    reason: Node | None = None


def states(node: Mapping) -> list[State]:
    """The states of a card, newest first."""
    found: list[State] = []
    for erratum in reversed(_entries(node)):
        since, before = erratum.get("since"), erratum.get("before")
        if isinstance(since, Scalar) and isinstance(before, Mapping):
            found.append(State(since.text, node, erratum.get("reason")))
            node = _before(node, before)
    return [*found, State("", node)]


def state_at(known: Many[State], day: str) -> State:
    """The state of a day; the newest one where no day is named."""
    return next((state for state in known if not day or state.since <= day), known[-1])


def check_errata(node: Mapping, sink: Sink) -> None:
    """Reports days that do not exist, errata that are not in the order of their days, and what cannot change."""
    last: Scalar | None = None
    for erratum in _entries(node):
        since, before = erratum.get("since"), erratum.get("before")
        for key in [key for key, _ in before.entries if key.text in _FIXED] if isinstance(before, Mapping) else ():
            sink.add("unknown-key", key.span, f"no erratum changes the `{key.text}` of a card", help="leave it out")
        if not isinstance(since, Scalar):
            continue
        if not is_day(since.text):
            sink.add("wrong-value", since.span, f"there is no day `{since.text}`", help="write it as 2026-01-31")
            continue
        if last is not None and since.text <= last.text:
            label = Label(last.span, "the one before it")
            message = f"the erratum of {since.text} stands behind that of {last.text}"
            sink.add("wrong-value", since.span, message, labels=(label,), help="put them in the order of their days")
        last = since


def is_day(text: str) -> bool:
    """Whether a text is a day, as 2026-01-31."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def sound_day(text: str) -> str:
    """The text itself, if it is a day; raises `ValueError` with a sentence otherwise."""
    if not is_day(text):
        raise ValueError(f"there is no day `{text}`: write it as 2026-01-31")
    return text


def _entries(node: Mapping) -> list[Mapping]:
    errata = node.get(ERRATA)
    return [one for one in errata.items if isinstance(one, Mapping)] if isinstance(errata, Sequence) else []


def _before(node: Mapping, before: Mapping) -> Mapping:
    """The card with the keys that it had before."""
    given = {key.text for key, _ in before.entries}
    kept = tuple((key, value) for key, value in node.entries if key.text not in given and key.text not in _ALWAYS)
    return replace(node, entries=(*kept, *before.entries))

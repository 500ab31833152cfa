"""Formats for differences in play: text, JSON data, and Markdown for pull requests.

Job: format differences; the JSON data is valid by ``schemas/diff.schema.json``. Input: the differences of each game.
Must never compare anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from cardwright.authoring.differences import GameDifference
from cardwright.cli.markdown import cell, code, prose
from compiler.core.comparison import Break
from dsl.counts import numbered
from dsl.difference.changes import Change, Subject
from dsl.visible import in_one_line

FORMAT = 1
_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def summary(game: GameDifference) -> str:
    """``2 cards changed (1 buff, 1 unclear), 1 added``."""
    if game.found is None:
        return f"the whole game is {game.state}"
    counts = Counter((subject.sort, subject.state) for subject in game.subjects)
    verdicts = Counter(s.verdict for s in game.subjects if s.sort == "card" and s.state == "changed")
    parts: list[str] = []
    for (what, state), count in counts.items():
        shares = ", ".join(f"{n} {verdict}" for verdict, n in sorted(verdicts.items()))
        more = f" ({shares})" if (what, state) == ("card", "changed") else ""
        parts.append(f"{numbered(count, what)} {state}{more}")
    parts += [f"{len(game.texts)} only in text"] if game.texts else []
    parts += [f"{len(game.breaking)} breaking"] if game.breaking else []
    return ", ".join(parts) or "no difference"


# ---- text
def as_text(_sides: Sequence[str], games: Iterable[GameDifference]) -> str:
    """Lines for people."""
    return "\n\n".join("\n".join(map(in_one_line, [f"{g.game}: {summary(g)}", *_lines(g)])) for g in games)


def _lines(game: GameDifference) -> Iterable[str]:
    for subject in game.subjects:
        verdict = f": {subject.verdict}" if subject.verdict else ""
        yield f"  {_SIGNS[subject.state]} {titled(subject)}{verdict} ({subject.path}:{subject.line})"
        for change in subject.changes:
            more = f" [{change.verdict}]" if len(subject.changes) > 1 else ""
            yield f"      {_change_text(change)}{more}"
        yield from (f"      > {sentence}" for sentence in subject.said)
    if game.texts:
        yield f"  only in text: {', '.join(game.texts)}"
    for broken in game.breaking:
        yield f"  ! breaking: {broken.sort} `{broken.name}` {broken.message}"


def titled(subject: Subject) -> str:
    """A subject's name; a definition begins with its own word."""
    return subject.name if subject.sort == "definition" else f"{subject.sort} {subject.name}"


def _where(change: Change) -> str:
    return f"{change.where}: " if change.where else ""


def _change_text(change: Change) -> str:
    """``number: hp: 5 -> 6``, ``added: rules: …``, ``condition: rules: removed …``."""
    if change.old and change.new:
        became = f"{change.old} -> {change.new}"
    else:
        gone = "added" if change.new else "removed"
        became = (f"{gone} " if change.sort != gone else "") + (change.new or change.old)
    return f"{change.sort}: {_where(change)}{became}"


# ---- data
def as_data(sides: Sequence[str], games: Iterable[GameDifference]) -> dict[str, Any]:
    """All differences of a run, valid by the schema ``diff``."""
    return {"format": FORMAT, "old": sides[0], "new": sides[1], "games": [_game_data(game) for game in games]}


def _game_data(game: GameDifference) -> dict[str, Any]:
    return {
        "game": game.game,
        "state": game.state,
        "subjects": [_subject_data(subject) for subject in game.subjects],
        "only_text": list(game.texts),
        "breaking": [{"sort": b.sort, "name": b.name, "message": b.message} for b in game.breaking],
    }


def _subject_data(subject: Subject) -> dict[str, Any]:
    changes = [
        {"sort": c.sort, "where": c.where, "old": c.old, "new": c.new, "verdict": c.verdict} for c in subject.changes
    ]
    own = {"sort": subject.sort, "name": subject.name, "state": subject.state, "verdict": subject.verdict}
    said = {"said": list(subject.said)} if subject.said else {}
    return {**own, "file": subject.path, "line": subject.line, "changes": changes, **said}


# ---- Markdown
def as_markdown(sides: Sequence[str], games: Iterable[GameDifference]) -> str:
    """A comment for a pull request."""
    parts = [f"## What changes in play: {code(sides[0])} to {code(sides[1])}"]
    for game in games:
        parts += [f"### {prose(game.game)}", f"{summary(game)}."]
        if game.breaking:
            parts.append("\n".join(["**Breaks saves and engines:**", "", *map(_broken, game.breaking)]))
        rows = [row for subject in game.subjects for row in _rows(subject)]
        if rows:
            parts.append("\n".join(["| what | verdict | change |", "|---|---|---|", *rows]))
        if game.texts:
            parts.append(f"Only in text: {', '.join(map(code, game.texts))}.")
    return "\n\n".join(parts)


def _broken(broken: Break) -> str:
    return f"- {broken.sort} {code(broken.name)} {prose(broken.message)}"


def _rows(subject: Subject) -> Iterable[str]:
    if not subject.changes:
        yield f"| {cell(titled(subject))} | | {subject.state} |"
    for number, change in enumerate(subject.changes):
        first = number == 0
        title, verdict = (cell(titled(subject)), f"**{subject.verdict}**") if first else ("", "")
        coded = replace(change, where=_change_cell(change.where), old=_cell(change.old), new=_cell(change.new))
        yield f"| {title} | {verdict} | {_change_text(coded)} |"
    yield from (f"| | | {cell(sentence)} |" for sentence in subject.said)


def _cell(text: str) -> str:
    return cell(text) if text else ""


def _change_cell(text: str) -> str:
    shown = prose(text) if text else ""
    return shown if shown == text else cell(text)

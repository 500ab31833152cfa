"""Help for notations that people know from other languages, from printed cards or from plain English.

Job: find the help for a place that cannot be parsed, or for a word that names nothing, in the tables of
`dsl/syntax/habit_rows.py`, `course_rows.py`, `ability_rows.py`, `definition_rows.py`, `last_rows.py` and
`habit_words.py`. Input: the line and the column of the place, or the word. Output: a ``Habit``, with the change of the
text where it is certain. The rows of a table are tried in order; a row applies if its match contains the place.
"""

from __future__ import annotations

import re
from functools import cache

from dsl.dataclass import dataclass
from dsl.source import Span
from dsl.syntax import habit_rows, habit_words
from dsl.syntax.ability_rows import ABOUT_ABILITIES
from dsl.syntax.course_rows import COURSE, COURSE_ENDINGS
from dsl.syntax.definition_rows import ABOUT_DEFINITIONS, DEFINITIONS
from dsl.syntax.last_rows import ENDINGS, LAST


@dataclass(frozen=True, slots=True)
class Habit:
    """What to write at a place, in words; ``change`` is (start, end, text) within the line, where it is certain.

    ``wrong`` is what is wrong, (start, end) within the line, where that is not the place at which reading stopped.
    """

    help: str
    change: tuple[int, int, str] | None = None
    wrong: tuple[int, int] | None = None


ENDS_ITSELF = "a block ends where its lines do: leave this out; `end` names a verb that is going on, and ends that"
_NEAR = 200  # characters of a line before a place and after it


@cache
def _compiled(table: tuple[habit_rows.Row, ...]) -> tuple[tuple[re.Pattern[str], str, str | None], ...]:
    return tuple((re.compile(pattern), help, change) for pattern, help, change in table)


def habit(line: str, column: int, opens: str = "") -> Habit | None:
    """The habit at a column (from 0) of a line; ``opens``: `definition` or `ability`, if one may begin there."""
    first = {"definition": DEFINITIONS, "ability": habit_rows.ABILITIES}.get(opens, habit_rows.BODIES)
    for table in (COURSE, first, ABOUT_ABILITIES, ABOUT_DEFINITIONS, habit_rows.ANYWHERE, LAST):
        for pattern, help, change in _compiled(table):
            for found in pattern.finditer(line):
                start, end = found.span("at" if "at" in pattern.groupindex else 0)
                if start <= column <= end:
                    return Habit(found.expand(help).rstrip(), _change(found, change), _wrong(found))
    return None


def what_follows(line: str) -> str:
    """What must follow the words at the end of a line that is not finished; empty where that is not known."""
    for pattern, help in (*COURSE_ENDINGS, *ENDINGS):
        found = _pattern(pattern).search(line)
        if found:
            return found.expand(help)
    return ""


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def line_around(place: Span, within: Span | None = None) -> tuple[str, int]:
    """The line of a place, or its part within a text, and the column where the place begins in it.

    Of a line that is longer than people write, only what stands near the place: the patterns of habits take the more
    time the longer a line is.
    """
    text = place.source.text
    start, end = text.rfind("\n", 0, place.start) + 1, text.find("\n", place.start)
    end = end if end >= 0 else len(text)
    if within is not None:
        start, end = max(start, within.start), min(end, max(within.end, place.end))
    start, end = max(start, place.start - _NEAR), min(end, place.end + _NEAR)
    return text[start:end], place.start - start


def _change(found: re.Match[str], change: str | None) -> tuple[int, int, str] | None:
    return None if change is None else (*found.span("fix"), found.expand(change))


def _wrong(found: re.Match[str]) -> tuple[int, int] | None:
    """What is wrong in a match, without blanks around it; None where it names no part, or an empty one."""
    name = next((name for name in ("wrong", "fix") if found.re.groupindex.get(name)), "")
    if not name or not found[name].strip():
        return None
    blank = len(found[name]) - len(found[name].lstrip())
    return found.start(name) + blank, found.start(name) + len(found[name].rstrip())


def event_habit(place: Span) -> str:
    """The help for a word that stands where an event must stand, but is none."""
    line, column = line_around(place)
    for pattern, help in habit_words.EVENTS:
        found = pattern.match(line[column:])
        if found:
            return found.expand(help)
    return ""


def call_habit(line: str, column: int) -> str:
    """The help for a word at a column of a line that stands where a verb must stand, but is no verb."""
    rest = line[column:]
    for pattern, help in habit_words.CALL_LINES:
        found = pattern.match(rest)
        if found:
            return found.expand(help).rstrip()
    word = re.match(r"\w*", rest)
    return habit_words.CALLS.get(word[0], "") if word else ""


def deed_habit(verb: str) -> str:
    """The help for a deed of many games, of which this game has no verb."""
    done = next((done for pattern, done in habit_words.DEEDS if pattern.fullmatch(verb)), "")
    return f"the game says what it is: `verb {verb}(…): …`, with `{done}` in it" if done else ""


def name_habit(name: str) -> str:
    """The help for a word that stands where a value must stand, but names nothing."""
    return habit_words.NAMES.get(name, "")


def type_habit(name: str) -> str:
    """The help for a word that stands where a type must stand, but is none."""
    meant = habit_words.TYPES.get(name, "")
    return f"did you mean `{meant}`?" if meant else habit_words.TYPE_FORMS.get(name, "")


def function_habit(name: str) -> str:
    """The help for a word that stands where a function must stand, but is none."""
    return habit_words.FUNCTIONS.get(name, "")


def field_habit(name: str, owner: str) -> str:
    """The help for a field that people expect of what holds several things."""
    function = habit_words.FIELDS.get(name, "")
    return f"write `{function}({owner})`" if function else ""

"""Cards as tables of comma-separated values, as Squib, nanDECK and spreadsheets read them.

Job: a file for each kind of card, a row for each card, a column for each name and printed field. Input: a build and
what of it is exported. Output: texts by path. UTF-8, LF, quotes where needed (RFC 4180); `; ` parts the values of one
cell.

Spreadsheets run a cell that begins like a formula. Such a text is written with a `'` before its first sign, which they
take for "this is text"; `read_text` takes it off again. What follows a `;`, a tab or a line end in a text is written
alike, since a spreadsheet that parts cells there would begin one with it. Numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import re

from cardwright.authoring.card_facts import CardFacts, Shown, card_facts
from cardwright.authoring.hosts import file_name
from compiler.build import Build
from compiler.targets.export import Content

# The begin of what a spreadsheet takes for a cell; quotes of the text itself; a sign of a formula, in both widths.
_BEGIN = r"(^|[;\t\r\n])(\s*)"
_NUMBER = r"[-+]?[0-9]+(?:[.,][0-9]+)?(?:$|[;\t\r\n])"
_FORMULA = re.compile(rf"{_BEGIN}(?!{_NUMBER})(?='*[-=+@\uff1d\uff0b\uff0d\uff20])")
_GUARDED = re.compile(rf"{_BEGIN}'(?='*[-=+@\uff1d\uff0b\uff0d\uff20])")


def written_text(text: str) -> str:
    """A text as a cell in which nothing begins a formula."""
    return _FORMULA.sub(r"\1\2'", text)


def read_text(cell: str) -> str:
    """The text that a cell was written from."""
    return _GUARDED.sub(r"\1\2", cell)


def export_sheets(build: Build, content: Content) -> dict[str, str]:
    """``KIND.csv`` for each kind that has cards."""
    kinds: dict[str, list[CardFacts]] = {}
    for card in card_facts(build, content.program):
        kinds.setdefault(card.kind, []).append(card)
    return {file_name(kind, "csv"): _sheet(cards) for kind, cards in sorted(kinds.items())}


def _sheet(cards: list[CardFacts]) -> str:
    languages = sorted({language for card in cards for language in card.names})
    named = ["id", *(f"name_{language}" for language in languages)]
    # A field may have the name of one of these columns: it is then told by its kind.
    fields = (f"{cards[0].kind}.{f}" if f in named else f for f in (*cards[0].values, *cards[0].texts))
    columns = [*named, *fields]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for card in cards:
        names = [card.names.get(language, "") for language in languages]
        cells = [cell(value) for value in card.values.values()]
        texts = [*names, *cells, *card.texts.values()]
        writer.writerow([card.id, *map(written_text, texts)])
    return text.getvalue()


def cell(value: Shown) -> str:
    """A value as a cell: nothing for none, `yes` and `no` for truth values."""
    if isinstance(value, tuple):
        return "; ".join(cell(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)

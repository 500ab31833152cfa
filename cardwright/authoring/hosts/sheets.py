"""Cards as comma-separated values, for Squib, nanDECK and spreadsheets.

Job: make one file for each kind of card, with a row for each card and a column for each name and printed field. Input:
a build and the contents of an export. Output: texts by path. The files are UTF-8 with LF and quotes where needed (RFC
4180); `; ` separates several values in a cell.

Spreadsheets execute a cell that begins like a formula. Such a text is written with a leading `'`, which spreadsheets
take as "this is text"; `read_text` removes it. The text after a `;`, a tab or a line end is treated the same way,
because a spreadsheet that splits cells there would begin a cell with it. Numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import re

from cardwright.authoring.card_facts import CardFacts, PrintedValue, card_facts
from cardwright.authoring.hosts import file_name
from compiler.build import Build
from compiler.targets.export import Content

# Where a spreadsheet may begin a cell; quotes in the text; the first sign of a formula, in both widths.
_BEGIN = r"(^|[;\t\r\n])(\s*)"
_NUMBER = r"[-+]?[0-9]+(?:[.,][0-9]+)?(?:$|[;\t\r\n])"
_FORMULA = re.compile(rf"{_BEGIN}(?!{_NUMBER})(?='*[-=+@\uff1d\uff0b\uff0d\uff20])")
_GUARDED = re.compile(rf"{_BEGIN}'(?='*[-=+@\uff1d\uff0b\uff0d\uff20])")


def written_text(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula."""
    return _FORMULA.sub(r"\1\2'", text)


def read_text(cell: str) -> str:
    """The original text of a cell."""
    return _GUARDED.sub(r"\1\2", cell)


def export_sheets(build: Build, content: Content) -> dict[str, str]:
    """``KIND.csv`` for each kind with cards."""
    kinds: dict[str, list[CardFacts]] = {}
    for card in card_facts(build, content.program):
        kinds.setdefault(card.kind, []).append(card)
    return {file_name(kind, "csv"): _sheet(cards) for kind, cards in sorted(kinds.items())}


def _sheet(cards: list[CardFacts]) -> str:
    languages = sorted({language for card in cards for language in card.names})
    printed = sorted({language for card in cards for language in card.printed})
    named = ["id", *(f"name_{language}" for language in languages), *(f"text_{language}" for language in printed)]
    # If a field has the name of one of these columns, its column is named by its kind.
    fields = (f"{cards[0].kind}.{f}" if f in named else f for f in (*cards[0].values, *cards[0].texts))
    columns = [*named, *fields]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for card in cards:
        names = [card.names.get(language, "") for language in languages]
        cells = [cell(value) for value in card.values.values()]
        said = [card.printed.get(language, "") for language in printed]
        texts = [*names, *said, *cells, *card.texts.values()]
        writer.writerow([card.id, *map(written_text, texts)])
    return text.getvalue()


def cell(value: PrintedValue) -> str:
    """A value as a cell: empty for none, `yes` and `no` for truth values."""
    if isinstance(value, tuple):
        return "; ".join(cell(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)

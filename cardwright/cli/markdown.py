"""Text of content in Markdown, escaped.

Job: write text from games, paths and arguments so that no Markdown reader takes it for a heading, a link, a picture,
HTML, a mention or the end of a cell. Input: a text. Output: one line of Markdown that shows it.
"""

from __future__ import annotations

import re

from dsl.visible import in_one_line

# Characters without a meaning in Markdown, and no text that readers turn into a link.
_HARMLESS = re.compile(r"(?!.*www\.)\w[\w ,.;?()-]*", re.IGNORECASE)
_WITH_NAME = re.compile(r"((?:[\w,]+ )+)`(.+)`")


def code(text: str) -> str:
    """A text in code quotes, with more backticks than the text contains."""
    line = in_one_line(text)
    runs = [len(run) for run in re.findall(r"`+", line)]
    fence = "`" * (max(runs, default=0) + 1)
    # Markdown removes one space on each side, so the text may begin or end with a backtick.
    edge = " " if line[:1] in ("`", " ", "") or line[-1:] in ("`", " ") else ""
    return f"{fence}{edge}{line}{edge}{fence}"


def cell(text: str) -> str:
    """A text in code quotes for a table, where a backslash before a `|` keeps it from ending the cell.

    The number of these backslashes must be odd for every reader, so those of the text itself are doubled.
    """
    return re.sub(r"(\\*)\|", r"\1\1\\|", code(text))


def prose(text: str) -> str:
    """Plain words unchanged; a text with any other characters in code quotes."""
    named = _WITH_NAME.fullmatch(text)
    if named is not None:
        return named[1] + code(named[2])
    return text if _HARMLESS.fullmatch(text) else code(text)

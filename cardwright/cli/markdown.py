"""Texts from content in Markdown, where they stay texts.

Job: write what stands in games, paths and arguments so that no reader of Markdown takes it for a heading, a link, a
picture, HTML, a mention or the end of a cell. Input: a text; output: one line of Markdown that shows it.
"""

from __future__ import annotations

import re

from dsl.visible import in_one_line

# No sign that could begin or end anything, and no address that readers make a link of.
_HARMLESS = re.compile(r"(?!.*www\.)\w[\w ,.;?()-]*", re.IGNORECASE)
_WITH_NAME = re.compile(r"((?:[\w,]+ )+)`(.+)`")


def code(text: str) -> str:
    """A text between backticks, more of them than stand in it."""
    line = in_one_line(text)
    runs = [len(run) for run in re.findall(r"`+", line)]
    fence = "`" * (max(runs, default=0) + 1)
    # One blank is taken off each side, so that the text may begin or end with a backtick.
    edge = " " if line[:1] in ("`", " ", "") or line[-1:] in ("`", " ") else ""
    return f"{fence}{edge}{line}{edge}{fence}"


def cell(text: str) -> str:
    """A text between backticks in a table, where a backslash before a `|` keeps it from ending the cell.

    The number of backslashes before it must be odd for every reader, so those of the text itself are doubled.
    """
    return re.sub(r"(\\*)\|", r"\1\1\\|", code(text))


def prose(text: str) -> str:
    """Words as they are; anything that could be more than words as code."""
    named = _WITH_NAME.fullmatch(text)
    if named is not None:
        return named[1] + code(named[2])
    return text if _HARMLESS.fullmatch(text) else code(text)

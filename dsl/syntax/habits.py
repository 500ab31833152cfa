"""Help for notations that people know from other languages or from plain English.

Job: find the help for a place that cannot be parsed. Input: the line, and the column of the place. Output: a sentence,
or an empty text. The rows are tried in order; a row applies if its match contains the place.
"""

from __future__ import annotations

import re

_ROWS = tuple(
    (re.compile(pattern), help)
    for pattern, help in (
        (r"[“”„«»]", 'texts stand in straight double quotes: `"…"`'),
        (r"//", "a remark begins with `#`"),
        (
            r"^\s*(?:when|whenever|on|if)\b",
            "write `after …:` for what follows an event, `before …:` for what comes first",
        ),
        (r"^\s*(?:function|func|fn|fun|def)\b", "did you mean `define`?"),
        (r"^\s*return\s+\S", "the value stands alone on the last line of a body; below cases write `otherwise: …`"),
        (r"^\s*(?:el)?if\s+\w", "in the body of a function write `when …: value`"),
        (r"^\s*else\s*:", "in the body of a function write `otherwise: value`"),
        (r"\bwith (?:the )?(?:most|highest|largest)\b", "write `with the highest …`"),
        (r"\bwith (?:the )?(?:least|lowest|fewest|smallest)\b", "write `with the lowest …`"),
        (r"=\s*roll\s+\S", "a function never rolls: a verb rolls, and passes the roll on"),
        (r"^\s*(?:define|relation)\b[^=]*:\s*\S", "write `= value` here, or a body on the lines below"),
        (r"\bnot is\b", "write `is not`"),
        (r"\b(?:if|while)\b.*\bthen\b", "write `:` in place of `then`"),
        (r"\bfor (?:each|every|all)\b.*?\bin\b", "write `each … in …:`"),
        (r"\bonce an?\b", "write `once per …`"),
        (r"\brange (\d+)", r"write `within \1 of …`"),
        (r"([\w.]+)\s*\+\s*(?:=|\+)\s*(\w*)", r"write `increase \1 by …`"),
        (r"([\w.]+)\s*-\s*(?:=|-)\s*(\w*)", r"write `decrease \1 by …`"),
        (r"(?:^|:)\s*([a-z_]\w*(?:\.\w+)+)\s*=(?!=)\s*([^#]*[^#\s])", r"write `set \1 to \2`"),
        (
            r"(?:^|:)\s*([a-z_]\w*)\s*=(?!=)\s*([^#]*[^#\s])",
            r"write `let \1 = \2` for a new name, `set \1 to \2` for a field",
        ),
        (r"^\s*(?:verb|flow)\b.*->", "a verb gives nothing back; a `define` does"),
        (
            r"^\s*(?:verb|flow|define|relation|table|keyword|status|roster)\b[^:]*?([a-z_]\w*)\s*[),]",
            r"a parameter has a type: `\1: …`",
        ),
        (r"[\w)]\s*/\s*[\w(]", "a division stands in brackets and is rounded: `(round_down(a / b))`"),
        (r"[\w)]\s*[+*-]\s*[\w(]", "put what is reckoned in brackets: `(a + b)`"),
        (r"%", "`remainder(a, b)` is what a division leaves; a percentage is `round_down(a * n / 100)`"),
    )
)  # fmt: skip

# Words at the start of a line that parses as the call of a verb.
_CALLS = {
    "else": "an `else` stands right below its `if`, in the same column",
    "elif": "write `else if`",
    "for": "write `each … in …:`",
    "return": "a verb gives nothing back; a `define` does",
    "call": "write the verb alone, with its operands",
    "roll": "write `let r = roll 2d6`; a roll has a name",
    "then": "write the statement on a line of its own; it follows the one above",
}


def habit(line: str, column: int) -> str:
    """The help for the place at a column (counted from 0) of a line."""
    for pattern, help in _ROWS:
        for found in pattern.finditer(line):
            if found.start() <= column <= found.end():
                return found.expand(help)
    return ""


def call_habit(verb: str) -> str:
    """The help for a word that stands where a verb must stand, but is no verb."""
    return _CALLS.get(verb, "")

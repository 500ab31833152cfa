"""Diagnostics for Lark's exceptions; never shows a token name of the grammar.

Job: say what is wrong at a place of the text, and what may stand there.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import category
from unicodedata import name as unicode_name

from dsl.diagnostics import Fix, Label, Sink
from dsl.source import Span
from dsl.suggest import nearest
from dsl.syntax.habits import ENDS_ITSELF, Habit, habit, line_around, what_follows

# The tokens at the start of a line, and the name of what is expected there.
_STARTS = {
    "NOUN": "a definition, such as `noun …`, `verb …` or `keyword …`",
    "PASSIVE": "an ability, such as `passive:`, `after …:` or `activate:`",
    "PREVENT": "a statement",
    "CANNOT": "a modifier, such as `+1 …`, `… is …` or `… gains …`; a loop says `at most … times`",
}

# Groups of terminals that have one name together.
_GROUPS = (
    ({"NAME", "INT", "STRING", "LPAR"}, {"FUNC", "DICE", "LSQB", "MINUS", "CAN", "TRUE", "FALSE", "NONE"}, "a value"),
    (
        {"ADD", "MUL"},
        {"DOT", "CMP", "IS", "HAS", "LACKS", "IN", "NOT", "ADJACENT", "WITHIN", "AND", "OR", "IF"},
        "an operator",
    ),
)

_QUERY_WORDS = {"ONE", "ALL", "ANY", "NO", "COUNT", "NEAREST", "FARTHEST", "RANDOM", "UP", "SOME", "EVERY", "NOT"}

# The names of terminals for authors; a terminal that is not here is shown as its own word.
_WORDS = {
    "NAME": "a name",
    "FUNC": "a function",
    "INT": "a number",
    "DICE": "dice",
    "WORD": "a word",
    "SIGN": "a sign such as `(`, `,` or `;`",
    "STRING": "a text in quotes",
    "ROW": "a rulebook row",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "ADD": "`+` or `-`",
    "MINUS": "`-`",
    "MUL": "`*` or `/`",
    "CMP": "a comparison",
    "QMARK": "`?`",
    "__ANON_0": "`->`",
}

# Terminals that only printed lines use; in any other text, what they match is not a word of the language.
_PRINTED = frozenset({"WORD", "SIGN"})

# Operators and signs of other notations, and the same in this language.
_FOREIGN = {
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`, or `!=` for unequal",
    ";": "write one statement a line",
    "'": 'texts stand in double quotes: `"…"`',
    "{": "a block is indented, without brackets",
    "}": "a block is indented, without brackets",
    "_": "a name begins with a letter, and ends with a letter or a digit",
    ".": "numbers are whole; a field stands right after its owner: `owner.field`",
}


# Values that other languages begin with a capital letter.
_VALUES = frozenset({"true", "false", "none"})

# Cyrillic letters that look like an English one.
_TWINS = dict(zip("асеорхуіѕј", "aceopxyisj", strict=True))

_SHOWN = 60  # characters of a line that a help repeats

# Signs that end a sentence, or a line of another language.
_AT_END = frozenset(".,;…")

# What stands alone in its place, and what to write where a second one follows.
_ONE = {
    "expression_file": "one condition or value stands here: each is an item of its own, or `and` joins two conditions",
    "pattern_file": "one event stands here: each is an item of its own, and one that happens twice is written twice",
}
_NOTHING = ("none", "nothing", "no", "-")
_ELSE = "it stands right below an `if`, a choice from a set or a call with a block; a `may` has none: use `choose one:`"
_AGAIN = re.compile(r"twice|times")

# Lines that end in `:`.
_WHILE = re.compile(r"\s*(while\b(?:(?!at most)[^:#\n])*[^:#\s])\s*:\s*(?:#.*)?$")
_OPENS = re.compile(r"\s*(?:if|else if|while|each|repeat|choose|may|option|step)\b")

# The words with which abilities begin, and a line that holds only the first word of one.
_ABILITIES = frozenset({"ACTIVATE", "AFTER", "AI", "BEFORE", "INSTEAD", "PASSIVE", "REACT"})
_TAGS_ABOVE = re.compile(
    r"^[ \t]*(@\S+(?:[ \t]+@\S+)*)[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*|\r)?\n)*[ \t]*\Z", re.MULTILINE
)
_HEADING = re.compile(r"\s*([a-z_]\w*)\s*:?\s*")


def report_unexpected(error: Any, span: Span, sink: Sink, what: str) -> None:
    """Reports a token or character that is not allowed at its place; ``what``: the text, as the grammar names it."""
    if what == "ability_file" and span.text.strip() in _NOTHING:
        help = "leave the key out where nothing is printed"
        sink.add("syntax", span, f"`{span.text.strip()}` is no ability", help=help)
        return
    token = getattr(error, "token", None)
    lists = (getattr(error, name, None) for name in ("accepts", "expected", "allowed"))
    expected: set[str] = set(next(filter(None, lists), ()))
    if token is None or (token.type in _PRINTED and not expected & _PRINTED):
        _report_character(error.pos_in_stream, span, expected, sink)
        return
    start = min(max(token.start_pos or 0, span.start), span.end)
    place = span.source.span(start, max(token.end_pos or start, start))
    if token.type in ("$END", "_NL", "_DEDENT"):
        if token.type == "$END":  # it has the place of the last token
            place = span.source.span(place.end, place.end)
        if not _is_endless(place, expected, span, sink):
            _report_end(place, span, expected, sink)
    elif token.type == "_INDENT":
        sink.add(
            "indentation",
            _line_of(span, place.end),
            "this line is indented, but nothing above opens a block",
            help="a block opens with `:` at the end of the line above",
        )
    elif expected == {"_INDENT"}:
        sink.add(
            "indentation",
            _line_of(span, start),
            "this line is not indented, but the line above opens a block",
            help="begin the lines of the block with two more spaces",
        )
    else:
        place, expected = _first_word(place, expected, span)
        if "_NL" in expected and what in _ONE and (place.text == "," or _AGAIN.fullmatch(place.text)):
            expected = {what}
        elif "_NL" in expected and what in _ONE:
            expected = (expected - {"_NL"}) | {"$END"}
        _report_misplaced(place, expected, span, sink)


def _first_word(place: Span, expected: set[str], span: Span) -> tuple[Span, set[str]]:
    """The first word of an ability, where it was read as the name of a heading but what follows does not fit."""
    line, column = line_around(place, span)
    before = line[:column]
    first = _HEADING.fullmatch(before)
    if first is None or not expected & {"RECHARGES", "PREVENT"}:
        return place, expected
    if ":" in before and not nearest(first[1], {word.lower() for word in _ABILITIES}):
        return place, expected
    start = place.start - len(before) + first.start(1)
    return span.source.span(start, start + len(first[1])), set(_ABILITIES)


def _report_misplaced(place: Span, expected: set[str], span: Span, sink: Sink) -> None:
    """Reports what cannot stand at a place: with the habit that it comes from, or with what may stand there."""
    line, column = line_around(place, span)
    above = _TAGS_ABOVE.search(span.source.text, 0, place.start) if place.text.startswith("@") else None
    if above is not None:
        gap = span.source.span(above.end(1), place.start)
        fix = Fix(gap, " ") if gap.text.isspace() else None  # a comment is not lost
        help = "all tags of a place stand on one line"
        sink.add("syntax", place, "this is a second line of tags", help=help, fix=fix)
        return
    second = next((told for what, told in _ONE.items() if expected == {what}), "")
    if second:
        sink.add("syntax", place, f"`{place.text}` cannot stand here", help=second)
        return
    if _is_endless(place, expected, span, sink):
        return
    if place.text == "else" and "INCREASE" in expected:  # a statement may begin here
        sink.add("syntax", place, "`else` cannot stand here", help=_ELSE)
        return
    before, found = line[:column], habit(line, column, _opens(expected))
    late = what_follows(before.rstrip()) if place.text == ":" and "_INDENT" not in expected else ""
    help, fix = late or _help(place, expected, before, span), None
    if place.text == "=" and "CMP" in expected and (found is None or found.change is None):
        help, fix = "values are compared with `==`", Fix(place, "==")
    elif found is not None:
        help, fix = found.help, _change(found, place, before)
        if found.wrong is not None:
            line_start = place.start - len(before)
            place = place.source.span(line_start + found.wrong[0], line_start + found.wrong[1])
    sink.add("syntax", place, f"`{place.text}` cannot stand here", help=help, fix=fix)


def _is_endless(place: Span, expected: set[str], span: Span, sink: Sink) -> bool:
    """Whether what stands below a `while` would fit into a loop, had that said how often at most; then this is told."""
    endless = _endless(place, span) if expected & {"CANNOT", "GAINS"} else None
    if endless is None:
        return False
    told = "this does not say how often at most, so that only modifiers may stand below"
    help = f"a loop says how often at most: `{endless.text} at most 99 times:`"
    sink.add("syntax", endless, told, help=help)
    return True


def _endless(place: Span, span: Span) -> Span | None:
    """The `while` with its condition that opens the block of a place, and does not say how often at most."""
    text = span.source.text
    start = text.rfind("\n", 0, place.start) + 1
    indent = len(text[start:]) - len(text[start:].lstrip(" "))
    while start > span.start:
        end, start = start - 1, text.rfind("\n", 0, start - 1) + 1
        line = text[start:end]
        if line.strip() and len(line) - len(line.lstrip(" ")) < indent:
            found = _WHILE.match(line)
            return span.source.span(start + found.start(1), start + found.end(1)) if found is not None else None
    return None


def _opens(expected: set[str]) -> str:
    """What may begin where these terminals are expected: a definition, an ability, or neither."""
    return "definition" if "NOUN" in expected else "ability" if "PASSIVE" in expected else ""


def _change(found: Habit, place: Span, before: str) -> Fix | None:
    """The fix of a habit at a place that ``before`` stands before on its line."""
    if found.change is None:
        return None
    start, end, text = found.change
    line = place.start - len(before)
    return Fix(place.source.span(line + start, line + end), text)


def _help(place: Span, expected: set[str], before: str, span: Span) -> str:
    """The help for a place: a similar word, a sign of another notation, or what may stand there."""
    text = place.text
    words = {t.lower() for t in expected if t not in _WORDS and not t.startswith("_")}
    near = nearest(text, words) if len(text) > 1 else ""  # tests name things by one letter
    if near:
        return f"did you mean `{near}`?"
    if text in _FOREIGN:
        return _FOREIGN[text]
    if "RPAR" in expected and before.count("(") > before.count(")"):
        return f"a bracket opens before this and is not closed; {_expected(expected)}"
    if "COLON" in expected and _OPENS.match(before):
        return "put `:` before it"
    if "PASSIVE" in expected and text[:1].islower():
        line = line_around(place, span)[0].strip()
        line = line if len(line) <= _SHOWN else "…"
        return f"an ability says when it acts: `activate: {line}` or `after …: {line}`"
    if "_NL" in expected and text in ("and", ","):
        return "a second statement stands on a line of its own"
    if "_NL" in expected and text[:1].isalpha() and before.strip():
        return f"a second statement stands on a line of its own; {_expected(expected)}"
    return _expected(expected)


def _report_end(place: Span, span: Span, expected: set[str], sink: Sink) -> None:
    """Reports a line or text that is incomplete, at its end."""
    text = span.source.text
    end = span.start + len(text[span.start : place.start].rstrip())
    if "_INDENT" in expected:
        sink.add(
            "syntax",
            span.source.span(end, end),
            "this line opens a block, and nothing stands in it",
            help="write the block on indented lines below",
        )
        return
    if "COLON" in expected and _is_deeper_below(text, end):
        fix = Fix(span.source.span(end, end), ":")
        help = "the lines below are indented, so they belong to this one"
        sink.add("syntax", span.source.span(end, end), "a `:` is missing at the end of this line", help=help, fix=fix)
        return
    what = "line" if end == len(text) or text[end] in "\r\n #" else "text"
    last = span.source.span(max(end - 1, span.start), end)
    line, column = line_around(last, span.source.span(0, end))
    late = line.rfind(" if ") + 1 if "ELSE" in expected else 0
    found = habit(line, late) if late else habit(line, column) if last.text in _AT_END else None
    if late and found is not None:  # a condition behind a statement, and no choice between two values
        start = last.start - column + late
        place = span.source.span(start, start + len("if"))
        sink.add("syntax", place, "`if` cannot stand here", help=found.help, fix=_change(found, place, line[:late]))
        return
    if late:
        help = "say what the value is otherwise: `… if … else …`"
        sink.add("syntax", span.source.span(end, end), f"the {what} ends too early", help=help)
        return
    if found is not None:
        change = _change(found, last, line[:column])
        sink.add("syntax", last, f"`{last.text}` cannot stand here", help=found.help, fix=change)
        return
    if line.strip() == "end":
        sink.add("syntax", span.source.span(end - len("end"), end), "`end` ends nothing here", help=ENDS_ITSELF)
        return
    opened = _open_bracket(line) if "RPAR" in expected else -1
    if opened >= 0:
        start = end - len(line) + opened
        labels = [Label(span.source.span(end, end), f"the {what} ends here")]
        told = "the bracket that opens here is not closed"
        sink.add("syntax", span.source.span(start, start + 1), told, labels=labels, help="write `)` where it ends")
        return
    measured = habit(line, column) if last.text.isdigit() else None
    help = measured.help if measured is not None else what_follows(line.rstrip()) or _expected(expected - {"_NL"})
    sink.add("syntax", span.source.span(end, end), f"the {what} ends too early", help=help)


def _open_bracket(line: str) -> int:
    """The place of the last bracket of a line that is not closed; -1 if there is none."""
    opened: list[int] = []
    for at, char in enumerate(line):
        if char == "(":
            opened.append(at)
        elif char == ")" and opened:
            opened.pop()
    return opened[-1] if opened else -1


def _is_deeper_below(text: str, end: int) -> bool:
    """Whether the next line with content is indented more than the line that ends at ``end``."""
    line = text[text.rfind("\n", 0, end) + 1 : end]
    below = next((one for one in text[end:].split("\n")[1:] if one.strip()), "")
    return len(below) - len(below.lstrip(" ")) > len(line) - len(line.lstrip(" "))


def report_dedent(span: Span, margin: int, sink: Sink) -> None:
    """Reports a line whose indentation matches no open block."""
    levels = [margin]
    position = span.start
    for number, line in enumerate(span.text.split("\n")):
        text = line.strip()
        if text and not text.startswith("#"):
            indent = margin if number == 0 else len(line) - len(line.lstrip(" "))
            while indent < levels[-1]:
                levels.pop()
                if not levels or indent > levels[-1]:
                    place = span.source.span(position, position + indent)
                    sink.add(
                        "indentation",
                        place,
                        "the indentation of this line fits no block above",
                        help="indent it like the lines it belongs with",
                    )
                    return
            if indent > levels[-1]:
                levels.append(indent)
        position += len(line) + 1
    sink.add("indentation", span.source.span(span.start, span.start), "the indentation fits no block")


def _report_character(position: int, span: Span, expected: set[str], sink: Sink) -> None:
    position = min(position, max(span.end - 1, span.start))
    char = span.source.text[position]
    place = span.source.span(position, position + 1)
    if char == '"':
        sink.add("syntax", place, "a text in quotes is not closed on its line", help='end it with `"`')
    elif char.isspace() or category(char) == "Cf":
        name = unicode_name(char, "a character without a name").lower()
        help = "write an ordinary space" if char.isspace() else "remove it"
        fix = Fix(place, " " if char.isspace() else "")
        sink.add(
            "syntax",
            place,
            f"a character that looks like a space or like nothing stands here: {name}",
            help=help,
            fix=fix,
        )
    elif char.isupper() and char.isascii():
        _report_capital(place, expected, span, sink)
    elif char.isalpha():
        _report_letter(place, sink)
    else:
        _report_misplaced(place, expected, span, sink)


def _report_capital(place: Span, expected: set[str], span: Span, sink: Sink) -> None:
    line, column = line_around(place, span)
    before, found = line[:column], habit(line, column, _opens(expected))
    word = re.match(r"\w+", line[len(before) :])
    small = word[0].lower() if word else ""
    help = "names are written in small letters with `_`" + (f": `{small}`" if small else "")
    fix = Fix(place.source.span(place.start, place.start + len(small)), small) if small in _VALUES else None
    if found is not None:
        help, fix = found.help, _change(found, place, before)
    sink.add("syntax", place, f"`{place.text}` is a capital letter", help=help, fix=fix)


def _report_letter(place: Span, sink: Sink) -> None:
    """Reports a letter of another alphabet; many look like an English one."""
    letter = place.text
    message = f"`{letter}` is not a letter of the English alphabet"
    help, twin = "names are written in small English letters, digits and `_`", _TWINS.get(letter)
    if twin:
        help = f"it only looks like the English `{twin}` ({unicode_name(letter).lower()})"
    sink.add("syntax", place, message, help=help, fix=Fix(place, twin) if twin else None)


def _line_of(span: Span, position: int) -> Span:
    text = span.source.text
    end = text.find("\n", position)
    return span.source.span(position, end if end >= 0 else len(text))


def _expected(terminals: set[str]) -> str:
    """At most six names of what may stand there, the most general first."""
    if terminals == {"_DEDENT"}:
        return "expected the end of the block"
    for word, start in _STARTS.items():
        if word in terminals:
            return f"expected {start}"
    left = set(terminals)
    shown: list[str] = []
    for needed, others, words in _GROUPS:
        if needed <= left:
            shown.append(words)
            left -= needed | others | (_QUERY_WORDS if words == "a value" else set())
    shown += [_WORDS[t] for t in _WORDS if t in left]
    others = {t.lower().replace("_", " ") for t in left if t not in _WORDS and not t.startswith(("_", "$"))}
    shown += sorted(f"`{word}`" for word in others)
    return "expected " + _list(shown[:6]) if shown else ""


def _list(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " or " + items[-1]

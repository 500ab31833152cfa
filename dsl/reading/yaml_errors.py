"""Messages about YAML errors.

Job: turn an error of the YAML library (its problem, its context and their positions) into one diagnostic about this
text. Input: the error and offsets. Output: a ``Diagnostic``. Must never show the library's own words or token names.
"""

from __future__ import annotations

import re

from dsl.diagnostics import Diagnostic, Fix, Label
from dsl.source import Source, Span

# (part of the problem, part of the context, message, help); the first row that matches counts, and "" matches always.
_ROWS: tuple[tuple[str, str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "",
        "a `:` stands where no key can be",
        "quote a text that holds `: `, or put the key on a line of its own",
    ),
    ("sequence entries are not allowed", "", "a `-` stands where no list can begin", "put the list on the next line"),
    ("mapping keys are not allowed", "", "a `?` stands where no key can be", "quote a text that begins with `?`"),
    (
        "could not find expected ':'",
        "",
        "this line is neither a key with `:` nor the end of a text",
        "write `key: value`, or indent the line so that it belongs to the text above",
    ),
    (
        "cannot start any token",
        "",
        "`{char}` cannot begin a value",
        "put a text that begins with it in quotes",
    ),
    ("tab character", "", "a tab stands in the indentation", "indent with spaces"),
    ("indentation indicator equal to 0", "", "a block cannot be indented by 0", "write `|` alone"),
    (
        "expected comment or line break",
        "block scalar",
        "something stands after the sign of a block",
        "put the text on the next lines, indented",
    ),
    ("unexpected document indicator", "quoted scalar", "the quote that opens here is never closed", "close the quote"),
    ("unexpected end of stream", "quoted scalar", "the quote that opens here is never closed", "close the quote"),
    (
        "unknown escape",
        "",
        "`\\{next}` is no escape in double quotes",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    ("hexdec", "", "an escape with a code needs that many hexadecimal digits", "write for example `\\u00e9`"),
    ("invalid Unicode", "", "this escape names no character", ""),
    ("unexpected ':'", "", "a `:` stands within a text", "quote the text"),
    (
        "expected '-'",
        "",
        "this line belongs to no item of the list above",
        "begin an item with `- ` in the list's column, or indent the line like the item it belongs to",
    ),
    (
        "expected <block end>",
        "block collection",
        "this line belongs to no item of the list above",
        "begin an item with `- ` in the list's column, or indent the line like the item it belongs to",
    ),
    (
        "expected key",
        "",
        "this does not fit the mapping that begins above",
        "put each key in the column of its mapping, and quote a text that begins with a quote or a bracket",
    ),
    (
        "expected <block end>",
        "",
        "this does not fit the mapping that begins above",
        "put each key in the column of its mapping, and quote a text that begins with a quote or a bracket",
    ),
    ("',' or ']'", "", "the list that opens with `[` is not closed", "close it with `]`, and put `,` between items"),
    (
        "',' or '}'",
        "",
        "the mapping that opens with `{{` is not closed",
        "close it with `}`, put `,` between keys, and quote a text that holds `: `",
    ),
    ("node content", "", "{found} stands where a value is needed", "write a value, or quote a text that begins so"),
    ("<document start>", "", "{found} stands after the end of the document", "a file holds one list or one mapping"),
    ("alphabetic or numeric", "anchor", "`&` begins an anchor, which is not used in content", "quote the text"),
    ("alphabetic or numeric", "", "`*` begins an alias, which is not used in content", "quote the text"),
    ("tag", "", "`!` begins a tag, which is not used in content", "quote the text"),
    ("", "tag", "`!` begins a tag, which is not used in content", "quote the text"),
    ("", "directive", "a line that begins with `%` is no content", "quote a text that begins with `%`"),
    ("directive", "", "a line that begins with `%` is no content", "quote a text that begins with `%`"),
    ("incompatible", "", "this file asks for another version of YAML", "leave the `%YAML` line out"),
    ("control characters", "", "a control character stands in the text", "remove it"),
)
_AFTER_VALUE = (
    "this stands after the end of a value in quotes or brackets",
    "put the whole text in quotes, or remove what follows",
)
_CODES = {"anchor": "yaml-anchor", "alias": "yaml-anchor", "tag": "yaml-tag"}


def explain(source: Source, problem: str, about: str, places: tuple[int, int | None]) -> Diagnostic:
    """The diagnostic for an error; ``places`` are the offset of the problem and, if known, that of its context."""
    at, opened = places
    message, help = _words(problem, about)
    if message.startswith("this") and _before(source.text, at) in ("'", '"', "]", "}"):
        message, help, opened = _AFTER_VALUE[0], _AFTER_VALUE[1], None
    elif message.startswith("this line is neither") and opened is not None:
        at = opened
    elif source.text[at : at + 1] == "\t":
        message, help = "a tab stands in the indentation", "indent with spaces"
    labels: tuple[Label, ...] = ()
    if opened is not None and "that opens" in message:
        # The opening bracket or quote is certainly the fault; the position of the problem is only a hint.
        labels = (Label(_mark(source, at), "reading stopped here"),) if at < len(source.text) else ()
        at = opened
    elif opened is not None and "above" in message and opened != at:
        labels = (Label(_mark(source, opened), "it begins here"),)
    slip = _slip(source, at, message) or _out_of_line(source, at, opened, message)
    if slip is not None:
        return slip
    char = source.text[at : at + 1]
    shown = f"`{char}`" if char.strip() else "the end of the file" if not char else "nothing"
    message = message.replace("{char}", char).replace("{found}", shown).replace("{{", "{")
    message = message.replace("{next}", _after_backslash(source.text, at))
    code = next((code for word, code in _CODES.items() if f"{word}, which" in message), "yaml-syntax")
    return Diagnostic(code, _mark(source, at), message, help, labels)


_KEY = re.compile(r"[\w-]{1,80}:(?=\s|$)")
_LONGEST = 400  # characters of a line in which a slip is looked for: the patterns take the more time the longer it is
# Slips within one line: part of the message, a pattern of the line, the message, the help, and what replaces the group
# `at` if that is certain.
_SLIPS: tuple[tuple[str, str, str, str, str | None], ...] = (
    ("neither a key", r"\s*(?:- )?(\w+:)(?P<at>)(\S.*)", "a space is missing after `{1}`", "write `{1} {3}`", " "),
    ("neither a key", r"\s*(?:- )?(\w+)(?P<at>\s*=\s*)(\S.*)", "`=` gives no value to `{1}`", "write `{1}: {3}`", ": "),
    ("no key can be", r"\s*(?:- )?(\w+)(?P<at>\s+){", "a `:` is missing after `{1}`", "write `{1}: {{…}}`", ": "),
    (
        "no key can be",
        r"\s*(?:- )?\w+: [^,{{\[]*(?P<at>,\s*)(\w+:.*)",
        "a second key stands on this line",
        "put `{2}` on a line of its own",
        None,
    ),
    ("to no item", r"\s*(?P<at>-)(\w+:.*)", "a space is missing after `-`", "write `- {2}`", "- "),
    ("neither a key", r"\s*(?:- )?(\w+)(?P<at>,\s*)(\S.*)", "`,` gives no value to `{1}`", "write `{1}: {3}`", ": "),
    (
        "opens with",
        r".*?[{\[,:]\s*(?P<at>(\w[^?,:{}\[\]\"']*\?))\s*[,}\]]",
        "in brackets `?` stands in quotes",
        'put quotes around it: `"{2}"`',
        '"{2}"',
    ),
    (
        "opens with",
        r".*?[\[,]\s*(?P<at>(\w[^,:{}\[\]\"']*\[[^\[\]\"']*\]))\s*[,\]]",
        "within brackets, a text that holds brackets stands in quotes",
        'put quotes around it: `"{2}"`',
        '"{2}"',
    ),
    (
        "opens with",
        r".*?[{{\[](?:[^#]*[{{\[,:])?\s*([^#{{}}\[\],:]*?)(?P<at> #)([^,}}\]]*)",
        "` #` begins a remark here, so the bracket above is not closed",
        'put the text in quotes: `"{1} #{3}"`',
        None,
    ),
    (
        "opens with",
        r".*?[{\[,:]\s*(?P<at>'(\w[^',{{}}\[\]]*)'(\w[^',{{}}\[\]]*)')",
        "the text in single quotes ends at the apostrophe",
        'put it in double quotes: `"{2}\'{3}"`',
        '"{2}\'{3}"',
    ),
    (
        "quote that opens",
        r".*?[{{\[,:]\s*(?P<at>')(\w[^',}}\]]*)[^']*$",
        "the quote that opens here is never closed",
        'put a text that begins with an apostrophe in double quotes: `"\'{2}"`',
        None,
    ),
    (
        "opens with",
        r".*?[{{,]\s*\w+:\s*(?P<at>([\w'’ -]+): ([\w'’ -]*[\w'’]))\s*[,}}]",
        "`: ` stands in a text without quotes",
        'put the text in quotes: `"{2}: {3}"`',
        '"{2}: {3}"',
    ),
)


def _slip(source: Source, at: int, message: str) -> Diagnostic | None:
    """The diagnostic for a slip that the line of an offset shows, if it shows one."""
    start = source.text.rfind("\n", 0, at) + 1
    end = source.text.find("\n", start)
    line = source.text[start : end if end >= 0 else len(source.text)]
    for about, pattern, said, help, change in _SLIPS if len(line) <= _LONGEST else ():
        found = re.match(pattern.replace("{{", "{").replace("}}", "}"), line) if about in message else None
        if found is not None:
            groups = (found[0], *(group or "" for group in found.groups()))
            place = source.span(start + found.start("at"), start + found.end("at"))
            fix = Fix(place, change.format(*groups)) if change is not None else None
            return Diagnostic("yaml-syntax", place, said.format(*groups), help.format(*groups), (), fix)
    return None


def _out_of_line(source: Source, at: int, opened: int | None, message: str) -> Diagnostic | None:
    """The diagnostic for an item or a key that begins in another column than those above it."""
    if opened is None:
        return None
    text, what, first = source.text, "key", opened
    if text.startswith("- ", at):
        what, first = "item", opened if "no item of the list" in message else _last_item(text, at)
    elif not message.startswith("this does not fit") or not _KEY.match(text, at):
        return None
    column, above = _column(text, at), _column(text, first)
    if column == above:
        return None
    said = f"this {what} begins in column {column}, and those above in column {above}"
    labels = (Label(_mark(source, first), "as here"),)
    return Diagnostic("yaml-syntax", _mark(source, at), said, f"begin it in column {above}, too", labels)


def _last_item(text: str, at: int) -> int:
    """Where the last item above an offset begins; the offset itself, if there is none."""
    start = text.rfind("\n", 0, at) + 1
    while start > 0:
        end, start = start - 1, text.rfind("\n", 0, start - 1) + 1
        line = text[start:end]
        dash = len(line) - len(line.lstrip(" "))
        if line.startswith("- ", dash):
            return start + dash
    return at


def _column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at)


def _words(problem: str, about: str) -> tuple[str, str]:
    for in_problem, in_about, message, help in _ROWS:
        if in_problem in problem and in_about in about:
            return message, help
    return "the text cannot be read as YAML from here on", "check the indentation, quotes and brackets here"


def _before(text: str, at: int) -> str:
    """The character before an offset on its line, without spaces."""
    return text[text.rfind("\n", 0, at) + 1 : at].rstrip(" ")[-1:]


def _after_backslash(text: str, at: int) -> str:
    """The character after the next backslash; a parser may stop at either of the two."""
    slash = text.find("\\", max(0, at - 1))
    return text[slash + 1 : slash + 2] if slash >= 0 else ""


def _mark(source: Source, at: int) -> Span:
    """The span of the character at an offset; empty at a line end or at the end of the file."""
    return source.span(at, at + 1 if source.text[at : at + 1].strip() else at)

"""Code of a target as a separate type.

Job: the only place where text of a game becomes part of a generated file. `CodeText` is a separate type, so the type
checkers reject any other text in generated code. Only the functions here create it, which
``tests/house/test_generated_text.py`` checks. Input: values, and literal texts of this program. Output: ASCII without
control characters, for every input.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from json.encoder import encode_basestring_ascii
from textwrap import wrap
from typing import LiteralString, NewType

from compiler.core.identifiers import identifier

CodeText = NewType("CodeText", str)

NOTHING = CodeText("")
WIDTH = 100
_HOLE = re.compile(r"\$([a-z_]+)")
# Characters that no comment may contain: all but these. Quotes, backslashes and angle brackets are among them: a
# comment may be a docstring.
_UNSAFE = re.compile(r"[^A-Za-z0-9 _.,:;#/()\[\]{}+=@!?&|%^~$-]", re.ASCII)


# ---- from literal texts of this program
def fixed(text: LiteralString) -> CodeText:
    """Code from a literal text of this program."""
    return CodeText(text)


def filled(text: LiteralString, holes: Mapping[str, CodeText]) -> CodeText:
    """A row with its holes filled, each once; a hole without a value stays."""
    row, names = _row(text)
    return CodeText(row % tuple([holes.get(name, hole) for name, hole in names]))


@cache
def _row(text: LiteralString) -> tuple[str, tuple[tuple[str, CodeText], ...]]:
    """A row with `%s` for each hole, the holes by name and as they stand. The program has only so many rows."""
    parts = _HOLE.split(text.replace("%", "%%"))
    return "%s".join(parts[::2]), tuple((name, CodeText(f"${name}")) for name in parts[1::2])


def spread(text: LiteralString, holes: Mapping[str, CodeText]) -> CodeText:
    """The lines of a row with their holes filled; the value of a hole is indented like its line."""
    lines: list[LiteralString] = text.split("\n")
    spaces: list[LiteralString] = [line[: len(line) - len(line.lstrip())] for line in lines]
    pairs = zip(lines, spaces, strict=True)
    return joined("\n", [indented(filled(line.lstrip(), holes), space) for line, space in pairs])


def bracketed(
    text: LiteralString, items: list[CodeText], indent: LiteralString, holes: Mapping[str, CodeText] | None = None
) -> CodeText:
    """A row with comma-separated items in place of ``$arguments``; each on its own line if one line would be
    too long.
    """
    others = holes or {}
    whole = joined(", ", items)
    if len(whole) > WIDTH or "\n" in whole or len(filled(text, others)) + len(whole) > WIDTH:
        inner = joined(",\n", [indented(item, indent) for item in items])
        whole = joined("\n", [NOTHING, inner, NOTHING]) if items else NOTHING
    return filled(text, {**others, "arguments": whole})


# ---- from code
def joined(between: LiteralString, parts: Iterable[CodeText]) -> CodeText:
    return CodeText(between.join(parts))


def indented(text: CodeText, indent: LiteralString) -> CodeText:
    if "\n" not in text:  # most have one line
        return CodeText(indent + text if text else text)
    return CodeText("\n".join(indent + line if line else line for line in text.split("\n")))


def wrapped(items: Iterable[CodeText], indent: LiteralString) -> CodeText:
    """A list of names over as many lines as needed."""
    return CodeText("\n".join(wrap(", ".join(items), WIDTH, subsequent_indent=indent)))


# ---- from texts and values of a game
def named(text: str) -> CodeText:
    """An identifier; ValueError where it is none."""
    return CodeText(identifier(text))


def number(value: int) -> CodeText:
    return CodeText(str(int(value)))


def remark(text: str) -> CodeText:
    """A text for a comment of any target or for a Python docstring. Characters that could end either are replaced by
    their code points.
    """
    return CodeText(_UNSAFE.sub(lambda found: f"(U+{ord(found[0]):04X})", text))


def python_literal(text: str) -> CodeText:
    return CodeText(ascii(text))


def javascript_literal(text: str) -> CodeText:
    """A string literal. Angle brackets are escaped too, because the code may be part of an HTML page."""
    return CodeText(
        encode_basestring_ascii(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("\x7f", "\\u007f")
    )


def csharp_literal(text: str) -> CodeText:
    """A string literal; every escape of JSON is one of C#, too."""
    return CodeText(encode_basestring_ascii(text).replace("\x7f", "\\u007f"))


def pascal(text: str) -> CodeText:
    """The id of a game as the name of a namespace; an identifier as soon as something stands before or after it."""
    return CodeText("".join(part[:1].upper() + part[1:] for part in identifier(text).split("_")))


def identified(text: str, taken: set[str]) -> CodeText:
    """Any text as an identifier of C# that is not taken yet: the text itself where that is one. With the sign before it
    a word of the language is a name, too, and another name the same; all words of C# are lower-case letters.
    """
    base = "".join(c if c.isascii() and c.isalnum() else "_" for c in text[:WIDTH])
    if not base or base[0].isdigit():
        base = f"_{base}"
    found, number = base, 1
    while found in taken:
        number += 1
        found = f"{base}_{number}"
    taken.add(found)
    return CodeText(f"@{found}" if found.isalpha() and found.islower() else found)


def lua_literal(text: str) -> CodeText:
    """A string literal with three-digit decimal escapes, which every version of Lua reads as bytes."""
    data = text.encode("utf-8", "surrogatepass")
    return CodeText('"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:03d}" for b in data) + '"')

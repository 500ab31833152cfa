"""The words of the language in an editor: where each is offered, and what it means.

Job: hold one table of words, and look in it for completion and hover. A new word of the language is one row. Core
functions are not here: ``dsl.meaning.builtins`` describes them. Input: the text around a place. Output: rows of a word,
its meaning and the text to insert.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dsl.meaning.builtins import BUILTINS, Builtin

VALUE, DEFINE = "value", "define"


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase. ``place``: a value, the body of a definition, or a pattern of what is before it on the line."""

    text: str
    place: str
    said: str
    insert: str = ""


WORDS = (
    # bodies of definitions
    Word("when", DEFINE, "the value for one case; cases are tried from the top", "when ${1:condition}: ${2:value}"),
    Word("otherwise", DEFINE, "the value where no case above holds", "otherwise: ${1:value}"),
    Word("let", DEFINE, "gives a value a name, and computes it once", "let ${1:name} = ${2:value}"),
    # values
    Word("those of", VALUE, "the members for which a number is lowest or highest, in their order",
         "those of ${1:all unit} with the lowest ${2:number}"),
    Word("with the lowest", r".*\bthose of .*[a-z0-9_)\]]", "keeps those for which the number is lowest",
         "with the lowest ${1:number}"),
    Word("with the highest", r".*\bthose of .*[a-z0-9_)\]]", "keeps those for which the number is highest",
         "with the highest ${1:number}"),
    Word("then the lowest", r".*\bwith the (?:lowest|highest) .*", "asks further among those that are equal",
         "then the lowest ${1:number}"),
    Word("then the highest", r".*\bwith the (?:lowest|highest) .*", "asks further among those that are equal",
         "then the highest ${1:number}"),
    Word("the one", VALUE, "the only entity that fits; a fault if there is none or if there are several",
         "the one ${1:noun} where ${2:condition}"),
    Word("to", r".*\bin \d+", "all whole numbers from the first to the last", "to ${1:last}"),
    # statements
    Word("before", r".*\bput [a-z0-9_.]+", "puts it into the zone of another, right above that", "before ${1:other}"),
    Word("after", r".*\bput [a-z0-9_.]+", "puts it into the zone of another, right below that", "after ${1:other}"),
    Word("or stop", r"\s+[a-z_]+ .*[a-z0-9_)]", "if the call is refused, the rest of this block is passed over"),
    Word("or else", r"\s+[a-z_]+ .*[a-z0-9_)]", "what is done if the call is refused", "or else: ${1:statement}"),
    Word("giving", r"\s+[a-z_]+ .*[a-z0-9_)]", "a name for what the call gives; none if it was refused or gave nothing",
         "giving ${1:name}"),
    Word("any number of times", r"\s+may", "asks again and again, until the player declines", "any number of times:"),
    Word("to", r".*\bchoose \d+", "the least and the most that may be chosen", "to ${1:most}"),
    Word("from", r"\s+copy [a-z_ ]+", "who has it; the copy has what is left of its time",
         "from ${1:one} to ${2:other}"),
    # heads of verbs and abilities
    Word("at once", r"verb .*\)", "state is looked at once, after the whole body"),
    Word("gives", r"(?:verb|flow) .*\)", "what the verb gives back to who calls it: its body sets it",
         "gives ${1:name}: ${2:type}"),
    Word("always if", r".*\breact .*[a-z0-9_)]", "who takes it without being asked; the others may choose",
         "always if ${1:condition}"),
    Word("loses", r".*\bpassive\b[^:]*: *[a-z_.]+", "takes a keyword, or a text of the card, away while this is live",
         "loses ${1:keyword}"),
    Word("stop", r".*\bor", "if the call is refused, the rest of this block is passed over"),
    Word("else", r".*\bor", "what is done if the call is refused", "else: ${1:statement}"),
)  # fmt: skip


def words_at(place: str) -> Iterator[Word]:
    """The words that may begin a value, or a line in the body of a definition."""
    return (word for word in WORDS if word.place == place)


def words_behind(line: str) -> Iterator[Word]:
    """The words that may follow what stands on a line before the cursor."""
    text = line.rstrip()
    return (word for word in WORDS if word.place not in (VALUE, DEFINE) and re.fullmatch(word.place, text))


def said_of_word(text: str, offset: int) -> str:
    """What the word, the phrase or the core function at an offset means; empty if it is none of the table."""
    begin = text.rfind("\n", 0, offset) + 1
    line = text[begin : text.find("\n", offset) if "\n" in text[offset:] else len(text)]
    at = offset - begin
    if "#" in line[:at] or line[:at].count('"') % 2:
        return ""
    for word in sorted(WORDS, key=lambda word: -len(word.text)):
        for found in re.finditer(rf"(?<![\w.]){word.text.replace(' ', ' +')}(?![\w(])", line):
            if found.start() <= at <= found.end() and _stands(word, line[: found.start()], line[found.end() :]):
                return f"```cardwright\n{word.text}\n```\n\n{word.said}"
    for found in re.finditer(r"(?<![\w.])([a-z_]+)\(", line):
        if found.start() <= at <= found.end(1) and found[1] in BUILTINS:
            return f"```cardwright\n{core_signature(BUILTINS[found[1]])}\n```\n\n{BUILTINS[found[1]].doc}"
    return ""


def _stands(word: Word, before: str, behind: str) -> bool:
    """Whether the word has its meaning of the table there."""
    if word.place == DEFINE:
        return not before.strip() and (word.text != "otherwise" or behind.lstrip().startswith(":"))
    return word.place == VALUE or re.fullmatch(word.place, before.rstrip()) is not None


def core_signature(builtin: Builtin) -> str:
    """A core function with the types of its parameters."""
    more = ", …" if builtin.variadic else ""
    return f"{builtin.name}({', '.join(builtin.params)}{more}): {builtin.result}"

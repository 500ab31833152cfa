"""The words of the language in an editor: where each is offered, and what it means.

Job: hold one table of words, and look in it for completion and hover. A new word of the language is one row. Core
functions are not here: ``dsl.meaning.builtins`` describes them. Input: the text around a place. Output: rows of a word,
its meaning and the text to insert.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.dataclass import dataclass
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
    Word("to", r".*\badjacent", "whose neighbours are meant", "to ${1:self}"),
    Word("of", r".*\bwithin [0-9a-z_.]+", "from whom it is measured", "of ${1:self}"),
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


# What each word of the grammar means where nothing above is more exact.
SAID = {
    "activate": "an ability that a player may use",
    "add": "gives a status",
    "adjacent": "on a neighbouring square",
    "after": "when the event has happened",
    "against": "an operand of a verb",
    "ai": "what an automated one does",
    "all": "every one that fits",
    "always": "taken without being asked",
    "and": "both hold",
    "any": "whether there is one",
    "as": "the class of the ability",
    "at": "an operand of a verb, or a limit",
    "away": "an operand of a verb",
    "before": "when the event is about to happen",
    "bottom": "under all others of a zone",
    "by": "an operand of a verb: who acts",
    "can": "whether the call would be legal",
    "cannot": "whether the call would be refused",
    "card": "a printed card, not a thing in play",
    "choose": "a player picks, and the pick has a name",
    "copy": "gives another what somebody has",
    "costs": "what is paid before the ability is used",
    "count": "how many fit",
    "create": "makes a new thing",
    "dealing": "an operand of a verb",
    "decrease": "makes a number smaller, not below its least",
    "define": "a function: a value that is worked out",
    "drop": "takes a status away",
    "during": "while a step of the event happens",
    "each": "does the block for every one, in order",
    "else": "what happens otherwise",
    "end": "ends the turn, the match or a period",
    "events": "several verbs under one name",
    "every": "whether all fit, or what all of a kind have",
    "exactly": "so many and no more",
    "false": "does not hold",
    "farthest": "those at the greatest distance",
    "flow": "a verb that runs the game",
    "for": "an operand, or a member of a collection",
    "from": "an operand of a verb, or where is chosen from",
    "gains": "has a keyword while this is live",
    "gives": "what a verb gives back to who calls it",
    "giving": "a name for what a call gives",
    "has": "whether it has a keyword or status",
    "having": "those for which a number is such",
    "heading": "a named beginning of abilities",
    "highest": "the greatest of the numbers",
    "if": "does the block if it holds",
    "in": "a member of a collection",
    "increase": "makes a number greater, not above its most",
    "instead": "happens in place of the event",
    "into": "an operand of a verb",
    "invariant": "what always holds; authors and tests are told where it does not",
    "is": "whether it is of a kind, or the same",
    "keyword": "a named ability that cards print",
    "lacks": "whether it has no such keyword or status",
    "least": "a lower limit",
    "let": "gives a value a name",
    "lift": "ends an effect",
    "list": "an ordered collection",
    "live": "says when the texts of cards have effect",
    "loses": "has a keyword no more while this is live",
    "lowest": "the smallest of the numbers",
    "may": "a player decides whether it is done",
    "most": "an upper limit",
    "nearest": "those at the smallest distance",
    "next": "skips the event that is happening",
    "no": "whether there is none",
    "none": "no value",
    "not": "does not hold",
    "nothing": "does nothing",
    "noun": "a name for some of a kind",
    "number": "how often a player wants",
    "of": "whose it is, or an operand",
    "offer": "lets a player use abilities of a class",
    "on": "an operand of a verb",
    "once": "at most one time in a period",
    "one": "a player chooses one that fits",
    "onto": "an operand of a verb",
    "option": "one of the things to choose from",
    "or": "at least one holds",
    "other": "not this one",
    "otherwise": "where no case above holds",
    "out": "an operand of a verb",
    "passive": "changes values while it is live",
    "per": "in each such period",
    "place": "puts a figure on a square",
    "preferring": "those that are best by a number",
    "prevent": "the event does not happen",
    "put": "moves a thing to a zone",
    "random": "chosen by chance",
    "react": "an ability that a player may use when an event happens",
    "read": "goes on to the next line of the card",
    "recharges": "after such an event all uses are there again",
    "relation": "a function that holds or not",
    "remove": "takes a thing out of play",
    "repeat": "does the block so often",
    "require": "what must hold, else the call is refused",
    "requires": "what must hold, else the ability cannot be used",
    "reroll": "rolls dice again",
    "resolve": "runs the text that is used",
    "reveal": "shows a hidden thing to players",
    "roll": "rolls dice",
    "roster": "what a list of cards has to keep to",
    "satisfies": "whether a relation holds for it",
    "set": "gives a field a value, or an unordered collection",
    "shuffle": "puts a zone in an order by chance",
    "some": "whether one fits",
    "stacks": "how several of the same count",
    "start": "the beginning of a period",
    "stat": "a number that abilities change",
    "status": "a named state that comes and goes",
    "statuses": "a class of statuses",
    "step": "an event within the event",
    "such": "those for which a condition holds",
    "table": "values by cases, as printed",
    "take": "gets a thing from a collection",
    "than": "what is compared with",
    "that": "those for which a condition holds",
    "the": "the only one, or the best",
    "then": "what comes next, or the next measure",
    "those": "the members that fit",
    "through": "the verb that runs the text",
    "times": "how often",
    "to": "an operand of a verb, or the last number",
    "top": "above all others of a zone",
    "toward": "an operand of a verb",
    "true": "holds",
    "unknown": "the source does not show it",
    "until": "how long it lasts",
    "up": "at most so many",
    "uses": "how often in all",
    "using": "an operand of a verb",
    "verb": "something that can happen",
    "when": "a case",
    "whenever": "is done as soon as it holds",
    "where": "only those for which it holds",
    "while": "as long as it holds",
    "with": "an operand of a verb, or a measure",
    "within": "at most so far away",
    "without": "an operand of a verb, or those that lack it",
}


def words_at(place: str) -> Iterator[Word]:
    """The words that may begin a value, or a line in the body of a definition."""
    return (word for word in WORDS if word.place == place)


def words_behind(line: str) -> Iterator[Word]:
    """The words that may follow what stands on a line before the cursor."""
    text = line.rstrip()
    return (word for word in WORDS if word.place not in (VALUE, DEFINE) and re.fullmatch(word.place, text))


def said_of_word(text: str, offset: int, *, general: bool = True) -> str:
    """What the word, the phrase or the core function at an offset means; empty if it is none. Without ``general``, only
    of words whose place on the line tells their meaning.
    """
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
    for found in re.finditer(r"(?<![\w.])[a-z]+(?![\w(])", line) if general else ():
        if found.start() <= at <= found.end() and found[0] in SAID:
            return f"```cardwright\n{found[0]}\n```\n\n{SAID[found[0]]}"
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

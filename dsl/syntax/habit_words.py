"""The words that people know from other languages, from printed cards or from plain English, and what to write.

Job: hold the words of `dsl/syntax/habits.py`, with their help: in place of an event, of a verb, of a value, of a type,
of a function or of a field. Must never name a word of a game.
"""

from __future__ import annotations

import re

# What stands in place of an event.
EVENTS = tuple(
    (re.compile(pattern), help)
    for pattern, help in (
        (r"(?:after|before|during|on|when)\s+(\w+)", r"the event stands alone: `\1`"),
        (
            r"(?:true|false|yes|no|never|none|nothing)\s*(?:$|\])",
            "name the verb of the event; leave this out where none is meant",
        ),
        (r"(?:the\s+)?(?:start|beginning)\s+of\s+(\w+)", r"write `before \1:`"),
        (r"(?:the\s+)?end\s+of\s+(\w+)", r"write `after \1:`"),
        (
            r"be\b",
            "what is forbidden is named by its verb: `cannot`, the verb, and `to self` for whom it would be done to",
        ),
        (r"(?:an?|the|my|your|each|every|any)\s+(\w+)", r"leave the article out: an event is named by its verb, `\1`"),
        (
            r"(remove|create|put|take|place|lift|set|increase|decrease|add|drop|shuffle|reveal|roll|choose)\b",
            r"`\1` is a statement, and no event: write a verb that does it, and answer that verb",
        ),
        (
            r"(?:self|this|you|it|any|one|each)\b",
            "an event begins with its verb; who does it and to whom follows: `… by self`, `… to self`",
        ),
    )
)

# Words at the start of a line that parses as the call of a verb.
CALLS = {
    "else": "an `else` stands right below its `if`, in the same column",
    "elif": "write `else if …:`",
    "otherwise": "did you mean `else`?",
    "unless": "write `if not (…):`",
    "when": "did you mean `if`?",
    "for": "write `each … in …:`",
    "return": "leave it out; a verb that `gives found: …` gives what its body sets: `set found to …`",
    "switch": "write `if …:` and `else if …:`",
    "case": "write `if …:` and `else if …:`",
    "print": "nothing is printed; `cardwright test --trace` shows what happens",
    "var": "write `let … = …`",
    "foreach": "write `each … in …:`",
    "call": "write the verb alone, with its operands",
    "roll": "write `let r = roll 2d6`; a roll has a name",
    "then": "write the statement on a line of its own; it follows the one above",
    "cancel": "did you mean `prevent`?",
    "move": "write `place … at …` for a figure on the board, `put … into …` for what lies in a zone",
    "delete": "did you mean `remove`?",
    "loop": "write `while … at most … times:` or `repeat … times:`",
    "phase": "write `step …:`",
    "pass": "did you mean `nothing`?",
    "fail": "what must hold stands in `require …`, at the head of the verb",
    "error": "what must hold stands in `require …`, at the head of the verb",
    "option": "options stand below `choose one:`, each with its own block",
    "break": "write what goes on as the condition of the loop: `while … at most … times:`",
    "continue": "put what is done otherwise into `if not (…):`",
    "skip": "did you mean `nothing`?",
    "stop": "write `end` and the verb that ends; behind a call, `or stop` leaves the rest of its block out",
}

# The same with what follows on the line.
CALL_LINES = tuple(
    (re.compile(pattern), help)
    for pattern, help in (
        (
            r"(remove|create|put|take|place|lift|set|increase|decrease|add|drop|shuffle)\b",
            r"`\1` is a statement, and no call: write a verb that does it, and name that verb here",
        ),
        (r"(?:you|they|players?)\s+may\s+([^#]*)", r"what a player may leave undone stands in `may`: `may: \1`"),
        (r"(?:you|they|players?)\s+(?:can\s+|must\s+)?([a-z][^#]*)", r"a statement begins with its verb: `\1`"),
        (r"may\s+([^#]*)", r"`may:` opens a block, on a line of its own: `may: \1`"),
        (
            r"wins?\s+by\b.*",
            "a field of the game says who has won; `won:` in `ruleset.yaml` names the relation that asks for it",
        ),
        (
            r"each\s+([a-z]\w*)\s+(?:must|has\s+to|can)\b.*",
            r"name each of them, on a line of its own: `each x in all \1:`",
        ),
        (r"(if|each|while|repeat|choose|until)\s*$", r"`\1 …:` opens a block: it stands on a line of its own"),
        (
            r"(?:if|each|while|repeat|choose|until)\s+[^:#]*[^:#\s](?=\s*$)",
            r"this opens a block: write `\g<0>:` on a line of its own, and what is done indented below",
        ),
        (r"unless\s+([^:#]*):", r"write `if not (\1):`"),
        (r"for\s+(\w+)\s+(?:from|in)\s+(\w[\w.]*\s+to\s+\w[\w.]*)", r"write `each \1 in \2:`"),
        (r"elif\s+([^:#]*):", r"write `else if \1:`"),
        (r"[a-z]\w*\s+([\w.]+)\s+by\s+(\d+)\s*$", r"write `decrease \1 by \2` or `increase \1 by \2`"),
        (
            r"((?:one|all|each|any|an?|the)\s+[a-z]\w*)\s+(?:takes?|gets?|gains?|loses?|suffers?)\s+(\w+)\b.*",
            r"a statement begins with its verb, and says then to whom: `… \2 to \1`",
        ),
        (
            r"((?:one|all|each|any|an?|the)\s+[a-z]\w*)\s+[a-z]\w*.*",
            r"a statement begins with its verb, and says then who is meant: `… \1`",
        ),
    )
)

# Deeds of many games, which each game declares for itself, with the statement that does what they mean.
DEEDS = tuple(
    (re.compile(pattern), done)
    for pattern, done in (
        (r"draw|deal", "put first(…) into …"),
        (r"play|discard|bury|return|recover|give|buy|exile|trash", "put … into …"),
        (r"gain|score|earn|collect|receive", "increase … by …"),
        (r"lose|pay|spend", "decrease … by …"),
        (r"rotate", "place rotated(…, 1) at …"),
        (r"rest|exhaust|ready|refresh|reset|mark|vote|bid", "set … to …"),
        (r"kill|destroy|eliminate|sacrifice", "remove …"),
        (r"show|peek|look", "reveal … to …"),
    )
)

# Words that people write for a value or for somebody.
NAMES = {
    "me": "did you mean `self`?",
    "myself": "did you mean `self`?",
    "you": "name who is meant by a field, for example `self.controller`",
    "opponent": "name who is meant, for example `one player where it is not self.controller`",
    "double": "write `2 * …` in brackets",
    "twice": "write `2 * …` in brackets",
    "equal": "write the value alone",
    "null": "did you mean `none`?",
    "nil": "did you mean `none`?",
    "nothing": "did you mean `none`?",
    "yes": "did you mean `true`?",
    "on": "did you mean `true`?",
    "no": "did you mean `false`?",
    "off": "did you mean `false`?",
    "it": "`it` stands in the condition of a query; elsewhere write `self`, or give the thing a name",
    "event": "`event` is what an ability answers: begin with what happens: `after`, the name of a verb, `to self:`",
    "unless": "write a block `if not (…):` around the statement, and `while not (…)` behind a modifier",
    "empty": "nothing lies in it where `size(…) == 0`",
    "dead": "who is removed is no longer in play: `not ….in_play`",
    "alive": "who is not removed is in play: `….in_play`",
    "play": "whether something is in play is a field of it: `….in_play`",
    "order": "leave `in order` out: they are taken in the order in which they came",
    "even": "write `remainder(…, 2) == 0`",
    "odd": "write `remainder(…, 2) == 1`",
    "other": "write `other than self` behind a noun: `all … other than self`",
    "another": "write `other than self` behind a noun: `one … other than self`",
    "target": "name who is meant: `self`, or choose one: `choose target from …:`",
}
# Words that people write for a type, a function, and a field of what holds several things.
TYPES: dict[str, str] = {
    word: type_
    for type_, words in {
        "int": ("number", "integer", "num", "float", "double"),
        "text": ("string", "str", "word", "char"),
        "bool": ("boolean", "truth", "true", "false"),
    }.items()
    for word in words
}
TYPE_FORMS = {
    "list": "say of what, in order: `list of …`",
    "array": "say of what, in order: `list of …`",
    "set": "say of what: `set of …`",
    "zone": "a zone is a field that says what it holds, in `ruleset.yaml`: `{zone: …}`",
    "enum": "name the enum, which is declared under `enums:` in `ruleset.yaml`",
    "card": "name the kind of the cards",
    "any": "name a kind; all that is below it fits",
    "none": "what may be none has a `?` behind its type",
}
FUNCTIONS: dict[str, str] = {
    "list": "a set may stand alone here; in an order it is `list(x for x in …)`",
    "set": "a list may stand alone here; a set of values is `[…]`, or `set(x for x in …)`",
    "count": "write `count of …`, or `count(x for x in … where …)`",
    "number": "write `count of …`, or `count(x for x in … where …)`",
    "length": "write `size(…)`",
    "len": "write `size(…)`",
    "any": "write `any …`, or `some x in … satisfies …`",
    "all": "write `every x in … satisfies …`",
    "random": "write `random of …`; dice are rolled: `let r = roll 1d6`",
    "roll": "write `let r = roll …` on a line of its own, and `total(r)`",
    "round": "write `round_near(…)`",
    "floor": "write `round_down(…)`",
    "ceil": "write `round_up(…)`",
    "mod": "write `remainder(a, b)`",
    "not": "write `not (…)`",
}
FIELDS: dict[str, str] = {
    word: function
    for function, words in {
        "size": ("size", "length", "count", "number", "len"),
        "first": ("top", "first", "head"),
        "last": ("bottom", "last", "tail"),
    }.items()
    for word in words
}
# Of the words for values, those that mean one thing only.
CERTAIN_NAMES = {"yes": "true", "null": "none", "nil": "none"}

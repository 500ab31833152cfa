"""What people write for the course of a game of their own: bids, votes, draws, prices, rounds; and what to write.

Job: hold rows of `dsl/syntax/habits.py` that are tried before all others, and what ends too early in such lines. Must
never name a word of a game.
"""

from __future__ import annotations

from dsl.syntax.habit_rows import Row

# The prepositions of parameters: a word before a name that is none of them is taken for one.
_KNOWN = "to|from|on|with|by|at|into|onto|toward|away|for|against|using|dealing|of|until"

# What stands in brackets, and brackets in it.
_IN_BRACKETS = r"\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)"

COURSE: tuple[Row, ...] = (
    (rf"^\s*whenever\s+each\s+(\w+)\s+in\s+((?:(?!\bwhere\b)[^#:()]|{_IN_BRACKETS})*)(?P<at>:)",
     r"say when it is done: `whenever each \1 in … where …:`", None),
    # ---- queries and what is counted
    (r"\b(any|no|all|one|count of)\s+(\w+)\s+((?:in|within|adjacent|having|without|other)\s[^:()]*?)\s(?P<at>where)\s+"
     r"([^:#\"]*[^:#\"\s])",
     r"within a longer condition, put the query in brackets: `(\1 \2 \3 where \5)`", None),
    (r"(?P<wrong>\bcount of\s+(\w+)\s+where\s+([^:#()]*?\S))\s+(?P<at>[<>]=?|[!=]=)\s*(?:count\b|\d)",
     r"put what is counted in brackets: `(count of \2 where \3)`", None),
    (r"(?:[<>]=?|[!=]=|[+*-])\s*(?P<wrong>count\s+(?P<at>of)\s+([a-z][^:#()\"]*[^:#()\"\s]))",
     r"put what is counted in brackets: `(count of \3)`", None),
    (r"(?P<wrong>\bcount of\s+([a-z]\w*))\s*(?P<at>[+*-])", r"put what is counted in brackets: `(count of \2)`", None),
    (r"\b(highest|lowest)(?P<wrong>\(\s*(\w+)\s+in\s+(?P<at>[^()]*?)\s+by\s+([^\s()]+(?:\([^()]*\))?)\s*\))",
     r"of numbers write `\1(\5 for \3 in \g<at>)`, of things `those of \g<at> with the \1 …`", None),
    (r"(?P<wrong>(?<=[=(,\s])(?P<how>highest|lowest)\s+(?P<at>(?!of\b)[a-z]\w*))\s*(?:$|[,)#])(?<!preferring)",
     r"say of whom: `\g<how>(x.\g<at> for x in all …)`; who has it is `those of all … with the \g<how> \g<at>`", None),
    (r"(?P<wrong>\b([a-z]\w*)\s+is\s+(?:the\s+)?([a-z]\w*)\s+with\s+(?:the\s+)?(?:most|highest)\s+(?P<at>[a-z]\w*))",
     r"a field of the game says it: `set game.\2 to …`; who it is, is `first(those of all \3 with the highest \g<at>)`",
     None),
    (r"(?P<wrong>\b(\d+)\s+for\s+(?P<at>(?:each|every)\s+[a-z]\w*)[^:#]*)",
     r"how many there are is a number: `(\2 * (count of … where …))`", None),
    (r"(?P<wrong>\badjacent\s+(?P<at>[a-z]\w*?)s?\s+(?:of|to)\s+([\w.]+))", r"write `all \g<at> adjacent to \3`", None),
    (r"(?P<wrong>\b(?:all\s+)?(?P<at>vacant\s+squares?)\b)", "write `vacant_squares()`", None),
    (r"\bin\s+(?P<wrong>all\s+(?P<at>[a-z]\w*))\s*(?:$|\b(?:and|or)\b|[):#])",
     r"put it in brackets: `in (all \g<at>)`", None),
    (r"(?P<wrong>\bfrom\s+(?:all\s+)?(?:the\s+)?other\s+(?P<at>[a-z]\w*?)s?)\b\s*(?:by\s+([\w.]+))?",
     r"write `from all \g<at> other than \3`", None),
    (r"\bwhile\s+(?:[^:#]*\band\s+)?(?P<wrong>in\s+(?P<at>(?!play\b)[a-z][\w.]*))",
     r"say what lies there: `this in \g<at>`", None),
    (r"\b(?:from|each\s+\w+\s+in)\s+(?!all\b|set\b|list\b)(\w[\w.]*\([^()]*\))\s+(?P<at>where)\b",
     r"a condition narrows what `all` finds: write `all … in \1 where …`", None),
    (r"\bat\s+(?P<wrong>([a-z][\w.]*\bat)\s*(?P<at>[+-])[^:#]*)",
     r"a square is no number: those beside it are `neighbours(\2)`, of which each has a `column` and a `row`", None),
    (r"^\s*(?:react\b[^:#]*?)?\b(?:before|after|during|instead\s+of)\s[^:#]*?\s(once\s+per|uses|costs|requires)\s[^:#]*?"
     r"\s(?P<at>where)\s",
     r"what is asked of the event stands behind the event: `… where … \1 …`", None),
    # ---- choices
    (r"^\s*(?P<wrong>while\s+([^:#]*?)\s+and\s+([a-z][\w.]*)\s+(?P<at>wants|wishes|likes|chooses|agrees)\b[^:#]*)",
     r"whoever may go on is asked: `may any number of times by \3 while \2:`", None),
    (r"\bchoose\s+(?P<fix>one\s+(?P<at>of))\s*:", "write `choose one:`", "one"),
    (r"\bchoose\s+(\w+)\s+from\s[^:#]*?\s(?P<wrong>(?P<at>or)\s+(?:pass(?:es)?|nothing|none|no one|nobody|skip))\b",
     r"where nobody need be chosen, write `choose up to 1 \1 from …`: \1 is then empty, or holds one", None),
    (r"\bchoose\s+(?P<wrong>([a-z]\w*(?:\.\w+)*)\.(\w+))\s+(?P<at>from)\s+([^:#]*[^:#\s])",
     r"what is chosen has a name of its own: `choose chosen from \5:`, and below it `set \2.\3 to chosen`", None),
    # ---- what a call gives
    (r"\blet\s+(\w+)\s*=\s*(?!roll\b|highest\b|lowest\b|not\b|first\b|last\b|top\b|bottom\b|count\b)"
     r"(?P<said>[a-z]\w*\s+(?P<at>(?:from\s+)?(?!to\b)[a-z]\w*(?:\.\w+)+))\s*$",
     r"what a verb gives has its name behind the call: `\g<said> giving \1`; the first that lies there is `first(…)`",
     None),
    (r"\b(?P<wrong>first\s+(?P<at>\d+)\s+(?:\w+\s+)?(?:of|in|from)\s+([\w.]+))",
     r"write `each n in 1 to \g<at>:`, and in its block `nth(n, \3)`", None),
    (r"^\s*resolve\s+(?P<at>(?!ai\b)[a-z][\w.]*)",
     r"`resolve` alone carries out the text that is being used, in the verb that its `live` line names behind "
     "`through`; else a card answers an event: `after … this:`", None),
    # ---- prices
    (r"^\s*(?:activate\b[^:]*:\s*)(?P<wrong>([a-z]\w*\s+\d+[^:#]*?)\s+to\s+(?P<said>([a-z]\w*)\s+(?P<at>\d+)[^:#]*))",
     r"what is paid is a price, in the heading: `activate as … costs \2: \g<said>`", None),
    (r"^\s*(?!react|after|before|instead|activate|passive|ai\b|during|when)(?P<wrong>[a-z]\w*\s+(?:this|self))\s*:"
     r"\s*(?P<said>[a-z][^:#]*)",
     r"what is paid is a price, in the heading: `activate as … costs \g<wrong>: \g<said>`", None),
    # ---- who does something
    (r"^\s*(?:(?:after|before)[^:]*:\s*)?(?P<wrong>(?P<at>each\s+([a-z]\w*)\s+(?:must|may|has\s+to|can))\b)",
     r"name each of them, on a line of its own: `each x in all \3:`; `may by x:` where each decides", None),
    (r"^\s*(?P<wrong>each\s+([a-z]\w*)\s+(?P<at>where)\s+([^:#]*[^:#\s]))\s*:",
     r"name each of them: `each x in all \2 where \4:`", None),
    (r"^\s*(?P<wrong>each\s+(\w+)\s+in\s+all\s+(\w+)\s+(?P<at>starting|beginning|clockwise|going)\b[^:]*)",
     r"`each` follows a list: `each \2 in …():`, with a `define …() -> list of \3` that puts them in order", None),
    (r"^\s*(?P<wrong>each\s+(\w+)\s+in\s+all\s+(\w+)\s+(?P<at>simultaneously|secretly|at\s+once|together)\b)",
     r"all are asked one after the other: write `each \2 in all \3:`; what they choose is hidden while it lies in a "
     "zone that its owner sees", None),
    # ---- requirements and cases
    (r"^\s*require\s+([^\"#]*?\S)\s+(?P<wrong>(?P<at>or\s+else|else|otherwise)\b(?!\s*[\"'])[^#]*)",
     r'behind a requirement stands only why: `require \1 "…"`; what is done otherwise stands in `if not (\1):`', None),
    (r"^\s*else(?P<fix>)\s+(?P<at>(?!if\b)[a-z]\w*)", "`:` stands behind `else`", ":"),
    # ---- abilities
    (r"^\s*(?P<wrong>during)\s+([^:#]*[^:#\s])\s*:",
     r"write `before \2:` or `after \2:`; who may decide to do it has `react during \2:`", None),
    (r":\s+(?P<wrong>(?P<said>instead\s+of|before|after|react)(?P<at>\s[^:#]*)):",
     r"an ability stands in no other: give its bearer a status that has `\g<said> …:`, or write it on its own "
     "line", None),
    # ---- parameters
    (rf"^\s*(?:verb|flow)\s[^:]*\((?:[^()]*,)?\s*(?P<wrong>(?!(?:{_KNOWN})\b)([a-z]\w*))\s+(?P<at>[a-z]\w*)\s*:\s*\w",
     r"`\2` is no preposition: those are `to`, `from`, `on`, `with`, `by`, `at`, `into`, `onto`, `toward`, `away`, "
     "`for`, `against`, `using`, `dealing` and `of`", None),
    (r"^\s*(?:verb|flow|define|relation)\s[^#]*[(,]\s*(?:\w+\s+)?\w+\s*:\s*(?P<wrong>(\w+)\s+(?P<at>or)\s+(\w+))",
     r"a value has one type: declare a kind above both, to which `\2` and `\4` say `is: …`", None),
)  # fmt: skip

# What is searched for in a line up to the place where something is missing.
COURSE_ENDINGS: tuple[tuple[str, str], ...] = (
    (r"\bset\s+([\w.]+)\s+to\s+no$", r"write `set \1 to false`"),
    (r"(?:^|:)\s*reveal\s+([\w.]+)$", r"say to which player: `reveal \1 to …`"),
)

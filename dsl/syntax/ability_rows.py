"""What people write in place of a modifier, or of the pattern that an ability answers, and what to write.

Job: hold rows of `dsl/syntax/habits.py` for the two parts of an ability that read like English and are no statements.
They are tried before those of `dsl/syntax/habit_rows.py`. Must never name a word of a game.
"""

from __future__ import annotations

from dsl.syntax.habit_rows import Row

_BONUS = r"^\s*(?:passive\b[^:]*:\s*)?(?P<bonus>[+-]\s*(?:\d+|\([^()]*\)))"
_ANSWERS = r"^\s*(?:react\b[^:]*?\s)?(?:before|after|during|instead\s+of)\s[^:]*?"
_PREPOSITIONS = "to|by|from|at|on|with|for|onto|into|toward|away|against|using|of"
_NOUN = rf"\b(?:{_PREPOSITIONS})\s+(?P<at>(?P<fix>(?:any|one|all|each|every|an?|the|no)\s+))[a-z]"

ABOUT_ABILITIES: tuple[Row, ...] = (
    # ---- modifiers
    (_BONUS + r"\s+(?P<at>(?P<fix>to\s+))[a-z]", "the stat follows its number: leave `to` out", ""),
    (_BONUS + r"\s+(?P<stat>\w+)\s+(?P<at>(?P<fix>to|on|of))\s+(?P<who>[^:#]*[^:#\s])",
     r"whose it is follows `for`: `\g<bonus> \g<stat> for \g<who>`", "for"),
    (_BONUS + r"\s+(?P<who>(?:self|this|\w+))(?P<at>\.)(?P<stat>\w+)",
     r"whose it is follows `for`: `\g<bonus> \g<stat> for \g<who>`", None),
    (_BONUS + r"\s+\w+(?:\s+for\s[^:]*?)?\s+(?P<at>(?P<fix>if|when))\s",
     "a condition of a modifier follows `while`", "while"),
    (r"^\s*(?:passive\b[^:]*:\s*)?(?!if\b|while\b|when\b)\w+(?:\s+of\s+[\w.]+)?\s+is\s+(?!.*\belse\b)[^:]*?\s"
     r"(?P<at>(?P<fix>if|when))\s", "a condition of a modifier follows `while`", "while"),
    (_BONUS + r"\s+\w+(?:\s+for\s[^:]*?)?\s+(?P<at>unless)\s+([^:#]*[^:#\s])",
     r"a condition of a modifier follows `while`: `while not (\3)`", None),
    (r"^\s*passive\s*:\s*(?P<wrong>while\s+([^,:#]*[^,:#\s]))\s*[,:]\s*([^#]*[^#\s])",
     r"write `passive while \2: \3`", None),
    (r"^\s*passive\b[^:]*:\s*self\s+(?P<at>has|have|gets?)\s+([+-]\s*\d+)\s+(\w+)", r"write `passive: \2 \3`", None),
    (r"^\s*passive\b[^:]*:\s*(?!all\s)\w+(?P<at>\s(?:[^:+-]*\s)?(?:has|have|gets?)\b)\s*([+-]\s*\d+)\s+(\w+)",
     r"the number stands first, and whose it is follows `for`: `\2 \3 for …`", None),
    (_BONUS + r"\s+\w+(?:\s+for\s[^:]*?)?\s*(?P<at>,|and\b)\s*[+-]",
     "write one modifier a line, below `passive:`", None),
    (r"\b(?P<who>[\w.]+)\s+gains?\s+(?P<at>[+-])\s*(\d+)\s+(\w+)", r"write `\g<at>\3 \4 for \g<who>`", None),
    (r"\bloses\s+(\w+)(?P<at>\()", r"`\1` is lost with all its values: write `loses \1`", None),
    (r"^\s*passive\b[^:]*:\s*\w+(?P<at>(?P<fix>\s*==?\s*))\w", "write `is`", " is "),
    (r"^\s*passive\b[^:]*:\s*([a-z]\w*)\.(\w+)\s+(?P<at>is)\s+([^:#]*[^:#\s])", r"write `\2 of \1 is \4`", None),
    (r"^\s*passive\s+(?P<at>unless)\s+([^:#]*[^:#\s])", r"write `passive while not (\2):`", None),
    (r"\bpassive\s+while\s[^:]*?\b(?:and|or)\s+(?P<fix>while\s+)(?P<at>[\w(])", "`while` is said once", ""),
    # ---- headers and patterns
    (r"\bcosts\s+(?P<at>(?P<wrong>(\d+)\s+([a-z]\w*\b)))(?!\s+(?:by|to|from|on|with)\b)",
     r"a price is something that is done: the verb that takes `\4` away stands first, `costs … \3 by …`", None),
    (r"\bcosts\s+(?P<wrong>(?P<at>(\d+)))\s*[:,]",
     r"a price is something that is done: the verb stands first, `costs … \3 by …`", None),
    (r"\bcosts\s+(?P<wrong>[a-z]\w*(?P<at>\.)[\w.]+)",
     "a price is something that is done: name the verb that takes it away, `costs … by …`", None),
    (r"^\s*activate\b[^:]*\s(?P<at>(?P<wrong>for\s+(\d+)\s+\w+))",
     r"a price follows `costs`, with the verb that takes it away: `costs … \3 by …`", None),
    (r"^\s*activate\b[^:]*?(?P<at>(?P<fix>,)\s*(?:as|costs|once|recharges|requires|uses)\b)",
     "leave it out: the parts of a heading follow one another without commas", ""),
    (r"\bcosts\s[^:]*?(?P<at>(?P<fix>\s+and))\s", "a comma stands between two costs", ","),
    (_ANSWERS + r"\s(?P<at>(?P<fix>if|when|and))\s", "a condition on what an ability answers follows `where`", "where"),
    (_ANSWERS + r"\s(?P<wrong>unless)(?P<at>\s+([^:#]*[^:#\s])\s*:?)",
     r"a condition on what an ability answers follows `where`: `where not (\3)`", None),
    (_ANSWERS + r"\s*(?P<at>,|\bor\b|/)\s*[a-z]",
     "an ability answers one event: write a second ability, or name several together with `events … = …`", None),
    (_ANSWERS + _NOUN, "a noun stands alone in what an ability answers: it means each of them", ""),
    (r"\bcannot\s[^:]*?" + _NOUN, "a noun stands alone in what is forbidden: it means each of them", ""),
    (r"\bcannot\s[^:]*?\s(?P<at>(?P<fix>if|when))\s", "a condition of a modifier follows `while`", "while"),
    # ---- statements that stand behind the head of an ability, on its line
    (r"^.*:\s+(?P<wrong>until)\b(?P<at>[^:#]*:)",
     r"`\g<wrong> …:` opens a block: begin it on a line of its own, below", None),
    (r"^.*:\s+(?P<wrong>for\s+(?:each\s+)?(\w+)\s+(?P<at>in))\s+([^:#]*[^:#\s])\s*:",
     r"`each \2 in \4:` opens a block: begin it on a line of its own, below", None),
    (r"^.*:\s+(?P<said>until\s+(?:start|end)\s+of\s+[^:#]*?)\s*(?P<at>(?P<wrong>[+-]\s*\d+\s+\w[^:#]*[^:#\s]))",
     r"`\g<said>:` opens a block: begin it on a line of its own, and write `\g<wrong>` below it", None),
    (r"(?:^|:)\s*[a-z]\w*\s+(?P<at>(?P<fix>(-\d+)))(?=\s+(?:to|by|from)\b)",
     r"write `(\3)`: a value below 0 stands in brackets", r"(\3)"),
    (r"\binto\s+(?P<wrong>(?P<at>(?:an?|the|my|its|his|her|your)\s+)(\w+))",
     r"a zone is a field: say whose, such as `into self.owner.\3`", None),
    # ---- what is rolled and what is had
    (r"(?:\bin\s+|\()(?P<wrong>roll\s+(?P<at>\w+))",
     r"a roll is a statement of its own: write `let r = roll \g<at>` above", None),
    (r"(?P<fix>\bnot\s+(?P<at>has))\b", "write `lacks`", "lacks"),
    # ---- distances
    (r"\b(one|all|any|no|count of|nearest|farthest|up to \d+)\s+(\w+)\s+(?P<wrong>adjacent)\b(?!\s+to\b)\s*",
     r"say to whom: `\1 \2 adjacent to self`", None),
    (r"\bwithin\s+(?P<at>\d+)\s*$", r"say of whom: `within \1 of self`", None),
    (r"\bwithin\s+(\d+)\s+(?P<at>(?P<fix>[a-z]\w*\s+))of\s+([\w.]+)", r"write `within \1 of \4`", ""),
)  # fmt: skip

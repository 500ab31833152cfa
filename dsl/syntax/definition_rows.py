"""What people write in place of a definition, or within its first line, and what to write.

Job: hold rows of `dsl/syntax/habits.py` for definitions in `.rules` files. Must never name a word of a game.
"""

from __future__ import annotations

from dsl.syntax.habit_rows import Row

# Where a definition stands, or its first word.
DEFINITIONS: tuple[Row, ...] = (
    (r"^\s*enums?\s+(\w+)\s*[=:]?\s*(.*)", r"declare it in `ruleset.yaml`, below `enums:`: `\1: [\2]`", None),
    (
        r"^\s*(?:kind|class|type|struct|entity|object)\s+(\w+).*",
        r"a kind is declared in `ruleset.yaml`, below `kinds:`, with its fields",
        None,
    ),
    (
        r"^\s*when(?:ever)?\s+(?:an?|any|the)\s+(\w+)\b.*",
        r"what is always looked at is a state check: `whenever each x in all \1 where …: …`",
        None,
    ),
    (
        r"^\s*(?:on|when|if|after|before|react|instead|activate|passive)\b.*",
        "an ability belongs to something: write it below `every …:`, in a keyword, a status or on a card",
        None,
    ),
    (
        r"^\s*(?:const|let|var|val|global|set)\s+\w+\s*:?=\s*(.*)",
        r"a value with a name is a define: `define …() -> int = \1`",
        None,
    ),
    (r"^\s*(?:import|include|require|use|using|from)\b.*", "leave it out: all files in `rules/` are read", None),
    (
        r"^\s*(?P<fix>action|proc|procedure|method|sub|event|effect|rule|trigger)\s+(\w+)\b.*",
        r"did you mean `verb \2`?",
        None,
    ),
)

_INVARIANT = "write `invariant name of kind = condition`, or leave `of kind` out for the whole game"

# Where one stands, from its first word on.
ABOUT_DEFINITIONS: tuple[Row, ...] = (
    (
        r"^\s*(verb|flow|define|relation|roster)\s+(?P<at>\w+)(?!\s*\(|[\w-])",
        r"the values of a \1 stand in brackets behind its name, each with its type: `\1 \g<at>(…)`",
        None,
    ),
    (
        r"^\s*(?:noun|stat|keyword|status|events|statuses|table)\s+(?P<fix>(\w+)\s+(?P<at>(?!of\b)[a-z]\w*))\s*(?==|\(|:|of\b)",
        r"a name is one word: `\2_\g<at>`",
        r"\2_\g<at>",
    ),
    (
        r"^\s*status\s+(\w+)[^:]*?\s(?P<at>(?P<wrong>until|for|lasts?|lasting)\b[^:]*:?)",
        r"how long it lasts is said where it is added: `add \1 to … until …`",
        None,
    ),
    (r"^\s*(stat|keyword|status)\s+(\w+)(?:\([^)]*\))?\s*(?P<at>[=:]).*", r"say which kind has it: `\1 \2 of …`", None),
    (r"^\s*stat\s+\w+\s+of\s+\w+\s*(?P<fix>:)", "the value of a stat stands after `=`", " ="),
    (r"^\s*noun\s+\w+(?P<fix>\s*:|\s+is\b|\s+are\b)", "write `=`", " ="),
    (
        r"^\s*noun\s+(\w+)\s*=\s*(?P<said>[\w.]+\s+(?P<at>is|has|lacks|in|not|==|!=|<=?|>=?)\b.*)",
        r"a noun begins with its kind: `noun \1 = … where \g<said>`",
        None,
    ),
    (r"^\s*every\s*(?P<at>:)", "name the kind that has these abilities: `every …:`", None),
    (
        r"^\s*whenever\s+(?!each\b)[a-z]\w*\s+(?P<at>[a-z]\w*)\b.*",
        "`whenever` asks for a condition; what follows an event stands in `after …:`, below `every …:`",
        None,
    ),
    (
        r"^\s*(?:verb|flow|define|relation|table|keyword|status|noun|stat|events|statuses|roster)\s+"
        r"(?P<fix>(\w+)-(\w+))(?!\w)",
        r"a name is one word: `\2_\3`",
        r"\2_\3",
    ),
    (
        r"^\s*define\s+(\w+\([^()]*\))\s*(?P<at>=)",
        r"say what it gives, for example a number: `define \1 -> int = …`",
        None,
    ),
    (
        r"^\s*define\s+(\w+\([^()]*\))\s*(?P<at>:)",
        r"say what it gives, for example a number: `define \1 -> int:`",
        None,
    ),
    (
        r"^\s*invariant\s+\w+(?:\s+of\s+\w+)?(?P<fix>\s*:)\s*(?P<at>[^\s#].*)",
        "a condition on this line stands after `=`",
        " =",
    ),
    (r"^\s*invariant\b(?!\s+\w+(?:\s+of\s+\w+)?\s*[:=]).*", _INVARIANT, None),
    (
        r"^\s*invariant\s+\w+(?:\s+of\s+\w+)?\s*=\s*[a-z_]+ .*",
        "an invariant is a condition: it calls no verb and changes nothing",
        None,
    ),
    (r"^\s*(?:define|relation)\b[^=]*:\s*\S", "write `= value` here, or a body on the lines below", None),
    (r"^\s*(?:verb|flow)\b.*->", "what a verb gives has a name and a type: `verb …(…) gives found: …:`", None),
    (
        r"^\s*(?:verb|flow|define|relation|table|keyword|status|roster)\b[^:=]*?([a-z_]\w*)\s*[),]",
        r"a parameter has a type: `\1: …`",
        None,
    ),
)  # fmt: skip

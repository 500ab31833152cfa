"""The notations that people know from other languages, from printed cards or from plain English, and what to write.

Job: hold the tables of `dsl/syntax/habits.py`: patterns of lines with their help, and words with theirs. Must never
name a word of a game.
"""

from __future__ import annotations

import re

# (pattern, help, certain replacement of the group `fix`); help and replacement may name groups. A row applies if its
# match contains the place, or if its group `at` does where it has one. What is wrong is the group `wrong`, else `fix`.
Row = tuple[str, str, str | None]

# Where an ability of a card may stand.
ABILITIES: tuple[Row, ...] = (
    (r"^\s*costs\b.*\bactivate\b.*", "`costs` follows `activate`: `activate as … costs …: …`", None),
    (r"^\s*activate(\s+\"[^\"]*\")?\s+(?!as\b)(\w+)\s*:.*", r"write `activate\1 as \2:`", None),
    (r"^\s*[A-Z].*\.\s*$", "an ability is written in the language, such as `activate as …: …` or `after …: …`", None),
    (
        r"^\s*at (?:the )?(?:start|beginning) of (?:your |each |the )?(\w+).*",
        r"an ability answers a verb or a step: write `before \1:`",
        None,
    ),
    (
        r"^\s*at (?:the )?end of (?:your |each |the )?(\w+).*",
        r"an ability answers a verb or a step: write `after \1:`",
        None,
    ),
    (r"^\s*(?:on|at|when) (\w+)(?:'s)? (?:start|begin)\w*\b.*", r"write `before \1:`", None),
    (r"^\s*(?:on|at|when) (\w+)(?:'s)? (?:end)\w*\b.*", r"write `after \1:`", None),
    (r"^\s*each (\w+)\b.*", r"an ability answers a verb or a step: write `after \1:`", None),
    (r"^\s*else\b.*", "an `else` stands right below its `if`, choice or call, which begins a line of its own", None),
    (r"^\s*\d+\s+\w+\s*:.*", "a price stands in the heading of an ability: `activate as … costs …: …`", None),
    (
        r"^\s*(?:when|whenever|on|if)\b.*",
        "write `after …:` for what follows an event, `before …:` for what comes first",
        None,
    ),
)

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

# Where a statement or a value stands.
BODIES: tuple[Row, ...] = (
    (r"^\s*(?P<fix>when)\b.*:\s*$", "did you mean `if`?", "if"),
    (r"^\s*(?P<fix>elif|elsif|elseif)\s+([^:]*).*", r"write `else if \2:`", "else if"),
    (r"^\s*(?P<fix>elif|elsif|elseif)\b.*", "write `else if …:`", "else if"),
    (r"^\s*(?P<fix>unless)\b.*", "write `if not (…):`", None),
    (r"\b(?P<fix>=<)", "write `<=`", "<="),
    (
        r"^\s*[a-z]\w*(?P<at>\.)\w+\s*(?:(?:is|has|[<>=!]=?)\b.*)?$",
        "a statement begins with its verb; a condition stands in `if …:` or `require …`, in a test in `then:`",
        None,
    ),
    (r"^\s*(?P<wrong>(?:assert|expect|check|ensure|verify|and|or|then))\s+(?P<at>[a-z(])", "leave it out", None),
    (
        r"^\s*set\s+(?P<at>[a-z][\w.]*)\s+to\s+(\w+).*",
        r"here is asked what is true: `\g<at> is \2`",
        None,
    ),
    (r"(?P<wrong>\bshould\s+(?:not\s+)?(?:be|have|equal)\b)", "write what is true, such as `self.damage == 3`", None),
    (r"^\s*(?:for\s+)?each\s+(\w+)\s*:.*", r"name each of them: `each x in all \1:`", None),
)

_INVARIANT = "write `invariant name of kind = condition`, or leave `of kind` out for the whole game"

ANYWHERE: tuple[Row, ...] = (
    (
        r"^.*:\s+(?P<wrong>if|each|while|repeat|choose|may)\b\s*(?P<at>[^:#]*:?)",
        r"`\g<wrong> …:` opens a block: begin it on a line of its own, below",
        None,
    ),
    (r"\bin\s+(\w+)\s+(?P<at>to)\s+(\w+)", r"put the range in brackets: `in (\1 to \3)`", None),
    (
        r"\b(any|no|all|one|count of)\s+(\w+)\s+(?P<at>where)\s+([^:\"]*[^:\"\s])",
        r"within a longer condition, put the query in brackets: `(\1 \2 where \4)`",
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
    (r":\s*(?P<fix>\[\s*(\w+)\s*\])\s*[,)=?]", r"write `list of \2`", r"list of \2"),
    (r"(?P<fix>\b(set|list|array)\s*[<\[(]\s*(\w+)\s*[>\])])", r"write `set of \3` or `list of \3`", None),
    (
        r"\brequires?\b[^,\"']*(?P<wrong>\s*,|\s+else|\s+because|\s+or)\s*[\"'].*",
        "the reason follows the condition right away: `… \"why\"`",
        None,
    ),
    (
        r"(?:^|:)\s*(?P<said>[a-z]\w*\s+[\w.]+(?:\s+[\w.]+)*)\s+(?P<at>if)\s+(?!.*\belse\b)([^:]+)$",
        r"write `if \3:` on a line of its own, and `\g<said>` below it",
        None,
    ),
    (
        r"^\s*if\b[^:]*:.*\s(?P<at>else)\b.*",
        "`else:` stands on a line of its own, right below its `if`",
        None,
    ),
    (r"\bchoose\s+(\w+)\s*(?P<at>:)", r"write `choose chosen from all \1:`", None),
    (r"(?P<wrong>\b(?:the )?(?:number|amount|total) of (?:all )?(\w+))", r"write `(count of \2)`", None),
    (r"\ball\s+(\w+)\s+(?P<at>is|are|has|have)\s+\w+", r"write `every x in all \1 satisfies …`", None),
    (r"\b(any|no)\s+(\w+)\s+(?P<at>is|are|has|have)\s+(\w+)", r"a condition follows `where`: `\1 \2 where …`", None),
    (r"(?P<wrong>\bthere\s+(?:is|are|exists?)(?:\s+(?:an?|one|any|some))?)\s+(\w+)", r"write `any \2`", None),
    (r"(?P<wrong>\b(?:the\s+)?(?:top|first)(?:\s+(?:card|one))?\s+of\s+([\w.]+))", r"write `first(\2)`", None),
    (r"(?P<wrong>\b(?:the\s+)?(?:bottom|last)(?:\s+(?:card|one))?\s+of\s+([\w.]+))", r"write `last(\2)`", None),
    (r"(?P<wrong>\b(?!count\b)([a-z]\w*)\s+of\s+((?:self|this|it|target)\b[\w.]*))", r"write `\3.\2`", None),
    (r"(?P<wrong>\b(?:twice|two\s+times)\s+(?:per|an?|each|every)\s+(\w+))", r"write `uses 2 recharges \2`", None),
    (r"(?P<wrong>\b(\d+)\s+times\s+(?:per|an?|each|every)\s+(\w+))", r"write `uses \2 recharges \3`", None),
    (r"^\s*react\s+(?:to|on|when)\s+([^:]*).*", r"write `react after \1:` or `react before \1:`", None),
    (r"\b(?P<fix>instead)\s+(?!of\b)(?P<at>\w+)", "write `instead of`", "instead of"),
    (r"([\w.]+)\s+(?:is\s+)?(?P<wrong>between)\s+(\w+)\s+and\s+(\w+)", r"write `\1 in (\3 to \4)`", None),
    (
        r"(?:^|:)\s*[\w.]+\s+wins?\b.*",
        "a field of the game says who has won; `won:` in `ruleset.yaml` names the relation that asks for it",
        None,
    ),
    (r"([\w.]+)\s+(?P<wrong>contains|includes)\s+([\w.]+)", r"write `\3 in \1`", None),
    (r"\boffer\s+(?!\w+\s*(?:,|to\b))([\w.]+)\s+(?P<at>\w+)", r"write `offer \g<at> to \1`", None),
    (r"^\s*repeat\s+until\s+([^:]*).*", r"write `while not (\1) at most 99 times:`", None),
    (r"^\s*repeat\s+while\s+([^:]*).*", r"write `while \1 at most 99 times:`", None),
    (
        r"^\s*while\s+(?![^:]*\bat most\b)([^:]*):(?!\s*[+-]|.*\b(?:gains|loses|cannot|is)\b).*",
        r"a loop says how often at most: `while \1 at most 99 times:`",
        None,
    ),
    (
        r"(?P<wrong>\b(?:the\s+)?next\s+player)\b",
        "the player after `p` is `following(p, all player)`",
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
    (r"(?P<fix>[“„«‟](?P<said>[^“”„«»\"]*)[”»“])", 'texts stand in straight double quotes: `"…"`', r'"\g<said>"'),
    (r"[“”„«»‟]", 'texts stand in straight double quotes: `"…"`', None),
    (r"^\s*(?P<fix>//|--|;;)", "a remark begins with `#`", "#"),
    (r"^\s*activate\s*:\s*(?P<said>as\s[^:]*).*", r"write `activate \g<said>:`", None),
    (r"//|/\*.*|<!--", "a remark begins with `#`", None),
    (r"(?P<fix>::)", "write one `:`", ":"),
    (r"(?P<fix><>)", "write `!=`", "!="),
    (r"(?P<fix>=>)", "write `>=`", ">="),
    (r"(?P<fix>=<)", "write `<=`", "<="),
    (r"(?P<fix>≥)", "write `>=`", ">="),
    (r"(?P<fix>≤)", "write `<=`", "<="),
    (r"(?P<fix>≠)", "write `!=`", "!="),
    (r"(?P<fix>[×·])", "write `*`", "*"),
    (r"(?P<fix>[–—−])", "write `-`", "-"),
    (r"[÷]", "a division stands in brackets and is rounded: `(round_down(a / b))`", None),
    (r"(?P<fix>[.…;,]+)\s*$", "leave it out: a statement ends with its line", ""),
    (r"(?P<fix>\{)\s*$", "end the line with `:`; a block is indented, without brackets", ":"),
    (r"^\s*(?P<fix>\})\s*$", "leave it out: a block is indented, without brackets", ""),
    (r"\b(?:is\s+)?(?P<wrong>(?:greater|more|higher|larger)\s+than)\s+(\w+)", r"write `> \2`", None),
    (r"\b(?:is\s+)?(?P<wrong>(?:less|lower|fewer|smaller)\s+than)\s+(\w+)", r"write `< \2`", None),
    (r"\b(?:is\s+)?(?P<wrong>at least)\s+(\d+)", r"write `>= \2`", None),
    (r"\b(?:is\s+)?(?P<wrong>at most)\s+(\d+)(?!\s+times)", r"write `<= \2`", None),
    (r"[<>=]\s*(?P<fix>than\s+)", "leave `than` out", ""),
    (r"(?P<fix>\bisn['’]t)\b", "write `is not`", "is not"),
    (r"\b(one|all|any)\s+(?P<wrong>adjacent|neighbou?ring)\s+(\w+)", r"write `\1 \3 adjacent to self`", None),
    (r"\b(one|all|any)\s+(?P<wrong>other|another)\s+(\w+)", r"write `\1 \3 other than self`", None),
    (r"(?P<wrong>\b(?:its|his|her|their|your)\s+(\w+))", r"write `self.\2`", None),
    (r"\s(?P<wrong>for)\s+\d+\s+\w+\s*$", "a duration says when it ends, such as `until end of turn`", None),
    (r"(?P<wrong>\\)[\"']", "a word of the game stands without quotes", None),
    (r"^\s*(?P<fix>foreach)\s+(\w+)\s+in\s+([^:]*)", r"write `each \2 in \3:`", "each"),
    (r"\blet\s+\w+\s*(?P<fix>:=)", "write `=`", "="),
    (r"(?P<wrong>\*\*)", "there are no powers: write `a * a`", None),
    (
        r"([^()?:\s](?:[^()?:]*[^()?:\s])?)\s*(?P<wrong>\?)\s*([^:()]+?)\s*:\s*([^()]+)",
        r"write `\3 if \1 else \4`",
        None,
    ),
    (r"\b(increase|decrease)\s+by\s+(\w+)\s+([\w.]+)", r"write `\1 \3 by \2`", None),
    (r"\b(?:requires|if|while|where)\b[^:,]*(?P<at>,)", "write `and` between two conditions", None),
    (r"\b\w+(?P<at>,)\s*\w+,?\s+(?:to|by|at|from|with)\b", "leave it out: a call has no commas", None),
    (
        r"(?:^|:)\s*([a-z]\w*)\s+(\d+)\s+(?P<at>[a-z]\w*)\s+(?:to|from|by)\b",
        r"a number has no unit: leave `\g<at>` out",
        None,
    ),
    (r"(?P<wrong>[+-]\d+\s*/\s*[+-]\d+)", "each value has its name and its line, such as `+1 …`", None),
    (r"\\\s*$", "write the statement on one line; only what is in brackets may go on below", None),
    (r"(?P<wrong>\bmy)\s+(?P<field>\w+)", r"write `self.\g<field>`", None),
    (r"(?P<fix>\b(\w+)['’]s\s+(\w+))", r"write `\2.\3`", r"\2.\3"),
    (r"\blet\s+\w+\s*(?P<fix>==)", "write `=`", "="),
    (r"\bset\s+([\w.]+)(?P<fix>\s*==?\s*)([^#]*[^#\s])?", r"write `set \1 to \3`", " to "),
    (r"\blet\s+(\w+)(?P<fix>\s+)(?P<at>\d+)(.*)", r"write `let \1 = \g<at>\4`", " = "),
    (r"\blet\s+(?P<fix>(\w+)(?:\s+|-)([a-z]\w*))", r"a name is one word: `\2_\3`", None),
    (r"\b(?:add|give)\s+(\d+)\s+to\s+([\w.]+)", r"write `increase \2 by \1`", None),
    (r"\bremove\s+(\d+)\s+from\s+([\w.]+)", r"write `decrease \1 by \2`", None),
    (r"\bby\s+(\d+)(?P<fix>\s+\w+)\s*$", r"a number has no unit: write `by \1`", ""),
    (r"(?P<fix>\b(\d*)D(\d+)\b)", r"write `\2d\3`", r"\2d\3"),
    (r"\broll\s+(?P<fix>(?:an?|one|the)\s+)\w+", "write `roll …` without an article", ""),
    (r"\bchoose\s+(?:an?|one|the)\s+(\w+).*", r"write `choose chosen from all \1:`", None),
    (r"\bchoose\s+(\w+)\s+at random\b.*", r"write `choose random \1 from …:`", None),
    (
        r"\brandom\s+\d+",
        "`random` takes one of several things; for a number write `let r = roll 1d6` and `total(r)`",
        None,
    ),
    (r"\bonce (?P<fix>an?|each|every)\s+(\w+)", r"write `once per \2`", "per"),
    (r"\s(?P<fix>each|every)\s+(\w+)(?!.*\bin\b)", r"write `all \2`: the call is made for each of them", "all"),
    (
        r"^\s*each\s+(\w+)\s+within\s+(\d+)\s*:.*",
        r"name each of them: `each u in (all \1 within \2 of self):`",
        None,
    ),
    (
        r"^\s*each\s+(\w+)\s+((?:within|adjacent|of|with|that|who)\b[^:]*).*",
        r"name each of them: `each u in (all \1 \2):`",
        None,
    ),
    (
        r"\s(?P<wrong>an?|the|another)\s+(\w+)",
        r"write `one \2` for one that is chosen, `all \2` for all of them",
        None,
    ),
    (r"^\s*(?P<fix>for)\s+(\w+)\s+in\s+([^:]*).*", r"write `each \2 in \3:`", "each"),
    (r"(?P<fix>\bfor (?:each|every|all))\s+(\w+)\s+in\s+([^:]*)", r"write `each \2 in \3:`", "each"),
    (r"^\s*may(?P<fix>)\s+(?P<at>\w+)(.*)", r"write `may: \g<at>\3`", ":"),
    (r"^\s*repeat\s+(\w+)(?P<fix>)\s*(?P<at>:)", r"write `repeat \1 times:`", " times"),
    (r"\bcosts\s+(?P<wrong>(\w+)\s+([a-z]\w*)\b)([^:]*)", r"the verb stands first: `costs \3 \2\4`", None),
    (
        r"(?P<wrong>\ball\s+(\w+)\s+(?:gets?|gains?|ha[sv]e?))\s+([+-]\s*\d+)\s+(\w+)",
        r"the number stands first: `\3 \4 for all \2`",
        None,
    ),
    (
        r"\b(?P<verb>\w+)\s+(?P<how>to|at|on|from)\s+(?P<who>(?:one\s+|all\s+)?[\w.]+)\s+(?P<n>\d+)",
        r"a number stands right after its verb: `\g<verb> \g<n> \g<how> \g<who>`",
        None,
    ),
    (r"\b([\w.]+)\s+(?:gains?|gets?|receives?)\s+([a-z]\w*)(.*)", r"write `add \2 to \1\3`", None),
    (r"\b([\w.]+)\s+loses?\s+([a-z]\w*)(.*)", r"write `drop \2 from \1`", None),
    (r"\bpassive\s+(?P<fix>if|when)\b", "write `passive while …:`", "while"),
    (r"\b(?:before|after)\s+(.*?)\s+instead\b", r"write `instead of \1:`", None),
    (r"\bprevent\s+\w.*", "`prevent` stands alone: it prevents the event that the ability answers", None),
    (r"(?P<fix>(\S+)\s*(<=?|>=?)\s*([\w.]+)\s*(<=?|>=?)\s*(\w\S*?))(?=[:\s]|$)",
     r"write `\2 \3 \4 and \4 \5 \6`", r"\2 \3 \4 and \4 \5 \6"),
    (r"\b(?:is|not)?\s*in\s+(?P<fix>(\w+)\s*\.\.+\s*(\w+))(?!\s*:\s*$)", r"write `(\2 to \3)`", r"(\2 to \3)"),
    (r"(?P<fix>(\w+)\s*\.\.+\s*(\w+))", r"write `\2 to \3`", r"\2 to \3"),
    (r"\b([\w.]+)\.(\w+)\(([^()]*)\)", r"the verb stands first: `\2 \3 to \1`", None),
    (r"\b\w+\.(\w+)\(.*", r"the verb stands first: `\1 …`", None),
    (r"\b(?:to|by|from|at|on|with|for|onto|into)(?P<fix>=)\w", "write a space in place of `=`", " "),
    (
        r"^.*?\b(\w+)\(([^(),]*),\s*([^(),]*)\)\s*$",
        r"a call has no brackets and no commas, but words between its values: `\1 \2 to \3`",
        None,
    ),
    (r"^.*?\b(\w+)\(.*,.*\)\s*$", r"a call has no brackets and no commas: `\1 … to …`", None),
    (r"^\s*(?:function|func|fn|fun|def)\b", "did you mean `define`?", None),
    (r"^\s*return\s+\S", "the value stands alone on the last line of a body; below cases write `otherwise: …`", None),
    (r"^\s*(?:el)?if\s+\w", "in the body of a function write `when …: value`", None),
    (r"^\s*else\s*:", "in the body of a function write `otherwise: value`", None),
    (r"\bwith (?:the )?(?:most|highest|largest)\b", "write `with the highest …`", None),
    (r"\bwith (?:the )?(?:least|lowest|fewest|smallest)\b", "write `with the lowest …`", None),
    (r"=\s*roll\s+\S", "a function never rolls: a verb rolls, and passes the roll on", None),
    (r"^\s*(?:define|relation)\b[^=]*:\s*\S", "write `= value` here, or a body on the lines below", None),
    (r"(?P<wrong>\bthis\s+(?P<at>[a-z]\w*))", "write `self` for who has the ability, `this` for the card", None),
    (r"(?P<fix>\bnot is\b)", "write `is not`", "is not"),
    (r"\b(?:if|while)\b.*(?P<fix>\s+then\b\s*:?)", "write `:` in place of `then`", ":"),
    (r"\brange (\d+)", r"write `within \1 of self`", None),
    (r"([\w.]+)\s*\+\s*(?:=|\+)\s*(\w*)", r"write `increase \1 by …`", None),
    (r"([\w.]+)\s*-\s*(?:=|-)\s*(\w*)", r"write `decrease \1 by …`", None),
    (r"(?:^|:)\s*([a-z_]\w*(?:\.\w+)+)\s*=(?!=)\s*([^#]*[^#\s])", r"write `set \1 to \2`", None),
    (
        r"(?:^|:)\s*([a-z_]\w*)\s*=(?!=)\s*([^#]*[^#\s])",
        r"write `let \1 = \2` for a new name, `set \1 to \2` for a field",
        None,
    ),
    (r"^\s*(?:verb|flow)\b.*->", "what a verb gives has a name and a type: `verb …(…) gives found: …:`", None),
    (
        r"^\s*(?:verb|flow|define|relation|table|keyword|status|roster)\b[^:]*?([a-z_]\w*)\s*[),]",
        r"a parameter has a type: `\1: …`",
        None,
    ),
    (r"[\w)]\s*/\s*[\w(]", "a division stands in brackets and is rounded: `(round_down(a / b))`", None),
    (
        r"^\s*(?:passive|always)\s*:\s*([a-z]\w*)\s*(?P<at>[+-])\s*(\d+)",
        r"a bonus begins with its number: `passive: \2\3 \1`",
        None,
    ),
    (r"[\w)]\s*[+*-]\s*[\w(]", "put what is reckoned in brackets: `(a + b)`", None),
    (r"%", "`remainder(a, b)` is what a division leaves; a percentage is `round_down(a * n / 100)`", None),
    (
        r"^\s*passive\b[^:]*:\s*[a-z]\w*\s+(?P<at>[\w.]+).*",
        "a passive ability says what is true, such as `+1 …`, `… gains …` or `… cannot …`; "
        "what acts stands in `after …:` or `activate as …:`",
        None,
    ),
    (
        r"^\s*[+-]\d+\s+\w+.*|:\s*[+-]\d+\s+\w+.*",
        "a bonus stands in `passive:`; for a time, `add` a status that has it",
        None,
    ),
)  # fmt: skip

# What stands in place of an event.
EVENTS = tuple(
    (re.compile(pattern), help)
    for pattern, help in (
        (r"(?:the\s+)?(?:start|beginning)\s+of\s+(\w+)", r"write `before \1:`"),
        (r"(?:the\s+)?end\s+of\s+(\w+)", r"write `after \1:`"),
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
    "break": "write what goes on as the condition of the loop: `while … at most … times:`",
    "continue": "put what is done otherwise into `if not (…):`",
}

# The same with what follows on the line.
CALL_LINES = tuple(
    (re.compile(pattern), help)
    for pattern, help in (
        (r"(?:you|they|players?)\s+may\s+([^#]*)", r"what a player may leave undone stands in `may`: `may: \1`"),
        (r"(?:you|they|players?)\s+(?:can\s+|must\s+)?([a-z][^#]*)", r"a statement begins with its verb: `\1`"),
        (r"may\s+([^#]*)", r"`may:` opens a block, on a line of its own: `may: \1`"),
        (r"unless\s+([^:#]*):", r"write `if not (\1):`"),
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
    "unless": "write a block `if not (…):` around the statement",
    "target": "name who is meant: `self`, or choose one: `choose target from …:`",
}
# Words that people write for a type, a function, and a field of what holds several things.
TYPES: dict[str, str] = {
    word: type_
    for type_, words in {
        "int": ("number", "integer", "num", "float", "double"),
        "text": ("string", "str", "word", "char"),
        "bool": ("boolean", "truth"),
    }.items()
    for word in words
}
FUNCTIONS: dict[str, str] = {
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

"""What lines lack that end too early, and what is tried where no other row applies.

Job: hold rows of `dsl/syntax/habits.py`. ``ENDINGS`` tells, by the words at the end of what is written, what must
follow them; ``LAST`` is tried after all other tables. Must never name a word of a game.
"""

from __future__ import annotations

from dsl.syntax.habit_rows import Row

_QUERY = r"\b(one|all|any|no|count of|nearest|farthest|random|up to \d+)"

# (pattern, help): the pattern is searched for in a line up to the place where something is missing.
ENDINGS: tuple[tuple[str, str], ...] = (
    (r"^(verb|flow)(?:\s+\w+)?$", r"name what happens, and its values in brackets: `\1 …(…):`"),
    (r"^(?:verb|flow)\s+\w+\([^()]*\)$", "write `:`, and what is done on indented lines below"),
    (r"^noun$", "name it, and say who is meant: `noun … = … where …`"),
    (r"^noun\s+(\w+)(?:\s*=)?$", r"say of which kind they are, and which of them: `noun \1 = … where …`"),
    (r"^(keyword|status)$", r"name it, and say who can have it: `\1 … of …`"),
    (r"^(keyword|status)\s+(\w+(?:\([^()]*\))?)(?: of)?$", r"say which kind can have it: `\1 \2 of …`"),
    (r"^stat$", "name it, and say which kind has it: `stat … of …`"),
    (r"^stat\s+(\w+)(?: of)?$", r"say which kind has it: `stat \1 of …`"),
    (r"^every(?:\s+(\w+))?$", "name the kind, and write its abilities on indented lines below: `every …:`"),
    (r"^live(?:\s+([\w.]+))?(?: for)?$", "say for whom its text counts, and how long: `live … for … while …`"),
    (r"^define\s.*->$", "say of which type its value is, such as `-> int = …`"),
    (r"^define\s+\w+\([^()]*\)$", "say of which type its value is, and the value: `-> int = …`"),
    (r"^define\s.*->\s*[\w ?]+$", "say the value: `= …`"),
    (r"^relation\s+\w+\([^()]*\)$", "say when it holds: `= …`"),
    (r"^(?:define|relation|stat)\s.*=$", "say the value behind `=`"),
    (r"^whenever\s", "write `:`, and what is done then"),
    (_QUERY + r"\s+(\w+)\s+adjacent$", r"say to whom: `\1 \2 adjacent to self`"),
    (_QUERY + r"\s+(\w+)\s+adjacent to$", r"say to whom: `\1 \2 adjacent to self`"),
    (r"\badjacent(?: to)?$", "say to whom: `adjacent to …`"),
    (r"\bwithin$", "say how far, and from whom: `within 2 of …`"),
    (r"\bwithin\s+(\S+)(?: of)?$", r"say from whom: `within \1 of …`"),
    (r"\bother than$", "say who is left out, such as `other than self`"),
    (r"\b(having|without)$", r"name a keyword or status: `\1 …`"),
    (r"\bwhere$", "say what is true of those who are meant: `where …`"),
    (r"\b(one|all|any|no|count of|nearest|farthest|random|up to \d+)$", r"say of which kind, or by which noun: `\1 …`"),
    (r"\bcosts(?:\s+[^:]*,)?$", "name the verb by which it is paid, with its values: `costs …`"),
    (r"\bonce(?: per)?$", "name the verb in whose time it can be used once: `once per …`"),
    (r"\brecharges$", "name the verb after which it can be used again: `recharges …`"),
    (r"\buses$", "say how many times: `uses 2`"),
    (r"^\s*activate\b.*\bas$", "name the class of offers that it belongs to: `as …`; rules say `offer … to …`"),
    (r"\b(requires?|if|while|always if|satisfies|and|or|not)$", r"say what must be true: `\1 …`"),
    (r"^\s*(?:react\s+(?:\"[^\"]*\"\s*)?)?(before|after|during|instead of)$", r"name the verb it answers: `\1 …:`"),
    (r"\buntil$", "say when it ends, such as `until end of …` with the name of a verb"),
    (r"\buntil\s+((?:start|end)(?: of(?: next)?)?)$", r"name the verb at which it ends: `until \1 …`"),
    (r"^\s*(?:passive\b[^:]*:\s*)?([+-]\s*\d+)$", r"name the stat that it is added to: `\1 …`"),
    (r"\b(gains|loses)$", r"name a keyword: `\1 …`"),
    (r"\bcannot$", "name the verb that is forbidden: `cannot …`"),
    (r"\bcan\s*\($", "name the verb, with its values: `can (…)`"),
    (r"(?:^|:)\s*(increase|decrease)$", r"say what is changed, and by how much: `\1 … by 1`"),
    (r"(?:^|:)\s*(increase|decrease)\s+([\w.]+)(?: by)?$", r"say by how much: `\1 \2 by 1`"),
    (r"(?:^|:)\s*set$", "say what is changed, and its new value: `set … to …`"),
    (r"(?:^|:)\s*set\s+([\w.]+)(?: to)?$", r"say its new value: `set \1 to …`"),
    (r"(?:^|:)\s*let$", "give a value a name: `let … = …`"),
    (r"(?:^|:)\s*let\s+(\w+)(?:\s*=)?$", r"say what it stands for: `let \1 = …`"),
    (r"=\s*roll$", "say which dice: `roll 2d6`"),
    (r"(?:^|:)\s*choose$", "say of whom or what one is chosen: `choose chosen from …:`"),
    (r"(?:^|:)\s*choose\s+(random\s+)?(\w+)(?: from)?$", r"say of whom or what one is chosen: `choose \1\2 from …:`"),
    (r"(?:^|:)\s*put\s+([\w.]+)(?: into)?$", r"say into which zone: `put \1 into …`"),
    (r"(?:^|:)\s*place\s+([\w.]+)(?: at)?$", r"say at which square: `place \1 at …`"),
    (r"(?:^|:)\s*(take)\s+([\w.]+)$", r"write `take \2 out`"),
    (r"(?:^|:)\s*(add|copy)\s+([\w.]+)(?: to)?$", r"say to whom: `add \2 to …`"),
    (r"(?:^|:)\s*drop\s+([\w.]+)(?: from)?$", r"say from whom: `drop \1 from …`"),
    (r"(?:^|:)\s*offer\s+(\w+)(?: to)?$", r"say to which player: `offer \1 to …`"),
    (r"(?:^|:)\s*(put|place|lift|take|remove|add|drop|reveal|shuffle)$", r"say who or what is meant: `\1 …`"),
    (r"^\s*each\s+(\w+)(?: in)?$", r"say who is meant: `each \1 in all …:`"),
    (r"^\s*(each)$", "name each of them, and say who they are: `each x in all …:`"),
    (r"^\s*repeat(?:\s+(\w+))?$", "say how often: `repeat 2 times:`"),
    (r"\bfor$", "say whose it is: `for …`"),
    (r"\b(to|by|from|at|on|with|into|onto|toward|against|of)$", r"say who or what is meant: `\1 …`"),
    (r"\b(is|in|has|lacks)$", r"say what it is compared with: `\1 …`"),
    (r"(==|!=|<=|>=|<|>|\+|-|\*|/)$", r"a value is missing behind `\1`"),
    (r"^\s*(?:activate|react|before|after|instead of)\b[^:]*$", "write `:`, and what is done then"),
    (r"^\s*passive(?:\s+while\s[^:]*)?$", "write `:`, and what is true then, such as `+1 …` or `… gains …`"),
)  # fmt: skip

# A word that may follow a noun, and is no noun itself.
_OTHER_WORDS = (
    "adjacent|within|in|having|without|other|where|who|that|which|with|is|are|has|have|then|and|or|preferring|if|unless|"
    "to|by|from|at|on|for|onto|into|toward|away|against|using|dealing|of|until|twice|times|while|as|instead|each|every"
)

LAST: tuple[Row, ...] = (
    (r"^\s*(each\s+\w+\s+in\s+all\s+\w+)\s+(?P<at>(?!\b(?:where|in|having|without|within|other)\b)[a-z]\w*)",
     r"write `:` behind whom it goes over: `\1:`", None),
    (r"^\s*require\b[^:]*(?P<at>(?P<fix>:))\s*\"", "the reason follows the condition right away: leave `:` out", ""),
    (r"^\s*noun\s+(\w+)\s*=\s*(?P<wrong>(\w+)\s*(?P<at>[<>=!]=?)\s*[^#]*[^#\s])",
     r"a noun says first of which kind they are: `noun \1 = … where \2`", None),
    (r"^\s*(?P<wrong>([a-z]\w*(?P<at>\.)[\w.]+)\s+(?:decreases?|drops?|falls?|sinks?)\s+by)\s+([^:#]*[^:#\s])",
     r"write `decrease \2 by \4`", None),
    (r"^\s*(?P<wrong>([a-z]\w*(?P<at>\.)[\w.]+)\s+(?:increases?|rises?|grows?)\s+by)\s+([^:#]*[^:#\s])",
     r"write `increase \2 by \4`", None),
    (r"\badd\s+(?P<wrong>(\w+)\s+(?P<at>\d+))\s+to\b", r"its number stands in brackets: `add \2(\g<at>) to …`", None),
    (r"\s(?P<wrong>(?P<at>then))\s+([a-z][^:#]*[^:#\s])",
     r"what is done next stands on a line of its own, below: `\3`", None),
    (rf"\b(one|all|any|no|nearest|farthest|random)\s+(?P<wrong>(?!{_OTHER_WORDS})(\w+)\s+"
     rf"(?P<at>(?!(?:{_OTHER_WORDS})\b)[a-z]\w*))",
     r"a condition on who is meant follows `where`: `\1 \g<at> where \3`", None),
    (r"^[^\"]*?:\s+(?P<said>[a-z][^:#]*?)\s*(?P<at>:)",
     r"`\g<said>:` opens a block: begin it on a line of its own, below", None),
    (r"(?:^|:)\s*[a-z]\w*\s[^:#]*?\s(?P<at>(?P<wrong>or))\s+(?!else\b|stop\b|[\"'])",
     "of two things one is chosen in `choose one:`, with an `option \"…\":` for each", None),
)  # fmt: skip

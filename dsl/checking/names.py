"""Names, paths and local values.

Job: find the meaning and the type of a name or a path, and declare new local values. Input: a node and its scope.
Output: the type; references in ``facts.refs``, types of fields in ``facts.types``, names in the scope. Must never
decide whether the name is allowed at its place: callers check the type.
"""

from __future__ import annotations

import re

from dsl.checking.context import Context, short
from dsl.checking.squares import place_named
from dsl.diagnostics import Fix, Label, Sink
from dsl.meaning.bounds import NAMES
from dsl.meaning.builtins import NO_VARIABLE
from dsl.meaning.declare_cards import numbered_dice
from dsl.meaning.resolve import (
    Ref,
    Scope,
    constants_named,
    field_names,
    field_type,
    noun_named,
)
from dsl.meaning.types import (
    DICE,
    KEYWORD,
    NONE,
    SQUARE,
    STATUS,
    UNKNOWN,
    Type,
    kind_of,
    present,
)
from dsl.meaning.vocab import Vocabulary
from dsl.source import Span
from dsl.suggest import in_digits, listed, suggest
from dsl.syntax import ast
from dsl.syntax.habit_words import CERTAIN_NAMES
from dsl.syntax.habits import field_habit, name_habit

_LOOKED_AT = re.compile(r"\s*whenever\s(?!each\b)")
_SPEAKS_OF_IT = "the condition of a query speaks of `it`"


# ---- names


def check_name(cx: Context, ident: ast.Ident, scope: Scope, expected: Type | None) -> Type:
    """The type of a name: a local or event value, a field of the nearest subject, or a constant."""
    found = scope.find(ident.text)
    subject = scope.nearest_subject()
    of_subject = field_type(cx.vocab, subject[1], ident.text) if subject else None
    if found is not None and of_subject is not None and subject is not None and subject[0] == "it":
        cx.sink.add(
            "ambiguous-name",
            ident.span,
            f"`{ident.text}` is a value here and a field of {subject[1]}",
            help=f"write `it.{ident.text}` for the field, or rename the value",
        )
        return UNKNOWN
    if found is not None:
        cx.facts.refs[ident] = found[0]
        return narrowed(cx, found[1], ident.text, scope)
    if subject is not None and of_subject is not None and not _is_value(cx, ident.text, of_subject, expected):
        cx.facts.refs[ident] = Ref("field", ident.text, owner=subject[0])
        return narrowed(cx, of_subject, ident.text, scope)
    return _constant(cx, ident, scope, expected)


def _is_value(cx: Context, name: str, field: Type, expected: Type | None) -> bool:
    """Whether a name is a value of the enum that is wanted, and not the field of that name, which cannot be one."""
    wanted = present(expected) if expected is not None else UNKNOWN
    return wanted.form == "enum" and name in cx.vocab.enums[wanted.name].values and not cx.fits(present(field), wanted)


def _constant(cx: Context, ident: ast.Ident, scope: Scope, expected: Type | None) -> Type:
    candidates = constants_named(cx.vocab, ident.text)
    wanted = present(expected) if expected is not None else None
    fitting = [c for c in candidates if wanted is not None and cx.fits(c[1], wanted)]
    chosen = fitting or candidates
    if len(chosen) > 1:
        meanings = ", ".join(str(t) for _, t in chosen)
        cx.sink.add(
            "ambiguous-name",
            ident.span,
            f"`{ident.text}` has more than one meaning here: {meanings}",
            help="compare or assign it where one type is wanted, or rename one of them",
        )
        return UNKNOWN
    if chosen:
        cx.facts.refs[ident] = chosen[0][0]
        return chosen[0][1]
    if _is_square(cx.vocab, ident.text):
        cx.facts.refs[ident] = Ref("square", ident.text, value=ident.text)
        return SQUARE
    _unknown_name(cx, ident, scope, wanted)
    return UNKNOWN


def die_or_square(cx: Context, node: ast.DiceLiteral, text: str, expected: Type | None) -> Type:
    """`d4` is a die; where a square is expected, it is the fourth square of column d."""
    if expected is not None and present(expected) == SQUARE and text[0] == "d" and _is_square(cx.vocab, text):
        cx.facts.refs[node] = Ref("square", text, value=text)
        return SQUARE
    count, _, sides = text.partition("d")
    numbered_dice(count, sides, node.span, cx.sink)
    return DICE


def _is_square(vocab: Vocabulary, text: str) -> bool:
    return vocab.board.get("type") == "grid" and place_named(text) is not None


def _unknown_name(cx: Context, ident: ast.Ident, scope: Scope, wanted: Type | None) -> None:
    if noun_named(cx.vocab, ident.text):
        cx.sink.add(
            "unknown-name",
            ident.span,
            f"`{ident.text}` is a noun, not a value",
            help=f"write `one {ident.text}`, `all {ident.text}` or `any {ident.text}`",
        )
        return
    subject = scope.nearest_subject()
    if subject is not None and subject == ("it", UNKNOWN):
        return  # what is looked for is no noun, which is told there: the name may be a field of it
    known = scope.all_names() | (field_names(cx.vocab, subject[1]) if subject else set[str]())
    message = f"nothing here is named `{ident.text}`"
    if wanted is not None and wanted.form == "enum":
        known = known | set(cx.vocab.enums[wanted.name].values)
    elif wanted in (KEYWORD, STATUS):
        known, message = set(cx.vocab.traits), f"no keyword or status is named `{ident.text}`"
    else:
        known = known | {v for e in cx.vocab.enums.values() for v in e.values} | set(cx.vocab.cards)
        known = known | set(cx.vocab.traits) | set(cx.vocab.dice) | set(cx.vocab.terrain)
    reach = _out_of_reach(ident) or _of_the_event(ident, scope)
    if (function := cx.vocab.functions.get(ident.text)) is not None:
        reach = reach or f"it is a function: write `{ident.text}({'…' if function.params else ''})`"
    reach = reach or (_of_cards(cx.vocab, ident.text, subject[1]) if subject else "")
    near = reach or _of_a_local(cx.vocab, ident.text, scope) or _habit(ident.text, scope)
    field = "" if near else _of_kinds(cx.vocab, ident)
    near = near or ("" if field or in_digits(ident.text) else suggest(ident.text, known))
    help = near or _unknown_help(cx.vocab, ident.text, wanted)
    help = field if field and (not help or ident.text in cx.vocab.enums) else help
    help = help or listed("names here:", scope.all_names())
    certain = "it" if reach.startswith(_SPEAKS_OF_IT) else CERTAIN_NAMES.get(ident.text, "")
    fix = Fix(ident.span, certain) if certain else None
    cx.sink.add("unknown-name", ident.span, message, help=help, fix=fix)


# Tried at every sign, but within white space only once: a long one must not be read anew from each of its signs.
_BEHIND = re.compile(r"(?<!\s)\s+(?:by|such that|costs|requires|once per|preferring)\b|(?<!\s)\s*\"")


def _out_of_reach(ident: ast.Ident) -> str:
    """The help for a name that is bound in the same text, but does not reach to this place."""
    source = ident.span.source
    before = source.text[max(ident.span.start - 400, 0) : ident.span.start].rsplit("\n\n", 1)[-1]
    name = ident.text
    asked = re.search(rf"\b(?:some|every)\s+{name}\s+in\b.*\bsatisfies\s+(.*\b(?:and|or)\b.*)", before, re.DOTALL)
    if asked:
        rest = re.match(r"[^:\n]*", source.text[ident.span.start :])
        whole = short(_within(asked[1] + (rest[0] if rest else "")))
        return f"`satisfies` reaches to the first `and` or `or`: put all that it asks in brackets: `({whole})`"
    field = re.match(r"\.(\w+)", source.text[ident.span.end : ident.span.end + 80])
    if field and re.search(r"^[ \t]*whenever\s(?!each\b)[^:\n]*$", before, re.M):
        return f"name each of them: `whenever each {name} in all … where …:`"
    if re.search(rf"\b(?:each|some|every|for|choose)\s+{name}\s+(?:in|from)\b[^:]*\bwhere\b[^:]*$", before):
        return f"{_SPEAKS_OF_IT}: `it.{field[1]}`" if field else f"{_SPEAKS_OF_IT}: write `it`, not `{name}`"
    if field and re.search(
        r"^[ \t]*(?:react\b.*)?\b(?:before|after|during|instead of)\b[^:\n]*\bwhere\b[^:\n]*$", before, re.M
    ):
        return f"the values of what is answered have their names here: write `{field[1]}`"
    if field and re.search(r"\bwhere\b[^:\n]*$", before):
        return f"a query speaks of `it` in its condition: `it.{field[1]}`"
    return ""


def _within(text: str) -> str:
    """A text up to a bracket that was opened before it, or to what is no part of a condition: who chooses, a reason."""
    depth = 0
    for index, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or (not depth and _BEHIND.match(text, index)):
            return text[:index]
    return text


def _of_the_event(ident: ast.Ident, scope: Scope) -> str:
    """The help for `event` where nothing is answered: in a verb, whose values have names, or elsewhere."""
    verb = scope.enclosing_verb()
    if ident.text != "event" or verb is None or not verb.params:
        return ""
    field = re.match(r"\.(\w+)", ident.span.source.text[ident.span.end : ident.span.end + 80])
    name = field[1] if field and verb.param(field[1]) else verb.params[0].name
    return f"in a verb, its own values have bare names: write `{name}`"


def _of_a_local(vocab: Vocabulary, name: str, scope: Scope) -> str:
    """The help for a name that is a field of what the text names nearest to it, and of nothing else named there."""
    if vocab.field_of("game", name) is not None or vocab.stat_of("game", name) is not None:
        return f"did you mean `game.{name}`?"
    for near in scope.chain():
        owners = [local for local, (_, type_) in near.names.items() if field_type(vocab, type_, name) is not None]
        if owners:
            several = " or ".join(f"`{owner}.{name}`" for owner in owners) if len(owners) < 4 else ""
            return f"did you mean {several}?" if several else ""
    return _of_an_owner(vocab, name, scope)


def _of_an_owner(vocab: Vocabulary, name: str, scope: Scope) -> str:
    """The help for a field of whom what the text names belongs to: `self.owner.hand`."""
    for near in scope.chain():
        here = [(local, type_) for local, (_, type_) in near.names.items() if local not in ("this", "trigger")]
        paths = [f"`{local}.{path}`" for local, type_ in here for path in _through(vocab, present(type_), name)]
        if paths:
            return f"it is not a field of this, but of whose it is: write {' or '.join(paths[:2])}"
    return ""


def _through(vocab: Vocabulary, owner: Type, name: str) -> list[str]:
    """The ways from a thing, by one field that is never none, to a field of that name: `owner.hand`."""
    fields = vocab.fields_of(owner.name).values() if owner.form == "kind" else ()
    to = [field for field in fields if field.type.form == "kind"]
    return [f"{field.name}.{name}" for field in to if field_type(vocab, field.type, name) is not None]


def _of_kinds(vocab: Vocabulary, ident: ast.Ident) -> str:
    """The help for a field of kinds of which nothing here is one."""
    name, text = ident.text, ident.span.source.text
    kinds = [kind for kind in vocab.kinds if name in vocab.kinds[kind].fields or (kind, name) in vocab.stats]
    line = text[text.rfind("\n", 0, ident.span.start) + 1 : ident.span.start]
    if _LOOKED_AT.match(line) and (kinds or name == "it"):
        kind, asked = (kinds[0], f"x.{name}") if kinds else ("…", "…")
        return f"name each of them: `whenever each x in all {kind} where {asked} …:`"
    return f"`{name}` is a field of {' and '.join(kinds[:2])}: say whose it is, `….{name}`" if kinds else ""


def _unknown_help(vocab: Vocabulary, name: str, wanted: Type | None) -> str:
    """The help for an unknown name without a similar known name."""
    if wanted in (KEYWORD, STATUS):
        return listed("known:", vocab.traits) or f"declare it, for example `keyword {name} of …`"
    if in_digits(name):
        return f"write numbers in digits: `{in_digits(name)}`"
    if wanted is not None and wanted.form == "enum":
        return listed("its values:", vocab.enums[wanted.name].values)
    return listed_values(vocab, name)


def listed_values(vocab: Vocabulary, name: str) -> str:
    """The help for an enum that stands where its values are meant."""
    return f"its values are listed: `[{', '.join(vocab.enums[name].values)}]`" if name in vocab.enums else ""


def _habit(name: str, scope: Scope) -> str:
    """The help for a word that is no name; where there is no `self`, it names who may be meant."""
    help = name_habit(name)
    return help if "`self" not in help or scope.find("self") else listed("name who is meant:", scope.all_names())


def narrowed(cx: Context, given: Type, key: str, scope: Scope) -> Type:
    """The type, narrowed by what is known at this place: not none, or of a narrower kind."""
    for name in scope.known_to_be(key) if present(given).form == "kind" else ():
        noun = noun_named(cx.vocab, name)
        if noun is not None and noun[1] != present(given) and cx.fits(noun[1], present(given)):
            return noun[1]
    return present(given) if given.form == "optional" and scope.is_known(key) else given


# ---- paths


def check_path(cx: Context, node: ast.Path, scope: Scope, expected: Type | None) -> Type:
    """The type of a path: the type of its head, then of one field after the other."""
    found = cx.check(node.head, scope, expected if not node.fields else None)
    key = node.head.text if isinstance(node.head, ast.Ident) else ""
    start = node.head.span
    for ident in node.fields:
        if found.form == "unknown":
            return UNKNOWN
        if found.form == "optional":
            return cx.maybe_none(start)
        owner, type_ = found, field_type(cx.vocab, found, ident.text)
        if type_ is None:
            unknown_field(cx, ident, owner, start)
            return UNKNOWN
        key = f"{key}.{ident.text}" if key else ""
        found = narrowed(cx, type_, key, scope) if key else type_
        start = start.to(ident.span)
        cx.facts.types[ident] = found
        if owner.form == "event":
            cx.facts.refs[ident] = Ref("trigger", ident.text)
    return found


def _of_cards(vocab: Vocabulary, name: str, owner: Type) -> str:
    """The help for `card` of a kind of which only some kinds below are those of cards."""
    if name != "card" or owner.form != "kind":
        return ""
    below = [
        f"`{kind.name}`" for kind in vocab.kinds.values() if kind.card and owner.name in vocab.ancestors(kind.name)
    ]
    return f"only what is made from a card has it: ask first whether it `is` {' or '.join(below)}" if below else ""


def _of_members(cx: Context, name: str, owner: Type, text: str) -> str:
    """The help for a field of what several things have, each of them; or of who has the best number."""
    if owner.form == "int" and (best := re.match(r"(highest|lowest)\(", text)):
        return f"a number has no fields: who has the {best[1]} is `first(those of … with the {best[1]} …)`"
    if not (owner.is_collection or owner.form == "zone"):
        return ""
    element = kind_of(owner.name) if owner.form == "zone" else owner.element
    if field_type(cx.vocab, element, name) is None:
        return ""
    asked = f"`some x in {text} satisfies x.{name} …`"
    return f"each of them has its own: the first of them is `first({text})`, and {asked} asks them all"


def _in_a_block(cx: Context, name: str, owner: Type) -> str:
    """The help for a value of a verb that is no value of its event, because a block of the verb names it."""
    verb = cx.vocab.verbs.get(owner.name) if owner.form == "event" else None
    named = (ast.LetStmt, ast.RollStmt, ast.ChooseStmt)
    if verb is None or all(node.name.text != name for node in verb.node.walk() if isinstance(node, named)):
        return ""
    return f"only a block of `{verb.name}` knows it: let the verb give it, `{verb.name}(…) gives {name}: …`"


def unknown_field(cx: Context, ident: ast.Ident, owner: Type, start: Span) -> None:
    """Reports an unknown field of a type; ``start`` is the path before the field."""
    labels: list[Label] = []
    if owner.form == "kind" and owner.name in cx.vocab.kinds:
        labels.append(Label(cx.vocab.kinds[owner.name].span, f"{owner.name} is declared here"))
    several = owner.is_collection and field_habit(ident.text, short(start.text))
    several = several or _of_cards(cx.vocab, ident.text, owner) or _in_a_block(cx, ident.text, owner)
    if ident.text == "name" and owner.form == "kind":
        several = f"write `{short(start.text)}` alone: people read its name"
    names, others = field_names(cx.vocab, owner), (cx.vocab.field_of(kind, ident.text) for kind in cx.vocab.kinds)
    if owner.form == "card" and owner.name in cx.vocab.kinds and cx.vocab.field_of(owner.name, ident.text) is not None:
        several = f"a card has only what is printed on it: ask for `{ident.text}` of what was made from the card"
    through = _through(cx.vocab, owner, ident.text)
    whose = " or ".join(f"`{short(start.text)}.{path}`" for path in through[:2])
    whose = f"whose it is has it: write {whose}" if whose else ""
    is_itself = owner.form == "kind" and any(other is not None and other.type == owner for other in others)
    itself = f"that is {owner} already: write `{short(start.text)}` alone" if is_itself else ""
    told = f"`{short(start.text)}` is {owner} and has no `{ident.text}`"
    help = several or suggest(ident.text, names) or itself or whose
    help = help or _of_members(cx, ident.text, owner, short(start.text)) or listed("it has:", names)
    cx.sink.add("unknown-field", ident.span, told, help=help, labels=labels)


# ---- local values


def bind(cx: Context, name: ast.Ident, given: Type, scope: Scope) -> None:
    """Declares a new local value."""
    if shadows(cx.sink, name, scope) or given == NONE:
        given = UNKNOWN
    if sum(len(around.names) for around in scope.chain() if around.verb or around.parent) == NAMES:  # tests excepted
        told = f"`{name.text}` is one more than the {NAMES} names that may be in scope"
        cx.sink.add("out-of-bounds", name.span, told, help="make a verb or a function of a part of this")
    ref = local(name, scope)
    scope.declare(name.text, ref, given, name.span)
    cx.facts.refs[name] = ref
    cx.facts.types[name] = given


def local(name: ast.Ident, scope: Scope) -> Ref:
    """The reference for a new value. In the head or a step of a verb it belongs to the event, so triggers can
    read it.
    """
    verb = scope.enclosing_verb()
    if verb is not None and name.text in verb.lets and scope.verb is verb:
        return Ref("event", name.text)
    return Ref("local", name.text)


def shadows(sink: Sink, ident: ast.Ident, scope: Scope) -> bool:
    """Whether a variable cannot have the name: it is reserved, or in sight already, where the reader could not tell the
    two apart. Both are errors."""
    if ident.text in NO_VARIABLE:
        sink.add("reserved-name", ident.span, f"`{ident.text}` has a meaning of its own", help="choose another name")
        return True
    is_taken = scope.find(ident.text) is not None
    if is_taken:
        first = scope.place_of(ident.text)
        labels = [Label(first, "first used here")] if first is not None else []
        sink.add(
            "duplicate-name",
            ident.span,
            f"`{ident.text}` is in use here already",
            labels=labels,
            help="give one of them another name",
        )
    return is_taken

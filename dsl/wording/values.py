"""Values as noun phrases: names, fields, numbers, collections.

Job: the phrase of an expression that is no condition. Input: an expression. Output: a `Phrase`. Never writes a
sentence.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.meaning.lexicon import WordNoun
from dsl.meaning.resolve import Ref
from dsl.meaning.types import Type, present
from dsl.syntax import ast
from dsl.wording.joined import clauses_of
from dsl.wording.phrase import Phrase, same
from dsl.wording.writer import Values, Writer

# Functions whose phrase ends in one of their values, or in what is done with them.
_OF_SEVERAL = ("min", "max", "clamp", "abs", "remainder", "round_down", "round_up", "round_near")


def value(w: Writer, node: ast.Expr) -> Phrase:
    match node:
        case ast.IntLiteral(value=number):
            return numeral(number)
        case ast.DiceLiteral(text=text):
            return same(text if w.grammar.language == "en" else text.replace("d", "к"), many=True)
        case ast.TextLiteral(value=text):
            return w.grammar.named(None, text)
        case ast.BoolLiteral(value=truth):
            return w.phrase("yes" if truth else "no")
        case ast.NoneLiteral():
            return w.phrase("nothing")
        case ast.ListLiteral(items=items):
            return w.grammar.joined([w.value(item) for item in items], "and") if items else w.phrase("nothing")
        case ast.Path() | ast.Ident() | ast.FunctionCall() | ast.Comprehension():
            return _path(w, node)
        case ast.Ternary(value=first, condition=condition, otherwise=otherwise):
            said = w.condition(condition)
            part = _enclosed(w, first) if isinstance(_inner(first), ast.Ternary) else w.value(first)
            return w.phrase("ternary", first=part, condition=said, second=w.value(otherwise))
        case ast.Arithmetic(left=left, operator="-", right=right) if _is_collection(w, left):
            return w.phrase("without", left=w.value(left), right=w.value(right))
        case ast.Arithmetic(left=left, operator=operator, right=right):
            is_sum = operator == "+" and isinstance(_inner(left), ast.Arithmetic)
            part, other = w.value(left) if is_sum else _operand(w, left), _operand(w, right)
            if operator == "*":
                return w.grammar.times(part, other).but(whole=True)
            key = {"+": "plus", "-": "minus", "/": "divided"}[operator]
            return w.phrase(key, left=part, right=other).but(whole=True)
        case ast.Minus(operand=operand):
            return _negative(w, operand)
        case ast.Range(first=first, last=last):
            return w.phrase("range", first=w.value(first), last=w.value(last))
        case ast.BestOf(source=source, measures=measures):
            return _best_of(w, source, measures)
        case ast.RandomOf(source=source):
            return w.phrase("random_of", one=one_of(w, source))
        case ast.Query():
            return w.parts.query(w, node)
        case _:
            return w.phrase("whether", condition=w.condition(node))


def _is_collection(w: Writer, node: ast.Expr) -> bool:
    type_ = w.checked.facts.types.get(node)
    return type_ is not None and type_.is_collection


def numeral(number: int) -> Phrase:
    return same(str(number), count=number, whole=True, role="number")


def _negative(w: Writer, operand: ast.Expr) -> Phrase:
    if isinstance(operand, ast.IntLiteral):
        return same(f"−{operand.value}", many=True, whole=True, role="number")
    return w.phrase("negative", value=_operand(w, operand))


def _operand(w: Writer, node: ast.Expr) -> Phrase:
    """A part of a sum or product; in brackets where it would be misread without."""
    return _enclosed(w, node) if _is_long(_inner(node)) else w.value(node)


def _enclosed(w: Writer, node: ast.Expr) -> Phrase:
    found = w.value(node)
    return found.but(forms={case: f"({text})" for case, text in found.forms.items()})


def _inner(node: ast.Expr) -> ast.Node:
    return node.head if isinstance(node, ast.Path) and not node.fields else node


def _is_long(node: ast.Node) -> bool:
    """Whether what stands behind the phrase of a number could be taken for its last part."""
    match node:
        case ast.FunctionCall(name=ast.Ident(text=name)):
            return name in _OF_SEVERAL
        case ast.Comprehension(condition=condition) | ast.Query(condition=condition):
            return condition is not None
        case ast.Minus(operand=operand):
            return not isinstance(operand, ast.IntLiteral)
        case _:
            return isinstance(node, ast.Arithmetic | ast.Ternary)


# ---- names and fields
def _path(w: Writer, node: ast.Path | ast.Ident | ast.FunctionCall | ast.Comprehension) -> Phrase:
    head = node.head if isinstance(node, ast.Path) else node
    fields = node.fields if isinstance(node, ast.Path) else ()
    last = w.checked.facts.types.get(node)
    match head:
        case ast.FunctionCall():
            found = _function(w, head)
        case ast.Comprehension():
            found = _comprehension(w, head)
        case ast.Ident():
            ref = w.checked.facts.refs.get(head)
            rest = list(fields)
            if ref is not None and _is_own(w, ref.name) and rest and rest[0].text in w.lexicon.you:
                found = w.grammar.pronoun("you")
                fields = tuple(rest[1:])
            elif ref is not None and ref.form == "singleton" and rest:
                found, fields = _field(w, rest[0], None, last if len(rest) == 1 else None), tuple(rest[1:])
            elif is_event(ref) and rest:  # `event.amount` is the amount
                found, fields = _local(w, rest[0], rest[0].text, last if len(rest) == 1 else None), tuple(rest[1:])
            else:
                found = _name(w, head, ref, last if not rest else None)
    for index, field in enumerate(fields, 1):
        found = _field(w, field, found, last if index == len(fields) else None)
    return found


def is_event(ref: Ref | None) -> bool:
    """Whether a name is `event`: texts call its values as if they stood alone."""
    return ref is not None and ref.name == "trigger"


def _is_own(w: Writer, name: str) -> bool:
    return name == "this" or (name == "self" and not w.foreign)


def _name(w: Writer, ident: ast.Ident, ref: Ref | None, type_: Type | None) -> Phrase:
    if ref is None:  # a name that means itself, such as a game's function as an operand
        return constant(w, ident, ident.text)
    match ref.form:
        case "local" | "event" | "trigger":
            return _local(w, ident, ref.name, type_)
        case "field":
            if (given := w.names.get(f"{ref.owner}.{ref.name}")) is not None:  # a value of a keyword
                return given
            if _is_own(w, ref.owner) and ref.name in w.lexicon.you:
                return w.grammar.pronoun("you")
            return _field(w, ident, _local(w, ident, ref.owner, None), type_)
        case "card":
            card = w.checked.vocab.cards[ref.name]
            return w.grammar.named(w.noun_named(ident, card.kind), card_name(w, ident, ref.name))
        case "square":
            return same(str(ref.value))
        case "constant" | "trait" | "singleton" | "kind" | "noun" | "statuses" | "function":
            return constant(w, ident, ref.name)
        case _:
            return same(w.lack(ident, f"there is no phrase for `{ident.text}`"))


def card_name(w: Writer, place: ast.Node, card: str) -> str:
    names = w.checked.vocab.cards[card].names
    if not names:  # of a card in another file, where only one file is looked at
        return card
    return names.get(w.grammar.language, "") or w.lack(
        place, f"the card `{card}` has no name in `{w.grammar.language}`"
    )


def constant(w: Writer, place: ast.Node, name: str) -> Phrase:
    """A value of the game: its noun, or its name in quotes."""
    if name in w.lexicon.names:
        w.used.add(f"names.{name}")
        return w.grammar.named(None, w.lexicon.names[name][w.grammar.language])
    return w.grammar.noun(w.noun_named(place, name))


def _local(w: Writer, place: ast.Node, name: str, type_: Type | None) -> Phrase:
    if name == "it" and w.it:
        return w.it[-1]
    if name in w.names:
        return w.names[name]
    return local_phrase(w, place, name, type_)


def local_phrase(w: Writer, place: ast.Node, name: str, type_: Type | None, determiner: str = "the") -> Phrase:
    """The phrase of a value that the text names: the noun that `values:` gives it, its own, or that of its type."""
    qualified = [f"{verb}.{name}" for verb in w.verbs]
    for key in (*qualified, name):
        if key in w.lexicon.values:
            w.used.add(f"values.{key}")
            return w.grammar.noun(w.noun_named(place, w.lexicon.values[key]), determiner)
    word = w.lexicon.noun(*qualified, name)
    many = type_ is not None and type_.form in ("set", "list")
    if word is None and type_ is not None:
        of = present(type_)
        of = of.element if of.is_collection else of
        named = of.name or of.form
        if w.lexicon.noun(named) is not None:
            return w.grammar.noun(w.noun_named(place, named), "that" if determiner == "the" else determiner, many)
    named_word = w.noun_named(place, *qualified, name)
    many = many or (type_ is not None and type_.form == "roll" and bool(named_word.forms[w.grammar.language].many))
    found = w.grammar.noun(named_word, determiner, many)
    return found.but(whole=False)


def _field(w: Writer, ident: ast.Ident, owner: Phrase | None, type_: Type | None) -> Phrase:
    if ident.text == "card" and owner is not None:
        return owner
    word = w.noun_named(ident, ident.text)
    many = type_ is not None and type_.form in ("set", "list") and bool(word.forms[w.grammar.language].many)
    if owner is None:
        return w.grammar.noun(word, "the", many)
    return w.grammar.possessed(word, owner, many)


# ---- functions
def _function(w: Writer, call: ast.FunctionCall) -> Phrase:
    name = call.name.text
    ref = w.checked.facts.refs.get(call.name)
    plain = [a for a in call.arguments if not isinstance(a, ast.NamedArgument)]
    if name == "printed" and ref is not None and ref.form == "builtin":
        return _printed(w, plain[0])
    if ref is not None and ref.form == "builtin":
        return _builtin(w, call, plain)
    if ref is not None and ref.form == "trait":
        return trait_phrase(w, call)
    return game_function(w, call)


def game_function(w: Writer, call: ast.FunctionCall) -> Phrase:
    name = call.name.text
    function = w.checked.vocab.functions.get(name)
    if function is None:
        return w.phrase("whether", condition=w.condition(call))
    values = arguments(w, call)
    template = w.fitting(w.templates("functions", "value", name), values)
    if template is None and function.result.form == "bool":
        return w.phrase("whether", condition=w.condition(call))
    if template is None:
        return same(
            w.lack(call, f"there is no phrase for the value of `{name}`", w.remedy("functions", "value", name, values))
        )
    found = w.declined(template, values)
    return found.but(whole=function.result.form == "int")


def arguments(w: Writer, call: ast.FunctionCall) -> dict[str, Phrase | str | bool]:
    """The arguments of a function of the game, by its parameters."""
    function = w.checked.vocab.functions[call.name.text]
    plain = [a for a in call.arguments if not isinstance(a, ast.NamedArgument)]
    found: dict[str, Phrase | str | bool] = {
        p.name: w.value(a)
        for p, a in zip(function.params, plain, strict=False)
        if not isinstance(a, ast.NoneLiteral)  # what is not there is not told
    }
    for argument in call.arguments:
        if isinstance(argument, ast.NamedArgument):
            found[argument.name.text] = w.value(argument.value)
    return found


def _printed(w: Writer, node: ast.Expr) -> Phrase:
    """``printed(x.level)``: the printed level of x."""
    head = node.head if isinstance(node, ast.Path) else node
    if isinstance(node, ast.Path) and node.fields:
        owner = _path(w, ast.Path(node.span, node.head, node.fields[:-1]))
        ident = node.fields[-1]
    else:
        assert isinstance(head, ast.Ident)
        ref = w.checked.facts.refs.get(head)
        ident, owner = head, _local(w, head, ref.owner if ref is not None else "self", None)
    return w.grammar.possessed(w.noun_named(ident, ident.text), owner, False, "printed")


def _builtin(w: Writer, call: ast.FunctionCall, plain: list[ast.Expr]) -> Phrase:
    name = call.name.text
    if name == "disc" and (of := _middle_of(plain)) is not None:
        return w.phrase("middle", of=w.value(of))
    type_ = w.checked.facts.types.get(plain[0]) if plain else None
    if name == "size" and type_ is not None and type_.form == "zone":
        what = w.grammar.noun(w.noun_named(plain[0], type_.name), "", True)
        return w.phrase("count_in", what=what, zone=w.value(plain[0]))
    if name in ("first", "last"):
        return one_of(w, plain[0], name)
    given = [members(w, argument) for argument in plain]
    if name in ("min", "max") and isinstance(_inner(plain[-1]), ast.Arithmetic):
        given[-1] = _enclosed(w, plain[-1])
    to = next((w.value(a.value) for a in call.arguments if isinstance(a, ast.NamedArgument)), None)
    if name in ("min", "max") and len(given) == 2 and isinstance(plain[0], ast.IntLiteral):
        return w.phrase(f"{name}_bound", value=given[1], bound=given[0]).but(whole=True)
    if name in ("min", "max"):
        return w.phrase(name, values=w.grammar.joined(given, "and")).but(whole=True)
    if name in ("highest", "lowest"):
        return w.phrase(f"{name}_of", source=given[0])
    values: dict[str, Phrase | str | bool] = {f"v{'abcde'[index]}": found for index, found in enumerate(given)}
    if to is not None:
        return w.phrase(f"{name}_to", to=to, **values).but(whole=True)
    return w.phrase(f"core_{name}", **values)


def _middle_of(plain: list[ast.Expr]) -> ast.Path | None:
    """The figure in ``disc(figure.x, figure.y, 0)``, a point."""
    x, y, radius = plain
    if not isinstance(radius, ast.IntLiteral) or radius.value != 0:
        return None
    if not (isinstance(x, ast.Path) and isinstance(y, ast.Path) and x.fields and y.fields):
        return None
    if (x.fields[-1].text, y.fields[-1].text) != ("x", "y") or x.span.text[:-1] != y.span.text[:-1]:
        return None
    return ast.Path(x.span, x.head, x.fields[:-1])


# ---- keywords and statuses
TraitValues = tuple[str, dict[str, "Phrase | str | bool"]]


def trait_values(w: Writer, node: ast.Expr | ast.Reference) -> TraitValues:
    """The keyword or status that an expression names, and its values."""
    if isinstance(node, ast.Path):
        node = node.head if isinstance(node.head, ast.FunctionCall) else node
    given: tuple[ast.Expr | ast.NamedArgument, ...] = ()
    if isinstance(node, ast.FunctionCall | ast.Reference):
        name, given = node.name.text, node.arguments
    else:
        name = node.span.text
    trait = w.checked.vocab.traits.get(name)
    values: dict[str, Phrase | str | bool] = {}
    for index, argument in enumerate(given):
        if isinstance(argument, ast.NamedArgument):
            values[argument.name.text] = w.value(argument.value)
        elif trait is not None:
            values[trait.params[index].name] = w.value(argument)
    return name, values


def trait_phrase(w: Writer, node: ast.Expr | ast.Reference, known: TraitValues | None = None) -> Phrase:
    """A keyword or status as a noun, with its values behind it: ``reach 2``; ``known``: what it is, if known."""
    name, values = trait_values(w, node) if known is None else known
    if (
        name not in w.checked.vocab.traits
        and name not in w.checked.vocab.statuses
        and not isinstance(node, ast.Reference)
    ):
        return w.value(node) if w.lexicon.noun(name) is None else w.grammar.noun(w.noun_named(node, name), "a")
    return named_trait(w, node, name, values)


def named_trait(w: Writer, place: ast.Node, name: str, values: Values) -> Phrase:
    """The noun of a keyword or status with its values: by its phrase, or else the values behind it."""
    template = w.fitting(w.templates("traits", "noun", name), values)
    if template is not None:
        return w.declined(template, values)
    shown = " ".join(v.text() for v in values.values() if isinstance(v, Phrase))
    return w.grammar.tailed(w.grammar.noun(w.noun_named(place, name)), shown)


# ---- collections
def member(w: Writer, source: ast.Expr, phrase: Phrase) -> Phrase:
    """What pronouns for a member of a collection agree with: the noun of its type, else the collection's phrase."""
    if isinstance(source, ast.Path) and not source.fields:
        return member(w, source.head, phrase)
    if isinstance(source, ast.Query):
        return w.grammar.noun(w.noun_named(source.noun, source.noun.text))
    if isinstance(source, ast.BestOf):
        return member(w, source.source, phrase)
    if isinstance(source, ast.Comprehension) and source.value.span.text == source.name.text:
        return member(w, source.source, phrase)
    if isinstance(source, ast.FunctionCall) and source.name.text in w.checked.vocab.functions:
        return phrase.but(many=False, role="long")
    type_ = w.checked.facts.types.get(source)
    if type_ is not None and type_.form == "zone":
        return w.grammar.noun(w.noun_named(source, type_.name))
    element = type_.element if type_ is not None and type_.is_collection else None
    word = w.lexicon.noun(element.name or element.form) if element is not None else None
    return w.grammar.noun(word) if word is not None else phrase.but(many=False, role="long")


def members(w: Writer, source: ast.Expr) -> Phrase:
    """A collection as several: ``units within 2 inches``."""
    if isinstance(source, ast.Query) and source.quantifier == "all":
        return w.parts.query(w, replace(source, quantifier="several"))
    type_ = w.checked.facts.types.get(source)
    if type_ is not None and type_.form == "zone":
        what = w.grammar.noun(w.noun_named(source, type_.name), "the", True)
        return w.phrase("members_in", what=what, zone=w.value(source))
    return w.value(source)


def one_of(w: Writer, source: ast.Expr, word: str = "one") -> Phrase:
    """One of a collection, outside of a clause about it; of a list, the one or the other."""
    listed = _inner(source)
    if word == "one" and isinstance(listed, ast.ListLiteral) and len(listed.items) > 1:
        return w.grammar.joined([w.value(item) for item in listed.items], "or")
    phrase = members(w, source)
    found = w.grammar.one_of(phrase, member(w, source, phrase), word)
    return found.but(forms={case: w.grammar.mentioned(text) for case, text in found.forms.items()}, role="long")


def _comprehension(w: Writer, node: ast.Comprehension) -> Phrase:
    word, name = node.function.text, node.name.text
    source = members(w, node.source)
    like = member(w, node.source, source)
    is_same = isinstance(node.value, ast.Path) and node.value.span.text == name
    is_counted = word == "count" or is_same
    if word in ("set", "list") and (word_of := _field_of_each(w, node)) is not None:
        return _fields_of(w, node, word_of)
    with w.inside(like):
        if is_counted:
            w.names[name] = w.grammar.pronoun("which", like.but(many=True))
            clauses = clauses_of(w, node.condition) if node.condition is not None else []
            narrowed = w.grammar.tailed(source, w.grammar.related(clauses) if clauses else "")
            return narrowed if word in ("set", "list") else w.phrase("count", of=narrowed)
        w.names[name] = w.grammar.pronoun("it", like)
        condition = w.condition(node.condition) if node.condition is not None else ""
        return w.phrase(f"{word}_over", value=w.value(node.value), source=source, condition=condition)


def _field_of_each(w: Writer, node: ast.Comprehension) -> WordNoun | None:
    """The noun of the field in ``set(m.group for m in …)``, if it has a plural."""
    value = node.value
    if not isinstance(value, ast.Path) or not isinstance(value.head, ast.Ident) or len(value.fields) != 1:
        return None
    word = w.lexicon.noun(value.fields[0].text)
    return word if word is not None and word.forms[w.grammar.language].many else None


def _fields_of(w: Writer, node: ast.Comprehension, word: WordNoun) -> Phrase:
    """The fields of all of a collection: ``the groups of monsters that are on the map``."""
    whole = ast.Comprehension(node.span, node.function, ast.Path(node.name.span, node.name, ()), node.name, node.source,
                              node.condition)  # fmt: skip
    w.used.add(f"nouns.{word.name}")
    return w.grammar.possessed(word, _comprehension(w, whole), True)


def _best_of(w: Writer, source: ast.Expr, measures: tuple[ast.Measure, ...]) -> Phrase:
    among = members(w, source)
    with w.inside():
        w.it.append(w.grammar.pronoun("it", member(w, source, among)))
        said = [w.say(f"with_{m.form}", value=_measured(w, m.value)) for m in measures]
    return w.phrase("the_best", source=among, measures=w.say("then").join(said)).but(many=among.many)


def _measured(w: Writer, node: ast.Expr) -> Phrase:
    """What is highest or lowest; a field of the member stands without whose it is."""
    if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident) and not node.fields:
        ref = w.checked.facts.refs.get(node.head)
        if ref is not None and (ref.form, ref.owner) == ("field", "it"):
            return w.grammar.noun(w.noun_named(node.head, node.head.text))
    return w.value(node)

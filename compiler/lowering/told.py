"""The words of a match: what people are told of events, offers, choices and refusals, for every engine.

Job: find what a match can tell of, by the names under which an engine finds it, and give each its phrases. Input: a
checked game, its program. Output: plain data for the rules table, and the places of choices and reasons.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from compiler.core import ir
from dsl.checking.results import Checked
from dsl.meaning.vocab import Vocabulary
from dsl.wording.texts import Doings
from dsl.wording.told import Row, Told, innermost, kinds_of, plain

_NO_SENTENCE = " does not hold"  # of a requirement to which the rules give none: it is code, and for nobody
_SHOWN = ("kind", "card", "enum", "int", "square")  # of an event that has no words: who, where, how much of what
_MADE_UP = re.compile(r"_\d+_\Z")  # a suffix that lowering adds to generated names


def with_words(checked: Checked, program: ir.Program, seats: Collection[str] = ()) -> ir.Program:
    """The program with the words of its matches; ``seats`` are the names that scenarios give to players."""
    told = {language: Told(checked.vocab, language) for language in checked.vocab.languages or ("en",)}
    for one in told.values():
        for name in seats_with_nouns(checked.vocab, seats):
            one.noun(name)
    words = {language: _fixed(words_of(one, program, Doings(checked, language))) for language, one in told.items()}
    return replace(program, words=words, word_keys=dict(_keys(program)))


def seats_with_nouns(vocab: Vocabulary, seats: Collection[str]) -> list[str]:
    """The names of players for which the game has a noun: so are these players called."""
    return [name for name in vocab.words.nouns if name in seats] if vocab.words is not None else []


def _fixed(value: Any) -> Any:
    """Data with tuples, as a program has them."""
    if isinstance(value, dict):
        return {key: _fixed(item) for key, item in cast("dict[str, Any]", value).items()}
    return tuple(map(_fixed, cast("list[Any]", value))) if isinstance(value, list | tuple) else value


def lacking_words(checked: Checked, program: ir.Program, language: str) -> Told:
    """The words of one language, with what has none and is told from names alone."""
    told = Told(checked.vocab, language)
    words_of(told, program, Doings(checked, language))
    return told


def words_of(told: Told, program: ir.Program, doings: Doings) -> dict[str, Any]:
    """All that a match tells, in one language."""
    vocab = told.vocab
    values = [value for enum in vocab.enums.values() for value in enum.values]
    told.constants(values)
    for value in values:
        if vocab.words is not None and value in vocab.words.nouns:
            told.noun(value)
    told.constants(_labels(program))
    told.constants(
        symbol for faces in program.dice.values() for face in faces or () for symbol in face if symbol != "value"
    )
    for kind in program.kinds:
        if kind in vocab.kinds and kind != "game":
            told.noun(kind)
    return told.data(
        silent=sorted(vocab.words.silent if vocab.words is not None else ()),
        verbs={verb: _verb(told, verb) for verb in vocab.verbs if verb != vocab.start}
        | _sparse(told, "verbs", "told", _steps(vocab)),
        symbols={symbol: [told.counted(noun)] for symbol, noun in sorted(_symbols(vocab).items())},
        prevented=_sparse(told, "verbs", "prevented", vocab.verbs),
        refused=_sparse(told, "verbs", "refused", vocab.verbs),
        fields=_sparse(told, "fields", "told", _fields(vocab)),
        zero=_sparse(told, "fields", "over", _fields(vocab)),
        gained=_sparse(told, "traits", "told", vocab.traits),
        lost=_sparse(told, "traits", "over", vocab.traits),
        parts=_sparse(told, "parts", "offer", vocab.kinds),
        offers={
            a.id: list(_told_apart(_offer(told, program, a), _place(program, a.at), doings))
            for a in program.abilities
            if a.form in ("activation", "reaction")
        },
        used={
            a.id: list(_told_apart(rows, _place(program, a.at), doings))
            for a in program.abilities
            if a.form in ("activation", "reaction") and (rows := _used(told, program, a))
        },
        asks=dict(_asks(told, program)),
        rolls=_throws(told, program),
        reasons=dict(_reasons(told, program)),
    )


# ---- what happens
def _verb(told: Told, name: str) -> list[Row]:
    """The phrases of a verb; one that is silent may have some, for where it is asked about."""
    vocab = told.vocab
    params = vocab.verbs[name].params
    found = told.phrases("verbs", "told", (name,), kinds_of(params))
    if found is not None:
        return found
    if vocab.words is not None and name in vocab.words.silent:
        told.lacking.pop()
        return []
    kinds = kinds_of(params)
    for kind in kinds.values():
        told.noun(kind)
    forms = {p.name: form for p in params if (form := innermost(p.type).form) in _SHOWN}
    holes = [(form, plain(param, kind=kinds.get(param, ""))) for param, form in forms.items()]
    actor, title = vocab.verbs[name].actor, told.title(name)
    rows = [_listed(title, ": ", holes)]
    if actor is not None and actor.name in forms:
        doing = f"{title[:1].lower()}{title[1:]}"
        who = plain(actor.name, kind=kinds.get(actor.name, ""))
        others = [(form, hole) for form, hole in holes if hole != who]
        rows.insert(0, [who, ": ", *_listed(doing, " " if told.grammar == "en" else " — ", others)])
    return rows


def _listed(begun: str, before: str, holes: list[tuple[str, dict[str, Any]]]) -> Row:
    """A phrase made from names: what happens, and the values that there are; each with the form of its type."""
    parts, last = list[Row](), ""
    for form, hole in holes:
        parts.append([before if not parts else " " if (last, form) == ("int", "enum") else ", ", hole])  # 2 fish
        last = form
    return [begun, *parts]


def _steps(vocab: Vocabulary) -> set[str]:
    """The steps of verbs: a question may be about one of them, such as the end of a turn."""
    return {f"{verb.name}.{step}" for verb in vocab.verbs.values() for step in verb.steps}


def _symbols(vocab: Vocabulary) -> Mapping[str, str]:
    """The symbols of dice that have a noun."""
    return vocab.words.symbols if vocab.words is not None else {}


def _fields(vocab: Vocabulary) -> set[str]:
    return {field for kind in vocab.kinds for field in vocab.fields_of(kind)}


def _sparse(told: Told, section: str, form: str, names: Any) -> dict[str, list[Row]]:
    """The phrases of those names that have some: of the others nobody is told."""
    words = told.vocab.words
    has = [name for name in sorted(names) if words is not None and (section, name) in words.entries]
    before, kinds = list(told.lacking), {name: _kinds_in(told, section, name) for name in has}
    found = {name: rows for name in has if (rows := told.phrases(section, form, (name,), kinds[name])) is not None}
    told.lacking[:] = before
    return found


def _kinds_in(told: Told, section: str, name: str) -> dict[str, str]:
    """The kinds of what a phrase shows, by which it is told where it lies hidden."""
    verb = told.vocab.verbs.get(name.partition(".")[0]) if section == "verbs" else None
    return kinds_of(verb.params) if verb is not None else {}


# ---- what is offered
def _offered_as(program: ir.Program, ability: ir.Ability) -> list[str]:
    """The names under which the words of an ability are looked for."""
    names = [ability.label] if ability.label else []
    carrier = ability.carrier
    names.append(carrier.name)
    if carrier.form == "card":
        kind = program.cards[carrier.name].kind
        names += [f"{k}.{carrier.field}" for k in program.kinds[kind].ancestors]
    return [_as_key(name) for name in names]


def _used(told: Told, program: ir.Program, ability: ir.Ability) -> list[Row]:
    """What is told when the ability is used: of the entry that offers it, if that has a phrase for it."""
    words = told.vocab.words
    entries = words.entries if words is not None else {}
    for name in _offered_as(program, ability):
        entry = entries.get(("offers", name))
        if entry is not None and entry.phrases.get(told.language):
            has = "told" in entry.phrases[told.language]
            return (told.phrases("offers", "told", (name,), {}) or []) if has else []
    return []


def _offer(told: Told, program: ir.Program, ability: ir.Ability) -> list[Row]:
    found = told.phrases("offers", "offer", _offered_as(program, ability), {})
    if found is not None:
        return found
    label = told.vocab.names.get(_as_key(ability.label), {}).get(told.language) or ability.label
    if not label:
        return [[plain("this"), ": ", plain("self")], [plain("self")]]
    if (ability.carrier.form, ability.carrier.name) == ("every", "player"):  # nobody else is offered it
        return [[label]]
    return [[plain("this"), f", {label}: ", plain("self")], [f"{label}: ", plain("self")]]


def _told_apart(rows: list[Row], place: str, doings: Doings) -> Iterator[Row]:
    """The rows with what the ability at a place does and costs, where they ask for it; without words for it a group is
    left out.
    """
    for row in rows:
        for slot, write in (("does", doings.does), ("costs", doings.costs)):
            if _asks_for(row, slot):
                row = _filled(row, slot, write(place))
        yield row


def _asks_for(piece: Any, slot: str) -> bool:
    if isinstance(piece, list):
        return any(_asks_for(part, slot) for part in cast("Row", piece))
    return isinstance(piece, dict) and cast("dict[str, Any]", piece).get("value") == slot


def _filled(row: Row, slot: str, said: str) -> Row:
    return [
        _filled(cast("Row", piece), slot, said)
        if isinstance(piece, list)
        else said
        if _asks_for(piece, slot)
        else piece
        for piece in row
        if said or not (isinstance(piece, list) and _asks_for(piece, slot))
    ]


def _as_key(label: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "_", label.lower()).strip("_")


# ---- what is asked, and why something is refused
def _roots(program: ir.Program) -> Iterator[tuple[str, ir.Node]]:
    """Everything with a body, by the name that its texts have in the words."""
    for verb in program.verbs.values():
        yield verb.name, verb
    for ability in program.abilities:
        yield ability.carrier.name, ability
    for live in program.lives:
        yield live.kind, live
    for check in program.checks:
        yield "", check


def _choices(program: ir.Program) -> Iterator[tuple[str, str, ir.Choose | ir.ChooseMode]]:
    """Each choice, by the name of what it belongs to and its own; one among labels has no name, but is a `mode`."""
    for owner, root in _roots(program):
        for node in root.walk():
            if isinstance(node, ir.Choose) and node.how != "random":
                yield owner, _MADE_UP.sub("", node.name), node
            elif isinstance(node, ir.ChooseMode):
                yield owner, "mode", node


def _labels(program: ir.Program) -> Iterator[str]:
    """The labels of options, by the names that they have."""
    for _, root in _roots(program):
        for node in root.walk():
            if isinstance(node, ir.Mode):
                yield _as_key(node.label)


def _asks(told: Told, program: ir.Program) -> Iterator[tuple[str, list[Row]]]:
    vocab = told.vocab
    for owner, name, _ in _choices(program):
        kinds = kinds_of(vocab.verbs[owner].params) if owner in vocab.verbs else {}
        found = told.phrases("choices", "ask", (f"{owner}.{name}", name), kinds)
        if found is not None:
            yield f"{owner}.{name}", found
        elif name == "mode":  # *choose one*, among labels that say what they are
            told.lacking.pop()


def _rolls(program: ir.Program) -> Iterator[tuple[str, str, ir.Roll | ir.Reroll]]:
    """Each roll, by the name of what it belongs to and that of its dice."""
    for owner, root in _roots(program):
        for node in root.walk():
            if isinstance(node, ir.Roll):
                yield owner, _MADE_UP.sub("", node.name), node
            elif isinstance(node, ir.Reroll):
                yield owner, f"{_MADE_UP.sub('', node.name)} again", node


def _throws(told: Told, program: ir.Program) -> dict[str, list[Row]]:
    """The phrases of rolls; what has none is told of who does the verb, or has the ability."""
    vocab = told.vocab
    found: dict[str, list[Row]] = {}
    for owner, name, node in _rolls(program):
        if isinstance(node, ir.Reroll):
            found[f"{owner}.{name}"] = [told.sentence("rolled_again")]
            continue
        verb = vocab.verbs.get(owner)
        who = "self" if verb is None else verb.actor.name if verb.actor is not None else ""
        said = told.phrases("rolls", "told", (f"{owner}.{name}", name), kinds_of(verb.params) if verb else {})
        if said is None and who:
            told.lacking.pop()
        found[f"{owner}.{name}"] = [*(said or ()), *([told.sentence("who_rolls", who=who)] if who else ())]
    return found


def _messages(program: ir.Program) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """The sentences of requirements and prohibitions: as the rules have them, the names of their values, the place."""
    for _, root in _roots(program):
        for node in root.walk():
            if isinstance(node, ir.Require):
                yield (*_sentence(node.message), node.at)
            elif isinstance(node, ir.Modifier) and node.form == "forbid" and node.values:
                yield (*_sentence(tuple(v.value if isinstance(v, ir.Const) and isinstance(v.value, str) else v
                                        for v in node.values)), node.at)  # fmt: skip


def _sentence(parts: tuple[Any, ...]) -> tuple[str, tuple[str, ...]]:
    names = tuple(_named(part) if not isinstance(part, str) else "" for part in parts)
    texts = (part if isinstance(part, str) else f"{{{name}}}" for part, name in zip(parts, names, strict=True))
    return "".join(texts), names


def _named(node: ir.Node) -> str:
    """The name of a value in a sentence: as the author wrote it where it is a name, or a field of one."""
    match node:
        case ir.Get(owner=ir.Local(name="ev" | "trigger"), field=name) | ir.Local(name=name):
            return name
        case ir.Get(owner=ir.Local(name=owner), field=name):
            return f"{owner}.{name}"
        case ir.Get(owner=ir.Get(field=owner), field=name):
            return f"{owner}.{name}"
        case ir.Get(owner=ir.Core(function=owner), field=name):
            return f"{owner}.{name}"
        case ir.Stat(owner=owner, stat=name):
            return f"{_named(owner).replace('.', '_')}.{name}"
        case _:
            return "value"


def _reasons(told: Told, program: ir.Program) -> Iterator[tuple[str, list[Row]]]:
    """The sentences, with the places of their values as names; in English those of the rules will do."""
    for message, names, _ in _messages(program):
        before = len(told.lacking)
        found = told.phrases("reasons", "told", (message,), {})
        if found is not None:
            yield message, [_numbered(row, names) for row in found]
        elif told.language == "en" and not message.endswith(_NO_SENTENCE):
            del told.lacking[before:]
            pieces = re.split(r"\{[^{}]*\}", message)
            row: Row = [pieces[0]]
            for index, text in zip([i for i, name in enumerate(names) if name], pieces[1:], strict=True):
                row += [plain(str(index), case=0), text]
            yield message, [[piece for piece in row if piece != ""]]


def _numbered(row: Row, names: tuple[str, ...]) -> Row:
    """A phrase whose values are found by their position in the sentence of the rules."""
    made: Row = []
    for piece in row:
        if isinstance(piece, list):
            made.append(_numbered(cast(Row, piece), names))
        elif isinstance(piece, dict):
            hole = cast("dict[str, Any]", piece)
            number = {"value": str(names.index(hole["value"]))} if hole.get("value") in names else {}
            made.append({**hole, **number})
        else:
            made.append(piece)
    return made


def _keys(program: ir.Program) -> Iterator[tuple[str, str]]:
    """Under which name the words of a choice, a roll or a sentence are, by its place."""
    for owner, name, node in (*_choices(program), *_rolls(program)):
        yield _place(program, node.at), f"{owner}.{name}"
    for message, _, at in _messages(program):
        yield _place(program, at), message


def _place(program: ir.Program, at: int) -> str:
    place = program.spans[at]
    return f"{place.path}:{place.line}:{place.column}"

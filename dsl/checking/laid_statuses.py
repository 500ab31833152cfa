"""Statuses that are named without their values, and are added by way of another name.

Job: report a status that needs values where the place that takes it keeps none: an operand, a local value or a field
from which a status is added. Input: checked nodes. Output: diagnostics; for the check of the whole game, which statuses
lie in which values of events (``facts.laid``), and which values what answers an event adds (``facts.answers``). Must
never report a name that is only compared: `x has burning` and `drop burning from x` need no values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dsl.checking.context import Context
from dsl.checking.patterns import bound_operands
from dsl.checking.results import Passing
from dsl.diagnostics import Label, Sink
from dsl.meaning.types import STATUS, UNKNOWN, Type
from dsl.meaning.vocab import Param, Trait, Verb, Vocabulary
from dsl.source import Source, Span
from dsl.syntax import ast

# The place of a status without its values, and the values of verbs (`verb.parameter`) that may be it.
Laid = tuple[Source, int, int, list[str]]
# The place of what answers an event, a value of that event, whether it adds it, and the values that it passes it on to.
Answer = tuple[Source, int, int, str, bool, list[str]]


def check_added(cx: Context, operand: ast.Expr, param: Param, taker: Verb | Trait) -> None:
    """Reports a status without its values, for a parameter whose status the verb or status adds."""
    bare = _bare(cx.vocab, operand) if _is_status(param.type) else {}
    if bare:
        taken = {_taken(taker, param.name)}
        _judge(cx, bare, param.name, [taker.node], taken)


def note_answer(cx: Context, place: ast.Ident, pattern: ast.Pattern, body: ast.Block) -> None:
    """Notes what the body of an ability does with the statuses among the values of the event that it answers."""
    found: list[Passing] = []
    for verb in (cx.vocab.verbs[name] for name in cx.vocab.verbs_named(pattern.verb.text)):
        names = [param.name for param in verb.params if _is_status(param.type)]
        names += [name for name, (type_, _) in verb.lets.items() if type_ == UNKNOWN or _is_status(type_)]
        for name in names:
            taken: set[str] = set()
            adds = _adds(cx.vocab, name, [body], taken)
            if adds or taken:
                found.append(Passing(_taken(verb, name), adds, tuple(sorted(taken))))
    if found:
        cx.facts.answers[place] = tuple(found)


def check_laid(vocab: Vocabulary, laid: Iterable[Laid], answers: Iterable[Answer], sink: Sink) -> None:
    """Reports each status without its values that an answer to an event adds, itself or by way of other events."""
    answers, adding = sorted(answers, key=lambda row: (row[0].path, *row[1:3])), dict[str, Span]()
    before = -1
    while before != len(adding):
        before = len(adding)
        for source, start, end, value, adds, passed in answers:
            if value not in adding and (adds or any(to in adding for to in passed)):
                adding[value] = source.span(start, end)
    for source, start, end, values in laid:
        for value in [value for value in values if value in adding][:1]:
            verb, _, param = value.partition(".")
            place, trait = source.span(start, end), vocab.traits[source.text[start:end]]
            told = f"what answers `{verb}` adds its `{param}`"
            _report(sink, place, trait, told, [Label(adding[value], "answered here")])


def check_locals(cx: Context, statements: Sequence[ast.Node]) -> None:
    """Checks which statuses the names of a block stand for, when all that is below them is checked."""
    for number, statement in enumerate(statements):
        match ast.plain(statement):
            case ast.LetStmt(name=name, value=given) | ast.ChooseStmt(name=name, source=given, body=None):
                _local(cx, name, given, statements[number + 1 :])
            case ast.EachStmt(name=name, source=given, body=body) | ast.ChooseStmt(name=name, source=given, body=body):
                _local(cx, name, given, [body] if body is not None else [])
            case _:
                pass


def _local(cx: Context, name: ast.Ident, source: ast.Expr, users: Sequence[ast.Node]) -> None:
    """Reports each status without its values that a local value may be, if ``users`` add that value."""
    if not _is_status(cx.facts.types.get(name)):
        return
    given = [source, *_given(users, name.text)]
    bare = {place: trait for value in given for place, trait in _bare(cx.vocab, value).items()}
    if bare:
        _judge(cx, bare, name.text, users, set())


def check_stored(cx: Context, value: ast.Expr, type_: Type, name: str) -> None:
    """Reports a status without its values where others read it, who may add it: in a field, or as a result."""
    if _is_status(type_):
        for place, trait in _bare(cx.vocab, value).items():
            _report(cx.sink, place.span, trait, f"`{name}` is kept for others, who may add it")


def _judge(cx: Context, bare: dict[ast.Ident, Trait], name: str, users: Sequence[ast.Node], taken: set[str]) -> None:
    """Reports statuses without their values where ``users`` add them under a name; notes the others for later."""
    adds = _adds(cx.vocab, name, users, taken)
    for place, trait in bare.items():
        if adds:
            _report(cx.sink, place.span, trait, f"`{name}` is added")
        else:
            cx.facts.laid[place] = tuple(sorted({*cx.facts.laid.get(place, ()), *taken}))


def _report(sink: Sink, place: Span, trait: Trait, told: str, labels: Sequence[Label] = ()) -> None:
    lacking = ", ".join(_lacking(trait))
    help = f"name a status without values, or write `add {trait.name}({lacking}) to …` yourself"
    told_here = f"`{trait.name}` has no value for its `{lacking}` here, and {told}"
    sink.add("missing-operand", place, told_here, help=help, labels=[Label(trait.span, "declared here"), *labels])


def _taken(taker: Verb | Trait, param: str) -> str:
    """What a value of a verb or status is called; no verb's name has a space."""
    return f"{taker.name}.{param}" if isinstance(taker, Verb) else f"status {taker.name}.{param}"


def _is_status(type_: Type | None) -> bool:
    while type_ is not None and (type_.is_collection or type_.form == "optional"):
        type_ = type_.element if type_.is_collection else type_.inner
    return type_ == STATUS


def _lacking(trait: Trait) -> list[str]:
    return [param.name for param in trait.params if param.default is None]


def _bare(vocab: Vocabulary, node: ast.Expr) -> dict[ast.Ident, Trait]:
    """The statuses that lack values among those that an expression may give, by where they are named."""
    traits = {name: vocab.traits.get(name.text) for name in _values(vocab, node, set())}
    return {name: found for name, found in traits.items() if found and found.form == "status" and _lacking(found)}


def _values(vocab: Vocabulary, node: ast.Node, seen: set[str]) -> Iterator[ast.Ident]:
    """The bare names that may be what an expression gives; ``seen``: functions that are looked into already."""
    match node:
        case ast.Path(head=ast.Ident() as name, fields=()):
            yield name
        case ast.Path(head=ast.Ident(text="event"), fields=(name,)):
            yield name
        case ast.Path(head=ast.FunctionCall() as call, fields=()):
            yield from _results(vocab, call, seen)
        case ast.Path(head=ast.Comprehension(value=value, source=source), fields=()):
            yield from _values(vocab, value, seen)
            yield from _values(vocab, source, seen)
        case ast.Ternary(value=one, otherwise=other):
            yield from _values(vocab, one, seen)
            yield from _values(vocab, other, seen)
        case ast.Arithmetic(left=left, operator=operator, right=right):
            yield from _values(vocab, left, seen)
            if operator == "+":
                yield from _values(vocab, right, seen)
        case ast.ListLiteral(items=items):
            for item in items:
                yield from _values(vocab, item, seen)
        case ast.RandomOf(source=source) | ast.BestOf(source=source):
            yield from _values(vocab, source, seen)
        case ast.FunctionBody(lines=lines):
            for line in lines:
                yield from _values(vocab, line.value, seen)
        case ast.TableDef(rows=rows):
            for row in rows or ():
                yield from _values(vocab, row.value, seen)
        case _:
            pass


def _results(vocab: Vocabulary, call: ast.FunctionCall, seen: set[str]) -> Iterator[ast.Ident]:
    function = vocab.functions.get(call.name.text)
    if function is not None and not _is_status(function.result):
        return
    for argument in call.arguments:
        yield from _values(vocab, argument.value if isinstance(argument, ast.NamedArgument) else argument, seen)
    if function is not None and function.name not in seen:
        seen.add(function.name)
        node = function.node
        inside = _values(vocab, node if isinstance(node, ast.TableDef) else node.body, seen)
        yield from (name for name in inside if name.text in vocab.traits)  # others are values of the function


def _given(users: Sequence[ast.Node], name: str) -> Iterator[ast.Expr]:
    """What a local value is set to."""
    for below in (below for user in users for below in user.walk()):
        match below:
            case ast.SetStmt(place=ast.Path(head=ast.Ident(text=text), fields=()), value=value) if text == name:
                yield value
            case ast.ChangeStmt(place=ast.Path(head=ast.Ident(text=text), fields=()), amount=value) if text == name:
                yield value
            case _:
                pass


def _adds(vocab: Vocabulary, name: str, users: Sequence[ast.Node], taken: set[str]) -> bool:
    """Whether these nodes add the status that a name stands for, themselves or by way of what they call; ``taken``
    becomes the values of verbs and statuses that it is passed on to, all of them if nothing adds it.
    """
    names, nodes = {name}, [below for user in users for below in user.walk()]
    before: set[str] = set()
    while names != before:
        before = set(names)
        names |= {to.text for below in nodes for to, value in _moved(below) if _among(vocab, value, names)}
    for verb in (vocab.verbs.get(user.name.text) for user in users if isinstance(user, ast.VerbDef)):
        taken |= {_taken(verb, kept) for kept in names if kept in verb.lets} if verb is not None else set()
    return any(_adds_here(vocab, below, names, taken) for below in nodes)


def _moved(node: ast.Node) -> Iterator[tuple[ast.Ident, ast.Expr]]:
    """The local value that a statement sets, and from what."""
    match node:
        case ast.LetStmt(name=name, value=value):
            yield name, value
        case ast.SetStmt(place=ast.Path(head=ast.Ident() as name, fields=()), value=value):
            yield name, value
        case ast.EachStmt(name=name, source=source) | ast.ChooseStmt(name=name, source=source):
            yield name, source
        case _:
            pass


def _among(vocab: Vocabulary, value: ast.Expr, names: set[str]) -> bool:
    return any(found.text in names for found in _values(vocab, value, set()))


def _adds_here(vocab: Vocabulary, node: ast.Node, names: set[str], taken: set[str]) -> bool:
    given: list[tuple[Verb | Trait, str, ast.Expr]] = []
    match node:
        case ast.AddStmt(reference=reference) if not reference.arguments and reference.name.text in names:
            return True
        case ast.AddStmt(reference=reference) if reference.name.text in vocab.traits:
            trait = vocab.traits[reference.name.text]
            values = zip(trait.params, reference.arguments, strict=False)
            given = [(trait, param.name, value) for param, value in values]
        case ast.Call(verb=verb) if verb.text in vocab.verbs:
            called = vocab.verbs[verb.text]
            given = [(called, param, value) for param, value in bound_operands(node, called)[0].items()]
        case _:
            pass
    for taker, param, value in given:
        if _taken(taker, param) not in taken and _among(vocab, value, names):
            taken.add(_taken(taker, param))
            if _adds(vocab, param, [taker.node], taken):
                return True
    return False

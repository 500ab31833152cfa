"""Checks that need the whole game.

Job: report events that nothing causes, values that nothing reads, definitions that depend on themselves, and unknown
names in the ruleset. Input: the side tables of a checked game, and the verbs that each of its texts uses. Output:
diagnostics. Must never check a single text: the other modules do that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from dsl.checking.choosers import PLAYER
from dsl.checking.circles import chain_back, told_chain
from dsl.checking.laid_statuses import check_laid
from dsl.checking.results import Facts, PatternFacts
from dsl.dataclass import dataclass
from dsl.diagnostics import Label, Sink
from dsl.meaning.bounds import CALLS
from dsl.meaning.resolving import never_used_through
from dsl.meaning.types import BOOL, INT, KEYWORD, SQUARE, UNKNOWN, Type, kind_of, list_of, optional, present, set_of
from dsl.meaning.vocab import Function, Noun, Stat, Vocabulary
from dsl.source import Source
from dsl.suggest import suggest
from dsl.syntax import ast

# The types that the core expects for fields of these names, in any kind.
_CORE_FIELDS: dict[str, tuple[Type, ...]] = {
    "keywords": (set_of(KEYWORD), list_of(KEYWORD)),
    "controller": (kind_of("player"), optional(kind_of("player"))),
}
_MEASURED: dict[str, tuple[Type, ...]] = dict.fromkeys(("x", "y", "facing", "width", "depth"), (INT,))


@dataclass(slots=True)
class VerbUse:
    """The verbs that the texts of a file call and react to, as plain data that can be stored without the trees.

    called: verbs. watched: verbs with parameters that patterns test. read: values that a text reads from the event to
    which it reacts. awaited: start and end of each verb that a pattern, `once per` or `end` names, and the verbs for
    which it stands. laid: start and end of a status without its values, and the values of verbs that may be it.
    answers: start and end of what answers an event, a status that is a value of that event, whether it is added, and
    the values that it is passed on to.
    """

    called: list[str] = field(default_factory=list[str])
    watched: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    read: list[str] = field(default_factory=list[str])
    awaited: list[tuple[int, int, list[str]]] = field(default_factory=list[tuple[int, int, list[str]]])
    laid: list[tuple[int, int, list[str]]] = field(default_factory=list[tuple[int, int, list[str]]])
    answers: list[tuple[int, int, str, bool, list[str]]] = field(
        default_factory=list[tuple[int, int, str, bool, list[str]]]
    )


def verb_uses(facts: Facts) -> dict[Source, VerbUse]:
    """The verbs that the texts use, by source."""
    called: dict[Source, set[str]] = {}
    read: dict[Source, set[str]] = {}
    watching: dict[Source, dict[ast.Pattern, PatternFacts]] = {}
    for call, binding in facts.bindings.items():
        called.setdefault(call.span.source, set()).add(binding.verb)
    waiting: dict[Source, dict[tuple[int, int], list[str]]] = {}
    for pattern, found in facts.patterns.items():
        source, name = pattern.span.source, pattern.verb.span
        watching.setdefault(source, {})[pattern] = found
        waiting.setdefault(source, {})[name.start, name.end] = list(found.verbs)
    for node, ref in facts.refs.items():
        source = node.span.source
        if ref.form == "trigger":
            read.setdefault(source, set()).add(ref.name)
        elif ref.form == "verb" and ref.name not in (ref.owner, *called.get(source, ())):  # `once per turn`, `end turn`
            waiting.setdefault(source, {}).setdefault((node.span.start, node.span.end), [ref.name])
    laid: dict[Source, list[tuple[int, int, list[str]]]] = {}
    answers: dict[Source, list[tuple[int, int, str, bool, list[str]]]] = {}
    for place, values in facts.laid.items():
        laid.setdefault(place.span.source, []).append((place.span.start, place.span.end, list(values)))
    for place, passing in facts.answers.items():
        rows = [(place.span.start, place.span.end, one.value, one.adds, list(one.passed)) for one in passing]
        answers.setdefault(place.span.source, []).extend(rows)
    return {
        source: VerbUse(
            sorted(called.get(source, ())),
            sorted({(v, t.param) for f in watching.get(source, {}).values() for t in f.tests for v in f.verbs}),
            sorted(read.get(source, ())),
            [(start, end, verbs) for (start, end), verbs in waiting.get(source, {}).items()],
            laid.get(source, []),
            answers.get(source, []),
        )
        for source in {**called, **read, **waiting, **laid, **answers}
    }


def check_whole(facts: Facts, texts: Iterable[tuple[Source, VerbUse]], sink: Sink) -> None:
    """Runs all these checks in a fixed order; ``texts`` are all sources of the game with the verbs that each uses."""
    vocab = facts.vocab
    texts = tuple(texts)
    _named_by_ruleset(vocab, sink)
    _read_by_core(vocab, sink)
    _never_given(vocab, sink)
    _compared_values(vocab, sink)
    _never_emitted(vocab, texts, sink)
    _unread(vocab, [use for _, use in texts], sink)
    _recursion(vocab, facts, sink)
    for verb, line in never_used_through(vocab):
        told = f"no text is used through `{verb.name}`, so there is none to run"
        sink.add("outside-event", line.span, told, help=f"name it: `live KIND for … through {verb.name} …`")
    laid = [(source, *row) for source, use in texts for row in use.laid]
    check_laid(vocab, laid, [(source, *row) for source, use in texts for row in use.answers], sink)


def _read_by_core(vocab: Vocabulary, sink: Sink) -> None:
    """Reports fields that the core reads but that have another type; on a measured board, also missing ones
    of figures.
    """
    measured = vocab.board.get("type") == "table"
    for kind in vocab.kinds.values():
        figure = vocab.is_figure(kind.name)
        wanted = _CORE_FIELDS | ({"size": (INT,)} if figure else {}) | (_MEASURED if figure and measured else {})
        for name, types in wanted.items():
            declared = vocab.field_of(kind.name, name)
            if declared is not None and (declared.zone or declared.type not in types):
                what = f"the core reads `{name}` as {types[0]}"
                help = "declare it with this type, or give it another name"
                sink.add("wrong-operand", declared.span, what, help=help)
            elif declared is None and kind.figure and name in _MEASURED:
                what = f"a figure on a measured board needs `{name}`, which {kind.name} does not have"
                sink.add("missing-key", kind.span, what, help=f"declare `{name}: int` among its fields")


def _never_given(vocab: Vocabulary, sink: Sink) -> None:
    """Reports fields of `game` that begin without a value and may not be none: nobody creates it."""
    for declared in vocab.fields_of("game").values():
        type_ = declared.type
        if not declared.has_default and type_ != UNKNOWN:
            told = f"nothing gives `{declared.name}` of the game a value before it begins"
            default = f"; or give it a default: `{{type: {type_.name}, default: …}}`" if type_.form == "enum" else ""
            help = f"write `{type_.name or type_}?`, which is none until it is set{default}"
            sink.add("missing-key", declared.span, told, help=help)


def _compared_values(vocab: Vocabulary, sink: Sink) -> None:
    """Reports values by which statuses outrank each other, if they are not numbers: others cannot be compared."""
    for trait in vocab.traits.values():
        ranked = trait.params if trait.form == "status" and trait.stacking not in ("all", "none") else ()
        for param in ranked:
            if param.name != trait.stacking and param.type not in (INT, UNKNOWN):
                what = f"`{param.name}` is {param.type}, which is neither higher nor lower than another"
                sink.add("wrong-operand", param.span, what, help="stack by this value, or leave `stacks` out")


def _named_by_ruleset(vocab: Vocabulary, sink: Sink) -> None:
    """Checks the flow that starts a match and the define that orders the players; neither may need arguments."""
    place = vocab.places.get("start")
    start = vocab.verbs.get(vocab.start)
    if place is not None and start is None:
        sink.add("unknown-verb", place, f"no flow is named `{vocab.start}`", help=suggest(vocab.start, vocab.verbs))
    elif place is not None and start is not None and any(p.default is None for p in start.params):
        sink.add(
            "missing-operand", place, f"`{vocab.start}` needs values, and nobody gives them at the start of a match"
        )
    elif place is not None and start is not None and start.resolves:
        told = f"`{vocab.start}` runs the text that is being used, and none is at the start of a match"
        sink.add("outside-event", start.span, told, help="use `resolve` in a verb that a `live … through` names")
    place = vocab.places.get("order")
    name = vocab.policy.get("order", "")
    order = vocab.functions.get(name)
    if place is not None and order is None:
        help = suggest(name, vocab.functions) or f"write `define {name}() -> list of player = …` in `rules/`"
        sink.add("unknown-name", place, f"no define is named `{name}`", help=help)
    elif place is not None and order is not None and (order.params or order.result.element != PLAYER):
        sink.add(
            "wrong-operand",
            place,
            f"`{name}` must return the players in their order",
            labels=[Label(order.span, "declared here")],
            help=f"write `define {name}() -> list of player = …`",
        )
    _priority(vocab, sink)
    _standing(vocab, sink)


def _standing(vocab: Vocabulary, sink: Sink) -> None:
    """Checks the functions that say how well a player stands, who has won, and which squares people are shown."""
    for key, given, wanted, what, form in (
        ("standing", [PLAYER], INT, "a number for each player", "(p: player) -> int = …`; the highest stands best"),
        ("won", [PLAYER], BOOL, "whether a player has won", "(p: player) -> bool = …`"),
        ("allied", [PLAYER, PLAYER], BOOL, "whether two players win together", "(p: player, q: player) -> bool = …`"),
        ("in_view", [], set_of(SQUARE), "the squares that are shown", "() -> set of square = …`"),
    ):
        place, name = vocab.places.get(key), vocab.policy.get(key, "")
        function = vocab.functions.get(name)
        if place is not None and function is None:
            help = suggest(name, vocab.functions) or f"write `define {name}{form}"
            sink.add("unknown-name", place, f"no define is named `{name}`", help=help)
        elif (
            place is not None
            and function is not None
            and ([param.type for param in function.params] != given or function.result != wanted)
        ):
            sink.add(
                "wrong-operand",
                place,
                f"`{name}` must return {what}",
                labels=[Label(function.span, "declared here")],
                help=f"write `define {name}{form}",
            )


def _priority(vocab: Vocabulary, sink: Sink) -> None:
    """Checks the function that decides between equal targets of an AI: it returns a number for each of them."""
    place = vocab.places.get("priority")
    name = vocab.policy.get("priority", "")
    rank = vocab.functions.get(name)
    if place is not None and rank is None:
        help = suggest(name, vocab.functions) or f"write `define {name}(x: …) -> int = …`; the lowest is taken"
        sink.add("unknown-name", place, f"no define is named `{name}`", help=help)
    elif place is not None and rank is not None:
        given = rank.params[0].type if len(rank.params) == 1 else None
        if given is None or given.form != "kind" or rank.result != INT:
            sink.add(
                "wrong-operand",
                place,
                f"`{name}` must return a number for each possible target",
                labels=[Label(rank.span, "declared here")],
                help=f"write `define {name}(x: KIND) -> int = …`; the lowest goes first",
            )


def _never_emitted(vocab: Vocabulary, texts: tuple[tuple[Source, VerbUse], ...], sink: Sink) -> None:
    """Reports what waits for a verb that no text calls."""
    emitted = {verb for _, use in texts for verb in use.called} | {vocab.start}
    for source, (start, end, verbs) in ((source, one) for source, use in texts for one in use.awaited):
        if not emitted & set(verbs):
            names = " or ".join(f"`{v}`" for v in verbs)
            sink.add(
                "never-emitted",
                source.span(start, end),
                f"no rule and no card calls {names}",
                labels=[Label(vocab.verbs[verbs[0]].span, "declared here")],
                help="a verb happens when a rule or card calls it",
            )


def _unread(vocab: Vocabulary, uses: list[VerbUse], sink: Sink) -> None:
    """Reports a parameter that neither the verb nor any trigger on it reads, and a result that nothing sets.

    What players are told of the verb reads it, too: a verb may happen for that alone.
    """
    watched = {watch for each in uses for watch in each.watched}
    triggered = {name for each in uses for name in each.read}
    for verb in vocab.verbs.values():
        read = {below.text for below in verb.node.body.walk() if isinstance(below, ast.Ident)} | triggered
        read |= _told_of(vocab, verb.name, any(verb.name in use.called for use in uses))
        for param in verb.params:
            if param.name not in read and param is not verb.actor and (verb.name, param.name) not in watched:
                gives = param is verb.result
                told = "sets `{}`, which `{}` gives" if gives else "reads `{}` of `{}`"
                help = "set it in the body of the verb" if gives else "use it, or leave it out"
                sink.add("unread-value", param.span, f"nothing {told.format(param.name, verb.name)}", help=help)


def _told_of(vocab: Vocabulary, verb: str, is_called: bool) -> set[str]:
    """The values that the words in which players are told of a verb name; all of them, where a game without words
    calls a verb that does nothing else.
    """
    declared = vocab.verbs[verb]
    does_nothing = all(isinstance(line, ast.NothingStmt) for line in declared.node.body.statements)
    if vocab.words is None and is_called and does_nothing:
        return {param.name for param in declared.params if param is not declared.result}
    entry = vocab.words.entries.get(("verbs", verb)) if vocab.words is not None else None
    phrases = entry.phrases.values() if entry is not None else ()
    return {slot.name for forms in phrases for template in forms.get("told", ()) for slot in template.slots()}


def _recursion(vocab: Vocabulary, facts: Facts, sink: Sink) -> None:
    """Reports a noun, relation, define, table or stat with an expression that depends on itself."""
    named: dict[str, Noun | Function | Stat] = {**vocab.nouns, **vocab.functions}
    named |= {_stat_name(stat): stat for stat in vocab.stats.values() if stat.node.value is not None}
    links = {
        name: [(used, place) for used, place in _names_used(found.node, facts) if used in named]
        for name, found in named.items()
    }
    reported: set[str] = set()
    for name, found in named.items():
        way = chain_back(name, links) if name not in reported else []
        if way and not reported.intersection(to for to, _ in way):
            reported |= {to for to, _ in way}
            help = "define one of them without the other" if len(way) > 1 else "say it without its own name"
            told = f"`{name}` depends on itself"
            sink.add("recursive-definition", found.span, told, labels=told_chain(name, way), help=help)
    if not reported:
        _depth(named, {name: {used for used, _ in found} for name, found in links.items()}, sink)


def _depth(named: Mapping[str, Noun | Function | Stat], uses: dict[str, set[str]], sink: Sink) -> None:
    """Reports a chain of definitions that is deeper than the limit of a run."""
    depth: dict[str, int] = {}
    waiting = list(named)
    while waiting:
        name = waiting[-1]
        unknown = [used for used in uses[name] if used not in depth]
        if unknown and name not in depth:
            waiting += unknown
            continue
        waiting.pop()
        depth[name] = 1 + max((depth[used] for used in uses[name]), default=0)
        if depth[name] == CALLS + 1:
            sink.add(
                "out-of-bounds",
                named[name].span,
                f"`{name}` needs one that needs one, and so on, more than {CALLS} deep",
                help="use fewer definitions in between",
            )


def _names_used(node: ast.Node, facts: Facts) -> Iterator[tuple[str, ast.Node]]:
    """The definitions that a definition uses, each with its place."""
    for below in node.walk():
        if isinstance(below, ast.FunctionCall):
            found = facts.refs.get(below.name)
            if found is None or found.form != "builtin":  # skip core functions
                yield below.name.text, below.name
        elif isinstance(below, ast.Query):
            yield below.noun.text, below.noun
        elif isinstance(below, ast.IsTest) and isinstance(below.right, ast.Path):
            if isinstance(below.right.head, ast.Ident):
                yield below.right.head.text, below.right
        elif isinstance(below, ast.NounDef):
            yield below.base.text, below.base
        elif isinstance(below, ast.Path):
            yield from ((name, below) for name in sorted(_stats_read(below, facts)))


def _stats_read(node: ast.Path, facts: Facts) -> set[str]:
    """The stats that a path reads; of a bare name only if no other kind has a field or stat of that name."""
    used: set[str] = set()
    vocab, ref = facts.vocab, facts.refs.get(node.head)
    if ref is not None and ref.form == "field":
        having = [kind for kind in vocab.kinds if vocab.field_of(kind, ref.name) or vocab.stat_of(kind, ref.name)]
        stats = [vocab.stat_of(kind, ref.name) for kind in having]
        used |= {_stat_name(stat) for stat in stats[:1] if stat is not None and all(other is stat for other in stats)}
    owner = facts.types.get(node.head, UNKNOWN)
    for ident in node.fields:
        stat = vocab.stat_of(present(owner).name, ident.text) if present(owner).form == "kind" else None
        used |= {_stat_name(stat)} if stat is not None else set()
        owner = facts.types.get(ident, UNKNOWN)
    return used


def _stat_name(stat: Stat) -> str:
    """What a stat is called beside nouns and functions, whose names have no spaces."""
    return f"{stat.name} of {stat.kind}"

"""What each text of a game reads of the state, as far as that is known before it runs.

Job: find the parts of the state on which a function, stat, trait, question about a verb, or the bearers of a text
depend, so that an answer that was worked out stays until one of them changes. Input: a program, and the modifiers and
conditions that statements add. Output: sets of names of parts: a field, ``all KIND``, or a name with an underscore.
``*`` stands for anything: where it is not known what a text reads, or what it reads changes unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from compiler.core import ir

ALL = "*"
BOARD = "_board"  # which squares there are, their terrain and walls: it seldom changes, and anything may hang on it
PLACES = "at", "size"
# What a text is: its form and name. ``carriers`` of abilities: the form of what has them, and its name.
Unit = tuple[str, ...]
Found = tuple[set[str], set[Unit]]

_SHAPE = "x", "y", "facing", "width", "depth"
# Core functions by what they read beside their arguments; those that are in no list read nobody knows what.
_OF_VALUES = (
    "min", "max", "abs", "clamp", "remainder", "round_down", "round_up", "round_near", "size", "first", "last", "nth",
    "position", "following", "union", "common", "total", "times", "neighbours", "step_blocked", "centre", "crossed",
    "touched", "crosses_wall", "touches_wall", "sine", "cosine", "is_kind", "game", "square", "column", "row",
    "elevation", "measure", "card_of", "highest", "lowest", "sum", "symbols", "concat", "without", "join_dice", "range",
    "only", "rotated", "edges_match", "vacant_squares", "same_name",
)  # fmt: skip
_READS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_OF_VALUES, ()),
    **dict.fromkeys(
        ("distance", "path_distance", "squares_of", "corners", "reachable", "route", "standing_on"), PLACES
    ),
    **dict.fromkeys(("footprint", "fits"), ("size",)),
    **dict.fromkeys(("rectangle", "disc", "shape_of", "moved", "turned", "resized", "lane", "arc"), _SHAPE),
    **dict.fromkeys(("gap", "meets", "in_arc", "bearing"), _SHAPE),
    "stacks": ("_statuses",),
    "in_play": ("at", "_zone", "_alive"),
    "remaining": ("effects",),
}
_STATS = ("adjust", "override", "least", "most")


def read_by(function: str) -> tuple[str, ...]:
    """What a core function reads beside its arguments."""
    return _READS.get(function, (ALL,))


class Reads:
    """What the texts of a program read. ``lasting`` are what its statements add for a while, ``untils`` how long.

    ``walked`` are the functions that tell what steps cost, and where ways end.
    """

    def __init__(
        self, program: ir.Program, lasting: Sequence[ir.Modifier], untils: Sequence[ir.Span], walked: Iterable[str]
    ) -> None:
        self.program, self.walked = program, tuple(walked)
        self.whiles = [span.condition for span in untils if span.edge == "while"]
        fields = [f for kind in program.kinds.values() for f in kind.fields]
        declared = {f.name for f in fields} | {p for trait in program.traits.values() for p in trait.params}
        verbs = program.verbs.values()
        given = {p.name for verb in verbs for p in verb.params}
        # Values of events that may become others; what an event was given, and no statement sets, stays as it is.
        self.of_events = {name for verb in verbs for name in verb.lets} | (given & set_by_statements(program))
        self.given = given - self.of_events
        self.known = {*declared, "at", "bearer"} - {
            f.name for f in fields if f.type in ("event", "zone") and not f.zone
        }
        self.found: dict[Unit, Found] = {}
        self.lives = tuple((live, self.heirs(live.kind)) for live in program.lives)
        self.modifiers: dict[tuple[str, str], list[tuple[ir.Ability | None, ir.Modifier]]] = {}
        for ability in program.abilities:
            self.file(ability, ability.modifiers)
        self.file(None, lasting)

    def file(self, ability: ir.Ability | None, modifiers: Iterable[ir.Modifier]) -> None:
        for modifier in modifiers:
            for name in modifier.verbs if modifier.form == "forbid" else (modifier.stat,):
                self.modifiers.setdefault((modifier.form, name), []).append((ability, modifier))

    def of(self, unit: Unit) -> frozenset[str]:
        """All parts that a text reads, with those that are read by what it asks."""
        parts: set[str] = set()
        seen, waiting = {unit}, [unit]
        while waiting:
            read, asked = self.direct(waiting.pop())
            parts |= read
            waiting += asked - seen
            seen |= asked
        return frozenset(parts)

    def direct(self, unit: Unit) -> Found:
        if unit not in self.found:
            self.found[unit] = getattr(self, f"of_{unit[0]}")(*unit[1:])
        return self.found[unit]

    def heirs(self, kind: str) -> list[str]:
        return [k.name for k in self.program.kinds.values() if kind in k.ancestors]

    def everyone(self, kind: str) -> set[str]:
        return {f"all {heir}" for heir in self.heirs(kind)}

    # ---- texts by form
    def of_function(self, name: str) -> Found:
        return self.exprs((self.program.functions[name].body,))

    def of_all_ways(self) -> Found:
        """What ways on the board hang on: all prices of steps and ends of ways."""
        return set(PLACES), {("function", name) for name in self.walked}

    def of_stat(self, name: str) -> Found:
        parts, asked = self.exprs(s.value for s in self.program.stats if s.name == name)
        more = self.modified(_STATS, name)
        return parts | more[0] | {name, "_alive"}, asked | more[1]

    def of_trait(self, name: str) -> Found:
        parts, asked = self.modified(("grant",), name)
        return parts | {"_statuses"}, asked

    def of_whiles(self) -> Found:
        """What durations read that last while a condition holds: any of them may end a modifier.

        Others end with an event, which changes what lasts.
        """
        return self.exprs(self.whiles, is_kept=True)

    def of_verb(self, name: str) -> Found:
        """Whether a call would be refused; where something may replace it, nobody knows."""
        verb = self.program.verbs[name]
        heads = [part for item in verb.head for part in item.children()]
        parts, asked = self.exprs((*heads, *(p.default for p in verb.params)), is_event=True)
        more = self.modified(("forbid",), name)
        is_replaced = any(a.timing == "instead" and name in a.verbs and not a.step for a in self.program.abilities)
        return parts | more[0] | {"effects"} | ({ALL} if is_replaced else set()), asked | more[1]

    def of_check(self, number: int) -> Found:
        """Whether there is anything that a state check asks for."""
        check = self.program.checks[number]
        return self.exprs((check.source, check.condition))

    def of_carriers(self, form: str, name: str) -> Found:
        """Who has a text; that of a card by the number of its `live` line."""
        match form:
            case "card":
                if not name:
                    return set(), set()
                live = self.program.lives[int(name)]
                parts, asked = self.exprs((live.subject, live.condition))
                return parts | self.everyone(live.kind), asked
            case "status":
                return {f"all {name}"}, set()
            case "every":
                return self.present(name)
            case _:
                kind = self.program.traits[name].kind
                parts, asked = self.present(kind)
                return parts | {"_keywords"}, asked | {("trait", name)}

    def present(self, kind: str) -> Found:
        heirs = self.heirs(kind)
        lives = [live.condition for live, kinds in self.lives if set(kinds) & set(heirs)]
        parts, asked = self.exprs(lives)
        return parts | {"_zone"} | self.everyone(kind), asked

    # ---- modifiers
    def modified(self, forms: tuple[str, ...], name: str) -> Found:
        """What the modifiers of a stat or trait, or the prohibitions of a verb, read."""
        parts: set[str] = set()
        asked: set[Unit] = set()
        for ability, modifier in (row for form in forms for row in self.modifiers.get((form, name), ())):
            texts = modifier.scope, modifier.value, *modifier.values, modifier.condition
            if ability is None:
                read, more = self.exprs(texts, is_kept=True)
                parts.add("effects")
                asked.add(("whiles",))
            else:
                read, more = self.exprs((ability.condition, *texts), is_event="forbid" in forms)
                asked.add(carriers_of(self.program, ability))
            parts |= read
            asked |= more
        return parts, asked

    # ---- expressions
    def exprs(self, nodes: Iterable[ir.Node | None], *, is_event: bool = False, is_kept: bool = False) -> Found:
        """What expressions read. ``is_event``: `ev` or `then` is made for them; ``is_kept``: `env` may have an event.

        What a function reads of an event that it is given is not among it (``worked_out`` sees to that).
        """
        parts: set[str] = set()
        asked: set[Unit] = set()
        for whole in nodes:
            for node in whole.walk() if whole is not None else ():
                match node:
                    case ir.Get(owner=ir.Local(name="ev" | "then")) if is_event:
                        pass
                    case ir.Get(owner=ir.Local(name="env")) if is_kept:
                        pass
                    case ir.Get(field=field) if is_kept and field in self.of_events:
                        parts.add(ALL)
                    case ir.Get(field=field) if field in self.known:
                        parts.add(field)
                    case ir.Get(field=field) if not (is_kept and field in self.given):
                        parts.add(ALL)
                    case ir.Core(function="has" | "instances", arguments=(_, ir.Const(value=str(name)))):
                        asked |= {("trait", name)} if name in self.program.traits else set()
                    case _:
                        self.other(node, parts, asked)
        return parts, asked

    def other(self, node: ir.Node, parts: set[str], asked: set[Unit]) -> None:
        match node:
            case ir.Core(function=function):
                parts |= set(read_by(function))
            case ir.Span():  # a duration is made anew each time
                parts.add(ALL)
            case ir.Can(verb=verb):
                asked.add(("verb", verb))
            case ir.Stat(stat=stat):
                asked.add(("stat", stat))
            case ir.Apply(function=function) | ir.FunctionName(function=function):
                asked.add(("function", function))
            case ir.Entities(kind=kind) if kind != "square":
                parts |= self.everyone(kind)
            case _:
                pass


def set_by_statements(program: ir.Program) -> set[str]:
    """The names of values of events and environments that statements set."""
    found: set[str] = set()
    waiting: list[ir.Node] = [*program.verbs.values(), *program.abilities, *program.checks]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ir.Let | ir.Choose | ir.Roll | ir.Reroll | ir.Create) and node.owner is not None:
            found.add(node.name)
        waiting += [below for below in node.children() if not isinstance(below, ir.Expr)]
    return found


# Core functions whose values are entities, squares, points, shapes and numbers: no zones, events or collections.
_OF_ONES = frozenset((
    "footprint", "fits", "has", "stacks", "instances", "distance", "path_distance", "squares_of", "corners",
    "neighbours", "step_blocked", "standing_on", "reachable", "route", "min", "max", "abs", "clamp", "remainder",
    "round_down", "round_up", "round_near", "in_play", "column", "row", "elevation", "card_of", "gap", "meets",
    "centre", "crossed", "touched", "crosses_wall", "touches_wall", "shape_of", "moved", "turned", "resized", "lane",
    "arc", "in_arc", "bearing", "measure", "rotated", "edges_match", "same_name",
))  # fmt: skip
_OF_NUMBERS = frozenset(("and", "or", "not", "neg", "+", "-", "*", "<", "<=", ">", ">="))


def closed_params(program: ir.Program) -> frozenset[tuple[str, int]]:
    """The parameters of functions, by position, whose use shows that they are no zone, event or collection of them."""
    verbs = program.verbs.values()
    of_events = {name for verb in verbs for name in (*verb.lets, *(p.name for p in verb.params))}
    found: set[tuple[str, int]] = set()
    given: dict[tuple[str, int], list[tuple[str, int]]] = {}  # where a parameter is handed on to
    for function in program.functions.values():
        nodes = list(function.body.walk()) if function.body is not None else []
        bound = {node.name for node in nodes if isinstance(node, ir.Gather | ir.Bind)}
        positions = {name: (function.name, i) for i, name in enumerate(function.params) if name not in bound}
        for node in nodes:
            match node:
                case ir.Get(owner=one, field=field) if field not in of_events:
                    shown: tuple[ir.Expr, ...] = (one,)
                case ir.Stat(owner=one):
                    shown = (one,)
                case ir.Core(function=name, arguments=shown) if name in _OF_ONES:
                    pass
                case ir.Op(operator=operator, operands=shown) if operator in _OF_NUMBERS:
                    pass
                case ir.Apply(function=name, arguments=arguments):
                    shown = ()
                    for i, one in enumerate(arguments):
                        if isinstance(one, ir.Local) and one.name in positions:
                            given.setdefault((name, i), []).append(positions[one.name])
                case _:
                    shown = ()
            found |= {positions[one.name] for one in shown if isinstance(one, ir.Local) and one.name in positions}
    waiting = list(found)
    while waiting:
        more = set(given.get(waiting.pop(), ())) - found
        found |= more
        waiting += more
    return frozenset(found)


def carriers_of(program: ir.Program, ability: ir.Ability) -> Unit:
    carrier = ability.carrier
    if carrier.form != "card":
        return "carriers", carrier.form, carrier.name
    position = live_line(program, ability)
    return "carriers", "card", "" if position is None else str(position)


def live_line(program: ir.Program, node: ir.Ability) -> int | None:
    """The index of the `live` line for a card's text; if there are two, of the later one."""
    if node.carrier.form != "card":
        return None
    kind = program.cards[node.carrier.name].kind
    positions = {(live.kind, live.field): position for position, live in enumerate(program.lives)}
    found = (positions.get((ancestor, node.carrier.field)) for ancestor in program.kinds[kind].ancestors)
    return next((position for position in found if position is not None), None)

"""The conformance suite of a game: cases for other engines to replay, and the comparison of their results.

Job: play the content tests and some matches in the interpreter, and record for each its answers, its transcript and the
constructs it used; compare the transcripts of another engine, construct by construct. Input: a content, and transcripts
by case. Output: JSON text, and differences. The file has the form of ``schemas/conformance.schema.json``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from compiler.callables.code import Code
from compiler.core import ir
from compiler.core.instructions import Piece
from compiler.core.ir_json import data_of, items_of, lines_of
from compiler.core.rules_table import FORMAT, Ref, Table, TableWriter
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.transcript import transcript_of_match, transcript_of_test
from compiler.targets.constructs import construct, constructs
from compiler.targets.export import Content, rules_hash

FILE = "conformance.json"


class WatchedTables(TableWriter):
    """Records for each function also the sort of its row."""

    def ability(self, node: ir.Ability) -> Table:
        return self.noted(node, super().ability(node))

    def modifier(self, node: ir.Modifier, owner: str) -> Table:
        return self.noted(node, super().modifier(node, owner))

    def live(self, node: ir.Live) -> Table:
        return self.noted(node, super().live(node))

    def check(self, node: ir.StateCheck) -> Table:
        return self.noted(node, super().check(node))

    def invariant(self, node: ir.Invariant) -> Table:
        return self.noted(node, super().invariant(node))

    def roster(self, node: ir.Roster) -> Table:
        return self.noted(node, super().roster(node))

    def noted(self, node: ir.Node, row: Table) -> Table:
        writer = cast(WatchedCode, self.writer)
        for value in row.values():
            for part in cast(tuple[Any, ...], value) if isinstance(value, tuple) else (value,):
                if isinstance(part, Ref):
                    writer.made[part.identifier].add(construct(node))
                elif isinstance(part, dict) and part.keys() == {"name", "rows"}:
                    writer.made[part["name"]].add(construct(node))
        return row


class WatchedCode(Code):
    """A program that records which functions run; ``seen`` are the constructs in them."""

    table_writer = WatchedTables

    def __init__(self, program: ir.Program) -> None:
        self.made: dict[str, set[str]] = {}
        self.watched: set[str] = set()
        self.called: set[str] = set()
        super().__init__(program)

    @property
    def seen(self) -> set[str]:
        run = {name for name, body in self.bodies.items() if body.was_run}
        return {name for identifier in self.called | run for name in self.made[identifier]} - {""}

    def forget(self) -> None:
        """Begins anew: nothing has run."""
        self.called.clear()
        for body in self.bodies.values():
            body.was_run = False

    # ---- writing
    def pure(self, name: str, params: tuple[str, ...], node: ir.Expr, rows: tuple[str, ...] = ()) -> str:
        return self.keep(super().pure(name, params, node, rows), (node,))

    def body_of(self, name: str, params: tuple[str, ...], body: tuple[ir.Stmt, ...], at: int, **how: Any) -> Any:
        self.keep(name, body)
        return super().body_of(name, params, body, at, **how)

    def piece(self, piece: Piece) -> Ref:
        made = super().piece(piece)
        self.keep(made.identifier, ())
        return made

    def requirement(self, name: str, params: tuple[str, ...], head: tuple[Any, ...], at: int, **how: Any) -> str:
        return self.keep(super().requirement(name, params, head, at, **how), head)

    def mapping(self, name: str, params: tuple[str, ...], pairs: tuple[tuple[str, ir.Expr], ...], at: int) -> str:
        return self.keep(super().mapping(name, params, pairs, at), tuple(node for _, node in pairs))

    def write_function(self, function: ir.Function) -> None:
        super().write_function(function)
        self.keep(self.function_ids[function.name], (function,))

    def keep(self, identifier: str, nodes: Sequence[ir.Node]) -> str:
        self.made[identifier] = constructs(nodes)
        return identifier

    def compile_pending(self) -> None:
        super().compile_pending()
        functions = self.made.keys() & self.space.keys()  # the others are bodies, which say it themselves
        for identifier in functions - self.watched:
            self.space[identifier] = self.watching(identifier, self.space[identifier])
        self.watched |= functions

    def watching(self, identifier: str, function: Any) -> Any:
        def watched(*given: Any) -> Any:
            self.called.add(identifier)
            return function(*given)

        return watched


# ---- the suite
def suite(
    content: Content, matches: int, watch: Callable[[], bool] | None = None, begun: Callable[[str], None] | None = None
) -> str:
    """The suite as JSON: all content tests, and so many matches from the first scenario where the game has a start.

    ``watch`` is asked while they run, and ends all of it by raising Stopped; ``begun`` is told of each by its name.
    """
    tell = begun or _untold
    program = content.program
    code = WatchedCode(program)
    code.watch = watch
    names = list(content.scenarios) if program.start else []
    runner = Scripts(code, {**content.scenarios, **{str(i): test for i, test in enumerate(content.tests)}})
    cases: list[dict[str, Any]] = []
    for number, test in enumerate(content.tests):
        tell(f"test {number + 1} of {len(content.tests)}")
        cases.append(_test_case(runner, number, test))
    for seed in range(1, matches + 1 if names else 1):
        tell(f"match {seed} of {matches}")
        cases.append(_match_case(runner, names[0], content.scenarios[names[0]], seed))
    head = {"format": FORMAT, "game": program.game, "hash": rules_hash(content)}
    lines = lines_of(head).split("\n")[1:-1]
    return "\n".join(["{", f'"cases":{items_of(cases)},', *lines, "}"]) + "\n"


def _untold(_name: str) -> None:
    """For whoever does not want to know how far it is."""


def _test_case(runner: Scripts, number: int, test: Any) -> dict[str, Any]:
    code = cast(WatchedCode, runner.code)
    code.forget()
    transcript = transcript_of_test(runner, test)
    return {
        "name": f"test {number}: {test.name}", "kind": "test", "script": data_of(test), "scenario": "", "seed": 0,
        **_common(code, test.at, transcript),
    }  # fmt: skip


def _match_case(runner: Scripts, scenario: str, script: Any, seed: int) -> dict[str, Any]:
    code = cast(WatchedCode, runner.code)
    code.forget()
    transcript = transcript_of_match(runner, script, seed)
    return {
        "name": f"match {seed}: {scenario}", "kind": "match", "script": None, "scenario": scenario, "seed": seed,
        **_common(code, script.at, transcript),
    }  # fmt: skip


def _common(code: WatchedCode, at: int, transcript: list[str]) -> dict[str, Any]:
    place = code.spans[at]
    return {
        "place": f"{place.path}:{place.line}:{place.column}",
        "constructs": sorted(code.seen),
        "answers": answers_of(transcript),
        "transcript": transcript,
    }


def answers_of(transcript: Sequence[str]) -> list[list[int]]:
    """The answers in a transcript, in order."""
    told = (line.lstrip(" ") for line in transcript)
    return [[int(number) for number in line[1:].split()] for line in told if line == "=" or line.startswith("= ")]


# ---- comparing
@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference in a transcript: the common lines before it, and the next line of each side."""

    case: str
    place: str
    before: tuple[str, ...]
    wanted: str
    given: str


def difference(case: Mapping[str, Any], given: Sequence[str]) -> Difference | None:
    """The first difference in an engine's transcript, or None."""
    wanted: Sequence[str] = case["transcript"]
    if list(wanted) == list(given):
        return None
    pairs = zip(wanted, given, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(wanted), len(given)))
    ends = (lines[at] if at < len(lines) else "(nothing)" for lines in (wanted, given))
    return Difference(case["name"], case["place"], tuple(wanted[:at]), *ends)


def compare(cases: Sequence[Mapping[str, Any]], given: Mapping[str, Sequence[str]]) -> list[Difference]:
    """All differences, sorted by the length of the common part; a case without a transcript differs."""
    found = [difference(case, given.get(case["name"], ())) for case in cases]
    return sorted((d for d in found if d is not None), key=lambda d: (len(d.before), d.case))


def rates(cases: Sequence[Mapping[str, Any]], failed: Sequence[Difference]) -> dict[str, tuple[int, int]]:
    """For each construct, how many of the cases that use it pass, and how many use it."""
    names = {d.case for d in failed}
    found: dict[str, tuple[int, int]] = {}
    for case in cases:
        for name in case["constructs"]:
            passed, all_ = found.get(name, (0, 0))
            found[name] = (passed + (case["name"] not in names), all_ + 1)
    return dict(sorted(found.items()))


def card_line(program: ir.Program, found: Difference) -> str:
    """The place of the ability, or else of the verb, that ran at the difference; else the place of the case."""
    by_label = {ability.label or ability.id: ability.at for ability in program.abilities}
    by_verb = {name: verb.at for name, verb in program.verbs.items()}
    for line in (found.wanted, *reversed(found.before)):
        text = line.lstrip(" ")
        at = by_label.get(text.partition(" of ")[0]) or by_verb.get(text.partition(" ")[0])
        if at is not None:
            place = program.spans[at]
            return f"{place.path}:{place.line}"
    return found.place


def reported(found: Difference, most: int = 12) -> list[str]:
    """A difference for people: the case and its place, the last common lines, and the lines that differ."""
    cut = [f"… {len(found.before) - most} lines"] if len(found.before) > most else []
    lines = [*cut, *found.before[-most:], f"- {found.wanted}", f"+ {found.given}"]
    return [shown_line(f"{found.place}: {found.case}"), *(f"    {shown_line(line)}" for line in lines)]


def shown_line(line: str, most: int = 400) -> str:
    """The beginning of a line from another program; it may be long and contain any characters."""
    return line if len(line) <= most else f"{line[:most]}… {len(line) - most} characters"

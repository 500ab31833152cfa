"""The language in figures: parsing, YAML with positions, a compiled condition beside its peers, games.

Every figure is taken in this process, the best of several rounds; peers run on the same data in the same round, and the
ratio is what counts. `python benchmarks/bench_language.py --profile` shows where the time of a game goes.
"""

from __future__ import annotations

import cProfile
import pstats
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import cel

from cli.games import read_game
from cli.play import Table
from compiler.callables import Code
from compiler.interpreter.game import Game
from compiler.lower import lower
from dsl.check import check
from dsl.declare import declare
from dsl.diagnostics import Sink
from dsl.game_files import load_game_files
from dsl.parse import parse_abilities
from dsl.source import Source
from dsl.yaml_tree import parse_yaml

ROOT = Path(__file__).parents[1]

ABILITIES = """\
react instead of deal to self where type is fire costs expend this:
  prevent
after deal.apply by enemy within 2 of self to ally where amount > 2 once per turn: draw 1
passive while tapped:
  +2 armor for all ally adjacent to self
  speed is at most 2
activate "Strike" as standard costs tap self requires level >= 2:
  attack one enemy adjacent to self preferring most damage with 10
  if target is bloodied: push target 1 from self
"""

CARD = """\
  - id: card_{n}
    kind: creature
    name: {{en: Card {n}, ru: Карта {n}}}
    provenance: house
    source: "house"
    level: {n}
    hp: 20
    speed: 6
    melee: 30
    keywords: [humanoid, scout]
    abilities: [strength, dexterity]
    rules: |
      after deal to self where amount > 10:
        heal 5 to self
      activate as minor:
        move self
"""

CONDITION_GAME = {
    "ruleset.yaml": """\
id: bench
name: {en: Bench}
version: 0.1.0
language: 1
source: house
languages: [en]
enums: {mark: [undead, beast, humanoid]}
kinds:
  game: {fields: {round: int}}
  player: {fields: {score: int}}
  creature:
    card: true
    fields:
      hp: int
      max_hp: int
      marks: {type: set of mark}
      distance: int
""",
    "rules/near.rules": """\
relation weak(target: creature) = (
  target.hp <= round_down(target.max_hp / 2) and undead not in target.marks and target.distance <= 4
)
verb look(at target: creature):
  require weak(target)
""",
}


def best(run: Callable[[], object], rounds: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def report(what: str, value: float, unit: str, target: str) -> None:
    print(f"{what:<58} {value:>12,.2f} {unit:<14} target {target}")


def parsing() -> None:
    source, sink, repeats = Source("card", ABILITIES), Sink(), 200
    span = source.span(0, len(source.text))

    def run() -> None:
        for _ in range(repeats):
            assert len(parse_abilities(span, 0, sink)) == 4

    run()
    report("abilities parsed with positions", 4 * repeats / best(run), "a second", ">= 4,000")


def yaml() -> None:
    cards = 300
    source, sink = Source("cards.yaml", "cards:\n" + "".join(CARD.format(n=n) for n in range(cards))), Sink()
    assert parse_yaml(source, sink) is not None and not sink.items
    seconds = best(lambda: parse_yaml(source, sink))
    report("cards of 16 lines read from YAML with positions", cards / seconds, "a second", ">= 20,000")


class Creature:
    """What a hand-written engine would hold."""

    __slots__ = ("distance", "hp", "marks", "max_hp")

    def __init__(self) -> None:
        self.hp, self.max_hp, self.marks, self.distance = 3, 10, ("beast", "humanoid"), 2


def weak(_rt: object, target: Creature) -> bool:
    return target.hp <= target.max_hp // 2 and "undead" not in target.marks and target.distance <= 4


def condition() -> None:
    """One condition on one creature: compiled, by hand, and by the CEL library on a prepared context."""
    with TemporaryDirectory() as folder:
        for name, text in CONDITION_GAME.items():
            path = Path(folder, "bench", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        sink = Sink()
        files = load_game_files(Path(folder, "bench"), sink)
        assert files is not None
        checked = check(declare(files, sink), sink)
        assert checked is not None, [item.message for item in sink.items]
        code = Code(lower(checked).program)
    game = Game(code)
    creature = game.create("creature", None, {"hp": 3, "max_hp": 10, "marks": ("beast", "humanoid"), "distance": 2})
    compiled, by_hand = code.functions["weak"], Creature()
    program = cel.compile("hp <= max_hp / 2 && !('undead' in marks) && distance <= 4")
    context = cel.Context({"hp": 3, "max_hp": 10, "marks": ["beast", "humanoid"], "distance": 2})
    assert compiled(game, creature) and weak(game, by_hand) and program.execute(context)
    repeats = 200_000

    def ours() -> None:
        for _ in range(repeats):
            compiled(game, creature)

    def native() -> None:
        for _ in range(repeats):
            weak(game, by_hand)

    def peer() -> None:
        for _ in range(repeats // 10):
            program.execute(context)

    one, floor, other = best(ours) / repeats, best(native) / repeats, best(peer) / (repeats // 10)
    report("compiled condition beside the same function by hand", floor / one, "times as fast", ">= 0.6")
    report("compiled condition beside common-expression-language", other / one, "times as fast", ">= 3")


def starting() -> None:
    command = [sys.executable, "-c", "import cli.main"]
    bare = [sys.executable, "-c", "pass"]
    ours = best(lambda: subprocess.run(command, check=True, cwd=ROOT))
    floor = best(lambda: subprocess.run(bare, check=True, cwd=ROOT))
    report("importing the command, beyond bare Python", 1000 * (ours - floor), "ms", "< 150")


def games(name: str, scenario: str, count: int) -> None:
    table = Table(read_game(ROOT / "content" / name), scenario)
    table.play(1, "random", None, tracing=False)
    start, events = perf_counter(), 0
    for seed in range(2, count + 2):
        played = table.play(seed, "random", None, tracing=False)
        assert played.fault is None, played.fault
        events += played.game.events
    seconds = perf_counter() - start
    report(f"random games of {name}, {scenario}", count / seconds, "a second", "-")
    report(f"  events of {name}, {scenario}", events / seconds, "a second", "-")


PLAYED = (("dungeon_command", "duel", 40),)


def profile() -> None:
    for name, scenario, count in PLAYED:
        recorder = cProfile.Profile()
        recorder.runcall(games, name, scenario, count)
        pstats.Stats(recorder).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    if "--profile" in sys.argv:
        profile()
    else:
        parsing()
        yaml()
        condition()
        starting()
        for played in PLAYED:
            games(*played)

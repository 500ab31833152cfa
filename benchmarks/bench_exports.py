"""How many games per second each runtime plays with the same seeds, and the size of each export.

    bench_exports.py [GAME SCENARIO] [--games N]

Every runtime plays with the agent `random` and writes its transcript. The time for loading is measured separately, with
a run without games; C# loads the rules with its first match, so that its games a second have that within.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from compiler.build import build_game  # noqa: E402
from compiler.targets.export import TARGETS, Content, content_of, export_code  # noqa: E402
from compiler.targets.json_export import export_json  # noqa: E402
from dsl.diagnostics import Sink  # noqa: E402
from tests.conformance.engines import ENGINES, Case, CSharp, Engine, Interpreter  # noqa: E402

SCENARIOS = (
    ("dungeon_command", "duel"),
    ("ddm", "skirmish"),
    ("middara", "skirmish"),
    ("descent", "crossing"),
    ("warhammer", "meadow"),
)
EXPORTED = [name for name in ("python", "javascript", "lua52", "lua54", "csharp") if name in ENGINES]
RUNTIMES: dict[str, type[Engine]] = {"interpreter": Interpreter, **{name: ENGINES[name] for name in EXPORTED}}


def content(game: str) -> Content:
    build = build_game(ROOT / "content" / game, Sink(), game)
    assert build is not None and build.program is not None
    made = content_of(build.program, build.scripts)
    return Content(made.program, made.scenarios)


def timed(engine: Engine, cases: list[Case]) -> tuple[float, list[list[str]]]:
    start = perf_counter()
    transcripts = engine.run(cases)
    return perf_counter() - start, transcripts


def measure(game: str, scenario: str, games: int) -> None:
    made = content(game)
    cases: list[Case] = [("match", scenario, seed) for seed in range(1, games + 1)]
    print(f"{game} {scenario}, {games} games")
    wanted: list[list[str]] = []
    for name, kind in RUNTIMES.items():
        with TemporaryDirectory() as folder:
            home = Path(folder) / f"{game}_{name}"
            home.mkdir()
            engine = kind(made, home)
            if isinstance(engine, CSharp):
                engine.program("Door")  # compiled before anything is measured
            loading, _ = timed(engine, [])
            again, _ = timed(engine, [])  # Python keeps what it has loaded
            spent, transcripts = timed(engine, cases)
        wanted = wanted or transcripts
        same = "" if transcripts == wanted else "  DIFFERENT TRANSCRIPTS"
        print(f"  {name:12s} {games / max(spent - again, 1e-6):7.2f} games a second, loaded in {loading:.1f} s{same}")
    sizes = {"json": export_json(made, "0" * 64), **{name: export_code(made, TARGETS[name]()) for name in TARGETS}}
    for name, files in sizes.items():
        own = sum(len(text.encode()) for path, text in files.items() if not is_runtime(name, path))
        runtime = sum(len(text.encode()) for path, text in files.items() if is_runtime(name, path))
        beside = f", and {runtime / 1024:.0f} KiB of runtime" if runtime else ""
        print(f"  {name:12s} {own / 1024:7.0f} KiB{beside}")


def is_runtime(target: str, path: str) -> bool:
    return target in TARGETS and path in TARGETS[target].runtime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args()
    chosen = ((asked.game, asked.scenario),) if asked.game else SCENARIOS
    for game, scenario in chosen:
        measure(game, scenario or next(s for g, s in SCENARIOS if g == game), asked.games)


if __name__ == "__main__":
    main()

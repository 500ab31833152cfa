"""Judges the rosters of a game, and the scenarios by the rosters to which they keep.

Job: find the roster files that break their definition, and the start positions in which somebody breaks a roster that
the ruleset names under `kept_rosters`. Input: the folder of a game without errors, and a cache. Output: diagnostics.
Must never print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from cardwright.cli.limits import EACH, Clock
from cardwright.cli.output import doing
from cardwright.cli.paths import shown_path
from dsl.diagnostics import Diagnostic, Label, Sink
from dsl.game.game_files import GameFolder, KeptSources
from dsl.game.wanted_tests import NO_TESTS
from dsl.incremental.findings import packed, unpacked
from dsl.incremental.store import Store, digest
from dsl.reading.yaml_tree import Mapping
from dsl.source import Span

if TYPE_CHECKING:
    from compiler.build import Build
    from compiler.callables.code import Code
    from compiler.interpreter.state import State
    from dsl.meaning.vocab import Keep

_KEPT = "rosters"  # the name in the store
_ASIDE = ("tests/", "rulebook.yaml")


def broken_rosters(
    folder: Path, shown: str, store: Store, sources: KeptSources | None = None, day: str = ""
) -> list[Diagnostic]:
    """What is wrong with the rosters and scenarios of a game without errors; from the cache if nothing has changed.

    ``sources`` are those that were read already, by relative path. ``day``: with the cards as they were on it.
    """
    files = GameFolder(folder.absolute(), shown)
    names = [name for name in files.all_files() if not name.startswith(_ASIDE)]
    texts = {name: files.bytes(name, Sink()) or b"" for name in names}
    if not any(name.startswith("rosters/") for name in names) and b"kept_rosters:" not in texts.get(
        "ruleset.yaml", b""
    ):
        return []
    key = digest(shown, *(part for entry in texts.items() for part in entry))
    kept = store.get(_KEPT)
    if kept is not None and kept.get("key") == key:
        return unpacked(kept["findings"], files.as_shown)
    build = _built(folder, sources, day)
    found = list(_judged(build)) if build is not None and build.program is not None else []
    store.put(_KEPT, {"key": key, "findings": packed(found, shown)})
    return found


def _built(folder: Path, sources: KeptSources | None, day: str) -> Build | None:
    """The game without its tests."""
    from compiler.build import build_game  # the imports are slow, and most games have no rosters

    shown = shown_path(folder)
    with doing(f"reading {shown}"):
        return build_game(folder, Sink(), shown, replace(NO_TESTS, day=day), sources)


def _judged(build: Build) -> Iterator[Diagnostic]:
    from compiler.callables.code import Code

    assert build.program is not None
    code = Code(build.program)
    clock = code.watch = Clock(EACH)
    for node in build.files.rosters:
        with clock.running():
            yield from _judged_file(build, code, node)
    for name, position in build.scenarios.items() if build.vocab.kept_rosters else ():
        with clock.running():
            broken = list(_judged_scenario(build, code, name))
        node = next(node for node in build.files.scenarios if node.span == position.span)
        excuse = node.get("excused")
        if excuse is None:
            yield from broken
        elif not broken:
            yield _found(excuse.span, f"`{name}` breaks no roster", "leave `excused` out")


def _judged_file(build: Build, code: Code, node: Mapping) -> Iterator[Diagnostic]:
    """What a roster file breaks of its definition."""
    from compiler.interpreter.rosters import check_roster
    from compiler.interpreter.values import Fault
    from dsl.checking.rosters import read_roster

    data = read_roster(build.vocab, node, Sink())
    if data is None:
        return
    name, place = PurePath(node.source.path).stem, node.get("roster") or node
    label = Label(build.vocab.rosters[data.definition].span, "declared here")
    try:
        broken = [refusal.message for refusal in check_roster(code, data.definition, data.values)]
    except Fault as fault:
        broken = [f"it cannot be judged: {fault.message}"]
    for message in broken:
        yield _found(place.span, f"`{name}` breaks `{data.definition}`: {message}", "change the roster", label)


def _judged_scenario(build: Build, code: Code, name: str) -> Iterator[Diagnostic]:
    """What is broken at the start of a scenario, by whom."""
    from compiler.interpreter.entities import of_kind
    from compiler.interpreter.game import Driver, new_game
    from compiler.interpreter.scripts import Scripts
    from compiler.interpreter.values import Env, Fault, label

    script, game, env = build.scripts[f"scenario {name}"], new_game(code), Env({})
    position = build.scenarios[name]
    driver = Driver(lambda _game, request: list(range(getattr(request, "least", 0))))
    try:
        Scripts(code, {f"scenario {name}": script}).start(script, game, env, driver)
    except Fault as fault:
        yield _found(position.span, f"the start of `{name}` cannot be judged: {fault.message}", "mend what it does")
        return
    for keep in build.vocab.kept_rosters:
        for entity in of_kind(game, keep.kind):
            named = (placed for placed in position.entities if getattr(env, placed.name, None) is entity)
            placed = next(named, None)
            who, place = (placed.name, placed.span) if placed is not None else (label(entity), position.span)
            for message in _broken_by(build, game, keep, entity):
                help = "change the scenario, or say why it need not keep to it (`excused:`)"
                declared = Label(build.vocab.rosters[keep.roster].span, "declared here")
                yield _found(place, f"{who} breaks `{keep.roster}`: {message}", help, declared)


def _broken_by(build: Build, game: State, keep: Keep, entity: Any) -> list[str]:
    """The requirements of a roster that do not hold for one of those who keep to it."""
    from compiler.interpreter.rosters import check_roster
    from compiler.interpreter.values import Fault

    functions, params = game.code.functions, build.vocab.rosters[keep.roster].params
    try:
        if keep.where and not functions[keep.where](game, entity):
            return []
        values = [(param.name, functions[keep.values[param.name]](game, entity)) for param in params]
        return [refusal.message for refusal in check_roster(game.code, keep.roster, values)]
    except Fault as fault:
        return [f"it cannot be judged: {fault.message}"]


def _found(place: Span, message: str, help: str, *labels: Label) -> Diagnostic:
    return Diagnostic("roster-illegal", place, message, help, labels)

"""The host's interface: one game that a program plays step by step (``docs/engines.md``).

Job: hand out what happens, what is asked and how it ended, one at a time; take answers; save and load. Input: linked
rules, scenarios by name, a setup and a seed. Output: mappings and texts that are JSON. Dice are never asked.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.interpreter.dealt_rosters import Deals
from compiler.interpreter.linked import Linked, program_of
from compiler.interpreter.loading import load
from compiler.interpreter.match import Match
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.self_check import check_engine
from compiler.interpreter.setups import (
    HostError,
    members,
    sound_limits,
    sound_scenario,
    sound_seed,
    sound_setup,
    sound_snapshot,
)
from compiler.interpreter.snapshots import Damaged
from compiler.interpreter.transcript import transcript_of_match, transcript_of_test

_NO_DEALS: dict[str, Any] = {"lists": {}, "rosters": {}, "seats": {}, "whose": {}}
check_engine()


class Rules:
    """A game's rules, ready to be played. ``scenarios`` are scripts by name.

    ``hash`` is of what plays, ``reads`` of what is only read.
    """

    def __init__(
        self,
        code: Linked,
        scenarios: Mapping[str, Any],
        hashes: str | tuple[str, str],
        deals: Mapping[str, Any] | None = None,
    ) -> None:
        self.code, self.scenarios = code, scenarios
        self.hash, self.reads = (hashes, "") if isinstance(hashes, str) else hashes
        self.scripts = Scripts(code, scenarios)
        self.deals = Deals(code, deals or _NO_DEALS)

    @classmethod
    def of_table(cls, rules: Mapping[str, Any]) -> Rules:
        """The rules of a generated module."""
        code = Linked(program_of(rules))
        code.sources = frozenset(verb["head"].__code__.co_filename for verb in rules["verbs"].values())
        code.link(rules)
        scenarios = {name: rules["scenarios"][name] for name in rules["scenario_names"]}
        return cls(code, scenarios, (rules["hash"], rules["reads"]), rules["deals"])

    def new_game(
        self,
        setup: Mapping[str, Any] | None = None,
        seed: int | None = 1,
        limits: Mapping[str, Any] | None = None,
    ) -> Match:
        """A game before its first event.

        ``setup`` is ``{"scenario": name, "rosters": {player: roster}}``, where both may be left out: the first scenario
        then, and the cards that it has. ``limits`` may say how much ``work`` may be done for an answer, and have a
        ``watch`` that is called from time to time and says whether the game is to stop.
        """
        return Match(self, sound_setup(setup), sound_seed(seed), sound_limits(limits))

    def check_roster(self, roster: Any) -> list[dict[str, Any]]:
        """What is wrong with a roster, or with the game's own of that name; empty where it is legal."""
        broken = self.deals.broken(self.deals.read(roster))
        places = [self.code.spans[refusal.at] for refusal in broken]
        return [
            {"reason": refusal.message, "place": f"{at.path}:{at.line}:{at.column}", "rows": list(refusal.rows)}
            for refusal, at in zip(broken, places, strict=True)
        ]

    def transcript_of_test(self, row: Mapping[str, Any]) -> list[str]:
        """What happens in a content test, line by line; ``row`` is one of the exported tests."""
        if not (members(row) or {}).keys() >= {"positions", "steps"}:
            raise HostError("a test is one of those that were exported")
        return transcript_of_test(Scripts(self.code, {"": row}), row)

    def transcript_of_match(self, scenario: str, seed: int) -> list[str]:
        """What happens in a game that is played at random, line by line."""
        script = self.scenarios[sound_scenario(scenario, self.scenarios)]
        return transcript_of_match(self.scripts, script, sound_seed(seed))

    def load(self, save: Any, limits: Mapping[str, Any] | None = None, by: str | None = None) -> Match:
        """A saved match where it was. ``by``: `replay` or `state`, the way to take a save of other rules."""
        return load(self, save, limits, by)

    def restore(self, snapshot: Any, limits: Mapping[str, Any] | None = None) -> Match:
        """The match of a snapshot, as it was; raises HostError for one that is damaged or of other rules."""
        held = sound_snapshot(snapshot, self.code.program.game, self.hash)
        try:
            return Match.restored(self, held, sound_limits(limits))
        except Damaged as wrong:
            raise HostError(f"the snapshot is damaged: {wrong}") from wrong

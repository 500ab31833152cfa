"""What each player was told of a match, in short.

Job: follow a match by one watcher for each player, and keep a hash of all that they were told, event by event. Input: a
match whenever a player is asked, or it has ended. Output: a text for each player. Where chance is asked nothing is
heard: that it is asked may depend on what lies hidden.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from cardwright.api import Match, Watcher
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.views import Names


class Stories:
    """The stories of all players of a match. They begin when the match is built."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.texts = [""] * seats
        self.watchers: list[Watcher] = []

    def hear(self, match: Match) -> None:
        """Takes up what has happened; called when a player is asked, and at the end."""
        if not self.watchers and len(players_by_seat(match._match.game)) == self.seats:
            self.watchers = [match.watch(seat) for seat in range(self.seats)]
            self.texts = [_hash("", watcher.view()) for watcher in self.watchers]
        for seat, watcher in enumerate(self.watchers):
            for event in watcher.events():
                self.texts[seat] = _hash(self.texts[seat], event)

    def kept(self) -> dict[str, Any]:
        """The stories as data, for `resumed`."""
        return {"texts": [*self.texts], "eyes": [_kept(watcher) for watcher in self.watchers]}


def resumed(match: Match, kept: dict[str, Any]) -> Stories:
    """The stories of a match that goes on from where another was: a clone, a branch, or one of a snapshot."""
    made = Stories(len(kept["texts"]))
    made.texts = [*kept["texts"]]
    for seat, eye in enumerate(kept["eyes"]):
        made.watchers.append(watcher := match.watch(seat))
        _resume(watcher, eye)
    return made


def _kept(watcher: Watcher) -> dict[str, Any]:
    """By which names a watcher knows entities, what happened that they were not told yet, and what is going on that
    they are not told of.
    """
    eye = watcher._watcher.eye
    names, stack = eye.outlook.names, eye.game.stack
    return {
        "given": [*names.given.items()], "last": names.last, "asked": eye.told["request"], "count": eye.count,
        "happened": [*eye.happened], "fresh": eye.fresh._id if eye.fresh is not None else None,
        "withheld": [place for place, event in enumerate(stack) if event in eye.withheld.begun],
    }  # fmt: skip


def _resume(watcher: Watcher, kept: dict[str, Any]) -> None:
    eye = watcher._watcher.eye
    eye.outlook.names = Names(dict(kept["given"]), kept["last"])
    eye.outlook.look()
    eye.told = eye.outlook.data(None) | {"request": kept["asked"]}
    eye.count, eye.happened = kept["count"], [*kept["happened"]]
    eye.fresh = eye.outlook.rows[kept["fresh"]] if kept["fresh"] is not None else None
    eye.withheld.begun = [eye.game.stack[place] for place in kept["withheld"]]


def _hash(before: str, told: Any) -> str:
    return sha256(f"{before}\n{json.dumps(told, sort_keys=True)}".encode()).hexdigest()

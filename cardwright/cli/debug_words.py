"""What a person reads in the debugger: what happens as sentences, things by their names.

Job: tell the events of a session since somebody last asked, and replace the labels of things in texts. Input: a
session, the words of a language. Output: lines; with ``whole`` words those of the transcript, with all ids.
"""

from __future__ import annotations

import re

from cardwright.authoring.debugger.session import Session
from cardwright.cli.localization import Localization
from cardwright.cli.watched import told_lines
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.values import Entity, label
from compiler.interpreter.views import Asker
from compiler.interpreter.watching import Eye

_LABEL = re.compile(r"\b\w+#\d+")
_ABILITY = re.compile(r"\brun \w+#\d+")


class Referee(Eye):
    """Watches a game from before it has players."""

    def on_move(self, entity: Entity) -> None:
        super().on_move(entity)
        given = self.outlook.names.given
        named = (player._id for player in players_by_seat(self.game))
        self.told["players"] = [self.outlook.name_of(id_) for id_ in named if id_ in given]


class DebugWords:
    """Tells one session. ``kept``: what was told, each line with the number of lines that the transcript had then."""

    def __init__(self, session: Session, texts: Localization) -> None:
        self.session, self.texts = session, texts
        self.kept: list[tuple[int, str]] = []
        self.told = 0  # so many lines of the transcript have been shown
        self.eye: Eye | None = None
        self.seen: tuple[int, int] | None = None  # how far the eye has watched, and how many players it knows

    def watch(self) -> None:
        """Before the game goes on: somebody watches it who knows all that is there now."""
        game = self.session.game
        now = len(self.session.trace.lines), len(players_by_seat(game))
        if self.seen != now or self.eye not in game.eyes:
            game.eyes.clear()
            self.eye = Referee(game, Asker("all", None), self.texts.language)
            game.eyes.append(self.eye)

    def forget(self) -> None:
        """Before the game goes back: nobody watches it."""
        self.session.game.eyes.clear()
        self.eye, self.seen = None, None

    def fresh(self) -> list[str]:
        """What has happened since somebody last asked."""
        lines = self.session.trace.lines
        self.kept = [row for row in self.kept if row[0] <= len(lines)]
        before, self.told = min(self.told, len(lines)), len(lines)
        found = lines[before:]
        if not self.texts.whole and self.eye is not None:
            found = list(told_lines(self.eye.events(None)))
        self.seen = len(lines), len(players_by_seat(self.session.game))
        self.kept += [(len(lines), line) for line in found]
        return found

    def reason(self, fresh: list[str]) -> str:
        """Why the game stands still: the event that begins by what was told of it last."""
        reason = self.session.reason
        if reason is None:
            return ""
        is_told = reason.kind == "event" and fresh and not self.texts.whole
        return fresh[-1].strip() if is_told else self.said(reason.text)

    def said(self, text: str) -> str:
        """A text with the names of things instead of their labels."""
        if self.texts.whole or "#" not in text:
            return text
        game = self.session.game
        named = {label(e): self.texts.value_name(game, e) for kind in game.kinds.values() for e in kind}
        return _LABEL.sub(lambda found: named.get(found[0], found[0]), _ABILITY.sub("ability", text))

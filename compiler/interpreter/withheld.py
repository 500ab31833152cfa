"""What one viewer is not told of: events that something hidden does with nothing that they know.

Job: tell whether an event of the rules is withheld from a viewer. Input: a running game, an event and its values as the
viewer sees them. Output: truth values. Keeps which events it withheld when they began, so that their ends are withheld,
too; and for who begins to look while some are going on, those that would be.
"""

# Values of a running game are of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler.interpreter.happening import Happening
from compiler.interpreter.state import State
from compiler.interpreter.using import UsingAbility
from compiler.interpreter.values import Event
from compiler.interpreter.views import HIDDEN, Data, Outlook


class Withheld:
    """The events that began and were not told to a viewer."""

    def __init__(self, game: State, outlook: Outlook) -> None:
        self.game, self.outlook = game, outlook
        self.begun: list[Event] = []

    def look(self, values_of: Callable[[Event], Data]) -> None:
        """Finds what is withheld of the events that are going on, by what the viewer knows now."""
        self.begun, in_hiding = [], False
        for frame in self.game.frames:
            if isinstance(frame, UsingAbility):
                in_hiding = self.is_hidden(frame)
            elif in_hiding and isinstance(frame, Happening) and frame.event in self.game.stack:
                self.begun += [] if _is_known([*values_of(frame.event).values()]) else [frame.event]

    def depth(self) -> int:
        """How many events are going on, without those that are withheld."""
        stack = self.game.stack
        return len(stack) - sum(event in stack for event in self.begun)

    def takes(self, what: str, event: Event, values: Data) -> bool:
        """Whether an event that begins, is refused or was prevented is withheld."""
        if _is_known([*values.values()]) or not self.is_done_in_hiding():
            return False
        if what == "begin":
            self.begun.append(event)
        return True

    def takes_end(self, event: Event) -> bool:
        """Whether the end of an event is withheld, as its beginning was."""
        if not self.begun or self.begun[-1] is not event:
            return False
        self.begun.pop()
        return True

    def is_done_in_hiding(self) -> bool:
        """Whether the ability that is being carried out, the innermost, has a carrier that the viewer does not know."""
        using = next((frame for frame in reversed(self.game.frames) if isinstance(frame, UsingAbility)), None)
        return using is not None and self.is_hidden(using)

    def is_of_hidden_text(self) -> bool:
        """Whether what is being carried out is written where the viewer does not know it: on something hidden, or of an
        event that is withheld.
        """
        for frame in reversed(self.game.frames):
            if isinstance(frame, Happening):
                return frame.event in self.begun
            if isinstance(frame, UsingAbility):
                return self.is_hidden(frame)
        return False

    def is_hidden(self, using: UsingAbility) -> bool:
        return HIDDEN in (self.outlook.value(using.me), self.outlook.value(using.this))


def _is_known(value: Any) -> bool:
    """Whether a printed value names something of the game, or some of it."""
    if isinstance(value, list):
        return any(map(_is_known, value))
    return isinstance(value, dict) and value != HIDDEN

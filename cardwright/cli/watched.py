"""What one player is told of a match, as lines.

Job: watch a running game for somebody, and set what they were told in lines. Input: a running game, events. Output:
an eye, lines.
"""

# Values of a running game are of any type:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from compiler.interpreter.state import State
from compiler.interpreter.views import Asker
from compiler.interpreter.watching import Eye


def eye_of(game: State, asker: Asker, language: str) -> Eye:
    """Somebody who watches a game from now on."""
    eye = Eye(game, asker, language)
    assert eye.teller is not None
    named = {str(number): game.test_names.get(id_, "") for id_, number in eye.outlook.names.given.items()}
    eye.teller.called = named
    game.eyes.append(eye)
    return eye


def told_lines(happened: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Events as lines; what happens inside of another event stands below it."""
    depths: list[int] = []
    for event in happened:
        while depths and depths[-1] >= event["depth"]:  # also where nobody is told of the event that follows
            depths.pop()
        if event["words"]:
            yield "  " * len(depths) + event["words"]
            depths.append(event["depth"])

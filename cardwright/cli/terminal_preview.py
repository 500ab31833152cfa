"""What comes of an answer, for a person who asks before they give it.

Job: give an answer in copies of the match in which all that its player cannot know is dealt anew, up to the next
question or the first chance; what others may do in answer, they do not. Input: a running game, its request, an answer.
Output: lines that are the same in all copies, so that nothing is told but what the player could work out themselves.
The match stays as it is.
"""

# Values of a running game are of any type:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from cardwright.cli.terminal_display import TerminalDisplay
from cardwright.cli.watched import eye_of, told_lines
from compiler.interpreter.copies import copy_of
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import Minstd, go_on
from compiler.interpreter.hidden import deal_anew
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Fault, Stopped
from compiler.interpreter.views import Asker, Outlook

_COPIES = 3


def preview(display: TerminalDisplay, game: State, request: Choose, answer: list[int]) -> list[str]:
    """What happens at once, and how figures and players stand then; empty where that depends on what is hidden."""
    letters = dict(display.letters)
    before = set(display.standing_lines(Outlook(game, _asker(game, request))))
    found = [_after(display, game, request, answer, seed) for seed in range(1, _COPIES + 1)]
    display.letters = letters
    common = [line for line in found[0] if all(line in other for other in found)]
    return [line for line in common if line not in before]


def _after(display: TerminalDisplay, game: State, request: Choose, answer: list[int], seed: int) -> list[str]:
    made = copy_of(game)
    asker = _asker(made, request)
    assert asker.player is not None
    if not deal_anew(made, asker.player, Minstd(seed)):
        return []
    made.frames[-1].made(made)
    eye = eye_of(made, asker, display.texts.language)
    try:
        asked = go_on(made, answer)
        while isinstance(asked, Choose) and asked.kind == "use" and asked.who is not asker.player:
            asked = go_on(made, [-1])
    except (Fault, Stopped):
        return []
    told = [f"  {line}" for line in told_lines(eye.events(None))]
    return [*told, *display.standing_lines(Outlook(made, asker))]


def _asker(game: State, request: Choose) -> Asker:
    """Who is asked, in the match or in a copy of it."""
    return next(Asker(n, player) for n, player in enumerate(players_by_seat(game)) if player._id == request.who._id)

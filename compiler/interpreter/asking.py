"""What a match asks, as a host is told.

Job: tell the request that waits, its legal answers, and what is not offered and why. Input: a game and its request.
Output: mappings that JSON can hold.
"""

from __future__ import annotations

from typing import Any

from compiler.interpreter.answers import legal_answers
from compiler.interpreter.chance import asked_of_chance, ways_of_chance
from compiler.interpreter.game import place_of
from compiler.interpreter.offering import explain
from compiler.interpreter.spending import refill
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Request, label

Data = dict[str, Any]
_PASS = [-1]


def asked(game: State, request: Request) -> Data:
    """The request as labels."""
    if not isinstance(request, Choose):
        return asked_of_chance(request, place_of(game, request.at))
    return {
        "type": "request", "kind": request.kind, "who": label(request.who), "prompt": request.prompt,
        "options": [label(o) for o in request.options], "least": request.least, "most": request.most,
        "place": place_of(game, request.at),
    }  # fmt: skip


def legal(game: State, request: Request | None) -> list[Data]:
    """The legal answers, at most 64; none where nothing is asked."""
    if request is None:
        return []
    if not isinstance(request, Choose):
        return [{"answer": answer, "label": ", ".join(map(str, answer))} for answer in ways_of_chance(request)]
    refill(game)
    return [{"answer": a, "label": _named(request, a)} for a in legal_answers(request)]


def _named(request: Choose, answer: list[int]) -> str:
    if request.kind == "use" and answer == _PASS:
        return "pass"
    return ", ".join(label(request.options[i]) for i in answer) or "nothing"


def explained(game: State, request: Request | None) -> Data:
    """A choice; what is not offered or cannot be chosen, and why."""
    if not isinstance(request, Choose):
        return {"prompt": "", "place": "", "refused": []}
    refill(game)
    refused = [
        {"label": label(use), "reason": why.message, "place": place_of(game, why.at), "rows": list(why.rows)}
        for use, why in explain(game)
    ]
    return {"prompt": request.prompt, "place": place_of(game, request.at), "refused": refused}

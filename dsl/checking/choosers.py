"""The player who makes a choice.

Job: check the player after `by`, or else find the player who decides by default. Input: the node of the choice and its
scope. Output: ``facts.choosers``, a path from a local value. Must never check the options of the choice.
"""

from __future__ import annotations

from dsl.checking.context import Context
from dsl.meaning.resolve import Scope, field_type
from dsl.meaning.types import assignable, kind_of, present
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast

PLAYER = kind_of("player")


def check_chooser(
    cx: Context, node: ast.Node, player: ast.Expr | None, scope: Scope, help: str = "add `by` and a player"
) -> None:
    """Checks ``player``, or, if it is None, stores the path to the player who decides at ``node`` by default."""
    if player is not None:
        cx.need(player, scope, PLAYER)
        return
    path = _default_chooser(cx.vocab, scope)
    if path is None:
        cx.sink.add("no-chooser", node.span, "the text does not say which player decides", help=help)
    else:
        cx.facts.choosers[node] = path


def _default_chooser(vocab: Vocabulary, scope: Scope) -> tuple[str, ...] | None:
    """The controller of `self`, else the controller of the one who acts in the verb."""
    found = scope.find("self")
    names = ["self"] if found else []
    verb = scope.enclosing_verb()
    if verb is not None and verb.actor is not None:
        names.append(verb.actor.name)
    for name in names:
        held = scope.find(name)
        if held is None or held[1].form != "kind":
            continue
        if "player" in vocab.ancestors(held[1].name):
            return (name,)
        controller = field_type(vocab, held[1], "controller")
        if controller is not None and assignable(present(controller), PLAYER, vocab.ancestors):
            return (name, "controller")
    return None

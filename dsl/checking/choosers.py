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
    names = ["self"] if scope.find("self") else []
    verb = scope.enclosing_verb()
    if verb is not None and verb.actor is not None:
        names.append(verb.actor.name)
    for name in names:
        held = scope.find(name)
        found = default_chooser(vocab, held[1].name) if held is not None and held[1].form == "kind" else None
        if found is not None:
            return (name, *found)
    return None


def default_chooser(vocab: Vocabulary, kind: str) -> tuple[str, ...] | None:
    """The path from an entity of a kind to the player who decides for it: itself, or its controller; else None."""
    if "player" in vocab.ancestors(kind):
        return ()
    controller = field_type(vocab, kind_of(kind), "controller")
    is_player = controller is not None and assignable(present(controller), PLAYER, vocab.ancestors)
    return ("controller",) if is_player else None

"""The check of a whole game.

Job: check the definitions, then the texts of all cards, then what depends on all of them. Input: a Vocabulary. Output:
Checked, or None after an error. Must never check tests, scenarios or rosters, which need a Checked game.
"""

from __future__ import annotations

from dsl.checking.carriers import check_cards
from dsl.checking.definitions import check_definitions
from dsl.checking.expressions import context_of
from dsl.checking.results import Checked, Facts
from dsl.checking.whole_game import check_whole, verb_uses
from dsl.diagnostics import Sink
from dsl.meaning.vocab import Vocabulary


def check(vocab: Vocabulary, sink: Sink) -> Checked | None:
    """Checks a game; None after an error."""
    before = sink.errors
    facts = Facts(vocab)
    cx = context_of(facts, sink)
    live = check_definitions(cx)
    check_cards(cx, live, vocab.cards.values())
    check_whole(facts, verb_uses(facts).items(), sink)
    return None if sink.errors > before else Checked(vocab, facts)

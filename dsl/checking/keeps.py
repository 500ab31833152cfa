"""The rosters to which every scenario keeps.

Job: check what the ruleset says under `kept_rosters`, and the scenarios that are excused from it. Input: a vocabulary
and the scenario files. Output: diagnostics. Must never judge a position: that needs a compiled game.
"""

from __future__ import annotations

from dsl.diagnostics import Label, Sink
from dsl.meaning.types import BOOL, Type, assignable, kind_of
from dsl.meaning.vocab import Keep, Vocabulary
from dsl.reading.yaml_tree import Mapping
from dsl.suggest import suggest


def check_keeps(vocab: Vocabulary, scenarios: tuple[Mapping, ...], sink: Sink) -> None:
    for keep in vocab.kept_rosters:
        _check_keep(vocab, keep, sink)
    for node in scenarios if not vocab.kept_rosters else ():
        for key, _ in node.entries:
            if key.text == "excused":
                help = "leave it out, or name in ruleset.yaml the rosters to which scenarios keep (`kept_rosters:`)"
                sink.add("unknown-key", key.span, "no roster is kept to in this game", help=help)


def _check_keep(vocab: Vocabulary, keep: Keep, sink: Sink) -> None:
    roster = vocab.rosters.get(keep.roster)
    if keep.kind not in vocab.kinds:
        help = suggest(keep.kind, vocab.kinds)
        sink.add("unknown-kind", keep.places["each"], f"no kind is named `{keep.kind}`", help=help)
    if roster is None:
        help = suggest(keep.roster, vocab.rosters)
        sink.add("unknown-name", keep.places["roster"], f"no roster is named `{keep.roster}`", help=help)
    if roster is None or keep.kind not in vocab.kinds:
        return
    wanted = {param.name: param.type for param in roster.params}
    declared = Label(roster.span, "declared here")
    for name in (name for name in wanted if name not in keep.values):
        help = f"name a define with one parameter, which gives `{name}` for a {keep.kind}"
        sink.add("missing-key", keep.span, f"`{name}` is missing", labels=[declared], help=help)
    for name, function in keep.values.items():
        if name in wanted:
            _check_define(vocab, (keep, name, function), wanted[name], sink)
        else:
            place, help = keep.places[name], suggest(name, wanted)
            sink.add("unknown-key", place, f"`{keep.roster}` has no `{name}`", labels=[declared], help=help)
    if keep.where:
        _check_define(vocab, (keep, "where", keep.where), BOOL, sink)


def _check_define(vocab: Vocabulary, named: tuple[Keep, str, str], wanted: Type, sink: Sink) -> None:
    """Reports a define that does not give this value for one of those who keep to the roster."""
    keep, key, name = named
    place, function = keep.places[key], vocab.functions.get(name)
    if function is None:
        sink.add("unknown-name", place, f"no define is named `{name}`", help=suggest(name, vocab.functions))
        return
    takes = len(function.params) == 1 and assignable(kind_of(keep.kind), function.params[0].type, vocab.ancestors)
    if not takes or not assignable(function.result, wanted, vocab.ancestors):
        message = f"`{name}` must give {wanted} for a {keep.kind}"
        help = f"name a define with one parameter, of the kind {keep.kind} or one above it"
        sink.add("wrong-operand", place, message, labels=[Label(function.span, "declared here")], help=help)

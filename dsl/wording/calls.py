"""Calls, events and durations: the clauses of verbs.

Job: the clause of a call (what is done), of a pattern (what happens) and of a duration. Input: nodes. Output: texts.
Never writes a sentence.
"""

from __future__ import annotations

from dsl.checking.results import PatternFacts
from dsl.syntax import ast
from dsl.wording.phrase import Phrase
from dsl.wording.queries import operand, query
from dsl.wording.writer import Values, Writer

_SAID = {
    "do": "what is done by",
    "to": "the infinitive of",
    "can": "that it can be done,",
    "event": "the event",
    "cannot": "what is forbidden by",
}


def call(w: Writer, node: ast.Call, form: str) -> str:
    """``form``: do (a clause), to (an infinitive), can or can not (a clause)."""
    binding = w.checked.facts.bindings[node]
    values: dict[str, Phrase | str | bool] = {
        name: _operand(w, f"{binding.verb}.{name}", given) for name, given in binding.operands
    }
    if node.duration is not None:
        values[binding.duration or "until"] = duration(w, node.duration)
    if form == "can not":
        values["not"] = True
    return clause(w, node, binding.verb, form.split()[0], values)


def _operand(w: Writer, key: str, given: ast.Expr) -> Phrase:
    """What a call is given; what may be chosen of a whole kind is called as `chosen:` says for the verb's parameter."""
    noun = w.lexicon.noun_chosen(key, given, w.checked.vocab.kinds)
    if not noun or not isinstance(given, ast.Query):
        return w.value(given)
    w.used.add(f"chosen.{key}")
    return query(w, given, noun)


def clause(w: Writer, place: ast.Node, name: str, form: str, values: Values) -> str:
    """The phrase of a verb, a step (``turn.upkeep``) or a class of events that shows exactly these values."""
    template = w.fitting(w.templates("verbs", form, name), values)
    if template is None:
        given = ", ".join(f"`{value}`" for value in values if value != "not") or "no values"
        message = f"there is no phrase for {_SAID.get(form, form)} `{name}` with {given}"
        return w.lack(place, message, w.remedy("verbs", form, name, values))
    return w.filled(template, values)


def pattern_values(w: Writer, node: ast.Pattern) -> dict[str, Phrase | str | bool]:
    facts: PatternFacts = w.checked.facts.patterns[node]
    return {test.param: operand(w, test.operand, test.how) for test in facts.tests}


def event(w: Writer, node: ast.Pattern, more: ast.Expr | None = None) -> str:
    """What happens: ``an enemy moves``, with the condition behind it, and what ``more`` must hold. The values of the
    event are in sight then.
    """
    said = clause(w, node, event_name(node), "event", pattern_values(w, node))
    w.verbs = w.checked.facts.patterns[node].verbs
    if node.condition is not None:
        asked = node.condition if more is None else ast.AndAlso(node.condition.span, node.condition, more)
        return w.say("event_if", event=said, condition=w.condition(asked))
    return said


def event_name(node: ast.Pattern) -> str:
    return f"{node.verb.text}.{node.step.text}" if node.step is not None else node.verb.text


def event_noun(w: Writer, place: ast.Node, name: str, values: Values) -> Phrase:
    """An event as a noun: ``your turn``. ``next`` among the values makes it the one after this."""
    plain = {key: value for key, value in values.items() if key != "next"}
    template = w.fitting(w.templates("verbs", "noun", name), plain)
    if template is None:
        given = ", ".join(f"`{value}`" for value in plain) or "no values"
        message = f"there is no noun for the event `{name}` with {given}"
        said = w.lack(place, message, w.remedy("verbs", "noun", name, plain))
        return w.phrase("nothing").but(forms=dict.fromkeys(("nom", "gen", "dat", "acc", "ins", "prp"), said))
    return w.declined(template, values)


def duration(w: Writer, node: ast.Duration) -> str:
    match node:
        case ast.UntilEvent(edge=edge, skip=skip, pattern=pattern):
            values = pattern_values(w, pattern)
            if skip:
                values["next"] = True
            noun = event_noun(w, pattern, event_name(pattern), values)
            said = w.say(f"until_{edge}", event=noun)
            if pattern.condition is not None:
                w.verbs = w.checked.facts.patterns[pattern].verbs
                said = w.say("event_if", event=said, condition=w.condition(pattern.condition))
            return said
        case ast.UntilValue(value=value):
            return w.say("until_value", value=w.value(value))
        case ast.WhileTrue(condition=condition):
            return w.say("as_long_as", condition=w.condition(condition))

"""Abilities as sentences.

Job: the title and the sentences of an ability: when it may be used or happens, what it costs, how often, what it does.
Input: a node. Output: `Told`. Never looks for words itself.
"""

from __future__ import annotations

from dsl.dataclass import dataclass
from dsl.syntax import ast
from dsl.wording.calls import event, event_noun
from dsl.wording.modifiers import modifier, modifiers
from dsl.wording.statements import clauses, only_if
from dsl.wording.values import numeral
from dsl.wording.writer import Writer


@dataclass(frozen=True, slots=True)
class Told:
    """``title``: the label that players read; ``sentences`` are whole."""

    title: str
    sentences: tuple[str, ...]


def ability(w: Writer, node: ast.Ability) -> list[Told]:
    """An ability; of an AI one for each of its steps."""
    match node:
        case ast.Passive():
            return [_passive(w, node)]
        case ast.Trigger(headers=headers, body=body):
            return [_reacting(w, node, headers, body, "")]
        case ast.Reaction(headers=headers, body=body, label=written):
            return [_reacting(w, node, headers, body, label(w, node, written))]
        case ast.Activation(headers=headers, body=body, label=written):
            return [_activation(w, label(w, node, written), headers, body)]
        case ast.Headed():
            return [_headed(w, node)]
        case ast.Ai(steps=steps):
            return [
                Told("", (_step(w, step, steps[index - 1] if index else None),)) for index, step in enumerate(steps)
            ]


def done_by(w: Writer, node: ast.Ability) -> list[str]:
    """What an ability does, without when, how often and for what."""
    match node:
        case ast.Headed():
            heading = w.checked.facts.headings[node]
            for param, argument in zip(heading.params, node.heading.arguments, strict=False):
                w.names[param.name] = w.value(argument)
            begun: ast.Ability = heading.node.ability
        case _:
            begun = node
    if isinstance(begun, ast.Trigger | ast.Reaction):
        w.verbs = w.checked.facts.patterns[begun.pattern].verbs
    return [] if isinstance(node, ast.Passive | ast.Ai) else clauses(w, node.body.statements)


def prices(w: Writer, node: ast.Ability) -> list[str]:
    """What is paid for an ability, of that which has a `cost`."""
    headers = getattr(node, "headers", ())
    if isinstance(node, ast.Headed):
        heading = w.checked.facts.headings[node]
        for param, argument in zip(heading.params, node.heading.arguments, strict=False):
            w.names[param.name] = w.value(argument)
        headers = (*heading.node.ability.headers, *headers)
    calls = [call for header in headers if isinstance(header, ast.Costs) for call in header.calls]
    return [w.parts.call(w, call, "cost") for call in calls
            if w.templates("verbs", "cost", w.checked.facts.bindings[call].verb)]  # fmt: skip


def label(w: Writer, place: ast.Node, written: str) -> str:
    """A label in the language of the text: its name among the `names:` of the ruleset."""
    if not written:
        return ""
    key = "_".join(written.lower().split())
    if key in w.lexicon.names:
        w.used.add(f"names.{key}")
        return w.lexicon.names[key][w.grammar.language]
    named = w.checked.vocab.names.get(key, {}).get(w.grammar.language)
    if named is None and w.grammar.language == "en":
        return written[:1].upper() + written[1:]
    if named is None:
        return w.lack(place, f'the label "{written}" has no name in `{w.grammar.language}`', f"add `{key}` to `names:`")
    return named


def _sentence(w: Writer, text: str) -> str:
    return w.grammar.finished(text)


def _passive(w: Writer, node: ast.Passive) -> Told:
    if node.condition is not None:
        said = w.say("while_clause", condition=w.condition(node.condition), clause=modifiers(w, node.modifiers))
        return Told("", (_sentence(w, said),))
    return Told("", tuple(_sentence(w, modifier(w, one)) for one in node.modifiers))


# ---- triggers, reactions, activations
def _reacting(
    w: Writer, node: ast.Trigger | ast.Reaction, headers: tuple[ast.Header, ...], body: ast.Block, title: str
) -> Told:
    """``After an enemy moves, …``; the first line of a reaction says that it may be left."""
    inner = only_if(body) if node.pattern.condition is not None else None
    happens = event(w, node.pattern, inner.condition if inner is not None else None)
    lead, rest = _headers(w, headers)
    said = clauses(w, inner.body.statements if inner is not None else body.statements)
    kind = "reaction" if isinstance(node, ast.Reaction) else "trigger"
    is_prevented = node.timing == "instead" and isinstance(ast.plain(body.statements[0]), ast.PreventStmt)
    first = w.say(f"{kind}_{'prevented' if is_prevented else node.timing}", event=happens, do=said[0])
    return Told(title, tuple(_sentence(w, text) for text in (*lead, first, *said[1:], *rest)))


def _activation(w: Writer, title: str, headers: tuple[ast.Header, ...], body: ast.Block) -> Told:
    lead, rest = _headers(w, headers)
    said = clauses(w, body.statements)
    return Told(title, tuple(_sentence(w, text) for text in (*lead, *said, *rest)))


def _headers(w: Writer, headers: tuple[ast.Header, ...]) -> tuple[list[str], list[str]]:
    """What is said before what is done, and behind it."""
    lead: list[str] = []
    rest: list[str] = []
    again = "_again" if any(isinstance(h, ast.Recharges) for h in headers) else ""
    classes = [h.name for h in headers if isinstance(h, ast.TimingClass)]
    if classes:
        named = [w.grammar.noun(w.noun_named(one, one.text)) for one in classes]
        lead.append(w.say("timing", classes=w.grammar.joined(named, "or")))
    for header in headers:
        match header:
            case ast.Requires(condition=condition):
                lead.append(w.say("use_only_if", condition=w.condition(condition)))
            case ast.Costs(calls=calls):
                lead.append(w.say("cost", costs="; ".join(w.parts.call(w, one, "do") for one in calls)))
            case ast.Limit(frame=frame):
                rest.append(w.say("once_per", event=event_noun(w, frame, frame.text, {})))
            case ast.Uses(count=count):
                rest.append(w.say(f"uses_one{again}" if count == 1 else f"uses{again}", count=numeral(count)))
            case ast.Recharges(pattern=pattern):
                before, rest = w.verbs, [*rest, w.say("recharges", event=event(w, pattern))]
                w.verbs = before
            case ast.Always(condition=condition):
                rest.append(w.say("always_if", condition=w.condition(condition)))
            case ast.TimingClass():
                pass
    return lead, rest


def _headed(w: Writer, node: ast.Headed) -> Told:
    """An ability that begins with a heading of the game: what the heading says, with its values."""
    heading = w.checked.facts.headings[node]
    for param, argument in zip(heading.params, node.heading.arguments, strict=False):
        w.names[param.name] = w.value(argument)
    first = heading.node.ability
    headers = (*first.headers, *node.headers)
    title = label(w, node, node.label or getattr(first, "label", ""))
    values = {param.name: w.names[param.name] for param in heading.params}
    lead = w.fitting(w.templates("headings", "opening", heading.name), values)
    if lead is not None:
        return _led(w, node, title, w.filled(lead, values))
    if isinstance(first, ast.Activation):
        return _activation(w, title, headers, node.body)
    return _reacting(w, first, headers, node.body, title)


def _led(w: Writer, node: ast.Headed, title: str, begun: str) -> Told:
    """An ability with what the game's words say for its heading, and then what it does."""
    first = w.checked.facts.headings[node].node.ability
    if not isinstance(first, ast.Activation):
        w.verbs = w.checked.facts.patterns[first.pattern].verbs
    lead, rest = _headers(w, node.headers)
    said = clauses(w, node.body.statements)
    if lead:
        lead = [begun, *lead]
    else:
        said[0] = w.say("led", opening=begun, do=said[0])
    return Told(title, tuple(_sentence(w, text) for text in (*lead, *said, *rest)))


# ---- automated figures
def _step(w: Writer, step: ast.AiStep, before: ast.AiStep | None) -> str:
    said = "; ".join([*clauses(w, step.body), *(w.say("then_if_possible", do=text) for text in clauses(w, step.thens))])
    if step.read_on:
        said = w.say("read_on", do=said)
    goes_on = before is None or before.read_on
    if step.condition is None:
        return _sentence(w, said if goes_on else w.say("otherwise", do=said))
    asked = w.condition(step.condition)
    return _sentence(w, w.say("ai_first" if goes_on else "ai_next", condition=asked, do=said))

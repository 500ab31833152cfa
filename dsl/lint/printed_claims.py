"""Compares a printed text of a card with what its rules say.

Job: find where the two differ for certain: numbers, whether a player may choose, when, how long, how often, and whom.
Input: a piece of the text, the facts of the rules to which it belongs. Output: `Claim`s, each with the narrowest place
in the text and the place in the rules. A text may say the same in other words, so a missing word counts only where
nothing else can stand for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.dataclass import dataclass
from dsl.lint.printed_nouns import who
from dsl.lint.printed_piece import STEM, Piece
from dsl.lint.rule_facts import RuleNumber
from dsl.lint.spoken import MARKS, Marks, Number, all_found, found, numbers, says
from dsl.source import Span

_LENGTH = 40  # of a text that is cited


@dataclass(frozen=True, slots=True)
class Claim:
    """What differs: the place in the printed text, and the place in the rules, if there is one."""

    place: Span
    message: str
    rules: Span | None = None


def claims(piece: Piece) -> Iterator[Claim]:
    """Everything in which the printed text differs from the rules."""
    yield from _numbers(piece)
    marks = MARKS.get(piece.language)
    if marks is not None:
        yield from _choice(piece, marks)
        yield from _time(piece, marks)
        yield from _duration(piece, marks)
        yield from _limit(piece, marks)
        for place, message, rules in who(piece, marks):
            yield Claim(place, message, rules)


# ---- numbers
def _numbers(piece: Piece) -> Iterator[Claim]:
    written = numbers(piece.language, piece.place)
    known = {one.value for one in piece.rules.numbers}
    matched = {one: [rule for rule in piece.rules.numbers if _fits(piece, one, rule)] for one in written}
    told = {id(rule) for rules in matched.values() for rule in rules} | {
        id(rule) for rule in piece.rules.numbers if any(one.value == rule.value for one in written)
    }
    hints = {one.value for one in numbers(piece.language, piece.phrases)}
    missing = [rule for rule in piece.rules.numbers if id(rule) not in told and rule.value not in hints]
    missing = list({rule.value: rule for rule in reversed(missing)}.values())[::-1]
    fewer = [
        rule for rule in piece.rules.numbers if rule not in missing and _often(piece, rule) > _shown(written, rule)
    ]
    free = {one.value for one in piece.named.numbers} | hints | piece.values
    as_many = sum(1 for one in written if one.digits) == len(piece.rules.numbers)
    for one in (one for one in written if not matched[one] and one.digits and one.value not in known):
        rule = next((r for r in missing if r.value > 1), None) or next(iter(missing), None)
        if rule is None and (as_many or one.value not in piece.values | hints):
            rule = next(iter(fewer), None)
        if rule is not None and (as_many or one.value not in free or rule.value > 1):
            missing = [other for other in missing if other is not rule]
            yield Claim(one.span, f"the printed text says {one.value}, the rules say {rule.value}", rule.span)
        elif one.value > 1 and one.value not in free:
            yield Claim(
                one.span, f"the printed text says {one.value}, which is no number of the rules", piece.rules.span
            )
    for rule in missing:
        if rule.value > 1 and rule.value not in piece.values:
            yield Claim(piece.place, f"the rules say {rule.value}, the printed text does not", rule.span)


def _often(piece: Piece, rule: RuleNumber) -> int:
    """How often the rules say a number."""
    return sum(1 for other in piece.rules.numbers if other.value == rule.value)


def _shown(written: list[Number], rule: RuleNumber) -> int:
    return sum(1 for one in written if one.value == rule.value)


def _fits(piece: Piece, one: Number, rule: RuleNumber) -> bool:
    """Whether a number of the text stands for one of the rules: the same, or the other way to say a limit."""
    if one.value == rule.value:
        return True
    marks = MARKS.get(piece.language)
    if marks is None:
        return False
    before = one.span.source.span(max(piece.place.start, one.span.start - 24), one.span.start)
    behind = one.span.source.span(one.span.end, min(piece.place.end, one.span.end + 12))
    if one.value == rule.exclusive:
        return says(marks.exclusive, before)
    return one.value == rule.inclusive and (says(marks.inclusive, behind) or says(marks.inclusive, before))


# ---- whether
def _choice(piece: Piece, marks: Marks) -> Iterator[Claim]:
    rules, named = piece.rules, piece.named
    given = found(marks.permission, piece.place) or _unbound(piece, marks)
    if rules.choices and given is None:
        message = "the rules leave it to a player whether this is done, the printed text does not"
        yield Claim(piece.place, message, rules.choices[0])
    elif not (rules.choices or rules.open or named.choices or named.open):
        odd = piece.adds(marks.permission)
        if odd is not None and rules.abilities:
            yield Claim(odd, f"the printed text leaves a choice (`{odd.text}`), the rules do not", rules.span)


def _unbound(piece: Piece, marks: Marks) -> Span | None:
    """A word that may give a choice, not one behind `which`, as in "a creature that can be inclusive"."""
    source = piece.place.source
    for one in all_found(marks.permission_maybe, piece.place):
        before = source.text[max(piece.place.start, one.start - 60) : one.start]
        if not says(r"котор[а-я]+", source.span(one.start - len(before), one.start)):
            return one
    return None


# ---- when
def _time(piece: Piece, marks: Marks) -> Iterator[Claim]:
    rules = piece.rules
    known = {*rules.timings, *piece.named.timings}
    swapped = {"before": (marks.after, marks.before), "after": (marks.before, marks.after)}
    for timing, (wrong, right) in swapped.items():
        other = "after" if timing == "before" else "before"
        odd = piece.adds(wrong)
        if timing in rules.timings and other not in known and odd is not None and piece.lacks(right):
            message = f"the printed text says `{odd.text}`, the rules act {timing} the event"
            yield Claim(odd, message, rules.timings[timing])
    if "instead" in rules.timings and piece.lacks(marks.instead):
        yield Claim(
            piece.place,
            "the rules act instead of the event, the printed text does not say so",
            rules.timings["instead"],
        )
    yield from _event(piece, marks)


def _event(piece: Piece, marks: Marks) -> Iterator[Claim]:
    """An event that is none of those to which the rules react."""
    rules = piece.rules
    expected = frozenset[str]().union(*(piece.verbs[verb][0] for verb in rules.verbs if verb in piece.verbs))
    around = {*rules.named, *piece.named.named}
    own = frozenset[str]().union(*(piece.verbs[verb][0] for verb in around if verb in piece.verbs))
    others = frozenset[str]().union(*(words for verb, (_, words) in piece.verbs.items() if verb not in around)) - own
    first = found(marks.clause, piece.place)
    if not expected or first is None:
        return
    source = piece.place.source
    end = min((at for sign in ",:;" if (at := source.text.find(sign, first.end)) > 0), default=piece.place.end)
    clause = source.span(first.end, min(end, piece.place.end))
    words = list(all_found(r"[^\W\d_]+", clause))
    if any(_is_among(word.text, expected) for word in words):
        return
    odd = next((word for word in words if _is_among(word.text, others)), None)
    if odd is not None:
        verb, place = next(iter(rules.verbs.items()))
        yield Claim(odd, f"the printed text says `{odd.text}`, the rules react to `{verb}`", place)


def _is_among(word: str, stems: frozenset[str]) -> bool:
    word = word.lower()
    return word[:STEM] in stems or any(len(stem) < STEM and word.startswith(stem) for stem in stems)


# ---- how long, how often
def _duration(piece: Piece, marks: Marks) -> Iterator[Claim]:
    rules, named = piece.rules, piece.named
    if rules.durations and piece.lacks(marks.lasting):
        at = rules.durations[0].span
        yield Claim(piece.place, f"the rules say how long (`{_cited(at)}`), the printed text does not", at)
    elif rules.durations:
        yield from _edge(piece, marks)
    elif not (named.durations or rules.while_true or named.while_true):
        odd = piece.adds(marks.surely_lasting)
        if odd is not None and rules.abilities:
            yield Claim(odd, f"the printed text says how long (`{odd.text} …`), the rules do not", rules.span)


def _edge(piece: Piece, marks: Marks) -> Iterator[Claim]:
    """The start of a turn or round where the rules say the end, or the reverse."""
    words = {"end": marks.last, "start": marks.first}
    if len(piece.rules.edges) == 1 and not piece.named.edges:
        (edge,) = piece.rules.edges
        other = "start" if edge == "end" else "end"
        odd = found(words[other], piece.place)
        if odd is not None and piece.lacks(words[edge]):
            at = piece.rules.durations[0].span
            yield Claim(odd, f"the printed text says `{odd.text}`, the rules say `{_cited(at)}`", at)


def _limit(piece: Piece, marks: Marks) -> Iterator[Claim]:
    rules = piece.rules
    if rules.limits and piece.lacks(marks.limited):
        at = rules.limits[0]
        yield Claim(piece.place, f"the rules say how often (`{_cited(at)}`), the printed text does not", at)
    elif not rules.limits and not piece.named.limits and rules.abilities:
        odd = piece.adds(marks.surely_limited)
        if odd is not None:
            yield Claim(odd, f"the printed text says how often (`{odd.text}`), the rules do not", rules.span)


def _cited(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= _LENGTH else f"{text[:_LENGTH].rstrip()}…"

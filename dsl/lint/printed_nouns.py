"""Whom a printed text means, by the nouns of the game.

Job: find nouns that only the text or only the rules have, and `each` where the rules mean one, or the reverse. Input: a
piece of text with the forms of the nouns. Output: places with a message. Only nouns that depend on `self` (an enemy, an
ally) are compared: other nouns have too many other names.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.lint.printed_piece import Piece
from dsl.lint.spoken import Marks, all_found, found, literally, says
from dsl.source import Span

Difference = tuple[Span, str, Span | None]
_NEAR = 40  # characters around a noun


def who(piece: Piece, marks: Marks) -> Iterator[Difference]:
    """Whom the text means, and the rules do not."""
    if not piece.nouns or not piece.rules.abilities:
        return
    shown = _shown(piece, piece.place)
    known = {*_shown(piece, piece.phrases), *piece.rules.nouns, *({} if piece.phrases.text else piece.named.nouns)}
    missing = {
        name: span for name, span in piece.rules.nouns.items()
        if name in piece.relative and name in piece.nouns and name not in shown
    }  # fmt: skip
    for name in (name for name in shown if name in piece.relative and name not in known):
        place = shown[name]
        if _words_of(piece, name) & _words_of(piece, *known):
            continue
        if missing:
            other, rules = missing.popitem()
            yield place, f"the printed text says `{place.text}`, the rules say `{other}`", rules
        elif not (piece.rules.about_self or piece.named.about_self):
            yield place, f"the printed text says `{place.text}`, the rules mean nobody of that name", piece.rules.span
    yield from _wider(piece, marks, shown, missing)
    yield from _each(piece, marks)


def _shown(piece: Piece, text: Span) -> dict[str, Span]:
    """The nouns of a text with their first places; where one noun holds another, only the longer one counts."""
    forms = {form: name for name, forms in piece.nouns.items() for form in forms}
    if not forms:
        return {}
    words = "|".join(literally(form) for form in sorted(forms, key=len, reverse=True))
    told: dict[str, Span] = {}
    for place in all_found(words, text):
        told.setdefault(forms[" ".join(place.text.lower().split())], place)
    return told


def _words_of(piece: Piece, *names: str) -> set[str]:
    """The forms of nouns, by which two names for one word are known."""
    return {form for name in names for form in piece.nouns.get(name, ())}


def _wider(piece: Piece, marks: Marks, shown: dict[str, Span], missing: dict[str, Span]) -> Iterator[Difference]:
    """A noun that says less than the rules: any creature, where they mean an enemy."""
    for name, rules in missing.items():
        base = next((one for one in piece.bases.get(name, ()) if one in shown), None)
        if base is None or base in piece.rules.nouns or base in piece.named.nouns:
            continue
        place = shown[base]
        start, end = max(piece.place.start, place.start - _NEAR), min(piece.place.end, place.end + _NEAR)
        if not says(marks.who, place.source.span(start, end)):
            yield place, f"the printed text says `{place.text}`, the rules say `{name}`", rules


def _each(piece: Piece, marks: Marks) -> Iterator[Difference]:
    for name, forms in piece.nouns.items():
        noun = "|".join(literally(form) for form in forms)
        if name in piece.rules.everyone and not says(marks.each, piece.place):
            odd = found(rf"(?:{marks.one}) (?:{noun})", piece.place)
            if odd is not None:
                yield odd, f"the printed text says `{odd.text}`, the rules mean all", piece.rules.everyone[name]
        elif name in piece.rules.nouns and not (piece.rules.several or piece.named.several):
            odd = piece.adds(rf"(?:{marks.each}) (?:{noun})")
            if odd is not None and not says(marks.each, piece.phrases):
                yield odd, f"the printed text says `{odd.text}`, the rules do not mean all", piece.rules.nouns[name]

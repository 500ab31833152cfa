"""What every part of the writer shares: words, names in sight, sentences from templates, what is missing.

Job: fill templates with phrases, find the words of names, and report each word that is missing at the place that needs
it. Input: a checked game, a language. Output: texts and findings. Must never know the classes of expressions: the parts
that write them are passed in, so that they can use each other.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import cache
from typing import Protocol

from dsl.checking.results import Checked
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Sink
from dsl.meaning.lexicon import Forms, Lexicon, WordNoun
from dsl.meaning.templates import Group, Slot, Template, read_template
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.wording.phrase import END, OR, Grammar, MissingForm, Phrase, same

Values = Mapping[str, "Phrase | str | bool"]
_NOWHERE = Source("", "").whole()


class Parts(Protocol):
    """The parts of the writer that use each other."""

    def value(self, w: Writer, node: ast.Expr, /) -> Phrase: ...
    def condition(self, w: Writer, node: ast.Expr, negated: bool = False, /) -> str: ...
    def query(self, w: Writer, node: ast.Query, /) -> Phrase: ...
    def call(self, w: Writer, node: ast.Call, form: str, /) -> str: ...
    def duration(self, w: Writer, node: ast.Duration, /) -> str: ...


@dataclass(slots=True)
class Writer:
    """``names``: the phrases of values in sight; ``it``: the candidates of the queries around the place, innermost
    last; ``verbs``: those of the event that the text reacts to; ``used``: the words that texts have used so far.
    ``depth`` is that of the block. ``foreign``: whether `self` is another than what the text is printed on, so that its
    controller is not who reads the text.
    """

    checked: Checked
    lexicon: Lexicon
    grammar: Grammar
    parts: Parts
    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    used: set[str] = field(default_factory=set[str])
    names: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    it: list[Phrase] = field(default_factory=list[Phrase])
    verbs: tuple[str, ...] = ()
    depth: int = 0
    foreign: bool = False

    # ---- what is missing
    def lack(self, place: ast.Node | Span, message: str, help: str = "") -> str:
        """Reports that a text cannot be written; what stands there instead is never shown."""
        span = place if isinstance(place, Span) else place.span
        found = Diagnostic("missing-word", span, message, help)
        if found not in self.findings:
            self.findings.append(found)
        return "…"

    def noun_named(self, place: ast.Node, *names: str) -> WordNoun:
        """The noun of the first of the names that has one."""
        word = self.lexicon.noun(*names)
        if word is None:
            self.lack(
                place, f"there is no noun `{names[-1]}`", f"add it to `nouns:` in {self.lexicon.span.source.path}"
            )
            return WordNoun(names[-1], place.span, {lang: Forms(("…",) * 6, ("…",) * 6) for lang in ("en", "ru")})
        self.used.add(f"nouns.{word.name}")
        return word

    def templates(self, section: str, form: str, *names: str) -> tuple[Template, ...]:
        """The phrases of a form for the first of the names that has some; empty if none has."""
        entry = self.lexicon.entry(section, *names)
        found = entry.phrases.get(self.grammar.language, {}).get(form, ()) if entry is not None else ()
        if entry is not None and found:
            self.used.add(f"{section}.{entry.name}.{form}")
        return found

    def fitting(self, templates: Sequence[Template], values: Values) -> Template | None:
        """The first phrase that shows exactly these values; one that begins with the candidate is preferred."""
        given = frozenset(name for name in values if name != "not")
        fits = [t for t in templates if t.needed <= given <= t.shown and _numbers_known(t, values)]
        first = [t for t in fits if (slot := _first(t)) is not None and _is_candidate(values.get(slot.name))]
        return next(iter([*first, *fits]), None)

    def remedy(self, section: str, form: str, name: str, values: Values) -> str:
        """What to write where no phrase of a name shows exactly these values."""
        given = frozenset(value for value in values if value != "not")
        found = sorted(self.templates(section, form, name), key=lambda t: len(t.needed - given) + len(given - t.shown))
        there = f"the phrase of `{name}`, `{form}` in `{section}:`"
        if not found:
            return f"add it to `{section}:`: `{name}`, `{form}`"
        if more := sorted(found[0].needed - given):
            which = " and ".join(f"`{{{value}}}`" for value in more)
            return f"{there} shows {which} too: put that in brackets, `[ … {{{more[0]}}}]`, or add a phrase without it"
        if lacking := sorted(given - found[0].shown):
            which, known = (" and ".join(f"`{{{sign}{value}}}`" for value in lacking) for sign in ("", "-"))
            return f"{there} does not show {which}: show it, or write {known} where it needs no words"
        return f"{there} shows a number that is known, with `!`, and here it is not: add a phrase without `!`"

    # ---- sentences
    def say(self, key: str, **values: Phrase | str | bool) -> str:
        """A sentence of the language itself."""
        return self.filled(_sentence(self.grammar.language, self.grammar.templates[key]), values)

    def phrase(self, key: str, **values: Phrase | str | bool) -> Phrase:
        """The same as a phrase in all cases."""
        return self.declined(_sentence(self.grammar.language, self.grammar.templates[key]), values)

    def declined(self, template: Template, values: Values) -> Phrase:
        """A phrase in all cases; its features are those of its head, or of the value that has the case of the whole."""
        like = same("")
        for slot in template.slots():
            if slot.head:
                like = self._head(slot, values)
            elif slot.case == "*" and isinstance(found := values.get(slot.name), Phrase):
                like = found
            else:
                continue
            break
        forms = {case: self.filled(template, values, case) for case in like.forms}
        return Phrase(forms, like.many, like.gender, like.animate, "long")

    def filled(self, template: Template, values: Values, case: str = "nom") -> str:
        """The text of a template; a choice that has the wrong number of words is reported at the template."""
        try:
            return "".join(self._piece(piece, values, case) for piece in template.pieces)
        except MissingForm as lack:
            return self.lack(template.span, str(lack))

    def _piece(self, piece: str | Slot | Group, values: Values, case: str) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, Group):
            lacks = any(isinstance(p, Slot) and not p.head and not values.get(p.name) for p in piece.pieces)
            return "" if lacks else "".join(self._piece(p, values, case) for p in piece.pieces)
        if piece.head:
            return self._head(piece, values).text(piece.case if piece.case not in ("", "*") else case)
        if piece.silent:
            return ""
        if piece.name == "not":
            return piece.choices[bool(values.get("not"))] if piece.choices else ""
        value = values[piece.name]
        if isinstance(value, str):
            return value
        assert isinstance(value, Phrase)
        if piece.choices:
            return self.grammar.pick(value, piece.choices)
        wanted = case if piece.case == "*" else piece.case or "nom"
        if piece.unit:
            self.used.add(f"nouns.{piece.unit}")
            return self.grammar.quantity(value, self.lexicon.nouns[piece.unit]).text(wanted)
        return value.text(wanted)

    def _head(self, slot: Slot, values: Values) -> Phrase:
        word, owner = self.grammar.nouns.get(slot.name), values.get(slot.owner)
        if word is None:
            word = self.lexicon.nouns[slot.name]
            self.used.add(f"nouns.{word.name}")
        next_one = "next" if values.get("next") else ""
        if isinstance(owner, Phrase):
            return self.grammar.possessed(word, owner, slot.many, next_one)
        return self.grammar.noun(word, next_one, slot.many)

    # ---- names in sight
    @contextmanager
    def inside(self, like: Phrase | None = None, joins: bool = False) -> Generator[None]:
        """Within what has a pronoun of its own, for one ``like`` this: what had it before is called by its noun.

        ``joins``: but by `that` and `whose` where a clause about it begins.
        """
        names, it = self.names, self.it
        self.names = {name: self._afar(phrase, like, joins) for name, phrase in names.items()}
        self.it = [self._afar(phrase, like, joins) for phrase in it]
        try:
            yield
        finally:
            self.names, self.it = names, it

    def _afar(self, phrase: Phrase, like: Phrase | None, joins: bool) -> Phrase:
        if phrase.noun is None or phrase.role not in ("it", "which", "one"):
            return phrase
        if phrase.noun.role == "long":  # no bare noun
            return self.grammar.pronoun("it", phrase.noun)
        is_same = like is not None and like.text() == phrase.noun.text()
        found = self.grammar.demonstrated(phrase.noun, "first" if is_same else "that")
        if not joins or phrase.role != "which":
            return found
        forms = {c: f"{text[: text.index(OR)]}{OR}{found.text(c)}{END}" for c, text in phrase.forms.items()}
        return phrase.but(forms=forms)

    # ---- parts, with what they lack
    def value(self, node: ast.Expr) -> Phrase:
        try:
            return self.parts.value(self, node)
        except MissingForm as lack:
            return same(self.lack(node, str(lack)))

    def condition(self, node: ast.Expr, negated: bool = False) -> str:
        try:
            return self.parts.condition(self, node, negated)
        except MissingForm as lack:
            return self.lack(node, str(lack))


def _numbers_known(template: Template, values: Values) -> bool:
    return all(isinstance(p := values.get(s.name), Phrase) and p.whole and (p.count is not None or p.role == "letter")
               for s in template.slots() if s.known)  # fmt: skip


def _first(template: Template) -> Slot | None:
    """The slot with which a phrase begins, perhaps behind a word or two."""
    return next(template.slots(), None)


def _is_candidate(value: Phrase | str | bool | None) -> bool:
    return isinstance(value, Phrase) and value.role in ("which", "one")


@cache
def _sentence(_language: str, text: str) -> Template:
    sink = Sink()
    template = read_template(text, _NOWHERE, sink)
    assert template is not None, (text, sink.items)
    return template

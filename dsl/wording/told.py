"""What people are told while they play, as data that engines fill in (``docs/decisions/0038-words-of-play.md``).

Job: turn the words of a game into rows of pieces, for each of its languages; where it has none, make them from names.
Input: the vocabulary, with its words. Output: plain data, and the names of what has no words. Knows no rules of a
grammar: which form stands in a slot is found where a match is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from dsl.articles import article_before
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.meaning.lexicon import Forms
from dsl.meaning.templates import CASES, Group, Slot, Template, read_template
from dsl.meaning.types import Type
from dsl.meaning.vocab import Vocabulary
from dsl.meaning.words import TOLD
from dsl.source import Source
from dsl.wording.russian_forms import declined
from dsl.wording.told_sentences import NOUNS, SENTENCES

Row = list[Any]  # pieces of a phrase: texts, slots as mappings, lists that may be left out
_GENDERS = ("masculine", "feminine", "neuter", "many")
_NOWHERE = Source("", "").whole()


@dataclass(slots=True)
class Told:
    """The words of one language. ``lacking`` names what has no phrase in the words of the game."""

    vocab: Vocabulary
    language: str
    nouns: dict[str, Any] = field(default_factory=dict[str, Any])
    lacking: list[str] = field(default_factory=list[str])
    used: set[str] = field(default_factory=set[str])

    @property
    def grammar(self) -> str:
        """The language of the sentences: that of the game, or English."""
        return self.language if self.language in SENTENCES else "en"

    @property
    def idle(self) -> list[str]:
        """The phrases for people who play that nothing needs."""
        words = self.vocab.words
        entries = words.entries.items() if words is not None else ()
        named = (f"{section}.{name}.{form}" for (section, name), entry in entries
                 for form in entry.phrases.get(self.language, {})
                 if form in TOLD and section != "functions")  # fmt: skip
        return [name for name in named if name not in self.used]

    # ---- phrases
    def phrases(self, section: str, form: str, names: Sequence[str], kinds: Mapping[str, str]) -> list[Row] | None:
        """The phrases of the first of the names that has some; None, and a note, where none has."""
        words = self.vocab.words
        for name in names if words is not None else ():
            assert words is not None
            entry = words.entries.get((section, name))
            found = entry.phrases.get(self.language, {}).get(form) if entry is not None else None
            if found:
                self.used.add(f"{section}.{name}.{form}")
                return [self.row(template, kinds) for template in found]
        self.lacking.append(f"{section}.{names[0]}.{form}")
        return None

    def row(self, template: Template, kinds: Mapping[str, str]) -> Row:
        return [
            piece if isinstance(piece, str)
            else self.row(Template(piece.pieces, template.span), kinds) if isinstance(piece, Group)
            else self.hole(piece, kinds)
            for piece in template.pieces
        ]  # fmt: skip

    def hole(self, slot: Slot, kinds: Mapping[str, str]) -> dict[str, Any]:
        case = CASES.index(slot.case) if slot.case in CASES else 0
        if slot.head:
            self.noun(slot.name)
            return _short({"noun": slot.name, "case": case, "many": slot.many, "owner": slot.owner})
        if slot.unit:
            self.noun(slot.unit)
        kind = kinds.get(slot.name, "")
        if kind:
            self.noun(kind)
        return _short(
            {"value": slot.name, "case": case, "unit": slot.unit, "kind": kind, "choices": tuple(slot.choices)}
        )

    def counted(self, noun: str) -> Row:
        """The phrase for a number of what a noun names."""
        self.noun(noun)
        return [{"value": "n", "unit": noun}]

    def sentences(self) -> dict[str, Row]:
        """The sentences of the language itself."""
        own = {key: self.sentence(key) for key in SENTENCES[self.grammar]}
        return {**own, "blank": [self.name("blank")]} if "blank" in self.vocab.names else own

    def sentence(self, key: str, **called: str) -> Row:
        """A sentence of the language, whose values may be called otherwise than in it."""
        read = read_template(SENTENCES[self.grammar][key], _NOWHERE, Sink())
        assert read is not None
        row = self.row(read, {})
        return [{**piece, "value": called.get(piece["value"], piece["value"])} if "value" in piece else piece
                for piece in row]  # fmt: skip

    # ---- names
    def name(self, name: str) -> str:
        """A name of the vocabulary as people read it."""
        return self.vocab.names.get(name, {}).get(self.language) or name.replace("_", " ")

    def constants(self, values: Iterable[str]) -> None:
        """Notes the values that have no name for people; in English they are words."""
        words = self.vocab.words
        known = {*self.vocab.names, *(words.names if words is not None else ())}
        if self.language != "en":
            self.lacking += [f"names.{value}" for value in dict.fromkeys(values) if value not in known]

    def title(self, name: str) -> str:
        found = self.name(name)
        return found[:1].upper() + found[1:]

    def noun(self, name: str) -> None:
        """Notes a noun with all its forms; what the game has no noun for is called by its name."""
        if name in self.nouns:
            return
        word = self.vocab.words.nouns.get(name) if self.vocab.words is not None else None
        forms = word.forms.get(self.language) if word is not None else NOUNS[self.grammar].get(name)
        if forms is None:
            self.lacking.append(f"nouns.{name}")
            forms = Forms((self.name(name),), (self.name(name),))
        else:
            self.used.add(f"nouns.{name}")
        one = _cases(forms.one, self.grammar, "'s")
        is_many = bool(forms.many) and forms.many[0].endswith("s")
        many = _cases(forms.many or forms.one, self.grammar, "'" if is_many else "'s")
        article = forms.article or article_before(one[0])
        self.nouns[name] = {"one": one, "many": many, "counted": bool(forms.many), "gender": forms.gender,
                            "animate": forms.animate, "article": article if self.grammar == "en" else ""}  # fmt: skip

    def data(self, **rows: Any) -> dict[str, Any]:
        your = {g: [declined("ваш", g, case, False) for case in CASES] for g in _GENDERS}
        yours = your if self.grammar == "ru" else {g: ["your"] * len(CASES) for g in _GENDERS}
        core = self.sentences()
        for name in NOUNS[self.grammar]:
            self.noun(name)
        words = self.vocab.words
        names = {value: said[self.language] for value, said in words.names.items()} if words is not None else {}
        plural = sorted(words.plural) if words is not None and self.grammar == "en" else []
        return {
            "grammar": self.grammar,
            "names": names,
            "plural": dict.fromkeys(plural, True),
            "core": core,
            "nouns": self.nouns,
            "your": yours,
            **rows,
        }


def _cases(forms: Sequence[str], grammar: str, owning: str) -> list[str]:
    if grammar == "en" or len(forms) == 1:
        return [f"{forms[0]}{owning}" if case == "gen" and grammar == "en" else forms[0] for case in CASES]
    return list(forms)


def kinds_of(params: Iterable[Any]) -> dict[str, str]:
    """The kind of each parameter that is an entity, by which it is told where it lies hidden."""
    return {p.name: kind for p in params if (kind := _kind_of(p.type))}


def innermost(type_: Type) -> Type:
    """The type of one value of an optional one, a list or a set."""
    while type_.inner is not None and type_.form in ("optional", "list", "set"):
        type_ = type_.inner
    return type_


def _kind_of(type_: Type) -> str:
    found = innermost(type_)
    return found.name if found.form in ("kind", "card") else ""


def plain(name: str, **more: Any) -> dict[str, Any]:
    """A slot for a value, named as in a list."""
    return _short({"value": name, "case": len(CASES), **more})


def _short(slot: dict[str, Any]) -> dict[str, Any]:
    """A slot without what is empty."""
    return {key: value for key, value in slot.items() if value}

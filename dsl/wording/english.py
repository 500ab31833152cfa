"""English: articles, plurals, possessives, agreement.

Job: the grammar of English for `dsl.wording`. Input: words and phrases. Output: phrases. Knows no game and no tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dsl.articles import article_before
from dsl.meaning.lexicon import Forms, WordNoun
from dsl.wording.english_sentences import SENTENCES
from dsl.wording.phrase import AGAIN, END, NAMED, OR, RELATIVE, MissingForm, Phrase, begun_again, same, unmarked

_DETERMINERS = {
    "": "", "the": "the ", "this": "this ", "that": "that ", "each": "each ", "one": "one ", "next": "the next ",
    "only": "the only ", "nearest": "the nearest ", "farthest": "the farthest ", "random": "a random ",
    "chosen": "the chosen ", "first": "the first ", "first chosen": "the first chosen ",
    "last chosen": "the last chosen ", "printed": "the printed ",
}  # fmt: skip
_ONES = {"one": "one", "each": "each", "first": "the first", "last": "the last"}
_PLURAL = {"this ": "these ", "that ": "those ", "a random ": "random "}

_PRONOUNS = {"it": ("it", "it", "its"), "he": ("he", "him", "his"), "she": ("she", "her", "her"),
             "they": ("they", "them", "their")}  # fmt: skip
# Around a verb that agrees with one person who is called `they`, and between its forms.
_EITHER = ("\ue005", "\ue006", "\ue007")
_AGREEING = re.compile(f"{_EITHER[0]}([^{_EITHER[1]}]*){_EITHER[1]}([^{_EITHER[2]}]*){_EITHER[2]}")
_JOINING = (RELATIVE, f"({RELATIVE}")
_MARKED = re.compile(f"[{RELATIVE}{NAMED}]([^{OR}]*){OR}([^{END}]*){END}")
_ONE_OF_BARE = re.compile(
    r"\b(one|first|last|each|any number|(?:up to|exactly|\d+ to) \d+) of "
    r"(?!(?:times|the|this|that|these|those|them|it|you|its|their|your|each|all|one)\b|“)"
)


class English:
    language = "en"
    templates = SENTENCES
    nouns: Mapping[str, WordNoun] = {}

    def noun(self, word: WordNoun, determiner: str = "", many: bool = False, tail: str = "") -> Phrase:
        forms = word.forms["en"]
        before = _article(forms) if determiner == "a" else _DETERMINERS[determiner]
        if determiner == "a" and many:
            before = ""
        before = _PLURAL.get(before, before) if many else before
        return _phrase(before + _form(word, forms, many), many, tail).but(gender=forms.pronoun)

    def possessed(self, word: WordNoun, owner: Phrase, many: bool = False, adjective: str = "") -> Phrase:
        head = _DETERMINERS[adjective].removeprefix("the ") + _form(word, word.forms["en"], many)
        return self.with_owner(_phrase(head, many, ""), owner)

    def with_owner(self, phrase: Phrase, owner: Phrase) -> Phrase:
        """``its speed``, ``this creature's speed``, ``the speed of each creature within 2 squares``."""
        head = phrase.text()
        if owner.role == "one" and (one := _MARKED.fullmatch(owner.text("acc"))):
            again = _MARKED.sub(r"\2", owner.text("gen"))
            text = f"{NAMED}the {head} of {one[1]}{OR}{again} {head}{END}"
            return _phrase(text, phrase.many, "", role="one")
        if owner.role in ("you", "it", "which"):
            return _phrase(f"{owner.text('gen')} {head}", phrase.many, "")
        if owner.role == "long" or owner.many:
            return _phrase(f"the {head} of {owner.text('acc')}", phrase.many, "", role="long")
        return _phrase(f"{owner.text('gen')} {head}", phrase.many, "")

    def quantity(self, number: Phrase, word: WordNoun) -> Phrase:
        forms = word.forms["en"]
        if number.role == "letter":
            return same(f"{number.text()} {(forms.many or forms.one)[0]}", many=bool(forms.many), role="long")
        if number.count is None:
            counted = f"a number of {forms.many[0]}" if forms.many else forms.one[0]
            return same(f"{counted} equal to {number.text()}", many=bool(forms.many), role="long")
        if not forms.many:  # what is not counted
            return same(f"{number.text()} {forms.one[0]}", count=number.count)
        one = number.count == 1
        return same(f"{number.text()} {_form(word, forms, not one)}", many=not one, count=number.count)

    def at_most(self, limit: int, word: WordNoun, tail: str) -> Phrase:
        many = limit != 1
        return _phrase(f"up to {limit} {_form(word, word.forms['en'], many)}", many, tail)

    def pronoun(self, role: str, like: Phrase | None = None) -> Phrase:
        many = like is not None and like.many
        if role == "you":
            return Phrase(_cases("you", "you", "your"), many=True, role="you")
        gender = like.gender if like is not None else ""
        it = _PRONOUNS.get("they" if many else gender, _PRONOUNS["it"])
        if role == "it":
            return Phrase(_cases(*it), many=many or gender == "they", role="it", gender=gender, noun=like)
        texts = (_marked("that", it[0]), _marked("that", it[1]), _marked("whose", it[2]))
        return Phrase(_cases(*texts), many=many, role="which", gender=gender, noun=like)

    def named(self, word: WordNoun | None, name: str) -> Phrase:
        quoted = f"“{name}”"
        if word is None:
            return same(quoted, role="name")
        return same(f"the {_form(word, word.forms['en'], False)} {quoted}")

    def joined(self, phrases: Sequence[Phrase], word: str) -> Phrase:
        forms = {case: listed([p.text(case) for p in phrases], word) for case in phrases[0].forms}
        return Phrase(forms, many=word == "and" and len(phrases) > 1, role="long" if len(phrases) > 1 else "plain")

    def tailed(self, phrase: Phrase, tail: str) -> Phrase:
        return _phrase(phrase.text(), phrase.many, tail) if tail else phrase

    def pick(self, phrase: Phrase, choices: tuple[str, ...]) -> str:
        """The choice for singular, plural, and for `you`, where there is a third."""
        if len(choices) not in (2, 3):
            raise MissingForm("two words are needed: for one and for many; a third is for `you`")
        if phrase.role == "you":
            return choices[-1] if len(choices) == 3 else choices[1]
        if phrase.role == "which" and phrase.gender == "they" and not phrase.many and choices[0] != choices[1]:
            return f"{_EITHER[0]}{choices[0]}{_EITHER[1]}{choices[1]}{_EITHER[2]}"
        return choices[1] if phrase.many else choices[0]

    def one_of(self, phrase: Phrase, like: Phrase, word: str = "one") -> Phrase:
        """One of several; where it is mentioned again, it is a pronoun."""
        text = f"{_ONES[word]} of {phrase.text('acc')}"
        it = self.pronoun("it", like)
        forms = {case: f"{NAMED}{text}{OR}{it.text(case)}{END}" for case in it.forms}
        return Phrase(forms, role="one", gender=like.gender, noun=like)

    def demonstrated(self, noun: Phrase, word: str) -> Phrase:
        """A bare noun behind `that`, `the first`, `the chosen`."""
        return _phrase(f"{_DETERMINERS[word]}{noun.text()}", False, "").but(gender=noun.gender)

    def denied(self, phrase: Phrase) -> Phrase:
        """Who cannot do something."""
        return phrase

    def times(self, left: Phrase, right: Phrase) -> Phrase:
        """``5 times 2``, ``your damage times 2``."""
        forms = {case: f"{text} times {right.text()}" for case, text in left.forms.items()}
        return left.but(forms=forms, role="long", count=None, noun=None)

    def those_chosen(self, among: Phrase) -> Phrase:
        return same("those chosen", many=True)

    def mentioned(self, clause: str) -> str:
        """A clause about what is named where it is first mentioned."""
        return _resolved(_resolved(clause, 0, 1, NAMED), 1, mark=NAMED)

    def is_relative(self, clause: str) -> bool:
        """Whether a clause about a marked pronoun may stand behind the noun with `that` or `whose` at its beginning."""
        return clause.startswith(_JOINING)

    def related(self, clauses: Sequence[str]) -> str:
        """Clauses about a marked pronoun, as they stand behind the noun."""
        joining = [
            _resolved(_resolved(begun_again(c, "{} either {} or {}"), 0, 1), 1) for c in clauses if self.is_relative(c)
        ]
        others = [_resolved(c, 1) for c in clauses if not self.is_relative(c)]
        parts = [listed(joining, "and")] if joining else []
        return " ".join(parts + (["such that " + listed(others, "and")] if others else []))

    def listed(self, clauses: Sequence[str], word: str) -> str:
        return listed(clauses, word)

    def finished(self, text: str) -> str:
        text = unmarked(text)
        text = _AGREEING.sub(_agreed, re.sub(r"\bonce per the ", "once per ", text))
        text = re.sub(r"\b(the (?:highest|lowest)) the ", r"\1 ", text)
        text = _ONE_OF_BARE.sub(r"\1 of the ", text.replace(AGAIN, ""))
        text = re.sub(r"\s+([,.;:)])", r"\1", re.sub(r" {2,}", " ", text)).strip()
        text = re.sub(r"(^|[.!?] )(\w)", lambda found: found[1] + found[2].upper(), text)
        return text if text.endswith((".", ":", "!", "?", ".”", ".)")) else text + "."


def _agreed(found: re.Match[str]) -> str:
    """The verb of one person who is called `they`: plural behind that pronoun, else singular."""
    before = re.findall(r"\b(?:they|that)\b", found.string[: found.start()], re.IGNORECASE)
    return found[2] if before and before[-1].lower() == "they" else found[1]


def listed(texts: Sequence[str], word: str) -> str:
    if len(texts) < 3:
        return f" {word} ".join(texts)
    return f"{', '.join(texts[:-1])}, {word} {texts[-1]}"


def _article(forms: Forms) -> str:
    return f"{forms.article or article_before(forms.one[0])} "


def _form(word: WordNoun, forms: Forms, many: bool) -> str:
    if many and not forms.many:
        raise MissingForm(f"the noun `{word.name}` has no English plural")
    return (forms.many if many else forms.one)[0]


def _cases(subject: str, other: str, possessive: str) -> dict[str, str]:
    return {"nom": subject, "gen": possessive, "dat": other, "acc": other, "ins": other, "prp": other}


def _phrase(text: str, many: bool, tail: str, role: str = "") -> Phrase:
    whole = f"{text} {tail}" if tail else text
    possessive = f"{whole}'" if many and text.endswith("s") else f"{whole}'s"
    return Phrase(_cases(whole, whole, possessive), many=many, role=role or ("long" if tail else "plain"))


def _marked(joining: str, referring: str) -> str:
    return f"{RELATIVE}{joining}{OR}{referring}{END}"


def _resolved(text: str, which: int, count: int = 0, mark: str = RELATIVE) -> str:
    """The text with its marked pronouns replaced: all, or the first ``count``."""
    return re.sub(f"{mark}([^{OR}]*){OR}([^{END}]*){END}", lambda m: m[which + 1], text, count=count)

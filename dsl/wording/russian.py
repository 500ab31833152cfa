"""Russian: cases, genders, numbers, animacy, numerals, agreement.

Job: the grammar of Russian for `dsl.wording`. Input: words and phrases. Output: phrases. Knows no game and no tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dsl.meaning.lexicon import Forms, WordNoun
from dsl.meaning.templates import CASES
from dsl.wording.phrase import (
    AGAIN,
    BEHIND,
    END,
    HELD,
    NAMED,
    OBJECT,
    OR,
    RELATIVE,
    MissingForm,
    Phrase,
    begun_again,
    same,
    unmarked,
)
from dsl.wording.russian_forms import declined
from dsl.wording.russian_nouns import NOUNS
from dsl.wording.russian_sentences import SENTENCES

# What stands before a noun for a determiner; the words agree with it.
_DETERMINERS = {
    "": (), "a": (), "the": (), "this": ("этот",), "that": ("тот",), "each": ("каждый",), "one": ("один",),
    "next": ("следующий",), "only": ("единственный",), "nearest": ("ближайший",), "farthest": ("самый", "удалённый"),
    "random": ("случайный",), "chosen": ("выбранный",), "printed": ("напечатанный",),
    "first": ("первый",), "first chosen": ("первый", "выбранный"), "last chosen": ("последний", "выбранный"),
}  # fmt: skip
_ONES = {"one": "один", "each": "каждый", "first": "первый", "last": "последний"}
_JOINTS = {"and": "и", "or": "или"}
_PREPOSITIONS = "от|у|к|с|на|по|в|для|из|за|до|без|против|под|над|перед|о|об|около|кроме|вокруг"
_ALONE = _PREPOSITIONS.split("|")
_MARKED = re.compile(f"[{RELATIVE}{NAMED}]([^{OR}]*){OR}([^{END}]*){END}")
# A pronoun within a clause that is one alone, perhaps behind a preposition, which goes before `который` too.
_WITHIN = re.compile(
    rf"(?P<before>(?:(?!\b(?:и|или|если)\b)[^,;:()])*?)(?P<by>\b(?:рядом )?(?:{_PREPOSITIONS}) )?"
    rf"(?P<which>{RELATIVE}[^{END}]*{END})(?P<after>.*)"
)
_BEHIND_PREPOSITION = re.compile(rf"\b({_PREPOSITIONS}) {BEHIND}")


class Russian:
    language = "ru"
    templates = SENTENCES
    nouns = NOUNS

    def noun(self, word: WordNoun, determiner: str = "", many: bool = False, tail: str = "") -> Phrase:
        forms = word.forms["ru"]
        before = _DETERMINERS[determiner]
        return _phrase(
            lambda case: _agreeing(before, forms, many, case) + _form(word, forms, many, case), forms, many, tail
        )

    def possessed(self, word: WordNoun, owner: Phrase, many: bool = False, adjective: str = "") -> Phrase:
        return self.with_owner(self.noun(word, adjective, many), owner)

    def with_owner(self, phrase: Phrase, owner: Phrase) -> Phrase:
        """``его скорость``, ``ваша скорость``, ``скорость этого существа``."""
        gender = "many" if phrase.many else phrase.gender

        def form(case: str) -> str:
            if owner.role == "you":
                return f"{declined('ваш', gender, case, phrase.animate)} {phrase.text(case)}"
            if owner.role == "it":
                return f"{owner.text('gen').removeprefix(BEHIND)} {phrase.text(case)}"
            if owner.role in ("which", "one") and (found := _MARKED.fullmatch(owner.text("gen"))):
                head = phrase.text(case)
                it = found[2].removeprefix(BEHIND)
                again = f"{head} {it}" if it == found[2] else f"{it} {head}"
                return f"{found[0][0]}{head} {found[1]}{OR}{again}{END}"
            return f"{phrase.text(case)} {owner.text('gen')}"

        if owner.role in ("which", "one"):
            return Phrase({c: form(c) for c in CASES}, phrase.many, phrase.gender, phrase.animate, owner.role)
        role = "plain" if owner.role in ("you", "it") else "long"
        return Phrase({c: form(c) for c in CASES}, phrase.many, phrase.gender, phrase.animate, role)

    def quantity(self, number: Phrase, word: WordNoun) -> Phrase:
        forms, count = word.forms["ru"], number.count
        if number.role == "letter":
            return same(f"{number.text()} {_form(word, forms, bool(forms.many), 'gen')}", many=True, role="long")
        if count is None and not forms.many:
            equal = {
                c: f"{_form(word, forms, False, c)}, {declined('равный', forms.gender, c, False)} {number.text('dat')},"
                for c in CASES
            }
            return Phrase(equal, False, forms.gender, role="long")
        if not forms.many:  # what is not counted
            return same(f"{number.text()} {_form(word, forms, False, 'gen')}", gender=forms.gender, count=count)
        if count is None:
            equal = {case: f"число {_form(word, forms, True, 'gen')}, равное {number.text('dat')}," for case in CASES}
            equal["gen"] = f"числа {_form(word, forms, True, 'gen')}, равного {number.text('dat')},"
            return Phrase(equal, False, "neuter", role="long")
        return Phrase({c: f"{number.text()} {counted(word, forms, count, c)}" for c in CASES}, count != 1, forms.gender,
                      forms.animate, count=count)  # fmt: skip

    def at_most(self, limit: int, word: WordNoun, tail: str) -> Phrase:
        forms = word.forms["ru"]
        return _phrase(
            lambda case: f"не более чем {limit} {counted(word, forms, limit, case)}", forms, limit != 1, tail
        )

    def pronoun(self, role: str, like: Phrase | None = None) -> Phrase:
        if role == "you":
            return Phrase(
                dict(zip(CASES, ["вы", "вас", "вам", "вас", "вами", "вас"], strict=True)),
                True,
                role="you",
                animate=True,
            )
        assert like is not None
        gender = "many" if like.many else like.gender
        it = {case: declined("он", gender, case, like.animate) for case in CASES}
        it |= {case: BEHIND + it[case] for case in ("gen", "dat", "acc", "ins")}
        if role == "which":
            joining = {case: declined("который", gender, case, like.animate) for case in CASES}
            joining["acc"] = OBJECT + joining["acc"]
            it = {case: f"{RELATIVE}{joining[case]}{OR}{it[case]}{END}" for case in CASES}
        return Phrase(it, like.many, like.gender, like.animate, role, noun=like)

    def named(self, word: WordNoun | None, name: str) -> Phrase:
        if word is None:
            return same(f"«{name}»", gender="masculine", role="name")
        forms = word.forms["ru"]
        return _phrase(lambda case: f"{_form(word, forms, False, case)} «{name}»", forms, False, "")

    def joined(self, phrases: Sequence[Phrase], word: str) -> Phrase:
        forms = {case: listed([p.text(case) for p in phrases], _JOINTS[word]) for case in CASES}
        first = phrases[0]
        many = word == "and" and len(phrases) > 1
        return Phrase(
            forms, many or first.many, first.gender, first.animate, "long" if len(phrases) > 1 else first.role
        )

    def tailed(self, phrase: Phrase, tail: str) -> Phrase:
        if not tail:
            return phrase
        return phrase.but(forms={c: f"{text} {tail}" for c, text in phrase.forms.items()}, role="long")

    def pick(self, phrase: Phrase, choices: tuple[str, ...]) -> str:
        """Three choices for a number: by its class. Else three: one, many, `вы`; four: by gender and number."""
        if phrase.whole and len(choices) == 4:
            return choices[2]
        if phrase.whole:
            if len(choices) != 3:
                raise MissingForm("three words are needed for a number: for 1, for 2 to 4, and for 5 and more")
            return choices[2 if phrase.count is None else number_class(phrase.count)]
        if len(choices) == 3:
            return choices[2 if phrase.role == "you" else 1 if phrase.many else 0]
        if len(choices) == 4:
            return choices[3 if phrase.many else ("masculine", "feminine", "neuter").index(phrase.gender)]
        raise MissingForm("three words are needed (one, many, вы), or four (masculine, feminine, neuter, many)")

    def one_of(self, phrase: Phrase, like: Phrase, word: str = "one") -> Phrase:
        """One of several; where it is mentioned again, it is a pronoun."""
        it = self.pronoun("it", like)

        def form(case: str) -> str:
            one = f"{declined(_ONES[word], like.gender, case, like.animate)} из {phrase.text('gen')}"
            return f"{NAMED}{one}{OR}{it.text(case)}{END}"

        return Phrase({case: form(case) for case in CASES}, False, like.gender, like.animate, "one", noun=like)

    def demonstrated(self, noun: Phrase, word: str) -> Phrase:
        """A bare noun behind `тот`, `первый`, `выбранный`."""
        said = {c: [declined(one, noun.gender, c, noun.animate) for one in _DETERMINERS[word]] for c in CASES}
        forms = {c: " ".join([*said[c], noun.text(c)]) for c in CASES}
        return Phrase(forms, False, noun.gender, noun.animate)

    def denied(self, phrase: Phrase) -> Phrase:
        """Who cannot do something: ``ни один волк`` for ``каждый волк``."""
        each, one = (f"{declined(word, phrase.gender, 'nom', phrase.animate)} " for word in ("каждый", "один"))
        if not phrase.text().startswith(each):
            return phrase
        return phrase.but(forms={**phrase.forms, "nom": f"ни {one}{phrase.text().removeprefix(each)}"})

    def times(self, left: Phrase, right: Phrase) -> Phrase:
        """``5 × 2``, ``ваш урон, умноженный на 2``: the number stands last."""
        numbers = [one.role in ("number", "letter") for one in (left, right)]
        if all(numbers):
            return same(f"{left.text()} × {right.text()}", many=True)
        if numbers[0]:
            left, right = right, left
        gender = "many" if left.many else left.gender
        times = {case: declined("умноженный", gender, case, left.animate) for case in CASES}
        forms = {case: f"{text}, {times[case]} на {right.text('acc')}," for case, text in left.forms.items()}
        return Phrase(forms, left.many, left.gender, left.animate, "long")

    def those_chosen(self, among: Phrase) -> Phrase:
        forms = {case: declined("выбранный", "many", case, among.animate) for case in CASES}
        return Phrase(forms, many=True, animate=among.animate)

    def mentioned(self, clause: str) -> str:
        """A clause about what is named where it is first mentioned."""
        return resolved(resolved(clause, 0, 1, NAMED), 1, mark=NAMED)

    def is_relative(self, clause: str) -> bool:
        """Whether a clause about a marked pronoun may stand behind the noun with `который` near its beginning."""
        return _joins(clause) or bool(_fronted(clause))

    def related(self, clauses: Sequence[str]) -> str:
        """Clauses about a marked pronoun, as they stand behind the noun."""
        clauses = [_fronted(c) or c for c in clauses]
        joining = [resolved(resolved(begun_again(c, "{} либо {}, либо {},"), 0, 1), 1) for c in clauses if _joins(c)]
        others = [resolved(c, 1) for c in clauses if not _joins(c)]
        parts = [f", {listed(joining, 'и')},"] if joining else []
        return "".join(parts + ([f", если {listed(others, 'и')},"] if others else []))

    def listed(self, clauses: Sequence[str], word: str) -> str:
        return listed(clauses, _JOINTS[word])

    def finished(self, text: str) -> str:
        text = unmarked(text)
        text = _BEHIND_PREPOSITION.sub(r"\1 н", text).replace(BEHIND, "").replace(AGAIN, "")
        text = re.sub(r"\bс (?=вс[её]|мн[оу]г)", "со ", text)
        text = re.sub(r"\bо (?=[аоуэи])", "об ", text)
        text = re.sub(r"\bв (?=вс[её]м)", "во ", text)
        text = re.sub(r"\s+([,.;:)])", r"\1", re.sub(r" {2,}", " ", text)).strip()
        text = re.sub(r",+(?=[,.;:)])", "", text)
        text = text.removesuffix(",")
        text = re.sub(r"(^|[.!?] )(\w)", lambda found: found[1] + found[2].upper(), text)
        return text if text.endswith((".", ":", "!", "?", ".)")) else text + "."


def listed(texts: Sequence[str], word: str) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def _joins(clause: str) -> bool:
    """Whether the clause may begin with `который`: two words at most stand before it, and none before an object."""
    before, _, behind = clause.partition(RELATIVE)
    is_object = behind.startswith(OBJECT) and before != "" and before.removesuffix(" ") not in _ALONE
    is_near = len(before.split()) <= 2 and "," not in before and not is_object
    return bool(behind) and (is_near or clause.startswith(HELD))


def _fronted(clause: str) -> str:
    """The clause with its pronoun at the beginning, behind its preposition; empty where it cannot stand there."""
    found = _WITHIN.fullmatch(clause)
    if (
        found is None
        or clause.startswith(HELD)
        or clause.count(RELATIVE) != 1
        or not (found["by"] or OBJECT in found["which"])
    ):
        return ""
    return f"{found['by'] or ''}{found['which']} {found['before']}{found['after'].lstrip()}".rstrip()


def number_class(number: int) -> int:
    """0 for 1, 21, 31 …; 1 for 2 to 4, 22 …; 2 for the others."""
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


def counted(word: WordNoun, forms: Forms, count: int, case: str) -> str:
    """The noun behind a number that stands in a case."""
    group = number_class(count)
    if group == 0:
        return _form(word, forms, False, case)
    straight = case == "nom" or (case == "acc" and not (forms.animate and group == 1))
    if not straight:
        return _form(word, forms, True, "gen" if case == "acc" else case)
    return _form(word, forms, False, "gen") if group == 1 else _form(word, forms, True, "gen")


def resolved(text: str, which: int, count: int = 0, mark: str = RELATIVE) -> str:
    """The text with its marked pronouns replaced: all, or the first ``count``."""
    shown = re.sub(f"{mark}([^{OR}]*){OR}([^{END}]*){END}", lambda m: m[which + 1], text, count=count)
    return shown if RELATIVE in shown else shown.replace(OBJECT, "").replace(HELD, "")


def _agreeing(words: tuple[str, ...], forms: Forms, many: bool, case: str) -> str:
    gender = "many" if many else forms.gender
    return "".join(declined(word, gender, case, forms.animate) + " " for word in words)


def _form(word: WordNoun, forms: Forms, many: bool, case: str) -> str:
    if many and not forms.many:
        raise MissingForm(f"the noun `{word.name}` has no Russian plural")
    return (forms.many if many else forms.one)[CASES.index(case)]


def _phrase(form: Callable[[str], str], forms: Forms, many: bool, tail: str) -> Phrase:
    behind = f"{'' if tail.startswith(',') else ' '}{tail}" if tail else ""
    return Phrase({c: form(c) + behind for c in CASES}, many, forms.gender, forms.animate, "long" if tail else "plain")

"""The declension of Russian adjectives and pronouns that belong to the language itself, not to a game.

Job: give the form of a determiner by gender, number, case and animacy. Knows no game.
"""

from __future__ import annotations

from dsl.meaning.templates import CASES

_GENDERS = ("masculine", "neuter", "feminine", "many")
# Endings by gender and case, nominative to prepositional. `*` in the accusative: as the genitive for what is animate,
# else as the nominative.
_HARD = {
    "masculine": "ый ого ому * ым ом", "neuter": "ое ого ому ое ым ом",
    "feminine": "ая ой ой ую ой ой", "many": "ые ых ым * ыми ых",
}  # fmt: skip
_SOFT = {
    "masculine": "ий его ему * им ем", "neuter": "ее его ему ее им ем",
    "feminine": "ая ей ей ую ей ей", "many": "ие их им * ими их",
}  # fmt: skip
_SOFTER = {
    "masculine": "ий его ему * им ем", "neuter": "ее его ему ее им ем",
    "feminine": "яя ей ей юю ей ей", "many": "ие их им * ими их",
}  # fmt: skip
_WHOLE = {
    "этот": {
        "masculine": "этот этого этому * этим этом", "neuter": "это этого этому это этим этом",
        "feminine": "эта этой этой эту этой этой", "many": "эти этих этим * этими этих",
    },
    "тот": {
        "masculine": "тот того тому * тем том", "neuter": "то того тому то тем том",
        "feminine": "та той той ту той той", "many": "те тех тем * теми тех",
    },
    "один": {
        "masculine": "один одного одному * одним одном", "neuter": "одно одного одному одно одним одном",
        "feminine": "одна одной одной одну одной одной", "many": "одни одних одним * одними одних",
    },
    "ваш": {
        "masculine": "ваш вашего вашему * вашим вашем", "neuter": "ваше вашего вашему ваше вашим вашем",
        "feminine": "ваша вашей вашей вашу вашей вашей", "many": "ваши ваших вашим * вашими ваших",
    },
    "он": {
        "masculine": "он его ему его им нём", "neuter": "оно его ему его им нём",
        "feminine": "она её ей её ей ней", "many": "они их им их ими них",
    },
}  # fmt: skip
_STEMS = {
    "который": ("котор", _HARD), "каждый": ("кажд", _HARD), "единственный": ("единственн", _HARD),
    "следующий": ("следующ", _SOFT), "ближайший": ("ближайш", _SOFT), "случайный": ("случайн", _HARD),
    "выбранный": ("выбранн", _HARD), "напечатанный": ("напечатанн", _HARD), "равный": ("равн", _HARD),
    "умноженный": ("умноженн", _HARD), "первый": ("перв", _HARD), "последний": ("последн", _SOFTER),
    "самый": ("сам", _HARD), "удалённый": ("удалённ", _HARD),
}  # fmt: skip


def declined(word: str, gender: str, case: str, animate: bool) -> str:
    """A determiner or pronoun in a form; ``gender`` is `many` for the plural."""
    if word in _WHOLE:
        stem, endings = "", _WHOLE[word]
    else:
        stem, endings = _STEMS[word]
    forms = endings[gender].split()
    place = CASES.index(case)
    if forms[place] == "*":
        place = CASES.index("gen") if animate else CASES.index("nom")
    return stem + forms[place]

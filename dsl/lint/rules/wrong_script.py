"""A name is written in the alphabet of another language: a Russian name in Latin letters, or an English one in Cyrillic
letters.

Usually the name was not translated, or two names were swapped. Names without letters are not reported.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import SCOUT_TEST, Finder, LintContext, Rule

FOUND = Finder("wrong-script")


# The alphabets of languages that have one of their own; the name that Unicode gives its letters.
_ALPHABETS = {
    "ru": "CYRILLIC", "uk": "CYRILLIC", "bg": "CYRILLIC", "el": "GREEK", "en": "LATIN", "de": "LATIN", "fr": "LATIN",
    "es": "LATIN", "it": "LATIN", "pl": "LATIN", "pt": "LATIN", "nl": "LATIN",
}  # fmt: skip


def check(context: LintContext) -> Iterator[Diagnostic]:
    for language, value in context.names:
        wanted = _ALPHABETS.get(language)
        letters = [char for char in value.text if char.isalpha()]
        found = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
        if wanted and len(letters) > 3 and wanted not in found and found & set(_ALPHABETS.values()):
            alphabet = wanted.capitalize()
            yield FOUND(value.span, f"the name in `{language}` has no {alphabet} letter", help="translate it")


RULE = Rule(
    "wrong-script",
    "text",
    "a name in the alphabet of another language",
    __doc__,
    bad={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Scout}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    good={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    check=check,
)

"""The English article before a word, by how its beginning sounds.

Job: choose between *a* and *an*, for messages and texts of cards; input and output are plain text. What no rule of
spelling tells, a noun of the game says itself (`article`).
"""

from __future__ import annotations

import re

# Begun with a vowel letter, but spoken like *you* or *won*: a unit, a user, a one-handed axe; not: an uninjured unit.
_LIKE_CONSONANTS = re.compile(r"uni(?!d[ei]|gn|m[mp]|n)|us[aeu]|uti|ubi|ura[nl]|eu|ew|(?:one|once)(?![a-z])")
_SILENT = re.compile(r"hour|honest|honou?r|heir")


def article_before(word: str) -> str:
    begun = word.lower()
    is_vowel = bool(_SILENT.match(begun)) or (begun[:1] in set("aeiou") and not _LIKE_CONSONANTS.match(begun))
    return "an" if is_vowel else "a"

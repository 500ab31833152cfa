"""Cards that are written from the top, and lack keys yet.

Job: give such a card what it lacks, so that its texts can be checked like those of others. Input: a vocabulary, the
text of a card file, and a place in a text of the language. Output: the text and the place in it. Changes no file.
"""

from __future__ import annotations

import re

from dsl.meaning.types import Type
from dsl.meaning.vocab import Vocabulary

_KEY = re.compile(r"^( +)[a-z_]+: *[|>]", re.MULTILINE)
_PLAIN = {"int": "1", "bool": "false", "text": "a", "dice": "1d6", "set": "[]", "list": "[]", "rules": '""'}


def filled(vocab: Vocabulary, text: str, at: int) -> tuple[str, int]:
    """The text with the keys that the card around a place must have; as it was if nothing is known to be missing."""
    start = text.rfind("\n- ", 0, at) + 1 or text.rfind("\n  - ", 0, at) + 1
    above = list(_KEY.finditer(text, start, at))
    kind = re.search(r"^(?: *- | +)kind: *([a-z]\w*)", text[start:at], re.MULTILINE)
    kind = kind or re.search(r"^all:[^-]*\bkind: *([a-z]\w*)", text[:start], re.MULTILINE)
    if not start or not above or kind is None or kind[1] not in vocab.kinds:
        return text, at
    end = re.compile(r"\n *- ").search(text, at)
    card = text[start : end.start() if end else len(text)]
    names = ", ".join(f"{language}: a" for language in vocab.languages)
    needed = {"id": "a", "kind": kind[1], "name": f"{{{names}}}", "provenance": "house"}
    for field in vocab.fields_of(kind[1]).values():
        if field.printed and not field.has_default:
            needed[field.name] = _value(vocab, field.type, field.minimum)
    all_of_them = re.search(r"^all:(.*?)^cards:", text[:start], re.MULTILINE | re.DOTALL)
    given = card + (all_of_them[1] if all_of_them else "")
    missing = [key for key in needed if needed[key] and not re.search(rf"(?:^|[ {{]){key}:", given, re.MULTILINE)]
    added = "".join(f"{above[-1][1]}{key}: {needed[key]}\n" for key in missing)
    place = above[-1].start()
    return text[:place] + added + text[place:], at + len(added)


def _value(vocab: Vocabulary, of: Type, least: int | None) -> str:
    """Something that a field of the type may hold; empty where nothing is known."""
    if of.form == "enum":
        return next(iter(vocab.enums[of.name].values), "")
    return str(max(least, 1)) if of.form == "int" and least is not None else _PLAIN.get(of.form, "")

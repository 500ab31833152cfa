"""A printed number stands far from those of all other cards.

Often a digit is missing or one too many: 20 among numbers from 150 to 300. The rule compares the numbers of one field
of one kind, where at least eight are printed. It finds the largest if it is at least five times the one before it, and
the smallest if the one after it is at least five times as large. Correct the number, or allow it if it is printed so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.numbers import Number, edges

FOUND = Finder("outlying-number")
_LEAST, _TIMES = 8, 5


def whole(context: LintContext) -> Iterator[Diagnostic]:
    many: Counter[str] = Counter()
    paths: dict[Number, str] = {}
    for path, file in context.summary.files.items():
        many.update(file.number_counts)
        paths |= dict.fromkeys((Number(*number) for number in file.numbers), path)
    by_field: dict[str, list[Number]] = {}
    for number in edges(list(paths)):
        by_field.setdefault(number.field, []).append(number)
    for field, numbers in by_field.items():
        if many[field] >= _LEAST:
            numbers.sort(key=lambda number: number.value)
            for far, nearest in (numbers[0], numbers[1:3]), (numbers[-1], numbers[-2:-4:-1]):
                low, high = sorted((far.value, nearest[0].value))
                if low > 0 and high >= _TIMES * low:
                    place = context.summary.place(paths[far], far.start, far.end, far.card)
                    yield FOUND(place, _message(far), help=f"nearest are {_shown(nearest)}; {_ALLOWED}")


_ALLOWED = "if it is meant, write `# allow: outlying-number` and why behind it"


def _message(far: Number) -> str:
    kind, _, name = far.field.partition(".")
    return f"`{name}` of `{far.card}` is {far.value}, far from that of every other {kind}"


def _shown(nearest: list[Number]) -> str:
    return " and ".join(f"{number.value} (`{number.card}`)" for number in nearest)


def _cards(last: int) -> str:
    weights = (20, 22, 24, 25, 28, 30, 32, last)
    form = "- {{id: c{n}, kind: crate, name: {{en: Crate {n}, ru: Ящик {n}}}, provenance: house, weight: {weight}}}\n"
    return "".join(form.format(n=n, weight=weight) for n, weight in enumerate(weights))


_KINDS = """\
crate:
    card: true
    fields: {weight: {type: int, printed: true}}
"""
_MADE = ", ".join(f"{{name: n{n}, card: c{n}}}" for n in range(8))
_TESTS = f"""\
- name: crates are heavy
  given:
    players: [p1]
    create: [{_MADE}, {{name: g, card: grunt, owner: p1, controller: p1}}]
  when: tap g
  then: [{", ".join(f"n{n}.weight > 0" for n in range(8))}]
"""

RULE = Rule(
    "outlying-number",
    "text",
    "a printed number far from all others of its field",
    __doc__,
    bad={"kinds": _KINDS, "cards": _cards(2), "tests": _TESTS},
    good={"kinds": _KINDS, "cards": _cards(12), "tests": _TESTS},
    whole=whole,
)

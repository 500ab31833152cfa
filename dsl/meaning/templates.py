"""Phrases with slots, as a game writes them in its words.

Job: read a phrase to a `Template`. Input: its text. Output: pieces of text, slots, and optional groups. Knows no
grammar: which form stands in a slot is found where the phrase is used.

``{target}``, ``{target:dat}`` (a case), ``{target|moves|move}`` (a choice that agrees with the value),
``{squares#square}`` (a number with a noun), ``{amount!}`` (a number that is known: else the next phrase is taken),
``{=square}`` and ``{=square*}`` (the head of the phrase, which takes its case; with a star, plural), ``{=turn@who}``
(the head, owned by a value), ``{of:*}`` (a value in the case of the whole phrase), ``[ from {place}]`` (left out where
the value is not given), ``{-c}`` (a value that needs no words here).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.source import Span

CASES = ("nom", "gen", "dat", "acc", "ins", "prp")
_SLOT = re.compile(
    r"\{(?P<head>[=-])?(?P<name>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)(?P<many>\*)?(?P<known>!)?"
    r"(?:@(?P<owner>[a-z][a-z0-9_]*))?(?:#(?P<unit>[a-z][a-z0-9_]*))?(?::(?P<case>[a-z]+|\*))?(?P<choices>(?:\|[^{}\[\]|]*)+)?\}"
)


@dataclass(frozen=True, slots=True)
class Slot:
    """``choices`` agree with the value; ``unit`` is the noun that a number counts; ``head``: a noun, not a value.

    ``silent``: the value is known here without words; ``known``: the phrase is for a number that is known.
    """

    name: str
    case: str = ""
    choices: tuple[str, ...] = ()
    unit: str = ""
    head: bool = False
    many: bool = False
    owner: str = ""
    silent: bool = False
    known: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that are left out together where the value of one of them is not given."""

    pieces: tuple[str | Slot, ...]


@dataclass(frozen=True, slots=True)
class Template:
    pieces: tuple[str | Slot | Group, ...]
    span: Span

    def slots(self) -> Iterator[Slot]:
        for piece in self.pieces:
            if isinstance(piece, Group):
                yield from (inner for inner in piece.pieces if isinstance(inner, Slot))
            elif isinstance(piece, Slot):
                yield piece

    @property
    def needed(self) -> frozenset[str]:
        """The values that must be given."""
        return frozenset(name for s in self.pieces if isinstance(s, Slot) for name in _named(s))

    @property
    def shown(self) -> frozenset[str]:
        """The values that the phrase shows, not only agrees with."""
        return frozenset(name for s in self.slots() if not s.choices for name in _named(s))


def _named(slot: Slot) -> tuple[str, ...]:
    """The values of a slot."""
    if slot.head:
        return (slot.owner,) if slot.owner else ()
    return () if slot.name == "not" else (slot.name,)


def read_template(text: str, span: Span, sink: Sink) -> Template | None:
    """The template of a text, or None after a diagnostic."""
    pieces: list[str | Slot | Group] = []
    for index, part in enumerate(re.split(r"\[([^\[\]]*)\]", text)):
        inner = _pieces(part, span, sink)
        if inner is None:
            return None
        pieces += [Group(tuple(inner))] if index % 2 else inner
    return Template(tuple(pieces), span)


def _pieces(text: str, span: Span, sink: Sink) -> list[str | Slot] | None:
    pieces: list[str | Slot] = []
    place = 0
    for found in _SLOT.finditer(text):
        pieces.append(text[place : found.start()])
        choices = tuple((found["choices"] or "")[1:].split("|")) if found["choices"] else ()
        case = found["case"] or ""
        if case not in ("", "*", *CASES):
            begins = (case[:3], case[:4].replace("prep", "prp"))
            meant = next((known for known in CASES if known in begins), "")
            help = f"write `{found['name']}:{meant}`" if meant else f"the cases are {', '.join(CASES)}"
            sink.add("wrong-value", span, f"`{case}` is no case", help=help)
            return None
        marks = (
            found["head"] == "=",
            bool(found["many"]),
            found["owner"] or "",
            found["head"] == "-",
            bool(found["known"]),
        )
        pieces.append(Slot(found["name"], case, choices, found["unit"] or "", *marks))
        place = found.end()
    pieces.append(text[place:])
    if any(isinstance(piece, str) and re.search(r"[{}\[\]]", piece) for piece in pieces):
        help = "write `{name}`, `{name:gen}`, `{name|one|many}`, `{name#noun}` or `{=noun}`; `[…]` may be left out"
        sink.add("wrong-value", span, "a bracket in this phrase has no meaning", help=help)
        return None
    return [piece for piece in pieces if piece != ""]

"""The files that cards are printed to.

Job: choose the cards that are asked for, as many of each as a roster says, and make files of them: sheets, pictures, a
gallery, decks for a table on the screen. Input: a build without errors. Output: bytes by path. Must never write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from cardwright.authoring.faces.describe import Face
from cardwright.authoring.faces.gallery import gallery
from cardwright.authoring.faces.sheets import Paper, decks, sheets, single
from cardwright.authoring.faces.typesetting import Faults, Look, typeset
from cardwright.authoring.hosts import file_name
from dsl.checking.rosters import RosterData
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic

_MOST_PIXELS = 4096  # across the picture of a deck, which every table can load
_DECK_PPI = 220.0


@dataclass(frozen=True, slots=True)
class Job:
    """Faces, and how many of each; ``title`` is the name of the game."""

    faces: tuple[Face, ...]
    copies: dict[str, int]
    title: str
    language: str

    def look(self, bleed: float = 0) -> Look:
        return Look(self.title, self.language, bleed)


def chosen(faces: Sequence[Face], kinds: Sequence[str], cards: Sequence[str]) -> tuple[Face, ...]:
    """The faces of some kinds and cards; without any, all of them."""
    return tuple(face for face in faces if not (kinds or cards) or face.kind in kinds or face.card in cards)


def copies(roster: RosterData, known: Sequence[str]) -> dict[str, int]:
    """How often a roster lists each card."""
    found: dict[str, int] = {}
    for _, value in roster.values:
        for card in map(str, cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)):
            if card in known:
                found[card] = found.get(card, 0) + 1
    return found


def resized(faces: Sequence[Face], size: tuple[int, int]) -> tuple[Face, ...]:
    """The faces in another size."""
    return tuple(replace(face, size=size, data=face.data | {"size": list(size)}) for face in faces)


def findings(faces: Sequence[Face], faults: Faults) -> Iterator[Diagnostic]:
    """What is wrong with faces, at the places of their cards."""
    for face in faces:
        if face.card in faults.overfull:
            help = "shorten its text, show fewer fields, or give its kind a larger `size` in faces.yaml"
            width, height = face.size
            what = f"the texts of `{face.card}` do not fit on {width} × {height} mm, even in the smallest letters"
            yield Diagnostic("overfull-face", face.span, what, help, owner=face.card)
        for letter in faults.glyphs.get(face.card, ()):
            what = f"no font has the character {letter!r} (U+{ord(letter):04X}), so a box would be printed"
            yield Diagnostic("missing-glyph", face.span, what, "write it with other characters", owner=face.card)


def sheet_file(job: Job, paper: Paper) -> bytes:
    """Sheets to print and to cut out, as PDF."""
    numbers = [number for number, face in enumerate(job.faces) for _ in range(job.copies.get(face.card, 0))]
    (made,) = typeset(job.faces, sheets(job.faces, numbers, paper), job.look(paper.bleed), "pdf")
    return made


def picture_files(job: Job, form: str, ppi: float, bleed: float, *, backs: bool) -> dict[str, bytes]:
    """A picture of each card, of the back of each kind if they are asked for, and a list of them for programs."""
    fronts = [single(job.faces, number, bleed) for number in range(len(job.faces))]
    first = {(face.kind, face.size): number for number, face in reversed(list(enumerate(job.faces)))}
    behind = {kind: number for (kind, _), number in sorted(first.items())} if backs else {}
    pages = [*fronts, *(single(job.faces, number, bleed, back=True) for number in behind.values())]
    names = [*(file_name(face.card, form) for face in job.faces), *(f"{kind}_back.{form}" for kind in behind)]
    made = dict(zip(names, typeset(job.faces, pages, job.look(bleed), form, ppi), strict=True))
    rows = [
        {"id": face.card, "kind": face.kind, "name": face.data["title"], "file": name, "size": list(face.size)}
        | {"copies": job.copies.get(face.card, 0)}
        | ({"back": f"{face.kind}_back.{form}"} if backs else {})
        for face, name in zip(job.faces, names, strict=False)
    ]
    return {"cards.json": _json({"format": 1, "language": job.language, "cards": rows}), **made}


def gallery_file(job: Job) -> bytes:
    """One page for browsers with all cards."""
    pages = [single(job.faces, number) for number in range(len(job.faces))]
    pictures = typeset(job.faces, pages, job.look(), "svg")
    return gallery(job.title, job.language, job.faces, pictures).encode("utf-8")


def deck_files(job: Job) -> dict[str, bytes]:
    """Pictures with up to 69 cards of a kind each, as Tabletop Simulator reads them, and a list of what lies where."""
    groups: dict[tuple[str, tuple[int, int]], list[int]] = {}
    for number, face in enumerate(job.faces):
        groups.setdefault((face.kind, face.size), []).extend([number] * job.copies.get(face.card, 0))
    made: dict[str, bytes] = {}
    rows: list[dict[str, Any]] = []
    for (kind, _), numbers in groups.items():
        for count, deck in enumerate(decks(job.faces, numbers), start=1):
            name = file_name(kind if count == 1 else f"{kind}_{count}", "png")
            ppi = min(_DECK_PPI, _MOST_PIXELS * 25.4 / max(deck.page.size))
            (made[name],) = typeset(job.faces, [deck.page], job.look(), "png", ppi)
            cards = [job.faces[number].card for number in deck.cards]
            rows.append({"file": name, "kind": kind, "columns": deck.columns, "rows": deck.rows, "cards": cards})
    return {"decks.json": _json({"format": 1, "language": job.language, "decks": rows}), **made}


def _json(data: object) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8")

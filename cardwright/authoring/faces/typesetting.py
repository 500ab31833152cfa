"""Sets pages of cards with Typst.

Job: turn a description of pages into PDF, PNG or SVG, and tell which cards are too full and which characters no font
has. Input: faces and pages. Output: bytes. The only importer of Typst. Fonts are those of two packages and never those
of the machine, so that pages are the same everywhere; a text of content is only ever data; no file but the template is
read. Without the packages, `Missing`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from cardwright.authoring.faces import icons
from cardwright.authoring.faces.describe import Face
from cardwright.authoring.faces.sheets import Page, single
from dsl.dataclass import dataclass

FILES = Path(__file__).parent / "files"
FONTS = "font_source_sans_pro"  # the package that ships the fonts without serifs; those with serifs are in Typst
_UNKNOWN = re.compile(r'the text `"(.*?)"` could not be displayed')
_MOST = 12_000  # characters on one card; a longer text is not even measured


class Missing(Exception):
    """A package that `cardwright[cards]` installs is not there; the text says which."""


@dataclass(frozen=True, slots=True)
class Look:
    """What all pages of a run share: the title of the file, the language of the texts, the bleed in millimetres."""

    title: str
    language: str
    bleed: float = 0


@dataclass(frozen=True, slots=True)
class Faults:
    """Ids of cards whose text does not fit; characters by card that no font has."""

    overfull: tuple[str, ...]
    glyphs: dict[str, tuple[str, ...]]


def typeset(faces: Sequence[Face], pages: Sequence[Page], look: Look, form: str, ppi: float = 144) -> list[bytes]:
    """The pages as files: one for each page, or one PDF of all."""
    made: bytes | list[bytes] = _compiler(faces, pages, look).compile(format=form, ppi=ppi, timestamp=0)
    return list(made) if isinstance(made, list) else [made]


def typeset_extra(job: dict[str, Any], template: str = "extras.typ", form: str = "pdf") -> list[bytes]:
    """What is no card, as files: one PDF, or a picture of each page."""
    made: bytes | list[bytes] = _compiler_of(template, job).compile(format=form, timestamp=0)
    return list(made) if isinstance(made, list) else [made]


def faults(faces: Sequence[Face], look: Look) -> Faults:
    """What is wrong with the faces, each drawn once."""
    long = tuple(face.card for face in faces if _letters(face) > _MOST)
    fit = [face for face in faces if face.card not in long]
    unknown = _unknown_characters(faces, look)
    glyphs = {face.card: found for face in faces if (found := tuple(sorted(unknown & set(_text(face)))))}
    pages = [single(fit, number) for number in range(len(fit))]
    full: list[str] = json.loads(_compiler(fit, pages, look).query("<overfull>", "value")) if fit else []
    return Faults((*long, *full), glyphs)


def shortened(faces: Iterable[Face]) -> list[Face]:
    """The faces as they can be drawn: of a card with far too long texts, the beginning of each."""
    return [replace(face, data=_shortened(face.data)) if _letters(face) > _MOST else face for face in faces]


def _shortened(value: Any) -> Any:
    match value:
        case str():
            return value if len(value) <= 400 else value[:400] + " …"
        case list():
            return [_shortened(item) for item in cast("list[Any]", value)[:20]]
        case dict():
            return {key: _shortened(item) for key, item in cast("dict[str, Any]", value).items()}
        case _:
            return value


def _unknown_characters(faces: Sequence[Face], look: Look) -> set[str]:
    """The characters of all faces that no font has. Typst draws a box for one and says nothing, but the archival form
    of PDF does not allow such boxes.
    """
    typst = _typst()
    letters = "".join(sorted({letter for face in faces for letter in _text(face)}))
    source = '#set text(font: ("Source Sans Pro", "Libertinus Serif"))\n#for it in sys.inputs.letters.clusters() [#it ]'
    compiler = typst.Compiler(
        source.encode(), root=FILES, font_paths=_fonts(), ignore_system_fonts=True, sys_inputs={"letters": letters}
    )
    try:
        compiler.compile(format="pdf", pdf_standards="a-2b", timestamp=0)
    except typst.TypstError as fault:
        found = _UNKNOWN.findall(fault.diagnostic)
        if not found:
            raise
        return {letter for text in found for letter in _unescaped(text)}
    return set()


def _unescaped(text: str) -> str:
    """A text as Typst writes it in messages: unusual characters as `\\u{…}`."""
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda it: chr(int(it[1], 16)), text)


def _text(face: Face) -> str:
    return " ".join(_strings(face.data))


def _letters(face: Face) -> int:
    return sum(map(len, _strings(face.data)))


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from (text for item in cast("dict[str, Any]", value).values() for text in _strings(item))
        case list():
            yield from (text for item in cast("list[Any]", value) for text in _strings(item))
        case _:
            pass


def _compiler(faces: Sequence[Face], pages: Sequence[Page], look: Look) -> Any:
    job = {
        "title": look.title,
        "language": look.language,
        "bleed": look.bleed,
        "cards": [{"id": face.card, **face.data} for face in faces],
        "pages": [page.data() for page in pages],
    }
    return _compiler_of("pages.typ", job)


def _compiler_of(template: str, job: dict[str, Any]) -> Any:
    text = json.dumps(job | {"icons": icons()}, ensure_ascii=False)
    return _typst().Compiler(
        FILES / template, root=FILES, font_paths=_fonts(), ignore_system_fonts=True, sys_inputs={"job": text}
    )


def _typst() -> Any:
    for name, package in (("typst", "typst"), (FONTS, "font-source-sans-pro")):
        if find_spec(name) is None:
            raise Missing(f"the package `{package}` is not installed; `pip install cardwright[cards]` installs it")
    import typst

    return typst


@cache
def _fonts() -> Any:
    """The fonts of the packages, read once."""
    typst = _typst()
    spec = find_spec(FONTS)
    folder = Path(next(iter(spec.submodule_search_locations or ()))) / "files" if spec is not None else FILES
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[folder])

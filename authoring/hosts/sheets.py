"""Cards as tables of comma-separated values, as Squib, nanDECK and spreadsheets read them.

Job: a file for each kind of card, a row for each card, a column for each name and printed field. Input: a build and
what of it is exported. Output: texts by path. UTF-8, LF, quotes where needed (RFC 4180); `; ` parts the values of one
cell.
"""

from __future__ import annotations

import csv
import io

from authoring.faces import Face, Shown, faces_of
from compiler.build import Build
from compiler.targets.export import Content


def export_sheets(build: Build, content: Content) -> dict[str, str]:
    """``KIND.csv`` for each kind that has cards."""
    kinds: dict[str, list[Face]] = {}
    for face in faces_of(build, content.program):
        kinds.setdefault(face.kind, []).append(face)
    return {f"{kind}.csv": _sheet(faces) for kind, faces in sorted(kinds.items())}


def _sheet(faces: list[Face]) -> str:
    languages = sorted({language for face in faces for language in face.names})
    columns = ["id", *(f"name_{language}" for language in languages), *faces[0].values, *faces[0].texts]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for face in faces:
        names = [face.names.get(language, "") for language in languages]
        cells = [cell(value) for value in face.values.values()]
        writer.writerow([face.id, *names, *cells, *face.texts.values()])
    return text.getvalue()


def cell(value: Shown) -> str:
    """A value as a cell: nothing for none, `yes` and `no` for truth values."""
    if isinstance(value, tuple):
        return "; ".join(cell(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)

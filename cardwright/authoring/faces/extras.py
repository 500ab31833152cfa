"""What is printed and is no card: paper dice, the list of a roster.

Job: describe the dice of a game as nets to fold, and a roster as a table with its sums. Input: a describer, faces.
Output: PDF. A die is drawn if it has six faces that are known; `odd_dice` names the others.
"""

from __future__ import annotations

from typing import Any

from cardwright.authoring.faces.describe import Describer, Face
from cardwright.authoring.faces.printing import Job
from cardwright.authoring.faces.sheets import PAPERS
from cardwright.authoring.faces.typesetting import typeset_extra
from dsl.meaning.vocab import Die

_NOTES = {
    "en": "print at 100 % on thick paper; cut out, fold, and glue the flaps",
    "ru": "печать в масштабе 100 % на плотной бумаге; вырежьте, согните и склейте клапаны",
}
_SIDES = 6


def odd_dice(describer: Describer) -> tuple[str, ...]:
    """The dice that cannot be folded from six squares."""
    return tuple(die.name for die in describer.vocab.dice.values() if len(die.faces or ()) != _SIDES)


def dice_file(describer: Describer, paper: str) -> bytes | None:
    """Nets of the dice that the game names, as PDF; None where it has none."""
    odd = odd_dice(describer)
    dice = [_net(describer, die) for die in describer.vocab.dice.values() if die.name not in odd]
    if not dice:
        return None
    note = _NOTES.get(describer.language, _NOTES["en"])
    (made,) = typeset_extra(_page(describer, paper) | {"what": "dice", "note": note, "dice": dice})
    return made


def _net(describer: Describer, die: Die) -> dict[str, Any]:
    drawn = describer.die(die.name)
    faces = [_face(describer, face) for face in die.faces or ()]
    return {"name": drawn["name"], "colour": drawn["colour"], "faces": faces}


def _face(describer: Describer, face: dict[str, int]) -> list[dict[str, str]]:
    """What stands on a face: its number, then each symbol as often as it counts."""
    found: list[dict[str, str]] = []
    for symbol, count in face.items():
        if symbol == "value":
            found.append({"icon": "", "text": str(count)})
        elif icon := describer.style.icons.get(symbol):
            is_amount = count > 3  # so many of one symbol are told by a number
            found += [{"icon": "", "text": str(count)}] if is_amount else []
            found += [{"icon": icon, "text": ""}] * (1 if is_amount else count)
        else:
            found.append({"icon": "", "text": f"{describer.sign_of(symbol)}{count if count > 1 else ''}"})
    return found


def list_file(describer: Describer, job: Job, heading: str, paper: str) -> bytes:
    """The cards of a roster as a table: how many, their line and their numbers, and the sums of the corner numbers."""
    groups: dict[str, list[Face]] = {}
    for face in job.faces:
        groups.setdefault(face.kind, []).append(face)
    data = [
        {
            "name": str(faces[0].data["kind"]),
            "colour": faces[0].data["back"],
            "many": sum(job.copies.get(face.card, 0) for face in faces),
            "rows": [_row(face, job.copies.get(face.card, 0)) for face in faces],
        }
        for faces in groups.values()
    ]
    page = _page(describer, paper) | {"what": "list", "note": "", "heading": heading}
    (made,) = typeset_extra(page | {"groups": data, "sums": _sums(job)})
    return made


def _row(face: Face, many: int) -> dict[str, Any]:
    corners = [item for item in (face.data["left"], face.data["right"]) if item is not None]
    numbers = ", ".join(f"{item['label']} {item['value']}" for item in corners)
    line = str(face.data["line"]).removeprefix(str(face.data["kind"])).removeprefix(" · ")
    return {"many": many, "name": face.data["title"], "line": line, "numbers": numbers}


def _sums(job: Job) -> list[str]:
    """The sum of each number that stands in the right corner: what cards cost, in most games."""
    sums: dict[str, int] = {}
    for face in job.faces:
        item = face.data["right"]
        if item is not None and str(item["value"]).isdigit():
            sums[item["label"]] = sums.get(item["label"], 0) + int(item["value"]) * job.copies.get(face.card, 0)
    return [f"{label}: {total}" for label, total in sums.items()]


def _page(describer: Describer, paper: str) -> dict[str, Any]:
    return {"title": describer.game(), "language": describer.language, "paper": list(PAPERS[paper])}

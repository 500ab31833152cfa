"""Printed cards: pages to print and cut out, pictures, a gallery. Only `typesetting.py` imports Typst."""

from functools import cache
from importlib.resources import files


def hand_written(name: str) -> str:
    """The text of a hand-written file of this package."""
    return files("cardwright.authoring.faces").joinpath("files", name).read_text(encoding="utf-8")


@cache
def icons() -> dict[str, str]:
    """The icons by name, as SVG whose colour is `#000`."""
    folder = files("cardwright.authoring.faces").joinpath("files", "icons")
    return {name: hand_written(f"icons/{name}.svg") for name in sorted(each.name[:-4] for each in folder.iterdir())}

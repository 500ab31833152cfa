"""Exports for programs that show or play cards: one module each, listed in `cardwright.authoring.hosts.table`."""

import re
from importlib.resources import files

from dsl.reading.file_names import is_device


def hand_written(name: str) -> str:
    """The text of a hand-written file that is exported unchanged."""
    return files("cardwright.authoring.hosts").joinpath("files", name).read_text(encoding="utf-8")


def file_name(id_: str, suffix: str) -> str:
    """The file name for an id. `check` ensures that ids are safe names and not reserved by Windows."""
    if re.fullmatch(r"[a-z][a-z0-9_]*", id_) is None:
        raise ValueError(f"{id_!a} cannot name a file")
    return f"{id_}-.{suffix}" if is_device(id_) else f"{id_}.{suffix}"

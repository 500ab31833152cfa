"""The runtime of exported Python, compiled once in a process: its texts are the same in every export."""

from __future__ import annotations

import py_compile
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory

_CHECKED = py_compile.PycInvalidationMode.CHECKED_HASH  # a file that is changed afterwards is compiled anew


def compile_runtime(folder: Path) -> None:
    """Lays beside the modules of a runtime what the import of them would make."""
    for path in sorted(folder.glob("*.py")):
        kept = Path(cache_from_source(path))
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(_compiled(path.read_bytes(), path.name))


@cache
def _compiled(text: bytes, name: str) -> bytes:
    """The bytes of a compiled module; imports put in the path that it has."""
    with TemporaryDirectory() as folder:
        source, made = Path(folder) / name, Path(folder) / "made"
        source.write_bytes(text)
        py_compile.compile(str(source), str(made), doraise=True, invalidation_mode=_CHECKED)
        return made.read_bytes()

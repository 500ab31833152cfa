"""The message for a fault of Cardwright itself.

Job: summarize an exception for a report: version, type, the place in Cardwright and the place in the content. Input: an
exception. Output: text. Never shows contents of files or of the environment, so it leaves out messages of the system.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from cardwright import __version__
from dsl.diagnostics import InternalError

_ROOT = Path(__file__).parents[2]
_OURS = ("dsl", "compiler", "cardwright")
_WHOLE = "CARDWRIGHT_TRACEBACK"


def fault_message(error: BaseException) -> str:
    """What happened, where, and what to do; with the full traceback only if the environment asks for it."""
    where = f" in {at}" if (at := _where(error)) else ""
    message = f": {error}" if isinstance(error, InternalError) else ""
    content = f", at {place} of the content" if (place := _in_content(error)) else ""
    whole = "".join(traceback.format_exception(error)) if os.environ.get(_WHOLE) else ""
    return (
        f"{whole}Cardwright {__version__} is at fault: {type(error).__name__}{where}{content}{message}\n"
        "Please report it with this line, the command, and the smallest file that shows it "
        f"({_WHOLE}=1 shows where it comes from)."
    )


def _frames(error: BaseException) -> list[tuple[Path, int, str]]:
    frames = traceback.extract_tb(error.__traceback__)
    return [(Path(frame.filename), frame.lineno or 0, frame.name) for frame in frames]


def _where(error: BaseException) -> str:
    """The innermost place in our code."""
    for path, line, name in reversed(_frames(error)):
        if path.is_relative_to(_ROOT) and (inside := path.relative_to(_ROOT)).parts[0] in _OURS:
            return f"{inside.as_posix()}:{line} ({name})"
    return ""


def _in_content(error: BaseException) -> str:
    """The innermost line of content; compiled texts carry the file and line of the content, like Python code."""
    for path, line, _ in reversed(_frames(error)):
        if path.suffix in (".rules", ".yaml"):
            return f"{path.as_posix()}:{line}"
    return ""

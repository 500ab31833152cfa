"""A fault of Cardwright itself, in a few lines that can be reported.

Job: say of an exception what who mends it must know: version, type, where in Cardwright, and at which place of the
content. Input: an exception. Output: text. Never shows what stands in files or in the environment: messages of the
system may hold either.
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
    """What happened, where, and what to do about it; all that Python knows of it only where the environment asks."""
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
    """The innermost place of ours."""
    for path, line, name in reversed(_frames(error)):
        if path.is_relative_to(_ROOT) and (inside := path.relative_to(_ROOT)).parts[0] in _OURS:
            return f"{inside.as_posix()}:{line} ({name})"
    return ""


def _in_content(error: BaseException) -> str:
    """The innermost line of content: compiled texts name their file and line as Python names its own."""
    for path, line, _ in reversed(_frames(error)):
        if path.suffix in (".rules", ".yaml"):
            return f"{path.as_posix()}:{line}"
    return ""

"""A studio that runs in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.house.sources import ROOT


@dataclass(frozen=True)
class Running:
    """The address of a studio, its port and its token."""

    address: str
    port: int
    token: str


@contextmanager
def studio(game: Path) -> Iterator[Running]:
    """A studio that is begun in the folder of the game, as the installed command begins it."""
    command = [sys.executable, "-P", "-m", "cardwright", "studio", "--no-open"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT), CARDWRIGHT_CACHE=str(game.parent / "cache"))
    with subprocess.Popen(command, cwd=game, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"(http://127\.0\.0\.1:(\d+)/#token=(\S+))", line)
            assert found, line
            yield Running(found[1], int(found[2]), found[3])
        finally:
            process.kill()

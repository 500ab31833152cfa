"""Games as they stand in a folder, or stood in a revision of git.

Job: give the folders that arguments mean, those of a revision unpacked into a folder that lasts as long as the work.
Input: what was typed. Output: places. Asks git only where an argument is no folder.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from cli.paths import CONTENT


@dataclass(frozen=True, slots=True)
class Asked:
    """An argument: a path on disk, or (with a revision) in the repository around the working folder."""

    text: str
    revision: str
    path: str


def asked(text: str, other: str) -> Asked:
    """What an argument means; a bare revision means the path of the other argument, or all content."""
    if Path(text).exists():
        return Asked(text, "", text)
    revision, _, path = text.partition(":")
    if not path:
        rest = other if Path(other).exists() else other.partition(":")[2]
        path = rest or CONTENT.as_posix()
    if _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").returncode:
        raise click.ClickException(f"`{text}` is neither a folder nor a revision of git")
    return Asked(text, revision, path)


@contextmanager
def folder_of(place: Asked) -> Iterator[Path]:
    """The folder of an argument."""
    if not place.revision:
        yield Path(place.path)
        return
    top = _git("rev-parse", "--show-toplevel").stdout.decode().strip()
    inside = Path(place.path).absolute()
    path = inside.relative_to(top).as_posix() if inside.is_relative_to(top) else place.path
    packed = _git("-C", top, "archive", "--format=tar", place.revision, path)
    if packed.returncode:
        raise click.ClickException(f"`{place.text}`: there was no `{path}` in `{place.revision}`")
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder) / path


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, check=False)
    except FileNotFoundError as fault:
        raise click.ClickException("a revision needs the command `git`") from fault

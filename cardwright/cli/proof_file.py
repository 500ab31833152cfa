"""The proof file of a game: what notices each change of it, to be read in a diff.

Job: write and read ``proof.txt``. A block for each definition, with the digest of the definition and of the tests that
execute it: a line for each change, and below it the tests that notice it; before a test stand the rulebook rows that
it names. Input: verdicts. Output: a text, or what it says. What cannot be read, or has another digest, counts as not
there and is tried again. Like a lock file it is believed where its digests hold: `--no-cache` tries everything anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardwright.cli.mutation_run import NOTICED, OUTCOMES, SAME, UNSOUND, Verdict
from compiler.mutation.mutants import Mutant
from dsl.game.game_files import PROOF
from dsl.reading.folders import FILE, Folder
from dsl.visible import in_one_line
from dsl.writing import write_text

_HEAD = "# What notices each change of this game. Written by `cardwright mutate GAME --write`.\n"
_DIGEST = "digest "
_OUTCOME = re.compile(rf"\[({'|'.join((*OUTCOMES, SAME, UNSOUND))})\] ")
Found = Mapping[str, tuple[str, Verdict]]


def proof_text(wanted: Sequence[Mutant], found: Found, blocks: Mapping[str, str]) -> str:
    """The text of the file: the owners by name, the changes of each in the order of the program."""
    owned: dict[str, list[Mutant]] = {}
    for mutant in wanted:
        owned.setdefault(mutant.owner, []).append(mutant)
    lines = [_HEAD]
    for owner in sorted(owned):
        lines.append(f"\n{in_one_line(owner)} {_DIGEST}{blocks[owner]}\n")
        for mutant in owned[owner]:
            verdict = found[mutant.key][1]
            outcome = "" if verdict.outcome == NOTICED else f"[{verdict.outcome}] "
            lines.append(f"  {outcome}{in_one_line(_within(owner, mutant.key))}\n")
            lines += [f"    {line}\n" for line in _tests(verdict)]
    return "".join(lines)


def _within(owner: str, key: str) -> str:
    """A change without its owner, who stands above it."""
    return key.removeprefix(f"{owner} | ")


def _tests(verdict: Verdict) -> Iterator[str]:
    named: dict[str, list[str]] = {verdict.by: []} if verdict.by else {}
    for row, test in verdict.rows.items():
        named.setdefault(test, []).append(row)
    for test, rows in named.items():
        yield f"{' '.join(rows)}: {in_one_line(test)}".lstrip()


def write_proof(folder: Path, text: str) -> None:
    write_text(folder / PROOF, text)


def read_proof(folder: Path) -> dict[str, tuple[str, Verdict]]:
    """For each change the digest of its block and its verdict, as far as the file can be read."""
    disk = Folder(folder)
    if disk.form(PROOF) != FILE:
        return {}
    try:
        text = disk.read(PROOF).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    found: dict[str, tuple[str, Verdict]] = {}
    verdict, owner, digest = Verdict(NOTICED), "", ""
    for line in text.split("\n"):
        if line.startswith("    "):
            _read_test(line.strip(), verdict)
        elif line.startswith("  "):
            outcome, key = NOTICED, line.strip()
            if told := _OUTCOME.match(key):
                outcome, key = told[1], key[told.end() :]
            verdict = Verdict(outcome)
            found[f"{owner} | {key}"] = digest, verdict
        else:
            owner, _, digest = line.rpartition(f" {_DIGEST}")
    return found


def _read_test(line: str, verdict: Verdict) -> None:
    rows, _, test = line.partition(": ")
    if line.startswith(": "):
        rows, test = "", line[2:]
    verdict.by = verdict.by or test
    verdict.rows.update(dict.fromkeys(rows.split(), test))

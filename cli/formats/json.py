"""For programs: data valid by ``schemas/diagnostics.schema.json``."""

from __future__ import annotations

from collections.abc import Sequence

from cli.games import Reading
from cli.render import as_data
from cli.shown import as_json


def show(readings: Sequence[Reading]) -> str:
    faults = [fault for reading in readings for fault in reading.findings]
    return as_json(as_data([r.folder.name for r in readings], faults))

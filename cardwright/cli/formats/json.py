"""For programs: data valid by ``schemas/diagnostics.schema.json``."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.cli.games import Reading
from cardwright.cli.output import as_json
from cardwright.cli.render import as_data


def show(readings: Sequence[Reading]) -> str:
    faults = [fault for reading in readings for fault in reading.findings]
    return as_json(as_data([r.folder.name for r in readings], faults))

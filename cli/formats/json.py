"""For programs: data valid by ``schemas/diagnostics.schema.json``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from cli.games import Reading
from cli.render import as_data


def show(readings: Sequence[Reading]) -> str:
    faults = [fault for reading in readings for fault in reading.findings]
    return json.dumps(as_data([r.folder.name for r in readings], faults), indent=2, ensure_ascii=False)

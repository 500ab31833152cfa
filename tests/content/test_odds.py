"""Odds in the games of ``content/``: exact ones agree with simulated ones, and with those that merge no states."""

from __future__ import annotations

import pytest

from cardwright.authoring.odds.question import Question, of_script, usual_questions
from compiler.interpreter.snapshots import Whole
from tests.content_games import built

ASKED = {
    "middara": "who is out of the attacker's range or sight cannot stand in",
    "warhammer": "",
    "descent": "",
    "ddm": "",
}

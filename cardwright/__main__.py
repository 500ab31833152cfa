"""``python -m cardwright``: the command."""

from cardwright.cli.main import run

run()

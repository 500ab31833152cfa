"""``python -m cardwright`` runs the command."""

from cardwright.cli.main import run

run()

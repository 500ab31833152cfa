"""The ``cardwright`` command.

Job: find the command, run it, and turn its result into an exit code: 0 clean, 1 findings, 2 bad usage or missing input,
3 a fault of Cardwright. Input: arguments. Output: an exit code. The module of a command is imported only when the
command runs, so that help and completion are fast. Must never know what a command does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import StringIO

import click

from cardwright import __version__
from cardwright.cli.endings import Ended, end_in_order
from cardwright.cli.output import say, show
from dsl.visible import in_one_line
from dsl.writing import open_closed_streams

CLEAN, FINDINGS, USAGE, FAULT = 0, 1, 2, 3
# Exit codes of shells for a process that ended because of Ctrl-C, or because its output was closed.
_INTERRUPTED, _UNREAD = 130, 141

# One row for each command: its name, which is the name of its module, and its summary.
COMMANDS = (
    ("check", "check games and report all errors and lints"),
    ("test", "run the content tests of games"),
    ("mutate", "find small changes of a game that its tests would not notice"),
    ("play", "play a game with agents, yourself, or from a saved log"),
    ("simulate", "play a game many times, and say who wins and what never happens"),
    ("compare", "play the same matches under old and new rules, and say what differs"),
    ("sweep", "play the same matches with other numbers on a card"),
    ("search", "find the number on a card with which a player wins so often"),
    ("blank", "play the same matches with a card that does nothing, and say what it adds to winning"),
    ("ratings", "play the rosters of a game against each other, and rank them"),
    ("debug", "run a match or test statement by statement, forth and back"),
    ("explain-turn", "explain why automated figures did what they did"),
    ("picture", "draw a scenario, test or saved match"),
    ("graph", "draw which card answers which event, or how a figure acts by itself"),
    ("odds", "work out how likely each outcome of a rule or test is"),
    ("coverage", "list which rulebook rows are carried, shown and proven"),
    ("roster", "check a list of cards against the rules for such lists"),
    ("text", "write the rules texts of cards in English or Russian"),
    ("cards", "print the cards of a game: sheets, pictures, a gallery"),
    ("errata", "list the errata of a game: since when, why, and what is different"),
    ("site", "write a game as pages for the web, with scenarios to play"),
    ("studio", "open a page in which a game is written, with findings and faces of cards"),
    ("export", "write the compiled rules of a game for another program"),
    ("conformance", "compare the transcripts of another engine with a suite"),
    ("diff", "list what plays differently between two versions of games"),
    ("explain", "explain a diagnostic code"),
    ("fmt", "format rules and the texts of cards"),
    ("lints", "list the lint rules, or write their pages"),
    ("lsp", "run the language server for editors"),
    ("schema", "make the JSON Schema of a game's cards, for editors"),
    ("dump", "show a file as a stage of the compiler sees it"),
    ("new", "create a new small game"),
)


class _Commands(click.Group):
    """A group whose commands are modules."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, _ in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"cardwright.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            from dsl.suggest import suggest

            near = suggest(args[0], self.list_commands(ctx))
            ctx.fail(f"there is no command `{args[0]}`" + (f"; {near}" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(COMMANDS)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cardwright", message="%(prog)s %(version)s")
def cardwright() -> None:
    """Rules as data for tabletop and card games.

    Exit codes: 0 clean, 1 findings, 2 bad usage or missing input, 3 a fault of Cardwright itself.
    """


def main(arguments: Sequence[str]) -> int:
    """Runs one command; returns the exit code."""
    try:
        code = cardwright.main(list(arguments), prog_name="cardwright", standalone_mode=False)
    except click.ClickException as fault:
        _refused(fault)
        return USAGE
    except (click.Abort, KeyboardInterrupt) as left:  # a command that speaks another language says it in that
        say(str(left) or "interrupted", err=True)
        return _INTERRUPTED
    except Ended as end:  # said to nobody: the terminal may be closed
        return end.exit_code
    except SystemExit as end:  # click exits with 1 if the output was closed, but 1 means findings
        return CLEAN if end.code in (None, 0) else _UNREAD
    except OSError as fault:
        name = f"`{fault.filename}`: " if fault.filename else ""
        say(f"Error: {name}{fault.strerror or fault}", err=True)
        return USAGE
    except Exception as fault:
        return _report(fault)
    return code if isinstance(code, int) else CLEAN


def _refused(fault: click.ClickException) -> None:
    """Says on stderr what is wrong with the arguments or the input."""
    text = StringIO()
    fault.show(text)
    message = fault.format_message()
    show(text.getvalue().replace(message, in_one_line(message)), err=True, nl=False)


def _report(fault: Exception) -> int:
    """Says on stderr that Cardwright has a fault, and which."""
    from cardwright.cli.faults import fault_message

    show(fault_message(fault), err=True)
    return FAULT


def run() -> None:
    """The entry point of the installed command."""
    os.environ["PYTHONSAFEPATH"] = "1"  # processes that it begins run no module of the working folder, often a game
    open_closed_streams()
    end_in_order()
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()

"""A person at the terminal: sees the board, picks a numbered option, is told why something is missing."""

from __future__ import annotations

import click

from compiler.interpreter.board_text import draw_board
from compiler.interpreter.choices import check_answer
from compiler.interpreter.game import Game
from compiler.interpreter.values import Choose, Entity, Fault, Usable, label


class Person:
    """Asks on the terminal. ``why`` lists what cannot be done and the reason; `quit` ends the game."""

    def __init__(self, interactive: bool) -> None:
        self.interactive = interactive

    def decide(self, game: Game, request: Choose) -> list[int]:
        if game.trial:
            return [0]
        self.show(game, request)
        while True:
            answer = click.prompt(self.question(request), prompt_suffix=" > ", default="", show_default=False)
            words = answer.replace(",", " ").split()
            if words in (["quit"], ["q"]):
                raise click.Abort
            if words in (["why"], ["?"]):
                self.why(game)
                continue
            try:
                found = (
                    [-1] if request.kind == "use" and words in (["0"], ["pass"], []) else [int(w) - 1 for w in words]
                )
                check_answer(request, found)
            except (ValueError, Fault):
                click.echo("that is no legal answer: " + self.question(request))
                continue
            return found

    def question(self, request: Choose) -> str:
        if request.kind == "use":
            return "a number, 0 to pass, `why` for what is missing"
        if request.least == request.most == 1:
            return "a number"
        return f"{request.least} to {request.most} numbers, parted by spaces (nothing for none)"

    def show(self, game: Game, request: Choose) -> None:
        """The board, whose choice it is, and the options by number."""
        click.echo()
        if game.grid is not None:
            click.echo(draw_board(game.grid, lambda s: self.letter(game, s)))
            for entity in sorted({e for held in game.standing.values() for e in held}, key=lambda e: e._id):
                click.echo(f"  {letter_of(entity)} {self.named(game, entity)} at {entity.at}")
        click.echo(f"{self.named(game, request.who)}: {request.prompt}")
        for number, option in enumerate(request.options, 1):
            click.echo(f"  {number}. {self.named(game, option)}")

    def letter(self, game: Game, square: int) -> str:
        here = game.standing.get(square, ())
        if here:
            return letter_of(here[0])
        symbols = [game.program.terrain[t] for t in sorted(game.grid.terrain[square])] if game.grid else []
        return next((s for s in symbols if s), ".")

    def named(self, game: Game, value: object) -> str:
        if isinstance(value, Usable):
            return value.text()
        if isinstance(value, Entity):
            return game.test_names.get(value._id) or label(value)
        return label(value)

    def why(self, game: Game) -> None:
        """What the player may not use now: the failing requirement, its place and its rules."""
        if game.offered is None:
            click.echo("there is nothing more to this choice")
            return
        for text, refusal in game.explain(*game.offered):
            rows = f" [{', '.join(refusal.rows)}]" if refusal.rows else ""
            click.echo(f"  not {text}: {refusal.message} ({game.place_of(refusal.at)}){rows}")


def letter_of(entity: Entity) -> str:
    name = entity._card._id if entity._card is not None else entity._kind
    return str(name)[0].upper()

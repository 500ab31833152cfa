"""The position of a match as text, for one player at the terminal.

Job: draw the board, its figures with what they can do and what they carry, and the numbers and zones of the game and of
each player. Input: a running game, and what of it the player who looks may know. Output: lines. Never shows a card that
the player may not see.
"""

# Values of a running game have many types, which the checker of the language has checked:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from cardwright.cli.localization import Localization
from compiler.core import ir
from compiler.interpreter.board_text import draw_part
from compiler.interpreter.entities import of_kind
from compiler.interpreter.grid import Grid
from compiler.interpreter.modifiers import stat
from compiler.interpreter.state import State
from compiler.interpreter.table_text import Drawn, draw_table, pointer
from compiler.interpreter.values import Entity, Square, Zone
from compiler.interpreter.views import HIDDEN, Outlook

_PLACE = ("x", "y", "facing", "width", "depth")  # what `docs/tables.md` says of a base: it is drawn


class TerminalDisplay:
    """Draws positions, and gives figures letters that they keep.

    ``judged``: of each kind the printed fields of which the ruleset says that higher values are `better`.
    ``has_words``: the game has words for people, by which it tells what is worth telling.
    """

    def __init__(self, texts: Localization, judged: Mapping[str, frozenset[str]], *, has_words: bool) -> None:
        self.texts, self.judged, self.has_words = texts, judged, has_words
        self.letters: dict[int, str] = {}
        self.carrying = _fields_to_carriers(texts.program)

    def position_lines(self, seen: Outlook) -> Iterator[str]:
        """The board, its figures, and the numbers and zones of each player, as one player sees them."""
        game = seen.game
        if game.grid is not None:
            yield from self.board_lines(seen, game.grid)
        elif game.program.board.get("type") == "table":
            yield from self.table_lines(seen)
        yield from self.people_lines(seen)

    def standing_lines(self, seen: Outlook) -> Iterator[str]:
        """The figures that have letters, and the numbers and zones of each player."""
        game = seen.game
        standing = {e for held in game.standing.values() for e in held if e._id in self.letters}
        for figure in sorted(standing, key=lambda e: e._id):
            yield self.figure_line(seen, figure)
        yield from self.people_lines(seen)

    def figure_line(self, seen: Outlook, figure: Entity) -> str:
        name = self.texts.value_name(seen.game, figure)
        return f"  {self.letters[figure._id]} {name}{self.figure_state(seen, figure)}"

    def board_lines(self, seen: Outlook, grid: Grid) -> Iterator[str]:
        """The squares that the ruleset has drawn, or all, and the figures on them."""
        game = seen.game
        named = game.program.policy.get("in_view")
        shown = set(game.code.functions[named](game)) if named else set(range(grid.width * grid.height))
        figures = sorted({e for s, held in game.standing.items() if s in shown for e in held}, key=lambda e: e._id)
        for figure in figures:
            self.give_letter(seen, figure)
        yield from draw_part(grid, shown, lambda s: self.letter(game, s))
        known = {t for square in shown for t in grid.terrain[square]}
        marks = [f"{game.program.terrain[t]} {self.texts.word(t)}" for t in sorted(known) if game.program.terrain[t]]
        yield from [f"    {', '.join(marks)}"] if marks else []
        for figure in figures:
            yield self.figure_line(seen, figure)

    def table_lines(self, seen: Outlook) -> Iterator[str]:
        """A table without squares: bases where they stand, and which way they look."""
        game = seen.game
        kinds = [k for k, kind in game.program.kinds.items() if {f.name for f in kind.fields} >= {*_PLACE}]
        found: dict[int, Any] = {e._id: e for kind in kinds for e in of_kind(game, kind)}
        figures = [f for number, f in sorted(found.items()) if f.width and f.depth and seen.is_seen(number)]
        for figure in figures:
            self.give_letter(seen, figure)
        small_first = sorted(figures, key=lambda f: f.width * f.depth)
        lines, cell = draw_table(
            [Drawn(self.letters[f._id], f.x, f.y, f.facing, f.width, f.depth) for f in small_first]
        )
        for line in lines:
            yield f"    {line}"
        yield f"    {self.texts.sentence('cell', wide=_inches(cell), high=_inches(2 * cell))}"
        for f in figures:
            where = f"{pointer(f.facing)} {_inches(f.x)}, {_inches(f.y)}"
            yield f"  {self.letters[f._id]} {self.texts.value_name(game, f)} ({where}){self.figure_state(seen, f)}"

    def people_lines(self, seen: Outlook) -> Iterator[str]:
        """Each player with what belongs to them; before them, in a game without words, what belongs to nobody, and what
        lies in no zone and stands on no board.
        """
        for game in () if self.has_words else of_kind(seen.game, "game"):
            lines = list(self.owner_lines(seen, game))
            yield from lines if ": " in lines[0] else lines[1:]
        for thing in () if self.has_words else self.things(seen):
            lines = list(self.owner_lines(seen, thing))
            yield from lines if ": " in lines[0] or len(lines) > 1 else ()
        for player in of_kind(seen.game, "player"):
            yield from self.owner_lines(seen, player)

    def things(self, seen: Outlook) -> list[Entity]:
        """What is in play and no figure, such as the places of a map, the oldest first; without what figures carry."""
        game = seen.game
        kinds = [k for k, kind in game.program.kinds.items() if not kind.figure and k not in ("game", "player")]
        lying: dict[int, Entity] = {
            e._id: e for k in kinds for e in game.kinds[k] if e._zone is None and seen.is_seen(e._id)
        }
        standing = [e for held in game.standing.values() for e in held]
        carried = {card._id for figure in standing for card in self.carried(game, figure)}
        return [lying[number] for number in sorted(lying.keys() - carried)]

    def owner_lines(self, seen: Outlook, owner: Entity) -> Iterator[str]:
        """The numbers of a player, a thing or the game, the sizes of zones, and the cards that not everybody may see.

        In a game without words for people, which tells of nothing else, also its other values and all open cards.
        """
        game, parts, lying, has_all = seen.game, list[str](), list[str](), not self.has_words
        for field in self.fields(game, owner):
            value = getattr(owner, field.name)
            name = self.texts.word(field.name)
            if not self.texts.is_shown(field.name) or field.printed:
                continue
            if isinstance(value, Zone):
                parts += [f"{name} {len(value)}"] if len(value) else []
                known = [held for held in value if _is_told(seen, held)]
                if known and (has_all if value.visible == "all" else seen.asker.player is not None):
                    lying.append(f"    {name}: {self.counted(game, known)}")
            elif isinstance(value, bool):
                parts += [name] if has_all and value and not field.default else []
            elif isinstance(value, Entity):
                parts += [f"{name} {self.texts.value_name(game, value)}"] if _is_told(seen, value) else []
            elif isinstance(value, int):
                parts += [f"{name} {value}"] if value else []
            elif isinstance(value, str):
                parts += [f"{name} {self.texts.word(value)}"] if has_all else []
            elif has_all and isinstance(value, tuple | list) and len(value):
                known = [one for one in value if not isinstance(one, Entity) or _is_told(seen, one)]
                lying.append(f"    {name}: {self.counted(game, known)}")
        whose = self.texts.sentence("game") if owner._kind == "game" else self.texts.value_name(game, owner)
        yield f"  {whose}{': ' if parts else ''}{', '.join(parts)}"
        yield from lying

    def counted(self, game: State, values: Iterable[Any]) -> str:
        """The names of several values, those of one name together."""
        names = Counter(self.texts.value_name(game, value) for value in values)
        return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in names.items())

    def figure_state(self, seen: Outlook, figure: Entity) -> str:
        """The controller of a figure, its changed values, what it can do and what it carries; empty if nobody controls
        it.
        """
        game = seen.game
        controller = getattr(figure, "controller", None)
        if controller is None:
            return ""
        parts = [self.texts.value_name(game, controller)]
        for field in self.fields(game, figure):
            value = getattr(figure, field.name)
            if field.name in _PLACE and game.grid is None:
                continue
            if isinstance(value, Zone):
                known = [held for held in value if _is_told(seen, held)]
                parts += [self.texts.entity(game, held) for held in known]
                is_counted = len(known) < len(value) and self.texts.is_shown(field.name)
                parts += [f"{self.texts.word(field.name)} {len(value) - len(known)}"] if is_counted else []
            elif isinstance(value, Square) or field.printed or not self.texts.is_shown(field.name):
                continue
            elif value is True and not field.default:
                parts.append(self.texts.word(field.name))
            elif isinstance(value, int) and not isinstance(value, bool) and value != (field.default or 0):
                parts.append(f"{self.texts.word(field.name)} {value}")
        parts += [self.texts.word(s._kind) for s in figure._statuses if self.texts.is_shown(s._kind)]
        parts += [self.texts.entity(game, card) for card in self.carried(game, figure)]
        return f": {', '.join(parts)}{self.abilities(game, figure)}"

    def abilities(self, game: State, figure: Entity) -> str:
        """The printed numbers that say how good a figure is, as they are now; without those that are as usual."""
        work, parts = game.work, list[str]()
        for field in self.fields(game, figure):
            is_judged = field.name in self.judged[figure._kind] and field.type == "int"
            if is_judged and self.texts.is_shown(field.name):
                value = stat(game, figure, field.name)
                parts += [f"{self.texts.word(field.name)} {value}"] if value != field.default else []
        game.work = work  # what is looked at only is no work of the match
        return f" [{', '.join(parts)}]" if parts else ""

    def carried(self, game: State, figure: Entity) -> list[Entity]:
        """The cards whose text is live for this figure because they name it, such as what it wears; not in a zone."""
        found = {
            card._id: card
            for kind, field in self.carrying
            for card in of_kind(game, kind)
            if getattr(card, field) is figure and card._zone is None and not card._figure and card._card is not None
        }
        return [card for _, card in sorted(found.items())]

    def fields(self, game: State, entity: Entity) -> tuple[ir.FieldDecl, ...]:
        declared: ir.KindDecl = game.program.kinds[entity._kind]
        return declared.fields

    def terrain_signs(self, game: State, square: Square) -> str:
        """The symbols of the terrain of a square, behind a space; empty for plain ground."""
        found = game.grid.terrain[square] if game.grid is not None else ()
        signs = "".join(game.program.terrain[t] for t in sorted(found))
        return f" {signs}" if signs else ""

    def letter(self, game: State, square: int) -> str:
        here = game.standing.get(square, ())
        if here:
            return self.letters[here[0]._id]
        marks = [game.program.terrain[t] for t in sorted(game.grid.terrain[square])] if game.grid else []
        return next((s for s in marks if s), ".")

    def give_letter(self, seen: Outlook, figure: Entity) -> None:
        """Gives a figure a letter that it keeps: a capital for the player's own, a digit if nobody controls it."""
        game, who = seen.game, seen.asker.player
        if figure._id in self.letters:
            return
        controller = getattr(figure, "controller", None)
        whole = ascii_uppercase if controller is who else digits[1:] if controller is None else ascii_lowercase
        name = str(figure._card._id if figure._card is not None else figure._kind)
        own = name.upper() if controller is who else name
        standing = {e._id for held in game.standing.values() for e in held}
        taken = {sign for number, sign in self.letters.items() if number in standing or game.grid is None}
        taken |= set(game.program.terrain.values())
        free = [sign for sign in (*own, *whole, *ascii_uppercase, *ascii_lowercase, *digits) if sign.isalnum()]
        fitting = (sign for sign in free if sign not in taken and (controller is None) == sign.isdigit())
        self.letters[figure._id] = next(fitting, own[0])


def _is_told(seen: Outlook, entity: Entity) -> bool:
    """Whether the player who looks may know an entity that something holds or names."""
    return seen.reference(entity) != HIDDEN


def _inches(hundredths: int) -> str:
    """Hundredths of an inch as inches, with a half where it matters."""
    halves = (hundredths + 25) // 50
    return f"{halves // 2}½″" if halves % 2 else f"{halves // 2}″"


def _fields_to_carriers(program: ir.Program) -> tuple[tuple[str, str], ...]:
    """Kinds of cards with the field that names for whom their text is live."""
    found = {
        (live.kind, live.subject.field): None
        for live in program.lives
        if isinstance(live.subject, ir.Get) and isinstance(live.subject.owner, ir.Local) and not live.each
    }
    return tuple(found)

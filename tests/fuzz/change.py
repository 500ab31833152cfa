"""Changes of a game, at random.

Job: change a few places of a game's files: parts of texts for others of the same sort, from this game or another or
made by the grammar, and values of files for values of other types. Input: a game's files, a generator of chance.
Output: files; the same for the same seed.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from compiler.build import build_game
from dsl.diagnostics import Sink
from dsl.syntax import ast
from tests.fuzz.games import SMALL, Files, game, write
from tests.fuzz.grammar import RULES, Writer
from tests.fuzz.pieces import LINES, Piece, pieces, replaced, text_of
from tests.fuzz.typed import FORMS, Typed

NUMBERS = ("0", "1", "2", "3", "17", "100", "101", "1000", "10001", "9007199254740992", "9007199254740993", "9" * 40)
VALUES = ("0", "-1", "7", "1.5", "1e9", "true", "null", "yes", '""', "[]", "{}", "a", '"7"', "[a, b]", "{a: 1}", "none",
          "{en: A}", "[[1]]", "9007199254740993", "game", "player", "unit", "[1, 2]", '"x y"', "self")  # fmt: skip
SWAPS = (
    ("+", "-", "*"), ("==", "!=", "<", "<=", ">", ">="), (" and ", " or "), (" has ", " lacks "), ("some ", "every "),
    ("all ", "any ", "no ", "one ", "count of ", "nearest ", "farthest ", "random ", "up to 2 "),
    ("before ", "after ", "instead of "), (" top", " bottom"), ("increase ", "decrease "), ("least", "most"),
    ("min(", "max("), ("first(", "last("), ("union(", "common("), ("round_down(", "round_up(", "round_near("),
    ("highest(", "lowest(", "sum("), ("crossed(", "touched(", "set(", "list("), (" is ", " is not "), (" in ", " not in "),
    ("start of", "end of"), ("set ", "let "), ("passive", "activate"), ("verb ", "flow "), ("keyword ", "status "),
    ("stacks highest", "stacks lowest", "stacks none", "stacks sum", "stacks all"), ("chebyshev", "manhattan", "alternating"),
    ("int", "bool", "text", "square", "dice", "status", "keyword", "int?"), ("set of", "list of"), ("player", "unit", "card"),
    ("true", "false"), ("self", "this", "it", "target", "event"), ("remove ", "lift "), (" by ", " to "), ("while", "if"),
)  # fmt: skip
_NAME = re.compile(r"\b[a-z_][a-z0-9_]*\b")
_NUMBER = re.compile(r"(?<![a-z0-9_.])\d+(?![a-z0-9_.])")
_FUNCTION = re.compile(r"\b([a-z_][a-z0-9_]*)\(")
_NEVER = frozenset({"id", "kind", "name", "rules", "cards", "tests", "when", "then", "given", "fields", "type", "en"})


class Changer:
    """Changes one game; ``main`` is its name."""

    def __init__(self, main: str, chance: Random) -> None:
        self.main, self.chance = main, chance

    def changed(self, files: Files) -> Files:
        """Files of the game with a few changes."""
        files = dict(files)
        for _ in range(self.chance.choice((1, 1, 1, 2, 2, 3, 5))):
            self.change(files)
        return files

    def change(self, files: Files) -> None:
        ways: tuple[tuple[int, Callable[[str, str], str]], ...] = (
            (30, self.exchange), (6, self.leave_out), (5, self.say_twice), (8, self.number), (14, self.rename),
            (12, self.swap_words), (8, self.value), (10, self.compute), (4, self.board), (3, self.insert),
        )  # fmt: skip
        (way,) = self.chance.choices([w for _, w in ways], [n for n, _ in ways])
        path = self.path(files)
        files[path] = way(path, files[path])

    def path(self, files: Files) -> str:
        """A file; those of rules more often than others."""
        paths = sorted(files)
        return self.chance.choices(paths, [4 if p.endswith(".rules") else 2 if "test" in p else 1 for p in paths])[0]

    # ---- parts of texts
    def exchange(self, path: str, text: str) -> str:
        """A piece for another of its sort."""
        found = [p for p in pieces(path, text) if p.sort not in ("entry", "text")]
        if not found:
            return text
        piece = self.chance.choice(found)
        how = self.chance.random()
        if how < 0.2 and piece.sort in RULES:
            return replaced(text, piece, self.writer(text).text(piece.sort, self.chance.randint(4, 12)))
        if how < 0.7 and piece.sort == "expression" and (alike := self.of_like_type(path, text, piece)):
            return replaced(text, piece, self.chance.choice(alike))
        name = self.main if how < 0.8 else self.chance.choice(SMALL)
        other = self.path(game(name))
        fitting = [p for p in pieces(other, game(name)[other]) if p.sort == piece.sort]
        return replaced(text, piece, text_of(game(name)[other], self.chance.choice(fitting))) if fitting else text

    def of_like_type(self, path: str, text: str, piece: Piece) -> tuple[str, ...]:
        """What else in the game has the type of an expression, where that is known."""
        if text != game(self.main).get(path):
            return ()
        places, texts = _types(self.main)
        return texts.get(places.get((path, piece.start, piece.end), ""), ())

    def leave_out(self, path: str, text: str) -> str:
        found = [p for p in pieces(path, text) if p.sort in LINES or p.sort == "value"]
        return _without_lines(text, self.chance.choice(found)) if found else text

    def say_twice(self, path: str, text: str) -> str:
        found = [p for p in pieces(path, text) if p.sort in LINES]
        if not found:
            return text
        piece = self.chance.choice(found)
        return replaced(text, piece, "\n".join([text_of(text, piece)] * 2))

    def insert(self, path: str, text: str) -> str:
        """A new piece after one of its sort, made by the grammar."""
        found = [p for p in pieces(path, text) if p.sort in LINES and p.sort in RULES]
        if not found:
            return text
        piece = self.chance.choice(found)
        made = self.writer(text).text(piece.sort, self.chance.randint(5, 12))
        return replaced(text, piece, text_of(text, piece) + "\n" + made)

    def compute(self, path: str, text: str) -> str:
        """An expression for one of any type, of the functions of the core."""
        found = [p for p in pieces(path, text) if p.sort == "expression"]
        if not found:
            return text
        sight = (("self", "unit"), ("u", "unit"), ("a1", "square"), ("s", "square"), ("p", "player"), ("north", "player"),
                 ("c", "card"), ("it", "unit"), ("target", "unit"), ("mara", "unit"))  # fmt: skip
        made = Typed(self.chance).write(self.chance.choice(list(FORMS)), sight, self.chance.randint(0, 2))
        return replaced(text, self.chance.choice(found), made)

    def writer(self, text: str) -> Writer:
        names, functions = _names(text)
        return Writer(self.chance, names, functions)

    # ---- words
    def number(self, _path: str, text: str) -> str:
        return self.at_random(_NUMBER, text, lambda _: self.chance.choice(NUMBERS))

    def rename(self, path: str, text: str) -> str:
        """A name for another of the same game; sometimes everywhere in the file."""
        others = _names(text if self.chance.random() < 0.6 else game(self.main)[self.path(game(self.main))])[0]
        if not others:
            return text
        by = self.chance.choice(others)
        return self.at_random(_NAME, text, lambda old: old if old in _NEVER and not path.endswith(".rules") else by)

    def swap_words(self, _path: str, text: str) -> str:
        """An operator or word of the language for one of the same use."""
        present = [group for group in SWAPS if any(word in text for word in group)]
        if not present:
            return text
        group = self.chance.choice(present)
        pattern = re.compile("|".join(map(re.escape, group)))
        return self.at_random(pattern, text, lambda _: self.chance.choice(group))

    def at_random(self, pattern: re.Pattern[str], text: str, by: Callable[[str], str]) -> str:
        found = list(pattern.finditer(text))
        if not found:
            return text
        match = self.chance.choice(found)
        return text[: match.start()] + by(match.group()) + text[match.end() :]

    # ---- values of files
    def value(self, path: str, text: str) -> str:
        if path.endswith(".rules"):
            return self.exchange(path, text)
        found = [p for p in pieces(path, text) if p.sort == "value"]
        if not found:
            return text
        piece, other = self.chance.choice(found), self.chance.choice(found)
        by = self.chance.choice(VALUES) if self.chance.random() < 0.7 else text_of(text, other)
        return replaced(text, piece, by)

    def board(self, path: str, text: str) -> str:
        """A letter or line of a drawn board."""
        lines = text.split("\n")
        drawn = [i for i, line in enumerate(lines) if re.fullmatch(r" +[A-Z.#~ |\-]{3,}", line)]
        if not drawn:
            return self.exchange(path, text)
        at = self.chance.choice(drawn)
        line = lines[at]
        match self.chance.randrange(4):
            case 0:
                lines[at] = ""
            case 1:
                lines[at] = line + line.lstrip()
            case 2:
                lines.insert(at, line)
            case _:
                column = self.chance.randrange(len(line) - len(line.lstrip()), len(line))
                lines[at] = line[:column] + self.chance.choice(".#~ |-AZ") + line[column + 1 :]
        return "\n".join(lines)


def _without_lines(text: str, piece: Piece) -> str:
    """A text without a piece, and without its lines where nothing else stands on them."""
    start, end = text.rfind("\n", 0, piece.start) + 1, text.find("\n", piece.end)
    end = len(text) if end < 0 else end + 1
    alone = not text[start : piece.start].strip(" -") and not text[piece.end : end].strip()
    return text[:start] + text[end:] if alone else text[: piece.start] + text[piece.end :]


@cache
def _types(name: str) -> tuple[dict[tuple[str, int, int], str], dict[str, tuple[str, ...]]]:
    """The types of the expressions of a game by their places, and the expressions of each type."""
    with tempfile.TemporaryDirectory() as held:
        write(game(name), Path(held) / name)
        build = build_game(Path(held) / name, Sink(), "game")
    assert build is not None and build.checked is not None
    places: dict[tuple[str, int, int], str] = {}
    texts: dict[str, dict[str, None]] = {}
    for node, type_ in build.checked.facts.types.items():
        span = node.span
        if isinstance(node, ast.Ident) or type_.form == "unknown" or span.end <= span.start or "\n" in span.text:
            continue
        places[span.source.path.removeprefix("game/"), span.start, span.end] = str(type_)
        texts.setdefault(str(type_), {})[span.text] = None
    return places, {type_: tuple(found) for type_, found in texts.items()}


@lru_cache(maxsize=2048)
def _names(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a text, as often as they stand there, and its functions."""
    return tuple(_NAME.findall(text)), tuple(_FUNCTION.findall(text))

"""The layouts of a game's cards.

Job: give each kind of cards its layout: the one of `faces.yaml`, that of the nearest kind above it, or a default one
made from its printed fields. Input: a build without errors. Output: Style. Must never read a card.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from compiler.build import Build
from dsl.checking.faces import role
from dsl.dataclass import dataclass
from dsl.meaning.vocab import Field, Vocabulary
from dsl.reading.yaml_tree import plain

# Width and height in millimetres.
SIZES: dict[str, tuple[int, int]] = {
    "mini": (44, 68),
    "bridge": (57, 89),
    "poker": (63, 88),
    "square": (70, 70),
    "tarot": (70, 120),
    "large": (89, 127),
    "sheet": (148, 105),
    "long_sheet": (190, 88),
}
_PALETTE = ("#27496d", "#7a2e2e", "#2f5d3a", "#5b3a78", "#7a5a1e", "#1f5f66", "#6b3350", "#444a55")
_FIELDS = ("emblem", "emblem_by", "colour_by", "left", "right")
MOST_NUMBERS = 6  # in one row; more are set as a table

Block = tuple[str, Any]  # its word, and the field, fields or plan that it shows


@dataclass(frozen=True, slots=True)
class Layout:
    """How the cards of a kind look; each word is the name of a field, but `emblem`, which is that of an icon."""

    size: tuple[int, int]
    colour: str
    colour_by: str = ""
    emblem: str = ""
    emblem_by: str = ""
    left: str = ""
    right: str = ""
    line: tuple[str, ...] = ()
    side: tuple[Block, ...] = ()
    blocks: tuple[Block, ...] = ()
    foot: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """What a game says about its faces: names, icons and colours by the words of the game, layouts by kind."""

    names: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    icons: dict[str, str] = field(default_factory=dict[str, str])
    colours: dict[str, str] = field(default_factory=dict[str, str])
    layouts: dict[str, Layout] = field(default_factory=dict[str, Layout])


def style_of(build: Build) -> Style:
    """The style of a game; every kind with cards has a layout."""
    vocab = build.vocab
    data: Any = plain(build.files.faces) if build.files.faces is not None else {}
    kinds = [name for name in vocab.kinds if any(vocab.kinds[heir].card for heir in vocab.heirs(name))]
    colours = {kind: _PALETTE[number % len(_PALETTE)] for number, kind in enumerate(kinds)}
    given = {kind: _read(entry, colours[kind]) for entry in data.get("layouts", ()) for kind in entry["kinds"]}
    layouts: dict[str, Layout] = {}
    for kind in (name for name in kinds if vocab.kinds[name].card):
        nearest = next((given[above] for above in vocab.ancestors(kind) if above in given), None)
        layouts[kind] = nearest or _default(vocab, kind, colours[kind])
    return Style(data.get("names", {}), data.get("icons", {}), data.get("colours", {}), layouts)


def _read(entry: dict[str, Any], colour: str) -> Layout:
    given: dict[str, Any] = {name: entry.get(name, "") for name in _FIELDS}
    given |= {name: tuple(entry.get(name, ())) for name in ("line", "foot")}
    given |= {name: tuple(next(iter(block.items())) for block in entry.get(name, ())) for name in ("side", "blocks")}
    return Layout(size=SIZES[entry.get("size", "poker")], colour=entry.get("colour", colour), **given)


def _default(vocab: Vocabulary, kind: str, colour: str) -> Layout:
    """A layout that shows every printed field: numbers large, words in a line, then dice, parts and texts."""
    printed = [f for f in vocab.fields_of(kind).values() if f.printed]
    numbers = tuple(f.name for f in printed if f.type.form == "int")
    rest = [f for f in printed if f.name not in numbers]
    many = tuple(f.name for f in rest if role(vocab, f.type) == "value" and _needs_label(f))
    few = tuple(f.name for f in rest if role(vocab, f.type) == "value" and not _needs_label(f))
    dice = tuple(f.name for f in rest if role(vocab, f.type) == "dice")
    blocks: list[Block] = []
    blocks += [("numbers" if len(numbers) <= MOST_NUMBERS else "profile", numbers)] if numbers else []
    blocks += [("dice", dice)] if dice else []
    blocks += [("lines", f.name) for f in rest if role(vocab, f.type) == "lines"]
    blocks += [("words", many)] if many else []
    blocks += [("text", f.name) for f in rest if role(vocab, f.type) == "text"]
    return Layout(SIZES["poker"], colour, line=few, blocks=tuple(blocks))


def _needs_label(field: Field) -> bool:
    """Whether its values alone would not say what they are: several of them, or another card."""
    type_ = field.type
    while type_.form == "optional" and type_.inner is not None:
        type_ = type_.inner
    return type_.form in ("list", "set", "card")

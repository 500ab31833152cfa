"""What stands on each card, as data for a template and as words for people who listen.

Job: for each card, take the layout of its kind and put names and values of the card into its blocks, in one language.
Input: a build without errors, its style. Output: `Face`s in a fixed order. Every text of the content stays data:
nothing here knows how it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cardwright.authoring.card_facts import CardFacts, PrintedValue, card_facts
from cardwright.authoring.faces.layouts import Block, Layout, Style
from compiler.build import Build
from dsl.diagnostics import Sink
from dsl.game.line_forms import LineForm, line_forms, people_line, people_lines
from dsl.meaning.types import Type
from dsl.meaning.vocab import Field, Part, Vocabulary
from dsl.reading.yaml_tree import Mapping, plain
from dsl.source import Span

_ID = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")  # a name of several words
Paragraphs = tuple[tuple[str, str], ...]  # a heading, which may be empty, and a text
RulesText = Callable[[str, str], Paragraphs]  # by card and field


@dataclass(frozen=True, slots=True)
class Face:
    """One card: ``data`` for the template, ``words`` for people, ``size`` in millimetres, ``span`` its place.

    ``silent``: it has ability text that the face does not show.
    """

    card: str
    kind: str
    size: tuple[int, int]
    data: dict[str, Any]
    words: tuple[str, ...]
    span: Span
    silent: bool = False


@dataclass
class Describer:
    """Describes the cards of a game; ``unnamed`` has the words that have no name in the language."""

    build: Build
    style: Style
    language: str
    rules_text: RulesText | None = None
    unnamed: set[str] = field(default_factory=set[str])

    @property
    def vocab(self) -> Vocabulary:
        return self.build.vocab

    def faces(self) -> tuple[Face, ...]:
        """All cards, by kind in the order of the ruleset, then by id."""
        assert self.build.program is not None
        order = {kind: number for number, kind in enumerate(self.vocab.kinds)}
        facts = sorted(card_facts(self.build, self.build.program), key=lambda card: (order[card.kind], card.id))
        many = {kind: sum(1 for card in facts if card.kind == kind) for kind in order}
        number: dict[str, int] = {}
        found: list[Face] = []
        for card in facts:
            number[card.kind] = number.get(card.kind, 0) + 1
            found.append(self.face(card, f"{number[card.kind]}/{many[card.kind]}"))
        return tuple(found)

    def face(self, card: CardFacts, number: str) -> Face:
        layout = self.style.layouts[card.kind]
        fields = {f.name: f for f in self.vocab.fields_of(card.kind).values() if f.printed}
        page = _Page(self, card, fields)
        title = card.names.get(self.language) or next(iter(card.names.values()), card.id)
        line = [self.capital(card.kind), *page.shown(layout.line)]
        side, blocks = [*page.blocks(layout.side)], [*page.blocks(layout.blocks)]
        foot = page.shown(layout.foot)
        data: dict[str, Any] = {
            "title": title,
            "size": list(layout.size),
            "colour": page.colour(layout),
            "emblem": page.emblem(layout),
            "left": page.number(layout.left),
            "right": page.number(layout.right),
            "line": " · ".join(line),
            "split": bool(layout.side),
            "side": side,
            "blocks": blocks,
            "foot": " · ".join([*foot, self.game()]),
            "number": number,
            "kind": self.capital(card.kind),
            "back": layout.colour,
            "emblem-back": page.usual_emblem(layout),
        }
        corners = [f"{item['label']} {item['value']}" for item in (data["left"], data["right"]) if item is not None]
        shown = (word for block in (*side, *blocks) for word in _words(block))
        words = [title, data["line"], *corners, *shown, *([" · ".join(foot)] if foot else [])]
        span = self.vocab.cards[card.id].span
        return Face(card.id, card.kind, layout.size, data, tuple(words), span, page.silent)

    def game(self) -> str:
        """The name of the game in the language."""
        ruleset = self.build.files.ruleset
        return name_of(ruleset, self.language) if ruleset is not None else ""

    def told(self, card: str, field: str) -> Paragraphs:
        """What a field of a card says in sentences; nothing where nobody words it."""
        return self.rules_text(card, field) if self.rules_text is not None else ()

    @cached_property
    def forms(self) -> dict[str, dict[str, LineForm]]:
        """The forms of parts in one line, by kind and field."""
        ruleset = self.build.files.ruleset
        return line_forms(ruleset, Sink()) if ruleset is not None else {}

    @cached_property
    def people(self) -> dict[str, LineForm]:
        """The forms of parts that people read in the language, by kind of part."""
        ruleset, faces = self.build.files.ruleset, self.build.files.faces
        found = people_lines(ruleset, faces, Sink()) if ruleset is not None and faces is not None else {}
        return {kind: forms[self.language] for kind, forms in found.items() if self.language in forms}

    def name(self, word: str) -> str:
        """What people read for a word of the game."""
        cards = self.vocab.cards
        for names in (
            self.style.names.get(word),
            self.vocab.names.get(word),
            cards[word].names if word in cards else {},
        ):
            if names and self.language in names:
                return names[self.language]
        self.unnamed |= {word} if word else set()
        return word.replace("_", " ")

    def die(self, die: str) -> dict[str, str]:
        """How a die is drawn."""
        colour = self.style.colours.get(die, "#8a8f98")
        return {"colour": colour, "name": self.name(die), "sign": self.sign(die)}

    def sign_of(self, symbol: str) -> str:
        """The first letters of a symbol that has no icon."""
        return self.capital(symbol)[:3]

    def sign(self, die: str) -> str:
        """The first letters of a die's name, as many as tell it from the other dice, up to three."""
        name = self.name(die)
        before = set(self.unnamed)
        others = [self.name(other) for other in self.vocab.dice if other != die]
        self.unnamed = before  # the names of the others are only compared
        shared = [length for length in (1, 2) if any(other[:length] == name[:length] for other in others)]
        return name[: 1 + max(shared, default=0)].capitalize()

    def spaced(self, line: str) -> str:
        """A line of a part without the underscores of ids."""
        return _ID.sub(lambda found: found[0].replace("_", " "), line).replace("-", "−")

    def capital(self, word: str) -> str:
        name = self.name(word)
        return name[:1].upper() + name[1:]


@dataclass(slots=True)
class _Page:
    """The parts of one card."""

    of: Describer
    card: CardFacts
    fields: dict[str, Field]
    silent: bool = False

    # ---- values
    def words(self, name: str) -> list[str]:
        """The values of a field as people read them; none for what is empty."""
        field, value = self.fields[name], self.card.values.get(name)
        if field.type.form == "bool":
            return [self.of.name(name)] if value is True else []
        return [self.word(each, field.type) for each in _many(value)]

    def word(self, value: PrintedValue, type_: Type) -> str:
        """One value: the name of what it stands for, if it is no number and no text."""
        while type_.inner is not None:
            type_ = type_.inner
        if not isinstance(value, str):
            return str(value).replace("-", "−")
        if type_.form == "text":
            return value
        if type_.form == "drawing":  # how many squares it is wide and deep
            lines = value.split("\n")
            return f"{len(lines[0]) // 2} × {len(lines) // 2}"
        word, _, rest = value.partition(" ")
        named = (part if part.lstrip("-").isdigit() else self.of.name(part) for part in (word, *rest.split()))
        return " ".join(named)

    def shown(self, names: Iterable[str]) -> list[str]:
        """The values of several fields in one line; numbers with the names of their fields."""
        found: list[str] = []
        for name in names:
            words = self.words(name)
            if self.fields[name].type.form == "int":
                found += [f"{self.of.name(name)} {words[0]}"] if self.counts(name) else []
            elif words:
                found.append(", ".join(words))
        return found

    def counts(self, name: str) -> bool:
        """Whether a number is worth a place: not a 0 that stands for nothing."""
        field = self.fields[name]
        return bool(self.card.values.get(name)) or not (field.has_default and field.default == 0)

    def number(self, name: str) -> dict[str, Any] | None:
        """A value with its icon and its name; None for nothing."""
        if not name or not self.counts(name) or not self.words(name):
            return None
        icon = self.of.style.icons.get(name, "")
        return {"icon": icon, "label": self.of.name(name), "value": ", ".join(self.words(name))}

    # ---- what depends on a value
    def colour(self, layout: Layout) -> str:
        return self.by(layout.colour_by, self.of.style.colours) or layout.colour

    def emblem(self, layout: Layout) -> str:
        return self.by(layout.emblem_by, self.of.style.icons) or self.usual_emblem(layout)

    def usual_emblem(self, layout: Layout) -> str:
        """The icon of all cards of the kind, which their backs show, too."""
        is_figure = self.of.vocab.is_figure(self.card.kind)
        plain = "figure" if is_figure else "scroll" if self.card.texts else "cards"
        return layout.emblem or self.of.style.icons.get(self.card.kind, "") or plain

    def by(self, name: str, table: dict[str, str]) -> str:
        """What a table has for the first value of a field that it knows."""
        values = (str(value).partition(" ")[0] for value in _many(self.card.values.get(name)))
        return next((table[value] for value in values if value in table), "")

    # ---- blocks
    def blocks(self, blocks: Iterable[Block]) -> Iterable[dict[str, Any]]:
        """The blocks that have something to show."""
        for word, shown in blocks:
            block = self.block(word, shown)
            if block is not None:
                yield {"form": word, **block}

    def block(self, word: str, shown: Any) -> dict[str, Any] | None:
        match word:
            case "numbers" | "profile":
                items: list[Any] = [item for item in map(self.number, shown) if item is not None]
            case "dice":
                items = [item for item in map(self.dice, shown) if item is not None]
            case "lines":
                items = list(self.lines(shown))
            case "words":
                items = [item for name in shown for item in self.labelled(name, alone=len(shown) == 1)]
            case "text":
                items = [{"head": head, "text": text} for head, text in self.text(shown)]
            case _:
                return self.plan(shown)
        return {"items": items} if items else None

    def lines(self, name: str) -> Iterator[dict[str, Any]]:
        """The parts in a field: in sentences, or in the form of their kind, or each value with its icon."""
        told = self.of.told(self.card.id, name)
        held: Any = self.of.vocab.cards[self.card.id].values.get(name) or ()
        parts: tuple[Part, ...] = (held,) if isinstance(held, Part) else tuple(held)
        if told:
            yield from ({"text": f"{head} {text}".strip(), "runs": []} for head, text in told)
        elif parts and (form := self.of.people.get(parts[0].kind)) is not None:
            yield from ({"text": people_line(part.values, form, self.of.name), "runs": []} for part in parts)
        elif parts and name in self.of.forms.get(self.card.kind, {}):
            if self.of.language != self.of.vocab.languages[0]:
                self.of.unnamed.add(parts[0].kind)
            written = map(str, _many(self.card.values.get(name)))
            yield from ({"text": self.of.spaced(line), "runs": []} for line in written)
        else:
            runs = ([self.run(key, value) for key, value in part.values.items() if value] for part in parts)
            yield from ({"text": "", "runs": one} for one in runs)

    def run(self, name: str, value: object) -> dict[str, str]:
        """A value of a part with its icon and its name."""
        return {"icon": self.of.style.icons.get(name, ""), "label": self.of.name(name), "value": str(value)}

    def dice(self, name: str) -> dict[str, Any] | None:
        dice = [str(die) for die in _flat(self.card.values.get(name))]
        drawn = [self.of.die(die) for die in dice]
        return {"label": self.of.name(name), "icon": self.of.style.icons.get(name, ""), "dice": drawn} if dice else None

    def labelled(self, name: str, *, alone: bool) -> Iterator[dict[str, str]]:
        """Several values with the name of their field; keywords with what they mean."""
        told = self.of.told(self.card.id, name)
        if told:
            yield from ({"label": "", "text": head, "more": text} for head, text in told)
            return
        type_, words = self.fields[name].type, self.words(name)
        while type_.inner is not None:
            type_ = type_.inner
        is_clear = type_.form in ("keyword", "bool") or (alone and type_.form in ("enum", "text"))
        label = "" if is_clear else self.of.name(name)
        if words and (type_.form != "int" or self.counts(name)):
            yield {"label": label, "text": ", ".join(words), "more": ""}

    def text(self, name: str) -> Paragraphs:
        told = self.of.told(self.card.id, name)
        is_printed = self.of.language in self.of.vocab.cards[self.card.id].printed
        self.silent = self.silent or not (told or is_printed or not self.card.texts.get(name))
        return told

    def plan(self, plan: dict[str, Any]) -> dict[str, Any]:
        value = self.card.values
        closed = [value.get(edge) == plan.get("closed") for edge in plan.get("edges", ())]
        mark = [value.get(name) or 0 for name in plan.get("mark", ())]
        size = [value.get(plan["across"]), value.get(plan["down"])]
        return {"size": size, "closed": closed or [False] * 4, "mark": mark if all(mark) else []}


def name_of(entry: Mapping, language: str) -> str:
    """The `name:` of a file: in the language if it has it, else its first or only one."""
    node = entry.get("name")
    if not isinstance(node, Mapping):
        return str(plain(node)) if node is not None else ""
    names = {key.text: str(plain(value)) for key, value in node.entries}
    return names.get(language) or next(iter(names.values()))


def _many(value: PrintedValue) -> tuple[PrintedValue, ...]:
    if isinstance(value, tuple):
        return value
    return () if value is None or value == "" else (value,)


def _flat(value: PrintedValue) -> Iterable[PrintedValue]:
    for each in _many(value):
        if isinstance(each, tuple):
            yield from _flat(each)
        else:
            yield each


def _in_one(*parts: str) -> str:
    """Parts in one line, each behind a colon, where what stands before is no sentence."""
    line = ""
    for part in filter(None, parts):
        line += ("" if not line else " " if line.endswith(".") else ": ") + part
    return line


def _words(block: dict[str, Any]) -> Iterable[str]:
    """A block in words."""
    match block["form"]:
        case "numbers" | "profile":
            yield ", ".join(f"{item['label']} {item['value']}" for item in block["items"])
        case "dice":
            for item in block["items"]:
                yield f"{item['label']}: {', '.join(die['name'] for die in item['dice'])}"
        case "words":
            for item in block["items"]:
                yield _in_one(item["label"], item["text"], item["more"])
        case "text":
            yield from (_in_one(item["head"], item["text"]) for item in block["items"])
        case "lines":
            for item in block["items"]:
                yield item["text"] or ", ".join(f"{run['label']} {run['value']}" for run in item["runs"])
        case _:
            yield f"{block['size'][0]} × {block['size'][1]}"

"""Changes of a game, as `cardwright mutate` names them, made in the texts of cards.

A mutant is a change of the core tree; here the same change is made in the source, and only that text is read and checked
again. Some mutants have no such form: a condition that lowering adds stands in no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardwright.cli.mutation_facts import known_of
from compiler.build import Build
from compiler.mutation.mutants import Mutant, mutants
from dsl.checking.carriers import check_cards
from dsl.checking.definitions import check_definitions
from dsl.checking.expressions import context_of
from dsl.checking.headings import Live
from dsl.checking.results import Checked, Facts
from dsl.diagnostics import Sink
from dsl.meaning.vocab import Card, TextPart
from dsl.source import Source
from dsl.syntax import ast
from dsl.syntax.parse import parse_abilities
from dsl.wording.texts import unit_paragraphs, writer

BECAME = re.compile(r"`?([^`]+?)`? became `?([^`]+?)`?$")
MINUS = {"+": "-", "-": "+"}


@dataclass(frozen=True, slots=True)
class Edit:
    """In a text of a card, the characters from ``start`` to ``end`` of its source are replaced."""

    mutant: Mutant
    card: Card
    part: TextPart
    start: int
    end: int
    new: str


def edits(build: Build) -> Iterator[Edit]:
    """The mutants of the texts of cards that can be made in the source, in order."""
    assert build.program is not None
    for mutant in mutants(build.program, known_of(build)):
        place = build.program.spans[mutant.at] if mutant.at >= 0 else None
        if mutant.top[0] != "abilities" or place is None or "/cards/" not in place.path:
            continue
        for card in build.vocab.cards.values():
            for part in card.texts:
                source = part.span.source
                if source.path == place.path and mutant.owner == f"card {card.id}":
                    at = _offset(source, place.line, place.column)
                    if part.span.start <= at < part.span.end:
                        found = _edit(mutant, part, at)
                        if found is not None:
                            yield Edit(mutant, card, part, *found)


def _offset(source: Source, line: int, column: int) -> int:
    return sum(len(text) + 1 for text in source.text.split("\n")[: line - 1]) + column - 1


def _edit(mutant: Mutant, part: TextPart, at: int) -> tuple[int, int, str] | None:
    text, end = part.span.source.text, part.span.end
    became = BECAME.match(mutant.description)
    match mutant.sort:
        case "number" | "who" | "value" | "verb" | "when" | "comparison" | "and, or" if became is not None:
            old, new = became.groups()
            found = re.compile(rf"(?<![\w.]){re.escape(old)}(?!\w)").search(text, at, end)
            near = mutant.sort in ("comparison", "and, or", "when")
            if found is None or (not near and found.start() != at):
                return None
            return found.start(), found.end(), new
        case "comparison":
            found = re.compile(r" is not | is | in ").search(text, at, end)
            turned = {" is not ": " is ", " is ": " is not ", " in ": " not in "}
            return (found.start(), found.end(), turned[found[0]]) if found is not None else None
        case "sign":
            return (at, at + 1, MINUS[text[at]]) if text[at] in MINUS else None
        case "how long":
            found = re.compile(r"end of ").search(text, at, end)
            new = "start of " if "start" in mutant.description else "end of next "
            return (found.start(), found.end(), new) if found is not None else None
        case "statement" | "filter" | "requirement" | "cost":
            return _left_out(mutant, part, at)
        case _:
            return None


def _left_out(mutant: Mutant, part: TextPart, at: int) -> tuple[int, int, str] | None:
    """What is left out: a statement, a filter, a requirement, or all costs."""
    wanted = {"statement": ast.CallStmt | ast.ChooseStmt | ast.CallBlock | ast.PreventStmt | ast.MayStmt | ast.SetStmt | ast.ChangeStmt,
              "filter": ast.Filter, "requirement": ast.Requires, "cost": ast.Costs}[mutant.sort]  # fmt: skip
    for ability in part.abilities:
        for node in ability.walk():
            if not isinstance(node, wanted):
                continue
            inside = node.span.start <= at < node.span.end
            if (
                node.span.start == at
                or (mutant.sort in ("cost", "requirement") and inside)
                or (mutant.sort == "filter" and at <= node.span.start < at + 40)
            ):
                return node.span.start, node.span.end, "nothing" if mutant.sort == "statement" else ""
    return None


# ---- reading an edited text
@dataclass(frozen=True, slots=True)
class Desk:
    """A game in which one text is exchanged at a time."""

    build: Build
    live: Live
    defined: Facts

    def texts(self, edit: Edit, language: str) -> str | None:
        """The edited text in words; None if the checker refuses it, `missing` if a word is missing."""
        source = edit.part.span.source
        changed = Source(source.path, source.text[: edit.start] + edit.new + source.text[edit.end :])
        end = edit.part.span.end + len(changed.text) - len(source.text)
        sink = Sink()
        margin = edit.part.abilities[0].span.line_column()[1] - 1
        abilities = parse_abilities(changed.span(edit.part.span.start, end), margin, sink)
        part = TextPart(edit.part.field, changed.span(edit.part.span.start, end), abilities)
        return self.told(replace(edit.card, texts=(part,)), language, sink)

    def written(self, rules: str, card: Card, language: str) -> str | None:
        """The text of rules that are written on a card instead of its own."""
        sink, whole = Sink(), Source("written.rules", rules).span(0, len(rules))
        part = TextPart(card.texts[0].field, whole, parse_abilities(whole, 0, sink))
        return self.told(replace(card, texts=(part,)), language, sink)

    def told(self, card: Card, language: str, sink: Sink) -> str | None:
        facts = Facts(self.build.vocab)
        for name in ("refs", "types", "bindings", "patterns"):  # of headings, whose parts the texts say too
            getattr(facts, name).update(getattr(self.defined, name))
        if sink.errors:
            return None
        check_cards(context_of(facts, sink), self.live, [card])
        if sink.errors:
            return None
        w = writer(Checked(self.build.vocab, facts), language)
        said = [p.text for u in facts.units for p in unit_paragraphs(w, u, f"{card.kind}.{u.carrier.field}")]
        return "missing" if w.findings else "\n".join(said)

    def before(self, edit: Edit, language: str) -> str | None:
        return self.told(replace(edit.card, texts=(edit.part,)), language, Sink())


def desk(build: Build) -> Desk:
    facts = Facts(build.vocab)
    return Desk(build, check_definitions(context_of(facts, Sink())), facts)

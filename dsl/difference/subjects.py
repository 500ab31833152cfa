"""Comparison of two states of a game, card by card and definition by definition.

Job: pair what has the same name, and find what plays differently. Input: two ``State``s without errors. Output: a
Difference. ``plays_same``, which knows the core tree, decides whether two texts play the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from dsl.checking.results import Facts
from dsl.dataclass import dataclass
from dsl.difference.changes import UNCLEAR, Change, Difference, Subject
from dsl.difference.data import card_changes, plain_changes
from dsl.difference.headings import written_out
from dsl.difference.trees import Comparison, Gap, key
from dsl.difference.verdicts import verdict
from dsl.game.game_files import GameFiles
from dsl.meaning.types import present
from dsl.meaning.vocab import Card, TextPart, Vocabulary
from dsl.reading.yaml_tree import Mapping, plain
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.unparse import in_one_line

Spans = Sequence[Span]
_FUNCTIONS = (ast.RelationDef, ast.DefineDef, ast.TableDef)


@dataclass(frozen=True, slots=True)
class State:
    """One state of a game: its files, its names, and the side tables of the checker."""

    files: GameFiles
    vocab: Vocabulary
    facts: Facts


def difference(old: State, new: State, plays_same: Callable[[Spans, Spans], bool]) -> Difference:
    """The difference between two states of one game."""
    pairing = _Pairing(old, new, plays_same)
    subjects = [*pairing.ruleset(), *pairing.cards(), *pairing.definitions()]
    for what in ("scenario", "roster"):
        subjects += pairing.entries(what)
    return Difference(tuple(subjects), (*pairing.texts, *pairing.files(subjects)))


class _Pairing:
    def __init__(self, old: State, new: State, plays_same: Callable[[Spans, Spans], bool]) -> None:
        self.old, self.new, self.plays_same = old, new, plays_same
        self.comparison = Comparison(self.is_someone)
        self.texts: list[str] = []
        self.changed_files: set[str] = set()

    def is_someone(self, node: ast.Node) -> bool:
        type_ = self.new.facts.types.get(node) or self.old.facts.types.get(node)
        inner = present(type_) if type_ is not None else None
        inner = inner.inner if inner is not None and inner.inner is not None else inner
        return inner is not None and inner.form == "kind"

    def better(self, name: str) -> str:
        """The `better` of all fields of a name; empty if they disagree."""
        found = {f.better for kind in self.new.vocab.kinds.values() for f in kind.fields.values() if f.name == name}
        found -= {""}
        return found.pop() if len(found) == 1 else ""

    # ---- cards
    def cards(self) -> Iterator[Subject]:
        before, after = self.old.vocab.cards, self.new.vocab.cards
        mappings = [{card.id: card.node for card in state.files.cards} for state in (self.old, self.new)]
        for name in sorted({*before, *after}):
            card = after.get(name) or before[name]
            if name not in before or name not in after:
                yield self.subject("card", name, card.span, name in after)
                continue
            changes = self.card(before[name], after[name])
            if changes:
                yield self.subject("card", name, card.span, changes)
            elif _written(mappings[0][name]) != _written(mappings[1][name]):
                self.text(f"card {name}", card.span)

    def card(self, old: Card, new: Card) -> list[Change]:
        changes = list(card_changes(old, new, self.old.vocab, self.new.vocab))
        for field, left, right in _texts(old, new):
            gaps = list(self.comparison.sequence(_abilities(left, self.old), _abilities(right, self.new)))
            if gaps and not self.plays_same(_spans(left), _spans(right)):
                changes += [self.change(gap, field, judged=True) for gap in gaps]
        return list(dict.fromkeys(changes))

    # ---- definitions
    def definitions(self) -> Iterator[Subject]:
        """The definitions of one name together: there may be several `every` and `whenever`. A heading plays only in
        the abilities that begin with it.
        """
        before, after = _named(self.old.vocab), _named(self.new.vocab)
        for name in dict.fromkeys([*before, *after]):
            left, right = before.get(name, []), after.get(name, [])
            at = (right or left)[0]
            title = _title(at)
            spans = [node.span for node in left], [node.span for node in right]
            if not left or not right:
                yield self.subject("definition", title, at.span, bool(right))
                continue
            meant = [written_out(node, self.old.facts) for node in left]
            gaps = list(self.comparison.sequence(meant, [written_out(node, self.new.facts) for node in right]))
            sides = (left, self.old), (right, self.new)
            told = [[_declared(node, state.vocab) for node in nodes] for nodes, state in sides]
            if gaps and not (told[0] == told[1] and self.plays_same(*spans)):
                judged = isinstance(at, ast.KeywordDef)
                changes = dict.fromkeys(self.change(gap, "", judged=judged) for gap in gaps)
                yield self.subject("definition", title, at.span, list(changes))
            elif [span.text for span in spans[0]] != [span.text for span in spans[1]]:
                self.text(title, at.span)

    def change(self, gap: Gap, where: str, *, judged: bool) -> Change:
        old, new = (in_one_line(node) if node is not None else "" for node in gap.shown)
        return Change(gap.sort, where, old, new, verdict(gap, self.better) if judged else UNCLEAR)

    # ---- data
    def ruleset(self) -> Iterator[Subject]:
        old, new = self.old.files.ruleset, self.new.files.ruleset
        if old is None or new is None:
            return
        changes = list(plain_changes(plain(old), plain(new)))
        if changes:
            yield self.subject("ruleset", self.new.files.id, new.span, changes)
        elif old.source.text != new.source.text:
            self.text("ruleset", new.span)

    def entries(self, what: str) -> Iterator[Subject]:
        """Scenarios or rosters, by file name."""
        before, after = (_entries(state.files, what) for state in (self.old, self.new))
        for name in sorted({*before, *after}):
            node = after.get(name) or before[name]
            if name not in before or name not in after:
                yield self.subject(what, name, node.span, name in after)
                continue
            changes = list(plain_changes(plain(before[name]), plain(after[name])))
            if changes:
                yield self.subject(what, name, node.span, changes)
            elif before[name].source.text != after[name].source.text:
                self.text(f"{what} {name}", node.span)

    def files(self, subjects: Iterable[Subject]) -> Iterator[str]:
        """Files that differ only in layout or comments."""
        reported = {subject.path for subject in subjects} | self.changed_files
        before, after = ({_inside(s, state): s for s in _sources(state.files)} for state in (self.old, self.new))
        for name in sorted(before.keys() & after.keys()):
            if before[name].text != after[name].text and not {before[name].path, after[name].path} & reported:
                yield f"file {name}"

    # ---- both
    def subject(self, what: str, name: str, span: Span, changes: list[Change] | bool) -> Subject:
        state = "changed" if not isinstance(changes, bool) else "added" if changes else "removed"
        made = () if isinstance(changes, bool) else tuple(changes)
        return Subject(what, name, state, span.source.path, span.line_column()[0], made)

    def text(self, title: str, span: Span) -> None:
        self.texts.append(title)
        self.changed_files.add(span.source.path)


def _texts(old: Card, new: Card) -> Iterator[tuple[str, list[TextPart], list[TextPart]]]:
    """The changes in the texts of a card, field by field."""
    for field in dict.fromkeys(text.field for text in (*old.texts, *new.texts)):
        yield field, [t for t in old.texts if t.field == field], [t for t in new.texts if t.field == field]


def _abilities(texts: list[TextPart], state: State) -> list[ast.Node]:
    return [written_out(node, state.facts) for node in chain.from_iterable(text.abilities for text in texts)]


def _spans(texts: list[TextPart]) -> list[Span]:
    return [text.span for text in texts]


def _written(node: Mapping) -> str:
    """An entry without the keys that come from its place in the file."""
    lines = node.source.text[node.start : node.end].split("\n")
    return "\n".join(line.strip() for line in lines if line.strip())


def _named(vocab: Vocabulary) -> dict[tuple[str, str], list[ast.Node]]:
    found: dict[tuple[str, str], list[ast.Node]] = {}
    for node in (node for node, _ in vocab.definitions if not isinstance(node, ast.HeadingDef)):
        sort = "function" if isinstance(node, _FUNCTIONS) else type(node).__name__
        found.setdefault((sort, _title(node)), []).append(node)
    return {key if key[0] != "function" else (key[0], key[1].split()[1]): nodes for key, nodes in found.items()}


def _declared(node: ast.Node, vocab: Vocabulary) -> object:
    """What a definition tells the whole game, or the texts that name it: no core tree of its own holds this."""
    match node:
        case ast.KeywordDef(name=name) | ast.StatusDef(name=name):
            trait = vocab.traits[name.text]
            return trait.kind, trait.stacking, [(param.name, key(param.default)) for param in trait.params]
        case ast.EventsDef(name=name):
            return frozenset(vocab.events[name.text].members)
        case ast.StatusesDef(name=name):
            return frozenset(vocab.statuses[name.text].members)
        case ast.VerbDef(at_once=at_once):
            return at_once
        case ast.RelationDef(params=params) | ast.DefineDef(params=params) | ast.TableDef(params=params):
            return [key(param.default) for param in params]
        case _:
            return None


def _title(node: ast.Node) -> str:
    """``verb draw``, ``stat speed of unit``, ``every unit``."""
    match node:
        case ast.StatDef(name=name, kind=kind):
            return f"stat {name.text} of {kind.text}"
        case ast.EveryDef(kind=kind):
            return f"every {kind.text}"
        case ast.LiveDef(kind=kind, field=field):
            return f"live {kind.text}" + (f".{field.text}" if field is not None else "")
        case ast.WheneverDef():
            return "whenever"
        case ast.VerbDef(word=word, name=name):
            return f"{word} {name.text}"
        case _:
            own = getattr(node, "name", None)
            return f"{type(node).__name__.removesuffix('Def').lower()} {getattr(own, 'text', '')}"


def _entries(files: GameFiles, what: str) -> dict[str, Mapping]:
    nodes = files.scenarios if what == "scenario" else files.rosters
    return {node.source.path.rpartition("/")[2].partition(".")[0]: node for node in nodes}


def _sources(files: GameFiles) -> Iterator[Source]:
    nodes = (*(card.node for card in files.cards), *files.tests, *files.scenarios, *files.rosters)
    yield from {s.path: s for s in (*files.rules, *(node.source for node in nodes))}.values()


def _inside(source: Source, state: State) -> str:
    """The path of a source relative to its game's folder."""
    ruleset = state.files.ruleset
    folder = ruleset.source.path.rpartition("/")[0] if ruleset is not None else ""
    return source.path.removeprefix(folder).lstrip("/")

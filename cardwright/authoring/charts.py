"""What of a game's rules is drawn as a graph: which card or rule answers which event, and how an automated figure acts.

Job: read graphs from the core tree and from checked texts. Input: a build. Output: graphs. Must never draw.
"""

from __future__ import annotations

from typing import Any

from cardwright.authoring.drawing.graph import Edge, Graph, Node
from compiler.build import Build
from compiler.core import ir
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast
from dsl.syntax.unparse import in_one_line, unparse


class Names:
    """The names of events and of what answers them, in one language."""

    def __init__(self, program: ir.Program, language: str) -> None:
        self.program, self.language = program, language

    def word(self, name: str) -> str:
        return self.program.names.get(name, {}).get(self.language) or name.replace("_", " ")

    def carrier(self, carrier: ir.Carrier) -> str:
        card = self.program.cards.get(carrier.name) if carrier.form == "card" else None
        own = card.names.get(self.language) if card is not None else None
        return own or self.word(carrier.name)


# ---- events
def event_graph(build: Build, language: str, card: str = "", event: str = "") -> Graph:
    """Which card, keyword, status or kind answers which event, and which events its answers make.

    ``card``: only what this card answers and makes, and what answers that. ``event``: only what answers this event.
    """
    assert build.program is not None
    program, names = build.program, Names(build.program, language)
    carried = _carriers_of(program, card) if card else set[str]()
    own = [ability for ability in program.abilities if _id(ability.carrier) in carried]
    made = {verb for ability in own for verb in _made(ability)}
    edges: list[Edge] = []
    for ability in (a for a in program.abilities if a.verbs and a.timing):
        for verb in ability.verbs:
            if (not card or ability in own or verb in made) and event in ("", verb):
                edges.append(_answer(ability, verb))
    for ability in own:
        edges += [Edge(_id(ability.carrier), f"event {verb}", dashed=True) for verb in _made(ability)]
    edges = _joined(edges)
    shown = dict.fromkeys(id_ for edge in edges for id_ in (edge.source, edge.target))
    carriers = {_id(ability.carrier): ability.carrier for ability in program.abilities}
    nodes = [
        Node(id_, "event", names.word(id_.removeprefix("event "))) if id_.startswith("event ")
        else Node(id_, _sort(carriers[id_]), names.carrier(carriers[id_]))
        for id_ in shown
    ]  # fmt: skip
    about = names.carrier(ir.Carrier(0, "card", card, "")) if card else names.word(event) if event else ""
    title = f"{program.game}: what answers which event" + (f" ({about})" if about else "")
    return Graph(title, tuple(nodes), tuple(edges))


def _id(carrier: ir.Carrier) -> str:
    return f"{carrier.form} {carrier.name}"


def _sort(carrier: ir.Carrier) -> str:
    return carrier.form if carrier.form in ("card", "keyword", "status") else "kind"


def _carriers_of(program: ir.Program, card: str) -> set[str]:
    """The card, and the keywords printed on it."""
    printed: list[Any] = [value for value in program.cards[card].values.values() if isinstance(value, list | tuple)]
    parts: list[Any] = [item for value in printed for item in value]
    return {f"card {card}", *(f"keyword {part[0]}" for part in parts if isinstance(part, list | tuple) and part)}


def _answer(ability: ir.Ability, verb: str) -> Edge:
    """From an event to what answers it: when, and whether somebody decides."""
    may = " (may)" if ability.form == "reaction" else ""
    step = f" {ability.step}" if ability.step else ""
    return Edge(f"event {verb}", _id(ability.carrier), f"{ability.timing}{step}{may}")


def _joined(edges: list[Edge]) -> list[Edge]:
    """One edge for those between the same two, with all that they say."""
    found: dict[tuple[str, str, bool], dict[str, None]] = {}
    for edge in edges:
        found.setdefault((edge.source, edge.target, edge.dashed), {})[edge.text] = None
    return [Edge(source, target, ", ".join(texts), dashed) for (source, target, dashed), texts in found.items()]


def _made(ability: ir.Ability) -> list[str]:
    """The events that an ability makes, in order."""
    found = (n.verb for s in (*ability.costs, *ability.body) for n in s.walk() if isinstance(n, ir.Emit))
    return [*dict.fromkeys(found)]


# ---- automated figures
def boards(vocab: Vocabulary) -> dict[str, ast.Ai]:
    """The cards that say how a figure acts by itself, with their steps."""
    found: dict[str, ast.Ai] = {}
    for card in vocab.cards.values():
        for text in card.texts:
            for written in text.abilities:
                node = ast.plain(written)
                if isinstance(node, ast.Ai):
                    found.setdefault(card.id, node)
    return found


def board_graph(build: Build, card: str, language: str) -> Graph:
    """The steps of an automated figure as a flow: each question, what is done if it holds, and where it goes on."""
    assert build.program is not None
    ai = boards(build.vocab)[card]
    nodes: list[Node] = []
    edges: list[Edge] = []
    row, before = 0, ""
    for number, step in enumerate(ai.steps, 1):
        asked = f"step {number}"
        told = f"{number}. {unparse(step.condition)}?" if step.condition is not None else f"{number}. otherwise"
        nodes.append(Node(asked, "question", told, (0, row)))
        if before:
            edges.append(Edge(before, asked, "no"))
        last, way = asked, "yes" if step.condition is not None else ""
        parts = [(f"{asked} do", step.body), *((f"{asked} then {n}", (s,)) for n, s in enumerate(step.thens, 1))]
        for column, (id_, statements) in enumerate(parts, 1):
            text = "; ".join(map(in_one_line, statements))
            nodes.append(Node(id_, "action", text, (column, row)))
            edges.append(Edge(last, id_, way))
            last, way = id_, "then"
        if step.read_on and number < len(ai.steps):
            edges.append(Edge(last, f"step {number + 1}", "read on", dashed=True))
        before, row = asked, row + 1
    if ai.steps and ai.steps[-1].condition is not None:
        nodes.append(Node("nothing", "end", "nothing is done", (0, row)))
        edges.append(Edge(before, "nothing", "no"))
    name = Names(build.program, language).carrier(ir.Carrier(0, "card", card, ""))
    return Graph(f"{name}: what it does by itself", tuple(nodes), tuple(edges))

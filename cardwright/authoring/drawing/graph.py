"""Graphs: nodes in columns, edges between them; as SVG, as Graphviz DOT, and as data.

Job: put nodes into columns and rows where they have no place of their own, and draw them. Input: nodes and edges.
Output: texts; the same graph gives the same texts. The layout is a small one in layers: edges against the stream are
turned, each node stands one column behind the farthest before it, and rows are sorted by their neighbours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from cardwright.authoring.drawing.svg import Drawing, number, shortened, text_width

_LINE, _GAP, _BETWEEN, _WIDEST, _LEFT, _TOP = 15.0, 14.0, 70.0, 250.0, 20.0, 84.0
_SWEEPS = 6
_ARROW = (
    '<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
    '<path d="M0 0L10 5L0 10Z"/></marker>'
)
# How each sort of node looks: corners, border, dashes, paper.
_LOOKS: Mapping[str, tuple[float, float, str, str]] = {
    "event": (14, 1.5, "none", "#d9e6f5"), "card": (0, 1, "none", "#fff"), "keyword": (0, 1, "5 3", "#fff"),
    "status": (0, 1, "2 2", "#fff"), "kind": (0, 2.5, "none", "#f1f1f1"), "question": (0, 1.5, "none", "#f7efdc"),
    "action": (6, 1, "none", "#fff"), "end": (14, 2.5, "none", "#fff"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    """``sort`` says how it looks. ``place`` is its column and row, if it has one of its own."""

    id: str
    sort: str
    text: str
    place: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str
    text: str = ""
    dashed: bool = False


_END = Edge("", "")


@dataclass(frozen=True, slots=True)
class Graph:
    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def as_data(self) -> dict[str, Any]:
        nodes = [{"id": node.id, "sort": node.sort, "text": node.text} for node in self.nodes]
        edges = [{"from": edge.source, "to": edge.target, "text": edge.text} for edge in self.edges]
        return {"title": self.title, "nodes": nodes, "edges": edges}

    def as_dot(self) -> str:
        shapes = {"event": "ellipse", "question": "diamond", "end": "oval"}
        lines = [f"digraph {_quoted(self.title)} {{", "  rankdir=LR;"]
        for node in self.nodes:
            shape = shapes.get(node.sort, "box")
            lines.append(f"  {_quoted(node.id)} [label={_quoted(node.text)}, shape={shape}];")
        for edge in self.edges:
            style = ", style=dashed" if edge.dashed else ""
            lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(edge.text)}{style}];")
        return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """A text of DOT: a backslash and a quote are told from the text itself."""
    return json.dumps(text, ensure_ascii=False)


# ---- layers
@dataclass
class _Layers:
    """``columns``: ids from above to below, with stand-ins for edges that pass through."""

    nodes: Sequence[Node]
    edges: Sequence[Edge]
    columns: list[list[str]] = field(default_factory=list[list[str]])
    paths: dict[Edge, list[str]] = field(default_factory=dict[Edge, list[str]])

    def make(self) -> None:
        forward = self.forward_edges()
        column = self.column_of(forward)
        self.columns = [[] for _ in range(max(column.values(), default=-1) + 1)]
        for node in self.nodes:
            self.columns[column[node.id]].append(node.id)
        for count, (edge, (source, target)) in enumerate(forward.items()):
            passed = [f"\0{count} {at}" for at in range(column[source] + 1, column[target])]
            for at, stand_in in enumerate(passed, column[source] + 1):
                self.columns[at].append(stand_in)
            path = [source, *passed, target]
            self.paths[edge] = path if source == edge.source else path[::-1]
        self.sort_rows()

    def forward_edges(self) -> dict[Edge, tuple[str, str]]:
        """The edges with their ends, turned where they would close a circle."""
        following: dict[str, list[Edge]] = {node.id: [] for node in self.nodes}
        for edge in self.edges:
            if edge.source != edge.target:
                following[edge.source].append(edge)
        found: dict[Edge, tuple[str, str]] = {}
        done, open_ = set[str](), set[str]()
        for node in self.nodes:
            stack = [] if node.id in done else [(node.id, iter(following[node.id]))]
            open_.update(id_ for id_, _ in stack)
            while stack:
                id_, left = stack[-1]
                edge = next(left, _END)
                if edge is _END:
                    stack.pop()
                    open_.discard(id_)
                    done.add(id_)
                elif edge.target in open_:
                    found[edge] = (edge.target, edge.source)
                else:
                    found[edge] = (edge.source, edge.target)
                    if edge.target not in done:
                        open_.add(edge.target)
                        stack.append((edge.target, iter(following[edge.target])))
        return found

    def column_of(self, forward: Mapping[Edge, tuple[str, str]]) -> dict[str, int]:
        """One behind the farthest before it."""
        column = {node.id: 0 for node in self.nodes}
        for _ in self.nodes:
            later = {t: max(column[t], column[s] + 1) for s, t in forward.values() if column[t] <= column[s]}
            if not later:
                break
            for id_, at in later.items():
                column[id_] = max(column[id_], at)
        return column

    def sort_rows(self) -> None:
        """Rows by the mean of their neighbours' rows, forth and back."""
        neighbours: dict[str, list[str]] = {}
        for path in self.paths.values():
            for one, other in pairwise(path):
                neighbours.setdefault(one, []).append(other)
                neighbours.setdefault(other, []).append(one)
        for sweep in range(_SWEEPS):
            order = range(1, len(self.columns)) if sweep % 2 == 0 else range(len(self.columns) - 2, -1, -1)
            for at in order:
                beside = self.columns[at - 1 if sweep % 2 == 0 else at + 1]
                row = {id_: place for place, id_ in enumerate(beside)}
                own = {id_: place for place, id_ in enumerate(self.columns[at])}
                means = {id_: _mean([row[n] for n in neighbours.get(id_, ()) if n in row], own[id_]) for id_ in own}
                self.columns[at].sort(key=lambda id_, m=means, o=own: (m[id_], o[id_]))  # type: ignore[misc]


def _mean(rows: Sequence[int], otherwise: int) -> float:
    return sum(rows) / len(rows) if rows else otherwise


# ---- drawing
@dataclass(frozen=True, slots=True)
class _Box:
    node: Node
    lines: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float


def draw_graph(graph: Graph, told: str) -> str:
    """The graph as SVG; ``told`` stands below the title."""
    drawing = Drawing()
    drawing.text(_LEFT, 32, graph.title, "head")
    drawing.text(_LEFT, 54, told, "plain quiet")
    layers = _Layers(graph.nodes, graph.edges)
    if all(node.place is not None for node in graph.nodes):
        boxes, points = _placed(graph), dict[str, tuple[float, float]]()
    else:
        layers.make()
        boxes, points = _in_columns(graph, layers)
    for edge in graph.edges:
        passed = [points[id_] for id_ in layers.paths.get(edge, ())[1:-1]]
        _draw_edge(drawing, boxes[edge.source], boxes[edge.target], edge, passed)
    for edge in graph.edges:
        if layers.columns:
            _say_before(drawing, graph, edge, boxes)
        elif edge.text:
            _say_behind(drawing, boxes[edge.source], boxes[edge.target], edge.text)
    for box in boxes.values():
        _draw_box(drawing, box)
    words = {node.id: node.text for node in graph.nodes}
    said = [" ".join(filter(None, (words[e.source], e.text or "leads to", words[e.target]))) for e in graph.edges]
    return drawing.document(graph.title, f"{told}. {'; '.join(said)}", _ARROW)


def _sized(node: Node, said: int = 0) -> tuple[tuple[str, ...], float, float]:
    """The lines of a node, and its size; ``said``: so many lines stand before it."""
    lines = [""]
    for word in node.text.split(" "):
        joined = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width(joined) > _WIDEST:
            lines.append(word)
        else:
            lines[-1] = joined
    shown = tuple(shortened(line, _WIDEST) for line in lines)
    return shown, max(text_width(line) for line in shown) + 20, max(len(shown) * _LINE + 12, said * 13)


def _placed(graph: Graph) -> dict[str, _Box]:
    """Nodes in the columns and rows that they have: each as wide and high as its largest."""
    sizes = {node.id: _sized(node) for node in graph.nodes}
    wide, high = dict[int, float](), dict[int, float]()
    for node in graph.nodes:
        assert node.place is not None
        column, row = node.place
        wide[column] = max(wide.get(column, 0), sizes[node.id][1])
        high[row] = max(high.get(row, 0), sizes[node.id][2])
    found: dict[str, _Box] = {}
    for node in graph.nodes:
        assert node.place is not None
        column, row = node.place
        lines, _, _ = sizes[node.id]
        x = _LEFT + sum(w + 60 for c, w in wide.items() if c < column)
        y = _TOP + sum(h + 34 for r, h in high.items() if r < row)
        found[node.id] = _Box(node, lines, x, y, wide[column], high[row])
    return found


def _in_columns(graph: Graph, layers: _Layers) -> tuple[dict[str, _Box], dict[str, tuple[float, float]]]:
    """Nodes in layers, each column in the middle; and where edges pass through a column."""
    nodes = {node.id: node for node in graph.nodes}
    sizes = {node.id: _sized(node, len(_said_before(graph, node.id))) for node in graph.nodes}
    heights = [sum((sizes[i][2] if i in sizes else 0) + _GAP for i in column) for column in layers.columns]
    said = [text for node in graph.nodes for text in _said_before(graph, node.id).values()]
    between = _BETWEEN + max((text_width(text, "small") for text in said), default=0)
    boxes, points, x = dict[str, _Box](), dict[str, tuple[float, float]](), _LEFT
    for column, height in zip(layers.columns, heights, strict=True):
        width = max((sizes[id_][1] for id_ in column if id_ in sizes), default=0)
        y = _TOP + (max(heights) - height) / 2
        for id_ in column:
            if id_ in sizes:
                lines, _, high = sizes[id_]
                boxes[id_] = _Box(nodes[id_], lines, x, y, width, high)
                y += high + _GAP
            else:
                points[id_] = (x + width / 2, y + _GAP / 2)
                y += _GAP
        x += width + between
    return boxes, points


def _draw_box(drawing: Drawing, box: _Box) -> None:
    corner, border, dashes, paper = _LOOKS[box.node.sort]
    drawing.box(
        box.x, box.y, box.width, box.height, rx=corner, fill=paper, stroke="#000",
        stroke_width=border, stroke_dasharray=dashes,
    )  # fmt: skip
    top = box.y + (box.height - len(box.lines) * _LINE) / 2
    for place, line in enumerate(box.lines):
        drawing.text(box.x + box.width / 2, top + _LINE * place + 11.5, line, "plain middle")


def _draw_edge(drawing: Drawing, source: _Box, target: _Box, edge: Edge, passed: Sequence[tuple[float, float]]) -> None:
    """A curve with an arrow."""
    if _is_below(source, target):
        begin = source.x + source.width / 2, source.y + (source.height if target.y > source.y else 0)
        end = target.x + target.width / 2, target.y + (0 if target.y > source.y else target.height)
        path = f"M{_at(begin)}L{_at(end)}"
    else:
        ahead = target.x >= source.x + source.width
        begin = source.x + (source.width if ahead else 0), source.y + source.height / 2
        end = target.x + (0 if ahead else target.width), target.y + target.height / 2
        path, last, side = f"M{_at(begin)}", begin, 40 if ahead else -40
        for point in (*passed, end):
            path += f"C{_at((last[0] + side, last[1]))} {_at((point[0] - side, point[1]))} {_at(point)}"
            last = point
    dashes = "5 3" if edge.dashed else "none"
    border = {"fill": "none", "stroke": "#444", "stroke_dasharray": dashes}
    drawing.add("path", {"d": path, "marker_end": "url(#arrow)", **border})


def _is_below(source: _Box, target: _Box) -> bool:
    return source.x == target.x and source is not target


def _say_behind(drawing: Drawing, source: _Box, target: _Box, text: str) -> None:
    """What an edge says, where it begins."""
    if _is_below(source, target):
        drawing.text(source.x + source.width / 2 + 6, source.y + source.height + 14, text, "small")
    else:
        drawing.text(source.x + source.width + 10, source.y + source.height / 2 - 5, text, "small")


def _said_before(graph: Graph, target: str) -> dict[Edge, str]:
    """What the edges to a node say; where they say different things, each names where it comes from."""
    found = {edge: edge.text for edge in graph.edges if edge.target == target and edge.text}
    if len({*found.values()}) == 1:
        return dict([*found.items()][:1])
    words = {node.id: node.text for node in graph.nodes}
    return {edge: f"{words[edge.source]}: {text}" for edge, text in found.items()}


def _say_before(drawing: Drawing, graph: Graph, edge: Edge, boxes: Mapping[str, _Box]) -> None:
    """What an edge says, where it ends: all that go to a node say it there, below each other."""
    said, target = _said_before(graph, edge.target), boxes[edge.target]
    if edge in said:
        top = target.y + target.height / 2 - 6.5 * (len(said) - 1) - 5
        place = [*said].index(edge)
        drawing.text(target.x - 12, top + 13 * place, said[edge], "small halo end")


def _at(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"

"""From YAML text to a tree of nodes with places.

Job: read one YAML document into ``Scalar``, ``Sequence`` and ``Mapping`` nodes with exact spans. Refuse what content
must not use: anchors, tags, duplicate keys, deep nesting, numbers beyond 2^53. Give plain data, or the range of an
ability text, on demand. Input: a ``Source``. Output: nodes, Python data, ``TextSlice``. The only importer of the YAML
library. Must never guess a type from a word (``on`` and ``no`` are text) and never show the library's own messages.
"""

# The YAML library has no types:
# pyright: basic
from __future__ import annotations

import gc
import re
from collections.abc import Callable
from typing import Any, cast

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from dsl.dataclass import dataclass
from dsl.diagnostics import Fix, Label, Sink
from dsl.reading.yaml_errors import explain
from dsl.reading.yaml_escapes import escapes
from dsl.source import Source, Span
from dsl.visible import HIDDEN, UNSEEN, character_name

try:  # the C parser is ten times as fast; without its wheel, the Python parser gives the same events
    from _ruamel_yaml import CParser as _CParser  # type: ignore[import-not-found, unused-ignore]  # pyright: ignore
except ImportError:  # pragma: no cover - depends on the platform
    _CParser = None

MAX_DEPTH = 64
LARGEST_NUMBER = 2**53

_STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_BLOCKS = ("literal", "folded")
_NUMBER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
# A file can contain an anchor, an alias or a tag only if a word in it begins with one of these characters. The events
# of other files are not inspected.
_SIGNS = re.compile(r"[&*!%](?<=[\s\[{,:?-].)")


@dataclass(frozen=True, slots=True)
class Placed:
    """The base of all nodes. Few spans are ever needed, so the node stores two offsets and makes a
    ``Span`` on demand.
    """

    source: Source
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The range from the node's first character to its last."""
        return Span(self.source, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Scalar(Placed):
    """A single value: ``text`` is its text; ``style`` is plain, single, double, literal or folded."""

    text: str
    style: str

    @property
    def inside(self) -> Span:
        """The range of the text itself, without the quotes if it is on one line."""
        quotes = 1 if self.style in ("single", "double") else 0
        return self.span.source.span(self.span.start + quotes, self.span.end - quotes)


@dataclass(frozen=True, slots=True)
class Sequence(Placed):
    """A list: ``- a`` or ``[a, b]``."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping(Placed):
    """Keys and values in the order of the file; no key occurs twice."""

    entries: tuple[tuple[Scalar, Node], ...]

    def get(self, key: str) -> Node | None:
        """The value of a key, or None if there is no such key."""
        for name, value in self.entries:
            if name.text == key:
                return value
        return None

    def key(self, key: str) -> Scalar | None:
        """The node of a key, for its span."""
        for name, _ in self.entries:
            if name.text == key:
                return name
        return None


Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class TextSlice:
    """The range of an ability text in its file, and the indentation of its block in columns."""

    source: Source
    start: int
    end: int
    indent: int


def parse_yaml(source: Source, sink: Sink) -> Node | None:
    """The document of a source as a tree, or None after a diagnostic."""
    # All nodes stay alive, so the garbage collector would only waste time on the growing tree.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _read(source, sink)
    finally:
        if collecting:
            gc.enable()


def _read(source: Source, sink: Sink) -> Node | None:
    before = len(sink.items)
    reader = _Reader(source, sink, source.text[:1] in "&*!%" or bool(_SIGNS.search(source.text)))
    try:
        root = reader.read(_events(source.text))
    except _Refused:
        return None
    except UnicodeEncodeError as error:
        sink.add("yaml-syntax", source.span(error.start, error.end), "half of a surrogate pair is not a character")
        return None
    except YAMLError as error:
        _report(source, error, sink)
        return None
    if root is None or (isinstance(root, Scalar) and not root.text and root.style == "plain"):
        sink.add(
            "empty-file",
            source.whole(),
            "the file holds only white space and comments",
            help="write its content, or remove it",
        )
        return None
    return root if len(sink.items) == before else None


def _events(text: str) -> Callable[[], Any]:
    """The function that returns the next event, and None (or a stream end) after the last one."""
    if _CParser is not None:
        get_event: Callable[[], Any] = _CParser(text).get_event
        return get_event
    return _pure_events(text)


def _pure_events(text: str) -> Callable[[], Any]:
    events = YAML(typ="safe", pure=True).parse(text)
    return lambda: next(events, None)


def _report(source: Source, error: YAMLError, sink: Sink) -> None:
    """Reports an error of the library in our words."""
    length = len(source.text)
    mark = context = None
    problem = about = ""
    if isinstance(error, MarkedYAMLError):
        mark, context = error.problem_mark, error.context_mark
        problem, about = str(error.problem or ""), str(error.context or "")
    position = getattr(error, "position", None)
    at = min(mark.index if mark is not None else position if isinstance(position, int) else 0, length)
    opened = min(context.index, length) if context is not None else None
    sink.put(explain(source, problem, about, (at, opened)))


class _Refused(Exception):
    """Ends reading: the document was refused with a diagnostic."""


_Set = Callable[[Any, Any], None]
_new = object.__new__
# A frozen dataclass sets its fields through `object.__setattr__`. Setting the slots directly is twice as fast, which
# matters because reading a large set of cards creates mostly such nodes.
_set_source: _Set = vars(Placed)["source"].__set__
_set_start: _Set = vars(Placed)["start"].__set__
_set_end: _Set = vars(Placed)["end"].__set__
_set_text: _Set = vars(Scalar)["text"].__set__
_set_style: _Set = vars(Scalar)["style"].__set__


class _Reader:
    """Builds nodes from events. It has its own stack, so deep documents do not exhaust Python's."""

    def __init__(self, source: Source, sink: Sink, suspect: bool) -> None:
        self.source = source
        self.sink = sink
        self.suspect = suspect
        self.escapes = "\\" in source.text
        self.reported: set[str] = set()
        self.documents = 0

    def read(self, next_event: Callable[[], Any]) -> Node | None:
        source, suspect, styles = self.source, self.suspect, _STYLES
        items: list[Any] = []
        append = items.append
        stack: list[tuple[list[Any], Any]] = []
        while (event := next_event()) is not None:
            cls = event.__class__
            if cls is ScalarEvent:
                if suspect:
                    self.inspect(event)
                style = event.style
                start, end = event.start_mark.index, event.end_mark.index
                if style:
                    style = styles[style]
                    if style in _BLOCKS:  # the span begins at the block sign, which stands after blank lines
                        end = start + len(source.text[start:end].rstrip())
                    elif self.escapes and style == "double" and HIDDEN.search(event.value):
                        self.refuse_escapes(start, end)
                else:
                    style = "plain"
                    if end - start > 13:
                        self.check_number(event)
                node = _new(Scalar)
                _set_source(node, source)
                _set_start(node, start)
                _set_end(node, end)
                _set_text(node, event.value)
                _set_style(node, style)
                append(node)
            elif cls is MappingStartEvent or cls is SequenceStartEvent:
                if suspect:
                    self.inspect(event)
                stack.append((items, event))
                items = []
                append = items.append
                if len(stack) > MAX_DEPTH:
                    self.refuse_depth(event)
            elif cls is MappingEndEvent or cls is SequenceEndEvent:
                children = items
                items, opening = stack.pop()
                append = items.append
                start = opening.start_mark.index
                end = event.end_mark.index if opening.flow_style else self.block_end(opening, children)
                if cls is MappingEndEvent:
                    append(self.mapping(start, end, children))
                else:
                    append(Sequence(source, start, end, tuple(children)))
            elif cls is AliasEvent or cls is DocumentStartEvent:
                items.extend(self.rare_event(event))
        return items[0] if items else None

    def block_end(self, opening: Any, children: list[Any]) -> int:
        """The end of a block collection: that of its last child, because the end event comes after blank lines and
        comments.
        """
        # If the last child is an empty value after an indicator, the indicator is the end.
        end: int = opening.end_mark.index
        return max(children[-1].end, end) if children else end

    def span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def mapping(self, start: int, end: int, children: list[Any]) -> Mapping:
        keys = children[::2]
        try:
            names = {key.text for key in keys}
        except AttributeError:  # a list or mapping as a key is so rare that it is not tested in advance
            names = {""}
        if len(names) < len(keys) or "" in names or "<<" in names:
            self.check_keys(keys)
        return Mapping(self.source, start, end, tuple(zip(keys, children[1::2], strict=True)))

    def check_keys(self, keys: list[Node]) -> None:
        """Reports keys that are not texts, merge keys and duplicate keys."""
        first: dict[str, Scalar] = {}
        for key in keys:
            if not isinstance(key, Scalar):
                kind = "a list" if isinstance(key, Sequence) else "a mapping"
                self.sink.add("yaml-syntax", key.span, f"{kind} stands where a key is needed")
            elif key.style == "plain" and key.text == "<<":
                self.add("yaml-anchor", key.span, "a merge key `<<` is not used in content", "write the keys out")
            elif key.text in first and key.text == next(iter(first)) and self.begins_item(first[key.text]):
                self.add_lost_dash(key, first[key.text])
                return
            elif key.text in first:
                label = Label(first[key.text].span, "first written here")
                message = f"the key `{_short(key.text)}` stands twice in this mapping"
                self.sink.add("duplicate-key", key.span, message, labels=(label,), help="keep one of the two")
            elif key.text == "" and key.style == "plain":
                if "yaml-anchor" not in self.reported:  # an alias as a key is reported as an alias only
                    self.sink.add("yaml-syntax", key.span, "a key is missing before `:`")
            else:
                first[key.text] = key

    def begins_item(self, key: Scalar) -> bool:
        """Whether a key stands right after the `- ` of an item."""
        text = self.source.text
        return text[text.rfind("\n", 0, key.start) + 1 : key.start].strip(" ") == "-"

    def add_lost_dash(self, key: Scalar, first: Scalar) -> None:
        """Reports an item that begins without its `- `: its keys seem to stand twice in the one above."""
        at = max(key.start - 2, 0)
        fix = Fix(self.source.span(at, key.start), "- ") if self.source.text[at : key.start] == "  " else None
        line = _short(self.source.line_text(key.span.line_column()[0]).strip())
        self.sink.add(
            "duplicate-key",
            key.span,
            f"the key `{_short(key.text)}` begins a second item without `- `",
            labels=[Label(first.span, "the item above begins here")],
            help=f"begin each item of a list with `- `: `- {line}`",
            fix=fix,
        )

    def inspect(self, event: Any) -> None:
        """Reports anchors, aliases and tags."""
        if event.__class__ is AliasEvent:
            self.add("yaml-anchor", self.span(event), f"`*{event.anchor}` is an alias", "write the value itself here")
            return
        if event.anchor is not None and "yaml-anchor" not in self.reported:
            span = self.property_span(event, "&")
            self.add("yaml-anchor", span, f"`&{event.anchor}` is an anchor", "write the value out in each place")
        if event.tag is not None and "yaml-tag" not in self.reported:
            span = self.property_span(event, "!")
            self.add("yaml-tag", span, f"`{_short(span.text)}` is a tag", "leave the tag out")

    def refuse_escapes(self, start: int, end: int) -> None:
        """Reports forbidden characters that are written as escapes, each at its first escape."""
        for char, span in escapes(self.source, start, end):
            if char not in self.reported and HIDDEN.search(char):
                message = f"this escape is the character {character_name(char)}"
                self.add(char, span, message, UNSEEN, code="forbidden-character")

    def check_number(self, event: Any) -> None:
        if _NUMBER.fullmatch(event.value) and not _is_exact(event.value):
            message = f"the number {_short(event.value)} is beyond 2^53 (9007199254740992)"
            self.sink.add("number-too-large", self.span(event), message, help="quote it if it is a text")

    def property_span(self, event: Any, sign: str) -> Span:
        """The span of the anchor or tag before a node; the event points at the first of the two."""
        start = self.source.text.find(sign, event.start_mark.index)
        start = event.start_mark.index if start < 0 else start
        match = re.compile(r"[^\s,\[\]{}]+").match(self.source.text, start)
        return self.source.span(start, match.end() if match else start)

    def add(self, what: str, span: Span, message: str, help: str, *, code: str = "") -> None:
        # Only the first use is reported, so that many aliases do not give many diagnostics.
        if what not in self.reported:
            self.reported.add(what)
            self.sink.add(code or what, span, message, help=help)

    def rare_event(self, event: Any) -> tuple[Scalar, ...]:
        """Handles rare events: an alias, for which an empty value keeps keys and values paired, and document starts."""
        if event.__class__ is AliasEvent:
            self.inspect(event)
            return (Scalar(self.source, event.start_mark.index, event.end_mark.index, "", "plain"),)
        self.documents += 1
        if self.documents > 1:
            message = "a second document begins here, but a file holds one"
            help = "remove the line, or move what follows to its own file"
            self.sink.add("yaml-syntax", self.span(event), message, help=help)
            raise _Refused
        if getattr(event, "tags", None):
            self.add("yaml-tag", self.span(event), "a `%TAG` directive declares tags", "leave the directive out")
        return ()

    def refuse_depth(self, event: Any) -> None:
        message = f"lists and mappings are nested more than {MAX_DEPTH} deep"
        self.sink.add("yaml-depth", self.source.span(event.start_mark.index, event.start_mark.index + 1), message)
        raise _Refused


def _is_exact(text: str) -> bool:
    """Whether a whole number is in range. Its length is tested first, because Python refuses very long numbers."""
    digits = text.lstrip("+-0ox") or "0"
    return len(digits) <= 18 and abs(_whole(text)) <= LARGEST_NUMBER


def _whole(text: str) -> int:
    base = {"0o": 8, "0x": 16}.get(text[:2], 10)
    return int(text, base)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"


_WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}


def plain_scalar(scalar: Scalar) -> object:
    """The value of one scalar: plain null, true, false and whole numbers are values, anything else is its text."""
    text = scalar.text
    if scalar.style != "plain":
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text) and _is_exact(text):
        return _whole(text)
    return text


def plain(node: Node) -> object:
    """Python data of a tree: dict, list, str, int, bool, None. The depth is bounded by ``MAX_DEPTH``."""
    if isinstance(node, Scalar):
        return plain_scalar(node)
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.entries}


def data_of(node: Node) -> dict[str, Any]:
    """The plain data of a mapping by key; empty for any other node."""
    data = plain(node)
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {}


def text_slice(scalar: Scalar, sink: Sink, what: str = "text of the language") -> TextSlice | None:
    """The range of a scalar's text in the file, for a plain text on one line or a literal block ``|``.

    ``start`` is the first character of the first line with content, ``end`` the end of the last one, and ``indent`` the
    indentation of the block. Other styles are reported: with escapes and folding, positions would be wrong.
    """
    source, span = scalar.span.source, scalar.span
    if scalar.style == "plain" and "\n" not in span.text:
        return TextSlice(source, span.start, span.end, 0)
    if scalar.style == "literal":
        return _literal_slice(scalar)
    written = {"single": "in single quotes", "double": "in double quotes", "folded": "folded with `>`"}
    message = f"{what} is a block, and this is {written.get(scalar.style, 'plain on several lines')}"
    sink.add("text-style", span, message, help="write `|`, and the text on indented lines below")
    return None


def _literal_slice(scalar: Scalar) -> TextSlice:
    source, span = scalar.span.source, scalar.span
    header_end = source.text.find("\n", span.start)
    if not scalar.text.strip() or header_end < 0 or header_end >= span.end:
        return TextSlice(source, span.start, span.start, 0)  # an empty block: an empty range at its sign
    start = header_end + 1
    while not (line := source.text[start : source.text.find("\n", start) + 1 or len(source.text)]).strip():
        start += len(line)
    spaces = len(line) - len(line.lstrip(" "))
    # With an explicit indicator (`|2`) the first line may be indented more than the block; then its value tells how
    # much.
    first = next(value for value in scalar.text.split("\n") if value.strip())
    within = len(first) - len(first.lstrip(" "))
    end = span.start + len(span.text.rstrip())
    return TextSlice(source, start + spaces, end, spaces - within)

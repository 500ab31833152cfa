"""Which tests of a game somebody asks for.

Job: choose files of tests, and tests in them, so that no others are read and checked. Input: files, and their entries.
Output: the entries that are asked for, and those in which they begin. Must never choose fewer tests than are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.dataclass import dataclass
from dsl.reading.yaml_tree import Mapping, Node, Scalar
from dsl.source import Source


@dataclass(frozen=True, slots=True)
class WantedTests:
    """Tests of these ``files`` (by their paths in messages), whose name or path contains ``text``; with the cards as
    they are on a ``day``, or now.
    """

    files: Callable[[str], bool]
    text: str = ""
    day: str = ""

    def may_be_in(self, source: Source) -> bool:
        """Whether a file has to be read; its text is searched before it is YAML."""
        if not self.files(source.path):
            return False
        written = " ".join(source.text.split())  # a name may go on in the next line
        wanted = " ".join(self.text.split())
        return self.takes("", source.path) or "\\" in written or wanted in written.replace("''", "'")

    def takes(self, name: str, path: str) -> bool:
        return self.files(path) and (self.text in name or self.text in path)

    def among(self, nodes: Sequence[Node], source: Source) -> list[Node]:
        """The entries that are asked for, with those before them in which they begin."""
        found: list[Node] = []
        needed: set[str] = set()
        for node in reversed(nodes):
            name = _text(node, "name")
            if (name and name in needed) or self.takes(name, source.path):
                found.append(node)
                needed.add(_text(node.get("given") if isinstance(node, Mapping) else None, "test"))
        return found[::-1]


NO_TESTS = WantedTests(lambda _path: False)
ALL_TESTS = WantedTests(lambda _path: True)


def _text(node: Node | None, key: str) -> str:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""

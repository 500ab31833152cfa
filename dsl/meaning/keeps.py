"""The rosters to which every scenario keeps, as the ruleset names them.

Job: read `kept_rosters` of ``ruleset.yaml``. Input: a node that is valid by schema. Output: ``Keep``s. Does not look
names up.
"""

from __future__ import annotations

from dsl.meaning.vocab import Keep
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence

_OWN = ("each", "roster", "where")


def read_keeps(node: Node | None) -> tuple[Keep, ...]:
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(_keep(item) for item in items if isinstance(item, Mapping))


def _keep(node: Mapping) -> Keep:
    named = {key.text: value for key, value in node.entries if isinstance(value, Scalar)}
    kind, roster, where = (named[key].text if key in named else "" for key in _OWN)
    values = {key: value.text for key, value in named.items() if key not in _OWN}
    return Keep(kind, roster, where, values, {key: value.span for key, value in named.items()}, node.span)

"""Speed of reading on one core: abilities in the language, and YAML cards with the place of every value."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from dsl.diagnostics import Sink
from dsl.reading.yaml_tree import parse_yaml
from dsl.source import Source
from dsl.syntax.parse import parse_abilities

ABILITIES = (
    """\
activate as minor costs spend 1, tap self once per turn:
  attack one enemy adjacent to self with reach(2)
  deal 20 fire to target
""",
    """\
after deal to self where type is fire:
  heal 10 to self
""",
    """\
passive while self.tapped:
  +2 armor for all ally within 5 of self
  speed is at most 2
""",
    """\
react before attack to ally within 5 of self costs expend this:
  prevent
  if self.level >= 3 and target is not none: draw 1
  else: let r = roll 2d6
""",
)
CARD = """\
  - id: card_{n}
    kind: creature
    name: {{en: Card {n}, ru: Карта {n}}}
    provenance: house
    level: {n}
    hp: 50
    abilities: [strength, dexterity]
"""
CARDS = 2000


def best(work: Callable[[], object], times: int = 5) -> float:
    """Seconds for the fastest of several runs."""
    taken: list[float] = []
    for _ in range(times):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return min(taken)


def read_abilities() -> None:
    sink = Sink()
    for source in SOURCES * 100:
        parse_abilities(source.span(0, len(source.text)), 0, sink)
    assert not sink.items, sink.items[0].message


def read_cards() -> None:
    sink = Sink()
    assert parse_yaml(FILE, sink) is not None
    assert not sink.items, sink.items[0].message


SOURCES = [Source("card", text) for text in ABILITIES]
FILE = Source("cards", "cards:\n" + "".join(CARD.format(n=n) for n in range(CARDS)))

if __name__ == "__main__":
    read_abilities()  # a first run, because the parser is made only once
    print(f"abilities of the language: {len(SOURCES) * 100 / best(read_abilities):,.0f} a second (wanted: 15,000)")
    print(f"cards of YAML with places: {CARDS / best(read_cards):,.0f} a second (wanted: 20,000)")

"""Parts of cards printed in one line: read, refused in words, printed back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dsl.diagnostics import Sink
from dsl.game.line_forms import LineForm, line_forms, print_line
from dsl.game.lines import read_line
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, parse_yaml, plain
from dsl.source import Source

RULESET = """\
enums:
  guard: {values: [hide, vigour, nerve], written: {vigour: Vig, nerve: Nrv}}
  colour: [plain, red, blue]
kinds:
  blow:
    part: true
    line:
      - "{id}"
      - {before: "(", list: ["range {range}", "{times} times", "once{rare}"], between: ",", after: ")"}
      - "{+bonus} vs. {guard}"
      - {before: ";", list: ["{harm}[ +{more}][ {colour}]", "{leaves}", "{lasting} (for long)"], between: and}
    fields:
      id: {type: text, printed: true}
      range: {type: int, printed: true, default: 1}
      times: {type: int, printed: true, default: 1}
      rare: {type: bool, printed: true, default: false}
      bonus: {type: int, printed: true}
      guard: {type: guard, printed: true, default: hide}
      harm: {type: int, printed: true, default: 0}
      more: {type: int, printed: true, default: 0}
      colour: {type: colour, printed: true, default: plain}
      leaves: {type: set of status, printed: true, default: []}
      lasting: {type: set of status, printed: true, default: []}
      hits: int
  unit:
    card: true
    fields:
      blows: {type: list of blow, printed: true, default: []}
"""

LINES: list[tuple[str, dict[str, Any]]] = [
    ("knife +4 vs. hide", {"id": "knife", "bonus": 4, "guard": "hide"}),
    (
        "dart (range 10, 3 times) +11 vs. Vig; 25 blue and slow",
        {"id": "dart", "range": 10, "times": 3, "bonus": 11, "guard": "vigour", "harm": 25, "colour": "blue",
         "leaves": ["slow"]},
    ),
    ("hex (once) -2 vs. Nrv; slow", {"id": "hex", "rare": True, "bonus": -2, "guard": "nerve", "leaves": ["slow"]}),
    ("maw +1 vs. hide; 15 +10 red", {"id": "maw", "bonus": 1, "guard": "hide", "harm": 15, "more": 10, "colour": "red"}),
    (
        "mist +3 vs. hide; burning 5 red, slow (for long)",
        {"id": "mist", "bonus": 3, "guard": "hide", "lasting": ["burning(5, red)", "slow"]},
    ),
    (
        "gale +3 vs. hide; slow and dazed (for long)",
        {"id": "gale", "bonus": 3, "guard": "hide", "leaves": ["slow"], "lasting": ["dazed"]},
    ),
]  # fmt: skip


def ruleset(text: str) -> Mapping:
    node = parse_yaml(Source("ruleset.yaml", text), Sink())
    assert isinstance(node, Mapping)
    return node


def form() -> LineForm:
    sink = Sink()
    found = line_forms(ruleset(RULESET), sink)["unit"]["blows"]
    assert not sink.items
    return found


def scalar(text: str) -> Scalar:
    node: Node | None = parse_yaml(Source("cards.yaml", f"blows: [{text!r}]\n"), Sink())
    assert isinstance(node, Mapping)
    blows = node.get("blows")
    assert isinstance(blows, Sequence) and isinstance(blows.items[0], Scalar)
    return blows.items[0]


@pytest.mark.parametrize(("line", "fields"), LINES)
def test_a_line_gives_the_fields_that_it_prints(line: str, fields: dict[str, Any]) -> None:
    sink = Sink()
    read = read_line(scalar(line), form(), sink)
    assert read is not None, sink.items
    assert plain(read) == fields
    assert print_line(read, form()) == line


def test_every_value_stands_where_it_was_written() -> None:
    read = read_line(scalar("dart (range 10, 3 times) +11 vs. Vig; 25 blue and slow"), form(), Sink())
    assert read is not None
    assert {key.text: value.span.text for key, value in read.entries} == {
        "id": "dart", "range": "10", "times": "3", "bonus": "+11", "guard": "Vig", "harm": "25", "colour": "blue",
        "leaves": "slow",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("knife   + 4 VS . Hide", "knife +4 vs. hide"),
        ("dart ( range 10 ) +11 vs. vigour", "dart (range 10) +11 vs. Vig"),
        ("dart (range 1) +11 vs. Vig; 0 plain", "dart +11 vs. Vig"),
    ],
)
def test_what_is_written_otherwise_is_printed_as_the_form_says(line: str, canonical: str) -> None:
    read = read_line(scalar(line), form(), Sink())
    assert read is not None and print_line(read, form()) == canonical


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ("knife 4 vs. hide", "4", "expected `(` or a number with its sign for `bonus` here, not `4`"),
        ("knife +4 vs. Vug", "Vug", "expected a value for `guard` here, not `Vug`"),
        ("knife +4 hide", "hide", "expected `vs` here, not `hide`"),
        ("knife +4 vs. hide; 5 and", "", "expected a name for `leaves` or a name for `lasting` here, not the end"),
        ("knife +4 vs. hide 5", "5", "expected `;` here, not `5`"),
    ],
)
def test_a_line_without_the_form_is_refused_where_it_leaves_it(line: str, place: str, message: str) -> None:
    sink = Sink()
    assert read_line(scalar(line), form(), sink) is None
    (fault,) = sink.items
    assert (fault.code, fault.span.text) == ("line-form", place)
    assert fault.message.startswith(message)


def test_the_help_shows_the_form_or_the_nearest_word() -> None:
    sink = Sink()
    read_line(scalar("knife 4 vs. hide"), form(), sink)
    read_line(scalar("knife +4 vs. Vih"), form(), sink)
    assert [fault.help for fault in sink.items] == [
        "such a line is written ID [(range RANGE, TIMES times, once)] +BONUS vs. GUARD "
        "[; HARM [+MORE] [COLOUR] and LEAVES and LASTING (for long)]",
        "did you mean `Vig`?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("range {range}", "range {rang}", "unknown-name", "{rang}"),
        ("range {range}", "range {hits}", "unknown-name", "{hits}"),
        ("range {range}", "range {harm}", "wrong-value", "{harm}"),
        ("{+bonus} vs. ", "vs. ", "wrong-value", ""),
        ("[ {colour}]", "[ {colour}", "syntax", ""),
    ],
)
def test_a_form_that_cannot_be_is_refused(old: str, new: str, code: str, place: str) -> None:
    sink = Sink()
    assert not line_forms(ruleset(RULESET.replace(old, new)), sink).get("unit")
    assert code in [fault.code for fault in sink.items]
    assert not place or place in [fault.span.text for fault in sink.items]


def test_a_line_breaks_off_quickly_however_long(tmp_path: Path) -> None:
    sink = Sink()
    assert read_line(scalar("knife +4 vs. hide; " + " and ".join(["slow"] * 400)), form(), sink) is None
    assert [fault.code for fault in sink.items] == ["line-form"]

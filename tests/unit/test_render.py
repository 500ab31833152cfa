"""Diagnostics as people and programs see them."""

from __future__ import annotations

import click
import jsonschema
import pytest

from cardwright.cli.render import as_data, as_text, counted
from dsl.diagnostics import Diagnostic, Fix, Label
from dsl.reading import schemas
from dsl.source import Source, Span


def place(text: str, part: str, path: str = "content/g/cards/a.yaml") -> Span:
    start = text.index(part)
    return Source(path, text).span(start, start + len(part))


def lines_of(fault: Diagnostic) -> list[str]:
    return click.unstyle(as_text(fault)).splitlines()


def test_place_sentence_line_and_caret() -> None:
    fault = Diagnostic("unknown-verb", place("one\n  two three\n", "three"), "no", "do", owner="ann")
    assert lines_of(fault) == [
        "content/g/cards/a.yaml:2:7: error[unknown-verb]: no",
        "2 |   two three",
        "  |       ^^^^^",
        '  = in card "ann"',
        "  = help: do",
    ]


@pytest.mark.parametrize(
    ("text", "part", "carets"),
    [
        ("名前: x", "x", "      ^"),  # two columns each
        ("x: 名前", "名前", "   ^^^^"),
        ("e\u0301: x", "x", "   ^"),  # a combining mark takes none
        ("a\tb", "b", " \t^"),  # a tab stays one, whatever its width
        ("Имя: x", "x", "     ^"),
        ("a\x1b[1m: x", "x", "          ^"),  # a hidden character takes as many as its escape
        ("\u202ex", "\u202e", "^^^^^^"),
    ],
)
def test_carets_stand_below_what_is_meant(text: str, part: str, carets: str) -> None:
    _, _, line = lines_of(Diagnostic("syntax", place(text, part), "no"))
    assert line == "  | " + carets


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (0, 900, "x" + "." * 238 + "…"),
        (500, 500, "…" + "." * 79 + "x" + "." * 158 + "…"),
        (900, 0, "…" + "." * 238 + "x"),
        (120, 119, "." * 120 + "x" + "." * 119),  # the longest that is shown whole
    ],
)
def test_of_a_very_long_line_the_part_around_its_place_is_shown(before: int, after: int, shown: str) -> None:
    _, line, carets = lines_of(Diagnostic("syntax", place("." * before + "x" + "." * after, "x"), "no"))
    assert line == "1 | " + shown
    assert carets == "  | " + " " * shown.index("x") + "^"


def test_a_place_over_several_lines_is_marked_on_the_first() -> None:
    fault = Diagnostic("syntax", place("ab\ncd\n", "b\ncd"), "no")
    assert lines_of(fault)[1:] == ["1 | ab", "  |  ^"]


def test_an_empty_place_and_the_end_of_a_text_have_a_caret() -> None:
    assert lines_of(Diagnostic("syntax", Source("x", "ab").span(2, 2), "no"))[1:] == ["1 | ab", "  |   ^"]


def test_a_whole_file_has_neither_line_nor_caret() -> None:
    assert lines_of(Diagnostic("missing-file", Source("x", "").whole(), "no")) == ["x: error[missing-file]: no"]


def test_an_owner_is_called_by_its_folder() -> None:
    fault = Diagnostic("syntax", place("ab", "a", "content/g/tests/a.yaml"), "no", owner="it works")
    assert lines_of(fault)[-1] == '  = in test "it works"'


def test_labels_name_their_places() -> None:
    other = place("a\nb", "b", "other.rules")
    fault = Diagnostic("duplicate-name", place("a", "a"), "no", labels=(Label(other, "first declared here"),))
    assert lines_of(fault)[-1] == "  = first declared here: other.rules:2:1"


def test_counts() -> None:
    error = Diagnostic("syntax", place("a", "a"), "no")
    warning = Diagnostic("unread-value", place("a", "a"), "no")
    assert counted([]) == ""
    assert counted([error, warning, error]) == "2 errors, 1 warning"


def test_data_is_valid_by_its_schema() -> None:
    span = place("one\ntwo", "two")
    faults = [
        Diagnostic("syntax", span, "no"),
        Diagnostic("unread-value", span, "no", "do", (Label(span, "here"),), Fix(span, "three"), "ann"),
    ]
    data = as_data(["g"], faults)
    jsonschema.Draft202012Validator(schemas.load("diagnostics")).validate(data)
    assert (data["errors"], data["warnings"]) == (1, 1)
    assert data["diagnostics"][1]["fix"]["replacement"] == "three"
    assert data["diagnostics"][0]["span"]["end"] == {"offset": 7, "line": 2, "column": 4}

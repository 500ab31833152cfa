"""Faults of structure: our words, the narrowest place, one fault for each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dsl.diagnostics import Diagnostic, Sink
from dsl.reading import schemas
from dsl.reading.structure import Structure
from dsl.reading.yaml_tree import parse_yaml
from dsl.source import Source

RULESET = """\
id: skirmish
name: {en: Skirmish}
version: 0.1.0
language: 1
source: a book
languages: [en]
kinds:
  creature:
    card: true
    fields: {level: {type: int, printed: true}, owner: player}
"""


def faults(text: str, schema: dict[str, Any]) -> list[Diagnostic]:
    sink = Sink()
    node = parse_yaml(Source("a.yaml", text), sink)
    assert node is not None, sink.items
    assert Structure(schema).check(node, sink, "the file") == (not sink.items)
    return sink.items


def only_finding(text: str, schema: dict[str, Any]) -> Diagnostic:
    (fault,) = faults(text, schema)
    return fault


def closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}


NAMES = ("ruleset", "cards", "tests", "scenario", "roster", "rulebook")


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_schemas_and_describe_every_property(name: str) -> None:
    schema = schemas.load(name)
    Draft202012Validator.check_schema(schema)
    undescribed: list[str] = []

    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict):
            if not path.endswith("/if"):
                for key, inner in value.get("properties", {}).items():
                    if isinstance(inner, dict) and "description" not in inner and "$ref" not in inner:
                        undescribed.append(f"{path}/{key}")
            for key, inner in value.items():
                walk(inner, f"{path}/{key}")
        elif isinstance(value, list):
            for inner in value:
                walk(inner, path)

    walk(schema, name)
    assert not undescribed
    assert all("description" in inner for inner in schema["$defs"].values())


def test_schema_files_are_written_alike() -> None:
    for path in sorted(schemas.folder().glob("*.schema.json")):
        text = path.read_text(encoding="utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", path.name


def test_a_sound_ruleset_has_no_faults() -> None:
    assert faults(RULESET, schemas.load("ruleset")) == []


def test_the_example_of_the_documentation_is_sound() -> None:
    page = Path(__file__).parents[2] / "docs" / "content-files.md"
    blocks = page.read_text(encoding="utf-8").split("```yaml\n")[1:]
    texts = [block.split("```")[0].replace(", fields…", "") for block in blocks]
    names = ("ruleset", None, "cards", None, None, None, "tests", None, "rulebook", "words")
    for text, name in zip(texts, names, strict=True):
        if name:
            assert [(str(f.span), f.message) for f in faults(text, schemas.load(name))] == []


def test_an_unknown_key_is_marked_and_its_neighbour_named() -> None:
    fault = only_finding(RULESET.replace("version:", "verison:"), schemas.load("ruleset"))
    assert (fault.code, fault.span.text) == ("unknown-key", "verison")
    assert fault.help == "did you mean `version`?"
    assert fault.fix is not None and fault.fix.replacement == "version"


def test_a_missing_key_is_marked_at_the_first_key() -> None:
    fault = only_finding(
        RULESET.replace("version: 0.1.0\n", "").replace("source: a book\n", ""), schemas.load("ruleset")
    )
    assert (fault.code, fault.span.text) == ("missing-key", "id")
    assert fault.message == "`version` and `source` are missing in the file"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("five", '`level` is a text ("five"), but a whole number is needed'),
        ("1.5", '`level` is a text ("1.5"), but a whole number is needed'),
        ("true", "`level` is `true`, but a whole number is needed"),
        ("[1]", "`level` is a list, but a whole number is needed"),
        ("{a: 1}", "`level` is a mapping, but a whole number is needed"),
        ("", "`level` is empty, but a whole number is needed"),
        ("'5'", '`level` is a text ("5"), but a whole number is needed'),
    ],
)
def test_wrong_types_say_what_is_there_and_what_is_needed(value: str, message: str) -> None:
    fault = only_finding(f"level: {value}\n", closed(level={"type": "integer"}))
    assert (fault.code, fault.message) == ("wrong-type", message)
    assert fault.span.text


@pytest.mark.parametrize(
    ("value", "help"),
    [
        ("1.5", "numbers are whole: write `level: 1` or `level: 2`"),
        ("2,5", "numbers are whole: write `level: 2` or `level: 3`"),
        ("-1.5", "numbers are whole: write `level: -2` or `level: -1`"),
        ("-0.5", "numbers are whole: write `level: -1` or `level: 0`"),
        (f"{'9' * 5_000}.5", "write it in digits: `level: …`"),  # more digits than Python reads as a number
    ],
)
def test_a_fraction_is_told_the_whole_numbers_beside_it(value: str, help: str | None) -> None:
    assert only_finding(f"level: {value}\n", closed(level={"type": "integer"})).help == help


@pytest.mark.parametrize("value", ["12", "true", "null", "0x10", "on"])
def test_a_text_stays_a_text(value: str) -> None:
    assert faults(f"a: {value}\n", closed(a={"type": "string"})) == []
    assert faults(f"a: [{value}]\n", closed(a={"type": "array", "items": {"type": ["string", "object"]}})) == []


def test_a_text_that_looks_like_a_number_still_meets_its_pattern() -> None:
    fault = only_finding("a: 12\n", closed(a={"type": "string", "pattern": "^[a-z]+$", "description": "small letters"}))
    assert (fault.code, fault.help) == ("wrong-value", "allowed: small letters")


def test_values_outside_of_an_enum_list_what_is_allowed() -> None:
    schema = closed(a={"type": "string", "enum": ["chebyshev", "manhattan"]})
    fault = only_finding("a: chebishev\n", schema)
    assert fault.code == "wrong-value" and fault.span.text == "chebishev"
    assert fault.help == "did you mean `chebyshev`? allowed: `chebyshev` or `manhattan`"


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"type": "integer", "minimum": 1}, "0", "is 0, but at least 1 is needed"),
        ({"type": "integer", "maximum": 3}, "4", "is 4, but at most 3 is allowed"),
        ({"type": "array", "minItems": 1}, "[]", "too few items"),
        ({"type": "array", "uniqueItems": True}, "[a, a]", "holds an item twice"),
        ({"type": "string", "minLength": 1}, "''", "is an empty text"),
        ({"type": "object", "minProperties": 1}, "{}", "is an empty mapping"),
    ],
)
def test_bounds_in_words(schema: dict[str, Any], value: str, words: str) -> None:
    fault = only_finding(f"a: {value}\n", closed(a=schema))
    assert fault.code == "wrong-value" and words in fault.message


def test_items_are_counted_from_one() -> None:
    fault = only_finding("a: [1, x]\n", closed(a={"type": "array", "items": {"type": "integer"}}))
    assert fault.message.startswith("item 2 of `a` is a text") and fault.span.text == "x"


def test_a_key_that_is_no_name_is_marked_itself() -> None:
    fault = only_finding(RULESET.replace("creature:", "Creature:"), schemas.load("ruleset"))
    assert (fault.code, fault.span.text) == ("wrong-value", "Creature")


def test_alternatives_name_the_nearest_branch() -> None:
    schema = closed(a={"anyOf": [{"type": "integer"}, closed(b={"type": "integer"}), {"type": "array"}]})
    fault = only_finding("a: {b: x}\n", schema)
    assert fault.span.text == "x" and "whole number" in fault.message


def test_every_fault_of_a_file_is_found() -> None:
    found = faults("a: x\nb: 7\nc: 1\n", closed(a={"type": "integer"}, b={"type": "array"}))
    assert [f.code for f in found] == ["wrong-type", "wrong-type", "unknown-key"]


def test_contradictions_need_their_decision() -> None:
    text = "rows: [{id: DC-A-01, statement: x}]\nexcused:\n  - {id: DC-A-01, reason: contradiction}\n"
    fault = only_finding(text, schemas.load("rulebook"))
    assert fault.code == "missing-key" and "`decision` is missing" in fault.message

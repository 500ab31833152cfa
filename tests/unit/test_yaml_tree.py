"""The positioned tree: true spans, plain data, ability text, and one clear diagnostic for each bad input."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.diagnostics import Diagnostic, Sink
from dsl.reading import yaml_tree
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, parse_yaml, plain, text_slice
from dsl.source import Source


def read(text: str) -> Node:
    sink = Sink()
    node = parse_yaml(Source("a.yaml", text), sink)
    assert node is not None, sink.items
    assert not sink.items
    return node


def refuse(text: str) -> Diagnostic:
    sink = Sink()
    assert parse_yaml(Source("a.yaml", text), sink) is None
    (fault,) = sink.items
    return fault


def mapping(text: str) -> Mapping:
    node = read(text)
    assert isinstance(node, Mapping)
    return node


def scalar(text: str, key: str = "x") -> Scalar:
    node = mapping(text).get(key)
    assert isinstance(node, Scalar)
    return node


@pytest.fixture(params=["c", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "pure":
        monkeypatch.setattr(yaml_tree, "_CParser", None)
    return str(request.param)


def test_spans_with_crlf_cyrillic_emoji_and_comments(parser: str) -> None:
    text = "# 😀\r\nимя: Дракон 🐉 # c\r\nlist: [a, 'it''s', \"b\"]\r\nmap:\r\n  k: v\r\n\r\n# end\r\n"
    root = mapping(text)
    (key, name), (_, items), (_, inner) = root.entries
    assert (key.text, key.span.text) == ("имя", "имя")
    assert name.span.text == "Дракон 🐉"
    assert name.span.line_column() == (2, 6)
    assert isinstance(items, Sequence) and isinstance(inner, Mapping)
    assert items.span.text == "[a, 'it''s', \"b\"]"
    assert [(i.span.text, i.text, i.style) for i in items.items if isinstance(i, Scalar)] == [
        ("a", "a", "plain"),
        ("'it''s'", "it's", "single"),
        ('"b"', "b", "double"),
    ]
    assert inner.span.text == "k: v"
    assert root.span.text == text[text.index("имя") : text.index("v\r\n") + 1]
    assert root.key("map") is not None and root.key("none") is None and root.get("none") is None


def test_plain_data_is_core_yaml_and_no_word_is_guessed(parser: str) -> None:
    text = "a: [on, no, yes, y, 1e3, 1.5, 0777, 0x1F, 0o17, -3, +4, 1_000]\nb: [~, null, true, false, 'true', \"1\", ]\nc:\n"
    assert plain(read(text)) == {
        "a": ["on", "no", "yes", "y", "1e3", "1.5", 777, 31, 15, -3, 4, "1_000"],
        "b": [None, None, True, False, "true", "1"],
        "c": None,
    }


def test_empty_collections_and_nested_lists(parser: str) -> None:
    root = mapping("a: {}\nb: []\nc:\n- - x\n  - y\n-\n")
    assert plain(root) == {"a": {}, "b": [], "c": [["x", "y"], None]}
    assert [value.span.text for _, value in root.entries] == ["{}", "[]", "- - x\n  - y\n-"]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: &x b\nc: *x\n", "yaml-anchor", "&x"),
        ("c: *x\n", "yaml-anchor", "*x"),
        ("a:\n  <<: b\n", "yaml-anchor", "<<"),
        ("a: !foo b\n", "yaml-tag", "!foo"),
        ("a: !!python/object:os.system {}\n", "yaml-tag", "!!python/object:os.system"),
        ("a: 9007199254740993\n", "number-too-large", "9007199254740993"),
        ("a: -" + "9" * 5000 + "\n", "number-too-large", "-" + "9" * 5000),
        ("a: 0xFFFFFFFFFFFFFFFF\n", "number-too-large", "0xFFFFFFFFFFFFFFFF"),
        ("a: b: c\n", "yaml-syntax", ":"),
        ("a: 'x\nb: 1\n", "yaml-syntax", "'"),
        ("a: [1, 2\nb: 3\n", "yaml-syntax", "["),
        ("a: {b: 1\n", "yaml-syntax", "{"),
        ("a:\n  b: 1\n c: 2\n", "yaml-syntax", "c"),
        ("a: b\njust a line\n", "yaml-syntax", "j"),
        ("a: 'x' y\n", "yaml-syntax", "y"),
        ("a: @x\n", "yaml-syntax", "@"),
        ("a: }\n", "yaml-syntax", "}"),
        ("a: |x\n  b\n", "yaml-syntax", "x"),
        ("? [a]\n: b\n", "yaml-syntax", "[a]"),
        ("a: 1\n---\nb: 2\n", "yaml-syntax", "---"),
        ("# nothing\n", "empty-file", ""),
        ("---\n", "empty-file", ""),
        ("a: \ud800\n", "yaml-syntax", "\ud800"),
    ],
)
def test_one_clear_diagnostic_each(parser: str, text: str, code: str, place: str) -> None:
    fault = refuse(text)
    assert (fault.code, fault.span.text) == (code, place)
    for word in ("expected", "token", "scanning", "parsing", "<", "ruamel"):
        assert word not in fault.message.replace("`<<`", "")


def test_numbers_up_to_2_53_and_long_texts_of_digits() -> None:
    assert plain(read("a: [9007199254740992, -9007199254740992, 000000000000000000000000]\n")) == {
        "a": [2**53, -(2**53), 0]
    }
    assert plain(read(f"a: '{'9' * 400}'\n")) == {"a": "9" * 400}


def test_duplicate_keys_point_at_both() -> None:
    fault = refuse("a: 1\nb: 2\n'a': 3\n")
    assert fault.code == "duplicate-key"
    assert fault.span.line_column() == (3, 1)
    assert fault.labels[0].span.line_column() == (1, 1)


def test_bombs_give_one_diagnostic() -> None:
    laughs = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20)
    )
    assert refuse(laughs).code == "yaml-anchor"
    merges = "a: &a {x: 1}\n" + "".join(f"k{i}:\n  <<: *a\n" for i in range(1000))
    assert refuse(merges).code == "yaml-anchor"


@pytest.mark.parametrize(
    "text", ["[" * 50_000, "{a: " * 50_000, "- " * 50_000 + "x", "? " * 50_000, "[" * 65 + "]" * 65]
)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    assert refuse(text).code == "yaml-depth"


def test_depth_64_is_read() -> None:
    assert isinstance(read("[" * 64 + "]" * 64), Sequence)


def test_a_file_of_five_megabytes_of_one_line_is_read() -> None:
    assert len(scalar("x: " + "a b " * 1_250_000).text) > 4_900_000


def test_ability_text_of_a_block(parser: str) -> None:
    text = "x: |  # why\r\n\r\n    activate:\r\n\r\n      attack 😀\r\n\r\nнекст: 1\r\n"
    node = scalar(text)
    cut = text_slice(node, Sink())
    assert cut is not None and cut.indent == 4
    assert text[cut.start : cut.end] == "activate:\r\n\r\n      attack 😀"
    assert node.span.text.endswith("😀")


@pytest.mark.parametrize("sign", ["|", "|-", "|+"])
def test_ability_text_keeps_its_range_with_any_chomping(sign: str) -> None:
    text = f"x: {sign}\n  a\n   b\n\n"
    cut = text_slice(scalar(text), Sink())
    assert cut is not None and (text[cut.start : cut.end], cut.indent) == ("a\n   b", 2)


def test_ability_text_with_an_indentation_sign() -> None:
    text = "x: |2\n    a\n  b\n"
    cut = text_slice(scalar(text), Sink())
    assert cut is not None and (text[cut.start : cut.end], cut.indent) == ("a\n  b", 2)


def test_ability_text_on_one_line_and_empty() -> None:
    cut = text_slice(scalar("x: prevent # c\n"), Sink())
    assert cut is not None and (cut.start, cut.end, cut.indent) == (3, 10, 0)
    empty = text_slice(scalar("x: |\ny: 1\n"), Sink())
    assert empty is not None and empty.start == empty.end


@pytest.mark.parametrize("text", ["x: 'a'\n", 'x: "a"\n', "x: >\n  a\n  b\n", "x: a\n  b\n"])
def test_other_styles_are_refused_for_ability_text(text: str) -> None:
    sink = Sink()
    assert text_slice(scalar(text), sink) is None
    (fault,) = sink.items
    assert fault.code == "text-style" and "`|`" in fault.help


WORD = st.text(st.sampled_from("abцЯ😀é-_.9"), min_size=1, max_size=8).map(lambda word: "w" + word)
END = st.sampled_from(["\n", "\r\n"])


@settings(max_examples=150)
@given(
    st.lists(st.tuples(WORD, st.lists(WORD, max_size=3)), min_size=1, max_size=6, unique_by=lambda p: p[0]), END, WORD
)
def test_spans_of_plain_scalars_are_true(pairs: list[tuple[str, list[str]]], end: str, comment: str) -> None:
    text = f"# {comment}{end}" + "".join(f"{key}: [{', '.join(items)}] # {comment}{end}" for key, items in pairs)
    root = mapping(text)
    assert plain(root) == dict(pairs)
    for key, value in root.entries:
        assert isinstance(value, Sequence)
        for node in (key, *value.items):
            assert isinstance(node, Scalar) and node.span.text == node.text


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, 3), st.one_of(st.just(""), WORD)), min_size=1, max_size=6), END, WORD)
def test_slices_of_blocks_hold_the_lines_of_the_text(lines: list[tuple[int, str]], end: str, comment: str) -> None:
    # The first line sets the indentation of the block.
    body = ["wfirst"] + [" " * indent + word if word else "" for indent, word in lines]
    text = (
        f"# {comment}{end}k: 😀{end}x: |{end}" + "".join(f"   {line}{end}" if line else end for line in body) + "y: 1"
    )
    node = scalar(text)
    cut = text_slice(node, Sink())
    assert cut is not None and cut.indent == 3
    sliced = (" " * cut.indent + text[cut.start : cut.end]).replace("\r\n", "\n").split("\n")
    assert [line[cut.indent :] for line in sliced] == node.text.rstrip("\n").split("\n")

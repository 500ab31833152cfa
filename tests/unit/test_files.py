"""Reading files: what is refused, and where the fault is said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic, Sink
from dsl.reading.files import MAX_BYTES, read_bytes, source_of
from dsl.reading.folders import Folder
from dsl.source import Source


def read_source(path: Path, sink: Sink, shown: str) -> Source | None:
    data = read_bytes(Folder(path.parent), path.name, sink, shown)
    return source_of(data, sink, shown) if data is not None else None


def refuse(tmp_path: Path, data: bytes) -> list[Diagnostic]:
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    sink = Sink()
    assert read_source(path, sink, "game/a.yaml") is None
    return sink.items


def test_text_is_kept_exactly_and_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + "имя: 😀\r\nb: 1\t# tab\r\n".encode())
    sink = Sink()
    source = read_source(path, sink, "game/a.yaml")
    assert source is not None and not sink.items
    assert source.text == "имя: 😀\r\nb: 1\t# tab\r\n"
    assert source.path == "game/a.yaml"


def test_bad_utf8_is_shown_at_its_line_and_column(tmp_path: Path) -> None:
    (fault,) = refuse(tmp_path, "a: 1\nимя: x".encode() + b"\xff\n")
    assert fault.code == "invalid-utf8"
    assert fault.span.line_column() == (2, 7)
    assert "0xFF" in fault.message


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\u00ad", "U+00AD SOFT HYPHEN"),
        ("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("\x85", "U+0085 CONTROL CHARACTER"),
        ("\x00", "U+0000 NULL"),
        ("\r", "U+000D CARRIAGE RETURN"),
    ],
)
def test_invisible_characters_are_named_once(tmp_path: Path, char: str, name: str) -> None:
    (fault,) = refuse(tmp_path, f"a: x{char}y{char}\n".encode())
    assert fault.code == "forbidden-character"
    assert name in fault.message
    assert (fault.span.start, fault.span.end) == (4, 5)


def test_each_distinct_character_is_reported(tmp_path: Path) -> None:
    faults = refuse(tmp_path, "a: \u202e\u2066\u202e\n".encode())
    assert [f.span.start for f in faults] == [3, 4]


def test_a_tab_in_the_indentation(tmp_path: Path) -> None:
    (fault,) = refuse(tmp_path, b"a:\n  \tb: 1\n\tc: 1\n")
    assert fault.code == "tab-indent"
    assert fault.span.line_column() == (2, 3)


@pytest.mark.parametrize("data", [b"", b"  \n\t\n", b"# only\r\n  # comments", b"\xef\xbb\xbf"])
def test_empty_files(tmp_path: Path, data: bytes) -> None:
    (fault,) = refuse(tmp_path, data)
    assert fault.code == "empty-file"


def test_large_files_are_not_read(tmp_path: Path) -> None:
    (fault,) = refuse(tmp_path, b"a" * (MAX_BYTES + 1))
    assert fault.code == "file-too-large"


def test_missing_files_and_folders(tmp_path: Path) -> None:
    sink = Sink()
    assert read_source(tmp_path / "none.yaml", sink, "none.yaml") is None
    assert read_source(tmp_path, sink, "folder") is None
    assert [f.code for f in sink.items] == ["missing-file", "unreadable-file"]

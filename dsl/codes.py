"""The table of diagnostic codes: one row each, forever.

Job: name every fault that Cardwright can report. Each code has a page ``dsl/explain/<code>.md``
(what it means, a bad and a good example) and a golden test; the house tests hold both.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """``stage`` is the pass that reports it: file, schema, syntax, resolve, check, lower, test."""

    name: str
    stage: str
    title: str
    severity: str = "error"
    since: str = "0.1.0"


_ROWS = (
    # files
    Code("missing-file", "file", "a file or folder that is needed is not there"),
    Code("unreadable-file", "file", "the file cannot be read"),
    Code("file-too-large", "file", "the file is larger than 5 MiB"),
    Code("empty-file", "file", "the file has no content"),
    Code("invalid-utf8", "file", "the file is not valid UTF-8"),
    Code("forbidden-character", "file", "an invisible or direction-changing character"),
    Code("tab-indent", "file", "a tab where spaces are needed"),
    Code("yaml-syntax", "file", "the YAML cannot be read"),
    Code("yaml-anchor", "file", "anchors, aliases and merge keys are not used in content"),
    Code("yaml-tag", "file", "tags are not used in content"),
    Code("yaml-depth", "file", "the YAML is nested too deeply"),
    Code("duplicate-key", "file", "a key stands twice in one mapping"),
    Code("number-too-large", "file", "a whole number beyond 2^53"),
    Code("text-style", "file", "ability text in a style whose positions are not true"),
    # structure
    Code("unknown-key", "schema", "a key that nothing reads"),
    Code("missing-key", "schema", "a key that is needed is not there"),
    Code("wrong-type", "schema", "a value of the wrong kind"),
    Code("wrong-value", "schema", "a value outside of what is allowed"),
    Code("duplicate-id", "schema", "one id for two things"),
    Code("unknown-kind", "schema", "a card of a kind that the ruleset does not declare"),
    # language
    Code("syntax", "syntax", "the text cannot be read as the language"),
    Code("indentation", "syntax", "the indentation does not fit"),
    Code("nesting-too-deep", "syntax", "the text is nested too deeply"),
)

CODES: dict[str, Code] = {row.name: row for row in _ROWS}

"""The table of diagnostic codes: one row each, forever.

Job: name every fault that Cardwright can report. Each code has a page ``dsl/explain/<code>.md`` (what it means, a bad
and a good example) and a golden test. The house tests check that both exist.
"""

from __future__ import annotations

from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """``stage`` is the pass that reports it: file, schema, syntax, resolve, check, lower, text, faces, test."""

    name: str
    stage: str
    title: str
    severity: str = "error"
    since: str = "0.1.0"


_ROWS = (
    # files
    Code("missing-file", "file", "a file or folder that is needed is not there"),
    Code("unexpected-file", "file", "a file or folder that nothing reads"),
    Code("file-name", "file", "a file name that cannot be shown, or is not the same everywhere"),
    Code("unreadable-file", "file", "the file cannot be read"),
    Code("linked-file", "file", "a symbolic link, which is not followed"),
    Code("file-too-large", "file", "the file is larger than 5 MiB"),
    Code("empty-file", "file", "the file has no content"),
    Code("invalid-utf8", "file", "the file is not valid UTF-8"),
    Code("forbidden-character", "file", "an invisible, controlling or direction-changing character"),
    Code("tab-indent", "file", "a tab where spaces are needed"),
    Code("yaml-syntax", "file", "the YAML cannot be read"),
    Code("yaml-anchor", "file", "anchors, aliases and merge keys are not used in content"),
    Code("yaml-tag", "file", "tags are not used in content"),
    Code("yaml-depth", "file", "the YAML is nested too deeply"),
    Code("duplicate-key", "file", "a key stands twice in one mapping"),
    Code("number-too-large", "file", "a whole number beyond 2^53"),
    Code("text-style", "file", "ability text that is not a YAML block"),
    # structure
    Code("unknown-key", "schema", "a key that nothing reads"),
    Code("missing-key", "schema", "a key that is needed is not there"),
    Code("wrong-type", "schema", "a value of the wrong kind"),
    Code("wrong-value", "schema", "a value outside of what is allowed"),
    Code("duplicate-id", "schema", "one id for two things"),
    Code("unknown-kind", "schema", "a card of a kind that the ruleset does not declare"),
    Code("line-form", "schema", "a printed line that does not have the form of its kind"),
    # language
    Code("syntax", "syntax", "the text cannot be read as the language"),
    Code("indentation", "syntax", "the indentation does not fit"),
    Code("nesting-too-deep", "syntax", "the text is nested too deeply"),
    # names
    Code("unknown-name", "resolve", "a name that nothing declares"),
    Code("unknown-field", "resolve", "a field that this kind of thing does not have"),
    Code("unknown-function", "resolve", "a function that nothing declares"),
    Code("unknown-verb", "resolve", "a verb that nothing declares"),
    Code("unknown-type", "resolve", "a type that nothing declares"),
    Code("unknown-step", "resolve", "a step that the verb does not have"),
    Code("unknown-row", "resolve", "a row that the rulebook does not have"),
    Code("ambiguous-name", "resolve", "a name with two meanings here"),
    Code("duplicate-name", "resolve", "one name for two things"),
    Code("reserved-name", "resolve", "a name that is reserved"),
    # types and effects
    Code("wrong-operand", "check", "an operand of the wrong type"),
    Code("missing-operand", "check", "an operand that the verb needs is not there"),
    Code("extra-operand", "check", "an operand that the verb does not take"),
    Code("not-a-condition", "check", "a condition that is neither true nor false"),
    Code("not-comparable", "check", "two values that can never be compared"),
    Code("maybe-none", "check", "a value that may be none where one is needed"),
    Code("choice-in-expression", "check", "a choice or roll where only values may stand"),
    Code("no-chooser", "check", "the text does not say which player decides"),
    Code("unrounded-division", "check", "a division that is not rounded"),
    Code("table-gap", "check", "a table that does not answer every case"),
    Code("function-end", "check", "a body of a function that may give nothing, or a value that is never reached"),
    Code("table-overlap", "check", "a row of a table that can never be reached"),
    Code("printed-field", "check", "a printed value cannot be changed"),
    Code("not-a-place", "check", "a value that `set` cannot change"),
    Code("require-too-late", "check", "a requirement after the verb has begun to act"),
    Code("outside-event", "check", "a statement that needs an event around it"),
    Code("idle-stop", "check", "`or stop` with nothing to stop"),
    Code("misplaced-always", "check", "`always if` where nothing can happen by itself"),
    Code("unknown-frame", "check", "an event to end or to count by that is not declared"),
    Code("needs-self", "check", "a noun that uses `self`, where there is no `self`"),
    Code("recursive-definition", "check", "a definition that depends on itself"),
    Code("out-of-bounds", "check", "a number outside of what the language allows"),
    Code("never-live", "check", "a text that no `live` line makes live"),
    Code("never-emitted", "check", "a trigger, a limit or an end of an event that nothing causes"),
    Code("unread-value", "check", "a value that nothing reads", "warning"),
    Code("unknown-faces", "check", "a roll of a die whose faces are unknown"),
    Code("unreachable-step", "check", "an AI step that can never be reached"),
    Code("open-situation", "check", "an AI without a step for some situation"),
    # texts of cards
    Code("missing-word", "text", "a text of a card that the words of the game cannot say"),
    # printed cards
    Code("overfull-face", "faces", "a card whose texts do not fit on its face"),
    Code("missing-glyph", "faces", "a character that no font of printed cards has"),
    # rosters and tests
    Code("roster-illegal", "roster", "a roster, or a scenario, that breaks a requirement"),
    Code("test-failed", "test", "a content test that fails"),
    Code("test-setup", "test", "a content test whose start position cannot be built"),
)

CODES: dict[str, Code] = {row.name: row for row in _ROWS}

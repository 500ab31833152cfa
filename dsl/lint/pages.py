"""The pages of the lint rules.

Job: make the page of one rule, and the list of all rules. Input: rules. Output: Markdown. Tests run the examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.lint.base import Rule
from dsl.lint.groups import GROUPS

_GROUPS = {
    "correctness": "Correctness: the text does not say what its author meant",
    "dead": "Dead content: it is never used, or has no effect",
    "interaction": "Interaction: texts that conflict",
    "tables": "Tables",
    "ai": "AI",
    "text": "Texts and languages",
    "style": "Style: the same can be written more simply",
    "tests": "Tests",
}
_HEADS = {
    "ability": ("rules", "the text of a card"),
    "rules": ("rules", "in `rules/*.rules`"),
    "cards": ("yaml", "in `cards/*.yaml`"),
    "tests": ("yaml", "in `tests/*.yaml`"),
    "words": ("yaml", "in `words.yaml`"),
    "scenario": ("yaml", "in `scenarios/*.yaml`"),
    "fields": ("yaml", "among the fields of a kind"),
    "player_fields": ("yaml", "among the fields of `player`"),
}


def page(rule: Rule) -> str:
    """The page of a rule."""
    state = "" if rule.on else " It runs only where it is selected by its name."
    return (
        f"# {rule.code}\n\n{(rule.doc or '').strip()}\n\n"
        f"A {rule.severity} of the group `{rule.group}`, since {rule.since}.{state}\n\n"
        f"## Bad\n\n{_example(rule.bad)}\n## Good\n\n{_example(rule.good)}\n"
        f"## Suppress\n\nWrite `# allow: {rule.code} reason` on the line or above it, or put the code under "
        "`ignore` or `per-path` in `cardwright.toml`.\n"
    )


def overview(rules: Iterable[Rule]) -> str:
    """The list of all rules, group by group."""
    rows = list(rules)
    text = f"# Lint rules\n\n{len(rows)} rules, made from `dsl/lint/rules/` by `cardwright lints --write docs/lint`.\n"
    for group in GROUPS:
        text += f"\n## {_GROUPS[group]}\n\nSelected together as `{group}`.\n\n| code | finds |\n|---|---|\n"
        for rule in (rule for rule in rows if rule.group == group):
            text += f"| [`{rule.code}`]({rule.code}.md) | {rule.title}{'' if rule.on else ' (only where selected)'} |\n"
    return text


def _example(example: Mapping[str, str]) -> str:
    shown = ""
    for where, text in example.items():
        language, place = _HEADS.get(where, ("yaml", f"under `{where}` in `ruleset.yaml`"))
        shown += f"{place[0].upper()}{place[1:]}:\n\n```{language}\n{text.strip()}\n```\n\n"
    return shown.rstrip("\n") + "\n"

"""Runs the lints of a game.

Job: run the selected rules, set the severity and the card of each finding, and remove findings that ``# allow:``
comments suppress. Input: a LintContext, a LintConfig, and earlier warnings. Output: the remaining findings, sorted.
Never changes a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from dsl.codes import CODES
from dsl.diagnostics import Diagnostic
from dsl.lint.allows import allows
from dsl.lint.base import Allow, LintContext, Rule
from dsl.lint.config import LintConfig
from dsl.lint.summarize import game_summary


def run_lints(context: LintContext, config: LintConfig, shown: str, earlier: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings of the rules, with the ``earlier`` warnings; ``shown`` is the beginning of the paths of the game."""
    context.allows = collect_allows(context)
    context.summary = game_summary(context)
    found = [*earlier, *lint_trees(context, config), *lint_summaries(context, config)]
    return finish_findings(found, context, config, shown)


def collect_allows(context: LintContext) -> tuple[Allow, ...]:
    """The ``# allow:`` comments in the sources of a context, each with the card or test that contains it."""
    found = (allow for source in context.sources for allow in allows(source))
    return tuple(replace(allow, owner=context.owner(allow.span)) for allow in found)


def lint_trees(context: LintContext, config: LintConfig) -> Iterator[Diagnostic]:
    """The findings in the trees of a context, which may be those of one file."""
    for rule in config.running():
        for item in rule.check(context) if rule.check else ():
            yield _finished(item, rule, config, context)


def lint_summaries(context: LintContext, config: LintConfig) -> Iterator[Diagnostic]:
    """The findings that need the summaries of all files."""
    for rule in config.running():
        for item in rule.whole(context) if rule.whole else ():
            yield _finished(item, rule, config, context)


def finish_findings(found: list[Diagnostic], context: LintContext, config: LintConfig, shown: str) -> list[Diagnostic]:
    """Adds the findings about ``# allow:`` comments, removes what comments or the configuration allow, and sorts.

    What waits is counted in the context.
    """
    running = config.running()
    used = {allow for allow in context.allows for item in found if allow.covers(item)}
    judged = {rule.code for rule in running} | CODES.keys()
    known = judged | {rule.code for rule in config.rules}
    context.idle_allows = tuple(
        allow for allow in context.allows if allow not in used and (allow.code in judged or allow.code not in known)
    )
    for rule in running:
        found += [_finished(item, rule, config, context) for item in (rule.last(context) if rule.last else ())]
    kept = [item for item in found if not any(allow.covers(item) for allow in context.allows)]
    folder = context.files.folder
    kept = [item for item in kept if not config.is_ignored(item, _file(item, shown, folder))]
    told = [item for item in dict.fromkeys(kept) if not config.waits(item, context.vocab.version)]
    context.waiting = len(dict.fromkeys(kept)) - len(told)
    return sorted(told, key=Diagnostic.sort_key)


def _finished(found: Diagnostic, rule: Rule, config: LintConfig, context: LintContext) -> Diagnostic:
    return replace(found, level=config.level(rule), owner=found.owner or context.owner(found.span))


def _file(found: Diagnostic, shown: str, folder: Path) -> Path:
    return folder / found.span.source.path.removeprefix(shown).lstrip("/")

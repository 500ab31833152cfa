"""``cardwright lints``: the lint rules, and their pages."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import say


@click.command("lints")
@click.option("--write", "folder", type=click.Path(path_type=Path), help="Write a page for each rule into this folder.")
@click.option("--check", "current", type=click.Path(path_type=Path), help="List outdated pages in this folder.")
def command(folder: Path | None, current: Path | None) -> int:
    """List the lint rules by group, or write a page for each rule."""
    from dsl.lint.groups import GROUPS
    from dsl.lint.pages import overview, page
    from dsl.lint.rules import RULES
    from dsl.writing import write_texts

    pages = {"README.md": overview(RULES), **{f"{rule.code}.md": page(rule) for rule in RULES}}
    if folder is not None:
        write_texts({folder / name: text for name, text in pages.items()}, folder)
        say(f"wrote {len(pages)} pages")
    elif current is not None:
        there = {path.name: path.read_text(encoding="utf-8-sig") for path in current.glob("*.md")}
        stale = sorted(name for name in pages.keys() | there.keys() if pages.get(name) != there.get(name))
        for name in stale:
            say(f"{current.as_posix()}/{name} is not what its rule says")
        return FINDINGS if stale else CLEAN
    else:
        width = max(len(rule.code) for rule in RULES)
        for group in GROUPS:
            say(f"{group}:")
            for rule in (rule for rule in RULES if rule.group == group):
                say(f"  {rule.code:{width}}  {rule.title}{'' if rule.on else ' (only where selected)'}")
    return CLEAN

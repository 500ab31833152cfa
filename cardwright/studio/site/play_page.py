"""The page that plays a game's scenarios.

Job: put the exported JavaScript of a game, what people read beside it, and the component that plays into one page.
Input: a build without errors. Output: a page, and facts for the component. The rules in the page are those that
`cardwright export --target javascript` writes.
"""

from __future__ import annotations

from typing import Any

from cardwright.authoring.exported import exported
from cardwright.authoring.faces.wording import rules_text
from cardwright.studio.site.shell import Page, Site, hand_written, page_words, safe
from compiler.build import Build
from compiler.targets.export import Content, export_code, seats_of
from compiler.targets.javascript import JavaScript
from compiler.targets.javascript_package import COMMON
from dsl.reading.yaml_tree import plain


def play_page(site: Site, build: Build) -> Page:
    """The page in all languages; its component shows the parts of one of them."""
    parts: list[str] = []
    for language in site.languages:
        heading = f"<h1>{safe(site.names[language])}: {page_words(language)['play']}</h1>"
        hidden = " hidden" if parts else ""
        inside = f"{site.links('play', language)}{heading}"
        parts.append(f'<header data-language="{safe(language)}" lang="{safe(language)}"{hidden}>{inside}</header>\n')
    first = site.languages[0]
    content = exported(build)
    styles, scripts = (hand_written("site.css"),), (rules_script(content), hand_written("site.js"))
    title = f"{site.names[first]}: {page_words(first)['play']}"
    told = facts(build, content, site.names[first])
    return Page("play", first, title, "<div id='play'></div>", styles, scripts, told, "".join(parts))


def rules_script(content: Content) -> str:
    """The exported rules with their runtime as a script, which puts them where the component looks for them.

    Comments that fill a line are left out but for licences: they would be an eighth of the page. No text in the code
    goes over several lines, so that each such line is a comment.
    """
    text = export_code(content, JavaScript())[COMMON]
    lines = (line for line in text.split("\n") if not line.lstrip().startswith("//") or "LICENSE" in line)
    inside = "\n".join(["const module = {};", *lines, "return module.exports;", ""])
    return f"var cardwright_rules = (() => {{\n{inside}}})();"


def facts(build: Build, content: Content, title: str) -> dict[str, Any]:
    """What the component shows and the rules do not have."""
    vocab = build.vocab
    seats = seats_of(content.program, content.scenarios)
    return {
        "title": title,
        "languages": list(vocab.languages),
        "scenarios": {
            name: {"title": _title(build, name), "players": list(seats.get(name, ()))} for name in content.scenarios
        },
        "texts": card_texts(build),
        "judged": {
            kind: [name for name, field in vocab.fields_of(kind).items() if field.better] for kind in vocab.kinds
        },
        "forms": {
            verb.name: [[param.preposition, param.name] for param in verb.taken] for verb in vocab.verbs.values()
        },
    }


def _title(build: Build, scenario: str) -> str:
    """What people call a scenario."""
    for node in build.files.scenarios:
        held: Any = plain(node)
        if held.get("id") == scenario:
            return str(held.get("name") or scenario)
    return scenario


def card_texts(build: Build) -> dict[str, dict[str, list[str]]]:
    """The rules texts of cards by id and language, where the game has words for them."""
    found: dict[str, dict[str, list[str]]] = {}
    for language in build.vocab.languages:
        text = rules_text(build, language)
        if text is None:
            continue
        for card in build.vocab.cards.values():
            fields = (name for name, field in build.vocab.fields_of(card.kind).items() if field.printed)
            said = [f"{title}: {words}" if title and title != card.names.get(language) else words
                    for name in fields for title, words in text(card.id, name)]  # fmt: skip
            if said:
                found.setdefault(card.id, {})[language] = said
    return found

"""The frame of all pages of a site.

Job: make a whole page of a body: head, policy, way to the other pages. Input: texts of the page, which are escaped
already, and its styles and scripts. Output: a text. The policy names each style and script by its digest, so nothing
else runs, and nothing is loaded: a page works from a folder, where a browser knows no `'self'`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

from dsl.dataclass import dataclass
from dsl.visible import visible

# A script within a page ends where its end tag stands, wherever that is.
_ENDING = re.compile(r"<(?=!--|/?script)", re.IGNORECASE)
_WORDS = {
    "en": {
        "home": "Overview", "cards": "Cards", "texts": "Texts", "rules": "Rulebook", "graph": "What answers what",
        "play": "Play", "errata": "Errata", "matches": "Many matches",
        "pages": "Pages", "language": "Language", "skip": "To the content",
    },
    "ru": {
        "home": "Обзор", "cards": "Карты", "texts": "Тексты", "rules": "Правила", "graph": "Что на что отвечает",
        "play": "Играть", "errata": "Исправления", "matches": "Много партий",
        "pages": "Страницы", "language": "Язык", "skip": "К содержанию",
    },
}  # fmt: skip
LANGUAGE_NAMES = {"en": "English", "ru": "Русский"}


def page_words(language: str) -> Mapping[str, str]:
    return _WORDS.get(language, _WORDS["en"])


def safe(text: str) -> str:
    """A text of the content, without hidden characters, as text of a page."""
    return escape(visible(text))


def hand_written(name: str) -> str:
    """The text of a file that the package ships for pages."""
    return files("cardwright.studio").joinpath("bundle", name).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages share: the name of the game by language, and which pages there are."""

    names: Mapping[str, str]
    languages: tuple[str, ...]
    pages: tuple[str, ...]

    def path(self, page: str, language: str) -> str:
        """Where a page lies; the page that plays has all languages in it."""
        if page == "play":
            return "play.html"
        name = "index" if page == "home" else page
        return f"{name}.html" if language == self.languages[0] else f"{name}.{language}.html"

    def address(self, page: str, language: str) -> str:
        """How other pages lead to it."""
        return self.path(page, language) + (f"?lang={language}" if page == "play" else "")

    def links(self, page: str, language: str) -> str:
        """The way to the other pages, and to this one in other languages."""
        words = page_words(language)
        items: list[str] = []
        for name in self.pages:
            here = ' aria-current="page"' if name == page else ""
            items.append(f'<li><a href="{self.address(name, language)}"{here}>{words[name]}</a></li>')
        others = [
            f'<li><a href="{self.path(page, other)}" hreflang="{other}" lang="{other}">'
            f"{LANGUAGE_NAMES.get(other, other)}</a></li>"
            for other in self.languages
            if other != language and page != "play"
        ]
        return f"<nav aria-label='{words['pages']}'><ul>{''.join((*items, *others))}</ul></nav>\n"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: elements of its body, and its own styles and scripts; ``above`` replaces the way to the others."""

    name: str
    language: str
    title: str
    body: str
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    facts: Any = None
    above: str = ""


def whole(site: Site, page: Page) -> bytes:
    """The page as a file."""
    styles = (hand_written("pages.css"), *page.styles)
    scripts = tuple(within_page(script) for script in page.scripts)
    policy = (
        f"default-src 'none'; img-src data:; style-src {_digests(styles)}; "
        f"script-src {_digests(scripts)}; base-uri 'none'; form-action 'none'"
    )
    data = f'<script type="application/json" id="facts">{_as_json(page.facts)}</script>\n' if page.facts else ""
    sheets = "".join(f"<style>{style}</style>" for style in styles)
    running = "".join(f"<script>{script}</script>" for script in scripts)
    text = f"""<!DOCTYPE html>
<html lang="{safe(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{safe(page.title)}</title>
{sheets}
</head>
<body>
{page.above or site.links(page.name, page.language)}<main id="content">
{page.body}
</main>
{data}{running}
</body>
</html>
"""
    return text.encode("utf-8")


def within_page(script: str) -> str:
    """A script that does not end the element that holds it; in texts and patterns the escape means the same."""
    return _ENDING.sub(r"\\x3c", script)


def _as_json(facts: Any) -> str:
    text = json.dumps(facts, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digests(texts: tuple[str, ...]) -> str:
    """What a policy calls styles or scripts by, or that there are none."""
    found = [base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii") for text in texts]
    return " ".join(f"'sha256-{digest}'" for digest in found) or "'none'"

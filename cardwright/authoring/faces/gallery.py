"""All cards in one page for browsers.

Job: make an HTML file that holds pictures and texts of cards, with a search. Input: faces, and an SVG for each. Output:
a text. It loads nothing, and its policy lets only its own style and script run: content is escaped, and could not run a
script if it were not. Letters and colours that several pictures define are in the page once.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree

from cardwright.authoring.faces import hand_written
from cardwright.authoring.faces.describe import Face
from dsl.visible import visible

_SVG = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
_WIDE = 120  # a card of so many millimetres takes two places
_WORDS = {
    "en": {"search": "Search", "kind": "Kind", "all": "all", "text": "Text", "cards": "Cards"},
    "ru": {"search": "Поиск", "kind": "Вид", "all": "все", "text": "Текст", "cards": "Карты"},
}


def gallery(title: str, language: str, faces: Sequence[Face], pictures: Sequence[bytes], above: str = "") -> str:
    """The page; ``above`` are elements that stand before its heading. Without pictures it has the texts alone."""
    style, script = hand_written("gallery.css"), hand_written("gallery.js")
    words = _WORDS.get(language, _WORDS["en"])
    policy = (
        f"default-src 'none'; img-src data:; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    kinds = dict.fromkeys((face.kind, str(face.data["kind"])) for face in faces)
    options = "".join(f'<option value="{_safe(kind)}">{_safe(name)}</option>' for kind, name in kinds)
    shared: dict[str, str] = {}
    drawn = [_drawn(picture, shared) for picture in pictures]
    drawn = drawn or [""] * len(faces)
    cards = "".join(_card(face, picture, words["text"]) for face, picture in zip(faces, drawn, strict=True))
    return f"""<!DOCTYPE html>
<html lang="{_safe(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_safe(title)}</title>
<style>{style}</style>
</head>
<body>
{above}<header>
<h1>{_safe(title)}</h1>
<label>{words["search"]} <input id="search" type="search" autocomplete="off" aria-keyshortcuts="/"></label>
<label>{words["kind"]} <select id="kind"><option value="">{words["all"]}</option>{options}</select></label>
<output id="count" for="search kind" aria-live="polite">{len(faces)}</output>
</header>
<main>
<svg class="shared" aria-hidden="true" width="0" height="0"><defs>{"".join(shared.values())}</defs></svg>
<ul class="cards" aria-label="{words["cards"]}">
{cards}</ul>
</main>
<script>{script}</script>
</body>
</html>
"""


def _card(face: Face, picture: str, text: str) -> str:
    title, line = _safe(str(face.data["title"])), _safe(str(face.data["line"]))
    rows = "".join(f"<li>{_safe(words)}</li>" for words in face.words[1:] if words)
    wide = ' class="wide"' if face.size[0] >= _WIDE else ""
    return (
        f'<li data-kind="{_safe(face.kind)}"{wide}><figure>{picture}'
        f"<figcaption><h2>{title}</h2><p>{line}</p>"
        f"<details{'' if picture else ' open'}><summary>{text}</summary><ul>{rows}</ul></details></figcaption>"
        "</figure></li>\n"
    )


def _drawn(picture: bytes, shared: dict[str, str]) -> str:
    """A picture as an element of the page. What it defines goes to ``shared``: equal definitions have equal names."""
    root = ElementTree.fromstring(picture)
    for holder in root.findall(f"{{{_SVG}}}defs"):
        for defined in holder:
            shared.setdefault(defined.attrib["id"], ElementTree.tostring(defined, encoding="unicode"))
        root.remove(holder)
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    root.attrib["aria-hidden"] = "true"
    return ElementTree.tostring(root, encoding="unicode")


def _safe(text: str) -> str:
    """A text of the content, without hidden characters, as text of the page."""
    return escape(visible(text))


def _digest(text: str) -> str:
    """What a policy calls a style or script by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")

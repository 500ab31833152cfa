"""The pages of a site that are read: the overview, the texts of cards, and what answers what.

Job: make the bodies of pages. Input: a build without errors. Output: pages. All text of a game is escaped.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from typing import Protocol

from cardwright.authoring.charts import event_graph
from cardwright.authoring.drawing.graph import Graph, draw_graph
from cardwright.studio.site.shell import LANGUAGE_NAMES, Page, Site, page_words, safe
from compiler.build import Build

_WORDS = {
    "en": {
        "cards": "All cards, with a search.", "texts": "The rules text of each card in each language.",
        "rules": "Each row of the printed rulebook, what carries it, and the tests that prove it.",
        "graph": "Which card or rule answers which event.", "errata": "What has changed on cards, since when, and why.",
        "play": "Scenarios, against an agent or each other.",
        "matches": "Who wins, what cards add to winning, and what never happens, when agents play.",
        "version": "Version {}", "card": "Card", "event": "Event", "answer": "What answers it", "when": "When",
        "told": "An arrow goes from an event to what answers it.", "made_by": "Made with Cardwright.",
        "none": "No card or rule answers an event.", "no_texts": "The game has no words for texts of cards.",
    },
    "ru": {
        "cards": "Все карты с поиском.", "texts": "Текст правил каждой карты на каждом языке.",
        "rules": "Каждое правило печатной книги, что его исполняет и какие тесты его доказывают.",
        "graph": "Какая карта или правило отвечает на какое событие.",
        "errata": "Что изменилось на картах, с какого дня и почему.",
        "matches": "Кто побеждает, что карты прибавляют к победам и чего не бывает, когда играют агенты.",
        "play": "Сценарии против агента или друг с другом.", "version": "Версия {}", "card": "Карта",
        "event": "Событие", "answer": "Что на него отвечает", "when": "Когда",
        "told": "Стрелка ведёт от события к тому, что на него отвечает.", "made_by": "Сделано в Cardwright.",
        "none": "Ни карта, ни правило не отвечает на события.", "no_texts": "У игры нет слов для текстов карт.",
    },
}  # fmt: skip


class Erratum(Protocol):
    """A change of a card: the day since which it holds, the card's name, why, and what is different, in sentences."""

    @property
    def since(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def said(self) -> tuple[str, ...]: ...


def _words(language: str) -> Mapping[str, str]:
    return _WORDS.get(language, _WORDS["en"])


def home_page(site: Site, build: Build, language: str) -> Page:
    """The overview: what there is to see."""
    assert build.program is not None
    words, names = _words(language), page_words(language)
    rows = "".join(
        f'<li><a href="{site.address(name, language)}">{names[name]}</a><p>{words[name]}</p></li>\n'
        for name in site.pages
        if name != "home"
    )
    title = site.names[language]
    version = words["version"].format(safe(build.program.version))
    made_by = words["made_by"]
    body = f'<h1>{safe(title)}</h1>\n<p>{version}</p>\n<ul class="overview">\n{rows}</ul>\n<p>{made_by}</p>'
    return Page("home", language, title, body)


def texts_page(site: Site, build: Build, texts: dict[str, dict[str, list[str]]], language: str) -> Page:
    """The texts of all cards, each language beside the others."""
    languages = [each for each in site.languages if any(each in said for said in texts.values())]
    heads = "".join(f'<th scope="col" lang="{each}">{LANGUAGE_NAMES.get(each, each)}</th>' for each in languages)
    rows: list[str] = []
    for card, said in texts.items():
        names = build.vocab.cards[card].names
        cells = "".join(
            f'<td lang="{each}"><strong>{safe(names.get(each, card))}</strong>'
            + "".join(f"<p>{safe(text)}</p>" for text in said.get(each, ()))
            + "</td>"
            for each in languages
        )
        rows.append(f'<tr id="{safe(card)}"><th scope="row"><code>{safe(card)}</code></th>{cells}</tr>\n')
    title, words = page_words(language)["texts"], _words(language)
    table = (
        f'<div class="wide" tabindex="0" role="region" aria-label="{title}"><table><thead><tr>'
        f"<th scope='col'>{words['card']}</th>{heads}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table></div>"
    )
    shown = table if rows else f"<p>{words['no_texts']}</p>"
    return Page("texts", language, f"{site.names[language]}: {title}", f"<h1>{title}</h1>\n{shown}")


def errata_page(site: Site, errata: Iterable[Erratum], language: str) -> Page:
    """What has changed on cards, the newest first: a heading for each day, and for each card why and what."""
    title = page_words(language)["errata"]
    parts, day = [f"<h1>{title}</h1>"], ""
    for one in errata:
        if one.since != day:
            day = one.since
            parts.append(f'<h2><time datetime="{safe(day)}">{safe(day)}</time></h2>')
        said = "".join(f"<li>{safe(sentence)}</li>" for sentence in one.said)
        parts.append(f"<h3>{safe(one.name)}</h3>\n<p>{safe(one.reason)}</p>" + (f"\n<ul>{said}</ul>" if said else ""))
    return Page("errata", language, f"{site.names[language]}: {title}", "\n".join(parts))


def graph_page(site: Site, build: Build, language: str) -> Page:
    """Which card or rule answers which event: a picture, and the same as a table."""
    graph, words = event_graph(build, language), _words(language)
    title = page_words(language)["graph"]
    body = f"<h1>{title}</h1>\n" + (_drawn(graph, words, title) if graph.edges else f"<p>{words['none']}</p>")
    return Page("graph", language, f"{site.names[language]}: {title}", body)


def _drawn(graph: Graph, words: Mapping[str, str], title: str) -> str:
    picture = base64.b64encode(draw_graph(graph, words["told"]).encode("utf-8")).decode("ascii")
    names = {node.id: node.text for node in graph.nodes}
    rows = "".join(
        f"<tr><td>{safe(names[edge.source])}</td><td>{safe(names[edge.target])}</td><td>{safe(edge.text)}</td></tr>\n"
        for edge in graph.edges
    )
    heads = "".join(f'<th scope="col">{words[name]}</th>' for name in ("event", "answer", "when"))
    told = words["told"]
    return (
        f'<p>{told}</p>\n<div class="wide" tabindex="0" role="region" aria-label="{title}">'
        f'<img alt="{told}" src="data:image/svg+xml;base64,{picture}"></div>\n'
        f"<table><thead><tr>{heads}</tr></thead>\n<tbody>{rows}</tbody></table>"
    )

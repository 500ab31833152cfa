"""The words of a game: nouns with their forms, and phrases.

Job: read ``words.yaml`` to a `Lexicon`, and check that every name in it exists. Input: the file's tree and the
vocabulary. Output: the lexicon, and diagnostics. Whether a text lacks a word is found where the text is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from dsl.diagnostics import Sink, made_once
from dsl.meaning.lexicon import LANGUAGES, Entry, Forms, Lexicon, WordNoun
from dsl.meaning.templates import Slot, Template, read_template
from dsl.meaning.vocab import Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, plain
from dsl.source import Span
from dsl.suggest import listed, suggest

SECTIONS = ("verbs", "headings", "fields", "functions", "traits", "parts", "offers", "rolls", "choices", "reasons")
# The forms that people read while they play.
TOLD = frozenset({"told", "over", "prevented", "refused", "offer", "ask"})
_SLOTS_OF_REASONS = re.compile(r"\{([^{}]*)\}")


def read_words(node: Mapping, vocab: Vocabulary, sink: Sink) -> Lexicon:
    """The words of a file that is valid by its schema."""
    lexicon = Lexicon(node.span)
    nouns = node.get("nouns")
    data: Any
    for key, value in nouns.entries if isinstance(nouns, Mapping) else ():
        data = plain(value)
        lexicon.nouns[key.text] = WordNoun(key.text, key.span, {lang: _forms(data[lang]) for lang in LANGUAGES})
    names = node.get("names")
    data = plain(names) if names is not None else {}
    lexicon.names = data
    for section in SECTIONS:
        entries = node.get(section)
        for key, value in entries.entries if isinstance(entries, Mapping) else ():
            if isinstance(value, Mapping):
                lexicon.entries[section, key.text] = _entry(section, key, value, vocab, sink)
    style = node.get("style")
    if isinstance(style, Mapping):
        data = plain(style)
        lexicon.you = tuple(data.get("you", ()))
        lexicon.selves, lexicon.values = data.get("self", {}), data.get("values", {})
        lexicon.chosen = data.get("chosen", {})
        lexicon.distance = data.get("distance", "")
        lexicon.silent = frozenset(data.get("silent", ()))
        lexicon.symbols, many = data.get("symbols", {}), style.get("plural")
        items = many.items if isinstance(many, Sequence) else ()
        lexicon.plural = {item.text: item.span for item in items if isinstance(item, Scalar)}
        _check_style(style, lexicon, vocab, sink)
    _check_nouns(lexicon, sink)
    return lexicon


def _forms(data: dict[str, Any]) -> Forms:
    one, many = data["one"], data.get("many", ())
    if isinstance(one, str):
        return Forms((one,), (many,) if many else (), article=data.get("article", ""),
                     pronoun=data.get("pronoun", "it"))  # fmt: skip
    return Forms(tuple(one), tuple(many), data["gender"], data.get("animate", False))


def _entry(section: str, key: Scalar, node: Mapping, vocab: Vocabulary, sink: Sink) -> Entry:
    known = _values_of(section, key, vocab, sink)
    phrases: dict[str, dict[str, tuple[Template, ...]]] = {}
    for language, forms in node.entries:
        found = phrases.setdefault(language.text, {})
        for form, written in forms.entries if isinstance(forms, Mapping) else ():
            items = written.items if isinstance(written, Sequence) else (written,)
            read = (_template(item, sink) for item in items)
            found[form.text] = tuple(template for template in read if template is not None)
            _check_slots(found[form.text], _shown_in(section, form.text, known), sink)
    return Entry(section, key.text, key.span, phrases)


def _template(written: Node, sink: Sink) -> Template | None:
    """The template of a phrase; what it means depends on its text alone."""
    read = partial(read_template, str(plain(written)), written.span)
    return made_once(written.span.source, f"template {written.span.start}", sink, read)


def _shown_in(section: str, form: str, known: set[str] | None) -> set[str] | None:
    """The values that a phrase of this form may show: what is told to people has values, and no negation."""
    if known is None or form not in TOLD:
        return known
    return (known - {"not", "subject", "time"}) | ({"before"} if section == "fields" else set())


def _values_of(section: str, key: Scalar, vocab: Vocabulary, sink: Sink) -> set[str] | None:
    """The values that a phrase of the name may show; None after a diagnostic."""
    name, _, part = key.text.partition(".")
    match section:
        case "verbs":
            verb = vocab.verbs.get(name)
            if verb is not None and (not part or part in verb.steps):
                return {p.name for p in verb.params} | {"not", "subject"}
            if verb is None and name in vocab.events and not part:
                return {p.name for v in vocab.verbs_named(name) for p in vocab.verbs[v].params} | {"not", "subject"}
            known: Iterable[str] = (
                *vocab.verbs,
                *vocab.events,
                *(f"{v.name}.{s}" for v in vocab.verbs.values() for s in v.steps),
            )
        case "fields":
            fields = {f for k in vocab.kinds for f in vocab.fields_of(k)} | {stat for _, stat in vocab.stats}
            fields |= {"in_play", "at"}
            kept = {value for v in vocab.verbs.values() for value in (*v.lets, *(p.name for p in v.params))}
            if (not part and name in fields) or (name in vocab.kinds and part in vocab.fields_of(name)):
                return {"of", "value", "not"}
            if not part and name in kept:
                return {"value", "not"}
            known = fields | kept
        case "headings":
            of_name = [heading for (_, called), heading in vocab.headings.items() if called == name and not part]
            if of_name:
                return {p.name for heading in of_name for p in heading.params}
            known = (called for _, called in vocab.headings)
        case "functions":
            if name in vocab.functions and not part:
                return {p.name for p in vocab.functions[name].params} | {"not"}
            known = vocab.functions
        case "parts":
            if name in vocab.kinds and not part:
                return set(vocab.fields_of(name))
            known = vocab.kinds
        case "offers" | "rolls" | "choices" | "reasons":
            return _values_of_told(section, key, vocab)
        case _:
            if name in vocab.traits and not part:
                return {p.name for p in vocab.traits[name].params} | {"of", "not", "time"}
            known = vocab.traits
    sink.add(
        "unknown-name",
        key.span,
        f"the game has no {section.removesuffix('s')} `{key.text}`",
        help=suggest(key.text, known) or listed(f"{section}:", set(known)),
    )
    return None


def _values_of_told(section: str, key: Scalar, vocab: Vocabulary) -> set[str]:
    """The same of an offer, a choice or a reason; whether there is one of that name, `cardwright text` knows."""
    if section == "offers":
        return {"self", "this", "does", "costs"}
    if section == "reasons":
        return set(_SLOTS_OF_REASONS.findall(key.text))
    verbs = [vocab.verbs[v] for v in vocab.verbs_named(key.text.partition(".")[0])]
    own = {"dice", "self"} if section == "rolls" else {"least", "most"}
    return {*own, *(value for v in verbs for value in (*v.lets, *(p.name for p in v.params)))}


def _check_slots(templates: tuple[Template, ...], known: set[str] | None, sink: Sink) -> None:
    if known is None:
        return
    for template in templates:
        for slot in template.slots():
            name = slot.owner if slot.head else slot.name
            if name and name not in known:
                help = _agreeing(slot, known) or suggest(name, known) or f"known here: {', '.join(sorted(known))}"
                sink.add("unknown-name", _place_of(name, template.span), f"nothing here is named `{name}`", help=help)


def _agreeing(slot: Slot, known: set[str]) -> str:
    """The help for words that agree with nothing, and for a field of a value."""
    value = slot.name.partition(".")[0]
    if value in known:
        return f"a value stands without its fields: `{{{value}}}`"
    others = sorted(known - {"not", "subject", "time"})
    if slot.choices and others:
        words = "|".join((slot.name, *slot.choices))
        return f"what agrees with a value stands behind its name, such as `{{{others[0]}|{words}}}`"
    return ""


def _place_of(name: str, whole: Span) -> Span:
    """The place of a value in a phrase."""
    found = re.search(rf"\b{name}\b", whole.text)
    return whole.source.span(whole.start + found.start(), whole.start + found.end()) if found else whole


def _check_style(node: Mapping, lexicon: Lexicon, vocab: Vocabulary, sink: Sink) -> None:
    fields = {f for kind in vocab.kinds for f in vocab.fields_of(kind)}
    you, selves, symbols = node.get("you"), node.get("self"), node.get("symbols")
    for item in you.items if isinstance(you, Sequence) else ():
        if isinstance(item, Scalar) and item.text not in fields:
            sink.add("unknown-field", item.span, f"no kind has a field `{item.text}`", help=suggest(item.text, fields))
    silent = node.get("silent")
    for item in silent.items if isinstance(silent, Sequence) else ():
        if isinstance(item, Scalar) and item.text not in vocab.verbs:
            sink.add("unknown-verb", item.span, f"no verb is named `{item.text}`", help=suggest(item.text, vocab.verbs))
    texts = {f"{k}.{f.name}" for k in vocab.kinds for f in vocab.fields_of(k).values() if f.type.form == "rules"}
    texts |= set(vocab.traits)
    for key, _ in selves.entries if isinstance(selves, Mapping) else ():
        if key.text not in texts:
            sink.add("unknown-name", key.span, f"no card has a text `{key.text}`", help=suggest(key.text, texts))
    shown = {symbol for die in vocab.dice.values() for face in die.faces or () for symbol in face}
    for key, _ in symbols.entries if isinstance(symbols, Mapping) else ():
        if key.text not in shown:
            help = suggest(key.text, shown)
            sink.add("unknown-name", key.span, f"no die has a symbol `{key.text}`", help=help)
    named: list[Node | None] = [node.get("distance")]
    chosen = node.get("chosen")
    params = {f"{verb.name}.{param.name}" for verb in vocab.verbs.values() for param in verb.params}
    for key, _ in chosen.entries if isinstance(chosen, Mapping) else ():
        if key.text not in params:
            sink.add("unknown-name", key.span, f"no verb has a parameter `{key.text}`", help=suggest(key.text, params))
    for part in (selves, node.get("values"), chosen, symbols):
        found = [value for _, value in part.entries] if isinstance(part, Mapping) else []
        named += [value for value in found if part is not selves or plain(value) != "you"]
    for value in named:
        if isinstance(value, Scalar):
            _need_noun(value.text, value.span, lexicon, sink)


def _check_nouns(lexicon: Lexicon, sink: Sink) -> None:
    """Reports each noun that a phrase uses and that is not there."""
    for entry in lexicon.entries.values():
        for forms in entry.phrases.values():
            for template in (t for templates in forms.values() for t in templates):
                for slot in template.slots():
                    for name in (slot.unit, slot.name if slot.head else ""):
                        if name:
                            _need_noun(name, template.span, lexicon, sink)


def _need_noun(name: str, span: Span, lexicon: Lexicon, sink: Sink) -> None:
    if name not in lexicon.nouns:
        sink.add("unknown-name", span, f"there is no noun `{name}` here", help=suggest(name, lexicon.nouns))

"""Completion in the YAML files of a game: keys and values, never words of the language.

Job: list what the schema of a file and the declarations of the game allow at a place. Input: a LiveGame, a path, a
place. Output: offers; None where a text of the language stands. Does not change the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.offering import Offer, cards, kinds, traits_of
from cardwright.authoring.server.yaml_places import ITEM, YamlPlace, keys_of, parts_at, values_of
from dsl.game.card_schema import card_file_schema
from dsl.incremental.shared import Shared
from dsl.meaning.types import Type, present
from dsl.meaning.vocab import Vocabulary
from dsl.reading import schemas
from dsl.reading.yaml_tree import Mapping, Scalar, plain

_SCHEMAS = {"tests": "tests", "scenarios": "scenario", "rosters": "roster", "ruleset.yaml": "ruleset",
            "rulebook.yaml": "rulebook"}  # fmt: skip
# as the schema tells
_TYPES = ("int", "bool", "text", "die", "dice", "keyword", "status", "square", "drawing", "rules")
_TEXTS = frozenset({"do", "when", "then", "illegal"})  # keys of tests and scenarios with texts of the language
_ENTITY = frozenset({"card", "kind", "controller"})


def yaml_offers(game: LiveGame, inside: str, place: YamlPlace) -> list[Offer] | None:
    """What may be written at a place; None if that is a text of the language."""
    folder = inside.partition("/")[0]
    if folder == "cards":
        return _in_cards(game, place)
    if folder == "rosters":
        return list(_in_roster(game.vocab, place))
    root = schemas.load(_SCHEMAS.get(folder, "rulebook"))
    parts = parts_at(root, place.keys[:-1] if place.is_key else place.keys)
    if place.is_key:
        kind = (
            _entity_kind(game.vocab, place)
            if any(part.get("properties", {}).keys() >= _ENTITY for part in parts)
            else ""
        )
        return [*_keys(root, parts, place), *_fields(game.vocab, kind, place, printed=False)]
    if place.key in _TEXTS:
        return None
    found = [Offer(value, "value") for value in values_of(parts)]
    if inside == "ruleset.yaml":
        return [*found, *_in_ruleset(game, place)]
    return found or _of_entity(game, place)


def _keys(root: dict[str, Any], parts: list[dict[str, Any]], place: YamlPlace) -> Iterator[Offer]:
    taken = _taken(place)
    for name, said in keys_of(root, parts):
        if name not in taken:
            yield Offer(name, "key", said, f"{name}: ")


def _taken(place: YamlPlace) -> set[str]:
    nearest = place.mappings()[0]
    return {key.text for key, _ in nearest.entries}


# ---- cards
@lru_cache(maxsize=4)
def _card_schema(shared: Shared) -> dict[str, Any]:
    return card_file_schema(plain(shared.files.ruleset) if shared.files.ruleset is not None else {}, as_written=True)


def _in_cards(game: LiveGame, place: YamlPlace) -> list[Offer] | None:
    vocab, keys = game.vocab, place.keys
    if len(keys) < 2 + (keys[:1] == ("cards",)):  # at the margin
        return [*_keys(schemas.load("cards"), parts_at(schemas.load("cards"), ()), place)] if place.is_key else []
    kind = _text_of(place, "kind") or _text_of_all(place, "kind")
    rest = keys[2:] if keys[0] == "cards" else keys[1:]
    if not place.is_key and rest == ("kind",):
        return [Offer(k.name, "name", "kind") for k in vocab.kinds.values() if k.card]
    if kind not in vocab.kinds:
        return _card_keys(game, place, "card") if place.is_key else []
    above = rest[:-1] if place.is_key else rest
    field: Type | None = None
    for key in (key for key in above if key != ITEM):
        declared = vocab.field_of(kind, key)
        field = _element(declared.type) if declared is not None else None
        kind = field.name if field is not None and field.form == "kind" else kind
    if not place.is_key and field is not None and field.form == "rules":
        return None
    schema = _card_schema(game.worker.shared)
    part = schema["$defs"].get(f"card_{kind}") if len([k for k in above if k != ITEM]) == 0 else None
    if place.is_key:
        general = _card_keys(game, place, f"card_{kind}") if part is not None else []
        return [*general, *_fields(vocab, kind, place)]
    return [*_of_type(vocab, field, kind)] if field is not None else _values_of_card(schema, kind, rest)


def _card_keys(game: LiveGame, place: YamlPlace, name: str) -> list[Offer]:
    schema = _card_schema(game.worker.shared)
    part = schema["$defs"].get(name, {})
    fields = {f for k in game.vocab.kinds for f in game.vocab.fields_of(k)}
    return [offer for offer in _keys(schema, parts_at({**schema, **part}, ()), place) if offer.label not in fields]


def _values_of_card(schema: dict[str, Any], kind: str, rest: tuple[str, ...]) -> list[Offer]:
    part = schema["$defs"].get(f"card_{kind}", {})
    return [Offer(value, "value") for value in values_of(parts_at({**schema, **part}, rest))]


def _fields(vocab: Vocabulary, kind: str, place: YamlPlace, *, printed: bool = True) -> Iterator[Offer]:
    taken = _taken(place)
    for field in vocab.fields_of(kind).values() if kind in vocab.kinds else ():
        if (field.printed or not printed) and field.name not in taken:
            yield Offer(field.name, "field", str(field.type), f"{field.name}: ")


def _element(given: Type) -> Type:
    wanted = present(given)
    return present(wanted.inner) if wanted.form in ("set", "list") and wanted.inner is not None else wanted


def _of_type(vocab: Vocabulary, wanted: Type, kind: str) -> Iterator[Offer]:
    """The values of a type in an entity of a kind."""
    match wanted.form:
        case "enum":
            yield from (Offer(value, "value", wanted.name) for value in vocab.enums[wanted.name].values)
        case "keyword" | "status":
            yield from traits_of(vocab, (wanted.form,), kind)
        case "card":
            yield from cards(vocab, wanted)
        case "bool":
            yield from (Offer(word, "value") for word in ("true", "false"))
        case _:
            pass


def _text_of(place: YamlPlace, key: str) -> str:
    """The text of a key in the entry around the place."""
    node = next((node for node in reversed(place.mappings()[:-1]) if isinstance(node.get(key), Scalar)), None)
    value = node.get(key) if node is not None else None
    return value.text if isinstance(value, Scalar) else ""


def _text_of_all(place: YamlPlace, key: str) -> str:
    root = place.path[0][0]
    shared = root.get("all") if isinstance(root, Mapping) else None
    value = shared.get(key) if isinstance(shared, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""


# ---- entities in tests and scenarios
def _entity_kind(vocab: Vocabulary, place: YamlPlace) -> str:
    nearest = place.mappings()[0]
    kind, card = nearest.get("kind"), nearest.get("card")
    if isinstance(card, Scalar) and card.text in vocab.cards:
        return vocab.cards[card.text].kind
    return kind.text if isinstance(kind, Scalar) else ""


def _of_entity(game: LiveGame, place: YamlPlace) -> list[Offer]:
    vocab = game.vocab
    match place.key:
        case "card":
            return [Offer(name, "name", f"{card.kind} card") for name, card in vocab.cards.items()]
        case "kind":
            return [*kinds(vocab)]
        case "scenario":
            return [Offer(name, "name", "a scenario") for name in game.scenarios]
        case _:
            kind = _entity_kind(vocab, place)
            field = vocab.field_of(kind, place.key) if kind in vocab.kinds else None
            return [*_of_type(vocab, _element(field.type), kind)] if field is not None else []


# ---- ruleset and rosters
def _in_ruleset(game: LiveGame, place: YamlPlace) -> list[Offer]:
    vocab, keys = game.vocab, place.keys
    if place.key in ("is", "zone"):
        return [*kinds(vocab)]
    if place.key == "start":
        return [Offer(name, "verb", "verb") for name in vocab.verbs]
    if place.key == "scenario":
        return [Offer(name, "name", "a scenario") for name in game.scenarios]
    if place.key == "type" or (keys[:1] == ("kinds",) and len(keys) == 4):
        plain_types = [Offer(name, "value", "a type") for name in _TYPES]
        return [*plain_types, *kinds(vocab), *(Offer(name, "name", "enum") for name in vocab.enums)]
    return []


def _in_roster(vocab: Vocabulary, place: YamlPlace) -> Iterator[Offer]:
    root = place.path[0][0]
    if place.is_key and len(place.keys) == 1:
        schema = schemas.load("roster")
        yield from _keys(schema, parts_at(schema, ()), place)
        chosen = root.get("roster") if isinstance(root, Mapping) else None
        roster = vocab.rosters.get(chosen.text) if isinstance(chosen, Scalar) else None
        yield from (Offer(p.name, "key", str(p.type), f"{p.name}: ") for p in (roster.params if roster else ()))
    elif not place.is_key and place.key == "roster":
        yield from (Offer(name, "name", "a roster") for name in vocab.rosters)
    elif place.key not in ("name", "doc"):
        yield from (
            Offer(name, "name", f"{card.kind} card", f"{name}: " if place.is_key else name)
            for name, card in vocab.cards.items()
        )

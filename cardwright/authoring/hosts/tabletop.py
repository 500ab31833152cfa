"""A saved object for Tabletop Simulator: a tile that runs the rules, and a deck of the cards.

Job: make one JSON file in the program's format for saved objects. The tile contains the runtime, the rules and the code
for the table in one Lua script. Each card has its name, its printed values as description, and its id and values as
game-master notes, which scripts read. Input: a build and the contents of an export. Output: texts by path. One picture,
given by its address, is the face and the back of every card.
"""

from __future__ import annotations

import json
from typing import Any

from cardwright.authoring.card_facts import CardFacts, card_facts, plain_value
from cardwright.authoring.hosts import file_name, hand_written
from cardwright.authoring.hosts.sheets import cell
from compiler.build import Build
from compiler.targets.export import Content, export_code
from compiler.targets.lua import Lua

_MODULES = ("rt", "data", "rules", "game")
_PLACE = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 0, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


def export_tabletop(build: Build, content: Content, language: str = "en", picture: str = "") -> dict[str, str]:
    """``GAME.json``; ``picture`` is the address of the picture for the face and the back of every card."""
    game = content.program.game
    objects = [_tile(content), _deck(card_facts(build, content.program), language, picture)]
    saved = {"SaveName": "", "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": ""}
    text = json.dumps({**saved, "ObjectStates": objects}, indent=1)
    return {file_name(game, "json"): text + "\n"}


def script(content: Content) -> str:
    """The script of the tile: each module in a function, and a `require` function, which the program does not have."""
    modules = export_code(content, Lua())
    parts = ["local modules, loaded = {}, {}", "", _REQUIRE]
    for name in _MODULES:
        parts += [f'modules["{name}"] = function(...)', modules[f"{name}.lua"].rstrip("\n"), "end", ""]
    parts.append(hand_written("tabletop.lua"))
    return "\n".join(parts)


_REQUIRE = """\
local function require(name)
  if loaded[name] == nil then
    loaded[name] = modules[name]()
  end
  return loaded[name]
end
"""


def _tile(content: Content) -> dict[str, Any]:
    return {
        "Name": "BlockSquare",
        "Transform": _PLACE,
        "Nickname": f"Rules of {content.program.game}",
        "Description": "Write !new in the chat to begin.",
        "GMNotes": "",
        "LuaScript": script(content),
        "LuaScriptState": "",
    }


def _deck(cards: tuple[CardFacts, ...], language: str, picture: str) -> dict[str, Any]:
    sheet = {"FaceURL": picture, "BackURL": picture, "NumWidth": 1, "NumHeight": 1, "BackIsHidden": True}
    objects = [_card(card, language, {"1": sheet}) for card in cards]
    ids = [card["CardID"] for card in objects]
    place = {**_PLACE, "posX": 4}
    return {
        "Name": "Deck",
        "Transform": place,
        "Nickname": "Cards",
        "Description": "",
        "DeckIDs": ids,
        "CustomDeck": {"1": sheet},
        "ContainedObjects": objects,
    }


def _card(card: CardFacts, language: str, sheets: dict[str, Any]) -> dict[str, Any]:
    name = card.names.get(language) or next(iter(card.names.values()), card.id)
    values = [f"{field}: {cell(value)}" for field, value in card.values.items() if value or value == 0]
    texts = [card.printed[language]] if language in card.printed else [text for text in card.texts.values() if text]
    notes = {"id": card.id, "kind": card.kind, "values": {k: plain_value(v) for k, v in card.values.items()}}
    return {
        "Name": "Card",
        "Transform": _PLACE,
        "Nickname": name,
        "Description": "\n".join([*values, *texts]),
        "GMNotes": json.dumps(notes, sort_keys=True),
        "CardID": 100,
        "CustomDeck": sheets,
    }

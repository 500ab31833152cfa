"""No word of a game in code.

Every name that a game declares is looked for in the Python sources of the language, the compiler and the command line:
as a whole text, as an attribute, as a definition. The words of the language itself are no game's words; beside them
stands a list of plain words that mean something of their own in code, by what they mean there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from cardwright.cli.main import main
from dsl.diagnostics import Sink
from dsl.game.game_files import find_games, load_game_files
from dsl.game.wanted_tests import NO_TESTS
from dsl.meaning.builtins import BUILTINS, COMPREHENSIONS, RESERVED
from dsl.meaning.declare import declare
from dsl.meaning.vocab import Vocabulary
from tests.house.sources import ROOT, modules

CORE_KINDS = {"game", "player"}
METHODS = {name for kind in (str, list, dict, set, tuple, int, re.Match, re.Pattern) for name in dir(kind)}

# Words that mean something of their own in code, by what they mean there.
ALLOWED = {
    "what every game is made of": "card cards deck kind name names order owner controller bearer whole player text value",
    "the language and its trees": """abilities ability activation blocks cost declare dice face form heading keywords limit
        parts range range rank ranks rules source steps timing token trait traits type type_of types unit use used value""",
    "a running game": """act asked carry_out depth draw effect fire holder in_order obstacle origin pick play recharge round save
        stack taken unique walk""",
    "boards: squares, bases and geometry": """base cosine direction facing figure height left places points right
        side sine size squares turn width""",
    "a compiler and its passes": "book build check close compare found fresh held joined jump open reads result run shift states swap throw whole",
    "exported rules and their hosts": """block chosen condition core construct ended gather go_on grant host item member needs obstacles
        options outcome place_of playing wait waiting wanted watched done keep bound""",
    "printed cards": "across back closed colour down foot large plan sheet sheets",
    "the bounds of a run": "charged spend stopped watch work",
    "what editors ask": "character",
    "a match as a value": "copies restore undo",
    "what those who watch are told": "move what",
    "pictures, and the attributes of SVG": "action box class fill small",
    "environments of other libraries": "actions rewards seat",
    "the lab: agents, runs and their reports": "allied drawn goal greedy plan played possible seconds sweep winners won worth",
    "the command line and its reports": """added carried command current files finish good human level line lines main minor missing never
        passed rare red scenario tag tags test touching yellow""",
}


@pytest.mark.slow
def test_code_knows_no_word_of_a_game() -> None:
    declared = {word: what for game in games(ROOT / "content") for word, what in names(game)}
    own = allowed() | language_words()
    found = [
        f"{module.name}:{line}: `{word}` is a {declared[word]}"
        for module in modules()
        for word, line in words(module.nodes)
        if word in declared and word not in own
    ]
    assert not found, "rename in code what only happens to be called so:\n" + "\n".join(found)


def test_a_word_of_a_game_would_be_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "moon_market", "--into", str(tmp_path)]) == 0, capsys.readouterr().err
    (vocab,) = games(tmp_path)
    declared = dict(names(vocab))
    assert declared["gain"].startswith("verb") and declared["harvest"].startswith("card")
    assert {"worth", "act", "action", "score"} <= declared.keys()
    assert "player" not in declared
    text = 'def gain(act):\n    "the worth of it"\n    return act.score == "harvest" or worthy'
    found = sorted(word for word, _ in words(ast.walk(ast.parse(text))) if word in declared)
    assert found == ["gain", "harvest", "score"]


def games(folder: Path) -> Iterator[Vocabulary]:
    for game in find_games([folder], Sink()):
        files = load_game_files(game, Sink(), wanted=NO_TESTS)
        assert files is not None
        yield declare(files, Sink())


def names(vocab: Vocabulary) -> Iterator[tuple[str, str]]:
    """Each name that the game declares, and what it is."""
    tables = {
        "enum": vocab.enums, "kind": vocab.kinds.keys() - CORE_KINDS, "die": vocab.dice, "symbol": vocab.symbols(),
        "terrain": vocab.terrain, "noun": vocab.nouns, "function": vocab.functions, "verb": vocab.verbs,
        "class of events": vocab.events, "keyword or status": vocab.traits, "card": vocab.cards, "roster": vocab.rosters,
        "stat": [name for _, name in vocab.stats],
    }  # fmt: skip
    for what, table in tables.items():
        yield from ((name, f"{what} of {vocab.game}") for name in table)
    for enum in vocab.enums.values():
        yield from ((value, f"value of {enum.name} in {vocab.game}") for value in enum.values)
    for kind in vocab.kinds.values():
        yield from ((field, f"field of {kind.name} in {vocab.game}") for field in kind.fields)
    for verb in vocab.verbs.values():
        yield from ((step, f"step of {verb.name} in {vocab.game}") for step in verb.steps)


def words(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Each name by which the nodes of Python source could depend on content, with its line.

    These are its texts, what it reads from a value by name, and what it defines. A local or parameter cannot meet a
    name of content, and neither can the methods that Python's own values have.
    """
    found: list[tuple[int, int, str]] = []
    for node in nodes:
        at = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
        match node:
            case ast.Constant(value=str(word)) | ast.Attribute(attr=word):
                found.append((*at, word))
            case ast.FunctionDef(name=word) | ast.ClassDef(name=word):
                found.append((*at, word))
            case _:
                pass
    return ((word, line) for line, _, word in sorted(found) if len(word) > 2 and word not in METHODS)


def allowed() -> set[str]:
    return {word for group in ALLOWED.values() for word in group.split()}


def language_words() -> set[str]:
    """Words of the grammar and the core's functions and names."""
    grammar = (ROOT / "dsl" / "syntax" / "grammar.lark").read_text(encoding="utf-8")
    return {*re.findall(r'"([a-z]+)"', grammar), *BUILTINS, *COMPREHENSIONS, *RESERVED}

"""What is made of a game is data wherever people write: no text runs, no name means something else, all engines agree."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lupa.lua52
import pytest

from authoring.exported import exported
from authoring.hosts.table import HOSTS
from compiler.build import Build
from compiler.targets.json_export import export_json, read_export
from dsl.codes import CODES
from tests.conformance.engines import ENGINES, Case, Interpreter
from tests.hostile.games import RAW_PLACES, YAML_PLACES, Texts, built, judged, quoted, sound, write
from tests.hostile.names import CANARY, NO_NAMES, TEXTS, WORDS

PLAYED = ("python", "javascript", "lua51", "lua54")


@pytest.fixture(autouse=True)
def nothing_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No text of a game runs while it is checked, exported, loaded or played."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    yield
    assert list(place.iterdir()) == []
    assert not list(tmp_path.rglob(CANARY))


def played_alike(build: Build, folder: Path) -> list[list[str]]:
    """Plays a game's tests and a match in every engine; the transcripts, which are equal."""
    content = exported(build, "small")
    tests: list[Case] = [("test", number) for number in range(len(content.tests))]
    cases: list[Case] = [*tests, *(("match", name, 1) for name in content.scenarios)]
    wanted = Interpreter(content, folder).run(cases)
    for name in PLAYED:
        engine = ENGINES[name](content, folder / f"made_{name}_{abs(hash(folder)):x}")
        for case, transcript, other in zip(cases, wanted, engine.run(cases), strict=True):
            assert "\n".join(other) == "\n".join(transcript), (name, case)  # Lua's comes as one text
    told = read_export(export_json(content, "")["rules.json"])
    assert told.program == content.program
    return wanted


# ---- texts
def with_texts(texts: dict[int, str]) -> dict[str, str]:
    """A game with texts at every place of its YAML where a text may stand, each once."""
    cards = "".join(
        f"  - id: c{n} # e{n}\n    kind: action\n    provenance: house\n    worth: 1\n"
        f"    name: {{en: {quoted(t)}}} # e{n}\n    source: {quoted(t)} # e{n}\n"
        f"    flavour: {quoted(t)} # e{n}\n    said: [{quoted(t)}, {quoted(t)}] # e{n}\n"
        for n, t in texts.items()
    )
    fields = "".join(f"      f{n}: {{type: text, default: {quoted(t)}, doc: {quoted(t)}}} # e{n}\n" for n, t in texts.items())
    more = f"  thing:\n    fields:\n{fields}"
    rules = "\nverb show(shown: text):\n  increase game.total by 1\n"
    calls = "  create made = thing\n" + "".join(f"  show made.f{n} # e{n}\n  show c{n}.flavour # e{n}\n" for n in texts)
    files = Texts(raw={"cards": cards, "more": more, "rules": rules, "calls": calls}).files()
    files["tests/more.yaml"] = "tests:\n" + "".join(
        f"  - name: {quoted(t)} # e{n}\n    doc: {quoted(t)} # e{n}\n    given: {{players: [p1]}}\n"
        f"    when: gain {n + 1} by p1\n    then: ['p1.score == {n + 1}']\n"
        for n, t in texts.items()
    )
    return files


def test_texts_are_data_in_every_engine(tmp_path: Path) -> None:
    build, refused = sound(with_texts, TEXTS, tmp_path / "small")
    assert len(TEXTS) >= 180 and len(refused) < 120
    transcripts = "\n".join(line for lines in played_alike(build, tmp_path) for line in lines)
    shown = [t for n, t in enumerate(TEXTS) if n not in refused and "\n" not in t and t.strip()]
    assert all(f"show shown={t}" in transcripts for t in shown) and len(shown) > 80
    assert all(error.partition(":")[0] in CODES for error in refused.values())


def with_sentences(texts: dict[int, str]) -> dict[str, str]:
    """A game with texts in the quotes of the language: reasons, and the labels of options."""
    rules = "".join(
        f'\nverb m{n}(): # e{n}\n  require game.total > 99 "{t}" # e{n}\n  increase game.total by 1 # e{n}\n'
        for n, t in texts.items()
    )
    options = "".join(f'      option "{t}": # e{n}\n        gain {n + 1} by who\n' for n, t in texts.items())
    calls = "".join(f"  m{n}\n" for n in texts)
    calls += f"  each who in all player:\n    choose one by who:\n      option \"last\":\n        gain 1 by who\n{options}"
    return Texts(raw={"rules": rules, "calls": calls}).files()


def test_sentences_are_data_in_every_engine(tmp_path: Path) -> None:
    texts = [t for t in TEXTS if '"' not in t and "\n" not in t and "\r" not in t and not _is_surrogate(t)]
    build, refused = sound(with_sentences, texts, tmp_path / "small")
    transcripts = "\n".join(line for lines in played_alike(build, tmp_path) for line in lines)
    assert len(texts) - len(refused) > 70
    kept = [t for n, t in enumerate(texts) if n not in refused and "{" not in t]  # braces hold an expression
    assert [t for t in kept if f": {t}" not in transcripts] == []


def _is_surrogate(text: str) -> bool:
    return any(0xD800 <= ord(c) < 0xE000 for c in text)


# ---- ids
ID_PLACES: dict[str, Callable[[str], dict[str, str]]] = {
    "game": lambda t: _replaced("ruleset.yaml", "id: small", f"id: {t}"),
    "language": lambda t: _replaced("ruleset.yaml", "languages: [en]", f"languages: [en, {t}]"),
    "kind": lambda t: _more(f"  {t}: {{fields: {{n: int}}}}\n"),
    "field": lambda t: _more(f"  thing:\n    fields:\n      {t}: int\n"),
    "type": lambda t: _more(f"  thing:\n    fields:\n      n: {t}\n"),
    "enum": lambda t: _more(f"enums:\n  {t}: [one]\n"),
    "value": lambda t: _more(f"enums:\n  one: [{t}]\n"),
    "die": lambda t: _more(f"dice:\n  {t}: {{sides: 6}}\n"),
    "symbol": lambda t: _more(f"dice:\n  red:\n    faces:\n      - {t}: 1\n"),
    "terrain": lambda t: _more(f"board: {{type: grid, metric: chebyshev, terrain: {{{t}: '#'}}}}\n"),
    "entry": lambda t: _more(f"names:\n  {t}: {{en: One}}\n"),
    "start": lambda t: _replaced("ruleset.yaml", "start: match", f"start: {t}"),
    "card": lambda t: _replaced("cards/actions.yaml", "id: feast", f"id: {t}"),
    "card field": lambda t: _replaced("cards/actions.yaml", "    worth: 1\n", f"    worth: 1\n    {t}: 1\n"),
    "scenario": lambda t: _replaced("scenarios/first.yaml", "id: first", f"id: {t}"),
    "player": lambda t: _replaced("scenarios/first.yaml", "[p1, p2]", f"[p1, p2, {t}]"),
    "zone": lambda t: _replaced("scenarios/first.yaml", "zone: p1.hand", f"zone: {t}"),
    "deck card": lambda t: _replaced("scenarios/first.yaml", "feast: 1", f"{t}: 1"),
    "entity": lambda t: _replaced("tests/actions.yaml", "name: crop", f"name: {t}"),
    "then": lambda t: _replaced("tests/actions.yaml", '"crop in p1.pile"', t),
    "event": lambda t: _replaced("tests/actions.yaml", "[play, gain]", f"[play, {t}]"),
}


def _replaced(path: str, old: str, new: str) -> dict[str, str]:
    files = Texts().files()
    assert old in files[path]
    return {**files, path: files[path].replace(old, new)}


def _more(text: str) -> dict[str, str]:
    if text[0] != " ":  # not a kind
        return _replaced("ruleset.yaml", "kinds:\n", text + "kinds:\n")
    return Texts(raw={"more": text}).files()


@pytest.mark.parametrize("place", ID_PLACES)
def test_what_is_no_name_is_refused(place: str, tmp_path: Path) -> None:
    """Every id is of ASCII letters, digits and `_`, to its end: what is not is refused in words."""
    judged(Texts().files(), tmp_path / "small")
    ids = ("one\n", "one\u2028", "One", "ﬁre", "é", "_one", "__proto__", "a b", "a'", 'a"', "\\", "${x}", "x" * 5000 + "!",
           "]]", "\x85", "а", "../x", "a:b", "=1", "-1", "#", "", "a\x00b", "hasOwnProperty", "x.y")  # fmt: skip
    allowed = {"entity": {"One", "hasOwnProperty"}, "player": {"One", "hasOwnProperty"}, "start": {""}}
    for text in ids:
        _, errors = judged(ID_PLACES[place](quoted(text)), tmp_path / "small")
        assert errors or text in allowed.get(place, ()), (place, text)
        assert all(error.partition(":")[0] in CODES for error in errors)

"""What is made of a game is data wherever people write: no text runs, no name means something else, all engines agree."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import lupa.lua52
import pytest

from cardwright.authoring.exported import exported
from cardwright.authoring.hosts.table import HOSTS
from compiler.build import Build
from compiler.targets.json_export import export_json, read_export
from dsl.codes import CODES
from dsl.reading.file_names import normalized_name, why_not_portable
from dsl.reading.files import visible
from tests.conformance.engines import ENGINES, HAS_CSHARP, Case, Interpreter
from tests.hostile.games import Texts, built, judged, quoted, sound, write
from tests.hostile.names import CANARY, TEXTS

PLAYED = ("python", "javascript", "lua51", "lua54", *(("csharp",) if HAS_CSHARP else ()))


@pytest.fixture(autouse=True)
def nothing_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No text of a game runs while it is checked, exported, loaded or played."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    yield
    assert list(place.iterdir()) == []
    assert not list(tmp_path.rglob(CANARY))


def played_alike(build: Build, folder: Path, engines: tuple[str, ...] = PLAYED) -> list[list[str]]:
    """Plays a game's tests and a match in every engine; the transcripts, which are equal."""
    content = exported(build, "small")
    tests: list[Case] = [("test", number) for number in range(len(content.tests))]
    cases: list[Case] = [*tests, *(("match", name, 1) for name in content.scenarios)]
    wanted = Interpreter(content, folder).run(cases)
    for name in engines:
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
    fields = "".join(
        f"      f{n}: {{type: text, default: {quoted(t)}, doc: {quoted(t)}}} # e{n}\n" for n, t in texts.items()
    )
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
    calls += (
        f'  each who in all player:\n    choose one by who:\n      option "last":\n        gain 1 by who\n{options}'
    )
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


# Places that name something; what they name is then not there.
NAMED = ("zone", "deck card", "then", "event", "card field", "start", "type")
OWN_FAULT = {"wrong-value", "forbidden-character", "yaml-syntax"}


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
        # A name that is declared is refused for itself, and not for what then misses it.
        told = {error.partition(":")[0] for error in errors}
        assert told & OWN_FAULT or place in NAMED or text in allowed.get(place, ()), (place, text, errors)
        assert all(error.partition(":")[0] in CODES for error in errors)


# ---- names of files
STEMS = tuple(
    t for t in TEXTS if t and "/" not in t and "\0" not in t and len(t.encode("utf-8", "surrogatepass")) < 200
)


def _undecodable(stem: str) -> bool:
    return any(0xD800 <= ord(c) < 0xE000 and not 0xDC80 <= ord(c) < 0xDD00 for c in stem)


def with_files(stems: dict[int, str]) -> dict[str, str]:
    """A game with files of these names in every folder."""
    files = Texts(
        raw={"more": "", "rules": '\nroster deck(cards: list of action card):\n  require size(cards) > 0 "few"\n'}
    ).files()
    files["ruleset.yaml"] = files["ruleset.yaml"].replace("visible: owner}", "visible: owner, roster: cards}")
    for n, stem in stems.items():
        files[f"cards/{stem}.yaml"] = (
            f"cards:\n  - id: c{n}\n    kind: action\n    name: {{en: Card}}\n    provenance: house\n    worth: 1\n"
            "    rules: |\n      after play by self where played is not this:\n        gain 1 by self\n"
        )
        files[f"rules/{stem}.rules"] = f"verb v{n}(who: player):\n  gain {n} by who\n"
        files[f"scenarios/{stem}.yaml"] = f"id: s{n}\nname: One\nplayers: [p1]\n"
        files[f"rosters/{stem}.yaml"] = "roster: deck\nname: Deck\ncards: [feast]\n"
        files[f"tests/{stem}.yaml"] = (
            f"tests:\n  - name: test {n}\n    given: {{players: [p1]}}\n    when: v{n} p1\n    then: ['p1.score == {n}']\n"
        )
    return files


def test_names_of_files_are_data_in_every_engine(tmp_path: Path) -> None:
    """A file whose name cannot be shown, or is another one elsewhere, is refused; the others are only names."""
    left = {n: stem for n, stem in enumerate(STEMS) if not stem.startswith(".") and not _undecodable(stem)}
    try:
        for stem in left.values():
            write({f"cards/{stem}.yaml": ""}, tmp_path / "tried")
    except OSError as error:  # pragma: no cover - a system that cannot even have such files
        pytest.fail(str(error))
    _, told = judged(with_files(left), tmp_path / "all" / "small")
    codes = {error.partition(":")[0] for error in told}
    assert "file-name" in codes and codes <= set(CODES)
    fine = {n: stem for n, stem in left.items() if not why_not_portable(f"{stem}.yaml") and visible(stem) == stem}
    seen: set[str] = set()
    fine = {n: s for n, s in fine.items() if not (normalized_name(s) in seen or seen.add(normalized_name(s)))}
    unseen = [
        f"small/cards/{stem}.yaml" for stem in left.values() if any(c in stem for c in "\n\r\x1b\u2028\u202e\u200b")
    ]
    assert len(unseen) > 20
    for path in unseen:
        assert any(error.startswith("forbidden-character: ") and f"({visible(path)}:1:1)" in error for error in told), (
            path
        )
    build, errors = judged(with_files(fine), tmp_path / "some" / "small")
    assert build is not None, errors
    assert len(fine) > 50 and len(left) - len(fine) > 60
    played_alike(build, tmp_path / "made")
    content = exported(build, "small")
    assert set(content.deals["lists"]) == set(fine.values())


def test_places_are_data_in_every_engine(tmp_path: Path) -> None:
    """A place of any words, and of any card, is told in comments and data, and ends neither."""
    build, errors = judged(Texts().files(), tmp_path / "small")
    assert build is not None and build.program is not None, errors
    for number in range(0, len(TEXTS), 20):
        texts = TEXTS[number : number + 20]
        spans = tuple(
            replace(place, path=texts[n % len(texts)], owner=texts[-1 - n % len(texts)])
            for n, place in enumerate(build.program.spans)
        )
        content = replace(exported(build, "small"), program=replace(build.program, spans=spans))
        wanted = Interpreter(exported(build, "small"), tmp_path).run([("match", "first", 1)])
        for name in ("python", "javascript", "lua51") if number % 60 == 0 else ("python", "lua54"):
            engine = ENGINES[name](content, tmp_path / f"placed_{name}_{number}")
            assert engine.run([("match", "first", 1)]) == wanted, (name, number)


@pytest.mark.parametrize("parent", ["a\nb", "ﬁ", "it's", "x\udcff", "${x}", "]]", "# -*- coding: x"])
def test_a_game_lies_in_a_folder_of_any_name(parent: str, tmp_path: Path) -> None:
    folder = write(Texts().files(), tmp_path / parent / "small")
    build, errors = built(folder)
    assert build is not None, errors
    played_alike(build, tmp_path)


# ---- hosts
def test_hosts_take_texts_as_data(tmp_path: Path) -> None:
    build, _ = sound(with_texts, TEXTS, tmp_path / "small")
    content = exported(build, "small")
    for name, host in HOSTS.items():
        files = host.export(build, content)
        assert files
        for path, text in files.items():
            text.encode()
            if path.endswith(".json"):
                json.loads(text)
            if path.endswith((".lua", ".js", ".mjs", ".gd", ".json")):
                assert text.isascii() or path in ("game.js", "cardwright_cards.gd"), path
            if name == "csv":
                told = list(csv.reader(io.StringIO(text)))
                assert {len(row) for row in told} == {len(told[0])} and len(set(told[0])) == len(told[0])
                cells = [cell for row in told for cell in row if not cell.lstrip("-").isdigit()]
                assert [c for c in cells if c.lstrip()[:1] in ("=", "+", "-", "@", "＝")] == [] and len(cells) > 100
    script = json.loads(HOSTS["tabletop"].export(build, content)["small.json"])["ObjectStates"][0]["LuaScript"]
    lua = lupa.lua52.LuaRuntime()
    lua.globals().printToAll = lambda *_: None
    lua.execute(script)
    lua.globals().printToColor = lambda *_: None
    host = lua.table(color="White", host=True)
    assert lua.globals().onChat("!new first 1", host) is False


@pytest.mark.parametrize("kind", ["con", "nul", "com1"])
def test_files_of_hosts_have_names_that_every_system_takes(kind: str, tmp_path: Path) -> None:
    more = f"  {kind}:\n    card: true\n    fields: {{id_: {{type: text, printed: true}}, name_en: {{type: text, printed: true}}}}\n"
    cards = f"  - id: one\n    kind: {kind}\n    name: {{en: One}}\n    provenance: house\n    id_: a\n    name_en: b\n"
    build, errors = judged(Texts(raw={"more": more, "cards": cards}).files(), tmp_path / "small")
    assert build is not None, errors
    files = HOSTS["csv"].export(build, exported(build, "small"))
    assert set(files) == {f"{kind}-.csv", "action.csv"}
    assert files[f"{kind}-.csv"].splitlines()[0] == f"id,name_en,id_,{kind}.name_en"


# ---- what a card, an entity and a figure have of their own
@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("id", "{type: text, printed: true}"), ("kind", "{type: text, printed: true}"), ("at", "int"), ("card", "int"),
        ("in_play", "bool"), ("keywords", "int"), ("keywords", "{type: set of text}"), ("controller", "int"),
        ("controller", "action"), ("size", "text"), ("name", "{type: text, printed: true}"),
    ],
)  # fmt: skip
def test_fields_that_mean_something_are_refused(field: str, given: str, tmp_path: Path) -> None:
    more = f"  gem:\n    card: true\n    figure: true\n    fields:\n      {field}: {given}\n"
    _, errors = judged(Texts(raw={"more": more}).files(), tmp_path / "small")
    told = (f"reserved-name: `{field}` ", f"wrong-operand: the core reads `{field}` as ")
    assert any(error.startswith(told) for error in errors), errors


@pytest.mark.parametrize(
    "given", ["int", "bool", "{type: text, default: x}", '"player?"', "{type: set of text, default: []}"]
)
def test_an_id_of_another_type_names_nothing(given: str, tmp_path: Path) -> None:
    more = f"  thing:\n    fields: {{id: {given}}}\n"
    rules = "\nverb show(what: thing):\n  increase game.total by 1\n"
    calls = "  create made = thing\n  show made\n"
    build, errors = judged(Texts(raw={"more": more, "calls": calls, "rules": rules}).files(), tmp_path / "small")
    assert build is not None, errors
    told = "\n".join(line for lines in played_alike(build, tmp_path) for line in lines)
    assert ("show what=x#" if "default: x" in given else "show what=thing#") in told

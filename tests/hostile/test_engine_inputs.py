"""What a host gives, of any type, is refused in the same words by every engine, or taken with the same result.

A refusal leaves the game as it was, and nothing ever ends in an error that is not a sentence of the interface.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from compiler.callables.code import Code
from compiler.interpreter.host import Rules
from compiler.targets.export import Content, rules_hash
from tests.hostile.engine_inputs import HOARD, MADE, NAMES, Ask, Question, asker, game_content
from tests.hostile.test_snapshots import paths, put


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    return game_content(tmp_path_factory.mktemp("inputs"))


@pytest.fixture(scope="module")
def engines(content: Content, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ask]:
    homes = {name: tmp_path_factory.mktemp(f"inputs_{name}") for name in NAMES}
    return {name: asker(name, content, home) for name, home in homes.items()}


def save_of(content: Content) -> dict[str, Any]:
    return {
        "format": 1, "game": "moon_market", "hash": rules_hash(content), "setup": {}, "seed": 7, "answers": [[0]],
    }  # fmt: skip


# ---- the table
NUMBERS = [0, 1, -1, 1.5, -0.5, 2**31, 2**32, 2**53 - 1, 2**53, 2**53 + 1, -(2**53), 2**63, 2**64, 1e308, 5e-324, 1e3]
ODD = [
    "nan", "inf", "minus_inf", "minus_zero", "whole_float", "huge", "surrogate", "broken_text", "nul", "long_text",
    "deep_list", "deep_object", "cyclic_list", "cyclic_object",
]  # fmt: skip
TEXTS = {"surrogate", "broken_text", "nul", "long_text"}
# Names that mean something to some host's language, or to a person who reads a message.
HOSTILE_NAMES = [
    "__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf", "__class__", "__dict__", "__index",
    "__len", "length", "items", "keys", "None", "null", "nil", "", " ", "1", "-1", "0", "a\nb", "::error::x", "##[command]",
    "\u2028", "\u202e", "\x1b[31m", "é", "e\u0301", "\U0001f600", "\uff5e", "`", "$", "%s", "{0}", "x" * 61,
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, *NUMBERS, *HOSTILE_NAMES, "first", "mine", "feast", [], {}, [None], [[]], [{}], [0], ["feast"],
    ["feast", "feast"], [True], [1.5], {"a": 1}, {"feast": 1}, {"0": 0}, {"length": 0}, {"scenario": "first"},
    *({name: 1} for name in HOSTILE_NAMES), *({"$odd": odd} for odd in ODD), [{"$odd": "nan"}], [{"$odd": "surrogate"}],
    {"$many": 20_000, "of": 0}, {"$many": 20_000, "of": "feast"}, {"$many": 1_000, "of": "feast"},
    {"$many": 1_001, "of": "feast"}, {"feast": 1001}, {"feast": 1000, "harvest": 1},
]  # fmt: skip


def places(content: Content, value: Any) -> Iterator[Question]:
    """Every call of the interface with a value at every place that it has."""
    stall = {"scenario": "stall"}
    yield ["new", value]
    yield ["new", {"scenario": value}]
    yield ["new", {"rosters": value}]
    yield ["new", {**stall, "rosters": value}]
    yield ["new", {**stall, "rosters": {"p1": value}}]
    yield from (["new", {**stall, "rosters": {"p2": {**HOARD, name: value}}}] for name in HOARD)
    yield ["new", {**stall, "rosters": {"p2": {**HOARD, "crops": [value]}}}]
    yield ["new", {**stall, "rosters": {"p2": {**HOARD, "crops": {"feast": value}}}}]
    yield from (["judge", given] for given in (value, *({**HOARD, name: value} for name in HOARD)))
    yield ["seed", value]
    yield from ([call, answer] for call in ("answer", "allows") for answer in (value, [value], [0, value]))
    yield ["view", value]
    save = save_of(content)
    if not is_text(value):
        yield ["load", value]  # texts, which Lua reads as JSON, have a test of their own
    yield from (["load", {**save, name: value}] for name in save)
    yield from (["load", {**save, "answers": answers}] for answers in ([value], [[0], [value]], [[0], value]))
    yield from (["match", value, 1], ["match", "first", value])
    yield from (["test", script] for script in (value, {"positions": value}))


def is_text(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and value.get("$odd") in TEXTS)


def told_alike(engines: dict[str, Ask], questions: list[Question]) -> list[str]:
    """The answers to questions, which every engine has in common."""
    told = {name: ask(questions) for name, ask in engines.items()}
    first = told["interpreter"]
    assert len(first) == len(questions)
    for name, answers in told.items():
        for question, answer, wanted in zip(questions, answers, first, strict=True):
            assert answer.startswith(("refused: ", "[", "{", '"')), (name, question, answer)
            assert same(answer, wanted), (name, str(question)[:300], answer[:300], wanted[:300])
    return first


def same(one: str, other: str) -> bool:
    return one == other or (
        not one.startswith("refused") and not other.startswith("refused") and json.loads(one) == json.loads(other)
    )


@pytest.mark.parametrize("part", range(8))
def test_every_place_with_every_value(engines: dict[str, Ask], content: Content, part: int) -> None:
    questions = [question for value in VALUES[part::8] for question in places(content, value)]
    told = told_alike(engines, questions)
    assert len(questions) > 350 and sum(answer.startswith("refused: ") for answer in told) > len(told) // 2
    for answer in told:
        if answer.startswith("refused: "):
            assert answer.isascii() and answer.isprintable() and len(answer) < 400, answer


def test_names_that_are_not_there_are_refused_by_name(engines: dict[str, Ask]) -> None:
    questions = [question for name in HOSTILE_NAMES for question in (
        ["new", {name: 1}], ["new", {"scenario": name}], ["new", {"scenario": "stall", "rosters": {name: "mine"}}],
        ["judge", name], ["judge", {**HOARD, name: 1}], ["judge", {**HOARD, "crops": [name]}],
        ["judge", {**HOARD, "crops": {name: 1}}], ["judge", {**HOARD, "roster": name}], ["judge", {**HOARD, "sort": name}],
    )]  # fmt: skip
    assert all(answer.startswith("refused: ") for answer in told_alike(engines, questions))


def test_some_words_as_they_are(engines: dict[str, Ask], content: Content) -> None:
    """The sentences themselves, so that engines cannot all be wrong in the same way."""
    save = save_of(content)
    wanted: list[tuple[Question, str]] = [
        (["view", 1.5], "there is no such player; players count from 0 and are 2"),
        (["view", {"$odd": "nan"}], "there is no such player; players count from 0 and are 2"),
        (["view", 2**53 - 1], f"there is no player {2**53 - 1}; players count from 0 and are 2"),
        (["seed", 2**53], f"a seed is a whole number from -{2**53 - 1} to {2**53 - 1}"),
        (["new", {"scenario": {"$odd": "surrogate"}}], "there is no scenario `?`; there are: first, stall"),
        (["new", {"scenario": {"$odd": "long_text"}}], f"there is no scenario `{'x' * 60}...`; there are: first, stall"),
        (["new", {"a\x1b[31m": 1}], "a setup has no `a?[31m`"),
        (["new", {"scenario": "stall", "rosters": {"__proto__": "mine"}}],
         "the scenario `stall` has no player `__proto__`; there are: p1, p2"),
        (["judge", {**HOARD, "crops": []}], "hoard cannot be judged: a number was divided by zero"),
        (["judge", {**HOARD, "most": "3"}], f"`most` is a whole number from -{2**53 - 1} to {2**53 - 1}"),
        (["judge", {**HOARD, "open": 1}], "`open` is true or false"),
        (["judge", {**HOARD, "sort": "rotten"}], "`sort` is one of ripe, raw"),
        (["judge", {**HOARD, "crops": {"$many": 10_000_000, "of": "feast"}}], "`crops` has more than 1000 cards"),
        (["answer", {"$many": 10_001, "of": 0}], "this is no legal answer: it has more than 10000 positions"),
        (["answer", {"$many": 30, "of": 0}], f"[{'0, ' * 20}...] is no legal answer"),
        (["load", {**save, "answers": {"$many": 100_001, "of": [0]}}], "a save has at most 100000 answers"),
        (["load", {**save, "extra": 1}], "a save has no `extra`"),
        (["load", {**save, "setup": None}], "this is no save: it needs format, game, hash, setup, seed and answers"),
        (["load", {**save, "answers": [[0], [None]]}],
         "answer 2 of the save: this is no legal answer: an answer is an array of positions"),
        (["test", {}], "a test is one of those that were exported"),
    ]  # fmt: skip
    assert told_alike(engines, [question for question, _ in wanted]) == [f"refused: {words}" for _, words in wanted]


def test_what_only_one_language_has(engines: dict[str, Ask], content: Content) -> None:
    """Each is refused as a number that is none is, wherever it stands; what it would run is not run."""
    own = {
        "interpreter": sorted(MADE.keys() - set(ODD)),
        "javascript": ["symbol", "bigint", "function", "date", "map", "number_object", "string_object", "thing", "bytes",
                       "getter", "list_getter", "proxy", "list_proxy", "revoked", "revoked_list"],
        "lua54": ["function", "coroutine", "python", "mixed", "fraction", "table_key", "truth_key", "from_zero", "far"],
    }  # fmt: skip
    own["python"], own["lua52"] = own["interpreter"], own["lua54"]
    if "csharp" in engines:
        own["csharp"] = ["object", "set", "function", "date", "hashtable", "fraction"]
    plain = list(places(content, {"$odd": "nan"}))
    kept = [at for at, question in enumerate(plain) if question[0] != "answer" or question[1] == {"$odd": "nan"}]
    wanted = told_alike(engines, plain)
    for name, values in own.items():
        answers = engines[name]([question for value in values for question in places(content, {"$odd": value})])
        assert len(answers) == len(values) * len(plain)
        for begin, value in enumerate(values):
            told = answers[begin * len(plain) :][: len(plain)]
            for at in kept:
                if not is_array_in_parts(value, plain[at]):
                    assert told[at] == wanted[at], (name, value, plain[at], told[at])
            assert not [answer for answer in told if not answer.startswith("refused: ")]


def is_array_in_parts(value: str, question: Question) -> bool:
    """Whether an array whose parts are none stands where an array may."""
    return value in ("failing_list", "list_getter", "list_proxy") and question[0] in ("new", "judge", "load", "answer")


def test_holes_and_metatables_are_no_values(engines: dict[str, Ask]) -> None:
    words = "refused: this is no legal answer: an answer is an array of positions"
    assert engines["javascript"]([["answer", {"$odd": "holes"}], ["answer", {"$odd": "list_getter"}]]) == [words, words]
    assert engines["javascript"]([["answer", {"$odd": "sparse"}]])[0].endswith("more than 10000 positions")
    assert engines["javascript"]([["new", {"$odd": "undefined"}], ["seed", {"$odd": "undefined"}]])[1] == "[1,[]]"
    for name in ("lua52", "lua54"):
        told = engines[name](
            [["answer", {"$odd": "holes"}], ["answer", {"$odd": "list_metatable"}], ["new", {"$odd": "metatable"}]]
        )
        assert told == [words, words, "refused: a setup has no `a`"]


# ---- saves as texts
def test_damaged_texts_of_saves(engines: dict[str, Ask], content: Content) -> None:
    """Lua reads JSON itself: it refuses what is none, and takes what the others take."""
    sound = json.dumps(save_of(content))
    lua = {name: engines[name] for name in ("lua52", "lua54")}
    broken = [sound[:at] for at in range(len(sound))]
    broken += ["[" * 100_000, '{"a":' * 100_000, "01", "1.", ".5", "+1", "NaN", "Infinity", "'a'", '"\\u12"', '"\\ud8"',
               '"\\u-001"', '"\\x41"', '{"a":1,}', "[1,]", "{1:2}", "[,]", "\0", "\ufeff{}", sound + "}", '"' + "a" * 100]  # fmt: skip
    for name, ask in lua.items():
        for answer in ask([["load_text", text] for text in broken]):
            assert answer.startswith("refused: this is no JSON, from byte "), (name, answer)
    assert lua["lua54"]([["load_text", " " * 40_000_001]]) == [
        "refused: this is no save: its text is longer than 40000000 bytes"
    ]
    seed = '"seed": 7'
    taken = [sound, sound.replace(seed, f"{seed}.0"), sound.replace("[[0]]", "[[0.0e1]]"), sound.replace('"seed"', '"\\u0073eed"'),
             sound.replace("{}", "[]"), sound.replace("{}", '{"scenario":null}'), f" \n\t{sound}\r\n"]  # fmt: skip
    refused = [sound.replace("[[0]]", "[null]"), sound.replace("[[0]]", "[[0,null]]"), sound.replace(seed, f"{seed}.5"),
               sound.replace(seed, f"{seed}e400"), sound.replace("moon", "\\ud800"), sound.replace("{}", '{"__proto__":{}}')]  # fmt: skip
    told = told_alike(engines, [["load_text", text] for text in (*taken, *refused)])
    assert [answer.startswith("refused") for answer in told] == [False] * len(taken) + [True] * len(refused)


# What may stand anywhere in a save.
IN_SAVES: list[Any] = [
    None, True, -1, 0, 1, 1.5, 10**30, "", "x", "own", "first", "__proto__", [], {}, [[0]], ["entity", 1],
    {"scenario": "stall"}, {"scenario": "nowhere"}, {"rosters": {"p2": "mine"}},
]  # fmt: skip


def saves_of(content: Content) -> list[dict[str, Any]]:
    """Saves with a snapshot: of a match, of a branch of it, and of a match that began from a snapshot."""
    rules = Rules(Code(content.program), content.scenarios, rules_hash(content), content.deals)
    match = rules.new_game({"scenario": "stall", "rosters": {"p2": HOARD}}, 7)
    branch = match.branch(9)
    restored = rules.restore(branch.snapshot())
    for one in (match, branch, restored):
        one.skip()
        one.step(one.legal()[0]["answer"])
    return [json.loads(json.dumps(one.save())) for one in (match, branch, restored)]


def test_a_damaged_save_is_refused_alike_or_taken(engines: dict[str, Ask], content: Content) -> None:
    chance, texts = random.Random(3), list[str]()
    for save in saves_of(content):
        near = [path for path in paths(save)[1:] if len(path) <= 3 and "state" not in path]
        within = [path for path in paths(save)[1:] if "state" in path]
        for path in [*near, *chance.sample(within, 150)]:
            texts.append(json.dumps(put(save, path, chance.choice(IN_SAVES))))
    told = told_alike(engines, [["load_text", text] for text in texts])
    refused = sum(answer.startswith("refused: ") for answer in told)
    assert len(told) // 3 < refused < len(told) * 9 // 10


def test_a_save_is_of_the_setup_and_seed_of_its_snapshot(engines: dict[str, Ask], content: Content) -> None:
    """What a save says outside of its snapshot is told to people, and played where the match is taken back."""
    for save in saves_of(content):
        sound = [save, {**save, "setup": dict(reversed(save["setup"].items())), "seed": float(save["seed"])}]
        told = told_alike(engines, [["load_text", json.dumps(made)] for made in sound])
        assert not [answer for answer in told if answer.startswith("refused: ")]
        wrong: list[dict[str, Any]] = [
            {"setup": {"scenario": "nowhere"}},
            {"setup": {"scenario": "stall"}},
            {"seed": 8},
        ]
        told = told_alike(engines, [["load_text", json.dumps({**save, **change})] for change in wrong])
        assert set(told) == {
            "refused: the save is damaged: its snapshot is of another setup or seed than the save",
        }  # fmt: skip


def test_what_is_huge_is_refused_at_once(engines: dict[str, Ask], content: Content) -> None:
    """Ten million cards or answers: what takes time is the making of them, and not the refusal."""
    many = 10_000_000
    for name, question in (("interpreter", ["judge", {**HOARD, "crops": {"$many": many, "of": "feast"}}]),
                           ("interpreter", ["load", {**save_of(content), "answers": {"$many": many, "of": [0]}}]),
                           ("interpreter", ["answer", {"$many": many, "of": 0}])):  # fmt: skip
        before = time.process_time()
        assert engines[name]([question])[0].startswith("refused: ")
        assert time.process_time() - before < 2


# ---- whatever comes
def any_value(chance: random.Random, depth: int) -> Any:
    kind = chance.randrange(8 if depth else 6)
    if kind < 2:
        return chance.choice(VALUES)
    if kind == 2:
        return chance.choice(
            [0, 1, 2, -1, chance.randrange(-(2**54), 2**54), chance.random() * 10 ** chance.randrange(20)]
        )
    if kind == 3:
        return "".join(
            chr(chance.choice([chance.randrange(128), chance.randrange(0xD800), 0x1F600]))
            for _ in range(chance.randrange(9))
        )
    if kind < 6:
        return chance.choice(["feast", "harvest", "mine", "hoard", "first", "stall", "ripe", "p1", "p2", True, None])
    if kind == 6:
        return [any_value(chance, depth - 1) for _ in range(chance.randrange(4))]
    names = ["scenario", "rosters", "p1", "p2", *HOARD, "feast", "harvest", *HOSTILE_NAMES]
    return {chance.choice(names): any_value(chance, depth - 1) for _ in range(chance.randrange(4))}


def changed(chance: random.Random, value: Any) -> Any:
    """A value with something in it put in, taken out or exchanged."""
    if not isinstance(value, dict | list) or "$odd" in value or "$many" in value or chance.random() < 0.2:
        return any_value(chance, 2)
    held: Any = value.copy()
    if not held:
        return any_value(chance, 2)
    at = chance.choice(list(held)) if isinstance(held, dict) else chance.randrange(len(held))
    if chance.random() < 0.2:
        del held[at]
    elif chance.random() < 0.2 and isinstance(held, dict):
        held[chance.choice(HOSTILE_NAMES)] = any_value(chance, 1)
    else:
        held[at] = changed(chance, held[at])
    return held


def any_question(chance: random.Random, content: Content) -> Question:
    sound: list[Question] = [
        ["new", {"scenario": "stall", "rosters": {"p1": "mine", "p2": HOARD}}],
        ["new", {"scenario": "stall", "rosters": {"p2": {**HOARD, "crops": {"feast": 1, "harvest": 2}}}}],
        ["judge", HOARD],
        ["judge", {**HOARD, "crops": {"feast": 1, "harvest": 2}}],
        ["load", {**save_of(content), "setup": {"scenario": "first"}, "answers": [[0], [0], [0]]}],
        ["answer", [0]],
        ["view", 0],
        ["seed", 7],
    ]
    call, given = chance.choice(sound)
    for _ in range(chance.randrange(3)):
        given = changed(chance, given)
    return [call, {} if call == "load" and is_text(given) else given]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_host_gives_is_answered_alike(engines: dict[str, Ask], content: Content, seed: int) -> None:
    chance = random.Random(seed)
    told = told_alike(engines, [any_question(chance, content) for _ in range(600)])
    refused = sum(answer.startswith("refused: ") for answer in told)
    assert 200 < refused < 500, refused

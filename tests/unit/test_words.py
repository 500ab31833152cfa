"""The file of words: what is refused in it, and what a text that lacks a word reports."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.authoring.exported import rules_of
from cardwright.cli.limits import Clock
from cardwright.cli.main import main
from compiler.build import Build, build_game
from dsl.articles import article_before
from dsl.diagnostics import Diagnostic, Sink
from dsl.meaning.lexicon import Forms, WordNoun
from dsl.source import Source
from dsl.wording.english import English
from dsl.wording.phrase import HELD, MissingForm, Phrase, same
from dsl.wording.russian import Russian, number_class
from dsl.wording.texts import MissingWords, NoWords, card_text

GARDEN = Path(__file__).parents[1] / "golden" / "texts" / "garden"
NOWHERE = Source("", "").whole()
CARD = WordNoun(
    "card",
    NOWHERE,
    {
        "en": Forms(("card",), ("cards",)),
        "ru": Forms(
            ("карта", "карты", "карте", "карту", "картой", "карте"), ("карты", "карт", "картам", "карты", "картами", "картах"),
            "feminine",
        ),
    },
)  # fmt: skip
WOLF = WordNoun(
    "wolf",
    NOWHERE,
    {
        "en": Forms(("wolf",), ("wolves",)),
        "ru": Forms(
            ("волк", "волка", "волку", "волка", "волком", "волке"), ("волки", "волков", "волкам", "волков", "волками", "волках"),
            "masculine", True,
        ),
    },
)  # fmt: skip
MASS = WordNoun(
    "harm",
    NOWHERE,
    {"en": Forms(("harm",)), "ru": Forms(("урон", "урона", "урону", "урон", "уроном", "уроне"), (), "masculine")},
)


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GARDEN, tmp_path / "garden"))


def changed(garden: Path, old: str, new: str) -> tuple[Build, list[Diagnostic]]:
    path = garden / "words.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    sink = Sink()
    build = build_game(garden, sink)
    assert build is not None
    return build, [item for item in sink.items if item.severity.value == "error"]


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("  gain:\n    en:", "  gian:\n    en:", "unknown-name", "the game has no verb `gian`"),
        ("{amount#point}", "{amuont#point}", "unknown-name", "nothing here is named `amuont`"),
        ("{amount#point}", "{amount#pint}", "unknown-name", "there is no noun `pint` here"),
        (
            "nouns:\n",
            "parts: {acton: {en: {offer: some}, ru: {offer: some}}}\nnouns:\n",
            "unknown-name",
            "the game has no part `acton`",
        ),
        (
            "nouns:\n",
            "parts: {action: {en: {offer: '{wort}'}, ru: {offer: '{worth}'}}}\nnouns:\n",
            "unknown-name",
            "nothing here is named `wort`",
        ),
        ("{amount#point}", "{amount#point:abl}", "wrong-value", "`abl` is no case"),
        ("{amount#point}", "{amount#point", "wrong-value", "a bracket in this phrase has no meaning"),
        ("you: [owner]", "you: [owner, ruler]", "unknown-field", "no kind has a field `ruler`"),
        (
            "you: [owner]",
            "you: [owner], self: {action.text: player}",
            "unknown-name",
            "no card has a text `action.text`",
        ),
        ("you: [owner]", "you: [owner], symbols: {hit: point}", "unknown-name", "no die has a symbol `hit`"),
        ("you: [owner]", "you: [owner], plural: [geese]", "unknown-name", "no card is named `geese`"),
        ("you: [owner]", "you: [owner], distance: mile", "unknown-name", "there is no noun `mile` here"),
        ("you: [owner]", "you: [owner], chosen: {gain.who: mate}", "unknown-name", "there is no noun `mate` here"),
        (
            "you: [owner]",
            "you: [owner], chosen: {gain.whom: action}",
            "unknown-name",
            "no verb has a parameter `gain.whom`",
        ),
        ("{who} {who|gains|gain} points", "gains 3 points", "wrong-value", "`event` is"),
        ("gender: feminine", "gender: common", "wrong-value", "`gender` is"),
        (", картой, карте]", ", картой]", "wrong-value", "has too few items"),
        (
            "nouns:\n",
            "headings: {on: {en: {opening: by}, ru: {opening: by}}}\nnouns:\n",
            "unknown-name",
            "the game has no heading `on`",
        ),
        ("nouns:\n", "nuons: {}\nnouns:\n", "unknown-key", "nothing reads the key"),
    ],
)
def test_a_file_of_words_with_a_mistake(garden: Path, old: str, new: str, code: str, message: str) -> None:
    _, errors = changed(garden, old, new)
    assert [(error.code, message in error.message) for error in errors] == [(code, True)]
    assert errors[0].span.source.path.endswith("words.yaml")


@pytest.mark.parametrize(
    ("old", "new", "lang", "message"),
    [
        (
            "  gain:\n    en:\n      do:",
            "  gain:\n    en:\n      to:",
            "en",
            "there is no phrase for what is done by `gain` with `amount`, `who`",
        ),
        ("  worth:\n", "  wealth:\n", "ru", "there is no noun `worth`"),
        (
            "{who} {who|gains|gain} {amount#point}",
            "{who|gains|gain} {amount#point}",
            "en",
            "there is no phrase for what is done by",
        ),
        (
            "{who|gains|gain} {amount#point}",
            "{who|gains} {amount#point}",
            "en",
            "two words are needed: for one and for many",
        ),
        (
            "{who|получает|получают|получаете}",
            "{who|получает|получают}",
            "ru",
            "three words are needed (one, many, вы)",
        ),
    ],
)
def test_a_missing_word_is_reported_where_it_is_needed(
    garden: Path, old: str, new: str, lang: str, message: str
) -> None:
    build, errors = changed(garden, old, new)
    assert errors == [] and build.checked is not None
    found: list[Diagnostic] = []
    for card in build.vocab.cards:
        try:
            card_text(build.checked, card, lang)
        except MissingWords as missing:
            found += missing.findings
    assert {fault.code for fault in found} == {"missing-word"}
    assert any(message in fault.message for fault in found)
    assert all(fault.span.source.path.startswith(garden.as_posix()) for fault in found)


def test_a_verb_may_happen_only_to_be_told(garden: Path) -> None:
    """A value that nothing reads but the words is no mistake."""
    with (garden / "rules" / "match.rules").open("a", encoding="utf-8") as rules:
        rules.write("\nverb show(shown: action, by who: player): nothing\n")
    words = "verbs:\n  show: {en: {told: '{who}: {shown}'}, ru: {told: '{who}: {shown}'}}\n"
    for old, found in (("verbs:\n", {"unread-value"}), (words, set[str]())):
        path, sink = garden / "words.yaml", Sink()
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("verbs:\n", old, 1), encoding="utf-8")
        assert build_game(garden, sink) is not None
        assert {item.code for item in sink.items if "`shown`" in item.message} == found


def test_a_game_without_words_says_so_once(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (garden / "words.yaml").unlink()
    build = build_game(garden, Sink())
    assert build is not None and build.checked is not None
    with pytest.raises(NoWords, match=r"has no words\.yaml"):
        card_text(build.checked, "feast", "en")
    assert main(["text", str(garden)]) == 2
    assert capsys.readouterr().err == "Error: the game `garden` has no words.yaml, from which texts are written\n"


def test_the_command_names_what_is_missing_and_writes_nothing(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(garden, "  worth:\n", "  wealth:\n")
    assert main(["text", str(garden)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and "error[missing-word]: there is no noun `worth`" in err
    assert main(["text", str(garden), "fest"]) == 2
    assert "the game has no card `fest`; did you mean `feast`?" in capsys.readouterr().err


def test_the_command_names_words_that_no_text_needs(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(
        garden,
        "nouns:\n",
        "nouns:\n  spade:\n    en: {one: spade}\n    ru: {gender: feminine, one: [а, а, а, а, а, а]}\n",
    )
    assert main(["text", str(garden)]) == 0
    assert "no text uses `nouns.spade`" in capsys.readouterr().err


def test_check_reads_the_words_with_and_without_the_cache(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(garden)]) == 0
    changed(garden, "  gain:\n    en:", "  gian:\n    en:")
    for _ in range(2):
        assert main(["check", str(garden)]) == 1
        assert "error[unknown-name]: the game has no verb `gian`" in capsys.readouterr().out
    assert main(["check", str(garden), "--no-cache"]) == 1


def told(garden: Path, rules: str, words: tuple[str, str], lang: str) -> str:
    """The text of the card `feast` with these rules, after a change of the words."""
    cards = garden / "cards" / "actions.yaml"
    text = cards.read_text(encoding="utf-8")
    old = "after play by self where played is not this:\n        gain 1 by self"
    assert old in text
    cards.write_text(text.replace(old, rules), encoding="utf-8")
    build, errors = changed(garden, *words)
    assert errors == [] and build.checked is not None
    return " ".join(paragraph.text for paragraph in card_text(build.checked, "feast", lang))


def test_one_of_no_treasures_is_in_the_genitive(garden: Path) -> None:
    rules = "after play by self where played is this:\n        if no player where score > 2: gain 1 by self"
    assert "и нет игрока," in told(garden, rules, ("nouns:\n", "nouns:\n"), "ru")


def test_a_member_is_spoken_of_by_the_noun_of_its_query(garden: Path) -> None:
    rules = "after play by self where played is this:\n        each p in all player: gain 1 by p"
    assert "для каждого игрока: он получает" in told(garden, rules, ("nouns:\n", "nouns:\n"), "ru")


def test_what_is_chosen_for_a_parameter_has_a_noun_of_its_own(garden: Path) -> None:
    """Where anything of its kind is meant; a noun of the author's stays."""
    rules = "after play by self where played is this:\n        gain 1 by one player\n        gain 1 by self"
    words = ("you: [owner]", "you: [owner], chosen: {gain.who: action}")
    said = told(garden, rules, words, "en")
    assert "one card gains" in said and "You gain" in said and "player" not in said


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(
    "written",
    [
        "before gain by player where {}amount > 1: increase {}amount by 2",
        "before gain by player: set {}amount to max(0, {}amount - 1)",
        "before gain by player: set {}amount to max({}amount, 5)",
        "before gain by player: set {}amount to 3",
        "after play by self where {}played is not this: gain {}played.worth by {}who",
    ],
)
def test_a_value_of_the_event_reads_alike_with_event_and_without(written: str, lang: str, garden: Path) -> None:
    plain = "after play by self where played is not this:\n        gain 1 by self"
    rules, same_words = [written.replace("{}", event) for event in ("", "event.")], ("nouns:\n", "nouns:\n")
    first = told(garden, rules[0], same_words, lang)
    cards = garden / "cards" / "actions.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace(rules[0], plain), encoding="utf-8")
    assert told(garden, rules[1], same_words, lang) == first


def test_a_phrase_for_a_known_number_gives_way_to_the_next(garden: Path) -> None:
    phrases = '["{who} {who|score|score} {amount!}", "{who} {who|score|score} {amount:acc} in all"]'
    words = ('do: "{who} {who|gains|gain} {amount#point}"', f"do: {phrases}")
    rules = "after play by self where played is this:\n        gain 3 by self\n        gain played.worth by self"
    assert told(garden, rules, words, "en").endswith("you score 3. You score the played card's worth in all.")


def test_the_noun_of_a_keyword_may_hold_its_values(garden: Path) -> None:
    noun = '  ripe:\n    en: {noun: "{=ripe} by {n}"}\n    ru: {noun: "{=ripe} на {n}"}\n'
    text = (garden / "words.yaml").read_text(encoding="utf-8")
    build, errors = changed(
        garden,
        *(("traits:\n", f"traits:\n{noun}") if "\ntraits:\n" in text else ("nouns:\n", f"traits:\n{noun}nouns:\n")),
    )
    assert errors == [] and build.checked is not None
    assert [p.title for p in card_text(build.checked, "pumpkin", "en")] == ["Ripe by 2"]
    assert [p.title for p in card_text(build.checked, "pumpkin", "ru")] == ["Зрелость на 2"]


def test_what_a_keyword_means_beside_its_abilities_is_said_behind_them(garden: Path) -> None:
    reminder = "ripe: {en: {reminder: '{of} keeps for {n} days'}, ru: {reminder: '{of} хранится {n} дня'}}"
    build, errors = changed(garden, "nouns:\n", f"traits:\n  {reminder}\nnouns:\n")
    assert errors == [] and build.checked is not None
    told = card_text(build.checked, "pumpkin", "en")[0].text
    assert told.endswith("you gain 2 points. This card keeps for 2 days.")


@pytest.mark.parametrize("said", ["this card keeps", "{of} keeps"])
def test_a_reminder_shows_who_has_the_keyword_and_its_values(said: str, garden: Path) -> None:
    reminder = f"ripe: {{en: {{reminder: '{said}'}}, ru: {{reminder: 'хранится'}}}}"
    build, errors = changed(garden, "nouns:\n", f"traits:\n  {reminder}\nnouns:\n")
    assert errors == [] and build.checked is not None
    with pytest.raises(MissingWords, match="1 word is missing") as missing:
        card_text(build.checked, "pumpkin", "en")
    assert [lack.message for lack in missing.value.findings] == ["no reminder for `ripe` shows exactly `{n}`, `{of}`"]


def test_who_has_a_text_may_be_spoken_to(garden: Path) -> None:
    _, errors = changed(garden, "you: [owner]", "you: [owner], self: {action.rules: you}")
    assert errors == []
    _, errors = changed(garden, "{action.rules: you}", "{action.rules: you}, values: {gain.amount: you}")
    assert [error.message for error in errors] == ["there is no noun `you` here"]


def test_only_who_has_what_a_text_is_printed_on_is_spoken_to(garden: Path) -> None:
    """Where `self` is another, such as the bearer of the card, its owner is somebody else than the reader."""
    owner = "owner: {en: {one: owner}, ru: {gender: masculine, one: [хозяин, хозяина, хозяину, хозяина, хозяином, хозяине]}}"
    changed(garden, "nouns:\n", f"nouns:\n  {owner}\n")
    build, _ = changed(garden, "you: [owner]", "you: [owner], self: {ripe: action}")
    assert build.checked is not None
    for language, told in (("en", "the card's owner gains 2 points."), ("ru", "хозяин карты получает 2 очка.")):
        assert card_text(build.checked, "pumpkin", language)[0].text.endswith(told)


# ---- grammar
def number(n: int) -> Phrase:
    return same(str(n), count=n, whole=True, role="number")


@pytest.mark.parametrize(
    ("n", "case", "card", "wolf"),
    [
        (1, "acc", "1 карту", "1 волка"), (2, "acc", "2 карты", "2 волков"), (5, "acc", "5 карт", "5 волков"),
        (3, "nom", "3 карты", "3 волка"), (11, "nom", "11 карт", "11 волков"), (21, "acc", "21 карту", "21 волка"),
        (12, "gen", "12 карт", "12 волков"), (4, "ins", "4 картами", "4 волками"), (1, "prp", "1 карте", "1 волке"),
        (112, "dat", "112 картам", "112 волкам"), (22, "acc", "22 карты", "22 волков"),
    ],
)  # fmt: skip
def test_nouns_behind_numbers(n: int, case: str, card: str, wolf: str) -> None:
    assert Russian().quantity(number(n), CARD).text(case) == card
    assert Russian().quantity(number(n), WOLF).text(case) == wolf


def test_what_is_not_counted() -> None:
    assert Russian().quantity(number(20), MASS).text("acc") == "20 урона"
    assert English().quantity(number(20), MASS).text() == "20 harm"
    own = Russian().possessed(CARD, Russian().pronoun("you"))
    assert Russian().quantity(own, MASS).text("ins") == "уроном, равным вашей карте,"
    assert Russian().quantity(own, CARD).text("gen") == "числа карт, равного вашей карте,"
    with pytest.raises(MissingForm, match="has no Russian plural"):
        Russian().noun(MASS, many=True)


def test_number_classes() -> None:
    assert [number_class(n) for n in (0, 1, 2, 4, 5, 11, 12, 14, 20, 21, 22, 25, 101, 111, 1002)] == [
        2, 0, 1, 1, 2, 2, 2, 2, 2, 0, 1, 2, 0, 2, 1,
    ]  # fmt: skip


def test_determiners_agree() -> None:
    russian, english = Russian(), English()
    assert russian.noun(WOLF, "each").text("acc") == "каждого волка"
    assert russian.noun(CARD, "each").text("acc") == "каждую карту"
    assert russian.noun(CARD, "this", many=True).text("ins") == "этими картами"
    assert english.noun(WOLF, "this", many=True).text() == "these wolves"
    assert english.possessed(CARD, english.noun(WOLF, "this")).text() == "this wolf's card"
    assert (
        english.possessed(CARD, english.noun(WOLF, "each", tail="on the hill")).text()
        == "the card of each wolf on the hill"
    )
    assert russian.possessed(CARD, russian.noun(WOLF, "this")).text("acc") == "карту этого волка"
    assert (
        russian.finished("подойдите к " + russian.pronoun("it", russian.noun(WOLF)).text("dat")) == "Подойдите к нему."
    )
    assert russian.finished("со " + "всеми").startswith("Со всеми")


def test_relative_clauses() -> None:
    russian, english = Russian(), English()
    which = russian.pronoun("which", russian.noun(CARD))
    assert (
        russian.related([f"{which.text('nom')} горит", f"цена {which.text('gen')} мала"])
        == ", которая горит и цена которой мала,"
    )
    assert russian.related([f"этот волк видит {which.text('acc')}"]) == ", которую этот волк видит,"
    assert russian.related([f"путь волка до {which.text('gen')} короток"]) == ", до которой путь волка короток,"
    assert russian.related([f"волк идёт на {which.text('acc')}"]) == ", на которую волк идёт,"
    assert russian.related([f"волк рядом с {which.text('ins')}"]) == ", рядом с которой волк,"
    held = f"{HELD}длина пути этого волка до {which.text('gen')} мала"
    assert russian.related([held]) == ", длина пути этого волка до которой мала,"
    for clause in (f"этот волк видит цену {which.text('gen')}", f"волк видит {which.text('acc')}, и {which.text()} цела",
                   f"волк спит и видит {which.text('acc')}"):  # fmt: skip
        assert not russian.is_relative(clause)
        assert russian.related([clause]).startswith(", если ") and "котор" not in russian.related([clause])
    that = english.pronoun("which", english.noun(CARD))
    assert (
        english.related([f"{that.text()} burns", f"{that.text('gen')} price is low"])
        == "that burns and whose price is low"
    )
    assert english.related([f"this wolf sees {that.text('acc')}"]) == "such that this wolf sees it"


@pytest.mark.parametrize(
    ("pronoun", "again", "verb"),
    [("it", "it", "moves"), ("he", "he", "moves"), ("she", "she", "moves"), ("they", "they", "move")],
)
def test_a_person_has_a_pronoun(pronoun: str, again: str, verb: str) -> None:
    hero = WordNoun("hero", NOWHERE, {"en": Forms(("hero",), ("heroes",), pronoun=pronoun)})
    english = English()
    like = english.noun(hero, "the")
    it, which = english.pronoun("it", like), english.pronoun("which", like)
    assert f"{it.text()} {english.pick(it, ('moves', 'move'))}" == f"{again} {verb}"
    clause = f"{which.text()} {english.pick(which, ('moves', 'move'))}"
    assert english.finished(english.related([clause])) == "That moves."
    assert english.finished(english.related([f"there {clause}"])) == f"Such that there {again} {verb}."


def test_who_rolls_is_told(garden: Path) -> None:
    """Who does the verb, or has the ability; else what the words say of the roll. A face without symbols has a name."""
    changed(
        garden,
        "verbs:\n",
        'rolls:\n  match.rain: {en: {told: "the rain: {dice}"}, ru: {told: "дождь: {dice}"}}\nverbs:\n',
    )
    ruleset = garden / "ruleset.yaml"
    text = ruleset.read_text(encoding="utf-8")
    dice = "dice: {seed: {faces: [{}, {}]}}\nnames: {blank: {en: nothing grows, ru: ничего не выросло}}\n"
    ruleset.write_text(text.replace("kinds:\n", f"{dice}kinds:\n", 1), encoding="utf-8")
    rules = garden / "rules" / "match.rules"
    text = rules.read_text(encoding="utf-8")
    begun = "flow match():\n  each who in all player:\n    choose n from [1, 2] by who: sow n by who\n  let rain = roll seed\n"
    sown = "\nverb sow(n: int, by who: player):\n  let grown = roll times(n, seed)\n  reroll grown in grown\n"
    sown += "  let more = roll times(n - 2, seed)\n"  # no dice, of which nobody is told
    rules.write_text(text.replace("flow match():\n", begun, 1) + sown, encoding="utf-8")
    build, none = build_game(garden, Sink()), {"en": "nothing grows", "ru": "ничего не выросло"}
    assert build is not None
    for language, said in (
        ("en", ["You roll {0}, {0}.", "The reroll shows {0}, {0}.", "The rain: {0}."]),
        ("ru", ["У вас выпало: {0}, {0}.", "При перебросе выпало: {0}, {0}.", "Дождь: {0}."]),
    ):
        match = rules_of(build, Clock(0)).new_game({"scenario": "first"}, 1)
        watcher = match.watch(0, language)
        match.skip()
        match.answer([1])
        told = [event["words"] for event in watcher.events() if event["what"] == "roll"]
        assert told == [sentence.format(none[language]) for sentence in said]


@pytest.mark.parametrize(("amount", "english", "russian"), [
    ("up to 2 ns", "Choose up to 2.", "Выберите не больше 2."),
    ("1 to 2 ns", "Choose 1 to 2.", "Выберите от 1 до 2."),
    ("exactly 2 ns", "Choose 2.", "Выберите 2."),
    ("n", "Choose one.", "Выберите одно."),
    ("up to 2 ns of", "Choose up to 2 cards.", "Выберите карты: не больше 2."),
    ("up to 1 ns of", "Choose up to 1 card.", "Выберите карту: не больше 1."),
    ("1 to 2 ns of", "Choose 1 to 2 cards.", "Выберите карты: от 1 до 2."),
    ("exactly 2 ns of", "Choose 2 cards.", "Выберите карты: 2."),
])  # fmt: skip
def test_how_many_may_be_chosen_is_asked_in_words(garden: Path, amount: str, english: str, russian: str) -> None:
    rules = garden / "rules" / "match.rules"
    text = rules.read_text(encoding="utf-8")
    source = "who.hand" if amount.endswith(" of") else "[1, 2, 3]"
    with (garden / "scenarios" / "first.yaml").open("a", encoding="utf-8") as scenario:
        scenario.write("decks: [{zone: p1.hand, owner: p1, cards: {feast: 3}}]\n")
    begun = f"  each who in all player:\n    choose {amount.removesuffix(' of')} from {source} by who: nothing\n"
    rules.write_text(text.replace("flow match():\n", f"flow match():\n{begun}", 1), encoding="utf-8")
    build = build_game(garden, Sink())
    assert build is not None
    match = rules_of(build, Clock(0)).new_game({"scenario": "first"}, 1)
    match.skip()
    for language, question in (("en", english), ("ru", russian)):
        assert match.watch(0, language).view()["request"]["words"]["question"] == question


@pytest.mark.parametrize("word", ["unit", "unicorn", "user", "usurper", "one-handed axe", "European", "ewer", "squire"])
def test_what_is_spoken_with_a_consonant_has_the_article_a(word: str) -> None:
    assert article_before(word) == "a"


@pytest.mark.parametrize(
    "word", ["order", "uninjured unit", "unimportant", "usher", "onerous", "Hour", "heirloom", "urn"]
)
def test_what_is_spoken_with_a_vowel_has_the_article_an(word: str) -> None:
    assert article_before(word) == "an"


def test_what_is_refused_is_told_where_the_verb_has_a_sentence_for_that(garden: Path) -> None:
    rules = garden / "rules" / "match.rules"
    text = rules.read_text(encoding="utf-8")
    begun = "flow match():\n  each who in all player:\n    choose n from [1, 2] by who: gain (n - n) by who\n"
    text = text.replace("flow match():\n", begun, 1)
    text = text.replace("  increase who.score by amount", "  require amount > 0\n  increase who.score by amount")
    rules.write_text(text, encoding="utf-8")
    own = '      refused: "{who} {who|gains|gain} nothing"\n'
    for words, expected in (("", ""), (own, "You gain nothing.")):
        build, errors = changed(garden, "verbs:\n  gain:\n    en:\n", f"verbs:\n  gain:\n    en:\n{words}")
        assert errors == []
        match = rules_of(build, Clock(0)).new_game({"scenario": "first"}, 1)
        watcher = match.watch(0, "en")
        match.skip()
        match.answer([0])
        told = [event["words"] for event in watcher.events() if event["what"] == "refused"]
        assert told == [expected]


def test_what_is_prevented_may_have_a_sentence_of_its_own(garden: Path) -> None:
    rules = garden / "rules" / "match.rules"
    text = rules.read_text(encoding="utf-8")
    begun = (
        "flow match():\n  each who in all player:\n    add tired to who\n"
        "    choose n from [1, 2] by who: gain n by who\n"
    )
    rules.write_text(text.replace("flow match():\n", begun, 1), encoding="utf-8")
    own = '      prevented: "{who} {who|goes|go} without {amount#point}"\n'
    for words, expected in (
        ("", "This is prevented: you: gain 2."),
        (own, "You go without 2 points."),
    ):
        build, errors = changed(garden, "verbs:\n  gain:\n    en:\n", f"verbs:\n  gain:\n    en:\n{words}")
        assert errors == []
        match = rules_of(build, Clock(0)).new_game({"scenario": "first"}, 1)
        watcher = match.watch(0, "en")
        match.skip()
        match.answer([1])
        told = [event["words"] for event in watcher.events() if event["what"] == "prevented"]
        assert told == [expected]

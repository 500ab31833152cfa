"""Statements and conditions in words: bounds, lists, and what is said in one breath, in both languages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from compiler.build import build_game
from dsl.diagnostics import Sink
from dsl.meaning.lexicon import LANGUAGES
from dsl.wording.texts import card_text

GARDEN = Path(__file__).parents[1] / "golden" / "texts" / "garden"
FEAST = "after play by self where played is not this:\n        gain 1 by self"


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GARDEN, tmp_path / "garden"))


def told(garden: Path, rules: str) -> dict[str, str]:
    """The text of a card with these rules, by language."""
    cards = garden / "cards" / "actions.yaml"
    text = cards.read_text(encoding="utf-8")
    assert FEAST in text
    cards.write_text(text.replace(FEAST, rules), encoding="utf-8")
    sink = Sink()
    build = build_game(garden, sink)
    assert build is not None and build.checked is not None
    assert [item.message for item in sink.items if item.severity.value == "error"] == []
    return {lang: " ".join(p.text for p in card_text(build.checked, "feast", lang)) for lang in LANGUAGES}


@pytest.mark.parametrize(
    ("done", "en", "ru"),
    [
        ("set self.score to max(0, self.score - 2)", "reduce your score by 2 (to no less than 0)",
         "уменьшите ваш счёт на 2 (не ниже 0)"),
        ("set self.score to min(self.score + 2, 9)", "increase your score by 2 (to no more than 9)",
         "увеличьте ваш счёт на 2 (не выше 9)"),
        ("set self.score to max(self.score, 5)", "increase your score to 5 if it is less",
         "увеличьте ваш счёт до 5, если он меньше"),
        ("set self.score to min(5, self.score)", "reduce your score to 5 if it is more",
         "уменьшите ваш счёт до 5, если он больше"),
        ("set self.score to min(self.score - 2, 9)", "your score becomes the least of your score minus 2 and 9",
         "ваш счёт становится равным наименьшему из чисел: ваш счёт минус 2 и 9"),
        ("set self.score to played.worth", "your score becomes the played card's worth",
         "ваш счёт становится равным ценности сыгранной карты"),
    ],
)  # fmt: skip
def test_a_number_is_changed_within_bounds(garden: Path, done: str, en: str, ru: str) -> None:
    rules = f"after play by self where self has tired:\n        {done}"
    said = told(garden, rules)
    assert said["en"].endswith(f"you have weariness, {en}.")
    assert said["ru"].endswith(f"вы имеете усталость, {ru}.")


@pytest.mark.parametrize(
    ("condition", "en", "ru"),
    [
        ("played is this and self has tired", "is this card and you have weariness,",
         "является этой картой и вы имеете усталость,"),
        ("played is this and self.score > 2 and not (self has tired or self.score > 9)",
         "is this card, your score is more than 2, you have no weariness, and your score is 9 or less,",
         "является этой картой, ваш счёт больше 2, вы не имеете усталость и ваш счёт не больше 9,"),
        ("(played is this and self has tired) or self.score > 2 or self.score < 1",
         "if (the played card is this card and you have weariness), your score is more than 2, "
         "or your score is less than 1,",
         "если (сыгранная карта является этой картой и вы имеете усталость), ваш счёт больше 2 "
         "или ваш счёт меньше 1,"),
        ("played in self.hand", "the played card is in your hand,", "сыгранная карта находится в вашей руке,"),
    ],
)  # fmt: skip
def test_several_conditions_are_a_list(garden: Path, condition: str, en: str, ru: str) -> None:
    rules = f"after play by self where {condition}:\n        gain 1 by self"
    said = told(garden, rules)
    assert en in said["en"] and ru in said["ru"]


@pytest.mark.parametrize(
    ("rules", "en", "ru"),
    [
        ("after play by self where played is this:\n        if self has tired: gain 1 by self",
         "After you play a card, if the played card is this card and you have weariness, you gain 1 point.",
         "После того как вы сыграете карту, если сыгранная карта является этой картой и вы имеете усталость, "
         "вы получаете 1 очко."),
        ("after play by self:\n        if self has tired:\n          if self.score > 2: gain 1 by self",
         "After you play a card, if you have weariness and your score is more than 2, you gain 1 point.",
         "После того как вы сыграете карту, если вы имеете усталость и ваш счёт больше 2, вы получаете 1 очко."),
        ("after play by self:\n        gain 1 by self:\n          if self has tired: gain 2 by self",
         "After you play a card, you gain 1 point; if this is done and you have weariness, you gain 2 points.",
         "После того как вы сыграете карту, вы получаете 1 очко; если это выполнено и вы имеете усталость, "
         "вы получаете 2 очка."),
        ("after play by self where played is this:\n        if self has tired: gain 1 by self\n        else: gain 2 by self",
         "if the played card is this card, if you have weariness, you gain 1 point; otherwise, you gain 2 points.",
         "если сыгранная карта является этой картой, если вы имеете усталость, вы получаете 1 очко; иначе вы "
         "получаете 2 очка."),
        ("after play by self:\n        if self has tired:\n          each p in all player:\n            "
         "if p.score > 2:\n              gain 1 by p\n              gain 2 by self",
         "if its score is more than 2, it gains 1 point, then you gain 2 points.",
         "если его счёт больше 2, он получает 1 очко, затем вы получаете 2 очка."),
        ("after play by self:\n        if self has tired:\n          each p in all player:\n            "
         "if p.score > 2:\n              gain 1 by p\n              if p has tired: gain 2 by self",
         "if its score is more than 2, (it gains 1 point; if it has weariness, you gain 2 points).",
         "если его счёт больше 2, (он получает 1 очко; если он имеет усталость, вы получаете 2 очка)."),
        ("after play by self:\n        choose one:\n          option \"a\": gain 1 by self\n          "
         "option \"b\" if self has tired: gain 2 by self",
         "choose one: you gain 1 point; or, if you have weariness, you gain 2 points.",
         "выберите одно: вы получаете 1 очко; или, если вы имеете усталость, вы получаете 2 очка."),
        ("instead of gain by self where self.score > 2: prevent",
         "When you gain points, if your score is more than 2, prevent this.",
         "Когда вы получите очки, если ваш счёт больше 2, отмените это."),
        ("passive: all player other than self cannot gain",
         "Each player other than you cannot gain points.", "Ни один игрок кроме вас не может получать очки."),
        ("after play by self: gain (self.score * 2) by self",
         "you gain a number of points equal to your score times 2.",
         "вы получаете число очков, равное вашему счёту, умноженному на 2."),
        ("after play by self: gain (2 * self.score - 3 * 4) by self",
         "you gain a number of points equal to (2 times your score) minus (3 times 4).",
         "вы получаете число очков, равное (вашему счёту, умноженному на 2) минус (3 × 4)."),
    ],
)  # fmt: skip
def test_what_is_said_together(garden: Path, rules: str, en: str, ru: str) -> None:
    words = garden / "words.yaml"
    text = words.read_text(encoding="utf-8")
    cannot = {"gains|gain": "{subject} cannot gain points",
              "получает|": "{subject} не {subject|может|могут|можете} получать очки"}  # fmt: skip
    for gains, said in cannot.items():
        done = f'      do: "{{who}} {{who|{gains}'
        text = text.replace(done, f'      cannot: "{said}"\n{done}')
    words.write_text(text, encoding="utf-8")
    said = told(garden, rules)
    assert said["en"].endswith(en) and said["ru"].endswith(ru)


@pytest.mark.parametrize(
    ("source", "en", "ru"),
    [
        ("all player such that p.score > 2", "choose one player whose score is more than 2:",
         "выберите одного игрока, счёт которого больше 2:"),
        ("all player such that p is not self and p has tired", "choose one player that is not you and that has weariness:",
         "выберите одного игрока, который не является вами и который имеет усталость:"),
        ("(all player where score > 2) such that p has tired",
         "choose one player whose score is more than 2 such that the chosen player has weariness:",
         "выберите одного игрока, счёт которого больше 2, так, что выбранный игрок имеет усталость:"),
        ("all player such that self.score > 2", "choose one player such that your score is more than 2:",
         "выберите одного игрока так, что ваш счёт больше 2:"),
        ("[self, played.owner]", "choose you or the played card's owner:", "выберите вас или владельца сыгранной карты:"),
    ],
)  # fmt: skip
def test_what_is_asked_of_the_chosen_one_stands_behind_its_noun(garden: Path, source: str, en: str, ru: str) -> None:
    words = garden / "words.yaml"
    owner = "  owner:\n    en: {one: owner}\n    ru: {gender: masculine, animate: true, one: [владелец, владельца, "
    owner += "владельцу, владельца, владельцем, владельце]}\n"
    words.write_text(words.read_text(encoding="utf-8").replace("nouns:\n", f"nouns:\n{owner}", 1), encoding="utf-8")
    said = told(garden, f"after play by self:\n        choose p from {source}: gain 1 by p")
    assert en in said["en"] and ru in said["ru"]

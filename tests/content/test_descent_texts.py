"""Texts of Descent that show what the grammar does with rules that other games do not have."""

from __future__ import annotations

import pytest

from dsl.wording.texts import card_text, trait_paragraphs, writer
from tests.content_games import built

TEXTS = {
    # what the words say for a heading
    "twin_blade": ("Surge: increase the damage by 1.", "Запал: увеличьте урон на 1."),
    "rage": ("Action. Use this only if you can attack", "Действие. Можно использовать, только если вы можете атаковать"),
    "smoke": ("Road “Forest”: for each of the heroes", "Дорога «Лес»: для каждого из героев"),
    # uses that come back
    "grisban": ("Use this 1 time. All uses are restored", "Можно использовать 1 раз. Все использования возвращаются"),
    # what is there, not what is not there
    "jain_fairwood": ("if an attack causes the damage", "если урон нанесён атакой"),
    "sealed_vault": ("if there is no search token that is", "если нет жетона поиска, который"),
    # a value that is only kept; one die of a roll
    "iron_shield": (
        "note the earlier result: the defence dice. Reroll one of the defence dice.",
        "запомните прежний результат: кубики защиты. Перебросьте один из кубиков защиты.",
    ),
    "power_potion": ("Reroll any number of the attack dice", "Перебросьте любое число кубиков атаки"),
    "chainmail": ("add a grey die to the defence pool", "добавьте серый кубик к набору кубиков защиты"),
    # some of a collection, and a field of each
    "blasting_rune": ("the figures beside the attacked square other than the targets", "рядом с атакованной клеткой, кроме целей"),
    "reinforce_card": ("one of the groups of monsters in the quest that may", "одну из групп монстров этого приключения, которые"),
    "bloodlust": ("a number of times equal to the number of heroes", "столько раз, сколько составляет число героев"),
    "house_plan": ("do this 2 times: you", "сделайте это 2 раза: вы"),
    # what `or` joins
    "web_trap": (
        "that is the entering hero or that is adjacent to",
        "который является вошедшим героем или который находится рядом с",
    ),
    "curse_doll": (
        "One hero that either is you or is adjacent to you and that has a condition discards",
        "Один герой, который либо является вами, либо находится рядом с вами, и у которого есть состояние, сбрасывает",
    ),
    "standing_stones": ("If each of the heroes passed", "Если каждый из героев прошёл проверку"),
    "last_watch": ("Use this once per overlord's turn.", "Можно использовать один раз за ход Властелина."),
}  # fmt: skip


@pytest.mark.parametrize("card", TEXTS)
def test_a_text_reads_as_a_publisher_would_print_it(card: str) -> None:
    checked = built("descent").checked
    assert checked is not None
    for language, wanted in zip(("en", "ru"), TEXTS[card], strict=True):
        said = "\n".join(p.text for p in card_text(checked, card, language))
        assert wanted in said


def test_whoever_has_a_condition_is_in_it_and_has_no_such_thing() -> None:
    checked = built("descent").checked
    assert checked is not None
    for language, wanted in (("en", "if you are not Stunned."), ("ru", "если вы не оглушены.")):
        assert wanted in "\n".join(p.text for p in card_text(checked, "grisban", language))


def test_a_status_speaks_to_its_bearer_where_the_words_say_so() -> None:

    checked = built("descent").checked
    assert checked is not None
    texts = {name: [p.text for p in trait_paragraphs(writer(checked, "en"), name)] for name in ("poisoned", "halted")}
    assert texts["poisoned"][0].startswith("After your turn begins, you test might")
    assert texts["halted"] == ["This figure cannot take move actions."]


def test_what_a_function_is_not_given_is_not_told() -> None:
    """``can_attack(self, none)``: with no weapon."""
    checked = built("descent").checked
    assert checked is not None
    (said,) = trait_paragraphs(writer(checked, "ru"), "frenzied")
    assert "только если этот монстр может атаковать." in said.text

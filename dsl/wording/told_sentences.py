"""The sentences that people read while they play any game, and the nouns that they need; as templates."""

from __future__ import annotations

from dsl.meaning.lexicon import Forms

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "use": "what do you do?",
        "before": "{event} Do you respond before this?",
        "after": "{event} Do you respond?",
        "during": "{event} Do you respond?",
        "instead": "{event} Do you do something else instead?",
        "yes": "do you do it?",
        "one": "choose {what:acc}",
        "mode": "choose one",
        "some": "choose {least} to {most} {what:acc}",
        "most": "choose up to {most} {what:acc}",
        "exactly": "choose {least} {what:acc}",
        "some_unnamed": "choose {least} to {most}",
        "most_unnamed": "choose up to {most}",
        "exactly_unnamed": "choose {least}",
        "order": "choose what comes first",
        "pass": "pass",
        "nothing": "nothing",
        "true": "yes",
        "false": "no",
        "and": "and",
        "something": "something",
        "prevented": "this is prevented: {event}",
        "dice_show": "the dice show {dice}",
        "who_rolls": "{who} {who|rolls|roll} {dice}",
        "rolled_again": "the reroll shows {dice}",
        "blank": "a blank",
        "ability": "{what} of {self:acc}",
        "used": "this was done already",
        "uses": "it has no uses left",
        "nothing_done": "it would do nothing now",
        "cost": "its cost cannot be paid",
        "forbidden": "this is forbidden now",
        "missing": "something that it needs is not there",
    },
    "ru": {
        "use": "что вы сделаете?",
        "before": "{event} Ответите до этого?",
        "after": "{event} Ответите на это?",
        "during": "{event} Ответите на это?",
        "instead": "{event} Сделаете вместо этого что-то другое?",
        "yes": "сделать это?",
        "one": "выберите {what:acc}",
        "mode": "выберите одно",
        "some": "выберите {what:acc}: от {least} до {most}",
        "most": "выберите {what:acc}: не больше {most}",
        "exactly": "выберите {what:acc}: {least}",
        "some_unnamed": "выберите от {least} до {most}",
        "most_unnamed": "выберите не больше {most}",
        "exactly_unnamed": "выберите {least}",
        "order": "выберите, что будет раньше",
        "pass": "пас",
        "nothing": "ничего",
        "true": "да",
        "false": "нет",
        "and": "и",
        "something": "нечто",
        "prevented": "отменено: {event}",
        "dice_show": "на кубиках выпало: {dice}",
        "who_rolls": "у {who:gen} выпало: {dice}",
        "rolled_again": "при перебросе выпало: {dice}",
        "blank": "пусто",
        "ability": "{what}: {self}",
        "used": "это уже было сделано",
        "uses": "больше использовать нельзя",
        "nothing_done": "сейчас это ничего не даст",
        "cost": "нечем заплатить",
        "forbidden": "сейчас это запрещено",
        "missing": "нет того, что для этого нужно",
    },
}


def _russian(gender: str, one: str, many: str, animate: bool = False) -> Forms:
    return Forms(tuple(one.split()), tuple(many.split()), gender, animate)


NOUNS: dict[str, dict[str, Forms]] = {
    "en": {
        "player": Forms(("player",), ("players",)),
        "square": Forms(("square",), ("squares",)),
        "card": Forms(("card",), ("cards",)),
    },
    "ru": {
        "player": _russian("masculine", "игрок игрока игроку игрока игроком игроке",
                           "игроки игроков игрокам игроков игроками игроках", animate=True),
        "square": _russian("feminine", "клетка клетки клетке клетку клеткой клетке",
                           "клетки клеток клеткам клетки клетками клетках"),
        "card": _russian("feminine", "карта карты карте карту картой карте",
                         "карты карт картам карты картами картах"),
    },
}  # fmt: skip

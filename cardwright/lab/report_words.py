"""The words of reports, in the languages of their readers.

Job: give what a report says around its numbers. Input: a language. Output: texts with places for values; English where
there are none in the language. Names of cards, scenarios and outcomes stay as they are. Where a word hangs on a number,
a text has both: ``{of} {of:match/matches}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "rate": "{rate} ({low} to {high})", "and": " and ",
        "no_policy": "{name}: the ruleset does not say who has won (`policy: won`)",
        "won": "{name}: {who}{place} won {rate} of {of} {of:match/matches}{sure}",
        "place": ", who sits at place {number},",
        "sure": "; chance alone could make such a difference",
        "no_winner": "{name}: {count} of {of} {of:match/matches} {count:has/have} no winner",
        "length": "{name}: {median} {median:decision/decisions} in the middle match ({least} to {most}); "
                  "the lead changes {leads:.1f} times",
        "agents": "the agent {name} won {rate} of the sides that it played against others",
        "rosters": "the roster {name} won {rate} of the sides that it played against others",
        "bad": "{bad} of {of} {of:match/matches} did not end as they should: {told}", "ended": "every match ended",
        "adding": "{count} of {of} {of:card/cards} {count:comes/come} with other chances to win: {some}",
        "more": " and {count} more",
        "offered_only": "abilities that are offered and never used: {count}",
        "cards": "cards that are in no match: {count}", "verbs": "verbs that nothing does: {count}",
        "abilities": "other abilities of cards and rules that never happen: {count}",
        "title": "{game} {version}: {count} {count:match/matches}",
        "run": "Played by {agents}, seed {seed}, rules {rules}, Cardwright {cardwright}. These agents are no people: "
               "what holds among them may not hold among players. Intervals are of 95 %.",
        "of_agents": "Agents", "of_rosters": "Rosters", "troubles": "Matches that did not end",
        "decisions": "Decisions in a match: {mean:.0f} on average, from {least} to {most}.",
        "adds": "What cards add to winning",
        "adds_note": "Of those who had the card: how much oftener they win when this became of it. "
                     "Red: surer than chance among so many cards. It does not say why: who is ahead may draw more.",
        "becomes": "What becomes of each card in a match", "card": "card", "in_matches": "in matches",
        "list_offered_only": "Offered and never used: {count}", "list_abilities": "Never used, nor offered: {count}",
        "list_verbs": "Verbs that never happen: {count}", "list_cards": "Cards in no match: {count}",
        "plot_wins": "how often each wins", "plot_adds": "what cards add to winning",
        "plot_lengths": "decisions in a match", "from": "from {first}: {count}",
        "scenario": "scenario", "number": "number", "seed": "seed", "outcome": "outcome", "message": "message",
        "saved": "saved", "drawn": "drawn", "used": "used", "to the board": "to the board",
    },
    "ru": {
        "rate": "{rate} (от {low} до {high})", "and": " и ",
        "no_policy": "{name}: правила не говорят, кто победил (`policy: won`)",
        "won": "{name}: {who}{place}: побед {rate} из партий: {of}{sure}", "place": ", место {number}",
        "sure": "; такая разница может быть случайной",
        "no_winner": "{name}: без победителя {count} из партий: {of}",
        "length": "{name}: решений в средней партии {median} (от {least} до {most}); смен лидера: {leads:.1f}",
        "agents": "агент {name}: побед {rate} из сторон, за которые он играл против других",
        "rosters": "ростер {name}: побед {rate} из сторон, за которые им играли против других",
        "bad": "партий, которые не окончились как следует: {bad} из {of}: {told}", "ended": "все партии окончены",
        "adding": "карт, с которыми шансы на победу другие: {count} из {of}: {some}", "more": " и ещё {count}",
        "offered_only": "способности, которые предлагались и не применялись: {count}",
        "cards": "карты, которых нет ни в одной партии: {count}",
        "verbs": "действия, которые ничто не вызывает: {count}",
        "abilities": "прочие способности карт и правил, которых не случалось: {count}",
        "title": "{game} {version}, партий: {count}",
        "run": "Играют: {agents}; число для случая {seed}, правила {rules}, Cardwright {cardwright}. Эти агенты не "
               "люди: что верно для них, может быть неверно для игроков. Интервалы: 95 %.",
        "of_agents": "Агенты", "of_rosters": "Ростеры", "troubles": "Партии, которые не окончились",
        "decisions": "Решений в партии: {mean:.0f} в среднем, от {least} до {most}.",
        "adds": "Что карты прибавляют к победам",
        "adds_note": "Насколько чаще побеждают те, у кого карта была и с ней это произошло. "
                     "Красным: вернее случайности среди стольких карт. Почему, не сказано: кто впереди, тот может "
                     "брать больше карт.",
        "becomes": "Что происходит с каждой картой в партии", "card": "карта", "in_matches": "в партиях",
        "list_offered_only": "Предлагались и не применялись: {count}",
        "list_abilities": "Не применялись и не предлагались: {count}",
        "list_verbs": "Действия, которых не случалось: {count}", "list_cards": "Карты ни в одной партии: {count}",
        "plot_wins": "как часто кто побеждает", "plot_adds": "что карты прибавляют к победам",
        "plot_lengths": "решений в партии", "from": "от {first}: {count}",
        "scenario": "сценарий", "number": "номер", "seed": "число для случая", "outcome": "исход",
        "message": "сообщение", "saved": "сохранена", "drawn": "взята", "used": "применена", "to the board": "на поле",
    },
}  # fmt: skip


def words_of(language: str) -> Mapping[str, str]:
    return _WORDS.get(language, _WORDS["en"])


def filled(text: str, **values: Any) -> str:
    """A text with values in its places; of ``one/many``, the word that goes with the number."""
    return text.format(**{name: _Count(value) if type(value) is int else value for name, value in values.items()})


class _Count(int):
    """A number that chooses the word that goes with it."""

    def __format__(self, spec: str) -> str:
        one, slash, many = spec.partition("/")
        return (one if self == 1 else many) if slash else super().__format__(spec)

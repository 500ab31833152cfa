"""The nouns of Russian sentences that belong to the language of rules itself, with all their forms."""

from dsl.meaning.lexicon import Forms, WordNoun
from dsl.source import Source

_NOWHERE = Source("", "").whole()
_ROWS = {
    "number": ("neuter", "число числа числу число числом числе", "числа чисел числам числа числами числах"),
    "sum": ("feminine", "сумма суммы сумме сумму суммой сумме", "суммы сумм суммам суммы суммами суммах"),
    "cell": ("feminine", "клетка клетки клетке клетку клеткой клетке", "клетки клеток клеткам клетки клетками клетках"),
    "corner": ("masculine", "угол угла углу угол углом угле", "углы углов углам углы углами углах"),
    "remainder": ("masculine", "остаток остатка остатку остаток остатком остатке", ""),
    "distance": ("neuter", "расстояние расстояния расстоянию расстояние расстоянием расстоянии", ""),
    "way": ("masculine", "путь пути пути путь путём пути", ""),
    "place": ("neuter", "место места месту место местом месте", "места мест местам места местами местах"),
    "centre": ("masculine", "центр центра центру центр центром центре", ""),
    "roll": ("masculine", "бросок броска броску бросок броском броске", ""),
    "value": ("neuter", "значение значения значению значение значением значении", ""),
    "gap": ("masculine", "промежуток промежутка промежутку промежуток промежутком промежутке", ""),
    "base": ("feminine", "подставка подставки подставке подставку подставкой подставке", ""),
    "lane": ("feminine", "полоса полосы полосе полосу полосой полосе", ""),
    "sector": ("masculine", "сектор сектора сектору сектор сектором секторе", ""),
    "direction": ("neuter", "направление направления направлению направление направлением направлении", ""),
}


def _noun(name: str, gender: str, one: str, many: str) -> WordNoun:
    return WordNoun(name, _NOWHERE, {"ru": Forms(tuple(one.split()), tuple(many.split()), gender)})


NOUNS = {name: _noun(name, *row) for name, row in _ROWS.items()}

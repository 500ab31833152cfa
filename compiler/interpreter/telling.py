"""Telling: what happens and what is asked, as sentences in one language.

Job: put into words what one viewer was told as data: events, requests, refusals. Input: the words of the program, what
the viewer knows (a view that is kept up to date), and data for that viewer. Output: texts; the same in every engine.
As nothing else is read, a sentence tells nothing that the viewer does not know. Knows the grammars of English and
Russian.
"""

# What is told is data of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from compiler.interpreter.setups import HostError, shown

Data = Mapping[str, Any]
_NOM, _GEN, _ACC, _PLAIN = 0, 1, 3, 6  # cases; the last is the form of a name in a list
_GENDERS = ("masculine", "feminine", "neuter")
# The sentences of the engine itself, by how its messages begin.
_OWN = (
    ("it was used already", "used"), ("it has no uses left", "uses"), ("nothing of it could be done", "nothing_done"),
    ("its cost cannot be paid", "cost"), ("there is no ", "missing"),
)  # fmt: skip


class Phrase(NamedTuple):
    """A noun phrase in six cases and as a name in a list; ``number``: it is one."""

    forms: tuple[str, ...]
    many: bool = False
    gender: str = "neuter"
    you: bool = False
    number: int | None = None


def words_in(program: Any, language: Any) -> str:
    """The language, in which the program has words; HostError for others."""
    if isinstance(language, str) and language in program.words:
        return language
    known = ", ".join(sorted(program.words))
    raise HostError(f"the game has no words in `{shown(str(language))}`; it has {known}")


class Teller:
    """Tells one viewer of a match; ``known`` is the view that they have, ``viewer`` the name of their player in it."""

    def __init__(self, program: Any, language: str, known: Data, viewer: str | None) -> None:
        self.program, self.language, self.known, self.viewer = program, language, known, viewer
        self.words: Data = program.words[language]
        self.names: Sequence[str] = ()  # how the host calls the players, by their seats; empty for no name
        self.called: Mapping[str, str] = {}  # how the scenario calls players and things
        self.said_of: dict[tuple[str, str], Phrase] | None = None  # phrases of entities, while one request is told
        self.filling: tuple[Sequence[Any], Data] = (), {}  # the row that is being filled, and with what
        self.vanished: dict[str, tuple[str, Any]] = {}  # what is not in the view any more: its kind and card

    # ---- sentences
    def event(self, told: Data) -> str:
        """What happened, as a sentence; empty where there is nothing to say."""
        match told["what"]:
            case "begin" if told["verb"] not in self.words["silent"]:
                return self.happened(told["verb"], told["values"])
            case "prevented" if told["verb"] in self.words["prevented"]:
                return self.said(self.words["prevented"][told["verb"]], told["values"])
            case "prevented":
                clause = self.filled(self.words["verbs"].get(told["verb"], ()), told["values"])
                return self.own("prevented", event=clause) if clause else ""
            case "refused":
                return self.said(self.words["refused"].get(told["verb"], ()), told["values"])
            case "change":
                values = {"of": {"entity": told["entity"]}, "before": told["before"], "value": told["after"]}
                is_zero = told["after"] is not False and told["after"] == 0 and told["field"] in self.words["zero"]
                rows = self.words["zero" if is_zero else "fields"].get(told["field"], ())
                return self.said(rows, values) if told["entity"] else ""
            case "status" | "drop":
                rows = self.words["gained" if told["what"] == "status" else "lost"].get(told["status"]["kind"], ())
                return self.said(rows, {**told["status"]["values"], "of": {"entity": told["entity"]}})
            case "use":
                return self.said(self.words["used"].get(told["ability"], ()), _of_ability(told))
            case _:
                return ""

    def happened(self, verb: str, values: Data, step: str = "") -> str:
        """What happens; a step of it may have words of its own."""
        verbs = self.words["verbs"]
        return self.said(verbs.get(f"{verb}.{step}") or verbs.get(verb, ()), values)

    def told_roll(self, key: str, roll: Sequence[Data], inside: Data) -> str:
        """Who rolled what. ``inside`` are the values of the event in which it is rolled, and whose ability rolls."""
        dice = ", ".join(map(self.face, roll))
        said = self.said(self.words["rolls"].get(key, ()), {**inside, "dice": _same(dice)})
        return said or self.own("dice_show", dice=dice)

    def request(self, asked: Data, key: str, inside: Data, answered: Data | None) -> Data:
        """A request: what is asked, and each option. ``inside`` are the values of the event in which it is asked;
        ``answered`` is the event that an ability would answer, with its step and timing.
        """
        values = {**inside, "least": asked["least"], "most": asked["most"]}
        self.said_of = {}
        question = self.said(self.words["asks"].get(key, ()), values) or self.question(asked, answered)
        options = [self.option(option) for option in asked["options"]]
        passing = self.core("pass") if asked["kind"] == "use" else self.core("nothing") if not asked["least"] else ""
        self.said_of = None
        return {"question": question, "options": options, "none": passing}

    def question(self, asked: Data, answered: Data | None) -> str:
        """What is asked, made from what may be chosen."""
        kind = asked["kind"]
        if kind == "use" and answered is not None:
            said = self.happened(answered["verb"], answered["values"], answered["step"])
            return self.own(answered["timing"], event=said) if said else self.own("use")
        if kind in ("use", "yes", "mode", "order"):
            return self.own(kind)
        noun = self.noun_of(asked["options"])
        if asked["least"] == asked["most"] == 1:
            return self.own("one", what=self.nouned(noun, many=False, article=True)) if noun else self.own("mode")
        least, most = asked["least"], asked["most"]
        amount = "exactly" if least == most else "some" if least else "most"
        if not noun:
            return self.own(f"{amount}_unnamed", least=least, most=most)
        return self.own(amount, what=self.nouned(noun, many=most != 1), least=least, most=most)

    def noun_of(self, options: Sequence[Any]) -> str:
        """The noun for what may be chosen, if it is all of one kind."""
        kinds = {self.kind_of(option) for option in options}
        return kinds.pop() if len(kinds) == 1 else ""

    def option(self, option: Any) -> str:
        """An option, as it stands in a list."""
        if isinstance(option, dict) and "ability" in option:
            rows = self.words["offers"].get(option["ability"], ())
            return _begun(self.filled(rows, _of_ability(option))) or self.phrase(option["of"], "").forms[_PLAIN]
        said = self.part(option) or self.phrase(option, "").forms[_PLAIN]
        return said if isinstance(option, dict) and "square" in option else _begun(said)

    def part(self, option: Any) -> str:
        """A part of a card that has no name, by what is printed of it; empty where the game has no words for that."""
        row = self.known["entities"].get(option["entity"]) if isinstance(option, dict) and "entity" in option else None
        if row is None or row["card"] is not None:
            return ""
        given = {name: value for name, value in row["fields"].items() if value not in (0, None)}
        return self.filled(self.words["parts"].get(row["kind"], ()), given)

    def reason(self, key: str, message: str, parts: Sequence[Any]) -> str:
        """Why something is refused: in the words of the game, or as the engine says it."""
        rows = self.words["reasons"].get(key, ())
        said = self.said(rows, {str(i): part for i, part in enumerate(parts)}) if parts else ""
        own = next((name for begun, name in _OWN if message.startswith(begun)), "forbidden")
        return said or self.own(own)

    def own(self, sentence: str, **values: Any) -> str:
        """A sentence of the engine; texts in it are words already."""
        words = {name: _same(value) if isinstance(value, str) else value for name, value in values.items()}
        return self.said((self.words["core"][sentence],), words)

    def core(self, sentence: str) -> str:
        return self.filled((self.words["core"][sentence],), {})

    def said(self, rows: Sequence[Any], values: Data) -> str:
        """The sentence that the first fitting row makes."""
        return _finished(self.filled(rows, values))

    # ---- rows
    def filled(self, rows: Sequence[Any], values: Data) -> str:
        """The text of the first row all of whose values are given; empty if there is none."""
        for row in rows:
            if all(type(piece) is not dict or self.is_given(piece, values) for piece in row):
                around, self.filling = self.filling, (row, values)
                text = "".join([piece if type(piece) is str else self.piece(piece, values) for piece in row])
                self.filling = around
                return text
        return ""

    def told_squares(self) -> list[str]:
        """The squares that the row names which is being filled."""
        row, values = self.filling
        told = [values[piece["value"]] for piece in row if type(piece) is dict and "value" in piece]
        return [value["square"] for value in told if type(value) is dict and "square" in value]

    def is_given(self, piece: Data, values: Data) -> bool:
        name = piece.get("value") or piece.get("owner")
        return not name or values.get(name) is not None

    def piece(self, piece: Any, values: Data) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, list | tuple):
            return self.filled((piece,), values)
        if "noun" in piece:
            return self.possessive(piece, values)
        value = values[piece["value"]]
        phrase = value if isinstance(value, Phrase) else self.phrase(value, piece.get("kind", ""))
        if piece.get("choices"):
            return self.picked(phrase, piece["choices"])
        case = piece.get("case", _NOM)
        if piece.get("unit"):
            return self.quantity(phrase, piece["unit"], case)
        said: str = phrase.forms[case]
        return said

    def picked(self, phrase: Phrase, choices: Sequence[str]) -> str:
        """The word that agrees with a phrase."""
        if phrase.number is not None and len(choices) == 3 and self.words["grammar"] == "ru":
            return choices[_number_class(phrase.number)]
        if len(choices) == 4:
            return choices[3 if phrase.many else _GENDERS.index(phrase.gender)]
        if phrase.you and len(choices) == 3:
            return choices[2]
        return choices[1 if phrase.many else 0]

    def quantity(self, number: Phrase, name: str, case: int) -> str:
        """A number with the noun that it counts."""
        noun, count = self.words["nouns"][name], number.number
        if count is None:
            return number.forms[case]
        group = _number_class(count) if self.words["grammar"] == "ru" else 0 if count == 1 else 3
        if not noun["counted"]:
            return f"{count} {noun['one'][_GEN if self.words['grammar'] == 'ru' else _NOM]}"
        if group in (0, 3):
            return f"{count} {noun['many' if group else 'one'][case]}"
        straight = case == _NOM or (case == _ACC and not (noun["animate"] and group == 1))
        if not straight:
            return f"{count} {noun['many'][_GEN if case == _ACC else case]}"
        return f"{count} {noun['one'][_GEN] if group == 1 else noun['many'][_GEN]}"

    def possessive(self, piece: Data, values: Data) -> str:
        """A noun, perhaps with whose it is."""
        noun, case = self.words["nouns"][piece["noun"]], piece.get("case", _NOM)
        head: str = noun["many" if piece.get("many") else "one"][case]
        if not piece.get("owner"):
            return head
        owner = self.phrase(values[piece["owner"]], "")
        if owner.you:
            gender = "many" if piece.get("many") else noun["gender"]
            forms = self.words["your"][gender]
            animate = case == _ACC and noun["animate"] and gender in ("masculine", "many")
            return f"{forms[_GEN if animate else case]} {head}"
        return f"{head} {owner.forms[_GEN]}" if self.words["grammar"] == "ru" else f"{owner.forms[_GEN]} {head}"

    # ---- values
    def phrase(self, value: Any, kind: str) -> Phrase:
        """A value in all cases; ``kind`` is that of the parameter, for what lies hidden."""
        if isinstance(value, bool):
            return _same(self.core("true" if value else "false"))
        if isinstance(value, int):
            return Phrase((str(value),) * 7, value != 1, number=value)
        if isinstance(value, str):
            is_answer = value in ("yes", "no")
            return _same(self.core("true" if value == "yes" else "false")) if is_answer else self.word(value)
        if isinstance(value, list | tuple):
            parts = [self.phrase(part, kind) for part in value]
            if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], list | tuple):  # with its values
                given = ", ".join(self.phrase(part, kind).forms[_NOM] for part in value[1])
                return _same(f"{parts[0].forms[_NOM]} ({given})")
            return self.listed(parts)
        if not isinstance(value, dict):
            return _same(self.core("nothing"))
        if "entity" in value:
            name, known = value["entity"], self.said_of
            if known is None or self.told_squares():
                return self.entity(name, kind)
            found = known.get((name, kind))
            if found is None:
                found = known[name, kind] = self.entity(name, kind)
            return found
        if "card" in value:
            card = self.program.cards.get(value["card"])
            of = card.kind if card is not None else kind
            return self.named(of, self.card(value["card"]), "")._replace(many=value["card"] in self.words["plural"])
        return self.other(value, kind)

    def word(self, value: str) -> Phrase:
        """A name; in Russian with the cases of the noun that it has."""
        name, noun = self.name(value), self.words["nouns"].get(value)
        if noun is None or self.words["grammar"] != "ru":
            return _same(name)
        return Phrase((name, *noun["one"][1:], name), gender=noun["gender"])

    def other(self, value: Data, kind: str) -> Phrase:
        """A value that is no entity."""
        if "square" in value:
            return _same(value["square"])
        if "zone" in value:
            return _same(self.name(value["zone"].split(".")[1]))
        if "face" in value:
            return _same(self.face(value))
        if "roll" in value:
            return _same(", ".join(self.face(face) for face in value["roll"]))
        if "event" in value:
            return _same(self.name(value["event"]))
        if "ability" in value:
            return _same(self.option(value))
        if "kind" in value:
            return _same(self.name(value["kind"]))
        return self.nouned(kind, many=False, article=True) if kind else _same(self.core("something"))

    def entity(self, name: str, kind: str) -> Phrase:
        row = self.known["entities"].get(name)
        if name in self.known["players"]:
            return self.player(name)
        of, card = (row["kind"], row["card"]) if row is not None else self.vanished.get(name, (kind, None))
        where = f" ({row['at']})" if row is not None and row["at"] is not None else ""
        is_apart = row is not None and where and row["at"] not in self.told_squares() and self.has_twin(name, row)
        apart = where if is_apart else ""
        if card is not None:
            return self.named(of, self.card(card), apart, where)._replace(many=card in self.words["plural"])
        if not of:
            return _same(self.core("something"))
        if self.called.get(name) in self.program.names:
            return self.named(of, _begun(self.name(self.called[name])), apart, where)
        found = self.nouned(of, many=False, the=True)
        plain = f"{self.words['nouns'][of]['one'][_NOM]}{where}"
        return found._replace(forms=(*(form + apart for form in found.forms[:_PLAIN]), plain))

    def has_twin(self, name: str, row: Data) -> bool:
        """Whether another one that is called alike stands on the board."""
        card, kind = row["card"], row["kind"]
        for key, other in self.known["entities"].items():
            if other["card"] == card and other["at"] is not None and other["kind"] == kind and key != name:
                return True
        return False

    def player(self, name: str) -> Phrase:
        """The viewer is spoken to; the others are called by their names or nouns, or by their seats."""
        own = self.words["nouns"].get(self.called.get(name, ""))
        noun = own or self.words["nouns"]["player"]
        if name == self.viewer:
            you = ("вы", "вас", "вам", "вас", "вами", "вас") if self.words["grammar"] == "ru" else _YOU
            return Phrase((*you, you[_NOM]), True, noun["gender"], True)
        seat: int = self.known["players"].index(name)
        given = self.names[seat] if seat < len(self.names) else ""
        if given:
            return self.named("player", given, "")._replace(gender=noun["gender"])
        called = [f"{form} {seat + 1}" for form in noun["one"]]
        if self.words["grammar"] == "en":
            called[_GEN] = f"{called[_NOM]}'s"
        if own is not None:
            called = [f"the {form}" if noun["article"] else form for form in noun["one"]]
        return Phrase((*called, called[_NOM]), gender=noun["gender"])

    def named(self, kind: str, name: str, apart: str, where: str = "") -> Phrase:
        """Something with a name of its own: in Russian it stands behind the noun, which takes the case."""
        if self.words["grammar"] == "en" or kind not in self.words["nouns"]:
            forms = [name + apart] * 6
            if self.words["grammar"] == "en":
                forms[_GEN] = name + ("'" if name.endswith("s") else "'s") + apart
            return Phrase((*forms, name + (where or apart)))
        noun = self.words["nouns"][kind]
        forms = [f"{form} «{name}»{apart}" for form in noun["one"]]
        return Phrase((*forms, name + (where or apart)), gender=noun["gender"])

    def nouned(self, kind: str, *, many: bool, article: bool = False, the: bool = False) -> Phrase:
        """Something that has no name."""
        noun = self.words["nouns"].get(kind)
        if noun is None:
            return _same(self.core("something"))
        forms = noun["many" if many else "one"]
        before = "the " if the and noun["article"] else f"{noun['article']} " if article and noun["article"] else ""
        said = [before + form for form in forms]
        return Phrase((*said, forms[_NOM]), many, noun["gender"])

    def listed(self, parts: Sequence[Phrase]) -> Phrase:
        if len(parts) == 1:
            return parts[0]
        if not parts:
            return _same(self.core("nothing"))
        last = f" {self.core('and')} "
        forms = [", ".join(part.forms[i] for part in parts[:-1]) + last + parts[-1].forms[i] for i in range(7)]
        return Phrase(tuple(forms), many=True)

    # ---- names
    def name(self, name: str) -> str:
        """A name of the vocabulary, or a label, as people read it."""
        found = self.program.names.get(name) or self.program.names.get(name.lower().replace(" ", "_"), {})
        return found.get(self.language) or self.words["names"].get(name) or name.replace("_", " ")

    def card(self, name: str) -> str:
        card = self.program.cards.get(name)
        return (card.names.get(self.language) if card is not None else None) or _begun(name.replace("_", " "))

    def face(self, face: Data) -> str:
        """What a die shows: its number, its symbols, or nothing."""
        faces = self.program.dice.get(face["die"])
        symbols = faces[face["face"]] if faces is not None else {"value": face["face"] + 1}
        return " + ".join(self.symbol(symbol, count) for symbol, count in sorted(symbols.items())) or self.core("blank")

    def symbol(self, symbol: str, count: int) -> str:
        """A symbol of dice as often as it is there: by its noun, or by its name."""
        if symbol == "value":
            return str(count)
        counted = self.filled(self.words["symbols"].get(symbol, ()), {"n": count})
        return counted or (self.name(symbol) if count == 1 else f"{count} {self.name(symbol)}")

    def kind_of(self, value: Any) -> str:
        """The noun for a value, empty if it has none."""
        if not isinstance(value, dict):
            return ""
        if "square" in value:
            return "square"
        if "entity" in value:
            row = self.known["entities"].get(value["entity"])
            return row["kind"] if row is not None and row["kind"] in self.words["nouns"] else ""
        card = self.program.cards.get(value["card"]) if "card" in value else None
        return card.kind if card is not None and card.kind in self.words["nouns"] else ""


_YOU = ("you", "your", "you", "you", "you", "you")


def _same(text: str) -> Phrase:
    return Phrase((text,) * 7)


def _number_class(number: int) -> int:
    """Of Russian: 0 for 1, 21, 31 …; 1 for 2 to 4, 22 …; 2 for the others."""
    last, two = abs(number) % 10, abs(number) % 100
    if last == 1 and two != 11:
        return 0
    return 1 if 2 <= last <= 4 and not 12 <= two <= 14 else 2


def _of_ability(told: Data) -> Data:
    """Whose ability is offered or used, and by which card or status, if that is another."""
    return {"self": told["of"], "this": told["by"] if told["by"] != told["of"] else None}


def _begun(text: str) -> str:
    """The text with a capital, in the letters that every engine knows."""
    code = ord(text[0]) if text else 0
    if 0x61 <= code <= 0x7A or 0x430 <= code <= 0x44F:
        return chr(code - 32) + text[1:]
    return "Ё" + text[1:] if code == 0x451 else text


def _finished(text: str) -> str:
    """A sentence: with a capital, and with a full stop, unless it has an end."""
    return _begun(text) + ("" if text.endswith((".", "!", "?", "…")) else ".") if text else ""

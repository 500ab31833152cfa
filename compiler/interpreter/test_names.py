"""The names that a test gives to players and things.

Job: find the option that an answer names; write messages with the test's own names. Input: a game whose entities have
names for tests. Output: names, positions of options, and texts.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

import re
from typing import Any

from compiler.interpreter.state import State
from compiler.interpreter.values import Entity, Misfit, Usable, label

_LABEL = re.compile(r"(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*#([0-9]+)(?![0-9]| of )")  # an ability is `of` somebody
_MOST_SHOWN = 12
_ANSWERS = frozenset({"none", "no", "pass", "true", "false", "yes"})


def name_for_tests(game: State, entity: Entity, name: str) -> None:
    """The name of an entity, and those of the parts printed in it: ``sword.lines#2``, ``sword.edge``."""
    game.test_names.setdefault(entity._id, name)
    for f in game.program.kinds[entity._kind].fields:
        if f.part:
            held = getattr(entity, f.name)
            many = held if isinstance(held, tuple) else (held,)
            for number, part in enumerate(many, 1):
                place = f"{name}.{f.name}" + (f"#{number}" if isinstance(held, tuple) else "")
                if isinstance(part, Entity):
                    game.test_names.setdefault(part._id, place)


def named(game: State, text: str) -> str:
    """A message with the test's names in place of those of transcripts, such as ``orc#3``."""
    return _LABEL.sub(lambda found: game.test_names.get(int(found[1]), found[0]), text)


def shown_options(game: State, options: tuple[Any, ...]) -> str:
    return ", ".join(_shown(game, option) for option in options[:_MOST_SHOWN])


def _shown(game: State, option: Any) -> str:
    """An option for people; the label of an ability may look like that of a thing, and stays."""
    if not isinstance(option, Usable):
        return named(game, label(option))
    by = f" by {named(game, label(option.this))}" if option.this is not option.me else ""
    return f"{option.name} of {named(game, label(option.me))}{by}"


def names_of(game: State, option: Any) -> set[str]:
    """Every way in which a test may name an option."""
    if isinstance(option, Usable):
        found = {option.name, option.text(), named(game, option.text()), game.code.abilities[option.ability].id}
        mine, its = names_of(game, option.me), names_of(game, option.this)
        if isinstance(option.this, Entity):
            found |= its
        return found | {f"{option.name} of {m}" for m in mine} | {f"{t} of {m}" for t in its for m in mine}
    if isinstance(option, Entity):
        own = {label(option), game.test_names.get(option._id, "")}
        card = option._card._id if option._card is not None else getattr(option, "id", "")
        return (own | ({card} if isinstance(card, str) else set())) - {""}
    return {label(option)}


def names_known(game: State) -> set[str]:
    """All names that an option could have: of things, players, squares, cards, abilities, labels, and words."""
    code = game.code
    found = {*_ANSWERS, *game.test_names.values(), *game.square_names, *code.prototypes, *code.names_in_rules}
    for many in game.kinds.values():
        found.update(*(names_of(game, entity) for entity in many))
    return found


def is_name(known: set[str], name: str) -> bool:
    """Whether an option could have a name, which may be made of others: `Strike of a by b`."""
    if name in known or name.lstrip("-").isdigit():
        return True
    ends = [found.span() for found in re.finditer(" of | by ", name)]
    return any(is_name(known, name[:begin]) and is_name(known, name[end:]) for begin, end in ends)


def fitting(game: State, options: tuple[Any, ...], wanted: Any, at: int) -> int | None:
    """The position of the option that an answer names; one that names several different options is a Misfit."""
    text = str(wanted)
    every = [names_of(game, option) for option in options]
    found = [i for i, names in enumerate(every) if text in names]
    if len(found) > 1:
        own = [i for i in found if isinstance(options[i], Entity) and game.test_names.get(options[i]._id) == text]
        found = own if len(own) == 1 else found
    if len(found) > 1 and not all(_are_alike(game, options[found[0]], options[i]) for i in found[1:]):
        ways = " or ".join(f"`{_own_name(every, i)}`" for i in found[:_MOST_SHOWN])
        raise Misfit(f"`{text}` fits {len(found)} options: name {ways}", at)
    return found[0] if found else None


def _own_name(every: list[set[str]], position: int) -> str:
    """The shortest name that only this option has, without a number of the transcript if there is one."""
    others = set[str]().union(*(names for i, names in enumerate(every) if i != position))
    own = every[position] - others or every[position]
    return min(own, key=lambda name: ("#" in name, len(name), name))


def _are_alike(game: State, one: Any, other: Any) -> bool:
    """Whether it makes no difference which is chosen: copies of a card in one place, to which nothing has happened."""
    if isinstance(one, Usable) and isinstance(other, Usable):
        return one.ability == other.ability and all(
            a is b or _are_alike(game, a, b) for a, b in ((one.me, other.me), (one.this, other.this))
        )
    if not isinstance(one, Entity) or not isinstance(other, Entity):
        return label(one) == label(other)
    if one._id in game.test_names or other._id in game.test_names or one._statuses or other._statuses:
        return False
    return one._card is not None and one._card is other._card and one._zone is not None and one._zone is other._zone

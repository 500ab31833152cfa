"""Watching: what happens in a match, told to one viewer as JSON data (``schemas/events.schema.json``).

Job: tell what happens while it happens, redacted as views are, so that a view and the events after it give the next
view. Input: a running game, which tells its eyes what it does (``changes.tell``). Output: mappings, lists, texts,
numbers; the same in every engine. Never changes the game.

``changes`` of an event are what it changes in the view: a path and the new value, or a path alone for what is gone.
"""

# Values of a running game are of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.interpreter.answers import can_become
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import place_of
from compiler.interpreter.offering import explain
from compiler.interpreter.setups import HostError, shown_answer, sound_answer, sound_names
from compiler.interpreter.spending import refill
from compiler.interpreter.state import State
from compiler.interpreter.telling import Teller, words_in
from compiler.interpreter.values import Choose, Effect, Entity, Event, Fault, Roll, Usable, Zone
from compiler.interpreter.views import HIDDEN, Asker, Data, Lying, Outlook
from compiler.interpreter.withheld import Withheld

Changes = list[list[Any]]
_PASS = [-1]


class Eye:
    """One viewer of a running game: what they see of it, what they were told, and what happened since."""

    def __init__(self, game: State, asker: Asker, language: str | None = None) -> None:
        self.game, self.outlook = game, Outlook(game, asker)
        self.told = self.outlook.data(None)
        viewer = self.outlook.name_of(asker.player._id) if asker.player is not None else None
        self.teller = Teller(game.program, language, self.told, viewer) if language is not None else None
        self.happened: list[Data] = []
        self.count = 0
        self.fresh: Entity | None = None  # was created, and is told with the place where it is put next
        self.withheld = Withheld(game, self.outlook)
        self.withheld.look(self.values_of)

    def see(self, what: str, *about: Any) -> None:
        """Something happens."""
        if self.fresh is not None and not (what == "move" and about[0] is self.fresh):
            self.flush()
        getattr(self, f"on_{what}")(*about)

    def flush(self) -> None:
        """Tells what was created and not put anywhere."""
        if self.fresh is not None:
            self.on_move(self.fresh)

    def after(self, eye: Eye) -> Eye:
        """Goes on from an eye whose game was played anew, so that all names are others."""
        new, self.told, self.count, self.happened = self.told, eye.told, eye.count, eye.happened
        if self.teller is not None:
            self.teller.known = self.told
        changes: Changes = [[[part], new[part]] for part in ("board", "players") if new[part] != eye.told[part]]
        self.told["board"], self.told["players"] = new["board"], new["players"]
        for part in ("entities", "zones"):
            for name in [name for name in self.told[part] if name not in new[part]]:
                del self.told[part][name]
                changes.append([[part, name]])
        self.tell(
            "anew", {}, self.sorted(changes, self.look({*self.outlook.rows}, anew=False), self.changed("effects"))
        )
        return self

    def view(self, request: Choose | None) -> Data:
        """What they may know now; what happened up to now is told by it."""
        self.events(request)
        return {**self.outlook.data(request), "request": self.asked(request)}

    def events(self, request: Choose | None) -> list[Data]:
        """What happened since they asked last."""
        self.flush()
        asked = self.asked(request)
        if asked != self.told["request"]:
            self.told["request"] = asked
            self.tell("ask", {}, [[["request"], asked]])
        happened, self.happened = self.happened, []
        return happened

    def asked(self, request: Choose | None) -> Data | None:
        """What is asked, with its words."""
        asked = self.outlook.request(request)
        if self.teller is None or request is None or asked is None or "options" not in asked:
            return asked
        first = request.options[0] if request.options else None
        answered: Data | None = None
        if isinstance(first, Usable) and first.trigger is not None:
            around, values = self.game.frames[-2], self.values_of(first.trigger)
            timing, step = getattr(around, "timing", "instead"), getattr(around, "step", "")
            answered = {"verb": first.trigger._verb, "step": step, "values": values, "timing": timing}
        key = self.game.program.word_keys.get(asked["place"], "")
        inside = self.values_inside() if key in self.teller.words["asks"] else {}
        return {**asked, "words": self.teller.request(asked, key, inside, answered)}

    def values_inside(self) -> Data:
        """The values of the event in which something is asked, also those that it has worked out."""
        if not self.game.stack:
            return {}
        event = self.game.stack[-1]
        lets = self.game.code.verbs[event._verb].lets
        return {**self.values_of(event), **{name: self.outlook.value(getattr(event, name)) for name in lets}}

    def refused(self) -> list[Data]:
        """What cannot be chosen of what is asked, and why; what the viewer does not know is left out."""
        refused: list[Data] = []
        refill(self.game)
        for usable, why in explain(self.game):
            option = self.outlook.value(usable)
            reason = [self.outlook.value(part) for part in why.parts or (why.message,)]
            if option is not HIDDEN:
                place = place_of(self.game, why.at)
                row = {"option": option, "reason": reason, "place": place, "rows": list(why.rows)}
                if self.teller is not None:
                    key = self.game.program.word_keys.get(place, "")
                    said = self.teller.reason(key, why.message, reason)
                    row["words"] = {"option": self.teller.option(option), "reason": said}
                refused.append(row)
        return refused

    def tell(self, what: str, values: Data, changes: Changes, words: str | None = None) -> None:
        self.count += 1
        depth = self.withheld.depth()
        event: Data = {"seq": self.count, "depth": depth, "what": what, **values, "changes": changes}
        if self.teller is not None:
            event["words"] = self.teller.event(event) if words is None else words
        self.happened.append(event)

    def on_board(self) -> None:
        """Something was laid."""
        self.tell("board", {}, self.changed("board"))

    def changed(self, part: str) -> Changes:
        """What a part of the view has become, if it is another."""
        found = getattr(self.outlook, part)()
        is_same, self.told[part] = found == self.told[part], found
        return [] if is_same else [[[part], found]]

    # ---- what the rules do
    def on_begin(self, event: Event) -> None:
        self.tell_event("begin", event)

    def on_end(self, event: Event) -> None:
        if not self.withheld.takes_end(event):
            self.tell("end", {"verb": event._verb}, [])

    def on_prevented(self, event: Event) -> None:
        self.tell_event("prevented", event)

    def on_refused(self, event: Event) -> None:
        self.tell_event("refused", event)

    def tell_event(self, what: str, event: Event) -> None:
        values = self.values_of(event)
        if not self.withheld.takes(what, event, values):
            self.tell(what, {"verb": event._verb, "values": values}, [])

    def values_of(self, event: Event) -> Data:
        params = self.game.code.verbs[event._verb].params
        return {name: self.outlook.value(getattr(event, name)) for name, _, _ in params}

    def on_use(self, ability: int, me: Any, this: Any) -> None:
        used = self.outlook.usable(ability, me, this)
        if used is not HIDDEN:
            self.tell("use", used, [])

    def on_roll(self, roll: Roll, at: int) -> None:
        told, words = self.outlook.value(roll), None
        if self.teller is not None:
            is_secret = self.withheld.is_of_hidden_text()
            key = "" if is_secret else self.game.program.word_keys.get(place_of(self.game, at), "")
            me = self.game.frames[-2].v.get("self")  # whose ability it is, in the body that rolls
            inside = {**self.values_inside(), **({"self": self.outlook.value(me)} if me is not None else {})}
            words = self.teller.told_roll(key, told["roll"], inside)
        self.tell("roll", told, [], words)

    def on_choose(self, request: Choose, answer: list[int]) -> None:
        chosen = [self.outlook.value(request.options[i]) for i in answer if i >= 0]
        is_asked = self.outlook.asker.player is request.who
        if request.kind == "mode" and not is_asked and self.withheld.is_of_hidden_text():
            chosen = [HIDDEN for _ in chosen]
        self.tell("choose", {"who": self.outlook.value(request.who), "kind": request.kind, "chosen": chosen}, [])

    # ---- what changes
    def on_create(self, entity: Entity) -> None:
        self.fresh = entity

    def on_move(self, entity: Entity) -> None:
        what, self.fresh = "create" if entity is self.fresh else "move", None
        outlook, before, start = self.outlook, self.name_of(entity), self.place_of(entity)
        left = outlook.lying.get(entity._id)
        # Who goes from square to square lies in no zone, so nobody sees more or less than before.
        moves_on = what == "move" and entity._id in outlook.rows and left is None
        is_step = moves_on and entity._figure and entity.at is not None
        changes = self.look({entity._id}, anew=not is_step, moved=entity)
        end = self.place_of(entity)
        changes = self.sorted(changes, self.moved_up(entity, left, outlook.lying.get(entity._id)))
        name = before if before is not None else self.name_of(entity)
        if changes or start != end or (what == "create" and name is not None):
            self.tell(what, {"entity": name, "from": start, "to": end}, changes)

    def on_remove(self, entity: Entity) -> None:
        name, start, zones = self.name_of(entity), self.place_of(entity), self.nearby(entity)
        changes = self.sorted(self.look(zones))
        if name is not None or changes:
            self.tell("remove", {"entity": name, "from": start}, changes)

    def on_reveal(self, entity: Entity, player: Entity) -> None:
        changes = self.sorted(self.look({entity._id}))
        name = self.name_of(entity)
        if name is not None or changes:
            self.tell("reveal", {"entity": name, "who": self.outlook.value(player)}, changes)

    def on_shuffle(self, zone: Zone) -> None:
        changes = self.sorted(self.look({zone.owner._id, *(item._id for item in zone.items)}))
        told = self.outlook.value(zone)
        if told is not HIDDEN or changes:
            self.tell("shuffle", {"zone": told.get("zone")}, changes)

    def on_status(self, status: Entity) -> None:
        self.tell_status("status", status)

    def on_drop(self, status: Entity) -> None:
        self.tell_status("drop", status)

    def tell_status(self, what: str, status: Entity) -> None:
        before = self.name_of(status)
        changes = self.sorted(self.look({status.bearer._id}))
        name, bearer = before or self.name_of(status), self.name_of(status.bearer)
        if bearer is not None or changes:
            self.tell(what, {"entity": bearer, "status": {"name": name, **self.outlook.trait(status)}}, changes)

    def on_change(self, owner: Any, field: str, old: Any) -> None:
        if not isinstance(owner, Entity) or owner._id not in self.outlook.rows:
            return
        name = self.name_of(owner)
        before, after = self.outlook.value(old), self.outlook.value(getattr(owner, field))
        if owner._kind in self.outlook.traits:
            changes = self.sorted(self.look({owner.bearer._id}, anew=False))
        elif any(f.part and f.name == field for f in self.outlook.holding_of(owner._kind)):
            changes = self.sorted(self.look({owner._id}))
        elif name is None or before == after:
            return
        else:
            self.told["entities"][name]["fields"][field] = after
            changes = [[["entities", name, "fields", field], after]]
        if changes or (name is not None and before != after):
            self.tell("change", {"entity": name, "field": field, "before": before, "after": after}, changes)

    def on_lasting(self, effect: Effect | None) -> None:
        """What lasts has become another, or how long."""
        bearers = {effect.status.bearer._id} if effect is not None and effect.status is not None else set[int]()
        changes = self.sorted(self.changed("effects"), self.look(bearers, anew=False))
        if changes:
            self.tell("lasting", {}, changes)

    def on_anew(self) -> None:
        """Everything may be another."""
        self.fresh = None
        changes = self.look(set())
        self.withheld.look(self.values_of)
        self.tell(
            "anew",
            {},
            self.sorted(
                self.changed("board"), changes, self.look({*self.outlook.rows}, anew=False), self.changed("effects")
            ),
        )

    # ---- where things are
    def name_of(self, entity: Entity) -> str | None:
        found = self.outlook.names.given.get(entity._id)
        return str(found) if found is not None else None

    def place_of(self, entity: Entity) -> Data | None:
        """Where an entity was when they looked last: in a zone, or on a square."""
        lying = self.outlook.lying.get(entity._id)
        if lying is not None:
            owner = self.outlook.names.given.get(lying.owner)
            return {"zone": f"{owner}.{lying.zone}"} if owner is not None else HIDDEN
        row = self.told["entities"].get(self.name_of(entity))
        return {"square": row["at"]} if row is not None and row["at"] is not None else None

    def nearby(self, entity: Entity) -> set[int]:
        """What it held, what was in the same zone, and whose zone it was."""
        lying, held = self.outlook.lying.get(entity._id), self.outlook.held
        found = {*held.get(entity._id, ())}
        if lying is not None:
            found |= {lying.owner, *(i for i in held[lying.owner] if self.lies_in(i, lying.zone))}
        return found

    def lies_in(self, id_: int, zone: str) -> bool:
        """Whether it lay in a zone of this name when they looked last."""
        lying = self.outlook.lying.get(id_)
        return lying is not None and lying.zone == zone

    # ---- what is another in the view
    def look(self, ids: set[int], *, anew: bool = True, moved: Entity | None = None) -> Changes:
        """What of these entities is another in the view; ``anew``: what is seen may be another, too, where one has
        ``moved`` by that.
        """
        outlook, given = self.outlook, self.outlook.names.given
        changes: Changes = []
        if anew:
            named, seen, held_by = dict(given), outlook.known, outlook.holders
            if moved is None:
                outlook.look()
            else:
                outlook.look_at(moved)
            other = {id_ for id_, was in seen.items() if outlook.known.get(id_, was) != was}
            changes += self.changed("players")
            if other:  # others may name what is hidden now, or no longer
                held = {holders[id_] for holders in (held_by, outlook.holders) for id_ in other if id_ in holders}
                ids = {*ids, *other, *held, *outlook.naming_some_of(other)}
                changes += self.changed("effects")
            ids = {*ids, *(id_ for id_ in given if id_ not in named)}
            for id_, name in named.items():
                if id_ in seen and (id_ not in outlook.rows or id_ not in given):
                    changes += self.vanished(str(name))
        for id_ in ids:
            if id_ in given and id_ in outlook.rows:
                changes += self.printed(id_)
        return changes

    def moved_up(self, moved: Entity, *places: Lying | None) -> Changes:
        """What is another of the zones which something left and came into: what lies there, and the place of each."""
        outlook, given, told, changes = self.outlook, self.outlook.names.given, self.told, list[list[Any]]()
        for owner, zone in {(place.owner, place.zone): None for place in places if place is not None}:
            if owner not in given or owner not in outlook.rows:
                continue
            held, named = getattr(outlook.rows[owner], zone), f"{given[owner]}.{zone}"
            lying = outlook.zone(held)
            if told["zones"].get(named) != lying:
                told["zones"][named] = lying
                changes.append([["zones", named], lying])
            for item in held.items:
                row = told["entities"].get(str(given.get(item._id)))
                place = outlook.place_of(item._id)
                if row is not None and item is not moved and row["place"] != place:
                    row["place"] = place
                    changes.append([["entities", str(given[item._id]), "place"], place])
        return changes

    def vanished(self, name: str) -> Changes:
        """What is not in the view any more, with its zones."""
        entities, zones = self.told["entities"], self.told["zones"]
        row = entities.pop(name, None)
        changes: Changes = [[["entities", name]]] if row is not None else []
        if row is not None and self.teller is not None:
            self.teller.vanished[name] = row["kind"], row["card"]
        for zone in [zone for zone in zones if zone.split(".")[0] == name]:
            del zones[zone]
            changes.append([["zones", zone]])
        return changes

    def printed(self, id_: int) -> Changes:
        """What of one entity and its zones is another in the view."""
        changes: Changes = []
        for zone, held in self.outlook.zones(id_).items():
            if self.told["zones"].get(zone) != held:
                self.told["zones"][zone] = held
                changes.append([["zones", zone], held])
        if not self.outlook.is_row(id_):
            return changes
        name, row = self.outlook.name_of(id_), self.outlook.entity(id_)
        old = self.told["entities"].get(name)
        self.told["entities"][name] = {**row, "fields": {**row["fields"]}}
        if old is None or old["kind"] != row["kind"]:
            return [*changes, [["entities", name], row]]
        for member, value in row.items():
            if member != "fields" and value != old[member]:
                changes.append([["entities", name, member], value])
        for field, value in row["fields"].items():
            if value != old["fields"][field]:
                changes.append([["entities", name, "fields", field], value])
        return changes

    def sorted(self, *changes: Changes) -> Changes:
        """Changes in the order of their paths."""
        return sorted((change for some in changes for change in some), key=lambda change: change[0])


class Watcher:
    """Somebody who watches a match: what they may know of it, and what happened since they asked last."""

    def __init__(
        self,
        match: Any,
        player: int | str | None,
        language: str | None = None,
        names: Sequence[str | None] | None = None,
    ) -> None:
        self.match, self.player = match, player
        self.language = words_in(match.game.program, language) if language is not None else None
        self.names = sound_names(names, len(players_by_seat(match.game)))
        if self.names and language is None:
            raise HostError("names of players are told in words: name a language, too")
        self.eye = self.opened()

    def opened(self) -> Eye:
        eye = Eye(self.match.game, self.match.asker(self.player), self.language)
        if eye.teller is not None:
            eye.teller.names = self.names
        self.match.game.eyes.append(eye)
        return eye

    def view(self) -> dict[str, Any]:
        """What they may know now."""
        self.look()
        found: Data = self.match.told_of(lambda: self.eye.view(self.match.choice))
        return found

    def events(self) -> list[dict[str, Any]]:
        """What happened since they asked last, for a view or for events."""
        self.look()
        found: list[Data] = self.match.told_of(lambda: self.eye.events(self.match.choice))
        return found

    def refused(self) -> list[dict[str, Any]]:
        """What they cannot choose now, and why; of what others are asked they are told nothing."""
        self.look()
        found: list[Data] = self.match.told_of(self.eye.refused) if self.asked() is not None else []
        return found

    def allows(self, picked: Any) -> bool:
        """Whether some answer to what they are asked has all of these options; HostError where nothing is asked."""
        self.look()
        request, positions = self.asked(), sound_answer(picked)
        if request is None:
            raise HostError("nothing is asked now")
        refill(self.match.game)
        try:
            return can_become(request, positions)
        except Fault as fault:
            raise HostError(f"whether {shown_answer(positions)} can become an answer is not known") from fault

    def close(self) -> None:
        """Keeps nothing more of what happens. Whoever asks again looks anew, and gives all names anew."""
        eyes = self.match.game.eyes
        eyes[:] = [eye for eye in eyes if eye is not self.eye]

    def asked(self) -> Choose | None:
        """What they are asked; of a referee what anybody is."""
        request: Choose | None = self.match.choice
        asker = self.eye.outlook.asker
        return request if request is not None and (asker.number == "all" or asker.player is request.who) else None

    def look(self) -> None:
        """Watches the game that the match is now: it may have been played anew, and all names with it."""
        if self.eye not in self.match.game.eyes:
            self.eye = self.opened().after(self.eye)

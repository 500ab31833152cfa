// What is noted of one match while it is played: as `cardwright/lab/noting.py`.

import { Entity, players_by_seat, Usable } from "../rt.js";

export class Notes {
  constructor(match) {
    const { game } = match;
    this.match = match;
    [this.verbs, this.abilities, this.offered] = [new Map(game.started), new Map(), new Set()];
    this.cards = {};
    this.in_hand = new Set();
    this.players = new Map(players_by_seat(game).map((player, number) => [player._id, number]));
    for (const held of game.kinds.values()) for (const entity of held) this.look(entity);
    game.eyes.push(this);
  }

  // ---- what is told
  see(what, ...about) {
    if (what === "begin") count(this.verbs, about[0]._verb);
    else if (what === "use") this.use(...about);
    else if (what === "move" || what === "create") this.look(about[0]);
  }

  use(ability, me, self) {
    count(this.abilities, this.match.game.code.abilities[ability].id);
    const carrier = [me, self].find((one) => one instanceof Entity && one._card !== null);
    if (carrier !== undefined) this.note(carrier, "used");
  }

  /** Notes what is offered. */
  ask({ options }) {
    const { abilities } = this.match.game.code;
    for (const option of options) if (option instanceof Usable) this.offered.add(abilities[option.ability].id);
  }

  // ---- cards
  /** Notes where a card lies now. */
  look(entity) {
    if (entity._card === null) return;
    const zone = entity._zone;
    if (zone !== null && zone.visible === "owner") {
      if (!this.in_hand.has(entity._id)) {
        this.in_hand.add(entity._id);
        this.note(entity, "drawn");
      }
    } else if (this.in_hand.has(entity._id) && (zone !== null || (entity._figure && entity.at !== null))) {
      this.in_hand.delete(entity._id);
      this.note(entity, zone !== null ? `to ${zone.name}` : "to the board");
    } else {
      this.note(entity, "had");
    }
  }

  note(entity, what) {
    const owner = this.owner_of(entity);
    const kept = (this.cards[entity._card._id] ??= {}); // it is in the match, also where it is nobody's
    if (owner === null) return;
    (kept.had ??= {})[owner] = 1;
    if (what === "had") return;
    const by_seat = (kept[what] ??= {});
    by_seat[owner] = (by_seat[owner] ?? 0) + 1;
  }

  /** The number of the player whose it is: its owner, who controls it, or in whose zone it lies. */
  owner_of(entity) {
    const owners = [entity.owner, entity.controller, entity._zone?.owner];
    const known = owners.find((one) => one instanceof Entity && this.players.has(one._id));
    return known !== undefined ? this.players.get(known._id) : null;
  }

  /** What was noted, as data. */
  told() {
    const { verbs, abilities, offered, cards } = this;
    return { verbs: [...verbs], abilities: [...abilities], offered: [...offered], cards };
  }
}

function count(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

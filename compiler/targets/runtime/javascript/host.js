// The host's interface: one game that a program plays step by step.
//
// Job: hand out what happens, what is asked and how it ended, one at a time; take answers; save and load. Input: a
// rules table, a setup and a seed. Output: data that JSON can hold. Dice are never asked.

import { check_answer, legal_answers } from "./choices.js";
import { deal, seated } from "./dealt_rosters.js";
import { as_fault, chance, Minstd } from "./game.js";
import { Building } from "./scripts.js";
import {
  about, Refused, SAVE_FORMAT, script_named, shown_answer, sound_answer, sound_limits, sound_save, sound_seed,
  sound_setup, whole,
} from "./setups.js";
import { traced_game } from "./transcript.js";
import { Choose, Fault, label, Stopped } from "./values.js";

/**
 * A game before its first event: `setup` is { scenario, rosters }, where both may be left out: the first scenario then,
 * and the cards that it has.
 */
export function new_game(rules, setup = null, seed = 1, limits = null) {
  return new Play(rules, sound_setup(setup), sound_seed(seed), sound_limits(limits));
}

/** A game where a save of any runtime left it. */
export function load(rules, save, limits = null) {
  const { setup, seed, answers } = sound_save(rules, save);
  const play = new_game(rules, setup, seed, limits);
  play.skip();
  answers.forEach((answer, number) => {
    about(`answer ${number + 1} of the save: `, () => play._answer(answer));
    play.skip();
  });
  return play;
}

/** Builds a scenario; rosters are dealt when everything of it is there, and before anything is done. */
class Seating extends Building {
  constructor(rules, script, rosters) {
    super(script.positions, {});
    this.rules = rules;
    this.rosters = rosters;
  }

  built(rt, position) {
    for (const [player, roster] of Object.entries(this.rosters)) deal(this.rules, rt, this.env[player], roster);
    super.built(rt, position);
  }
}

/** A game that a host drives: its dice and shuffles answer themselves, its events come one at a time. */
export class Play {
  constructor(rules, setup, seed, limits) {
    const scenario = setup.scenario ?? rules.scenario_names[0] ?? "";
    const script = script_named(rules, scenario);
    const { rosters, ...others } = setup;
    const brought = rosters === undefined ? {} : seated(rules, rosters, scenario);
    this.rules = rules;
    this.setup = Object.keys(brought).length ? { ...others, rosters: brought } : others;
    this.seed = seed;
    this.answers = [];
    this.game = traced_game(rules);
    this.game.limit(limits);
    this._generator = new Minstd(seed);
    this._told = 0; // lines of the trace that were given as events
    this._request = null;
    this._result = null;
    this._is_built = false;
    this._go(() => this.game.open(() => new Seating(rules, script, brought)));
  }

  /** The next event, request or result; an answer is given when a request waits and all events are told. */
  step(answer = null) {
    if (answer !== null) this._answer(answer);
    const { lines } = this.game.trace;
    if (this._told === lines.length) return this._request !== null ? this._asked() : this._result;
    const line = lines[this._told++];
    const text = line.trimStart();
    return { type: "event", depth: (line.length - text.length) / 2, text };
  }

  /** Passes over the events that were not told yet. */
  skip() {
    this._told = this.game.trace.lines.length;
  }

  /** The legal answers of the waiting request, at most 64. */
  legal() {
    if (this._request === null) return [];
    this.game.refill();
    const { options } = this._request;
    const named = (answer) => answer.map((i) => (i < 0 ? "pass" : label(options[i]))).join(", ") || "nothing";
    return legal_answers(this._request).map((answer) => ({ answer, label: named(answer) }));
  }

  /** The waiting request in words, and what is not offered and why. */
  explain() {
    const { game } = this;
    if (this._request === null) return { prompt: "", place: "", refused: [] };
    game.refill();
    return {
      prompt: this._request.prompt,
      place: game.place_of(this._request.at),
      refused: game.explain().map(([usable, { message, at, rows }]) => ({
        label: label(usable),
        reason: message,
        place: game.place_of(at),
        rows,
      })),
    };
  }

  /** The picture of what a player may know; players count from 0, by seat. */
  view(player) {
    const players = this.game.of_kind("player");
    const seat = whole(player);
    if (seat === null || seat < 0 || seat >= players.length) {
      const named = seat === null ? "such player" : `player ${seat}`;
      throw new Refused(`there is no ${named}; players count from 0 and are ${players.length}`);
    }
    return this.game.view(players[seat]);
  }

  /** What the game follows from, as data. */
  save() {
    const { game, hash } = this.rules;
    const { setup, seed, answers } = this;
    return {
      format: SAVE_FORMAT, game, hash, setup: structuredClone(setup), seed,
      answers: answers.map((answer) => answer.slice()),
    };
  }

  // ---- inside
  _answer(answer) {
    const waits = this._request !== null && this._told === this.game.trace.lines.length;
    if (!waits) throw new Refused("nothing is asked now");
    const picked = sound_answer(answer);
    this.game.refill();
    try {
      check_answer(this._request, picked);
    } catch (error) {
      if (!(as_fault(error) instanceof Fault)) throw error; // a condition on the whole may meet none
      throw new Refused(`${shown_answer(picked)} is no legal answer`, { cause: error });
    }
    this.answers.push(picked);
    this._go(() => this.game.go_on(picked));
  }

  /** Runs to the next choice of a player, or to the end; chance answers by itself. */
  _go(run) {
    const { game } = this;
    this._request = null;
    try {
      let request = run();
      while (!(request instanceof Choose)) {
        if (request !== null) {
          request = game.go_on(chance(this._generator, request));
        } else if (this._is_built) {
          return this._end("ended", "");
        } else {
          this._is_built = true;
          request = game.open(() => game.emit(this.rules.start, {}));
        }
      }
      this._request = request;
    } catch (error) {
      if (error instanceof Stopped) return this._end("stopped", "the host has stopped the game");
      if (!(error instanceof Fault)) throw error;
      this._end("fault", error.message);
    }
  }

  _end(outcome, message) {
    const { game } = this;
    this._result = { type: "result", outcome, message, events: game.events, state: game.fingerprint() };
  }

  _asked() {
    const { kind, who, prompt, options, least, most, at } = this._request;
    const labels = options.map((option) => label(option));
    const place = this.game.place_of(at);
    return { type: "request", kind, who: label(who), prompt, options: labels, least, most, place };
  }
}

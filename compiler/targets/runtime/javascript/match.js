// One match, as a host has it: what happens, what is asked, and the match itself as a value.
//
// Job: hand out what happens, what is asked and how it ended, one at a time; take answers; copy, save, resume and take
// back. Input: a rules table, a setup and a seed, or a snapshot. Output: data that JSON can hold.

import { check_answer, legal_answers } from "./answers.js";
import { checkpoint, return_to } from "./copies.js";
import { deal, seated } from "./dealt_rosters.js";
import { players_by_seat } from "./entities.js";
import { as_fault, chance, fits, go_on, Minstd, place_of, start, ways_of_chance } from "./game.js";
import { Happening } from "./happening.js";
import { deal_anew } from "./hidden.js";
import { broken_invariants } from "./invariants.js";
import { explain } from "./offering.js";
import { fingerprint } from "./pictures.js";
import { set_board } from "./places.js";
import { Damaged, restore, sound_state } from "./restoring.js";
import { reseeded_so_far, save_of } from "./saves.js";
import { board_of, Building } from "./scripts.js";
import {
  about, members, Refused, SNAPSHOT_FORMAT, script_named, shown_answer, sound_answer, sound_seed, whole,
} from "./setups.js";
import { FRAMES, snapshot_of } from "./snapshots.js";
import { refill, set_limits } from "./spending.js";
import { traced_game } from "./transcript.js";
import { Choose, Draw, Fault, label, RollDice, Stopped, Trace } from "./values.js";
import { Outlook } from "./views.js";
import { Watcher } from "./watching.js";

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

const ALL_FRAMES = { ...FRAMES, Seating: [Seating, ["env", "letters", "number"]] };

/** A game that a host drives: events come one at a time; dice and shuffles answer themselves, or ask the host. */
export class Play {
  /** Of a setup, or of a snapshot whose members were looked at. */
  constructor(rules, setup, seed, limits, origin = null) {
    const scenario = setup.scenario ?? rules.scenario_names[0] ?? "";
    const { rosters, ...others } = setup;
    this.rules = rules;
    this._script = script_named(rules, scenario);
    this._brought = rosters === undefined ? {} : seated(rules, rosters, scenario);
    this.setup = Object.keys(this._brought).length ? { ...others, rosters: this._brought } : others;
    this.seed = seed;
    this.answers = [];
    this._taken_back = []; // answers, the last first
    this._reseeded = []; // after how many answers a branch took which seed
    this._opening = 0; // so many answers were given before the game was built
    this._is_partial = false; // whether something happened before what is remembered
    this._first = 0; // so many answers were given before what is remembered for going back
    this._points = []; // the match at each request since then, but where none are kept
    this._keeps_points = true;
    this._origin = origin; // the snapshot from which the match goes on, if any
    this._started = 0; // so many answers were given before the origin
    this._is_resumed = false; // whether it goes on from the snapshot of a save, whose answers tell what came before
    this._limits = limits;
    this._generator = new Minstd(seed);
    this._told = 0; // lines of the trace that were given as events
    this._request = null;
    this._result = null;
    this._is_built = false;
    this.game = this._new_game();
    if (origin === null) this._go(() => start(this.game, () => this._seating()));
    else this._resume(origin);
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
    const request = this._request;
    if (request === null) return [];
    if (!(request instanceof Choose)) {
      return ways_of_chance(request).map((answer) => ({ answer, label: answer.join(", ") }));
    }
    refill(this.game);
    const named = (answer) => answer.map((i) => (i < 0 ? "pass" : label(request.options[i]))).join(", ") || "nothing";
    return this._told_of(() => legal_answers(request)).map((answer) => ({ answer, label: named(answer) }));
  }

  /** What somebody asks of the game; refused where a damaged snapshot leaves that unknown. */
  _told_of(work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refused || (this._origin === null && !this._is_resumed)) throw error;
      throw new Refused("the snapshot does not fit its rules", { cause: error });
    }
  }

  /** The waiting request in words, and what is not offered and why. */
  explain() {
    const { game } = this;
    if (!(this._request instanceof Choose)) return { prompt: "", place: "", refused: [] };
    refill(game);
    return {
      prompt: this._request.prompt,
      place: place_of(game, this._request.at),
      refused: this._told_of(() => explain(game)).map(([usable, { message, at, rows }]) => ({
        label: label(usable),
        reason: message,
        place: place_of(game, at),
        rows,
      })),
    };
  }

  /** The invariants that do not hold now; for authors and tests, never for a player. */
  invariants() {
    return this._told_of(() => broken_invariants(this.game));
  }

  /** What a player may know, counted from 0; null is a spectator, who knows less, and "all" a referee. */
  view(player = null) {
    return this._told_of(() => new Outlook(this.game, this._asker(player)).data(this._choice));
  }

  /** Somebody who watches this match; with a language also in words, which call the players by these names. */
  watch(player = null, language = null, names = null) {
    return this._told_of(() => new Watcher(this, player, language, names));
  }

  /** What a player is asked. */
  get _choice() {
    return this._request instanceof Choose ? this._request : null;
  }

  _asker(player) {
    if (player === null || player === "all") return { seat: player, player: null };
    const seat = this._seat(player);
    return { seat, player: players_by_seat(this.game)[seat] };
  }

  /** The match as data, for `load` in any engine. */
  save() {
    return save_of(this);
  }

  // ---- a match as a value
  /** All of the match as data, for `restore` in any engine; `state` is its game's, if known. */
  snapshot(state = snapshot_of(this.game, ALL_FRAMES)) {
    const { game, hash } = this.rules;
    const { setup, seed, _generator: { value }, _script: { positions } } = this;
    const { boards } = this.game.code;
    const board = positions.findLastIndex((p) => boards.has(p) && boards.get(p).grid === this.game.drawn);
    return {
      format: SNAPSHOT_FORMAT, game, hash, setup: structuredClone(setup), seed, chance: value,
      opening: this._is_built ? structuredClone(this.answers.slice(0, this._opening)) : null,
      board: board >= 0 ? board : null,
      result: structuredClone(this._result), state,
    };
  }

  /** An independent match in the same state, with the same future. */
  clone() {
    const made = this._copied(snapshot_of(this.game, ALL_FRAMES));
    made._ask_again();
    return made;
  }

  /** A match in the same state, of which this is the data, that has not asked yet. */
  _copied(state) {
    const made = Object.assign(Object.create(Play.prototype), this);
    made.setup = structuredClone(this.setup);
    for (const name of ["answers", "_taken_back", "_reseeded"]) made[name] = this[name].slice();
    made._first = this.answers.length;
    made._is_partial = true;
    made._generator = Object.assign(new Minstd(1), { value: this._generator.value });
    made.game = made._new_game();
    if (this.game.drawn !== null) set_board(made.game, this.game.drawn);
    made._take(state);
    made.game.trace.lines = this.game.trace.lines.slice();
    return made;
  }

  /** A clone with another future of dice, draws and shuffles. */
  branch(seed) {
    const made = this.clone(), row = [this.answers.length, sound_seed(seed)];
    Object.assign(made, { _reseeded: [...reseeded_so_far(this), row], _taken_back: [] });
    made._reseed(row[0], [row]);
    return made;
  }

  /** A branch in which what a player cannot know is dealt anew, in a way that fits all that they know. */
  branch_for(player, seed) {
    const seat = this._seat(player), state = snapshot_of(this.game, ALL_FRAMES);
    const made = this._copied(state), { game } = made;
    // Neither the seed, nor the answers so far, nor the story, nor the hash of the end tell what is hidden in truth.
    made.seed = sound_seed(seed);
    made._generator = new Minstd(made.seed);
    if (!deal_anew(game, state, players_by_seat(game)[seat], made._generator, ALL_FRAMES)) {
      throw new Refused(`what is being done names something that player ${seat} cannot know`);
    }
    made._taken_back.length = made._reseeded.length = made._told = 0;
    game.trace = new Trace();
    made._first = made._started = made.answers.length = made._opening;
    made._is_resumed = false;
    if (made._result !== null) made._result = made._sound_result(made._result);
    made._ask_again();
    made._origin = made.snapshot(state);
    return made;
  }

  /** Returns to the request before. */
  undo() {
    const count = this.answers.length;
    if (count === this._started) throw new Refused("there is nothing to take back");
    if (count === this._first) this._relive();
    const answer = this.answers[count - 1];
    if (count === this._first || (this._result !== null && this._result.outcome !== "ended")) {
      this._replay(count - 1); // a fault has taken back all of it
    } else {
      if (this._points.at(-1).answers === count) this._points.pop();
      this._return_to(this._points.at(-1));
    }
    this._taken_back.push(answer);
  }

  /** Gives the answer that was taken back last once more. */
  redo() {
    if (this._taken_back.length === 0) throw new Refused("nothing was taken back");
    this.skip();
    this._give(this._taken_back.pop());
    this._reseed(this.answers.length, this._reseeded);
  }

  // ---- inside
  /** The seat of a player that a host names. */
  _seat(player) {
    const { length } = players_by_seat(this.game), seat = whole(player);
    if (seat !== null && seat >= 0 && seat < length) return seat;
    const named = seat === null ? "such player" : `player ${seat}`;
    throw new Refused(`there is no ${named}; players count from 0 and are ${length}`);
  }

  _new_game() {
    const game = traced_game(this.rules);
    set_limits(game, this._limits);
    return game;
  }

  _seating() {
    return new Seating(this.rules, this._script, this._brought);
  }

  /** Takes the state of a snapshot; throws Damaged. */
  _resume(held) {
    const { positions } = this._script;
    this.answers = (held.opening ?? []).map(sound_answer);
    this._opening = this._started = this._first = this.answers.length;
    this._is_partial = true;
    this._is_built = held.opening !== null;
    this._generator.value = held.chance;
    if (held.board !== null) {
      if (!positions[held.board]?.board.length) throw new Damaged("there is no such board");
      set_board(this.game, board_of(positions[held.board], this.game.code).grid);
    }
    this._take(sound_state(held.state));
    try {
      if (this.game.frames.length) this._ask_again();
      else this._result = this._sound_result(held.result);
      fingerprint(this.game);
    } catch (error) {
      if (error instanceof Damaged) throw error;
      throw new Damaged("what it waits for does not fit its rules", { cause: error });
    }
  }

  /** The game as the state of a snapshot says. */
  _take(state) {
    const { rules, _script: { positions } } = this;
    for (const { build, do: done } of positions) for (const row of [build, done]) this.game.code.body(row);
    restore(this.game, state, ALL_FRAMES);
    const given = { rules, positions, rosters: this._brought };
    for (const frame of this.game.frames) if (frame instanceof Seating) Object.assign(frame, given);
  }

  /** Makes the waiting request anew, for a game that was copied or resumed. */
  _ask_again() {
    const { frames } = this.game;
    this._request = frames.length ? frames.at(-1).made(this.game) : null;
    this._points = this._request !== null ? [this._point()] : [];
  }

  _point() {
    const { game, answers, _generator: { value: chance_now }, _is_built } = this;
    return {
      game: checkpoint(game), answers: answers.length, lines: game.trace.lines.length, chance: chance_now, _is_built,
    };
  }

  _return_to(point) {
    const { game } = this;
    return_to(game, point.game);
    this.answers.length = point.answers;
    game.trace.lines.length = point.lines;
    this._told = Math.min(this._told, point.lines);
    this._generator.value = point.chance;
    this._is_built = point._is_built;
    this._result = null;
    this._request = game.frames.at(-1).made(game);
  }

  /** The match of a save whose members were looked at, from its snapshot. */
  static resumed(rules, save, limits) {
    const { origin, snapshot, reseeded } = save, answers = [];
    save.answers.forEach((told, n) => about(`answer ${n + 1} of the save: `, () => answers.push(sound_answer(told))));
    const play = new Play(rules, snapshot.setup, sound_seed(save.seed), limits, snapshot);
    const begun = origin === null ? null : new Play(rules, origin.setup, origin.seed, limits, origin);
    play.answers = [...(begun?.answers ?? []), ...answers];
    Object.assign(play, {
      _origin: origin, _started: begun?._started ?? 0, _first: play.answers.length, _is_resumed: true,
      _reseeded: reseeded,
    });
    if (play._points.length) play._points = [play._point()];
    return play;
  }

  /** Plays again what came before the save that the match goes on from, for going back. */
  _relive() {
    if (!this._is_resumed) return;
    const before = { ...this }, known = fingerprint(this.game);
    const told = "the answers of the save do not lead to its snapshot";
    try {
      about(`${told}: `, () => this._replay(this.answers.length));
      if (fingerprint(this.game) !== known) throw new Refused(told);
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
  }

  /** Plays the match again up to so many answers. */
  _replay(count) {
    const { rules, setup, seed, _limits: limits, _origin: origin, _is_resumed } = this;
    const again = new Play(rules, structuredClone(setup), seed, limits, origin);
    const { _taken_back, _reseeded } = this, answers = this.answers.slice(0, count);
    for (let number = this._started; number <= count; number++) {
      again._reseed(number, _reseeded);
      again.skip();
      if (number < count) again._give(_is_resumed ? again._sound(answers[number]) : answers[number]);
    }
    Object.assign(this, again, { _taken_back, _reseeded });
  }

  _reseed(count, rows) {
    for (const [, seed] of rows.filter(([at]) => at === count)) {
      this._generator = new Minstd(seed);
      const point = this._points.at(-1);
      if (point?.answers === count) point.chance = this._generator.value;
    }
  }

  /** How the match had ended; what it says of the state is worked out here. */
  _sound_result(result) {
    const { outcome, message } = members(result) ?? {};
    if (!["ended", "fault", "stopped"].includes(outcome) || typeof message !== "string") {
      throw new Damaged("it neither waits nor has ended");
    }
    return { type: "result", outcome, message, events: this.game.events, state: fingerprint(this.game) };
  }

  /** Whether rolls, draws and shuffles are asked, and not answered by the match's own generator. */
  get _asks_chance() {
    return this._limits.chance === "host";
  }

  _answer(answer) {
    const picked = this._sound(answer);
    this._taken_back.length = 0;
    this._reseeded = reseeded_so_far(this);
    this._give(picked);
  }

  /** An answer that the waiting request takes. */
  _sound(answer) {
    const request = this._request;
    if (request === null || this._told < this.game.trace.lines.length) throw new Refused("nothing is asked now");
    const picked = sound_answer(answer);
    if (!(request instanceof Choose)) {
      if (fits(request, picked)) return picked;
      throw new Refused(`${shown_answer(picked)} is no legal answer`);
    }
    refill(this.game);
    try {
      check_answer(request, picked);
    } catch (error) {
      const is_strange = (this._origin !== null || this._is_resumed) && error instanceof TypeError;
      if (!is_strange && !(as_fault(error) instanceof Fault)) throw error; // a condition on the whole may meet none
      throw new Refused(`${shown_answer(picked)} is no legal answer`, { cause: error });
    }
    return picked;
  }

  _give(answer) {
    const taken = taken_as(this._request, answer);
    this.answers.push(answer);
    this._go(() => go_on(this.game, taken));
  }

  /** Runs until somebody is asked, or to the end; chance answers by itself, unless the host wants to. */
  _go(run) {
    const { game } = this;
    this._request = null;
    try {
      let request = run();
      while (!(request instanceof Choose)) {
        if (request === null) {
          if (this._is_built) return this._end("ended", "");
          this._is_built = true;
          this._opening = this.answers.length;
          request = start(game, () => new Happening(this.rules.start, {}));
        } else if (this._asks_chance) {
          break;
        } else {
          request = go_on(game, chance(this._generator, request));
        }
      }
      this._request = request;
      if (this._keeps_points) this._points.push(this._point());
    } catch (error) {
      if (error instanceof Stopped) return this._end("stopped", "the host has stopped the game");
      if (error instanceof Fault) return this._end("fault", error.message);
      if (this._origin === null && !this._is_resumed) throw error; // ours
      this._end("fault", "the snapshot does not fit its rules");
    }
  }

  _end(outcome, message) {
    if (outcome !== "ended" && this._is_partial && this._is_built) this._back_to_start();
    const { game } = this;
    this._result = { type: "result", outcome, message, events: game.events, state: fingerprint(game) };
  }

  /** After a fault the game is as before its first event. Where that is not remembered, it is built anew. */
  _back_to_start() {
    const { rules, setup, seed, _limits: limits, _origin: origin } = this, answers = this.answers.slice();
    let game, generator, request;
    if (origin !== null && origin.opening === null) { // it was being built there
      const play = new Play(rules, structuredClone(setup), seed, limits, origin);
      ({ game, _generator: generator, _request: request } = play);
    } else {
      [game, generator] = [this._new_game(), new Minstd(seed)];
      request = start(game, () => this._seating());
    }
    while (request !== null) {
      const is_given = request instanceof Choose || this._asks_chance;
      request = go_on(game, is_given ? taken_as(request, answers.shift()) : chance(generator, request));
    }
    game.events = this.game.events;
    game.trace = this.game.trace;
    this.game = game;
  }

  _asked() {
    if (!(this._request instanceof Choose)) return this._asked_of_chance();
    const { kind, who, prompt, options, least, most, at } = this._request;
    const labels = options.map((option) => label(option));
    const place = place_of(this.game, at);
    return { type: "request", kind, who: label(who), prompt, options: labels, least, most, place };
  }

  /** A roll: a face's position for each die; a draw: one position below the size; a shuffle: all positions. */
  _asked_of_chance() {
    const { request: kind, dice, sizes, size, at } = this._request;
    const place = place_of(this.game, at);
    if (this._request instanceof RollDice) return { type: "request", place, kind, dice: [...dice], sizes: [...sizes] };
    return { type: "request", place, kind, size };
  }
}

/** An answer as the rules take it: of a draw the position alone. */
function taken_as(request, answer) {
  return request instanceof Draw ? answer[0] : answer;
}

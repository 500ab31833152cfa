// A test's answers to what is asked while it runs.
//
// Job: answer requests from the lists of a test's step; note what is offered, settled without asking, and refused.
// What is not scripted is a Fault, unless it is an offer, a `may` or a shuffle, which may be left open.

import { check_answer } from "./answers.js";
import { Minstd } from "./game.js";
import { refused_of } from "./offers.js";
import { fitting, name_for_tests, named, names_of, shown_options } from "./test_names.js";
import { Choose, Draw, Entity, Fault, label, range, RollDice } from "./values.js";

/** Answers from a step's lists, and watches what the game offers, settles and refuses. */
export class Script {
  constructor(game, step, env) {
    this.game = game;
    this.step = step;
    this.env = env;
    this.choices = step !== null ? step.choices.slice() : [];
    this.dice = step !== null ? step.dice.slice() : [];
    this.draws = step !== null ? step.draws.slice() : [];
    this.unnamed = step !== null ? step.named.slice() : [];
    this.is_noting = step !== null && step.offered.length + step.not_offered.length + step.refused.length > 0;
    this.is_asked = false;
    this.seen = new Set();
    this.single = []; // names and size of what was settled without asking, and no answer has named
    this.reasons = new Map(); // why an answer of `refused` is not offered, by its position
    this.refusals = [];
    this.failures = [];
    this.generator = new Minstd(1);
  }

  // ---- what the game tells
  offered(offer, found) {
    this.is_asked = true;
    if (!this.is_noting) return;
    this.note(found);
    const claims = this.step.refused.map(({ answer, call }, i) => [i, answer, call])
      .filter(([, , call]) => call === null);
    for (const [usable, why] of claims.length ? refused_of(this.game, offer) : []) {
      const mine = names_of(this.game, usable);
      for (const [position, answer] of claims) {
        if (mine.has(answer)) this.reasons.set(position, [...(this.reasons.get(position) ?? []), why]);
      }
    }
  }

  settled(options) {
    this.is_asked = true;
    this.name_things();
    this.note(options);
    const names = new Set(options.length ? options.flatMap((option) => [...names_of(this.game, option)]) : ["none"]);
    this.single.push({ names, size: options.length || 1 });
  }

  refused(event) {
    this.refusals.push(event);
  }

  note(options) {
    if (!this.is_noting) return;
    for (const option of options) for (const name of names_of(this.game, option)) this.seen.add(name);
  }

  /** Things that are there now have their names of `as:`. */
  name_things() {
    this.unnamed = this.unnamed.filter(({ name, value: find }) => {
      let value = null;
      try {
        value = find(this.game, this.env);
      } catch (error) {
        if (!(error instanceof Fault || error instanceof TypeError)) throw error; // it is not there yet
      }
      if (!(value instanceof Entity)) return true;
      this.env[name] = value;
      this.game.test_names.delete(value._id);
      name_for_tests(this.game, value, name);
      return false;
    });
  }

  // ---- answers
  answer(request) {
    this.name_things();
    if (request instanceof RollDice) return this.faces(request);
    if (request instanceof Choose) return this.pick(request);
    return request instanceof Draw ? this.drawn(request) : this.shuffled(request);
  }

  /** The step is over: answers that name what was settled without asking are right. */
  finish() {
    this.name_things();
    while (this.drop_single(this.choices) || this.drop_single(this.draws));
    if (this.unnamed.length) throw new Fault(`nothing is there to be named \`${this.unnamed[0].name}\``, this.step.at);
  }

  /** Passes over the next answer where it names the only one that was possible at a choice before. */
  drop_single(answers) {
    if (answers.length === 0) return false;
    const wanted = new Set([wanted_of(answers[0])].flat().map(String));
    const number = this.single.findIndex(
      ({ names, size }) => wanted.size === size && [...wanted].every((name) => names.has(name)),
    );
    if (number < 0) return false;
    const [{ names }] = this.single.splice(number, 1);
    this.consume(answers, names, null);
    return true;
  }

  /** Takes the next answer, and holds what it says of the request against it; null: nobody had to be asked. */
  consume(answers, names, request) {
    const taken = answers.shift();
    if (!is_mapping(taken)) return;
    for (const name of taken.offered) if (!names.has(name)) this.failures.push(`\`${name}\` is not offered`);
    for (const name of taken.not_offered) if (names.has(name)) this.failures.push(`\`${name}\` is offered`);
    const { asked, refused } = taken;
    if (asked !== "" && (request === null || !names_of(this.game, request.who).has(asked))) {
      const told = request === null ? "nobody" : named(this.game, label(request.who));
      this.failures.push(`${told} is asked, not \`${asked}\``);
    }
    for (const answer of refused) {
      if (request !== null && !this.takes(request, answer)) continue;
      this.failures.push(`\`${shown_answer(answer)}\` is taken, or names what is no option`);
    }
  }

  /** Whether a choice among these options takes an answer; one that names no option proves nothing. */
  takes(request, wanted) {
    const found = wanted.map((name) => fitting(this.game, request.options, name, request.at));
    try {
      check_answer(request, found);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return found.includes(-1);
    }
    return true;
  }

  // ---- dice
  faces(request) {
    const { dice, at } = request;
    if (this.dice.length === 0) throw new Fault(`a roll of ${dice.join(", ")} is not scripted: add \`dice:\``, at);
    const given = this.dice.shift();
    const many = Array.isArray(given) ? given : [given];
    if (!Array.isArray(given)) while (many.length < dice.length && this.dice.length) many.push(this.dice.shift());
    if (many.length !== dice.length) {
      throw new Fault(`${dice.length} dice are rolled, and ${many.length} are scripted`, at);
    }
    return dice.map((die, i) => this.face(die, many[i], at));
  }

  face(die, wanted, at) {
    const size = this.game.code.die_size(die, at);
    const symbols = typeof wanted === "number" ? { value: wanted } : wanted;
    const index = range(size).find((i) => same_symbols(this.game.code.face(die, i), symbols));
    if (index === undefined) throw new Fault(`${die} has no face ${shown_answer(wanted)}`, at);
    return index;
  }

  // ---- chance
  drawn(request) {
    const { options } = this.game.frames.at(-1), shown = shown_options(this.game, options);
    while (this.draws.length && !Array.isArray(this.draws[0])) {
      const found = fitting(this.game, options, this.draws[0], request.at);
      if (found >= 0) {
        this.draws.shift();
        return found;
      }
      if (!this.drop_single(this.draws)) {
        throw new Fault(`${this.draws[0]} cannot be picked: one of ${shown}`, request.at);
      }
    }
    throw new Fault(`a random pick is not scripted: add \`draws:\`, one of ${shown}`, request.at);
  }

  /** The named cards come first, in their order; the others follow as they lay. */
  shuffled(request) {
    if (this.draws.length === 0 || !Array.isArray(this.draws[0])) return this.generator.permutation(request.size);
    const cards = this.game.frames.at(-1).zone.items.slice(), first = [];
    const left = () => range(cards.length).filter((i) => !first.includes(i));
    for (const wanted of this.draws.shift()) {
      const places = left(), found = fitting(this.game, places.map((i) => cards[i]), wanted, request.at);
      if (found < 0) {
        const shown = shown_options(this.game, cards);
        throw new Fault(`${wanted} is not among what is shuffled: ${shown}`, request.at);
      }
      first.push(places[found]);
    }
    return [...first, ...left()];
  }

  // ---- choices
  pick(request) {
    this.is_asked = true;
    this.note(request.options);
    for (;;) {
      const found = this.scripted(request);
      if (found !== null) {
        const names = new Set(request.options.flatMap((option) => [...names_of(this.game, option)]));
        this.consume(this.choices, names, request);
        return found;
      }
      if (!this.drop_single(this.choices)) return this.unscripted(request);
    }
  }

  /** The next answer as positions, if it is one to this request; otherwise null. */
  scripted(request) {
    const { options, kind, at } = request;
    if (this.choices.length === 0) return null;
    const following = wanted_of(this.choices[0]);
    if (kind === "use") {
      const position = fitting(this.game, options, following, at);
      return following === "pass" ? [-1] : position >= 0 ? [position] : null;
    }
    if (kind === "yes") {
      if (!["yes", "no", true, false].includes(following)) return null;
      return [following === "yes" || following === true ? 0 : 1];
    }
    const many = Array.isArray(following) ? following : following === "none" ? [] : [following];
    const found = many.map((wanted) => fitting(this.game, options, wanted, at));
    return found.includes(-1) ? null : found;
  }

  /** An offer is passed and a `may` declined where the test leaves them open; other choices need an answer. */
  unscripted(request) {
    if (request.kind === "use") return [-1];
    if (request.kind === "yes") return [1];
    const shown = shown_options(this.game, request.options);
    if (this.choices.length === 0) throw new Fault(`a choice is not scripted: one of ${shown}`, request.at);
    throw new Fault(`${shown_answer(wanted_of(this.choices[0]))} is no option: one of ${shown}`, request.at);
  }
}

function is_mapping(answer) {
  return typeof answer === "object" && answer !== null && !Array.isArray(answer);
}

function wanted_of(answer) {
  return is_mapping(answer) ? answer.answer : answer;
}

/** An answer as every engine tells it, in the way of test files. */
export function shown_answer(answer) {
  if (Array.isArray(answer)) return `[${answer.map(shown_answer).join(", ")}]`;
  if (!is_mapping(answer)) return label(answer);
  if ("answer" in answer) return shown_answer(answer.answer);
  return `{${Object.keys(answer).sort().map((name) => `${name}: ${answer[name]}`).join(", ")}}`;
}

function same_symbols(a, b) {
  if (typeof b !== "object" || b === null) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

// An agent that searches by rollouts: as `cardwright/lab/rollouts.py`, and with the same answers.

import { attempt, Greedy, some_of } from "./greedy.js";
import { carry_on, dealt, is_offer, player_asked, some_answer, some_seed, take_back } from "./turn.js";
import { worths } from "./worth.js";
import { legal_answers, Minstd, players_by_seat } from "../rt.js";

export const RUNS = 30;
const MOST = 6; // so many answers, the best by `greedy`, are looked at
const TRIED = 4; // so many answers the base policy tries
const FAR = 80; // so many answers is a run long
const FEWEST = 3; // rounds, before the answer of `greedy` is left for another

export class Rollouts {
  /** `runs` bounds a decision; with `seconds`, time does instead. */
  constructor(seed, { runs = RUNS, seconds = null } = {}) {
    Object.assign(this, { chance: new Minstd(seed * 7919 + 17), greedy: new Greedy(seed), runs, seconds });
  }

  answer(match) {
    const ranked = this.greedy.ranked(match);
    if (ranked.length < 2) return ranked.length > 0 ? ranked[0] : some_answer(match._choice, this.chance);
    const started = performance.now(), rows = ranked.slice(0, MOST).map((answer) => ({ answer, worth: [] }));
    const usual = rows[0], parts = Math.ceil(Math.log2(rows.length));
    let others = rows.slice(1), done = 0;
    for (let part = 1; part <= parts && others.length > 0; part++) {
      while (this.share_of_budget(done, started) < part / parts) {
        if (!this.played(match, [usual, ...others])) return some_answer(match._choice, this.chance);
        done += 1 + others.length;
      }
      const ahead = others.map((row) => ({ ...row, gain: sum(gains(row, usual)) })).filter(({ gain }) => gain > 0n);
      ahead.sort((a, b) => (a.gain < b.gain ? 1 : a.gain > b.gain ? -1 : 0));
      others = ahead.slice(0, Math.ceil(others.length / 2));
    }
    return (others.length > 0 && is_surely_better(gains(others[0], usual)) ? others[0] : usual).answer;
  }

  /** How much of the budget is spent, as a share of 1. */
  share_of_budget(runs, started) {
    return this.seconds === null ? runs / this.runs : (performance.now() - started) / 1000 / this.seconds;
  }

  /** Plays all answers on in one dealing; false where none can be made. */
  played(match, rows) {
    const seed = some_seed(this.chance), number = player_asked(match), branch = dealt(match, number, seed);
    if (branch === null) return false;
    for (const { answer, worth } of rows) worth.push(worth_after(branch, answer, number, new Minstd(seed)));
    return true;
  }
}

/** How a player stands when an answer was given and others had their turns; the branch is as before then. */
function worth_after(branch, answer, number, chance) {
  const before = branch.answers.length;
  const waiting = new Set(players_by_seat(branch.game).keys());
  waiting.delete(number);
  carry_on(branch, answer);
  while (branch._choice !== null && branch.answers.length - before < FAR) {
    if (is_offer(branch._choice)) {
      const asked = player_asked(branch);
      if (asked === number && waiting.size === 0) break;
      waiting.delete(asked);
    }
    go_on(branch, chance);
  }
  const found = worths(branch)[number];
  take_back(branch, branch.answers.length - before);
  return found;
}

/** Answers as a greedy player does; what dice were foreseen does not come true. */
function go_on(branch, chance) {
  let answers = some_of(legal_answers(branch._choice), TRIED, chance);
  if (answers.length > 1) {
    let best = null;
    for (const answer of answers) {
      const tried = attempt(branch, answer, chance);
      if (best === null || tried.worth > best.worth) best = tried;
    }
    branch._generator.value = some_seed(chance);
    ({ answers } = best);
  }
  for (const answer of answers) carry_on(branch, answer);
}

/** By round, how much better an answer came out than the usual one; sums of them are exact. */
function gains(row, usual) {
  return row.worth.map((found, round) => BigInt(found) - BigInt(usual.worth[round]));
}

function sum(numbers) {
  return numbers.reduce((all, number) => all + number, 0n);
}

/** Whether the mean of gains is above 0 by more than its standard error. */
function is_surely_better(found) {
  const all = sum(found);
  return found.length >= FEWEST && all > 0n && all * all > sum(found.map((gain) => gain * gain));
}

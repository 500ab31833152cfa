// An agent that looks a little ahead: as `cardwright/lab/greedy.py`, and with the same answers.

import { carry_on, dealt, is_offer, is_pass, PASS, player_asked, some_answer, some_seed, take_back } from "./turn.js";
import { worths } from "./worth.js";
import { legal_answers, Minstd } from "../rt.js";

const TRIES = 12; // so many answers are tried, and so many attempts use something more; of more answers, some are drawn
const FAR = 8; // so many answers is an attempt long
const OWN = 2; // and so many of these use something more

export class Greedy {
  /** With a budget of `tries`, chance decides among answers that are equally good, and else the first of them is taken. */
  constructor(seed, tries = null) {
    this.chance = new Minstd(seed * 7919 + 17);
    this.tries = tries ?? TRIES;
    this.draws = tries !== null;
  }

  answer(match) {
    const ranked = this.ranked(match);
    return ranked.length > 0 ? ranked[0] : some_answer(match._choice, this.chance);
  }

  /** The answers, the best first; empty where nothing can be tried. */
  ranked(match) {
    const answers = some_of(legal_answers(match._choice), this.tries, this.chance);
    if (answers.length === 1) return answers;
    const branch = dealt(match, player_asked(match), some_seed(this.chance));
    if (branch === null) return [];
    const plans = [0, ...Array(Math.floor(this.tries / answers.length)).fill(OWN)];
    const tried = answers.map((answer) => ({
      answer, worth: Math.max(...plans.map((own) => attempt(branch, answer, this.chance, own).worth)),
    }));
    const order = this.draws ? this.chance.permutation(tried.length).map((n) => tried[n]) : tried;
    return order.sort((a, b) => b.worth - a.worth).map(({ answer }) => answer);
  }
}

/**
 * Gives an answer, and those that its effects ask for; the branch is as before then. Gives how the player stood, and what
 * they gave before others were asked or dice were thrown.
 */
export function attempt(branch, answer, chance, own = 0) {
  const number = player_asked(branch), dice = branch._generator.value;
  const is_over = is_pass(answer) && is_offer(branch._choice);
  const answers = [];
  let given = 0, alone = true;
  branch._keeps_points = false; // the match returns to this request only
  for (let next = answer; next !== null; ) {
    alone &&= player_asked(branch) === number && branch._generator.value === dice;
    if (alone) answers.push(next);
    branch.game.most_offered = own ? Infinity : 1; // that something can be used is all that matters
    carry_on(branch, next);
    given += 1;
    const request = branch._choice;
    next = null;
    if (is_over || given === FAR || request === null) continue;
    if (!is_offer(request)) {
      next = request.kind === "use" ? PASS : some_answer(request, chance);
    } else if (own && player_asked(branch) === number) {
      next = [chance.below(request.options.length)];
      own -= 1;
    }
  }
  const worth = worths(branch)[number];
  take_back(branch, given);
  branch._keeps_points = true;
  branch.game.most_offered = Infinity;
  return { worth, answers };
}

/**
 * Some answers that are drawn by chance where there are more than so many, in their order. To do nothing is always
 * among them. The first has no other preference: of squares it is the same corner, whoever is asked.
 */
export function some_of(answers, most, chance) {
  if (answers.length <= most) return answers;
  const kept = answers[0].length === 0 || is_pass(answers[0]) ? 1 : 0;
  const drawn = chance.permutation(answers.length - kept).slice(0, most - kept).sort((a, b) => a - b);
  return [...answers.slice(0, kept), ...drawn.map((n) => answers[n + kept])];
}

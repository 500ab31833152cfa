// An agent that looks a little ahead: as `cardwright/lab/greedy.py`, and with the same answers.

import { is_offer, player_asked } from "./turn.js";
import { worths } from "./worth.js";
import { legal_answers, Minstd } from "../rt.js";
import { Refused } from "../rt/setups.js";

const PASS = [-1];
const MOST = 12; // so many answers are tried; of more, some are drawn
const PLANS = 12; // attempts that use something more, for all answers together; at least one each
const FAR = 8; // so many answers is an attempt long
const OWN = 2; // and so many of these use something more
const SEEDS = 2 ** 31 - 2;

export class Greedy {
  constructor(seed) {
    this.chance = new Minstd(seed * 7919 + 17);
  }

  answer(match) {
    const answers = some_of(legal_answers(match._choice), MOST, this.chance);
    if (answers.length === 1) return answers[0];
    const number = player_asked(match), branch = dealt(match, number, this.chance.below(SEEDS) + 1);
    if (branch === null) return some_answer(match._choice, this.chance);
    const more = Math.max(1, Math.floor(PLANS / answers.length)), plans = [0, ...Array(more).fill(OWN)];
    const worth = answers.map((answer) => Math.max(...plans.map((own) => this.attempt(branch, answer, number, own))));
    return answers[worth.indexOf(Math.max(...worth))];
  }

  /** How the player stands when an answer has had its effects; the branch is as before then. */
  attempt(branch, answer, number, own) {
    const is_over = is_pass(answer) && is_offer(branch._choice);
    let given = 0;
    for (let next = answer; next !== null; ) {
      branch.skip();
      branch.step(next);
      given += 1;
      const request = branch._choice;
      next = null;
      if (is_over || given === FAR || request === null) continue;
      if (!is_offer(request)) {
        next = request.kind === "use" ? PASS : some_answer(request, this.chance);
      } else if (own && player_asked(branch) === number) {
        next = [this.chance.below(request.options.length)];
        own -= 1;
      }
    }
    const found = worths(branch)[number];
    for (let n = 0; n < given; n++) branch.undo();
    return found;
  }
}

function is_pass(answer) {
  return answer.length === 1 && answer[0] === PASS[0];
}

/** A branch in which what the player cannot know is dealt anew; null where what is done names something hidden. */
function dealt(match, number, seed) {
  try {
    return match.branch_for(number, seed);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** The first answer, and others drawn by chance where there are more than so many, in their order. */
function some_of(answers, most, chance) {
  if (answers.length <= most) return answers;
  const drawn = chance.permutation(answers.length).slice(0, most - 1).sort((a, b) => a - b);
  return [answers[0], ...drawn.filter((n) => n > 0).map((n) => answers[n])];
}

/** A legal answer, drawn by chance. */
function some_answer(request, chance) {
  const { such_that, least, most, options } = request;
  if (such_that === null && most > 1) {
    const size = least + chance.below(most - least + 1);
    return chance.permutation(options.length).slice(0, size).sort((a, b) => a - b);
  }
  const answers = legal_answers(request);
  return answers[chance.below(answers.length)];
}

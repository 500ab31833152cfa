// What an agent may ask of a match that waits: as `cardwright/lab/turn.py`.

import { legal_answers, players_by_seat } from "../rt.js";
import { Refused } from "../rt/setups.js";

export const PASS = [-1];
const SEEDS = 2 ** 31 - 2;

/** The number of the player who is asked. */
export function player_asked(match) {
  return players_by_seat(match.game).indexOf(match._choice.who);
}

/** Whether actions are offered, not reactions to an event. */
export function is_offer(request) {
  return request !== null && request.kind === "use" && request.options[0].trigger === null;
}

export function is_pass(answer) {
  return answer.length === 1 && answer[0] === PASS[0];
}

/** A legal answer, drawn by chance. */
export function some_answer(request, chance) {
  const { such_that, least, most, options } = request;
  if (such_that === null && most > 1) {
    const size = least + chance.below(most - least + 1);
    return chance.permutation(options.length).slice(0, size).sort((a, b) => a - b);
  }
  const answers = legal_answers(request);
  return answers[chance.below(answers.length)];
}

/** A seed that is drawn. */
export function some_seed(chance) {
  return chance.below(SEEDS) + 1;
}

// ---- branches
/** A branch in which what a player cannot know is dealt anew; null where what is done names something hidden. */
export function dealt(match, number, seed) {
  try {
    return match.branch_for(number, seed);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

export function carry_on(branch, answer) {
  branch.skip();
  branch._answer(answer);
}

/** Takes so many answers back; in one step, where no fault has taken back more. */
export function take_back(branch, times) {
  const { _points: points, _result: result } = branch, answers = branch.answers.length - times;
  const at = points.findLastIndex((point) => point.answers === answers);
  if (at < 0 || (result !== null && result.outcome !== "ended")) {
    for (let n = 0; n < times; n++) branch.undo();
  } else {
    points.length = at + 1;
    branch._return_to(points[at]);
  }
}

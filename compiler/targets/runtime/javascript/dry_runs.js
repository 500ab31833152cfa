// Dry runs: a stretch of play that is tried, and taken back.
//
// Job: tell whether a stretch can pass with some answers, which are tried in order; each roll is taken at its first
// face. Reads: requests. Changes nothing but the work that is left: everything else is taken back.

import { first_answers } from "./answers.js";
import { begin_frame, run_frames } from "./frames.js";
import { TRY } from "./spending.js";
import { Draw, Ended, Exhausted, Fault, is_end, range, RollDice, Shuffle } from "./values.js";

const MOST_TRIES = 64;

/** Whether a stretch of play can pass, with some answers; everything is taken back. Answers are tried in order, the
 * last changed first, at most 64 times; each roll is taken at its first face. */
export function attempt(rt, first, passes) {
  let prefix = [];
  for (let turn = 0; turn < MOST_TRIES; turn++) {
    const widths = [];
    rt.work -= TRY;
    if (_attempt_once(rt, first, passes, prefix, widths)) return true;
    const path = widths.map((_, i) => prefix[i] ?? 0);
    while (path.length && path[path.length - 1] + 1 >= widths[path.length - 1]) path.pop();
    if (path.length === 0) return false;
    path[path.length - 1] += 1;
    prefix = path;
  }
  return false;
}

function _attempt_once(rt, first, passes, prefix, widths) {
  const mark = rt.journal.length, depth = rt.stack.length, base = rt.frames.length;
  const { dirty, checking, steps, events, changes, known, is_own } = rt;
  rt.dirty = new Set(dirty);
  rt.checking = new Set(checking);
  rt.is_own = false; // what is known is true again when the dry run is taken back
  rt.dry_run += 1;
  try {
    let request = begin_frame(rt, first());
    while (request !== null) request = run_frames(rt, base, _dry_answer(request, prefix, widths));
    const { result } = rt;
    rt.result = null;
    return passes(result);
  } catch (error) {
    if (error instanceof Ended) return true; // it ends what it is a part of, so that nothing of it is left to do
    if (!(error instanceof Exhausted) && (error instanceof Fault || is_end(error))) return false;
    throw error;
  } finally {
    rt.frames.length = base;
    rt.dry_run -= 1;
    rt.back_to(mark);
    Object.assign(rt, { dirty, checking, steps, events, changes, known, is_own });
    rt.stack.length = depth;
  }
}

function _dry_answer(request, prefix, widths) {
  if (request instanceof RollDice) return new Array(request.sizes.length).fill(0);
  if (request instanceof Draw) return 0;
  if (request instanceof Shuffle) return range(request.size);
  const answers = first_answers(request, 16);
  const position = prefix[widths.length] ?? 0;
  widths.push(answers.length);
  if (answers.length === 0) throw new Fault("nothing can be chosen", request.at);
  return answers[Math.min(position, answers.length - 1)];
}

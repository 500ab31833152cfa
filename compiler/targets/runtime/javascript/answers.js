// Answers to choices: which are legal, in a fixed order.
//
// Job: list the legal answers of a choice, and refuse others. Input: a request. Changes nothing.

import { eq, Exhausted, Fault, range } from "./values.js";

/** Legal answers of a choice that waits, in a fixed order, at most so many and as many as its work allows to find. */
export function legal_answers(request, most = 64) {
  const found = [];
  try {
    first_answers(request, most, found);
  } catch (error) {
    if (!(error instanceof Exhausted) || found.length === 0) throw error;
  }
  return found;
}

/** The first legal answers in a fixed order, added to those that were found. */
export function first_answers(request, most, found = []) {
  if (request.kind === "use") found.push([-1]);
  const { options, least, such_that } = request;
  if (least === 1 && request.most === 1) {
    for (let i = 0; i < options.length && found.length < most; i++) found.push([i]);
    return found;
  }
  for (let size = least; size <= request.most; size++) {
    for (let picked = _first_of(size, options.length); picked !== null; picked = _following(picked, options.length)) {
      if (such_that === null || such_that(picked.map((i) => options[i]))) {
        found.push(picked);
        if (found.length >= most) return found;
      }
    }
  }
  return found;
}

/** The first choice of so many of the positions below `count`, or null. */
function _first_of(size, count) {
  return size <= count ? range(size) : null;
}

/** The next choice of as many positions, or null. */
function _following(picked, count) {
  const size = picked.length;
  let i = size - 1;
  while (i >= 0 && picked[i] === i + count - size) i -= 1;
  if (i < 0) return null;
  const next = picked.slice();
  next[i] += 1;
  for (let j = i + 1; j < size; j++) next[j] = next[j - 1] + 1;
  return next;
}

/** Whether some legal answer has all of these positions. */
export function can_become(request, picked) {
  const { kind, options, least, most, such_that } = request;
  if (kind === "use" && picked.length === 1 && picked[0] === -1) return true;
  const is_there = (i) => i >= 0 && i < options.length;
  if (picked.length > most || new Set(picked).size < picked.length || !picked.every(is_there)) return false;
  const others = options.map((_, i) => i).filter((i) => !picked.includes(i));
  for (let size = Math.max(least - picked.length, 0); size <= most - picked.length; size++) {
    for (let more = _first_of(size, others.length); more !== null; more = _following(more, others.length)) {
      const whole = [...picked, ...more.map((i) => others[i])].sort((a, b) => a - b);
      if (such_that === null || such_that(whole.map((i) => options[i]))) return true;
    }
  }
  return false;
}

/** Refuses an answer that names no option, too few, too many, or breaks the condition on the whole. */
export function check_answer(request, answer) {
  const { kind, options, least, most, such_that } = request;
  if (kind === "use" && eq(answer, [-1])) return;
  const fits =
    Array.isArray(answer) &&
    least <= answer.length && answer.length <= most &&
    new Set(answer).size === answer.length &&
    answer.every((i) => Number.isInteger(i) && i >= 0 && i < options.length);
  if (!fits || (such_that !== null && !such_that(answer.map((i) => options[i])))) {
    throw new Fault(`${Array.isArray(answer) ? `[${answer.join(", ")}]` : answer} is no legal answer`, request.at);
  }
}

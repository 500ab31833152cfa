// What a test claims of a step, held against what happened.
//
// Job: judge conditions, events, offers and refusals. Input: a step, and what its driver has noted. Output: failures,
// as sentences. Never changes a game.

import { shown_event } from "./events.js";
import { mark } from "./marks.js";
import { refill } from "./spending.js";
import { shown_answer } from "./test_answers.js";
import { named } from "./test_names.js";
import { label } from "./values.js";

const MOST_EVENTS = 40;

/** All failures of a step, `history` being what began in it. */
export function judge_step(step, game, driver, history, illegal) {
  const failures = [], { env } = driver;
  for (const kind of ["choices", "dice", "draws"]) {
    if (driver[kind].length) failures.push(`${kind} were never asked for: ${shown_answer(driver[kind])}`);
  }
  failures.push(...judge_refusals(step, game, driver, history));
  failures.push(...judge_legality(game, driver, illegal));
  failures.push(...judge_offers(step, driver));
  for (const then of step.then) {
    refill(game);
    if (!then.test(game, env)) failures.push(`\`${then.text}\` does not hold${values_of(then, game, env)}`);
  }
  return [...failures, ...judge_events(step.happens, history, game, env)];
}

/** What a condition is made of, with its values, no more than was looked at. */
function values_of(then, game, env) {
  if (then.left !== null) {
    const against = then.right === null ? "" : `, against ${named(game, label(then.right(game, env)))}`;
    return ` (it is ${named(game, label(then.left(game, env)))}${against})`;
  }
  if (!then.joined) return "";
  const told = [];
  for (const part of then.parts) {
    const holds = Boolean(part.test(game, env));
    told.push(`\`${part.text}\` ${holds ? "holds" : "does not"}${values_of(part, game, env)}`);
    if (holds === (then.joined === "or")) break;
  }
  return `: ${told.join(", ")}`;
}

// ---- events
function is_meant(claim, [name, event], game, env) {
  const step = claim.step ? `.${claim.step}` : "";
  if (!claim.verbs.includes(event._verb) || name !== event._verb + step) return false;
  return claim.test === null || claim.test(game, env, event);
}

/** Those that happen in order, those that do not happen, and those that are all of their kind. */
export function judge_events({ events, never, exactly }, history, game, env) {
  const failures = [], waiting = events.slice();
  for (const entry of history) if (waiting.length && is_meant(waiting[0], entry, game, env)) waiting.shift();
  if (waiting.length) {
    const order = history.slice(0, MOST_EVENTS).map(([name]) => name).join(", ");
    failures.push(`the event ${waiting[0].text} did not follow (what happened: ${order})`);
  }
  for (const claim of never) {
    const entry = history.find((one) => is_meant(claim, one, game, env));
    if (entry !== undefined) failures.push(`\`${claim.text}\` was not to happen: ${shown(game, entry)}`);
  }
  return exactly.length ? [...failures, ...judge_all(exactly, history, game, env)] : failures;
}

function judge_all(wanted, history, game, env) {
  const kinds = new Set(wanted.flatMap(({ verbs, step }) => verbs.map((verb) => (step ? `${verb}.${step}` : verb))));
  const found = history.filter(([name]) => kinds.has(name));
  if (found.length === wanted.length && wanted.every((claim, i) => is_meant(claim, found[i], game, env))) return [];
  const told = wanted.map(({ text }) => text).join(", ");
  const happened = found.slice(0, MOST_EVENTS).map((entry) => shown(game, entry)).join("; ") || "nothing of it";
  return [`exactly this was to happen: ${told} (what happened: ${happened})`];
}

function shown(game, [name, event]) {
  return name !== event._verb ? name : named(game, shown_event(game, event));
}

// ---- offers and refusals
function judge_offers(step, driver) {
  const failures = step.offered.filter((name) => !driver.seen.has(name)).map((name) => `\`${name}\` is not offered`);
  for (const name of step.not_offered) if (driver.seen.has(name)) failures.push(`\`${name}\` is offered`);
  if (step.not_offered.length && !driver.is_asked) {
    failures.push("nobody is offered anything here, so `not offered` says nothing");
  }
  return [...failures, ...driver.failures];
}

/** Holds what is to be refused against what was; takes what was meant off the driver's refusals. */
function judge_refusals(step, game, driver, history) {
  return step.refused.flatMap((claim, position) => {
    if (claim.call === null) {
      const otherwise = driver.seen.has(claim.answer) ? "is offered" : "is nothing that could be offered here";
      return judge_refusal(claim, claim.answer, otherwise, driver.reasons.get(position) ?? [], game);
    }
    const meant = driver.refusals.filter((event) => is_meant(claim.call, [event._verb, event], game, driver.env));
    driver.refusals = driver.refusals.filter((event) => !meant.includes(event));
    const is_done = history.some((entry) => is_meant(claim.call, entry, game, driver.env));
    const reasons = meant.map((event) => event._reason).filter((reason) => reason !== null);
    return judge_refusal(claim, claim.call.text, is_done ? "is legal" : "is not called", reasons, game);
  });
}

function judge_refusal(claim, text, otherwise, reasons, game) {
  if (reasons.length === 0) return [`\`${text}\` was to be refused, and ${otherwise}`];
  const right = reasons.filter((reason) => says(game, reason, claim.because));
  for (const reason of right) mark(game, reason.rows);
  return right.length ? [] : [`\`${text}\` is refused for another reason: ${named(game, reasons[0].message)}`];
}

/** The first call must be refused with the reason that the test states; without one, none may be refused. */
function judge_legality(game, driver, illegal) {
  const is_refused = (event) => ["illegal", "fizzled"].includes(event._outcome) && event._reason !== null;
  if (!illegal) {
    const refused = game.outermost.filter((event) => is_refused(event) && driver.refusals.includes(event));
    return refused.map((event) => `${event._verb} is illegal: ${named(game, event._reason.message)}`);
  }
  if (game.outermost.length === 0 || !is_refused(game.outermost[0])) {
    return ["the first call was to be refused, and is legal"];
  }
  const reason = game.outermost[0]._reason;
  mark(game, reason.rows);
  return says(game, reason, illegal) ? [] : [`it is refused for another reason: ${named(game, reason.message)}`];
}

function says(game, reason, wanted) {
  return reason.message.includes(wanted) || named(game, reason.message).includes(wanted);
}

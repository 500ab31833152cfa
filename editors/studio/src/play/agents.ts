// Agents for seats that no person has: `random`, `first`, and `greedy`, where the rules say how well a player stands.
//
// An agent is given the match only through calls that tell it no more than its player may know: the legal answers, and
// branches in which what the player cannot know is dealt anew.

import type { Exported, Match } from "./engine";

export type Agent = (match: Match, seat: number) => number[];
export const AGENTS = ["random", "first", "greedy"] as const;
export type AgentName = (typeof AGENTS)[number];

const MOST_ANSWERS = 8; // that are tried
const FAR = 6; // answers that an attempt is long

/** Numbers below 2 ** 31 - 1, the same ones for the same seed. */
export class Chance {
  private value: number;

  constructor(seed: number) {
    this.value = (Math.abs(Math.trunc(seed)) % 2147483646) + 1;
  }

  below(count: number): number {
    this.value = (this.value * 48271) % 2147483647;
    return this.value % count;
  }
}

/** Which agents these rules allow. */
export function agents_of({ rules }: Exported): AgentName[] {
  return AGENTS.filter((name) => name !== "greedy" || rules.policy["standing"] !== undefined);
}

export function agent_of(name: AgentName, exported: Exported, seed: number): Agent {
  const chance = new Chance(seed);
  if (name === "first") return (match) => first(match);
  if (name === "random") return (match) => drawn(match, chance);
  return (match, seat) => greedy(match, seat, exported, chance);
}

function legal(match: Match): number[][] {
  return match.legal().map(({ answer }) => answer);
}

function is_pass(answer: number[]): boolean {
  return answer[0] === -1;
}

/** The first legal answer; of an offer the first thing that can be used. */
function first(match: Match): number[] {
  const answers = legal(match);
  return (answers.length > 1 && is_pass(answers[0]!) ? answers[1] : answers[0])!;
}

function drawn(match: Match, chance: Chance): number[] {
  const answers = legal(match);
  return answers[chance.below(answers.length)]!;
}

/** The answer after which the player stands best, as far as attempts in a branch tell. */
function greedy(match: Match, seat: number, exported: Exported, chance: Chance): number[] {
  const answers = legal(match);
  if (answers.length === 1) return answers[0]!;
  let branch: Match;
  try {
    branch = match.branch_for(seat, chance.below(2147483646) + 1);
  } catch (error) {
    if (error instanceof RangeError) return drawn(match, chance); // what is done names something hidden
    throw error;
  }
  let best = answers[0]!;
  let most = -Infinity;
  for (const answer of some_of(answers, chance)) {
    const worth = attempt(branch, seat, answer, exported, chance);
    if (worth > most) [best, most] = [answer, worth];
  }
  return best;
}

function some_of(answers: number[][], chance: Chance): number[][] {
  const left = answers.slice(1);
  const found = answers.slice(0, 1);
  while (left.length > 0 && found.length < MOST_ANSWERS) found.push(...left.splice(chance.below(left.length), 1));
  return found;
}

/** How the player stands after an answer and what follows it; the branch is as before then. */
function attempt(branch: Match, seat: number, answer: number[], exported: Exported, chance: Chance): number {
  let next: number[] | null = answer;
  let given = 0;
  while (next !== null && given < FAR) {
    branch.skip();
    branch.step(next);
    given += 1;
    branch.skip();
    const told = branch.step();
    next = told.type !== "request" || (told.kind === "use" && given > 1) ? null : follow(branch, told.kind, chance);
  }
  const worth = standing(branch, seat, exported);
  for (; given > 0; given -= 1) branch.undo();
  return worth;
}

/** Offers are passed; other questions are answered by chance. */
function follow(branch: Match, kind: string | undefined, chance: Chance): number[] {
  return kind === "use" ? [-1] : drawn(branch, chance);
}

function standing(branch: Match, seat: number, { rules }: Exported): number {
  const worth = rules.functions[rules.policy["standing"]!]!;
  const kinds = Object.values(rules.data.kinds).filter(({ ancestors }) => ancestors.includes("player"));
  const players = kinds.flatMap(({ name }) => branch.game.kinds.get(name) ?? []) as { _id: number }[];
  players.sort((one, other) => one._id - other._id);
  return worth(branch.game, players[seat]);
}

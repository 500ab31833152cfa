// One match of many, played by agents: as `cardwright/lab/one_match.py`, and with the same rows.
//
// Job: play a match to its end, and tell what it was. Input: a rules table and a task. Output: a row and notes.

import { createHash } from "node:crypto";

import { agent_of } from "./agents.js";
import { Notes } from "./noting.js";
import { player_asked } from "./turn.js";
import { fault_of, sides, standings, winners } from "./worth.js";
import { Fault, fingerprint, new_game, players_by_seat } from "../rt.js";

/** The seed of an agent, by that of its match, its name and its seat. */
function seed_of(seed, name, seat) {
  return createHash("sha256").update(`${seed} ${name} ${seat}`).digest().readUInt32BE(0) >>> 1;
}

export function play_match(rules, task) {
  const { scenario, number, seed, turned, rosters } = task;
  const match = new_game(rules, rosters === null ? { scenario } : { scenario, rosters }, seed);
  const notes = new Notes(match), course = new Course(task, players_by_seat(match.game).map((_, seat) => [seat]));
  let end, won = null, stands = null;
  try {
    course.seat_all(sides(match));
    end = played(match, course, notes);
    if (end.outcome === "ended") [won, stands] = [winners(match), standings(match)];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    [end, won, stands] = [{ outcome: "fault", message: error.message }, null, null];
  }
  const row = {
    scenario, number, seed, turned, outcome: end.outcome, message: end.message, winners: won, sides: course.sides,
    agents: course.agents, decisions: course.decisions, lead_changes: course.lead_changes, standing: stands,
    events: match.game.events, state: fingerprint(match.game),
  };
  if (rosters !== null) row.rosters = Object.values(rosters);
  if (end.outcome !== "ended") row.save = match.save();
  return { row, notes: notes.told() };
}

/** What is counted while a match is played, by the numbers of the players. */
class Course {
  constructor(task, teams) {
    this.task = task;
    this.lead_changes = 0;
    this.seat_all(teams);
  }

  /** Each side gets its agent. */
  seat_all(teams) {
    const { agents: names, turned } = this.task;
    this.sides = teams;
    this.agents = [];
    teams.forEach((side, n) => side.forEach((seat) => (this.agents[seat] = names[(n + turned) % names.length])));
    this.decisions = this.agents.map(() => 0);
  }
}

/** Plays a match to its end; how it ended. */
function played(match, course, notes) {
  const { seed, most } = course.task;
  const players = course.agents.map((name, seat) => agent_of(name, seed_of(seed, name, seat)));
  let lead = leader(match, course.sides);
  while (match._choice !== null) {
    if (match.answers.length >= most) {
      return { outcome: "endless", message: `it did not end within ${most} answers` };
    }
    const seat = player_asked(match);
    course.decisions[seat] += 1;
    notes.ask(match._choice);
    match.skip();
    match.step(fault_of(() => players[seat](match)));
    const now = leader(match, course.sides);
    if (now !== null && now !== lead) {
      course.lead_changes += lead !== null;
      lead = now;
    }
  }
  return match._result;
}

/** The side that stands best, if there is one and the rules say so. */
function leader(match, teams) {
  const stands = standings(match);
  if (stands === null || teams.length < 2) return null;
  const best = teams.map((side) => Math.max(...side.map((seat) => stands[seat]))), most = Math.max(...best);
  return best.filter((n) => n === most).length === 1 ? best.indexOf(most) : null;
}

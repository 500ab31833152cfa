// Steps of a match as a test of its game: a draft in the form of the game's test files.
//
// Job: find what ran from its beginning to its end, and write the position before it, the answers to what it asked, and
// what it changed. Input: the story as a referee is told it. Output: a text. What a draft lacks is said in it.

import type { Facts, Happened, Rules, Seen, Value, View } from "./engine";
import type { Session } from "./session";
import { after, is_object } from "./telling";

/** An event of the rules that has ended: the views around it, and all that happened in it. */
export interface Step {
  verb: string;
  event: Happened;
  before: View;
  now: View;
  events: Happened[];
  answer: number;
}

const MOST_ANSWERS = 40; // back from now
const MOST_CLAIMS = 12;

/** What has begun after one of the last answers and has ended; the latest first. */
export function steps_of(session: Session): Step[] {
  const chapters = session.chapters("all").slice(0, session.now);
  const found: Step[] = [];
  for (let answer = chapters.length - 1; answer >= Math.max(0, chapters.length - MOST_ANSWERS); answer -= 1) {
    const events = chapters.slice(answer).flatMap((chapter) => chapter?.events ?? []);
    const own = chapters[answer]?.events.length ?? 0;
    let view = chapters[answer]?.before;
    for (let place = 0; place < own && view !== undefined; place += 1) {
      const event = events[place]!;
      const end = event.what === "begin" ? end_of(events, place) : -1;
      if (end > 0) {
        const within = events.slice(place, end + 1);
        const now = within.reduce((held, { changes }) => after(held, changes), view);
        found.push({ verb: event.verb!, event, before: view, now, events: within, answer });
        break; // what begins within it is part of it
      }
      view = after(view, event.changes);
    }
  }
  return found;
}

function end_of(events: Happened[], place: number): number {
  const { verb, depth } = events[place]!;
  return events.findIndex((event, at) =>
    at > place && event.verb === verb && event.depth === depth && ["end", "prevented"].includes(event.what));
}

/** The names by which a test calls what a referee sees. */
class Names {
  constructor(private readonly view: View, private readonly players: string[], private readonly rules: Rules) {}

  of(name: string): string {
    const seat = this.view.players.indexOf(name);
    if (seat >= 0) return this.players[seat] ?? `p${seat + 1}`;
    const seen = this.view.entities[name];
    if (seen?.kind === "game") return "game";
    return `${seen?.card ?? seen?.kind ?? "thing"}_${name}`;
  }

  /** A value as an expression; null where a draft cannot say it. */
  value(value: unknown, type = ""): string | null {
    if (value === null || value === undefined) return "none";
    if (typeof value === "boolean" || typeof value === "number") return String(value);
    if (typeof value === "string") return type === "text" ? JSON.stringify(value) : value;
    if (Array.isArray(value)) {
      const parts = value.map((part) => this.value(part, type));
      return parts.includes(null) ? null : `[${parts.join(", ")}]`;
    }
    if (!is_object(value)) return null;
    for (const form of ["card", "square"]) if (typeof value[form] === "string") return value[form] as string;
    return typeof value["entity"] === "string" ? this.of(value["entity"]) : null;
  }

  zone(key: string): string {
    const cut = key.indexOf(".");
    return `${this.of(key.slice(0, cut))}.${key.slice(cut + 1)}`;
  }

  /** What a test answers with. */
  answer(chosen: Value): string {
    if (is_object(chosen) && typeof chosen["ability"] === "string") {
      const of = this.value(chosen["of"]) ?? "";
      const by = chosen["by"] === null ? of : (this.value(chosen["by"]) ?? of);
      const id = chosen["ability"];
      const label = this.rules.abilities.find((ability) => ability.id === id)?.label ?? id;
      return label === id && label.includes("#") ? (by === of ? of : `${by} of ${of}`) : `${label} of ${of}`;
    }
    return this.value(chosen) ?? "none";
  }
}

interface Given {
  players: string[];
  create: string[];
  do: string[];
  lacks: string[];
}

/** The text of a test. */
export function draft_of(step: Step, rules: Rules, facts: Facts, scenario: string): string {
  const names = new Names(step.before, facts.scenarios[scenario]?.players ?? [], rules);
  const given = position_of(step.before, rules, names);
  const call = call_of(step, facts, names);
  const lines = [
    "tests:",
    `  - name: ${quoted(`${step.verb.replaceAll("_", " ")}, played in ${scenario}, answer ${step.answer + 1}`)}`,
    ...given.lacks.map((what) => `    # not in this draft: ${what}`),
    "    given:",
    `      players: [${given.players.join(", ")}]`,
    ...(step.before.board === null ? [] : ["      board: |", ...board_of(step.before, rules).map((line) => `        ${line}`)]),
    ...(given.create.length > 0 ? ["      create:", ...given.create.map((line) => `        - ${line}`)] : []),
    ...(given.do.length > 0 ? ["      do: |", ...given.do.map((line) => `        ${line}`)] : []),
    "    when: |",
    `      ${call}`,
    ...listed("choices", answers_of(step.events, names)),
    ...listed("dice", rolls_of(step.events)),
    `    then: [${claims_of(step, names).map(quoted).join(", ")}]`,
  ];
  return lines.join("\n") + "\n";
}

function listed(key: string, items: string[]): string[] {
  return items.length > 0 ? [`    ${key}: [${items.join(", ")}]`] : [];
}

/** A text for YAML: as it is where nothing in it means more. */
function quoted(text: string): string {
  return /^(-?\d+|[A-Za-z][\w .]*)$/.test(text) ? text : JSON.stringify(text);
}

function call_of({ verb, event }: Step, facts: Facts, names: Names): string {
  const told = (facts.forms[verb] ?? []).flatMap(([preposition, param]) => {
    const value = event.values?.[param!];
    return value === null || value === undefined ? [] : [`${preposition} ${names.value(value) ?? "none"}`.trim()];
  });
  return [verb, ...told].join(" ");
}

// ---- the position
function position_of(view: View, rules: Rules, names: Names): Given {
  const found: Given = { players: [], create: [], do: [], lacks: [] };
  for (const player of view.players.filter((name) => view.entities[name] !== undefined)) {
    const { fields } = entry_of(view.entities[player]!, view, rules, names, found);
    found.players.push(`{${[`name: ${names.of(player)}`, ...fields].join(", ")}}`);
  }
  const rows = Object.entries(view.entities).filter(([name, { kind }]) => !view.players.includes(name) && kind !== "game");
  rows.sort(([, one], [, other]) => (one.place ?? 0) - (other.place ?? 0));
  for (const [name, seen] of rows) {
    const { fields } = entry_of(seen, view, rules, names, found, name);
    const what = seen.card !== null ? `card: ${seen.card}` : `kind: ${seen.kind}`;
    const zone = seen.zone === null ? [] : [`zone: ${names.zone(seen.zone)}`];
    const is_held = seen.zone !== null && !is_there(seen.zone.split(".")[0]!, view);
    found.create.push(`{${[`name: ${names.of(name)}`, what, ...fields, ...(is_held ? [] : zone)].join(", ")}}`);
    if (is_held) found.do.push(`put ${names.of(name)} into ${names.zone(seen.zone!)}`);
    if (seen.at !== null) found.do.unshift(`place ${names.of(name)} at ${seen.at}`);
  }
  const game = Object.entries(view.entities).find(([, { kind }]) => kind === "game");
  if (game !== undefined) {
    for (const field of entry_of(game[1], view, rules, names, found, game[0]).fields) {
      const cut = field.indexOf(": ");
      found.do.push(`set game.${field.slice(0, cut)} to ${unquoted(field.slice(cut + 2))}`);
    }
  }
  return found;
}

/** Whether a thing is in a position before all others: players, and the game itself. */
function is_there(name: string, view: View): boolean {
  return view.players.includes(name) || view.entities[name]?.kind === "game";
}

function unquoted(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/** The fields of a thing that are not as they are at first; what names other things is set when all are there. */
function entry_of(seen: Seen, view: View, rules: Rules, names: Names, found: Given, name = ""): { fields: string[] } {
  const fields: string[] = [];
  const own = name === "" ? "a player" : names.of(name);
  for (const field of rules.data.kinds[seen.kind]?.fields ?? []) {
    const value = seen.fields[field.name];
    if ((field.printed && seen.card !== null) || value === undefined || same(value, usual_of(field.type, field.default))) continue;
    if (["rules"].includes(field.type) || field.part) continue;
    const told = names.value(value, field.type);
    if (told === null) found.lacks.push(`${own}.${field.name}`);
    else if (is_object(value) && typeof value["entity"] === "string" && !view.players.includes(value["entity"])) {
      found.do.push(`set ${name === "" ? names.of(name_of(seen, view)) : own}.${field.name} to ${told}`);
    } else fields.push(`${field.name}: ${quoted(told)}`);
  }
  for (const { kind } of seen.statuses) found.lacks.push(`the status ${kind} of ${own}`);
  return { fields };
}

function name_of(seen: Seen, view: View): string {
  return Object.keys(view.entities).find((name) => view.entities[name] === seen) ?? "";
}

function usual_of(type: string, value: Value): Value {
  return value ?? (type === "int" ? 0 : type === "bool" ? false : ["set", "list"].includes(type) ? [] : null);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The lines of the board: its terrain alone, for what stands on it is placed. */
function board_of({ board }: View, rules: Rules): string[] {
  const { width, height, squares, vacant_squares: vacant = [] } = board!;
  const symbols = rules.board.terrain ?? {};
  const known = new Map(squares.map(({ at, terrain }) => [at, terrain.map((name) => symbols[name]).find(Boolean) ?? "."]));
  for (const at of vacant) known.set(at, "_");
  return Array.from({ length: height }, (_, row) => Array.from({ length: width },
    (_unused, column) => known.get(`${letters(column)}${row + 1}`) ?? " ").join(" ").trimEnd());
}

function letters(column: number): string {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

// ---- what is answered, and what comes of it
function answers_of(events: Happened[], names: Names): string[] {
  return events.filter(({ what }) => what === "choose").map(({ kind, chosen }) => {
    const told = (chosen as Value[]).map((each) => quoted(names.answer(each)));
    if (told.length === 0) return kind === "use" ? "pass" : "none";
    return kind === "some" ? `[${told.join(", ")}]` : told[0]!;
  });
}

function rolls_of(events: Happened[]): string[] {
  return events.filter(({ what }) => what === "roll").map(({ roll }) => {
    const faces = (roll as { face: number }[]).map(({ face }) => String(face + 1));
    return faces.length === 1 ? faces[0]! : `[${faces.join(", ")}]`;
  });
}

function claims_of({ before, now }: Step, names: Names): string[] {
  const found: string[] = [];
  for (const [name, seen] of Object.entries(now.entities)) {
    const old = before.entities[name];
    if (old === undefined) continue;
    const own = names.of(name);
    for (const [field, value] of Object.entries(seen.fields)) {
      if (same(value, old.fields[field])) continue;
      if (typeof value === "number") found.push(`${own}.${field} == ${value}`);
      else if (typeof value === "boolean") found.push(value ? `${own}.${field}` : `not ${own}.${field}`);
    }
    if (seen.zone !== null && seen.zone !== old.zone) found.push(`${own} in ${names.zone(seen.zone)}`);
    if (seen.at !== null && seen.at !== old.at) found.push(`${own}.at == ${seen.at}`);
  }
  return found.slice(0, MOST_CLAIMS);
}

// What the JavaScript runtime offers, for TypeScript. The contract is docs/engines.md of Cardwright.

/** Data that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// ---- the host's interface

/** What a game begins from: a scenario by name, the first one of the game where none is named; what players bring. */
export interface Setup {
  scenario?: string | null;
  /** By the names that the scenario gives its players; who is left out has the cards of the scenario. */
  rosters?: Record<string, Roster | string> | null;
}

/**
 * A list of cards that a player brings, or the name of one of the game's own. `roster` names its definition; of the
 * others each is a card, cards (as an array, or how many of each), or a number or word.
 */
export interface Roster {
  roster: string;
  [param: string]: string | number | boolean | string[] | Record<string, number>;
}

/** What a host allows a game; it is part of the verdict, and no part of a save. */
export interface Limits {
  /** How much work may be done for an answer; 100,000,000 where nobody says. */
  work?: number | null;
  /** Called from time to time; where it says true, the game ends with the outcome `stopped`. */
  watch?: (() => boolean) | null;
  /** Who answers for rolls, draws and shuffles: the match itself, or the host, of whom they are then asked. */
  chance?: "own" | "host" | null;
}

/** Why a roster is not legal. */
export interface BrokenRoster {
  reason: string;
  /** `path:line:column` of the requirement. */
  place: string;
  rows: string[];
}

/**
 * Positions in a request's options, from 0; `[-1]` passes an offer. Of a roll a face's position for each die, of a draw
 * one position below its size, of a shuffle all of them in their new order.
 */
export type Answer = number[];

/** Something has happened: a line of the transcript, and how many events are around it. */
export interface GameEvent {
  type: "event";
  depth: number;
  text: string;
}

/**
 * A player is asked: `least` to `most` of the options. `kind` is `one`, `some`, `yes` (a yes or no), `mode` (one of
 * several texts), `use` (an ability, or a pass), or `order` (which of several that happen at once is next).
 */
export interface GameRequest {
  type: "request";
  kind: "one" | "some" | "yes" | "mode" | "use" | "order";
  who: string;
  prompt: string;
  options: string[];
  least: number;
  most: number;
  /** `path:line:column` of the card or rule that asks. */
  place: string;
}

/** The host is asked for chance, which it has asked for: the dice by name with their numbers of faces. */
export interface RollRequest {
  type: "request";
  kind: "roll";
  dice: string[];
  sizes: number[];
  place: string;
}

/** The host is asked for chance: one of so many, or so many in a new order. */
export interface DrawRequest {
  type: "request";
  kind: "draw" | "shuffle";
  size: number;
  place: string;
}

export type ChanceRequest = RollRequest | DrawRequest;

/** The game is over. After a fault it is as it was before its start, and `message` says what went wrong. */
export interface GameResult {
  type: "result";
  outcome: "ended" | "fault" | "stopped";
  message: string;
  /** How many events there were. */
  events: number;
  /** The hash of the last state. */
  state: string;
}

/** A legal answer, in words. */
export interface LegalAnswer {
  answer: Answer;
  label: string;
}

/** The waiting request, and what is not offered and why. */
export interface Explanation {
  prompt: string;
  place: string;
  refused: { label: string; reason: string; place: string; rows: string[] }[];
}

/**
 * A game as data (`schemas/save.schema.json`): it can be loaded in every runtime whose rules have the same hash. One of
 * format 1 has `hash` in the place of `plays`, and answers alone.
 */
export interface Save {
  format: 1 | 2;
  game: string;
  plays?: string;
  hash?: string;
  reads?: string;
  versions?: { game: string; snapshot: number };
  setup: Setup;
  seed: number;
  chance?: "own" | "host";
  reseeded?: [number, number][];
  answers: Answer[];
  origin?: Snapshot | null;
  snapshot?: Snapshot | null;
  places?: Json;
}

/** All of a match at a request or at its end, as data that JSON can hold (`schemas/snapshot.schema.json`). */
export interface Snapshot {
  format: 1;
  game: string;
  hash: string;
  setup: Setup;
  seed: number;
  chance: number;
  opening: Answer[] | null;
  board: number | null;
  result: GameResult | null;
  state: Record<string, Json>;
}

/** Who looks: the number of a player, none for a spectator, `all` for a referee. */
export type Viewer = number | "all" | null;

/** An entity of the same view, by its name; what the viewer may not know. */
export type Ref = { entity: string };
export type Hidden = { hidden: true };

/** What is written the same on a card, in a view and in a running game. */
export type Plain = null | boolean | number | string;

/** A value as a view has it; an object says of what sort it is. Names are those of entities in the same view. */
export type SeenValue =
  | null | boolean | number | string | SeenValue[]
  | Hidden | Ref | { card: string } | { square: string } | { zone: string } | { event: string }
  | { roll: SeenValue[] } | { die: string; face: number } | { ability: string; of: SeenValue; by: SeenValue }
  | { kind: string; values: Record<string, SeenValue>; of: SeenValue } | { until: Until };

export interface Until {
  edge: "start" | "end" | "while";
  skip: boolean;
  verbs: string[];
}

export interface SeenEntity {
  kind: string;
  card: string | null;
  zone: string | null;
  place: number | null;
  at: string | null;
  fields: Record<string, SeenValue>;
  statuses: { name: string; kind: string; values: Record<string, SeenValue>; until: Until | null }[];
  keywords: { kind: string; values: Record<string, SeenValue> }[];
}

/** What is asked; who is not asked is told `who` alone. */
export interface SeenRequest {
  who: SeenValue;
  kind?: GameRequest["kind"];
  prompt?: string;
  options?: SeenValue[];
  least?: number;
  most?: number;
  /** Whether the options that are picked must meet a condition together. */
  judged?: boolean;
  place?: string;
  /** For who watches in a language; `none` is for the answer that takes no option, empty where there is none. */
  words?: { question: string; options: string[]; none: string };
}

/** What is not offered, and why: the parts of a sentence, texts and values. */
export interface SeenRefusal {
  option: SeenValue;
  reason: SeenValue[];
  place: string;
  rows: string[];
  /** The same in words, for who watches in a language. */
  words?: { option: string; reason: string };
}

/** What somebody may know of a match (`schemas/view.schema.json`). */
export interface View {
  for: Viewer;
  board: {
    width: number;
    height: number;
    squares: { at: string; terrain: string[]; elevation: number }[];
    walls: [string, string][];
    /** Squares that may still come onto the board; absent where there are none. */
    vacant_squares?: string[];
  } | null;
  players: string[];
  entities: Record<string, SeenEntity>;
  zones: Record<string, { count: number; entities: (string | null)[] }>;
  effects: { until: Until | null; places: string[]; values: Record<string, SeenValue> }[];
  request: SeenRequest | null;
}

/** What an event changes in a view: a path and the new value, or a path alone for what is gone. */
export type Change = [path: string[], value: Json] | [path: string[]];

/** Where something lies or stands. */
export type SeenPlace = { zone: string } | { square: string } | { hidden: true } | null;

/** Something that happened, as one viewer is told it (`schemas/events.schema.json`). */
export type SeenEvent = { seq: number; depth: number; words?: string; changes: Change[] } & (
  | { what: "begin" | "prevented" | "refused"; verb: string; values: Record<string, SeenValue> }
  | { what: "end"; verb: string }
  | { what: "use"; ability: string; of: SeenValue; by: SeenValue }
  | { what: "roll"; roll: SeenValue[] }
  | { what: "choose"; who: SeenValue; kind: GameRequest["kind"]; chosen: SeenValue[] }
  | { what: "create" | "move"; entity: string | null; from: SeenPlace; to: SeenPlace }
  | { what: "remove"; entity: string | null; from: SeenPlace }
  | { what: "change"; entity: string | null; field: string; before: SeenValue; after: SeenValue }
  | {
    what: "status" | "drop";
    entity: string | null;
    status: { name: string | null; kind: string; values: Record<string, SeenValue> };
  }
  | { what: "reveal"; entity: string | null; who: SeenValue }
  | { what: "shuffle"; zone: string | null }
  | { what: "lasting" | "ask" | "board" | "anew" }
);

/** Somebody who watches a match: what stays in sight keeps its name. A view and the events after it give the next. */
export interface Watcher {
  view(): View;
  /** What happened since they asked last, for a view or for events. */
  events(): SeenEvent[];
  /** What they are not offered now, and why; of others' offers they are told nothing. */
  refused(): SeenRefusal[];
  /**
   * Whether some answer to what they are asked has all of these options. Errors: RangeError where they are asked
   * nothing, or where it takes too much work to find out.
   */
  allows(picked: Answer): boolean;
  /** Keeps nothing more of what happens. Whoever asks again looks anew, and gives all names anew. */
  close(): void;
}

/** An invariant that does not hold: `of` which entity, empty for the whole game, and the values that it reads. */
export interface BrokenInvariant {
  name: string;
  place: string;
  rows: string[];
  of: string;
  values: Record<string, string>;
}

/** A game that a host drives: events come one at a time; dice and shuffles answer themselves, or ask the host. */
export class Play {
  readonly rules: Rules;
  readonly game: State;
  constructor(rules: Rules, setup: Setup, seed: number, limits: Limits);
  /**
   * The next event, request or result; a request that waits is told again. An answer is given when a request waits and
   * all events were told; an illegal one is refused with a RangeError, and the request waits on.
   */
  step(answer?: Answer | null): GameEvent | GameRequest | ChanceRequest | GameResult;
  /** Passes over the events that were not told yet. */
  skip(): void;
  /** The legal answers of the waiting request, at most 64. */
  legal(): LegalAnswer[];
  explain(): Explanation;
  /** The invariants that do not hold now, which may tell what is hidden; for authors and tests, never for a player. */
  invariants(): BrokenInvariant[];
  /**
   * What a player may know; players count from 0, by seat. None is a spectator, `all` a referee, who knows all. Names
   * of entities hold for this view alone. Errors: RangeError for a player that is not there.
   */
  view(player?: Viewer): View;
  /**
   * Somebody who watches this match; with a language they are told in words, too, which call the players by `names`, in
   * the order of their seats. Errors as above.
   */
  watch(player?: Viewer, language?: string | null, names?: readonly (string | null)[] | null): Watcher;
  save(): Save;
  /** All of the match as data; `restore` goes on from there without playing anything again. */
  snapshot(): Snapshot;
  /** An independent match in the same state, with the same future. */
  clone(): Play;
  /** A clone with another future of dice, draws and shuffles. */
  branch(seed: number): Play;
  /**
   * A branch in which what a player cannot know is dealt anew, in a way that fits all that they know; players count
   * from 0, by seat. Errors: RangeError for a player that is not there, or where what is being done names something
   * hidden.
   */
  branch_for(player: number, seed: number): Play;
  /** Takes the last answer back. Errors: RangeError where there is none, or it was given before a snapshot. */
  undo(): void;
  /** Gives the answer that was taken back last once more. Errors: RangeError where there is none. */
  redo(): void;
}

/** A game before its first event. Errors: RangeError for a setup or seed that is none, or names what is not there. */
export function new_game(rules: Rules, setup?: Setup | null, seed?: number, limits?: Limits | null): Play;

/** A game where a save left it. Errors: RangeError for a save of another game, format or rules, or a damaged one. */
export function load(rules: Rules, save: Save, limits?: Limits | null): Play;

/** The match of a snapshot, as it was. Errors: RangeError for a snapshot of another game or rules, or a damaged one. */
export function restore(rules: Rules, snapshot: Snapshot, limits?: Limits | null): Play;

/** What is wrong with a roster; empty where it is legal. Errors: RangeError for what is no roster. */
export function judge_roster(rules: Rules, roster: Roster | string): BrokenRoster[];

// ---- transcripts and agents

/** The lines of a content test, from before its position is built to the hash of the state it leaves. */
export function transcript_of_test(rules: Rules, script: Script): string[];

/** The lines of a whole game, with the agent `random` for all players. */
export function transcript_of_match(rules: Rules, scenario: string, seed: number): string[];

/** Answers choices; the same seed gives the same answers. */
export type Agent = (request: Choose) => Answer;

export function random_agent(seed: number): Agent;
export function first_agent(seed: number): Agent;
export const AGENTS: { random: typeof random_agent; first: typeof first_agent };

/** 16 hexadecimal digits of a text. */
export function text_hash(text: string): string;

// ---- the rules table, which a generated module hands over

/** What a requirement that fails gives back: the parts of its sentence, its place, its rulebook rows. */
export type Failed = [parts: unknown[], at: number, rows: string[]];

/** A row of a body: an operation, a place, and its operands. */
export type Row = [operation: string, at: number, ...operands: any[]];

/** What a verb, ability or check does; its name is the same in every engine. */
export interface Body {
  name: string;
  rows: Row[];
}

export interface Modifier {
  at: number;
  form: "adjust" | "override" | "least" | "most" | "grant" | "forbid";
  stat: string;
  verbs: string[];
  rows: string[];
  scope: ModifierFunction | null;
  value: ModifierFunction | null;
  condition: ModifierFunction | null;
  values: ModifierFunction[];
}

export type ModifierFunction = (rt: State, it: any, then: Event | null, self: any, carrier: any, env: any) => any;
export type AbilityFunction<Result> = (rt: State, self: any, carrier: any, trigger: Event | null) => Result;

export interface Verb {
  at: number;
  rows: string[];
  params: { name: string; optional: boolean; default: ((rt: State) => any) | null }[];
  lets: string[];
  steps: string[];
  head: (rt: State, ev: Event) => Failed | null;
  recheck: (rt: State, ev: Event) => Failed | null;
  body: Body;
}

export interface Ability {
  id: string;
  at: number;
  carrier: { form: "card" | "every" | "keyword" | "status"; name: string; field: string };
  form: "passive" | "trigger" | "reaction" | "activation" | "ai";
  timing: "" | "before" | "after" | "instead" | "during";
  verbs: string[];
  step: string;
  label: string;
  limits: string[];
  uses: number;
  classes: string[];
  rows: string[];
  live: number | null;
  condition: AbilityFunction<boolean> | null;
  chooser: AbilityFunction<Entity | null> | null;
  feasible: AbilityFunction<boolean> | null;
  requires: AbilityFunction<Failed | null> | null;
  costs: Body | null;
  /** The same number for the same costs. */
  costs_number: number | null;
  body: Body | null;
  recharged_by: string[];
  recharged_if: AbilityFunction<boolean> | null;
  modifiers: Modifier[];
}

export interface Live {
  kind: string;
  field: string;
  each: boolean;
  at: number;
  rows: string[];
  subject: (rt: State, carrier: any) => any;
  condition: ((rt: State, self: any, carrier: any) => boolean) | null;
  needs_self: boolean;
  through: { verb: string; values: (rt: State, self: any, carrier: any) => Record<string, any> } | null;
}

export interface StateCheck {
  name: string;
  at: number;
  reads: string[];
  rows: string[];
  found: (rt: State) => any;
  body: Body;
}

export interface Invariant {
  name: string;
  kind: string;
  at: number;
  rows: string[];
  broken: (rt: State) => any;
  told: { name: string; value: (rt: State, self?: any) => any }[];
}

/** A content test, or (without steps) a scenario. */
export interface Script {
  name: string;
  at: number;
  rows: string[];
  positions: {
    at: number;
    board: string[];
    letters: [letter: string, name: string][];
    build: Body;
    do: Body;
  }[];
  steps: {
    at: number;
    do: Body;
    then: {
      text: string; at: number; test: (rt: State, env: any) => any; left: ((rt: State, env: any) => any) | null;
      right: ((rt: State, env: any) => any) | null;
    }[];
    choices: Json[];
    dice: Json[];
  }[];
  illegal: string;
  events: string[];
  roster: { name: string; values: [param: string, value: Json][] } | null;
}

export interface Rules {
  format: 1;
  game: string;
  version: string;
  /** Which versions of its cards it has: the day of the export (empty with all errata), and since when each is so. */
  errata: { as_of: string; cards: Record<string, string> };
  hash: string;
  reads: string;
  parts: { bodies: Record<string, [string, number]>; lasting: [string, number][]; untils: [string, number][] };
  start: string;
  board: Record<string, Json>;
  policy: Record<string, string>;
  data: Record<string, any>;
  functions: Record<string, (rt: State, ...values: any[]) => any>;
  stats: { kind: string; name: string; stacking: string; value: ((rt: State, self: any) => any) | null }[];
  verbs: Record<string, Verb>;
  abilities: Ability[];
  lasting: Modifier[];
  untils: ((rt: State, then: Event | null, env: any) => any)[];
  lives: Live[];
  checks: StateCheck[];
  invariants: Invariant[];
  rosters: Record<string, { rows: string[]; requirements: ((rt: State, ...cards: any[]) => Failed | null)[] }>;
  deals: {
    lists: Record<string, Roster>;
    rosters: Record<string, [param: string, form: string, kind: string, zone: string][]>;
    seats: Record<string, string[]>;
    whose: Record<string, string[]>;
  };
  scenario_names: string[];
  scenarios: Record<string, Script>;
}

// ---- values of a running game

/** An entity: its fields are properties; names with an underscore are the runtime's own. */
export class Entity {
  readonly _id: number | string;
  readonly _card: Entity | null;
  readonly _zone: Zone | null;
  readonly _alive: boolean;
  readonly _kind: string;
  readonly _kinds: Set<string>;
  readonly [field: string]: any;
}

export class Square {
  readonly index: number;
  readonly name: string;
}

export class Zone implements Iterable<Entity> {
  readonly name: string;
  readonly owner: Entity;
  readonly visible: "all" | "owner" | "none";
  readonly items: readonly Entity[];
  readonly length: number;
  [Symbol.iterator](): Iterator<Entity>;
}

export class Face {
  readonly die: string;
  readonly index: number;
  readonly symbols: Record<string, number>;
}

export class Roll extends Array<Face> {}

/** A happening; the verb's parameters and lets are properties beside the runtime's own. */
export class Event {
  readonly _verb: string;
  readonly _outcome: "" | "done" | "illegal" | "fizzled" | "prevented";
  readonly _reason: Refusal | null;
  readonly done: boolean;
  [name: string]: any;
}

export class Duration {
  readonly edge: "start" | "end" | "while";
  readonly skip: boolean;
  readonly verbs: string[];
}

/** Why something is illegal: a sentence, the place of the failing requirement, its rulebook rows. */
export class Refusal {
  readonly message: string;
  readonly at: number;
  readonly rows: string[];
}

/** An ability that someone may use now. */
export class Usable {
  readonly ability: number;
  readonly name: string;
  readonly me: Entity;
  readonly this: Entity;
  readonly trigger: Event | null;
}

/** A defined failure of a run; `at` is a row of the table of places. */
export class Fault extends Error {
  readonly at: number;
}

// ---- requests of the running game, as agents and drivers see them

export class Choose {
  readonly request: "choose";
  readonly who: Entity;
  readonly kind: GameRequest["kind"];
  readonly prompt: string;
  readonly options: readonly any[];
  readonly least: number;
  readonly most: number;
  readonly at: number;
  readonly such_that: ((picked: any[]) => boolean) | null;
}

/** The answer is a face's position per die. */
export class RollDice {
  readonly request: "roll";
  readonly dice: readonly string[];
  readonly sizes: readonly number[];
  readonly at: number;
}

/** The answer is a position below `size`. */
export class Draw {
  readonly request: "draw";
  readonly size: number;
  readonly at: number;
}

/** The answer is a permutation of the positions below `size`. */
export class Shuffle {
  readonly request: "shuffle";
  readonly size: number;
  readonly at: number;
}

export type Request = Choose | RollDice | Draw | Shuffle;

// ---- for other drivers than `Play`

/** The legal answers of a choice in a fixed order, at most so many. */
export function legal_answers(request: Choose, most?: number): Answer[];

/** A value as transcripts and prompts name it. */
export function label(value: any): string;

/** Whether two values are equal: collections by their items, everything else by identity. */
export function eq(a: any, b: any): boolean;

/** A rules table made ready to run; shared by all its games. */
export class Code {
  constructor(rules: Rules);
}

/** Something that is being done: where it is, and its values as properties. */
export interface Frame {
  pc: number;
  run(rt: State, value: any): Frame | Request | null;
  catch(rt: State, stop: any): boolean;
}

/** One match in progress: a record of data, which functions read and change. */
export interface State {
  readonly code: Code;
  /** The entity of the kind `game`. */
  readonly game: Entity | null;
  trace: Trace | null;
  /** What is being done, the innermost last; between two calls it waits for the answer to a request. */
  readonly frames: readonly Frame[];
  [part: string]: any;
}

/** A match before anything has happened. */
export function new_state(code: Code): State;

export function of_kind(rt: State, kind: string): Entity[];
/** The players by their seats, oldest first; whoever was removed keeps a seat. */
export function players_by_seat(rt: State): Entity[];
export function stat(rt: State, owner: Entity, name: string): number;
export function has(rt: State, owner: Entity | Square | null, name: string): boolean;
export function can(rt: State, verb: string, values: Record<string, any>): boolean;
export function why_not(rt: State, verb: string, values: Record<string, any>): Refusal | null;

/** A verb call that is to be done; its result is the event. */
export class Happening implements Frame {
  constructor(verb: string, values: Record<string, any>);
  pc: number;
  run(rt: State, value: any): Frame | Request | null;
  catch(rt: State, stop: any): boolean;
}

/** Begins a frame; gives its first request, or null when it is done. A Fault leaves the state as it was. */
export function start(rt: State, first: () => Frame): Request | null;

/** Goes on with the answer to the last request. */
export function go_on(rt: State, answer: any): Request | null;

/** Runs a frame to its end, and gives its result. */
export function run(rt: State, first: () => Frame, answer: (request: Request) => any): any;

/** The whole game, from its start. */
export function play(rt: State, answer: (request: Request) => any): Event;

/** What the player who is offered something may not use now, and why. */
export function explain(rt: State): [Usable, Refusal][];

export function picture(rt: State): string;
export function fingerprint(rt: State): string;

/** A place as `path:line:column`. */
export function place_of(rt: State, at: number): string;

export class Trace {
  readonly lines: string[];
  add(depth: number, text: string): void;
}

/** The named generator: x becomes 48271 x mod (2^31 - 1). */
export class Minstd {
  constructor(seed: number);
  below(size: number): number;
  permutation(size: number): number[];
}

/** What became of a test: a sentence for each failure, and the rulebook rows that were carried out. */
export function run_test(
  code: Code,
  script: Script,
  game: State,
  answering: (game: State, answerer: { answer(request: Request): any }) => (request: Request) => any,
): { failures: string[]; rows: Set<string> };

/** What is wrong with a roster; empty when it is legal. */
export function check_roster(code: Code, definition: string, values: [string, Json][], marked?: Set<string>): Refusal[];

/** Geometry of a board of squares, which are numbers here: row * width + column. */
export class Grid {
  constructor(
    width: number,
    height: number,
    shape?: {
      metric?: "chebyshev" | "manhattan" | "alternating";
      exists?: boolean[];
      terrain?: string[][];
      elevation?: number[];
      walls?: [number, number][];
    },
  );
  readonly squares: readonly Square[];
  [method: string]: any;
}

/** A board as drawn. Errors: Fault at the first fault of the drawing. */
export function parse_board(lines: string[]): {
  width: number;
  height: number;
  letters: string[][];
  walls: [number, number][];
};

/** The functions that generated code calls beside the running game. */
export const core: Record<string, (...values: any[]) => any>;

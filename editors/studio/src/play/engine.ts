// The exported rules and runtime, as far as this component calls them (`rt.d.ts` declares all of it).

export type Seat = number | "all" | null;

/** A value of a view: a number, text or truth value itself, or an object that says what it stands for. */
export type Value = null | number | string | boolean | Value[] | { [member: string]: Value };

export interface Trait {
  kind: string;
  values: Record<string, Value>;
}

export interface Seen {
  kind: string;
  card: string | null;
  zone: string | null;
  place: number | null;
  at: string | null;
  fields: Record<string, Value>;
  statuses: (Trait & { name: string })[];
  keywords: Trait[];
}

export interface Board {
  width: number;
  height: number;
  squares: { at: string; terrain: string[]; elevation: number }[];
  walls: [string, string][];
  vacant_squares?: string[];
}

export interface Asked {
  who: Value;
  kind?: string;
  prompt?: string;
  options?: Value[];
  least?: number;
  most?: number;
  judged?: boolean;
  place?: string;
}

export interface View {
  for: Seat;
  board: Board | null;
  players: string[];
  entities: Record<string, Seen>;
  zones: Record<string, { count: number; entities: (string | null)[] }>;
  request: Asked | null;
}

/** Something that happened; which members it has hangs on `what`. */
export interface Happened {
  seq: number;
  depth: number;
  what: string;
  verb?: string;
  values?: Record<string, Value>;
  changes: [string[], Value?][];
  [member: string]: unknown;
}

export interface Refused {
  option: Value;
  reason: Value[];
  place: string;
  rows: string[];
}

export interface Watcher {
  view(): View;
  events(): Happened[];
  refused(): Refused[];
  allows(picked: number[]): boolean;
}

export interface Told {
  type: "event" | "request" | "result";
  who?: string;
  kind?: string;
  options?: string[];
  least?: number;
  most?: number;
  outcome?: string;
  message?: string;
}

export interface Match {
  answers: number[][];
  game: { kinds: Map<string, unknown[]> };
  step(answer?: number[] | null): Told;
  skip(): void;
  legal(): { answer: number[]; label: string }[];
  watch(seat: Seat): Watcher;
  view(seat: Seat): View;
  branch_for(player: number, seed: number): Match;
  undo(): void;
  redo(): void;
  save(): unknown;
}

export interface Field {
  name: string;
  type: string;
  printed: boolean;
  default: Value;
  zone: string;
  part: string;
}

export interface Rules {
  game: string;
  board: { type?: string; terrain?: Record<string, string> };
  start: string;
  policy: Record<string, string>;
  functions: Record<string, (game: unknown, player: unknown) => number>;
  scenario_names: string[];
  verbs: Record<string, { params: { name: string }[] }>;
  abilities: { id: string; label: string }[];
  data: {
    kinds: Record<string, { name: string; ancestors: string[]; figure: boolean; fields: Field[] }>;
    cards: Record<string, { id: string; kind: string; names: Record<string, string> }>;
    names: Record<string, Record<string, string>>;
    traits: Record<string, { form: string }>;
  };
}

export interface Exported {
  rules: Rules;
  new_game(setup: { scenario: string } | null, seed: number, limits?: object | null): Match;
  load(save: unknown, limits?: object | null): Match;
}

/** What the page gives beside the rules: words for people, which the rules do not have. */
export interface Facts {
  title: string;
  languages: string[];
  /** Scenarios by name, each with its title and the names of its players. */
  scenarios: Record<string, { title: string; players: string[] }>;
  /** The texts of cards, by id and language. */
  texts: Record<string, Record<string, string[]>>;
  /** Of each kind, the fields that are better high or low: figures are shown with them. */
  judged: Record<string, string[]>;
  /** Of each verb its operands: a preposition, which may be empty, and the name of the parameter. */
  forms: Record<string, [string, string][]>;
}

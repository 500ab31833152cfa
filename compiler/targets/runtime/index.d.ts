// A game's rules with the host's interface, for TypeScript.

import type * as rt from "./rt.js";
import type {
  Ability, CardIds, CardKinds, Enums, FieldName, Fields, RosterName, Rosters, Scenario, Seat, Status, Values, Verb,
} from "./types.js";

export type {
  Answer, BrokenInvariant, BrokenRoster, ChanceRequest, DrawRequest, Explanation, GameEvent, GameRequest, GameResult,
  Hidden, LegalAnswer,
  Limits, Ref, RollRequest, Rules, Save, SeenEntity, SeenRequest, SeenValue, Snapshot, Viewer,
} from "./rt.js";
export type {
  Ability, CardIds, CardKinds, Die, Enums, EventGroup, FieldName, Fields, Keyword, Option, RosterName, Rosters,
  Scenario, Seat, Status, Values, Verb,
} from "./types.js";

/** A kind of this game, and the id of a card. */
export type Kind = keyof Fields;
export type CardId = keyof CardKinds;

/** A card as it is printed: values that it does not have are those of its kind. */
export interface Card<K extends Kind> {
  readonly id: CardIds[K];
  readonly kind: K;
  readonly names: { readonly [language: string]: string };
  readonly rows: readonly string[];
  readonly values: {
    readonly [Name in keyof Fields[K]]?: Fields[K][Name] extends rt.Plain ? Fields[K][Name] : rt.Json;
  };
}

/** All cards, by id. */
export const cards: { readonly [Id in CardId]: CardKinds[Id] extends Kind ? Card<CardKinds[Id]> : never };

/** An entity of a kind, as views show it; `Entity` is one of any kind, which its member `kind` tells. */
export type EntityOf<K extends Kind> = Omit<rt.SeenEntity, "kind" | "card" | "fields"> & {
  kind: K;
  card: CardIds[K] | null;
  fields: Fields[K];
};
export type Entity = { [K in Kind]: EntityOf<K> }[Kind];

/** What somebody may know of a match. */
export interface View extends Omit<rt.View, "entities"> {
  entities: Record<string, Entity>;
}

/** An event of a verb, with its values; and of any other sort. */
export type EventOf<V extends Verb> = Pick<rt.SeenEvent, "seq" | "depth" | "changes"> & (
  { what: "begin" | "prevented" | "refused"; verb: V; values: Values[V] }
);
type Told<What> = Extract<rt.SeenEvent, { what: What }>;
type Named<What, Names> = Omit<Told<What>, keyof Names> & Names;

/** Something that happened, as one viewer is told it: its members `what` and `verb` tell which it is. */
export type SeenEvent =
  | { [V in Verb]: EventOf<V> }[Verb]
  | Named<"end", { verb: Verb }>
  | Named<"use", { ability: Ability }>
  | Named<"change", { field: FieldName }>
  | Named<"status" | "drop", { status: { name: string | null; kind: Status; values: Record<string, rt.SeenValue> } }>
  | Exclude<rt.SeenEvent, { verb: string } | { what: "use" } | { what: "change" } | { what: "status" | "drop" }>;

export interface Watcher extends Omit<rt.Watcher, "view" | "events"> {
  view(): View;
  events(): SeenEvent[];
}

/** A list of cards that a player brings. */
export type Roster = { [Name in keyof Rosters]: { roster: Name } & Partial<Rosters[Name]> }[keyof Rosters];

/** What a game begins from: a scenario by name, the first one of the game where none is named; what players bring. */
export interface Setup {
  scenario?: Scenario | null;
  rosters?: { [Name in Seat]?: Roster | RosterName } | null;
}

type Other = "view" | "watch" | "clone" | "branch" | "branch_for";

/** A match that a host drives. */
export interface Play extends Pick<rt.Play, Exclude<keyof rt.Play, Other>> {
  view(player?: rt.Viewer): View;
  watch(player?: rt.Viewer, language?: string | null, names?: readonly (string | null)[] | null): Watcher;
  clone(): Play;
  branch(seed: number): Play;
  branch_for(player: number, seed: number): Play;
}

export const rules: rt.Rules;

/** A game before its first event; of the first scenario where none is named, with its cards where nobody brings any. */
export function new_game(setup?: Setup | null, seed?: number, limits?: rt.Limits | null): Play;

/** A game where a save left it. */
export function load(save: rt.Save, limits?: rt.Limits | null): Play;

/** The match of a snapshot, as it was, in this engine or another. */
export function restore(snapshot: rt.Snapshot, limits?: rt.Limits | null): Play;

/** What is wrong with a roster; empty where it is legal. */
export function check_roster(roster: Roster | RosterName): rt.BrokenRoster[];

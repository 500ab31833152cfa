// Views, requests and events in words for people.
//
// Job: name what a view shows, and make sentences of what happened. Input: the rules, the facts of the page, a language.
// Output: texts, which the page shows as text. No id and no number of an entity is in them, where there is a name.

import type { Exported, Facts, Happened, Refused, Seen, Value, View } from "./engine";
import type { Chapter } from "./session";
import { Say, say_in } from "./page_words";

export interface Line {
  depth: number;
  text: string;
}

type Fields = { [member: string]: Value };

/** Characters that cannot be seen, or that turn the order of a line; a name must not hide behind them. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

export function visible(text: string): string {
  return text.replace(UNSEEN, (found) => `(U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")})`);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function is_object(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Applies what events changed to a copy of a view. */
export function after(view: View, changes: Happened["changes"]): View {
  const copy = (held: unknown): unknown => (Array.isArray(held) ? [...(held as unknown[])] : { ...(held as object) });
  let found = { ...view } as unknown as Record<string, unknown>;
  for (const [path, ...value] of changes) {
    found = { ...found };
    let held = found;
    for (const member of path.slice(0, -1)) {
      const inner = copy(held[member]) as Record<string, unknown>;
      held[member] = inner;
      held = inner;
    }
    const last = path[path.length - 1]!;
    if (value.length > 0) held[last] = value[0];
    else delete held[last];
  }
  return found as unknown as View;
}

export class Telling {
  readonly say: Say;

  constructor(readonly exported: Exported, readonly facts: Facts, readonly language: string, readonly scenario: string) {
    this.say = say_in(language);
  }

  get data() {
    return this.exported.rules.data;
  }

  // ---- names
  word(name: string): string {
    const names = Object.hasOwn(this.data.names, name) ? this.data.names[name]! : {};
    return visible(this.translated(names) ?? name.replaceAll("_", " "));
  }

  private translated(names: Record<string, string>): string | undefined {
    return names[this.language] ?? names[this.facts.languages[0] ?? "en"];
  }

  card(id: string): string {
    const card = Object.hasOwn(this.data.cards, id) ? this.data.cards[id] : undefined;
    const own = card === undefined ? undefined : this.translated(card.names);
    return own === undefined ? this.word(id) : visible(own);
  }

  player(seat: number): string {
    return this.say("seat", seat + 1);
  }

  entity(name: string, view: View): string {
    const seat = view.players.indexOf(name);
    if (seat >= 0) return this.player(seat);
    const seen = view.entities[name];
    return seen === undefined ? this.say("hidden_one") : this.seen(seen);
  }

  seen({ card, fields, kind }: Seen): string {
    if (card !== null) return this.card(card);
    const own = fields["id"];
    const found = typeof own === "string" && own !== "" ? visible(own) : this.word(kind);
    return capital(found);
  }

  /** A thing with what tells it from others of its name: where it stands. */
  thing(name: string, view: View): string {
    const seen = view.entities[name];
    const called = this.entity(name, view);
    return seen?.at ? `${called} (${seen.at})` : called;
  }

  zone(key: string, view: View): string {
    const cut = key.indexOf(".");
    const owner = key.slice(0, cut);
    const zone = this.word(key.slice(cut + 1));
    return view.entities[owner]?.kind === "game" ? zone : this.say("zone_of", this.entity(owner, view), zone);
  }

  /** The label of an ability; empty where its author gave it none, because it is all that its card does. */
  private ability(id: string): string {
    const label = this.exported.rules.abilities.find((ability) => ability.id === id)?.label ?? id;
    if (label === id && label.includes("#")) return "";
    const name = label.trim().toLowerCase().replaceAll(" ", "_");
    return this.word(Object.hasOwn(this.data.names, name) ? name : label);
  }

  value(value: unknown, view: View): string {
    if (value === null || value === undefined) return this.say("none");
    if (typeof value === "boolean") return this.say(value ? "yes" : "no");
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.map((part) => this.value(part, view)).join(", ") || this.say("none");
    return this.object(value as Fields, view);
  }

  private text(text: string): string {
    if (text === "yes" || text === "no") return this.say(text);
    return this.word(text);
  }

  private object(held: Fields, view: View): string {
    if (held["hidden"] === true) return this.say("hidden_one");
    if (typeof held["entity"] === "string") return this.thing(held["entity"], view);
    if (typeof held["card"] === "string") return this.card(held["card"]);
    if (typeof held["square"] === "string") return held["square"];
    if (typeof held["zone"] === "string") return this.zone(held["zone"], view);
    if (typeof held["event"] === "string") return this.word(held["event"]);
    if (typeof held["ability"] === "string") return this.use(held, view);
    if (typeof held["die"] === "string") return this.face(held);
    if (Array.isArray(held["roll"])) return this.value(held["roll"], view);
    if (typeof held["kind"] === "string") return this.trait(held as never, view);
    return this.say("hidden_one");
  }

  private face(held: Fields): string {
    const face = held["face"];
    return `${this.word(String(held["die"]))} ${typeof face === "number" ? face + 1 : "?"}`;
  }

  trait({ kind, values }: { kind: string; values?: Record<string, Value> }, view: View): string {
    const told = Object.values(values ?? {}).filter((value) => value !== null).map((value) => this.value(value, view));
    return [this.word(kind), ...told].join(" ");
  }

  /** An ability with whose it is. */
  use(held: Fields, view: View): string {
    const label = this.ability(String(held["ability"]));
    const of = this.value(held["of"], view);
    const by = this.value(held["by"], view);
    const whose = held["by"] === null || by === of ? of : `${by}, ${of}`;
    return label === of || label === "" ? whose : this.say("ability_of", label, whose);
  }

  // ---- what is shown of a thing
  /** Its numbers that have changed or that people judge it by, and its statuses. */
  told(seen: Seen, view: View): string[] {
    const judged = this.facts.judged[seen.kind] ?? [];
    const found: string[] = [];
    for (const field of this.data.kinds[seen.kind]?.fields ?? []) {
      const value = seen.fields[field.name];
      const is_told = judged.includes(field.name) || !field.printed;
      if (typeof value === "number" && is_told && value !== (field.default ?? 0)) {
        found.push(`${this.word(field.name)} ${value}`);
      } else if (value === true && !field.printed && !field.default) found.push(this.word(field.name));
    }
    return [...found, ...seen.statuses.map((status) => this.trait(status, view))];
  }

  /** By which seat a thing is controlled. */
  side({ fields }: Seen, view: View): number | null {
    for (const name of ["controller", "owner"]) {
      const whose = fields[name];
      if (is_object(whose) && typeof whose["entity"] === "string") {
        const seat = view.players.indexOf(whose["entity"]);
        if (seat >= 0) return seat;
      }
    }
    return null;
  }

  // ---- what is asked
  /** What a request is about: the rule that asks. */
  about(prompt: string): string {
    const rule = /^(.*) \([^()]*:\d+\)$/.exec(prompt);
    const found = rule === null ? visible(prompt) : this.word(rule[1]!);
    return capital(found);
  }

  reason({ reason }: Refused, view: View): string {
    return reason.map((part) => (typeof part === "string" ? visible(part) : this.value(part, view))).join("");
  }

  // ---- what happened
  /** A chapter of the story: sentences, and how deep in other events each stands. */
  lines({ before, events }: Chapter): Line[] {
    const found: Line[] = [];
    let view = before;
    for (const event of events) {
      const next = after(view, event.changes);
      const text = this.sentence(event, view, next);
      if (text !== null) found.push({ depth: event.depth, text: capital(text) });
      view = next;
    }
    const least = Math.min(...found.map(({ depth }) => depth));
    return found.map(({ depth, text }) => ({ depth: Math.min(depth - least, 5), text }));
  }

  private sentence(event: Happened, before: View, now: View): string | null {
    const named = (value: unknown) => this.value(value, value_view(value, before, now));
    switch (event.what) {
      case "begin": return this.event(event, now);
      case "prevented": return this.say("prevented", this.event(event, now));
      case "use": return this.say("used", named(event["by"] ?? event["of"]), this.use(event as unknown as Fields, now));
      case "choose": return this.choice(event, named);
      case "roll": return this.say("rolled", named(event["roll"]));
      case "shuffle": return this.say("shuffled", named(event["zone"]));
      case "reveal": return this.say("revealed", this.of(event, before, now), named(event["who"]));
      case "remove": return this.say("removed", this.of(event, before, now));
      case "status": return this.say("status_on", this.of(event, before, now), this.trait(event["status"] as never, now));
      case "drop": return this.say("status_off", this.of(event, before, now), this.trait(event["status"] as never, before));
      case "create":
      case "move": return this.move(event, before, now);
      case "change": return this.change(event, before, now);
      default: return null;
    }
  }

  private choice(event: Happened, named: (value: unknown) => string): string | null {
    const chosen = event["chosen"] as Value[];
    const who = named(event["who"]);
    if (chosen.length === 0) return this.say("passed", who);
    return this.say("chose", who, chosen.map(named).join(", "));
  }

  private event({ verb, values }: Happened, view: View): string {
    const told = Object.values(values ?? {}).filter((value) => value !== null).map((value) => this.value(value, view));
    const begun = capital(this.word(verb ?? ""));
    return told.length > 0 ? this.say("with_values", begun, told.join(", ")) : begun;
  }

  private of(event: Happened, before: View, now: View): string {
    const name = event["entity"];
    if (typeof name !== "string") return this.say("hidden_one");
    return this.entity(name, name in now.entities ? now : before);
  }

  private move(event: Happened, before: View, now: View): string | null {
    const who = this.of(event, before, now);
    const to = event["to"];
    if (event.what === "create") return to === null ? null : this.say("created", who, this.spot(to, now));
    if (is_object(to) && typeof to["square"] === "string") return this.say("moved_to", who, to["square"]);
    return this.say("moved", who, this.spot(event["from"], before), this.spot(to, now));
  }

  private spot(place: unknown, view: View): string {
    return place === null || place === undefined ? this.say("nowhere") : this.value(place, view);
  }

  /** Only numbers and truth values: what else changes is told by the events around it. */
  private change(event: Happened, before: View, now: View): string | null {
    const [old, fresh] = [event["before"], event["after"]];
    if (!["number", "boolean"].includes(typeof fresh)) return null;
    const told = [old, fresh].map((value) => this.value(value, now));
    return this.say("changed", this.of(event, before, now), this.word(String(event["field"])), told[0]!, told[1]!);
  }
}

/** The view that knows a thing: the one now, or the one before where the thing has left. */
function value_view(value: unknown, before: View, now: View): View {
  const name = is_object(value) ? (value["entity"] ?? (is_object(value["of"]) ? value["of"]["entity"] : undefined)) : undefined;
  return typeof name === "string" && !(name in now.entities) ? before : now;
}

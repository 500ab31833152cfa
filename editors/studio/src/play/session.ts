// One match in a page: who plays which seat, what each viewer was told, and the way back and forth through it.

import { Agent, agent_of, AgentName } from "./agents";
import type { Asked, Exported, Happened, Match, Refused, Seat, Told, View, Watcher } from "./engine";

export type Player = "person" | AgentName;

/** What one answer brought, as one viewer was told it. */
export interface Chapter {
  before: View;
  events: Happened[];
}

/** So many answers of a save cannot be taken back: its match went over to other rules after them. */
function first_of(save: unknown): number {
  const origin = (save as { origin?: { opening?: unknown[] } } | null)?.origin;
  return origin?.opening?.length ?? 0;
}

const LIMITS = 5000; // milliseconds that one answer may take

/** What one viewer knows: the view now, and the story by the number of answers that were given before it. */
interface Sight {
  watcher: Watcher;
  view: View;
  chapters: Chapter[];
}

export class Session {
  readonly match: Match;
  readonly seats: number;
  readonly first: number; // so many answers were given before what can be gone back to
  told: Told;
  private readonly sights = new Map<Seat, Sight>();
  private readonly agents: (Agent | null)[];
  private deadline = Infinity;
  private forth = 0; // answers that were taken back

  constructor(
    readonly exported: Exported,
    readonly setup: { scenario: string },
    readonly seed: number,
    readonly players: Player[],
    save: unknown = null,
  ) {
    const limits = { watch: () => Date.now() > this.deadline };
    this.match = this.timed(() => (save === null ? exported.new_game(setup, seed, limits) : exported.load(save, limits)));
    this.first = first_of(save);
    this.match.skip();
    this.told = this.match.step();
    this.seats = this.match.view(null).players.length;
    this.agents = players.map((name, seat) => (name === "person" ? null : agent_of(name, exported, seed + seat)));
    for (const seat of this.viewers()) this.see(seat);
  }

  /** Everybody who may look: each seat, a spectator, and a referee. */
  viewers(): Seat[] {
    return [...Array.from({ length: this.seats }, (_, seat) => seat), null, "all"];
  }

  /** The answers given, and all that can be gone back or forth to. */
  get now(): number {
    return this.match.answers.length;
  }

  get last(): number {
    return this.now + this.forth;
  }

  get is_over(): boolean {
    return this.told.type === "result";
  }

  /** The seat that is asked; null when the match is over. */
  get asked(): number | null {
    if (this.is_over) return null;
    const view = this.view(null);
    const who = view.request?.who as { entity?: string } | undefined;
    const found = view.players.indexOf(who?.entity ?? "");
    return found < 0 ? null : found;
  }

  /** Whether a person is asked. */
  get waits(): boolean {
    const seat = this.asked;
    return seat === null || this.agents[seat] == null;
  }

  view(seat: Seat): View {
    return this.see(seat).view;
  }

  chapters(seat: Seat): Chapter[] {
    return this.see(seat).chapters.slice(0, this.now + 1);
  }

  refused(seat: Seat): Refused[] {
    const request = this.view(seat).request;
    return request?.kind === "use" ? this.see(seat).watcher.refused() : [];
  }

  /** Whether some legal answer has all of these; true where it would take too long to say. */
  allows(seat: Seat, picked: number[]): boolean {
    try {
      return this.see(seat).watcher.allows(picked);
    } catch (error) {
      if (error instanceof RangeError) return true;
      throw error;
    }
  }

  private see(seat: Seat): Sight {
    let sight = this.sights.get(seat);
    if (sight === undefined) {
      const watcher = this.match.watch(seat);
      sight = { watcher, view: watcher.view(), chapters: [] };
      this.sights.set(seat, sight);
    }
    return sight;
  }

  // ---- on
  answer(answer: number[]): void {
    const number = this.now;
    this.timed(() => this.match.step(answer));
    this.forth = 0;
    this.tell(number);
  }

  /** Gives answers of another match as far as they are legal; tells how many. */
  replay(answers: number[][]): number {
    for (const [number, answer] of answers.entries()) {
      try {
        if (this.is_over) return number;
        this.answer(answer);
      } catch (error) {
        if (error instanceof RangeError) return number;
        throw error;
      }
      if (this.is_over && this.told.outcome === "fault") {
        this.go(this.now - 1); // the match waits before what led to the fault
        this.forth = 0;
        return number;
      }
    }
    return answers.length;
  }

  /** Lets the agent that is asked answer. */
  agent_answers(): void {
    const seat = this.asked;
    const agent = seat === null ? null : this.agents[seat];
    if (seat === null || agent == null) return;
    this.answer(this.timed(() => agent(this.match, seat)));
  }

  /** Plays on until a person is asked, or to the end; at most so many answers, and no new one after so many milliseconds. */
  play_on(most: number, slice: number): void {
    const end = Date.now() + slice;
    for (let count = 0; count < most && !this.is_over && !this.waits; count += 1) {
      this.agent_answers();
      if (Date.now() > end) return;
    }
  }

  private timed<T>(work: () => T): T {
    this.deadline = Date.now() + LIMITS;
    try {
      return work();
    } finally {
      this.deadline = Infinity;
    }
  }

  /** Notes what each viewer is told of an answer with this number. */
  private tell(number: number): void {
    this.match.skip();
    this.told = this.match.step();
    for (const sight of this.sights.values()) {
      const events = sight.watcher.events();
      sight.chapters.length = Math.min(sight.chapters.length, number);
      sight.chapters[number] = { before: sight.view, events };
      sight.view = sight.watcher.view();
    }
  }

  // ---- back and forth
  /** Goes to the request after so many answers. */
  go(to: number): void {
    const goal = Math.max(this.first, Math.min(to, this.last));
    while (this.now > goal) {
      this.match.undo();
      this.forth += 1;
    }
    while (this.now < goal) {
      this.match.redo();
      this.forth -= 1;
    }
    this.match.skip();
    this.told = this.match.step();
    for (const sight of this.sights.values()) {
      sight.watcher.events(); // the story of these answers is known
      sight.view = sight.watcher.view();
    }
  }

  /** The request before at which a person was asked, or the first of all. */
  undo(): void {
    do this.go(this.now - 1);
    while (this.now > this.first && !this.waits);
  }

  redo(): void {
    do this.go(this.now + 1);
    while (this.now < this.last && !this.waits);
  }

  // ---- looking ahead
  /** What an answer could bring, as its player would be told it; null where no branch can be made. */
  preview(answer: number[]): Chapter | null {
    const seat = this.asked;
    if (seat === null) return null;
    try {
      const branch = this.match.branch_for(seat, 1 + this.now);
      const watcher = branch.watch(seat);
      const before = watcher.view();
      branch.skip();
      this.timed(() => branch.step(answer));
      return { before, events: watcher.events() };
    } catch (error) {
      if (error instanceof RangeError) return null; // what is done names something hidden
      throw error;
    }
  }

  request(seat: Seat): Asked | null {
    return this.view(seat).request;
  }
}

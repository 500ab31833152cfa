// What is debugged: a scenario or a test, which runs in the server from stop to stop, forth and back.
import { linesOf, standsAt } from "./breakpoints";
import type { Refusal } from "../shared/words";
import type { Game, Opened } from "./game";

export interface Frame {
  id: number;
  name: string;
  path: string;
  line: number;
  column: number;
}

export interface Value {
  name: string;
  value: string;
  type: string;
  variablesReference: number;
}

export interface Scope {
  name: string;
  variablesReference: number;
}

interface Told {
  event: string;
  reason?: string;
  text?: string;
  output?: string;
}

export type Way = "continue" | "next" | "stepIn" | "stepOut" | "stepBack" | "reverseContinue" | "pause";
const MOST = 400; // lines of the story that are kept

export class Debugger {
  state: "off" | "begins" | "runs" | "stopped" | "over" = "off";
  subject = "";
  reason = "";
  detail = "";
  frames: Frame[] = [];
  frame: Frame | null = null;
  scopes: Scope[] = [];
  story: string[] = [];
  fault: string | Refusal = "";
  /** Counts the stops: values of an earlier one are no longer there. */
  stop = 0;

  constructor(readonly game: Game) {}

  private async ask<T>(command: string, given: object = {}): Promise<T | null> {
    const told = await this.game.ask<T & { refused?: Refusal }>("studio/debug", { command, given: JSON.stringify(given) });
    if (told.refused === undefined) return told;
    this.fault = told.refused;
    this.game.tell();
    return null;
  }

  /** Runs a test or a scenario to the first breakpoint; without one, to its end. A match of a save stands where it is. */
  async begin(subject: string, save?: unknown): Promise<void> {
    const before = this.state;
    if (before === "begins") return; // a second click
    this.state = "begins";
    if (!(await this.game.saveAll())) {
      this.state = before;
      return;
    }
    Object.assign(this, { subject, fault: "", story: [], reason: "", detail: "" });
    this.leave();
    this.game.tell();
    if ((await this.ask("begin", { subject, save })) === null) return this.end();
    for (const file of this.game.opened) await this.tellBreakpoints(file);
    this.state = "runs";
    await this.ask("configurationDone");
    this.game.tell();
  }

  async tellBreakpoints(file: Opened): Promise<void> {
    if (this.state === "off" || this.state === "over") return;
    const lines = linesOf(file.getView()?.state ?? file.state);
    await this.ask("setBreakpoints", { path: file.path, breakpoints: lines.map((line) => ({ line })) });
  }

  async go(way: Way): Promise<void> {
    this.fault = "";
    if (way !== "pause") {
      this.state = "runs";
      this.leave();
    }
    this.game.tell();
    await this.ask(way);
  }

  async end(): Promise<void> {
    this.leave();
    this.state = "off";
    this.game.tell();
    await this.ask("end");
  }

  /** What the debugger tells by itself. */
  heard(told: Told): void {
    if (this.state === "off") return;
    if (told.event === "output") this.story = [...this.story, ...(told.output ?? "").trimEnd().split("\n")].slice(-MOST);
    if (told.event === "stopped") void this.stopped(told);
    if (told.event === "terminated" && this.state !== "over") {
      this.leave();
      this.state = "over";
    }
    this.game.tell();
  }

  private async stopped({ reason = "", text = "" }: Told): Promise<void> {
    const told = await this.ask<{ stackFrames: Frame[] }>("stackTrace");
    this.frames = told?.stackFrames ?? [];
    Object.assign(this, { state: "stopped", reason, detail: text });
    this.stop += 1;
    document.documentElement.dataset.stopped = `${this.stop}`;
    if (this.frames[0]) await this.look(this.frames[0]);
    this.game.tell();
  }

  /** Shows a frame: its place in the text, and its names. */
  async look(frame: Frame): Promise<void> {
    const told = await this.ask<{ scopes: Scope[] }>("scopes", { frameId: frame.id });
    [this.frame, this.scopes] = [frame, told?.scopes ?? []];
    this.mark(null);
    if (frame.path && (await this.game.open(frame.path))) {
      await this.game.show(frame.path, frame.line, frame.column, false);
      this.mark(frame);
    }
    this.game.tell();
  }

  async parts(reference: number): Promise<Value[]> {
    return (await this.ask<{ variables: Value[] }>("variables", { variablesReference: reference }))?.variables ?? [];
  }

  async value(expression: string): Promise<string | Refusal> {
    const given = { expression, frameId: this.frame?.id ?? 1 };
    const told = await this.ask<{ result: string }>("evaluate", given);
    const found = told?.result ?? this.fault;
    this.fault = "";
    return found;
  }

  private leave(): void {
    Object.assign(this, { frames: [], frame: null, scopes: [] });
    this.mark(null);
  }

  private mark(frame: Frame | null): void {
    for (const file of this.game.opened) {
      if (frame === null || file.path === frame.path) file.change({ effects: standsAt(frame === null ? null : frame.line) });
    }
  }
}

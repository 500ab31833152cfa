// The match that is played beside the text: it runs in a frame, in a page that the server has made of the saved files.
// When files change, the page is made anew, and the match goes over to it.
import type { Begin, FromFrame, MatchTold, ToFrame } from "../play/framed";
import type { Refusal } from "../shared/words";
import type { Game } from "./game";

export interface Fault {
  path: string;
  line: number;
  message: string;
}

/** What the server answers to `studio/play`. */
interface Answer {
  address?: string;
  faults?: Fault[];
  more?: number;
  refused?: Refusal;
  by?: "same" | "state" | "none";
  save?: unknown;
  report?: string[];
  changes?: string[];
  languages?: string[];
}

/** What is said of the match: a word of the page, with sentences of the rules. */
export interface Said {
  word: "matchFaulty" | "matchRefused" | "matchSame" | "matchState" | "matchNone" | "matchAnswers" | "matchBroken" | null;
  count: [number, number];
  lines: (string | Refusal)[];
  changes: string[];
  faults: Fault[];
}

const SILENT: Said = { word: null, count: [0, 0], lines: [], changes: [], faults: [] };
const TESTS = /^tests\//;
const CONTENT = /\.(?:ya?ml|rules)$/;

export class Match {
  /** The address of the page in the frame; empty before something is played. */
  address = "";
  /** The test that is played; empty for scenarios. */
  test = "";
  busy = false;
  said = SILENT;
  /** The page to which the match could go over by its answers alone. */
  offered: { address: string; begin: Begin } | null = null;
  draft: string | null = null;
  frame: HTMLIFrameElement | null = null;
  language = "en";
  private languages: string[] = []; // of the game's names
  private begin: Begin = {};
  private before: number[][] = []; // answers that the save of the match does not tell
  private waiting: ((told: MatchTold) => void)[] = [];
  private stale = false; // files have changed while something else was done

  constructor(readonly game: Game) {
    addEventListener("message", (event: MessageEvent<FromFrame>) => {
      if (this.frame && event.source === this.frame.contentWindow) this.heard(event.data);
    });
  }

  // ---- the frame
  private send(message: ToFrame): void {
    this.frame?.contentWindow?.postMessage(message, "*"); // the frame has no origin that could be named
  }

  private heard(told: FromFrame): void {
    if (told.kind === "ready") this.send({ kind: "begin", begin: this.begin, language: this.language });
    if (told.kind === "begun") this.begun(told.given, told.fault);
    if (told.kind === "test") this.draft = String(told.text);
    if (told.kind === "match") for (const take of this.waiting.splice(0)) take(told.match);
    this.game.tell();
  }

  private begun(given: number, fault: string): void {
    const wanted = this.begin.answers?.length ?? 0;
    if (fault) this.said = { ...SILENT, word: "matchBroken", lines: [fault] };
    else if (wanted && this.said.word === "matchAnswers") this.said = { ...this.said, count: [given, wanted] };
    document.documentElement.dataset.match = `${this.address} ${given}`;
    this.begin = {};
    if (this.waiting.length) this.send({ kind: "tell" }); // a frame that has not begun answers nothing
  }

  private show(address: string, begin: Begin): void {
    [this.address, this.begin, this.offered] = [address, begin, null];
    this.before = begin.before ?? [];
  }

  turn(language: string): void {
    this.language = language;
    this.send({ kind: "language", language });
  }

  /** What the server says of the match as it stands, in the language of the page where the game has it. */
  async explained<Told>(): Promise<Told> {
    const { save } = await this.told();
    const language = this.languages.includes(this.language) ? this.language : "";
    return await this.game.ask<Told>("studio/explain", { save: JSON.stringify(save), language });
  }

  /** The match as it stands in the frame. */
  told(): Promise<MatchTold> {
    return new Promise((taken) => {
      this.waiting.push(taken);
      this.send({ kind: "tell" });
    });
  }

  // ---- what is played
  private async ask(words: object): Promise<Answer> {
    this.busy = true;
    this.game.tell();
    try {
      const told = await this.game.ask<Answer>("studio/play", { language: this.language, ...words });
      this.languages = told.languages ?? this.languages;
      return told;
    } catch (fault) {
      const told = String((fault as { message?: string }).message ?? fault);
      return { refused: { en: told, ru: told } };
    } finally {
      this.busy = false;
    }
  }

  /** Plays the scenarios, or the position of a test, as the files are when they are saved. */
  async play(test: string, save: string = ""): Promise<void> {
    if (this.busy || !(await this.game.saveAll())) return;
    const told = await this.ask({ test, save });
    if (this.faulty(told)) return;
    this.test = test;
    const begin: Begin = told.save ? { save: told.save } : {};
    this.said = save ? this.taken(told) : SILENT;
    if (told.by !== "none") this.show(told.address!, begin);
    this.game.tell();
    await this.catchUp();
  }

  private faulty(told: Answer): boolean {
    if (told.address) return false;
    const lines = told.refused ? [told.refused] : [];
    this.said = { ...SILENT, word: told.refused ? "matchRefused" : "matchFaulty", lines, faults: told.faults ?? [] };
    this.game.tell();
    return true;
  }

  private taken({ by = "same", report = [], changes = [] }: Answer): Said {
    const word = ({ same: "matchSame", state: "matchState", none: "matchNone" } as const)[by];
    return { ...SILENT, word, lines: by === "same" ? [] : report, changes };
  }

  /** Files of the game have changed on the disk: the match goes over to the rules of now. */
  async changed(paths: string[]): Promise<void> {
    const counts = paths.some((path) => CONTENT.test(path) && (this.test || !TESTS.test(path)));
    if (!this.address || !counts) return;
    this.stale = true;
    if (!this.busy) await this.catchUp();
  }

  private async catchUp(): Promise<void> {
    while (this.stale && this.address) {
      this.stale = false;
      const match = await this.told();
      const told = await this.ask({ test: this.test, save: JSON.stringify(match.save), of: this.address });
      if (this.faulty(told)) continue;
      this.said = this.taken(told);
      const { setup, look, answers } = match;
      const anew: Begin = { setup, look, answers };
      if (told.by === "none") this.offered = { address: told.address!, begin: anew };
      else if (told.by === "same" && !this.before.length) this.show(told.address!, anew);
      else this.show(told.address!, { setup, look, save: told.save, before: this.answersBefore(told, answers) });
      this.game.tell();
    }
  }

  /** The answers that the save does not tell: where it went over to other rules just now, all. */
  private answersBefore({ by }: Answer, answers: number[][]): number[][] {
    return by === "state" ? answers : this.before;
  }

  /** Begins anew by the answers so far, where the match could not go over. */
  again(): void {
    if (!this.offered) return;
    this.said = { ...SILENT, word: "matchAnswers", changes: this.said.changes };
    this.show(this.offered.address, this.offered.begin);
    this.game.tell();
  }
}

// The page of a match in the frame of the studio. It has no origin: all that it knows of the studio are messages, and it
// believes only those of the page around it.
import { render } from "preact";
import type { Exported, Facts } from "./engine";
import { begun, first_setup, type Host, type Look, Play, type Setup } from "./play";
import { Session } from "./session";
import "./play.css";
import "./framed.css";

/** A match as the page around is told it; `answers` are all since it began, under whatever rules. */
export interface MatchTold {
  save: unknown;
  setup: Setup;
  answers: number[][];
  look: Look | null;
}

/** How a match begins: new, by answers that were given before, or where a save left it. */
export interface Begin {
  setup?: Setup;
  look?: Look | null;
  answers?: number[][];
  save?: unknown;
  /** The answers that were given before the save went over to other rules. */
  before?: number[][];
}

export type ToFrame = { kind: "begin"; begin: Begin; language: string } | { kind: "language"; language: string } | { kind: "tell" };
export type FromFrame =
  | { kind: "ready" }
  | { kind: "begun"; given: number; fault: string }
  | { kind: "match"; match: MatchTold }
  | { kind: "test"; text: string };

const place = document.getElementById("play")!;
const facts = JSON.parse(document.getElementById("facts")!.textContent!) as Facts;
const { cardwright_rules: exported } = globalThis as unknown as { cardwright_rules: Exported };
let host: Host | null = null;
let before: number[][] = [];
let number = 0;

function tell(message: FromFrame): void {
  parent.postMessage(message, "*"); // the policy of this page says who can be around it
}

function draw(language: string): void {
  document.documentElement.lang = language;
  if (host !== null) render(<Play key={number} exported={exported} facts={facts} language={language} host={host} />, place);
}

function begin(given: Begin): void {
  const setup = given.setup ?? first_setup(exported, facts);
  let [session, count, fault]: [Session | null, number, string] = [null, 0, ""];
  before = given.before ?? [];
  try {
    session = given.save == null ? begun(exported, setup) : loaded(given.save, setup);
    count = session.replay(given.answers ?? []);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fault = error.message;
  }
  host = {
    setup: session === null ? first_setup(exported, facts) : { ...setup, ...session.setup },
    session: session ?? begun(exported, first_setup(exported, facts)),
    look: session === null ? null : (given.look ?? null),
    make_test: (text) => tell({ kind: "test", text }),
  };
  number += 1;
  tell({ kind: "begun", given: count, fault });
}

/** The match of a save; seats that it does not name are played by persons. */
function loaded(save: unknown, setup: Setup): Session {
  const held = save as { setup?: { scenario?: string }; seed?: number };
  const scenario = held.setup?.scenario ?? exported.rules.scenario_names[0]!;
  const seats = facts.scenarios[scenario]?.players ?? [];
  const players = seats.map((_, seat) => setup.players[seat] ?? "person");
  return new Session(exported, { scenario }, held.seed ?? setup.seed, players, save);
}

function told({ setup, session, look }: Host): MatchTold {
  const answers = [...before, ...session.match.answers.slice(session.first)];
  return { save: session.match.save(), setup, answers, look };
}

addEventListener("message", (event: MessageEvent<ToFrame>) => {
  if (event.source !== parent) return;
  const given = event.data;
  if (given.kind === "begin") begin(given.begin);
  if (given.kind === "begin" || given.kind === "language") draw(given.language);
  if (given.kind === "tell" && host !== null) tell({ kind: "match", match: told(host) });
});
tell({ kind: "ready" });

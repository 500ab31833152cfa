// A match in a page: the board, what lies elsewhere, what is asked, what happened, and the way through all of it.

import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { About, Players, Zones } from "./zones";
import { agents_of } from "./agents";
import { Asked, is_asked, with_pick } from "./asked";
import { Board } from "./board";
import { DraftTest } from "./draft_test_panel";
import type { Exported, Facts, Seat, Value, View } from "./engine";
import { PAGE_LANGUAGES, Say, say_in } from "./page_words";
import { Player, Session } from "./session";
import { Story } from "./story";
import { Table } from "./table";
import { is_object, Telling, visible } from "./telling";

export interface PlayProps {
  exported: Exported;
  facts: Facts;
  language: string;
  set_language?(language: string): void;
  host?: Host;
}

export interface Setup {
  scenario: string;
  seed: number;
  players: Player[];
}

/** How a match is looked at. */
export interface Look {
  viewer: Seat;
  pace: string;
}

/** A page around this one, which has begun the match and is told of it. */
export interface Host {
  setup: Setup;
  session: Session;
  look: Look | null;
  make_test(text: string): void;
}

const SLICE = 100; // milliseconds that agents may play before the page is drawn again
const PACES: Record<string, number> = { slow: 900, quick: 200, at_once: 0 };

export function Play({ exported, facts, language, set_language, host }: PlayProps) {
  const [setup, set_setup] = useState<Setup>(() => host?.setup ?? first_setup(exported, facts));
  const [session, set_session] = useState(() => host?.session ?? begun(exported, setup));
  const telling = useMemo(
    () => new Telling(exported, facts, language, session.setup.scenario), [exported, facts, language, session],
  );
  function begin(wanted: Setup) {
    const made = begun(exported, wanted);
    if (host !== undefined) Object.assign(host, { setup: wanted, session: made });
    set_session(made);
  }
  return (
    <div class="play" lang={language}>
      <SetupForm exported={exported} facts={facts} language={language} set_language={set_language} setup={setup}
        set_setup={set_setup} begin={() => begin(setup)} />
      <Running key={session.setup.scenario} session={session} telling={telling} host={host} />
    </div>
  );
}

export function first_setup({ rules }: Exported, facts: Facts): Setup {
  const scenario = rules.scenario_names[0]!;
  return { scenario, seed: 1, players: usual_players(facts, scenario) };
}

/** The first seat is the person's; the others make random moves. */
function usual_players(facts: Facts, scenario: string): Player[] {
  const count = facts.scenarios[scenario]?.players.length ?? 2;
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? "person" : "random"));
}

export function begun(exported: Exported, { scenario, seed, players }: Setup): Session {
  return new Session(exported, { scenario }, seed, players);
}

interface FormProps extends PlayProps {
  setup: Setup;
  set_setup(setup: Setup): void;
  begin(): void;
}

function SetupForm({ exported, facts, language, set_language, setup, set_setup, begin }: FormProps) {
  const say = say_in(language);
  const kinds: Player[] = ["person", ...agents_of(exported)];
  return (
    <form class="setup" onSubmit={(event) => { event.preventDefault(); begin(); }}>
      {set_language !== undefined && (
        <label>{say("language")}
          <select value={language} onChange={(event) => set_language(event.currentTarget.value)}>
            {Object.entries(PAGE_LANGUAGES).map(([id, name]) => <option key={id} value={id} lang={id}>{name}</option>)}
          </select>
        </label>
      )}
      <label>{say("scenario")}
        <select name="scenario" value={setup.scenario} onChange={(event) => {
          const scenario = event.currentTarget.value;
          set_setup({ ...setup, scenario, players: usual_players(facts, scenario) });
        }}>
          {exported.rules.scenario_names.map((name) => (
            <option key={name} value={name}>{visible(facts.scenarios[name]?.title ?? name)}</option>
          ))}
        </select>
      </label>
      {setup.players.map((player, seat) => (
        <label key={seat}>{say("plays", seat + 1)}
          <select name={`player${seat}`} value={player} onChange={(event) => {
            const players = [...setup.players];
            players[seat] = event.currentTarget.value as Player;
            set_setup({ ...setup, players });
          }}>
            {kinds.map((kind) => <option key={kind} value={kind}>{say(kind)}</option>)}
          </select>
        </label>
      ))}
      <label>{say("seed")}
        <input name="seed" type="number" min={1} max={999999} value={setup.seed}
          onInput={(event) => set_setup({ ...setup, seed: Math.max(1, Math.trunc(Number(event.currentTarget.value)) || 1) })} />
      </label>
      <button type="submit" class="main">{say("begin")}</button>
    </form>
  );
}

/** Who a person who plays sees as: their own seat, where there is one. */
function usual_viewer(session: Session): Seat {
  const persons = session.players.flatMap((player, seat) => (player === "person" ? [seat] : []));
  return persons[0] ?? null;
}

function Running({ session, telling, host }: { session: Session; telling: Telling; host: Host | undefined }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [viewer, set_viewer] = useState<Seat>(() => (host?.look ?? { viewer: usual_viewer(session) }).viewer);
  const [picked, set_picked] = useState<number[]>([]);
  const [about, set_about] = useState<string | null>(null);
  const [pace, set_pace] = useState(host?.look?.pace ?? "quick");
  const [is_paused, set_paused] = useState(false);
  const shown = useRef(session);
  const { say } = telling;
  useEffect(() => { if (host !== undefined) host.look = { viewer, pace }; }, [host, viewer, pace]);
  useEffect(() => {
    if (shown.current === session) return;
    shown.current = session;
    set_viewer(usual_viewer(session));
    set_paused(false);
    set_about(null);
    set_picked([]);
  }, [session]);
  useEffect(() => {
    if (is_paused || session.is_over || session.waits) return undefined;
    const timer = setTimeout(() => {
      session.play_on(pace === "at_once" ? 100 : 1, SLICE);
      redraw(0);
    }, PACES[pace]);
    return () => clearTimeout(timer);
  });
  function after(work: () => void, pauses: boolean) {
    work();
    set_picked([]);
    set_paused(pauses);
    redraw(0);
  }
  const view = session.view(viewer);
  const request = is_asked(session, viewer) ? view.request : null;
  const marks = marks_of(request?.options ?? [], picked);
  function pick(found: (option: Value) => boolean, name: string | null) {
    const options = request?.options ?? [];
    const position = options.findIndex((option, each) => found(option) && !picked.includes(each));
    const taken = options.findIndex((option, each) => found(option) && picked.includes(each));
    const pressed = position >= 0 ? position : taken;
    if (pressed >= 0) set_picked(with_pick(picked, pressed, request?.most ?? 1));
    if (name !== null) set_about(name);
  }
  const pick_thing = (name: string) => pick((option) => is_object(option) && names_thing(option, name), name);
  return (
    <>
      <Bar session={session} viewer={viewer} set_viewer={set_viewer} telling={telling} pace={pace} set_pace={set_pace}
        is_paused={is_paused} set_paused={set_paused} after={after} />
      <div class="room">
        <div class="field">
          <Field view={view} telling={telling} marks={marks} pick={pick} pick_thing={pick_thing} />
          {about !== null && <About name={about} view={view} telling={telling} close={() => set_about(null)} />}
          <Zones view={view} telling={telling} options={marks.things} picked={marks.picked} onPick={pick_thing} />
        </div>
        <div class="talk">
          <Asked session={session} viewer={viewer} view={view} telling={telling} picked={picked} set_picked={set_picked}
            give={(answer) => after(() => session.answer(answer), false)} />
          <Players view={view} telling={telling} />
          <Story session={session} viewer={viewer} telling={telling} />
          <DraftTest key={session.now} session={session} telling={telling} make={host?.make_test} />
        </div>
      </div>
      <p class="hidden-note" role="log" aria-label={say("story")}>{latest(session, viewer, telling)}</p>
    </>
  );
}

/** What screen readers say when something has happened. */
function latest(session: Session, viewer: Seat, telling: Telling): string {
  const chapter = session.chapters(viewer)[session.now - 1];
  return chapter === undefined ? "" : telling.lines(chapter).map(({ text }) => text).slice(0, 6).join(". ");
}

function names_thing(option: Record<string, Value>, name: string): boolean {
  if (option["entity"] === name) return true;
  return [option["of"], option["by"]].some((part) => is_object(part) && part["entity"] === name);
}

interface Marks {
  squares: Set<string>;
  things: Set<string>;
  picked: Set<string>;
}

/** Which squares and things can be chosen, and which are. */
function marks_of(options: Value[], picked: number[]): Marks {
  const found: Marks = { squares: new Set(), things: new Set(), picked: new Set() };
  options.forEach((option, position) => {
    if (!is_object(option)) return;
    const parts = [option, option["of"], option["by"]].filter(is_object);
    for (const part of parts) {
      const things = typeof part["entity"] === "string" ? [part["entity"]] : [];
      const squares = typeof part["square"] === "string" ? [part["square"]] : [];
      things.forEach((name) => found.things.add(name));
      squares.forEach((name) => found.squares.add(name));
      if (picked.includes(position)) [...things, ...squares].forEach((name) => found.picked.add(name));
    }
  });
  return found;
}

interface FieldProps {
  view: View;
  telling: Telling;
  marks: Marks;
  pick(found: (option: Value) => boolean, name: string | null): void;
  pick_thing(name: string): void;
}

function Field({ view, telling, marks, pick, pick_thing }: FieldProps) {
  const { rules } = telling.exported;
  if (view.board === null) {
    return rules.board.type === "table"
      ? <Table view={view} telling={telling} options={marks.things} picked={marks.picked} onPick={pick_thing} /> : null;
  }
  const standing = new Map(Object.entries(view.entities).flatMap(([name, { at }]) => (at === null ? [] : [[at, name]])));
  const at_of = (name: string) => view.entities[name]?.at ?? "";
  const squares = new Set([...marks.squares, ...[...marks.things].map(at_of)]);
  const picked = new Set([...marks.picked].map((name) => at_of(name) || name));
  return (
    <Board board={view.board} view={view} telling={telling} terrain={Object.keys(rules.board.terrain ?? {})} options={squares}
      picked={picked} onPick={(square) => {
        const name = standing.get(square) ?? null;
        const stands = (option: Record<string, Value>) =>
          [...standing].some(() => Object.entries(view.entities).some(([each, { at }]) => at === square && names_thing(option, each)));
        pick((option) => is_object(option) && (option["square"] === square || stands(option)), name);
      }} />
  );
}

interface BarProps {
  session: Session;
  viewer: Seat;
  set_viewer(viewer: Seat): void;
  telling: Telling;
  pace: string;
  set_pace(pace: string): void;
  is_paused: boolean;
  set_paused(is_paused: boolean): void;
  after(work: () => void, pauses: boolean): void;
}

function Bar({ session, viewer, set_viewer, telling, pace, set_pace, is_paused, set_paused, after }: BarProps) {
  const { say } = telling;
  const at = say("at_answer", session.now, session.last);
  const name_of = (seat: Seat, words: Say) =>
    seat === null ? words("spectator") : seat === "all" ? words("referee") : words("seat", seat + 1);
  return (
    <div class="bar">
      <button type="button" disabled={session.now === session.first} onClick={() => after(() => session.undo(), true)}>{say("undo")}</button>
      <button type="button" disabled={session.now === session.last} onClick={() => after(() => session.redo(), true)}>
        {say("redo")}
      </button>
      <label class="slider">{say("slider")}
        <input type="range" min={session.first} max={session.last} value={session.now} aria-valuetext={at}
          onInput={(event) => { const to = Number(event.currentTarget.value); after(() => session.go(to), true); }} />
        <output>{at}</output>
      </label>
      <label>{say("view_of")}
        <select name="viewer" value={String(viewer)} onChange={(event) => {
          const seat = session.viewers().find((each) => String(each) === event.currentTarget.value);
          after(() => set_viewer(seat ?? null), is_paused);
        }}>
          {session.viewers().map((seat) => <option key={String(seat)} value={String(seat)}>{name_of(seat, say)}</option>)}
        </select>
      </label>
      <label>{say("speed")}
        <select name="pace" value={pace} onChange={(event) => set_pace(event.currentTarget.value)}>
          {(["slow", "quick", "at_once"] as const).map((name) => <option key={name} value={name}>{say(name)}</option>)}
        </select>
      </label>
      {!session.waits && !session.is_over && (
        <button type="button" onClick={() => set_paused(!is_paused)}>{say(is_paused ? "play_on" : "pause")}</button>
      )}
    </div>
  );
}

// The page: files, text and findings, and what stands beside the text.
import { EditorView } from "@codemirror/view";
import { LSPPlugin } from "@codemirror/lsp-client";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { firstLanguage, keepLanguage, words, type Language, type Word } from "../shared/words";
import { AroundPane, CardPane, TestPane, Trial, type Around, type Card, type Wanted } from "./beside";
import { DebugPane } from "./debug";
import { Debugger } from "./debugger";
import { extensionsOf, marked, onColours, speak } from "./editor";
import { Game, type Edit } from "./game";
import { Simulation } from "./many_matches";
import { Match } from "./match";
import { Files, Findings, Notices, type Say } from "./parts";
import { PlayPane } from "./play";
import { UnderstandPane } from "./understand";

const TABS = ["card", "around", "tests", "play", "debug", "understand"] as const;
const WIDE: ReadonlySet<Tab> = new Set<Tab>(["play", "understand"]);
type Tab = (typeof TABS)[number];
const PAUSE = 300; // milliseconds after the last key before it is asked what is about an entry

/** Asks for what stands beside the text: never twice at once, and always once more after the last key. */
class Asking {
  private busy = false;
  private again = false;
  private pause = 0;

  constructor(
    readonly game: Game,
    readonly taken: (card: Card | null, around: Around | null) => void,
  ) {}

  moved(language: Language): void {
    this.game.client.sync();
    this.again = true;
    if (!this.busy) void this.ask(language);
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => void this.askAround(), PAUSE);
  }

  private place() {
    const { view, shown } = this.game;
    const plugin = view && LSPPlugin.get(view);
    if (!view || !shown || !plugin) return null;
    return { uri: shown.uri, ...plugin.toPosition(view.state.selection.main.head) };
  }

  private async ask(language: Language): Promise<void> {
    this.busy = true;
    try {
      while (this.again) {
        this.again = false;
        const [place, file] = [this.place(), this.game.shown];
        if (!place || !file) break;
        const version = file.version;
        const card = await this.game.ask<Card>("studio/beside", { ...place, language });
        this.taken(card, null);
        document.documentElement.dataset.card = `${file.path} ${version} ${card.state}`;
      }
    } catch (fault) {
      this.game.say(fault instanceof Error ? fault.message : String((fault as { message?: string }).message ?? fault));
    } finally {
      this.busy = false;
    }
  }

  private async askAround(): Promise<void> {
    const place = this.place();
    if (!place) return;
    const around = await this.game.ask<Around>("studio/touching", place);
    const now = this.place(); // what was found for another place is not shown
    if (now?.uri === place.uri && now.line === place.line) this.taken(null, around);
  }
}

export function Page() {
  const [language, setLanguage] = useState(firstLanguage);
  const [, redraw] = useState(0);
  const [tab, setTab] = useState<Tab>("card");
  const [card, setCard] = useState<Card>({ state: "no-card" });
  const [last, setLast] = useState<Card | null>(null);
  const [around, setAround] = useState<Around>({});
  const [test, setTest] = useState<Wanted | null>(null);
  const [renaming, setRenaming] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const spoken = useRef(language);
  spoken.current = language;
  const say: Say = words(language);

  const [game] = useState(() => {
    const made: Game = new Game((file, of) =>
      extensionsOf(file, of, {
        language: spoken.current,
        moved: () => asking.moved(spoken.current),
        keys: [
          { key: "Mod-s", run: () => (made.shown && void made.save(made.shown), true) },
          { key: "F2", run: () => (setRenaming(true), true) },
        ],
        points: () => made.shown && void held.tellBreakpoints(made.shown),
      }),
    );
    const asking = new Asking(made, (got, near) => {
      if (got) setCard(got);
      if (got?.state === "drawn") setLast(got);
      if (near) setAround(near);
      if (near?.sort === "test" && made.shown) setTest({ path: made.shown.path, name: near.name ?? "" });
    });
    const match = new Match(made);
    const held: Debugger = new Debugger(made);
    const simulation = new Simulation(made);
    made.progressed = (progress) => simulation.heard(progress);
    made.debugged = (told) => held.heard(told);
    made.othersChanged = () => asking.moved(spoken.current);
    made.diskChanged = (paths) => void match.changed(paths);
    return Object.assign(made, { asking, match, debugger: held, simulation, trial: new Trial(made) });
  });

  useEffect(() => {
    keepLanguage(language);
    speak(game, language);
    if (game.shown) game.asking.moved(language);
  }, [language]);
  useEffect(() => {
    const stop = game.watch(() => redraw((count) => count + 1));
    if (place.current) game.view = new EditorView({ parent: place.current, extensions: marked });
    void game.connect();
    onColours((effects) => game.opened.forEach((file) => file.change({ effects })));
    const leaving = (event: BeforeUnloadEvent) => game.opened.some((file) => file.dirty) && event.preventDefault();
    addEventListener("beforeunload", leaving);
    return () => {
      stop();
      removeEventListener("beforeunload", leaving);
    };
  }, []);

  const run = (wanted: Wanted | null) => {
    const it = wanted ?? test;
    setTest(it);
    setTab("tests");
    if (it) void game.trial.run(it);
  };
  const debugMatch = async () => {
    const { save } = await game.match.told();
    setTab("debug");
    document.getElementById("tab-debug")?.focus();
    await game.debugger.begin(game.match.test, save);
  };
  return (
    <>
      <header>
        <h1>
          {say("studio")}
          {game.name && `: ${game.name}`}
        </h1>
        <Saving game={game} say={say} />
        <label>
          {say("language")}{" "}
          <select value={language} onChange={(event) => setLanguage(event.currentTarget.value as Language)}>
            <option value="en">English</option>
            <option value="ru">Русский</option>
          </select>
        </label>
      </header>
      <Notices game={game} say={say} />
      <div class={WIDE.has(tab) ? "columns wide" : "columns"}>
        <Files game={game} say={say} />
        <main>
          <h2 class="path">{game.shown ? game.shown.path : say("noFile")}</h2>
          {renaming && <Renaming game={game} say={say} done={() => setRenaming(false)} />}
          <div class="text" ref={place} hidden={!game.shown} />
          <p class="help keys">{say("keys")}</p>
          <Findings game={game} say={say} />
        </main>
        <aside aria-label={say("beside")}>
          <Tabs tab={tab} choose={setTab} say={say} />
          <div role="tabpanel" id="pane" aria-labelledby={`tab-${tab}`} tabIndex={0}>
            {tab === "card" && <CardPane card={card} last={last} say={say} />}
            {tab === "around" && <AroundPane game={game} around={around} say={say} run={run} />}
            {tab === "tests" && <TestPane wanted={test} trial={game.trial} say={say} run={() => run(null)} />}
            <PlayPane game={game} match={game.match} wanted={test} language={language} shown={tab === "play"} say={say} run={run}
              debug={() => void debugMatch()} />
            {tab === "debug" && <DebugPane game={game} held={game.debugger} wanted={test} say={say} />}
            {tab === "understand" && (
              <UnderstandPane game={game} around={around} language={language} say={say} run={run} simulation={game.simulation} />
            )}
          </div>
        </aside>
      </div>
    </>
  );
}

function Saving({ game, say }: { game: Game; say: Say }) {
  const dirty = game.opened.filter((file) => file.dirty);
  const shown = game.shown;
  return (
    <p class="saving">
      <button disabled={!shown?.dirty} onClick={() => shown && void game.save(shown)}>
        {say("save")}
      </button>{" "}
      <button disabled={dirty.length === 0} onClick={() => void game.saveAll()}>
        {say("saveAll")}
      </button>{" "}
      {dirty.length > 0 && (
        <span class="help">
          {say("unsaved")}: {dirty.length}
        </span>
      )}
    </p>
  );
}

/** Tabs by the usual keys: the arrows choose, Tab goes on to what is shown. */
function Tabs({ tab, choose, say }: { tab: Tab; choose: (tab: Tab) => void; say: Say }) {
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? TABS.length - 1 : 0;
    const here = TABS.findIndex((name) => `tab-${name}` === document.activeElement?.id); // `tab` may be a key behind
    const next = by ? TABS[(here + by) % TABS.length] : undefined;
    if (!next) return;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={say("beside")} onKeyDown={step}>
      {TABS.map((name) => (
        <button
          key={name}
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === tab}
          aria-controls="pane"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => choose(name)}
        >
          {say(name satisfies Word)}
        </button>
      ))}
    </div>
  );
}

function Renaming({ game, say, done }: { game: Game; say: Say; done: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const state = game.view?.state;
  const word = state?.wordAt(state.selection.main.head);
  const [name, setName] = useState(word && state ? state.sliceDoc(word.from, word.to) : "");
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = () => {
    done();
    game.view?.focus();
  };
  const rename = async () => {
    const [view, file] = [game.view, game.shown];
    const plugin = view && LSPPlugin.get(view);
    if (!view || !file || !plugin || !word) return end();
    game.client.sync();
    try {
      const told = await game.ask<{ changes?: Record<string, Edit[]> } | null>("textDocument/rename", {
        textDocument: { uri: file.uri },
        position: plugin.toPosition(word.from),
        newName: name,
      });
      const count = await game.apply(told?.changes);
      game.say(`${say("renamed")} ${count}`);
    } catch (fault) {
      game.say(String((fault as { message?: string }).message ?? fault));
    }
    end();
  };
  return (
    <form
      class="renaming"
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
      onKeyDown={(event) => event.key === "Escape" && end()}
    >
      <label>
        {say("rename")} <input ref={field} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>{" "}
      <button>{say("doRename")}</button>{" "}
      <button type="button" onClick={end}>
        {say("cancel")}
      </button>
    </form>
  );
}

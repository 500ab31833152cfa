// A run of many matches of agents: how far it is, and its report as a page of its own, in which nothing runs.
import { useState } from "preact/hooks";
import type { Ran } from "./beside";
import type { Game } from "./game";
import { message, type Say, ScenarioChoice } from "./parts";

export interface Progress {
  done: number;
  of: number;
}

/** The run goes on while other tabs are shown; its report stays until the next one. */
export class Simulation {
  progress: Progress | null = null;
  told: Ran = {};
  wasStopped = false;
  private asked: object | null = null;

  constructor(readonly game: Game) {}

  async run(matches: string, scenario: string, language: string): Promise<void> {
    if (this.asked || !(await this.game.saveAll())) return;
    const words = { command: "simulate", matches, name: scenario, language };
    Object.assign(this, { asked: words, progress: { done: 0, of: Number(matches) }, told: {}, wasStopped: false });
    this.game.tell();
    try {
      this.told = await this.game.ask<Ran>("studio/run", words);
    } catch {
      this.wasStopped = true;
    } finally {
      Object.assign(this, { asked: null, progress: null });
      this.game.tell();
    }
  }

  stop(): void {
    if (this.asked) this.game.client.cancelRequest(this.asked);
  }

  heard(progress: Progress): void {
    if (this.asked) this.progress = progress;
    this.game.tell();
  }
}

export function ManyMatches({ held, language, say }: { held: Simulation; language: string; say: Say }) {
  const [count, setCount] = useState("100");
  const [scenario, setScenario] = useState("");
  const { game, progress, told } = held;
  return (
    <>
      <h3>{say("manyMatches")}</h3>
      <form
        class="many"
        onSubmit={(event) => {
          event.preventDefault();
          void held.run(count, scenario, language);
        }}
      >
        <label>
          {say("howMany")}{" "}
          <input name="matches" type="number" min={1} max={10000} required value={count} onInput={(event) => setCount(event.currentTarget.value)} />
        </label>{" "}
        <ScenarioChoice game={game} value={scenario} choose={setScenario} say={say} />{" "}
        <button disabled={progress !== null}>{say("playMany")}</button>{" "}
        <button type="button" disabled={progress === null} onClick={() => held.stop()}>
          {say("stopRun")}
        </button>
      </form>
      {progress && (
        <p class="far">
          <progress max={progress.of} value={progress.done} aria-label={say("manyMatches")} /> {progress.done} / {progress.of}
        </p>
      )}
      <div role="status" class="told">
        {held.wasStopped ? say("stoppedRun") : message(told.refused ?? told.err ?? "", say)}
      </div>
      {told.address && <iframe class="match report" title={say("report")} sandbox="" src={told.address} key={told.address} />}
    </>
  );
}

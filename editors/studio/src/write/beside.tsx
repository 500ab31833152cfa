// What stands beside the text: the card, what is about it, a test, and what the commands tell.
import { useEffect, useState } from "preact/hooks";
import type { Game } from "./game";
import type { Refusal } from "../shared/words";
import { message, type Say } from "./parts";

export interface Card {
  state: "drawn" | "no-card" | "broken-card" | "broken-game";
  card?: string;
  title?: string;
  words?: string[];
  svg?: string;
  said?: Record<string, [string, string][]>;
  missing?: Record<string, string[]>;
}

export interface Around {
  name?: string;
  sort?: string;
  rows?: { row: string; says: string; proven: boolean | null }[];
  proven?: [number, number] | null;
  places?: { path: string; line: number; sort: string; name: string }[];
  more?: number;
}

/** A picture that is only ever a picture: nothing in it can run. */
export function Picture({ svg, label }: { svg: string; label: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return address ? <img src={address} alt={label} /> : null;
}

export function CardPane({ card, last, say }: { card: Card; last: Card | null; say: Say }) {
  const drawn = card.state === "drawn" ? card : card.state === "no-card" ? null : last;
  return (
    <div class={card.state === "drawn" ? "card" : "card old"}>
      {card.state !== "drawn" && <p>{say(card.state)}</p>}
      {drawn?.svg && <Picture svg={drawn.svg} label={(drawn.words ?? []).join("; ")} />}
      {drawn && !drawn.svg && (
        <>
          <p>{say("noDrawing")}</p>
          <ul>{drawn.words?.map((word, number) => <li key={number}>{word}</li>)}</ul>
        </>
      )}
      {drawn && <Texts card={drawn} say={say} />}
    </div>
  );
}

function Texts({ card, say }: { card: Card; say: Say }) {
  const languages = [...new Set([...Object.keys(card.said ?? {}), ...Object.keys(card.missing ?? {})])].sort();
  return (
    <>
      {languages.map((language) => (
        <section key={language} class="said" lang={language} aria-label={`${say("textIn")} (${language})`}>
          <h3 lang={language}>
            {say("textIn")} ({language})
          </h3>
          {card.missing?.[language] && (
            <p class="help">
              {say("missing")} {card.missing[language].join("; ")}
            </p>
          )}
          {card.said?.[language]?.length === 0 && <p class="help">{say("noText")}</p>}
          {card.said?.[language]?.map(([title, text], number) => (
            <p key={number}>
              {title && <strong>{title} </strong>}
              {text}
            </p>
          ))}
        </section>
      ))}
    </>
  );
}

export interface Wanted {
  path: string;
  name: string;
}

export function AroundPane(props: { game: Game; around: Around; say: Say; run: (test: Wanted) => void }) {
  const { game, around, say } = props;
  if (!around.name) return <p>{say("nothingHere")}</p>;
  return (
    <>
      <h3>
        {around.name} <span class="help">{around.sort}</span>
      </h3>
      {around.proven && (
        <p>
          {around.proven[0]} / {around.proven[1]} {say("proven")}
        </p>
      )}
      {(around.rows?.length ?? 0) > 0 && (
        <>
          <h4>{say("rows")}</h4>
          <dl>
            {around.rows?.map(({ row, says, proven }) => (
              <div key={row}>
                <dt>
                  {row} {typeof proven === "boolean" && <span class="help">{say(proven ? "provenRow" : "unprovenRow")}</span>}
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h4>
        {say("places")} ({(around.places?.length ?? 0) + (around.more ?? 0)})
      </h4>
      <ul>
        {around.places?.map((place, number) => (
          <li key={number}>
            <button class="place" onClick={() => void game.show(place.path, place.line)}>
              {place.path}:{place.line}
            </button>{" "}
            {place.name !== place.path && place.name}{" "}
            {place.sort === "test" && (
              <button onClick={() => props.run({ path: place.path, name: place.name })}>{say("runTest")}</button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

export interface Ran {
  code?: number;
  out?: string;
  err?: string;
  address?: string;
  refused?: Refusal;
}

/** How a test ended: of a report as JUnit writes it, only the test of this name. */
function outcome(report: string, name: string): { passed: boolean; said: string } | null {
  const parsed = new DOMParser().parseFromString(report, "text/xml");
  for (const test of parsed.getElementsByTagName("testcase")) {
    if (test.getAttribute("name") !== name) continue;
    const fault = test.querySelector("failure, error");
    const said = [fault?.getAttribute("message") ?? "", fault?.textContent ?? ""].join("\n").trim();
    return { passed: !fault, said };
  }
  return null;
}

interface Outcome {
  name: string;
  state: "running" | "passed" | "failed";
  said: string | Refusal;
}

/** The run of a test: it goes on, and what it says stays, while other tabs are shown. Of two, the later one is shown. */
export class Trial {
  shown: Outcome | null = null;
  private number = 0;

  constructor(readonly game: Game) {}

  private show(number: number, shown: Outcome | null): void {
    if (number === this.number) this.shown = shown;
    this.game.tell();
  }

  async run({ name, path }: Wanted): Promise<void> {
    const number = ++this.number;
    this.show(number, { name, state: "running", said: "" });
    try {
      if (!(await this.game.saveAll())) return this.show(number, null);
      const ran = await this.game.ask<Ran>("studio/run", { command: "test", path, name });
      const end = outcome(ran.out ?? "", name);
      const said = end?.said ?? ran.refused ?? [ran.err, ran.out].join("\n").trim();
      this.show(number, { name, state: end?.passed ? "passed" : "failed", said });
    } catch (fault) {
      this.show(number, { name, state: "failed", said: String((fault as { message?: string }).message ?? fault) });
    }
  }
}

export function TestPane({ wanted, trial: { shown }, say, run }: { wanted: Wanted | null; trial: Trial; say: Say; run: () => void }) {
  return (
    <>
      {wanted ? <h3>{wanted.name}</h3> : <p>{say("noTest")}</p>}
      <p>
        <button class="run" disabled={!wanted || shown?.state === "running"} onClick={run}>
          {say("runTest")}
        </button>{" "}
        <span class="help">{say("savesFirst")}</span>
      </p>
      <div role="status" class="outcome">
        {shown && (
          <>
            <p class={shown.state}>
              {shown.name}: {say(shown.state)}
            </p>
            {shown.said && <pre tabIndex={0}>{message(shown.said, say)}</pre>}
          </>
        )}
      </div>
    </>
  );
}

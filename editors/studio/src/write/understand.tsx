// What the commands tell of the whole game: the rulebook with its proof, what plays otherwise than before, who answers
// what, odds, and what many matches say.
import { useState } from "preact/hooks";
import type { Around, Ran, Wanted } from "./beside";
import { Picture } from "./beside";
import type { Game } from "./game";
import { ManyMatches, type Simulation } from "./many_matches";
import type { Refusal } from "../shared/words";
import { message, type Say } from "./parts";

interface Place {
  path: string;
  line: number;
  name?: string;
}

interface Row {
  row: string;
  heading: string;
  says: string;
  level: string;
  note: string;
  carried: Place[];
  tests: Place[];
  changes: { change: string; outcome: string; by: string; excuse: string }[];
}

interface Subject {
  sort: string;
  name: string;
  state: string;
  verdict: string;
  file: string;
  line: number;
  said?: string[];
  changes: { where: string; old: string; new: string }[];
}

type Shown =
  | { form: "text"; text: string | Refusal }
  | { form: "graph"; text: string }
  | { form: "book"; rows: Row[] }
  | { form: "diff"; subjects: Subject[]; texts: string[] };

interface UnderstandProps {
  game: Game;
  around: Around;
  language: string;
  say: Say;
  run: (test: Wanted) => void;
  simulation: Simulation;
}

export function UnderstandPane({ game, around, language, say, run, simulation }: UnderstandProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const ask = async (command: string, words: object) => {
    setShown({ form: "text", text: say("running") });
    const ran = await game.ask<Ran>("studio/run", { command, language, ...words });
    setShown(ran.out?.trim() && !ran.refused ? read(command, ran.out) : { form: "text", text: ran.refused ?? ran.err ?? "" });
  };
  const isCard = around.sort === "card";
  return (
    <>
      <h3>{say("book")}</h3>
      <button onClick={() => void ask("coverage", {})}>{say("showBook")}</button>
      <h3>{say("otherwise")}</h3>
      <Asking fields={[["of", "revision", "HEAD"]]} button={say("showDiff")} say={say} ask={(words) => void ask("diff", words)} />
      <h3>{say("graph")}</h3>
      <button disabled={!isCard} onClick={() => void ask("graph", { name: around.name })}>
        {say("showGraph")} {isCard ? around.name : ""}
      </button>
      <h3>{say("odds")}</h3>
      <Asking fields={[["name", "oddsTest", ""], ["do", "oddsDo", "", true], ["of", "oddsOf", "", true]]} button={say("showOdds")} say={say}
        ask={(words) => void ask("odds", words)} />
      <ManyMatches held={simulation} language={language} say={say} />
      <div role="status" class="told">
        {shown?.form === "graph" && <Picture svg={shown.text} label={`${say("graph")}: ${around.name ?? ""}`} />}
        {shown?.form === "text" && <pre tabIndex={0}>{message(shown.text, say)}</pre>}
      </div>
      {shown?.form === "book" && <Book game={game} rows={shown.rows} say={say} run={run} />}
      {shown?.form === "diff" && <Difference game={game} subjects={shown.subjects} texts={shown.texts} say={say} />}
    </>
  );
}

/** What a command has printed. */
function read(command: string, out: string): Shown {
  if (command === "graph") return { form: "graph", text: out };
  if (command === "coverage") {
    const games = JSON.parse(out) as { book?: Row[] }[];
    return { form: "book", rows: games.flatMap(({ book }) => book ?? []) };
  }
  if (command === "diff") {
    const { games } = JSON.parse(out) as { games: { subjects: Subject[]; only_text: string[] }[] };
    return { form: "diff", subjects: games.flatMap((one) => one.subjects), texts: games.flatMap((one) => one.only_text) };
  }
  return { form: "text", text: out };
}

type Field = readonly [name: string, word: "revision" | "oddsTest" | "oddsOf" | "oddsDo", first: string, mayBeEmpty?: true];

function Asking(props: { fields: Field[]; button: string; say: Say; ask: (words: Record<string, string>) => void }) {
  const [words, setWords] = useState<Record<string, string>>(() => Object.fromEntries(props.fields.map(([name, , first]) => [name, first])));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.ask(words);
      }}
    >
      {props.fields.map(([name, word, , mayBeEmpty]) => (
        <label key={name}>
          {props.say(word)}{" "}
          <input name={name} value={words[name]} required={!mayBeEmpty} onInput={(event) => {
              const text = event.currentTarget.value;
              setWords((before) => ({ ...before, [name]: text }));
            }} />
        </label>
      ))}
      <button>{props.button}</button>
    </form>
  );
}

function Link({ game, place }: { game: Game; place: Place }) {
  if (!place.path) return <>{place.name}</>;
  return (
    <button class="place" onClick={() => void game.show(place.path, place.line)}>
      {place.name ?? `${place.path}:${place.line}`}
    </button>
  );
}

/** The rulebook: rows by heading, those that hold what is looked for. */
function Book({ game, rows, say, run }: { game: Game; rows: Row[]; say: Say; run: (test: Wanted) => void }) {
  const [text, setText] = useState("");
  const [level, setLevel] = useState("");
  const levels = [...new Set(rows.map(levelOf))];
  const wanted = text.toLowerCase();
  const found = rows.filter((row) => `${row.row} ${row.says}`.toLowerCase().includes(wanted) && (!level || levelOf(row) === level));
  return (
    <section class="book" aria-label={say("book")}>
      <p class="actions">
        <label>
          {say("search")} <input name="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          {say("level")}{" "}
          <select name="level" value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
            <option value="">{say("allLevels")}</option>
            {levels.map((name) => <option key={name} value={name}>{name}</option>)}
          </select>
        </label>
        <output aria-live="polite">
          {found.length} / {rows.length}
        </output>
      </p>
      {found.map((row, number) => (
        <div key={row.row}>
          {row.heading !== found[number - 1]?.heading && <h4>{row.heading}</h4>}
          <BookRow game={game} row={row} say={say} run={run} />
        </div>
      ))}
    </section>
  );
}

function levelOf({ level }: Row): string {
  return level.split(",")[0] ?? level;
}

function BookRow({ game, row, say, run }: { game: Game; row: Row; say: Say; run: (test: Wanted) => void }) {
  const left = row.changes.filter((change) => !change.by);
  return (
    <details class="row">
      <summary>
        <strong>{row.row}</strong> <span class={`level ${levelOf(row)}`}>{row.level}</span> {row.says}
      </summary>
      {row.note && <p class="help">{row.note}</p>}
      {row.carried.length > 0 && <p>{say("carriedBy")}</p>}
      <ul>{row.carried.map((place, number) => <li key={number}><Link game={game} place={place} /></li>)}</ul>
      {row.tests.length > 0 && <p>{say("shownBy")}</p>}
      <ul>
        {row.tests.map((test) => (
          <li key={test.name}>
            <Link game={game} place={test} />{" "}
            <button onClick={() => run({ path: test.path, name: test.name ?? "" })}>{say("runTest")}</button>
          </li>
        ))}
      </ul>
      {row.changes.length > 0 && (
        <p>
          {row.changes.length - left.length} / {row.changes.length} {say("noticed")}
        </p>
      )}
      <ul>{left.map(({ change, outcome, excuse }) => <li key={change}>{change}: {excuse || outcome}</li>)}</ul>
    </details>
  );
}

/** What plays otherwise than in a revision. */
function Difference({ game, subjects, texts, say }: { game: Game; subjects: Subject[]; texts: string[]; say: Say }) {
  const inside = (file: string) => game.paths.find((path) => file.endsWith(`/${path}`)) ?? "";
  return (
    <section class="difference" aria-label={say("otherwise")}>
      {subjects.length === 0 && <p>{say("playsSame")}</p>}
      <ul>
        {subjects.map((subject, number) => (
          <li key={number}>
            <Link game={game} place={{ path: inside(subject.file), line: subject.line, name: subject.name }} />{" "}
            <span class="help">
              {subject.sort} {subject.state} {subject.verdict}
            </span>
            <ul>
              {(subject.said ?? subject.changes.map((each) => `${each.where}: ${each.old || "–"} → ${each.new || "–"}`)).map(
                (line, place) => <li key={place}>{line}</li>,
              )}
            </ul>
          </li>
        ))}
      </ul>
      {texts.length > 0 && (
        <p>
          {say("onlyText")} {texts.join(", ")}
        </p>
      )}
    </section>
  );
}

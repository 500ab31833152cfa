// The tab in which a game is debugged: what runs, where it stands, the names there with their values.
import { useEffect, useState } from "preact/hooks";
import type { Refusal, Word } from "../shared/words";
import type { Wanted } from "./beside";
import type { Debugger, Value, Way } from "./debugger";
import type { Game } from "./game";
import { message, type Say, ScenarioChoice } from "./parts";

const WAYS: readonly [Way, Word][] = [
  ["continue", "goOn"],
  ["next", "stepOver"],
  ["stepIn", "stepIn"],
  ["stepOut", "stepOut"],
  ["stepBack", "stepBack"],
  ["reverseContinue", "runBack"],
];

/** Why it stopped, where the page has a word for it; a fault and what a breakpoint names are told as they are. */
const REASONS: Record<string, Word> = { entry: "atEntry", breakpoint: "atBreakpoint", step: "atStep", pause: "atPause" };

interface DebugProps {
  game: Game;
  held: Debugger;
  wanted: Wanted | null;
  say: Say;
}

export function DebugPane({ game, held, wanted, say }: DebugProps) {
  const [scenario, setScenario] = useState("");
  const runs = held.state === "begins" || held.state === "runs";
  return (
    <>
      <p class="actions">
        <button disabled={!wanted || runs} onClick={() => wanted && void held.begin(wanted.name)}>
          {say("debugTest")}
          {wanted && `: ${wanted.name}`}
        </button>
      </p>
      <p class="actions">
        <ScenarioChoice game={game} value={scenario} choose={setScenario} say={say} />{" "}
        <button disabled={runs} onClick={() => void held.begin(scenario)}>
          {say("debugScenario")}
        </button>
      </p>
      {held.state === "off" && <p class="help">{say("debugHelp")}</p>}
      {held.state !== "off" && <Controls held={held} say={say} />}
      <div role="status" class="debug-state">
        {held.state !== "off" && (
          <p>
            {say(held.state)} {held.state === "stopped" && reasonOf(held, say)}
          </p>
        )}
        {held.fault && <p class="failed">{message(held.fault, say)}</p>}
      </div>
      {held.state === "stopped" && <Stopped key={held.stop} held={held} say={say} />}
      {held.story.length > 0 && (
        <section aria-label={say("debugStory")}>
          <h3>{say("debugStory")}</h3>
          <pre class="story" tabIndex={0}>{held.story.join("\n")}</pre>
        </section>
      )}
    </>
  );
}

function reasonOf({ reason, detail }: Debugger, say: Say): string {
  const word = REASONS[reason];
  return word ? say(word) : detail || reason;
}

function Controls({ held, say }: { held: Debugger; say: Say }) {
  const stands = held.state === "stopped";
  return (
    <p class="actions" role="group" aria-label={say("debug")}>
      {WAYS.map(([way, word]) => (
        <button key={way} disabled={!stands} onClick={() => void held.go(way)}>
          {say(word)}
        </button>
      ))}
      <button disabled={held.state !== "runs"} onClick={() => void held.go("pause")}>
        {say("pause")}
      </button>
      <button onClick={() => void held.end()}>{say("endDebug")}</button>
    </p>
  );
}

function Stopped({ held, say }: { held: Debugger; say: Say }) {
  return (
    <>
      <h3>{say("frames")}</h3>
      <ol class="frames">
        {held.frames.map((frame) => (
          <li key={frame.id}>
            <button aria-current={frame.id === held.frame?.id ? "true" : undefined} onClick={() => void held.look(frame)}>
              {frame.name}
            </button>{" "}
            <span class="help">
              {frame.path}:{frame.line}
            </span>
          </li>
        ))}
      </ol>
      {held.scopes.map((scope, number) => (
        <section key={`${held.frame?.id} ${scope.name}`} aria-label={say(number === 0 ? "names" : "wholeGame")}>
          <h3>{say(number === 0 ? "names" : "wholeGame")}</h3>
          <Parts held={held} reference={scope.variablesReference} />
        </section>
      ))}
      <Watch held={held} say={say} />
    </>
  );
}

/** The parts of a value; those of a part are asked for when it is opened. */
function Parts({ held, reference }: { held: Debugger; reference: number }) {
  const [parts, setParts] = useState<Value[] | null>(null);
  useEffect(() => void held.parts(reference).then(setParts), [reference]);
  return (
    <ul class="values">
      {parts?.map((part) => <li key={part.name}>{part.variablesReference ? <Opening held={held} part={part} /> : <Line part={part} />}</li>)}
    </ul>
  );
}

function Line({ part }: { part: Value }) {
  return (
    <>
      <code>{part.name}</code> = {part.value} {part.type && <span class="help">{part.type}</span>}
    </>
  );
}

function Opening({ held, part }: { held: Debugger; part: Value }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Line part={part} />
      </summary>
      {open && <Parts held={held} reference={part.variablesReference} />}
    </details>
  );
}

function Watch({ held, say }: { held: Debugger; say: Say }) {
  const [text, setText] = useState("");
  const [told, setTold] = useState<string | Refusal>("");
  return (
    <form
      class="watch"
      onSubmit={(event) => {
        event.preventDefault();
        void held.value(text).then(setTold);
      }}
    >
      <label>
        {say("expression")} <input name="expression" value={text} onInput={(event) => setText(event.currentTarget.value)} required />
      </label>
      <button>{say("workOut")}</button> <output aria-live="polite">{message(told, say)}</output>
    </form>
  );
}

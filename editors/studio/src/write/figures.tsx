// Why the automated figures of the match did what they did: each turn as the server tells it, the newest first.
import { useState } from "preact/hooks";
import type { Refusal } from "../shared/words";
import type { Match } from "./match";
import { message, type Say } from "./parts";

interface Turn {
  lines: string[];
}

interface Told {
  turns?: Turn[];
  refused?: Refusal;
}

/** The position of a test is no scenario, so only matches of scenarios are explained. */
export function Figures({ match, say }: { match: Match; say: Say }) {
  const [told, setTold] = useState<Told | null>(null);
  const [busy, setBusy] = useState(false);
  const explain = async () => {
    setBusy(true);
    try {
      setTold(await match.explained<Told>());
    } catch (fault) {
      const said = String((fault as { message?: string }).message ?? fault);
      setTold({ refused: { en: said, ru: said } });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p class="actions">
        <button disabled={busy || match.test !== ""} onClick={() => void explain()}>
          {say("explainFigures")}
        </button>
      </p>
      <div role="status" class="said">
        {busy && <p>{say("running")}</p>}
        {told?.refused && <p class="failed">{message(told.refused, say)}</p>}
        {told?.turns?.length === 0 && <p>{say("noFigures")}</p>}
      </div>
      {told?.turns?.length ? (
        <section class="figures" aria-label={say("explainFigures")}>
          {told.turns.map((turn, number) => <TurnOfFigure key={number} number={number + 1} turn={turn} />).reverse()}
        </section>
      ) : null}
    </>
  );
}

function TurnOfFigure({ number, turn: { lines } }: { number: number; turn: Turn }) {
  const [first, ...others] = lines;
  return (
    <details>
      <summary>
        {number}. {first}
      </summary>
      <pre tabIndex={0}>{others.join("\n")}</pre>
    </details>
  );
}

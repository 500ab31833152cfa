// "Make a test of this": which step, its text, and a button that copies it.

import { useMemo, useState } from "preact/hooks";
import { draft_of, steps_of } from "./draft_test";
import type { Session } from "./session";
import type { Telling } from "./telling";

interface DraftProps {
  session: Session;
  telling: Telling;
  /** Takes the text, where the page has files for it. */
  make: ((text: string) => void) | undefined;
}

export function DraftTest({ session, telling, make }: DraftProps) {
  const [is_open, set_open] = useState(false);
  return (
    <section class="draft" aria-labelledby="draft-title">
      <h2 id="draft-title">{telling.say("make_test")}</h2>
      <details onToggle={(event) => set_open(event.currentTarget.open)}>
        <summary>{telling.say("make_test")}</summary>
        {is_open && <Draft session={session} telling={telling} make={make} />}
      </details>
    </section>
  );
}

function Draft({ session, telling, make }: DraftProps) {
  const { say, exported, facts, scenario } = telling;
  const steps = useMemo(() => steps_of(session), [session, session.now]);
  const [chosen, choose] = useState(0);
  const [is_copied, set_copied] = useState(false);
  const step = steps[chosen];
  if (step === undefined) return <p>{say("no_test")}</p>;
  const text = draft_of(step, exported.rules, facts, scenario);
  return (
    <>
      <label>{say("test_of")}
        <select name="step" value={chosen} onChange={(event) => { choose(Number(event.currentTarget.value)); set_copied(false); }}>
          {steps.map(({ verb, answer }, number) => (
            <option key={number} value={number}>{answer + 1}. {telling.word(verb)}</option>
          ))}
        </select>
      </label>
      <textarea readOnly aria-label={say("make_test")} value={text} spellcheck={false} />
      <p class="quiet">{say("test_note")}</p>
      {make !== undefined && <button type="button" class="main" onClick={() => make(text)}>{say("into_file")}</button>}{" "}
      <button type="button" onClick={(event) => {
        const area = event.currentTarget.parentElement?.querySelector("textarea");
        area?.select();
        void navigator.clipboard?.writeText(text).catch(() => undefined);
        set_copied(true);
      }}>{say(is_copied ? "copied" : "copy")}</button>
    </>
  );
}

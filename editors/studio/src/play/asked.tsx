// What is asked: the options as buttons, what an answer could bring, and what is not possible.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Asked as Request, Seat, View } from "./engine";
import type { Session } from "./session";
import { StoryLines } from "./story";
import type { Telling } from "./telling";

interface AskedProps {
  session: Session;
  viewer: Seat;
  view: View;
  telling: Telling;
  picked: number[];
  set_picked(picked: number[]): void;
  give(answer: number[]): void;
}

/** The positions that are picked once one more is pressed. */
export function with_pick(picked: number[], position: number, most: number): number[] {
  if (picked.includes(position)) return picked.filter((each) => each !== position);
  if (most === 1) return [position];
  return picked.length < most ? [...picked, position].sort((one, other) => one - other) : picked;
}

/** Whether the viewer has to answer: they see what is asked, and a person answers for that seat. */
export function is_asked(session: Session, viewer: Seat): boolean {
  const seat = session.asked;
  return seat !== null && session.waits && (viewer === seat || viewer === "all");
}

export function Asked(props: AskedProps) {
  const { session, viewer, view, telling } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { say } = telling;
  const had_focus = useRef(false);
  useEffect(() => {
    if (had_focus.current && document.activeElement === document.body) heading.current?.focus();
  }, [session.now]);
  return (
    <section class="asked" aria-labelledby="asked-title" onFocusIn={() => (had_focus.current = true)}>
      <h2 id="asked-title" tabIndex={-1} ref={heading}>{say("asked")}</h2>
      {session.is_over ? <Ending session={session} telling={telling} />
        : is_asked(session, viewer) ? <Options {...props} request={view.request!} />
        : <p role="status">{say(session.waits ? "not_here" : "waiting", telling.player(session.asked ?? 0))}</p>}
    </section>
  );
}

function Ending({ session: { told }, telling: { say } }: { session: Session; telling: Telling }) {
  const text = told.outcome === "fault" ? say("fault", told.message ?? "") : say(told.outcome === "stopped" ? "stopped" : "ended");
  return <p role="status" class="ending">{text}</p>;
}

function sentence({ kind, least = 1, most = 1 }: Request, who: string, { say }: Telling): string {
  if (kind === "use") return say("offer", who);
  if (kind === "yes") return say("yes_or_no", who);
  if (most === 1 && least === 1) return say("choose_one", who);
  if (least === most) return say("choose_exactly", who, least);
  return least === 0 ? say("choose_up_to", who, most) : say("choose_some", who, least, most);
}

function Options(props: AskedProps & { request: Request }) {
  const { session, viewer, view, telling, picked, set_picked, give, request } = props;
  const { options = [], least = 1, most = 1, kind, prompt = "" } = request;
  const { say } = telling;
  const is_enough = picked.length >= least && picked.length <= most && (kind !== "use" || picked.length === 1);
  const is_allowed = useMemo(
    () => is_enough && (request.judged !== true || session.allows(viewer, picked)), [session, session.now, picked.join()],
  );
  const refused = session.refused(viewer);
  const can_pass = kind === "use";
  return (
    <>
      <p role="status">{sentence(request, telling.player(session.asked!), telling)}</p>
      {prompt !== "" && <p class="quiet">{telling.about(prompt)}</p>}
      <ul class="options">
        {options.map((option, position) => (
          <li key={position}>
            <button type="button" aria-pressed={picked.includes(position)}
              onClick={() => set_picked(with_pick(picked, position, most))}>{telling.value(option, view)}</button>
          </li>
        ))}
      </ul>
      <p class="actions">
        <button type="button" class="main" disabled={!is_allowed} onClick={() => give(picked)}>{say("answer")}</button>
        {can_pass && <button type="button" onClick={() => give([-1])}>{say("pass")}</button>}
        {picked.length > 0 && <button type="button" onClick={() => set_picked([])}>{say("clear")}</button>}
      </p>
      {is_allowed && picked.length > 0 && <Preview {...props} />}
      {refused.length > 0 && (
        <details class="refused">
          <summary>{say("not_possible")} ({refused.length})</summary>
          <ul>
            {refused.map((each, number) => (
              <li key={number}>{telling.value(each.option, view)}: {telling.reason(each, view)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Preview({ session, telling, picked }: AskedProps) {
  const { say } = telling;
  const chapter = useMemo(() => session.preview(picked), [session, session.now, picked.join()]);
  const lines = chapter === null ? [] : telling.lines(chapter);
  return (
    <details class="preview" open>
      <summary>{say("what_follows")}</summary>
      <p class="quiet">{say(chapter === null ? "no_preview" : "what_follows_note")}</p>
      {chapter !== null && (lines.length > 0 ? <StoryLines lines={lines} /> : <p>{say("nothing_seen")}</p>)}
    </details>
  );
}

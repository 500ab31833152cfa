// What happened, in sentences; each answer is a chapter.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Seat } from "./engine";
import type { Chapter, Session } from "./session";
import type { Line, Telling } from "./telling";

const MOST = 60; // chapters that are shown; the slider leads to those before

export function StoryLines({ lines }: { lines: Line[] }) {
  return (
    <ul class="lines">
      {lines.map(({ depth, text }, number) => <li key={number} class={`depth-${depth}`}>{text}</li>)}
    </ul>
  );
}

export function Story({ session, viewer, telling }: { session: Session; viewer: Seat; telling: Telling }) {
  const chapters = session.chapters(viewer);
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = end.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
  }, [session.now, viewer]);
  const first = Math.max(0, session.now - MOST);
  return (
    <section class="story" aria-labelledby="story-title">
      <h2 id="story-title">{telling.say("story")}</h2>
      <ol class="chapters" ref={end} tabIndex={0} aria-labelledby="story-title" start={first + 1}>
        {chapters.slice(first, session.now).map((chapter, number) => (
          <Part key={first + number} chapter={chapter} telling={telling} />
        ))}
      </ol>
      {session.now === 0 && <p>{telling.say("start")}</p>}
    </section>
  );
}

function Part({ chapter, telling }: { chapter: Chapter | undefined; telling: Telling }) {
  const lines = useMemo(() => (chapter === undefined ? [] : telling.lines(chapter)), [chapter, telling]);
  return <li><StoryLines lines={lines} /></li>;
}

// The part that plays a match: a module of its own, so that a page can have it without the editor.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Exported, Facts } from "./engine";
import { PAGE_LANGUAGES } from "./page_words";
import { Play } from "./play";
import "./play.css";

/** Shows a match of exported rules in an element of a page. */
export function mount(place: HTMLElement, exported: Exported, facts: Facts, language: string): void {
  render(<Page exported={exported} facts={facts} first={language} />, place);
}

function Page({ exported, facts, first }: { exported: Exported; facts: Facts; first: string }) {
  const [language, set_language] = useState(first);
  // What stands around it in the page is there in each language.
  useEffect(() => {
    document.documentElement.lang = language;
    const parts = [...document.querySelectorAll<HTMLElement>("[data-language]")];
    const has = parts.some((part) => part.dataset["language"] === language);
    for (const [place, part] of parts.entries()) part.hidden = has ? part.dataset["language"] !== language : place > 0;
  }, [language]);
  return <Play exported={exported} facts={facts} language={language} set_language={set_language} />;
}

/** The language that the address asks for, or that of the browser, if the page has it. */
export function wanted_language(): string {
  const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language.slice(0, 2);
  return Object.hasOwn(PAGE_LANGUAGES, asked) ? asked : "en";
}

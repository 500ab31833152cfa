// Players with their numbers, and what lies in hands and piles.

import type { View } from "./engine";
import type { Telling } from "./telling";

interface ZonesProps {
  view: View;
  telling: Telling;
  options: ReadonlySet<string>;
  picked: ReadonlySet<string>;
  onPick(name: string): void;
}

export function Players({ view, telling }: { view: View; telling: Telling }) {
  const shown = [...view.players, ...Object.keys(view.entities).filter((name) => view.entities[name]!.kind === "game")];
  const rows = shown.flatMap((name) => {
    const seen = view.entities[name];
    const told = seen === undefined ? [] : telling.told(seen, view);
    return told.length > 0 || view.players.includes(name) ? [{ name, told }] : [];
  });
  return (
    <section class="players" aria-labelledby="players-title">
      <h2 id="players-title">{telling.say("players")}</h2>
      <dl>
        {rows.map(({ name, told }) => {
          const seat = view.players.indexOf(name);
          return (
            <div key={name} class={seat < 0 ? "" : `side-${seat % 5}`}>
              <dt>{telling.entity(name, view)}</dt>
              <dd>{told.join(", ") || "–"}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

export function Zones({ view, telling, options, picked, onPick }: ZonesProps) {
  const { say } = telling;
  const is_open = ({ entities }: View["zones"][string]) => (entities.some((name) => name !== null) ? 0 : 1);
  const shown = Object.entries(view.zones).filter(([, { count }]) => count > 0)
    .sort(([, one], [, other]) => is_open(one) - is_open(other));
  return (
    <section class="zones" aria-labelledby="zones-title">
      <h2 id="zones-title">{say("zones")}</h2>
      {shown.map(([key, { count, entities }]) => {
        const seen = entities.filter((name) => name !== null);
        const hidden = count - seen.length;
        const is_long = seen.length > 8 && !seen.some((name) => options.has(name));
        const cards = (
          <ul>
            {seen.map((name) => (
              <li key={name}>
                <button type="button" class={`card${options.has(name) ? " option" : ""}`} aria-pressed={picked.has(name)}
                  onClick={() => onPick(name)}>
                  {telling.entity(name, view)}
                  {options.has(name) && <span class="quiet"> · {say("can_be_chosen")}</span>}
                </button>
              </li>
            ))}
          </ul>
        );
        return (
          <div class="zone" key={key}>
            <h3>{telling.zone(key, view)} <span class="quiet">{count}</span></h3>
            {is_long ? <details><summary>{seen.length}</summary>{cards}</details> : cards}
            {hidden > 0 && <p class="quiet">{say("hidden", hidden)}</p>}
          </div>
        );
      })}
    </section>
  );
}

/** What is known of one thing: its numbers, its statuses, the texts of its card. */
export function About({ name, view, telling, close }: { name: string; view: View; telling: Telling; close(): void }) {
  const seen = view.entities[name];
  if (seen === undefined) return null;
  const own = seen.card === null ? undefined : telling.facts.texts[seen.card];
  const texts = own?.[telling.language] ?? own?.[telling.facts.languages[0] ?? "en"] ?? [];
  const printed = (telling.data.kinds[seen.kind]?.fields ?? []).flatMap(({ name: field, printed: is_printed }) => {
    const value = seen.fields[field];
    const is_shown = is_printed && (typeof value === "number" || (Array.isArray(value) && value.length > 0));
    return is_shown ? [[telling.word(field), telling.value(value, view)]] : [];
  });
  const told = telling.told(seen, view);
  return (
    <section class="about" aria-labelledby="about-title">
      <h2 id="about-title">{telling.say("about", telling.thing(name, view))}</h2>
      {told.length > 0 && <p>{told.join(", ")}</p>}
      <dl>{printed.map(([label, value]) => <div key={label}><dt>{label}</dt><dd>{value}</dd></div>)}</dl>
      {texts.map((text, number) => <p key={number} class="card-text">{text}</p>)}
      <button type="button" onClick={close}>{telling.say("close")}</button>
    </section>
  );
}

// A table without squares: bases where they stand, measured in hundredths.

import type { Seen, View } from "./engine";
import type { Telling } from "./telling";

const PLACE = ["x", "y", "facing", "width", "depth"] as const;
const ROOM = 300; // around what stands there

type Base = Record<(typeof PLACE)[number], number>;

/** Where a thing stands; null of what stands nowhere. */
export function base_of({ fields }: Seen): Base | null {
  const found = PLACE.map((name) => fields[name]);
  if (!found.every((value) => typeof value === "number")) return null;
  const [x, y, facing, width, depth] = found as number[];
  return width! > 0 && depth! > 0 ? { x: x!, y: y!, facing: facing!, width: width!, depth: depth! } : null;
}

interface TableProps {
  view: View;
  telling: Telling;
  options: ReadonlySet<string>;
  picked: ReadonlySet<string>;
  onPick(name: string): void;
}

export function Table({ view, telling, options, picked, onPick }: TableProps) {
  const standing = Object.entries(view.entities).flatMap(([name, seen]) => {
    const base = base_of(seen);
    return base === null ? [] : [{ name, seen, base }];
  });
  if (standing.length === 0) return null;
  const reach = (base: Base) => Math.max(base.width, base.depth) / 2 + ROOM;
  const left = Math.min(...standing.map(({ base }) => base.x - reach(base)));
  const top = Math.min(...standing.map(({ base }) => base.y - reach(base)));
  const right = Math.max(...standing.map(({ base }) => base.x + reach(base)));
  const bottom = Math.max(...standing.map(({ base }) => base.y + reach(base)));
  return (
    <div class="table-frame">
      <svg class="table" viewBox={`${left} ${top} ${right - left} ${bottom - top}`} role="group" aria-label={telling.say("board")}>
        {standing.map(({ name, seen, base }) => {
          const side = telling.side(seen, view);
          const is_option = options.has(name);
          const told = [telling.seen(seen), ...(side === null ? [] : [telling.player(side)]), ...telling.told(seen, view),
            ...(is_option ? [telling.say("can_be_chosen")] : [])].join(", ");
          const state = `${is_option ? " option" : ""}${picked.has(name) ? " picked" : ""}`;
          return (
            <g key={name} class={`base side-${side === null ? "none" : side % 5}${state}`} role="button" tabIndex={0}
              aria-label={told} aria-pressed={picked.has(name)} onClick={() => onPick(name)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                onPick(name);
              }}>
              <g transform={`translate(${base.x} ${base.y}) rotate(${base.facing})`}>
                <rect x={-base.width / 2} y={-base.depth / 2} width={base.width} height={base.depth} />
                <line x1={-base.width / 2} x2={base.width / 2} y1={-base.depth / 2} y2={-base.depth / 2} />
              </g>
              <text x={base.x} y={base.y} aria-hidden="true">{telling.seen(seen)}</text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

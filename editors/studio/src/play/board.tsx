// The board of a view: squares, walls and figures, for the mouse and for the keyboard.
//
// One square at a time can be reached with Tab; the arrow keys go on from it, and Enter picks.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Board as BoardData, Seen, View } from "./engine";
import type { Telling } from "./telling";

export interface Piece {
  name: string;
  seen: Seen;
}

/** A square of the board, or one that may still come onto it. */
type Square = BoardData["squares"][number] & { is_vacant?: boolean };

export interface BoardProps {
  board: BoardData;
  view: View;
  telling: Telling;
  terrain: string[];
  options: ReadonlySet<string>;
  picked: ReadonlySet<string>;
  onPick(square: string, piece: Piece | null): void;
}

const MARKS = ["×", "╱", "≈", "∴", "╲", "–", "│", "+", "▵", "○"]; // tell terrains apart without colours
const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Column and row of a square, from 0. */
export function place_of(square: string): [number, number] {
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(square) ?? ["", "a", "1"];
  let column = 0;
  for (const letter of letters!) column = column * 26 + letter.charCodeAt(0) - 96;
  return [column - 1, Number(digits) - 1];
}

export function pieces_of(view: View): Map<string, Piece[]> {
  const found = new Map<string, Piece[]>();
  for (const [name, seen] of Object.entries(view.entities)) {
    if (seen.at !== null) found.set(seen.at, [...(found.get(seen.at) ?? []), { name, seen }]);
  }
  return found;
}

function size_of({ fields }: Seen): number {
  const size = fields["size"];
  return typeof size === "number" && size > 0 ? size : 1;
}

/** The edges of a square that are walls, by its name. */
function walls_of(board: BoardData): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (square: string, edge: string) => found.set(square, [...(found.get(square) ?? []), edge]);
  for (const [one, other] of board.walls) {
    const [from, to] = [place_of(one), place_of(other)];
    const across = to[0] - from[0];
    add(one, across !== 0 ? (across > 0 ? "east" : "west") : to[1] > from[1] ? "south" : "north");
    add(other, across !== 0 ? (across > 0 ? "west" : "east") : to[1] > from[1] ? "north" : "south");
  }
  return found;
}

export function Board(props: BoardProps) {
  const { board, view, telling } = props;
  const [at, set_at] = useState(() => board.squares[0]?.at ?? board.vacant_squares?.[0] ?? "a1");
  const place = useRef<HTMLDivElement>(null);
  const vacant: Square[] = (board.vacant_squares ?? []).map((name) => ({ at: name, terrain: [], elevation: 0, is_vacant: true }));
  const known: Square[] = [...board.squares, ...vacant];
  const squares = new Map(known.map((square) => [place_of(square.at).join(), square]));
  const pieces = pieces_of(view);
  const walls = walls_of(board);
  useMoves(place, view);

  function on_key(event: KeyboardEvent) {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const [column, row] = place_of(at);
    const to = squares.get([column + move[0], row + move[1]].join());
    if (to === undefined) return;
    set_at(to.at);
    place.current?.querySelector<HTMLElement>(`[data-square="${to.at}"]`)?.focus();
  }

  const rows = Array.from({ length: board.height }, (_, row) => (
    <div role="row" class="board-row" key={row}>
      <span class="edge-name" aria-hidden="true">{row + 1}</span>
      {Array.from({ length: board.width }, (_unused, column) => {
        const square = squares.get([column, row].join());
        if (square === undefined) return <div role="gridcell" class="void" key={column} />;
        return (
          <Cell key={column} square={square} pieces={pieces.get(square.at) ?? []} walls={walls.get(square.at) ?? []}
            is_here={square.at === at} go={set_at} {...props} />
        );
      })}
    </div>
  ));
  return (
    <div class="board-frame">
      <div class="board" role="grid" aria-label={telling.say("board")} ref={place} onKeyDown={on_key}
        style={{ "--columns": String(board.width) }}>
        <div class="board-row" aria-hidden="true">
          <span class="edge-name" />
          {Array.from({ length: board.width }, (_, column) => <span class="edge-name" key={column}>{letters(column)}</span>)}
        </div>
        {rows}
      </div>
      <Legend {...props} />
    </div>
  );
}

/** The terrains that are on the board, in words. */
function Legend({ board, terrain, telling }: BoardProps) {
  const known = terrain.filter((name) => board.squares.some((square) => square.terrain.includes(name)));
  return (
    <ul class="legend">
      {known.map((name) => (
        <li key={name}>
          <span class="swatch" aria-hidden="true"><Ground names={[name]} terrain={terrain} /></span>{telling.word(name)}
        </li>
      ))}
    </ul>
  );
}

function Ground({ names, terrain }: { names: string[]; terrain: string[] }) {
  const places = names.map((name) => terrain.indexOf(name) % MARKS.length);
  return (
    <>
      {places.map((place) => <span class={`ground ground-${place}`} aria-hidden="true" key={place} />)}
      {places.length > 0 && (
        <span class="ground-mark" aria-hidden="true">{places.map((place) => MARKS[place]).join("")}</span>
      )}
    </>
  );
}

function letters(column: number): string {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

interface CellProps extends BoardProps {
  square: Square;
  pieces: Piece[];
  walls: string[];
  is_here: boolean;
  go(square: string): void;
}

function Cell({ square, pieces, walls, is_here, go, view, telling, terrain, options, picked, onPick }: CellProps) {
  const known = terrain.filter((name) => square.terrain.includes(name));
  const is_option = options.has(square.at);
  const is_picked = picked.has(square.at);
  const crowds = alike(pieces, view, telling);
  const told = [
    square.at,
    ...crowds.map((crowd) => [crowd_name(crowd, telling), ...side_words(crowd[0]!.seen, view, telling),
      ...telling.told(crowd[0]!.seen, view)].join(" ")),
    ...(square.is_vacant ? [telling.say("vacant_square")] : pieces.length === 0 ? [telling.say("empty_square")] : []),
    ...known.map((name) => telling.word(name)),
    ...(square.elevation !== 0 ? [telling.say("elevation", square.elevation)] : []),
    ...(is_picked ? [telling.say("chosen")] : is_option ? [telling.say("can_be_chosen")] : []),
  ].join(", ");
  const classes = ["square", ...walls.map((edge) => `wall-${edge}`)];
  if (square.is_vacant) classes.push("vacant");
  if (is_option) classes.push("option");
  if (is_picked) classes.push("picked");
  function pick() {
    go(square.at);
    onPick(square.at, pieces[0] ?? null);
  }
  return (
    <div role="gridcell" class={classes.join(" ")} tabIndex={is_here ? 0 : -1} aria-selected={is_picked}
      data-square={square.at} onClick={pick} onFocus={() => go(square.at)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick();
      }}>
      <span class="hidden-note told">{told}</span>
      <Ground names={known} terrain={terrain} />
      {square.elevation !== 0 && <span class="height" aria-hidden="true">▲{square.elevation}</span>}
      {crowds.map((crowd, number) => (
        <Token key={crowd[0]!.name} crowd={crowd} view={view} telling={telling} among={crowds.length} number={number} />
      ))}
    </div>
  );
}

/** The pieces of a square, those together that nobody can tell apart; those of a side come first. */
function alike(pieces: Piece[], view: View, telling: Telling): Piece[][] {
  const found = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const side = telling.side(piece.seen, view);
    const key = [side, telling.seen(piece.seen), ...telling.told(piece.seen, view)].join("\n");
    found.set(key, [...(found.get(key) ?? []), piece]);
  }
  const sided = ([piece]: Piece[]) => (telling.side(piece!.seen, view) === null ? 1 : 0);
  return [...found.values()].sort((one, other) => sided(one) - sided(other));
}

function crowd_name(crowd: Piece[], telling: Telling): string {
  return telling.seen(crowd[0]!.seen) + (crowd.length > 1 ? ` ×${crowd.length}` : "");
}

function side_words(seen: Seen, view: View, telling: Telling): string[] {
  const side = telling.side(seen, view);
  return side === null ? [] : [`(${telling.player(side)})`];
}

interface TokenProps {
  crowd: Piece[];
  view: View;
  telling: Telling;
  among: number;
  number: number;
}

function Token({ crowd, view, telling, among, number }: TokenProps) {
  const { name, seen } = crowd[0]!;
  const side = telling.side(seen, view);
  const size = size_of(seen);
  const style = { "--size": String(size), "--part": String(size > 1 ? 1 : 1 / among), "--number": String(size > 1 ? 0 : number) };
  return (
    <span class={`token side-${side === null ? "none" : side % 5}`} style={style} data-entity={name} aria-hidden="true"
      title={telling.seen(seen)}>
      <span class="token-name">{crowd_name(crowd, telling)}</span>
      {side !== null && <span class="token-side">{side + 1}</span>}
    </span>
  );
}

/** Lets a figure glide from where it stood, unless the person wants no movement. */
function useMoves(place: { current: HTMLDivElement | null }, view: View) {
  const before = useRef(new Map<string, DOMRect>());
  useLayoutEffect(() => {
    const now = new Map<string, DOMRect>();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const token of place.current?.querySelectorAll<HTMLElement>("[data-entity]") ?? []) {
      const rect = token.getBoundingClientRect();
      const old = before.current.get(token.dataset["entity"]!);
      now.set(token.dataset["entity"]!, rect);
      if (still || old === undefined || (old.x === rect.x && old.y === rect.y)) continue;
      const from = `translate(${old.x - rect.x}px, ${old.y - rect.y}px)`;
      token.animate([{ transform: from, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 350, easing: "ease" });
    }
    before.current = now;
  }, [view]);
}

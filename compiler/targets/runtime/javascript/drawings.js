// Drawings of some squares: how they are turned, what they would take, and what they make of a board.
//
// Job: read a drawing, turn it, and lay it on a board of squares. Input: a text, a board, a square. Output: a text,
// squares, truths, another board. It never holds pieces, and never knows what a letter means.
//
// Every second character of every second line is a square: `.`, the letter of its terrain, or a space where the drawing
// has none. Between and around them stand the edges: `|` and `-` are walls, a space is none; `+` stands at corners.

import { compare, compare_texts, floor_div, modulo, NOTHING } from "./values.js";

const LARGEST = 64;
const VOID = " ", BARE = ".";
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const TURNED = new Map([["|", "-"], ["-", "|"]]);

/** `cells` are its lines, each an array of `2 * width + 1` characters. */
class Drawing {
  constructor(cells) {
    this.cells = cells;
    this.width = floor_div(cells[0].length, 2);
    this.height = floor_div(cells.length, 2);
  }

  /** What stands there; a space outside of the drawing. */
  letter(column, row) {
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return VOID;
    return this.cells[2 * row + 1][2 * column + 1];
  }

  /** Whether a wall stands at a side of a square, which is one to the right and so far down. */
  walled(column, row, [right, down]) {
    return this.cells[2 * row + 1 + down][2 * column + 1 + right] !== VOID;
  }

  /** The columns and rows of its squares. */
  squares() {
    const found = [];
    for (let row = 0; row < this.height; row++) {
      for (let column = 0; column < this.width; column++) {
        if (this.letter(column, row) !== VOID) found.push([column, row]);
      }
    }
    return found;
  }
}

/** A drawing as content has it when it was checked; null for any other text, or what is no text. */
export function read_drawing(text) {
  if (typeof text !== "string") return null;
  const lines = text.split("\n").map((line) => [...line]);
  const is_sound = (size) => size >= 3 && size <= 2 * LARGEST + 1 && size % 2 === 1;
  const size = lines[0].length;
  if (!is_sound(size) || !is_sound(lines.length) || lines.some((line) => line.length !== size)) return null;
  return new Drawing(lines);
}

/** The text of a drawing that is turned to the right by so many quarters. */
export function rotated(drawing, quarters) {
  let lines = drawing.cells;
  for (let turns = modulo(quarters, 4); turns > 0; turns--) {
    const below = [...lines].reverse();
    lines = lines[0].map((_, column) => below.map((line) => TURNED.get(line[column]) ?? line[column]));
  }
  return lines.map((line) => line.join("")).join("\n");
}

/** The squares that it would take with its upper left corner at a square; null where some can never be there. */
export function taken(grid, drawing, anchor) {
  const top = floor_div(anchor, grid.width), left = anchor % grid.width;
  const found = [];
  for (const [column, row] of drawing.squares()) {
    const square = (top + row) * grid.width + left + column;
    if (left + column >= grid.width || top + row >= grid.height || !grid.known(square)) return null;
    found.push(square);
  }
  return found;
}

/** Whether all of its squares would come where none is yet. */
export function fits(grid, drawing, anchor) {
  const squares = taken(grid, drawing, anchor);
  return squares !== null && !squares.some((square) => grid.exists[square]);
}

/** Whether its outer edges would meet those of the board, a wall a wall, and no wall none. */
export function edges_match(grid, drawing, anchor) {
  if (taken(grid, drawing, anchor) === null) return false;
  return drawing.squares().every(([column, row]) => SIDES.every((side) => {
    const found = beside(grid, anchor, column, row, side);
    if (found === null || drawing.letter(column + side[0], row + side[1]) !== VOID) return true;
    return !grid.exists[found[1]] || drawing.walled(column, row, side) === grid.edge_wall(...found);
  }));
}

/**
 * The board with a drawing on it, whose squares replace those that are there; null where it cannot be laid, or has a
 * letter that `terrain` does not tell.
 */
export function laid(grid, drawing, anchor, terrain) {
  const squares = taken(grid, drawing, anchor);
  if (squares === null) return null;
  const drawn = drawing.squares();
  const changed = [], walls = [], covered = new Set(squares);
  for (const [i, [column, row]] of drawn.entries()) {
    const letter = drawing.letter(column, row);
    if (letter !== BARE && !terrain.has(letter)) return null;
    changed.push([squares[i], letter === BARE ? NOTHING : [terrain.get(letter)]]);
    for (const side of SIDES) {
      const found = beside(grid, anchor, column, row, side);
      if (found !== null && drawing.walled(column, row, side)) walls.push(found);
    }
  }
  const kept = grid.walls.filter(([a, b]) => !covered.has(a) || !covered.has(b));
  return grid.with_squares(changed, [...kept, ...walls]);
}

/** A square of a drawing and the one beside it, where the area of the board has one. */
function beside(grid, anchor, column, row, [right, down]) {
  const top = floor_div(anchor, grid.width), left = anchor % grid.width;
  const x = left + column + right, y = top + row + down;
  if (x < 0 || y < 0 || x >= grid.width || y >= grid.height) return null;
  return [(top + row) * grid.width + left + column, y * grid.width + x];
}

/** What became of a drawn board: its changed squares with their terrain, and all of its walls. */
export function changes_of(drawn, grid) {
  const named = (names) => [...names].sort(compare_texts);
  const squares = [];
  for (let square = 0; square < grid.count; square++) {
    const is_same = grid.exists[square] === drawn.exists[square]
      && compare(named(grid.terrain[square]), named(drawn.terrain[square])) === 0;
    if (!is_same) squares.push([square, ...named(grid.terrain[square])]);
  }
  return { squares, walls: grid.walls.map((wall) => [...wall]).sort(compare) };
}

/** A drawn board with changes, which may come from a stranger; null where they are not of this board. */
export function changed_board(drawn, squares, walls) {
  const is_there = (square) => square >= 0 && square < drawn.count && drawn.known(square);
  const is_edge = ([low, high]) => {
    const is_right = high === low + 1 && high % drawn.width !== 0;
    return low >= 0 && low < high && high < drawn.count && (is_right || high === low + drawn.width);
  };
  if (!squares.every(([square]) => is_there(square)) || !walls.every(is_edge)) return null;
  return drawn.with_squares(squares.map(([square, ...names]) => [square, names]), walls);
}

// The drawing of a board of squares, as shape.
//
// Job: read what an author draws. Input: lines of text. Output: size, letters and walls, or a Fault that names the
// first wrong line and column. It never knows what a letter means.

import { Fault, floor_div } from "./values.js";

const LARGEST_BOARD = 64;
export const VOID = " ", VACANT = "_"; // no square, and none yet
const EDGES = " -+|";
const UNSEEN = /[\p{C}\p{Z}]/u; // what no eye can tell from nothing

/** A board as drawn: { width, height, letters by row and column, walls as pairs of squares }. */
export function parse_board(text_lines) {
  const lines = text_lines.map((line) => [...line.trimEnd()]);
  const rows = [], edges = [];
  lines.forEach((line, number) => {
    if (line.includes("-") && line.every((c) => EDGES.includes(c))) {
      if (rows.length === 0 || rows[rows.length - 1] !== number - 1) {
        throw _misdrawn(number, line.indexOf("-"), "no squares above these walls");
      }
      edges.push(number);
    } else {
      rows.push(number);
      if (rows.length > LARGEST_BOARD) throw _misdrawn(number, 0, `more than ${LARGEST_BOARD} rows`);
    }
  });
  const last = edges.length ? edges[edges.length - 1] : -1;
  if (last === lines.length - 1 && last >= 0) {
    throw _misdrawn(last, lines[last].indexOf("-"), "no squares below these walls");
  }
  const width = Math.max(0, ...rows.map((number) => floor_div(lines[number].length + 1, 2)));
  if (width === 0) throw _misdrawn(0, 0, "a board without squares");
  const walls = [], letters = [];
  rows.forEach((number, row) => {
    letters.push(_read_letters(lines[number], number, width));
    walls.push(..._read_upright_walls(lines[number], number, row * width, width));
    if (edges.includes(number + 1)) walls.push(..._read_level_walls(lines[number + 1], number + 1, row * width, width));
  });
  return { width, height: rows.length, letters, walls };
}

function _misdrawn(line, column, message) {
  return new Fault(`board line ${line + 1}, column ${column + 1}: ${message}`);
}

function _read_letters(line, number, width) {
  if (width > LARGEST_BOARD && line.length > 2 * LARGEST_BOARD) {
    throw _misdrawn(number, 2 * LARGEST_BOARD, `more than ${LARGEST_BOARD} squares in a row`);
  }
  const letters = line.filter((_, column) => column % 2 === 0);
  letters.forEach((letter, i) => {
    if (letter !== VOID && (EDGES.includes(letter) || UNSEEN.test(letter))) {
      throw _misdrawn(number, 2 * i, `'${letter}' where a square belongs`);
    }
  });
  return [...letters, ...new Array(width - letters.length).fill(VOID)];
}

function _read_upright_walls(line, number, first, width) {
  const walls = [];
  for (let column = 1; column < line.length; column += 2) {
    if (line[column] === "|") {
      const square = floor_div(column, 2);
      if (square + 1 >= width) throw _misdrawn(number, column, "no square to the right of this wall");
      walls.push([first + square, first + square + 1]);
    } else if (line[column] !== " ") {
      throw _misdrawn(number, column, `'${line[column]}' between two squares (a space or '|' stands there)`);
    }
  }
  return walls;
}

function _read_level_walls(line, number, first, width) {
  const walls = [];
  line.forEach((character, column) => {
    if (character === " " || (column % 2 === 1 && column < 2 * width - 1)) return;
    if (column >= 2 * width - 1) throw _misdrawn(number, column, "no square above this wall");
    if (character !== "-") {
      throw _misdrawn(number, column, `'${character}' below a square (a space or '-' stands there)`);
    }
    walls.push([first + floor_div(column, 2), first + floor_div(column, 2) + width]);
  });
  return walls;
}

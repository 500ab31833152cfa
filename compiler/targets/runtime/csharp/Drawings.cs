// Drawings of some squares: how they are turned, what they would take, and what they make of a board.
//
// Job: read a drawing, turn it, and lay it on a board of squares. Input: a text, a board, a square. Output: a text,
// squares, truths, another board. It never holds pieces, and never knows what a letter means.
//
// Every second character of every second line is a square: `.`, the letter of its terrain, or a space where the drawing
// has none. Between and around them stand the edges: `|` and `-` are walls, a space is none; `+` stands at corners.

using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>The lines are lists of `2 * width + 1` characters. A place is a column and a row.</summary>
    public sealed class BoardDrawing
    {
        private const int LARGEST = 64;
        public const string VOID = " ", BARE = ".";

        public readonly int width, height;
        public readonly List<int[]> squares = new List<int[]>();
        private readonly List<List<string>> cells;

        private BoardDrawing(List<List<string>> cells)
        {
            this.cells = cells;
            width = cells[0].Count / 2;
            height = cells.Count / 2;
            for (int i = 0; i < width * height; i++)
            {
                int[] place = { i % width, i / width };
                if (letter(place[0], place[1]) != VOID) squares.Add(place);
            }
        }

        /// <summary>A drawing as content has it when it was checked; null for any other text.</summary>
        public static BoardDrawing read(string text)
        {
            List<List<string>> lines = new List<List<string>>();
            foreach (string line in text.Split('\n')) lines.Add(BoardText.characters(line));
            int size = lines[0].Count;
            bool is_drawing = is_sound(size) && is_sound(lines.Count) && lines.TrueForAll(line => line.Count == size);
            return is_drawing ? new BoardDrawing(lines) : null;
        }

        private static bool is_sound(int size)
        {
            return size >= 3 && size <= 2 * LARGEST + 1 && size % 2 == 1;
        }

        /// <summary>What stands there; a space outside of the drawing.</summary>
        public string letter(int column, int row)
        {
            bool is_inside = column >= 0 && row >= 0 && column < width && row < height;
            return is_inside ? cells[2 * row + 1][2 * column + 1] : VOID;
        }

        /// <summary>Whether a wall stands at a side of a square, which is one to the right and so far down.</summary>
        public bool walled(int[] place, int[] side)
        {
            return cells[2 * place[1] + 1 + side[1]][2 * place[0] + 1 + side[0]] != VOID;
        }

        /// <summary>The text of the drawing, turned to the right by so many quarters.</summary>
        public string rotated(long quarters)
        {
            List<List<string>> lines = cells;
            for (long turns = Values.modulo(quarters, 4); turns > 0; turns--) lines = turned(lines);
            return string.Join("\n", lines.ConvertAll(line => string.Concat(line)));
        }

        private static List<List<string>> turned(List<List<string>> lines)
        {
            List<List<string>> made = new List<List<string>>();
            for (int column = 0; column < lines[0].Count; column++)
            {
                List<string> line = new List<string>();
                for (int row = lines.Count - 1; row >= 0; row--)
                {
                    string cell = lines[row][column];
                    line.Add(cell == "|" ? "-" : cell == "-" ? "|" : cell);
                }
                made.Add(line);
            }
            return made;
        }
    }

    public static class Drawings
    {
        private static readonly int[][] SIDES = { new[] { 1, 0 }, new[] { -1, 0 }, new[] { 0, 1 }, new[] { 0, -1 } };

        /// <summary>The squares that it would take with its upper left corner at a square; null where some can never be
        /// there.</summary>
        public static List<int> taken(Grid grid, BoardDrawing drawing, int anchor)
        {
            List<int> found = new List<int>();
            foreach (int[] place in drawing.squares)
            {
                int row = anchor / grid.width + place[1], column = anchor % grid.width + place[0];
                if (column >= grid.width || row >= grid.height || !grid.known(row * grid.width + column)) return null;
                found.Add(row * grid.width + column);
            }
            return found;
        }

        /// <summary>Whether all of its squares would come where none is yet.</summary>
        public static bool fits(Grid grid, BoardDrawing drawing, int anchor)
        {
            List<int> squares = taken(grid, drawing, anchor);
            return squares != null && squares.TrueForAll(square => !grid.exists[square]);
        }

        /// <summary>Whether its outer edges would meet those of the board, a wall a wall, and no wall none.</summary>
        public static bool edges_match(Grid grid, BoardDrawing drawing, int anchor)
        {
            if (taken(grid, drawing, anchor) == null) return false;
            foreach (int[] place in drawing.squares)
            {
                foreach (int[] side in SIDES)
                {
                    int[] found = beside(grid, anchor, place, side);
                    bool is_inner = drawing.letter(place[0] + side[0], place[1] + side[1]) != BoardDrawing.VOID;
                    if (found == null || is_inner || !grid.exists[found[1]]) continue;
                    if (drawing.walled(place, side) != grid.edge_wall(found[0], found[1])) return false;
                }
            }
            return true;
        }

        /// <summary>The board with a drawing on it, whose squares replace those that are there; null where it cannot be
        /// laid, or has a letter that the terrain does not tell.</summary>
        public static Grid laid(Grid grid, BoardDrawing drawing, int anchor, Map<string, string> terrain)
        {
            List<int> squares = taken(grid, drawing, anchor);
            if (squares == null) return null;
            List<int[]> walls = grid.walls.FindAll(wall => !squares.Contains(wall[0]) || !squares.Contains(wall[1]));
            Dictionary<int, Seq> changed = new Dictionary<int, Seq>();
            for (int i = 0; i < squares.Count; i++)
            {
                int[] place = drawing.squares[i];
                string letter = drawing.letter(place[0], place[1]);
                if (letter != BoardDrawing.BARE && !terrain.has(letter)) return null;
                changed[squares[i]] = letter == BoardDrawing.BARE ? Seq.Nothing : Seq.of(terrain.get(letter));
                foreach (int[] side in SIDES)
                {
                    int[] found = beside(grid, anchor, place, side);
                    if (found != null && drawing.walled(place, side)) walls.Add(found);
                }
            }
            return grid.with_squares(changed, walls);
        }

        /// <summary>A square of a drawing and the one beside it, where the area of the board has one.</summary>
        private static int[] beside(Grid grid, int anchor, int[] place, int[] side)
        {
            int top = anchor / grid.width + place[1], left = anchor % grid.width + place[0];
            int x = left + side[0], y = top + side[1];
            if (x < 0 || y < 0 || x >= grid.width || y >= grid.height) return null;
            return new[] { top * grid.width + left, y * grid.width + x };
        }

        /// <summary>What became of a drawn board: its changed squares with their terrain, and all of its
        /// walls.</summary>
        public static Bag changes_of(Grid drawn, Grid grid)
        {
            List<object> squares = new List<object>(), walls = new List<object>();
            for (int square = 0; square < grid.count; square++)
            {
                Seq names = Seq.of_texts(Sorting.texts(grid.terrain[square].texts()));
                Seq before = Seq.of_texts(Sorting.texts(drawn.terrain[square].texts()));
                if (grid.exists[square] == drawn.exists[square] && Values.eq(names, before)) continue;
                squares.Add(Seq.of((object)(long)square).and(names));
            }
            foreach (int[] wall in grid.walls) walls.Add(Seq.of((long)wall[0], (long)wall[1]));
            return Bag.of("squares", Seq.from(squares), "walls", Sorting.sorted(Seq.from(walls), Values.compare));
        }

        /// <summary>A drawn board with changes, which may come from a stranger; null where they are not of this board.
        /// </summary>
        public static Grid changed_board(Grid drawn, Seq squares, Seq walls)
        {
            Dictionary<int, Seq> changed = new Dictionary<int, Seq>();
            foreach (object held in squares.held)
            {
                Seq row = (Seq)held;
                long square = (long)row[0];
                if (square < 0 || square >= drawn.count || !drawn.known((int)square)) return null;
                changed[(int)square] = row.slice(1, row.Count);
            }
            List<int[]> found = new List<int[]>();
            foreach (object held in walls.held)
            {
                long low = (long)((Seq)held)[0], high = (long)((Seq)held)[1];
                bool is_beside = high == low + drawn.width || (high == low + 1 && high % drawn.width != 0);
                if (low < 0 || low >= high || high >= drawn.count || !is_beside) return null;
                found.Add(new[] { (int)low, (int)high });
            }
            return drawn.with_squares(changed, found);
        }
    }
}

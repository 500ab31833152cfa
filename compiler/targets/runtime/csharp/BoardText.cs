// The drawing of a board of squares, as shape.
//
// Job: read what an author draws. Input: lines of text. Output: size, letters and walls, or a Fault that names the
// first wrong line and column. It never knows what a letter means.

using System;
using System.Collections.Generic;
using System.Globalization;

namespace Cardwright
{
    /// <summary>A board as drawn: letters by row and column, walls as pairs of squares.</summary>
    public sealed class BoardShape
    {
        public int width;
        public readonly List<string> letters = new List<string>(); // row by row
        public readonly List<int[]> walls = new List<int[]>();

        public int height
        {
            get { return letters.Count / width; }
        }
    }

    public static class BoardText
    {
        private const int LARGEST_BOARD = 64;
        public const string VOID = " ", VACANT = "_"; // no square, and none yet
        private const string EDGES = " -+|";

        public static BoardShape parse_board(Seq text_lines)
        {
            List<List<string>> lines = new List<List<string>>();
            foreach (object line in text_lines.held) lines.Add(characters(((string)line).TrimEnd()));
            List<int> rows = new List<int>(), edges = new List<int>();
            for (int number = 0; number < lines.Count; number++) sort_line(lines[number], number, rows, edges);
            int last = edges.Count > 0 ? edges[edges.Count - 1] : -1;
            if (last >= 0 && last == lines.Count - 1)
            {
                throw misdrawn(last, lines[last].IndexOf("-"), "no squares below these walls");
            }
            BoardShape board = new BoardShape();
            foreach (int number in rows) board.width = Math.Max(board.width, (lines[number].Count + 1) / 2);
            if (board.width == 0) throw misdrawn(0, 0, "a board without squares");
            for (int row = 0; row < rows.Count; row++)
            {
                int number = rows[row];
                read_letters(lines[number], number, board);
                read_upright_walls(lines[number], number, row * board.width, board);
                if (edges.Contains(number + 1))
                {
                    read_level_walls(lines[number + 1], number + 1, row * board.width, board);
                }
            }
            return board;
        }

        private static void sort_line(List<string> line, int number, List<int> rows, List<int> edges)
        {
            if (line.Contains("-") && line.TrueForAll(c => EDGES.Contains(c)))
            {
                if (rows.Count == 0 || rows[rows.Count - 1] != number - 1)
                {
                    throw misdrawn(number, line.IndexOf("-"), "no squares above these walls");
                }
                edges.Add(number);
                return;
            }
            rows.Add(number);
            if (rows.Count <= LARGEST_BOARD) return;
            throw misdrawn(number, 0, "more than " + Values.digits(LARGEST_BOARD) + " rows");
        }

        /// <summary>The characters of a line, each as a text.</summary>
        public static List<string> characters(string line)
        {
            List<string> found = new List<string>();
            for (int i = 0; i < line.Length; i++)
            {
                bool pair = char.IsHighSurrogate(line[i]) && i + 1 < line.Length && char.IsLowSurrogate(line[i + 1]);
                found.Add(line.Substring(i, pair ? 2 : 1));
                if (pair) i += 1;
            }
            return found;
        }

        private static Fault misdrawn(int line, int column, string message)
        {
            string place = "board line " + Values.digits(line + 1) + ", column " + Values.digits(column + 1);
            return new Fault(place + ": " + message);
        }

        /// <summary>Whether no eye can tell a character from nothing.</summary>
        private static bool is_unseen(string letter)
        {
            switch (CharUnicodeInfo.GetUnicodeCategory(letter, 0))
            {
                case UnicodeCategory.Control:
                case UnicodeCategory.Format:
                case UnicodeCategory.Surrogate:
                case UnicodeCategory.PrivateUse:
                case UnicodeCategory.OtherNotAssigned:
                case UnicodeCategory.SpaceSeparator:
                case UnicodeCategory.LineSeparator:
                case UnicodeCategory.ParagraphSeparator:
                    return true;
                default:
                    return false;
            }
        }

        private static void read_letters(List<string> line, int number, BoardShape board)
        {
            if (board.width > LARGEST_BOARD && line.Count > 2 * LARGEST_BOARD)
            {
                string most = "more than " + Values.digits(LARGEST_BOARD) + " squares in a row";
                throw misdrawn(number, 2 * LARGEST_BOARD, most);
            }
            for (int i = 0; i < board.width; i++)
            {
                string letter = 2 * i < line.Count ? line[2 * i] : VOID;
                if (letter != VOID && (EDGES.Contains(letter) || is_unseen(letter)))
                {
                    throw misdrawn(number, 2 * i, "'" + letter + "' where a square belongs");
                }
                board.letters.Add(letter);
            }
        }

        private static void read_upright_walls(List<string> line, int number, int first, BoardShape board)
        {
            for (int column = 1; column < line.Count; column += 2)
            {
                if (line[column] == " ") continue;
                int square = column / 2;
                if (line[column] != "|")
                {
                    string told = "'" + line[column] + "' between two squares (a space or '|' stands there)";
                    throw misdrawn(number, column, told);
                }
                if (square + 1 >= board.width) throw misdrawn(number, column, "no square to the right of this wall");
                board.walls.Add(new[] { first + square, first + square + 1 });
            }
        }

        private static void read_level_walls(List<string> line, int number, int first, BoardShape board)
        {
            int end = 2 * board.width - 1;
            for (int column = 0; column < line.Count; column++)
            {
                if (line[column] == " " || (column % 2 == 1 && column < end)) continue;
                if (column >= end) throw misdrawn(number, column, "no square above this wall");
                if (line[column] != "-")
                {
                    string told = "'" + line[column] + "' below a square (a space or '-' stands there)";
                    throw misdrawn(number, column, told);
                }
                board.walls.Add(new[] { first + column / 2, first + column / 2 + board.width });
            }
        }
    }
}

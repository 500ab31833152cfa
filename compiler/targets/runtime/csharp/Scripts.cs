// Running tests and scenarios.
//
// Job: build a position from its drawn board and its statements; answer requests from a test's script; compare the
// outcome with what the test expects. Input: scripts of the rules. Output: a game in its position, or failures.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A board that was drawn: its shape, and the first square of every letter.</summary>
    public sealed class Drawn
    {
        public readonly Grid grid;
        public readonly Map<string, long> letters;

        public Drawn(Grid grid, Map<string, long> letters)
        {
            this.grid = grid;
            this.letters = letters;
        }
    }

    /// <summary>Builds positions of a script one after the other; the names of its texts are members of
    /// `env`.</summary>
    public class Building : Frame
    {
        public Seq positions;
        public Bag env;
        public long number;
        public Map<string, long> letters = new Map<string, long>();

        public Building(Seq positions, Bag env)
        {
            this.positions = positions;
            this.env = env;
        }

        public override string name
        {
            get { return "Building"; }
        }

        public override object run(State rt, object value)
        {
            if (number >= positions.Count) return null;
            Bag position = (Bag)positions.held[number];
            pc += 1;
            if (pc == 1)
            {
                bool is_drawn = position.list("board").Count > 0;
                letters = is_drawn ? Scripts.draw_board(position, rt) : new Map<string, long>();
                return Scripts.script_body(rt, position.bag("build"), env);
            }
            if (pc == 2)
            {
                built(rt, position);
                return Scripts.script_body(rt, position.bag("do"), env);
            }
            number += 1;
            pc = 0;
            return new Checking();
        }

        /// <summary>Everything is there: those at the letters of the board are put on their squares.</summary>
        public virtual void built(State rt, Bag position)
        {
            foreach (object held in position.list("letters").held)
            {
                string letter = (string)((Seq)held)[0];
                if (!letters.has(letter))
                {
                    string missing = "the letter " + letter + " does not stand on the board";
                    throw new Fault(missing, position.number("at"));
                }
                Entity entity = (Entity)env[(string)((Seq)held)[1]];
                Places.place(rt, entity, rt.grid.square_at[letters.get(letter)]);
            }
            foreach (string named in env.Keys)
            {
                Entity entity = env[named] as Entity;
                if (entity != null) TestNames.name_for_tests(rt, entity, named);
            }
        }

        public override Frame blank()
        {
            return new Building(positions, null);
        }

        public override void slots(Slots visit)
        {
            visit.slot("env", ref env);
            visit.slot("letters", ref letters);
            visit.slot("number", ref number);
        }
    }

    public static class Scripts
    {
        /// <summary>A body of a script, which finds the names of its texts in `env`.</summary>
        public static Body script_body(State rt, Bag body, Bag env)
        {
            Locals v = new Locals();
            v["env"] = env;
            return new Body(rt.code.body(body), v);
        }

        /// <summary>Sets the drawn board; gives the first square of every letter.</summary>
        public static Map<string, long> draw_board(Bag position, State game)
        {
            Drawn drawn = board_of(position, game.code);
            Places.set_board(game, drawn.grid);
            foreach (Seq terrain in drawn.grid.terrain)
            {
                foreach (object name in terrain.held) Marks.mark(game, game.code.data_rows("terrain:" + name));
            }
            return drawn.letters;
        }

        /// <summary>The board of a position, drawn once: a grid never changes, and what it has worked out serves every
        /// game.</summary>
        public static Drawn board_of(Bag position, Code code)
        {
            Drawn found;
            if (!code.boards.TryGetValue(position, out found))
            {
                code.boards.Add(position, found = drawn_board(position, code));
            }
            return found;
        }

        private static Drawn drawn_board(Bag position, Code code)
        {
            BoardShape drawn = BoardText.parse_board(position.list("board"));
            Map<string, string> symbols = new Map<string, string>();
            Bag legend = code.data.bag("terrain");
            foreach (string name in legend.Keys)
            {
                string symbol = legend[name] as string;
                if (!string.IsNullOrEmpty(symbol)) symbols.set(symbol, name);
            }
            OrderedSet<string> names = new OrderedSet<string>();
            foreach (object letter in position.list("letters").held) names.add((string)((Seq)letter)[0]);
            List<string> cells = drawn.letters;
            List<string> unknown = cells.FindAll(
                c => c != BoardText.VOID && c != BoardText.VACANT && c != "." && !symbols.has(c) && !names.has(c));
            if (unknown.Count > 0)
            {
                string first = Sorting.texts(unknown)[0];
                throw new Fault("the letter " + first + " of the board is in no legend", position.number("at"));
            }
            bool[] exists = cells.ConvertAll(c => c != BoardText.VOID && c != BoardText.VACANT).ToArray();
            Seq[] terrain = cells.ConvertAll(
                c => symbols.has(c) && !names.has(c) ? Seq.of(symbols.get(c)) : Seq.Nothing).ToArray();
            string metric = code.rules.bag("board")["metric"] as string;
            Map<string, long> letters = new Map<string, long>();
            for (int i = cells.Count - 1; i >= 0; i--) letters.set(cells[i], i);
            Grid grid = new Grid(drawn.width, drawn.height, metric, exists, terrain, drawn.walls);
            return new Drawn(grid.with_vacant(i => cells[i] == BoardText.VACANT), letters);
        }

        /// <summary>Runs one test to its end; gives its failures. `answering` makes what answers its
        /// requests.</summary>
        public static List<string> run_test(Bag script, State game, Func<Script, Func<Request, object>> answering)
        {
            List<string> failures = new List<string>();
            game.marked = new OrderedSet<string>();
            game.history = new List<Happened>();
            if (script["roster"] != null) failures.AddRange(judge_test_roster(game.code, script, game.marked));
            try
            {
                run_steps(script, game, answering, failures);
            }
            catch (Fault error)
            {
                failures.Add(TestNames.named(game, error.message));
            }
            return failures;
        }

        private static void run_steps(
            Bag script, State game, Func<Script, Func<Request, object>> answering, List<string> failures)
        {
            Bag env = new Bag();
            foreach (object held in script.list("foregoing").held)
            {
                Bag stage = (Bag)held;
                string test = "`" + stage.text("test") + "`";
                Seq before = stage.list("steps");
                string begins = "where the test " + test + " begins";
                build(stage.list("positions"), new Script(game, null, env), answering, begins);
                for (int number = 0; number < before.Count; number++)
                {
                    string where = "in step " + Values.digits(number + 1) + " of " + test;
                    carry_out((Bag)before[number], new Script(game, (Bag)before[number], env), answering, where);
                }
            }
            build(script.list("positions"), new Script(game, null, env), answering, "in `given`");
            game.history.Clear();
            Seq steps = script.list("steps");
            string of_all = " of " + Values.digits(steps.Count);
            for (int number = 0; number < steps.Count; number++)
            {
                Bag step = (Bag)steps[number];
                int begun = game.history.Count;
                Script driver = new Script(game, step, env);
                string where = steps.Count > 1 ? "in step " + Values.digits(number + 1) + of_all : "";
                carry_out(step, driver, answering, where);
                List<Happened> happened = game.history.GetRange(begun, game.history.Count - begun);
                string illegal = number == 0 ? script["illegal"] as string : "";
                failures.AddRange(Claims.judge_step(step, driver, happened, illegal));
            }
            failures.AddRange(Claims.judge_events(script.bag("happens"), game.history, game, env));
        }

        private static void build(
            Seq positions, Script driver, Func<Script, Func<Request, object>> answering, string where)
        {
            driver.game.watcher = null;
            try
            {
                Game.run(driver.game, () => new Building(positions, driver.env), answering(driver));
            }
            catch (Fault error)
            {
                error.message += " (" + where + ")";
                throw;
            }
        }

        /// <summary>Runs the statements of a step; a fault says where, and after how many of the answers.</summary>
        private static void carry_out(
            Bag step, Script driver, Func<Script, Func<Request, object>> answering, string where)
        {
            State game = driver.game;
            Func<Request, object> answer = answering(driver);
            game.outermost.Clear();
            game.watcher = driver;
            try
            {
                Game.run(game, () => script_body(game, step.bag("do"), driver.env), answer);
                Game.run(game, () => new Checking(), answer);
                driver.finish();
            }
            catch (Fault error)
            {
                List<string> told = new List<string>();
                if (where.Length > 0) told.Add(where);
                foreach (string kind in new[] { "choices", "dice", "draws" })
                {
                    int given = step.list(kind).Count, taken = given - driver.left(kind).Count;
                    if (given == 0) continue;
                    told.Add("after " + Values.digits(taken) + " of " + Values.digits(given) + " " + kind);
                }
                if (told.Count > 0) error.message += " (" + string.Join(", ", told) + ")";
                throw;
            }
        }

        /// <summary>A roster is legal, or broken for the reason that the test states.</summary>
        private static List<string> judge_test_roster(Code code, Bag script, OrderedSet<string> marked)
        {
            Bag roster = script.bag("roster");
            string illegal = script["illegal"] as string;
            List<string> broken = new List<string>();
            foreach (Refusal refusal in Rosters.check_roster(code, roster.text("name"), roster.list("values"), marked))
            {
                broken.Add(refusal.message);
            }
            if (string.IsNullOrEmpty(illegal)) return broken.ConvertAll(message => "the roster is illegal: " + message);
            if (broken.Exists(message => message.IndexOf(illegal, StringComparison.Ordinal) >= 0))
            {
                return new List<string>();
            }
            string wrong = broken.Count > 0 ? string.Join("; ", broken) : "nothing";
            return new List<string> { "the roster is not illegal for this reason; wrong is: " + wrong };
        }
    }
}

// Transcripts: what two engines must have in common, line by line.
//
// Job: run a test or a match and write down everything that happens, is asked and is answered. Input: a rules table and
// its scripts. Output: lines of text; the same in every runtime.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Transcript
    {
        /// <summary>What asks an answerer; a game's trace has every request with its answer, too.</summary>
        private static Func<Request, object> answering(State game, Func<Request, object> answerer)
        {
            return request =>
            {
                game.trace.add(game.stack.Count, "? " + Game.asked(request));
                object answer = answerer(request);
                Seq many = answer as Seq;
                string told = "= " + (many != null ? Values.joined(many, " ") : Values.label(answer));
                game.trace.add(game.stack.Count, told.TrimEnd());
                return answer;
            };
        }

        public static State traced_game(Bag rules)
        {
            State game = Game.new_state(Code.linked(rules));
            game.trace = new Trace();
            return game;
        }

        /// <summary>The lines of a test as it runs.</summary>
        public static List<string> transcript_of_test(Bag rules, object test)
        {
            Bag script = test as Bag;
            if (script == null || !script.has("positions") || !script.has("steps"))
            {
                throw new Refused("a test is one of those that were exported");
            }
            State game = traced_game(rules);
            List<string> failures = Scripts.run_test(script, game, driver => answering(game, driver.answer));
            List<string> lines = new List<string>(game.trace.lines);
            foreach (string failure in failures) lines.Add("failed: " + failure);
            lines.Add("state " + Pictures.fingerprint(game));
            return lines;
        }

        /// <summary>The lines of a whole game of a scenario, with the agent `random` for all players.</summary>
        public static List<string> transcript_of_match(Bag rules, object scenario, object seed)
        {
            Bag script = Setups.script_named(rules, scenario);
            long begin = Setups.sound_seed(seed);
            State game = traced_game(rules);
            Func<Choose, Seq> decide = Agents.random_agent(begin);
            Minstd generator = new Minstd(begin);
            Func<Request, object> answer = answering(game, request =>
            {
                Choose choose = request as Choose;
                return choose != null ? decide(choose) : Game.chance(generator, request);
            });
            try
            {
                Game.run(game, () => new Building(script.list("positions"), new Bag()), answer);
                Game.play(game, answer);
            }
            catch (Fault error)
            {
                game.trace.add(0, "fault: " + error.message);
            }
            List<string> lines = new List<string>(game.trace.lines);
            lines.Add("state " + Pictures.fingerprint(game));
            return lines;
        }
    }
}

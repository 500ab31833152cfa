// Rosters: a list of cards against the requirements of its definition.
//
// Job: try every requirement of a roster on its cards. Input: linked rules and a roster's values, already checked.
// Output: refusals, or Fault. Never stops at the first.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Rosters
    {
        /// <summary>What is wrong with a roster, whose values are lists of a name and a value: refusals, none when it
        /// is legal.</summary>
        public static List<Refusal> check_roster(
            Code code, string definition, Seq values, OrderedSet<string> marked = null)
        {
            Bag declared = code.rules.bag("rosters").bag(definition);
            State game = Game.new_state(code);
            game.marked = marked;
            Marks.mark(game, declared.list("rows"));
            Seq cards = values.map(pair => brought(code, ((Seq)pair)[1]));
            List<Refusal> broken = new List<Refusal>();
            foreach (object check in declared.list("requirements").held)
            {
                Delegate requirement = (Delegate)check;
                object failed = Game.run(
                    game, () => new Once(() => Calls.apply(requirement, game, cards)), request => null);
                if (failed == null) continue;
                Refusal refusal = Refusal.of(failed);
                broken.Add(refusal);
            }
            foreach (Refusal refusal in broken) Marks.mark(game, refusal.rows);
            return broken;
        }

        private static object brought(Code code, object value)
        {
            Seq many = value as Seq;
            return many != null ? many.map(id => code.card_named(id) ?? id) : code.card_named(value) ?? value;
        }
    }
}

// A test's answers to what is asked while it runs.
//
// Job: answer requests from the lists of a test's step; note what is offered, settled without asking, and refused.
// What is not scripted is a Fault, unless it is an offer, a `may` or a shuffle, which may be left open.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Answers from a step's lists, and watches what the game offers, settles and refuses.</summary>
    public sealed class Script
    {
        public readonly State game;
        public readonly Bag step;
        public readonly Bag env;
        public readonly List<object> choices, dice, draws;
        public readonly HashSet<string> seen = new HashSet<string>(StringComparer.Ordinal);
        public readonly Map<int, List<Refusal>> reasons = new Map<int, List<Refusal>>(); // by position in `refused`
        public readonly List<string> failures = new List<string>();
        public List<Event> refusals = new List<Event>();
        public bool is_asked;
        private readonly bool is_noting;
        // What was settled without asking, and no answer has named: its names, and how many it is.
        private readonly List<KeyValuePair<HashSet<string>, int>> single =
            new List<KeyValuePair<HashSet<string>, int>>();
        private readonly Minstd generator = new Minstd(1);
        private List<object> unnamed;

        public Script(State game, Bag step, Bag env)
        {
            this.game = game;
            this.step = step;
            this.env = env;
            choices = given("choices");
            dice = given("dice");
            draws = given("draws");
            unnamed = given("named");
            is_noting = given("offered").Count + given("not_offered").Count + given("refused").Count > 0;
        }

        private List<object> given(string kind)
        {
            return step != null ? new List<object>(step.list(kind).held) : new List<object>();
        }

        /// <summary>What is left of a list: choices, dice or draws.</summary>
        public List<object> left(string kind)
        {
            return kind == "choices" ? choices : kind == "dice" ? dice : draws;
        }

        // ---- what the game tells
        public void offered(Offered offer, Seq found)
        {
            is_asked = true;
            if (!is_noting) return;
            note(found);
            Seq claims = step.list("refused");
            bool any = false;
            foreach (object claim in claims.held) any = any || ((Bag)claim)["call"] == null;
            if (!any) return;
            foreach (object pair in Offers.refused_of(game, offer).held)
            {
                ICollection<string> mine = TestNames.names_of(game, ((Seq)pair)[0]);
                for (int position = 0; position < claims.Count; position++)
                {
                    Bag claim = (Bag)claims[position];
                    if (claim["call"] != null || !mine.Contains(Values.label(claim["answer"]))) continue;
                    List<Refusal> told = reasons.get(position) ?? new List<Refusal>();
                    told.Add((Refusal)((Seq)pair)[1]);
                    reasons.set(position, told);
                }
            }
        }

        public void settled(Seq options)
        {
            is_asked = true;
            name_things();
            note(options);
            HashSet<string> names = new HashSet<string>();
            foreach (object option in options) names.UnionWith(TestNames.names_of(game, option));
            if (options.Count == 0) names.Add("none");
            single.Add(new KeyValuePair<HashSet<string>, int>(names, Math.Max(options.Count, 1)));
        }

        public void refused(Event ev)
        {
            refusals.Add(ev);
        }

        private void note(Seq options)
        {
            if (!is_noting) return;
            foreach (object option in options.held) seen.UnionWith(TestNames.names_of(game, option));
        }

        /// <summary>Things that are there now have their names of `as:`.</summary>
        private void name_things()
        {
            List<object> left = new List<object>();
            foreach (object named in unnamed)
            {
                string name = ((Bag)named).text("name");
                Entity value = found((Fn1)((Bag)named)["value"]);
                if (value == null)
                {
                    left.Add(named);
                    continue;
                }
                env[name] = value;
                game.test_names.delete(value._id);
                TestNames.name_for_tests(game, value, name);
            }
            unnamed = left;
        }

        private Entity found(Fn1 find)
        {
            try
            {
                return find(game, env) as Entity;
            }
            catch (Exception error)
            {
                bool is_absent = error is Fault || error is NullReferenceException || error is InvalidCastException;
                if (is_absent) return null; // it is not there yet
                throw;
            }
        }

        // ---- answers
        public object answer(Request request)
        {
            name_things();
            RollDice roll = request as RollDice;
            Choose choose = request as Choose;
            if (roll != null) return faces(roll);
            if (choose != null) return pick(choose);
            return request is Draw ? (object)drawn((Draw)request) : shuffled((Shuffle)request);
        }

        /// <summary>The step is over: answers that name what was settled without asking are right.</summary>
        public void finish()
        {
            name_things();
            while (drop_single(choices) || drop_single(draws))
            {
            }
            if (unnamed.Count == 0) return;
            string name = ((Bag)unnamed[0]).text("name");
            throw new Fault("nothing is there to be named `" + name + "`", step.number("at"));
        }

        /// <summary>Passes over the next answer where it names the only one that was possible at a choice before.
        /// </summary>
        private bool drop_single(List<object> answers)
        {
            if (answers.Count == 0) return false;
            object wanted = wanted_of(answers[0]);
            HashSet<string> texts = new HashSet<string>();
            foreach (object one in wanted as Seq ?? Seq.of(wanted)) texts.Add(TestNames.text_of(one));
            int number = single.FindIndex(only => texts.Count == only.Value && texts.IsSubsetOf(only.Key));
            if (number < 0) return false;
            ICollection<string> own = single[number].Key;
            single.RemoveAt(number);
            consume(answers, own, null);
            return true;
        }

        /// <summary>Takes the next answer, and holds what it says of the request against it; null: nobody had to be
        /// asked.</summary>
        private void consume(List<object> answers, ICollection<string> names, Choose request)
        {
            Bag taken = shift(answers) as Bag;
            if (taken == null) return;
            foreach (object name in taken.list("offered").held)
            {
                if (!names.Contains((string)name)) failures.Add("`" + name + "` is not offered");
            }
            foreach (object name in taken.list("not_offered").held)
            {
                if (names.Contains((string)name)) failures.Add("`" + name + "` is offered");
            }
            string asked = (string)taken["asked"];
            if (asked != "" && (request == null || !TestNames.names_of(game, request.who).Contains(asked)))
            {
                string told = request == null ? "nobody" : TestNames.named(game, Values.label(request.who));
                failures.Add(told + " is asked, not `" + asked + "`");
            }
            foreach (object answer in taken.list("refused").held)
            {
                if (request != null && !takes(request, (Seq)answer)) continue;
                failures.Add("`" + shown_answer(answer) + "` is taken, or names what is no option");
            }
        }

        /// <summary>Whether a choice among these options takes an answer; one that names no option proves nothing.
        /// </summary>
        private bool takes(Choose request, Seq wanted)
        {
            Seq found = wanted.map(name => (long)TestNames.fitting(game, request.options, name, request.at));
            try
            {
                Answers.check_answer(request, found);
            }
            catch (Fault)
            {
                return found.includes(-1L);
            }
            return true;
        }

        private static object shift(List<object> items)
        {
            object first = items[0];
            items.RemoveAt(0);
            return first;
        }

        // ---- dice
        private Seq faces(RollDice request)
        {
            Seq rolled = request.dice;
            if (dice.Count == 0)
            {
                string told = "a roll of " + Values.joined(rolled, ", ") + " is not scripted: add `dice:`";
                throw new Fault(told, request.at);
            }
            object first = shift(dice);
            List<object> many = new List<object>();
            if (first is Seq) many.AddRange(((Seq)first).held);
            else
            {
                many.Add(first);
                while (many.Count < rolled.Count && dice.Count > 0) many.Add(shift(dice));
            }
            if (many.Count != rolled.Count)
            {
                string told = Values.digits(rolled.Count) + " dice are rolled, and " + Values.digits(many.Count);
                throw new Fault(told + " are scripted", request.at);
            }
            object[] made = new object[many.Count];
            for (int i = 0; i < made.Length; i++) made[i] = face((string)rolled[i], many[i], request.at);
            return Seq.of(made);
        }

        private long face(string die, object wanted, long at)
        {
            long size = game.code.die_size(die, at);
            Bag symbols = wanted is long ? Bag.of("value", wanted) : wanted as Bag;
            for (long i = 0; i < size; i++) if (same_symbols(game.code.face(die, i), symbols)) return i;
            throw new Fault(die + " has no face " + shown_answer(wanted), at);
        }

        // ---- chance
        private long drawn(Draw request)
        {
            Seq options = ((Drawing)game.frames[game.frames.Count - 1]).options;
            string shown = TestNames.shown_options(game, options);
            while (draws.Count > 0 && !(draws[0] is Seq))
            {
                int found = TestNames.fitting(game, options, draws[0], request.at);
                if (found >= 0)
                {
                    draws.RemoveAt(0);
                    return found;
                }
                if (drop_single(draws)) continue;
                throw new Fault(TestNames.text_of(draws[0]) + " cannot be picked: one of " + shown, request.at);
            }
            throw new Fault("a random pick is not scripted: add `draws:`, one of " + shown, request.at);
        }

        /// <summary>The named cards come first, in their order; the others follow as they lay.</summary>
        private Seq shuffled(Shuffle request)
        {
            if (draws.Count == 0 || !(draws[0] is Seq)) return generator.permutation(request.size);
            Seq cards = ((Shuffling)game.frames[game.frames.Count - 1]).zone.items;
            List<object> order = new List<object>();
            foreach (object wanted in ((Seq)shift(draws)).held)
            {
                Seq places = Values.range(cards.Count).filter(i => !order.Contains(i));
                Seq there = places.map(i => cards[(int)(long)i]);
                int found = TestNames.fitting(game, there, wanted, request.at);
                if (found < 0)
                {
                    string shown = TestNames.text_of(wanted) + " is not among what is shuffled: ";
                    throw new Fault(shown + TestNames.shown_options(game, cards), request.at);
                }
                order.Add(places[found]);
            }
            Seq left = Values.range(cards.Count).filter(i => !order.Contains(i));
            return Seq.from(order).and(left);
        }

        // ---- choices
        private Seq pick(Choose request)
        {
            is_asked = true;
            note(request.options);
            for (;;)
            {
                Seq found = scripted(request);
                if (found != null)
                {
                    HashSet<string> names = new HashSet<string>(StringComparer.Ordinal);
                    foreach (object option in request.options.held) names.UnionWith(TestNames.names_of(game, option));
                    consume(choices, names, request);
                    return found;
                }
                if (!drop_single(choices)) return unscripted(request);
            }
        }

        /// <summary>The next answer as positions, if it is one to this request; otherwise null.</summary>
        private Seq scripted(Choose request)
        {
            if (choices.Count == 0) return null;
            object following = wanted_of(choices[0]);
            string word = following as string;
            if (request.kind == "use")
            {
                long position = TestNames.fitting(game, request.options, following, request.at);
                if (word == "pass") return Seq.of((object)(-1L));
                return position >= 0 ? Seq.of((object)position) : null;
            }
            if (request.kind == "yes")
            {
                if (word != "yes" && word != "no" && !(following is bool)) return null;
                bool agrees = word == "yes" || (following is bool && (bool)following);
                return Seq.of((object)(agrees ? 0L : 1L));
            }
            Seq many = following as Seq;
            if (many == null) many = word == "none" ? Seq.Nothing : Seq.of(new[] { following });
            Seq found = many.map(wanted => (long)TestNames.fitting(game, request.options, wanted, request.at));
            return found.includes(-1L) ? null : found;
        }

        /// <summary>An offer is passed and a `may` declined where the test leaves them open; other choices need an
        /// answer.</summary>
        private Seq unscripted(Choose request)
        {
            if (request.kind == "use") return Seq.of((object)(-1L));
            if (request.kind == "yes") return Seq.of((object)1L);
            string shown = TestNames.shown_options(game, request.options);
            if (choices.Count == 0) throw new Fault("a choice is not scripted: one of " + shown, request.at);
            string told = shown_answer(wanted_of(choices[0]));
            throw new Fault(told + " is no option: one of " + shown, request.at);
        }

        private static object wanted_of(object answer)
        {
            Bag mapping = answer as Bag;
            return mapping != null ? mapping["answer"] : answer;
        }

        /// <summary>An answer as every engine tells it, in the way of test files.</summary>
        public static string shown_answer(object answer)
        {
            Seq items = answer as Seq;
            Bag mapping = answer as Bag;
            List<string> told = new List<string>();
            if (items != null)
            {
                foreach (object item in items.held) told.Add(shown_answer(item));
                return "[" + string.Join(", ", told) + "]";
            }
            if (mapping == null) return Values.label(answer);
            if (mapping.has("answer")) return shown_answer(mapping["answer"]);
            foreach (string name in Sorting.texts(mapping.Keys)) told.Add(name + ": " + Values.label(mapping[name]));
            return "{" + string.Join(", ", told) + "}";
        }

        private static bool same_symbols(Bag a, Bag b)
        {
            if (b == null || a.Count != b.Count) return false;
            foreach (string name in a.Keys) if (!Values.same(a[name], b[name])) return false;
            return true;
        }
    }
}

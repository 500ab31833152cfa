// What a test claims of a step, held against what happened.
//
// Job: judge conditions, events, offers and refusals. Input: a step, and what its driver has noted. Output: failures,
// as sentences. Never changes a game.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Claims
    {
        private const int MOST_EVENTS = 40;

        /// <summary>All failures of a step, `history` being what began in it.</summary>
        public static List<string> judge_step(Bag step, Script driver, List<Happened> history, string illegal)
        {
            List<string> failures = new List<string>();
            State game = driver.game;
            Bag env = driver.env;
            foreach (string kind in new[] { "choices", "dice", "draws" })
            {
                if (driver.left(kind).Count == 0) continue;
                failures.Add(kind + " were never asked for: " + Script.shown_answer(Seq.from(driver.left(kind))));
            }
            failures.AddRange(judge_refusals(step, driver, history));
            failures.AddRange(judge_legality(driver, illegal));
            failures.AddRange(judge_offers(step, driver));
            foreach (object held in step.list("then").held)
            {
                Bag then = (Bag)held;
                Spending.refill(game);
                if (Core.yes(((Fn1)then["test"])(game, env))) continue;
                failures.Add("`" + then.text("text") + "` does not hold" + values_of(then, game, env));
            }
            failures.AddRange(judge_events(step.bag("happens"), history, game, env));
            return failures;
        }

        /// <summary>What a condition is made of, with its values, no more than was looked at.</summary>
        private static string values_of(Bag then, State game, Bag env)
        {
            Fn1 left = (Fn1)then["left"], right = (Fn1)then["right"];
            if (left != null)
            {
                string shown = " (it is " + TestNames.named(game, Values.label(left(game, env)));
                if (right != null) shown += ", against " + TestNames.named(game, Values.label(right(game, env)));
                return shown + ")";
            }
            string joined = then["joined"] as string;
            if (string.IsNullOrEmpty(joined)) return "";
            List<string> told = new List<string>();
            foreach (object held in then.list("parts").held)
            {
                Bag part = (Bag)held;
                bool holds = Core.yes(((Fn1)part["test"])(game, env));
                string says = "`" + part.text("text") + "` " + (holds ? "holds" : "does not");
                told.Add(says + values_of(part, game, env));
                if (holds == (joined == "or")) break;
            }
            return ": " + string.Join(", ", told);
        }

        // ---- events
        private static bool is_meant(Bag claim, Happened entry, State game, Bag env)
        {
            string step = claim.text("step"), verb = entry.ev._verb;
            if (!claim.list("verbs").includes(verb)) return false;
            if (entry.name != (string.IsNullOrEmpty(step) ? verb : verb + "." + step)) return false;
            Fn2 test = (Fn2)claim["test"];
            return test == null || Core.yes(test(game, env, entry.ev));
        }

        /// <summary>Those that happen in order, those that do not happen, and those that are all of their
        /// kind.</summary>
        public static List<string> judge_events(Bag claims, List<Happened> history, State game, Bag env)
        {
            List<string> failures = new List<string>();
            Seq events = claims.list("events");
            int next = 0;
            foreach (Happened entry in history)
            {
                if (next < events.Count && is_meant((Bag)events[next], entry, game, env)) next += 1;
            }
            if (next < events.Count)
            {
                string missing = "the event " + ((Bag)events[next]).text("text") + " did not follow";
                failures.Add(missing + " (what happened: " + string.Join(", ", first_names(history)) + ")");
            }
            foreach (object held in claims.list("never").held)
            {
                Bag claim = (Bag)held;
                Happened found = history.Find(one => is_meant(claim, one, game, env));
                if (found == null) continue;
                failures.Add("`" + claim.text("text") + "` was not to happen: " + shown(game, found));
            }
            Seq exactly = claims.list("exactly");
            if (exactly.Count > 0) failures.AddRange(judge_all(exactly, history, game, env));
            return failures;
        }

        private static List<string> first_names(List<Happened> history)
        {
            return history.GetRange(0, Math.Min(MOST_EVENTS, history.Count)).ConvertAll(entry => entry.name);
        }

        private static List<string> judge_all(Seq wanted, List<Happened> history, State game, Bag env)
        {
            HashSet<string> kinds = new HashSet<string>(StringComparer.Ordinal);
            List<string> told = new List<string>(), happened = new List<string>();
            foreach (object held in wanted.held)
            {
                Bag claim = (Bag)held;
                string step = claim.text("step");
                told.Add(claim.text("text"));
                foreach (string verb in claim.list("verbs").texts())
                {
                    kinds.Add(string.IsNullOrEmpty(step) ? verb : verb + "." + step);
                }
            }
            List<Happened> found = history.FindAll(entry => kinds.Contains(entry.name));
            bool right = found.Count == wanted.Count;
            for (int i = 0; right && i < found.Count; i++) right = is_meant((Bag)wanted[i], found[i], game, env);
            if (right) return new List<string>();
            foreach (Happened entry in found) if (happened.Count < MOST_EVENTS) happened.Add(shown(game, entry));
            string what = happened.Count > 0 ? string.Join("; ", happened) : "nothing of it";
            string all = "exactly this was to happen: " + string.Join(", ", told);
            return new List<string> { all + " (what happened: " + what + ")" };
        }

        private static string shown(State game, Happened entry)
        {
            if (entry.name != entry.ev._verb) return entry.name;
            return TestNames.named(game, Events.shown_event(game, entry.ev));
        }

        // ---- offers and refusals
        private static List<string> judge_offers(Bag step, Script driver)
        {
            List<string> failures = new List<string>();
            foreach (string name in step.list("offered").texts())
            {
                if (!driver.seen.Contains(name)) failures.Add("`" + name + "` is not offered");
            }
            foreach (string name in step.list("not_offered").texts())
            {
                if (driver.seen.Contains(name)) failures.Add("`" + name + "` is offered");
            }
            if (step.list("not_offered").Count > 0 && !driver.is_asked)
            {
                failures.Add("nobody is offered anything here, so `not offered` says nothing");
            }
            failures.AddRange(driver.failures);
            return failures;
        }

        /// <summary>Holds what is to be refused against what was; takes what was meant off the driver's
        /// refusals.</summary>
        private static List<string> judge_refusals(Bag step, Script driver, List<Happened> history)
        {
            List<string> failures = new List<string>();
            State game = driver.game;
            Seq claims = step.list("refused");
            for (int position = 0; position < claims.Count; position++)
            {
                Bag claim = (Bag)claims[position], call = claim.bag("call");
                if (call == null)
                {
                    string answer = claim.text("answer");
                    bool is_seen = driver.seen.Contains(answer);
                    string instead = is_seen ? "is offered" : "is nothing that could be offered here";
                    List<Refusal> found = driver.reasons.get(position) ?? new List<Refusal>();
                    failures.AddRange(judge_refusal(claim, answer, instead, found, game));
                    continue;
                }
                Predicate<Event> is_this = ev => is_meant(call, new Happened(ev._verb, ev), game, driver.env);
                List<Event> meant = driver.refusals.FindAll(is_this);
                driver.refusals = driver.refusals.FindAll(ev => !meant.Contains(ev));
                bool is_done = history.Exists(entry => is_meant(call, entry, game, driver.env));
                List<Refusal> reasons = new List<Refusal>();
                foreach (Event ev in meant) if (ev._reason != null) reasons.Add(ev._reason);
                string otherwise = is_done ? "is legal" : "is not called";
                failures.AddRange(judge_refusal(claim, call.text("text"), otherwise, reasons, game));
            }
            return failures;
        }

        private static List<string> judge_refusal(
            Bag claim, string text, string otherwise, List<Refusal> reasons, State game)
        {
            List<string> failures = new List<string>();
            bool right = false;
            foreach (Refusal reason in reasons)
            {
                if (!says(game, reason, claim.text("because"))) continue;
                right = true;
                Marks.mark(game, reason.rows);
            }
            if (reasons.Count == 0) failures.Add("`" + text + "` was to be refused, and " + otherwise);
            else if (!right)
            {
                string why = TestNames.named(game, reasons[0].message);
                failures.Add("`" + text + "` is refused for another reason: " + why);
            }
            return failures;
        }

        private static bool is_refused(Event ev)
        {
            return (ev._outcome == "illegal" || ev._outcome == "fizzled") && ev._reason != null;
        }

        /// <summary>The first call must be refused with the reason that the test states; without one, none may be
        /// refused.</summary>
        private static List<string> judge_legality(Script driver, string illegal)
        {
            State game = driver.game;
            List<string> failures = new List<string>();
            if (string.IsNullOrEmpty(illegal))
            {
                foreach (Event ev in game.outermost)
                {
                    if (!is_refused(ev) || !driver.refusals.Contains(ev)) continue;
                    failures.Add(ev._verb + " is illegal: " + TestNames.named(game, ev._reason.message));
                }
                return failures;
            }
            if (game.outermost.Count == 0 || !is_refused(game.outermost[0]))
            {
                failures.Add("the first call was to be refused, and is legal");
                return failures;
            }
            Refusal reason = game.outermost[0]._reason;
            Marks.mark(game, reason.rows);
            if (says(game, reason, illegal)) return failures;
            failures.Add("it is refused for another reason: " + TestNames.named(game, reason.message));
            return failures;
        }

        private static bool says(State game, Refusal reason, string wanted)
        {
            if (reason.message.IndexOf(wanted, StringComparison.Ordinal) >= 0) return true;
            return TestNames.named(game, reason.message).IndexOf(wanted, StringComparison.Ordinal) >= 0;
        }
    }
}

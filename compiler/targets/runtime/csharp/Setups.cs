// What a host gives: setups, seeds, answers and snapshots, made sure of before anything is done with them.
//
// Job: take what a program handed over, refuse what is none with a sentence that every runtime has in common, and give
// the rest as plain values. Input: values of any type. Output: data that a save can hold, or Refused.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Text;

namespace Cardwright
{
    /// <summary>What a host asked for cannot be.</summary>
    public sealed class Refused : Exception
    {
        public Refused(string message, Exception cause = null) : base(message, cause)
        {
        }
    }

    /// <summary>What a host allows: how much work, who may stop it, who answers for chance.</summary>
    public sealed class Limits
    {
        public readonly long work; // 0 for as much as there is
        public readonly Func<bool> watch;
        public readonly string chance;

        public Limits(long work, Func<bool> watch, string chance)
        {
            this.work = work;
            this.watch = watch;
            this.chance = chance;
        }
    }

    public static class Setups
    {
        public const long SNAPSHOT_FORMAT = 1;
        public const int SHOWN = 60;
        private const long LARGEST = Values.LARGEST - 1;
        private const int MOST_VALUES = 1000000, DEEPEST = 60, MOST_POSITIONS = 10000, SHOWN_POSITIONS = 20;
        private const int MOST_LETTERS = 40;
        // What no name has, as first and last of each range: what is not seen, stands over its neighbours, or turns a
        // line.
        private static readonly int[] UNSEEN = {
            0x0, 0x1f, 0x7f, 0xa0, 0xad, 0xad, 0x300, 0x36f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b,
            0x180f, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x2000, 0x200f, 0x2028, 0x202f, 0x205f, 0x206f, 0x20d0, 0x20ff,
            0x2800, 0x2800, 0x3000, 0x3000, 0x3164, 0x3164, 0xd800, 0xf8ff, 0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0xfeff,
            0xfeff, 0xffa0, 0xffa0, 0xfff0, 0xffff, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0x10ffff,
        };
        private static readonly string[] SETUP = { "scenario", "rosters" }, LIMITS = { "work", "watch", "chance" };
        private static readonly string[] SNAPSHOT = {
            "format", "game", "hash", "setup", "seed", "chance", "opening", "board", "result", "state",
        };

        /// <summary>Does something that may be refused; the refusal then says of what it is.</summary>
        public static T about<T>(string what, Func<T> work)
        {
            try
            {
                return work();
            }
            catch (Refused error)
            {
                throw new Refused(what + error.Message, error);
            }
        }

        // ---- values of any type; each level is read once, into a value of our own

        /// <summary>A whole number, or null for anything else.</summary>
        public static long? whole(object value)
        {
            long found;
            if (value is long) found = (long)value;
            else if (value is int) found = (int)value;
            else if (value is short) found = (short)value;
            else if (value is byte) found = (byte)value;
            else if (value is uint) found = (uint)value;
            else if (value is double && is_whole((double)value)) found = (long)(double)value;
            else return null;
            return -LARGEST <= found && found <= LARGEST ? found : (long?)null;
        }

        private static bool is_whole(double value)
        {
            return Math.Abs(value) <= LARGEST && Math.Floor(value) == value;
        }

        /// <summary>The members of an object that are not none, or null for what is no object. A list with nothing in
        /// it is an object with nothing in it: Lua cannot tell them apart.</summary>
        public static Bag members(object value)
        {
            Bag bag = value as Bag;
            Bag held = new Bag();
            if (bag != null)
            {
                foreach (string name in bag.Keys) if (bag[name] != null) held[name] = bag[name];
                return held;
            }
            IDictionary<string, object> mapping = value as IDictionary<string, object>;
            if (mapping != null)
            {
                foreach (KeyValuePair<string, object> entry in mapping)
                {
                    if (entry.Value != null) held[entry.Key] = entry.Value;
                }
                return held;
            }
            IList<object> listed = listed_of(value, 0);
            return listed != null && listed.Count == 0 ? held : null;
        }

        private static List<object> listed_of(object value, int most)
        {
            Seq seq = value as Seq;
            if (seq != null && !(seq is Roll) && !(seq is Shape)) value = seq.held;
            if (value is string || !(value is ICollection) || value is IDictionary) return null;
            List<object> held = new List<object>();
            foreach (object item in (ICollection)value)
            {
                if (held.Count > most) break;
                held.Add(item);
            }
            return held;
        }

        /// <summary>What a list holds, or null for what is no list; of a longer one so many, and one more.</summary>
        public static List<object> items(object value, int most)
        {
            List<object> held = listed_of(value, most);
            if (held != null) return held;
            Bag given = members(value);
            return given != null && given.Count == 0 ? new List<object>() : null;
        }

        /// <summary>A text of a host as a message and an order may have it: what is not plain ASCII is a question mark.
        /// </summary>
        public static string visible(string name)
        {
            StringBuilder told = new StringBuilder();
            bool was_other = false;
            foreach (char c in name)
            {
                bool is_other = c < ' ' || c > '~';
                if (!is_other) told.Append(c);
                else if (!was_other) told.Append('?');
                was_other = is_other;
            }
            return told.ToString();
        }

        /// <summary>The beginning of a text of a host, for a message.</summary>
        public static string shown(string name)
        {
            string seen = visible(name);
            return seen.Length <= SHOWN ? seen : seen.Substring(0, SHOWN) + "...";
        }

        /// <summary>The first name, as messages show it, that is not among those that are known, or null.</summary>
        public static string unknown(Bag given, ICollection<string> known)
        {
            List<string> found = new List<string>();
            foreach (string name in given.Keys) if (!known.Contains(name)) found.Add(shown(name));
            found.Sort(string.CompareOrdinal);
            return found.Count > 0 ? found[0] : null;
        }

        /// <summary>A seed, 1 where none is given.</summary>
        public static long sound_seed(object seed)
        {
            long? found = whole(seed ?? 1L);
            if (found != null) return (long)found;
            string largest = Values.digits(LARGEST);
            throw new Refused("a seed is a whole number from -" + largest + " to " + largest);
        }

        /// <summary>How a host calls the players, in the order of their seats; empty where it gives a player no name.
        /// </summary>
        public static List<string> sound_names(object names, int seats)
        {
            List<object> given = items(names ?? Seq.Nothing, seats);
            if (given != null && given.Count <= seats) return given.ConvertAll(name => sound_name(name ?? ""));
            throw new Refused("names of players are an array of at most " + Values.digits(seats) + " texts");
        }

        private static string sound_name(object given)
        {
            string name = given as string;
            bool is_sound = name != null && name.Length <= 2 * MOST_LETTERS && name == name.Trim(' ');
            int letters = 0;
            for (int i = 0; is_sound && i < name.Length; i++)
            {
                int code = name[i];
                if (char.IsSurrogatePair(name, i)) code = char.ConvertToUtf32(name, i++);
                for (int k = 0; k < UNSEEN.Length; k += 2)
                {
                    if (UNSEEN[k] <= code && code <= UNSEEN[k + 1]) is_sound = false;
                }
                letters += 1;
            }
            if (is_sound && letters <= MOST_LETTERS) return name;
            string most = "at most " + Values.digits(MOST_LETTERS) + " characters";
            throw new Refused("a name of a player has " + most + ", each to be seen, and no space at its ends");
        }

        /// <summary>A setup with what it names, and nothing that it leaves open; its rosters are read when its scenario
        /// is known.</summary>
        public static Bag sound_setup(object setup)
        {
            Bag given = members(setup ?? new Bag());
            if (given == null) throw new Refused("a setup is an object");
            string wrong = unknown(given, SETUP);
            if (wrong != null) throw new Refused("a setup has no `" + wrong + "`");
            return given;
        }

        /// <summary>What a host allows: `work`, a number above 0, `watch`, which can be called, and who answers for
        /// `chance`.</summary>
        public static Limits sound_limits(object limits, string chance = null)
        {
            Bag given = members(limits ?? new Bag());
            if (given == null) throw new Refused("limits are an object");
            string wrong = unknown(given, LIMITS);
            if (wrong != null) throw new Refused("limits have no `" + wrong + "`");
            object who = given["chance"] ?? "own";
            if (!who.Equals("own") && !who.Equals("host")) throw new Refused("`chance` is own or host");
            long? work = given.has("work") ? whole(given["work"]) : 0;
            if (work == null || (given.has("work") && work <= 0)) throw new Refused("`work` is a whole number above 0");
            Func<bool> watch = given["watch"] as Func<bool>;
            if (given.has("watch") && watch == null) throw new Refused("`watch` is a function");
            return new Limits((long)work, watch, chance ?? (string)who);
        }

        public static string listed_names(ICollection<string> names)
        {
            return names.Count > 0 ? string.Join(", ", names) : "none";
        }

        /// <summary>The script of a scenario; a refusal names those that there are.</summary>
        public static Bag script_named(Bag rules, object scenario)
        {
            string name = scenario as string;
            if (name == null) throw new Refused("a scenario is named by a text");
            Bag found = (Bag)((Bag)rules["scenarios"])[name];
            if (found != null) return found;
            string all = listed_names(rules.list("scenario_names").texts());
            throw new Refused("there is no scenario `" + shown(name) + "`; there are: " + all);
        }

        // ---- answers and snapshots

        /// <summary>An answer as a list of positions; whether it is a legal one is the request's to say.</summary>
        public static Seq sound_answer(object answer)
        {
            List<object> given = items(answer, MOST_POSITIONS);
            if (given != null && given.Count > MOST_POSITIONS)
            {
                string most = Values.digits(MOST_POSITIONS);
                throw new Refused("this is no legal answer: it has more than " + most + " positions");
            }
            object[] found = new object[given != null ? given.Count : 0];
            bool fits = given != null;
            for (int i = 0; i < found.Length; i++)
            {
                long? position = whole(given[i]);
                fits = fits && position != null;
                found[i] = position;
            }
            if (!fits) throw new Refused("this is no legal answer: an answer is an array of positions");
            return Seq.of(found);
        }

        /// <summary>The beginning of an answer, for a message.</summary>
        public static string shown_answer(Seq positions)
        {
            string more = positions.Count > SHOWN_POSITIONS ? ", ..." : "";
            Seq first = positions.slice(0, Math.Min(positions.Count, SHOWN_POSITIONS));
            return "[" + Values.joined(first, ", ") + more + "]";
        }

        /// <summary>A snapshot of these rules, or of any; what it says of the state is looked at when the game is made.
        /// </summary>
        public static Bag sound_snapshot(Bag rules, object snapshot, bool is_ours = true)
        {
            Bag held = plain(snapshot) as Bag;
            bool fits = held != null && held.Count == SNAPSHOT.Length;
            foreach (string name in SNAPSHOT) fits = fits && held.has(name);
            if (!fits) throw new Refused("this is no snapshot: it needs " + all_of(SNAPSHOT) + ", nothing else");
            if (!Values.same(held["format"], SNAPSHOT_FORMAT))
            {
                throw new Refused("this is no snapshot of format " + Values.digits(SNAPSHOT_FORMAT));
            }
            string game = rules.text("game"), hash = rules.text("hash");
            if (!Values.same(held["game"], game)) throw new Refused("this is no snapshot of " + game);
            if (is_ours && !Values.same(held["hash"], hash))
            {
                throw new Refused("the snapshot is of other rules than " + game + " " + hash);
            }
            Bag setup = sound_setup(held["setup"]);
            long seed = sound_seed(held["seed"]);
            object chance = held["chance"];
            if (!(chance is long) || (long)chance <= 0 || (long)chance >= int.MaxValue)
            {
                throw new Refused("the `chance` of a snapshot is a number from 1 to 2147483646");
            }
            if (held["opening"] != null && !(held["opening"] is Seq))
            {
                throw new Refused("the `opening` of a snapshot is an array of answers, or none");
            }
            if (held["board"] != null && !(held["board"] is long))
            {
                throw new Refused("the `board` of a snapshot is a number, or none");
            }
            held["setup"] = setup;
            held["seed"] = seed;
            return held;
        }

        /// <summary>Names as a sentence lists them.</summary>
        public static string all_of(string[] names)
        {
            return string.Join(", ", names, 0, names.Length - 1) + " and " + names[names.Length - 1];
        }

        /// <summary>A copy of data that JSON can hold, of a bounded size and depth; Refused for anything
        /// else.</summary>
        public static object plain(object value)
        {
            int left = MOST_VALUES;
            return plain(value, ref left, DEEPEST);
        }

        private static object plain(object value, ref int left, int depth)
        {
            left -= 1;
            if (left < 0 || depth < 0) throw new Refused("the snapshot is too large, or too deep");
            if (value == null || value is bool) return value;
            string text = value as string;
            if (text != null)
            {
                if (!is_unicode(text)) throw new Refused("a text of the snapshot is no Unicode");
                return value;
            }
            if (value is ValueType)
            {
                long? found = whole(value);
                if (found == null) throw new Refused("a number of the snapshot is not whole");
                return found;
            }
            List<object> listed = listed_of(value, left);
            if (listed != null)
            {
                object[] copied = new object[listed.Count];
                for (int i = 0; i < copied.Length; i++) copied[i] = plain(listed[i], ref left, depth - 1);
                return Seq.of(copied);
            }
            Bag bag = value as Bag, made = new Bag();
            IDictionary<string, object> mapping = value as IDictionary<string, object>;
            if (bag == null && mapping == null) throw new Refused("the snapshot is no JSON data");
            foreach (string name in bag != null ? bag.Keys : new List<string>(mapping.Keys).ToArray())
            {
                plain(name, ref left, depth);
                made[name] = plain(bag != null ? bag[name] : mapping[name], ref left, depth - 1);
            }
            return made;
        }

        private static bool is_unicode(string text)
        {
            for (int i = 0; i < text.Length; i++)
            {
                if (!char.IsSurrogate(text[i])) continue;
                bool is_first = char.IsHighSurrogate(text[i]) && i + 1 < text.Length;
                if (!is_first || !char.IsLowSurrogate(text[i + 1])) return false;
                i += 1;
            }
            return true;
        }
    }
}

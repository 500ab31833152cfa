// The names that a test gives to players and things.
//
// Job: find the option that an answer names; write messages with the test's own names. Input: a game whose entities
// have names for tests. Output: names, positions of options, and texts.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Cardwright
{
    public static class TestNames
    {
        private const int MOST_SHOWN = 12;
        private static readonly Regex LABEL = new Regex(
            "(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*#([0-9]+)(?![0-9]| of )", RegexOptions.CultureInvariant);

        /// <summary>The name of an entity, and those of the parts printed in it: `sword.lines#2`,
        /// `sword.edge`.</summary>
        public static void name_for_tests(State game, Entity entity, string name)
        {
            give(game, entity, name);
            foreach (FieldCode f in game.code.kinds[entity._kind].fields)
            {
                if (string.IsNullOrEmpty(f.part)) continue;
                object held = entity.get(f.field);
                Seq many = held as Seq;
                if (many == null) give(game, held, name + "." + f.name);
                else for (int i = 0; i < many.Count; i++)
                {
                    give(game, many[i], name + "." + f.name + "#" + Values.digits(i + 1));
                }
            }
        }

        private static void give(State game, object one, string name)
        {
            Entity entity = one as Entity;
            if (entity != null && !game.test_names.has(entity._id)) game.test_names.set(entity._id, name);
        }

        /// <summary>A message with the test's names in place of those of transcripts, such as `orc#3`.</summary>
        public static string named(State game, string text)
        {
            return LABEL.Replace(text, match =>
            {
                long id;
                if (!long.TryParse(match.Groups[1].Value, NumberStyles.None, CultureInfo.InvariantCulture, out id))
                {
                    return match.Value;
                }
                return game.test_names.get(id) ?? match.Value;
            });
        }

        public static string shown_options(State game, Seq options)
        {
            List<string> told = new List<string>();
            foreach (object option in options.held)
            {
                if (told.Count < MOST_SHOWN) told.Add(named(game, Values.label(option)));
            }
            return string.Join(", ", told);
        }

        /// <summary>An answer as one text.</summary>
        public static string text_of(object value)
        {
            Seq many = value as Seq;
            if (many == null) return value == null ? "null" : Values.label(value);
            return string.Join(",", Array.ConvertAll(many.held, one => one == null ? "" : text_of(one)));
        }

        /// <summary>Every way in which a test may name an option.</summary>
        public static ICollection<string> names_of(State game, object option)
        {
            HashSet<string> found = new HashSet<string>(StringComparer.Ordinal);
            Usable usable = option as Usable;
            if (usable != null)
            {
                string text = usable.ToString();
                ICollection<string> its = names_of(game, usable.self);
                found.Add(usable.name);
                found.Add(text);
                found.Add(named(game, text));
                found.Add(game.code.abilities[usable.ability].id);
                if (usable.self != null) found.UnionWith(its);
                foreach (string mine in names_of(game, usable.me))
                {
                    found.Add(usable.name + " of " + mine);
                    foreach (string one in its) found.Add(one + " of " + mine);
                }
                return found;
            }
            found.Add(Values.label(option));
            Entity entity = option as Entity;
            if (entity == null) return found;
            string card = entity._card != null ? entity._card._id as string : entity.get(Fields.id) as string;
            string given = game.test_names.get(entity._id);
            if (given != null) found.Add(given);
            if (card != null) found.Add(card);
            found.Remove("");
            return found;
        }

        /// <summary>The position of the option that an answer names, or -1; one that names several different options is
        /// a Fault.</summary>
        public static int fitting(State game, Seq options, object wanted, long at)
        {
            if (wanted is Seq) return -1; // a list names no one option, and as text it would read as its only name
            string text = text_of(wanted);
            List<ICollection<string>> every = new List<ICollection<string>>();
            List<int> found = new List<int>();
            for (int i = 0; i < options.Count; i++)
            {
                every.Add(names_of(game, options[i]));
                if (every[i].Contains(text)) found.Add(i);
            }
            if (found.Count > 1)
            {
                List<int> own = found.FindAll(i => is_named(game, options[i], text));
                if (own.Count == 1) found = own;
            }
            if (found.Count > 1 && !found.TrueForAll(i => are_alike(game, options[found[0]], options[i])))
            {
                List<string> ways = new List<string>();
                foreach (int i in found) if (ways.Count < MOST_SHOWN) ways.Add("`" + own_name(every, i) + "`");
                string many = "`" + text + "` fits " + Values.digits(found.Count) + " options: name ";
                throw new Fault(many + string.Join(" or ", ways), at);
            }
            return found.Count > 0 ? found[0] : -1;
        }

        private static bool is_named(State game, object option, string text)
        {
            Entity entity = option as Entity;
            return entity != null && game.test_names.get(entity._id) == text;
        }

        /// <summary>The shortest name that only this option has, without a number of the transcript if there is
        /// one.</summary>
        private static string own_name(List<ICollection<string>> every, int position)
        {
            List<string> names = new List<string>(every[position]);
            List<string> own = names.FindAll(name =>
            {
                for (int i = 0; i < every.Count; i++) if (i != position && every[i].Contains(name)) return false;
                return true;
            });
            return Sorting.sorted(own.Count > 0 ? own : names, shorter)[0];
        }

        private static int shorter(string a, string b)
        {
            int numbered = (a.IndexOf('#') >= 0 ? 1 : 0) - (b.IndexOf('#') >= 0 ? 1 : 0);
            if (numbered != 0) return numbered;
            return a.Length != b.Length ? a.Length - b.Length : string.CompareOrdinal(a, b);
        }

        /// <summary>Whether it makes no difference which is chosen: copies of a card in one place, to which nothing has
        /// happened.</summary>
        private static bool are_alike(State game, object one, object other)
        {
            if (one == other) return true;
            Usable use = one as Usable, another = other as Usable;
            if (use != null && another != null)
            {
                if (use.ability != another.ability) return false;
                return are_alike(game, use.me, another.me) && are_alike(game, use.self, another.self);
            }
            Entity first = one as Entity, second = other as Entity;
            if (first == null || second == null) return Values.label(one) == Values.label(other);
            if (!is_plain(game, first) || !is_plain(game, second)) return false;
            return first._card == second._card && first._zone != null && first._zone == second._zone;
        }

        private static bool is_plain(State game, Entity thing)
        {
            return !game.test_names.has(thing._id) && thing._statuses.Count == 0 && thing._card != null;
        }
    }
}

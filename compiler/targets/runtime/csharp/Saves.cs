// Saves: what of a match is kept so that it outlives a change of rules.
//
// Job: write the setup, the seed, the answers and the state of a match, with the hashes of its rules and with what the
// places of the state are called; make sure of a save that a host gives. Input: a match, or a value of any type.
// Output: data that JSON can hold, or Refused. Saves of format 1, which have answers alone, are read too.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A save whose members were looked at.</summary>
    public sealed class SoundSave
    {
        public Bag setup, origin, snapshot;
        public object seed;
        public List<object> answers;
        public string chance;
        public List<long[]> reseeded;
    }

    public static class Saves
    {
        private const long SAVE_FORMAT = 2;
        private const int MOST_ANSWERS = 100000, MOST_RESEEDED = 10000;
        private static readonly string[] FIRST = { "format", "game", "hash", "setup", "seed", "answers" };
        private static readonly string[] SECOND = { "format", "game", "plays", "setup", "seed", "answers" };
        private static readonly string[] MAY = {
            "reads", "versions", "chance", "reseeded", "origin", "snapshot", "places",
        };

        // ---- writing

        /// <summary>A match as data, for `Load` in any engine.</summary>
        public static Bag save_of(Play play, Seq positions, Seq answers, List<long[]> reseeded, Bag origin)
        {
            Bag rules = play.Rules, snapshot = play.Snapshot();
            Seq seeds = Seq.of(reseeded.ConvertAll(row => (object)Seq.of(row[0], row[1])).ToArray());
            return Bag.of(
                "format", SAVE_FORMAT, "game", rules["game"], "plays", rules["hash"], "reads", rules["reads"],
                "versions", Bag.of("game", rules["version"], "snapshot", Setups.SNAPSHOT_FORMAT),
                "setup", copied(play.Setup), "seed", play.Seed, "chance", play.AsksChance ? "host" : "own",
                "reseeded", seeds, "answers", answers, "origin", copied(origin), "snapshot", snapshot,
                "places", places_of(play, positions, snapshot));
        }

        /// <summary>The same data in objects of its own.</summary>
        public static object copied(object data)
        {
            Bag bag = data as Bag;
            Seq items = data as Seq;
            if (items != null) return items.map(copied);
            if (bag == null) return data;
            Bag made = new Bag();
            foreach (string name in bag.Keys) made[name] = copied(bag[name]);
            return made;
        }

        /// <summary>What the values of a state name of the rules.</summary>
        private sealed class Named
        {
            public readonly OrderedSet<string> bodies = new OrderedSet<string>(), abilities = new OrderedSet<string>();
            public readonly OrderedSet<long> untils = new OrderedSet<long>();

            public void find(object value)
            {
                Bag bag = value as Bag;
                Seq items = value as Seq;
                if (bag != null) foreach (string name in bag.Keys) find(bag[name]);
                if (items == null) return;
                string sort = items.at(0) as string, own = items.at(1) as string;
                if (sort == "body") bodies.add(own);
                if (sort == "ability" || sort == "use") abilities.add(own);
                if (sort == "duration" && items.at(4) is long) untils.add((long)items[4]);
                foreach (object item in items.held) find(item);
            }
        }

        /// <summary>What the places of a state are called, so that they can be found under other rules.</summary>
        private static Bag places_of(Play play, Seq positions, Bag snapshot)
        {
            Bag rules = play.Rules, parts = rules.bag("parts"), state = snapshot.bag("state");
            Named found = new Named();
            foreach (object row in state.list("used").held) found.abilities.add((string)((Seq)row)[0]);
            found.find(state);
            OrderedSet<long> modifiers = new OrderedSet<long>();
            foreach (object effect in state.list("effects").held)
            {
                foreach (object at in ((Seq)((Seq)effect)[2]).held) modifiers.add((long)at);
            }
            List<string> names = found.bodies.list();
            foreach (string id in found.abilities) names.Add("run " + id);
            Bag lasting = rows_at(parts.list("lasting"), modifiers, names);
            Bag untils = rows_at(parts.list("untils"), found.untils, names);
            Bag bodies = parts.bag("bodies");
            foreach (object frame in state.list("frames").held)
            {
                if (!"Checking".Equals(((Seq)frame)[0])) continue;
                foreach (string name in bodies.Keys)
                {
                    if (name.StartsWith("on ", StringComparison.Ordinal)) names.Add(name);
                }
            }
            Bag kept = new Bag(), cards = new Bag();
            foreach (string name in sorted(names)) if (bodies.has(name)) kept[name] = copied(bodies[name]);
            foreach (string id in sorted(cards_of(state)))
            {
                Bag named = rules.bag("data").bag("cards").bag(id).bag("names");
                cards[id] = named.Count > 0 ? named.value_at(0) : id;
            }
            Seq size = null;
            if (snapshot["board"] != null)
            {
                Bag position = (Bag)positions[(int)snapshot.number("board")];
                Grid grid = Scripts.board_of(position, play.game.code).grid;
                size = Seq.of((long)grid.width, (long)grid.height);
            }
            return Bag.of("bodies", kept, "lasting", lasting, "untils", untils, "board", size, "cards", cards);
        }

        /// <summary>The rows at these positions, each of which begins with the name of a body.</summary>
        private static Bag rows_at(Seq rows, OrderedSet<long> positions, List<string> names)
        {
            List<long> ordered = Sorting.sorted(positions.list(), (a, b) => a.CompareTo(b));
            Bag made = new Bag();
            foreach (long at in ordered)
            {
                made[Values.digits(at)] = copied(rows[(int)at]);
                names.Add((string)((Seq)rows[(int)at])[0]);
            }
            return made;
        }

        private static List<string> cards_of(Bag state)
        {
            List<string> found = new List<string>();
            foreach (string kind in state.bag("kinds").Keys)
            {
                Seq column = state.bag("kinds").bag(kind)["card"] as Seq ?? Seq.Nothing;
                foreach (object id in column.held) if (id != null) found.Add((string)id);
            }
            return found;
        }

        private static List<string> sorted(IEnumerable<string> names)
        {
            List<string> made = new OrderedSet<string>(names).list();
            made.Sort(string.CompareOrdinal);
            return made;
        }

        // ---- reading

        /// <summary>A save of these rules; what it says of the match is tried when that is made.</summary>
        public static SoundSave sound_save(Bag rules, object save)
        {
            Bag held = Setups.members(save);
            bool is_first = held != null && Values.same(Setups.whole(held["format"]), 1L);
            string[] needed = is_first ? FIRST : SECOND;
            Refused none = new Refused("this is no save: it needs " + Setups.all_of(needed));
            if (held == null || !held.has("format")) throw none;
            if (!is_first && !Values.same(Setups.whole(held["format"]), SAVE_FORMAT))
            {
                throw new Refused("this is no save of format 1 or " + Values.digits(SAVE_FORMAT));
            }
            List<string> known = new List<string>(needed);
            foreach (string name in needed) if (!held.has(name)) throw none;
            if (!is_first) known.AddRange(MAY);
            string wrong = Setups.unknown(held, known), game = rules.text("game");
            if (wrong != null) throw new Refused("a save has no `" + wrong + "`");
            if (!game.Equals(held["game"])) throw new Refused("this is no save of " + game);
            SoundSave made = new SoundSave { seed = held["seed"], answers = sound_answers(held["answers"]) };
            string plays = held[is_first ? "hash" : "plays"] as string;
            if (plays == null) throw new Refused("the hash of a save is a text");
            made.chance = held["chance"] as string;
            if (held.has("chance") && made.chance != "own" && made.chance != "host")
            {
                throw new Refused("the `chance` of a save is own or host");
            }
            made.origin = a_snapshot(rules, held["origin"]);
            made.snapshot = a_snapshot(rules, held["snapshot"]);
            made.setup = Setups.sound_setup(held["setup"]);
            made.reseeded = sound_reseeded(held["reseeded"]);
            Setups.plain(held["places"]); // which only the command and the Python package read
            check_rules(rules, plays, made);
            return made;
        }

        private static void check_rules(Bag rules, string plays, SoundSave save)
        {
            if (plays != rules.text("hash"))
            {
                throw new Refused(
                    "the save is of other rules than " + rules["game"] + " " + rules["hash"] + "; the command and the "
                    + "Python package can load it by `replay`, which gives its answers again as far as they are legal, "
                    + "or by `state`, which takes over what still exists");
            }
            foreach (Bag one in new[] { save.origin, save.snapshot })
            {
                if (one == null || plays.Equals(one["hash"])) continue;
                throw new Refused("the save is damaged: its snapshot is of other rules than the save");
            }
            if (save.snapshot == null) return;
            bool is_of = Bag.same(Setups.plain(save.setup), save.snapshot["setup"])
                && Setups.sound_seed(save.seed) == save.snapshot.number("seed");
            if (is_of) return;
            throw new Refused("the save is damaged: its snapshot is of another setup or seed than the save");
        }

        private static List<object> sound_answers(object given)
        {
            List<object> answers = Setups.items(given, MOST_ANSWERS);
            if (answers == null) throw new Refused("the answers of a save are an array");
            if (answers.Count <= MOST_ANSWERS) return answers;
            throw new Refused("a save has at most " + Values.digits(MOST_ANSWERS) + " answers");
        }

        /// <summary>A snapshot in a save.</summary>
        private static Bag a_snapshot(Bag rules, object snapshot)
        {
            if (snapshot == null) return null;
            return Setups.about("the save is damaged: ", () => Setups.sound_snapshot(rules, snapshot, false));
        }

        /// <summary>After how many answers a branch took which other seed.</summary>
        private static List<long[]> sound_reseeded(object rows)
        {
            List<object> given = Setups.items(rows ?? Seq.Nothing, MOST_RESEEDED);
            List<long[]> made = new List<long[]>();
            bool fits = given != null;
            for (int i = 0; fits && i < given.Count; i++)
            {
                List<object> row = Setups.items(given[i], 2);
                fits = row != null && row.Count == 2 && Setups.whole(row[0]) != null && Setups.whole(row[1]) != null;
                if (fits) made.Add(new[] { (long)Setups.whole(row[0]), (long)Setups.whole(row[1]) });
            }
            if (!fits) throw new Refused("the `reseeded` of a save are pairs of whole numbers");
            return made;
        }
    }
}

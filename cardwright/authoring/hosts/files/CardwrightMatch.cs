// SPDX-License-Identifier: MIT
// A node that plays matches of a game: GDScript and C# call its methods. What they give is data of Godot.

#if GODOT
using System.Collections.Generic;
using Cardwright;

namespace $space
{
    /// <summary>Put this script on a node of a scene. A call that cannot be gives `{"type": "refused", "message": …}`.
    /// </summary>
    public partial class CardwrightMatch : Godot.Node
    {
        private readonly Dictionary<long, Watcher> watchers = new Dictionary<long, Watcher>();
        private Play match;

        /// <summary>Begins a match; an empty scenario is the first one. Gives the first request.</summary>
        public Godot.Collections.Dictionary NewGame(string scenario, long seed)
        {
            return begun(() => Rules.NewGame(scenario == "" ? null : Bag.of("scenario", scenario), seed));
        }

        /// <summary>Takes up what `Save` gave. Gives the request that waits.</summary>
        public Godot.Collections.Dictionary LoadGame(string save)
        {
            return begun(() => Rules.Load(save));
        }

        /// <summary>The match as a text for a file.</summary>
        public string Save()
        {
            return match == null ? "" : Json.write(match.Save());
        }

        /// <summary>The request that waits, or the result.</summary>
        public Godot.Collections.Dictionary Request()
        {
            return tried(() => running.Step());
        }

        /// <summary>Answers the request with the positions of options; gives the next one, or the result.</summary>
        public Godot.Collections.Dictionary Answer(Godot.Collections.Array positions)
        {
            List<object> given = new List<object>();
            foreach (Godot.Variant position in positions) given.Add(number(position));
            return tried(() => running.Step(Seq.from(given)));
        }

        /// <summary>The legal answers, at most 64: each has `answer` and `label`.</summary>
        public Godot.Collections.Array Legal()
        {
            return match == null ? new Godot.Collections.Array() : array(match.Legal());
        }

        /// <summary>What the player of a seat may know, counted from 0; of seat -1: what a referee knows.</summary>
        public Godot.Collections.Dictionary View(long seat)
        {
            return tried(() => watcher(seat).View());
        }

        /// <summary>What happened since this seat was asked last. Of a seat that is none: one item, which is refused.
        /// </summary>
        public Godot.Collections.Array Events(long seat)
        {
            try
            {
                return match == null ? new Godot.Collections.Array() : array(watcher(seat).Events());
            }
            catch (Refused refused)
            {
                return new Godot.Collections.Array { dictionary(why(refused)) };
            }
        }

        private Play running
        {
            get
            {
                if (match == null) throw new Refused("no match has begun");
                return match;
            }
        }

        private Watcher watcher(long seat)
        {
            Watcher found;
            if (watchers.TryGetValue(seat, out found)) return found;
            return watchers[seat] = running.Watch(seat < 0 ? (object)"all" : seat);
        }

        private Godot.Collections.Dictionary begun(System.Func<Play> begin)
        {
            return tried(() =>
            {
                Play made = begin();
                watchers.Clear();
                match = made;
                return match.Step();
            });
        }

        /// <summary>What a call gives; after it nothing but a request or the result waits.</summary>
        private Godot.Collections.Dictionary tried(System.Func<Bag> call)
        {
            try
            {
                Bag given = call();
                if (given.text("type") != "event") return dictionary(given);
                match.Skip();
                return dictionary(match.Step());
            }
            catch (Refused refused)
            {
                return dictionary(why(refused));
            }
        }

        private static Bag why(Refused refused)
        {
            return Bag.of("type", "refused", "message", refused.Message);
        }

        // ---- data of Godot
        /// <summary>A number as it is; anything else, of which Godot would make 0, is none.</summary>
        private static object number(Godot.Variant value)
        {
            if (value.VariantType == Godot.Variant.Type.Int) return value.AsInt64();
            return value.VariantType == Godot.Variant.Type.Float ? (object)value.AsDouble() : null;
        }

        private static Godot.Variant variant(object value)
        {
            if (value is bool) return (bool)value;
            if (value is long) return (long)value;
            if (value is string) return (string)value;
            if (value is Seq) return array((Seq)value);
            if (value is Bag) return dictionary((Bag)value);
            return default(Godot.Variant);
        }

        private static Godot.Collections.Array array(Seq items)
        {
            Godot.Collections.Array made = new Godot.Collections.Array();
            foreach (object item in items) made.Add(variant(item));
            return made;
        }

        private static Godot.Collections.Dictionary dictionary(Bag members)
        {
            Godot.Collections.Dictionary made = new Godot.Collections.Dictionary();
            foreach (string name in members.Keys) made[name] = variant(members[name]);
            return made;
        }
    }
}
#endif

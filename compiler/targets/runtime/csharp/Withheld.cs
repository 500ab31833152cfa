// What one viewer is not told of: events that something hidden does with nothing that they know.
//
// Job: tell whether an event of the rules is withheld from a viewer. Input: a running game, an event and its values as
// the viewer sees them. Output: truth values. Keeps which events it withheld when they began, so that their ends are
// withheld, too; and for who begins to look while some are going on, those that would be.

using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>The events that began and were not told to a viewer.</summary>
    public sealed class Withheld
    {
        private readonly State game;
        private readonly Outlook outlook;
        private readonly List<Event> begun = new List<Event>();

        public Withheld(State game, Outlook outlook)
        {
            this.game = game;
            this.outlook = outlook;
        }

        /// <summary>Finds what is withheld of the events that are going on, by what the viewer knows now.</summary>
        public void look()
        {
            bool in_hiding = false;
            begun.Clear();
            foreach (Frame frame in game.frames)
            {
                UsingAbility used = frame as UsingAbility;
                if (used != null) in_hiding = is_hidden(used);
                Happening happening = frame as Happening;
                if (!in_hiding || happening == null || !game.stack.Contains(happening.ev)) continue;
                if (!names_some(Inside.values_of(game, outlook, happening.ev))) begun.Add(happening.ev);
            }
        }

        /// <summary>How many events are going on, without those that are withheld.</summary>
        public long depth()
        {
            long found = game.stack.Count;
            foreach (Event ev in begun) if (game.stack.Contains(ev)) found -= 1;
            return found;
        }

        /// <summary>Whether an event that begins, is refused or was prevented is withheld.</summary>
        public bool takes(string what, Event ev, Bag values)
        {
            if (names_some(values) || !is_done_in_hiding()) return false;
            if (what == "begin") begun.Add(ev);
            return true;
        }

        /// <summary>Whether the end of an event is withheld, as its beginning was.</summary>
        public bool takes_end(Event ev)
        {
            int last = begun.Count - 1;
            if (last < 0 || begun[last] != ev) return false;
            begun.RemoveAt(last);
            return true;
        }

        /// <summary>Whether the ability that is being carried out, the innermost, has a carrier that the viewer does
        /// not know.</summary>
        private bool is_done_in_hiding()
        {
            for (int i = game.frames.Count - 1; i >= 0; i--)
            {
                UsingAbility used = game.frames[i] as UsingAbility;
                if (used != null) return is_hidden(used);
            }
            return false;
        }

        /// <summary>Whether what is being carried out is written where the viewer does not know it: on something
        /// hidden, or of an event that is withheld.</summary>
        public bool is_of_hidden_text()
        {
            for (int i = game.frames.Count - 1; i >= 0; i--)
            {
                Happening happening = game.frames[i] as Happening;
                if (happening != null) return begun.Contains(happening.ev);
                UsingAbility used = game.frames[i] as UsingAbility;
                if (used != null) return is_hidden(used);
            }
            return false;
        }

        private bool is_hidden(UsingAbility used)
        {
            return outlook.value(used.me) == Outlook.HIDDEN || outlook.value(used.self) == Outlook.HIDDEN;
        }

        private static bool names_some(Bag values)
        {
            foreach (string name in values.Keys) if (is_known(values[name])) return true;
            return false;
        }

        /// <summary>Whether a printed value names something of the game, or some of it.</summary>
        private static bool is_known(object value)
        {
            Seq parts = value as Seq;
            if (parts == null) return value is Bag && value != Outlook.HIDDEN;
            foreach (object part in parts.held) if (is_known(part)) return true;
            return false;
        }
    }
}

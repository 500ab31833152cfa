// Inside: the values of the event in which something happens, as one viewer may know them.
//
// Job: find the values that a sentence about a request or a roll may show. Input: a running game, what a viewer knows
// of it. Output: data, by the names that the rules give it. Never changes the game.

namespace Cardwright
{
    /// <summary>The values of events, for one viewer.</summary>
    public static class Inside
    {
        /// <summary>Those of the innermost event, also what it has worked out.</summary>
        public static Bag values(State game, Outlook outlook)
        {
            if (game.stack.Count == 0) return new Bag();
            Event ev = game.stack[game.stack.Count - 1];
            Bag inside = values_of(game, outlook, ev);
            foreach (string name in game.code.verbs.get(ev._verb).lets) inside[name] = outlook.value(ev.get(name));
            return inside;
        }

        /// <summary>The same where dice are rolled; in an ability with whose it is.</summary>
        public static Bag values_of_roll(State game, Outlook outlook)
        {
            Bag inside = values(game, outlook);
            object me = ((Body)game.frames[game.frames.Count - 2]).v["self"];
            if (me != null) inside["self"] = outlook.value(me);
            return inside;
        }

        /// <summary>The parameters of an event.</summary>
        public static Bag values_of(State game, Outlook outlook, Event ev)
        {
            Bag values = new Bag();
            foreach (ParamCode parameter in game.code.verbs.get(ev._verb).parameters)
            {
                values[parameter.name] = outlook.value(ev.get(parameter.field));
            }
            return values;
        }
    }
}

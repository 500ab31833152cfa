// Calls: the door for generated code.
//
// Job: name each function that printed rules may call beside those of Core, and carry out what rows `call` name. What
// they are given first is the running game. Of it, printed rules read `cards` and `game`.

using System;

namespace Cardwright
{
    public static class Calls
    {
        public static Seq of_kind(State rt, string kind)
        {
            return Entities.of_kind(rt, kind);
        }

        public static bool can(State rt, string verb, Bag values)
        {
            return Legality.can(rt, verb, values);
        }

        public static bool has(State rt, object owner, object name)
        {
            Seq printed = name as Seq;
            return printed != null ? Modifiers.has_values(rt, owner, printed) : Modifiers.has(rt, owner, (string)name);
        }

        public static object stat(State rt, object owner, string name)
        {
            return Modifiers.stat(rt, owner, name);
        }

        public static Seq over(State rt, Seq items, long work = 1, long at = -1)
        {
            return Spending.over(rt, items, work, at);
        }

        public static object over(State rt, object items, long work = 1, long at = -1)
        {
            return Spending.over(rt, items, work, at);
        }

        public static void spend(State rt, long work, long at)
        {
            Spending.spend(rt, work, at);
        }

        /// <summary>A function of the rules, whatever the number of values that it takes.</summary>
        public static object apply(Delegate function, State rt, Seq v)
        {
            switch (v.Count)
            {
                case 0: return ((Fn0)function)(rt);
                case 1: return ((Fn1)function)(rt, v[0]);
                case 2: return ((Fn2)function)(rt, v[0], v[1]);
                case 3: return ((Fn3)function)(rt, v[0], v[1], v[2]);
                case 4: return ((Fn4)function)(rt, v[0], v[1], v[2], v[3]);
                case 5: return ((Fn5)function)(rt, v[0], v[1], v[2], v[3], v[4]);
                case 6: return ((Fn6)function)(rt, v[0], v[1], v[2], v[3], v[4], v[5]);
                case 7: return ((Fn7)function)(rt, v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
                case 8: return ((Fn8)function)(rt, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
                default: throw new ArgumentException("a function takes at most 8 values here");
            }
        }

        /// <summary>A change of the state that a row names.</summary>
        public static void primitive(State rt, string name, Seq given)
        {
            object first = given[0], second = given.at(1);
            switch (name)
            {
                case "drop": Statuses.drop(rt, first); break;
                case "drop_named": Statuses.drop_named(rt, first, (Entity)second); break;
                case "lift": Places.lift(rt, (Entity)first); break;
                case "place": Places.place(rt, first, (Square)second); break;
                case "put_after": Places.put_after(rt, (Entity)first, (Entity)second); break;
                case "put_before": Places.put_before(rt, (Entity)first, (Entity)second); break;
                case "put_bottom": Places.put_bottom(rt, (Entity)first, (Zone)second); break;
                case "put_top": Places.put_top(rt, (Entity)first, (Zone)second); break;
                case "remove": Places.remove(rt, (Entity)first); break;
                case "reveal": Places.reveal(rt, (Entity)first, (Entity)second); break;
                case "take": Places.take(rt, (Entity)first); break;
                default: throw new ArgumentException("no primitive is named " + name);
            }
        }
    }
}

// Statuses on entities, by the ways in which they stack.
//
// Job: lay a status on its bearer, renew it, take it off. Reads: the declarations of traits. Changes: the statuses of
// entities, and the effects that last.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Statuses
    {
        /// <summary>Lays a status on its bearer, by the status's way of stacking.</summary>
        public static void add_status(State rt, string name, Seq values, Entity bearer, Duration duration)
        {
            if (bearer == null || !bearer._alive) return;
            Marks.mark(rt, rt.code.traits[name].rows);
            if (values.Count != rt.code.traits[name].fields.Length)
            {
                throw new Fault("`" + name + "` was given to " + Values.label(bearer) + " without its values");
            }
            foreach (object held in rivals(rt, name, values, bearer).held)
            {
                Entity old = (Entity)held;
                if (outranks(rt, old, values))
                {
                    renew(rt, old, values, duration);
                    return;
                }
                drop(rt, old);
            }
            Entities.check_room(rt, name);
            if (bearer._statuses.Count >= rt.bounds.statuses)
            {
                string most = Values.digits(rt.bounds.statuses);
                throw new Exhausted("more than " + most + " statuses lie on " + Values.label(bearer));
            }
            Entity made = Entities.instance(rt, name, values, bearer);
            Changes.insert(rt, rt.kinds, name, made);
            rt.set_statuses(bearer, bearer._statuses.with(made));
            set_effects(rt, with(rt.effects, new Effect(made.number, duration, Seq.Nothing, null, made)));
            Changes.touch(rt, "*");
            Changes.tell(rt, "status", made);
        }

        public static Effect[] with(Effect[] effects, Effect one)
        {
            Effect[] made = new Effect[effects.Length + 1];
            Array.Copy(effects, made, effects.Length);
            made[effects.Length] = one;
            return made;
        }

        public static Seq status_values(State rt, Entity status)
        {
            return Seq.of(Array.ConvertAll(rt.code.traits[status._kind].fields, status.get));
        }

        /// <summary>The statuses beside which a new one cannot lie: all, or those with its value of the parameter that
        /// counts.</summary>
        private static Seq rivals(State rt, string name, Seq values, Entity bearer)
        {
            TraitCode trait = rt.code.traits[name];
            Seq same = bearer._statuses.filter(status => ((Entity)status)._kind == name);
            int index = Array.IndexOf(trait.names, trait.stacking);
            if (index >= 0)
            {
                return same.filter(status => Values.eq(((Entity)status).get(trait.fields[index]), values[index]));
            }
            bool one = trait.stacking == "none" || trait.stacking == "highest" || trait.stacking == "lowest";
            return one ? same : Seq.Nothing;
        }

        /// <summary>Whether a status stays where a rival comes.</summary>
        private static bool outranks(State rt, Entity old, Seq values)
        {
            string stacking = rt.code.traits[old._kind].stacking;
            Seq held = status_values(rt, old);
            if (stacking == "none" || Values.eq(held, values)) return true;
            return stacking == "lowest" ? Values.compare(held, values) < 0 : Values.compare(held, values) > 0;
        }

        /// <summary>The same status again: it lasts as long as the later one. A weaker one leaves it as it
        /// is.</summary>
        private static void renew(State rt, Entity status, Seq values, Duration duration)
        {
            bool alike = Values.eq(status_values(rt, status), values);
            if (rt.code.traits[status._kind].stacking != "none" && !alike) return;
            foreach (Effect effect in rt.effects)
            {
                if (effect.status != status || effect.duration == null) continue;
                rt.set_duration(effect, duration);
                Changes.tell(rt, "lasting", effect);
            }
        }

        /// <summary>Takes a status off, or each of a collection of them.</summary>
        public static void drop(State rt, object status)
        {
            Seq many = status as Seq;
            if (many == null) drop_one(rt, (Entity)status);
            else foreach (object one in many.held) drop_one(rt, (Entity)one);
        }

        private static void drop_one(State rt, Entity one)
        {
            if (one == null || !one._alive) return;
            Spending.count_change(rt);
            rt.set_dead(one);
            Changes.extract(rt, rt.kinds, one._kind, one);
            rt.set_statuses(one.bearer, one.bearer._statuses.without(one));
            set_effects(rt, Array.FindAll(rt.effects, effect => effect.status != one));
            Changes.touch(rt, "*");
            Changes.tell(rt, "drop", one);
        }

        public static void set_effects(State rt, Effect[] effects)
        {
            if (effects.Length == rt.effects.Length) return;
            Spending.count_change(rt, effects.Length);
            rt.set_effects(effects);
        }

        /// <summary>Takes all statuses of a name off their bearer; what a card prints with values, only those with
        /// them all.</summary>
        public static void drop_named(State rt, object name, Entity bearer)
        {
            Seq printed = name as Seq;
            string kind = (string)(printed != null ? printed[0] : name);
            foreach (object status in bearer._statuses.filter(held => ((Entity)held)._kind == kind).held)
            {
                if (printed == null || Values.eq(status_values(rt, (Entity)status), printed[1])) drop(rt, status);
            }
        }
    }
}

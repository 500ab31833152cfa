// Offers, as frames: abilities that a player may use, reactions to an event, and replacements of it.
//
// Job: ask the players in turn, and carry out what they choose. Only what is possible is offered. Input: who is asked,
// and about what. Never chooses for a player.

namespace Cardwright
{
    /// <summary>Pays and runs an ability that somebody has chosen, through the verb that its `live` line
    /// names.</summary>
    public sealed class Using : Frame
    {
        public Usable usable;
        public Bag values = new Bag();

        public Using()
        {
        }

        public Using(Usable usable)
        {
            this.usable = usable;
        }

        public override string name
        {
            get { return "Using"; }
        }

        public override Frame blank()
        {
            return new Using();
        }

        public override void slots(Slots s)
        {
            s.slot("usable", ref usable);
            s.slot("values", ref values);
        }

        public override object run(State rt, object value)
        {
            object me = usable.me;
            Entity self = usable.self;
            AbilityCode ability = rt.code.abilities[usable.ability];
            Live live = ability.live;
            if (pc == 0)
            {
                if (live == null || live.through == null)
                {
                    pc = 2;
                    return new UsingAbility(ability, me, self, usable.trigger);
                }
                values = (Bag)live.through.values(rt, me, self);
                Triggers.record_use(rt, ability, self);
                pc = 1;
                if (ability.costs != null)
                {
                    return new Body(ability.costs, Triggers.locals_of(me, self, usable.trigger));
                }
            }
            if (pc == 1)
            {
                pc = 2;
                return new Happening(ability.live.through.verb, values, usable);
            }
            return null;
        }
    }

    /// <summary>What is offered: abilities, to whom, in answer to what, and of which subject alone.</summary>
    public sealed class Offered
    {
        public readonly Seq abilities;
        public readonly object player;
        public readonly Event trigger;
        public readonly object subject;

        public Offered(Seq abilities, object player, Event trigger, object subject)
        {
            this.abilities = abilities;
            this.player = player;
            this.trigger = trigger;
            this.subject = subject;
        }
    }

    /// <summary>What all offers have in common: `found` is what may be used, `count` how often players were asked.
    /// </summary>
    public abstract class Offer : Frame
    {
        protected const int MOST_OFFERS = 200;
        protected const long ASKED = 1, USED = 2; // where an offer is

        public Seq found = Seq.Nothing;
        public long count;

        /// <summary>What is offered now.</summary>
        public abstract Offered offered(State rt);

        protected static bool is_pass(object answer)
        {
            return (long)((Seq)answer)[0] == -1;
        }

        protected object ask(State rt)
        {
            pc = ASKED;
            long at = rt.code.abilities[((Usable)found[0]).ability].at;
            return new Asking((Entity)offered(rt).player, "use", found, at);
        }

        protected object use(object answer)
        {
            pc = USED;
            return new Using((Usable)found[(int)(long)((Seq)answer)[0]]);
        }

        /// <summary>What the player who is offered something may not use now, and why: lists of a usable and a
        /// refusal.</summary>
        public static Seq explain(State rt)
        {
            Offer offer = rt.frames.Count > 1 ? rt.frames[rt.frames.Count - 2] as Offer : null;
            return offer != null ? Offers.refused_of(rt, offer.offered(rt)) : Offers.left_out(rt);
        }
    }

    /// <summary>Offers activated abilities until the player passes (or once).</summary>
    public sealed class Offering : Offer
    {
        public Seq classes;
        public bool once;
        public object player, subject;

        public Offering()
        {
        }

        public Offering(Seq classes, bool once, object player, object subject)
        {
            this.classes = classes;
            this.once = once;
            this.player = player;
            this.subject = subject;
        }

        public override string name
        {
            get { return "Offering"; }
        }

        public override Frame blank()
        {
            return new Offering();
        }

        public override void slots(Slots s)
        {
            s.slot("classes", ref classes);
            s.slot("count", ref count);
            s.slot("found", ref found);
            s.slot("once", ref once);
            s.slot("player", ref player);
            s.slot("subject", ref subject);
        }

        public override Offered offered(State rt)
        {
            return new Offered(rt.code.activations_of(classes), player, null, subject);
        }

        public override object run(State rt, object value)
        {
            if (pc == ASKED) return is_pass(value) ? null : use(value);
            if (pc == USED && once) return null;
            if (count >= MOST_OFFERS)
            {
                string most = Values.digits(MOST_OFFERS);
                throw new Exhausted("a player was offered more than " + most + " actions in a row");
            }
            count += 1;
            found = Offers.usable_abilities(rt, offered(rt));
            return found.Count > 0 ? ask(rt) : null;
        }
    }

    /// <summary>Offers reactions in turn, until all players have passed in a row, or the event is prevented.</summary>
    public sealed class Window : Offer
    {
        public Event ev;
        public string timing, step;
        public Seq players = Seq.Nothing;
        public long passed;

        public Window()
        {
        }

        public Window(Event ev, string timing, string step)
        {
            this.ev = ev;
            this.timing = timing;
            this.step = step;
        }

        public override string name
        {
            get { return "Window"; }
        }

        public override Frame blank()
        {
            return new Window();
        }

        public override void slots(Slots s)
        {
            s.slot("count", ref count);
            s.slot("event", ref ev);
            s.slot("found", ref found);
            s.slot("passed", ref passed);
            s.slot("players", ref players);
            s.slot("step", ref step);
            s.slot("timing", ref timing);
        }

        public override Offered offered(State rt)
        {
            Seq reactions = rt.code.verbs.get(ev._verb).reactions.get(timing).get(step);
            return new Offered(reactions, players[(int)((count - 1) % players.Count)], ev, null);
        }

        public override object run(State rt, object value)
        {
            if (pc == 0)
            {
                players = Triggers.player_order(rt);
            }
            else if (pc == ASKED && !is_pass(value))
            {
                passed = 0;
                return use(value);
            }
            Events.stop_prevented(ev, step);
            if (pc == ASKED) passed += 1;
            while (count < MOST_OFFERS)
            {
                if (passed >= players.Count) return null;
                count += 1;
                found = Offers.usable_abilities(rt, offered(rt));
                if (found.Count > 0) return ask(rt);
                passed += 1;
            }
            throw new Exhausted("more than " + Values.digits(MOST_OFFERS) + " reactions were offered to one event");
        }
    }

    /// <summary>Offers `react instead of` abilities once around; its result is true when one was used.</summary>
    public sealed class OfferingReplacement : Offer
    {
        public Event ev;
        public string step;
        public Seq players = Seq.Nothing;

        public OfferingReplacement()
        {
        }

        public OfferingReplacement(Event ev, string step)
        {
            this.ev = ev;
            this.step = step;
        }

        public override string name
        {
            get { return "OfferingReplacement"; }
        }

        public override Frame blank()
        {
            return new OfferingReplacement();
        }

        public override void slots(Slots s)
        {
            s.slot("count", ref count);
            s.slot("event", ref ev);
            s.slot("found", ref found);
            s.slot("players", ref players);
            s.slot("step", ref step);
        }

        public override Offered offered(State rt)
        {
            Seq reactions = rt.code.verbs.get(ev._verb).reactions.get("instead").get(step);
            return new Offered(reactions, players[(int)count - 1], ev, null);
        }

        public override object run(State rt, object value)
        {
            AbilityCode[] abilities = rt.code.abilities;
            if (pc == ASKED && !is_pass(value))
            {
                Usable chosen = (Usable)found[(int)(long)((Seq)value)[0]];
                Triggers.note_replaced(ev, abilities[chosen.ability], chosen.self);
                return use(value);
            }
            if (pc == 0) players = Triggers.player_order(rt);
            while (pc < USED && count < players.Count)
            {
                count += 1;
                found = Offers.usable_abilities(rt, offered(rt)).filter(one =>
                {
                    Usable usable = (Usable)one;
                    return !Triggers.has_replaced(ev, abilities[usable.ability], usable.self);
                });
                if (found.Count > 0) return ask(rt);
            }
            rt.result = pc == USED;
            return null;
        }
    }
}

// Abilities that are carried out, as frames.
//
// Job: pay and run an ability by itself, or the one that an event carries, or the texts by which an automated figure
// acts. Input: an ability and whose it is. Never asks whether it may be used.

namespace Cardwright
{
    /// <summary>Pays the costs of an ability and runs it; when they cannot be paid it does nothing.</summary>
    public sealed class UsingAbility : Frame
    {
        public AbilityCode ability;
        public object me;
        public Entity self;
        public Event trigger;

        public UsingAbility()
        {
        }

        public UsingAbility(AbilityCode ability, object me, Entity self, Event trigger)
        {
            this.ability = ability;
            this.me = me;
            this.self = self;
            this.trigger = trigger;
        }

        public override string name
        {
            get { return "UsingAbility"; }
        }

        public override object run(State rt, object value)
        {
            if (pc == 0)
            {
                if (ability.costs != null && !Triggers.can_pay(rt, ability, me, self, trigger)) return null;
                Triggers.record_use(rt, ability, self);
                Marks.mark(rt, ability.rows);
                Changes.tell(rt, "use", (long)ability.index, me, self);
                if (Marks.is_traced(rt)) rt.trace.add(rt.stack.Count, ability.label + " of " + Values.label(me));
                pc = 1;
                if (ability.costs != null) return new Body(ability.costs, Triggers.locals_of(me, self, trigger));
            }
            if (pc == 1)
            {
                pc = 2;
                if (ability.body != null) return new Body(ability.body, Triggers.locals_of(me, self, trigger));
            }
            return null;
        }

        public override Frame blank()
        {
            return new UsingAbility();
        }

        public override void slots(Slots visit)
        {
            visit.slot("ability", ref ability);
            visit.slot("me", ref me);
            visit.slot("this", ref self);
            visit.slot("trigger", ref trigger);
        }
    }

    /// <summary>Runs the ability that the nearest event around carries.</summary>
    public sealed class Resolving : Frame
    {
        public Event ev;

        public Resolving()
        {
        }

        public Resolving(Event ev)
        {
            this.ev = ev;
        }

        public override string name
        {
            get { return "Resolving"; }
        }

        public override object run(State rt, object value)
        {
            Event holder = ev;
            while (holder != null && holder._use == null) holder = holder._parent;
            if (pc == 1) return null;
            if (holder == null)
            {
                long at = rt.code.verbs.get(ev._verb).at;
                throw new Fault("`resolve` runs the text that is being used, and none is", at);
            }
            pc = 1;
            Usable usable = holder._use;
            AbilityCode ability = rt.code.abilities[usable.ability];
            Marks.mark(rt, ability.rows);
            Changes.tell(rt, "use", (long)usable.ability, usable.me, usable.self);
            if (Marks.is_traced(rt)) rt.trace.add(rt.stack.Count, usable.ToString());
            if (ability.body == null) return null;
            return new Body(ability.body, Triggers.locals_of(usable.me, usable.self, usable.trigger));
        }

        public override Frame blank()
        {
            return new Resolving();
        }

        public override void slots(Slots visit)
        {
            visit.slot("event", ref ev);
        }
    }

    /// <summary>Lets a figure act by the automated texts that are live for it. `waiting`: carriers of the text before
    /// `next`.</summary>
    public sealed class Acting : Frame
    {
        public object subject;
        public long next;
        public Seq waiting = Seq.Nothing;

        public Acting()
        {
        }

        public Acting(object subject)
        {
            this.subject = subject;
        }

        public override string name
        {
            get { return "Acting"; }
        }

        public override object run(State rt, object value)
        {
            AbilityCode[] ais = rt.code.ais;
            pc = 1;
            while (waiting.Count > 0 || next < ais.Length)
            {
                if (waiting.Count == 0)
                {
                    waiting = Modifiers.carriers(rt, ais[next]);
                    next += 1;
                    continue;
                }
                AbilityCode ability = ais[next - 1];
                Seq pair = (Seq)waiting[0];
                waiting = waiting.slice(1, waiting.Count);
                if (pair[0] != subject || ability.body == null) continue;
                Marks.mark(rt, ability.rows);
                return new Body(ability.body, Triggers.locals_of(pair[0], (Entity)pair[1], null));
            }
            return null;
        }

        public override Frame blank()
        {
            return new Acting();
        }

        public override void slots(Slots visit)
        {
            visit.slot("next", ref next);
            visit.slot("subject", ref subject);
            visit.slot("waiting", ref waiting);
        }
    }
}

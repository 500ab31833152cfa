// What cannot be taken back by the journal alone, kept at a request so that the game can return to it.
//
// Job: copy the frames and the events of what is being done. Input: a game at a request or at rest. Output: a
// checkpoint, or the game as it was there. Entities stay the same: the journal takes back what was done to them. Events
// stay the same, too, for effects name them; their values are copied.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A game as it is at a request; it can be returned to as often as one likes.</summary>
    public sealed class Checkpoint
    {
        private readonly int journal;
        private readonly List<Frame> frames;
        private readonly List<Event> stack;
        private readonly Map<Event, HeldEvent> events;
        private readonly OrderedSet<string> dirty;
        private readonly OrderedSet<long> checking;
        private readonly long steps, changes, count;
        private readonly RunMark mark_of_run;

        public Checkpoint(State game)
        {
            Copier copier = new Copier();
            journal = game.journal.Count;
            frames = copier.frames(game.frames);
            stack = copier.stack(game.stack);
            events = copier.events;
            dirty = new OrderedSet<string>(game.dirty);
            checking = new OrderedSet<long>(game.checking);
            steps = game.steps;
            changes = game.changes;
            count = game.events;
            mark_of_run = game.mark_of_run;
        }

        /// <summary>Takes back everything since.</summary>
        public void return_to(State game)
        {
            game.back_to(journal);
            Copier copier = new Copier();
            foreach (KeyValuePair<Event, HeldEvent> held in events) copier.keep(held.Key);
            foreach (KeyValuePair<Event, HeldEvent> held in events) held.Value.give(held.Key, copier);
            game.frames = copier.frames(frames);
            game.stack = new List<Event>(stack);
            game.dirty = new OrderedSet<string>(dirty);
            game.checking = new OrderedSet<long>(checking);
            game.steps = steps;
            game.changes = changes;
            game.events = count;
            game.mark_of_run = mark_of_run;
            game.outermost.Clear();
            Changes.tell(game, "anew");
        }
    }

    /// <summary>The values of an event.</summary>
    internal sealed class HeldEvent
    {
        private readonly Layout layout;
        private readonly object[] slots;
        private readonly object parent, use;
        private readonly string outcome;
        private readonly Refusal reason;
        private readonly OrderedSet<string> replaced, prevented;

        public HeldEvent(Event ev, Copier copier)
        {
            layout = ev.layout;
            slots = copier.all(ev.slots);
            parent = copier.value(ev._parent);
            use = copier.value(ev._use);
            outcome = ev._outcome;
            reason = ev._reason;
            replaced = copied(ev._replaced);
            prevented = copied(ev._prevented);
        }

        private static OrderedSet<string> copied(OrderedSet<string> held)
        {
            return held != null ? new OrderedSet<string>(held) : null;
        }

        public void give(Event ev, Copier copier)
        {
            ev.layout = layout;
            ev.slots = copier.all(slots);
            ev._parent = (Event)parent;
            ev._use = (Usable)copier.value(use);
            ev._outcome = outcome;
            ev._reason = reason;
            ev._replaced = copied(replaced);
            ev._prevented = copied(prevented);
        }
    }

    /// <summary>Copies values, each object once.</summary>
    internal sealed class Copier : Slots
    {
        public readonly Map<Event, HeldEvent> events = new Map<Event, HeldEvent>(); // the values of each
        private readonly HashSet<Event> kept = new HashSet<Event>();
        private readonly Dictionary<object, object> made = new Dictionary<object, object>(new ByIdentity());

        /// <summary>An event that stays as it is.</summary>
        public void keep(Event ev)
        {
            kept.Add(ev);
        }

        public List<Frame> frames(List<Frame> held)
        {
            List<Frame> copied = new List<Frame>(held.Count);
            foreach (Frame frame in held) copied.Add((Frame)value(frame));
            return copied;
        }

        public List<Event> stack(List<Event> held)
        {
            foreach (Event ev in held) value(ev);
            return new List<Event>(held);
        }

        public object[] all(object[] items)
        {
            object[] copied = new object[items.Length];
            for (int i = 0; i < items.Length; i++) copied[i] = value(items[i]);
            return copied;
        }

        protected override object pass(string name, object held)
        {
            return name == "positions" || name == "rosters" || name == "rules" ? held : value(held);
        }

        public object value(object held)
        {
            if (held == null || held is string || held is ValueType || held is Entity || held is Roll) return held;
            Seq items = held as Seq;
            if (items != null) return listed(items);
            OrderedSet<string> names = held as OrderedSet<string>;
            if (names != null) return new OrderedSet<string>(names);
            Usable usable = held as Usable;
            if (usable != null) return copied(usable);
            Event ev = held as Event;
            if (ev != null) return noted(ev);
            Frame frame = held as Frame;
            if (frame != null) return copied(frame);
            Bag bag = held as Bag;
            return bag != null ? copied(bag) : held; // what never changes
        }

        /// <summary>A list that nobody changes is copied when something in it is.</summary>
        private Seq listed(Seq items)
        {
            object[] copied = null;
            for (int i = 0; i < items.Count; i++)
            {
                object item = value(items[i]);
                if (item == items[i]) continue;
                if (copied == null) copied = (object[])items.held.Clone();
                copied[i] = item;
            }
            return copied != null ? new Seq(copied) : items;
        }

        private Usable copied(Usable held)
        {
            value(held.trigger);
            return held;
        }

        private Event noted(Event ev)
        {
            if (!kept.Add(ev)) return ev;
            events.set(ev, null);
            events.set(ev, new HeldEvent(ev, this));
            return ev;
        }

        /// <summary>A copy has the slots of the frame, each copied; what it had worked out is made anew.</summary>
        private Frame copied(Frame frame)
        {
            object found;
            if (made.TryGetValue(frame, out found)) return (Frame)found;
            SlotValues held = new SlotValues(frame);
            Frame copy = frame.blank();
            made.Add(frame, copy);
            copy.pc = frame.pc;
            foreach (string name in held.values.Keys) held.values[name] = pass(name, held.values[name]);
            held.give(copy);
            return copy;
        }

        private Bag copied(Bag bag)
        {
            object found;
            if (made.TryGetValue(bag, out found)) return (Bag)found;
            Bag copy = bag is Locals ? new Locals() : new Bag();
            made.Add(bag, copy);
            foreach (string name in bag.Keys) copy[name] = value(bag[name]);
            return copy;
        }
    }

    /// <summary>Two objects are the same when they are one.</summary>
    internal sealed class ByIdentity : IEqualityComparer<object>
    {
        bool IEqualityComparer<object>.Equals(object one, object other)
        {
            return one == other;
        }

        int IEqualityComparer<object>.GetHashCode(object item)
        {
            return System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(item);
        }
    }

    /// <summary>The slots of a frame by name: read once, and given to another.</summary>
    internal sealed class SlotValues : Slots
    {
        public readonly Bag values = new Bag();
        private bool is_read;

        public SlotValues(Frame frame)
        {
            frame.slots(this);
            is_read = true;
        }

        public SlotValues(Bag values)
        {
            this.values = values;
            is_read = true;
        }

        public void give(Frame frame)
        {
            frame.slots(this);
        }

        protected override object pass(string name, object value)
        {
            if (is_read) return values[name];
            values[name] = value;
            return value;
        }
    }
}

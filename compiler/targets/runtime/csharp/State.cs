// The state of a running match: one record of plain data, with a journal that takes changes back.
//
// Job: hold everything that a match is; change it through primitives that keep a journal, so that any stretch can be
// undone. The other parts are classes of functions whose first argument, `rt`, is this record; each says what it reads
// and changes. Never decides what happens.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Somebody who watches the match and is told what happens in it.</summary>
    public abstract class Eye
    {
        public abstract void see(string what, params object[] about);
    }

    /// <summary>An event or step that began, by its name.</summary>
    public sealed class Happened
    {
        public readonly string name;
        public readonly Event ev;

        public Happened(string name, Event ev)
        {
            this.name = name;
            this.ev = ev;
        }
    }

    /// <summary>Where what runs began.</summary>
    public sealed class RunMark
    {
        public readonly int journal, depth;
        public readonly long steps, changes;

        public RunMark(int journal, int depth, long steps, long changes)
        {
            this.journal = journal;
            this.depth = depth;
            this.steps = steps;
            this.changes = changes;
        }
    }

    /// <summary>All of a running match.</summary>
    public sealed class State
    {
        public readonly Code code;
        public readonly Bounds bounds = new Bounds();
        public Func<bool> watch; // whether the game is to stop
        public long work; // what may still be done; below `floor` somebody looks
        public long floor;
        public long steps;
        public long changes;
        public long nested; // stats and questions that are asked inside of each other
        public List<Refusal> refusals; // of what is asked with `can` from outside, while somebody listens
        public RunMark mark_of_run = new RunMark(0, 0, 0, 0);
        public readonly Bag data;
        public readonly Dictionary<string, Entity> cards;
        public readonly Map<string, Seq> kinds = new Map<string, Seq>(); // entities by kind, oldest first
        public readonly Map<string, Seq> by_card = new Map<string, Seq>();
        public readonly Map<string, Seq> by_keyword = new Map<string, Seq>(); // pairs of a bearer and an instance
        public Seq removed_players = Seq.Nothing; // players who were removed: they keep their seats
        public readonly Map<Square, Seq> standing = new Map<Square, Seq>();
        public Effect[] effects = new Effect[0]; // oldest first; a new array whenever one comes or goes
        public Effect[] filed_effects; // the effects by which `lasting_by` is sorted
        public Dictionary<string, List<Filed>>[] lasting_by;
        public readonly Map<string, long> used = new Map<string, long>();
        public readonly Map<string, long> started = new Map<string, long>();
        public readonly List<Action> journal = new List<Action>();
        public OrderedSet<string> dirty = new OrderedSet<string>();
        public OrderedSet<long> checking = new OrderedSet<long>(); // numbers of the checks that are being carried out
        public List<Event> stack = new List<Event>();
        public List<Frame> frames = new List<Frame>(); // what is being done, the innermost last
        public object result; // of the frame that was done last, until it is taken
        public long events;
        public long next_id = 1;
        public int dry_run; // that are inside of each other
        public Trace trace;
        public OrderedSet<string> marked;
        public List<Happened> history; // what began
        public readonly List<Eye> eyes = new List<Eye>(); // of those who watch the match
        public Script watcher; // of a test: told what is offered, settled without asking, and refused
        public readonly List<Event> outermost = new List<Event>();
        public readonly Map<object, string> test_names = new Map<object, string>(); // by the id of an entity
        public OrderedSet<string> revealed = new OrderedSet<string>(); // ids of an entity and of a player who knows it
        public Grid drawn, grid; // the board as its position draws it, and as it is
        public Seq squares = Seq.Nothing;
        public Known known = new Known(); // what was worked out of the state as it now is
        public Entity game; // the entity of the kind `game`

        public State(Code code)
        {
            this.code = code;
            data = code.data;
            cards = code.cards;
            work = bounds.work;
            floor = Spending.next_floor(work);
            foreach (string kind in code.kinds.Keys) kinds.set(kind, Seq.Nothing);
        }

        /// <summary>Notes a change; what was worked out from the state is given up, not emptied: a dry run takes it up
        /// again.</summary>
        public void note(Action undo)
        {
            journal.Add(undo);
            if (known.Count > 0) known = new Known();
        }

        /// <summary>Takes back every change since the mark.</summary>
        public void back_to(int mark)
        {
            while (journal.Count > mark)
            {
                Action undo = journal[journal.Count - 1];
                journal.RemoveAt(journal.Count - 1);
                undo();
            }
            if (known.Count > 0) known = new Known();
        }

        /// <summary>Sets a field of an entity or a value of an event, without asking for its bounds.</summary>
        public void set(Record owner, Field field, object value)
        {
            object old = owner.get(field);
            note(() => owner.set(field, old));
            owner.set(field, value);
        }

        public void set_items(Zone zone, Seq items)
        {
            Seq old = zone.items;
            note(() => zone.items = old);
            zone.items = items;
        }

        public void set_zone(Entity entity, Zone zone)
        {
            Zone old = entity._zone;
            note(() => entity._zone = old);
            entity._zone = zone;
        }

        public void set_statuses(Entity entity, Seq statuses)
        {
            Seq old = entity._statuses;
            note(() => entity._statuses = old);
            entity._statuses = statuses;
        }

        public void set_dead(Entity entity)
        {
            bool old = entity._alive;
            note(() => entity._alive = old);
            entity._alive = false;
        }

        public void set_effects(Effect[] others)
        {
            Effect[] old = effects;
            note(() => effects = old);
            effects = others;
        }

        public void set_grid(Grid other)
        {
            Grid old = grid;
            note(() => show_grid(old));
            show_grid(other);
        }

        private void show_grid(Grid other)
        {
            grid = other;
            squares = other.squares;
        }

        public void set_revealed(OrderedSet<string> others)
        {
            OrderedSet<string> old = revealed;
            note(() => revealed = old);
            revealed = others;
        }

        public void set_duration(Effect effect, Duration duration)
        {
            Duration old = effect.duration;
            note(() => effect.duration = old);
            effect.duration = duration;
        }

        public void set_skip(Duration duration, bool skip)
        {
            bool old = duration.skip;
            note(() => duration.skip = old);
            duration.skip = skip;
        }

        /// <summary>The next number; no expression reads it, so that what is worked out stays true.</summary>
        public long new_id()
        {
            long id = next_id;
            journal.Add(() => next_id = id);
            next_id += 1;
            return id;
        }

        /// <summary>Players who were removed; no expression reads them, either.</summary>
        public void set_removed_players(Seq players)
        {
            Seq old = removed_players;
            journal.Add(() => removed_players = old);
            removed_players = players;
        }

        public void set_in<K>(Map<K, Seq> map, K key, Seq value)
        {
            Seq old = map.get(key);
            note(() =>
            {
                if (old == null) map.delete(key);
                else map.set(key, old);
            });
            map.set(key, value);
        }

        /// <summary>Sets one of the runtime's own counters, which no expression reads: what is worked out stays
        /// true.</summary>
        public void set_aside(Map<string, long> counts, string key, long value)
        {
            long old;
            bool there = counts.try_get(key, out old);
            journal.Add(() =>
            {
                if (there) counts.set(key, old);
                else counts.delete(key);
            });
            counts.set(key, value);
        }
    }
}

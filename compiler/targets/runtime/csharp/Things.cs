// What values are made of beside entities: squares, zones, dice, durations, effects, refusals, requests.
//
// Job: hold data; nothing here knows the order in which things happen.

using System;
using System.Collections.Generic;
using System.Text;

namespace Cardwright
{
    // ---- functions of the rules, by how many values they take after the running game
    public delegate object Fn0(State rt);
    public delegate object Fn1(State rt, object a);
    public delegate object Fn2(State rt, object a, object b);
    public delegate object Fn3(State rt, object a, object b, object c);
    public delegate object Fn4(State rt, object a, object b, object c, object d);
    public delegate object Fn5(State rt, object a, object b, object c, object d, object e);
    public delegate object Fn6(State rt, object a, object b, object c, object d, object e, object f);
    public delegate object Fn7(State rt, object a, object b, object c, object d, object e, object f, object g);
    public delegate object Fn8(
        State rt, object a, object b, object c, object d, object e, object f, object g, object h);
    public delegate object Fn9(
        State rt, object a, object b, object c, object d, object e, object f, object g, object h, object i);
    public delegate object Fn10(
        State rt, object a, object b, object c, object d, object e, object f, object g, object h, object i, object j);
    public delegate object Fn11(
        State rt, object a, object b, object c, object d, object e, object f, object g, object h, object i, object j,
        object k);
    public delegate object Fn12(
        State rt, object a, object b, object c, object d, object e, object f, object g, object h, object i, object j,
        object k, object l);

    /// <summary>A square of the board: its number, row * width + column, and its name.</summary>
    public sealed class Square
    {
        public readonly int index;
        public readonly string name;

        public override int GetHashCode()
        {
            return index;
        }

        public Square(int index, string name)
        {
            this.index = index;
            this.name = name;
        }

        public override string ToString()
        {
            return name;
        }
    }

    /// <summary>An ordered place for entities; the first is the top.</summary>
    public sealed class Zone
    {
        public readonly string name;
        public readonly Entity owner;
        public readonly object visible;
        public Seq items = Seq.Nothing;

        public Zone(string name, Entity owner, object visible)
        {
            this.name = name;
            this.owner = owner;
            this.visible = visible;
        }

        /// <summary>Whether it is a zone of the entity, or of something that lies in one of its zones.</summary>
        public bool is_within(Entity entity)
        {
            Zone zone = this;
            while (zone != null && zone.owner != entity) zone = zone.owner._zone;
            return zone != null;
        }

        public override string ToString()
        {
            return Values.label(owner) + "." + name;
        }
    }

    /// <summary>One die as it lies: its name, the face's number from 0, and the symbols on it.</summary>
    public sealed class Face
    {
        public readonly string die;
        public readonly long index;
        public readonly Bag symbols;

        public Face(string die, long index, Bag symbols)
        {
            this.die = die;
            this.index = index;
            this.symbols = symbols;
        }

        public long symbol(string name)
        {
            object found = symbols[name];
            return found == null ? 0 : (long)found;
        }

        public override string ToString()
        {
            List<string> shown = new List<string>();
            foreach (string name in Sorting.texts(symbols.Keys))
            {
                string count = Values.label(symbols[name]);
                shown.Add(name != "value" ? name + " " + count : count);
            }
            return die + "(" + string.Join(", ", shown) + ")";
        }
    }

    /// <summary>`edge`: start, end, while. `skip` the first matching end; `until`: the position of the function
    /// that tells which event, or none.</summary>
    public sealed class Duration
    {
        public readonly string edge;
        public bool skip;
        public readonly Seq verbs;
        public readonly object until;
        public readonly Bag env;

        public Duration(string edge, bool skip, Seq verbs, object until, Bag env)
        {
            this.edge = edge;
            this.skip = skip;
            this.verbs = verbs;
            this.until = until;
            this.env = env;
        }

        public override string ToString()
        {
            if (edge == "while") return "while it holds";
            return "until " + edge + " of " + (skip ? "next " : "") + string.Join(" or ", verbs.texts());
        }
    }

    /// <summary>Something that lasts: modifiers, or a status on its bearer.</summary>
    public sealed class Effect
    {
        public readonly long number;
        public Duration duration;
        public readonly Seq modifiers;
        public readonly Bag env;
        public readonly Entity status;

        public Effect(long number, Duration duration, Seq modifiers, Bag env, Entity status)
        {
            this.number = number;
            this.duration = duration;
            this.modifiers = modifiers;
            this.env = env;
            this.status = status;
        }
    }

    /// <summary>Why something is illegal: a sentence or its parts, the place of the failing requirement, its rulebook
    /// rows.</summary>
    public sealed class Refusal
    {
        public readonly Seq parts; // texts and values
        public readonly long at;
        public readonly Seq rows;
        private string told;

        public Refusal(string told, long at, Seq rows = null)
        {
            this.told = told;
            parts = Seq.of(new object[] { told });
            this.at = at;
            this.rows = rows ?? Seq.Nothing;
        }

        public Refusal(Seq parts, long at, Seq rows)
        {
            this.parts = parts;
            this.at = at;
            this.rows = rows;
        }

        /// <summary>The sentence, which is joined when somebody reads it: most refusals only tell that something is
        /// not possible.</summary>
        public string message
        {
            get
            {
                if (told == null) told = Values.joined(parts, "");
                return told;
            }
        }

        /// <summary>Of the parts that a requirement gives back.</summary>
        public static Refusal of(object failed)
        {
            Seq parts = (Seq)failed;
            return new Refusal((Seq)parts[0], (long)parts[1], (Seq)parts[2]);
        }
    }

    /// <summary>An ability that someone may use now: its index, who it is told from, what carries it, what it
    /// answers.</summary>
    public sealed class Usable
    {
        public readonly int ability;
        public readonly string name;
        public readonly object me; // mostly an entity
        public readonly Entity self;
        public readonly Event trigger;

        public Usable(int ability, string name, object me, Entity self, Event trigger = null)
        {
            this.ability = ability;
            this.name = name;
            this.me = me;
            this.self = self;
            this.trigger = trigger;
        }

        public override string ToString()
        {
            return name + " of " + Values.label(me) + (self != me ? " by " + Values.label(self) : "");
        }
    }

    // ---- requests: what a running game asks its driver

    public abstract class Request
    {
        public readonly long at;

        protected Request(long at)
        {
            this.at = at;
        }

        /// <summary>choose, roll, draw or shuffle.</summary>
        public abstract string request { get; }
    }

    /// <summary>`who` picks `least` to `most` of `options`: a list of positions. For a use, -1 is a pass.</summary>
    public sealed class Choose : Request
    {
        public readonly Entity who;
        public readonly string kind; // one, some, yes, mode, use, order
        public readonly string prompt;
        public readonly Seq options;
        public readonly long least, most;
        public readonly Func<Seq, bool> such_that;

        public Choose(
            Entity who, string kind, string prompt, Seq options, long least, long most, long at,
            Func<Seq, bool> such_that) : base(at)
        {
            this.who = who;
            this.kind = kind;
            this.prompt = prompt;
            this.options = options;
            this.least = least;
            this.most = most;
            this.such_that = such_that;
        }

        public override string request
        {
            get { return "choose"; }
        }
    }

    /// <summary>The answer is a face's position per die.</summary>
    public sealed class RollDice : Request
    {
        public readonly Seq dice;
        public readonly Seq sizes;

        public RollDice(Seq dice, Seq sizes, long at) : base(at)
        {
            this.dice = dice;
            this.sizes = sizes;
        }

        public override string request
        {
            get { return "roll"; }
        }
    }

    /// <summary>The answer is a position below `size`.</summary>
    public sealed class Draw : Request
    {
        public readonly long size;

        public Draw(long size, long at) : base(at)
        {
            this.size = size;
        }

        public override string request
        {
            get { return "draw"; }
        }
    }

    /// <summary>The answer is a permutation of the positions below `size`.</summary>
    public sealed class Shuffle : Request
    {
        public readonly long size;

        public Shuffle(long size, long at) : base(at)
        {
            this.size = size;
        }

        public override string request
        {
            get { return "shuffle"; }
        }
    }
}

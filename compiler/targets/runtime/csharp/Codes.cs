// Rows of the rules table, with their members under names.
//
// Job: hold what the rules table says of kinds, traits, verbs, abilities, modifiers. Nobody changes it.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Where in the author's text something stands, and in what.</summary>
    public sealed class Place
    {
        public readonly string path, owner;
        public readonly long line, column;

        public Place(string path, long line, long column, string owner)
        {
            this.path = path;
            this.line = line;
            this.column = column;
            this.owner = owner;
        }
    }

    /// <summary>A field that a kind declares.</summary>
    public sealed class FieldCode
    {
        public readonly string name, type, part;
        public readonly Field field;
        public readonly bool zone, printed;
        public readonly object visible, otherwise;
        public readonly Limit limit;

        public FieldCode(Bag row)
        {
            name = row.text("name");
            field = Field.of(name);
            type = row.text("type");
            part = row.text("part");
            zone = Core.yes(row["zone"]);
            printed = Core.yes(row["printed"]);
            visible = row["visible"];
            otherwise = row["default"];
            object minimum = row["minimum"], maximum = row["maximum"];
            if (minimum != null || maximum != null) limit = new Limit(minimum as long?, maximum as long?);
        }
    }

    /// <summary>The bounds of a number.</summary>
    public sealed class Limit
    {
        public readonly long? minimum, maximum;

        public Limit(long? minimum, long? maximum)
        {
            this.minimum = minimum;
            this.maximum = maximum;
        }

        /// <summary>A number as the bounds of its field leave it; none has no bounds.</summary>
        public object stopped(object value)
        {
            if (!(value is long)) return value;
            long number = (long)value;
            if (minimum != null) number = Math.Max(number, minimum.Value);
            if (maximum != null) number = Math.Min(number, maximum.Value);
            return number;
        }
    }

    public sealed class KindCode
    {
        public readonly string name;
        public readonly string[] ancestors;
        public readonly FieldCode[] fields;
        public readonly string[] field_names; // by code points
        public readonly Layout layout;
        public readonly bool figure;
        public string[] heirs; // the kinds that are of this kind, itself among them
        public Seq rows = Seq.Nothing; // of the rulebook
        public Live live; // how what is in the zones of a kind takes part

        public KindCode(Bag row, bool is_table)
        {
            name = row.text("name");
            ancestors = row.list("ancestors").texts();
            figure = row.truth("figure");
            Seq held = row.list("fields");
            fields = new FieldCode[held.Count];
            List<string> names = new List<string>();
            for (int i = 0; i < fields.Length; i++)
            {
                fields[i] = new FieldCode((Bag)held[i]);
                names.Add(fields[i].name);
            }
            field_names = Sorting.texts(names).ToArray();
            bool sized = names.Contains("size");
            if (figure) names.Add("at");
            layout = new Layout(name, names) { figure = figure, stands = figure && !is_table, sized = sized };
            foreach (string ancestor in ancestors) layout.kinds.Add(ancestor);
        }

        public bool has(string field)
        {
            return Array.IndexOf(field_names, field) >= 0;
        }
    }

    /// <summary>A keyword or status.</summary>
    public sealed class TraitCode
    {
        public readonly string name, kind, stacking;
        public readonly string[] names; // of its parameters
        public readonly Field[] fields;
        public readonly Seq rows;
        public readonly bool is_status; // or a keyword

        public TraitCode(Bag row)
        {
            name = row.text("name");
            kind = row.text("kind");
            stacking = row["stacking"] as string;
            names = row.list("params").texts();
            fields = Array.ConvertAll(names, Field.of);
            rows = row.list("rows");
            is_status = row.text("form") == "status";
        }
    }

    /// <summary>A parameter of a verb.</summary>
    public sealed class ParamCode
    {
        public readonly string name;
        public readonly Field field;
        public readonly bool optional;
        public readonly Fn0 otherwise;

        public ParamCode(Bag row)
        {
            name = row.text("name");
            field = Field.of(name);
            optional = row.truth("optional");
            otherwise = (Fn0)row["default"];
        }
    }

    /// <summary>A verb: `head` and `recheck` give a failed requirement or null.</summary>
    public sealed class Verb
    {
        public readonly string name;
        public readonly long at;
        public readonly Seq rows, steps;
        public readonly ParamCode[] parameters;
        public readonly string[] lets;
        public readonly Layout layout;
        public readonly Fn1 head, recheck;
        public readonly BodyCode body;
        public readonly Map<string, Map<string, Seq>> triggers = book(); // by timing, then by step: the empty name is
        public readonly Map<string, Map<string, Seq>> reactions = book(); // the event itself

        public Verb(string name, Bag row, BodyCode body)
        {
            this.name = name;
            this.body = body;
            at = row.number("at");
            rows = row.list("rows");
            steps = row.list("steps");
            parameters = Array.ConvertAll(row.list("params").held, held => new ParamCode((Bag)held));
            lets = row.list("lets").texts();
            head = (Fn1)row["head"];
            recheck = (Fn1)row["recheck"];
            List<string> names = new List<string>();
            foreach (ParamCode parameter in parameters) names.Add(parameter.name);
            names.AddRange(lets);
            layout = new Layout(name, names);
        }

        private static Map<string, Map<string, Seq>> book()
        {
            Map<string, Map<string, Seq>> made = new Map<string, Map<string, Seq>>();
            foreach (string timing in new[] { "before", "instead", "during", "after" })
            {
                made.set(timing, new Map<string, Seq>());
            }
            return made;
        }

        /// <summary>Whether any ability of the game answers this moment.</summary>
        public bool watched(string timing, string step = "")
        {
            return triggers.get(timing).has(step) || reactions.get(timing).has(step);
        }
    }

    /// <summary>How a value of an entity is worked out, and how bonuses to it go together.</summary>
    public sealed class StatCode
    {
        public readonly string kind, name, stacking;
        public readonly Fn1 value;
        public readonly Seq rows;

        public StatCode(Bag row, Seq rows)
        {
            kind = row.text("kind");
            name = row.text("name");
            stacking = row.text("stacking");
            value = (Fn1)row["value"];
            this.rows = rows;
        }
    }

    /// <summary>A state check.</summary>
    public sealed class Check
    {
        public readonly string name;
        public readonly long at;
        public readonly OrderedSet<string> reads;
        public readonly Seq rows;
        public readonly Fn0 found;
        public readonly BodyCode body;

        public Check(Bag row, BodyCode body)
        {
            name = row.text("name");
            at = row.number("at");
            reads = new OrderedSet<string>(row.list("reads").texts());
            rows = row.list("rows");
            found = (Fn0)row["found"];
            this.body = body;
        }
    }

    /// <summary>The verb by which a card is played, and what it is called with.</summary>
    public sealed class Through
    {
        public readonly string verb;
        public readonly Fn2 values;

        public Through(Bag row)
        {
            verb = row.text("verb");
            values = (Fn2)row["values"];
        }
    }

    /// <summary>A `live` line: when the text of a card counts, and for whom.</summary>
    public sealed class Live
    {
        public readonly string kind, field;
        public readonly bool each, needs_self;
        public readonly long at;
        public readonly Seq rows;
        public readonly Fn1 subject;
        public readonly Fn2 condition;
        public readonly Through through; // or null

        public Live(Bag row)
        {
            kind = row.text("kind");
            field = row.text("field");
            each = row.truth("each");
            needs_self = row.truth("needs_self");
            at = row.number("at");
            rows = row.list("rows");
            subject = (Fn1)row["subject"];
            condition = (Fn2)row["condition"];
            through = row["through"] != null ? new Through(row.bag("through")) : null;
        }
    }

    /// <summary>An ability as the rules table has it, with its bodies and its `live` line.</summary>
    public sealed class AbilityCode
    {
        public readonly int index;
        public readonly string id, form, timing, step, label, carrier_form, carrier_name;
        public readonly long at, uses;
        public readonly string[] verbs, limits, classes, recharged_by;
        public readonly Seq rows;
        public readonly Live live;
        public readonly Fn3 condition, chooser, feasible, requires, recharged_if;
        public readonly BodyCode costs, body;
        public readonly object costs_number; // the same number for the same costs
        public readonly ModifierCode[] modifiers;

        public AbilityCode(Bag row, int index, Live live, Func<object, BodyCode> body_of)
        {
            this.index = index;
            this.live = live;
            id = row.text("id");
            at = row.number("at");
            form = row.text("form");
            timing = row.text("timing");
            step = row.text("step");
            label = row.text("label");
            carrier_form = row.bag("carrier").text("form");
            carrier_name = row.bag("carrier").text("name");
            uses = row.number("uses");
            verbs = row.list("verbs").texts();
            limits = row.list("limits").texts();
            classes = row.list("classes").texts();
            recharged_by = row.list("recharged_by").texts();
            rows = row.list("rows");
            condition = (Fn3)row["condition"];
            chooser = (Fn3)row["chooser"];
            feasible = (Fn3)row["feasible"];
            requires = (Fn3)row["requires"];
            recharged_if = (Fn3)row["recharged_if"];
            costs = body_of(row["costs"]);
            costs_number = row["costs_number"];
            body = body_of(row["body"]);
            modifiers = Array.ConvertAll(row.list("modifiers").held, held => new ModifierCode((Bag)held));
        }
    }

    /// <summary>A modifier: what it changes, of whom, and when.</summary>
    public sealed class ModifierCode
    {
        public readonly long at;
        public readonly string form, stat;
        public readonly string[] verbs;
        public readonly Seq rows;
        public readonly Fn5 scope, value, condition;
        public readonly Fn5[] values;

        public ModifierCode(Bag row)
        {
            at = row.number("at");
            form = row.text("form");
            stat = row["stat"] as string ?? "";
            verbs = row.list("verbs").texts();
            rows = row.list("rows");
            scope = (Fn5)row["scope"];
            value = (Fn5)row["value"];
            condition = (Fn5)row["condition"];
            values = Array.ConvertAll(row.list("values").held, held => (Fn5)held);
        }
    }

    /// <summary>A modifier with what it comes from: an ability, or an effect that lasts.</summary>
    public sealed class Filed
    {
        public readonly AbilityCode ability;
        public readonly Effect effect;
        public readonly ModifierCode modifier;

        public Filed(AbilityCode ability, Effect effect, ModifierCode modifier)
        {
            this.ability = ability;
            this.effect = effect;
            this.modifier = modifier;
        }
    }
}

// The forms of snapshots: of what sort each part of a state is, before anything is made of it.
//
// Job: tell whether data has the form that every engine writes. Input: plain data, as JSON has it. Output: yes or no.
// What the names and numbers in it stand for is not looked at here. Every engine has the same tables, so that all
// refuse alike.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A form is a name; `?` behind it means none, too, `*` an array of such, `:` an object whose members are
    /// such. Parts stand side by side; `...` means any number of the last.</summary>
    internal static class SnapshotForms
    {
        /// <summary>What stands behind the sort of a value.</summary>
        private static readonly Bag SORTS = Bag.of(
            "ability", "text", "array", "value...", "body", "text", "card", "text",
            "duration", "text truth text* count? env?", "entity", "count", "env", "count", "event", "count",
            "face", "count", "granted", "text being value*", "list", "value...", "place", "text number number",
            "refusal", "text written text*", "roll", "face...", "rounds", "count", "set", "plain...",
            "shape", "number number number number number number number", "square", "count",
            "use", "text value being? event?", "values", "named...", "zone", "being text");
        /// <summary>Arrays of other parts.</summary>
        private static readonly Bag ROWS = Bag.of(
            "die", "text count", "effect", "number duration? count* env? count?",
            "keyword", "count text value...", "laid", "count text...", "named", "text value",
            "pair", "number number", "replaced", "text plain", "written", "text number number",
            "standing", "count count...", "used", "plain...", "texts", "text text...",
            "uses", "text use...");
        private static readonly Bag OBJECTS = Bag.of(
            "board", Bag.of("squares", "laid*", "walls", "number**"),
            "counts", Bag.of("changes", "number", "events", "number", "next_id", "number", "steps", "number"),
            "happened", Bag.of(
                "number", "number", "outcome", "text", "parent", "event?", "prevented", "text*", "reason", "refusal?",
                "replaced", "replaced*", "use", "use?", "values", "value:", "verb", "text"),
            "state", Bag.of(
                "before", "pair", "board?", "board", "checking", "number*", "counts", "counts", "dirty", "text*",
                "effects", "effect*", "envs", "value:*", "events", "happened*", "faces", "die*", "frames", "frame*",
                "kinds", "columns:", "removed", "columns:", "revealed", "pair*", "stack", "value*",
                "standing", "standing*", "started", "number:", "used", "used*"),
            // Each is an array with something for each entity.
            "columns", Bag.of(
                "at?", "count?*", "card?", "text?*", "fields", "cell*:", "id", "number*", "keywords?", "keyword**",
                "statuses?", "count**"));
        /// <summary>What some values of frames are; in one of them another than in the rest.</summary>
        private static readonly Bag SLOTS = Bag.of(
            "at", "place", "classes", "texts", "count", "count", "due", "set", "found", "uses", "least", "count",
            "most", "count", "next", "count", "number", "count", "passed", "count", "round", "count",
            "waiting", "array", "Checking waiting", "set");
        private static readonly string[] BEINGS = { "card", "entity", "granted" };

        /// <summary>Whether data has the form of a state.</summary>
        public static bool is_state(object value)
        {
            return is_form(value, "state");
        }

        private static bool is_form(object value, string form)
        {
            string before = form.Substring(0, form.Length - 1);
            Seq items = value as Seq;
            Bag members = value as Bag;
            switch (form[form.Length - 1])
            {
                case '?': return value == null || is_form(value, before);
                case '*': return items != null && Array.TrueForAll(items.held, item => is_form(item, before));
                case ':':
                    return members != null && Array.TrueForAll(members.Keys, name => is_form(members[name], before));
            }
            switch (form)
            {
                case "being": return is_of(value, BEINGS);
                case "cell": return is_cell(value);
                case "count": return is_count(value);
                case "frame": return is_frame(items);
                case "number": return value is long;
                case "plain": return value is string || value is long;
                case "text": return value is string;
                case "truth": return value is bool;
                case "value": return is_value(value);
            }
            if (ROWS.has(form)) return items != null && has_parts(items, ROWS.text(form));
            if (!OBJECTS.has(form)) return is_of(value, form);
            bool fits = members != null && has_members(members, OBJECTS.bag(form));
            return fits && (form != "columns" || is_even(members));
        }

        private static bool has_parts(Seq items, string parts)
        {
            bool is_open = parts.EndsWith("...", StringComparison.Ordinal);
            string[] forms = (is_open ? parts.Substring(0, parts.Length - 3) : parts).Split(' ');
            int least = forms.Length - (is_open ? 1 : 0);
            bool fits = is_open ? items.Count >= least : items.Count == least;
            for (int i = 0; fits && i < items.Count; i++)
            {
                fits = is_form(items[i], forms[Math.Min(i, forms.Length - 1)]);
            }
            return fits;
        }

        private static bool has_members(Bag value, Bag forms)
        {
            int count = 0;
            foreach (string key in forms.Keys)
            {
                string name = key.TrimEnd('?');
                if (value.has(name))
                {
                    count += 1;
                    if (!is_form(value[name], forms.text(key))) return false;
                }
                else if (name == key)
                {
                    return false;
                }
            }
            return count == value.Count;
        }

        /// <summary>Whether all columns are of one length.</summary>
        private static bool is_even(Bag columns)
        {
            int count = columns.list("id").Count;
            Bag fields = columns.bag("fields");
            List<object> each = new List<object>();
            foreach (string name in columns.Keys) if (name != "fields") each.Add(columns[name]);
            foreach (string name in fields.Keys) each.Add(fields[name]);
            return each.TrueForAll(items => ((Seq)items).Count == count);
        }

        /// <summary>Whether a value is of one of these sorts.</summary>
        private static bool is_of(object value, params string[] sorts)
        {
            Seq items = value as Seq;
            return items != null && Array.IndexOf(sorts, items.at(0)) >= 0 && is_value(value);
        }

        private static bool is_value(object value)
        {
            Seq items = value as Seq;
            if (items == null) return !(value is Bag);
            string sort = items.at(0) as string;
            if (sort == "list" && is_of(items.at(1), "rounds")) // of a loop that counts
            {
                return items.Count == 3 && is_count(items[2]);
            }
            return sort != null && SORTS.has(sort) && has_parts(items.slice(1, items.Count), SORTS.text(sort));
        }

        private static bool is_count(object value)
        {
            return value is long && (long)value >= 0;
        }

        /// <summary>A value; of a zone, the numbers of what lies in it.</summary>
        private static bool is_cell(object value)
        {
            Seq items = value as Seq;
            bool is_zone = items != null && (items.Count == 0 || items[0] is long);
            return is_form(value, is_zone ? "number*" : "value");
        }

        private static bool is_frame(Seq parts)
        {
            bool fits = parts != null && parts.Count == 3 && parts[0] is string && is_count(parts[1]);
            if (!fits || !is_form(parts[2], "value:")) return false;
            Bag slots = (Bag)parts[2];
            foreach (string slot in slots.Keys)
            {
                string own = (string)parts[0] + " " + slot, form = SLOTS.has(own) ? own : slot;
                if (SLOTS.has(form) && !is_form(slots[slot], SLOTS.text(form))) return false;
            }
            return true;
        }
    }
}

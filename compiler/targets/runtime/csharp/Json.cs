// JSON as values, and back.
//
// Job: read a text into Bag, Seq, long, double, bool, string and null; write the same. A number that is no whole one
// is a double, which no game holds. Refuses what is not JSON with a FormatException.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Cardwright
{
    public static class Json
    {
        /// <summary>The value of a JSON text. `{"fn()": 3}` is the fourth of the functions, where there are
        /// some.</summary>
        public static object read(string text, Delegate[] functions = null)
        {
            return new JsonReader(text, functions).whole();
        }

        public static string write(object value)
        {
            StringBuilder told = new StringBuilder();
            write_to(told, value);
            return told.ToString();
        }

        private static void write_to(StringBuilder told, object value)
        {
            Seq items = value as Seq;
            Bag bag = value as Bag;
            if (value == null) told.Append("null");
            else if (value is string) write_text(told, (string)value);
            else if (value is bool) told.Append((bool)value ? "true" : "false");
            else if (value is long) told.Append(Values.digits((long)value));
            else if (value is int) told.Append(Values.digits((int)value));
            else if (value is double) told.Append(((double)value).ToString("R", CultureInfo.InvariantCulture));
            else if (items != null)
            {
                told.Append('[');
                for (int i = 0; i < items.Count; i++)
                {
                    if (i > 0) told.Append(',');
                    write_to(told, items[i]);
                }
                told.Append(']');
            }
            else if (bag != null)
            {
                told.Append('{');
                for (int i = 0; i < bag.Count; i++)
                {
                    if (i > 0) told.Append(',');
                    write_text(told, bag.name_at(i));
                    told.Append(':');
                    write_to(told, bag.value_at(i));
                }
                told.Append('}');
            }
            else throw new FormatException("JSON holds no " + value.GetType().Name);
        }

        public static void write_text(StringBuilder told, string text)
        {
            told.Append('"');
            for (int i = 0; i < text.Length; i++)
            {
                char c = text[i];
                if (c == '"' || c == '\\') told.Append('\\').Append(c);
                else if (c == '\n') told.Append("\\n");
                else if (c == '\r') told.Append("\\r");
                else if (c == '\t') told.Append("\\t");
                else if (c == '\b') told.Append("\\b");
                else if (c == '\f') told.Append("\\f");
                else if (c < ' ' || is_alone(text, i))
                {
                    told.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                }
                else told.Append(c);
            }
            told.Append('"');
        }

        /// <summary>Whether half of a pair of units stands there without the other.</summary>
        private static bool is_alone(string text, int i)
        {
            if (char.IsHighSurrogate(text[i])) return i + 1 >= text.Length || !char.IsLowSurrogate(text[i + 1]);
            if (char.IsLowSurrogate(text[i])) return i == 0 || !char.IsHighSurrogate(text[i - 1]);
            return false;
        }
    }

    internal sealed class JsonReader
    {
        private const int DEEPEST = 256;
        private const double EXACT = 9007199254740992.0;

        private readonly string text;
        private readonly Delegate[] functions;
        private readonly Dictionary<string, string> names = new Dictionary<string, string>(StringComparer.Ordinal);
        private int at;
        private int depth;

        public JsonReader(string text, Delegate[] functions)
        {
            this.text = text;
            this.functions = functions;
        }

        public object whole()
        {
            object found = value();
            space();
            if (at < text.Length) throw wrong();
            return found;
        }

        private FormatException wrong()
        {
            return new FormatException("no JSON at character " + Values.digits(at));
        }

        private void space()
        {
            while (at < text.Length)
            {
                char c = text[at];
                if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
                at += 1;
            }
        }

        private bool take(char c)
        {
            space();
            if (at >= text.Length || text[at] != c) return false;
            at += 1;
            return true;
        }

        private object value()
        {
            space();
            if (at >= text.Length || ++depth > DEEPEST) throw wrong();
            char c = text[at];
            object found;
            if (c == '{') found = members();
            else if (c == '[') found = items();
            else if (c == '"') found = quoted();
            else if (c == 't') found = word("true", true);
            else if (c == 'f') found = word("false", false);
            else if (c == 'n') found = word("null", null);
            else found = number();
            depth -= 1;
            return found;
        }

        private object word(string name, object meant)
        {
            if (string.CompareOrdinal(text, at, name, 0, name.Length) != 0) throw wrong();
            at += name.Length;
            return meant;
        }

        private object members()
        {
            Bag made = new Bag();
            at += 1;
            if (take('}')) return made;
            do
            {
                space();
                if (at >= text.Length || text[at] != '"') throw wrong();
                string name = quoted(), known;
                if (names.TryGetValue(name, out known)) name = known;
                else names.Add(name, name = string.Intern(name));
                if (!take(':')) throw wrong();
                made[name] = value();
            }
            while (take(','));
            if (!take('}')) throw wrong();
            if (functions == null || made.Count != 1 || made.name_at(0) != "fn()") return made;
            return functions[(int)(long)made.value_at(0)];
        }

        private object items()
        {
            List<object> found = new List<object>();
            at += 1;
            if (take(']')) return Seq.Nothing;
            do found.Add(value());
            while (take(','));
            if (!take(']')) throw wrong();
            return Seq.from(found);
        }

        private object number()
        {
            int start = at;
            if (at < text.Length && text[at] == '-') at += 1;
            int first = at;
            if (!digits() || (text[first] == '0' && at - first > 1)) throw wrong();
            bool whole = true;
            if (at < text.Length && text[at] == '.')
            {
                whole = false;
                at += 1;
                if (!digits()) throw wrong();
            }
            if (at < text.Length && (text[at] == 'e' || text[at] == 'E'))
            {
                whole = false;
                at += 1;
                if (at < text.Length && (text[at] == '+' || text[at] == '-')) at += 1;
                if (!digits()) throw wrong();
            }
            string told = text.Substring(start, at - start);
            long small;
            if (whole && told.Length < 19 && long.TryParse(told, NumberStyles.AllowLeadingSign,
                CultureInfo.InvariantCulture, out small)) return small;
            double found; // some machines refuse a number that is too large for a double, others give infinity
            if (!double.TryParse(told, NumberStyles.Float, CultureInfo.InvariantCulture, out found))
            {
                found = told[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity;
            }
            if (Math.Abs(found) < EXACT && found == Math.Floor(found)) return (long)found;
            return found;
        }

        private bool digits()
        {
            int start = at;
            while (at < text.Length && text[at] >= '0' && text[at] <= '9') at += 1;
            return at > start;
        }

        private string quoted()
        {
            int start = ++at;
            while (at < text.Length && text[at] != '"' && text[at] != '\\' && text[at] >= ' ') at += 1;
            if (at < text.Length && text[at] == '"') return text.Substring(start, at++ - start);
            StringBuilder told = new StringBuilder(text, start, at - start, Math.Max(16, 2 * (at - start)));
            while (at < text.Length && text[at] != '"')
            {
                char c = text[at++];
                if (c < ' ') throw wrong();
                told.Append(c == '\\' ? escaped() : c);
            }
            if (at >= text.Length) throw wrong();
            at += 1;
            return told.ToString();
        }

        private char escaped()
        {
            if (at >= text.Length) throw wrong();
            char c = text[at++];
            int place = "\"\\/bfnrt".IndexOf(c);
            if (place >= 0) return "\"\\/\b\f\n\r\t"[place];
            int unit;
            if (c != 'u' || at + 4 > text.Length || !int.TryParse(text.Substring(at, 4),
                NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out unit)) throw wrong();
            at += 4;
            return (char)unit;
        }
    }
}

// Pictures of a state, and hashes of texts: the same in every runtime.
//
// Job: tell all values of a state, so that equal states give equal texts. Reads: entities. Changes nothing.

using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Cardwright
{
    public static class Pictures
    {
        /// <summary>Every entity with every value, in one text.</summary>
        public static string picture(State rt)
        {
            List<object> known = new List<object>();
            foreach (Seq held in rt.kinds.values()) known.AddRange(held.held);
            List<string> lines = new List<string>();
            foreach (object held in Sorting.sorted(known, Entities.by_age))
            {
                Entity entity = (Entity)held;
                string line = Values.label(entity);
                if (entity._zone != null) line += " in=" + entity._zone;
                if (entity.layout.figure) line += " at=" + (entity.at != null ? entity.at.name : "None");
                List<string> values = new List<string>();
                foreach (string name in rt.code.kinds[entity._kind].field_names)
                {
                    values.Add(name + "=" + shown(entity.get(name)));
                }
                lines.Add(line + " " + string.Join(" ", values));
            }
            return string.Join("\n", lines);
        }

        public static string fingerprint(State rt)
        {
            return text_hash(picture(rt));
        }

        /// <summary>16 hexadecimal digits of a text: two polynomials over its UTF-8 bytes, in numbers that every
        /// runtime has.</summary>
        public static string text_hash(string text)
        {
            long first = 0, second = 0;
            foreach (byte one in Encoding.UTF8.GetBytes(text))
            {
                first = (first * 1000003 + one + 1) % 2147483647;
                second = (second * 999983 + one + 1) % 2147483629;
            }
            CultureInfo invariant = CultureInfo.InvariantCulture;
            return first.ToString("x8", invariant) + second.ToString("x8", invariant);
        }

        private static string shown(object value)
        {
            Zone zone = value as Zone;
            if (zone != null) return "[" + Values.joined(zone.items, " ") + "]";
            Roll roll = value as Roll;
            return roll != null ? "[" + Values.joined(roll, " ") + "]" : Values.label(value);
        }
    }
}

// The tables of a generated class, put together.
//
// Job: join the parts of a table's text and the functions that it names, and read it. Input: what generated classes
// have in methods of a bounded size. Output: a table.

using System;
using System.Collections.Generic;
using System.Text;

namespace Cardwright
{
    public sealed class TableReader
    {
        private readonly StringBuilder text = new StringBuilder();
        private readonly List<Delegate> functions = new List<Delegate>();

        public void add(string[] parts)
        {
            foreach (string part in parts) text.Append(part);
        }

        public void add(Delegate[] parts)
        {
            functions.AddRange(parts);
        }

        public object read()
        {
            return Json.read(text.ToString(), functions.ToArray());
        }

        /// <summary>A rules table with its data.</summary>
        public static Bag joined(object table, object data)
        {
            Bag rules = (Bag)table;
            rules["data"] = data;
            return rules;
        }
    }
}

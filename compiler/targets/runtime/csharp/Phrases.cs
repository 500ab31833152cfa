// Phrases: values as people read them, in all cases.
//
// Job: name what a viewer was told of: entities, cards, players, numbers, faces of dice. Input: the names and nouns of
// the rules, and what the viewer knows. Output: phrases in six cases. Knows the grammars of English and Russian.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A noun phrase in six cases and as a name in a list; `number`: it is one.</summary>
    public sealed class Phrase
    {
        public const int NOM = 0, GEN = 1, ACC = 3, PLAIN = 6;

        public readonly string[] forms;
        public bool many, you;
        public string gender = "neuter";
        public long? number;

        public Phrase(string[] forms)
        {
            this.forms = forms;
        }

        /// <summary>The same text in all cases.</summary>
        public static Phrase same(string text)
        {
            return new Phrase(new[] { text, text, text, text, text, text, text });
        }

        /// <summary>Of the number in Russian: 0 for 1, 21, 31 and so on; 1 for 2 to 4, 22 and so on; 2 for the others.
        /// </summary>
        public int number_class
        {
            get
            {
                long last = Math.Abs((long)number) % 10, two = Math.Abs((long)number) % 100;
                if (last == 1 && two != 11) return 0;
                return last >= 2 && last <= 4 && !(two >= 12 && two <= 14) ? 1 : 2;
            }
        }

        /// <summary>The text with a capital, in the letters that every engine knows.</summary>
        public static string begun(string text)
        {
            char first = text != "" ? text[0] : ' ';
            if (first == '\u0451') return "\u0401" + text.Substring(1);
            bool is_small = (first >= 'a' && first <= 'z') || (first >= '\u0430' && first <= '\u044f');
            return is_small ? (char)(first - 32) + text.Substring(1) : text;
        }

        /// <summary>A sentence: with a capital, and with a full stop, unless it has an end.</summary>
        public static string finished(string text)
        {
            if (text == "") return "";
            return begun(text) + (".!?\u2026".IndexOf(text[text.Length - 1]) >= 0 ? "" : ".");
        }
    }

    /// <summary>What stands before a noun.</summary>
    public enum Before
    {
        Nothing,
        Article,
        The,
    }

    /// <summary>The phrases that one viewer reads.</summary>
    public sealed class Phrases
    {
        private const int NOM = Phrase.NOM, GEN = Phrase.GEN, PLAIN = Phrase.PLAIN;
        private static readonly string[] YOU_EN = { "you", "your", "you", "you", "you", "you", "you" };
        private static readonly string[] YOU_RU = {
            "\u0432\u044b", "\u0432\u0430\u0441", "\u0432\u0430\u043c", "\u0432\u0430\u0441",
            "\u0432\u0430\u043c\u0438", "\u0432\u0430\u0441", "\u0432\u044b",
        };

        public readonly bool is_russian;
        private readonly Bag data, words;
        private readonly string language, viewer;
        private readonly Teller teller;
        public Seq row = Seq.Nothing; // the row that is being filled, and with what
        public Bag values = new Bag();

        public Phrases(Bag data, string language, Teller teller, string viewer)
        {
            this.data = data;
            this.language = language;
            this.teller = teller;
            this.viewer = viewer;
            words = data.bag("words").bag(language);
            is_russian = words.text("grammar") == "ru";
        }

        public Bag noun(string name)
        {
            return words.bag("nouns").bag(name);
        }

        public string your(string gender, int form)
        {
            return (string)words.bag("your").list(gender)[form];
        }

        private Phrase core(string sentence)
        {
            return Phrase.same(teller.core(sentence));
        }

        // ---- values
        /// <summary>A value in all cases; `kind` is that of the parameter, for what lies hidden.</summary>
        public Phrase phrase(object value, string kind)
        {
            if (value is bool) return core((bool)value ? "true" : "false");
            if (value is long)
            {
                Phrase made = Phrase.same(Values.digits((long)value));
                made.number = (long)value;
                made.many = (long)value != 1;
                return made;
            }
            string text = value as string;
            if (text != null) return text == "yes" || text == "no" ? phrase(text == "yes", "") : word(text);
            if (value is Seq) return several((Seq)value, kind);
            Bag told = value as Bag;
            if (told == null) return core("nothing");
            if (told.has("entity")) return entity(told.text("entity"), kind);
            if (!told.has("card")) return other(told, kind);
            Bag card = data.bag("cards").bag(told.text("card"));
            return carded(card != null ? card.text("kind") : kind, told.text("card"), "", "");
        }

        /// <summary>A name; in Russian with the cases of the noun that it has.</summary>
        private Phrase word(string name)
        {
            Bag found = is_russian ? noun(name) : null;
            Phrase made = named(name);
            if (found == null) return made;
            string[] one = found.list("one").texts();
            for (int i = NOM + 1; i < PLAIN; i++) made.forms[i] = one[i];
            made.gender = found.text("gender");
            return made;
        }

        /// <summary>A value that is no entity.</summary>
        private Phrase other(Bag value, string kind)
        {
            if (value.has("square")) return Phrase.same(value.text("square"));
            if (value.has("zone")) return named(value.text("zone").Split('.')[1]);
            if (value.has("face")) return Phrase.same(face(value));
            if (value.has("roll")) return Phrase.same(faces(value.list("roll")));
            if (value.has("event")) return named(value.text("event"));
            if (value.has("ability")) return Phrase.same(teller.option(value));
            if (value.has("kind")) return named(value.text("kind"));
            return kind != "" ? nouned(kind, false, Before.Article) : core("something");
        }

        private Phrase entity(string name, string kind)
        {
            Bag row = teller.known.bag("entities").bag(name), was = row ?? teller.gone.bag(name);
            int seat = teller.known.list("players").index_of(name);
            if (seat >= 0) return player(name, seat);
            string of = was != null ? was.text("kind") : kind, card = was != null ? was.text("card") : null;
            string where = row != null && row["at"] != null ? " (" + row.text("at") + ")" : "";
            string apart = where != "" && !tells(row.text("at")) && has_twin(name, row) ? where : "";
            if (card != null) return carded(of, card, apart, where);
            if (of == "" || noun(of) == null) return core("something");
            Phrase found = nouned(of, false, Before.The);
            for (int i = NOM; i < PLAIN; i++) found.forms[i] += apart;
            found.forms[PLAIN] = (string)noun(of).list("one")[NOM] + where;
            return found;
        }

        /// <summary>Whether the row that is being filled names a square itself.</summary>
        private bool tells(string square)
        {
            foreach (object piece in row.held)
            {
                string slot = piece is Bag ? ((Bag)piece).text("value") : null;
                Bag value = slot != null ? values[slot] as Bag : null;
                if (value != null && value.text("square") == square) return true;
            }
            return false;
        }

        /// <summary>Whether another one that is called alike stands on the board.</summary>
        private bool has_twin(string name, Bag row)
        {
            Bag entities = teller.known.bag("entities");
            for (int i = 0; i < entities.Count; i++)
            {
                Bag other = (Bag)entities.value_at(i);
                bool is_alike = other.text("card") == row.text("card") && other.text("kind") == row.text("kind");
                if (is_alike && other["at"] != null && entities.name_at(i) != name) return true;
            }
            return false;
        }

        /// <summary>The viewer is spoken to; the others are called by their names, or by their seats.</summary>
        private Phrase player(string name, int seat)
        {
            Bag player = noun("player");
            Phrase found;
            if (name == viewer)
            {
                found = new Phrase(is_russian ? YOU_RU : YOU_EN) { many = true, you = true };
            }
            else if (seat < teller.names.Count && teller.names[seat] != "")
            {
                found = named("player", teller.names[seat], "", "");
            }
            else
            {
                string[] one = player.list("one").texts();
                string first = one[NOM] + " " + Values.digits(seat + 1);
                found = Phrase.same(first);
                for (int i = NOM; i < PLAIN; i++) found.forms[i] = one[i] + " " + Values.digits(seat + 1);
                if (!is_russian) found.forms[GEN] = first + "'s";
            }
            found.gender = player.text("gender");
            return found;
        }

        /// <summary>Something that is made from a card; its name may be a plural.</summary>
        private Phrase carded(string kind, string card, string apart, string where)
        {
            Phrase found = named(kind, card_name(card), apart, where);
            found.many = words.bag("plural").has(card);
            return found;
        }

        /// <summary>Something with a name of its own: in Russian it stands behind the noun, which takes the case.
        /// </summary>
        private Phrase named(string kind, string name, string apart, string where)
        {
            Bag before = noun(kind);
            Phrase found = Phrase.same(name + apart);
            if (is_russian && before != null)
            {
                string[] one = before.list("one").texts();
                for (int i = NOM; i < PLAIN; i++) found.forms[i] = one[i] + " \u00ab" + name + "\u00bb" + apart;
                found.gender = before.text("gender");
            }
            else if (!is_russian)
            {
                bool has_s = name.Length > 0 && name[name.Length - 1] == 's';
                found.forms[GEN] = name + (has_s ? "'" : "'s") + apart;
            }
            found.forms[PLAIN] = name + (where != "" ? where : apart);
            return found;
        }

        /// <summary>Something that has no name.</summary>
        public Phrase nouned(string kind, bool many, Before before)
        {
            Bag found = noun(kind);
            if (found == null) return core("something");
            string article = found.text("article"), start = "";
            if (article != "" && before != Before.Nothing) start = (before == Before.The ? "the" : article) + " ";
            string[] forms = found.list(many ? "many" : "one").texts();
            Phrase made = Phrase.same(forms[NOM]);
            for (int i = NOM; i < PLAIN; i++) made.forms[i] = start + forms[i];
            made.many = many;
            made.gender = found.text("gender");
            return made;
        }

        /// <summary>Several values; a keyword or status with its values is a pair of its name and those.</summary>
        private Phrase several(Seq values, string kind)
        {
            Seq parts = values.map(part => phrase(part, kind));
            if (values.Count != 2 || !(values[0] is string) || !(values[1] is Seq)) return listed(parts);
            string[] given = ((Seq)values[1]).map(part => phrase(part, kind).forms[NOM]).texts();
            return Phrase.same(((Phrase)parts[0]).forms[NOM] + " (" + string.Join(", ", given) + ")");
        }

        private Phrase listed(Seq parts)
        {
            if (parts.Count == 0) return core("nothing");
            if (parts.Count == 1) return (Phrase)parts[0];
            Phrase last = (Phrase)parts[parts.Count - 1], made = Phrase.same("");
            Seq others = parts.slice(0, parts.Count - 1);
            string and = " " + teller.core("and") + " ";
            for (int i = NOM; i <= PLAIN; i++)
            {
                int form = i;
                string begun = Values.joined(others.map(part => ((Phrase)part).forms[form]), ", ");
                made.forms[i] = begun + and + last.forms[i];
            }
            made.many = true;
            return made;
        }

        // ---- names
        private Phrase named(string name)
        {
            return Phrase.same(name_of(name));
        }

        /// <summary>A name of the vocabulary, or a label, as people read it.</summary>
        private string name_of(string name)
        {
            Bag names = data.bag("names");
            Bag found = names.bag(name) ?? names.bag(name.ToLowerInvariant().Replace(' ', '_'));
            string said = found != null ? found.text(language) : null;
            return said ?? words.bag("names").text(name) ?? name.Replace('_', ' ');
        }

        private string card_name(string name)
        {
            Bag card = data.bag("cards").bag(name);
            string said = card != null ? card.bag("names").text(language) : null;
            return said ?? Phrase.begun(name.Replace('_', ' '));
        }

        public string faces(Seq roll)
        {
            return Values.joined(roll.map(one => face((Bag)one)), ", ");
        }

        /// <summary>What a die shows: its number, its symbols, or nothing.</summary>
        private string face(Bag shown)
        {
            Seq faces = data.bag("dice").list(shown.text("die"));
            long place = shown.number("face");
            Bag symbols = faces != null ? (Bag)faces.at(place) : Bag.of("value", place + 1);
            string[] found = symbols.Keys;
            Array.Sort(found, string.CompareOrdinal);
            List<string> parts = new List<string>();
            foreach (string symbol in found) parts.Add(symbol_name(symbol, symbols.number(symbol)));
            return parts.Count > 0 ? string.Join(" + ", parts) : teller.core("blank");
        }

        /// <summary>A symbol of dice as often as it is there: by its noun, or by its name.</summary>
        private string symbol_name(string symbol, long count)
        {
            string digits = Values.digits(count);
            if (symbol == "value") return digits;
            string counted = teller.counted(symbol, count);
            if (counted != "") return counted;
            return count == 1 ? name_of(symbol) : digits + " " + name_of(symbol);
        }

        /// <summary>The noun for a value, empty if it has none.</summary>
        public string kind_of(object value)
        {
            Bag told = value as Bag;
            if (told == null) return "";
            if (told.has("square")) return "square";
            Bag row = null;
            if (told.has("entity")) row = teller.known.bag("entities").bag(told.text("entity"));
            else if (told.has("card")) row = data.bag("cards").bag(told.text("card"));
            return row != null && noun(row.text("kind")) != null ? row.text("kind") : "";
        }
    }
}

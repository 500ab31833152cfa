// Telling: what happens and what is asked, as sentences in one language.
//
// Job: put into words what one viewer was told as data: events, requests, refusals. Input: the words of the rules, what
// the viewer knows (a view that is kept up to date), and data for that viewer. Output: texts; the same in every engine.
// As nothing else is read, a sentence tells nothing that the viewer does not know.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Tells one viewer of a match; `known` is the view that they have, `viewer` the name of their player in
    /// it.</summary>
    public sealed class Teller
    {
        // The sentences of the engine itself, by how its messages begin.
        private static readonly string[,] OWN = {
            { "it was used already", "used" }, { "it has no uses left", "uses" },
            { "nothing of it could be done", "nothing_done" }, { "its cost cannot be paid", "cost" },
            { "there is no ", "missing" },
        };

        public Bag known;
        public IList<string> names = new string[0]; // how the host calls the players, by their seats; empty for no name
        public readonly Bag gone = new Bag(); // what is not in the view any more: its kind and card
        private readonly Bag words;
        private readonly Rows rows;

        public Teller(Bag data, string language, Bag known, string viewer)
        {
            this.known = known;
            words = data.bag("words").bag(language);
            rows = new Rows(new Phrases(data, language, this, viewer));
        }

        /// <summary>The language, in which the rules have words; refused for others.</summary>
        public static string words_in(Bag data, object language)
        {
            string name = language as string;
            Bag all = data.bag("words");
            if (name != null && all.has(name)) return name;
            string[] known = all.Keys;
            Array.Sort(known, string.CompareOrdinal);
            string given = name ?? Values.label(language), listed = string.Join(", ", known);
            throw new Refused("the game has no words in `" + Setups.shown(given) + "`; it has " + listed);
        }

        // ---- sentences
        /// <summary>What happened, as a sentence; empty where there is nothing to say.</summary>
        public string happened(Bag told)
        {
            switch (told.text("what"))
            {
                case "begin":
                    bool is_silent = words.list("silent").includes(told["verb"]);
                    return is_silent ? "" : happened(told.text("verb"), told.bag("values"));
                case "prevented":
                    Seq own_rows = rows_of("prevented", told.text("verb"));
                    if (own_rows.Count > 0) return said(own_rows, told.bag("values"));
                    string happening = rows.filled(rows_of("verbs", told.text("verb")), told.bag("values"));
                    return happening != "" ? own("prevented", "event", happening) : "";
                case "refused":
                    return said(rows_of("refused", told.text("verb")), told.bag("values"));
                case "change":
                    if (told["entity"] == null) return "";
                    Bag values = Bag.of("before", told["before"], "value", told["after"], "of", of(told));
                    Seq zero = rows_of("zero", told.text("field"));
                    bool is_zero = 0L.Equals(told["after"]) && zero.Count > 0;
                    return said(is_zero ? zero : rows_of("fields", told.text("field")), values);
                case "status":
                case "drop":
                    Bag status = told.bag("status"), given = status.bag("values").copy();
                    given["of"] = of(told);
                    return said(rows_of(told.text("what") == "status" ? "gained" : "lost", status.text("kind")), given);
                case "use":
                    return said(rows_of("used", told.text("ability")), of_ability(told));
                default:
                    return "";
            }
        }

        /// <summary>Whose ability is offered or used, and by which card or status, if that is another.</summary>
        private static Bag of_ability(Bag told)
        {
            return Bag.of("self", told["of"], "this", Bag.same(told["by"], told["of"]) ? null : told["by"]);
        }

        private static Bag of(Bag told)
        {
            return Bag.of("entity", told["entity"]);
        }

        /// <summary>Who rolled what. `inside` are the values of the event in which it is rolled, and whose ability
        /// rolls.</summary>
        public string told_roll(string key, Seq roll, Bag inside)
        {
            string dice = rows.phrases.faces(roll);
            inside["dice"] = Phrase.same(dice);
            string told = said(rows_of("rolls", key), inside);
            return told != "" ? told : own("dice_show", "dice", dice);
        }

        /// <summary>What happens; a step of it may have words of its own.</summary>
        private string happened(string verb, Bag values, string step = "")
        {
            Seq own_rows = rows_of("verbs", verb + "." + step);
            return said(own_rows.Count > 0 ? own_rows : rows_of("verbs", verb), values);
        }

        /// <summary>A request: what is asked, and each option. `inside` are the values of the event in which it is
        /// asked; `answered` is the event that an ability would answer, with its step and timing.</summary>
        public Bag request(Bag asked, string key, Bag inside, Bag answered)
        {
            Bag values = inside.copy();
            values["least"] = asked["least"];
            values["most"] = asked["most"];
            string question = said(rows_of("asks", key), values), none = "";
            if (question == "") question = question_of(asked, answered);
            if (asked.text("kind") == "use") none = core("pass");
            else if (asked.number("least") == 0) none = core("nothing");
            return Bag.of("question", question, "options", asked.list("options").map(option), "none", none);
        }

        /// <summary>What is asked, made from what may be chosen.</summary>
        private string question_of(Bag asked, Bag answered)
        {
            string kind = asked.text("kind");
            long least = asked.number("least"), most = asked.number("most");
            if (kind == "use" && answered != null)
            {
                string happening = happened(answered.text("verb"), answered.bag("values"), answered.text("step"));
                return happening != "" ? own(answered.text("timing"), "event", happening) : own("use");
            }
            if (kind == "use" || kind == "yes" || kind == "mode" || kind == "order") return own(kind);
            string noun = noun_of(asked.list("options"));
            Phrases phrases = rows.phrases;
            if (least == 1 && most == 1)
            {
                return noun != "" ? own("one", "what", phrases.nouned(noun, false, Before.Article)) : own("mode");
            }
            string amount = least == most ? "exactly" : least != 0 ? "some" : "most";
            if (noun == "") return own(amount + "_unnamed", "least", least, "most", most);
            return own(amount, "what", phrases.nouned(noun, most != 1, Before.Nothing), "least", least, "most", most);
        }

        /// <summary>The noun for what may be chosen, if it is all of one kind.</summary>
        private string noun_of(Seq options)
        {
            string found = null;
            foreach (object option in options.held)
            {
                string kind = rows.phrases.kind_of(option);
                if (found != null && found != kind) return "";
                found = kind;
            }
            return found ?? "";
        }

        /// <summary>An option, as it stands in a list.</summary>
        public string option(object option)
        {
            Bag data = option as Bag;
            if (data == null || !data.has("ability"))
            {
                string printed = data != null && data.has("entity") ? part(data.text("entity")) : "";
                string said = printed != "" ? printed : rows.phrases.phrase(option, "").forms[Phrase.PLAIN];
                return data != null && data.has("square") ? said : Phrase.begun(said);
            }
            string text = Phrase.begun(rows.filled(rows_of("offers", data.text("ability")), of_ability(data)));
            return text != "" ? text : rows.phrases.phrase(data["of"], "").forms[Phrase.PLAIN];
        }

        /// <summary>A part of a card that has no name, by what is printed of it; empty where the game has no words for
        /// that.</summary>
        private string part(string name)
        {
            Bag row = known.bag("entities").bag(name), given = new Bag();
            if (row == null || row["card"] != null) return "";
            Bag fields = row.bag("fields");
            foreach (string field in fields.Keys)
            {
                object value = fields[field];
                if (value != null && !0L.Equals(value) && !false.Equals(value)) given[field] = value;
            }
            return rows.filled(rows_of("parts", row.text("kind")), given);
        }

        /// <summary>Why something is refused: in the words of the game, or as the engine says it.</summary>
        public string reason(string key, string message, Seq parts)
        {
            Bag values = new Bag();
            for (int i = 0; i < parts.Count; i++) values[Values.digits(i)] = parts[i];
            string text = parts.Count > 0 ? said(rows_of("reasons", key), values) : "";
            if (text != "") return text;
            for (int i = 0; i < OWN.GetLength(0); i++)
            {
                if (message.StartsWith(OWN[i, 0], StringComparison.Ordinal)) return own(OWN[i, 1]);
            }
            return own("forbidden");
        }

        /// <summary>A sentence of the engine; texts in it, behind their names, are words already.</summary>
        private string own(string sentence, params object[] values)
        {
            for (int i = 1; i < values.Length; i += 2)
            {
                if (values[i] is string) values[i] = Phrase.same((string)values[i]);
            }
            return said(Seq.of(words.bag("core")[sentence]), Bag.of(values));
        }

        public string core(string sentence)
        {
            return rows.filled(Seq.of(words.bag("core")[sentence]), new Bag());
        }

        /// <summary>A symbol of dice as often as it is there, by its noun; empty if it has none.</summary>
        public string counted(string symbol, long count)
        {
            return rows.filled(rows_of("symbols", symbol), Bag.of("n", count));
        }

        private Seq rows_of(string part, string name)
        {
            return (Seq)words.bag(part)[name] ?? Seq.Nothing;
        }

        /// <summary>The sentence that the first fitting row makes.</summary>
        private string said(Seq found, Bag values)
        {
            return Phrase.finished(rows.filled(found, values));
        }
    }

    /// <summary>Rows of pieces, filled with values.</summary>
    public sealed class Rows
    {
        private const int NOM = Phrase.NOM, GEN = Phrase.GEN, ACC = Phrase.ACC;
        private static readonly string[] GENDERS = { "masculine", "feminine", "neuter" };

        public readonly Phrases phrases;

        public Rows(Phrases phrases)
        {
            this.phrases = phrases;
        }

        /// <summary>The text of the first row all of whose values are given; empty if there is none.</summary>
        public string filled(Seq rows, Bag values)
        {
            foreach (object row in rows.held)
            {
                if (!fits((Seq)row, values)) continue;
                Seq around = phrases.row;
                Bag around_values = phrases.values;
                phrases.row = (Seq)row;
                phrases.values = values;
                string text = Values.joined(phrases.row.map(one => piece(one, values)), "");
                phrases.row = around;
                phrases.values = around_values;
                return text;
            }
            return "";
        }

        private static bool fits(Seq row, Bag values)
        {
            foreach (object one in row.held)
            {
                Bag piece = one as Bag;
                string name = piece != null ? piece.text("value") ?? piece.text("owner") : null;
                if (name != null && values[name] == null) return false;
            }
            return true;
        }

        private string piece(object one, Bag values)
        {
            if (one is string) return (string)one;
            if (one is Seq) return filled(Seq.of(one), values);
            Bag slot = (Bag)one;
            if (slot.has("noun")) return possessive(slot, values);
            object value = values[slot.text("value")];
            Phrase phrase = value as Phrase ?? phrases.phrase(value, slot.text("kind") ?? "");
            if (slot.has("choices")) return picked(phrase, slot.list("choices"));
            int form = form_of(slot);
            return slot.has("unit") ? quantity(phrase, slot.text("unit"), form) : phrase.forms[form];
        }

        private static int form_of(Bag slot)
        {
            return (int)(long)(slot["case"] ?? 0L);
        }

        /// <summary>The word that agrees with a phrase.</summary>
        private string picked(Phrase phrase, Seq choices)
        {
            int place = phrase.many ? 1 : 0;
            if (phrase.number != null && choices.Count == 3 && phrases.is_russian) place = phrase.number_class;
            else if (choices.Count == 4) place = phrase.many ? 3 : Array.IndexOf(GENDERS, phrase.gender);
            else if (phrase.you && choices.Count == 3) place = 2;
            return (string)choices[place];
        }

        /// <summary>A number with the noun that it counts.</summary>
        private string quantity(Phrase phrase, string name, int form)
        {
            if (phrase.number == null) return phrase.forms[form];
            Bag noun = phrases.noun(name);
            Seq one = noun.list("one"), many = noun.list("many");
            int group = phrases.is_russian ? phrase.number_class : phrase.number == 1 ? 0 : 3;
            bool is_turned = form == ACC && noun.truth("animate") && group == 1;
            object counted;
            if (!noun.truth("counted")) counted = one[phrases.is_russian ? GEN : NOM];
            else if (group == 0 || group == 3) counted = (group == 0 ? one : many)[form];
            else if (form == NOM || (form == ACC && !is_turned)) counted = (group == 1 ? one : many)[GEN];
            else counted = many[is_turned || form == ACC ? GEN : form];
            return phrase.forms[NOM] + " " + (string)counted;
        }

        /// <summary>A noun, perhaps with whose it is.</summary>
        private string possessive(Bag piece, Bag values)
        {
            Bag noun = phrases.noun(piece.text("noun"));
            int form = form_of(piece);
            bool many = piece.truth("many");
            string head = (string)noun.list(many ? "many" : "one")[form];
            if (!piece.has("owner")) return head;
            Phrase owner = phrases.phrase(values[piece.text("owner")], "");
            if (!owner.you) return phrases.is_russian ? head + " " + owner.forms[GEN] : owner.forms[GEN] + " " + head;
            string gender = many ? "many" : noun.text("gender");
            bool animate = form == ACC && noun.truth("animate") && (gender == "masculine" || gender == "many");
            return phrases.your(gender, animate ? GEN : form) + " " + head;
        }
    }
}

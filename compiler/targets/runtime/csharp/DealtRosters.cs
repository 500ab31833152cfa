// Rosters that a host brings: read by what the game deals, judged, and laid into the zones that take them.
//
// Job: of a roster as a host gives it make one that a save can hold; tell what is wrong with it; put its cards where
// they begin. Input: a rules table, values of any type. Output: data, refusals, or Refused.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class DealtRosters
    {
        private const int MOST_CARDS = 1000;

        /// <summary>The rosters of a setup by the players of its scenario, each legal.</summary>
        public static Bag seated(Bag rules, object given, string scenario)
        {
            Bag brought = Setups.members(given);
            if (brought == null) throw new Refused("the rosters of a setup are an object");
            Seq seats = rules.bag("deals").bag("seats").list(scenario) ?? Seq.Nothing;
            string wrong = Setups.unknown(brought, seats.texts());
            if (wrong != null)
            {
                string there = Setups.listed_names(seats.texts());
                throw new Refused("the scenario `" + scenario + "` has no player `" + wrong + "`; there are: " + there);
            }
            Bag made = new Bag();
            foreach (string name in seats.texts())
            {
                if (brought.has(name)) made[name] = legal_roster(rules, name, brought[name]);
            }
            return made;
        }

        private static object legal_roster(Bag rules, string player, object given)
        {
            return Setups.about("the roster of " + player + ": ", () =>
            {
                Bag roster = read_roster(rules, given);
                List<string> told = new List<string>();
                foreach (Refusal refusal in broken_roster(rules, roster)) told.Add(refusal.message);
                if (told.Count > 0) throw new Refused(string.Join("; ", told));
                return given is string ? given : roster;
            });
        }

        private static string[] sorted(string[] names)
        {
            Array.Sort(names, string.CompareOrdinal);
            return names;
        }

        /// <summary>A roster, or the name of one of the game's own, with lists for its lists.</summary>
        private static Bag read_roster(Bag rules, object given)
        {
            Bag lists = rules.bag("deals").bag("lists"), rosters = rules.bag("deals").bag("rosters");
            string named = given as string;
            if (named != null && !lists.has(named))
            {
                string there = Setups.listed_names(sorted(lists.Keys));
                throw new Refused("no roster is named `" + Setups.shown(named) + "`; there are: " + there);
            }
            Bag held = Setups.members(named != null ? lists[named] : given);
            if (held == null) throw new Refused("a roster is an object, or the name of one");
            string roster = held["roster"] as string;
            if (roster == null || !rosters.has(roster))
            {
                throw new Refused("`roster` names what is dealt: " + Setups.listed_names(sorted(rosters.Keys)));
            }
            List<string> known = new List<string> { "roster" };
            foreach (object param in rosters.list(roster).held) known.Add((string)((Seq)param)[0]);
            string wrong = Setups.unknown(held, known);
            if (wrong != null) throw new Refused(roster + " has no `" + wrong + "`");
            Bag made = Bag.of("roster", roster);
            foreach (object param in rosters.list(roster).held)
            {
                Seq row = (Seq)param;
                made[(string)row[0]] = read_param(rules, row, held);
            }
            return made;
        }

        private static object read_param(Bag rules, Seq row, Bag held)
        {
            string name = (string)row[0], form = (string)row[1], kind = row[2] as string;
            if (!held.has(name)) throw new Refused("`" + name + "` is missing");
            object value = held[name];
            if (form == "list") return read_cards(rules, name, kind, value);
            return form == "card" ? read_card(rules, name, kind, value) : read_plain(rules, row, value);
        }

        /// <summary>A value that is no card, of the form that the definition says.</summary>
        private static object read_plain(Bag rules, Seq row, object value)
        {
            string name = "`" + row[0] + "`", form = (string)row[1], largest = Values.digits(Values.LARGEST - 1);
            long? number = Setups.whole(value);
            string text = value as string;
            if (form == "int" && number == null)
            {
                throw new Refused(name + " is a whole number from -" + largest + " to " + largest);
            }
            if (form == "bool" && !(value is bool)) throw new Refused(name + " is true or false");
            if (form == "enum")
            {
                Seq among = rules.bag("data").bag("enums").list((string)row[2]);
                if (text == null || !among.includes(text))
                {
                    throw new Refused(name + " is one of " + Setups.listed_names(among.texts()));
                }
            }
            if (form == "text" && text == null) throw new Refused(name + " is a text");
            if (number == null && text == null && !(value is bool)) throw new Refused(name + " is a number or a word");
            if (text != null && Setups.shown(text) != text)
            {
                string most = Values.digits(Setups.SHOWN);
                throw new Refused(name + " has at most " + most + " characters, all of them of ASCII");
            }
            return number != null ? number : value;
        }

        /// <summary>Cards, each as often as it is there; of an object by the order of its keys.</summary>
        private static Seq read_cards(Bag rules, string name, string kind, object value)
        {
            List<object> listed = Setups.items(value, MOST_CARDS), held = new List<object>();
            Bag copies = Setups.members(value);
            if (listed != null)
            {
                for (int i = 0; i < listed.Count && i < MOST_CARDS; i++)
                {
                    held.Add(read_card(rules, name, kind, listed[i]));
                }
                refuse_more(name, listed.Count);
                return Seq.from(held);
            }
            if (copies == null)
            {
                throw new Refused("`" + name + "` is an array of cards, or an object with how many of each");
            }
            List<string> keys = new List<string>(copies.Keys);
            keys = Sorting.sorted(keys, (a, b) => string.CompareOrdinal(Setups.visible(a), Setups.visible(b)));
            foreach (string card in keys)
            {
                read_card(rules, name, kind, card);
                long? many = Setups.whole(copies[card]);
                if (many == null || many < 0 || many > MOST_CARDS)
                {
                    string most = Values.digits(MOST_CARDS);
                    throw new Refused("how many of `" + card + "` is a whole number from 0 to " + most);
                }
                for (int i = 0; i < many; i++) held.Add(card);
                refuse_more(name, held.Count);
            }
            return Seq.from(held);
        }

        private static void refuse_more(string name, int count)
        {
            if (count <= MOST_CARDS) return;
            throw new Refused("`" + name + "` has more than " + Values.digits(MOST_CARDS) + " cards");
        }

        private static string read_card(Bag rules, string name, string kind, object card)
        {
            Bag cards = rules.bag("data").bag("cards");
            string id = card as string;
            if (id == null || !cards.has(id))
            {
                string told = id != null ? ": " + Setups.shown(id) : "";
                throw new Refused("`" + name + "` names a card that is not there" + told);
            }
            Bag declared = rules.bag("data").bag("kinds").bag(cards.bag(id).text("kind"));
            if (declared.list("ancestors").includes(kind)) return id;
            throw new Refused("`" + name + "` has cards of the kind " + kind + ", and " + id + " is none");
        }

        /// <summary>What of its definition a roster does not keep to.</summary>
        private static List<Refusal> broken_roster(Bag rules, Bag roster)
        {
            string name = roster.text("roster");
            Seq values = rules.bag("deals").bag("rosters").list(name).map(row =>
            {
                object param = ((Seq)row)[0];
                return Seq.of(param, roster[(string)param]);
            });
            try
            {
                return Rosters.check_roster(Code.linked(rules), name, values);
            }
            catch (Fault error)
            {
                throw new Refused(name + " cannot be judged: " + error.message, error);
            }
        }

        /// <summary>What is wrong with a roster, or with the game's own of that name; empty where it is
        /// legal.</summary>
        public static Seq judge_roster(Bag rules, object roster)
        {
            State game = Cardwright.Game.new_state(Code.linked(rules));
            List<object> made = new List<object>();
            foreach (Refusal refusal in broken_roster(rules, read_roster(rules, roster)))
            {
                string place = Cardwright.Game.place_of(game, refusal.at);
                made.Add(Bag.of("reason", refusal.message, "place", place, "rows", refusal.rows));
            }
            return Seq.from(made);
        }

        /// <summary>Lays a roster's cards into the zones that take them, in place of what lies there.</summary>
        public static void deal(Bag rules, State game, Entity player, object given)
        {
            Bag roster = read_roster(rules, given);
            Seq rows = rules.bag("deals").bag("rosters").list(roster.text("roster"));
            rows = rows.filter(row => !"".Equals(((Seq)row)[3]));
            foreach (object row in rows.held)
            {
                foreach (object card in ((Zone)player.get((string)((Seq)row)[3])).items.held)
                {
                    Places.remove(game, (Entity)card);
                }
            }
            foreach (object row in rows.held)
            {
                object value = roster[(string)((Seq)row)[0]];
                Seq held = value as Seq ?? Seq.of(new[] { value });
                Zone zone = (Zone)player.get((string)((Seq)row)[3]);
                foreach (object id in Values.unique(held).held)
                {
                    foreach (object other in held.held)
                    {
                        if (Values.same(other, id)) lay(rules, game, player, (string)id, zone);
                    }
                }
            }
        }

        private static void lay(Bag rules, State game, Entity player, string id, Zone zone)
        {
            string kind = rules.bag("data").bag("cards").bag(id).text("kind");
            Bag whose = new Bag();
            foreach (object field in rules.bag("deals").bag("whose").list(kind).held) whose[(string)field] = player;
            Places.put_bottom(game, Entities.create(game, kind, game.cards[id], whose), zone);
        }
    }
}

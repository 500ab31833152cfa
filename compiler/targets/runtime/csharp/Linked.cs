// A rules table made ready to run.
//
// Job: join what the rules of a game are made of, so that a running game finds it by name: kinds and cards from the
// data; abilities by what they answer, modifiers by what they change. Input: a rules table. Output: Code, shared by all
// games.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Cardwright
{
    /// <summary>The forms of modifiers, as positions of `by_form`.</summary>
    public static class Forms
    {
        public const int ADJUST = 0, OVERRIDE = 1, LEAST = 2, MOST = 3, GRANT = 4;

        public static int of(string form)
        {
            return Array.IndexOf(new[] { "adjust", "override", "least", "most", "grant" }, form);
        }
    }

    /// <summary>The rules table of a game, made ready to run; shared by all its games.</summary>
    public sealed class Code
    {
        private const long MOST_FACES = 10000;

        public readonly Bag rules;
        public readonly Bag data;
        public readonly Bag functions;
        public readonly ModifierCode[] lasting;
        public readonly Fn2[] untils; // conditions of durations
        public readonly string bonuses, ties, order; // of the policy
        public readonly Dictionary<Bag, Drawn> boards = new Dictionary<Bag, Drawn>(); // that were drawn, by position
        private readonly Dictionary<string, BodyCode> bodies = new Dictionary<string, BodyCode>(StringComparer.Ordinal);
        public readonly Dictionary<string, KindCode> kinds = new Dictionary<string, KindCode>(StringComparer.Ordinal);
        public readonly Dictionary<string, TraitCode> traits =
            new Dictionary<string, TraitCode>(StringComparer.Ordinal);
        public readonly Dictionary<string, Entity> cards = new Dictionary<string, Entity>(StringComparer.Ordinal);
        public readonly Map<string, Verb> verbs = new Map<string, Verb>();
        public readonly Check[] checks;
        public readonly HashSet<string> checked_fields = new HashSet<string>(StringComparer.Ordinal);
        public readonly AbilityCode[] abilities;
        public readonly Dictionary<string, AbilityCode> abilities_by_id =
            new Dictionary<string, AbilityCode>(StringComparer.Ordinal);
        public readonly Seq activations;
        public readonly AbilityCode[] ais;
        public readonly Dictionary<string, List<Filed>>[] modifiers = by_form();
        public readonly Dictionary<string, List<Filed>> forbids =
            new Dictionary<string, List<Filed>>(StringComparer.Ordinal); // by verb
        public readonly Dictionary<string, List<AbilityCode>> recharges =
            new Dictionary<string, List<AbilityCode>>(StringComparer.Ordinal); // by verb
        private readonly Dictionary<string, Dictionary<string, StatCode>> stats =
            new Dictionary<string, Dictionary<string, StatCode>>(StringComparer.Ordinal); // by kind, then by name
        private readonly Dictionary<string, Seq> activations_by = new Dictionary<string, Seq>(StringComparer.Ordinal);
        private readonly Live[] lives;
        private Dictionary<string, long> place_numbers; // of places by where they are, when somebody asks

        public Code(Bag rules)
        {
            this.rules = rules;
            data = rules.bag("data");
            functions = rules.bag("functions");
            Bag policy = rules.bag("policy");
            bonuses = policy["bonuses"] as string;
            ties = policy["ties"] as string;
            order = policy["order"] as string;
            lasting = Array.ConvertAll(rules.list("lasting").held, row => new ModifierCode((Bag)row));
            untils = Array.ConvertAll(rules.list("untils").held, until => (Fn2)until);
            make_kinds();
            make_cards();
            link_stats();
            Bag declared = rules.bag("verbs");
            foreach (string name in declared.Keys)
            {
                verbs.set(name, new Verb(name, declared.bag(name), body(declared.bag(name)["body"])));
            }
            checks = Array.ConvertAll(
                rules.list("checks").held, row => new Check((Bag)row, body(((Bag)row)["body"])));
            foreach (Check check in checks) checked_fields.UnionWith(check.reads.list());
            lives = Array.ConvertAll(rules.list("lives").held, row => new Live((Bag)row));
            link_lives();
            Seq rows = rules.list("abilities");
            abilities = new AbilityCode[rows.Count];
            for (int i = 0; i < abilities.Length; i++) abilities[i] = ability((Bag)rows[i], i);
            link_abilities();
            ais = Array.FindAll(abilities, found => found.form == "ai");
            activations = Seq.of(Array.FindAll<object>(abilities, found => ((AbilityCode)found).form == "activation"));
        }

        /// <summary>A body of the table, or of a script; null for none.</summary>
        public BodyCode body(object row)
        {
            Bag held = row as Bag;
            if (held == null) return null;
            string name = held.text("name");
            lock (bodies)
            {
                BodyCode found;
                if (!bodies.TryGetValue(name, out found) || found.rows != held.list("rows"))
                {
                    bodies[name] = found = new BodyCode(held);
                }
                return found;
            }
        }

        /// <summary>The body of a name, or null.</summary>
        public BodyCode body_named(string name)
        {
            lock (bodies)
            {
                BodyCode found;
                return bodies.TryGetValue(name, out found) ? found : null;
            }
        }

        // ---- data
        private void make_kinds()
        {
            bool is_table = "table".Equals(rules.bag("board")["type"]);
            Bag declared = data.bag("kinds");
            foreach (string name in declared.Keys) kinds.Add(name, new KindCode(declared.bag(name), is_table));
            foreach (KindCode kind in kinds.Values)
            {
                List<string> heirs = new List<string>();
                foreach (string name in declared.Keys)
                {
                    if (Array.IndexOf(kinds[name].ancestors, kind.name) >= 0) heirs.Add(name);
                }
                kind.heirs = heirs.ToArray();
                kind.rows = data_rows_of(kind);
            }
            Bag named = data.bag("traits");
            foreach (string name in named.Keys) traits.Add(name, new TraitCode(named.bag(name)));
        }

        /// <summary>A row of the table of places: where in the author's text something stands, and in what.</summary>
        public Place place(long at)
        {
            Seq row = (Seq)data.list("spans").held[at];
            string path = (string)data.list("paths").held[(long)row[0]];
            return new Place(path, (long)row[1], (long)row[2], (string)data.list("owners").held[(long)row[3]]);
        }

        private static string place_key(long line, long column, string path)
        {
            return Values.digits(line) + ":" + Values.digits(column) + ":" + path;
        }

        /// <summary>The position of a place in the table of places, 0 for one that is not there.</summary>
        public long place_number(string path, long line, long column)
        {
            if (place_numbers == null)
            {
                Dictionary<string, long> made = new Dictionary<string, long>(StringComparer.Ordinal);
                for (int at = 0; at < data.list("spans").Count; at++)
                {
                    Place found = place(at);
                    string key = place_key(found.line, found.column, found.path);
                    if (!made.ContainsKey(key)) made.Add(key, at);
                }
                place_numbers = made;
            }
            long number;
            return place_numbers.TryGetValue(place_key(line, column, path), out number) ? number : 0;
        }

        public Seq data_rows(string key)
        {
            return data.bag("data_rows")[key] as Seq ?? Seq.Nothing;
        }

        private Seq data_rows_of(KindCode kind)
        {
            List<object> found = new List<object>();
            foreach (string ancestor in kind.ancestors)
            {
                found.AddRange(data_rows("kind:" + ancestor).held);
                foreach (FieldCode f in kind.fields) found.AddRange(data_rows("field:" + ancestor + "." + f.name).held);
            }
            return Values.unique(Seq.from(found));
        }

        /// <summary>The cards themselves: entities outside of any game, with their printed values.</summary>
        private void make_cards()
        {
            Bag declared = data.bag("cards");
            foreach (string id in declared.Keys) cards.Add(id, prototype(declared.bag(id)));
            foreach (string id in declared.Keys) link_cards(cards[id]);
        }

        private Entity prototype(Bag card)
        {
            Entity made = bare(card.text("kind"), card.text("id"));
            Bag values = card.bag("values");
            foreach (FieldCode f in kinds[made._kind].fields)
            {
                made.set(f.field, values.has(f.name) ? values[f.name] : f.otherwise);
            }
            return made;
        }

        public Entity bare(string kind, object id)
        {
            return new Entity(kinds[kind].layout, id);
        }

        public Entity card_named(object id)
        {
            Entity found;
            string name = id as string;
            return name != null && cards.TryGetValue(name, out found) ? found : null;
        }

        private void link_cards(Entity card)
        {
            foreach (FieldCode f in kinds[card._kind].fields)
            {
                object value = card.get(f.field);
                Seq items = value as Seq;
                if (f.type == "card" && value != null) card.set(f.field, card_named(value));
                else if ((f.type == "set" || f.type == "list") && items != null && items.Count > 0
                    && Array.TrueForAll(items.held, id => card_named(id) != null))
                {
                    card.set(f.field, items.map(card_named));
                }
            }
        }

        public long die_size(string die, long at)
        {
            Bag dice = data.bag("dice");
            long size = 0;
            if (dice.has(die))
            {
                if (dice[die] == null) throw new Fault("the faces of " + die + " are not known", at);
                size = dice.list(die).Count;
            }
            else
            {
                bool is_number = long.TryParse(
                    die.Substring(1), NumberStyles.None, CultureInfo.InvariantCulture, out size);
                if (!is_number) size = 0;
            }
            if (size > 0 && size <= MOST_FACES) return size;
            throw new Fault(die + " does not have from 1 to " + Values.digits(MOST_FACES) + " faces", at);
        }

        public Bag face(string die, long index)
        {
            Seq faces = data.bag("dice")[die] as Seq;
            return faces != null ? (Bag)faces.held[index] : Bag.of("value", index + 1);
        }

        // ---- what is live
        private void link_stats()
        {
            foreach (object held in rules.list("stats").held)
            {
                Bag row = (Bag)held;
                string kind = row.text("kind"), name = row.text("name");
                StatCode stat = new StatCode(row, data_rows("stat:" + kind + "." + name));
                foreach (string heir in kinds[kind].heirs)
                {
                    if (!stats.ContainsKey(heir))
                    {
                        stats.Add(heir, new Dictionary<string, StatCode>(StringComparer.Ordinal));
                    }
                    stats[heir][name] = stat;
                }
            }
        }

        /// <summary>The stat of a kind, or null.</summary>
        public StatCode stat(string kind, string name)
        {
            Dictionary<string, StatCode> named;
            StatCode found;
            return stats.TryGetValue(kind, out named) && named.TryGetValue(name, out found) ? found : null;
        }

        /// <summary>The stats of a kind by name; null where it has none.</summary>
        public Dictionary<string, StatCode> stats_of(string kind)
        {
            Dictionary<string, StatCode> named;
            return stats.TryGetValue(kind, out named) ? named : null;
        }

        /// <summary>The bounds of a field of an entity, or null.</summary>
        public Limit limit(Record owner, Field field)
        {
            KindCode kind;
            if (!(owner is Entity) || !kinds.TryGetValue(owner.layout.name, out kind)) return null;
            foreach (FieldCode f in kind.fields) if (f.field == field) return f.limit;
            return null;
        }

        private void link_lives()
        {
            foreach (Live live in lives)
            {
                foreach (string heir in kinds[live.kind].heirs)
                {
                    if (kinds[heir].live == null) kinds[heir].live = live;
                }
            }
        }

        private AbilityCode ability(Bag row, int index)
        {
            return new AbilityCode(row, index, row["live"] != null ? lives[row.number("live")] : null, body);
        }

        private void link_abilities()
        {
            foreach (AbilityCode ability in abilities)
            {
                abilities_by_id[ability.id] = ability;
                foreach (ModifierCode modifier in ability.modifiers) file_modifier(ability, modifier);
                foreach (string verb in ability.recharged_by) push(recharges, verb, ability);
                foreach (string verb in ability.verbs)
                {
                    Verb answered = verbs.get(verb);
                    Map<string, Map<string, Seq>> book =
                        ability.form == "trigger" ? answered.triggers : answered.reactions;
                    Map<string, Seq> steps = book.get(ability.timing);
                    steps.set(ability.step, (steps.get(ability.step) ?? Seq.Nothing).with(ability));
                }
            }
        }

        private void file_modifier(AbilityCode ability, ModifierCode modifier)
        {
            Filed filed = new Filed(ability, null, modifier);
            if (modifier.form == "forbid") foreach (string verb in modifier.verbs) push(forbids, verb, filed);
            else push(modifiers[Forms.of(modifier.form)], modifier.stat, filed);
        }

        /// <summary>The activated abilities of some timing classes; those without a class have the class
        /// `any`.</summary>
        public Seq activations_of(Seq classes)
        {
            if (classes.Count == 0) return activations;
            string key = string.Join(",", classes.texts());
            lock (activations_by)
            {
                Seq found;
                if (!activations_by.TryGetValue(key, out found))
                {
                    found = activations.filter(ability => fits((AbilityCode)ability, classes));
                    activations_by.Add(key, found);
                }
                return found;
            }
        }

        private static bool fits(AbilityCode ability, Seq classes)
        {
            if (ability.classes.Length == 0) return classes.includes("any");
            return Array.Exists(ability.classes, own => classes.includes(own));
        }

        // ---- helpers
        /// <summary>Modifiers by form, then by stat or trait.</summary>
        public static Dictionary<string, List<Filed>>[] by_form()
        {
            Dictionary<string, List<Filed>>[] made = new Dictionary<string, List<Filed>>[5];
            for (int i = 0; i < made.Length; i++) made[i] = new Dictionary<string, List<Filed>>(StringComparer.Ordinal);
            return made;
        }

        public static void push<T>(Dictionary<string, List<T>> map, string key, T item)
        {
            List<T> held;
            if (!map.TryGetValue(key, out held)) map.Add(key, held = new List<T>());
            held.Add(item);
        }

        private static readonly ConditionalWeakTable<Bag, Code> known = new ConditionalWeakTable<Bag, Code>();

        /// <summary>A rules table made ready, once.</summary>
        public static Code linked(Bag rules)
        {
            SelfCheck.check_engine();
            return known.GetValue(rules, table => new Code(table));
        }
    }
}

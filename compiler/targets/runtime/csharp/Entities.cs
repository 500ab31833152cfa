// Entities: those of a kind, and new ones, with their printed values, parts and keywords.
//
// Job: make an entity of a kind or of a card, and file it where it is looked for. Reads: the declarations of kinds and
// traits. Changes: entities by kind, card and keyword.

using System.Collections.Generic;

namespace Cardwright
{
    public static class Entities
    {
        /// <summary>All entities of a kind and the kinds below it, oldest first.</summary>
        public static Seq of_kind(State rt, string kind)
        {
            if (kind == "square") return rt.squares;
            string[] heirs = rt.code.kinds[kind].heirs;
            if (heirs.Length == 1) return rt.kinds.get(kind);
            Known known = rt.known.under("kind");
            object found = known.get(kind);
            if (found == null) known.set(kind, found = merged(rt, heirs));
            return (Seq)found;
        }

        private static Seq merged(State rt, string[] heirs)
        {
            List<object> found = new List<object>();
            foreach (string heir in heirs) found.AddRange(rt.kinds.get(heir).held);
            return Seq.from(Sorting.sorted(found, by_age));
        }

        /// <summary>The players by their seats, oldest first: whoever was removed keeps a seat, and nobody else moves
        /// into it.</summary>
        public static Seq players_by_seat(State rt)
        {
            Seq playing = of_kind(rt, "player");
            if (rt.removed_players.Count == 0) return playing;
            List<object> all = new List<object>(playing.held);
            all.AddRange(rt.removed_players.held);
            return Seq.from(Sorting.sorted(all, by_age));
        }

        public static int by_age(object a, object b)
        {
            return ((Entity)a).number.CompareTo(((Entity)b).number);
        }

        /// <summary>A new entity; from a card it takes the printed values and the card's own kind.</summary>
        public static Entity create(State rt, string kind, Entity card, Bag values)
        {
            Entity made = make(rt, card != null ? card._kind : kind, card, values);
            Changes.tell(rt, "create", made);
            return made;
        }

        /// <summary>A new entity of its own kind, with its parts.</summary>
        private static Entity make(State rt, string kind, Entity card, Bag values)
        {
            Entity entity = rt.code.bare(kind, rt.new_id());
            entity._card = card;
            check_room(rt, kind);
            fill(rt, entity, card, values);
            register(rt, entity);
            Marks.mark_data(rt, entity);
            return entity;
        }

        /// <summary>Whether there may be one more of a kind.</summary>
        public static void check_room(State rt, string kind)
        {
            Spending.count_change(rt);
            if (rt.kinds.get(kind).Count < rt.bounds.entities) return;
            throw new Exhausted("more than " + Values.digits(rt.bounds.entities) + " of " + kind + " were created");
        }

        private static void fill(State rt, Entity entity, Entity card, Bag values)
        {
            foreach (FieldCode f in rt.code.kinds[entity._kind].fields)
            {
                object value;
                if (f.zone) value = new Zone(f.name, entity, f.visible);
                else if (values.has(f.name))
                {
                    value = f.limit != null ? f.limit.stopped(values[f.name]) : values[f.name];
                }
                else if (card != null && f.printed) value = printed(rt, entity, f.part, card.get(f.field));
                else value = f.otherwise;
                entity.set(f.field, value);
            }
            if (entity.layout.figure) entity.set(Fields.at, null);
            entity._keywords = keyword_instances(rt, entity);
        }

        /// <summary>A printed value; parts become entities of their own.</summary>
        private static object printed(State rt, Entity entity, string part, object value)
        {
            if (string.IsNullOrEmpty(part) || value == null) return value;
            Seq items = value as Seq;
            return items != null
                ? (object)items.map(item => make_part(rt, entity, (Bag)item))
                : make_part(rt, entity, (Bag)value);
        }

        private static Entity make_part(State rt, Entity entity, Bag item)
        {
            string part = item.text("part");
            Bag values = item.bag("values").copy();
            if (rt.code.kinds[part].has("whole")) values["whole"] = entity;
            return make(rt, part, null, values);
        }

        /// <summary>One instance for each printed keyword, holding its values; a creation names them without
        /// values.</summary>
        private static Seq keyword_instances(State rt, Entity entity)
        {
            Seq named = entity.get(Fields.keywords) as Seq;
            if (named == null) return Seq.Nothing;
            return named.map(keyword =>
            {
                Seq pair = keyword as Seq;
                return pair != null
                    ? instance(rt, (string)pair[0], (Seq)pair[1], entity)
                    : instance(rt, (string)keyword, Seq.Nothing, entity);
            });
        }

        public static Entity instance(State rt, string name, Seq values, Entity bearer)
        {
            return filled_trait(rt, rt.code.bare(name, rt.new_id()), values, bearer);
        }

        public static Entity filled_trait(State rt, Entity made, Seq values, Entity bearer)
        {
            Field[] given = rt.code.traits[made._kind].fields;
            for (int i = 0; i < given.Length; i++) made.set(given[i], values.at(i));
            made.set(Fields.bearer, bearer);
            return made;
        }

        private static void register(State rt, Entity entity)
        {
            Changes.insert(rt, rt.kinds, entity._kind, entity);
            if (entity._card != null) Changes.insert(rt, rt.by_card, (string)entity._card._id, entity);
            foreach (object held in entity._keywords.held)
            {
                Changes.insert(rt, rt.by_keyword, ((Entity)held)._kind, Seq.of(entity, held));
            }
            Changes.touch(rt, "all " + entity._kind);
        }
    }
}

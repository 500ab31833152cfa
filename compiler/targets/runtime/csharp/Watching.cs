// Watching: what happens in a match, told to one viewer as data (`schemas/events.schema.json`).
//
// Job: tell what happens while it happens, redacted as views are, so that a view and the events after it give the next
// view. Input: a running game, which tells its eyes what it does. Output: data that JSON can hold; the same in every
// engine. Never changes the game.
//
// `changes` of an event are what it changes in the view: a path and the new value, or a path alone for what is gone.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>One viewer of a running game: what they see of it, what they were told, and what happened
    /// since.</summary>
    public sealed class Viewer : Eye
    {
        private readonly State game;
        public readonly Outlook outlook;
        public readonly Teller teller; // in whose words they are told; null for none
        private Bag told;
        private List<object> happened = new List<object>();
        private long count;
        private Entity fresh; // was created, and is told with the place where it is put next
        private readonly Withheld withheld;

        public Viewer(State game, object seat, Entity player, string language)
        {
            this.game = game;
            outlook = new Outlook(game, seat, player);
            withheld = new Withheld(game, outlook);
            withheld.look();
            told = outlook.data(null);
            string viewer = player != null ? outlook.name_of(player.number) : null;
            if (language != null) teller = new Teller(game.code.data, language, told, viewer);
        }

        /// <summary>Something happens.</summary>
        public override void see(string what, params object[] about)
        {
            object first = about != null && about.Length > 0 ? about[0] : null;
            if (fresh != null && !(what == "move" && first == fresh)) flush();
            switch (what)
            {
                case "begin":
                case "prevented":
                case "refused": tell_event(what, (Event)first); break;
                case "end": on_end((Event)first); break;
                case "use": on_use((int)(long)first, about[1], (Entity)about[2]); break;
                case "roll": on_roll((Roll)first, (long)about[1]); break;
                case "choose": on_choose((Choose)first, (Seq)about[1]); break;
                case "create": fresh = (Entity)first; break;
                case "move": on_move((Entity)first); break;
                case "remove": on_remove((Entity)first); break;
                case "reveal": on_reveal((Entity)first, (Entity)about[1]); break;
                case "shuffle": on_shuffle((Zone)first); break;
                case "board": on_board(); break;
                case "status":
                case "drop": tell_status(what, (Entity)first); break;
                case "change": on_change(first as Entity, (string)about[1], about[2]); break;
                case "lasting": on_lasting((Effect)first); break;
                case "anew": on_anew(); break;
                default: throw new ArgumentException(what);
            }
        }

        /// <summary>Tells what was created and not put anywhere.</summary>
        private void flush()
        {
            if (fresh != null) on_move(fresh);
        }

        /// <summary>Goes on from an eye whose game was played anew, so that all names are others.</summary>
        public Viewer after(Viewer eye)
        {
            Bag now = told;
            List<Seq> changes = new List<Seq>();
            told = eye.told;
            count = eye.count;
            happened = eye.happened;
            if (teller != null) teller.known = told;
            foreach (string part in new[] { "board", "players" })
            {
                if (!Bag.same(told[part], now[part])) changes.Add(Seq.of(path(part), now[part]));
                told[part] = now[part];
            }
            foreach (string part in new[] { "entities", "zones" })
            {
                Bag held = told.bag(part);
                foreach (string name in held.Keys)
                {
                    if (now.bag(part).has(name)) continue;
                    held.remove(name);
                    changes.Add(Seq.of((object)path(part, name)));
                }
            }
            changes.AddRange(look(outlook.rows.keys(), false));
            changes.AddRange(changed("effects", outlook.effects()));
            tell("anew", new Bag(), in_order(changes));
            return this;
        }

        /// <summary>Something was laid.</summary>
        private void on_board()
        {
            tell("board", new Bag(), changed("board", outlook.board()));
        }

        /// <summary>What a part of the view has become, if it is another.</summary>
        private List<Seq> changed(string part, object now)
        {
            bool is_same = Bag.same(told[part], now);
            told[part] = now;
            return is_same ? new List<Seq>() : new List<Seq> { Seq.of(path(part), now) };
        }

        /// <summary>What they may know now; what happened up to now is told by it.</summary>
        public Bag view(Choose request)
        {
            events(request);
            Bag found = outlook.data(request);
            found["request"] = asked(request);
            return found;
        }

        /// <summary>What happened since they asked last.</summary>
        public Seq events(Choose request)
        {
            flush();
            Bag now = asked(request);
            if (!Bag.same(now, told["request"]))
            {
                told["request"] = now;
                tell("ask", new Bag(), new List<Seq> { Seq.of(path("request"), now) });
            }
            Seq found = Seq.from(happened);
            happened = new List<object>();
            return found;
        }

        /// <summary>What is asked, with its words.</summary>
        private Bag asked(Choose request)
        {
            Bag asked = outlook.request(request);
            if (teller == null || asked == null || !asked.has("options")) return asked;
            Usable first = request.options.at(0) as Usable;
            Bag answered = null;
            if (first != null && first.trigger != null)
            {
                Frame around = game.frames[game.frames.Count - 2];
                Window window = around as Window;
                OfferingReplacement instead = around as OfferingReplacement;
                string timing = window != null ? window.timing : "instead";
                string step = window != null ? window.step : instead != null ? instead.step : "";
                Bag values = Inside.values_of(game, outlook, first.trigger);
                answered = Bag.of("verb", first.trigger._verb, "step", step, "values", values, "timing", timing);
            }
            asked["words"] = teller.request(asked, key_of(asked.text("place")), Inside.values(game, outlook), answered);
            return asked;
        }

        /// <summary>Under which name the words of a choice or a sentence are.</summary>
        private string key_of(string place)
        {
            return game.code.data.bag("word_keys").text(place) ?? "";
        }

        /// <summary>What cannot be chosen of what is asked, and why; what the viewer does not know is left out.
        /// </summary>
        public Seq refused()
        {
            Spending.refill(game);
            List<object> made = new List<object>();
            foreach (object pair in Offer.explain(game).held)
            {
                Refusal why = (Refusal)((Seq)pair)[1];
                object option = outlook.value(((Seq)pair)[0]);
                if (option == Outlook.HIDDEN) continue;
                Seq reason = why.parts.map(outlook.value);
                string place = Game.place_of(game, why.at);
                Bag row = Bag.of("option", option, "reason", reason, "place", place, "rows", why.rows);
                made.Add(row);
                if (teller == null) continue;
                string said = teller.reason(key_of(place), why.message, reason);
                row["words"] = Bag.of("option", teller.option(option), "reason", said);
            }
            return Seq.from(made);
        }

        private void tell(string what, Bag values, List<Seq> changes, string words = null)
        {
            count += 1;
            Bag made = Bag.of("seq", count, "depth", withheld.depth(), "what", what);
            values.copy_to(made);
            made["changes"] = Seq.of(changes.ToArray());
            if (teller != null) made["words"] = words ?? teller.happened(made);
            happened.Add(made);
        }

        // ---- what the rules do
        private void tell_event(string what, Event ev)
        {
            Bag values = Inside.values_of(game, outlook, ev);
            if (withheld.takes(what, ev, values)) return;
            tell(what, Bag.of("verb", ev._verb, "values", values), new List<Seq>());
        }

        private void on_end(Event ev)
        {
            if (!withheld.takes_end(ev)) tell("end", Bag.of("verb", ev._verb), new List<Seq>());
        }

        private void on_use(int ability, object me, Entity self)
        {
            Bag used = outlook.usable(ability, me, self);
            if (used != Outlook.HIDDEN) tell("use", used, new List<Seq>());
        }

        private void on_roll(Roll roll, long at)
        {
            Bag told = (Bag)outlook.value(roll);
            bool has_key = teller != null && !withheld.is_of_hidden_text();
            string words = null, key = has_key ? key_of(Game.place_of(game, at)) : "";
            if (teller != null) words = teller.told_roll(key, told.list("roll"), Inside.values_of_roll(game, outlook));
            tell("roll", told, new List<Seq>(), words);
        }

        private void on_choose(Choose request, Seq answer)
        {
            bool is_asked = outlook.player == request.who;
            bool is_secret = request.kind == "mode" && !is_asked && withheld.is_of_hidden_text();
            Seq chosen = answer.filter(i => (long)i >= 0)
                .map(i => is_secret ? Outlook.HIDDEN : outlook.value(request.options[(int)(long)i]));
            Bag told = Bag.of("who", outlook.value(request.who), "kind", request.kind, "chosen", chosen);
            tell("choose", told, new List<Seq>());
        }

        // ---- what changes
        private void on_move(Entity entity)
        {
            string what = entity == fresh ? "create" : "move";
            fresh = null;
            string before = name_of(entity);
            Bag from = place_of(entity);
            List<long> zones = nearby(entity);
            List<Seq> changes = look(new List<long> { entity.number });
            Bag to = place_of(entity);
            zones.AddRange(nearby(entity));
            List<Seq> others = look(zones, false);
            string name = before ?? name_of(entity);
            changes.AddRange(others);
            if (changes.Count == 0 && Bag.same(from, to) && !(what == "create" && name != null)) return;
            tell(what, Bag.of("entity", name, "from", from, "to", to), in_order(changes));
        }

        private void on_remove(Entity entity)
        {
            string name = name_of(entity);
            Bag from = place_of(entity);
            List<Seq> changes = in_order(look(nearby(entity)));
            if (name != null || changes.Count > 0) tell("remove", Bag.of("entity", name, "from", from), changes);
        }

        private void on_reveal(Entity entity, Entity player)
        {
            List<Seq> changes = in_order(look(new List<long> { entity.number }));
            string name = name_of(entity);
            if (name == null && changes.Count == 0) return;
            tell("reveal", Bag.of("entity", name, "who", outlook.value(player)), changes);
        }

        private void on_shuffle(Zone zone)
        {
            List<long> touched = new List<long> { zone.owner.number };
            foreach (object item in zone.items.held) touched.Add(((Entity)item).number);
            List<Seq> changes = in_order(look(touched));
            Bag told = (Bag)outlook.value(zone);
            if (told == Outlook.HIDDEN && changes.Count == 0) return;
            tell("shuffle", Bag.of("zone", told["zone"]), changes);
        }

        private void tell_status(string what, Entity status)
        {
            string before = name_of(status);
            List<Seq> changes = in_order(look(new List<long> { status.bearer.number }));
            string name = before ?? name_of(status), bearer = name_of(status.bearer);
            if (bearer == null && changes.Count == 0) return;
            Bag shown = Bag.of("name", name);
            outlook.trait(status).copy_to(shown);
            tell(what, Bag.of("entity", bearer, "status", shown), changes);
        }

        private void on_change(Entity owner, string field, object old)
        {
            if (owner == null || !(owner._id is long) || !outlook.rows.has(owner.number)) return;
            string name = name_of(owner);
            object before = outlook.value(old), after = outlook.value(owner.get(field));
            List<Seq> changes;
            if (game.code.traits.ContainsKey(owner._kind))
            {
                changes = in_order(look(new List<long> { owner.bearer.number }, false));
            }
            else if (is_part(owner, field))
            {
                changes = in_order(look(new List<long> { owner.number }));
            }
            else if (name == null || Bag.same(before, after))
            {
                return;
            }
            else
            {
                told.bag("entities").bag(name).bag("fields")[field] = after;
                changes = new List<Seq> { Seq.of(path("entities", name, "fields", field), after) };
            }
            if (changes.Count == 0 && (name == null || Bag.same(before, after))) return;
            tell("change", Bag.of("entity", name, "field", field, "before", before, "after", after), changes);
        }

        private bool is_part(Entity owner, string field)
        {
            foreach (FieldCode f in game.code.kinds[owner._kind].fields)
            {
                if (f.name == field && !string.IsNullOrEmpty(f.part)) return true;
            }
            return false;
        }

        /// <summary>What lasts has become another, or how long.</summary>
        private void on_lasting(Effect effect)
        {
            List<long> bearers = new List<long>();
            if (effect != null && effect.status != null) bearers.Add(effect.status.bearer.number);
            List<Seq> changes = changed("effects", outlook.effects());
            changes.AddRange(look(bearers, false));
            if (changes.Count > 0) tell("lasting", new Bag(), in_order(changes));
        }

        /// <summary>Everything may be another.</summary>
        private void on_anew()
        {
            fresh = null;
            List<Seq> changes = look(new List<long>());
            withheld.look();
            changes.AddRange(changed("board", outlook.board()));
            changes.AddRange(look(outlook.rows.keys(), false));
            changes.AddRange(changed("effects", outlook.effects()));
            tell("anew", new Bag(), in_order(changes));
        }

        // ---- where things are
        private string name_of(Entity entity)
        {
            bool is_named = entity._id is long && outlook.given.has(entity.number);
            return is_named ? outlook.name_of(entity.number) : null;
        }

        /// <summary>Where an entity was when they looked last: in a zone, or on a square.</summary>
        private Bag place_of(Entity entity)
        {
            Lying lying = outlook.lying.get(entity.number);
            if (lying != null)
            {
                bool is_named = outlook.given.has(lying.owner);
                return is_named ? Bag.of("zone", outlook.name_of(lying.owner) + "." + lying.zone) : Outlook.HIDDEN;
            }
            string name = name_of(entity);
            Bag row = name != null ? told.bag("entities").bag(name) : null;
            object square = row != null ? row["at"] : null;
            return square != null ? Bag.of("square", square) : null;
        }

        /// <summary>What it held, what was in the same zone, and whose zone it was.</summary>
        private List<long> nearby(Entity entity)
        {
            List<long> found = new List<long>(outlook.held.get(entity.number) ?? new List<long>());
            Lying lying = outlook.lying.get(entity.number);
            if (lying == null) return found;
            found.Add(lying.owner);
            found.AddRange(outlook.held.get(lying.owner));
            return found;
        }

        // ---- what is another in the view
        /// <summary>What of these entities is another in the view; `anew`: what is seen may be another, too.</summary>
        private List<Seq> look(List<long> touched, bool anew = true)
        {
            List<Seq> changes = new List<Seq>();
            OrderedSet<long> ids = new OrderedSet<long>(touched);
            if (anew)
            {
                Map<long, long> named = new Map<long, long>(outlook.given);
                Map<long, bool> seen = outlook.known;
                outlook.look();
                changes.AddRange(changed("players", outlook.players()));
                if (is_other(seen))
                {
                    ids = new OrderedSet<long>(outlook.rows.keys()); // others may name what is hidden now, or no longer
                    changes.AddRange(changed("effects", outlook.effects()));
                }
                foreach (long id in outlook.given.keys()) if (!named.has(id)) ids.add(id);
                foreach (KeyValuePair<long, long> was in named)
                {
                    bool is_there = outlook.rows.has(was.Key) && outlook.given.has(was.Key);
                    if (seen.has(was.Key) && !is_there) changes.AddRange(vanished(Values.digits(was.Value)));
                }
            }
            foreach (long id in ids)
            {
                if (outlook.given.has(id) && outlook.rows.has(id)) changes.AddRange(printed(id));
            }
            return changes;
        }

        private bool is_other(Map<long, bool> seen)
        {
            foreach (KeyValuePair<long, bool> was in seen)
            {
                if (outlook.known.has(was.Key) && outlook.known.get(was.Key) != was.Value) return true;
            }
            return false;
        }

        /// <summary>What is not in the view any more, with its zones.</summary>
        private List<Seq> vanished(string name)
        {
            Bag entities = told.bag("entities"), zones = told.bag("zones");
            List<Seq> changes = new List<Seq>();
            if (entities.has(name)) changes.Add(Seq.of((object)path("entities", name)));
            if (entities.has(name) && teller != null) teller.gone[name] = entities[name];
            entities.remove(name);
            foreach (string zone in zones.Keys)
            {
                if (!zone.StartsWith(name + ".", StringComparison.Ordinal)) continue;
                zones.remove(zone);
                changes.Add(Seq.of((object)path("zones", zone)));
            }
            return changes;
        }

        /// <summary>What of one entity and its zones is another in the view.</summary>
        private List<Seq> printed(long id)
        {
            List<Seq> changes = new List<Seq>();
            Bag zones = told.bag("zones"), entities = told.bag("entities"), own = outlook.zones_of(id);
            foreach (string zone in own.Keys)
            {
                if (!Bag.same(zones[zone], own[zone])) changes.Add(Seq.of(path("zones", zone), own[zone]));
                zones[zone] = own[zone];
            }
            if (!outlook.is_row(id)) return changes;
            string name = outlook.name_of(id);
            Bag row = outlook.entity(id), old = entities.bag(name), kept = row.copy();
            kept["fields"] = row.bag("fields").copy();
            entities[name] = kept;
            if (old == null || old.text("kind") != row.text("kind"))
            {
                changes.Add(Seq.of(path("entities", name), row));
                return changes;
            }
            foreach (string member in row.Keys)
            {
                if (member == "fields" || Bag.same(row[member], old[member])) continue;
                changes.Add(Seq.of(path("entities", name, member), row[member]));
            }
            foreach (string field in row.bag("fields").Keys)
            {
                object value = row.bag("fields")[field];
                if (Bag.same(value, old.bag("fields")[field])) continue;
                changes.Add(Seq.of(path("entities", name, "fields", field), value));
            }
            return changes;
        }

        // ---- data
        private static Seq path(params object[] names)
        {
            return Seq.of(names);
        }

        /// <summary>Changes in the order of their paths.</summary>
        private static List<Seq> in_order(List<Seq> changes)
        {
            return Sorting.sorted(changes, (a, b) => Values.compare(a[0], b[0]));
        }
    }
}

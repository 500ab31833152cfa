// The inside of a match: what it keeps, how it runs, how it goes back.
//
// Job: run a game until somebody is asked; keep what is needed to return to each request; play again what is not kept.
// Input: answers. Output: requests and results, for `Play`.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>Builds a scenario; rosters are dealt when everything of it is there, and before anything is done.
    /// </summary>
    internal sealed class Seating : Building
    {
        private readonly Bag rules, rosters;

        public Seating(Bag rules, Seq positions, Bag rosters) : base(positions, new Bag())
        {
            this.rules = rules;
            this.rosters = rosters;
        }

        public override string name
        {
            get { return "Seating"; }
        }

        public override Frame blank()
        {
            return new Seating(rules, positions, rosters);
        }

        public override void built(State rt, Bag position)
        {
            foreach (string player in rosters.Keys)
            {
                DealtRosters.deal(rules, rt, (Entity)env[player], rosters[player]);
            }
            base.built(rt, position);
        }
    }

    /// <summary>The match at a request.</summary>
    internal sealed class Point
    {
        public Checkpoint game;
        public int answers, lines;
        public long chance;
        public bool is_built;
    }

    public sealed partial class Play
    {
        public Bag Rules { get; private set; }
        public Bag Setup { get; private set; }
        public long Seed { get; private set; }

        internal State game;
        private Bag script, brought;
        private List<object> answers = new List<object>();
        private List<Seq> taken_back = new List<Seq>(); // answers, the last one at the end
        private List<long[]> reseeded = new List<long[]>(); // after how many answers a branch took which seed
        private int opening; // so many answers were given before the game was built
        private bool is_partial; // whether something happened before what is remembered
        private int first; // so many answers were given before what is remembered for going back
        private List<Point> points = new List<Point>(); // the match at each request since then
        private Bag origin; // the snapshot from which the match goes on, if any
        private int started; // so many answers were given before the origin
        private bool is_resumed; // whether it goes on from the snapshot of a save, whose answers tell what came before
        private Limits limits;
        private Minstd generator;
        private int told; // lines of the trace that were given as events
        private Request request;
        private Bag result;
        private bool is_built;

        /// <summary>Of a setup, or of a snapshot whose members were looked at.</summary>
        internal Play(Bag rules, Bag setup, long seed, Limits limits, Bag origin = null)
        {
            Seq names = rules.list("scenario_names");
            object scenario = setup["scenario"] ?? (names.Count > 0 ? names[0] : "");
            Rules = rules;
            script = Setups.script_named(rules, scenario);
            bool has_rosters = setup.has("rosters");
            brought = has_rosters ? DealtRosters.seated(rules, setup["rosters"], (string)scenario) : new Bag();
            Setup = setup.copy();
            Setup.remove("rosters");
            if (brought.Count > 0) Setup["rosters"] = brought;
            Seed = seed;
            this.origin = origin;
            this.limits = limits;
            generator = new Minstd(seed);
            game = new_game();
            if (origin == null) go(() => Game.start(game, seating));
            else resume(origin);
        }

        /// <summary>Whether rolls, draws and shuffles are asked, and not answered by the match's own
        /// generator.</summary>
        public bool AsksChance
        {
            get { return limits.chance == "host"; }
        }

        /// <summary>What a player is asked.</summary>
        internal Choose choice
        {
            get { return request as Choose; }
        }

        /// <summary>The player who asks; null for a spectator and a referee.</summary>
        internal Entity asker_of(object player)
        {
            return player == null || "all".Equals(player) ? null : seated(player);
        }

        /// <summary>The player of a seat that a host names.</summary>
        private Entity seated(object player)
        {
            Seq players = Entities.players_by_seat(game);
            long? seat = Setups.whole(player);
            if (seat != null && seat >= 0 && seat < players.Count) return (Entity)players[(int)seat];
            string named = seat == null ? "such player" : "player " + Values.digits((long)seat);
            string count = Values.digits(players.Count);
            throw new Refused("there is no " + named + "; players count from 0 and are " + count);
        }

        private State new_game()
        {
            State made = Transcript.traced_game(Rules);
            Spending.set_limits(made, limits.work > 0 ? limits.work : (long?)null, limits.watch);
            return made;
        }

        private Frame seating()
        {
            return new Seating(Rules, script.list("positions"), brought);
        }

        /// <summary>What somebody asks of the game; refused where a damaged snapshot leaves that unknown.</summary>
        private T told_of<T>(Func<T> asked)
        {
            try
            {
                return asked();
            }
            catch (Exception error)
            {
                if (error is Stopped || error is Refused) throw; // the host's own will, or what it gave
                if (origin == null && !is_resumed) throw; // ours
                throw new Refused("the snapshot does not fit its rules", error);
            }
        }

        // ---- from data
        /// <summary>Takes the state of a snapshot; throws Damaged.</summary>
        private void resume(Bag held)
        {
            Seq positions = script.list("positions"), begun = (Seq)held["opening"] ?? Seq.Nothing;
            foreach (object answer in begun.held) answers.Add(Setups.sound_answer(answer));
            opening = started = first = answers.Count;
            is_partial = true;
            is_built = held["opening"] != null;
            generator.value = held.number("chance");
            if (held["board"] != null)
            {
                Bag position = positions.at(held.number("board")) as Bag;
                if (position == null || position.list("board").Count == 0) throw new Damaged("there is no such board");
                Places.set_board(game, Scripts.board_of(position, game.code).grid);
            }
            take_state(Restoring.sound_state(held["state"]));
            try
            {
                if (game.frames.Count > 0) ask_again();
                else result = sound_result(held["result"]);
                Pictures.fingerprint(game);
            }
            catch (Exception error)
            {
                if (error is Damaged || error is OutOfMemoryException) throw;
                throw new Damaged("what it waits for does not fit its rules", error);
            }
        }

        /// <summary>The game as the state of a snapshot says.</summary>
        private void take_state(object state)
        {
            foreach (object position in script.list("positions").held)
            {
                game.code.body(((Bag)position)["build"]);
                game.code.body(((Bag)position)["do"]);
            }
            Restoring.restore(game, state, blank_frame);
        }

        private Frame blank_frame(string name)
        {
            switch (name)
            {
                case "Body": return new Body(null, null);
                case "Asking": return new Asking();
                case "Picking": return new Picking();
                case "PickingOne": return new PickingOne();
                case "PickingMode": return new PickingMode();
                case "Drawing": return new Drawing();
                case "Rolling": return new Rolling();
                case "Shuffling": return new Shuffling();
                case "Happening": return new Happening();
                case "Around": return new Around();
                case "Firing": return new Firing();
                case "Replacing": return new Replacing();
                case "StepOpening": return new StepOpening();
                case "StepClosing": return new StepClosing();
                case "Checking": return new Checking();
                case "Offering": return new Offering();
                case "Window": return new Window();
                case "OfferingReplacement": return new OfferingReplacement();
                case "UsingAbility": return new UsingAbility();
                case "Using": return new Using();
                case "Resolving": return new Resolving();
                case "Acting": return new Acting();
                case "Seating": return seating();
                default: return null;
            }
        }

        /// <summary>Makes the waiting request anew, for a game that was copied or resumed.</summary>
        private void ask_again()
        {
            request = made_again();
            points = new List<Point>();
            if (request != null) points.Add(point());
        }

        private Request made_again()
        {
            if (game.frames.Count == 0) return null;
            Request made = game.frames[game.frames.Count - 1].made(game);
            if (made == null) throw new Unfit();
            return made;
        }

        private Point point()
        {
            return new Point
            {
                game = new Checkpoint(game), answers = answers.Count, lines = game.trace.lines.Count,
                chance = generator.value, is_built = is_built,
            };
        }

        private void return_to(Point point)
        {
            point.game.return_to(game);
            answers.RemoveRange(point.answers, answers.Count - point.answers);
            game.trace.lines.RemoveRange(point.lines, game.trace.lines.Count - point.lines);
            told = Math.Min(told, point.lines);
            generator.value = point.chance;
            is_built = point.is_built;
            result = null;
            request = made_again();
        }

        /// <summary>The match of a save whose members were looked at, from its snapshot.</summary>
        internal static Play resumed(Bag rules, SoundSave save, Limits limits)
        {
            List<object> given = new List<object>();
            for (int n = 0; n < save.answers.Count; n++)
            {
                object answer = save.answers[n];
                string which = "answer " + Values.digits(n + 1) + " of the save: ";
                given.Add(Setups.about(which, () => Setups.sound_answer(answer)));
            }
            Bag from = save.origin, snapshot = save.snapshot;
            Play play = new Play(rules, snapshot.bag("setup"), Setups.sound_seed(save.seed), limits, snapshot);
            Play begun = from == null ? null : new Play(rules, from.bag("setup"), from.number("seed"), limits, from);
            play.answers = begun != null ? new List<object>(begun.answers) : new List<object>();
            play.answers.AddRange(given);
            play.origin = from;
            play.started = begun != null ? begun.started : 0;
            play.first = play.answers.Count;
            play.is_resumed = true;
            play.reseeded = save.reseeded;
            if (play.points.Count > 0) play.points = new List<Point> { play.point() };
            return play;
        }

        // ---- played again
        /// <summary>Plays again what came before the save that the match goes on from, for going back.</summary>
        private void relive()
        {
            if (!is_resumed) return;
            Play before = (Play)MemberwiseClone();
            string known = Pictures.fingerprint(game), wrong = "the answers of the save do not lead to its snapshot";
            try
            {
                Setups.about(wrong + ": ", () => replay(answers.Count));
                if (Pictures.fingerprint(game) != known) throw new Refused(wrong);
            }
            catch (Exception)
            {
                become(before);
                throw;
            }
        }

        /// <summary>Plays the match again up to so many answers.</summary>
        private bool replay(int count)
        {
            Play again = new Play(Rules, (Bag)Saves.copied(Setup), Seed, limits, origin);
            List<object> given = answers.GetRange(0, count);
            List<long[]> seeds = reseeded;
            List<Seq> kept = taken_back;
            for (int number = started; number <= count; number++)
            {
                again.reseed(number, seeds);
                again.Skip();
                if (number < count) again.give(is_resumed ? again.sound(given[number]) : (Seq)given[number]);
            }
            become(again);
            taken_back = kept;
            reseeded = seeds;
            return true;
        }

        /// <summary>Takes over all that another match of the same rules is.</summary>
        private void become(Play other)
        {
            Setup = other.Setup;
            Seed = other.Seed;
            game = other.game;
            script = other.script;
            brought = other.brought;
            answers = other.answers;
            taken_back = other.taken_back;
            reseeded = other.reseeded;
            opening = other.opening;
            is_partial = other.is_partial;
            first = other.first;
            points = other.points;
            origin = other.origin;
            started = other.started;
            is_resumed = other.is_resumed;
            limits = other.limits;
            generator = other.generator;
            told = other.told;
            request = other.request;
            result = other.result;
            is_built = other.is_built;
        }

        internal void reseed(long count, List<long[]> rows)
        {
            foreach (long[] row in rows)
            {
                if (row[0] != count) continue;
                generator = new Minstd(row[1]);
                Point point = points.Count > 0 ? points[points.Count - 1] : null;
                if (point != null && point.answers == count) point.chance = generator.value;
            }
        }

        /// <summary>After how many answers the match took which seed, without those that are taken back: they may be
        /// given again.</summary>
        private List<long[]> reseeded_so_far()
        {
            return reseeded.FindAll(row => row[0] <= answers.Count);
        }

        internal void set_reseeded(List<long[]> rows)
        {
            reseeded = rows;
        }

        /// <summary>How the match had ended; what it says of the state is worked out here.</summary>
        private Bag sound_result(object held)
        {
            Bag given = Setups.members(held) ?? new Bag();
            string outcome = given["outcome"] as string, message = given["message"] as string;
            if ((outcome != "ended" && outcome != "fault" && outcome != "stopped") || message == null)
            {
                throw new Damaged("it neither waits nor has ended");
            }
            return ending(outcome, message);
        }

        private Bag ending(string outcome, string message)
        {
            return Bag.of(
                "type", "result", "outcome", outcome, "message", message, "events", game.events,
                "state", Pictures.fingerprint(game));
        }
    }
}

// One match, as a host has it: what happens, what is asked, and the match itself as a value.
//
// Job: hand out what happens, what is asked and how it ended, one at a time; take answers; copy, save, resume and take
// back. Input: a rules table, a setup and a seed, or a snapshot. Output: data that JSON can hold.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    /// <summary>A game that a host drives: events come one at a time; dice and shuffles answer themselves, or ask the
    /// host. What it gives is data: objects are `Bag`, arrays `Seq`, numbers `long`.</summary>
    public sealed partial class Play
    {
        /// <summary>The next event, request or result; an answer is given when a request waits and all events are told.
        /// </summary>
        public Bag Step(object answer = null)
        {
            if (answer != null) take(answer);
            List<string> lines = game.trace.lines;
            if (told == lines.Count) return request != null ? asked() : result;
            string line = lines[told++], text = line.TrimStart(' ');
            return Bag.of("type", "event", "depth", (long)(line.Length - text.Length) / 2, "text", text);
        }

        /// <summary>Passes over the events that were not told yet.</summary>
        public void Skip()
        {
            told = game.trace.lines.Count;
        }

        /// <summary>The legal answers of the waiting request, at most 64: objects with `answer` and `label`.</summary>
        public Seq Legal()
        {
            if (request == null) return Seq.Nothing;
            Choose choose = request as Choose;
            if (choose == null)
            {
                return Seq.of(Game.ways_of_chance(request).held).map(answer =>
                {
                    return Bag.of("answer", answer, "label", Values.joined((Seq)answer, ", "));
                });
            }
            Spending.refill(game);
            List<object> made = new List<object>();
            foreach (Seq answer in told_of(() => Answers.legal_answers(choose)))
            {
                Seq labels = answer.map(i => (long)i < 0 ? "pass" : Values.label(choose.options[(int)(long)i]));
                string label = labels.Count > 0 ? Values.joined(labels, ", ") : "nothing";
                made.Add(Bag.of("answer", answer, "label", label));
            }
            return Seq.from(made);
        }

        /// <summary>The waiting request in words, and what is not offered and why.</summary>
        public Bag Explain()
        {
            if (!(request is Choose)) return Bag.of("prompt", "", "place", "", "refused", Seq.Nothing);
            Spending.refill(game);
            Seq refused = told_of(() => Offer.explain(game)).map(pair =>
            {
                Refusal why = (Refusal)((Seq)pair)[1];
                return Bag.of(
                    "label", Values.label(((Seq)pair)[0]), "reason", why.message,
                    "place", Game.place_of(game, why.at), "rows", why.rows);
            });
            string prompt = ((Choose)request).prompt;
            return Bag.of("prompt", prompt, "place", Game.place_of(game, request.at), "refused", refused);
        }

        /// <summary>The invariants that do not hold now; for authors and tests, never for a player.</summary>
        public Seq Invariants()
        {
            return told_of(() => Cardwright.Invariants.broken_invariants(game));
        }

        /// <summary>What a player may know, counted from 0; null is a spectator, who knows less, and "all" a referee.
        /// </summary>
        public Bag View(object player = null)
        {
            Entity asker = asker_of(player);
            object seat = asker != null ? Setups.whole(player) : player;
            return told_of(() => new Outlook(game, seat, asker).data(choice));
        }

        /// <summary>Somebody who watches this match; with a language also in words, which call the players by these
        /// names.</summary>
        public Watcher Watch(object player = null, object language = null, object names = null)
        {
            return told_of(() => new Watcher(this, player, language, names));
        }

        /// <summary>The match as data, for `Load` in any engine.</summary>
        public Bag Save()
        {
            Seq given = Seq.of(answers.GetRange(started, answers.Count - started).ToArray());
            return Saves.save_of(this, script.list("positions"), given, reseeded_so_far(), origin);
        }

        // ---- a match as a value

        /// <summary>All of the match as data, for `Restore` in any engine.</summary>
        public Bag Snapshot()
        {
            Seq positions = script.list("positions");
            object board = null;
            for (int i = positions.Count - 1; i >= 0 && board == null; i--)
            {
                Drawn drawn;
                bool is_drawn = game.code.boards.TryGetValue((Bag)positions[i], out drawn);
                if (is_drawn && drawn.grid == game.drawn) board = (long)i;
            }
            Seq begun = is_built ? Seq.of(answers.GetRange(0, opening).ToArray()) : null;
            return Bag.of(
                "format", Setups.SNAPSHOT_FORMAT, "game", Rules["game"], "hash", Rules["hash"],
                "setup", Saves.copied(Setup), "seed", Seed, "chance", generator.value, "opening", begun, "board", board,
                "result", Saves.copied(result), "state", Snapshots.snapshot_of(game));
        }

        /// <summary>An independent match in the same state, with the same future.</summary>
        public Play Clone()
        {
            Play made = (Play)MemberwiseClone();
            made.Setup = (Bag)Saves.copied(Setup);
            made.answers = new List<object>(answers);
            made.taken_back = new List<Seq>(taken_back);
            made.reseeded = new List<long[]>(reseeded);
            made.first = answers.Count;
            made.is_partial = true;
            made.generator = new Minstd(1) { value = generator.value };
            made.game = made.new_game();
            if (game.drawn != null) Places.set_board(made.game, game.drawn);
            made.take_state(Snapshots.snapshot_of(game));
            made.game.trace.lines.AddRange(game.trace.lines);
            made.ask_again();
            return made;
        }

        /// <summary>A clone with another future of dice, draws and shuffles.</summary>
        public Play Branch(object seed)
        {
            Play made = Clone();
            long[] row = { answers.Count, Setups.sound_seed(seed) };
            made.reseeded = reseeded_so_far();
            made.reseeded.Add(row);
            made.taken_back.Clear();
            made.reseed(row[0], new List<long[]> { row });
            return made;
        }

        /// <summary>A branch in which what a player cannot know is dealt anew, in a way that fits all that they know.
        /// </summary>
        public Play BranchFor(object player, object seed)
        {
            Entity asker = seated(player);
            Play made = Branch(seed);
            Bag state = Snapshots.snapshot_of(made.game);
            Entity same = (Entity)Entities.players_by_seat(made.game)[(int)Setups.whole(player)];
            if (asker == null || !Hidden.deal_anew(made.game, state, same, made.generator))
            {
                string seat = Values.digits((long)Setups.whole(player));
                throw new Refused("what is being done names something that player " + seat + " cannot know");
            }
            // Neither the seed, nor the answers so far, nor the story, nor the hash of the end tell what is hidden.
            made.Seed = Setups.sound_seed(seed);
            made.answers.RemoveRange(made.opening, made.answers.Count - made.opening);
            made.reseeded.Clear();
            made.told = 0;
            made.game.trace = new Trace();
            made.first = made.started = made.opening;
            made.is_resumed = false;
            if (made.result != null) made.result = made.sound_result(made.result);
            made.ask_again();
            made.origin = made.Snapshot();
            return made;
        }

        /// <summary>Returns to the request before.</summary>
        public void Undo()
        {
            int count = answers.Count;
            if (count == started) throw new Refused("there is nothing to take back");
            if (count == first) relive();
            Seq answer = (Seq)answers[count - 1];
            if (count == first || (result != null && result.text("outcome") != "ended"))
            {
                replay(count - 1); // a fault has taken back all of it
            }
            else
            {
                if (points[points.Count - 1].answers == count) points.RemoveAt(points.Count - 1);
                return_to(points[points.Count - 1]);
            }
            taken_back.Add(answer);
        }

        /// <summary>Gives the answer that was taken back last once more.</summary>
        public void Redo()
        {
            if (taken_back.Count == 0) throw new Refused("nothing was taken back");
            Skip();
            Seq answer = taken_back[taken_back.Count - 1];
            taken_back.RemoveAt(taken_back.Count - 1);
            give(answer);
            reseed(answers.Count, reseeded);
        }
    }

    /// <summary>Somebody who watches a match: what they may know of it, and what happened since they asked last.
    /// </summary>
    public sealed class Watcher
    {
        private readonly Play match;
        private readonly object player;
        private readonly string language;
        private readonly List<string> names;
        private Viewer eye;

        public Watcher(Play match, object player, object language, object names)
        {
            this.match = match;
            this.player = player;
            this.language = language != null ? Teller.words_in(match.game.code.data, language) : null;
            this.names = Setups.sound_names(names, Entities.players_by_seat(match.game).Count);
            if (this.names.Count > 0 && language == null)
            {
                throw new Refused("names of players are told in words: name a language, too");
            }
            eye = opened();
        }

        private Viewer opened()
        {
            Entity asker = match.asker_of(player);
            object seat = asker != null ? Setups.whole(player) : player;
            Viewer made = new Viewer(match.game, seat, asker, language);
            if (made.teller != null) made.teller.names = names;
            match.game.eyes.Add(made);
            return made;
        }

        /// <summary>What they may know now.</summary>
        public Bag View()
        {
            look();
            return eye.view(match.choice);
        }

        /// <summary>What happened since they asked last, for a view or for events.</summary>
        public Seq Events()
        {
            look();
            return eye.events(match.choice);
        }

        /// <summary>What they cannot choose now, and why; of what others are asked they are told nothing.</summary>
        public Seq Refused()
        {
            look();
            return asked() != null ? eye.refused() : Seq.Nothing;
        }

        /// <summary>Whether some answer to what they are asked has all of these options; refused where nothing is
        /// asked.</summary>
        public bool Allows(object picked)
        {
            look();
            Choose request = asked();
            Seq positions = Setups.sound_answer(picked);
            if (request == null) throw new Refused("nothing is asked now");
            Spending.refill(match.game);
            try
            {
                return Answers.can_become(request, positions);
            }
            catch (Exception error)
            {
                if (!(Game.as_fault(error) is Fault)) throw;
                string told = Setups.shown_answer(positions);
                throw new Refused("whether " + told + " can become an answer is not known", error);
            }
        }

        /// <summary>Keeps nothing more of what happens. Whoever asks again looks anew, and gives all names
        /// anew.</summary>
        public void Close()
        {
            match.game.eyes.Remove(eye);
        }

        /// <summary>What they are asked; of a referee what anybody is.</summary>
        private Choose asked()
        {
            Choose request = match.choice;
            bool is_theirs = "all".Equals(eye.outlook.seat) || (request != null && eye.outlook.player == request.who);
            return request != null && is_theirs ? request : null;
        }

        /// <summary>Watches the game that the match is now: it may have been played anew, and all names with
        /// it.</summary>
        private void look()
        {
            if (!match.game.eyes.Contains(eye)) eye = opened().after(eye);
        }
    }
}

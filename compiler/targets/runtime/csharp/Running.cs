// A match that runs: answers are taken, and it goes on to the next request.
//
// Job: look at an answer, give it, run until somebody is asked or the end; after a fault, go back to the start. Input:
// answers. Output: what is asked, as data.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public sealed partial class Play
    {
        internal void take(object answer)
        {
            Seq picked = sound(answer);
            taken_back.Clear();
            reseeded = reseeded_so_far();
            give(picked);
        }

        /// <summary>An answer that the waiting request takes.</summary>
        private Seq sound(object answer)
        {
            if (request == null || told < game.trace.lines.Count) throw new Refused("nothing is asked now");
            Seq picked = Setups.sound_answer(answer);
            Choose choose = request as Choose;
            if (choose == null)
            {
                if (Game.fits(request, picked)) return picked;
                throw new Refused(Setups.shown_answer(picked) + " is no legal answer");
            }
            Spending.refill(game);
            try
            {
                Answers.check_answer(choose, picked);
            }
            catch (Exception error)
            {
                bool is_strange = (origin != null || is_resumed) && error is InvalidCastException;
                if (!is_strange && !(Game.as_fault(error) is Fault)) throw; // a condition on the whole may meet none
                throw new Refused(Setups.shown_answer(picked) + " is no legal answer", error);
            }
            return picked;
        }

        private void give(Seq answer)
        {
            object taken = taken_as(request, answer);
            answers.Add(answer);
            go(() => Game.go_on(game, taken));
        }

        /// <summary>An answer as the rules take it: of a draw the position alone.</summary>
        private static object taken_as(Request request, Seq answer)
        {
            return request is Draw ? answer[0] : answer;
        }

        /// <summary>Runs until somebody is asked, or to the end; chance answers by itself, unless the host wants to.
        /// </summary>
        private void go(Func<Request> run)
        {
            request = null;
            try
            {
                Request asked = run();
                while (!(asked is Choose))
                {
                    if (asked == null)
                    {
                        if (is_built)
                        {
                            end("ended", "");
                            return;
                        }
                        is_built = true;
                        opening = answers.Count;
                        asked = Game.start(game, () => new Happening(Rules.text("start"), new Bag()));
                    }
                    else if (AsksChance) break;
                    else asked = Game.go_on(game, Game.chance(generator, asked));
                }
                request = asked;
                points.Add(point());
            }
            catch (Stopped)
            {
                end("stopped", "the host has stopped the game");
            }
            catch (Fault error)
            {
                end("fault", error.message);
            }
            catch (Exception)
            {
                if (origin == null && !is_resumed) throw; // ours
                end("fault", "the snapshot does not fit its rules");
            }
        }

        private void end(string outcome, string message)
        {
            if (outcome != "ended" && is_partial && is_built) back_to_start();
            result = ending(outcome, message);
        }

        /// <summary>After a fault the game is as before its first event. Where that is not remembered, it is built
        /// anew.</summary>
        private void back_to_start()
        {
            Queue<object> given = new Queue<object>(answers);
            State made;
            Minstd chances;
            Request asked;
            if (origin != null && origin["opening"] == null) // it was being built there
            {
                Play play = new Play(Rules, (Bag)Saves.copied(Setup), Seed, limits, origin);
                made = play.game;
                chances = play.generator;
                asked = play.request;
            }
            else
            {
                made = new_game();
                chances = new Minstd(Seed);
                asked = Game.start(made, seating);
            }
            while (asked != null)
            {
                bool is_given = asked is Choose || AsksChance;
                object answer = is_given ? taken_as(asked, (Seq)given.Dequeue()) : Game.chance(chances, asked);
                asked = Game.go_on(made, answer);
            }
            made.events = game.events;
            made.trace = game.trace;
            game = made;
        }

        private Bag asked()
        {
            Choose choose = request as Choose;
            if (choose == null) return asked_of_chance();
            return Bag.of(
                "type", "request", "kind", choose.kind, "who", Values.label(choose.who), "prompt", choose.prompt,
                "options", choose.options.map(option => Values.label(option)), "least", choose.least,
                "most", choose.most, "place", Game.place_of(game, choose.at));
        }

        /// <summary>A roll: a face's position for each die; a draw: one position below the size; a shuffle: all
        /// positions.</summary>
        private Bag asked_of_chance()
        {
            string place = Game.place_of(game, request.at);
            Bag made = Bag.of("type", "request", "place", place, "kind", request.request);
            RollDice roll = request as RollDice;
            Draw draw = request as Draw;
            if (roll != null)
            {
                made["dice"] = roll.dice;
                made["sizes"] = roll.sizes;
            }
            else made["size"] = draw != null ? draw.size : ((Shuffle)request).size;
            return made;
        }
    }
}

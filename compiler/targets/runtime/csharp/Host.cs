// The host's interface: matches of a game, begun, loaded and restored.
//
// Job: make sure of what a host gives, and make a match of it. Input: a rules table, and a setup and a seed, a save, or
// a snapshot. Output: a match, or Refused.

using System;

namespace Cardwright
{
    public static class Host
    {
        /// <summary>A game before its first event: `setup` is { scenario, rosters }, where both may be left out: the
        /// first scenario then, and the cards that it has.</summary>
        public static Play new_game(Bag rules, object setup = null, object seed = null, object limits = null)
        {
            return new Play(
                rules, Setups.sound_setup(setup), Setups.sound_seed(seed), Setups.sound_limits(limits));
        }

        /// <summary>Data of a host; a text is JSON.</summary>
        private static object data_of(object given)
        {
            string text = given as string;
            if (text == null) return given;
            try
            {
                return Json.read(text);
            }
            catch (FormatException)
            {
                return given;
            }
        }

        /// <summary>A game where a save of any runtime left it.</summary>
        public static Play load(Bag rules, object save, object limits = null)
        {
            SoundSave held = Saves.sound_save(rules, data_of(save));
            Limits allowed = Setups.sound_limits(limits, held.chance);
            if (held.snapshot != null)
            {
                return damaged("the snapshot of the save", () => Play.resumed(rules, held, allowed));
            }
            if (held.origin != null)
            {
                throw new Refused(
                    "the match of the save began from a snapshot, so its answers do not tell it; load it by `state`");
            }
            Play play = new Play(rules, held.setup, Setups.sound_seed(held.seed), allowed);
            play.Skip();
            play.reseed(0, held.reseeded);
            for (int number = 0; number < held.answers.Count; number++)
            {
                object answer = held.answers[number];
                Setups.about("answer " + Values.digits(number + 1) + " of the save: ", () =>
                {
                    play.take(answer);
                    return true;
                });
                play.Skip();
                play.reseed(number + 1, held.reseeded);
            }
            play.set_reseeded(held.reseeded);
            return play;
        }

        /// <summary>The match of a snapshot of any runtime, as it was.</summary>
        public static Play restore(Bag rules, object snapshot, object limits = null)
        {
            Bag held = Setups.sound_snapshot(rules, data_of(snapshot));
            Limits allowed = Setups.sound_limits(limits);
            return damaged("the snapshot", () =>
            {
                return new Play(rules, held.bag("setup"), held.number("seed"), allowed, held);
            });
        }

        /// <summary>Makes a match; where its data is damaged, that is refused.</summary>
        private static Play damaged(string what, Func<Play> make)
        {
            try
            {
                return make();
            }
            catch (Damaged error)
            {
                throw new Refused(what + " is damaged: " + error.Message, error);
            }
        }
    }
}

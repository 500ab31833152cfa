// Tells which invariants do not hold after each of some answers. GAME stands for the namespace of the game.
//
// Usage: mono Judging.exe ASKED TOLD, two files with JSON: {"scenario", "seed", "answers"}, and a list of lists.
using System.Collections.Generic;
using System.IO;
using System.Text;
using Cardwright;
using GAME;

public static class Judging
{
    public static void Main(string[] names)
    {
        Bag asked = (Bag)Json.read(File.ReadAllText(names[0]));
        Play match = Rules.NewGame(Bag.of("scenario", asked["scenario"]), asked["seed"]);
        List<object> log = new List<object>();
        for (long turn = 0; turn < asked.number("answers"); turn++)
        {
            match.Skip();
            log.Add(match.Invariants());
            Seq legal = match.Legal();
            if (legal.Count == 0) break;
            match.Step(((Bag)legal[legal.Count - 1])["answer"]);
        }
        File.WriteAllText(names[1], Json.write(Seq.from(log)), new UTF8Encoding(false));
    }
}

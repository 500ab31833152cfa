// What a host in C# is told when it allows less, stops a game, or asks for what cannot be.
using System;
using System.Collections.Generic;
using System.IO;
using Cardwright;
using GAME;

public static class Allowed
{
    public static void Main(string[] names)
    {
        List<object> told = new List<object>();
        Func<bool> enough = () => true;
        foreach (Bag limits in new[] { Bag.of("work", 50000), Bag.of("watch", enough) })
        {
            Play game = Rules.NewGame(null, 1, limits);
            game.Skip();
            Bag found = game.Step();
            told.Add(found.text("outcome") + " " + found.text("message"));
        }
        foreach (object limits in (Seq)Json.read(File.ReadAllText(names[0])))
        {
            try
            {
                Rules.NewGame(null, 1, limits);
                told.Add("");
            }
            catch (Refused error)
            {
                told.Add(error.Message);
            }
        }
        File.WriteAllText(names[1], Json.write(Seq.from(told)));
    }
}

// What comes of snapshots from strangers: why each is refused, or nothing where it plays on.
using System;
using System.IO;
using Cardwright;
using GAME;

public static class Damage
{
    public static void Main(string[] names)
    {
        Seq snapshots = (Seq)Json.read(File.ReadAllText(names[0]));
        File.WriteAllText(names[1], Json.write(snapshots.map(outcome)));
    }

    private static object outcome(object snapshot)
    {
        try
        {
            Play match = Rules.Restore(snapshot);
            for (int i = 0; i < 6; i++)
            {
                match.Skip();
                if (match.Step().text("type") == "result") break;
                match.View(0);
                match.Explain();
                match.Invariants();
                if (match.Legal().Count == 0) break;
                match.Step(((Bag)match.Legal()[0])["answer"]);
            }
            match.Clone().Snapshot();
            return "";
        }
        catch (Refused error)
        {
            return "refused: " + error.Message;
        }
        catch (Exception error)
        {
            return "RAW: " + error;
        }
    }
}

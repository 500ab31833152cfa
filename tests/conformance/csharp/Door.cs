// Plays exported rules as a test asks. GAME stands for the namespace of the game.
//
// Usage: mono Door.exe ASKED TOLD, two files with JSON: {"cases": [...]}, {"save", "setup", "seed", "turns"}, or
// {"log": ANSWERS, "setup", "seed", "save"}.
using System.Collections.Generic;
using System.IO;
using System.Text;
using Cardwright;
using GAME;

public static class Door
{
    public static void Main(string[] names)
    {
        Bag asked = (Bag)Json.read(File.ReadAllText(names[0]));
        object told = asked.has("cases") ? asked.list("cases").map(transcript)
            : asked.has("log") ? log(asked) : (object)leg(asked);
        File.WriteAllText(names[1], Json.write(told), new UTF8Encoding(false));
    }

    private static object transcript(object case_)
    {
        Seq row = (Seq)case_;
        return Seq.of_texts((string)row[0] == "test"
            ? Transcript.transcript_of_test(RulesTable.rules, (Bag)TestsTable.tests[(int)(long)row[1]])
            : Transcript.transcript_of_match(RulesTable.rules, (string)row[1], row[2]));
    }

    /// <summary>Loads a save (or starts) and plays some answers: the states before and after, and the save.</summary>
    private static Bag leg(Bag asked)
    {
        object save = asked["save"];
        Play match = save == null ? Rules.NewGame(asked["setup"], asked["seed"]) : Rules.Load(save);
        long answered = save == null ? 0 : ((Bag)save).list("answers").Count;
        string before = state_text(match);
        for (long turn = 0; turn < asked.number("turns") && match.Legal().Count > 0; turn++)
        {
            Seq legal = match.Legal();
            match.Step(((Bag)legal[(int)(answered++ % legal.Count)])["answer"]);
            state_text(match);
        }
        return Bag.of("before", before, "after", state_text(match), "save", match.Save());
    }

    /// <summary>All that a host is told; the n-th answer of a request with m legal ones is 7n mod m.</summary>
    private static Seq log(Bag asked)
    {
        Play match = asked["save"] == null ? Rules.NewGame(asked["setup"], asked["seed"]) : Rules.Load(asked["save"]);
        List<object> told = new List<object>();
        for (long number = 0; number < asked.number("log"); number++)
        {
            Bag found = match.Step();
            for (; found.text("type") == "event"; found = match.Step()) told.Add(found);
            told.Add(found);
            if (found.text("type") == "result") break;
            Seq legal = match.Legal();
            told.Add(legal);
            told.Add(match.Explain());
            told.Add(match.View(0));
            told.Add(match.View(1));
            told.Add(match.Invariants());
            told.Add(match.Step(((Bag)legal[(int)(7 * number % legal.Count)])["answer"]));
        }
        told.Add(match.Save());
        return Seq.from(told);
    }

    /// <summary>Everything that a host can read at a request, or the result.</summary>
    private static string state_text(Play match)
    {
        Bag found = match.Step();
        while (found.text("type") == "event") found = match.Step();
        List<object> lines = new List<object>();
        bool is_result = found.text("type") == "result";
        string[] names = is_result ? new[] { "outcome", "message", "events", "state" } : new[] { "kind", "who", "prompt" };
        foreach (string name in names) lines.Add(found[name]);
        if (!is_result)
        {
            lines.AddRange(found.list("options"));
            foreach (string name in new[] { "least", "most", "place" }) lines.Add(found[name]);
            foreach (object legal in match.Legal())
            {
                lines.Add(Values.joined(((Bag)legal).list("answer"), " ") + ": " + ((Bag)legal).text("label"));
            }
            Bag why = match.Explain();
            lines.Add(why["prompt"]);
            lines.Add(why["place"]);
            foreach (object refused in why.list("refused"))
            {
                Bag row = (Bag)refused;
                lines.Add(Values.joined(Seq.of(row["label"], row["reason"], row["place"]).and(row.list("rows")), "; "));
            }
        }
        return Values.joined(Seq.from(lines), "\n");
    }
}

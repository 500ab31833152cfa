// The work of each stretch of cases; the runtime's `refill` was made to tell it here.
using System.Collections.Generic;
using System.IO;
using Cardwright;
using GAME;

public static class Counted
{
    private static List<object> log = new List<object>();

    public static void refilled(State rt)
    {
        log.Add(rt.bounds.work - rt.work);
    }

    public static void Main(string[] names)
    {
        Seq told = ((Seq)Json.read(File.ReadAllText(names[0]))).map(one =>
        {
            Seq row = (Seq)one;
            log = new List<object>();
            List<string> lines = new List<string>((string)row[0] == "test"
                ? Transcript.transcript_of_test(RulesTable.rules, (Bag)TestsTable.tests[(int)(long)row[1]])
                : Transcript.transcript_of_match(RulesTable.rules, (string)row[1], row[2]));
            return Seq.of(lines[lines.Count - 1], Seq.from(log));
        });
        File.WriteAllText(names[1], Json.write(told));
    }
}

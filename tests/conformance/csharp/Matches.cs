// Carries out commands, one a line, on the matches of one export. GAME stands for the namespace of the game.
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using Cardwright;
using GAME;

public static class Matches
{
    private static Play match, kept;
    private static readonly List<Watcher> watchers = new List<Watcher>();

    public static void Main()
    {
        UTF8Encoding plain = new UTF8Encoding(false);
        StreamReader asked = new StreamReader(Console.OpenStandardInput(), plain);
        StreamWriter told = new StreamWriter(Console.OpenStandardOutput(), plain);
        for (string line = asked.ReadLine(); line != null; line = asked.ReadLine())
        {
            Seq row = (Seq)Json.read(line);
            Bag found;
            try
            {
                found = answer((string)row[0], (Seq)row[1], row.slice(2, row.Count));
            }
            catch (Refused error)
            {
                found = Bag.of("refused", error.Message);
            }
            told.Write(Json.write(found) + "\n");
            told.Flush();
        }
    }

    private static Bag answer(string name, Seq wanted, Seq values)
    {
        if (name == "watch_restored") return watched_from(values);
        carry_out(name, values);
        if (name == "views") return Bag.of("views", ((Seq)values[0]).map(viewer => match.View(viewer)));
        if (name == "watched") return watched((Seq)values[0]);
        Bag found = new Bag();
        foreach (object what in wanted.held) found[(string)what] = part((string)what);
        return found;
    }

    private static object part(string name)
    {
        if (name == "state") return Pictures.fingerprint(match.game);
        if (name == "legal") return match.Legal();
        if (name == "answers") return match.Save()["answers"];
        if (name == "eyes") return (long)match.game.eyes.Count;
        if (name == "snapshot") return match.Snapshot();
        if (name == "save") return match.Save();
        match.Skip();
        return match.Step();
    }

    private static void carry_out(string name, Seq values)
    {
        object first = values.at(0), second = values.at(1);
        Play before = match;
        if (name == "new") match = Rules.NewGame(first, second, values.at(2));
        else if (name == "restore") match = Rules.Restore(first, second);
        else if (name == "load") match = Rules.Load(first);
        else if (name == "watch") watch((Seq)first, second, values.at(2));
        if (name == "close") watchers.ForEach(watcher => watcher.Close());
        if (name == "clone") match = match.Clone();
        else if (name == "swap") match = kept;
        if (name == "clone" || name == "swap") kept = before;
        else if (name == "branch") match = match.Branch(first);
        else if (name == "branch_for") match = match.BranchFor(first, second);
        else if (name == "undo") match.Undo();
        else if (name == "redo") match.Redo();
        else if (name == "play")
        {
            match.Skip();
            match.Step(first);
            match.Skip();
        }
    }

    // What a viewer is told before and after an answer, if there is one; nothing after one that is not legal.
    private static Bag watched_from(Seq values)
    {
        Play restored = Rules.Restore(values[0], null);
        Watcher watcher = restored.Watch(values[1], values[2], null);
        Bag found = Bag.of("before", Seq.of(watcher.View(), watcher.Refused()));
        if (values[3] == null) return found;
        try
        {
            restored.Skip();
            restored.Step(values[3]);
            restored.Skip();
        }
        catch (Refused)
        {
            return found;
        }
        found["events"] = watcher.Events();
        found["after"] = watcher.View();
        return found;
    }

    private static void watch(Seq viewers, object language, object names)
    {
        watchers.Clear();
        foreach (object viewer in viewers.held) watchers.Add(match.Watch(viewer, language, names));
    }

    private static Bag watched(Seq picked)
    {
        Bag found = new Bag();
        found["events"] = of_all(watcher => watcher.Events());
        found["views"] = of_all(watcher => watcher.View());
        found["refused_of"] = of_all(watcher => watcher.Refused());
        found["allowed"] = of_all(watcher => allowed(watcher, picked));
        return found;
    }

    private static Seq of_all(Func<Watcher, object> asked)
    {
        List<object> found = new List<object>();
        foreach (Watcher watcher in watchers) found.Add(asked(watcher));
        return Seq.from(found);
    }

    private static Seq allowed(Watcher watcher, Seq picked)
    {
        try
        {
            return picked.map(one => watcher.Allows(one));
        }
        catch (Refused error)
        {
            return Seq.of(error.Message);
        }
    }
}

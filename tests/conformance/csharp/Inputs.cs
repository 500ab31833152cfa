// Asks an export in C# what tests/hostile/engine_inputs.py asks: each line is a list of questions, and is answered by a
// line with the list of answers.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Text;
using Cardwright;
using GAME;

public static class Inputs
{
    public static void Main()
    {
        TextReader asked = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        TextWriter told = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
        for (string line = asked.ReadLine(); line != null; line = asked.ReadLine())
        {
            Seq questions = (Seq)Json.read(line);
            told.Write(Json.write(questions.map(one => answered((Seq)one))) + "\n");
            told.Flush();
        }
    }

    private static string answered(Seq question)
    {
        try
        {
            object[] given = question.slice(1, question.Count).map(value_of).held;
            return Json.write(told((string)question[0], given));
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

    private static object told(string call, object[] given)
    {
        switch (call)
        {
            case "new": return held_of(Rules.NewGame(given[0], 7));
            case "seed": return seed(given[0]);
            case "answer": return answer(given[0]);
            case "allows": return allowed(given[0]);
            case "view": return begun().View(given[0]);
            case "judge": return Rules.CheckRoster(given[0]).map(why =>
            {
                Bag row = (Bag)why;
                return Seq.of(row["reason"], row["place"], row["rows"]);
            });
            case "load":
            case "load_text": return held_of(Rules.Load(given[0]));
            case "match": return last(Transcript.transcript_of_match(RulesTable.rules, given[0], given[1]));
            default: return Seq.of_texts(Transcript.transcript_of_test(RulesTable.rules, given[0]));
        }
    }

    private static object seed(object given)
    {
        Bag save = Rules.NewGame(null, given).Save();
        return Seq.of(save["seed"], save["answers"]);
    }

    private static string last(IList<string> lines)
    {
        return lines[lines.Count - 1];
    }

    private static Play begun()
    {
        Play match = Rules.NewGame();
        match.Skip();
        return match;
    }

    private static string picture(Play match)
    {
        return Json.write(Seq.of(match.Save(), match.View(0), match.Legal(), match.Step()));
    }

    private static object held_of(Play match)
    {
        Bag save = match.Save();
        match.Skip();
        return Seq.of(save["setup"], save["seed"], save["answers"], match.View(0));
    }

    private static object answer(object given)
    {
        Play match = begun();
        string before = picture(match);
        try
        {
            match.Step(given);
        }
        catch (Refused error)
        {
            if (picture(match) != before) throw new Exception("the state changed with " + error.Message);
            match.Step(((Bag)match.Legal()[0])["answer"]); // it goes on
            throw;
        }
        return match.Save()["answers"];
    }

    private static object allowed(object picked)
    {
        Play match = begun();
        string before = picture(match);
        try
        {
            return Seq.of(match.Watch(0L).Allows(picked));
        }
        finally
        {
            if (picture(match) != before) throw new Exception("the state changed");
        }
    }

    // ---- values that JSON cannot hold
    private static object value_of(object held)
    {
        Bag bag = held as Bag;
        Seq items = held as Seq;
        if (items != null) return items.map(value_of);
        if (bag == null) return held;
        if (bag.has("$many"))
        {
            object[] many = new object[bag.number("$many")];
            object of = value_of(bag["of"]);
            for (int i = 0; i < many.Length; i++) many[i] = of;
            return many;
        }
        if (bag.has("$odd")) return odd(bag.text("$odd"));
        Bag made = new Bag();
        foreach (string name in bag.Keys) made[name] = value_of(bag[name]);
        return made;
    }

    private static object odd(string name)
    {
        switch (name)
        {
            case "nan": return double.NaN;
            case "inf": return double.PositiveInfinity;
            case "minus_inf": return double.NegativeInfinity;
            case "minus_zero": return -0.0;
            case "whole_float": return 1.0;
            case "huge": return System.Numerics.BigInteger.Pow(10, 5000);
            case "surrogate": return "\ud800";
            case "broken_text": return "a\udcff";
            case "nul": return "a\0b";
            case "long_text": return new string('x', 1000000);
            case "deep_list": return deep(inner => new List<object> { inner });
            case "deep_object": return deep(inner => new Dictionary<string, object> { { "a", inner } });
            case "cyclic_list": return cyclic(new List<object>());
            case "cyclic_object": return cyclic(new Dictionary<string, object>());
            case "set": return new HashSet<string> { "first" };
            case "function": return (Func<object>)(() => 0);
            case "date": return DateTime.UtcNow;
            case "hashtable": return new Hashtable { { 1, 2 } };
            case "fraction": return 0.5m;
            default: return new object();
        }
    }

    private static object deep(Func<object, object> around)
    {
        object held = new List<object>();
        for (int i = 0; i < 10000; i++) held = around(held);
        return held;
    }

    private static object cyclic(object held)
    {
        List<object> items = held as List<object>;
        if (items != null) items.Add(held);
        else ((Dictionary<string, object>)held)["a"] = held;
        return held;
    }
}

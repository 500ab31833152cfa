// Asks the host's interface of an export questions. GAME stands for the namespace of the game.
//
// Usage: mono Asking.exe QUESTIONS ANSWERS, two files with JSON. An answer is `refused: WORDS`, or a JSON text.
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using Cardwright;
using GAME;

public static class Asking
{
    public static void Main(string[] names)
    {
        Seq questions = (Seq)Json.read(File.ReadAllText(names[0]));
        File.WriteAllText(names[1], Json.write(questions.map(one => told((Seq)one))), new UTF8Encoding(false));
    }

    private static string told(Seq question)
    {
        try
        {
            return Json.write(answer((string)question[0], question.at(1), question.at(2)));
        }
        catch (Refused error)
        {
            return "refused: " + error.Message;
        }
    }

    private static object answer(string call, object one, object two)
    {
        if (call == "early") return Rules.NewGame().Step(one);
        if (call == "load") return Rules.Load(one).Save()["answers"];
        if (call == "judge")
        {
            return Rules.CheckRoster(one).map(why =>
            {
                Bag row = (Bag)why;
                return Seq.of(row["reason"], row["place"], row["rows"]);
            });
        }
        Play match = call == "new" ? Rules.NewGame(one, two) : call == "deal" ? Rules.NewGame(one, 7L) : Rules.NewGame();
        match.Skip();
        if (call == "view") return match.View(one)["for"];
        if (call == "deal") return shown(match.View(0L));
        if (call == "answer") match.Step(one);
        Bag save = match.Save();
        return call == "answer" ? save["answers"] : Seq.of(save["setup"], save["seed"]);
    }

    private static Seq shown(Bag view)
    {
        return view.list("players").map(player =>
        {
            string name = (string)player;
            object score = view.bag("entities").bag(name).bag("fields")["score"];
            string lies = "player hand=[" + cards(view, name + ".hand") + "] pile=[" + cards(view, name + ".pile");
            return lies + "] score=" + Values.label(score);
        });
    }

    private static string cards(Bag view, string zone)
    {
        List<string> found = new List<string>();
        foreach (object name in view.bag("zones").bag(zone).list("entities").held)
        {
            found.Add(name == null ? "?" : view.bag("entities").bag((string)name).text("card"));
        }
        return string.Join(" ", found);
    }
}

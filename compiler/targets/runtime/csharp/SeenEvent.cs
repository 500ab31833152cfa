// Events as watchers are told of them, with their values under names.
//
// Job: read the members of an event's row. Input: a row. Output: values; what is hidden or none is null.

namespace Cardwright
{
    /// <summary>An event of a verb that begins, is refused or was prevented; a game's `types.cs` has a class for each.
    /// </summary>
    public class SeenEvent : SeenValues
    {
        public const string BEGIN = "begin", END = "end", REFUSED = "refused", PREVENTED = "prevented";
        public const string USE = "use", CHOOSE = "choose", ROLL = "roll", CREATE = "create", MOVE = "move";
        public const string REMOVE = "remove", CHANGE = "change", STATUS = "status", DROP = "drop", REVEAL = "reveal";
        public const string SHUFFLE = "shuffle", LASTING = "lasting", ASK = "ask", ANEW = "anew", BOARD = "board";

        public readonly Bag Row;

        protected SeenEvent(Bag row, string verb) : base(row.bag("values"))
        {
            if (!Is(row, verb)) throw new Refused("the event is no " + verb + " that begins");
            Row = row;
        }

        /// <summary>Whether a row of `Events` is of a verb and has its values.</summary>
        public static bool Is(Bag row, string verb)
        {
            return row.has("values") && row.text("verb") == verb;
        }

        /// <summary>`begin`, `refused` or `prevented`.</summary>
        public string What
        {
            get { return Row.text("what"); }
        }

        /// <summary>How many events of the rules are around it.</summary>
        public long Depth
        {
            get { return Row.number("depth"); }
        }

        /// <summary>What it changes in the view.</summary>
        public Seq Changes
        {
            get { return Row.list("changes"); }
        }
    }
}

// Entities as views show them, with their members under names.
//
// Job: read the members of an entity's row in a view. Input: a row. Output: values; what is hidden or none is null.

namespace Cardwright
{
    /// <summary>An entity as a view shows it; a game's `types.cs` has a class for each kind.</summary>
    public class SeenEntity : SeenValues
    {
        public readonly Bag Row;

        protected SeenEntity(Bag row, string kind) : base(row.bag("fields"))
        {
            if (row.text("kind") != kind) throw new Refused("the entity is a " + row.text("kind") + ", and no " + kind);
            Row = row;
        }

        public string Kind
        {
            get { return Row.text("kind"); }
        }

        /// <summary>The id of the card that it was made from, or null.</summary>
        public string Card
        {
            get { return Row["card"] as string; }
        }

        /// <summary>The key of the zone where it lies, or null.</summary>
        public string Zone
        {
            get { return Row["zone"] as string; }
        }

        /// <summary>Its place in the zone, from the top, where that is known.</summary>
        public long? Place
        {
            get { return Row["place"] as long?; }
        }

        /// <summary>The square where it stands, or null.</summary>
        public string At
        {
            get { return Row["at"] as string; }
        }

        public Bag Fields
        {
            get { return Row.bag("fields"); }
        }

        public Seq Statuses
        {
            get { return Row.list("statuses"); }
        }

        public Seq Keywords
        {
            get { return Row.list("keywords"); }
        }
    }
}

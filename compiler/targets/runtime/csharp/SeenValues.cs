// Values as views and events show them, under names.
//
// Job: read the values of a row. Input: a row. Output: values; what is hidden or none is null.

namespace Cardwright
{
    /// <summary>The fields of an entity, or the values of an event, as somebody sees them.</summary>
    public abstract class SeenValues
    {
        private readonly Bag held;

        protected SeenValues(Bag held)
        {
            this.held = held;
        }

        protected object value(string name)
        {
            return held[name];
        }

        protected long number(string name)
        {
            return (long)held[name];
        }

        protected long? number_or_none(string name)
        {
            return held[name] as long?;
        }

        protected bool truth(string name)
        {
            return (bool)held[name];
        }

        protected bool? truth_or_none(string name)
        {
            return held[name] as bool?;
        }

        protected string text(string name)
        {
            return held[name] as string;
        }

        protected Seq list(string name)
        {
            return held[name] as Seq;
        }

        /// <summary>The name of an entity in its view.</summary>
        protected string entity(string name)
        {
            return member(name, "entity");
        }

        protected string card(string name)
        {
            return member(name, "card");
        }

        protected string square(string name)
        {
            return member(name, "square");
        }

        protected string zone(string name)
        {
            return member(name, "zone");
        }

        private string member(string name, string member)
        {
            Bag found = held[name] as Bag;
            return found != null ? found[member] as string : null;
        }
    }
}

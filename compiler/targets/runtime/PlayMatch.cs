#if UNITY_5_3_OR_NEWER
using System.Collections;
using Cardwright;
using UnityEngine;

namespace $space.Samples
{
    /// <summary>A match that plays itself: put this script on an empty object of a scene. What happens is told to
    /// `Animate`, one event after the other, before somebody is asked again.</summary>
    public sealed class PlayMatch : MonoBehaviour
    {
        public int seed = 7;
        public float pause = 0.1f;

        private Play match;
        private Watcher watcher;

        private IEnumerator Start()
        {
            match = Rules.NewGame(null, (long)seed);
            watcher = match.Watch("all");
            for (;;)
            {
                match.Skip();
                foreach (Bag happened in watcher.Events())
                {
                    Animate(happened);
                    yield return new WaitForSeconds(pause);
                }
                Bag told = match.Step();
                if (told.text("type") == "result")
                {
                    Debug.Log(told.text("outcome") + " " + told.text("state"));
                    yield break;
                }
                match.Step(Answer(told));
            }
        }

        /// <summary>What a player answers; here the last of the legal answers. A player's own choice is a list of
        /// positions among the options of the request.</summary>
        private object Answer(Bag request)
        {
            Seq legal = match.Legal();
            Debug.Log(request.text("prompt") + ": " + ((Bag)legal[legal.Count - 1]).text("label"));
            return ((Bag)legal[legal.Count - 1])["answer"];
        }

        /// <summary>An event of `docs/engines.md`: `what` tells which; `changes` tell what is another in the
        /// view.</summary>
        private void Animate(Bag happened)
        {
            switch (happened.text("what"))
            {
                case "move":
                    Debug.Log(happened["entity"] + " goes to " + Json.write(happened["to"]));
                    break;
                case "change":
                    Debug.Log(happened["entity"] + ": " + happened["field"] + " is " + Json.write(happened["after"]));
                    break;
                case "begin":
                    Debug.Log(happened.text("verb"));
                    break;
                case "roll":
                    Debug.Log("roll " + Json.write(happened["roll"]));
                    break;
            }
        }
    }
}
#endif

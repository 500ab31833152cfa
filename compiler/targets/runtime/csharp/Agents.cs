// Agents that need nobody: they choose among legal answers only.
//
// Job: name the built-in agents. Input: a request. Output: an answer. Same seed, same answers.

using System;
using System.Collections.Generic;

namespace Cardwright
{
    public static class Agents
    {
        /// <summary>Every legal answer is equally likely, of the first 64; of a large choice a subset is
        /// drawn.</summary>
        public static Func<Choose, Seq> random_agent(long seed)
        {
            Minstd generator = new Minstd(Values.modulo(seed, 2147483647) * 7919 + 17);
            return request =>
            {
                if (request.such_that == null && request.most > 1)
                {
                    long size = request.least + generator.below(request.most - request.least + 1);
                    Seq drawn = generator.permutation(request.options.Count);
                    return Sorting.sorted(drawn.slice(0, (int)Math.Min(size, drawn.Count)), Values.compare);
                }
                List<Seq> answers = Answers.legal_answers(request);
                return answers[(int)generator.below(answers.Count)];
            };
        }

        /// <summary>Always the first legal answer; of an offer the first thing that can be used.</summary>
        public static Func<Choose, Seq> first_agent(long seed)
        {
            return request =>
            {
                List<Seq> answers = Answers.legal_answers(request, 2);
                return answers[request.kind == "use" && answers.Count > 1 ? 1 : 0];
            };
        }

        /// <summary>The agent of a name with a seed: `random` or `first`; null where there is none.</summary>
        public static Func<Choose, Seq> named(string name, long seed)
        {
            if (name == "random") return random_agent(seed);
            return name == "first" ? first_agent(seed) : null;
        }
    }
}

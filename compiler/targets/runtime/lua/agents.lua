-- Agents that need nobody: they choose among legal answers only.
--
-- Job: name the built-in agents. Input: a request. Output: an answer. Same seed, same answers.

local legal_answers = need("answers", "legal_answers")
local minstd = need("game", "minstd")
local by_number, sorted = need("values", "by_number", "sorted")

-- Equally likely among the first 64 legal answers; of a large choice a subset is drawn.
local function random_agent(seed)
  local generator = minstd(seed % 2147483647 * 7919 + 17) -- never beyond 2^53
  return function(_, request)
    if request.such_that == nil and request.most > 1 then
      local size = request.least + generator:below(request.most - request.least + 1)
      local order, picked = generator:permutation(#request.options), {}
      for i = 1, math.min(size, #order) do
        picked[i] = order[i]
      end
      return sorted(picked, by_number)
    end
    local answers = legal_answers(request, 64)
    return answers[generator:below(#answers) + 1]
  end
end

-- The first legal answer; of an offer the first thing that can be used.
local function first_legal(_, request)
  local answers = legal_answers(request, 2)
  return request.kind == "use" and answers[2] or answers[1]
end

local agents = {
  random = random_agent,
  first = function()
    return first_legal
  end,
}

return { agents = agents, random_agent = random_agent }

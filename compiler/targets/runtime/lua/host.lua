-- The host's interface: one game that a program plays step by step.
--
-- Job: hand out what happens, what is asked and how it ended, one at a time; take answers; save and load.

local insert = table.insert
local at_positions, check_answer, is_pass, legal_answers = need(
  "choices", "at_positions", "check_answer", "is_pass", "legal_answers"
)
local Deals = need("dealt_rosters", "Deals")
local try = need("faults", "try")
local empty_game, new_driver = need("game", "empty_game", "new_driver")
local from_json, NO_SETUP, to_json = need("json", "from_json", "NO_SETUP", "to_json")
local link = need("linked", "link")
local new_run = need("runs", "new_run")
local Inputs = need("setups", "Inputs")
local label, labels, mapped, shown_int = need("values", "label", "labels", "mapped", "shown_int")
need("scripts")

-- A match that a host plays step by step: `told` lines of what happened have been handed out, `request` waits for an
-- answer, `result` is how it ended.
local Match = {}
Match.__index = Match

-- A game before its first event. `setup` is {scenario = name, rosters = {...}}, where both may be left out: the first
-- scenario then, and the cards that it has.
local function new_game(rules, setup, seed, limits)
  Inputs.refused_of = ""
  setup, seed, limits = Inputs.setup(setup), Inputs.seed(seed), Inputs.limits(limits)
  local scenario = setup.scenario == nil and (rules.scenario_names[1] or "") or setup.scenario
  local script = Inputs.script_named(rules, scenario)
  if setup.rosters ~= nil then
    setup.rosters = Deals.seated(rules, setup.rosters, scenario)
  end
  local game = empty_game(link(rules))
  game:limit(limits)
  game.trace = {}
  local match = setmetatable({
    rules = rules, setup = setup, seed = seed, game = game, answers = {}, driver = new_driver(nil, seed), told = 0,
  }, Match)
  match:go_on(function()
    game:set_up(script, setup.rosters and function(env)
      for _, name in ipairs(rules.deals.seats[scenario]) do
        if setup.rosters[name] ~= nil then
          Deals.deal(rules, game, env[name], setup.rosters[name])
        end
      end
    end)
  end)
  return match
end

-- Runs until somebody is asked, or to the end; chance answers by itself. `work` begins a run, `answer` goes on with it.
function Match:go_on(work, answer)
  local game = self.game
  if work then
    self.mark, self.run = game:marked_now(), new_run(function()
      work()
      game:spend(0, -1)
    end)
    game:begin()
  end
  local fine, request
  repeat
    fine, request = try(self.run.go, self.run, answer)
    local by_chance = fine and request and request._is ~= "choose"
    answer = by_chance and self.driver:by_chance(request) or nil
  until not by_chance
  self.request = fine and request or nil
  local failed = not fine and game:failed(self.mark, request)
  if failed and failed._is == "stopped" then
    self:finish("stopped", "the host has stopped the game")
  elseif failed then
    self:finish("fault", failed.message)
  elseif request == nil and self.is_set_up then
    self:finish("ended", "")
  elseif request == nil then
    self.is_set_up = true
    self:go_on(function()
      return game:start()
    end)
  end
end

function Match:finish(outcome, message)
  self.result = {
    type = "result", outcome = outcome, message = message, events = self.game.events, state = self.game:fingerprint(),
  }
end

-- Goes on with an answer to the request that waits; one that is refused leaves the game as it is.
function Match:answer(answer)
  if self.request == nil or self.told < #self.game.trace then
    Inputs.refuse("nothing is asked now")
  end
  local picked = Inputs.answer(answer)
  self.game:refill()
  if not try(check_answer, self.request, picked) then -- also where a condition on the whole met none
    Inputs.refuse(Inputs.shown_answer(picked) .. " is no legal answer")
  end
  insert(self.answers, picked)
  self:go_on(nil, picked)
end

-- The next event, request or result; `answer` is given when a request waits and all events are told.
function Match:step(answer)
  local trace = self.game.trace
  if answer ~= nil then
    Inputs.refused_of = ""
    self:answer(answer)
  end
  if self.told < #trace then
    self.told = self.told + 1
    return { type = "event", depth = trace[self.told].depth, text = trace[self.told].text }
  end
  return self.request and self:asked() or self.result
end

-- Passes over the events that nobody has been told.
function Match:skip()
  self.told = #self.game.trace
end

function Match:asked()
  local request = self.request
  return {
    type = "request", kind = request.kind, who = label(request.who), prompt = request.prompt,
    options = mapped(request.options, label), least = request.least, most = request.most,
    place = self.game:shown_place(request.at),
  }
end

-- The legal answers of the request that waits, at most 64.
function Match:legal()
  local request = self.request
  if request == nil then
    return {}
  end
  self.game:refill()
  return mapped(legal_answers(request, 64), function(answer)
    local text = is_pass(request, answer) and "pass" or labels(at_positions(request.options, answer), ", ")
    return { answer = answer, label = text ~= "" and text or "nothing" }
  end)
end

-- The request that waits; of an offer, what is not offered and why.
function Match:explain()
  local request, game, missing = self.request, self.game, {}
  if request == nil then
    return { prompt = "", place = "", refused = missing }
  end
  game:refill()
  if request.kind == "use" then
    missing = mapped(game:explain(), function(pair)
      local why = pair[2]
      return { label = label(pair[1]), reason = why.message, place = game:shown_place(why.at), rows = why.rows }
    end)
  end
  return { prompt = request.prompt, place = game:shown_place(request.at), refused = missing }
end

-- The picture of what a player may know; players count from 0.
function Match:view(player)
  local players = self.game:of_kind("player")
  local seat = Inputs.whole(player)
  if seat == nil or players[seat + 1] == nil then
    local named = seat == nil and "such player" or "player " .. shown_int(seat)
    Inputs.refuse("there is no " .. named .. "; players count from 0 and are " .. shown_int(#players))
  end
  return self.game:view(players[seat + 1])
end

-- The game as a JSON text: the rest of it follows from the answers.
function Match:save()
  local setup = next(self.setup) and self.setup or NO_SETUP
  return to_json({
    format = 1, game = self.rules.game, hash = self.rules.hash, setup = setup, seed = self.seed, answers = self.answers,
  })
end

-- A saved game, a JSON text or what it holds, played again to where it was.
local function load_game(rules, save, limits)
  if type(save) == "string" and #save > Inputs.bounds.save then
    Inputs.refuse("this is no save: its text is longer than " .. shown_int(Inputs.bounds.save) .. " bytes")
  end
  local held = Inputs.save(rules, type(save) == "string" and from_json(save) or save)
  local match = new_game(rules, held.setup, held.seed, limits)
  match:skip()
  for number, answer in ipairs(held.answers) do
    Inputs.refused_of = "answer " .. shown_int(number) .. " of the save: "
    match:answer(answer)
    Inputs.refused_of = ""
    match:skip()
  end
  return match
end

return { load_game = load_game, new_game = new_game }

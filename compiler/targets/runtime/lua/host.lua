-- The host's interface: one game that a program plays step by step.
--
-- Job: hand out what happens, what is asked and how it ended, one at a time; take answers; save and load.

local insert = table.insert
local at_positions, check_answer, is_pass, legal_answers = need(
  "choices", "at_positions", "check_answer", "is_pass", "legal_answers"
)
local Deals = need("dealt_rosters", "Deals")
local try = need("faults", "try")
local frame_class = need("frames", "frame_class")
local empty_game, new_driver = need("game", "empty_game", "new_driver")
local from_json, NO_SETUP, to_json = need("json", "from_json", "NO_SETUP", "to_json")
local link = need("linked", "link")
local Building, new_building = need("scripts", "Building", "new_building")
local Inputs = need("setups", "Inputs")
local EMPTY, label, labels, mapped, shown_int = need("values", "EMPTY", "label", "labels", "mapped", "shown_int")
need("scripts")

-- Builds a scenario; rosters, each as {player, roster}, are dealt when everything of it is there, and before anything is
-- done.
local Seating = frame_class("Seating", Building)

local function new_seating(rules, script, rosters)
  local made = setmetatable(new_building(script), Seating)
  made.rules, made.rosters = rules, rosters
  return made
end

function Seating:built(rt, position)
  for _, seat in ipairs(self.rosters) do
    Deals.deal(self.rules, rt, self.env[seat[1]], seat[2])
  end
  Building.built(self, rt, position)
end

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
  local brought = {}
  if setup.rosters ~= nil then
    setup.rosters = Deals.seated(rules, setup.rosters, scenario)
    for _, player in ipairs(rules.deals.seats[scenario] or EMPTY) do
      if setup.rosters and setup.rosters[player] ~= nil then
        insert(brought, { player, setup.rosters[player] })
      end
    end
  end
  local game = empty_game(link(rules))
  game:limit(limits)
  game.trace = {}
  local match = setmetatable({
    rules = rules, setup = setup, seed = seed, game = game, answers = {}, driver = new_driver(nil, seed), told = 0,
  }, Match)
  match:go_on(game.start, new_seating(rules, script, brought))
  return match
end

-- Runs until somebody is asked, or to the end; chance answers by itself. `work` starts a frame of the game, or goes on
-- with an answer.
function Match:go_on(work, given)
  local game = self.game
  local fine, request = try(work, game, given)
  while fine and (request == nil or request._is ~= "choose") do
    if request then
      fine, request = try(game.go_on, game, self.driver:by_chance(request))
    elseif self.is_built then
      self:finish("ended", "")
      return
    else
      self.is_built = true
      fine, request = try(game.start, game, game:emit(self.rules.start, {}))
    end
  end
  if fine then
    self.request = request
  elseif request._is == "stopped" then
    self:finish("stopped", "the host has stopped the game")
  else
    self:finish("fault", request.message)
  end
end

function Match:finish(outcome, message)
  self.request = nil
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
  self:go_on(self.game.go_on, picked)
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

-- The game as a JSON text: the rest of it follows from the answers. It has no snapshot.
function Match:save()
  local setup = next(self.setup) and self.setup or NO_SETUP
  return to_json({
    format = 2, game = self.rules.game, plays = self.rules.hash, reads = self.rules.reads, setup = setup,
    seed = self.seed, answers = self.answers,
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

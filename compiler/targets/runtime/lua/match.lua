-- One match, as a host has it: what happens, what is asked, and the match itself as a value.
--
-- Job: hand out what happens, what is asked and how it ended, one at a time; take answers; copy, save, resume and take
-- back. Input: a rules table, a setup and a seed, or a snapshot. Output: tables, and JSON texts.

local insert, remove = table.insert, table.remove
local asked, explained, legal, seat_of, sound_result, told_of, unfit = need(
  "asking", "asked", "explained", "legal", "seat_of", "sound_result", "told_of", "unfit"
)
local board_of = need("board_text", "board_of")
local check_answer = need("answers", "check_answer")
local checkpoint, return_to = need("copies", "checkpoint", "return_to")
local Deals = need("dealt_rosters", "Deals")
local players_by_seat = need("entities", "players_by_seat")
local raise, try = need("faults", "raise", "try")
local empty_game, fits, go_on, minstd, new_driver, start = need(
  "game", "empty_game", "fits", "go_on", "minstd", "new_driver", "start"
)
local new_happening = need("happening", "new_happening")
local deal_anew = need("hidden", "deal_anew")
local broken_invariants = need("invariants", "broken_invariants")
local as_object, null, to_json = need("json", "as_object", "null", "to_json")
local link = need("linked", "link")
local fingerprint = need("pictures", "fingerprint")
local set_board = need("places", "set_board")
local restore, sound_state = need("restoring", "restore", "sound_state")
local reseeded_so_far, save_of = need("saves", "reseeded_so_far", "save_of")
local as_script_env = need("scripts", "as_script_env")
local ALL_FRAMES, new_seating = need("seating", "ALL_FRAMES", "new_seating")
local Inputs = need("setups", "Inputs")
local snapshot_of = need("snapshots", "snapshot_of")
local refill, set_limits = need("spending", "refill", "set_limits")
local copied, EMPTY, joined, mapped, names_of, shorten, shown_int = need(
  "values", "copied", "EMPTY", "joined", "mapped", "names_of", "shorten", "shown_int"
)
local new_watcher, viewed = need("watching", "new_watcher", "viewed")

-- A match that a host plays step by step: `told` lines of what happened have been handed out, `request` waits for an
-- answer, `result` is how it ended. `answers` has every answer since the match began; `taken_back` those that were
-- taken back, the last first. `reseeded` says after how many answers a branch took another seed.
local Match = {}
Match.__index = Match

-- A match of a setup whose members were looked at; nothing has happened in it.
local function bare_match(rules, setup, seed, limits)
  local scenario = setup.scenario == nil and (rules.scenario_names[1] or "") or setup.scenario
  local script, brought = Inputs.script_named(rules, scenario), {}
  setup = as_object(copied(setup))
  if setup.rosters ~= nil then
    setup.rosters = Deals.seated(rules, setup.rosters, scenario)
    for _, player in ipairs(rules.deals.seats[scenario] or EMPTY) do
      if setup.rosters and setup.rosters[player] ~= nil then
        insert(brought, { player, setup.rosters[player] })
      end
    end
  end
  local made = setmetatable({
    rules = rules, setup = setup, seed = seed, limits = limits, script = script, brought = brought, answers = {},
    taken_back = {}, reseeded = {}, points = {}, told = 0, driver = new_driver(nil, seed), is_built = false,
    opening = 0, -- so many answers were given before the game was built
    first = 0, -- so many answers were given before what is remembered for going back
    is_partial = false, -- whether something happened before what is remembered
    origin = nil, -- the snapshot from which the match goes on, if any
    started = 0, -- so many answers were given before the origin
    is_resumed = false, -- whether it goes on from the snapshot of a save, whose answers tell what came before
  }, Match)
  made.game = made:new_game()
  made.game.trace = {}
  return made
end

-- A match before its first event.
local function new_match(rules, setup, seed, limits)
  local made = bare_match(rules, setup, seed, limits)
  made:go_on(start, made:first_frame())
  return made
end

function Match:new_game()
  local game = empty_game(link(self.rules))
  set_limits(game, self.limits)
  return game
end

function Match:first_frame()
  return new_seating(self.rules, self.script, self.brought)
end

-- Whether rolls, draws and shuffles are asked, and not answered by the match's own generator.
function Match:asks_chance()
  return self.limits.chance == "host"
end

-- An answer as the rules take it: of a draw the position alone.
local function taken_as(request, answer)
  return request._is == "draw" and answer[1] or answer
end

-- ---- playing

-- Runs until somebody is asked, or to the end; chance answers by itself, unless the host wants to. `work` starts a
-- frame of the game, or goes on with an answer.
function Match:go_on(work, given)
  local game = self.game
  self.request = nil
  local fine, request = try(work, game, given)
  while fine and (request == nil or request._is ~= "choose") do
    if request and self:asks_chance() then
      break
    elseif request then
      fine, request = try(go_on, game, self.driver:by_chance(request))
    elseif self.is_built then
      self:finish("ended", "")
      return
    else
      self.is_built, self.opening = true, #self.answers
      fine, request = try(start, game, new_happening(self.rules.start, {}))
    end
  end
  if fine then
    self.request = request
    insert(self.points, self:point())
  elseif request._is == "stopped" then
    self:finish("stopped", "the host has stopped the game")
  else
    self:finish("fault", request.message or unfit(self, request))
  end
end

function Match:finish(outcome, message)
  if outcome ~= "ended" and self.is_partial and self.is_built then
    self:back_to_start()
  end
  self.result = {
    type = "result", outcome = outcome, message = message, events = self.game.events, state = fingerprint(self.game),
  }
end

-- After a fault the game is as before its first event. Where that is not remembered, it is built anew.
function Match:back_to_start()
  local game, driver, request, given
  if self.origin ~= nil and self.origin.opening == null then -- it was being built there
    local begun = Match.restored(self.rules, self.origin, self.limits)
    game, driver, request, given = begun.game, begun.driver, begun.request, 0
  else
    game, driver, given = self:new_game(), new_driver(nil, self.seed), 0
    request = start(game, self:first_frame())
  end
  while request ~= nil do
    if request._is == "choose" or self:asks_chance() then
      given = given + 1
      request = go_on(game, taken_as(request, self.answers[given]))
    else
      request = go_on(game, driver:by_chance(request))
    end
  end
  game.events, game.trace = self.game.events, self.game.trace
  self.game = game
end

-- An answer that the request that waits takes.
function Match:sound(answer)
  local request = self.request
  if request == nil or self.told < #self.game.trace then
    Inputs.refuse("nothing is asked now")
  end
  local picked, fine = Inputs.answer(answer), false
  if request._is == "choose" then
    refill(self.game)
    fine = try(check_answer, request, picked) -- also where a condition on the whole met none
  else
    fine = fits(request, picked)
  end
  if not fine then
    Inputs.refuse(Inputs.shown_answer(picked) .. " is no legal answer")
  end
  return picked
end

-- Goes on with an answer to the request that waits; one that is refused leaves the game as it is.
function Match:answer(answer)
  local picked = self:sound(answer)
  self.taken_back, self.reseeded = {}, reseeded_so_far(self)
  self:give_answer(picked)
end

function Match:give_answer(answer)
  insert(self.answers, answer)
  self:go_on(go_on, taken_as(self.request, answer))
end

-- The next event, request or result; `answer` is given when a request waits and all events are told.
function Match:step(answer)
  local trace = self.game.trace
  if answer ~= nil then
    Inputs.refused_of = ""
    self:answer(answer)
    trace = self.game.trace
  end
  if self.told < #trace then
    self.told = self.told + 1
    return { type = "event", depth = trace[self.told].depth, text = trace[self.told].text }
  end
  return self.request and asked(self.game, self.request) or self.result
end

-- Passes over the events that nobody has been told.
function Match:skip()
  self.told = #self.game.trace
end

-- ---- a match as a value

function Match:point()
  return {
    game = checkpoint(self.game, ALL_FRAMES), answers = #self.answers, lines = #self.game.trace,
    chance = self.driver.generator.value, is_built = self.is_built,
  }
end

-- The game as the state of a snapshot says.
function Match:take(state)
  local code = self.game.code
  for _, position in ipairs(self.script.positions) do
    code:body(position.build)
    code:body(position["do"])
  end
  restore(self.game, state, ALL_FRAMES)
  for _, frame in ipairs(self.game.frames) do
    if frame.frame == "Seating" then
      local order = names_of(frame.env)
      frame.rules, frame.rosters, frame.positions = self.rules, self.brought, self.script.positions
      as_script_env(frame.env, order)
    end
  end
end

-- Makes the waiting request anew, for a game that was copied, resumed or taken back.
function Match:ask_again()
  local frames = self.game.frames
  self.request = #frames > 0 and frames[#frames]:made(self.game) or nil
  self.points = self.request and { self:point() } or {}
end

-- An independent match in the same state, with the same future.
function Match:clone()
  local made = setmetatable(copied(self), Match)
  made.answers, made.taken_back, made.reseeded = copied(self.answers), copied(self.taken_back), copied(self.reseeded)
  made.setup, made.first, made.is_partial = as_object(copied(self.setup)), #self.answers, true
  made.driver = new_driver(nil, 1)
  made.driver.generator.value = self.driver.generator.value
  made.game = made:new_game()
  if self.game.drawn then
    set_board(made.game, self.game.drawn)
  end
  made:take(snapshot_of(self.game, ALL_FRAMES))
  made.game.trace = copied(self.game.trace)
  made:ask_again()
  return made
end

-- A clone with another future of dice, draws and shuffles.
function Match:branch(seed)
  Inputs.refused_of = ""
  local row, made = { #self.answers, Inputs.seed(seed) }, self:clone()
  made.reseeded, made.taken_back = reseeded_so_far(self), {}
  insert(made.reseeded, row)
  made:reseed(row[1], { row })
  return made
end

-- A branch in which what a player cannot know is dealt anew, in a way that fits all that they know; refused where what
-- is being done names something that is hidden from them.
function Match:branch_for(player, seed)
  Inputs.refused_of = ""
  local seat, made = seat_of(self.game, player), self:branch(seed)
  if not deal_anew(made.game, players_by_seat(made.game)[seat + 1], made.driver.generator, ALL_FRAMES) then
    Inputs.refuse("what is being done names something that player " .. shown_int(seat) .. " cannot know")
  end
  -- Neither the seed, nor the answers so far, nor the story, nor the hash of the end tell what is hidden in truth.
  made.seed, made.reseeded, made.told = Inputs.seed(seed), {}, 0
  shorten(made.answers, made.opening)
  made.game.trace = {}
  made.first, made.started, made.is_resumed = #made.answers, #made.answers, false
  made.result = sound_result(made.game, made.result)
  made:ask_again()
  made.origin = made:snapshot_data()
  return made
end

-- Returns to the request before.
function Match:undo()
  Inputs.refused_of = ""
  local count = #self.answers
  if count == self.started then
    Inputs.refuse("there is nothing to take back")
  end
  if count == self.first then
    self:relive()
  end
  local answer, points = self.answers[count], self.points
  if count == self.first or (self.result ~= nil and self.result.outcome ~= "ended") then
    self:replay(count - 1) -- a fault has taken back all of it
  else
    if #points > 0 and points[#points].answers == count then
      remove(points)
    end
    self:return_to(points[#points])
  end
  insert(self.taken_back, answer)
end

function Match:return_to(point)
  local game = self.game
  return_to(game, point.game, ALL_FRAMES)
  shorten(self.answers, point.answers)
  shorten(game.trace, point.lines)
  self.told = math.min(self.told, point.lines)
  self.driver.generator.value, self.is_built, self.result = point.chance, point.is_built, nil
  self.request = game.frames[#game.frames]:made(game)
end

-- Plays again what came before the save that the match goes on from, for going back.
function Match:relive()
  if not self.is_resumed then
    return
  end
  local told, known = "the answers of the save do not lead to its snapshot", fingerprint(self.game)
  local before = copied(self)
  Inputs.refused_of = told .. ": "
  local fine, err = try(self.replay, self, #self.answers)
  Inputs.refused_of = ""
  if not fine or fingerprint(self.game) ~= known then
    for name, value in pairs(before) do
      self[name] = value
    end
    local at = type(err) == "string" and string.find(err, told, 1, true) -- a host may have put a place before it
    raise(fine and told or at and string.sub(err, at) or err)
  end
end

-- Plays the match again up to so many answers.
function Match:replay(count)
  local again
  if self.origin ~= nil then
    again = Match.restored(self.rules, self.origin, self.limits)
  else
    again = new_match(self.rules, self.setup, self.seed, self.limits)
  end
  local answers, taken_back, reseeded = self.answers, self.taken_back, self.reseeded
  for number = self.started, count do
    again:reseed(number, reseeded)
    again:skip()
    if number < count then
      local answer = answers[number + 1]
      again:give_answer(self.is_resumed and again:sound(answer) or answer)
    end
  end
  self.request, self.result = nil, nil
  for name, value in pairs(again) do
    self[name] = value
  end
  self.taken_back, self.reseeded = taken_back, reseeded
end

function Match:reseed(count, rows)
  for _, row in ipairs(rows) do
    if row[1] == count then
      self.driver.generator = minstd(row[2])
      local point = self.points[#self.points]
      if point ~= nil and point.answers == count then
        point.chance = self.driver.generator.value
      end
    end
  end
end

-- Gives the answer that was taken back last once more.
function Match:redo()
  Inputs.refused_of = ""
  if #self.taken_back == 0 then
    Inputs.refuse("nothing was taken back")
  end
  self:skip()
  self:give_answer(remove(self.taken_back))
  self:reseed(#self.answers, self.reseeded)
end

-- ---- as data

function Match:snapshot_data()
  local game, code, board, opening = self.game, self.game.code, null, null
  for position, row in ipairs(self.script.positions) do
    local made = code.boards[row]
    board = made and made.grid == game.drawn and position - 1 or board
  end
  if self.is_built then
    opening = copied(self.answers)
    shorten(opening, self.opening)
  end
  return as_object({
    format = 1, game = self.rules.game, hash = self.rules.hash, setup = self.setup, seed = self.seed,
    chance = self.driver.generator.value, opening = opening, board = board, result = self.result or null,
    state = snapshot_of(game, ALL_FRAMES),
  })
end

-- All of the match as a JSON text, for `restore` in any engine.
function Match:snapshot()
  return to_json(self:snapshot_data())
end

-- The match of a snapshot whose members were looked at.
function Match.restored(rules, held, limits)
  local made = bare_match(rules, held.setup, held.seed, limits)
  local opening, board = held.opening ~= null and held.opening or EMPTY, held.board
  made.answers = mapped(opening, Inputs.answer)
  made.opening, made.first, made.started = #opening, #opening, #opening
  made.is_partial, made.origin, made.is_built = true, held, held.opening ~= null
  made.driver.generator.value = held.chance
  if board ~= null then
    local position = made.script.positions[board + 1]
    if position == nil or #position.board == 0 then
      Inputs.damaged("there is no such board")
    end
    set_board(made.game, (board_of(made.game.code, position)))
  end
  made:take(sound_state(held.state))
  local fine, told = try(function()
    if #made.game.frames > 0 then
      made:ask_again()
    else
      made.result = sound_result(made.game, held.result)
    end
    return fingerprint(made.game)
  end)
  if not fine or (made.request == nil and made.result == nil) then
    local is_none = fine and told
    Inputs.damaged(is_none and "it neither waits nor has ended" or "what it waits for does not fit its rules")
  end
  return made
end

-- The match of a save whose members were looked at, from its snapshot.
function Match.resumed(rules, save, limits)
  local answers = {}
  for number, answer in ipairs(save.answers) do
    Inputs.refused_of = "answer " .. shown_int(number) .. " of the save: "
    answers[number] = Inputs.answer(answer)
    Inputs.refused_of = ""
  end
  local seed, made = Inputs.seed(save.seed), Match.restored(rules, save.snapshot, limits)
  made.seed, made.answers, made.started = seed, answers, 0
  if save.origin ~= nil then
    local begun = Match.restored(rules, save.origin, limits)
    made.answers, made.started = joined(begun.answers, answers), begun.started
  end
  made.origin, made.first, made.is_resumed, made.reseeded = save.origin, #made.answers, true, save.reseeded
  made.points = #made.points > 0 and { made:point() } or made.points
  return made
end

-- The match as a JSON text, for `load` in any engine.
function Match:save()
  return to_json(save_of(self))
end

-- The first 64 legal answers.
function Match:legal()
  return told_of(self, legal, self.game, self.request)
end

-- The request that waits; of an offer, what is not offered and why.
function Match:explain()
  return told_of(self, explained, self.game, self.request)
end

-- The invariants that do not hold now; for authors and tests, never for a player.
function Match:invariants()
  return told_of(self, broken_invariants, self.game)
end

-- What a player may know, counted from 0, as a JSON text; nothing is a spectator, who knows less, and "all" a referee.
function Match:view(player)
  return told_of(self, viewed, self, player)
end

-- Somebody who watches this match; with a language also in words, which call the players by these names.
function Match:watch(player, language, names)
  return told_of(self, new_watcher, self, player, language, names)
end

return { Match = Match, new_match = new_match }

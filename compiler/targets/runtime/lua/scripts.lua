-- Running tests and scenarios.
--
-- Job: build a position from its drawn board and its statements; run the steps of a test, and gather what its claims
-- make of them. Output: a game in its position, or the failures of a test.

local concat, insert = table.concat, table.insert
local script_driver = need("test_answers", "script_driver")
local board_of = need("board_text", "board_of")
local judge_events, judge_step = need("claims", "judge_events", "judge_step")
local fault, raise, try = need("faults", "fault", "raise", "try")
local frame_class, new_body = need("frames", "frame_class", "new_body")
local as_fault, empty_game, run = need("game", "as_fault", "empty_game", "run")
local new_checking = need("happening", "new_checking")
local link = need("linked", "link")
local place, set_board = need("places", "place", "set_board")
local check_roster = need("rosters", "check_roster")
local name_for_tests, named = need("test_names", "name_for_tests", "named")
local EMPTY, shown_int = need("values", "EMPTY", "shown_int")

-- Values of a script by name; `_order` are the names in the order in which they came.
local ENV = {
  __newindex = function(env, name, value)
    insert(env._order, name)
    rawset(env, name, value)
  end,
}

local function as_script_env(values, order)
  rawset(values, "_is", "env")
  rawset(values, "_order", order)
  return setmetatable(values, ENV)
end

-- Builds the positions of a script one after the other.
local Building = frame_class("Building")

local function new_env()
  return as_script_env({}, {})
end

local function new_building(script, env)
  return setmetatable({
    pc = 0, positions = script.positions, env = env or new_env(), number = 0, letters = EMPTY,
  }, Building)
end

function Building:run(rt)
  local position = self.positions[self.number + 1]
  if position == nil then
    return nil
  end
  self.pc = self.pc + 1
  if self.pc == 1 then
    self.letters = EMPTY
    if #position.board > 0 then
      local grid
      grid, self.letters = board_of(rt.code, position)
      set_board(rt, grid)
    end
    return new_body(rt.code:body(position.build), { env = self.env })
  elseif self.pc == 2 then
    self:built(rt, position)
    return new_body(rt.code:body(position["do"]), { env = self.env })
  end
  self.number, self.pc = self.number + 1, 0
  return new_checking()
end

-- Everything is there: those at the letters of the board are put on their squares.
function Building:built(rt, position)
  local env = self.env
  for _, letter in ipairs(position.letters) do
    local square = self.letters[letter[1]]
    if square == nil then
      fault("the letter " .. letter[1] .. " does not stand on the board", position.at)
    end
    place(rt, env[letter[2]], rt.square_at[square])
  end
  for _, name in ipairs(env._order) do
    local value = env[name]
    if type(value) == "table" and value._is == "entity" then
      name_for_tests(rt, value, name)
    end
  end
end

-- ---- tests

local function judge_roster(code, script, failures)
  local broken = check_roster(code, script.roster.name, script.roster.values)
  local found, told = false, {}
  for i, reason in ipairs(broken) do
    told[i] = reason.message
    found = found or (script.illegal ~= "" and string.find(reason.message, script.illegal, 1, true) ~= nil)
    if script.illegal == "" then
      insert(failures, "the roster is illegal: " .. reason.message)
    end
  end
  if script.illegal ~= "" and not found then
    local wrong = #told > 0 and concat(told, "; ") or "nothing"
    insert(failures, "the roster is not illegal for this reason; wrong is: " .. wrong)
  end
end

local function transcript_game(rules)
  local game = empty_game(link(rules))
  game.trace, game.history, game.shows_requests = {}, {}, true
  return game
end

local function build(game, positions, env, where)
  game.watcher = nil
  local fine, stop_here = try(function()
    run(game, new_building({ positions = positions }, env), script_driver(game, nil, env))
  end)
  if not fine then
    local found = as_fault(stop_here)
    found.message = found.message .. " (" .. where .. ")"
    raise(found)
  end
end

-- Runs the statements of a step; a fault says where, and after how many of the answers.
local function carry_out(game, step, driver, where)
  game.outermost, game.watcher = {}, driver
  local fine, stop_here = try(function()
    run(game, new_body(game.code:body(step["do"]), { env = driver.env }), driver)
    run(game, new_checking(), driver)
    driver:finish()
  end)
  if fine then
    return
  end
  local found, told = as_fault(stop_here), { where }
  for _, kind in ipairs({ "choices", "dice", "draws" }) do
    local given = #step[kind]
    if given > 0 then
      insert(told, "after " .. shown_int(given - #driver[kind]) .. " of " .. shown_int(given) .. " " .. kind)
    end
  end
  if #told > 0 then
    found.message = found.message .. " (" .. concat(told, ", ") .. ")"
  end
  raise(found)
end

local function in_step(number, of)
  return "in step " .. shown_int(number) .. " of " .. of
end

local function run_steps(game, script, failures)
  local env = new_env()
  for _, stage in ipairs(script.foregoing) do
    build(game, stage.positions, env, "where the test `" .. stage.test .. "` begins")
    for number, step in ipairs(stage.steps) do
      carry_out(game, step, script_driver(game, step, env), in_step(number, "`" .. stage.test .. "`"))
    end
  end
  build(game, script.positions, env, "in `given`")
  game.history = {}
  local count = #script.steps
  for number, step in ipairs(script.steps) do
    local begun, driver = #game.history, script_driver(game, step, env)
    carry_out(game, step, driver, count > 1 and in_step(number, shown_int(count)) or nil)
    local history = {}
    for i = begun + 1, #game.history do
      insert(history, game.history[i])
    end
    judge_step(step, game, driver, { history = history, illegal = number == 1 and script.illegal or "" }, failures)
  end
  judge_events(script.happens, game.history, game, env, failures)
end

-- Runs a test to its end; gives the failures, none when it passed, and the game.
local function run_test(rules, script)
  local game, failures = transcript_game(rules), {}
  local fine, stop_here = try(function()
    if script.roster then
      judge_roster(game.code, script, failures)
    end
    run_steps(game, script, failures)
  end)
  if not fine then
    insert(failures, named(game, as_fault(stop_here).message))
  end
  return failures, game
end

return {
  as_script_env = as_script_env, Building = Building, new_building = new_building, run_test = run_test,
  transcript_game = transcript_game,
}

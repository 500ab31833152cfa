-- Running tests and scenarios.
--
-- Job: build a position from its drawn board and its statements; answer requests from a test's script; compare the
-- outcome with what the test expects. Output: a game in its position, or the failures of a test.

local concat, insert = table.concat, table.insert
local board_of = need("board_text", "board_of")
local fault, try = need("faults", "fault", "try")
local frame_class, new_body = need("frames", "frame_class", "new_body")
local as_fault, Driver, empty_game, Game, minstd = need("game", "as_fault", "Driver", "empty_game", "Game", "minstd")
local new_checking = need("happening", "new_checking")
local link = need("linked", "link")
local check_roster = need("rosters", "check_roster")
local copied, EMPTY, is_list, label, mapped, shown_int, usable_text = need(
  "values", "copied", "EMPTY", "is_list", "label", "mapped", "shown_int", "usable_text"
)

-- The name of an entity in a test, and those of the parts printed in it: `sword.lines#2`, `sword.edge`.
function Game:name_for_tests(entity, name)
  local function call(one, text)
    if type(one) == "table" and one._is == "entity" and self.test_names[one._id] == nil then
      self.test_names[one._id] = text
    end
  end
  call(entity, name)
  for _, field in ipairs(entity._class.fields) do
    local inside_it = field.part ~= "" and rawget(entity, field.name)
    if inside_it and is_list(inside_it) then
      for number, part in ipairs(inside_it) do
        call(part, name .. "." .. field.name .. "#" .. shown_int(number))
      end
    elseif inside_it then
      call(inside_it, name .. "." .. field.name)
    end
  end
end

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

local function new_building(script)
  return setmetatable({
    pc = 0, positions = script.positions, env = as_script_env({}, {}), number = 0, letters = EMPTY,
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
      rt:set_board(grid)
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
    rt:place(env[letter[2]], rt.square_at[square])
  end
  for _, name in ipairs(env._order) do
    local value = env[name]
    if type(value) == "table" and value._is == "entity" then
      rt:name_for_tests(value, name)
    end
  end
end

-- Answers from a test's lists. An offer that the next answer does not name is passed; a `may` likewise declined.
local ScriptDriver = {}
ScriptDriver.__index = ScriptDriver

local function script_driver(choices, dice)
  return setmetatable({
    choices = choices, dice = dice, chosen = 0, rolled = 0, generator = minstd(1),
  }, ScriptDriver)
end

local function many_of(given)
  if type(given) == "table" and given[1] ~= nil then
    return given
  end
  return nil
end

function ScriptDriver:answer(game, request)
  if request._is == "roll" then
    return self:faces(game, request)
  elseif request._is == "choose" then
    return self:pick(game, request)
  end
  return Driver.by_chance(self, request)
end

function ScriptDriver:next_die()
  self.rolled = self.rolled + 1
  return self.dice[self.rolled]
end

function ScriptDriver:faces(game, request)
  if self.rolled >= #self.dice then
    fault("a roll of " .. concat(request.dice, ", ") .. " is not scripted: add `dice:`", request.at)
  end
  local given = self:next_die()
  local many = many_of(given)
  if many == nil then
    many = { given }
    while #many < #request.dice and self.rolled < #self.dice do
      many[#many + 1] = self:next_die()
    end
  end
  if #many ~= #request.dice then
    fault(shown_int(#request.dice) .. " dice are rolled, and " .. shown_int(#many) .. " are scripted", request.at)
  end
  local faces = {}
  for i, die in ipairs(request.dice) do
    faces[i] = self:face(game, die, many[i], request.at)
  end
  return faces
end

local function same_symbols(symbols, wanted)
  if type(wanted) == "number" then
    wanted = { value = wanted }
  end
  for name, count in pairs(wanted) do
    if symbols[name] ~= count then
      return false
    end
  end
  for name in pairs(symbols) do
    if wanted[name] == nil then
      return false
    end
  end
  return true
end

function ScriptDriver:face(game, die, wanted, at)
  for index = 0, game.code:die_size(die, at) - 1 do
    local symbols = game.code:face(die, index)
    if same_symbols(symbols, wanted) then
      return index
    end
  end
  fault(die .. " has no face " .. (type(wanted) == "table" and "like this" or label(wanted)), at)
end

function ScriptDriver:pick(game, request)
  local following = self.choices[self.chosen + 1]
  if request.kind == "use" then
    local position = following ~= nil and self:find(game, request, following) or nil
    if position or following == "pass" then
      self.chosen = self.chosen + 1
    end
    return { position or -1 }
  elseif request.kind == "yes" then
    if following == "yes" or following == "no" or following == true or following == false then
      self.chosen = self.chosen + 1
    end
    return { (following == "yes" or following == true) and 0 or 1 }
  elseif following == nil then
    fault("a choice is not scripted: one of " .. self:shown(game, request), request.at)
  end
  self.chosen = self.chosen + 1
  local many = type(following) == "table" and following or { following }
  local found = following == "none" and {} or mapped(many, function(wanted)
    return self:find(game, request, wanted) or fault(
      label(following) .. " is no option: one of " .. self:shown(game, request), request.at)
  end)
  return found
end

function ScriptDriver:find(game, request, wanted)
  for i, option in ipairs(request.options) do
    if self:names(game, option)[label(wanted)] then
      return i - 1
    end
  end
  return nil
end

-- Every way in which a test may name an option, as a set.
function ScriptDriver:names(game, option)
  local form = type(option) == "table" and option._is
  if form == "entity" then
    local named = option._card and option._card._id or rawget(option, "id")
    if named == nil then
      named = option._id
    end
    local found = { [label(option)] = true, [label(named)] = true }
    if game.test_names[option._id] then
      found[game.test_names[option._id]] = true
    end
    found[""] = nil
    return found
  elseif form ~= "usable" then
    return { [label(option)] = true }
  end
  local mine, its = self:names(game, option.me), self:names(game, option.this)
  local found = copied(its)
  found[option.name], found[usable_text(option)] = true, true
  for m in pairs(mine) do
    found[option.name .. " of " .. m] = true
    for t in pairs(its) do
      found[t .. " of " .. m] = true
    end
  end
  return found
end

function ScriptDriver:shown(game, request)
  local texts = {}
  for i = 1, math.min(12, #request.options) do
    local option = request.options[i]
    texts[i] = type(option) == "table" and game.test_names[rawget(option, "_id")] or label(option)
  end
  return concat(texts, ", ")
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

-- The first call must be refused with the reason that the test states; without one, none may be refused.
local function judge_legality(game, illegal, failures)
  local function is_refused(event)
    return event._reason and (event._outcome == "illegal" or event._outcome == "fizzled")
  end
  if illegal == "" then
    for _, event in ipairs(game.outermost) do
      if is_refused(event) then
        insert(failures, event._verb .. " is illegal: " .. event._reason.message)
      end
    end
    return
  end
  local first = game.outermost[1]
  if first == nil or not is_refused(first) then
    insert(failures, "the first call was to be refused, and is legal")
  elseif not string.find(first._reason.message, illegal, 1, true) then
    insert(failures, "it is refused for another reason: " .. first._reason.message)
  end
end

-- What a test gives, as it is told: texts in quotes, lists in brackets.
local function shown_given(given)
  if type(given) == "string" then
    return "'" .. given .. "'"
  elseif type(given) == "table" then
    return "[" .. concat(mapped(given, shown_given), ", ") .. "]"
  end
  return label(given)
end

-- What is left of a list from a position on; none where all was used.
local function unused(items, count)
  if count >= #items then
    return nil
  end
  local left = {}
  for i = count + 1, #items do
    left[#left + 1] = items[i]
  end
  return shown_given(left)
end

local function run_step(game, step, env, illegal, failures)
  game.outermost = {}
  local driver = script_driver(step.choices, step.dice)
  game:run(new_body(game.code:body(step["do"]), { env = env }), driver)
  game:run(new_checking(), driver)
  local left = { { "choices", unused(step.choices, driver.chosen) }, { "dice", unused(step.dice, driver.rolled) } }
  for _, pair in ipairs(left) do
    if pair[2] then
      insert(failures, pair[1] .. " were never asked for: " .. pair[2])
    end
  end
  judge_legality(game, illegal, failures)
  for _, asked in ipairs(step["then"]) do
    game:refill()
    if not asked.test(game, env) then
      local left = asked.left and " (it is " .. label(asked.left(game, env)) .. ")" or ""
      insert(failures, "`" .. asked.text .. "` does not hold" .. left)
    end
  end
end

local function compare_events(script, history, failures)
  local waiting = 1
  for _, verb in ipairs(history) do
    if script.events[waiting] == verb then
      waiting = waiting + 1
    end
  end
  if waiting <= #script.events then
    local order = {}
    for i = 1, math.min(40, #history) do
      order[i] = history[i]
    end
    local happened = concat(order, ", ")
    insert(failures, "the event " .. script.events[waiting] .. " did not follow (what happened: " .. happened .. ")")
  end
end

local function transcript_game(rules)
  local game = empty_game(link(rules))
  game.trace, game.history, game.shows_requests = {}, {}, true
  return game
end

-- Runs a test to its end; gives the failures, none when it passed, and the game.
local function run_test(rules, script)
  local game, failures = transcript_game(rules), {}
  local fine, stop_here = try(function()
    if script.roster then
      judge_roster(game.code, script, failures)
    end
    local building = new_building(script)
    game:run(building, script_driver(EMPTY, EMPTY))
    game.history = {}
    for number, step in ipairs(script.steps) do
      run_step(game, step, building.env, number == 1 and script.illegal or "", failures)
    end
  end)
  if not fine then
    insert(failures, as_fault(stop_here).message)
  end
  compare_events(script, game.history, failures)
  return failures, game
end

return {
  as_script_env = as_script_env, Building = Building, Game = Game, new_building = new_building, run_test = run_test, transcript_game = transcript_game,
}

-- Asks an export in Lua: a batch of questions as a JSON text, its answers parted by lines.

local rules = require("game")
local rt = rules.rt

local function failing()
  error("raw")
end

local function nested(depth, key)
  local held = {}
  for _ = 1, depth do
    held = { [key] = held }
  end
  return held
end

local function cycle(key)
  local held = {}
  held[key] = held
  return held
end

local made = {
  nan = function() return 0 / 0 end,
  inf = function() return 1 / 0 end,
  minus_inf = function() return -1 / 0 end,
  minus_zero = function() return -0.0 end,
  whole_float = function() return 1.0 end,
  huge = function() return 10 ^ 400 end,
  surrogate = function() return rt.from_json('"\\ud800"') end,
  broken_text = function() return "a\255" end,
  nul = function() return "a\0b" end,
  long_text = function() return string.rep("x", 1000000) end,
  deep_list = function() return nested(10000, 1) end,
  deep_object = function() return nested(10000, "a") end,
  cyclic_list = function() return cycle(1) end,
  cyclic_object = function() return cycle("a") end,
  ["function"] = function() return failing end,
  coroutine = function() return coroutine.create(failing) end,
  python = function() return python_thing end,
  mixed = function() return { 0, scenario = "first" } end,
  holes = function() return { [1] = 0, [3] = 0 } end,
  fraction = function() return { [1] = 0, [1.5] = 0 } end,
  table_key = function() return { [{}] = 0 } end,
  truth_key = function() return { [true] = 0 } end,
  from_zero = function() return { [0] = 0 } end,
  far = function() return { [2 ^ 60] = 0 } end,
  metatable = function()
    return setmetatable({ a = 1 }, { __index = failing, __len = failing, __pairs = failing, __ipairs = failing, __eq = failing })
  end,
  list_metatable = function()
    return setmetatable({ {} }, { __index = failing, __len = failing, __pairs = failing, __ipairs = failing })
  end,
}

local null = rt.from_json("[null]")[1] -- none as an array has it

-- A question's value: an object with `$odd` stands for what no JSON can hold.
local function value_of(held)
  if type(held) ~= "table" then
    return held
  elseif held["$many"] then
    local found = {}
    for i = 1, held["$many"] do
      found[i] = held.of
    end
    return found
  elseif held["$odd"] then
    return made[held["$odd"]]()
  end
  local found = {}
  for key, item in pairs(held) do
    found[key] = value_of(item)
  end
  return found
end

-- An argument: what an array has as none is nothing.
local function given(held)
  if held == null then
    return nil
  end
  return value_of(held)
end

local function begun(setup, seed)
  local match = rules.new_game(setup, seed)
  match:skip()
  return match
end

local function picture(match)
  return match:save() .. match:view(0) .. rt.to_json(match:legal()) .. rt.to_json(match:step())
end

local running = begun()

local function held_of(match)
  local save = rt.from_json(match:save())
  match:skip()
  local setup = next(save.setup) and rt.to_json(save.setup) or "{}"
  return "[" .. setup .. "," .. rt.to_json(save.seed) .. "," .. rt.to_json(save.answers) .. "," .. match:view(0) .. "]"
end

local asked = {
  new = function(setup) return held_of(rules.new_game(setup, 7)) end,
  seed = function(seed)
    local save = rt.from_json(rules.new_game(nil, seed):save())
    return rt.to_json({ save.seed, save.answers })
  end,
  answer = function(answer)
    local match = begun()
    local before = picture(match)
    local fine, why = pcall(match.step, match, answer)
    if not fine then
      if picture(match) ~= before then
        error("RAW: the state changed with " .. tostring(why), 0)
      end
      match:step(match:legal()[1].answer) -- it goes on
      error(why, 0)
    end
    return rt.to_json(rt.from_json(match:save()).answers)
  end,
  allows = function(picked)
    local before, watcher = picture(running), running:watch(0)
    local fine, told = pcall(watcher.allows, watcher, picked)
    if picture(running) ~= before then
      error("RAW: the state changed", 0)
    elseif not fine then
      error(told, 0)
    end
    return rt.to_json({ told })
  end,
  view = function(player) return running:view(player) end,
  judge = function(roster)
    local lines = {}
    for i, why in ipairs(rules.check_roster(roster)) do
      lines[i] = { why.reason, why.place, why.rows }
    end
    return rt.to_json(lines)
  end,
  load = function(save) return held_of(rules.load(save)) end,
  load_text = function(text) return held_of(rules.load(text)) end,
  match = function(scenario, seed)
    local lines = rt.transcript_of_match(rules.rules, scenario, seed)
    return rt.to_json(lines[#lines])
  end,
  test = function(script) return rt.to_json(rt.transcript_of_test(rules.rules, script)) end,
}

-- Whether what was raised is one of the sentences of the interface, and no mishap of the host's Lua.
local function is_raw(why)
  return type(why) ~= "string" or string.find(why, "^RAW") or string.find(why, "attempt to", 1, true)
    or string.find(why, "bad argument", 1, true) or string.find(why, "^[%w_/%.]+:%d+:") or string.find(why, "overflow", 1, true)
    or string.find(why, "the rules stop here", 1, true)
end

return function(text)
  local told = {}
  for i, question in ipairs(rt.from_json(text)) do
    local fine, found = pcall(asked[question[1]], given(question[2]), given(question[3]))
    told[i] = fine and found or (is_raw(found) and "RAW: " or "refused: ") .. tostring(found)
  end
  return table.concat(told, "\n")
end

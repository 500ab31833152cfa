-- What a host gives: setups, seeds, answers, saves and snapshots, made sure of before anything is done with them.
--
-- Job: refuse what is invalid with a sentence that every runtime has in common, and give the rest as plain values.

local concat, floor = table.concat, math.floor
local as_object, is_object, null = need("json", "as_object", "is_object", "null")
local codes_of, is_unicode, text_before = need("texts", "codes_of", "is_unicode", "text_before")
local shown_int = need("values", "shown_int")

local Inputs = {}

Inputs.bounds = {
  number = 9007199254740991, -- above it a number of MoonSharp or 5.1 stands for more than one
  positions = 10000, save = 40000000, shown = 60, shown_positions = 20,
  letters = 40, snapshot = 40000000, values = 1000000, deepest = 60,
}
Inputs.in_snapshot = { "format", "game", "hash", "setup", "seed", "chance", "opening", "board", "result", "state" }

Inputs.A_NUMBER = "a whole number from " .. shown_int(-Inputs.bounds.number)
  .. " to " .. shown_int(Inputs.bounds.number)

-- What a refusal is of, as the words before it: a host may put a place before what is raised, so it is raised once.
Inputs.refused_of = ""

-- Ends what was asked for, which cannot be.
function Inputs.refuse(message)
  local what = Inputs.refused_of
  Inputs.refused_of = ""
  Inputs.refusal = what .. message -- the last one, by which it is known from a mishap
  error(Inputs.refusal, 0)
end

-- What restored a snapshot, as a refusal names it.
Inputs.restored = "the snapshot"

function Inputs.damaged(message)
  Inputs.refuse(Inputs.restored .. " is damaged: " .. message)
end

-- ---- values of any type; each level is read once into a table of our own, past what metatables say

-- A whole number, or nothing for anything else; -0 is 0.
function Inputs.whole(value)
  local most = Inputs.bounds.number
  if type(value) == "number" and value >= -most and value <= most and value == floor(value) then
    return floor(value) + 0
  end
  return nil
end

-- The members of an object that are not none, or nothing for what is no object; an empty table is also an empty array.
function Inputs.members(value)
  if type(value) ~= "table" then
    return nil
  end
  local held = {}
  for name, item in next, value do
    if type(name) ~= "string" then
      return nil
    end
    if item ~= null then
      held[name] = item
    end
  end
  return held
end

-- What an array holds, or nothing for what is no array; of a longer one so many, and one more.
function Inputs.items(value, most)
  if type(value) ~= "table" then
    return nil
  end
  local held, count = {}, 0
  for position in next, value do
    count = count + 1
    if Inputs.whole(position) == nil or position < 1 then
      return nil
    elseif count > most then
      break
    end
  end
  for i = 1, count do
    held[i] = rawget(value, i)
    if held[i] == nil then
      return nil
    end
  end
  return held
end

-- What no name has, as first and last of each range: what is not seen, stands over its neighbours, or turns a line.
local UNSEEN = {
  0, 31, 127, 160, 173, 173, 768, 879, 1564, 1564, 4447, 4448, 6068, 6069, 6155, 6159, 6832, 6911, 7616, 7679, 8192,
  8207, 8232, 8239, 8287, 8303, 8400, 8447, 10240, 10240, 12288, 12288, 12644, 12644, 55296, 63743, 65024, 65039, 65056,
  65071, 65279, 65279, 65440, 65440, 65520, 65535, 113824, 113827, 119155, 119162, 917504, 1114111,
}

local function is_name(text)
  local most = Inputs.bounds.letters
  local codes = type(text) == "string" and #text <= 4 * most and codes_of(text)
  if not codes or #codes > most or codes[1] == 32 or codes[#codes] == 32 then
    return false
  end
  for _, code in ipairs(codes) do
    for i = 1, #UNSEEN, 2 do
      if UNSEEN[i] <= code and code <= UNSEEN[i + 1] then
        return false
      end
    end
  end
  return true
end

-- How a host calls the players, in the order of their seats; empty where it gives a player no name.
function Inputs.names(names, seats)
  local given = names == nil and {} or Inputs.items(names, seats)
  if given == nil or #given > seats then
    Inputs.refuse("names of players are an array of at most " .. shown_int(seats) .. " texts")
  end
  for seat, name in ipairs(given) do
    given[seat] = name == null and "" or name
    if not is_name(given[seat]) then
      local most = "at most " .. shown_int(Inputs.bounds.letters) .. " characters"
      Inputs.refuse("a name of a player has " .. most .. ", each to be seen, and no space at its ends")
    end
  end
  return given
end

-- A text of a host as a message and an order may have it: what is not plain ASCII is a question mark.
function Inputs.visible(name)
  return (string.gsub(name, "[^ -~]+", "?"))
end

-- The beginning of a text of a host, for a message.
function Inputs.shown(name)
  local seen = Inputs.visible(name)
  return #seen <= Inputs.bounds.shown and seen or string.sub(seen, 1, Inputs.bounds.shown) .. "..."
end

-- The first name, as messages show it, that is not among those that are known, or nothing.
function Inputs.unknown(given, known)
  local is_known, first = {}, nil
  for _, name in ipairs(known) do
    is_known[name] = true
  end
  for name in pairs(given) do
    local seen = not is_known[name] and Inputs.shown(name)
    if seen and (first == nil or text_before(seen, first)) then
      first = seen
    end
  end
  return first
end

-- A seed, 1 where none is given.
function Inputs.seed(seed)
  local found = seed == nil and 1 or Inputs.whole(seed)
  if found == nil then
    Inputs.refuse("a seed is " .. Inputs.A_NUMBER)
  end
  return found
end

-- A setup; its scenario and rosters are tried when they are used.
function Inputs.setup(setup)
  local given = setup == nil and {} or Inputs.members(setup)
  if given == nil then
    Inputs.refuse("a setup is an object")
  end
  local wrong = Inputs.unknown(given, { "scenario", "rosters" })
  if wrong ~= nil then
    Inputs.refuse("a setup has no `" .. wrong .. "`")
  end
  return given
end

-- What a host allows: `work`, a number above 0, `watch`, which can be called, and who answers for `chance`.
function Inputs.limits(limits)
  local given = limits == nil and {} or Inputs.members(limits)
  if given == nil then
    Inputs.refuse("limits are an object")
  end
  local wrong = Inputs.unknown(given, { "work", "watch", "chance" })
  if wrong ~= nil then
    Inputs.refuse("limits have no `" .. wrong .. "`")
  end
  if given.chance ~= nil and given.chance ~= "own" and given.chance ~= "host" then
    Inputs.refuse("`chance` is own or host")
  end
  if given.work ~= nil then
    local work = Inputs.whole(given.work)
    if work == nil or work <= 0 then
      Inputs.refuse("`work` is a whole number above 0")
    end
    given.work = work
  end
  if given.watch ~= nil and type(given.watch) ~= "function" then
    Inputs.refuse("`watch` is a function")
  end
  return given
end

function Inputs.script_named(rules, scenario)
  if type(scenario) ~= "string" then
    Inputs.refuse("a scenario is named by a text")
  elseif rules.scenarios[scenario] == nil then
    local known = #rules.scenario_names > 0 and concat(rules.scenario_names, ", ") or "none"
    Inputs.refuse("there is no scenario `" .. Inputs.shown(scenario) .. "`; there are: " .. known)
  end
  return rules.scenarios[scenario]
end

-- An answer as an array of positions; whether it is a legal one is the request's to say.
function Inputs.answer(answer)
  local given, found = Inputs.items(answer, Inputs.bounds.positions), {}
  if given ~= nil and #given > Inputs.bounds.positions then
    Inputs.refuse("this is no legal answer: it has more than " .. shown_int(Inputs.bounds.positions) .. " positions")
  end
  for i, item in ipairs(given or { false }) do
    found[i] = Inputs.whole(item) or Inputs.refuse("this is no legal answer: an answer is an array of positions")
  end
  return found
end

-- The beginning of an answer, for a message.
function Inputs.shown_answer(positions)
  local parts = {}
  for i = 1, math.min(#positions, Inputs.bounds.shown_positions) do
    parts[i] = shown_int(positions[i])
  end
  return "[" .. concat(parts, ", ") .. (#positions > Inputs.bounds.shown_positions and ", ..." or "") .. "]"
end

-- A copy of data that JSON can hold, of a bounded size and depth; refuses anything else.
function Inputs.plain(value, left, depth)
  left, depth = left or { values = Inputs.bounds.values }, depth or Inputs.bounds.deepest
  left.values = left.values - 1
  if left.values < 0 or depth < 0 then
    Inputs.refuse("the snapshot is too large, or too deep")
  elseif type(value) == "string" then
    return is_unicode(value) and value or Inputs.refuse("a text of the snapshot is no Unicode")
  elseif type(value) == "number" then
    return Inputs.whole(value) or Inputs.refuse("a number of the snapshot is not whole")
  elseif type(value) == "boolean" or value == null then
    return value
  end
  local made, items = {}, Inputs.items(value, left.values)
  if is_object(value) then
    for name, item in pairs(value) do
      made[Inputs.plain(name, left, depth)] = Inputs.plain(item, left, depth - 1)
    end
    return as_object(made)
  end
  for i, item in ipairs(items or Inputs.refuse("the snapshot is no JSON data")) do
    made[i] = Inputs.plain(item, left, depth - 1)
  end
  return made
end

-- A snapshot of these rules, or of any, of what a text holds; what it says of the state is looked at when the game is
-- made.
function Inputs.snapshot(rules, snapshot, is_any)
  local held = Inputs.plain(snapshot)
  local names = Inputs.in_snapshot
  local fine = is_object(held) and Inputs.unknown(held, names) == nil
  for _, name in ipairs(names) do
    fine = fine and held[name] ~= nil
  end
  if not fine then
    local needed = concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
    Inputs.refuse("this is no snapshot: it needs " .. needed .. ", nothing else")
  elseif held.format ~= 1 then
    Inputs.refuse("this is no snapshot of format 1")
  elseif held.game ~= rules.game then
    Inputs.refuse("this is no snapshot of " .. rules.game)
  elseif not is_any and held.hash ~= rules.hash then
    Inputs.refuse("the snapshot is of other rules than " .. rules.game .. " " .. rules.hash)
  end
  held.setup = as_object(Inputs.setup(held.setup ~= null and held.setup or nil))
  held.seed = Inputs.seed(held.seed ~= null and held.seed or nil)
  local chance, opening, board = held.chance, held.opening, held.board
  if type(chance) ~= "number" or chance <= 0 or chance >= 2147483647 then
    Inputs.refuse("the `chance` of a snapshot is a number from 1 to 2147483646")
  elseif opening ~= null and (type(opening) ~= "table" or is_object(opening)) then
    Inputs.refuse("the `opening` of a snapshot is an array of answers, or none")
  elseif board ~= null and type(board) ~= "number" then
    Inputs.refuse("the `board` of a snapshot is a number, or none")
  end
  return held
end

return { Inputs = Inputs }

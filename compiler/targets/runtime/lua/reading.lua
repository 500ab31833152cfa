-- Snapshots read: values.
--
-- Job: make the values that a snapshot names, for a game whose entities are there. Input: data that may come from a
-- stranger. Output: values, or what is wrong: nothing is believed that was not looked at.

local concat, floor, insert = table.concat, math.floor, table.insert
local raise = need("faults", "raise")
local is_object, null = need("json", "is_object", "null")
local granted_instance = need("modifiers", "granted_instance")
local shape_from = need("table", "shape_from")
local as_roll, given, LARGEST, mapped, names_of, shown_int = need(
  "values", "as_roll", "given", "LARGEST", "mapped", "names_of", "shown_int"
)

-- ---- data of any sort

-- What is wrong with a snapshot.
local function damaged(message)
  raise({ _is = "damaged", message = message })
end

-- Something is missing, or stands where something else is needed.
local function unfit()
  raise({ _is = "unfit" })
end

local function there(value)
  if value == nil then
    unfit()
  end
  return value
end

local function rows(value)
  if type(value) ~= "table" or is_object(value) then
    unfit()
  end
  return value
end

local function named(value)
  if not is_object(value) then
    unfit()
  end
  return value
end

-- What a table has under a text.
local function member(owner, name)
  if type(name) ~= "string" then
    unfit()
  end
  return there(rawget(owner, name))
end

-- A value as every engine names it.
local function shown(value)
  if value == null or value == nil then
    return "None"
  elseif type(value) == "boolean" then
    return value and "True" or "False"
  elseif type(value) == "string" then
    return "'" .. value .. "'"
  elseif type(value) == "number" then
    return shown_int(value)
  elseif is_object(value) then
    return "{" .. concat(mapped(names_of(value), function(name)
      return shown(name) .. ": " .. shown(value[name])
    end), ", ") .. "}"
  end
  return "[" .. concat(mapped(value, shown), ", ") .. "]"
end

local function damaged_value(value, what)
  damaged(string.sub(shown(value), 1, 40) .. what)
end

local function whole(value)
  if type(value) ~= "number" or value ~= floor(value) or value <= -LARGEST or value >= LARGEST then
    damaged_value(value, " is no whole number")
  end
  return value
end

local function text(value)
  if type(value) ~= "string" then
    damaged_value(value, " is no text")
  end
  return value
end

local function plain(value)
  return type(value) == "string" and value or whole(value)
end

-- A name of content, or `_`, which stands for none; those of the runtime begin with an underscore.
local function name_of(value)
  if string.sub(text(value), 1, 1) == "_" and value ~= "_" then
    damaged_value(value, " is no name")
  end
  return value
end

-- The sort of a value as it is written.
local function sort_of(value)
  if type(value) == "table" then
    return value[1]
  end
  return value == null and "none" or type(value)
end

-- Goes through two arrays side by side, which are of one length.
local function each_pair(many, others, visit)
  if #rows(others) ~= #many then
    unfit()
  end
  for i, item in ipairs(many) do
    visit(item, others[i])
  end
end

-- ---- the reader

-- `entities`, `events`, `envs` and `faces` are those that a snapshot has, by their numbers.
local Reader = {}
Reader.__index = Reader

local WAYS = {}

local function new_reader(game, data, frames)
  local made = setmetatable({
    game = game, code = game.code, data = named(data), frames = frames, entities = {}, faces = {},
  }, Reader)
  made.events = mapped(rows(data.events), function()
    return { _is = "event", _replaced = {}, _prevented = {} }
  end)
  made.envs = mapped(rows(data.envs), function()
    return { _is = "env", _none = {} }
  end)
  for i, row in ipairs(rows(data.faces)) do
    made.faces[i] = made:face(rows(row)[1], row[2])
  end
  return made
end

-- A value; a number is one that every engine can hold, and none is nil.
function Reader:value(value)
  if value == null then
    return nil
  elseif type(value) == "table" then
    return member(WAYS, rows(value)[1])(self, value)
  elseif type(value) == "string" or type(value) == "boolean" then
    return value
  end
  return whole(value)
end

-- The values of an array from an item on; one that is none is marked.
function Reader:values(items, from)
  local made = {}
  for i = from or 1, #rows(items) do
    insert(made, given(self:value(items[i])))
  end
  return made
end

function WAYS.entity(reader, value)
  return reader:entity(value[2])
end

function WAYS.card(reader, value)
  return member(reader.code.prototypes, value[2])
end

function WAYS.granted(reader, value)
  local name, values = value[2], reader:values(value[4])
  local made = member(reader.code.data.traits, name)
  if #values ~= #made.params then
    unfit()
  end
  return granted_instance(reader.game, name, values, there(reader:value(value[3])))
end

function WAYS.list(reader, value)
  local first = value[2]
  if type(first) == "table" and first[1] == "rounds" then
    return { whole(first[2]), whole(value[3]), _is = "rounds" }
  end
  return reader:values(value, 2)
end

function WAYS.array(reader, value)
  return reader:values(value, 2)
end

function WAYS.set(_, value)
  local made = {}
  for i = 2, #value do
    if type(value[i]) == "table" then
      unfit()
    end
    made[value[i]] = true
  end
  return made
end

-- Values by name, of which none is nothing.
function WAYS.values(reader, value)
  local made = {}
  for i = 2, #value do
    local pair = rows(value[i])
    if #pair ~= 2 then
      unfit()
    end
    made[text(pair[1])] = reader:value(pair[2])
  end
  return made
end

function WAYS.rounds(_, value)
  return whole(value[2])
end

function WAYS.square(reader, value)
  return reader:square(value[2])
end

function WAYS.shape(_, value)
  if #value ~= 8 then
    unfit()
  end
  local n = {}
  for i = 2, 8 do
    n[i - 1] = whole(value[i])
  end
  return shape_from(n)
end

function WAYS.zone(reader, value)
  local owner = there(reader:value(value[2]))
  local name = name_of(value[3])
  local found = there(owner[name])
  if type(found) ~= "table" or found._is ~= "zone" then
    damaged("`" .. name .. "` is no zone")
  end
  return found
end

function WAYS.face(reader, value)
  return there(reader.faces[whole(value[2]) + 1])
end

function WAYS.roll(reader, value)
  return as_roll(reader:values(value, 2))
end

function WAYS.event(reader, value)
  return there(reader.events[whole(value[2]) + 1])
end

function WAYS.env(reader, value)
  return there(reader.envs[whole(value[2]) + 1])
end

function WAYS.use(reader, value)
  local ability = member(reader.code.ability_of, value[2])
  return {
    _is = "usable", ability = ability.index, name = ability.name_shown, me = reader:value(there(value[3])),
    this = reader:value(there(value[4])), trigger = reader:value(there(value[5])),
  }
end

function WAYS.refusal(reader, value)
  local message, place = text(value[2]), rows(value[3])
  return { _is = "refusal", message = message, at = reader:place(place, 1), rows = mapped(rows(value[4]), text) }
end

function WAYS.ability(reader, value)
  return member(reader.code.ability_of, value[2])
end

function WAYS.body(reader, value)
  return member(reader.code.bodies, value[2])
end

function WAYS.duration(reader, value)
  local position = there(value[5])
  if position ~= null and not (whole(position) >= 0 and position < #reader.code.untils) then
    damaged("a duration has no such condition")
  end
  return {
    _is = "duration", edge = text(value[2]), skip = value[3] == true, verbs = mapped(rows(value[4]), text),
    ["until"] = reader:value(position), env = reader:value(there(value[6])),
  }
end

function WAYS.place(reader, value)
  return reader:place(value, 2)
end

function Reader:place(value, from)
  return self.code:place_number(value[from], value[from + 1], value[from + 2])
end

function Reader:entity(id)
  return there(self.entities[there(id)])
end

function Reader:square(index)
  return there(self.game.square_at[whole(index)])
end

-- A square on which something stands.
function Reader:square_below(index)
  local found = self:square(index)
  if not self.game.grid.exists[found.index] then
    damaged("something stands where no square is")
  end
  return found
end

function Reader:face(die, index)
  if whole(index) < 0 or index >= self.code:die_size(text(die), 0) then
    damaged(die .. " has no face " .. shown_int(index))
  end
  local symbols, order = self.code:face(die, index)
  return { _is = "face", die = die, index = index, symbols = symbols, order = order }
end

return {
  damaged = damaged, each_pair = each_pair, member = member, name_of = name_of, named = named,
  new_reader = new_reader, plain = plain, Reader = Reader, rows = rows, sort_of = sort_of, text = text,
  there = there, unfit = unfit, whole = whole,
}

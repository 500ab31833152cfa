-- The forms of snapshots: of what sort each part of a state is, before anything is made of it.
--
-- Job: tell whether data has the form that every engine writes. Input: plain data, as JSON has it. Output: yes or no.
-- What the names and numbers in it stand for is not looked at here. Every engine has the same tables, so that all
-- refuse alike.
--
-- A form is a name; `?` behind it means none, too, `*` an array of such, `:` an object whose members are such. Parts
-- stand side by side; `...` means any number of the last.

local is_object, null = need("json", "is_object", "null")

-- What stands behind the sort of a value.
local SORTS = {
  ability = "text", array = "value...", body = "text", card = "text", duration = "text truth text* count? env?",
  entity = "count", env = "count", event = "count", face = "count", granted = "text being value*", list = "value...",
  place = "text number number", refusal = "text written text*", roll = "face...", rounds = "count", set = "plain...",
  shape = "number number number number number number number", square = "count", use = "text value being? event?",
  values = "named...", zone = "being text",
}
-- Arrays of other parts.
local ROWS = {
  die = "text count", effect = "number duration? count* env? count?", keyword = "count text value...",
  laid = "count text...", named = "text value", pair = "number number",
  replaced = "text plain", written = "text number number", standing = "count count...", used = "plain...",
  texts = "text text...", uses = "text use...",
}
local OBJECTS = {
  board = { squares = "laid*", walls = "number**" },
  counts = { changes = "number", events = "number", next_id = "number", steps = "number" },
  happened = {
    number = "number", outcome = "text", parent = "event?", prevented = "text*", reason = "refusal?",
    replaced = "replaced*", use = "use?", values = "value:", verb = "text",
  },
  state = {
    before = "pair", ["board?"] = "board", checking = "number*", counts = "counts", dirty = "text*",
    effects = "effect*", envs = "value:*", events = "happened*", faces = "die*", frames = "frame*",
    kinds = "columns:", removed = "columns:", revealed = "pair*", stack = "value*", standing = "standing*",
    started = "number:", used = "used*",
  },
  -- Each is an array with something for each entity.
  columns = {
    ["at?"] = "count?*", ["card?"] = "text?*", fields = "cell*:", id = "number*", ["keywords?"] = "keyword**",
    ["statuses?"] = "count**",
  },
}
-- What some values of frames are; in one of them another than in the rest.
local SLOTS = {
  at = "place", classes = "texts", count = "count", due = "set", found = "uses", least = "count", most = "count",
  next = "count", number = "count", passed = "count", round = "count", waiting = "array", ["Checking waiting"] = "set",
}
local BEINGS = { card = true, entity = true, granted = true }
local PLAIN = {}
local is

local function is_array(value)
  return type(value) == "table" and not is_object(value)
end

local function all_are(items, form)
  for _, item in pairs(items) do
    if not is(item, form) then
      return false
    end
  end
  return true
end

-- Whether the items of an array, from a place on, have these forms.
local function has_parts(items, from, parts)
  local is_open, forms = string.sub(parts, -3) == "...", {}
  for form in string.gmatch(parts, "[^ .]+") do
    forms[#forms + 1] = form
  end
  local least, count = is_open and #forms - 1 or #forms, #items - from + 1
  if count < least or (count > least and not is_open) then
    return false
  end
  for i = 1, count do
    if not is(items[from + i - 1], forms[i] or forms[#forms]) then
      return false
    end
  end
  return true
end

local function has_members(value, forms)
  for key, form in pairs(forms) do
    local name = string.gsub(key, "?$", "")
    if value[name] ~= nil and not is(value[name], form) or value[name] == nil and name == key then
      return false
    end
  end
  for name in pairs(value) do
    if forms[name] == nil and forms[name .. "?"] == nil then
      return false
    end
  end
  return true
end

-- Whether all columns are of one length.
local function is_even(columns)
  for name, items in pairs(columns) do
    if name ~= "fields" and #items ~= #columns.id then
      return false
    end
  end
  for _, items in pairs(columns.fields) do
    if #items ~= #columns.id then
      return false
    end
  end
  return true
end

-- Whether a value is of one of these sorts.
local function is_of(value, sorts)
  return is_array(value) and type(value[1]) == "string" and sorts[value[1]] == true and PLAIN.value(value)
end

is = function(value, form)
  local last, before = string.sub(form, -1), string.sub(form, 1, -2)
  if last == "?" then
    return value == null or is(value, before)
  elseif last == "*" then
    return is_array(value) and all_are(value, before)
  elseif last == ":" then
    return is_object(value) and all_are(value, before)
  elseif PLAIN[form] then
    return PLAIN[form](value)
  elseif ROWS[form] then
    return is_array(value) and has_parts(value, 1, ROWS[form])
  elseif OBJECTS[form] then
    return is_object(value) and has_members(value, OBJECTS[form]) and (form ~= "columns" or is_even(value))
  end
  return is_of(value, { [form] = true })
end

function PLAIN.being(value)
  return is_of(value, BEINGS)
end

-- A value; of a zone, the numbers of what lies in it.
function PLAIN.cell(value)
  local is_zone = is_array(value) and (value[1] == nil or type(value[1]) == "number")
  return is(value, is_zone and "number*" or "value")
end

function PLAIN.count(value)
  return type(value) == "number" and value >= 0
end

function PLAIN.frame(value)
  local fits = is_array(value) and #value == 3 and type(value[1]) == "string" and PLAIN.count(value[2])
  if not fits or not is(value[3], "value:") then
    return false
  end
  for slot, held in pairs(value[3]) do
    if SLOTS[slot] and not is(held, SLOTS[value[1] .. " " .. slot] or SLOTS[slot]) then
      return false
    end
  end
  return true
end

function PLAIN.number(value)
  return type(value) == "number"
end

function PLAIN.plain(value)
  return type(value) == "number" or type(value) == "string"
end

function PLAIN.text(value)
  return type(value) == "string"
end

function PLAIN.truth(value)
  return type(value) == "boolean"
end

function PLAIN.value(value)
  if not is_array(value) then
    return not is_object(value)
  end
  local sort = value[1]
  if sort == "list" and is_of(value[2], { rounds = true }) then -- a loop that counts
    return #value == 3 and PLAIN.count(value[3])
  end
  return type(sort) == "string" and SORTS[sort] ~= nil and has_parts(value, 2, SORTS[sort])
end

-- Whether data has the form of a state.
local function is_state(value)
  return is(value, "state")
end

return { is_state = is_state }

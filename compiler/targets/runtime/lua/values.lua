-- Values of a running game: lists, squares, rolls, labels and refusals.
--
-- Job: compare, copy, search, sort and show values. Nothing here knows a game. Lists are arrays that are never changed
-- once they are made, so that nothing has to be copied before a walk over it.

local concat, insert = table.concat, table.insert
local fault = need("faults", "fault")
local text_before = need("texts", "text_before")

-- A value that is none, where a table of values must tell "given as none" from "not given".
local NONE = { _is = "none" }

local function given(value)
  if value == nil then
    return NONE
  end
  return value
end

-- What a table of tables holds under a key, made where it is missing.
local function under(tables, key)
  local found = tables[key]
  if found == nil then
    found = {}
    tables[key] = found
  end
  return found
end

local function taken(value)
  if type(value) == "table" and value._is == "none" then
    return nil
  end
  return value
end

local EMPTY = {}

local function shown_int(n)
  return string.format("%d", n)
end

local label

local function is_list(value)
  if type(value) ~= "table" then
    return false
  end
  local form = value._is
  return form == nil or form == "roll" or form == "shape"
end

-- The things of a collection, to walk over: a list itself, what lies in a zone, the faces of a roll.
local function items_of(value)
  local form = value._is
  if form == "zone" then
    return value.items
  elseif type(value) ~= "table" or (form ~= nil and form ~= "roll") then
    error("a collection is needed", 0)
  end
  return value
end

-- -1, 0 or 1: numbers, truths as 0 and 1, texts, and lists by their first difference.
local function compared(a, b)
  local kind = type(a)
  if kind == "table" and is_list(a) then
    for i = 1, math.min(#a, #b) do
      local first = compared(a[i], b[i])
      if first ~= 0 then
        return first
      end
    end
    return compared(#a, #b)
  end
  if kind == "boolean" then
    a = a and 1 or 0
  end
  if type(b) == "boolean" then
    b = b and 1 or 0
  end
  if kind == "table" and a._is == "square" then
    a, b = a.index, type(b) == "table" and b.index or b
  end
  if a == b then
    return 0
  end
  if kind == "string" then
    return text_before(a, b) and -1 or 1
  end
  return a < b and -1 or 1
end

-- Values are compared, entities and squares by identity.
local function eq(a, b)
  if a == b then
    return true
  end
  if type(a) ~= "table" or not is_list(a) or not is_list(b) or #a ~= #b then
    return false
  end
  for i = 1, #a do
    if not eq(a[i], b[i]) then
      return false
    end
  end
  return true
end

local function less(a, b)
  return compared(a, b) < 0
end

-- A text that lists have in common if they are equal.
local function list_key(value)
  local parts = {}
  for i = 1, #value do
    local item = value[i]
    if type(item) == "table" then
      item = item._is == "square" and "s" .. item.index or item._id and "e" .. item._id
        or is_list(item) and list_key(item) or item
    elseif type(item) == "number" and math.abs(item) > 1000000000 then
      item = shown_int(item) -- beyond, some hosts leave digits out
    end
    parts[i] = tostring(item)
  end
  return "(" .. concat(parts, ",") .. ")"
end

-- What stands for a value as the key of a table: equal values have equal keys. For a point it is a number, which no
-- value has, because it is no whole one.
local function key_of(value)
  if type(value) ~= "table" then
    return value
  end
  local form = value._is
  if form ~= nil and form ~= "roll" and form ~= "shape" then -- no list
    return value
  end
  local x, y = value[1], value[2]
  if #value == 2 and type(x) == "number" and type(y) == "number" and x > -1000000 and x < 1000000
    and y > -1000000 and y < 1000000 then
    return x * 4194304 + y + 1 / 2
  end
  return list_key(value)
end

local squares_made = {}
local INDEXES = {} -- of squares

-- The square of a number and name; there is one of each, so that equal squares are the same table.
local function square_of(index, name)
  local key = index .. " " .. name
  if squares_made[key] == nil then
    local square = { _is = "square", index = index, name = name }
    square._alone = { square }
    squares_made[key], INDEXES[square] = square, index
  end
  return squares_made[key]
end

-- The items in order, each once.
local function unique(items)
  local found, seen, n = {}, {}, 0
  for i = 1, #items do
    local item = items[i]
    local key = item
    if type(item) == "table" then
      key = key_of(item)
    end
    if not seen[key] then
      seen[key] = true
      n = n + 1
      found[n] = item
    end
  end
  return found
end

local function position_of(items, item)
  if is_list(item) then
    for i = 1, #items do
      if eq(items[i], item) then
        return i
      end
    end
    return nil
  end
  for i = 1, #items do
    if items[i] == item then
      return i
    end
  end
  return nil
end

local function contains(items, item)
  local form = items._is
  if form == "zone" then
    return type(item) == "table" and item._is == "entity" and item._zone == items
  elseif form ~= nil then
    items = items_of(items)
  end
  if type(item) == "table" and is_list(item) then
    return position_of(items, item) ~= nil
  end
  for i = 1, #items do
    if items[i] == item then
      return true
    end
  end
  return false
end

local function joined(a, b)
  local made, n = {}, #a
  for i = 1, n do
    made[i] = a[i]
  end
  for i = 1, #b do
    made[n + i] = b[i]
  end
  return made
end

local function with_item(items, item, position)
  local made, n = {}, #items
  position = position or n + 1
  for i = 1, position - 1 do
    made[i] = items[i]
  end
  made[position] = item
  for i = position, n do
    made[i + 1] = items[i]
  end
  return made
end

local function without_position(items, position)
  local made = {}
  for i = 1, #items do
    if i < position then
      made[i] = items[i]
    elseif i > position then
      made[i - 1] = items[i]
    end
  end
  return made
end

local function kept(items, test)
  local made, n = {}, 0
  for i = 1, #items do
    if test(items[i]) then
      n = n + 1
      made[n] = items[i]
    end
  end
  return made
end

local function mapped(items, change)
  local made = {}
  for i = 1, #items do
    made[i] = change(items[i])
  end
  return made
end

-- Leaves the first so many items of a list that does change.
local function shorten(items, count)
  for i = #items, count + 1, -1 do
    items[i] = nil
  end
end

local function copied(set)
  local made = {}
  for key, value in pairs(set) do
    made[key] = value
  end
  return made
end

local function as_roll(faces)
  faces._is = "roll"
  return faces
end

local function append_to(table_of_lists, key, item)
  if table_of_lists[key] == nil then
    table_of_lists[key] = {}
  end
  insert(table_of_lists[key], item)
end

-- A merge sort: equal things keep their order, which `table.sort` does not promise.
local function sorted(items, before)
  local n = #items
  local from, to, width = {}, {}, 1
  for i = 1, n do
    from[i] = items[i]
  end
  while width < n do
    local start = 1
    while start <= n do
      local left, right = start, math.min(start + width, n + 1)
      local middle, stop = right, math.min(start + 2 * width, n + 1)
      for i = start, stop - 1 do
        if left < middle and (right >= stop or not before(from[right], from[left])) then
          to[i] = from[left]
          left = left + 1
        else
          to[i] = from[right]
          right = right + 1
        end
      end
      start = start + 2 * width
    end
    from, to = to, from
    width = 2 * width
  end
  return from
end

-- The names in a table, in order.
local function names_of(held)
  local names = {}
  for name in pairs(held) do
    names[#names + 1] = name
  end
  return sorted(names, text_before)
end

local function by_number(a, b)
  return a < b
end

local function by_id(a, b)
  return a._id < b._id
end

-- A face as it lies, `d6(4)`; its symbols in the order of their names.
local function shown_face(face)
  local parts = {}
  for _, name in ipairs(face.order) do
    local count = shown_int(face.symbols[name])
    parts[#parts + 1] = name == "value" and count or name .. " " .. count
  end
  return face.die .. "(" .. concat(parts, ", ") .. ")"
end

local function usable_text(use)
  local by = use.this ~= use.me and " by " .. label(use.this) or ""
  return use.name .. " of " .. label(use.me) .. by
end

local function shown_duration(duration)
  if duration.edge == "while" then
    return "while it holds"
  end
  return "until " .. duration.edge .. " of " .. (duration.skip and "next " or "") .. concat(duration.verbs, " or ")
end

local function inches(hundredths)
  local size = math.abs(hundredths)
  local rest = size % 100
  local told = shown_int((size - rest) / 100)
  if rest > 0 then
    told = told .. "." .. (rest % 10 == 0 and shown_int(rest / 10) or string.format("%02d", rest))
  end
  return (hundredths < 0 and "-" or "") .. told
end

-- A shape in inches, as `disc of 3 at 4.5,2`.
local function shown_shape(shape)
  local facing, width, depth, angle, rim = shape[3], shape[4], shape[5], shape[6], shape[7]
  local told, size = "point", " of " .. inches(width) .. " by " .. inches(depth)
  if angle ~= 0 then
    told = "arc" .. size .. " and " .. shown_int(angle) .. " degrees"
  elseif width ~= 0 or depth ~= 0 then
    told = "rectangle" .. size .. (rim ~= 0 and " rounded by " .. inches(rim) or "")
  elseif rim ~= 0 then
    told = "disc of " .. inches(rim)
  end
  local place = " at " .. inches(shape[1]) .. "," .. inches(shape[2])
  return told .. place .. (facing ~= 0 and " facing " .. shown_int(facing) or "")
end

local function labels(items, between)
  return concat(mapped(items, label), between)
end

-- A value as transcripts and prompts name it; the same in every run and runtime.
function label(value)
  local kind = type(value)
  if kind == "number" then
    return shown_int(value)
  elseif kind == "string" then
    return value
  elseif kind == "boolean" then
    return value and "true" or "false"
  elseif value == nil then
    return "none"
  end
  local form = value._is
  if form == "entity" then
    if type(value._id) ~= "number" then
      return tostring(value._id)
    end
    local named = rawget(value, "id")
    local own = type(named) == "string" and named ~= "" and named or value._kind
    local name = value._card and value._card._id or own
    return name .. "#" .. shown_int(value._id)
  elseif form == nil or form == "roll" then
    return "[" .. labels(value, ", ") .. "]"
  elseif form == "square" then
    return value.name
  elseif form == "shape" then
    return shown_shape(value)
  elseif form == "face" then
    return shown_face(value)
  elseif form == "usable" then
    return usable_text(value)
  elseif form == "zone" then
    return label(value.owner) .. "." .. value.name
  elseif form == "duration" then
    return shown_duration(value)
  elseif form == "event" then
    return "<" .. value._verb .. " " .. shown_int(value._number) .. ">"
  end
  return form
end

local function message_of(parts)
  return concat(mapped(parts, label))
end

-- Why something is illegal; `parts` are those of the sentence, texts and values.
local function refusal(message, at, rows, parts)
  return { _is = "refusal", message = message, at = at, rows = rows or EMPTY, parts = parts or { message } }
end

-- What a failed requirement of a text gave back, {message parts, at, rows}, as a refusal.
local function refused(failed)
  if failed == nil then
    return nil
  end
  return refusal(message_of(failed[1]), failed[2], failed[3], failed[1])
end

local function missing_field(owner, name)
  error("a value of `" .. tostring(name) .. "` is not there", 0)
end

-- The whole numbers from 0 below a count.
local function counted(count)
  local made = {}
  for i = 1, count do
    made[i] = i - 1
  end
  return made
end

local LARGEST = 9007199254740992 -- a number is smaller, so that every engine has all of its digits

-- A number that was worked out, unless it is past what every engine can hold.
local function past(value)
  if value <= -LARGEST or value >= LARGEST then
    fault("a number passed 2^53")
  end
  return value
end

return {
  append_to = append_to, as_roll = as_roll, by_id = by_id, by_number = by_number, compared = compared,
  contains = contains, copied = copied, counted = counted, EMPTY = EMPTY, eq = eq, given = given, INDEXES = INDEXES,
  is_list = is_list, items_of = items_of, joined = joined, kept = kept, key_of = key_of, label = label, labels = labels,
  LARGEST = LARGEST, less = less, mapped = mapped, missing_field = missing_field, names_of = names_of, NONE = NONE,
  past = past, position_of = position_of, refusal = refusal, refused = refused, shorten = shorten,
  shown_int = shown_int, sorted = sorted, square_of = square_of, taken = taken, under = under, unique = unique,
  usable_text = usable_text, with_item = with_item, without_position = without_position,
}

-- JSON: texts to values and back.
--
-- Job: write a value with its keys sorted; read a text, whatever stands in it. Output: a text or a value, or a fault.

local concat, floor = table.concat, math.floor
local byte, text_before, unicode, utf8_of = need("texts", "byte", "text_before", "unicode", "utf8_of")
local label, mapped, shown_int, sorted = need("values", "label", "mapped", "shown_int", "sorted")

local ESCAPES = {
  ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ["\b"] = "\\b", ["\f"] = "\\f",
}

local function json_text(text)
  local parts = {}
  for i = 1, #text do
    local character = string.sub(text, i, i)
    if ESCAPES[character] then
      character = ESCAPES[character]
    elseif byte(character) < 32 then
      character = string.format("\\u%04x", byte(character))
    end
    parts[i] = character
  end
  return '"' .. concat(parts) .. '"'
end

-- An object with nothing in it, which else would be an array.
local NO_SETUP = {}

-- None as an array of a JSON text has it; no check of a value takes it for anything.
local function null() end

-- JSON of a value: tables with an item 1, or nothing in them, are arrays; keys stand sorted.
local function to_json(value)
  if type(value) == "string" then
    return json_text(value)
  elseif type(value) ~= "table" then
    return (value == nil or value == null) and "null" or label(value)
  end
  local parts = {}
  if value ~= NO_SETUP and (value[1] ~= nil or next(value) == nil) then
    for i, item in ipairs(value) do
      parts[i] = to_json(item)
    end
    return "[" .. concat(parts, ",") .. "]"
  end
  local names = {}
  for name in pairs(value) do
    names[#names + 1] = name
  end
  for i, name in ipairs(sorted(names, text_before)) do
    parts[i] = json_text(name) .. ":" .. to_json(value[name])
  end
  return "{" .. concat(parts, ",") .. "}"
end

local function no_json(position)
  error("this is no JSON, from byte " .. shown_int(position), 0)
end

local UNESCAPES = {
  b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/",
}
local DEEPEST = 100 -- brackets in brackets

-- A character by its number, as the host's texts have it.
local function character_of(code)
  if not unicode then
    return concat(mapped(utf8_of(code), string.char))
  elseif code < 65536 then
    return string.char(code)
  end
  return string.char(55296 + floor((code - 65536) / 1024), 56320 + (code - 65536) % 1024)
end

-- The number that is written as \u and four digits from a position on, or nothing.
local function unit_at(text, position)
  local digits = string.match(text, "^\\u(%x%x%x%x)", position)
  return digits and tonumber(digits, 16)
end

-- The character that is written as \u from a position on, twice beyond 65535; and where it ends.
local function read_escape(text, position)
  local code = unit_at(text, position) or no_json(position)
  local low = code >= 55296 and code < 56320 and unit_at(text, position + 6)
  if low and low >= 56320 and low < 57344 then
    return character_of(65536 + (code - 55296) * 1024 + low - 56320), position + 12
  end
  return character_of(code), position + 6
end

-- The text whose first quote stands at a position, and where it ends.
local function read_text(text, position)
  local parts, i = {}, position + 1
  while true do
    local stop_at = string.find(text, '["\\]', i) or no_json(position)
    parts[#parts + 1] = string.sub(text, i, stop_at - 1)
    if string.sub(text, stop_at, stop_at) == '"' then
      return concat(parts), stop_at + 1
    end
    local escaped = string.sub(text, stop_at + 1, stop_at + 1)
    if escaped == "u" then
      parts[#parts + 1], i = read_escape(text, stop_at)
    else
      parts[#parts + 1] = UNESCAPES[escaped] or no_json(stop_at)
      i = stop_at + 2
    end
  end
end

local function after_space(text, position)
  while true do
    local b = byte(text, position)
    if b ~= 32 and b ~= 10 and b ~= 13 and b ~= 9 then
      return position
    end
    position = position + 1
  end
end

local WORDS = { { "true", true }, { "false", false }, { "null", nil } }

local read_value

-- What stands between brackets, by `read_item(position)`, which gives the position after it.
local function read_many(text, position, closing, read_item)
  position = after_space(text, position + 1)
  if string.sub(text, position, position) == closing then
    return position + 1
  end
  while true do
    position = after_space(text, read_item(after_space(text, position)))
    local character = string.sub(text, position, position)
    if character == closing then
      return position + 1
    elseif character ~= "," then
      no_json(position)
    end
    position = position + 1
  end
end

-- The number at a position, and where it ends.
local function read_number(text, position)
  local digits = string.match(text, "^-?%d+", position)
  if digits == nil or string.find(digits, "^-?0%d") then
    no_json(position)
  end
  local stop_at = position + #digits
  stop_at = stop_at + #(string.match(text, "^%.%d+", stop_at) or "")
  stop_at = stop_at + #(string.match(text, "^[eE][+-]?%d+", stop_at) or "")
  return tonumber(string.sub(text, position, stop_at - 1)), stop_at
end

function read_value(text, position, depth)
  local first, made = string.sub(text, position, position), {}
  if depth > DEEPEST then
    no_json(position)
  end
  if first == '"' then
    return read_text(text, position)
  elseif first == "[" then
    position = read_many(text, position, "]", function(at)
      local item, stop_at = read_value(text, at, depth + 1)
      if item == nil then
        item = null
      end
      made[#made + 1] = item
      return stop_at
    end)
    return made, position
  elseif first == "{" then
    position = read_many(text, position, "}", function(at)
      if string.sub(text, at, at) ~= '"' then
        no_json(at)
      end
      local name, colon = read_text(text, at)
      colon = after_space(text, colon)
      if string.sub(text, colon, colon) ~= ":" then
        no_json(colon)
      end
      local value, stop_at = read_value(text, after_space(text, colon + 1), depth + 1)
      made[name] = value
      return stop_at
    end)
    return made, position
  end
  for _, word in ipairs(WORDS) do
    if string.sub(text, position, position + #word[1] - 1) == word[1] then
      return word[2], position + #word[1]
    end
  end
  return read_number(text, position)
end

-- The value of a JSON text; null is none.
local function from_json(text)
  local value, position = read_value(text, after_space(text, 1), 1)
  if after_space(text, position) <= #text then
    no_json(position)
  end
  return value
end

return { from_json = from_json, NO_SETUP = NO_SETUP, to_json = to_json }

-- JSON: texts to values and back.
--
-- Job: write a value with its keys sorted; read a text, whatever stands in it. Output: a text or a value, or a fault.
-- Objects that were read are marked, so that one with nothing in it is not taken for an array.

local concat, floor = table.concat, math.floor
local byte, unicode, utf8_of = need("texts", "byte", "unicode", "utf8_of")
local label, mapped, names_of, shown_int = need("values", "label", "mapped", "names_of", "shown_int")

local ESCAPES = {
  ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ["\b"] = "\\b", ["\f"] = "\\f",
}

local function json_text(text)
  local written = string.gsub(text, "[%c\"\\]", function(character)
    local code = byte(character)
    return ESCAPES[character] or code < 32 and string.format("\\u%04x", code) or nil
  end)
  return '"' .. written .. '"'
end

-- What marks a table as an object; no text of a host is the same key.
local OBJECT = {}
local AN_OBJECT = { __index = { [OBJECT] = true } }

local function as_object(held)
  return setmetatable(held, AN_OBJECT)
end

local function is_object(value)
  return type(value) == "table" and value[OBJECT] == true
end

-- None as an array of a JSON text has it; no check of a value takes it for anything.
local function null() end

-- JSON of a value: marked tables are objects, others with an item 1 or nothing in them arrays; keys stand sorted.
local function to_json(value)
  if type(value) == "string" then
    return json_text(value)
  elseif type(value) ~= "table" then
    return (value == nil or value == null) and "null" or label(value)
  end
  local parts = {}
  if not is_object(value) and (value[1] ~= nil or next(value) == nil) then
    for i, item in ipairs(value) do
      parts[i] = to_json(item)
    end
    return "[" .. concat(parts, ",") .. "]"
  end
  for i, name in ipairs(names_of(value)) do
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

local keeps_null = false -- whether members that are none stay

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
      if value == nil and keeps_null then
        value = null
      end
      made[name] = value
      return stop_at
    end)
    return as_object(made), position
  end
  for _, word in ipairs(WORDS) do
    if string.sub(text, position, position + #word[1] - 1) == word[1] then
      return word[2], position + #word[1]
    end
  end
  return read_number(text, position)
end

-- The value of a JSON text. Null is none; a caller may want to have the members that are none, as `null`.
local function from_json(text, with_null)
  keeps_null = with_null or false
  local value, position = read_value(text, after_space(text, 1), 1)
  if after_space(text, position) <= #text then
    no_json(position)
  end
  return value
end

return {
  as_object = as_object, character_of = character_of, from_json = from_json, is_object = is_object, null = null,
  to_json = to_json,
}

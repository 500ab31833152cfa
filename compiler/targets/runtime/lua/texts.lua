-- Texts as bytes of UTF-8, whatever a host's texts are made of.
--
-- Job: read the characters of a text, compare texts by their bytes, and hash them. Never uses the order of the host.

local floor = math.floor

-- The number of a character of a text. MoonSharp's texts are made of UTF-16, and `unicode` reads them; the others' are
-- made of the bytes of UTF-8.
local unicode = string.unicode
local byte = unicode or string.byte

-- The bytes of UTF-8 of a character by its number.
local function utf8_of(code)
  if code < 128 then
    return { code }
  elseif code < 2048 then
    return { 192 + floor(code / 64), 128 + code % 64 }
  elseif code < 65536 then
    return { 224 + floor(code / 4096), 128 + floor(code / 64) % 64, 128 + code % 64 }
  end
  local third = floor(code / 4096)
  return { 240 + floor(third / 64), 128 + third % 64, 128 + floor(code / 64) % 64, 128 + code % 64 }
end

-- The bytes of UTF-8 of a text go to visit.
local function each_byte(text, visit)
  local high
  for i = 1, #text do
    local code = byte(text, i)
    if code < 128 or not unicode then
      visit(code)
    elseif code >= 55296 and code < 56320 then
      high = code - 55296
    else
      if code >= 56320 and code < 57344 then
        code = 65536 + high * 1024 + code - 56320
      end
      for _, b in ipairs(utf8_of(code)) do
        visit(b)
      end
    end
  end
end

-- Whether a text has no half of a pair of UTF-16 in it, which stands for no character.
local function is_unicode(text)
  if not string.find(text, "[^ -~]") then
    return true
  end
  local i = 1
  while i <= #text do
    local code = byte(text, i)
    if not unicode and code == 237 and i < #text and byte(text, i + 1) >= 160 then
      return false
    elseif code >= 55296 and code < 57344 then
      local low = code < 56320 and i < #text and byte(text, i + 1)
      if not low or low < 56320 or low >= 57344 then
        return false
      end
      i = i + 1
    end
    i = i + 1
  end
  return true
end

-- The numbers of the characters of a text, or nothing where its bytes are not those of characters.
local function codes_of(text)
  if not is_unicode(text) then
    return nil
  end
  local codes, code, size, left, is_sound = {}, 0, 0, 0, true
  each_byte(text, function(b)
    if left > 0 and b >= 128 and b < 192 then
      code, left = code * 64 + b - 128, left - 1
    elseif left > 0 or b >= 128 and b < 194 or b >= 245 then
      is_sound = false
    else
      size = b < 128 and 1 or b < 224 and 2 or b < 240 and 3 or 4
      code, left = size == 1 and b or size == 2 and b % 32 or b % 16, size - 1
    end
    if left == 0 then
      codes[#codes + 1] = code
      is_sound = is_sound and code < 1114112 and #utf8_of(code) == size
    end
  end)
  return is_sound and left == 0 and codes or nil
end

-- Text in the order of its bytes, whatever the host takes for alphabetical.
local function text_before(a, b)
  for i = 1, math.min(#a, #b), 4 do
    local a1, a2, a3, a4 = byte(a, i, i + 3)
    local b1, b2, b3, b4 = byte(b, i, i + 3)
    if a1 ~= b1 then
      return a1 < b1
    elseif a2 ~= b2 then
      return (a2 or -1) < (b2 or -1)
    elseif a3 ~= b3 then
      return (a3 or -1) < (b3 or -1)
    elseif a4 ~= b4 then
      return (a4 or -1) < (b4 or -1)
    end
  end
  return #a < #b
end

-- 16 hexadecimal digits of a text: two polynomials over its bytes.
local function text_hash(text)
  local first, second = 0, 0
  if unicode then
    each_byte(text, function(b)
      first = (first * 1000003 + b + 1) % 2147483647
      second = (second * 999983 + b + 1) % 2147483629
    end)
  else -- without a call for each byte
    for i = 1, #text do
      local b = byte(text, i) + 1
      first = (first * 1000003 + b) % 2147483647
      second = (second * 999983 + b) % 2147483629
    end
  end
  return string.format("%08x%08x", first, second)
end

-- The characters of a text: bytes of one character stay together.
local function characters(text)
  local found, i = {}, 1
  while i <= #text do
    local stop = i
    if byte(text, i) >= 192 and not unicode then
      while stop < #text and byte(text, stop + 1) >= 128 and byte(text, stop + 1) < 192 do
        stop = stop + 1
      end
    end
    found[#found + 1] = string.sub(text, i, stop)
    i = stop + 1
  end
  return found
end

return {
  byte = byte, characters = characters, codes_of = codes_of, is_unicode = is_unicode, text_before = text_before,
  text_hash = text_hash, unicode = unicode, utf8_of = utf8_of,
}

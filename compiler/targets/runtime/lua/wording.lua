-- Letters and numbers of sentences in English and Russian.
--
-- Job: begin and end a sentence; count a noun, in Russian by the class of the number. Knows no game.

local character_of, null, to_json = need("json", "character_of", "null", "to_json")
local unicode = need("texts", "unicode")

local NOM, GEN, ACC = 1, 2, 4 -- cases

-- Who is spoken to, in the cases and as a name in a list.
local YOU = { -- as JSON, for sources are written in ASCII alone
  en = '["you", "your", "you", "you", "you", "you", "you"]',
  ru = '["\\u0432\\u044b", "\\u0432\\u0430\\u0441", "\\u0432\\u0430\\u043c", "\\u0432\\u0430\\u0441", '
    .. '"\\u0432\\u0430\\u043c\\u0438", "\\u0432\\u0430\\u0441", "\\u0432\\u044b"]',
}

-- Sources are written in ASCII alone. So characters beyond it are made of their numbers, when they are first needed.
local made = {}
local function sign(code)
  made[code] = made[code] or character_of(code)
  return made[code]
end

-- The capital letters of Russian, by the small ones.
local capitals
local function capital_of(letter)
  if not capitals then
    capitals = { [sign(1105)] = sign(1025) }
    for code = 1072, 1103 do
      capitals[sign(code)] = sign(code - 32)
    end
  end
  return capitals[letter]
end

-- The text with a capital, in the letters that every engine knows.
local function begun(text)
  if string.find(text, "^[a-z]") then
    return string.upper(string.sub(text, 1, 1)) .. string.sub(text, 2)
  end
  local size = unicode and 1 or 2
  local capital = capital_of(string.sub(text, 1, size))
  return capital and capital .. string.sub(text, size + 1) or text
end

-- A sentence: with a capital, and with a full stop, unless it has an end.
local function finished(text)
  if text == "" then
    return ""
  end
  local has_end = string.find(text, "[.!?]$") or string.sub(text, -#sign(8230)) == sign(8230)
  return begun(text) .. (has_end and "" or ".")
end

-- Of Russian: 0 for 1, 21, 31 and so on; 1 for 2 to 4, 22 and so on; 2 for the others.
local function number_class(number)
  local last, two = math.abs(number) % 10, math.abs(number) % 100
  if last == 1 and two ~= 11 then
    return 0
  end
  return last >= 2 and last <= 4 and not (two >= 12 and two <= 14) and 1 or 2
end

local function spaced(text)
  return (string.gsub(text, "_", " "))
end

-- A phrase is a table: `forms` in six cases and as a name in a list, `many`, `gender`, `you`, the `number` that it is.
local function same(text)
  return { forms = { text, text, text, text, text, text, text }, gender = "neuter" }
end

local GENDERS = { masculine = 1, feminine = 2, neuter = 3 }

-- The word that agrees with a phrase.
local function picked(phrase, choices, is_russian)
  if phrase.number and #choices == 3 and is_russian then
    return choices[number_class(phrase.number) + 1]
  elseif #choices == 4 then
    return choices[phrase.many and 4 or GENDERS[phrase.gender]]
  elseif phrase.you and #choices == 3 then
    return choices[3]
  end
  return choices[phrase.many and 2 or 1]
end

local function is_given(values, name)
  return name == nil or values[name] ~= nil and values[name] ~= null
end

-- A name, with the cases of the noun that it has.
local function declined(name, noun)
  local found = same(name)
  if noun then
    found.gender = noun.gender
    for case = 2, #noun.one do
      found.forms[case] = noun.one[case]
    end
  end
  return found
end

-- Several phrases as one.
local function listed(parts, nothing, word)
  if #parts < 2 then
    return parts[1] or same(nothing)
  end
  local forms = {}
  for i = 1, #parts[1].forms do
    local said = {}
    for n = 1, #parts - 1 do
      said[n] = parts[n].forms[i]
    end
    forms[i] = table.concat(said, ", ") .. " " .. word .. " " .. parts[#parts].forms[i]
  end
  return { forms = forms, many = true, gender = "neuter" }
end

-- A name with values behind it.
local function with_values(name, given)
  local said = {}
  for i, value in ipairs(given) do
    said[i] = value.forms[1]
  end
  return same(name.forms[1] .. " (" .. table.concat(said, ", ") .. ")")
end

-- Whether all is given that a row of pieces says.
local function fits(row, values)
  for _, piece in ipairs(row) do
    local is_slot = type(piece) == "table" and piece[1] == nil
    if is_slot and not (is_given(values, piece.value) and is_given(values, piece.owner)) then
      return false
    end
  end
  return true
end

-- Whether a row of pieces names a square itself.
local function tells(square, row, values)
  for _, piece in ipairs(row) do
    local value = type(piece) == "table" and piece.value and values[piece.value]
    if type(value) == "table" and value.square == square then
      return true
    end
  end
  return false
end

-- A number with the noun that it counts.
local function quantity(phrase, noun, case, is_russian)
  local number = phrase.number
  if not number then
    return phrase.forms[case]
  end
  local group, shown = number == 1 and 0 or 3, phrase.forms[NOM] .. " "
  if is_russian then
    group = number_class(number)
  end
  if not noun.counted then
    return shown .. noun.one[is_russian and GEN or NOM]
  elseif group == 0 or group == 3 then
    return shown .. (group == 0 and noun.one or noun.many)[case]
  elseif not (case == NOM or case == ACC and not (noun.animate and group == 1)) then
    return shown .. noun.many[case == ACC and GEN or case]
  end
  return shown .. (group == 1 and noun.one or noun.many)[GEN]
end

-- Whose ability is offered or used, and by which card or status, if that is another.
local function of_ability(told)
  return { self = told.of, this = to_json(told.by) ~= to_json(told.of) and told.by or nil }
end

return {
  begun = begun, declined = declined, finished = finished, fits = fits, listed = listed,
  of_ability = of_ability, picked = picked, quantity = quantity, same = same, sign = sign, spaced = spaced,
  tells = tells, with_values = with_values, YOU = YOU,
}

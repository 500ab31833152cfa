-- The names that a test gives to players and things.
--
-- Job: find the option that an answer names; write messages with the test's own names. Input: a game whose entities
-- have names for tests. Output: names, positions of options, and texts.

local concat = table.concat
local fault = need("faults", "fault")
local copied, is_list, label, shown_int, usable_text = need(
  "values", "copied", "is_list", "label", "shown_int", "usable_text"
)

local MOST_SHOWN = 12

-- The name of an entity in a test, and those of the parts printed in it: `sword.lines#2`, `sword.edge`.
local function name_for_tests(rt, entity, name)
  local function call(one, text)
    if type(one) == "table" and one._is == "entity" and rt.test_names[one._id] == nil then
      rt.test_names[one._id] = text
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

-- A message with the test's names in place of those of transcripts, such as `orc#3`.
local function named(game, text)
  local parts, start = {}, 1
  while true do
    local first, last, id = string.find(text, "[%a_][%w_]*#(%d+)", start)
    if first == nil then
      break
    end
    local before = first > 1 and string.sub(text, first - 1, first - 1) or ""
    local is_ability = string.sub(text, last + 1, last + 4) == " of " -- which is of somebody
    local name = not is_ability and not string.find(before, "[%w_.]") and game.test_names[tonumber(id)]
    parts[#parts + 1] = string.sub(text, start, first - 1) .. (name or string.sub(text, first, last))
    start = last + 1
  end
  return concat(parts) .. string.sub(text, start)
end

local function shown_options(game, options)
  local texts = {}
  for i = 1, math.min(MOST_SHOWN, #options) do
    texts[i] = named(game, label(options[i]))
  end
  return concat(texts, ", ")
end

local function form_of(option)
  return type(option) == "table" and option._is or nil
end

-- Every way in which a test may name an option, as a set.
local function names_of(game, option)
  local form = form_of(option)
  if form == "entity" then
    local card = option._card and option._card._id or rawget(option, "id")
    local found = { [label(option)] = true }
    if type(card) == "string" then
      found[card] = true
    end
    if game.test_names[option._id] then
      found[game.test_names[option._id]] = true
    end
    found[""] = nil
    return found
  elseif form ~= "usable" then
    return { [label(option)] = true }
  end
  local mine, its, text = names_of(game, option.me), names_of(game, option.this), usable_text(option)
  local found = copied(its)
  found[option.name], found[text], found[named(game, text)] = true, true, true
  found[game.code.abilities[option.ability + 1].id] = true
  for m in pairs(mine) do
    found[option.name .. " of " .. m] = true
    for t in pairs(its) do
      found[t .. " of " .. m] = true
    end
  end
  return found
end

-- Whether it makes no difference which is chosen: copies of a card in one place, to which nothing has happened.
local function are_alike(game, one, other)
  if one == other then
    return true
  end
  local form, other_form = form_of(one), form_of(other)
  if form == "usable" and other_form == "usable" then
    return one.ability == other.ability and are_alike(game, one.me, other.me) and are_alike(game, one.this, other.this)
  elseif form ~= "entity" or other_form ~= "entity" then
    return label(one) == label(other)
  end
  for _, thing in ipairs({ one, other }) do
    if game.test_names[thing._id] or #thing._statuses > 0 or not thing._card or not thing._zone then
      return false
    end
  end
  return one._card == other._card and one._zone == other._zone
end

-- The shortest name that only this option has, without a number of the transcript if there is one.
local function own_name(every, position)
  local best
  local function rank(name)
    return string.find(name, "#", 1, true) and 1 or 0
  end
  local function try_names(all)
    for name in pairs(every[position]) do
      local shared = false
      for i, other in ipairs(every) do
        shared = shared or (i ~= position and other[name] ~= nil)
      end
      if all or not shared then
        local before = best == nil or rank(name) < rank(best)
        if not before and rank(name) == rank(best) then
          before = #name < #best or (#name == #best and name < best)
        end
        best = before and name or best
      end
    end
  end
  try_names(false)
  if best == nil then
    try_names(true)
  end
  return best
end

-- The position from 0 of the option that an answer names, or none; one that names several different ones is a fault.
local function fitting(game, options, wanted, at)
  local text, every, found, own = label(wanted), {}, {}, {}
  for i, option in ipairs(options) do
    every[i] = names_of(game, option)
    if every[i][text] then
      found[#found + 1] = i
      if form_of(option) == "entity" and game.test_names[option._id] == text then
        own[#own + 1] = i
      end
    end
  end
  if #found > 1 and #own == 1 then
    found = own
  end
  local alike = true
  for _, i in ipairs(found) do
    alike = alike and are_alike(game, options[found[1]], options[i])
  end
  if not alike then
    local ways = {}
    for i = 1, math.min(MOST_SHOWN, #found) do
      ways[i] = "`" .. own_name(every, found[i]) .. "`"
    end
    fault("`" .. text .. "` fits " .. shown_int(#found) .. " options: name " .. concat(ways, " or "), at)
  end
  return found[1] and found[1] - 1
end

return {
  fitting = fitting, name_for_tests = name_for_tests, named = named, names_of = names_of,
  shown_options = shown_options,
}

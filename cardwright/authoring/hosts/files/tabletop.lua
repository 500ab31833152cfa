-- SPDX-License-Identifier: MIT
-- The table's part: it tells each seat what its player may know, and takes answers from the chat.
--   !new [scenario] [seed] [rosters]   a new game, by the host; a roster by name for each player, in order
--   !sit N..     the seats of these players    !stand N..   the seats are free again
--   !N           the answer of that number     !pick N..    options by the numbers in brackets, for choices of many
--   !pass        an offer is left              !why         what is not offered, and why
--   !again       the question once more

local game = require("game")
local rt, rules = game.rt, game.rules
local match = nil
-- By number of the player: a colour, "" for nobody; who looks from there; and what they see.
local seats, watchers, views = {}, {}, {}
local TINT = { r = 0.9, g = 0.9, b = 0.8 }
local LISTED = 64 -- so many answers are listed

local function tell_all(text)
  printToAll(text, TINT)
end

local function whisper(colour, text)
  printToColor(text, colour, TINT)
end

-- Does something that may be refused; whispers why, without the place that some hosts put before it.
local function try(colour, work, value, other)
  local fine, told = pcall(work, value, other)
  if not fine then
    whisper(colour, (string.gsub(tostring(told), "^%S+:%([%d,%-]+%): ", "")))
    return nil
  end
  return told
end

-- ---- words

-- What people read for a name of the game.
local function word(name)
  local names = rules.data.names[name] or {}
  return names.en or string.gsub(name, "_", " ") .. ""
end

local function card_name(id)
  local _, first = next(rules.data.cards[id].names)
  return rules.data.cards[id].names.en or first or word(id)
end

local labels = {}
for _, ability in ipairs(rules.abilities) do
  labels[ability.id] = ability.label
end

local shown

local function shown_entity(name, view)
  for number, player in ipairs(view.players) do
    if player == name then
      return "player " .. number
    end
  end
  local entity = view.entities[name]
  if entity == nil then
    return "something"
  end
  return (type(entity.card) == "string" and card_name(entity.card) or word(entity.kind)) .. " (" .. name .. ")"
end

-- An ability by its label; one without a label by what it stands on.
local function shown_ability(value, view)
  local own, of, by = labels[value.ability], shown(value.of, view), shown(value.by, view)
  if string.find(own, "#", 1, true) then
    return by == of and of or by .. " for " .. of
  end
  return own .. ": " .. of .. (by == of and "" or " by " .. by)
end

-- A value of a view in words.
function shown(value, view)
  if type(value) ~= "table" then
    return type(value) == "function" and "nothing" or tostring(value)
  elseif value.entity then
    return shown_entity(value.entity, view)
  elseif value.ability then
    return shown_ability(value, view)
  elseif value.card then
    return card_name(value.card)
  elseif value.die then
    return word(value.die) .. " " .. value.face + 1
  end
  local named = value.square or value.zone and word(string.match(value.zone, "%.(.*)$")) or value.hidden and "something"
  if named or value.event or value.kind then
    return named or word(value.event or value.kind)
  end
  local parts = {}
  for i, item in ipairs(value.roll or value) do
    parts[i] = shown(item, view)
  end
  return table.concat(parts, ", ")
end

-- What happened, as a line for the viewer of a view; nothing where there is no line for it.
local function line_of(event, view)
  if event.what == "begin" then
    local parts = {}
    for _, param in ipairs(rules.verbs[event.verb].params) do
      local value = event.values[param.name]
      parts[#parts + 1] = type(value) ~= "function" and shown(value, view) or nil
    end
    return word(event.verb) .. (#parts > 0 and ": " .. table.concat(parts, ", ") or "")
  elseif event.what == "choose" then
    return shown(event.who, view) .. " chooses " .. (#event.chosen > 0 and shown(event.chosen, view) or "nothing")
  elseif event.what == "roll" then
    return "Roll: " .. shown(event, view)
  elseif event.what == "move" and type(event.entity) == "string" and type(event.to) == "table" then
    return shown({ entity = event.entity }, view) .. ": " .. shown(event.to, view)
  end
  return nil
end

-- ---- telling

-- The number of the player who is asked, or nothing.
local function asked()
  for number, player in ipairs(match.request and rt.of_kind(match.game, "player") or {}) do
    if match.request.who == player then
      return number
    end
  end
  return nil
end

-- What an event changes in a view.
local function apply(event, view)
  for _, change in ipairs(event.changes) do
    local path, held = change[1], view
    for i = 1, #path - 1 do
      held = held[path[i]]
    end
    held[path[#path]] = change[2]
  end
end

-- What has happened since, as lines for a seat; what they see is then as it is now.
local function lines_for(number)
  local lines, view = {}, views[number]
  for _, event in ipairs(rt.from_json(watchers[number]:events(), true)) do
    apply(event, view)
    local line = line_of(event, view)
    if line then
      lines[#lines + 1] = string.rep("  ", event.depth) .. line
    end
  end
  return lines
end

-- Whispers the question to the seat that is asked.
local function whisper_question(number)
  local colour, view = seats[number], views[number]
  for i, answer in ipairs(match:legal()) do
    local picked = {}
    for n, position in ipairs(answer.answer) do
      picked[n] = position < 0 and "pass" or shown(view.request.options[position + 1], view)
    end
    whisper(colour, i .. ". " .. (#picked > 0 and table.concat(picked, ", ") or "nothing"))
    if i == LISTED then
      whisper(colour, "More can be picked: !pick with " .. view.request.least .. " to " .. view.request.most)
      for n, option in ipairs(view.request.options) do
        whisper(colour, "(" .. n .. ") " .. shown(option, view))
      end
    end
  end
end

local function ask()
  if match.result then
    tell_all("The game is over: " .. match.result.outcome .. ", state " .. match.result.state)
    return
  end
  local number = asked()
  if seats[number] == "" then
    tell_all("Player " .. number .. " is asked, and nobody sits there: !sit " .. number)
  else
    tell_all("Player " .. number .. " is asked")
    whisper_question(number)
  end
end

-- Whispers to each seat what has happened since, as far as its player may know it; then asks.
local function go_on()
  match:skip()
  for number in ipairs(watchers) do
    for _, line in ipairs(lines_for(number)) do
      if seats[number] ~= "" then
        whisper(seats[number], line)
      end
    end
  end
  ask()
end

-- ---- matches and seats

-- A match at its first request; `colours` sit at its seats.
local function begin(begun, colours)
  match, seats, watchers, views = begun, {}, {}, {}
  match:skip()
  for number in ipairs(rt.of_kind(match.game, "player")) do
    seats[number] = type(colours[number]) == "string" and colours[number] or ""
    watchers[number] = match:watch(number - 1)
    views[number] = rt.from_json(watchers[number]:view(), true)
  end
  ask()
end

local function answer(colour, positions)
  if try(colour, match.step, match, positions) then
    go_on()
  end
end

local commands = {}

-- Commands about the question, which are for the seat that is asked.
local of_asked = { pass = true, pick = true, why = true, again = true }

function commands.new(words, player)
  if not player.host then
    whisper(player.color, "A game is begun by the host")
    return
  end
  local setup, seed = {}, nil
  if words[1] ~= nil and tonumber(words[1]) == nil then
    setup.scenario = table.remove(words, 1)
  end
  if words[1] ~= nil and tonumber(words[1]) ~= nil then
    seed = tonumber(table.remove(words, 1))
  end
  if #words > 0 then
    setup.rosters = {}
  end
  local names = rules.deals.seats[setup.scenario or rules.scenario_names[1]] or {}
  for number, roster in ipairs(words) do
    if names[number] == nil then
      whisper(player.color, "There is no player for " .. roster)
      return
    end
    setup.rosters[names[number]] = roster
  end
  -- Whoever knows the seed knows what will come, so none that is always the same.
  local begun = try(player.color, game.new_game, setup, seed or math.random(1, 2147483646))
  if begun then
    begin(begun, seats)
  end
end

-- The numbers of seats that a player names; nothing where one of them is none, or another sits there.
local function named_seats(words, player)
  local numbers = {}
  for i, text in ipairs(words) do
    local number = tonumber(text)
    if seats[number] == nil then
      whisper(player.color, "There is no seat " .. text)
      return {}
    elseif seats[number] ~= "" and seats[number] ~= player.color and not player.host then
      whisper(player.color, seats[number] .. " sits there")
      return {}
    end
    numbers[i] = number
  end
  return numbers
end

function commands.sit(words, player)
  for _, number in ipairs(named_seats(words, player)) do
    seats[number] = player.color
    tell_all(player.color .. " is player " .. number)
    if not match.result and asked() == number then
      whisper_question(number)
    end
  end
end

function commands.stand(words, player)
  for _, number in ipairs(named_seats(words, player)) do
    seats[number] = ""
    tell_all("Nobody is player " .. number)
  end
end

function commands.why(_, player)
  local number = asked()
  local refused, view = rt.from_json(watchers[number]:refused(), true), views[number]
  if #refused == 0 then
    whisper(player.color, "Nothing that could be offered is refused")
  end
  for _, one in ipairs(refused) do
    local parts = {}
    for i, part in ipairs(one.reason) do
      parts[i] = shown(part, view)
    end
    whisper(player.color, shown(one.option, view) .. ": " .. table.concat(parts))
  end
end

function commands.again()
  ask()
end

function commands.pass(_, player)
  answer(player.color, { -1 })
end

function commands.pick(words, player)
  local positions = {}
  for i, text in ipairs(words) do
    local number = tonumber(text)
    if number == nil then
      whisper(player.color, "There is no option " .. text)
      return
    end
    positions[i] = number - 1
  end
  answer(player.color, positions)
end

-- ---- what the table calls

-- A message of the chat; gives false where it was a command, so that nobody else sees it.
function onChat(message, player)
  local words = {}
  for text in string.gmatch(string.match(message, "^!(.*)$") or "", "%S+") do
    words[#words + 1] = text
  end
  local name = table.remove(words, 1)
  if name == nil then
    return true
  end
  local number = tonumber(name)
  if commands[name] == nil and number == nil then
    whisper(player.color, "There is no command " .. name)
  elseif match == nil and name ~= "new" then
    whisper(player.color, "Begin with !new")
  elseif (number or of_asked[name]) and (match.result or seats[asked()] ~= player.color) then
    whisper(player.color, "You are not asked")
  elseif number then
    local option = match:legal()[number]
    if option == nil then
      whisper(player.color, "There is no option " .. name)
    else
      answer(player.color, option.answer)
    end
  else
    commands[name](words, player)
  end
  return false
end

function onSave()
  return match and '{"match":' .. match:save() .. ',"seats":' .. rt.to_json(seats) .. "}" or ""
end

-- What the table has kept; a game of other rules cannot go on.
function onLoad(saved)
  if saved == nil or saved == "" then
    return
  end
  local fine, told = pcall(function()
    local held = rt.from_json(saved, true)
    local kept = type(held) == "table" and held.match and held or { match = held }
    begin(game.load(kept.match), type(kept.seats) == "table" and kept.seats or {})
  end)
  if not fine then
    tell_all((string.gsub(tostring(told), "^%S+:%([%d,%-]+%): ", "")))
    tell_all("Begin with !new")
  end
end

-- SPDX-License-Identifier: MIT
-- The table's part: it tells each seat what its player may know, and takes answers from the chat.
--   !new [scenario] [seed] [rosters]   a new game, by the host; a roster by name for each player, in order
--   !sit N..     the seats of these players    !stand N..   the seats are free again
--   !N           the answer of that number     !pick N..    options by the numbers in brackets, for choices of many
--   !pass        an offer is left              !why         what is not offered, and why
--   !again       the question once more        !language X  the language of the game's words

local game = require("game")
local rt, rules = game.rt, game.rules
local match = nil
-- By number of the player: a colour, "" for nobody; who looks from there; and what they are asked.
local seats, watchers, asks = {}, {}, {}
local TINT = { r = 0.9, g = 0.9, b = 0.8 }
local LISTED = 64 -- so many answers are listed
local SPECTATORS = "Grey" -- the colour that all have who took none: what one of them is whispered, all of them read

local function tell_all(text)
  printToAll(text, TINT)
end

local function whisper(colour, text)
  pcall(printToColor, text, colour, TINT) -- whoever had this colour may have left the table
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

local languages = {}
for name in pairs(rules.data.words) do
  languages[#languages + 1] = name
end
table.sort(languages)
local language = rules.data.words.en and "en" or languages[1]

-- ---- telling

-- The number of the player who is asked, or nothing.
local function asked()
  for number, player in ipairs(match.request and rt.players_by_seat(match.game) or {}) do
    if match.request.who == player then
      return number
    end
  end
  return nil
end

-- What has happened since, as lines for a seat; what its player is asked is then as it is now.
local function lines_for(number)
  local lines = {}
  for _, event in ipairs(rt.from_json(watchers[number]:events(), true)) do
    if event.what == "ask" then
      asks[number] = event.changes[1][2]
    elseif event.words ~= "" then
      lines[#lines + 1] = event.words
    end
  end
  return lines
end

-- Looks from a seat, in the language of the table.
local function watch(number)
  if watchers[number] then
    watchers[number]:close()
  end
  watchers[number] = match:watch(number - 1, language)
  asks[number] = rt.from_json(watchers[number]:view(), true).request
end

-- Whispers the question to the seat that is asked.
local function whisper_question(number)
  local colour, request = seats[number], asks[number]
  local words = request.words
  whisper(colour, words.question)
  for i, answer in ipairs(match:legal()) do
    local picked = {}
    for n, position in ipairs(answer.answer) do
      picked[n] = position < 0 and words.none or words.options[position + 1]
    end
    whisper(colour, i .. ". " .. (#picked > 0 and table.concat(picked, ", ") or words.none))
    if i == LISTED then
      whisper(colour, "More can be picked: !pick with " .. request.least .. " to " .. request.most)
      for n, option in ipairs(words.options) do
        whisper(colour, "(" .. n .. ") " .. option)
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
  match, seats, watchers, asks = begun, {}, {}, {}
  match:skip()
  for number in ipairs(rt.players_by_seat(match.game)) do
    seats[number] = type(colours[number]) == "string" and colours[number] or ""
    watch(number)
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
  local scenario = setup.scenario or rules.scenario_names[1]
  local names = rules.deals.seats[scenario] or {}
  for number, roster in ipairs(words) do
    if names[number] == nil and rules.scenarios[scenario] == nil then
      break -- which the rules refuse by its name
    elseif names[number] == nil then
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
  if player.color == SPECTATORS then
    whisper(player.color, "Take a colour at the table first")
    return
  end
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
  local refused = rt.from_json(watchers[asked()]:refused(), true)
  if #refused == 0 then
    whisper(player.color, "Nothing that could be offered is refused")
  end
  for _, one in ipairs(refused) do
    whisper(player.color, one.words.option .. ": " .. one.words.reason)
  end
end

-- The words of the game in another language, for the whole table.
function commands.language(words, player)
  if rules.data.words[words[1]] == nil then
    whisper(player.color, "The game has words in " .. table.concat(languages, ", "))
    return
  end
  language = words[1]
  for number in ipairs(watchers) do
    watch(number)
  end
  ask()
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
  if match == nil then
    return ""
  end
  return '{"match":' .. match:save() .. ',"seats":' .. rt.to_json(seats) .. ',"language":"' .. language .. '"}'
end

-- What the table has kept; a game of other rules cannot go on.
function onLoad(saved)
  if saved == nil or saved == "" then
    return
  end
  local fine, told = pcall(function()
    local held = rt.from_json(saved, true)
    local kept = type(held) == "table" and held.match and held or { match = held }
    language = rules.data.words[kept.language] and kept.language or language
    begin(game.load(kept.match), type(kept.seats) == "table" and kept.seats or {})
  end)
  if not fine then
    tell_all((string.gsub(tostring(told), "^%S+:%([%d,%-]+%): ", "")))
    tell_all("Begin with !new")
  end
end

-- SPDX-License-Identifier: MIT
-- The table's part: it tells what happens and takes answers from the chat.
--   !new [scenario] [seed] [rosters]   a new game; a roster by name for each player, in order
--   !N           the answer of that number    !pick N..    options by the numbers in brackets, for choices of many
--   !pass        an offer is left             !why         what is not offered, and why
--   !again       the question once more

local rules = require("game")
local match = nil
local LISTED = 64 -- so many answers are listed

local function tell(text)
  printToAll(text, { r = 0.9, g = 0.9, b = 0.8 })
end

-- Does something that may be refused; tells why, without the place that some hosts put before it.
local function try(work, value, other)
  local fine, told = pcall(work, value, other)
  if not fine then
    tell((string.gsub(tostring(told), "^%S+:%([%d,%-]+%): ", "")))
  end
  return fine and told or nil
end

local function ask()
  if match.result then
    tell("The game is over: " .. match.result.outcome .. ", state " .. match.result.state)
    return
  end
  local request, legal = match:step(), match:legal()
  tell(request.who .. ": " .. request.prompt)
  for number, answer in ipairs(legal) do
    tell(number .. ". " .. answer.label)
  end
  if #legal == LISTED then
    tell("More can be picked: !pick with " .. request.least .. " to " .. request.most .. " of these numbers")
    for number, option in ipairs(request.options) do
      tell("(" .. number .. ") " .. option)
    end
  end
end

-- Tells what has happened since the last answer, then asks; an answer that is refused leaves the question.
local function go_on(answer)
  local told = try(match.step, match, answer)
  if told == nil then
    return
  end
  while told.type == "event" do
    tell(string.rep("  ", told.depth) .. told.text)
    told = match:step()
  end
  ask()
end

local function begin(setup, seed)
  local begun = try(rules.new_game, setup, seed)
  if begun then
    match = begun
    go_on()
  end
end

local commands = {}

function commands.new(words)
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
  local seats = rules.rules.deals.seats[setup.scenario or rules.rules.scenario_names[1]] or {}
  for number, roster in ipairs(words) do
    if seats[number] == nil then
      tell("There is no player for " .. roster)
      return
    end
    setup.rosters[seats[number]] = roster
  end
  begin(setup, seed)
end

function commands.why()
  local refused = match:explain().refused
  if #refused == 0 then
    tell("Nothing that could be offered is refused")
  end
  for _, one in ipairs(refused) do
    tell(one.label .. ": " .. one.reason)
  end
end

function commands.again()
  ask()
end

function commands.pass()
  go_on({ -1 })
end

function commands.pick(words)
  local answer = {}
  for i, word in ipairs(words) do
    local number = tonumber(word)
    if number == nil then
      tell("There is no option " .. word)
      return
    end
    answer[i] = number - 1
  end
  go_on(answer)
end

-- A message of the chat; gives false where it was a command, so that nobody else sees it.
function onChat(message)
  local words = {}
  for word in string.gmatch(string.match(message, "^!(.*)$") or "", "%S+") do
    words[#words + 1] = word
  end
  local name = table.remove(words, 1)
  if name == nil then
    return true
  end
  local number = tonumber(name)
  if commands[name] == nil and number == nil then
    tell("There is no command " .. name)
  elseif match == nil and name ~= "new" then
    tell("Begin with !new")
  elseif number ~= nil then
    local option = match:legal()[number]
    if option == nil then
      tell("There is no option " .. name)
    else
      go_on(option.answer)
    end
  else
    commands[name](words)
  end
  return false
end

function onSave()
  return match and match:save() or ""
end

-- What the table has kept; a game of other rules cannot go on.
function onLoad(saved)
  if saved == nil or saved == "" then
    return
  end
  match = try(rules.load, saved)
  if match then
    ask()
  else
    tell("Begin with !new")
  end
end

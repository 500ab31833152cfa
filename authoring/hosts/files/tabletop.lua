-- The table's part: it tells what happens and takes answers from the chat.
--   !new [scenario] [seed]   a new game        !N      the option of that number
--   !pass                    an offer is left  !why    what is not offered, and why
--   !again                   the question once more

local rules = require("game")
local match = nil

local function tell(text)
  printToAll(text, { r = 0.9, g = 0.9, b = 0.8 })
end

local function ask()
  local request = match:explain()
  if match.result then
    tell("The game is over: " .. match.result.outcome .. ", state " .. match.result.state)
    return
  end
  tell(request.prompt)
  for number, option in ipairs(match:legal()) do
    tell(number .. ". " .. option.label)
  end
end

-- Tells what has happened since the last answer, then asks.
local function go_on(answer)
  local told = match:step(answer)
  while told.type == "event" do
    tell(string.rep("  ", told.depth) .. told.text)
    told = match:step()
  end
  ask()
end

local commands = {}

function commands.new(words)
  local seed = tonumber(words[#words])
  local scenario = words[1]
  if scenario ~= nil and tonumber(scenario) ~= nil then
    scenario = nil
  end
  match = rules.new_game(scenario and { scenario = scenario } or nil, seed or 1)
  go_on()
end

function commands.why()
  for _, one in ipairs(match:explain().refused) do
    tell(one.label .. ": " .. one.reason)
  end
end

function commands.again()
  ask()
end

function commands.pass()
  go_on({ -1 })
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

function onLoad(saved)
  if saved ~= nil and saved ~= "" then
    match = rules.load(saved)
    ask()
  end
end

-- What comes of snapshots from strangers: why each is refused, or nothing where it plays on.

local rules = require("game")

-- What an error of the language itself says, and no sentence of the interface.
local raw = { "attempt to", "bad argument", "invalid ", "overflow", "the rules stop here", "number has no integer" }

local function is_raw(why)
  if type(why) ~= "string" or string.find(why, "^[^ ]+:%d+:") then
    return true
  end
  for _, words in ipairs(raw) do
    if string.find(why, words, 1, true) then
      return true
    end
  end
  return false
end

local function play(snapshot)
  local match = rules.restore(snapshot)
  for _ = 1, 6 do
    match:skip()
    if rules.rt.from_json(rules.rt.to_json(match:step())).type == "result" then
      break
    end
    match:view(0)
    match:explain()
    match:invariants()
    local possible = match:legal()
    if #possible == 0 then
      break
    end
    match:step(possible[1].answer)
  end
  match:clone():snapshot()
end

return function(snapshot)
  local fine, why = pcall(play, snapshot)
  return fine and "" or (is_raw(why) and "RAW: " or "refused: ") .. tostring(why)
end

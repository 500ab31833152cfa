-- What one viewer is not told of: events that something hidden does with nothing that they know.
--
-- Job: tell whether an event of the rules is withheld from a viewer. Input: a running game, an event and its values as
-- the viewer sees them. Output: truth values. Keeps which events it withheld when they began, so that their ends are
-- withheld, too.

local insert = table.insert
local null = need("json", "null")
local is_list = need("values", "is_list")
local HIDDEN = need("views", "HIDDEN")

-- The events that began and were not told to a viewer are `begun`.
local Withheld = {}
Withheld.__index = Withheld

local function new_withheld(game, outlook)
  return setmetatable({ game = game, outlook = outlook, begun = {} }, Withheld)
end

-- Whether a printed value names something of the game, or some of it.
local function is_known(value)
  if type(value) ~= "table" or value == HIDDEN or value == null then
    return false
  elseif not is_list(value) then
    return true
  end
  for _, part in ipairs(value) do
    if is_known(part) then
      return true
    end
  end
  return false
end

-- Whether an event that begins, is refused or was prevented is withheld.
function Withheld:takes(what, event, values)
  for _, value in pairs(values) do
    if is_known(value) then
      return false
    end
  end
  if not self:is_done_in_hiding() then
    return false
  elseif what == "begin" then
    insert(self.begun, event)
  end
  return true
end

-- Whether the end of an event is withheld, as its beginning was.
function Withheld:takes_end(event)
  if self.begun[#self.begun] ~= event then
    return false
  end
  table.remove(self.begun)
  return true
end

-- Whether the ability that is being carried out, the innermost, has a carrier that the viewer does not know.
function Withheld:is_done_in_hiding()
  local outlook, frames = self.outlook, self.game.frames
  for i = #frames, 1, -1 do
    local frame = frames[i]
    if frame.frame == "UsingAbility" then
      return outlook:value(frame.me) == HIDDEN or outlook:value(frame.this) == HIDDEN
    end
  end
  return false
end

return { new_withheld = new_withheld }

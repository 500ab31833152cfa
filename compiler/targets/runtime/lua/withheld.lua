-- What one viewer is not told of: events that something hidden does with nothing that they know.
--
-- Job: tell whether an event of the rules is withheld from a viewer. Input: a running game, an event and its values as
-- the viewer sees them. Output: truth values. Keeps which events it withheld when they began, so that their ends are
-- withheld, too; and for who begins to look while some are going on, those that would be.

local insert = table.insert
local is_object = need("json", "is_object")
local is_list, position_of = need("values", "is_list", "position_of")
local HIDDEN = need("views", "HIDDEN")

-- The events that began and were not told to a viewer are `begun`.
local Withheld = {}
Withheld.__index = Withheld

local function new_withheld(game, outlook)
  return setmetatable({ game = game, outlook = outlook, begun = {} }, Withheld)
end

-- Whether a printed value names something of the game, or some of it.
local function is_known(value)
  if is_object(value) then
    return value ~= HIDDEN
  end
  for _, part in ipairs(is_list(value) and value or {}) do
    if is_known(part) then
      return true
    end
  end
  return false
end

local function names_some(values)
  for _, value in pairs(values) do
    if is_known(value) then
      return true
    end
  end
  return false
end

-- Whether the carrier of an ability is not known to the viewer.
local function is_hidden(outlook, using)
  return outlook:value(using.me) == HIDDEN or outlook:value(using.this) == HIDDEN
end

-- Whether what is being carried out is written where the viewer does not know it: on something hidden, or of an event
-- that is withheld.
function Withheld:is_of_hidden_text()
  local frames = self.game.frames
  for i = #frames, 1, -1 do
    if frames[i].frame == "Happening" then
      return position_of(self.begun, frames[i].event) ~= nil
    elseif frames[i].frame == "UsingAbility" then
      return is_hidden(self.outlook, frames[i])
    end
  end
  return false
end

-- Finds what is withheld of the events that are going on, by what the viewer knows now.
function Withheld:look(values_of)
  local in_hiding = false
  self.begun = {}
  for _, frame in ipairs(self.game.frames) do
    if frame.frame == "UsingAbility" then
      in_hiding = is_hidden(self.outlook, frame)
    elseif in_hiding and frame.frame == "Happening" and position_of(self.game.stack, frame.event) then
      if not names_some(values_of(self.outlook, frame.event)) then
        insert(self.begun, frame.event)
      end
    end
  end
end

-- How many events are going on, without those that are withheld.
function Withheld:depth()
  local depth = #self.game.stack
  for _, event in ipairs(self.begun) do
    depth = depth - (position_of(self.game.stack, event) and 1 or 0)
  end
  return depth
end

-- Whether an event that begins, is refused or was prevented is withheld.
function Withheld:takes(what, event, values)
  if names_some(values) or not self:is_done_in_hiding() then
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
  local frames = self.game.frames
  for i = #frames, 1, -1 do
    if frames[i].frame == "UsingAbility" then
      return is_hidden(self.outlook, frames[i])
    end
  end
  return false
end

return { new_withheld = new_withheld }

-- What cannot be taken back by the journal alone, kept at a request so that the game can return to it.
--
-- Job: copy the frames and the events of what is being done. Input: a game at a request or at rest. Output: a
-- checkpoint, or the game as it was there. Entities stay the same: the journal takes back what was done to them. Events
-- stay the same, too, for effects name them; their values are copied.

local show = need("changes", "show")
local as_script_env = need("scripts", "as_script_env")
local form_of = need("snapshots", "form_of")
local back_to = need("state", "back_to")
local copied, mapped = need("values", "copied", "mapped")

local COUNTERS = { "steps", "changes", "events", "mark_of_run" }

-- Copies values, each table once.
local Copier = {}
Copier.__index = Copier

function Copier:value(value)
  if type(value) ~= "table" then
    return value
  elseif self.made[value] then
    return self.made[value]
  elseif value._is == "event" then
    return self:event(value)
  elseif value._is == "usable" then
    local made = copied(value)
    made.trigger = self:value(value.trigger)
    return made
  elseif value._is == "env" and rawget(value, "_order") then
    local made = {}
    self.made[value] = made
    return as_script_env(self:all(value, made), copied(value._order))
  end
  return value._is == nil and self:all(value, {}) or value -- what has a sort of its own never changes
end

function Copier:all(values, made)
  for name, value in pairs(values) do
    made[name] = self:value(value)
  end
  return made
end

function Copier:event(event)
  self.made[event] = event
  self.events[event] = self:values_of_event(event)
  return event
end

function Copier:values_of_event(values)
  local made = {}
  for name, value in pairs(values) do
    if name == "_replaced" or name == "_prevented" then
      made[name] = copied(value)
    else
      made[name] = name == "_code" and value or self:value(value)
    end
  end
  return made
end

-- What is not in a snapshot of a frame never changes, or is made anew.
function Copier:frame(frame)
  local made = setmetatable(copied(frame), frame.__index)
  for _, slot in ipairs(self.frames[frame.frame][2]) do
    local value = rawget(frame, slot)
    local form = form_of(frame.frame, slot)
    if form == "set" then
      made[slot] = copied(value)
    else
      made[slot] = form == "values" and self:all(value, {}) or self:value(value)
    end
  end
  return made
end

function Copier:framed(frames)
  return mapped(frames, function(frame)
    return self:frame(frame)
  end)
end

local function new_copier(frames)
  return setmetatable({ made = {}, events = {}, frames = frames }, Copier)
end

-- A game as it is at a request; it can be returned to as often as one likes.
local function checkpoint(game, frames)
  local copier, counters = new_copier(frames), {}
  for _, name in ipairs(COUNTERS) do
    counters[name] = game[name]
  end
  return {
    changed = game.changed, frames = copier:framed(game.frames), stack = copier:all(game.stack, {}),
    events = copier.events, dirty = copied(game.dirty), checking = copied(game.checking), counters = counters,
  }
end

-- Takes back everything since a checkpoint.
local function return_to(game, point, frames)
  back_to(game, point.changed)
  local copier = new_copier(frames)
  for event in pairs(point.events) do
    copier.made[event] = event
  end
  for event, held in pairs(point.events) do
    for name in pairs(event) do
      event[name] = nil
    end
    for name, value in pairs(copier:values_of_event(held)) do
      rawset(event, name, value)
    end
  end
  game.frames, game.stack = copier:framed(point.frames), copier:all(point.stack, {})
  game.dirty, game.checking, game.outermost = copied(point.dirty), copied(point.checking), {}
  for name, value in pairs(point.counters) do
    game[name] = value
  end
  show(game, "anew")
end

return { checkpoint = checkpoint, return_to = return_to }

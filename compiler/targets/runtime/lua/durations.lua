-- Durations.
--
-- Job: begin lasting effects and statuses, and end them at their edges.

local Game = need("triggers", "Game")
local position_of, taken = need("values", "position_of", "taken")

function Game:lasting(duration, modifiers, values)
  local number = self.next_id
  self:lasts({
    _is = "effect", number = number, duration = self:begun(duration), modifiers = modifiers, env = self:keep(values),
  })
  self:new_id()
  self:touch("*")
end

-- The values that a lasting effect or duration keeps; `_none` are the names of those that are none.
function Game:keep(values)
  local env = { _is = "env", _none = {} }
  for name, value in pairs(values) do
    env[name] = taken(value)
    if env[name] == nil then
      env._none[name] = true
    end
  end
  return env
end

-- Lays a status on its bearer for a while; a status that a card names may bring its own values.
function Game:begin_status(name, values, bearer, duration)
  if type(name) == "table" then
    name, values = name[1], name[2]
  end
  self:add_status(name, values, bearer, duration and self:begun(duration))
end

-- A duration as it starts now: `next` passes over the event that is running.
function Game:begun(duration)
  if not duration.skip then
    return duration
  end
  local running = false
  for _, event in ipairs(self.stack) do
    running = running or self:edge_matches(duration, event)
  end
  return {
    _is = "duration", edge = duration.edge, skip = running and duration.edge == "end", verbs = duration.verbs,
    ["until"] = duration["until"], env = duration.env,
  }
end

function Game:edge_matches(duration, event)
  if not position_of(duration.verbs, event._verb) then
    return false
  end
  local position = duration["until"]
  return position == nil or self.code.untils[position + 1](self, event, duration.env)
end

-- Ends what lasts until this edge of this event, and what held only while something was so.
function Game:expire(edge, event)
  self.work = self.work - #self.effects
  for _, effect in ipairs(self.effects) do
    local duration = effect.duration
    if duration then
      local over
      if duration.edge == "while" then
        over = not self:effect_holds(duration)
      else
        over = duration.edge == edge and self:edge_matches(duration, event)
        if over and duration.skip then
          self:change(duration, "skip", false)
          over = false
        end
      end
      if over and effect.status then
        self:drop(effect.status)
      elseif over and position_of(self.effects, effect) then
        self:end_effect(effect)
        self:touch("*")
      end
    end
  end
end

return { Game = Game }

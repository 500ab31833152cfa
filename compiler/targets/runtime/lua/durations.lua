-- State checks and durations.
--
-- Job: run state checks until none holds; begin lasting effects and statuses, and end them at their edges.

local exhausted = need("faults", "exhausted")
local Game = need("triggers", "Game")
local copied, items_of, position_of, shown_int, taken = need(
  "values", "copied", "items_of", "position_of", "shown_int", "taken"
)

local function any_of(names, set)
  if names["*"] then
    return true
  end
  for name in pairs(set) do
    if names[name] then
      return true
    end
  end
  return false
end

-- Whether what a check asks for is there: a truth, or something in a collection.
local function is_found(found)
  if type(found) == "table" then
    return #items_of(found) > 0
  end
  return found
end

-- Runs every state check whose fields were written, until none holds.
function Game:check_state()
  local waiting = {}
  for _ = 1, self.bounds.checks do
    local due, acted = self.dirty, false
    self.dirty = {}
    self:spend(#self.code.checks, -1)
    for _, check in ipairs(self.code.checks) do
      if self.checking[check] then -- it is being carried out further out, and asks again when that is done
        for name in pairs(due) do
          if check.reads["*"] or check.reads[name] then
            waiting[name] = true
          end
        end
      elseif any_of(check.reads, due) and is_found(check.found(self)) then
        acted = true
        local outer = self.checking
        self.checking = copied(outer)
        self.checking[check] = true
        check.body(self)
        self.checking = outer
      end
    end
    if not acted and not self:is_dirty() then
      self.dirty = waiting
      return
    end
  end
  exhausted("state checks did not settle in " .. shown_int(self.bounds.checks) .. " rounds")
end

function Game:lasting(duration, modifiers, values)
  local number = self.next_id
  self:lasts({
    _is = "effect", number = number, duration = self:begun(duration), modifiers = modifiers, env = self:keep(values),
  })
  self:new_id()
  self:touch("*")
end

-- The values that a lasting effect or duration keeps.
function Game:keep(values)
  local env = {}
  for name, value in pairs(values) do
    env[name] = taken(value)
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
    condition = duration.condition, env = duration.env,
  }
end

function Game:edge_matches(duration, event)
  if not position_of(duration.verbs, event._verb) then
    return false
  end
  return duration.condition == nil or duration.condition(self, event, duration.env)
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

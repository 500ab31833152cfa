-- The state of a game: statuses and lasting effects.
--
-- Job: lay statuses on their bearers, by their ways of stacking, and take them off. Never decides what happens.

local exhausted, fault = need("faults", "exhausted", "fault")
local Game = need("places", "Game")
local compared, EMPTY, eq, is_list, kept, label, position_of, shown_int = need(
  "values", "compared", "EMPTY", "eq", "is_list", "kept", "label", "position_of", "shown_int"
)

-- Lays a status on its bearer, by the status's way of stacking.
function Game:add_status(name, values, bearer, duration)
  if bearer == nil or not bearer._alive then
    return
  end
  if #values ~= #self.data.traits[name].params then
    fault("`" .. name .. "` was given to " .. label(bearer) .. " without its values")
  end
  for _, old in ipairs(self:rivals(name, values, bearer)) do
    if self:outranks(old, values) then
      self:renew(old, values, duration)
      return
    end
    self:drop(old)
  end
  self:check_room(name)
  if #bearer._statuses >= self.bounds.statuses then
    exhausted("more than " .. shown_int(self.bounds.statuses) .. " statuses lie on " .. label(bearer))
  end
  local made = self:instance(name, values, bearer)
  self:append(self.kinds, name, made)
  self:append(bearer, "_statuses", made)
  self:lasts({ _is = "effect", number = made._id, duration = duration, modifiers = EMPTY, status = made })
  self:touch("*")
end

function Game:status_values(lying)
  local values = {}
  for i, param in ipairs(self.data.traits[lying._kind].params) do
    values[i] = lying[param]
  end
  return values
end

local function of_status(bearer, name)
  return kept(bearer._statuses, function(lying)
    return lying._kind == name
  end)
end

-- The statuses beside which a new one cannot lie: all, or those with its value of the parameter that counts.
function Game:rivals(name, values, bearer)
  local declared = self.data.traits[name]
  local same, index = of_status(bearer, name), position_of(declared.params, declared.stacking)
  if index then
    return kept(same, function(lying)
      return eq(lying[declared.params[index]], values[index])
    end)
  end
  local one = declared.stacking == "none" or declared.stacking == "highest" or declared.stacking == "lowest"
  return one and same or EMPTY
end

-- Whether a status stays where a rival comes.
function Game:outranks(old, values)
  local stacking, own = self.data.traits[old._kind].stacking, self:status_values(old)
  if stacking == "none" or eq(own, values) then
    return true
  end
  local order = compared(own, values)
  if stacking == "lowest" then
    return order < 0
  end
  return order > 0
end

-- The same status again: it lasts as long as the later one. A weaker one leaves it as it is.
function Game:renew(lying, values, duration)
  if self.data.traits[lying._kind].stacking ~= "none" and not eq(self:status_values(lying), values) then
    return
  end
  for _, effect in ipairs(self.effects) do
    if effect.status == lying and effect.duration then
      self:change(effect, "duration", duration)
    end
  end
end

-- Takes a status off, or each of a collection of them.
function Game:drop(lying)
  if is_list(lying) then
    for _, one in ipairs(lying) do
      self:drop(one)
    end
    return
  end
  if lying == nil or not lying._alive then
    return
  end
  self:changed_one()
  self:change(lying, "_alive", false)
  self:extract(self.kinds, lying._kind, lying)
  self:extract(lying.bearer, "_statuses", lying)
  for _, effect in ipairs(self.effects) do
    if effect.status == lying then
      self:end_effect(effect)
    end
  end
  self:touch("*")
end

function Game:drop_named(name, bearer)
  for _, lying in ipairs(of_status(bearer, name)) do
    self:drop(lying)
  end
end

function Game:lasts(effect)
  self:changed_one(#self.effects + 1)
  self:append(self, "effects", effect)
end

function Game:end_effect(effect)
  self:changed_one(#self.effects - 1)
  self:extract(self, "effects", effect)
end

return { Game = Game, of_status = of_status }

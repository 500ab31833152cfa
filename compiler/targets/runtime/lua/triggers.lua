-- Abilities that answer events.
--
-- Job: find the abilities that an event concerns, and their order; count uses; tell whether costs can be paid.

local new_asking = need("choices", "new_asking")
local Game = need("events", "Game")
local SPENT = need("spending", "SPENT")
local body_for, usable_of, use_key = need("using", "body_for", "usable_of", "use_key")
local compared, EMPTY, items_of, kept, mapped, sorted = need(
  "values", "compared", "EMPTY", "items_of", "kept", "mapped", "sorted"
)

-- The abilities that answer an event now, each as {ability, self, this}, oldest carrier first.
function Game:matches(abilities, event)
  local found = {}
  for _, ability in ipairs(abilities) do
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:holds(ability, me, this, event) then
        found[#found + 1] = { ability, me, this }
      end
    end
  end
  return found
end

-- Whether an ability's limits and requirements let it be used.
function Game:is_free(ability, me, this, event)
  for _, frame in ipairs(ability.limits) do
    if not self:limit_free(frame, ability, this) then
      return false
    end
  end
  if ability.uses > 0 and (self.used[use_key(ability, this)] or 0) >= ability.uses then
    return false
  end
  return ability.requires == nil or ability.requires(self, me, this, event) == nil
end

-- `once per FRAME`: free when not used since the frame's verb last began.
function Game:limit_free(frame, ability, this)
  return self.used[use_key(ability, this) .. frame] ~= (self.started[frame] or 0)
end

function Game:record_use(ability, this)
  local key = use_key(ability, this)
  for _, frame in ipairs(ability.limits) do
    self:change(self.used, key .. frame, self.started[frame] or 0)
  end
  if ability.uses > 0 then
    self:change(self.used, key, (self.used[key] or 0) + 1)
  end
end

-- What has happened gives back the uses of the abilities that wait for it.
function Game:recharge(event)
  for _, filed in ipairs(self.code.recharges[event._verb] or EMPTY) do
    local ability, asks = filed[1], filed[2]
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      local key = use_key(ability, this)
      if (self.used[key] or 0) ~= 0 and (asks == nil or asks(self, me, this, event)) then
        self:change(self.used, key, 0)
      end
    end
  end
end

-- Whether an ability that waited for its turn is live and holds still, after what others did.
function Game:still_answers(ability, me, this, event)
  local carriers, live = self:carriers(ability), false
  for i = 1, #carriers, 2 do
    live = live or (carriers[i] == me and carriers[i + 1]._id == this._id)
  end
  return live and self:holds(ability, me, this, event) and self:is_free(ability, me, this, event)
end

-- A number as text of at least eight figures, so that texts and numbers stand in one order.
local function padded(id)
  local text = tostring(id)
  return string.rep("0", math.max(8 - #text, 0)) .. text
end

-- By the order of the players who control them, then by age.
function Game:in_order(found)
  if #found < 2 then
    return found
  end
  local order, ranks = self:player_order(), {}
  for i, player in ipairs(order) do
    ranks[player._id] = i
  end
  local ranked = mapped(found, function(match)
    local player = self:controller_of(match[2])
    return { { player and ranks[player._id] or #order + 1, padded(match[3]._id) }, match }
  end)
  return mapped(sorted(ranked, function(a, b)
    return compared(a[1], b[1]) < 0
  end), function(pair)
    return pair[2]
  end)
end

-- Those among which a player decides which is next; none where the first one is.
function Game:tied(found)
  local player = #found > 1 and self.data.policy.ties == "choose" and self:controller_of(found[1][2])
  if not player then
    return EMPTY
  end
  local mine = kept(found, function(match)
    return self:controller_of(match[2]) == player
  end)
  return #mine > 1 and mine or EMPTY
end

-- Asks which of several simultaneous abilities of a player is next.
function Game:ordering(mine)
  local options = mapped(mine, function(match)
    return usable_of(match[1], match[2], match[3], nil)
  end)
  return new_asking(self:controller_of(mine[1][2]), "order", options, mine[1][1].at)
end

-- The players in the order in which they are asked: the ruleset's own, else by seat.
function Game:player_order()
  local named = self.data.policy.order
  if named then
    return items_of(self.code.functions[named](self))
  end
  return self.code.kinds.player and self:of_kind("player") or EMPTY
end

function Game:controller_of(me)
  if type(me) == "table" and me._is == "entity" then
    if me._class.is.player then
      return me
    end
    return rawget(me, "controller")
  end
  return nil
end

local function always()
  return true
end

function Game:can_pay(ability, me, this, trigger)
  if self.nested >= SPENT.nested then
    return false -- paying it asks whether it can be paid, and so on
  end
  self.nested = self.nested + 1
  local paid = self:attempt(function()
    return body_for(ability.costs, me, this, trigger)
  end, always)
  self.nested = self.nested - 1
  return paid
end

return { Game = Game }

-- Offers: what players may do.
--
-- Job: find the abilities that someone may use now. Only what is possible is offered; `explain`
-- tells why something is not. Never chooses for a player.

local Game = need("durations", "Game")
local SPENT = need("spending", "SPENT")
local usable_of, use_key = need("using", "usable_of", "use_key")
local EMPTY, refusal, refused = need("values", "EMPTY", "refusal", "refused")

function Game:chooser_of(ability, me, this)
  return ability.chooser and ability.chooser(self, me, this, nil) or nil
end

-- Why an ability cannot be used now, or none.
function Game:obstacle(ability, me, this, trigger)
  self:spend(SPENT.change, ability.at)
  for _, frame in ipairs(ability.limits) do
    if not self:limit_free(frame, ability, this) then
      return refusal("it was used already (once per " .. frame .. ")", ability.at, ability.rows)
    end
  end
  if ability.uses > 0 and (self.used[use_key(ability, this)] or 0) >= ability.uses then
    return refusal("it has no uses left", ability.at, ability.rows)
  end
  local failed = ability.requires and ability.requires(self, me, this, trigger)
  if failed then
    return refused(failed)
  end
  local through = ability.live and ability.live.through
  if through then
    local reason = self:why_not(through.verb, through.values(self, me, this))
    if reason then
      return reason
    end
  end
  if ability.feasible and not ability.feasible(self, me, this, trigger) then
    return refusal("nothing of it could be done", ability.at, ability.rows)
  end
  if ability.costs and not self:can_pay(ability, me, this, trigger) then
    return refusal("its cost cannot be paid", ability.at, ability.rows)
  end
  return nil
end

-- The carriers of an ability whose `self` is this one; what all of a kind have is not looked for in all.
function Game:carriers_for(ability, subject)
  if ability.form == "every" then
    if subject._class.is[ability.name] and self:is_present(subject) then
      return { subject, subject }
    end
    return EMPTY
  end
  local carriers, found = self:carriers(ability), {}
  for i = 1, #carriers, 2 do
    if carriers[i] == subject then
      found[#found + 1] = subject
      found[#found + 1] = carriers[i + 1]
    end
  end
  return found
end

-- What a player may use now (of one subject, where it is given), in the order of the rules and then of age.
function Game:usable(abilities, player, trigger, subject)
  local found = {}
  for _, ability in ipairs(abilities) do
    local carriers = subject == nil and self:carriers(ability) or self:carriers_for(ability, subject)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:chooser_of(ability, me, this) == player
        and (trigger == nil or self:holds(ability, me, this, trigger))
        and self:obstacle(ability, me, this, trigger) == nil then
        found[#found + 1] = usable_of(ability, me, this, trigger)
      end
    end
  end
  if self.watcher and self.trial == 0 then
    self.watcher:offered({ abilities, player, trigger, subject }, found)
  end
  return found
end

-- What the player who is offered something may not use now, and why: a list of {use, refusal}.
function Game:explain()
  local offer = self.frames[#self.frames - 1]
  if offer == nil or offer.offered == nil then
    return {}
  end
  return self:refused_of({ offer:offered(self) })
end

-- What of an offer may not be used now, and why: a list of {use, refusal}.
function Game:refused_of(offered)
  local abilities, player, trigger, subject = offered[1], offered[2], offered[3], offered[4]
  local found = {}
  for _, ability in ipairs(abilities) do
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      local why
      if self:chooser_of(ability, me, this) == player and (subject == nil or me == subject)
        and (trigger == nil or self:holds(ability, me, this, trigger)) then
        why = self:obstacle(ability, me, this, trigger)
      end
      if why then
        found[#found + 1] = { usable_of(ability, me, this, trigger), why }
      end
    end
  end
  return found
end

return { Game = Game }

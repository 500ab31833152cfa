-- Offers: what players may do, and the using of it.
--
-- Job: find the abilities that someone may use now, ask, pay and run them. Only what is possible is offered; `explain`
-- tells why something is not. Never chooses for a player.

local Game = need("durations", "Game")
local exhausted = need("faults", "exhausted")
local SPENT = need("spending", "SPENT")
local usable_of, use_key = need("triggers", "usable_of", "use_key")
local EMPTY, kept, position_of, refusal, refused, shown_int, usable_text = need(
  "values", "EMPTY", "kept", "position_of", "refusal", "refused", "shown_int", "usable_text"
)

local MOST_OFFERS = 200

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
  return found
end

-- What the player who is offered something may not use now, and why: a list of {use, refusal}.
function Game:explain()
  local offered, found = self.offered, {}
  for _, ability in ipairs(offered and offered.abilities or EMPTY) do
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this, trigger = carriers[i], carriers[i + 1], offered.trigger
      local why
      if self:chooser_of(ability, me, this) == offered.player and (offered.subject == nil or me == offered.subject)
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

-- The activated abilities of some timing classes; those without a class have the class `any`.
function Game:activations_of(classes)
  return kept(self.code.activations, function(ability)
    if #classes == 0 then
      return true
    end
    for _, class in ipairs(#ability.classes > 0 and ability.classes or { "any" }) do
      if position_of(classes, class) then
        return true
      end
    end
    return false
  end)
end

-- Pays and runs an ability, through the verb that its `live` line names.
function Game:use(use)
  local ability = self.code.abilities[use.ability + 1]
  local me, this, trigger = use.me, use.this, use.trigger
  local through = ability.live and ability.live.through
  if not through then
    self:run_ability(ability, me, this, trigger)
    return
  end
  local values = through.values(self, me, this)
  self:record_use(ability, this)
  if ability.costs then
    ability.costs(self, me, this, trigger)
  end
  self:emit(through.verb, values, use)
end

-- Runs the ability that the nearest event around carries.
function Game:resolve(event)
  while event and event._use == nil do
    event = event._parent
  end
  if event == nil then
    return
  end
  local use = event._use
  local ability = self.code.abilities[use.ability + 1]
  if self:is_tracing() then
    self:tell(usable_text(use))
  end
  if ability.body then
    ability.body(self, use.me, use.this, use.trigger)
  end
end

-- The use that a player chooses of those found, or none for a pass or where there is none.
function Game:pick_use(player, found, abilities, trigger, subject)
  if #found == 0 then
    return nil
  end
  self.offered = { abilities = abilities, player = player, trigger = trigger, subject = subject }
  local at = self.code.abilities[found[1].ability + 1].at
  local answer = self:pick(player, "use", found, 1, 1, at, nil)
  self.offered = nil
  return found[answer[1] + 1]
end

-- Offers activated abilities until the player passes (or once).
function Game:offer(classes, player, subject, once)
  local candidates = self:activations_of(classes)
  for _ = 1, MOST_OFFERS do
    local found = self:usable(candidates, player, nil, subject)
    local chosen = self:pick_use(player, found, candidates, nil, subject)
    if chosen == nil then
      return
    end
    self:use(chosen)
    if once then
      return
    end
  end
  exhausted("a player was offered more than " .. shown_int(MOST_OFFERS) .. " actions in a row")
end

-- Offers reactions in turn, until all players have passed in a row.
function Game:window(reactions, event)
  local players, passed = self:player_order(), 0
  for turn = 0, MOST_OFFERS - 1 do
    if passed >= #players then
      return
    end
    local player = players[turn % #players + 1]
    local found = self:usable(reactions, player, event)
    local chosen = self:pick_use(player, found, reactions, event, nil)
    if chosen == nil then
      passed = passed + 1
    else
      passed = 0
      self:use(chosen)
    end
  end
  exhausted("more than " .. shown_int(MOST_OFFERS) .. " reactions were offered to one event")
end

-- Offers `react instead of` abilities once around; true when one was used.
function Game:offer_replacement(reactions, event)
  for _, player in ipairs(self:player_order()) do
    local found = kept(self:usable(reactions, player, event), function(use)
      return not event._replaced[use_key(self.code.abilities[use.ability + 1], use.this)]
    end)
    local chosen = self:pick_use(player, found, reactions, event, nil)
    if chosen then
      event._replaced[use_key(self.code.abilities[chosen.ability + 1], chosen.this)] = true
      self:use(chosen)
      return true
    end
  end
  return false
end

return { Game = Game }

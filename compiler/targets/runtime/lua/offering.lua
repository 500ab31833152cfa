-- Offers, as frames: abilities that a player may use, reactions to an event, and replacements of it.
--
-- Job: ask the players in turn, and carry out what they choose. Only what is possible is offered. Input: who is asked,
-- and about what. Never chooses for a player.

local new_asking = need("choices", "new_asking")
local stop_prevented = need("events", "stop_prevented")
local exhausted = need("faults", "exhausted")
local frame_class = need("frames", "frame_class")
local new_happening = need("happening", "new_happening")
local usable = need("offers", "usable")
local body_for, player_order, record_use, use_key = need(
  "triggers", "body_for", "player_order", "record_use", "use_key"
)
local new_using_ability = need("using", "new_using_ability")
local EMPTY, kept, shown_int = need("values", "EMPTY", "kept", "shown_int")

-- Pays and runs an ability that somebody has chosen, through the verb that its `live` line names.
local Using = frame_class("Using")

local function new_using(usable)
  return setmetatable({ pc = 0, usable = usable, values = EMPTY }, Using)
end

function Using:run(rt)
  local usable = self.usable
  local ability = rt.code.abilities[usable.ability + 1]
  local through = ability.live and ability.live.through
  if self.pc == 0 then
    if not through then
      self.pc = 2
      return new_using_ability(ability, usable.me, usable.this, usable.trigger)
    end
    self.values = through.values(rt, usable.me, usable.this)
    record_use(rt, ability, usable.this)
    self.pc = 1
    if ability.costs then
      return body_for(ability.costs, usable.me, usable.this, usable.trigger)
    end
  end
  if self.pc == 1 then
    self.pc = 2
    return new_happening(through.verb, self.values, usable)
  end
  return nil
end

local MOST_OFFERS = 200

local function is_pass(answer)
  return answer[1] == -1
end

-- What all offers have in common: `found` is what may be used, `count` how often players were asked. Each tells by
-- `offered` what it is about: the abilities, the player, the event that they answer, and whose they are.
local Offer = frame_class("Offer")

function Offer:ask(rt)
  self.pc = 1
  local _, player = self:offered(rt)
  return new_asking(player, "use", self.found, rt.code.abilities[self.found[1].ability + 1].at)
end

function Offer:use(answer)
  self.pc = 2
  return new_using(self.found[answer[1] + 1])
end

-- Offers activated abilities until the player passes (or once).
local Offering = frame_class("Offering", Offer)

local function new_offering(classes, once, player, subject)
  return setmetatable({
    pc = 0, classes = classes, once = once, player = player, subject = subject, found = EMPTY, count = 0,
  }, Offering)
end

function Offering:offered(rt)
  return rt.code:activations_of(self.classes), self.player, nil, self.subject
end

function Offering:run(rt, value)
  if self.pc == 1 then
    return not is_pass(value) and self:use(value) or nil
  elseif self.pc == 2 and self.once then
    return nil
  elseif self.count >= MOST_OFFERS then
    exhausted("a player was offered more than " .. shown_int(MOST_OFFERS) .. " actions in a row")
  end
  self.count = self.count + 1
  self.found = usable(rt, self:offered(rt))
  return #self.found > 0 and self:ask(rt) or nil
end

-- Offers reactions in turn, until all players have passed in a row, or the event is prevented.
local Window = frame_class("Window", Offer)

local function new_window(event, timing, step)
  return setmetatable({
    pc = 0, event = event, timing = timing, step = step, found = EMPTY, players = EMPTY, count = 0, passed = 0,
  }, Window)
end

function Window:offered(rt)
  local reactions = rt.code.verbs[self.event._verb].reactions[self.step .. " " .. self.timing]
  return reactions, self.players[(self.count - 1) % #self.players + 1], self.event, nil
end

function Window:run(rt, value)
  if self.pc == 0 then
    self.players = player_order(rt)
  elseif self.pc == 1 and not is_pass(value) then
    self.passed = 0
    return self:use(value)
  end
  stop_prevented(rt, self.event, self.step)
  if self.pc == 1 then
    self.passed = self.passed + 1
  end
  while self.count < MOST_OFFERS do
    if self.passed >= #self.players then
      return nil
    end
    self.count = self.count + 1
    self.found = usable(rt, self:offered(rt))
    if #self.found > 0 then
      return self:ask(rt)
    end
    self.passed = self.passed + 1
  end
  exhausted("more than " .. shown_int(MOST_OFFERS) .. " reactions were offered to one event")
end

-- Offers `react instead of` abilities once around; its result is true when one was used.
local OfferingReplacement = frame_class("OfferingReplacement", Offer)

local function new_offering_replacement(event, step)
  return setmetatable({
    pc = 0, event = event, step = step, found = EMPTY, players = EMPTY, count = 0,
  }, OfferingReplacement)
end

function OfferingReplacement:offered(rt)
  local reactions = rt.code.verbs[self.event._verb].reactions[self.step .. " instead"]
  return reactions, self.players[self.count], self.event, nil
end

function OfferingReplacement:run(rt, value)
  local abilities, replaced = rt.code.abilities, self.event._replaced
  if self.pc == 1 and not is_pass(value) then
    local chosen = self.found[value[1] + 1]
    replaced[use_key(abilities[chosen.ability + 1], chosen.this)] = true
    return self:use(value)
  elseif self.pc == 0 then
    self.players = player_order(rt)
  end
  while self.pc < 2 and self.count < #self.players do
    self.count = self.count + 1
    self.found = kept(usable(rt, self:offered(rt)), function(use)
      return not replaced[use_key(abilities[use.ability + 1], use.this)]
    end)
    if #self.found > 0 then
      return self:ask(rt)
    end
  end
  return nil, self.pc == 2
end

return {
  new_offering = new_offering, new_offering_replacement = new_offering_replacement, new_window = new_window,
  Offering = Offering, OfferingReplacement = OfferingReplacement, Using = Using, Window = Window,
}

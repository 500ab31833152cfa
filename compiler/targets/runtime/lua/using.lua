-- Abilities that are carried out, as frames.
--
-- Job: pay and run an ability by itself, or the one that an event carries, or the texts by which an automated figure
-- acts. Input: an ability and whose it is. Never asks whether it may be used.

local show = need("changes", "show")
local is_tracing, tell = need("choices", "is_tracing", "tell")
local fault = need("faults", "fault")
local frame_class = need("frames", "frame_class")
local carriers = need("modifiers", "carriers")
local body_for, can_pay, record_use = need("triggers", "body_for", "can_pay", "record_use")
local EMPTY, label, usable_text, without_position = need(
  "values", "EMPTY", "label", "usable_text", "without_position"
)

-- Pays the costs of an ability and runs it; when they cannot be paid it does nothing.
local UsingAbility = frame_class("UsingAbility")

local function new_using_ability(ability, me, this, trigger)
  return setmetatable({ pc = 0, ability = ability, me = me, this = this, trigger = trigger }, UsingAbility)
end

function UsingAbility:run(rt)
  local ability, me, this, trigger = self.ability, self.me, self.this, self.trigger
  if self.pc == 0 then
    if ability.costs and not can_pay(rt, ability, me, this, trigger) then
      return nil
    end
    record_use(rt, ability, this)
    show(rt, "use", ability.index, me, this)
    if is_tracing(rt) then
      tell(rt, ability.name_shown .. " of " .. label(me))
    end
    self.pc = 1
    if ability.costs then
      return body_for(ability.costs, me, this, trigger)
    end
  end
  if self.pc == 1 then
    self.pc = 2
    return ability.body and body_for(ability.body, me, this, trigger)
  end
  return nil
end

-- Runs the ability that the nearest event around carries.
local Resolving = frame_class("Resolving")

local function new_resolving(event)
  return setmetatable({ pc = 0, event = event }, Resolving)
end

function Resolving:run(rt)
  local holder = self.event
  while holder and holder._use == nil do
    holder = holder._parent
  end
  if self.pc == 1 then
    return nil
  end
  if holder == nil then
    fault("`resolve` runs the text that is being used, and none is", rt.code.verbs[self.event._verb].at)
  end
  self.pc = 1
  local usable = holder._use
  local ability = rt.code.abilities[usable.ability + 1]
  show(rt, "use", usable.ability, usable.me, usable.this)
  if is_tracing(rt) then
    tell(rt, usable_text(usable))
  end
  return ability.body and body_for(ability.body, usable.me, usable.this, usable.trigger)
end

-- Lets a figure act by the automated texts that are live for it. `waiting`: carriers of the text before `next`, each as
-- {self, this}.
local Acting = frame_class("Acting")

local function new_acting(subject)
  return setmetatable({ pc = 0, subject = subject, next = 0, waiting = EMPTY }, Acting)
end

local function pairs_of(carriers)
  local made = {}
  for i = 1, #carriers, 2 do
    made[#made + 1] = { carriers[i], carriers[i + 1] }
  end
  return made
end

function Acting:run(rt)
  local ais = rt.code.ais
  self.pc = 1
  while #self.waiting > 0 or self.next < #ais do
    if #self.waiting == 0 then
      self.next = self.next + 1
      self.waiting = pairs_of(carriers(rt, ais[self.next]))
    else
      local ability, pair = ais[self.next], self.waiting[1]
      self.waiting = without_position(self.waiting, 1)
      if pair[1] == self.subject and ability.body then
        return body_for(ability.body, pair[1], pair[2], nil)
      end
    end
  end
  return nil
end

return {
  Acting = Acting, new_acting = new_acting, new_resolving = new_resolving, new_using_ability = new_using_ability,
  Resolving = Resolving, UsingAbility = UsingAbility,
}

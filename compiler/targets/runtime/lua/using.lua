-- Abilities that are carried out, as frames.
--
-- Job: pay and run an ability by itself, or the one that an event carries, or the texts by which an automated figure
-- acts. Input: an ability and whose it is. Never asks whether it may be used.

local frame_class, new_body = need("frames", "frame_class", "new_body")
local EMPTY, label, usable_text, without_position = need(
  "values", "EMPTY", "label", "usable_text", "without_position"
)

-- An ability that someone may use now: who it is told from, what carries it, what it answers.
local function usable_of(ability, me, this, trigger)
  return {
    _is = "usable", ability = ability.index, name = ability.name_shown, me = me, this = this, trigger = trigger,
  }
end

-- What was used of an ability, by it and its carrier; a verb may follow.
local function use_key(ability, this)
  return ability.id .. "\n" .. tostring(this._id) .. "\n"
end

-- The body of an ability, with the locals that it begins with.
local function body_for(code, me, this, trigger)
  return new_body(code, { self = me, this = this, trigger = trigger })
end

-- Pays the costs of an ability and runs it; when they cannot be paid it does nothing.
local UsingAbility = frame_class("UsingAbility")

local function new_using_ability(ability, me, this, trigger)
  return setmetatable({ pc = 0, ability = ability, me = me, this = this, trigger = trigger }, UsingAbility)
end

function UsingAbility:run(rt)
  local ability, me, this, trigger = self.ability, self.me, self.this, self.trigger
  if self.pc == 0 then
    if ability.costs and not rt:can_pay(ability, me, this, trigger) then
      return nil
    end
    rt:record_use(ability, this)
    if rt:is_tracing() then
      rt:tell(ability.name_shown .. " of " .. label(me))
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
    rt:record_use(ability, usable.this)
    self.pc = 1
    if ability.costs then
      return body_for(ability.costs, usable.me, usable.this, usable.trigger)
    end
  end
  if self.pc == 1 then
    self.pc = 2
    return rt:emit(through.verb, self.values, usable)
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
  if self.pc == 1 or holder == nil then
    return nil
  end
  self.pc = 1
  local usable = holder._use
  local ability = rt.code.abilities[usable.ability + 1]
  if rt:is_tracing() then
    rt:tell(usable_text(usable))
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
      self.waiting = pairs_of(rt:carriers(ais[self.next]))
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
  Acting = Acting, body_for = body_for, new_acting = new_acting, new_resolving = new_resolving, new_using = new_using,
  new_using_ability = new_using_ability, Resolving = Resolving, usable_of = usable_of, use_key = use_key, Using = Using,
  UsingAbility = UsingAbility,
}

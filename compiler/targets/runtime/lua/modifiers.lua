-- What is true of an entity now: live abilities, stats, keywords, prohibitions.
--
-- Job: find which abilities are live and who `self` is in them; work out a stat's value from all modifiers; tell what
-- an entity has and what is forbidden. Nothing here changes the game.

local concat = table.concat
local exhausted, fault = need("faults", "exhausted", "fault")
local Game = need("pictures", "Game")
local SPENT = need("spending", "SPENT")
local new_entity, with_values = need("state", "new_entity", "with_values")
local append_to, EMPTY, eq, given, items_of, joined, label = need(
  "values", "append_to", "EMPTY", "eq", "given", "items_of", "joined", "label"
)
local labels, mapped, past, position_of, refusal, taken, under = need(
  "values", "labels", "mapped", "past", "position_of", "refusal", "taken", "under"
)

local NO_ENV = {}

-- ---- liveness

-- Every `self` and `this` for which an ability is live, oldest carrier first: one list, two values for each.
function Game:carriers(ability)
  local form, name, found, n = ability.form, ability.name, {}, 0
  local function add(me, this)
    found[n + 1], found[n + 2] = me, this
    n = n + 2
  end
  if form == "card" then
    for _, entity in ipairs(self:over(ability.live and rawget(self.by_card, name) or EMPTY)) do
      self:live_selves(ability.live, entity, add)
    end
  elseif form == "every" then
    for _, entity in ipairs(self:over(self:of_kind(name))) do
      if self:is_present(entity) then
        add(entity, entity)
      end
    end
  elseif form == "status" then
    for _, lying in ipairs(self:over(self.kinds[name])) do
      add(lying.bearer, lying)
    end
  else
    for _, pair in ipairs(self:over(self:keyword_bearers(name))) do
      if self:is_present(pair[1]) then
        add(pair[1], pair[2])
      end
    end
  end
  return found
end

-- Who `self` is in the live text of a carrier.
function Game:live_selves(live, this, add)
  local condition = live.condition
  if condition and not live.needs_self and not condition(self, nil, this) then
    return
  end
  local asks = condition and live.needs_self
  local found = live.subject(self, this)
  if live.each then
    self:over(found)
  else
    found = { found }
  end
  for _, me in ipairs(items_of(found)) do
    if not asks or condition(self, me, this) then
      add(me, this)
    end
  end
end

-- Whether an entity takes part: its kind's `live` line holds, or it lies in no zone.
function Game:is_present(entity)
  local live = self.code.live_of_kind[entity._kind]
  if live == nil or live.needs_self then
    return entity._zone == nil
  end
  return live.condition == nil or live.condition(self, nil, entity)
end

-- Who has a keyword, printed or granted, with the instance that holds its values.
function Game:keyword_bearers(name)
  local found = self.by_keyword[name] or EMPTY
  if self.code.modifiers["grant " .. name] or #self:lasting_on("grant", name) > 0 then
    found = joined(found, EMPTY)
    for _, entity in ipairs(self:over(self:of_kind(self.data.traits[name].kind))) do
      self:each_granted(entity, name, function(granted)
        found[#found + 1] = { entity, granted }
        return false
      end)
    end
  end
  return found
end

function Game:holds(ability, me, this, trigger)
  local condition = ability.condition
  return condition == nil or condition(self, me, this, trigger)
end

-- ---- modifiers of values

-- Live modifiers of a form on a stat or trait go to visit(modifier, self, this, env, age), until it gives true.
function Game:each_modifier(form, stat, visit)
  for _, filed in ipairs(self.code.modifiers[form .. " " .. stat] or EMPTY) do
    local ability, modifier = filed[1], filed[2]
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:holds(ability, me, this, nil) and visit(modifier, me, this, NO_ENV, this._id) then
        return
      end
    end
  end
  self:each_lasting(form, stat, function(modifier, effect)
    return visit(modifier, nil, nil, effect.env, effect.number)
  end)
end

-- What lasts of a form on a stat, as {modifier, effect}; sorted by that once for as long as nothing comes or goes.
function Game:lasting_on(form, stat)
  if self.filed ~= self.effects then
    self.filed, self.lasting_by = self.effects, {}
    for _, effect in ipairs(self.effects) do
      for _, index in ipairs(effect.modifiers) do
        local modifier = self.code.lasting[index + 1]
        append_to(self.lasting_by, modifier.form .. " " .. modifier.stat, { modifier, effect })
      end
    end
  end
  return self.lasting_by[form .. " " .. stat] or EMPTY
end

function Game:each_lasting(form, stat, visit)
  for _, filed in ipairs(self:over(self:lasting_on(form, stat))) do
    if self:effect_holds(filed[2].duration) and visit(filed[1], filed[2]) then
      return
    end
  end
end

function Game:effect_holds(duration)
  if duration == nil or duration.edge ~= "while" or duration["until"] == nil then
    return true
  end
  return self.code.untils[duration["until"] + 1](self, nil, duration.env)
end

function Game:affects(modifier, it, me, this, env)
  if modifier.scope == nil then
    local own = me
    if own == nil then
      own = rawget(env, "self")
    end
    if it ~= own then
      return false
    end
  elseif not modifier.scope(self, it, nil, me, this, env) then
    return false
  end
  return modifier.condition == nil or modifier.condition(self, it, nil, me, this, env)
end

-- A stat with all modifiers.
function Game:stat(owner, name)
  if owner == nil then
    fault("`" .. name .. "` of none is not known")
  end
  if owner._is ~= "entity" then
    return owner[name]
  end
  local known = self.known
  local of_owner = known[owner]
  local found = of_owner and of_owner[name]
  if found and found.cost <= self.work then
    self.work = self.work - found.cost
    return found.value
  end
  local stats = self.code.stat_of[owner._kind]
  local declared = stats and stats[name]
  local base
  if declared and declared.value and not (owner._alive and type(owner._id) == "number") then
    return declared.value(self, owner)
  elseif not declared or not owner._alive or type(owner._id) ~= "number" then
    return owner[name]
  end
  local before = self.work
  self.nested = self.nested + 1
  if self.nested > SPENT.nested then
    exhausted("`" .. name .. "` depends on itself through modifiers")
  end
  if declared.value then
    base = declared.value(self, owner)
  else
    base = owner[name]
  end
  local value = past(self:modified(base, declared.stacking, owner, name))
  self.nested = self.nested - 1
  if known == self.known then
    under(known, owner)[name] = { value = value, cost = before - self.work }
  end
  return value
end

-- Bonuses together: all, the best, the worst, one, or the best of each source; penalties likewise.
local function stacked(values, stacking)
  if #values == 0 then
    return 0
  end
  local total, high, low, best = 0, values[1].value, values[1].value, {}
  for _, v in ipairs(values) do
    total, high, low = total + v.value, math.max(high, v.value), math.min(low, v.value)
    local before = best[v.source]
    if before == nil or math.abs(v.value) > math.abs(before) then
      best[v.source] = v.value
    end
  end
  if stacking == "highest" then
    return math.max(0, high) + math.min(0, low)
  elseif stacking == "lowest" then
    return low
  elseif stacking == "none" then
    return values[1].value
  elseif stacking == "source" then
    total = 0
    for _, value in pairs(best) do
      total = total + value
    end
  end
  return past(total)
end

-- A printed value, then overrides, of which the latest wins, then sums and bests, then `at least` and `at most`.
function Game:modified(value, stacking, owner, name)
  local latest
  for _, v in ipairs(self:values_of("override", owner, name)) do
    if latest == nil or v.age > latest.age then
      latest = v
    end
  end
  if latest then
    value = latest.value
  end
  value = value + stacked(self:values_of("adjust", owner, name), stacking)
  local least, most = self:values_of("least", owner, name), self:values_of("most", owner, name)
  for _, v in ipairs(least) do
    value = math.max(value, v.value)
  end
  for _, v in ipairs(most) do
    value = math.min(value, v.value)
  end
  return value
end

-- What counts as one source: the same line of the same named card, keyword or status.
local function source_of(modifier, this)
  if this == nil then
    return modifier.at
  end
  return modifier.at .. " " .. (this._card and this._card._id or this._kind)
end

function Game:values_of(form, owner, name)
  if not self.code.changes[form][name] then
    return EMPTY
  end
  local found = {}
  self:each_modifier(form, name, function(modifier, me, this, env, age)
    if self:affects(modifier, owner, me, this, env) then
      local value = modifier.value(self, owner, nil, me, this, env)
      found[#found + 1] = { value = value, age = age, source = source_of(modifier, this) }
    end
  end)
  return found
end

-- ---- what an entity has

-- Whether an entity has a keyword or status, or a square a terrain.
function Game:has(owner, name)
  if owner == nil then
    return false
  end
  if owner._is == "square" then
    return self.grid.terrain[owner.index][name] or false
  end
  local known = under(self.known, name)
  local found = known[owner]
  if found == nil or (found ~= true and found ~= false and found.cost > self.work) then
    local before = self.work
    local value = self:has_now(owner, name) or false
    local cost = before - self.work
    known[owner] = value -- most cost nothing
    if cost > 0 then
      known[owner] = { value = value, cost = cost }
    end
    return value
  elseif found == true or found == false then
    return found
  end
  self.work = self.work - found.cost
  return found.value
end

-- The same of an entity, worked out.
function Game:has_now(owner, name)
  local lying, printed = owner._statuses, owner._keywords
  for i = 1, #lying do
    if lying[i]._kind == name then
      return true
    end
  end
  for i = 1, #printed do
    if printed[i]._kind == name then
      return true
    end
  end
  if type(owner._id) == "string" then -- a card itself has what is printed on it
    for _, keyword in ipairs(owner.keywords or EMPTY) do
      if keyword[1] == name then
        return true
      end
    end
    return false
  end
  if not self.code.changes.grant[name] then
    return false
  end
  return self:each_granted(owner, name, function()
    return true
  end)
end

-- A keyword or status as often as an entity has it: each instance holds its values.
function Game:instances(owner, name)
  local found = {}
  if owner == nil then
    return found
  end
  if type(owner._id) == "string" then -- a card itself has what is printed on it
    for _, keyword in ipairs(owner.keywords or EMPTY) do
      if keyword[1] == name then
        found[#found + 1] = self:granted_instance(name, keyword[2], owner)
      end
    end
    return found
  end
  for _, held in ipairs(joined(owner._statuses, owner._keywords)) do
    if held._kind == name then
      found[#found + 1] = held
    end
  end
  if self.code.changes.grant[name] then
    self:each_granted(owner, name, function(granted)
      found[#found + 1] = granted
      return false
    end)
  end
  return found
end

-- Goes over the instances of a keyword that modifiers grant, one for all grants of the same values, until `found` is
-- content with one; gives whether it was.
function Game:each_granted(owner, name, found)
  local told, done = {}, false
  self:each_modifier("grant", name, function(modifier, me, this, env)
    if not self:affects(modifier, owner, me, this, env) then
      return false
    end
    local values = {}
    for i, value in ipairs(modifier.values) do
      values[i] = given(value(self, owner, nil, me, this, env))
    end
    for _, other in ipairs(told) do
      if eq(other, values) then
        return false
      end
    end
    told[#told + 1] = values
    done = found(self:granted_instance(name, values, owner))
    return done
  end)
  return done
end

-- An instance of a keyword that is granted. Its id is no number, for it is no card, and the same each time, so that
-- limits of use hold.
function Game:granted_instance(name, values, owner)
  local held = #values > 0 and "(" .. labels(mapped(values, taken), ", ") .. ")" or ""
  local id = name .. held .. " of " .. tostring(owner._id)
  return with_values(new_entity(self.code.kinds[name], id, nil), self.data.traits[name].params, values, owner)
end

-- The refusal of a prohibition: in its own sentence where it has one.
function Game:told(modifier, event, me, this, env)
  local parts = {}
  for i, value in ipairs(modifier.values) do
    parts[i] = label(value(self, nil, event, me, this, env))
  end
  local sentence = concat(parts)
  return refusal(sentence ~= "" and sentence or event._verb .. " is forbidden", modifier.at, modifier.rows)
end

-- The prohibition that an event meets, if any: `cannot` beats everything.
function Game:forbidden(event)
  self.work = self.work - #self.effects
  for _, filed in ipairs(self.code.forbids[event._verb] or EMPTY) do
    local ability, modifier = filed[1], filed[2]
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:holds(ability, me, this, nil) and modifier.condition(self, nil, event, me, this, NO_ENV) then
        return self:told(modifier, event, me, this, NO_ENV)
      end
    end
  end
  for _, effect in ipairs(self.effects) do
    for _, index in ipairs(effect.modifiers) do
      local modifier = self.code.lasting[index + 1]
      local forbids = modifier.form == "forbid" and position_of(modifier.verbs, event._verb)
      if forbids and self:effect_holds(effect.duration)
        and modifier.condition(self, nil, event, nil, nil, effect.env) then
        return self:told(modifier, event, nil, nil, effect.env)
      end
    end
  end
  return nil
end

return { Game = Game }

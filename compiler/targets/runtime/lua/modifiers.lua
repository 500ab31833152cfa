-- What is true of an entity now: live abilities, stats, keywords, prohibitions.
--
-- Job: find which abilities are live and who `self` is in them; work out a stat's value from all modifiers; tell what
-- an entity has and what is forbidden. Nothing here changes the game.

local new_entity, of_kind, with_values = need("entities", "new_entity", "of_kind", "with_values")
local exhausted, fault = need("faults", "exhausted", "fault")
local answers_of, charged, keep = need("remembering", "answers_of", "charged", "keep")
local over, SPENT = need("spending", "over", "SPENT")
local append_to, EMPTY, eq, given, items_of, joined, labels, mapped, past = need(
  "values", "append_to", "EMPTY", "eq", "given", "items_of", "joined", "labels", "mapped", "past"
)
local position_of, refused, taken = need("values", "position_of", "refused", "taken")

local live_selves, is_present, keyword_bearers, lasting_on, each_lasting, effect_holds
local stat, modified, values_of, is_granted, each_granted, granted_instance, instances, has_values

local NO_ENV = {}

-- ---- liveness

-- Since when a text is there. A granted keyword has no number of its own: it is as old as who has it.
local function age_of(this)
  return type(this._id) == "number" and this._id or this.bearer._id
end

local function found_carriers(rt, ability)
  local form, name, found, n = ability.form, ability.name, {}, 0
  local function add(me, this)
    found[n + 1], found[n + 2] = me, this
    n = n + 2
  end
  if form == "card" then
    for _, entity in ipairs(over(rt, ability.live and rawget(rt.by_card, name) or EMPTY)) do
      live_selves(rt, ability.live, entity, add)
    end
  elseif form == "every" then
    for _, entity in ipairs(over(rt, of_kind(rt, name))) do
      if is_present(rt, entity) then
        add(entity, entity)
      end
    end
  elseif form == "status" then
    for _, lying in ipairs(over(rt, rt.kinds[name])) do
      add(lying.bearer, lying)
    end
  else
    for _, pair in ipairs(over(rt, keyword_bearers(rt, name))) do
      if is_present(rt, pair[1]) then
        add(pair[1], pair[2])
      end
    end
  end
  return found
end

-- Every `self` and `this` for which an ability is live, oldest carrier first: one list, two values for each. It is
-- remembered, so nobody changes it.
local function carriers(rt, ability)
  return charged(rt, answers_of(rt, ability.group), ability, found_carriers, rt, ability)
end

-- Who `self` is in the live text of a carrier.
function live_selves(rt, live, this, add)
  local condition = live.condition
  if condition and not live.needs_self and not condition(rt, nil, this) then
    return
  end
  local asks = condition and live.needs_self
  local found = live.subject(rt, this)
  if live.each then
    over(rt, found)
  else
    found = { found }
  end
  for _, me in ipairs(items_of(found)) do
    if not asks or condition(rt, me, this) then
      add(me, this)
    end
  end
end

-- Whether an entity takes part: its kind's `live` line holds, or it lies in no zone.
function is_present(rt, entity)
  local live = rt.code.live_of_kind[entity._kind]
  if live == nil or live.needs_self then
    return entity._zone == nil
  end
  return live.condition == nil or live.condition(rt, nil, entity)
end

-- Who has a keyword, printed or granted, with the instance that holds its values.
function keyword_bearers(rt, name)
  local found = rt.by_keyword[name] or EMPTY
  if rt.code.modifiers["grant " .. name] or #lasting_on(rt, "grant", name) > 0 then
    found = joined(found, EMPTY)
    for _, entity in ipairs(over(rt, of_kind(rt, rt.data.traits[name].kind))) do
      each_granted(rt, entity, name, function(granted)
        found[#found + 1] = { entity, granted }
        return false
      end)
    end
  end
  return found
end

local function holds(rt, ability, me, this, trigger)
  local condition = ability.condition
  return condition == nil or condition(rt, me, this, trigger)
end

-- ---- modifiers of values

-- Live modifiers of a form on a stat or trait go to visit(modifier, self, this, env, age), until it gives true.
local function each_modifier(rt, form, stat, visit)
  for _, filed in ipairs(rt.code.modifiers[form .. " " .. stat] or EMPTY) do
    local ability, modifier = filed[1], filed[2]
    local carriers = carriers(rt, ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if holds(rt, ability, me, this, nil) and visit(modifier, me, this, NO_ENV, age_of(this)) then
        return
      end
    end
  end
  each_lasting(rt, form, stat, function(modifier, effect)
    return visit(modifier, nil, nil, effect.env, effect.number)
  end)
end

-- What lasts of a form on a stat, as {modifier, effect}; sorted by that once for as long as nothing comes or goes.
function lasting_on(rt, form, stat)
  if rt.filed ~= rt.effects then
    rt.filed, rt.lasting_by = rt.effects, {}
    for _, effect in ipairs(rt.effects) do
      for _, index in ipairs(effect.modifiers) do
        local modifier = rt.code.lasting[index + 1]
        append_to(rt.lasting_by, modifier.form .. " " .. modifier.stat, { modifier, effect })
      end
    end
  end
  return rt.lasting_by[form .. " " .. stat] or EMPTY
end

function each_lasting(rt, form, stat, visit)
  for _, filed in ipairs(over(rt, lasting_on(rt, form, stat))) do
    if effect_holds(rt, filed[2].duration) and visit(filed[1], filed[2]) then
      return
    end
  end
end

function effect_holds(rt, duration)
  if duration == nil or duration.edge ~= "while" or duration["until"] == nil then
    return true
  end
  return rt.code.untils[duration["until"] + 1](rt, nil, duration.env)
end

local function affects(rt, modifier, it, me, this, env)
  if modifier.scope == nil then
    local own = me
    if own == nil then
      own = rawget(env, "self")
    end
    if it ~= own then
      return false
    end
  elseif not modifier.scope(rt, it, nil, me, this, env) then
    return false
  end
  return modifier.condition == nil or modifier.condition(rt, it, nil, me, this, env)
end

-- A stat with all modifiers.
function stat(rt, owner, name)
  if owner == nil then
    fault("`" .. name .. "` of none is not known")
  end
  if owner._is ~= "entity" then
    return owner[name]
  end
  local group = rt.code.group_of.stat[name]
  local known = group and rt.known[group]
  local found = known and known[owner]
  if found and found.cost <= rt.work then
    rt.work = rt.work - found.cost
    return found.value
  end
  local stats = rt.code.stat_of[owner._kind]
  local declared = stats and stats[name]
  local base
  if declared and declared.value and not (owner._alive and type(owner._id) == "number") then
    return declared.value(rt, owner)
  elseif not declared or not owner._alive or type(owner._id) ~= "number" then
    return owner[name]
  end
  local before = rt.work
  rt.nested = rt.nested + 1
  if rt.nested > SPENT.nested then
    exhausted("`" .. name .. "` depends on itself through modifiers")
  end
  if declared.value then
    base = declared.value(rt, owner)
  else
    base = owner[name]
  end
  local value = past(modified(rt, base, declared.stacking, owner, name))
  rt.nested = rt.nested - 1
  keep(rt, answers_of(rt, group), owner, value, before)
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
function modified(rt, value, stacking, owner, name)
  local latest
  for _, v in ipairs(values_of(rt, "override", owner, name)) do
    if latest == nil or v.age > latest.age then
      latest = v
    end
  end
  local since = 0
  if latest then
    value = latest.value
    since = rt.data.policy.bonuses == "later" and latest.age or 0
  end
  local bonuses = {}
  for _, v in ipairs(values_of(rt, "adjust", owner, name)) do
    if v.age >= since then
      bonuses[#bonuses + 1] = v
    end
  end
  value = value + stacked(bonuses, stacking)
  local least, most = values_of(rt, "least", owner, name), values_of(rt, "most", owner, name)
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

function values_of(rt, form, owner, name)
  if not rt.code.changes[form][name] then
    return EMPTY
  end
  local found = {}
  each_modifier(rt, form, name, function(modifier, me, this, env, age)
    if affects(rt, modifier, owner, me, this, env) then
      local value = modifier.value(rt, owner, nil, me, this, env)
      found[#found + 1] = { value = value, age = age, source = source_of(modifier, this) }
    end
  end)
  return found
end

-- ---- what an entity has

-- Whether an entity has a keyword or status, or a square a terrain; what a card prints with values, with them all.
local function has(rt, owner, name)
  if owner == nil then
    return false
  end
  if owner._is == "square" then
    return rt.grid.terrain[owner.index][name] or false
  end
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
  if type(name) == "table" then
    return has_values(rt, owner, name[1], name[2])
  end
  if type(owner._id) == "string" then -- a card itself has what is printed on it
    for _, keyword in ipairs(owner.keywords or EMPTY) do
      if keyword[1] == name then
        return true
      end
    end
    return false
  end
  if not rt.code.changes.grant[name] then
    return false
  end
  return charged(rt, answers_of(rt, rt.code.group_of.trait[name]), owner, is_granted, rt, owner, name)
end

function has_values(rt, owner, name, values)
  for _, held in ipairs(instances(rt, owner, name)) do
    local own = {}
    for i, param in ipairs(rt.data.traits[name].params) do
      own[i] = held[param]
    end
    if eq(own, values) then
      return true
    end
  end
  return false
end

local function content()
  return true
end

function is_granted(rt, owner, name)
  return each_granted(rt, owner, name, content)
end

-- Goes over the instances of a keyword that modifiers grant, one for all grants of the same values, until `found` is
-- content with one; gives whether it was.
function each_granted(rt, owner, name, found)
  local told, done = {}, false
  rt.nested = rt.nested + 1
  if rt.nested > SPENT.nested then
    exhausted("`" .. name .. "` depends on itself through modifiers")
  end
  each_modifier(rt, "grant", name, function(modifier, me, this, env)
    if not affects(rt, modifier, owner, me, this, env) then
      return false
    end
    local values = {}
    for i, value in ipairs(modifier.values) do
      values[i] = given(value(rt, owner, nil, me, this, env))
    end
    for _, other in ipairs(told) do
      if eq(other, values) then
        return false
      end
    end
    told[#told + 1] = values
    done = found(granted_instance(rt, name, values, owner))
    return done
  end)
  rt.nested = rt.nested - 1
  return done
end

-- An instance of a keyword that is granted. Its id is no number, for it is no card, and the same each time, so that
-- limits of use hold.
function granted_instance(rt, name, values, owner)
  local held = #values > 0 and "(" .. labels(mapped(values, taken), ", ") .. ")" or ""
  local id = name .. held .. " of " .. tostring(owner._id)
  return with_values(new_entity(rt.code.kinds[name], id, nil), rt.data.traits[name].params, values, owner)
end

-- A keyword or status as often as an entity has it: each instance holds its values.
function instances(rt, owner, name)
  local found = {}
  if owner == nil then
    return found
  end
  if type(owner._id) == "string" then -- a card itself has what is printed on it
    for _, keyword in ipairs(owner.keywords or EMPTY) do
      if keyword[1] == name then
        found[#found + 1] = granted_instance(rt, name, keyword[2], owner)
      end
    end
    return found
  end
  for _, held in ipairs(joined(owner._statuses, owner._keywords)) do
    if held._kind == name then
      found[#found + 1] = held
    end
  end
  if rt.code.changes.grant[name] then
    each_granted(rt, owner, name, function(granted)
      found[#found + 1] = granted
      return false
    end)
  end
  return found
end

-- The refusal of a prohibition: in its own sentence where it has one.
local function told_sentence(rt, modifier, event, me, this, env)
  local parts = {}
  for i, value in ipairs(modifier.values) do
    parts[i] = given(value(rt, nil, event, me, this, env))
  end
  parts = #parts > 0 and parts or { event._verb .. " is forbidden" }
  return refused({ parts, modifier.at, modifier.rows })
end

-- The prohibition that an event meets, if any: `cannot` beats everything.
local function prohibition(rt, event)
  rt.work = rt.work - #rt.effects
  for _, filed in ipairs(rt.code.forbids[event._verb] or EMPTY) do
    local ability, modifier = filed[1], filed[2]
    local carriers, holding, condition = carriers(rt, ability), ability.condition, modifier.condition
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if (holding == nil or holding(rt, me, this, nil)) and condition(rt, nil, event, me, this, NO_ENV) then
        return told_sentence(rt, modifier, event, me, this, NO_ENV)
      end
    end
  end
  for _, effect in ipairs(rt.effects) do
    for _, index in ipairs(effect.modifiers) do
      local modifier = rt.code.lasting[index + 1]
      local forbids = modifier.form == "forbid" and position_of(modifier.verbs, event._verb)
      if forbids and effect_holds(rt, effect.duration)
        and modifier.condition(rt, nil, event, nil, nil, effect.env) then
        return told_sentence(rt, modifier, event, nil, nil, effect.env)
      end
    end
  end
  return nil
end

return {
  carriers = carriers, effect_holds = effect_holds, granted_instance = granted_instance, has = has, holds = holds,
  instances = instances, is_present = is_present, prohibition = prohibition, stat = stat,
}

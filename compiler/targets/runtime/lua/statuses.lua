-- The state of a game: statuses and lasting effects.
--
-- Job: lay statuses on their bearers, by their ways of stacking, and take them off. Never decides what happens.

local append, extract, show, touch = need("changes", "append", "extract", "show", "touch")
local check_room, instance = need("entities", "check_room", "instance")
local exhausted, fault = need("faults", "exhausted", "fault")
local count_change = need("spending", "count_change")
local change = need("state", "change")
local compared, EMPTY, eq, is_list, kept, label, position_of, shown_int = need(
  "values", "compared", "EMPTY", "eq", "is_list", "kept", "label", "position_of", "shown_int"
)

local rivals, outranks, renew, drop, lasts, end_effect

-- Lays a status on its bearer, by the status's way of stacking.
local function add_status(rt, name, values, bearer, duration)
  if bearer == nil or not bearer._alive then
    return
  end
  if #values ~= #rt.data.traits[name].params then
    fault("`" .. name .. "` was given to " .. label(bearer) .. " without its values")
  end
  for _, old in ipairs(rivals(rt, name, values, bearer)) do
    if outranks(rt, old, values) then
      renew(rt, old, values, duration)
      return
    end
    drop(rt, old)
  end
  check_room(rt, name)
  if #bearer._statuses >= rt.bounds.statuses then
    exhausted("more than " .. shown_int(rt.bounds.statuses) .. " statuses lie on " .. label(bearer))
  end
  local made = instance(rt, name, values, bearer)
  append(rt, "all " .. name, rt.kinds, name, made)
  append(rt, "_statuses", bearer, "_statuses", made)
  lasts(rt, { _is = "effect", number = made._id, duration = duration, modifiers = EMPTY, status = made })
  touch(rt, "*")
  show(rt, "status", made)
end

local function status_values(rt, lying)
  local values = {}
  for i, param in ipairs(rt.data.traits[lying._kind].params) do
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
function rivals(rt, name, values, bearer)
  local declared = rt.data.traits[name]
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
function outranks(rt, old, values)
  local stacking, own = rt.data.traits[old._kind].stacking, status_values(rt, old)
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
function renew(rt, lying, values, duration)
  if rt.data.traits[lying._kind].stacking ~= "none" and not eq(status_values(rt, lying), values) then
    return
  end
  for _, effect in ipairs(rt.effects) do
    if effect.status == lying and effect.duration then
      change(rt, effect, "duration", duration, "effects")
      show(rt, "lasting", effect)
    end
  end
end

-- Takes a status off, or each of a collection of them.
function drop(rt, lying)
  if is_list(lying) then
    for _, one in ipairs(lying) do
      drop(rt, one)
    end
    return
  end
  if lying == nil or not lying._alive then
    return
  end
  count_change(rt)
  change(rt, lying, "_alive", false)
  extract(rt, "all " .. lying._kind, rt.kinds, lying._kind, lying)
  extract(rt, "_statuses", lying.bearer, "_statuses", lying)
  for _, effect in ipairs(rt.effects) do
    if effect.status == lying then
      end_effect(rt, effect)
    end
  end
  touch(rt, "*")
  show(rt, "drop", lying)
end

-- Takes all statuses of a name off their bearer; what a card prints with values, only those with them all.
local function drop_named(rt, name, bearer)
  local printed = type(name) == "table" and name or nil
  for _, lying in ipairs(of_status(bearer, printed and printed[1] or name)) do
    if not printed or eq(status_values(rt, lying), printed[2]) then
      drop(rt, lying)
    end
  end
end

function lasts(rt, effect)
  count_change(rt, #rt.effects + 1)
  append(rt, "effects", rt, "effects", effect)
end

function end_effect(rt, effect)
  count_change(rt, #rt.effects - 1)
  extract(rt, "effects", rt, "effects", effect)
end

return {
  add_status = add_status, drop = drop, drop_named = drop_named, end_effect = end_effect, lasts = lasts,
  of_status = of_status,
}

-- What was worked out of the state, remembered in groups.
--
-- Job: keep answers with the work that they took, for as long as what they read stays as it is. Reads nothing of the
-- game itself; changes what is remembered. A group holds the answers of one function, stat, trait or text; which groups
-- a change empties is told by the rules table.

local copied, given, INDEXES, NONE, under = need("values", "copied", "given", "INDEXES", "NONE", "under")

local MOST_REMEMBERED = 200000 -- answers; more are worked out again
-- What is in them may change, and who is given one need not name it.
local CHANGING = { env = true, event = true, zone = true }

-- Forgets everything. No group is emptied, for others may look at it. An empty one is false: a table that gets and
-- loses values that are nil is slow in MoonSharp.
local function forget_all(rt)
  local known = {}
  for group = 0, rt.code.groups - 1 do
    known[group] = false
  end
  rt.known, rt.is_own, rt.kept = known, true, 0
end

-- Forgets what was worked out of a part of the state.
local function forget(rt, part)
  local readers = rt.code.readers
  if readers == nil then
    forget_all(rt)
    return
  end
  if not rt.is_own then
    rt.known, rt.is_own = copied(rt.known), true
  end
  local known, groups = rt.known, readers[part] or readers["*"]
  for i = 1, #groups do
    known[groups[i]] = false
  end
end

local function forget_too_many(rt)
  if rt.kept > MOST_REMEMBERED then
    forget_all(rt)
  end
end

-- The answers of a group, so that one can be added.
local function answers_of(rt, group)
  local found = rt.known[group]
  if not found then
    found = {}
    rt.known[group] = found
  end
  return found
end

-- Keeps an answer with what it cost since there was so much work left.
local function keep(rt, known, key, value, before)
  rt.kept = rt.kept + 1
  known[key] = { value = value, cost = before - rt.work }
end

-- What a table keeps under a key, with what it cost to work out: knowing it costs the same.
local function charged(rt, known, key, work, ...)
  local found, before = known[key], rt.work
  if found ~= nil and found.cost <= before then
    rt.work = before - found.cost
    return found.value
  end
  local value = work(...)
  keep(rt, known, key, value, before)
  return value
end

-- Whether what a value holds may become another while no named part of the state changes.
local function may_change(value)
  if type(value) ~= "table" then
    return false
  end
  if value._is == nil and type(value[1]) == "table" then
    value = value[1]
  end
  return CHANGING[value._is] or false
end

local OTHERS = {} -- under which a function keeps what is no step
local remembers = setmetatable({}, { __mode = "k" }) -- functions that look their answers up

-- Most functions have one value or two, and are asked more often than anything else: the same written out.
local function looking_up(group, count, work)
  local function of_one(rt, a)
    local known, key, before = rt.known[group], a, rt.work
    if a == nil then
      key = NONE
    end
    local found = known and known[key]
    if found and found.cost <= before then
      rt.work = before - found.cost
      return found.value
    end
    local value = work(rt, a)
    keep(rt, answers_of(rt, group), key, value, before)
    return value
  end
  local function of_two(rt, a, b)
    local known, first, key, before = rt.known[group], a, b, rt.work
    if a == nil then
      first = NONE
    end
    if b == nil then
      key = NONE
    end
    local found = known and known[first]
    found = found and found[key]
    if found and found.cost <= before then
      rt.work = before - found.cost
      return found.value
    end
    local value = work(rt, a, b)
    keep(rt, under(answers_of(rt, group), first), key, value, before)
    return value
  end
  local function of_many(rt, ...)
    local known = under(answers_of(rt, group), OTHERS)
    for i = 1, count - 1 do
      known = under(known, given((select(i, ...))))
    end
    return charged(rt, known, given((select(count, ...))), work, rt, ...)
  end
  -- Of three values two are squares, mostly: what a figure can do from one to the other. They have one number.
  local function of_three(rt, a, b, c)
    local from, to = INDEXES[b], INDEXES[c]
    if a == nil or from == nil or to == nil then
      return of_many(rt, a, b, c)
    end
    -- The factor is no power of two, so that the keys of steps spread in a table.
    local known, key, before = rt.known[group], from * 16777259 + to, rt.work
    local found = known and known[a]
    found = found and found[key]
    if found and found.cost <= before then
      rt.work = before - found.cost
      return found.value
    end
    local value = work(rt, a, b, c)
    keep(rt, under(answers_of(rt, group), a), key, value, before)
    return value
  end
  return ({ of_one, of_two, of_three })[count] or of_many
end

-- A function of the game that looks its answers up in a group, and works them out where it must. `opened`: the
-- positions of values, counted from 0, that may change while no named part of the state does.
local function remembering(group, opened, count, work)
  local asked = looking_up(group, count, work)
  remembers[asked] = true
  if #opened == 0 then
    return asked
  end
  local function asking(rt, ...)
    for i = 1, #opened do
      if may_change((select(opened[i] + 1, ...))) then
        local known = under(answers_of(rt, 0), work)
        for n = 1, count - 1 do
          known = under(known, given((select(n, ...))))
        end
        return charged(rt, known, given((select(count, ...))), work, rt, ...)
      end
    end
    return asked(rt, ...)
  end
  remembers[asking] = true
  return asking
end

return {
  answers_of = answers_of, charged = charged, forget = forget, forget_all = forget_all,
  forget_too_many = forget_too_many, keep = keep, may_change = may_change, remembering = remembering,
  remembers = remembers,
}

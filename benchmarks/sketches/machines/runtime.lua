-- The state and the events as coroutines in Lua: one coroutine for each event, as in today's runtime.
local READS = { "damage", "in_play" }
local rt, core = {}, {}

function core.size(items) return #items end
function core.where(items, holds)
  local found = {}
  for _, item in ipairs(items) do if holds(item) then found[#found + 1] = item end end
  return found
end
function core.first(items, n)
  local found = {}
  for i = 1, n < #items and n or #items do found[i] = items[i] end
  return found
end
function core.between(a, b)
  local found = {}
  for i = a + 1, b do found[#found + 1] = i end
  return found
end
function core.each(v, slot, items) v[slot], v[slot + 1] = items, 1 end
function core.next(v, slot, name)
  local at, items = v[slot + 1], v[slot]
  if at > #items then return false end
  v[name], v[slot + 1] = items[at], at + 1
  return true
end

function rt.reset(code, every)
  rt.code, rt.every, rt.figures = code, every, {}
  rt.game = { hand = 0, deck = 30, leadership = 6, rounds = 0, lost = 0, asked = 0 }
  for i = 0, 7 do
    rt.figures[i + 1] = {
      side = i % 2, level = 1 + i % 3, hp = 4 + i % 3, damage = 0, in_play = true, at = 2 + 3 * i, home = 1 + i, sp = 0,
      pace = 3, tapped = false, moved = false, seized = false, trail = 0, dodge = 0, books = 0,
    }
  end
  for i = 1, 8, 4 do rt.figures[i].tied = rt.figures[i + 2] end
  rt.stack, rt.journal, rt.dirty, rt.frames, rt.value, rt.request = {}, {}, {}, {}, nil, nil
  rt.events, rt.choices, rt.requests, rt.hash, rt.depths = 0, 0, 0, 0, 0
end
function rt.write(owner, field, value)
  rt.journal[#rt.journal + 1] = { owner, field, owner[field] }
  owner[field] = value
  rt.dirty[field] = true
end
function rt.is_dirty() return next(rt.dirty) ~= nil end
function rt.started(verb, values)
  values.verb, values.done = verb, false
  rt.events = rt.events + 1
  if #rt.stack >= 60 then error("too deep") end
  return values
end
function rt.close_event(event)
  local stack, at = rt.stack, 0
  for i = #stack, 1, -1 do if stack[i] == event then at = i break end end
  if at > 0 then for i = #stack, at, -1 do stack[i] = nil end end
  rt.hash = (rt.hash * 31 + #event.verb + #rt.journal) % 1000003
end
function rt.found(abilities, event)
  local found = {}
  for _, a in ipairs(abilities) do
    for _, me in ipairs(rt.figures) do if a.holds(rt, me, event) then found[#found + 1] = { a, me } end end
  end
  return found
end
function rt.due()
  while rt.is_dirty() do
    local due = rt.dirty
    rt.dirty = {}
    if (due[READS[1]] or due[READS[2]]) and rt.code.fallen.holds(rt) then return true end
  end
  return false
end
function rt.rule(options)
  rt.hash = (rt.hash * 31 + #options + #rt.stack) % 1000003
  return options[rt.choices * 7 % #options + 1]
end
function rt.asks()
  rt.choices = rt.choices + 1
  if rt.choices % rt.every ~= 0 then return false end
  rt.requests, rt.depths = rt.requests + 1, rt.depths + #rt.stack
  return true
end
function rt.ending(verb)
  for i = #rt.stack, 1, -1 do if rt.stack[i].verb == verb then return rt.stack[i] end end
end

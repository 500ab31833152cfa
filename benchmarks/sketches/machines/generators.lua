-- Events as coroutines in Lua: what may end early runs in one of its own; requests go past the others to the driver.
local CALL, DONE, idle = {}, {}, {}

local function worker(work, a, b)
  while true do work, a, b = coroutine.yield(DONE, work(a, b)) end
end
local function hired()
  return table.remove(idle) or coroutine.create(worker)
end
local function protect(work, a, b) return coroutine.yield(CALL, work, a, b) end

local G = setmetatable({}, { __index = rt, __newindex = rt })

local function happening(code, event)
  if not event.ended then
    event.in_body = true
    code.body(G, event)
  end
  event.in_body = false
  if rt.is_dirty() then G.check() end
  if #code.after > 0 then G.fire(code.after, event) end
end

local methods = {}
function methods.emit(verb, values)
  local code, event = rt.code[verb], rt.started(verb, values)
  if code.holds(rt, event) then G.happen(code, event) end
  return event
end
function methods.happen(code, event)
  rt.stack[#rt.stack + 1], event.done = event, true
  local fine, early = protect(happening, code, event)
  if not fine and event.in_body and type(early) == "table" and early.event == event then
    event.ended = true
    fine, early = protect(happening, code, event)
  end
  local mine = not fine and type(early) == "table" and early.event == event
  rt.close_event(event)
  if not fine and not mine then error(early, 0) end
  if rt.is_dirty() then G.check() end
end
function methods.fire(abilities, event)
  for _, match in ipairs(rt.found(abilities, event)) do
    if match[1].holds(rt, match[2], event) then match[1].body(G, match[2], event) end
  end
end
function methods.check()
  while rt.due() do rt.code.fallen.body(G) end
end
function methods.step(name, event)
  if rt.code.before[name] then G.fire(rt.code.before[name], event) end
  return true
end
function methods.close() if rt.is_dirty() then G.check() end end
function methods.choose(options)
  if #options < 2 then return options[1] end
  if rt.asks() then return coroutine.yield(options) end
  return rt.rule(options)
end
function methods.roll(n) return G.choose(core.between(0, 2 * n)) end
function methods.end_frame(verb)
  local event = rt.ending(verb)
  if event then error({ event = event }, 0) end
end
for name, method in pairs(methods) do rawset(G, name, method) end

function methods.start(verb, values)
  G.pile = { hired() }
  return G.resumed(coroutine.resume(G.pile[1], G.emit, verb, values))
end
function methods.go(answer)
  return G.resumed(coroutine.resume(G.pile[#G.pile], answer))
end
-- Goes on until a request, which is given, or the end.
function methods.resumed(alive, form, a, b, c)
  local pile = G.pile
  while true do
    if alive and form == CALL then
      pile[#pile + 1] = hired()
      alive, form, a, b, c = coroutine.resume(pile[#pile], a, b, c)
    elseif alive and form ~= DONE then
      return form
    else
      local gone = table.remove(pile)
      if alive then idle[#idle + 1] = gone end
      if #pile == 0 then
        if not alive then error(form, 0) end
        return nil
      end
      if alive then
        alive, form, a, b, c = coroutine.resume(pile[#pile], true, a)
      else
        alive, form, a, b, c = coroutine.resume(pile[#pile], false, form)
      end
    end
  end
end
for name, method in pairs(methods) do rawset(G, name, method) end

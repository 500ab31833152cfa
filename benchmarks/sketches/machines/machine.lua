-- The loop over frames in Lua, with the step of a flat body. A frame is { step, code, pc, v, event }.
local M = setmetatable({}, { __index = rt, __newindex = rt })
local happen, fire, check
local methods = {}

local function frame(step, code, v, event)
  rt.frames[#rt.frames + 1] = { step = step, code = code, pc = 0, v = v, event = event }
  return true
end
function methods.start(verb, values)
  M.emit(verb, values)
  return M.go(nil)
end
function methods.go(answer)
  rt.value, rt.request = answer, nil
  local frames = rt.frames
  local n = #frames
  while n > 0 and rt.request == nil do
    local top = frames[n]
    top.step(M, top)
    n = #frames
  end
  return rt.request
end
function methods.clone()
  local made = {}
  for i, f in ipairs(rt.frames) do
    local v = {}
    for slot, value in pairs(f.v) do v[slot] = value end
    made[i] = { step = f.step, code = f.code, pc = f.pc, v = v, event = f.event }
  end
  return made
end
function methods.finish() rt.frames[#rt.frames] = nil end
-- A table made with room for the locals: one that grows is slower.
local function roomy(width, a, b)
  if width <= 5 then return { a, b, nil, nil } end
  if width <= 9 then return { a, b, nil, nil, nil, nil, nil, nil } end
  return { a, b, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil }
end
function methods.push(code, first, second)
  return frame(code.step, code.rows, roomy(code.width, first, second), nil)
end
function methods.emit(verb, values)
  local code, event = rt.code[verb], rt.started(verb, values)
  rt.value = event
  if not code.holds(rt, event) then return false end
  rt.stack[#rt.stack + 1], event.done = event, true
  return frame(happen, code, {}, event)
end
function methods.fire(abilities, event)
  local found = rt.found(abilities, event)
  return #found > 0 and frame(fire, nil, found, event)
end
function methods.check()
  if not rt.due() then return false end
  frame(check, nil, {}, nil)
  return M.push(rt.code.fallen, nil, nil)
end
function methods.step(name, event)
  local abilities = rt.code.before[name]
  return abilities ~= nil and M.fire(abilities, event)
end
function methods.close() return rt.is_dirty() and M.check() end
function methods.choose(options)
  rt.value = options[1]
  if #options < 2 then return false end
  if rt.asks() then
    rt.request = options
    return true
  end
  rt.value = rt.rule(options)
  return false
end
function methods.roll(n) return M.choose(core.between(0, 2 * n)) end
function methods.end_frame(verb)
  local event, frames = rt.ending(verb), rt.frames
  if not event then return false end
  while frames[#frames].step ~= happen or frames[#frames].event ~= event do
    local gone = table.remove(frames)
    if gone.step == happen then rt.close_event(gone.event) end
  end
  if frames[#frames].pc > 1 then frames[#frames].pc = 3 end
  return true
end
for name, method in pairs(methods) do rawset(M, name, method) end

function happen(_, f)
  local event, code = f.event, f.code
  if f.pc == 0 then f.pc = 1 return M.push(code, event, nil) end
  if f.pc == 1 then f.pc = 2 if rt.is_dirty() and M.check() then return end end
  if f.pc == 2 then f.pc = 3 if #code.after > 0 and M.fire(code.after, event) then return end end
  if f.pc == 3 then
    f.pc = 4
    rt.close_event(event)
    if rt.is_dirty() and M.check() then return end
  end
  rt.frames[#rt.frames], rt.value = nil, event
end
function fire(_, f)
  while f.pc < #f.v do
    f.pc = f.pc + 1
    local ability, me = f.v[f.pc][1], f.v[f.pc][2]
    if ability.holds(rt, me, f.event) then return M.push(ability, me, f.event) end
  end
  rt.frames[#rt.frames] = nil
end
function check()
  if rt.due() then return M.push(rt.code.fallen, nil, nil) end
  rt.frames[#rt.frames] = nil
end

local OPS = {
  function(row, v) v[row[3]] = row[4](M, v) end,
  function(row, v) row[3](M, v)[row[4]] = row[5](M, v) end,
  function(row, v) row[3](M, v) end,
  function(row, v, f) if not row[3](M, v) then f.pc = row[4] end end,
  function(row, _, f) f.pc = row[3] end,
  function(row, v) core.each(v, row[3], row[4](M, v)) end,
  function(row, v, f) if not core.next(v, row[3], row[4]) then f.pc = row[5] end end,
  function(row, v) return M.emit(row[3], row[4](M, v)) end,
  function(row, _, f) if not rt.value.done then f.pc = row[3] end end,
  function(row, v) return M.choose(row[3](M, v)) end,
  function(row, v, f) v[row[3]] = rt.value if rt.value == nil then f.pc = row[4] end end,
  function(row, v) return M.roll(row[3](M, v)) end,
  function(row, v) v[row[3]] = rt.value end,
  function(row, v) return M.step(row[3], v[1]) end,
  function(row, v) return M.close(row[3], v[1]) end,
  function(row) return M.end_frame(row[3]) end,
  function() rt.frames[#rt.frames] = nil return true end,
}
local function rows(_, f)
  local code, v = f.code, f.v
  while true do
    local pc = f.pc + 1
    local row = code[pc]
    f.pc = pc
    if OPS[row[1] + 1](row, v, f) then return end
  end
end
M.rows = rows

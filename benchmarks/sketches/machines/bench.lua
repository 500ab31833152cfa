-- Gives the commands that measure.py calls.
local CODES = { generators = GENERATORS, flat = FLAT, cut = CUT }
local COMMANDS = {}

local function made(form, every)
  rt.reset(CODES[form], every)
  return form == "generators" and G or M
end
local function drive(machine, verb, values)
  local options = machine.start(verb, values)
  while options do options = machine.go(rt.rule(options)) end
end
local function timed(work)
  local start = os.clock()
  work()
  return os.clock() - start
end
function COMMANDS.facts(form, every)
  drive(made(form, every), "encounter", { rounds = 8 })
  return table.concat({ rt.events, rt.requests, rt.hash, rt.depths, #rt.journal }, " ")
end
function COMMANDS.play(form, every, games)
  return timed(function() for _ = 1, games do drive(made(form, every), "encounter", { rounds = 8 }) end end)
end
function COMMANDS.resume(form, depth, times)
  return timed(function() drive(made(form, 1), "nest", { n = depth, times = times }) end)
end
function COMMANDS.clone(form, depth, times)
  local machine = made(form, 1)
  machine.start("nest", { n = depth, times = 9 })
  return timed(function() for _ = 1, times do machine.clone() end end)
end
return function(what, ...) return COMMANDS[what](...) end

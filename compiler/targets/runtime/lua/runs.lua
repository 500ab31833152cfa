-- Runs that can wait for an answer, as coroutines.
--
-- Job: run work that asks, hand out its requests, go on with the answers. What may stop early runs as a coroutine of
-- its own (`protect`), because 5.1 cannot ask from inside of a pcall.

local create_thread, resume, yield = coroutine.create, coroutine.resume, coroutine.yield
local raise, raised, try = need("faults", "raise", "raised", "try")

-- What runs is a pile of coroutines: `protect` puts one on top, and what it ends with comes back to the one below. A
-- request goes straight to whoever drives the pile, so that nothing is nested in the host's own stack.
local CALL, DONE = { _is = "call" }, { _is = "done" }

-- Runs a function that may ask; gives true and its value, or false and the error that ended it.
local function protect(work, a, b, c, d)
  return yield(CALL, work, a, b, c, d)
end

-- A coroutine does one piece of work after another, for a new one is dear in some hosts.
local function worker(work, a, b, c, d)
  while true do
    work, a, b, c, d = yield(DONE, work(a, b, c, d))
  end
end

local idle = {}

local function hired()
  local n = #idle
  if n == 0 then
    return create_thread(worker)
  end
  local thread = idle[n]
  idle[n] = nil
  return thread
end

-- A run that can be driven step by step.
local Run = {}
Run.__index = Run

local function new_run(work)
  return setmetatable({ pile = { hired() }, depth = 1, work = work }, Run)
end

-- Goes on with an answer, or with an error in its place, to the next request. Gives the request, or nil and the value
-- that the run ended with; raises what ended it early.
function Run:go(answer, failure)
  local pile, thread = self.pile, self.pile[self.depth]
  local alive, form, a, b, c, d, e
  if self.work then
    alive, form, a, b, c, d, e = resume(thread, self.work)
    self.work = nil
  else
    alive, form, a, b, c, d, e = resume(thread, answer, failure)
  end
  while true do
    if alive and form == CALL then
      self.depth = self.depth + 1
      thread = hired()
      pile[self.depth] = thread
      alive, form, a, b, c, d, e = resume(thread, a, b, c, d, e)
    elseif alive and form ~= DONE then
      return form
    else
      pile[self.depth] = nil
      self.depth = self.depth - 1
      if alive then
        idle[#idle + 1] = thread
      end
      if self.depth == 0 then
        if not alive then
          raise(raised(form))
        end
        return nil, a
      end
      thread = pile[self.depth]
      if alive then
        alive, form, a, b, c, d, e = resume(thread, true, a)
      else
        alive, form, a, b, c, d, e = resume(thread, false, raised(form))
      end
    end
  end
end

-- Runs work to its end; `answer` answers its requests, and its faults are raised inside of the work.
local function drive(work, answer)
  local run = new_run(work)
  local request, value = run:go()
  while request do
    local fine, found = try(answer, request)
    if fine then
      request, value = run:go(found)
    else
      request, value = run:go(nil, found)
    end
  end
  return value
end

return { drive = drive, new_run = new_run, protect = protect }

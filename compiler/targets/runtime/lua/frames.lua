-- The machine: a loop over frames that are data.
--
-- Job: carry out what is being done, one frame on top of another, until somebody has to answer or all of it is done. A
-- frame knows what it does (its class), where it is (`pc`) and its values (its slots). No coroutine and no function
-- holds a part of a running game, so that a game can be copied, saved and resumed at any request.
--
-- A frame's `run` does the next stretch. It gives a frame, which is done first and with whose result `run` is then
-- called; or a request, with whose answer it is called; or nil and its own result, when it is done. Its `catch` tells
-- whether what ends early ends here; then it goes on with its `pc`. Frames that catch nothing are left for good.

local ends_early, raise, try = need("faults", "ends_early", "raise", "try")

-- A class of frames, by the name that it has in every engine; it takes over the methods of another.
local function frame_class(name, other)
  local class = {}
  for method, work in pairs(other or {}) do
    class[method] = work
  end
  class.frame, class.__index = name, class
  return class
end

-- ---- bodies

-- What an operation of a body may give beside a frame, and nothing for the next row: the position of the row to go on
-- at, a result for the next row, or the end.
local JUMP, RESULT, RETURN = "jump", "result", "return"

-- A body that is carried out: `pc` is the position of the next row, from 0; `v` has the locals.
local Body = frame_class("Body")

local function new_body(code, v)
  return setmetatable({ pc = 0, code = code, v = v }, Body)
end

-- The functions of a body's rows, found when it runs for the first time.
local function linked_body(code, functions)
  local operations = {}
  for i, row in ipairs(code.rows) do
    operations[i] = functions[row[1]]
  end
  code.operations = operations
  return operations
end

function Body:run(rt, value)
  local code, v, pc = self.code, self.v, self.pc
  local rows, operations = code.rows, code.operations or linked_body(code, rt.operations)
  while true do
    pc = pc + 1
    local told, found = operations[pc](rt, v, rows[pc], value)
    if told == JUMP then
      pc = found
    elseif told == RESULT then
      value = found
    elseif told == RETURN then
      return nil
    elseif told then
      self.pc = pc
      return told
    end
  end
end

-- A function of the game, run with all the care that is taken of a run. It asks nobody.
local Once = frame_class("Once")

local function new_once(work)
  return setmetatable({ pc = 0, work = work }, Once)
end

function Once:run()
  return nil, self.work()
end

-- ---- the loop

-- Runs the frames above `base` until one asks: gives the request, or nil and the result when all are done.
local function turn(rt, base, value)
  local frames = rt.frames
  local n = #frames
  while n > base do
    local told, result = frames[n]:run(rt, value)
    if told == nil then
      frames[n] = nil
      n, value = n - 1, result
    elseif told.frame then
      n, value = n + 1, nil
      frames[n] = told
    else
      return told
    end
  end
  return nil, value
end

-- Leaves frames up to the one where an early end ends; raises it again where there is none.
local function unwind(rt, base, stop)
  local frames = rt.frames
  for n = #frames, base + 1, -1 do
    if frames[n].catch and frames[n]:catch(rt, stop) then
      return
    end
    frames[n] = nil
  end
  raise(stop)
end

-- The same as `turn`, with early ends.
local function run_frames(rt, base, value)
  while true do
    local fine, told, result = try(turn, rt, base, value)
    if fine then
      return told, result
    elseif not ends_early(told) then
      raise(told)
    end
    unwind(rt, base, told)
    value = nil
  end
end

-- Starts a frame on top of what is being done, and runs it until it asks or is done.
local function begin(rt, frame)
  local base = #rt.frames
  rt.frames[base + 1] = frame
  return run_frames(rt, base, nil)
end

return {
  begin = begin, Body = Body, frame_class = frame_class, JUMP = JUMP, new_body = new_body, new_once = new_once,
  RESULT = RESULT, RETURN = RETURN, run_frames = run_frames,
}

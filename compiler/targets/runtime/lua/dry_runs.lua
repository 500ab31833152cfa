-- Dry runs: whether a stretch of play can pass.
--
-- Job: run frames in a loop of its own, on answers in order, until one way passes; take everything back. Output:
-- whether one passed.

local first_answers = need("answers", "first_answers")
local fault, raise, try = need("faults", "fault", "raise", "try")
local begin, run_frames = need("frames", "begin", "run_frames")
local SPENT = need("spending", "SPENT")
local back_to = need("state", "back_to")
local copied, counted, shorten = need("values", "copied", "counted", "shorten")

local MOST_TRIES = 64

local function zeros(count)
  local made = {}
  for i = 1, count do
    made[i] = 0
  end
  return made
end

local function dry_run_answer(request, prefix, widths)
  if request._is == "roll" then
    return zeros(#request.sizes)
  elseif request._is == "draw" then
    return 0
  elseif request._is == "shuffle" then
    return counted(request.size)
  end
  local answers = first_answers(request, 16, {})
  local position = prefix[#widths + 1] or 0
  widths[#widths + 1] = #answers
  if #answers == 0 then
    fault("nothing can be chosen", request.at)
  end
  return answers[math.min(position, #answers - 1) + 1]
end

-- Runs a frame to its end, on answers of its own.
local function tried(game, start, passes, prefix, widths)
  local base = #game.frames
  local request, result = begin(game, start())
  while request do
    request, result = run_frames(game, base, dry_run_answer(request, prefix, widths))
  end
  return passes(result)
end

local function attempt_once(rt, start, passes, prefix, widths)
  local changed, depth, base = rt.changed, #rt.stack, #rt.frames
  local dirty, checking, known, is_own = copied(rt.dirty), copied(rt.checking), rt.known, rt.is_own
  local steps, events, changes, nested = rt.steps, rt.events, rt.changes, rt.nested
  rt.is_own = false -- what is known is true again when the dry run is taken back
  rt.dry_run = rt.dry_run + 1
  local fine, found = try(tried, rt, start, passes, prefix, widths)
  rt.dry_run = rt.dry_run - 1
  shorten(rt.frames, base)
  shorten(rt.stack, depth)
  back_to(rt, changed)
  rt.known, rt.is_own, rt.dirty, rt.checking, rt.nested = known, is_own, dirty, checking, nested -- true again
  rt.steps, rt.events, rt.changes = steps, events, changes
  if fine then
    return found
  end
  if type(found) ~= "table" or not found._is or found.bound or found._is == "stopped" then
    raise(found)
  end
  return found._is == "ended" -- it ends what it is a part of, so that nothing of it is left to do
end

-- Whether a stretch of play can pass, with some answers; everything is taken back. `start` makes its frame, `passes`
-- judges its result. Answers are tried in order, the last
-- changed first, at most 64 times; each roll is taken at its first face, for what hangs on a roll cannot be promised.
local function attempt(rt, start, passes)
  local prefix = {}
  for _ = 1, MOST_TRIES do
    local widths = {}
    rt.work = rt.work - SPENT.try
    if attempt_once(rt, start, passes, prefix, widths) then
      return true
    end
    local path = {}
    for i = 1, #widths do
      path[i] = prefix[i] or 0
    end
    while #path > 0 and path[#path] + 1 >= widths[#path] do
      path[#path] = nil
    end
    if #path == 0 then
      return false
    end
    path[#path] = path[#path] + 1
    prefix = path
  end
  return false
end

return { attempt = attempt }

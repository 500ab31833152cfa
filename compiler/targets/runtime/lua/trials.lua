-- Trials: whether a stretch of play can pass.
--
-- Job: run frames in a loop of its own, on answers in order, until one way passes; take everything back. Output:
-- whether one passed.

local first_answers, Game = need("choices", "first_answers", "Game")
local fault, raise, try = need("faults", "fault", "raise", "try")
local begin, run_frames = need("frames", "begin", "run_frames")
local SPENT = need("spending", "SPENT")
local copied, counted, shorten = need("values", "copied", "counted", "shorten")

local MOST_TRIES = 64

local function zeros(count)
  local made = {}
  for i = 1, count do
    made[i] = 0
  end
  return made
end

local function trial_answer(request, prefix, widths)
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
    request, result = run_frames(game, base, trial_answer(request, prefix, widths))
  end
  return passes(result)
end

function Game:attempt_once(start, passes, prefix, widths)
  local changed, depth, base = self.changed, #self.stack, #self.frames
  local dirty, checking, known = copied(self.dirty), copied(self.checking), self.known
  local steps, events, changes, nested = self.steps, self.events, self.changes, self.nested
  if next(known) == nil then
    self.known = {} -- what is empty is not shared: a change does not give it up
  end
  self.trial = self.trial + 1
  local fine, found = try(tried, self, start, passes, prefix, widths)
  self.trial = self.trial - 1
  shorten(self.frames, base)
  shorten(self.stack, depth)
  self:back_to(changed)
  self.known, self.dirty, self.checking, self.nested = known, dirty, checking, nested -- true again
  self.steps, self.events, self.changes = steps, events, changes
  if fine then
    return found
  end
  if type(found) ~= "table" or not found._is or found.bound or found._is == "stopped" then
    raise(found)
  end
  return false
end

-- Whether a stretch of play can pass, with some answers; everything is taken back. `start` makes its frame, `passes`
-- judges its result. Answers are tried in order, the last
-- changed first, at most 64 times; each roll is taken at its first face, for what hangs on a roll cannot be promised.
function Game:attempt(start, passes)
  local prefix = {}
  for _ = 1, MOST_TRIES do
    local widths = {}
    self.work = self.work - SPENT.try
    if self:attempt_once(start, passes, prefix, widths) then
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

return { Game = Game }

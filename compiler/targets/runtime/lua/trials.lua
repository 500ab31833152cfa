-- Trials: whether a stretch of play can pass.
--
-- Job: run work that answers its own requests, in order, until one way passes; take everything back. Output: whether
-- one passed.

local first_answers, Game = need("choices", "first_answers", "Game")
local fault, raise, try = need("faults", "fault", "raise", "try")
local drive = need("runs", "drive")
local SPENT = need("spending", "SPENT")
local copied, counted = need("values", "copied", "counted")

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

-- What a stretch of play that may be taken back starts from, beside the journal.
function Game:marked_now()
  return {
    changed = self.changed, dirty = copied(self.dirty), frames = #self.stack, steps = self.steps, events = self.events,
    checking = self.checking, nested = self.nested, known = self.known, changes = self.changes,
  }
end

function Game:taken_back(mark)
  self:back_to(mark.changed)
  for i = #self.stack, mark.frames + 1, -1 do
    self.stack[i] = nil
  end
  self.checking, self.nested = mark.checking, mark.nested
end

function Game:attempt_once(work, passes, prefix, widths)
  local mark = self:marked_now()
  if next(mark.known) == nil then
    self.known = {} -- what is empty is not shared: a change does not give it up
  end
  self.trial = self.trial + 1
  local fine, found = try(drive, work, function(request)
    return trial_answer(request, prefix, widths)
  end)
  if fine then
    fine, found = try(passes, found)
  end
  self.trial = self.trial - 1
  self:taken_back(mark)
  self.dirty, self.steps, self.events, self.changes = mark.dirty, mark.steps, mark.events, mark.changes
  self.known = mark.known -- true again
  if fine then
    return found
  end
  if type(found) ~= "table" or not found._is or found.bound or found._is == "stopped" then
    raise(found)
  end
  return false
end

-- Whether a stretch of play can pass, with some answers; everything is taken back. Answers are tried in order, the last
-- changed first, at most 64 times; each roll is taken at its first face, for what hangs on a roll cannot be promised.
function Game:attempt(work, passes)
  local prefix = {}
  for _ = 1, MOST_TRIES do
    local widths = {}
    self.work = self.work - SPENT.try
    if self:attempt_once(work, passes, prefix, widths) then
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

local function always()
  return true
end

return { always = always, Game = Game }

-- Events: the one algorithm by which verbs happen.
--
-- Job: carry out a verb call: replacements, requirements, before, the body with its steps, state checks, after. The
-- order is fixed by the language reference, "What a verb call does". Never knows a verb.

local concat, insert = table.concat, table.insert
local exhausted, raise, stopped_by = need("faults", "exhausted", "raise", "stopped_by")
local protect = need("runs", "protect")
local SPENT = need("spending", "SPENT")
local always, Game = need("trials", "always", "Game")
local EMPTY, label, missing_field, refusal, refused, shown_int, taken = need(
  "values", "EMPTY", "label", "missing_field", "refusal", "refused", "shown_int", "taken"
)

local function event_field(event, name)
  if name == "_done" then
    return rawget(event, "_outcome") == "done"
  end
  local declared = rawget(event, "_code").has
  if not declared[name] and string.sub(name, 1, 1) ~= "_" then
    missing_field(event, name)
  end
  return nil
end

local EVENT = { __index = event_field }

-- Whether any ability of the game answers a moment of a verb.
local function watched(code, timing, step)
  local moment = step .. " " .. timing
  return code.triggers[moment] ~= nil or code.reactions[moment] ~= nil
end

-- The record of an event, with defaults filled in.
function Game:make_event(verb, values)
  local code = self.code.verbs[verb]
  self.events = self.events + 1
  local event = setmetatable({
    _is = "event", _verb = verb, _code = code, _parent = self.stack[#self.stack], _number = self.events, _outcome = "",
    _replaced = {}, _prevented = {},
  }, EVENT)
  for _, param in ipairs(code.params) do
    local name, value = param.name, values[param.name]
    if value == nil and param.default then
      value = param.default(self)
    end
    value = taken(value)
    if value == nil and not param.optional and event._reason == nil then
      event._reason = refusal("there is no " .. name .. " for " .. verb, code.at)
    end
    event[name] = value
  end
  return event
end

-- Why an event is illegal now, or none. The second time its values stay as they have become.
function Game:refusal(code, event, again)
  if event._reason then
    return event._reason
  end
  local forbidden = self:forbidden(event)
  if forbidden then
    return forbidden
  end
  return refused((again and code.recheck or code.head)(self, event))
end

-- Whether a call would pass its requirements now, after replacements; nothing changes.
function Game:can(verb, values)
  return self:why_not(verb, values) == nil
end

-- The reason why a call would be refused now, or none.
function Game:why_not(verb, values)
  local code = self.code.verbs[verb]
  self.nested = self.nested + 1
  self:spend(SPENT.event, code.at)
  if self.nested > SPENT.nested then
    exhausted("whether " .. verb .. " can be done depends on itself", code.at)
  end
  local event = self:make_event(verb, values)
  self.events = self.events - 1
  local found
  if event._reason == nil and watched(code, "instead", "") then
    self:attempt(function()
      if self:replace(code, event, false, "") == nil then
        found = self:refusal(code, event, false)
      end
    end, always)
  else
    found = self:refusal(code, event, false)
  end
  self.nested = self.nested - 1
  return found
end

-- ---- the algorithm

-- Does a verb; gives the event, whose outcome tells what became of it.
function Game:emit(verb, values, use)
  local code = self.code.verbs[verb]
  self:count_step(code.at)
  if #self.stack >= self.bounds.depth then
    exhausted("events are nested more than " .. shown_int(self.bounds.depth) .. " deep", code.at)
  end
  local event = self:make_event(verb, values)
  event._use = use
  if event._reason == nil and watched(code, "instead", "") and self:replace(code, event, true, "") then
    return self:close(event, "prevented")
  end
  event._reason = self:refusal(code, event, false)
  if event._reason then
    return self:close(event, "illegal")
  end
  self:happen(code, event)
  return event
end

function Game:close(event, outcome)
  event._outcome = outcome
  if #self.stack == 0 and self.trial == 0 then
    insert(self.outermost, event)
  end
  if self:is_tracing() then
    local why = event._reason and ": " .. event._reason.message or ""
    self:tell(outcome .. " " .. self:shown_event(event) .. why)
  end
  return event
end

function Game:shown_event(event)
  local parts = { event._verb }
  for i, param in ipairs(event._code.params) do
    parts[i + 1] = param.name .. "=" .. label(event[param.name])
  end
  return concat(parts, " ")
end

-- What is done of an event on the stack; gives what it came to early, if it did. The body alone may be ended without
-- what follows it: then this goes on after it.
local function happening(self, code, event, after_body)
  if not after_body then
    if watched(code, "before", "") then
      if self:around(code, event, "before", "") then
        return "prevented"
      end
      event._reason = self:refusal(code, event, true)
      if event._reason then
        return "fizzled"
      end
    end
    event._outcome = "done"
    event._in_body = true
    code.body(self, event)
    event._in_body = false
  end
  if self:is_dirty() then
    self:check_state()
  end
  for _, timing in ipairs({ "during", "after" }) do
    if watched(code, timing, "") and self:around(code, event, timing, "") then
      return "prevented"
    end
  end
  self:recharge(event)
  return nil
end

-- From `before` to `after`, on the stack.
function Game:happen(code, event)
  local verb, height, checking = event._verb, #self.stack, self.checking
  if self:is_tracing() then
    self:tell(self:shown_event(event))
  end
  if self.trial == 0 then
    if height == 0 then
      insert(self.outermost, event)
    end
    if self.history then
      insert(self.history, verb)
    end
  end
  self.stack[height + 1] = event
  self:change(self.started, verb, (self.started[verb] or 0) + 1)
  self:expire("start", event)
  local fine, early = protect(happening, self, code, event)
  if not fine and event._in_body and stopped_by(early, "ended") and early.event == event then
    event._in_body = false
    self.checking = checking
    fine, early = protect(happening, self, code, event, true)
  end
  if not fine then
    self.checking = checking
    local mine = type(early) == "table" and early.event == event
    if mine and early._is == "prevented" then
      early, fine = "prevented", true
    elseif mine and early._is == "ended" then
      early, fine = nil, true
    end
  end
  if fine and early then
    self:close(event, early)
  end
  for i = #self.stack, height + 1, -1 do
    self.stack[i] = nil
  end
  self:expire("end", event)
  if not fine then
    raise(early)
  end
  if early ~= "fizzled" and self:is_dirty() then
    self:check_state()
  end
end

-- The triggered abilities of a moment, then the reactions that players are offered; true when they prevented it.
function Game:around(code, event, timing, step)
  local moment = step .. " " .. timing
  local stopped = self:fire(code.triggers[moment] or EMPTY, event, step)
  if stopped then
    return stopped
  end
  local reactions = code.reactions[moment]
  if reactions then
    self:window(reactions, event)
    return self:is_prevented(event, step)
  end
  return nil
end

-- ---- steps

-- A step or the event was prevented while others answer it: the whole event ends where its body stands.
local function stop(event)
  raise({ _is = "prevented", event = event })
end

-- Before a step; false when it is prevented.
function Game:step_open(event, step)
  local code = event._code
  if self.history and self.trial == 0 then
    insert(self.history, event._verb .. "." .. step)
  end
  if not watched(code, "before", step) and not watched(code, "instead", step) then
    return true
  end
  local stopped
  if watched(code, "instead", step) then
    stopped = self:replace(code, event, true, step)
  end
  stopped = stopped or self:around(code, event, "before", step)
  if stopped and stopped.step ~= step then
    stop(event)
  end
  return stopped == nil
end

function Game:step_close(event, step)
  if self:is_dirty() then
    self:check_state()
  end
  for _, timing in ipairs({ "during", "after" }) do
    if watched(event._code, timing, step) and self:around(event._code, event, timing, step) then
      stop(event)
    end
  end
end

-- ---- ends

-- Cancels an event or a step of one: it stops when the text that says so has been carried out.
function Game:prevent(trigger, step)
  trigger._prevented[step] = true
end

-- What of an event was prevented while a moment of it was answered: that step, else the whole of it, or nothing.
function Game:is_prevented(event, step)
  if event._prevented[step] then
    return { step = step }
  elseif event._prevented[""] then
    return { step = "" }
  end
  return nil
end

-- Ends the innermost running event of a verb; where none runs, there is nothing to end.
function Game:end_frame(frame)
  for i = #self.stack, 1, -1 do
    if self.stack[i]._verb == frame then
      raise({ _is = "ended", event = self.stack[i] })
    end
  end
end

return { Game = Game }

-- Events: the one algorithm by which verbs happen.
--
-- Job: carry out a verb call: replacements, requirements, before, the body with its steps, state checks, after. The
-- order is fixed by the language reference, "What a verb call does". Never knows a verb.

local concat, insert = table.concat, table.insert
local exhausted, raise = need("faults", "exhausted", "raise")
local new_happening, new_replacing = need("happening", "new_happening", "new_replacing")
local SPENT = need("spending", "SPENT")
local Game = need("trials", "Game")
local label, missing_field, refusal, refused, shorten, taken = need(
  "values", "label", "missing_field", "refusal", "refused", "shorten", "taken"
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
  if event._reason == nil and code.watched[" instead"] then
    self:attempt(function()
      return new_replacing(event, "", false)
    end, function()
      found = self:refusal(code, event, false)
      return true
    end)
  else
    found = self:refusal(code, event, false)
  end
  self.nested = self.nested - 1
  return found
end

-- ---- the algorithm

-- Does a verb; the result of this frame is the event, whose outcome tells what became of it.
function Game:emit(verb, values, use)
  return new_happening(verb, values, use)
end

function Game:close(event, outcome)
  event._outcome = outcome
  if #self.stack == 0 and self.trial == 0 then
    insert(self.outermost, event)
  end
  if self.watcher and self.trial == 0 and outcome ~= "prevented" then
    self.watcher:refused(event)
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

-- An event begins: it is told, and lies on the stack.
function Game:begin_event(event)
  local verb, height = event._verb, #self.stack
  if self:is_tracing() then
    self:tell(self:shown_event(event))
  end
  if self.trial == 0 then
    if height == 0 then
      insert(self.outermost, event)
    end
    if self.history then
      insert(self.history, { verb, event })
    end
  end
  self.stack[height + 1] = event
  self:change(self.started, verb, (self.started[verb] or 0) + 1)
  self:expire("start", event)
end

-- An event is over, and with it all that is above it on the stack.
function Game:end_event(event)
  local stack = self.stack
  for i = #stack, 1, -1 do
    if stack[i] == event then
      shorten(stack, i - 1)
      break
    end
  end
  self:expire("end", event)
end

-- ---- ends

-- Cancels an event or a step of one: it stops when the text that says so has been carried out.
function Game:prevent(trigger, step)
  trigger._prevented[step] = true
end

-- Ends early what answers an event that was prevented, or a step of it that was.
function Game:stop_prevented(event, step)
  local prevented = event._prevented
  if prevented[step] then
    raise({ _is = "prevented", event = event, step = step })
  elseif prevented[""] then
    raise({ _is = "prevented", event = event, step = "" })
  end
end

-- Ends the innermost running event of a verb; where none runs, there is nothing to end.
function Game:end_frame(frame)
  for i = #self.stack, 1, -1 do
    if self.stack[i]._verb == frame then
      raise({ _is = "ended", event = self.stack[i] })
    end
  end
end

return { EVENT = EVENT, Game = Game }

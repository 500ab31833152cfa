-- Events: the one algorithm by which verbs happen.
--
-- Job: carry out a verb call: replacements, requirements, before, the body with its steps, state checks, after. The
-- order is fixed by the language reference, "What a verb call does". Never knows a verb.

local concat, insert = table.concat, table.insert
local show = need("changes", "show")
local is_tracing, tell = need("choices", "is_tracing", "tell")
local expire = need("durations", "expire")
local raise = need("faults", "raise")
local prohibition = need("modifiers", "prohibition")
local change_aside = need("state", "change_aside")
local label, missing_field, refusal, refused, shorten, taken = need(
  "values", "label", "missing_field", "refusal", "refused", "shorten", "taken"
)

local shown_event

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
local function make_event(rt, verb, values)
  local code = rt.code.verbs[verb]
  rt.events = rt.events + 1
  local event = setmetatable({
    _is = "event", _verb = verb, _code = code, _parent = rt.stack[#rt.stack], _number = rt.events, _outcome = "",
    _replaced = {}, _prevented = {},
  }, EVENT)
  for _, param in ipairs(code.params) do
    local name, value = param.name, values[param.name]
    if value == nil and param.default then
      value = param.default(rt)
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
local function refusal_of(rt, code, event, again)
  if event._reason then
    return event._reason
  end
  local forbidden = prohibition(rt, event)
  if forbidden then
    return forbidden
  end
  return refused((again and code.recheck or code.head)(rt, event))
end

-- ---- the algorithm

local function close_event(rt, event, outcome)
  event._outcome = outcome
  if #rt.stack == 0 and rt.dry_run == 0 then
    insert(rt.outermost, event)
  end
  if rt.watcher and rt.dry_run == 0 and outcome ~= "prevented" then
    rt.watcher:refused(event)
  end
  show(rt, outcome == "prevented" and outcome or "refused", event)
  if is_tracing(rt) then
    local why = event._reason and ": " .. event._reason.message or ""
    tell(rt, outcome .. " " .. shown_event(rt, event) .. why)
  end
  return event
end

function shown_event(rt, event)
  local parts = { event._verb }
  for i, param in ipairs(event._code.params) do
    parts[i + 1] = param.name .. "=" .. label(event[param.name])
  end
  return concat(parts, " ")
end

-- An event begins: it is told, and lies on the stack.
local function begin_event(rt, event)
  local verb, height = event._verb, #rt.stack
  show(rt, "begin", event)
  if is_tracing(rt) then
    tell(rt, shown_event(rt, event))
  end
  if rt.dry_run == 0 then
    if height == 0 then
      insert(rt.outermost, event)
    end
    if rt.history then
      insert(rt.history, { verb, event })
    end
  end
  rt.stack[height + 1] = event
  change_aside(rt, rt.started, verb, (rt.started[verb] or 0) + 1)
  expire(rt, "start", event)
end

-- An event is over, and with it all that is above it on the stack.
local function end_event(rt, event)
  local stack = rt.stack
  for i = #stack, 1, -1 do
    if stack[i] == event then
      shorten(stack, i - 1)
      break
    end
  end
  expire(rt, "end", event)
  show(rt, "end", event)
end

-- ---- ends

-- Cancels an event or a step of one: it stops when the text that says so has been carried out.
local function prevent(rt, trigger, step)
  trigger._prevented[step] = true
end

-- Ends early what answers an event that was prevented, or a step of it that was.
local function stop_prevented(rt, event, step)
  local prevented = event._prevented
  if prevented[step] then
    raise({ _is = "prevented", event = event, step = step })
  elseif prevented[""] then
    raise({ _is = "prevented", event = event, step = "" })
  end
end

-- Ends the innermost running event of a verb; where none runs, there is nothing to end.
local function end_frame(rt, frame)
  for i = #rt.stack, 1, -1 do
    if rt.stack[i]._verb == frame then
      raise({ _is = "ended", event = rt.stack[i] })
    end
  end
end

return {
  begin_event = begin_event, close_event = close_event, end_event = end_event, end_frame = end_frame, EVENT = EVENT,
  make_event = make_event, prevent = prevent, refusal_of = refusal_of, shown_event = shown_event,
  stop_prevented = stop_prevented,
}

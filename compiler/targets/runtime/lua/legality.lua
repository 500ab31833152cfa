-- Legality: whether a call would pass.
--
-- Job: judge a call after its replacements, as it would be made now. Reads: all of the game. Changes nothing but the
-- work that was done.

local attempt = need("dry_runs", "attempt")
local make_event, refusal_of = need("events", "make_event", "refusal_of")
local exhausted = need("faults", "exhausted")
local new_replacing = need("happening", "new_replacing")
local answers_of, charged, may_change = need("remembering", "answers_of", "charged", "may_change")
local spend, SPENT = need("spending", "spend", "SPENT")
local given, under = need("values", "given", "under")

local why_not, judged_now

-- Whether a call would pass its requirements now, after replacements; nothing changes.
local function can(rt, verb, values)
  local why = why_not(rt, verb, values)
  if why and rt.refusals and rt.nested == 0 then
    rt.refusals[#rt.refusals + 1] = why
  end
  return why == nil
end

-- The reason why a call would be refused now, or none; remembered where nothing is asked about the asking.
function why_not(rt, verb, values)
  local group = rt.code.group_of.verb[verb]
  if group == nil or rt.nested > 0 then
    return judged_now(rt, verb, values)
  end
  local known, params = answers_of(rt, group), rt.code.verbs[verb].params
  for i = 1, #params do
    local value = values[params[i].name]
    if may_change(value) then
      return judged_now(rt, verb, values)
    end
    known = under(known, given(value))
  end
  return charged(rt, known, verb, judged_now, rt, verb, values)
end

function judged_now(rt, verb, values)
  local code = rt.code.verbs[verb]
  rt.nested = rt.nested + 1
  spend(rt, SPENT.event, code.at)
  if rt.nested > SPENT.nested then
    exhausted("whether " .. verb .. " can be done depends on itself", code.at)
  end
  local event = make_event(rt, verb, values)
  rt.events = rt.events - 1
  local found
  if event._reason == nil and code.watched[" instead"] then
    attempt(rt, function()
      return new_replacing(event, "", false)
    end, function()
      found = refusal_of(rt, code, event, false)
      return true
    end)
  else
    found = refusal_of(rt, code, event, false)
  end
  rt.nested = rt.nested - 1
  return found
end

return { can = can, why_not = why_not }

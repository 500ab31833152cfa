-- Durations.
--
-- Job: begin lasting effects and statuses, and end them at their edges.

local show, touch = need("changes", "show", "touch")
local effect_holds = need("modifiers", "effect_holds")
local change, new_id = need("state", "change", "new_id")
local add_status, drop, end_effect, lasts = need("statuses", "add_status", "drop", "end_effect", "lasts")
local position_of, taken = need("values", "position_of", "taken")

local keep, begun, edge_matches

local function begin_effect(rt, duration, modifiers, values)
  local number = rt.next_id
  lasts(rt, {
    _is = "effect", number = number, duration = begun(rt, duration), modifiers = modifiers, env = keep(rt, values),
  })
  new_id(rt)
  touch(rt, "*")
  show(rt, "lasting", nil)
end

-- The values that a lasting effect or duration keeps; `_none` are the names of those that are none.
function keep(rt, values)
  local env = { _is = "env", _none = {} }
  for name, value in pairs(values) do
    env[name] = taken(value)
    if env[name] == nil then
      env._none[name] = true
    end
  end
  return env
end

-- Lays a status on its bearer for a while; a status that a card names may bring its own values.
local function begin_status(rt, name, values, bearer, duration)
  if type(name) == "table" then
    name, values = name[1], name[2]
  end
  add_status(rt, name, values, bearer, duration and begun(rt, duration))
end

-- A duration as it starts now: `next` passes over the event that is running.
function begun(rt, duration)
  if not duration.skip then
    return duration
  end
  local running = false
  for _, event in ipairs(rt.stack) do
    running = running or edge_matches(rt, duration, event)
  end
  return {
    _is = "duration", edge = duration.edge, skip = running and duration.edge == "end", verbs = duration.verbs,
    ["until"] = duration["until"], env = duration.env,
  }
end

function edge_matches(rt, duration, event)
  if not position_of(duration.verbs, event._verb) then
    return false
  end
  local position = duration["until"]
  return position == nil or rt.code.untils[position + 1](rt, event, duration.env)
end

-- Ends what lasts until this edge of this event, and what held only while something was so.
local function expire(rt, edge, event)
  rt.work = rt.work - #rt.effects
  for _, effect in ipairs(rt.effects) do
    local duration = effect.duration
    if duration then
      local over
      if duration.edge == "while" then
        over = not effect_holds(rt, duration)
      else
        over = duration.edge == edge and edge_matches(rt, duration, event)
        if over and duration.skip then
          change(rt, duration, "skip", false, "effects")
          show(rt, "lasting", effect)
          over = false
        end
      end
      if over and effect.status then
        drop(rt, effect.status)
      elseif over and position_of(rt.effects, effect) then
        end_effect(rt, effect)
        touch(rt, "*")
        show(rt, "lasting", nil)
      end
    end
  end
end

return { begin_effect = begin_effect, begin_status = begin_status, expire = expire, keep = keep }

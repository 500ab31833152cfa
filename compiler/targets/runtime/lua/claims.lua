-- What a test claims of a step, held against what happened.
--
-- Job: judge conditions, events, offers and refusals. Input: a step, and what its driver has noted. Output: failures,
-- as sentences. Never changes a game.

local concat, insert = table.concat, table.insert
local shown_answer = need("test_answers", "shown_answer")
local shown_event = need("events", "shown_event")
local refill = need("spending", "refill")
local named = need("test_names", "named")
local EMPTY, label, mapped = need("values", "EMPTY", "label", "mapped")

local MOST_EVENTS = 40

-- ---- conditions

-- What a condition is made of, with its values, no more than was looked at.
local function values_of(asked, game, env)
  if asked.left then
    local against = asked.right and ", against " .. named(game, label(asked.right(game, env))) or ""
    return " (it is " .. named(game, label(asked.left(game, env))) .. against .. ")"
  elseif asked.joined == "" then
    return ""
  end
  local told = {}
  for _, part in ipairs(asked.parts) do
    local holds = part.test(game, env) and true or false
    insert(told, "`" .. part.text .. "` " .. (holds and "holds" or "does not") .. values_of(part, game, env))
    if holds == (asked.joined == "or") then
      break
    end
  end
  return ": " .. concat(told, ", ")
end

-- ---- events

local function name_of(verb, step)
  return step == "" and verb or verb .. "." .. step
end

local function is_meant(claim, entry, game, env)
  local event = entry[2]
  if entry[1] ~= name_of(event._verb, claim.step) then
    return false
  end
  for _, verb in ipairs(claim.verbs) do
    if verb == event._verb then
      return claim.test == nil or claim.test(game, env, event) == true
    end
  end
  return false
end

local function shown(game, entry)
  return entry[1] ~= entry[2]._verb and entry[1] or named(game, shown_event(game, entry[2]))
end

local function first_of(items, count, made)
  local texts = {}
  for i = 1, math.min(count, #items) do
    texts[i] = made(items[i])
  end
  return texts
end

local function text_of(claim)
  return claim.text
end

-- All events of the kinds that are named are these, in this order.
local function judge_all(wanted, history, game, env, failures)
  local kinds, found = {}, {}
  for _, claim in ipairs(wanted) do
    for _, verb in ipairs(claim.verbs) do
      kinds[name_of(verb, claim.step)] = true
    end
  end
  for _, entry in ipairs(history) do
    if kinds[entry[1]] then
      insert(found, entry)
    end
  end
  local right = #found == #wanted
  for i, claim in ipairs(wanted) do
    right = right and is_meant(claim, found[i], game, env)
  end
  if not right then
    local happened = #found == 0 and "nothing of it" or concat(first_of(found, MOST_EVENTS, function(entry)
      return shown(game, entry)
    end), "; ")
    local told = concat(mapped(wanted, text_of), ", ")
    insert(failures, "exactly this was to happen: " .. told .. " (what happened: " .. happened .. ")")
  end
end

-- Those that happen in order, those that do not happen, and those that are all of their kind.
local function judge_events(claims, history, game, env, failures)
  local waiting = 1
  for _, entry in ipairs(history) do
    local claim = claims.events[waiting]
    if claim and is_meant(claim, entry, game, env) then
      waiting = waiting + 1
    end
  end
  if waiting <= #claims.events then
    local happened = concat(first_of(history, MOST_EVENTS, function(entry)
      return entry[1]
    end), ", ")
    local text = claims.events[waiting].text
    insert(failures, "the event " .. text .. " did not follow (what happened: " .. happened .. ")")
  end
  for _, claim in ipairs(claims.never) do
    for _, entry in ipairs(history) do
      if is_meant(claim, entry, game, env) then
        insert(failures, "`" .. claim.text .. "` was not to happen: " .. shown(game, entry))
        break
      end
    end
  end
  if #claims.exactly > 0 then
    judge_all(claims.exactly, history, game, env, failures)
  end
end

-- ---- offers and refusals

local function says(game, reason, wanted)
  return string.find(reason.message, wanted, 1, true) ~= nil
    or string.find(named(game, reason.message), wanted, 1, true) ~= nil
end

local function judge_offers(step, driver, failures)
  for _, name in ipairs(step.offered) do
    if not driver.seen[name] then
      insert(failures, "`" .. name .. "` is not offered")
    end
  end
  for _, name in ipairs(step.not_offered) do
    if driver.seen[name] then
      insert(failures, "`" .. name .. "` is offered")
    end
  end
  if #step.not_offered > 0 and not driver.is_asked then
    insert(failures, "nobody is offered anything here, so `not offered` says nothing")
  end
  for _, message in ipairs(driver.failures) do
    insert(failures, message)
  end
end

local function judge_refusal(claim, told, reasons, game, failures)
  if #reasons == 0 then
    insert(failures, "`" .. told.text .. "` was to be refused, and " .. told.otherwise)
    return
  end
  for _, reason in ipairs(reasons) do
    if says(game, reason, claim.because) then
      return
    end
  end
  insert(failures, "`" .. told.text .. "` is refused for another reason: " .. named(game, reasons[1].message))
end

-- What was to be refused by a call: the reasons why it was, and what else became of it.
local function reasons_of(claim, game, driver, history)
  local reasons, left, is_done = {}, {}, false
  for _, event in ipairs(driver.refusals) do
    if is_meant(claim.call, { event._verb, event }, game, driver.env) then
      insert(reasons, event._reason)
    else
      insert(left, event)
    end
  end
  driver.refusals = left
  for _, entry in ipairs(history) do
    is_done = is_done or is_meant(claim.call, entry, game, driver.env)
  end
  return reasons, { text = claim.call.text, otherwise = is_done and "is legal" or "is not called" }
end

-- Holds what is to be refused against what was; takes what was meant off the driver's refusals.
local function judge_refusals(step, game, driver, history, failures)
  for position, claim in ipairs(step.refused) do
    if claim.call == nil then
      local otherwise = driver.seen[claim.answer] and "is offered" or "is nothing that could be offered here"
      local told = { text = claim.answer, otherwise = otherwise }
      judge_refusal(claim, told, driver.reasons[position] or EMPTY, game, failures)
    else
      local reasons, told = reasons_of(claim, game, driver, history)
      judge_refusal(claim, told, reasons, game, failures)
    end
  end
end

local function is_refused(event)
  return event._reason and (event._outcome == "illegal" or event._outcome == "fizzled")
end

-- The first call must be refused with the reason that the test states; without one, none may be refused.
local function judge_legality(game, driver, illegal, failures)
  if illegal == "" then
    local unexpected = {}
    for _, event in ipairs(driver.refusals) do
      unexpected[event] = true
    end
    for _, event in ipairs(game.outermost) do
      if is_refused(event) and unexpected[event] then
        insert(failures, event._verb .. " is illegal: " .. named(game, event._reason.message))
      end
    end
    return
  end
  local first = game.outermost[1]
  if first == nil or not is_refused(first) then
    insert(failures, "the first call was to be refused, and is legal")
  elseif not says(game, first._reason, illegal) then
    insert(failures, "it is refused for another reason: " .. named(game, first._reason.message))
  end
end

-- All failures of a step. `told` has what began in it, and why its first call is to be refused.
local function judge_step(step, game, driver, told, failures)
  for _, kind in ipairs({ "choices", "dice", "draws" }) do
    if #driver[kind] > 0 then
      insert(failures, kind .. " were never asked for: " .. shown_answer(driver[kind]))
    end
  end
  judge_refusals(step, game, driver, told.history, failures)
  judge_legality(game, driver, told.illegal, failures)
  judge_offers(step, driver, failures)
  for _, asked in ipairs(step["then"]) do
    refill(game)
    if not asked.test(game, driver.env) then
      insert(failures, "`" .. asked.text .. "` does not hold" .. values_of(asked, game, driver.env))
    end
  end
  judge_events(step.happens, told.history, game, driver.env, failures)
end

return { judge_events = judge_events, judge_step = judge_step }

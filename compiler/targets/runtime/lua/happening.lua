-- What happens, as frames: events and their steps, replacements, triggers, state checks.
--
-- Job: the order in which a verb call is carried out (language reference, "What a verb call does"). Input: verbs and
-- abilities, and an event. Output: what is asked, and the event with its outcome. Never knows a verb.

local is_dirty = need("changes", "is_dirty")
local begin_event, close_event, end_event, make_event, refusal_of, stop_prevented = need(
  "events", "begin_event", "close_event", "end_event", "make_event", "refusal_of", "stop_prevented"
)
local exhausted = need("faults", "exhausted")
local frame_class, new_body = need("frames", "frame_class", "new_body")
local answers_of, charged = need("remembering", "answers_of", "charged")
local count_step, spend = need("spending", "count_step", "spend")
local in_order, is_free, matches, ordering, recharge, still_answers, tied, use_key = need(
  "triggers", "in_order", "is_free", "matches", "ordering", "recharge", "still_answers", "tied", "use_key"
)
local new_using_ability = need("using", "new_using_ability")
local EMPTY, items_of, kept, label, position_of, shown_int, usable_text = need(
  "values", "EMPTY", "items_of", "kept", "label", "position_of", "shown_int", "usable_text"
)

local new_around, new_checking, new_replacing

local LONGEST = 12 -- so many events and abilities are told of a chain

-- Where an event is: what it waits for.
local BEGIN, REPLACED, PREPARED, DO, DONE, SETTLED, DURING, AFTER, LEAVE, LEFT = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

local function link(frame)
  if frame.frame == "Happening" then
    return frame.verb .. (frame.use and " (" .. usable_text(frame.use) .. ")" or "")
  elseif frame.frame == "UsingAbility" then
    return frame.ability.name_shown .. " of " .. label(frame.me)
  end
  return nil
end

-- How many events are around: those that have begun, and those that are being replaced.
local function nested(rt)
  local found = #rt.stack
  for _, frame in ipairs(rt.frames) do
    found = found + (frame.frame == "Happening" and frame.pc == REPLACED and 1 or 0)
  end
  return found
end

-- What led to the innermost event, back to its like: events, and the abilities that caused them.
local function chain(rt)
  local told, seen, found = "", {}, 0
  for n = #rt.frames, 1, -1 do
    local one = link(rt.frames[n])
    if one then
      told, found = found > 0 and one .. " > " .. told or one, found + 1
      if (seen[one] and rt.frames[n].frame == "Happening") or found == LONGEST then
        break
      end
      seen[one] = true
    end
  end
  return told
end

-- A verb call; its result is the event, whose outcome tells what became of it.
local Happening = frame_class("Happening")

local function new_happening(verb, values, use)
  return setmetatable({ pc = BEGIN, verb = verb, values = values, use = use, event = nil }, Happening)
end

function Happening:run(rt)
  if self.pc >= DO then
    return self:finish(rt)
  end
  local code, event = rt.code.verbs[self.verb], self.event
  if self.pc == BEGIN then
    count_step(rt, code.at)
    if #rt.frames >= rt.bounds.depth and nested(rt) >= rt.bounds.depth then
      exhausted("events are nested more than " .. shown_int(rt.bounds.depth) .. " deep: " .. chain(rt), code.at)
    end
    event = make_event(rt, self.verb, self.values)
    event._use = self.use
    self.event, self.pc = event, REPLACED
    if event._reason == nil and code.watched[" instead"] then
      return new_replacing(event, "", true)
    end
  end
  if self.pc == REPLACED then
    event._reason = refusal_of(rt, code, event, false)
    if event._reason then
      return nil, close_event(rt, event, "illegal")
    end
    begin_event(rt, event)
    self.pc = PREPARED
    if code.watched[" before"] then
      return new_around(event, "before", "")
    end
  else -- something came before it, which may have changed what is legal
    event._reason = refusal_of(rt, code, event, true)
    if event._reason then
      close_event(rt, event, "fizzled")
      end_event(rt, event)
      return nil, event
    end
  end
  event._outcome = "done"
  self.pc = DONE
  return new_body(code.body, { ev = event })
end

-- Whether state is checked now: not within another event whose verb is `at once`.
local function is_checked(rt, event)
  local waiting = rt.data.events["at once"]
  for _, other in ipairs(waiting and rt.stack or EMPTY) do
    if other ~= event and position_of(waiting, other._verb) then
      return false
    end
  end
  return is_dirty(rt)
end

-- From the end of the body: state checks, what comes during and after, and the leaving.
function Happening:finish(rt)
  local event, code = self.event, rt.code.verbs[self.verb]
  if self.pc == DONE then
    self.pc = SETTLED
    if is_checked(rt, event) then
      return new_checking()
    end
  end
  if self.pc == SETTLED then
    self.pc = DURING
    if code.watched[" during"] then
      return new_around(event, "during", "")
    end
  end
  if self.pc == DURING then
    self.pc = AFTER
    if code.watched[" after"] then
      return new_around(event, "after", "")
    end
  end
  if self.pc == AFTER then
    recharge(rt, event)
    self.pc = LEAVE
  end
  if self.pc == LEAVE then
    end_event(rt, event)
    self.pc = LEFT
    if is_checked(rt) then
      return new_checking()
    end
  end
  return nil, event
end

-- An event that is prevented or ended stops here; one that is left for good leaves the stack.
function Happening:catch(rt, stop)
  local pc, event = self.pc, self.event
  local mine = event ~= nil and stop.event == event and pc ~= LEFT
  if mine and stop._is == "prevented" then
    close_event(rt, event, "prevented")
    self.pc = pc == REPLACED and LEFT or LEAVE
  elseif mine and pc ~= REPLACED then
    self.pc = pc == DONE and DONE or LEAVE
  else
    if REPLACED < pc and pc < LEFT then
      end_event(rt, event)
    end
    return false
  end
  return true
end

-- The triggered abilities of a moment, then the reactions that players are offered.
local Around = frame_class("Around")
local Firing = frame_class("Firing")

function new_around(event, timing, step)
  return setmetatable({ pc = 0, event = event, timing = timing, step = step }, Around)
end

local function new_firing(event, timing, step)
  return setmetatable({
    pc = 0, event = event, timing = timing, step = step, waiting = EMPTY, mine = EMPTY,
  }, Firing)
end

function Around:run(rt)
  local code, moment = rt.code.verbs[self.event._verb], self.step .. " " .. self.timing
  if self.pc == 0 then
    self.pc = 1
    if code.triggers[moment] then
      return new_firing(self.event, self.timing, self.step)
    end
  end
  if self.pc == 1 then
    self.pc = 2
    if code.reactions[moment] then
      return rt.windows.reactions(self.event, self.timing, self.step)
    end
  end
  return nil
end

local function without(waiting, match)
  return kept(waiting, function(found)
    return found[1] ~= match[1] or found[2] ~= match[2] or found[3] ~= match[3]
  end)
end

-- Triggered abilities, in the game's order for things that happen at once. `mine`: a player decides among them.
function Firing:run(rt, value)
  local event, match = self.event, nil
  if self.pc == 0 then
    local abilities = rt.code.verbs[event._verb].triggers[self.step .. " " .. self.timing]
    self.waiting = in_order(rt, kept(matches(rt, abilities, event), function(found)
      return is_free(rt, found[1], found[2], found[3], event)
    end))
  elseif self.pc == 1 then
    match = self.mine[value[1] + 1]
  else
    stop_prevented(rt, event, self.step)
  end
  while match or #self.waiting > 0 do
    if match == nil then
      self.mine = tied(rt, self.waiting)
      if #self.mine > 0 then
        self.pc = 1
        return ordering(rt, self.mine)
      end
      match = self.waiting[1]
    end
    self.waiting = without(self.waiting, match)
    if still_answers(rt, match[1], match[2], match[3], event) then
      self.pc = 2
      return new_using_ability(match[1], match[2], match[3], event)
    end
    match = nil
  end
  return nil
end

-- Applies `instead of` abilities one at a time, each at most once to an event.
local Replacing = frame_class("Replacing")

function new_replacing(event, step, offers)
  return setmetatable({ pc = 0, event = event, step = step, offers = offers, mine = EMPTY }, Replacing)
end

function Replacing:run(rt, value)
  local event = self.event
  local code, moment = rt.code.verbs[event._verb], self.step .. " instead"
  if self.pc == 1 then
    return self:replace_by(self.mine[value[1] + 1])
  elseif self.pc == 3 and not value then
    return nil
  elseif self.pc >= 2 then
    stop_prevented(rt, event, self.step)
  end
  local found = kept(matches(rt, code.triggers[moment] or EMPTY, event), function(match)
    return not event._replaced[use_key(match[1], match[3])] and is_free(rt, match[1], match[2], match[3], event)
  end)
  if #found > 0 then
    self.mine = tied(rt, found)
    if #self.mine == 0 then
      return self:replace_by(found[1])
    end
    self.pc = 1
    return ordering(rt, self.mine)
  end
  self.pc = 3
  return self.offers and code.reactions[moment] and rt.windows.replacements(event, self.step) or nil
end

function Replacing:replace_by(match)
  self.event._replaced[use_key(match[1], match[3])] = true
  self.pc = 2
  return new_using_ability(match[1], match[2], match[3], self.event)
end

-- Before a step of an event; its result is false where the step is prevented.
local StepOpening = frame_class("StepOpening")

local function new_step_opening(event, step)
  return setmetatable({ pc = 0, event = event, step = step }, StepOpening)
end

function StepOpening:run(rt)
  local event, step = self.event, self.step
  local watched = rt.code.verbs[event._verb].watched
  if self.pc == 0 then
    if rt.history and rt.dry_run == 0 then
      rt.history[#rt.history + 1] = { event._verb .. "." .. step, event }
    end
    self.pc = 1
    if watched[step .. " instead"] then
      return new_replacing(event, step, true)
    end
  end
  if self.pc == 1 then
    self.pc = 2
    if watched[step .. " before"] then
      return new_around(event, "before", step)
    end
  end
  return nil, self.pc == 2
end

function StepOpening:catch(_, stop)
  if stop._is ~= "prevented" or stop.event ~= self.event or stop.step ~= self.step then
    return false
  end
  self.pc = 3
  return true
end

-- After a step of an event.
local StepClosing = frame_class("StepClosing")

local function new_step_closing(event, step)
  return setmetatable({ pc = 0, event = event, step = step }, StepClosing)
end

function StepClosing:run(rt)
  local event, step = self.event, self.step
  local watched = rt.code.verbs[event._verb].watched
  if self.pc == 0 then
    self.pc = 1
    if is_checked(rt) then
      return new_checking()
    end
  end
  if self.pc == 1 then
    self.pc = 2
    if watched[step .. " during"] then
      return new_around(event, "during", step)
    end
  end
  if self.pc == 2 then
    self.pc = 3
    if watched[step .. " after"] then
      return new_around(event, "after", step)
    end
  end
  return nil
end

-- Runs every state check whose fields were written, until none holds. `next`: the position from 0 of the check that is
-- looked at next; `waiting`: written fields of checks that are being carried out further out.
local Checking = frame_class("Checking")

function new_checking()
  return setmetatable({ pc = 0, round = 0, waiting = {}, next = 0, acted = false, due = EMPTY }, Checking)
end

local function any_of(names, set)
  if names["*"] then
    return true
  end
  for name in pairs(set) do
    if names[name] then
      return true
    end
  end
  return false
end

-- Whether what a check asks for is there: a truth, or something in a collection.
local function is_found(found)
  if type(found) == "table" then
    return #items_of(found) > 0
  end
  return found
end

-- Whether there is anything that a check asks for, which is remembered.
local function holds(rt, check)
  return is_found(charged(rt, answers_of(rt, check.group), check, check.found, rt))
end

function Checking:run(rt)
  local checks = rt.code.checks
  if self.pc == 1 then
    rt.checking[self.next - 1] = nil
  else
    self.pc = 1
    self:look(rt)
  end
  while true do
    while self.next < #checks do
      local position, due = self.next, self.due
      local check = checks[position + 1]
      self.next = position + 1
      if rt.checking[position] then -- it asks again when it is done
        for name in pairs(due) do
          if check.reads["*"] or check.reads[name] then
            self.waiting[name] = true
          end
        end
      elseif any_of(check.reads, due) and holds(rt, check) then
        self.acted = true
        rt.checking[position] = true
        return new_body(check.body, {})
      end
    end
    if not self.acted and not is_dirty(rt) then
      rt.dirty = self.waiting
      return nil
    end
    self:look(rt)
  end
end

-- Begins another round, for what was written since the last one.
function Checking:look(rt)
  if self.round >= rt.bounds.checks then
    exhausted("state checks did not settle in " .. shown_int(rt.bounds.checks) .. " rounds")
  end
  self.round = self.round + 1
  self.next, self.acted, self.due = 0, false, rt.dirty
  rt.dirty = {}
  spend(rt, #rt.code.checks, -1)
end

function Checking:catch(rt)
  rt.checking[self.next - 1] = nil
  return false
end

return {
  Around = Around, Checking = Checking, Firing = Firing, Happening = Happening, new_checking = new_checking,
  new_happening = new_happening, new_replacing = new_replacing, new_step_closing = new_step_closing,
  new_step_opening = new_step_opening, Replacing = Replacing, StepClosing = StepClosing, StepOpening = StepOpening,
}

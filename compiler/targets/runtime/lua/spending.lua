-- The work of a running game, counted and bounded.
--
-- Job: count down what is done, by size where size matters; tell the fault when a bound is passed. The count is part of
-- the rules: the same in every engine, whatever it remembers. `Game` is the class of running games; the modules after
-- this one add methods to it.

local exhausted, raise = need("faults", "exhausted", "raise")
local items_of, shown_int = need("values", "items_of", "shown_int")

local Game = {}
Game.__index = Game

-- What a run may do; `work` is for a stretch between two answers of a player.
local BOUNDS = {
  work = 100000000, steps = 2000000, changes = 1000000, depth = 60, entities = 5000, statuses = 500, crowd = 100,
  checks = 200, size = 10000,
}
-- The work of an event or request, of a change and of one way through a trial; how many questions may be asked inside
-- of each other; so much work is done between two looks of a watch.
local SPENT = { event = 20, change = 5, try = 10, nested = 20, slice = 50000 }

-- What a host allows: `work` for each answer, and `watch`, which is asked from time to time.
function Game:limit(limits)
  self.bounds.work = limits.work or self.bounds.work
  self.watch = limits.watch
end

-- Somebody has answered, or something new begins: all work may be done again.
function Game:refill()
  self.work = self.bounds.work
  self.floor = math.max(self.work - SPENT.slice, 0)
end

-- The work is at its end, or it is time to ask whether the game shall go on.
function Game:look(at)
  if self.work < 0 then
    exhausted("more than " .. shown_int(self.bounds.work) .. " units of work were needed" .. self:near(at), at)
  end
  if self.watch and self.watch() then
    raise({ _is = "stopped" })
  end
  self.floor = math.max(self.work - SPENT.slice, 0)
end

function Game:near(at)
  if at < 0 then
    return ""
  end
  local path, line = self:place_of(at)
  return ", at " .. string.match(path, "[^/]*$") .. ":" .. shown_int(line)
end

-- Work at a place of the author's text.
function Game:spend(work, at)
  work = self.work - work
  self.work = work
  if work < self.floor then
    self:look(at)
  end
end

-- A collection that a loop walks over, with so much work for each; `at` only for a loop in a loop.
function Game:over(items, work, at)
  self.work = self.work - (items._is and #items_of(items) or #items) * (work or 1)
  if at and self.work < self.floor then
    self:look(at)
  end
  return items
end

-- How often a loop runs.
function Game:rounds(count, at)
  if count > 10000 then
    exhausted("a loop of more than 10,000 rounds" .. self:near(at), at)
  end
  return math.max(count, 0)
end

-- Room for a collection of so many.
function Game:room(size)
  self.work = self.work - size
  if size > self.bounds.size then
    exhausted("a collection of more than " .. shown_int(self.bounds.size))
  end
end

-- A collection that was made.
function Game:sized(items)
  self:room(#items)
  return items
end

-- Something of the state changes, in a collection of a size.
function Game:changed_one(size)
  self.work = self.work - SPENT.change - (size or 0)
  self.changes = self.changes + 1
  if self.changes > self.bounds.changes then
    exhausted("more than " .. shown_int(self.bounds.changes) .. " changes were made")
  end
end

-- What a table keeps under a key, with what it cost to work out: knowing it costs the same.
local function charged(rt, known, key, work, ...)
  local found = known[key]
  if found ~= nil and found.cost <= rt.work then
    rt.work = rt.work - found.cost
    return found.value
  end
  local before = rt.work
  local value = work(...)
  known[key] = { value = value, cost = before - rt.work }
  return value
end

return { BOUNDS = BOUNDS, charged = charged, Game = Game, SPENT = SPENT }

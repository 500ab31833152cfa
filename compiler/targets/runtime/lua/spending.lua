-- The work of a running game, counted and bounded.
--
-- Job: count down what is done, by size where size matters; tell the fault when a bound is passed. The count is part of
-- the rules: the same in every engine, whatever it remembers. Changes only the counters of a running game.

local exhausted, raise = need("faults", "exhausted", "raise")
local forget_too_many = need("remembering", "forget_too_many")
local items_of, joined, kept, key_of, shown_int, unique = need(
  "values", "items_of", "joined", "kept", "key_of", "shown_int", "unique"
)

local near, place_of

-- What a run may do; `work` is for a stretch between two answers of a player.
local BOUNDS = {
  work = 100000000, steps = 2000000, changes = 1000000, depth = 60, entities = 5000, statuses = 500, crowd = 100,
  checks = 200, size = 10000,
}
-- The work of an event or request, of a change and of one way through a dry run; how many questions may be asked inside
-- of each other; so much work is done between two looks of a watch.
local SPENT = { event = 20, change = 5, try = 10, nested = 20, slice = 50000 }

-- What a host allows: `work` for each answer, and `watch`, which is asked from time to time.
local function set_limits(rt, limits)
  rt.bounds.work = limits.work or rt.bounds.work
  rt.watch = limits.watch
end

-- Somebody has answered, or something new begins: all work may be done again.
local function refill(rt)
  rt.work = rt.bounds.work
  rt.floor = math.max(rt.work - SPENT.slice, 0)
end

-- The work is at its end, or it is time to ask whether the game shall go on.
local function look(rt, at)
  if rt.work < 0 then
    exhausted("more than " .. shown_int(rt.bounds.work) .. " units of work were needed" .. near(rt, at), at)
  end
  if rt.watch and rt.watch() then
    raise({ _is = "stopped" })
  end
  forget_too_many(rt)
  rt.floor = math.max(rt.work - SPENT.slice, 0)
end

function near(rt, at)
  if at < 0 then
    return ""
  end
  local path, line = place_of(rt, at)
  return ", at " .. string.match(path, "[^/]*$") .. ":" .. shown_int(line)
end

-- Work at a place of the author's text.
local function spend(rt, work, at)
  work = rt.work - work
  rt.work = work
  if work < rt.floor then
    look(rt, at)
  end
end

-- A collection that a loop walks over, with so much work for each; `at` only for a loop in a loop.
local function over(rt, items, work, at)
  rt.work = rt.work - (items._is and #items_of(items) or #items) * (work or 1)
  if at and rt.work < rt.floor then
    look(rt, at)
  end
  return items
end

-- How often a loop runs.
local function rounds(rt, count, at)
  if count > 10000 then
    exhausted("a loop of more than 10,000 rounds" .. near(rt, at), at)
  end
  return math.max(count, 0)
end

-- Room for a collection of so many.
local function room(rt, size)
  rt.work = rt.work - size
  if size > rt.bounds.size then
    exhausted("a collection of more than " .. shown_int(rt.bounds.size))
  end
end

-- A collection that was made.
local function sized(rt, items)
  room(rt, #items)
  return items
end

-- Something of the state changes, in a collection of a size.
local function count_change(rt, size)
  rt.work = rt.work - SPENT.change - (size or 0)
  rt.changes = rt.changes + 1
  if rt.changes > rt.bounds.changes then
    exhausted("more than " .. shown_int(rt.bounds.changes) .. " changes were made")
  end
end

local function count_step(rt, at)
  rt.steps = rt.steps + 1
  if rt.steps > rt.bounds.steps then
    exhausted("more than " .. shown_int(rt.bounds.steps) .. " steps were taken")
  end
  spend(rt, SPENT.event, at)
end

-- The file, line and column of a text, and what it belongs to.
function place_of(rt, at)
  local span = rt.data.spans[at + 1]
  return rt.data.paths[span[1] + 1], span[2], span[3], rt.data.owners[span[4] + 1]
end

-- What of a collection is in another, or is not.
local function sifted(rt, items, others, wanted)
  local held = {}
  items, others = items_of(items), items_of(others)
  rt.work = rt.work - #items - #others
  for i = 1, #others do
    held[key_of(others[i])] = true
  end
  return kept(items, function(x)
    return (held[key_of(x)] == true) == wanted
  end)
end

-- What is in either, each once.
local function united(rt, items, others)
  return unique(sized(rt, joined(items_of(items), items_of(others))))
end

local function shown_place(rt, at)
  local path, line, column = place_of(rt, at)
  return path .. ":" .. shown_int(line) .. ":" .. shown_int(column)
end

return {
  BOUNDS = BOUNDS, count_change = count_change, count_step = count_step, look = look, over = over, place_of = place_of,
  refill = refill, room = room, rounds = rounds, set_limits = set_limits, shown_place = shown_place, sifted = sifted,
  sized = sized, spend = spend, SPENT = SPENT, united = united,
}

-- A running game and its driver.
--
-- Job: make a game from all its parts; run an outermost event with a driver that answers its requests; keep the log
-- from which the run can be repeated. A fault leaves the state as it was before the outermost event.

local concat, floor, insert = table.concat, math.floor, table.insert
local show = need("changes", "show")
local tell = need("choices", "tell")
local create = need("entities", "create")
local fault, raise, try = need("faults", "fault", "raise", "try")
local begin, run_frames = need("frames", "begin", "run_frames")
local new_happening = need("happening", "new_happening")
local new_offering_replacement, new_window = need("offering", "new_offering_replacement", "new_window")
local OPERATIONS = need("operations", "OPERATIONS")
local refill, spend = need("spending", "refill", "spend")
local back_to, new_state = need("state", "back_to", "new_state")
local by_number, counted, EMPTY, eq, joined, label, labels, mapped, shorten, shown_int = need(
  "values", "by_number", "counted", "EMPTY", "eq", "joined", "label", "labels", "mapped", "shorten", "shown_int"
)
local sorted, without_position = need("values", "sorted", "without_position")

local close_run

-- The frames that ask players, which events begin.
local WINDOWS = { reactions = new_window, replacements = new_offering_replacement }

-- A game of linked rules, with nothing in it.
local function empty_game(code)
  local game = new_state(code, OPERATIONS, WINDOWS)
  if code.kinds.game then
    game.game = create(game, "game", nil, {})
  end
  return game
end

local MINSTD_A, MINSTD_M = 48271, 2147483647

-- The named generator: x becomes 48271 x mod (2^31 - 1) (Park, Miller and Stockmeyer, 1993).
local Minstd = {}
Minstd.__index = Minstd

local function minstd(seed)
  local value = seed % MINSTD_M
  return setmetatable({ value = value == 0 and 1 or value }, Minstd)
end

-- A number from 0 to size - 1, all equally likely: values past the last whole round are drawn again.
function Minstd:below(size)
  local limit = floor((MINSTD_M - 1) / size) * size
  repeat
    self.value = self.value * MINSTD_A % MINSTD_M
  until self.value - 1 < limit
  return (self.value - 1) % size
end

-- Fisher and Yates, from the end.
function Minstd:permutation(size)
  local order = counted(size)
  for i = size, 2, -1 do
    local j = self:below(i) + 1
    order[i], order[j] = order[j], order[i]
  end
  return order
end

-- Whether an answer is one of a roll, a draw or a shuffle.
local function fits(request, answer)
  local sizes = request._is == "draw" and { request.size } or request.sizes
  if sizes == nil then
    return eq(sorted(answer, by_number), counted(request.size))
  end
  local fine = #answer == #sizes
  for i, face in ipairs(fine and answer or EMPTY) do
    fine = fine and face >= 0 and face < sizes[i]
  end
  return fine
end

local MOST_WAYS, MOST_MOVED = 64, 5 -- so many can be ordered in more ways than are told

-- Every way to put items in order, the first ones first.
local function orders_of(items)
  if #items < 2 then
    return { items }
  end
  local found = {}
  for i, item in ipairs(items) do
    for _, order in ipairs(orders_of(without_position(items, i))) do
      insert(found, joined({ item }, order))
    end
  end
  return found
end

-- What may come of a roll, a draw or a shuffle, at most 64 of the ways.
local function ways_of_chance(request)
  if request._is == "shuffle" then
    local fixed, moved = {}, {}
    for i = 0, request.size - 1 do
      insert(i < request.size - MOST_MOVED and fixed or moved, i)
    end
    local ways = orders_of(moved)
    shorten(ways, MOST_WAYS)
    return mapped(ways, function(order)
      return joined(fixed, order)
    end)
  end
  local ways, sizes = { {} }, request.sizes or { request.size }
  for i = #sizes, 1, -1 do
    local later = ways
    ways = {}
    for face = 0, math.min(sizes[i], MOST_WAYS) - 1 do
      for _, way in ipairs(later) do
        insert(ways, joined({ face }, way))
      end
    end
    shorten(ways, MOST_WAYS)
  end
  return ways
end

-- Answers requests: choices by `decide`, dice and shuffles by the generator; writes the log.
local Driver = {}
Driver.__index = Driver

local function new_driver(decide, seed)
  return setmetatable({ decide = decide, generator = minstd(seed or 1), log = {} }, Driver)
end

function Driver:by_chance(request)
  if request._is == "roll" then
    return mapped(request.sizes, function(size)
      return self.generator:below(size)
    end)
  elseif request._is == "draw" then
    return self.generator:below(request.size)
  end
  return self.generator:permutation(request.size)
end

function Driver:answer(game, request)
  local found
  if request._is == "choose" then
    found = self.decide(game, request)
  else
    found = self:by_chance(request)
  end
  insert(self.log, found)
  return found
end

-- Answers from a log.
local function replay(log)
  local driver, position = new_driver(nil, 1), 0
  function driver.answer()
    position = position + 1
    if log[position] == nil then
      fault("the log ends before the game does")
    end
    insert(driver.log, log[position])
    return log[position]
  end
  return driver
end

local function shown_request(request)
  if request._is == "roll" then
    return "? roll " .. concat(request.dice, ", ")
  elseif request._is ~= "choose" then
    return "? " .. request._is .. " " .. shown_int(request.size)
  end
  local range = shown_int(request.least) .. "-" .. shown_int(request.most)
  return "? " .. request.kind .. " of " .. label(request.who) .. " " .. range .. ": " .. labels(request.options, " | ")
end

-- The answer of a driver; a transcript that shows requests has both.
local function answer_of(rt, driver, request)
  if not rt.shows_requests then
    return driver:answer(rt, request)
  end
  tell(rt, shown_request(request))
  local answer = driver:answer(rt, request)
  local given = type(answer) == "table" and labels(answer, " ") or label(answer)
  tell(rt, given ~= "" and "= " .. given or "=")
  return answer
end

-- Of a value that is none, the host's own words are left out: they differ from host to host.
local function as_fault(err)
  if type(err) == "table" and (err._is == "fault" or err._is == "stopped") then
    return err
  end
  local message = "a value was none where one is needed"
  if type(err) == "table" then
    message = "a text ended an event that was not running"
  elseif string.find(tostring(err), "stack overflow", 1, true) then
    message = "events are nested too deeply"
  end
  return { _is = "fault", message = message, at = 0, cause = err }
end

-- Takes back all since `start`; gives what is to be raised.
local function failed(rt, err)
  local mark = rt.mark_of_run
  rt.frames = {}
  back_to(rt, mark.changed)
  shorten(rt.stack, mark.depth)
  rt.dirty, rt.checking = {}, {}
  show(rt, "anew")
  close_run(rt)
  return as_fault(err)
end

function close_run(rt)
  local mark = rt.mark_of_run
  rt.steps, rt.changes = rt.steps + mark.steps, rt.changes + mark.changes
end

-- Runs to the next request; when all is done, it is asked once more whether work is left.
local function stretch(game, work, ...)
  local request, result = work(game, ...)
  if request == nil then
    spend(game, 0, -1)
  end
  return request, result
end

local function after(rt, fine, request, result)
  if not fine then
    raise(failed(rt, request))
  elseif request == nil then
    close_run(rt)
  end
  return request, result
end

-- Begins a frame, with all that it leads to; gives the first request, or nil and the result. What goes wrong is raised
-- as a fault, or as what has stopped it.
local function start(rt, frame)
  rt.mark_of_run = { changed = rt.changed, depth = #rt.stack, steps = rt.steps, changes = rt.changes }
  rt.steps, rt.changes, rt.nested = 0, 0, 0
  refill(rt)
  return after(rt, try(stretch, rt, begin, frame))
end

-- Goes on with the answer to the last request.
local function go_on(rt, answer)
  rt.nested = 0 -- a question from outside that failed may have left it
  return after(rt, try(stretch, rt, run_frames, 0, answer))
end

-- Runs a frame to its end, its requests answered by a driver; gives its result.
local function run(rt, frame, driver)
  local request, result = start(rt, frame)
  while request do
    local fine, answer = try(answer_of, rt, driver, request)
    if not fine then
      raise(failed(rt, answer))
    end
    request, result = go_on(rt, answer)
  end
  return result
end

-- The whole game, from its start.
local function play(rt, driver)
  return run(rt, new_happening(rt.code.rules.start, {}), driver)
end

return {
  as_fault = as_fault, empty_game = empty_game, fits = fits, go_on = go_on, minstd = minstd, new_driver = new_driver,
  play = play, replay = replay, run = run, start = start, ways_of_chance = ways_of_chance,
}

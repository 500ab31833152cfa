-- The functions of the core: boards and tables.
--
-- Job: as `core`, for squares, walks, lines, bases and angles.

local floor = math.floor
local core = need("core", "core")
local edges_match, fits, rotated = need("drawings", "edges_match", "fits", "rotated")
local fault, raise, try = need("faults", "fault", "raise", "try")
local drawing_of, footprint, named, square_named = need("places", "drawing_of", "footprint", "named", "square_named")
local answers_of, charged, remembers = need("remembering", "answers_of", "charged", "remembers")
local over = need("spending", "over")
local arc, bearing, cosine, gap, in_arc, lane, made, measure, meets, moved, resized, shape_of, sine, turned = need(
  "table", "arc", "bearing", "cosine", "gap", "in_arc", "lane", "made", "measure", "meets", "moved", "resized",
  "shape_of", "sine", "turned"
)
local EMPTY, joined, label, mapped, shown_int, under, unique = need(
  "values", "EMPTY", "joined", "label", "mapped", "shown_int", "under", "unique"
)
local squares_of_way = need("walks", "squares_of_way")

-- What stands off the board is farther than anything on it.
local FAR = 1000000
local function squares_of(rt, place)
  if place == nil then
    return EMPTY
  elseif place._is == "square" then
    return place._alone
  elseif place.at == nil then
    return EMPTY
  end
  return footprint(rt, place, place.at) or EMPTY
end

local function indexes(squares)
  return mapped(squares, function(s)
    return s.index
  end)
end

function core.distance(rt, a, b)
  local first, second = squares_of(rt, a), squares_of(rt, b)
  if #first == 0 or #second == 0 or rt.grid == nil then
    return FAR
  elseif #first == 1 and #second == 1 then
    return rt.grid:distance(first[1].index, second[1].index)
  end
  return rt.grid:distance_of_rectangles(first[1].index, first[#first].index, second[1].index, second[#second].index)
end

function core.path_distance(rt, a, b, passable)
  local sources, targets = squares_of(rt, a), squares_of(rt, b)
  if #sources == 0 or #targets == 0 then
    return nil
  end
  return rt.grid:path_distance(indexes(sources), indexes(targets), function(s)
    local square = rt.square_at[s]
    rt.work = rt.work - 1
    return square ~= nil and passable(rt, square)
  end, FAR)
end

-- What is kept of the ways of a figure, which hang on all prices of steps and ends of ways: `what` was asked.
local function ways_known(rt, what, figure, cost, stop_at)
  local groups, of_walk = rt.code.group_of, rt.code.group_of.walk
  local known = answers_of(rt, of_walk[cost] and of_walk[stop_at] and groups.all_ways or 0)
  return under(under(under(under(known, what), cost), stop_at), figure)
end

local function price_of(rt, figure, cost, from, to)
  local price = cost(rt, figure, from, to)
  if price and price < 0 then
    fault("the step from " .. label(from) .. " to " .. label(to) .. " costs " .. shown_int(price)
      .. ", and none costs less than nothing")
  end
  return price
end

-- What `work` tells of a square, or of a step to another, by a function of the game, which is asked once.
local function asked_once(rt, figure, asked, work)
  if remembers[asked] then
    return work
  end
  local known, count = answers_of(rt, rt.code.group_of.walk[asked] or 0), rt.grid.width * rt.grid.height
  known = under(under(known, asked), figure)
  return function(a, b)
    local key = a * count + (b or 0)
    local found = known[key]
    if found ~= nil and found.cost <= rt.work then
      rt.work = rt.work - found.cost
      return found.value
    end
    return charged(rt, known, key, work, a, b)
  end
end

-- How a figure walks. What a step costs is asked once while the board stays: the way is sought after the reach.
local function walk_of(rt, figure, budget, cost, stop_at)
  local size = figure._class.has.size and figure.size or 1
  local at = rt.square_at
  local function price(a, b)
    rt.work = rt.work - 1
    return price_of(rt, figure, cost, at[a], at[b])
  end
  local function stopping(s)
    rt.work = rt.work - 1
    return stop_at(rt, figure, at[s])
  end
  return {
    size = math.max(size, 1), budget = budget,
    cost = asked_once(rt, figure, cost, price), stops = asked_once(rt, figure, stop_at, stopping),
  }
end

function core.reachable(rt, figure, budget, cost, stop_at)
  if figure.at == nil or rt.grid == nil then
    return EMPTY
  end
  return charged(rt, ways_known(rt, "reach", figure, cost, stop_at), budget, function()
    if budget < 0 then
      return EMPTY
    end
    local found, reached = rt.grid:settle({ figure.at.index }, walk_of(rt, figure, budget, cost, stop_at), EMPTY), {}
    for square = 0, rt.grid.width * rt.grid.height - 1 do
      if found[square] then
        reached[#reached + 1] = rt.square_at[square]
      end
    end
    return reached
  end)
end

function core.route(rt, figure, goal, budget, cost, stop_at)
  if figure.at == nil or rt.grid == nil then
    return EMPTY
  end
  local function sought()
    return rt.grid:ways(figure.at.index, walk_of(rt, figure, budget, cost, stop_at), function()
      return -rt.work
    end)
  end
  local known = ways_known(rt, "ways", figure, cost, stop_at)
  local before, nested = rt.work, rt.nested
  known[budget] = known[budget] or sought()
  local fine, way, spent = try(known[budget].to, known[budget], goal.index)
  if not fine and not (type(way) == "table" and way.bound) then
    raise(way)
  end
  rt.work, rt.nested = before, nested
  if not fine or spent > before then -- from the start, so that the work ends where it does without what is known
    way = sought():to(goal.index)
  else
    rt.work = before - spent
  end
  return named(rt, squares_of_way(way))
end

core.squares_of = squares_of

function core.footprint(rt, figure, square)
  return footprint(rt, figure, square) or EMPTY
end

function core.fits(rt, held, square)
  if type(held) == "string" then
    return fits(rt.grid, drawing_of(rt, held), square.index)
  end
  return footprint(rt, held, square) ~= nil
end

function core.edges_match(rt, text, square)
  return edges_match(rt.grid, drawing_of(rt, text), square.index)
end

function core.rotated(rt, text, quarters)
  return rotated(drawing_of(rt, text), quarters)
end

-- The squares that may still come onto the board.
function core.vacant_squares(rt)
  rt.work = rt.work - rt.grid.width * rt.grid.height
  return named(rt, rt.grid:vacant_squares())
end

function core.neighbours(rt, square)
  return rt.neighbours[square.index]
end

function core.step_blocked(rt, a, b)
  return rt.grid:step_blocked(a.index, b.index)
end

function core.standing_on(rt, square)
  return rt.standing[square.index] or EMPTY
end

function core.corners(rt, place)
  local points = {}
  for _, square in ipairs(over(rt, squares_of(rt, place))) do
    points = joined(points, rt.grid:corners(square.index))
  end
  return unique(points)
end

function core.centre(rt, square)
  return rt.grid:centre(square.index)
end

-- What the board answers about a line, by its length.
local function of_line(rt, what, p, q)
  rt.work = rt.work - math.abs(p[1] - q[1]) - math.abs(p[2] - q[2])
  return rt.grid:of_line(what, p, q)
end

function core.crossed(rt, p, q)
  return named(rt, of_line(rt, "find_crossed", p, q))
end

function core.touched(rt, p, q)
  return named(rt, of_line(rt, "find_touched", p, q))
end

function core.crosses_wall(rt, p, q)
  return of_line(rt, "find_walls", p, q)[1]
end

function core.touches_wall(rt, p, q)
  return of_line(rt, "find_walls", p, q)[2]
end

function core.column(rt, square)
  return square.index % rt.grid.width
end

function core.row(rt, square)
  return floor(square.index / rt.grid.width)
end

function core.elevation(rt, square)
  return rt.grid.elevation[square.index]
end

function core.square(rt, name)
  local found = square_named(rt, name)
  if found == nil then
    fault("the board has no square " .. name)
  end
  return found
end

function core.rectangle(_, x, y, facing, width, depth)
  return made(x, y, facing, width, depth, 0, 0)
end

function core.disc(_, x, y, radius)
  return made(x, y, 0, 0, 0, 0, radius)
end

function core.shape_of(_, figure)
  return shape_of(figure)
end

function core.measure(_, shape, name)
  return measure(shape, name)
end

-- The functions of one shape or figure and two numbers, and those of two shapes or figures and a number.
for name, work in pairs({ arc = arc, lane = lane, moved = moved, resized = resized, turned = turned }) do
  core[name] = function(_, shape, first, second)
    return work(shape_of(shape), first, second)
  end
end
for name, work in pairs({ bearing = bearing, gap = gap, in_arc = in_arc, meets = meets }) do
  core[name] = function(_, a, b, number)
    return work(shape_of(a), shape_of(b), number)
  end
end

function core.sine(rt, degrees)
  return core.round_near(rt, sine(degrees), 1000, 1)
end

function core.cosine(rt, degrees)
  return core.round_near(rt, cosine(degrees), 1000, 1)
end

return { core = core }

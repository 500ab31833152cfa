-- Answers questions about boards, tables, numbers and chance, to compare them with the interpreter's answers.

local rt = require("rt")
local core = rt.calls.core
local grid

local answers = {}

-- The items of an array counted from 0.
local function from_zero(items)
  local made = {}
  for i, item in ipairs(items) do
    made[i - 1] = item
  end
  return made
end

local function set_of(items)
  local made = {}
  for _, item in ipairs(items) do
    made[item] = true
  end
  return made
end

function answers.board(width, height, metric, exists, walls)
  grid = rt.new_grid(width, height, metric, from_zero(exists), {}, walls)
  return grid:square_name(width * height - 1)
end

function answers.distance(a, b)
  return grid:distance(a, b)
end

function answers.footprint(a, width, height)
  return grid:footprint(a, width, height)
end

function answers.step_blocked(a, b)
  return grid:step_blocked(a, b)
end

function answers.lines(p, q)
  local walls = grid:of_line("find_walls", p, q)
  return { grid:of_line("find_crossed", p, q), grid:of_line("find_touched", p, q), walls[1], walls[2] }
end

function answers.path_distance(sources, targets, closed)
  local shut = set_of(closed)
  return grid:path_distance(sources, targets, function(s)
    return not shut[s]
  end, 40)
end

local function walk(size, budget, prices, stops)
  local price, stop = from_zero(prices), set_of(stops)
  return {
    size = size[1], budget = budget,
    cost = function(a, b)
      return not grid:step_blocked(a, b) and price[b] or nil
    end,
    stops = function(s)
      return stop[s] or false
    end,
  }
end

function answers.reachable(start, size, budget, prices, stops)
  local found, pairs_found = grid:settle({ start }, walk(size, budget, prices, stops), {}), {}
  for square = 0, grid.width * grid.height - 1 do
    if found[square] then
      pairs_found[#pairs_found + 1] = { square, found[square] }
    end
  end
  return pairs_found
end

function answers.route(start, goal, size, budget, prices, stops)
  local ways = grid:ways(start, walk(size, budget, prices, stops), function()
    return 0
  end)
  ways:to(0) -- who has asked for another square before gets the same
  local way, found = ways:to(goal), nil
  while way do
    found = found or {}
    found[way.count + 1] = way.anchor
    way = way.before
  end
  return found
end

-- How many squares a figure reaches, and whether it has a keyword before and after that was asked.
function answers.walked(keyword)
  local code = { changes = { grant = {} }, groups = 1, group_of = { walk = {}, all_ways = 0 } }
  local state = { known = { [0] = false }, kept = 0, work = 1000, grid = grid, square_at = {}, code = code }
  for index = 0, grid.width * grid.height - 1 do
    state.square_at[index] = { _is = "square", index = index }
  end
  local figure = {
    _is = "entity", _id = 1, _class = { has = {} }, _statuses = {}, _keywords = {}, at = state.square_at[0],
  }
  local function cost()
    return 1
  end
  local function stop()
    return false
  end
  local before = core.has(state, figure, keyword)
  local reached = #core.reachable(state, figure, 9, cost, stop)
  return { before, reached, #core.route(state, figure, state.square_at[1], 9, cost, stop), core.has(state, figure, keyword) }
end

function answers.table(name, ...)
  local done, found = rt.try(core[name], nil, ...)
  if done then
    return found
  end
  return found.message
end

-- What is remembered of shapes that are made again.
function answers.gaps(a, b, ahead)
  local found = {}
  for i = 1, 2 do
    found[i] = core.gap(nil, core.moved(nil, a, ahead, 0), core.moved(nil, b, 0, ahead))
  end
  return found
end

function answers.sine(degrees)
  return { core.sine(nil, degrees), core.cosine(nil, degrees) }
end

function answers.rounded(a, b, to)
  return {
    core.round_down(nil, a, b, to), core.round_up(nil, a, b, to), core.round_near(nil, a, b, to),
    core.remainder(nil, a, b),
  }
end

function answers.drawing(seed, size)
  local generator = rt.minstd(seed)
  return { generator:below(size), generator:permutation(size), generator:below(6) }
end

function answers.hash(text)
  return rt.text_hash(text)
end

function answers.drawn(lines)
  local fine, board = rt.try(rt.parse_board, lines)
  if not fine then
    return board.message
  end
  local rows = {}
  for row = 0, board.height - 1 do
    rows[row + 1] = {}
    for column = 0, board.width - 1 do
      rows[row + 1][column + 1] = board.letters[row * board.width + column]
    end
  end
  return { board.width, board.height, rows, board.walls }
end

-- Questions and answers as JSON; a question is its name and what it is about.
return function(text)
  local found = {}
  for i, question in ipairs(rt.from_json(text)) do
    local a, b, c, d, e, g = question[2], question[3], question[4], question[5], question[6], question[7]
    found[i] = rt.to_json(answers[question[1]](a, b, c, d, e, g))
  end
  return "[" .. table.concat(found, ",") .. "]"
end

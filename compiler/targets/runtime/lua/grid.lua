-- Geometry of a board of squares: names, neighbours, walls, distances and areas.
--
-- Job: make a board from its shape and answer questions about places. It never holds pieces and never knows a rule.

local floor = math.floor
local Grid, pair_key = need("segments", "Grid", "pair_key")
local less, shown_int, sorted, under = need("values", "less", "shown_int", "sorted", "under")

-- `exists`, `terrain` (sets of names) and `elevation` by square, from 0; `walls` a list of pairs of squares. `vacant`,
-- a set, are squares that may come onto a board that is made of this one: they have a name.
local function new_grid(width, height, metric, exists, terrain, walls, vacant)
  local grid = setmetatable({
    width = width, height = height, metric = metric, exists = exists, terrain = terrain, elevation = {}, wall_at = {},
    near = {}, orthogonal = {}, cut = {}, laid = {}, steps = {}, lines = {}, wall_ends = {}, remembered = {},
    footprints = {}, distances = {}, vacant = vacant or {},
  }, Grid)
  local count = width * height
  for square = 0, count - 1 do
    grid.elevation[square] = 0
  end
  for _, wall in ipairs(walls) do
    grid.wall_at[pair_key(wall[1], wall[2])] = true
    grid.wall_at[pair_key(wall[2], wall[1])] = true
    grid.wall_ends[#grid.wall_ends + 1] = grid:ends_of_wall(math.min(wall[1], wall[2]), math.max(wall[1], wall[2]))
  end
  grid.wall_ends = sorted(grid.wall_ends, less)
  grid.walls = {} -- each once, the lower square first
  for a = 0, count - 1 do
    for _, b in ipairs({ a + 1, a + width }) do
      if grid.wall_at[pair_key(a, b)] then
        grid.walls[#grid.walls + 1] = { a, b }
      end
    end
  end
  for square = 0, count - 1 do
    grid.near[square] = grid:adjacent(square, true)
    grid.orthogonal[square] = grid:adjacent(square, false)
  end
  for a = 0, count - 1 do
    for _, b in ipairs(grid.near[a]) do
      if grid:is_cut(a, b) then
        grid.cut[pair_key(a, b)] = true
      end
    end
  end
  return grid
end

-- ---- names

-- The name that people read: `a1` is the upper left, then `b1` to `z1`, `aa1`.
function Grid:square_name(square)
  local row, column = self:at(square)
  local letters = ""
  column = column + 1
  while column > 0 do
    letters = string.char(97 + (column - 1) % 26) .. letters
    column = floor((column - 1) / 26)
  end
  return letters .. shown_int(row + 1)
end

-- Whether a square is on the board, or may come onto it.
function Grid:is_known(square)
  return self.exists[square] or self.vacant[square] or false
end

function Grid:vacant_squares()
  local found = {}
  for index = 0, self.width * self.height - 1 do
    found[#found + 1] = self.vacant[index] and index or nil
  end
  return found
end

-- ---- neighbours and walls

function Grid:adjacent(square, diagonal)
  local found = {}
  if not self:is_known(square) then
    return found
  end
  local row, column = self:at(square)
  for r = math.max(0, row - 1), math.min(self.height - 1, row + 1) do
    for c = math.max(0, column - 1), math.min(self.width - 1, column + 1) do
      local other = r * self.width + c
      if other ~= square and (diagonal or r == row or c == column) and self.exists[other] then
        found[#found + 1] = other
      end
    end
  end
  return found
end

function Grid:apart(a, b)
  local row_a, column_a = self:at(a)
  local row_b, column_b = self:at(b)
  return math.abs(column_a - column_b), math.abs(row_a - row_b)
end

-- A diagonal step goes through the shared corner, so any wall that ends in or passes through that corner cuts it.
function Grid:is_cut(a, b)
  local row_a, column_a = self:at(a)
  local row_b, column_b = self:at(b)
  if row_a == row_b or column_a == column_b then
    return self.wall_at[pair_key(a, b)] or false
  end
  local beside, beyond = row_a * self.width + column_b, row_b * self.width + column_a
  local walls = self.wall_at
  return walls[pair_key(a, beside)] or walls[pair_key(a, beyond)] or walls[pair_key(b, beside)]
    or walls[pair_key(b, beyond)] or false
end

function Grid:step_blocked(a, b)
  return self.cut[pair_key(a, b)] or false
end

-- ---- distances and areas

function Grid:length(across, down)
  if self.metric == "chebyshev" then
    return math.max(across, down)
  elseif self.metric == "manhattan" then
    return across + down
  end
  return math.max(across, down) + floor(math.min(across, down) / 2)
end

function Grid:distance(a, b)
  local known = under(self.distances, a)
  local found = known[b]
  if found == nil then
    found = self:length(self:apart(a, b))
    known[b] = found
  end
  return found
end

-- The least distance between two footprints, of which each is given by its first and last square.
function Grid:distance_of_rectangles(a, a_last, b, b_last)
  local a_top, a_left = self:at(a)
  local a_bottom, a_right = self:at(a_last)
  local b_top, b_left = self:at(b)
  local b_bottom, b_right = self:at(b_last)
  return self:length(math.max(0, b_left - a_right, a_left - b_right), math.max(0, b_top - a_bottom, a_top - b_bottom))
end

-- The squares of a rectangle, the anchor its upper left, in ascending order; none if some are off the board.
function Grid:footprint(anchor, width, height)
  local laid = under(under(self.laid, width), height)
  if laid[anchor] == nil then
    laid[anchor] = self:lay(anchor, width, height) or false
  end
  return laid[anchor] or nil
end

function Grid:lay(anchor, width, height)
  local row, column = self:at(anchor)
  if width < 1 or height < 1 or anchor < 0 or column + width > self.width or row + height > self.height then
    return nil
  end
  local squares = {}
  for r = row, row + height - 1 do
    for c = column, column + width - 1 do
      local square = r * self.width + c
      if not self.exists[square] then
        return nil
      end
      squares[#squares + 1] = square
    end
  end
  return squares
end

return { Grid = Grid, new_grid = new_grid }

-- Drawings of some squares: how they are turned, what they would take, and what they make of a board.
--
-- Job: read a drawing, turn it, and lay it on a board of squares. Input: a text, a board, a square. Output: a text,
-- squares, truths, another board. It never holds pieces, and never knows what a letter means.
--
-- Every second character of every second line is a square: `.`, the letter of its terrain, or a space where the drawing
-- has none. Between and around them stand the edges: `|` and `-` are walls, a space is none; `+` stands at corners.

local floor = math.floor
local new_grid = need("grid", "new_grid")
local pair_key = need("segments", "pair_key")
local characters = need("texts", "characters")
local copied, EMPTY, less, mapped, names_of, sorted = need(
  "values", "copied", "EMPTY", "less", "mapped", "names_of", "sorted"
)

local LARGEST = 64
local VOID, BARE = " ", "."
local SIDES = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }
local TURNED = { ["|"] = "-", ["-"] = "|" }

local Drawing = {}
Drawing.__index = Drawing

-- What stands there; a space outside of the drawing. Columns and rows are counted from 0.
function Drawing:letter(column, row)
  if column < 0 or row < 0 or column >= self.width or row >= self.height then
    return VOID
  end
  return self.cells[2 * row + 2][2 * column + 2]
end

-- Whether a wall stands at a side of a square, which is one to the right and so far down.
function Drawing:walled(column, row, side)
  return self.cells[2 * row + 2 + side[2]][2 * column + 2 + side[1]] ~= VOID
end

local function is_sound(size)
  return size >= 3 and size <= 2 * LARGEST + 1 and size % 2 == 1
end

-- A drawing as content has it when it was checked; none for any other text. Its `squares` are columns and rows.
local function read_drawing(text)
  local cells, from = {}, 1
  while from do
    local stop = string.find(text, "\n", from, true)
    cells[#cells + 1] = characters(string.sub(text, from, (stop or #text + 1) - 1))
    from = stop and stop + 1
  end
  for _, line in ipairs(cells) do
    if #line ~= #cells[1] then
      return nil
    end
  end
  if not is_sound(#cells) or not is_sound(#cells[1]) then
    return nil
  end
  local made = setmetatable({ cells = cells, width = floor(#cells[1] / 2), height = floor(#cells / 2) }, Drawing)
  made.squares = {}
  for row = 0, made.height - 1 do
    for column = 0, made.width - 1 do
      if made:letter(column, row) ~= VOID then
        made.squares[#made.squares + 1] = { column, row }
      end
    end
  end
  return made
end

-- The text of a drawing that is turned to the right by so many quarters.
local function rotated(drawing, quarters)
  local lines = drawing.cells
  for _ = 1, quarters % 4 do
    local made = {}
    for column = 1, #lines[1] do
      made[column] = {}
      for i = #lines, 1, -1 do
        made[column][#lines - i + 1] = TURNED[lines[i][column]] or lines[i][column]
      end
    end
    lines = made
  end
  return table.concat(mapped(lines, table.concat), "\n")
end

-- A square of a drawing and the one beside it, where the area of the board has one.
local function beside(grid, anchor, square, side)
  local top, left = grid:at(anchor)
  local x, y = left + square[1] + side[1], top + square[2] + side[2]
  if x < 0 or y < 0 or x >= grid.width or y >= grid.height then
    return nil
  end
  return (top + square[2]) * grid.width + left + square[1], y * grid.width + x
end

-- The squares that it would take with its upper left corner at a square; none where some can never be there.
local function taken(grid, drawing, anchor)
  local top, left = grid:at(anchor)
  local found = {}
  for i, square in ipairs(drawing.squares) do
    local column, row = left + square[1], top + square[2]
    if column >= grid.width or row >= grid.height or not grid:is_known(row * grid.width + column) then
      return nil
    end
    found[i] = row * grid.width + column
  end
  return found
end

-- Whether all of its squares would come where none is yet.
local function fits(grid, drawing, anchor)
  local squares = taken(grid, drawing, anchor)
  for _, square in ipairs(squares or EMPTY) do
    if grid.exists[square] then
      return false
    end
  end
  return squares ~= nil
end

-- Whether its outer edges would meet those of the board, a wall a wall, and no wall none.
local function edges_match(grid, drawing, anchor)
  if taken(grid, drawing, anchor) == nil then
    return false
  end
  for _, square in ipairs(drawing.squares) do
    for _, side in ipairs(SIDES) do
      local here, there = beside(grid, anchor, square, side)
      local is_outer = drawing:letter(square[1] + side[1], square[2] + side[2]) == VOID
      if here and is_outer and grid.exists[there] then
        if drawing:walled(square[1], square[2], side) ~= (grid.wall_at[pair_key(here, there)] or false) then
          return false
        end
      end
    end
  end
  return true
end

-- Another board with the same names, on which these squares are, each with its terrain; it has these walls.
local function with_squares(grid, changed, walls)
  local exists, terrain, vacant = {}, {}, copied(grid.vacant)
  for square = 0, grid.width * grid.height - 1 do
    exists[square], terrain[square] = grid.exists[square], grid.terrain[square]
  end
  for _, row in ipairs(changed) do
    exists[row[1]], terrain[row[1]], vacant[row[1]] = true, row[2], nil
  end
  return new_grid(grid.width, grid.height, grid.metric, exists, terrain, walls, vacant)
end

-- The board with a drawing on it, whose squares replace those that are there; none where it cannot be laid, or has a
-- letter that `terrain` does not tell.
local function laid(grid, drawing, anchor, terrain)
  local squares = taken(grid, drawing, anchor)
  if squares == nil then
    return nil
  end
  local changed, walls, covered = {}, {}, {}
  for i, square in ipairs(drawing.squares) do
    local letter = drawing:letter(square[1], square[2])
    if letter ~= BARE and terrain[letter] == nil then
      return nil
    end
    changed[i], covered[squares[i]] = { squares[i], letter == BARE and EMPTY or { [terrain[letter]] = true } }, true
    for _, side in ipairs(SIDES) do
      local here, there = beside(grid, anchor, square, side)
      if here and drawing:walled(square[1], square[2], side) then
        walls[#walls + 1] = { here, there }
      end
    end
  end
  for _, wall in ipairs(grid.walls) do
    if not (covered[wall[1]] and covered[wall[2]]) then
      walls[#walls + 1] = wall
    end
  end
  return with_squares(grid, changed, walls)
end

-- What became of a drawn board: its changed squares with their terrain, and all of its walls.
local function changes_of(drawn, grid)
  local squares = {}
  for square = 0, grid.width * grid.height - 1 do
    local row, before = names_of(grid.terrain[square]), names_of(drawn.terrain[square])
    if grid.exists[square] ~= drawn.exists[square] or table.concat(row, "\n") ~= table.concat(before, "\n") then
      table.insert(row, 1, square)
      squares[#squares + 1] = row
    end
  end
  return squares, sorted(mapped(grid.walls, copied), less)
end

-- A drawn board with changes, which may come from a stranger; none where they are not of this board. The rows of
-- squares are a square and names of terrain.
local function changed_board(drawn, squares, walls)
  local count, changed = drawn.width * drawn.height, {}
  for i, row in ipairs(squares) do
    if row[1] < 0 or row[1] >= count or not drawn:is_known(row[1]) then
      return nil
    end
    local names = {}
    for n = 2, #row do
      names[row[n]] = true
    end
    changed[i] = { row[1], names }
  end
  for _, wall in ipairs(walls) do
    local low, high = wall[1], wall[2]
    local is_beside = high == low + drawn.width or (high == low + 1 and high % drawn.width ~= 0)
    if low < 0 or low >= high or high >= count or not is_beside then
      return nil
    end
  end
  return with_squares(drawn, changed, walls)
end

return {
  changed_board = changed_board, changes_of = changes_of, edges_match = edges_match, fits = fits, laid = laid,
  read_drawing = read_drawing, rotated = rotated, taken = taken,
}

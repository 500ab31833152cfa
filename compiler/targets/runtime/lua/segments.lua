-- Straight segments over a board of squares: what they cross, what they touch, which walls they meet.
--
-- Job: answer questions about a segment, each once. `Grid` is the class of boards; `grid` and `walks` add methods to
-- it. A square is the number row * width + column; points are {x, y} in half units, x to the right and y down: the
-- corners of the square in column c, row r are {2c, 2r} to {2c+2, 2r+2}.

local floor = math.floor
local by_number, compared, eq, mapped, sorted, under = need(
  "values", "by_number", "compared", "eq", "mapped", "sorted", "under"
)

local Grid = {}
Grid.__index = Grid

-- A number for two numbers, as of squares or of a point.
local function pair_key(a, b)
  return a * 16777216 + b
end

function Grid:at(square)
  return floor(square / self.width), square % self.width
end

function Grid:corners(square)
  local row, column = self:at(square)
  local x, y = 2 * column, 2 * row
  return { { x, y }, { x + 2, y }, { x, y + 2 }, { x + 2, y + 2 } }
end

function Grid:centre(square)
  local row, column = self:at(square)
  return { 2 * column + 1, 2 * row + 1 }
end

-- What is known of a line, worked out once.
function Grid:of_line(what, p, q)
  local lines, key = under(self.lines, what), ((p[1] * 4096 + p[2]) * 4096 + q[1]) * 4096 + q[2]
  local known = lines[key]
  if known == nil then
    known = self[what](self, p, q)
    lines[key] = known
  end
  return known
end

-- The squares whose interior meets the segment from p to q, its ends included, in order from p to q; void ones too.
function Grid:find_crossed(p, q)
  local left, right = math.min(p[1], q[1]), math.max(p[1], q[1])
  local top, bottom = math.min(p[2], q[2]), math.max(p[2], q[2])
  -- The interior of a square is within 1 of its centre on both axes, so its offsets from the line are within dx + dy;
  -- an empty segment has no line, the ranges alone decide.
  local reach = right - left + bottom - top
  local columns = { math.max(0, floor(left / 2)), math.min(self.width, floor((right - 1) / 2) + 1) - 1 }
  local rows = { math.max(0, floor(top / 2)), math.min(self.height, floor((bottom - 1) / 2) + 1) - 1 }
  return self:along(p, q, rows, columns, reach > 0 and reach - 1 or 0)
end

-- The squares whose closed area meets the segment, its ends included, in order from p to q; void ones too.
function Grid:find_touched(p, q)
  local left, right = math.min(p[1], q[1]), math.max(p[1], q[1])
  local top, bottom = math.min(p[2], q[2]), math.max(p[2], q[2])
  local columns = { math.max(0, floor((left - 1) / 2)), math.min(self.width, floor(right / 2) + 1) - 1 }
  local rows = { math.max(0, floor((top - 1) / 2)), math.min(self.height, floor(bottom / 2) + 1) - 1 }
  return self:along(p, q, rows, columns, right - left + bottom - top)
end

-- The squares of these rows and columns whose centre is at most `reach` (an area) off the line, in order.
function Grid:along(p, q, rows, columns, reach)
  local dx, dy, found, count = q[1] - p[1], q[2] - p[2], {}, self.width * self.height
  for row = rows[1], rows[2] do
    local y, first, last = 2 * row + 1 - p[2], columns[1], columns[2]
    if dy ~= 0 then -- the columns where the line is near, and one more on both sides
      local middle, half = (dx * y / dy + p[1]) / 2, math.abs(reach / dy) / 2
      first, last = math.max(first, floor(middle - half) - 2), math.min(last, floor(middle + half) + 2)
    end
    for column = first, last do
      local x = 2 * column + 1 - p[1]
      if math.abs(dx * y - dy * x) <= reach then
        found[#found + 1] = (dx * x + dy * y) * count + row * self.width + column -- by how far, then by the square
      end
    end
  end
  return mapped(sorted(found, by_number), function(place)
    return place % count
  end)
end

-- The end points of the common edge of two squares given in ascending order.
function Grid:ends_of_wall(a, b)
  local corners = self:corners(a)
  return { corners[b - a == 1 and self.width > 1 and 2 or 3], corners[4] }
end

-- Positive on the one side of the line through p and q, negative on the other, 0 on it.
local function side(p, q, point)
  return (q[1] - p[1]) * (point[2] - p[2]) - (q[2] - p[2]) * (point[1] - p[1])
end

-- Whether the segment without its ends crosses and touches walls: {crosses, touches}.
function Grid:find_walls(p, q)
  local crosses, touches, along, sides, joints = false, false, {}, {}, {}
  local first, last = p, q
  if compared(q, p) < 0 then
    first, last = q, p
  end
  local function sides_at(point)
    local key = pair_key(point[1], point[2])
    if sides[key] == nil then
      sides[key] = {}
      joints[#joints + 1] = key
    end
    return sides[key]
  end
  for _, wall in ipairs(self.wall_ends) do
    local u, v = wall[1], wall[2]
    local off_p, off_q, side_u, side_v = side(u, v, p), side(u, v, q), side(p, q, u), side(p, q, v)
    if off_p == 0 and off_q == 0 and side_u == 0 and side_v == 0 then
      if not eq(p, q) and compared(first, v) < 0 and compared(u, last) < 0 then
        along[#along + 1] = wall
      end
    elseif off_p * off_q < 0 and side_u * side_v <= 0 then
      touches = true
      if side_u ~= 0 and side_v ~= 0 then
        crosses = true
      else
        sides_at(side_u ~= 0 and v or u)[side_u + side_v > 0] = true
      end
    end
  end
  -- Where a wall runs along the segment, the sides on which it came are handed on to its last joint.
  for _, wall in ipairs(along) do
    local from, to = sides_at(wall[1]), sides_at(wall[2])
    to[true], to[false] = to[true] or from[true], to[false] or from[false]
  end
  for _, key in ipairs(joints) do
    crosses = crosses or (sides[key][true] and sides[key][false]) or false
  end
  return { crosses, touches or #along > 0 }
end

return { Grid = Grid, pair_key = pair_key }

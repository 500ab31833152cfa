-- Geometry of a table without squares: shapes that stand and face somewhere, gaps, arcs.
--
-- A shape is {x, y, facing, width, depth, angle, radius}: all within the radius of the box of that width and depth
-- about x, y. An arc is a box whose front is wider than its rear: its sides lean outwards by so many degrees. Lengths
-- are in hundredths of an inch, x to the right and y down; a facing in whole degrees, clockwise from 0 = towards
-- smaller y. No float: sines are whole numbers times UNIT.

local floor = math.floor
local fault = need("faults", "fault")
local is_list, shown_int, under = need("values", "is_list", "shown_int", "under")

local UNIT = 1000000
local FARTHEST = 1000000 -- no shape measures or stands farther than this
local WIDEST = 80 -- degrees to each side of an arc, whose sides would be too long otherwise
local PARTS = { x = 1, y = 2, facing = 3, width = 4, depth = 5 }
local CERTAIN = 10000000000 -- a quotient is off by less than this part of it
local REMEMBERED = 16384 -- so many shapes, and gaps between them, are remembered

-- The sines of 0 to 90 degrees times UNIT, rounded.
local QUARTER = {
  0, 17452, 34899, 52336, 69756, 87156, 104528, 121869, 139173, 156434, 173648, 190809, 207912, 224951, 241922,
  258819, 275637, 292372, 309017, 325568, 342020, 358368, 374607, 390731, 406737, 422618, 438371, 453990, 469472,
  484810, 500000, 515038, 529919, 544639, 559193, 573576, 587785, 601815, 615661, 629320, 642788, 656059, 669131,
  681998, 694658, 707107, 719340, 731354, 743145, 754710, 766044, 777146, 788011, 798636, 809017, 819152, 829038,
  838671, 848048, 857167, 866025, 874620, 882948, 891007, 898794, 906308, 913545, 920505, 927184, 933580, 939693,
  945519, 951057, 956305, 961262, 965926, 970296, 974370, 978148, 981627, 984808, 987688, 990268, 992546, 994522,
  996195, 997564, 998630, 999391, 999848, 1000000
}

local function sine(degrees)
  local turn = degrees % 360
  local half = turn % 180
  local found = QUARTER[(half > 90 and 180 - half or half) + 1]
  return turn >= 180 and -found or found
end

local function cosine(degrees)
  return sine(degrees + 90)
end

local directions = {}

-- The vector of length UNIT in which a facing looks.
local function direction(degrees)
  local turn = degrees % 360
  if directions[turn] == nil then
    directions[turn] = { sine(turn), -cosine(turn) }
  end
  return directions[turn]
end

local function rounded(over, under)
  return floor((2 * over + under) / (2 * under))
end

local function dot(a, x, y)
  return a[1] * x + a[2] * y
end

local function cross(a, x, y)
  return a[1] * y - a[2] * x
end

-- A product as two parts, high and low, for it may pass 2^53.
local PART = 67108864

local function product(a, b)
  local a_high, b_high = floor(a / PART), floor(b / PART)
  local a_low, b_low = a - a_high * PART, b - b_high * PART
  local middle = a_high * b_low + a_low * b_high
  local middle_high = floor(middle / PART)
  local low = a_low * b_low + (middle - middle_high * PART) * PART
  local carry = floor(low / (PART * PART))
  return a_high * b_high + middle_high + carry, low - carry * PART * PART
end

-- Whether the root of a fraction, the square of a number over another, is above n, n itself, or below: 1, 0 or -1. It
-- is exact for all that a shape can measure.
local function root_against(n, number, below)
  local squared, wanted = number / below * number, n * n
  if squared > wanted + wanted / CERTAIN then
    return 1
  elseif squared < wanted - wanted / CERTAIN then
    return -1
  end
  local high, low = product(number, number)
  local other_high, other_low = product(wanted, below)
  if high == other_high then
    high, other_high = low, other_low
  end
  return high > other_high and 1 or (high < other_high and -1 or 0)
end

-- The bearing from one point to another: the nearest whole degree, and 0 where they are the same.
local function bearing(start, goal)
  local x, y, found, longest = goal[1] - start[1], goal[2] - start[2], 0, nil
  for degrees = 0, 359 do
    local length = dot(direction(degrees), x, y)
    if longest == nil or length > longest then
      found, longest = degrees, length
    end
  end
  -- Between two neighbours the lengths hardly differ, and the side of the line in the middle of them decides.
  local function off_middle(a, b)
    return cross(direction(a), x, y) + cross(direction(b), x, y)
  end
  if off_middle(found, found + 1) > 0 then
    return (found + 1) % 360
  elseif off_middle(found - 1, found) < 0 then
    return (found - 1) % 360
  end
  return found
end

-- What was made and worked out of shapes: by two numbers that tell a shape, the shape; by shape, its corners and its
-- gaps to others.
local shapes, corners, gaps, held = {}, {}, {}, 0

local function count_held()
  held = held + 1
  if held > REMEMBERED then
    shapes, corners, gaps, held = {}, {}, {}, 0
  end
end

local function check(number)
  if number > FARTHEST or number < -FARTHEST then
    fault("a shape measures at most " .. shown_int(FARTHEST) .. ", and here it is " .. shown_int(number))
  end
end

-- A shape with a facing of 0 to 359, if all of its measures are possible.
local function made(x, y, facing, width, depth, angle, radius)
  facing = facing % 360
  local place, form = (x * 4194304 + y) * 512 + facing, (width * 1048576 + depth) * 128 + angle
  local known = radius == 0 and shapes[place]
  local shape = known and known[form]
  if shape and shape[1] == x and shape[2] == y and shape[4] == width and shape[5] == depth then
    return shape
  end
  check(x)
  check(y)
  check(width)
  check(depth)
  check(angle)
  check(radius)
  local least = math.min(width, depth, radius)
  if least < 0 then
    fault("no shape measures " .. shown_int(least))
  end
  shape = { _is = "shape", x, y, facing, width, depth, angle, radius }
  if radius == 0 then
    count_held()
    under(shapes, place)[form] = shape
  end
  return shape
end

-- A shape of its seven numbers.
local function shape_from(n)
  return made(n[1], n[2], n[3], n[4], n[5], n[6], n[7])
end

-- A shape, or that of a figure where it stands.
local function shape_of(value)
  if is_list(value) then
    return value
  end
  return made(value.x, value.y, value.facing, value.width, value.depth, 0, 0)
end

local function measure(shape, name)
  return shape[PARTS[name]]
end

-- A shape elsewhere and of another depth and angle; it goes by halves of a hundredth.
local function shifted(shape, ahead, right, depth, angle, radius)
  if math.max(math.abs(ahead), math.abs(right)) > 4 * FARTHEST then
    fault("nothing goes as far as that")
  end
  local along = direction(shape[3])
  local across = rounded(along[1] * ahead - along[2] * right, 2 * UNIT)
  local down = rounded(along[2] * ahead + along[1] * right, 2 * UNIT)
  return made(shape[1] + across, shape[2] + down, shape[3], shape[4], depth, angle, radius)
end

-- The same shape so far ahead of where it stands, and so far to its right.
local function moved(shape, ahead, right)
  return shifted(shape, 2 * ahead, 2 * right, shape[5], shape[6], shape[7])
end

local function without_arc(shape)
  if shape[6] ~= 0 then
    fault("an arc has no front of its own")
  end
end

-- What a shape passes over as it goes so far ahead, with the place where it stands.
local function lane(shape, ahead)
  without_arc(shape)
  return shifted(shape, ahead, 0, shape[5] + ahead, 0, shape[7])
end

-- What lies ahead of the front of a box, up to so far, between lines that lean outwards from its front corners.
local function arc(shape, angle, reach)
  if angle < 0 or angle > WIDEST then
    fault("an arc of " .. shown_int(angle) .. " degrees to each side")
  end
  without_arc(shape)
  return shifted(shape, shape[5] + reach, 0, reach, angle, 0)
end

local function turned(shape, degrees)
  return made(shape[1], shape[2], shape[3] + degrees % 360, shape[4], shape[5], shape[6], shape[7])
end

local function resized(shape, width, depth)
  return made(shape[1], shape[2], shape[3], width, depth, shape[6], shape[7])
end

-- The corners of a shape without its radius, as a list of x and y: front left, front right, rear right, rear left; of a
-- disc its centre. With them the `least_x`, `most_x`, `least_y` and `most_y` of all.
local function corners_of(shape)
  local found = corners[shape]
  if found then
    return found
  end
  local x, y, width, depth, angle = shape[1], shape[2], shape[4], shape[5], shape[6]
  if width == 0 and depth == 0 then
    found = { x, y }
  else
    local ahead = direction(shape[3])
    local front = width + (angle > 0 and rounded(2 * depth * sine(angle), cosine(angle)) or 0)
    local function across(forward, right)
      return x + rounded(ahead[1] * depth * forward - ahead[2] * right, 2 * UNIT)
    end
    local function down(forward, right)
      return y + rounded(ahead[2] * depth * forward + ahead[1] * right, 2 * UNIT)
    end
    found = {
      across(1, -front), down(1, -front), across(1, front), down(1, front), across(-1, width), down(-1, width),
      across(-1, -width), down(-1, -width),
    }
  end
  found.least_x, found.most_x, found.least_y, found.most_y = found[1], found[1], found[2], found[2]
  for i = 3, #found, 2 do
    found.least_x, found.most_x = math.min(found.least_x, found[i]), math.max(found.most_x, found[i])
    found.least_y, found.most_y = math.min(found.least_y, found[i + 1]), math.max(found.most_y, found[i + 1])
  end
  count_held()
  corners[shape] = found
  return found
end

-- By side of a shape, then by corner of another: the side of the line through the side on which the corner lies, above
-- 0, below 0 or on it.
local function sides_of(points, shape)
  local found, n = {}, #shape
  for i = 1, n, 2 do
    local px, py = shape[i], shape[i + 1]
    local x, y, row = shape[(i + 1) % n + 1] - px, shape[(i + 2) % n + 1] - py, {}
    for j = 1, #points, 2 do
      row[#row + 1] = x * (points[j + 1] - py) - y * (points[j] - px)
    end
    found[#found + 1] = row
  end
  return found
end

local function apart(first, second)
  return (first > 0 and second > 0) or (first < 0 and second < 0)
end

-- Whether two sides that lie on one line have a point in common.
local function overlap(a, i, b, j)
  local next_a, next_b = (i + 1) % #a + 1, (j + 1) % #b + 1
  for axis = 0, 1 do
    local p, q, r, s = a[i + axis], a[next_a + axis], b[j + axis], b[next_b + axis]
    if math.min(p, q) > math.max(r, s) or math.min(r, s) > math.max(p, q) then
      return false
    end
  end
  return true
end

local function sides_meet(a, b, of_a, of_b)
  for i = 1, #of_a do
    local row, next_i = of_a[i], i % #of_a + 1
    for j = 1, #of_b do
      local off_r, off_s = row[j], row[j % #of_b + 1]
      if not apart(off_r, off_s) then
        local off_p, off_q = of_b[j][i], of_b[j][next_i]
        if off_r == 0 and off_s == 0 and off_p == 0 and off_q == 0 then
          if overlap(a, 2 * i - 1, b, 2 * j - 1) then
            return true
          end
        elseif not apart(off_p, off_q) then
          return true
        end
      end
    end
  end
  return false
end

-- Whether the first corner of another lies strictly inside a convex shape: a segment or a point encloses nothing.
local function inside(sides)
  local left, right = true, true
  for i = 1, #sides do
    local off = sides[i][1]
    left, right = left and off > 0, right and off < 0
  end
  return left or right
end

-- Whether two closed convex shapes have a point in common: two of their sides do, or one lies inside the other.
local function meet(a, b)
  if a.most_x < b.least_x or b.most_x < a.least_x or a.most_y < b.least_y or b.most_y < a.least_y then
    return false
  end
  local of_a, of_b = sides_of(b, a), sides_of(a, b)
  return sides_meet(a, b, of_a, of_b) or inside(of_b) or inside(of_a)
end

-- The whole number at or below the root of a fraction: the square of a number over another.
local function whole_root(number, below)
  local n = floor(number / math.sqrt(below))
  while root_against(n, number, below) < 0 do
    n = n - 1
  end
  while root_against(n + 1, number, below) >= 0 do
    n = n + 1
  end
  return n
end

-- How far a point is from a side: a number and a length, the square of the one over the other is the square of the
-- distance; or that square alone.
local function off_side(x, y, px, py, qx, qy)
  local line_x, line_y, to_x, to_y = qx - px, qy - py, x - px, y - py
  local length, along = line_x * line_x + line_y * line_y, line_x * to_x + line_y * to_y
  if along > 0 and along < length then
    return math.abs(line_x * to_y - line_y * to_x), length
  elseif along > 0 then
    to_x, to_y = x - qx, y - qy
  end
  return to_x * to_x + to_y * to_y, nil
end

-- The least distance of the corners of one shape from the sides of another, rounded down, if it is below `least`. It is
-- `off_side`, written out: a battle asks it by the hundred thousand.
local function nearest(points, shape, least)
  local n, wanted = #shape, least * least
  local possible = wanted + wanted / CERTAIN
  for i = 1, n, 2 do
    local px, py, qx, qy = shape[i], shape[i + 1], shape[(i + 1) % n + 1], shape[(i + 2) % n + 1]
    local line_x, line_y = qx - px, qy - py
    local length = line_x * line_x + line_y * line_y
    for j = 1, #points, 2 do
      local to_x, to_y = points[j] - px, points[j + 1] - py
      local along, found = line_x * to_x + line_y * to_y, nil
      if along > 0 and along < length then
        local off = line_x * to_y - line_y * to_x
        if off / length * off <= possible then
          off = math.abs(off)
          found = root_against(least, off, length) < 0 and whole_root(off, length)
        end
      else
        if along > 0 then
          to_x, to_y = points[j] - qx, points[j + 1] - qy
        end
        local squared = to_x * to_x + to_y * to_y
        found = squared < wanted and floor(math.sqrt(squared))
      end
      if found then
        least, wanted = found, found * found
        possible = wanted + wanted / CERTAIN
      end
    end
  end
  return least
end

-- Whether a corner of one shape is at most so far from a side of another.
local function near(points, shape, reach)
  local n = #shape
  for i = 1, n, 2 do
    local px, py, qx, qy = shape[i], shape[i + 1], shape[(i + 1) % n + 1], shape[(i + 2) % n + 1]
    for j = 1, #points, 2 do
      local off, length = off_side(points[j], points[j + 1], px, py, qx, qy)
      if length == nil and off <= reach * reach or length and root_against(reach, off, length) <= 0 then
        return true
      end
    end
  end
  return false
end

-- Whether two boxes are sure to be farther apart than a limit: no point of a box is farther from its centre than half
-- of its width and half of its depth together.
local function far(a, b, limit)
  if a[6] ~= 0 or b[6] ~= 0 then
    return false
  end
  local reach = limit + floor((a[4] + a[5] + b[4] + b[5]) / 2) + a[7] + b[7] + 4 -- 4: what rounding adds
  local across, down = a[1] - b[1], a[2] - b[2]
  return across * across + down * down > reach * reach
end

-- The shortest distance between two shapes, rounded down; 0 when they touch or overlap. Beyond a limit, which is not
-- negative, it may be any greater number.
local function gap(shape_a, shape_b, limit)
  if limit and far(shape_a, shape_b, limit) then
    return limit + 1
  end
  local known = under(gaps, shape_a)
  local found = known[shape_b]
  if found == nil then
    local a, b = corners_of(shape_a), corners_of(shape_b)
    found = 0
    if not meet(a, b) then
      found = nearest(b, a, nearest(a, b, 100 * FARTHEST)) - shape_a[7] - shape_b[7]
    end
    count_held()
    known[shape_b] = found
  end
  return math.max(found, 0)
end

-- Whether a point is at most `half_angle` degrees (0 to 180) off to either side of where the viewer faces.
local function in_arc(viewer, point, half_angle)
  if half_angle < 0 or half_angle > 180 then
    fault("half an arc of " .. shown_int(half_angle) .. " degrees")
  end
  local facing, x, y = viewer[3], point[1] - viewer[1], point[2] - viewer[2]
  local right_of_left = cross(direction(facing - half_angle), x, y) >= 0
  local left_of_right = cross(direction(facing + half_angle), x, y) <= 0
  if half_angle * 4 > 360 then
    return right_of_left or left_of_right
  end
  return right_of_left and left_of_right and dot(direction(facing), x, y) >= 0
end

-- Whether two shapes have a point in common; their rims count.
local function meets(shape_a, shape_b)
  local a, b, reach = corners_of(shape_a), corners_of(shape_b), shape_a[7] + shape_b[7]
  return meet(a, b) or (reach > 0 and (near(a, b, reach) or near(b, a, reach)))
end

return {
  arc = arc, bearing = bearing, cosine = cosine, gap = gap, in_arc = in_arc, lane = lane, made = made,
  measure = measure, meets = meets, moved = moved, resized = resized, shape_from = shape_from,
  shape_of = shape_of, sine = sine, turned = turned,
}

-- Geometry of a table without squares: shapes that stand and face somewhere, gaps, arcs.
--
-- A shape is {x, y, facing, width, depth, angle, radius}: all within the radius of the box of that width and depth about
-- x, y. An arc is a box whose front is wider than its rear: its sides lean outwards by so many degrees.
-- Lengths are in hundredths of an inch, x to the right and y down; a facing in whole degrees, clockwise from 0 =
-- towards smaller y. No float: sines are whole numbers times UNIT.

local floor = math.floor
local fault = need("faults", "fault")
local compared, is_list, shown_int = need("values", "compared", "is_list", "shown_int")

local UNIT = 1000000
local FARTHEST = 1000000 -- no shape measures or stands farther than this
local WIDEST = 80 -- degrees to each side of an arc, whose sides would be too long otherwise
local PARTS = { x = 1, y = 2, facing = 3, width = 4, depth = 5 }

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

local function cross(a, b)
  return a[1] * b[2] - a[2] * b[1]
end

local function dot(a, b)
  return a[1] * b[1] + a[2] * b[2]
end

local function from_to(p, q)
  return { q[1] - p[1], q[2] - p[2] }
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
  return { a_high * b_high + middle_high + carry, low - carry * PART * PART }
end

-- The bearing from one point to another: the nearest whole degree, and 0 where they are the same.
local function bearing(start, goal)
  local to_goal, found, longest = from_to(start, goal), 0, nil
  for degrees = 0, 359 do
    local length = dot(direction(degrees), to_goal)
    if longest == nil or length > longest then
      found, longest = degrees, length
    end
  end
  -- Between two neighbours the lengths hardly differ, and the side of the line in the middle of them decides.
  local function middle(a, b)
    local u, v = direction(a), direction(b)
    return { u[1] + v[1], u[2] + v[2] }
  end
  if cross(middle(found, found + 1), to_goal) > 0 then
    return (found + 1) % 360
  elseif cross(middle(found - 1, found), to_goal) < 0 then
    return (found - 1) % 360
  end
  return found
end

-- A shape with a facing of 0 to 359, if all of its measures are possible.
local function made(x, y, facing, width, depth, angle, radius)
  for _, number in ipairs({ x, y, width, depth, angle, radius }) do
    if math.abs(number) > FARTHEST then
      fault("a shape measures at most " .. shown_int(FARTHEST) .. ", and here it is " .. shown_int(number))
    end
  end
  local least = math.min(width, depth, angle, radius)
  if least < 0 then
    fault("no shape measures " .. shown_int(least))
  end
  return { _is = "shape", x, y, facing % 360, width, depth, angle, radius }
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

-- The corners of a shape without its radius: front left, front right, rear right, rear left; of a disc its centre.
local function corners_of(shape)
  local x, y, width, depth, angle = shape[1], shape[2], shape[4], shape[5], shape[6]
  if width == 0 and depth == 0 then
    return { { x, y } }
  end
  local ahead = direction(shape[3])
  local front = width + (angle > 0 and rounded(2 * depth * sine(angle), cosine(angle)) or 0)
  local function corner(forward, right)
    local across = ahead[1] * depth * forward - ahead[2] * right
    local down = ahead[2] * depth * forward + ahead[1] * right
    return { x + rounded(across, 2 * UNIT), y + rounded(down, 2 * UNIT) }
  end
  return { corner(1, -front), corner(1, front), corner(-1, width), corner(-1, -width) }
end

-- The sides of a shape go to visit(p, q) until it gives true; tells whether it did.
local function any_side(shape, visit)
  for i = 1, #shape do
    if visit(shape[i], shape[i % #shape + 1]) then
      return true
    end
  end
  return false
end

local function sign(n)
  return n > 0 and 1 or (n < 0 and -1 or 0)
end

local function segments_meet(p, q, r, s)
  local line, other = from_to(p, q), from_to(r, s)
  local off_r, off_s = sign(cross(line, from_to(p, r))), sign(cross(line, from_to(p, s)))
  local off_p, off_q = sign(cross(other, from_to(r, p))), sign(cross(other, from_to(r, q)))
  if off_r == 0 and off_s == 0 and off_p == 0 and off_q == 0 then
    for i = 1, 2 do
      if math.min(p[i], q[i]) > math.max(r[i], s[i]) or math.min(r[i], s[i]) > math.max(p[i], q[i]) then
        return false
      end
    end
    return true
  end
  return off_r * off_s <= 0 and off_p * off_q <= 0
end

-- Whether a point is strictly inside a convex shape: the corners of a segment or a point enclose nothing.
local function inside(point, shape)
  local left, right = true, true
  any_side(shape, function(p, q)
    local off = cross(from_to(p, q), from_to(p, point))
    left, right = left and off > 0, right and off < 0
  end)
  return left or right
end

-- Whether two shapes have no x (axis 1), or no y (axis 2), in common.
local function apart(a, b, axis)
  local function extent(shape)
    local least, most = shape[1][axis], shape[1][axis]
    for i = 2, #shape do
      least, most = math.min(least, shape[i][axis]), math.max(most, shape[i][axis])
    end
    return least, most
  end
  local least_a, most_a = extent(a)
  local least_b, most_b = extent(b)
  return most_a < least_b or most_b < least_a
end

-- Whether two closed convex shapes have a point in common: two of their sides do, or one lies inside the other.
local function meet(a, b)
  if apart(a, b, 1) or apart(a, b, 2) then
    return false
  end
  local crossing = any_side(a, function(p, q)
    return any_side(b, function(r, s)
      return segments_meet(p, q, r, s)
    end)
  end)
  return crossing or inside(a[1], b) or inside(b[1], a)
end

-- The squared distance of a point from a closed segment, as a fraction: {over as a product, under}.
local function off_segment(point, p, q)
  local line, to_point = from_to(p, q), from_to(p, point)
  local length, along = dot(line, line), dot(line, to_point)
  if along <= 0 then
    return { product(dot(to_point, to_point), 1), 1 }
  elseif along >= length then
    local back = from_to(q, point)
    return { product(dot(back, back), 1), 1 }
  end
  local off = math.abs(cross(line, to_point))
  return { product(off, off), length }
end

-- Whether a whole number is at most the root of a fraction over / under.
local function within_root(n, span)
  local whole, over = product(n * n, span[2]), span[1]
  return whole[1] < over[1] or (whole[1] == over[1] and whole[2] <= over[2])
end

-- The root of a fraction, rounded down: guessed by the host's own root, and made exact.
local function whole_root(span)
  local n = floor(math.sqrt(span[1][1] / span[2] * PART * PART + span[1][2] / span[2]))
  while not within_root(n, span) do
    n = n - 1
  end
  while within_root(n + 1, span) do
    n = n + 1
  end
  return n
end

-- The shortest distance between two shapes, rounded down; 0 when they touch or overlap.
local function gap(shape_a, shape_b)
  local a, b = corners_of(shape_a), corners_of(shape_b)
  if meet(a, b) then
    return 0
  end
  local least
  local function of_points(points, shape)
    for _, point in ipairs(points) do
      any_side(shape, function(p, q)
        local span = off_segment(point, p, q)
        if least == nil or not within_root(least, span) then
          least = whole_root(span)
        end
      end)
    end
  end
  of_points(a, b)
  of_points(b, a)
  return math.max(least - shape_a[7] - shape_b[7], 0)
end

-- Whether a point is at most `half_angle` degrees (0 to 180) off to either side of where the viewer faces.
local function in_arc(viewer, point, half_angle)
  if half_angle < 0 or half_angle > 180 then
    fault("half an arc of " .. shown_int(half_angle) .. " degrees")
  end
  local facing, to_point = viewer[3], from_to(viewer, point)
  local right_of_left = cross(direction(facing - half_angle), to_point) >= 0
  local left_of_right = cross(to_point, direction(facing + half_angle)) >= 0
  if half_angle * 4 > 360 then
    return right_of_left or left_of_right
  end
  return right_of_left and left_of_right and dot(direction(facing), to_point) >= 0
end

-- Whether two shapes have a point in common; their rims count.
local function meets(shape_a, shape_b)
  local a, b, radius = corners_of(shape_a), corners_of(shape_b), shape_a[7] + shape_b[7]
  if meet(a, b) then
    return true
  end
  local function near(points, shape)
    for _, point in ipairs(points) do
      local found = any_side(shape, function(p, q)
        local span = off_segment(point, p, q)
        return compared(span[1], product(radius * radius, span[2])) <= 0
      end)
      if found then
        return true
      end
    end
    return false
  end
  return radius > 0 and (near(a, b) or near(b, a))
end

return {
  arc = arc, bearing = bearing, cosine = cosine, gap = gap, in_arc = in_arc, lane = lane, made = made,
  measure = measure, meets = meets, moved = moved, resized = resized, shape_from = shape_from,
  shape_of = shape_of, sine = sine, turned = turned,
}

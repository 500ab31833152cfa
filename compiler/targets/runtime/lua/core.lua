-- The functions of the core: numbers, collections, dice and entities.
--
-- Job: one function for each row of the core's tables, which takes the running game first; `core_places` adds those
-- about places. Output: a value. Never changes a game.

local floor = math.floor
local keep = need("durations", "keep")
local fault = need("faults", "fault")
local has, instances = need("modifiers", "has", "instances")
local charged, remembering = need("remembering", "charged", "remembering")
local over, room, sifted, sized, united = need("spending", "over", "room", "sifted", "sized", "united")
local of_status = need("statuses", "of_status")
local as_roll, compared, contains, eq, given, items_of, joined, key_of, LARGEST, less = need(
  "values", "as_roll", "compared", "contains", "eq", "given", "items_of", "joined", "key_of", "LARGEST", "less"
)
local past, position_of, shown_int, under, unique = need(
  "values", "past", "position_of", "shown_int", "under", "unique"
)

local core = {
  contains = contains, eq = eq, given = given, less = less, listed = items_of, unique = unique,
  known = remembering,
}

function core.plus(a, b)
  return past(a + b)
end

function core.minus(a, b)
  return past(a - b)
end

-- Some hosts have numbers of 64 bits, of which a product leaves out the upper ones.
function core.product(a, b)
  past(a / 1 * b)
  return a * b
end

-- The sum of numbers; where it passes what can be held on the way, in two halves, of which none does.
function core.sum(rt, items)
  if rt then
    over(rt, items)
  end
  local total, low, high = 0, 0, 0
  items = items_of(items)
  for i = 1, #items do
    total = total + items[i]
    if total <= -LARGEST or total >= LARGEST then
      for n = 1, #items do
        local rest = math.fmod(items[n], 67108864)
        low, high = low + rest, high + (items[n] - rest) / 67108864
      end
      past(high / 1 * 67108864 + low)
      return floor(high * 67108864 + low)
    end
  end
  return total
end

function core.min(_, ...)
  return math.min(...)
end

function core.max(_, ...)
  return math.max(...)
end

function core.abs(_, n)
  return math.abs(n)
end

function core.clamp(_, n, low, high)
  return math.min(math.max(n, low), high)
end

local function ratio(above, below)
  if below == 0 then
    fault("a number was divided by zero")
  elseif below < 0 then
    return -above, -below
  end
  return above, below
end

-- Exact for every number there is, which a division of great numbers is not.
function core.remainder(_, a, b)
  ratio(a, b)
  local left = math.fmod(a, b)
  if left ~= 0 and (left < 0) ~= (b < 0) then
    left = left + b
  end
  return floor(left)
end

local function divided(above, below)
  local left = math.fmod(above, below)
  local whole = (above - left) / below
  if left ~= 0 and (left < 0) ~= (below < 0) then
    whole = whole - 1
  end
  return floor(whole)
end

function core.round_down(_, above, below, to)
  above, below = ratio(above, core.product(below, to))
  return core.product(divided(above, below), to)
end

function core.round_up(_, above, below, to)
  above, below = ratio(above, core.product(below, to))
  return core.product(-divided(-above, below), to)
end

function core.round_near(_, above, below, to)
  above, below = ratio(above, core.product(below, to))
  local left, whole = core.remainder(nil, above, below), divided(above, below)
  if left >= below - left then -- the double of what is left may pass 2^53
    whole = whole + 1
  end
  return core.product(whole, to)
end

function core.size(_, items)
  return #items_of(items)
end

function core.first(_, items)
  return items_of(items)[1]
end

function core.last(_, items)
  items = items_of(items)
  return items[#items]
end

function core.nth(_, n, items)
  return items_of(items)[n]
end

-- The place of an item, from 1; 0 where it is not in the collection.
function core.position(rt, item, items)
  return position_of(items_of(over(rt, items)), item) or 0
end

function core.range(rt, first, last)
  local found = {}
  room(rt, math.max(last - first + 1, 0))
  for n = first, last do
    found[#found + 1] = n
  end
  return found
end

function core.only(_, items, word)
  if #items == 1 then
    return items[1]
  elseif #items == 0 then
    fault("there is no " .. word)
  end
  fault("there are " .. shown_int(#items) .. " " .. word .. ", and one is meant")
end

-- Whether two statuses or keywords are equal; one without its values equals each of its name.
function core.same_name(_, a, b)
  if type(a) == "table" and type(b) == "string" then
    return a[1] == b
  elseif type(a) == "string" and type(b) == "table" then
    return a == b[1]
  end
  return eq(a, b)
end

function core.following(rt, item, items)
  items = items_of(over(rt, items))
  local position = position_of(items, item)
  if position == nil then
    if #items > 0 then
      return items[1]
    end
    return item
  end
  return items[position % #items + 1]
end

function core.union(rt, a, b)
  return united(rt, a, b)
end

function core.common(rt, a, b)
  return sifted(rt, a, b, true)
end

function core.without(rt, items, gone)
  local left = sifted(rt, items, gone, false)
  return items._is == "roll" and as_roll(left) or left
end

function core.concat(rt, a, b)
  return sized(rt, joined(items_of(a), items_of(b)))
end

function core.join_dice(_, a, b)
  if #a + #b > 1000 then
    fault("more than 1000 dice")
  end
  return joined(a, b)
end

function core.times(_, count, dice)
  if count * #dice > 1000 then
    fault("more than 1000 dice")
  end
  local made = {}
  for _ = 1, count do
    for _, die in ipairs(dice) do
      made[#made + 1] = die
    end
  end
  return made
end

-- How often a symbol lies on a face or on all faces of a roll; `value` is the number.
function core.symbols(_, rolled, name)
  if rolled._is == "face" then
    return rolled.symbols[name] or 0
  end
  local total = 0
  for _, face in ipairs(items_of(rolled)) do
    total = total + (face.symbols[name] or 0)
  end
  return past(total)
end

function core.total(rt, rolled)
  return core.symbols(rt, items_of(rolled), "value")
end

local function end_of(rt, items, is_better)
  items = items_of(items)
  if rt then
    rt.work = rt.work - #items
  end
  local is_faces = items._is == "roll" or (type(items[1]) == "table" and items[1]._is == "face")
  local found = items[1]
  for i = 2, #items do
    if is_faces then
      local new, old = items[i].symbols.value or 0, found.symbols.value or 0
      if is_better(new, old) then
        found = items[i]
      end
    elseif is_better(items[i], found) then
      found = items[i]
    end
  end
  if found == nil and not is_faces then
    return 0
  end
  return found
end

-- `highest` and `lowest` of numbers, or the face with that number; none (or 0) where there is nothing.
function core.highest(rt, items)
  return end_of(rt, items, function(a, b)
    return compared(a, b) > 0
  end)
end

function core.lowest(rt, items)
  return end_of(rt, items, function(a, b)
    return compared(a, b) < 0
  end)
end

function core.stacks(_, entity, name)
  return #of_status(entity, name)
end

function core.is_kind(_, value, kind)
  return type(value) == "table" and value._is == "entity" and value._class.is[kind] == true
end

function core.in_play(_, entity)
  if entity == nil or not entity._alive then
    return false
  end
  if entity._class.stands then
    return entity.at ~= nil
  end
  return entity._zone == nil
end

function core.game(rt)
  return rt.game
end

function core.card_of(_, entity)
  return entity._card
end

function core.instances(rt, owner, name)
  return instances(rt, owner, name)
end

-- What is left of the time of a status; nothing if nothing ends it.
function core.remaining(rt, lying)
  rt.work = rt.work - #rt.effects
  for _, effect in ipairs(rt.effects) do
    if effect.status == lying then
      return effect.duration
    end
  end
  return nil
end

function core.has(rt, owner, name)
  return has(rt, owner, name)
end

-- ---- what compiled code reaches beside them

-- A list is walked over as it is: what is no list is looked at first.
function core.some(items, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  for i = 1, #items do
    if test(items[i]) then
      return true
    end
  end
  return false
end

function core.every(items, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  for i = 1, #items do
    if not test(items[i]) then
      return false
    end
  end
  return true
end

function core.count(items, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  local count = 0
  for i = 1, #items do
    if test == nil or test(items[i]) then
      count = count + 1
    end
  end
  return count
end

local function list_of(items, value, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  local found, n = {}, 0
  for i = 1, #items do
    local item = items[i]
    if test == nil or test(item) then
      n = n + 1
      if value == nil then
        found[n] = item
      else
        found[n] = value(item)
      end
    end
  end
  return found
end
core.list_of = list_of

function core.set_of(items, value, test)
  return unique(list_of(items, value, test))
end

-- The items whose value is the lowest or highest.
local function with_end(pick, items, value, test)
  local held, values, kept = list_of(items, nil, test), {}, {}
  for i = 1, #held do
    values[i] = value(held[i])
  end
  local last = pick(values)
  for i = 1, #held do
    if values[i] == last then
      kept[#kept + 1] = held[i]
    end
  end
  return kept
end

function core.with_lowest(items, value, test)
  return with_end(core.lowest_of, items, value, test)
end

function core.with_highest(items, value, test)
  return with_end(core.highest_of, items, value, test)
end

function core.sum_of(items, value, test)
  return core.sum(nil, list_of(items, value, test))
end

function core.highest_of(items, value, test)
  return core.highest(nil, list_of(items, value, test))
end

function core.lowest_of(items, value, test)
  return core.lowest(nil, list_of(items, value, test))
end

-- A function of squares, points, numbers and words whose answer follows from the board alone: each is worked out once.
function core.remembered(count, work)
  local function of_many(rt, ...)
    local known = under(rt.grid and rt.grid.remembered or {}, work)
    for i = 1, count - 1 do
      known = under(known, key_of((select(i, ...))))
    end
    return charged(rt, known, key_of((select(count, ...))), work, rt, ...)
  end
  local function of_one(rt, a)
    return charged(rt, under(rt.grid and rt.grid.remembered or {}, work), key_of(a), work, rt, a)
  end
  local function of_two(rt, a, b)
    local known, key = under(under(rt.grid and rt.grid.remembered or {}, work), key_of(a)), key_of(b)
    local found = known[key]
    if found and found.cost <= rt.work then
      rt.work = rt.work - found.cost
      return found.value
    end
    return charged(rt, known, key, work, rt, a, b)
  end
  return count == 1 and of_one or (count == 2 and of_two or of_many)
end

-- A duration; `position` is that of the condition that tells which event ends it, in the table `untils`.
function core.duration(edge, skip, verbs, position, env)
  return {
    _is = "duration", edge = edge, skip = skip, verbs = verbs, ["until"] = position, env = keep(nil, env),
  }
end

function core.unknown(name, at)
  fault("`" .. name .. "` is unknown in the source", at)
end

return { core = core }

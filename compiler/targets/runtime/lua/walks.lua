-- Walks over a board of squares.
--
-- Job: find how far and by which way a figure can walk, where steps have costs. Input: starts, costs of steps, a
-- budget.

local floor, insert = math.floor, table.insert
local fault = need("faults", "fault")
local Grid = need("grid", "Grid")
local by_number, shown_int = need("values", "by_number", "shown_int")

-- A heap of `count` items: the least, by `before`, is taken first. What lies behind them waits to be written over.
local function push(heap, item, before)
  local i = heap.count + 1
  heap.count = i
  while i > 1 do
    local above = floor(i / 2)
    if not before(item, heap[above]) then
      break
    end
    heap[i] = heap[above]
    i = above
  end
  heap[i] = item
end

local function pop(heap, before)
  local least, item, count = heap[1], heap[heap.count], heap.count - 1
  heap.count = count
  local i = 1
  while 2 * i <= count do
    local below = 2 * i
    if below < count and before(heap[below + 1], heap[below]) then
      below = below + 1
    end
    if not before(heap[below], item) then
      break
    end
    heap[i] = heap[below]
    i = below
  end
  heap[i] = item
  return least
end

-- For each anchor the anchors one step away where a footprint of that size fits, as {anchor, 1 for a diagonal or 0}.
function Grid:steps_of(size)
  if self.steps[size] == nil then
    local near, made = self.metric == "manhattan" and self.orthogonal or self.near, {}
    for a = 0, self.width * self.height - 1 do
      made[a] = {}
      for _, b in ipairs(near[a]) do
        if self:footprint(b, size, size) then
          local across, down = self:apart(a, b)
          insert(made[a], { b, across ~= 0 and down ~= 0 and 1 or 0 })
        end
      end
    end
    self.steps[size] = made
  end
  return self.steps[size]
end

local function negative(a, b, price)
  fault("the step from " .. shown_int(a) .. " to " .. shown_int(b) .. " costs " .. shown_int(price))
end

-- Dijkstra's algorithm, ended at the first goal: the least cost of each anchor. A walk is {size, budget, cost, stops}:
-- `cost(a, b)` is none where there is no step; an anchor where `stops` is true is entered but not left. A state is
-- 2 * anchor + (1 after an odd number of diagonals), an entry of the heap cost * span + state.
function Grid:settle(starts, walk, goals)
  local steps, alternating = self:steps_of(walk.size), self.metric == "alternating"
  local span, best, roots, heap, found = 2 * self.width * self.height, {}, {}, { count = 0 }, {}
  for _, start in ipairs(starts) do
    if best[2 * start] == nil then
      best[2 * start] = 0
      roots[2 * start] = true
      push(heap, 2 * start, by_number)
    end
  end
  while heap.count > 0 do
    local entry = pop(heap, by_number)
    local spent, state = floor(entry / span), entry % span
    if best[state] >= spent then
      local anchor, odd = floor(state / 2), state % 2
      if found[anchor] == nil then
        found[anchor] = spent
      end
      if goals[anchor] then
        break
      end
      if roots[state] or not walk.stops(anchor) then
        for _, step in ipairs(steps[anchor]) do
          local other, turns = step[1], alternating and step[2] or 0
          local after = 2 * other + (odd + turns) % 2
          local known = best[after]
          if known == nil or known > spent then
            local price = walk.cost(anchor, other)
            local total = price and spent + price + odd * turns
            if total and total <= walk.budget then
              if price < 0 then
                negative(anchor, other, price)
              end
              if known == nil or total < known then
                best[after] = total
                push(heap, total * span + after, by_number)
              end
            end
          end
        end
      end
    end
  end
  return found
end

local function never()
  return false
end

-- Length of the shortest way around walls from a source to a target; none when it is longer than the limit. A step
-- counts 1; `passable` is asked for the squares between.
function Grid:path_distance(sources, targets, passable, limit)
  local goals, starts = {}, {}
  for _, square in ipairs(targets) do
    goals[square] = true
  end
  for _, square in ipairs(sources) do
    if self.exists[square] then
      starts[#starts + 1] = square
    end
  end
  local walk = { size = 1, budget = limit, stops = never }
  function walk.cost(a, b)
    if self:step_blocked(a, b) or not (goals[b] or passable(b)) then
      return nil
    end
    return 1
  end
  local found, least = self:settle(starts, walk, goals), nil
  for _, square in ipairs(targets) do
    if found[square] and (least == nil or found[square] < least) then
      least = found[square]
    end
  end
  return least
end

-- ---- routes

-- Routes from one square, sought as far as somebody has asked. An entry of the heap is a way: its last `anchor`, the
-- way `before` it, what it has `spent`, the `count` of its steps, whether its diagonals are `odd`, and its `rank` among
-- the ways that were settled. `best` has the first way to each state.
local Ways = {}
Ways.__index = Ways

-- The cheaper, then the one of fewer steps, then the one whose squares come first: ways were settled in this order.
local function way_before(a, b)
  if a.spent ~= b.spent then
    return a.spent < b.spent
  elseif a.count ~= b.count then
    return a.count < b.count
  end
  local c, d = a.before, b.before
  while c ~= d do
    if c.spent == d.spent then
      return c.rank < d.rank
    end
    a, b, c, d = c, d, c.before, d.before
  end
  return a.anchor < b.anchor
end

-- `meter` counts up what is done.
function Grid:ways(start, walk, meter)
  local first = { spent = 0, count = 0, before = nil, anchor = start, odd = 0, rank = false }
  return setmetatable({
    walk = walk, steps = self:steps_of(walk.size), alternating = self.metric == "alternating", meter = meter,
    spent = 0, found = {}, settled = 0, best = { [2 * start] = first },
    heap = { first, count = walk.budget >= 0 and 1 or 0 },
  }, Ways)
end

-- The way to a square, or none when there is none within the budget; and what a search for this square alone costs.
function Ways:to(goal)
  local found, heap, meter = self.found, self.heap, self.meter
  while found[goal] == nil and heap.count > 0 do
    local way = heap[1]
    if found[way.anchor] == nil then
      found[way.anchor], way.cost = way, self.spent
    end
    if way.anchor ~= goal then
      local before = meter()
      self:settle_next()
      self.spent = self.spent + meter() - before
    end
  end
  local way = found[goal]
  return way, way and way.cost or self.spent
end

-- Changes nothing before all prices are known: a price that cannot be told is asked for again.
function Ways:settle_next()
  local walk, best, way, onward = self.walk, self.best, self.heap[1], {}
  local anchor, odd = way.anchor, way.odd
  if best[2 * anchor + odd] == way and (way.count == 0 or not walk.stops(anchor)) then
    for _, step in ipairs(self.steps[anchor]) do
      local other, turns = step[1], self.alternating and step[2] or 0
      local after = (odd + turns) % 2
      local known = best[2 * other + after]
      local price = not (known and known.rank) and walk.cost(anchor, other) or nil
      if price and price < 0 then
        negative(anchor, other, price)
      end
      local spent = price and way.spent + price + odd * turns
      if spent and spent <= walk.budget and not (known and known.spent < spent) then
        onward[#onward + 1] = {
          spent = spent, count = way.count + 1, before = way, anchor = other, odd = after, rank = false,
        }
      end
    end
  end
  pop(self.heap, way_before)
  self.settled = self.settled + 1
  way.rank = self.settled
  -- A way waits unless there is one before it that ends likewise.
  for i = 1, #onward do
    local further = onward[i]
    local state = 2 * further.anchor + further.odd
    if not (best[state] and way_before(best[state], further)) then
      best[state] = further
      push(self.heap, further, way_before)
    end
  end
end

-- The squares of a way, without the first one.
local function squares_of_way(way)
  local found = {}
  while way and way.before do
    found[way.count] = way.anchor
    way = way.before
  end
  return found
end

return { squares_of_way = squares_of_way }

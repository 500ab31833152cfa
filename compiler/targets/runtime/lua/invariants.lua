-- Invariants: what must hold whenever somebody decides, and which of them do not hold now.
--
-- Job: judge the invariants of a game between two steps of it. Input: a running game. Output: what is broken, as
-- tables. It may tell what is hidden: it is for authors and tests, never for a player. Judging costs the game no work
-- and changes nothing.

local insert = table.insert
local shown_place = need("spending", "shown_place")
local raise, try = need("faults", "raise", "try")
local refill = need("spending", "refill")
local items_of, label = need("values", "items_of", "label")

-- What is told of a broken invariant: of which entity, or (without one) of the whole game.
local function told(rt, row, entity)
  local values = {}
  for _, read in ipairs(row.told) do
    values[read.name] = label(read.value(rt, entity))
  end
  return {
    name = row.name, place = shown_place(rt, row.at), rows = row.rows, of = entity and label(entity) or "",
    values = values,
  }
end

local function judged(rt)
  local broken = {}
  for _, row in ipairs(rt.code.rules.invariants) do
    local found = row.broken(rt)
    if row.kind == "" and found then
      insert(broken, told(rt, row))
    elseif row.kind ~= "" then
      for _, entity in ipairs(items_of(found)) do
        insert(broken, told(rt, row, entity))
      end
    end
  end
  return broken
end

-- What does not hold now, in the order of the rules; for each entity apart, oldest first.
local function broken_invariants(rt)
  local work, floor = rt.work, rt.floor
  refill(rt)
  local is_judged, found = try(judged, rt)
  rt.work, rt.floor = work, floor
  if not is_judged then
    raise(found)
  end
  return found
end

return { broken_invariants = broken_invariants }

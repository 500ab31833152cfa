-- The state of a game: zones, the board, and what players know.
--
-- Job: move entities between zones and squares, through the journal. Never decides what happens.

local exhausted, fault = need("faults", "exhausted", "fault")
local Game = need("state", "Game")
local EMPTY, label, mapped, shown_int, square_of = need("values", "EMPTY", "label", "mapped", "shown_int", "square_of")
local position_of = need("values", "position_of")

function Game:take(entity)
  local zone = entity._zone
  if zone then
    self:changed_one(#zone.items)
    self:extract(zone, "items", entity)
    self:change(entity, "_zone", nil)
    self:hide({ [entity._id] = true })
    self:touch(zone.name)
  end
end

-- Moves an entity into a zone; it leaves the board and the zone where it was.
function Game:put(entity, zone, beside, step)
  self:take(entity)
  self:lift(entity)
  self:changed_one(#zone.items)
  local position
  if step then
    position = beside and position_of(zone.items, beside) + step or 1
  end
  self:append(zone, "items", entity, position)
  self:change(entity, "_zone", zone)
  self:touch(zone.name)
end

function Game:put_top(entity, zone)
  self:put(entity, zone, nil, 0)
end

function Game:put_bottom(entity, zone)
  self:put(entity, zone)
end

function Game:put_before(entity, other, step)
  if other._zone == nil then
    fault(label(other) .. " is in no zone")
  elseif entity ~= other then
    self:put(entity, other._zone, other, step or 0)
  end
end

function Game:put_after(entity, other)
  self:put_before(entity, other, 1)
end

local function known_by(entity, player)
  return entity._id .. ":" .. player._id
end

-- Lets a player know an entity for as long as it stays where it lies; a shuffle hides it again.
function Game:reveal(entity, player)
  local key = known_by(entity, player)
  if not self.revealed[key] then
    self:changed_one()
    self:change(self.revealed, key, entity._id)
  end
end

-- Nobody knows these entities, by their ids, any more.
function Game:hide(ids)
  local gone = {}
  for key, id in pairs(self.revealed) do
    if ids[id] then
      gone[#gone + 1] = key
    end
  end
  for _, key in ipairs(gone) do
    self:change(self.revealed, key, nil)
  end
end

function Game:reorder(zone, order)
  local old, ids = zone.items, {}
  self:changed_one(#old)
  self:change(zone, "items", mapped(order, function(i)
    return old[i + 1]
  end))
  for _, entity in ipairs(old) do
    ids[entity._id] = true
  end
  self:hide(ids)
end

-- The squares that a figure stands on, or would, with its upper left on a square; none off the board.
function Game:footprint(entity, square)
  local size = entity._class.has.size and entity.size or 1
  if size <= 1 then
    return square._alone
  end
  local known = self.footprints[size]
  if known == nil then
    known = {}
    self.footprints[size] = known
  end
  local found = known[square]
  if found == nil then
    local indexes = self.grid:footprint(square.index, size, size)
    found = indexes and self:named(indexes) or false
    known[square] = found
  end
  return found or nil
end

-- The squares of these numbers; those that the board does not have are left out.
function Game:named(indexes)
  local made = {}
  for _, index in ipairs(indexes) do
    made[#made + 1] = self.square_at[index]
  end
  return made
end

function Game:place(entity, square)
  local squares = self:footprint(entity, square)
  if squares == nil then
    fault(label(entity) .. " does not fit at " .. label(square))
  end
  self:take(entity)
  self:lift(entity)
  self:changed_one(#squares)
  for _, s in ipairs(squares) do
    if #(self.standing[s.index] or EMPTY) >= self.bounds.crowd then
      exhausted("more than " .. shown_int(self.bounds.crowd) .. " figures stand on " .. label(s))
    end
    self:append(self.standing, s.index, entity)
  end
  self:change(entity, "at", square)
  self:touch("at")
end

function Game:lift(entity)
  if entity._class.figure and entity.at then
    self:changed_one()
    for _, s in ipairs(self:footprint(entity, entity.at) or EMPTY) do
      self:extract(self.standing, s.index, entity)
    end
    self:change(entity, "at", nil)
    self:touch("at")
  end
end

function Game:set_board(grid)
  self.grid, self.squares, self.square_names, self.square_at, self.neighbours = grid, {}, {}, {}, {}
  for index = 0, grid.width * grid.height - 1 do
    if grid.exists[index] then
      local square = square_of(index, grid:square_name(index))
      self.squares[#self.squares + 1] = square
      self.square_names[square.name] = square
      self.square_at[index] = square
    end
  end
  for _, square in ipairs(self.squares) do
    self.neighbours[square.index] = self:named(grid.near[square.index])
  end
  self.footprints = grid.footprints
end

function Game:square_named(name)
  return self.square_names[name]
end

return { Game = Game, known_by = known_by }

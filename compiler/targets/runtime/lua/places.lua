-- The state of a game: zones, the board, and what players know.
--
-- Job: move entities between zones and squares, through the journal. Never decides what happens. What was removed from
-- the game is nowhere, and goes nowhere.

local append, extract, show, touch = need("changes", "append", "extract", "show", "touch")
local exhausted, fault = need("faults", "exhausted", "fault")
local laid, read_drawing, taken = need("drawings", "laid", "read_drawing", "taken")
local forget_all = need("remembering", "forget_all")
local count_change = need("spending", "count_change")
local change, change_aside = need("state", "change", "change_aside")
local drop = need("statuses", "drop")
local EMPTY, joined, label, mapped, position_of, shown_int, square_of = need(
  "values", "EMPTY", "joined", "label", "mapped", "position_of", "shown_int", "square_of"
)

local hide, lay, named, leave_board, taken_by

local function leave_zone(rt, entity)
  local zone = entity._zone
  if zone then
    count_change(rt, #zone.items)
    extract(rt, zone.name, zone, "items", entity)
    change(rt, entity, "_zone", nil)
    hide(rt, { [entity._id] = true })
    touch(rt, zone.name)
  end
end

-- Takes an entity out of the zone where it lies.
local function take(rt, entity)
  if entity._alive then
    leave_zone(rt, entity)
    show(rt, "move", entity)
  end
end

-- Whether a zone is one of the entity, or of something that lies in one of its zones.
local function is_within(zone, entity)
  while zone and zone.owner ~= entity do
    zone = zone.owner._zone
  end
  return zone ~= nil
end

-- Moves an entity into a zone; it leaves the board and the zone where it was.
local function put(rt, entity, zone, beside, step)
  if not entity._alive then
    return
  elseif is_within(zone, entity) then
    fault(label(entity) .. " cannot lie within itself")
  end
  leave_zone(rt, entity)
  leave_board(rt, entity)
  count_change(rt, #zone.items)
  local position
  if step then
    position = beside and position_of(zone.items, beside) + step or 1
  end
  append(rt, zone.name, zone, "items", entity, position)
  change(rt, entity, "_zone", zone)
  touch(rt, zone.name)
  show(rt, "move", entity)
end

local function put_top(rt, entity, zone)
  put(rt, entity, zone, nil, 0)
end

local function put_bottom(rt, entity, zone)
  put(rt, entity, zone)
end

local function put_before(rt, entity, other, step)
  if other._zone == nil then
    fault(label(other) .. " is in no zone")
  elseif entity ~= other then
    put(rt, entity, other._zone, other, step or 0)
  end
end

local function put_after(rt, entity, other)
  put_before(rt, entity, other, 1)
end

local function known_by(entity, player)
  return entity._id .. ":" .. player._id
end

-- Whether a player may know it: it lies in no zone, in one that this player sees, or was revealed there.
local function is_known_to(rt, entity, player)
  local zone = entity._zone
  if not zone or zone.visible == "all" or (zone.visible == "owner" and zone.owner == player) then
    return true
  end
  return rt.revealed[known_by(entity, player)] ~= nil
end

-- Lets a player know an entity for as long as it stays where it lies; a shuffle hides it again.
local function reveal(rt, entity, player)
  local key = known_by(entity, player)
  if not rt.revealed[key] then
    count_change(rt)
    change(rt, rt.revealed, key, entity._id, "revealed")
    show(rt, "reveal", entity, player)
  end
end

-- Nobody knows these entities, by their ids, any more.
function hide(rt, ids)
  local gone = {}
  for key, id in pairs(rt.revealed) do
    if ids[id] then
      gone[#gone + 1] = key
    end
  end
  for _, key in ipairs(gone) do
    change(rt, rt.revealed, key, nil, "revealed")
  end
end

local function reorder(rt, zone, order)
  local old, ids = zone.items, {}
  count_change(rt, #old)
  change(rt, zone, "items", mapped(order, function(i)
    return old[i + 1]
  end), zone.name)
  for _, entity in ipairs(old) do
    ids[entity._id] = true
  end
  hide(rt, ids)
  show(rt, "shuffle", zone)
end

-- The squares that a figure or a drawing takes, or would, with its upper left on a square; none off the board.
local function footprint(rt, entity, square)
  if type(entity) == "string" then
    return taken_by(rt, entity, square)
  end
  local size = entity._class.has.size and entity.size or 1
  if size <= 1 then
    return rt.grid.exists[square.index] and square._alone or nil
  end
  local known = rt.footprints[size]
  if known == nil then
    known = {}
    rt.footprints[size] = known
  end
  local found = known[square]
  if found == nil then
    local indexes = rt.grid:footprint(square.index, size, size)
    found = indexes and named(rt, indexes) or false
    known[square] = found
  end
  return found or nil
end

-- The squares of these numbers; those that the board does not have are left out.
function named(rt, indexes)
  local made = {}
  for _, index in ipairs(indexes) do
    made[#made + 1] = rt.square_at[index]
  end
  return made
end

-- Puts a figure onto a square; or lays a drawing, with its upper left corner there.
local function place(rt, entity, square)
  if type(entity) == "string" then
    lay(rt, entity, square)
    return
  elseif not entity._alive then
    return
  end
  local squares = footprint(rt, entity, square)
  if squares == nil then
    fault(label(entity) .. " does not fit at " .. label(square))
  end
  leave_zone(rt, entity)
  leave_board(rt, entity)
  count_change(rt, #squares)
  for _, s in ipairs(squares) do
    if #(rt.standing[s.index] or EMPTY) >= rt.bounds.crowd then
      exhausted("more than " .. shown_int(rt.bounds.crowd) .. " figures stand on " .. label(s))
    end
    append(rt, "at", rt.standing, s.index, entity)
  end
  change(rt, entity, "at", square)
  touch(rt, "at")
  show(rt, "move", entity)
end

-- Takes a figure off the board.
local function lift(rt, entity)
  if entity._alive then
    leave_board(rt, entity)
    show(rt, "move", entity)
  end
end

function leave_board(rt, entity)
  if entity._class.figure and entity.at then
    count_change(rt)
    for _, s in ipairs(footprint(rt, entity, entity.at) or EMPTY) do
      extract(rt, "at", rt.standing, s.index, entity)
    end
    change(rt, entity, "at", nil)
    touch(rt, "at")
  end
end

-- The squares of a board, and the neighbours of all that have a name.
local function shown(rt, grid)
  local squares, neighbours = {}, {}
  for index = 0, grid.width * grid.height - 1 do
    if rt.square_at[index] then
      squares[#squares + 1] = grid.exists[index] and rt.square_at[index] or nil
      neighbours[index] = named(rt, grid.near[index])
    end
  end
  return squares, neighbours
end

-- Gives the game the board of a position.
local function set_board(rt, grid)
  rt.drawn, rt.grid, rt.square_names, rt.square_at = grid, grid, {}, {}
  for index = 0, grid.width * grid.height - 1 do
    if grid:is_known(index) then
      local square = square_of(index, grid:square_name(index))
      rt.square_names[square.name] = square
      rt.square_at[index] = square
    end
  end
  rt.squares, rt.neighbours = shown(rt, grid)
  rt.footprints, rt.eyes = grid.footprints, {}
  forget_all(rt)
end

-- Another board of the same area; all squares keep their names.
local function change_board(rt, grid)
  local squares, neighbours = shown(rt, grid)
  change(rt, rt, "grid", grid, "_board")
  change(rt, rt, "squares", squares, "_board")
  change(rt, rt, "neighbours", neighbours, "_board")
  change(rt, rt, "footprints", grid.footprints, "_board")
end

-- A drawing, which costs as much work as it has squares.
local function drawing_of(rt, text)
  local found = read_drawing(text)
  if found == nil then
    fault("this is no drawing")
  end
  rt.work = rt.work - found.width * found.height
  return found
end

function taken_by(rt, text, square)
  local found = taken(rt.grid, drawing_of(rt, text), square.index)
  return found and named(rt, found)
end

function lay(rt, text, square)
  local drawing, terrain = drawing_of(rt, text), {}
  for name, symbol in pairs(rt.data.terrain) do
    if symbol ~= "" then
      terrain[symbol] = name
    end
  end
  local made = laid(rt.grid, drawing, square.index, terrain)
  if made == nil then
    fault("the drawing does not fit at " .. label(square))
  end
  count_change(rt, rt.grid.width * rt.grid.height)
  change_board(rt, made)
  show(rt, "board")
end

local function square_named(rt, name)
  return rt.square_names[name]
end

-- Takes an entity out of the game, with all that lies on it.
local function remove(rt, entity)
  if entity == nil or not entity._alive then
    return
  end
  for _, lying in ipairs(entity._statuses) do
    drop(rt, lying)
  end
  leave_board(rt, entity)
  leave_zone(rt, entity)
  count_change(rt)
  change(rt, entity, "_alive", false)
  if entity._class.is.player then
    change_aside(rt, rt, "removed_players", joined(rt.removed_players, { entity }))
  end
  local part = "all " .. entity._kind
  extract(rt, part, rt.kinds, entity._kind, entity)
  if entity._card then
    extract(rt, part, rt.by_card, entity._card._id, entity)
  end
  for _, instance in ipairs(entity._keywords) do
    extract(rt, "_keywords", rt.by_keyword, instance._kind, { entity, instance })
  end
  touch(rt, part)
  touch(rt, "*")
  show(rt, "remove", entity)
end

return {
  change_board = change_board, drawing_of = drawing_of, footprint = footprint,
  is_known_to = is_known_to, is_within = is_within, known_by = known_by, lift = lift,
  named = named, place = place, put_after = put_after,
  put_before = put_before, put_bottom = put_bottom, put_top = put_top, remove = remove, reorder = reorder,
  reveal = reveal, set_board = set_board, square_named = square_named, take = take,
}

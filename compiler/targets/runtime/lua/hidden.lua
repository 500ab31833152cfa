-- What a player cannot know, dealt anew.
--
-- Job: give the hidden places of a game other entities, in a way that fits all that a player knows: how many lie where,
-- and what was revealed. Input: a game that is nobody else's, a player, a random generator. Output: the same game. What
-- comes of it depends on the hidden truth in no way: entities are put in an order of their own before chance deals
-- them.

local insert = table.insert
local is_known_to = need("places", "is_known_to")
local snapshot_of = need("snapshots", "snapshot_of")
local forget_all = need("remembering", "forget_all")
local text_before = need("texts", "text_before")
local is_list, mapped, names_of, sorted = need("values", "is_list", "mapped", "names_of", "sorted")

-- By whose zone and by name.
local function zone_before(a, b)
  if a.owner ~= b.owner then
    return a.owner._id < b.owner._id
  end
  return text_before(a.name, b.name)
end

-- By card and age, wherever it lies.
local function own_order(a, b)
  local first, second = a._card and a._card._id or "", b._card and b._card._id or ""
  if first ~= second then
    return text_before(first, second)
  end
  return a._id < b._id
end

local function older(a, b)
  return a._id < b._id
end

local function zones_of(game)
  local found, seen = {}, {}
  for _, held in pairs(game.kinds) do
    for _, entity in ipairs(held) do
      local zone = entity._zone
      if zone and not seen[zone] then
        seen[zone] = true
        insert(found, zone)
      end
    end
  end
  return sorted(found, zone_before)
end

-- The places whose entities a player does not know, by whose zone it is and by kind: in these all are alike. A list of
-- pools in order, each a list of {zone, position}.
local function hidden_places(game, player)
  local pools, by_owner = {}, {}
  local function add(zone, position)
    local kind, kinds = zone.items[position]._kind, by_owner[zone.owner]
    kinds[kind] = kinds[kind] or {}
    insert(kinds[kind], { zone, position })
  end
  local owners = {}
  for _, zone in ipairs(zones_of(game)) do
    if by_owner[zone.owner] == nil then
      by_owner[zone.owner] = {}
      insert(owners, zone.owner)
    end
    for position, entity in ipairs(zone.items) do
      if not is_known_to(game, entity, player) then
        add(zone, position)
      end
    end
  end
  for _, owner in ipairs(owners) do
    for _, kind in ipairs(names_of(by_owner[owner])) do
      insert(pools, by_owner[owner][kind])
    end
  end
  return pools
end

-- Whether data of a snapshot names an entity of a set.
local function names_one(value, ids)
  if type(value) ~= "table" then
    return false
  elseif value[1] == "entity" and #value == 2 and ids[value[2]] then
    return true
  end
  for _, item in pairs(value) do
    if names_one(item, ids) then
      return true
    end
  end
  return false
end

-- What is known and names something hidden, as a field does. What is named lies in the same zone as before, and nobody
-- knows where there: it is dealt anew, too.
local Naming = {}
Naming.__index = Naming

local function new_naming(game, pools)
  local rooms = {} -- by entity: the places of its zone that hold its kind
  for _, places in ipairs(pools) do
    local by_zone = {}
    for _, place in ipairs(places) do
      local zone, index = place[1], place[2]
      by_zone[zone] = by_zone[zone] or {}
      insert(by_zone[zone], place)
      rooms[zone.items[index]] = by_zone[zone]
    end
  end
  return setmetatable({ game = game, rooms = rooms, left = {}, others = {} }, Naming)
end

-- What is named instead of an entity: of what lies in its zone now, one that nothing was named yet.
function Naming:other(entity, chance)
  local places = self.rooms[entity]
  if self.left[places] == nil then
    self.left[places] = mapped(chance:permutation(#places), function(position)
      local zone, index = places[position + 1][1], places[position + 1][2]
      return zone.items[index]
    end)
  end
  self.others[entity] = self.others[entity] or table.remove(self.left[places])
  return self.others[entity]
end

function Naming:renamed(value, chance)
  if type(value) ~= "table" then
    return value
  elseif self.rooms[value] then
    return self:other(value, chance)
  end
  local is_collection = is_list(value) and value._is == nil
  return is_collection and mapped(value, function(part)
    return self:renamed(part, chance)
  end) or value
end

-- Names others after the places were dealt.
function Naming:deal_anew(chance)
  local known = {}
  for _, held in pairs(self.game.kinds) do
    for _, entity in ipairs(held) do
      insert(known, not self.rooms[entity] and entity or nil)
    end
  end
  for _, entity in ipairs(sorted(known, older)) do
    for _, name in ipairs(self.game.code.kinds[entity._kind].sorted_names) do
      local value = rawget(entity, name)
      if type(value) == "table" then
        rawset(entity, name, self:renamed(value, chance))
      end
    end
  end
end

-- Deals what is hidden from a player; false, and nothing is done, where what is being done names some of it.
local function deal_anew(game, player, chance, frames)
  local pools, hidden, state = hidden_places(game, player), {}, snapshot_of(game, frames)
  for _, places in ipairs(pools) do
    for _, place in ipairs(places) do
      hidden[place[1].items[place[2]]._id] = true
    end
  end
  for _, part in ipairs({ "frames", "stack", "events", "envs", "effects" }) do
    if names_one(state[part], hidden) then
      return false
    end
  end
  local naming = new_naming(game, pools)
  for _, places in ipairs(pools) do
    local entities, order = {}, chance:permutation(#places)
    for i, place in ipairs(places) do
      entities[i] = place[1].items[place[2]]
    end
    entities = sorted(entities, own_order)
    for i, place in ipairs(places) do
      local zone, entity = place[1], entities[order[i] + 1]
      zone.items[place[2]] = entity
      entity._zone = zone
    end
  end
  naming:deal_anew(chance)
  forget_all(game)
  return true
end

return { deal_anew = deal_anew }

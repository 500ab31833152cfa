-- Views: what somebody may know of a match, as data (`schemas/view.schema.json`).
--
-- Job: leave out what lies hidden, and name the rest by names that tell nothing. Input: a game, who asks, and the
-- names by which they know entities. Output: tables that JSON can hold, `null` for none; the same in every engine.
--
-- An entity has a name, a number as a text. Names are given in an order that follows what is seen, never the age of an
-- entity. Who watches a match keeps the names: an entity has its name for as long as the viewer may know where it is;
-- who finds it again after that finds it under another one.

local concat, insert = table.concat, table.insert
local shown_place = need("spending", "shown_place")
local players_by_seat = need("entities", "players_by_seat")
local as_object, null = need("json", "as_object", "null")
local text_before = need("texts", "text_before")
local by_number, is_list, kept, label, mapped, names_of, shown_int, sorted = need(
  "values", "by_number", "is_list", "kept", "label", "mapped", "names_of", "shown_int", "sorted"
)

local HIDDEN = as_object({ hidden = true })

-- Ids in the order of their keys, and of their numbers where they are alike.
local function by_key(ids, keys)
  return sorted(ids, function(a, b)
    if keys[a] ~= keys[b] then
      return text_before(keys[a], keys[b])
    end
    return a < b
  end)
end

-- A game as one viewer sees it: all entities, what of them is seen, and how that is printed. By id: `lying` is in whose
-- zone and at which place an entity lies; `holders` in whose zone, of whom a part or on whom a status it is, `held` the
-- same, the other way round; `given` the name. By kind: `holding` are its zones and parts.
local Outlook = {}
Outlook.__index = Outlook

-- ---- reading

-- Looks at the game as it is now: what holds what, what is seen, and under which names.
function Outlook:look()
  self.rows, self.lying, self.holders, self.held, self.known = {}, {}, {}, {}, {}
  for _, held in pairs(self.game.kinds) do
    for _, entity in ipairs(held) do
      self.rows[entity._id] = entity
    end
  end
  for id, entity in pairs(self.rows) do
    self:note_held(id, entity)
  end
  for id in pairs(self.rows) do
    self:is_seen(id)
  end
  self:give_names()
end

-- Notes what an entity holds: what lies in its zones, its parts, the statuses on it.
function Outlook:note_held(id, entity)
  local items = {}
  for _, field in ipairs(self:holding_of(entity._class)) do
    local value = entity[field.name]
    if field.zone ~= "" then
      for place, item in ipairs(value.items) do
        self.lying[item._id] = { owner = id, zone = field.name, place = place - 1, visible = field.visible }
        insert(items, item._id)
      end
    else
      for _, part in ipairs(is_list(value) and value or { value }) do
        insert(items, self.rows[part._id] and part._id or nil)
      end
    end
  end
  for _, status in ipairs(entity._statuses) do
    insert(items, status._id)
  end
  self.held[id] = items
  for _, item in ipairs(items) do
    self.holders[item] = id
  end
end

function Outlook:holding_of(class)
  local found = self.holding[class]
  if found == nil then
    found = sorted(kept(class.fields, function(field)
      return field.zone ~= "" or field.part ~= ""
    end), function(a, b)
      return text_before(a.name, b.name)
    end)
    self.holding[class] = found
  end
  return found
end

-- What lies in and beside an entity, and in whose zone it does, by id.
function Outlook:nearby(entity)
  local id, ids = entity._id, {}
  local owner = self.lying[id] and self.lying[id].owner or id
  for _, holder in ipairs({ id, owner }) do
    ids[holder] = true
    for _, item in ipairs(self.held[holder] or {}) do
      ids[item] = true
    end
  end
  return ids
end

-- ---- what is seen

-- Whether the asker knows an entity that is in the game: it, and what holds it.
function Outlook:is_seen(id)
  if self.known[id] == nil then
    self.known[id] = true -- should two hold each other
    local holder = self.holders[id]
    self.known[id] = self:is_open(id) and (holder == nil or self:is_seen(holder))
  end
  return self.known[id]
end

-- Whether the asker sees what lies in this place, or was shown it; also where its owner has left the game.
function Outlook:is_open(id)
  local zone = self.rows[id]._zone
  if not zone or zone.visible == "all" or self.seat == "all" then
    return true
  elseif self.player == nil then
    return false
  end
  local is_own = zone.visible == "owner" and zone.owner == self.player
  return is_own or self.game.revealed[id .. ":" .. self.player._id] ~= nil
end

-- ---- names

-- Takes the names of what is hidden now, and gives names to what is new.
function Outlook:give_names()
  local given, alone, keys, waiting = self.given, {}, {}, {}
  for id in pairs(given) do
    if self.rows[id] and not self:is_seen(id) then
      given[id] = nil
    end
  end
  for _, player in ipairs(players_by_seat(self.game)) do -- in the order of their seats
    if not given[player._id] then
      self:name(player._id)
    end
  end
  for id, row in pairs(self.rows) do
    if not given[id] and not self.holders[id] and self:is_seen(id) then
      insert(alone, id)
      keys[id] = self:key(row)
    end
  end
  for _, id in ipairs(by_key(alone, keys)) do
    self:name(id)
  end
  for id in pairs(given) do
    insert(waiting, self.rows[id] and id or nil)
  end
  waiting = sorted(waiting, function(a, b)
    return given[a] < given[b]
  end)
  local next_one = 1
  while waiting[next_one] do -- which grows
    for _, item in ipairs(self:nameless(waiting[next_one])) do
      self:name(item)
      insert(waiting, item)
    end
    next_one = next_one + 1
  end
end

-- What it holds that is seen and has no name: as it lies, but where the asker knows no order by what it is.
function Outlook:nameless(holder)
  local found, jumbled, keys = {}, {}, {}
  for _, item in ipairs(self.held[holder]) do
    if not self.given[item] and self:is_seen(item) then
      if self:is_jumbled_away(item) then
        insert(jumbled, item)
        keys[item] = self.lying[item].zone .. " " .. self:key(self.rows[item])
      else
        insert(found, item)
      end
    end
  end
  for _, item in ipairs(by_key(jumbled, keys)) do
    insert(found, item)
  end
  return found
end

function Outlook:name(id)
  self.last = self.last + 1
  self.given[id] = self.seat == "all" and id or self.last
end

-- What orders entities that are new: what they are, and no age.
function Outlook:key(entity)
  local parts = { entity._kind, entity._card and entity._card._id or "" }
  insert(parts, self:plain(entity._class.figure and entity.at or nil))
  for _, name in ipairs(entity._class.sorted_names) do
    insert(parts, name .. "=" .. self:plain(entity[name]))
  end
  return concat(parts, " ")
end

-- A value as a text that names no entity, unless by the name that it has.
function Outlook:plain(value)
  if type(value) ~= "table" then
    return label(value)
  elseif value._is == "square" then
    return shown_int(value.index)
  elseif value._is == "entity" then
    local found = self.given[value._id]
    return self:is_card(value) and value._id or found and "#" .. shown_int(found) or "?"
  elseif value._is == nil or value._is == "shape" then
    return "[" .. concat(mapped(value, function(item)
      return self:plain(item)
    end), ", ") .. "]"
  end
  return "?"
end

function Outlook:name_of(id)
  return shown_int(self.given[id])
end

-- ---- as data

function Outlook:data(request)
  local entities, zones = {}, {}
  for id in pairs(self.given) do
    if self.rows[id] then
      for zone, held in pairs(self:zones_of(id)) do
        zones[zone] = held
      end
      if self:is_row(id) then
        entities[self:name_of(id)] = self:entity(id)
      end
    end
  end
  return as_object({
    ["for"] = self.seat == nil and null or self.seat, board = self:board(), effects = self:effects(),
    players = self:players(), entities = as_object(entities), zones = as_object(zones), request = self:request(request),
  })
end

function Outlook:players()
  return mapped(players_by_seat(self.game), function(player)
    return self:name_of(player._id)
  end)
end

-- Whether it stands among the entities; a status is told with its bearer.
function Outlook:is_row(id)
  return self.game.data.traits[self.rows[id]._kind] == nil
end

function Outlook:board()
  local grid = self.game.grid
  if grid == nil then
    return null
  end
  local squares = mapped(self.game.squares, function(square)
    local terrain = names_of(grid.terrain[square.index])
    return as_object({ at = square.name, terrain = terrain, elevation = grid.elevation[square.index] })
  end)
  local walls = mapped(grid.walls, function(wall)
    return { grid:square_name(wall[1]), grid:square_name(wall[2]) }
  end)
  local vacant = mapped(grid:vacant_squares(), function(index)
    return grid:square_name(index)
  end)
  return as_object({
    width = grid.width, height = grid.height, squares = squares, walls = walls,
    vacant_squares = #vacant > 0 and vacant or nil,
  })
end

-- The zones of an entity, by key. Of a zone that its owner alone sees, others know no order.
function Outlook:zones_of(id)
  local entity, zones = self.rows[id], {}
  for _, field in ipairs(self:holding_of(entity._class)) do
    if field.zone ~= "" then
      local held, known = entity[field.name].items, {}
      local items = mapped(held, function(item)
        local name = self:is_seen(item._id) and self.given[item._id] or nil
        insert(known, name)
        return name and shown_int(name) or null
      end)
      if self:is_jumbled(field.visible, id) then
        items = mapped(sorted(known, by_number), shown_int)
        for place = #items + 1, #held do
          items[place] = null
        end
      end
      zones[self:name_of(id) .. "." .. field.name] = as_object({ count = #held, entities = items })
    end
  end
  return zones
end

function Outlook:is_jumbled(visible, owner)
  return visible == "owner" and self.seat ~= "all" and (self.player == nil or owner ~= self.player._id)
end

-- Whether an entity lies in a zone of which the asker knows no order.
function Outlook:is_jumbled_away(id)
  local lying = self.lying[id]
  return lying ~= nil and self:is_jumbled(lying.visible, lying.owner)
end

function Outlook:entity(id)
  local entity, lying, fields = self.rows[id], self.lying[id], {}
  for _, field in ipairs(entity._class.fields) do
    if field.zone == "" then
      fields[field.name] = self:value(entity[field.name])
    end
  end
  local is_placed = lying and not self:is_jumbled_away(id)
  return as_object({
    kind = entity._kind, card = entity._card and entity._card._id or null,
    zone = lying and self:name_of(lying.owner) .. "." .. lying.zone or null, place = is_placed and lying.place or null,
    at = entity._class.figure and entity.at and entity.at.name or null, fields = as_object(fields),
    statuses = mapped(entity._statuses, function(status)
      return self:status(status)
    end),
    keywords = mapped(entity._keywords, function(keyword)
      return self:trait(keyword)
    end),
  })
end

function Outlook:status(status)
  local told, duration = self:trait(status), nil
  for _, effect in ipairs(self.game.effects) do
    if effect.status == status then
      duration = effect.duration
    end
  end
  told.name, told["until"] = self:name_of(status._id), self:ending(duration)
  return told
end

function Outlook:trait(trait)
  local values = {}
  for _, param in ipairs(self.game.data.traits[trait._kind].params) do
    values[param] = self:value(trait[param])
  end
  return as_object({ kind = trait._kind, values = as_object(values) })
end

function Outlook:ending(duration)
  if duration == nil then
    return null
  end
  return as_object({ edge = duration.edge, skip = duration.skip or false, verbs = duration.verbs })
end

function Outlook:effects()
  local lasting = kept(self.game.effects, function(effect)
    return effect.status == nil
  end)
  return mapped(lasting, function(effect)
    return self:effect(effect)
  end)
end

function Outlook:effect(effect)
  local values = {}
  for name, value in pairs(effect.env or {}) do
    if string.sub(name, 1, 1) ~= "_" then
      values[name] = self:value(value)
    end
  end
  return as_object({
    ["until"] = self:ending(effect.duration), values = as_object(values),
    places = mapped(effect.modifiers, function(index)
      return shown_place(self.game, self.game.code.lasting[index + 1].at)
    end),
  })
end

-- What is asked; who is not asked knows only who is.
function Outlook:request(request)
  if request == nil then
    return null
  end
  local who = self:value(request.who)
  if self.seat ~= "all" and self.player ~= request.who then
    return as_object({ who = who })
  end
  return as_object({
    who = who, kind = request.kind, prompt = request.prompt, least = request.least, most = request.most,
    judged = request.such_that ~= nil, place = shown_place(self.game, request.at),
    options = self:values(request.options),
  })
end

-- ---- values

function Outlook:values(values)
  return mapped(values, function(value)
    return self:value(value)
  end)
end

local WAYS = {}

function Outlook:value(value)
  if value == nil then
    return null
  elseif type(value) ~= "table" then
    return value
  end
  local way = WAYS[value._is or "list"]
  return way(self, value)
end

function WAYS.list(view, value)
  return view:values(value)
end

WAYS.shape = WAYS.list

function WAYS.none()
  return null
end

-- An entity by its name. What is not in the game any more is known by the name that it had.
function WAYS.entity(view, value)
  local trait = view.game.data.traits[value._kind]
  if view:is_card(value) then
    return as_object({ card = value._id })
  elseif trait and trait.form ~= "status" then
    local told, of = view:trait(value), view:value(value.bearer)
    told.of = of
    return of ~= HIDDEN and told or HIDDEN
  end
  return view.given[value._id] and as_object({ entity = view:name_of(value._id) }) or HIDDEN
end

function Outlook:is_card(entity)
  return type(entity._id) == "string" and self.game.code.prototypes[entity._id] == entity
end

function WAYS.square(_, value)
  return as_object({ square = value.name })
end

function WAYS.zone(view, value)
  local owner = view:value(value.owner)
  return owner.entity and as_object({ zone = owner.entity .. "." .. value.name }) or HIDDEN
end

function WAYS.face(_, value)
  return as_object({ die = value.die, face = value.index })
end

function WAYS.event(_, value)
  return as_object({ event = value._verb })
end

function WAYS.duration(view, value)
  return as_object({ ["until"] = view:ending(value) })
end

function WAYS.usable(view, value)
  return view:usable(value.ability, value.me, value.this)
end

-- An ability; who does not know its carrier knows nothing of it.
function Outlook:usable(ability, me, this)
  local of, by = self:value(me), self:value(this)
  if of == HIDDEN or by == HIDDEN then
    return HIDDEN
  end
  return as_object({ ability = self.game.code.abilities[ability + 1].id, of = of, by = by })
end

function WAYS.roll(view, value)
  return as_object({ roll = view:values(value) })
end

-- What may be known by whoever asks: `seat` is the number of a player, who is `player`, nothing of a spectator, or
-- "all" of a referee, who knows all.
local function new_outlook(game, asker)
  local outlook = setmetatable({
    game = game, seat = asker.seat, player = asker.player, given = {}, last = 0, holding = {},
  }, Outlook)
  outlook:look()
  return outlook
end

return { HIDDEN = HIDDEN, new_outlook = new_outlook }

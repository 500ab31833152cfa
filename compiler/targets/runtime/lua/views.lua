-- Views: what somebody may know of a match, as data (`schemas/view.schema.json`).
--
-- Job: leave out what lies hidden, and name the rest by names that tell nothing. Input: a game and its snapshot, who
-- asks, and the names by which they know entities. Output: tables that JSON can hold, `null` for none; the same in
-- every engine.
--
-- An entity has a name, a number as a text. Names are given in an order that follows what is seen, never the age of an
-- entity. Who looks again and again keeps the names: an entity has its name for as long as the viewer may know where it
-- is; who finds it again after that finds it under another one.

local concat, insert = table.concat, table.insert
local shown_place = need("choices", "shown_place")
local of_kind = need("entities", "of_kind")
local as_object, null = need("json", "as_object", "null")
local text_before = need("texts", "text_before")
local by_number, copied, EMPTY, label, mapped, names_of, shown_int, sorted = need(
  "values", "by_number", "copied", "EMPTY", "label", "mapped", "names_of", "shown_int", "sorted"
)

local function hidden()
  return as_object({ hidden = true })
end

-- The names by which one viewer knows entities. `given` has by id the name, and a stamp: when it was hidden last.
local function new_names()
  return { given = {}, last = 0 }
end

-- A view that is being made: the rows of all entities, and what of them is seen. By id: `lying` is in whose zone and at
-- which place an entity lies; `holders` in whose zone, of whom a part or on whom a status it is, `held` the same, the
-- other way round; `traits` on whom a printed keyword is, and it with its values.
local View = {}
View.__index = View

-- ---- reading

local function is_known(value)
  return value ~= nil and value ~= null
end

-- The parts of a value with a tag, or from another position on.
local function rest(value, from)
  local made = {}
  for i = from or 2, #value do
    made[i - (from or 2) + 1] = value[i]
  end
  return made
end

function View:read(kind, columns)
  for n, id in ipairs(columns.id) do
    local fields = {}
    for name, values in pairs(columns.fields) do
      fields[name] = values[n]
    end
    self.rows[id] = {
      kind = kind, card = columns.card and columns.card[n] or null, at = columns.at and columns.at[n] or null,
      statuses = columns.statuses and columns.statuses[n] or EMPTY,
      keywords = columns.keywords and columns.keywords[n] or EMPTY, fields = fields,
    }
  end
end

-- Notes what an entity holds: what lies in its zones, its parts, the statuses on it.
function View:note_held(id, row)
  local items, class = {}, self.game.code.kinds[row.kind]
  local fields = {}
  for _, field in ipairs(class.fields) do
    fields[field.name] = field
  end
  for _, name in ipairs(class.sorted_names) do
    local field, value = fields[name], row.fields[name]
    if field.zone ~= "" then
      for place, item in ipairs(value) do
        self.lying[item] = { owner = id, zone = name, place = place - 1, visible = field.visible }
        insert(items, item)
      end
    elseif field.part ~= "" and type(value) == "table" then
      for _, part in ipairs((value[1] == "list" or value[1] == "array") and rest(value) or { value }) do
        insert(items, self.rows[part[2]] and part[2] or nil)
      end
    end
  end
  for _, status in ipairs(row.statuses) do
    insert(items, status)
  end
  for _, keyword in ipairs(row.keywords) do
    self.traits[keyword[1]] = { bearer = id, kind = keyword[2], values = rest(keyword, 3) }
  end
  self.held[id] = items
  for _, item in ipairs(items) do
    self.holders[item] = id
  end
end

-- ---- what is seen

-- Whether the asker knows an entity that is in the game: it, and what holds it.
function View:is_seen(id)
  if self.known[id] == nil then
    self.known[id] = true -- should two hold each other
    local holder = self.holders[id]
    self.known[id] = self:is_open(id) and (holder == nil or self:is_seen(holder))
  end
  return self.known[id]
end

-- Whether the asker sees what lies in this place, or was shown it.
function View:is_open(id)
  local lying = self.lying[id]
  if lying == nil or lying.visible == "all" or self.seat == "all" then
    return true
  elseif self.player == nil then
    return false
  end
  local is_own = lying.visible == "owner" and lying.owner == self.player._id
  return is_own or self.game.revealed[id .. ":" .. self.player._id] ~= nil
end

-- A number that grows whenever an entity, or what holds it, is hidden from the asker.
function View:stamp(id)
  local found, met = 0, {}
  while not met[id] do -- should two hold each other
    met[id] = true
    local when, held = self.game.veiled[id] or 0, self.game.held[id]
    if held and (self.player == nil or held[2] ~= self.player._id) then
      when = math.max(when, held[1])
    end
    found, id = found + when, self.holders[id] or id
  end
  return found
end

-- ---- names

-- Keeps the names of what was seen all the time, and gives names to what is new.
function View:give_names()
  local given, alone, keys, waiting = self.names.given, {}, {}, {}
  for id, name in pairs(copied(given)) do
    if name[2] ~= self:stamp(id) or (self.rows[id] and not self:is_seen(id)) then
      given[id] = nil
    end
  end
  for _, player in ipairs(of_kind(self.game, "player")) do -- in the order of their seats
    if not given[player._id] then
      self:name(player._id)
    end
  end
  for id, row in pairs(self.rows) do
    if not given[id] and not self.holders[id] then
      insert(alone, id)
      keys[id] = self:key(row)
    end
  end
  alone = sorted(alone, function(a, b)
    if keys[a] ~= keys[b] then
      return text_before(keys[a], keys[b])
    end
    return a < b
  end)
  for _, id in ipairs(alone) do
    self:name(id)
  end
  for id in pairs(given) do
    insert(waiting, self.rows[id] and id or nil)
  end
  waiting = sorted(waiting, function(a, b)
    return given[a][1] < given[b][1]
  end)
  local next_one = 1
  while waiting[next_one] do -- which grows
    for _, item in ipairs(self.held[waiting[next_one]]) do
      if not given[item] and self:is_seen(item) then
        self:name(item)
        insert(waiting, item)
      end
    end
    next_one = next_one + 1
  end
end

function View:name(id)
  self.names.last = self.names.last + 1
  self.names.given[id] = { self.seat == "all" and id or self.names.last, self:stamp(id) }
end

-- What orders entities that are new: what they are, and no age.
function View:key(row)
  local parts = { row.kind, is_known(row.card) and row.card or "", self:plain(row.at) }
  for _, name in ipairs(names_of(row.fields)) do
    insert(parts, name .. "=" .. self:plain(row.fields[name]))
  end
  return concat(parts, " ")
end

-- A value as a text that names no entity, unless by the name that it has.
function View:plain(value)
  if not is_known(value) then
    return "none"
  elseif type(value) ~= "table" then
    return label(value)
  elseif value[1] == "entity" then
    local found = self.names.given[value[2]]
    return found and "#" .. shown_int(found[1]) or "?"
  elseif value[1] == "card" or value[1] == "square" then
    return label(value[2])
  elseif value[1] == "list" or value[1] == "array" or value[1] == "shape" then
    return "[" .. concat(mapped(rest(value), function(item)
      return self:plain(item)
    end), ", ") .. "]"
  end
  return "?"
end

function View:name_of(id)
  return shown_int(self.names.given[id][1])
end

-- ---- as data

function View:data(request)
  local entities, zones, effects = {}, {}, {}
  for id in pairs(self.names.given) do
    local row = self.rows[id]
    if row then
      self:add_zones(id, zones)
      if not self.game.data.traits[row.kind] then
        entities[self:name_of(id)] = self:entity(id)
      end
    end
  end
  for _, effect in ipairs(self.state.effects) do
    insert(effects, effect[5] == null and self:effect(effect) or nil)
  end
  return as_object({
    ["for"] = self.seat == nil and null or self.seat, board = self:board(), effects = effects,
    players = mapped(of_kind(self.game, "player"), function(player)
      return self:name_of(player._id)
    end),
    entities = as_object(entities), zones = as_object(zones), request = request and self:request(request) or null,
  })
end

function View:board()
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
  return as_object({ width = grid.width, height = grid.height, squares = squares, walls = walls })
end

-- The zones of an entity. Of a zone that its owner alone sees, others know no order.
function View:add_zones(id, zones)
  local row = self.rows[id]
  for _, field in ipairs(self.game.code.kinds[row.kind].fields) do
    if field.zone ~= "" then
      local items, is_jumbled = {}, self:is_jumbled(field.visible, id)
      local count, known = #row.fields[field.name], {}
      for place, item in ipairs(row.fields[field.name]) do
        local name = self:is_seen(item) and self.names.given[item][1] or null
        items[place] = name
        insert(known, name ~= null and name or nil)
      end
      if is_jumbled then
        items = sorted(known, by_number)
        for place = #items + 1, count do
          items[place] = null
        end
      end
      items = mapped(items, function(name)
        return name ~= null and shown_int(name) or null
      end)
      zones[self:name_of(id) .. "." .. field.name] = as_object({ count = count, entities = items })
    end
  end
end

function View:is_jumbled(visible, owner)
  return visible == "owner" and self.seat ~= "all" and (self.player == nil or owner ~= self.player._id)
end

function View:square(index)
  return self.game.square_at[index].name
end

function View:entity(id)
  local row, lying, fields = self.rows[id], self.lying[id], {}
  for _, field in ipairs(self.game.code.kinds[row.kind].fields) do
    if field.zone == "" then
      fields[field.name] = self:value(row.fields[field.name])
    end
  end
  local is_placed = lying and not self:is_jumbled(lying.visible, lying.owner)
  return as_object({
    kind = row.kind, card = row.card, zone = lying and self:name_of(lying.owner) .. "." .. lying.zone or null,
    place = is_placed and lying.place or null, at = row.at ~= null and self:square(row.at) or null,
    fields = as_object(fields),
    statuses = mapped(row.statuses, function(status)
      return self:status(status)
    end),
    keywords = mapped(row.keywords, function(keyword)
      return self:trait(keyword[2], rest(keyword, 3))
    end),
  })
end

function View:status(id)
  local row, ending = self.rows[id], null
  for _, effect in ipairs(self.state.effects) do
    ending = effect[5] == id and effect[2] or ending
  end
  local told = self:trait(row.kind, mapped(self.game.data.traits[row.kind].params, function(param)
    return row.fields[param]
  end))
  told.name, told["until"] = self:name_of(id), self:ending(ending)
  return told
end

function View:trait(kind, values)
  local named = {}
  for n, param in ipairs(self.game.data.traits[kind].params) do
    named[param] = self:value(values[n])
  end
  return as_object({ kind = kind, values = as_object(named) })
end

function View:ending(duration)
  return duration == null and null or as_object({ edge = duration[2], skip = duration[3], verbs = duration[4] })
end

function View:effect(effect)
  local values = {}
  for name, value in pairs(effect[4] ~= null and self.state.envs[effect[4][2] + 1] or EMPTY) do
    values[name] = value ~= null and self:value(value) or nil
  end
  return as_object({
    ["until"] = self:ending(effect[2]), values = as_object(values),
    places = mapped(effect[3], function(index)
      return shown_place(self.game, self.game.code.lasting[index + 1].at)
    end),
  })
end

-- What is asked; who is not asked knows only who is.
function View:request(request)
  local who, frames = self:value({ "entity", request.who._id }), self.state.frames
  if self.seat ~= "all" and self.player ~= request.who then
    return as_object({ who = who })
  end
  return as_object({
    who = who, kind = request.kind, prompt = request.prompt, least = request.least, most = request.most,
    place = shown_place(self.game, request.at), options = self:values(rest(frames[#frames][3].options)),
  })
end

-- ---- values

function View:values(values)
  return mapped(values, function(value)
    return self:value(value)
  end)
end

local WAYS = {}

function View:value(value)
  if type(value) ~= "table" then
    return value == nil and null or value
  end
  local way = WAYS[value[1]]
  return way and way(self, value) or as_object({ other = value[1] })
end

function WAYS.list(view, value)
  return view:values(rest(value))
end
WAYS.array, WAYS.shape = WAYS.list, WAYS.list

function WAYS.entity(view, value)
  return view:reference(value[2])
end

function WAYS.card(_, value)
  return as_object({ card = value[2] })
end

function WAYS.square(view, value)
  return as_object({ square = view:square(value[2]) })
end

function WAYS.zone(view, value)
  local owner = view:value(value[2])
  return owner.entity and as_object({ zone = owner.entity .. "." .. value[3] }) or hidden()
end

function WAYS.face(view, value)
  local face = view.state.faces[value[2] + 1]
  return as_object({ die = face[1], face = face[2] })
end

function WAYS.event(view, value)
  return as_object({ event = view.state.events[value[2] + 1].verb })
end

function WAYS.use(view, value)
  return as_object({ ability = value[2], of = view:value(value[3]), by = view:value(value[4]) })
end

function WAYS.roll(view, value)
  return as_object({ roll = view:values(rest(value)) })
end

function WAYS.granted(view, value)
  local told = view:trait(value[2], value[4])
  told.of = view:value(value[3])
  return told
end

-- An entity by its name. What is not in the game any more is known by the name that it had.
function View:reference(id)
  local trait = self.traits[id]
  if trait then
    if not self:is_seen(trait.bearer) then
      return hidden()
    end
    local told = self:trait(trait.kind, trait.values)
    told.of = self:reference(trait.bearer)
    return told
  elseif (self.rows[id] and not self:is_seen(id)) or not self.names.given[id] then
    return hidden()
  end
  return as_object({ entity = self:name_of(id) })
end

-- What may be known by whoever asks: `seat` is the number of a player, who is `player`, nothing of a spectator, or
-- "all" of a referee, who knows all. Gives names to what they see for the first time.
local function view_of(game, state, asker, names, request)
  local view = setmetatable({
    game = game, state = state, seat = asker.seat, player = asker.player, names = names, rows = {}, lying = {},
    holders = {}, held = {}, traits = {}, known = {},
  }, View)
  for kind, columns in pairs(state.kinds) do
    view:read(kind, columns)
  end
  for id, row in pairs(view.rows) do
    view:note_held(id, row)
  end
  view:give_names()
  return view:data(request)
end

return { new_names = new_names, view_of = view_of }

-- The state of a game: the journal, fields and entities.
--
-- Job: make, change and remove entities through primitives that keep a journal, so that any stretch can be undone: a
-- change is always one value of one table. Never decides what happens.

local exhausted, fault = need("faults", "exhausted", "fault")
local Game = need("spending", "Game")
local by_id, copied, EMPTY, eq, items_of, joined, kept, key_of, mapped = need(
  "values", "by_id", "copied", "EMPTY", "eq", "items_of", "joined", "kept", "key_of", "mapped"
)
local NONE, past, position_of, shown_int, sorted, taken, unique, with_item, without_position = need(
  "values", "NONE", "past", "position_of", "shown_int", "sorted", "taken", "unique", "with_item", "without_position"
)

-- Gives up what was worked out of the state as it was: stats, keywords, walks, answers of functions.
function Game:forget()
  if next(self.known) ~= nil then
    self.known = {}
  end
end

-- Changes one value of one table, so that it can be taken back. The journal holds no nil: a table that gets and loses
-- them is slow in MoonSharp, and what lies behind `changed` is only waiting to be written over.
function Game:change(owner, name, value)
  local n, old = self.changed + 1, rawget(owner, name)
  if old == nil then
    old = NONE
  end
  self.changed = n
  self.changed_in[n], self.changed_at[n], self.changed_from[n] = owner, name, old
  owner[name] = value
  self:forget()
  if owner == self.kinds then
    self.merged = {}
  end
end

-- Takes back every change since the mark.
function Game:back_to(mark)
  local owners, names, values = self.changed_in, self.changed_at, self.changed_from
  for n = self.changed, mark + 1, -1 do
    local old = values[n]
    if old == NONE then
      old = nil
    end
    owners[n][names[n]] = old
  end
  self.changed = mark
  self.merged = {}
  self:forget()
end

-- ---- fields

local function held(owner, name)
  if owner == nil then
    fault("`" .. name .. "` of none cannot be set")
  end
  return owner[name]
end

-- Sets a field; a number stops at the bounds that its field declares.
function Game:write(owner, name, value)
  local old = held(owner, name)
  local limits = owner._kind and self.code.limits[owner._kind]
  local limit = limits and limits[name]
  if limit then
    if limit.minimum then
      value = math.max(value, limit.minimum)
    end
    if limit.maximum then
      value = math.min(value, limit.maximum)
    end
  end
  if eq(old, value) then
    return
  end
  if type(value) == "number" then
    past(value)
  end
  self:changed_one()
  self:change(owner, name, value)
  self:touch(name)
end

function Game:add(owner, name, value)
  local old = held(owner, name)
  if type(old) == "table" then
    self:write(owner, name, self:joined(old, value))
  else
    self:write(owner, name, past(old + value))
  end
end

function Game:lessen(owner, name, value)
  local old = held(owner, name)
  if type(old) == "table" then
    self:write(owner, name, self:sifted(old, value, false))
  else
    self:write(owner, name, past(old - value))
  end
end

-- What of a collection is in another, or is not.
function Game:sifted(items, others, wanted)
  local held = {}
  items, others = items_of(items), items_of(others)
  self.work = self.work - #items - #others
  for i = 1, #others do
    held[key_of(others[i])] = true
  end
  return kept(items, function(x)
    return (held[key_of(x)] == true) == wanted
  end)
end

-- What is in either, each once.
function Game:joined(items, others)
  return unique(self:sized(joined(items_of(items), items_of(others))))
end

-- A field was written: state checks that read it are due.
function Game:touch(name)
  local checked = self.code.checked_fields
  if checked[name] or checked["*"] then
    self.dirty[name] = true
  end
end

function Game:is_dirty()
  return next(self.dirty) ~= nil
end

-- ---- entities

-- All entities of a kind and the kinds below it, oldest first.
function Game:of_kind(kind)
  if kind == "square" then
    return self.squares
  end
  local heirs = self.code.heirs[kind]
  if #heirs == 1 then
    return self.kinds[heirs[1]]
  end
  local known = self.merged[kind]
  if known == nil then
    known = {}
    for _, heir in ipairs(heirs) do
      for _, entity in ipairs(self.kinds[heir]) do
        known[#known + 1] = entity
      end
    end
    known = sorted(known, by_id)
    self.merged[kind] = known
  end
  return known
end

local function new_entity(class, id, card)
  return setmetatable({
    _is = "entity", _kind = class.name, _class = class, _id = id, _card = card, _alive = true, _statuses = EMPTY,
    _keywords = EMPTY,
  }, class.meta)
end

function Game:new_id()
  local id = self.next_id
  self:change(self, "next_id", id + 1)
  return id
end

-- A new entity; from a card it takes the printed values and the card's own kind.
function Game:create(kind, card, values)
  local declared = card and card._kind or kind
  local entity = new_entity(self.code.kinds[declared], self:new_id(), card)
  self:check_room(declared)
  self:fill(entity, card, values)
  self:register(entity)
  return entity
end

-- Whether there may be one more of a kind.
function Game:check_room(kind)
  self:changed_one()
  if #self.kinds[kind] >= self.bounds.entities then
    exhausted("more than " .. shown_int(self.bounds.entities) .. " of " .. kind .. " were created")
  end
end

function Game:fill(entity, card, values)
  for _, field in ipairs(entity._class.fields) do
    local name = field.name
    if field.zone ~= "" then
      entity[name] = { _is = "zone", name = name, owner = entity, visible = field.visible, items = EMPTY }
    elseif values[name] ~= nil then
      entity[name] = taken(values[name])
    elseif card and field.printed then
      entity[name] = self:printed(entity, field.part, card[name])
    else
      entity[name] = taken(field.default)
    end
  end
  entity._keywords = self:keyword_instances(entity)
end

-- A printed value; parts become entities of their own.
function Game:printed(entity, part, value)
  if part == "" or type(value) ~= "table" then
    return value
  end
  if value.part then
    return self:make_part(entity, value)
  end
  return mapped(value, function(item)
    return self:make_part(entity, item)
  end)
end

function Game:make_part(entity, item)
  local values = copied(item.values)
  if self.code.kinds[item.part].has.whole then
    values.whole = entity
  end
  return self:create(item.part, nil, values)
end

-- One instance for each printed keyword, holding its values; a creation names them without values.
function Game:keyword_instances(entity)
  return mapped(rawget(entity, "keywords") or EMPTY, function(held_keyword)
    if type(held_keyword) == "table" then
      return self:instance(held_keyword[1], held_keyword[2], entity)
    end
    return self:instance(held_keyword, EMPTY, entity)
  end)
end

local function with_values(made, params, values, bearer)
  for i, param in ipairs(params) do
    made[param] = taken(values[i])
  end
  made.bearer = bearer
  return made
end

function Game:instance(name, values, bearer)
  local made = new_entity(self.code.kinds[name], self:new_id(), nil)
  return with_values(made, self.data.traits[name].params, values, bearer)
end

function Game:append(owner, name, item, position)
  self:change(owner, name, with_item(rawget(owner, name) or EMPTY, item, position))
end

function Game:extract(owner, name, item)
  self:change(owner, name, without_position(owner[name], position_of(owner[name], item)))
end

function Game:register(entity)
  self:append(self.kinds, entity._kind, entity)
  if entity._card then
    self:append(self.by_card, entity._card._id, entity)
  end
  for _, instance in ipairs(entity._keywords) do
    self:append(self.by_keyword, instance._kind, { entity, instance })
  end
  self:touch("all " .. entity._kind)
end

-- Takes an entity out of the game, with all that lies on it.
function Game:remove(entity)
  if entity == nil or not entity._alive then
    return
  end
  for _, lying in ipairs(entity._statuses) do
    self:drop(lying)
  end
  self:lift(entity)
  self:take(entity)
  self:changed_one()
  self:change(entity, "_alive", false)
  self:extract(self.kinds, entity._kind, entity)
  if entity._card then
    self:extract(self.by_card, entity._card._id, entity)
  end
  for _, instance in ipairs(entity._keywords) do
    self:extract(self.by_keyword, instance._kind, { entity, instance })
  end
  self:touch("all " .. entity._kind)
  self:touch("*")
end

return { Game = Game, new_entity = new_entity, with_values = with_values }

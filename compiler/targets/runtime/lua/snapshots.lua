-- Snapshots: all of a running game as data that JSON can hold.
--
-- Job: write entities by kind in columns, what holds them, and the frames of what is being done. Every engine writes
-- and reads the same (`schemas/snapshot.schema.json`). Input: a game at a request or at rest. Output: objects, arrays,
-- texts, numbers; `null` for none.
--
-- A value that is no text, number, truth value or none is an array of its sort and its parts, such as {"entity", 12}.
-- What has no order of its own stands in the order of its names or numbers, so that equal games have equal snapshots.

local insert = table.insert
local Asking, Drawing, Picking, PickingMode, PickingOne, Rolling, Shuffling = need(
  "choices", "Asking", "Drawing", "Picking", "PickingMode", "PickingOne", "Rolling", "Shuffling"
)
local changes_of = need("drawings", "changes_of")
local Body = need("frames", "Body")
local Around, Checking, Firing, Happening, Replacing, StepClosing, StepOpening = need(
  "happening", "Around", "Checking", "Firing", "Happening", "Replacing", "StepClosing", "StepOpening"
)
local as_object, null = need("json", "as_object", "null")
local Offering, OfferingReplacement, Using, Window = need(
  "offering", "Offering", "OfferingReplacement", "Using", "Window"
)
local place_of = need("spending", "place_of")
local Acting, Resolving, UsingAbility = need("using", "Acting", "Resolving", "UsingAbility")
local by_id, by_number, compared, copied, mapped, names_of, sorted = need(
  "values", "by_id", "by_number", "compared", "copied", "mapped", "names_of", "sorted"
)

local COUNTS = { "next_id", "events", "steps", "changes" }
local ASKED = { "at", "kind", "least", "most", "options", "who" }

-- By name: the class of a frame, and the values of it that a snapshot has, in order.
local FRAMES = {
  Body = { Body, { "code", "v" } },
  Asking = { Asking, ASKED },
  Picking = { Picking, ASKED },
  PickingOne = { PickingOne, ASKED },
  PickingMode = { PickingMode, { "at", "kind", "least", "most", "options", "positions", "who" } },
  Drawing = { Drawing, { "at", "options" } },
  Rolling = { Rolling, { "again", "at", "dice", "held" } },
  Shuffling = { Shuffling, { "at", "zone" } },
  Happening = { Happening, { "event", "use", "values", "verb" } },
  Around = { Around, { "event", "step", "timing" } },
  Firing = { Firing, { "event", "mine", "step", "timing", "waiting" } },
  Replacing = { Replacing, { "event", "mine", "offers", "step" } },
  StepOpening = { StepOpening, { "event", "step" } },
  StepClosing = { StepClosing, { "event", "step" } },
  Checking = { Checking, { "acted", "due", "next", "round", "waiting" } },
  Offering = { Offering, { "classes", "count", "found", "once", "player", "subject" } },
  Window = { Window, { "count", "event", "found", "passed", "players", "step", "timing" } },
  OfferingReplacement = { OfferingReplacement, { "count", "event", "found", "players", "step" } },
  UsingAbility = { UsingAbility, { "ability", "me", "this", "trigger" } },
  Using = { Using, { "usable", "values" } },
  Resolving = { Resolving, { "event" } },
  Acting = { Acting, { "next", "subject", "waiting" } },
}

-- What a value of a frame is where it is a table of Lua without a sort of its own: values by name, or names.
local FORMS = { due = "set", found = "array", letters = "values", mine = "array", v = "values", values = "values" }

local function form_of(name, slot)
  if slot == "waiting" then
    return name == "Checking" and "set" or "array"
  end
  return FORMS[slot]
end

-- Writes values; what is met more than once, such as an event, has a table and is named by its position.
local Writer = {}
Writer.__index = Writer

local function or_null(value)
  if value == nil then
    return null
  end
  return value
end

local function tagged(tag, items)
  insert(items, 1, tag)
  return items
end

local function ids(entities)
  return mapped(entities, function(entity)
    return entity._id
  end)
end

-- What counts a use, taken apart: an ability, its carrier, and maybe a verb.
local function use_of(key)
  local ability, carrier, verb = string.match(key, "^(.-)\n(.*)\n(.-)$")
  local row = { ability, string.find(carrier, "^%d+$") and tonumber(carrier) or carrier }
  if verb ~= "" then
    row[3] = verb
  end
  return row
end

-- ---- values

local WAYS = {}

function Writer:value(value)
  if type(value) ~= "table" then
    return or_null(value)
  end
  local way = WAYS[value._is or "list"]
  return way(self, value)
end

function Writer:values(items)
  return mapped(items, function(item)
    return self:value(item)
  end)
end

function WAYS.list(writer, value)
  return tagged("list", writer:values(value))
end

function WAYS.roll(writer, value)
  return tagged("roll", writer:values(value))
end

function WAYS.shape(writer, value)
  return tagged("shape", writer:values(value))
end

function WAYS.none()
  return null
end

-- How far a loop that repeats has come.
function WAYS.rounds(_, value)
  return { "list", { "rounds", value[1] }, value[2] }
end

function WAYS.square(_, value)
  return { "square", value.index }
end

function WAYS.zone(writer, value)
  return { "zone", writer:value(value.owner), value.name }
end

function WAYS.face(writer, value)
  return { "face", writer:numbered("faces", value, function()
    return { value.die, value.index }
  end) }
end

function WAYS.event(writer, value)
  return { "event", writer:numbered("events", value, function()
    return writer:event(value)
  end) }
end

-- The names of a script stand in its order; those of what was kept as none are known beside.
function WAYS.env(writer, value)
  return { "env", writer:numbered("envs", value, function()
    local names, held = {}, {}
    for name in pairs(value) do
      names[name] = true
    end
    for _, name in ipairs(rawget(value, "_order") or {}) do
      names[name] = true
    end
    for name in pairs(rawget(value, "_none") or {}) do
      names[name] = true
    end
    names._is, names._order, names._none = nil, nil, nil
    for _, name in ipairs(names_of(names)) do
      held[name] = writer:value(rawget(value, name))
    end
    return as_object(held)
  end) }
end

function WAYS.usable(writer, value)
  local id = writer.code.abilities[value.ability + 1].id
  return { "use", id, writer:value(value.me), writer:value(value.this), writer:value(value.trigger) }
end

function WAYS.refusal(writer, value)
  return { "refusal", value.message, writer:place(value.at), copied(value.rows) }
end

function WAYS.ability(_, value)
  return { "ability", value.id }
end

function WAYS.body(_, value)
  return { "body", value.name }
end

function WAYS.duration(writer, value)
  local verbs, position = copied(value.verbs), or_null(value["until"])
  return { "duration", value.edge, value.skip or false, verbs, position, writer:value(value.env) }
end

function WAYS.entity(writer, value)
  local id, kind = value._id, value._kind
  if type(id) == "string" then
    if writer.code.prototypes[id] == value then
      return { "card", id }
    end
    local values = mapped(writer.code.data.traits[kind].params, function(param)
      return writer:value(value[param])
    end)
    return { "granted", kind, writer:value(value.bearer), values }
  elseif not writer.known[id] then
    local trait = writer.code.data.traits[kind]
    if trait and trait.form ~= "status" then
      writer:value(value.bearer) -- with which it is written
    else
      writer:know(value)
      insert(writer.removed, value)
    end
  end
  return { "entity", id }
end

-- Values by name; `names` are those of the ones that may be none.
function Writer:named(values, names)
  local all, made = {}, { "values" }
  for name in pairs(values) do
    all[name] = true
  end
  for name in pairs(names) do
    all[name] = true
  end
  for _, name in ipairs(names_of(all)) do
    insert(made, { name, self:value(values[name]) })
  end
  return made
end

-- The position of a value in its table, into which it is written when it is first met.
function Writer:numbered(name, value, write)
  local found = self.positions[value]
  if found == nil then
    local held = self.tables[name]
    found = #held
    self.positions[value] = found
    held[found + 1] = null
    held[found + 1] = write()
  end
  return found
end

-- A place by where it is: numbers of places are an engine's own.
function Writer:place(at)
  local path, line, column = place_of(self.game, at)
  return { path, line, column }
end

function Writer:event(event)
  local made = as_object({
    verb = event._verb, parent = self:value(event._parent), number = event._number, outcome = event._outcome,
    reason = self:value(event._reason), use = self:value(event._use),
    replaced = mapped(names_of(event._replaced), use_of), prevented = names_of(event._prevented),
  })
  local values = {}
  for _, name in ipairs(names_of(event._code.has)) do
    values[name] = self:value(rawget(event, name))
  end
  made.values = as_object(values)
  return made
end

-- ---- entities

-- The entities that are no more, and still named by something.
function Writer:gone()
  local kinds = {}
  while #self.removed > 0 do
    local entity = table.remove(self.removed)
    kinds[entity._kind] = kinds[entity._kind] or {}
    insert(kinds[entity._kind], entity)
    self:columns(entity._kind, { entity }) -- names what it names
  end
  for _, kind in ipairs(names_of(kinds)) do
    kinds[kind] = self:columns(kind, sorted(kinds[kind], by_id))
  end
  return as_object(kinds)
end

-- The values of all entities of a kind, field by field.
function Writer:columns(kind, held)
  local made, class = { id = ids(held) }, self.code.kinds[kind]
  local has_cards, has_statuses, has_keywords = false, false, false
  for _, entity in ipairs(held) do
    has_cards = has_cards or entity._card ~= nil
    has_statuses = has_statuses or #entity._statuses > 0
    has_keywords = has_keywords or #entity._keywords > 0
    if entity._zone then
      self:value(entity._zone.owner) -- who may be in the game no more
    end
  end
  made.card = has_cards and mapped(held, function(entity)
    return entity._card and entity._card._id or null
  end) or nil
  made.statuses = has_statuses and mapped(held, function(entity)
    return mapped(entity._statuses, function(lying)
      return self:value(lying)[2]
    end)
  end) or nil
  made.keywords = has_keywords and mapped(held, function(entity)
    return mapped(entity._keywords, function(instance)
      return self:keyword(instance)
    end)
  end) or nil
  made.at = class.figure and mapped(held, function(entity)
    return entity.at and entity.at.index or null
  end) or nil
  local fields = {}
  for _, field in ipairs(class.fields) do
    fields[field.name] = mapped(held, function(entity)
      return self:field(rawget(entity, field.name))
    end)
  end
  made.fields = as_object(fields)
  return as_object(made)
end

-- A zone is its entities, from the top.
function Writer:field(value)
  if type(value) == "table" and value._is == "zone" then
    return ids(value.items)
  end
  return self:value(value)
end

-- Of a keyword there is only what it holds; a status lies among the entities.
function Writer:keyword(instance)
  local row = { instance._id, instance._kind }
  for _, param in ipairs(self.code.data.traits[instance._kind].params) do
    insert(row, self:value(instance[param]))
  end
  return row
end

-- ---- the rest

function Writer:effect(effect)
  local duration, env = self:value(effect.duration), self:value(effect.env)
  return { effect.number, duration, copied(effect.modifiers), env, effect.status and effect.status._id or null }
end

function Writer:frame(frame)
  local name, values = frame.frame, {}
  for _, slot in ipairs(self.frames[name][2]) do
    values[slot] = self:slot(frame, slot, rawget(frame, slot))
  end
  return { name, frame.pc, as_object(values) }
end

function Writer:slot(frame, slot, value)
  local form = form_of(frame.frame, slot)
  if slot == "at" then
    return tagged("place", self:place(value))
  elseif form == "set" then
    return tagged("set", names_of(value))
  elseif form == "array" then
    return tagged("array", self:values(value))
  elseif form == "values" then
    return self:named(value, slot == "v" and self:locals(frame) or {})
  end
  return self:value(value)
end

-- The names of the locals that may be none: those that a body sets, and those with which one of an ability begins.
function Writer:locals(frame)
  local names = self.code.locals_of(frame.code)
  if frame.v.this == nil then
    return names
  end
  local all = { trigger = true }
  for name in pairs(names) do
    all[name] = true
  end
  return all
end

local function standing_rows(standing)
  local rows = {}
  for square, held in pairs(standing) do
    if #held > 0 then
      insert(rows, tagged(square, ids(held)))
    end
  end
  return sorted(rows, function(a, b)
    return a[1] < b[1]
  end)
end

local function used_rows(used)
  return mapped(names_of(used), function(key)
    local row = use_of(key)
    insert(row, used[key])
    return row
  end)
end

local function revealed_rows(revealed)
  local rows = {}
  for key, id in pairs(revealed) do
    insert(rows, { id, tonumber(string.match(key, ":(%d+)$")) })
  end
  return sorted(rows, function(a, b)
    return compared(a, b) < 0
  end)
end

local function numbers_of(set)
  local found = {}
  for number in pairs(set) do
    insert(found, number)
  end
  return sorted(found, by_number)
end

-- An entity is written, and its keywords with it.
function Writer:know(entity)
  self.known[entity._id] = true
  for _, instance in ipairs(entity._keywords) do
    self.known[instance._id] = true
  end
end

function Writer:snapshot()
  local game, kinds, counts = self.game, {}, {}
  for _, held in pairs(game.kinds) do
    for _, entity in ipairs(held) do
      self:know(entity)
    end
  end
  for _, player in ipairs(game.removed_players) do
    self:value(player)
  end
  for _, kind in ipairs(names_of(game.kinds)) do
    kinds[kind] = #game.kinds[kind] > 0 and self:columns(kind, game.kinds[kind]) or nil
  end
  for _, name in ipairs(COUNTS) do
    counts[name] = game[name]
  end
  local made = as_object({
    kinds = as_object(kinds), counts = as_object(counts), standing = standing_rows(game.standing),
    used = used_rows(game.used), started = as_object(copied(game.started)), dirty = names_of(game.dirty),
    checking = numbers_of(game.checking), revealed = revealed_rows(game.revealed),
    before = { game.mark_of_run.steps, game.mark_of_run.changes },
  })
  made.effects = mapped(game.effects, function(effect)
    return self:effect(effect)
  end)
  made.stack = self:values(game.stack)
  made.frames = mapped(game.frames, function(frame)
    return self:frame(frame)
  end)
  if game.grid ~= game.drawn then
    local squares, walls = changes_of(game.drawn, game.grid)
    made.board = as_object({ squares = squares, walls = walls })
  end
  made.removed = self:gone()
  made.events, made.envs, made.faces = self.tables.events, self.tables.envs, self.tables.faces
  return made
end

-- Everything of a game that is not in its rules.
local function snapshot_of(game, frames)
  return setmetatable({
    game = game, code = game.code, frames = frames, known = {}, removed = {}, positions = {},
    tables = { events = {}, envs = {}, faces = {} },
  }, Writer):snapshot()
end

return { COUNTS = COUNTS, form_of = form_of, FRAMES = FRAMES, snapshot_of = snapshot_of }

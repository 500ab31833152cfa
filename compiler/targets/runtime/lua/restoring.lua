-- Snapshots read: a running game made of data.
--
-- Job: make the entities, zones, events and frames that a snapshot names, in a new game. Input: a game whose board is
-- set, and data that may come from a stranger. Output: the game in that state, or a refusal of what is wrong: no value
-- has a sort that its field does not take.

local concat = table.concat
local changed_board = need("drawings", "changed_board")
local new_entity = need("entities", "new_entity")
local EVENT = need("events", "EVENT")
local try = need("faults", "try")
local is_state = need("forms", "is_state")
local null = need("json", "null")
local change_board, is_within, known_by = need("places", "change_board", "is_within", "known_by")
local damaged, each_pair, member, name_of, named, new_reader, plain, Reader, rows, sort_of = need(
  "reading", "damaged", "each_pair", "member", "name_of", "named", "new_reader", "plain", "Reader", "rows", "sort_of"
)
local text, there, unfit, whole = need("reading", "text", "there", "unfit", "whole")
local forget_all = need("remembering", "forget_all")
local Inputs = need("setups", "Inputs")
local COUNTS = need("snapshots", "COUNTS")
local append_to, EMPTY, given, joined, mapped, names_of, shown_int, sorted, taken = need(
  "values", "append_to", "EMPTY", "given", "joined", "mapped", "names_of", "shown_int", "sorted", "taken"
)

local function set_of(names)
  local made = {}
  for _, name in ipairs(names) do
    made[name] = true
  end
  return made
end

-- The sort of the value that a field of a declared type, or a slot of a frame, can hold; the others take any.
local TYPES = {
  int = set_of({ "number" }), bool = set_of({ "boolean" }), text = set_of({ "string" }), rules = set_of({ "string" }),
  drawing = set_of({ "string" }), enum = set_of({ "string" }), set = set_of({ "list" }), list = set_of({ "list" }),
}
local A_LIST, AN_ARRAY, BY_NAME = set_of({ "list", "roll" }), set_of({ "array" }), set_of({ "values" })
local AN_ENTITY = set_of({ "entity", "card", "granted" })
local AN_ENTITY_OR_NONE, AN_EVENT_OR_NONE = set_of({ "entity", "card", "granted", "none" }), set_of({ "event", "none" })
TYPES.kind = AN_ENTITY_OR_NONE
local NUMBER, TEXT, TRUTH = TYPES.int, TYPES.text, TYPES.bool
local SLOTS = {
  ability = set_of({ "ability" }), acted = TRUTH, again = A_LIST, at = set_of({ "number", "place" }), classes = A_LIST,
  code = set_of({ "body" }), count = NUMBER, dice = A_LIST, env = set_of({ "env" }), event = AN_EVENT_OR_NONE,
  held = set_of({ "roll", "none" }), kind = TEXT, least = NUMBER, letters = BY_NAME, mine = AN_ARRAY, most = NUMBER,
  next = NUMBER, number = NUMBER, offers = TRUTH, once = TRUTH, options = A_LIST, passed = NUMBER,
  player = AN_ENTITY_OR_NONE, players = A_LIST, positions = A_LIST, round = NUMBER, step = TEXT, this = AN_ENTITY,
  timing = TEXT, trigger = AN_EVENT_OR_NONE, usable = set_of({ "use" }), use = set_of({ "use", "none" }), v = BY_NAME,
  values = BY_NAME, verb = TEXT, who = AN_ENTITY_OR_NONE, zone = set_of({ "zone" }),
}

-- ---- the whole

-- The board on which something was laid.
function Reader:change_board(board)
  local drawn, is_known = self.game.drawn, true
  local squares = mapped(rows(named(board).squares), function(row)
    for i = 2, #rows(row) do
      is_known = is_known and self.code.data.terrain[text(row[i])] ~= nil
    end
    whole(row[1])
    return row
  end)
  local walls = mapped(rows(board.walls), function(wall)
    is_known = is_known and #rows(wall) == 2
    return mapped(wall, whole)
  end)
  local grid = drawn and is_known and changed_board(drawn, squares, walls)
  if not grid then
    damaged("the board has squares or walls that it cannot have")
  end
  change_board(self.game, grid)
end

function Reader:restore()
  local game, data = self.game, self.data
  if data.board ~= nil then
    self:change_board(data.board)
  end
  for kind in pairs(game.kinds) do
    game.kinds[kind] = EMPTY
  end
  game.by_card, game.by_keyword, game.merged, game.removed_players = {}, {}, {}, EMPTY
  forget_all(game)
  for _, part in ipairs({ "kinds", "removed" }) do
    for _, kind in ipairs(names_of(named(data[part]))) do
      self:make(kind, named(data[part][kind]))
    end
  end
  for _, part in ipairs({ "kinds", "removed" }) do
    for _, kind in ipairs(names_of(data[part])) do
      self:fill_kind(kind, data[part][kind], part == "kinds")
    end
  end
  self:register()
  for i, row in ipairs(data.events) do
    self:fill_event(self.events[i], named(row))
  end
  for i, row in ipairs(data.envs) do
    self:fill_env(self.envs[i], named(row))
  end
  self:fill_counters()
  game.effects = mapped(rows(data.effects), function(row)
    return self:effect(rows(row))
  end)
  game.stack = self:values(data.stack)
  for _, event in ipairs(game.stack) do
    if type(event) ~= "table" or event._is ~= "event" then
      damaged("something lies among the events that is none")
    end
  end
  game.frames = mapped(rows(data.frames), function(row)
    return self:frame(rows(row)[1], row[2], row[3])
  end)
  game.game = (game.kinds.game or EMPTY)[1]
  game.changed = 0
end

function Reader:fill_counters()
  local game, data = self.game, self.data
  game.used, game.started, game.revealed = {}, {}, {}
  for _, row in ipairs(rows(data.used)) do
    local key, last = {}, #rows(row)
    if last ~= 3 and last ~= 4 then
      damaged("what counts a use has an ability, who carries it, maybe a verb, and a number")
    end
    for i = 1, last - 1 do
      key[i] = type(row[i]) == "number" and shown_int(row[i]) or plain(row[i])
    end
    key[3] = key[3] or ""
    game.used[concat(key, "\n")] = whole(row[last])
  end
  for verb, count in pairs(named(data.started)) do
    game.started[verb] = whole(count)
  end
  game.dirty, game.checking = set_of(mapped(rows(data.dirty), text)), set_of(mapped(rows(data.checking), whole))
  for _, row in ipairs(rows(data.revealed)) do
    local entity, player = whole(rows(row)[1]), whole(row[2])
    game.revealed[known_by({ _id = entity }, { _id = player })] = entity
  end
  for _, name in ipairs(COUNTS) do
    game[name] = whole(there(named(data.counts)[name]))
  end
  local before = rows(data.before)
  game.mark_of_run = { changed = 0, depth = 0, steps = whole(there(before[1])), changes = whole(there(before[2])) }
end

-- ---- entities

function Reader:make(kind, columns)
  local ids = rows(columns.id)
  member(self.code.kinds, kind)
  each_pair(ids, columns.card or mapped(ids, function()
    return null
  end), function(id, card)
    local entity = self:shell(kind, id)
    entity._card = card ~= null and member(self.code.prototypes, card) or nil
    if entity._card and entity._card._kind ~= kind then
      damaged("the card `" .. card .. "` is no " .. kind)
    end
  end)
end

function Reader:shell(kind, id)
  local class, next_id = member(self.code.kinds, kind), there(named(self.data.counts).next_id)
  if self.entities[whole(id)] or id <= 0 or id >= next_id then
    damaged(shown_int(id) .. " is no number of an entity, or is one twice")
  end
  local made = new_entity(class, id, nil)
  self.entities[id] = made
  return made
end

function Reader:fill_kind(kind, columns, is_alive)
  local class = self.code.kinds[kind]
  local held = mapped(columns.id, function(id)
    return self:entity(id)
  end)
  for _, entity in ipairs(held) do
    entity._alive = is_alive
  end
  if is_alive then
    self.game.kinds[kind] = held
  elseif class.is.player then
    self.game.removed_players = joined(self.game.removed_players, held)
  end
  local function each(column, fill)
    for i, row in ipairs(rows(column)) do
      if held[i] then
        fill(held[i], row)
      end
    end
  end
  each(columns.keywords or EMPTY, function(entity, instances)
    entity._keywords = mapped(rows(instances), function(row)
      return self:keyword(entity, rows(row))
    end)
  end)
  each(columns.statuses or EMPTY, function(entity, ids)
    entity._statuses = mapped(rows(ids), function(id)
      return self:entity(id)
    end)
  end)
  each(#held > 0 and class.figure and columns.at or EMPTY, function(entity, at)
    if at ~= null then
      entity.at = self:square_below(at)
    end
  end)
  if concat(names_of(named(columns.fields)), " ") ~= concat(class.sorted_names, " ") then
    damaged("a " .. kind .. " has other fields")
  end
  for _, declared in ipairs(class.fields) do
    each_pair(held, columns.fields[declared.name], function(entity, value)
      entity[declared.name] = self:field(declared, entity, value)
    end)
  end
end

function Reader:keyword(bearer, row)
  local name = row[2]
  local made = self:shell(name, row[1])
  local params = member(self.code.data.traits, name).params
  if #row ~= #params + 2 then
    unfit()
  end
  made.bearer = bearer
  for i, param in ipairs(params) do
    made[param] = self:value(row[i + 2])
  end
  return made
end

-- A value that its field can have.
function Reader:field(declared, entity, value)
  if declared.zone ~= "" then
    return self:laid(declared, entity, value)
  end
  local found, fits = self:value(value), TYPES[declared.type]
  if fits and not (found == nil and taken(declared.default) == nil) then
    local what = "`" .. declared.name .. "` of a " .. entity._kind
    if not fits[sort_of(value)] then
      damaged(what .. " is of another sort")
    elseif (declared.minimum and found < declared.minimum) or (declared.maximum and found > declared.maximum) then
      damaged(what .. " cannot be " .. shown_int(found))
    end
  end
  return found
end

function Reader:laid(declared, entity, ids)
  local items = mapped(rows(ids), function(id)
    return self:entity(id)
  end)
  local zone = { _is = "zone", name = declared.name, owner = entity, visible = declared.visible, items = items }
  for _, item in ipairs(items) do
    if item._zone ~= nil then
      damaged(shown_int(item._id) .. " lies in two zones")
    end
    item._zone = zone
    if is_within(zone, item) then
      damaged(shown_int(item._id) .. " lies within itself")
    end
  end
  return zone
end

-- What finds entities by card, keyword and square. Instances of keywords are numbered as they came.
function Reader:register()
  local game, standing = self.game, {}
  for _, held in pairs(game.kinds) do
    for _, entity in ipairs(held) do
      if entity._card then
        append_to(game.by_card, entity._card._id, entity)
      end
      for _, instance in ipairs(entity._keywords) do
        append_to(game.by_keyword, instance._kind, { entity, instance })
      end
    end
  end
  for name, bearers in pairs(game.by_keyword) do
    game.by_keyword[name] = sorted(bearers, function(a, b)
      return a[2]._id < b[2]._id
    end)
  end
  for _, row in ipairs(rows(self.data.standing)) do
    local held = {}
    for i = 2, #rows(row) do
      held[i - 1] = self:entity(row[i])
    end
    standing[self:square_below(row[1]).index] = held
  end
  game.standing = standing
end

-- ---- the rest

function Reader:effect(row)
  local number, modifiers, status = row[1], rows(row[3]), there(row[5])
  for _, modifier in ipairs(modifiers) do
    if whole(modifier) < 0 or modifier >= #self.code.lasting then
      damaged("an effect has no such modifier")
    end
  end
  return {
    _is = "effect", number = whole(number), duration = self:value(there(row[2])), modifiers = modifiers,
    env = self:value(there(row[4])), status = status ~= null and self:entity(status) or nil,
  }
end

function Reader:fill_event(event, row)
  local code = member(self.code.verbs, row.verb)
  event._verb, event._code = row.verb, code
  event._parent, event._number = self:value(there(row.parent)), whole(row.number)
  event._outcome, event._reason = text(row.outcome), self:value(there(row.reason))
  event._use = self:value(there(row.use))
  for _, pair in ipairs(rows(row.replaced)) do
    local carrier = there(rows(pair)[2])
    local shown = type(carrier) == "number" and shown_int(carrier) or carrier
    event._replaced[text(pair[1]) .. "\n" .. shown .. "\n"] = true
  end
  event._prevented = set_of(mapped(rows(row.prevented), text))
  for name, value in pairs(named(row.values)) do
    event[name_of(name)] = self:value(value)
  end
  setmetatable(event, EVENT)
end

function Reader:fill_env(env, row)
  for name, value in pairs(row) do
    env[name_of(name)] = self:value(value)
    if value == null then
      env._none[name] = true
    end
  end
end

function Reader:frame(name, pc, values)
  local known = member(self.frames, name)
  local class, slots = known[1], known[2]
  if concat(names_of(named(values)), " ") ~= concat(slots, " ") then
    damaged("a frame " .. name .. " has other values")
  end
  local made = setmetatable({ pc = whole(pc) }, class)
  for _, slot in ipairs(slots) do
    local found = self:value(values[slot])
    if SLOTS[slot] and not SLOTS[slot][sort_of(values[slot])] then
      damaged("`" .. slot .. "` of a frame " .. name .. " is of another sort")
    elseif slot == "values" then -- what is given as none is no default
      for i = 2, #values[slot] do
        found[values[slot][i][1]] = given(self:value(values[slot][i][2]))
      end
    end
    made[slot] = found
  end
  if name == "Body" and not (pc >= 0 and pc < #made.code.rows) then
    damaged("a body has no such row")
  end
  return made
end

local UNFIT = "something in it is missing, or stands where something else is needed"

-- The state of a snapshot that a host gives, if it has the form of one.
local function sound_state(state)
  return is_state(state) and state or Inputs.damaged(UNFIT)
end

-- Gives a new game, whose board is set, the state of a snapshot.
local function restore(game, data, frames)
  local fine, err = try(function()
    new_reader(game, data, frames):restore()
  end)
  if not fine then
    local is_told = type(err) == "table" and err._is == "damaged"
    Inputs.damaged(is_told and err.message or UNFIT)
  end
end

return { restore = restore, sound_state = sound_state }

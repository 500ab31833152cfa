-- Watching: what happens in a match, told to one viewer as data (`schemas/events.schema.json`).
--
-- Job: tell what happens while it happens, redacted as views are, so that a view and the events after it give the next
-- view. Input: a running game, which tells its eyes what it does (`show` of the changes). Output: JSON texts; the same
-- in every engine. Never changes the game.
--
-- `changes` of an event are what it changes in the view: a path and the new value, or a path alone for what is gone.

local insert, remove = table.insert, table.remove
local asker_of = need("asking", "asker_of")
local can_become = need("answers", "can_become")
local players_by_seat = need("entities", "players_by_seat")
local try = need("faults", "try")
local explain = need("offers", "explain")
local Inputs = need("setups", "Inputs")
local refill, shown_place = need("spending", "refill", "shown_place")
local as_object, null, to_json = need("json", "as_object", "null", "to_json")
local copied, joined, kept, less, mapped, position_of, shown_int, sorted = need(
  "values", "copied", "joined", "kept", "less", "mapped", "position_of", "shown_int", "sorted"
)
local new_teller, values_of, words_in = need("telling", "new_teller", "values_of", "words_in")
local HIDDEN, new_outlook = need("views", "HIDDEN", "new_outlook")
local new_withheld = need("withheld", "new_withheld")

local function add_all(items, others)
  for _, item in ipairs(others) do
    insert(items, item)
  end
  return items
end

-- Changes in the order of their paths.
local function in_order(...)
  local all = {}
  for _, changes in ipairs({ ... }) do
    add_all(all, changes)
  end
  return sorted(all, function(one, other)
    return less(one[1], other[1])
  end)
end

-- One viewer of a running game: what they see of it, what they were told, and what happened since. `told` has the parts
-- of the view as JSON texts. `fresh` was created, and is told with the place where it is put next.
local Eye = {}
Eye.__index = Eye

local function new_eye(game, asker, language, names)
  local outlook = new_outlook(game, asker)
  local eye = setmetatable({ _is = "eye", game = game, outlook = outlook, happened = {}, count = 0, fresh = nil }, Eye)
  eye.withheld = new_withheld(game, outlook)
  eye.withheld:look(values_of)
  eye.told = { entities = {}, zones = {}, request = "null" }
  eye.teller = language and new_teller(game.data, language, eye, names)
  eye.told.board, eye.told.players = to_json(outlook:board()), to_json(outlook:players())
  add_all(eye:look(outlook.rows), eye:changed("effects"))
  return eye
end

-- Something happens.
function Eye:see(what, about, more, last)
  if self.fresh ~= nil and not (what == "move" and about == self.fresh) then
    self:flush()
  end
  self["on_" .. what](self, about, more, last)
end

-- Tells what was created and not put anywhere.
function Eye:flush()
  if self.fresh ~= nil then
    self:on_move(self.fresh)
  end
end

-- Goes on from an eye whose game was played anew, so that all names are others.
function Eye:after(eye)
  local now = self.told
  self.told, self.count, self.happened = eye.told, eye.count, eye.happened
  local changes = add_all(self:changed("board"), self:changed("players"))
  for _, part in ipairs({ "entities", "zones" }) do
    for name in pairs(copied(self.told[part])) do
      if now[part][name] == nil then
        self.told[part][name] = nil
        insert(changes, { { part, name } })
      end
    end
  end
  self:tell("anew", {}, in_order(changes, self:look(self.outlook.rows), self:changed("effects")))
  return self
end

-- Something was laid.
function Eye:on_board()
  self:tell("board", {}, self:changed("board"))
end

-- What a part of the view has become, if it is another.
function Eye:changed(part)
  local found, before = self.outlook[part](self.outlook), self.told[part]
  self.told[part] = to_json(found)
  return self.told[part] ~= before and { { { part }, found } } or {}
end

-- What they may know now; what happened up to now is told by it.
function Eye:view(request)
  self:events(request)
  local found = self.outlook:data(request)
  found.request = self:asked(request)
  return found
end

-- What happened since they asked last.
function Eye:events(request)
  self:flush()
  local asked = self:asked(request)
  local text = to_json(asked)
  if text ~= self.told.request then
    self.told.request = text
    self:tell("ask", {}, { { { "request" }, asked } })
  end
  local happened = self.happened
  self.happened = {}
  return happened
end

-- What is asked, with its words.
function Eye:asked(request)
  local asked = self.outlook:request(request)
  if self.teller and asked ~= null and asked.options then
    asked.words = self.teller:asked(asked, request)
  end
  return asked
end

-- What cannot be chosen of what is asked, and why; what the viewer does not know is left out.
function Eye:refused()
  local found = {}
  refill(self.game)
  for _, pair in ipairs(explain(self.game)) do
    local option, why = self.outlook:value(pair[1]), pair[2]
    if option ~= HIDDEN then
      local reason, place, words = self.outlook:values(why.parts), shown_place(self.game, why.at), nil
      if self.teller then
        words = self.teller:refused(option, place, why.message, reason)
      end
      insert(found, as_object({ option = option, reason = reason, place = place, rows = why.rows, words = words }))
    end
  end
  return found
end

function Eye:tell(what, values, changes, words)
  self.count = self.count + 1
  values.seq, values.depth, values.what, values.changes = self.count, self.withheld:depth(), what, changes
  values.words = words or self.teller and self.teller:event(values)
  insert(self.happened, as_object(values))
end

-- ---- what the rules do

local function tell_event(what)
  return function(eye, event)
    local values = values_of(eye.outlook, event)
    if not eye.withheld:takes(what, event, values) then
      eye:tell(what, { verb = event._verb, values = values }, {})
    end
  end
end

Eye.on_begin, Eye.on_prevented, Eye.on_refused = tell_event("begin"), tell_event("prevented"), tell_event("refused")

function Eye:on_end(event)
  if not self.withheld:takes_end(event) then
    self:tell("end", { verb = event._verb }, {})
  end
end

function Eye:on_use(ability, me, this)
  local used = self.outlook:usable(ability, me, this)
  if used ~= HIDDEN then
    self:tell("use", used, {})
  end
end

function Eye:on_roll(faces, at)
  local roll = self.outlook:values(faces)
  local place = self.withheld:is_of_hidden_text() and "" or shown_place(self.game, at)
  self:tell("roll", { roll = roll }, {}, self.teller and self.teller:told_roll(place, roll))
end

function Eye:on_choose(request, answer)
  local is_asked = self.outlook.player == request.who
  local is_secret = request.kind == "mode" and not is_asked and self.withheld:is_of_hidden_text()
  local chosen = mapped(kept(answer, function(i)
    return i >= 0
  end), function(i)
    return is_secret and HIDDEN or self.outlook:value(request.options[i + 1])
  end)
  self:tell("choose", { who = self.outlook:value(request.who), kind = request.kind, chosen = chosen }, {})
end

-- ---- what changes

function Eye:on_create(entity)
  self.fresh = entity
end

function Eye:on_move(entity)
  local what = entity == self.fresh and "create" or "move"
  self.fresh = nil
  local before, from, around = self:name_of(entity), self:place_of(entity), self.outlook:nearby(entity)
  local changes = self:look_anew({ [entity._id] = true })
  local to = self:place_of(entity)
  local others = joined(self:look(around), self:look(self.outlook:nearby(entity)))
  local name = before or self:name_of(entity)
  if #changes + #others > 0 or to_json(from) ~= to_json(to) or (what == "create" and name) then
    self:tell(what, { entity = name or null, from = from, to = to }, in_order(changes, others))
  end
end

function Eye:on_remove(entity)
  local name, from = self:name_of(entity), self:place_of(entity)
  local changes = in_order(self:look_anew(self.outlook:nearby(entity)))
  if name or #changes > 0 then
    self:tell("remove", { entity = name or null, from = from }, changes)
  end
end

function Eye:on_reveal(entity, player)
  local changes, name = in_order(self:look_anew({ [entity._id] = true })), self:name_of(entity)
  if name or #changes > 0 then
    self:tell("reveal", { entity = name or null, who = self.outlook:value(player) }, changes)
  end
end

function Eye:on_shuffle(zone)
  local ids = { [zone.owner._id] = true }
  for _, item in ipairs(zone.items) do
    ids[item._id] = true
  end
  local changes, told = in_order(self:look_anew(ids)), self.outlook:value(zone)
  if told ~= HIDDEN or #changes > 0 then
    self:tell("shuffle", { zone = told.zone or null }, changes)
  end
end

local function tell_status(what)
  return function(eye, status)
    local before = eye:name_of(status)
    local changes = in_order(eye:look_anew({ [status.bearer._id] = true }))
    local told, bearer = eye.outlook:trait(status), eye:name_of(status.bearer)
    told.name = before or eye:name_of(status) or null
    if bearer or #changes > 0 then
      eye:tell(what, { entity = bearer or null, status = told }, changes)
    end
  end
end

Eye.on_status, Eye.on_drop = tell_status("status"), tell_status("drop")

local function is_part(entity, name)
  for _, field in ipairs(entity._class.fields) do
    if field.name == name then
      return field.part ~= ""
    end
  end
  return false
end

function Eye:on_change(owner, field, old)
  if owner._is ~= "entity" or self.outlook.rows[owner._id] == nil then
    return
  end
  local name, changes = self:name_of(owner), nil
  local before, after = self.outlook:value(old), self.outlook:value(owner[field])
  local is_other = to_json(before) ~= to_json(after)
  if not self.outlook:is_row(owner._id) then
    changes = in_order(self:look({ [owner.bearer._id] = true }))
  elseif is_part(owner, field) then
    changes = in_order(self:look_anew({ [owner._id] = true }))
  elseif name == nil or not is_other then
    return
  else
    self.told.entities[name].fields[field] = to_json(after)
    changes = { { { "entities", name, "fields", field }, after } }
  end
  if #changes > 0 or (name and is_other) then
    self:tell("change", { entity = name or null, field = field, before = before, after = after }, changes)
  end
end

-- What lasts has become another, or how long.
function Eye:on_lasting(effect)
  local bearers = effect and effect.status and { [effect.status.bearer._id] = true } or {}
  local changes = in_order(self:changed("effects"), self:look(bearers))
  if #changes > 0 then
    self:tell("lasting", {}, changes)
  end
end

-- Everything may be another.
function Eye:on_anew()
  self.fresh = nil
  local changes = self:look_anew({})
  self.withheld:look(values_of)
  self:tell("anew", {}, in_order(self:changed("board"), changes, self:look(self.outlook.rows), self:changed("effects")))
end

-- ---- where things are

function Eye:name_of(entity)
  local found = self.outlook.given[entity._id]
  return found and shown_int(found)
end

-- Where an entity was when they looked last: in a zone, or on a square.
function Eye:place_of(entity)
  local lying = self.outlook.lying[entity._id]
  if lying then
    local owner = self.outlook.given[lying.owner]
    return owner and as_object({ zone = shown_int(owner) .. "." .. lying.zone }) or HIDDEN
  end
  local row = self.told.entities[self:name_of(entity) or ""]
  return row and row.at ~= null and as_object({ square = row.at }) or null
end

-- ---- what is another in the view

-- What is another in the view, where what is seen may be another, too; of these entities, by id, in any case.
function Eye:look_anew(ids)
  local outlook, is_shifted = self.outlook, false
  local named, seen = copied(outlook.given), outlook.known
  outlook:look()
  local changes = self:changed("players")
  for id, was in pairs(seen) do
    is_shifted = is_shifted or (outlook.known[id] ~= nil and outlook.known[id] ~= was)
  end
  if is_shifted then -- others may name what is hidden now, or no longer
    ids = outlook.rows
    add_all(changes, self:changed("effects"))
  end
  ids = copied(ids)
  for id in pairs(outlook.given) do
    ids[id] = ids[id] or named[id] == nil or nil
  end
  for id, name in pairs(named) do
    if seen[id] ~= nil and not (outlook.rows[id] and outlook.given[id]) then
      add_all(changes, self:vanished(shown_int(name)))
    end
  end
  return add_all(changes, self:look(ids))
end

-- What of these entities, by id, is another in the view.
function Eye:look(ids)
  local changes = {}
  for id in pairs(ids) do
    if self.outlook.given[id] and self.outlook.rows[id] then
      self:print(id, changes)
    end
  end
  return changes
end

-- What is not in the view any more, with its zones.
function Eye:vanished(name)
  local entities, zones, changes = self.told.entities, self.told.zones, {}
  if entities[name] then
    if self.teller then
      self.teller.gone[name] = { kind = entities[name].kind, card = entities[name].card }
    end
    entities[name] = nil
    insert(changes, { { "entities", name } })
  end
  for zone in pairs(copied(zones)) do
    if string.match(zone, "^%d+") == name then
      zones[zone] = nil
      insert(changes, { { "zones", zone } })
    end
  end
  return changes
end

-- What of one entity and its zones is another in the view.
function Eye:print(id, changes)
  local told, outlook = self.told, self.outlook
  for zone, held in pairs(outlook:zones_of(id)) do
    local text = to_json(held)
    if told.zones[zone] ~= text then
      insert(changes, { { "zones", zone }, held })
      told.zones[zone] = text
    end
  end
  if not outlook:is_row(id) then
    return
  end
  local name, row = outlook:name_of(id), outlook:entity(id)
  local old = told.entities[name]
  local new = { kind = row.kind, at = row.at, card = row.card, members = {}, fields = {} }
  local is_new = old == nil or old.kind ~= row.kind
  local function compare(part, values, path)
    for member, value in pairs(values) do
      local text = member ~= "fields" and to_json(value) or nil
      new[part][member] = text
      if text and not is_new and old[part][member] ~= text then
        insert(changes, { joined(path, { member }), value })
      end
    end
  end
  compare("members", row, { "entities", name })
  compare("fields", row.fields, { "entities", name, "fields" })
  told.entities[name] = new
  if is_new then
    insert(changes, { { "entities", name }, row })
  end
end

-- What a player is asked.
local function choice_of(match)
  return match.request and match.request._is == "choose" and match.request or nil
end

-- What somebody may know of a match, as a JSON text.
local function viewed(match, player)
  return to_json(new_outlook(match.game, asker_of(match.game, player)):data(choice_of(match)))
end

-- Somebody who watches a match: what they may know of it, and what happened since they asked last, as JSON texts.
local Watcher = {}
Watcher.__index = Watcher

local function open_eye(watcher)
  local game = watcher.match.game
  local eye = new_eye(game, asker_of(game, watcher.player), watcher.language, watcher.names)
  insert(game.eyes, eye)
  return eye
end

local function new_watcher(match, player, language, names)
  local watcher = setmetatable({ match = match, player = player }, Watcher)
  watcher.language = language ~= nil and words_in(match.game.data, language) or nil
  watcher.names = Inputs.names(names, #players_by_seat(match.game))
  if #watcher.names > 0 and language == nil then
    Inputs.refuse("names of players are told in words: name a language, too")
  end
  watcher.eye = open_eye(watcher)
  return watcher
end

-- Watches the game that the match is now: it may have been played anew, and all names with it.
local function look(watcher)
  if not position_of(watcher.match.game.eyes, watcher.eye) then
    watcher.eye = open_eye(watcher):after(watcher.eye)
  end
end

-- What they may know now.
function Watcher:view()
  look(self)
  return to_json(self.eye:view(choice_of(self.match)))
end

-- What happened since they asked last, for a view or for events.
function Watcher:events()
  look(self)
  return to_json(self.eye:events(choice_of(self.match)))
end

-- What they are asked; of a referee what anybody is.
local function asked_of(watcher)
  local request, outlook = choice_of(watcher.match), watcher.eye.outlook
  return request and (outlook.seat == "all" or outlook.player == request.who) and request or nil
end

-- What they cannot choose now, and why, as a JSON text; of what others are asked they are told nothing.
function Watcher:refused()
  look(self)
  return to_json(asked_of(self) and self.eye:refused() or {})
end

-- Whether some answer to what they are asked has all of these options; refused where nothing is asked.
function Watcher:allows(picked)
  look(self)
  local positions = Inputs.answer(picked)
  local request = asked_of(self) or Inputs.refuse("nothing is asked now")
  refill(self.match.game)
  local fine, told = try(can_become, request, positions)
  if not fine then
    Inputs.refuse("whether " .. Inputs.shown_answer(positions) .. " can become an answer is not known")
  end
  return told
end

-- Keeps nothing more of what happens. Whoever asks again looks anew, and gives all names anew.
function Watcher:close()
  local eyes = self.match.game.eyes
  remove(eyes, position_of(eyes, self.eye) or #eyes + 1)
end

return { new_watcher = new_watcher, viewed = viewed }

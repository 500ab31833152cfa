-- The runtime of compiled rules in Lua: 5.1 to 5.4, and MoonSharp, which Tabletop Simulator runs.
--
-- Job: play the rules that a generated module hands over, event by event like every other runtime: the same choices
-- and dice give the same transcript, save and state hash. Input: a rules table. Output: requests for whoever answers.
--
-- It keeps to what all these dialects have: no goto, no integer division, no operators on bits, nothing of io, os or
-- debug, no number beyond 2^53. Numbers are whole; every division is floored, and every number is shown by `shown_int`.
-- Lists are arrays that are never changed once they are made, so that nothing has to be copied before a walk over it,
-- and a change of the game is always one value of one table, which the journal can give back.
-- What may stop early runs as a coroutine of its own (`protect`), because 5.1 cannot ask from inside of a pcall.

local M = {}
local core = {}
M.core = core

local floor, insert, concat = math.floor, table.insert, table.concat
local create_thread, resume, yield, status = coroutine.create, coroutine.resume, coroutine.yield, coroutine.status

-- ---------------------------------------------------------------------------------------------------- faults

-- What stops a run is a table, and MoonSharp raises nothing but texts: the table waits here while a text is on its way.
local STOP, on_its_way = "the rules stop here", nil

local function raise(err)
  if type(err) ~= "table" then
    error(err, 0)
  end
  on_its_way = err
  error(STOP, 0)
end

-- What was raised, by what a host says was: it may have put a place before it.
local function raised(told)
  if type(told) == "string" and string.find(told, STOP, 1, true) then
    return on_its_way
  end
  return told
end

-- `pcall`, with what was raised.
local function try(work, a, b, c)
  local fine, found = pcall(work, a, b, c)
  if fine then
    return true, found
  end
  return false, raised(found)
end
M.try = try

-- A defined failure of a run: a bound was passed, or content met a value that it does not have.
local function fault(message, at)
  raise({ _is = "fault", message = message, at = at or 0 })
end

-- A bound was passed. Rules cannot catch it: a trial that meets it has no answer.
local function exhausted(message, at)
  raise({ _is = "fault", message = message, at = at or 0, bound = true })
end

local function stopped_by(err, form)
  return type(err) == "table" and err._is == form
end

-- ---------------------------------------------------------------------------------------------------- values

-- A value that is none, where a table of values must tell "given as none" from "not given".
local NONE = { _is = "none" }

function core.given(value)
  if value == nil then
    return NONE
  end
  return value
end

-- What a table of tables holds under a key, made where it is missing.
local function under(tables, key)
  local found = tables[key]
  if found == nil then
    found = {}
    tables[key] = found
  end
  return found
end

local function taken(value)
  if type(value) == "table" and value._is == "none" then
    return nil
  end
  return value
end

local EMPTY = {}

local function shown_int(n)
  return string.format("%d", n)
end

local label

local function is_list(value)
  if type(value) ~= "table" then
    return false
  end
  local form = value._is
  return form == nil or form == "roll"
end

-- The things of a collection, to walk over: a list itself, what lies in a zone, the faces of a roll.
local function items_of(value)
  local form = value._is
  if form == "zone" then
    return value.items
  elseif type(value) ~= "table" or (form ~= nil and form ~= "roll") then
    error("a collection is needed", 0)
  end
  return value
end
core.listed = items_of

-- The number of a character of a text. MoonSharp's texts are made of UTF-16, and `unicode` reads them; the others' are
-- made of the bytes of UTF-8.
local unicode = string.unicode
local byte = unicode or string.byte

-- The bytes of UTF-8 of a character by its number.
local function utf8_of(code)
  if code < 128 then
    return { code }
  elseif code < 2048 then
    return { 192 + floor(code / 64), 128 + code % 64 }
  elseif code < 65536 then
    return { 224 + floor(code / 4096), 128 + floor(code / 64) % 64, 128 + code % 64 }
  end
  local third = floor(code / 4096)
  return { 240 + floor(third / 64), 128 + third % 64, 128 + floor(code / 64) % 64, 128 + code % 64 }
end

-- The bytes of UTF-8 of a text go to visit.
local function each_byte(text, visit)
  local high
  for i = 1, #text do
    local code = byte(text, i)
    if code < 128 or not unicode then
      visit(code)
    elseif code >= 55296 and code < 56320 then
      high = code - 55296
    else
      if code >= 56320 and code < 57344 then
        code = 65536 + high * 1024 + code - 56320
      end
      for _, b in ipairs(utf8_of(code)) do
        visit(b)
      end
    end
  end
end

-- Text in the order of its bytes, whatever the host takes for alphabetical.
local function text_before(a, b)
  local shorter = math.min(#a, #b)
  for i = 1, shorter do
    local x, y = byte(a, i), byte(b, i)
    if x ~= y then
      return x < y
    end
  end
  return #a < #b
end

-- -1, 0 or 1: numbers, truths as 0 and 1, texts, and lists by their first difference.
local function compared(a, b)
  local kind = type(a)
  if kind == "table" and is_list(a) then
    for i = 1, math.min(#a, #b) do
      local first = compared(a[i], b[i])
      if first ~= 0 then
        return first
      end
    end
    return compared(#a, #b)
  end
  if kind == "boolean" then
    a = a and 1 or 0
  end
  if type(b) == "boolean" then
    b = b and 1 or 0
  end
  if kind == "table" and a._is == "square" then
    a, b = a.index, type(b) == "table" and b.index or b
  end
  if a == b then
    return 0
  end
  if kind == "string" then
    return text_before(a, b) and -1 or 1
  end
  return a < b and -1 or 1
end

-- Values are compared, entities and squares by identity.
local function eq(a, b)
  if a == b then
    return true
  end
  if not is_list(a) or not is_list(b) or #a ~= #b then
    return false
  end
  for i = 1, #a do
    if not eq(a[i], b[i]) then
      return false
    end
  end
  return true
end
core.eq = eq

function core.less(a, b)
  return compared(a, b) < 0
end

-- What stands for a value as the key of a table: equal values have equal keys.
local function key_of(value)
  if type(value) ~= "table" or not is_list(value) then
    return value
  end
  local parts = {}
  for i = 1, #value do
    local item = value[i]
    if type(item) == "table" then
      item = item._is == "square" and "s" .. item.index or item._id and "e" .. item._id or key_of(item)
    elseif type(item) == "number" and math.abs(item) > 1000000000 then
      item = shown_int(item) -- beyond, some hosts leave digits out
    end
    parts[i] = tostring(item)
  end
  return "(" .. concat(parts, ",") .. ")"
end

local squares_made = {}

-- The square of a number and name; there is one of each, so that equal squares are the same table.
local function square_of(index, name)
  local key = index .. " " .. name
  if squares_made[key] == nil then
    local square = { _is = "square", index = index, name = name }
    square._alone = { square }
    squares_made[key] = square
  end
  return squares_made[key]
end

-- The items in order, each once.
local function unique(items)
  local found, seen, n = {}, {}, 0
  for i = 1, #items do
    local item = items[i]
    local key = item
    if is_list(item) then
      key = key_of(item)
    end
    if not seen[key] then
      seen[key] = true
      n = n + 1
      found[n] = item
    end
  end
  return found
end

local function position_of(items, item)
  if is_list(item) then
    for i = 1, #items do
      if eq(items[i], item) then
        return i
      end
    end
    return nil
  end
  for i = 1, #items do
    if items[i] == item then
      return i
    end
  end
  return nil
end

local function contains(items, item)
  local form = items._is
  if form == "zone" then
    return type(item) == "table" and item._is == "entity" and item._zone == items
  elseif form ~= nil then
    items = items_of(items)
  end
  if is_list(item) then
    return position_of(items, item) ~= nil
  end
  for i = 1, #items do
    if items[i] == item then
      return true
    end
  end
  return false
end
core.contains = contains

local function joined(a, b)
  local made, n = {}, #a
  for i = 1, n do
    made[i] = a[i]
  end
  for i = 1, #b do
    made[n + i] = b[i]
  end
  return made
end

local function with_item(items, item, position)
  local made, n = {}, #items
  position = position or n + 1
  for i = 1, position - 1 do
    made[i] = items[i]
  end
  made[position] = item
  for i = position, n do
    made[i + 1] = items[i]
  end
  return made
end

local function without_position(items, position)
  local made = {}
  for i = 1, #items do
    if i < position then
      made[i] = items[i]
    elseif i > position then
      made[i - 1] = items[i]
    end
  end
  return made
end

local function kept(items, test)
  local made, n = {}, 0
  for i = 1, #items do
    if test(items[i]) then
      n = n + 1
      made[n] = items[i]
    end
  end
  return made
end

local function mapped(items, change)
  local made = {}
  for i = 1, #items do
    made[i] = change(items[i])
  end
  return made
end

local function copied(set)
  local made = {}
  for key, value in pairs(set) do
    made[key] = value
  end
  return made
end

local function as_roll(faces)
  faces._is = "roll"
  return faces
end

local function append_to(table_of_lists, key, item)
  if table_of_lists[key] == nil then
    table_of_lists[key] = {}
  end
  insert(table_of_lists[key], item)
end

-- A merge sort: equal things keep their order, which `table.sort` does not promise.
local function sorted(items, before)
  local n = #items
  local from, to, width = {}, {}, 1
  for i = 1, n do
    from[i] = items[i]
  end
  while width < n do
    local start = 1
    while start <= n do
      local left, right = start, math.min(start + width, n + 1)
      local middle, stop = right, math.min(start + 2 * width, n + 1)
      for i = start, stop - 1 do
        if left < middle and (right >= stop or not before(from[right], from[left])) then
          to[i] = from[left]
          left = left + 1
        else
          to[i] = from[right]
          right = right + 1
        end
      end
      start = start + 2 * width
    end
    from, to = to, from
    width = 2 * width
  end
  return from
end

local function by_number(a, b)
  return a < b
end

local function by_id(a, b)
  return a._id < b._id
end

-- A face as it lies, `d6(4)`; its symbols in the order of their names.
local function shown_face(face)
  local parts = {}
  for _, name in ipairs(face.order) do
    local count = shown_int(face.symbols[name])
    parts[#parts + 1] = name == "value" and count or name .. " " .. count
  end
  return face.die .. "(" .. concat(parts, ", ") .. ")"
end

local function usable_text(use)
  local by = use.this ~= use.me and " by " .. label(use.this) or ""
  return use.name .. " of " .. label(use.me) .. by
end

local function shown_duration(duration)
  if duration.edge == "while" then
    return "while it holds"
  end
  return "until " .. duration.edge .. " of " .. (duration.skip and "next " or "") .. concat(duration.verbs, " or ")
end

local function labels(items, between)
  return concat(mapped(items, label), between)
end

-- A value as transcripts and prompts name it; the same in every run and runtime.
function label(value)
  local kind = type(value)
  if kind == "number" then
    return shown_int(value)
  elseif kind == "string" then
    return value
  elseif kind == "boolean" then
    return value and "true" or "false"
  elseif value == nil then
    return "none"
  end
  local form = value._is
  if form == "entity" then
    if type(value._id) ~= "number" then
      return tostring(value._id)
    end
    local named = rawget(value, "id")
    local own = type(named) == "string" and named ~= "" and named or value._kind
    local name = value._card and value._card._id or own
    return name .. "#" .. shown_int(value._id)
  elseif form == nil or form == "roll" then
    return "[" .. labels(value, ", ") .. "]"
  elseif form == "square" then
    return value.name
  elseif form == "face" then
    return shown_face(value)
  elseif form == "usable" then
    return usable_text(value)
  elseif form == "zone" then
    return label(value.owner) .. "." .. value.name
  elseif form == "duration" then
    return shown_duration(value)
  elseif form == "event" then
    return "<" .. value._verb .. " " .. shown_int(value._number) .. ">"
  end
  return form
end
M.label = label

local function message_of(parts)
  return concat(mapped(parts, label))
end

local function refusal(message, at, rows)
  return { _is = "refusal", message = message, at = at, rows = rows or EMPTY }
end

-- What a failed requirement of a text gave back, {message parts, at, rows}, as a refusal.
local function refused(failed)
  if failed == nil then
    return nil
  end
  return refusal(message_of(failed[1]), failed[2], failed[3])
end

local function missing_field(owner, name)
  error("a value of `" .. tostring(name) .. "` is not there", 0)
end

-- ---------------------------------------------------------------------------------------------------- coroutines

-- What runs is a pile of coroutines: `protect` puts one on top, and what it ends with comes back to the one below. A
-- request goes straight to whoever drives the pile, so that nothing is nested in the host's own stack.
local CALL, DONE = { _is = "call" }, { _is = "done" }

-- Runs a function that may ask; gives true and its value, or false and the error that ended it.
local function protect(work, a, b, c, d)
  return yield(CALL, work, a, b, c, d)
end

-- A coroutine does one piece of work after another, for a new one is dear in some hosts.
local function worker(work, a, b, c, d)
  while true do
    work, a, b, c, d = yield(DONE, work(a, b, c, d))
  end
end

local idle = {}

local function hired()
  local n = #idle
  if n == 0 then
    return create_thread(worker)
  end
  local thread = idle[n]
  idle[n] = nil
  return thread
end

-- A run that can be driven step by step.
local Run = {}
Run.__index = Run

local function new_run(work)
  return setmetatable({ pile = { hired() }, depth = 1, work = work }, Run)
end

-- Goes on with an answer, or with an error in its place, to the next request. Gives the request, or nil and the value
-- that the run ended with; raises what ended it early.
function Run:go(answer, failure)
  local pile, thread = self.pile, self.pile[self.depth]
  local alive, form, a, b, c, d, e
  if self.work then
    alive, form, a, b, c, d, e = resume(thread, self.work)
    self.work = nil
  else
    alive, form, a, b, c, d, e = resume(thread, answer, failure)
  end
  while true do
    if alive and form == CALL then
      self.depth = self.depth + 1
      thread = hired()
      pile[self.depth] = thread
      alive, form, a, b, c, d, e = resume(thread, a, b, c, d, e)
    elseif alive and form ~= DONE then
      return form
    else
      pile[self.depth] = nil
      self.depth = self.depth - 1
      if alive then
        idle[#idle + 1] = thread
      end
      if self.depth == 0 then
        if not alive then
          raise(raised(form))
        end
        return nil, a
      end
      thread = pile[self.depth]
      if alive then
        alive, form, a, b, c, d, e = resume(thread, true, a)
      else
        alive, form, a, b, c, d, e = resume(thread, false, raised(form))
      end
    end
  end
end

-- Runs work to its end; `answer` answers its requests, and its faults are raised inside of the work.
local function drive(work, answer)
  local run = new_run(work)
  local request, value = run:go()
  while request do
    local fine, found = try(answer, request)
    if fine then
      request, value = run:go(found)
    else
      request, value = run:go(nil, found)
    end
  end
  return value
end

-- ---------------------------------------------------------------------------------------------------- state

local Game = {}
Game.__index = Game
M.Game = Game

-- What a run may do; `work` is for a stretch between two answers of a player.
local BOUNDS = {
  work = 100000000, steps = 2000000, changes = 1000000, depth = 60, entities = 5000, statuses = 500, crowd = 100,
  checks = 200, size = 10000,
}
-- The work of an event or request, of a change and of one way through a trial; how many questions may be asked inside of
-- each other; so much work is done between two looks of a watch.
local SPENT = { event = 20, change = 5, try = 10, nested = 20, slice = 50000 }
local LARGEST = 9007199254740992 -- a number is smaller, so that every engine has all of its digits

-- What an entity holds beside the fields of its kind.
local OWN_NAMES = { _card = true, _zone = true, _alive = true, _statuses = true, _keywords = true, bearer = true }

function M.new(code)
  local game = setmetatable({
    code = code, data = code.data, cards = code.prototypes, bounds = copied(BOUNDS), kinds = {}, by_card = {},
    by_keyword = {}, standing = {}, effects = {}, used = {}, started = {}, dirty = {}, checking = {}, stack = {},
    steps = 0, events = 0, next_id = 1, trial = 0, outermost = {}, test_names = {}, revealed = {},
    squares = {}, square_at = {}, square_names = {}, changed = 0, changed_in = {}, changed_at = {}, changed_from = {},
    known = {}, merged = {}, nested = 0, footprints = {}, changes = 0,
    work = BOUNDS.work, floor = 0,
  }, Game)
  for name in pairs(code.kinds) do
    game.kinds[name] = EMPTY
  end
  if code.kinds.game then
    game.game = game:create("game", nil, {})
  end
  return game
end

-- ---- work: the same count in every engine, whatever it remembers

-- What a host allows: `work` for each answer, and `watch`, which is asked from time to time.
function Game:limit(limits)
  self.bounds.work = limits.work or self.bounds.work
  self.watch = limits.watch
end

-- Somebody has answered, or something new begins: all work may be done again.
function Game:refill()
  self.work = self.bounds.work
  self.floor = math.max(self.work - SPENT.slice, 0)
end

-- An outermost event begins.
function Game:begin()
  self.steps, self.changes, self.nested = 0, 0, 0
  self:refill()
end

-- The work is at its end, or it is time to ask whether the game shall go on.
function Game:look(at)
  if self.work < 0 then
    exhausted("more than " .. shown_int(self.bounds.work) .. " units of work were needed" .. self:near(at), at)
  end
  if self.watch and self.watch() then
    raise({ _is = "stopped" })
  end
  self.floor = math.max(self.work - SPENT.slice, 0)
end

function Game:near(at)
  if at < 0 then
    return ""
  end
  local path, line = self:place_of(at)
  return ", at " .. string.match(path, "[^/]*$") .. ":" .. shown_int(line)
end

-- Work at a place of the author's text.
function Game:spend(work, at)
  work = self.work - work
  self.work = work
  if work < self.floor then
    self:look(at)
  end
end

-- A collection that a loop walks over, with so much work for each; `at` only for a loop in a loop.
function Game:over(items, work, at)
  self.work = self.work - (items._is and #items_of(items) or #items) * (work or 1)
  if at and self.work < self.floor then
    self:look(at)
  end
  return items
end

-- How often a loop runs.
function Game:rounds(count, at)
  if count > 10000 then
    exhausted("a loop of more than 10,000 rounds" .. self:near(at), at)
  end
  return math.max(count, 0)
end

-- A collection that was made.
function Game:sized(items)
  self.work = self.work - #items
  if #items > self.bounds.size then
    exhausted("a collection of more than " .. shown_int(self.bounds.size))
  end
  return items
end

-- Something of the state changes, in a collection of a size.
function Game:changed_one(size)
  self.work = self.work - SPENT.change - (size or 0)
  self.changes = self.changes + 1
  if self.changes > self.bounds.changes then
    exhausted("more than " .. shown_int(self.bounds.changes) .. " changes were made")
  end
end

-- What a table keeps under a key, with what it cost to work out: knowing it costs the same.
local function charged(rt, known, key, work, ...)
  local found = known[key]
  if found ~= nil and found.cost <= rt.work then
    rt.work = rt.work - found.cost
    return found.value
  end
  local before = rt.work
  local value = work(...)
  known[key] = { value = value, cost = before - rt.work }
  return value
end

-- ---- the journal

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

-- A number that was worked out, unless it is past what every engine can hold.
local function past(value)
  if value <= -LARGEST or value >= LARGEST then
    fault("a number passed 2^53")
  end
  return value
end

function core.plus(a, b)
  return past(a + b)
end

function core.minus(a, b)
  return past(a - b)
end

-- Some hosts have numbers of 64 bits, of which a product leaves out the upper ones.
function core.product(a, b)
  past(a / 1 * b)
  return a * b
end

-- The sum of numbers; where it passes what can be held on the way, in two halves, of which none does.
function core.sum(rt, items)
  if rt then
    rt:over(items)
  end
  local total, low, high = 0, 0, 0
  items = items_of(items)
  for i = 1, #items do
    total = total + items[i]
    if total <= -LARGEST or total >= LARGEST then
      for n = 1, #items do
        local rest = math.fmod(items[n], 67108864)
        low, high = low + rest, high + (items[n] - rest) / 67108864
      end
      past(high / 1 * 67108864 + low)
      return floor(high * 67108864 + low)
    end
  end
  return total
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

-- ---- zones and the board

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
function Game:put(entity, zone, top)
  self:take(entity)
  self:lift(entity)
  self:changed_one(#zone.items)
  self:append(zone, "items", entity, top and 1 or nil)
  self:change(entity, "_zone", zone)
  self:touch(zone.name)
end

function Game:put_top(entity, zone)
  self:put(entity, zone, true)
end

function Game:put_bottom(entity, zone)
  self:put(entity, zone, false)
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

-- ---- statuses and lasting effects

-- Lays a status on its bearer, by the status's way of stacking.
function Game:add_status(name, values, bearer, duration)
  if bearer == nil or not bearer._alive then
    return
  end
  if #values ~= #self.data.traits[name].params then
    fault("`" .. name .. "` was given to " .. label(bearer) .. " without its values")
  end
  for _, old in ipairs(self:rivals(name, values, bearer)) do
    if self:outranks(old, values) then
      self:renew(old, values, duration)
      return
    end
    self:drop(old)
  end
  self:check_room(name)
  if #bearer._statuses >= self.bounds.statuses then
    exhausted("more than " .. shown_int(self.bounds.statuses) .. " statuses lie on " .. label(bearer))
  end
  local made = self:instance(name, values, bearer)
  self:append(self.kinds, name, made)
  self:append(bearer, "_statuses", made)
  self:lasts({ _is = "effect", number = made._id, duration = duration, modifiers = EMPTY, status = made })
  self:touch("*")
end

function Game:status_values(lying)
  local values = {}
  for i, param in ipairs(self.data.traits[lying._kind].params) do
    values[i] = lying[param]
  end
  return values
end

local function of_status(bearer, name)
  return kept(bearer._statuses, function(lying)
    return lying._kind == name
  end)
end

-- The statuses beside which a new one cannot lie: all, or those with its value of the parameter that counts.
function Game:rivals(name, values, bearer)
  local declared = self.data.traits[name]
  local same, index = of_status(bearer, name), position_of(declared.params, declared.stacking)
  if index then
    return kept(same, function(lying)
      return eq(lying[declared.params[index]], values[index])
    end)
  end
  local one = declared.stacking == "none" or declared.stacking == "highest" or declared.stacking == "lowest"
  return one and same or EMPTY
end

-- Whether a status stays where a rival comes.
function Game:outranks(old, values)
  local stacking, own = self.data.traits[old._kind].stacking, self:status_values(old)
  if stacking == "none" or eq(own, values) then
    return true
  end
  local order = compared(own, values)
  if stacking == "lowest" then
    return order < 0
  end
  return order > 0
end

-- The same status again: it lasts as long as the later one. A weaker one leaves it as it is.
function Game:renew(lying, values, duration)
  if self.data.traits[lying._kind].stacking ~= "none" and not eq(self:status_values(lying), values) then
    return
  end
  for _, effect in ipairs(self.effects) do
    if effect.status == lying and effect.duration then
      self:change(effect, "duration", duration)
    end
  end
end

-- Takes a status off, or each of a collection of them.
function Game:drop(lying)
  if is_list(lying) then
    for _, one in ipairs(lying) do
      self:drop(one)
    end
    return
  end
  if lying == nil or not lying._alive then
    return
  end
  self:changed_one()
  self:change(lying, "_alive", false)
  self:extract(self.kinds, lying._kind, lying)
  self:extract(lying.bearer, "_statuses", lying)
  for _, effect in ipairs(self.effects) do
    if effect.status == lying then
      self:end_effect(effect)
    end
  end
  self:touch("*")
end

function Game:drop_named(name, bearer)
  for _, lying in ipairs(of_status(bearer, name)) do
    self:drop(lying)
  end
end

function Game:lasts(effect)
  self:changed_one(#self.effects + 1)
  self:append(self, "effects", effect)
end

function Game:end_effect(effect)
  self:changed_one(#self.effects - 1)
  self:extract(self, "effects", effect)
end

-- ---- a canonical picture of the state

local function shown(value, hidden)
  if type(value) == "table" and value._is == "zone" then
    return "[" .. concat(mapped(value.items, function(e)
      return hidden[e] and "?" or label(e)
    end), " ") .. "]"
  elseif type(value) == "table" and value._is == "roll" then
    return "[" .. labels(value, " ") .. "]"
  end
  return label(value)
end

-- Every entity with every value, in one text; equal states give equal texts in every runtime. Of the `hidden` ones
-- nothing is told but how many lie in a zone.
function Game:picture(hidden)
  hidden = hidden or EMPTY
  local known, lines = {}, {}
  for _, entities in pairs(self.kinds) do
    for _, entity in ipairs(entities) do
      if not hidden[entity] then
        known[#known + 1] = entity
      end
    end
  end
  for i, entity in ipairs(sorted(known, by_id)) do
    local parts = { label(entity) }
    if entity._zone then
      parts[#parts + 1] = "in=" .. label(entity._zone)
    end
    if entity._class.figure then
      parts[#parts + 1] = "at=" .. (entity.at and label(entity.at) or "None")
    end
    local values = {}
    for n, name in ipairs(entity._class.sorted_names) do
      values[n] = name .. "=" .. shown(rawget(entity, name), hidden)
    end
    lines[i] = concat(parts, " ") .. " " .. concat(values, " ")
  end
  return concat(lines, "\n")
end

-- The picture of what a player may know: what was revealed, or lies where the zone's `visible` shows it.
function Game:view(player)
  local hidden = {}
  for _, entities in pairs(self.kinds) do
    for _, entity in ipairs(entities) do
      local zone = entity._zone
      local unseen = zone and (zone.visible == "none" or (zone.visible == "owner" and zone.owner ~= player))
      if unseen and not self.revealed[known_by(entity, player)] then
        hidden[entity] = true
      end
    end
  end
  return self:picture(hidden)
end

-- ---------------------------------------------------------------------------------------------------- modifiers

local NO_ENV = {}

-- ---- liveness

-- Every `self` and `this` for which an ability is live, oldest carrier first: one list, two values for each.
function Game:carriers(ability)
  local form, name, found, n = ability.form, ability.name, {}, 0
  local function add(me, this)
    found[n + 1], found[n + 2] = me, this
    n = n + 2
  end
  if form == "card" then
    for _, entity in ipairs(self:over(ability.live and rawget(self.by_card, name) or EMPTY)) do
      self:live_selves(ability.live, entity, add)
    end
  elseif form == "every" then
    for _, entity in ipairs(self:over(self:of_kind(name))) do
      if self:is_present(entity) then
        add(entity, entity)
      end
    end
  elseif form == "status" then
    for _, lying in ipairs(self:over(self.kinds[name])) do
      add(lying.bearer, lying)
    end
  else
    for _, pair in ipairs(self:over(self:keyword_bearers(name))) do
      if self:is_present(pair[1]) then
        add(pair[1], pair[2])
      end
    end
  end
  return found
end

-- Who `self` is in the live text of a carrier.
function Game:live_selves(live, this, add)
  local condition = live.condition
  if condition and not live.needs_self and not condition(self, nil, this) then
    return
  end
  local asks = condition and live.needs_self
  local found = live.subject(self, this)
  if live.each then
    self:over(found)
  else
    found = { found }
  end
  for _, me in ipairs(items_of(found)) do
    if not asks or condition(self, me, this) then
      add(me, this)
    end
  end
end

-- Whether an entity takes part: its kind's `live` line holds, or it lies in no zone.
function Game:is_present(entity)
  local live = self.code.live_of_kind[entity._kind]
  if live == nil or live.needs_self then
    return entity._zone == nil
  end
  return live.condition == nil or live.condition(self, nil, entity)
end

-- Who has a keyword, printed or granted, with the instance that holds its values.
function Game:keyword_bearers(name)
  local found = self.by_keyword[name] or EMPTY
  if self.code.modifiers["grant " .. name] or #self:lasting_on("grant", name) > 0 then
    found = joined(found, EMPTY)
    for _, entity in ipairs(self:over(self:of_kind(self.data.traits[name].kind))) do
      self:each_granted(entity, name, function(granted)
        found[#found + 1] = { entity, granted }
        return false
      end)
    end
  end
  return found
end

function Game:holds(ability, me, this, trigger)
  local condition = ability.condition
  return condition == nil or condition(self, me, this, trigger)
end

-- ---- modifiers of values

-- Live modifiers of a form on a stat or trait go to visit(modifier, self, this, env, age), until it gives true.
function Game:each_modifier(form, stat, visit)
  for _, filed in ipairs(self.code.modifiers[form .. " " .. stat] or EMPTY) do
    local ability, modifier = filed[1], filed[2]
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:holds(ability, me, this, nil) and visit(modifier, me, this, NO_ENV, this._id) then
        return
      end
    end
  end
  self:each_lasting(form, stat, function(modifier, effect)
    return visit(modifier, nil, nil, effect.env, effect.number)
  end)
end

-- What lasts of a form on a stat, as {modifier, effect}; sorted by that once for as long as nothing comes or goes.
function Game:lasting_on(form, stat)
  if self.filed ~= self.effects then
    self.filed, self.lasting_by = self.effects, {}
    for _, effect in ipairs(self.effects) do
      for _, index in ipairs(effect.modifiers) do
        local modifier = self.code.lasting[index + 1]
        append_to(self.lasting_by, modifier.form .. " " .. modifier.stat, { modifier, effect })
      end
    end
  end
  return self.lasting_by[form .. " " .. stat] or EMPTY
end

function Game:each_lasting(form, stat, visit)
  for _, filed in ipairs(self:over(self:lasting_on(form, stat))) do
    if self:effect_holds(filed[2].duration) and visit(filed[1], filed[2]) then
      return
    end
  end
end

function Game:effect_holds(duration)
  if duration == nil or duration.edge ~= "while" or duration.condition == nil then
    return true
  end
  return duration.condition(self, nil, duration.env)
end

function Game:affects(modifier, it, me, this, env)
  if modifier.scope == nil then
    local own = me
    if own == nil then
      own = rawget(env, "self")
    end
    if it ~= own then
      return false
    end
  elseif not modifier.scope(self, it, nil, me, this, env) then
    return false
  end
  return modifier.condition == nil or modifier.condition(self, it, nil, me, this, env)
end

-- A stat with all modifiers.
function Game:stat(owner, name)
  if owner == nil then
    fault("`" .. name .. "` of none is not known")
  end
  if owner._is ~= "entity" then
    return owner[name]
  end
  local known = self.known
  local of_owner = known[owner]
  local found = of_owner and of_owner[name]
  if found and found.cost <= self.work then
    self.work = self.work - found.cost
    return found.value
  end
  local stats = self.code.stat_of[owner._kind]
  local declared = stats and stats[name]
  local base
  if declared and declared.value and not (owner._alive and type(owner._id) == "number") then
    return declared.value(self, owner)
  elseif not declared or not owner._alive or type(owner._id) ~= "number" then
    return owner[name]
  end
  local before = self.work
  self.nested = self.nested + 1
  if self.nested > SPENT.nested then
    exhausted("`" .. name .. "` depends on itself through modifiers")
  end
  if declared.value then
    base = declared.value(self, owner)
  else
    base = owner[name]
  end
  local value = past(self:modified(base, declared.stacking, owner, name))
  self.nested = self.nested - 1
  if known == self.known then
    under(known, owner)[name] = { value = value, cost = before - self.work }
  end
  return value
end

-- Bonuses together: all, the best, the worst, one, or the best of each source; penalties likewise.
local function stacked(values, stacking)
  if #values == 0 then
    return 0
  end
  local total, high, low, best = 0, values[1].value, values[1].value, {}
  for _, v in ipairs(values) do
    total, high, low = total + v.value, math.max(high, v.value), math.min(low, v.value)
    local before = best[v.source]
    if before == nil or math.abs(v.value) > math.abs(before) then
      best[v.source] = v.value
    end
  end
  if stacking == "highest" then
    return math.max(0, high) + math.min(0, low)
  elseif stacking == "lowest" then
    return low
  elseif stacking == "none" then
    return values[1].value
  elseif stacking == "source" then
    total = 0
    for _, value in pairs(best) do
      total = total + value
    end
  end
  return past(total)
end

-- A printed value, then overrides, of which the latest wins, then sums and bests, then `at least` and `at most`.
function Game:modified(value, stacking, owner, name)
  local latest
  for _, v in ipairs(self:values_of("override", owner, name)) do
    if latest == nil or v.age > latest.age then
      latest = v
    end
  end
  if latest then
    value = latest.value
  end
  value = value + stacked(self:values_of("adjust", owner, name), stacking)
  local least, most = self:values_of("least", owner, name), self:values_of("most", owner, name)
  for _, v in ipairs(least) do
    value = math.max(value, v.value)
  end
  for _, v in ipairs(most) do
    value = math.min(value, v.value)
  end
  return value
end

-- What counts as one source: the same line of the same named card, keyword or status.
local function source_of(modifier, this)
  if this == nil then
    return modifier.at
  end
  return modifier.at .. " " .. (this._card and this._card._id or this._kind)
end

function Game:values_of(form, owner, name)
  if not self.code.changes[form][name] then
    return EMPTY
  end
  local found = {}
  self:each_modifier(form, name, function(modifier, me, this, env, age)
    if self:affects(modifier, owner, me, this, env) then
      local value = modifier.value(self, owner, nil, me, this, env)
      found[#found + 1] = { value = value, age = age, source = source_of(modifier, this) }
    end
  end)
  return found
end

-- ---- what an entity has

-- Whether an entity has a keyword or status, or a square a terrain.
function Game:has(owner, name)
  if owner == nil then
    return false
  end
  if owner._is == "square" then
    return self.grid.terrain[owner.index][name] or false
  end
  local known = under(self.known, name)
  local found = known[owner]
  if found == nil or (found ~= true and found ~= false and found.cost > self.work) then
    local before = self.work
    local value = self:has_now(owner, name) or false
    local cost = before - self.work
    known[owner] = value -- most cost nothing
    if cost > 0 then
      known[owner] = { value = value, cost = cost }
    end
    return value
  elseif found == true or found == false then
    return found
  end
  self.work = self.work - found.cost
  return found.value
end

-- The same of an entity, worked out.
function Game:has_now(owner, name)
  local lying, printed = owner._statuses, owner._keywords
  for i = 1, #lying do
    if lying[i]._kind == name then
      return true
    end
  end
  for i = 1, #printed do
    if printed[i]._kind == name then
      return true
    end
  end
  if type(owner._id) == "string" then -- a card itself has what is printed on it
    for _, keyword in ipairs(owner.keywords or EMPTY) do
      if keyword[1] == name then
        return true
      end
    end
    return false
  end
  if not self.code.changes.grant[name] then
    return false
  end
  return self:each_granted(owner, name, function()
    return true
  end)
end

-- Goes over the instances of a keyword that modifiers grant, one for all grants of the same values, until `found` is
-- content with one; gives whether it was. Their ids are no numbers, for they are no cards, and the same each time, so
-- that limits of use hold.
function Game:each_granted(owner, name, found)
  local told, done = {}, false
  self:each_modifier("grant", name, function(modifier, me, this, env)
    if not self:affects(modifier, owner, me, this, env) then
      return false
    end
    local values = {}
    for i, value in ipairs(modifier.values) do
      values[i] = core.given(value(self, owner, nil, me, this, env))
    end
    for _, other in ipairs(told) do
      if eq(other, values) then
        return false
      end
    end
    told[#told + 1] = values
    local held = #values > 0 and "(" .. labels(mapped(values, taken), ", ") .. ")" or ""
    local id = name .. held .. " of " .. tostring(owner._id)
    done = found(with_values(new_entity(self.code.kinds[name], id, nil), self.data.traits[name].params, values, owner))
    return done
  end)
  return done
end

-- The refusal of a prohibition: in its own sentence where it has one.
function Game:told(modifier, event, me, this, env)
  local parts = {}
  for i, value in ipairs(modifier.values) do
    parts[i] = label(value(self, nil, event, me, this, env))
  end
  local sentence = concat(parts)
  return refusal(sentence ~= "" and sentence or event._verb .. " is forbidden", modifier.at, modifier.rows)
end

-- The prohibition that an event meets, if any: `cannot` beats everything.
function Game:forbidden(event)
  self.work = self.work - #self.effects
  for _, filed in ipairs(self.code.forbids[event._verb] or EMPTY) do
    local ability, modifier = filed[1], filed[2]
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:holds(ability, me, this, nil) and modifier.condition(self, nil, event, me, this, NO_ENV) then
        return self:told(modifier, event, me, this, NO_ENV)
      end
    end
  end
  for _, effect in ipairs(self.effects) do
    for _, index in ipairs(effect.modifiers) do
      local modifier = self.code.lasting[index + 1]
      local forbids = modifier.form == "forbid" and position_of(modifier.verbs, event._verb)
      if forbids and self:effect_holds(effect.duration)
        and modifier.condition(self, nil, event, nil, nil, effect.env) then
        return self:told(modifier, event, nil, nil, effect.env)
      end
    end
  end
  return nil
end

-- ---------------------------------------------------------------------------------------------------- choices

local MOST_TRIES = 64

function Game:is_tracing()
  return self.trace ~= nil and self.trial == 0
end

-- Writes a line of the transcript.
function Game:tell(text)
  insert(self.trace, { depth = #self.stack, text = text })
end

function Game:count_step(at)
  self.steps = self.steps + 1
  if self.steps > self.bounds.steps then
    exhausted("more than " .. shown_int(self.bounds.steps) .. " steps were taken")
  end
  self:spend(SPENT.event, at)
end

-- Asks whoever drives the run; a fault in the answer is raised here.
function Game:ask(request)
  self:count_step(request.at)
  local by_player = request._is == "choose" and self.trial == 0
  if by_player then
    self:refill() -- what is asked about it while it waits is no work of the game's
  end
  local answer, failure = yield(request)
  if by_player then
    self:refill()
  end
  if failure ~= nil then
    raise(failure)
  end
  return answer
end

-- Positions from 0 below n, `size` at a time, in order, go to visit until it gives true.
local function combinations(n, size, visit)
  if size > n then
    return
  end
  local picked = {}
  for i = 1, size do
    picked[i] = i - 1
  end
  while true do
    if visit(joined(picked, EMPTY)) then
      return
    end
    local i = size
    while i >= 1 and picked[i] == n - size + i - 1 do
      i = i - 1
    end
    if i < 1 then
      return
    end
    picked[i] = picked[i] + 1
    for j = i + 1, size do
      picked[j] = picked[j - 1] + 1
    end
  end
end

local function at_positions(options, positions)
  return mapped(positions, function(i)
    return options[i + 1]
  end)
end

-- Legal answers of a choice in a fixed order, at most so many, put into a list.
local function first_answers(request, most, found)
  local count = #request.options
  if request.kind == "use" then
    found[1] = { -1 }
  end
  if request.least == 1 and request.most == 1 then
    for i = 0, count - 1 do
      if #found >= most then
        break
      end
      found[#found + 1] = { i }
    end
    return found
  end
  for size = request.least, request.most do
    if #found >= most then
      break
    end
    combinations(count, size, function(picked)
      if request.such_that == nil or request.such_that(at_positions(request.options, picked)) then
        found[#found + 1] = picked
      end
      return #found >= most
    end)
  end
  return found
end

-- The same of a choice that waits: as many as its work allows to find.
local function legal_answers(request, most)
  local found = {}
  local fine, err = try(first_answers, request, most, found)
  if not fine and (#found == 0 or type(err) ~= "table" or not err.bound) then
    raise(err)
  end
  return found
end
M.legal_answers = legal_answers

local function shown_answer(answer)
  if type(answer) ~= "table" then
    return label(answer)
  end
  return "[" .. labels(answer, ", ") .. "]"
end

local function is_pass(request, answer)
  return request.kind == "use" and type(answer) == "table" and #answer == 1 and answer[1] == -1
end

-- Refuses an answer that names no option, too few, too many, or breaks the condition on the whole.
local function check_answer(request, answer)
  if is_pass(request, answer) then
    return
  end
  local fits = type(answer) == "table" and #answer >= request.least and #answer <= request.most
  local seen = {}
  for _, i in ipairs(fits and answer or EMPTY) do
    fits = fits and type(i) == "number" and i == floor(i) and i >= 0 and i < #request.options and not seen[i]
    seen[i] = true
  end
  if not fits or (request.such_that and not request.such_that(at_positions(request.options, answer))) then
    fault(shown_answer(answer) .. " is no legal answer", request.at)
  end
end

-- The file, line and column of a text, and what it belongs to.
function Game:place_of(at)
  local span = self.data.spans[at + 1]
  return self.data.paths[span[1] + 1], span[2], span[3], self.data.owners[span[4] + 1]
end

function Game:shown_place(at)
  local path, line, column = self:place_of(at)
  return path .. ":" .. shown_int(line) .. ":" .. shown_int(column)
end

function Game:prompt(at)
  local path, line, _, owner = self:place_of(at)
  if owner == "" then
    owner = #self.stack > 0 and self.stack[#self.stack]._verb or ""
  end
  return owner .. " (" .. string.match(path, "[^/]*$") .. ":" .. shown_int(line) .. ")"
end

-- One of the choices that a game asks for; the answer is a list of positions from 0.
function Game:pick(who, kind, options, least, most, at, such_that)
  if who == nil then
    fault("nobody is there to decide", at)
  end
  local judge = such_that and function(picked)
    self:spend(1 + #picked, -1)
    return such_that(picked)
  end
  local request = {
    _is = "choose", who = who, kind = kind, prompt = self:prompt(at), options = options, least = least, most = most,
    at = at, such_that = judge,
  }
  if kind == "some" and judge and #first_answers(request, 1, {}) == 0 then
    return nil
  end
  local answer = self:ask(request)
  check_answer(request, answer)
  if self:is_tracing() then
    local chosen = mapped(answer, function(i)
      return i >= 0 and label(options[i + 1]) or "pass"
    end)
    self:tell(label(who) .. " chooses " .. (#chosen > 0 and concat(chosen, ", ") or "nothing"))
  end
  return answer
end

-- The options of the least rank, or for `all` every one in the order of their ranks.
local function best_of(found, rank, all)
  local ranked, best = {}, nil
  for i, option in ipairs(found) do
    ranked[i] = { rank(option), option }
    if best == nil or compared(ranked[i][1], best) < 0 then
      best = ranked[i][1]
    end
  end
  if all then
    ranked = sorted(ranked, function(a, b)
      return compared(a[1], b[1]) < 0
    end)
  else
    ranked = kept(ranked, function(pair)
      return compared(pair[1], best) == 0
    end)
  end
  return mapped(ranked, function(pair)
    return pair[2]
  end)
end

-- The chosen one (`one`), ones (`some`), or none when there is nothing to choose.
function Game:choose(how, options, amount, who, judge, at)
  local such_that, rank = judge[1], judge[2]
  if how == "yes" then
    if self:pick(who, "yes", { "yes", "no" }, 1, 1, at, nil)[1] == 0 then
      return true
    end
    return nil
  end
  local found = items_of(options)
  if rank and #found > 0 then
    found = best_of(found, rank, how == "some")
  end
  if how == "random" then
    local position = #found > 1 and self:ask({ _is = "draw", size = #found, at = at }) or 0
    return found[position + 1]
  end
  if how == "one" then
    if such_that then
      found = kept(found, such_that)
    end
    if #found <= 1 then
      return found[1]
    end
    return found[self:pick(who, "one", found, 1, 1, at, nil)[1] + 1]
  end
  local least, most = amount[1] or 0, #found
  if amount[2] then
    most = math.min(amount[2], most)
  end
  if least < 0 or least > most then
    return nil
  end
  if #found == 0 then
    if such_that == nil or such_that(EMPTY) then
      return EMPTY
    end
    return nil
  end
  local picked = self:pick(who, "some", found, least, most, at, such_that)
  return picked and at_positions(found, picked)
end

-- The position from 0 of the mode chosen among those that can be done; -1 when none can. A mode is {label, whether}.
function Game:choose_mode(who, modes, at)
  local possible, names = {}, {}
  for i, mode in ipairs(modes) do
    if mode[2] then
      possible[#possible + 1] = i - 1
      names[#names + 1] = mode[1]
    end
  end
  if #possible <= 1 then
    return possible[1] or -1
  end
  return possible[self:pick(who, "mode", names, 1, 1, at, nil)[1] + 1]
end

-- Rolls dice; the answer names a face for each.
function Game:roll(dice, at)
  if #dice == 0 then
    return as_roll({})
  end
  if #dice > 100 then
    fault("more than 100 dice were rolled at once", at)
  end
  self.work = self.work - #dice
  local sizes = mapped(dice, function(die)
    return self.code:die_size(die, at)
  end)
  local answer = self:ask({ _is = "roll", dice = dice, sizes = sizes, at = at })
  local fits = type(answer) == "table" and #answer == #dice
  for i, index in ipairs(fits and answer or EMPTY) do
    fits = fits and index >= 0 and index < sizes[i]
  end
  if not fits then
    fault(shown_answer(answer) .. " is no roll of " .. concat(dice, ", "), at)
  end
  local faces = {}
  for i, die in ipairs(dice) do
    local symbols, order = self.code:face(die, answer[i])
    faces[i] = { _is = "face", die = die, index = answer[i], symbols = symbols, order = order }
  end
  if self:is_tracing() then
    self:tell("roll " .. labels(faces, ", "))
  end
  return as_roll(faces)
end

-- Rolls some dice of a roll again; they keep their places.
function Game:reroll(rolled, dice, at)
  if dice == nil then
    dice = EMPTY
  elseif not is_list(dice) then
    dice = { dice }
  end
  local fresh = self:roll(mapped(dice, function(face)
    return face.die
  end), at)
  local instead = {}
  for i, face in ipairs(dice) do
    instead[face] = fresh[i]
  end
  return as_roll(mapped(rolled, function(face)
    return instead[face] or face
  end))
end

function Game:shuffle(zone, at)
  local count = #zone.items
  if count > 1 then
    self.work = self.work - count
    local order = self:ask({ _is = "shuffle", size = count, at = at })
    local positions = sorted(order, by_number)
    local fits = #positions == count
    for i, position in ipairs(positions) do
      fits = fits and position == i - 1
    end
    if not fits then
      fault("the answer is no permutation", at)
    end
    self:reorder(zone, order)
  end
end

-- ---- trials

local function zeros(count)
  local made = {}
  for i = 1, count do
    made[i] = 0
  end
  return made
end

local function counted(count)
  local made = {}
  for i = 1, count do
    made[i] = i - 1
  end
  return made
end

local function trial_answer(request, prefix, widths)
  if request._is == "roll" then
    return zeros(#request.sizes)
  elseif request._is == "draw" then
    return 0
  elseif request._is == "shuffle" then
    return counted(request.size)
  end
  local answers = first_answers(request, 16, {})
  local position = prefix[#widths + 1] or 0
  widths[#widths + 1] = #answers
  if #answers == 0 then
    fault("nothing can be chosen", request.at)
  end
  return answers[math.min(position, #answers - 1) + 1]
end

-- What a stretch of play that may be taken back starts from, beside the journal.
function Game:marked_now()
  return {
    changed = self.changed, dirty = copied(self.dirty), frames = #self.stack, steps = self.steps, events = self.events,
    checking = self.checking, nested = self.nested, known = self.known, changes = self.changes,
  }
end

function Game:taken_back(mark)
  self:back_to(mark.changed)
  for i = #self.stack, mark.frames + 1, -1 do
    self.stack[i] = nil
  end
  self.checking, self.nested = mark.checking, mark.nested
end

function Game:attempt_once(work, passes, prefix, widths)
  local mark = self:marked_now()
  if next(mark.known) == nil then
    self.known = {} -- what is empty is not shared: a change does not give it up
  end
  self.trial = self.trial + 1
  local fine, found = try(drive, work, function(request)
    return trial_answer(request, prefix, widths)
  end)
  if fine then
    fine, found = try(passes, found)
  end
  self.trial = self.trial - 1
  self:taken_back(mark)
  self.dirty, self.steps, self.events, self.changes = mark.dirty, mark.steps, mark.events, mark.changes
  self.known = mark.known -- true again
  if fine then
    return found
  end
  if type(found) ~= "table" or not found._is or found.bound or found._is == "stopped" then
    raise(found)
  end
  return false
end

-- Whether a stretch of play can pass, with some answers; everything is taken back. Answers are tried in order, the last
-- changed first, at most 64 times; each roll is taken at its first face, for what hangs on a roll cannot be promised.
function Game:attempt(work, passes)
  local prefix = {}
  for _ = 1, MOST_TRIES do
    local widths = {}
    self.work = self.work - SPENT.try
    if self:attempt_once(work, passes, prefix, widths) then
      return true
    end
    local path = {}
    for i = 1, #widths do
      path[i] = prefix[i] or 0
    end
    while #path > 0 and path[#path] + 1 >= widths[#path] do
      path[#path] = nil
    end
    if #path == 0 then
      return false
    end
    path[#path] = path[#path] + 1
    prefix = path
  end
  return false
end

-- ---------------------------------------------------------------------------------------------------- events

local function event_field(event, name)
  if name == "_done" then
    return rawget(event, "_outcome") == "done"
  end
  local declared = rawget(event, "_code").has
  if not declared[name] and string.sub(name, 1, 1) ~= "_" then
    missing_field(event, name)
  end
  return nil
end

local EVENT = { __index = event_field }

-- Whether any ability of the game answers a moment of a verb.
local function watched(code, timing, step)
  local moment = step .. " " .. timing
  return code.triggers[moment] ~= nil or code.reactions[moment] ~= nil
end

-- The record of an event, with defaults filled in.
function Game:make_event(verb, values)
  local code = self.code.verbs[verb]
  self.events = self.events + 1
  local event = setmetatable({
    _is = "event", _verb = verb, _code = code, _parent = self.stack[#self.stack], _number = self.events, _outcome = "",
    _replaced = {}, _prevented = {},
  }, EVENT)
  for _, param in ipairs(code.params) do
    local name, value = param.name, values[param.name]
    if value == nil and param.default then
      value = param.default(self)
    end
    value = taken(value)
    if value == nil and not param.optional and event._reason == nil then
      event._reason = refusal("there is no " .. name .. " for " .. verb, code.at)
    end
    event[name] = value
  end
  return event
end

-- Why an event is illegal now, or none. The second time its values stay as they have become.
function Game:refusal(code, event, again)
  if event._reason then
    return event._reason
  end
  local forbidden = self:forbidden(event)
  if forbidden then
    return forbidden
  end
  return refused((again and code.recheck or code.head)(self, event))
end

-- Whether a call would pass its requirements now, after replacements; nothing changes.
function Game:can(verb, values)
  return self:why_not(verb, values) == nil
end

local function always()
  return true
end

-- The reason why a call would be refused now, or none.
function Game:why_not(verb, values)
  local code = self.code.verbs[verb]
  self.nested = self.nested + 1
  self:spend(SPENT.event, code.at)
  if self.nested > SPENT.nested then
    exhausted("whether " .. verb .. " can be done depends on itself", code.at)
  end
  local event = self:make_event(verb, values)
  self.events = self.events - 1
  local found
  if event._reason == nil and watched(code, "instead", "") then
    self:attempt(function()
      if self:replace(code, event, false, "") == nil then
        found = self:refusal(code, event, false)
      end
    end, always)
  else
    found = self:refusal(code, event, false)
  end
  self.nested = self.nested - 1
  return found
end

-- ---- the algorithm

-- Does a verb; gives the event, whose outcome tells what became of it.
function Game:emit(verb, values, use)
  local code = self.code.verbs[verb]
  self:count_step(code.at)
  if #self.stack >= self.bounds.depth then
    exhausted("events are nested more than " .. shown_int(self.bounds.depth) .. " deep", code.at)
  end
  local event = self:make_event(verb, values)
  event._use = use
  if event._reason == nil and watched(code, "instead", "") and self:replace(code, event, true, "") then
    return self:close(event, "prevented")
  end
  event._reason = self:refusal(code, event, false)
  if event._reason then
    return self:close(event, "illegal")
  end
  self:happen(code, event)
  return event
end

function Game:close(event, outcome)
  event._outcome = outcome
  if #self.stack == 0 and self.trial == 0 then
    insert(self.outermost, event)
  end
  if self:is_tracing() then
    local why = event._reason and ": " .. event._reason.message or ""
    self:tell(outcome .. " " .. self:shown_event(event) .. why)
  end
  return event
end

function Game:shown_event(event)
  local parts = { event._verb }
  for i, param in ipairs(event._code.params) do
    parts[i + 1] = param.name .. "=" .. label(event[param.name])
  end
  return concat(parts, " ")
end

-- What is done of an event on the stack; gives what it came to early, if it did. The body alone may be ended without
-- what follows it: then this goes on after it.
local function happening(self, code, event, after_body)
  if not after_body then
    if watched(code, "before", "") then
      if self:around(code, event, "before", "") then
        return "prevented"
      end
      event._reason = self:refusal(code, event, true)
      if event._reason then
        return "fizzled"
      end
    end
    event._outcome = "done"
    event._in_body = true
    code.body(self, event)
    event._in_body = false
  end
  if self:is_dirty() then
    self:check_state()
  end
  for _, timing in ipairs({ "during", "after" }) do
    if watched(code, timing, "") and self:around(code, event, timing, "") then
      return "prevented"
    end
  end
  self:recharge(event)
  return nil
end

-- From `before` to `after`, on the stack.
function Game:happen(code, event)
  local verb, height, checking = event._verb, #self.stack, self.checking
  if self:is_tracing() then
    self:tell(self:shown_event(event))
  end
  if self.trial == 0 then
    if height == 0 then
      insert(self.outermost, event)
    end
    if self.history then
      insert(self.history, verb)
    end
  end
  self.stack[height + 1] = event
  self:change(self.started, verb, (self.started[verb] or 0) + 1)
  self:expire("start", event)
  local fine, early = protect(happening, self, code, event)
  if not fine and event._in_body and stopped_by(early, "ended") and early.event == event then
    event._in_body = false
    self.checking = checking
    fine, early = protect(happening, self, code, event, true)
  end
  if not fine then
    self.checking = checking
    local mine = type(early) == "table" and early.event == event
    if mine and early._is == "prevented" then
      early, fine = "prevented", true
    elseif mine and early._is == "ended" then
      early, fine = nil, true
    end
  end
  if fine and early then
    self:close(event, early)
  end
  for i = #self.stack, height + 1, -1 do
    self.stack[i] = nil
  end
  self:expire("end", event)
  if not fine then
    raise(early)
  end
  if early ~= "fizzled" and self:is_dirty() then
    self:check_state()
  end
end

-- The triggered abilities of a moment, then the reactions that players are offered; true when they prevented it.
function Game:around(code, event, timing, step)
  local moment = step .. " " .. timing
  local stopped = self:fire(code.triggers[moment] or EMPTY, event, step)
  if stopped then
    return stopped
  end
  local reactions = code.reactions[moment]
  if reactions then
    self:window(reactions, event)
    return self:is_prevented(event, step)
  end
  return nil
end

-- ---- steps

-- A step or the event was prevented while others answer it: the whole event ends where its body stands.
local function stop(event)
  raise({ _is = "prevented", event = event })
end

-- Before a step; false when it is prevented.
function Game:step_open(event, step)
  local code = event._code
  if self.history and self.trial == 0 then
    insert(self.history, event._verb .. "." .. step)
  end
  if not watched(code, "before", step) and not watched(code, "instead", step) then
    return true
  end
  local stopped
  if watched(code, "instead", step) then
    stopped = self:replace(code, event, true, step)
  end
  stopped = stopped or self:around(code, event, "before", step)
  if stopped and stopped.step ~= step then
    stop(event)
  end
  return stopped == nil
end

function Game:step_close(event, step)
  if self:is_dirty() then
    self:check_state()
  end
  for _, timing in ipairs({ "during", "after" }) do
    if watched(event._code, timing, step) and self:around(event._code, event, timing, step) then
      stop(event)
    end
  end
end

-- ---- replacements and triggers

-- What was used of an ability, by it and its carrier.
local function use_key(ability, this)
  return ability.id .. " " .. tostring(this._id)
end

-- Applies `instead of` abilities one at a time, each at most once to an event; tells when one prevented it.
function Game:replace(code, event, offers, step)
  local moment = step .. " instead"
  while true do
    local found = kept(self:matches(code.triggers[moment] or EMPTY, event), function(match)
      return not event._replaced[use_key(match[1], match[3])] and self:is_free(match[1], match[2], match[3], event)
    end)
    if #found > 0 then
      local match = #found == 1 and found[1] or self:first_of(found)
      event._replaced[use_key(match[1], match[3])] = true
      self:run_ability(match[1], match[2], match[3], event)
    else
      local reactions = offers and code.reactions[moment]
      if not reactions or not self:offer_replacement(reactions, event) then
        return nil
      end
    end
    local stopped = self:is_prevented(event, step)
    if stopped then
      return stopped
    end
  end
end

-- The abilities that answer an event now, each as {ability, self, this}, oldest carrier first.
function Game:matches(abilities, event)
  local found = {}
  for _, ability in ipairs(abilities) do
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:holds(ability, me, this, event) then
        found[#found + 1] = { ability, me, this }
      end
    end
  end
  return found
end

-- Whether an ability's limits and requirements let it be used.
function Game:is_free(ability, me, this, event)
  for _, frame in ipairs(ability.limits) do
    if not self:limit_free(frame, ability, this) then
      return false
    end
  end
  if ability.uses > 0 and (self.used[use_key(ability, this)] or 0) >= ability.uses then
    return false
  end
  return ability.requires == nil or ability.requires(self, me, this, event) == nil
end

-- `once per FRAME`: free when not used since the frame's verb last began.
function Game:limit_free(frame, ability, this)
  return self.used[use_key(ability, this) .. " " .. frame] ~= (self.started[frame] or 0)
end

function Game:record_use(ability, this)
  local key = use_key(ability, this)
  for _, frame in ipairs(ability.limits) do
    self:change(self.used, key .. " " .. frame, self.started[frame] or 0)
  end
  if ability.uses > 0 then
    self:change(self.used, key, (self.used[key] or 0) + 1)
  end
end

-- What has happened gives back the uses of the abilities that wait for it.
function Game:recharge(event)
  for _, filed in ipairs(self.code.recharges[event._verb] or EMPTY) do
    local ability, asks = filed[1], filed[2]
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      local key = use_key(ability, this)
      if (self.used[key] or 0) ~= 0 and (asks == nil or asks(self, me, this, event)) then
        self:change(self.used, key, 0)
      end
    end
  end
end

-- Triggered abilities, in the game's order for things that happen at once; tells when one prevented the moment.
function Game:fire(abilities, event, step)
  if #abilities == 0 then
    return nil
  end
  local waiting = self:in_order(kept(self:matches(abilities, event), function(match)
    return self:is_free(match[1], match[2], match[3], event)
  end))
  while #waiting > 0 do
    local match = #waiting == 1 and waiting[1] or self:first_of(waiting)
    waiting = without_position(waiting, position_of(waiting, match))
    local ability, me, this = match[1], match[2], match[3]
    if self:still_answers(ability, me, this, event) then
      self:run_ability(ability, me, this, event)
      local stopped = self:is_prevented(event, step)
      if stopped then
        return stopped
      end
    end
  end
  return nil
end

-- Whether an ability that waited for its turn is live and holds still, after what others did.
function Game:still_answers(ability, me, this, event)
  local carriers, live = self:carriers(ability), false
  for i = 1, #carriers, 2 do
    live = live or (carriers[i] == me and carriers[i + 1]._id == this._id)
  end
  return live and self:holds(ability, me, this, event) and self:is_free(ability, me, this, event)
end

-- A number as text of at least eight figures, so that texts and numbers stand in one order.
local function padded(id)
  local text = tostring(id)
  return string.rep("0", math.max(8 - #text, 0)) .. text
end

-- By the order of the players who control them, then by age.
function Game:in_order(found)
  if #found < 2 then
    return found
  end
  local order, ranks = self:player_order(), {}
  for i, player in ipairs(order) do
    ranks[player._id] = i
  end
  local ranked = mapped(found, function(match)
    local player = self:controller_of(match[2])
    return { { player and ranks[player._id] or #order + 1, padded(match[3]._id) }, match }
  end)
  return mapped(sorted(ranked, function(a, b)
    return compared(a[1], b[1]) < 0
  end), function(pair)
    return pair[2]
  end)
end

-- An ability that someone may use now: who it is told from, what carries it, what it answers.
local function usable_of(ability, me, this, trigger)
  return {
    _is = "usable", ability = ability.index, name = ability.name_shown, me = me, this = this, trigger = trigger,
  }
end

-- Which of several simultaneous abilities is next, by the ruleset's policy.
function Game:first_of(found)
  local player = self:controller_of(found[1][2])
  local mine = kept(found, function(match)
    return self:controller_of(match[2]) == player
  end)
  if self.data.policy.ties ~= "choose" or player == nil or #mine < 2 then
    return found[1]
  end
  local options = mapped(mine, function(match)
    return usable_of(match[1], match[2], match[3], nil)
  end)
  return mine[self:pick(player, "order", options, 1, 1, mine[1][1].at, nil)[1] + 1]
end

-- The players in the order in which they are asked: the ruleset's own, else by seat.
function Game:player_order()
  local named = self.data.policy.order
  if named then
    return items_of(self.code.functions[named](self))
  end
  return self.code.kinds.player and self:of_kind("player") or EMPTY
end

function Game:controller_of(me)
  if type(me) == "table" and me._is == "entity" then
    if me._class.is.player then
      return me
    end
    return rawget(me, "controller")
  end
  return nil
end

-- Pays the costs of a mandatory ability and runs it; when they cannot be paid it does nothing.
function Game:run_ability(ability, me, this, trigger)
  if ability.costs and not self:can_pay(ability, me, this, trigger) then
    return
  end
  self:record_use(ability, this)
  if self:is_tracing() then
    self:tell(ability.name_shown .. " of " .. label(me))
  end
  if ability.costs then
    ability.costs(self, me, this, trigger)
  end
  if ability.body then
    ability.body(self, me, this, trigger)
  end
end

function Game:can_pay(ability, me, this, trigger)
  if self.nested >= SPENT.nested then
    return false -- paying it asks whether it can be paid, and so on
  end
  self.nested = self.nested + 1
  local paid = self:attempt(function()
    ability.costs(self, me, this, trigger)
  end, always)
  self.nested = self.nested - 1
  return paid
end

-- ---- ends

-- Cancels an event or a step of one: it stops when the text that says so has been carried out.
function Game:prevent(trigger, step)
  trigger._prevented[step] = true
end

-- What of an event was prevented while a moment of it was answered: that step, else the whole of it, or nothing.
function Game:is_prevented(event, step)
  if event._prevented[step] then
    return { step = step }
  elseif event._prevented[""] then
    return { step = "" }
  end
  return nil
end

-- Ends the innermost running event of a verb; where none runs, there is nothing to end.
function Game:end_frame(frame)
  for i = #self.stack, 1, -1 do
    if self.stack[i]._verb == frame then
      raise({ _is = "ended", event = self.stack[i] })
    end
  end
end

-- ---- state checks and durations

local function any_of(names, set)
  if names["*"] then
    return true
  end
  for name in pairs(set) do
    if names[name] then
      return true
    end
  end
  return false
end

-- Whether what a check asks for is there: a truth, or something in a collection.
local function is_found(found)
  if type(found) == "table" then
    return #items_of(found) > 0
  end
  return found
end

-- Runs every state check whose fields were written, until none holds.
function Game:check_state()
  local waiting = {}
  for _ = 1, self.bounds.checks do
    local due, acted = self.dirty, false
    self.dirty = {}
    self:spend(#self.code.checks, -1)
    for _, check in ipairs(self.code.checks) do
      if self.checking[check] then -- it is being carried out further out, and asks again when that is done
        for name in pairs(due) do
          if check.reads["*"] or check.reads[name] then
            waiting[name] = true
          end
        end
      elseif any_of(check.reads, due) and is_found(check.found(self)) then
        acted = true
        local outer = self.checking
        self.checking = copied(outer)
        self.checking[check] = true
        check.body(self)
        self.checking = outer
      end
    end
    if not acted and not self:is_dirty() then
      self.dirty = waiting
      return
    end
  end
  exhausted("state checks did not settle in " .. shown_int(self.bounds.checks) .. " rounds")
end

function Game:lasting(duration, modifiers, values)
  local number = self.next_id
  self:lasts({
    _is = "effect", number = number, duration = self:begun(duration), modifiers = modifiers, env = self:keep(values),
  })
  self:new_id()
  self:touch("*")
end

-- The values that a lasting effect or duration keeps.
function Game:keep(values)
  local env = {}
  for name, value in pairs(values) do
    env[name] = taken(value)
  end
  return env
end

-- Lays a status on its bearer for a while; a status that a card names may bring its own values.
function Game:begin_status(name, values, bearer, duration)
  if type(name) == "table" then
    name, values = name[1], name[2]
  end
  self:add_status(name, values, bearer, duration and self:begun(duration))
end

-- A duration as it starts now: `next` passes over the event that is running.
function Game:begun(duration)
  if not duration.skip then
    return duration
  end
  local running = false
  for _, event in ipairs(self.stack) do
    running = running or self:edge_matches(duration, event)
  end
  return {
    _is = "duration", edge = duration.edge, skip = running and duration.edge == "end", verbs = duration.verbs,
    condition = duration.condition, env = duration.env,
  }
end

function Game:edge_matches(duration, event)
  if not position_of(duration.verbs, event._verb) then
    return false
  end
  return duration.condition == nil or duration.condition(self, event, duration.env)
end

-- Ends what lasts until this edge of this event, and what held only while something was so.
function Game:expire(edge, event)
  self.work = self.work - #self.effects
  for _, effect in ipairs(self.effects) do
    local duration = effect.duration
    if duration then
      local over
      if duration.edge == "while" then
        over = not self:effect_holds(duration)
      else
        over = duration.edge == edge and self:edge_matches(duration, event)
        if over and duration.skip then
          self:change(duration, "skip", false)
          over = false
        end
      end
      if over and effect.status then
        self:drop(effect.status)
      elseif over and position_of(self.effects, effect) then
        self:end_effect(effect)
        self:touch("*")
      end
    end
  end
end

-- ---------------------------------------------------------------------------------------------------- offers

local MOST_OFFERS = 200

function Game:chooser_of(ability, me, this)
  return ability.chooser and ability.chooser(self, me, this, nil) or nil
end

-- Why an ability cannot be used now, or none.
function Game:obstacle(ability, me, this, trigger)
  self:spend(SPENT.change, ability.at)
  for _, frame in ipairs(ability.limits) do
    if not self:limit_free(frame, ability, this) then
      return refusal("it was used already (once per " .. frame .. ")", ability.at, ability.rows)
    end
  end
  if ability.uses > 0 and (self.used[use_key(ability, this)] or 0) >= ability.uses then
    return refusal("it has no uses left", ability.at, ability.rows)
  end
  local failed = ability.requires and ability.requires(self, me, this, trigger)
  if failed then
    return refused(failed)
  end
  local through = ability.live and ability.live.through
  if through then
    local reason = self:why_not(through.verb, through.values(self, me, this))
    if reason then
      return reason
    end
  end
  if ability.feasible and not ability.feasible(self, me, this, trigger) then
    return refusal("nothing of it could be done", ability.at, ability.rows)
  end
  if ability.costs and not self:can_pay(ability, me, this, trigger) then
    return refusal("its cost cannot be paid", ability.at, ability.rows)
  end
  return nil
end

-- The carriers of an ability whose `self` is this one; what all of a kind have is not looked for in all.
function Game:carriers_for(ability, subject)
  if ability.form == "every" then
    if subject._class.is[ability.name] and self:is_present(subject) then
      return { subject, subject }
    end
    return EMPTY
  end
  local carriers, found = self:carriers(ability), {}
  for i = 1, #carriers, 2 do
    if carriers[i] == subject then
      found[#found + 1] = subject
      found[#found + 1] = carriers[i + 1]
    end
  end
  return found
end

-- What a player may use now (of one subject, where it is given), in the order of the rules and then of age.
function Game:usable(abilities, player, trigger, subject)
  local found = {}
  for _, ability in ipairs(abilities) do
    local carriers = subject == nil and self:carriers(ability) or self:carriers_for(ability, subject)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if self:chooser_of(ability, me, this) == player
        and (trigger == nil or self:holds(ability, me, this, trigger))
        and self:obstacle(ability, me, this, trigger) == nil then
        found[#found + 1] = usable_of(ability, me, this, trigger)
      end
    end
  end
  return found
end

-- What the player who is offered something may not use now, and why: a list of {use, refusal}.
function Game:explain()
  local offered, found = self.offered, {}
  for _, ability in ipairs(offered and offered.abilities or EMPTY) do
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      local me, this, trigger = carriers[i], carriers[i + 1], offered.trigger
      local why
      if self:chooser_of(ability, me, this) == offered.player and (offered.subject == nil or me == offered.subject)
        and (trigger == nil or self:holds(ability, me, this, trigger)) then
        why = self:obstacle(ability, me, this, trigger)
      end
      if why then
        found[#found + 1] = { usable_of(ability, me, this, trigger), why }
      end
    end
  end
  return found
end

-- The activated abilities of some timing classes; those without a class have the class `any`.
function Game:activations_of(classes)
  return kept(self.code.activations, function(ability)
    if #classes == 0 then
      return true
    end
    for _, class in ipairs(#ability.classes > 0 and ability.classes or { "any" }) do
      if position_of(classes, class) then
        return true
      end
    end
    return false
  end)
end

-- Pays and runs an ability, through the verb that its `live` line names.
function Game:use(use)
  local ability = self.code.abilities[use.ability + 1]
  local me, this, trigger = use.me, use.this, use.trigger
  local through = ability.live and ability.live.through
  if not through then
    self:run_ability(ability, me, this, trigger)
    return
  end
  local values = through.values(self, me, this)
  self:record_use(ability, this)
  if ability.costs then
    ability.costs(self, me, this, trigger)
  end
  self:emit(through.verb, values, use)
end

-- Runs the ability that the nearest event around carries.
function Game:resolve(event)
  while event and event._use == nil do
    event = event._parent
  end
  if event == nil then
    return
  end
  local use = event._use
  local ability = self.code.abilities[use.ability + 1]
  if self:is_tracing() then
    self:tell(usable_text(use))
  end
  if ability.body then
    ability.body(self, use.me, use.this, use.trigger)
  end
end

-- The use that a player chooses of those found, or none for a pass or where there is none.
function Game:pick_use(player, found, abilities, trigger, subject)
  if #found == 0 then
    return nil
  end
  self.offered = { abilities = abilities, player = player, trigger = trigger, subject = subject }
  local at = self.code.abilities[found[1].ability + 1].at
  local answer = self:pick(player, "use", found, 1, 1, at, nil)
  self.offered = nil
  return found[answer[1] + 1]
end

-- Offers activated abilities until the player passes (or once).
function Game:offer(classes, player, subject, once)
  local candidates = self:activations_of(classes)
  for _ = 1, MOST_OFFERS do
    local found = self:usable(candidates, player, nil, subject)
    local chosen = self:pick_use(player, found, candidates, nil, subject)
    if chosen == nil then
      return
    end
    self:use(chosen)
    if once then
      return
    end
  end
  exhausted("a player was offered more than " .. shown_int(MOST_OFFERS) .. " actions in a row")
end

-- Offers reactions in turn, until all players have passed in a row.
function Game:window(reactions, event)
  local players, passed = self:player_order(), 0
  for turn = 0, MOST_OFFERS - 1 do
    if passed >= #players then
      return
    end
    local player = players[turn % #players + 1]
    local found = self:usable(reactions, player, event)
    local chosen = self:pick_use(player, found, reactions, event, nil)
    if chosen == nil then
      passed = passed + 1
    else
      passed = 0
      self:use(chosen)
    end
  end
  exhausted("more than " .. shown_int(MOST_OFFERS) .. " reactions were offered to one event")
end

-- Offers `react instead of` abilities once around; true when one was used.
function Game:offer_replacement(reactions, event)
  for _, player in ipairs(self:player_order()) do
    local found = kept(self:usable(reactions, player, event), function(use)
      return not event._replaced[use_key(self.code.abilities[use.ability + 1], use.this)]
    end)
    local chosen = self:pick_use(player, found, reactions, event, nil)
    if chosen then
      event._replaced[use_key(self.code.abilities[chosen.ability + 1], chosen.this)] = true
      self:use(chosen)
      return true
    end
  end
  return false
end

-- ---------------------------------------------------------------------------------------------------- the grid

-- Geometry of a board of squares. A square is the number row * width + column; points are {x, y} in half units, x to
-- the right and y down: the corners of the square in column c, row r are {2c, 2r} to {2c+2, 2r+2}.
local Grid = {}
Grid.__index = Grid

local function pair_key(a, b)
  return a .. ":" .. b
end

-- `exists`, `terrain` (sets of names) and `elevation` by square, from 0; `walls` a list of pairs of squares.
local function new_grid(width, height, metric, exists, terrain, walls)
  local grid = setmetatable({
    width = width, height = height, metric = metric, exists = exists, terrain = terrain, elevation = {}, wall_at = {},
    near = {}, orthogonal = {}, cut = {}, laid = {}, steps = {}, lines = {}, wall_ends = {}, remembered = {},
    footprints = {},
  }, Grid)
  local count = width * height
  for square = 0, count - 1 do
    grid.elevation[square] = 0
  end
  for _, wall in ipairs(walls) do
    grid.wall_at[pair_key(wall[1], wall[2])] = true
    grid.wall_at[pair_key(wall[2], wall[1])] = true
    grid.wall_ends[#grid.wall_ends + 1] = grid:ends_of_wall(math.min(wall[1], wall[2]), math.max(wall[1], wall[2]))
  end
  grid.wall_ends = sorted(grid.wall_ends, core.less)
  for square = 0, count - 1 do
    grid.near[square] = grid:adjacent(square, true)
    grid.orthogonal[square] = grid:adjacent(square, false)
  end
  for a = 0, count - 1 do
    for _, b in ipairs(grid.near[a]) do
      if grid:is_cut(a, b) then
        grid.cut[pair_key(a, b)] = true
      end
    end
  end
  return grid
end
M.new_grid = new_grid

function Grid:at(square)
  return floor(square / self.width), square % self.width
end

-- ---- names

-- The name that people read: `a1` is the upper left, then `b1` to `z1`, `aa1`.
function Grid:square_name(square)
  local row, column = self:at(square)
  local letters = ""
  column = column + 1
  while column > 0 do
    letters = string.char(97 + (column - 1) % 26) .. letters
    column = floor((column - 1) / 26)
  end
  return letters .. shown_int(row + 1)
end

-- ---- neighbours and walls

function Grid:adjacent(square, diagonal)
  local found = {}
  if not self.exists[square] then
    return found
  end
  local row, column = self:at(square)
  for r = math.max(0, row - 1), math.min(self.height - 1, row + 1) do
    for c = math.max(0, column - 1), math.min(self.width - 1, column + 1) do
      local other = r * self.width + c
      if other ~= square and (diagonal or r == row or c == column) and self.exists[other] then
        found[#found + 1] = other
      end
    end
  end
  return found
end

function Grid:apart(a, b)
  local row_a, column_a = self:at(a)
  local row_b, column_b = self:at(b)
  return math.abs(column_a - column_b), math.abs(row_a - row_b)
end

-- A diagonal step goes through the shared corner, so any wall that ends in or passes through that corner cuts it.
function Grid:is_cut(a, b)
  local row_a, column_a = self:at(a)
  local row_b, column_b = self:at(b)
  if row_a == row_b or column_a == column_b then
    return self.wall_at[pair_key(a, b)] or false
  end
  local beside, beyond = row_a * self.width + column_b, row_b * self.width + column_a
  local walls = self.wall_at
  return walls[pair_key(a, beside)] or walls[pair_key(a, beyond)] or walls[pair_key(b, beside)]
    or walls[pair_key(b, beyond)] or false
end

function Grid:step_blocked(a, b)
  return self.cut[pair_key(a, b)] or false
end

-- ---- distances and areas

function Grid:length(across, down)
  if self.metric == "chebyshev" then
    return math.max(across, down)
  elseif self.metric == "manhattan" then
    return across + down
  end
  return math.max(across, down) + floor(math.min(across, down) / 2)
end

function Grid:distance(a, b)
  return self:length(self:apart(a, b))
end

-- The least distance between two footprints, of which each is given by its first and last square.
function Grid:distance_of_rectangles(a, a_last, b, b_last)
  local a_top, a_left = self:at(a)
  local a_bottom, a_right = self:at(a_last)
  local b_top, b_left = self:at(b)
  local b_bottom, b_right = self:at(b_last)
  return self:length(math.max(0, b_left - a_right, a_left - b_right), math.max(0, b_top - a_bottom, a_top - b_bottom))
end

-- The squares of a rectangle, the anchor its upper left, in ascending order; none if some are off the board.
function Grid:footprint(anchor, width, height)
  local key = anchor .. ":" .. width .. ":" .. height
  if self.laid[key] == nil then
    self.laid[key] = self:lay(anchor, width, height) or false
  end
  return self.laid[key] or nil
end

function Grid:lay(anchor, width, height)
  local row, column = self:at(anchor)
  if width < 1 or height < 1 or anchor < 0 or column + width > self.width or row + height > self.height then
    return nil
  end
  local squares = {}
  for r = row, row + height - 1 do
    for c = column, column + width - 1 do
      local square = r * self.width + c
      if not self.exists[square] then
        return nil
      end
      squares[#squares + 1] = square
    end
  end
  return squares
end

-- ---- walks

-- A heap of `count` items: the least, by `before`, is taken first. What lies behind them waits to be written over.
local function push(heap, item, before)
  local i = heap.count + 1
  heap.count = i
  while i > 1 do
    local above = floor(i / 2)
    if not before(item, heap[above]) then
      break
    end
    heap[i] = heap[above]
    i = above
  end
  heap[i] = item
end

local function pop(heap, before)
  local least, item, count = heap[1], heap[heap.count], heap.count - 1
  heap.count = count
  local i = 1
  while 2 * i <= count do
    local below = 2 * i
    if below < count and before(heap[below + 1], heap[below]) then
      below = below + 1
    end
    if not before(heap[below], item) then
      break
    end
    heap[i] = heap[below]
    i = below
  end
  heap[i] = item
  return least
end

-- For each anchor the anchors one step away where a footprint of that size fits, as {anchor, 1 for a diagonal or 0}.
function Grid:steps_of(size)
  if self.steps[size] == nil then
    local near, made = self.metric == "manhattan" and self.orthogonal or self.near, {}
    for a = 0, self.width * self.height - 1 do
      made[a] = {}
      for _, b in ipairs(near[a]) do
        if self:footprint(b, size, size) then
          local across, down = self:apart(a, b)
          insert(made[a], { b, across ~= 0 and down ~= 0 and 1 or 0 })
        end
      end
    end
    self.steps[size] = made
  end
  return self.steps[size]
end

local function negative(a, b, price)
  fault("the step from " .. shown_int(a) .. " to " .. shown_int(b) .. " costs " .. shown_int(price))
end

-- Dijkstra's algorithm, ended at the first goal: the least cost of each anchor. A walk is {size, budget, cost, stops}:
-- `cost(a, b)` is none where there is no step; an anchor where `stops` is true is entered but not left. A state is
-- 2 * anchor + (1 after an odd number of diagonals), an entry of the heap cost * span + state.
function Grid:settle(starts, walk, goals)
  local steps, alternating = self:steps_of(walk.size), self.metric == "alternating"
  local span, best, roots, heap, found = 2 * self.width * self.height, {}, {}, { count = 0 }, {}
  for _, start in ipairs(starts) do
    if best[2 * start] == nil then
      best[2 * start] = 0
      roots[2 * start] = true
      push(heap, 2 * start, by_number)
    end
  end
  while heap.count > 0 do
    local entry = pop(heap, by_number)
    local spent, state = floor(entry / span), entry % span
    if best[state] >= spent then
      local anchor, odd = floor(state / 2), state % 2
      if found[anchor] == nil then
        found[anchor] = spent
      end
      if goals[anchor] then
        break
      end
      if roots[state] or not walk.stops(anchor) then
        for _, step in ipairs(steps[anchor]) do
          local other, turns = step[1], alternating and step[2] or 0
          local after = 2 * other + (odd + turns) % 2
          local known = best[after]
          if known == nil or known > spent then
            local price = walk.cost(anchor, other)
            local total = price and spent + price + odd * turns
            if total and total <= walk.budget then
              if price < 0 then
                negative(anchor, other, price)
              end
              if known == nil or total < known then
                best[after] = total
                push(heap, total * span + after, by_number)
              end
            end
          end
        end
      end
    end
  end
  return found
end

local function never()
  return false
end

-- Length of the shortest way around walls from a source to a target; none when it is longer than the limit. A step
-- counts 1; `passable` is asked for the squares between.
function Grid:path_distance(sources, targets, passable, limit)
  local goals, starts = {}, {}
  for _, square in ipairs(targets) do
    goals[square] = true
  end
  for _, square in ipairs(sources) do
    if self.exists[square] then
      starts[#starts + 1] = square
    end
  end
  local walk = { size = 1, budget = limit, stops = never }
  function walk.cost(a, b)
    if self:step_blocked(a, b) or not (goals[b] or passable(b)) then
      return nil
    end
    return 1
  end
  local found, least = self:settle(starts, walk, goals), nil
  for _, square in ipairs(targets) do
    if found[square] and (least == nil or found[square] < least) then
      least = found[square]
    end
  end
  return least
end

local function way_before(a, b)
  if a[1] ~= b[1] then
    return a[1] < b[1]
  elseif a[2] ~= b[2] then
    return a[2] < b[2]
  end
  local first, second = a[3], b[3]
  for i = 1, #first do
    if first[i] ~= second[i] then
      return first[i] < second[i]
    end
  end
  return a[4] < b[4]
end

-- The cheapest way, both ends included; none when there is none within the budget. Among ways of the same cost the one
-- of the fewest steps, then the one whose squares come first.
function Grid:route(start, goal, walk)
  local steps, alternating = self:steps_of(walk.size), self.metric == "alternating"
  local heap, settled = { { 0, 0, { start }, 0 }, count = 1 }, {}
  while heap.count > 0 and walk.budget >= 0 do
    local entry = pop(heap, way_before)
    local spent, count, way, odd = entry[1], entry[2], entry[3], entry[4]
    local anchor = way[#way]
    if anchor == goal then
      return way
    end
    if not settled[2 * anchor + odd] then
      settled[2 * anchor + odd] = true
      if count == 0 or not walk.stops(anchor) then
        for _, step in ipairs(steps[anchor]) do
          local other, turns = step[1], alternating and step[2] or 0
          local after = (odd + turns) % 2
          local price = not settled[2 * other + after] and walk.cost(anchor, other) or nil
          if price and price < 0 then
            negative(anchor, other, price)
          end
          local total = price and spent + price + odd * turns
          if total and total <= walk.budget then
            push(heap, { total, count + 1, with_item(way, other), after }, way_before)
          end
        end
      end
    end
  end
  return nil
end

-- ---- points and lines

function Grid:corners(square)
  local row, column = self:at(square)
  local x, y = 2 * column, 2 * row
  return { { x, y }, { x + 2, y }, { x, y + 2 }, { x + 2, y + 2 } }
end

function Grid:centre(square)
  local row, column = self:at(square)
  return { 2 * column + 1, 2 * row + 1 }
end

-- What is known of a line, worked out once.
function Grid:of_line(what, p, q)
  local key = what .. p[1] .. ":" .. p[2] .. ":" .. q[1] .. ":" .. q[2]
  local known = self.lines[key]
  if known == nil then
    known = self[what](self, p, q)
    self.lines[key] = known
  end
  return known
end

-- The squares whose interior meets the segment from p to q, its ends included, in order from p to q; void ones too.
function Grid:find_crossed(p, q)
  local left, right = math.min(p[1], q[1]), math.max(p[1], q[1])
  local top, bottom = math.min(p[2], q[2]), math.max(p[2], q[2])
  -- The interior of a square is within 1 of its centre on both axes, so its offsets from the line are within dx + dy;
  -- an empty segment has no line, the ranges alone decide.
  local reach = right - left + bottom - top
  local columns = { math.max(0, floor(left / 2)), math.min(self.width, floor((right - 1) / 2) + 1) - 1 }
  local rows = { math.max(0, floor(top / 2)), math.min(self.height, floor((bottom - 1) / 2) + 1) - 1 }
  return self:along(p, q, rows, columns, reach > 0 and reach - 1 or 0)
end

-- The squares whose closed area meets the segment, its ends included, in order from p to q; void ones too.
function Grid:find_touched(p, q)
  local left, right = math.min(p[1], q[1]), math.max(p[1], q[1])
  local top, bottom = math.min(p[2], q[2]), math.max(p[2], q[2])
  local columns = { math.max(0, floor((left - 1) / 2)), math.min(self.width, floor(right / 2) + 1) - 1 }
  local rows = { math.max(0, floor((top - 1) / 2)), math.min(self.height, floor(bottom / 2) + 1) - 1 }
  return self:along(p, q, rows, columns, right - left + bottom - top)
end

-- The squares of these rows and columns whose centre is at most `reach` (an area) off the line, in order.
function Grid:along(p, q, rows, columns, reach)
  local dx, dy, found = q[1] - p[1], q[2] - p[2], {}
  for row = rows[1], rows[2] do
    for column = columns[1], columns[2] do
      local x, y = 2 * column + 1 - p[1], 2 * row + 1 - p[2]
      if math.abs(dx * y - dy * x) <= reach then
        found[#found + 1] = { dx * x + dy * y, row * self.width + column }
      end
    end
  end
  return mapped(sorted(found, core.less), function(pair)
    return pair[2]
  end)
end

-- The end points of the common edge of two squares given in ascending order.
function Grid:ends_of_wall(a, b)
  local corners = self:corners(a)
  return { corners[b - a == 1 and self.width > 1 and 2 or 3], corners[4] }
end

-- Positive on the one side of the line through p and q, negative on the other, 0 on it.
local function side(p, q, point)
  return (q[1] - p[1]) * (point[2] - p[2]) - (q[2] - p[2]) * (point[1] - p[1])
end

-- Whether the segment without its ends crosses and touches walls: {crosses, touches}.
function Grid:find_walls(p, q)
  local crosses, touches, along, sides, joints = false, false, {}, {}, {}
  local first, last = p, q
  if compared(q, p) < 0 then
    first, last = q, p
  end
  local function sides_at(point)
    local key = pair_key(point[1], point[2])
    if sides[key] == nil then
      sides[key] = {}
      joints[#joints + 1] = key
    end
    return sides[key]
  end
  for _, wall in ipairs(self.wall_ends) do
    local u, v = wall[1], wall[2]
    local off_p, off_q, side_u, side_v = side(u, v, p), side(u, v, q), side(p, q, u), side(p, q, v)
    if off_p == 0 and off_q == 0 and side_u == 0 and side_v == 0 then
      if not eq(p, q) and compared(first, v) < 0 and compared(u, last) < 0 then
        along[#along + 1] = wall
      end
    elseif off_p * off_q < 0 and side_u * side_v <= 0 then
      touches = true
      if side_u ~= 0 and side_v ~= 0 then
        crosses = true
      else
        sides_at(side_u ~= 0 and v or u)[side_u + side_v > 0] = true
      end
    end
  end
  -- Where a wall runs along the segment, the sides on which it came are handed on to its last joint.
  for _, wall in ipairs(along) do
    local from, to = sides_at(wall[1]), sides_at(wall[2])
    to[true], to[false] = to[true] or from[true], to[false] or from[false]
  end
  for _, key in ipairs(joints) do
    crosses = crosses or (sides[key][true] and sides[key][false]) or false
  end
  return { crosses, touches or #along > 0 }
end

-- ---------------------------------------------------------------------------------------------------- the table

local sine, cosine, bearing, base_of, gap, in_arc, covers_part

do -- what follows is this section's own; a chunk has room for 200 names

-- Geometry of a table without squares: lengths in hundredths of an inch, x to the right and y down; a facing in whole
-- degrees, clockwise from 0 = towards smaller y. No float: sines are whole numbers times UNIT.
local UNIT = 1000000

-- The sines of 0 to 90 degrees times UNIT, rounded.
local QUARTER = {
  0, 17452, 34899, 52336, 69756, 87156, 104528, 121869, 139173, 156434, 173648, 190809, 207912, 224951, 241922,
  258819, 275637, 292372, 309017, 325568, 342020, 358368, 374607, 390731, 406737, 422618, 438371, 453990, 469472,
  484810, 500000, 515038, 529919, 544639, 559193, 573576, 587785, 601815, 615661, 629320, 642788, 656059, 669131,
  681998, 694658, 707107, 719340, 731354, 743145, 754710, 766044, 777146, 788011, 798636, 809017, 819152, 829038,
  838671, 848048, 857167, 866025, 874620, 882948, 891007, 898794, 906308, 913545, 920505, 927184, 933580, 939693,
  945519, 951057, 956305, 961262, 965926, 970296, 974370, 978148, 981627, 984808, 987688, 990268, 992546, 994522,
  996195, 997564, 998630, 999391, 999848, 1000000
}

function sine(degrees)
  local turn = degrees % 360
  local half = turn % 180
  local found = QUARTER[(half > 90 and 180 - half or half) + 1]
  return turn >= 180 and -found or found
end

function cosine(degrees)
  return sine(degrees + 90)
end

local directions = {}

-- The vector of length UNIT in which a facing looks.
local function direction(degrees)
  local turn = degrees % 360
  if directions[turn] == nil then
    directions[turn] = { sine(turn), -cosine(turn) }
  end
  return directions[turn]
end

local function rounded(over, under)
  return floor((2 * over + under) / (2 * under))
end

local function cross(a, b)
  return a[1] * b[2] - a[2] * b[1]
end

local function dot(a, b)
  return a[1] * b[1] + a[2] * b[2]
end

local function from_to(p, q)
  return { q[1] - p[1], q[2] - p[2] }
end

-- A product as two parts, high and low, for it may pass 2^53.
local PART = 67108864

local function product(a, b)
  local a_high, b_high = floor(a / PART), floor(b / PART)
  local a_low, b_low = a - a_high * PART, b - b_high * PART
  local middle = a_high * b_low + a_low * b_high
  local middle_high = floor(middle / PART)
  local low = a_low * b_low + (middle - middle_high * PART) * PART
  local carry = floor(low / (PART * PART))
  return { a_high * b_high + middle_high + carry, low - carry * PART * PART }
end

-- The bearing from one point to another: the nearest whole degree, and 0 where they are the same.
function bearing(start, goal)
  local to_goal, found, longest = from_to(start, goal), 0, nil
  for degrees = 0, 359 do
    local length = dot(direction(degrees), to_goal)
    if longest == nil or length > longest then
      found, longest = degrees, length
    end
  end
  -- Between two neighbours the lengths hardly differ, and the side of the line in the middle of them decides.
  local function middle(a, b)
    local u, v = direction(a), direction(b)
    return { u[1] + v[1], u[2] + v[2] }
  end
  if cross(middle(found, found + 1), to_goal) > 0 then
    return (found + 1) % 360
  elseif cross(middle(found - 1, found), to_goal) < 0 then
    return (found - 1) % 360
  end
  return found
end

-- The corners of a base: front left, front right, rear right, rear left. `width` lies across the facing.
local function corners_of(pose, width, depth)
  local ahead = direction(pose.facing)
  local function corner(forward, right)
    local x = ahead[1] * depth * forward - ahead[2] * width * right
    local y = ahead[2] * depth * forward + ahead[1] * width * right
    return { pose.x + rounded(x, 2 * UNIT), pose.y + rounded(y, 2 * UNIT) }
  end
  return { corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1) }
end

-- The corners of a figure's base, where it stands or at another pose.
function base_of(figure, pose)
  return corners_of(pose or figure, figure.width, figure.depth)
end

-- The sides of a shape go to visit(p, q) until it gives true; tells whether it did.
local function any_side(shape, visit)
  for i = 1, #shape do
    if visit(shape[i], shape[i % #shape + 1]) then
      return true
    end
  end
  return false
end

local function sign(n)
  return n > 0 and 1 or (n < 0 and -1 or 0)
end

local function segments_meet(p, q, r, s)
  local line, other = from_to(p, q), from_to(r, s)
  local off_r, off_s = sign(cross(line, from_to(p, r))), sign(cross(line, from_to(p, s)))
  local off_p, off_q = sign(cross(other, from_to(r, p))), sign(cross(other, from_to(r, q)))
  if off_r == 0 and off_s == 0 and off_p == 0 and off_q == 0 then
    for i = 1, 2 do
      if math.min(p[i], q[i]) > math.max(r[i], s[i]) or math.min(r[i], s[i]) > math.max(p[i], q[i]) then
        return false
      end
    end
    return true
  end
  return off_r * off_s <= 0 and off_p * off_q <= 0
end

-- Whether a point is strictly inside a convex shape: the corners of a segment or a point enclose nothing.
local function inside(point, shape)
  local left, right = true, true
  any_side(shape, function(p, q)
    local off = cross(from_to(p, q), from_to(p, point))
    left, right = left and off > 0, right and off < 0
  end)
  return left or right
end

-- Whether two closed convex shapes have a point in common: two of their sides do, or one lies inside the other.
local function meet(a, b)
  local crossing = any_side(a, function(p, q)
    return any_side(b, function(r, s)
      return segments_meet(p, q, r, s)
    end)
  end)
  return crossing or inside(a[1], b) or inside(b[1], a)
end

-- The squared distance of a point from a closed segment, as a fraction: {over as a product, under}.
local function off_segment(point, p, q)
  local line, to_point = from_to(p, q), from_to(p, point)
  local length, along = dot(line, line), dot(line, to_point)
  if along <= 0 then
    return { product(dot(to_point, to_point), 1), 1 }
  elseif along >= length then
    local back = from_to(q, point)
    return { product(dot(back, back), 1), 1 }
  end
  local off = math.abs(cross(line, to_point))
  return { product(off, off), length }
end

-- Whether a whole number is at most the root of a fraction over / under.
local function within_root(n, span)
  local whole, over = product(n * n, span[2]), span[1]
  return whole[1] < over[1] or (whole[1] == over[1] and whole[2] <= over[2])
end

-- The root of a fraction, rounded down: guessed by the host's own root, and made exact.
local function whole_root(span)
  local n = floor(math.sqrt((span[1][1] * PART * PART + span[1][2]) / span[2]))
  while not within_root(n, span) do
    n = n - 1
  end
  while within_root(n + 1, span) do
    n = n + 1
  end
  return n
end

-- The shortest distance between two shapes, rounded down; 0 when they touch or overlap.
function gap(a, b)
  if meet(a, b) then
    return 0
  end
  local least
  local function of_points(points, shape)
    for _, point in ipairs(points) do
      any_side(shape, function(p, q)
        local span = off_segment(point, p, q)
        if least == nil or not within_root(least, span) then
          least = whole_root(span)
        end
      end)
    end
  end
  of_points(a, b)
  of_points(b, a)
  return least
end

-- Whether a point is at most `half_angle` degrees (0 to 180) off to either side of where the viewer faces.
function in_arc(viewer, point, half_angle)
  if half_angle < 0 or half_angle > 180 then
    fault("half an arc of " .. shown_int(half_angle) .. " degrees")
  end
  local to_point = from_to({ viewer.x, viewer.y }, point)
  local right_of_left = cross(direction(viewer.facing - half_angle), to_point) >= 0
  local left_of_right = cross(to_point, direction(viewer.facing + half_angle)) >= 0
  if half_angle * 4 > 360 then
    return right_of_left or left_of_right
  end
  return right_of_left and left_of_right and dot(direction(viewer.facing), to_point) >= 0
end

-- Whether a round template covers some point of a shape; its rim does.
function covers_part(centre, radius, shape)
  if meet({ centre }, shape) then
    return true
  end
  return any_side(shape, function(p, q)
    local span = off_segment(centre, p, q)
    return compared(span[1], product(radius * radius, span[2])) <= 0
  end)
end

end

-- ---------------------------------------------------------------------------------------------------- core functions

-- One for each row of the core's tables; each takes the running game first.

-- What stands off the board is farther than anything on it.
local FAR = 1000000

local function squares_of(rt, place)
  if place == nil then
    return EMPTY
  elseif place._is == "square" then
    return place._alone
  elseif place.at == nil then
    return EMPTY
  end
  return rt:footprint(place, place.at) or EMPTY
end

local function indexes(squares)
  return mapped(squares, function(s)
    return s.index
  end)
end

function core.distance(rt, a, b)
  local first, second = squares_of(rt, a), squares_of(rt, b)
  if #first == 0 or #second == 0 or rt.grid == nil then
    return FAR
  end
  return rt.grid:distance_of_rectangles(first[1].index, first[#first].index, second[1].index, second[#second].index)
end

function core.path_distance(rt, a, b, passable)
  local sources, targets = squares_of(rt, a), squares_of(rt, b)
  if #sources == 0 or #targets == 0 then
    return nil
  end
  return rt.grid:path_distance(indexes(sources), indexes(targets), function(s)
    local square = rt.square_at[s]
    rt.work = rt.work - 1
    return square ~= nil and passable(rt, square)
  end, FAR)
end

-- The answer to a question about the board as it stands, remembered until something changes.
local function searched(rt, keys, search)
  local known, last = rt.known, #keys
  for i = 1, last - 1 do
    known = under(known, keys[i])
  end
  return charged(rt, known, keys[last], search)
end

local function price_of(rt, figure, cost, from, to)
  local price = cost(rt, figure, from, to)
  if price and price < 0 then
    fault("the step from " .. label(from) .. " to " .. label(to) .. " costs " .. shown_int(price)
      .. ", and none costs less than nothing")
  end
  return price
end

-- How a figure walks. What a step costs is asked once while the board stays: the way is sought after the reach.
local function walk_of(rt, figure, budget, cost, stop_at)
  local size = figure._class.has.size and figure.size or 1
  local at, count = rt.square_at, rt.grid.width * rt.grid.height
  local prices = under(under(under(rt.known, "prices"), figure), cost)
  local stops = under(under(under(rt.known, "stops"), figure), stop_at)
  local function price(a, b)
    rt.work = rt.work - 1
    return price_of(rt, figure, cost, at[a], at[b])
  end
  local function stopping(s)
    rt.work = rt.work - 1
    return stop_at(rt, figure, at[s])
  end
  return {
    size = math.max(size, 1), budget = budget,
    cost = function(a, b)
      return charged(rt, prices, a * count + b, price, a, b)
    end,
    stops = function(s)
      return charged(rt, stops, s, stopping, s)
    end,
  }
end

function core.reachable(rt, figure, budget, cost, stop_at)
  if figure.at == nil or rt.grid == nil then
    return EMPTY
  end
  return searched(rt, { "reach", figure, budget, cost, stop_at }, function()
    if budget < 0 then
      return EMPTY
    end
    local found, reached = rt.grid:settle({ figure.at.index }, walk_of(rt, figure, budget, cost, stop_at), EMPTY), {}
    for square = 0, rt.grid.width * rt.grid.height - 1 do
      if found[square] then
        reached[#reached + 1] = rt.square_at[square]
      end
    end
    return reached
  end)
end

function core.route(rt, figure, goal, budget, cost, stop_at)
  if figure.at == nil or rt.grid == nil then
    return EMPTY
  end
  return searched(rt, { "route", figure, goal, budget, cost, stop_at }, function()
    local way = rt.grid:route(figure.at.index, goal.index, walk_of(rt, figure, budget, cost, stop_at))
    return way and rt:named(without_position(way, 1)) or EMPTY
  end)
end

function core.min(_, ...)
  return math.min(...)
end

function core.max(_, ...)
  return math.max(...)
end

function core.abs(_, n)
  return math.abs(n)
end

function core.clamp(_, n, low, high)
  return math.min(math.max(n, low), high)
end

local function ratio(above, below)
  if below == 0 then
    fault("a number was divided by zero")
  elseif below < 0 then
    return -above, -below
  end
  return above, below
end

-- Exact for every number there is, which a division of great numbers is not.
function core.remainder(_, a, b)
  ratio(a, b)
  local left = math.fmod(a, b)
  if left ~= 0 and (left < 0) ~= (b < 0) then
    left = left + b
  end
  return floor(left)
end

local function divided(above, below)
  local left = math.fmod(above, below)
  local whole = (above - left) / below
  if left ~= 0 and (left < 0) ~= (below < 0) then
    whole = whole - 1
  end
  return floor(whole)
end

function core.round_down(_, above, below, to)
  above, below = ratio(above, core.product(below, to))
  return core.product(divided(above, below), to)
end

function core.round_up(_, above, below, to)
  above, below = ratio(above, core.product(below, to))
  return core.product(-divided(-above, below), to)
end

function core.round_near(_, above, below, to)
  above, below = ratio(above, core.product(below, to))
  local left, whole = core.remainder(nil, above, below), divided(above, below)
  if left >= below - left then -- the double of what is left may pass 2^53
    whole = whole + 1
  end
  return core.product(whole, to)
end

function core.size(_, items)
  return #items_of(items)
end

function core.first(_, items)
  return items_of(items)[1]
end

function core.last(_, items)
  items = items_of(items)
  return items[#items]
end

function core.following(rt, item, items)
  items = items_of(rt:over(items))
  local position = position_of(items, item)
  if position == nil then
    if #items > 0 then
      return items[1]
    end
    return item
  end
  return items[position % #items + 1]
end

function core.union(rt, a, b)
  return rt:joined(a, b)
end

function core.common(rt, a, b)
  return rt:sifted(a, b, true)
end

function core.without(rt, items, gone)
  local left = rt:sifted(items, gone, false)
  return items._is == "roll" and as_roll(left) or left
end

function core.concat(rt, a, b)
  return rt:sized(joined(items_of(a), items_of(b)))
end

function core.join_dice(_, a, b)
  if #a + #b > 1000 then
    fault("more than 1000 dice")
  end
  return joined(a, b)
end

function core.times(_, count, dice)
  if count * #dice > 1000 then
    fault("more than 1000 dice")
  end
  local made = {}
  for _ = 1, count do
    for _, die in ipairs(dice) do
      made[#made + 1] = die
    end
  end
  return made
end

-- How often a symbol lies on a face or on all faces of a roll; `value` is the number.
function core.symbols(_, rolled, name)
  if rolled._is == "face" then
    return rolled.symbols[name] or 0
  end
  local total = 0
  for _, face in ipairs(items_of(rolled)) do
    total = total + (face.symbols[name] or 0)
  end
  return past(total)
end

function core.total(rt, rolled)
  return core.symbols(rt, items_of(rolled), "value")
end

local function end_of(rt, items, is_better)
  items = items_of(items)
  if rt then
    rt.work = rt.work - #items
  end
  local is_faces = items._is == "roll" or (type(items[1]) == "table" and items[1]._is == "face")
  local found = items[1]
  for i = 2, #items do
    if is_faces then
      local new, old = items[i].symbols.value or 0, found.symbols.value or 0
      if is_better(new, old) then
        found = items[i]
      end
    elseif is_better(items[i], found) then
      found = items[i]
    end
  end
  if found == nil and not is_faces then
    return 0
  end
  return found
end

-- `highest` and `lowest` of numbers, or the face with that number; none (or 0) where there is nothing.
function core.highest(rt, items)
  return end_of(rt, items, function(a, b)
    return compared(a, b) > 0
  end)
end

function core.lowest(rt, items)
  return end_of(rt, items, function(a, b)
    return compared(a, b) < 0
  end)
end

function core.stacks(_, entity, name)
  return #of_status(entity, name)
end

core.squares_of = squares_of

function core.footprint(rt, figure, square)
  return rt:footprint(figure, square) or EMPTY
end

function core.fits(rt, figure, square)
  return rt:footprint(figure, square) ~= nil
end

function core.neighbours(rt, square)
  return rt.neighbours[square.index]
end

function core.step_blocked(rt, a, b)
  return rt.grid:step_blocked(a.index, b.index)
end

function core.standing_on(rt, square)
  return rt.standing[square.index] or EMPTY
end

function core.corners(rt, place)
  local points = {}
  for _, square in ipairs(rt:over(squares_of(rt, place))) do
    points = joined(points, rt.grid:corners(square.index))
  end
  return unique(points)
end

function core.centre(rt, square)
  return rt.grid:centre(square.index)
end

-- What the board answers about a line, by its length.
local function of_line(rt, what, p, q)
  rt.work = rt.work - math.abs(p[1] - q[1]) - math.abs(p[2] - q[2])
  return rt.grid:of_line(what, p, q)
end

function core.crossed(rt, p, q)
  return rt:named(of_line(rt, "find_crossed", p, q))
end

function core.touched(rt, p, q)
  return rt:named(of_line(rt, "find_touched", p, q))
end

function core.crosses_wall(rt, p, q)
  return of_line(rt, "find_walls", p, q)[1]
end

function core.touches_wall(rt, p, q)
  return of_line(rt, "find_walls", p, q)[2]
end

function core.column(rt, square)
  return square.index % rt.grid.width
end

function core.row(rt, square)
  return floor(square.index / rt.grid.width)
end

function core.elevation(rt, square)
  return rt.grid.elevation[square.index]
end

function core.square(rt, name)
  local found = rt:square_named(name)
  if found == nil then
    fault("the board has no square " .. name)
  end
  return found
end

function core.gap(_, a, b)
  return gap(base_of(a), base_of(b))
end

function core.gap_at(_, figure, x, y, facing, other)
  return gap(base_of(figure, { x = x, y = y, facing = facing }), base_of(other))
end

function core.in_arc(_, a, b, angle)
  return in_arc(a, { b.x, b.y }, angle)
end

function core.bearing(_, a, b)
  return bearing({ a.x, a.y }, { b.x, b.y })
end

function core.disc_touches(_, x, y, radius, figure)
  return covers_part({ x, y }, radius, base_of(figure))
end

function core.sine(rt, degrees)
  return core.round_near(rt, sine(degrees), 1000, 1)
end

function core.cosine(rt, degrees)
  return core.round_near(rt, cosine(degrees), 1000, 1)
end

function core.is_kind(_, value, kind)
  return type(value) == "table" and value._is == "entity" and value._class.is[kind] == true
end

function core.in_play(_, entity)
  if entity == nil or not entity._alive then
    return false
  end
  if entity._class.stands then
    return entity.at ~= nil
  end
  return entity._zone == nil
end

function core.game(rt)
  return rt.game
end

function core.card_of(_, entity)
  return entity._card
end

function core.has(rt, owner, name)
  return rt:has(owner, name)
end

-- ---- what compiled code reaches beside them

-- A list is walked over as it is: what is no list is looked at first.
function core.some(items, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  for i = 1, #items do
    if test(items[i]) then
      return true
    end
  end
  return false
end

function core.every(items, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  for i = 1, #items do
    if not test(items[i]) then
      return false
    end
  end
  return true
end

function core.count(items, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  local count = 0
  for i = 1, #items do
    if test == nil or test(items[i]) then
      count = count + 1
    end
  end
  return count
end

local function list_of(items, value, test)
  if items._is ~= nil then
    items = items_of(items)
  end
  local found, n = {}, 0
  for i = 1, #items do
    local item = items[i]
    if test == nil or test(item) then
      n = n + 1
      if value == nil then
        found[n] = item
      else
        found[n] = value(item)
      end
    end
  end
  return found
end
core.list_of = list_of

function core.set_of(items, value, test)
  return unique(list_of(items, value, test))
end

function core.sum_of(items, value, test)
  return core.sum(nil, list_of(items, value, test))
end

function core.highest_of(items, value, test)
  return core.highest(nil, list_of(items, value, test))
end

function core.lowest_of(items, value, test)
  return core.lowest(nil, list_of(items, value, test))
end

core.unique = unique

-- A function of squares, points, numbers and words whose answer follows from the board alone: each is worked out once.
function core.remembered(count, work)
  return function(rt, ...)
    local known = under(rt.grid and rt.grid.remembered or {}, work)
    for i = 1, count - 1 do
      known = under(known, key_of((select(i, ...))))
    end
    return charged(rt, known, key_of((select(count, ...))), work, rt, ...)
  end
end

-- A function of the game that costs more than looking its answer up: each stays until something changes.
function core.known(count, work)
  -- Most have one value or two; a row of any length is dear to go through.
  local function held_under(rt, a, b, ...)
    local known = under(rt.known, work)
    if count == 1 then
      return known, core.given(a)
    end
    known = under(known, core.given(a))
    for i = 3, count do
      known = under(known, core.given(b))
      b = select(i - 2, ...)
    end
    return known, core.given(b)
  end
  return function(rt, ...)
    local known, key = held_under(rt, ...)
    return charged(rt, known, key, work, rt, ...)
  end
end

function core.duration(edge, skip, verbs, condition, env)
  return { _is = "duration", edge = edge, skip = skip, verbs = verbs, condition = condition, env = Game.keep(nil, env) }
end

function core.unknown(name, at)
  fault("`" .. name .. "` is unknown in the source", at)
end

function core.paid(event)
  if event == nil or not event._done then
    raise({ _is = "unpaid" })
  end
end

-- ---------------------------------------------------------------------------------------------------- linking

-- A rules table ready for games, made once: `code` is what the sections above read.
local Code = {}
Code.__index = Code

local function set_of(names)
  local made = {}
  for _, name in ipairs(names) do
    made[name] = true
  end
  return made
end

-- What entities of a kind have in common. Reading what a kind does not have is a fault.
local function new_class(kind, board)
  local class = {
    name = kind.name, figure = kind.figure, stands = kind.figure and board.type ~= "table", fields = kind.fields,
    is = set_of(kind.ancestors), has = {}, sorted_names = {},
  }
  for i, field in ipairs(kind.fields) do
    class.has[field.name] = true
    class.sorted_names[i] = field.name
  end
  class.sorted_names = sorted(class.sorted_names, text_before)
  class.meta = {
    __index = function(_, name)
      if not (class.has[name] or OWN_NAMES[name] or (name == "at" and class.figure)) then
        missing_field(class, name)
      end
      return nil
    end,
  }
  return class
end

function Code:link_kinds()
  self.kinds, self.heirs, self.limits = {}, {}, {}
  for name, kind in pairs(self.data.kinds) do
    self.kinds[name] = new_class(kind, self.data.board)
    self.heirs[name] = {}
    self.limits[name] = {}
    for _, field in ipairs(kind.fields) do
      if field.minimum or field.maximum then
        self.limits[name][field.name] = field
      end
    end
  end
  for name, class in pairs(self.kinds) do
    for ancestor in pairs(class.is) do
      if self.heirs[ancestor] then
        insert(self.heirs[ancestor], name)
      end
    end
  end
end

-- The cards themselves: entities outside of any game, with their printed values.
function Code:link_cards()
  self.prototypes = {}
  for id, card in pairs(self.data.cards) do
    local made = new_entity(self.kinds[card.kind], id, nil)
    for _, field in ipairs(made._class.fields) do
      local value = card.values[field.name]
      if value == nil then
        value = field.default
      end
      made[field.name] = taken(value)
    end
    self.prototypes[id] = made
  end
  for _, made in pairs(self.prototypes) do
    for _, field in ipairs(made._class.fields) do
      local value = rawget(made, field.name)
      if field.type == "card" and value ~= nil then
        made[field.name] = self.prototypes[value]
      elseif (field.type == "set" or field.type == "list") and value ~= nil then
        made[field.name] = self:as_cards(value)
      end
    end
  end
end

-- A list of which each is a card's id, as the cards; other lists as they are.
function Code:as_cards(ids)
  for _, id in ipairs(ids) do
    if type(id) ~= "string" or not self.prototypes[id] then
      return ids
    end
  end
  return mapped(ids, function(id)
    return self.prototypes[id]
  end)
end

function Code:link_verbs()
  self.verbs = {}
  for name, verb in pairs(self.rules.verbs) do
    local has = set_of(verb.lets)
    for _, param in ipairs(verb.params) do
      has[param.name] = true
    end
    self.verbs[name] = {
      at = verb.at, params = verb.params, has = has, head = verb.head, recheck = verb.recheck, body = verb.body,
      triggers = {}, reactions = {},
    }
  end
end

function Code:link_lives()
  self.lives, self.live_of_kind = {}, {}
  for i, live in ipairs(self.rules.lives) do
    local made = {
      each = live.each, subject = live.subject, condition = live.condition, needs_self = live.needs_self,
      through = live.through,
    }
    self.lives[i] = made
    for _, heir in ipairs(self.heirs[live.kind]) do
      self.live_of_kind[heir] = self.live_of_kind[heir] or made
    end
  end
end

function Code:file_modifier(ability, modifier)
  if modifier.form == "forbid" then
    for _, verb in ipairs(modifier.verbs) do
      append_to(self.forbids, verb, { ability, modifier })
    end
  else
    append_to(self.modifiers, modifier.form .. " " .. modifier.stat, { ability, modifier })
    self.changes[modifier.form][modifier.stat] = true
  end
end

function Code:link_abilities()
  self.abilities, self.activations, self.ais = {}, {}, {}
  self.modifiers, self.forbids, self.recharges = {}, {}, {}
  -- What anything could ever change, by form and stat: most questions end here.
  self.changes = { adjust = {}, override = {}, least = {}, most = {}, grant = {}, forbid = {} }
  for i, ability in ipairs(self.rules.abilities) do
    local made = {
      index = i - 1, id = ability.id, at = ability.at, form = ability.carrier.form, name = ability.carrier.name,
      name_shown = ability.label, limits = ability.limits, uses = ability.uses, classes = ability.classes,
      condition = ability.condition, requires = ability.requires, costs = ability.costs, chooser = ability.chooser,
      feasible = ability.feasible, body = ability.body, rows = ability.rows,
      live = ability.live and self.lives[ability.live + 1],
    }
    self.abilities[i] = made
    for _, modifier in ipairs(ability.modifiers) do
      self:file_modifier(made, modifier)
    end
    for _, verb in ipairs(ability.verbs) do
      local book = ability.form == "trigger" and self.verbs[verb].triggers or self.verbs[verb].reactions
      append_to(book, ability.step .. " " .. ability.timing, made)
    end
    for _, verb in ipairs(ability.recharged_by) do
      append_to(self.recharges, verb, { made, ability.recharged_if })
    end
    if ability.form == "activation" then
      insert(self.activations, made)
    elseif ability.form == "ai" then
      insert(self.ais, made)
    end
  end
  for _, modifier in ipairs(self.lasting) do
    self.changes[modifier.form][modifier.stat] = true
  end
end

function Code:die_size(die, at)
  local faces = self.data.dice[die]
  if faces == false then
    fault("the faces of " .. die .. " are not known", at)
  end
  local size = faces and #faces or tonumber(string.sub(die, 2))
  if size < 1 or size > 10000 then
    fault(die .. " does not have from 1 to 10000 faces", at)
  end
  return size
end

local NUMBER_ONLY = { "value" }

-- The symbols of a face of a die, and their names in order.
function Code:face(die, index)
  local faces = self.data.dice[die]
  if not faces then
    return { value = index + 1 }, NUMBER_ONLY
  end
  self.orders[die] = self.orders[die] or {}
  local symbols, order = faces[index + 1], self.orders[die][index]
  if order == nil then
    order = {}
    for name in pairs(symbols) do
      order[#order + 1] = name
    end
    order = sorted(order, text_before)
    self.orders[die][index] = order
  end
  return symbols, order
end

local function linked(rules)
  if rules.format ~= 1 then
    error("the rules are of format " .. label(rules.format) .. ", and this plays 1", 0)
  end
  local data = setmetatable({ board = rules.board, policy = rules.policy }, { __index = rules.data })
  local code = setmetatable({
    rules = rules, data = data, functions = rules.functions, lasting = rules.lasting, checks = {},
    checked_fields = {}, stat_of = {}, boards = {}, orders = {},
  }, Code)
  code:link_kinds()
  code:link_cards()
  for _, stat in ipairs(rules.stats) do
    for _, heir in ipairs(code.heirs[stat.kind]) do
      code.stat_of[heir] = code.stat_of[heir] or {}
      code.stat_of[heir][stat.name] = stat
    end
  end
  code:link_verbs()
  code:link_lives()
  code:link_abilities()
  for i, check in ipairs(rules.checks) do
    code.checks[i] = { reads = set_of(check.reads), found = check.found, body = check.body }
    for _, name in ipairs(check.reads) do
      code.checked_fields[name] = true
    end
  end
  return code
end

local linked_rules = {}

-- The code of a rules table, linked the first time.
function M.link(rules)
  if linked_rules[rules] == nil then
    linked_rules[rules] = linked(rules)
  end
  return linked_rules[rules]
end

-- ---------------------------------------------------------------------------------------------------- games

local MINSTD_A, MINSTD_M = 48271, 2147483647

-- The named generator: x becomes 48271 x mod (2^31 - 1) (Park, Miller and Stockmeyer, 1993).
local Minstd = {}
Minstd.__index = Minstd

local function minstd(seed)
  local value = seed % MINSTD_M
  return setmetatable({ value = value == 0 and 1 or value }, Minstd)
end
M.minstd = minstd

-- A number from 0 to size - 1, all equally likely: values past the last whole round are drawn again.
function Minstd:below(size)
  local limit = floor((MINSTD_M - 1) / size) * size
  repeat
    self.value = self.value * MINSTD_A % MINSTD_M
  until self.value - 1 < limit
  return (self.value - 1) % size
end

-- Fisher and Yates, from the end.
function Minstd:permutation(size)
  local order = counted(size)
  for i = size, 2, -1 do
    local j = self:below(i) + 1
    order[i], order[j] = order[j], order[i]
  end
  return order
end

-- Equally likely among the first 64 legal answers; of a large choice a subset is drawn.
local function random_agent(seed)
  local generator = minstd(seed % 2147483647 * 7919 + 17) -- never beyond 2^53
  return function(_, request)
    if request.such_that == nil and request.most > 1 then
      local size = request.least + generator:below(request.most - request.least + 1)
      local order, picked = generator:permutation(#request.options), {}
      for i = 1, math.min(size, #order) do
        picked[i] = order[i]
      end
      return sorted(picked, by_number)
    end
    local answers = legal_answers(request, 64)
    return answers[generator:below(#answers) + 1]
  end
end

-- The first legal answer; of an offer the first thing that can be used.
local function first_legal(_, request)
  local answers = legal_answers(request, 2)
  return request.kind == "use" and answers[2] or answers[1]
end

M.agents = {
  random = random_agent,
  first = function()
    return first_legal
  end,
}

-- Answers requests: choices by `decide`, dice and shuffles by the generator; writes the log.
local Driver = {}
Driver.__index = Driver

local function new_driver(decide, seed)
  return setmetatable({ decide = decide, generator = minstd(seed or 1), log = {} }, Driver)
end
M.new_driver = new_driver

function Driver:by_chance(request)
  if request._is == "roll" then
    return mapped(request.sizes, function(size)
      return self.generator:below(size)
    end)
  elseif request._is == "draw" then
    return self.generator:below(request.size)
  end
  return self.generator:permutation(request.size)
end

function Driver:answer(game, request)
  local found
  if request._is == "choose" then
    found = self.decide(game, request)
  else
    found = self:by_chance(request)
  end
  insert(self.log, found)
  return found
end

-- Answers from a log.
function M.replay(log)
  local driver, position = new_driver(nil, 1), 0
  function driver.answer()
    position = position + 1
    if log[position] == nil then
      fault("the log ends before the game does")
    end
    insert(driver.log, log[position])
    return log[position]
  end
  return driver
end

local function shown_request(request)
  if request._is == "roll" then
    return "? roll " .. concat(request.dice, ", ")
  elseif request._is ~= "choose" then
    return "? " .. request._is .. " " .. shown_int(request.size)
  end
  local range = shown_int(request.least) .. "-" .. shown_int(request.most)
  return "? " .. request.kind .. " of " .. label(request.who) .. " " .. range .. ": " .. labels(request.options, " | ")
end

-- The answer of a driver; a transcript that shows requests has both.
function Game:answered(driver, request)
  if not self.shows_requests then
    return driver:answer(self, request)
  end
  self:tell(shown_request(request))
  local answer = driver:answer(self, request)
  local given = type(answer) == "table" and labels(answer, " ") or label(answer)
  self:tell(given ~= "" and "= " .. given or "=")
  return answer
end

-- Of a value that is none, the host's own words are left out: they differ from host to host.
local function as_fault(err)
  if type(err) == "table" and (err._is == "fault" or err._is == "stopped") then
    return err
  end
  local message = "a value was none where one is needed"
  if type(err) == "table" then
    message = "a text ended an event that was not running"
  elseif string.find(tostring(err), "stack overflow", 1, true) then
    message = "events are nested too deeply"
  end
  return { _is = "fault", message = message, at = 0, cause = err }
end

-- A fault leaves the state as it was.
function Game:failed(mark, err)
  self:taken_back(mark)
  self.dirty = {}
  return as_fault(err)
end

-- Runs work to its end, its requests answered by a driver.
function Game:run(work, driver)
  local mark, steps_before, changes_before = self:marked_now(), self.steps, self.changes
  self:begin()
  local fine, found = try(drive, function()
    local done = work()
    self:spend(0, -1)
    return done
  end, function(request)
    return self:answered(driver, request)
  end)
  self.steps, self.changes = self.steps + steps_before, self.changes + changes_before
  if not fine then
    raise(self:failed(mark, found))
  end
  return found
end

-- What an automated figure considered; explained on request.
function Game:consider(form, text)
  if self:is_tracing() then
    self:tell("ai " .. form .. ": " .. text)
  end
end

-- Lets a figure act by the AI texts that are live for it.
function Game:resolve_ai(subject)
  for _, ability in ipairs(self.code.ais) do
    local carriers = self:carriers(ability)
    for i = 1, #carriers, 2 do
      if carriers[i] == subject and ability.body then
        ability.body(self, carriers[i], carriers[i + 1], nil)
      end
    end
  end
end

function Game:start()
  return self:emit(self.code.rules.start, {})
end

-- The whole game, from its start.
function Game:play(driver)
  return self:run(function()
    return self:start()
  end, driver)
end

-- 16 hexadecimal digits of a text: two polynomials over its bytes.
local function text_hash(text)
  local first, second = 0, 0
  each_byte(text, function(b)
    first = (first * 1000003 + b + 1) % 2147483647
    second = (second * 999983 + b + 1) % 2147483629
  end)
  return string.format("%08x%08x", first, second)
end

M.text_hash = text_hash

function Game:fingerprint()
  return text_hash(self:picture())
end

-- ---------------------------------------------------------------------------------------------------- drawn boards

local board_of

do -- what follows is this section's own; a chunk has room for 200 names

local LARGEST_BOARD = 64

-- The characters of a line: bytes of one character stay together.
local function characters(line)
  local found, i = {}, 1
  while i <= #line do
    local stop = i
    if byte(line, i) >= 192 and not unicode then
      while stop < #line and byte(line, stop + 1) >= 128 and byte(line, stop + 1) < 192 do
        stop = stop + 1
      end
    end
    found[#found + 1] = string.sub(line, i, stop)
    i = stop + 1
  end
  while found[#found] == " " do
    found[#found] = nil
  end
  return found
end

local EDGES = { [" "] = true, ["-"] = true, ["+"] = true, ["|"] = true }

-- Where the first wall of an edge line stands; none where a line is none.
local function first_wall(line)
  local found
  for column, character in ipairs(line) do
    if not EDGES[character] then
      return nil
    elseif character == "-" then
      found = found or column
    end
  end
  return found
end

local function board_fault(line, column, message)
  fault("board line " .. shown_int(line) .. ", column " .. shown_int(column) .. ": " .. message)
end

local function read_letters(line, number, row, board)
  if board.width > LARGEST_BOARD and #line > 2 * LARGEST_BOARD then
    board_fault(number, 2 * LARGEST_BOARD + 1, "more than " .. shown_int(LARGEST_BOARD) .. " squares in a row")
  end
  for column = 1, #line, 2 do
    local character = line[column]
    local code = byte(character)
    local is_letter = not EDGES[character] and (code > 160 or (code > 32 and code < 127))
    if character ~= " " and not is_letter then
      board_fault(number, column, "'" .. character .. "' where a square belongs")
    end
    board.letters[row * board.width + floor(column / 2)] = character
  end
end

local function read_upright_walls(line, number, row, board)
  for column = 2, #line, 2 do
    local square = floor((column - 1) / 2)
    if line[column] == "|" then
      if square + 1 >= board.width then
        board_fault(number, column, "no square to the right of this wall")
      end
      insert(board.walls, { row * board.width + square, row * board.width + square + 1 })
    elseif line[column] ~= " " then
      board_fault(number, column, "'" .. line[column] .. "' between two squares (a space or '|' stands there)")
    end
  end
end

local function read_level_walls(line, number, row, board)
  for column, character in ipairs(line) do
    local is_below = column < 2 * board.width
    if character ~= " " and not (is_below and column % 2 == 0) then
      if not is_below then
        board_fault(number, column, "no square above this wall")
      elseif character ~= "-" then
        board_fault(number, column, "'" .. character .. "' below a square (a space or '-' stands there)")
      end
      local square = row * board.width + floor((column - 1) / 2)
      insert(board.walls, { square, square + board.width })
    end
  end
end

-- The numbers of the lines with squares, and which lines have walls between them.
local function lines_of_board(lines)
  local rows, edges, last = {}, {}, nil
  for number, line in ipairs(lines) do
    local wall = first_wall(line)
    if wall == nil then
      rows[#rows + 1] = number
      if #rows > LARGEST_BOARD then
        board_fault(number, 1, "more than " .. shown_int(LARGEST_BOARD) .. " rows")
      end
    elseif rows[#rows] ~= number - 1 or number == 1 then
      board_fault(number, wall, "no squares above these walls")
    else
      edges[number], last = true, number
    end
  end
  if last and last == #lines then
    board_fault(last, first_wall(lines[last]), "no squares below these walls")
  end
  return rows, edges
end

-- A drawn board, one text a line, as {width, height, letters by square, walls}: square lines have the squares at the
-- columns 1, 3, 5 and so on, and between two of them a space, or `|` for a wall; an edge line has `-` for walls below.
local function parse_board(texts)
  local lines, board = mapped(texts, characters), { width = 0, letters = {}, walls = {} }
  local rows, edges = lines_of_board(lines)
  for _, number in ipairs(rows) do
    board.width = math.max(board.width, floor((#lines[number] + 1) / 2))
  end
  if board.width == 0 then
    board_fault(1, 1, "a board without squares")
  end
  board.height = #rows
  for index = 0, board.width * board.height - 1 do
    board.letters[index] = " "
  end
  for i, number in ipairs(rows) do
    read_letters(lines[number], number, i - 1, board)
    read_upright_walls(lines[number], number, i - 1, board)
    if edges[number + 1] then
      read_level_walls(lines[number + 1], number + 1, i - 1, board)
    end
  end
  return board
end
M.parse_board = parse_board

-- The board of a position, made once, and the first square of every letter.
function board_of(code, position)
  local made = code.boards[position]
  if made then
    return made.grid, made.first
  end
  local drawn, symbols, names, first = parse_board(position.board), {}, {}, {}
  for name, symbol in pairs(code.data.terrain) do
    if symbol ~= "" then
      symbols[symbol] = name
    end
  end
  for _, letter in ipairs(position.letters) do
    names[letter[1]] = true
  end
  local exists, terrain = {}, {}
  for index = 0, drawn.width * drawn.height - 1 do
    local letter = drawn.letters[index]
    if letter ~= " " and letter ~= "." and not symbols[letter] and not names[letter] then
      fault("the letter " .. letter .. " of the board is in no legend", position.at)
    end
    exists[index] = letter ~= " "
    terrain[index] = symbols[letter] and not names[letter] and { [symbols[letter]] = true } or EMPTY
    first[letter] = first[letter] or index
  end
  local metric = code.data.board.metric or "chebyshev"
  local grid = new_grid(drawn.width, drawn.height, metric, exists, terrain, drawn.walls)
  code.boards[position] = { grid = grid, first = first }
  return grid, first
end

end

-- ---------------------------------------------------------------------------------------------------- scripts

-- The name of an entity in a test, and those of the parts printed in it: `sword.lines#2`, `sword.edge`.
function Game:name_for_tests(entity, name)
  local function call(one, text)
    if type(one) == "table" and one._is == "entity" and self.test_names[one._id] == nil then
      self.test_names[one._id] = text
    end
  end
  call(entity, name)
  for _, field in ipairs(entity._class.fields) do
    local inside_it = field.part ~= "" and rawget(entity, field.name)
    if inside_it and is_list(inside_it) then
      for number, part in ipairs(inside_it) do
        call(part, name .. "." .. field.name .. "#" .. shown_int(number))
      end
    elseif inside_it then
      call(inside_it, name .. "." .. field.name)
    end
  end
end

-- Values of a script by name, which remember the order in which they came.
local function new_env()
  local order = {}
  return setmetatable({}, {
    __newindex = function(env, name, value)
      order[#order + 1] = name
      rawset(env, name, value)
    end,
  }), order
end

-- Builds a position; `order` are the names of what the script has named so far.
function Game:build(position, env, order, built)
  local first = {}
  if #position.board > 0 then
    local grid
    grid, first = board_of(self.code, position)
    self:set_board(grid)
  end
  position.build(self, env)
  if built then
    built(env)
  end
  for _, letter in ipairs(position.letters) do
    local square = first[letter[1]]
    if square == nil then
      fault("the letter " .. letter[1] .. " does not stand on the board", position.at)
    end
    self:place(env[letter[2]], self.square_at[square])
  end
  for _, name in ipairs(order) do
    local value = rawget(env, name)
    if type(value) == "table" and value._is == "entity" then
      self:name_for_tests(value, name)
    end
  end
  position["do"](self, env)
  self:check_state()
end

-- Builds the positions of a script, in order; gives what the script has named.
function Game:set_up(script, built)
  local env, order = new_env()
  for _, position in ipairs(script.positions) do
    self:build(position, env, order, built)
  end
  return env
end

-- Answers from a test's lists. An offer that the next answer does not name is passed; a `may` likewise declined.
local ScriptDriver = {}
ScriptDriver.__index = ScriptDriver

local function script_driver(choices, dice)
  return setmetatable({
    choices = choices, dice = dice, chosen = 0, rolled = 0, generator = minstd(1),
  }, ScriptDriver)
end

local function many_of(given)
  if type(given) == "table" and given[1] ~= nil then
    return given
  end
  return nil
end

function ScriptDriver:answer(game, request)
  if request._is == "roll" then
    return self:faces(game, request)
  elseif request._is == "choose" then
    return self:pick(game, request)
  end
  return Driver.by_chance(self, request)
end

function ScriptDriver:next_die()
  self.rolled = self.rolled + 1
  return self.dice[self.rolled]
end

function ScriptDriver:faces(game, request)
  if self.rolled >= #self.dice then
    fault("a roll of " .. concat(request.dice, ", ") .. " is not scripted: add `dice:`", request.at)
  end
  local given = self:next_die()
  local many = many_of(given)
  if many == nil then
    many = { given }
    while #many < #request.dice and self.rolled < #self.dice do
      many[#many + 1] = self:next_die()
    end
  end
  if #many ~= #request.dice then
    fault(shown_int(#request.dice) .. " dice are rolled, and " .. shown_int(#many) .. " are scripted", request.at)
  end
  local faces = {}
  for i, die in ipairs(request.dice) do
    faces[i] = self:face(game, die, many[i], request.at)
  end
  return faces
end

local function same_symbols(symbols, wanted)
  if type(wanted) == "number" then
    wanted = { value = wanted }
  end
  for name, count in pairs(wanted) do
    if symbols[name] ~= count then
      return false
    end
  end
  for name in pairs(symbols) do
    if wanted[name] == nil then
      return false
    end
  end
  return true
end

function ScriptDriver:face(game, die, wanted, at)
  for index = 0, game.code:die_size(die, at) - 1 do
    local symbols = game.code:face(die, index)
    if same_symbols(symbols, wanted) then
      return index
    end
  end
  fault(die .. " has no face " .. (type(wanted) == "table" and "like this" or label(wanted)), at)
end

function ScriptDriver:pick(game, request)
  local following = self.choices[self.chosen + 1]
  if request.kind == "use" then
    local position = following ~= nil and self:find(game, request, following) or nil
    if position or following == "pass" then
      self.chosen = self.chosen + 1
    end
    return { position or -1 }
  elseif request.kind == "yes" then
    if following == "yes" or following == "no" or following == true or following == false then
      self.chosen = self.chosen + 1
    end
    return { (following == "yes" or following == true) and 0 or 1 }
  elseif following == nil then
    fault("a choice is not scripted: one of " .. self:shown(game, request), request.at)
  end
  self.chosen = self.chosen + 1
  local many = type(following) == "table" and following or { following }
  local found = following == "none" and {} or mapped(many, function(wanted)
    return self:find(game, request, wanted) or fault(
      label(following) .. " is no option: one of " .. self:shown(game, request), request.at)
  end)
  return found
end

function ScriptDriver:find(game, request, wanted)
  for i, option in ipairs(request.options) do
    if self:names(game, option)[label(wanted)] then
      return i - 1
    end
  end
  return nil
end

-- Every way in which a test may name an option, as a set.
function ScriptDriver:names(game, option)
  local form = type(option) == "table" and option._is
  if form == "entity" then
    local named = option._card and option._card._id or rawget(option, "id")
    if named == nil then
      named = option._id
    end
    local found = { [label(option)] = true, [label(named)] = true }
    if game.test_names[option._id] then
      found[game.test_names[option._id]] = true
    end
    found[""] = nil
    return found
  elseif form ~= "usable" then
    return { [label(option)] = true }
  end
  local mine, its = self:names(game, option.me), self:names(game, option.this)
  local found = copied(its)
  found[option.name], found[usable_text(option)] = true, true
  for m in pairs(mine) do
    found[option.name .. " of " .. m] = true
    for t in pairs(its) do
      found[t .. " of " .. m] = true
    end
  end
  return found
end

function ScriptDriver:shown(game, request)
  local texts = {}
  for i = 1, math.min(12, #request.options) do
    local option = request.options[i]
    texts[i] = type(option) == "table" and game.test_names[rawget(option, "_id")] or label(option)
  end
  return concat(texts, ", ")
end

-- ---- tests

-- What is wrong with a roster: a list of refusals, empty when it is legal.
function M.check_roster(code, name, values)
  local game, given, broken = M.new(code), {}, {}
  for i, pair in ipairs(values) do
    local value = pair[2]
    if type(value) == "table" then
      value = mapped(value, function(id)
        return code.prototypes[id] or id
      end)
    end
    given[i] = code.prototypes[value] or value
  end
  local unpack = table.unpack or unpack
  for i, requirement in ipairs(code.rules.rosters[name].requirements) do
    game:refill()
    local failed = requirement(game, unpack(given))
    if failed then
      broken[#broken + 1] = refused(failed)
    end
  end
  return broken
end

local function judge_roster(code, script, failures)
  local broken = M.check_roster(code, script.roster.name, script.roster.values)
  local found, told = false, {}
  for i, reason in ipairs(broken) do
    told[i] = reason.message
    found = found or (script.illegal ~= "" and string.find(reason.message, script.illegal, 1, true) ~= nil)
    if script.illegal == "" then
      insert(failures, "the roster is illegal: " .. reason.message)
    end
  end
  if script.illegal ~= "" and not found then
    local wrong = #told > 0 and concat(told, "; ") or "nothing"
    insert(failures, "the roster is not illegal for this reason; wrong is: " .. wrong)
  end
end

-- The first call must be refused with the reason that the test states; without one, none may be refused.
local function judge_legality(game, illegal, failures)
  local function is_refused(event)
    return event._reason and (event._outcome == "illegal" or event._outcome == "fizzled")
  end
  if illegal == "" then
    for _, event in ipairs(game.outermost) do
      if is_refused(event) then
        insert(failures, event._verb .. " is illegal: " .. event._reason.message)
      end
    end
    return
  end
  local first = game.outermost[1]
  if first == nil or not is_refused(first) then
    insert(failures, "the first call was to be refused, and is legal")
  elseif not string.find(first._reason.message, illegal, 1, true) then
    insert(failures, "it is refused for another reason: " .. first._reason.message)
  end
end

-- What a test gives, as it is told: texts in quotes, lists in brackets.
local function shown_given(given)
  if type(given) == "string" then
    return "'" .. given .. "'"
  elseif type(given) == "table" then
    return "[" .. concat(mapped(given, shown_given), ", ") .. "]"
  end
  return label(given)
end

-- What is left of a list from a position on; none where all was used.
local function unused(items, count)
  if count >= #items then
    return nil
  end
  local left = {}
  for i = count + 1, #items do
    left[#left + 1] = items[i]
  end
  return shown_given(left)
end

local function run_step(game, step, env, illegal, failures)
  game.outermost = {}
  local driver = script_driver(step.choices, step.dice)
  game:run(function()
    step["do"](game, env)
  end, driver)
  game:run(function()
    game:check_state()
  end, driver)
  local left = { { "choices", unused(step.choices, driver.chosen) }, { "dice", unused(step.dice, driver.rolled) } }
  for _, pair in ipairs(left) do
    if pair[2] then
      insert(failures, pair[1] .. " were never asked for: " .. pair[2])
    end
  end
  judge_legality(game, illegal, failures)
  for _, asked in ipairs(step["then"]) do
    game:refill()
    if not asked.test(game, env) then
      local left = asked.left and " (it is " .. label(asked.left(game, env)) .. ")" or ""
      insert(failures, "`" .. asked.text .. "` does not hold" .. left)
    end
  end
end

local function compare_events(script, history, failures)
  local waiting = 1
  for _, verb in ipairs(history) do
    if script.events[waiting] == verb then
      waiting = waiting + 1
    end
  end
  if waiting <= #script.events then
    local order = {}
    for i = 1, math.min(40, #history) do
      order[i] = history[i]
    end
    local happened = concat(order, ", ")
    insert(failures, "the event " .. script.events[waiting] .. " did not follow (what happened: " .. happened .. ")")
  end
end

local function transcript_game(rules)
  local game = M.new(M.link(rules))
  game.trace, game.history, game.shows_requests = {}, {}, true
  return game
end

-- Runs a test to its end; gives the failures, none when it passed, and the game.
local function run_test(rules, script)
  local game, failures = transcript_game(rules), {}
  if script.roster then
    judge_roster(game.code, script, failures)
  end
  local fine, stop_here = try(function()
    local env = game:run(function()
      return game:set_up(script)
    end, script_driver(EMPTY, EMPTY))
    game.history = {}
    for number, step in ipairs(script.steps) do
      run_step(game, step, env, number == 1 and script.illegal or "", failures)
    end
  end)
  if not fine then
    insert(failures, as_fault(stop_here).message)
  end
  compare_events(script, game.history, failures)
  return failures, game
end
M.run_test = run_test

-- ---- transcripts

-- The lines of what was told, with the state at the end.
local function transcript_of(game)
  local lines = mapped(game.trace, function(told)
    return string.rep("  ", told.depth) .. told.text
  end)
  insert(lines, "state " .. game:fingerprint())
  return lines
end

-- What makes sure of what a host gives; it stands with the host's interface, below.
local Inputs = {}

-- The transcript of a test, line by line.
function M.transcript_of_test(rules, script)
  local held = Inputs.members(script) or EMPTY
  if held.positions == nil or held.steps == nil then
    Inputs.refuse("a test is one of those that were exported")
  end
  local failures, game = run_test(rules, script)
  for _, sentence in ipairs(failures) do
    insert(game.trace, { depth = 0, text = "failed: " .. sentence })
  end
  return transcript_of(game)
end

-- The transcript of a match from a scenario, all players choosing at random.
function M.transcript_of_match(rules, scenario, seed)
  local script, begin = Inputs.script_named(rules, scenario), Inputs.seed(seed)
  local game, driver = transcript_game(rules), new_driver(random_agent(begin), begin)
  local fine, stop_here = try(function()
    game:run(function()
      game:set_up(script)
    end, driver)
    game:play(driver)
  end)
  if not fine then
    insert(game.trace, { depth = 0, text = "fault: " .. as_fault(stop_here).message })
  end
  return transcript_of(game)
end

-- ---------------------------------------------------------------------------------------------------- JSON

local to_json, from_json, NO_SETUP

do -- what follows is this section's own; a chunk has room for 200 names

local ESCAPES = {
  ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ["\b"] = "\\b", ["\f"] = "\\f",
}

local function json_text(text)
  local parts = {}
  for i = 1, #text do
    local character = string.sub(text, i, i)
    if ESCAPES[character] then
      character = ESCAPES[character]
    elseif byte(character) < 32 then
      character = string.format("\\u%04x", byte(character))
    end
    parts[i] = character
  end
  return '"' .. concat(parts) .. '"'
end

-- An object with nothing in it, which else would be an array.
NO_SETUP = {}

-- None as an array of a JSON text has it; no check of a value takes it for anything.
local function null() end

-- JSON of a value: tables with an item 1, or nothing in them, are arrays; keys stand sorted.
function to_json(value)
  if type(value) == "string" then
    return json_text(value)
  elseif type(value) ~= "table" then
    return (value == nil or value == null) and "null" or label(value)
  end
  local parts = {}
  if value ~= NO_SETUP and (value[1] ~= nil or next(value) == nil) then
    for i, item in ipairs(value) do
      parts[i] = to_json(item)
    end
    return "[" .. concat(parts, ",") .. "]"
  end
  local names = {}
  for name in pairs(value) do
    names[#names + 1] = name
  end
  for i, name in ipairs(sorted(names, text_before)) do
    parts[i] = json_text(name) .. ":" .. to_json(value[name])
  end
  return "{" .. concat(parts, ",") .. "}"
end
M.to_json = to_json

local function no_json(position)
  error("this is no JSON, from byte " .. shown_int(position), 0)
end

local UNESCAPES = {
  b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/",
}
local DEEPEST = 100 -- brackets in brackets

-- A character by its number, as the host's texts have it.
local function character_of(code)
  if not unicode then
    return concat(mapped(utf8_of(code), string.char))
  elseif code < 65536 then
    return string.char(code)
  end
  return string.char(55296 + floor((code - 65536) / 1024), 56320 + (code - 65536) % 1024)
end

-- The number that is written as \u and four digits from a position on, or nothing.
local function unit_at(text, position)
  local digits = string.match(text, "^\\u(%x%x%x%x)", position)
  return digits and tonumber(digits, 16)
end

-- The character that is written as \u from a position on, twice beyond 65535; and where it ends.
local function read_escape(text, position)
  local code = unit_at(text, position) or no_json(position)
  local low = code >= 55296 and code < 56320 and unit_at(text, position + 6)
  if low and low >= 56320 and low < 57344 then
    return character_of(65536 + (code - 55296) * 1024 + low - 56320), position + 12
  end
  return character_of(code), position + 6
end

-- The text whose first quote stands at a position, and where it ends.
local function read_text(text, position)
  local parts, i = {}, position + 1
  while true do
    local stop_at = string.find(text, '["\\]', i) or no_json(position)
    parts[#parts + 1] = string.sub(text, i, stop_at - 1)
    if string.sub(text, stop_at, stop_at) == '"' then
      return concat(parts), stop_at + 1
    end
    local escaped = string.sub(text, stop_at + 1, stop_at + 1)
    if escaped == "u" then
      parts[#parts + 1], i = read_escape(text, stop_at)
    else
      parts[#parts + 1] = UNESCAPES[escaped] or no_json(stop_at)
      i = stop_at + 2
    end
  end
end

local function after_space(text, position)
  while true do
    local b = byte(text, position)
    if b ~= 32 and b ~= 10 and b ~= 13 and b ~= 9 then
      return position
    end
    position = position + 1
  end
end

local WORDS = { { "true", true }, { "false", false }, { "null", nil } }

local read_value

-- What stands between brackets, by `read_item(position)`, which gives the position after it.
local function read_many(text, position, closing, read_item)
  position = after_space(text, position + 1)
  if string.sub(text, position, position) == closing then
    return position + 1
  end
  while true do
    position = after_space(text, read_item(after_space(text, position)))
    local character = string.sub(text, position, position)
    if character == closing then
      return position + 1
    elseif character ~= "," then
      no_json(position)
    end
    position = position + 1
  end
end

-- The number at a position, and where it ends.
local function read_number(text, position)
  local digits = string.match(text, "^-?%d+", position)
  if digits == nil or string.find(digits, "^-?0%d") then
    no_json(position)
  end
  local stop_at = position + #digits
  stop_at = stop_at + #(string.match(text, "^%.%d+", stop_at) or "")
  stop_at = stop_at + #(string.match(text, "^[eE][+-]?%d+", stop_at) or "")
  return tonumber(string.sub(text, position, stop_at - 1)), stop_at
end

function read_value(text, position, depth)
  local first, made = string.sub(text, position, position), {}
  if depth > DEEPEST then
    no_json(position)
  end
  if first == '"' then
    return read_text(text, position)
  elseif first == "[" then
    position = read_many(text, position, "]", function(at)
      local item, stop_at = read_value(text, at, depth + 1)
      if item == nil then
        item = null
      end
      made[#made + 1] = item
      return stop_at
    end)
    return made, position
  elseif first == "{" then
    position = read_many(text, position, "}", function(at)
      if string.sub(text, at, at) ~= '"' then
        no_json(at)
      end
      local name, colon = read_text(text, at)
      colon = after_space(text, colon)
      if string.sub(text, colon, colon) ~= ":" then
        no_json(colon)
      end
      local value, stop_at = read_value(text, after_space(text, colon + 1), depth + 1)
      made[name] = value
      return stop_at
    end)
    return made, position
  end
  for _, word in ipairs(WORDS) do
    if string.sub(text, position, position + #word[1] - 1) == word[1] then
      return word[2], position + #word[1]
    end
  end
  return read_number(text, position)
end

-- The value of a JSON text; null is none.
function from_json(text)
  local value, position = read_value(text, after_space(text, 1), 1)
  if after_space(text, position) <= #text then
    no_json(position)
  end
  return value
end
M.from_json = from_json

end

-- ---------------------------------------------------------------------------------------------------- hosts

do -- what follows is this section's own; a chunk has room for 200 names

-- A match that a host plays step by step: `told` lines of what happened have been handed out, `request` waits for an
-- answer, `result` is how it ended.
local Match = {}
Match.__index = Match

Inputs.bounds = {
  number = 9007199254740991, -- above it a number of MoonSharp or 5.1 stands for more than one
  answers = 100000, positions = 10000, save = 4000000, shown = 60, shown_positions = 20,
}
Inputs.saved = { "format", "game", "hash", "setup", "seed", "answers" }

Inputs.A_NUMBER = "a whole number from " .. shown_int(-Inputs.bounds.number) .. " to " .. shown_int(Inputs.bounds.number)

-- What a refusal is of, as the words before it: a host may put a place before what is raised, so it is raised once.
local refused_of = ""

-- Ends what was asked for, which cannot be.
function Inputs.refuse(message)
  local what = refused_of
  refused_of = ""
  error(what .. message, 0)
end

-- ---- values of any type; each level is read once into a table of our own, past what metatables say

-- A whole number, or nothing for anything else; -0 is 0.
function Inputs.whole(value)
  if type(value) == "number" and value >= -Inputs.bounds.number and value <= Inputs.bounds.number and value == floor(value) then
    return floor(value) + 0
  end
  return nil
end

-- The members of an object, or nothing for what is no object; an empty table is also an empty array.
function Inputs.members(value)
  if type(value) ~= "table" then
    return nil
  end
  local held = {}
  for name, item in next, value do
    if type(name) ~= "string" then
      return nil
    end
    held[name] = item
  end
  return held
end

-- What an array holds, or nothing for what is no array; of a longer one so many, and one more.
function Inputs.items(value, most)
  if type(value) ~= "table" then
    return nil
  end
  local held, count = {}, 0
  for position in next, value do
    count = count + 1
    if Inputs.whole(position) == nil or position < 1 then
      return nil
    elseif count > most then
      break
    end
  end
  for i = 1, count do
    held[i] = rawget(value, i)
    if held[i] == nil then
      return nil
    end
  end
  return held
end

-- A text of a host as a message and an order may have it: what is not plain ASCII is a question mark.
function Inputs.visible(name)
  return (string.gsub(name, "[^ -~]+", "?"))
end

-- The beginning of a text of a host, for a message.
function Inputs.shown(name)
  local seen = Inputs.visible(name)
  return #seen <= Inputs.bounds.shown and seen or string.sub(seen, 1, Inputs.bounds.shown) .. "..."
end

-- The first name, as messages show it, that is not among those that are known, or nothing.
function Inputs.unknown(given, known)
  local is_known, first = {}, nil
  for _, name in ipairs(known) do
    is_known[name] = true
  end
  for name in pairs(given) do
    local seen = not is_known[name] and Inputs.shown(name)
    if seen and (first == nil or text_before(seen, first)) then
      first = seen
    end
  end
  return first
end

-- A seed, 1 where none is given.
function Inputs.seed(seed)
  local found = seed == nil and 1 or Inputs.whole(seed)
  if found == nil then
    Inputs.refuse("a seed is " .. Inputs.A_NUMBER)
  end
  return found
end

-- A setup; its scenario and rosters are tried when they are used.
function Inputs.setup(setup)
  local given = setup == nil and {} or Inputs.members(setup)
  if given == nil then
    Inputs.refuse("a setup is an object")
  end
  local wrong = Inputs.unknown(given, { "scenario", "rosters" })
  if wrong ~= nil then
    Inputs.refuse("a setup has no `" .. wrong .. "`")
  end
  return given
end

-- What a host allows: `work`, a number above 0, and `watch`, which can be called.
function Inputs.limits(limits)
  local given = limits == nil and {} or Inputs.members(limits)
  if given == nil then
    Inputs.refuse("limits are an object")
  end
  local wrong = Inputs.unknown(given, { "work", "watch" })
  if wrong ~= nil then
    Inputs.refuse("limits have no `" .. wrong .. "`")
  end
  if given.work ~= nil then
    local work = Inputs.whole(given.work)
    if work == nil or work <= 0 then
      Inputs.refuse("`work` is a whole number above 0")
    end
    given.work = work
  end
  if given.watch ~= nil and type(given.watch) ~= "function" then
    Inputs.refuse("`watch` is a function")
  end
  return given
end

function Inputs.script_named(rules, scenario)
  if type(scenario) ~= "string" then
    Inputs.refuse("a scenario is named by a text")
  elseif rules.scenarios[scenario] == nil then
    local known = #rules.scenario_names > 0 and concat(rules.scenario_names, ", ") or "none"
    Inputs.refuse("there is no scenario `" .. Inputs.shown(scenario) .. "`; there are: " .. known)
  end
  return rules.scenarios[scenario]
end

-- An answer as an array of positions; whether it is a legal one is the request's to say.
function Inputs.answer(answer)
  local given, found = Inputs.items(answer, Inputs.bounds.positions), {}
  if given ~= nil and #given > Inputs.bounds.positions then
    Inputs.refuse("this is no legal answer: it has more than " .. shown_int(Inputs.bounds.positions) .. " positions")
  end
  for i, item in ipairs(given or { false }) do
    found[i] = Inputs.whole(item) or Inputs.refuse("this is no legal answer: an answer is an array of positions")
  end
  return found
end

-- The beginning of an answer, for a message.
function Inputs.shown_answer(positions)
  local parts = {}
  for i = 1, math.min(#positions, Inputs.bounds.shown_positions) do
    parts[i] = shown_int(positions[i])
  end
  return "[" .. concat(parts, ", ") .. (#positions > Inputs.bounds.shown_positions and ", ..." or "") .. "]"
end

-- A save of these rules; its setup, seed and answers are tried when they are used.
function Inputs.save(rules, save)
  local held = Inputs.members(save)
  for _, name in ipairs(Inputs.saved) do
    if held == nil or held[name] == nil then
      Inputs.refuse("this is no save: it needs format, game, hash, setup, seed and answers")
    end
  end
  local wrong = Inputs.unknown(held, Inputs.saved)
  if wrong ~= nil then
    Inputs.refuse("a save has no `" .. wrong .. "`")
  elseif held.format ~= 1 then
    Inputs.refuse("this is no save of format 1")
  elseif held.game ~= rules.game then
    Inputs.refuse("this is no save of " .. rules.game)
  elseif held.hash ~= rules.hash then
    Inputs.refuse("the save is of other rules than " .. rules.game .. " " .. rules.hash)
  end
  local answers = Inputs.items(held.answers, Inputs.bounds.answers)
  if answers == nil then
    Inputs.refuse("the answers of a save are an array")
  elseif #answers > Inputs.bounds.answers then
    Inputs.refuse("a save has at most " .. shown_int(Inputs.bounds.answers) .. " answers")
  end
  held.answers = answers
  return held
end

-- ---- rosters that a host brings

local Deals = { most_cards = 1000 }

function Deals.listed_names(names)
  return #names > 0 and concat(names, ", ") or "none"
end

-- The names of a table of the rules, in order.
function Deals.keys_of(held)
  local names = {}
  for name in pairs(held) do
    names[#names + 1] = name
  end
  return sorted(names, text_before)
end

function Deals.read_card(rules, name, kind, card)
  local declared = type(card) == "string" and rules.data.cards[card]
  if not declared then
    local named = type(card) == "string" and ": " .. Inputs.shown(card) or ""
    Inputs.refuse("`" .. name .. "` names a card that is not there" .. named)
  end
  for _, ancestor in ipairs(rules.data.kinds[declared.kind].ancestors) do
    if ancestor == kind then
      return card
    end
  end
  return Inputs.refuse("`" .. name .. "` has cards of the kind " .. kind .. ", and " .. card .. " is none")
end

function Deals.refuse_more(name, many)
  if many > Deals.most_cards then
    Inputs.refuse("`" .. name .. "` has more than " .. shown_int(Deals.most_cards) .. " cards")
  end
end

-- How many of each card, in the order of the ids.
function Deals.read_copies(rules, name, kind, copies)
  local order, held = {}, {}
  for card in pairs(copies) do
    order[#order + 1] = { Inputs.visible(card), card }
  end
  order = sorted(order, function(one, other)
    return text_before(one[1], other[1])
  end)
  for _, pair in ipairs(order) do
    local card = Deals.read_card(rules, name, kind, pair[2])
    local many = Inputs.whole(copies[card])
    if many == nil or many < 0 or many > Deals.most_cards then
      Inputs.refuse("how many of `" .. card .. "` is a whole number from 0 to " .. shown_int(Deals.most_cards))
    end
    for _ = 1, many do
      held[#held + 1] = card
    end
    Deals.refuse_more(name, #held)
  end
  return held
end

-- Cards, each as often as it is there.
function Deals.read_cards(rules, name, kind, value)
  local listed, copies, held = Inputs.items(value, Deals.most_cards), Inputs.members(value), {}
  if listed == nil and copies == nil then
    Inputs.refuse("`" .. name .. "` is an array of cards, or an object with how many of each")
  elseif listed == nil then
    return Deals.read_copies(rules, name, kind, copies)
  end
  for i = 1, math.min(#listed, Deals.most_cards) do
    held[i] = Deals.read_card(rules, name, kind, listed[i])
  end
  Deals.refuse_more(name, #listed)
  return held
end

-- A value that is no card, of the form that the definition says.
function Deals.read_plain(rules, param, value)
  local name, form, named = param[1], param[2], param[3]
  local kind, number, is_word = type(value), Inputs.whole(value), false
  for _, word in ipairs(form == "enum" and rules.data.enums[named] or EMPTY) do
    is_word = is_word or word == value
  end
  if form == "int" and number == nil then
    Inputs.refuse("`" .. name .. "` is " .. Inputs.A_NUMBER)
  elseif form == "bool" and kind ~= "boolean" then
    Inputs.refuse("`" .. name .. "` is true or false")
  elseif form == "enum" and not is_word then
    Inputs.refuse("`" .. name .. "` is one of " .. Deals.listed_names(rules.data.enums[named]))
  elseif form == "text" and kind ~= "string" then
    Inputs.refuse("`" .. name .. "` is a text")
  elseif number == nil and kind ~= "string" and kind ~= "boolean" then
    Inputs.refuse("`" .. name .. "` is a number or a word")
  elseif kind == "string" and Inputs.shown(value) ~= value then
    Inputs.refuse("`" .. name .. "` has at most " .. shown_int(Inputs.bounds.shown) .. " characters, all of them of ASCII")
  end
  if number ~= nil then
    return number
  end
  return value
end

function Deals.read_param(rules, param, held)
  local name, form, kind = param[1], param[2], param[3]
  local value = held[name]
  if value == nil then
    Inputs.refuse("`" .. name .. "` is missing")
  elseif form == "list" then
    return Deals.read_cards(rules, name, kind, value)
  elseif form == "card" then
    return Deals.read_card(rules, name, kind, value)
  end
  return Deals.read_plain(rules, param, value)
end

-- A roster, or the name of one of the game's own, with arrays for its lists.
function Deals.read_roster(rules, given)
  local lists, rosters, held = rules.deals.lists, rules.deals.rosters, given
  if type(given) == "string" then
    if lists[given] == nil then
      local known = Deals.listed_names(Deals.keys_of(lists))
      Inputs.refuse("no roster is named `" .. Inputs.shown(given) .. "`; there are: " .. known)
    end
    held = lists[given]
  end
  held = Inputs.members(held) or Inputs.refuse("a roster is an object, or the name of one")
  local definition = held.roster
  if type(definition) ~= "string" or rosters[definition] == nil then
    Inputs.refuse("`roster` names what is dealt: " .. Deals.listed_names(Deals.keys_of(rosters)))
  end
  local names, made = { "roster" }, { roster = definition }
  for _, param in ipairs(rosters[definition]) do
    insert(names, param[1])
  end
  local wrong = Inputs.unknown(held, names)
  if wrong ~= nil then
    Inputs.refuse(definition .. " has no `" .. wrong .. "`")
  end
  for _, param in ipairs(rosters[definition]) do
    made[param[1]] = Deals.read_param(rules, param, held)
  end
  return made
end

-- What of its definition a roster does not keep to.
function Deals.broken_roster(rules, roster)
  local values = mapped(rules.deals.rosters[roster.roster], function(param)
    return { param[1], roster[param[1]] }
  end)
  local fine, found = try(M.check_roster, M.link(rules), roster.roster, values)
  if not fine then
    Inputs.refuse(roster.roster .. " cannot be judged: " .. as_fault(found).message)
  end
  return found
end

function Deals.legal_roster(rules, player, given)
  refused_of = "the roster of " .. player .. ": "
  local roster = Deals.read_roster(rules, given)
  local broken = mapped(Deals.broken_roster(rules, roster), function(reason)
    return reason.message
  end)
  if #broken > 0 then
    Inputs.refuse(concat(broken, "; "))
  end
  refused_of = ""
  return type(given) == "string" and given or roster
end

-- The rosters of a setup by the players of its scenario, each legal.
function Deals.seated(rules, given, scenario)
  local brought = Inputs.members(given) or Inputs.refuse("the rosters of a setup are an object")
  local seats, found = rules.deals.seats[scenario] or EMPTY, {}
  local wrong = Inputs.unknown(brought, seats)
  if wrong ~= nil then
    local known = Deals.listed_names(seats)
    Inputs.refuse("the scenario `" .. scenario .. "` has no player `" .. wrong .. "`; there are: " .. known)
  end
  for _, name in ipairs(seats) do
    if brought[name] ~= nil then
      found[name] = Deals.legal_roster(rules, name, brought[name])
    end
  end
  return next(found) and found or nil
end

-- What is wrong with a roster, or with the game's own of that name; empty where it is legal.
function M.judge_roster(rules, roster)
  refused_of = ""
  local game = M.new(M.link(rules))
  return mapped(Deals.broken_roster(rules, Deals.read_roster(rules, roster)), function(why)
    return { reason = why.message, place = game:shown_place(why.at), rows = why.rows }
  end)
end

-- Lays a roster's cards into the zones that take them, in place of what lies there.
function Deals.deal(rules, game, player, given)
  local roster = Deals.read_roster(rules, given)
  local params = rules.deals.rosters[roster.roster]
  for _, param in ipairs(params) do
    for _, card in ipairs(param[4] ~= "" and player[param[4]].items or EMPTY) do
      game:remove(card)
    end
  end
  for _, param in ipairs(params) do
    local held, counts, order = roster[param[1]], {}, {}
    for _, id in ipairs(param[4] == "" and EMPTY or type(held) == "table" and held or { held }) do
      if counts[id] == nil then
        insert(order, id)
      end
      counts[id] = (counts[id] or 0) + 1
    end
    for _, id in ipairs(order) do
      local kind = rules.data.cards[id].kind
      for _ = 1, counts[id] do
        local whose = {}
        for _, field in ipairs(rules.deals.whose[kind]) do
          whose[field] = player
        end
        game:put_bottom(game:create(kind, game.cards[id], whose), player[param[4]])
      end
    end
  end
end

-- A game before its first event. `setup` is {scenario = name, rosters = {...}}, where both may be left out: the first
-- scenario then, and the cards that it has.
function M.new_game(rules, setup, seed, limits)
  refused_of = ""
  setup, seed, limits = Inputs.setup(setup), Inputs.seed(seed), Inputs.limits(limits)
  local scenario = setup.scenario == nil and (rules.scenario_names[1] or "") or setup.scenario
  local script = Inputs.script_named(rules, scenario)
  if setup.rosters ~= nil then
    setup.rosters = Deals.seated(rules, setup.rosters, scenario)
  end
  local game = M.new(M.link(rules))
  game:limit(limits)
  game.trace = {}
  local match = setmetatable({
    rules = rules, setup = setup, seed = seed, game = game, answers = {}, driver = new_driver(nil, seed), told = 0,
  }, Match)
  match:go_on(function()
    game:set_up(script, setup.rosters and function(env)
      for _, name in ipairs(rules.deals.seats[scenario]) do
        if setup.rosters[name] ~= nil then
          Deals.deal(rules, game, env[name], setup.rosters[name])
        end
      end
    end)
  end)
  return match
end

-- Runs until somebody is asked, or to the end; chance answers by itself. `work` begins a run, `answer` goes on with it.
function Match:go_on(work, answer)
  local game = self.game
  if work then
    self.mark, self.run = game:marked_now(), new_run(function()
      work()
      game:spend(0, -1)
    end)
    game:begin()
  end
  local fine, request
  repeat
    fine, request = try(self.run.go, self.run, answer)
    local by_chance = fine and request and request._is ~= "choose"
    answer = by_chance and self.driver:by_chance(request) or nil
  until not by_chance
  self.request = fine and request or nil
  local failed = not fine and game:failed(self.mark, request)
  if failed and failed._is == "stopped" then
    self:finish("stopped", "the host has stopped the game")
  elseif failed then
    self:finish("fault", failed.message)
  elseif request == nil and self.is_set_up then
    self:finish("ended", "")
  elseif request == nil then
    self.is_set_up = true
    self:go_on(function()
      return game:start()
    end)
  end
end

function Match:finish(outcome, message)
  self.result = {
    type = "result", outcome = outcome, message = message, events = self.game.events, state = self.game:fingerprint(),
  }
end

-- Goes on with an answer to the request that waits; one that is refused leaves the game as it is.
function Match:answer(answer)
  if self.request == nil or self.told < #self.game.trace then
    Inputs.refuse("nothing is asked now")
  end
  local picked = Inputs.answer(answer)
  self.game:refill()
  if not try(check_answer, self.request, picked) then -- also where a condition on the whole met none
    Inputs.refuse(Inputs.shown_answer(picked) .. " is no legal answer")
  end
  insert(self.answers, picked)
  self:go_on(nil, picked)
end

-- The next event, request or result; `answer` is given when a request waits and all events are told.
function Match:step(answer)
  local trace = self.game.trace
  if answer ~= nil then
    refused_of = ""
    self:answer(answer)
  end
  if self.told < #trace then
    self.told = self.told + 1
    return { type = "event", depth = trace[self.told].depth, text = trace[self.told].text }
  end
  return self.request and self:asked() or self.result
end

-- Passes over the events that nobody has been told.
function Match:skip()
  self.told = #self.game.trace
end

function Match:asked()
  local request = self.request
  return {
    type = "request", kind = request.kind, who = label(request.who), prompt = request.prompt,
    options = mapped(request.options, label), least = request.least, most = request.most,
    place = self.game:shown_place(request.at),
  }
end

-- The legal answers of the request that waits, at most 64.
function Match:legal()
  local request = self.request
  if request == nil then
    return {}
  end
  self.game:refill()
  return mapped(legal_answers(request, 64), function(answer)
    local text = is_pass(request, answer) and "pass" or labels(at_positions(request.options, answer), ", ")
    return { answer = answer, label = text ~= "" and text or "nothing" }
  end)
end

-- The request that waits; of an offer, what is not offered and why.
function Match:explain()
  local request, game, missing = self.request, self.game, {}
  if request == nil then
    return { prompt = "", place = "", refused = missing }
  end
  game:refill()
  if request.kind == "use" then
    missing = mapped(game:explain(), function(pair)
      local why = pair[2]
      return { label = label(pair[1]), reason = why.message, place = game:shown_place(why.at), rows = why.rows }
    end)
  end
  return { prompt = request.prompt, place = game:shown_place(request.at), refused = missing }
end

-- The picture of what a player may know; players count from 0.
function Match:view(player)
  local players = self.game:of_kind("player")
  local seat = Inputs.whole(player)
  if seat == nil or players[seat + 1] == nil then
    local named = seat == nil and "such player" or "player " .. shown_int(seat)
    Inputs.refuse("there is no " .. named .. "; players count from 0 and are " .. shown_int(#players))
  end
  return self.game:view(players[seat + 1])
end

-- The game as a JSON text: the rest of it follows from the answers.
function Match:save()
  local setup = next(self.setup) and self.setup or NO_SETUP
  return to_json({
    format = 1, game = self.rules.game, hash = self.rules.hash, setup = setup, seed = self.seed, answers = self.answers,
  })
end

-- A saved game, a JSON text or what it holds, played again to where it was.
function M.load(rules, save, limits)
  if type(save) == "string" and #save > Inputs.bounds.save then
    Inputs.refuse("this is no save: its text is longer than " .. shown_int(Inputs.bounds.save) .. " bytes")
  end
  local held = Inputs.save(rules, type(save) == "string" and from_json(save) or save)
  local match = M.new_game(rules, held.setup, held.seed, limits)
  match:skip()
  for number, answer in ipairs(held.answers) do
    refused_of = "answer " .. shown_int(number) .. " of the save: "
    match:answer(answer)
    refused_of = ""
    match:skip()
  end
  return match
end

end

return M

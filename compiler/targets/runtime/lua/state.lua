-- The state of a running match: one record of plain data, with a journal that takes changes back.
--
-- Job: hold everything that a match is; change it through primitives that keep a journal, so that any stretch can be
-- undone: a change is always one value of one table. The other parts are modules of functions whose first argument,
-- `rt`, is this record; each needs only parts before it. Never decides what happens.

local BOUNDS = need("spending", "BOUNDS")
local copied, EMPTY, NONE = need("values", "copied", "EMPTY", "NONE")

-- All of a running match, with nothing in it. `operations` carry out rows of bodies, `windows` make frames that ask
-- players: both belong to parts after those that use them.
local function new_state(code, operations, windows)
  local kinds = {}
  for name in pairs(code.kinds) do
    kinds[name] = EMPTY
  end
  return {
    code = code, operations = operations, windows = windows, data = code.data, cards = code.prototypes,
    bounds = copied(BOUNDS), work = BOUNDS.work, floor = 0, steps = 0, changes = 0, nested = 0,
    kinds = kinds, by_card = {}, by_keyword = {}, standing = {}, effects = {}, used = {}, started = {}, dirty = {},
    checking = {}, stack = {}, frames = {}, events = 0, next_id = 1, dry_run = 0, outermost = {}, test_names = {},
    eyes = {}, -- of those who watch the match
    revealed = {}, squares = {}, square_at = {}, square_names = {}, footprints = {},
    changed = 0, changed_in = {}, changed_at = {}, changed_from = {}, known = {}, merged = {},
  }
end

-- Gives up what was worked out of the state as it was: stats, keywords, walks, answers of functions.
local function forget(rt)
  if next(rt.known) ~= nil then
    rt.known = {}
  end
end

-- Changes one value of one table, so that it can be taken back. The journal holds no nil: a table that gets and loses
-- them is slow in MoonSharp, and what lies behind `changed` is only waiting to be written over.
local function change(rt, owner, name, value)
  local n, old = rt.changed + 1, rawget(owner, name)
  if old == nil then
    old = NONE
  end
  rt.changed = n
  rt.changed_in[n], rt.changed_at[n], rt.changed_from[n] = owner, name, old
  owner[name] = value
  forget(rt)
  if owner == rt.kinds then
    rt.merged = {}
  end
end

-- Takes back every change since the mark.
local function back_to(rt, mark)
  local owners, names, values = rt.changed_in, rt.changed_at, rt.changed_from
  for n = rt.changed, mark + 1, -1 do
    local old = values[n]
    if old == NONE then
      old = nil
    end
    owners[n][names[n]] = old
  end
  rt.changed = mark
  rt.merged = {}
  forget(rt)
end

local function new_id(rt)
  local id = rt.next_id
  change(rt, rt, "next_id", id + 1)
  return id
end

return { back_to = back_to, change = change, forget = forget, new_id = new_id, new_state = new_state }

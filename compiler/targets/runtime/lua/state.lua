-- The state of a running match: one record of plain data, with a journal that takes changes back.
--
-- Job: hold everything that a match is; change it through primitives that keep a journal, so that any stretch can be
-- undone: a change is always one value of one table. The other parts are modules of functions whose first argument,
-- `rt`, is this record; each needs only parts before it. Never decides what happens.

local forget, forget_all = need("remembering", "forget", "forget_all")
local BOUNDS = need("spending", "BOUNDS")
local copied, EMPTY, NONE = need("values", "copied", "EMPTY", "NONE")

-- All of a running match, with nothing in it. `operations` carry out rows of bodies, `windows` make frames that ask
-- players: both belong to parts after those that use them.
local function new_state(code, operations, windows)
  local kinds = {}
  for name in pairs(code.kinds) do
    kinds[name] = EMPTY
  end
  local made = {
    code = code, operations = operations, windows = windows, data = code.data, cards = code.prototypes,
    bounds = copied(BOUNDS), work = BOUNDS.work, floor = 0, steps = 0, changes = 0, nested = 0,
    kinds = kinds, by_card = {}, by_keyword = {}, standing = {}, effects = {}, used = {}, started = {}, dirty = {},
    checking = {}, stack = {}, frames = {}, events = 0, next_id = 1, dry_run = 0, outermost = {}, test_names = {},
    removed_players = EMPTY, -- players who were removed: they keep their seats
    eyes = {}, -- of those who watch the match
    revealed = {}, squares = {}, square_at = {}, square_names = {}, footprints = {},
    changed = 0, changed_in = {}, changed_at = {}, changed_from = {}, changed_of = {}, merged = {},
    known = {}, -- what was worked out of the state as it now is, in groups
    is_own = true, -- whether nobody else goes back to `known`; else a change is noted in a copy of it
    kept = 0, -- answers since all were forgotten
  }
  forget_all(made)
  return made
end

-- Changes one value of one table, so that it can be taken back; `part` is that of the state, or NONE. The journal holds
-- no nil: a table that gets and loses them is slow in MoonSharp, and what lies behind `changed` is only waiting to be
-- written over.
local function note(rt, part, owner, name, value)
  local n, old = rt.changed + 1, rawget(owner, name)
  if old == nil then
    old = NONE
  end
  rt.changed = n
  rt.changed_in[n], rt.changed_at[n], rt.changed_from[n], rt.changed_of[n] = owner, name, old, part
  owner[name] = value
  if owner == rt.kinds then
    rt.merged = {}
  end
end

-- Changes a value of a part of the state; by itself the part has the name of the value.
local function change(rt, owner, name, value, part)
  note(rt, part or name, owner, name, value)
  forget(rt, part or name)
end

-- Changes one of the runtime's own counters, which no expression reads: what is worked out stays true.
local function change_aside(rt, owner, name, value)
  note(rt, NONE, owner, name, value)
end

-- Takes back every change since the mark.
local function back_to(rt, mark)
  local owners, names, values, parts = rt.changed_in, rt.changed_at, rt.changed_from, {}
  for n = rt.changed, mark + 1, -1 do
    local old = values[n]
    if old == NONE then
      old = nil
    end
    owners[n][names[n]] = old
    parts[rt.changed_of[n]] = true
  end
  rt.changed = mark
  rt.merged = {}
  for part in pairs(parts) do
    if part ~= NONE then
      forget(rt, part)
    end
  end
end

local function new_id(rt)
  local id = rt.next_id
  change_aside(rt, rt, "next_id", id + 1)
  return id
end

return { back_to = back_to, change = change, change_aside = change_aside, new_id = new_id, new_state = new_state }

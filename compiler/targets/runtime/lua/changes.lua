-- Changes of fields and of collections.
--
-- Job: set a field within its bounds, and put items into arrays or take them out, through the journal; note which state
-- checks are due. Reads: the bounds of fields, and what checks read. Changes: one field of one owner, and `dirty`.

local fault = need("faults", "fault")
local count_change, sifted, united = need("spending", "count_change", "sifted", "united")
local change = need("state", "change")
local EMPTY, eq, label, past, position_of, with_item, without_position = need(
  "values", "EMPTY", "eq", "label", "past", "position_of", "with_item", "without_position"
)

local show, touch

local function held(owner, name)
  if owner == nil then
    fault("`" .. name .. "` of none cannot be set")
  end
  return owner[name]
end

-- A number as the bounds of its field leave it; none has no bounds.
local function stopped(value, field)
  if type(value) ~= "number" then
    return value
  end
  value = field.minimum and math.max(value, field.minimum) or value
  return field.maximum and math.min(value, field.maximum) or value
end

-- Sets a field; a number stops at the bounds that its field declares.
local function write(rt, owner, name, value)
  local old = held(owner, name)
  local limits = owner._kind and rt.code.limits[owner._kind]
  local limit = limits and limits[name]
  if limit then
    value = stopped(value, limit)
  end
  if eq(old, value) then
    return
  end
  if type(value) == "number" then
    past(value)
  end
  if name == "size" and rt.grid and owner._class and owner._class.figure and owner.at then
    local where = " cannot change while it stands on " .. label(owner.at)
    fault("the size of " .. label(owner) .. where .. ": lift it first")
  end
  count_change(rt)
  change(rt, owner, name, value)
  touch(rt, name)
  show(rt, "change", owner, name, old)
end

local function add(rt, owner, name, value)
  local old = held(owner, name)
  if type(old) == "table" then
    write(rt, owner, name, united(rt, old, value))
  else
    write(rt, owner, name, past(old + value))
  end
end

local function lessen(rt, owner, name, value)
  local old = held(owner, name)
  if type(old) == "table" then
    write(rt, owner, name, sifted(rt, old, value, false))
  else
    write(rt, owner, name, past(old - value))
  end
end

-- Tells those who watch the match what happened; what is only tried does not happen.
function show(rt, what, about, more, last)
  if rt.eyes[1] ~= nil and rt.dry_run == 0 then
    for _, eye in ipairs(rt.eyes) do
      eye:see(what, about, more, last)
    end
  end
end

-- A field was written: state checks that read it are due.
function touch(rt, name)
  local checked = rt.code.checked_fields
  if checked[name] or checked["*"] then
    rt.dirty[name] = true
  end
end

local function is_dirty(rt)
  return next(rt.dirty) ~= nil
end

-- Puts an item into an array that a table holds, which is of a part of the state.
local function append(rt, part, owner, name, item, position)
  change(rt, owner, name, with_item(rawget(owner, name) or EMPTY, item, position), part)
end

local function extract(rt, part, owner, name, item)
  change(rt, owner, name, without_position(owner[name], position_of(owner[name], item)), part)
end

return {
  add = add, append = append, extract = extract, is_dirty = is_dirty, lessen = lessen, show = show,
  stopped = stopped, touch = touch, write = write,
}

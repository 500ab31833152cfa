-- The operations of bodies: a function for each row that the compiler writes.
--
-- Job: carry out one row. Each takes the running game, the locals of the body, the row (an operation, a place,
-- operands), and the result that the body has waited for. It gives nothing for the next row, JUMP and the position of
-- the row to go on at, a frame that is done first, or RESULT and what the next row takes. Never knows what a body is
-- for.

local PRIMITIVES = need("calls", "PRIMITIVES")
local add, lessen, write = need("changes", "add", "lessen", "write")
local choose, choose_mode, consider, new_rolling, new_shuffling = need(
  "choices", "choose", "choose_mode", "consider", "new_rolling", "new_shuffling"
)
local begin_effect, begin_status = need("durations", "begin_effect", "begin_status")
local create = need("entities", "create")
local end_frame, prevent = need("events", "end_frame", "prevent")
local raise = need("faults", "raise")
local JUMP, RESULT, RETURN = need("frames", "JUMP", "RESULT", "RETURN")
local new_happening, new_step_closing, new_step_opening = need(
  "happening", "new_happening", "new_step_closing", "new_step_opening"
)
local new_offering = need("offering", "new_offering")
local look, rounds = need("spending", "look", "rounds")
local new_acting, new_resolving = need("using", "new_acting", "new_resolving")
local EMPTY, is_list, mapped = need("values", "EMPTY", "is_list", "mapped")

local OPERATIONS = { choose = choose, modes = choose_mode }

function OPERATIONS.spend(rt, _, row)
  local work = rt.work - row[3]
  rt.work = work
  if work < rt.floor then
    look(rt, row[2])
  end
end

-- Into a local, or into a value of what a local holds.
local function put(v, owner, name, value)
  if owner ~= "" then
    v = v[owner]
  end
  v[name] = value
end

function OPERATIONS.let(rt, v, row)
  put(v, row[3], row[4], row[5](rt, v))
end

function OPERATIONS.store(_, v, row, value)
  put(v, row[3], row[4], value)
end

function OPERATIONS.write(rt, v, row)
  local how, owner, value = row[3], row[5](rt, v)
  if how == "set" then
    write(rt, owner, row[4], value)
  elseif how == "add" then
    add(rt, owner, row[4], value)
  else
    lessen(rt, owner, row[4], value)
  end
end

-- ---- what comes next

function OPERATIONS.unless(rt, v, row)
  if not row[3](rt, v) then
    return JUMP, row[4]
  end
end

function OPERATIONS.jump(_, _, row)
  return JUMP, row[3]
end

-- What a loop goes over, and how far it has come; of a loop that repeats, how often it does.
function OPERATIONS.each(rt, v, row)
  v[row[3]] = { row[4](rt, v), 0 }
end

OPERATIONS["repeat"] = function(rt, v, row)
  v[row[3]] = { rounds(rt, row[4](rt, v), row[2]), 0, _is = "rounds" }
end

function OPERATIONS.next(rt, v, row)
  local kept, name = row[3], row[5]
  local items, position, form = v[kept][1], v[kept][2], v[kept]._is
  if position >= (form and items or #items) then
    return JUMP, row[6]
  end
  v[kept] = { items, position + 1, _is = form }
  if name ~= "" then
    v[name] = items[position + 1]
  end
  local work = rt.work - row[4]
  rt.work = work
  if work < rt.floor then
    look(rt, row[2])
  end
end

OPERATIONS["return"] = function()
  return RETURN
end

-- ---- calls

function OPERATIONS.emit(rt, v, row)
  return new_happening(row[3], row[4](rt, v), nil)
end

function OPERATIONS.emitted(_, v, row, value)
  local target, result, is_done = row[3], row[4], value._done
  if row[5] and not is_done then
    raise({ _is = "unpaid" })
  end
  if target ~= "" then
    v[target] = value.target
  end
  if result[1] ~= nil and is_done then
    v[result[1]] = value[result[2]]
  end
  if row[6] and not is_done then
    return JUMP, row[7]
  end
end

function OPERATIONS.step(_, v, row)
  return new_step_opening(v.ev, row[3])
end

function OPERATIONS.entered(_, _, row, value)
  if not value then
    return JUMP, row[3]
  end
end

function OPERATIONS.step_end(_, v, row)
  return new_step_closing(v.ev, row[3])
end

function OPERATIONS.prevent(rt, v, row)
  prevent(rt, v.trigger, row[3])
end

OPERATIONS["end"] = function(rt, _, row)
  end_frame(rt, row[3])
end

function OPERATIONS.resolve(_, v)
  return new_resolving(v.ev)
end

function OPERATIONS.act(rt, v, row)
  return new_acting(row[3](rt, v))
end

function OPERATIONS.offer(rt, v, row)
  local player, subject = row[5](rt, v)
  return new_offering(row[3], row[4], player, subject)
end

-- ---- requests

function OPERATIONS.chosen(_, v, row, value)
  if value == nil then
    if row[5] then
      raise({ _is = "unpaid" })
    end
    return JUMP, row[6]
  end
  put(v, row[3], row[4], value)
end

function OPERATIONS.branch(_, _, row, value)
  return JUMP, value >= 0 and row[3][value + 1] or row[4]
end

function OPERATIONS.roll(rt, v, row)
  return new_rolling(row[3](rt, v), row[2])
end

function OPERATIONS.reroll(rt, v, row)
  local held, again = row[3](rt, v)
  if again == nil then
    again = EMPTY
  elseif not is_list(again) then
    again = { again }
  end
  local dice = mapped(again, function(face)
    return face.die
  end)
  return new_rolling(dice, row[2], held, again)
end

function OPERATIONS.shuffle(rt, v, row)
  return new_shuffling(row[3](rt, v), row[2])
end

-- ---- changes

function OPERATIONS.create(rt, v, row)
  return RESULT, create(rt, row[3], row[4](rt, v))
end

function OPERATIONS.call(rt, v, row)
  PRIMITIVES[row[3]](rt, row[4](rt, v))
end

function OPERATIONS.status(rt, v, row)
  begin_status(rt, row[3](rt, v))
end

function OPERATIONS.lasting(rt, v, row)
  local duration, values = row[4](rt, v)
  begin_effect(rt, duration, row[3], values)
end

function OPERATIONS.note(rt, _, row)
  consider(rt, row[3], row[4])
end

return { OPERATIONS = OPERATIONS }

-- Requests: choices, rolls, draws and shuffles.
--
-- Job: turn what the rules ask into requests for a driver, and read the answers. Options stand in a fixed order;
-- illegal answers are refused.

local concat, insert = table.concat, table.insert
local at_positions, check_answer, first_answers, shown_answer = need(
  "answers", "at_positions", "check_answer", "first_answers", "shown_answer"
)
local show = need("changes", "show")
local fault = need("faults", "fault")
local frame_class, RESULT = need("frames", "frame_class", "RESULT")
local reorder = need("places", "reorder")
local count_step, place_of, refill, spend = need("spending", "count_step", "place_of", "refill", "spend")
local as_roll, by_number, compared, EMPTY, items_of, joined, kept, label, labels, mapped = need(
  "values", "as_roll", "by_number", "compared", "EMPTY", "items_of", "joined", "kept", "label", "labels", "mapped"
)
local shown_int, sorted, taken = need("values", "shown_int", "sorted", "taken")

local MOST_DICE = 100

local function is_tracing(rt)
  return rt.trace ~= nil and rt.dry_run == 0
end

-- Writes a line of the transcript.
local function tell(rt, text)
  insert(rt.trace, { depth = #rt.stack, text = text })
end

-- A request that is about to be made is a step, and what its player does while it waits is no work of the game's.
local function asking(rt, request)
  count_step(rt, request.at)
  if request._is == "choose" and rt.dry_run == 0 then
    refill(rt)
  end
  return request
end

local function prompt(rt, at)
  local path, line, _, owner = place_of(rt, at)
  if owner == "" then
    owner = #rt.stack > 0 and rt.stack[#rt.stack]._verb or ""
  end
  return owner .. " (" .. string.match(path, "[^/]*$") .. ":" .. shown_int(line) .. ")"
end

-- An answer to a choice, which is a legal one.
local function take_answer(rt, request, answer)
  if rt.dry_run == 0 then
    refill(rt)
  end
  check_answer(request, answer)
  show(rt, "choose", request, answer)
  if is_tracing(rt) then
    local chosen = mapped(answer, function(i)
      return i >= 0 and label(request.options[i + 1]) or "pass"
    end)
    tell(rt, label(request.who) .. " chooses " .. (#chosen > 0 and concat(chosen, ", ") or "nothing"))
  end
  return answer
end

-- ---- the requests of the language, each a frame

-- A choice among options; its result is a list of positions from 0. `request` can be made again.
local Asking = frame_class("Asking")

local function new_asking(who, kind, options, at)
  return setmetatable({
    pc = 0, who = who, kind = kind, options = options, at = at, least = 1, most = 1, request = nil,
  }, Asking)
end

function Asking:made(rt)
  self.request = {
    _is = "choose", who = self.who, kind = self.kind, prompt = prompt(rt, self.at), options = self.options,
    least = self.least, most = self.most, at = self.at, such_that = self:whole_condition(rt),
  }
  return self.request
end

function Asking:whole_condition()
  return nil
end

-- Gives the request, or nil and the answer.
function Asking:run(rt, value)
  if self.pc == 1 then
    return nil, take_answer(rt, self.request, value)
  elseif self.who == nil then
    fault("nobody is there to decide", self.at)
  end
  self.pc = 1
  return asking(rt, self:made(rt))
end

-- Some of the options of a `choose`, judged as a whole; its result is what was picked, or none for nothing.
local Picking = frame_class("Picking", Asking)

local function new_picking(who, options, at, least, most)
  return setmetatable({
    pc = 0, who = who, kind = "some", options = options, at = at, least = least, most = most, request = nil,
  }, Picking)
end

-- The condition stands in the row of the body below that was carried out last; each question of it is work.
function Picking:whole_condition(rt)
  local below = rt.frames[#rt.frames - 1]
  local such_that, v = below.code.rows[below.pc][5], below.v
  return such_that and function(picked)
    spend(rt, 1 + #picked, -1)
    return such_that(rt, v, picked)
  end
end

function Picking:run(rt, value)
  if self.pc == 1 then
    return nil, at_positions(self.options, take_answer(rt, self.request, value))
  elseif self.who == nil then
    fault("nobody is there to decide", self.at)
  end
  local request = self:made(rt)
  if request.such_that and #first_answers(request, 1, {}) == 0 then
    return nil
  end
  self.pc = 1
  return asking(rt, request)
end

-- One of the options; its result is that one, and of a `may` true or none.
local PickingOne = frame_class("PickingOne", Asking)

local function new_picking_one(who, kind, options, at)
  return setmetatable(new_asking(who, kind, options, at), PickingOne)
end

function PickingOne:run(rt, value)
  local request, answer = Asking.run(self, rt, value)
  if request then
    return request
  elseif self.kind == "yes" then
    return nil, answer[1] == 0 or nil
  end
  return nil, self.options[answer[1] + 1]
end

-- One of the ways of a `choose one`; its result is the position among all of them.
local PickingMode = frame_class("PickingMode", Asking)

local function new_picking_mode(who, options, at, positions)
  local made = setmetatable(new_asking(who, "mode", options, at), PickingMode)
  made.positions = positions
  return made
end

function PickingMode:run(rt, value)
  local request, answer = Asking.run(self, rt, value)
  return request, answer and self.positions[answer[1] + 1]
end

-- One of the options by chance.
local Drawing = frame_class("Drawing")

local function new_drawing(options, at)
  return setmetatable({ pc = 0, options = options, at = at }, Drawing)
end

function Drawing:run(rt, value)
  if self.pc == 1 then
    return nil, self.options[value + 1]
  end
  self.pc = 1
  return asking(rt, self:made())
end

function Drawing:made()
  return { _is = "draw", size = #self.options, at = self.at }
end

-- A roll of dice; the answer names a face for each. `held` is a roll in which the faces `again` are rolled again.
local Rolling = frame_class("Rolling")

local function new_rolling(dice, at, held, again)
  return setmetatable({ pc = 0, dice = dice, at = at, held = held, again = again or EMPTY }, Rolling)
end

function Rolling:run(rt, value)
  local dice = self.dice
  if #dice == 0 then
    return nil, self:joined({})
  elseif self.pc == 1 then
    return nil, self:joined(self:roll_of(rt, value))
  end
  rt.work = rt.work - #dice
  if #dice > MOST_DICE then
    fault("more than " .. shown_int(MOST_DICE) .. " dice were rolled at once", self.at)
  end
  self.pc = 1
  return asking(rt, self:made(rt))
end

function Rolling:made(rt)
  local sizes = mapped(self.dice, function(die)
    return rt.code:die_size(die, self.at)
  end)
  return { _is = "roll", dice = self.dice, sizes = sizes, at = self.at }
end

function Rolling:roll_of(rt, answer)
  local dice, sizes, faces = self.dice, self:made(rt).sizes, {}
  local fits = type(answer) == "table" and #answer == #dice
  for i, index in ipairs(fits and answer or EMPTY) do
    fits = fits and index >= 0 and index < sizes[i]
  end
  if not fits then
    fault(shown_answer(answer) .. " is no roll of " .. concat(dice, ", "), self.at)
  end
  for i, die in ipairs(dice) do
    local symbols, order = rt.code:face(die, answer[i])
    faces[i] = { _is = "face", die = die, index = answer[i], symbols = symbols, order = order }
  end
  show(rt, "roll", faces, self.at)
  if is_tracing(rt) then
    tell(rt, "roll " .. labels(faces, ", "))
  end
  return faces
end

-- The roll that is held, with the new faces in the places of those that were rolled again.
function Rolling:joined(fresh)
  if self.held == nil then
    return as_roll(fresh)
  end
  local instead = {}
  for i, face in ipairs(self.again) do
    instead[face] = fresh[i]
  end
  return as_roll(mapped(self.held, function(face)
    return instead[face] or face
  end))
end

-- A zone in a new order.
local Shuffling = frame_class("Shuffling")

local function new_shuffling(zone, at)
  return setmetatable({ pc = 0, zone = zone, at = at }, Shuffling)
end

function Shuffling:run(rt, value)
  local size = #self.zone.items
  if self.pc == 0 then
    if size < 2 then
      return nil
    end
    rt.work = rt.work - size
    self.pc = 1
    return asking(rt, self:made())
  end
  local positions = sorted(value, by_number)
  local fits = #positions == size
  for i, position in ipairs(positions) do
    fits = fits and position == i - 1
  end
  if not fits then
    fault("the answer is no permutation", self.at)
  end
  reorder(rt, self.zone, value)
  return nil
end

function Shuffling:made()
  return { _is = "shuffle", size = #self.zone.items, at = self.at }
end

-- The options of the least rank, or for `all` every one in the order of their ranks.
local function best_of(rt, v, rank, found, all)
  local ranked, best = {}, nil
  for i, option in ipairs(found) do
    ranked[i] = { { rank(rt, v, option) }, option }
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

-- ---- operations of bodies

-- Several of what was found. Where the number leaves one answer, none or all of them, nobody is asked.
local function choose_some(rt, v, row, found, asked)
  local at, such_that, least, most, who = row[2], row[5], asked[1], asked[2], asked[3]
  if least < 0 or least > most then
    return RESULT, nil
  elseif most > 0 and least < #found then
    return new_picking(who, found, at, least, most)
  end
  local only = most > 0 and found or EMPTY
  if such_that and not such_that(rt, v, only) then
    return RESULT, nil
  elseif most > 0 and rt.watcher and rt.dry_run == 0 then
    rt.watcher:settled(only)
  end
  return RESULT, only
end

-- A `choose`: the frame that asks, or what is chosen where nobody is asked.
local function choose(rt, v, row)
  local at, how, such_that, rank = row[2], row[3], row[5], row[6]
  local options, least, most, who = row[4](rt, v)
  if how == "yes" then
    return new_picking_one(who, "yes", { "yes", "no" }, at)
  end
  local found = items_of(options)
  found = found._is == "roll" and mapped(found, function(face) return face end) or found
  if rank and #found > 0 then
    found = best_of(rt, v, rank, found, how == "some")
  end
  if how == "some" then
    return choose_some(rt, v, row, found, { least or 0, math.min(most or #found, #found), who })
  end
  if how == "one" and such_that then
    found = kept(found, function(option)
      return such_that(rt, v, option)
    end)
  end
  if #found > 1 then
    return how == "random" and new_drawing(found, at) or new_picking_one(who, "one", found, at)
  end
  if rt.watcher and rt.dry_run == 0 then
    rt.watcher:settled(found)
  end
  return RESULT, found[1]
end

-- A `choose one`: the position from 0 of the mode chosen among those that can be done; -1 when none can.
local function choose_mode(rt, v, row)
  local at, labels_of_all = row[2], row[3]
  local who, conditions = row[4](rt, v)
  local possible, names = {}, {}
  for i, name in ipairs(labels_of_all) do
    if taken(conditions[i]) then
      possible[#possible + 1] = i - 1
      names[#names + 1] = name
    end
  end
  if #possible > 1 then
    return new_picking_mode(who, names, at, possible)
  end
  if rt.watcher and rt.dry_run == 0 then
    rt.watcher:settled(names)
  end
  return RESULT, possible[1] or -1
end

-- What an automated figure considered; explained on request.
local function consider(rt, form, text)
  if is_tracing(rt) then
    tell(rt, "ai " .. form .. ": " .. text)
  end
end

return {
  Asking = Asking, choose = choose, choose_mode = choose_mode, consider = consider, Drawing = Drawing,
  is_tracing = is_tracing, new_asking = new_asking, new_rolling = new_rolling, new_shuffling = new_shuffling,
  Picking = Picking, PickingMode = PickingMode, PickingOne = PickingOne, Rolling = Rolling, Shuffling = Shuffling,
  tell = tell,
}

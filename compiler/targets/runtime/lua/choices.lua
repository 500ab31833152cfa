-- Requests: choices, rolls, draws and shuffles.
--
-- Job: turn what the rules ask into requests for a driver, and read the answers. Options stand in a fixed order;
-- illegal answers are refused.

local concat, floor, insert, yield = table.concat, math.floor, table.insert, coroutine.yield
local exhausted, fault, raise, try = need("faults", "exhausted", "fault", "raise", "try")
local Game = need("modifiers", "Game")
local SPENT = need("spending", "SPENT")
local as_roll, by_number, compared, EMPTY, is_list, items_of, joined = need(
  "values", "as_roll", "by_number", "compared", "EMPTY", "is_list", "items_of", "joined"
)
local kept, label, labels, mapped, shown_int, sorted = need(
  "values", "kept", "label", "labels", "mapped", "shown_int", "sorted"
)

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
  if least > most then
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

return {
  at_positions = at_positions, check_answer = check_answer, first_answers = first_answers, Game = Game,
  is_pass = is_pass, legal_answers = legal_answers,
}

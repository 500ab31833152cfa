-- Legal answers of a choice.
--
-- Job: list them in a fixed order, say whether something picked can become one, and refuse what is none. Input: a
-- request. Never reads the state of a game.

local floor, insert = math.floor, table.insert
local fault, raise, try = need("faults", "fault", "raise", "try")
local by_number, EMPTY, joined, label, labels, mapped = need(
  "values", "by_number", "EMPTY", "joined", "label", "labels", "mapped"
)
local sorted = need("values", "sorted")

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

-- Whether some legal answer has all of these positions.
local function can_become(request, picked)
  local count, has, others, found = #request.options, {}, {}, false
  if request.kind == "use" and #picked == 1 and picked[1] == -1 then
    return true
  end
  for _, i in ipairs(picked) do
    if has[i] or i < 0 or i >= count then
      return false
    end
    has[i] = true
  end
  for i = 0, count - 1 do
    insert(others, not has[i] and i or nil)
  end
  for size = math.max(request.least - #picked, 0), request.most - #picked do
    combinations(#others, size, function(more)
      local whole = sorted(joined(picked, at_positions(others, more)), by_number)
      found = request.such_that == nil or request.such_that(at_positions(request.options, whole))
      return found
    end)
    if found then
      return true
    end
  end
  return false
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

return {
  at_positions = at_positions, can_become = can_become, check_answer = check_answer, first_answers = first_answers,
  is_pass = is_pass, legal_answers = legal_answers, shown_answer = shown_answer,
}

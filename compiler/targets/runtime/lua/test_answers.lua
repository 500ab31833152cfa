-- A test's answers to what is asked while it runs.
--
-- Job: answer requests from the lists of a test's step; note what is offered, settled without asking, and refused.
-- What is not scripted is a fault, unless it is an offer, a `may` or a shuffle, which may be left open.

local concat, insert, remove = table.concat, table.insert, table.remove
local check_answer = need("answers", "check_answer")
local fault, try = need("faults", "fault", "try")
local minstd = need("game", "minstd")
local refused_of = need("offers", "refused_of")
local fitting, name_for_tests, named, names_of, shown_options = need(
  "test_names", "fitting", "name_for_tests", "named", "names_of", "shown_options"
)
local copied, EMPTY, label, mapped, shown_int = need("values", "copied", "EMPTY", "label", "mapped", "shown_int")
local text_before = need("texts", "text_before")
local sorted = need("values", "sorted")

-- Answers from a step's lists, and watches what the game offers, settles and refuses.
local ScriptDriver = {}
ScriptDriver.__index = ScriptDriver

local function script_driver(game, step, env)
  local claims = step and #step.offered + #step.not_offered + #step.refused or 0
  return setmetatable({
    game = game, step = step, env = env, choices = copied(step and step.choices or EMPTY),
    dice = copied(step and step.dice or EMPTY), draws = copied(step and step.draws or EMPTY),
    unnamed = copied(step and step.named or EMPTY), is_noting = claims > 0, is_asked = false, seen = {}, single = {},
    reasons = {}, refusals = {}, failures = {}, generator = minstd(1),
  }, ScriptDriver)
end

-- A list in an answer; none for a single one, or a mapping.
local function many_of(given)
  if type(given) == "table" and given[1] ~= nil then
    return given
  end
  return nil
end

local function is_mapping(answer)
  return type(answer) == "table" and answer.answer ~= nil
end

local function wanted_of(answer)
  if is_mapping(answer) then
    return answer.answer
  end
  return answer
end

-- An answer as every engine tells it, in the way of test files.
local function shown_answer(answer)
  if type(answer) ~= "table" then
    return label(answer)
  elseif answer.answer ~= nil then
    return shown_answer(answer.answer)
  elseif #answer > 0 or next(answer) == nil then
    return "[" .. concat(mapped(answer, shown_answer), ", ") .. "]"
  end
  local told = {}
  for name, count in pairs(answer) do
    insert(told, name .. ": " .. count)
  end
  told = sorted(told, text_before)
  return "{" .. concat(told, ", ") .. "}"
end

-- ---- what the game tells

function ScriptDriver:offered(offer, found)
  self.is_asked = true
  if not self.is_noting then
    return
  end
  self:note(found)
  local asks = false
  for _, claim in ipairs(self.step.refused) do
    asks = asks or claim.call == nil
  end
  for _, pair in ipairs(asks and refused_of(self.game, offer) or EMPTY) do
    local mine = names_of(self.game, pair[1])
    for position, claim in ipairs(self.step.refused) do
      if claim.call == nil and mine[claim.answer] then
        self.reasons[position] = self.reasons[position] or {}
        insert(self.reasons[position], pair[2])
      end
    end
  end
end

function ScriptDriver:settled(options)
  self.is_asked = true
  self:name_things()
  self:note(options)
  local names = { none = options[1] == nil or nil }
  for _, option in ipairs(options) do
    for name in pairs(names_of(self.game, option)) do
      names[name] = true
    end
  end
  insert(self.single, { names = names, size = math.max(#options, 1) })
end

function ScriptDriver:refused(event)
  insert(self.refusals, event)
end

function ScriptDriver:note(options)
  for _, option in ipairs(self.is_noting and options or EMPTY) do
    for name in pairs(names_of(self.game, option)) do
      self.seen[name] = true
    end
  end
end

-- Things that are there now have their names of `as:`.
function ScriptDriver:name_things()
  local left = {}
  for _, pair in ipairs(self.unnamed) do
    local fine, value = try(pair.value, self.game, self.env)
    if fine and type(value) == "table" and value._is == "entity" then
      self.env[pair.name] = value
      self.game.test_names[value._id] = nil
      name_for_tests(self.game, value, pair.name)
    else
      insert(left, pair) -- what it would be found by is not there yet
    end
  end
  self.unnamed = left
end

-- ---- answers

function ScriptDriver:answer(game, request)
  self:name_things()
  if request._is == "roll" then
    return self:faces(game, request)
  elseif request._is == "choose" then
    return self:pick(game, request)
  elseif request._is == "draw" then
    return self:drawn(game, request)
  end
  return self:shuffled(game, request)
end

-- The step is over: answers that name what was settled without asking are right.
function ScriptDriver:finish()
  self:name_things()
  while self:drop_single(self.choices) or self:drop_single(self.draws) do
  end
  if #self.unnamed > 0 then
    fault("nothing is there to be named `" .. self.unnamed[1].name .. "`", self.step.at)
  end
end

-- Passes over the next answer where it names the only one that was possible at a choice before.
function ScriptDriver:drop_single(answers)
  if #answers == 0 then
    return false
  end
  local wanted = wanted_of(answers[1])
  local many, named_once = many_of(wanted) or { wanted }, {}
  for number, only in ipairs(self.single) do
    local names, size = only.names, 0
    named_once = {}
    for _, one in ipairs(many) do
      local name = type(one) ~= "table" and label(one) or nil
      if name and names[name] and not named_once[name] then
        named_once[name], size = true, size + 1
      end
    end
    if size == #many and size == only.size then
      remove(self.single, number)
      self:consume(answers, names, nil)
      return true
    end
  end
  return false
end

-- Takes the next answer, and holds what it says of the request against it; none: nobody had to be asked.
function ScriptDriver:consume(answers, names, request)
  local taken = remove(answers, 1)
  if not is_mapping(taken) then
    return
  end
  for _, name in ipairs(taken.offered) do
    if not names[name] then
      insert(self.failures, "`" .. name .. "` is not offered")
    end
  end
  for _, name in ipairs(taken.not_offered) do
    if names[name] then
      insert(self.failures, "`" .. name .. "` is offered")
    end
  end
  if taken.asked ~= "" and not (request and names_of(self.game, request.who)[taken.asked]) then
    local told = request and named(self.game, label(request.who)) or "nobody"
    insert(self.failures, told .. " is asked, not `" .. taken.asked .. "`")
  end
  for _, refused in ipairs(taken.refused) do
    if not request or self:takes(request, refused) then
      insert(self.failures, "`" .. shown_answer(refused) .. "` is taken, or names what is no option")
    end
  end
end

-- Whether a choice among these options takes an answer; one that names no option proves nothing.
function ScriptDriver:takes(request, wanted)
  local found = {}
  for i, name in ipairs(wanted) do
    local position = fitting(self.game, request.options, name, request.at)
    if position == nil then
      return true
    end
    found[i] = position
  end
  return (try(check_answer, request, found))
end

-- ---- dice

function ScriptDriver:faces(game, request)
  if #self.dice == 0 then
    fault("a roll of " .. concat(request.dice, ", ") .. " is not scripted: add `dice:`", request.at)
  end
  local given = remove(self.dice, 1)
  local many = many_of(given)
  if many == nil then
    many = { given }
    while #many < #request.dice and #self.dice > 0 do
      many[#many + 1] = remove(self.dice, 1)
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
  fault(die .. " has no face " .. shown_answer(wanted), at)
end

-- ---- chance

function ScriptDriver:drawn(game, request)
  local options = game.frames[#game.frames].options
  local shown = shown_options(game, options)
  while #self.draws > 0 and type(self.draws[1]) ~= "table" do
    local found = fitting(game, options, self.draws[1], request.at)
    if found then
      remove(self.draws, 1)
      return found
    elseif not self:drop_single(self.draws) then
      fault(label(self.draws[1]) .. " cannot be picked: one of " .. shown, request.at)
    end
  end
  fault("a random pick is not scripted: add `draws:`, one of " .. shown, request.at)
end

-- The named cards come first, in their order; the others follow as they lay.
function ScriptDriver:shuffled(game, request)
  if #self.draws == 0 or type(self.draws[1]) ~= "table" then
    return self.generator:permutation(request.size)
  end
  local cards, order, taken = game.frames[#game.frames].zone.items, {}, {}
  for _, wanted in ipairs(remove(self.draws, 1)) do
    local places, left = {}, {}
    for i, card in ipairs(cards) do
      if not taken[i] then
        insert(places, i)
        insert(left, card)
      end
    end
    local found = fitting(game, left, wanted, request.at)
    if found == nil then
      fault(label(wanted) .. " is not among what is shuffled: " .. shown_options(game, cards), request.at)
    end
    taken[places[found + 1]] = true
    insert(order, places[found + 1] - 1)
  end
  for i = 1, #cards do
    if not taken[i] then
      insert(order, i - 1)
    end
  end
  return order
end

-- ---- choices

function ScriptDriver:pick(game, request)
  self.is_asked = true
  self:note(request.options)
  while true do
    local found = self:scripted(game, request)
    if found then
      local names = {}
      for _, option in ipairs(is_mapping(self.choices[1]) and request.options or EMPTY) do
        for name in pairs(names_of(game, option)) do
          names[name] = true
        end
      end
      self:consume(self.choices, names, request)
      return found
    elseif not self:drop_single(self.choices) then
      return self:unscripted(game, request)
    end
  end
end

-- The next answer as positions, if it is one to this request; otherwise none.
function ScriptDriver:scripted(game, request)
  if #self.choices == 0 then
    return nil
  end
  local following = wanted_of(self.choices[1])
  if request.kind == "use" then
    local position = fitting(game, request.options, following, request.at)
    return following == "pass" and { -1 } or position and { position } or nil
  elseif request.kind == "yes" then
    if following == "yes" or following == true then
      return { 0 }
    end
    return (following == "no" or following == false) and { 1 } or nil
  end
  local many = type(following) == "table" and following or following == "none" and EMPTY or { following }
  local found = {}
  for i, wanted in ipairs(many) do
    found[i] = fitting(game, request.options, wanted, request.at)
    if found[i] == nil then
      return nil
    end
  end
  return found
end

-- An offer is passed and a `may` declined where the test leaves them open; other choices need an answer.
function ScriptDriver:unscripted(game, request)
  if request.kind == "use" then
    return { -1 }
  elseif request.kind == "yes" then
    return { 1 }
  end
  local shown = shown_options(game, request.options)
  if #self.choices == 0 then
    fault("a choice is not scripted: one of " .. shown, request.at)
  end
  fault(shown_answer(wanted_of(self.choices[1])) .. " is no option: one of " .. shown, request.at)
end

return { script_driver = script_driver, shown_answer = shown_answer }

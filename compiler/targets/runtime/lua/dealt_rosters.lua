-- Rosters that a host brings: read by what the game deals, judged, and laid into the zones that take them.
--
-- Job: of a roster as a host gives it make one that a save can hold; tell what is wrong with it; put its cards where
-- they begin.

local concat, insert = table.concat, table.insert
local shown_place = need("spending", "shown_place")
local create = need("entities", "create")
local try = need("faults", "try")
local as_fault, empty_game = need("game", "as_fault", "empty_game")
local link = need("linked", "link")
local put_bottom, remove = need("places", "put_bottom", "remove")
local check_roster = need("rosters", "check_roster")
local Inputs = need("setups", "Inputs")
local text_before = need("texts", "text_before")
local EMPTY, mapped, names_of, shown_int, sorted = need(
  "values", "EMPTY", "mapped", "names_of", "shown_int", "sorted"
)

local Deals = { most_cards = 1000 }

function Deals.listed_names(names)
  return #names > 0 and concat(names, ", ") or "none"
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
    local most = shown_int(Inputs.bounds.shown)
    Inputs.refuse("`" .. name .. "` has at most " .. most .. " characters, all of them of ASCII")
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
      local known = Deals.listed_names(names_of(lists))
      Inputs.refuse("no roster is named `" .. Inputs.shown(given) .. "`; there are: " .. known)
    end
    held = lists[given]
  end
  held = Inputs.members(held) or Inputs.refuse("a roster is an object, or the name of one")
  local definition = held.roster
  if type(definition) ~= "string" or rosters[definition] == nil then
    Inputs.refuse("`roster` names what is dealt: " .. Deals.listed_names(names_of(rosters)))
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
  local fine, found = try(check_roster, link(rules), roster.roster, values)
  if not fine then
    Inputs.refuse(roster.roster .. " cannot be judged: " .. as_fault(found).message)
  end
  return found
end

function Deals.legal_roster(rules, player, given)
  Inputs.refused_of = "the roster of " .. player .. ": "
  local roster = Deals.read_roster(rules, given)
  local broken = mapped(Deals.broken_roster(rules, roster), function(reason)
    return reason.message
  end)
  if #broken > 0 then
    Inputs.refuse(concat(broken, "; "))
  end
  Inputs.refused_of = ""
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
function Deals.judge_roster(rules, roster)
  Inputs.refused_of = ""
  local game = empty_game(link(rules))
  return mapped(Deals.broken_roster(rules, Deals.read_roster(rules, roster)), function(why)
    return { reason = why.message, place = shown_place(game, why.at), rows = why.rows }
  end)
end

-- Lays a roster's cards into the zones that take them, in place of what lies there.
function Deals.deal(rules, game, player, given)
  local roster = Deals.read_roster(rules, given)
  local params = rules.deals.rosters[roster.roster]
  for _, param in ipairs(params) do
    for _, card in ipairs(param[4] ~= "" and player[param[4]].items or EMPTY) do
      remove(game, card)
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
        put_bottom(game, create(game, kind, game.cards[id], whose), player[param[4]])
      end
    end
  end
end

return { Deals = Deals }

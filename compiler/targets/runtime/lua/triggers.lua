-- Abilities that answer events.
--
-- Job: find the abilities that an event concerns, and their order; count uses; tell whether costs can be paid.

local new_asking = need("choices", "new_asking")
local attempt = need("dry_runs", "attempt")
local of_kind = need("entities", "of_kind")
local new_body = need("frames", "new_body")
local carriers, holds = need("modifiers", "carriers", "holds")
local is_known_to = need("places", "is_known_to")
local SPENT = need("spending", "SPENT")
local change_aside = need("state", "change_aside")
local compared, EMPTY, items_of, kept, mapped, sorted = need(
  "values", "compared", "EMPTY", "items_of", "kept", "mapped", "sorted"
)

local limit_free, player_order, controller_of

local function may_know(rt, one, player)
  return type(one) ~= "table" or one._is ~= "entity" or is_known_to(rt, one, player)
end

-- An ability that someone may use now: who it is told from, what carries it, what it answers.
local function usable_of(ability, me, this, trigger)
  return {
    _is = "usable", ability = ability.index, name = ability.name_shown, me = me, this = this, trigger = trigger,
  }
end

-- What was used of an ability, by it and its carrier; a verb may follow.
local function use_key(ability, this)
  return ability.id .. "\n" .. tostring(this._id) .. "\n"
end

-- The body of an ability, with the locals that it begins with.
local function body_for(code, me, this, trigger)
  return new_body(code, { self = me, this = this, trigger = trigger })
end

-- The abilities that answer an event now, each as {ability, self, this}, oldest carrier first.
local function matches(rt, abilities, event)
  local found = {}
  for _, ability in ipairs(abilities) do
    local carriers = carriers(rt, ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if holds(rt, ability, me, this, event) then
        found[#found + 1] = { ability, me, this }
      end
    end
  end
  return found
end

-- Whether an ability's limits and requirements let it be used.
local function is_free(rt, ability, me, this, event)
  for _, frame in ipairs(ability.limits) do
    if not limit_free(rt, frame, ability, this) then
      return false
    end
  end
  if ability.uses > 0 and (rt.used[use_key(ability, this)] or 0) >= ability.uses then
    return false
  end
  return ability.requires == nil or ability.requires(rt, me, this, event) == nil
end

-- `once per FRAME`: free when not used since the frame's verb last began.
function limit_free(rt, frame, ability, this)
  return rt.used[use_key(ability, this) .. frame] ~= (rt.started[frame] or 0)
end

local function record_use(rt, ability, this)
  local key = use_key(ability, this)
  for _, frame in ipairs(ability.limits) do
    change_aside(rt, rt.used, key .. frame, rt.started[frame] or 0)
  end
  if ability.uses > 0 then
    change_aside(rt, rt.used, key, (rt.used[key] or 0) + 1)
  end
end

-- What has happened gives back the uses of the abilities that wait for it.
local function recharge(rt, event)
  for _, filed in ipairs(rt.code.recharges[event._verb] or EMPTY) do
    local ability, asks = filed[1], filed[2]
    local carriers = carriers(rt, ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      local key = use_key(ability, this)
      if (rt.used[key] or 0) ~= 0 and (asks == nil or asks(rt, me, this, event)) then
        change_aside(rt, rt.used, key, 0)
      end
    end
  end
end

-- Whether an ability that waited for its turn is live and holds still, after what others did.
local function still_answers(rt, ability, me, this, event)
  local carriers, live = carriers(rt, ability), false
  for i = 1, #carriers, 2 do
    live = live or (carriers[i] == me and carriers[i + 1]._id == this._id)
  end
  return live and holds(rt, ability, me, this, event) and is_free(rt, ability, me, this, event)
end

-- A number as text of at least eight figures, so that texts and numbers stand in one order.
local function padded(id)
  local text = tostring(id)
  return string.rep("0", math.max(8 - #text, 0)) .. text
end

-- By the order of the players who control them, then by age.
local function in_order(rt, found)
  if #found < 2 then
    return found
  end
  local order, ranks = player_order(rt), {}
  for i, player in ipairs(order) do
    ranks[player._id] = i
  end
  local ranked = mapped(found, function(match)
    local player = controller_of(rt, match[2])
    return { { player and ranks[player._id] or #order + 1, padded(match[3]._id) }, match }
  end)
  return mapped(sorted(ranked, function(a, b)
    return compared(a[1], b[1]) < 0
  end), function(pair)
    return pair[2]
  end)
end

-- Who says which of several simultaneous abilities is next: whose they are, or for all the first in the order.
local function decider(rt, found)
  local ties = rt.data.policy.ties
  if ties == "first_player" then
    return player_order(rt)[1]
  end
  return ties == "choose" and controller_of(rt, found[1][2]) or nil
end

-- Whether a player says when an ability has its turn: nobody is asked of others' that lie hidden.
local function is_decided_by(rt, who, match)
  local player = controller_of(rt, match[2])
  if rt.data.policy.ties == "choose" then
    return player == who
  end
  return player ~= nil and may_know(rt, match[2], who) and may_know(rt, match[3], who)
end

-- Those among which a player decides which is next; none where the first one is.
local function tied(rt, found)
  local who = #found > 1 and decider(rt, found)
  if not who then
    return EMPTY
  end
  local mine = kept(found, function(match)
    return is_decided_by(rt, who, match)
  end)
  return #mine > 1 and mine or EMPTY
end

-- Asks which of several simultaneous abilities is next.
local function ordering(rt, mine)
  local options = mapped(mine, function(match)
    return usable_of(match[1], match[2], match[3], nil)
  end)
  return new_asking(decider(rt, mine), "order", options, mine[1][1].at)
end

-- The players in the order in which they are asked: the ruleset's own, else by seat.
function player_order(rt)
  local named = rt.data.policy.order
  if named then
    return items_of(rt.code.functions[named](rt))
  end
  return rt.code.kinds.player and of_kind(rt, "player") or EMPTY
end

function controller_of(rt, me)
  if type(me) == "table" and me._is == "entity" then
    if me._class.is.player then
      return me
    end
    return rawget(me, "controller")
  end
  return nil
end

local function always()
  return true
end

local function can_pay(rt, ability, me, this, trigger)
  if rt.nested >= SPENT.nested then
    return false -- paying it asks whether it can be paid, and so on
  end
  rt.nested = rt.nested + 1
  local paid = attempt(rt, function()
    return body_for(ability.costs, me, this, trigger)
  end, always)
  rt.nested = rt.nested - 1
  return paid
end

return {
  body_for = body_for, can_pay = can_pay, in_order = in_order, is_free = is_free, limit_free = limit_free,
  matches = matches, ordering = ordering, player_order = player_order, recharge = recharge, record_use = record_use,
  still_answers = still_answers, tied = tied, usable_of = usable_of, use_key = use_key,
}

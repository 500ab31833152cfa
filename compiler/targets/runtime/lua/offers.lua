-- Offers: what players may do.
--
-- Job: find the abilities that someone may use now, and tell why something is not possible. Only what is possible is
-- offered. Functions over a running game: they read all of it, and change nothing of it but the work that was done.
-- Never chooses for a player.

local why_not = need("legality", "why_not")
local carriers, holds, is_present = need("modifiers", "carriers", "holds", "is_present")
local charged, forget_all = need("remembering", "charged", "forget_all")
local spend, SPENT = need("spending", "spend", "SPENT")
local can_pay, limit_free, usable_of, use_key = need("triggers", "can_pay", "limit_free", "usable_of", "use_key")
local EMPTY, items_of, refusal, refused = need("values", "EMPTY", "items_of", "refusal", "refused")

local function chooser_of(rt, ability, me, this)
  return ability.chooser and ability.chooser(rt, me, this, nil) or nil
end

-- Whether costs can be paid; `paid` has the answers of one moment, by number of the costs and bearer. The same costs
-- of abilities that are the bearer's own are tried once.
local function can_be_paid(rt, ability, me, this, trigger, paid)
  if me ~= this then
    return can_pay(rt, ability, me, this, trigger)
  end
  local answers = paid[ability.costs_number]
  if answers == nil then
    answers = {}
    paid[ability.costs_number] = answers
  end
  return charged(rt, answers, me, can_pay, rt, ability, me, this, trigger)
end

-- Why an ability cannot be used now, or none.
local function obstacle(rt, ability, me, this, trigger, paid)
  spend(rt, SPENT.change, ability.at)
  for _, frame in ipairs(ability.limits) do
    if not limit_free(rt, frame, ability, this) then
      return refusal("it was used already (once per " .. frame .. ")", ability.at, ability.rows)
    end
  end
  if ability.uses > 0 and (rt.used[use_key(ability, this)] or 0) >= ability.uses then
    return refusal("it has no uses left", ability.at, ability.rows)
  end
  local failed = ability.requires and ability.requires(rt, me, this, trigger)
  if failed then
    return refused(failed)
  end
  local through = ability.live and ability.live.through
  if through then
    local reason = why_not(rt, through.verb, through.values(rt, me, this))
    if reason then
      return reason
    end
  end
  if ability.costs and not can_be_paid(rt, ability, me, this, trigger, paid) then
    return refusal("its cost cannot be paid", ability.at, ability.rows)
  end
  if ability.feasible and not ability.feasible(rt, me, this, trigger) then
    return refusal("nothing of it could be done", ability.at, ability.rows)
  end
  return nil
end

-- The carriers of an ability whose `self` is this one; what all of a kind have is not looked for in all.
local function carriers_for(rt, ability, subject)
  if ability.form == "every" then
    if subject._class.is[ability.name] and is_present(rt, subject) then
      return { subject, subject }
    end
    return EMPTY
  end
  local carriers, found = carriers(rt, ability), {}
  for i = 1, #carriers, 2 do
    if carriers[i] == subject then
      found[#found + 1] = subject
      found[#found + 1] = carriers[i + 1]
    end
  end
  return found
end

-- What a player may use now (of one subject, where it is given), in the order of the rules and then of age.
local function usable(rt, abilities, player, trigger, subject)
  local found, paid = {}, {}
  for _, ability in ipairs(abilities) do
    local carriers = subject == nil and carriers(rt, ability) or carriers_for(rt, ability, subject)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      if chooser_of(rt, ability, me, this) == player
        and (trigger == nil or holds(rt, ability, me, this, trigger))
        and obstacle(rt, ability, me, this, trigger, paid) == nil then
        found[#found + 1] = usable_of(ability, me, this, trigger)
      end
    end
  end
  if rt.watcher and rt.dry_run == 0 then
    rt.watcher:offered({ abilities, player, trigger, subject }, found)
  end
  return found
end

-- What of an offer may not be used now, and why: a list of {use, refusal}.
local function refused_of(rt, offered)
  local abilities, player, trigger, subject = offered[1], offered[2], offered[3], offered[4]
  local found, paid = {}, {}
  for _, ability in ipairs(abilities) do
    local carriers = carriers(rt, ability)
    for i = 1, #carriers, 2 do
      local me, this = carriers[i], carriers[i + 1]
      local why
      if chooser_of(rt, ability, me, this) == player and (subject == nil or me == subject)
        and (trigger == nil or holds(rt, ability, me, this, trigger)) then
        why = obstacle(rt, ability, me, this, trigger, paid)
      end
      if why then
        found[#found + 1] = { usable_of(ability, me, this, trigger), why }
      end
    end
  end
  return found
end

-- What the condition of the waiting `choose` leaves out, and why: what it asks last with `can`. `refusals` of a game
-- are of what is asked with `can` from outside, while somebody listens.
local function left_out(rt, below)
  local asking, found, known, is_own = rt.frames[#rt.frames], {}, rt.known, rt.is_own
  local row = below and asking.kind == "one" and below.code.rows[below.pc]
  if not row or not row[5] or row[6] then
    return found
  end
  forget_all(rt) -- what is remembered would not be asked again
  for _, option in ipairs(items_of((row[4](rt, below.v)))) do
    rt.refusals = {}
    if not row[5](rt, below.v, option) and #rt.refusals > 0 then
      found[#found + 1] = { option, rt.refusals[#rt.refusals] }
    end
  end
  rt.known, rt.is_own, rt.refusals = known, is_own, nil
  return found
end

-- What the player who is asked may not use or choose now, and why.
local function explain(rt)
  local offer = rt.frames[#rt.frames - 1]
  if offer == nil or offer.offered == nil then
    return left_out(rt, offer)
  end
  return refused_of(rt, { offer:offered(rt) })
end

return { explain = explain, refused_of = refused_of, usable = usable }

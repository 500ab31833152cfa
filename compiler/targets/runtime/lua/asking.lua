-- What a match asks, as a host is told.
--
-- Job: tell the request that waits, its legal answers, and what is not offered and why. Input: a game and its request.
-- Output: tables that JSON can hold.

local at_positions, is_pass, legal_answers = need("answers", "at_positions", "is_pass", "legal_answers")
local shown_place = need("spending", "shown_place")
local ways_of_chance = need("game", "ways_of_chance")
local players_by_seat = need("entities", "players_by_seat")
local raise, try = need("faults", "raise", "try")
local explain = need("offers", "explain")
local fingerprint = need("pictures", "fingerprint")
local refill = need("spending", "refill")
local Inputs = need("setups", "Inputs")
local copied, EMPTY, label, labels, mapped, shown_int = need(
  "values", "copied", "EMPTY", "label", "labels", "mapped", "shown_int"
)

local function asked(game, request)
  local place = shown_place(game, request.at)
  if request._is == "choose" then
    return {
      type = "request", kind = request.kind, who = label(request.who), prompt = request.prompt,
      options = mapped(request.options, label), least = request.least, most = request.most, place = place,
    }
  elseif request._is == "roll" then -- the answer is a face's position for each die
    local dice, sizes = copied(request.dice), copied(request.sizes)
    return { type = "request", kind = "roll", place = place, dice = dice, sizes = sizes }
  end
  -- Of a draw it is one position below the size, of a shuffle all positions.
  return { type = "request", kind = request._is, place = place, size = request.size }
end

-- The legal answers, at most 64.
local function legal(game, request)
  if request == nil then
    return {}
  elseif request._is ~= "choose" then
    return mapped(ways_of_chance(request), function(answer)
      return { answer = answer, label = labels(answer, ", ") }
    end)
  end
  refill(game)
  return mapped(legal_answers(request, 64), function(answer)
    local text = is_pass(request, answer) and "pass" or labels(at_positions(request.options, answer), ", ")
    return { answer = answer, label = text ~= "" and text or "nothing" }
  end)
end

-- A choice in words; what is not offered or cannot be chosen, and why.
local function explained(game, request)
  local missing = {}
  if request == nil or request._is ~= "choose" then
    return { prompt = "", place = "", refused = missing }
  end
  refill(game)
  missing = mapped(explain(game), function(pair)
    local why = pair[2]
    return { label = label(pair[1]), reason = why.message, place = shown_place(game, why.at), rows = why.rows }
  end)
  return { prompt = request.prompt, place = shown_place(game, request.at), refused = missing }
end

-- What a mishap is called where a snapshot was read that may be damaged; any other is ours, and goes on.
local function unfit(match, err)
  if match.origin == nil and not match.is_resumed then
    raise(err)
  end
  return "the snapshot does not fit its rules"
end

-- What somebody asks of a match; refused where a damaged snapshot leaves that unknown.
local function told_of(match, work, ...)
  local fine, told = try(work, ...)
  if fine then
    return told
  elseif type(told) == "string" and Inputs.refusal and string.find(told, Inputs.refusal, 1, true) then
    error(Inputs.refusal, 0) -- a host may have put a place before it
  end
  Inputs.refuse(unfit(match, told))
end

-- How a match had ended, or nothing; what it says of the state is worked out here.
local function sound_result(game, result)
  local told = Inputs.members(result) or EMPTY
  local is_known = told.outcome == "ended" or told.outcome == "fault" or told.outcome == "stopped"
  if not is_known or type(told.message) ~= "string" then
    return nil
  end
  return {
    type = "result", outcome = told.outcome, message = told.message, events = game.events, state = fingerprint(game),
  }
end

-- The position of a player, who is one of those who play, from 0.
local function seat_of(game, player)
  local players, seat = players_by_seat(game), Inputs.whole(player)
  if seat == nil or players[seat + 1] == nil then
    local named = seat == nil and "such player" or "player " .. shown_int(seat)
    Inputs.refuse("there is no " .. named .. "; players count from 0 and are " .. shown_int(#players))
  end
  return seat
end

-- Who asks: a player, counted from 0; nothing is a spectator, "all" a referee.
local function asker_of(game, player)
  Inputs.refused_of = ""
  if player == nil or player == "all" then
    return { seat = player }
  end
  local seat = seat_of(game, player)
  return { seat = seat, player = players_by_seat(game)[seat + 1] }
end

return {
  asked = asked, asker_of = asker_of, explained = explained, legal = legal, seat_of = seat_of,
  sound_result = sound_result, told_of = told_of, unfit = unfit,
}

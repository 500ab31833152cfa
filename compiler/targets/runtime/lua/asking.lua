-- What a match asks, as a host is told.
--
-- Job: tell the request that waits, its legal answers, and what is not offered and why. Input: a game and its request.
-- Output: tables that JSON can hold.

local at_positions, is_pass, legal_answers, shown_place = need(
  "choices", "at_positions", "is_pass", "legal_answers", "shown_place"
)
local ways_of_chance = need("game", "ways_of_chance")
local of_kind = need("entities", "of_kind")
local explain = need("offers", "explain")
local refill = need("spending", "refill")
local Inputs = need("setups", "Inputs")
local copied, label, labels, mapped, shown_int = need("values", "copied", "label", "labels", "mapped", "shown_int")
local new_names, view_of = need("views", "new_names", "view_of")
local snapshot_of = need("snapshots", "snapshot_of")
local to_json = need("json", "to_json")

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
  if request._is ~= "choose" then
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

-- A choice in words; of an offer, what is not offered and why.
local function explained(game, request)
  local missing = {}
  if request == nil or request._is ~= "choose" then
    return { prompt = "", place = "", refused = missing }
  end
  refill(game)
  if request.kind == "use" then
    missing = mapped(explain(game), function(pair)
      local why = pair[2]
      return { label = label(pair[1]), reason = why.message, place = shown_place(game, why.at), rows = why.rows }
    end)
  end
  return { prompt = request.prompt, place = shown_place(game, request.at), refused = missing }
end

-- The position of a player, who is one of those who play, from 0.
local function seat_of(game, player)
  local players, seat = of_kind(game, "player"), Inputs.whole(player)
  if seat == nil or players[seat + 1] == nil then
    local named = seat == nil and "such player" or "player " .. shown_int(seat)
    Inputs.refuse("there is no " .. named .. "; players count from 0 and are " .. shown_int(#players))
  end
  return seat
end

-- What may be known of a match, as a JSON text: by a player, counted from 0; nothing is a spectator, "all" a referee.
local function viewed(match, player, frames, names)
  Inputs.refused_of = ""
  local asker = { seat = player }
  if player ~= nil and player ~= "all" then
    asker.seat = seat_of(match.game, player)
    asker.player = of_kind(match.game, "player")[asker.seat + 1]
  end
  local request = match.request and match.request._is == "choose" and match.request or nil
  return to_json(view_of(match.game, snapshot_of(match.game, frames), asker, names or new_names(), request))
end

-- Somebody who looks at a match again and again, and knows entities by the names of the last view.
local Watcher = {}
Watcher.__index = Watcher

-- What they may know now, as a JSON text.
function Watcher:view()
  if self.game ~= self.match.game then -- it was played anew, and nobody knows what was hidden when
    self.game, self.names = self.match.game, new_names()
  end
  return viewed(self.match, self.player, self.frames, self.names)
end

local function watcher(match, player, frames)
  Inputs.refused_of = ""
  local seat = player
  if player ~= nil and player ~= "all" then
    seat = seat_of(match.game, player)
  end
  return setmetatable({ match = match, player = seat, frames = frames, game = nil, names = nil }, Watcher)
end

return { asked = asked, explained = explained, legal = legal, seat_of = seat_of, viewed = viewed, watcher = watcher }

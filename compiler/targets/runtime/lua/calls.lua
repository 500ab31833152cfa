-- Calls: the door for generated code.
--
-- Job: name each function that printed rules may call, and nothing else; `PRIMITIVES` are those that rows `call` name.
-- What they are given first is the running game. Of it, printed rules read `cards` and `game`.

local core = need("core_places", "core")
local of_kind = need("entities", "of_kind")
local can = need("legality", "can")
local has, stat = need("modifiers", "has", "stat")
local lift, place, put_after, put_before, put_bottom, put_top, remove, reveal, take = need(
  "places", "lift", "place", "put_after", "put_before", "put_bottom", "put_top", "remove", "reveal", "take"
)
local over, spend = need("spending", "over", "spend")
local drop, drop_named = need("statuses", "drop", "drop_named")

local calls = { can = can, core = core, has = has, of_kind = of_kind, over = over, spend = spend, stat = stat }

local PRIMITIVES = {
  drop = drop, drop_named = drop_named, lift = lift, place = place, put_after = put_after, put_before = put_before,
  put_bottom = put_bottom, put_top = put_top, remove = remove, reveal = reveal, take = take,
}

return { calls = calls, PRIMITIVES = PRIMITIVES }

-- The host's interface: matches of a game, begun, loaded and restored.
--
-- Job: make sure of what a host gives, and make a match of it. Input: a rules table, and a setup and a seed, a save, or
-- a snapshot. Output: a match.

local from_json = need("json", "from_json")
local Match, new_match = need("match", "Match", "new_match")
local sound_save = need("saves", "sound_save")
local Inputs = need("setups", "Inputs")
local shown_int = need("values", "shown_int")

-- A game before its first event. `setup` is {scenario = name, rosters = {...}}, where both may be left out: the first
-- scenario then, and the cards that it has.
local function new_game(rules, setup, seed, limits)
  Inputs.refused_of = ""
  return new_match(rules, Inputs.setup(setup), Inputs.seed(seed), Inputs.limits(limits))
end

-- A game where a save of any engine, a JSON text or what it holds, left it.
local function load_game(rules, save, limits)
  Inputs.refused_of, Inputs.restored = "", "the snapshot of the save"
  if type(save) == "string" and #save > Inputs.bounds.save then
    Inputs.refuse("this is no save: its text is longer than " .. shown_int(Inputs.bounds.save) .. " bytes")
  end
  local held = sound_save(rules, type(save) == "string" and from_json(save, true) or save)
  local allowed = Inputs.limits(limits)
  allowed.chance = held.chance or allowed.chance
  if held.snapshot ~= nil then
    return Match.resumed(rules, held, allowed)
  elseif held.origin ~= nil then
    Inputs.refuse("the match of the save began from a snapshot, so its answers do not tell it; load it by `state`")
  end
  local match = new_match(rules, held.setup, Inputs.seed(held.seed), allowed)
  match:skip()
  match:reseed(0, held.reseeded)
  for number, answer in ipairs(held.answers) do
    Inputs.refused_of = "answer " .. shown_int(number) .. " of the save: "
    match:answer(answer)
    Inputs.refused_of = ""
    match:skip()
    match:reseed(number, held.reseeded)
  end
  match.reseeded = held.reseeded
  return match
end

-- The match of a snapshot, which is a JSON text of any engine, as it was.
local function restore_game(rules, snapshot, limits)
  Inputs.refused_of, Inputs.restored = "", "the snapshot"
  if type(snapshot) ~= "string" then
    Inputs.refuse("a snapshot is a JSON text")
  elseif #snapshot > Inputs.bounds.snapshot then
    Inputs.refuse("the snapshot is too large, or too deep")
  end
  local held = Inputs.snapshot(rules, from_json(snapshot, true))
  return Match.restored(rules, held, Inputs.limits(limits))
end

return { load_game = load_game, new_game = new_game, restore_game = restore_game }

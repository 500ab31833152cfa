-- Saves: what of a match is kept so that it outlives a change of rules.
--
-- Job: write the setup, the seed, the answers and the state of a match, with the hashes of its rules and with what the
-- places of the state are called; make sure of a save that a host gives. Input: a match, or a value of any type.
-- Output: objects that JSON can hold, or a refusal. Saves of format 1, which have answers alone, are read too.

local concat, insert = table.concat, table.insert
local as_object, null, to_json = need("json", "as_object", "null", "to_json")
local Inputs = need("setups", "Inputs")
local copied, EMPTY, mapped, names_of, shown_int = need(
  "values", "copied", "EMPTY", "mapped", "names_of", "shown_int"
)

local SAVE_FORMAT, MOST_ANSWERS, MOST_RESEEDED = 2, 100000, 10000
local NEEDED = {
  { "format", "game", "hash", "setup", "seed", "answers" }, { "format", "game", "plays", "setup", "seed", "answers" },
}
local KNOWN = {
  NEEDED[1],
  {
    "format", "game", "plays", "reads", "versions", "setup", "seed", "chance", "reseeded", "answers", "origin",
    "snapshot", "places",
  },
}

-- ---- writing

-- What the values of a state name of the rules.
local function find(value, found)
  if type(value) ~= "table" then
    return
  end
  local sort, name = value[1], value[2]
  if sort == "body" then
    found.bodies[name] = true
  elseif sort == "ability" or sort == "use" then
    found.bodies["run " .. name] = true
  elseif sort == "duration" and value[5] ~= null then
    found.untils[value[5]] = true
  end
  for _, item in pairs(value) do
    find(item, found)
  end
end

-- The rows of a table of parts at these positions from 0, by the positions as texts; their bodies are found, too.
local function rows_at(parts, positions, found)
  local made = {}
  for position in pairs(positions) do
    made[shown_int(position)] = parts[position + 1]
    found.bodies[parts[position + 1][1]] = true
  end
  return as_object(made)
end

-- The names of the cards in a state, by their ids.
local function cards_of(state, cards)
  local made = {}
  for _, columns in pairs(state.kinds) do
    for _, id in ipairs(columns.card or EMPTY) do
      if id ~= null then
        local names = cards[id].names
        made[id] = names[names_of(names)[1]] or id
      end
    end
  end
  return as_object(made)
end

-- What the places of a state are called, so that they can be found under other rules.
local function places_of(match, snapshot)
  local state, parts, grid = snapshot.state, match.rules.parts, match.game.grid
  local found, effects, bodies = { bodies = {}, untils = {} }, {}, {}
  find(state, found)
  for _, row in ipairs(state.used) do
    found.bodies["run " .. row[1]] = true
  end
  for _, effect in ipairs(state.effects) do
    for _, position in ipairs(effect[3]) do
      effects[position] = true
    end
  end
  local is_checking = false
  for _, frame in ipairs(state.frames) do
    is_checking = is_checking or frame[1] == "Checking"
  end
  local lasting, untils = rows_at(parts.lasting, effects, found), rows_at(parts.untils, found.untils, found)
  for name, row in pairs(parts.bodies) do
    if found.bodies[name] or (is_checking and string.sub(name, 1, 3) == "on ") then
      bodies[name] = row
    end
  end
  return as_object({
    bodies = as_object(bodies), lasting = lasting, untils = untils,
    board = snapshot.board ~= null and { grid.width, grid.height } or null,
    cards = cards_of(state, match.rules.data.cards),
  })
end

-- After how many answers a match took which seed, without those that are taken back: they may be given again.
local function reseeded_so_far(match)
  local found = {}
  for _, row in ipairs(match.reseeded) do
    insert(found, row[1] <= #match.answers and row or nil)
  end
  return found
end

-- A match as an object, for `load` in any engine.
local function save_of(match)
  local rules, snapshot, answers = match.rules, match:snapshot_data(), {}
  for i = match.started + 1, #match.answers do
    insert(answers, match.answers[i])
  end
  return as_object({
    format = SAVE_FORMAT, game = rules.game, plays = rules.hash, reads = rules.reads,
    versions = as_object({ game = rules.version, snapshot = snapshot.format }), setup = match.setup, seed = match.seed,
    chance = match.limits.chance or "own", reseeded = reseeded_so_far(match), answers = answers,
    origin = match.origin or null, snapshot = snapshot, places = places_of(match, snapshot),
  })
end

-- ---- reading

-- A snapshot in a save, or nothing.
local function a_snapshot(rules, snapshot)
  if snapshot == nil then
    return nil
  end
  Inputs.refused_of = "the save is damaged: "
  local held = Inputs.snapshot(rules, snapshot, true)
  Inputs.refused_of = ""
  return held
end

-- After how many answers a branch took which other seed.
local function sound_reseeded(rows)
  local given = Inputs.items(rows or EMPTY, MOST_RESEEDED)
  return mapped(given or { false }, function(row)
    local pair = Inputs.items(row, 2)
    local count, seed = pair and Inputs.whole(pair[1]), pair and Inputs.whole(pair[2])
    if not count or not seed or #pair ~= 2 then
      Inputs.refuse("the `reseeded` of a save are pairs of whole numbers")
    end
    return { count, seed }
  end)
end

-- The members of a save of a game, of whichever rules; and its format.
local function members_of(save, game)
  local held = Inputs.members(save)
  local form = held ~= nil and held.format or nil
  local needed = NEEDED[form == 1 and 1 or SAVE_FORMAT]
  for number, name in ipairs(needed) do
    if held == nil or held[name] == nil then
      local last = #needed
      Inputs.refuse("this is no save: it needs " .. concat(needed, ", ", 1, last - 1) .. " and " .. needed[last])
    elseif number == 1 and form ~= 1 and form ~= SAVE_FORMAT then
      Inputs.refuse("this is no save of format 1 or " .. shown_int(SAVE_FORMAT))
    end
  end
  local wrong = Inputs.unknown(held, KNOWN[form])
  if wrong ~= nil then
    Inputs.refuse("a save has no `" .. wrong .. "`")
  elseif held.game ~= game then
    Inputs.refuse("this is no save of " .. game)
  end
  return held, form
end

-- Whether a snapshot is of this setup and seed.
local function is_of(snapshot, setup, seed)
  local own = to_json(Inputs.plain(as_object(copied(setup))))
  return own == to_json(snapshot.setup) and Inputs.seed(seed) == snapshot.seed
end

-- A save of these rules; what it says of the match is tried when that is made.
local function sound_save(rules, save)
  local held, form = members_of(save, rules.game)
  local answers, plays = Inputs.items(held.answers, MOST_ANSWERS), form == 1 and held.hash or held.plays
  if answers == nil then
    Inputs.refuse("the answers of a save are an array")
  elseif #answers > MOST_ANSWERS then
    Inputs.refuse("a save has at most " .. shown_int(MOST_ANSWERS) .. " answers")
  elseif type(plays) ~= "string" then
    Inputs.refuse("the hash of a save is a text")
  elseif held.chance ~= nil and held.chance ~= "own" and held.chance ~= "host" then
    Inputs.refuse("the `chance` of a save is own or host")
  end
  local origin, snapshot = a_snapshot(rules, held.origin), a_snapshot(rules, held.snapshot)
  local setup, reseeded = Inputs.setup(held.setup), sound_reseeded(held.reseeded)
  if held.places ~= nil then -- which only the command and the Python package read
    Inputs.plain(held.places)
  end
  if plays ~= rules.hash then
    Inputs.refuse("the save is of other rules than " .. rules.game .. " " .. rules.hash
      .. "; the command and the Python package can load it by `replay`, which gives its answers again as far as they "
      .. "are legal, or by `state`, which takes over what still exists")
  elseif (origin and origin.hash ~= plays) or (snapshot and snapshot.hash ~= plays) then
    Inputs.refuse("the save is damaged: its snapshot is of other rules than the save")
  elseif snapshot and not is_of(snapshot, setup, held.seed) then
    Inputs.refuse("the save is damaged: its snapshot is of another setup or seed than the save")
  end
  return {
    setup = setup, seed = held.seed, answers = answers, chance = held.chance, reseeded = reseeded, origin = origin,
    snapshot = snapshot,
  }
end

return { reseeded_so_far = reseeded_so_far, save_of = save_of, sound_save = sound_save }

-- Transcripts: what two engines must have in common, line by line.
--
-- Job: run a test or a match and write down everything that happens, is asked and is answered. Output: lines of text.

local insert = table.insert
local random_agent = need("agents", "random_agent")
local try = need("faults", "try")
local as_fault, new_driver, play, run = need("game", "as_fault", "new_driver", "play", "run")
local fingerprint = need("pictures", "fingerprint")
local new_building, run_test, transcript_game = need("scripts", "new_building", "run_test", "transcript_game")
local Inputs = need("setups", "Inputs")
local EMPTY, mapped = need("values", "EMPTY", "mapped")

-- The lines of what was told, with the state at the end.
local function transcript_of(game)
  local lines = mapped(game.trace, function(told)
    return string.rep("  ", told.depth) .. told.text
  end)
  insert(lines, "state " .. fingerprint(game))
  return lines
end

-- The transcript of a test, line by line.
local function transcript_of_test(rules, script)
  local held = Inputs.members(script) or EMPTY
  if held.positions == nil or held.steps == nil then
    Inputs.refuse("a test is one of those that were exported")
  end
  local failures, game = run_test(rules, script)
  for _, sentence in ipairs(failures) do
    insert(game.trace, { depth = 0, text = "failed: " .. sentence })
  end
  return transcript_of(game)
end

-- The transcript of a match from a scenario, all players choosing at random.
local function transcript_of_match(rules, scenario, seed)
  local script, begin = Inputs.script_named(rules, scenario), Inputs.seed(seed)
  local game, driver = transcript_game(rules), new_driver(random_agent(begin), begin)
  local fine, stop_here = try(function()
    run(game, new_building(script), driver)
    play(game, driver)
  end)
  if not fine then
    insert(game.trace, { depth = 0, text = "fault: " .. as_fault(stop_here).message })
  end
  return transcript_of(game)
end

return { transcript_of_match = transcript_of_match, transcript_of_test = transcript_of_test }

-- Rosters: a list of cards against the requirements of its definition.
--
-- Job: try every requirement of a roster on its cards. Output: what is broken. Never stops at the first.

local new_once = need("frames", "new_once")
local empty_game, new_driver, run = need("game", "empty_game", "new_driver", "run")
local mapped, refused = need("values", "mapped", "refused")

local NOBODY = new_driver(nil, 1)

-- What is wrong with a roster: a list of refusals, empty when it is legal.
local function check_roster(code, name, values)
  local game, given, broken = empty_game(code), {}, {}
  for i, pair in ipairs(values) do
    local value = pair[2]
    if type(value) == "table" then
      value = mapped(value, function(id)
        return code.prototypes[id] or id
      end)
    end
    given[i] = code.prototypes[value] or value
  end
  local unpack = table.unpack or unpack
  for i, requirement in ipairs(code.rules.rosters[name].requirements) do
    local failed = run(game, new_once(function()
      return requirement(game, unpack(given))
    end), NOBODY)
    if failed then
      broken[#broken + 1] = refused(failed)
    end
  end
  return broken
end

return { check_roster = check_roster }

-- The runtime of compiled rules: what generated modules and hosts reach of it.
--
-- Job: play the rules that a generated module hands over, event by event like every other runtime: the same choices and
-- dice give the same transcript, save and state hash. Input: a rules table. Output: requests for whoever answers.
--
-- All modules keep to what Lua 5.1 to 5.4 and MoonSharp have: no goto, no integer division, no operators on bits,
-- nothing of io, os or debug, no number beyond 2^53. Numbers are whole; every division is floored, and every number is
-- shown by `shown_int`.

local agents = need("agents", "agents")
local parse_board = need("board_text", "parse_board")
local legal_answers = need("answers", "legal_answers")
local calls = need("calls", "calls")
local Deals = need("dealt_rosters", "Deals")
local of_kind, players_by_seat = need("entities", "of_kind", "players_by_seat")
local try = need("faults", "try")
local empty_game, minstd, new_driver, replay = need("game", "empty_game", "minstd", "new_driver", "replay")
local new_grid = need("grid", "new_grid")
local load_game, new_game, restore_game = need("host", "load_game", "new_game", "restore_game")
local from_json, to_json = need("json", "from_json", "to_json")
local link = need("linked", "link")
local check_roster = need("rosters", "check_roster")
local fingerprint = need("pictures", "fingerprint")
local run_test = need("scripts", "run_test")
local is_sound = need("self_check", "is_sound")
local text_hash = need("texts", "text_hash")
local transcript_of_match, transcript_of_test = need("transcript", "transcript_of_match", "transcript_of_test")
local label = need("values", "label")

-- `load` is written as a text: by itself it would be the name of a function that hosts leave out.
return {
  agents = agents, calls = calls, check_roster = check_roster, fingerprint = fingerprint, from_json = from_json,
  is_sound = is_sound,
  judge_roster = Deals.judge_roster, label = label, legal_answers = legal_answers, link = link, ["load"] = load_game,
  minstd = minstd, new = empty_game, new_driver = new_driver, new_game = new_game, new_grid = new_grid,
  of_kind = of_kind, parse_board = parse_board, players_by_seat = players_by_seat, replay = replay,
  restore = restore_game, run_test = run_test,
  text_hash = text_hash, to_json = to_json, transcript_of_match = transcript_of_match,
  transcript_of_test = transcript_of_test, try = try,
}

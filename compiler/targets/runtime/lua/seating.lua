-- The frame that builds a scenario for a host.
--
-- Job: build what a scenario says, and deal the rosters that its players bring. Input: a script, and rosters as pairs
-- of {player, roster}, in order. `ALL_FRAMES` are the frames of a match as its snapshots have them.

local Deals = need("dealt_rosters", "Deals")
local frame_class = need("frames", "frame_class")
local Building, new_building = need("scripts", "Building", "new_building")
local FRAMES = need("snapshots", "FRAMES")
local copied = need("values", "copied")

-- Builds a scenario; rosters are dealt when everything of it is there, and before anything is done.
local Seating = frame_class("Seating", Building)

local function new_seating(rules, script, rosters)
  local made = setmetatable(new_building(script), Seating)
  made.rules, made.rosters = rules, rosters
  return made
end

function Seating:built(rt, position)
  for _, seat in ipairs(self.rosters) do
    Deals.deal(self.rules, rt, self.env[seat[1]], seat[2])
  end
  Building.built(self, rt, position)
end

local ALL_FRAMES = copied(FRAMES)
ALL_FRAMES.Seating = { Seating, { "env", "letters", "number" } }

return { ALL_FRAMES = ALL_FRAMES, new_seating = new_seating }

-- A canonical picture of the state.
--
-- Job: write every entity with every value as one text, whole or as a player may see it; equal states give equal texts
-- in every runtime.

local concat = table.concat
local known_by = need("places", "known_by")
local text_hash = need("texts", "text_hash")
local by_id, EMPTY, label, labels, mapped, sorted = need(
  "values", "by_id", "EMPTY", "label", "labels", "mapped", "sorted"
)

local picture

local function fingerprint(rt)
  return text_hash(picture(rt))
end

local function shown(value, hidden)
  if type(value) == "table" and value._is == "zone" then
    return "[" .. concat(mapped(value.items, function(e)
      return hidden[e] and "?" or label(e)
    end), " ") .. "]"
  elseif type(value) == "table" and value._is == "roll" then
    return "[" .. labels(value, " ") .. "]"
  end
  return label(value)
end

-- Every entity with every value, in one text; equal states give equal texts in every runtime. Of the `hidden` ones
-- nothing is told but how many lie in a zone.
function picture(rt, hidden)
  hidden = hidden or EMPTY
  local known, lines = {}, {}
  for _, entities in pairs(rt.kinds) do
    for _, entity in ipairs(entities) do
      if not hidden[entity] then
        known[#known + 1] = entity
      end
    end
  end
  for i, entity in ipairs(sorted(known, by_id)) do
    local parts = { label(entity) }
    if entity._zone then
      parts[#parts + 1] = "in=" .. label(entity._zone)
    end
    if entity._class.figure then
      parts[#parts + 1] = "at=" .. (entity.at and label(entity.at) or "None")
    end
    local values = {}
    for n, name in ipairs(entity._class.sorted_names) do
      values[n] = name .. "=" .. shown(rawget(entity, name), hidden)
    end
    lines[i] = concat(parts, " ") .. " " .. concat(values, " ")
  end
  return concat(lines, "\n")
end

-- The picture of what a player may know: what was revealed, or lies where the zone's `visible` shows it.
local function view(rt, player)
  local hidden = {}
  for _, entities in pairs(rt.kinds) do
    for _, entity in ipairs(entities) do
      local zone = entity._zone
      local unseen = zone and (zone.visible == "none" or (zone.visible == "owner" and zone.owner ~= player))
      if unseen and not rt.revealed[known_by(entity, player)] then
        hidden[entity] = true
      end
    end
  end
  return picture(rt, hidden)
end

return { fingerprint = fingerprint, view = view }

-- A canonical picture of the state.
--
-- Job: write every entity with every value as one text; equal states give equal texts in every runtime.

local concat = table.concat
local text_hash = need("texts", "text_hash")
local by_id, label, labels, sorted = need("values", "by_id", "label", "labels", "sorted")

local picture

local function fingerprint(rt)
  return text_hash(picture(rt))
end

local function shown(value)
  if type(value) == "table" and value._is == "zone" then
    return "[" .. labels(value.items, " ") .. "]"
  elseif type(value) == "table" and value._is == "roll" then
    return "[" .. labels(value, " ") .. "]"
  end
  return label(value)
end

-- Every entity with every value, in one text; equal states give equal texts in every runtime.
function picture(rt)
  local known, lines = {}, {}
  for _, entities in pairs(rt.kinds) do
    for _, entity in ipairs(entities) do
      known[#known + 1] = entity
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
      values[n] = name .. "=" .. shown(rawget(entity, name))
    end
    lines[i] = concat(parts, " ") .. " " .. concat(values, " ")
  end
  return concat(lines, "\n")
end

return { fingerprint = fingerprint }

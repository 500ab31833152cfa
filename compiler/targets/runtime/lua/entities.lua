-- Entities: those of a kind, and new ones, with their printed values, parts and keywords.
--
-- Job: make an entity of a kind or of a card, and file it where it is looked for. Reads: the declarations of kinds and
-- traits. Changes: entities by kind, card and keyword.

local append, show, stopped, touch = need("changes", "append", "show", "stopped", "touch")
local exhausted = need("faults", "exhausted")
local count_change = need("spending", "count_change")
local new_id = need("state", "new_id")
local by_id, copied, EMPTY, joined, mapped, shown_int, sorted, taken = need(
  "values", "by_id", "copied", "EMPTY", "joined", "mapped", "shown_int", "sorted", "taken"
)

local make, check_room, fill, printed, make_part, keyword_instances, instance, register

-- All entities of a kind and the kinds below it, oldest first.
local function of_kind(rt, kind)
  if kind == "square" then
    return rt.squares
  end
  local heirs = rt.code.heirs[kind]
  if #heirs == 1 then
    return rt.kinds[heirs[1]]
  end
  local known = rt.merged[kind]
  if known == nil then
    known = {}
    for _, heir in ipairs(heirs) do
      for _, entity in ipairs(rt.kinds[heir]) do
        known[#known + 1] = entity
      end
    end
    known = sorted(known, by_id)
    rt.merged[kind] = known
  end
  return known
end

-- The players by their seats, oldest first: whoever was removed keeps a seat, so that nobody else moves into it.
local function players_by_seat(rt)
  local playing = of_kind(rt, "player")
  if #rt.removed_players == 0 then
    return playing
  end
  return sorted(joined(playing, rt.removed_players), by_id)
end

local function new_entity(class, id, card)
  return setmetatable({
    _is = "entity", _kind = class.name, _class = class, _id = id, _card = card, _alive = true, _statuses = EMPTY,
    _keywords = EMPTY,
  }, class.meta)
end

-- A new entity; from a card it takes the printed values and the card's own kind.
local function create(rt, kind, card, values)
  local made = make(rt, card and card._kind or kind, card, values)
  show(rt, "create", made)
  return made
end

-- A new entity of its own kind, with its parts.
function make(rt, kind, card, values)
  local entity = new_entity(rt.code.kinds[kind], new_id(rt), card)
  check_room(rt, kind)
  fill(rt, entity, card, values)
  register(rt, entity)
  return entity
end

-- Whether there may be one more of a kind.
function check_room(rt, kind)
  count_change(rt)
  if #rt.kinds[kind] >= rt.bounds.entities then
    exhausted("more than " .. shown_int(rt.bounds.entities) .. " of " .. kind .. " were created")
  end
end

function fill(rt, entity, card, values)
  for _, field in ipairs(entity._class.fields) do
    local name = field.name
    if field.zone ~= "" then
      entity[name] = { _is = "zone", name = name, owner = entity, visible = field.visible, items = EMPTY }
    elseif values[name] ~= nil then
      entity[name] = stopped(taken(values[name]), field)
    elseif card and field.printed then
      entity[name] = printed(rt, entity, field.part, card[name])
    else
      entity[name] = taken(field.default)
    end
  end
  entity._keywords = keyword_instances(rt, entity)
end

-- A printed value; parts become entities of their own.
function printed(rt, entity, part, value)
  if part == "" or type(value) ~= "table" then
    return value
  end
  if value.part then
    return make_part(rt, entity, value)
  end
  return mapped(value, function(item)
    return make_part(rt, entity, item)
  end)
end

function make_part(rt, entity, item)
  local values = copied(item.values)
  if rt.code.kinds[item.part].has.whole then
    values.whole = entity
  end
  return make(rt, item.part, nil, values)
end

-- One instance for each printed keyword, holding its values; a creation names them without values.
function keyword_instances(rt, entity)
  return mapped(rawget(entity, "keywords") or EMPTY, function(held_keyword)
    if type(held_keyword) == "table" then
      return instance(rt, held_keyword[1], held_keyword[2], entity)
    end
    return instance(rt, held_keyword, EMPTY, entity)
  end)
end

local function with_values(made, params, values, bearer)
  for i, param in ipairs(params) do
    made[param] = taken(values[i])
  end
  made.bearer = bearer
  return made
end

function instance(rt, name, values, bearer)
  local made = new_entity(rt.code.kinds[name], new_id(rt), nil)
  return with_values(made, rt.data.traits[name].params, values, bearer)
end

function register(rt, entity)
  local part = "all " .. entity._kind
  append(rt, part, rt.kinds, entity._kind, entity)
  if entity._card then
    append(rt, part, rt.by_card, entity._card._id, entity)
  end
  for _, instance in ipairs(entity._keywords) do
    append(rt, "_keywords", rt.by_keyword, instance._kind, { entity, instance })
  end
  touch(rt, part)
end

return {
  check_room = check_room, create = create, instance = instance, new_entity = new_entity, of_kind = of_kind,
  players_by_seat = players_by_seat,
  with_values = with_values,
}

-- A rules table made ready to run.
--
-- Job: join what the rules of a game are made of, so that a running game finds it by name: classes and cards from the
-- data; abilities by what they answer, modifiers by what they change. Output: the code that all games of the rules
-- share.

local concat, insert = table.concat, table.insert
local new_entity = need("entities", "new_entity")
local fault = need("faults", "fault")
local text_before = need("texts", "text_before")
local append_to, kept, label, mapped, missing_field, position_of, sorted, taken = need(
  "values", "append_to", "kept", "label", "mapped", "missing_field", "position_of", "sorted", "taken"
)

-- A rules table ready for games, made once: `code` is what a game reads.
local Code = {}
Code.__index = Code

local function set_of(names)
  local made = {}
  for _, name in ipairs(names) do
    made[name] = true
  end
  return made
end

local function numbers_of(text, found)
  for digits in string.gmatch(text, "%d+") do
    found[#found + 1] = tonumber(digits)
  end
  return found
end

-- By part of the state the groups that a change of it empties; those of `*` are emptied by any.
local function readers_of(texts)
  local found = {}
  for part, text in pairs(texts) do
    found[part] = numbers_of(part == "*" and "" or text, numbers_of(texts["*"], {}))
  end
  return found
end

-- What an entity holds beside the fields of its kind.
local OWN_NAMES = { _card = true, _zone = true, _alive = true, _statuses = true, _keywords = true, bearer = true }

-- What entities of a kind have in common. Reading what a kind does not have is a fault.
local function new_class(kind, board)
  local class = {
    name = kind.name, figure = kind.figure, stands = kind.figure and board.type ~= "table", fields = kind.fields,
    is = set_of(kind.ancestors), has = {}, sorted_names = {},
  }
  for i, field in ipairs(kind.fields) do
    class.has[field.name] = true
    class.sorted_names[i] = field.name
  end
  class.sorted_names = sorted(class.sorted_names, text_before)
  class.meta = {
    __index = function(_, name)
      if not (class.has[name] or OWN_NAMES[name] or (name == "at" and class.figure)) then
        missing_field(class, name)
      end
      return nil
    end,
  }
  return class
end

function Code:link_kinds()
  self.kinds, self.heirs, self.limits = {}, {}, {}
  for name, kind in pairs(self.data.kinds) do
    self.kinds[name] = new_class(kind, self.data.board)
    self.heirs[name] = {}
    self.limits[name] = {}
    for _, field in ipairs(kind.fields) do
      if field.minimum or field.maximum then
        self.limits[name][field.name] = field
      end
    end
  end
  for name, class in pairs(self.kinds) do
    for ancestor in pairs(class.is) do
      if self.heirs[ancestor] then
        insert(self.heirs[ancestor], name)
      end
    end
  end
end

-- The groups of what is remembered; `readers` are those that a change of a part of the state empties. A table without
-- them has a group for each stat and trait, and any change empties them all.
function Code:take_groups()
  local row = self.rules.remembering or self:bare_groups()
  self.groups, self.readers = row.size, row.readers and readers_of(row.readers)
  self.group_of = {
    stat = row.stat, trait = row.trait, verb = row.verb, carriers = {}, walk = {}, all_ways = row.all_ways,
  }
  for _, held in ipairs(row.carriers) do
    self.group_of.carriers[held[1] .. " " .. held[2]] = held[3]
  end
  for _, held in ipairs(row.walked) do
    self.group_of.walk[held[1]] = held[2]
  end
end

function Code:bare_groups()
  local row = { size = 1, stat = {}, trait = {}, verb = {}, carriers = {}, walked = {}, all_ways = 0 }
  for _, stat in ipairs(self.rules.stats) do
    row.stat[stat.name], row.size = row.size, row.size + 1
  end
  for name in pairs(self.data.traits) do
    row.trait[name], row.size = row.size, row.size + 1
  end
  return row
end

-- The cards themselves: entities outside of any game, with their printed values.
function Code:link_cards()
  self.prototypes = {}
  for id, card in pairs(self.data.cards) do
    local made = new_entity(self.kinds[card.kind], id, nil)
    for _, field in ipairs(made._class.fields) do
      local value = card.values[field.name]
      if value == nil then
        value = field.default
      end
      made[field.name] = taken(value)
    end
    self.prototypes[id] = made
  end
  for _, made in pairs(self.prototypes) do
    for _, field in ipairs(made._class.fields) do
      local value = rawget(made, field.name)
      if field.type == "card" and value ~= nil then
        made[field.name] = self.prototypes[value]
      elseif (field.type == "set" or field.type == "list") and value ~= nil then
        made[field.name] = self:as_cards(value)
      end
    end
  end
end

-- A list of which each is a card's id, as the cards; other lists as they are.
function Code:as_cards(ids)
  for _, id in ipairs(ids) do
    if type(id) ~= "string" or not self.prototypes[id] then
      return ids
    end
  end
  return mapped(ids, function(id)
    return self.prototypes[id]
  end)
end

-- The body of a row, made once; a saved game finds it again by its name. `operations` are the functions of its rows.
function Code:body(row)
  local made = self.bodies[row.name]
  if made == nil or made.rows ~= row.rows then
    made = { _is = "body", name = row.name, rows = row.rows, operations = nil, locals = nil }
    self.bodies[row.name] = made
  end
  return made
end

-- The locals that a body sets, by name.
function Code.locals_of(body)
  if body.locals == nil then
    local found = { target = true }
    for _, row in ipairs(body.rows) do
      local operation = row[1]
      if (operation == "let" or operation == "store" or operation == "chosen") and row[3] == "" then
        found[row[4]] = true
      elseif operation == "each" or operation == "repeat" then
        found[row[3]] = true
      elseif operation == "next" and row[5] ~= "" then
        found[row[5]] = true
      end
    end
    body.locals = found
  end
  return body.locals
end

-- The number of a place by where it is; 0 where it is none.
function Code:place_number(path, line, column)
  if self.place_numbers == nil then
    self.place_numbers = {}
    for at, span in ipairs(self.data.spans) do
      local key = span[2] .. ":" .. span[3] .. ":" .. self.data.paths[span[1] + 1]
      self.place_numbers[key] = self.place_numbers[key] or at - 1
    end
  end
  local is_place = type(path) == "string" and type(line) == "number" and type(column) == "number"
  return is_place and self.place_numbers[line .. ":" .. column .. ":" .. path] or 0
end

function Code:link_verbs()
  self.verbs = {}
  for name, verb in pairs(self.rules.verbs) do
    local has = set_of(verb.lets)
    for _, param in ipairs(verb.params) do
      has[param.name] = true
    end
    self.verbs[name] = {
      at = verb.at, params = verb.params, has = has, head = verb.head, recheck = verb.recheck,
      body = self:body(verb.body), triggers = {}, reactions = {}, watched = {},
    }
  end
end

function Code:link_lives()
  self.lives, self.live_of_kind = {}, {}
  for i, live in ipairs(self.rules.lives) do
    local made = {
      each = live.each, subject = live.subject, condition = live.condition, needs_self = live.needs_self,
      through = live.through,
    }
    self.lives[i] = made
    for _, heir in ipairs(self.heirs[live.kind]) do
      self.live_of_kind[heir] = self.live_of_kind[heir] or made
    end
  end
end

function Code:file_modifier(ability, modifier)
  if modifier.form == "forbid" then
    for _, verb in ipairs(modifier.verbs) do
      append_to(self.forbids, verb, { ability, modifier })
    end
  else
    append_to(self.modifiers, modifier.form .. " " .. modifier.stat, { ability, modifier })
    self.changes[modifier.form][modifier.stat] = true
  end
end

function Code:group_of_carriers(ability)
  local form, name = ability.carrier.form, ability.carrier.name
  return self.group_of.carriers[form .. " " .. (form == "card" and ability.live or name)] or 0
end

function Code:link_abilities()
  self.abilities, self.ability_of, self.activations, self.ais = {}, {}, {}, {}
  self.modifiers, self.forbids, self.recharges = {}, {}, {}
  -- What anything could ever change, by form and stat: most questions end here.
  self.changes = { adjust = {}, override = {}, least = {}, most = {}, grant = {}, forbid = {} }
  for i, ability in ipairs(self.rules.abilities) do
    local made = {
      _is = "ability", index = i - 1, id = ability.id, at = ability.at, form = ability.carrier.form,
      name = ability.carrier.name, group = self:group_of_carriers(ability),
      name_shown = ability.label, limits = ability.limits, uses = ability.uses, classes = ability.classes,
      condition = ability.condition, requires = ability.requires, chooser = ability.chooser,
      feasible = ability.feasible, rows = ability.rows, costs = ability.costs and self:body(ability.costs),
      costs_number = ability.costs_number,
      body = ability.body and self:body(ability.body),
      live = ability.live and self.lives[ability.live + 1],
    }
    self.abilities[i] = made
    self.ability_of[made.id] = made
    for _, modifier in ipairs(ability.modifiers) do
      self:file_modifier(made, modifier)
    end
    for _, verb in ipairs(ability.verbs) do
      local book = ability.form == "trigger" and self.verbs[verb].triggers or self.verbs[verb].reactions
      local moment = ability.step .. " " .. ability.timing
      append_to(book, moment, made)
      self.verbs[verb].watched[moment] = true
    end
    for _, verb in ipairs(ability.recharged_by) do
      append_to(self.recharges, verb, { made, ability.recharged_if })
    end
    if ability.form == "activation" then
      insert(self.activations, made)
    elseif ability.form == "ai" then
      insert(self.ais, made)
    end
  end
  for _, modifier in ipairs(self.lasting) do
    self.changes[modifier.form][modifier.stat] = true
  end
end

local ANY = { "any" }

-- The activated abilities of some timing classes; those without a class have the class `any`.
function Code:activations_of(classes)
  local key = concat(classes, " ")
  local found = self.activations_by[key]
  if found == nil then
    found = kept(self.activations, function(ability)
      local wanted = #classes == 0
      for _, class in ipairs(#ability.classes > 0 and ability.classes or ANY) do
        wanted = wanted or position_of(classes, class) ~= nil
      end
      return wanted
    end)
    self.activations_by[key] = found
  end
  return found
end

function Code:die_size(die, at)
  local faces = self.data.dice[die]
  if faces == false then
    fault("the faces of " .. die .. " are not known", at)
  end
  local size = faces and #faces or tonumber(string.sub(die, 2))
  if size < 1 or size > 10000 then
    fault(die .. " does not have from 1 to 10000 faces", at)
  end
  return size
end

local NUMBER_ONLY = { "value" }

-- The symbols of a face of a die, and their names in order.
function Code:face(die, index)
  local faces = self.data.dice[die]
  if not faces then
    return { value = index + 1 }, NUMBER_ONLY
  end
  self.orders[die] = self.orders[die] or {}
  local symbols, order = faces[index + 1], self.orders[die][index]
  if order == nil then
    order = {}
    for name in pairs(symbols) do
      order[#order + 1] = name
    end
    order = sorted(order, text_before)
    self.orders[die][index] = order
  end
  return symbols, order
end

local function linked(rules)
  if rules.format ~= 1 then
    error("the rules are of format " .. label(rules.format) .. ", and this plays 1", 0)
  end
  local data = setmetatable({ board = rules.board, policy = rules.policy }, { __index = rules.data })
  local code = setmetatable({
    rules = rules, data = data, functions = rules.functions, lasting = rules.lasting, untils = rules.untils,
    bodies = {}, checks = {}, activations_by = {},
    checked_fields = {}, stat_of = {}, boards = {}, orders = {},
  }, Code)
  code:take_groups()
  code:link_kinds()
  code:link_cards()
  for _, stat in ipairs(rules.stats) do
    for _, heir in ipairs(code.heirs[stat.kind]) do
      code.stat_of[heir] = code.stat_of[heir] or {}
      code.stat_of[heir][stat.name] = stat
    end
  end
  code:link_verbs()
  code:link_lives()
  code:link_abilities()
  for i, check in ipairs(rules.checks) do
    code.checks[i] = {
      reads = set_of(check.reads), found = check.found, body = code:body(check.body),
      group = rules.remembering and rules.remembering.checks[i] or 0,
    }
    for _, name in ipairs(check.reads) do
      code.checked_fields[name] = true
    end
  end
  return code
end

local linked_rules = {}

-- The code of a rules table, linked the first time.
local function link(rules)
  if linked_rules[rules] == nil then
    linked_rules[rules] = linked(rules)
  end
  return linked_rules[rules]
end

return { link = link }

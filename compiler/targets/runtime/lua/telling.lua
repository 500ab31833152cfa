-- Telling: what happens and what is asked, as sentences in one language.
--
-- Job: put into words what one viewer was told as data: events, requests, refusals. Input: the words of the rules, what
-- the viewer knows, and data for that viewer. Output: texts; the same in every engine. As nothing else is read, a
-- sentence tells nothing that the viewer does not know. Knows the grammars of English and Russian.

local concat, insert = table.concat, table.insert
local as_object, from_json, is_object, null = need("json", "as_object", "from_json", "is_object", "null")
local Inputs = need("setups", "Inputs")
local begun, declined, finished, fits, tells = need("wording", "begun", "declined", "finished", "fits", "tells")
local listed, of_ability, picked = need("wording", "listed", "of_ability", "picked")
local quantity, same = need("wording", "quantity", "same")
local sign, spaced, with_values, YOU = need("wording", "sign", "spaced", "with_values", "YOU")
local mapped, names_of, position_of, shown_int = need("values", "mapped", "names_of", "position_of", "shown_int")

local NOM, GEN, ACC, PLAIN = 1, 2, 4, 7 -- cases; the last is the form of a name in a list
-- The sentences of the engine itself, by how its messages begin.
local OWN = {
  { "it was used already", "used" }, { "it has no uses left", "uses" },
  { "nothing of it could be done", "nothing_done" }, { "its cost cannot be paid", "cost" },
  { "there is no ", "missing" },
}
-- Tells one viewer of a match. `eye` has what they know; `gone` is what is not in the view any more; `names` are how
-- the host calls the players, by their seats.
local Teller = {}
Teller.__index = Teller

local function new_teller(data, language, eye, names)
  local words = data.words[language]
  return setmetatable({
    data = data, language = language, eye = eye, words = words, gone = {}, names = names, filling = { {}, {} },
    is_russian = words.grammar == "ru",
    viewer = eye.outlook.player and eye.outlook:name_of(eye.outlook.player._id),
  }, Teller)
end

-- The language, in which the rules have words; refused for others.
local function words_in(data, language)
  if type(language) == "string" and data.words[language] then
    return language
  end
  local known = concat(names_of(data.words), ", ")
  Inputs.refuse("the game has no words in `" .. Inputs.shown(tostring(language)) .. "`; it has " .. known)
end

-- ---- sentences
local WAYS = {}

function WAYS.begin(teller, told)
  return position_of(teller.words.silent, told.verb) and "" or teller:happened(told.verb, told.values)
end

function WAYS.prevented(teller, told)
  local rows, event = teller.words.prevented[told.verb], teller:filled(teller.words.verbs[told.verb] or {}, told.values)
  return rows and teller:said(rows, told.values) or event ~= "" and teller:own("prevented", { event = event }) or ""
end

function WAYS.refused(teller, told)
  return teller:said(teller.words.refused[told.verb] or {}, told.values)
end

function WAYS.change(teller, told)
  local values = { of = as_object({ entity = told.entity }), before = told.before, value = told.after }
  local rows = told.after == 0 and teller.words.zero[told.field] or teller.words.fields[told.field] or {}
  return told.entity == null and "" or teller:said(rows, values)
end

local function trait(part)
  return function(teller, told)
    local values = { of = as_object({ entity = told.entity }) }
    for name, value in pairs(told.status.values) do
      if name ~= "of" then
        values[name] = value
      end
    end
    return teller:said(teller.words[part][told.status.kind] or {}, values)
  end
end

WAYS.status, WAYS.drop = trait("gained"), trait("lost")

function WAYS.use(teller, told)
  return teller:said(teller.words.used[told.ability] or {}, of_ability(told))
end

-- What happened, as a sentence; empty where there is nothing to say.
function Teller:event(told)
  local way = WAYS[told.what]
  return way and way(self, told) or ""
end

function Teller:happened(verb, values, step)
  return self:said(self.words.verbs[verb .. "." .. (step or "")] or self.words.verbs[verb] or {}, values)
end

-- A request: what is asked, and each option. `inside` are the values of the event in which it is asked; `answered` is
-- the event that an ability would answer, with its step and timing.
function Teller:request(asked, key, inside, answered)
  inside.least, inside.most = asked.least, asked.most
  local question = self:said(self.words.asks[key] or {}, inside)
  if question == "" then
    question = self:question(asked, answered)
  end
  local options = mapped(asked.options, function(option)
    return self:option(option)
  end)
  local none = asked.kind == "use" and self:core("pass") or asked.least == 0 and self:core("nothing") or ""
  return as_object({ question = question, options = options, none = none })
end

-- The values of an event, as a viewer may know them.
local function values_of(outlook, event)
  local values = {}
  for _, param in ipairs(event._code.params) do
    values[param.name] = outlook:value(event[param.name])
  end
  return as_object(values)
end

-- The values of the event in which something happens, also those that it has worked out.
function Teller:inside()
  local found, event = {}, self.eye.game.stack[#self.eye.game.stack]
  for name in pairs(event and event._code.has or {}) do
    found[name] = self.eye.outlook:value(event[name])
  end
  return found
end

-- Who rolled what, at a place of the rules.
function Teller:told_roll(place, roll)
  local game, inside, dice = self.eye.game, self:inside(), self:faces(roll)
  local me = game.frames[#game.frames - 1].v.self -- whose ability it is, in the body that rolls
  inside.self, inside.dice = me and self.eye.outlook:value(me), same(dice)
  local said = self:said(self.words.rolls[self.data.word_keys[place] or ""] or {}, inside)
  return said ~= "" and said or self:own("dice_show", { dice = dice })
end

-- The words of what is asked now.
function Teller:asked(asked, request)
  local game, outlook, first, answered = self.eye.game, self.eye.outlook, request.options[1], nil
  if type(first) == "table" and first._is == "usable" and first.trigger then
    local around, values = game.frames[#game.frames - 1], values_of(outlook, first.trigger)
    answered = { verb = first.trigger._verb, step = around.step, values = values, timing = around.timing or "instead" }
  end
  return self:request(asked, self.data.word_keys[asked.place] or "", self:inside(), answered)
end

-- The words of something that is not offered.
function Teller:refused(option, place, message, parts)
  local said = self:reason(self.data.word_keys[place] or "", message, parts)
  return as_object({ option = self:option(option), reason = said })
end

-- What is asked, made from what may be chosen.
function Teller:question(asked, answered)
  local kind, least, most = asked.kind, asked.least, asked.most
  if kind == "use" and answered then
    local event = self:happened(answered.verb, answered.values, answered.step)
    return event ~= "" and self:own(answered.timing, { event = event }) or self:own("use")
  elseif kind == "use" or kind == "yes" or kind == "mode" or kind == "order" then
    return self:own(kind)
  end
  local noun = self:noun_of(asked.options)
  if least == 1 and most == 1 then
    return noun ~= "" and self:own("one", { what = self:nouned(noun, false, "article") }) or self:own("mode")
  end
  local amount = (least == most and "exactly" or least ~= 0 and "some" or "most") .. (noun ~= "" and "" or "_unnamed")
  return self:own(amount, { what = noun ~= "" and self:nouned(noun, most ~= 1), least = least, most = most })
end

-- The noun for what may be chosen, if it is all of one kind.
function Teller:noun_of(options)
  local found
  for _, option in ipairs(options) do
    local kind = self:kind_of(option)
    if found ~= nil and found ~= kind then
      return ""
    end
    found = kind
  end
  return found or ""
end

-- An option, as it stands in a list.
function Teller:option(option)
  if is_object(option) and option.ability then
    local text = begun(self:filled(self.words.offers[option.ability] or {}, of_ability(option)))
    return text ~= "" and text or self:phrase(option.of, "").forms[PLAIN]
  end
  local part = self:part(option)
  local said = part ~= "" and part or self:phrase(option, "").forms[PLAIN]
  return is_object(option) and option.square and said or begun(said)
end

-- A part of a card that has no name, by what is printed of it; empty where the game has no words for that.
function Teller:part(option)
  local row = is_object(option) and option.entity and self.eye.told.entities[option.entity]
  local rows = row and row.card == null and self.words.parts[row.kind]
  if not rows then
    return ""
  end
  local given = {}
  for name, text in pairs(row.fields) do -- the viewer's view is kept as JSON
    local value = from_json(text, true)
    if value ~= 0 and value ~= false and value ~= null then
      given[name] = value
    end
  end
  return self:filled(rows, given)
end

-- Why something is refused: in the words of the game, or as the engine says it.
function Teller:reason(key, message, parts)
  local values = {}
  for i, part in ipairs(parts) do
    values[shown_int(i - 1)] = part
  end
  local said = self:said(self.words.reasons[key] or {}, values)
  if said ~= "" then
    return said
  end
  for _, row in ipairs(OWN) do
    if string.sub(message, 1, #row[1]) == row[1] then
      return self:own(row[2])
    end
  end
  return self:own("forbidden")
end

-- A sentence of the engine; texts in it are words already.
function Teller:own(sentence, values)
  local words = {}
  for name, value in pairs(values or {}) do
    words[name] = type(value) == "string" and same(value) or value
  end
  return self:said({ self.words.core[sentence] }, words)
end

function Teller:core(sentence)
  return self:filled({ self.words.core[sentence] }, {})
end

-- The sentence that the first fitting row makes.
function Teller:said(rows, values)
  return finished(self:filled(rows, values))
end

-- ---- rows

-- The text of the first row all of whose values are given; empty if there is none.
function Teller:filled(rows, values)
  for _, row in ipairs(rows) do
    if fits(row, values) then
      local around = self.filling
      self.filling = { row, values }
      local text = concat(mapped(row, function(piece)
        return self:piece(piece, values)
      end))
      self.filling = around
      return text
    end
  end
  return ""
end

function Teller:piece(piece, values)
  if type(piece) == "string" then
    return piece
  elseif piece[1] ~= nil then
    return self:filled({ piece }, values)
  elseif piece.noun then
    return self:possessive(piece, values)
  end
  local value, case = values[piece.value], (piece.case or 0) + 1
  local phrase = type(value) == "table" and value.forms and value or self:phrase(value, piece.kind or "")
  if piece.choices then
    return picked(phrase, piece.choices, self.is_russian)
  end
  local noun = piece.unit and self.words.nouns[piece.unit]
  return noun and quantity(phrase, noun, case, self.is_russian) or phrase.forms[case]
end

-- A noun, perhaps with whose it is.
function Teller:possessive(piece, values)
  local noun, case = self.words.nouns[piece.noun], (piece.case or 0) + 1
  local head = (piece.many and noun.many or noun.one)[case]
  if not piece.owner then
    return head
  end
  local owner = self:phrase(values[piece.owner], "")
  if owner.you then
    local gender = piece.many and "many" or noun.gender
    local animate = case == ACC and noun.animate and (gender == "masculine" or gender == "many")
    return self.words.your[gender][animate and GEN or case] .. " " .. head
  end
  return self.is_russian and head .. " " .. owner.forms[GEN] or owner.forms[GEN] .. " " .. head
end

-- ---- values

-- A value in all cases; `kind` is that of the parameter, for what lies hidden.
function Teller:phrase(value, kind)
  if type(value) == "boolean" then
    return same(self:core(value and "true" or "false"))
  elseif type(value) == "number" then
    local phrase = same(shown_int(value))
    phrase.number, phrase.many = value, value ~= 1
    return phrase
  elseif type(value) == "string" then
    local is_answer = value == "yes" or value == "no"
    if is_answer then
      return same(self:core(value == "yes" and "true" or "false"))
    end
    return declined(self:name(value), self.is_russian and self.words.nouns[value])
  elseif type(value) ~= "table" then
    return same(self:core("nothing"))
  elseif not is_object(value) then
    return self:several(value, kind)
  elseif value.entity then
    return self:entity(value.entity, kind)
  elseif value.card then
    local card = self.data.cards[value.card]
    return self:named(card and card.kind or kind, self:card(value.card), "", "", value.card)
  end
  return self:other(value, kind)
end

-- Several values; a keyword or status with its values is a pair of its name and those.
function Teller:several(values, kind)
  local function phrases(some)
    return mapped(some, function(part)
      return self:phrase(part, kind)
    end)
  end
  local parts, given = phrases(values), values[2]
  if #values == 2 and type(values[1]) == "string" and type(given) == "table" and not is_object(given) then
    return with_values(parts[1], phrases(given))
  end
  return listed(parts, self:core("nothing"), self:core("and"))
end

-- A value that is no entity.
function Teller:other(value, kind)
  if value.square then
    return same(value.square)
  elseif value.zone then
    return same(self:name(string.match(value.zone, "%.([^.]*)")))
  elseif value.face then
    return same(self:face(value))
  elseif value.roll then
    return same(self:faces(value.roll))
  elseif value.event then
    return same(self:name(value.event))
  elseif value.ability then
    return same(self:option(value))
  elseif value.kind then
    return same(self:name(value.kind))
  end
  return kind ~= "" and self:nouned(kind, false, "article") or same(self:core("something"))
end

function Teller:entity(name, kind)
  local row, seat = self.eye.told.entities[name], position_of(self.eye.outlook:players(), name)
  if seat then
    return self:player(name, seat)
  end
  local was = row or self.gone[name] or { kind = kind, card = null }
  local where = row and row.at ~= null and " (" .. row.at .. ")" or ""
  local is_apart = where ~= "" and not tells(row.at, self.filling[1], self.filling[2]) and self:has_twin(name, row)
  local apart = is_apart and where or ""
  if was.card ~= null then
    return self:named(was.kind, self:card(was.card), apart, where, was.card)
  end
  local noun = self.words.nouns[was.kind]
  if noun == nil then
    return same(self:core("something"))
  end
  local found = self:nouned(was.kind, false, "the")
  for case = NOM, PLAIN - 1 do
    found.forms[case] = found.forms[case] .. apart
  end
  found.forms[PLAIN] = noun.one[NOM] .. where
  return found
end

-- Whether another one that is called alike stands on the board.
function Teller:has_twin(name, row)
  for key, other in pairs(self.eye.told.entities) do
    if other.at ~= null and other.card == row.card and other.kind == row.kind and key ~= name then
      return true
    end
  end
  return false
end

-- The viewer is spoken to; the others are called by their names, or by their seats.
function Teller:player(name, seat)
  local noun, given = self.words.nouns.player, self.names[seat] or ""
  if name == self.viewer then
    return { forms = from_json(YOU[self.words.grammar]), many = true, gender = noun.gender, you = true }
  elseif given ~= "" then
    return { forms = self:named("player", given, "").forms, gender = noun.gender }
  end
  local forms = mapped(noun.one, function(form)
    return form .. " " .. shown_int(seat)
  end)
  forms[PLAIN] = forms[NOM]
  if not self.is_russian then
    forms[GEN] = forms[NOM] .. "'s"
  end
  return { forms = forms, gender = noun.gender }
end

-- Something with a name of its own: in Russian it stands behind the noun, which takes the case.
function Teller:named(kind, name, apart, where, card)
  local noun, found = self.words.nouns[kind], same(name .. apart)
  if self.is_russian and noun then
    found.gender = noun.gender
    for case = NOM, PLAIN - 1 do
      found.forms[case] = noun.one[case] .. " " .. sign(171) .. name .. sign(187) .. apart
    end
  elseif not self.is_russian then
    found.forms[GEN] = name .. (name:sub(-1) == "s" and "'" or "'s") .. apart
  end
  found.forms[PLAIN] = name .. (where and where ~= "" and where or apart)
  found.many = self.words.plural[card or ""]
  return found
end

-- Something that has no name; `before` it: "article", "the" or nothing.
function Teller:nouned(kind, many, before)
  local noun = self.words.nouns[kind]
  if noun == nil then
    return same(self:core("something"))
  end
  local forms, start = many and noun.many or noun.one, ""
  if before and noun.article ~= "" then
    start = (before == "the" and before or noun.article) .. " "
  end
  local said = mapped(forms, function(form)
    return start .. form
  end)
  said[PLAIN] = forms[NOM]
  return { forms = said, many = many, gender = noun.gender }
end

-- ---- names

-- A name of the vocabulary, or a label, as people read it.
function Teller:name(name)
  local names = self.data.names
  local found = names[name] or names[(string.gsub(string.lower(name), " ", "_"))] or {}
  return found[self.language] or self.words.names[name] or spaced(name)
end

function Teller:card(name)
  local card = self.data.cards[name]
  return card and card.names[self.language] or begun(spaced(name))
end

function Teller:faces(roll)
  return concat(mapped(roll, function(face)
    return self:face(face)
  end), ", ")
end

-- A symbol of dice as often as it is there: by its noun, or by its name.
function Teller:symbol(symbol, count)
  if symbol == "value" then
    return shown_int(count)
  end
  local counted = self:filled(self.words.symbols[symbol] or {}, { n = count })
  if counted ~= "" then
    return counted
  end
  return count == 1 and self:name(symbol) or shown_int(count) .. " " .. self:name(symbol)
end

-- What a die shows: its number, its symbols, or nothing.
function Teller:face(face)
  local faces, parts = self.data.dice[face.die], {}
  local symbols = faces and faces[face.face + 1] or { value = face.face + 1 }
  for _, symbol in ipairs(names_of(symbols)) do
    insert(parts, self:symbol(symbol, symbols[symbol]))
  end
  return #parts > 0 and concat(parts, " + ") or self:core("blank")
end

-- The noun for a value, empty if it has none.
function Teller:kind_of(value)
  if not is_object(value) then
    return ""
  elseif value.square then
    return "square"
  end
  local row = value.entity and self.eye.told.entities[value.entity] or value.card and self.data.cards[value.card]
  return row and self.words.nouns[row.kind] and row.kind or ""
end

return { new_teller = new_teller, values_of = values_of, words_in = words_in }

// Telling: what happens and what is asked, as sentences in one language.
//
// Job: put into words what one viewer was told as data: events, requests, refusals. Input: the words of the rules, what
// the viewer knows (a view that is kept up to date), and data for that viewer. Output: texts; the same in every engine.
// As nothing else is read, a sentence tells nothing that the viewer does not know. Knows the grammars of English and
// Russian.

import { Refused, shown } from "./setups.js";
import { compare_texts } from "./values.js";

const NOM = 0, GEN = 1, ACC = 3, PLAIN = 6; // cases; the last is the form of a name in a list
const GENDERS = ["masculine", "feminine", "neuter"];
const YOU = {
  en: ["you", "your", "you", "you", "you", "you"],
  ru: [
    "\u0432\u044b", "\u0432\u0430\u0441", "\u0432\u0430\u043c", "\u0432\u0430\u0441", "\u0432\u0430\u043c\u0438",
    "\u0432\u0430\u0441",
  ],
};
// The sentences of the engine itself, by how its messages begin.
const OWN = [
  ["it was used already", "used"], ["it has no uses left", "uses"], ["nothing of it could be done", "nothing_done"],
  ["its cost cannot be paid", "cost"], ["there is no ", "missing"],
];

const is_data = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const own = (held, key) => (Object.hasOwn(held, key) ? held[key] : undefined);

/** A noun phrase in six cases and as a name in a list; `number`: it is one. */
class Phrase {
  constructor(forms, { many = false, gender = "neuter", you = false, number = null } = {}) {
    Object.assign(this, { forms, many, gender, you, number });
  }
}

const same = (text) => new Phrase(Array(7).fill(text));

/** The language, in which the rules have words; refused for others. */
export function words_in({ data: { words } }, language) {
  if (typeof language === "string" && Object.hasOwn(words, language)) return language;
  const known = Object.keys(words).sort(compare_texts).join(", ");
  throw new Refused(`the game has no words in \`${shown(String(language))}\`; it has ${known}`);
}

/** Of Russian: 0 for 1, 21, 31 and so on; 1 for 2 to 4, 22 and so on; 2 for the others. */
function number_class(number) {
  const last = Math.abs(number) % 10, two = Math.abs(number) % 100;
  if (last === 1 && two !== 11) return 0;
  return last >= 2 && last <= 4 && !(two >= 12 && two <= 14) ? 1 : 2;
}

/** Whose ability is offered or used, and by which card or status, if that is another. */
function of_ability({ of, by }) {
  return { self: of, this: JSON.stringify(by) === JSON.stringify(of) ? null : by };
}

/** The text with a capital, in the letters that every engine knows. */
function begun(text) {
  const code = text ? text.charCodeAt(0) : 0;
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x430 && code <= 0x44f)) {
    return String.fromCharCode(code - 32) + text.slice(1);
  }
  return code === 0x451 ? `\u0401${text.slice(1)}` : text;
}

/** A sentence: with a capital, and with a full stop, unless it has an end. */
function finished(text) {
  if (!text) return "";
  return begun(text) + (/[.!?\u2026]$/.test(text) ? "" : ".");
}

function is_given(piece, values) {
  const name = piece.value ?? piece.owner ?? "";
  return name === "" || (own(values, name) ?? null) !== null;
}

/** Tells one viewer of a match; `known` is the view that they have, `viewer` the name of their player in it. */
export class Teller {
  constructor(data, language, known, viewer) {
    Object.assign(this, { data, language, known, viewer, words: data.words[language] });
    this.names = []; // how the host calls the players, by their seats; empty for no name
    this.gone = new Map(); // what is not in the view any more: its kind and card
    this.is_russian = this.words.grammar === "ru";
    this.filling = [[], {}]; // the row that is being filled, and with what
  }

  // ---- sentences
  /** What happened, as a sentence; empty where there is nothing to say. */
  event(told) {
    switch (told.what) {
      case "begin":
        return this.words.silent.includes(told.verb) ? "" : this.happened(told.verb, told.values);
      case "prevented": {
        const rows = own(this.words.prevented, told.verb);
        if (rows !== undefined) return this.said(rows, told.values);
        const event = this.filled(own(this.words.verbs, told.verb) ?? [], told.values);
        return event ? this.own("prevented", { event }) : "";
      }
      case "refused":
        return this.said(own(this.words.refused, told.verb) ?? [], told.values);
      case "change": {
        if (told.entity === null) return "";
        const values = { of: { entity: told.entity }, before: told.before, value: told.after };
        const zero = told.after === 0 ? own(this.words.zero, told.field) : null;
        return this.said(zero ?? own(this.words.fields, told.field) ?? [], values);
      }
      case "status":
      case "drop": {
        const rows = own(told.what === "status" ? this.words.gained : this.words.lost, told.status.kind) ?? [];
        return this.said(rows, { ...told.status.values, of: { entity: told.entity } });
      }
      case "use":
        return this.said(own(this.words.used, told.ability) ?? [], of_ability(told));
      default:
        return "";
    }
  }

  /** Who rolled what. `inside` are the values of the event in which it is rolled, and whose ability rolls. */
  told_roll(key, roll, inside) {
    const dice = this.faces(roll);
    const said = this.said(own(this.words.rolls, key) ?? [], { ...inside, dice: same(dice) });
    return said || this.own("dice_show", { dice });
  }

  /** What happens; a step of it may have words of its own. */
  happened(verb, values, step = "") {
    const { verbs } = this.words;
    return this.said(own(verbs, `${verb}.${step}`) ?? own(verbs, verb) ?? [], values);
  }

  /**
   * A request: what is asked, and each option. `inside` are the values of the event in which it is asked; `answered` is
   * the event that an ability would answer, with its step and timing.
   */
  request(asked, key, inside, answered) {
    const values = { ...inside, least: asked.least, most: asked.most };
    const question = this.said(own(this.words.asks, key) ?? [], values) || this.question(asked, answered);
    const options = asked.options.map((option) => this.option(option));
    const none = asked.kind === "use" ? this.core("pass") : asked.least === 0 ? this.core("nothing") : "";
    return { question, options, none };
  }

  /** What is asked, made from what may be chosen. */
  question({ kind, options, least, most }, answered) {
    if (kind === "use" && answered !== null) {
      const event = this.happened(answered.verb, answered.values, answered.step);
      return event ? this.own(answered.timing, { event }) : this.own("use");
    }
    if (["use", "yes", "mode", "order"].includes(kind)) return this.own(kind);
    const noun = this.noun_of(options);
    if (least === 1 && most === 1) {
      return noun ? this.own("one", { what: this.nouned(noun, { article: true }) }) : this.own("mode");
    }
    const amount = least === most ? "exactly" : least ? "some" : "most";
    if (!noun) return this.own(`${amount}_unnamed`, { least, most });
    return this.own(amount, { what: this.nouned(noun, { many: most !== 1 }), least, most });
  }

  /** The noun for what may be chosen, if it is all of one kind. */
  noun_of(options) {
    const kinds = new Set(options.map((option) => this.kind_of(option)));
    return kinds.size === 1 ? [...kinds][0] : "";
  }

  /** An option, as it stands in a list. */
  option(option) {
    if (is_data(option) && option.ability !== undefined) {
      const text = begun(this.filled(own(this.words.offers, option.ability) ?? [], of_ability(option)));
      return text || this.phrase(option.of, "").forms[PLAIN];
    }
    const said = this.part(option) || this.phrase(option, "").forms[PLAIN];
    return is_data(option) && option.square !== undefined ? said : begun(said);
  }

  /** A part of a card that has no name, by what is printed of it; empty where the game has no words for that. */
  part(option) {
    const row = is_data(option) && option.entity !== undefined ? own(this.known.entities, option.entity) : undefined;
    const rows = row !== undefined && row.card === null ? own(this.words.parts, row.kind) ?? [] : [];
    if (rows.length === 0) return "";
    const given = Object.entries(row.fields).filter(([, value]) => ![0, false, null].includes(value));
    return this.filled(rows, Object.fromEntries(given));
  }

  /** Why something is refused: in the words of the game, or as the engine says it. */
  reason(key, message, parts) {
    const said = parts.length ? this.said(own(this.words.reasons, key) ?? [], { ...parts }) : "";
    return said || this.own(OWN.find(([start]) => message.startsWith(start))?.[1] ?? "forbidden");
  }

  /** A sentence of the engine; texts in it are words already. */
  own(sentence, values = {}) {
    const said = (value) => typeof value === "string" ? same(value) : value;
    const words = Object.entries(values).map(([name, value]) => [name, said(value)]);
    return this.said([this.words.core[sentence]], Object.fromEntries(words));
  }

  core(sentence) {
    return this.filled([this.words.core[sentence]], {});
  }

  /** The sentence that the first fitting row makes. */
  said(rows, values) {
    return finished(this.filled(rows, values));
  }

  // ---- rows
  /** The text of the first row all of whose values are given; empty if there is none. */
  filled(rows, values) {
    const row = rows.find((pieces) => pieces.every((piece) => !is_data(piece) || is_given(piece, values)));
    if (row === undefined) return "";
    const around = this.filling;
    this.filling = [row, values];
    const text = row.map((piece) => this.piece(piece, values)).join("");
    this.filling = around;
    return text;
  }

  /** Whether the row that is being filled names a square itself. */
  tells(square) {
    const [row, values] = this.filling;
    return row.some((piece) => is_data(piece) && is_data(values[piece.value]) && values[piece.value].square === square);
  }

  piece(piece, values) {
    if (typeof piece === "string") return piece;
    if (Array.isArray(piece)) return this.filled([piece], values);
    if (piece.noun !== undefined) return this.possessive(piece, values);
    const value = values[piece.value];
    const phrase = value instanceof Phrase ? value : this.phrase(value, piece.kind ?? "");
    if (piece.choices !== undefined) return this.picked(phrase, piece.choices);
    const form = piece.case ?? NOM;
    return piece.unit !== undefined ? this.quantity(phrase, piece.unit, form) : phrase.forms[form];
  }

  /** The word that agrees with a phrase. */
  picked({ number, many, gender, you }, choices) {
    if (number !== null && choices.length === 3 && this.is_russian) return choices[number_class(number)];
    if (choices.length === 4) return choices[many ? 3 : GENDERS.indexOf(gender)];
    if (you && choices.length === 3) return choices[2];
    return choices[many ? 1 : 0];
  }

  /** A number with the noun that it counts. */
  quantity({ number, forms }, name, form) {
    if (number === null) return forms[form];
    const noun = this.words.nouns[name], group = this.is_russian ? number_class(number) : number === 1 ? 0 : 3;
    if (!noun.counted) return `${number} ${noun.one[this.is_russian ? GEN : NOM]}`;
    if (group === 0 || group === 3) return `${number} ${(group ? noun.many : noun.one)[form]}`;
    const straight = form === NOM || (form === ACC && !(noun.animate && group === 1));
    if (!straight) return `${number} ${noun.many[form === ACC ? GEN : form]}`;
    return `${number} ${group === 1 ? noun.one[GEN] : noun.many[GEN]}`;
  }

  /** A noun, perhaps with whose it is. */
  possessive(piece, values) {
    const noun = this.words.nouns[piece.noun], form = piece.case ?? NOM, many = piece.many === true;
    const head = (many ? noun.many : noun.one)[form];
    if (piece.owner === undefined) return head;
    const owner = this.phrase(values[piece.owner], "");
    if (owner.you) {
      const gender = many ? "many" : noun.gender;
      const animate = form === ACC && noun.animate && ["masculine", "many"].includes(gender);
      return `${this.words.your[gender][animate ? GEN : form]} ${head}`;
    }
    return this.is_russian ? `${head} ${owner.forms[GEN]}` : `${owner.forms[GEN]} ${head}`;
  }

  // ---- values
  /** A value in all cases; `kind` is that of the parameter, for what lies hidden. */
  phrase(value, kind) {
    if (typeof value === "boolean") return same(this.core(value ? "true" : "false"));
    if (typeof value === "number") {
      return new Phrase(Array(7).fill(String(value)), { many: value !== 1, number: value });
    }
    if (typeof value === "string") {
      const is_answer = value === "yes" || value === "no";
      return is_answer ? same(this.core(value === "yes" ? "true" : "false")) : this.word(value);
    }
    if (Array.isArray(value)) {
      const parts = value.map((part) => this.phrase(part, kind));
      if (value.length !== 2 || typeof value[0] !== "string" || !Array.isArray(value[1])) return this.listed(parts);
      const given = value[1].map((part) => this.phrase(part, kind).forms[NOM]); // a keyword or status with its values
      return same(`${parts[0].forms[NOM]} (${given.join(", ")})`);
    }
    if (!is_data(value)) return same(this.core("nothing"));
    if (value.entity !== undefined) return this.entity(value.entity, kind);
    if (value.card !== undefined) {
      return this.carded(own(this.data.cards, value.card)?.kind ?? kind, value.card, "");
    }
    return this.other(value, kind);
  }

  /** A name; in Russian with the cases of the noun that it has. */
  word(value) {
    const name = this.name(value), noun = own(this.words.nouns, value);
    if (noun === undefined || this.words.grammar !== "ru") return same(name);
    return new Phrase([name, ...noun.one.slice(1), name], { gender: noun.gender });
  }

  /** A value that is no entity. */
  other(value, kind) {
    if (value.square !== undefined) return same(value.square);
    if (value.zone !== undefined) return same(this.name(value.zone.split(".")[1]));
    if (value.face !== undefined) return same(this.face(value));
    if (value.roll !== undefined) return same(this.faces(value.roll));
    if (value.event !== undefined) return same(this.name(value.event));
    if (value.ability !== undefined) return same(this.option(value));
    if (value.kind !== undefined) return same(this.name(value.kind));
    return kind ? this.nouned(kind, { article: true }) : same(this.core("something"));
  }

  entity(name, kind) {
    const row = own(this.known.entities, name);
    if (this.known.players.includes(name)) return this.player(name);
    const { kind: of, card } = row ?? this.gone.get(name) ?? { kind, card: null };
    const where = row !== undefined && row.at !== null ? ` (${row.at})` : "";
    const apart = where && !this.tells(row.at) && this.has_twin(name, row) ? where : "";
    if (card !== null) return this.carded(of, card, apart, where);
    const noun = of ? own(this.words.nouns, of) : undefined;
    if (noun === undefined) return same(this.core("something"));
    const found = this.nouned(of, { the: true });
    const forms = found.forms.slice(0, PLAIN).map((form) => form + apart);
    return new Phrase([...forms, noun.one[NOM] + where], found);
  }

  /** Whether another one that is called alike stands on the board. */
  has_twin(name, row) {
    return Object.entries(this.known.entities).some(([key, other]) =>
      other.at !== null && other.card === row.card && other.kind === row.kind && key !== name);
  }

  /** The viewer is spoken to; the others are called by their names, or by their seats. */
  player(name) {
    const noun = this.words.nouns.player, { gender } = noun, seat = this.known.players.indexOf(name);
    if (name === this.viewer) {
      const you = YOU[this.words.grammar];
      return new Phrase([...you, you[NOM]], { many: true, gender, you: true });
    }
    if (this.names[seat]) return new Phrase(this.named("player", this.names[seat], "").forms, { gender });
    const called = noun.one.map((form) => `${form} ${seat + 1}`);
    if (!this.is_russian) called[GEN] = `${called[NOM]}'s`;
    return new Phrase([...called, called[NOM]], { gender });
  }

  /** Something with a name of its own: in Russian it stands behind the noun, which takes the case. */
  /** Something that is made from a card; its name may be a plural. */
  carded(kind, card, apart, where) {
    const found = this.named(kind, this.card(card), apart, where);
    return new Phrase(found.forms, { ...found, many: Object.hasOwn(this.words.plural, card) });
  }

  named(kind, name, apart, where = "") {
    const noun = own(this.words.nouns, kind), plain = name + (where || apart);
    if (this.is_russian && noun !== undefined) {
      const quoted = ` \u00ab${name}\u00bb${apart}`;
      return new Phrase([...noun.one.map((form) => form + quoted), plain], { gender: noun.gender });
    }
    const forms = Array(6).fill(name + apart);
    if (!this.is_russian) forms[GEN] = `${name}'${name.endsWith("s") ? "" : "s"}${apart}`;
    return new Phrase([...forms, plain]);
  }

  /** Something that has no name. */
  nouned(kind, { many = false, article = false, the = false } = {}) {
    const noun = own(this.words.nouns, kind);
    if (noun === undefined) return same(this.core("something"));
    const forms = many ? noun.many : noun.one;
    const before = the && noun.article ? "the " : article && noun.article ? `${noun.article} ` : "";
    return new Phrase([...forms.map((form) => before + form), forms[NOM]], { many, gender: noun.gender });
  }

  listed(parts) {
    if (parts.length === 1) return parts[0];
    if (!parts.length) return same(this.core("nothing"));
    const last = parts.at(-1), and = ` ${this.core("and")} `;
    const joined = (i) => parts.slice(0, -1).map(({ forms }) => forms[i]).join(", ") + and + last.forms[i];
    return new Phrase(last.forms.map((_, i) => joined(i)), { many: true });
  }

  // ---- names
  /** A name of the vocabulary, or a label, as people read it. */
  name(name) {
    const { names } = this.data;
    const found = own(names, name) ?? own(names, name.toLowerCase().replaceAll(" ", "_")) ?? {};
    return own(found, this.language) ?? own(this.words.names, name) ?? name.replaceAll("_", " ");
  }

  card(name) {
    return own(own(this.data.cards, name)?.names ?? {}, this.language) ?? begun(name.replaceAll("_", " "));
  }

  faces(roll) {
    return roll.map((face) => this.face(face)).join(", ");
  }

  /** What a die shows: its number, its symbols, or nothing. */
  face({ die, face }) {
    const faces = own(this.data.dice, die) ?? null, symbols = faces === null ? { value: face + 1 } : faces[face];
    const shown = Object.keys(symbols).sort(compare_texts);
    return shown.map((symbol) => this.symbol(symbol, symbols[symbol])).join(" + ") || this.core("blank");
  }

  /** A symbol of dice as often as it is there: by its noun, or by its name. */
  symbol(symbol, count) {
    if (symbol === "value") return String(count);
    const counted = this.filled(own(this.words.symbols, symbol) ?? [], { n: count });
    return counted || (count === 1 ? this.name(symbol) : `${count} ${this.name(symbol)}`);
  }

  /** The noun for a value, empty if it has none. */
  kind_of(value) {
    if (!is_data(value)) return "";
    if (value.square !== undefined) return "square";
    const { entity, card = "" } = value;
    const row = entity !== undefined ? own(this.known.entities, entity) : own(this.data.cards, card);
    return row !== undefined && Object.hasOwn(this.words.nouns, row.kind) ? row.kind : "";
  }
}

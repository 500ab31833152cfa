// The forms of snapshots: of what sort each part of a state is, before anything is made of it.
//
// Job: tell whether data has the form that every engine writes. Input: plain data, as JSON has it. Output: yes or no.
// What the names and numbers in it stand for is not looked at here. Every engine has the same tables, so that all
// refuse alike.
//
// A form is a name; `?` behind it means none, too, `*` an array of such, `:` an object whose members are such. Parts
// stand side by side; `...` means any number of the last.

/** What stands behind the sort of a value. */
const SORTS = {
  ability: "text", array: "value...", body: "text", card: "text", duration: "text truth text* count? env?",
  entity: "count", env: "count", event: "count", face: "count", granted: "text being value*", list: "value...",
  place: "text number number", refusal: "text written text*", roll: "face...", rounds: "count", set: "plain...",
  shape: "number number number number number number number", square: "count", use: "text value being? event?",
  values: "named...", zone: "being text",
};
/** Arrays of other parts. */
const ROWS = {
  die: "text count", effect: "number duration? count* env? count?", keyword: "count text value...",
  laid: "count text...", named: "text value", pair: "number number",
  replaced: "text plain", written: "text number number", standing: "count count...", used: "plain...",
  texts: "text text...", uses: "text use...",
};
const OBJECTS = {
  board: { squares: "laid*", walls: "number**" },
  counts: { changes: "number", events: "number", next_id: "number", steps: "number" },
  happened: {
    number: "number", outcome: "text", parent: "event?", prevented: "text*", reason: "refusal?",
    replaced: "replaced*", use: "use?", values: "value:", verb: "text",
  },
  state: {
    before: "pair", "board?": "board", checking: "number*", counts: "counts", dirty: "text*", effects: "effect*",
    envs: "value:*", events: "happened*", faces: "die*", frames: "frame*", kinds: "columns:", removed: "columns:",
    revealed: "pair*", stack: "value*", standing: "standing*", started: "number:", used: "used*",
  },
  // Each is an array with something for each entity.
  columns: {
    "at?": "count?*", "card?": "text?*", fields: "cell*:", id: "number*", "keywords?": "keyword**",
    "statuses?": "count**",
  },
};
/** What some values of frames are; in one of them another than in the rest. */
const SLOTS = {
  at: "place", classes: "texts", count: "count", due: "set", found: "uses", least: "count", most: "count",
  next: "count", number: "count", passed: "count", round: "count", waiting: "array", "Checking waiting": "set",
};
const BEINGS = ["card", "entity", "granted"];
const is_text = (value) => typeof value === "string";
const is_number = (value) => typeof value === "number";
const is_count = (value) => is_number(value) && value >= 0;
const is_object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const PLAIN = {
  being: (value) => is_of(value, BEINGS), cell: is_cell, count: is_count, frame: is_frame, number: is_number,
  plain: (value) => is_text(value) || is_number(value), text: is_text, truth: (value) => typeof value === "boolean",
  value: is_value,
};

/** Whether data has the form of a state. */
export function is_state(value) {
  return is(value, "state");
}

function is(value, form) {
  const before = form.slice(0, -1);
  switch (form.at(-1)) {
    case "?": return value === null || is(value, before);
    case "*": return Array.isArray(value) && value.every((item) => is(item, before));
    case ":": return is_object(value) && Object.values(value).every((item) => is(item, before));
  }
  if (Object.hasOwn(PLAIN, form)) return PLAIN[form](value);
  if (Object.hasOwn(ROWS, form)) return Array.isArray(value) && has_parts(value, ROWS[form]);
  if (!Object.hasOwn(OBJECTS, form)) return is_of(value, [form]);
  return is_object(value) && has_members(value, OBJECTS[form]) && (form !== "columns" || is_even(value));
}

function has_parts(items, parts) {
  const is_open = parts.endsWith("..."), forms = (is_open ? parts.slice(0, -3) : parts).split(" ");
  const least = forms.length - (is_open ? 1 : 0), last = forms.at(-1);
  const fits = items.length >= least && (is_open || items.length === least);
  return fits && items.every((item, i) => is(item, i < least ? forms[i] : last));
}

function has_members(value, forms) {
  let count = 0;
  for (const [key, form] of Object.entries(forms)) {
    const name = key.endsWith("?") ? key.slice(0, -1) : key;
    if (!Object.hasOwn(value, name)) {
      if (name === key) return false;
    } else {
      count += 1;
      if (!is(value[name], form)) return false;
    }
  }
  return count === Object.keys(value).length;
}

/** Whether all columns are of one length. */
function is_even({ fields, ...columns }) {
  return [...Object.values(columns), ...Object.values(fields)].every(({ length }) => length === columns.id.length);
}

/** Whether a value is of one of these sorts. */
function is_of(value, sorts) {
  return Array.isArray(value) && sorts.includes(value[0]) && is_value(value);
}

function is_value(value) {
  if (!Array.isArray(value)) return !is_object(value);
  const [sort] = value;
  if (sort === "list" && is_of(value[1], ["rounds"])) return value.length === 3 && is_count(value[2]); // of a loop
  return is_text(sort) && Object.hasOwn(SORTS, sort) && has_parts(value.slice(1), SORTS[sort]);
}

/** A value; of a zone, the numbers of what lies in it. */
function is_cell(value) {
  return is(value, Array.isArray(value) && (value.length === 0 || is_number(value[0])) ? "number*" : "value");
}

function is_frame(value) {
  if (!(Array.isArray(value) && value.length === 3 && is_text(value[0]) && is_count(value[1]))) return false;
  const [name, , slots] = value;
  const fits = (slot) => !Object.hasOwn(SLOTS, slot) || is(slots[slot], SLOTS[`${name} ${slot}`] ?? SLOTS[slot]);
  return is(slots, "value:") && Object.keys(slots).every(fits);
}

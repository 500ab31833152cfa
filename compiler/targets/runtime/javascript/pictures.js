// Pictures of a state, and hashes of texts: the same in every runtime.
//
// Job: tell all values of a state, so that equal states give equal texts. Reads: entities. Changes nothing.

import { label, Roll, Zone } from "./values.js";

/** Every entity with every value, in one text. */
export function picture(rt) {
  const known = [...rt.kinds.values()].flat().sort((a, b) => a._id - b._id);
  const lines = known.map((entity) => {
    const values = rt.code.field_names.get(entity._kind).map((n) => `${n}=${_shown(entity[n])}`);
    const place = entity._figure ? ` at=${entity.at ?? "None"}` : "";
    const zone = entity._zone !== null ? ` in=${entity._zone}` : "";
    return `${label(entity)}${zone}${place} ${values.join(" ")}`;
  });
  return lines.join("\n");
}

export function fingerprint(rt) {
  return text_hash(picture(rt));
}

/** 16 hexadecimal digits of a text: two polynomials over its UTF-8 bytes, in numbers that every runtime has. */
export function text_hash(text) {
  let first = 0, second = 0;
  for (const byte of new TextEncoder().encode(text)) {
    first = (first * 1_000_003 + byte + 1) % 2_147_483_647;
    second = (second * 999_983 + byte + 1) % 2_147_483_629;
  }
  return [first, second].map((n) => n.toString(16).padStart(8, "0")).join("");
}

function _shown(value) {
  if (value instanceof Zone) return `[${value.items.map((e) => label(e)).join(" ")}]`;
  if (value instanceof Roll) return `[${value.map(String).join(" ")}]`;
  return label(value);
}

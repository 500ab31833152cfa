// Marks: what was carried out and considered, for tests and for people who ask.
//
// Job: note which rows of the rulebook were carried out, and what an automated figure considered; nothing in a dry run.
// Reads: the declarations. Changes: the rows that are marked and the trace, which no rule reads.


/** Rows of the rulebook that a test has carried out. */
export function mark(rt, rows) {
  if (rt.marked !== null && rt.dry_run === 0) for (const row of rows) rt.marked.add(row);
}

export function mark_data(rt, entity) {
  mark(rt, rt.code.rows_of_kind.get(entity._kind));
  if (entity._card !== null) mark(rt, rt.data.cards[entity._card._id].rows);
}

export function is_traced(rt) {
  return rt.trace !== null && rt.dry_run === 0;
}

/** What an automated figure considered. */
export function consider(rt, form, text) {
  if (is_traced(rt)) rt.trace.add(rt.stack.length, `ai ${form}: ${text}`);
}

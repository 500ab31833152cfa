// Breakpoints in the margin of the editor, and the line at which a debugged game stands. They belong to the text, so they
// move with it.
import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, gutter, GutterMarker } from "@codemirror/view";

const toggled = StateEffect.define<number>(); // the beginning of a line
const stood = StateEffect.define<number | null>(); // a line, counted from 1

class Dot extends GutterMarker {
  override elementClass = "cm-breakpoint";
  override toDOM() {
    return document.createTextNode("●");
  }
}

const DOT = new Dot();

const points = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(held, { changes, effects, newDoc }) {
    let found = held.map(changes);
    for (const effect of effects) {
      if (!effect.is(toggled)) continue;
      const from = newDoc.lineAt(Math.min(effect.value, newDoc.length)).from;
      let is_there = false;
      found.between(from, from, () => void (is_there = true));
      found = is_there ? found.update({ filter: (at) => at !== from }) : found.update({ add: [DOT.range(from)] });
    }
    return found;
  },
});

const HERE = Decoration.line({ class: "cm-stopped" });

const standing = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(held, { changes, effects, newDoc }) {
    let found = held.map(changes);
    for (const effect of effects) {
      if (!effect.is(stood)) continue;
      const { value } = effect;
      found = value === null ? Decoration.none : Decoration.set([HERE.range(newDoc.line(Math.min(value, newDoc.lines)).from)]);
    }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The margin. `changed` is called when a breakpoint was set or taken away. */
export function breakpoints(changed: () => void): Extension {
  return [
    points,
    standing,
    gutter({
      class: "cm-breakpoints",
      markers: (view) => view.state.field(points),
      initialSpacer: () => DOT,
      domEventHandlers: {
        mousedown(view, line) {
          view.dispatch({ effects: toggled.of(line.from) });
          return true;
        },
      },
    }),
    EditorView.updateListener.of(({ transactions }) => {
      if (transactions.some(({ effects }) => effects.some((effect) => effect.is(toggled)))) changed();
    }),
  ];
}

/** Sets a breakpoint at the line of the cursor, or takes it away. */
export function toggle(view: EditorView): boolean {
  view.dispatch({ effects: toggled.of(view.state.doc.lineAt(view.state.selection.main.head).from) });
  return true;
}

/** What marks the line at which a game stands, or takes the mark away. */
export function standsAt(line: number | null): StateEffect<number | null> {
  return stood.of(line);
}

/** The lines with breakpoints. */
export function linesOf(state: EditorState): number[] {
  const found: number[] = [];
  const held = state.field(points, false);
  for (const at = held?.iter(); at?.value; at.next()) found.push(state.doc.lineAt(at.from).number);
  return [...new Set(found)];
}

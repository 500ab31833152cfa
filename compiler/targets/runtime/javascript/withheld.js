// What one viewer is not told of: events that something hidden does with nothing that they know.
//
// Job: tell whether an event of the rules is withheld from a viewer. Input: a running game, an event and its values as
// the viewer sees them. Output: truth values. Keeps which events it withheld when they began, so that their ends are
// withheld, too; and for who begins to look while some are going on, those that would be.

import { Happening } from "./happening.js";
import { UsingAbility } from "./using.js";
import { HIDDEN } from "./views.js";

/** The events that began and were not told to a viewer. */
export class Withheld {
  constructor(game, outlook) {
    this.game = game;
    this.outlook = outlook;
    this.begun = [];
  }

  /** Finds what is withheld of the events that are going on, by what the viewer knows now. */
  look(values_of) {
    const { frames, stack } = this.game;
    let in_hiding = false;
    this.begun = [];
    for (const frame of frames) {
      if (frame instanceof UsingAbility) in_hiding = this.is_hidden(frame);
      else if (in_hiding && frame instanceof Happening && stack.includes(frame.event)) {
        if (!Object.values(values_of(frame.event)).some(is_known)) this.begun.push(frame.event);
      }
    }
  }

  /** How many events are going on, without those that are withheld. */
  depth() {
    const { stack } = this.game;
    return stack.length - this.begun.filter((event) => stack.includes(event)).length;
  }

  /** Whether an event that begins, is refused or was prevented is withheld. */
  takes(what, event, values) {
    if (Object.values(values).some(is_known) || !this.is_done_in_hiding()) return false;
    if (what === "begin") this.begun.push(event);
    return true;
  }

  /** Whether the end of an event is withheld, as its beginning was. */
  takes_end(event) {
    if (!this.begun.length || this.begun.at(-1) !== event) return false;
    this.begun.pop();
    return true;
  }

  /** Whether the ability that is being carried out, the innermost, has a carrier that the viewer does not know. */
  is_done_in_hiding() {
    const using = this.game.frames.findLast((frame) => frame instanceof UsingAbility);
    return using !== undefined && this.is_hidden(using);
  }

  /**
   * Whether what is being carried out is written where the viewer does not know it: on something hidden, or of an event
   * that is withheld.
   */
  is_of_hidden_text() {
    const frame = this.game.frames.findLast((one) => one instanceof Happening || one instanceof UsingAbility);
    if (frame instanceof Happening) return this.begun.includes(frame.event);
    return frame !== undefined && this.is_hidden(frame);
  }

  is_hidden(using) {
    return [using.me, using.this].some((one) => this.outlook.value(one) === HIDDEN);
  }
}

/** Whether a printed value names something of the game, or some of it. */
function is_known(value) {
  if (Array.isArray(value)) return value.some(is_known);
  return value !== null && typeof value === "object" && value !== HIDDEN;
}

// The part that plays a match: a module of its own, so that a page can have it without the editor.
import { render } from "preact";

/** Shows a match in an element of a page. */
export function mount(place: HTMLElement): void {
  render(<p>Here a match is played.</p>, place);
}

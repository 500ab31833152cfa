import type { Session } from "./session";
import type { Telling } from "./telling";

export function DraftTest(_: { session: Session; telling: Telling }) {
  return null;
}

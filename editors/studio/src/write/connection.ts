// The socket of the page, and the token that opens it.
import type { Transport } from "@codemirror/lsp-client";

const KEPT = "studio-token";

/** The token of this run: from the address, where it is taken away at once, or from an earlier load of this page. */
export function token(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEPT) ?? "";
}

/** Opens the socket; `closed` is called once when it is closed, or cannot be opened. */
export function open(closed: () => void): Promise<Transport> {
  const socket = new WebSocket(`ws://${location.host}/socket`, ["cardwright", token()]);
  const handlers = new Set<(text: string) => void>();
  socket.onmessage = (event) => handlers.forEach((take) => take(String(event.data)));
  socket.onclose = closed;
  return new Promise((resolve) => {
    socket.onopen = () =>
      resolve({
        send: (text) => {
          if (socket.readyState !== WebSocket.OPEN) throw new Error("the connection is closed");
          socket.send(text);
        },
        subscribe: (take) => handlers.add(take),
        unsubscribe: (take) => handlers.delete(take),
      });
  });
}

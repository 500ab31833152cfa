// What the language server says of a name, as HTML without anything that could run or load.
const TAGS = new Set(["P", "PRE", "CODE", "STRONG", "EM", "UL", "OL", "LI", "BR", "SPAN", "HR", "H1", "H2", "H3"]);

/** Keeps a few elements without their attributes (but classes); of all others, only their text. */
export function safeHtml(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html"); // nothing in such a document runs or loads
  const made = document.createElement("div");
  for (const node of parsed.body.childNodes) copy(node, made);
  return made.innerHTML;
}

function copy(node: Node, into: Element): void {
  if (node instanceof Text) into.append(node.data);
  else if (node instanceof Element) {
    const kept = TAGS.has(node.tagName) ? document.createElement(node.tagName) : into;
    if (kept !== into) {
      if (node.tagName === "SPAN" && /^[\w\- \u037c]*$/.test(node.className)) kept.className = node.className;
      into.append(kept);
    }
    for (const child of node.childNodes) copy(child, kept);
  }
}

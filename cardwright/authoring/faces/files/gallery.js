// SPDX-License-Identifier: MIT
// Shows the cards that match the words and the kind; `/` goes to the search, Escape empties it.
"use strict";
const search = document.getElementById("search");
const kind = document.getElementById("kind");
const count = document.getElementById("count");
const cards = [...document.querySelectorAll("ul.cards > li")].map((item) => [item, item.textContent.toLowerCase()]);
function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const [item, text] of cards) {
    const fits = (kind.value === "" || item.dataset.kind === kind.value) && words.every((word) => text.includes(word));
    item.hidden = !fits;
    shown += fits ? 1 : 0;
  }
  count.textContent = shown + " / " + cards.length;
}
search.addEventListener("input", show);
kind.addEventListener("change", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape" && document.activeElement === search) {
    search.value = "";
    show();
  }
});
show();

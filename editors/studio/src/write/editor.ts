// The editor: how texts look and which keys do what.
import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  serverCompletion,
  signatureHelp,
} from "@codemirror/lsp-client";
import { closeSearchPanel, highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, type StateEffect } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { breakpoints, toggle } from "./breakpoints";
import { words, type Language } from "../shared/words";
import type { Game } from "./game";
import { RUSSIAN } from "./phrases";

const WORDS =
  /^(?:verb|flow|noun|keyword|status|statuses|table|events|stat|roster|heading|define|relation|invariant|live|whenever|if|else|while|for|each|let|set|do|react|after|before|instead|activate|requires|costs?|choose|from|in|of|to|by|and|or|not|where|with|at|most|times|once|until)\b/;

/** Rules, coloured by their form alone: what a name is, the server knows. */
const rules = StreamLanguage.define<null>({
  name: "cardwright",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^@\w+/)) return "meta";
    if (stream.match(WORDS)) return "keyword";
    if (!stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--code-number)" },
  { tag: [tags.keyword, tags.meta], color: "var(--code-word)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-name)" },
]);

const DARK = matchMedia("(prefers-color-scheme: dark)");
const scheme = new Compartment();
const schemed = () => scheme.of(EditorView.theme({}, { dark: DARK.matches }));

/** Calls with what changes the editors of texts when the colours of the system change. */
export function onColours(change: (effect: StateEffect<unknown>) => void): void {
  DARK.addEventListener("change", () => change(scheme.reconfigure(EditorView.theme({}, { dark: DARK.matches }))));
}

const language = new Compartment();
const spoken = (path: string, of: Language) => [
  EditorState.phrases.of(of === "ru" ? RUSSIAN : {}),
  EditorView.contentAttributes.of({ "aria-label": `${words(of)("editor")} ${path}`, tabindex: "0" }),
];

/** The editors of all texts speak a language; a panel that speaks another one is closed. */
export function speak(game: Game, of: Language): void {
  if (game.view) closeSearchPanel(game.view);
  for (const file of game.opened) file.change({ effects: language.reconfigure(spoken(file.path, of)) });
}

/** The mark of the styles that the page's policy lets in. */
export const marked = EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? "");

/** The extensions of the editor of one file. `moved` is called after each edit and each step of the cursor. */
export function extensionsOf(
  file: { path: string; uri: string },
  game: Game,
  how: { language: Language; moved: (edited: boolean) => void; keys: readonly { key: string; run: () => boolean }[]; points: () => void },
): Extension {
  return [
    marked,
    schemed(),
    language.of(spoken(file.path, how.language)),
    keymap.of([
      ...how.keys,
      { key: "F9", run: toggle },
      ...jumpToDefinitionKeymap,
      ...findReferencesKeymap,
      ...formatKeymap,
      ...lintKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
    ]),
    breakpoints(how.points),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    EditorState.tabSize.of(2),
    file.path.endsWith(".rules") ? rules : yaml(),
    syntaxHighlighting(colours),
    game.client.plugin(file.uri, file.path.endsWith(".rules") ? "cardwright" : "yaml"),
    serverCompletion({ override: true }),
    hoverTooltips(),
    signatureHelp(),
    EditorView.updateListener.of((update) => {
      if (update.docChanged || update.selectionSet) how.moved(update.docChanged);
    }),
  ];
}

// The game as the page knows it: its files, the open texts, the findings, and what the server says of them.
import { LSPClient, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { ChangeSet, EditorState, type Extension, type Text, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { LSPPlugin } from "@codemirror/lsp-client";
import { open } from "./connection";
import type { Refusal } from "../shared/words";
import { safeHtml } from "./safe_html";

export interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export interface Finding {
  range: Range;
  message: string;
  severity?: number;
  code?: string;
}

export interface Edit {
  range: Range;
  newText: string;
}

export interface Fix {
  title: string;
  diagnostics?: Finding[];
  edit?: { changes?: Record<string, Edit[]> };
}

interface Held {
  text: string;
  digest: string;
  refused?: Refusal;
}

/** A text that is open. `saved` is what the file on the disk has; `newer`, what it has got meanwhile, without a digest
 * where there is no file any more. */
export class Opened implements WorkspaceFile {
  version = 0;
  doc: Text;
  pending: ChangeSet | null = null;
  newer: Held | null = null;

  constructor(
    readonly game: Game,
    readonly path: string,
    readonly uri: string,
    readonly languageId: string,
    public digest: string,
    public saved: Text,
    public state: EditorState,
  ) {
    this.doc = state.doc;
  }

  getView(): EditorView | null {
    return this.game.shown === this ? this.game.view : null;
  }

  /** The text as it stands here. */
  get text(): Text {
    return this.getView()?.state.doc ?? this.state.doc;
  }

  get dirty(): boolean {
    return !this.text.eq(this.saved);
  }

  /** Whether the file was deleted on the disk. */
  get gone(): boolean {
    return this.newer?.digest === "";
  }

  /** Changes the text, whether it is shown or not. */
  change(update: TransactionSpec): void {
    const view = this.getView();
    if (view) {
      view.dispatch(update);
      return;
    }
    const made = this.state.update(update);
    this.state = made.state;
    this.pending = this.pending ? this.pending.compose(made.changes) : made.changes;
  }

  /** What has changed since the server was told. */
  unsent(): ChangeSet | null {
    const view = this.getView();
    const plugin = view && LSPPlugin.get(view);
    const changes = plugin ? plugin.unsyncedChanges : this.pending;
    if (plugin) plugin.clear();
    this.pending = null;
    return changes && !changes.empty ? changes : null;
  }
}

class OpenTexts extends Workspace {
  files: Opened[] = [];

  constructor(
    client: LSPClient,
    readonly game: Game,
  ) {
    super(client);
  }

  syncFiles() {
    const found = [];
    for (const file of this.files) {
      const changes = file.unsent();
      if (!changes) continue;
      const prevDoc = file.doc;
      file.doc = file.text;
      file.version += 1;
      found.push({ file, prevDoc, changes });
    }
    return found;
  }

  openFile(): void {} // the game opens texts itself, and they stay open

  closeFile(): void {}

  override updateFile(uri: string, update: TransactionSpec): void {
    this.files.find((file) => file.uri === uri)?.change(update);
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    const path = this.game.pathOf(uri);
    return path && (await this.game.show(path)) ? this.game.view : null;
  }
}

/** All that the page shows; whoever draws it is told of changes. */
export class Game {
  name = "";
  root = "";
  paths: string[] = [];
  connected = false;
  shown: Opened | null = null;
  view: EditorView | null = null;
  findings = new Map<string, Finding[]>();
  fixes = new Map<string, Fix[]>();
  /** The last message: a refusal of the server can be said in each language. */
  said: string | Refusal = "";
  /** Called when other texts than the shown one have changed. */
  othersChanged = (): void => {};
  /** Called when files have changed on the disk. */
  diskChanged = (_paths: string[]): void => {};
  /** Called with how far a run of many matches is. */
  progressed = (_progress: { done: number; of: number }): void => {};
  /** Called with what the debugger tells. */
  debugged = (_told: { event: string }): void => {};
  readonly client: LSPClient;
  private readonly texts: OpenTexts;
  private reading = new Map<string, Promise<Opened | null>>();
  private saving: Promise<unknown> = Promise.resolve();
  private watchers = new Set<() => void>();

  constructor(private readonly extensions: (file: { path: string; uri: string }, game: Game) => Extension) {
    let texts: OpenTexts | undefined;
    this.client = new LSPClient({
      timeout: 3_700_000,
      sanitizeHTML: safeHtml,
      workspace: (client) => (texts = new OpenTexts(client, this)),
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, given) => this.takeFindings(given),
        "studio/changed": (_, given) => this.takeChanges(given.paths),
        "studio/progress": (_, given) => (this.progressed(given), true),
        "studio/debugged": (_, given) => (this.debugged(given), true),
      },
    });
    this.texts = texts as unknown as OpenTexts;
  }

  get opened(): readonly Opened[] {
    return this.texts.files;
  }

  // ---- whoever draws
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  tell(): void {
    for (const watcher of this.watchers) watcher();
  }

  say(text: string | Refusal): void {
    this.said = text;
    this.tell();
  }

  // ---- the server
  async connect(): Promise<void> {
    const again = () => {
      if (this.connected) this.client.disconnect();
      this.connected = false;
      this.tell();
      setTimeout(() => void this.connect(), 1000);
    };
    const transport = await open(again);
    this.client.connect(transport);
    await this.client.initializing;
    const told = await this.ask<{ name: string; folder: string; files: string[] }>("studio/game", {});
    [this.name, this.root, this.paths, this.connected] = [told.name, told.folder, told.files, true];
    this.tell();
  }

  /** Asks the server; before there is a connection, and while it is lost, the question waits. */
  async ask<T>(method: string, params: object): Promise<T> {
    await this.client.initializing;
    return this.client.request<object, T>(method, params);
  }

  uriOf(path: string): string {
    return `${this.root}/${path.split("/").map(encodeURIComponent).join("/")}`;
  }

  pathOf(uri: string): string | null {
    return uri.startsWith(`${this.root}/`) ? decodeURIComponent(uri.slice(this.root.length + 1)) : null;
  }

  // ---- texts
  /** A text is read once, however often it is asked for: two of one file would hide the edits of each other. */
  async open(path: string): Promise<Opened | null> {
    const known = this.opened.find((file) => file.path === path);
    if (known) return known;
    const reading = this.reading.get(path) ?? this.read(path).finally(() => this.reading.delete(path));
    this.reading.set(path, reading);
    return reading;
  }

  private async read(path: string): Promise<Opened | null> {
    const held = await this.ask<Held>("studio/read", { path });
    if (held.refused !== undefined) {
      this.say(held.refused);
      return null;
    }
    const uri = this.uriOf(path);
    const state = EditorState.create({ doc: held.text, extensions: this.extensions({ path, uri }, this) });
    const language = path.endsWith(".rules") ? "cardwright" : "yaml";
    const file = new Opened(this, path, uri, language, held.digest, state.doc, state);
    this.texts.files = [...this.opened, file];
    this.client.didOpen(file);
    return file;
  }

  async show(path: string, line?: number, column = 1, focus = true): Promise<boolean> {
    const file = await this.open(path);
    const view = this.view;
    if (!file || !view) return false;
    if (file !== this.shown) {
      this.client.sync();
      if (this.shown) this.shown.state = view.state;
      this.shown = file;
      view.setState(file.state);
      this.mark(file);
    }
    if (line !== undefined) {
      const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, scrollIntoView: true });
      if (focus) view.focus();
    }
    this.tell();
    return true;
  }

  /** One save waits for the other: it names what that one has written. */
  save(file: Opened): Promise<boolean> {
    const saved = this.saving.then(() => this.write(file));
    this.saving = saved.catch(() => null);
    return saved;
  }

  private async write(file: Opened): Promise<boolean> {
    const text = file.text;
    const held = await this.ask<Held>("studio/save", { path: file.path, text: text.toString(), digest: file.digest });
    if (held.refused !== undefined) {
      this.say(held.refused);
      return false;
    }
    [file.digest, file.saved, file.newer] = [held.digest, text, null];
    this.say("");
    return true;
  }

  async saveAll(): Promise<boolean> {
    for (const file of this.opened.filter((each) => each.dirty)) if (!(await this.save(file))) return false;
    return true;
  }

  /** Makes a file of the game, and shows it. */
  async create(path: string, text: string): Promise<boolean> {
    const held = await this.ask<Held>("studio/save", { path, text, digest: "" });
    if (held.refused !== undefined) {
      this.say(held.refused);
      return false;
    }
    this.paths = (await this.ask<{ files: string[] }>("studio/game", {})).files;
    return this.show(path);
  }

  /** Forgets a text whose file is gone. */
  private close(file: Opened): void {
    this.texts.files = this.opened.filter((each) => each !== file);
    this.client.didClose(file.uri);
    if (this.shown === file) this.shown = null;
    this.tell();
  }

  /** Takes what the disk has, or keeps what stands here: then the next save replaces what the disk has. */
  settle(file: Opened, take: boolean): void {
    const newer = file.newer;
    if (!newer) return;
    if (take && file.gone) return this.close(file);
    file.newer = null;
    file.digest = newer.digest;
    if (take) file.change({ changes: { from: 0, to: file.text.length, insert: newer.text } });
    file.saved = take ? file.text : EditorState.create({ doc: newer.text }).doc;
    this.client.sync();
    this.tell();
  }

  private takeChanges(paths: string[]): boolean {
    void this.reread(paths);
    this.diskChanged(paths);
    return true;
  }

  private async reread(paths: string[]): Promise<void> {
    const told = await this.ask<{ files: string[] }>("studio/game", {});
    this.paths = told.files;
    for (const file of this.opened.filter((each) => paths.includes(each.path) || each.gone)) {
      const isThere = this.paths.includes(file.path);
      const held: Held = isThere ? await this.ask("studio/read", { path: file.path }) : { text: "", digest: "" };
      if (held.refused !== undefined) continue;
      const clean = !file.dirty;
      file.newer = held.digest === file.digest ? null : held;
      if (clean && !file.gone) this.settle(file, true);
    }
    this.othersChanged();
    this.tell();
  }

  // ---- findings
  private takeFindings(given: { uri: string; version?: number; diagnostics: Finding[] }): boolean {
    const path = this.pathOf(given.uri);
    if (path === null) return true;
    const file = this.opened.find((each) => each.path === path);
    if (file && given.version !== undefined && given.version !== null && given.version !== file.version) return true;
    if (given.diagnostics.length) this.findings.set(path, given.diagnostics);
    else this.findings.delete(path);
    this.fixes.delete(path);
    if (file) {
      this.mark(file);
      if (given.diagnostics.length) void this.askFixes(file);
    }
    this.tell();
    return true;
  }

  private async askFixes(file: Opened): Promise<void> {
    const version = file.version;
    const end = { line: file.doc.lines, character: 0 };
    const range = { start: { line: 0, character: 0 }, end };
    const found = await this.ask<Fix[]>("textDocument/codeAction", {
      textDocument: { uri: file.uri },
      range,
      context: { diagnostics: [] },
    });
    if (file.version !== version) return;
    this.fixes.set(file.path, found);
    this.mark(file);
    this.tell();
  }

  fixOf(path: string, finding: Finding): Fix | undefined {
    const same = (other: Finding) =>
      other.message === finding.message &&
      other.range.start.line === finding.range.start.line &&
      other.range.start.character === finding.range.start.character;
    return this.fixes.get(path)?.find((fix) => fix.diagnostics?.some(same));
  }

  /** Draws the findings of a file into its text, if it is shown. */
  private mark(file: Opened): void {
    const view = file.getView();
    const plugin = view && LSPPlugin.get(view);
    if (!view || !plugin) return;
    const at = (place: Range["start"]) =>
      plugin.unsyncedChanges.mapPos(Math.min(plugin.fromPosition(place, plugin.syncedDoc), plugin.syncedDoc.length));
    const marks = (this.findings.get(file.path) ?? []).map((finding): Diagnostic => {
      const fix = this.fixOf(file.path, finding);
      return {
        from: at(finding.range.start),
        to: at(finding.range.end),
        severity: finding.severity === 1 ? "error" : finding.severity === 2 ? "warning" : "info",
        message: finding.message,
        actions: fix ? [{ name: fix.title, apply: () => void this.apply(fix.edit?.changes) }] : [],
      };
    });
    view.dispatch(setDiagnostics(view.state, marks));
    document.documentElement.dataset.findings = `${file.path} ${file.version}`;
  }

  /** Makes changes in several files, which stay unsaved; says how many files. */
  async apply(changes: Record<string, Edit[]> | undefined): Promise<number> {
    let count = 0;
    for (const [uri, edits] of Object.entries(changes ?? {})) {
      const path = this.pathOf(uri);
      const file = path === null ? null : await this.open(path);
      if (!file) continue;
      const doc = file.text;
      const at = (place: Range["start"]) => {
        if (place.line >= doc.lines) return doc.length;
        const line = doc.line(place.line + 1);
        return Math.min(line.from + place.character, line.to);
      };
      file.change({
        changes: edits.map((edit) => ({ from: at(edit.range.start), to: at(edit.range.end), insert: edit.newText })),
      });
      count += 1;
    }
    this.client.sync();
    this.othersChanged();
    this.tell();
    return count;
  }
}

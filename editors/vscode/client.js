// The client: starts `cardwright lsp` and passes on what the editor asks, and names the debugger, with nothing but
// VS Code's own interface.
"use strict";

const { spawn } = require("node:child_process");
const vscode = require("vscode");

const SELECTOR = [{ language: "cardwright" }, { language: "yaml" }];
const SEVERITIES = { 1: vscode.DiagnosticSeverity.Error, 2: vscode.DiagnosticSeverity.Warning };

/** The server as a process that is spoken to in messages of JSON-RPC. */
class Connection {
  constructor(command, onNotification, onEnd) {
    this.waiting = new Map();
    this.next = 1;
    this.received = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.process = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", onEnd);
    this.process.on("exit", () => this.fail(new Error("the language server has ended")));
    this.process.stdin.on("error", () => undefined);
    this.process.stdout.on("data", (piece) => this.receive(piece));
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params) {
    const id = this.next++;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  receive(piece) {
    this.received = Buffer.concat([this.received, piece]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      const length = end < 0 ? null : /Content-Length: *(\d+)/i.exec(this.received.subarray(0, end).toString());
      if (!length || this.received.length < end + 4 + Number(length[1])) return;
      const start = end + 4;
      const body = this.received.subarray(start, start + Number(length[1])).toString();
      this.received = this.received.subarray(start + Number(length[1]));
      this.take(JSON.parse(body));
    }
  }

  take(message) {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.send({ id: message.id, result: null });
      else this.onNotification(message.method, message.params);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (waiting && message.error) waiting.reject(new Error(message.error.message));
    else if (waiting) waiting.resolve(message.result);
  }
}

// ---- values of the protocol and of the editor
const range = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const place = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const at = (document, position) => ({ textDocument: { uri: document.uri.toString() }, position });
const textEdits = (edits) => (edits || []).map((e) => new vscode.TextEdit(range(e.range), e.newText));

function workspaceEdit(given) {
  const edit = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries((given && given.changes) || {})) edit.set(vscode.Uri.parse(uri), textEdits(edits));
  return edit;
}

function diagnostic(given) {
  const made = new vscode.Diagnostic(range(given.range), given.message, SEVERITIES[given.severity]);
  made.code = given.code;
  made.source = given.source;
  made.relatedInformation = (given.relatedInformation || []).map(
    (r) => new vscode.DiagnosticRelatedInformation(place(r.location), r.message),
  );
  return made;
}

function completion(given) {
  const item = new vscode.CompletionItem(given.label, given.kind - 1);
  item.detail = given.detail;
  item.insertText = given.insertTextFormat === 2 ? new vscode.SnippetString(given.insertText) : given.insertText;
  return item;
}

function action(given) {
  const made = new vscode.CodeAction(given.title, vscode.CodeActionKind.QuickFix);
  made.edit = workspaceEdit(given.edit);
  made.isPreferred = given.isPreferred;
  return made;
}

// ---- what the editor asks
function providers(server) {
  const languages = vscode.languages;
  const ask = (method, params) => server.request(`textDocument/${method}`, params);
  return [
    languages.registerCompletionItemProvider(
      SELECTOR,
      { provideCompletionItems: async (d, p) => ((await ask("completion", at(d, p))) || { items: [] }).items.map(completion) },
      ".",
      " ",
    ),
    languages.registerHoverProvider(SELECTOR, {
      provideHover: async (d, p) => {
        const found = await ask("hover", at(d, p));
        return found ? new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range)) : undefined;
      },
    }),
    languages.registerDefinitionProvider(SELECTOR, {
      provideDefinition: async (d, p) => ((await ask("definition", at(d, p))) || []).map(place),
    }),
    languages.registerReferenceProvider(SELECTOR, {
      provideReferences: async (d, p) =>
        ((await ask("references", { ...at(d, p), context: { includeDeclaration: true } })) || []).map(place),
    }),
    languages.registerRenameProvider(SELECTOR, {
      prepareRename: async (d, p) => {
        const found = await ask("prepareRename", at(d, p));
        if (!found) throw new Error("this cannot be renamed everywhere");
        return range(found);
      },
      provideRenameEdits: async (d, p, newName) => workspaceEdit(await ask("rename", { ...at(d, p), newName })),
    }),
    languages.registerCodeActionsProvider(SELECTOR, {
      provideCodeActions: async (d, r) =>
        ((await ask("codeAction", { ...at(d), range: r, context: { diagnostics: [] } })) || []).map(action),
    }),
    languages.registerDocumentFormattingEditProvider(SELECTOR, {
      provideDocumentFormattingEdits: async (d, options) => textEdits(await ask("formatting", { ...at(d), options })),
    }),
    languages.registerDocumentSymbolProvider(SELECTOR, {
      provideDocumentSymbols: async (d) =>
        ((await ask("documentSymbol", at(d))) || []).map(
          (s) => new vscode.DocumentSymbol(s.name, "", s.kind - 1, range(s.range), range(s.selectionRange)),
        ),
    }),
  ];
}

// ---- documents
const concerns = (document) => document.uri.scheme === "file" && vscode.languages.match(SELECTOR, document) > 0;

function documents(server) {
  const open = (d) => {
    const { languageId, version } = d;
    if (concerns(d))
      server.notify("textDocument/didOpen", { textDocument: { uri: d.uri.toString(), languageId, version, text: d.getText() } });
  };
  vscode.workspace.textDocuments.forEach(open);
  const watcher = vscode.workspace.createFileSystemWatcher("**/{ruleset,rulebook}.yaml");
  const changed = (uri) => server.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type: 2 }] });
  watcher.onDidChange(changed);
  return [
    watcher,
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document: d }) => {
      if (concerns(d))
        server.notify("textDocument/didChange", {
          textDocument: { uri: d.uri.toString(), version: d.version },
          contentChanges: [{ text: d.getText() }],
        });
    }),
    vscode.workspace.onDidCloseTextDocument((d) => {
      if (concerns(d)) server.notify("textDocument/didClose", { textDocument: { uri: d.uri.toString() } });
    }),
  ];
}

let server;

/** How the server is started: it runs rules in Python only where the user says so, of a workspace that they trust. */
function serverCommand() {
  const settings = vscode.workspace.getConfiguration("cardwright");
  const allows = vscode.workspace.isTrusted && settings.get("allowRules") === true;
  return [...settings.get("command"), ...(allows ? ["--allow-rules"] : [])];
}

/** The debugger is a process of its own; VS Code speaks the Debug Adapter Protocol with it. */
function debuggerFactory() {
  const [program, ...rest] = vscode.workspace.getConfiguration("cardwright").get("debugCommand");
  const createDebugAdapterDescriptor = () => new vscode.DebugAdapterExecutable(program, rest);
  return { createDebugAdapterDescriptor };
}

async function activate(context) {
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("cardwright", debuggerFactory()));
  const command = serverCommand();
  const told = vscode.languages.createDiagnosticCollection("cardwright");
  const onNotification = (method, params) => {
    if (method === "textDocument/publishDiagnostics") told.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    else if (method === "window/showMessage") vscode.window.showWarningMessage(params.message);
  };
  const onEnd = (error) =>
    vscode.window.showErrorMessage(`cardwright: \`${command.join(" ")}\` cannot be started (${error.message}); set cardwright.command`);
  server = new Connection(command, onNotification, onEnd);
  await server.request("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  server.notify("initialized", {});
  context.subscriptions.push(told, ...providers(server), ...documents(server));
}

async function deactivate() {
  if (!server) return;
  await server.request("shutdown").catch(() => undefined);
  server.notify("exit");
}

module.exports = { activate, deactivate, Connection, serverCommand, debuggerFactory };

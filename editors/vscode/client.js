// The extension: starts the language server, names the debugger, runs tests and tasks.
"use strict";

const { execFile } = require("node:child_process");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const SELECTOR = [
  { scheme: "file", language: "cardwright" },
  { scheme: "file", language: "yaml" },
];
const TEST_FILES = "**/tests/*.yaml";
const TASKS = ["check", "test", "fmt"];
const setting = (name) => vscode.workspace.getConfiguration("cardwright").get(name);

/** How the server is started: it runs rules in Python only where the user says so, of a workspace that they trust. */
function serverCommand() {
  const allows = vscode.workspace.isTrusted && setting("allowRules") === true;
  return [...setting("command"), ...(allows ? ["--allow-rules"] : [])];
}

function makeClient() {
  const [command, ...args] = serverCommand();
  const watched = vscode.workspace.createFileSystemWatcher("**/*.{yaml,rules}");
  return new LanguageClient(
    "cardwright",
    "Cardwright",
    { command, args, transport: TransportKind.stdio },
    { documentSelector: SELECTOR, synchronize: { fileEvents: watched } },
  );
}

/** The debugger is a process of its own; VS Code speaks the Debug Adapter Protocol with it. */
function debuggerFactory() {
  const [program, ...rest] = setting("debugCommand");
  const createDebugAdapterDescriptor = () => new vscode.DebugAdapterExecutable(program, rest);
  return { createDebugAdapterDescriptor };
}

// ---- tests
/** The names of the tests in a file, each with its line. */
function testNames(text) {
  const found = [];
  text.split("\n").forEach((line, number) => {
    const match = /^ *- \{?name: *(.+?) *$/.exec(line);
    if (match) found.push({ name: match[1].replace(/^(['"])(.*)\1$/, "$2"), line: number });
  });
  return found;
}

/** What a report as JUnit writes it says of each test: its name, and why it failed, if it did. */
function resultsOf(report) {
  const plain = (text) =>
    text.replace(/&(lt|gt|quot|apos|amp|#(\d+));/g, (_, name, code) =>
      code ? String.fromCodePoint(Number(code)) : { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" }[name],
    );
  const found = new Map();
  for (const [, given, body] of report.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const name = / name="([^"]*)"/.exec(given);
    const fault = /<(?:failure|error)\b[^>]*?(?:message="([^"]*)")?[^>]*>([\s\S]*?)<\//.exec(body || "");
    if (name) found.set(plain(name[1]), fault ? plain(`${fault[1] || ""}\n${fault[2]}`.trim()) || "failed" : "");
  }
  return found;
}

/** Runs `cardwright test` on a file, or on one test of it. */
function runTests(file, name, token) {
  const [program, ...rest] = setting("program");
  const wanted = [...rest, "test", file, "--format", "junit", ...(name ? ["-k", name] : [])];
  return new Promise((resolve, reject) => {
    const child = execFile(program, wanted, { maxBuffer: 1 << 26 }, (error, out, said) => {
      if (out.includes("<testcase")) resolve(resultsOf(out));
      else reject(new Error(said || (error && error.message) || "no test ran"));
    });
    token.onCancellationRequested(() => child.kill());
  });
}

function testExplorer() {
  const controller = vscode.tests.createTestController("cardwright", "Cardwright");
  const isOfGame = async (uri) => {
    const ruleset = vscode.Uri.joinPath(uri, "..", "..", "ruleset.yaml");
    return vscode.workspace.fs.stat(ruleset).then(() => true, () => false);
  };
  const read = async (uri) => {
    if (!(await isOfGame(uri))) return;
    const parts = uri.path.split("/");
    const file = controller.createTestItem(uri.toString(), `${parts.at(-3)}/${parts.at(-1)}`, uri);
    const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("utf8");
    for (const { name, line } of testNames(text)) {
      const item = controller.createTestItem(`${uri}#${name}`, name, uri);
      item.range = new vscode.Range(line, 0, line, 0);
      file.children.add(item);
    }
    controller.items.add(file);
  };
  const all = async () => Promise.all((await vscode.workspace.findFiles(TEST_FILES)).map(read));
  const watcher = vscode.workspace.createFileSystemWatcher(TEST_FILES);
  watcher.onDidCreate(read);
  watcher.onDidChange(read);
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  controller.resolveHandler = all;
  controller.refreshHandler = all;
  const run = async (request, token) => {
    const running = controller.createTestRun(request);
    const items = request.include ? [...request.include] : [...controller.items].map(([, item]) => item);
    for (const item of items) await runItem(running, item, token);
    running.end();
  };
  controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, run, true);
  return { controller, watcher, run };
}

async function runItem(running, item, token) {
  const children = [...item.children].map(([, child]) => child);
  const tests = children.length ? children : [item];
  tests.forEach((test) => running.started(test));
  try {
    const results = await runTests(item.uri.fsPath, children.length ? "" : item.label, token);
    for (const test of tests) {
      const fault = results.get(test.label);
      if (fault === undefined) running.skipped(test);
      else if (fault) running.failed(test, new vscode.TestMessage(fault));
      else running.passed(test);
    }
  } catch (error) {
    tests.forEach((test) => running.errored(test, new vscode.TestMessage(error.message)));
  }
}

/** The command behind "run test": the test of that name in the open file. */
async function runOne(explorer, folder, name) {
  const controller = explorer.controller;
  await controller.resolveHandler();
  for (const [, file] of controller.items)
    for (const [, item] of file.children)
      if (item.label === name && file.uri.fsPath.startsWith(path.join(folder, "tests"))) {
        const cancelled = new vscode.CancellationTokenSource().token;
        return explorer.run(new vscode.TestRunRequest([item]), cancelled);
      }
  return vscode.window.showWarningMessage(`cardwright: save the file, so that the test \`${name}\` can be run`);
}

// ---- tasks
function taskOf(definition, scope) {
  const [program, ...rest] = setting("program");
  const args = [...rest, definition.task, ...(definition.game ? [definition.game] : ["."])];
  const title = definition.game ? `${definition.task} ${definition.game}` : definition.task;
  const task = new vscode.Task(
    definition, scope, title, "cardwright", new vscode.ProcessExecution(program, args), "$cardwright",
  );
  if (definition.task === "test") task.group = vscode.TaskGroup.Test;
  if (definition.task === "check") task.group = vscode.TaskGroup.Build;
  return task;
}

const taskProvider = {
  provideTasks: () => TASKS.map((task) => taskOf({ type: "cardwright", task }, vscode.TaskScope.Workspace)),
  resolveTask: (task) => taskOf(task.definition, task.scope || vscode.TaskScope.Workspace),
};

let client;

async function activate(context) {
  const explorer = testExplorer();
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("cardwright", debuggerFactory()),
    vscode.tasks.registerTaskProvider("cardwright", taskProvider),
    vscode.commands.registerCommand("cardwright.runTest", (folder, name) => runOne(explorer, folder, name)),
    explorer.controller,
    explorer.watcher,
  );
  client = makeClient();
  await client.start();
}

async function deactivate() {
  if (client) await client.stop();
}

module.exports = { activate, deactivate, makeClient, serverCommand, debuggerFactory, taskProvider, testNames, resultsOf };

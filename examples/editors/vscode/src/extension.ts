// The extension: it starts the server, and shows what does not fit on a hover.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

import { Facts, FactsView } from "./facts";
import { ProofNode, ProofView } from "./proof";
import { TextProvider } from "./texts";

/** How the server is installed. */
const INSTALLATION = `# The server of typelog

In a copy of the project, \`cargo install --path .\` puts \`typelog\` on the path. Another place is named by the setting
\`typelog.path\`. Then run the command *typelog: Restart the Server*.
`;

/** A place in a document, as links and the server write it. */
interface At {
  uri: string;
  position: { line: number; character: number };
  code?: string;
}

interface Proof {
  text: string;
  tree: ProofNode;
}

const COMMANDS = ["typelog.showProof", "typelog.showType", "typelog.explain", "typelog.explainCode"];

/** The settings that the server is started with. */
const SETTINGS = ["path", "arguments", "workspaceDiagnostics"];

/** The running server, if there is one. */
let client: LanguageClient | undefined;

/** The server in this package, if the package has one. */
let bundled: string | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const inside = context.asAbsolutePath(process.platform === "win32" ? "server/typelog.exe" : "server/typelog");
  bundled = existsSync(inside) ? inside : undefined;
  const texts = new TextProvider();
  const proof = new ProofView();
  const facts = new FactsView();
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(TextProvider.scheme, texts),
    vscode.window.registerTreeDataProvider("typelog.proof", proof),
    vscode.window.registerTreeDataProvider("typelog.facts", facts),
    vscode.commands.registerCommand("typelog.showFacts", (at?: At) => showFacts(at ?? here(), facts)),
    vscode.commands.registerCommand("typelog.showProof", (at?: At) => showProof(at ?? here(), texts, proof)),
    vscode.commands.registerCommand("typelog.explain", (at: At) => explain(at, texts, proof)),
    vscode.commands.registerCommand("typelog.explainCode", (code: string) => showPage(code, texts)),
    vscode.commands.registerCommand("typelog.showType", async (at?: At) => {
      const text = await ask<string>("typelog.type", at ?? here());
      await (text ? texts.show("type", text) : nothing("type"));
    }),
    vscode.commands.registerCommand("typelog.showRows", (rows: unknown) => showAnswer("typelog.rows", rows, texts)),
    vscode.commands.registerCommand("typelog.showWhy", (rows: unknown) => showAnswer("typelog.why", rows, texts)),
    vscode.commands.registerCommand("typelog.restart", restart),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (SETTINGS.some((name) => change.affectsConfiguration(`typelog.${name}`))) {
        await restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration("typelog");
  const command = settings.get("path", "") || bundled || "typelog";
  const failure = await failureOf(command);
  if (failure) {
    return notFound(command, failure);
  }
  const server: ServerOptions = {
    command,
    args: ["lsp", ...settings.get<string[]>("arguments", [])],
  };
  const options: LanguageClientOptions = {
    documentSelector: [
      { language: "pcl" },
      { language: "hcl" },
      { language: "terraform" },
      { language: "terraform-vars" },
      { language: "opentofu" },
      { language: "opentofu-vars" },
      { language: "typelog-rules" },
      { pattern: "**/*.{pp,hcl,tf,tofu,tfvars}.json" },
    ],
    // Texts link to commands of this extension, and to no others.
    markdown: { isTrusted: { enabledCommands: COMMANDS } },
    initializationOptions: {
      commandLinks: true,
      workspaceDiagnostics: settings.get("workspaceDiagnostics", true),
      codeLink: "command:typelog.explainCode?%5B%22{code}%22%5D",
    },
  };
  const started = new LanguageClient("typelog", "typelog", server, options);
  try {
    await started.start();
    client = started;
  } catch (error) {
    await notFound(command, String(error));
  }
}

async function restart(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => undefined);
  await start();
}

/** The reason why a command cannot be run, if it cannot. */
function failureOf(command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, ["--version"], { timeout: 10_000 }, (error) => resolve(error?.message));
  });
}

/** Says that the server is not there, and how to get it. */
async function notFound(command: string, reason: string): Promise<void> {
  const settings = "Open Settings";
  const install = "How to Install";
  const message = `The server of typelog, \`${command}\`, does not start: ${reason}`;
  const chosen = await vscode.window.showErrorMessage(message, settings, install);
  if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "typelog.path");
  } else if (chosen === install) {
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: INSTALLATION });
    await vscode.window.showTextDocument(document);
  }
}

/** The place of the cursor. */
function here(): At | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) {
    return undefined;
  }
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  const { line, character } = editor.selection.active;
  return { uri, position: { line, character } };
}

/** Returns the server's answer to a command, if it gives one. */
async function ask<T>(command: string, argument: unknown): Promise<T | undefined> {
  if (!client || !argument) {
    return undefined;
  }
  const params = { command, arguments: [argument] };
  const answer = client.sendRequest<T | null>("workspace/executeCommand", params);
  return (await answer.catch(() => null)) ?? undefined;
}

async function showProof(at: At | undefined, texts: TextProvider, view: ProofView): Promise<void> {
  const proof = await ask<Proof>("typelog.proof", at);
  if (!proof || !at) {
    return nothing("proof");
  }
  view.show(proof.tree, vscode.Uri.parse(at.uri));
  await texts.show("proof", proof.text);
  await vscode.commands.executeCommand("typelog.proof.focus");
}

/** Shows the facts at a place in their view. */
async function showFacts(at: At | undefined, view: FactsView): Promise<void> {
  const facts = await ask<Facts>("typelog.facts", at);
  if (!facts) {
    return nothing("fact");
  }
  view.show(facts);
  await vscode.commands.executeCommand("typelog.facts.focus");
}

/** Shows what the server says about rows that rules derive. */
async function showAnswer(command: string, rows: unknown, texts: TextProvider): Promise<void> {
  const text = await ask<string>(command, rows);
  await (text ? texts.show("rows", text) : nothing("row"));
}

/** Shows the proof of a problem; where no rule concludes it, the page of its code. */
async function explain(at: At, texts: TextProvider, view: ProofView): Promise<void> {
  const proof = await ask<Proof>("typelog.proof", at);
  if (proof) {
    view.show(proof.tree, vscode.Uri.parse(at.uri));
    await texts.show("proof", proof.text);
  } else if (at.code) {
    await showPage(at.code, texts);
  }
}

async function showPage(code: string, texts: TextProvider): Promise<void> {
  const page = await ask<string>("typelog.page", code);
  await (page ? texts.show(`${code}.md`, page) : nothing("page"));
}

async function nothing(what: string): Promise<void> {
  if (!client) {
    await vscode.window.showInformationMessage("The server of typelog is not running.");
    return;
  }
  await vscode.window.showInformationMessage(`There is no ${what} here.`);
}

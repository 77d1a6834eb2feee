// The questions of `try-vscode.sh` about the module in a folder, asked by keys. Each answer is a line; a wrong one exits with 1.

import { readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// The packages are those of NODE_PATH, which only `require` knows.
const { chromium } = createRequire(import.meta.url)("playwright-core");

const [address, folder] = process.argv.slice(2);
const pictures = process.env.SCREENSHOTS;
const patience = 60_000;
let wrong = 0;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();

const told = async (question, answer) => {
  const fault = await answer.then(() => null, (error) => error.message.split("\n")[0]);
  if (fault) wrong += 1;
  console.log(`${fault ? "wrong " : "right "} ${question}${fault ? `: ${fault}` : ""}`);
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${question.replaceAll(/\W+/g, "-")}.png`) });
  }
};
const seen = (selector, text = "") => page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: patience });
const gone = (selector) => page.locator(selector).first().waitFor({ state: "hidden", timeout: patience });
const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
const command = async (name) => {
  await press("F1");
  await seen(".quick-input-widget input");
  await page.keyboard.type(name);
  await seen(".quick-input-list .monaco-list-row", name);
  await press("Enter");
};

// The editor, and what is written in it.
const open = async (name) => {
  await page.locator(".explorer-folders-view .label-name").filter({ hasText: name }).first().dblclick({ timeout: patience });
  await seen(".tab.active", name);
  await seen(".monaco-editor .view-line");
};
const lines = readFileSync(join(folder, "main.tf"), "utf8").split("\n");
const goTo = async (text, behind = 0) => {
  const line = lines.findIndex((line) => line.includes(text));
  await press("Control+G");
  await seen(".quick-input-widget input");
  await page.keyboard.type(`${line + 1}:${lines[line].indexOf(text) + behind + 1}`);
  await press("Enter");
  await gone(".quick-input-widget input");
};
const undo = async () => { await press("Escape", "Escape"); await command("File: Revert File"); };

// The server of the editor needs some seconds to start.
const started = async () => {
  for (let tries = 60; ; tries -= 1) {
    const fault = await page.goto(`${address}?folder=${folder}`).then(() => null, (error) => error);
    if (!fault) return;
    if (tries === 0) throw fault;
    await page.waitForTimeout(1_000);
  }
};

const asked = async () => {
  await started();
  await seen(".explorer-folders-view .label-name", "main.tf");
  await open("main.tf");
  await told("the server in the package starts, and types are hints", seen(".view-line", "names: list(string)"));

  await goTo("var.region", 5);
  await press("Control+K", "Control+I");
  await told("hover of a variable", seen(".monaco-hover", "The region of the network."));
  await press("Escape", "F12");
  await told("definition of a variable", seen(".tab.active", "variables.tf"));
  await command("Go Back");
  await seen(".tab.active", "main.tf");

  await goTo("names = [", 1);
  await press("Shift+F12");
  await told("references of a local value", seen(".reference-zone-widget .monaco-list-row"));
  await press("Escape");

  await goTo("cidr = var.cidr", "cidr = var.".length);
  await press("Control+Shift+ArrowRight");
  await press("Delete", "Control+Space");
  await told("completion of variables", seen(".suggest-widget .monaco-list-row", "ports"));
  await undo();

  await goTo("var.region", "var.regio".length);
  await page.keyboard.type("x");
  await told("a problem of a misspelt name", seen(".squiggly-error"));
  await press("F8");
  await told("the problem is shown", seen(".zone-widget", "unknown-variable"));
  await press("Escape", "Control+.");
  await told("quick fixes of the problem", seen(".action-widget", "Declare the variable `regioxn`"));
  await press("Escape");
  await undo();
  await told("no problems of a right module", gone(".squiggly-error"));

  await goTo("var.cidr", 5);
  await command("typelog: Show the Proof at the Cursor");
  await told("the proof as a text", seen(".tab", "proof"));
  await told("the proof as a tree", seen(".pane-body .monaco-list-row", "var.cidr"));

  // A rename is saved.
  await page.locator(".tab").filter({ hasText: "main.tf" }).first().click();
  await goTo("name  =", 1);
  await press("F2");
  await page.locator(".rename-box input").fill("label", { timeout: patience });
  await press("Enter");
  await told("rename of a local value", seen(".view-line", "label: string"));
};

await asked().catch((error) => told("the questions are asked", Promise.reject(error)));
await browser.close();
process.exit(wrong ? 1 : 0);

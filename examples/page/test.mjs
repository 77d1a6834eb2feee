// Tests of the page in Chromium: the same texts as the command line, sizes, times, links, keys and names. `npm test` after
// `npm run build`; `CHROMIUM` and `TYPELOG` name the browser and the command, and `SCREENSHOTS` a folder for pictures.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { programs } from "./examples.mjs";
import { serve } from "./serve.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const dist = join(here, "dist");
const command = process.env.TYPELOG ?? ["release", "debug"].map((kind) => join(root, "target", kind, "typelog")).find(existsSync);
const pictures = process.env.SCREENSHOTS;
// On a machine that does other work, times are allowed to be longer.
const patience = Number(process.env.PATIENCE ?? 1);

let server, browser, page, address;
const asked = [];

before(async () => {
  server = await serve(dist, 0);
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
  page = await open("");
});
after(async () => { await browser?.close(); server?.close(); });

const open = async (fragment, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address + fragment);
  await page.waitForSelector("html[data-ready]", { timeout: 60_000 });
  return page;
};
const picture = async (page, name) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
};
const cli = (folder, ...commandArguments) => {
  const { stdout, stderr } = spawnSync(command, commandArguments, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
  return { stdout, stderr };
};
const checks = (page) => page.evaluate(() => Number(document.documentElement.dataset.checked));

test("the page has the notices of its parts", async () => {
  const response = await fetch(new URL(await page.getAttribute("header a", "href"), address));
  const notices = await response.text();
  for (const part of ["wasm-bindgen", "ascent", "hcl-edit", "@codemirror/view", "@lezer/highlight", "the standard library of Rust"]) {
    assert.ok(notices.includes(`\n${part}`), part);
  }
});

test("the page is small", () => {
  const loaded = readdirSync(dist).filter((name) => !name.startsWith("THIRD-PARTY"));
  const size = (compress) => loaded.reduce((sum, name) => sum + compress(readFileSync(join(dist, name))).length, 0);
  const [brotli, gzip] = [size((bytes) => brotliCompressSync(bytes)), size((bytes) => gzipSync(bytes, { level: 9 }))];
  console.log(`# ${(brotli / 1e6).toFixed(2)} MB with brotli, ${(gzip / 1e6).toFixed(2)} MB with gzip`);
  assert.ok(gzip <= 2_500_000, `${gzip} bytes`);
});

test("first types come within a second", async () => {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const fresh = await open("");
    times.push(await fresh.evaluate(() => performance.getEntriesByName("checked")[0].startTime));
    assert.ok(await fresh.locator(".cm-hint").count() > 5, "types are shown as hints");
    await fresh.context().close();
  }
  times.sort((a, b) => a - b);
  console.log(`# first types after ${times.map(Math.round).join(", ")} ms`);
  assert.ok(times[2] <= 1000 * patience, String(times));
});

test("the examples have the texts that the command line prints", async () => {
  for (const example of programs(join(root, "examples"))) {
    const folder = join(root, "examples", example.id);
    await page.evaluate((id) => typelog.openExample(id), example.id);
    const record = JSON.parse(await page.evaluate(() => typelog.engine.ask("record")));
    const expected = JSON.parse(cli(folder, "types", ".", "--format", "jsonl", ...example.cli).stdout);
    assert.deepEqual({ ...record, program: "" }, { ...expected, program: "" }, example.id);
    const name = example.files[0][0];
    const answer = await page.evaluate((name) => typelog.engine.ask("change", name, typelog.editor.text.toString()), name);
    assert.equal(answer.types, cli(folder, "types", ".", ...example.cli).stdout, example.id);
    // The command line names files by their paths from the directory that it is given.
    assert.equal(answer.report, cli(folder, "check", ".", ...example.cli).stdout.replaceAll("[ ./", "[ "), example.id);
  }
});

test("proofs are those of the command line", async () => {
  await page.evaluate(() => typelog.openExample("tour"));
  const text = await page.evaluate(() => typelog.editor.text.toString());
  const line = text.split("\n").findIndex((line) => /\? /.test(line));
  assert.ok(line >= 0, "the tour has a conditional");
  const column = text.split("\n")[line].indexOf("?") + 1;
  const found = await page.evaluate((at) => typelog.engine.ask("proof", "main.hcl", ...at), [line, column - 1]);
  const expected = cli(join(root, "examples/tour"), "explain", `main.hcl:${line + 1}:${column}`).stdout;
  assert.ok(expected.includes(found.text.split("\n")[0]), `${found.text}\n${expected}`);
});

test("types and the proof follow an edit within 50 ms", async () => {
  const body = Array.from({ length: 40 }, (_, n) =>
    `a${n} = [for x in [1, 2, ${n}] : x * 2]\nb${n} = { first = a${n}[0], name = "n-\${length(a${n})}", all = a${n}[*] }\nc${n} = b${n}.first > ${n} ? b${n}.name : "none"\n# A remark.\nd${n} = [b${n}.all, c${n}]\n`).join("");
  const times = await page.evaluate(async (body) => {
    await typelog.openExample("tour");
    const { view } = typelog.editor;
    document.querySelector('#views [data-name="proof"]').click();
    const number = (what) => Number(document.documentElement.dataset[what] ?? 0);
    const edit = (changes, selection) => new Promise((resolve) => {
      const before = { checked: number("checked"), proved: number("proved") };
      const started = performance.now();
      let types = null;
      const observer = new MutationObserver(() => {
        if (types === null && number("checked") > before.checked) types = performance.now() - started;
        if (types !== null && number("proved") > before.proved) { observer.disconnect(); resolve([types, performance.now() - started]); }
      });
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-checked", "data-proved"] });
      view.dispatch({ changes, selection });
    });
    await edit({ from: 0, to: view.state.doc.length, insert: body });
    const at = view.state.doc.toString().indexOf("a20 = [for x in [1, ") + "a20 = [for x in [1, ".length;
    const times = [];
    for (let run = 0; run < 30; run += 1) {
      times.push(await edit({ from: at, insert: "1" }, { anchor: at }));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return times;
  }, body);
  for (const [part, name] of ["types", "types and proof"].entries()) {
    const own = times.map((both) => both[part]).sort((a, b) => a - b);
    console.log(`# edit to ${name} in 200 lines: median ${own[15].toFixed(1)} ms, highest ${own[29].toFixed(1)} ms`);
    assert.ok(own[15] <= 50 * patience, String(own));
  }
});

test("a rule of the book that is edited changes types", async () => {
  await page.evaluate(() => typelog.openExample("eventuals"));
  const answer = await page.evaluate(async () => {
    const { view } = typelog.editor;
    view.dispatch({ changes: { from: view.state.doc.length, insert: "\nmixed = [for x in [backup, host] : x]\n" } });
    document.querySelector('[data-name="book"]').click();
    await typelog.book.choose("promises");
    return document.querySelector("#book .results").textContent;
  });
  assert.match(answer, /1 type changed; \d+ problems? before, \d+ now.*mixed.*list\(output\(string\)\).*list\(promise\(string\)\)/);
  await picture(page, "book");
  const broken = await page.evaluate(async () => {
    const { view } = typelog.book.editor;
    view.dispatch({ changes: { from: view.state.doc.length, insert: "\nnonsense(" } });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await typelog.book.apply();
    return document.querySelector("#book .results").textContent;
  });
  assert.match(broken, /without faults/);
  await page.evaluate(() => typelog.book.reset());
  assert.equal(await page.evaluate(() => typelog.book.changed.length), 0);
});

test("rules run over the facts, and facts are tables", async () => {
  await page.evaluate(() => typelog.openExample("pcl/faulty"));
  await page.click('#views [data-name="rules"]');
  await page.waitForSelector("#rules table");
  assert.match(await page.textContent("#rules .results"), /needs: \d+ rows?/);
  await page.evaluate(() => typelog.rules.choose("unused.dl"));
  await page.waitForFunction(() => /needed/.test(document.querySelector("#rules .results").textContent));
  await picture(page, "rules");
  await page.click('#views [data-name="facts"]');
  await page.waitForSelector("#facts td");
  await picture(page, "facts");
  await page.evaluate(() => typelog.rules.set());
});

test("a link holds the state", async () => {
  await page.evaluate(() => typelog.openExample("tour"));
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nfrom_a_link = [1, 2][*]\n");
  await page.click("#share");
  await page.waitForFunction(() => /link/.test(document.querySelector("#summary").textContent));
  const other = await open(new URL(page.url()).hash);
  await other.click('#views [data-name="types"]');
  assert.match(await other.textContent("#types"), /from_a_link/);
  await other.context().close();
});

test("everything is reached by keys, and has a name", async () => {
  const fresh = await open("");
  const stops = new Set();
  for (let press = 0; press < 40; press += 1) {
    await fresh.keyboard.press("Tab");
    stops.add(await fresh.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("aria-label") || document.activeElement?.dataset?.name || document.activeElement?.tagName));
  }
  for (const stop of ["example", "share", "theme", "Program", "proof"]) assert.ok(stops.has(stop), `${stop} in ${[...stops]}`);
  const nameless = await fresh.evaluate(() => [...document.querySelectorAll("button, select, input, [role=tab], [contenteditable=true]")]
    .filter((element) => !(element.textContent.trim() || element.getAttribute("aria-label") || element.labels?.length)).map((element) => element.outerHTML));
  assert.deepEqual(nameless, []);
  await fresh.focus('#views [aria-selected="true"]');
  await fresh.keyboard.press("ArrowRight");
  assert.equal(await fresh.evaluate(() => document.activeElement.dataset.name), "types");
  assert.ok(await fresh.isVisible("#types"));
  await fresh.context().close();
});

test("a screen reader has no serious obstacles, in light and in dark", async () => {
  const rules = readFileSync(join(here, "node_modules/axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const fresh = await open("", { colorScheme });
    await fresh.evaluate(rules);
    await fresh.evaluate(() => typelog.openExample("pcl/faulty"));
    await fresh.click("#problem-list button >> nth=1");
    await fresh.waitForSelector("#proof .tree");
    for (const view of ["proof", "types", "rules", "book", "facts"]) {
      await fresh.click(`#views [data-name="${view}"]`);
      if (view === "facts") await fresh.waitForSelector("#facts td");
      const { violations } = await fresh.evaluate(() => axe.run(document));
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      const found = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`);
      assert.deepEqual(found, [], `${view}, ${colorScheme}`);
    }
    await fresh.context().close();
  }
});

test("hovers, completion and proofs by pointer", async () => {
  const fresh = await open("");
  await fresh.click("#editor .cm-line:has-text('?') >> nth=0", { position: { x: 120, y: 8 } });
  await fresh.waitForSelector("#proof .tree");
  await picture(fresh, "light");
  await fresh.click("#proof .row .link >> nth=0");
  assert.ok(await fresh.isVisible("#proof .drawing pre"));
  await fresh.hover("#editor .cm-line >> nth=2", { position: { x: 20, y: 8 } });
  await fresh.waitForSelector(".cm-tooltip .markdown");
  await picture(fresh, "hover");
  await fresh.mouse.move(5, 5);
  await fresh.click("#editor .cm-content");
  await fresh.keyboard.press("Control+End");
  await fresh.keyboard.type("\nz = na");
  await fresh.keyboard.press("Control+Space");
  await fresh.waitForSelector(".cm-tooltip-autocomplete li");
  await picture(fresh, "completion");
  await fresh.context().close();
});

test("dark and light, wide and narrow", async () => {
  for (const [name, options] of [["dark", { colorScheme: "dark" }], ["narrow", { viewport: { width: 700, height: 1000 } }]]) {
    const other = await open("", options);
    await other.evaluate(() => typelog.openExample("pcl/faulty"));
    const [ground, ink] = await other.evaluate(() => { const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]; });
    assert.notEqual(ground, ink);
    await picture(other, name);
    await other.context().close();
  }
});

test("nothing is asked of a network once the page is there", async () => {
  const own = asked.filter((url) => url.startsWith(address));
  assert.deepEqual(asked.filter((url) => !own.includes(url) && !url.startsWith("data:")), []);
  const fresh = await open("");
  await fresh.context().setOffline(true);
  const before = asked.length;
  await fresh.evaluate(() => typelog.openExample("pcl/network"));
  for (const view of ["types", "rules", "book", "facts", "proof"]) await fresh.click(`#views [data-name="${view}"]`);
  assert.ok(await checks(fresh) >= 2);
  assert.equal(asked.length, before);
  await fresh.context().close();
});

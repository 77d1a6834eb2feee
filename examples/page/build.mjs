// Builds the page into `dist`: the engine as WebAssembly, the scripts, and the examples. Nothing of it asks a network later.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { examples } from "./examples.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const dist = join(here, "dist");
const engine = join(target, "page-engine");

const run = (command, ...commandArguments) => {
  const { status, error } = spawnSync(command, commandArguments, { cwd: root, stdio: "inherit" });
  if (error || status !== 0) {
    console.error(`${basename(command)} failed${error ? `: ${error.message}` : ""}`);
    process.exit(1);
  }
};

// The tool that makes the engine's interface has to be of the version that the engine is compiled with.
const bindgen = () => {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const [, version] = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock);
  const candidates = [process.env.WASM_BINDGEN, "wasm-bindgen", join(target, "tools/bin/wasm-bindgen")].filter(Boolean);
  const fits = (command) => {
    const { stdout } = spawnSync(command, ["--version"], { encoding: "utf8" });
    return stdout?.trim().endsWith(` ${version}`);
  };
  const found = candidates.find(fits);
  if (found) return found;
  run("cargo", "install", "wasm-bindgen-cli", "--version", version, "--root", join(target, "tools"), "--bin", "wasm-bindgen");
  return join(target, "tools/bin/wasm-bindgen");
};

const compile = () => {
  run("cargo", "build", "--profile", "page", "--target", "wasm32-unknown-unknown", "-p", "typelog-page");
  const compiled = join(target, "wasm32-unknown-unknown/page/typelog_page.wasm");
  const optimised = join(engine, "engine_bg.wasm");
  const stamp = join(engine, "stamp");
  if (existsSync(stamp) && statSync(stamp).mtimeMs > statSync(compiled).mtimeMs) return;
  rmSync(engine, { recursive: true, force: true });
  run(bindgen(), compiled, "--target", "web", "--out-dir", engine, "--out-name", "engine", "--no-typescript", "--omit-default-module-path");
  const features = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];
  run(process.execPath, join(here, "node_modules/binaryen/bin/wasm-opt"), "-Oz", ...features.map((name) => `--enable-${name}`),
    optimised, "-o", optimised);
  writeFileSync(stamp, "");
};

const bundle = () => {
  const options = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", absWorkingDir: here,
    alias: { engine: join(engine, "engine.js") } };
  return build({ ...options, entryPoints: ["site/main.js", "site/worker.js"], outdir: dist, metafile: true });
};

// The licences of the engine's crates, and of the packages whose scripts are in the bundle.
const notices = ({ metafile }) => {
  const command = [join(root, "src/packaging/notices.py"), "--package", "typelog-page", "wasm32-unknown-unknown"];
  const { status, stdout, stderr } = spawnSync("python3", command, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`notices.py: ${stderr}`);
  const packages = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const texts = [...new Set(packages.filter(Boolean))].sort().map((name) => {
    const folder = join(here, "node_modules", name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence text`);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `\n${"-".repeat(80)}\n${name} ${version} (${license})\n${"-".repeat(80)}\n\n${readFileSync(join(folder, file), "utf8")}`;
  });
  return stdout + texts.join("");
};

const report = () => {
  let [plain, gzip, brotli] = [0, 0, 0];
  // The notices are not loaded with the page.
  for (const name of readdirSync(dist).filter((name) => !name.startsWith("THIRD"))) {
    const bytes = readFileSync(join(dist, name));
    plain += bytes.length;
    gzip += gzipSync(bytes, { level: 9 }).length;
    brotli += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
  }
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  console.log(`dist: ${megabytes(plain)}, ${megabytes(gzip)} with gzip, ${megabytes(brotli)} with brotli`);
};

compile();
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), notices(await bundle()));
cpSync(join(engine, "engine_bg.wasm"), join(dist, "engine.wasm"));
cpSync(join(here, "site", "index.html"), join(dist, "index.html"));
// The report has the same colours.
const styles = [join(root, "src", "render", "report", "theme.css"), join(here, "site", "style.css")];
writeFileSync(join(dist, "style.css"), styles.map((path) => readFileSync(path, "utf8")).join(""));
writeFileSync(join(dist, "examples.json"), JSON.stringify(examples(join(root, "examples"))));
report();

// Builds the page into `dist`: the engine as WebAssembly, the scripts, and the examples. Nothing of it asks a network later.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { crateNotices, scriptNotices } from "../../src/packaging/notices.mjs";
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
const { metafile } = await bundle();
const crates = crateNotices(root, "--package", "typelog-page", "wasm32-unknown-unknown");
writeFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), crates + scriptNotices(here, metafile));
cpSync(join(engine, "engine_bg.wasm"), join(dist, "engine.wasm"));
cpSync(join(here, "site", "index.html"), join(dist, "index.html"));
// The report has the same colours.
const styles = [join(root, "src", "render", "report", "theme.css"), join(here, "site", "style.css")];
writeFileSync(join(dist, "style.css"), styles.map((path) => readFileSync(path, "utf8")).join(""));
writeFileSync(join(dist, "examples.json"), JSON.stringify(examples(join(root, "examples"))));
report();

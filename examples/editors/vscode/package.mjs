// Packs the extension. With `--server`, the server is in it: the binary that TYPELOG names, or else the one of a release build.
// With `--scripts`, the scripts alone are built.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { crateNotices, scriptNotices } from "../../../src/packaging/notices.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const hasServer = process.argv.includes("--server");

const run = (command, ...commandArguments) => {
  const { status, error, stdout } = spawnSync(command, commandArguments, { cwd: here, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  if (error || status !== 0) {
    console.error(`${basename(command)} failed${error ? `: ${error.message}` : ""}`);
    process.exit(1);
  }
  return stdout;
};

const { metafile } = await build({ absWorkingDir: here, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js",
  bundle: true, minify: true, platform: "node", external: ["vscode"], metafile: true });
if (process.argv.includes("--scripts")) process.exit();

const parts = ["server", "LICENSE", "THIRD-PARTY-NOTICES.txt"].map((name) => join(here, name));
const [server, licence, notices] = parts;
try {
  copyFileSync(join(root, "LICENSE"), licence);
  let crates = "";
  if (hasServer) {
    const binary = process.env.TYPELOG ?? join(root, "target/release/typelog");
    mkdirSync(server, { recursive: true });
    // However the binary is named, the extension starts it by this name.
    const packed = join(server, process.platform === "win32" ? "typelog.exe" : "typelog");
    copyFileSync(binary, packed);
    chmodSync(packed, 0o755);
    crates = crateNotices(root, /host: (.*)/.exec(run("rustc", "-vV"))[1]);
  }
  writeFileSync(notices, crates + scriptNotices(here, metafile));
  const name = `typelog${hasServer ? `-${process.platform}-${process.arch}` : ""}.vsix`;
  const target = hasServer ? ["--target", `${process.platform}-${process.arch}`] : [];
  run(join(here, "node_modules/.bin/vsce"), "package", "--no-dependencies", "--allow-missing-repository", ...target, "--out", name);
  console.log(name);
} finally {
  for (const part of parts) rmSync(part, { recursive: true, force: true });
}

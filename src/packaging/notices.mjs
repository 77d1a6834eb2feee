// The notices of packages with scripts: of the crates in the binary, and of the npm packages whose scripts are in a bundle.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// The licences of the crates that a package is built of for a target.
export const crateNotices = (root, ...target) => {
  const command = [join(root, "src/packaging/notices.py"), ...target];
  const { status, stdout, stderr } = spawnSync("python3", command, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`notices.py: ${stderr}`);
  return stdout;
};

// The licences of the packages in the bundle that esbuild describes.
export const scriptNotices = (folder, metafile) => {
  const packages = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1]);
  const line = "-".repeat(80);
  return [...new Set(packages.filter(Boolean))].sort().map((name) => {
    const own = join(folder, "node_modules", name);
    const file = readdirSync(own).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence text`);
    const { version, license } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
    return `\n${line}\n${name} ${version} (${license})\n${line}\n\n${readFileSync(join(own, file), "utf8")}`;
  }).join("");
};

// The examples of the project as the page has them: programs with what surrounds them, rules, and books.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const text = (path) => readFileSync(path, "utf8");
const isFolder = (path) => statSync(path).isDirectory();
const folders = (path) => readdirSync(path).sort().filter((name) => isFolder(join(path, name)));

// All files below a folder: paths from there, in order.
const below = (path, prefix = "") => readdirSync(path).sort().flatMap((name) =>
  isFolder(join(path, name)) ? below(join(path, name), `${prefix}${name}/`) : [`${prefix}${name}`]);

const dialects = { pp: "pcl", hcl: "hcl", tf: "terraform" };

// A folder that holds a program, with the arguments by which the command line reads it in the same way.
const program = (root, id, schemas, dialect) => {
  const folder = join(root, id);
  const paths = below(folder);
  const named = (ending) => paths.filter((path) => path.endsWith(ending)).map((path) => [path, text(join(folder, path))]);
  const extension = Object.keys(dialects).find((extension) => paths.some((path) => path.endsWith(`.${extension}`)));
  if (!extension) return [];
  const declarations = named(".declare");
  const cli = [...declarations.flatMap(([name]) => ["--declare", join(folder, name)]),
    ...(schemas ? ["--schemas", join(root, schemas)] : []), ...(dialect ? ["--dialect", dialect] : [])];
  return [{ id, dialect: dialect ?? dialects[extension], files: named(`.${extension}`), declarations,
    schemas: schemas ? below(join(root, schemas)).map((name) => [name, text(join(root, schemas, name))]) : [], cli }];
};

// The commands are for the test, which runs them: the page leaves them out.
export const programs = (root) => {
  const plain = folders(root).filter((name) => !["books", "editors", "page", "pcl", "declared", "modules", "questions", "rules", "schemas"].includes(name));
  const inside = (name, ...rest) => folders(join(root, name)).filter((inner) => inner !== "schemas")
    .flatMap((inner) => program(root, `${name}/${inner}`, ...rest));
  const first = (name) => (name === "tour" ? 0 : 1);
  return [
    ...plain.sort((a, b) => first(a) - first(b)).flatMap((name) => program(root, name)),
    ...inside("pcl", "schemas"),
    ...inside("declared", undefined, "bicep"),
    ...inside("modules", "modules/schemas"),
  ];
};

export const examples = (root) => ({
  programs: programs(root).map(({ cli, ...program }) => program),
  rules: readdirSync(join(root, "rules")).filter((name) => name.endsWith(".dl")).sort()
    .map((name) => [name, text(join(root, "rules", name))]),
  books: folders(join(root, "books")).map((name) => {
    const paths = below(join(root, "books", name));
    const files = paths.filter((path) => path.includes("/") && /\.(dl|txt)$/.test(path));
    return { name, files: files.map((path) => [path, text(join(root, "books", name, path))]) };
  }),
});

// The examples of the project as the page has them: programs with what surrounds them, rules, and books.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const text = (path) => readFileSync(path, "utf8");
const isFolder = (path) => statSync(path).isDirectory();
const folders = (path) => readdirSync(path).sort().filter((name) => isFolder(join(path, name)));

// All files below a folder: paths from there, in order.
const below = (path, prefix = "") => readdirSync(path).sort().flatMap((name) =>
  isFolder(join(path, name)) ? below(join(path, name), `${prefix}${name}/`) : [`${prefix}${name}`]);

// The programs by interest, each with its title.
const interests = {
  "A first look": { tour: "Names, values, and two mistakes" },
  "Types": { unions: "Unions and enums", optional: "Values that may be null", conversions: "Conversions",
    inventory: "Loops over collections", eventuals: "Outputs and promises" },
  "Mistakes": { broken: "Broken syntax", cycles: "Definitions in a circle", "pcl/faulty": "Mistakes in PCL",
    "declared/faulty": "Mistakes against declared types" },
  "PCL": { "pcl/web-service": "A web service", "pcl/network": "A network", "pcl/data-pipeline": "A data pipeline",
    "pcl/components": "Components", "pcl/ranges": "Ranges", "pcl/secrets": "Secrets", "pcl/hooks": "Hooks" },
  "Terraform": { "modules/network-1": "A module", "modules/network-2": "The next version of the module" },
  "Declared types": { "declared/network": "A network of parameters and resources", "declared/scripts": "Resources of several forms" },
  "Books that change the rules": { "books/promises": "The promise of 2020", "books/taint": "Tainted strings", "books/durations": "Durations" },
};

const dialects = { pp: "pcl", hcl: "hcl", tf: "terraform" };
const schemas = { pcl: "schemas", modules: "modules/schemas" };

// What an example shows: the first comment of its program.
const about = (program) => /^# (.+)/.exec(program)?.[1] ?? null;

// A folder that holds a program, with the arguments by which the command line reads it in the same way.
const program = (root, interest, id, title) => {
  const folder = join(root, id);
  const [group, book] = id.split("/");
  const isBook = group === "books";
  const paths = below(folder);
  const isDeclared = (path) => path.endsWith(".declare") || (isBook && path === "types.hcl");
  const extension = Object.keys(dialects).find((extension) => paths.some((path) => path.endsWith(`.${extension}`)));
  const named = (isChosen) => paths.filter(isChosen).map((path) => [path, text(join(folder, path))]);
  const files = named((path) => path.endsWith(`.${extension}`) && !isDeclared(path));
  const declarations = named(isDeclared);
  const dialect = group === "declared" ? "bicep" : dialects[extension];
  const cli = [isBook ? files[0][0] : ".", "--dialect", dialect, ...declarations.flatMap(([name]) => ["--declare", join(folder, name)]),
    ...(schemas[group] ? ["--schemas", join(root, schemas[group])] : []), ...(isBook ? ["--book", folder] : [])];
  const surroundings = schemas[group] ? below(join(root, schemas[group])).map((name) => [name, text(join(root, schemas[group], name))]) : [];
  return { id, interest, title, about: about(files[0][1]), dialect, files, declarations,
    schemas: surroundings, ...(isBook ? { book } : {}), cli };
};

// The books that bring a program: the others bring pages and laws alone, and have nothing to show here.
const booksWithProgram = (root) => folders(join(root, "books")).filter((name) => existsSync(join(root, "books", name, "main.hcl")));

// The folders that hold programs: each needs a title.
const places = (root) => {
  const others = ["books", "corpus", "declared", "editors", "modules", "notebook", "page", "pcl", "questions", "rules", "schemas"];
  const inside = (group) => folders(join(root, group)).filter((name) => name !== "schemas").map((name) => `${group}/${name}`);
  return [...folders(root).filter((name) => !others.includes(name)), ...["declared", "modules", "pcl"].flatMap(inside),
    ...booksWithProgram(root).map((name) => `books/${name}`)];
};

// The commands are for the test, which runs them: the page leaves them out.
export const programs = (root) => {
  const found = Object.entries(interests).flatMap(([interest, titles]) =>
    Object.entries(titles).map(([id, title]) => program(root, interest, id, title)));
  const nameless = places(root).filter((id) => !found.some((example) => example.id === id));
  if (nameless.length) throw new Error(`examples without a title: ${nameless}`);
  return found;
};

export const examples = (root) => ({
  programs: programs(root).map(({ cli, ...program }) => program),
  rules: readdirSync(join(root, "rules")).filter((name) => name.endsWith(".dl")).sort()
    .map((name) => [name, text(join(root, "rules", name))]),
  books: booksWithProgram(root).map((name) => {
    const paths = below(join(root, "books", name));
    const files = paths.filter((path) => path.includes("/") && /\.(dl|txt)$/.test(path));
    return { name, files: files.map((path) => [path, text(join(root, "books", name, path))]) };
  }),
});

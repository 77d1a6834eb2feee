// The book of rules: its files can be edited, and the program is typed by what they say.

import { Editor } from "./editor.js";
import { button, counted, make } from "./elements.js";
import { rules as language } from "./languages.js";

export class Book {
  #files = new Map();
  #changed = new Map();
  #timer = null;
  #question = 0;

  constructor(panel, engine, { books, onChecked, onEdit, onBook }) {
    this.engine = engine;
    this.onChecked = onChecked;
    this.onEdit = onEdit;
    this.onBook = onBook;
    this.books = new Map(books.map(({ name, files }) => [name, files]));
    this.choice = make("select", { "aria-label": "File of the book", on: { change: () => this.open(this.choice.value) } });
    this.start = make("select", { "aria-label": "Book to start from", on: { change: () => this.choose(this.start.value) } },
      make("option", { value: "" }, "Book to start from"), ...books.map(({ name }) => make("option", {}, name)));
    this.state = make("p", { class: "hint", role: "status" });
    const box = make("div", { class: "editor" });
    this.results = make("div", { class: "results", role: "region", "aria-label": "What the book changes", tabindex: "0" });
    panel.append(make("div", { class: "tools" }, this.choice, button("Built-in book", () => this.reset()), this.start, this.state), box, this.results);
    this.editor = new Editor(box, "File of the book", { onChange: (name, text) => this.#edit(name, text) });
  }

  get changed() { return [...this.#changed]; }

  // Holds if the book is neither the built-in one nor one of the examples.
  get isOwn() {
    const same = (files) => JSON.stringify([...files].sort()) === JSON.stringify(this.changed.sort());
    return this.#changed.size > 0 && ![...this.books.values()].some(same);
  }

  // The files of the built-in book.
  set files(files) {
    this.#files = new Map(files);
    this.#list();
    this.open("types/unification.dl");
  }

  #list() {
    const names = [...new Set([...this.#files.keys(), ...this.#changed.keys()])].sort();
    const chosen = this.editor.name;
    this.choice.replaceChildren(...names.map((name) => make("option", { value: name, selected: name === chosen }, this.#changed.has(name) ? `${name} (changed)` : name)));
    this.state.textContent = this.#changed.size ? `${counted(this.#changed.size, "file")} changed` : "The program is typed by the built-in book.";
  }

  open(name, line = null) {
    const text = this.#changed.get(name) ?? this.#files.get(name);
    if (text === undefined) return;
    if (this.editor.name !== name || this.editor.text.toString() !== text) this.editor.show(name, text, language);
    this.choice.value = name;
    if (line !== null) this.editor.goTo({ start: { line: line - 1, character: 0 } });
  }

  // Makes these the files that are changed.
  async set(files) {
    this.#changed = new Map(files);
    this.editor.forget();
    this.#list();
    this.open(files.find(([name]) => name.endsWith(".dl"))?.[0] ?? "types/unification.dl");
    await this.apply();
  }

  // A book comes with its program.
  async choose(name) {
    this.start.value = "";
    if (!this.books.has(name)) return;
    await this.set([]);
    await this.onBook(name);
    this.onEdit();
  }

  // The book of an example, or the built-in one: an edited book stays.
  async bring(name) {
    if (this.isOwn || (!name && !this.#changed.size)) return;
    await this.set(this.books.get(name) ?? []);
  }

  async reset() {
    await this.set([]);
    this.onEdit();
  }

  #edit(name, text) {
    if (this.#files.get(name) === text) this.#changed.delete(name);
    else this.#changed.set(name, text);
    this.#list();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.apply(); this.onEdit(); }, 250);
  }

  // Gives the book to the engine, unless something is wrong with it: then the book before stays.
  async apply() {
    const question = (this.#question += 1);
    const started = performance.now();
    const answer = await this.engine.ask("book", this.changed).catch((error) => ({ faults: [], error: error.message }));
    if (question !== this.#question) return;
    const faults = answer.faults.map((fault) => ({ ...fault, severity: 1 }));
    this.editor.diagnose(faults.filter((fault) => fault.file.endsWith(this.editor.name)));
    this.faults = [...faults.map(({ file, range, message }) => `${file}:${range.start.line + 1}: ${message}`), answer.error].filter(Boolean);
    this.milliseconds = performance.now() - started;
    if (answer.checked) this.onChecked(answer);
    else this.show(null);
  }

  // What the book changes in the types and problems of the program.
  show(checked) {
    const faults = (this.faults ?? []).concat(checked?.faults ?? []).map((fault) => make("p", { class: "fault" }, fault));
    if (faults.length) faults.push(make("p", { class: "hint" }, "The program is typed by the last book without faults."));
    if (checked?.before) {
      this.results.replaceChildren(...faults, ...differences(checked.before, checked));
      return;
    }
    const hint = this.#changed.size ? null : make("p", { class: "hint" }, "Edit a rule: the types in the program follow, and what changes is listed here.");
    this.results.replaceChildren(...faults, ...(hint ? [hint] : []));
  }
}

// The cells of the rows that differ: a name or place, what the built-in book says, and what this book says.
const changedTypes = (before, now) => {
  const known = new Map(before.nodes.map((node) => [`${node.file} ${node.name}`, node.type]));
  return now.nodes.map((node) => [node.name, known.get(`${node.file} ${node.name}`) ?? "", node.type]).filter(([, old, type]) => old !== type);
};
const problemsIn = (result) => new Map(result.files.flatMap((file) => file.diagnostics.map(({ range, code, message }) => {
  const place = `${file.name}:${range.start.line + 1}:${range.start.character + 1}`;
  return [`${place} ${code} ${message}`, [place, `${message.split("\n")[0]} [${code}]`]];
})));
const changedProblems = (before, now) => {
  const [old, own] = [problemsIn(before), problemsIn(now)];
  const only = (problems, others) => [...problems].filter(([key]) => !others.has(key)).map(([, found]) => found);
  return [...only(old, own).map(([place, text]) => [place, text, ""]), ...only(own, old).map(([place, text]) => [place, "", text])];
};

const differences = (before, now) => {
  const [types, problems] = [changedTypes(before, now), changedProblems(before, now)];
  const count = (result) => result.files.reduce((sum, file) => sum + file.diagnostics.length, 0);
  const summary = make("p", { class: "hint" }, `${counted(types.length, "type")} changed; ${counted(count(before), "problem")} before, ${count(now)} now`);
  const row = ([name, old, own]) => make("tr", { class: "changed" }, make("td", {}, name), make("td", { class: "old" }, old), make("td", { class: "new" }, own));
  const rows = [...types, ...problems].map(row);
  if (!rows.length) return [summary];
  const head = make("thead", {}, make("tr", {}, ...["name", "built-in book", "this book"].map((name) => make("th", { scope: "col" }, name))));
  return [summary, make("div", { class: "table-box" }, make("table", {}, head, make("tbody", {}, ...rows)))];
};

// The book of rules: its files can be edited, and the program is typed by what they say.

import { Editor } from "./editor.js";
import { button, counted, make } from "./elements.js";
import { rules as language } from "./languages.js";

export class Book {
  #files = new Map();
  #changed = new Map();
  #timer = null;
  #question = 0;

  constructor(panel, engine, { books, onChecked, onEdit }) {
    this.engine = engine;
    this.onChecked = onChecked;
    this.onEdit = onEdit;
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

  async choose(name) {
    const files = this.books.get(name);
    this.start.value = "";
    if (files) await this.set(files);
    this.onEdit();
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

  // What the book changes in the types of the program.
  show(checked) {
    const faults = (this.faults ?? []).concat(checked?.faults ?? []).map((fault) => make("p", { class: "fault" }, fault));
    if (faults.length) faults.push(make("p", { class: "hint" }, "The program is typed by the last book without faults."));
    const changes = [];
    if (checked?.before) {
      const before = new Map(checked.before.nodes.map((node) => [`${node.file} ${node.name}`, node.type]));
      for (const node of checked.nodes) {
        const old = before.get(`${node.file} ${node.name}`);
        if (old !== node.type) changes.push(make("tr", { class: "changed" }, make("td", {}, node.name), make("td", { class: "old" }, old ?? ""), make("td", { class: "new" }, node.type)));
      }
      const count = (result) => result.files.reduce((sum, file) => sum + file.diagnostics.length, 0);
      const problems = `${counted(count(checked.before), "problem")} before, ${count(checked)} now`;
      const summary = make("p", { class: "hint" }, `${counted(changes.length, "type")} changed; ${problems}`);
      const head = make("thead", {}, make("tr", {}, ...["name", "built-in book", "this book"].map((name) => make("th", { scope: "col" }, name))));
      const shown = changes.length ? make("div", { class: "table-box" }, make("table", {}, head, make("tbody", {}, ...changes))) : null;
      this.results.replaceChildren(...faults, summary, ...(shown ? [shown] : []));
      return;
    }
    const hint = this.#changed.size ? null : make("p", { class: "hint" }, "Edit a rule: the types in the program follow, and what changes is listed here.");
    this.results.replaceChildren(...faults, ...(hint ? [hint] : []));
  }
}

// Rules of one's own over the facts about the program, with what they derive.

import { Editor } from "./editor.js";
import { counted, make } from "./elements.js";
import { rules as language } from "./languages.js";
import { table } from "./tables.js";

const most = 200;

const first = `# Rules over the facts about the program: the derived rows are below.

# The definition needs the other one, directly or through others.
needs(d, e) :- depends_on(d, e).
needs(d, f) :- needs(d, e), depends_on(e, f).
`;

export class Rules {
  #shown = 0;

  constructor(panel, engine, { examples, onPlace, onFindings, onEdit }) {
    this.engine = engine;
    this.examples = new Map(examples);
    this.onPlace = onPlace;
    this.onFindings = onFindings;
    this.choice = make("select", { "aria-label": "Rules to start from", on: { change: () => this.choose(this.choice.value) } },
      make("option", { value: "" }, "Rules to start from"), ...examples.map(([name]) => make("option", {}, name)));
    const box = make("div", { class: "editor" });
    this.results = make("div", { class: "results", role: "region", "aria-label": "What the rules derive", "aria-live": "polite", tabindex: "0" });
    panel.append(make("div", { class: "tools" }, this.choice, make("span", { class: "hint" }, "Datalog; it runs as you write.")), box, this.results);
    this.editor = new Editor(box, "Rules", { onChange: () => { onEdit(); this.run(); } });
    this.editor.show("rules.dl", first, language);
  }

  get text() { return this.editor.text.toString(); }
  get isOwn() { return this.text !== first; }

  set(text) { this.editor.show("rules.dl", text ?? first, language); }

  choose(name) {
    if (!this.examples.has(name)) return;
    this.set(this.examples.get(name));
    this.choice.value = "";
    this.run();
  }

  async run() {
    const question = (this.#shown += 1);
    const answer = await this.engine.ask("query", this.text, most).catch((error) => ({ faults: [], tables: [], findings: [], error: error.message }));
    if (question !== this.#shown) return;
    this.editor.diagnose(answer.faults.map((fault) => ({ ...fault, severity: 1 })));
    const faults = [...answer.faults.map(({ range, message, code }) => `line ${range.start.line + 1}: ${message} [${code}]`), answer.error].filter(Boolean);
    const findings = answer.findings.length ? make("p", { class: "hint" }, `${counted(answer.findings.length, "finding")} stand among the problems of the program.`) : null;
    this.results.replaceChildren(...faults.map((fault) => make("p", { class: "fault" }, fault)), ...(findings ? [findings] : []),
      ...answer.tables.map((relation) => table(relation, this.onPlace, "")));
    this.onFindings(answer.findings.map((found) => ({ file: found.file, range: found.range, severity: found.is_error ? 1 : 2, code: found.code, message: found.message, isFinding: true })));
  }
}

// The page: a program, what the engine says of it, and the rules by which it does.

import { Book } from "./book.js";
import { Editor, offsetOf } from "./editor.js";
import { button, counted, find, make, markdown, tab, tabs, words } from "./elements.js";
import { Engine } from "./engine.js";
import { programs as programLanguage } from "./languages.js";
import { Proofs, withoutProof } from "./proof.js";
import { Rules } from "./rules.js";
import { decode, encode } from "./state.js";
import { Facts } from "./tables.js";

const engine = new Engine((error) => { if (error) say(`The engine has been started again: ${error}`); openProgram(); });
const examples = await (await fetch("examples.json")).json();

// The program: its example, its texts by name, what declares its names, and its schemas.
let program = null;
let checked = null;
let findings = [];
let view = "proof";

// The test waits for what is counted.
const note = (what) => { const { dataset } = document.documentElement; dataset[what] = String(Number(dataset[what] ?? 0) + 1); };
const say = (...words) => find("summary").replaceChildren(...words);

// Files.
const isDeclaration = (name) => program.declarations.some(([own]) => own === name);
const isSchema = (name) => program.schemas.some(([own]) => own === name);
const textOf = (name) => [...program.files, ...program.declarations, ...program.schemas].find(([own]) => own === name)?.[1] ?? "";
const languageOf = (name) => (isSchema(name) ? null : programLanguage);
const chooseFile = tabs(find("files"), (name) => { editor.show(name, textOf(name), languageOf(name)); showInEditor(); explain(); });
const showFiles = () => {
  const names = [...program.files, ...program.declarations, ...program.schemas].map(([name]) => name);
  find("files").replaceChildren(...names.map((name) => tab(name, name, "editor")));
  chooseFile(names[0]);
};

// The texts of what surrounds a program are given anew when they change.
const edit = async (name, text) => {
  const change = (files) => files.map((file) => (file[0] === name ? [name, text] : file));
  const surrounds = isDeclaration(name) || isSchema(name);
  program = { ...program, files: change(program.files), declarations: change(program.declarations), schemas: change(program.schemas) };
  remember();
  if (surrounds) await openProgram();
  else await recheck(name);
};

// Edits that come while the engine works are answered together.
let isWorking = false;
const waiting = new Set();
const recheck = async (name) => {
  waiting.add(name);
  if (isWorking) return;
  isWorking = true;
  while (waiting.size) {
    const [next] = waiting;
    waiting.delete(next);
    const started = performance.now();
    try {
      const answer = await engine.ask("change", next, textOf(next));
      show(answer, performance.now() - started);
    } catch (error) {
      say(error.message);
    }
  }
  isWorking = false;
  follow();
};

const openProgram = async () => {
  const started = performance.now();
  const { dialect, files, declarations, schemas } = program;
  try {
    const { complaints, checked } = await engine.ask("open", { dialect, files, declarations, schemas });
    show(checked, performance.now() - started, complaints);
    follow();
  } catch (error) {
    say(error.message);
  }
};

// The views that are open follow the program.
const follow = () => {
  if (view === "rules" || findings.length) rules.run();
  if (view === "facts") facts.show();
  explain();
};

// What the last check has found.
const problemsOf = (name) => [...(checked?.files.find((file) => file.name === name)?.diagnostics ?? []), ...findings.filter(({ file }) => file === name)];
const showInEditor = () => {
  const actions = (found) => (found.isFinding ? [] : [{ name: "Why?", apply: () => choose({ ...found, file: editor.name }) }]);
  editor.diagnose(problemsOf(editor.name), actions);
  editor.hint(checked?.files.find((file) => file.name === editor.name)?.hints ?? []);
};
const severities = { 1: "error", 2: "warning", 3: "information" };
const allProblems = () => checked.files.flatMap(({ name }) => problemsOf(name).map((found) => ({ ...found, file: name })));
const placeIn = (file, range) => `${file}:${range.start.line + 1}:${range.start.character + 1}`;
const helpOf = (found) => found.message.split("\n").find((line) => line.startsWith("help: "));
const codeOf = (found) => (found.isFinding ? make("span", { class: "code" }, found.code)
  : button(found.code, () => showPage(found.code), { class: "link code", "aria-label": `About ${found.code}`, "aria-haspopup": "dialog" }));
const showProblems = () => {
  const all = allProblems();
  const entry = (found) => {
    const help = helpOf(found);
    const text = [make("span", { class: "severity" }, severities[found.severity]), ...words(found.message.split("\n")[0]),
      help ? make("span", { class: "help" }, ...words(help)) : null].filter(Boolean);
    const go = button(text, () => choose(found), { class: "problem" });
    return make("li", { class: severities[found.severity], "data-problem": keyOf(found) }, go, codeOf(found), make("span", { class: "place" }, placeIn(found.file, found.range)));
  };
  find("problem-list").replaceChildren(...all.map(entry));
  markProblem();
  find("problems-title").textContent = all.length ? "Problems" : "No problems";
  return all;
};
const show = (answer, milliseconds, complaints = "") => {
  checked = answer;
  showInEditor();
  const all = showProblems();
  const count = (severity) => all.filter((found) => found.severity === severity).length;
  const counts = [[1, "error"], [2, "warning"], [3, "note"]].filter(([severity]) => count(severity))
    .map(([severity, word]) => make("span", { class: word }, `, ${counted(count(severity), word)}`));
  say(complaints ? `${complaints.split("\n")[0]} ` : "", counted(answer.nodes.length, "definition"), ...counts, `, ${Math.max(1, Math.round(milliseconds))} ms`);
  for (const each of find("files").children) {
    const wrong = problemsOf(each.dataset.name).filter(({ severity }) => severity === 1).length;
    each.replaceChildren(each.dataset.name, ...(wrong ? [make("span", { class: "mark", "aria-label": counted(wrong, "error") }, ` ${wrong}`)] : []));
  }
  showTypes();
  book.show(answer);
  performance.mark("checked");
  note("checked");
};
const showTypes = () => {
  const row = (node) => make("tr", {}, make("td", {}, button(node.name, () => goTo(node.file, node.range), { class: "link mono" })), make("td", {}, node.kind), make("td", {}, node.type));
  const head = make("tr", {}, ...["name", "kind", "type"].map((name) => make("th", { scope: "col" }, name)));
  find("types").replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...checked.nodes.map(row))));
};

// Places.
const goTo = (name, range, focus = true) => {
  if (editor.name !== name) chooseFile(name);
  editor.goTo(range, focus);
};
const goToText = (place) => {
  const [, name, line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
  if (!name) return;
  if (editor.name !== name) chooseFile(name);
  // Columns count characters, and editors units of UTF-16.
  const text = editor.text.line(Math.min(Number(line), editor.text.lines)).text;
  const character = [...text].slice(0, Number(column) - 1).join("").length;
  editor.goTo({ start: { line: Number(line) - 1, character } });
};

// The problem whose place is selected. Of several at one place, the one that was chosen last.
let chosen = null;
const keyOf = ({ file, range, code }) => `${placeIn(file, range)} ${code}`;
const selectedProblem = () => {
  const here = allProblems().filter((found) => found.file === editor.name && !found.isFinding && editor.isSelected(found.range));
  return here.find((found) => keyOf(found) === chosen) ?? here[0];
};
const markProblem = (problem = selectedProblem()) => {
  for (const item of find("problem-list").children) {
    const isSelected = problem !== undefined && item.dataset.problem === keyOf(problem);
    item.querySelector("button").setAttribute("aria-current", String(isSelected));
  }
};
const choose = (found, focus = true) => {
  chosen = keyOf(found);
  goTo(found.file, found.range, focus);
  if (!found.isFinding) openView("proof");
};
// What a problem says, with the places that it is about.
const said = (found) => {
  const [sentence, ...more] = found.message.split("\n");
  const line = (text) => {
    const [, word, rest] = /^(expected|found|help): (.*)$/.exec(text) ?? [];
    if (!word) return make("p", {}, ...words(text));
    return make("p", {}, `${word}: `, ...(word === "help" ? words(rest) : [make("code", {}, rest)]));
  };
  const cause = ({ location, message }) => make("p", {}, button(placeIn(location.uri, location.range), () => goTo(location.uri, location.range), { class: "link place" }), " ", ...words(message));
  return make("div", { class: "markdown" }, make("p", {}, make("strong", {}, ...words(sentence)), codeOf(found)), ...more.map(line), ...(found.relatedInformation ?? []).map(cause));
};
const showPage = async (code) => {
  const page = await engine.ask("page", code);
  if (!page) return;
  const [title, ...rest] = page.split("\n");
  find("page-title").textContent = title.replace(/^# /, "");
  find("page-text").replaceChildren(markdown(rest.join("\n")));
  find("page").showModal();
};

// The proof at the cursor, or of the selected problem.
let question = 0;
let timer = null;
const explain = async () => {
  if (!checked) return;
  const problem = selectedProblem();
  markProblem(problem);
  if (view !== "proof" || isDeclaration(editor.name) || isSchema(editor.name)) return;
  const own = (question += 1);
  const at = problem ? [problem.range.start.line, problem.range.start.character] : editor.cursor;
  try {
    const [hover, proof] = await Promise.all([
      problem ? null : engine.ask("hover", editor.name, ...at),
      engine.ask("proof", editor.name, ...at, problem?.code),
    ]);
    if (own !== question) return;
    proofs.show(find("proof"), problem ? said(problem) : hover && markdown(withoutProof(hover)), proof);
    note("proved");
  } catch (error) {
    if (own === question) find("proof").replaceChildren(make("p", { class: "fault" }, error.message));
  }
};
const explainSoon = () => { clearTimeout(timer); timer = setTimeout(() => explain(), 60); };

const complete = async (editor, context) => {
  const word = context.matchBefore(/[\p{ID_Continue}-]*/u);
  if (!context.explicit && !word?.text && !context.matchBefore(/[."]/)) return null;
  if (isDeclaration(editor.name) || isSchema(editor.name)) return null;
  const line = context.state.doc.lineAt(context.pos);
  const list = await engine.ask("completion", editor.name, line.number - 1, context.pos - line.from).catch(() => null);
  if (!list?.items.length) return null;
  const { range } = list.items[0].textEdit;
  const options = list.items.map(({ label, detail, documentation, textEdit }) => ({ label, detail, info: documentation?.value, apply: textEdit.newText }));
  return { from: offsetOf(context.state.doc, range.start), options };
};

const goToDefinition = () => {
  engine.ask("definition", editor.name, ...editor.cursor).then((found) => { if (found && textOf(found.uri)) goTo(found.uri, found.range); }).catch(() => {});
  return true;
};
const editor = new Editor(find("editor"), "Program", {
  onChange: edit,
  onCursor: explainSoon,
  hover: (own, at) => (isDeclaration(own.name) || isSchema(own.name) ? null : engine.ask("hover", own.name, ...at)),
  complete,
  keys: [
    { key: "F12", run: goToDefinition },
    { key: "Mod-Enter", run: () => { openView("proof"); explain(); find("proof").focus(); return true; } },
  ],
});

// Views.
const proofs = new Proofs({ onPlace: goToText, onRule: (page) => { openView("book"); book.open(page.file.replace(/^rules\//, ""), page.line); } });
const goToRow = ([name, range]) => goTo(name, range);
const remember = () => { clearTimeout(remember.timer); remember.timer = setTimeout(() => rememberNow(), 400); };
const rules = new Rules(find("rules"), engine, {
  examples: examples.rules, onPlace: goToRow, onEdit: remember,
  onFindings: (found) => { const had = findings.length; findings = found; if (checked && (had || found.length)) { showInEditor(); showProblems(); } },
});
const book = new Book(find("book"), engine, {
  books: examples.books, onEdit: remember, onBook: (name) => openExample(`books/${name}`),
  onChecked: ({ rules: pages, checked: answer }) => { proofs.rules = pages; if (answer) show(answer, book.milliseconds); follow(); },
});
const facts = new Facts(find("facts"), engine, goToRow);
const viewNames = { proof: "Proof", types: "Types", rules: "Rules", book: "Book", facts: "Facts" };
find("views").append(...Object.entries(viewNames).map(([name, title]) => tab(name, title, name)));
const openView = tabs(find("views"), (name) => {
  view = name;
  for (const other of Object.keys(viewNames)) find(other).hidden = other !== name;
  if (name === "rules" && checked) rules.run();
  if (name === "facts" && checked) facts.show();
  if (name === "proof") explain();
  remember();
});

// Examples, and the state in the address.
const select = find("example");
for (const interest of new Set(examples.programs.map((example) => example.interest))) {
  const own = examples.programs.filter((example) => example.interest === interest);
  select.append(make("optgroup", { label: interest }, ...own.map(({ id, title }) => make("option", { value: id }, title))));
}
const exampleOf = (id) => examples.programs.find((example) => example.id === id) ?? examples.programs[0];
const start = async (next) => {
  program = next;
  select.value = program.id;
  find("shows").replaceChildren(...words(program.about ?? ""));
  find("shows").hidden = !program.about;
  editor.forget();
  findings = [];
  checked = null;
  showFiles();
  await openProgram();
};
// The first error is selected, and its proof is open.
const chooseFirst = () => {
  const all = checked ? allProblems().filter((found) => !found.isFinding) : [];
  const first = all.find((found) => found.severity === 1) ?? all[0];
  if (first && view === "proof") choose(first, false);
};
const openExample = async (id) => {
  const example = structuredClone(exampleOf(id));
  await start(example);
  await book.bring(example.book);
  chooseFirst();
};
// An empty program with the declarations and schemas of the one before.
const openNew = async () => {
  const [, extension] = /\.([^.]+)$/.exec(program.files[0][0]);
  await start({ ...program, about: null, files: [[`main.${extension}`, ""]] });
  remember();
  editor.view.focus();
};
const download = () => {
  const address = URL.createObjectURL(new Blob([editor.text.toString()], { type: "text/plain" }));
  make("a", { href: address, download: editor.name.split("/").at(-1) }).click();
  URL.revokeObjectURL(address);
};
find("new").addEventListener("click", openNew);
find("download").addEventListener("click", download);
select.addEventListener("change", async () => { await openExample(select.value); remember(); });

const state = () => {
  const example = exampleOf(program.id);
  const isOwn = (part) => JSON.stringify(program[part]) !== JSON.stringify(example[part]);
  const parts = ["files", "declarations", "schemas"].filter(isOwn).map((part) => [part, program[part]]);
  return { id: program.id, view, ...Object.fromEntries(parts), ...(rules.isOwn ? { rules: rules.text } : {}), ...(book.changed.length ? { book: book.changed } : {}) };
};
const rememberNow = async () => {
  if (!program) return;
  const text = await encode(state());
  history.replaceState(null, "", `#${text}`);
};
const restore = async () => {
  const known = await decode(location.hash.slice(1));
  const { id, view: name, rules: text, book: files, ...parts } = known ?? {};
  if (text) rules.set(text);
  await start({ ...structuredClone(exampleOf(id)), ...parts });
  if (files?.length) await book.set(files);
  openView(viewNames[name] ? name : "proof");
  chooseFirst();
};
addEventListener("hashchange", restore);
find("share").addEventListener("click", async () => {
  await rememberNow();
  const done = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  say(done ? "The link is in the clipboard." : "The link is in the address bar.");
});
find("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});

// The types come first: the book is listed when they are there.
await restore();
const { book: files, rules: pages } = await engine.ask("start");
if (!book.changed.length) proofs.rules = pages;
book.files = files;
// The test asks as the page does.
globalThis.typelog = { engine, openExample, editor, book, rules };
document.documentElement.dataset.ready = "";
